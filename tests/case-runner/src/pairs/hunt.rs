//! A search through the pairs of a set: first on the tables of cases, then on that of a scenario with fewer and fewer cards, until all
//! pairs are exercised, nothing is left to try, or the time is over.

use super::catalog::Catalog;
use super::groups::groups;
use super::meeting::{Thread, meeting};
use super::play::{Start, played};
use super::shrink::Failing;
use super::table::{Ground, Setting, Spread, Tables};
use super::text::{Head, written};
use super::{Found, Pair, Report, Request, State};
use crate::run_case;
use cardwright_bytecode::Pack;
use cardwright_compiler::{Project, compile_case};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// The rounds on tables of a scenario: how many cards lie on one, and how many games are played there.
const ROUNDS: [(usize, u64); 3] = [(6, 2), (4, 2), (2, 3)];
/// The rounds on tables of cases: how many cards are put there beside the one that the case has, and how many games are played.
const ROUNDS_OF_CASES: [(usize, u64); 2] = [(5, 2), (2, 2)];
/// The most decisions of one game.
const MOST_DECISIONS: usize = 48;
/// How many tables are played between two looks at the clock.
const AT_ONCE: usize = 32;
/// The most failures that are made smaller and written down.
const MOST_FAILURES: usize = 8;

/// Two cards, by their numbers in the catalog, the smaller one first.
type Two = (usize, usize);

/// What is known of a pair.
struct Known {
    over: Thread,
    played: bool,
    exercised: bool,
}

/// What came of a table.
struct Tried {
    /// Why it cannot be made.
    refused: Option<String>,
    /// Whether the time was over before it.
    is_late: bool,
    games: usize,
    decisions: usize,
    /// The pairs of which both acted in one game.
    exercised: BTreeSet<Two>,
    failing: Vec<Failing>,
}

/// A failure, and how many games failed so.
struct Failure {
    failing: Failing,
    games: usize,
}

/// A search.
pub(super) struct Hunt<'a> {
    request: Request<'a>,
    pack: &'a Pack,
    tables: Tables<'a>,
    pairs: BTreeMap<Two, Known>,
    /// The cards that find no place on the table of the scenario, and why.
    unplaced: BTreeMap<usize, String>,
    failures: Vec<Failure>,
    report: Report,
    begun: Instant,
    /// The number of the next table.
    number: u64,
}

impl<'a> Hunt<'a> {
    /// Finds the pairs that meet, and the tables for them.
    pub(super) fn of(
        project: &'a Project,
        request: &Request<'a>,
        sets: &[String],
        (catalog, pack): (Catalog, &'a Pack),
    ) -> Self {
        let begun = Instant::now();
        let pairs = pairs(&catalog, request);
        let own = catalog
            .cards
            .iter()
            .filter(|card| card.set == request.set)
            .count();
        let report = Report {
            cards: own,
            plain: catalog.plain,
            is_complete: true,
            ..Report::default()
        };
        Self {
            request: *request,
            pack,
            tables: Tables::of(project, request.system, sets, catalog),
            pairs,
            unplaced: BTreeMap::new(),
            failures: Vec::new(),
            report,
            begun,
            number: 0,
        }
    }

    /// Plays until nothing is left to try, or the time is over.
    pub(super) fn search(&mut self, tell: &(dyn Fn(usize, usize) + Sync)) {
        self.try_alone();
        for (round, (guests, games)) in ROUNDS_OF_CASES.into_iter().enumerate() {
            let settings = self.on_cases(guests, round);
            self.play_all(&settings, games, tell);
        }
        for (size, games) in ROUNDS {
            let open = self.open().filter(|(one, other)| {
                !self.unplaced.contains_key(one) && !self.unplaced.contains_key(other)
            });
            let groups = groups(open, size, |hand, card| self.tables.has_room(hand, card));
            let settings = groups.into_iter().flat_map(|hand| {
                [Spread::Together, Spread::Apart].map(|spread| Setting {
                    ground: Ground::Scenario,
                    spread,
                    hand: hand.clone(),
                })
            });
            let settings: Vec<Setting> = settings.collect();
            self.play_all(&settings, games, tell);
        }
    }

    /// The pairs that were not exercised yet.
    fn open(&self) -> impl Iterator<Item = Two> + '_ {
        self.pairs
            .iter()
            .filter(|(_, known)| !known.exercised)
            .map(|(two, _)| *two)
    }

