//! `docs/abilities`: what a card says, and what one writes. Every block of rules there compiles on an entry of some kind
//! of the game, one of those that the game's page would begin a set with. A block that needs more of its entry than that is fenced as `text`.

use crate::workshop::{Copy, root};
use cardwright_compiler::diagnostic::Severity;
use cardwright_compiler::{compile_system, for_people, guide};
use std::fmt::Write as _;

const SET: &str = "abilities";

/// The blocks of rules of a page: those that say nothing of another language.
fn blocks(page: &str) -> Vec<&str> {
    let parts = page.split("\n```").skip(1).step_by(2);
    parts.filter_map(|part| part.strip_prefix('\n')).collect()
}

/// The entries with which the game's page begins a set, each with its id.
fn entries(sample: &str) -> Vec<(&str, &str)> {
    let (_, cards) = sample.split_once("cards:\n  - id: ").expect("a set has cards");
    let entries = cards.split("\n  - id: ");
    entries
        .map(|entry| {
            let id = entry.split('\n').next().unwrap_or_default();
            (id, entry.trim_end())
        })
        .collect()
}

/// What is wrong with the blocks of a page that compile on no entry.
fn refused(system: &str, page: &str) -> Vec<String> {
    let copy = Copy::of(&root());
    let project = copy.project();
    let compiled = compile_system(&project, &project.systems[system]);
    let guide = guide::guide(&project, &project.systems[system], &compiled).expect("the system compiles");
    let entries = entries(&guide.sample_set);
    let mut set = format!("set: {SET}\nsystem: {system}\ntitle: Abilities\ncards:\n");
    let mut tried = Vec::new();
    for (at, block) in blocks(page).into_iter().enumerate() {
        for (of_kind, (id, entry)) in entries.iter().enumerate() {
            let start = set.len();
            let entry = entry.replace(id, &format!("n-{at}-{of_kind}"));
            let _ = write!(set, "  - id: {entry}\n    rules: |\n");
            block
                .trim_end()
                .lines()
                .for_each(|line| _ = writeln!(set, "      {line}"));
            tried.push((at, start..set.len()));
        }
    }
    copy.write(&format!("cards/{system}/{SET}.yaml"), &set);
    let project = copy.project();
    let compiled = compile_system(&project, &project.systems[system]);
    let mut found: Vec<_> = project.diagnostics.iter().chain(&compiled.diagnostics).collect();
    found.retain(|one| {
        one.code.severity == Severity::Error
            && project
                .sources
                .get(one.place.file)
                .name
                .ends_with("abilities.yaml")
    });
    let mut told = Vec::new();
    for at in 0..blocks(page).len() {
        let of_block = tried.iter().filter(|(block, _)| *block == at);
        let errors = of_block.map(|(_, range)| {
            let errors = found.iter().filter(|one| range.contains(&one.place.start));
            errors.map(|one| (*one).clone()).collect::<Vec<_>>()
        });
        let least = errors.min_by_key(Vec::len).unwrap_or_default();
        if !least.is_empty() {
            told.push(for_people(&project.sources, &least, false));
        }
    }
    told
}

#[test]
fn what_the_pages_say_to_write_compiles() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in std::fs::read_dir(root().join("docs/abilities"))
        .expect("the pages are there")
        .flatten()
    {
        let text = std::fs::read_to_string(page.path()).expect("the page can be read");
        let system = page
            .path()
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        seen += blocks(&text).len();
        wrong.extend(refused(&system.expect("a page has a name"), &text));
    }
    assert!(seen > 130, "only {seen} blocks");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
