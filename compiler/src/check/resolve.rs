//! What a bare name in an expression means, and how types are named and compared.
//!
//! The order: local names, the open procedure's names, entities, defines and values without parameters, then
//! words and rows, found by the type that is asked for.

use super::scope::Scope;
use super::{Compiler, Constant};
use crate::codes;
use crate::tree::{Expr, ExprKind};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::ty::{KIND_DECK, KIND_GAME, KIND_PLAYER};
use cardwright_bytecode::{Base, Ty};
use cardwright_dsl::ast::{self, Name, Span, TypeRef};

impl Compiler<'_> {
    /// The type that is written.
    pub(crate) fn ty(&mut self, written: &TypeRef) -> Option<Ty> {
        let base = self.base(&written.name)?;
        Some(Ty {
            base,
            set: written.set,
        })
    }

    fn base(&mut self, name: &Name) -> Option<Base> {
        let built_in = match name.text.as_str() {
            "number" => Some(Base::Number),
            "yes-no" => Some(Base::Bool),
            "text" => Some(Base::Text),
            "thing" => Some(Base::Thing),
            "pool" => Some(Base::Pool),
            "die" => Some(Base::Die),
            "pose" => Some(Base::Pose),
            "space" => Some(Base::Space),
            "face" => Some(Ty::FACE.base),
            "player" => Some(Base::Entity(KIND_PLAYER)),
            "deck" => Some(Base::Entity(KIND_DECK)),
            other => self.names.types.get(other).map(|ty| ty.base),
        };
        if built_in.is_none() {
            const BUILT_IN: [&str; 11] = [
                "number", "yes-no", "text", "thing", "pool", "die", "pose", "space", "face", "player", "deck",
            ];
            let known: Vec<String> = self
                .names
                .types
                .names()
                .chain(BUILT_IN)
                .map(str::to_owned)
                .collect();
            self.unknown(codes::UNKNOWN_KIND, "type", name, &known);
        }
        built_in
    }

    /// Whether a name can only be a word or a row, so that its type comes from its surroundings.
    pub(crate) fn is_bare_constant(&self, scope: &Scope, expr: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &expr.kind else {
            return matches!(expr.kind, ast::ExprKind::Nobody);
        };
        name != "you"
            && scope.local(name).is_none()
            && scope.slot(name).is_none()
            && scope.why_unshared(name).is_none()
            && self.names.states.get(name).is_none()
            && self.names.entities.get(name).is_none()
            && self.names.defines.get(name).is_none()
            && self.names.values.get(name).is_none()
            && self.names.constants.contains_key(name)
    }

    /// A bare name.
    pub(crate) fn name(
        &mut self,
        scope: &mut Scope,
        name: &str,
        span: Span,
        wanted: Option<Ty>,
    ) -> Option<Expr> {
        if let Some(local) = scope.local_value(name, self.place(span)) {
            return Some(local);
        }
        if let (true, Some(you)) = (name == "you", scope.you) {
            return self.you(scope, you, span);
        }
        if let Some((slot, ty)) = scope.slot(name) {
            return Some(self.node(ty, ExprKind::Slot(slot), span));
        }
        self.refuse_unshared(scope, name, span)?;
        if let Some(&field) = self.names.states.get(name) {
            let ty = self.pack.kinds[usize::from(KIND_GAME)].fields[field].ty;
            let kind = ExprKind::Field(Box::new(self.the_game(span)), field);
            return Some(self.node(ty, kind, span));
        }
        if let Some((ty, value)) = wanted.and_then(|ty| Some((ty, self.names.constant(name, ty)?))) {
            return Some(self.constant(ty, value, span));
        }
        if let Some(&Constant { ty, value }) = self.names.entities.get(name) {
            return Some(self.constant(ty, value, span));
        }
        let call = Name {
            text: name.to_owned(),
            span,
        };
        if self.is_callable(name) {
            return self.call(scope, &call, &[], span);
        }
        self.constant_by_name(scope, &call)
    }

    /// Refuses a name that not all windows of the ability have.
    pub(crate) fn refuse_unshared(&mut self, scope: &Scope, name: &str, span: Span) -> Option<()> {
        let Some(why) = scope.why_unshared(name) else {
            return Some(());
        };
        let message = format!("`{name}` cannot be used here: {why}");
        self.report(codes::UNKNOWN_NAME, span, message).help = Some(
            "an ability that lives in several windows uses the names that all of them have; write two rules if they \
             differ"
                .to_owned(),
        );
        None
    }

    /// `you`: the piece itself, or the piece that holds the card.
    fn you(&self, scope: &Scope, (kind, holds): (u16, bool), span: Span) -> Option<Expr> {
        let here = scope.local_value("here", self.place(span))?;
        if !holds {
            return Some(here);
        }
        let holder = self.thing_call(Core::Holder, here, Ty::THING, span);
        Some(self.narrowed(holder, kind, span))
    }

    /// An entity as one of a kind.
    pub(crate) fn narrowed(&self, thing: Expr, kind: u16, span: Span) -> Expr {
        let ty = Ty::one(Base::Entity(kind));
        self.node(ty, ExprKind::As(Box::new(thing), kind), span)
    }

    fn constant_by_name(&mut self, scope: &Scope, name: &Name) -> Option<Expr> {
        match self.names.constants.get(&name.text).map(Vec::as_slice) {
            Some(&[one]) => Some(self.constant(one.ty, one.value, name.span)),
            Some(several) => {
                let types: Vec<String> = several
                    .iter()
                    .map(|one| format!("a {}", self.type_name(one.ty)))
                    .collect();
                let message = format!("`{}` could be {}", name.text, types.join(" or "));
                self.report(codes::AMBIGUOUS_NAME, name.span, message).help =
                    Some("compare it with something of one of these types".to_owned());
                None
            }
            None => {
                let known = self.expression_names(scope);
                self.unknown(codes::UNKNOWN_NAME, "name", name, &known);
                None
            }
        }
    }

    fn expression_names(&self, scope: &Scope) -> Vec<String> {
        scope
            .local_names()
            .chain(self.names.states.names())
            .chain(self.names.entities.names())
            .chain(self.names.defines.names())
            .chain(self.names.values.names())
            .chain(self.names.constants.keys().map(String::as_str))
            .map(str::to_owned)
            .collect()
    }

    /// Makes a value fit a type, or reports that it does not.
    pub(crate) fn fit(&mut self, value: Expr, wanted: Ty, span: Span) -> Option<Expr> {
        if value.ty.fits(wanted) {
            return Some(value);
        }
        if let (Ty::THING, Base::Entity(kind), false) = (value.ty, wanted.base, wanted.set) {
            return Some(self.narrowed(value, kind, span));
        }
        let message = format!(
            "a {} is asked for here, but this is a {}",
            self.type_name(wanted),
            self.type_name(value.ty)
        );
        let label = format!("this is a {}", self.type_name(value.ty));
        let help = (wanted == Ty::BOOL && value.ty == Ty::NUMBER)
            .then(|| "compare it, for example `... > 0`".to_owned());
        let diagnostic = self.report(codes::WRONG_TYPE, span, message);
        (diagnostic.label, diagnostic.help) = (label, help);
        None
    }
}
