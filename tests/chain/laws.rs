//! Laws that hold at every decision of every case and of random games of every scenario, whatever the content.
//!
//! | law | how it is put to the test |
//! |---|---|
//! | repeatable | a copy, and the same answer again, give one hash |
//! | undone | do, undo, do: the same hashes, decision and texts |
//! | resumable | stored and restored, the game goes on to the same hash |
//! | fair | what a viewer may not see is changed: whatever he can ask for ([`Telling::ALL`]), what he may do, and what he is told from then on stay the same, word by word |
//! | answerable | the default is legal, and is accepted |
//! | explained | every option has a chain of places, every refused rule a reason with a place |
//!
//! At the end stands which abilities of which cards no case has exercised, and which rulings that are named at a
//! card are proven only by cases in which the card does nothing.

use crate::workshop::project;
use cardwright::Telling;
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::EntityId;
use cardwright_case_runner::{Ability, run_case_watched};
use cardwright_compiler::{compile_case, compile_scenario};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::board::plane::Pose;
use cardwright_core::{Answer, Content, Event, Finding, Game, History, Status, Verdict, Viewer, Why};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many random games are watched of each scenario, and how many decisions lie between two that are put to the
/// test: coprime to any round of a game, so that over the games every sort of decision comes.
const GAMES: u64 = 1;
const EVERY: usize = 7;
/// The most decisions of a game that are played.
const MOST_DECISIONS: usize = 700;

/// The laws that are broken at one decision.
fn breaches(game: &Game, answer: &Answer) -> Vec<String> {
    let mut start = game.clone();
    let events = start.take_events();
    let mut found = Vec::new();
    let mut hold = |law: &str, holds: bool| {
        if !holds {
            found.push(law.to_owned());
        }
    };
    let (before, decision) = (start.hash(), start.decision().cloned());
    let after = stepped(&start, answer).hash();
    hold("repeatable", stepped(&start, answer).hash() == after);
    undo(&start, answer, after, &mut hold);
    let restored = Game::restore(start.content(), start.save());
    let restored = restored.expect("the content is the same");
    hold(
        "resumable: the decision",
        restored.decision() == decision.as_ref(),
    );
    hold("resumable", stepped(&restored, answer).hash() == after);
    hold("asking changes nothing", start.hash() == before);
    let default = decision.as_ref().map(|decision| decision.default.clone());
    let accepted = default.is_some_and(|default| start.clone().decide(&default).is_ok());
    hold("answerable", accepted);
    explained(&start, &mut hold);
    for &viewer in start.players() {
        found.extend(leaks(&start, &events, viewer, answer));
    }
    let public = start.disguise(Viewer::Public, 0);
    found.extend(told_otherwise(&start, &public, &events, Viewer::Public));
    let prompt = decision.map_or(String::new(), |decision| decision.prompt);
    found.iter().map(|law| format!("{law}, at `{prompt}`")).collect()
}

fn stepped(game: &Game, answer: &Answer) -> Game {
    let mut game = game.clone();
    game.decide(answer).expect("the answer is legal");
    game.advance();
    game
}

fn undo(start: &Game, answer: &Answer, after: [u8; 32], hold: &mut impl FnMut(&str, bool)) {
    let mut live = start.clone();
    let mut history = History::new();
    for _ in 0..2 {
        history.mark(&live);
        live.decide(answer).expect("the answer is legal");
        live.advance();
        hold("undone: the same again", live.hash() == after);
        hold("undone: there is a mark", history.undo(&mut live));
        hold("undone", live.hash() == start.hash());
        hold("undone: the decision", live.decision() == start.decision());
        hold("undone: the events", live.events() == start.events());
    }
}

/// The secrets that a player learns, though he may not: differences that he sees if hidden things are
/// changed.
fn leaks(start: &Game, events: &[Event], viewer: EntityId, answer: &Answer) -> Vec<String> {
    let seen_as = Viewer::Player(viewer);
    let mut leaks = Vec::new();
    for seed in 0..2 {
        let mut other = start.disguise(seen_as, seed);
        if other.hash() == start.hash() {
            // Nothing is hidden, or chance has put it where it was.
            continue;
        }
        other.record(true);
        if other.view(seen_as) != start.view(seen_as) {
            leaks.push("fair: what is hidden".to_owned());
        }
        leaks.extend(derived_otherwise(start, &other, seen_as));
        leaks.extend(told_otherwise(start, &other, events, seen_as));
        let asked = start.decision().is_some_and(|decision| decision.by == viewer);
        if asked {
            let differs = next_decision(start, &other, viewer).is_some();
            leaks.extend(differs.then(|| "fair: the decision itself".to_owned()));
            leaks.extend(refused_otherwise(start, &other));
        }
        let mut real = stepped(start, answer);
        if other.decide(answer).is_err() {
            leaks.push("fair: what is legal".to_owned());
            continue;
        }
        other.advance();
        leaks.extend(difference(&mut real, &mut other, viewer));
    }
    leaks
}

