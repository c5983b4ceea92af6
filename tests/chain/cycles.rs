//! Rules that set themselves off: whatever can go round without bound is told, whatever runs out is not.

use crate::workshop::{Copy, check, project, sample};
use cardwright_compiler::costs;

const CARDS: &str = "cards/sample/basic.yaml";
const RULE: &str = "after push.suffer when pushed is you and hits > weight of here { give 1 apple to you }";
const ROUND: &str = "run push(pushed, pusher)";
/// A procedure that gives and takes nothing of its own.
const CHAIN: &str = "procedure chain (g: goat, n: number) { step s { } } ";
/// The most abilities of a thousand that may be told of though they come to an end.
const MOST_FALSE: usize = 20;

/// Whether rules of the brass bell are told to set each other off.
fn goes_round(rules: &str) -> bool {
    let rules =
        format!("{CHAIN} after round always {{ for each g in everyone {{ run chain(g, 3) }} }} {rules}");
    let rules = rules.replace("ROUND", ROUND);
    let project = Copy::of(&sample()).with(CARDS, RULE, &rules).project();
    let found = check(&project);
    let errors: Vec<_> = found.iter().filter(|one| one.code.id < "cw0500").collect();
    assert!(errors.is_empty(), "{rules}: {errors:?}");
    found.iter().any(|one| one.code.id == "cw0508")
}

fn those(forms: &[(&'static str, &str)], told: bool) -> Vec<&'static str> {
    let found = forms.iter().filter(|(_, rules)| goes_round(rules) == told);
    found.map(|form| form.0).collect()
}

// Limit: MOST_TIMES in compiler/src/analysis/lint/cycles/mod.rs
#[test]
fn what_can_go_round_without_bound_is_told() {
    let forms = [
        ("nothing runs out", "after push always { ROUND }"),
        ("a variable that each run has anew", "after push.suffer when hits < 9 { set hits to 9 ROUND }"),
        ("a variable that picks a case", "after push.suffer when hits = 0 { ROUND }"),
        ("instead of itself", "instead of push.count always { ROUND }"),
        ("a cost of nothing", "after push.suffer always cost { spend 0 apple from pusher } { ROUND }"),
        (
            "a cost that is given back",
            "after push.suffer always cost { spend 1 apple from pusher } { give 1 apple to pusher ROUND }",
        ),
        (
            "a cost that another rule gives back",
            "after push.suffer always cost { spend 1 apple from pusher } { ROUND }
             before push always { give 1 apple to pusher }",
        ),
        (
            "a flag that is set and unset",
            "after push.suffer when dizzy of pusher = no { set dizzy of pusher to yes set dizzy of pusher to no ROUND }",
        ),
        (
            "a flag of somebody else",
            "after push.suffer when dizzy of pusher = no { set dizzy of pushed to yes ROUND }",
        ),
        (
            "a condition that only grows",
            "after push.suffer when apple on pusher > 0 { give 1 apple to pusher ROUND }",
        ),
        (
            "another owner",
            "after push.suffer when strength of pusher > 0 { set-owner(here, owner of pushed) ROUND }",
        ),
        ("a limit beyond what nests", "after push.suffer always 1000 times per game { ROUND }"),
        ("a limit that starts anew", "after push.suffer always once per push { ROUND }"),
        (
            "spent only when it is over",
            "after chain when apple on g > 0 { run chain(g, 1) take 1 apple from g }",
        ),
        (
            "spent only at times",
            "after chain when apple on g > 0 { if n > 3 { take 1 apple from g } run chain(g, 1) }",
        ),
        ("a parameter that does not fall", "after chain when n > 0 { run chain(g, n) }"),
        (
            "two that set each other off",
            "after chain when n > 0 { run chain(g, 0) } after chain when n = 0 { run chain(g, 1) }",
        ),
        (
            "an effect that starts anew",
            "effect worn (w: goat) { after chain when g is w once per game { start worn(g) until the game ends run chain(g, 1) } }
             before chain when n = 9 { start worn(g) until the game ends }",
        ),
    ];
    assert_eq!(those(&forms, false), Vec::<&str>::new());
}

#[test]
fn what_runs_out_is_not_told() {
    let forms = [
        ("a limit", "after push.suffer always once per game { ROUND }"),
        ("a limit of what goes on around", "after push.suffer always once per round { ROUND }"),
        (
            "a cost beside limited gains",
            "after push.suffer always cost { spend 1 apple from pusher } { ROUND }",
        ),
        (
            "tokens that only go",
            "after push.suffer when apple on pusher > 0 { take 1 apple from pusher ROUND }",
        ),
        (
            "a flag",
            "after push.suffer when dizzy of pusher = no { set dizzy of pusher to yes ROUND }",
        ),
        ("a card that leaves", "after chain always { remove(here) run chain(g, 1) }"),
        (
            "a card that turns",
            "after chain when face-up(here) { flip(here, up: no) run chain(g, 1) }",
        ),
        (
            "an inner condition",
            "after chain always { if apple on g > 0 { take 1 apple from g run chain(g, 1) } }",
        ),
        (
            "what leaves early",
            "after chain always { if apple on g = 0 { stop } take 1 apple from g run chain(g, 1) }",
        ),
        (
            "a define",
            "define is-fed (g: goat): yes-no = apple on g > 0
             after chain when is-fed(g) { take 1 apple from g run chain(g, 1) }",
        ),
        ("a parameter that falls", "after chain when n > 0 { run chain(g, n - 1) }"),
        ("a parameter that fails", "after chain when n = 3 { run chain(g, 2) }"),
        (
            "a step of a procedure",
            "procedure fall (g: goat) { step a { if dizzy of g { stop } set dizzy of g to yes } step b { run chain(g, 1) } }
             after chain always { run fall(g) }",
        ),
    ];
    assert_eq!(those(&forms, true), Vec::<&str>::new());
}

#[test]
fn shipped_rules_are_hardly_ever_told_wrongly() {
    let told = check(project())
        .iter()
        .filter(|one| one.code.id == "cw0508")
        .count();
    let abilities = costs(project()).abilities.len();
    assert!(
        told * 1000 <= abilities * MOST_FALSE,
        "{told} of {abilities} abilities"
    );
}
