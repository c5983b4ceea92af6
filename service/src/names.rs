//! The meaning of each name in a file: in rules from the compiler, in documents from their ids.

use crate::place::Place;
use crate::workspace::Workspace;
use cardwright_compiler::document::At;
use cardwright_compiler::source::{FileId, Location};
use cardwright_compiler::{NameUse, Project, Sources, uses_of_case, uses_of_scenario, uses_of_system};
use std::collections::BTreeMap;

/// A name, and what it means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The place of the name.
    pub place: Place,
    /// The place of the declaration; `None` if every system has it.
    pub declared: Option<Place>,
    /// Its name where it is declared.
    pub name: String,
    /// The sort of thing it means: `define`, `field`, `card`.
    pub what: &'static str,
    /// Its type as a designer writes it; empty, if it has none.
    pub ty: String,
}

impl Use {
    fn of(sources: &Sources, found: NameUse) -> Self {
        Self {
            place: Place::of(sources, found.place),
            declared: found.declared.map(|at| Place::of(sources, at)),
            name: found.name,
            what: found.what,
            ty: found.ty,
        }
    }
}

/// The names of some files.
#[derive(Clone, Debug, Default)]
pub struct Names {
    by_file: BTreeMap<String, Vec<Use>>,
}

impl Names {
    fn add(&mut self, one: Use) {
        // A name in a text that a library gives under another one, or that YAML writes otherwise, stays out.
        self.by_file.entry(one.place.file.clone()).or_default().push(one);
    }

    fn settle(&mut self) {
        for uses in self.by_file.values_mut() {
            uses.sort();
            uses.dedup();
        }
    }

    /// The name at a byte of a file; of several the one with the shortest text.
    #[must_use]
    pub fn at(&self, file: &str, at: usize) -> Option<&Use> {
        let uses = self.by_file.get(file)?;
        let touched = uses.iter().filter(|one| one.place.touches(at));
        touched.min_by_key(|one| (one.place.bytes().len(), one.declared.as_ref() == Some(&one.place)))
    }

    /// The names in a file, in the order of its text.
    #[must_use]
    pub fn of_file(&self, file: &str) -> &[Use] {
        self.by_file.get(file).map_or(&[], Vec::as_slice)
    }

    /// All names that mean what is declared at a place.
    pub fn meaning(&self, declared: &Place) -> impl Iterator<Item = &Use> {
        let all = self.by_file.values().flatten();
        all.filter(move |one| one.declared.as_ref() == Some(declared))
    }
}

/// The systems to whose rules a file belongs, or whose libraries it is of.
pub(crate) fn systems_of(project: &Project, file: &str) -> Vec<String> {
    let mut parts = file.split('/');
    let system = match (parts.next(), parts.next(), parts.next()) {
        (Some("tests"), Some("conformance"), Some(system)) => system,
        (Some("libraries"), Some(library), Some(_)) => {
            let uses = |system: &&String| {
                let known = project.systems.get(*system);
                known.is_some_and(|one| one.libraries.iter().any(|(_, doc)| doc.library.value == library))
            };
            return project.systems.keys().filter(uses).cloned().collect();
        }
        (Some(_), Some(system), Some(_)) => system,
        _ => return Vec::new(),
    };
    let is_known = project.systems.contains_key(system);
    is_known.then(|| system.to_owned()).into_iter().collect()
}

/// The names in a file: alone if it is a scenario or case, otherwise with all of its system.
#[must_use]
pub fn names_of(workspace: &Workspace, file: &str) -> std::sync::Arc<Names> {
    let project = workspace.project();
    let Some(id) = project.sources.named(file) else {
        return std::sync::Arc::default();
    };
    let Some(system) = systems_of(project, file).into_iter().next() else {
        return std::sync::Arc::default();
    };
    let of_system = workspace.remembered_names(&system);
    match situation_of(project, id, &of_system) {
        Some(found) => std::sync::Arc::new(found),
        None => of_system,
    }
}

/// The names of a scenario or case.
fn situation_of(project: &Project, file: FileId, of_system: &Names) -> Option<Names> {
    let mut names = Names::default();
    let sources = &project.sources;
    if let Some(scenario) = project.scenarios.iter().find(|one| one.file == file) {
        let found = uses_of_scenario(project, scenario);
        found.into_iter().for_each(|one| names.add(Use::of(sources, one)));
    } else {
        let case = project.cases.iter().find(|one| one.file == file)?;
        let found = uses_of_case(project, case);
        found.into_iter().for_each(|one| names.add(Use::of(sources, one)));
    }
    let ids = ids_of(project, file, of_system);
    ids.into_iter().for_each(|one| names.add(one));
    names.settle();
    Some(names)
}

