//! Folders that go out: whatever stops the program, the old folder is there or the new one, whole.
//!
//! The new folder is written beside its place, under a name that nobody can foresee, and brought onto the disk. Then
//!
//! - where nothing is, it takes its name;
//! - where a folder is, both change their names in one step (Linux and macOS can), and the old one goes away;
//! - where the system cannot do that in one step, the old one is put aside as `.NAME.before`, the new one takes its name, and
//!   the old one goes away. If the program is stopped between the first two steps, the next call finds `.NAME.before` and no
//!   folder, and puts it back before it does anything else.

use crate::place::{Place, folder_of};
use crate::write::{plain, settle};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a folder was not written.
#[derive(Debug)]
pub enum SwapError {
    /// There is a link in its place.
    Link,
    /// There is a file in its place.
    File,
    /// There is a folder in its place that must stay.
    Kept,
    /// The system refused.
    Failed(io::Error),
}

impl From<io::Error> for SwapError {
    fn from(error: io::Error) -> Self {
        Self::Failed(plain(error))
    }
}

/// How two folders change places in one step.
type Exchange = fn(&Path, &Path) -> io::Result<()>;

/// Writes a folder with these files, by their paths in it. A folder that is there is replaced if it is empty or `is_ours`.
///
/// # Errors
/// Why it was not written; then everything is as it was.
pub fn folder<'a>(
    target: &Path,
    place: &Place,
    files: impl Iterator<Item = (&'a str, &'a [u8])>,
    is_ours: impl Fn(&Path) -> bool,
) -> Result<(), SwapError> {
    swapped(target, place, files, is_ours, exchange)
}

fn swapped<'a>(
    target: &Path,
    place: &Place,
    files: impl Iterator<Item = (&'a str, &'a [u8])>,
    is_ours: impl Fn(&Path) -> bool,
    exchange: Exchange,
) -> Result<(), SwapError> {
    let parent = folder_of(target);
    crate::write::folders(parent, place)?;
    let aside = aside(target)?;
    recover(target, &aside, &is_ours)?;
    may_be_replaced(target, &is_ours)?;
    let part = new_folder(parent)?;
    fill(part.path(), files)?;
    if target.symlink_metadata().is_err() {
        fs::rename(part.path(), target)?;
        // It has its name now: there is nothing to clean up.
        _ = part.keep();
    } else if exchange(part.path(), target).is_ok() {
        // What goes away with the temporary name is the old one.
        drop(part);
    } else {
        in_two_steps(part.path(), target, &aside)?;
        _ = part.keep();
    }
    settle(parent);
    Ok(())
}

/// Takes a folder away, if it is there and `is_ours`.
///
/// # Errors
/// If it is a link, not ours, or cannot be taken away.
pub fn clear(target: &Path, is_ours: impl Fn(&Path) -> bool) -> Result<(), SwapError> {
    if target.symlink_metadata().is_err() {
        return Ok(());
    }
    may_be_replaced(target, &is_ours)?;
    Ok(fs::remove_dir_all(target)?)
}

/// A folder for work in between, which goes away with this value.
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// A new one, where the system keeps such folders.
    ///
    /// # Errors
    /// If there can be none.
    pub fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        Ok(Self(builder.prefix("cardwright-").tempdir()?))
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// The path that the old folder has while the new one takes its name.
fn aside(target: &Path) -> io::Result<PathBuf> {
    let name = target
        .file_name()
        .ok_or_else(|| io::Error::other("it has no name"))?;
    let mut aside = std::ffi::OsString::from(".");
    aside.push(name);
    aside.push(".before");
    Ok(folder_of(target).join(aside))
}

/// Puts back what a stopped program had put aside, or clears it away if the new folder was there already.
fn recover(target: &Path, aside: &Path, is_ours: &impl Fn(&Path) -> bool) -> io::Result<()> {
    // What is somebody else's stays; the way in two steps refuses if it is in the way.
    if aside.is_symlink() || !aside.is_dir() || !is_ours(aside) {
        return Ok(());
    }
    match target.symlink_metadata() {
        Err(_) => fs::rename(aside, target),
        Ok(_) => fs::remove_dir_all(aside),
    }
}

fn may_be_replaced(target: &Path, is_ours: &impl Fn(&Path) -> bool) -> Result<(), SwapError> {
    let about = match fs::symlink_metadata(target) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    if about.is_symlink() {
        return Err(SwapError::Link);
    }
    if !about.is_dir() {
        return Err(SwapError::File);
    }
    let is_empty = fs::read_dir(target)?.next().is_none();
    match is_empty || is_ours(target) {
        true => Ok(()),
        false => Err(SwapError::Kept),
    }
}

