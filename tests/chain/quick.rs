//! Quick code is sound and exact: the verifier proves it like any other, and a game that runs it is the same game, to the last
//! unit of fuel.

use crate::workshop::project;
use cardwright_bytecode::pack::Id;
use cardwright_bytecode::quick::{Advice, Forbidden, Forms, quick, replaced};
use cardwright_bytecode::verify;
use cardwright_compiler::compile_scenario;
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Game, Status};
use rayon::prelude::*;
use std::sync::Arc;

/// How many decisions are played of each scenario.
const MOST_DECISIONS: usize = 250;

/// A game that runs quick code, and the same that does not.
fn pair(content: &Arc<Content>, seed: u64, remembers: bool) -> [Game; 2] {
    [true, false].map(|is_quick| {
        let mut game = Game::new(content, seed);
        game.run_quick(is_quick);
        game.remember(remembers);
        game.measure();
        game
    })
}

/// The decision at which two games part, if they do.
fn parted(content: &Arc<Content>, seed: u64, remembers: bool) -> Option<String> {
    let mut games = pair(content, seed, remembers);
    let mut agent = RandomAgent::new(seed);
    for number in 0..MOST_DECISIONS {
        let [one, other] = games.each_mut().map(Game::advance);
        let [quick, plain] = &games;
        if one != other || quick.hash() != plain.hash() || quick.decision() != plain.decision() {
            return Some(format!("at decision {number}"));
        }
        if quick.measured() != plain.measured() {
            return Some(format!("in what was paid until decision {number}"));
        }
        if let Status::Over(_) = one {
            return None;
        }
        let decision = games[0].decision().cloned()?;
        let answer = agent.decide(&games[0], &decision);
        for game in &mut games {
            game.decide(&answer).expect("the answer is legal");
        }
    }
    None
}

#[test]
fn games_are_the_same_with_and_without_quick_code() {
    let project = project();
    let parted: Vec<String> = project
        .scenarios
        .par_iter()
        .flat_map_iter(|scenario| {
            let pack = compile_scenario(project, scenario).pack.expect("it compiles");
            let content = Content::new(pack);
            content.quicken();
            let found = [(3, true), (4, false)].into_iter();
            let found =
                found.filter_map(move |(seed, remembers)| Some((seed, parted(&content, seed, remembers)?)));
            found.map(|(seed, place)| format!("{}, seed {seed}: {place}", scenario.doc.scenario.value))
        })
        .collect();
    assert_eq!(parted, Vec::<String>::new());
}

#[test]
fn the_verifier_proves_quick_code() {
    let project = project();
    for scenario in project.scenarios.iter() {
        let pack = compile_scenario(project, scenario).pack.expect("it compiles");
        let advice = Advice {
            settled: pack.values.each(|_| Some(vec![Id::new(0)])),
            forbidden: pack.permissions.each(|_| Some(Forbidden::default())),
            remembered: Vec::new(),
        };
        let Forms { always, at_rest } = quick(&pack, &advice);
        for code in [always, at_rest] {
            assert!(
                code.iter().any(Option::is_some),
                "functions are written into others"
            );
            if let Err(error) = verify(replaced(&pack, &code)) {
                panic!("{}: {error}", scenario.doc.scenario.value);
            }
        }
    }
}
