//! The core knows no game: no name that content declares stands in the Rust of the crates below the program.

use crate::workshop::{project, root};
use cardwright_bytecode::Pack;
use cardwright_compiler::{compile_scenario, compile_system};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The crates that must not know a game.
const CRATES: [&str; 6] = [
    "dsl",
    "compiler",
    "service",
    "engine/bytecode",
    "engine/vm",
    "engine/core",
];

/// Names of content that are also words of something else, with what else they are.
const ALLOWED: &[(&str, &[&str])] = &[
    ("a core call of the same name", &["slide-back"]),
    ("jumps and assignments have targets", &["target"]),
    (
        "fuel is charged, and runs out",
        &["charge", "charged", "out-of-fuel"],
    ),
    ("types of the standard library", &["duration", "lock", "phantom"]),
    ("what hexes lie on", &["ground"]),
    (
        "numbers, and what tests' own games call their pieces",
        &["figure"],
    ),
    ("what agents want", &["victory"]),
    ("signs in a text that stand for others", &["escape"]),
    ("endings of English words", &["ion"]),
    ("all that is printed on one thing", &["whole-card"]),
    ("property tests keep what failed", &["persistence"]),
    (
        "plain English of what holds in a game",
        &["hold-together", "at-rest", "unwatched", "work-on"],
    ),
    (
        "dice turn up to a face, and a core call says how many",
        &["turn-up-to"],
    ),
    (
        "English of comments and of functions' names",
        &[
            "action",
            "burst",
            "come-back",
            "coming-back",
            "command",
            "discarded",
            "end-effect",
            "end-effects",
            "fly",
            "hand-over",
            "held",
            "lead-on",
            "let-out",
            "line-up",
            "logic",
            "make-room",
            "marked",
            "mine",
            "name-first",
            "put-down",
            "run-over",
            "scan",
            "swallowed",
            "take-up",
            "time",
            "try-it",
            "turn-about",
            "turn-back",
            "turn-up",
        ],
    ),
];

/// The names that content declares.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    names.extend(project().systems.keys().cloned());
    for set in project().sets.values() {
        for card in &set.doc.cards {
            names.extend([card.id.value.clone(), card.name.to_lowercase().replace(' ', "-")]);
        }
    }
    let systems = project()
        .systems
        .values()
        .map(|system| compile_system(project(), system));
    let scenarios = project()
        .scenarios
        .iter()
        .map(|one| Arc::new(compile_scenario(project(), one)));
    let compiled = systems.chain(scenarios);
    compiled.for_each(|one| names.extend(one.pack.iter().flat_map(|pack| names_of_pack(pack))));
    names
}

fn names_of_pack(pack: &Pack) -> Vec<String> {
    let tokens = pack.tokens.iter().map(|token| &token.name);
    let kinds = pack.kinds.iter().skip(3).map(|kind| &kind.name);
    let dice = pack.dice.iter().map(|die| &die.name);
    let offers = pack.offers.iter().map(|offer| &offer.name);
    let effects = pack.effects.iter().map(|effect| &effect.name);
    let outcomes = pack.outcomes.iter().map(|outcome| &outcome.id);
    // Procedures and steps of one word are the verbs of every program: `return`, `put`, `place`, `test`.
    let is_telling = |name: &&String| name.contains('-');
    let procedures = pack
        .procedures
        .iter()
        .map(|procedure| &procedure.name)
        .filter(is_telling);
    let steps = pack
        .procedures
        .iter()
        .flat_map(|procedure| &procedure.steps)
        .filter(is_telling);
    tokens
        .chain(kinds)
        .chain(dice)
        .chain(offers)
        .chain(effects)
        .chain(outcomes)
        .chain(procedures)
        .chain(steps)
        .cloned()
        .collect()
}

/// A text as its words, all in small letters: `FireBreath`, `fire_breath` and `fire-breath` are all `fire breath`.
/// Words that other signs part do not belong together.
fn words(line: &str) -> String {
    let mut out = String::from(" ");
    let mut before = ' ';
    for letter in line.chars() {
        if letter.is_uppercase() && before.is_lowercase() {
            out.push(' ');
        }
        if letter.is_alphanumeric() {
            out.extend(letter.to_lowercase());
        } else {
            out.push(if matches!(letter, ' ' | '-' | '_') {
                ' '
            } else {
                '|'
            });
        }
        before = letter;
    }
    out.push(' ');
    out
}

/// Names by their first word, each as its words: a line is looked through once, not once for each name.
struct Sought<'a>(BTreeMap<String, Vec<(&'a str, String)>>);

impl<'a> Sought<'a> {
    fn new(names: &'a [String]) -> Self {
        let mut sought: BTreeMap<String, Vec<(&str, String)>> = BTreeMap::new();
        for name in names {
            let words = words(name).trim_matches([' ', '|']).to_owned();
            let first = words.split(is_between).next().unwrap_or_default().to_owned();
            assert!(!first.is_empty(), "`{name}` has no word");
            sought.entry(first).or_default().push((name, words));
        }
        Self(sought)
    }

    /// The names that stand in a line's words.
    fn found_in(&self, line: &str) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut at = 0;
        for word in line.split(is_between) {
            let rest = &line[at..];
            at += word.len() + rest[word.len()..].chars().next().map_or(0, char::len_utf8);
            for (name, words) in self.0.get(word).into_iter().flatten() {
                let after = rest.strip_prefix(words.as_str());
                if after.is_some_and(|after| after.chars().next().is_none_or(is_between)) {
                    found.insert(*name);
                }
            }
        }
        found
    }
}

fn is_between(letter: char) -> bool {
    !letter.is_alphanumeric()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs" || end == "pest") {
            found.push(path);
        }
    }
}

#[test]
fn no_name_of_content_stands_in_rust() {
    let allowed = |name: &String| ALLOWED.iter().any(|(_, words)| words.contains(&name.as_str()));
    let names: Vec<String> = names().into_iter().filter(|name| !allowed(name)).collect();
    assert!(names.len() >= 80, "only {} names were collected", names.len());
    let mut files = Vec::new();
    CRATES
        .iter()
        .for_each(|name| rust_files(&root().join(name), &mut files));
    files.sort();
    assert!(files.len() >= 60, "only {} files were searched", files.len());
    let sought = Sought::new(&names);
    let mut hits = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        for (line, number) in text.lines().zip(1..) {
            let shown = path.strip_prefix(root()).unwrap_or(path).display();
            let found = sought.found_in(&words(line)).into_iter();
            hits.extend(found.map(|name| format!("{shown}:{number}: {name}")));
        }
    }
    assert!(
        hits.is_empty(),
        "{} names of content in Rust:\n{}",
        hits.len(),
        hits.join("\n")
    );
}

#[test]
fn every_allowed_word_is_needed() {
    let names = names();
    for word in ALLOWED.iter().flat_map(|(_, words)| *words) {
        assert!(
            names.contains(*word),
            "`{word}` is no name of content; take it off the list"
        );
    }
}

#[test]
fn a_name_is_found_in_every_way_of_writing_it() {
    let names = ["fire-breath".to_owned()];
    let sought = Sought::new(&names);
    for line in [
        "FireBreath",
        "fire_breath",
        "// the Fire-Breath card",
        "\"fire breath\"",
    ] {
        assert_eq!(sought.found_in(&words(line)).len(), 1, "{line}");
    }
    for line in [
        "campfire breathing",
        "fire, breath",
        "(fire: breath)",
        "fire breaths",
    ] {
        assert!(sought.found_in(&words(line)).is_empty(), "{line}");
    }
}
