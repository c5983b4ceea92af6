//! `check --watch`: checks whenever a document changes, until Ctrl-C.
//!
//! The answer comes in parts: errors at once, then warnings, then what is wrong with cases. A part that says the same as
//! before is not shown again; a change that comes in between makes the later parts wait for it.

use super::{root_of, whole_project};
use crate::forces;
use crate::program::reports::ReportFormat;
use crate::program::{Ending, names, output};
use cardwright_compiler::packages::NEEDS;
use cardwright_compiler::settings::SETTINGS_FILE;
use cardwright_compiler::{
    Depth, Diagnostic, Documents, Project, counted, for_machines, for_people, review_to, whole,
};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// An editor writes a file in several steps; so long nothing must happen before it is looked at.
const QUIET: Duration = Duration::from_millis(10);
/// The longest time without a pause after which changes are looked at all the same.
const PATIENCE: Duration = Duration::from_millis(500);

/// An event that wakes the program.
enum Woken {
    Changed(Event),
    Failed(notify::Error),
    Stopped,
}

/// The changes since the last answer.
#[derive(Default)]
struct Changes {
    /// The texts of these files.
    texts: BTreeSet<String>,
    /// Which files there are.
    files: bool,
    stopped: bool,
}

/// Checks the project around the working folder until somebody ends it.
pub(super) fn watch(format: ReportFormat) -> Ending {
    let ended = std::env::current_dir()
        .map_err(|error| Ending::WrongCall(error.to_string()))
        .and_then(|here| root_of(&here.canonicalize().unwrap_or(here)))
        .and_then(|root| Watch::of(root, format).map_err(Ending::WrongCall))
        .and_then(|mut watch| watch.run().map_err(Ending::WrongCall));
    match ended {
        Ok(()) => Ending::Fine,
        Err(ending) => ending,
    }
}

struct Watch {
    root: PathBuf,
    eyes: RecommendedWatcher,
    /// The folders that are looked at.
    open: BTreeSet<PathBuf>,
    /// The folders of the packages, by their names.
    homes: BTreeMap<String, PathBuf>,
    woken: Receiver<Woken>,
    project: Project,
    screen: Screen,
    /// The events that came while an answer was worked out.
    waiting: Vec<Woken>,
}

impl Watch {
    fn of(root: PathBuf, format: ReportFormat) -> Result<Self, String> {
        let is_json = match format {
            ReportFormat::Human => false,
            ReportFormat::Json => true,
            _ => return Err("`--watch` can write only the formats `human` and `json`".to_owned()),
        };
        let (wake, woken) = channel();
        let stop = wake.clone();
        // Nobody waits for it any more if it cannot be sent.
        ctrlc::set_handler(move || drop(stop.send(Woken::Stopped))).map_err(|error| error.to_string())?;
        let eyes = notify::recommended_watcher(move |event: notify::Result<Event>| {
            drop(wake.send(event.map_or_else(Woken::Failed, Woken::Changed)));
        });
        let mut eyes = eyes.map_err(|error| error.to_string())?;
        let mut open = BTreeSet::new();
        // What changes while the project is read is seen; its packages are known only then.
        look_at(&mut eyes, &root, &BTreeMap::new(), &mut open)?;
        let project = whole_project(&root);
        let homes = homes(&project);
        look_at(&mut eyes, &root, &homes, &mut open)?;
        Ok(Self {
            root,
            homes,
            eyes,
            open,
            woken,
            project,
            screen: Screen::new(is_json),
            waiting: Vec::new(),
        })
    }

    fn run(&mut self) -> Result<(), String> {
        self.answer(Instant::now());
        while let Some(changes) = self.changes()? {
            if changes.stopped {
                break;
            }
            let since = Instant::now();
            if self.take(&changes)? {
                self.answer(since);
            }
        }
        self.screen.end();
        Ok(())
    }

    /// Says what is wrong, part by part.
    fn answer(&mut self, since: Instant) {
        for depth in [Depth::Errors, Depth::Games, Depth::Everything] {
            let found = review_to(&self.project, depth, &forces::breaches);
            self.screen.show(depth, &self.project, &found, since);
            if self.is_overtaken() {
                return;
            }
        }
    }

