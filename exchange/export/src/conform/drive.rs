//! Driving a runner through vectors: it is asked what the vector was asked, and what it tells is held against what the vector
//! tells. Texts for people (questions, labels, regions) are not compared: an engine may put them in its own words.

use super::{MOST_LINE, PROTOCOL};
use crate::model::play::{Decision, Event};
use crate::model::vector::{Ask, Comes, Reply, Vector};
use cardwright_files::{Line, Lost, Partner};
use serde_json::Value;
use std::time::{Duration, Instant};

/// A player of vectors.
pub trait Runner {
    /// Its answer to a line.
    ///
    /// # Errors
    /// Why there is none: it died, it is too slow, or its line means nothing.
    fn ask(&mut self, ask: &Ask) -> Result<Reply, String>;
}

/// A runner that is a program. It is ended when it is no longer wanted.
pub struct Program {
    partner: Partner,
    patience: Duration,
}

impl Program {
    /// Starts a program. What it writes to standard error goes where ours goes.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &[String], patience: Duration) -> Result<Self, String> {
        let (name, arguments) = command.split_first().ok_or("there is no command")?;
        let partner = Partner::start(name, arguments, MOST_LINE);
        let partner = partner.map_err(|error| format!("`{name}` cannot be started: {error}"))?;
        Ok(Self { partner, patience })
    }

    fn told(&self, lost: Lost) -> String {
        match lost {
            Lost::Silent => format!("the runner did not answer within {} s", self.patience.as_secs()),
            Lost::Died => "the runner has ended".to_owned(),
        }
    }
}

impl Runner for Program {
    fn ask(&mut self, ask: &Ask) -> Result<Reply, String> {
        let until = Instant::now() + self.patience;
        let said = self.partner.say(crate::json::line(ask), self.patience);
        let heard = said.and_then(|()| self.partner.hear(until));
        match heard.map_err(|lost| self.told(lost))? {
            Line::Text(line) => serde_json::from_str(&line)
                .map_err(|error| format!("a line of the runner is not valid: {error}: {}", shortened(&line))),
            Line::TooLong => Err(format!("a line of the runner has more than {MOST_LINE} bytes")),
            Line::End => Err(self.told(Lost::Died)),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A runner that is gone already needs no farewell.
        let _ = self.partner.say(crate::json::line(&Ask::Bye), Duration::ZERO);
    }
}

/// The verdict on a runner for one vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The runner plays alike.
    Alike,
    /// The runner does not play this one, or not to its end.
    Skipped(Skip),
    /// The runner parts from the vector.
    Parts(Box<Divergence>),
}

/// The reason why a runner does not play a vector to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// How many answers were given before: all up to there was alike.
    pub step: usize,
    /// The reason, in the runner's words.
    pub why: String,
}

/// The place where a runner parts from a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The vector.
    pub vector: String,
    /// How many answers were given before.
    pub step: usize,
    /// The path of the difference inside the runner's answer; empty if there was no answer to compare.
    pub path: String,
    /// The value that the vector has there.
    pub expected: String,
    /// The value that the runner has, or the reason why it has none.
    pub found: String,
}

impl std::fmt::Display for Divergence {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}, after {} answers", self.vector, self.step)?;
        match self.path.as_str() {
            "" => write!(out, ": {}", self.found),
            path => write!(
                out,
                ", at {path}:\n  the vector has {}\n  the runner has {}",
                self.expected, self.found
            ),
        }
    }
}

/// How many vectors came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Played alike.
    pub alike: usize,
    /// Not played, or not to the end.
    pub skipped: usize,
    /// Parted.
    pub parted: usize,
}

