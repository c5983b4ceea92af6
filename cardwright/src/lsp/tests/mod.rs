//! Talks with an editor.

mod editor;
mod hostile;
mod starts;

use editor::{Editor, SET, position};
use serde_json::{Value, json};

const PLAY: &str = "systems/sample/play.cw";

#[test]
fn errors_are_told_while_one_types_and_taken_back() {
    let mut editor = Editor::new();
    editor.open(SET);
    let text = editor.text(SET);
    let broken = editor.replace(SET, &text, "bruise on you > 0", "bruse on you > 0");
    assert_eq!(editor.problems(SET), ["18:43 cw0107"]);
    editor.replace(SET, &broken, "bruse", "bruise");
    assert_eq!(editor.problems(SET), [""; 0]);
    assert!(editor.end());
}

#[test]
fn what_is_told_names_the_version_the_page_and_the_way_out() {
    let mut editor = Editor::new();
    editor.open(SET);
    let text = editor.text(SET);
    editor.replace(SET, &text, "modify push-of", "modify psh-of");
    let told = editor.published(SET);
    assert_eq!(told["version"], 2);
    let one = &told["diagnostics"][0];
    assert_eq!(one["severity"], 1);
    assert_eq!(one["source"], "cardwright");
    let page = one["codeDescription"]["href"].as_str().unwrap_or_default();
    assert!(
        page.ends_with("compiler/documents/pages/cw0101-unknown-name.md"),
        "{page}"
    );
    assert_eq!(
        one["message"],
        "there is no value `psh-of`\ndid you mean `push-of`?"
    );
    assert!(editor.end());
}

#[test]
fn a_fix_is_offered_where_it_helps_and_mends_the_text() {
    let mut editor = Editor::new();
    editor.open(SET);
    let text = editor.text(SET);
    let broken = editor.replace(SET, &text, "    kind: bell", "    knd: bell");
    let told = editor.published(SET);
    let range = told["diagnostics"][0]["range"].clone();
    let document = json!({ "uri": editor.uri(SET) });
    let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
    let actions = editor
        .ask("textDocument/codeAction", params)
        .expect("it is answered");
    let edits = &actions[0]["edit"]["changes"][editor.uri(SET)];
    assert_eq!(actions[0]["title"], "Write `kind`", "{actions}");
    editor.change(
        SET,
        json!([{ "range": edits[0]["range"], "text": edits[0]["newText"] }]),
    );
    assert_eq!(editor.problems(SET), [""; 0]);
    let far = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 1 } });
    let params = json!({ "textDocument": document, "range": far, "context": { "diagnostics": [] } });
    assert_eq!(editor.ask("textDocument/codeAction", params), Ok(json!([])));
    assert!(broken.contains("knd"));
    assert!(editor.end());
}

#[test]
fn warnings_and_cases_follow_when_nothing_is_typed() {
    let mut editor = Editor::new();
    editor.open(PLAY);
    let text = editor.text(PLAY);
    editor.replace(PLAY, &text, "give 3 apple to g", "give 2 apple to g");
    // A case counts on three: only the complete review plays it.
    let case = "tests/conformance/sample/never.yaml";
    assert!(!editor.folder.join(case).exists());
    editor.replace(
        PLAY,
        &text.replace("give 3", "give 2"),
        "if hits > 1 and bruise on pushed < 3",
        "if hits > 1 and hits < 0",
    );
    let told = editor.problems(PLAY);
    assert!(told.iter().any(|one| one.contains("cw05")), "{told:?}");
    assert!(editor.end());
}

