//! A talk with an editor, turn by turn: all that waits is taken in first, changes before questions; then errors are told,
//! then questions answered, and when nothing has been typed for a moment everything is reviewed.

use super::documents::Document;
use super::rooms::Room;
use super::start::{self, Client};
use super::world::World;
use super::{answers, shapes, uris};
use cardwright_service::{MOST_TEXT, Review, Reviewed, Workspace};
use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The most projects that are open at a time.
const MOST_ROOMS: usize = 16;
/// The most texts that are open at a time.
const MOST_OPEN: usize = 2000;

/// An event in a talk with an editor.
pub(crate) enum Event {
    /// The editor says something.
    Message(Message),
    /// It says something that makes no sense; the answer, if it waits for one.
    Nonsense(Option<Response>),
    /// A review has ended.
    Reviewed(Ended),
    /// The editor is gone. A page without a server never reports that.
    #[cfg(feature = "cli")]
    End,
}

/// A review that has ended.
pub(crate) struct Ended {
    /// The project's folder.
    pub(super) root: PathBuf,
    /// How often something had changed when it began.
    pub(super) generation: u64,
    /// The result; `None` if it could not be carried out.
    pub(super) found: Option<Reviewed>,
}

impl Ended {
    /// The end of a review that has found nothing yet.
    pub(super) fn without(root: &Path, review: &Review) -> Self {
        Self {
            root: root.to_path_buf(),
            generation: review.generation,
            found: None,
        }
    }
}

/// A question that waits for its answer.
struct Waiting {
    request: Request,
    /// The file that it is about, and the version of that text as it was asked.
    about: Option<(String, i32)>,
}

/// How far the talk with the editor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Silent,
    Open,
    ShuttingDown,
    Ended { as_agreed: bool },
}

/// A talk with an editor.
pub(crate) struct Session {
    world: Box<dyn World>,
    stage: Stage,
    pub(super) client: Client,
    pub(super) rooms: BTreeMap<PathBuf, Room>,
    /// The open documents, by their URIs.
    pub(super) documents: BTreeMap<String, Document>,
    waiting: Vec<Waiting>,
    cancelled: BTreeSet<RequestId>,
    /// The projects in which something has changed since errors were told.
    touched: BTreeSet<PathBuf>,
    /// How many questions the editor was asked.
    asked: i32,
}

impl Session {
    pub(super) fn new(world: Box<dyn World>) -> Self {
        Self {
            world,
            stage: Stage::Silent,
            client: Client::default(),
            rooms: BTreeMap::new(),
            documents: BTreeMap::new(),
            waiting: Vec::new(),
            cancelled: BTreeSet::new(),
            touched: BTreeSet::new(),
            asked: 0,
        }
    }

    /// Tells, answers and reviews what is due; once the talk has ended, whether it did so as agreed.
    pub(super) fn turn(&mut self) -> Option<bool> {
        if let Stage::Ended { as_agreed } = self.stage {
            return Some(as_agreed);
        }
        self.tell_errors();
        self.answer();
        self.review();
        None
    }

    /// The time of the next review, by the clock of the world; `None` if none is due.
    #[cfg(feature = "cli")]
    pub(super) fn due(&self) -> Option<std::time::Duration> {
        self.rooms.values().filter_map(Room::due).min()
    }

    fn end(&mut self, as_agreed: bool) {
        if !matches!(self.stage, Stage::Ended { .. }) {
            self.stage = Stage::Ended { as_agreed };
        }
    }

    pub(super) fn send(&mut self, message: impl Into<Message>) {
        let sent = self.world.send(&message.into());
        // Whoever no longer reads has gone.
        if sent.is_err() {
            self.end(false);
        }
    }

    /// Takes in what has happened.
    pub(super) fn take(&mut self, event: Event) {
        match event {
            #[cfg(feature = "cli")]
            Event::End => self.end(false),
            Event::Nonsense(answer) => answer.into_iter().for_each(|answer| self.send(answer)),
            Event::Reviewed(reviewed) => self.reviewed(reviewed),
            Event::Message(Message::Request(request)) => self.question(request),
            Event::Message(Message::Notification(news)) => self.news(news),
            // Nothing that was asked of the editor needs its answer.
            Event::Message(Message::Response(_)) => {}
        }
    }

    fn question(&mut self, request: Request) {
        match (self.stage, request.method.as_str()) {
            (Stage::Silent, "initialize") => self.start(request),
            (Stage::Silent, _) => {
                let why = "the first request must be `initialize`";
                self.refuse(request.id, ErrorCode::ServerNotInitialized, why);
            }
            (Stage::Open, "shutdown") => {
                self.stage = Stage::ShuttingDown;
                self.send(Response::new_ok(request.id, ()));
            }
            (Stage::Open, "initialize") | (Stage::ShuttingDown | Stage::Ended { .. }, _) => {
                self.refuse(
                    request.id,
                    ErrorCode::InvalidRequest,
                    "this request is not possible now",
                );
            }
            (Stage::Open, _) => {
                let uri = request.params["textDocument"]["uri"].as_str();
                let version = |uri: &str| Some((uri.to_owned(), self.documents.get(uri)?.version));
                let about = uri.and_then(version);
                self.waiting.push(Waiting { request, about });
            }
        }
    }

