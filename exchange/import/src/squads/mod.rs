//! Squads in the form of others, both ways: the forces of one player as JSON for programs that build them, and back into a scenario.
//!
//! A form is a document ([`Form`]): it says what the members of the JSON are called, and what pieces, cards, sides and groups of cards
//! are called there. [`Ready::written`] writes the squads of a scenario, [`Ready::taken`] puts one into the place of a player's.
//!
//! | file | what lives there |
//! |---|---|
//! | `form` | a form, and what of a project it speaks of |
//! | `written` | from a scenario to the JSON of its squads |
//! | `taken` | from the JSON of a squad to pieces of a scenario |
//! | `reading` | what the members of such a JSON say |
//! | `pieces` | pieces as a scenario writes them |

mod form;
mod pieces;
mod reading;
mod taken;
mod written;

pub(crate) use form::letters;
pub use form::{Form, Ready};
pub use taken::{Place, Taken};
pub use written::Sheet;

/// The name below which this program keeps what a form has no place for.
const OWN: &str = "cardwright";
