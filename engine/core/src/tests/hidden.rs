//! Hidden things: players do not see them, and imagine others instead.

use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, DECK, KIND_PIECE, Kit, PLAN, op};
use crate::answer::Answer;
use crate::events::Event;
use crate::game::Game;
use crate::state::{Asked, Options};
use crate::viewer::Viewer;
use crate::world::World;
use cardwright_bytecode::pack::{CONST_SET, ChoiceDef, ChoiceStyle, ConstSet, cell};
use cardwright_bytecode::{Base, Op, Ty};
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
    asked(game, BEN, &[10, 20, 30]);
    plan(&mut game.parts().0, 20);
}

/// A player was asked in secret for one of these numbers.
pub(crate) fn asked(game: &mut Game, by: u32, options: &[i64]) {
    game.state.secrets.recent.push(Asked {
        by,
        base: Base::Number,
        options: Options {
            from: options.to_vec().into(),
            least: 1,
            most: 1,
        },
    });
}

fn plan(world: &mut World<'_>, value: i64) {
    world.put(i64::from(BENS_PIECE), cell::HEADER + PLAN, value);
}

#[test]
fn a_secret_is_hidden_from_the_others_until_it_is_revealed() {
    let mut game = game();
    with_plan(&mut game);
    assert!(!game.view(Viewer::Player(ANN)).sees_field(BENS_PIECE, PLAN as u32));
    assert!(game.view(Viewer::Player(BEN)).sees_field(BENS_PIECE, PLAN as u32));
    game.parts()
        .0
        .reveal(i64::from(BENS_PIECE), (cell::HEADER + PLAN) as i32);
    assert!(game.view(Viewer::Player(ANN)).sees_field(BENS_PIECE, PLAN as u32));
    plan(&mut game.parts().0, 30);
    assert!(
        !game.view(Viewer::Player(ANN)).sees_field(BENS_PIECE, PLAN as u32),
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
fn a_judge_imagines_nothing_but_the_dice_to_come() {
    let mut game = game();
    with_plan(&mut game);
    let marks: BTreeSet<u64> = (0..8)
        .map(|seed| {
            let mut other = game.imagine_for(Viewer::Judge, seed);
            let mark = other.chance_mark();
            other.state.rng = game.state.rng.clone();
            assert_eq!(other.hash(), game.hash(), "seed {seed}");
            mark
        })
        .chain([game.chance_mark()])
        .collect();
    assert_eq!(marks.len(), 9);
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

/// Everybody is told that a secret field was set: only its value is kept.
#[test]
fn a_secret_field_that_holds_nobody_goes_on_doing_so() {
    let mut kit = Kit::new();
    kit.pack.kinds[usize::from(KIND_PIECE)].fields[PLAN].ty = Ty::THING;
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    let mut game = Game::new(&kit.content(), 1);
    let (mut world, _) = game.parts();
    for piece in [ANNS_PIECE, BENS_PIECE] {
        world.put(i64::from(piece), cell::OWNER, i64::from(BEN));
    }
    world.put(i64::from(BENS_PIECE), cell::HEADER + PLAN, i64::from(ANN));
    for seed in 0..32 {
        let imagined = game.imagine(ANN, seed);
        let plans = [ANNS_PIECE, BENS_PIECE].map(|piece| imagined.field(piece, PLAN));
        assert_eq!(plans, [0, i64::from(ANN)]);
    }
}

#[test]
fn unknown_cards_change_places_and_known_ones_stay() {
    let game = game();
    let first = BENS_PIECE + 1;
    assert_eq!(
        game.view(Viewer::Player(ANN)).hidden_cards,
        [first, first + 1, first + 2]
    );
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
    assert!(peeked.view(Viewer::Player(ANN)).knows_card(first), "it was seen");
}

#[test]
fn what_happens_to_a_card_that_nobody_knows_is_told_without_its_name() {
    let mut game = game();
    let card = BENS_PIECE + 1;
    game.parts().0.put(i64::from(card), cell::HEADER, 9);
    let event = game.events().last().expect("the change").clone();
    assert_eq!(
        game.render(&event, Viewer::Public),
        "a face-down card: worth 0 to 9"
    );
    let crate::Event::FieldSet { entity, .. } = game.seen_by(&event, Viewer::Player(ANN)) else {
        panic!("the same sort of event")
    };
    assert_eq!(entity, 0);
}

#[test]
fn imagining_leaves_the_open_part_alone() {
    let game = game();
    let imagined = game.imagine(ANN, 3);
    assert_eq!(imagined.tokens(ANNS_PIECE, 0), game.tokens(ANNS_PIECE, 0));
    assert_eq!(imagined.state.cells.len(), game.state.cells.len());
}

/// Ben secretly chooses 10, 20 or 30, which code copies; then Ann is asked something.
fn game_with_answer(option: usize) -> Game {
    let mut kit = Kit::new();
    // Nobody reads the copy, so finishing would leave it out.
    kit.as_written = true;
    let ty = Ty::set(Base::Number);
    let items = vec![10, 20, 30];
    kit.pack.sets.push(ConstSet { ty, items });
    kit.pack.constants.push(CONST_SET);
    for (style, secret) in [(ChoiceStyle::One, true), (ChoiceStyle::YesNo, false)] {
        kit.pack.choices.push(ChoiceDef {
            prompt: "what?".into(),
            parts: Vec::new(),
            style,
            ty: Ty::NUMBER,
            optional: false,
            secret,
            labels: vec![],
            place: None,
        });
    }
    let code = vec![
        op(Op::Big, 0, 0, 0, 0),
        op(Op::Const, 1, 0, 0, BEN as i32),
        op(Op::Choose, 2, 0, 1, 0),
        op(Op::Move, 4, 2, 0, 0),
        op(Op::Const, 5, 0, 0, ANN as i32),
        op(Op::May, 6, 0, 5, 1),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    let registers = [
        ty,
        Ty::PLAYER,
        Ty::NUMBER,
        Ty::BOOL,
        Ty::NUMBER,
        Ty::PLAYER,
        Ty::BOOL,
    ];
    kit.main(&registers, code);
    let mut game = kit.game();
    game.decide(&Answer::one(option)).expect("one of three");
    game.advance();
    game
}

#[test]
fn a_secret_answer_that_code_still_holds_is_imagined_anew_and_its_copies_with_it() {
    let game = game_with_answer(1);
    let held = |game: &Game| [2, 4].map(|register| game.machine.register(register));
    let imagined =
        |player| -> BTreeSet<[i64; 2]> { (0..64).map(|seed| held(&game.imagine(player, seed))).collect() };
    assert_eq!(imagined(ANN), BTreeSet::from([[10, 10], [20, 20], [30, 30]]));
    assert_eq!(imagined(BEN), BTreeSet::from([[20, 20]]));
    let other = game_with_answer(2);
    for seed in 0..32 {
        assert_eq!(game.imagine(ANN, seed).hash(), other.imagine(ANN, seed).hash());
    }
}

#[test]
fn a_number_for_a_secret_field_is_no_news_and_any_other_is() {
    let mut game = game();
    let mut world = game.parts().0;
    let public = world.random(6);
    let hidden = world.random(6);
    plan(&mut world, hidden);
    let drawn: Vec<(i64, i64)> = game
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Drawn { most, number } => Some((*most, *number)),
            _ => None,
        })
        .collect();
    assert_eq!(drawn, [(6, public), (6, 0)]);
}
