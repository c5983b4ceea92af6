//! What players do not see, and what they imagine instead.

use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, DECK, Kit, PLAN, op};
use crate::game::Game;
use crate::world::World;
use cardwright_bytecode::pack::cell;
use cardwright_bytecode::{Op, Ty};
use cardwright_vm::Host;
use std::collections::BTreeSet;

fn game() -> Game {
    let mut kit = Kit::new();
    for card in ["red", "green", "blue"] {
        kit.card(card, DECK, false);
    }
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    Game::new(&kit.content(), 1)
}

/// Ben secretly chose his plan from 10, 20 and 30.
fn with_plan(game: &mut Game) {
    game.remember_options(BEN, vec![10, 20, 30]);
    plan(&mut game.parts().0, 20);
}

fn plan(world: &mut World<'_>, value: i64) {
    world.put(i64::from(BENS_PIECE), cell::HEADER + PLAN, value);
}

#[test]
fn a_secret_is_hidden_from_the_others_until_it_is_revealed() {
    let mut game = game();
    with_plan(&mut game);
    assert!(!game.view(ANN).sees_field(BENS_PIECE, PLAN as u32));
    assert!(game.view(BEN).sees_field(BENS_PIECE, PLAN as u32));
    game.parts()
        .0
        .reveal(i64::from(BENS_PIECE), (cell::HEADER + PLAN) as i32);
    assert!(game.view(ANN).sees_field(BENS_PIECE, PLAN as u32));
    plan(&mut game.parts().0, 30);
    assert!(
        !game.view(ANN).sees_field(BENS_PIECE, PLAN as u32),
        "a new secret is a secret"
    );
}

#[test]
fn others_imagine_every_option_and_the_owner_knows() {
    let mut game = game();
    with_plan(&mut game);
    let imagined = |player| -> BTreeSet<i64> {
        (0..64)
            .map(|seed| game.imagine(player, seed).field(BENS_PIECE, PLAN))
            .collect()
    };
    assert_eq!(imagined(ANN), BTreeSet::from([10, 20, 30]));
    assert_eq!(imagined(BEN), BTreeSet::from([20]));
}

#[test]
fn what_is_imagined_does_not_depend_on_the_secret() {
    let mut game = game();
    with_plan(&mut game);
    let mut other = game.clone();
    plan(&mut other.parts().0, 30);
    for seed in 0..32 {
        assert_eq!(game.imagine(ANN, seed).hash(), other.imagine(ANN, seed).hash());
    }
}

#[test]
fn secrets_that_nobody_chose_change_places() {
    let mut game = game();
    let pieces = [ANNS_PIECE, BENS_PIECE];
    let (mut world, _) = game.parts();
    for (piece, value) in pieces.into_iter().zip([1, 2]) {
        world.put(i64::from(piece), cell::OWNER, i64::from(BEN));
        world.put(i64::from(piece), cell::HEADER + PLAN, value);
    }
    let seen: BTreeSet<[i64; 2]> = (0..64)
        .map(|seed| pieces.map(|piece| game.imagine(ANN, seed).field(piece, PLAN)))
        .collect();
    assert_eq!(seen, BTreeSet::from([[1, 2], [2, 1]]));
}

#[test]
fn unknown_cards_change_places_and_known_ones_stay() {
    let game = game();
    let first = BENS_PIECE + 1;
    assert_eq!(game.view(ANN).hidden_cards, [first, first + 1, first + 2]);
    let tops: BTreeSet<i64> = (0..64)
        .map(|seed| game.imagine(ANN, seed).parts().0.everything_on(i64::from(DECK))[0])
        .collect();
    assert_eq!(tops.len(), 3);
    let mut peeked = game.clone();
    let (mut world, machine) = peeked.parts();
    for up in [1, 0] {
        let args = cardwright_vm::Args::of(&[i64::from(first), up]);
        crate::calls::call(
            &mut world,
            machine,
            cardwright_bytecode::registry::Core::Flip,
            &args,
        );
    }
    assert!(peeked.view(ANN).knows_card(first), "it was seen");
}

#[test]
fn imagining_leaves_the_open_part_alone() {
    let game = game();
    let imagined = game.imagine(ANN, 3);
    assert_eq!(imagined.tokens(ANNS_PIECE, 0), game.tokens(ANNS_PIECE, 0));
    assert_eq!(imagined.state.cells.len(), game.state.cells.len());
}
