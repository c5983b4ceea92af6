//! A pack that begins with a proved one is judged as it would be on its own.

use crate::sample::*;
use cardwright_bytecode::pack::{FieldDef, Pack, ProcedureDef, SlotDef, StateDef, WordDef};
use cardwright_bytecode::verify::{Foundation, verify};
use cardwright_bytecode::{Op, Ty};

fn judged(change: impl FnOnce(&mut Pack)) -> bool {
    let foundation = Foundation::of(sample()).expect("the sample is sound");
    let mut pack = sample();
    change(&mut pack);
    let alone = verify(pack.clone());
    let added = foundation.verify(pack);
    assert_eq!(added, alone);
    alone.is_ok()
}

#[test]
fn what_is_added_is_looked_at() {
    assert!(judged(|_| ()));
    let good = || pure("added", 1, N, vec![N], vec![op(Op::Return, 0, 0, 0, 0)]);
    assert!(judged(|pack| pack.functions.push(good())));
    let bad = |code| pure("added", 1, N, vec![N], code);
    for code in [
        vec![],
        vec![op(Op::Return, 9, 0, 0, 0)],
        vec![op(Op::Call, 0, 0, 0, 99), op(Op::Return, 0, 0, 0, 0)],
        vec![op(Op::Call, 0, 0, 0, ADDED as i32), op(Op::Return, 0, 0, 0, 0)],
    ] {
        assert!(!judged(|pack| pack.functions.push(bad(code))));
    }
}

#[test]
fn what_was_proved_counts_only_as_long_as_it_is_the_same() {
    assert!(!judged(|pack| pack.functions[3].code[0].imm = 99_999));
    assert!(!judged(|pack| pack.functions.truncate(3)));
    assert!(!judged(|pack| pack.kinds[3].fields[0].ty = Ty::POOL));
    assert!(!judged(|pack| pack.words[1].words.truncate(0)));
    // A procedure makes slots of the registers of its function; none can be made of a function that was proved without.
    judged(|pack| {
        pack.procedures.push(ProcedureDef {
            ended: None,
            name: "another".into(),
            function: YES,
            slots: vec![],
            steps: vec![],
        });
    });
}

#[test]
fn state_and_words_can_be_added_behind_others() {
    assert!(judged(|pack| {
        pack.words.push(WordDef {
            name: "mood".into(),
            words: vec!["one-word".into()],
        });
    }));
    judged(|pack| {
        pack.kinds[2].fields.push(FieldDef {
            name: "rounds".into(),
            ty: N,
            state: true,
            secret: false,
            kept: false,
            per: None,
        });
    });
}

#[test]
fn a_state_by_key_that_code_reads_stays_what_it_was() {
    let mut base = sample();
    base.states.push(StateDef {
        name: "owed".into(),
        keys: vec![SlotDef {
            name: "to".into(),
            ty: N,
        }],
        ty: N,
        per: None,
    });
    let reads = vec![op(Op::Entry, 0, 0, 0, 0), op(Op::Return, 0, 0, 0, 0)];
    base.functions.push(pure("reads", 1, N, vec![N], reads));
    let foundation = Foundation::of(base.clone()).expect("it is sound");
    base.states[0].ty = B;
    assert_eq!(foundation.verify(base.clone()), verify(base));
}
