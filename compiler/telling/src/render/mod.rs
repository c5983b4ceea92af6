//! How diagnostics are shown: to people, to programs, and to what runs in CI.
//!
//! | file | for |
//! |---|---|
//! | `people` | a terminal |
//! | `excerpt` | the lines of a source that people are shown |
//! | `json` | programs: one array with all that is known |
//! | `sarif` | code scanning: SARIF 2.1.0 |
//! | `uri` | names of files in URIs |
//! | `github` | GitHub Actions: one workflow command a line |

mod excerpt;
mod github;
mod json;
mod people;
mod sarif;
mod uri;

pub use excerpt::{escaped, one_line, visible};
pub use github::for_github;
pub use json::for_machines;
pub use people::for_people;
pub use sarif::for_scanners;

use cardwright_documents::source::{Location, Sources};
use uri::uri;

/// The place just behind another one's end, for line and column of the end.
fn end_of(place: Location) -> Location {
    Location {
        start: place.end,
        ..place
    }
}

/// Lines and columns (from 1) of a place's start and of what follows its end.
fn lines_columns(sources: &Sources, place: Location) -> [(usize, usize); 2] {
    [sources.line_column(place), sources.line_column(end_of(place))]
}
