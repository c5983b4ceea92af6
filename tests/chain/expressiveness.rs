//! Two small games of what is hardest to say: powers that answer each other, charm, borrowed abilities, orders that players choose,
//! things made in play. They compile, their cases hold, and what `docs/expressiveness.md` shows stands in them.

use crate::workshop::{check, root};
use cardwright_case_runner::run_case;
use cardwright_compiler::{Project, Severity, compile_case, for_people};

/// The samples, and how many cases each has at least.
const SAMPLES: [(&str, usize); 2] = [("alley", 24), ("warren", 3)];

fn sample(name: &str) -> Project {
    Project::load(&root().join("tests/samples").join(name))
}

/// The cases that do not hold, each with the reasons and what happened.
fn broken(project: &Project) -> Vec<String> {
    let told = project.cases.iter().filter_map(|case| {
        let id = &case.doc.case.value;
        let Some(pack) = compile_case(project, case).pack else {
            return Some(format!("{id}: no pack"));
        };
        let report = run_case(pack, &case.doc);
        let (reasons, account) = (report.reasons().join("\n"), report.account.join("\n"));
        (!report.passed()).then(|| format!("{id}:\n{reasons}\n{account}"))
    });
    told.collect()
}

#[test]
fn each_hard_thing_is_said_in_code_that_compiles_and_holds() {
    for (name, least) in SAMPLES {
        let project = sample(name);
        let mut found = check(&project);
        found.retain(|one| one.code.severity == Severity::Error);
        let told = for_people(&project.sources, &found, false);
        assert!(found.is_empty(), "{name}:\n{told}");
        let cases = project.cases.len();
        assert!(cases >= least, "{name} has only {cases} cases");
        let broken = broken(&project);
        assert!(broken.is_empty(), "{name}:\n{}", broken.join("\n\n"));
    }
}

#[test]
fn what_the_page_shows_stands_in_them() {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = std::fs::read_to_string(root().join("docs/expressiveness.md")).expect("the page is there");
    let samples = SAMPLES.map(|(name, _)| sample(name));
    let files = samples.iter().flat_map(|project| project.sources.iter());
    let content: Vec<String> = files.map(|(_, file)| squeezed(&file.text)).collect();
    let fenced = page.split("\n```").skip(1).step_by(2);
    let blocks: Vec<&str> = fenced
        .filter_map(|block| block.split_once('\n'))
        .filter(|(language, _)| ["cw", "yaml"].contains(language))
        .map(|(_, text)| text)
        .collect();
    assert!(!blocks.is_empty(), "the page shows nothing");
    for block in blocks {
        let shown = squeezed(block);
        assert!(content.iter().any(|file| file.contains(&shown)), "{block}");
    }
}
