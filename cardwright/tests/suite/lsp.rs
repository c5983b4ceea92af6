//! The program as an editor talks with it: over standard input and output.

use crate::shop::Shop;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

const SET: &str = "cards/sample/basic.yaml";

struct Editor {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: i32,
}

impl Editor {
    fn of(shop: &Shop) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["lsp", "--stdio"])
            .current_dir(&shop.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program can be started");
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().expect("it was asked for"));
        Self {
            child,
            to,
            from,
            asked: 0,
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().expect("it still listens");
        to.write_all(bytes).and_then(|()| to.flush()).expect("it reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.next().expect("an answer comes");
            if message["id"] == id {
                return message;
            }
        }
    }

    fn next(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).expect("it can be read") == 0 {
                return None;
            }
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("it is a number"),
                None if line == "\r\n" => break,
                None => {}
            }
        }
        let mut text = vec![0; length];
        self.from.read_exact(&mut text).expect("it is as long as it says");
        Some(serde_json::from_slice(&text).expect("it is JSON"))
    }

    fn end(&mut self) -> ExitStatus {
        self.to.take();
        self.child.wait().expect("it ends")
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
    }
}

#[test]
fn an_editor_is_answered_over_standard_input_and_output() {
    let shop = Shop::new();
    let mut editor = Editor::of(&shop);
    let root = format!("file://{}", shop.folder.display());
    let answer = editor.ask(
        "initialize",
        &json!({ "processId": null, "rootUri": root, "capabilities": {} }),
    );
    assert_eq!(answer["result"]["serverInfo"]["name"], "cardwright");
    editor.tell("initialized", &json!({}));
    let uri = format!("{root}/{SET}");
    let text = shop.text(SET).replace("modify push-of", "modify psh-of");
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
    editor.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    let told = editor.next().expect("errors are told");
    assert_eq!(told["method"], "textDocument/publishDiagnostics");
    assert_eq!(told["params"]["diagnostics"][0]["code"], "cw0101");
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 7, "character": 9 } });
    let hover = editor.ask("textDocument/hover", &place);
    assert!(
        hover["result"]["contents"]["value"]
            .as_str()
            .is_some_and(|text| text.contains("Billy")),
        "{hover}"
    );
    editor.ask("shutdown", &Value::Null);
    editor.tell("exit", &Value::Null);
    assert!(editor.end().success());
}

#[test]
fn an_editor_that_stops_in_the_midst_of_a_message_ends_the_program() {
    let shop = Shop::new();
    let mut editor = Editor::of(&shop);
    editor.write(b"Content-Length: 4000\r\n\r\n{\"jsonrpc\":");
    assert_eq!(editor.end().code(), Some(1));
    let mut editor = Editor::of(&shop);
    editor.write(b"Content-Length: 99999999999999\r\n\r\n{");
    assert_eq!(editor.end().code(), Some(1));
    let mut editor = Editor::of(&shop);
    editor.write(b"GET / HTTP/1.1\r\n\r\n");
    assert_eq!(editor.end().code(), Some(1));
}

#[test]
fn a_message_that_makes_no_sense_is_passed_over() {
    let shop = Shop::new();
    let mut editor = Editor::of(&shop);
    editor.write(b"Content-Length: 5\r\n\r\n\xff\xfe{}}Content-Length: 2\r\n\r\n[]");
    let answer = editor.ask("initialize", &json!({ "capabilities": {} }));
    assert!(answer["result"]["capabilities"].is_object());
    editor.ask("shutdown", &Value::Null);
    editor.tell("exit", &Value::Null);
    assert!(editor.end().success());
}
