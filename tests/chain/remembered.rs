//! The memory of answers is exact: a game with it and the same game without it are one game, to the last unit of fuel.

use crate::workshop::project;
use cardwright_compiler::compile_scenario;
use cardwright_core::agents::{Agent, Budget, RandomAgent, SearchAgent};
use cardwright_core::{Content, Game, History, Status};
use rayon::prelude::*;
use std::sync::Arc;

/// How many games are played of each scenario, and how many decisions of each.
const GAMES: u64 = 2;
const MOST_DECISIONS: usize = 500;
/// How many decisions lie between two at which the games go back and come again another way.
const EVERY: usize = 23;

/// How much the agent may think.
const BUDGET: Budget = Budget::Decisions(40);

/// A game with the memory, and the same without it.
fn pair(content: &Arc<Content>, seed: u64) -> [Game; 2] {
    [true, false].map(|remembers| {
        let mut game = Game::new(content, seed);
        game.remember(remembers);
        game.measure();
        game
    })
}

fn same(games: &[Game; 2]) -> bool {
    let [one, other] = games;
    one.hash() == other.hash()
        && one.decision() == other.decision()
        && one.events() == other.events()
        && one.measured() == other.measured()
}

/// Takes both games another way for a few decisions, and back. Whether they stayed the same.
fn strays(games: &mut [Game; 2], seed: u64) -> bool {
    let mut histories = [History::new(), History::new()];
    for (game, history) in games.iter_mut().zip(&mut histories) {
        history.mark(game);
    }
    for try_out in 0..3 {
        let mut agent = RandomAgent::new(seed.wrapping_mul(31).wrapping_add(try_out));
        for _ in 0..8 {
            let Some(decision) = games[1].decision().cloned() else {
                break;
            };
            let answer = agent.decide(&games[1], &decision);
            for game in games.iter_mut() {
                game.decide(&answer).expect("the answer is legal");
                game.advance();
            }
            let [one, other] = &*games;
            if one.hash() != other.hash() || one.decision() != other.decision() {
                return false;
            }
        }
        for (game, history) in games.iter_mut().zip(&mut histories) {
            assert!(history.rewind(game));
        }
    }
    games[0].hash() == games[1].hash()
}

/// The decision at which two games part, if they do.
fn parted(content: &Arc<Content>, seed: u64) -> Option<String> {
    let mut games = pair(content, seed);
    let mut agent = RandomAgent::new(seed);
    for number in 0..MOST_DECISIONS {
        let [one, other] = games.each_mut().map(Game::advance);
        if one != other || !same(&games) {
            return Some(format!("at decision {number}"));
        }
        if let Status::Over(_) = one {
            return None;
        }
        if number % EVERY == 0 && !strays(&mut games, seed + number as u64) {
            return Some(format!("on a way aside from decision {number}"));
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
fn games_are_the_same_with_and_without_the_memory() {
    let project = project();
    assert!(project.scenarios.len() > 15, "the shipped scenarios are played");
    let parted: Vec<String> = project
        .scenarios
        .par_iter()
        .flat_map_iter(|scenario| {
            let pack = compile_scenario(project, scenario).pack.expect("it compiles");
            let content = Content::new(pack);
            let found = (1..=GAMES).filter_map(move |seed| Some((seed, parted(&content, seed)?)));
            found.map(|(seed, place)| format!("{}, seed {seed}: {place}", scenario.doc.scenario.value))
        })
        .collect();
    assert_eq!(parted, Vec::<String>::new());
}

#[test]
fn an_agent_that_looks_ahead_answers_the_same_with_and_without_the_memory() {
    let project = project();
    for scenario in project.scenarios.iter().step_by(4) {
        let content = Content::new(compile_scenario(project, scenario).pack.expect("it compiles"));
        let mut games = pair(&content, 5);
        let mut agents = [(); 2].map(|()| SearchAgent::new(5, BUDGET));
        for _ in 0..12 {
            let mut answers = games.iter_mut().zip(&mut agents).map(|(game, agent)| {
                game.advance();
                let decision = game.decision().cloned();
                decision.map(|decision| agent.decide(game, &decision))
            });
            let (one, other) = (answers.next().flatten(), answers.next().flatten());
            assert_eq!(one, other, "{}", scenario.doc.scenario.value);
            let Some(answer) = one else { break };
            for game in &mut games {
                game.decide(&answer).expect("the answer is legal");
            }
        }
    }
}
