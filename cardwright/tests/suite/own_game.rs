//! The page about bringing a game that exists, done word by word: what it says to write is written, and what it says that the
//! program prints is printed.

use crate::page;
use crate::shop::Shop;

const PAGE: &str = include_str!("../../../docs/own-game.md");
const RULES: &str = "systems/fen-raid/game.cw";
const SYSTEM: &str = "systems/fen-raid/system.yaml";
const SET: &str = "cards/fen-raid/starter.yaml";
const SCENARIO: &str = "scenarios/fen-raid/first-clash.yaml";
/// The case that `new case` makes of the words of step 10.
const CASE: &str = "tests/conformance/fen-raid/a-move-goes-no-farther-than-the-pace.yaml";

/// The one block with these words.
fn block(words: &str) -> String {
    page::block(PAGE, words)
}

/// Adds text at the end of a file.
fn add(shop: &Shop, file: &str, text: &str) {
    shop.write(file, &(shop.text(file) + text));
}

/// Puts text behind the one place in a file that says this.
fn add_behind(shop: &Shop, file: &str, place: &str, text: &str) {
    let before = shop.text(file);
    assert_eq!(before.matches(place).count(), 1, "{file}: {place}");
    shop.write(file, &before.replacen(place, &format!("{place}{text}"), 1));
}

/// Replaces what stands behind a line of a file.
fn replace_behind(shop: &Shop, file: &str, line: &str, text: &str) {
    let before = shop.text(file);
    let end = before.find(line).expect("the line is there") + line.len();
    shop.write(file, &format!("{}{text}", &before[..end]));
}

/// Steps 1 to 5: a game of six empty rounds.
fn with_rounds() -> Shop {
    let shop = Shop::empty();
    shop.run(&["new", "project", "fen-raid"]).expect(0);
    let shop = shop.inside("fen-raid");
    std::fs::remove_file(shop.folder.join("systems/fen-raid/looks.yaml")).expect("it is there");
    let striking = shop.folder.join("tests/conformance/fen-raid/striking");
    std::fs::remove_dir_all(striking).expect("it is there");
    let system = shop.text(SYSTEM);
    let is_score = |line: &&str| line.starts_with("score: ");
    let score = system
        .lines()
        .find(is_score)
        .expect("there is a score")
        .to_owned();
    let shop = shop.with(SYSTEM, &format!("{score}\n"), "");
    shop.write("systems/fen-raid/rulebook.yaml", &block("id: FR-001"));
    shop.write(RULES, &block("die fen"));
    replace_behind(&shop, SET, "cards:\n", &block("id: reeve"));
    add(&shop, SYSTEM, &block("readings:"));
    replace_behind(&shop, SCENARIO, "pieces:\n", &block("id: red-reeve"));
    shop.run(&["check"]).expect(1);
    add(&shop, RULES, &block("define side"));
    shop
}

/// Steps 6 to 9: moves, attacks, an end, and a score.
fn whole() -> Shop {
    let shop = with_rounds();
    let (step, attack) = (block("step move {"), block("run attack(actor, f)"));
    add_behind(
        &shop,
        RULES,
        "  step begin { set acted of actor to yes }\n",
        &step,
    );
    shop.run(&["check"]).expect(0);
    add(&shop, RULES, &block("value might-of"));
    add_behind(&shop, RULES, &step, &attack);
    shop.run(&["check"]).expect(0);
    add(&shop, RULES, &block("outcome wiped-out"));
    shop.run(&["check"]).expect(0);
    add(&shop, RULES, &block("define health-left"));
    add_behind(&shop, SYSTEM, "files: [game.cw]\n", "score: standing-of\n");
    shop.run(&["check"]).expect(0);
    shop
}

/// Step 10: with a case.
fn with_a_case() -> Shop {
    let shop = whole();
    let claim = "a move goes no farther than the pace";
    shop.run(&["new", "case", claim, "--scenario", SCENARIO])
        .expect(0);
    assert!(shop.folder.join(CASE).is_file(), "the case is there");
    shop.write(CASE, &block("proves: [FR-003]"));
    shop
}

fn figures(shop: &Shop) -> String {
    shop.run(&["sim", SCENARIO, "--agents", "novice"]).expect(0).out
}

/// Step 11: with a card, which the blue reeve has.
fn with_the_card() -> Shop {
    let shop = with_a_case();
    add(&shop, SET, &block("id: eel-shield"));
    let reeve = "template: reeve, owner: blue, ";
    add_behind(&shop, SCENARIO, reeve, "cards: [eel-shield], ");
    shop
}

#[test]
fn six_empty_rounds_go_by() {
    let shop = with_rounds();
    let told = shop.run(&["check"]).expect(0).err;
    for warning in [
        "cw0507 no-ending",
        "nothing uses the die",
        "nothing uses the kind of card",
    ] {
        assert!(told.contains(warning), "{told}");
    }
    let told = shop.run(&["run", SCENARIO, "--seed", "3"]).expect(0).out;
    assert!(
        told.contains("== Round 6 ==") && !told.contains("== Round 7 =="),
        "{told}"
    );
}

#[test]
fn the_game_begins_as_shown() {
    let told = whole().run(&["run", SCENARIO, "--seed", "3"]).expect(0).out;
    let shown = block("== Round 1 ==");
    assert!(told.contains(shown.trim_end()), "{told}");
}

#[test]
fn the_case_holds_and_fails_when_the_rule_is_broken() {
    let shop = with_a_case();
    let told = shop.run(&["test"]).expect(0).out;
    assert!(told.contains("1 passed, 0 failed"), "{told}");
    let told = shop.run(&["coverage", "--by-breaking", "FR-003"]).expect(0).out;
    let shown = block("breaks noticed (open)");
    for line in shown.lines().filter(|line| !line.contains("...")) {
        // The lines of a file are those of who wrote it.
        let what = line.split_once("game.cw:").map_or(line, |(_, what)| &what[2..]);
        assert!(told.contains(what.trim_end()), "`{what}` is not in\n{told}");
    }
    let shop = shop.with(RULES, " - base-radius of actor)", ")");
    let told = shop.run(&["test"]).expect(1).out;
    for line in block("is a legal place").lines() {
        assert!(told.contains(line), "{told}");
    }
}

#[test]
fn the_card_is_read_back_and_changes_the_figures() {
    let before = whole();
    let (told, shown) = (figures(&before), block("wiped-out (One side"));
    assert!(told.contains(shown.trim_end()), "{told}");
    let shop = with_the_card();
    let fine = shop.run(&["check", "--deny", "warnings"]).expect(0).out;
    assert_eq!(fine, block("fine: 1 system"));
    shop.run(&["fmt", "--check"]).expect(0);
    let told = shop.run(&["explain", "eel-shield"]).expect(0).out;
    assert_eq!(told.trim_end(), block("Eel Shield (gear)").trim_end());
    let told = figures(&shop);
    assert!(
        told.contains("36.0 % (27.3 to 45.8)   wiped-out") && told.contains("red 11.0 % (6.3 to 18.6)"),
        "{told}"
    );
    assert!(PAGE.contains("11 of 100 games, down from 33"));
}
