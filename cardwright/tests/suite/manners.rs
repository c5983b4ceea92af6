//! How the program tells: warnings that are meant, fixes, colours, loudness, completions, one comment.

use crate::shop::Shop;
use serde_json::Value;

const CARDS: &str = "cards/sample/basic.yaml";
const PLAY: &str = "systems/sample/play.cw";
const SETTINGS: &str = "cardwright.toml";
/// A token that nothing uses: a warning.
const UNUSED: &str = "\ntoken dust on goat\n";

/// A project with one warning.
fn warned() -> Shop {
    let shop = Shop::new();
    shop.write(PLAY, &format!("{}{UNUSED}", shop.text(PLAY)));
    shop
}

fn allow(code: &str, path: &str) -> String {
    format!("[[allow]]\ncode = \"{code}\"\npath = \"{path}\"\nreason = \"It comes with the next set.\"\n")
}

/// The codes of a check.
fn codes(shop: &Shop, code: i32) -> Vec<String> {
    let answer = shop
        .run(&["check", "--format", "json", "--deny", "warnings"])
        .expect(code);
    let found: Value = serde_json::from_str(&answer.out).expect("it is JSON");
    let found = found.as_array().expect("a list").iter();
    found
        .map(|one| one["code"].as_str().expect("a code").to_owned())
        .collect()
}

#[test]
fn a_warning_that_is_meant_is_not_told() {
    let shop = warned();
    assert_eq!(codes(&shop, 1), ["cw0509"]);
    for path in [PLAY, "systems/sample", "systems/"] {
        shop.write(SETTINGS, &allow("cw0509", path));
        assert_eq!(codes(&shop, 0), [""; 0], "{path}");
    }
    // Another warning, another place, and a file whose name only begins alike.
    for (code, path) in [
        ("cw0501", PLAY),
        ("cw0509", "cards"),
        ("cw0509", "systems/sample/pl"),
    ] {
        shop.write(SETTINGS, &allow(code, path));
        assert_eq!(codes(&shop, 1), ["cw0509", "cw0536"], "{code} {path}");
    }
}

#[test]
fn an_allowance_of_nothing_is_told_only_when_everything_is_checked_and_nothing_is_wrong() {
    let shop = Shop::new();
    shop.write(SETTINGS, &allow("cw0509", PLAY));
    assert_eq!(codes(&shop, 1), ["cw0536"]);
    let told = shop.run(&["check", CARDS, "--format", "json"]).expect(0).out;
    assert_eq!(told.trim(), "[]");
    let shop = shop.with(CARDS, "kind: goat", "kind: gaot");
    assert!(!codes(&shop, 1).contains(&"cw0536".to_owned()));
}

#[test]
fn an_error_cannot_be_allowed() {
    let shop = Shop::new();
    shop.write(SETTINGS, &allow("cw0101", CARDS));
    let told = shop.run(&["check"]).expect(1).err;
    assert!(told.contains("`cw0101` is an error"), "{told}");
}

/// A condition that ends with a needless mark: an error whose fix is certain.
const BROKEN: (&str, &str) = ("end the game with north-wins", "end the game with north-wins;");

fn broken() -> Shop {
    let scenario = "scenarios/sample/duel.yaml";
    Shop::new().with(scenario, BROKEN.0, BROKEN.1)
}

#[test]
fn a_certain_fix_is_written_and_told() {
    let shop = broken();
    let scenario = "scenarios/sample/duel.yaml";
    let before = shop.text(scenario);
    shop.run(&["check"]).expect(1);
    let told = shop.run(&["check", "--fix", "--dry-run"]).expect(1).err;
    assert!(told.contains(&format!("would be fixed: {scenario}:")), "{told}");
    assert_eq!(shop.text(scenario), before);
    let told = shop.run(&["check", "--fix"]).expect(0).err;
    assert!(told.contains(&format!("fixed: {scenario}:")), "{told}");
    assert_eq!(shop.text(scenario), before.replacen(BROKEN.1, BROKEN.0, 1));
    let again = shop.run(&["check", "--fix"]).expect(0).err;
    assert!(!again.contains("fixed"), "{again}");
}

#[test]
fn a_fix_that_is_not_certain_is_not_written() {
    let shop = Shop::new().with(CARDS, "kind: goat", "kind: gaot");
    let before = shop.text(CARDS);
    let told = shop.run(&["check", "--fix"]).expect(1).err;
    assert!(
        told.contains("did you mean `goat`?") && !told.contains("fixed: "),
        "{told}"
    );
    assert_eq!(shop.text(CARDS), before);
}

#[test]
fn colours_are_as_the_call_wants_them() {
    let shop = Shop::new().with(CARDS, "kind: goat", "kind: gaot");
    let colours = |more: &[&str]| {
        shop.run(&[&["check"], more].concat())
            .expect(1)
            .err
            .contains("\u{1b}[")
    };
    assert!(!colours(&[]));
    assert!(!colours(&["--color", "auto"]));
    assert!(colours(&["--color", "always"]));
    assert!(!colours(&["--color", "never"]));
}