/// The names in the rules, facts and ids of a system, its card sets and its maps.
pub(crate) fn names_of_system(project: &Project, system: &str) -> Names {
    let mut names = Names::default();
    if let Some(system) = project.systems.get(system) {
        let found = uses_of_system(project, system);
        found
            .into_iter()
            .for_each(|one| names.add(Use::of(&project.sources, one)));
    }
    let sets = project.sets.iter().filter(|(key, _)| key.0 == system);
    let ids: Vec<Use> = sets
        .flat_map(|(_, set)| ids_of(project, set.file, &names))
        .collect();
    ids.into_iter().for_each(|one| names.add(one));
    names.settle();
    names
}

/// The names in the documents of a system, and in those scenarios and cases whose texts have a word.
#[must_use]
pub fn all_names(project: &Project, system: &str, word: &str) -> Names {
    let mut names = names_of_system(project, system);
    let scenarios = project
        .scenarios
        .iter()
        .filter(|one| one.doc.system.value == system);
    let scenarios = scenarios.map(|one| one.file);
    let cases = project.cases.iter().filter(|one| one.doc.system.value == system);
    let files: Vec<FileId> = scenarios.chain(cases.map(|one| one.file)).collect();
    let of_system = names.clone();
    let has_word = |file: &FileId| project.sources.get(*file).text.contains(word);
    for file in files.into_iter().filter(has_word) {
        let found = situation_of(project, file, &of_system).unwrap_or_default();
        found
            .by_file
            .into_values()
            .flatten()
            .for_each(|one| names.add(one));
    }
    names.settle();
    names
}

/// A search for ids in a document, and for their declarations.
struct Ids<'a> {
    project: &'a Project,
    system: &'a str,
    file: FileId,
    /// The names that the rules of the system declare.
    declared: &'a Names,
    found: Vec<Use>,
}

impl Ids<'_> {
    /// A name of something that rules declare.
    fn thing(&mut self, at: &At<String>, what: &'static str) {
        let declared = self.declared.by_file.values().flatten();
        let mut own = declared.filter(|one| one.what == what && one.name == at.value);
        let found = own.find(|one| one.declared.as_ref() == Some(&one.place));
        if let Some(place) = found.and_then(|one| one.declared.clone()) {
            let name = at.value.clone();
            self.found.push(Use {
                place: self.place(self.file, at),
                declared: Some(place),
                name,
                what,
                ty: String::new(),
            });
        }
    }

    fn place(&self, file: FileId, at: &At<String>) -> Place {
        let (start, end) = (at.start, at.end);
        let place = Place::of(&self.project.sources, Location { file, start, end });
        bare(&self.project.sources.get(file).text, place)
    }

    fn add(&mut self, at: &At<String>, what: &'static str, declared: Option<(FileId, &At<String>)>) {
        let Some((file, id)) = declared else { return };
        let one = Use {
            place: self.place(self.file, at),
            declared: Some(self.place(file, id)),
            name: id.value.clone(),
            what,
            ty: String::new(),
        };
        self.found.push(one);
    }

    fn card(&mut self, at: &At<String>) {
        let project = self.project;
        let sets = project.sets.iter().filter(|(key, _)| key.0 == self.system);
        let mut cards = sets.flat_map(|(_, set)| set.doc.cards.iter().map(move |card| (set.file, &card.id)));
        let found = cards.find(|(_, id)| id.value == at.value);
        self.add(at, "card", found);
    }

    fn set(&mut self, at: &At<String>) {
        let project = self.project;
        let set = project.sets.get(&(self.system.to_owned(), at.value.clone()));
        self.add(at, "card set", set.map(|set| (set.file, &set.doc.set)));
    }

    fn map(&mut self, at: &At<String>) {
        let project = self.project;
        let map = project.maps.get(&(self.system.to_owned(), at.value.clone()));
        self.add(at, "map", map.map(|map| (map.file, &map.doc.map)));
    }

    fn system(&mut self, at: &At<String>) {
        let project = self.project;
        let system = project.systems.get(&at.value);
        self.add(
            at,
            "system",
            system.map(|system| (system.file, &system.doc.system)),
        );
    }

    fn scenario(&mut self, at: &At<String>) {
        let project = self.project;
        let mut all = project.scenarios.iter();
        let found = all.find(|one| one.doc.system.value == self.system && one.doc.scenario.value == at.value);
        self.add(at, "scenario", found.map(|one| (one.file, &one.doc.scenario)));
    }

    /// An id of this document itself.
    fn own(&mut self, at: &At<String>, what: &'static str, ids: &[&At<String>]) {
        let file = self.file;
        let found = ids.iter().find(|id| id.value == at.value);
        self.add(at, what, found.map(|id| (file, *id)));
    }
}

