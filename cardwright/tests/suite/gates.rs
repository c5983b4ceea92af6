//! Gates over a change: what cases covered before must be covered still, and every changed card must be executed.

use crate::changes::{commit, git};
use crate::shop::{Shop, copy};
use serde_json::Value;

const CASES: &str = "tests/conformance/orchard";
const CARDS: &str = "cards/orchard/people.yaml";

/// A card with an ability of its own, which no case executes.
const NEW_CARD: &str = "  - id: cyd
    kind: picker
    name: Cyd
    facts: { basket: large }
    rules: |
      modify share-of + 2 when who is you
";

/// A project with the report of its coverage as a base.
fn based(more: &[&str]) -> Shop {
    let shop = Shop::of("claims");
    let call = ["coverage", "--format", "json"].iter().chain(more);
    let call: Vec<&str> = call.copied().collect();
    let told = shop.run(&call).expect(0).out;
    shop.write("base.json", &told);
    shop
}

fn held(shop: &Shop, more: &[&str], code: i32) -> String {
    let call = ["coverage", "--no-regress", "base.json"].iter().chain(more);
    let call: Vec<&str> = call.copied().collect();
    let answer = shop.run(&call).expect(code);
    format!("{}{}", answer.out, answer.err)
}

fn remove(shop: &Shop, file: &str) {
    std::fs::remove_file(shop.folder.join(file)).expect("it is there");
}

fn append(shop: &Shop, file: &str, text: &str) {
    shop.write(file, &format!("{}{text}", shop.text(file)));
}

#[test]
fn a_project_has_lost_nothing_since_its_own_report() {
    let told = held(&based(&[]), &[], 0);
    assert!(
        told.contains(
            "orchard: compared with the base: 16 proven rules, 1 executed ability, 21 answers of conditions; "
        ),
        "{told}"
    );
    assert!(told.contains("0 lost, 0 excused"), "{told}");
}

#[test]
fn a_change_that_loses_a_proof_fails_and_names_the_rule_and_its_case() {
    let shop = based(&[]);
    remove(&shop, &format!("{CASES}/who-is-fresh-climbs.yaml"));
    let told = held(&shop, &[], 1);
    let lost = format!("rule-lost orchard/ORC-011: proven by {CASES}/who-is-fresh-climbs.yaml");
    assert!(told.contains(&lost), "{told}");
    // The reports for programs say so too.
    let call = ["coverage", "--no-regress", "base.json", "--format", "json"];
    let value: Value = shop.run(&call).expect(1).json().remove(0);
    assert_eq!(value["regress"]["lost"][0]["id"], "ORC-011");
    assert_eq!(value["regress"]["lost"][0]["name"], "rule-lost orchard/ORC-011");
    assert_eq!(value["regress"]["lost"][0]["excuse"], Value::Null);
}

#[test]
fn a_case_that_fails_proves_nothing_any_more() {
    let shop = based(&[]).with(
        &format!("{CASES}/who-rests-is-fresh.yaml"),
        "fatigue on one = 0",
        "fatigue on one = 1",
    );
    assert!(held(&shop, &[], 1).contains("rule-lost orchard/ORC-015"));
}

#[test]
fn a_case_that_says_less_loses_answers() {
    let shop = based(&[]).with(
        &format!("{CASES}/who-is-fresh-climbs.yaml"),
        "[not may-climb(one), may-climb(two)]",
        "[may-climb(two)]",
    );
    let told = held(&shop, &[], 1);
    assert!(
        told.contains(
            "answer-lost orchard/systems/orchard/half.cw: no to `apple on who > 0`: a case gave this answer \
             (may-climb, systems/orchard/half.cw:"
        ),
        "{told}"
    );
    assert!(!told.contains("rule-lost"), "{told}");
}

