//! How long lasting effects last, and how they are found and ended.

use super::kit::{ANN, ANNS_PIECE, BENS_PIECE, Kit, PIECE, PLAN, choose, op, slot};
use crate::events::Event;
use crate::game::Game;
use crate::saved::Saved;
use cardwright_bytecode::pack::{
    EffectDef, FuncId, Home, Id, Level, MatchDef, RuleKind, StartDef, Until, cell,
};
use cardwright_bytecode::{Instr, Op, Ty};

const ONLY: Instr = Instr::new(Op::Window, 0, 0, 0, 0);
const BEFORE: Instr = Instr::new(Op::Window, 0, 0, 0, 1);

/// Adds an effect on a piece that gives Ann's piece a token whenever window 0 opens.
fn add_boon(kit: &mut Kit, lasts: Option<FuncId>, until: Option<Until>) {
    kit.pack.effects.push(EffectDef {
        name: "boon".into(),
        params: vec![slot("who", PIECE)],
        lasts,
        ended: None,
    });
    kit.pack.starts.push(StartDef {
        effect: Id::new(0),
        ends: until.into_iter().collect(),
    });
    let (gate, body) = (kit.open_gate(&[PIECE]), kit.gives(&[PIECE], ANNS_PIECE, 1));
    let kind = RuleKind::Trigger {
        window: Id::new(0),
        gate,
        body,
        otherwise: None,
        first: None,
    };
    kit.rule("gain", Level::Card, Home::Effect(Id::new(0)), kind);
}

fn counted() -> Option<Until> {
    Some(Until {
        window: Id::new(1),
        condition: None,
        counted: true,
        next: false,
    })
}

fn tokens(game: &Game) -> i64 {
    game.tokens(ANNS_PIECE, 0)
}

fn ends(game: &Game) -> usize {
    let ended = |event: &&Event| matches!(event, Event::EffectEnded { .. });
    game.events().iter().filter(ended).count()
}

#[test]
fn a_counted_effect_ends_with_that_opening_and_less_than_one_counts_as_one() {
    for (count, expected) in [(2, 2), (1, 1), (0, 1), (-5, 1)] {
        let mut kit = Kit::new();
        add_boon(&mut kit, None, counted());
        let begin = [
            op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
            op(Op::Const, 1, 0, 0, count),
            op(Op::Start, 0, 0, 0, 0),
        ];
        let rest = [ONLY, BEFORE, ONLY, BEFORE, ONLY, op(Op::Return, 0, 0, 0, 0)];
        kit.main(&[PIECE, Ty::NUMBER], [&begin[..], &rest].concat());
        let game = kit.game();
        assert_eq!((tokens(&game), ends(&game)), (expected, 1), "{count}");
    }
}

#[test]
fn only_openings_that_meet_the_condition_end_an_effect() {
    let mut kit = Kit::new();
    let code = vec![op(Op::LoadContext, 1, 0, 0, 0), op(Op::Return, 1, 0, 0, 0)];
    let condition = kit.pure(1, Ty::BOOL, &[PIECE, Ty::BOOL], code);
    kit.pack.functions[condition].context = Some(Id::new(0));
    let until = Until {
        window: Id::new(1),
        condition: Some(condition),
        counted: false,
        next: false,
    };
    add_boon(&mut kit, None, Some(until));
    let code = vec![
        op(Op::Const, 1, 0, 0, ANNS_PIECE as i32),
        op(Op::Start, 1, 0, 0, 0),
        BEFORE,
        ONLY,
        op(Op::Const, 0, 0, 0, 1),
        BEFORE,
        ONLY,
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[Ty::BOOL, PIECE], code);
    kit.pack.procedures[0].slots = vec![slot("late", Ty::BOOL)];
    assert_eq!(tokens(&kit.game()), 1);
}

/// A function that says whether a piece has fewer than two tokens.
fn is_poor(kit: &mut Kit) -> u32 {
    let code = vec![
        op(Op::Get, 1, 0, 0, (cell::HEADER + 2) as i32),
        op(Op::Const, 2, 0, 0, 2),
        op(Op::Lt, 3, 1, 2, 0),
        op(Op::Return, 3, 0, 0, 0),
    ];
    kit.pure(1, Ty::BOOL, &[PIECE, Ty::NUMBER, Ty::NUMBER, Ty::BOOL], code)
        .number()
}

#[test]
fn an_effect_that_does_not_last_as_a_window_opens_is_over_for_good() {
    let mut kit = Kit::new();
    let lasts = is_poor(&mut kit);
    add_boon(&mut kit, Some(Id::new(lasts)), None);
    let code = vec![
        op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
        op(Op::Const, 1, 0, 0, 2),
        op(Op::Start, 0, 0, 0, 0),
        ONLY,
        ONLY,
        ONLY,
        op(Op::Take, 0, 1, 0, 0),
        ONLY,
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[PIECE, Ty::NUMBER], code);
    let game = kit.game();
    assert_eq!((tokens(&game), ends(&game)), (0, 1));
}

