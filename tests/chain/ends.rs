//! `until A or B`: what comes first ends an effect, and only that counts.

use crate::pushes::{CARDS, Push, RULE, holds, told};
use crate::workshop::{Copy, check, sample};
use cardwright_compiler::compile_system;
use cardwright_compiler::wording::card_text;

/// An effect that only says that it lasts.
const MARKED: &str = "effect marked (victim: goat) { }\n  ";

fn in_a_push(rules: &str, expect: &str) {
    holds(&Push {
        rules: &format!("{MARKED}{rules}"),
        given: "",
        decisions: "",
        expect,
    });
}

/// Whether an effect that starts before a push is in force in its steps `modify`, `count` and `suffer`.
fn in_force(until: &str, there: [bool; 3]) {
    let steps = ["modify", "count", "suffer"];
    let ask =
        |step: &str| format!("at push.{step} when running marked(any) {{ give 1 bruise to pushed }}\n  ");
    let start = format!("before push when pusher is one {{ start marked(pusher) until {until} }}\n  ");
    for (step, is_there) in steps.into_iter().zip(there) {
        let rules = format!("{start}{}", ask(step));
        in_a_push(&rules, &format!("bruise on two = {}", usize::from(is_there)));
    }
}

#[test]
fn what_comes_first_ends_it() {
    in_force("after push.roll or after push.count", [false, false, false]);
    in_force("after push.count or after push.roll", [false, false, false]);
    in_force(
        "after push.modify or after push.count or after push",
        [true, false, false],
    );
    in_force(
        "after push.roll when hits > 5 or after push.count when pusher is victim",
        [true, true, false],
    );
    in_force(
        "after push.roll when hits > 5 or after push.roll when pusher is victim",
        [false, false, false],
    );
    in_force(
        "after push.roll 2 times or after push.modify",
        [true, false, false],
    );
    in_force("after push.roll or after next push.modify", [false, false, false]);
    in_force(
        "after push.roll when hits > 5 or after next push.modify",
        [true, true, true],
    );
}

#[test]
fn an_effect_without_a_name_has_several_ends_too() {
    in_a_push(
        "before push always {
      let first-one = pusher
      until after push.modify when hits > 5 or after push.count when pusher is first-one {
        at push.count always { give 1 bruise to pushed }
        at push.suffer always { give 2 bruise to pushed }
      }
    }",
        "bruise on two = 1",
    );
}

/// Each of them means the run that goes on as the effect starts.
#[test]
fn a_run_inside_of_it_is_no_end() {
    in_a_push(
        "at push.modify when pusher is one {
      start marked(one) until after round or after push
      run push(two, one)
      if running marked(one) { give 1 bruise to two }
    }
    before push.roll when pusher is two { end push }
    after push when pusher is one and running marked(one) { give 2 bruise to two }",
        "bruise on two = 1",
    );
}

#[test]
fn all_ends_are_told() {
    let rule = "after round.plan always { start angry(you) until after push or after round }";
    let project = Copy::of(&sample()).with(CARDS, RULE, rule).project();
    assert_eq!(check(&project), []);
    let system = &project.systems["sample"];
    let text = card_text(&project, system, &compile_system(&project, system), "nanny").expect("it compiles");
    assert!(
        text.contains("until the end of the push or until the end of the round"),
        "{text}"
    );
}

#[test]
fn an_end_that_never_comes_is_told() {
    let rule = "procedure idle { step s { } } after push always { start angry(you) until after next push or after idle }";
    let (_, found) = told(rule);
    let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
    assert!(
        messages.contains(&"one of the ends of this effect never happens: no game ever runs `idle`"),
        "{messages:?}"
    );
}

// Limit: MAX_ENDS in engine/bytecode/src/pack/code.rs
#[test]
fn an_effect_has_eight_ends_at_most() {
    let rule = |ends: usize| {
        let others = " or after push".repeat(ends - 1);
        format!("after round.plan always {{ start angry(you) until after round{others} }}")
    };
    let (_, found) = told(&rule(8));
    assert!(!found.iter().any(|one| one.code.id == "cw0116"), "{found:?}");
    for unnamed in [false, true] {
        let rule = match unnamed {
            false => rule(9),
            true => rule(9)
                .replace("start angry(you) until", "until")
                .replace(" }", " { before push.roll always { give 1 bruise to you } } }"),
        };
        let (_, found) = told(&rule);
        let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(messages, ["an effect can have at most 8 ends"], "{rule}");
    }
}
