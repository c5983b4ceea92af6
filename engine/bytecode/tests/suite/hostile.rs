//! Hostile bytes: decoding and verifying end without a panic. The entry points are those of fuzz targets.

use crate::sample::{N, effect, op, ret, sample, with};
use cardwright_bytecode::container::{decode, encode, load};
use cardwright_bytecode::disasm::disassemble;
use cardwright_bytecode::isa::OPS;
use cardwright_bytecode::verify::verify;
use cardwright_bytecode::{Instr, Op, Pack, Ty};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// The entry point of a fuzz target.
fn survive(bytes: &[u8]) -> bool {
    let Ok(pack) = decode(bytes) else { return false };
    let _ = disassemble(&pack);
    verify(pack).is_ok()
}

/// The file with the hash of its main section corrected, so that damage reaches the decoder.
fn rehashed(mut file: Vec<u8>) -> Vec<u8> {
    let hash = blake3::hash(&file[56..]);
    file[8..40].copy_from_slice(hash.as_bytes());
    file
}

#[test]
fn flipping_any_byte_never_panics() {
    let file = encode(&sample(), true);
    for at in 0..file.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = file.clone();
            damaged[at] ^= flip;
            let _ = load(&damaged);
        }
    }
}

#[test]
fn flipping_any_byte_behind_the_hash_never_panics() {
    let file = encode(&sample(), false);
    let mut decoded = 0;
    let mut sound = 0;
    for at in 56..file.len() {
        for flip in [0x01, 0x02, 0x40, 0x80, 0xff] {
            let mut damaged = file.clone();
            damaged[at] ^= flip;
            let damaged = rehashed(damaged);
            decoded += u32::from(decode(&damaged).is_ok());
            sound += u32::from(survive(&damaged));
        }
    }
    assert!(
        decoded > 1000 && sound > 100,
        "{decoded} decoded, {sound} sound: the damage went deep"
    );
}

#[test]
fn flipping_any_byte_of_the_debug_section_behind_its_hashes_never_panics() {
    let file = encode(&sample(), true);
    let main = u32::from_le_bytes(file[52..56].try_into().expect("four bytes")) as usize;
    let (own, first) = (68 + main + 32, 68 + main + 64);
    let mut decoded = 0;
    for at in first..file.len() {
        for flip in [0x01, 0x02, 0x40, 0x80, 0xff] {
            let mut damaged = file.clone();
            damaged[at] ^= flip;
            let hash = *blake3::hash(&damaged[first..]).as_bytes();
            damaged[own..first].copy_from_slice(&hash);
            decoded += u32::from(survive(&damaged));
        }
    }
    assert!(decoded > 100, "{decoded} decoded: the damage went deep");
}

/// Instructions with small operands, which lead somewhere more often than not.
fn instr() -> impl Strategy<Value = Instr> {
    (
        0..OPS.len(),
        0..6_u8,
        0..6_u8,
        0..6_u8,
        prop_oneof![0..14, any::<i32>()],
    )
        .prop_map(|(code, a, b, c, imm)| Instr::new(OPS[code].op, a, b, c, imm))
}

fn base() -> impl Strategy<Value = Ty> {
    use crate::sample::{B, FIGURE, FIGURES, MANEUVER, NUMBERS};
    proptest::sample::select(vec![
        N,
        N,
        B,
        FIGURE,
        FIGURES,
        NUMBERS,
        MANEUVER,
        Ty::PLAYER,
        Ty::POOL,
    ])
}

proptest! {
    #[test]
    fn any_code_is_proved_or_refused(
        mut code in proptest::collection::vec(instr(), 0..12),
        registers in proptest::collection::vec(base(), 1..7),
        params in 0..7_u8,
    ) {
        code.push(ret(0));
        let pack = with(effect("any", params, Ty::NOTHING, registers, code));
        let _ = disassemble(&pack);
        let _ = verify(pack);
    }

    #[test]
    fn any_bytes_are_refused_or_read(bytes: Vec<u8>) {
        survive(&bytes);
        let mut file = encode(&sample(), false);
        file.truncate(56);
        file.extend(&bytes);
        file[52..56].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
        survive(&rehashed(file));
    }
}

/// An independent check of the argument that every loop ends: sound loops, damaged at random; what the verifier
/// still accepts is run naively from many states.
#[test]
fn proved_loops_end() {
    let mut runner = TestRunner::deterministic();
    let damage = proptest::collection::vec((0..LOOPS.len(), loop_instr()), 1..5);
    let mut proved = 0;
    for _ in 0..20_000 {
        let mut code = LOOPS.to_vec();
        let damage = damage
            .new_tree(&mut runner)
            .expect("nothing is filtered")
            .current();
        damage.into_iter().for_each(|(at, instr)| code[at] = instr);
        code.push(ret(0));
        if verify(with(effect("loops", 5, Ty::NOTHING, vec![N; 5], code.clone()))).is_ok() {
            proved += u32::from(
                code.iter()
                    .enumerate()
                    .any(|(pc, i)| i.op == Op::Jump && i.imm <= pc as i32),
            );
            (0..32).for_each(|start| assert!(ends(&code, start), "{code:?}"));
        }
    }
    assert!(proved > 500, "only {proved} programs with loops were accepted");
}

/// A loop in a loop, then one more.
const LOOPS: [Instr; 10] = [
    Instr::new(Op::Const, 1, 0, 0, 0),
    Instr::new(Op::ForCount, 0, 1, 0, 7),
    Instr::new(Op::Const, 3, 0, 0, 0),
    Instr::new(Op::ForCount, 2, 3, 0, 6),
    Instr::new(Op::Move, 4, 3, 0, 0),
    Instr::new(Op::Jump, 0, 0, 0, 3),
    Instr::new(Op::Jump, 0, 0, 0, 1),
    Instr::new(Op::Const, 1, 0, 0, 0),
    Instr::new(Op::ForCount, 4, 1, 0, 10),
    Instr::new(Op::Jump, 0, 0, 0, 8),
];

/// Instructions about numbers and jumps.
fn loop_instr() -> impl Strategy<Value = Instr> {
    let ops = vec![
        Op::Const,
        Op::ForCount,
        Op::ForCount,
        Op::Jump,
        Op::Jump,
        Op::Move,
    ];
    (proptest::sample::select(ops), 0..5_u8, 0..5_u8, 0..11).prop_map(|(code, a, b, imm)| match code {
        Op::Const => op(code, a, 0, 0, if imm < 8 { 0 } else { imm % 3 }),
        _ => op(code, a, b, 0, imm),
    })
}

/// Runs such code until it returns; `start` gives the registers' first values.
fn ends(code: &[Instr], start: u32) -> bool {
    let mut registers = [0, 1, 2, 3, 4].map(|bit| i64::from(start >> bit & 1) * 2);
    let mut pc = 0;
    for _ in 0..100_000 {
        let instr = code[pc];
        let (a, b, target) = (usize::from(instr.a), usize::from(instr.b), instr.imm as usize);
        pc += 1;
        match instr.op {
            Op::Const => registers[a] = i64::from(instr.imm),
            Op::Move => registers[a] = registers[b],
            Op::Jump => pc = target,
            Op::ForCount if registers[b] < registers[a] => registers[b] += 1,
            Op::ForCount => pc = target,
            _ => return true,
        }
    }
    false
}

#[test]
fn the_empty_pack_is_refused_and_listed() {
    let pack = Pack::default();
    assert!(!disassemble(&pack).is_empty());
    assert!(verify(pack).is_err());
}
