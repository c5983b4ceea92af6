//! The content to export, compiled once and told by names; all formats are written from it.

use crate::asked::Part;
use crate::digest::hex;
use crate::facts::{self, Rows};
use crate::lower::{Lowering, Own, declarations, windows};
use crate::model::document::{CARDS, MAP, RULES, SCENARIO, SYSTEM};
use crate::model::facts::{Board, Card, Cards, LedgerRule, Map, SetName, Simulate, System, Vocabulary};
use crate::model::rules::{Rules, Windows};
use crate::model::scenario::{Play, Scenario, Table};
use crate::names::{Known, Names, text};
use crate::state::Seen;
use cardwright_bytecode::Pack;
use cardwright_bytecode::board::Shape;
use cardwright_bytecode::container::content_hash;
use cardwright_bytecode::pack::{Home, Id, TemplateDef};
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::document::ScenarioDoc;
use cardwright_compiler::project::{Loaded, Simulate as Carried};
use cardwright_compiler::source::FileId;
use cardwright_compiler::wording::{TO_BE_WRITTEN, Wording, phrases_of_card};
use cardwright_compiler::{
    Compiled, Diagnostic, Program, Project, compile_map, compile_scenario, compile_system, project,
};
use cardwright_core::{Content, Game};
use rayon::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// The content of an export.
pub struct Book<'p> {
    /// The project.
    pub project: &'p Project,
    /// Its systems, as far as they are asked for, sorted by id.
    pub systems: Vec<SystemBook<'p>>,
}

/// A system, all of it or a part, by names.
pub struct SystemBook<'p> {
    /// The part of it that is exported.
    pub(crate) part: Part,
    pub(crate) doc: &'p project::System,
    pub(crate) pack: VerifiedPack,
    pub(crate) known: Known,
    /// The rows of the system and its sets, by their records.
    rows: Rows,
    /// The system.
    pub system: System,
    /// Its rules.
    pub rules: Rules,
    /// Its window graph.
    pub windows: Windows,
    /// Its card sets that are exported.
    pub sets: Vec<Cards>,
    /// Its maps that are exported.
    pub maps: Vec<Map>,
    /// Its scenarios that are exported.
    pub scenarios: Vec<Scenario>,
    /// The content of their games, by their ids.
    pub(crate) contents: BTreeMap<String, Arc<Content>>,
}

/// A scenario or case that is compiled, with its names.
pub(crate) struct Played {
    pub(crate) content: Arc<Content>,
    pub(crate) program: Program,
    pub(crate) names: Names,
    /// How many rows, the first ones, it has in common with all that plays with its sets.
    common_rows: usize,
}

/// Why there is no book: what is wrong with the content.
pub type Wrong = Vec<Diagnostic>;

impl Played {
    /// A scenario or case as content, with the ids that its system has.
    pub(crate) fn of(
        project: &Project,
        system: &str,
        known: &Known,
        compiled: Compiled,
        sets: &[String],
    ) -> Result<Self, Wrong> {
        let Compiled {
            pack,
            program,
            diagnostics,
        } = compiled;
        let pack = pack.ok_or(diagnostics)?;
        let common = known.common(project, system, sets).ok_or_else(Vec::new)?;
        let names = Names::of_play(&pack, &program, known, &common);
        Ok(Self {
            common_rows: common.rows(&pack),
            content: Content::new(pack),
            program,
            names,
        })
    }
}

impl<'p> Book<'p> {
    /// Compiles what is asked for.
    ///
    /// # Errors
    /// If the content has errors; it returns all of them.
    pub fn of(project: &'p Project, parts: BTreeMap<String, Part>) -> Result<Self, Wrong> {
        let parts: Vec<(String, Part)> = parts.into_iter().collect();
        let books: Vec<Result<SystemBook<'p>, Wrong>> = parts
            .into_par_iter()
            .filter_map(|(id, part)| Some(SystemBook::of(project, project.systems.get(&id)?, part)))
            .collect();
        Ok(Self {
            project,
            systems: books.into_iter().collect::<Result<_, _>>()?,
        })
    }
}

