//! State of runs: each run has its own, nested runs too, and it is gone with the run.

use crate::pushes::{CARDS, Push, RULE, holds, told, with_dice};
use crate::workshop::{Copy, check, sample};

/// A push within a push: the one that is pushed pushes back once, as soon as the dice are rolled.
const BACK: &str =
    "after push.roll \"Push back\" when pushed is two once per game may by south { run push(two, one) }";

/// Two nested pushes with the state that `declares` gives to pushes; `rules` use it, and put the result of
/// each goat's push into `found`.
fn in_pushes(declares: &str, rules: &str, expect: &str) {
    let rules = format!("state found (who: goat): number\n  {declares}\n  {rules}\n  {BACK}");
    let push = Push {
        rules: &rules,
        given: "",
        decisions: "Push back",
        expect,
    };
    with_dice(RULE, 5, &push);
}

#[test]
fn a_run_within_a_run_begins_with_nothing_and_takes_nothing_away() {
    let shapes = [
        ("state noted: number per push", "noted"),
        ("state noted (who: goat): number per push", "noted(one)"),
    ];
    for (declares, noted) in shapes {
        let rules = format!(
            "before push.roll when pusher is one {{ add 3 to {noted} }}\n  \
             before push.roll when pusher is two {{ add 5 to {noted} }}\n  \
             after push always {{ set found(pusher) to {noted} }}"
        );
        in_pushes(declares, &rules, "found(one) = 3, found(two) = 5");
    }
}

#[test]
fn fields_and_sets_belong_to_runs_too() {
    let declares = "player { tally: number state per push  met: set of goat state per push }";
    let rules = "before push.roll when pusher is one { add 2 to tally of north  add pushed to met of north }\n  \
         before push.roll when pusher is two { add 1 to tally of north }\n  \
         after push always { set found(pusher) to 10 * count of met of north + tally of north }";
    in_pushes(declares, rules, "found(one) = 12, found(two) = 1");
}

#[test]
fn a_run_that_a_rule_ends_forgets_as_well() {
    let declares = "state noted: number per push";
    let rules = "before push.roll when pusher is one { add 3 to noted }\n  \
                 at push.modify when pusher is two { add 9 to noted end push }\n  \
                 after push when pusher is one { set found(one) to noted }";
    in_pushes(declares, rules, "found(one) = 3");
}

#[test]
fn the_next_run_finds_nothing_of_the_one_before() {
    let rules = "state noted: number per push\n  state found: number\n  \
                 before push.roll always { add 1 to noted }\n  \
                 after push always { add noted to found }";
    let push = Push {
        rules,
        given: "run push(one, two)",
        decisions: "",
        expect: "found = 2",
    };
    with_dice(RULE, 6, &push);
}

#[test]
fn outside_of_all_runs_there_is_one_too() {
    let rules = "state noted: number per push\n  \
                 before push.roll always { add 1 to noted }";
    holds(&Push {
        rules,
        given: "set noted to 7",
        decisions: "",
        expect: "noted = 7",
    });
}

#[test]
fn what_cannot_belong_to_a_run_is_refused() {
    let of = |rule: &str| {
        let (_, found) = told(rule);
        let texts: Vec<String> = found
            .iter()
            .map(|one| format!("{} {}", one.code.id, one.message))
            .collect();
        texts.join("\n")
    };
    let cases = [
        ("state x: number per pushh", "there is no procedure `pushh`"),
        (
            "state x: number per push = 3",
            "`x` starts again with each run of `push`, so it cannot have a default",
        ),
        (
            "player { x: number per push = 1 }",
            "`x` cannot belong to a run of `push`: it never changes",
        ),
        (
            "player { x: number state per push secret }",
            "`x` cannot belong to a run of `push`: it is secret",
        ),
        (
            "player { x: number state per push kept }",
            "`x` cannot belong to a run of `push`: it is kept for the next game",
        ),
    ];
    for (rule, wanted) in cases {
        let found = of(rule);
        assert!(found.contains(wanted), "{rule}:\n{found}");
    }
}

#[test]
fn no_document_gives_what_belongs_to_a_run() {
    let tally = "player { tally: number state per push }\n      after push always { add 1 to tally of owner of pusher }";
    let copy = Copy::of(&sample()).with(CARDS, RULE, tally).with(
        "scenarios/sample/duel.yaml",
        "{ id: north, name: North }",
        "{ id: north, name: North, facts: { tally: 1 } }",
    );
    let found = check(&copy.project());
    let told: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        told,
        ["`tally` exists only during a run of `push`, so it cannot have a value at the start"]
    );
}
