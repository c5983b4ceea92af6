//! Squads in the form of others, as whoever calls the program sees it: written by `export`, taken by `import`.

use crate::shop::Shop;
use std::fs;
use std::path::Path;

/// The shipped content of the system that has a form, in a project of its own.
fn shop() -> Shop {
    let shop = Shop::empty();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in [
        "systems/x-wing",
        "cards/x-wing",
        "scenarios/x-wing",
        "libraries/flight",
        "imports/x-wing",
    ] {
        crate::shop::copy(&root.join(folder), &shop.folder.join(folder));
    }
    // They prove rules of other systems, too.
    fs::remove_dir_all(shop.folder.join("libraries/flight/cases")).expect("it has cases");
    shop
}

const FORM: &str = "imports/x-wing/xws.yaml";

fn taken<'a>(from: &'a str, player: &'a str, to: &'a str) -> Vec<&'a str> {
    vec![
        "import",
        FORM,
        "--from",
        from,
        "--scenario",
        "dogfight",
        "--player",
        player,
        "-o",
        to,
    ]
}

#[test]
fn squads_are_exported_and_come_back_into_a_scenario_that_plays() {
    let shop = shop();
    assert!(shop.run(&["export", "--list"]).expect(0).out.contains("\nxws "));
    shop.run(&["export", "--to", "xws", "-o", "out"]).expect(0);
    shop.run(&["export", "--to", "xws", "-o", "again"]).expect(0);
    let manifest = shop.text("out/manifest.json");
    assert_eq!(manifest, shop.text("again/manifest.json"));
    assert!(
        manifest.contains("it is a token of a mission, and in no squad"),
        "{manifest}"
    );
    let squad = "out/x-wing/skirmish-rebels.json";
    let mine = "scenarios/x-wing/mine.yaml";
    let answer = shop.run(&taken(squad, "rebels", mine)).expect(0);
    assert_eq!(
        answer.out,
        format!("{mine}: 2 pieces with 5 cards for 66 points\n")
    );
    shop.run(&["check"]).expect(0);
    shop.run(&["run", mine, "--stop-after", "5"]).expect(0);
    let answer = shop.run(&taken(squad, "rebels", mine)).expect(2);
    assert!(answer.err.contains("it is there already"), "{}", answer.err);
    // One part of the system has its own squads only.
    shop.run(&["export", "--to", "xws", "x-wing/skirmish", "-o", "out"])
        .expect(0);
    assert!(!shop.folder.join("out/x-wing/dogfight-rebels.json").exists());
}

#[test]
fn forces_that_break_a_rule_about_building_are_not_written() {
    let shop = shop();
    shop.run(&["export", "--to", "xws", "x-wing/dogfight", "-o", "out"])
        .expect(0);
    let squad = shop
        .text("out/x-wing/dogfight-rebels.json")
        .replace("biggsdarklighter", "lukeskywalker");
    fs::write(shop.folder.join("two.json"), squad).expect("a squad");
    let mine = "scenarios/x-wing/mine.yaml";
    let answer = shop.run(&taken("two.json", "rebels", mine)).expect(1);
    assert!(
        answer.err.contains("Each unique name once") && answer.out.contains("nothing is written: 1 problem"),
        "{}{}",
        answer.err,
        answer.out
    );
    assert!(!shop.folder.join(mine).exists());
    let json = [taken("two.json", "rebels", mine), vec!["--format", "json"]].concat();
    let answer = shop.run(&json).expect(1);
    assert_eq!(answer.json()[0]["written"], false);
}

