//! A game says once in which order players act at one moment, and every window follows it.

use crate::workshop::{Copy, compiled, project, root};
use cardwright_bytecode::pack::{EntityId, Id, Moment, Pack, WindowDef};
use cardwright_compiler::compile_common;
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Answer, Content, Decision, DecisionKind, Recorder, Status};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// How many decisions of each game are looked at.
const DECISIONS: usize = 1_200;

/// The marks of two rules: that of whoever comes first by the game's own order, and that of whoever does not.
const ROLES: [&str; 2] = ["leads", "follows"];

/// A window as rules write it; nothing for one that puts its players in an order of its own, and for one at a change.
fn written(pack: &Pack, window: &WindowDef) -> Option<String> {
    let procedure = &pack.procedures[window.procedure];
    let is_plain = |name: &str| {
        name.chars()
            .all(|letter| letter.is_ascii_lowercase() || letter == '-')
    };
    if window.priority.is_some() || window.gathers || !is_plain(&procedure.name) {
        return None;
    }
    let moment = match window.moment {
        Moment::Before => "before",
        Moment::At => "at",
        Moment::After => "after",
    };
    let step = window.step.map(|step| &procedure.steps[step as usize]);
    let step = step.map_or_else(String::new, |step| format!(".{step}"));
    Some(format!("{moment} {}{step}", procedure.name))
}

/// Rules for each window of a system: an optional one of each player, of whom the first leads by the order
/// that the system names.
fn rivals(system: &Pack, players: &[String], order: &str) -> String {
    let mut rules = String::from("  state rivalry: number\n");
    for window in system.windows.iter().filter_map(|window| written(system, window)) {
        for player in players {
            let first = format!("first of {order}");
            let is_first = format!("{first} is {player}");
            let is_not = format!("{first} is any player and {first} is not {player}");
            for (role, gate) in ROLES.into_iter().zip([is_first, is_not]) {
                let _ = writeln!(
                    rules,
                    "  {window} \"{role} {player}\" when {gate}\n    \
                     once per game may by {player} {{ add 1 to rivalry }}"
                );
            }
        }
    }
    rules
}

/// The option of a question about the rivals in a window, and whether it is that of the leader.
fn asked(decision: &Decision) -> Option<(Id<WindowDef>, usize, bool)> {
    let DecisionKind::Ability(window) = decision.kind else {
        return None;
    };
    let mut roles = [true, false].into_iter().zip(ROLES);
    roles.find_map(|(leads, role)| {
        let is_role = |label: &str| label.starts_with(role);
        let at = decision
            .options
            .iter()
            .position(|option| is_role(&option.label))?;
        Some((window, at, leads))
    })
}

/// The number of windows of a game in which a follower was asked; before that the leader must have been.
fn compared(content: &Arc<Content>) -> usize {
    let players: Vec<EntityId> = content.players().to_vec();
    let mut agents: Vec<RandomAgent> = (7..)
        .zip(&players)
        .map(|(seed, _)| RandomAgent::new(seed))
        .collect();
    let mut recorder = Recorder::new(content, 5);
    let mut led: BTreeSet<(u32, EntityId)> = BTreeSet::new();
    let mut followed = BTreeSet::new();
    for _ in 0..DECISIONS {
        if let Status::Over(_) = recorder.advance() {
            break;
        }
        let decision = recorder.game().decision().cloned().expect("somebody is asked");
        let answer = match asked(&decision) {
            None => {
                let seat = players.iter().position(|&player| player == decision.by);
                agents[seat.expect("a player is asked")].decide(recorder.game(), &decision)
            }
            Some((window, at, leads)) => {
                if leads {
                    led.insert((window.number(), decision.by));
                } else {
                    followed.insert(window.number());
                    let others = players.iter().filter(|&&player| player != decision.by);
                    let is_led = |player: &EntityId| led.contains(&(window.number(), *player));
                    let window = written(content.pack(), &content.pack().windows[window]);
                    assert!(others.copied().any(|player| is_led(&player)), "{window:?}");
                }
                Answer::one(at)
            }
        };
        recorder.decide(&answer).expect("the answer is legal");
    }
    followed.len()
}

#[test]
fn in_every_window_of_every_game_the_players_act_in_its_order() {
    let found = project();
    for (system, scenario) in [
        ("x-wing", "dogfight"),
        ("star-trek-attack-wing", "first-duel"),
        ("dnd-attack-wing", "standard-two-players"),
        ("dnd-miniatures", "quick-start"),
        ("heroscape", "skirmish-at-the-fords"),
    ] {
        let own = &found.systems[system];
        let order = own.doc.order.as_ref().expect("each game says who acts first");
        let (pack, _) = compile_common(found, own, &[]).expect("the system compiles");
        let scenes = &found.scenarios;
        let scene = scenes.iter().find(|one| one.doc.scenario.value == scenario);
        let players = scene.expect("the scenario exists").doc.players.iter();
        let players: Vec<String> = players.map(|player| player.id.value.clone()).collect();
        let file = format!("scenarios/{system}/{scenario}.yaml");
        let of_system = |part: &str| format!("{part}/{system}");
        let parts = ["systems", "cards", "maps", "scenarios"].map(of_system);
        let copy = Copy::parts(&root(), parts.iter().map(String::as_str).chain(["libraries"]));
        let rules = rivals(&pack, &players, &order.value);
        let text = copy
            .text(&file)
            .replace("rules: |\n", &format!("rules: |\n{rules}"));
        copy.write(&file, &text);
        let windows = compared(&compiled(&copy.project(), scenario));
        assert!(windows >= 40, "{system}: only {windows} windows were compared");
    }
}
