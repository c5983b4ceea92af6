//! The rooms of the compiler: each uses those that `docs/architecture.md` says, and none is too large.

use crate::limits::rust_files;
use crate::workshop::root;
use std::collections::{BTreeMap, BTreeSet};

/// The most lines of Rust in one room.
const LARGEST: usize = 15_500;
/// The number of lines by which the page may be wrong.
const ROUNDED: usize = 1_000;

/// A row of the table: a room, and what is said of it.
struct Room {
    folder: String,
    name: String,
    lines: usize,
    uses: BTreeSet<String>,
}

fn rooms() -> Vec<Room> {
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page is there");
    let part = page.split("## The rooms of the compiler").nth(1);
    let part = part.and_then(|rest| rest.split("\n## ").next());
    let rows = part.expect("the table is there").lines();
    let rows = rows.filter(|line| line.starts_with("| `compiler/"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let uses = cells[6].split(", ").filter(|name| !name.is_empty());
        Room {
            folder: cells[1].to_owned(),
            name: cells[2].to_owned(),
            lines: cells[3].replace(',', "").parse().expect("lines are a number"),
            uses: uses.map(|name| format!("cardwright-{name}")).collect(),
        }
    })
    .collect()
}

/// The crates that a crate uses, tests aside.
fn dependencies(folder: &str) -> BTreeSet<String> {
    let file = root().join(folder).join("Cargo.toml");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{} is there", file.display()));
    let part = text.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = part.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
    names.map(str::to_owned).collect()
}

#[test]
fn the_rooms_of_the_compiler_use_each_other_as_the_page_says() {
    let rooms = rooms();
    let names: BTreeSet<String> = rooms.iter().map(|room| room.name.clone()).collect();
    let folders = std::fs::read_dir(root().join("compiler")).expect("the rooms are there");
    let crates = folders
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").is_file());
    assert_eq!(
        rooms.len(),
        crates.count() + 1,
        "the face, and each folder with a crate"
    );
    let said: BTreeMap<&str, &BTreeSet<String>> =
        rooms.iter().map(|room| (&*room.name, &room.uses)).collect();
    for room in &rooms {
        let uses = dependencies(&room.folder);
        let uses: BTreeSet<String> = uses.intersection(&names).cloned().collect();
        assert_eq!(Some(&&uses), said.get(&*room.name), "{}", room.name);
    }
}

#[test]
fn no_room_of_the_compiler_is_too_large() {
    for room in rooms() {
        let mut files = Vec::new();
        rust_files(&root().join(&room.folder).join("src"), &mut files);
        let texts = files.iter().map(std::fs::read_to_string);
        let lines: usize = texts
            .map(|text| text.expect("sources are text").lines().count())
            .sum();
        assert!(lines > 0 && lines <= LARGEST, "{} has {lines} lines", room.name);
        let wrong = lines.abs_diff(room.lines);
        assert!(
            wrong <= ROUNDED,
            "{} has {lines} lines, not {}",
            room.name,
            room.lines
        );
    }
}

#[test]
fn nobody_else_uses_a_room_of_the_compiler() {
    let rooms: BTreeSet<String> = rooms().into_iter().map(|room| room.name).collect();
    let own = |path: &str| path == "compiler" || path.starts_with("compiler/");
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("it is there");
    let members = workspace
        .split("members = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next());
    let members = members.expect("there are members").split('"').skip(1).step_by(2);
    let others: Vec<&str> = members.filter(|path| !own(path)).collect();
    assert!(others.len() >= 10, "only {} crates were looked at", others.len());
    for path in others {
        let used = dependencies(path);
        let used: Vec<&String> = used
            .intersection(&rooms)
            .filter(|name| *name != "cardwright-compiler")
            .collect();
        assert!(
            used.is_empty(),
            "{path} uses {used:?}; its face is cardwright-compiler"
        );
    }
}
