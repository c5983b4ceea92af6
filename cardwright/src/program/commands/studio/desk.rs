//! The thread that answers for the project and its games, one request after the other.

use super::news::News;
use crate::program::commands::{part_of_project, whole_project};
use crate::program::output;
use crate::studio::{Keeper, Studio};
use cardwright_compiler::Project;
use cardwright_compiler::project::Question;
use cardwright_files::Place;
use notify::{Event, RecursiveMode, Watcher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use tokio::sync::oneshot;

/// The most requests that wait; a page that sends more waits itself.
const MOST_WAITING: usize = 256;
/// The stack of the thread: the compiler's limits of nesting hold on less.
const STACK: usize = 16 << 20;

/// What the desk is asked.
pub(super) enum Task {
    /// A request of a page, and where its answer goes.
    Answer(String, oneshot::Sender<String>),
    /// Files have changed on the disk.
    Changed(Vec<PathBuf>),
    /// The whole project has been read.
    Complete,
}

/// Where tasks go.
pub(super) type Desk = SyncSender<Task>;

/// Begins to answer for the project in a folder.
pub(super) fn open(root: &Path, news: &News) -> Result<Desk, String> {
    let (desk, tasks) = sync_channel(MOST_WAITING);
    let (root, news, watched) = (root.to_path_buf(), news.clone(), desk.clone());
    let begun = std::thread::Builder::new()
        .name("studio".to_owned())
        .stack_size(STACK)
        .spawn(move || answer(&root, &news, &tasks, watched));
    begun.map_err(|error| error.to_string())?;
    Ok(desk)
}

fn answer(root: &Path, news: &News, tasks: &Receiver<Task>, watched: Desk) {
    let keeper = Disk {
        root: root.to_path_buf(),
    };
    // Cases are most of the files, and nobody plays with them: a game is on the table before they are read.
    let part = part_of_project(root, Question::Games);
    let rest = match part.is_whole() {
        true => None,
        false => read_all(root, watched.clone()).ok(),
    };
    let keeper = Box::new(keeper);
    let mut studio = match rest {
        Some(whole) => Studio::with_part(part, whole, keeper),
        None if part.is_whole() => Studio::new(part, keeper),
        None => Studio::new(whole_project(root), keeper),
    };
    // Without eyes on the files a page still sees what it writes itself.
    let eyes = watch(root, watched);
    if let Err(error) = &eyes {
        output::complain(&format!("changes of files cannot be watched: {error}"));
    }
    for task in tasks {
        match task {
            Task::Answer(request, to) => {
                let answer = studio.answer(&request);
                news.tell(studio.take_changed());
                // A page that is gone needs no answer.
                drop(to.send(answer));
            }
            Task::Complete => {
                studio.complete();
                news.tell(studio.take_changed());
            }
            Task::Changed(paths) => {
                for path in paths {
                    studio.reread_path(root, &path);
                }
                news.tell(studio.take_changed());
            }
        }
    }
    drop(eyes);
}

/// Reads the whole project meanwhile, and says so when it is read.
fn read_all(root: &Path, desk: Desk) -> std::io::Result<Receiver<Project>> {
    let (whole, to) = channel();
    let root = root.to_path_buf();
    // Threads of its own: what people wait for does not stand behind thousands of files.
    let apart = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .stack_size(STACK)
        .thread_name(|_| "project".to_owned())
        .build()
        .map_err(std::io::Error::other)?;
    apart.spawn(move || {
        // The desk is there as long as the program.
        drop(whole.send(whole_project(&root)));
        drop(desk.send(Task::Complete));
    });
    Ok(to)
}

/// Looks at the files of a project.
fn watch(root: &Path, desk: Desk) -> notify::Result<notify::RecommendedWatcher> {
    let mut eyes = notify::recommended_watcher(move |event: notify::Result<Event>| {
        if let Ok(event) = event
            && (event.kind.is_modify() || event.kind.is_create() || event.kind.is_remove())
        {
            // The desk is there as long as the program.
            drop(desk.send(Task::Changed(event.paths)));
        }
    })?;
    for folder in cardwright_compiler::Documents::FOLDERS {
        let folder = root.join(folder);
        if folder.is_dir() {
            eyes.watch(&folder, RecursiveMode::Recursive)?;
        }
    }
    Ok(eyes)
}

/// The files of a project on a disk.
struct Disk {
    root: PathBuf,
}

impl Keeper for Disk {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        let place = Place::inside(&self.root);
        let path = self.root.join(name);
        if let Some(folder) = path.parent() {
            cardwright_files::folders(folder, &place).map_err(|error| error.to_string())?;
        }
        cardwright_files::whole(&path, &place, text.as_bytes()).map_err(|error| error.to_string())
    }

    fn is_writable(&self) -> bool {
        true
    }
}