#[test]
fn an_effect_that_does_not_last_now_is_not_found_running_but_comes_back_before_a_window_opens() {
    let mut kit = Kit::new();
    let lasts = is_poor(&mut kit);
    add_boon(&mut kit, Some(Id::new(lasts)), None);
    kit.pack.matches.push(MatchDef {
        effect: Id::new(0),
        any: 0,
    });
    kit.main(&[Ty::NUMBER], vec![op(Op::Return, 0, 0, 0, 0)]);
    let mut game = Game::new(&kit.content(), 1);
    game.machine.refuel(10_000);
    let (mut world, machine) = game.parts();
    let piece = i64::from(ANNS_PIECE);
    world.start_effect(machine, Id::new(0), &[piece]);
    let mut found = |change| {
        world.change_tokens(piece, 0, change);
        world.is_running(machine, Id::new(0), &[piece])
    };
    assert_eq!([0, 2, -1].map(&mut found), [true, false, true]);
}

/// Registers: two pieces, whether something was found, a bit, the sum of the bits, a piece.
const REGISTERS: [Ty; 6] = [PIECE, PIECE, Ty::BOOL, Ty::NUMBER, Ty::NUMBER, PIECE];

/// Adds a bit to the sum if a match with the two pieces finds something running.
fn ask(code: &mut Vec<Instr>, matching: i32, bit: i32) {
    let end = code.len() as i32 + 4;
    code.extend([
        op(Op::Running, 2, 0, 0, matching),
        op(Op::JumpIfNot, 2, 0, 0, end),
        op(Op::Const, 3, 0, 0, bit),
        op(Op::Add, 4, 4, 3, 0),
    ]);
}

#[test]
fn every_instance_that_matches_ends_and_any_matches_all() {
    let mut kit = Kit::new();
    kit.pack.effects.push(EffectDef {
        name: "bond".into(),
        params: vec![slot("one", PIECE), slot("other", PIECE)],
        lasts: None,
        ended: None,
    });
    kit.pack.starts.push(StartDef {
        effect: Id::new(0),
        ends: Vec::new(),
    });
    let matches = [0, 0b10].map(|any| MatchDef {
        effect: Id::new(0),
        any,
    });
    kit.pack.matches.extend(matches);
    let mut code = vec![
        op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
        op(Op::Const, 1, 0, 0, ANNS_PIECE as i32),
        op(Op::Start, 0, 0, 0, 0),
        op(Op::Const, 1, 0, 0, BENS_PIECE as i32),
        op(Op::Start, 0, 0, 0, 0),
        op(Op::Start, 0, 0, 0, 0),
    ];
    ask(&mut code, 0, 1);
    code.push(op(Op::FinishEffect, 0, 0, 0, 0));
    ask(&mut code, 0, 2);
    ask(&mut code, 1, 4);
    code.push(op(Op::FinishEffect, 0, 0, 0, 1));
    ask(&mut code, 1, 8);
    code.extend([
        op(Op::Const, 5, 0, 0, BENS_PIECE as i32),
        op(Op::Set, 5, 4, 0, (cell::HEADER + PLAN) as i32),
        op(Op::Return, 0, 0, 0, 0),
    ]);
    kit.main(&REGISTERS, code);
    let game = kit.game();
    assert_eq!((game.field(BENS_PIECE, PLAN), ends(&game)), (0b101, 3));
}

#[test]
fn what_is_left_of_an_effect_is_stored_with_the_game() {
    let mut kit = Kit::new();
    add_boon(&mut kit, None, counted());
    let (gate, body) = (kit.optional_gate(&[], ANN), kit.gives(&[], BENS_PIECE, 1));
    kit.trigger("help", gate, body, None);
    let code = vec![
        op(Op::Const, 0, 0, 0, ANNS_PIECE as i32),
        op(Op::Const, 1, 0, 0, 2),
        op(Op::Start, 0, 0, 0, 0),
        BEFORE,
        ONLY,
        BEFORE,
        ONLY,
        op(Op::Return, 0, 0, 0, 0),
    ];
    kit.main(&[PIECE, Ty::NUMBER], code);
    let mut game = kit.game();
    let bytes = postcard::to_allocvec(&game.save()).expect("plain data");
    let saved: Saved = postcard::from_bytes(&bytes).expect("what was just written");
    let mut restored = Game::restore(game.content(), saved).expect("the same content");
    assert_eq!(restored.hash(), game.hash());
    let hashes = [&mut game, &mut restored].map(|game| {
        choose(game, "help");
        choose(game, "pass");
        (game.hash(), tokens(game))
    });
    assert_eq!(hashes[0], hashes[1]);
    assert_eq!(hashes[0].1, 1);
}
