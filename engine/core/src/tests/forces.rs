//! Rules about building, fields that are kept, winners that code names, and what leaves the board.

use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, DECK, KIND_CARD, Kit, op};
use crate::calls::call;
use crate::forces::Breach;
use crate::game::{Game, Status};
use crate::outcome::Outcome;
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{EntityId, GAME, Home, Id, Level, OutcomeDef, RuleKind, Winners, cell};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::ty::KIND_PLAYER;
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_vm::Args;

fn idle(mut kit: Kit) -> Game {
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    Game::new(&kit.content(), 1)
}

fn ask(game: &mut Game, core: Core, args: &[i64]) -> i64 {
    let (mut world, machine) = game.parts();
    call(&mut world, machine, core, &Args::of(args))
}

#[test]
fn a_rule_about_building_is_asked_about_each_player_and_each_copy_outside_of_decks() {
    let mut kit = Kit::new();
    let cards = [ANNS_PIECE, DECK, BENS_PIECE].map(|holder| kit.card("charm", holder, true));
    for card in cards {
        kit.pack.setup.entities[card as usize - 1].template = Some(Id::new(0));
    }
    let is_ann = vec![
        op(Op::Const, 1, 0, 0, ANN as i32),
        op(Op::Eq, 2, 0, 1, 0),
        op(Op::Return, 2, 0, 0, 0),
    ];
    let condition = kit.pure(1, Ty::BOOL, &[Ty::PLAYER, Ty::PLAYER, Ty::BOOL], is_ann);
    kit.rule(
        "only ann",
        Level::Core,
        Home::Global,
        RuleKind::Build { condition },
    );
    let never = kit.constant(&[Ty::one(Base::Entity(KIND_CARD))], Ty::BOOL, 0);
    let kind = RuleKind::Build { condition: never };
    kit.rule("never", Level::Card, Home::Template(Id::new(0)), kind);
    let game = idle(kit);
    let expected = [(0, BEN), (1, cards[0]), (1, cards[2])];
    assert_eq!(
        game.breaches(),
        expected.map(|(rule, entity)| Breach {
            rule: Id::new(rule),
            entity
        })
    );
}

#[test]
fn what_cannot_be_answered_counts_as_not_kept() {
    let mut kit = Kit::new();
    let code = vec![
        op(Op::Const, 1, 0, 0, i32::MAX),
        op(Op::Const, 2, 0, 0, 0),
        op(Op::ForCount, 1, 2, 0, 4),
        op(Op::Jump, 0, 0, 0, 2),
        op(Op::Const, 3, 0, 0, 1),
        op(Op::Return, 3, 0, 0, 0),
    ];
    let condition = kit.pure(1, Ty::BOOL, &[Ty::PLAYER, Ty::NUMBER, Ty::NUMBER, Ty::BOOL], code);
    kit.rule(
        "endless",
        Level::Core,
        Home::Global,
        RuleKind::Build { condition },
    );
    assert_eq!(idle(kit).breaches().len(), 2);
}

#[test]
fn kept_fields_are_told_with_their_names() {
    let mut game = idle(Kit::new());
    game.parts().0.put(i64::from(GAME), cell::HEADER, 5);
    let kept: Vec<_> = game
        .kept()
        .iter()
        .map(|kept| (kept.entity, kept.id, kept.field, kept.value))
        .collect();
    assert_eq!(kept, [(GAME, "game", "tally", 5)]);
}

/// A game that ends with whatever players the code put into its set.
fn ended(members: &[EntityId]) -> Game {
    let mut kit = Kit::new();
    kit.pack.outcomes.push(OutcomeDef {
        id: "open-end".into(),
        title: "Open end".into(),
        winners: Winners::Named,
    });
    let mut code = vec![op(Op::ListNew, 0, 0, 0, 0)];
    for &member in members {
        code.extend([
            op(Op::Const, 1, 0, 0, member as i32),
            op(Op::ListPush, 0, 1, 0, 0),
        ]);
    }
    code.extend([op(Op::EndWith, 0, 0, 0, 1), op(Op::Return, 0, 0, 0, 0)]);
    let player = Base::Entity(KIND_PLAYER);
    kit.main(&[Ty::set(player), Ty::one(player)], code);
    kit.game()
}

#[test]
fn code_names_the_winners_of_an_outcome_that_leaves_them_open() {
    let told = |members: &[EntityId]| {
        let mut game = ended(members);
        assert_eq!(game.advance(), Status::Over(Outcome::Named(Id::new(1))));
        let last = game
            .events()
            .last()
            .map(|event| game.render(event, Viewer::Public));
        (game.winners().to_vec(), last.unwrap_or_default())
    };
    let ends = "the game ends: Open end; ";
    assert_eq!(
        told(&[BEN, ANN, BEN]),
        (vec![ANN, BEN], format!("{ends}the winners are ann, ben"))
    );
    assert_eq!(told(&[BEN]), (vec![BEN], format!("{ends}the winner is ben")));
    assert_eq!(told(&[]), (vec![], format!("{ends}nobody wins")));
}