/// A place without the quotes of its text.
fn bare(text: &str, mut place: Place) -> Place {
    let written = text.get(place.bytes()).unwrap_or_default();
    let trimmed = written.trim_end();
    place.end = place.start + trimmed.len();
    let is_quoted = trimmed.len() > 1 && trimmed.starts_with(['"', '\'']) && trimmed.ends_with(['"', '\'']);
    if is_quoted {
        (place.start, place.end) = (place.start + 1, place.end - 1);
    }
    place
}

/// The ids that a document declares and names.
fn ids_of(project: &Project, file: FileId, declared: &Names) -> Vec<Use> {
    let new = |system| Ids {
        project,
        system,
        file,
        declared,
        found: Vec::new(),
    };
    if let Some(set) = project.sets.values().find(|one| one.file == file) {
        let mut ids = new(&set.doc.system.value);
        ids.set(&set.doc.set);
        ids.system(&set.doc.system);
        set.doc.uses.iter().for_each(|id| ids.set(id));
        for card in &set.doc.cards {
            ids.card(&card.id);
            ids.thing(&card.kind, "kind");
        }
        set.doc
            .tables
            .0
            .iter()
            .for_each(|(record, _)| ids.thing(record, "record"));
        return ids.found;
    }
    if let Some(scenario) = project.scenarios.iter().find(|one| one.file == file) {
        let doc = &scenario.doc;
        let mut ids = new(&doc.system.value);
        ids.system(&doc.system);
        ids.scenario(&doc.scenario);
        doc.map.iter().for_each(|id| ids.map(id));
        doc.sets.iter().for_each(|id| ids.set(id));
        let table = Table {
            players: &doc.players,
            pieces: &doc.pieces,
            decks: &doc.decks,
            cards: &doc.cards,
        };
        table.ids(&mut ids);
        return ids.found;
    }
    let Some(case) = project.cases.iter().find(|one| one.file == file) else {
        return Vec::new();
    };
    let doc = &case.doc;
    let mut ids = new(&doc.system.value);
    doc.map.iter().for_each(|id| ids.map(id));
    doc.scenario.iter().for_each(|id| ids.scenario(id));
    doc.sets.iter().for_each(|id| ids.set(id));
    let table = Table {
        players: &doc.players,
        pieces: &doc.pieces,
        decks: &doc.decks,
        cards: &doc.cards,
    };
    table.ids(&mut ids);
    ids.found
}

/// The things that a scenario or case puts on the table.
struct Table<'a> {
    players: &'a [cardwright_compiler::document::PlayerDoc],
    pieces: &'a [cardwright_compiler::document::PieceDoc],
    decks: &'a cardwright_compiler::document::Entries<cardwright_compiler::document::Entries<At<u32>>>,
    cards: &'a [cardwright_compiler::document::LooseCardDoc],
}

impl Table<'_> {
    fn ids(&self, ids: &mut Ids<'_>) {
        let players: Vec<&At<String>> = self.players.iter().map(|player| &player.id).collect();
        let pieces: Vec<&At<String>> = self.pieces.iter().map(|piece| &piece.id).collect();
        for player in self.players {
            ids.own(&player.id, "player", &players);
            player
                .tokens
                .0
                .iter()
                .for_each(|(token, _)| ids.thing(token, "token"));
        }
        for piece in self.pieces {
            ids.own(&piece.id, "piece", &pieces);
            ids.card(&piece.template);
            piece.cards.iter().for_each(|id| ids.card(id));
            piece
                .tokens
                .0
                .iter()
                .for_each(|(token, _)| ids.thing(token, "token"));
            piece.owner.iter().for_each(|id| ids.own(id, "player", &players));
        }
        for (deck, cards) in &self.decks.0 {
            ids.thing(deck, "deck");
            cards.0.iter().for_each(|(id, _)| ids.card(id));
        }
        for card in self.cards {
            ids.card(&card.template);
            card.tokens
                .0
                .iter()
                .for_each(|(token, _)| ids.thing(token, "token"));
            card.owner.iter().for_each(|id| ids.own(id, "player", &players));
            card.holder.iter().for_each(|id| ids.own(id, "piece", &pieces));
        }
    }
}
