//! Another program that is asked in lines: on its standard input, and it answers on its standard output.
//!
//! Two threads carry the lines, so that a program that neither reads nor writes holds nothing up but its own time; and they
//! carry so many, so that one that writes without end takes no memory. At the end it is ended, with all that it has started.

use crate::lines::{Line, Lines};
use std::io::{self, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How many lines can wait for the program, or from it.
const ROOM_FOR_LINES: usize = 256;
/// How many bytes they can have together, if they are long.
const ROOM_FOR_BYTES: usize = 64 << 20;
/// How long a program may take to end when its input has ended, and how often one looks.
const FAREWELL: Duration = Duration::from_secs(2);
pub(crate) const LOOK: Duration = Duration::from_millis(5);

/// The programs that run just now.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Why nothing comes from a program any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The program has ended, or has closed its input or output.
    Died,
    /// The program has said nothing, or taken nothing, for too long.
    Silent,
}

/// A program that is asked in lines.
#[derive(Debug)]
pub struct Partner {
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
    lost: Option<Lost>,
}

impl Partner {
    /// Starts a command. Its lines have at most so many bytes; what it writes to standard error goes where ours goes.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(name: &str, arguments: &[String], most: usize) -> io::Result<Self> {
        let mut command = Command::new(name);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        note(|running| running.push(child.id()));
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let room = (ROOM_FOR_BYTES / most.max(1)).clamp(1, ROOM_FOR_LINES);
        let (to, lines) = sync_channel::<String>(ROOM_FOR_LINES);
        thread::spawn(move || {
            let Some(mut input) = input else { return };
            for line in lines {
                if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        let (heard, from) = sync_channel(room);
        thread::spawn(move || {
            let Some(output) = output else { return };
            let mut lines = Lines::new(BufReader::new(output), most);
            while let Ok(line) = lines.next_line() {
                if line == Line::End || heard.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            child,
            to: Some(to),
            from,
            lost: None,
        })
    }

    /// Hands a line over; a program that takes none for so long is lost.
    ///
    /// # Errors
    /// If the program is lost.
    pub fn say(&mut self, mut line: String, patience: Duration) -> Result<(), Lost> {
        let until = Instant::now() + patience;
        loop {
            let (Some(to), None) = (&self.to, self.lost) else {
                return Err(self.lost.unwrap_or(Lost::Died));
            };
            match to.try_send(line) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => self.lost = Some(Lost::Died),
                Err(TrySendError::Full(_)) if Instant::now() > until => self.lost = Some(Lost::Silent),
                Err(TrySendError::Full(back)) => {
                    line = back;
                    thread::sleep(LOOK);
                    continue;
                }
            }
            return Err(self.lost.unwrap_or(Lost::Died));
        }
    }

    /// The next line that it says.
    ///
    /// # Errors
    /// If the program is lost.
    pub fn hear(&mut self, until: Instant) -> Result<Line, Lost> {
        if let Some(lost) = self.lost {
            return Err(lost);
        }
        let left = until.saturating_duration_since(Instant::now());
        self.from.recv_timeout(left).map_err(|error| {
            let lost = match error {
                RecvTimeoutError::Timeout => Lost::Silent,
                RecvTimeoutError::Disconnected => Lost::Died,
            };
            self.lost = Some(lost);
            lost
        })
    }
}

impl Drop for Partner {
    /// Its input ends; should it not end then, it is ended.
    fn drop(&mut self) {
        self.to = None;
        let wait = if self.lost == Some(Lost::Silent) {
            Duration::ZERO
        } else {
            FAREWELL
        };
        let until = Instant::now() + wait;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            thread::sleep(LOOK);
        }
        // It may have ended; what it has started may not have.
        end(self.child.id());
        // It may have ended just now.
        drop(self.child.kill());
        drop(self.child.wait());
        note(|running| running.retain(|one| *one != self.child.id()));
    }
}

/// Ends all programs that run: for a program that is ended itself.
pub fn end_partners() {
    note(|running| running.drain(..).for_each(end));
}

pub(crate) fn note(change: impl FnOnce(&mut Vec<u32>)) {
    let running = RUNNING.lock();
    change(&mut running.unwrap_or_else(std::sync::PoisonError::into_inner));
}

/// Ends a program with all that it has started.
#[cfg(unix)]
pub(crate) fn end(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(id).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        // It may be gone already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(crate) fn end(_: u32) {}
