//! The file of `sim --lines`: what games came to, added while they are played.

use crate::program::Ending;
use crate::program::commands::wrong_path;
use crate::program::write;
use crate::series::{Header, Lines, Played, Unusable};
use serde::Serialize;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A call with files that cannot be used.
pub(crate) fn unusable(why: Unusable) -> Ending {
    Ending::WrongCall(why.0)
}

/// A file that games are added to.
pub(crate) struct Keeper {
    path: PathBuf,
    file: File,
    /// The number of the next game.
    pub(crate) due: u64,
}

impl Keeper {
    /// Begins a file.
    pub(crate) fn begin(path: &Path, header: &Header) -> Result<Self, Ending> {
        let file = write::log(path, true)?;
        Self::with_header(path, file, header)
    }

    /// Goes on with a file, if there is one; what it keeps is handed over. A last line that is cut off is dropped.
    pub(crate) fn resume(path: &Path, header: &Header, mut take: impl FnMut(Played)) -> Result<Self, Ending> {
        let file = write::log(path, false)?;
        let name = path.display().to_string();
        let wrong = |error: std::io::Error| wrong_path(path, &error);
        let Some(mut lines) = Lines::of(&name, file.try_clone().map_err(wrong)?).map_err(unusable)? else {
            return Self::with_header(path, file, header);
        };
        let other = lines.header.difference(header);
        let other = other.or((lines.header.shard != header.shard).then_some("shard"));
        if let Some(what) = other {
            return Err(wrong_path(path, &format!("it keeps games of another {what}")));
        }
        while let Some(played) = lines.next_game().map_err(unusable)? {
            take(played);
        }
        let (due, bytes) = lines.reached();
        let mut keeper = Self {
            path: path.to_owned(),
            file,
            due,
        };
        keeper.cut(bytes)?;
        Ok(keeper)
    }

    fn with_header(path: &Path, file: File, header: &Header) -> Result<Self, Ending> {
        let mut keeper = Self {
            path: path.to_owned(),
            file,
            due: header.games().start,
        };
        keeper.cut(0)?;
        keeper.add(header)?;
        Ok(keeper)
    }

    /// Keeps one more game.
    pub(crate) fn keep(&mut self, played: &Played) -> Result<(), Ending> {
        self.add(played)?;
        self.due = played.game + 1;
        Ok(())
    }

    /// Writes a line at once: whatever stops the run, it is there.
    fn add(&mut self, line: &impl Serialize) -> Result<(), Ending> {
        let mut text = serde_json::to_vec(line).map_err(|error| wrong_path(&self.path, &error))?;
        text.push(b'\n');
        let written = self.file.write_all(&text);
        written.map_err(|error| wrong_path(&self.path, &error))
    }

    /// Drops what stands behind so many bytes, and goes on there.
    fn cut(&mut self, bytes: u64) -> Result<(), Ending> {
        let cut = self
            .file
            .set_len(bytes)
            .and_then(|()| self.file.seek(SeekFrom::Start(bytes)));
        cut.map(|_| ()).map_err(|error| wrong_path(&self.path, &error))
    }
}
