//! Hand-built packs, small enough to be read, that show one property of play each. Tests of whole games come with
//! the compiler.

mod abilities;
mod agents;
mod border;
mod damaged;
mod dice;
mod effects;
mod forces;
mod hidden;
mod keepers;
mod kit;
mod resuming;
mod snapshots;
mod stored;
mod values;
