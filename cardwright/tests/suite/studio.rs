//! The studio as its server asks it: a project and its games, in texts of JSON.

use crate::shop::Shop;
use cardwright::studio::{Keeper, MOST_REQUEST, Studio};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// Remembers what was written.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<(String, String)>>>);

impl Keeper for Memory {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        let mut kept = self.0.lock().expect("nobody panics with it");
        kept.push((name.to_owned(), text.to_owned()));
        Ok(())
    }

    fn is_writable(&self) -> bool {
        true
    }
}

fn studio(shop: &Shop) -> Studio {
    let project = cardwright_compiler::Project::load(&shop.folder);
    Studio::new(project, Box::new(Memory::default()))
}

/// What the studio answers, or why it does not.
pub(crate) fn ask(studio: &mut Studio, request: &Value) -> Result<Value, String> {
    let answer: Value =
        serde_json::from_str(&studio.answer(&request.to_string())).expect("an answer is JSON");
    match answer.get("error") {
        Some(error) => Err(error.as_str().unwrap_or_default().to_owned()),
        None => Ok(answer["ok"].clone()),
    }
}

fn begun(studio: &mut Studio, seats: &Value) -> String {
    let request = json!({ "ask": "new-game", "scenario": "sample/duel", "seed": 7, "seats": seats });
    let game = ask(studio, &request).expect("it begins");
    game["game"].as_str().expect("it has an id").to_owned()
}

fn view(studio: &mut Studio, game: &str, viewer: &Value) -> Result<Value, String> {
    ask(
        studio,
        &json!({ "ask": "view", "game": game, "viewer": viewer, "width": 900 }),
    )
}

#[test]
fn a_game_is_played_to_its_end_by_whoever_is_asked() {
    let shop = Shop::new();
    let mut studio = studio(&shop);
    let game = begun(&mut studio, &json!({ "north": "human", "south": "random" }));
    for _ in 0..500 {
        let seen = view(&mut studio, &game, &json!({ "player": "north" })).expect("north may look");
        if !seen["over"].is_null() {
            let story = ask(
                &mut studio,
                &json!({ "ask": "story", "game": game, "viewer": "public", "from": 0 }),
            );
            assert!(
                story
                    .expect("it is told")
                    .as_array()
                    .is_some_and(|lines| lines.len() > 3)
            );
            return;
        }
        if seen["more"] == json!(true) {
            ask(&mut studio, &json!({ "ask": "let", "game": game })).expect("agents go on");
            continue;
        }
        let asked = &seen["asked"];
        assert_eq!(asked["by"], "north", "{seen}");
        let reply = json!({ "options": asked["default"] });
        ask(
            &mut studio,
            &json!({ "ask": "decide", "game": game, "by": "north", "reply": reply }),
        )
        .expect("it is legal");
    }
    panic!("the game does not end");
}

#[test]
fn while_people_play_nobody_looks_over_the_shoulder_of_another() {
    let shop = Shop::new();
    let mut studio = studio(&shop);
    let game = begun(&mut studio, &json!({ "north": "human", "south": "random" }));
    assert!(view(&mut studio, &game, &json!("judge")).is_err());
    assert!(view(&mut studio, &game, &json!({ "player": "south" })).is_err());
    assert!(view(&mut studio, &game, &json!("public")).expect("all may see this")["asked"].is_null());
    let story = json!({ "ask": "story", "game": game, "viewer": "judge", "from": 0 });
    assert!(ask(&mut studio, &story).is_err());
    let reply = json!({ "options": [] });
    let decide = json!({ "ask": "decide", "game": game, "by": "south", "reply": reply });
    assert!(ask(&mut studio, &decide).is_err(), "nobody decides for an agent");
    let alone = begun(&mut studio, &json!({ "north": "random", "south": "random" }));
    assert!(view(&mut studio, &alone, &json!("judge")).is_ok());
}

