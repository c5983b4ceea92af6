//! Hostile texts: none makes the parser panic, overflow the stack or take long.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::{Duration, Instant};

use cardwright_dsl::{Fault, format_items, parse_block, parse_expr, parse_items};
use proptest::prelude::*;

/// The limit of the same name in `parse/limits.rs`.
const MAX_SOURCE: usize = 1 << 20;
const MAX_NESTING: usize = 64;
const MAX_OPERATORS: usize = 128;

const SAMPLES: [&str; 4] = [
    include_str!("samples/declarations.cw"),
    include_str!("samples/rules.cw"),
    include_str!("samples/statements.cw"),
    include_str!("samples/expressions.cw"),
];

fn check(source: &str) {
    let within = |fault: &Fault| {
        assert!(
            fault.span.start <= fault.span.end && fault.span.end <= source.len(),
            "{fault:?} in {source:?}"
        );
        assert!(
            source.get(fault.span.start..fault.span.end).is_some(),
            "{fault:?} in {source:?}"
        );
    };
    let (_, faults) = parse_items(source);
    faults.iter().for_each(within);
    parse_block(source).1.iter().for_each(within);
    if let Err(fault) = parse_expr(source) {
        within(&fault);
    }
    if faults.is_empty() {
        let formatted = format_items(source).unwrap_or_else(|faults| panic!("{faults:?} in\n{source}"));
        assert_eq!(
            format_items(&formatted).as_ref(),
            Ok(&formatted),
            "not stable:\n{source}"
        );
    }
}

// Limit: MAX_NESTING in dsl/src/parse/limits.rs
#[test]
fn nesting_is_allowed_up_to_its_limit() {
    let parentheses = |depth: usize| parse_expr(&format!("{}1{}", "(".repeat(depth), ")".repeat(depth)));
    let prefixes = |prefix: &str, depth: usize| parse_expr(&format!("{}x", prefix.repeat(depth)));
    let ifs = |depth: usize| parse_block(&format!("{}stop{}", "if x { ".repeat(depth), " }".repeat(depth))).1;
    let else_ifs = |depth: usize| parse_block(&format!("if x {{ }} {}", "else if x { } ".repeat(depth))).1;
    assert!(parentheses(MAX_NESTING).is_ok());
    assert!(parentheses(MAX_NESTING + 1).is_err());
    for prefix in [
        "not ",
        "- ",
        "level of ",
        "ward on ",
        "hit in ",
        "count of ",
        "all x where ",
        "if a then b else ",
    ] {
        let tokens = if prefix.starts_with("if") { 3 } else { 1 };
        assert!(prefixes(prefix, MAX_NESTING / tokens).is_ok(), "{prefix}");
        assert!(prefixes(prefix, MAX_NESTING / tokens + 1).is_err(), "{prefix}");
    }
    assert_eq!(ifs(MAX_NESTING), []);
    assert_eq!(
        ifs(MAX_NESTING + 1)[0].message,
        "this is nested more than 64 levels deep"
    );
    assert_eq!(else_ifs(MAX_NESTING - 1), []);
    assert_eq!(else_ifs(MAX_NESTING + 1).len(), 1);
}

// Limit: MAX_OPERATORS in dsl/src/parse/limits.rs
#[test]
fn operators_are_allowed_up_to_their_limit() {
    let sum = |operators: usize, operator: &str| {
        parse_expr(&format!("1{}", format!(" {operator} 1").repeat(operators)))
    };
    for operator in ["+", "-", "and", "="] {
        assert!(sum(MAX_OPERATORS, operator).is_ok(), "{operator}");
        assert!(sum(MAX_OPERATORS + 1, operator).is_err(), "{operator}");
    }
}

// Limit: MAX_SOURCE in dsl/src/parse/limits.rs
#[test]
fn texts_are_allowed_up_to_their_limit() {
    let text = |size: usize| format!("deck d #{}", "x".repeat(size - 8));
    assert_eq!(parse_items(&text(MAX_SOURCE)).1, []);
    assert_eq!(parse_items(&text(MAX_SOURCE + 1)).1.len(), 1);
}

#[test]
fn limits_count_one_expression_and_not_the_file() {
    for line in [
        "value v = level of x + 1\n",
        "token t on figure\n",
        "define d: set of figure = all figure where level of it > 1\n",
        "modify v - 1 when not a is b\n",
        "forbid act when ward on x > - 1\n",
        "deck d\n",
        "card c on figure { }\n",
        "effect e { modify x + 1 when level of x > 1 }\n",
        "at p when level of x > 1 once per p for owner of x { stop }\n",
        "piece p { a: number state b: set of figure active when level of x > 2 }\n",
        "value v = a\n",
        "offer o\n",
        "procedure p { step s priority owner of a, owner of b { if level of a > 1 { stop } else if x { run p } } }\n",
    ] {
        assert_eq!(parse_items(&line.repeat(300)).1, [], "{line}");
    }
    for line in [
        "let n = level of x + 1\n",
        "set level of x to level of y\n",
        "add level of x to n\n",
        "give n ward to owner of x\n",
        "f(level of x)\n",
        "for each a in all x where level of it > 1 { stop }\n",
        "start e until before p\n",
        "repeat level of x times { }\n",
        "reveal plan of x\n",
        "offer o to owner of x at most level of y times\n",
        "choose x from all y where level of it > 1 by owner of z \"p\" { }\n",
        "may by owner of x \"p\" { }\n",
        "take all t from owner of x\n",
        "if x { } else if level of x > 1 { } else { }\n",
        "let a = if b then c else d\n",
    ] {
        assert_eq!(parse_block(&line.repeat(300)).1, [], "{line}");
    }
}

