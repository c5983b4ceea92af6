//! Every read of a register lies behind a write on every way.

use crate::sample::*;
use cardwright_bytecode::pack::Function;
use cardwright_bytecode::verify::{VerifyErrorKind as Kind, verify};
use cardwright_bytecode::{Instr, Op, Ty, finish};

/// An effect that is given a condition (0) and has two numbers (1, 2).
fn conditional(code: Vec<Instr>) -> Function {
    effect("added", 1, Ty::NOTHING, vec![B, N, N], code)
}

fn unwritten(code: Vec<Instr>) -> usize {
    match error(with(conditional(code))).kind {
        Kind::ReadBeforeWritten { register } => register,
        other => panic!("refused for another reason: {other:?}"),
    }
}

fn number(register: u8) -> Instr {
    op(Op::Const, register, 0, 0, 7)
}

fn read(register: u8) -> Instr {
    op(Op::AddI, 2, register, 0, 1)
}

#[test]
fn a_register_that_nothing_wrote_cannot_be_read() {
    assert_eq!(unwritten(vec![read(1), ret(0)]), 1);
    assert!(verify(with(conditional(vec![number(1), read(1), ret(0)]))).is_ok());
}

#[test]
fn every_way_to_a_read_has_to_write() {
    let one_way = vec![op(Op::JumpIfNot, 0, 0, 0, 2), number(1), read(1), ret(0)];
    assert_eq!(unwritten(one_way), 1);
    let both_ways = vec![
        op(Op::JumpIfNot, 0, 0, 0, 3),
        number(1),
        op(Op::Jump, 0, 0, 0, 4),
        number(1),
        read(1),
        ret(0),
    ];
    assert!(verify(with(conditional(both_ways))).is_ok());
}

#[test]
fn what_a_loop_writes_is_not_written_behind_it() {
    let mut code = vec![
        number(1),
        op(Op::Const, 2, 0, 0, 0),
        op(Op::ForCount, 1, 2, 0, 5),
        op(Op::Const, 3, 0, 0, 1),
        op(Op::Jump, 0, 0, 0, 2),
        ret(0),
    ];
    let registers = vec![B, N, N, N];
    let added = |code| effect("added", 1, Ty::NOTHING, registers.clone(), code);
    assert!(verify(with(added(code.clone()))).is_ok());
    code.insert(5, op(Op::Move, 1, 3, 0, 0));
    let kind = error(with(added(code))).kind;
    assert_eq!(kind, Kind::ReadBeforeWritten { register: 3 });
}

#[test]
fn slots_of_a_procedure_count_as_written() {
    let mut pack = sample();
    let code = vec![op(Op::Move, 2, 1, 0, 0), ret(0)];
    pack.functions[ATTACK] = effect("attack", 1, Ty::NOTHING, vec![FIGURE, N, N], code);
    assert!(verify(pack).is_ok());
}

#[test]
fn finishing_writes_the_nulls_that_are_missing() {
    let mut pack = with(conditional(vec![
        op(Op::JumpIfNot, 0, 0, 0, 2),
        number(1),
        op(Op::Give, 3, 1, 0, 1),
        ret(0),
    ]));
    pack.functions[ADDED].registers.push(FIGURE);
    finish(&mut pack);
    let code = &pack.functions[ADDED].code;
    assert_eq!(code[..2], [op(Op::Const, 1, 0, 0, 0), op(Op::Const, 3, 0, 0, 0)]);
    assert!(verify(pack).is_ok());
}
