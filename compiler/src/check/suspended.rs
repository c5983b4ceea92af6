//! A compilation between two texts: everything is declared, and rules can still be checked.

use super::outside::comes_back;
use super::{Compiler, Known, Unit};
use crate::analysis::secrets;
use crate::diagnostic::Diagnostic;
use crate::emit;
use crate::source::{Origin, Sources};
use cardwright_bytecode::pack::Home;
use std::collections::{BTreeMap, HashSet};

/// What a compiler knew when it had checked everything without an error.
///
/// Rules that are checked later come behind all others, and those in whose place they stand no longer count. So no
/// pack can be made of it, but every rule finds what it can name.
#[derive(Default)]
pub(crate) struct Suspended {
    known: Known,
    /// The rules of each template.
    rules: BTreeMap<usize, Vec<usize>>,
    /// Rules that no longer count.
    gone: HashSet<usize>,
}

impl Suspended {
    /// Keeps what is known.
    pub(crate) fn of(known: Known) -> Self {
        let mut rules: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, rule) in known.pack.rules.iter().enumerate() {
            if let Home::Template(template) = rule.home {
                rules.entry(template.place()).or_default().push(at);
            }
        }
        Self {
            known,
            rules,
            gone: HashSet::new(),
        }
    }

    /// The number of a card or piece.
    pub(crate) fn template(&self, id: &str) -> Option<usize> {
        self.known.names.templates.get(id).copied()
    }

    /// Checks rules, none of which declares anything, instead of those that a template has. Gives what is wrong with them;
    /// nothing if that cannot be said without looking at everything.
    pub(crate) fn check_rules(
        &mut self,
        sources: &Sources,
        template: usize,
        unit: &Unit,
    ) -> Option<Vec<Diagnostic>> {
        // An effect without a name is declared where its rule stands.
        let mut unnamed = self.known.program.unnamed.values();
        if unnamed.any(|card| *card == Some(template)) {
            return None;
        }
        self.leave_out(template);
        let first_rule = self.known.pack.rules.len();
        let first_function = self.known.program.functions.len();
        let mut found = self.resumed(sources, unit)?;
        let Known { pack, program, .. } = &mut self.known;
        if found.is_empty() {
            found.extend(secrets::told(pack, program, first_function));
        }
        let new = program.functions.tail(first_function);
        pack.functions.extend(emit::signatures(new));
        let counts = |rule: usize| !self.gone.contains(&rule);
        let is_clear = found.is_empty()
            && emit::too_large(new, pack, sources).is_empty()
            && !comes_back(pack, program, first_rule, counts);
        if is_clear {
            let rules = (first_rule..pack.rules.len()).collect();
            self.rules.insert(template, rules);
            return Some(found);
        }
        pack.rules.truncate(first_rule);
        program.rules.truncate(first_rule);
        pack.functions.truncate(first_function);
        program.functions.truncate(first_function);
        self.known.names.broken.clear();
        (!found.is_empty()).then_some(found)
    }

    /// Lets the rules of a template no longer count.
    pub(crate) fn leave_out(&mut self, template: usize) {
        self.gone
            .extend(self.rules.remove(&template).into_iter().flatten());
    }

    /// What is wrong with the rules of a card; nothing if they change what is known of the rest.
    fn resumed(&mut self, sources: &Sources, unit: &Unit) -> Option<Vec<Diagnostic>> {
        let origin = Origin::file(unit.origin.file_id());
        let unnamed = self.known.program.unnamed.len();
        let mut compiler = Compiler::resume(sources, std::mem::take(&mut self.known), origin);
        let mut unit = unit.clone();
        let card = unit
            .template
            .and_then(|template| compiler.pack.templates.get(template));
        let owner = card.and_then(|card| compiler.names.scopes().card_named(&card.id));
        unit.owner = owner.unwrap_or_default();
        compiler.rules(&unit);
        let is_alone = !compiler.is_reopened && compiler.program.unnamed.len() == unnamed;
        let found;
        (self.known, found) = compiler.into_known();
        is_alone.then_some(found)
    }
}
