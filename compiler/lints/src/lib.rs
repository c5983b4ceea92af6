//! Statements about content without playing it: its worst costs, and warnings about rules that compile but
//! cannot be meant.
//!
//! Never how a thing is told: that is `cardwright-telling`.
//!
//! | module | says |
//! |---|---|
//! | `timing` | what runs what, and what a game can reach |
//! | `costs` | what an ability costs at worst |
//! | [`lint`] | what compiles, but cannot be meant |

mod costs;
pub mod lint;
mod timing;

pub use cardwright_documents::settings::Assume;
pub use costs::{AbilityCost, Cost, MOST_FUEL, Maxima, ability_costs, bound, told};
pub use timing::{Reach, Stage, StageStep, stages};
