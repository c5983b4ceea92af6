//! The page on geometry: its figures are those of cases that hold in the shipped content, and it knows every core call of
//! the flat table. `CARDWRIGHT_UPDATE=1 cargo test -p cardwright-tests geometry` writes the figures anew.

use crate::workshop::root;
use cardwright_bytecode::registry::{Boards, CORE_CALLS};
use std::fmt::Write as _;

const OPEN: &str = "<!-- figures: ";
const END: &str = "<!-- end -->";

fn page() -> String {
    std::fs::read_to_string(root().join("docs/geometry.md")).expect("the page can be read")
}

/// The figures of a game's case: what a comment before an expectation says, and what is expected.
fn figures(game: &str) -> String {
    let path = format!("tests/conformance/{game}/geometry/the-figures-of-the-table.yaml");
    let case = std::fs::read_to_string(root().join(path)).expect("the case can be read");
    let (_, expected) = case.split_once("\nexpect:\n").expect("it expects something");
    let mut table = String::from("| figure | in the content | source |\n|---|---|---|");
    let mut source = "";
    for line in expected.lines().map(str::trim) {
        if let Some(said) = line.strip_prefix("# ") {
            let (what, from) = said.split_once(" | ").expect("a figure has a source");
            let _ = write!(table, "\n| {what} | ");
            source = from;
            continue;
        }
        let claim = line.strip_prefix("- ").expect("an expectation");
        if !table.ends_with("| ") {
            // A further expectation of the same figure: the source comes after it.
            table.truncate(table.rfind(" | ").expect("a row has a source"));
            table.push_str("; ");
        }
        let _ = write!(table, "`{claim}`{} | {source} |", in_millimetres(claim));
    }
    table
}

/// The claim in millimetres, as people with a ruler read it.
fn in_millimetres(claim: &str) -> String {
    let inches = claim
        .strip_suffix(" inches")
        .and_then(|claim| claim.rsplit_once(" = "));
    let inches = inches.and_then(|(_, inches)| inches.parse::<f64>().ok());
    inches.map_or_else(String::new, |inches| format!(" ({:.1} mm)", inches * 25.4))
}

#[test]
fn the_figures_are_those_of_the_content() {
    let mut fresh = String::new();
    let before = page();
    let mut parts = before.split(OPEN);
    fresh.push_str(parts.next().unwrap_or_default());
    let mut games = 0;
    for part in parts {
        let (game, rest) = part.split_once(" -->").expect("the mark is closed");
        let (_, after) = rest.split_once(END).expect("the figures end");
        let _ = write!(fresh, "{OPEN}{game} -->\n{}\n{END}{after}", figures(game));
        games += 1;
    }
    assert_eq!(games, 3, "each of the games on the flat table has its figures");
    if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
        std::fs::write(root().join("docs/geometry.md"), fresh).expect("the page can be written");
    } else {
        assert!(
            fresh == before,
            "docs/geometry.md is stale: run with CARDWRIGHT_UPDATE=1"
        );
    }
}

#[test]
fn every_core_call_of_the_flat_table_is_explained() {
    let page = page();
    let of_the_plane = CORE_CALLS.iter().filter(|call| call.boards == Boards::Plane);
    let missing = of_the_plane.filter(|call| !page.contains(&format!("`{}(", call.name)));
    let missing: Vec<&str> = missing.map(|call| call.name).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
}
