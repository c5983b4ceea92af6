//! Formatting the project's texts is a fixed point, and they are as the formatter writes them.

use crate::workshop::{project, sample};
use cardwright_compiler::Project;
use cardwright_dsl::format_items;

/// The texts of the language in a project, by where they stand.
fn texts(project: &Project) -> Vec<(String, String)> {
    let files = project
        .sources
        .iter()
        .map(|(_, file)| file)
        .filter(|file| file.name.ends_with(".cw"));
    let mut texts: Vec<(String, String)> = files.map(|file| (file.name.clone(), file.text.clone())).collect();
    let mut block = |file, what: &str, rules: &Option<cardwright_compiler::document::At<String>>| {
        if let Some(rules) = rules {
            let name = &project.sources.get(file).name;
            texts.push((format!("{name}: {what}"), rules.value.clone()));
        }
    };
    for set in project.sets.values() {
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

fn formatted(name: &str, text: &str) -> String {
    format_items(text).unwrap_or_else(|faults| panic!("{name}: {faults:?}"))
}

fn all_texts() -> Vec<(String, String)> {
    let all: Vec<_> = texts(project())
        .into_iter()
        .chain(texts(&Project::load(&sample())))
        .collect();
    assert!(all.len() >= 20, "only {} texts were found", all.len());
    all
}

#[test]
fn formatting_twice_is_formatting_once() {
    for (name, text) in all_texts() {
        let once = formatted(&name, &text);
        assert_eq!(formatted(&name, &once), once, "{name}");
    }
}

#[test]
fn every_text_is_as_the_formatter_writes_it() {
    let stale: Vec<String> = all_texts()
        .into_iter()
        .filter(|(name, text)| formatted(name, text) != *text)
        .map(|(name, _)| name)
        .collect();
    assert!(
        stale.is_empty(),
        "{} texts are not formatted; run `cardwright fmt`:\n{}",
        stale.len(),
        stale.join("\n")
    );
}
