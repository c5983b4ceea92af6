//! Source texts: pieces of them, and the comments that describe a declaration.

use cardwright_documents::project::{Documents, System};
use cardwright_documents::source::{FileId, Location, Sources};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The names of a library in a system, for each of the library's files.
#[derive(Debug, Default)]
pub(super) struct Renamed(BTreeMap<FileId, BTreeMap<String, String>>);

impl Renamed {
    /// The names that a system gives to those of its libraries.
    pub(super) fn of(project: &Documents, system: &System) -> Self {
        let mut all = BTreeMap::new();
        for one in &system.doc.uses {
            let Some(library) = project.libraries.get(&one.library.value) else {
                continue;
            };
            let names = one.with.0.iter();
            let names: BTreeMap<String, String> = names
                .map(|(name, given)| (name.value.clone(), given.value.clone()))
                .collect();
            let files = project.sources.iter().map(|(file, _)| file);
            all.extend(
                files
                    .filter(|file| library.has(*file))
                    .map(|file| (file, names.clone())),
            );
        }
        Self(all)
    }
}

/// Source texts, read for people.
#[derive(Clone, Copy)]
pub(super) struct Texts<'a> {
    pub(super) sources: &'a Sources,
    /// The beginning of ids of the ledger; they say nothing to a card author.
    pub(super) ledger: &'a str,
    /// Names that the system calls otherwise than the file writes them.
    pub(super) renamed: &'a Renamed,
}

impl<'a> Texts<'a> {
    fn file(&self, place: Location) -> &'a str {
        &self.sources.get(place.file).text
    }

    /// The text at a place.
    pub(super) fn slice(&self, place: Location) -> &'a str {
        self.file(place).get(place.start..place.end).unwrap_or("")
    }

    /// The text at a place in one line, without comments.
    pub(super) fn inline(&self, place: Location) -> String {
        let lines = self.slice(place).lines().map(without_comment);
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        self.as_called(place, words.join(" "))
    }

    /// A piece of the language with the names that the system uses.
    fn as_called(&self, place: Location, text: String) -> String {
        match self.renamed.0.get(&place.file) {
            Some(names) => renamed(&text, names),
            None => text,
        }
    }

    /// The text at a place as a block that begins at the left edge.
    pub(super) fn block(&self, place: Location) -> String {
        let text = self.file(place);
        let line = line_start(text, place.start);
        let indent = text[line..].len() - text[line..].trim_start_matches(' ').len();
        let lines = self.slice(place).lines().map(|line| {
            let spaces = line.len() - line.trim_start_matches(' ').len();
            line[spaces.min(indent)..].trim_end()
        });
        // The first line is cut where the rule begins, so it has no indentation to lose.
        let mut lines: Vec<&str> = lines.collect();
        if let (Some(first), Some(whole)) = (lines.first_mut(), self.slice(place).lines().next()) {
            *first = whole.trim();
        }
        self.as_called(place, lines.join("\n"))
    }

    /// The description of what is declared at a place: the comment behind it on its line, or the comment lines above it.
    pub(super) fn says(&self, place: Location) -> Option<String> {
        let text = self.file(place);
        let start = line_start(text, place.start);
        let stands_first = matches!(text[start..place.start].trim(), "" | "var");
        let above = if stands_first {
            above(text, start)
        } else {
            Vec::new()
        };
        let said = self.cleaned(above.into_iter());
        let said = said.or_else(|| self.cleaned(behind(text, place.end).into_iter()))?;
        Some(match self.renamed.0.get(&place.file) {
            Some(names) => renamed_in_code(&said, names),
            None => said,
        })
    }

    /// Comment lines as sentences, without ids of the ledger and headings of parts of a file.
    fn cleaned<'t>(&self, lines: impl Iterator<Item = &'t str>) -> Option<String> {
        let lines = lines.map(|line| line.trim_start_matches('#').trim());
        let words: Vec<&str> = lines
            .filter(|line| !line.starts_with("---"))
            .flat_map(str::split_whitespace)
            .filter(|word| !self.is_of_ledger(word))
            .collect();
        let said = words.join(" ");
        (!said.is_empty()).then(|| sentence(&said))
    }

    fn is_of_ledger(&self, word: &str) -> bool {
        let word = word.trim_matches([':', ',', '.', ';', '(', ')']);
        let rest = word
            .strip_prefix(self.ledger)
            .and_then(|rest| rest.strip_prefix('-'));
        !self.ledger.is_empty() && rest.is_some_and(|rest| rest.ends_with(|end: char| end.is_ascii_digit()))
    }
}