    fn refuse(&mut self, id: RequestId, code: ErrorCode, why: &str) {
        self.send(Response::new_err(id, code as i32, why.to_owned()));
    }

    fn start(&mut self, request: Request) {
        let params: lsp::InitializeParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(error) => {
                return self.refuse(request.id, ErrorCode::InvalidParams, &error.to_string());
            }
        };
        self.client = Client::of(&params);
        let result = lsp::InitializeResult {
            capabilities: start::capabilities(&self.client),
            server_info: Some(lsp::ServerInfo {
                name: "cardwright".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        };
        self.stage = Stage::Open;
        self.send(Response::new_ok(request.id, result));
    }

    fn news(&mut self, news: Notification) {
        if news.method == "exit" {
            return self.end(self.stage == Stage::ShuttingDown);
        }
        if self.stage != Stage::Open {
            return;
        }
        let Notification { method, params } = news;
        match method.as_str() {
            "initialized" => self.ask_for_files(),
            "textDocument/didOpen" => self.said(params).into_iter().for_each(|one| self.opened(one)),
            "textDocument/didChange" => self.said(params).into_iter().for_each(|one| self.changed(one)),
            "textDocument/didClose" => self.said(params).into_iter().for_each(|one| self.closed(&one)),
            "workspace/didChangeWatchedFiles" => {
                self.said(params)
                    .into_iter()
                    .for_each(|one| self.changed_on_disk(&one));
            }
            "$/cancelRequest" => {
                let id = serde_json::from_value::<RequestId>(params["id"].clone());
                let is_waiting = |id: &RequestId| self.waiting.iter().any(|one| one.request.id == *id);
                self.cancelled.extend(id.ok().filter(is_waiting));
            }
            // Whatever else there is to say, now or later, changes nothing here.
            _ => {}
        }
    }

    /// Asks to be told of files that change on the disk.
    fn ask_for_files(&mut self) {
        if !self.client.watches {
            return;
        }
        let watchers: Vec<Value> = ["**/*.yaml", "**/*.cw", "**/cardwright.toml"]
            .map(|glob| json!({ "globPattern": glob }))
            .into();
        let params = json!({ "registrations": [{
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        }] });
        self.ask("client/registerCapability", params);
    }

    /// Asks the editor something.
    pub(super) fn ask(&mut self, method: &str, params: Value) {
        self.asked = self.asked.wrapping_add(1);
        let id = RequestId::from(self.asked);
        self.send(Request {
            id,
            method: method.to_owned(),
            params,
        });
    }

    fn opened(&mut self, params: lsp::DidOpenTextDocumentParams) {
        let lsp::TextDocumentItem {
            uri, version, text, ..
        } = params.text_document;
        if self.documents.len() >= MOST_OPEN && !self.documents.contains_key(&uri.0) {
            return self.show(&format!(
                "at most {MOST_OPEN} files can be open; this one is ignored"
            ));
        }
        let home = uris::path(&uri.0).and_then(|path| self.home(&path));
        let (root, name) = home.map_or((None, String::new()), |(root, name)| (Some(root), name));
        let document = Document::new(root, name, version, text);
        self.documents.insert(uri.0.clone(), document);
        self.hand_over(&uri.0);
    }

    /// The project of a file, which is opened if it is not yet, and the file's name in it.
    fn home(&mut self, path: &Path) -> Option<(PathBuf, String)> {
        let root = self.world.root_of(path.parent()?)?;
        let name = path.strip_prefix(&root).ok()?;
        let name = name.to_string_lossy().replace('\\', "/");
        if !Workspace::is_content(&name) {
            return None;
        }
        if !self.rooms.contains_key(&root) {
            if self.rooms.len() >= MOST_ROOMS {
                self.show(&format!(
                    "at most {MOST_ROOMS} projects can be open; this one is ignored"
                ));
                return None;
            }
            let room = Room::new(self.world.open(&root), self.world.now());
            self.rooms.insert(root.clone(), room);
            self.touched.insert(root.clone());
        }
        Some((root, name))
    }

    /// Gives the project a text as it is in the editor.
    fn hand_over(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let Some(root) = &document.root else { return };
        let Some(room) = self.rooms.get_mut(root) else {
            return;
        };
        room.edit(&document.name, document.content(), self.world.now());
        self.touched.insert(root.clone());
    }

    fn changed(&mut self, params: lsp::DidChangeTextDocumentParams) {
        let uri = params.text_document.text_document_identifier.uri.0;
        let Some(document) = self.documents.get_mut(&uri) else {
            return;
        };
        let version = params.text_document.version;
        if document.change(version, params.content_changes, self.client.encoding) {
            if document.content().len() > MOST_TEXT {
                self.forget(&uri);
                return self.show(&format!(
                    "a file can have at most {MOST_TEXT} bytes; this one is ignored"
                ));
            }
            self.hand_over(&uri);
        }
    }

    fn closed(&mut self, params: &lsp::DidCloseTextDocumentParams) {
        self.forget(&params.text_document.uri.0);
    }

    fn forget(&mut self, uri: &str) {
        let Some(Document {
            root: Some(root),
            name,
            ..
        }) = self.documents.remove(uri)
        else {
            return;
        };
        if let Some(room) = self.rooms.get_mut(&root) {
            room.close(&name, self.world.now());
            self.touched.insert(root);
        }
    }

    fn changed_on_disk(&mut self, params: &lsp::DidChangeWatchedFilesParams) {
        let paths = params
            .changes
            .iter()
            .filter_map(|change| uris::path(&change.uri.0));
        let paths: Vec<PathBuf> = paths.collect();
        for (root, room) in &mut self.rooms {
            let names = paths.iter().filter_map(|path| path.strip_prefix(root).ok());
            let names: Vec<String> = names
                .map(|name| name.to_string_lossy().replace('\\', "/"))
                .collect();
            if !names.is_empty() && room.workspace.changed_on_disk(&names) {
                room.changed(self.world.now());
                self.touched.insert(root.clone());
            }
        }
    }

    /// Tells what is wrong with what has changed.
    fn tell_errors(&mut self) {
        for root in std::mem::take(&mut self.touched) {
            if let Some(room) = self.rooms.get_mut(&root) {
                room.refresh();
                self.tell(&root);
            }
        }
    }

    /// Tells what the editor does not show yet.
    fn tell(&mut self, root: &Path) {
        let Some(room) = self.rooms.get(root) else { return };
        let mut now = BTreeMap::new();
        for (name, problems) in room.told(self.client.wishes.yaml) {
            let shown = problems.iter().map(|one| shapes::diagnostic(self, root, one));
            now.insert(name.to_owned(), shown.collect());
        }
        let Some(room) = self.rooms.get_mut(root) else {
            return;
        };
        for (name, diagnostics) in room.news(now) {
            let uri = shapes::uri(self, root, &name);
            let version = self.documents.get(&uri.0).map(|document| document.version);
            let params = lsp::PublishDiagnosticsParams {
                uri,
                version,
                diagnostics,
            };
            self.send(Notification::new(
                "textDocument/publishDiagnostics".to_owned(),
                params,
            ));
        }
    }

    fn answer(&mut self) {
        let cancelled = std::mem::take(&mut self.cancelled);
        for Waiting { request, about } in std::mem::take(&mut self.waiting) {
            let version = |uri: &String| self.documents.get(uri).map(|document| document.version);
            let is_old = about.is_some_and(|(uri, then)| version(&uri) != Some(then));
            if cancelled.contains(&request.id) {
                self.refuse(request.id, ErrorCode::RequestCanceled, "cancelled");
            } else if is_old {
                self.refuse(request.id, ErrorCode::ContentModified, "the text has changed");
            } else {
                self.answer_one(request);
            }
        }
    }

    fn answer_one(&mut self, request: Request) {
        let Request { id, method, params } = request;
        // A mistake of this program in one answer must not end the talk.
        let answer = catch_unwind(AssertUnwindSafe(|| answers::answer(self, &method, params)));
        let response = match answer {
            Ok(Ok(value)) => Response::new_ok(id, value),
            Ok(Err(refusal)) => Response::new_err(id, refusal.code as i32, refusal.why),
            Err(_) => {
                let why = format!("`{method}` could not be answered; please report it");
                Response::new_err(id, ErrorCode::InternalError as i32, why)
            }
        };
        self.send(response);
    }

    /// Begins the reviews that are due.
    fn review(&mut self) {
        let now = self.world.now();
        for (root, room) in &mut self.rooms {
            if room.due().is_some_and(|due| due <= now) {
                room.begun();
                room.is_reviewing = self.world.review(root, room.workspace.review());
            }
        }
    }

    fn reviewed(&mut self, ended: Ended) {
        let Some(room) = self.rooms.get_mut(&ended.root) else {
            return;
        };
        if room.reviewed(ended.generation, ended.found) {
            self.tell(&ended.root);
        }
    }

    /// Shows a message to whoever sits there.
    pub(super) fn show(&mut self, text: &str) {
        self.show_as(lsp::MessageType::Warning, text);
    }

    pub(super) fn show_as(&mut self, kind: lsp::MessageType, text: &str) {
        let params = lsp::ShowMessageParams {
            kind,
            message: text.to_owned(),
        };
        self.send(Notification::new("window/showMessage".to_owned(), params));
    }

    /// The parameters of a notification; one that makes no sense is passed over.
    fn said<T: DeserializeOwned>(&mut self, params: Value) -> Option<T> {
        let said = serde_json::from_value(params);
        said.map_err(|error| {
            self.world
                .complain(&format!("a notification is not valid: {error}"));
        })
        .ok()
    }

    /// A file of a project in memory has another text, which somebody else has given it.
    #[cfg(feature = "studio")]
    pub(super) fn kept(&mut self, root: &Path, name: &str, text: &str) {
        if let Some(room) = self.rooms.get_mut(root)
            && room.workspace.keep(name, text)
        {
            room.changed(self.world.now());
            self.touched.insert(root.to_path_buf());
        }
    }
}
