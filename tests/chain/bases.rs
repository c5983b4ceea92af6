//! A system and its card sets are compiled once, and scenarios and cases are added to them: what comes out is what would
//! come out if nothing else had been compiled.

use crate::workshop::{changes, hexes, pitch, root, sample, squares};
use cardwright_compiler::{Project, compile_case, compile_scenario};

/// The number of cases that are compiled alone, which takes long.
const ALONE: usize = 30;
/// The number of cases of which one is compiled before.
const BEFORE: usize = 8;

#[test]
fn a_pack_is_the_same_whatever_was_compiled_before_it() {
    for root in [root(), sample(), changes(), hexes(), squares(), pitch()] {
        let project = Project::load(&root);
        for case in project.cases.iter().step_by(BEFORE) {
            let _ = compile_case(&project, case);
        }
        let every = project.cases.len().div_ceil(ALONE).max(1);
        for case in project.cases.iter().step_by(every) {
            let (shared, alone) = (compile_case(&project, case), compile_case(&project.clone(), case));
            assert_eq!(shared.pack, alone.pack, "{}", case.doc.case.value);
            assert_eq!(shared.program, alone.program, "{}", case.doc.case.value);
            assert!(
                shared.pack.is_some(),
                "{}: {:?}",
                case.doc.case.value,
                shared.diagnostics
            );
        }
        for scenario in &project.scenarios {
            let shared = compile_scenario(&project, scenario);
            let alone = compile_scenario(&project.clone(), scenario);
            assert_eq!(shared.pack, alone.pack, "{}", scenario.doc.scenario.value);
        }
    }
}
