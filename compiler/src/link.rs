//! Puts one system, scenario or case together into a pack.

use crate::check::{Compiler, Declarer, Scopes, Suspended, Unit};
use crate::codes;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::document::{
    At, BoardDoc, CardSetDoc, CaseDoc, DocumentKind, Entries, Fact, LooseCardDoc, PieceDoc, PlayerDoc,
    ScenarioDoc, TableDoc, Tables,
};
use crate::facts::place_of;
use crate::project::{Loaded, Project, SharedLibrary, System, from_fault, put, unknown_system};
use crate::rules::Rules;
use crate::source::{FileId, Location, Origin};
use crate::tree::Program;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{Level, Pack, Title};
use cardwright_bytecode::verify::VerifiedPack;
use std::collections::{BTreeSet, VecDeque};

mod board;
mod entities;
mod main_function;
mod templates;

/// What a compilation gives: a pack if there was no error.
#[derive(Debug, Default)]
pub struct Compiled {
    /// The verified pack; none without a diagnostic means that the project's own diagnostics say why.
    pub pack: Option<VerifiedPack>,
    /// The typed trees of the pack's functions and rules; empty if there is no pack.
    pub program: Program,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// What scenarios and cases have in common.
pub(crate) struct Situation<'a> {
    pub(crate) file: FileId,
    pub(crate) id: &'a At<String>,
    pub(crate) name: &'a str,
    /// The card sets in use, and the document that names each.
    pub(crate) sets: Vec<(FileId, &'a At<String>)>,
    pub(crate) map: Option<(FileId, &'a At<String>)>,
    pub(crate) board: Option<(FileId, &'a BoardDoc)>,
    /// Whether a game can begin with it, so that it needs a board.
    pub(crate) is_played: bool,
    pub(crate) tables: Vec<(FileId, &'a Tables)>,
    /// Who plays with what: of the document, after that of the scenario from which a case starts.
    pub(crate) setups: Vec<Setup<'a>>,
    pub(crate) rules: Vec<(FileId, &'a At<String>)>,
    pub(crate) case: Option<&'a CaseDoc>,
}

impl<'a> Situation<'a> {
    /// A system and card sets, with which nobody plays.
    fn of_system(system: &'a System, sets: Vec<(FileId, &'a At<String>)>) -> Self {
        Self {
            file: system.file,
            id: &system.doc.system,
            name: &system.doc.title,
            sets,
            map: None,
            board: None,
            is_played: false,
            tables: Vec::new(),
            setups: Vec::new(),
            rules: Vec::new(),
            case: None,
        }
    }
}

/// What one document puts on the table.
pub(crate) struct Setup<'a> {
    pub(crate) file: FileId,
    pub(crate) table: Option<&'a TableDoc>,
    pub(crate) players: &'a [PlayerDoc],
    pub(crate) pieces: &'a [PieceDoc],
    pub(crate) decks: &'a Entries<Entries<At<u32>>>,
    pub(crate) cards: &'a [LooseCardDoc],
}

impl<'a> Setup<'a> {
    fn of_scenario(scenario: &'a Loaded<ScenarioDoc>) -> Self {
        let doc = &scenario.doc;
        Self {
            file: scenario.file,
            table: doc.table.as_ref(),
            players: &doc.players,
            pieces: &doc.pieces,
            decks: &doc.decks,
            cards: &doc.cards,
        }
    }

    fn of_case(case: &'a Loaded<CaseDoc>) -> Self {
        let doc = &case.doc;
        Self {
            file: case.file,
            table: doc.table.as_ref(),
            players: &doc.players,
            pieces: &doc.pieces,
            decks: &doc.decks,
            cards: &doc.cards,
        }
    }
}

/// What is wrong with a library on its own, with examples of what it needs.
#[must_use]
pub fn check_library(project: &Project, library: &SharedLibrary) -> Vec<Diagnostic> {
    if project.is_unread(DocumentKind::Library, &library.doc.library.value) {
        return Vec::new();
    }
    let system = library.alone();
    let situation = Situation::of_system(&system, Vec::new());
    let mut compiler = Compiler::new(&project.sources, Pack::default(), Origin::file(library.file));
    let linker = Linker {
        project,
        system: &system,
        situation: &situation,
    };
    linker.run(&mut compiler);
    let mut found = compiler.diagnostics;
    found.sort_by_key(|diagnostic| diagnostic.place);
    found.dedup();
    found
}

/// Compiles a system with all its card sets and no scenario.
#[must_use]
pub fn compile_system(project: &Project, system: &System) -> Compiled {
    compile_whole(project, system, |_| ())
}

/// The same; if there is no error, with what is needed to check rules of cards once more.
pub(crate) fn compile_system_keeping(project: &Project, system: &System) -> (Compiled, Option<Suspended>) {
    let mut kept = None;
    let compiled = compile_whole(project, system, |compiler| {
        kept = compiler.diagnostics.is_empty().then(|| Suspended::of(compiler));
    });
    let kept = kept.filter(|_| compiled.pack.is_some());
    (compiled, kept)
}

fn compile_whole(project: &Project, system: &System, keep: impl FnOnce(&Compiler<'_>)) -> Compiled {
    let of_system = |(name, _): &(&(String, String), &Loaded<_>)| name.0 == system.doc.system.value;
    let sets = project
        .sets
        .iter()
        .filter(of_system)
        .map(|(_, set)| (set.file, &set.doc.set))
        .collect();
    compile_and(project, system, &Situation::of_system(system, sets), keep)
}

/// Compiles a scenario.
#[must_use]
pub fn compile_scenario(project: &Project, scenario: &Loaded<ScenarioDoc>) -> Compiled {
    let doc = &scenario.doc;
    let situation = Situation {
        file: scenario.file,
        id: &doc.scenario,
        name: &doc.title,
        sets: doc.sets.iter().map(|set| (scenario.file, set)).collect(),
        map: doc.map.as_ref().map(|map| (scenario.file, map)),
        board: doc.board.as_ref().map(|board| (scenario.file, board)),
        is_played: true,
        tables: vec![(scenario.file, &doc.tables)],
        setups: vec![Setup::of_scenario(scenario)],
        rules: doc.rules.iter().map(|rules| (scenario.file, rules)).collect(),
        case: None,
    };
    with_system(project, scenario.file, &doc.system, &situation)
}

/// Compiles a conformance case.
#[must_use]
pub fn compile_case(project: &Project, case: &Loaded<CaseDoc>) -> Compiled {
    if case.doc.system.value.is_empty() {
        let place = Location {
            file: case.file,
            start: 0,
            end: 0,
        };
        let message = "the case does not say which game it belongs to";
        let help = "lay the file into `tests/conformance/<system>/`, or write `system: ID`";
        return Compiled::refused(vec![
            Diagnostic::new(codes::MISSING_KEY, place, message).help(help),
        ]);
    }
    match situation_of_case(project, case) {
        Ok(situation) => with_system(project, case.file, &case.doc.system, &situation),
        Err(diagnostics) => Compiled::refused(diagnostics),
    }
}

/// A case's situation; or what is wrong, which is nothing new if its scenario could not be read.
fn situation_of_case<'a>(
    project: &'a Project,
    case: &'a Loaded<CaseDoc>,
) -> Result<Situation<'a>, Vec<Diagnostic>> {
    let doc = &case.doc;
    let scenario = match &doc.scenario {
        Some(id) => Some(scenario_named(project, case, id)?),
        None => None,
    };
    let starts_there = starts_as_scenario(case)?;
    let mut situation = Situation {
        file: case.file,
        id: &doc.case,
        name: &doc.case.value,
        sets: Vec::new(),
        map: doc.map.as_ref().map(|map| (case.file, map)),
        board: doc.board.as_ref().map(|board| (case.file, board)),
        is_played: true,
        tables: vec![(case.file, &doc.tables)],
        setups: Vec::new(),
        rules: Vec::new(),
        case: Some(doc),
    };
    if let Some(scenario) = scenario {
        situation.tables.push((scenario.file, &scenario.doc.tables));
        situation
            .rules
            .extend(scenario.doc.rules.iter().map(|rules| (scenario.file, rules)));
        if starts_there {
            situation.map = scenario.doc.map.as_ref().map(|map| (scenario.file, map));
            situation.board = scenario.doc.board.as_ref().map(|board| (scenario.file, board));
            situation
                .sets
                .extend(scenario.doc.sets.iter().map(|set| (scenario.file, set)));
            situation.setups.push(Setup::of_scenario(scenario));
        }
    }
    situation.setups.push(Setup::of_case(case));
    situation
        .rules
        .extend(doc.rules.iter().map(|rules| (case.file, rules)));
    for set in &doc.sets {
        if situation.sets.iter().all(|(_, other)| other.value != set.value) {
            situation.sets.push((case.file, set));
        }
    }
    Ok(situation)
}

/// Whether a case starts as its scenario does: if it gives neither board nor players, and there is a scenario.
fn starts_as_scenario(case: &Loaded<CaseDoc>) -> Result<bool, Vec<Diagnostic>> {
    let doc = &case.doc;
    let has_board = doc.table.is_some() || doc.map.is_some() || doc.board.is_some();
    let whole = has_board && !doc.players.is_empty();
    let none = !has_board && doc.players.is_empty();
    if whole || (none && doc.scenario.is_some()) {
        return Ok(none);
    }
    let message = "a case gives a board (`table`, `map` or `board`) and `players`, or neither and a `scenario` from \
                   which it starts";
    Err(vec![Diagnostic::new(
        codes::YAML,
        place_of(case.file, &doc.case),
        message,
    )])
}

fn scenario_named<'a>(
    project: &'a Project,
    case: &Loaded<CaseDoc>,
    id: &At<String>,
) -> Result<&'a Loaded<ScenarioDoc>, Vec<Diagnostic>> {
    let is_own = |entry: &&Loaded<ScenarioDoc>| entry.doc.system.value == case.doc.system.value;
    let scenarios = project.scenarios.iter().filter(is_own);
    if let Some(scenario) = scenarios
        .clone()
        .find(|entry| entry.doc.scenario.value == id.value)
    {
        return Ok(scenario);
    }
    if project.is_unread(DocumentKind::Scenario, &id.value) {
        return Err(Vec::new());
    }
    let known = scenarios.map(|entry| entry.doc.scenario.value.as_str());
    let message = format!("there is no scenario `{}`", id.value);
    let diagnostic = Diagnostic::new(codes::UNKNOWN_SCENARIO, place_of(case.file, id), message);
    Err(vec![diagnostic.maybe_help(did_you_mean(&id.value, known))])
}

