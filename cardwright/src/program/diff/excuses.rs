//! Changes that are meant: a file in which each stands with its reason.
//!
//! ```text
//! # The winter update.
//! cost-changed river-wars/basic/oar cost
//!     It was too cheap.
//! card-gone river-wars/basic/*
//!     The first set is no longer printed.
//! ```
//!
//! A line names a change as the report does: its id, then the system and what it is about. A `*` at its end stands for anything.
//! `diff` and `coverage` read the same file, and each tells the lines of its own ids that excuse nothing.

use super::levels::Change;
use crate::program::Ending;
use crate::program::commands::{excused_lines, read_text};
use std::path::Path;

/// The excuses of a file.
#[derive(Default)]
pub(crate) struct Excused {
    file: String,
    /// What is excused, why, the line, and whether there is such a change.
    all: Vec<Line>,
}

struct Line {
    name: String,
    why: String,
    line: usize,
    is_used: bool,
}

impl Excused {
    /// Those of a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Ending> {
        let file = path.display().to_string();
        let lines = excused_lines(&read_text(path)?);
        let lines = lines.map_err(|(line, why)| Ending::WrongCall(format!("{file}:{line}: {why}")))?;
        let all = lines.into_iter().map(|(name, line, why)| Line {
            name,
            why,
            line,
            is_used: false,
        });
        Ok(Self {
            all: all.collect(),
            file,
        })
    }

    /// Gives changes their reasons.
    pub(crate) fn apply(&mut self, changes: &mut [Change]) {
        for change in changes {
            if let Some(why) = self.why(&change.name()) {
                change.excuse = Some(why);
            }
        }
    }

    /// The reason that excuses something of this name.
    pub(crate) fn why(&mut self, name: &str) -> Option<String> {
        let mut fitting = self.all.iter_mut().filter(|line| line.fits(name));
        let first = fitting.next()?;
        first.is_used = true;
        fitting.for_each(|line| line.is_used = true);
        Some(first.why.clone())
    }

    /// What excuses nothing, of the lines whose ids somebody could tell.
    pub(crate) fn unused(&self, could_tell: &dyn Fn(&str) -> bool) -> Vec<String> {
        let is_unused = |line: &&Line| {
            let id = line.name.split([' ', '*']).next().unwrap_or_default();
            !line.is_used && could_tell(id)
        };
        let unused = self.all.iter().filter(is_unused);
        unused
            .map(|line| {
                format!(
                    "{}:{}: nothing is excused by `{}`",
                    self.file, line.line, line.name
                )
            })
            .collect()
    }
}

impl Line {
    fn fits(&self, name: &str) -> bool {
        let name = plain(name);
        match self.name.strip_suffix('*') {
            Some(start) => name.starts_with(&plain(start)),
            None => plain(&self.name) == name,
        }
    }
}

/// A name without its quotes: a comment in Markdown shows other ones than a report, and a name may be copied from either.
fn plain(name: &str) -> String {
    name.replace(['`', '\''], "")
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn a_name_may_be_copied_from_a_comment() {
        let line = |name: &str| Line {
            name: name.to_owned(),
            why: String::new(),
            line: 1,
            is_used: false,
        };
        let name = "answer-lost a/b/c: yes to `x > 2`";
        for copied in [
            name,
            "answer-lost a/b/c: yes to 'x > 2'",
            "answer-lost a/b/c: yes to `*",
        ] {
            assert!(line(copied).fits(name), "{copied}");
        }
        assert!(!line("answer-lost a/b/c: no to 'x > 2'").fits(name));
    }
}
