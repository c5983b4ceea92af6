//! The shapes of programs: which statement or expression stands directly within which. For every shape that generated programs have, a program with it is kept by its
//! number, so that each run of the tests plays all shapes, not only those that chance brings.

use crate::agree;
use crate::generate;
use cardwright_compiler::Program;
use cardwright_compiler::tree::{Block, Body, Callee, Expr, ExprKind, Statement};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

/// Among how many programs those that are kept are looked for.
const LOOKED_AT: u64 = 3_000;
/// The most decisions of the generator for a kept program.
const MOST_NUMBERS: usize = 400;

/// The programs that are kept, by number.
fn file() -> PathBuf {
    crate::root().join("tests/oracle/shapes.txt")
}

/// The numbers from which the generator makes the program of this number.
fn numbers(program: u64) -> Vec<u16> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&program.to_le_bytes());
    let chance = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), chance);
    let tree = vec(any::<u16>(), 0..MOST_NUMBERS).new_tree(&mut runner);
    tree.expect("nothing is asked of the numbers").current()
}

/// The pairs of an expression and a part that stands directly within it.
#[derive(Default)]
struct Shapes(BTreeSet<(u64, u64)>);

impl Shapes {
    fn of(program: &Program) -> Self {
        let mut shapes = Self::default();
        for function in &program.functions {
            match &function.body {
                Body::Gives(expr) => shapes.expr(0, expr),
                Body::Does(block) => shapes.block(0, block),
                Body::Steps { steps, .. } => steps.iter().for_each(|step| {
                    shapes.block(1, &step.gathers);
                    shapes.block(1, &step.body);
                }),
            }
        }
        shapes
    }

    fn block(&mut self, around: u64, block: &Block) {
        for statement in &block.statements {
            self.statement(around, statement);
        }
    }

    fn statement(&mut self, around: u64, statement: &Statement) {
        let head = hash(&std::mem::discriminant(&statement.kind));
        self.0.insert((around, head));
        statement.each_expression(&mut |expr| self.expr(head, expr));
        statement.each_block(&mut |block| self.block(head, block));
    }

    fn expr(&mut self, around: u64, expr: &Expr) {
        let head = head(expr);
        self.0.insert((around, head));
        expr.each_part(&mut |part| self.expr(head, part));
    }
}

/// The hash of an expression without its parts: which operation, which call.
fn head(expr: &Expr) -> u64 {
    let mut which = String::new();
    let told = match &expr.kind {
        ExprKind::Operation(operation, ..) => write!(which, "{operation:?}"),
        ExprKind::Fold { fold, .. } => write!(which, "{fold:?}"),
        ExprKind::Call(Callee::Core(core), _) => write!(which, "{core:?}"),
        ExprKind::Call(callee, _) => write!(which, "{:?}", std::mem::discriminant(callee)),
        _ => Ok(()),
    };
    told.expect("a string takes all");
    hash(&(std::mem::discriminant(&expr.kind), which))
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Looks for the programs to keep: each has a shape that none before it had.
fn found() -> String {
    let mut seen = BTreeSet::new();
    let mut kept = String::new();
    for program in 0..LOOKED_AT {
        let (_, compiled) = crate::compiled(&numbers(program)).unwrap_or_else(|why| panic!("{why}"));
        let before = seen.len();
        seen.extend(Shapes::of(&compiled).0);
        if seen.len() > before {
            writeln!(kept, "{program}").expect("a string takes all");
        }
    }
    format!("shapes {}\n{kept}", seen.len())
}

#[test]
fn a_program_of_each_shape_plays_the_same_game_in_the_machinery_and_in_the_oracle() {
    if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
        std::fs::write(file(), found()).expect("the file can be written");
    }
    let text = std::fs::read_to_string(file()).expect("tests/oracle/shapes.txt is there");
    let (first, kept) = text.split_once('\n').expect("it has lines");
    let mut seen = BTreeSet::new();
    for program in kept.lines() {
        let program: u64 = program.parse().expect("a number of a program");
        let numbers = numbers(program);
        let (_, compiled) = crate::compiled(&numbers).unwrap_or_else(|why| panic!("{why}"));
        seen.extend(Shapes::of(&compiled).0);
        agree(&numbers, program).unwrap_or_else(|why| {
            let text: String = generate::program(&numbers).into_values().collect();
            panic!("program {program}: {why}\n{text}")
        });
    }
    assert_eq!(
        first,
        format!("shapes {}", seen.len()),
        "the generator or the language has changed: look for programs anew with CARDWRIGHT_UPDATE=1"
    );
}
