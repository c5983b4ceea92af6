//! A deadline for what is no plain file: a pipe that nobody writes to, or a device that says nothing.

use std::fs::File;
use std::io;
#[cfg(feature = "write")]
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a pipe may be silent.
const SILENCE: Duration = Duration::from_secs(10);
/// How often one looks whether somebody reads a pipe.
#[cfg(all(unix, feature = "write"))]
const LOOK: Duration = Duration::from_millis(20);
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

/// Writes to a pipe or device, which must take it in time. A pipe that nobody reads yet is waited for.
#[cfg(all(unix, feature = "write"))]
pub(crate) fn pour(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = open_to_write(path)?;
    let mut rest = bytes;
    while !rest.is_empty() {
        match file.write(rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => rest = &rest[count..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => has_room(&file)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(all(unix, feature = "write"))]
fn open_to_write(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use rustix::io::Errno;
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    let is_pipe = std::fs::metadata(path)?.file_type().is_fifo();
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    let until = Instant::now() + SILENCE;
    loop {
        let opened = File::options().write(true).custom_flags(flags).open(path);
        let is_unread = |error: &io::Error| error.raw_os_error() == Some(Errno::NXIO.raw_os_error());
        match opened {
            Err(error) if is_pipe && is_unread(&error) && Instant::now() < until => std::thread::sleep(LOOK),
            Err(error) if is_pipe && is_unread(&error) => return Err(unread()),
            opened => return opened,
        }
    }
}

/// Waits until a pipe or device takes something.
#[cfg(all(unix, feature = "write"))]
fn has_room(file: &File) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let left = Timespec::try_from(SILENCE).map_err(io::Error::other)?;
    match poll(&mut [PollFd::new(file, PollFlags::OUT)], Some(&left)) {
        Ok(0) => Err(unread()),
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(all(unix, feature = "write"))]
fn unread() -> io::Error {
    let seconds = SILENCE.as_secs();
    io::Error::new(
        io::ErrorKind::TimedOut,
        format!("nothing read from it for {seconds} s"),
    )
}

#[cfg(all(not(unix), feature = "write"))]
pub(crate) fn pour(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::options().write(true).open(path)?.write_all(bytes)
}

fn late() -> io::Error {
    let seconds = SILENCE.as_secs();
    let why = format!("nothing arrived from it for {seconds} s, or its end did not arrive in time");
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

#[cfg(all(test, unix, feature = "write"))]
mod tests {
    use super::*;
    use std::io::Read;

    fn pipe() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo is there").success());
        (folder, path)
    }

    #[test]
    fn a_pipe_that_nobody_reads_or_writes_is_no_reason_to_wait_for_ever() {
        let (_folder, path) = pipe();
        let begun = Instant::now();
        let told = pour(&path, b"text").expect_err("nobody reads it");
        assert_eq!(told.kind(), io::ErrorKind::TimedOut);
        let told = crate::bytes(&path, &crate::Place::Named, 10).expect_err("nobody writes to it");
        assert_eq!(told.kind(), io::ErrorKind::TimedOut);
        assert!(begun.elapsed() < 3 * SILENCE);
    }

    #[test]
    fn a_pipe_takes_and_gives_what_is_longer_than_its_room() {
        let (_folder, path) = pipe();
        let sent = vec![b'x'; 1 << 20];
        let (from, bytes) = (path.clone(), sent.clone());
        let writer = std::thread::spawn(move || pour(&from, &bytes));
        let got = crate::bytes(&path, &crate::Place::Named, 1 << 20).expect("it can be read");
        writer.join().expect("it ends").expect("it can be written");
        assert_eq!(got.len(), sent.len());
        let from = path.clone();
        let writer = std::thread::spawn(move || pour(&from, &sent));
        let mut all = Vec::new();
        std::thread::sleep(5 * LOOK);
        File::open(&path)
            .and_then(|mut pipe| pipe.read_to_end(&mut all))
            .expect("it can be read");
        writer.join().expect("it ends").expect("it can be written");
        assert_eq!(all.len(), 1 << 20);
    }
}
