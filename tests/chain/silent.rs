//! What compiles and then does nothing, or something else than it says, is told.

use crate::workshop::{Copy, check, sample};
use cardwright_compiler::{Project, for_people};

const CARDS: &str = "cards/sample/basic.yaml";
const RULE: &str = "after push.suffer when pushed is you and hits > weight of here { give 1 apple to you }";
const SYSTEM: &str = "systems/sample/system.yaml";

/// The codes of what is wrong with rules of the brass bell.
fn codes(rules: &str) -> Vec<&'static str> {
    codes_of(&Copy::of(&sample()).with(CARDS, RULE, rules).project())
}

fn codes_of(project: &Project) -> Vec<&'static str> {
    check(project).iter().map(|one| one.code.id).collect()
}

#[test]
fn an_effect_whose_rules_live_in_the_window_that_ends_it_is_told() {
    let sore = |until: &str| {
        codes(&format!(
            "effect sore (p: goat) {{ after push.suffer when pushed is p {{ give 1 bruise to p }} }}
             at push.roll when pushed is you once per round {{ start sore(you) until {until} }}"
        ))
    };
    assert_eq!(sore("after push.suffer"), ["cw0521"]);
    assert_eq!(sore("after push"), [""; 0]);
    assert_eq!(sore("after push.suffer 2 times"), [""; 0]);
    assert_eq!(sore("after push.suffer when pushed is not p"), [""; 0]);
}

#[test]
fn an_effect_that_its_own_run_ends_is_told() {
    let furious = |until: &str| {
        codes(&format!(
            "before push.roll when pusher is you and dizzy of you = no once per game {{ start angry(you) until {until} }}"
        ))
    };
    assert_eq!(furious("after push when pusher is victim"), ["cw0522"]);
    assert_eq!(furious("after push"), [""; 0]);
    assert_eq!(furious("after push 2 times when pusher is victim"), [""; 0]);
    assert_eq!(furious("after next push when pusher is victim"), [""; 0]);
    assert_eq!(furious("after push when pushed is victim"), [""; 0]);
    // What ends as a window opens has ended before the rules in it begin.
    let late = "after push when pusher is you and dizzy of you = no once per game \
                { start angry(you) until after push when pusher is victim }";
    assert_eq!(codes(late), [""; 0]);
}

#[test]
fn options_that_no_gate_can_open_are_told() {
    let trick = |when: &str| codes(&format!("trick \"Hop\" when {when} {{ give 1 apple to actor }}"));
    assert_eq!(trick("no"), ["cw0502"]);
    assert_eq!(trick("apple on actor > 3 and apple on actor < 2"), ["cw0502"]);
    assert_eq!(trick("apple on actor < 0"), ["cw0502"]);
    assert_eq!(trick("apple on actor > 3"), [""; 0]);
}

#[test]
fn a_limit_by_a_procedure_that_never_runs_there_is_an_error() {
    let project = Copy::of(&sample())
        .with(
            CARDS,
            RULE,
            "after round.push when apple on you = 0 once per push { give 1 apple to you }",
        )
        .project();
    let found = check(&project);
    assert_eq!(found[0].code.id, "cw0136");
    assert_eq!(found[0].code.severity.name(), "error");
}

#[test]
fn phrases_are_about_names_that_exist() {
    let phrased = |key: &str| {
        let copy = Copy::of(&sample());
        let text = copy.text(SYSTEM);
        copy.write(
            SYSTEM,
            &format!("{text}phrases:\n  push: a push\n  {key}: what it says\n"),
        );
        let found = check(&copy.project());
        let told = found
            .first()
            .map(|one| (one.code.id, one.fix.as_ref().map(|fix| fix.put.clone())));
        assert!(found.len() <= 1, "{key}: {found:?}");
        told
    };
    let fixed = |put: &str| Some(("cw0224", Some(put.to_owned())));
    assert_eq!(phrased("pussh as pusher"), fixed("push"));
    assert_eq!(phrased("push as puser"), fixed("pusher"));
    assert_eq!(phrased("push.sufer"), fixed("push.suffer"));
    assert_eq!(phrased("not dizy"), fixed("dizzy"));
    assert_eq!(phrased("banana"), Some(("cw0224", None)));
    for fine in [
        "push as pusher",
        "set push hits",
        "not dizzy",
        "push.suffer",
        "rival-of * 1",
        "standing > 0",
    ] {
        assert_eq!(phrased(fine), None, "{fine}");
    }
}

#[test]
fn phrases_of_sets_and_cards_are_about_names_that_exist() {
    let wrong = |at: &str, put: &str| {
        let copy = Copy::of(&sample());
        let text = copy.text(CARDS);
        assert!(text.contains(at), "{at} stands in the set");
        copy.write(CARDS, &text.replacen(at, put, 1));
        let found = check(&copy.project());
        let told = found
            .first()
            .map(|one| (one.code.id, one.fix.as_ref().map(|fix| fix.put.clone())));
        assert!(found.len() <= 1, "{put}: {found:?}");
        told
    };
    let of_set = |key: &str| {
        wrong(
            "\ncards:\n",
            &format!("\nphrases: {{ {key}: what it says }}\ncards:\n"),
        )
    };
    let of_card = |key: &str| {
        wrong(
            "    rules: |",
            &format!("    phrases: {{ {key}: what it says }}\n    rules: |"),
        )
    };
    let fixed = Some(("cw0224", Some("push".to_owned())));
    assert_eq!(of_set("pussh as pusher"), fixed);
    assert_eq!(of_card("pussh as pusher"), fixed);
    assert_eq!(of_set("push as pusher"), None);
    assert_eq!(of_card("push as pusher"), None);
}

// Limit: MOST_SHOWN in compiler/src/render/people.rs
#[test]
fn of_very_many_errors_the_first_are_shown_and_the_rest_counted() {
    let many: String = (0..300)
        .map(|at| format!("give 1 apple to nobody-{at} "))
        .collect();
    let project = Copy::of(&sample())
        .with(CARDS, RULE, &format!("after round always {{ {many} }}"))
        .project();
    let told = for_people(&project.sources, &check(&project), false);
    assert_eq!(told.matches("cw0101").count(), 200);
    assert!(told.ends_with("and 100 more; `--format json` tells all\n"));
}
