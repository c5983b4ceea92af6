//! The reference of the bytecode, printed from the tables that the code itself uses.

use crate::container::{MAX_FILE, VERSION};
use crate::isa::OPS;
use crate::registry::{CORE_CALLS, CoreCall};
use std::fmt::Write;

/// The generated part of `docs/bytecode.md`: the table of instructions and the table of core calls.
#[must_use]
pub fn reference() -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "Container version {VERSION}; a file has at most {} MiB.\n",
        MAX_FILE >> 20
    );
    let _ = writeln!(
        out,
        "### Instructions\n\nOperands: registers `a`, `b`, `c`, plain operand `i`, jump target `>`, small number `s`. \
         Reads and writes: `*` are arguments, `+` is the register behind `a`, `?` is there in some cases \
         (a result that is none, the most of a choice of many).\n\n\
         | code | name | operands | reads | writes | fuel | meaning |\n|---|---|---|---|---|---|---|"
    );
    for op in OPS {
        let _ = writeln!(
            out,
            "| {} | `{}` | `{}` | {} | {} | {} | {} |",
            op.op as u8,
            op.name,
            op.operands,
            letters(op.reads),
            letters(op.writes),
            op.fuel,
            op.doc
        );
    }
    let _ = writeln!(
        out,
        "\n### Core calls\n\nThe fuel is that of the instruction and of the call. What takes longer the more there is (dice of a pool, members of a set, \
         pieces) costs more: `engine/core/src/price.rs`.\n\n| number | call | pure | boards | fuel | meaning |\n|---|---|---|---|---|---|"
    );
    for (number, call) in CORE_CALLS.iter().enumerate() {
        let pure = if call.pure { "yes" } else { "no" };
        let _ = writeln!(
            out,
            "| {number} | `{}` | {pure} | {} | {} | {} |",
            signature(call),
            call.boards.name(),
            crate::Op::Core.fuel() + call.price,
            call.doc
        );
    }
    out
}

fn letters(letters: &str) -> String {
    if letters.is_empty() {
        String::new()
    } else {
        format!("`{letters}`")
    }
}

/// A core call as the language writes it.
fn signature(call: &CoreCall) -> String {
    let params: Vec<String> = call
        .params
        .iter()
        .map(|(name, ty)| format!("{name}: {ty}"))
        .collect();
    let params = params.join(", ");
    match call.result {
        crate::Ty::NOTHING => format!("{}({params})", call.name),
        result => format!("{}({params}): {result}", call.name),
    }
}
