//! The kindred games let a card change the same things, but for those that `kindred.txt` lists with their
//! reasons.

use crate::workshop::{project, root};
use cardwright_compiler::compile_common;
use cardwright_compiler::project::System;
use std::collections::{BTreeMap, BTreeSet};

/// The library that makes games kindred.
const LIBRARY: &str = "flight";

/// The values and permissions of a system, by the names that the library has for them.
fn changeable(system: &System) -> BTreeSet<String> {
    let (pack, _) = compile_common(project(), system, &[]).expect("the system compiles");
    let used = system.doc.uses.iter().find(|one| one.library.value == LIBRARY);
    let renamed = used.expect("it uses the library").with.0.iter();
    let renamed: BTreeMap<&str, &str> = renamed
        .map(|(library, own)| (own.value.as_str(), library.value.as_str()))
        .collect();
    let by_library = |name: &String| {
        let name = name.as_str();
        renamed.get(name).copied().unwrap_or(name).to_owned()
    };
    let values = pack.values.iter().map(|value| by_library(&value.name));
    let permissions = pack.permissions.iter();
    values
        .chain(permissions.map(|permission| by_library(&permission.name)))
        .collect()
}

/// The listed differences: a reason and a colon, and below it the names, each with the games that have it.
fn listed() -> BTreeMap<String, BTreeSet<String>> {
    let path = root().join("tests/chain/kindred.txt");
    let text = std::fs::read_to_string(path).expect("the list can be read");
    let lines = text.lines().filter(|line| line.starts_with("  "));
    let entry = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        words.next().map(|name| (name, words.collect()))
    };
    lines.filter_map(entry).collect()
}

#[test]
fn what_one_kindred_game_lets_cards_change_all_do_but_for_reasons() {
    let systems = project().systems.values();
    let kindred: Vec<&System> = systems
        .filter(|system| system.doc.uses.iter().any(|one| one.library.value == LIBRARY))
        .collect();
    assert!(kindred.len() >= 3, "three games use the library");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for &system in &kindred {
        for name in changeable(system) {
            let games = found.entry(name).or_default();
            games.insert(system.doc.system.value.clone());
        }
    }
    found.retain(|_, games| games.len() < kindred.len());
    let listed = listed();
    let missing: Vec<_> = found
        .iter()
        .filter(|(name, games)| listed.get(*name) != Some(games))
        .collect();
    assert!(
        missing.is_empty(),
        "give the other games these, or list them with a reason in tests/chain/kindred.txt: {missing:#?}"
    );
    let stale: Vec<_> = listed.keys().filter(|name| !found.contains_key(*name)).collect();
    assert!(
        stale.is_empty(),
        "tests/chain/kindred.txt lists what is no difference: {stale:?}"
    );
}
