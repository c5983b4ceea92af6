//! A deadline for what is no plain file: a pipe that nobody writes to, or a device that says nothing.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a pipe may be silent.
const SILENCE: Duration = Duration::from_secs(10);
/// How long a pipe may take for all that it says.
const WHOLE: Duration = Duration::from_secs(120);

/// How long is waited for something.
#[derive(Debug)]
pub(crate) struct Patience {
    until: Instant,
}

impl Patience {
    pub(crate) fn begin() -> Self {
        Self {
            until: Instant::now() + WHOLE,
        }
    }

    /// Waits until there is something to read, or an end.
    #[cfg(unix)]
    pub(crate) fn wait(&self, file: &File) -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let silent_until = Instant::now() + SILENCE;
        loop {
            let left = self
                .until
                .min(silent_until)
                .saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(late());
            }
            let left = Timespec::try_from(left).map_err(io::Error::other)?;
            match poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&left)) {
                Ok(0) => return Err(late()),
                Ok(_) => return Ok(()),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn wait(&self, _: &File) -> io::Result<()> {
        match Instant::now() < self.until {
            true => Ok(()),
            false => Err(late()),
        }
    }
}

fn late() -> io::Error {
    let seconds = SILENCE.as_secs();
    let why = format!("nothing came from it for {seconds} s, or no end of it came in time");
    io::Error::new(io::ErrorKind::TimedOut, why)
}

/// Opens something to read it, without waiting for whoever may write to it.
#[cfg(unix)]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    File::options()
        .read(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)
}

#[cfg(not(unix))]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}
