//! Writes files: the only place of the program that does.
//!
//! A plain file is replaced as a whole or not at all: its new text goes to a temporary file beside it, which nobody can
//! foresee or open first, and which takes its name at the end. Mode and owner stay. A link stays a link: what it leads to
//! is written. A pipe or device is written to, never replaced. After a failure nothing is left.

use crate::program::Ending;
use crate::program::commands::{outside_links, wrong_path};
use cardwright_compiler::project::Links;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many links may lead to one another.
const MOST_LINKS: usize = 40;

/// Writes a result where the caller wants it. A document or language file that stands there is somebody's work, no older result.
pub(crate) fn result(path: &Path, bytes: &[u8]) -> Result<(), Ending> {
    let is_content = |end: &std::ffi::OsStr| end == "yaml" || end == "cw";
    if path.extension().is_some_and(is_content) && path.is_file() {
        return Err(wrong_path(
            path,
            &"it is content, which this would write over; name another file",
        ));
    }
    whole(path, bytes)
}

/// Writes a file that the caller named: a link may lead anywhere. `-` is standard output.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> Result<(), Ending> {
    if path == Path::new("-") {
        return match io::stdout().lock().write_all(bytes) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(wrong_path(Path::new("standard output"), &error))
            }
            _ => Ok(()),
        };
    }
    write(path, None, bytes).map_err(|error| wrong_path(path, &error))
}

/// Writes a file whose name the program found or made: a link may not lead out of a folder.
pub(crate) fn within(folder: &Path, path: &Path, bytes: &[u8]) -> Result<(), Ending> {
    let folder = match outside_links() {
        Links::Anywhere => None,
        Links::Inside => Some(folder),
    };
    write(path, folder, bytes).map_err(|error| wrong_path(path, &error))
}

/// Opens a file that lines are added to while a run goes on, and which nobody else adds to meanwhile. A new one must not
/// exist yet; otherwise it is made if it does not.
pub(crate) fn log(path: &Path, is_new: bool) -> Result<File, Ending> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(is_new).create(true);
    let file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => wrong_path(
            path,
            &"it exists; `--resume` goes on with it, or name another file",
        ),
        _ => wrong_path(path, &error),
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(wrong_path(path, &"another run is writing it")),
        Err(TryLockError::Error(error)) => Err(wrong_path(path, &error)),
    }
}

fn write(path: &Path, folder: Option<&Path>, bytes: &[u8]) -> io::Result<()> {
    // `/dev/stdout` may lead to a pipe, which has no name of its own.
    if folder.is_none() && std::fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let target = target(path)?;
    if let Some(folder) = folder.filter(|_| target != path) {
        stays_within(&target, folder)?;
    }
    match std::fs::metadata(&target) {
        Ok(about) if about.is_file() => replace(&target, Some(&about), bytes),
        Ok(about) if about.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(_) => OpenOptions::new().write(true).open(&target)?.write_all(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(&target, None, bytes),
        Err(error) => Err(error),
    }
}

/// What a path leads to, link by link. It need not exist.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..=MOST_LINKS {
        if !path.is_symlink() {
            return Ok(path);
        }
        let next = std::fs::read_link(&path)?;
        path = folder_of(&path).join(next);
    }
    Err(io::Error::other("its links lead in a circle"))
}

fn stays_within(target: &Path, folder: &Path) -> io::Result<()> {
    if folder_of(target)
        .canonicalize()?
        .starts_with(folder.canonicalize()?)
    {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "it is a link that leads out of {}, to {}; with `--outside-links` that is written",
        folder.display(),
        target.display()
    )))
}

/// The folder in which a file lies.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn replace(target: &Path, before: Option<&Metadata>, bytes: &[u8]) -> io::Result<()> {
    if before.is_some_and(|about| about.permissions().readonly()) {
        return Err(io::Error::other("it may only be read"));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cardwright-").suffix(".part");
    new_mode(&mut builder, before);
    let folder = folder_of(target);
    if !folder.is_dir() {
        let why = format!("there is no folder `{}`", folder.display());
        return Err(io::Error::other(why));
    }
    let mut part = builder.tempfile_in(folder).map_err(plain)?;
    part.write_all(bytes).map_err(plain)?;
    if let Some(before) = before {
        take_over(part.as_file(), before)?;
    }
    part.as_file().sync_all()?;
    part.persist(target).map_err(|error| plain(error.error))?;
    Ok(())
}

/// The reason alone: nobody needs the name of the temporary file.
fn plain(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error,
    }
}

/// A new file has the mode that every program gives to new files here.
#[cfg(unix)]
fn new_mode(builder: &mut tempfile::Builder<'_, '_>, before: Option<&Metadata>) {
    use std::os::unix::fs::PermissionsExt;
    if before.is_none() {
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
}

#[cfg(not(unix))]
fn new_mode(_: &mut tempfile::Builder<'_, '_>, _: Option<&Metadata>) {}

/// Gives a new file the owner and the mode of the one that it replaces.
fn take_over(file: &File, before: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let now = file.metadata()?;
        if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
            // Only the superuser may give files away; for others the file is theirs from now on.
            let _ = fchown(file, Some(before.uid()), Some(before.gid()));
        }
    }
    file.set_permissions(before.permissions())
}