#[test]
fn a_file_is_laid_out_as_fmt_does_it() {
    let mut editor = Editor::new();
    editor.open(SET);
    let text = editor.text(SET);
    let params = json!({ "textDocument": { "uri": editor.uri(SET) }, "options": { "tabSize": 2, "insertSpaces": true } });
    assert_eq!(
        editor.ask("textDocument/formatting", params.clone()),
        Ok(json!([]))
    );
    editor.replace(SET, &text, "push-of + 1 when", "push-of   +   1   when");
    let edits = editor
        .ask("textDocument/formatting", params)
        .expect("it is answered");
    let edit = &edits[0];
    assert_eq!(edit["range"]["start"]["line"], edit["range"]["end"]["line"]);
    editor.change(SET, json!([{ "range": edit["range"], "text": edit["newText"] }]));
    let params = json!({ "textDocument": { "uri": editor.uri(SET) }, "options": { "tabSize": 2, "insertSpaces": true } });
    assert_eq!(editor.ask("textDocument/formatting", params), Ok(json!([])));
    assert!(editor.end());
}

#[test]
fn outlines_and_folds_are_there() {
    let mut editor = Editor::new();
    editor.open(SET);
    let params = json!({ "textDocument": { "uri": editor.uri(SET) } });
    let symbols = editor
        .ask("textDocument/documentSymbol", params.clone())
        .expect("it is answered");
    let cards = &symbols[0]["children"];
    let names: Vec<&str> = cards
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["ledge", "billy", "nanny", "brass-bell"]);
    assert_eq!(cards[3]["children"][0]["name"], "Ring the bell");
    let folds = editor
        .ask("textDocument/foldingRange", params)
        .expect("it is answered");
    assert!(folds.as_array().is_some_and(|all| all.len() >= 6), "{folds}");
    let found = editor
        .ask("workspace/symbol", json!({ "query": "rivalof" }))
        .expect("it is answered");
    let first = &found[0];
    assert_eq!(first["name"], "rival-of");
    assert!(
        first["location"]["uri"]
            .as_str()
            .is_some_and(|uri| uri.ends_with("words.cw"))
    );
    assert!(editor.end());
}

#[test]
fn what_changes_on_the_disk_counts_unless_it_is_open() {
    let mut editor = Editor::new();
    editor.open(PLAY);
    let text = editor.text(SET).replace("bruise on you", "bruse on you");
    std::fs::write(editor.folder.join(SET), text).expect("the copy can be written");
    let news = json!({ "changes": [{ "uri": editor.uri(SET), "type": 2 }] });
    editor.tell("workspace/didChangeWatchedFiles", news.clone());
    assert_eq!(editor.problems(SET), ["18:43 cw0107"]);
    let fine = editor.text(SET).replace("bruse on you", "bruise on you");
    editor.open_with(SET, &fine);
    assert_eq!(editor.problems(SET), [""; 0]);
    // Closed without saving it is again what it was.
    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": editor.uri(SET) } }),
    );
    assert_eq!(editor.problems(SET), ["18:43 cw0107"]);
    std::fs::write(editor.folder.join(SET), fine).expect("the copy can be written");
    editor.tell("workspace/didChangeWatchedFiles", news);
    assert_eq!(editor.problems(SET), [""; 0]);
    assert!(editor.end());
}

#[test]
fn columns_are_right_behind_an_emoji_a_mark_and_a_return() {
    let mut editor = Editor::new();
    let text = editor.text(SET).replace("name: Billy", "name: \u{1f410} Billy");
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    editor.open_with(SET, &text);
    let at = text.find("Billy").expect("it is there");
    let end = position(&text, at + 5);
    let changes =
        json!([{ "range": { "start": position(&text, at), "end": end }, "text": "B\", knid: \"x" }]);
    editor.change(SET, changes);
    let told = editor.problems(SET);
    assert_eq!(told.len(), 1, "{told:?}");
    let line = text[..at].matches('\n').count();
    assert!(told[0].starts_with(&format!("{line}:")), "{told:?}");
    let rules = text.find("modify push-of").expect("it is there");
    let changes = json!([
        { "range": { "start": position(&text, at), "end": { "line": line, "character": 99 } }, "text": "Billy" },
        { "range": { "start": position(&text, rules + 7), "end": position(&text, rules + 14) }, "text": "psh-of" },
    ]);
    editor.change(SET, changes);
    let range = editor.published(SET)["diagnostics"][0]["range"].clone();
    assert_eq!(range["start"], position(&text, rules + 7));
    assert!(editor.end());
}

