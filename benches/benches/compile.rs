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

/// Reading the YAML alone.
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

/// Parsing the rules alone, which is part of compiling.
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
