//! `end PROCEDURE` in a rule: the window in which it stands is done with, and what comes after the run comes.

use crate::pushes::{Push, holds};

fn in_a_push(rules: &str, decisions: &str, expect: &str) {
    holds(&Push {
        rules,
        given: "",
        decisions,
        expect,
    });
}

#[test]
fn the_second_copy_does_nothing_about_a_run_that_the_first_has_ended() {
    for window in ["after push.roll", "before push.modify", "at push.modify"] {
        let stop = format!("{window} always {{ give 1 apple to pushed end push }}");
        in_a_push(&format!("{stop}\n  {stop}"), "", "apple on two = 1");
    }
}

#[test]
fn nobody_is_asked_about_a_run_that_is_over() {
    let may = |label: &str, who: &str| {
        format!(
            "at push.modify \"{label}\" always may by owner of {who} {{ give 1 apple to {who} end push }}\n  "
        )
    };
    let both = format!("{}{}", may("Halt", "pushed"), may("Stop", "pusher"));
    let halt = "{ takes: Halt, by: south }";
    in_a_push(&both, halt, "apple on two = 1, apple on one = 0");
    let two_of_one = format!("{}{}", may("Halt", "pushed"), may("Stay", "pushed"));
    in_a_push(
        &two_of_one,
        "{ takes: Halt, by: south, offers: [Stay] }",
        "apple on two = 1",
    );
}

/// Of what was declined together one `else` comes after the other.
#[test]
fn no_else_follows_one_that_ends_the_run() {
    let may = "at push.modify \"Bear it\" always may by owner of pushed { give 5 apple to pushed } else { give 1 apple to pushed end push }\n  ";
    in_a_push(&[may, may].concat(), "pass", "apple on two = 1");
}

#[test]
fn a_rule_that_stands_instead_of_a_step_is_not_asked_either() {
    let rules = "before push.count always { give 1 apple to pushed end push }\n  \
                 instead of push.count \"Shrug\" always may by owner of pushed { give 5 apple to pushed }";
    in_a_push(rules, "", "apple on two = 1");
}

#[test]
fn what_comes_after_the_run_comes_for_all() {
    let rules = "at push.modify always { end push }\n  \
                 after push always { give 1 apple to pushed }\n  \
                 after push always { give 1 apple to pushed end push }\n  \
                 after push always { give 1 apple to pushed }";
    in_a_push(rules, "", "apple on two = 3");
}

/// One run ends, not another of the same procedure around it.
#[test]
fn a_run_inside_of_it_ends_alone() {
    for window in ["before push", "before push.roll"] {
        let inner = format!("{window} when pusher is two {{ give 1 apple to pusher end push }}\n  ");
        let outer = "at push.modify when pusher is one { run push(two, one) give 1 apple to pusher }\n  \
                     at push.modify when pusher is one { give 1 apple to pusher }";
        let rules = [&inner, &inner, outer].concat();
        in_a_push(&rules, "", "apple on two = 1, apple on one = 2");
    }
}