#[test]
fn a_question_about_a_text_that_has_changed_is_not_answered() {
    let mut editor = Editor::new();
    editor.open(SET);
    let params = json!({ "textDocument": { "uri": editor.uri(SET) } });
    // The session is busy with the first text while these arrive, or not: both ways the answer is right.
    let id = editor.send("textDocument/documentSymbol", params.clone());
    let text = editor.text(SET);
    editor.replace(SET, &text, "Two goats", "Three goats");
    match editor.answer(&id) {
        Ok(symbols) => assert_eq!(symbols[0]["name"], "basic"),
        Err((code, _)) => assert_eq!(code, -32801),
    }
    let id = editor.send("textDocument/documentSymbol", params);
    editor.tell("$/cancelRequest", json!({ "id": id }));
    match editor.answer(&id) {
        Ok(symbols) => assert_eq!(symbols[0]["name"], "basic"),
        Err((code, _)) => assert_eq!(code, -32800),
    }
    assert!(editor.end());
}

#[test]
fn a_file_outside_of_projects_is_no_business_of_ours() {
    let mut editor = Editor::new();
    editor.open_with("notes.yaml", "knid: [");
    let params = json!({ "textDocument": { "uri": editor.uri("notes.yaml") } });
    assert_eq!(editor.ask("textDocument/documentSymbol", params), Ok(Value::Null));
    let document =
        json!({ "uri": "untitled:Untitled-1", "languageId": "yaml", "version": 1, "text": "set: a" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let params = json!({ "textDocument": { "uri": "untitled:Untitled-1" } });
    assert_eq!(editor.ask("textDocument/foldingRange", params), Ok(Value::Null));
    assert!(editor.end());
}

/// A question about the place behind a part of a text.
fn at(editor: &Editor, name: &str, text: &str, part: &str) -> Value {
    let at = text
        .find(part)
        .unwrap_or_else(|| panic!("{name} has no `{part}`"))
        + part.len();
    json!({ "textDocument": { "uri": editor.uri(name) }, "position": position(text, at) })
}

#[test]
fn names_are_told_found_and_changed() {
    let mut editor = Editor::new();
    editor.open(SET);
    let text = editor.text(SET);
    let mut place = at(&editor, SET, &text, "modify push-o");
    let hover = editor
        .ask("textDocument/hover", place.clone())
        .expect("it is answered");
    assert!(
        hover["contents"]["value"]
            .as_str()
            .is_some_and(|text| text.contains("A value")),
        "{hover}"
    );
    let found = editor
        .ask("textDocument/definition", place.clone())
        .expect("it is answered");
    assert!(
        found["uri"].as_str().is_some_and(|uri| uri.ends_with("words.cw")),
        "{found}"
    );
    place["context"] = json!({ "includeDeclaration": false });
    let found = editor
        .ask("textDocument/references", place.clone())
        .expect("it is answered");
    assert_eq!(found.as_array().map(Vec::len), Some(3), "{found}");
    let range = editor
        .ask("textDocument/prepareRename", place.clone())
        .expect("it is answered");
    assert_eq!(
        range["start"],
        position(&text, text.find("push-of").expect("it is there"))
    );
    place["newName"] = json!("shove-of");
    let edit = editor
        .ask("textDocument/rename", place.clone())
        .expect("it is answered");
    let files = edit["changes"].as_object().map(|all| all.len());
    assert_eq!(files, Some(3), "{edit}");
    place["newName"] = json!("when");
    assert_eq!(
        editor
            .ask("textDocument/rename", place)
            .expect_err("it is refused")
            .0,
        -32803
    );
    assert!(editor.end());
}

#[test]
fn completions_parameters_and_colours_come_while_the_text_is_broken() {
    let mut editor = Editor::new();
    editor.open(SET);
    let text = editor.text(SET);
    let text = editor.replace(
        SET,
        &text,
        "modify push-of + 1 when g is you and bruise on you > 0",
        "modify push-of + 1 when g is yo",
    );
    editor.problems(SET);
    let found = editor
        .ask("textDocument/completion", at(&editor, SET, &text, "when g is yo"))
        .expect("it is answered");
    let items = found["items"].as_array().cloned().unwrap_or_default();
    let you = items.iter().take(3).find(|one| one["label"] == "you");
    assert_eq!(
        you.map(|one| one["textEdit"]["newText"].clone()),
        Some(json!("you")),
        "{found}"
    );
    let found = editor
        .ask(
            "textDocument/signatureHelp",
            at(&editor, SET, &text, "add-face(dice, "),
        )
        .expect("it is answered");
    assert_eq!(found["activeParameter"], 1, "{found}");
    let document = json!({ "textDocument": { "uri": editor.uri(SET) } });
    let found = editor
        .ask("textDocument/semanticTokens/full", document)
        .expect("it is answered");
    let data = found["data"].as_array().expect("there are some");
    assert!(data.len() > 100 && data.len().is_multiple_of(5), "{}", data.len());
    assert!(editor.end());
}

#[test]
fn lenses_do_what_they_say() {
    let mut editor = Editor::new();
    editor.open(SET);
    let document = json!({ "textDocument": { "uri": editor.uri(SET) } });
    let lenses = editor
        .ask("textDocument/codeLens", document)
        .expect("it is answered");
    let command = &lenses[0]["command"];
    assert_eq!(command["title"], "2 cases: run", "{lenses}");
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let told = editor
        .ask("workspace/executeCommand", params)
        .expect("it is done");
    assert_eq!(told, "2 of 2 cases pass");
    assert_eq!(editor.message("window/showMessage")["type"], 3);
    let scenario = "scenarios/sample/duel.yaml";
    editor.open(scenario);
    let document = json!({ "textDocument": { "uri": editor.uri(scenario) } });
    let lenses = editor
        .ask("textDocument/codeLens", document)
        .expect("it is answered");
    for lens in [0, 1] {
        let command = &lenses[lens]["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        editor
            .ask("workspace/executeCommand", params)
            .expect("it is done");
    }
    let shown = editor.message("window/showMessage");
    assert!(
        shown["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("A duel on the hill: ")),
        "{shown}"
    );
    let edit = editor.message("workspace/applyEdit");
    let text = edit["edit"]["documentChanges"][1]["edits"][0]["newText"]
        .as_str()
        .unwrap_or_default();
    // What is written there is a case that checks clean.
    let name = "tests/conformance/sample/duel-1.yaml";
    editor.open_with(name, text);
    assert_eq!(
        editor
            .ask("workspace/symbol", json!({ "query": "billy" }))
            .map(|one| one.is_array()),
        Ok(true)
    );
    let nobody = json!({ "command": "cardwright.play", "arguments": [{ "root": "/", "files": [] }] });
    assert_eq!(
        editor
            .ask("workspace/executeCommand", nobody)
            .expect_err("it is refused")
            .0,
        -32602
    );
    let nothing = json!({ "command": "rm", "arguments": [] });
    assert_eq!(
        editor
            .ask("workspace/executeCommand", nothing)
            .expect_err("it is refused")
            .0,
        -32602
    );
    assert!(editor.end());
}

#[test]
fn sentences_behind_rules_are_shown_to_whom_asks_for_them() {
    let mut editor = Editor::silent();
    let folder = editor.uri("");
    let options = json!({ "hints": true });
    let answer = editor.start(
        json!({ "processId": null, "rootUri": folder, "capabilities": {}, "initializationOptions": options }),
    );
    assert_eq!(answer["capabilities"]["inlayHintProvider"], true);
    editor.open(SET);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": editor.uri(SET) }, "range": range });
    let hints = editor
        .ask("textDocument/inlayHint", params)
        .expect("it is answered");
    let first = hints[0]["label"].as_str().unwrap_or_default();
    assert!(first.starts_with("While you have a bruise"), "{hints}");
    assert!(editor.end());
}