#[test]
fn a_case_that_still_claims_a_rule_but_no_longer_notices_its_breaks_fails_by_breaking() {
    let basket = format!("{CASES}/a-small-basket.yaml");
    let shop = based(&["--by-breaking"]);
    assert!(held(&shop, &["--by-breaking"], 0).contains("2 proven rules, 43 noticed breaks; 0 lost"));
    let shop = shop.with(
        &basket,
        "[apple on one = 2, apple on two = 5]",
        "[apple on two = 5]",
    );
    let told = held(&shop, &["--by-breaking"], 1);
    assert!(
        told.contains(&format!("rule-lost orchard/ORC-005: proven by {basket}")),
        "{told}"
    );
    // A rule that is not wholly proven loses what its case noticed, too.
    let walks = format!("{CASES}/who-carries-walks.yaml");
    let shop =
        based(&["--by-breaking"]).with(&walks, "[may-walk(two), not may-walk(one)]", "[may-walk(two)]");
    let told = held(&shop, &["--by-breaking"], 1);
    assert!(!told.contains("rule-lost"), "{told}");
    // Two breaks of that condition come to the same; either is named.
    let lost = "break-lost orchard/ORC-019: systems/orchard/half.cw: ";
    assert!(
        told.contains(lost)
            && told.contains("in `define may-walk")
            && told.contains(&format!("{walks} noticed it")),
        "{told}"
    );
}

#[test]
fn a_loss_may_be_excused_with_a_reason_and_an_excuse_for_nothing_is_told() {
    let shop = based(&[]);
    remove(&shop, &format!("{CASES}/who-carries-walks.yaml"));
    remove(&shop, &format!("{CASES}/who-shares-gives-one.yaml"));
    shop.write(
        "excuses.txt",
        "rule-lost orchard/ORC-019\n    Nobody walks any more.\nrule-lost orchard/ORC-016\n    Nor shares.\n\
         rule-lost orchard/ORC-001\n    Nothing is lost here.\nanswer-lost orchard/systems/orchard/half.cw: *\n    What they \
         reached.\nproof-lost orchard/people/ben *\n    Only `--changed` can tell.\ncost-changed orchard/*\n    Only `diff` can.\n",
    );
    let told = held(&shop, &["--excuses", "excuses.txt"], 0);
    assert!(told.contains("excused: rule-lost orchard/ORC-019"), "{told}");
    assert!(told.contains("(Nobody walks any more.)"), "{told}");
    assert!(
        told.contains("excuses.txt:5: nothing is excused by `rule-lost orchard/ORC-001`"),
        "{told}"
    );
    assert_eq!(told.matches("nothing is excused").count(), 1, "{told}");
    shop.write("excuses.txt", "ORC-019\n    No id in front.\n");
    let told = held(&shop, &["--excuses", "excuses.txt"], 1);
    assert!(
        told.contains("excuses.txt:1: nothing is excused by `ORC-019`"),
        "{told}"
    );
}

#[test]
fn a_card_that_is_gone_and_an_ability_that_is_no_longer_executed_are_lost() {
    let shop = based(&[]);
    remove(&shop, &format!("{CASES}/the-old-school.yaml"));
    let shop = shop.with(
        &format!("{CASES}/a-small-basket.yaml"),
        "  run picking(two)\n  run picking(two)\n",
        "",
    );
    let shop = shop.with(&format!("{CASES}/a-small-basket.yaml"), ", apple on two = 5", "");
    let told = held(&shop, &[], 1);
    assert!(told.contains("ability-lost orchard/people/ben: "), "{told}");
    assert!(told.contains(&format!("executed by {CASES}/")), "{told}");
    let shop = Shop::of("claims").with(
        CARDS,
        "    rules: |\n      modify share-of + 1 when who is you\n",
        "",
    );
    shop.write("base.json", &based(&[]).text("base.json"));
    let told = held(&shop, &[], 1);
    assert!(told.contains("rule-lost orchard/ORC-006"), "{told}");
}

#[test]
fn a_condition_that_is_worded_anew_must_be_reached_as_the_old_one_was() {
    let play = "systems/orchard/half.cw";
    let reached = based(&[]).with(
        play,
        "fatigue on who = 0 and apple on who > 0",
        "fatigue on who = 0 and apple on who >= 1",
    );
    let told = held(&reached, &[], 0);
    assert!(told.contains("0 lost"), "{told}");
    let unreached = based(&[]).with(
        play,
        "fatigue on who = 0 and apple on who > 0",
        "fatigue on who = 0 and apple on who > 0 - 1",
    );
    let unreached = unreached.with(
        &format!("{CASES}/who-is-fresh-climbs.yaml"),
        "not may-climb(one), ",
        "",
    );
    let told = held(&unreached, &[], 1);
    assert!(
        told.contains("no to `apple on who > 0 - 1`: no case gives this answer; the condition replaces"),
        "{told}"
    );
}

