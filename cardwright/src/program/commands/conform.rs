//! `conform`: drives any program through conformance vectors, or is such a program itself.

use super::project_at;
use crate::program::{Ending, end_with_us, output};
use cardwright_export::conform::{MOST_LINE, Program, Skip, Tally, Verdict, drive, serve, vectors_at};
use cardwright_export::model::vector::Vector;
use clap::Args;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most reasons for skipping that are told apart.
const MOST_REASONS: usize = 100;
/// The most letters of a reason.
const MOST_LETTERS: usize = 200;

/// Drives a program through conformance vectors and tells where it first parts from them.
#[derive(Args)]
pub(crate) struct Conform {
    /// The vectors: a file, or a folder that `export --to vectors` wrote
    #[arg(required_unless_present = "serve")]
    vectors: Option<PathBuf>,
    /// The program and its arguments, after `--`
    #[arg(last = true, required_unless_present = "serve")]
    command: Vec<String>,
    /// Only vectors whose ids contain this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Continue after a vector in which the program differs
    #[arg(long)]
    keep_going: bool,
    /// The seconds that the program may take for an answer
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
        let mut skips = Skips::default();
        let mut tell = |vector: &Vector, verdict: &Verdict| match verdict {
            Verdict::Parts(divergence) => {
                output::line(&divergence.to_string());
                self.keep_going
            }
            Verdict::Skipped(skip) => {
                skips.add(&format!("{} {}", vector.system, vector.id), skip);
                true
            }
            Verdict::Alike => true,
        };
        end_with_us();
        let driven = Program::start(&self.command, patience)
            .and_then(|mut program| drive(&mut program, vectors, &mut tell));
        skips.lines().iter().for_each(|line| output::line(line));
        match driven {
            Ok(tally) => ended(tally),
            Err(why) => Ending::WrongCall(why),
        }
    }
}

/// Vectors that were skipped, by the reasons that the program gave.
#[derive(Default)]
struct Skips {
    reasons: BTreeMap<String, SkippedFor>,
    /// How many were skipped for further reasons.
    others: usize,
}

/// The vectors that were skipped for one reason.
struct SkippedFor {
    vectors: usize,
    /// How many of them were played alike before, up to a decision.
    midway: usize,
    /// The first of them, and after how many answers.
    first: String,
}

impl Skips {
    fn add(&mut self, vector: &str, skip: &Skip) {
        let why: String = skip.why.chars().take(MOST_LETTERS).collect();
        let is_full = self.reasons.len() >= MOST_REASONS;
        if is_full && !self.reasons.contains_key(&why) {
            self.others += 1;
            return;
        }
        let reason = self.reasons.entry(why).or_insert_with(|| SkippedFor {
            vectors: 0,
            midway: 0,
            first: match skip.step {
                0 => vector.to_owned(),
                step => format!("{vector}, after {step} answers"),
            },
        });
        reason.vectors += 1;
        reason.midway += usize::from(skip.step > 0);
    }

    /// The reasons for people, the most frequent first.
    fn lines(&self) -> Vec<String> {
        let mut reasons: Vec<(&String, &SkippedFor)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, skipped)| std::cmp::Reverse(skipped.vectors));
        let line = |(why, skipped): (&String, &SkippedFor)| {
            let midway = match skipped.midway {
                0 => String::new(),
                midway => format!(", {midway} of them after some equal answers"),
            };
            let SkippedFor { vectors, first, .. } = skipped;
            format!("skipped {vectors}{midway}: {why} (first: {first})")
        };
        let others = (self.others > 0).then(|| format!("skipped {} for further reasons", self.others));
        reasons.into_iter().map(line).chain(others).collect()
    }
}

fn ended(tally: Tally) -> Ending {
    let Tally {
        alike,
        skipped,
        parted,
    } = tally;
    output::line(&format!(
        "{alike} played alike, {parted} differed, {skipped} skipped"
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
        Err(error) => Ending::WrongCall(format!("standard input or output failed: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skips(reasons: impl Iterator<Item = (String, usize)>) -> Vec<String> {
        let mut skips = Skips::default();
        for (at, (why, step)) in reasons.enumerate() {
            skips.add(&format!("sample game/{at}"), &Skip { step, why });
        }
        skips.lines()
    }

    #[test]
    fn reasons_are_told_with_their_counts_the_most_frequent_first() {
        let given = [("no dice", 0), ("no hexes", 3), ("no hexes", 0), ("no hexes", 1)];
        let told = skips(given.into_iter().map(|(why, step)| (why.to_owned(), step)));
        let wanted = [
            "skipped 3, 2 of them after some equal answers: no hexes (first: sample game/1, after 3 answers)",
            "skipped 1: no dice (first: sample game/0)",
        ];
        assert_eq!(told, wanted);
    }

    // Limit: MOST_REASONS in cardwright/src/program/commands/conform.rs
    // Limit: MOST_LETTERS in cardwright/src/program/commands/conform.rs
    #[test]
    fn a_program_that_gives_many_long_reasons_is_told_shortly() {
        let told = |count: usize| skips((0..count).map(|at| (format!("reason {at}"), 0)));
        assert_eq!([told(99).len(), told(100).len()], [99, 100]);
        assert_eq!(
            told(103).last().map(String::as_str),
            Some("skipped 3 for further reasons")
        );
        let long = skips(std::iter::once(("x".repeat(201), 0))).concat();
        assert!(
            long.contains(&"x".repeat(200)) && !long.contains(&"x".repeat(201)),
            "{long}"
        );
    }
}
