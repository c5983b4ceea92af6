//! Files that go out.
//!
//! A plain file is replaced as a whole or not at all: its new text goes to a temporary file beside it, which nobody can
//! foresee or open first, and which takes its name at the end. Mode and owner stay. A link stays a link: what it leads to
//! is written, if it may lie there. A pipe or device is written to, never replaced. After a failure nothing is left.

use crate::place::{Place, folder_of};
use crate::wait::pour;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file, whether it is there or not.
///
/// # Errors
/// Why it was not written; then everything is as it was.
pub fn whole(path: &Path, place: &Place, bytes: &[u8]) -> io::Result<()> {
    // `/dev/stdout` may lead to a pipe, which has no name of its own.
    let is_stream = |about: Metadata| !about.is_file() && !about.is_dir();
    if *place == Place::Named && std::fs::metadata(path).is_ok_and(is_stream) {
        return pour(path, bytes);
    }
    let target = place.target(path)?;
    match std::fs::metadata(&target) {
        Ok(about) if about.is_file() => replace(&target, Some(&about), bytes),
        Ok(about) if about.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(_) => pour(&target, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(&target, None, bytes),
        Err(error) => Err(error),
    }
}

/// Writes a file that is not there yet, not even as a link.
///
/// # Errors
/// Why it was not written; then there is nothing.
pub fn create(path: &Path, place: &Place, bytes: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(taken());
    }
    let part = written(&place.target(path)?, None, bytes)?;
    match part.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(taken()),
        Err(error) => Err(plain(error.error)),
    }
}

fn taken() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "it already exists")
}

/// Writes files that are not there yet, with their folders: all of them, or none.
///
/// # Errors
/// The one that cannot be written, and why.
pub fn together(files: &[(PathBuf, String)], place: &Place) -> Result<(), (PathBuf, io::Error)> {
    for (at, (path, text)) in files.iter().enumerate() {
        let made = folders(folder_of(path), place).and_then(|()| create(path, place, text.as_bytes()));
        if let Err(error) = made {
            undo(files[..at].iter().map(|(path, _)| path.as_path()));
            return Err((path.clone(), error));
        }
    }
    Ok(())
}

/// Takes back files that were just written.
pub fn undo<'a>(files: impl Iterator<Item = &'a Path>) {
    // Whatever stays is new, so nothing is lost.
    files.for_each(|path| drop(std::fs::remove_file(path)));
}

/// Makes a folder with all that are missing above it.
///
/// # Errors
/// If one cannot be made, or would lie outside.
pub fn folders(folder: &Path, place: &Place) -> io::Result<()> {
    place.holds_folder(folder)?;
    std::fs::create_dir_all(folder)
}

/// Writes to standard output.
///
/// # Errors
/// If it cannot be written to.
pub fn stdout(bytes: &[u8]) -> io::Result<()> {
    io::stdout().lock().write_all(bytes)
}

fn replace(target: &Path, before: Option<&Metadata>, bytes: &[u8]) -> io::Result<()> {
    if before.is_some_and(|about| about.permissions().readonly()) {
        return Err(io::Error::other("it is read-only"));
    }
    let part = written(target, before, bytes)?;
    part.persist(target).map_err(|error| plain(error.error))?;
    settle(folder_of(target));
    Ok(())
}

/// A temporary file beside its target, with all that shall stand in it.
fn written(target: &Path, before: Option<&Metadata>, bytes: &[u8]) -> io::Result<tempfile::NamedTempFile> {
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
    Ok(part)
}

/// The reason alone: nobody needs the name of the temporary file.
pub(crate) fn plain(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error,
    }
}

/// Lets a folder's new names reach the disk. Not every system can; the files themselves are there already.
pub(crate) fn settle(folder: &Path) {
    if cfg!(unix) {
        drop(File::open(folder).and_then(|folder| folder.sync_all()));
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
