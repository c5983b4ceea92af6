//! Places of the source in few bytes: each place once, in the order in which code names them first, as steps from the one
//! before; then for each instruction how far the number of its place lies from that of the instruction before.

use crate::pack::SourceRef;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A place, as steps from the one before it.
#[derive(Serialize, Deserialize)]
pub(super) struct Step {
    file: i64,
    line: i64,
    column: u32,
    /// The number of lines that it goes on for.
    lines: i64,
    end_column: u32,
}

/// Gives places their numbers.
#[derive(Default)]
pub(super) struct Numbering {
    numbers: HashMap<SourceRef, u32>,
    steps: Vec<Step>,
    last: SourceRef,
}

impl Numbering {
    /// The number of a place.
    pub(super) fn number(&mut self, place: SourceRef) -> u32 {
        if let Some(&number) = self.numbers.get(&place) {
            return number;
        }
        let last = std::mem::replace(&mut self.last, place);
        self.steps.push(Step {
            file: step(last.file, place.file),
            line: step(last.line, place.line),
            column: place.column,
            lines: step(place.line, place.end_line),
            end_column: place.end_column,
        });
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(place, number);
        number
    }

    /// The numbers of some places, each as a step from the one before.
    pub(super) fn trail(&mut self, places: &[SourceRef]) -> Vec<i64> {
        let mut last = 0;
        let trail = places.iter().map(|&place| {
            let number = self.number(place);
            step(std::mem::replace(&mut last, number), number)
        });
        trail.collect()
    }

    /// All places, in the order of their numbers.
    pub(super) fn steps(self) -> Vec<Step> {
        self.steps
    }
}

fn step(from: u32, to: u32) -> i64 {
    i64::from(to) - i64::from(from)
}

fn stepped(from: u32, step: i64) -> Option<u32> {
    u32::try_from(i64::from(from).checked_add(step)?).ok()
}

/// All places again; nothing if one of them lies outside of every file.
pub(super) fn places(steps: &[Step]) -> Option<Vec<SourceRef>> {
    let mut last = SourceRef::default();
    let places = steps.iter().map(|step| {
        let line = stepped(last.line, step.line)?;
        last = SourceRef {
            file: stepped(last.file, step.file)?,
            line,
            column: step.column,
            end_line: stepped(line, step.lines)?,
            end_column: step.end_column,
        };
        Some(last)
    });
    places.collect()
}

/// The places of a trail; nothing if it leads to one that does not exist.
pub(super) fn walk(trail: &[i64], places: &[SourceRef]) -> Option<Vec<SourceRef>> {
    let mut last = 0;
    let walked = trail.iter().map(|&step| {
        last = stepped(last, step)?;
        places.get(last as usize).copied()
    });
    walked.collect()
}
