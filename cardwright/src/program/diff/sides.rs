//! A system in one of the two versions, compiled with all its card sets, and what others ask of it.

use super::Version;
use super::levels::{Change, DOES_NOT_COMPILE};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::TemplateDef;
use cardwright_compiler::document::{CardDoc, CardSetDoc};
use cardwright_compiler::project::{Loaded, System};
use cardwright_compiler::{Compiled, Project, Severity, compile_common, compile_system};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most errors that are told of a version that does not compile.
const FIRST_ERRORS: usize = 3;

/// A system that both versions have.
pub(super) struct Pair<'a> {
    pub(super) old: Side<'a>,
    pub(super) new: Side<'a>,
}

impl Pair<'_> {
    pub(super) fn id(&self) -> &str {
        &self.new.system.doc.system.value
    }
}

/// A system in one version.
pub(super) struct Side<'a> {
    pub(super) project: &'a Project,
    pub(super) system: &'a System,
    /// With all its card sets; it has a pack.
    pub(super) compiled: Arc<Compiled>,
    /// The system alone.
    pub(super) alone: Pack,
    /// Its trees.
    pub(super) program: cardwright_compiler::Program,
}

/// A card or piece as it is printed.
#[derive(Clone, Copy)]
pub(super) struct Card<'a> {
    pub(super) set: &'a str,
    pub(super) file: &'a str,
    pub(super) kind: &'a str,
    pub(super) doc: &'a CardDoc,
    pub(super) def: &'a TemplateDef,
    /// Its place among the templates of the pack.
    pub(super) place: usize,
}

impl Card<'_> {
    /// Whether this is the entry of the kind that the document names: one of several, if the card brings others with it.
    pub(super) fn is_main(&self) -> bool {
        self.kind == self.doc.kind.value
    }

    /// How changes name it.
    pub(super) fn about(&self) -> String {
        match self.is_main() {
            true => format!("{}/{}", self.set, self.def.id),
            false => format!("{}/{} ({})", self.set, self.def.id, self.kind),
        }
    }
}

/// Cards by id and kind.
pub(super) type Cards<'a> = BTreeMap<(&'a str, &'a str), Card<'a>>;

impl<'a> Side<'a> {
    /// The system of an id, or why it does not compile.
    pub(super) fn of(project: &'a Project, id: &str) -> Result<Self, Vec<String>> {
        let system = project
            .systems
            .get(id)
            .ok_or_else(|| vec!["it has errors of form".to_owned()])?;
        let own = project
            .diagnostics
            .iter()
            .filter(|one| one.code.severity == Severity::Error);
        let own = own.filter(|one| super::documents::belongs(project, id, one.place.file));
        let compiled = compile_system(project, system);
        let later = compiled
            .diagnostics
            .iter()
            .filter(|one| one.code.severity == Severity::Error);
        let told: Vec<String> = own
            .chain(later)
            .take(FIRST_ERRORS)
            .map(|one| format!("{}: {}", project.sources.get(one.place.file).name, one.message))
            .collect();
        let alone = compile_common(project, system, &[]);
        match alone {
            Some((alone, program)) if told.is_empty() && compiled.pack.is_some() => Ok(Self {
                project,
                system,
                compiled,
                alone,
                program,
            }),
            _ => Err(told),
        }
    }

    pub(super) fn id(&self) -> &'a str {
        &self.system.doc.system.value
    }

    /// The pack with all card sets.
    pub(super) fn pack(&self) -> &Pack {
        // `Side::of` gives nothing without one.
        self.compiled.pack.as_ref().map_or(&self.alone, |pack| pack)
    }

    /// Its card sets by their ids.
    pub(super) fn sets(&self) -> impl Iterator<Item = (&'a str, &'a Loaded<CardSetDoc>)> + use<'a> {
        let id = self.id();
        let sets = self
            .project
            .sets
            .iter()
            .filter(move |((system, _), _)| system == id);
        sets.map(|((_, set), loaded)| (set.as_str(), loaded))
    }

    /// What is printed.
    pub(super) fn cards(&self) -> Cards<'_> {
        let docs: BTreeMap<&str, (&str, &str, &CardDoc)> = self
            .sets()
            .flat_map(|(set, loaded)| {
                let file = self.project.sources.get(loaded.file).name.as_str();
                let cards = loaded.doc.cards.iter();
                cards.map(move |card| (card.id.value.as_str(), (set, file, card)))
            })
            .collect();
        let pack = self.pack();
        let templates = pack.templates.iter().enumerate();
        templates
            .filter_map(|(place, def)| {
                let (set, file, doc) = *docs.get(def.id.as_str())?;
                let kind = pack.kinds.get(usize::from(def.kind))?.name.as_str();
                let card = Card {
                    set,
                    file,
                    kind,
                    doc,
                    def,
                    place,
                };
                Some(((def.id.as_str(), kind), card))
            })
            .collect()
    }
}

/// That a version of a system cannot be looked into.
pub(super) fn broken(version: &Version, system: &str, why: &[String]) -> Change {
    let text = format!("in {}: {}", version.name, why.join("; "));
    Change::new(DOES_NOT_COMPILE, system, "").saying(text)
}
