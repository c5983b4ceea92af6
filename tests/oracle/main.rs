//! The interpreter, the rules core and the compiler's code against an oracle: a naive evaluator of typed trees.
//!
//! | module | what lives there |
//! |---|---|
//! | `value`, `table` | the oracle's values and table |
//! | `oracle`, `rules`, `places` | the oracle: expressions and statements; rules, windows, choices; choices of a place |
//! | `entropy`, `generate` | generated programs, as source text |
//! | `compare` | one game played with both |
//! | `shapes` | a kept program for every shape, played each time |
//!
//! `CARDWRIGHT_ORACLE_CASES` sets how many programs are generated from each seed, `CARDWRIGHT_ORACLE_SEEDS` from how many seeds:
//!
//! ```sh
//! CARDWRIGHT_ORACLE_SEEDS=10 CARDWRIGHT_ORACLE_CASES=2000 cargo test --release --test oracle generated
//! ```
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]

mod amounts;
mod compare;
mod entropy;
mod generate;
mod oracle;
mod places;
mod rules;
mod runs;
mod shapes;
mod table;
mod value;

use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::codes::TELLS_A_SECRET;
use cardwright_compiler::{Compiled, Program, Project, compile_case, compile_scenario, for_people};
use compare::{Seen, compare};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many programs are generated from each seed, unless the environment says otherwise.
const CASES: u32 = 150;
/// The seeds. The second one found a disagreement about which draws are secret.
const SEEDS: [u8; 2] = [0x20, 0x5e];
/// The most decisions of the generator for one program.
const MOST_NUMBERS: usize = 1500;
/// The fuel of the machinery and the steps of the oracle differ by no more than this factor, and `SLACK`.
const FACTOR: u64 = 16;
/// The fuel or steps that may be used beyond the factor.
const SLACK: u64 = 200;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests lie in the repository")
        .to_path_buf()
}

/// A generated program, compiled.
fn compiled(numbers: &[u16]) -> Result<(VerifiedPack, Program), String> {
    let told = match compiled_of(generate::program(numbers)) {
        Err(told) if told.contains(TELLS_A_SECRET.id) => generate::without_secrets(numbers),
        compiled => return compiled,
    };
    compiled_of(told)
}

/// A generated program with this in the place of what it does.
fn compiled_as(play: &str) -> Result<(VerifiedPack, Program), String> {
    let mut overlay = generate::program(&[]);
    overlay.insert("systems/sample/play.cw".to_owned(), play.to_owned());
    compiled_of(overlay)
}

fn compiled_of(overlay: BTreeMap<String, String>) -> Result<(VerifiedPack, Program), String> {
    let text = overlay["systems/sample/play.cw"].clone();
    let project = Project::load_with(&root().join("tests/samples/good"), overlay);
    let Compiled {
        pack,
        program,
        mut diagnostics,
    } = compile_scenario(&project, &project.scenarios[0]);
    diagnostics.extend(project.diagnostics.iter().cloned());
    match pack {
        Some(pack) if diagnostics.is_empty() => Ok((pack, program)),
        _ => {
            let told = for_people(&project.sources, &diagnostics, false);
            Err(format!("the generated program does not compile:\n{told}\n{text}"))
        }
    }
}

fn agree(numbers: &[u16], seed: u64) -> Result<Seen, String> {
    let (pack, program) = compiled(numbers)?;
    let seen = compare(pack, &program, seed, &[])?;
    let (steps, fuel) = (seen.steps, seen.fuel);
    if seen.whole && (steps > FACTOR * fuel + SLACK || fuel > FACTOR * steps + SLACK) {
        return Err(format!(
            "the oracle took {steps} steps, the machinery {fuel} fuel"
        ));
    }
    Ok(seen)
}