#[test]
fn hostile_texts_are_quick() {
    let pieces = [
        "(",
        "{",
        "not ",
        "- ",
        "a of ",
        "a on ",
        "a in ",
        "if a then b else ",
        "if ",
        "if x { } else ",
        "all a where ",
        "count of ",
        "lowest ",
        "sum of ",
        "f(",
        "1 + ",
        "1 - ",
        "a = ",
        "a and ",
        "procedure p { step s { ",
        "}",
        ")",
        "\"",
        "#",
        "at p when ",
        "let x = ",
        "members x of ",
        "if x { ",
        "choose one by x \"a\" { \"b\" always { ",
        "deck d\n",
        "effect e { ",
        "a",
        "a ",
        "1 ",
        ". ",
        "a-",
        "é",
        "step ",
        "repeat (",
        "deck d }\n",
        "x \"y\" ",
        "define x: number = (",
        "modify v - - ",
        "if f(all x where ",
        "all value x where ",
        "value of ",
        "- not ",
        "a - not - ",
        "is ",
        "is not ",
        " or after p when x",
    ];
    let start = Instant::now();
    for piece in pieces {
        for before in [
            "",
            "define x: yes-no = ",
            "at p always { ",
            "at p always { let x = ",
            "at p always { start e until after p",
        ] {
            let begun = Instant::now();
            let size = if before.is_empty() { 100_000 } else { 20_000 };
            check(&format!("{before}{}", piece.repeat(size / piece.len())));
            let took = begun.elapsed();
            assert!(
                took < Duration::from_secs(20),
                "{before:?} and {piece:?} took {took:?}"
            );
        }
    }
    assert!(
        start.elapsed() < Duration::from_secs(120),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn parentheses_take_time_in_proportion() {
    let start = Instant::now();
    for _ in 0..100 {
        assert!(parse_expr(&format!("{}1{}", "f(1 + (".repeat(25), "))".repeat(25))).is_ok());
        assert!(parse_expr(&"(".repeat(50)).is_err());
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// A small generator: the same seed gives the same texts on every machine.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

#[test]
fn mutated_samples_never_panic() {
    let mut seeded = Seeded(7);
    for round in 0..800 {
        let words: Vec<&str> = SAMPLES[round % SAMPLES.len()]
            .split_inclusive([' ', '\n', '(', ')', '"', '.'])
            .collect();
        let from = seeded.below(words.len());
        let mut words: Vec<&str> = words[from..].iter().take(80).copied().collect();
        for _ in 0..=seeded.below(3) {
            let (at, other) = (seeded.below(words.len()), seeded.below(words.len()));
            match seeded.below(4) {
                0 => drop(words.remove(at)),
                1 => words.swap(at, other),
                2 => words.insert(at, words[other]),
                _ => words.insert(
                    at,
                    ["{", "}", "\"", "#", "(", "é", "A_b ", "9x "][seeded.below(8)],
                ),
            }
            if words.is_empty() {
                break;
            }
        }
        check(&words.concat());
    }
}

/// Comments and line breaks between any two words: the formatter keeps them all.
#[test]
fn comments_are_kept_wherever_they_stand() {
    let mut seeded = Seeded(11);
    for round in 0..150 {
        let sample = SAMPLES[round % SAMPLES.len()];
        let mut source = String::new();
        for line in sample.lines() {
            let gaps = if line.contains(['"', '#']) { 0 } else { 20 };
            for word in line.split_inclusive(' ') {
                source.push_str(word);
                if gaps > 0 && seeded.below(gaps) == 0 {
                    source.push_str(["# c\n", "\n", "\n\n", "\n  # own\n", "\n\n# own\n\n"][seeded.below(5)]);
                }
            }
            source.push('\n');
        }
        let formatted = format_items(&source).unwrap_or_else(|faults| panic!("{faults:?} in\n{source}"));
        assert_eq!(
            format_items(&formatted).as_ref(),
            Ok(&formatted),
            "not stable:\n{source}"
        );
        assert_eq!(source.matches('#').count(), formatted.matches('#').count());
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(source in any::<String>()) {
        check(&source);
    }

    #[test]
    fn any_likely_text_is_read_without_panic(source in "([a-z]{1,3}(-[a-z])?|[0-9]{1,3}|[{}().,:\"#=+\\-]|at|when|of| |\n){0,60}") {
        check(&source);
    }
}