#[test]
fn a_comparison_of_nothing_is_a_wrong_call() {
    let shop = based(&[]);
    let base = shop.text("base.json");
    for (text, why) in [
        (String::new(), "it is empty"),
        ("[]\n".to_owned(), "has no `system`"),
        ("{\"system\":\"orchard\"}\n".to_owned(), "missing field"),
        ("no json\n".to_owned(), "expected ident"),
    ] {
        shop.write("base.json", &text);
        let told = held(&shop, &[], 2);
        assert!(
            told.contains(why) && told.contains("is not a report of `cardwright coverage --format json`"),
            "{told}"
        );
    }
    let other = base.replace("\"system\":\"orchard\"", "\"system\":\"meadow\"");
    shop.write("base.json", &other);
    let told = held(&shop, &["--system", "orchard"], 2);
    assert!(told.contains("nothing was compared"), "{told}");
    assert!(held(&shop, &[], 1).contains("system-gone meadow: the system no longer exists"));
}

/// A project that is a repository with one commit.
fn kept() -> Shop {
    let shop = Shop::of("claims");
    git(&shop, &["init", "-q"]);
    git(&shop, &["add", "."]);
    commit(&shop, "one");
    shop
}

#[test]
fn a_changed_card_is_executed_by_a_case_or_named() {
    let shop = kept();
    let told = shop.run(&["coverage", "--changed", "HEAD"]).expect(0).out;
    assert!(
        told.contains("orchard: 0 of 2 cards changed since HEAD"),
        "{told}"
    );
    // One whose ability a case executes, and one that has none.
    let shop = shop
        .with(CARDS, "name: Ben", "name: Benno")
        .with(CARDS, "name: Ann", "name: Anna");
    let told = shop.run(&["coverage", "--changed", "HEAD"]).expect(0).out;
    assert!(
        told.contains(
            "2 of 2 cards changed since HEAD: 1 executed by cases, 1 without abilities, 0 not executed"
        ),
        "{told}"
    );
    append(&shop, CARDS, NEW_CARD);
    let told = shop.run(&["coverage", "--changed", "HEAD"]).expect(1).out;
    assert!(
        told.contains("not-executed orchard/people/cyd: new, and no case executes it: "),
        "{told}"
    );
    assert!(
        told.contains("changed: people/ben: Benno is executed by tests/conformance/orchard/"),
        "{told}"
    );
    shop.write(
        "excuses.txt",
        "not-executed orchard/people/cyd\n    It is only printed.\n",
    );
    let told = shop
        .run(&["coverage", "--changed", "HEAD", "--excuses", "excuses.txt"])
        .expect(0)
        .out;
    assert!(told.contains("(It is only printed.)"), "{told}");
    let call = ["coverage", "--changed", "HEAD", "--format", "json"];
    let value: Value = shop.run(&call).expect(1).json().remove(0);
    assert_eq!(value["changed"]["compared"], 3);
    assert_eq!(value["changed"]["cards"][2]["card"], "cyd");
    assert_eq!(
        value["changed"]["cards"][2]["never"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn a_card_that_is_gone_is_named() {
    let shop = kept();
    let text = shop.text(CARDS);
    append(&shop, CARDS, NEW_CARD);
    git(&shop, &["add", "."]);
    commit(&shop, "two");
    shop.write(CARDS, &text);
    let told = shop.run(&["coverage", "--changed", "HEAD"]).expect(0).out;
    assert!(told.contains("  gone: people/cyd\n"), "{told}");
    let call = ["coverage", "--changed", "HEAD", "--format", "json"];
    let value: Value = shop.run(&call).expect(0).json().remove(0);
    assert_eq!(value["changed"]["gone"][0], "people/cyd");
}

/// A card set of its own whose card has its rules from an overlay.
fn overlaid() -> Shop {
    let shop = card_set();
    let rules = OWN_RULES.replace("give 2 apple", "give 3 apple");
    shop.write(
        "cards/sample/errata.yaml",
        &format!("overlay: errata\nsystem: sample\ntitle: Errata\ndate: 2026-09-01\ncards:\n  - card: hill-first\n{rules}"),
    );
    let shop = shop.with(OWN_CASE, "apple on first-goat = 2", "apple on first-goat = 3");
    git(&shop, &["add", "."]);
    commit(&shop, "errata");
    shop
}

#[test]
fn rules_of_an_overlay_belong_to_the_card_that_it_changes() {
    let shop = overlaid();
    let told = shop.run(&["coverage"]).expect(0).out;
    assert!(told.contains("1 of 1 ability of cards executed"), "{told}");
    let told = shop.run(&["coverage", "--changed", "HEAD~1"]).expect(0).out;
    assert!(
        told.contains("1 of 1 card changed since HEAD~1: 1 executed"),
        "{told}"
    );
    // The case proves nothing any more, and then it is gone.
    let text = shop.text(OWN_CASE);
    let (before, _) = text.split_once("dice:").expect("the case has dice");
    shop.write(
        OWN_CASE,
        &format!("{before}expect:\n  - apple on first-goat >= 0\n"),
    );
    let told = shop.run(&["coverage", "--changed", "HEAD"]).expect(1).out;
    assert!(told.contains("proof-lost sample/hill/hill-first"), "{told}");
    std::fs::remove_file(shop.folder.join(OWN_CASE)).expect("it is there");
    let told = shop.run(&["coverage", "--changed", "HEAD"]).expect(1).out;
    assert!(told.contains("proof-lost sample/hill/hill-first"), "{told}");
}

#[test]
fn what_an_expectation_asks_for_is_executed() {
    let shop = card_set();
    let modifier = "    rules: |\n      modify push-of + 1 when g is you and apple on you > 0\n";
    let shop = shop.with(OWN_CARDS, OWN_RULES, modifier);
    shop.write(
        OWN_CASE,
        "scenario: hill-trial\ngiven: give 1 apple to first-goat\nexpect:\n  - push-of(first-goat) = 4\n",
    );
    shop.run(&["test"]).expect(0);
    let told = shop.run(&["coverage"]).expect(0).out;
    assert!(told.contains("1 of 1 ability of cards executed, "), "{told}");
}

#[test]
fn comments_and_empty_lines_change_no_card() {
    let shop = kept().with(CARDS, "  # ORC-006\n", "  # ORC-006, as of old\n\n");
    let told = shop.run(&["coverage", "--changed", "HEAD"]).expect(0).out;
    assert!(told.contains("orchard: 0 of 2 cards changed"), "{told}");
}

#[test]
fn a_revision_that_is_not_there_is_a_wrong_call() {
    let told = kept().run(&["coverage", "--changed", "nowhere"]).expect(2).err;
    assert!(told.contains("nowhere"), "{told}");
}

#[test]
fn only_what_differs_from_a_revision_is_mutated() {
    let shop = kept();
    let call = ["mutate", "orchard", "--in-diff", "HEAD", "--format", "json"];
    let value = shop.run(&call).expect(0).json().remove(0);
    assert_eq!((&value["possible"], &value["tried"]), (&0.into(), &0.into()));
    let told = shop.run(&call[..4]).expect(0).out;
    assert!(told.contains("0 changes: nothing can be changed"), "{told}");
    let shop = shop.with("systems/orchard/half.cw", "= 3 * apple", "= 4 * apple");
    let value = shop.run(&call).expect(0).json().remove(0);
    let changes = value["changes"].as_array().expect("a list");
    assert!(!changes.is_empty());
    for change in changes {
        assert_eq!(change["break"]["file"], "systems/orchard/half.cw");
        assert_eq!(change["break"]["line"], 10);
    }
    assert_eq!(value["skipped"], 0);
    // Of a card that differs all of it is.
    let shop = kept().with(CARDS, "name: Ben", "name: Benno");
    let value = shop.run(&call).expect(0).json().remove(0);
    let changes = value["changes"].as_array().expect("a list");
    assert!(
        changes.iter().any(|change| change["break"]["line"] == 15),
        "{changes:?}"
    );
}

/// What a card of its own does, and the case that proves it: in a repository as `new card-set` makes it.
fn card_set() -> Shop {
    let game = Shop::new();
    game.write("cardwright.toml", "[package]\nname = \"goats\"\n");
    let shop = Shop::empty();
    copy(&game.folder, &shop.folder.join("goats"));
    shop.run(&["new", "card-set", "hill", "--needs", "goats=goats"])
        .expect(0);
    // The game lies in the repository, so that one folder is all.
    let shop = shop.inside("hill").with("cardwright.toml", "../goats", "goats");
    copy(&game.folder, &shop.folder.join("goats"));
    remove(&shop, "cardwright.lock");
    shop.run(&["fetch"]).expect(0);
    append(&shop, OWN_CARDS, OWN_RULES);
    shop.write(OWN_CASE, PROOF);
    git(&shop, &["init", "-q"]);
    git(&shop, &["add", "."]);
    commit(&shop, "one");
    shop.run(&["test"]).expect(0);
    shop
}

const OWN_CARDS: &str = "cards/sample/hill.yaml";
const OWN_CASE: &str = "tests/conformance/sample/hill-trial.yaml";
const OWN_RULES: &str = "    rules: |\n      after push.suffer when pusher is you { give 2 apple to you }\n";
const PROOF: &str = "scenario: hill-trial
given: |
  give 1 apple to second-goat
dice: [blank, blank, blank]
when: |
  run push(first-goat, second-goat)
decisions: [pass]
expect:
  - apple on first-goat = 2
";

#[test]
fn a_case_of_a_card_set_that_proves_nothing_any_more_is_named_with_its_card() {
    let shop = card_set();
    let call = ["coverage", "--changed", "HEAD"];
    shop.run(&call).expect(0);
    let shop = shop.with(
        OWN_CASE,
        "apple on first-goat = 2",
        "owner of first-goat is north",
    );
    shop.run(&["test"]).expect(0);
    let told = shop.run(&call).expect(1).out;
    assert!(told.contains("1 case changed or gone since HEAD"), "{told}");
    let lost = format!("proof-lost sample/hill/hill-first hill-trial: {OWN_CASE} noticed ");
    assert!(
        told.contains(&lost) && told.contains("no case notices now"),
        "{told}"
    );
    assert!(told.contains(&format!("{OWN_CARDS}:")), "{told}");
    let value = shop.run(&[&call[..], &["--format", "json"]].concat()).expect(1);
    let proofs = value.json().remove(0)["changed"]["proofs"].clone();
    assert_eq!(proofs["cases"][0], OWN_CASE);
    assert_eq!(
        proofs["lost"][0]["name"],
        "proof-lost sample/hill/hill-first hill-trial"
    );
    assert!(
        proofs["noticed"].as_u64() > Some(0) && proofs["left"] == 0,
        "{proofs}"
    );
    // The comment of a pull request says so.
    shop.write("coverage.json", &value.out);
    let told = shop.run(&["comment", "coverage.json"]).expect(0).out;
    assert!(
        told.contains("- lost: `proof-lost sample/hill/hill-first hill-trial`"),
        "{told}"
    );
    // A reason lets it pass.
    shop.write(
        "excuses.txt",
        "proof-lost sample/hill/*\n    The card is only for show.\n",
    );
    let told = shop
        .run(&[&call[..], &["--excuses", "excuses.txt"]].concat())
        .expect(0)
        .out;
    assert!(told.contains("excused: proof-lost sample/hill/"), "{told}");
}

#[test]
fn a_case_that_is_gone_takes_its_proof_along_unless_another_has_it() {
    let shop = card_set();
    let call = ["coverage", "--changed", "HEAD"];
    remove(&shop, OWN_CASE);
    let told = shop.run(&call).expect(1).out;
    assert!(
        told.contains("proof-lost sample/hill/hill-first hill-trial"),
        "{told}"
    );
    shop.write("tests/conformance/sample/another.yaml", PROOF);
    let told = shop.run(&call).expect(0).out;
    assert!(told.contains("0 proofs are lost"), "{told}");
    // Where the scenario has another card, the case is as it was, and proves nothing of the card.
    let shop = card_set().with(
        "scenarios/sample/hill-trial.yaml",
        "template: hill-first",
        "template: billy",
    );
    let shop = shop.with(OWN_CASE, "apple on first-goat = 2", "apple on first-goat = 0");
    let told = shop.run(&call).expect(1).out;
    assert!(
        told.contains("proof-lost sample/hill/hill-first hill-trial"),
        "{told}"
    );
}

#[test]
fn a_card_that_is_written_anew_with_its_case_is_proven_anew() {
    let call = ["coverage", "--changed", "HEAD"];
    let shop = card_set().with(OWN_CARDS, "give 2 apple", "give 3 apple").with(
        OWN_CASE,
        "apple on first-goat = 2",
        "apple on first-goat = 3",
    );
    let told = shop.run(&call).expect(0).out;
    assert!(told.contains("0 proofs are lost"), "{told}");
    let shop = shop.with(
        OWN_CASE,
        "apple on first-goat = 3",
        "owner of first-goat is north",
    );
    let told = shop.run(&call).expect(1).out;
    assert!(
        told.contains("proof-lost sample/hill/hill-first hill-trial"),
        "{told}"
    );
}

#[test]
fn only_so_many_breaks_are_tried_as_the_call_allows_and_the_rest_is_told() {
    let shop = card_set();
    remove(&shop, OWN_CASE);
    let told = shop
        .run(&["coverage", "--changed", "HEAD", "--breaks", "1"])
        .expect(1)
        .out;
    assert!(
        told.contains("of 1 break of cards") && told.contains("breaks were not tried"),
        "{told}"
    );
}

#[test]
fn a_rule_that_goes_changes_its_own_card_alone() {
    let shop = card_set().with(OWN_CARDS, OWN_RULES, "");
    let value = shop
        .run(&["diff", "--games", "0", "--format", "json"])
        .expect(0)
        .json()
        .remove(0);
    let changes = value["changes"].as_array().expect("a list");
    let names: Vec<&str> = changes.iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "rules-changed sample/hill/hill-first",
            "case-fails sample/hill-trial"
        ]
    );
}

#[test]
fn what_packages_have_is_not_counted_as_ones_own() {
    let shop = card_set();
    let told = shop.run(&["coverage"]).expect(0).out;
    assert!(
        told.contains("sample: 1 of 1 ability of cards executed"),
        "{told}"
    );
    assert!(
        told.contains("sample: not counted, since packages have it: 2 rules, 3 cards with 3 abilities"),
        "{told}"
    );
    let value = shop
        .run(&["coverage", "--format", "json"])
        .expect(0)
        .json()
        .remove(0);
    assert_eq!(value["cards"].as_array().map(Vec::len), Some(1));
    assert_eq!(value["foreign"]["rules"], 2);
    let told = shop.run(&["coverage", "--changed", "HEAD"]).expect(0).out;
    assert!(told.contains("0 of 1 card changed"), "{told}");
}

#[test]
fn breaking_without_a_ledger_says_that_there_is_nothing_to_break() {
    let shop = card_set();
    let told = shop.run(&["coverage", "--by-breaking"]).expect(0).err;
    assert!(
        told.contains("there is no ledger here") && told.contains("--changed"),
        "{told}"
    );
    let told = shop
        .run(&["coverage", "--by-breaking", "--threshold", "80"])
        .expect(2)
        .err;
    assert!(told.contains("there is no ledger here"), "{told}");
}

#[test]
fn a_base_of_the_other_kind_is_told_with_how_to_write_it() {
    let told = held(&based(&[]), &["--by-breaking"], 2);
    assert!(
        told.contains("base.json was written without `--by-breaking`: write it with"),
        "{told}"
    );
    let told = held(&based(&["--by-breaking"]), &[], 2);
    assert!(
        told.contains("base.json was written with `--by-breaking`"),
        "{told}"
    );
}

#[test]
fn changes_are_told_in_the_order_of_their_places_and_printed_costs_are_left_out() {
    let words = "systems/sample/words.cw";
    let cards = "cards/sample/basic.yaml";
    let shop = Shop::new()
        .with(words, "  weight: number\n", "  weight: number\n  cost: number\n")
        .with(cards, "weight: 2, mood", "weight: 2, cost: 3, mood");
    for more in [&["--all"][..], &["--count", "5"]] {
        let call = [&["mutate", "sample", "--where", cards, "--format", "json"], more].concat();
        let value = shop.run(&call).expect(0).json().remove(0);
        let changes = value["changes"].as_array().expect("a list");
        let places = changes.iter().map(|one| one["break"]["start"].as_u64());
        assert!(places.is_sorted(), "{changes:?}");
        let is_cost = |one: &Value| one["break"]["old"] == "3" && one["break"]["line"] == 23;
        assert!(!changes.iter().any(is_cost), "{changes:?}");
        assert!(value["costs"].as_u64() > Some(0), "{value}");
    }
}
