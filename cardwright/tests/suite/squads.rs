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
    assert!(answer.err.contains("it already exists"), "{}", answer.err);
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
        answer.err.contains("Each unique name once") && answer.out.contains("nothing was written: 1 problem"),
        "{}{}",
        answer.err,
        answer.out
    );
    assert!(!shop.folder.join(mine).exists());
    let json = [taken("two.json", "rebels", mine), vec!["--format", "json"]].concat();
    let answer = shop.run(&json).expect(1);
    assert_eq!(answer.json()[0]["written"], false);
}

/// Squads as six programs write them, each legal, with the pieces, cards and points that they have here.
const OF_OTHERS: [(&str, &str, &str); 6] = [
    (
        // The form of 2.0.0, with a third side and its groups.
        r#"{"faction":"scumandvillainy","name":"Jump","version":"2.0.0","points":29,"pilots":[
            {"id":"manaroo","ship":"jumpmaster5000","points":27,"upgrades":{"crew":["cikatrovizago"],"illicit":["empdevice"]}}]}"#,
        "rebels",
        "1 piece with 2 cards for 29 points",
    ),
    (
        // Words that are written apart.
        r#"{"faction":"scum-and-villainy","pilots":[{"id":"dalan-oberos","ship":"M12-L Kimogila Fighter",
            "upgrades":{"salvaged-astromech":["R5-TK"],"Elite":["Push the Limit"]}}]}"#,
        "rebels",
        "1 piece with 2 cards for 28 points",
    ),
    (
        // What versions before 1.0.0 call things, with data of the program.
        r#"{"faction":"rebels","version":"0.3.0","vendor":{"a-builder":{"link":"https://example.org/1"}},"pilots":[
            {"name":"wedgeantilles","ship":"xwing","upgrades":{"ept":["pushthelimit"],"amd":["r2astromech"]}}]}"#,
        "rebels",
        "1 piece with 2 cards for 33 points",
    ),
    (
        // Names for people, and points as a text.
        r#"{"faction":"Galactic Empire","name":null,"points":"18","pilots":[{"name":"Howlrunner","ship":"TIE Fighter","points":"18","upgrades":{}}]}"#,
        "empire",
        "1 piece with 0 cards for 18 points",
    ),
    (
        // One list of cards, without groups.
        r#"{"faction":"rebelalliance","pilots":[{"id":"wedgeantilles","upgrades":["pushthelimit","r2astromech"]}]}"#,
        "rebels",
        "1 piece with 2 cards for 33 points",
    ),
    (
        // Lists that are empty or null, a card without a list, obstacles.
        r#"{"faction":"imperial","obstacles":["coreasteroid0"],"pilots":[{"id":"academypilot","upgrades":[]},
            {"id":"maarekstele","upgrades":{"talent":"daredevil","missile":null}}]}"#,
        "empire",
        "2 pieces with 1 card for 42 points",
    ),
];

#[test]
fn squads_of_six_programs_come_over_and_play() {
    let shop = shop();
    for (at, (squad, player, told)) in OF_OTHERS.iter().enumerate() {
        let (from, to) = (format!("{at}.json"), format!("scenarios/x-wing/squad-{at}.yaml"));
        fs::write(shop.folder.join(&from), squad).expect("a squad");
        let answer = shop.run(&taken(&from, player, &to)).expect(0);
        assert!(
            answer.out.ends_with(&format!("{told}\n")),
            "{}{}",
            answer.out,
            answer.err
        );
        assert!(
            !answer.err.contains("left out") && !answer.err.contains(" there"),
            "{}",
            answer.err
        );
        shop.run(&["run", &to, "--agents", "random", "--stop-after", "40"])
            .expect(0);
    }
    shop.run(&["check"]).expect(0);
}

#[test]
fn a_squad_of_a_third_side_uses_the_sets_of_its_cards_and_goes_out_again() {
    let shop = shop();
    for (at, group) in [(0, "illicit"), (1, "salvagedastromech")] {
        fs::write(shop.folder.join("squad.json"), OF_OTHERS[at].0).expect("a squad");
        let scenario = format!("jump-{at}");
        let to = format!("scenarios/x-wing/{scenario}.yaml");
        let answer = shop.run(&taken("squad.json", "rebels", &to)).expect(0);
        assert!(
            answer
                .err
                .contains("note: the scenario now also uses these card sets: "),
            "{}",
            answer.err
        );
        let out = format!("out-{at}");
        shop.run(&["export", "--to", "xws", &format!("x-wing/{scenario}"), "-o", &out])
            .expect(0);
        let out = shop.text(&format!("{out}/x-wing/{scenario}-rebels.json"));
        assert!(out.contains("scumandvillainy") && out.contains(group), "{out}");
    }
}

#[test]
fn what_is_unknown_is_listed_and_left_out_anyway_and_what_is_illegal_never_comes_over() {
    let shop = shop();
    let squad = OF_OTHERS[0].0;
    let strange = squad
        .replace("empdevice", "rocketskates")
        .replace("manaroo", "manaru");
    let strange = strange.replacen("{\"id\"", "{\"id\":\"captainjostero\"},{\"id\"", 1);
    fs::write(shop.folder.join("strange.json"), strange).expect("a squad");
    let other = "scenarios/x-wing/strange.yaml";
    let call = taken("strange.json", "rebels", other);
    let answer = shop.run(&call).expect(1);
    assert!(
        answer.err.contains("`manaru`") && answer.err.contains("`rocketskates`"),
        "{}",
        answer.err
    );
    assert!(!shop.folder.join(other).exists());
    let answer = shop.run(&[call, vec!["--anyway"]].concat()).expect(0);
    for left_out in [
        "left out: pilots 2 (`manaru`): there is no ship",
        "left out: pilots 2 (`manaru`): there is no upgrade",
    ] {
        assert!(answer.err.contains(left_out), "{}", answer.err);
    }
    assert!(shop.text(other).contains("template: captain-jostero"));

    // Her ship has no icon for a salvaged astromech.
    let illegal = squad.replace("\"illicit\"", "\"salvaged-astromech\":[\"r5tk\"],\"illicit\"");
    fs::write(shop.folder.join("illegal.json"), illegal).expect("a squad");
    let call = taken("illegal.json", "rebels", "scenarios/x-wing/illegal.yaml");
    for call in [call.clone(), [call, vec!["--anyway"]].concat()] {
        let answer = shop.run(&call).expect(1);
        assert!(answer.err.contains("An icon for each upgrade"), "{}", answer.err);
    }
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
            "the scenario gets the name of its file",
        ),
        (
            taken("a.json", "rebels", "new/skirmish.yaml"),
            "there is already a scenario `skirmish`",
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
        answer.err.contains("there is already a format `json`"),
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