impl<'p> SystemBook<'p> {
    fn of(project: &'p Project, doc: &'p project::System, part: Part) -> Result<Self, Wrong> {
        let compiled = compile_system(project, doc);
        let (pack, program) = (compiled.pack.clone(), compiled.program.clone());
        let pack = pack.ok_or_else(|| compiled.diagnostics.clone())?;
        let names = Names::of_system(&pack, &program);
        let known = Known::of(&names);
        let id = doc.doc.system.value.clone();
        let all = Lowering {
            pack: &pack,
            program: &program,
            sources: &project.sources,
            names: &names,
            own: None,
        };
        let told = Teller::new(project, doc, &pack, &program);
        let rules = Rules {
            document: RULES.head(),
            system: id.clone(),
            declarations: declarations(&all, &|rule| told.rule(rule)),
        };
        let system = system(project, doc, &pack, &names);
        let mut book = Self {
            rows: facts::rows(&system.vocabulary),
            system,
            windows: windows(&all, &id),
            sets: cards(project, doc, &pack, &names, &rules, &told, &part),
            rules,
            maps: Vec::new(),
            scenarios: Vec::new(),
            contents: BTreeMap::new(),
            part,
            doc,
            known,
            pack,
        };
        book.maps = book.maps(project)?;
        for (scenario, content) in book.scenarios(project)? {
            book.contents.insert(scenario.id.clone(), content);
            book.scenarios.push(scenario);
        }
        Ok(book)
    }

    fn maps(&self, project: &Project) -> Result<Vec<Map>, Wrong> {
        let id = &self.system.id;
        let maps = project.maps.par_iter().filter(|(key, _)| key.0 == *id);
        let maps = maps.filter(|(key, _)| self.part.has_map(&key.1));
        maps.map(|((_, name), map)| {
            let compiled = compile_map(project, map);
            let pack = compiled.pack.ok_or(compiled.diagnostics)?;
            let spaces = facts::spaces(&pack);
            Ok(spaces.map(|board| Map {
                document: MAP.head(),
                system: id.clone(),
                id: name.clone(),
                title: map.doc.title.clone(),
                board,
            }))
        })
        .filter_map(Result::transpose)
        .collect()
    }

    /// The hash that identifies its rules and cards.
    #[must_use]
    pub fn content_hash(&self) -> String {
        hex(&content_hash(&self.pack))
    }

    /// The scenarios of the system that are exported, as documents.
    pub(crate) fn asked_scenarios<'a>(
        &'a self,
        project: &'a Project,
    ) -> impl Iterator<Item = &'a Loaded<ScenarioDoc>> {
        let all = project.scenarios.iter();
        all.filter(|scenario| {
            scenario.doc.system.value == self.system.id
                && self.part.has_scenario(&scenario.doc.scenario.value)
        })
    }

    fn scenarios(&self, project: &Project) -> Result<Vec<(Scenario, Arc<Content>)>, Wrong> {
        let asked: Vec<&Loaded<ScenarioDoc>> = self.asked_scenarios(project).collect();
        let mut scenarios = asked
            .into_par_iter()
            .map(|scenario| self.scenario(project, scenario))
            .collect::<Result<Vec<(Scenario, Arc<Content>)>, Wrong>>()?;
        scenarios.sort_by(|(one, _), (other, _)| one.id.cmp(&other.id));
        Ok(scenarios)
    }

    fn scenario(
        &self,
        project: &Project,
        scenario: &Loaded<ScenarioDoc>,
    ) -> Result<(Scenario, Arc<Content>), Wrong> {
        let compiled = compile_scenario(project, scenario);
        let doc = &scenario.doc;
        let sets: Vec<String> = doc.sets.iter().map(|set| set.value.clone()).collect();
        let played = Played::of(project, &self.system.id, &self.known, compiled, &sets)?;
        let game = Game::new(&played.content, 0);
        let told = Scenario {
            document: SCENARIO.head(),
            system: self.system.id.clone(),
            id: doc.scenario.value.clone(),
            title: doc.title.clone(),
            play: self.play(
                project,
                scenario.file,
                &played,
                Seen::first(&game, &played.names),
                sets,
                doc.map.as_ref().map(|map| map.value.clone()),
            ),
        };
        Ok((told, played.content))
    }

    /// The game that is played, before anything happened.
    pub(crate) fn play(
        &self,
        project: &Project,
        file: FileId,
        played: &Played,
        seen: Seen,
        sets: Vec<String>,
        map: Option<String>,
    ) -> Play {
        let Played {
            content,
            program,
            names,
            ..
        } = played;
        let pack = content.pack();
        let system = &self.rules.declarations.procedures;
        let own = Own::of(file, &self.known, system, played);
        let all = Lowering {
            pack,
            program,
            sources: &project.sources,
            names,
            own: Some(&own),
        };
        let told = Teller::new(project, self.doc, pack, program);
        let table = pack.setup.table;
        let is_plane = pack.setup.board.shape == Shape::Plane;
        Play {
            sets,
            table: is_plane.then_some(Table {
                width: i64::from(table.width),
                length: i64::from(table.length),
            }),
            spaces: if map.is_some() { None } else { facts::spaces(pack) },
            map,
            start: seen.state(),
            vocabulary: self.added(played),
            declarations: declarations(&all, &|rule| told.rule(rule)),
            main: all.function(pack.main),
        }
    }

    /// The words, records, kinds and tokens of a scenario or case that are not as in the system.
    fn added(&self, played: &Played) -> Vocabulary {
        let known = &self.system.vocabulary;
        let mut own = facts::vocabulary_but(
            played.content.pack(),
            &played.names,
            &self.rows,
            played.common_rows,
        );
        own.words.retain(|words| !known.words.contains(words));
        own.records.retain(|record| {
            let earlier = known.records.iter().find(|earlier| earlier.id == record.id);
            !record.rows.is_empty() || earlier.is_none_or(|earlier| earlier.fields != record.fields)
        });
        own.kinds.retain(|kind| !known.kinds.contains(kind));
        own.states.retain(|state| !known.states.contains(state));
        own.tokens.retain(|token| !known.tokens.contains(token));
        own.dice.retain(|die| !known.dice.contains(die));
        own
    }
}

