//! `test --pairs`: cards of a set by twos.

use crate::shop::Shop;

/// Two bells that are fine alone: where both lie on one goat, the second counts to what the first has written.
const FEUD: &str = "\
set: feud
system: sample
title: Bells that quarrel
rules: |
  state hoard (keeper: goat): number
cards:
  - id: dragon-bell
    kind: bell
    name: Dragon Bell
    facts: { weight: 1, mood: calm }
    rules: |
      before push always { set hoard(you) to 900000000 }
  - id: miser-bell
    kind: bell
    name: Miser Bell
    facts: { weight: 1, mood: calm }
    rules: |
      after push when pusher is you { repeat hoard(you) times { give 1 apple to you } }
  - id: plain-bell
    kind: bell
    name: Plain Bell
    facts: { weight: 1, mood: calm }
    rules: |
      modify push-of + 1 when g is you
      after push when pusher is you { give 1 apple to you }
";

fn shop() -> Shop {
    let shop = Shop::new();
    shop.write("cards/sample/feud.yaml", FEUD);
    shop
}

#[test]
fn a_failure_becomes_a_file_that_fails_as_a_case_too() {
    let shop = shop();
    let folder = "tests/conformance/sample/pairs";
    let call = ["test", "--pairs", "feud", "--time", "600s", "--cases", folder];
    let answer = shop.run(&call).expect(1);
    assert!(
        answer.out.contains("FAILED dragon-bell with miser-bell: runs: "),
        "{}",
        answer.out
    );
    let file = format!("{folder}/dragon-bell-with-miser-bell-runs.yaml");
    assert!(answer.out.contains(&file), "{}", answer.out);
    let case = shop.text(&file);
    assert!(
        case.starts_with("# Found by `cardwright test --pairs sample/feud"),
        "{case}"
    );
    let told = shop.run(&["test", &file]).expect(1);
    assert!(told.out.contains("ran too long"), "{}", told.out);
    // What it has written it may write again, and nothing else.
    shop.run(&call).expect(1);
    shop.write(&file, "case: mine\n");
    let refused = shop.run(&call).expect(2);
    assert!(
        refused.err.contains("was not written by `--pairs`"),
        "{}",
        refused.err
    );
}

#[test]
fn the_report_for_programs_says_how_much_was_looked_at() {
    let call = [
        "test",
        "--pairs",
        "sample/feud",
        "--time",
        "600s",
        "--format",
        "json",
    ];
    let report = shop().run(&call).expect(1).json().remove(0);
    assert_eq!(report["pairs"]["meeting"], 2);
    assert_eq!(report["cards"], 3);
    assert_eq!(report["complete"], true);
    assert_eq!(report["failures"][0]["law"], "runs");
    assert_eq!(report["failures"][0]["fails"], true);
    assert!(report["games"].as_u64().is_some_and(|games| games > 0));
}

#[test]
fn a_call_in_which_nothing_is_compared_is_wrong() {
    let shop = shop();
    for (more, why) in [
        (&["--pairs", "fued"][..], "there is no set `fued`"),
        (
            &["--pairs", "basic", "--card", "billy"],
            "`billy` is not one of the cards",
        ),
        (
            &["--pairs", "feud", "--card", "plain-bell", "--card", "plain-bell"],
            "there are no pairs",
        ),
        (&["--pairs", "feud", "--format", "junit"], "`human` and `json`"),
        (&["--pairs", "feud", "--filter", "x"], "cannot be used with"),
    ] {
        let call: Vec<&str> = ["test"].iter().chain(more).copied().collect();
        let answer = shop.run(&call).expect(2);
        assert!(answer.err.contains(why), "{more:?}: {}", answer.err);
    }
}

#[test]
fn pairs_that_work_end_with_0_and_a_share_that_is_too_small_with_1() {
    let shop = shop();
    let two = [
        "test",
        "--pairs",
        "feud",
        "--time",
        "600s",
        "--card",
        "miser-bell",
        "--card",
        "plain-bell",
    ];
    let answer = shop.run(&two).expect(0);
    assert!(
        answer.out.contains("1 pair meets, 1 exercised (100.0 %)"),
        "{}",
        answer.out
    );
    let strict = [&two[..], &["--threshold", "100.5"]].concat();
    shop.run(&strict).expect(1);
}
