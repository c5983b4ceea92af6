//! Plays one game twice, with the machinery and with the oracle, and tells where they differ.

use crate::oracle::{Asked, Halt, Oracle, Players};
use crate::value::Value;
use cardwright_bytecode::pack::{Id, cell};
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_bytecode::{Base, Ty};
use cardwright_compiler::Program;
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::limits::FUEL_PER_DECISION;
use cardwright_core::{Answer, Content, Decision, Event, Game, Outcome, Status, Viewer};
use std::sync::Arc;

/// After so many decisions the game is left.
const MOST_DECISIONS: usize = 60;

/// With more lasting effects, values take too long to work out for all arguments.
const MOST_EFFECTS: usize = 20;

/// A game as the machinery played it.
pub(crate) struct Played {
    pub(crate) game: Game,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) asked: Vec<(Asked, Answer)>,
    /// The fuel that was used.
    pub(crate) fuel: u64,
}

/// The size of a comparison, for accounts of how much it covers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) decisions: usize,
    pub(crate) events: usize,
    pub(crate) steps: u64,
    pub(crate) fuel: u64,
    /// Whether the oracle came to the end: it knew everything that the game asked for.
    pub(crate) whole: bool,
}

/// Plays with the machinery; what is asked is answered by chance.
pub(crate) fn played(pack: VerifiedPack, seed: u64, forced: &[u16]) -> Played {
    let content: Arc<Content> = Content::new(pack);
    let mut game = Game::new(&content, seed);
    game.force_dice(forced.iter().copied());
    let mut played = Played {
        game,
        outcome: None,
        asked: Vec::new(),
        fuel: 0,
    };
    let mut chance = seed | 1;
    loop {
        let status = played.game.advance();
        played.fuel += FUEL_PER_DECISION - played.game.fuel_left();
        if let Status::Over(outcome) = status {
            played.outcome = Some(outcome);
            return played;
        }
        let decision = played.game.decision().expect("somebody decides").clone();
        if played.asked.len() >= MOST_DECISIONS {
            return played;
        }
        let answer = match decision.place {
            Some(_) => RandomAgent::new(seed).decide(&played.game, &decision),
            None => Answer::Options(answer(&decision, &mut chance)),
        };
        played.game.decide(&answer).expect("the answer is legal");
        played.asked.push((asked(&decision), answer));
    }
}

/// A legal answer.
fn answer(decision: &Decision, chance: &mut u64) -> Vec<usize> {
    let mut next = |count: usize| {
        *chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*chance >> 33) as usize % count.max(1)
    };
    let count = decision.least + next(decision.most - decision.least + 1);
    let mut places: Vec<usize> = (0..decision.options.len()).collect();
    while places.len() > count {
        places.remove(next(places.len()));
    }
    if decision.ordered && !places.is_empty() {
        let turn = next(places.len());
        places.rotate_left(turn);
        places.swap(0, count - 1);
    }
    places
}

fn asked(decision: &Decision) -> Asked {
    Asked {
        by: i64::from(decision.by),
        kind: decision.kind,
        options: decision.options.iter().map(|option| Some(option.value)).collect(),
        least: decision.least,
        most: decision.most,
        default: decision.default.clone(),
        secret: decision.secret,
        ordered: decision.ordered,
        place: decision.place.clone(),
    }
}

/// Gives the answers of a game that was played, as long as the same is asked.
struct Script<'a> {
    asked: &'a [(Asked, Answer)],
    at: usize,
    differs: Option<String>,
}

impl Players for Script<'_> {
    fn answer(&mut self, asked: &Asked) -> Option<Answer> {
        let (expected, answer) = self.asked.get(self.at)?;
        self.at += 1;
        // Dice are numbered by the machinery alone.
        let same = |(one, other): (&Option<i64>, &Option<i64>)| one.is_none() || one == other;
        let options = asked.options.len() == expected.options.len()
            && asked.options.iter().zip(&expected.options).all(same);
        let others = Asked {
            options: expected.options.clone(),
            ..asked.clone()
        };
        if !options || others != *expected {
            self.differs = Some(format!(
                "decision {}: {expected:?}, but the oracle {asked:?}",
                self.at
            ));
            return None;
        }
        Some(answer.clone())
    }
}

/// Plays a game with both; where they differ, if they do.
pub(crate) fn compare(
    pack: VerifiedPack,
    program: &Program,
    seed: u64,
    forced: &[u16],
) -> Result<Seen, String> {
    let played = played(pack.clone(), seed, forced);
    let mut script = Script {
        asked: &played.asked,
        at: 0,
        differs: None,
    };
    let mut oracle = Oracle::new(&pack, program, seed, &mut script);
    oracle.table.forced = forced.to_vec();
    let result = oracle.play();
    // What is asked below is no part of the game.
    let steps = oracle.steps;
    let whole = !matches!(result, Err(Halt::Unknown(_) | Halt::TooLong));
    let events: Vec<&Event> = played
        .game
        .events()
        .iter()
        .filter(|event| is_compared(event))
        .collect();
    same_events(&events, &oracle.table.events, whole)?;
    if whole {
        same_cells(&played.game, &oracle)?;
        same_stored(&played.game, &oracle)?;
        same_values(&played.game, &mut oracle)?;
    }
    let told = oracle.table.events.len();
    if let Some(differs) = script.differs {
        return Err(differs);
    }
    match (&result, played.outcome) {
        (Err(Halt::Unknown(_) | Halt::TooLong), _) => {}
        (Err(Halt::Unanswered), None) => {}
        (Ok(outcome), Some(expected)) if *outcome == expected => {}
        (result, expected) => return Err(format!("the end: {expected:?}, but the oracle {result:?}")),
    }
    Ok(Seen {
        decisions: script.at,
        events: told,
        steps,
        fuel: played.fuel,
        whole,
    })
}

