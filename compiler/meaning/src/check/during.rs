//! `during PROCEDURE`: a rule that acts only while a run of a procedure goes on around its window, and reads the names
//! of that run as `NAME of PROCEDURE`.
//!
//! They can be read only. What a rule may change of a run it changes in a window of that procedure itself.

use super::change::Opening;
use super::names;
use super::rule::Shape;
use super::scope::{Around, Scope};
use super::uses::Meaning;
use super::{Compiler, listed};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FunctionClass, SlotDef};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, During, Name, Span};
use cardwright_trees::{Expr, ExprKind, Target};
use std::sync::Arc;

/// The run that an expression names, if it is nothing but its name.
pub(super) fn around_named(scope: &Scope, expr: &ast::Expr) -> Option<Arc<Around>> {
    let ast::ExprKind::Name(name) = &expr.kind else {
        return None;
    };
    let around = scope.around.as_ref()?;
    (around.name == *name).then(|| Arc::clone(around))
}

/// The names of a run that a text can name.
fn named(slots: &[SlotDef]) -> impl Iterator<Item = &SlotDef> {
    slots.iter().filter(|slot| !slot.name.starts_with('('))
}

impl Compiler<'_> {
    /// The run that must go on around these windows.
    pub(super) fn around(&mut self, during: &During, windows: &[Opening]) -> Option<Around> {
        let sym = self.resolve(&names::PROCEDURE, &during.procedure)?;
        let is_of_it = |opening: &Opening| {
            let window = &self.pack.windows[opening.window as usize];
            window.procedure.place() == sym.index
        };
        if windows.iter().any(is_of_it) {
            let name = &during.procedure.text;
            let message = format!(
                "this is a window of `{name}` itself, so it is always during a run of \
            `{name}`"
            );
            self.report(codes::DURING, during.procedure.span, message).help = Some(format!(
                "remove `during {name}`: the rule can use the names of `{name}` directly"
            ));
            return None;
        }
        Some(Around {
            name: during.name().text.clone(),
            procedure: sym.index,
        })
    }

    /// Refuses a name for the run that means something else in the rule.
    pub(super) fn refuse_taken_run(&mut self, shape: &Shape, during: &During) -> Option<()> {
        let name = during.name();
        let scope = self.rule_scope(shape, "window", FunctionClass::Pure, Ty::NOTHING);
        let is_here =
            scope.local(&name.text).is_some() || scope.slot(&name.text).is_some() || name.text == "you";
        let what = if is_here {
            "another name of this rule".to_owned()
        } else if let Some((what, _)) = self.hidden_by(&name.text) {
            what.replace("the ", "a ")
        } else if self.names.entities.get(&name.text).is_some() {
            "a piece, card, player or deck".to_owned()
        } else if let Some(what) = self.hidden_constant(&name.text) {
            what
        } else {
            return Some(());
        };
        let message = format!(
            "`{}` is already {what}, so `... of {0}` would be ambiguous",
            name.text
        );
        self.report(codes::SHADOWED, name.span, message).help = Some(format!(
            "give the run a different name: `during {} as ...`",
            during.procedure.text
        ));
        None
    }

    /// `NAME of PROCEDURE`: a name of the run around the window.
    pub(super) fn of_run(&mut self, around: &Around, name: &Name, span: Span) -> Option<Expr> {
        let slots = &self.pack.procedures[around.procedure].slots;
        if let Some(at) = slots.iter().position(|slot| slot.name == name.text) {
            let ty = slots[at].ty;
            let meaning = Meaning::Slot(around.procedure, name.text.clone());
            self.note(name.span, Some(ty), |_| Some(meaning));
            return Some(self.node(ty, ExprKind::RunSlot(around.procedure, at), span));
        }
        let known: Vec<String> = named(slots).map(|slot| slot.name.clone()).collect();
        let what = format!(
            "name of `{}`, called",
            self.pack.procedures[around.procedure].name
        );
        self.unknown(codes::UNKNOWN_NAME, &what, name, &known);
        None
    }

    /// A name of the run around the window cannot be set.
    pub(super) fn refuse_set_of_run(&mut self, around: &Around, name: &Name) -> Option<(Target, Ty)> {
        let procedure = &self.pack.procedures[around.procedure].name;
        let message = format!(
            "`{} of {}` can only be read here, because this is not a window of `{procedure}`",
            name.text, around.name
        );
        let help = format!("set it in a rule with a window of `{procedure}`");
        self.report(codes::FIXED, name.span, message).help = Some(help);
        None
    }

    /// The message and the help for a bare name that is one of the run around the window.
    pub(super) fn name_of_run(&self, scope: &Scope, name: &str) -> Option<(String, String)> {
        let around = scope.around.as_ref()?;
        let procedure = &self.pack.procedures[around.procedure];
        if name == around.name {
            let known: Vec<String> = named(&procedure.slots).map(|slot| slot.name.clone()).collect();
            let message = format!(
                "`{name}` is a run, so it can be used only with a name, as in `NAME of \
            {name}`"
            );
            return Some((
                message,
                format!("write `... of {name}`; its names are {}", listed(&known)),
            ));
        }
        named(&procedure.slots).find(|slot| slot.name == name)?;
        Some((
            format!(
                "`{name}` is not a name of this window, but of `{}`",
                procedure.name
            ),
            format!("write `{name} of {}`", around.name),
        ))
    }
}
