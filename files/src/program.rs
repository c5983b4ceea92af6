//! A program that is run once: it gets its input, says what it has to say, and ends.
//!
//! Its output is bounded in bytes, and its run in seconds; when either is passed, it is ended with all that it has started.
//!
//! Not here: programs that are asked again and again, see `partner`.

use crate::partner::{LOOK, end, note};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The most bytes of standard error that are kept.
const MOST_COMPLAINT: usize = 64 << 10;

/// A program and its arguments. No shell reads them.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// Its name, which is looked for as the system does, or its path.
    pub name: &'a str,
    /// Its arguments.
    pub arguments: &'a [&'a str],
    /// The folder in which it runs; ours if absent.
    pub folder: Option<&'a Path>,
    /// Variables that it gets besides ours; one with no value is taken away.
    pub variables: &'a [(&'a str, Option<&'a str>)],
    /// The bytes of its standard input.
    pub input: &'a [u8],
    /// The most bytes that it may write to its standard output.
    pub most: usize,
    /// How long it may run.
    pub time: Duration,
}

/// The result of a program that has ended.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Whether it ended with 0.
    pub is_fine: bool,
    /// Its standard output.
    pub output: Vec<u8>,
    /// The beginning of its standard error.
    pub complaint: String,
}

impl Program<'_> {
    /// Runs it to its end.
    ///
    /// # Errors
    /// If it cannot be started, runs too long, or writes too much.
    pub fn run(&self) -> io::Result<Ran> {
        let mut child = self.command().spawn()?;
        let id = child.id();
        note(|running| running.push(id));
        let ran = self.watched(&mut child);
        if ran.is_err() {
            end(id);
            drop(child.kill());
        }
        drop(child.wait());
        note(|running| running.retain(|one| *one != id));
        ran
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.name);
        command
            .args(self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = self.folder {
            command.current_dir(folder);
        }
        for (name, value) in self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }

    fn watched(&self, child: &mut Child) -> io::Result<Ran> {
        let until = Instant::now() + self.time;
        let (input, given) = (child.stdin.take(), self.input.to_vec());
        // It may end before it has read everything.
        thread::spawn(move || input.map(|mut input| drop(input.write_all(&given))));
        let output = child.stdout.take().map(|output| taken(output, self.most, true));
        let complaint = child
            .stderr
            .take()
            .map(|output| taken(output, MOST_COMPLAINT, false));
        // Whoever says too much is not listened to any more, and is told so by the system at its next word.
        let status = loop {
            match child.try_wait()? {
                Some(status) => break status,
                None if Instant::now() > until => return Err(self.late()),
                None => thread::sleep(LOOK),
            }
        };
        let joined = |one: Option<Taken>| one.map_or(Ok(Vec::new()), |one| joined(one, until));
        let (output, complaint) = (joined(output)?, joined(complaint)?);
        match output.len() > self.most {
            true => Err(io::Error::other(format!(
                "`{}` wrote more than {} bytes",
                self.name, self.most
            ))),
            false => Ok(Ran {
                is_fine: status.success(),
                output,
                complaint: String::from_utf8_lossy(&complaint).into_owned(),
            }),
        }
    }

    fn late(&self) -> io::Error {
        let seconds = self.time.as_secs();
        let why = format!("`{}` did not end within {seconds} s", self.name);
        io::Error::new(io::ErrorKind::TimedOut, why)
    }
}

/// A thread that reads what a program says.
type Taken = JoinHandle<Vec<u8>>;

/// Reads at most one byte more than `most`; then nobody listens any more, or the rest is thrown away.
fn taken(mut from: impl Read + Send + 'static, most: usize, is_strict: bool) -> Taken {
    thread::spawn(move || {
        let mut kept = Vec::new();
        let most_read = (most as u64).saturating_add(1);
        drop(from.by_ref().take(most_read).read_to_end(&mut kept));
        if !is_strict {
            kept.truncate(most);
            drop(io::copy(&mut from, &mut io::sink()));
        }
        kept
    })
}

/// The bytes that a reading thread got. It is not waited for beyond `until`: a child of the program may hold
/// the output open for ever.
fn joined(one: Taken, until: Instant) -> io::Result<Vec<u8>> {
    while !one.is_finished() {
        if Instant::now() > until {
            let why = "a program that it started is still running";
            return Err(io::Error::new(io::ErrorKind::TimedOut, why));
        }
        thread::sleep(LOOK);
    }
    Ok(one.join().unwrap_or_default())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell<'a>(arguments: &'a [&'a str], most: usize, time: u64) -> Program<'a> {
        Program {
            name: "sh",
            arguments,
            folder: None,
            variables: &[("CARDWRIGHT_SAID", Some("aloud"))],
            input: b"given\n",
            most,
            time: Duration::from_secs(time),
        }
    }

    #[test]
    fn it_gets_input_and_variables_and_gives_its_output() {
        let ran = shell(
            &["-c", "cat; echo $CARDWRIGHT_SAID; echo no >&2; exit 3"],
            100,
            60,
        )
        .run();
        let ran = ran.expect("it runs");
        assert_eq!(ran.output, b"given\naloud\n");
        assert_eq!((ran.is_fine, ran.complaint.as_str()), (false, "no\n"));
    }

    #[test]
    fn what_has_no_end_is_ended() {
        let begun = Instant::now();
        for script in ["sleep 100", "sleep 100 & wait", "sleep 100 &"] {
            let told = shell(&["-c", script], 100, 1)
                .run()
                .expect_err("it takes too long");
            assert_eq!(told.kind(), io::ErrorKind::TimedOut, "{script}");
        }
        let told = shell(&["-c", "yes"], 1000, 20)
            .run()
            .expect_err("it says too much");
        assert!(told.to_string().contains("more than 1000 bytes"), "{told}");
        assert!(begun.elapsed() < Duration::from_secs(20));
    }

    // Limit: MOST_COMPLAINT in files/src/program.rs
    #[test]
    fn complaints_without_end_hold_nothing_up() {
        let script = "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789 >&2; i=$((i+1)); done";
        let ran = shell(&["-c", script], 100, 60).run().expect("it runs");
        assert!(ran.is_fine && ran.complaint.len() == MOST_COMPLAINT);
    }
}
