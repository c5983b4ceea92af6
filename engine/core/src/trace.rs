//! What a game that is written down asked and what was answered, by names: so that its decisions can be tried on content that has
//! changed since.
//!
//! Packs count cards, rows, words and rules anew whenever content changes, so answers by numbers and hashes of states fit one pack
//! alone. Names stay. Printed facts and titles are no part of a trace: what a card costs, or is called, is no play.
//!
//! Not here: games as they are stored (`saved`), which are numbers, and fit one pack for good.

use crate::answer::Answer;
use crate::game::Game;
use crate::replay::FINGERPRINT_EVERY;
use crate::snapshot::{Asked, Reply, Snapshot, Thing, Value};
use crate::viewer::Viewer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most bytes of the texts of a trace; a game that has more is written down without one.
pub const MOST_TRACE_BYTES: usize = 2 << 20;

/// A game by names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The system and the scenario that were played: `SYSTEM/SCENARIO`.
    of: String,
    /// Each question once.
    questions: Vec<Question>,
    /// For each decision, which question it was.
    asked: Vec<u32>,
    /// The id of each option that was chosen, once.
    options: Vec<String>,
    /// For each decision, which options were chosen; none for a place.
    chosen: Vec<Vec<u32>>,
    /// Marks of the game before decision 0, 16, 32, ...
    marks: Vec<u64>,
    /// The mark at the end.
    last: u64,
}

/// A question, but for its options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Question {
    by: String,
    kind: String,
    /// For people: other words are no other question.
    prompt: String,
}

impl Question {
    fn of(asked: &Asked) -> Self {
        Self {
            by: asked.by.clone(),
            kind: asked.kind.clone(),
            prompt: asked.prompt.clone(),
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        (&self.by, &self.kind) == (&other.by, &other.kind)
    }

    fn in_words(&self) -> String {
        format!("`{}` is asked \"{}\"", self.by, self.prompt)
    }
}

/// Why a decision of a trace is not one of the game that is played now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parting {
    /// The trace is of another scenario, or says nothing of this decision.
    Foreign,
    /// The game stands otherwise.
    Mark,
    /// Something else is asked.
    Question { then: String, now: String },
    /// What was chosen is no option.
    Option { asked: String, id: String },
}

/// One decision by names.
pub(crate) struct Heard {
    question: Question,
    ids: Vec<String>,
    /// A mark of the game, where one is due.
    mark: Option<u64>,
}

/// A trace while a game is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tracer {
    trace: Trace,
    questions: BTreeMap<Question, u32>,
    options: BTreeMap<String, u32>,
    bytes: usize,
}

impl Tracer {
    pub(crate) fn of(game: &Game) -> Self {
        let mut tracer = Self::default();
        tracer.trace.of = name_of(game);
        tracer
    }

    /// What a question and an answer are by names, before the answer is given; nothing if the game records nothing, and so has no words
    /// for its questions.
    pub(crate) fn hear(&self, game: &Game, answer: &Answer) -> Option<Heard> {
        let asked = game.asked(Viewer::Judge).filter(|_| !game.log.quiet)?;
        let ids = answer.options().iter().filter_map(|&option| {
            let options = asked.options.as_ref()?;
            options.get(option).map(|option| option.id.clone())
        });
        let is_due = self.trace.asked.len().is_multiple_of(FINGERPRINT_EVERY);
        Some(Heard {
            question: Question::of(&asked),
            ids: ids.collect(),
            mark: is_due.then(|| mark(game)),
        })
    }

    /// Notes an answer that was given; whether there was room.
    pub(crate) fn note(&mut self, heard: Heard) -> bool {
        let Heard { question, ids, mark } = heard;
        self.trace.marks.extend(mark);
        if !self.questions.contains_key(&question) {
            self.bytes += question.by.len() + question.kind.len() + question.prompt.len();
        }
        let number = number_of(&mut self.questions, &mut self.trace.questions, question);
        self.trace.asked.push(number);
        let fresh = ids.iter().filter(|id| !self.options.contains_key(*id));
        self.bytes += fresh.map(String::len).sum::<usize>();
        let chosen = ids
            .into_iter()
            .map(|id| number_of(&mut self.options, &mut self.trace.options, id));
        self.trace.chosen.push(chosen.collect());
        self.bytes <= MOST_TRACE_BYTES
    }

    /// The trace of the game so far.
    pub(crate) fn trace(&self, game: &Game) -> Trace {
        Trace {
            last: mark(game),
            ..self.trace.clone()
        }
    }
}

