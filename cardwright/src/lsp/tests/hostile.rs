//! Messages that no editor should send: each is answered with an error, or not at all, and the talk goes on.

use super::super::desk::{MOST_WAITING, events};
use super::super::event;
use super::super::session::Event;
use super::editor::{Editor, SET};
use crate::program::commands::lsp::MOST_MESSAGE;
use cardwright_files::Frame;
use serde_json::{Value, json};
use std::io::Read;

/// The question that shows that the server still answers.
fn is_alive(editor: &mut Editor) {
    let answer = editor
        .ask("workspace/symbol", json!({ "query": "rival-of" }))
        .expect("it is answered");
    assert_eq!(answer[0]["name"], "rival-of");
}

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    json!({
        "start": { "line": start.0, "character": start.1 },
        "end": { "line": end.0, "character": end.1 },
    })
}

#[test]
fn places_outside_of_the_text_mean_the_nearest_ones() {
    let mut editor = Editor::new();
    editor.open(SET);
    let far = range((u32::MAX, u32::MAX), (u32::MAX, u32::MAX));
    editor.change(SET, json!([{ "range": far, "text": "knid: x\n" }]));
    assert_eq!(editor.problems(SET).len(), 1);
    // The end before the start.
    editor.change(
        SET,
        json!([{ "range": range((999, 0), (0, 0)), "text": editor.text(SET) }]),
    );
    assert_eq!(editor.problems(SET), [""; 0]);
    is_alive(&mut editor);
    assert!(editor.end());
}

#[test]
fn versions_out_of_order_are_passed_over() {
    let mut editor = Editor::new();
    editor.open(SET);
    let change = |version: i32, text: &str| json!({ "textDocument": { "uri": editor.uri(SET), "version": version }, "contentChanges": [{ "text": text }] });
    let (late, early) = (change(9, "set: ["), change(3, "system: ["));
    editor.tell("textDocument/didChange", late);
    let told = editor.published(SET);
    assert_eq!(told["version"], 9);
    editor.tell("textDocument/didChange", early);
    is_alive(&mut editor);
    assert!(editor.end());
}

#[test]
fn a_text_of_ten_megabytes_is_one_error() {
    let mut editor = Editor::new();
    let text = format!(
        "set: basic\nsystem: sample\ntitle: \"{}\"\n",
        "x".repeat(10 << 20)
    );
    editor.open_with(SET, &text);
    let told = editor.published(SET);
    assert_eq!(told["diagnostics"][0]["code"], "cw0116");
    let params = json!({ "textDocument": { "uri": editor.uri(SET) } });
    editor
        .ask("textDocument/documentSymbol", params.clone())
        .expect("it is answered");
    editor
        .ask("textDocument/foldingRange", params)
        .expect("it is answered");
    assert!(editor.end());
}

// Limit: MOST_TEXT in service/src/workspace.rs
#[test]
fn a_text_that_is_longer_than_a_file_can_be_is_let_go() {
    use cardwright_service::MOST_TEXT;
    let mut editor = Editor::new();
    editor.open(SET);
    let head = "set: basic\nsystem: sample\n";
    let text = |length: usize| format!("{head}{}", "#".repeat(length - head.len()));
    editor.change(SET, json!([{ "text": text(MOST_TEXT) }]));
    assert_eq!(editor.published(SET)["diagnostics"][0]["code"], "cw0116");
    editor.change(SET, json!([{ "text": text(MOST_TEXT + 1) }]));
    assert_eq!(editor.problems(SET), [""; 0]);
    let shown = editor.message("window/showMessage");
    assert!(
        shown["message"]
            .as_str()
            .is_some_and(|text| text.contains("at most")),
        "{shown}"
    );
    is_alive(&mut editor);
    assert!(editor.end());
}

#[test]
fn what_is_never_open_is_passed_over() {
    let mut editor = Editor::new();
    editor.open(SET);
    let other = json!({ "uri": "file:///nowhere/at/all.yaml", "version": 4 });
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": other, "contentChanges": [{ "text": "x" }] }),
    );
    editor.tell("textDocument/didClose", json!({ "textDocument": other }));
    let params = json!({ "textDocument": other });
    assert_eq!(editor.ask("textDocument/documentSymbol", params), Ok(Value::Null));
    is_alive(&mut editor);
    assert!(editor.end());
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let mut editor = Editor::new();
    editor.open(SET);
    let code = |answer: Result<Value, (i32, String)>| answer.expect_err("it is refused").0;
    assert_eq!(
        code(editor.ask("textDocument/foldingRange", json!({ "textDocument": 3 }))),
        -32602
    );
    assert_eq!(code(editor.ask("textDocument/foldingRange", Value::Null)), -32602);
    assert_eq!(code(editor.ask("textDocument/implementation", json!({}))), -32601);
    assert_eq!(
        code(editor.ask("initialize", json!({ "capabilities": {} }))),
        -32600
    );
    editor.tell("textDocument/didOpen", json!({ "textDocument": [] }));
    editor.tell("no/such/news", json!(7));
    is_alive(&mut editor);
    assert!(editor.end());
}

