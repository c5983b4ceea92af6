//! Every conformance case of the project compiles and holds.

use crate::workshop::{changes, hexes, pitch, project, sample, squares};
use cardwright_case_runner::run_case;
use cardwright_compiler::{Project, compile_case, for_people};
use rayon::prelude::*;

/// The least number of cases of the project: a run that finds fewer has lost some. Raise it with the cases.
const LEAST_CASES: usize = 1_372;

/// Why the cases of a project fail.
fn failures(project: &Project) -> Vec<String> {
    let verdict = |case: &cardwright_compiler::project::Loaded<cardwright_compiler::document::CaseDoc>| {
        let name = &project.sources.get(case.file).name;
        let compiled = compile_case(project, case);
        match compiled.pack {
            None => Some(format!(
                "{name}\n{}",
                for_people(&project.sources, &compiled.diagnostics, false)
            )),
            Some(pack) => {
                let report = run_case(pack, &case.doc);
                (!report.passed()).then(|| {
                    format!(
                        "{name}: {}\n  {}",
                        case.doc.case.value,
                        report.reasons().join("\n  ")
                    )
                })
            }
        }
    };
    project.cases.par_iter().filter_map(verdict).collect()
}

#[test]
fn every_case_compiles_and_holds() {
    let failures = failures(project());
    assert!(
        failures.is_empty(),
        "{} cases fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn no_case_was_lost() {
    let found = project().cases.len();
    assert!(
        found >= LEAST_CASES,
        "only {found} cases, at least {LEAST_CASES} are expected"
    );
}

#[test]
fn the_cases_of_the_samples_hold() {
    for (root, count) in [
        (sample(), 2),
        (changes(), 14),
        (hexes(), 5),
        (squares(), 21),
        (pitch(), 61),
    ] {
        let project = Project::load(&root);
        assert_eq!(project.cases.len(), count);
        assert_eq!(failures(&project), Vec::<String>::new());
    }
}