    /// Puts each card on the table alone: does it find a place, and break a law by itself?
    fn try_alone(&mut self) {
        let cards: BTreeSet<usize> = self.pairs.keys().flat_map(|two| [two.0, two.1]).collect();
        let settings = cards.into_iter().map(|card| Setting {
            ground: Ground::Scenario,
            spread: Spread::Together,
            hand: vec![card],
        });
        let settings: Vec<Setting> = settings.collect();
        for setting in self.play_all(&settings, 1, &|_, _| {}) {
            self.unplaced.insert(setting.0.hand[0], setting.1);
        }
    }

    /// Tables of cases in which one card of an open pair lies, with some of those that it meets as guests. Each pair comes twice, once
    /// with a case of either card; from round to round the cases and the sides of the guests change.
    fn on_cases(&self, most: usize, round: usize) -> Vec<Setting> {
        let mut guests: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (one, other) in self.open() {
            guests.entry(one).or_default().push(other);
            guests.entry(other).or_default().push(one);
        }
        let mut settings = Vec::new();
        for (card, guests) in guests {
            let cases = self.tables.cases_of(card);
            for (number, some) in guests.chunks(most).enumerate().take_while(|_| cases > 0) {
                let turn = number + card + round;
                settings.push(Setting {
                    ground: Ground::Case(turn % cases),
                    spread: [Spread::Together, Spread::Apart][turn % 2],
                    hand: std::iter::once(card).chain(some.iter().copied()).collect(),
                });
            }
        }
        settings
    }

