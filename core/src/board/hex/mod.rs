//! The hex board: spaces with levels, one above another where something overhangs.
//!
//! Every number is whole. Levels count layers of ground; heights that matter to sight are hundredths of a
//! level. What is not on the map has no neighbours, is seen by nobody and lies at no distance, every loop is
//! bounded by the size of the map, and a map's size is bounded by [`MAX_SIDE`], [`MAX_LAYERS`] and
//! [`MAX_SPACES`], so hostile text gives an error and hostile numbers a useless answer, but never a panic.
//!
//! | file | what lives there |
//! |---|---|
//! | `space` | [`Space`] and [`Stand`]: where a piece is |
//! | `map` | [`HexMap`], [`Tile`], neighbours |
//! | `text` | the written form of a map, its errors |
//! | `distance` | counting spaces, areas within a distance |
//! | `contact` | touching in three dimensions, contacts broken by a step, height advantage |
//! | `step` | [`Gait`], the cost of one step, falls |
//! | `search` | the one cheapest-first search, which the square board uses too |
//! | `reach` | where a piece on one space can go, and by which steps |
//! | `double` | the same for a piece on two spaces |
//! | `sight` | whether a point sees a target, over columns of ground |
//! | `index` | [`SightIndex`]: sight asked twice is computed once |
//!
//! Not here: who a piece's enemies are, what a fall does, or any rule.

mod contact;
mod distance;
mod double;
mod index;
mod map;
#[cfg(test)]
mod properties;
mod reach;
pub(in crate::board) mod search;
mod sight;
mod space;
mod step;
mod text;

pub use contact::{adjacent, broken_contacts, contacts, height_advantage, level_difference};
pub use double::{Double, DoubleReach, DoubleReached, DoubleStep};
pub use index::SightIndex;
pub use map::{HexMap, MAX_LAYERS, MAX_LEVEL, MAX_SIDE, MAX_SPACES, OPEN_SKY, Symbol, Tile};
pub use reach::{Passage, Reach, Reached};
pub use sight::{Eye, LEVEL, Screen, Target};
pub use space::{Space, Stand};
pub use step::{Gait, Step, fall_band};
pub use text::{TextError, TextFault};
