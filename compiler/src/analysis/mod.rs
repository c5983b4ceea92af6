//! What can be said of content without playing it.
//!
//! | module | says |
//! |---|---|
//! | `timing` | what runs what, and what a game can reach |
//! | `costs` | what an ability costs at worst |
//! | `lint` | what compiles, but cannot be meant |

mod costs;
pub(crate) mod lint;
mod timing;

pub use costs::{AbilityCost, Assume, Cost, Maxima, ability_costs};
pub use timing::{Reach, Stage, StageStep, stages};
