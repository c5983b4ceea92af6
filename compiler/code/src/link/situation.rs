//! The situation with which one game starts: a scenario's or case's sets, board, players, pieces and rules.

use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Diagnostic, did_you_mean};
use cardwright_documents::document::{
    At, BoardDoc, CaseDoc, DocumentKind, Entries, LooseCardDoc, PieceDoc, PlayerDoc, ScenarioDoc, TableDoc,
    Tables, place_of,
};
use cardwright_documents::project::{Documents, Loaded, System};
use cardwright_documents::source::FileId;

/// The common form of scenarios and cases.
pub(crate) struct Situation<'a> {
    pub(crate) file: FileId,
    pub(crate) id: &'a At<String>,
    pub(crate) name: &'a str,
    /// The id of what gives the board: it, or the scenario from which it starts.
    pub(crate) begins: (FileId, &'a At<String>),
    /// The card sets in use, and the document that names each.
    pub(crate) sets: Vec<(FileId, &'a At<String>)>,
    pub(crate) map: Option<(FileId, &'a At<String>)>,
    pub(crate) board: Option<(FileId, &'a BoardDoc)>,
    /// Whether a game can begin with it, so that it needs a board.
    pub(crate) is_played: bool,
    pub(crate) tables: Vec<(FileId, &'a Tables)>,
    /// The players and their things: of the document, after those of the scenario from which a case starts.
    pub(crate) setups: Vec<Setup<'a>>,
    pub(crate) rules: Vec<(FileId, &'a At<String>)>,
    pub(crate) case: Option<&'a CaseDoc>,
    /// How many blanks of each kind there are besides, so that somebody can try what would be if such a thing were there.
    pub(crate) blanks: &'a [(String, usize)],
}

/// The things that one document puts on the table.
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

impl<'a> Situation<'a> {
    /// A system and card sets, with which nobody plays.
    pub(super) fn of_system(system: &'a System, sets: Vec<(FileId, &'a At<String>)>) -> Self {
        Self {
            file: system.file,
            id: &system.doc.system,
            name: &system.doc.title,
            begins: (system.file, &system.doc.system),
            sets,
            map: None,
            board: None,
            is_played: false,
            tables: Vec::new(),
            setups: Vec::new(),
            rules: Vec::new(),
            case: None,
            blanks: &[],
        }
    }

    pub(super) fn of_scenario(scenario: &'a Loaded<ScenarioDoc>) -> Self {
        let doc = &scenario.doc;
        Self {
            file: scenario.file,
            id: &doc.scenario,
            name: &doc.title,
            begins: (scenario.file, &doc.scenario),
            sets: doc.sets.iter().map(|set| (scenario.file, set)).collect(),
            map: doc.map.as_ref().map(|map| (scenario.file, map)),
            board: doc.board.as_ref().map(|board| (scenario.file, board)),
            is_played: true,
            tables: vec![(scenario.file, &doc.tables)],
            setups: vec![Setup::of_scenario(scenario)],
            rules: doc.rules.iter().map(|rules| (scenario.file, rules)).collect(),
            case: None,
            blanks: &[],
        }
    }
}

/// A case's situation; or what is wrong, which is nothing new if its scenario could not be read.
pub(super) fn situation_of_case<'a>(
    project: &'a Documents,
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
        begins: (case.file, &doc.case),
        sets: Vec::new(),
        map: doc.map.as_ref().map(|map| (case.file, map)),
        board: doc.board.as_ref().map(|board| (case.file, board)),
        is_played: true,
        tables: vec![(case.file, &doc.tables)],
        setups: Vec::new(),
        rules: Vec::new(),
        case: Some(doc),
        blanks: &[],
    };
    if let Some(scenario) = scenario {
        situation.tables.push((scenario.file, &scenario.doc.tables));
        situation
            .rules
            .extend(scenario.doc.rules.iter().map(|rules| (scenario.file, rules)));
        if starts_there {
            situation.begins = (scenario.file, &scenario.doc.scenario);
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
    let message = "a case needs either a board (`table`, `map` or `board`) and `players`, or a `scenario` \
    to start from";
    Err(vec![Diagnostic::new(
        codes::YAML,
        place_of(case.file, &doc.case),
        message,
    )])
}

fn scenario_named<'a>(
    project: &'a Documents,
    case: &Loaded<CaseDoc>,
    id: &At<String>,
) -> Result<&'a Loaded<ScenarioDoc>, Vec<Diagnostic>> {
    let is_own = |entry: &&Loaded<ScenarioDoc>| entry.doc.system.value == case.doc.system.value;
    let scenarios = project.scenarios.iter().filter(is_own);
    let found = scenarios
        .clone()
        .find(|entry| entry.doc.scenario.value == id.value);
    if let Some(scenario) = found.filter(|entry| !project.is_ill_formed(entry.file)) {
        return Ok(scenario);
    }
    if found.is_some() || project.is_unread(DocumentKind::Scenario, &id.value) {
        return Err(Vec::new());
    }
    let known = scenarios.map(|entry| entry.doc.scenario.value.as_str());
    let message = format!("there is no scenario `{}`", id.value);
    let diagnostic = Diagnostic::new(codes::UNKNOWN_SCENARIO, place_of(case.file, id), message);
    Err(vec![diagnostic.maybe_help(did_you_mean(&id.value, known))])
}
