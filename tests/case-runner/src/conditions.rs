//! The conditions of a pack in the words of their text, and how they were answered while it was watched: the branches that
//! cases reach.
//!
//! Not here: how answers are noted (`cardwright_vm`), and what is told of them.

use cardwright_bytecode::pack::SourceRef;
use cardwright_bytecode::verify::{Answered, Seen, VerifiedPack};
use std::collections::BTreeMap;

/// Where a condition is written: the same in every pack that has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The file's name in its project.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Spot {
    fn of(pack: &VerifiedPack, place: SourceRef) -> Option<Self> {
        let file = pack.texts.get(place.file as usize)?;
        (place.line > 0).then(|| Self {
            file: file.clone(),
            line: place.line,
            column: place.column,
        })
    }
}

/// A condition as it is written, and what asks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its text, on one line.
    pub text: String,
    /// The part of a rule or the function in which it stands: `condition of "Ring the bell"`, `push`.
    pub of: String,
}

/// The conditions of a pack.
#[must_use]
pub fn conditions(pack: &VerifiedPack) -> BTreeMap<Spot, Condition> {
    let rules = pack.rules.iter();
    let rules: BTreeMap<Spot, &str> = rules
        .filter_map(|rule| Some((Spot::of(pack, rule.source)?, rule.name.as_str())))
        .collect();
    let mut found = BTreeMap::new();
    for function in pack.functions.iter() {
        for question in &function.questions {
            let Some(spot) = Spot::of(pack, question.place) else {
                continue;
            };
            let of = asking(&function.name, &rules, &spot);
            let text = question.text.to_string();
            found.entry(spot).or_insert(Condition { text, of });
        }
    }
    found
}

/// What asks a condition: of a rule its part, `condition of ...`, which is named for whoever carries the rule, and its name.
fn asking(function: &str, rules: &BTreeMap<Spot, &str>, spot: &Spot) -> String {
    let rule = rules.range(..=spot).next_back();
    let rule = rule.filter(|(start, name)| start.file == spot.file && !name.is_empty());
    match (function.split_once(" of "), rule) {
        (Some((part, _)), Some((_, name))) => format!("{part} of \"{name}\""),
        _ => function.to_owned(),
    }
}

/// The conditions that were answered since the pack is watched, each with the answers that it got.
pub(crate) fn reached(pack: &VerifiedPack) -> BTreeMap<Spot, Answered> {
    let answers = pack.seen().map(Seen::answers).unwrap_or_default();
    let mut reached: BTreeMap<Spot, Answered> = BTreeMap::new();
    for (function, answers) in pack.functions.iter().zip(&answers) {
        for (question, answer) in function.questions.iter().zip(answers) {
            if !answer.yes && !answer.no {
                continue;
            }
            let Some(spot) = Spot::of(pack, question.place) else {
                continue;
            };
            let all = reached.entry(spot).or_default();
            all.yes |= answer.yes;
            all.no |= answer.no;
        }
    }
    reached
}
