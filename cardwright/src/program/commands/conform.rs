//! `conform`: drives any program through conformance vectors, or is such a program itself.

use super::project_at;
use crate::program::{Ending, end_with_us, output};
use cardwright_export::conform::{MOST_LINE, Program, Tally, Verdict, drive, serve, vectors_at};
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Drives a program through conformance vectors and tells where it first parts from them.
#[derive(Args)]
pub(crate) struct Conform {
    /// The vectors: a file, or a folder that `export --to vectors` wrote
    #[arg(required_unless_present = "serve")]
    vectors: Option<PathBuf>,
    /// The program and its arguments, behind `--`
    #[arg(last = true, required_unless_present = "serve")]
    command: Vec<String>,
    /// Only vectors whose ids have this text in them
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Go on after a vector from which the program parts
    #[arg(long)]
    keep_going: bool,
    /// How many seconds the program may take for an answer
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    patience: u64,
    /// Be the reference runner: read questions from standard input, and answer them
    #[arg(long, conflicts_with_all = ["vectors", "command", "only", "keep_going", "patience"])]
    serve: bool,
}

impl Conform {
    pub(crate) fn run(self) -> Ending {
        match &self.vectors {
            Some(vectors) if !self.serve => self.drive(vectors),
            _ => reference(),
        }
    }

    fn drive(&self, path: &Path) -> Ending {
        let mut vectors = match vectors_at(path) {
            Ok(vectors) => vectors,
            Err(unread) => return Ending::WrongCall(unread.to_string()),
        };
        if let Some(part) = &self.only {
            vectors.retain(|vector| vector.id.contains(part.as_str()));
        }
        if vectors.is_empty() {
            return Ending::WrongCall("no vector has this text in its id".to_owned());
        }
        let patience = Duration::from_secs(self.patience);
        let mut tell = |_: &_, verdict: &Verdict| match verdict {
            Verdict::Parts(divergence) => {
                output::line(&divergence.to_string());
                self.keep_going
            }
            Verdict::Alike | Verdict::Skipped(_) => true,
        };
        end_with_us();
        let driven = Program::start(&self.command, patience)
            .and_then(|mut program| drive(&mut program, vectors, &mut tell));
        match driven {
            Ok(tally) => ended(tally),
            Err(why) => Ending::WrongCall(why),
        }
    }
}

fn ended(tally: Tally) -> Ending {
    let Tally {
        alike,
        skipped,
        parted,
    } = tally;
    output::line(&format!(
        "{alike} played alike, {parted} parted, {skipped} skipped"
    ));
    match parted {
        // Whoever skips everything has shown nothing.
        0 if alike > 0 => Ending::Fine,
        _ => Ending::Errors,
    }
}

fn reference() -> Ending {
    let project = match project_at(None) {
        Ok(project) => project,
        Err(ending) => return ending,
    };
    match serve(&project, cardwright_files::stdin(MOST_LINE), io::stdout().lock()) {
        Ok(()) => Ending::Fine,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Fine,
        Err(error) => Ending::WrongCall(format!("the lines cannot be read or written: {error}")),
    }
}
