//! Agents use nothing that their player may not see, and whatever they answer is legal.

use crate::workshop::{Copy, compiled, project, sample};
use cardwright_compiler::{compile_scenario, for_people};
use cardwright_core::agents::{Agent, Budget, RandomAgent, SearchAgent};
use cardwright_core::{Content, Game, Viewer};
use std::sync::Arc;

/// The number of decisions of each scenario at which agents are asked, and the number between two of them.
const ASKED: usize = 6;
const EVERY: usize = 7;
/// How much the agents may think.
const BUDGETS: [u64; 2] = [20, 60];

fn agents(seed: u64) -> impl Iterator<Item = SearchAgent> {
    BUDGETS
        .into_iter()
        .map(move |budget| SearchAgent::new(seed, Budget::Decisions(budget)))
}

/// Plays so many decisions by chance.
fn stray(game: &mut Game, agent: &mut RandomAgent, decisions: usize) {
    for _ in 0..decisions {
        game.advance();
        let Some(decision) = game.decision().cloned() else {
            return;
        };
        let answer = agent.decide(game, &decision);
        game.decide(&answer).expect("the answer is legal");
    }
    game.advance();
}

#[test]
fn what_a_player_may_not_see_changes_no_answer() {
    for scenario in project().scenarios.iter().step_by(5) {
        let content = Content::new(compile_scenario(project(), scenario).pack.expect("it compiles"));
        let (mut game, mut chance) = (Game::new(&content, 3), RandomAgent::new(3));
        for seed in 0..ASKED as u64 {
            stray(&mut game, &mut chance, EVERY);
            let Some(decision) = game.decision().cloned() else {
                break;
            };
            let other = game.disguise(Viewer::Player(decision.by), seed + 100);
            let asked = other.decision().cloned().expect("the same is asked");
            for (mut one, mut another) in agents(seed).zip(agents(seed)) {
                let answer = one.decide(&game, &decision);
                let answers = (&answer, &another.decide(&other, &asked));
                assert_eq!(answers.0, answers.1, "{}", scenario.doc.scenario.value);
                assert_eq!(game.check(&answer), Ok(()));
            }
        }
    }
}

/// A draft is the hardest of choices for an agent that looks ahead: at once all answers look alike, and there is no time to play
/// on from all of them. It must not fall back to the default, which drafts nothing.
#[test]
fn an_answer_that_pays_late_is_found_among_many_that_look_alike() {
    let content = compiled(project(), "the-gorge");
    for (seed, budget) in [(0, 100), (1, 100), (2, 100), (3, 500)] {
        let mut game = Game::new(&content, seed);
        let mut agent = SearchAgent::new(seed, Budget::Decisions(budget));
        game.advance();
        let drafted = loop {
            let decision = game
                .decision()
                .cloned()
                .expect("a draft comes before the game is over");
            let answer = agent.decide(&game, &decision);
            if decision.least == 0 && decision.options.len() > 8 {
                break answer;
            }
            game.decide(&answer).expect("the answer is legal");
            game.advance();
        };
        assert!(!drafted.options().is_empty(), "seed {seed}, {budget} decisions");
    }
}

/// The sample, in which the first goat may have two apples now, and loses five later if it takes them.
fn tempted() -> Arc<Content> {
    let graze = "  step graze {\n";
    let temptation = r#"    let tempted-goat = first of everyone
    choose one by owner of tempted-goat "Now?" {
      "Now" always { give 2 apple to tempted-goat give 1 bruise to tempted-goat }
      "Later" always { give 1 apple to tempted-goat }
    }
    choose one by owner of tempted-goat "Which meadow?" { "This" always { } "That" always { } }
    if bruise on tempted-goat > 0 { take 5 apple from tempted-goat }
"#;
    let copy = Copy::of(&sample()).with(
        "systems/sample/play.cw",
        graze,
        &format!("{graze}    for each g in everyone {{ give 3 apple to g }}\n{temptation}"),
    );
    let project = copy.project();
    let compiled = compile_scenario(&project, &project.scenarios[0]);
    let told = for_people(&project.sources, &compiled.diagnostics, false);
    Content::new(compiled.pack.unwrap_or_else(|| panic!("{told}")))
}

/// However little it may think, what it found in imagined games counts, and not what looks best at once.
#[test]
fn what_looks_best_at_once_is_not_taken_if_it_costs_more_later() {
    let content = tempted();
    for budget in [1, 10, 16, 25, 40, 70, 125, 500] {
        let mut game = Game::new(&content, 1);
        game.advance();
        let decision = game.decision().cloned().expect("the goat is tempted");
        let answer = SearchAgent::new(1, Budget::Decisions(budget)).decide(&game, &decision);
        assert_eq!(answer.options(), [1], "{budget} decisions");
    }
}
