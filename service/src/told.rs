//! The knowledge about a system from when it last compiled: its guide, its pack, its project. A text that is
//! broken for a moment takes none of it away.

use crate::habits::Habits;
use crate::tokens::TokenClass;
use cardwright_compiler::guide::{self, Guide};
use cardwright_compiler::search::Library;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use cardwright_compiler::{Compiled, Project, compile_system};

/// A system that compiled.
pub struct Told {
    /// The project as it was then.
    pub project: Project,
    /// The system's id.
    pub system: String,
    /// The system with all its card sets.
    pub compiled: Arc<Compiled>,
    /// The guide for authors of cards.
    pub guide: Guide,
    /// How often something had changed then.
    pub generation: u64,
    habits: OnceLock<Habits>,
    phrasebook: OnceLock<Library>,
    vocabulary: OnceLock<Vec<String>>,
    classes: OnceLock<BTreeMap<String, TokenClass>>,
}

impl Told {
    /// The knowledge about a system; `None` if it does not compile.
    pub(crate) fn of(project: &Project, system: &str, generation: u64) -> Option<Self> {
        let known = project.systems.get(system)?;
        let compiled = compile_system(project, known);
        let guide = guide::guide(project, known, &compiled)?;
        Some(Self {
            project: project.clone(),
            system: system.to_owned(),
            compiled,
            guide,
            generation,
            habits: OnceLock::new(),
            phrasebook: OnceLock::new(),
            vocabulary: OnceLock::new(),
            classes: OnceLock::new(),
        })
    }

    /// The habits of its rules: which word follows which.
    pub(crate) fn habits(&self) -> &Habits {
        self.habits
            .get_or_init(|| Habits::of(&self.project, &self.system, &|name| self.sort_of(name)))
    }

    /// The sort of thing that a name means, as one letter.
    pub(crate) fn sort_of(&self, name: &str) -> &'static str {
        match self.classes().get(name) {
            Some(TokenClass::Type) => "\u{1}t",
            Some(TokenClass::Procedure) => "\u{1}p",
            Some(TokenClass::Function) => "\u{1}f",
            Some(TokenClass::Property) => "\u{1}a",
            Some(TokenClass::Constant) => "\u{1}c",
            _ => "\u{1}v",
        }
    }

    /// The rows of its phrasebook.
    pub(crate) fn phrasebook(&self) -> &Library {
        self.phrasebook
            .get_or_init(|| Library::of_rows(&self.project, &self.system))
    }

    /// All names that it and its card sets declare.
    pub(crate) fn vocabulary(&self) -> &[String] {
        self.vocabulary
            .get_or_init(|| self.classes().keys().cloned().collect())
    }

    /// The class of each of its names, for colours.
    pub(crate) fn classes(&self) -> &BTreeMap<String, TokenClass> {
        self.classes.get_or_init(|| classes(&self.guide))
    }
}

/// The class of each name of a guide. Of a name that is several things the first counts.
fn classes(guide: &Guide) -> BTreeMap<String, TokenClass> {
    let mut all: Vec<(&str, TokenClass)> = Vec::new();
    let kinds = guide.kinds.iter().map(|one| one.name.as_str());
    let records = guide.records.iter().map(|one| one.name.as_str());
    let types = guide.words.iter().map(|one| one.name.as_str());
    all.extend(
        kinds
            .chain(records)
            .chain(types)
            .map(|name| (name, TokenClass::Type)),
    );
    let procedures = guide.procedures.iter().map(|one| one.name.as_str());
    let hooks = guide
        .offers
        .iter()
        .chain(&guide.effects)
        .map(|one| one.name.as_str());
    all.extend(procedures.chain(hooks).map(|name| (name, TokenClass::Procedure)));
    let defines = guide.defines.iter().map(|one| one.name.as_str());
    let values = guide.values.iter().map(|one| one.name.as_str());
    let permissions = guide.permissions.iter().map(|one| one.name.as_str());
    let calls = guide
        .calls
        .iter()
        .filter_map(|one| one.call.split(['(', ':']).next());
    let asked = defines.chain(values).chain(permissions).chain(calls);
    all.extend(asked.map(|name| (name.trim(), TokenClass::Function)));
    let facts = guide.kinds.iter().flat_map(|one| &one.facts);
    let facts = facts.chain(guide.records.iter().flat_map(|one| &one.facts));
    let facts = facts
        .chain(&guide.player)
        .chain(&guide.state)
        .map(|one| one.name.as_str());
    let tokens = guide.tokens.iter().map(|one| one.name.as_str());
    all.extend(facts.chain(tokens).map(|name| (name, TokenClass::Property)));
    let words = guide
        .words
        .iter()
        .flat_map(|one| one.words.iter().map(String::as_str));
    let faces = guide
        .dice
        .iter()
        .flat_map(|one| one.faces.iter().map(|face| face.0.as_str()));
    all.extend(words.chain(faces).map(|name| (name, TokenClass::Constant)));
    let mut classes = BTreeMap::new();
    for (name, class) in all {
        classes.entry(name.to_owned()).or_insert(class);
    }
    classes
}