/// The tellings that differ for this viewer in two games that he cannot tell apart.
fn told_otherwise(start: &Game, other: &Game, events: &[Event], viewer: Viewer) -> Vec<String> {
    let parted = |&telling: &Telling| {
        let [mine, theirs] = [start, other].map(|game| telling.of(game, events, viewer));
        if mine == theirs {
            return None;
        }
        // A drawing is one text: its lines are compared.
        let [mine, theirs] = [mine, theirs].map(|told| format!("{told:#}").replace("\\n", "\n"));
        let parted = mine
            .lines()
            .zip(theirs.lines())
            .find(|(mine, theirs)| mine != theirs);
        Some(format!("fair: {}: {parted:?}", telling.name()))
    };
    Telling::ALL.iter().filter_map(parted).collect()
}

/// The first difference that a player sees between two games without anything having been shown.
fn difference(real: &mut Game, other: &mut Game, viewer: EntityId) -> Option<String> {
    // Copies of one card read alike, and are alike: what counts is what a player is told.
    let told = |game: &mut Game| -> Vec<(Event, String)> {
        let events = game.take_events();
        let seen = events.iter().map(|event| {
            (
                game.seen_by(event, Viewer::Player(viewer)),
                game.render(event, Viewer::Player(viewer)),
            )
        });
        seen.collect()
    };
    let (mine, theirs) = (told(real), told(other));
    let parted = mine
        .iter()
        .zip(&theirs)
        .position(|(mine, theirs)| mine.1 != theirs.1);
    let is_shown = |at| shown_by_then(&mine, at) || shown_by_then(&theirs, at);
    if same_in_any_order(&mine, &theirs) {
        // A loop over cards takes them in the order of the document, and so may tell of unknown ones in another order. Cards
        // that are turned face up have been seen in their order.
        return match parted {
            Some(at) if is_shown(at) => None,
            _ => next_decision(real, other, viewer),
        };
    }
    if let Some(at) = parted {
        let fair = is_shown(at);
        let (text, other_text) = (&mine[at].1, &theirs[at].1);
        return (!fair).then(|| format!("fair: what happens: `{text}` against `{other_text}`"));
    }
    if mine.len() != theirs.len() {
        let longer = if mine.len() > theirs.len() { &mine } else { &theirs };
        let (event, text) = &longer[mine.len().min(theirs.len())];
        return (!shows(event)).then(|| format!("fair: what happens: `{text}` only in one game"));
    }
    next_decision(real, other, viewer)
}

/// A value of a piece whose derivation parts in two games that this viewer cannot tell apart.
fn derived_otherwise(start: &Game, other: &Game, viewer: Viewer) -> Option<String> {
    let pack = start.content().pack();
    let piece = |kind: u16| {
        let mut entities = (1..).zip(&pack.setup.entities);
        let found = entities.find(|(_, entity)| entity.kind == kind && entity.pose.is_some());
        found.map(|(number, _): (i64, _)| number)
    };
    pack.values.numbered().find_map(|(value, def)| {
        let [param] = def.params.as_slice() else {
            return None;
        };
        let Base::Entity(kind) = param.ty.base else {
            return None;
        };
        let piece = [piece(kind).filter(|_| !param.ty.set)?];
        let [mine, theirs] = [start, other].map(|game| game.explain_value(value, &piece, viewer));
        let parted = || {
            format!(
                "fair: how `{}` comes about: {mine:?} against {theirs:?}",
                def.name
            )
        };
        (mine != theirs).then(parted)
    })
}

/// A place that two games refuse for different reasons.
fn refused_otherwise(start: &Game, other: &Game) -> Option<String> {
    let asked = start.decision()?.place.as_ref()?;
    let spots = (0..5).flat_map(|x| (0..5).map(move |y| (x * 9_000, y * 9_000)));
    let mut poses = spots.flat_map(|(x, y)| [0, 90_000].map(|turn| Pose::new(x, y, turn)));
    poses.find_map(|pose| {
        let [mine, theirs] = [start, other].map(|game| game.check(&Answer::At(pose)));
        let parted = || {
            format!(
                "fair: a refused place of {}: {mine:?} against {theirs:?}",
                asked.piece
            )
        };
        (mine != theirs).then(parted)
    })
}

