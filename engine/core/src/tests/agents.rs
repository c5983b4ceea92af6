//! Agents give legal answers, and the one that looks ahead sees what is good for it.

use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, KIND_PIECE, Kit, op};
use crate::agents::{Agent, Budget, DefaultAgent, Level, RandomAgent, SearchAgent, play};
use crate::game::Game;
use crate::outcome::Outcome;
use cardwright_bytecode::pack::{Id, cell};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Op, Ty};
use std::time::Duration;

/// In each of ten runs Ann may give a token to her piece, and may give one to Ben's. The score counts her own.
fn game() -> Game {
    let mut kit = Kit::new();
    for (name, piece) in [("mine", ANNS_PIECE), ("yours", BENS_PIECE)] {
        let (gate, body) = (kit.optional_gate(&[], ANN), kit.gives(&[], piece, 1));
        kit.trigger(name, gate, body, None);
    }
    kit.main_opening(10);
    let tokens = (cell::HEADER + 2) as i32;
    let piece = Ty::one(cardwright_bytecode::Base::Entity(KIND_PIECE));
    let code = vec![
        op(Op::Const, 1, 0, 0, ANNS_PIECE as i32),
        op(Op::Core, 2, 1, 0, Core::Owner as i32),
        op(Op::Eq, 3, 0, 2, 0),
        op(Op::JumpIfNot, 3, 0, 0, 5),
        op(Op::Jump, 0, 0, 0, 6),
        op(Op::Const, 1, 0, 0, BENS_PIECE as i32),
        op(Op::Get, 4, 1, 0, tokens),
        op(Op::Return, 4, 0, 0, 0),
    ];
    let registers = [Ty::PLAYER, piece, Ty::PLAYER, Ty::BOOL, Ty::NUMBER];
    kit.pack.score = Some(kit.pure(1, Ty::NUMBER, &registers, code));
    Game::new(&kit.content(), 1)
}

fn played(agent: impl Fn() -> Box<dyn Agent>) -> Game {
    let mut game = game();
    let outcome = play(&mut game, &mut [agent(), agent()], 1_000);
    assert_eq!(outcome, Some(Outcome::Named(Id::new(0))));
    game
}

#[test]
fn the_default_is_to_use_nothing() {
    let game = played(|| Box::new(DefaultAgent));
    assert_eq!([ANN, BEN].map(|player| game.score(player)), [Some(0), Some(0)]);
}

#[test]
fn looking_ahead_takes_what_helps_and_declines_what_does_not() {
    let game = played(|| Box::new(Level::Novice.agent(4)));
    assert_eq!(game.score(ANN), Some(3));
    assert!(game.score(BEN) < Some(3));
}

#[test]
fn searching_takes_what_helps_however_much_it_may_think() {
    let budgets = [
        Budget::Decisions(1),
        Budget::Decisions(20),
        Budget::Decisions(500),
        Budget::Time(Duration::ZERO),
        Budget::Time(Duration::from_millis(2)),
    ];
    for budget in budgets {
        let game = played(|| Box::new(SearchAgent::new(4, budget)));
        assert_eq!(game.score(ANN), Some(3), "{budget:?}");
    }
}

#[test]
fn an_agent_plays_the_same_from_the_same_seed() {
    let hashes = [1, 2].map(|_| played(|| Box::new(SearchAgent::new(8, Budget::Decisions(90)))).hash());
    assert_eq!(hashes[0], hashes[1]);
    let hashes = [1, 2].map(|_| played(|| Box::new(RandomAgent::new(8))).hash());
    assert_eq!(hashes[0], hashes[1]);
}
