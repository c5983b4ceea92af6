//! Names that would hide others, or be hidden by them: a reader, and whoever wrote them, would mean the wrong thing.

use super::scope::Scope;
use super::{Compiler, Unit};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::rules::declared;
use cardwright_dsl::ast::{Item, ItemKind, Name, Param, Span};

/// The names in the rules of a card or piece for itself and for its holder.
const OWN: [&str; 2] = ["here", "you"];

impl Compiler<'_> {
    /// Reports a name that hides another.
    pub(crate) fn check_shadow(&mut self, scope: &Scope, name: &Name) -> bool {
        if self.hides_own(scope, &name.text, name.span) {
            true
        } else if let Some(place) = scope.local(&name.text).map(|(_, local)| local.place) {
            let message = format!("the name `{}` is already used here", name.text);
            let diagnostic = self.report(codes::SHADOWED, name.span, message);
            diagnostic
                .related
                .push((place, "the other one is here".to_owned()));
            diagnostic.help = Some("choose another name".to_owned());
            true
        } else if scope
            .around
            .as_ref()
            .is_some_and(|around| around.name == name.text)
        {
            let message = format!(
                "`{}` is already the name of the run during which this rule acts",
                name.text
            );
            self.report(codes::SHADOWED, name.span, message).help = Some("choose another name".to_owned());
            true
        } else if scope.slot(&name.text).is_some() {
            let message = format!(
                "`{}` is already a name of the procedure of this window",
                name.text
            );
            self.report(codes::SHADOWED, name.span, message).help = Some("choose another name".to_owned());
            true
        } else if let Some((what, place)) = self.hidden_by(&name.text) {
            let message = format!("`{}` would hide {what} with the same name", name.text);
            let diagnostic = self.report(codes::SHADOWED, name.span, message);
            diagnostic.related.push((place, "it is declared here".to_owned()));
            diagnostic.help = Some("choose another name".to_owned());
            true
        } else if let Some(what) = self.hidden_constant(&name.text) {
            let message = format!("`{}` would hide {what}", name.text);
            self.report(codes::SHADOWED, name.span, message).help = Some("choose another name".to_owned());
            // It is a name from here on: what follows from that is no second error.
            false
        } else {
            false
        }
    }

    /// The word or row that a bare name means, and that a local name would hide.
    ///
    /// An entry of a card set is meant only where a template is asked for, and who writes a system cannot know how the cards
    /// of others will be called.
    pub(super) fn hidden_constant(&self, name: &str) -> Option<String> {
        let is_template = |ty: Ty| matches!(ty.base, Base::Row(record) if self.is_of_templates(record));
        let constant = self.names.constants(name).find(|one| !is_template(one.ty))?;
        let of = self.type_name(constant.ty);
        Some(match constant.ty.base {
            Base::Word(_) => format!("the word `{name}` of `{of}`"),
            Base::Row(_) => format!("the row `{name}` of `{of}`"),
            _ => return None,
        })
    }

    /// The meaning of a bare name that a local name would hide, and the place of its declaration.
    pub(super) fn hidden_by(
        &self,
        name: &str,
    ) -> Option<(&'static str, cardwright_documents::source::Location)> {
        let names = &self.names;
        let bare = |params: &[(String, Ty)]| params.is_empty();
        if names.states.get(name).is_some() {
            return Some(("the state", names.states.place(name)?));
        }
        if names.defines.get(name).is_some_and(|sym| bare(&sym.params)) {
            return Some(("the define", names.defines.place(name)?));
        }
        if names.values.get(name).is_some_and(|sym| bare(&sym.params)) {
            return Some(("the value", names.values.place(name)?));
        }
        None
    }

    /// Reports a local name that hides `you` or `here`.
    pub(super) fn hides_own(&mut self, scope: &Scope, name: &str, span: Span) -> bool {
        let what = match name {
            "you" if scope.you.is_some() => "the piece that these rules belong to, or that holds the card",
            "here" if scope.you.is_some() && scope.local(name).is_some() => "what these rules belong to",
            _ => return false,
        };
        let message = format!("`{name}` is {what}");
        self.report(codes::SHADOWED, span, message).help = Some("choose another name".to_owned());
        true
    }

    /// Parameters that the rules of a card or piece name beside `here` and `you`, which would hide them.
    pub(super) fn refuse_hidden(&mut self, params: &[Param]) {
        let hidden = params
            .iter()
            .filter(|param| matches!(param.name.text.as_str(), "here" | "you"));
        for param in hidden {
            let message = format!(
                "the rules of a card or piece could not use this name: there, `{}` is the card or its holder",
                param.name.text
            );
            self.report(codes::SHADOWED, param.name.span, message).help =
                Some("choose another name, for example `who` or `place`".to_owned());
        }
    }

    /// Declarations that rules of a card or piece could not name, since `here` and `you` mean something else there.
    pub(super) fn refuse_own(&mut self, item: &Item) {
        let words: &[Name] = match &item.kind {
            ItemKind::Word { words, .. } => words,
            _ => &[],
        };
        let faces: Vec<&Name> = match &item.kind {
            ItemKind::Die { faces, .. } => faces.iter().map(|(face, _)| face).collect(),
            _ => Vec::new(),
        };
        let name = match &item.kind {
            ItemKind::State { param, .. } => Some(&param.name),
            ItemKind::Outcome { name, .. } => Some(name),
            other => declared(other).map(|(_, name)| name),
        };
        for name in name.into_iter().chain(words).chain(faces) {
            if OWN.contains(&name.text.as_str()) {
                let message = format!(
                    "the rules of a card or piece could not use this name: there, `{}` is the card or its \
                     holder",
                    name.text
                );
                self.report(codes::SHADOWED, name.span, message).help =
                    Some("choose another name".to_owned());
            }
        }
    }

    /// State, and what is asked without parentheses, must not be called like a name of a procedure: a rule in the windows of
    /// that procedure would mean the latter.
    pub(super) fn refuse_hidden_in_windows(&mut self, units: &[Unit]) {
        let mut told: Vec<String> = Vec::new();
        self.each_item(units, |this, item| {
            if let Some((what, name)) = asked_plainly(&item.kind)
                && this.refuse_named_like_slot(what, name)
            {
                told.push(name.text.clone());
            }
        });
        self.each_item(units, |this, item| {
            let ItemKind::Procedure {
                params, gives, vars, ..
            } = &item.kind
            else {
                return;
            };
            for param in params.iter().chain(gives).chain(vars) {
                if !told.contains(&param.name.text) {
                    this.refuse_slot_that_hides(&param.name);
                }
            }
        });
    }

    fn refuse_named_like_slot(&mut self, what: &str, name: &Name) -> bool {
        let procedures = self.pack.procedures.iter();
        let named: Vec<String> = procedures
            .filter(|procedure| procedure.slots.iter().any(|slot| slot.name == name.text))
            .map(|procedure| procedure.name.clone())
            .collect();
        let seen = named
            .into_iter()
            .find_map(|one| Some((self.names.procedures.place(&one)?, one)));
        let Some((place, procedure)) = seen else {
            return false;
        };
        let message = format!(
            "`{procedure}` has a name `{}`, too: in its windows, rules would refer to that name, not to \
             this {what}",
            name.text
        );
        let diagnostic = self.report(codes::SHADOWED, name.span, message);
        diagnostic
            .related
            .push((place, format!("`{procedure}` is declared here")));
        diagnostic.help = Some("give one of the two another name".to_owned());
        true
    }

    fn refuse_slot_that_hides(&mut self, name: &Name) {
        let Some((what, place)) = self.hidden_by(&name.text) else {
            return;
        };
        let message = format!(
            "in the windows of this procedure, `{}` would hide {what} with the same name",
            name.text
        );
        let diagnostic = self.report(codes::SHADOWED, name.span, message);
        diagnostic.related.push((place, "it is declared here".to_owned()));
        diagnostic.help = Some("choose another name".to_owned());
    }
}

/// The sort and the name of an item that is asked for by its bare name.
fn asked_plainly(item: &ItemKind) -> Option<(&'static str, &Name)> {
    match item {
        ItemKind::State { param, keys, .. } if keys.is_empty() => Some(("state", &param.name)),
        ItemKind::Define { name, params, .. } if params.is_empty() => Some(("define", name)),
        ItemKind::Value { name, params, .. } if params.is_empty() => Some(("value", name)),
        _ => None,
    }
}
