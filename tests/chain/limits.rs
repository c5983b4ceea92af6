//! `docs/limits.md` lists every limit of the program: each constant whose name begins with `MAX_` or `MOST_`, with
//! the sentence above it. `CARDWRIGHT_UPDATE=1 cargo test -p cardwright-tests limits` writes the list anew.

use crate::workshop::root;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The parts of the program, and what happens when one of their limits is passed.
pub(crate) const PARTS: [(&str, &str); 11] = [
    (
        "files",
        "The file or folder is neither read nor written; the program says which limit it passes.",
    ),
    (
        "dsl",
        "The text is rejected, with an error where the limit is passed and what to do instead.",
    ),
    (
        "compiler",
        "No pack is made; a diagnostic marks the place, most often `too-large`. Output beyond a limit of what is shown is cut off.",
    ),
    (
        "engine/bytecode",
        "The file is refused when it is loaded, with the reason; nothing of it runs.",
    ),
    (
        "engine/vm",
        "The game ends with a fault as its outcome, which names the limit.",
    ),
    (
        "engine/core",
        "The game ends with a fault as its outcome, or the call answers that there is no such place; never a panic.",
    ),
    (
        "exchange/import",
        "Nothing is imported: the program says which source passes the limit.",
    ),
    (
        "draw",
        "The picture is refused with the reason. What would only be shown is cut off where it says so.",
    ),
    (
        "service",
        "The editor gets an answer that is cut off, or none; the talk goes on.",
    ),
    (
        "cardwright",
        "The program ends with an error that names the limit.",
    ),
    (
        "bindings/c",
        "The call gives nothing, and its error names the limit.",
    ),
];

/// A constant that limits something.
pub(crate) struct Limit {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) file: String,
    meaning: String,
}

pub(crate) fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder)
        .expect("the sources are there")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

pub(crate) fn limits(part: &str) -> Vec<Limit> {
    let mut files = Vec::new();
    let folder = root().join(part);
    rust_files(&folder.join("src"), &mut files);
    for room in rooms(&folder) {
        rust_files(&room.join("src"), &mut files);
    }
    files.sort();
    files.iter().flat_map(|file| limits_of(file)).collect()
}

/// The crates that lie in the folder of another one, such as the rooms of the compiler.
fn rooms(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let inside = std::fs::read_dir(folder).expect("the sources are there");
    let inside = inside.flatten().map(|entry| entry.path());
    inside.filter(|path| path.join("Cargo.toml").is_file())
}

fn limits_of(file: &Path) -> Vec<Limit> {
    let text = std::fs::read_to_string(file).expect("sources are text");
    let shown = file
        .strip_prefix(root())
        .expect("it lies in the repository")
        .display()
        .to_string();
    let mut meaning = String::new();
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(said) = line.strip_prefix("///") {
            let gap = if meaning.is_empty() { "" } else { " " };
            write!(meaning, "{gap}{}", said.trim()).expect("a string takes any text");
            continue;
        }
        let declared = line
            .split_once("const ")
            .and_then(|(_, rest)| rest.split_once(": "));
        if let Some((name, rest)) = declared
            && (name.starts_with("MAX_") || name.starts_with("MOST_"))
            && let Some((_, value)) = rest.split_once(" = ")
        {
            found.push(Limit {
                name: name.to_owned(),
                value: value.trim_end_matches(';').to_owned(),
                file: shown.clone(),
                meaning: std::mem::take(&mut meaning),
            });
        }
        meaning.clear();
    }
    found
}

fn page() -> String {
    let mut page = String::from(
        "# Limits\n\nNo input may make the program panic, hang, or use up all memory, so everything that comes from outside is bounded. This\n\
         list is made from the constants (`CARDWRIGHT_UPDATE=1 cargo test -p cardwright-tests limits`).\n",
    );
    for (part, happens) in PARTS {
        write!(
            page,
            "\n## {part}\n\n{happens}\n\n| limit | value | what | where |\n|---|---|---|---|\n"
        )
        .expect("a string takes any text");
        for limit in limits(part) {
            let Limit {
                name,
                value,
                file,
                meaning,
            } = limit;
            writeln!(page, "| `{name}` | `{value}` | {meaning} | `{file}` |")
                .expect("a string takes any text");
        }
    }
    page
}

#[test]
fn the_list_of_limits_is_fresh() {
    let file = root().join("docs/limits.md");
    let page = page();
    if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
        std::fs::write(&file, &page).expect("the docs can be written");
    }
    let listed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        listed == page,
        "docs/limits.md is stale: run CARDWRIGHT_UPDATE=1 cargo test -p cardwright-tests limits"
    );
    assert!(page.matches("| `M").count() >= 40, "limits are missing:\n{page}");
}

#[test]
fn every_limit_says_what_it_limits() {
    for (part, _) in PARTS {
        for limit in limits(part) {
            assert!(
                !limit.meaning.is_empty(),
                "{} in {} says nothing",
                limit.name,
                limit.file
            );
        }
    }
}
