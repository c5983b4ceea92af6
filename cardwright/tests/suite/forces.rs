//! Forces, built in the studio for every system of this repository that says how.

use crate::studio::ask;
use cardwright::studio::{Keeper, Studio};
use cardwright_compiler::Project;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// The files that were written, by their names.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<BTreeMap<String, String>>>);

impl Keeper for Memory {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        let mut kept = self.0.lock().expect("nobody panics with it");
        kept.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn is_writable(&self) -> bool {
        true
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn shown(studio: &mut Studio, (scenario, player): (&str, &str), chosen: &Value) -> Result<Value, String> {
    let force = json!({ "ask": "force", "scenario": scenario, "player": player, "chosen": chosen });
    ask(studio, &force)
}

/// For each system, a scenario with a limit of points, and a player of it; any scenario, if none has one.
fn fields(studio: &mut Studio) -> &'static [(String, String)] {
    static FIELDS: OnceLock<Vec<(String, String)>> = OnceLock::new();
    FIELDS.get_or_init(|| found_fields(studio))
}

fn found_fields(studio: &mut Studio) -> Vec<(String, String)> {
    let project = ask(studio, &json!({ "ask": "project" })).expect("it is told");
    let systems = project["systems"].as_array().expect("there are systems").clone();
    let mut fields = Vec::new();
    for system in systems {
        let scenarios = project["scenarios"].as_array().expect("there are scenarios");
        let mut found: Vec<(bool, String, String)> = Vec::new();
        for one in scenarios.iter().filter(|one| one["system"] == system["id"]) {
            let name = format!(
                "{}/{}",
                one["system"].as_str().expect("an id"),
                one["id"].as_str().expect("an id")
            );
            let player = one["players"][0]["id"].as_str().expect("a player").to_owned();
            if let Ok(told) = shown(studio, (&name, &player), &json!([])) {
                let offered = told["offered"].as_array().expect("a list");
                let fitting = offered.iter().filter(|card| !texts(&card["fits"]).is_empty());
                // What a scenario names in its rules stays, so there may be little left to pick.
                if told["points"] == 0 && fitting.count() >= 5 {
                    found.push((told["limit"].is_null(), name, player));
                }
            }
            if found.last().is_some_and(|(without, ..)| !without) {
                break;
            }
        }
        found.sort();
        let (_, scenario, player) = found
            .into_iter()
            .next()
            .expect("a force can be built in some scenario");
        fields.push((scenario, player));
    }
    assert!(fields.len() >= 5, "there are fewer games than there were");
    fields
}

fn studio() -> (Studio, Memory) {
    let memory = Memory::default();
    (
        Studio::new(Project::load(&root()), Box::new(memory.clone())),
        memory,
    )
}

fn texts(value: &Value) -> Vec<String> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .filter_map(|one| Some(one.as_str()?.to_owned()))
        .collect()
}

fn pick(card: &Value, on: &str) -> Value {
    match on {
        "" => json!({ "card": card["card"], "on": null, "count": 1 }),
        on => json!({ "card": card["card"], "on": on, "count": 1 }),
    }
}

/// Adds what fits, the first of the list that costs something, until so much is there.
fn built(studio: &mut Studio, field: (&str, &str), most: usize) -> (Value, Value) {
    let mut picks = json!([]);
    for _ in 0..most {
        let told = shown(studio, field, &picks).expect("it is told");
        let offered = told["offered"].as_array().expect("something is offered");
        // What lies on something first, so that both are tried.
        let fits = |card: &&Value| card["cost"].as_i64() > Some(0);
        let adds = offered.iter().rev().filter(fits).flat_map(|card| {
            let places = texts(&card["fits"]);
            places.into_iter().map(move |place| pick(card, &place))
        });
        let all = picks.as_array_mut().expect("a list");
        let Some(new) = adds.into_iter().find(|one| !all.contains(one)) else {
            break;
        };
        all.push(new);
    }
    let told = shown(studio, field, &picks).expect("it is told");
    (picks, told)
}

#[test]
fn in_every_system_a_force_is_built_from_nothing_to_legal_by_what_fits() {
    let (mut studio, _) = studio();
    for (scenario, player) in fields(&mut studio) {
        let field = (scenario.as_str(), player.as_str());
        let (picks, told) = built(&mut studio, field, 6);
        assert_eq!(told["problems"], json!([]), "{scenario}: {picks}");
        let chosen = told["chosen"].as_array().expect("a list");
        assert!(chosen.len() >= 2, "{scenario}: {picks}");
        let costs: i64 = chosen.iter().filter_map(|one| one["cost"].as_i64()).sum();
        assert!(costs > 0, "{scenario}: {picks}");
        if let (Some(points), Some(limit)) = (told["points"].as_i64(), told["limit"].as_i64()) {
            assert!(points > 0 && points <= limit, "{scenario}: {points} of {limit}");
        }
    }
}

