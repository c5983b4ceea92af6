//! Proof by breaking: a claim counts only if its case fails as soon as the rule is broken.

use crate::shop::Shop;
use serde_json::Value;

fn verdicts(shop: &Shop, more: &[&str]) -> Vec<String> {
    let call = [
        "coverage",
        "orchard",
        "--rules",
        "--by-breaking",
        "--format",
        "json",
    ];
    let call: Vec<&str> = call.iter().chain(more).copied().collect();
    let answer = shop.run(&call).expect(0);
    let rules = answer.json()[0]["rules"].as_array().expect("a list").clone();
    let told = |rule: &Value| format!("{} {}", rule["id"], rule["verdict"]).replace('"', "");
    rules.iter().map(told).collect()
}

#[test]
fn proven_hollow_and_unplaced_claims_are_told_apart() {
    let call = ["coverage", "orchard", "--rules", "--by-breaking"];
    insta::assert_snapshot!(Shop::of("claims").run(&call).expect(0).out);
}

#[test]
fn a_rule_that_is_asked_for_is_told_with_its_case_and_break() {
    let call = [
        "coverage",
        "orchard",
        "--rules",
        "--by-breaking",
        "ORC-001",
        "006",
    ];
    insta::assert_snapshot!(Shop::of("claims").run(&call).expect(0).out);
}

#[test]
fn a_case_that_is_mended_proves_its_rule() {
    let case = "tests/conformance/orchard/two-at-once.yaml";
    let shop = Shop::of("claims").with(case, "when: run picking(one)", "when: run game");
    let shop = shop.with(case, "expect: [apple on one = 2]", "expect: [apple on one = 1]");
    assert_eq!(verdicts(&shop, &["003"]), ["ORC-003 proven"]);
    assert_eq!(verdicts(&Shop::of("claims"), &["003"]), ["ORC-003 hollow"]);
}

#[test]
fn a_case_that_fails_as_things_are_proves_nothing() {
    let case = "tests/conformance/orchard/two-at-once.yaml";
    let shop = Shop::of("claims").with(case, "apple on one = 2", "apple on one = 3");
    assert_eq!(verdicts(&shop, &["001"]), ["ORC-001 failing"]);
}

#[test]
fn only_what_stands_in_a_place_is_broken() {
    let shop = Shop::of("claims");
    let card = verdicts(&shop, &["--where", "cards/orchard"]);
    assert_eq!(card, ["ORC-006 proven"]);
    let line = verdicts(&shop, &["--where", "systems/orchard/play.cw:10"]);
    assert_eq!(line, ["ORC-002 proven"]);
}

#[test]
fn too_few_proven_rules_are_an_error_and_unknown_ones_a_wrong_call() {
    let shop = Shop::of("claims");
    let call = |more: &[&str]| -> Vec<String> {
        let call = ["coverage", "orchard", "--rules", "--by-breaking"];
        call.iter().chain(more).map(|part| (*part).to_owned()).collect()
    };
    for (more, code) in [
        (&["--threshold", "50"][..], 0),
        (&["--threshold", "51"], 1),
        (&["ORC-999"], 2),
        (&["--where", "nowhere.cw"], 2),
    ] {
        let call = call(more);
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        shop.run(&call).expect(code);
    }
    shop.run(&["coverage", "orchard", "--rules", "ORC-001"]).expect(2);
}

#[test]
fn cards_are_changed_and_places_can_be_chosen() {
    let shop = Shop::of("claims");
    let answer = shop.run(&["mutate", "orchard", "--count", "500"]).expect(0);
    assert!(
        answer.out.contains(" cards/orchard/people.yaml"),
        "{}",
        answer.out
    );
    assert!(answer.out.contains(" systems/orchard/play.cw"), "{}", answer.out);
    let call = ["mutate", "orchard", "--where", "cards", "--format", "json"];
    let answer = shop.run(&call).expect(0);
    let changes = answer.json()[0]["changes"].as_array().expect("a list").clone();
    let in_cards = |change: &Value| change["break"]["file"] == "cards/orchard/people.yaml";
    assert!(!changes.is_empty() && changes.iter().all(in_cards), "{changes:?}");
    shop.run(&["mutate", "orchard", "--threshold", "100"]).expect(1);
}

#[test]
fn what_only_agents_ask_is_not_changed() {
    let answer = Shop::new().run(&["mutate", "sample", "--count", "500"]).expect(0);
    assert!(!answer.out.contains("apple on g for g in"), "{}", answer.out);
}

#[test]
fn a_change_that_no_case_runs_survives_and_is_told_as_such() {
    let shop = Shop::of("claims");
    let call = [
        "mutate",
        "orchard",
        "--count",
        "500",
        "--where",
        "systems/orchard/play.cw",
    ];
    let answer = shop.run(&call).expect(0);
    // The cases run `picking` alone, so it never rains.
    let rain = |line: &&str| line.contains("take 1 apple");
    let told: Vec<&str> = answer.out.lines().filter(rain).collect();
    assert!(!told.is_empty(), "{}", answer.out);
    for line in told {
        assert!(
            line.starts_with("SURVIVED ") && line.ends_with("-- no case runs it"),
            "{line}"
        );
    }
    let sum = answer.out.lines().last().unwrap_or_default();
    assert!(sum.ends_with("where no case runs it)"), "{sum}");
    let json = [&call[..], &["--format", "json"]].concat();
    let changes = shop.run(&json).expect(0).json()[0]["changes"].clone();
    let changes = changes.as_array().expect("a list");
    let reached = |wanted: bool| changes.iter().filter(|one| one["reached"] == wanted).count();
    assert!(reached(true) > 0 && reached(false) > 0, "{changes:?}");
}

#[test]
fn a_case_that_fails_before_anything_is_changed_is_left_out_and_named() {
    let case = "tests/conformance/orchard/two-at-once.yaml";
    let shop = Shop::of("claims").with(case, "apple on one = 2", "apple on one = 3");
    let call = ["mutate", "orchard", "--count", "500", "--format", "json"];
    let answer = shop.run(&call).expect(0);
    assert!(
        answer.err.contains(&format!("{case} is left out")),
        "{}",
        answer.err
    );
    let told = &answer.json()[0];
    assert_eq!(told["left_out"], serde_json::json!([case]));
    let changes = told["changes"].as_array().expect("a list");
    assert!(changes.iter().all(|change| change["case"] != case), "{changes:?}");
    assert!(
        changes.iter().any(|change| change["noticed"] == false),
        "{changes:?}"
    );
}

#[test]
fn where_no_case_passes_nothing_is_changed() {
    let shop = Shop::of("claims").with(
        "systems/orchard/play.cw",
        "repeat share-of(who) times",
        "repeat 0 times",
    );
    let tired = "tests/conformance/orchard/who-is-tired-rests.yaml";
    let shop = shop.with(tired, "apple on one = 0", "apple on one = 1");
    let answer = shop.run(&["mutate", "orchard"]).expect(1);
    assert!(
        answer.err.contains("no case of `orchard` passes"),
        "{}",
        answer.err
    );
}
