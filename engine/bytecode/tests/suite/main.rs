//! The promises of the container, the verifier, the disassembler and the reference. Test names are claims.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]

mod assembler;
mod assigned;
mod calls;
mod container;
mod foundation;
mod hostile;
mod ids;
mod listing;
mod loops;
mod operands;
mod sample;
mod senses;
mod tables;
