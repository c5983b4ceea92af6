//! Proof by breaking: a claim counts only if its cases notice whatever is broken of its rule.

use crate::shop::Shop;
use serde_json::Value;

const CASES: &str = "tests/conformance/orchard";
const EXCUSES: &str = "tests/conformance/orchard/excused.txt";

fn rules(shop: &Shop, more: &[&str]) -> Vec<Value> {
    let call = ["coverage", "orchard", "--by-breaking", "--format", "json"];
    let call: Vec<&str> = call.iter().chain(more).copied().collect();
    let answer = shop.run(&call).expect(0);
    answer.json()[0]["rules"].as_array().expect("a list").clone()
}

fn verdicts(shop: &Shop, more: &[&str]) -> Vec<String> {
    let told = |rule: &Value| format!("{} {}", rule["id"], rule["verdict"]).replace('"', "");
    rules(shop, more).iter().map(told).collect()
}

/// The breaks of a rule that survive, in words.
fn survivors(shop: &Shop, rule: &str) -> Vec<String> {
    let survived = rules(shop, &[rule])[0]["survived"].clone();
    let survived = survived.as_array().expect("a list").iter();
    let words = survived.map(|one| one["break"]["words"].as_str().expect("words").to_owned());
    words.collect()
}

#[test]
fn proven_hollow_and_unplaced_claims_are_told_apart() {
    let call = ["coverage", "orchard", "--by-breaking"];
    insta::assert_snapshot!(Shop::of("claims").run(&call).expect(0).out);
}

#[test]
fn a_rule_that_is_asked_for_is_told_with_each_break_and_the_case_that_notices_it() {
    let call = ["coverage", "--by-breaking", "ORC-005"];
    insta::assert_snapshot!(Shop::of("claims").run(&call).expect(0).out);
}

#[test]
fn of_each_claim_that_is_half_hollow_the_break_is_told_that_survives() {
    let shop = Shop::of("claims");
    for (rule, wanted) in [
        ("011", &["without `fatigue on who = 0 and`"][..]),
        ("012", &["`3` becomes `4`", "`3` becomes `2`"]),
        ("013", &["`>` becomes `>=`"]),
        ("014", &["`smooth` becomes `rough`"]),
        (
            "015",
            &[
                "`1` becomes `2`",
                "`1` becomes `0`",
                "without `give 1 apple to who`",
            ],
        ),
        ("016", &["what must be chosen may be left"]),
        (
            "017",
            &["`1` becomes `2`", "`1` becomes `0`", "`room < 1` never holds"],
        ),
    ] {
        assert_eq!(survivors(&shop, rule), wanted, "{rule}");
    }
}

#[test]
fn a_case_that_is_mended_proves_its_rule() {
    let two = "{ id: two, template: ben, owner: south }]";
    let three = "{ id: two, template: ben, owner: south },
  { id: three, template: ann, owner: south, tokens: { apple: 1, fatigue: 1 } }]";
    let refused = "tables: { basket: { bad: { room: 0 } } }\nrefused: [A basket has room]";
    let tiny = "proves: [ORC-014, ORC-017]\ntables: { basket: { tiny: { room: 1 } } }\nrefused: []";
    for (rule, mends) in [
        (
            "011",
            &[
                ("who-is-fresh-climbs", two, three),
                (
                    "who-is-fresh-climbs",
                    "may-climb(two)]",
                    "may-climb(two), not may-climb(three)]",
                ),
            ][..],
        ),
        (
            "012",
            &[(
                "no-apple-is-worth-nothing",
                "expect: [worth(one) = 0]",
                "given: give 2 apple to one\nexpect: [worth(one) = 6]",
            )],
        ),
        (
            "013",
            &[(
                "who-has-more-is-stronger",
                "\"not is-stronger(one, two)\"",
                "\"not is-stronger(one, two)\", \"not is-stronger(one, one)\"",
            )],
        ),
        (
            "014",
            &[(
                "an-oak-is-rough",
                "is rough]",
                "is rough, bark of birch is smooth]",
            )],
        ),
        (
            "015",
            &[(
                "who-rests-is-fresh",
                "on one = 0]",
                "on one = 0, apple on one = 1]",
            )],
        ),
        (
            "016",
            &[(
                "who-shares-gives-one",
                "refuses: [one]",
                "refuses: [one, nothing]",
            )],
        ),
        (
            "017",
            &[
                ("a-basket-has-room", "expect: [room of small = 2]", refused),
                ("an-oak-is-rough", "proves: [ORC-014]", tiny),
            ],
        ),
        (
            "019",
            &[
                ("who-carries-walks", two, three),
                (
                    "who-carries-walks",
                    "not may-walk(one)]",
                    "not may-walk(one), not may-walk(three)]",
                ),
            ],
        ),
    ] {
        let mended = mends.iter().fold(Shop::of("claims"), |shop, (case, find, put)| {
            shop.with(&format!("{CASES}/{case}.yaml"), find, put)
        });
        mended.run(&["test"]).expect(0);
        let claim = |verdict: &str| [format!("ORC-{rule} {verdict}")];
        assert_eq!(verdicts(&mended, &[rule]), claim("proven"));
        let before = verdicts(&Shop::of("claims"), &[rule]);
        assert!(before == claim("open") || before == claim("hollow"), "{before:?}");
    }
}

