//! What the container, the verifier, the disassembler and the reference promise. Test names are claims.

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
mod tables;