/// Tells rules in plain words.
pub(crate) struct Teller<'a> {
    project: &'a Project,
    system: &'a project::System,
    pack: &'a Pack,
    program: &'a Program,
    /// The phrases of the cards that were told so far, and of what is no card's.
    phrases: RefCell<BTreeMap<Option<Id<TemplateDef>>, Rc<Phrases>>>,
}

type Phrases = BTreeMap<String, String>;

impl<'a> Teller<'a> {
    fn new(project: &'a Project, system: &'a project::System, pack: &'a Pack, program: &'a Program) -> Self {
        Self {
            project,
            system,
            pack,
            program,
            phrases: RefCell::default(),
        }
    }

    fn phrases(&self, card: Option<Id<TemplateDef>>) -> Rc<Phrases> {
        if let Some(known) = self.phrases.borrow().get(&card) {
            return Rc::clone(known);
        }
        let id = card.and_then(|card| self.pack.templates.find(card));
        let id = id.map_or("", |card| card.id.as_str());
        let phrases = Rc::new(phrases_of_card(self.project, self.system, id));
        self.phrases.borrow_mut().insert(card, Rc::clone(&phrases));
        phrases
    }

    fn rule(&self, rule: usize) -> String {
        let home = self.pack.rules.get(rule).map(|rule| rule.home);
        let card = match home {
            Some(Home::Template(card)) => Some(card),
            _ => None,
        };
        Wording::new(self.pack, self.program, &self.phrases(card)).rule(rule)
    }

    fn card(&self, card: u32) -> Vec<String> {
        Wording::new(self.pack, self.program, &self.phrases(Some(Id::new(card)))).card(card)
    }
}

fn system(project: &Project, system: &project::System, pack: &Pack, names: &Names) -> System {
    let doc = &system.doc;
    let id = &doc.system.value;
    let board = &pack.setup.board;
    let sets = project.sets.iter().filter(|(key, _)| key.0 == *id);
    let maps = project.maps.keys().filter(|key| key.0 == *id);
    let scenarios = project.scenarios.iter();
    let own = scenarios.filter(|scenario| scenario.doc.system.value == *id);
    let mut scenarios: Vec<String> = own.map(|scenario| scenario.doc.scenario.value.clone()).collect();
    scenarios.sort();
    System {
        document: SYSTEM.head(),
        id: id.clone(),
        title: doc.title.clone(),
        board: Board {
            shape: facts::shape_of(board.shape),
            terrain: board.terrain.map(|record| text(&names.records, record)),
            zones: board.zones.map(|words| text(&names.words, words)),
        },
        main: doc.main.value.clone(),
        round: pack.round.map(|round| text(&names.procedures, round)),
        controller: pack.controller.map(|value| text(&names.values, value)),
        use_abilities: pack
            .use_abilities
            .map(|permission| text(&names.permissions, permission)),
        score: doc.score.as_ref().map(|score| score.value.clone()),
        order: doc.order.as_ref().map(|order| order.value.clone()),
        vocabulary: facts::vocabulary(pack, names),
        sets: sets
            .map(|(key, set)| SetName {
                id: key.1.clone(),
                title: set.doc.title.clone(),
            })
            .collect(),
        maps: maps.map(|key| key.1.clone()).collect(),
        scenarios,
        ledger: ledger(project, system),
    }
}

