//! Reports for CI systems: SARIF, JUnit, GitHub annotations, and exit codes, of `check` and of `test`.

use crate::shop::Shop;
use serde_json::Value;

const SCENARIO: &str = "scenarios/sample/duel.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";

fn with_slip() -> Shop {
    Shop::new().with(SCENARIO, "template: billy", "template: bily")
}

fn with_failing_case() -> Shop {
    Shop::new().with(CASE, "apple on two = 1", "apple on two = 7")
}

/// A SARIF report that the official schema allows.
fn sarif(text: &str) -> Value {
    let log: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(log["version"], "2.1.0");
    let faults = against_schema(&log);
    assert!(faults.is_empty(), "{faults:#?}\n{text}");
    log
}

/// The faults of a report by the official schema.
fn against_schema(log: &Value) -> Vec<String> {
    let mut schema: Value =
        serde_json::from_str(include_str!("sarif/sarif-2.1.0.schema.json")).expect("the schema is JSON");
    // The pattern for languages is no regular expression: it closes a bracket that it never opened.
    for part in ["run", "toolComponent"] {
        let language = schema["definitions"][part]["properties"]["language"].as_object_mut();
        let pattern = language.and_then(|language| language.remove("pattern"));
        assert!(pattern.is_some(), "the schema has changed");
    }
    let validator = jsonschema::draft7::new(&schema).expect("the schema is a schema");
    let faults = validator.iter_errors(log);
    faults
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect()
}

#[test]
fn the_schema_refuses_what_is_no_report() {
    let mut log = sarif(&with_slip().run(&["check", "--format", "sarif"]).expect(1).out);
    log["runs"][0]["results"][0]["level"] = "dreadful".into();
    log["runs"][0]["results"][0]["rule"] = "cw0201".into();
    assert_eq!(against_schema(&log).len(), 2);
}

#[test]
fn sarif_of_several_slips_follows_the_schema() {
    let shop = Shop::new()
        .with(SCENARIO, "template: billy", "template: bily")
        .with(CASE, "apple on two = 1", "aple on two = 1");
    let log = sarif(&shop.run(&["check", "--format", "sarif"]).expect(1).out);
    let results = log["runs"][0]["results"].as_array().map_or(0, Vec::len);
    assert!(results >= 2, "only {results} results");
}

#[test]
fn sarif_of_check_names_rule_place_and_fix() {
    let answer = with_slip().run(&["check", "--format", "sarif"]).expect(1);
    let log = sarif(&answer.out);
    let run = &log["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "cw0201");
    let index = result["ruleIndex"].as_u64().unwrap_or(u64::MAX) as usize;
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], "cw0201");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], SCENARIO);
    assert_eq!(place["region"]["startLine"], 10);
    assert_eq!(place["region"]["endColumn"], 37);
    let change = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "billy");
    assert_eq!(change["deletedRegion"], place["region"]);
}

#[test]
fn sarif_of_good_content_has_no_results() {
    let answer = Shop::new().run(&["check", "--format", "sarif"]).expect(0);
    let log = sarif(&answer.out);
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(0));
}

#[test]
fn github_annotations_are_one_line_each() {
    let answer = with_slip().run(&["check", "--format", "github"]).expect(1);
    assert_eq!(
        answer.out.trim_end(),
        "::error file=scenarios/sample/duel.yaml,line=10,col=33,endLine=10,endColumn=37,\
         title=cw0201 unknown-template::there is no card or piece `bily`%0Ahelp: did you mean `billy`?"
    );
}

#[test]
fn junit_of_check_has_a_line_for_each_file() {
    let answer = with_slip().run(&["check", "--format", "junit"]).expect(1);
    assert!(answer.out.starts_with("<?xml"), "{}", answer.out);
    assert_eq!(answer.out.matches("<failure").count(), 1, "{}", answer.out);
    assert!(answer.out.matches("<testcase").count() > 4, "{}", answer.out);
    let fine = Shop::new().run(&["check", "--format", "junit"]).expect(0);
    assert_eq!(fine.out.matches("<failure").count(), 0, "{}", fine.out);
}

#[test]
fn a_failing_case_is_reported_in_every_form() {
    let shop = with_failing_case();
    let human = shop.run(&["test"]).expect(1);
    assert!(human.out.contains("FAILED"), "{}", human.out);
    let junit = shop.run(&["test", "--format", "junit"]).expect(1);
    assert!(
        junit.out.contains("name=\"a nap gives an apple\""),
        "{}",
        junit.out
    );
    assert_eq!(junit.out.matches("<failure").count(), 1, "{}", junit.out);
    let log = sarif(&shop.run(&["test", "--format", "sarif"]).expect(1).out);
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "cw0401");
    let github = shop.run(&["test", "--format", "github"]).expect(1);
    assert!(
        github
            .out
            .starts_with("::error file=tests/conformance/sample/tricks.yaml,line=21,"),
        "{}",
        github.out
    );
}

