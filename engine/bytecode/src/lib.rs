//! The contract between compiler and interpreter: types, instruction set, core calls, the pack, its
//! container, the verifier and the disassembler. Nothing here knows source text, and nothing here runs code.

pub mod asm;
pub mod board;
pub mod container;
pub mod disasm;
pub mod finish;
pub mod isa;
pub mod pack;
mod parallel;
pub mod quick;
pub mod reference;
pub mod registry;
pub mod sense;
pub mod ty;
pub mod verify;

pub use finish::finish;
pub use isa::{Instr, Op};
pub use pack::Pack;
pub use ty::{Base, Ty};
pub use verify::{VerifiedPack, verify};
