//! Games in a row: what `run --keep` writes, `run --kept` begins with.

use crate::shop::Shop;
use serde_json::{Value, json};

const SCENARIO: &str = "scenarios/sample/duel.yaml";

/// The sample with goats that count how often they are pushed, and remember who did it last and in which weather.
fn shop() -> Shop {
    Shop::new()
        .with(
            "systems/sample/words.cw",
            "  sky: weather state\n",
            "  falls: number state kept\n  foe: goat state kept\n  sky: weather state kept\n  way: route state kept\n",
        )
        .with(
            SCENARIO,
            "  after push.suffer when",
            "  before push.roll always { add 1 to falls of pushed  set foe of pushed to pusher  set sky of pushed to storm }\n  after push.suffer when",
        )
}

fn kept(shop: &Shop, file: &str) -> Value {
    let text = shop.text(file);
    assert!(text.ends_with("}\n"), "{text}");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn the_next_game_begins_with_what_was_kept() {
    let shop = shop();
    shop.run(&["run", SCENARIO, "--quiet", "--keep", "one.json"])
        .expect(0);
    let one = kept(&shop, "one.json");
    let second = &one["kept"]["second-goat"];
    let falls = second["falls"].as_i64().expect("a number");
    assert!(falls > 0);
    assert_eq!(
        (&second["foe"], &second["sky"]),
        (&json!("first-goat"), &json!("storm"))
    );
    assert_eq!(second.get("way"), None, "no route was taken");
    // The same game again, by others who begin with more falls; somebody else sits it out.
    let absent = shop.text("one.json").replace(
        "\"kept\": {",
        "\"kept\": {\n    \"third-goat\": { \"falls\": 7 },",
    );
    std::fs::write(shop.folder.join("two.json"), absent).expect("the copy can be written");
    let answer = shop
        .run(&[
            "run", SCENARIO, "--quiet", "--kept", "two.json", "--keep", "two.json",
        ])
        .expect(0);
    assert!(answer.err.contains("`third-goat`"), "{}", answer.err);
    let two = kept(&shop, "two.json");
    assert_eq!(two["kept"]["second-goat"]["falls"], json!(2 * falls));
    assert_eq!(two["kept"]["third-goat"], json!({ "falls": 7 }));
}

#[test]
fn what_a_field_cannot_have_is_refused_and_nothing_is_written() {
    let shop = shop();
    for (fields, why) in [
        (
            json!({ "strength": 3 }),
            "`strength` of `first-goat`: it is not a `kept` field",
        ),
        (
            json!({ "falls": "many" }),
            "\"many\" is not a possible value of the field",
        ),
        (
            json!({ "sky": "hail" }),
            "\"hail\" is not a possible value of the field",
        ),
        (
            json!({ "foe": "north" }),
            "\"north\" is not a possible value of the field",
        ),
    ] {
        let text = json!({ "kept": { "first-goat": fields } }).to_string();
        std::fs::write(shop.folder.join("bad.json"), text).expect("the copy can be written");
        let answer = shop
            .run(&["run", SCENARIO, "--kept", "bad.json", "--keep", "next.json"])
            .expect(2);
        assert!(answer.err.contains(why), "{why}: {}", answer.err);
        assert!(!shop.folder.join("next.json").exists());
    }
}

#[test]
fn what_means_nothing_in_another_game_cannot_be_kept() {
    let shop = Shop::new().with(
        "systems/sample/words.cw",
        "  sky: weather state\n",
        "  sky: weather state\n  spot: pose state kept\n",
    );
    let answer = shop.run(&["check", "--format", "github"]).expect(1);
    assert!(
        answer
            .out
            .contains("cw0118 escapes::`spot` has no meaning in another game"),
        "{}",
        answer.out
    );
}
