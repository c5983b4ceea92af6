//! The verifier, the container and the formatter. The item is an instruction, a byte or a line.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benches read what they measure"
)]

use cardwright_benches::cards::{card_sets, language_file};
use cardwright_benches::content::{project_with, sample_root, scenario_pack};
use cardwright_bytecode::Pack;
use cardwright_bytecode::container::{content_hash, decode, encode, load};
use cardwright_bytecode::verify::verify;
use cardwright_compiler::compile_system;
use cardwright_dsl::{format_items, parse_items};
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

const PACKS: [&str; 2] = ["in-for-a-penny", "3000 cards"];

fn main() {
    for name in PACKS {
        let pack = pack(name);
        println!(
            "{name}: {} functions, {} instructions, {} bytes",
            pack.functions.len(),
            instructions(&pack),
            encode(&pack, true).len()
        );
    }
    divan::main();
}

fn pack(name: &str) -> Pack {
    if name == PACKS[0] {
        return scenario_pack(name).into_pack();
    }
    let project = project_with(&sample_root(), card_sets(3000));
    let compiled = compile_system(&project, &project.systems["sample"]);
    compiled
        .pack
        .clone()
        .expect("the cards are sound")
        .into_pack()
}

fn instructions(pack: &Pack) -> usize {
    pack.functions.iter().map(|function| function.code.len()).sum()
}

#[divan::bench(args = PACKS)]
fn verifier(bencher: Bencher, name: &str) {
    let pack = pack(name);
    bencher
        .counter(ItemsCount::new(instructions(&pack)))
        .with_inputs(|| pack.clone())
        .bench_local_values(|pack| verify(pack).expect("it is sound"));
}

/// A WebAssembly module with as many functions and instructions as the pack, validated. The item is an instruction.
#[divan::bench(args = PACKS)]
fn wasm_validator(bencher: Bencher, name: &str) {
    let pack = pack(name);
    let wasm = wat::parse_str(module(&pack)).expect("the module is sound");
    bencher
        .counter(ItemsCount::new(instructions(&pack)))
        .bench_local(|| wasmparser::validate(&wasm).expect("it is sound"));
}

/// For each function one with locals of its registers and a mixture of simple instructions, calls and branches.
fn module(pack: &Pack) -> String {
    use std::fmt::Write;
    let mut text = String::from("(module");
    for function in &pack.functions {
        let locals = "i64 ".repeat(function.registers.len().max(1));
        let _ = write!(text, "(func (local {locals})");
        // Ten instructions at a time, counting the end of the block.
        for _ in 0..function.code.len().div_ceil(10) {
            text.push_str(
                "local.get 0 i64.const 7 i64.add local.tee 0 i64.eqz if local.get 0 call 0 local.set 0 end ",
            );
        }
        text.push(')');
    }
    text.replacen(
        "(func (local i64 ",
        "(func (param i64) (result i64) local.get 0) (func (local i64 ",
        1,
    ) + ")"
}

/// The file of `decode_and_verify`, without source lines.
#[divan::bench(args = PACKS)]
fn decode_and_verify_stripped(bencher: Bencher, name: &str) {
    let bytes = encode(&pack(name), false);
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench_local(|| load(&bytes).expect("it is sound"));
}

#[divan::bench(args = PACKS)]
fn encode_pack(bencher: Bencher, name: &str) {
    let pack = pack(name);
    let bytes = encode(&pack, true).len();
    bencher
        .counter(BytesCount::new(bytes))
        .bench_local(|| encode(&pack, true));
}

#[divan::bench(args = PACKS)]
fn decode_pack(bencher: Bencher, name: &str) {
    let bytes = encode(&pack(name), true);
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench_local(|| decode(&bytes).expect("it is sound"));
}

/// The work of `cardwright run PACK` before it plays.
#[divan::bench(args = PACKS)]
fn decode_and_verify(bencher: Bencher, name: &str) {
    let bytes = encode(&pack(name), true);
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench_local(|| load(&bytes).expect("it is sound"));
}

#[divan::bench(args = PACKS)]
fn hash_of_content(bencher: Bencher, name: &str) {
    let pack = pack(name);
    bencher.bench_local(|| content_hash(&pack));
}

/// Rules of so many cards in one file.
const FILES: [usize; 3] = [25, 100, 400];

#[divan::bench(args = FILES)]
fn parse(bencher: Bencher, cards: usize) {
    let text = language_file(cards);
    bencher
        .counter(ItemsCount::new(text.lines().count()))
        .bench_local(|| parse_items(&text));
}

/// Parse, print, parse again and compare, as on every run.
#[divan::bench(args = FILES)]
fn format(bencher: Bencher, cards: usize) {
    let text = language_file(cards);
    bencher
        .counter(ItemsCount::new(text.lines().count()))
        .bench_local(|| format_items(&text).expect("it is sound"));
}