#[test]
fn nothing_is_answered_before_the_beginning_and_after_the_end() {
    let mut editor = Editor::silent();
    let refused = editor.ask("workspace/symbol", json!({ "query": "" }));
    assert_eq!(refused.expect_err("it is refused").0, -32002);
    let refused = editor.ask("initialize", json!({ "capabilities": 3 }));
    assert_eq!(refused.expect_err("it is refused").0, -32602);
    editor.start(json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    editor.ask("shutdown", Value::Null).expect("it can be shut down");
    let refused = editor.ask("workspace/symbol", json!({ "query": "" }));
    assert_eq!(refused.expect_err("it is refused").0, -32600);
}

#[test]
fn bytes_that_are_no_message_are_answered_if_they_can_be() {
    let refused = |bytes: &[u8]| match event(bytes) {
        Event::Nonsense(answer) => answer.map(|answer| answer.id.to_string()),
        _ => panic!("it is taken for a message"),
    };
    assert_eq!(refused(b"{\"id\": 7, \"method\": 3}"), Some("7".to_owned()));
    for bytes in [&b"{"[..], b"", b"[]", b"\xff\xfe"] {
        assert_eq!(refused(bytes), None);
    }
    let deep = "[".repeat(100_000);
    assert_eq!(refused(deep.as_bytes()), None);
}

// Limit: MOST_ROOMS in cardwright/src/lsp/session.rs
#[test]
fn so_many_projects_can_be_open_and_no_more() {
    let mut editor = Editor::new();
    let set = "set: x\nsystem: nowhere\ntitle: T\ncards: []\n";
    for number in 0..16 {
        let name = format!("p{number}/cards/nowhere/x.yaml");
        let systems = editor.folder.join(format!("p{number}/systems"));
        std::fs::create_dir_all(systems).expect("the folder can be made");
        editor.open_with(&name, set);
        assert_eq!(editor.problems(&name).len(), 1);
    }
    std::fs::create_dir_all(editor.folder.join("p16/systems")).expect("the folder can be made");
    editor.open_with("p16/cards/nowhere/x.yaml", set);
    let shown = editor.message("window/showMessage");
    assert!(
        shown["message"]
            .as_str()
            .is_some_and(|text| text.contains("at most 16")),
        "{shown}"
    );
    assert!(editor.end());
}

// Limit: MOST_WAITING in cardwright/src/lsp/desk.rs
#[test]
fn so_many_messages_wait_and_no_more() {
    let (send, _events) = events();
    for _ in 0..MOST_WAITING {
        assert!(send.try_send(Event::End).is_ok());
    }
    assert!(send.try_send(Event::End).is_err());
}

// Limit: MOST_MESSAGE in cardwright/src/program/commands/lsp.rs
#[test]
fn a_message_can_be_so_long_and_no_longer() {
    let frame = |length: usize| {
        let head = format!("Content-Length: {length}\r\n\r\n");
        let body = std::io::repeat(b' ').take(length as u64);
        let from = std::io::BufReader::new(std::io::Cursor::new(head.into_bytes()).chain(body));
        cardwright_files::Frames::new(from, MOST_MESSAGE)
            .next_frame()
            .expect("memory can be read")
    };
    assert!(matches!(frame(MOST_MESSAGE), Frame::Whole(bytes) if bytes.len() == MOST_MESSAGE));
    assert_eq!(frame(MOST_MESSAGE + 1), Frame::TooLong);
}

// Limit: MOST_OPEN in cardwright/src/lsp/session.rs
#[test]
fn so_many_files_can_be_open_and_no_more() {
    let mut editor = Editor::new();
    for number in 0..2000 {
        let name = format!("notes-{number}.yaml");
        editor.open_with(&name, "a: b");
    }
    let document = json!({ "uri": editor.uri("notes-0.yaml") });
    assert_eq!(
        editor.ask("textDocument/foldingRange", json!({ "textDocument": document })),
        Ok(Value::Null)
    );
    editor.open_with("notes-2000.yaml", "a: b");
    let shown = editor.message("window/showMessage");
    assert!(
        shown["message"]
            .as_str()
            .is_some_and(|text| text.contains("2000")),
        "{shown}"
    );
    assert!(editor.end());
}