/// Drives a runner through vectors; `tell` hears of each, and says whether to go on.
///
/// # Errors
/// If the runner does not speak the protocol.
pub fn drive(
    runner: &mut dyn Runner,
    vectors: impl IntoIterator<Item = Vector>,
    tell: &mut dyn FnMut(&Vector, &Verdict) -> bool,
) -> Result<Tally, String> {
    match runner.ask(&Ask::Hello { protocol: PROTOCOL })? {
        Reply::Hello { protocol, .. } if protocol == PROTOCOL => {}
        Reply::Hello { protocol, runner } => {
            return Err(format!(
                "{runner} uses version {protocol} of the protocol, but this program uses version {PROTOCOL}"
            ));
        }
        Reply::Fails { why } | Reply::Skips { why } => return Err(why),
        Reply::Comes { .. } => return Err("the runner does not begin with `hello`".to_owned()),
    }
    let mut tally = Tally::default();
    for vector in vectors {
        let verdict = played(runner, &vector);
        match verdict {
            Verdict::Alike => tally.alike += 1,
            Verdict::Skipped(_) => tally.skipped += 1,
            Verdict::Parts(_) => tally.parted += 1,
        }
        if !tell(&vector, &verdict) {
            break;
        }
    }
    Ok(tally)
}

fn played(runner: &mut dyn Runner, vector: &Vector) -> Verdict {
    let mut ask = Ask::Start {
        start: Box::new(vector.start.clone()),
    };
    for (number, step) in vector.steps.iter().enumerate() {
        let parts = |path: String, expected: String, found: String| {
            Verdict::Parts(Box::new(Divergence {
                vector: format!("{} {}", vector.system, vector.id),
                step: number,
                path,
                expected,
                found,
            }))
        };
        match runner.ask(&ask) {
            Ok(Reply::Comes { comes }) => {
                if let Some((path, expected, found)) = difference(&step.comes, &comes) {
                    return parts(path, expected, found);
                }
            }
            Ok(Reply::Skips { why }) => return Verdict::Skipped(Skip { step: number, why }),
            Ok(Reply::Fails { why }) => {
                let found = format!("the runner cannot go on: {why}");
                return parts(String::new(), String::new(), found);
            }
            Ok(Reply::Hello { .. }) => {
                let found = "the runner sends `hello` in the middle of a game".to_owned();
                return parts(String::new(), String::new(), found);
            }
            Err(why) => return parts(String::new(), String::new(), why),
        }
        let Some(answer) = &step.taken else {
            return Verdict::Alike;
        };
        ask = Ask::Decide {
            answer: answer.clone(),
        };
    }
    Verdict::Alike
}

/// The first thing in which two differ: where, and what both have.
fn difference(expected: &Comes, found: &Comes) -> Option<(String, String, String)> {
    if expected == found {
        return None;
    }
    let (expected, found) = (bare(expected), bare(found));
    // What happened says more than what came of it, and that more than a hash.
    let parts = ["chance", "events", "changed", "decision", "hash"].into_iter();
    let mut differing =
        parts.filter_map(|part| first_difference(&expected[part], &found[part], part.to_owned()));
    differing.next()
}

/// The part of an answer that is compared: all but texts for people.
fn bare(comes: &Comes) -> Value {
    let mut comes = comes.clone();
    if let Some(decision) = &mut comes.decision {
        silence(decision);
    }
    for event in &mut comes.events {
        if let Event::Decided { asks, chosen, .. } = event {
            asks.clear();
            chosen.clear();
        }
    }
    serde_json::to_value(comes).unwrap_or_default()
}

fn silence(decision: &mut Decision) {
    decision.asks.clear();
    decision
        .options
        .iter_mut()
        .for_each(|option| option.label.clear());
    if let Some(place) = &mut decision.place {
        place.region.clear();
    }
}

fn first_difference(expected: &Value, found: &Value, path: String) -> Option<(String, String, String)> {
    if expected == found {
        return None;
    }
    match (expected, found) {
        (Value::Array(ours), Value::Array(theirs)) => {
            let longest = ours.len().max(theirs.len());
            let null = Value::Null;
            let at = |list: &[Value], at: usize| list.get(at).cloned().unwrap_or_else(|| null.clone());
            (0..longest).find_map(|place| {
                first_difference(&at(ours, place), &at(theirs, place), format!("{path}[{place}]"))
            })
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            let keys: std::collections::BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
            keys.into_iter().find_map(|key| {
                let ours = ours.get(key).unwrap_or(&Value::Null);
                let theirs = theirs.get(key).unwrap_or(&Value::Null);
                first_difference(ours, theirs, format!("{path}.{key}"))
            })
        }
        _ => Some((
            path,
            shortened(&expected.to_string()),
            shortened(&found.to_string()),
        )),
    }
}

/// The most letters of a value that are told.
const MOST_TOLD: usize = 300;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_TOLD) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
