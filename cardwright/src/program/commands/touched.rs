//! The lines of a project that differ from those of an earlier version; of a card that differs all lines.
//!
//! A line that has only moved does not differ. Not here: how a version is read, and what changes on the table (`diff`).

use crate::program::diff::Version;
use cardwright_case_runner::cards::card_lines;
use cardwright_compiler::source::Location;
use cardwright_compiler::{Project, Sources};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The lines that differ, by the names of their files.
#[derive(Debug)]
pub(super) struct Touched(BTreeMap<String, BTreeSet<u32>>);

impl Touched {
    /// The lines of a system's project that differ from those of a version.
    pub(super) fn of(project: &Project, system: &str, base: &Version) -> Self {
        let was = base.project.sources.iter();
        let was: HashMap<&str, &str> = was
            .map(|(_, file)| (file.name.as_str(), file.text.as_str()))
            .collect();
        let now = project.sources.iter();
        let lines = now.map(|(_, file)| {
            let was = was.get(file.name.as_str()).copied().unwrap_or_default();
            (file.name.clone(), new_lines(was, &file.text))
        });
        let mut touched: BTreeMap<String, BTreeSet<u32>> = lines.collect();
        touched.retain(|_, lines| !lines.is_empty());
        for (file, cards) in card_lines(project, &project.systems[system]) {
            let Some(lines) = touched.get_mut(&file) else {
                continue;
            };
            for card in cards {
                if lines.range(card.lines.clone()).next().is_some() {
                    lines.extend(card.lines);
                }
            }
        }
        Self(touched)
    }

    /// Whether a place begins in a line that differs.
    pub(super) fn has(&self, sources: &Sources, place: Location) -> bool {
        let line = u32::try_from(sources.line_column(place).0).unwrap_or(u32::MAX);
        let lines = self.0.get(&sources.get(place.file).name);
        lines.is_some_and(|lines| lines.contains(&line))
    }
}

/// The numbers of the lines of a text that an earlier one does not have, or not as often.
fn new_lines(was: &str, now: &str) -> BTreeSet<u32> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for line in was.lines() {
        *left.entry(line.trim_end()).or_default() += 1;
    }
    let mut is_new = |line: &str| match left.get_mut(line.trim_end()) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => !line.trim().is_empty(),
    };
    let lines = (1..).zip(now.lines()).filter(|(_, line)| is_new(line));
    lines.map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::new_lines;

    #[test]
    fn lines_that_only_moved_are_not_new_and_one_more_of_a_kind_is() {
        let told = |was: &str, now: &str| new_lines(was, now).into_iter().collect::<Vec<_>>();
        assert!(told("a\nb\nc\n", "c\r\na\r\nb\r\n").is_empty());
        assert_eq!(told("a\nb\n", "a\nx\n\nb\na\n"), [2, 5]);
        assert_eq!(told("", "a\n"), [1]);
    }
}