/// The number of an entry of a list in which each stands once.
fn number_of<T: Ord + Clone>(known: &mut BTreeMap<T, u32>, list: &mut Vec<T>, entry: T) -> u32 {
    if let Some(&number) = known.get(&entry) {
        return number;
    }
    let number = u32::try_from(list.len()).unwrap_or(u32::MAX);
    list.push(entry.clone());
    known.insert(entry, number);
    number
}

impl Trace {
    /// The system and the scenario that were played: `SYSTEM/SCENARIO`.
    #[must_use]
    pub fn scenario(&self) -> &str {
        &self.of
    }

    /// What was answered after so many decisions, as an answer to the question that the game asks now. Of a place, `given` is the answer.
    pub(crate) fn answer(&self, game: &Game, decision: usize, given: &Answer) -> Result<Answer, Parting> {
        if self.of != name_of(game) {
            return Err(Parting::Foreign);
        }
        let question = self
            .asked
            .get(decision)
            .and_then(|at| self.questions.get(*at as usize));
        let (Some(question), Some(chosen)) = (question, self.chosen.get(decision)) else {
            return Err(Parting::Foreign);
        };
        if decision.is_multiple_of(FINGERPRINT_EVERY)
            && self.marks.get(decision / FINGERPRINT_EVERY) != Some(&mark(game))
        {
            return Err(Parting::Mark);
        }
        let now = game.asked(Viewer::Judge).map(|asked| Question::of(&asked));
        let Some(now) = now.filter(|now| question.is_like(now)) else {
            let now = game
                .asked(Viewer::Judge)
                .map(|asked| Question::of(&asked).in_words());
            return Err(Parting::Question {
                then: question.in_words(),
                now: now.unwrap_or_else(|| "nobody is asked".to_owned()),
            });
        };
        if given.place().is_some() {
            return Ok(given.clone());
        }
        let ids = chosen.iter().map(|at| self.options.get(*at as usize).cloned());
        let ids: Vec<String> = ids.collect::<Option<_>>().ok_or(Parting::Foreign)?;
        game.meant(&Reply::Options(ids.clone()))
            .map_err(|_| Parting::Option {
                asked: now.in_words(),
                id: ids.join(", "),
            })
    }

    /// Whether a game ends as this one did.
    pub(crate) fn ends_like(&self, game: &Game) -> bool {
        self.last == mark(game)
    }
}

fn name_of(game: &Game) -> String {
    let title = &game.content.pack.title;
    format!("{}/{}", title.system, title.scenario)
}

/// The beginning of a hash of how a game stands, by names, without printed facts and words for people.
fn mark(game: &Game) -> u64 {
    let mut snapshot = game.snapshot(Viewer::Judge);
    bare(&mut snapshot);
    let hash = blake3::hash(format!("{snapshot:?}").as_bytes());
    let first = hash.as_bytes().iter().take(8);
    first.fold(0, |sum, &byte| (sum << 8) | u64::from(byte))
}

/// Leaves out what is no play.
fn bare(snapshot: &mut Snapshot) {
    // What is asked is compared by itself.
    snapshot.decision = None;
    if let Some(ended) = &mut snapshot.outcome {
        ended.title.clear();
    }
    let things = [
        &mut snapshot.players,
        &mut snapshot.pieces,
        &mut snapshot.cards,
        &mut snapshot.decks,
    ];
    let things = things.into_iter().flatten().chain(&mut snapshot.game);
    things.for_each(bare_thing);
}

fn bare_thing(thing: &mut Thing) {
    thing.name.clear();
    thing.facts.clear();
    thing.state.retain(|_, value| !is_null(value));
}

/// Whether a value is the one with which state begins: a field that content has got since changes nothing as long as it is that.
fn is_null(value: &Value) -> bool {
    match value {
        Value::Nothing | Value::Truth(false) | Value::Whole(0) => true,
        Value::Measure(measure) => *measure == 0.0,
        Value::Set(members) => members.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Limit: MOST_TRACE_BYTES in engine/core/src/trace.rs
    #[test]
    fn texts_have_a_bound_and_the_same_text_counts_once() {
        let heard = |prompt: &str| Heard {
            question: Question {
                by: String::new(),
                kind: String::new(),
                prompt: prompt.to_owned(),
            },
            ids: Vec::new(),
            mark: None,
        };
        let mut tracer = Tracer::default();
        let long = "?".repeat(MOST_TRACE_BYTES);
        assert!(tracer.note(heard(&long)) && tracer.note(heard(&long)));
        assert_eq!(tracer.trace.asked, [0, 0]);
        assert!(!tracer.note(heard("!")));
    }
}