#[test]
fn what_a_rule_does_not_allow_is_refused_in_the_words_of_the_rule() {
    let (mut studio, _) = studio();
    let project = Project::load(&root());
    for (scenario, player) in fields(&mut studio) {
        let field = (scenario.as_str(), player.as_str());
        let (picks, told) = built(&mut studio, field, 3);
        let system = scenario.split('/').next().expect("an id");
        let rules: String = project
            .sources
            .iter()
            .filter(|(_, file)| file.name.starts_with(&format!("systems/{system}/")))
            .map(|(_, file)| file.text.clone())
            .collect();
        let refused = told["offered"].as_array().expect("a list").iter().find(|card| {
            let why = card["why"].as_str().unwrap_or_default();
            texts(&card["fits"]).is_empty() && rules.contains(&format!("build \"{why}\""))
        });
        let refused = refused.unwrap_or_else(|| panic!("{scenario}: everything fits with {picks}"));
        let why = refused["why"].as_str().expect("words");
        let mut more = picks.clone();
        let first = told["chosen"][0]["key"].as_str().expect("a key").to_owned();
        let alone = pick(refused, "");
        more.as_array_mut().expect("a list").push(alone);
        let mut told = shown(&mut studio, field, &more).expect("it is told");
        if told["problems"]
            .as_array()
            .is_some_and(|told| told.iter().all(|one| one != why))
        {
            let all = more.as_array_mut().expect("a list");
            all.pop();
            all.push(pick(refused, &first));
            told = shown(&mut studio, field, &more).expect("it is told");
        }
        assert!(
            texts(&told["problems"]).iter().any(|one| one.contains(why)),
            "{scenario}: {told}"
        );
        let begin = json!({
            "ask": "new-game", "scenario": scenario, "seed": 1, "seats": {}, "forces": { player.as_str(): more },
        });
        assert!(
            ask(&mut studio, &begin)
                .expect_err("it is not legal")
                .contains(why)
        );
    }
}

#[test]
fn random_forces_are_legal_and_the_same_for_the_same_seed() {
    let (mut studio, _) = studio();
    for (scenario, player) in fields(&mut studio) {
        let field = (scenario.as_str(), player.as_str());
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..3 {
            let random =
                json!({ "ask": "random-force", "scenario": scenario, "player": player, "seed": seed });
            let picks =
                ask(&mut studio, &random).unwrap_or_else(|why| panic!("{scenario}, seed {seed}: {why}"));
            let told = shown(&mut studio, field, &picks).expect("it is told");
            assert_eq!(told["problems"], json!([]), "{scenario}, seed {seed}: {picks}");
            if seed == 0 {
                assert_eq!(
                    ask(&mut studio, &random).expect("it is found again"),
                    picks,
                    "{scenario}"
                );
            }
            seen.insert(picks.to_string());
        }
        assert!(seen.len() > 1, "{scenario}: one force for 3 seeds");
    }
}

#[test]
fn a_game_with_forces_is_played_saved_opened_and_kept_as_a_scenario() {
    let (mut studio, memory) = studio();
    for (scenario, player) in fields(&mut studio) {
        let random = json!({ "ask": "random-force", "scenario": scenario, "player": player, "seed": 3 });
        let picks = ask(&mut studio, &random).expect("there is one");
        let forces = json!({ player.as_str(): picks });
        let begin = json!({
            "ask": "new-game", "scenario": scenario, "seed": 5, "seats": {}, "forces": forces,
        });
        let game = ask(&mut studio, &begin).expect("it begins")["game"].clone();
        let view = json!({ "ask": "view", "game": game, "viewer": "judge", "width": 900 });
        let seen = ask(&mut studio, &view).expect("it is shown");
        let things: Vec<&Value> = seen["things"].as_array().expect("things").iter().collect();
        for pick in picks.as_array().expect("picks") {
            assert!(
                things
                    .iter()
                    .any(|thing| thing["card"] == pick["card"] && thing["owner"] == json!(player)),
                "{scenario}: {pick} is not there"
            );
        }
        let saved = ask(&mut studio, &json!({ "ask": "save", "game": game })).expect("it is saved");
        let open = json!({ "ask": "open-game", "replay": saved["replay"] });
        assert!(ask(&mut studio, &open).expect("it is opened")["parted"].is_null());
        for game in [game, json!(null)] {
            drop(ask(&mut studio, &json!({ "ask": "close", "game": game })));
        }
        let keep =
            json!({ "ask": "keep-force", "scenario": scenario, "forces": forces, "id": "kept-by-a-test" });
        let kept = ask(&mut studio, &keep).expect("it is kept");
        let file = kept["file"].as_str().expect("a file").to_owned();
        let text = memory.0.lock().expect("nobody panics with it")[&file].clone();
        let overlay = BTreeMap::from([(file, text)]);
        let project = Project::load_with(&root(), overlay);
        let mut other = Studio::new(project, Box::new(Memory::default()));
        let own = json!({ "ask": "force", "scenario": kept["scenario"], "player": player, "chosen": null });
        let own = ask(&mut other, &own).expect("it is a scenario");
        assert_eq!(own["problems"], json!([]), "{scenario}");
        let count = |picks: &Value| -> i64 {
            picks
                .as_array()
                .map_or(&[][..], Vec::as_slice)
                .iter()
                .filter_map(|pick| pick["count"].as_i64())
                .sum()
        };
        assert_eq!(count(&own["picks"]), count(&picks), "{scenario}");
        assert!(
            ask(&mut other, &keep)
                .expect_err("it is there")
                .contains("already")
        );
        let bad = json!({ "ask": "keep-force", "scenario": scenario, "forces": forces, "id": "../outside" });
        assert!(
            ask(&mut studio, &bad)
                .expect_err("it is no id")
                .contains("not an id")
        );
    }
}

