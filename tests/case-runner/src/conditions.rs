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

/// The conditions of a pack, as they are written.
#[must_use]
pub fn conditions(pack: &VerifiedPack) -> BTreeMap<Spot, String> {
    let questions = pack.functions.iter().flat_map(|function| &function.questions);
    let told = questions.filter_map(|one| Some((Spot::of(pack, one.place)?, one.text.to_string())));
    told.collect()
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