#[test]
fn a_case_of_a_rule_beside_it_does_not_prove_a_rule() {
    let rule = &rules(&Shop::of("claims"), &["019"])[0];
    assert_eq!(rule["verdict"], "open");
    let survived = &rule["survived"][0];
    assert_eq!(survived["break"]["old"], "and fatigue on who = 0");
    assert_eq!(survived["elsewhere"], format!("{CASES}/who-is-fresh-walks.yaml"));
}

#[test]
fn an_excuse_has_a_reason_and_excuses_something() {
    let shop = Shop::of("claims");
    let rule = &rules(&shop, &["018"])[0];
    assert_eq!(rule["verdict"], "proven");
    assert_eq!(rule["excused"][0]["why"], "Nothing makes anything lighter here.");

    let half = "systems/orchard/half.cw";
    let stale = shop.with(half, "= 4, at least 0", "= 4");
    let answer = stale.run(&["coverage", "orchard", "--by-breaking"]).expect(1);
    let told = format!("{EXCUSES}:3: this excuses nothing: {half}: without `, at least 0`");
    assert!(answer.err.contains(&told), "{}", answer.err);

    let case = format!("{CASES}/nothing-weighs-less-than-nothing.yaml");
    let lighter = "rules: modify weight - 6 always\nexpect: [weight(one) = 0]";
    let noticed = Shop::of("claims").with(&case, "expect: [weight(one) = 4]", lighter);
    let answer = noticed.run(&["coverage", "--by-breaking", "ORC-018"]).expect(1);
    assert!(answer.err.contains("this excuses nothing"), "{}", answer.err);

    let bare = Shop::of("claims").with(EXCUSES, "    Nothing makes anything lighter here.\nsys", "sys");
    let answer = bare.run(&["coverage", "--by-breaking", "ORC-018"]).expect(2);
    let told = format!("{EXCUSES}:3: the reason is missing");
    assert!(answer.err.contains(&told), "{}", answer.err);
}

#[test]
fn a_case_says_that_a_choice_may_not_be_left() {
    let case = format!("{CASES}/who-shares-gives-one.yaml");
    let strict = |shop: Shop| shop.with(&case, "refuses: [one]", "refuses: [one, nothing]");
    let free = |shop: Shop| {
        let asked = "\"Who gets one?\"";
        shop.with("systems/orchard/half.cw", asked, &format!("{asked} or none"))
    };
    strict(Shop::of("claims")).run(&["test"]).expect(0);
    let answer = strict(free(Shop::of("claims"))).run(&["test"]).expect(1);
    let told = "decision 1 (`Who gets one?`) can be declined";
    assert!(answer.out.contains(told), "{}", answer.out);
    let lax = |shop: Shop| shop.with(&case, "refuses: [one]", "offers: [nothing]");
    lax(free(Shop::of("claims"))).run(&["test"]).expect(0);
    let answer = lax(Shop::of("claims")).run(&["test"]).expect(1);
    let told = "decision 1 (`Who gets one?`) cannot be declined";
    assert!(answer.out.contains(told), "{}", answer.out);
}

