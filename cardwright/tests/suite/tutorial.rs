//! The tutorial, done word by word: what it says to write is written, what it says that the program prints is printed, and
//! nothing that it writes earns a warning.

use crate::page;
use crate::shop::Shop;

const SET: &str = "cards/river-wars/starter.yaml";
const SCENARIO: &str = "scenarios/river-wars/first-clash.yaml";
const RULES: &str = "systems/river-wars/game.cw";

/// The one block of the tutorial with these words.
fn block(words: &str) -> String {
    page::block(include_str!("../../../docs/tutorial.md"), words)
}

fn is_sound(shop: &Shop) {
    shop.run(&["check", "--deny", "warnings"]).expect(0);
    shop.run(&["test"]).expect(0);
}

/// The game as it is after the card has been written and proven.
fn with_the_card() -> Shop {
    let shop = Shop::empty();
    shop.run(&["new", "project", "river-wars"]).expect(0);
    let shop = shop.inside("river-wars");
    let card = block("- id: last-stand");
    let set = shop.text(SET) + &card;
    shop.write(SET, &set);
    let line = "  - { id: blue-brawler, template: brawler, owner: blue";
    let old = shop.text(SCENARIO);
    let old = old
        .lines()
        .find(|old| old.starts_with(line))
        .expect("he is there");
    let shop = shop.with(SCENARIO, old, block("cards: [last-stand]").trim_end());
    shop.write(
        "tests/conformance/river-wars/cards/last-stand-keeps-a-fighter-up-once.yaml",
        &block("decisions: [Last Stand]"),
    );
    shop
}

#[test]
fn the_card_is_sound_and_laid_out_as_the_program_would() {
    let shop = with_the_card();
    is_sound(&shop);
    let before = shop.text(SET);
    shop.run(&["fmt"]).expect(0);
    assert!(shop.text(SET) == before, "{}", shop.text(SET));
    let told = shop.run(&["explain", "last-stand"]).expect(0).out;
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(words(&told), words(&block("Last Stand (knack)")));
}

#[test]
fn the_mistake_is_told_as_shown() {
    let shop = with_the_card();
    shop.run(&["check"]).expect(0);
    let shop = shop.with(SET, "{ add toughness", "{ add toughnes");
    let told = shop.run(&["check"]).expect(1).err;
    let shown = block("cw0106 unknown-field");
    assert!(told.contains(shown.trim_end()), "{told}");
}

#[test]
fn the_case_fails_without_the_limit() {
    let shop = with_the_card().with(SET, "once per game may", "may");
    shop.run(&["check"]).expect(0);
    let told = shop.run(&["test"]).expect(1).out;
    assert!(told.contains("1 failed"), "{told}");
}

#[test]
fn the_figures_are_those_of_a_run() {
    let shop = with_the_card();
    let games = |shop: &Shop, more: &[&str]| shop.run(&[&["sim", SCENARIO][..], more].concat()).expect(0).out;
    let text = include_str!("../../../docs/tutorial.md");
    let until = ["--until", "1%"];
    let vary = [&until[..], &["--vary", "sentinel.strength=1..3"]].concat();
    for (call, words) in [
        (&["--games", "200"][..], "first-clash: 200 games"),
        (&until, "won by: blue 61.6 %"),
        (&vary, "sentinel.strength = 1: red"),
    ] {
        let (shown, told) = (block(words), games(&shop, call));
        assert!(told.contains(shown.trim_end()), "{told}");
    }
    let cards = games(&shop, &[&until[..], &["--cards"]].concat());
    let figures = include_str!("../../../docs/figures.md");
    assert!(
        cards.contains(page::block(figures, "cards and options").trim_end()),
        "{cards}"
    );
    assert!(figures.contains(&block("won by: blue 61.6 %")));
    assert!(cards.contains("after 16000 games, so exact") && text.contains("That took 16,000 games."));
    let without = shop.with(SCENARIO, ", cards: [last-stand]", "");
    for (call, figure) in [
        (&["--games", "200"][..], "50.5 % (43.6 to 57.4)"),
        (&until, "55.9 % (55.2 to 56.7)"),
    ] {
        let told = games(&without, call);
        assert!(told.contains(&format!("blue {figure}")), "{told}");
        assert!(
            text.replace('\n', " ").contains(&format!("blue wins {figure}")),
            "{figure}"
        );
    }
}

#[test]
fn the_board_can_be_played_on() {
    let shop = with_the_card();
    let [ground, walk, actions] = [
        block("board hexes"),
        block("movement walk"),
        block("define in-reach"),
    ];
    let rules = shop.text(RULES);
    let after = |text: &str, line: &str, put: &str| {
        let found = text.lines().find(|one| one.starts_with(line)).expect(line);
        text.replacen(found, &format!("{found}\n{put}"), 1)
    };
    let rules = after(&rules, "die battle", &ground);
    let rules = after(&rules, "piece fighter {", "  pace: number = 3");
    let piece = rules.find("piece fighter {").expect("it is there");
    let end = piece + rules[piece..].find("\n}\n").expect("it ends") + 3;
    let rules = format!("{}{walk}{}", &rules[..end], &rules[end..]);
    // The new actions take the place of the old strike, with what is said above it.
    let strike = rules.find("action \"Strike\"").expect("it is there");
    let end = strike + rules[strike..].find("\n}\n").expect("it ends") + 3;
    let rules = format!("{}{actions}{}", &rules[..strike], &rules[end..]);
    let rules = rules.replacen(
        "offer action(actor) to owner of actor",
        "offer action(actor) to owner of actor at most 2 times",
        1,
    );
    let rules = after(
        &rules,
        "    if hits > 0",
        "    if not (defender is in unbeaten) { lift(defender) }",
    );
    shop.write(RULES, &rules);
    let system = shop.text("systems/river-wars/system.yaml") + &block("legend:");
    shop.write("systems/river-wars/system.yaml", &system);
    shop.write("maps/river-wars/the-ford.yaml", &block("map: the-ford"));
    let scenario = shop.text(SCENARIO);
    let mut spaces =
        std::collections::BTreeMap::from([("red", ["a1", "b1"].iter()), ("blue", ["a5", "b5"].iter())]);
    let placed = scenario.lines().map(|line| {
        let side = ["red", "blue"]
            .into_iter()
            .find(|side| line.contains(&format!("owner: {side}")));
        match side.and_then(|side| spaces.get_mut(side)?.next()) {
            Some(space) => line.replacen(" }", &format!(", at: {{ space: {space} }} }}"), 1),
            None if line.starts_with("table:") => "map: the-ford".to_owned(),
            None => line.to_owned(),
        }
    });
    let placed: Vec<String> = placed.collect();
    shop.write(SCENARIO, &(placed.join("\n") + "\n"));
    is_sound(&shop);
    shop.run(&["run", SCENARIO, "--draw", "table.svg"]).expect(0);
    assert!(shop.text("table.svg").contains("</svg>"));
}
