//! The language reference: its examples are one system, and it compiles and plays.

use crate::workshop::{check, compiled, played, root};
use cardwright_compiler::{Project, Severity, for_people};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The frame of the examples: the rest of a system, and a scenario with two skiffs.
const SYSTEM: &str = "system: harbour\ntitle: Harbour\nledger: HRB\nmain: game\nfiles: [book.cw]\ntables:\n  course:\n    \
    slow: { bearing: straight, speed: 1, colour: white }\n    fast: { bearing: turn, speed: 3, colour: red }\n";
const CARDS: &str = "set: boats\nsystem: harbour\ntitle: Boats\ncards:\n  \
    - { id: sloop, kind: skiff, name: Sloop, facts: { crew: 3, speed: 2, hull: 4, base-width: 1in, base-length: 2in } }\n  \
    - { id: keg, kind: buoy, name: Powder keg, facts: { radius: 0.5in } }\n  \
    - { id: ruse, kind: trick, name: Ruse, facts: { price: 1 } }\n";
const SCENARIO: &str = "scenario: chase\nsystem: harbour\ntitle: The chase\nsets: [boats]\ntable: { width: 36in, length: 36in }\n\
    players:\n  - { id: north, name: North, facts: { wages: 3, renown: 2 } }\n  - { id: south, name: South, facts: { wages: 4 } }\npieces:\n  \
    - { id: gull, template: sloop, owner: north, cards: [ruse], facts: { hit-points: 4 }, at: { x: 9in, y: 9in } }\n  \
    - { id: tern, template: sloop, owner: south, facts: { hit-points: 4 }, at: { x: 9in, y: 18in } }\n";

/// The fenced blocks of a page that are marked so.
fn blocks(page: &str, mark: &str) -> Vec<String> {
    let open = format!("```cw {mark}\n");
    let parts = page.split(&open).skip(1);
    parts
        .map(|part| part.split("```").next().unwrap_or_default().to_owned())
        .collect()
}

/// All examples of the page as one file of a system.
pub(crate) fn system(page: &str) -> String {
    let mut text = blocks(page, "items").concat();
    text.push_str("procedure example (me: skiff, foe: skiff) {\n  var total: number\n  var dice: pool\n");
    for (number, block) in blocks(page, "statements").iter().enumerate() {
        let _ = writeln!(text, "  step do-{number} {{\n{block}}}");
    }
    for (number, block) in blocks(page, "expressions").iter().enumerate() {
        let _ = writeln!(text, "  step ask-{number} {{");
        for (at, line) in block.lines().enumerate() {
            let _ = writeln!(text, "    let e-{at} = {line}");
        }
        text.push_str("  }\n");
    }
    text.push_str("}\nprocedure game { step play {\n  for each s in all skiff { run turn(s) }\n  run example(first of all skiff, first of foes-of(first of all skiff))\n} }\n");
    text
}

fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("cardwright-book-{}", std::process::id()))
}

#[test]
fn every_example_of_the_reference_compiles_and_plays() {
    let page = std::fs::read_to_string(root().join("docs/language.md")).expect("the reference is there");
    assert!(
        blocks(&page, "items").len() > 15,
        "the reference has lost its examples"
    );
    let folder = folder();
    for (path, text) in [
        ("systems/harbour/system.yaml", SYSTEM),
        ("systems/harbour/book.cw", &system(&page)),
        ("cards/harbour/boats.yaml", CARDS),
        ("scenarios/harbour/chase.yaml", SCENARIO),
    ] {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be written");
        std::fs::write(&path, text).expect("it can be written");
    }
    let project = Project::load(&folder);
    // An example may name what no other one uses.
    let mut found = check(&project);
    found.retain(|one| one.code.severity == Severity::Error);
    let told = for_people(&project.sources, &found, false);
    assert!(found.is_empty(), "{told}");
    let content = compiled(&project, "chase");
    for seed in 1..20 {
        played(&content, seed);
    }
    // A folder that stays behind harms nobody.
    let _ = std::fs::remove_dir_all(folder);
}