#[test]
fn an_outcome_with_fixed_winners_names_them_itself() {
    let mut kit = Kit::new();
    kit.main_opening(0);
    let game = kit.game();
    assert_eq!(game.winners(), [ANN]);
}

#[test]
fn a_lifted_piece_leaves_the_board_and_stays_in_the_game() {
    let mut game = idle(Kit::new());
    let piece = i64::from(ANNS_PIECE);
    ask(&mut game, Core::Place, &[piece, 0]);
    assert!(game.pose(ANNS_PIECE).is_some());
    let card = game.events().len();
    ask(&mut game, Core::Lift, &[piece]);
    ask(&mut game, Core::Lift, &[piece]);
    assert_eq!(game.pose(ANNS_PIECE), None);
    assert_eq!(ask(&mut game, Core::InPlay, &[piece]), 1);
    assert_eq!(game.events().len(), card + 1, "the second time changes nothing");
}

#[test]
fn copies_of_one_card_are_the_same_card() {
    let mut kit = Kit::new();
    let [one, copy, other] =
        ["charm", "charm", "ward"].map(|name| i64::from(kit.card(name, ANNS_PIECE, true)));
    kit.pack.setup.entities[copy as usize - 1].template = Some(Id::new(0));
    let mut game = idle(kit);
    let mut same = |a, b| ask(&mut game, Core::SameCard, &[a, b]);
    assert_eq!([same(one, copy), same(one, other), same(one, one)], [1, 0, 1]);
    let unprinted = i64::from(ANN);
    assert_eq!(
        [same(unprinted, unprinted), same(0, 0), same(-1, i64::MAX)],
        [0; 3]
    );
}

#[test]
fn cards_that_print_one_name_are_namesakes() {
    let mut kit = Kit::new();
    let [one, second, other] =
        ["charm", "second-charm", "ward"].map(|name| i64::from(kit.card(name, ANNS_PIECE, true)));
    for (at, name) in ["Charm", "Charm", "Ward"].into_iter().enumerate() {
        kit.pack.templates[Id::new(at as u32)].name = name.to_owned();
    }
    let mut game = idle(kit);
    let mut ask_both = |call, a, b| ask(&mut game, call, &[a, b]);
    assert_eq!(ask_both(Core::SameCard, one, second), 0);
    let mut named = |a, b| ask_both(Core::Namesakes, a, b);
    assert_eq!(
        [named(one, second), named(second, one), named(one, other)],
        [1, 1, 0]
    );
    let unprinted = i64::from(ANN);
    assert_eq!(
        [named(unprinted, unprinted), named(0, 0), named(-1, i64::MAX)],
        [0; 3]
    );
}

#[test]
fn nobody_would_stand_nowhere() {
    let mut game = idle(Kit::new());
    let piece = i64::from(ANNS_PIECE);
    let at = ask(&mut game, Core::PoseAt, &[6_000, 6_000, 0]);
    ask(&mut game, Core::Place, &[piece, at]);
    let mut answers = |it: i64| {
        [
            ask(&mut game, Core::InsideTable, &[it, at]),
            ask(&mut game, Core::OverlapsAt, &[it, at, piece]),
            i64::from(ask(&mut game, Core::DistanceAt, &[it, at, piece]) < crate::limits::FAR),
            ask(&mut game, Core::BaseReach, &[it, at, 0]),
        ]
    };
    assert_ne!(answers(i64::from(ANNS_PIECE)), [0; 4]);
    assert_eq!(answers(0), [0; 4]);
}

#[test]
fn a_piece_off_the_board_passes_over_nothing() {
    let mut kit = Kit::new();
    let other = i64::from(kit.card("charm", ANNS_PIECE, true));
    let mut game = idle(kit);
    let piece = i64::from(ANNS_PIECE);
    let at = ask(&mut game, Core::PoseAt, &[6_000, 6_000, 0]);
    ask(&mut game, Core::Place, &[piece, at]);
    ask(&mut game, Core::Place, &[other, at]);
    ask(&mut game, Core::Lift, &[piece]);
    let swept = ask(&mut game, Core::Swept, &[piece, 1_000, 0, 1_000, other]);
    let swept_from = ask(&mut game, Core::SweptFrom, &[piece, at, 1_000, 0, 1_000, other]);
    assert_eq!([swept, swept_from], [0, 0]);
}

#[test]
fn a_remainder_has_the_sign_of_what_divides() {
    let mut game = idle(Kit::new());
    let cases = [
        (7, 3, 1),
        (-7, 3, 2),
        (7, -3, -2),
        (-7, -3, -1),
        (6, 3, 0),
        (7, 0, 0),
        (i64::MIN, -1, 0),
        (i64::MIN, i64::MAX, i64::MAX - 1),
    ];
    for (number, divisor, rest) in cases {
        assert_eq!(ask(&mut game, Core::Remainder, &[number, divisor]), rest);
    }
}