#[test]
fn a_case_says_what_a_refusal_says() {
    let case = format!("{CASES}/a-basket-has-room.yaml");
    let with = |rows: &str| Shop::of("claims").with(&case, "expect: [room of small = 2]", rows);
    let bad = "tables: { basket: { bad: { room: 0 } } }\n";
    let good = "tables: { basket: { tiny: { room: 1 } } }\n";
    let says = "refused: [A basket has room]";
    with(&format!("{bad}{says}")).run(&["check"]).expect(0);
    with(&format!("{bad}{says}")).run(&["test"]).expect(0);
    with(&format!("{good}refused: []")).run(&["test"]).expect(0);
    for (rows, told) in [
        (
            format!("{good}{says}"),
            "no `refuse` gives this message for the facts of the case: A basket has room",
        ),
        (
            format!("{bad}refused: []"),
            "the case does not expect this refusal of its facts: A basket has room",
        ),
    ] {
        let answer = with(&rows).run(&["test"]).expect(1);
        assert!(
            answer.out.contains("FAILED") && answer.out.contains(told),
            "{}",
            answer.out
        );
    }
    let answer = with(&format!("{bad}expect: [room of bad = 0]"))
        .run(&["test"])
        .expect(1);
    assert!(answer.err.contains("cw0225"), "{}", answer.err);
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
    assert_eq!(card, ["ORC-006 open"]);
    let line = verdicts(&shop, &["--where", "systems/orchard/play.cw:10"]);
    assert_eq!(line, ["ORC-002 open"]);
}

#[test]
fn too_few_proven_rules_are_an_error_and_unknown_ones_a_wrong_call() {
    let shop = Shop::of("claims");
    for (more, code) in [
        (&["orchard", "--threshold", "12"][..], 0),
        (&["orchard", "--threshold", "13"], 1),
        (&["orchard", "ORC-999"], 2),
        (&["ORC-999"], 2),
        (&["orchard", "--where", "nowhere.cw"], 2),
    ] {
        let call: Vec<&str> = ["coverage", "--by-breaking"]
            .iter()
            .chain(more)
            .copied()
            .collect();
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
}

#[test]
fn what_only_agents_ask_is_not_changed() {
    let answer = Shop::new().run(&["mutate", "sample", "--count", "500"]).expect(0);
    assert!(!answer.out.contains("apple on g for g in"), "{}", answer.out);
}

#[test]
fn a_change_that_no_case_runs_is_missed_and_is_told_as_such() {
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
            line.starts_with("MISSED ") && line.ends_with("-- no case runs it"),
            "{line}"
        );
    }
    assert!(
        answer.out.contains(" where no case runs it), 0 timed out"),
        "{}",
        answer.out
    );
    let json = [&call[..], &["--format", "json"]].concat();
    let changes = shop.run(&json).expect(0).json()[0]["changes"].clone();
    let changes = changes.as_array().expect("a list");
    let reached = |wanted: bool| changes.iter().filter(|one| one["reached"] == wanted).count();
    assert!(reached(true) > 0 && reached(false) > 0, "{changes:?}");
}

#[test]
fn while_a_case_fails_nothing_is_changed() {
    let case = "tests/conformance/orchard/two-at-once.yaml";
    let shop = Shop::of("claims").with(case, "apple on one = 2", "apple on one = 3");
    let answer = shop.run(&["mutate", "orchard"]).expect(2);
    assert!(answer.err.contains(&format!("{case}\n")), "{}", answer.err);
    assert!(
        answer.err.contains("1 of the cases of `orchard` fail"),
        "{}",
        answer.err
    );
    assert_eq!(answer.out, "");
}

#[test]
fn a_system_without_cases_is_not_changed() {
    let shop = Shop::of("claims");
    std::fs::remove_dir_all(shop.folder.join("tests")).expect("it is there");
    let answer = shop.run(&["mutate", "orchard"]).expect(2);
    assert!(answer.err.contains("`orchard` has no cases"), "{}", answer.err);
}

/// The report of `mutate orchard` for programs.
fn mutants(shop: &Shop, more: &[&str]) -> Value {
    let call = [&["mutate", "orchard", "--format", "json"][..], more].concat();
    shop.run(&call).expect(0).json().remove(0)
}

/// How many changes of a report are of a class.
fn of_class(report: &Value, class: &str) -> usize {
    let changes = report["changes"].as_array().expect("a list");
    changes.iter().filter(|one| one["class"] == class).count()
}

