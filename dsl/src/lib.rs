//! The language: grammar, syntax tree with spans, and the formatter.
//!
//! This crate turns text into a tree and back. What names mean is the compiler's business.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests put files where they like, and start programs"
    )
)]

// What pest derives names its boxes by this crate.
extern crate alloc;

pub mod ast;
pub mod breaks;
mod format;
mod lexemes;
pub mod measure;
mod parse;
mod unseen;

pub use format::{WIDTH, format_items, format_items_within};
pub use lexemes::{Lexeme, Sort, lexemes};
pub use parse::{
    Expected, Fault, FaultKind, TextUnit, contextual, expected, is_reserved, mended, parse_block, parse_expr,
    parse_items, reserved, unit_start, units,
};
pub use unseen::{false_blank, unseen};
