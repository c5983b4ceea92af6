//! States with keys: `state owed (debtor: player, creditor: player): number` holds a number for each two players.
//!
//! It is asked like a define, `owed(red, blue)`, and changed with `set` and `add`.

use super::Compiler;
use super::names::HookSym;
use super::run_state::RunState;
use super::scope::Scope;
use cardwright_bytecode::pack::StateDef;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Param, Span};
use cardwright_trees::Target;

impl Compiler<'_> {
    pub(super) fn declare_keyed(
        &mut self,
        param: &Param,
        keys: &[Param],
        per: Option<&Name>,
        default: Option<&ast::Expr>,
    ) {
        let name = &param.name;
        self.refuse_defaults(keys);
        if self.refuse_built_in(name).is_none() {
            return;
        }
        if let Some(default) = default {
            let message = format!("`{}` has parameters, so it cannot have a default", name.text);
            self.report(codes::FIXED, default.span, message).help = Some(
                "remove the default: until a rule sets a value, it is 0, `no`, `nobody` or the \
                 like"
                    .to_owned(),
            );
        }
        let params = self.hook_params(name, keys);
        let ty = self.ty(&param.ty);
        let fits = ty.is_some_and(|ty| self.can_be_held(name, (&param.ty.name, ty)));
        let keys_fit = keys
            .iter()
            .zip(params.iter())
            .all(|(key, (_, ty))| self.can_be_held(name, (&key.ty.name, *ty)));
        let Some(ty) = ty.filter(|_| fits && keys_fit) else {
            self.mark_broken(&name.text);
            return;
        };
        self.add_callable(name);
        let def = StateDef {
            name: name.text.clone(),
            keys: super::signatures::slots(&params),
            ty,
            per: None,
        };
        let index = self.pack.states.len();
        let place = self.place(name.span);
        match self.names.keyed.add(&name.text, HookSym { index, params }, place) {
            Ok(()) => {
                self.pack.states.push(def);
                // That it has no default is said already.
                self.declare_per(RunState::Keyed(index), name, per, None);
            }
            Err(earlier) => self.duplicate("state", name, earlier),
        }
    }

    /// Whether a value of this type can be a key of a state, or what it holds.
    fn can_be_held(&mut self, state: &Name, (written, ty): (&Name, Ty)) -> bool {
        if ty.set {
            let message = format!("`{}` has parameters, so it cannot hold a set", state.text);
            self.report(codes::ESCAPES, written.span, message).help = Some(format!(
                "add a parameter for the member, and make the type `yes-no`: `{}(..., {}: {}): yes-no`",
                state.text, "member", written.text
            ));
            return false;
        }
        !matches!(ty.base, Base::Pool | Base::Die) || self.can_be_kept(state, ty)
    }

    /// `set STATE(args) to ...`
    pub(super) fn keyed_target(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<(Target, Ty)> {
        let Some(sym) = self.names.keyed.get(&name.text).cloned() else {
            if self.is_callable(&name.text) {
                let message = format!("`{}` is worked out, so it cannot be set", name.text);
                self.report(codes::FIXED, name.span, message).help =
                    Some("only a `state` with parameters can be set in this way".to_owned());
                return None;
            }
            let known: Vec<String> = self.names.keyed.names().map(str::to_owned).collect();
            self.unknown(codes::UNKNOWN_NAME, "state with parameters", name, &known);
            return None;
        };
        self.note_at(name, |names| names.keyed.place(&name.text));
        let arguments = self.arguments(scope, name, args, &sym.params, span)?;
        Some((
            Target::Entry(sym.index, arguments),
            self.pack.states[sym.index].ty,
        ))
    }
}