fn ledger(project: &Project, system: &project::System) -> Vec<LedgerRule> {
    let mut cases: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let own = project.cases.iter();
    for case in own.filter(|case| case.doc.system.value == system.doc.system.value) {
        for rule in &case.doc.proves {
            let file = project.sources.get(case.file).name.clone();
            cases.entry(rule.value.as_str()).or_default().push(file);
        }
    }
    let rule = |(id, simulate): (&String, &Carried)| LedgerRule {
        id: id.clone(),
        simulate: match simulate {
            Carried::Yes => Simulate::Yes,
            Carried::Partly => Simulate::Partly,
            Carried::No => Simulate::No,
        },
        cases: cases.remove(id.as_str()).unwrap_or_default(),
    };
    system.ledger.iter().map(rule).collect()
}

/// The entries of the sets that are exported, each set with its own.
fn cards(
    project: &Project,
    system: &project::System,
    pack: &Pack,
    names: &Names,
    rules: &Rules,
    told: &Teller<'_>,
    part: &Part,
) -> Vec<Cards> {
    let mut of_card: HashMap<&str, Vec<String>> = HashMap::new();
    for rule in &rules.declarations.rules {
        if let crate::model::rules::Home::Card { card } = &rule.home {
            of_card.entry(card).or_default().push(rule.id.clone());
        }
    }
    let id = &system.doc.system.value;
    let mut found: BTreeMap<&str, Vec<Card>> = BTreeMap::new();
    let homes = Homes::of(project, id);
    for (at, def) in (0..).zip(&pack.templates) {
        let (Some(set), Some(mut card)) = (homes.set_of(&def.id), facts::card(pack, names, def)) else {
            continue;
        };
        if !part.has_set(set) {
            continue;
        }
        card.rules = of_card.remove(def.id.as_str()).unwrap_or_default();
        if !card.rules.is_empty() {
            card.text = told.card(at);
        }
        if project.is_todo(id, &def.id) {
            card.facts_only = true;
            card.text.push(TO_BE_WRITTEN.to_owned());
        }
        found.entry(set).or_default().push(card);
    }
    let sets = project.sets.iter();
    let own = sets.filter(|(key, _)| key.0 == *id && part.has_set(&key.1));
    own.map(|(key, set)| {
        let mut cards = found.remove(key.1.as_str()).unwrap_or_default();
        cards.sort_by(|one, other| one.id.cmp(&other.id));
        Cards {
            document: CARDS.head(),
            system: id.clone(),
            id: key.1.clone(),
            title: set.doc.title.clone(),
            uses: set.doc.uses.iter().map(|used| used.value.clone()).collect(),
            cards,
        }
    })
    .collect()
}

/// The homes of entries: the set in whose document an entry is, or that of the entry that makes it.
struct Homes<'p> {
    sets: BTreeMap<&'p str, &'p str>,
}

impl<'p> Homes<'p> {
    fn of(project: &'p Project, system: &str) -> Self {
        let mut sets = BTreeMap::new();
        for ((of, id), set) in &project.sets {
            if of != system {
                continue;
            }
            for card in &set.doc.cards {
                sets.insert(card.id.value.as_str(), id.as_str());
            }
        }
        Self { sets }
    }

    /// An entry that another one makes is called as that one, with an ending.
    fn set_of(&self, card: &str) -> Option<&'p str> {
        let own = self.sets.get(card).copied();
        own.or_else(|| {
            let ends = card.rmatch_indices('-').map(|(at, _)| at);
            ends.filter_map(|at| self.sets.get(&card[..at])).next().copied()
        })
    }
}
