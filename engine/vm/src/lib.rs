//! The interpreter: runs the verified code of a pack and stops at everything that needs the rules core to act.
//!
//! | file | what lives there |
//! |---|---|
//! | `args` | arguments of one call, without allocation |
//! | `begin` | how functions begin |
//! | `code` | in which form a function runs: the pack's own, or a quick one |
//! | `arithmetic` | the saturating arithmetic of the instruction set |
//! | `height` | [`Height`]: how near a machine is to its limits |
//! | `host` | [`Host`]: what the interpreter asks of whoever holds the state |
//! | `machine` | [`Machine`]: frames, registers and sets, and how they come and go |
//! | `registers` | the registers of all frames |
//! | `sets` | the arena of sets and its handles |
//! | `run` | the dispatch loop, and what needs registers only |
//! | `step` | instructions that change the state, call, ask or stop |
//!
//! A machine is a value: it can be cloned, compared, stored and gone on with. It holds no state of the game.
//! Table entries that code names are proved to exist by the verifier: they are indexed without a check.
//! Values of registers are another matter, since a stored machine may hold any: the things that they name are
//! looked up, and one that is not found reads as 0.
//!
//! Not here: cells, dice, decisions, windows (the `core` crate), and the proof itself (the `bytecode` crate).

mod args;
mod arithmetic;
mod begin;
mod code;
#[cfg(test)]
mod finishing;
mod follow;
mod height;
mod host;
mod machine;
#[cfg(test)]
mod quickly;
mod registers;
mod run;
mod sets;
mod step;
#[cfg(test)]
mod tests;

pub use args::{Args, MAX_ARGS};
pub use arithmetic::{divide, divide_up};
pub use height::Height;
pub use host::{Host, Recall};
pub use machine::{Bound, Call, Frame, MAX_FRAMES, MAX_NESTING, MAX_SET_MEMBERS, MAX_SETS, Machine, Yield};