#[test]
fn two_pieces_of_one_card_hold_cards_of_their_own() {
    let (mut studio, _) = studio();
    let mut tried = 0;
    for (scenario, player) in fields(&mut studio) {
        let field = (scenario.as_str(), player.as_str());
        let empty = shown(&mut studio, field, &json!([])).expect("it is told");
        let offered = empty["offered"].as_array().expect("a list");
        // Two of one piece are legal, and something can be put on the second of them.
        let found = offered
            .iter()
            .filter(|card| !texts(&card["fits"]).is_empty())
            .take(60)
            .find_map(|card| {
                let mut two = pick(card, "");
                two["count"] = json!(2);
                let told = shown(&mut studio, field, &json!([two])).ok()?;
                let second = format!("{}#2", card["card"].as_str()?);
                let offered = told["offered"].as_array()?;
                let fitting = offered.iter().find(|one| texts(&one["fits"]).contains(&second))?;
                (told["problems"] == json!([])).then(|| json!([two, pick(fitting, &second)]))
            });
        let Some(picks) = found else { continue };
        tried += 1;
        let told = shown(&mut studio, field, &picks).expect("it is told");
        assert_eq!(told["problems"], json!([]), "{scenario}: {picks}");
        let last = told["chosen"]
            .as_array()
            .expect("a list")
            .last()
            .expect("a card")
            .clone();
        assert_eq!(last["on"], picks[1]["on"]);
    }
    assert!(tried >= 2, "no system lets two pieces of one card hold cards");
}

#[test]
fn what_cannot_be_picked_is_told_in_words() {
    let (mut studio, _) = studio();
    let (mut full, mut large) = (0, 0);
    for (scenario, player) in fields(&mut studio) {
        let field = (scenario.as_str(), player.as_str());
        let unknown = json!([{ "card": "nothing-of-this-name", "on": null, "count": 1 }]);
        let told = shown(&mut studio, field, &unknown).expect("it is told");
        assert!(texts(&told["problems"])[0].contains("nothing-of-this-name"));
        // Limit: MOST_PICKS in cardwright/src/studio/forces/picks.rs
        let many = json!([{ "card": "nothing-of-this-name", "on": null, "count": 201 }]);
        assert!(
            shown(&mut studio, field, &many)
                .expect_err("it is too much")
                .contains("200")
        );
        // Limit: MOST_THINGS in cardwright/src/studio/forces/picks.rs
        let offered = shown(&mut studio, field, &json!([])).expect("it is told")["offered"].clone();
        let offered = offered.as_array().expect("a list");
        let most = offered.iter().find(|one| one["fits"] == json!([""]));
        let most = json!([{ "card": most.expect("something joins")["card"], "on": null, "count": 200 }]);
        let told = shown(&mut studio, field, &most).expect("it is told");
        // Limit: MOST_TRIED in cardwright/src/studio/forces/mod.rs
        let why = told["offered"][0]["why"].as_str().unwrap_or_default();
        large += usize::from(why.contains("too large to test"));
        full += usize::from(
            texts(&told["problems"]).contains(
                &"a force can have at most 200 \
         things"
                    .to_owned(),
            ),
        );
    }
    assert!(full > 0, "no card brings pieces");
    assert!(large > 0, "no force of two hundred pieces is too large");
    assert!(shown(&mut studio, ("no-such-scenario", "x"), &json!([])).is_err());
}