    fn is_overtaken(&mut self) -> bool {
        self.waiting.extend(self.woken.try_iter());
        self.waiting.iter().any(|woken| match woken {
            Woken::Changed(event) => is_change(event),
            Woken::Failed(_) | Woken::Stopped => true,
        })
    }

    /// Waits for changes, and for the end of them; nothing if none can come any more.
    fn changes(&mut self) -> Result<Option<Changes>, String> {
        let mut changes = Changes::default();
        for woken in std::mem::take(&mut self.waiting) {
            self.note(&mut changes, woken)?;
        }
        let is_none = !changes.files && !changes.stopped && changes.texts.is_empty();
        if is_none {
            let Ok(woken) = self.woken.recv() else {
                return Ok(None);
            };
            self.note(&mut changes, woken)?;
        }
        let end = Instant::now() + PATIENCE;
        while !changes.stopped && Instant::now() < end {
            let Ok(woken) = self.woken.recv_timeout(QUIET) else {
                break;
            };
            self.note(&mut changes, woken)?;
        }
        Ok(Some(changes))
    }

    fn note(&self, changes: &mut Changes, woken: Woken) -> Result<(), String> {
        match woken {
            Woken::Stopped => changes.stopped = true,
            Woken::Failed(error) => return Err(error.to_string()),
            Woken::Changed(event) if event.need_rescan() => changes.files = true,
            Woken::Changed(event) if is_change(&event) => {
                for path in &event.paths {
                    self.note_path(changes, path);
                }
            }
            Woken::Changed(_) => {}
        }
        Ok(())
    }

    /// Notes a file or folder under its names: that in the project, and that in a package.
    fn note_path(&self, changes: &mut Changes, path: &Path) {
        let name = |path: &Path| path.to_string_lossy().replace('\\', "/");
        if let Ok(path) = path.strip_prefix(&self.root) {
            changes.texts.insert(name(path));
        }
        for (package, home) in &self.homes {
            let Ok(path) = path.strip_prefix(home) else {
                continue;
            };
            let name = name(path);
            // What a package says of itself decides which of its files there are.
            changes.files |= name == SETTINGS_FILE;
            changes.texts.insert(format!("{NEEDS}/{package}/{name}"));
        }
    }

    /// Takes changes over into the project; whether there is something new.
    fn take(&mut self, changes: &Changes) -> Result<bool, String> {
        let mut names = Vec::new();
        let mut anew = changes.files;
        for name in &changes.texts {
            match news(&self.project, name) {
                News::Nothing => {}
                News::Text => names.push(name.clone()),
                News::Files => anew = true,
            }
        }
        if anew {
            look_at(&mut self.eyes, &self.root, &self.homes, &mut self.open)?;
            self.project = whole_project(&self.root);
            let now = homes(&self.project);
            if now != self.homes {
                look_at(&mut self.eyes, &self.root, &now, &mut self.open)?;
                self.homes = now;
            }
        }
        names.retain(|name| self.project.folder().is_changed(name));
        let has_changed = !names.is_empty();
        if has_changed {
            self.project
                .update_all(names.into_iter().map(|name| (name, None)));
        }
        Ok(anew || has_changed)
    }
}

/// The meaning of a change of a file on the disk.
enum News {
    /// Nothing: the file is not read.
    Nothing,
    /// A document has perhaps another text, and no file is new or gone.
    Text,
    /// There are other files than before.
    Files,
}

/// The meaning of a change of a file or folder of this name on the disk.
fn news(project: &Project, name: &str) -> News {
    let path = project.path_of(name);
    let folder = project.folder();
    match (folder.is_content(name), folder.is_known(name)) {
        (true, true) if path.is_file() => News::Text,
        (true, known) if known || path.exists() => News::Files,
        _ => News::Nothing,
    }
}

/// The folders in which the packages of a project lie, by their names. A folder that the project needs is among them, even while
/// it is no package.
fn homes(project: &Project) -> BTreeMap<String, PathBuf> {
    let needs = project.settings.needs.iter();
    let needed = needs.filter_map(|(name, need)| {
        let path = project.root().join(need.get_ref().path.as_ref()?);
        Some((name.clone(), path.canonicalize().ok()?))
    });
    let mounted = project.packages();
    needed
        .chain(mounted.map(|(name, home)| (name.to_owned(), home.to_path_buf())))
        .collect()
}

