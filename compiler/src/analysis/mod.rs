//! What can be said of content without playing it.
//!
//! | module | says |
//! |---|---|
//! | `timing` | what runs what, and what a game can reach |
//! | `costs` | what an ability costs at worst |
//! | `lint` | what compiles, but cannot be meant |

pub use cardwright_documents::settings::Assume;
mod costs;
pub(crate) mod lint;
mod timing;

pub(crate) use costs::told;
pub use costs::{AbilityCost, Cost, MOST_FUEL, Maxima, ability_costs, bound};
pub use timing::{Reach, Stage, StageStep, stages};
