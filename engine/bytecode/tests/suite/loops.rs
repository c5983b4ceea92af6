//! Code stays inside its function, and every loop ends.

use crate::sample::*;
use cardwright_bytecode::pack::Function;
use cardwright_bytecode::verify::{VerifyErrorKind as Kind, verify, verify_counting};
use cardwright_bytecode::{Instr, Op, Ty};

fn zero(register: u8) -> Instr {
    op(Op::Const, register, 0, 0, 0)
}

fn jump(target: i32) -> Instr {
    op(Op::Jump, 0, 0, 0, target)
}

fn for_next(set: u8, index: u8, member: u8, target: i32) -> Instr {
    op(Op::ForNext, set, index, member, target)
}

/// Registers for the loops below: a set, its index, its member; a limit, its index; a condition; another set.
fn registers() -> Vec<Ty> {
    vec![NUMBERS, N, N, N, N, B, NUMBERS]
}

/// A loop over set 0 with this body, starting at instruction 1.
fn looping(body: &[Instr]) -> Vec<Instr> {
    let end = 3 + body.len() as i32;
    let mut code = vec![zero(1), for_next(0, 1, 2, end)];
    code.extend(body);
    code.extend([jump(1), ret(0)]);
    code
}

fn disturbed(kind: &Kind, wanted: u8) -> bool {
    matches!(kind, Kind::RegisterDisturbed { register, .. } if *register == wanted)
}

#[test]
fn rejects_empty_code_and_code_that_runs_off_its_end() {
    assert_eq!(refused(vec![N], vec![]), Kind::NoCode);
    assert_eq!(
        refused(vec![N], vec![zero(0)]),
        Kind::RunsOffTheEnd { last: Op::Const }
    );
}

#[test]
fn rejects_a_jump_out_of_the_function() {
    for target in [-1, 2, i32::MAX] {
        assert_eq!(
            refused(vec![N], vec![jump(target), ret(0)]),
            Kind::BadTarget { target, length: 2 }
        );
    }
}

#[test]
fn rejects_a_jump_back_to_anything_but_a_loop_head() {
    assert_eq!(
        refused(vec![N], vec![zero(0), jump(0)]),
        Kind::BackwardJump { target: 0 }
    );
    assert_eq!(refused(vec![N], vec![jump(0)]), Kind::BackwardJump { target: 0 });
    let back = vec![
        zero(1),
        for_next(0, 1, 2, 3),
        op(Op::JumpIfNot, 5, 0, 0, 1),
        ret(0),
    ];
    assert_eq!(refused(registers(), back), Kind::BackwardJump { target: 1 });
}

#[test]
fn accepts_loops_in_loops_with_ways_out() {
    accepted(registers(), looping(&[]));
    let inner = [
        zero(4),
        op(Op::ForCount, 3, 4, 0, 6),
        op(Op::JumpIfNot, 5, 0, 0, 7),
        jump(3),
        jump(1),
    ];
    accepted(registers(), looping(&inner));
}

#[test]
fn accepts_one_index_register_for_two_loops_one_after_the_other() {
    let code = vec![
        zero(1),
        for_next(0, 1, 2, 3),
        jump(1),
        zero(1),
        for_next(0, 1, 2, 6),
        jump(4),
        ret(0),
    ];
    accepted(registers(), code);
}

#[test]
fn rejects_a_loop_whose_index_is_not_reset() {
    let code = vec![for_next(0, 1, 2, 2), jump(0), ret(0)];
    assert_eq!(refused(registers(), code), Kind::IndexNotReset { register: 1 });
    let code = vec![op(Op::Const, 1, 0, 0, 7), for_next(0, 1, 2, 3), jump(1), ret(0)];
    assert!(disturbed(&refused(registers(), code), 1));
}

#[test]
fn rejects_a_loop_that_resets_its_own_index() {
    assert!(disturbed(&refused(registers(), looping(&[zero(1)])), 1));
    assert!(disturbed(
        &refused(registers(), looping(&[op(Op::Sub, 1, 1, 2, 0)])),
        1
    ));
}

#[test]
fn rejects_an_inner_loop_with_the_index_of_the_outer_one() {
    let inner = [zero(1), op(Op::ForCount, 3, 1, 0, 5), jump(3)];
    assert!(disturbed(&refused(registers(), looping(&inner)), 1));
    let bare = [op(Op::ForCount, 3, 1, 0, 4), jump(2)];
    assert!(disturbed(&refused(registers(), looping(&bare)), 1));
}