/// Looks at the folder of the project and those of its packages, and in each at those of content with all in them, as far as
/// they exist. They may have gone and come again since the last time.
fn look_at(
    eyes: &mut RecommendedWatcher,
    root: &Path,
    packages: &BTreeMap<String, PathBuf>,
    open: &mut BTreeSet<PathBuf>,
) -> Result<(), String> {
    for folder in std::mem::take(open) {
        // One that is gone is not looked at any more.
        let _ = eyes.unwatch(&folder);
    }
    let homes = std::iter::once(root).chain(packages.values().map(PathBuf::as_path));
    for home in homes {
        let content = Documents::FOLDERS
            .iter()
            .map(|folder| (home.join(folder), RecursiveMode::Recursive));
        let above = [home.to_path_buf(), home.join("tests")];
        let above = above
            .into_iter()
            .map(|folder| (folder, RecursiveMode::NonRecursive));
        let folders = above.chain(content).filter(|one| one.0.is_dir());
        for (folder, mode) in folders {
            if open.contains(&folder) {
                continue;
            }
            let watched = eyes.watch(&folder, mode);
            watched.map_err(|error| format!("{}: {error}", folder.display()))?;
            open.insert(folder);
        }
    }
    Ok(())
}

/// Whether something is other than before; that somebody reads a file is no change.
fn is_change(event: &Event) -> bool {
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        _ => true,
    }
}

/// Where answers are shown.
struct Screen {
    is_json: bool,
    /// Whether a person looks at a terminal, which can be cleared.
    is_terminal: bool,
    /// The last answer at each depth.
    said: [String; 3],
    /// The text that is shown.
    shown: String,
}

impl Screen {
    fn new(is_json: bool) -> Self {
        let none = if is_json { "[]" } else { "" };
        let screen = Self {
            is_json,
            is_terminal: std::io::stdout().is_terminal() && !is_json,
            said: [none; 3].map(str::to_owned),
            shown: none.to_owned(),
        };
        if screen.is_terminal {
            screen.put("", false);
        }
        screen
    }

    /// Shows a part of an answer, if it says something new.
    fn show(&mut self, depth: Depth, project: &Project, found: &[Diagnostic], since: Instant) {
        let sources = names::told(project);
        let is_all = depth == Depth::Everything;
        let text = match self.is_json {
            true => for_machines(&sources, found).to_string(),
            false => for_people(&sources, found, self.has_colour())
                .trim_end()
                .to_owned(),
        };
        let before = std::mem::replace(&mut self.said[depth as usize], text.clone());
        let is_shown = self.shown == text;
        if (is_all && (self.is_json || !is_shown)) || (before != text && !is_shown) {
            self.put(&text, is_all);
            self.shown = text;
        }
        if is_all {
            self.close(project, found, since);
        }
    }

    fn has_colour(&self) -> bool {
        output::has_colour(self.is_terminal)
    }

    fn put(&self, text: &str, is_all: bool) {
        if self.is_json {
            let diagnostics: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
            return output::value(&serde_json::json!({ "complete": is_all, "diagnostics": diagnostics }));
        }
        let clear = if self.is_terminal { "\u{1b}[2J\u{1b}[H" } else { "" };
        let end = if text.is_empty() { "" } else { "\n" };
        self.write(&format!("{clear}{text}{end}"));
    }

    /// The last line of an answer.
    fn close(&self, project: &Project, found: &[Diagnostic], since: Instant) {
        if self.is_json {
            return;
        }
        let (start, end) = match self.is_terminal {
            true => ("\r\u{1b}[K", "; Ctrl-C ends"),
            false => ("", "\n"),
        };
        let sum = match found.is_empty() {
            true => whole(project),
            false => counted(found),
        };
        self.write(&format!(
            "{start}{sum} ({:.2} s){end}",
            since.elapsed().as_secs_f64()
        ));
    }

    fn end(&self) {
        if self.is_terminal {
            self.write("\n");
        }
    }

    /// It is made visible already, and its colours are meant.
    fn write(&self, text: &str) {
        let mut out = std::io::stdout().lock();
        output::note(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    }
}
