//! Why a case failed, and which line of the case says so.

use std::fmt::{Display, Formatter};

/// One reason why a case failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The reason, for people.
    pub why: String,
    /// The bytes of the case's document that were not kept; nothing if it is the case as a whole.
    pub at: Option<(usize, usize)>,
}

impl Display for Failure {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.why)
    }
}
