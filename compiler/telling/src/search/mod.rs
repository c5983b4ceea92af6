//! Looking for rows of a phrasebook, names and cards by the words that stand on cards.
//!
//! `"when it is hit"` finds the row with these words first, then names whose descriptions speak of hits. No crate that is at hand
//! does this without a database, so it is done here: words lose their endings by Porter's rules, and what has most of the rarest
//! words comes first, by BM25.
//!
//! | file | what lives there |
//! |---|---|
//! | `stem` | words without their endings |
//! | `rank` | texts, ranked by how well they answer a question |
//! | `offered` | what an unknown name may have meant |
//! | `subject` | what of a system is looked through |

mod offered;
mod rank;
mod stem;
mod subject;

pub use offered::offer;
pub use subject::{Found, Kind, Library};
