//! Listings can be read back, and what is wrong in one is told with its line.

use crate::sample::*;
use cardwright_bytecode::asm::assemble;
use cardwright_bytecode::disasm::disassemble;
use cardwright_bytecode::isa::OPS;
use cardwright_bytecode::pack::SourceRef;
use cardwright_bytecode::{Instr, Op, Pack, Ty};
use proptest::prelude::*;

/// The pack without what listings do not say.
fn listed(mut pack: Pack) -> Pack {
    pack.functions
        .iter_mut()
        .for_each(|function| function.questions.clear());
    pack
}

/// The pack, read back from its listing.
fn back(pack: &Pack) -> Pack {
    match assemble(pack, &disassemble(pack)) {
        Ok(read) => read,
        Err(error) => panic!("{error}"),
    }
}

fn reason(text: &str) -> (usize, String) {
    let error = assemble(&sample(), text).expect_err("this is no listing");
    (error.line, error.reason)
}

#[test]
fn the_sample_comes_back_from_its_listing() {
    let mut pack = listed(sample());
    assert_eq!(back(&sample()), pack);
    pack.functions[1].lines.clear();
    pack.functions[2].name = "quote \" ; ! \\ \n L1: \u{7f}".into();
    pack.texts[1] = "odd; name !\n".into();
    assert_eq!(back(&pack), pack);
}

#[test]
fn numbers_and_labels_are_enough_by_hand() {
    let mut written = disassemble(&sample());
    written.push_str(
        "effect function 11 \"added\", 2 parameters -> nothing, without lines
r0: kind-3, r1: number, r2: number
const r2, 0
L7: for-count r1, r2, L8
give r0, r1, 1
jump L7
L8: jump-le-i r1, -3, L9
L9: return r0
",
    );
    let pack = assemble(&sample(), &written).expect("it is sound");
    assert_eq!(
        pack.functions[ADDED].code[1..],
        [
            op(Op::ForCount, 1, 2, 0, 4),
            op(Op::Give, 0, 1, 0, 1),
            op(Op::Jump, 0, 0, 0, 1),
            op(Op::JumpLeI, 1, 0, 253, 5),
            ret(0),
        ]
    );
    assert!(cardwright_bytecode::verify(pack).is_ok());
}

#[test]
fn a_mistake_is_told_with_its_line() {
    let start = disassemble(&sample());
    let first = start.lines().count() + 2;
    let heading = "effect function 11 \"added\", 0 parameters -> nothing";
    let with = |lines: &str| reason(&format!("{start}{heading}\n{lines}\n"));
    for (line, wanted) in [
        ("fly r0", "there is no operation `fly`"),
        ("add r0, r1", "`add` has 3 operands, here are 2"),
        ("move r0, 7", "`7` is no register"),
        ("move r0, r256", "`r256` is no register"),
        ("jump-eq-i r0, 128, L1", "`128` is no number that fits here"),
        ("jump L5", "there is no label `L5` in this function"),
        ("jump 5", "a target is a label, or @ and a number"),
        ("r0: kind-x", "there is no type `kind-x`"),
        ("r0: number, r2: number", "here stands register r1, not `r2`"),
        (
            "const r0, 1 ; somewhere",
            "`somewhere` is no number that fits here",
        ),
    ] {
        assert_eq!(with(line), (first, wanted.to_owned()));
    }
    let (line, _) = with("L1: return r0\nL1: return r0");
    assert_eq!(line, first + 1, "a label that stands twice");
}

/// Any instruction whose target, if it has one, may lie anywhere.
fn instr() -> impl Strategy<Value = Instr> {
    (0..OPS.len(), any::<(u8, u8, u8)>(), -2..12_i32)
        .prop_map(|(op, (a, b, c), imm)| Instr::new(OPS[op].op, a, b, c, imm))
}

proptest! {
    #[test]
    fn any_code_comes_back_from_its_listing(
        code in proptest::collection::vec(instr(), 0..12),
        lines in proptest::collection::vec((0..3_u32, 0..4_u32, 0..4_u32), 12),
        with_lines: bool,
    ) {
        let mut function = effect("any", 1, Ty::NOTHING, vec![FIGURE, FIGURES, COLOUR, MANEUVER, N], code);
        function.lines = lines
            .iter()
            .take(if with_lines { function.code.len() } else { 0 })
            .map(|&(file, line, column)| SourceRef {
                file,
                line,
                column,
                end_line: line + 1,
                end_column: column,
            })
            .collect();
        // A function without code has no lines, whatever its heading says.
        let pack = listed(with(function));
        let read = back(&pack);
        prop_assert_eq!(disassemble(&read), disassemble(&pack));
        prop_assert_eq!(read, pack);
    }

    #[test]
    fn any_text_is_read_or_refused(lines in proptest::collection::vec("[a-zL0-9 :,!;@\"\\\\-]{0,24}", 0..8)) {
        let mut written = String::from("pure function 0 \"f\", 0 parameters -> number\n");
        lines.iter().for_each(|line| { written.push_str(line); written.push('\n'); });
        let _ = assemble(&sample(), &written);
    }
}