fn next_decision(real: &Game, other: &Game, viewer: EntityId) -> Option<String> {
    if [real, other].iter().all(|game| game.looks_at_unseen()) {
        // Who chooses among cards that nobody knows looks at them: the rules show them to him.
        return None;
    }
    let texts = |game: &Game| {
        let decision = game.decision().filter(|decision| decision.by == viewer)?;
        let options = decision.options.iter().map(|option| option.label.clone());
        let options: Vec<String> = options.collect();
        let place = decision.place.clone();
        Some((decision.prompt.clone(), options, place, decision.default.clone()))
    };
    let (mine, theirs) = (texts(real), texts(other));
    (mine != theirs).then(|| format!("fair: the next decision: {mine:?} against {theirs:?}"))
}

fn same_in_any_order(mine: &[(Event, String)], theirs: &[(Event, String)]) -> bool {
    let sorted = |told: &[(Event, String)]| {
        let mut texts: Vec<String> = told.iter().map(|(_, text)| text.clone()).collect();
        texts.sort();
        texts
    };
    sorted(mine) == sorted(theirs)
}

/// Whether an event shows something, or is about a card that a later one shows: texts know what is known when they
/// are asked for, which is at the end of the stretch.
fn shown_by_then(told: &[(Event, String)], at: usize) -> bool {
    let subjects = |event: &Event| match event {
        Event::FieldSet { entity, .. }
        | Event::Tokens { entity, .. }
        | Event::CardMoved { entity, .. }
        | Event::Flipped { entity, .. } => vec![i64::from(*entity)],
        // What a state is kept for may be cards.
        Event::EntrySet { key, .. } => key.clone(),
        _ => Vec::new(),
    };
    let event = &told[at].0;
    let about = subjects(event);
    let mut later = told[at..].iter().filter(|(later, _)| shows(later));
    shows(event) || later.any(|(later, _)| subjects(later).iter().any(|one| about.contains(one)))
}

/// Whether an event shows what was hidden before: to all, or to a player in whose secrets a rule writes it.
fn shows(event: &Event) -> bool {
    matches!(
        event,
        Event::Revealed { .. }
            | Event::Flipped { up: true, .. }
            | Event::CardMoved { face_up: true, .. }
            | Event::FieldSet { keeper: Some(_), .. }
    )
}

fn explained(game: &Game, hold: &mut impl FnMut(&str, bool)) {
    let before = game.hash();
    let Some(why) = game.why(Viewer::Judge) else {
        return hold("explained", game.decision().is_none());
    };
    hold("explained: nothing changes", game.hash() == before);
    // Where a place is asked for, the region counts as one.
    let count = game.decision().map_or(0, |decision| {
        decision.options.len() + usize::from(decision.place.is_some())
    });
    hold("explained: every option", why.options.len() == count);
    let placed = why.asked.iter().any(|link| link.at.is_known());
    hold("explained: who asks", placed);
    hold(
        "explained: every option has a place",
        why.options.iter().all(|option| option.at.is_known()),
    );
    hold(
        "explained: every refusal has a reason",
        unreasoned(&why).is_empty(),
    );
    let usable = |option: &cardwright_core::OptionWhy| {
        option
            .rule
            .as_ref()
            .is_none_or(|rule| rule.verdict == Verdict::Usable)
    };
    hold(
        "explained: what is offered can be used",
        why.options.iter().all(usable),
    );
    let offered = why.options.iter().filter_map(|option| option.rule.as_ref());
    for rule in offered.chain(&why.refused) {
        for finding in &rule.condition {
            if let Some(text) = contradiction(finding) {
                hold(&format!("explained: `{text}` against its answer"), false);
            }
        }
    }
}

/// A finding, or one inside of it, whose text says something else than its answer: `x > 2 (x is 3)` that does not hold.
fn contradiction(finding: &Finding) -> Option<&str> {
    let Finding { text, holds, .. } = finding;
    let agrees = compared(text).is_none_or(|answer| Some(answer) == *holds);
    (!agrees)
        .then_some(text.as_str())
        .or_else(|| finding.inside.iter().find_map(contradiction))
}

