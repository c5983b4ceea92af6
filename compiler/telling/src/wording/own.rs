//! Declarations that a card or its set has for itself. A reader of a card knows the names of the game, but
//! not these: a short define is told by its meaning, and a long one, or a procedure, has a paragraph of its
//! own below the rules.

use super::english::{capital, polished, spaced};
use super::{Scene, Wording};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{Home, Id, ProcedureDef};
use cardwright_documents::source::FileId;
use cardwright_trees::{Body, Callee, Expr, Function};

/// The longest meaning (bytes) that is told in place of a name.
const SHORT: usize = 90;

impl<'a> Wording<'a> {
    /// The meaning of a define of a card or set, told with its arguments; `None` if there is a phrase for it,
    /// or if that would be long.
    pub(super) fn own_define(
        &self,
        scene: Scene<'_>,
        callee: Callee,
        arguments: &[String],
        tell: impl FnOnce(Wording<'_>, Scene<'_>, &Expr) -> String,
    ) -> Option<String> {
        let Callee::Define(id) = callee else { return None };
        let function = self.program.function(id)?;
        if !self.program.own.contains(&id) || self.phrase_for(&function.name, arguments).is_some() {
            return None;
        }
        let Body::Gives(body) = &function.body else {
            return None;
        };
        let inner = Scene {
            function,
            piece: scene.piece,
            you: None,
            role: None,
            same: [None; 2],
            fixed: [None; 2],
            others: None,
            it: None,
            given: arguments,
            effect: None,
        };
        Some(tell(*self, inner, body)).filter(|meaning| meaning.len() <= SHORT)
    }

    /// The paragraphs about names in the text of a printed card that the card or its set has for itself, one
    /// each. One of them may name the next.
    pub(super) fn own_words(&self, template: u32, text: &str) -> Vec<String> {
        let rules = self.pack.rules.iter().zip(&self.program.rules);
        let mut of_card = rules.filter(|(rule, _)| rule.home == Home::Template(Id::new(template)));
        match of_card.next() {
            Some((_, rule)) => self.own_words_of(rule.place.file, text),
            None => Vec::new(),
        }
    }

    /// The paragraphs about names in a text that a file has for itself.
    pub(super) fn own_words_of(&self, file: FileId, text: &str) -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        let own = self.program.own.iter();
        let own = own.filter_map(|id| self.program.function(*id));
        let mut left: Vec<&Function> = own.filter(|function| function.place.file == file).collect();
        loop {
            let is_named = |function: &&Function| {
                let name = self.own_name(function);
                text.contains(&name) || told.iter().any(|one| one.contains(&name))
            };
            let Some(at) = left.iter().position(is_named) else {
                return told;
            };
            told.extend(self.own_word(left.remove(at)));
        }
    }

    /// The name by which the text speaks of it.
    fn own_name(&self, function: &Function) -> String {
        match self.procedure_of(function) {
            Some(def) => format!("resolve {}", self.procedure(def)),
            None => spaced(function.name.strip_suffix("-of").unwrap_or(&function.name)),
        }
    }

    fn procedure_of(&self, function: &Function) -> Option<&'a ProcedureDef> {
        let is_one = matches!(function.body, Body::Steps { .. });
        let mut all = self.pack.procedures.iter();
        all.find(|def| is_one && def.name == function.name)
    }

    fn own_word(&self, function: &'a Function) -> Option<String> {
        let scene = Scene {
            function,
            piece: false,
            you: None,
            role: None,
            same: [None; 2],
            fixed: [None; 2],
            others: None,
            it: None,
            given: &[],
            effect: None,
        };
        let params = (0..function.params).map(|local| self.local(scene, local));
        let params: Vec<String> = params.collect();
        if self.phrase_for(&function.name, &params).is_some() {
            return None;
        }
        let told = match &function.body {
            Body::Gives(body) if body.ty == Ty::BOOL => {
                let so = self.is_so(&function.name, &params);
                format!("{}: {}", capital(&so), self.clause(scene, body))
            }
            Body::Gives(body) => {
                let members = self.members_named(&function.name, &params, body.ty);
                let name = members.unwrap_or_else(|| self.named(&function.name, &params));
                format!("{}: {}", capital(&name), self.noun(scene, body))
            }
            Body::Steps { steps, .. } => {
                let steps = steps.iter().map(|step| self.block(scene, &step.body));
                let steps: Vec<String> = steps.filter(|step| !step.is_empty()).collect();
                format!("To {}, {}", self.own_name(function), steps.join(". "))
            }
            Body::Does(_) => return None,
        };
        Some(polished(&told))
    }
}
