//! The file of `sim --lines`: what games came to, added while they are played.

use crate::program::Ending;
use crate::program::commands::wrong_path;
use crate::program::write;
use crate::series::{Begun, Header, Lines, Played, Unusable};
use cardwright_files::Log;
use std::path::{Path, PathBuf};

/// A call with files that cannot be used.
pub(crate) fn unusable(why: Unusable) -> Ending {
    Ending::WrongCall(why.0)
}

/// A file that games are added to.
pub(crate) struct Keeper {
    path: PathBuf,
    file: Log,
    header: Header,
    /// The number of the next game.
    pub(crate) due: u64,
}

impl Keeper {
    /// Begins a file.
    pub(crate) fn begin(path: &Path, header: &Header) -> Result<Self, Ending> {
        Self::with_header(path, write::log(path, true)?, header)
    }

    /// Goes on with a file, if there is one; what it keeps is handed over. A last line that is cut off is dropped.
    pub(crate) fn resume(path: &Path, header: &Header, mut take: impl FnMut(Played)) -> Result<Self, Ending> {
        let mut file = write::log(path, false)?;
        let name = path.display().to_string();
        let wrong = |error: std::io::Error| wrong_path(path, &error);
        let mut lines = match Lines::of(&name, file.read().map_err(wrong)?).map_err(unusable)? {
            Begun::Lines(lines) => lines,
            // Whatever else stands there, this program has not written it.
            Begun::CutOff(bytes) if !header.line().starts_with(&bytes) => {
                let why = "its first line does not say what was played, so it is not overwritten";
                return Err(wrong_path(path, &why));
            }
            Begun::CutOff(_) => return Self::with_header(path, file, header),
        };
        let other = lines.header.difference(header);
        let other = other.or((lines.header.shard != header.shard).then_some("shard"));
        if let Some(what) = other {
            return Err(wrong_path(path, &format!("it contains games of another {what}")));
        }
        while let Some(played) = lines.next_game().map_err(unusable)? {
            take(played);
        }
        let (due, bytes) = lines.reached();
        file.cut(bytes).map_err(wrong)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            header: header.clone(),
            due,
        })
    }

    fn with_header(path: &Path, file: Log, header: &Header) -> Result<Self, Ending> {
        let mut keeper = Self {
            path: path.to_owned(),
            file,
            due: header.games().start,
            header: header.clone(),
        };
        let begun = keeper.file.cut(0);
        begun.map_err(|error| wrong_path(path, &error))?;
        keeper.add(&header.line())?;
        Ok(keeper)
    }

    /// Keeps one more game.
    pub(crate) fn keep(&mut self, played: &Played) -> Result<(), Ending> {
        let line = self.header.line_of(played);
        self.add(&line)?;
        self.due = played.game + 1;
        Ok(())
    }

    /// Writes a line at once: whatever stops the run, it is there.
    fn add(&mut self, line: &[u8]) -> Result<(), Ending> {
        let written = self.file.add(line);
        written.map_err(|error| wrong_path(&self.path, &error))
    }
}
