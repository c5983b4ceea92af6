//! The shared parts of the benchmarks: the sample system, content made in memory, and a thin host.
//!
//! | module | what lives there |
//! |---|---|
//! | `content` | compiling scenarios and cases, of the repository or given as text |
//! | `cards` | plausible cards by the thousand |
//! | `table` | the thin host: the same few functions for the interpreter, Lua and rhai |
//! | `scripts` | the measured programs in every language |
//!
//! Not here: measuring (the files of `benches/`), and anything that a game needs.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benches read what they measure"
)]

pub mod cards;
pub mod content;
pub mod scripts;
pub mod table;
