//! Texts with a cursor, and what is answered there.

mod completing;
mod naming;
mod typing;
pub(crate) mod trial;
