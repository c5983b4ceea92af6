//! `until after push { ... }` in a rule: an effect without a name.

use crate::pushes::{CARDS, Push, RULE, holds, on_card, told};
use crate::workshop::{Copy, sample};
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{compile_system, for_people};

/// How strong the first goat is before the hits count, and afterwards.
const WEIGHED: &str = "before push.count always { give push-of(pusher) apple to pusher } \
                       after push always { give (10 * push-of(pusher)) apple to pushed }";

#[test]
fn its_rules_hold_until_it_ends() {
    let push = Push {
        rules: WEIGHED,
        given: "",
        decisions: "",
        expect: "apple on one = 5, apple on two = 30",
    };
    on_card(
        "after push.roll when pushed is you { until after push.suffer { modify push-of(pusher) + 2 always } }",
        &push,
    );
    on_card(
        "after push.roll when pushed is you { until after push.suffer when pusher is pusher { modify push-of + 2 when g is pusher } }",
        &push,
    );
    on_card(
        "after push.roll when pushed is you { until before push.tricks 1 times { modify push-of(pusher) + 2 always } }",
        &Push {
            expect: "apple on one = 5, apple on two = 50",
            ..push
        },
    );
    on_card(
        "after push.roll when pushed is you { until the game ends { modify push-of(pusher) + 2 always } }",
        &Push {
            expect: "apple on one = 5, apple on two = 50",
            ..push
        },
    );
}

/// The names of a rule keep the values that they have when the effect begins.
#[test]
fn names_of_the_rule_stand_for_what_they_stood_for_then() {
    let rule = "after push.roll always { let n = apple on pushed let friend = pusher give 5 apple to pushed \
                until after push { after push.suffer always { give (n + 1) apple to friend } } }";
    holds(&Push {
        rules: rule,
        given: "give 2 apple to two",
        decisions: "",
        expect: "apple on one = 3, apple on two = 7",
    });
}

/// In a window, its own names come first.
#[test]
fn names_of_its_windows_are_those_of_their_run() {
    let rule = "after push.roll when pushed is two { until after round { before push.count always { give 3 apple to pushed } } }";
    holds(&Push {
        rules: &format!(
            "{rule} after push when pusher is one once per game {{ run push(two, one) }} replace push-of(two) with 0 always"
        ),
        given: "",
        decisions: "pass",
        expect: "apple on two = 3, apple on one = 3",
    });
}

/// An argument of a value is one of the rule's names, and the text says which.
#[test]
fn a_value_is_told_which_argument_is_meant() {
    on_card(
        "after push.roll when pushed is you { let g = pusher until after push.suffer { modify push-of(g) + 2 always } }",
        &Push {
            rules: WEIGHED,
            given: "",
            decisions: "",
            expect: "apple on one = 5, apple on two = 30",
        },
    );
}

/// Its rules know `you`, what is yours, whom `other` leaves out, and who decides about the card.
#[test]
fn its_rules_know_the_card_on_which_they_stand() {
    let rule = "after push.roll when pushed is you { until after push { \
                  after push.suffer \"Eat\" when pushed is yours and pusher is not yours may { give 1 apple to you } \
                  after push.suffer always { give (count of all other goat) apple to you } } }";
    on_card(
        rule,
        &Push {
            rules: "",
            given: "",
            decisions: "{ takes: Eat, by: south }",
            expect: "apple on two = 2",
        },
    );
}

/// So do the conditions that say how long it lasts.
#[test]
fn what_ends_it_knows_the_card_on_which_it_stands() {
    for until in [
        "until after push while pusher is not yours and pushed is you",
        "until after push when pushed is yours",
        "until after push when count of all other goat = 1",
    ] {
        on_card(
            &format!(
                "after push.roll when pushed is you {{ {until} {{ after push.suffer always {{ give 1 apple to you }} }} }}"
            ),
            &Push {
                rules: "",
                given: "",
                decisions: "",
                expect: "apple on two = 1",
            },
        );
    }
}

