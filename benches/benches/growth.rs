//! Checking is linear: twice as much of anything takes at most 2.3 times as long.
//!
//! ```sh
//! cd benches && cargo bench --bench growth            # or with a part of the names: -- errors
//! ```
//!
//! Each shape is the sample system with more of one thing: so much of it that a check takes a while, then twice as much. What is measured is all that
//! `check` does: reading, checking, and telling people what was found. It ends with an error if a shape breaks the law.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benches read what they measure"
)]

use cardwright_benches::content::sample_root;
use cardwright_compiler::{Diagnostic, Project, Severity, for_people, review};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::process::ExitCode;
use std::time::Instant;

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The law: how many times as long twice as much may take.
const MOST: f64 = 2.3;
/// The shortest time that counts, in seconds. A shorter one is no measurement: most of the input was not
/// looked at.
const LEAST: f64 = 0.003;
/// How often each is measured in a round; the least counts.
const TRIES: usize = 7;
/// How many rounds a shape gets that seems to break the law: others that keep the machine busy make times longer, never shorter.
const ROUNDS: usize = 6;

/// Documents by name.
type Documents = BTreeMap<String, String>;

/// A shape of growing input: its name, its first size, and the function that makes documents of a given size.
type Shape = (&'static str, usize, fn(usize) -> Documents);

const SYSTEM: &str = "systems/sample/sample.cw";
const RULES: &str = include_str!("../sample/systems/sample/sample.cw");

const SHAPES: &[Shape] = &[
    ("errors: names that nobody declares", 1_500, |n| {
        system(n, |i| {
            format!("define d{i} (f: fighter): number = unknown{i} of f")
        })
    }),
    ("errors: one in each card", 3_000, |n| {
        cards(n, |i| {
            format!("modify attack-dice + nothing{i} of you when attacker is you")
        })
    }),
    ("errors: one in each document", 500, |n| {
        sets(n, |_| "modify attack-dise + 1 when attacker is you".to_owned())
    }),
    ("errors: the same name again", 3_000, |n| {
        system(n, |_| "define same: number = 1".to_owned())
    }),
    ("errors: faults of syntax", 5_000, |n| {
        system(n, |_| "define = 1".to_owned())
    }),
    ("errors: unknown keys", 2_000, |n| {
        set(&repeated(n, |i| format!("  - {{ id: c{i}, knid: upgrade }}\n")))
    }),
    ("words of a type", 8_000, |n| {
        let words = repeated(n, |i| format!(" w{i}"));
        system(1, |_| {
            format!("word many {{{words} }}\ndefine first-of (m: many): number = if m is w1 then 1 else 2")
        })
    }),
    ("statements", 8_000, |n| {
        in_a_step(&repeated(n, |_| "set n to n + 1\n".to_owned()))
    }),
    ("blocks side by side", 3_000, |n| {
        in_a_step(&repeated(n, |_| {
            "if n > 3 { if n > 4 { set n to 1 } else { set n to 2 } }\n".to_owned()
        }))
    }),
    ("blocks in one another", 25, |n| {
        let (open, shut) = ("if n > 3 { ".repeat(n), " }".repeat(n));
        in_a_step(&format!("{open}set n to 1{shut}\n").repeat(200))
    }),
    ("operators of an expression", 50, |n| {
        let sum = repeated(n, |i| format!(" + {i}"));
        system(500, |i| {
            format!("define d{i} (f: fighter): number = level of f{sum}")
        })
    }),
    ("conditions joined by and", 30, |n| {
        let all = vec!["level of f > 0"; n].join(" and ");
        system(300, |i| format!("define d{i} (f: fighter): yes-no = {all}"))
    }),
    ("long lines", 100_000, |n| {
        system(1, |_| {
            format!(
                "define d (f: fighter): number = {} level of f # {}",
                " ".repeat(n),
                "x".repeat(n)
            )
        })
    }),
    ("comments", 8_000, |n| {
        system(n, |_| "# says something about nothing".to_owned())
    }),
    ("procedures", 1_500, |n| {
        system(n, |i| {
            format!("procedure q{i} (f: fighter) {{ step s {{ give 1 focus to f }} }}")
        })
    }),
    ("procedures that run the next one", 1_500, |n| {
        let last = format!("procedure q{n} (f: fighter) {{ step s {{ give 1 focus to f }} }}");
        let mut all = system(n, |i| {
            format!("procedure q{i} (f: fighter) {{ step s {{ run q{}(f) }} }}", i + 1)
        });
        all.values_mut().for_each(|text| text.push_str(&last));
        all
    }),
    ("defines that ask the one before", 2_000, |n| {
        system(n, |i| match i {
            0 => "define d0 (f: fighter): number = level of f".to_owned(),
            _ => format!("define d{i} (f: fighter): number = d{}(f) + 1", i - 1),
        })
    }),
    ("values", 2_000, |n| {
        system(n, |i| format!("value v{i} (f: fighter) = level of f"))
    }),
    ("effects", 2_000, |n| {
        system(n, |i| {
            format!("effect e{i} (f: fighter) {{ modify attack-dice + 1 when attacker is f }}")
        })
    }),
    ("options of an offer", 1_500, |n| {
        system(n, |i| {
            format!("action \"Option {i}\" always {{ give 1 focus to actor }}")
        })
    }),
    ("rules of one window", 2_000, |n| {
        let rules = vec!["after attack when attacker is you { give 1 focus to you }"; n].join("\n");
        cards(1, |_| rules.clone())
    }),
    ("modifiers of one value", 2_000, |n| {
        let rules = vec!["modify attack-dice + 1 when attacker is you"; n].join("\n");
        cards(1, |_| rules.clone())
    }),
    ("cards", 3_000, |n| {
        cards(n, |_| {
            "modify attack-dice + level of you when attacker is you".to_owned()
        })
    }),
    ("rules, each of which sets off the next", 1_000, |n| hops(n, n)),
    ("a ring of rules that set each other off", 1_000, |n| hops(n, 0)),
    ("rules that one procedure sets off", 1_500, |n| {
        system(n, |_| "after attack when level of attacker > 1 { give 1 focus to attacker }".to_owned())
    }),
    ("cards that stand instead of a step", 1_500, |n| {
        cards(n, |_| {
            "instead of attack.compare when attacker is you once per attack { set hits to 1 }".to_owned()
        })
    }),
    ("cards that are discarded", 1_500, |n| {
        cards(n, |_| {
            "after attack \"Go\" when attacker is you may cost { discard here } { give 1 focus to you }\n\
             modify attack-dice + 1 when form is lance and energy of form is fire"
                .to_owned()
        })
    }),
    ("errors: unknown names beside a phrasebook", 1_000, |n| {
        let row = |i: usize| {
            format!("      - {{ id: r{i}, says: [it gets focus number {i}], write: attack }}\n")
        };
        let book = format!(
            "phrasebook: sample\ntitle: Rows\nsettings: {{}}\nsections:\n  - title: All\n    rows:\n{}",
            repeated(200, row)
        );
        let mut all = cards(n, |i| format!("modify attack-dice + gets-focus-{i}(you) when attacker is you"));
        all.insert("systems/sample/phrasebook.yaml".to_owned(), book);
        all
    }),
    ("card sets", 500, |n| {
        sets(n, |_| "modify attack-dice + 1 when attacker is you".to_owned())
    }),
    ("pieces of a scenario", 400, |n| {
        let pieces = repeated(n, |i| {
            format!("  - {{ id: p{i}, template: duelist, owner: north }}\n")
        });
        documents(
            "scenarios/sample/many.yaml",
            format!("{}{pieces}", scenario("many")),
        )
    }),
    ("scenarios", 150, |n| {
        let piece = "  - { id: one, template: duelist, owner: north }\n";
        let one = |i: usize| {
            (
                format!("scenarios/sample/s{i}.yaml"),
                scenario(&format!("s{i}")) + piece,
            )
        };
        (0..n).map(one).collect()
    }),
    ("cases", 500, |n| {
        let one = |i: usize| {
            (
                format!("tests/conformance/sample/c{i}.yaml"),
                case(&format!("c{i}"), 1),
            )
        };
        (0..n).map(one).collect()
    }),
    ("expectations of a case", 800, |n| {
        documents("tests/conformance/sample/many.yaml", case("many", n))
    }),
];

fn documents(name: &str, text: String) -> Documents {
    Documents::from([(name.to_owned(), text)])
}

fn repeated(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).map(one).collect()
}

