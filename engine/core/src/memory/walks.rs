//! What content said about the steps of a movement: what a step costs, and whether the move may end somewhere. A search asks each
//! question once, and later searches of the same piece ask only where something changed since.
//!
//! ```text
//!   an answer that did not come from where the step or the move began    holds wherever it begins
//!   any other one                                                        holds for this beginning
//!   both hold                                                            until a column changes that they came from
//! ```
//!
//! An answer costs what working it out did, as every remembered one.

use super::{Known, Memory, Note};
use crate::board::spaces::Stand;
use cardwright_bytecode::pack::FuncId;
use cardwright_vm::Machine;
use std::collections::HashMap;

/// There is room for so many answers in all tables together; if there are more, all are forgotten.
const ROOM_FOR_STEPS: usize = 1 << 15;
/// No answer.
const NONE: u32 = u32::MAX;

/// The tables of a game: for the movement's question and the piece that moves.
#[derive(Debug, Default)]
pub(super) struct Walks {
    tables: HashMap<(FuncId, i64), Table>,
    /// The number of answers in the tables.
    count: usize,
    /// The number of the latest search.
    search: u64,
}

/// What is known about the steps of one piece.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// The number of the search that is going on.
    search: u64,
    /// For each space, the latest answer about a standing whose first space it is.
    heads: Vec<u32>,
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Step {
    /// Where the step or the move begins; anywhere, if none.
    from: Option<Stand>,
    to: Stand,
    known: Known,
    value: i64,
    /// Whether later searches may use it.
    lasts: bool,
    /// The search that found it, or found that it still holds.
    search: u64,
    /// Another answer about the same first space.
    next: u32,
}

/// An answer about a step, and whether it came from where the step began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    pub(crate) value: i64,
    pub(crate) looked: bool,
}

impl Memory {
    /// What is known about a movement's question and a piece, for a search that begins.
    pub(crate) fn begin_search(&mut self, question: FuncId, piece: i64) -> Table {
        let Some(answers) = &mut self.answers else {
            return Table::default();
        };
        let walks = &mut answers.walks;
        walks.search += 1;
        let mut table = walks.tables.remove(&(question, piece)).unwrap_or_default();
        walks.count -= table.steps.len().min(walks.count);
        table.search = walks.search;
        table
    }

    /// Keeps what is known after a search.
    pub(crate) fn end_search(&mut self, question: FuncId, piece: i64, table: Table) {
        let Some(answers) = &mut self.answers else { return };
        let walks = &mut answers.walks;
        walks.count += table.steps.len();
        if walks.count > ROOM_FOR_STEPS {
            walks.tables.clear();
            walks.count = 0;
        } else if !table.steps.is_empty() {
            walks.tables.insert((question, piece), table);
        }
    }

    /// The answer about a step, if it is known; it costs as much as working it out did.
    pub(crate) fn recall_step(
        &mut self,
        machine: &mut Machine,
        table: &mut Table,
        (from, to): (Stand, Stand),
    ) -> Option<i64> {
        let search = table.search;
        let step = table.find(from, to)?;
        if step.search != search {
            let answers = self.answers.as_mut()?;
            let holds = step.lasts && answers.is_right_now(&mut step.known) && step.known.has_room(machine);
            if !holds {
                return None;
            }
            step.search = search;
            answers.add_reads(step.known.reads);
        }
        let is_paid = machine.stopped().is_none() && step.known.fuel <= machine.fuel();
        is_paid.then(|| {
            step.known.charge(machine);
            step.value
        })
    }

    /// Keeps the answer about a step.
    pub(crate) fn keep_step(
        &mut self,
        machine: &mut Machine,
        table: &mut Table,
        (from, to): (Stand, Stand),
        note: Note,
        said: Said,
    ) {
        let known = self.end_note(machine, note);
        if machine.stopped().is_some() {
            return;
        }
        let lasts = !known.is_fleeting() && self.answers.is_some();
        table.put(Step {
            from: said.looked.then_some(from),
            to,
            known,
            value: said.value,
            lasts,
            search: table.search,
            next: NONE,
        });
    }
}

impl Table {
    fn find(&mut self, from: Stand, to: Stand) -> Option<&mut Step> {
        let fits = |step: &Step| step.to == to && step.from.is_none_or(|begins| begins == from);
        let place = self.place(to, fits)?;
        self.steps.get_mut(place)
    }

    fn place(&self, to: Stand, fits: impl Fn(&Step) -> bool) -> Option<usize> {
        let mut at = self.heads.get(usize::from(to.lead)).copied().unwrap_or(NONE);
        while let Some(step) = self.steps.get(at as usize) {
            if fits(step) {
                return Some(at as usize);
            }
            at = step.next;
        }
        None
    }

    /// Notes an answer in place of an older one.
    fn put(&mut self, mut step: Step) {
        let (from, to) = (step.from, step.to);
        if let Some(place) = self.place(to, |other| other.to == to && other.from == from) {
            step.next = self.steps[place].next;
            self.steps[place] = step;
            return;
        }
        let lead = usize::from(to.lead);
        if self.heads.len() <= lead {
            self.heads.resize(lead + 1, NONE);
        }
        step.next = self.heads[lead];
        self.heads[lead] = self.steps.len() as u32;
        self.steps.push(step);
    }
}
