//! Many games in one call.

use crate::shop::Shop;
use serde_json::{Value, json};

const SCENARIO: &str = "scenarios/sample/duel.yaml";

fn report(shop: &Shop, more: &[&str]) -> Value {
    let mut arguments = vec!["sim", "--format", "json"];
    arguments.extend(more);
    let told = shop.run(&arguments).expect(0).out;
    serde_json::from_str(&told).expect("it is JSON")
}

#[test]
fn games_are_counted_as_they_end_one_by_one() {
    let shop = Shop::new();
    let report = report(&shop, &[SCENARIO, "--games", "12", "--seed", "5", "--twice"]);
    let mut ends = serde_json::Map::new();
    let mut north = 0;
    for seed in 5..17 {
        let seed = seed.to_string();
        let arguments = [
            "run", SCENARIO, "--agents", "random", "--quiet", "--format", "json", "--seed", &seed,
        ];
        let told = shop.run(&arguments).expect(0).out;
        let game: Value = serde_json::from_str(&told).expect("it is JSON");
        let outcome = game["outcome"].as_str().expect("a word");
        let count = ends.get(outcome).and_then(Value::as_i64).unwrap_or(0);
        ends.insert(outcome.to_owned(), json!(count + 1));
        north += i64::from(game["winners"] == json!(["north"]));
    }
    let counted = report[0]["outcomes"].as_array().expect("a list");
    let counted = counted.iter().map(|ends| {
        let id = ends["outcome"].as_str().expect("a word").to_owned();
        (id, ends["games"].clone())
    });
    assert_eq!(Value::Object(counted.collect()), Value::Object(ends));
    assert_eq!(report[0]["wins"]["north"], json!(north));
    assert_eq!(report[0]["faults"], json!([]));
}

#[test]
fn a_report_for_people_is_the_same_each_time_and_names_all_scenarios() {
    let shop = Shop::new();
    insta::assert_snapshot!(shop.run(&["sim", "--games", "30"]).expect(0).out);
}

// Limit: MOST_NAMED in cardwright/src/series/report.rs
#[test]
fn a_game_that_reaches_a_limit_is_named_by_its_seed() {
    let endless = "    repeat 100000 times { repeat 100000 times { give 1 apple to pushed } }\n";
    let shop = Shop::new().with(SCENARIO, "    end the game with north-wins\n", endless);
    insta::assert_snapshot!(
        shop.run(&["sim", SCENARIO, "--games", "17", "--seed", "40"])
            .expect(1)
            .out
    );
}

// Limit: MOST_GAMES in cardwright/src/program/commands/sim.rs
#[test]
fn more_games_than_the_most_are_refused() {
    let shop = Shop::new();
    for count in ["0", "1000000000001"] {
        let refused = shop.run(&["sim", "--games", count]).expect(2);
        assert!(refused.err.contains("1..=1000000000000"), "{}", refused.err);
    }
}

/// The report of games whose winners are held against a range.
fn balanced(more: &[&str], code: i32) -> (Value, String) {
    let call = [&["sim", SCENARIO, "--games", "400", "--format", "json"][..], more].concat();
    let answer = Shop::new().run(&call).expect(code);
    let value: Value = serde_json::from_str(&answer.out).expect("it is JSON");
    (value[0].clone(), answer.err)
}

#[test]
fn a_player_who_wins_more_than_allowed_beyond_chance_is_an_error() {
    let (report, _) = balanced(&["--wins", "north=0..100"], 0);
    assert_eq!(report["balance"][0]["balance"], "within");
    let wins = report["wins"]["north"].as_f64().expect("a number");
    let share = 100.0 * wins / 400.0;
    // A range that begins right above the share may be so by chance; one far above it may not.
    let near = format!("north={:.1}..100", share + 0.5);
    assert_eq!(balanced(&["--wins", &near], 0).0["balance"][0]["balance"], "open");
    let far = format!("north={:.1}..100", (share + 20.0).min(100.0));
    let (report, _) = balanced(&["--wins", &far], 1);
    assert_eq!(report["balance"][0]["balance"], "outside");
    assert_eq!(report["balance"][0]["games"], 400);
    let told = Shop::new()
        .run(&["sim", SCENARIO, "--games", "400", "--wins", &far])
        .expect(1)
        .out;
    assert!(
        told.contains("  north wins ") && told.contains(": OUTSIDE"),
        "{told}"
    );
}

#[test]
fn too_few_games_tell_nothing_and_are_a_wrong_call() {
    let (report, why) = balanced(&["--wins", "north=0..100", "--least", "401"], 2);
    assert!(
        why.contains("400 games are too few to judge who wins; at least 401 are needed"),
        "{why}"
    );
    assert_eq!(report["games"], 400);
    let told = Shop::new()
        .run(&["sim", SCENARIO, "--wins", "nobody=0..100"])
        .expect(2)
        .err;
    assert!(
        told.contains("has no player `nobody`; its players are `north`"),
        "{told}"
    );
}

#[test]
fn when_the_time_is_over_no_more_games_begin() {
    let call = [
        "sim",
        SCENARIO,
        "--games",
        "1000000000",
        "--time",
        "1s",
        "--format",
        "json",
    ];
    let begun = std::time::Instant::now();
    let told = Shop::new().run(&call).expect(0).out;
    assert!(begun.elapsed() < std::time::Duration::from_secs(30));
    let report: Value = serde_json::from_str(&told).expect("it is JSON");
    assert_eq!(report[0]["planned"], 1_000_000_000_u64);
    let games = report[0]["games"].as_u64().expect("a number");
    assert!((1..1_000_000_000).contains(&games), "{games}");
}
