//! What can be said of content without playing it.
//!
//! | module | says |
//! |---|---|
//! | `timing` | what runs what, and what a game can reach |
//! | `costs` | what an ability costs at worst |
//! | `secrets` | which secrets would be told |
//! | `lint` | what compiles, but cannot be meant |

mod costs;
pub(crate) mod lint;
pub(crate) mod secrets;
mod timing;

pub(crate) use costs::told;
pub use costs::{AbilityCost, Assume, Cost, MOST_FUEL, Maxima, ability_costs, bound};
pub use timing::{Reach, Stage, StageStep, stages};