/// A piece of the language with other names; what stands in quotes is no name.
fn renamed(text: &str, names: &BTreeMap<String, String>) -> String {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let mut told = String::with_capacity(text.len());
    let mut name = String::new();
    let mut quoted = false;
    for letter in text.chars().map(Some).chain([None]) {
        match letter {
            Some(letter) if is_of_name(letter) => {
                name.push(letter);
                continue;
            }
            _ => {}
        }
        let other = names.get(&name).filter(|_| !quoted);
        told.push_str(other.unwrap_or(&name));
        name.clear();
        quoted ^= letter == Some('"');
        told.extend(letter);
    }
    told
}

/// A text for people, with the pieces in backticks renamed.
fn renamed_in_code(text: &str, names: &BTreeMap<String, String>) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| match at % 2 == 1 {
        true => Cow::Owned(renamed(part, names)),
        false => Cow::Borrowed(part),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// The first byte of the line that contains a byte.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text.get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |end| end + 1)
}

/// The comment lines directly above a line.
fn above(text: &str, line: usize) -> Vec<&str> {
    let mut lines: Vec<&str> = text[..line]
        .lines()
        .rev()
        .map(str::trim)
        .take_while(|line| line.starts_with('#'))
        // What stands above a heading belongs to what came before it.
        .take_while(|line| !line.trim_start_matches('#').trim_start().starts_with("---"))
        .collect();
    lines.reverse();
    lines
}

/// The comment behind a place on its line, if nothing else is there.
fn behind(text: &str, end: usize) -> Option<&str> {
    let rest = text.get(end..)?.lines().next()?.trim();
    rest.starts_with('#').then_some(rest)
}

/// A line up to its comment.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// The text with a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let text: String = first.into_iter().chain(letters.map(String::from)).collect();
    match text.ends_with(['.', '!', '?', ':']) {
        true => text,
        false => format!("{text}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_documents::source::Sources;

    fn says(text: &str, what: &str) -> Option<String> {
        let mut sources = Sources::default();
        let file = sources.add("a.cw", text);
        let start = text.find(what)?;
        let place = Location {
            file,
            start,
            end: start + what.len(),
        };
        let texts = Texts {
            sources: &sources,
            ledger: "AB",
            renamed: &Renamed::default(),
        };
        texts.says(place)
    }

    #[test]
    fn a_variable_is_described_like_anything_else() {
        let text =
            "procedure p {\n  # how many hit\n  var hits: number\n  var lost: number  # what it costs\n}\n";
        assert_eq!(says(text, "hits: number").as_deref(), Some("How many hit."));
        assert_eq!(says(text, "lost: number").as_deref(), Some("What it costs."));
    }

    #[test]
    fn a_description_is_the_comment_above_or_behind() {
        let text = "# Far.\n\n# --- Part\n# near: AB-X-001\n# and so on\ntoken a on b\ntoken c on d # AB-Y-02 third\ntoken e on f\n";
        assert_eq!(says(text, "token a on b").as_deref(), Some("Near: and so on."));
        assert_eq!(says(text, "token c on d").as_deref(), Some("Third."));
        assert_eq!(says(text, "token e on f"), None);
    }

    #[test]
    fn names_are_those_of_the_system() {
        let names = [("tired", "weary"), ("craft", "barge")];
        let names = names.map(|(name, given)| (name.to_owned(), given.to_owned()));
        let names = BTreeMap::from(names);
        assert_eq!(
            renamed("if can tired(craft) and tired-craft \"tired\" craft", &names),
            "if can weary(barge) and tired-craft \"tired\" barge"
        );
        assert_eq!(
            renamed_in_code("Who is tired: `can tired(craft)`.", &names),
            "Who is tired: `can weary(barge)`."
        );
    }

    #[test]
    fn ids_of_the_ledger_alone_are_no_description() {
        assert_eq!(says("# AB-X-001 AB-Y-002\ntoken a on b\n", "token a on b"), None);
    }
}