#[test]
fn classes_of_changes_are_told_apart() {
    let report = mutants(&Shop::of("claims"), &["--all"]);
    for (key, class) in [
        ("noticed", "noticed"),
        ("missed", "missed"),
        ("timed_out", "timed-out"),
        ("excused", "excused"),
        ("unviable", "unviable"),
    ] {
        let count = of_class(&report, class);
        assert_eq!(report[key], count, "{class}");
        assert!(count > 0 || class == "timed-out", "{class}");
    }
    assert_eq!(report["skipped"], 0);
    assert_eq!(report["sample"], false);
    // What is excused is no part of the share.
    let [noticed, missed] = ["noticed", "missed"].map(|key| report[key].as_f64().expect("a number"));
    let percent = report["percent"].as_f64().expect("a number");
    assert!(
        (percent - 100.0 * noticed / (noticed + missed)).abs() < 0.1,
        "{percent}"
    );
    let few = mutants(&Shop::of("claims"), &["--count", "3"]);
    assert_eq!(
        (&few["tried"], &few["sample"]),
        (&Value::from(3), &Value::from(true))
    );
    let skipped = few["skipped"].as_u64().expect("a number");
    let made = few["changes"].as_array().map_or(0, Vec::len) as u64;
    assert_eq!(few["possible"], skipped + made);
}

#[test]
fn a_game_without_an_end_is_no_notice() {
    let half = "systems/orchard/half.cw";
    let shop = Shop::of("claims");
    let spin = "
define turns (who: picker): number = if fatigue on who > 0 then 100000 else 1
procedure spin (who: picker) {
  step around { repeat turns(who) times { repeat turns(who) times { give 1 apple to who } } }
}
";
    shop.write(half, &format!("{}{spin}", shop.text(half)));
    let case = shop.text(&format!("{CASES}/the-old-school.yaml"));
    let case = case
        .replace("run picking(two)", "run spin(two)")
        .replace("two = 3", "two = 1");
    shop.write(
        &format!("{CASES}/who-spins.yaml"),
        &case.replace("[ORC-006]", "[]"),
    );
    let line = 1 + shop
        .text(half)
        .lines()
        .position(|line| line.contains("define turns"))
        .expect("it is there");
    let report = mutants(&shop, &["--all", "--where", &format!("{half}:{line}")]);
    let changes = report["changes"].as_array().expect("a list").iter();
    let late: Vec<&Value> = changes.filter(|one| one["class"] == "timed-out").collect();
    assert!(!late.is_empty(), "{report}");
    assert!(
        late.iter()
            .all(|one| one["case"] == format!("{CASES}/who-spins.yaml")),
        "{report}"
    );
    assert_eq!(report["timed_out"], late.len());
    let percent = report["percent"].as_f64().expect("a number");
    assert!(percent < 100.0, "{report}");
}

#[test]
fn too_few_noticed_changes_are_told_and_below_the_break_an_error() {
    let shop = Shop::of("claims");
    let call = ["mutate", "orchard", "--all", "--low", "100"];
    let told = shop.run(&call).expect(0);
    assert!(
        told.err.contains("warning: ") && told.err.contains("the aim is 100 %"),
        "{}",
        told.err
    );
    shop.run(&["mutate", "orchard", "--all", "--break", "100"])
        .expect(1);
    shop.run(&["mutate", "orchard", "--all", "--break", "20"])
        .expect(0);
}

#[test]
fn parts_together_try_each_change_once() {
    let shop = Shop::of("claims");
    let all = mutants(&shop, &["--all"]);
    let places = |report: &Value| {
        let changes = report["changes"].as_array().expect("a list").iter();
        let places: Vec<String> = changes.map(|one| one["break"].to_string()).collect();
        places
    };
    let mut parts: Vec<String> = ["1/3", "2/3", "3/3"]
        .iter()
        .flat_map(|part| places(&mutants(&shop, &["--all", "--shard", part])))
        .collect();
    let mut whole = places(&all);
    parts.sort();
    whole.sort();
    assert_eq!(parts, whole);
    shop.run(&["mutate", "orchard", "--shard", "4/3"]).expect(2);
}

#[test]
fn a_case_is_filled_with_the_answers_that_it_lacks() {
    let case = format!("{CASES}/who-shares-gives-one.yaml");
    let answers = "decisions: [{ takes: two, refuses: [one] }]\n";
    let shop = Shop::of("claims").with(&case, answers, "");
    shop.run(&["test", &case]).expect(1);
    let answer = shop.run(&["test", "--fill", &case]).expect(0);
    assert!(
        answer.out.contains("0 dice and 1 answers are filled in"),
        "{}",
        answer.out
    );
    shop.run(&["test", &case]).expect(0);
    let again = shop.run(&["test", "--fill", &case]).expect(0);
    assert!(again.out.contains("nothing is missing"), "{}", again.out);
    shop.run(&["test", "--fill"]).expect(2);
}
