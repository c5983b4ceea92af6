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

/// The answer of the studio, or its error.
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
            .contains("not a recorded game")
    );
}

/// People play with a part of a project; whoever asks for its files and cases is answered from all of it.
#[test]
fn a_game_begins_before_the_cases_are_read() {
    use cardwright_compiler::Project;
    use cardwright_compiler::project::{Links, Question};
    let shop = Shop::new();
    let part = Project::load_for(&shop.folder, Links::Inside, Question::Games);
    assert!(!part.is_whole() && part.cases.is_empty() && !part.scenarios.is_empty());
    let (whole, to) = std::sync::mpsc::channel();
    let mut studio = Studio::with_part(part, to, Box::new(Memory::default()));
    let game = begun(&mut studio, &json!({ "north": "human", "south": "random" }));
    assert!(view(&mut studio, &game, &json!({ "player": "north" })).is_ok());
    // The studio would wait for ever if it had asked for the whole.
    whole
        .send(Project::load(&shop.folder))
        .expect("the studio waits for it");
    let cases = ask(
        &mut studio,
        &json!({ "ask": "cases", "file": "cards/sample/basic.yaml" }),
    );
    assert!(
        !cases
            .expect("they are carried out")
            .as_array()
            .expect("a list")
            .is_empty()
    );
    assert!(studio.take_changed().contains(&"files".to_owned()));
    assert!(
        view(&mut studio, &game, &json!({ "player": "north" })).is_ok(),
        "the game goes on"
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

/// A studio for a page without a server, with the documents of the sample.
fn in_memory(shop: &Shop) -> Studio {
    let folder = cardwright_compiler::Project::load(&shop.folder);
    let names = folder.sources.iter().map(|(_, file)| file.name.clone());
    let names: Vec<String> = names.collect();
    let texts = names
        .into_iter()
        .filter_map(|name| Some((name.clone(), folder.text_of(&name)?)));
    Studio::of_files(texts.collect())
}

/// The messages of the language service to a page.
fn said(studio: &mut Studio, page: &str, message: &Value) -> Vec<Value> {
    let request = json!({ "ask": "lsp", "page": page, "message": message });
    let said = ask(studio, &request).expect("it is answered");
    said.as_array().expect("messages").clone()
}

/// The codes of what is wrong with a file, as it was told last.
fn codes(said: &[Value], uri: &str) -> Option<Vec<String>> {
    let told = said.iter().rev().find(|one| one["params"]["uri"] == uri)?;
    let problems = told["params"]["diagnostics"].as_array()?.iter();
    Some(
        problems
            .map(|one| one["code"].as_str().unwrap_or_default().to_owned())
            .collect(),
    )
}

const SET: &str = "cards/sample/basic.yaml";

/// Begins a talk in which the card set is open; gives its address and text.
fn talk(studio: &mut Studio, page: &str) -> (String, String) {
    let project = ask(studio, &json!({ "ask": "project" })).expect("it is answered");
    let uri = format!("{}{SET}", project["uri"].as_str().expect("an address"));
    let begin =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } });
    let begun = said(studio, page, &begin);
    assert!(
        begun[0]["result"]["capabilities"]["hoverProvider"]
            .as_bool()
            .is_some_and(|can| can)
    );
    said(
        studio,
        page,
        &json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
    );
    let text = ask(studio, &json!({ "ask": "read", "file": SET })).expect("it is there");
    let text = text["text"].as_str().expect("a text").to_owned();
    let item = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
    let opened =
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } });
    let told = said(studio, page, &opened);
    assert!(codes(&told, &uri).unwrap_or_default().is_empty(), "{told:?}");
    (uri, text)
}

fn change(studio: &mut Studio, page: &str, uri: &str, version: i32, text: &str) -> Vec<Value> {
    let params =
        json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] });
    said(
        studio,
        page,
        &json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }),
    )
}

#[test]
fn a_page_without_a_server_talks_with_the_language_service() {
    let shop = Shop::new();
    let mut studio = in_memory(&shop);
    let (uri, text) = talk(&mut studio, "page");
    let broken = text.replace("bruise on you > 0", "bruse on you > 0");
    let told = change(&mut studio, "page", &uri, 2, &broken);
    assert_eq!(codes(&told, &uri), Some(vec!["cw0107".to_owned()]), "{told:?}");
    // What only the review of everything finds is told when time has passed.
    let told = change(
        &mut studio,
        "page",
        &uri,
        3,
        &text.replace("  - id: nanny", "  - id: granny"),
    );
    assert_eq!(codes(&told, &uri), Some(vec![]), "{told:?}");
    let told = said(&mut studio, "page", &Value::Null);
    let elsewhere = told
        .iter()
        .filter(|one| one["method"] == "textDocument/publishDiagnostics");
    let files: Vec<&str> = elsewhere
        .filter_map(|one| one["params"]["uri"].as_str())
        .collect();
    assert!(files.iter().any(|file| file.contains("/scenarios/")), "{files:?}");
    assert_eq!(
        said(&mut studio, "page", &Value::Null),
        Vec::<Value>::new(),
        "it was told already"
    );
}

#[test]
fn what_a_page_writes_is_kept_in_memory_and_known_to_the_language_service() {
    let shop = Shop::new();
    let mut studio = in_memory(&shop);
    let (uri, text) = talk(&mut studio, "page");
    let before = ask(&mut studio, &json!({ "ask": "read", "file": SET })).expect("it is there");
    let write = json!({ "ask": "write", "file": SET, "text": text.replace("brass-bell", "iron-bell"), "version": before["version"] });
    ask(&mut studio, &write).expect("it is written");
    assert!(studio.texts().expect("it is in memory")[SET].contains("id: iron-bell\n"));
    // The editor's text counts as long as it is open, and what was written from then on.
    let outline =
        json!({ "jsonrpc": "2.0", "id": 2, "method": "workspace/symbol", "params": { "query": "bell" } });
    let close = json!({ "textDocument": { "uri": uri } });
    said(
        &mut studio,
        "page",
        &json!({ "jsonrpc": "2.0", "method": "textDocument/didClose", "params": close }),
    );
    let found = said(&mut studio, "page", &outline);
    let found = found
        .iter()
        .find(|one| one["id"] == 2)
        .expect("it is answered")
        .to_string();
    assert!(
        found.contains("iron-bell") && !found.contains("brass-bell"),
        "{found}"
    );
    // Nobody has it open now: what is written counts at once.
    let now = ask(&mut studio, &json!({ "ask": "read", "file": SET })).expect("it is there");
    let steel = text.replace("brass-bell", "steel-bell");
    let write = json!({ "ask": "write", "file": SET, "text": steel, "version": now["version"] });
    ask(&mut studio, &write).expect("it is written");
    let again =
        json!({ "jsonrpc": "2.0", "id": 3, "method": "workspace/symbol", "params": { "query": "bell" } });
    let found = json!(said(&mut studio, "page", &again)).to_string();
    assert!(
        found.contains("steel-bell") && !found.contains("iron-bell"),
        "{found}"
    );
    // Another page begins another talk, about the project as it is now.
    let (_, now) = talk(&mut studio, "another page");
    assert!(now.contains("id: steel-bell\n"));
    let on_disk = ask(&mut self::studio(&shop), &json!({ "ask": "lsp", "page": "page" }));
    assert!(on_disk.is_err_and(|why| why.contains("server")));
}