fn with_system(project: &Project, file: FileId, id: &At<String>, situation: &Situation<'_>) -> Compiled {
    if let Some(system) = project.systems.get(&id.value) {
        return compile(project, system, situation);
    }
    if project.is_unread(DocumentKind::System, &id.value) {
        return Compiled::default();
    }
    Compiled::refused(vec![unknown_system(project, file, id)])
}

fn compile(project: &Project, system: &System, situation: &Situation<'_>) -> Compiled {
    compile_and(project, system, situation, |_| ())
}

/// Compiles; `keep` may look at what was checked before code is made of it.
fn compile_and(
    project: &Project,
    system: &System,
    situation: &Situation<'_>,
    keep: impl FnOnce(&Compiler<'_>),
) -> Compiled {
    let sets = situation
        .sets
        .iter()
        .any(|(_, set)| project.is_unread(DocumentKind::CardSet, &set.value));
    if sets || project.is_unread(DocumentKind::System, &system.doc.system.value) {
        return Compiled::default();
    }
    let title = Title {
        system: system.doc.system.value.clone(),
        scenario: situation.id.value.clone(),
        name: situation.name.to_owned(),
    };
    let pack = Pack {
        title,
        ..Pack::default()
    };
    let mut compiler = Compiler::new(&project.sources, pack, Origin::file(situation.file));
    let linker = Linker {
        project,
        system,
        situation,
    };
    linker.run(&mut compiler);
    keep(&compiler);
    finish(compiler, place_of(situation.file, situation.id))
}

/// Makes code and verifies it, if nothing is wrong.
fn finish(compiler: Compiler<'_>, place: Location) -> Compiled {
    let Compiler {
        sources,
        mut pack,
        program,
        mut diagnostics,
        ..
    } = compiler;
    if diagnostics.is_empty() {
        let too_large = crate::emit::functions(&program, &mut pack, sources);
        diagnostics.extend(too_large.into_iter().map(function_too_large));
    }
    if !diagnostics.is_empty() {
        diagnostics.sort_by_key(|diagnostic| diagnostic.place);
        diagnostics.dedup();
        return Compiled::refused(diagnostics);
    }
    match cardwright_bytecode::verify::verify(pack) {
        Ok(pack) => Compiled {
            pack: Some(pack),
            program,
            diagnostics,
        },
        Err(error) => {
            let message = format!("the verifier refused this: {error}");
            Compiled::refused(vec![Diagnostic::new(codes::REFUSED, place, message)])
        }
    }
}

fn function_too_large(place: Location) -> Diagnostic {
    Diagnostic::new(codes::TOO_LARGE, place, "this is too long for one function")
        .help("split it into several procedures or defines")
}

impl Compiled {
    fn refused(diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            diagnostics,
            ..Self::default()
        }
    }
}

