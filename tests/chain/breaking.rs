//! Breaks are noticed only by cases that run what is broken: leaving the others out changes no verdict.

use crate::workshop::{changes, hexes, pitch, root, sample, squares};
use cardwright_case_runner::breaking::{Baseline, Broken, Hunt, Noticed};
use cardwright_case_runner::{Outcome, outcome_of_case};
use cardwright_compiler::breaking::Breaks;
use cardwright_compiler::{Project, compile_case, compile_system};

/// Whether a case that passed before does not pass after a break; it is run whatever it needs.
fn fails(broken: &Broken<'_>, case: usize) -> bool {
    let project = broken.project();
    let case = &project.cases[case];
    let pack = compile_case(project, case).pack;
    pack.is_none_or(|pack| outcome_of_case(pack, &case.doc) != Outcome::Passed)
}

/// The breaks that were tried in a project.
#[derive(Debug, Default)]
struct Tried {
    noticed: usize,
    survived: usize,
    unreached: usize,
    /// How many cases were left out.
    left_out: usize,
}

fn tried(project: &Project, every: usize) -> Tried {
    let mut tried = Tried::default();
    for (id, system) in &project.systems {
        let own = project.cases.iter().enumerate();
        let own = own.filter(|(_, case)| case.doc.system.value == *id);
        let own: Vec<usize> = own.map(|one| one.0).collect();
        let baseline = Baseline::of(project, &own);
        assert_eq!(baseline.failing(), [] as [usize; 0], "{id}");
        let mut hunt = Hunt::with(&baseline);
        let breaks = Breaks::of(project, system);
        for way in breaks.all.iter().step_by(every) {
            let Some(broken) = baseline.broken(way) else {
                continue;
            };
            let system = &broken.project().systems.get(id);
            if system.is_none_or(|system| compile_system(broken.project(), system).pack.is_none()) {
                continue;
            }
            let mut is_noticed = false;
            for &case in &own {
                let fails = fails(&broken, case);
                is_noticed |= fails;
                if !broken.reaches(case) {
                    tried.left_out += 1;
                    assert!(
                        !fails,
                        "{way:?} {}",
                        project.sources.get(project.cases[case].file).name
                    );
                }
            }
            match hunt.noticed(&broken, &|_| false) {
                Noticed::By(case) => {
                    assert!(fails(&broken, case), "{way:?}");
                    tried.noticed += 1;
                }
                Noticed::Stuck(case) => assert!(fails(&broken, case), "{way:?}"),
                other => {
                    assert!(!is_noticed, "{way:?}");
                    tried.survived += 1;
                    tried.unreached += usize::from(other == Noticed::Unreached);
                }
            }
        }
    }
    tried
}

#[test]
fn the_verdicts_are_those_of_running_all_cases() {
    let claims = root().join("tests/samples/claims");
    let samples = [sample(), changes(), hexes(), squares(), claims];
    let mut all = Vec::new();
    for folder in samples {
        all.push(tried(&Project::load(&folder), 3));
    }
    all.push(tried(&Project::load(&pitch()), 15));
    let sum = |of: fn(&Tried) -> usize| all.iter().map(of).sum::<usize>();
    assert!(sum(|one| one.noticed) > 60, "{all:?}");
    assert!(sum(|one| one.survived) > 15, "{all:?}");
    assert!(sum(|one| one.unreached) > 3, "{all:?}");
    assert!(sum(|one| one.left_out) > 60, "{all:?}");
}