/// Events that the oracle tells too: decisions are compared as they are asked, and a story changes nothing.
fn is_compared(event: &Event) -> bool {
    !matches!(event, Event::Decided { .. } | Event::Told { .. })
}

fn same_events(expected: &[&Event], found: &[Event], whole: bool) -> Result<(), String> {
    for (at, event) in found.iter().enumerate() {
        if expected.get(at) != Some(&event) {
            return Err(format!(
                "event {at}: {:?}, but the oracle {event:?}",
                expected.get(at)
            ));
        }
    }
    if whole && expected.len() > found.len() {
        return Err(format!(
            "event {}: {:?} is missing",
            found.len(),
            expected[found.len()]
        ));
    }
    Ok(())
}

fn same_cells(game: &Game, oracle: &Oracle<'_>) -> Result<(), String> {
    for (entity, cells) in oracle.table.entities.iter().enumerate().skip(1) {
        for (at, &found) in cells.iter().enumerate().filter(|&(at, _)| at != cell::SHOWN) {
            let expected = game.cell(entity as u32, at);
            if expected != found {
                return Err(format!(
                    "cell {at} of entity {entity}: {expected}, but the oracle {found}"
                ));
            }
        }
    }
    Ok(())
}

fn same_stored(game: &Game, oracle: &Oracle<'_>) -> Result<(), String> {
    for (&(entity, field), members) in &oracle.table.sets {
        let found: Vec<i64> = members.iter().map(Value::number).collect();
        let expected = game.members(entity as u32, field);
        if expected != found {
            return Err(format!(
                "set {field} of entity {entity}: {expected:?}, but the oracle {found:?}"
            ));
        }
    }
    for (state, def) in oracle.pack.states.iter().enumerate() {
        let expected: Vec<(&[i64], i64)> = game.entries(Id::new(state as u32)).collect();
        let all = oracle.table.entries.iter();
        let found: Vec<(&[i64], i64)> = all
            .filter(|((of, _), value)| *of == state && **value != 0)
            .map(|((_, key), &value)| (key.as_slice(), value))
            .collect();
        if expected != found {
            return Err(format!(
                "state {}: {expected:?}, but the oracle {found:?}",
                def.name
            ));
        }
    }
    Ok(())
}

/// Compares all values, for the first entities that fit their parameters.
fn same_values(game: &Game, oracle: &mut Oracle<'_>) -> Result<(), String> {
    let pack = oracle.pack;
    oracle.steps = 0;
    // Each effect has rules that are asked for each value.
    if oracle.effects.len() > MOST_EFFECTS {
        return Ok(());
    }
    for (at, value) in pack.values.iter().enumerate() {
        let types: Vec<Ty> = value.params.iter().map(|param| param.ty).collect();
        for arguments in all_arguments(oracle, &types) {
            let plain: Vec<Value> = arguments.iter().map(|&n| Value::Number(n)).collect();
            let found = match oracle.value(at, &plain) {
                Ok(found) => found,
                Err(Halt::Unknown(_) | Halt::TooLong) => continue,
                Err(halt) => return Err(format!("value {}: {halt:?}", value.name)),
            };
            let expected = game
                .explain_value(Id::new(at as u32), &arguments, Viewer::Judge)
                .map(|found| found.result);
            if expected != Some(found) {
                let name = &value.name;
                return Err(format!(
                    "value {name}{arguments:?}: {expected:?}, but the oracle {found}"
                ));
            }
        }
    }
    Ok(())
}

/// Arguments of these types: a few of each.
fn all_arguments(oracle: &Oracle<'_>, types: &[Ty]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for ty in types {
        let candidates: Vec<i64> = match ty {
            Ty { set: true, .. } => return Vec::new(),
            Ty {
                base: Base::Entity(kind),
                ..
            } => {
                let mut entities = oracle.table.all(usize::from(*kind));
                entities.truncate(3);
                entities.push(0);
                entities
            }
            Ty {
                base: Base::Number | Base::Length | Base::Angle,
                ..
            } => vec![0, 2, -7],
            Ty { base: Base::Bool, .. } => vec![0, 1],
            Ty {
                base: Base::Row(record),
                ..
            } => {
                let rows = oracle.pack.rows.iter().enumerate().skip(1);
                let rows = rows
                    .filter(|(_, row)| row.record == *record)
                    .map(|(at, _)| at as i64);
                rows.take(3).collect()
            }
            Ty {
                base: Base::Word(_) | Base::Thing,
                ..
            } => vec![0, 1],
            _ => return Vec::new(),
        };
        let longer = all
            .iter()
            .flat_map(|start: &Vec<i64>| candidates.iter().map(|&one| [start.as_slice(), &[one]].concat()));
        all = longer.take(64).collect();
    }
    all
}