/// The tables of a document, and for each of its rows the number and the record.
type DeclaredTables<'a> = (FileId, &'a Tables, Vec<(usize, u16)>);

/// The order in which a pack is put together.
pub(crate) struct Linker<'a> {
    pub(crate) project: &'a Project,
    pub(crate) system: &'a System,
    pub(crate) situation: &'a Situation<'a>,
}

impl<'a> Linker<'a> {
    fn run(&self, compiler: &mut Compiler<'_>) {
        let sets = self.sets(compiler);
        let (scopes, owners) = scopes_of(&sets);
        compiler.names.set_scopes(scopes);
        let mut units = self.system.units.clone();
        for (set, (owner, _)) in sets.iter().zip(&owners) {
            if set.doc.rules.is_some() {
                units.push(unit(compiler, set.file, &set.rules.own, (Level::Card, *owner)));
            }
        }
        for (file, rules) in &self.situation.rules {
            let mut parsed = Rules::of_scalar(&self.project.sources.get(*file).text, rules);
            if let Some(case) = self.situation.case.filter(|_| *file == self.situation.file) {
                parsed.rename(&mut |name| put(&case.renamed, name));
            }
            units.push(unit(
                compiler,
                *file,
                &parsed,
                (Level::Scenario, Declarer::SITUATION),
            ));
        }
        // Most further errors would follow from these.
        if !compiler.diagnostics.is_empty() {
            return;
        }
        let cards: Vec<_> = sets
            .iter()
            .flat_map(|set| {
                set.doc
                    .cards
                    .iter()
                    .zip(&set.rules.cards)
                    .map(|card| (set.file, card))
            })
            .zip(owners.iter().flat_map(|owners| &owners.1))
            .collect();
        let with_rules = cards.iter().filter(|((_, (card, _)), _)| card.rules.is_some());
        let mut of_cards: Vec<Unit> = with_rules
            .map(|((file, (_, parsed)), owner)| unit(compiler, *file, parsed, (Level::Card, **owner)))
            .collect();
        compiler.built_in();
        compiler.declare_types(&units);
        compiler.declare_types(&of_cards);
        for units in [&units, &of_cards] {
            compiler.extend_words(units);
        }
        for units in [&units, &of_cards] {
            compiler.declare_fields(units);
        }
        for units in [&units, &of_cards] {
            compiler.extend_fields(units);
        }
        compiler.fields_of_templates();
        let tables = self.declare_tables(compiler, &sets, &owners);
        for ((file, (card, _)), owner) in &cards {
            compiler.names.look_as(**owner);
            compiler.declare_rows_of(*file, card);
        }
        self.board(compiler);
        // A card is of a kind, which cards may have declared too; so what they are comes after what they declare.
        let written: BTreeSet<&str> = cards
            .iter()
            .map(|((_, (card, _)), _)| card.id.value.as_str())
            .collect();
        let mut next = of_cards.iter_mut();
        let mut templates = Vec::new();
        for ((file, (card, _)), owner) in cards {
            compiler.names.look_as(*owner);
            let made = self.templates(compiler, file, card, &written);
            let template = made.first().copied();
            templates.push((file, card, *owner, made));
            if card.rules.is_some()
                && let Some(unit) = next.next()
            {
                unit.template = template;
            }
        }
        for (file, card, owner, made) in templates {
            compiler.names.look_as(owner);
            self.fill_templates(compiler, file, card, &made);
        }
        units.extend(of_cards.into_iter().filter(|unit| unit.template.is_some()));
        compiler.names.look_as(Declarer::SITUATION);
        let pieces = self.entities(compiler, &units);
        // Last, because facts may name entities.
        for (file, tables, declared) in &tables {
            compiler.names.look_as(self.owner_of(*file, &sets, &owners));
            compiler.fill_rows(*file, tables, declared);
        }
        compiler.fill_rows_within();
        compiler.declare_signatures(&units);
        check_shares(compiler, &sets, &owners);
        compiler.tell_apart();
        compiler.check_defines(&units);
        compiler.check_defaults(&units);
        for unit in &units {
            compiler.rules(unit);
        }
        for unit in &units {
            compiler.procedures(unit);
        }
        self.main_function(compiler);
        self.reserve(compiler);
        compiler.refuse_recursion(&units);
        // Functions have got their names by now.
        compiler.tell_apart();
        // A default may call defines, so these must be sound.
        compiler.reckon_defaults();
        compiler.fill_templates();
        for (number, file, piece) in pieces {
            entities::check_spaces(compiler, file, piece, number);
        }
    }

