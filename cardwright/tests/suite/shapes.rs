//! Reports for programs are described: each key of each report stands on the page, in the part of its verb.

use crate::shop::Shop;
use serde_json::Value;
use std::collections::BTreeSet;

const SCENARIO: &str = "scenarios/sample/duel.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";
/// Keys whose content is named elsewhere: ids of players, and the core's own tellings of a game.
const OF_THEIR_OWN: [&str; 3] = ["wins", "event", "why"];

/// The part of the page from a heading to the next one.
fn part(heading: &str) -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reports.md");
    let page = std::fs::read_to_string(page).expect("the page exists");
    let start = page.find(heading).unwrap_or_else(|| panic!("no `{heading}`"));
    let rest = &page[start + heading.len()..];
    rest[..rest.find("\n#").unwrap_or(rest.len())].to_owned()
}

fn keys(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| keys(one, into)),
        Value::Object(object) => {
            for (key, value) in object {
                into.insert(key.clone());
                if !OF_THEIR_OWN.contains(&key.as_str()) {
                    keys(value, into);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_key_of_a_report_stands_on_its_page() {
    let shop = Shop::new().with(SCENARIO, "template: nanny", "template: nany");
    let fine = Shop::new();
    fine.run(&["build", SCENARIO, "-o", "duel.cwp"]).expect(0);
    let bytes = std::fs::read(fine.folder.join("duel.cwp")).expect("it was built");
    std::fs::write(fine.folder.join("half.cwp"), &bytes[..bytes.len() / 2]).expect("it can be written");
    let orchard = Shop::of("claims");
    let heavy = Shop::new().with("cards/sample/basic.yaml", "weight: 2", "weight: 3");
    let heavier = heavy.folder.display().to_string();
    let calls: [(&str, &Shop, &[&str], i32); 15] = [
        ("## `diff`", &fine, &["diff", &heavier, "."], 0),
        ("## `check`", &shop, &["check"], 1),
        ("### `check --costs`", &fine, &["check", "--costs"], 0),
        ("## `test`", &fine, &["test", CASE], 0),
        ("## `test`", &fine, &["test"], 0),
        ("## `coverage`", &fine, &["coverage", "--rules"], 0),
        ("## `coverage`", &fine, &["coverage", "--cards"], 0),
        (
            "### `coverage --by-breaking`",
            &orchard,
            &["coverage", "orchard", "--by-breaking"],
            0,
        ),
        ("## `mutate`", &orchard, &["mutate", "orchard"], 0),
        (
            "## `run`",
            &fine,
            &["run", SCENARIO, "--why", "--agents", "random"],
            0,
        ),
        ("## `sim`", &fine, &["sim", SCENARIO, "--games", "3"], 0),
        (
            "## `sim`",
            &fine,
            &[
                "sim",
                SCENARIO,
                "--agents",
                "random,search",
                "--swap",
                "--think",
                "20",
            ],
            0,
        ),
        (
            "## `sim`",
            &fine,
            &[
                "sim",
                SCENARIO,
                "--games",
                "20",
                "--cards",
                "--until",
                "9%",
                "--vary",
                "billy.strength=2..4",
                "--wins",
                "north=0..100",
                "--least",
                "1",
            ],
            0,
        ),
        ("## `verify`", &fine, &["verify", "duel.cwp"], 0),
        ("## `verify`", &fine, &["verify", "half.cwp"], 1),
    ];
    for (heading, shop, arguments, code) in calls {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--format", "json"]).collect();
        let answer = shop.run(&arguments).expect(code);
        let text = part(heading);
        let mut told = BTreeSet::new();
        let values = serde_json::Deserializer::from_str(&answer.out).into_iter::<Value>();
        values.for_each(|value| keys(&value.expect("JSON"), &mut told));
        for key in told {
            let bare = format!("`{key}`");
            assert!(
                text.contains(&bare),
                "{arguments:?}: `{key}` is missing below `{heading}`"
            );
        }
    }
}

#[test]
fn every_key_of_a_line_of_a_series_stands_on_the_page() {
    let shop = Shop::new();
    let call = [
        "sim",
        SCENARIO,
        "--games",
        "2",
        "--cards",
        "--lines",
        "games.jsonl",
    ];
    shop.run(&call).expect(0);
    let text = part("### `sim --lines FILE`");
    for line in shop.text("games.jsonl").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        for key in line.as_object().expect("an object").keys() {
            assert!(text.contains(&format!("`{key}`")), "{key}");
        }
    }
    let first = shop.text("games.jsonl");
    let first: Value = serde_json::from_str(first.lines().next().expect("a line")).expect("JSON");
    assert!(text.contains(&format!("`sim`: {}", first["sim"])), "the version");
}

#[test]
fn the_first_keys_of_a_guide_stand_on_the_page() {
    let answer = Shop::new()
        .run(&["explain", "sample", "--format", "json"])
        .expect(0);
    let guide: Value = serde_json::from_str(&answer.out).expect("JSON");
    let text = part("## `explain SYSTEM`");
    for key in guide.as_object().expect("an object").keys() {
        assert!(text.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn the_version_of_reports_is_told() {
    let answer = Shop::new().run(&["--version"]).expect(0);
    let text = part("- **Version.**");
    let version = text.split('`').nth(3).expect("it stands in backticks");
    assert!(
        version.starts_with("reports ") && answer.out.contains(version),
        "{} {version}",
        answer.out
    );
}