/// The result of a comparison of a name with a number, by the value in the text; `None` if the text is no
/// single comparison.
fn compared(text: &str) -> Option<bool> {
    let signs = [" >= ", " <= ", " > ", " < ", " = "];
    let mut found = signs.iter().filter(|sign| text.contains(*sign));
    let (sign, None) = (found.next()?, found.next()) else {
        return None;
    };
    let (name, rest) = text.split_once(sign)?;
    let (number, values) = rest.split_once(" (")?;
    let number: i64 = number.parse().ok()?;
    let value = values.strip_prefix(name)?.strip_prefix(" is ")?;
    let value: i64 = value.split([',', ')']).next()?.parse().ok()?;
    Some(match sign.trim() {
        ">=" => value >= number,
        "<=" => value <= number,
        ">" => value > number,
        "<" => value < number,
        _ => value == number,
    })
}

#[test]
fn a_text_that_contradicts_its_answer_is_seen() {
    assert_eq!(
        compared("hull of me > 2 (hull of me is 3, me is Billy)"),
        Some(true)
    );
    assert_eq!(compared("hull of me <= 2 (hull of me is 3)"), Some(false));
    assert_eq!(compared("near(me) (me is Billy)"), None);
}

/// The refused rules without a place, or whose condition is no without a part that is no.
fn unreasoned(why: &Why) -> Vec<String> {
    let bare = why.refused.iter().filter(|rule| {
        let part = rule
            .condition
            .iter()
            .any(|finding| finding.holds == Some(false) && finding.at.is_known());
        !rule.at.is_known() || (rule.verdict == Verdict::ConditionNo && !part)
    });
    bare.map(|rule| rule.name.clone()).collect()
}

/// Plays a random game under the laws; what broke them, and which rules applied.
fn random_game(content: &Arc<Content>, seed: u64) -> (Vec<String>, BTreeSet<Ability>) {
    let mut game = Game::new(content, seed);
    game.watch_rules();
    let mut agent = RandomAgent::new(seed);
    let mut found = Vec::new();
    for turn in 0..MOST_DECISIONS {
        if matches!(game.advance(), Status::Over(_)) {
            break;
        }
        game.take_events();
        let decision = game.decision().cloned().expect("somebody is asked");
        let answer = agent.decide(&game, &decision);
        if (turn + seed as usize).is_multiple_of(EVERY) {
            found.extend(breaches(&game, &answer));
        }
        game.decide(&answer).expect("the answer is legal");
    }
    let pack = content.pack();
    let applied = game
        .applied_rules()
        .filter_map(|rule| Ability::of(pack, rule.number()));
    (found, applied.collect())
}

fn first_of(found: Vec<String>) -> String {
    let mut first: Vec<String> = found;
    first.sort();
    first.dedup();
    let count = first.len();
    first.truncate(20);
    format!("{count} sorts of breach:\n{}", first.join("\n"))
}

#[test]
fn the_laws_hold_in_random_games_of_every_scenario() {
    let games: Vec<(usize, u64)> = (0..project().scenarios.len())
        .flat_map(|scenario| (0..GAMES).map(move |seed| (scenario, seed)))
        .collect();
    let found: Vec<String> = games
        .par_iter()
        .flat_map(|&(scenario, seed)| {
            let scenario = &project().scenarios[scenario];
            let name = &scenario.doc.scenario.value;
            let pack = compile_scenario(project(), scenario).pack;
            let content = Content::new(pack.unwrap_or_else(|| panic!("{name} does not compile")));
            let (found, _) = random_game(&content, seed);
            let told = found.into_iter().map(|law| format!("{name}: {law}"));
            told.collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "{}", first_of(found));
}

/// The number of cases of which one is looked at by the gate.
const CASES: usize = 6;

#[test]
fn the_laws_hold_in_every_sixth_case() {
    laws_hold_in(CASES);
}

/// Takes some minutes.
#[test]
#[ignore = "the gate looks at every sixth case"]
fn the_laws_hold_in_every_case() {
    laws_hold_in(1);
}

/// Holds the laws against each `every`th case at each of its decisions.
fn laws_hold_in(every: usize) {
    let found: Vec<String> = project()
        .cases
        .par_iter()
        .step_by(every)
        .flat_map_iter(|case| {
            let mut found = Vec::new();
            let Some(pack) = compile_case(project(), case).pack else {
                return found;
            };
            let name = &project().sources.get(case.file).name;
            let _ = run_case_watched(pack, &case.doc, &mut |game, answer| {
                let laws = breaches(game, answer);
                found.extend(laws.into_iter().map(|law| format!("{name}: {law}")));
            });
            found
        })
        .collect();
    assert!(found.is_empty(), "{}", first_of(found));
}