/// The sample system with more declarations.
fn system(n: usize, one: impl Fn(usize) -> String) -> Documents {
    let more = repeated(n, |i| one(i) + "\n");
    documents(SYSTEM, format!("{RULES}\n{more}"))
}

/// Documents with `n` procedures, each run when the one before is over; behind the last comes one with the
/// number `behind`.
fn hops(n: usize, behind: usize) -> Documents {
    let last = format!("procedure hop{n} (f: fighter) {{ step s {{ }} }}\nafter attack always {{ run hop0(attacker) }}");
    let mut all = system(n, |i| {
        let next = if i + 1 == n { behind } else { i + 1 };
        format!(
            "procedure hop{i} (f: fighter) {{ step s {{ }} }}\nafter hop{i} always once per game {{ run hop{next}(f) }}"
        )
    });
    all.values_mut().for_each(|text| text.push_str(&last));
    all
}

/// A procedure with these statements in its only step.
fn in_a_step(statements: &str) -> Documents {
    system(1, |_| {
        format!("procedure long {{\nvar n: number\nstep s {{\n{statements}}}\n}}")
    })
}

/// A set of the sample system with these entries.
fn set(entries: &str) -> Documents {
    documents("cards/sample/more.yaml", set_called("more", entries))
}

fn set_called(id: impl Display, entries: &str) -> String {
    format!("set: {id}\nsystem: sample\ntitle: More\ncards:\n{entries}")
}