#[test]
fn a_squad_of_somebody_else_comes_over_with_its_sets_or_anyway() {
    let shop = shop();
    let squad = r#"{"faction":"scumandvillainy","name":"Jump","version":"2.0.0","points":29,"pilots":[
        {"id":"manaroo","ship":"jumpmaster5000","points":29,
         "upgrades":{"crew":["cikatrovizago"],"illicit":["empdevice"],"salvaged-astromech":["r5tk"]}}]}"#;
    fs::write(shop.folder.join("jump.json"), squad).expect("a squad");
    let jump = "scenarios/x-wing/jump.yaml";
    let answer = shop.run(&taken("jump.json", "rebels", jump)).expect(0);
    assert!(answer.out.contains("1 pieces with 3 cards for 29 points"), "{}", answer.out);
    assert!(answer.err.contains("note: the scenario uses these card sets, too: "), "{}", answer.err);
    shop.run(&["check"]).expect(0);
    // The scenario plays, and its squad goes out again.
    shop.run(&["export", "--to", "xws", "x-wing/jump", "-o", "out"]).expect(0);
    let out = shop.text("out/x-wing/jump-rebels.json");
    assert!(out.contains("scumandvillainy") && out.contains("salvagedastromech"), "{out}");

    let strange = squad.replace("empdevice", "rocketskates").replace("manaroo", "manaru");
    let strange = strange.replacen("{\"id\"", "{\"id\":\"captainjostero\"},{\"id\"", 1);
    fs::write(shop.folder.join("strange.json"), strange).expect("a squad");
    let other = "scenarios/x-wing/strange.yaml";
    let call = taken("strange.json", "rebels", other);
    let answer = shop.run(&call).expect(1);
    assert!(answer.err.contains("`manaru`") && answer.err.contains("`rocketskates`"), "{}", answer.err);
    assert!(!shop.folder.join(other).exists());
    let answer = shop.run(&[call, vec!["--anyway"]].concat()).expect(0);
    assert!(answer.err.contains("left out: pilots 2 (`manaru`)"), "{}", answer.err);
    assert!(shop.text(other).contains("template: captain-jostero"));
}

#[test]
fn a_call_that_cannot_be_meant_says_what_to_write() {
    let shop = shop();
    fs::write(shop.folder.join("a.json"), "{}").expect("a squad");
    let mine = "scenarios/x-wing/mine.yaml";
    for (call, why) in [
        (
            vec!["import", FORM, "-o", mine],
            "a squad needs `--from SQUAD.json",
        ),
        (
            taken("a.json", "nobody", mine),
            "the scenario has no player `nobody`; its players are rebels, empire",
        ),
        (
            taken("a.json", "rebels", "Mine.yaml"),
            "the scenario is called as its file",
        ),
        (
            taken("a.json", "rebels", "new/skirmish.yaml"),
            "there is a scenario `skirmish` already",
        ),
        (
            vec![
                "import",
                "imports/x-wing/xwing-data.yaml",
                "--player",
                "rebels",
                "-o",
                "a.yaml",
            ],
            "are for squads",
        ),
        (
            vec!["export", "--to", "xvs", "-o", "out"],
            "there is no format `xvs`; did you mean `xws`?",
        ),
    ] {
        let answer = shop.run(&call).expect(2);
        assert!(answer.err.contains(why), "{}", answer.err);
    }
    let broken = shop.with(FORM, "squads: xws", "squads: json");
    let answer = broken.run(&["export", "--list"]).expect(2);
    assert!(
        answer.err.contains("there is a format `json` already"),
        "{}",
        answer.err
    );
}

// Limit: MOST_SQUAD_BYTES in cardwright/src/program/commands/squads.rs
#[test]
fn a_squad_of_too_many_bytes_is_not_read() {
    let shop = shop();
    let most = 1 << 20;
    let mine = "scenarios/x-wing/mine.yaml";
    fs::write(shop.folder.join("a.json"), " ".repeat(most)).expect("a squad");
    shop.run(&taken("a.json", "rebels", mine)).expect(1);
    fs::write(shop.folder.join("a.json"), " ".repeat(most + 1)).expect("a squad");
    let answer = shop.run(&taken("a.json", "rebels", mine)).expect(2);
    assert!(answer.err.contains("bytes"), "{}", answer.err);
}
