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
//! | `score` | what only agents ask |

use crate::project::{Project, System};
use crate::source::{FileId, Location};
use cardwright_dsl::breaks::BreakKind;
use std::collections::{BTreeMap, BTreeSet};

mod facts;
mod language;
mod rules;
mod score;

/// What takes away more statements than these takes away more than one rule.
const MOST_TAKEN: usize = 8;

/// A break at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// What is replaced.
    pub place: Location,
    /// What stands there instead.
    pub with: String,
    /// What that does.
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
    /// For each rule that content names, the numbers of the breaks that concern it, the most direct ones first. None if
    /// nothing there can be broken.
    pub of_rules: BTreeMap<String, Vec<usize>>,
    /// What only agents ask: the score, and the defines that nothing but the score uses.
    pub of_agents: Vec<Location>,
}

impl Breaks {
    /// The breaks of the content of a system: its own, of its libraries, card sets, maps and scenarios.
    #[must_use]
    pub fn of(project: &Project, system: &System) -> Self {
        let mut found = Found::new(project, system);
        for file in content_of(project, system) {
            found.file(file);
        }
        found.readings();
        let of_agents = found.score();
        Self {
            of_agents,
            ..found.all()
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

/// The files of a system, its libraries, card sets, maps and scenarios; none of what libraries only show as examples.
#[must_use]
pub fn content_of(project: &Project, system: &System) -> Vec<FileId> {
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
            || (libraries.iter().any(|library| library.has(file)) && !is_example(name))
    };
    let files = project.sources.iter();
    files
        .filter(|(file, source)| inside(*file, &source.name))
        .map(|(file, _)| file)
        .collect()
}

/// What was found so far.
struct Found<'a> {
    project: &'a Project,
    system: &'a System,
    /// Each with the statements that it takes away, and whose use it breaks.
    breaks: Vec<(Break, usize, Option<String>)>,
    scopes: Vec<Scope>,
    /// Readings name what they are about: only these breaks, whatever stands around them.
    read: Vec<(Vec<String>, Vec<Location>)>,
    /// Dice and where they are declared.
    dice: Vec<(String, Location)>,
    /// The same of defines.
    defines: Vec<(String, Location)>,
    /// The same of tokens, offers, outcomes and permissions.
    used: Vec<(String, Location)>,
}

impl<'a> Found<'a> {
    fn new(project: &'a Project, system: &'a System) -> Self {
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

    fn all(mut self) -> Breaks {
        self.breaks
            .sort_by_key(|(one, _, _)| (one.place.file, one.place.start, one.place.end));
        let mut of_rules: BTreeMap<String, Vec<(bool, BreakKind, usize)>> = BTreeMap::new();
        for scope in &self.scopes {
            let nested: Vec<&Scope> = self
                .scopes
                .iter()
                .filter(|inner| inner.is_inside(scope))
                .collect();
            for rule in &scope.rules {
                of_rules.entry(rule.clone()).or_default();
            }
            let from = (scope.place.file, scope.place.start);
            let first = self
                .breaks
                .partition_point(|(one, _, _)| (one.place.file, one.place.start) < from);
            for (at, (one, taken, _)) in self.breaks.iter().enumerate().skip(first) {
                if one.place.file != scope.place.file || one.place.start >= scope.place.end {
                    break;
                }
                if !scope.holds(one.place) || *taken > MOST_TAKEN {
                    continue;
                }
                for rule in &scope.rules {
                    let is_of_another = nested
                        .iter()
                        .any(|inner| inner.holds(one.place) && !inner.names(rule));
                    let ways = of_rules.entry(rule.clone()).or_default();
                    ways.push((is_of_another, one.kind, at));
                }
            }
        }
        // What a declaration is good for is what uses it.
        for (name, place) in &self.used {
            for scope in self.scopes.iter().filter(|scope| scope.place == *place) {
                for rule in &scope.rules {
                    let ways = of_rules.entry(rule.clone()).or_default();
                    let uses = self.breaks.iter().enumerate();
                    let uses = uses.filter(|(_, (_, _, of))| of.as_ref() == Some(name));
                    ways.extend(uses.map(|(at, (one, _, _))| (true, one.kind, at)));
                }
            }
        }
        // What rests on a reading is not what carries the rule out, unless nothing else is.
        let placed: BTreeSet<String> = of_rules.keys().cloned().collect();
        for (rules, places) in &self.read {
            for rule in rules.iter().filter(|rule| !placed.contains(*rule)) {
                let ways = of_rules.entry(rule.clone()).or_default();
                let is_read = |place: Location| {
                    places.iter().any(|read| {
                        read.file == place.file && read.start <= place.start && place.end <= read.end
                    })
                };
                for (at, (one, _, _)) in self.breaks.iter().enumerate() {
                    if is_read(one.place) {
                        ways.push((true, one.kind, at));
                    }
                }
            }
        }
        let ordered = |(rule, mut ways): (String, Vec<(bool, BreakKind, usize)>)| {
            ways.sort_unstable();
            let mut seen = BTreeSet::new();
            ways.retain(|way| seen.insert(way.2));
            (rule, ways.into_iter().map(|way| way.2).collect())
        };
        Breaks {
            of_agents: Vec::new(),
            of_rules: of_rules.into_iter().map(ordered).collect(),
            all: self.breaks.into_iter().map(|(one, _, _)| one).collect(),
        }
    }
}