#[test]
fn who_is_quiet_tells_only_errors() {
    let fine = Shop::new().run(&["check", "--quiet"]).expect(0);
    assert_eq!((fine.out.as_str(), fine.err.as_str()), ("", ""));
    let silent = warned().run(&["check", "-q"]).expect(0);
    assert_eq!((silent.out.as_str(), silent.err.as_str()), ("", ""));
    let denied = warned().run(&["check", "-q", "--deny", "warnings"]).expect(1);
    assert!(denied.err.contains("cw0509"), "{}", denied.err);
    let wrong = Shop::new()
        .with(CARDS, "kind: goat", "kind: gaot")
        .run(&["check", "-q"])
        .expect(1);
    assert!(
        wrong.err.contains("cw0208") && !wrong.err.contains("1 error"),
        "{}",
        wrong.err
    );
    let tested = Shop::new().run(&["test", "-q"]).expect(0);
    assert_eq!((tested.out.as_str(), tested.err.as_str()), ("", ""));
}

#[test]
fn who_is_verbose_tells_what_was_read() {
    let told = Shop::new().run(&["check", "--verbose"]).expect(0);
    assert!(
        told.err.contains("read ") && told.err.contains(" files, "),
        "{}",
        told.err
    );
    assert!(told.err.contains("took "), "{}", told.err);
    Shop::new().run(&["check", "-q", "-v"]).expect(2);
}

#[test]
fn shells_and_readers_of_manuals_are_served() {
    let shop = Shop::empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = shop.run(&["completions", shell]).expect(0).out;
        assert!(
            script.contains("coverage") && script.contains("no-regress"),
            "{shell}"
        );
    }
    shop.run(&["man", "."]).expect(0);
    let page = shop.text("cardwright-coverage.1");
    assert!(page.contains("no\\-regress") && page.starts_with(".ie"), "{page}");
    assert!(shop.text("cardwright.1").contains("cardwright\\-coverage(1)"));
    assert!(!shop.folder.join("cardwright-man.1").exists());
    // Nothing is written over.
    shop.run(&["man", "."]).expect(2);
}

#[test]
fn one_comment_is_made_of_all_reports() {
    let shop = Shop::empty();
    let changes: Vec<Value> = (0..25)
        .map(|number| {
            let level = if number == 24 { "breaking" } else { "text" };
            serde_json::json!({
                "id": "cost-changed", "level": level, "part": "table", "name": format!("cost-changed basic/card-{number}"),
                "system": "orchard", "about": "basic", "title": "A *bold* <b>card</b> @all", "text": "", "before": "3", "after": "4",
                "file": null, "excuse": null,
            })
        })
        .collect();
    let compared = serde_json::json!({ "systems": 1, "cards": 2, "cases": 3, "games": 4 });
    let diff = serde_json::json!({ "before": "main", "after": ".", "compared": compared, "changes": changes, "unused_excuses": [] });
    shop.write("diff.json", &diff.to_string());
    let lost = serde_json::json!({ "kind": "rule", "id": "ORC-001", "name": "rule-lost orchard/ORC-001", "was": "proven by a.yaml", "excuse": null });
    let compared = serde_json::json!({ "rules": 9, "abilities": 1, "answers": 5 });
    let coverage = serde_json::json!({ "system": "orchard", "rules": [], "regress": { "compared": compared, "lost": [lost] } });
    shop.write("coverage.json", &format!("{coverage}\n"));
    let share = serde_json::json!({
        "player": "red", "percent": 70.0, "low": 66.0, "high": 74.0, "from": 40.0, "to": 60.0, "balance": "outside",
    });
    let sim = serde_json::json!([{ "scenario": "Duel", "games": 500, "outcomes": [], "balance": [share] }]);
    shop.write("sim.json", &sim.to_string());
    let call = [
        "comment",
        "diff.json",
        "coverage.json",
        "sim.json",
        "--link",
        "https://example.org/1",
    ];
    insta::assert_snapshot!(shop.run(&call).expect(0).out);
}

#[test]
fn a_comment_is_made_of_reports_only() {
    let shop = Shop::empty();
    for (text, why) in [
        ("{\"a\": 1}", "this is no report"),
        ("", "there is no report in it"),
        ("{", "EOF while parsing"),
        ("[1]", "this is no report"),
        (
            "{\"system\": \"orchard\", \"rules\": []}",
            "the reports compare nothing",
        ),
    ] {
        shop.write("report.json", text);
        let told = shop.run(&["comment", "report.json"]).expect(2).err;
        assert!(told.contains(why), "{told}");
    }
    shop.run(&["comment", "nothing.json"]).expect(2);
    shop.run(&["comment"]).expect(2);
    let told = shop
        .run(&["comment", "report.json", "--marker=-->"])
        .expect(2)
        .err;
    assert!(told.contains("a marker is made of"), "{told}");
}