    fn sets(&self, compiler: &mut Compiler<'_>) -> Vec<&'a Loaded<CardSetDoc>> {
        let mut sets: Vec<&Loaded<CardSetDoc>> = Vec::new();
        let system = &self.system.doc.system.value;
        let mut wanted: VecDeque<(FileId, &'a At<String>)> = self.situation.sets.iter().copied().collect();
        while let Some((file, id)) = wanted.pop_front() {
            match self.project.sets.get(&(system.clone(), id.value.clone())) {
                Some(set) if sets.iter().any(|known| known.file == set.file) => {}
                Some(set) => {
                    wanted.extend(set.doc.uses.iter().map(|id| (set.file, id)));
                    sets.push(set);
                }
                None => {
                    let known = self
                        .project
                        .sets
                        .keys()
                        .filter(|key| key.0 == *system)
                        .map(|key| key.1.as_str());
                    let help = did_you_mean(&id.value, known);
                    let message = format!("there is no card set `{}` for `{system}`", id.value);
                    let place = place_of(file, id);
                    compiler.report_at(codes::UNKNOWN_SET, place, message).help = help;
                }
            }
        }
        sets
    }

    /// Where the text of a YAML scalar is.
    pub(crate) fn origin(&self, file: FileId, text: &At<String>) -> Origin {
        Origin::scalar(
            file,
            &self.project.sources.get(file).text,
            text.start,
            &text.value,
        )
    }

    /// Whose the names are that a document's tables use.
    fn owner_of(&self, file: FileId, sets: &[&'a Loaded<CardSetDoc>], owners: &[SetOwners]) -> Declarer {
        if file == self.system.file || self.system.libraries.iter().any(|one| one.0 == file) {
            return Declarer::SYSTEM;
        }
        let set = sets.iter().position(|set| set.file == file);
        set.map_or(Declarer::SITUATION, |at| owners[at].0)
    }

    /// Makes the rows of all tables known; gives each table with its rows' places, to be filled.
    fn declare_tables(
        &self,
        compiler: &mut Compiler<'_>,
        sets: &[&'a Loaded<CardSetDoc>],
        owners: &[SetOwners],
    ) -> Vec<DeclaredTables<'a>> {
        compiler.pack.rows.push(cardwright_bytecode::pack::RowDef {
            record: 0,
            id: String::new(),
            cells: Vec::new(),
        });
        let mut all: Vec<(FileId, &'a Tables)> = vec![(self.system.file, &self.system.doc.tables)];
        let libraries = self.system.libraries.iter();
        all.extend(libraries.map(|(file, doc)| (*file, &doc.tables)));
        all.extend(sets.iter().map(|set| (set.file, &set.doc.tables)));
        all.extend(self.situation.tables.iter().copied());
        all.into_iter()
            .map(|(file, tables)| {
                compiler.names.look_as(self.owner_of(file, sets, owners));
                (file, tables, compiler.declare_rows(file, tables))
            })
            .collect()
    }

    /// A fact of a document that must be of this type, a length or an angle.
    pub(crate) fn measure(compiler: &mut Compiler<'_>, file: FileId, fact: &At<Fact>, ty: Ty) -> i64 {
        compiler.fact(file, fact, ty).unwrap_or(0)
    }
}

/// Who declares the names of a set, and those of each of its cards.
type SetOwners = (Declarer, Vec<Declarer>);

/// All who declare names.
fn scopes_of(sets: &[&Loaded<CardSetDoc>]) -> (Scopes, Vec<SetOwners>) {
    let mut scopes = Scopes::default();
    let names = |list: &[At<String>]| list.iter().map(|name| name.value.clone()).collect();
    let owners = sets.iter().map(|set| {
        let doc = &set.doc;
        let owner = scopes.set(&doc.set.value, names(&doc.uses), names(&doc.shares));
        let cards = doc.cards.iter().map(|card| scopes.card(&card.id.value, owner));
        (owner, cards.collect())
    });
    let owners = owners.collect();
    (scopes, owners)
}

/// Reports what a set shares but does not have.
fn check_shares(compiler: &mut Compiler<'_>, sets: &[&Loaded<CardSetDoc>], owners: &[SetOwners]) {
    for (set, (owner, _)) in sets.iter().zip(owners) {
        for name in &set.doc.shares {
            if !compiler.names.declares(*owner, &name.value) && !compiler.names.broken.contains(&name.value) {
                let message = format!("the `rules:` of this set declare no `{}`", name.value);
                let known = compiler.names.declared_by(*owner);
                compiler
                    .report_at(codes::UNKNOWN_NAME, place_of(set.file, name), message)
                    .suggest(&name.value, known);
            }
        }
    }
}

/// The rules of a YAML scalar, with what is wrong with them reported.
fn unit(compiler: &mut Compiler<'_>, file: FileId, parsed: &Rules, of: (Level, Declarer)) -> Unit {
    let (unit, faults) = unit_and_faults(file, parsed, of);
    compiler.diagnostics.extend(faults);
    unit
}

fn unit_and_faults(
    file: FileId,
    parsed: &Rules,
    (level, owner): (Level, Declarer),
) -> (Unit, Vec<Diagnostic>) {
    let origin = Origin::with_lines(file, parsed.lines.clone());
    let faults = parsed.faults.iter().cloned();
    let faults = faults.map(|fault| from_fault(&origin, fault)).collect();
    let unit = Unit {
        origin,
        items: parsed.items.clone(),
        level,
        template: None,
        owner,
    };
    (unit, faults)
}

/// The rules of a card, which is this template, and what is wrong with their text; nothing if it has none. Whose their
/// names are, the one knows who goes on with them.
pub(crate) fn unit_of_card(
    set: &Loaded<CardSetDoc>,
    card: usize,
    template: usize,
) -> Option<(Unit, Vec<Diagnostic>)> {
    set.doc.cards.get(card)?.rules.as_ref()?;
    let of = (Level::Card, Declarer::default());
    let (mut unit, faults) = unit_and_faults(set.file, set.rules.cards.get(card)?, of);
    unit.template = Some(template);
    Some((unit, faults))
}
