//! The studio: a project and its games for a page, asked in texts of JSON and answered in such. A server hands these on, and so
//! does the WebAssembly package; nothing here knows of either.
//!
//! | file | what lives there |
//! |---|---|
//! | `requests` | what can be asked |
//! | `moments` | a moment of a game as a case |
//! | `project` | files, mistakes, cards, cases |
//! | `forces` | what players bring to a game |
//! | `games` | the games that are open, and who plays |
//! | `game` | one game: its past, its agents, views of it |
//! | `view` | a game as a page shows it |
//! | `told` | its story for each who may look |
//! | `language` | the language service for a page without a server |
//! | `frames` | a whole game for a page that needs nothing else |
//!
//! A running game with people at it shows each viewer only what that person may see; see `games`.

mod forces;
mod frames;
mod game;
mod games;
#[cfg(feature = "lsp")]
mod language;
mod moments;
mod project;
mod requests;
mod told;
mod view;

use crate::embed::workshop::NOWHERE;
use cardwright_compiler::Project;
use games::Games;
use requests::Request;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::mpsc::Receiver;

/// The folder in which a project in memory lies, for whoever names its files by URIs.
pub(crate) const MEMORY_ROOT: &str = "/project";
/// The longest request, in bytes.
pub const MOST_REQUEST: usize = 8 << 20;

/// The keeper of files: a disk, or the memory of a page.
pub trait Keeper: Send {
    /// Writes a file of the project by its name; nothing is half written.
    ///
    /// # Errors
    /// Why it cannot be written.
    fn write(&mut self, name: &str, text: &str) -> Result<(), String>;
    /// Whether anything can be written at all.
    fn is_writable(&self) -> bool;
    /// All texts by their names, if they are nowhere else: there is no disk to read them from again.
    fn texts(&self) -> Option<&BTreeMap<String, String>> {
        None
    }
}

/// A recorded game as data for one page that needs nothing else: `studio/page/src/view/frames.ts` says what is in it.
///
/// # Errors
/// If the text is no recorded game, or its scenario is not found or cannot be played.
pub fn page_of_replay(
    project: &Project,
    replay: &str,
    scenario: Option<&str>,
    dark: bool,
) -> Result<Value, String> {
    let mut games = Games::default();
    let opened = games.open(project, replay, scenario)?;
    let mut page = games.frames(opened["game"].as_str().unwrap_or_default(), dark)?;
    page["parted"] = opened["parted"].clone();
    Ok(page)
}

/// Keeps files nowhere but in the studio: for a page without a server.
struct Memory(BTreeMap<String, String>);

impl Keeper for Memory {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.0.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn is_writable(&self) -> bool {
        true
    }

    fn texts(&self) -> Option<&BTreeMap<String, String>> {
        Some(&self.0)
    }
}

/// A project with the games that are played in it.
pub struct Studio {
    pub(crate) project: Project,
    keeper: Box<dyn Keeper>,
    games: Games,
    /// The things that may be picked for forces, until a file changes.
    offers: forces::Offers,
    /// The talk of the page about a project in memory.
    #[cfg(feature = "lsp")]
    spoken: Option<language::Spoken>,
    /// The changes since somebody last asked: `files`, `file:NAME`, `game:ID`.
    changed: BTreeSet<String>,
    /// The thread that reads the whole project, as long as only a part of it is here: that with which people
    /// play.
    whole: Option<Receiver<Project>>,
}

impl Studio {
    /// A studio for a project, whose files somebody keeps.
    #[must_use]
    pub fn new(project: Project, keeper: Box<dyn Keeper>) -> Self {
        Self {
            project,
            keeper,
            games: Games::default(),
            offers: forces::Offers::new(),
            #[cfg(feature = "lsp")]
            spoken: None,
            changed: BTreeSet::new(),
            whole: None,
        }
    }

    /// A studio for a part of a project, enough to play in it. The whole comes later; who asks for more waits for it.
    #[must_use]
    pub fn with_part(part: Project, whole: Receiver<Project>, keeper: Box<dyn Keeper>) -> Self {
        Self {
            whole: Some(whole),
            ..Self::new(part, keeper)
        }
    }

    /// Waits for the whole project, if only a part is here.
    pub fn complete(&mut self) {
        // Where nothing comes, the part is all that there is.
        if let Some(project) = self.whole.take().and_then(|whole| whole.recv().ok()) {
            self.project = project;
            self.changed.insert("files".to_owned());
        }
    }

    /// Whether a request is about more than games: its answer rests on all files.
    fn is_about_files(&self, request: &Request) -> bool {
        match request {
            Request::Read { file } => self.project.text_of(file).is_none(),
            Request::Write { .. }
            | Request::Check { .. }
            | Request::Cases { .. }
            | Request::KeepForce { .. }
            | Request::Case { .. } => true,
            _ => false,
        }
    }