fn card(i: usize, rules: &str) -> String {
    let rules = rules.replace('\n', "\n      ");
    let facts = "{ cost: 1, energy: plain, spell: no, minimum-level: 1 }";
    format!(
        "  - id: c{i}\n    kind: upgrade\n    name: C{i}\n    facts: {facts}\n    rules: |\n      {rules}\n"
    )
}

/// One card set with `n` cards, each with its rules.
fn cards(n: usize, rules: impl Fn(usize) -> String) -> Documents {
    set(&repeated(n, |i| card(i, &rules(i))))
}

/// Sets of one card each, `n` of them.
fn sets(n: usize, rules: impl Fn(usize) -> String) -> Documents {
    let one = |i: usize| {
        let text = set_called(format_args!("more-{i}"), &card(i, &rules(i)));
        (format!("cards/sample/more-{i}.yaml"), text)
    };
    (0..n).map(one).collect()
}

/// A scenario without its pieces.
fn scenario(id: &str) -> String {
    format!(
        "scenario: {id}\nsystem: sample\ntitle: Many\nsets: [base]\ntable: {{ width: 36in, length: 36in }}\n\
         players:\n  - {{ id: north, name: North }}\n  - {{ id: south, name: South }}\npieces:\n"
    )
}

fn case(id: &str, expectations: usize) -> String {
    let given = scenario(id)
        .replacen("scenario:", "case:", 1)
        .replacen("title: Many", "proves: []", 1);
    let expected = "  - focus on one = 1\n".repeat(expectations);
    format!(
        "{given}  - {{ id: one, template: duelist, owner: north }}\nwhen: |\n  give 1 focus to one\nexpect:\n{expected}"
    )
}

/// How long it takes to check these documents and to tell what is found, in seconds, and what is found.
fn checked(documents: &Documents) -> (f64, Vec<Diagnostic>, String) {
    let documents = documents.clone();
    let begun = Instant::now();
    let project = Project::load_with(&sample_root(), documents);
    let mut found = project.diagnostics.clone();
    found.extend(review(&project));
    let told = for_people(&project.sources, &found, false);
    (begun.elapsed().as_secs_f64(), found, told)
}

fn least(documents: &Documents) -> f64 {
    let times = (0..TRIES).map(|_| checked(documents).0);
    times.fold(f64::MAX, f64::min)
}

fn errors(documents: &Documents) -> (usize, String) {
    let (_, found, told) = checked(documents);
    let errors = found.iter().filter(|one| one.code.severity == Severity::Error);
    (errors.count(), told)
}

/// Checks that a shape is what its name promises: a shape of errors has some, each other one none but those
/// of the sample, which is no whole game. Otherwise something else was measured.
fn is_as_named(name: &str, documents: &Documents) -> Result<(), String> {
    let (of_the_sample, _) = errors(&Documents::new());
    let (errors, told) = errors(documents);
    match name.starts_with("errors") == (errors > of_the_sample) {
        true => Ok(()),
        false => {
            let first: Vec<&str> = told.lines().take(12).collect();
            Err(format!("{name}: {errors} errors\n{}", first.join("\n")))
        }
    }
}

fn measured(&(name, size, of): &Shape) -> Result<String, String> {
    let (once, twice) = (of(size), of(2 * size));
    is_as_named(name, &once)?;
    is_as_named(name, &twice)?;
    let mut times = [f64::MAX; 3];
    let (mut first, mut second) = (0.0, f64::MAX);
    for _ in 0..ROUNDS {
        for (time, documents) in times.iter_mut().zip([&Documents::new(), &once, &twice]) {
            *time = time.min(least(documents));
        }
        (first, second) = (times[1] - times[0], times[2] - times[0]);
        if second < LEAST || second / first <= MOST {
            break;
        }
    }
    if second < LEAST {
        return Ok(format!(
            "{name:<36} {size:>7} and more are cut off, within {:.1} ms",
            LEAST * 1e3
        ));
    }
    let growth = second / first;
    let told = format!(
        "{name:<36} {size:>7} in {:>6.1} ms, twice as many in {:>6.1} ms: {growth:.2} times",
        first * 1e3,
        second * 1e3
    );
    if growth <= MOST {
        Ok(told)
    } else {
        Err(format!("{told}  BREAKS THE LAW"))
    }
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let is_wanted =
        |shape: &&Shape| wanted.is_empty() || wanted.iter().any(|part| shape.0.contains(part.as_str()));
    let results: Vec<Result<String, String>> = SHAPES
        .iter()
        .filter(is_wanted)
        .map(|shape| {
            measured(shape)
                .inspect(|told| println!("{told}"))
                .inspect_err(|told| println!("{told}"))
        })
        .collect();
    match results.iter().all(Result::is_ok) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
