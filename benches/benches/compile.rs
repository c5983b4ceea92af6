//! The work of `cardwright check`, for generated card sets of growing size, beside a check of the same files
//! by their JSON Schema. The item is one card.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benches read what they measure"
)]

use cardwright_benches::cards::{CARDS_OF_A_SET, card_sets, card_sets_of, rules};
use cardwright_benches::content::{assert_fine, project_with, sample_root};
use cardwright_compiler::{Project, compile_system, document, review};
use divan::Bencher;
use divan::counter::ItemsCount;
use rayon::prelude::*;
use std::collections::BTreeMap;

const SIZES: [usize; 4] = [2500, 5000, 10_000, 20_000];

fn main() {
    let lines = card_sets(1000)
        .values()
        .map(|text| text.lines().count())
        .sum::<usize>();
    println!("{} lines for each card", lines as f64 / 1000.0);
    divan::main();
}

fn project(sets: &BTreeMap<String, String>) -> Project {
    project_with(&sample_root(), sets.clone())
}

fn compile(project: &Project) -> usize {
    let system = &project.systems["sample"];
    let compiled = compile_system(project, system);
    assert_fine(project, &compiled.diagnostics);
    compiled
        .pack
        .as_ref()
        .expect("no error, so there is a pack")
        .functions
        .len()
}

/// Reading the YAML and parsing the rules, on all cores.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn read(bencher: Bencher, cards: usize) {
    let sets = card_sets(cards);
    bencher
        .counter(ItemsCount::new(cards))
        .bench_local(|| project(&sets));
}

/// The whole work of `cardwright check`: that of `read_and_compile`, and the checks of the whole.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn check(bencher: Bencher, cards: usize) {
    let sets = card_sets(cards);
    // The sample is no whole game, so something is said of its own files, however many cards there are.
    let of_the_sample = review(&project(&card_sets(100))).len();
    bencher.counter(ItemsCount::new(cards)).bench_local(|| {
        let project = project(&sets);
        assert_eq!(review(&project).len(), of_the_sample);
        project
    });
}

/// A check of the same files by their JSON Schema, on all cores: the keys and the shapes of values. To a
/// schema rules are text, and names mean nothing.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn json_schema(bencher: Bencher, cards: usize) {
    let sets = card_sets(cards);
    let schema = document::schemas()
        .into_iter()
        .find(|(name, _)| name.contains("card"))
        .expect("card sets have a schema")
        .1;
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    bencher.counter(ItemsCount::new(cards)).bench_local(|| {
        sets.par_iter().for_each(|(name, text)| {
            let set: serde_json::Value = serde_yaml::from_str(text).expect("it is YAML");
            assert!(validator.is_valid(&set), "{name}");
        });
    });
}

/// Reading, parsing, lowering, verifying.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn read_and_compile(bencher: Bencher, cards: usize) {
    let sets = card_sets(cards);
    bencher
        .counter(ItemsCount::new(cards))
        .bench_local(|| compile(&project(&sets)));
}

/// How many cards are in the set that changes: as many as in the longest set of the repository, and as many as in all
/// sets here.
const IN_A_SET: [usize; 2] = [50, CARDS_OF_A_SET];

/// One card's rules changed among 10,000: its document is read again, its rules are parsed and checked.
#[divan::bench(args = IN_A_SET, sample_count = 50, sample_size = 1)]
fn one_changed_card(bencher: Bencher, in_a_set: usize) {
    let sets = card_sets_of(10_000, in_a_set);
    let (name, text) = sets.first_key_value().expect("there are cards");
    let changed = text.replacen("eye, hit, 1", "eye, hit, 2", 1);
    assert_ne!(changed, *text);
    let texts = [changed, text.clone()];
    let mut project = project(&sets);
    assert!(project.errors_in(name).is_empty());
    let mut turn = 0;
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        turn += 1;
        project.update(name, Some(texts[turn % 2].clone()));
        assert!(project.errors_in(name).is_empty());
    });
}

/// Parsing the rules alone, one after the other, which is part of reading.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn parse(bencher: Bencher, cards: usize) {
    let texts: Vec<String> = (0..cards).map(rules).collect();
    bencher.counter(ItemsCount::new(cards)).bench_local(|| {
        texts
            .iter()
            .map(|text| cardwright_dsl::parse_items(text).0.len())
            .sum::<usize>()
    });
}