#[test]
fn explain_shows_the_page_by_code_and_by_name() {
    let shop = Shop::new();
    let by_code = shop.run(&["explain", "cw0101"]).expect(0);
    let by_name = shop.run(&["explain", "unknown-name"]).expect(0);
    assert_eq!(by_code.out, by_name.out);
    for part in ["# cw0101 unknown-name", "## Wrong", "## Right"] {
        assert!(by_code.out.contains(part), "no `{part}` in {}", by_code.out);
    }
    shop.run(&["explain", "cw9999"]).expect(2);
}

#[test]
fn windows_are_drawn_as_dot_and_as_svg() {
    let shop = Shop::new();
    let dot = shop.run(&["explain", "--windows", "sample"]).expect(0);
    assert!(dot.out.contains("p1s1 -> p2s0 [style=dashed];"), "{}", dot.out);
    let svg = shop
        .run(&["explain", "--windows", "sample", "--drawing", "svg"])
        .expect(0);
    assert!(svg.out.starts_with("<svg"), "{}", svg.out);
    assert_eq!(svg.out.matches("<rect").count(), 3, "{}", svg.out);
}

#[test]
fn costs_are_a_table_and_json_with_what_they_rest_on() {
    let shop = Shop::new();
    let table = shop.run(&["check", "--costs"]).expect(0);
    for part in [
        "Ring the bell",
        "These bounds rest on:",
        "at most 2 goat (`duel`)",
    ] {
        assert!(table.out.contains(part), "no `{part}` in {}", table.out);
    }
    let json = shop.run(&["check", "--costs", "--format", "json"]).expect(0);
    let costs: Value = serde_json::from_str(&json.out).expect("it is JSON");
    let abilities = costs["abilities"].as_array().expect("a list");
    let bell = abilities.iter().find(|one| one["name"] == "Ring the bell");
    assert!(bell.is_some_and(|one| one["fuel"].as_u64() > Some(0)), "{costs}");
}

#[test]
fn warnings_are_no_errors_unless_they_are_denied() {
    let words = "systems/sample/words.cw";
    let shop = Shop::new().with(words, "deck hedge\n", "deck hedge\ndeck barn\n");
    let answer = shop.run(&["check"]).expect(0);
    assert!(answer.err.contains("cw0509"), "{}", answer.err);
    assert!(answer.err.contains("1 warning"), "{}", answer.err);
    shop.run(&["check", "--deny", "warnings"]).expect(1);
}

#[test]
fn explain_tells_a_card() {
    let answer = Shop::new().run(&["explain", "brass-bell"]).expect(0);
    assert_eq!(
        answer.out.trim_end(),
        "Brass Bell (bell)\n\n\
         Weight: 2. Mood: calm.\n\n\
         Once per game, in the modify step of push, if you are the pusher and you are not dizzy, \
         you may (\"Ring the bell\") spend an apple token to add 1 butt result to the dice and you are now dizzy.\n\n\
         After the suffer step of push, if you are the pushed and the hits are more than this card's weight, \
         receive an apple token."
    );
}

#[test]
fn explain_tells_what_a_name_means() {
    let shop = Shop::new();
    for (asked, told) in [
        ("push", "### Procedure `push`"),
        ("push.modify", "| `push.modify` |"),
        (
            "modify",
            "A step of `push`: `explain push.modify` tells its windows",
        ),
        ("sample/push", "# The sample game (`sample`): `push`"),
        ("apple", "A token `apple` on a"),
        ("weight", "A field of kind `bell` (printed): `weight: number`"),
        (
            "turnable",
            "A core call that asks: `turnable(pool: pool): set of die`",
        ),
    ] {
        let answer = shop.run(&["explain", asked]).expect(0);
        assert!(answer.out.contains(told), "{asked}: {}", answer.out);
    }
    let answer = shop.run(&["explain", "sample", "push"]).expect(0);
    assert!(
        answer.out.contains("# The sample game (`sample`): `push`"),
        "{}",
        answer.out
    );
    let answer = shop.run(&["explain", "sample", "brass-bell"]).expect(0);
    assert!(answer.out.starts_with("Brass Bell (bell)"), "{}", answer.out);
    shop.run(&["explain", "push", "sample"]).expect(2);
    shop.run(&["explain", "push", "--format", "json"]).expect(2);
    shop.run(&["explain", "nowhere/push"]).expect(2);
}