#[test]
fn rejects_a_loop_that_changes_its_list_or_limit() {
    assert!(disturbed(
        &refused(registers(), looping(&[op(Op::Move, 0, 6, 0, 0)])),
        0
    ));
    let code = vec![
        zero(4),
        op(Op::ForCount, 3, 4, 0, 4),
        op(Op::Add, 3, 3, 3, 0),
        jump(1),
        ret(0),
    ];
    assert!(disturbed(&refused(registers(), code), 3));
    let code = vec![zero(4), op(Op::ForCount, 4, 4, 0, 3), jump(1), ret(0)];
    assert!(disturbed(&refused(registers(), code), 4));
    let code = vec![zero(1), for_next(0, 1, 1, 3), jump(1), ret(0)];
    assert!(disturbed(&refused(registers(), code), 1));
}

#[test]
fn rejects_a_loop_that_goes_on_inside_of_itself_at_its_end() {
    let code = vec![zero(1), for_next(0, 1, 2, 2), jump(1), ret(0)];
    assert_eq!(refused(registers(), code), Kind::LoopNotLeft { target: 2 });
}

#[test]
fn rejects_a_jump_into_a_loop_or_past_its_reset() {
    let into_body = vec![jump(3), zero(1), for_next(0, 1, 2, 4), jump(2), ret(0)];
    assert_eq!(refused(registers(), into_body), Kind::JumpInto { target: 3 });
    let past_reset = vec![
        op(Op::JumpIfNot, 5, 0, 0, 2),
        zero(1),
        for_next(0, 1, 2, 4),
        jump(2),
        ret(0),
    ];
    assert_eq!(refused(registers(), past_reset), Kind::JumpInto { target: 2 });
}

#[test]
fn rejects_loops_that_overlap() {
    // The second loop's head lies in the first, and its jump back behind the first.
    let code = vec![
        zero(1),
        for_next(0, 1, 2, 7),
        zero(4),
        op(Op::ForCount, 3, 4, 0, 7),
        op(Op::JumpIfNot, 5, 0, 0, 6),
        jump(1),
        jump(3),
        ret(0),
    ];
    assert!(matches!(refused(registers(), code), Kind::JumpInto { .. }));
}

#[test]
fn rejects_a_push_to_a_set_that_was_not_made_here() {
    let push = op(Op::ListPush, 0, 2, 0, 0);
    assert_eq!(
        refused(registers(), vec![push, ret(0)]),
        Kind::PushWithoutNew { register: 0 }
    );
    let skipped = vec![
        op(Op::JumpIfNot, 5, 0, 0, 2),
        op(Op::ListNew, 0, 0, 0, 0),
        push,
        ret(0),
    ];
    assert_eq!(refused(registers(), skipped), Kind::JumpInto { target: 2 });
}

#[test]
fn rejects_a_loop_that_extends_the_set_it_walks() {
    let push = op(Op::ListPush, 6, 2, 0, 0);
    let new = op(Op::ListNew, 6, 0, 0, 0);
    let itself = vec![new, zero(1), for_next(6, 1, 2, 5), push, jump(2), ret(0)];
    assert!(disturbed(&refused(registers(), itself), 6));
    let copied = vec![
        new,
        op(Op::Move, 0, 6, 0, 0),
        zero(1),
        for_next(0, 1, 2, 6),
        push,
        jump(3),
        ret(0),
    ];
    assert!(disturbed(&refused(registers(), copied), 6));
}

#[test]
fn accepts_a_filter_that_is_copied_when_it_is_complete() {
    let mut code = vec![op(Op::ListNew, 6, 0, 0, 0), zero(1), for_next(0, 1, 2, 6)];
    code.extend([
        op(Op::JumpIfNot, 5, 0, 0, 5),
        op(Op::ListPush, 6, 2, 0, 0),
        jump(2),
    ]);
    code.extend([op(Op::Move, 0, 6, 0, 0), ret(0)]);
    accepted(registers(), code);
}