/// Writes the files, and lets them reach the disk.
fn fill<'a>(part: &Path, files: impl Iterator<Item = (&'a str, &'a [u8])>) -> io::Result<()> {
    let mut folders = BTreeSet::from([part.to_path_buf()]);
    for (name, bytes) in files {
        let path = part.join(name);
        for folder in Path::new(name).ancestors().skip(1) {
            folders.insert(part.join(folder));
        }
        fs::create_dir_all(folder_of(&path))?;
        let mut file = File::create_new(&path)?;
        file.write_all(bytes)?;
    }
    // One call for all files is much quicker than one for each.
    sync(part)?;
    folders.iter().rev().for_each(|folder| settle(folder));
    Ok(())
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn sync(folder: &Path) -> io::Result<()> {
    rustix::fs::syncfs(File::open(folder)?).map_err(io::Error::from)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn sync(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        match entry.file_type()?.is_dir() {
            true => sync(&entry.path())?,
            false => File::options().write(true).open(entry.path())?.sync_all()?,
        }
    }
    Ok(())
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).map_err(io::Error::from)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The old one aside, the new one in its place, the old one away.
fn in_two_steps(part: &Path, target: &Path, aside: &Path) -> io::Result<()> {
    if aside.symlink_metadata().is_ok() {
        let why = format!(
            "`{}` is in the way; remove it if it is not needed",
            aside.display()
        );
        return Err(io::Error::other(why));
    }
    fs::rename(target, aside)?;
    if let Err(error) = fs::rename(part, target) {
        return match fs::rename(aside, target) {
            Ok(()) => Err(error),
            Err(_) => {
                let why = format!(
                    "{}; the previous files are in `{}`",
                    plain(error),
                    aside.display()
                );
                Err(io::Error::other(why))
            }
        };
    }
    // If it cannot go away, it is no loss.
    drop(fs::remove_dir_all(aside));
    Ok(())
}

/// A new folder that goes away again unless it is kept, with the mode that every program gives to new folders here.
fn new_folder(parent: &Path) -> io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cardwright-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    builder.tempdir_in(parent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    const NAME: &str = "out";

    fn in_one_step(one: &Path, other: &Path) -> io::Result<()> {
        exchange(one, other)
    }

    fn cannot(_: &Path, _: &Path) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    fn put(home: &Path, text: &str, exchange: Exchange) -> Result<(), SwapError> {
        let files = [("mark", "ours"), ("in/text", text)];
        let files = files.into_iter().map(|(name, text)| (name, text.as_bytes()));
        let is_ours = |folder: &Path| folder.join("mark").is_file();
        swapped(&home.join(NAME), &Place::Named, files, is_ours, exchange)
    }

    fn text(home: &Path) -> String {
        fs::read_to_string(home.join(NAME).join("in/text")).unwrap_or_default()
    }

    fn names(home: &Path) -> Vec<String> {
        let entries = fs::read_dir(home).expect("it is ours").flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn a_folder_is_replaced_whole_in_one_step_or_in_two() {
        for exchange in [in_one_step as Exchange, cannot] {
            let home = tempfile::tempdir().expect("a folder");
            for text_now in ["old", "new", "newest"] {
                put(home.path(), text_now, exchange).expect("it is written");
                assert_eq!(text(home.path()), text_now);
                assert_eq!(names(home.path()), [NAME]);
            }
        }
    }

    #[test]
    fn what_a_stopped_program_put_aside_comes_back() {
        let home = tempfile::tempdir().expect("a folder");
        put(home.path(), "old", cannot).expect("it is written");
        // Stopped between the first step and the second, and then the next one cannot be written.
        fs::rename(home.path().join(NAME), home.path().join(".out.before")).expect("it is ours");
        let files = [("a", &b""[..]), ("a/b", &b""[..])];
        let is_ours = |folder: &Path| folder.join("mark").is_file();
        let failed = swapped(
            &home.path().join(NAME),
            &Place::Named,
            files.into_iter(),
            is_ours,
            cannot,
        );
        assert!(failed.is_err());
        assert_eq!(text(home.path()), "old");
        assert_eq!(names(home.path()), [NAME]);
    }

    #[test]
    fn what_others_put_there_stays() {
        let home = tempfile::tempdir().expect("a folder");
        fs::create_dir(home.path().join(NAME)).expect("it is ours");
        fs::write(home.path().join(NAME).join("theirs"), "").expect("it is ours");
        assert!(matches!(put(home.path(), "new", exchange), Err(SwapError::Kept)));
        assert!(home.path().join(NAME).join("theirs").is_file());
        fs::remove_dir_all(home.path().join(NAME)).expect("it is ours");
        put(home.path(), "old", cannot).expect("it is written");
        fs::create_dir(home.path().join(".out.before")).expect("it is ours");
        assert!(put(home.path(), "new", cannot).is_err());
        assert_eq!(text(home.path()), "old");
    }
}
