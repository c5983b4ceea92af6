//! An editor for tests: it says something, and fails if it is told something that nobody looked at.

use super::super::desk::{events, talk};
use super::super::session::Event;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Far more than an answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub(super) const SET: &str = "cards/sample/basic.yaml";

pub(super) struct Editor {
    pub(super) folder: PathBuf,
    client: Connection,
    server: Option<JoinHandle<bool>>,
    /// The messages that were told and not looked at yet.
    told: VecDeque<Message>,
    asked: i32,
    versions: std::collections::BTreeMap<String, i32>,
}

impl Editor {
    /// An editor in a copy of a sample, with the talk begun.
    pub(super) fn new() -> Self {
        let mut editor = Self::silent();
        let folder = editor.uri("");
        let capabilities = json!({ "general": { "positionEncodings": ["utf-16"] } });
        editor.start(json!({ "processId": null, "rootUri": folder, "capabilities": capabilities }));
        editor
    }

    /// An editor that has not said anything yet.
    pub(super) fn silent() -> Self {
        let (server, client) = Connection::memory();
        let (send, events) = events();
        let forward = send.clone();
        std::thread::spawn(move || {
            for message in server.receiver {
                if forward.send(Event::Message(message)).is_err() {
                    return;
                }
            }
            drop(forward.send(Event::End));
        });
        let out = server.sender;
        let out = move |message: &Message| {
            out.send(message.clone())
                .map_err(|_| std::io::Error::from(std::io::ErrorKind::BrokenPipe))
        };
        let server = std::thread::spawn(move || talk(Box::new(out), send, &events));
        Self {
            folder: copy_of_sample(),
            client,
            server: Some(server),
            told: VecDeque::new(),
            asked: 0,
            versions: std::collections::BTreeMap::new(),
        }
    }

    pub(super) fn start(&mut self, params: Value) -> Value {
        let answer = self.ask("initialize", params).expect("it can begin");
        self.tell("initialized", json!({}));
        answer
    }

    pub(super) fn uri(&self, name: &str) -> String {
        let path = self.folder.join(name);
        super::super::uris::uri(&path).trim_end_matches('/').to_owned()
    }

    pub(super) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).expect("the sample has it")
    }

    pub(super) fn tell(&mut self, method: &str, params: Value) {
        let news = Notification::new(method.to_owned(), params);
        self.client.sender.send(news.into()).expect("the server listens");
    }

    /// Asks without waiting.
    pub(super) fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.client
            .sender
            .send(request.into())
            .expect("the server listens");
        id
    }

    pub(super) fn answer(&mut self, id: &RequestId) -> Result<Value, (i32, String)> {
        let is_it = |message: &Message| matches!(message, Message::Response(one) if one.id == *id);
        match self.next(is_it) {
            Message::Response(Response {
                response_result: Ok(value),
                ..
            }) => Ok(value),
            Message::Response(Response {
                response_result: Err(error),
                ..
            }) => Err((error.code, error.message)),
            other => panic!("{other:?} is no answer"),
        }
    }

    pub(super) fn ask(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.send(method, params);
        self.answer(&id)
    }

    /// Opens a file with its text on the disk.
    pub(super) fn open(&mut self, name: &str) {
        let text = self.text(name);
        self.open_with(name, &text);
    }

    pub(super) fn open_with(&mut self, name: &str, text: &str) {
        self.versions.insert(name.to_owned(), 1);
        let document = json!({ "uri": self.uri(name), "languageId": "yaml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(super) fn change(&mut self, name: &str, changes: Value) {
        let version = self.versions.get_mut(name).expect("it is open");
        *version += 1;
        let version = *version;
        let document = json!({ "uri": self.uri(name), "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Writes something else in place of the first part of a text.
    pub(super) fn replace(&mut self, name: &str, text: &str, find: &str, put: &str) -> String {
        let at = text
            .find(find)
            .unwrap_or_else(|| panic!("{name} has no `{find}`"));
        let (start, end) = (position(text, at), position(text, at + find.len()));
        let range = json!({ "start": start, "end": end });
        self.change(name, json!([{ "range": range, "text": put }]));
        text.replacen(find, put, 1)
    }

    /// The problems that are told next of a file, each as `line:column code`.
    pub(super) fn problems(&mut self, name: &str) -> Vec<String> {
        let params = self.published(name);
        let all = params["diagnostics"].as_array().cloned().unwrap_or_default();
        all.iter().map(shown).collect()
    }

    pub(super) fn published(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        let is_it = |message: &Message| match message {
            Message::Notification(news) => {
                news.method == "textDocument/publishDiagnostics" && news.params["uri"] == uri.as_str()
            }
            _ => false,
        };
        match self.next(is_it) {
            Message::Notification(news) => news.params,
            other => panic!("{other:?} is no news"),
        }
    }

    pub(super) fn message(&mut self, method: &str) -> Value {
        let is_it = |message: &Message| match message {
            Message::Notification(news) => news.method == method,
            Message::Request(request) => request.method == method,
            Message::Response(_) => false,
        };
        match self.next(is_it) {
            Message::Notification(Notification { params, .. }) | Message::Request(Request { params, .. }) => {
                params
            }
            Message::Response(other) => panic!("{other:?} is no news"),
        }
    }

    /// The next message of a sort; others are kept for whoever asks for them.
    fn next(&mut self, is_it: impl Fn(&Message) -> bool) -> Message {
        if let Some(at) = self.told.iter().position(&is_it) {
            return self.told.remove(at).expect("it was found there");
        }
        loop {
            let message = self
                .client
                .receiver
                .recv_timeout(PATIENCE)
                .expect("an answer comes");
            if is_it(&message) {
                return message;
            }
            self.told.push_back(message);
        }
    }

    /// Ends the talk; whether the server ended as agreed.
    pub(super) fn end(mut self) -> bool {
        self.ask("shutdown", Value::Null).expect("it can be shut down");
        self.tell("exit", Value::Null);
        let server = self.server.take().expect("it still runs");
        server.join().expect("the server does not panic")
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
        if !std::thread::panicking() {
            self.told.extend(self.client.receiver.try_iter());
            assert!(self.told.is_empty(), "nobody looked at {:?}", self.told);
        }
    }
}

pub(super) fn position(text: &str, at: usize) -> Value {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let column: usize = text[start..at].chars().map(char::len_utf16).sum();
    json!({ "line": text[..at].matches('\n').count(), "character": column })
}

fn shown(one: &Value) -> String {
    let start = &one["range"]["start"];
    format!(
        "{}:{} {}",
        start["line"],
        start["character"],
        one["code"].as_str().unwrap_or("?")
    )
}

fn copy_of_sample() -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("cardwright-lsp-{}-{number}", std::process::id()));
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/samples/good");
    copy(&sample, &folder);
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the temporary folder can be written");
    for entry in std::fs::read_dir(from).expect("the sample is there").flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(std::fs::copy(&path, &to).expect("the copy can be written")),
        }
    }
}
