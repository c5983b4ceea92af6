//! Writes files where the call says, through the door of `cardwright-files`: whole files or nothing.
//!
//! A file that lies in a project by its name stays in the project: no link leads a result out of it, unless
//! the call allows that. And no result is written over a file that is no older one of its kind.

use crate::program::Ending;
use crate::program::campaign::Campaign;
use crate::program::commands::{outside_links, wrong_path};
use crate::program::figures::FIRST_COLUMN;
use cardwright_bytecode::container::MAGIC;
use cardwright_compiler::Project;
use cardwright_compiler::project::Links;
use cardwright_core::Replay;
use cardwright_draw::MADE_BY;
use cardwright_files::{Log, Place};
use serde_json::Value;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The bytes of a file that are looked at before it is written over; no result is longer.
const LOOKED_AT: u64 = 64 << 20;
/// The bytes at the beginning of a picture that say who made it.
const LOOKED_AT_HEAD: usize = 256;
/// The mark by which a page is known to be one of this program.
pub(crate) const PAGE_MADE_BY: &str = "<meta name=\"generator\" content=\"cardwright\">";
/// How a PNG file begins, and where it says who made it.
const PNG: &[u8] = b"\x89PNG";
/// How a PDF file begins.
#[cfg(feature = "pdf")]
const PDF: &[u8] = b"%PDF-";

/// The kind of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Pack,
    Replay,
    /// The values that a game keeps for the next.
    Kept,
    Drawing,
    /// Pages for paper.
    #[cfg(feature = "pdf")]
    Paper,
    /// A page that shows a game.
    Page,
    /// A table of figures.
    Sheet,
    Schema,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Pack => "pack",
            Self::Replay => "replay",
            Self::Kept => "file of what a game keeps",
            Self::Drawing => "drawing of this program",
            #[cfg(feature = "pdf")]
            Self::Paper => "file of printed pages of this program",
            Self::Page => "page of this program",
            Self::Sheet => "table of this program",
            Self::Schema => "schema of this program",
        }
    }

    /// Whether a file is an older result of this kind.
    fn is_one(self, bytes: &[u8]) -> bool {
        match self {
            Self::Pack => bytes.starts_with(&MAGIC),
            Self::Replay => serde_json::from_slice::<Replay>(bytes).is_ok(),
            Self::Kept => serde_json::from_slice::<Campaign>(bytes).is_ok(),
            Self::Drawing => {
                let text = String::from_utf8_lossy(bytes);
                let head = text.split_once('>').map_or("", |(head, _)| head);
                let is_svg =
                    head.starts_with("<svg") && head.contains(&format!("data-made-by=\"{MADE_BY}\""));
                let software = format!("Software\0{MADE_BY}");
                let begins = bytes.get(..LOOKED_AT_HEAD.min(bytes.len())).unwrap_or_default();
                let says = begins
                    .windows(software.len())
                    .any(|part| part == software.as_bytes());
                is_svg || (bytes.starts_with(PNG) && says)
            }
            #[cfg(feature = "pdf")]
            Self::Paper => {
                let creator = format!("/Creator ({MADE_BY})");
                let says = bytes
                    .windows(creator.len())
                    .any(|part| part == creator.as_bytes());
                bytes.starts_with(PDF) && says
            }
            Self::Page => {
                let text = String::from_utf8_lossy(bytes);
                text.contains(PAGE_MADE_BY)
            }
            Self::Sheet => bytes.starts_with(format!("{FIRST_COLUMN},").as_bytes()),
            Self::Schema => {
                let schema = serde_json::from_slice::<Value>(bytes).unwrap_or_default();
                let has = |key: &str| schema.get(key).is_some();
                has("$schema") && has("title") && has("definitions")
            }
        }
    }
}

/// Writes a result where the caller wants it. Only an older result of its kind is written over.
pub(crate) fn result(path: &Path, kind: Kind, bytes: &[u8]) -> Result<(), Ending> {
    if path == Path::new("-") {
        return stdout(bytes);
    }
    let place = named(path);
    replaceable(path, kind, &place)?;
    cardwright_files::whole(path, &place, bytes).map_err(|error| wrong_path(path, &error))
}

/// Refuses to write over what is no result of a kind. An empty file, a pipe or a device may be written to.
pub(crate) fn replaceable(path: &Path, kind: Kind, place: &Place) -> Result<(), Ending> {
    let wrong = |why: &str| Err(wrong_path(path, &why));
    if !path.is_file() {
        return Ok(());
    }
    let is_content = |end: &std::ffi::OsStr| end == "yaml" || end == "cw";
    if path.extension().is_some_and(is_content) {
        return wrong("it is content of the project, which would be overwritten; name another file");
    }
    let bytes = cardwright_files::bytes(path, place, LOOKED_AT);
    let bytes = bytes.map_err(|error| wrong_path(path, &error))?;
    match bytes.is_empty() || kind.is_one(&bytes) {
        true => Ok(()),
        false => wrong(&format!(
            "it already exists, and is not a {}; name another file, or remove it first",
            kind.name()
        )),
    }
}

/// Writes a file of which the caller says that it changes. `-` is standard output.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> Result<(), Ending> {
    cardwright_files::whole(path, &named(path), bytes).map_err(|error| wrong_path(path, &error))
}

/// Writes a file that is not there yet. `-` is standard output.
pub(crate) fn new(path: &Path, bytes: &[u8]) -> Result<(), Ending> {
    if path == Path::new("-") {
        return stdout(bytes);
    }
    cardwright_files::create(path, &named(path), bytes).map_err(|error| wrong_path(path, &error))
}

/// Writes a file whose name the program found or made: a link may not lead out of a folder.
pub(crate) fn within(folder: &Path, path: &Path, bytes: &[u8]) -> Result<(), Ending> {
    let place = outside_links().place(folder);
    cardwright_files::whole(path, &place, bytes).map_err(|error| wrong_path(path, &error))
}

fn stdout(bytes: &[u8]) -> Result<(), Ending> {
    match cardwright_files::stdout(bytes) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(wrong_path(Path::new("standard output"), &error))
        }
        _ => Ok(()),
    }
}

/// Opens a file that lines are added to while a run goes on, and which nobody else adds to meanwhile. A new one must not
/// exist yet; otherwise it is made if it does not.
pub(crate) fn log(path: &Path, is_new: bool) -> Result<Log, Ending> {
    let place = named(path);
    let log = match is_new {
        true => Log::begin(path, &place),
        false => Log::resume(path, &place),
    };
    log.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => wrong_path(
            path,
            &"it already exists; continue it with `--resume`, or name another file",
        ),
        _ => wrong_path(path, &error),
    })
}

/// The place of a file or folder that the caller names. One in a project stays there; elsewhere he may name
/// what he likes.
pub(crate) fn named(path: &Path) -> Place {
    let around = || Project::find_root(plainly(path)?.parent()?);
    match outside_links() {
        Links::Anywhere => Place::Named,
        Links::Inside => around().map_or(Place::Named, |root| Place::inside(&root)),
    }
}

/// A path as it is written, from the root on, without asking what lies there.
fn plainly(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in std::path::absolute(path).ok()?.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    Some(plain)
}
