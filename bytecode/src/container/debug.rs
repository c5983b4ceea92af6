//! What can be cut off: where code and rules were written.

use super::error::ContainerError;
use crate::pack::{Pack, SourceRef};
use serde::{Deserialize, Serialize};

/// The debug section after its hash.
#[derive(Serialize, Deserialize)]
pub(super) struct DebugInfo {
    /// The lines of every function; none at all, or one for each instruction.
    lines: Vec<Vec<SourceRef>>,
    /// The source of every rule.
    rules: Vec<SourceRef>,
}

impl DebugInfo {
    /// The debug information in a pack.
    pub(super) fn of(pack: &Pack) -> Self {
        Self {
            lines: pack
                .functions
                .iter()
                .map(|function| function.lines.clone())
                .collect(),
            rules: pack.rules.iter().map(|rule| rule.source).collect(),
        }
    }

    /// Puts it back.
    pub(super) fn attach(self, pack: &mut Pack) -> Result<(), ContainerError> {
        same("functions", self.lines.len(), pack.functions.len())?;
        same("rules", self.rules.len(), pack.rules.len())?;
        for (function, lines) in pack.functions.iter_mut().zip(self.lines) {
            if !lines.is_empty() {
                same("lines", lines.len(), function.code.len())?;
            }
            function.lines = lines;
        }
        for (rule, source) in pack.rules.iter_mut().zip(self.rules) {
            rule.source = source;
        }
        Ok(())
    }
}

fn same(what: &'static str, found: usize, expected: usize) -> Result<(), ContainerError> {
    if found == expected {
        Ok(())
    } else {
        Err(ContainerError::DebugMismatch {
            what,
            found,
            expected,
        })
    }
}

/// Whether a pack has no debug information.
pub(super) fn is_bare(pack: &Pack) -> bool {
    let unknown = SourceRef::default();
    pack.functions.iter().all(|function| function.lines.is_empty())
        && pack.rules.iter().all(|rule| rule.source == unknown)
}

/// The pack without debug information.
pub(super) fn strip(pack: &Pack) -> Pack {
    let mut bare = pack.clone();
    bare.functions
        .iter_mut()
        .for_each(|function| function.lines.clear());
    bare.rules
        .iter_mut()
        .for_each(|rule| rule.source = SourceRef::default());
    bare
}