/// A number that the environment sets.
fn set_outside(name: &str, otherwise: u32) -> u32 {
    let number = std::env::var(name).ok();
    number.and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn generated_programs_play_the_same_game_in_the_machinery_and_in_the_oracle() {
    let cases = set_outside("CARDWRIGHT_ORACLE_CASES", CASES);
    let seeds = set_outside("CARDWRIGHT_ORACLE_SEEDS", SEEDS.len() as u32);
    let further = (0..=u8::MAX).filter(|seed| !SEEDS.contains(seed));
    for seed in SEEDS.into_iter().chain(further).take(seeds as usize) {
        let seen = agree_on(seed, cases);
        eprintln!("seed {seed:#04x}: {cases} programs, {seen:?}");
    }
}

/// Compares this many programs that a seed gives.
fn agree_on(seed: u8, cases: u32) -> Seen {
    let config = Config {
        cases,
        max_shrink_iters: 2000,
        failure_persistence: None,
        ..Config::default()
    };
    let chance = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(config, chance);
    let total = RefCell::new(Seen::default());
    let result = runner.run(
        &(vec(any::<u16>(), 0..MOST_NUMBERS), any::<u64>()),
        |(numbers, seed)| {
            let seen = agree(&numbers, seed).map_err(TestCaseError::fail)?;
            let mut total = total.borrow_mut();
            total.decisions += seen.decisions;
            total.events += seen.events;
            total.steps += seen.steps;
            total.fuel += seen.fuel;
            Ok(())
        },
    );
    let total = total.into_inner();
    if let Err(TestError::Fail(why, (numbers, seed))) = &result {
        let text: String = generate::program(numbers).into_values().collect();
        panic!("{why}\nseed {seed}\n{text}");
    }
    result.expect("all programs are generated");
    // A generator that makes nothing happen would prove nothing.
    assert!(total.events > 10 * cases as usize, "{total:?}");
    assert!(total.decisions > cases as usize, "{total:?}");
    total
}

/// A question whether a set has a member looks no further than the first, and sets of sets are walked in one
/// go: that may not change the draws. Generated programs found a fault here in the third hundred thousand.
#[test]
fn what_draws_is_asked_of_every_member_of_a_set_in_its_order() {
    let lucky = "(members o of [1, 2, 3] where o >= random(o))";
    let both = "(members a of (members b of [1, 2, 3] where random(b) > 0) where random(10 * a) > 0)";
    for asked in [
        format!("any of {lucky}"),
        format!("none of {lucky}"),
        format!("count of {lucky}"),
        format!("first of {lucky}"),
        format!("sum of n for n in {lucky}"),
        format!("highest random(20) for n in {lucky}"),
        format!("any of {both}"),
        format!("count of {both}"),
        format!("sum of random(100) for n in {both}"),
        "any of (members a of (members b of [1, 2, 3] where random(b) > 0) where a > 1)".to_owned(),
        "members a of [1, 2] where any of (other members b of [1, 2, 3] where random(b) > 0)".to_owned(),
    ] {
        let play = format!(
            "procedure game {{ step begin {{ let asked = {asked} give 1 drop to mug-1 }} }}
             procedure spill {{ }}
             permission pour (pm: mug)
             offer deed (om: mug)"
        );
        let (pack, program) = compiled_as(&play).unwrap_or_else(|why| panic!("{why}"));
        for seed in 0..20 {
            let seen = compare(pack.clone(), &program, seed, &[]);
            let seen = seen.unwrap_or_else(|why| panic!("{asked}: {why}"));
            assert!(seen.whole, "{asked}");
        }
    }
}

#[test]
fn conformance_cases_play_the_same_game_as_far_as_the_oracle_knows_their_core_calls() {
    let project = Project::load(&root());
    let mut whole = 0;
    for case in &project.cases {
        let Compiled { pack, program, .. } = compile_case(&project, case);
        let name = &case.doc.case.value;
        let pack = pack.unwrap_or_else(|| panic!("{name} does not compile"));
        let faces = &pack.words[0].words;
        let forced: Vec<u16> = case
            .doc
            .dice
            .iter()
            .filter_map(|face| u16::try_from(faces.iter().position(|word| *word == face.value)?).ok())
            .collect();
        let seen = compare(pack, &program, 1, &forced).unwrap_or_else(|why| panic!("{name}: {why}"));
        whole += usize::from(seen.whole);
    }
    assert!(
        whole * 10 > project.cases.len(),
        "only {whole} cases were compared to their end"
    );
}
