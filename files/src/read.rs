//! Input from the disk: bytes, texts and the entries of folders, each with a bound.

use crate::place::Place;
use crate::wait::{self, Patience};
use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file, pipe or device that is read. A pipe that says nothing ends with an error in time.
#[derive(Debug)]
pub struct Source {
    file: File,
    /// How long a pipe or device is waited for; a file is there.
    patience: Option<Patience>,
    length: u64,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(patience) = &self.patience {
                patience.wait(&self.file)?;
            }
            match self.file.read(buffer) {
                Err(error) if self.patience.is_some() && error.kind() == io::ErrorKind::WouldBlock => {}
                read => return read,
            }
        }
    }
}

/// Opens what a path leads to.
///
/// # Errors
/// If it may not lie there, is not there, or is no file where only a file may be.
pub fn open(path: &Path, place: &Place) -> io::Result<Source> {
    let real = place.real(path)?;
    // Even to open a pipe may wait for ever, and to open a device may set something going.
    may_be_read(&std::fs::metadata(&real)?, place)?;
    let file = wait::open(&real)?;
    let about = file.metadata()?;
    may_be_read(&about, place)?;
    Ok(Source {
        file,
        patience: (!about.is_file()).then(Patience::begin),
        length: about.len(),
    })
}

fn may_be_read(about: &Metadata, place: &Place) -> io::Result<()> {
    let why = match (about.is_file(), about.is_dir(), place) {
        (true, ..) => return Ok(()),
        (_, true, _) => "it is a folder",
        (.., Place::Named) if cfg!(unix) => return Ok(()),
        _ => "it is not a file",
    };
    Err(io::Error::other(why))
}

/// All bytes of a file, if these are not too many.
///
/// # Errors
/// If it cannot be read, may not lie there, or is longer.
pub fn bytes(path: &Path, place: &Place, most: u64) -> io::Result<Vec<u8>> {
    let source = open(path, place)?;
    if source.length > most {
        let why = format!("it has {} bytes; the most is {most}", source.length);
        return Err(io::Error::other(why));
    }
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(format!("it has more than {most} bytes"))),
        false => Ok(bytes),
    }
}

/// The text of a file, if it is not too long.
///
/// # Errors
/// If [`bytes`] fails; or if the text is no UTF-8.
pub fn text(path: &Path, place: &Place, most: u64) -> io::Result<String> {
    String::from_utf8(bytes(path, place, most)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        io::Error::other(format!("line {line} is not UTF-8 text; save the file as UTF-8"))
    })
}

/// The first bytes of a file.
///
/// # Errors
/// If it cannot be read, or may not lie there.
pub fn beginning(path: &Path, place: &Place, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, place)?.take(count).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An entry of a folder. Links are told as links, and not followed.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The folder's path and the name.
    pub path: PathBuf,
    /// The name.
    pub name: OsString,
    /// Its sort.
    pub sort: Sort,
}

/// The sort of thing at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link, wherever it leads.
    Link,
    /// A pipe, a device, or what cannot be looked at.
    Other,
}

/// The entries of a folder, in no order.
///
/// # Errors
/// If the folder cannot be read.
pub fn entries(folder: &Path) -> io::Result<impl Iterator<Item = Entry> + use<>> {
    Ok(std::fs::read_dir(folder)?.flatten().map(|entry| Entry {
        path: entry.path(),
        name: entry.file_name(),
        // The folder mostly knows.
        sort: match entry.file_type() {
            Ok(sort) if sort.is_symlink() => Sort::Link,
            Ok(sort) if sort.is_dir() => Sort::Folder,
            Ok(sort) if sort.is_file() => Sort::File,
            _ => Sort::Other,
        },
    }))
}
