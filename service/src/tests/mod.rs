//! Texts with a cursor, and what is answered there.

mod completing;
mod naming;
pub(crate) mod trial;
mod typing;
