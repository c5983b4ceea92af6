//! A file that grows while a run goes on, and that nobody else writes to meanwhile.

use crate::place::Place;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file that lines are added to.
#[derive(Debug)]
pub struct Log {
    file: File,
}

impl Log {
    /// Begins a file that is not there yet.
    ///
    /// # Errors
    /// If it is there, or cannot be made.
    pub fn begin(path: &Path, place: &Place) -> io::Result<Self> {
        let target = place.target(path)?;
        let file = File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(target)?;
        Self::locked(file)
    }

    /// Goes on with a file; one that is not there is begun.
    ///
    /// # Errors
    /// If it is no plain file, cannot be opened, or somebody else writes to it.
    pub fn resume(path: &Path, place: &Place) -> io::Result<Self> {
        let target = place.target(path)?;
        match std::fs::metadata(&target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Self::begin(path, place),
            Err(error) => return Err(error),
            Ok(about) if !about.is_file() => return Err(io::Error::other("it is not a file")),
            Ok(_) => {}
        }
        Self::locked(File::options().read(true).write(true).open(target)?)
    }

    fn locked(file: File) -> io::Result<Self> {
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(io::Error::other(
                "another run of the program is writing to \
             it",
            )),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// The content of the file so far, from its beginning.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&mut self) -> io::Result<impl Read + use<>> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.try_clone()
    }

    /// Drops what stands behind so many bytes, and goes on there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.file.set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes)).map(drop)
    }

    /// Adds bytes at its end.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }
}
