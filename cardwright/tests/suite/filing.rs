//! Faults of files are told once, with their causes, and in every verb.

use crate::shop::Shop;

const SET: &str = "cards/sample/basic.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";
const SCENARIO: &str = "scenarios/sample/duel.yaml";

#[test]
fn the_error_of_a_card_is_told_once_and_its_cases_are_counted() {
    let shop = Shop::new().with(SET, "add-face(dice, butt, 1)", "add-face(dice, but, 1)");
    let answer = shop.run(&["test"]).expect(1);
    assert_eq!(answer.err.matches("cw0101").count(), 1, "{}", answer.err);
    let line = "0 passed, 0 failed; 1 document has errors, and 2 cases that depend on errors did not run";
    assert!(answer.out.contains(line), "{}", answer.out);
    let answer = shop.run(&["test", "--format", "json"]).expect(1);
    let lines = answer.json();
    assert_eq!(lines.len(), 3, "{}", answer.out);
    assert_eq!(lines[0][0]["code"], "cw0101");
    assert_eq!(lines[1]["failures"][0], "a document that it needs has errors");
    // What is wrong with a case itself is told with it.
    let shop = Shop::new().with(CASE, "apple on one = 3", "aple on one = 3");
    let answer = shop.run(&["test"]).expect(1);
    assert!(answer.out.contains("REFUSED"), "{}", answer.out);
    assert!(answer.out.contains("1 passed, 1 failed\n"), "{}", answer.out);
}

#[test]
fn coverage_says_which_cases_prove_nothing() {
    let shop = Shop::new().with(CASE, "apple on one = 3", "aple on one = 3");
    let answer = shop.run(&["coverage", "--rules"]).expect(1);
    assert!(
        answer
            .err
            .contains("1 case did not run, because content has errors"),
        "{}",
        answer.err
    );
    let shop = Shop::new().with(CASE, "apple on one = 3", "apple on one = 4");
    let answer = shop.run(&["coverage", "--rules"]).expect(0);
    assert!(
        answer.err.contains("1 case failed; what fails proves nothing"),
        "{}",
        answer.err
    );
    let fine = Shop::new().run(&["coverage", "--rules"]).expect(0);
    assert_eq!(fine.err, "");
}

#[test]
fn what_cannot_be_explained_says_what_was_meant() {
    let shop = Shop::new();
    shop.run(&["explain", "CW0104"]).expect(0);
    for (asked, meant) in [
        ("cw0104x", "did you mean `cw0104`?"),
        ("wrong-typ", "did you mean `wrong-type`?"),
        ("brass-bel", "did you mean `brass-bell`?"),
        ("sampel", "did you mean `sample`?"),
        ("pus", "did you mean `push`?"),
        ("zzzz", "lists the diagnostics"),
    ] {
        let answer = shop.run(&["explain", asked]).expect(2);
        assert!(answer.err.contains(meant), "{asked}: {}", answer.err);
    }
}

#[test]
fn results_go_to_standard_output_and_missing_folders_are_named() {
    let shop = Shop::new();
    let call = ["run", SCENARIO, "--quiet", "--agents", "default", "--draw", "-"];
    assert!(shop.run(&call).expect(0).out.contains("</svg>"));
    assert!(!shop.folder.join("-").exists());
    let answer = shop.run(&["build", SCENARIO, "-o", "nowhere/new.cwp"]).expect(2);
    assert_eq!(
        answer.err,
        "error: nowhere/new.cwp: there is no folder `nowhere`\n"
    );
    for verb in ["sim", "run", "build"] {
        let answer = shop.run(&[verb, "scenarios"]);
        assert!(
            answer.code > 0 && answer.err.contains("this is a folder"),
            "{verb}: {}",
            answer.err
        );
    }
}