/// `until after push` without a condition means this push, whatever pushes come within it; once it is over, the next one.
#[test]
fn until_after_a_run_means_the_one_that_goes_on() {
    let fed = "{ after push.suffer always { give 1 bruise to you } }";
    let back = "when pusher is one and pushed is two { run push(two, one) }";
    let none = "modify push-of - 2 when g is two";
    for (rule, rules, times) in [
        (
            format!("after push.roll when pushed is you {{ until after push {fed} }}"),
            format!("before push.count {back} {none}"),
            2,
        ),
        (
            format!("after push.roll when pushed is you {{ until after push when pusher is you {fed} }}"),
            format!("before push.count {back} {none}"),
            1,
        ),
        (
            format!(
                "after push when pushed is you {{ until after push {fed} run push(you, pusher) run push(you, pusher) }}"
            ),
            none.to_owned(),
            1,
        ),
    ] {
        on_card(
            &rule,
            &Push {
                rules: &rules,
                given: "",
                decisions: "",
                expect: &format!("bruise on two = {times}"),
            },
        );
    }
}

#[test]
fn it_stands_in_another_one() {
    let rule = "at push.tricks always { let n = 2 until after push { after push.roll always { let m = n \
                until after push { after push.suffer always { give (m + n) apple to pusher } } } } }";
    holds(&Push {
        rules: rule,
        given: "",
        decisions: "",
        expect: "apple on one = 4",
    });
}

/// A rule with two windows begins one and the same.
#[test]
fn there_is_one_for_both_windows_of_an_ability() {
    let rule = "before push.roll or after push.count when pushed is you { until after push { modify push-of(you) + 1 always } }";
    let copy = Copy::of(&sample()).with(CARDS, RULE, rule);
    let project = copy.project();
    let compiled = compile_system(&project, &project.systems["sample"]);
    let pack = compiled.pack.as_ref().expect("it compiles");
    let names: Vec<&str> = pack.effects.iter().map(|effect| effect.name.as_str()).collect();
    assert_eq!(names, ["angry", "nanny/until-after-push"]);
}

#[test]
fn what_is_wrong_says_what_to_write() {
    let many: String = (0..11).map(|n| format!("let n{n} = {n} ")).collect();
    let sum: Vec<String> = (0..11).map(|n| format!("n{n}")).collect();
    let many = format!(
        "after push.suffer when pushed is you {{ {many} until after round {{ modify push-of(you) + {} always }} }}",
        sum.join(" + ")
    );
    let rules = [
        // Dice are gone by then.
        "after push.roll when pushed is you { until after round { modify push-of(you) + butt in dice always } }",
        // So is the run.
        "after apple on you falls during push { until after round { modify push-of(you) + hits of push always } }",
        // Two things are called alike.
        "after push.suffer when pushed is you { let g = pusher until after round { modify push-of + 1 when g is you } }",
        "after push.suffer when pushed is you { until after round { modify push-of(you) + 1 } }",
        "after push.suffer when pushed is you { until after rond { modify push-of(you) + 1 always } }",
        "after push.suffer when pushed is you { until after round { give 1 apple to you } }",
        // It never acts.
        "after push.suffer when pushed is you { until after push { after push always { give 1 apple to you } } }",
        &many,
    ];
    let all = rules.map(|rule| {
        let (copy, found) = told(rule);
        for_people(&copy.project().sources, &found, false)
    });
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn a_card_tells_it_where_it_stands() {
    let rules = [
        "after push.suffer when pushed is you { until after round { modify push-of(pusher) - 1 always } }",
        "after push.suffer when pushed is you { give 1 apple to you until after round { modify push-of(you) + 1 always \
         forbid rest(you) always after push when pusher is you { give 1 bruise to you } } }",
        "after push.suffer \"Bleat\" when pushed is you once per round may { until the game ends { modify push-of(you) + hits always } }",
    ];
    let all = rules.map(|rule| {
        let (copy, _) = told(rule);
        let project = copy.project();
        let system = &project.systems["sample"];
        let compiled = compile_system(&project, system);
        let errors = for_people(&project.sources, &compiled.diagnostics, false);
        let text = card_text(&project, system, &compiled, "nanny").unwrap_or_else(|| panic!("{errors}"));
        text.lines().last().unwrap_or_default().trim().to_owned()
    });
    insta::assert_snapshot!(all.join("\n"));
}
