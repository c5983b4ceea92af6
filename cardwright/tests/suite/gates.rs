//! Gates over a change: what cases covered before must be covered still, and every changed card must be executed.

use crate::changes::{commit, git};
use crate::shop::Shop;
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
        told.contains("orchard: compared with the base: 16 proven rules, 1 executed abilities, 21 answers of conditions; "),
        "{told}"
    );
    assert!(told.contains("0 lost, 0 excused"), "{told}");
}

#[test]
fn a_change_that_loses_a_proof_fails_and_names_the_rule_and_its_case() {
    let shop = based(&[]);
    remove(&shop, &format!("{CASES}/who-is-fresh-climbs.yaml"));
    let told = held(&shop, &[], 1);
    let lost = format!("lost: rule ORC-011: proven by {CASES}/who-is-fresh-climbs.yaml");
    assert!(told.contains(&lost), "{told}");
    // The reports for programs say so too.
    let call = ["coverage", "--no-regress", "base.json", "--format", "json"];
    let value: Value = shop.run(&call).expect(1).json().remove(0);
    assert_eq!(value["regress"]["lost"][0]["id"], "ORC-011");
    assert_eq!(value["regress"]["lost"][0]["excuse"], Value::Null);
}

#[test]
fn a_case_that_fails_proves_nothing_any_more() {
    let shop = based(&[]).with(
        &format!("{CASES}/who-rests-is-fresh.yaml"),
        "fatigue on one = 0",
        "fatigue on one = 1",
    );
    assert!(held(&shop, &[], 1).contains("lost: rule ORC-015"));
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
            "lost: answer systems/orchard/half.cw: no to `apple on who > 0`: a case gave this answer"
        ),
        "{told}"
    );
    assert!(!told.contains("lost: rule"), "{told}");
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
        told.contains(&format!("lost: rule ORC-005: proven by {basket}")),
        "{told}"
    );
    // A rule that is not wholly proven loses what its case noticed, too.
    let walks = format!("{CASES}/who-carries-walks.yaml");
    let shop =
        based(&["--by-breaking"]).with(&walks, "[may-walk(two), not may-walk(one)]", "[may-walk(two)]");
    let told = held(&shop, &["--by-breaking"], 1);
    assert!(!told.contains("lost: rule"), "{told}");
    // Two breaks of that condition come to the same; either is named.
    let lost = "lost: break ORC-019: systems/orchard/half.cw: ";
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
        "ORC-019\n    Nobody walks any more.\nORC-016\n    Nor shares.\nORC-001\n    Nothing is lost here.\n\
         systems/orchard/half.cw: *\n    What they reached.\n",
    );
    let told = held(&shop, &["--excuses", "excuses.txt"], 0);
    assert!(told.contains("excused: rule ORC-019"), "{told}");
    assert!(told.contains("(Nobody walks any more.)"), "{told}");
    assert!(
        told.contains("excuses.txt:5: nothing is excused by `ORC-001`"),
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
    assert!(told.contains("lost: ability people/ben: "), "{told}");
    let shop = Shop::of("claims").with(
        CARDS,
        "    rules: |\n      modify share-of + 1 when who is you\n",
        "",
    );
    shop.write("base.json", &based(&[]).text("base.json"));
    let told = held(&shop, &[], 1);
    assert!(told.contains("lost: rule ORC-006"), "{told}");
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
    assert!(held(&shop, &[], 1).contains("lost: system meadow: the system no longer exists"));
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
        told.contains("new, and no case executes it: people/cyd: "),
        "{told}"
    );
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
    assert!(
        told.contains("0 changes: there is nothing that can be changed"),
        "{told}"
    );
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
