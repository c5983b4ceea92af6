//! Texts with a cursor, and what is answered there.
#![allow(
    clippy::print_stdout,
    reason = "figures about all shipped content are printed"
)]

mod completing;
mod naming;
pub(crate) mod trial;
mod typing;
