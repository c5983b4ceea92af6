//! Formatting the project's texts is a fixed point, and they are as the formatter writes them.

use crate::workshop::{project, sample};
use cardwright_compiler::Project;
use cardwright_dsl::{WIDTH, format_items_within};

/// A text of the language: where it stands, and how wide its lines may be.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) text: String,
    width: usize,
}

/// The texts of the language in a project.
fn texts(project: &Project) -> Vec<Text> {
    let files = project
        .sources
        .iter()
        .map(|(_, file)| file)
        .filter(|file| file.name.ends_with(".cw"));
    let mut texts: Vec<Text> = files
        .map(|file| Text {
            name: file.name.clone(),
            text: file.text.clone(),
            width: WIDTH,
        })
        .collect();
    let mut block = |file, what: &str, rules: &Option<cardwright_compiler::document::At<String>>| {
        if let Some(rules) = rules {
            let file = project.sources.get(rules.file.unwrap_or(file));
            let line = file.text[..rules.start].rfind('\n').map_or(0, |end| end + 1);
            texts.push(Text {
                name: format!("{}: {what}", file.name),
                text: rules.value.clone(),
                width: WIDTH - (rules.start - line),
            });
        }
    };
    for set in project.printed_sets().chain(project.sets.values()) {
        block(set.file, "rules", &set.doc.rules);
        set.doc
            .cards
            .iter()
            .for_each(|card| block(set.file, &card.id.value, &card.rules));
    }
    project
        .scenarios
        .iter()
        .for_each(|one| block(one.file, "rules", &one.doc.rules));
    project
        .cases
        .iter()
        .for_each(|one| block(one.file, "rules", &one.doc.rules));
    texts
}

fn formatted(text: &Text) -> String {
    format_items_within(&text.text, text.width).unwrap_or_else(|faults| panic!("{}: {faults:?}", text.name))
}

pub(crate) fn all_texts() -> Vec<Text> {
    let all: Vec<_> = texts(project())
        .into_iter()
        .chain(texts(&Project::load(&sample())))
        .collect();
    assert!(all.len() >= 20, "only {} texts were found", all.len());
    all
}

#[test]
fn formatting_twice_is_formatting_once() {
    for mut text in all_texts() {
        let once = formatted(&text);
        text.text.clone_from(&once);
        assert_eq!(formatted(&text), once, "{}", text.name);
    }
}

#[test]
fn every_text_is_as_the_formatter_writes_it() {
    let stale: Vec<String> = all_texts()
        .into_iter()
        .filter(|text| formatted(text) != text.text)
        .map(|text| text.name)
        .collect();
    assert!(
        stale.is_empty(),
        "{} texts are not formatted; run `cardwright fmt`:\n{}",
        stale.len(),
        stale.join("\n")
    );
}
