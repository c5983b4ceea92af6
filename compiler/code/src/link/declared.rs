//! A system of which everything is declared and no rule of a card is checked yet: from here the rules of each card set can be checked
//! alone. What rests on the rules of all (recursion, secrets, code) is not looked at.

use super::parts::{Part, Stage, unit_of_card, unit_of_set};
use super::situation::Situation;
use super::{Linker, sets_of};
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::CardSetDoc;
use cardwright_documents::project::{Documents, Loaded};
use cardwright_documents::source::{Location, Origin, Sources};
use cardwright_meaning::check::{Compiler, Known};

/// The declarations of a system with all its card sets, before the rules of cards are checked.
#[derive(Default)]
pub struct Declared {
    known: Known,
    /// The diagnostics of declarations.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The files as they were.
    pub(crate) sources: Sources,
}

impl Declared {
    /// Declares all that a system and its card sets say, those that cannot be read as a whole among them.
    pub fn of(project: &Documents, id: &str) -> Self {
        let Some(system) = project.systems.get(id) else {
            return Self::default();
        };
        let linker = Linker {
            project,
            system,
            situation: &Situation::of_system(system, sets_of(project, system)),
        };
        let mut compiler = Compiler::new(&project.sources, Origin::file(system.file));
        compiler.names.broken.extend(project.lost(id).unwrap_or_default());
        let mut part: Part<'_> = linker.common(&mut compiler, &project.sets_and_remains(id));
        part.leave_out_plain_rules();
        linker.declare(&mut compiler, part, Stage::FIRST);
        let (mut known, diagnostics) = compiler.into_known();
        known.settle();
        Self {
            known,
            diagnostics,
            sources: project.sources.clone(),
        }
    }

    /// The tables and trees of all declarations.
    pub(super) fn known(&self) -> &Known {
        &self.known
    }

    /// The errors of the declarations of a set and of the rules in it, at their present places.
    /// Some may stand in overlays.
    pub fn errors_in(&self, sources: &Sources, set: &Loaded<CardSetDoc>) -> Vec<Diagnostic> {
        let declarations = self.diagnostics.iter().filter(|one| set.has(one.place.file));
        let moved = |one: &Diagnostic| {
            let mut one = one.clone();
            one.move_to(&|place| self.sources.moved(place, sources));
            one
        };
        let mut found: Vec<Diagnostic> = declarations.map(moved).collect();
        found.extend(self.errors_in_rules(sources, set));
        found.sort_by_key(|one| one.place);
        found.dedup();
        found
    }

    fn errors_in_rules(&self, sources: &Sources, set: &Loaded<CardSetDoc>) -> Vec<Diagnostic> {
        let mut compiler = Compiler::resume(sources, self.known.clone(), Origin::file(set.file));
        let own = unit_of_set(set).into_iter().map(|(mut unit, _)| {
            // What is wrong with its text is told with its declarations.
            unit.owner = compiler
                .names
                .scopes()
                .set_named(&set.doc.set.value)
                .unwrap_or_default();
            (unit, Vec::new(), set.doc.rules.as_ref())
        });
        let cards = set.doc.cards.iter().enumerate().filter_map(|(at, card)| {
            let template = compiler.names.templates.get(&card.id.value).copied()?;
            let (mut unit, faults) = unit_of_card(set, at, template)?;
            unit.owner = compiler
                .names
                .scopes()
                .card_named(&card.id.value)
                .unwrap_or_default();
            Some((unit, faults, card.rules.as_ref()))
        });
        let units: Vec<_> = own.chain(cards).collect();
        for (unit, faults, text) in units {
            let first = compiler.diagnostics.len();
            compiler.diagnostics.extend(faults);
            compiler.rules(&unit);
            // What is named besides stands where it stood when it was declared, unless it is in this text.
            let file = text.and_then(|rules| rules.file).unwrap_or(set.file);
            let own = text.map_or(0..0, |rules| rules.start..rules.end);
            let is_own =
                |place: Location| place.file == file && own.start <= place.start && place.end <= own.end;
            let related = compiler.diagnostics[first..]
                .iter_mut()
                .flat_map(|one| &mut one.related);
            for (place, _) in related.filter(|(place, _)| !is_own(*place)) {
                *place = self.sources.moved(*place, sources);
            }
        }
        compiler.into_known().1
    }
}
