//! What `cardwright check` does, for generated card sets of growing size. The item is one card.

use cardwright_benches::cards::{card_sets, rules};
use cardwright_benches::content::{assert_fine, project_with, sample_root};
use cardwright_compiler::{Project, compile_system};
use divan::Bencher;
use divan::counter::ItemsCount;
use std::collections::BTreeMap;

const SIZES: [usize; 4] = [1250, 2500, 5000, 10_000];

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

/// All of it: reading, parsing, lowering, verifying.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn read_and_compile(bencher: Bencher, cards: usize) {
    let sets = card_sets(cards);
    bencher
        .counter(ItemsCount::new(cards))
        .bench_local(|| compile(&project(&sets)));
}

/// One card's text changed in a project that is loaded: its document is read and parsed again, nothing else.
#[divan::bench(args = SIZES, sample_count = 20, sample_size = 1)]
fn update_one_card(bencher: Bencher, cards: usize) {
    let sets = card_sets(cards);
    let (name, text) = sets.first_key_value().expect("there are cards");
    let changed = text.replacen("gives", "takes", 1).replacen("Card 1\n", "Card One\n", 1);
    assert_ne!(changed, *text);
    let texts = [changed, text.clone()];
    let mut project = project(&sets);
    let mut turn = 0;
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        turn += 1;
        project.update(name, Some(texts[turn % 2].clone()));
        assert!(project.diagnostics.is_empty());
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
