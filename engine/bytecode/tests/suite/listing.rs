//! Listings name what numbers lead to; the reference in the book is up to date.

use crate::sample::*;
use cardwright_bytecode::disasm::{disassemble, disassemble_function};
use cardwright_bytecode::reference::reference;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Op, Ty};
use std::path::Path;

#[test]
fn a_listing_names_what_operands_lead_to() {
    let distance = Core::named("distance").expect("it is in the table").call as i32;
    let registers = vec![FIGURE, N, B, COLOUR, MANEUVER, FIGURES, Ty::PLAYER, Ty::TEXT];
    let code = vec![
        op(Op::Const, 3, 0, 0, 1),
        op(Op::Const, 0, 0, 0, 4),
        op(Op::Core, 1, 0, 0, distance),
        op(Op::Value, 1, 0, 0, 0),
        op(Op::Get, 4, 0, 0, PLAN),
        op(Op::Get, 1, 0, 0, MARK_CELL),
        op(Op::Field, 3, 4, 0, 1),
        op(Op::Give, 0, 1, 0, 1),
        op(Op::JumpIfNot, 2, 0, 0, 10),
        op(Op::Start, 0, 0, 0, 0),
        op(Op::Choose, 0, 5, 6, 0),
        ret(0),
    ];
    let pack = with(effect("show", 0, Ty::NOTHING, registers, code));
    insta::assert_snapshot!(disassemble_function(&pack, ADDED));
}

#[test]
fn a_listing_begins_with_the_tables() {
    insta::assert_snapshot!(disassemble(&sample()));
}

/// Set `CARDWRIGHT_UPDATE` to write the file anew.
#[test]
fn the_reference_page_is_up_to_date() {
    const MARKER: &str = "<!-- generated from the tables in engine/bytecode/src; CARDWRIGHT_UPDATE=1 cargo test writes it -->\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bytecode.md");
    let page = std::fs::read_to_string(&path).expect("docs/bytecode.md exists");
    let (written, _) = page
        .split_once(MARKER)
        .expect("docs/bytecode.md has the marker line");
    let fresh = format!("{written}{MARKER}\n{}", reference());
    if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
        std::fs::write(&path, &fresh).expect("docs/bytecode.md can be written");
    } else {
        assert!(
            page == fresh,
            "docs/bytecode.md is stale: run with CARDWRIGHT_UPDATE=1"
        );
    }
}