#[test]
fn a_saved_game_is_opened_compared_and_branched() {
    let shop = Shop::new();
    let mut studio = studio(&shop);
    let game = begun(&mut studio, &json!({ "north": "random", "south": "random" }));
    for _ in 0..200 {
        let more = ask(&mut studio, &json!({ "ask": "let", "game": game })).expect("they play");
        if more["more"] != json!(true) {
            break;
        }
    }
    let saved = ask(&mut studio, &json!({ "ask": "save", "game": game })).expect("it is saved");
    let open = json!({ "ask": "open-game", "replay": saved["replay"] });
    let opened = ask(&mut studio, &open).expect("it is opened");
    assert!(opened["parted"].is_null());
    let compare = json!({ "ask": "compare", "game": game, "other": opened["game"] });
    assert!(ask(&mut studio, &compare).expect("they are compared")["decision"].is_null());
    let branch = json!({ "ask": "branch", "game": game, "at": 1 });
    let branch = ask(&mut studio, &branch).expect("it branches")["game"].clone();
    let seen = view(&mut studio, branch.as_str().expect("an id"), &json!("public")).expect("it is shown");
    assert_eq!((&seen["number"], &seen["of"]), (&json!(1), &json!(1)));
    let damaged = json!({ "ask": "open-game", "replay": "{}" });
    assert!(
        ask(&mut studio, &damaged)
            .expect_err("it is none")
            .contains("no recorded game")
    );
}

#[test]
fn a_file_is_written_over_no_text_that_the_page_does_not_know() {
    let shop = Shop::new();
    let mut studio = studio(&shop);
    let file = "cards/sample/basic.yaml";
    let read = ask(&mut studio, &json!({ "ask": "read", "file": file })).expect("it is there");
    let write = |version: &Value, name: &str| json!({ "ask": "write", "file": name, "text": "x", "version": version });
    assert!(
        ask(&mut studio, &write(&json!("0000"), file))
            .expect_err("it is refused")
            .contains("changed")
    );
    assert!(ask(&mut studio, &write(&Value::Null, "../outside.yaml")).is_err());
    assert!(ask(&mut studio, &write(&Value::Null, "Cargo.toml")).is_err());
    assert!(ask(&mut studio, &write(&read["version"], file)).is_ok());
}

#[test]
fn requests_and_games_are_bounded() {
    let shop = Shop::new();
    let mut studio = studio(&shop);
    // Limit: MOST_REQUEST in cardwright/src/studio/mod.rs
    let fits = format!("{}{}", json!({ "ask": "games" }), " ".repeat(MOST_REQUEST - 15));
    assert_eq!(fits.len(), MOST_REQUEST);
    assert!(studio.answer(&fits).contains("ok"));
    assert!(studio.answer(&format!("{fits} ")).contains("at most"));
    // Limit: MOST_GAMES in cardwright/src/studio/games.rs
    for _ in 0..64 {
        begun(&mut studio, &json!({ "north": "human", "south": "human" }));
    }
    let one_more = json!({ "ask": "new-game", "scenario": "sample/duel", "seed": 1, "seats": {} });
    assert!(
        ask(&mut studio, &one_more)
            .expect_err("there are enough")
            .contains("64 games")
    );
    ask(&mut studio, &json!({ "ask": "close", "game": "game-1" })).expect("it is closed");
    assert!(ask(&mut studio, &one_more).is_ok());
    assert!(ask(&mut studio, &json!({ "ask": "nonsense" })).is_err());
}

#[test]
fn a_moment_of_a_game_becomes_a_case_but_not_while_people_play() {
    let shop = Shop::new();
    let mut studio = studio(&shop);
    let game = begun(&mut studio, &json!({ "north": "random", "south": "random" }));
    ask(&mut studio, &json!({ "ask": "let", "game": game })).expect("they play");
    let case = json!({ "ask": "case", "game": game, "at": 3, "title": "A goat: wet" });
    let made = ask(&mut studio, &case).expect("it is made");
    assert_eq!(
        made["file"],
        "tests/conformance/sample/from-games/a-goat-wet.yaml"
    );
    let text = made["text"].as_str().expect("a text");
    assert!(
        text.contains("seed: 7\n") && text.contains("afterwards: stop\n"),
        "{text}"
    );
    let untitled = json!({ "ask": "case", "game": game, "at": 3, "title": " " });
    assert!(ask(&mut studio, &untitled).is_err());
    // Limit: MOST_TITLE in cardwright/src/studio/moments.rs
    for (letters, is_taken) in [(120, true), (121, false)] {
        let long = json!({ "ask": "case", "game": game, "at": 3, "title": "a".repeat(letters) });
        assert_eq!(ask(&mut studio, &long).is_ok(), is_taken);
    }
    let people = begun(&mut studio, &json!({ "north": "human", "south": "random" }));
    let case = json!({ "ask": "case", "game": people, "at": 0, "title": "What the others hold" });
    assert!(ask(&mut studio, &case).is_err());
}