    /// A studio for documents in memory, by their names in a project; what is written is kept there, too.
    #[must_use]
    pub fn of_files(files: BTreeMap<String, String>) -> Self {
        let project = Project::load_with(Path::new(NOWHERE), files.clone());
        Self::new(project, Box::new(Memory(files)))
    }

    /// The texts of a project in memory by their names, as they are now; none of one on a disk.
    #[must_use]
    pub fn texts(&self) -> Option<&BTreeMap<String, String>> {
        self.keeper.texts()
    }

    /// Answers a request: `{"ok": ANSWER}`, or `{"error": "why not"}`, and then nothing has changed.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = match request.len() > MOST_REQUEST {
            true => Err(format!("a request has at most {MOST_REQUEST} bytes")),
            false => serde_json::from_str(request)
                .map_err(|error| format!("this is not a valid request: {error}"))
                .and_then(|request| self.carry_out(request)),
        };
        let told = match answer {
            Ok(answer) => json!({ "ok": answer }),
            Err(error) => json!({ "error": error }),
        };
        told.to_string()
    }

    /// The changes since the last call.
    pub fn take_changed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.changed).into_iter().collect()
    }

    /// A file has another text, or is gone or new: reads it again.
    pub fn reread(&mut self, name: &str) {
        self.offers.clear();
        self.project.update(name, None);
        self.changed_file(name);
    }

    fn changed_file(&mut self, name: &str) {
        self.changed.insert("files".to_owned());
        self.changed.insert(format!("file:{name}"));
    }

    /// A file on a disk may have changed: reads it again if it is a file of the project and has.
    pub fn reread_path(&mut self, root: &Path, path: &Path) {
        let Ok(name) = path.strip_prefix(root) else { return };
        self.complete();
        let name = name.to_string_lossy().replace('\\', "/");
        let folder = self.project.folder();
        if folder.is_content(&name) && folder.is_changed(&name) {
            self.reread(&name);
        }
    }

    fn carry_out(&mut self, request: Request) -> Result<Value, String> {
        if self.whole.is_some() && self.is_about_files(&request) {
            self.complete();
        }
        match request {
            Request::Project => Ok(self.overview()),
            Request::Read { file } => self.read(&file),
            Request::Write { file, text, version } => self.write(&file, text, version.as_deref()),
            Request::Check { file } => Ok(self.check(file.as_deref())),
            #[cfg(feature = "lsp")]
            Request::Lsp { page, message } => self.speak(page, &message),
            Request::Card { system, card } => self.card(&system, &card),
            Request::Cases { file } => Ok(self.cases(&file)),
            Request::NewGame {
                scenario,
                seed,
                seats,
                forces,
            } => {
                let wanted = games::Wanted {
                    scenario: &scenario,
                    seed,
                    seats: &seats,
                    forces: &forces,
                };
                let game = self.games.begin(&self.project, &wanted)?;
                Ok(json!({ "game": game }))
            }
            Request::OpenGame { replay, scenario } => {
                self.games.open(&self.project, &replay, scenario.as_deref())
            }
            Request::Force {
                scenario,
                player,
                chosen,
            } => self.force(&scenario, &player, chosen.as_deref()),
            Request::RandomForce {
                scenario,
                player,
                seed,
            } => self.random_force(&scenario, &player, seed),
            Request::KeepForce { scenario, forces, id } => self.keep_force(&scenario, &forces, &id),
            Request::Games => Ok(self.games.list()),
            Request::View {
                game,
                viewer,
                at,
                width,
                dark,
            } => self.games.view(&game, &viewer, at, (width, dark)),
            Request::Story { game, viewer, from } => self.games.story(&game, &viewer, from),
            Request::Decide { game, by, reply } => {
                self.games.decide(&game, &by, &reply)?;
                self.changed.insert(format!("game:{game}"));
                Ok(json!({}))
            }
            Request::Let { game } => {
                let more = self.games.play_on(&game)?;
                self.changed.insert(format!("game:{game}"));
                Ok(json!({ "more": more }))
            }
            Request::Preview {
                game,
                by,
                reply,
                width,
                dark,
            } => self.games.preview(&game, &by, &reply, (width, dark)),
            Request::Undo { game, by } => {
                self.games.undo(&game, &by)?;
                self.changed.insert(format!("game:{game}"));
                Ok(json!({}))
            }
            Request::Why { game, viewer, at } => self.games.why(&game, &viewer, at),
            Request::Branch { game, at, seats } => self.games.branch(&game, at, &seats),
            Request::Save { game } => self.games.save(&game),
            Request::Case { game, at, title } => self.case(&game, at, &title),
            Request::Compare { game, other } => self.games.compare(&game, &other),
            Request::Close { game } => {
                self.games.close(&game);
                Ok(json!({}))
            }
        }
    }
}