    /// Plays tables, as long as there is time; those that cannot be made, and why.
    fn play_all(
        &mut self,
        settings: &[Setting],
        games: u64,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(Setting, String)> {
        let mut refused = Vec::new();
        for some in settings.chunks(AT_ONCE) {
            if self.is_late() {
                self.report.is_complete = false;
                break;
            }
            let first = self.number;
            self.number += some.len() as u64;
            let numbered: Vec<(u64, &Setting)> = (first..).zip(some).collect();
            let tried = numbered
                .par_iter()
                .map(|&(number, setting)| self.played(setting, (number, games)));
            let tried: Vec<Tried> = tried.collect();
            for (setting, tried) in some.iter().zip(tried) {
                if let Some(why) = self.note(setting, tried) {
                    refused.push((setting.clone(), why));
                }
            }
            tell(self.open().count(), self.pairs.len());
        }
        refused
    }

    fn is_late(&self) -> bool {
        self.begun.elapsed() >= self.request.time
    }

    /// Plays some games on one table.
    fn played(&self, setting: &Setting, (number, games): (u64, u64)) -> Tried {
        let mut tried = Tried {
            refused: None,
            is_late: self.is_late(),
            games: 0,
            decisions: 0,
            exercised: BTreeSet::new(),
            failing: Vec::new(),
        };
        if tried.is_late {
            return tried;
        }
        let table = match self.tables.made(setting) {
            Ok((_, table)) => table,
            Err(why) => {
                tried.refused = Some(why);
                return tried;
            }
        };
        for game in 0..games {
            let seed = number.wrapping_mul(16).wrapping_add(game);
            let start = Start {
                seed: self.request.seed.wrapping_add(seed),
                follows: table.is_given() && game % 2 == 0,
            };
            let played = played(&table, start, MOST_DECISIONS);
            tried.games += 1;
            tried.decisions += played.answers.len();
            let acted: Vec<usize> = played.acted.iter().map(|&at| setting.hand[at]).collect();
            for &one in &acted {
                let others = acted.iter().filter(|&&other| one < other);
                tried.exercised.extend(others.map(|&other| (one, other)));
            }
            tried.failing.extend(Failing::of(setting, start, &played));
        }
        tried
    }

    /// Remembers what came of a table; why it could not be made.
    fn note(&mut self, setting: &Setting, tried: Tried) -> Option<String> {
        if tried.is_late {
            self.report.is_complete = false;
            return None;
        }
        if tried.refused.is_some() {
            return tried.refused;
        }
        self.report.tables += 1;
        self.report.games += tried.games;
        self.report.decisions += tried.decisions;
        for (at, &one) in setting.hand.iter().enumerate() {
            for &other in &setting.hand[at + 1..] {
                let two = (one.min(other), one.max(other));
                if let Some(known) = self.pairs.get_mut(&two) {
                    known.played = true;
                    known.exercised |= tried.exercised.contains(&two);
                }
            }
        }
        tried.failing.into_iter().for_each(|failing| self.fail(failing));
        None
    }

    /// Makes a failure smaller, unless one like it is known.
    fn fail(&mut self, failing: Failing) {
        if let Some(known) = self.failures.iter_mut().find(|known| known.explains(&failing)) {
            known.games += 1;
            return;
        }
        if self.failures.len() == MOST_FAILURES {
            self.report.more_failures += 1;
            return;
        }
        let failing = failing.shrunk(&self.tables, MOST_DECISIONS);
        match self.failures.iter_mut().find(|known| known.explains(&failing)) {
            Some(known) => known.games += 1,
            None => self.failures.push(Failure { failing, games: 1 }),
        }
    }

    /// The report, with each failure as a case.
    pub(super) fn report(mut self, main: &str) -> Report {
        let failures = std::mem::take(&mut self.failures);
        self.report.failures = failures.iter().map(|failure| self.told(failure, main)).collect();
        self.report.scenario = self.tables.scenario().map(str::to_owned);
        let cards = &self.tables.catalog.cards;
        let unplaced = self.unplaced.iter();
        self.report.unplaced = unplaced
            .map(|(&card, why)| (cards[card].id.clone(), why.clone()))
            .collect();
        let pairs = self.pairs.iter().map(|(&(one, other), known)| Pair {
            cards: [cards[one].id.clone(), cards[other].id.clone()],
            over: known.over.told(self.pack),
            state: self.state(known),
        });
        self.report.pairs = pairs.collect();
        self.report
    }

    fn state(&self, known: &Known) -> State {
        match known {
            Known { exercised: true, .. } => State::Exercised,
            Known { played: true, .. } => State::Idle,
            _ if self.report.is_complete => State::Unplaced,
            _ => State::LeftOut,
        }
    }

    fn told(&self, failure: &Failure, main: &str) -> Found {
        let failing = &failure.failing;
        let hand: BTreeSet<usize> = failing.setting.hand.iter().copied().collect();
        let cards = hand
            .iter()
            .map(|&card| self.tables.catalog.cards[card].id.clone());
        let cards: Vec<String> = cards.collect();
        let title = match cards.as_slice() {
            [only] => format!("{only} alone"),
            _ => cards.join(" with "),
        };
        let Request {
            system, set, seed, ..
        } = self.request;
        let comment = format!(
            "Found by `cardwright test --pairs {system}/{set} --seed {seed}`: {title}.\nThe law `{}` is broken: {}.",
            failing.breach.law.name(),
            failing.breach.what.replace('\n', " "),
        );
        let head = Head {
            comment: &comment,
            title: &title,
            main,
            system,
            start: failing.start,
        };
        let case = self.tables.made(&failing.setting).and_then(|(stage, table)| {
            written(self.tables.project, (&stage, &table), &head, &failing.answers)
        });
        let fails = case
            .as_ref()
            .is_ok_and(|text| fails(self.tables.project, system, text));
        Found {
            cards,
            law: failing.breach.law,
            what: failing.breach.what.clone(),
            seed: failing.start.seed,
            decisions: failing.answers.len(),
            games: failure.games,
            case,
            fails,
        }
    }
}

impl Failure {
    /// Whether another failure is this one with more on the table.
    fn explains(&self, other: &Failing) -> bool {
        let mut cards = self.failing.setting.hand.iter();
        self.failing.breach.law == other.breach.law && cards.all(|card| other.setting.hand.contains(card))
    }
}

/// The cards that meet, of those that are asked for.
fn pairs(catalog: &Catalog, request: &Request<'_>) -> BTreeMap<Two, Known> {
    let cards = &catalog.cards;
    let is_named = |at: usize| request.cards.contains(&cards[at].id);
    let is_meant = |one: usize, other: usize| {
        let is_own = cards[one].set == request.set || cards[other].set == request.set;
        is_own
            && match request.cards.len() {
                0 => true,
                1 => is_named(one) || is_named(other),
                _ => is_named(one) && is_named(other),
            }
    };
    let mut pairs = BTreeMap::new();
    for one in 0..cards.len() {
        for other in (one + 1..cards.len()).filter(|&other| is_meant(one, other)) {
            if let Some(over) = meeting(&cards[one].threads, &cards[other].threads) {
                let known = Known {
                    over,
                    played: false,
                    exercised: false,
                };
                pairs.insert((one, other), known);
            }
        }
    }
    pairs
}

/// Whether the text is a case in which the game does not go on.
fn fails(project: &Project, system: &str, text: &str) -> bool {
    let name = format!("tests/conformance/{system}/of-pairs.yaml");
    let mut with = project.clone();
    with.update(&name, Some(text.to_owned()));
    let case = with
        .cases
        .iter()
        .find(|case| with.sources.get(case.file).name == name);
    let Some(case) = case else { return false };
    let pack = compile_case(&with, case).pack;
    pack.is_some_and(|pack| run_case(pack, &case.doc).stuck)
}
