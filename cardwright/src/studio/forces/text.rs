//! A scenario with forces that were picked, as the text of a file: the lines of the scenario from which it comes, but for its id, its
//! card sets, its pieces and its cards.

use cardwright_compiler::document::{LooseCardDoc, PieceDoc, ScenarioDoc, read, scalar};
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Project, Sources, compile_scenario};
use std::sync::Arc;

/// The longest id of a scenario.
const LONGEST_ID: usize = 60;

/// Whether a scenario may be called so.
pub(super) fn is_id(id: &str) -> bool {
    let fits = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|one| one.is_ascii_lowercase() || one.is_ascii_digit())
    };
    let begins = id.starts_with(|one: char| one.is_ascii_lowercase());
    begins && id.len() <= LONGEST_ID && id.split('-').all(fits)
}

/// The text of a scenario with the forces of another one that was made of it.
///
/// # Errors
/// If the text would not mean the same.
pub(super) fn written(
    project: &Project,
    scenario: &Loaded<ScenarioDoc>,
    made: &Loaded<ScenarioDoc>,
    id: &str,
) -> Result<String, String> {
    let text = &project.sources.get(scenario.file).text;
    let doc = &made.doc;
    let sets: Vec<&str> = doc.sets.iter().map(|set| set.value.as_str()).collect();
    let sections = [
        ("scenario", format!("scenario: {id}\n")),
        (
            "title",
            format!(
                "title: {}\n",
                scalar(&format!("{}, with forces of one's own", doc.title))
            ),
        ),
        ("sets", format!("sets: [{}]\n", sets.join(", "))),
        ("pieces", list("pieces", doc.pieces.iter().map(PieceDoc::in_line))),
        (
            "cards",
            list("cards", doc.cards.iter().map(LooseCardDoc::in_line)),
        ),
    ];
    let mut out = text.clone();
    for (name, put) in &sections {
        out = with_section(&out, name, put);
    }
    match means(project, &out, made) {
        true => Ok(out),
        false => Err("this scenario cannot be written with another force".to_owned()),
    }
}

/// Whether a text means the scenario that was made: a game of both begins with the same things.
fn means(project: &Project, text: &str, made: &Loaded<ScenarioDoc>) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("", text.to_owned());
    let Ok(mut doc) = read::<ScenarioDoc>(&sources, file) else {
        return false;
    };
    let rules = |doc: &ScenarioDoc| doc.rules.as_ref().map(|rules| rules.value.clone());
    if rules(&doc) != rules(&made.doc) {
        return false;
    }
    // Rules are compiled where they stand in a file of the project, which the text is not yet.
    doc.rules.clone_from(&made.doc.rules);
    let reread = Loaded {
        doc: Arc::new(doc),
        ..made.clone()
    };
    let packs = [&reread, made].map(|one| compile_scenario(project, one).pack);
    match &packs {
        [Some(one), Some(other)] => one.setup.entities == other.setup.entities,
        _ => false,
    }
}

fn list(name: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.map(|line| format!("  - {line}\n")).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("{name}:\n{}", lines.concat()),
    }
}

/// The text with another section of this name; in front of the rules, if it has none.
fn with_section(text: &str, name: &str, put: &str) -> String {
    let head = format!("{name}:");
    let is_head = |line: &str| line.starts_with(&head);
    let is_part = |line: &str| line.trim().is_empty() || line.starts_with([' ', '#', '-']);
    let (mut out, mut inside, mut done) = (String::new(), false, false);
    // Comments and empty lines behind a section belong to the next one.
    let mut waiting = String::new();
    for line in text.split_inclusive('\n') {
        if inside && is_part(line) {
            match line.starts_with([' ', '-']) && !line.trim().is_empty() {
                true => waiting.clear(),
                false => waiting.push_str(line),
            }
            continue;
        }
        out.push_str(&waiting);
        waiting.clear();
        inside = is_head(line);
        if !done && (inside || line.starts_with("rules:")) {
            out.push_str(put);
            done = true;
        }
        if !inside {
            out.push_str(line);
        }
    }
    out.push_str(&waiting);
    if !done {
        if !out.ends_with('\n') {
            out.push('\n');
        }
        out.push_str(put);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_and_what_stands_around_it_stays() {
        let text = "scenario: a\n# about pieces\npieces:\n  - { id: x }\n  # more\n  - { id: y }\n# about rules\nrules: |\n  x\n";
        let put = with_section(text, "pieces", "pieces:\n  - { id: z }\n");
        assert_eq!(
            put,
            "scenario: a\n# about pieces\npieces:\n  - { id: z }\n# about rules\nrules: |\n  x\n"
        );
    }

    #[test]
    fn a_section_that_is_not_there_goes_in_front_of_the_rules() {
        let put = with_section(
            "scenario: a\nrules: |\n  cards: x\n",
            "cards",
            "cards:\n  - { id: z }\n",
        );
        assert_eq!(put, "scenario: a\ncards:\n  - { id: z }\nrules: |\n  cards: x\n");
    }

    #[test]
    fn an_id_is_small_letters_digits_and_hyphens() {
        assert!(is_id("my-skirmish-2"));
        for id in [
            "",
            "2-skirmish",
            "My",
            "a--b",
            "a/../b",
            "a.yaml",
            &"a".repeat(LONGEST_ID + 1),
        ] {
            assert!(!is_id(id), "{id}");
        }
    }
}
