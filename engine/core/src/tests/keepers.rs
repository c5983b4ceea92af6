//! A secret that somebody else than the owner chose: the one who chose sees it, the owner does not.

use super::hidden::asked;
use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, ENDED, Kit, PIECE, PLAN, op};
use crate::answer::Answer;
use crate::events::Event;
use crate::game::{Game, Status};
use crate::saved::Saved;
use crate::undo::History;
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{CONST_SET, ChoiceDef, ChoiceStyle, ConstSet, cell};
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_vm::Host;
use std::collections::BTreeSet;

const CELL: i32 = (cell::HEADER + PLAN) as i32;

/// Ann secretly chooses 10, 20 or 30 for Ben's piece; Ben is asked something; then it is revealed, and Ann is asked.
fn game() -> Game {
    let mut kit = Kit::new();
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
        op(Op::Const, 1, 0, 0, ANN as i32),
        op(Op::Choose, 2, 0, 1, 0),
        op(Op::Const, 4, 0, 0, BENS_PIECE as i32),
        op(Op::SetSecret, 4, 2, 1, CELL),
        op(Op::Const, 2, 0, 0, 0),
        op(Op::Const, 5, 0, 0, BEN as i32),
        op(Op::May, 6, 0, 5, 1),
        op(Op::Reveal, 4, 0, 0, CELL),
        op(Op::May, 6, 0, 1, 1),
        op(Op::End, 0, 0, 0, 0),
        op(Op::Return, 0, 0, 0, 0),
    ];
    let registers = [ty, Ty::PLAYER, Ty::NUMBER, Ty::BOOL, PIECE, Ty::PLAYER, Ty::BOOL];
    kit.main(&registers, code);
    kit.game()
}

fn answer(game: &mut Game, option: usize) -> Status {
    game.decide(&Answer::one(option)).expect("an option");
    game.advance()
}

/// The game in which Ann has chosen and Ben is asked.
fn chosen(option: usize) -> Game {
    let mut game = game();
    answer(&mut game, option);
    game
}

fn sees(game: &Game, player: u32) -> bool {
    game.view(Viewer::Player(player))
        .sees_field(BENS_PIECE, PLAN as u32)
}

fn imagined(game: &Game, player: u32) -> BTreeSet<i64> {
    (0..64)
        .map(|seed| game.imagine(player, seed).field(BENS_PIECE, PLAN))
        .collect()
}

#[test]
fn whoever_chose_sees_it_and_the_owner_does_not() {
    let game = chosen(1);
    assert_eq!((sees(&game, ANN), sees(&game, BEN)), (true, false));
    let event = game
        .events()
        .iter()
        .find(|event| matches!(event, Event::FieldSet { .. }));
    let event = event.expect("the plan was set");
    assert_eq!(game.render(event, Viewer::Player(ANN)), "piece-b: plan 0 to 20");
    for told in [
        game.render(event, Viewer::Player(BEN)),
        game.render(event, Viewer::Public),
    ] {
        assert_eq!(told, "piece-b: plan is set in secret");
    }
    let Event::FieldSet { before, after, .. } = game.seen_by(event, Viewer::Player(BEN)) else {
        panic!("the same sort of event")
    };
    assert_eq!((before, after), (0, 0));
}

#[test]
fn after_it_is_revealed_all_see_it() {
    let mut game = chosen(1);
    answer(&mut game, 0);
    assert!(sees(&game, ANN) && sees(&game, BEN));
}

#[test]
fn others_imagine_every_option_and_whoever_chose_knows() {
    let game = chosen(1);
    assert_eq!(imagined(&game, BEN), BTreeSet::from([10, 20, 30]));
    assert_eq!(imagined(&game, ANN), BTreeSet::from([20]));
    let other = chosen(2);
    for seed in 0..32 {
        assert_eq!(game.imagine(BEN, seed).hash(), other.imagine(BEN, seed).hash());
    }
}

#[test]
fn undone_stored_and_replayed_it_is_still_the_choosers() {
    let game = chosen(1);
    let bytes = postcard::to_allocvec(&game.save()).expect("plain data");
    let saved: Saved = postcard::from_bytes(&bytes).expect("what was just written");
    let restored = Game::restore(game.content(), saved).expect("the same content");
    assert_eq!(restored.hash(), game.hash());
    assert_eq!((sees(&restored, ANN), sees(&restored, BEN)), (true, false));

    let (mut history, mut back) = (History::new(), game.clone());
    history.mark(&back);
    answer(&mut back, 0);
    assert!(history.undo(&mut back));
    assert_eq!((sees(&back, ANN), sees(&back, BEN)), (true, false));
    assert_eq!(back.hash(), game.hash());

    let again = chosen(1);
    assert_eq!(again.hash(), game.hash());
    let mut end = again;
    answer(&mut end, 0);
    assert_eq!(answer(&mut end, 0), ENDED);
}

#[test]
fn what_a_rule_sets_later_is_the_owners_again_and_chance_stays_secret() {
    let mut game = chosen(1);
    let (mut world, _) = game.parts();
    let hidden = world.random(6);
    world.set(i64::from(BENS_PIECE), CELL, hidden);
    assert_eq!((sees(&game, ANN), sees(&game, BEN)), (false, true));
    let events = game.events();
    let drawn = events
        .iter()
        .rev()
        .find(|event| matches!(event, Event::Drawn { .. }));
    assert!(matches!(drawn, Some(Event::Drawn { number: 0, .. })));
    let Some(Event::FieldSet { before, .. }) = events.last() else {
        panic!("the plan was set")
    };
    assert_eq!(*before, 0, "Ben never knew what Ann had chosen");
}

#[test]
fn nobody_who_is_no_player_keeps_a_secret() {
    let mut game = chosen(1);
    asked(&mut game, BEN, &[10, 40]);
    let (mut world, _) = game.parts();
    world.set_chosen(i64::from(BENS_PIECE), CELL, 40, i64::from(ANNS_PIECE));
    assert_eq!((sees(&game, ANN), sees(&game, BEN)), (false, true));
}
