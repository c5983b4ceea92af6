//! Every break of small texts, as it is written: what a mutation run changes.

use super::{Put, breaks, notes};
use crate::parse_items;

/// Every broken text, with what is new in brackets where something stands there.
fn broken(source: &str) -> Vec<String> {
    let (items, faults) = parse_items(source);
    assert!(faults.is_empty(), "{faults:?}");
    let told = breaks(source, &items).into_iter().map(|one| {
        let put = one.put.iter().map(|part| match part {
            Put::Words(words) => words.as_str(),
            Put::Source(span) => &source[span.start..span.end],
        });
        let put: String = put.collect();
        format!("{} | {put}", &source[one.span.start..one.span.end])
    });
    told.collect()
}

#[test]
fn a_rule_is_left_out_and_its_gate_is_broken() {
    let rule = "forbid rest when who is you and bruise on you > 0";
    let found = broken(rule);
    let has = |one: &str| assert!(found.iter().any(|other| other == one), "{one} in {found:#?}");
    has(&format!("{rule} | "));
    has("who is you and bruise on you > 0 | yes");
    has("who is you and bruise on you > 0 | no");
    has("and bruise on you > 0 | ");
    has("who is you and  | ");
    has("0 | 1");
    has("forbid | allow");
}

#[test]
fn clauses_of_a_gate_are_left_out_one_by_one() {
    let found = broken(
        "at push.roll \"Ring\" when pusher is you once per round may by owner of you cost { spend 1 apple from you } { stop }",
    );
    for one in [
        "once per round | ",
        "may by owner of you | ",
        "cost { spend 1 apple from you } | ",
        "stop | ",
        "1 | 2",
        "1 | 0",
    ] {
        assert!(found.iter().any(|other| other == one), "{one} in {found:#?}");
    }
}

#[test]
fn a_gate_that_chooses_is_broken_in_its_set_and_its_limit() {
    let found = broken(
        "at push.roll \"Ring\" when pusher is you choosing g from rivals(2) by a of you \"Whom?\" once per round may { stop }",
    );
    for one in ["2 | 1", "once per round | ", "may | "] {
        assert!(found.iter().any(|other| other == one), "{one} in {found:#?}");
    }
}

#[test]
fn a_break_is_large_if_smaller_ones_try_the_same() {
    let source = "forbid rest when who is you and tall of who > wide of you
at push.roll \"Ring\" when pusher is you {
  if apple on you = 0 { stop }
  choose g from all goat by you \"Which?\" { run fall(g) }
}
refuse goat \"Goats are tall\" when tall < 2
";
    let (items, faults) = parse_items(source);
    assert!(faults.is_empty(), "{faults:?}");
    let told = |one: &super::Break| source[one.span.start..one.span.end].replace('\n', " ");
    let all = breaks(source, &items);
    let sized = |is_large: bool| -> Vec<String> {
        all.iter()
            .filter(|one| one.is_large == is_large)
            .map(told)
            .collect()
    };
    let (large, small) = (sized(true), sized(false));
    for one in ["forbid", "if apple on you = 0 { stop }", "pusher is you"] {
        assert!(large.iter().any(|own| own == one), "{one} in {large:#?}");
    }
    assert!(
        large.iter().any(|own| own.starts_with("at push.roll")),
        "{large:#?}"
    );
    for one in [
        "who is you and ",
        "and tall of who > wide of you",
        ">",
        "stop",
        "run fall(g)",
        "2",
    ] {
        assert!(small.iter().any(|own| own == one), "{one} in {small:#?}");
    }
    let left = all.iter().filter(|one| one.kind == super::BreakKind::MayBeLeft);
    assert_eq!(left.map(told).collect::<Vec<_>>(), ["\""]);
}

#[test]
fn what_stands_behind_a_comment_is_left_out_by_itself() {
    let found = broken(
        "at push.roll \"Ring\" when pusher is you
  # who
  and tall of you > 1  # how
  and wide of you > 2
  # how often
  once per round
{ stop }",
    );
    for one in [
        "and tall of you > 1 | ",
        "and wide of you > 2 | ",
        "once per round | ",
    ] {
        assert!(found.iter().any(|other| other == one), "{one} in {found:#?}");
    }
}

#[test]
fn state_of_a_run_is_that_of_all_runs_without_its_procedure() {
    let found = broken(
        "piece goat { tall: number  tired: yes-no state per push }
state tally (who: goat): number per push
procedure push (a: goat) { step one { stop } }",
    );
    let left = found.iter().filter(|one| *one == "per push | ");
    assert_eq!(left.count(), 2, "{found:#?}");
}

#[test]
fn labels_prompts_and_names_are_never_broken() {
    let source = "at push.roll \"Ring 3\" always { choose g from all goat by owner of you \"Which 4?\" or none { stop } }";
    for one in broken(source) {
        let (old, _) = one.split_once(" | ").expect("two parts");
        assert!(!["\"Ring 3\"", "\"Which 4?\"", "3", "4"].contains(&old), "{one}");
    }
}

#[test]
fn what_is_broken_still_has_the_form_of_the_language() {
    let source = "value reach (who: goat): number = if tall of who then 3 else 1 + 2, at least 0, at most 9
define near (a: goat, b: goat): yes-no = not (a is b) and distance(a, b) <= 2
procedure push (a: goat, b: goat) {
  step one { set x of a to lowest y of g for g in all goat }
  step two priority a, b {
    if a is b { stop } else { give 1 apple to a }
    may by a \"Push?\" { run fall(b) } else { take all apple from b }
    start angry(a) until after push.one
    choose one by a \"Which?\" { \"One\" when a is b { stop } \"Two\" always { stop } }
  }
}
after push \"Call\" when a is b choosing g from all goat where g is not a by b \"Whom?\" once per push may cost { spend 1 apple from a } { run fall(g) }
after fall always choosing g from all goat by b \"Whom?\" cost { spend 1 apple from g } { run fall(g) }
effect slow (who: goat) while apple on who > 0 { modify reach - 1 to at least 1 when who is you }
permission rest (who: goat)
";
    let (items, faults) = parse_items(source);
    assert!(faults.is_empty(), "{faults:?}");
    for one in breaks(source, &items) {
        let put = one.put.iter().map(|part| match part {
            Put::Words(words) => words.as_str(),
            Put::Source(span) => &source[span.start..span.end],
        });
        let put: String = put.collect();
        let mut text = source.to_owned();
        text.replace_range(one.span.start..one.span.end, &put);
        let (_, faults) = parse_items(&text);
        assert!(faults.is_empty(), "{one:?} makes\n{text}\n{faults:?}");
    }
}

#[test]
fn a_comment_is_about_what_begins_below_it_or_on_its_line() {
    let source = "# one
token apple on goat
deck meadow # two

# three

permission rest (who: goat)
permission eat (who: goat)

# four

procedure push {
  # five
  step roll {
    # six
    stop
  }
}
";
    let (items, _) = parse_items(source);
    let told = notes(source, &items).into_iter().map(|note| {
        let lines: Vec<&str> = source[note.about.start..note.about.end]
            .split_whitespace()
            .collect();
        format!(
            "{} | {}",
            &source[note.span.start..note.span.end],
            lines.join(" ")
        )
    });
    let told: Vec<String> = told.collect();
    assert_eq!(
        told,
        [
            "# one | token apple on goat",
            "# two | deck meadow",
            "# three | permission rest (who: goat) permission eat (who: goat)",
            "# four | procedure push { # five step roll { # six stop } }",
            "# five | step roll { # six stop }",
            "# six | stop",
        ]
    );
}
