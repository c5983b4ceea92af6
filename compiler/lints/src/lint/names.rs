//! Names that YAML reads otherwise than they look: a `#` cuts them off, or quotes of print are taken for letters.

use super::Whole;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::{FileId, Location};
use serde_yaml::granit_parser::{Event, Parser, ScalarStyle};
use std::ops::Range;

/// The keys behind which stands what people call something.
const KEYS: [&str; 2] = ["name", "title"];
/// Quotes of print, which YAML takes for letters.
const OPENING: [char; 8] = ['“', '”', '„', '‟', '‘', '‚', '«', '»'];
const CLOSING: [char; 6] = ['“', '”', '’', '‘', '»', '«'];

/// Looks at the names in the documents of a system.
pub(super) fn check(whole: &Whole<'_>, found: &mut Vec<Diagnostic>) {
    let system = &whole.system.doc.system.value;
    let project = whole.project;
    let sets = project.sets.iter().filter(|((of, _), _)| of == system);
    let maps = project.maps.iter().filter(|((of, _), _)| of == system);
    let scenarios = project.scenarios.iter();
    let scenarios = scenarios.filter(|one| one.doc.system.value == *system);
    let files = sets.map(|(_, set)| set.file).chain(maps.map(|(_, map)| map.file));
    let files = files.chain(scenarios.map(|one| one.file));
    for file in files.chain([whole.system.file]) {
        found.extend(odd_names(file, &project.sources.get(file).text));
    }
}

fn odd_names(file: FileId, text: &str) -> Vec<Diagnostic> {
    if !could_be_odd(text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut is_name = false;
    for event in Parser::new_from_str(text) {
        let Ok((event, span)) = event else { break };
        let (Event::Scalar(value, style, ..), Some(bytes)) = (event, span.byte_range()) else {
            is_name = false;
            continue;
        };
        if is_name && style == ScalarStyle::Plain {
            found.extend(in_quotes_of_print(file, &value, &bytes));
            found.extend(cut_off(file, text, &bytes));
        }
        is_name = KEYS.contains(&&*value);
    }
    found
}

/// Whether a look at the lines leaves it open whether there is such a name: most documents are not read once more.
fn could_be_odd(text: &str) -> bool {
    let mut names = KEYS
        .iter()
        .flat_map(|key| text.match_indices(key).map(|(at, _)| at + key.len()));
    names.any(|at| {
        let rest = text[at..]
            .strip_prefix(':')
            .map(|rest| rest.split('\n').next().unwrap_or(""));
        let is_odd = |rest: &str| rest.contains(" #") || rest.trim_start().starts_with(OPENING);
        rest.is_some_and(is_odd)
    })
}

fn in_quotes_of_print(file: FileId, name: &str, bytes: &Range<usize>) -> Option<Diagnostic> {
    let inner = name.strip_prefix(OPENING)?.strip_suffix(CLOSING)?;
    let quote = name.chars().next().filter(|_| !inner.is_empty())?;
    let message = format!("`{quote}` does not quote text in YAML, so it is part of the name");
    let put = format!("\"{inner}\"");
    let help = format!("write `{put}`, or, if the quotes belong to the name, `\"{name}\"`");
    let mut one = Diagnostic::new(codes::NAME_AS_READ, place(file, bytes.clone()), message).help(help);
    if !inner.contains(['"', '\\']) {
        one.put(put, false);
    }
    Some(one)
}

/// A comment that begins right behind a name, without a blank behind its `#`, as no comment is written.
fn cut_off(file: FileId, text: &str, bytes: &Range<usize>) -> Option<Diagnostic> {
    let name = text.get(bytes.clone())?;
    let line = text[bytes.end..].split(['\n', '\r']).next().unwrap_or("");
    let comment = line.trim_start_matches([' ', '\t']);
    let behind = comment.strip_prefix('#')?.chars().next()?;
    if behind.is_whitespace() || behind == '#' || name.is_empty() {
        return None;
    }
    let whole = bytes.start..bytes.end + line.trim_end().len();
    let message = format!("a `#` after a space begins a comment, so the name is only `{name}`");
    let put = format!("\"{}\"", &text[whole.clone()]);
    let help = format!(
        "if it belongs to the name, write `{put}`; if it is a comment, write a space after \
    the `#`"
    );
    let mut one = Diagnostic::new(codes::NAME_AS_READ, place(file, whole), message).help(help);
    if !name.contains(['"', '\\']) && !comment.contains(['"', '\\']) {
        one.put(put, false);
    }
    Some(one)
}

fn place(file: FileId, bytes: Range<usize>) -> Location {
    Location {
        file,
        start: bytes.start,
        end: bytes.end,
    }
}

#[cfg(test)]
mod tests {
    use super::odd_names;
    use cardwright_documents::source::FileId;

    fn marked(text: &str) -> Vec<&str> {
        let found = odd_names(FileId(0), text);
        found
            .iter()
            .map(|one| &text[one.place.start..one.place.end])
            .collect()
    }

    #[test]
    fn names_in_quotes_of_print_are_told() {
        assert_eq!(
            marked("- name: “Tide”\n- { name: „Ebbe“, x: 1 }\n"),
            ["“Tide”", "„Ebbe“"]
        );
        assert_eq!(marked("title: «Marée»\n"), ["«Marée»"]);
    }

    #[test]
    fn names_that_a_comment_cuts_off_are_told() {
        assert_eq!(marked("- name: Blink #2\n- name: Blink\n"), ["Blink #2"]);
    }

    #[test]
    fn other_names_and_comments_are_fine() {
        for fine in [
            "name: Blink # 2\n",
            "name: \"Blink #2\"\n",
            "name: \"“Tide”\"\n",
            "name: “Mad” Max\n",
            "name: Blink#2\n",
            "note: “Tide” #2\n",
            "kind: name\nfacts: “Tide”\n",
            "rules: |\n  define name: “Tide” #2\n",
            "name: Blink ## chapter\n",
        ] {
            assert!(marked(fine).is_empty(), "{fine}");
        }
    }
}