#[test]
fn rejects_a_set_that_is_copied_in_the_loop_that_extends_it() {
    let mut code = vec![op(Op::ListNew, 6, 0, 0, 0), zero(4), op(Op::ForCount, 3, 4, 0, 6)];
    code.extend([
        op(Op::ListPush, 6, 2, 0, 0),
        op(Op::Move, 0, 6, 0, 0),
        jump(2),
        ret(0),
    ]);
    assert!(disturbed(&refused(registers(), code), 6));
}

#[test]
fn accepts_a_mark_before_a_loop_that_releases_in_each_round() {
    let mut code = vec![op(Op::Mark, 3, 0, 0, 0), zero(1), for_next(0, 1, 2, 5)];
    code.extend([op(Op::Release, 3, 0, 0, 0), jump(2), ret(0)]);
    accepted(registers(), code);
}

#[test]
fn rejects_a_release_without_its_own_mark() {
    let (mark, release) = (op(Op::Mark, 3, 0, 0, 0), op(Op::Release, 3, 0, 0, 0));
    accepted(registers(), vec![mark, release, release, ret(0)]);
    assert_eq!(
        refused(registers(), vec![release, ret(0)]),
        Kind::ReleaseWithoutMark { register: 3 }
    );
    assert!(disturbed(
        &refused(registers(), vec![mark, zero(3), release, ret(0)]),
        3
    ));
    let skipped = vec![op(Op::JumpIfNot, 5, 0, 0, 2), mark, release, ret(0)];
    assert_eq!(refused(registers(), skipped), Kind::JumpInto { target: 2 });
}

/// The procedure of the sample with this code; its slots are a figure and a number.
fn procedure(registers: Vec<Ty>, code: Vec<Instr>) -> cardwright_bytecode::Pack {
    let mut pack = sample();
    pack.functions[ATTACK] = effect("attack", 1, Ty::NOTHING, registers, code);
    pack
}

#[test]
fn rejects_a_window_in_a_loop_that_counts_in_a_slot() {
    let window = op(Op::Window, 0, 0, 0, 0);
    let count = |limit, index| {
        vec![
            zero(2),
            zero(3),
            zero(index),
            op(Op::ForCount, limit, index, 0, 6),
            window,
            jump(3),
            ret(0),
        ]
    };
    let registers = vec![FIGURE, N, N, N];
    assert!(verify(procedure(registers.clone(), count(2, 3))).is_ok());
    for (limit, index) in [(1, 2), (2, 1)] {
        let kind = error(procedure(registers.clone(), count(limit, index))).kind;
        assert_eq!(kind, Kind::SlotExposed { register: 1 });
    }
}

#[test]
fn the_work_is_linear_in_the_code() {
    let steps = |size: usize| {
        let pack = with(nested(size));
        let code: usize = pack.functions.iter().map(|function| function.code.len()).sum();
        let (proof, steps) = verify_counting(pack);
        assert!(proof.is_ok(), "{}", proof.expect_err("just seen"));
        (code as u64, steps)
    };
    for size in [10, 100, 10_000] {
        let (code, steps) = steps(size);
        assert!(steps <= 9 * code, "{steps} steps for {code} instructions");
    }
}

/// Many loops, one in the other as deep as registers allow, with sets built and marks set in the innermost.
fn nested(size: usize) -> Function {
    const DEPTH: usize = 60;
    let mut registers = vec![NUMBERS, N, B];
    registers.extend([N].repeat(2 * DEPTH));
    let mut code = Vec::new();
    for _ in 0..size.div_ceil(DEPTH) {
        let depth = size.min(DEPTH);
        let mut heads = Vec::new();
        for level in 0..depth {
            let index = 3 + 2 * level as u8;
            code.extend([op(Op::Mark, index + 1, 0, 0, 0), zero(index)]);
            heads.push(code.len());
            code.push(op(Op::ForCount, 1, index, 0, 0));
        }
        code.extend([
            op(Op::ListNew, 0, 0, 0, 0),
            op(Op::JumpIfNot, 2, 0, 0, 0),
            op(Op::ListPush, 0, 1, 0, 0),
        ]);
        let after = code.len() as i32;
        code[after as usize - 2].imm = after;
        for (level, head) in heads.into_iter().enumerate().rev() {
            code.push(jump(head as i32));
            code[head].imm = code.len() as i32;
            code.push(op(Op::Release, 4 + 2 * level as u8, 0, 0, 0));
        }
    }
    code.push(ret(0));
    effect("nested", 3, Ty::NOTHING, registers, code)
}