#[test]
fn explain_tells_what_a_card_made_for_itself() {
    let own = "define rivals-near (one: goat): set of goat = all goat g where g is not one and strength of g > 1 and owner of g is not owner of one
      procedure bleat (one: goat) { step cry { for each g in rivals-near(one) { give 1 apple to g } } }
      at push.modify when any of rivals-near(you) { run bleat(you) }
      at push.modify";
    let shop = Shop::new().with("cards/sample/basic.yaml", "at push.modify", own);
    let answer = shop.run(&["explain", "brass-bell"]).expect(0);
    insta::assert_snapshot!(answer.out);
}

#[test]
fn check_asks_the_rules_about_building_of_every_scenario() {
    let rule = "build \"Only strong goats\" for p when none of (all goat where owner of it is p and strength of it < 3)";
    let shop = Shop::new().with(SCENARIO, "rules: |\n", &format!("rules: |\n  {rule}\n"));
    let answer = shop.run(&["check", "--format", "github"]).expect(1);
    let wanted = "::error file=scenarios/sample/duel.yaml,line=8,col=11,endLine=8,endColumn=16,title=cw0402 illegal-forces::South";
    assert!(answer.out.starts_with(wanted), "{}", answer.out);
    assert_eq!(answer.out.lines().count(), 1, "{}", answer.out);
    // The one piece without which the rule would be kept is named.
    assert!(
        answer.out.contains("Only strong goats (`Nanny`)"),
        "{}",
        answer.out
    );
    let weaker = shop.with(SCENARIO, "strength of it < 3", "strength of it < 2");
    weaker.run(&["check"]).expect(0);
}

#[test]
fn a_rule_about_building_that_a_card_breaks_names_the_card_and_its_piece() {
    let rule = "build \"No bells\" for p when none of (all bell where holder of it is any goat)";
    let shop = Shop::new().with(SCENARIO, "rules: |\n", &format!("rules: |\n  {rule}\n"));
    let answer = shop.run(&["check", "--format", "github"]).expect(1);
    assert!(
        answer.out.contains("No bells (`Brass Bell` on `Billy`)"),
        "{}",
        answer.out
    );
}

#[test]
fn a_face_that_no_die_has_is_told_with_the_faces_that_there_are() {
    let shop = Shop::new();
    shop.write(
        "tests/conformance/sample/odd.yaml",
        "scenario: duel\ndice: [but]\nexpect:\n  - owner of first-goat is north\n",
    );
    let answer = shop.run(&["test"]).expect(1);
    let told = format!("{}{}", answer.out, answer.err);
    assert!(
        told.contains("no die has the face `but`; `horn` has `butt`, `slip`, `blank`;"),
        "{told}"
    );
}

#[test]
fn one_file_is_told_as_one() {
    let shop = Shop::new().with("systems/sample/play.cw", "\n", "\n\n\n\n");
    let told = shop.run(&["fmt", "--check"]).expect(1).err;
    assert!(
        told.contains("1 file is not formatted; run `cardwright fmt`"),
        "{told}"
    );
}

#[test]
fn a_card_that_refuses_its_holder_is_told_at_the_holder() {
    let rule = "rules: |\n      build \"Only for strong goats\" when strength of you > 3\n";
    let shop = Shop::new().with(
        "cards/sample/basic.yaml",
        "rules: |\n      at push.modify",
        &format!("{rule}\n      at push.modify"),
    );
    let answer = shop.run(&["check", "--format", "github"]).expect(1);
    let wanted = "::error file=scenarios/sample/duel.yaml,line=10,";
    assert!(answer.out.starts_with(wanted), "{}", answer.out);
    assert!(answer.out.contains("Only for strong goats"), "{}", answer.out);
}

#[test]
fn explain_tells_what_cards_of_a_system_can_name() {
    let shop = Shop::new();
    let page = shop.run(&["explain", "sample"]).expect(0);
    for part in [
        "# ",
        "## How to write a card",
        "## A set to start from",
        "## Procedures and their windows",
    ] {
        assert!(page.out.contains(part), "{part}");
    }
    let json = shop.run(&["explain", "sample", "--format", "json"]).expect(0);
    let guide: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(guide["system"], "sample");
    assert!(guide["procedures"].as_array().is_some_and(|all| !all.is_empty()));
    // A card is told as text alone.
    shop.run(&["explain", "billy", "--format", "json"]).expect(2);
}
