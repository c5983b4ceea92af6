//! The cookbook: its examples are entries of the shipped games. They compile together, and below each stands what `explain`
//! reads back. `CARDWRIGHT_UPDATE=1 cargo test -p cardwright-tests cookbook` writes that anew.

use crate::workshop::{Copy, check, root};
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{Compiled, Project, compile_system, for_people};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// The families that the book has at least.
const LEAST_PAGES: usize = 15;
/// The most examples that may stand on a page, and the least.
const EXAMPLES: std::ops::RangeInclusive<usize> = 2..=4;

const OPEN: &str = "```yaml\n# ";

/// An example: its system, and its entry.
fn examples(page: &str) -> Vec<(String, String)> {
    let blocks = page
        .split(OPEN)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default());
    let example = |block: &str| {
        let (system, entry) = block.split_once('\n').expect("an example has lines");
        (system.to_owned(), entry.to_owned())
    };
    blocks.map(example).collect()
}

fn pages() -> Vec<(PathBuf, String)> {
    let folder = std::fs::read_dir(root().join("docs/cookbook"))
        .expect("the book is there")
        .flatten();
    let mut pages: Vec<PathBuf> = folder
        .map(|entry| entry.path())
        .filter(|path| !path.ends_with("README.md"))
        .collect();
    pages.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the page can be read");
        (path, text)
    };
    pages.into_iter().map(read).collect()
}

/// All content of the repository but its cases, with the examples as one set of each system.
fn with_examples() -> Copy {
    let mut sets: BTreeMap<String, String> = BTreeMap::new();
    for (system, entry) in pages().iter().flat_map(|(_, page)| examples(page)) {
        let set = sets.entry(system).or_insert_with_key(|system| {
            format!("set: cookbook\nsystem: {system}\ntitle: Cookbook\ncards:\n")
        });
        entry.lines().for_each(|line| _ = writeln!(set, "  {line}"));
    }
    let copy = Copy::of(&root());
    sets.iter()
        .for_each(|(system, set)| copy.write(&format!("cards/{system}/cookbook.yaml"), set));
    copy
}

#[test]
fn every_example_compiles_and_nothing_is_wrong_with_it() {
    let project = with_examples().project();
    let mut found = check(&project);
    found.retain(|one| {
        project
            .sources
            .get(one.place.file)
            .name
            .ends_with("cookbook.yaml")
    });
    assert!(
        found.is_empty(),
        "{}",
        for_people(&project.sources, &found, false)
    );
}

/// The text of `explain` on an entry, as a quotation.
fn told(project: &Project, compiled: &BTreeMap<String, Arc<Compiled>>, system: &str, entry: &str) -> String {
    let id = entry
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("- id: "))
        .expect("an entry begins with its id");
    let text =
        card_text(project, &project.systems[system], &compiled[system], id).expect("the example compiles");
    let lines = text
        .lines()
        .skip(2)
        .map(|line| format!("> {line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn below_each_example_stands_what_it_says() {
    let copy = with_examples();
    let project = copy.project();
    let compiled = project
        .systems
        .iter()
        .map(|(id, system)| (id.clone(), compile_system(&project, system)));
    let compiled: BTreeMap<String, Arc<Compiled>> = compiled.collect();
    for (path, page) in pages() {
        let mut fresh = String::new();
        for (at, part) in page.split(OPEN).enumerate() {
            if at == 0 {
                fresh.push_str(part);
                continue;
            }
            let (block, rest) = part.split_once("```\n").expect("an example ends");
            let (system, entry) = block.split_once('\n').expect("an example has lines");
            let after: Vec<&str> = rest
                .lines()
                .skip_while(|line| line.is_empty() || line.starts_with('>'))
                .collect();
            let after = if after.is_empty() {
                String::new()
            } else {
                format!("\n{}\n", after.join("\n"))
            };
            let told = told(&project, &compiled, system, entry);
            let _ = write!(fresh, "{OPEN}{block}```\n\n{told}\n{after}");
        }
        if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
            std::fs::write(&path, &fresh).expect("the page can be written");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == fresh, "{} is stale", path.display());
    }
}

#[test]
fn the_book_is_whole() {
    let pages = pages();
    assert!(pages.len() >= LEAST_PAGES, "only {} pages", pages.len());
    let index =
        std::fs::read_to_string(root().join("docs/cookbook/README.md")).expect("the book has an index");
    for (path, page) in pages {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        assert!(
            index.contains(&format!("({name})")),
            "the index does not name {name}"
        );
        assert!(EXAMPLES.contains(&examples(&page).len()), "{name}");
    }
}

#[test]
fn the_card_of_the_readme_works_when_it_is_pasted() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is one");
    let (system, entry) = examples(&readme).into_iter().next().expect("it shows a card");
    let copy = Copy::of(&root());
    let mut set = format!("set: readme\nsystem: {system}\ntitle: As the README shows\ncards:\n");
    entry.lines().for_each(|line| _ = writeln!(set, "  {line}"));
    copy.write(&format!("cards/{system}/readme.yaml"), &set);
    let project = copy.project();
    let mut found = check(&project);
    found.retain(|one| project.sources.get(one.place.file).name.ends_with("readme.yaml"));
    assert!(
        found.is_empty(),
        "{}",
        for_people(&project.sources, &found, false)
    );
}
