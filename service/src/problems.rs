//! Errors and warnings as plain data, and what becomes of them while somebody types.

use crate::place::{Edit, Place};
use cardwright_compiler::{Code, Diagnostic, Severity, Sources, codes};

/// An error or warning.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The place of the error or warning.
    pub place: Place,
    /// Its code in the list of diagnostics.
    pub code: &'static Code,
    /// The message: what is wrong.
    pub message: String,
    /// The help: what to do instead.
    pub help: Option<String>,
    /// Other places that matter, and why.
    pub related: Vec<Related>,
    /// A fix, and whether it mends the problem for certain.
    pub fix: Option<(Edit, bool)>,
}

/// A second place of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The second place.
    pub place: Place,
    /// The explanation of the place.
    pub message: String,
}

impl Problem {
    /// A diagnostic of the compiler as plain data, with the name of its file.
    pub(crate) fn of(sources: &Sources, found: &Diagnostic) -> Self {
        let related = found.related.iter().map(|(at, message)| Related {
            place: Place::of(sources, *at),
            message: message.clone(),
        });
        let fix = found.fix.as_ref().map(|fix| {
            let (place, put) = (Place::of(sources, fix.place), fix.put.clone());
            (Edit { place, put }, fix.certain)
        });
        let label = match found.label.is_empty() {
            true => String::new(),
            false => format!(" ({})", found.label),
        };
        Self {
            place: Place::of(sources, found.place),
            code: found.code,
            message: format!("{}{label}", found.message),
            help: found.help.clone(),
            related: related.collect(),
            fix,
        }
    }

    /// Whether the content cannot be played with it.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.code.severity == Severity::Error
    }

    /// Whether it is about something that could as well be left away.
    #[must_use]
    pub fn is_about_unused(&self) -> bool {
        [codes::UNUSED, codes::NEVER_APPLIES, codes::GONE].contains(&self.code)
    }
}

/// Whether the JSON Schemas of the documents find problems of this sort too. An editor in which a server for YAML checks
/// them can leave these to it.
#[must_use]
pub fn is_of_schemas(code: &Code) -> bool {
    [
        codes::YAML,
        codes::TAB,
        codes::UNKNOWN_KEY,
        codes::MISSING_KEY,
        codes::DOUBLED_KEY,
        codes::WRONG_SHAPE,
        codes::UNKNOWN_KIND,
        codes::MISSING_FACT,
        codes::UNKNOWN_FACT,
        codes::WRONG_FACT,
        codes::UNKNOWN_CHOICE,
        codes::UNKNOWN_RECORD,
    ]
    .contains(&code)
}

/// The problems of a file that are left when its text becomes another one: those before the change stay,
/// those behind it move with the text, and those in it are gone.
#[must_use]
pub fn moved(problems: Vec<Problem>, file: &str, before: &str, after: &str) -> Vec<Problem> {
    let change = Change::of(before, after);
    let kept = problems.into_iter().filter_map(|mut problem| {
        change.keep(file, &mut problem.place)?;
        problem
            .related
            .retain_mut(|one| change.keep(file, &mut one.place).is_some());
        problem.fix = problem
            .fix
            .and_then(|mut fix| change.keep(file, &mut fix.0.place).map(|()| fix));
        Some(problem)
    });
    kept.collect()
}

/// The difference between two texts: the bytes that have gone, and how many came instead.
struct Change {
    start: usize,
    end: usize,
    came: usize,
}

impl Change {
    fn of(before: &str, after: &str) -> Self {
        let (old, new) = (before.as_bytes(), after.as_bytes());
        let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let rest = old.len().min(new.len()) - start;
        let pairs = old.iter().rev().zip(new.iter().rev()).take(rest);
        let same = pairs.take_while(|(old, new)| old == new).count();
        Self {
            start,
            end: old.len() - same,
            came: new.len() - same - start,
        }
    }

    fn keep(&self, file: &str, place: &mut Place) -> Option<()> {
        if place.file != file || place.end < self.start {
            return Some(());
        }
        if place.start <= self.end {
            return None;
        }
        let moved = |at: usize| at - self.end + self.start + self.came;
        (place.start, place.end) = (moved(place.start), moved(place.end));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Problem, moved};
    use crate::place::Place;
    use cardwright_compiler::codes;

    fn at(file: &str, start: usize, end: usize) -> Problem {
        Problem {
            place: Place::new(file, start..end),
            code: codes::UNUSED,
            message: String::new(),
            help: None,
            related: Vec::new(),
            fix: None,
        }
    }

    #[test]
    fn problems_move_with_their_words() {
        let all = vec![at("a", 0, 3), at("a", 4, 7), at("a", 8, 11), at("b", 8, 11)];
        let now = moved(all, "a", "one two six", "one twofold six");
        let places: Vec<_> = now
            .iter()
            .map(|one| (one.place.file.as_str(), one.place.start))
            .collect();
        assert_eq!(places, [("a", 0), ("a", 12), ("b", 8)]);
    }

    #[test]
    fn a_text_that_is_gone_has_no_problems() {
        assert_eq!(moved(vec![at("a", 1, 2)], "a", "text", ""), []);
        assert_eq!(moved(vec![at("a", 1, 2)], "a", "text", "text").len(), 1);
    }
}
