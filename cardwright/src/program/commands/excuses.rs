//! Breaks that no case can notice, each with the reason: `tests/conformance/<system>/excused.txt`.
//!
//! ```text
//! # What changes nothing.
//! systems/river-wars/strikes.cw: without `, at least 0` in `value guard-of (f: fighter) = 2, at least 0`
//!     Nothing takes more than it has.
//! ```
//!
//! An excuse names the file, what the break does and the line on which it begins, as the program tells them, so that it
//! still fits when other lines of the file move. One that excuses nothing is an error.

use super::breakage::in_words;
use super::forms::text_of;
use super::outside_links;
use crate::program::Ending;
use cardwright_compiler::breaking::Break;
use cardwright_compiler::{Project, Sources};
use std::collections::BTreeMap;

/// The excuses of a system, and where each stands.
#[derive(Debug, Default)]
pub(crate) struct Excuses {
    /// The name of the file in the project.
    pub(crate) file: String,
    /// By the break that they excuse.
    all: BTreeMap<String, Excuse>,
}

/// Why a break may survive.
#[derive(Debug)]
pub(crate) struct Excuse {
    pub(crate) line: usize,
    pub(crate) why: String,
}

impl Excuses {
    /// The excuses of a system; none, if it has no such file.
    pub(crate) fn of(project: &Project, system: &str) -> Result<Self, Ending> {
        let file = format!("tests/conformance/{system}/excused.txt");
        let path = project.root().join(&file);
        if !path.is_file() {
            return Ok(Self {
                file,
                ..Self::default()
            });
        }
        let text = text_of(&path, &outside_links().place(project.root()))?;
        let all = read(&text).map_err(|(line, why)| Ending::WrongCall(format!("{file}:{line}: {why}")))?;
        Ok(Self { file, all })
    }

    /// Why a break may survive.
    pub(crate) fn why(&self, name: &str) -> Option<&str> {
        self.all.get(name).map(|excuse| excuse.why.as_str())
    }

    /// The breaks that are excused, each with its excuse.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&str, &Excuse)> {
        self.all.iter().map(|(name, excuse)| (name.as_str(), excuse))
    }
}

/// How a break is named by its excuse.
pub(crate) fn name_of(sources: &Sources, way: &Break) -> String {
    let file = sources.get(way.place.file);
    let start = file.text[..way.place.start].rfind('\n').map_or(0, |end| end + 1);
    let line = file.text[start..].lines().next().unwrap_or_default();
    format!("{}: {} in `{}`", file.name, in_words(sources, way), line.trim())
}

/// A line of a file of excuses: what is excused, the number of the line, why.
pub(crate) type ExcuseLine = (String, usize, String);

/// The lines of a file of excuses of any kind.
pub(crate) fn lines(text: &str) -> Result<Vec<ExcuseLine>, (usize, String)> {
    let all = read(text)?.into_iter();
    let mut lines: Vec<_> = all
        .map(|(name, excuse)| (name, excuse.line, excuse.why))
        .collect();
    lines.sort_by_key(|(_, line, _)| *line);
    Ok(lines)
}

/// Reads the excuses of a file: each a line, with its reason in the deeper lines below.
fn read(text: &str) -> Result<BTreeMap<String, Excuse>, (usize, String)> {
    let mut all: BTreeMap<String, Excuse> = BTreeMap::new();
    let mut open: Option<(usize, String, Vec<&str>)> = None;
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with(' ') {
            match &mut open {
                Some((_, _, why)) => why.push(trimmed),
                None => {
                    return Err((at + 1, "write a reason below what it excuses".to_owned()));
                }
            }
            continue;
        }
        close(&mut all, open.replace((at + 1, trimmed.to_owned(), Vec::new())))?;
    }
    close(&mut all, open)?;
    Ok(all)
}

fn close(
    all: &mut BTreeMap<String, Excuse>,
    open: Option<(usize, String, Vec<&str>)>,
) -> Result<(), (usize, String)> {
    let Some((line, name, why)) = open else {
        return Ok(());
    };
    if why.is_empty() {
        return Err((
            line,
            "the reason is missing: write it below, indented more".to_owned(),
        ));
    }
    if let Some(earlier) = all.get(&name) {
        return Err((line, format!("line {} excuses this already", earlier.line)));
    }
    let why = why.join(" ");
    all.insert(name, Excuse { line, why });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_reason_stands_further_in_below_its_break() {
        let text = "# why\n\na.cw: without `x` in `y`\n    since it is\n    so\nb.cw: `1` becomes `2` in `z`\n  no\n";
        let all = read(text).expect("it is fine");
        let told: Vec<_> = all
            .iter()
            .map(|(name, one)| (name.as_str(), one.line, one.why.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("a.cw: without `x` in `y`", 3, "since it is so"),
                ("b.cw: `1` becomes `2` in `z`", 6, "no"),
            ]
        );
    }

    #[test]
    fn an_excuse_without_a_reason_or_twice_is_wrong() {
        for (text, line) in [
            ("a\nb\n  why\n", 1),
            ("a\n  why\na\n  why\n", 3),
            ("  why\n", 1),
            ("a\n", 1),
        ] {
            assert_eq!(read(text).expect_err("it is wrong").0, line, "{text}");
        }
    }
}
