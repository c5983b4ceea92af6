//! A push of one goat against another, in which rules are tried.

use crate::workshop::{Copy, check, sample};
use cardwright_case_runner::run_case;
use cardwright_compiler::{Diagnostic, compile_case, for_people};

/// The rule of a card of the sample.
pub(crate) const RULE: &str = "modify push-of + 1 when g is you and bruise on you > 0";
pub(crate) const CARDS: &str = "cards/sample/basic.yaml";
const CASE: &str = "tests/conformance/sample/choosing.yaml";

/// One push of the first goat against the second.
pub(crate) struct Push<'a> {
    pub(crate) rules: &'a str,
    pub(crate) given: &'a str,
    pub(crate) decisions: &'a str,
    pub(crate) expect: &'a str,
}

/// A push with this rule on the card of the second goat.
pub(crate) fn on_card(rule: &str, push: &Push<'_>) {
    with_dice(rule, 3, push);
}

/// A push with this rule on the card of the second goat, and with so many blank dice.
pub(crate) fn with_dice(rule: &str, dice: usize, push: &Push<'_>) {
    let copy = Copy::of(&sample()).with(CARDS, RULE, rule);
    copy.write(
        CASE,
        &format!(
            "case: choosing\nsystem: sample\nproves: [SMP-002]\nsets: [basic]\ntable: {{ width: 12in, length: 12in }}\n\
             players:\n  - {{ id: north, name: North }}\n  - {{ id: south, name: South }}\n\
             pieces:\n  - {{ id: one, template: billy, owner: north }}\n  - {{ id: two, template: nanny, owner: south }}\n\
             given: |\n  give 0 apple to one\n  {}\n\
             dice: [{}]\nwhen: |\n  run push(one, two)\n\
             rules: |\n  forbid rest always\n  {}\ndecisions: [{}]\nexpect: [{}]\n",
            push.given, vec!["blank"; dice].join(", "), push.rules, push.decisions, push.expect
        ),
    );
    let project = copy.project();
    let case = project
        .cases
        .iter()
        .find(|case| case.doc.case.value == "choosing")
        .expect("the case is there");
    let compiled = compile_case(&project, case);
    let told = for_people(&project.sources, &compiled.diagnostics, false);
    let report = run_case(compiled.pack.unwrap_or_else(|| panic!("{told}")), &case.doc);
    assert!(report.passed(), "{}", report.reasons().join("\n"));
}

pub(crate) fn holds(push: &Push<'_>) {
    on_card(RULE, push);
}

/// The diagnostics for a rule of the second goat.
pub(crate) fn told(rule: &str) -> (Copy, Vec<Diagnostic>) {
    let copy = Copy::of(&sample()).with(CARDS, RULE, rule);
    let found = check(&copy.project());
    (copy, found)
}
