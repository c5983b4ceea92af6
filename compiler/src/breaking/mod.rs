//! Ways to break the content of a system, by the rules of its ledger.
//!
//! Content names a rule in a comment, or in a reading. What that is about carries the rule out; broken there, the rule no
//! longer holds, and a case that proves it must fail. Nothing here compiles or runs anything.
//!
//! | file | what lives there |
//! |---|---|
//! | `language` | breaks and comments of files of the language and of `rules:` |
//! | `facts` | breaks of numbers, words and lists in documents, and the comments there |
//! | `rules` | which rules a text names |
//! | `charges` | which breaks concern which rule |
//! | `score` | what only agents ask |

use cardwright_documents::packages::split;
use cardwright_documents::project::{Documents, System};
use cardwright_documents::source::{FileId, Location};
use std::collections::BTreeMap;

pub use cardwright_dsl::breaks::BreakKind;
pub use charges::Charges;

mod charges;
mod facts;
mod language;
mod rules;
mod score;

/// A break at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The text to replace.
    pub place: Location,
    /// The new text.
    pub with: String,
    /// The kind of the break.
    pub kind: BreakKind,
}

/// A place that is about rules.
#[derive(Clone, Debug)]
struct Scope {
    place: Location,
    rules: Vec<String>,
}

impl Scope {
    fn holds(&self, place: Location) -> bool {
        let (mine, start, end) = (self.place, place.start, place.end);
        mine.file == place.file && mine.start <= start && end <= mine.end
    }

    fn is_inside(&self, other: &Self) -> bool {
        other.holds(self.place) && self.place != other.place
    }

    fn names(&self, rule: &str) -> bool {
        self.rules.iter().any(|own| own == rule)
    }
}

/// All breaks of a system's content.
#[derive(Clone, Debug, Default)]
pub struct Breaks {
    /// The breaks, by file and place.
    pub all: Vec<Break>,
    /// For each rule that content names, the breaks that concern it. None if nothing there can be broken.
    pub of_rules: BTreeMap<String, Charges>,
    /// The content that only agents ask: the score, and the defines that nothing but the score uses.
    pub of_agents: Vec<Location>,
}

impl Breaks {
    /// The breaks of the content of a system: its own, of its libraries, card sets, maps and scenarios.
    #[must_use]
    pub fn of(project: &Documents, system: &System) -> Self {
        let mut found = Found::new(project, system);
        for file in content_of(project, system) {
            found.file(file);
        }
        found.readings();
        let of_agents = found.score();
        let of_rules = found.charges();
        Self {
            of_agents,
            of_rules,
            all: found.breaks.into_iter().map(|one| one.way).collect(),
        }
    }

    /// Whether nothing but agents asks what stands here.
    #[must_use]
    pub fn is_for_agents(&self, place: Location) -> bool {
        let holds =
            |own: &Location| own.file == place.file && own.start <= place.start && place.end <= own.end;
        self.of_agents.iter().any(holds)
    }
}

/// The files of a system, its libraries, card sets, maps and scenarios; none of packages, and none of what libraries only show as examples.
#[must_use]
pub fn content_of(project: &Documents, system: &System) -> Vec<FileId> {
    let id = &system.doc.system.value;
    let folders = ["systems", "cards", "maps", "scenarios"].map(|folder| format!("{folder}/{id}/"));
    let libraries = system.libraries.iter();
    let libraries: Vec<_> = libraries
        .filter_map(|(_, doc)| project.libraries.get(&doc.library.value))
        .collect();
    let is_example = |name: &str| {
        system.libraries.iter().any(|(_, doc)| {
            let folder = format!("libraries/{}/", doc.library.value);
            let inner = name.strip_prefix(&folder);
            inner.is_some_and(|inner| {
                inner.starts_with("cases/") || doc.needs.iter().any(|needs| needs.value == inner)
            })
        })
    };
    let inside = |file: FileId, name: &str| {
        folders.iter().any(|folder| name.starts_with(folder.as_str()))
            || (libraries.iter().any(|library| library.has(file))
                && !is_example(name)
                && split(name).is_none())
    };
    let files = project.sources.iter();
    files
        .filter(|(file, source)| inside(*file, &source.name))
        .map(|(file, _)| file)
        .collect()
}

/// A break, and what decides which rules it concerns.
struct FoundBreak {
    way: Break,
    /// The number of statements that it takes away.
    taken: usize,
    /// The token, offer, outcome or permission whose use it breaks.
    of: Option<String>,
    /// Whether smaller breaks within try the same.
    is_large: bool,
    /// Whether it is of the facts of a document, and not of rules.
    is_fact: bool,
}

/// The breaks found so far, and the places that name rules.
struct Found<'a> {
    project: &'a Documents,
    system: &'a System,
    breaks: Vec<FoundBreak>,
    scopes: Vec<Scope>,
    /// Readings name what they are about: only these breaks, whatever stands around them.
    read: Vec<(Vec<String>, Vec<Location>)>,
    /// Dice and where they are declared.
    dice: Vec<(String, Location)>,
    /// Defines and where they are declared.
    defines: Vec<(String, Location)>,
    /// Tokens, offers, outcomes and permissions, and where they are declared.
    used: Vec<(String, Location)>,
}

impl<'a> Found<'a> {
    fn new(project: &'a Documents, system: &'a System) -> Self {
        Self {
            project,
            system,
            breaks: Vec::new(),
            scopes: Vec::new(),
            read: Vec::new(),
            dice: Vec::new(),
            defines: Vec::new(),
            used: Vec::new(),
        }
    }

    fn file(&mut self, file: FileId) {
        match self.project.sources.get(file).name.ends_with(".cw") {
            true => self.language_file(file),
            false => self.document(file),
        }
    }

    /// The rules that a text names, of the system's ledger.
    fn rules_in(&self, text: &str) -> Vec<String> {
        rules::named(text, &self.system.ledger)
    }

    fn scope(&mut self, place: Location, rules: Vec<String>) {
        if !rules.is_empty() {
            self.scopes.push(Scope { place, rules });
        }
    }
}
