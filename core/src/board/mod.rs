//! Boards: where pieces can be. Each kind of board is one module that knows places and measures, and nothing
//! else.
//!
//! Here: the flat table ([`plane`]), squares with walls ([`square`]). Not here: pieces, turns, rules, or anything
//! that names a game.

pub mod plane;
pub mod square;
