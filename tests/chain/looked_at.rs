//! Sets that are only looked at are not built: the code walks their source, and stops at the first member that decides.

use crate::workshop::{Copy, sample};
use cardwright_bytecode::Op;
use cardwright_compiler::compile_system;

const RULE: &str = "modify push-of + 1 when g is you and bruise on you > 0";

/// How many sets the code of a define makes by itself.
fn sets_made(body: &str) -> usize {
    let rules = format!("define trial (one: goat): {body}\n      {RULE} and trial(you) is trial(you)");
    let project = Copy::of(&sample())
        .with("cards/sample/basic.yaml", RULE, &rules)
        .project();
    let compiled = compile_system(&project, &project.systems["sample"]);
    let pack = compiled
        .pack
        .as_ref()
        .unwrap_or_else(|| panic!("{body}: {:?}", compiled.diagnostics));
    let mut functions = pack.functions.iter();
    let trial = functions
        .find(|function| function.name == "trial")
        .expect("the define is there");
    let code = trial.code.iter();
    code.filter(|instr| instr.op == Op::ListNew).count()
}

#[test]
fn what_is_only_looked_at_is_not_built() {
    let weak = "all goat g where strength of g < 3";
    for asked in [
        format!("yes-no = any of ({weak})"),
        format!("yes-no = none of ({weak})"),
        format!("number = count of ({weak})"),
        format!("goat = first of ({weak})"),
        format!("number = sum of strength of g for g in (members h of ({weak}) where h is not one)"),
        format!("yes-no = any of (members h of ({weak}) where h is not one)"),
    ] {
        assert_eq!(sets_made(&asked), 0, "{asked}");
    }
}
