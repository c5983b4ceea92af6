//! The cost of one letter that somebody types in a rule, among 10,000 cards of a shipped game: processor time
//! from the new text to the errors of its file, and to all that there is to say; in six states of the rest.
//! The cases are left out.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benches read what they measure"
)]

use cardwright_benches::content::repository_root;
use cardwright_compiler::{Depth, Project, Severity, for_people, review_to};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The set that is copied until there are enough cards.
const SET: &str = "cards/x-wing/patrols.yaml";
const CARDS: usize = 10_000;
/// The line that somebody types, letter by letter.
const TYPED: &str = " and focus of you > 0 and stress of you is 0";
/// The word by which the last condition of a card is found; letters are typed at the end of its line.
const BEHIND: &str = "when ";
const LETTERS: usize = 120;

/// The states of the rest of the project: the errors that are elsewhere.
const STATES: [&str; 6] = [
    "all else is fine",
    "another error in this card",
    "20 other cards have errors",
    "a half-typed key in this document",
    "a misspelt key in another set",
    "a misspelt key in another game",
];

fn main() {
    let texts = texts();
    println!("{} documents beside the shipped ones", texts.len());
    println!("| state | first errors, p50 | p99 | complete, p50 | p99 |\n|---|---|---|---|---|");
    for (at, state) in STATES.iter().enumerate() {
        let (mut first, mut complete) = measure(&texts, at);
        println!(
            "| {state} | {:.1} ms | {:.1} ms | {:.0} ms | {:.0} ms |",
            of(&mut first, 50),
            of(&mut first, 99),
            of(&mut complete, 50),
            of(&mut complete, 99)
        );
    }
}

fn of(times: &mut [Duration], percent: usize) -> f64 {
    times.sort();
    times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1000.0
}

/// Processor time of the whole program.
fn used() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.try_into().expect("it is positive"), now.tv_nsec.try_into().expect("it is positive"))
}

fn measure(texts: &BTreeMap<String, String>, state: usize) -> (Vec<Duration>, Vec<Duration>) {
    let root = repository_root().canonicalize().expect("it is this repository");
    let folder = without_cases(&root);
    let name = texts.keys().nth(texts.len() / 2).expect("there are documents").clone();
    let mut text = texts[&name].clone();
    let mut all = texts.clone();
    let slip = |text: &str, find: &str, put: &str| {
        assert!(text.contains(find), "{find}");
        text.replacen(find, put, 1)
    };
    match state {
        0 => {}
        1 => text = slip(&text, "when actor is you", "when acter is you"),
        2 => {
            for text in all.values_mut().take(20) {
                *text = slip(text, "is you", "is yuo");
            }
        }
        3 => text = slip(&text, "    name: ", "    nam: "),
        4 | 5 => {
            let name = ["cards/x-wing/salvage.yaml", "cards/heroscape/ashfall.yaml"][state - 4];
            let text = std::fs::read_to_string(root.join(name)).expect("it is shipped");
            all.insert(name.to_owned(), slip(&text, "kind:", "knid:"));
        }
        _ => unreachable!("there are six states"),
    }
    all.insert(name.clone(), text.clone());
    let mut project = Project::load_with(folder.path(), all);
    let nothing = |_: &_, _: &_, _: &_| Vec::new();
    // Without cases there are warnings.
    let found = review_to(&project, Depth::Everything, &nothing);
    let errors = found.iter().filter(|one| one.code.severity == Severity::Error).count();
    assert_eq!(errors == 0, state == 0, "{}", for_people(&project.sources, &found, false));
    drop(project.errors_in(&name));
    let at = text.rfind(BEHIND).expect("a card has a condition");
    let at = at + text[at..].find('\n').expect("it has an end");
    let (mut first, mut complete) = (Vec::new(), Vec::new());
    for letter in 0..LETTERS {
        let typed = &TYPED[..letter % TYPED.len() + 1];
        let mut text = text.clone();
        text.insert_str(at, typed);
        let start = used();
        project.update(&name, Some(text));
        drop(project.errors_in(&name));
        first.push(used() - start);
        drop(review_to(&project, Depth::Everything, &nothing));
        complete.push(used() - start);
    }
    (first, complete)
}

/// The repository's content without its cases, as links.
fn without_cases(root: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    for name in ["systems", "libraries", "cards", "maps", "scenarios"] {
        copy(&root.join(name), &folder.path().join(name));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        std::fs::copy(from, to).expect("it can be copied");
        return;
    }
    // The cases of libraries play on scenarios.
    if from.ends_with("cases") {
        return;
    }
    std::fs::create_dir_all(to).expect("it can be made");
    for entry in std::fs::read_dir(from).expect("it is a folder") {
        let name = entry.expect("it is there").file_name();
        copy(&from.join(&name), &to.join(&name));
    }
}

/// Documents with so many cards: the shipped set again and again, under other ids.
fn texts() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(repository_root().join(SET)).expect("it is shipped");
    let cards = text.lines().filter(|line| line.starts_with("  - id: ")).count();
    (0..CARDS.div_ceil(cards))
        .map(|at| {
            let is_id = |line: &str| line.starts_with("set: ") || line.starts_with("  - id: ");
            let renamed = text.lines().map(|line| match is_id(line) {
                true => format!("{line}-{at:03}\n"),
                false => format!("{line}\n"),
            });
            (format!("cards/x-wing/made-{at:03}.yaml"), renamed.collect())
        })
        .collect()
}
