//! The way of a procedure through its windows and steps: which comes before which, and what becomes of its names.

use super::Scene;
use cardwright_bytecode::pack::{FuncId, RuleKind};
use cardwright_bytecode::registry::Core;
use cardwright_documents::source::Location;
use cardwright_trees::{
    Block, Body, Callee, ENDED, Expr, ExprKind, LocalId, Node, REPLACED, Statement, StatementKind, Step,
    Target,
};
use std::collections::{BTreeMap, BTreeSet};

/// The reads of a procedure's names, by rules and by questions of windows.
pub(super) struct Readers {
    windows: BTreeMap<u32, InWindow>,
    /// Slots that are read somewhere, where the window cannot be told.
    anywhere: BTreeMap<u32, BTreeSet<usize>>,
}

/// See [`Readers`].
#[derive(Default)]
struct InWindow {
    reads: BTreeSet<usize>,
    /// Whether a rule can end the run, or stand instead of the step.
    ends: bool,
    replaces: bool,
}

impl Readers {
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let homes = homes(scene);
        let mut readers = Self {
            windows: BTreeMap::new(),
            anywhere: BTreeMap::new(),
        };
        for (number, function) in (0..).zip(&scene.program.functions) {
            let Some(context) = function.context else { continue };
            let Some(procedure) = scene.pack.procedures.find(context) else {
                continue;
            };
            let mut here = InWindow::default();
            let is =
                |slot: usize, name: &str| procedure.slots.get(slot).is_some_and(|slot| slot.name == name);
            let mut to_change = BTreeSet::new();
            function.walk(&mut |node| match node {
                Node::Statement(statement) => {
                    to_change.extend(read_to_change(statement));
                    if let StatementKind::Set {
                        target: Target::Slot(slot),
                        ..
                    } = statement.kind
                    {
                        here.ends |= is(slot, ENDED);
                        here.replaces |= is(slot, REPLACED);
                    }
                }
                Node::Expr(Expr {
                    kind: ExprKind::Slot(slot),
                    place,
                    ..
                }) if !to_change.contains(&(*slot, *place)) => _ = here.reads.insert(*slot),
                // A rule in another window reads it, whenever that opens.
                Node::Expr(Expr {
                    kind: ExprKind::RunSlot(around, slot),
                    ..
                }) => {
                    let around = u32::try_from(*around).unwrap_or(u32::MAX);
                    readers.anywhere.entry(around).or_default().insert(*slot);
                }
                _ => {}
            });
            match homes.get(&FuncId::new(number)) {
                Some(windows) => windows
                    .iter()
                    .for_each(|window| readers.windows.entry(*window).or_default().join(&here)),
                None => readers
                    .anywhere
                    .entry(context.number())
                    .or_default()
                    .extend(here.reads),
            }
        }
        readers
    }

    fn reads(&self, window: u32, slot: usize) -> bool {
        self.windows
            .get(&window)
            .is_some_and(|window| window.reads.contains(&slot))
    }
}

impl InWindow {
    fn join(&mut self, other: &Self) {
        self.reads.extend(&other.reads);
        self.ends |= other.ends;
        self.replaces |= other.replaces;
    }
}

/// The slot of the open procedure that a statement changes: sets, adds to, or whose dice it turns or takes out.
pub(super) fn changed(statement: &Statement) -> Option<usize> {
    match &statement.kind {
        StatementKind::Set { target, .. }
        | StatementKind::Add { target, .. }
        | StatementKind::Remove { target, .. } => match target {
            Target::Slot(slot) => Some(*slot),
            _ => None,
        },
        StatementKind::Do(Expr {
            kind:
                ExprKind::Call(
                    Callee::Core(Core::Convert | Core::Cancel | Core::AddFace | Core::AddTurnable),
                    given,
                ),
            ..
        }) => match given.first()?.kind {
            ExprKind::Slot(slot) => Some(slot),
            _ => None,
        },
        _ => None,
    }
}

/// The places where a statement reads a slot only to change it: `set hits to hits - 1`, `turn all blank in
/// dice to hit`. An argument of a run or a roll counts for more than the change.
fn read_to_change(statement: &Statement) -> Vec<(usize, Location)> {
    let (mut read, mut does_more) = (Vec::new(), false);
    let Some(slot) = changed(statement) else {
        return read;
    };
    statement.each_expression(&mut |expr| {
        expr.walk(&mut |node| match node {
            Node::Expr(Expr {
                kind: ExprKind::Slot(other),
                place,
                ..
            }) if *other == slot => {
                read.push((slot, *place));
            }
            Node::Expr(Expr {
                kind: ExprKind::Run { .. } | ExprKind::Offer(_) | ExprKind::Roll(..),
                ..
            }) => {
                does_more = true;
            }
            _ => {}
        });
    });
    if does_more {
        read.clear();
    }
    read
}

/// In which windows each function is asked or run.
fn homes(scene: &Scene<'_>) -> BTreeMap<FuncId, Vec<u32>> {
    let mut homes: BTreeMap<FuncId, Vec<u32>> = BTreeMap::new();
    let mut lives = |function: Option<FuncId>, window: u32| {
        let function = function.into_iter();
        function.for_each(|function| homes.entry(function).or_default().push(window));
    };
    for rule in &scene.pack.rules {
        if let RuleKind::Trigger {
            window,
            gate,
            body,
            otherwise,
            ..
        } = &rule.kind
        {
            let apart = gate.limit.and_then(|limit| limit.apart);
            for function in [Some(gate.condition), gate.decider, apart, Some(*body), *otherwise] {
                lives(function, window.number());
            }
        }
    }
    for until in scene.pack.starts.iter().flat_map(|start| &start.ends) {
        lives(until.condition, until.window.number());
    }
    for (number, window) in (0..).zip(&scene.pack.windows) {
        lives(window.priority, number);
    }
    homes
}

/// The fate of a name after a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Somebody may read it.
    Read,
    /// This step first gives it another value, at this place.
    Overwritten(usize, Location),
    /// Nobody reads it.
    Unread,
}

/// The windows and steps of a procedure in order.
pub(super) struct Course<'a> {
    pub(super) procedure: u32,
    readers: &'a Readers,
    gives: Option<LocalId>,
    before: u32,
    steps: &'a [Step],
    last: u32,
}

/// The effect of a block on a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    Reads,
    Writes(Location),
    Neither,
}

impl<'a> Course<'a> {
    pub(super) fn of(scene: &Scene<'a>, readers: &'a Readers, procedure: u32) -> Option<Self> {
        let def = scene.pack.procedures.get(procedure as usize)?;
        let Body::Steps {
            gives,
            before,
            steps,
            after,
            ..
        } = &scene.program.function(def.function)?.body
        else {
            return None;
        };
        Some(Self {
            procedure,
            readers,
            gives: *gives,
            before: *before,
            steps,
            last: *after,
        })
    }

    /// The fate of a name that is set in a window.
    pub(super) fn fate(&self, window: u32, slot: usize) -> Fate {
        let anywhere = self.readers.anywhere.get(&self.procedure);
        if anywhere.is_some_and(|slots| slots.contains(&slot)) {
            return Fate::Read;
        }
        // The windows from there on, and whether the step may be replaced in which the way is.
        let mut on = window == self.before;
        if on && self.is_read_in(window, slot) {
            return Fate::Read;
        }
        for (number, step) in self.steps.iter().enumerate() {
            let [before, at, after] = step.windows;
            on |= window == before;
            if on && self.is_read_in(before, slot) {
                return Fate::Read;
            }
            let replaced = on && self.has(before, |here| here.replaces);
            on |= window == at;
            if on && self.is_read_in(at, slot) {
                return Fate::Read;
            }
            match if on {
                self.block(&step.body, slot)
            } else {
                Does::Neither
            } {
                Does::Reads => return Fate::Read,
                Does::Writes(place) if !replaced => return Fate::Overwritten(number, place),
                Does::Writes(_) | Does::Neither => {}
            }
            on |= window == after;
            if on && self.is_read_in(after, slot) {
                return Fate::Read;
            }
        }
        match self.is_read_at_end(slot) {
            true => Fate::Read,
            false => Fate::Unread,
        }
    }

    pub(super) const fn steps(&self) -> &'a [Step] {
        self.steps
    }

    /// The window with which a run goes on behind a rule that stands instead of a step, by the window of that rule.
    pub(super) fn behind_step(&self, window: u32) -> u32 {
        let mut steps = self.steps.iter();
        steps
            .find(|step| step.windows[0] == window)
            .map_or(window, |step| step.windows[2])
    }

    /// The window after a step.
    pub(super) fn after(&self, step: usize) -> u32 {
        self.steps.get(step).map_or(self.last, |step| step.windows[2])
    }

    /// All windows, in the order in which they open.
    pub(super) fn windows(&self) -> impl Iterator<Item = u32> + '_ {
        let windows = self.steps.iter().flat_map(|step| step.windows);
        std::iter::once(self.before).chain(windows).chain([self.last])
    }

    /// How many windows of the procedure open before one.
    pub(super) fn place(&self, window: u32) -> Option<usize> {
        self.windows().position(|other| other == window)
    }

    /// Whether every run that has begun comes to a window: no rule ends the run or stands instead of the step, and the
    /// procedure does not leave itself.
    pub(super) fn is_sure(&self, window: u32) -> bool {
        let replaced = |step: &Step| {
            step.windows[1..].contains(&window) && self.has(step.windows[0], |here| here.replaces)
        };
        let ends = self.windows().any(|window| self.has(window, |here| here.ends));
        window == self.last || !ends && !self.steps.iter().any(|step| replaced(step) || stops(&step.body))
    }

    /// The last window in which setting a name makes a difference.
    pub(super) fn last_read(&self, slot: usize) -> Option<u32> {
        self.windows()
            .filter(|&window| self.fate(window, slot) == Fate::Read)
            .last()
    }

    fn has(&self, window: u32, what: impl Fn(&InWindow) -> bool) -> bool {
        self.readers.windows.get(&window).is_some_and(what)
    }

    /// Whether a name may be read in a window, or because a rule in it ends the run.
    fn is_read_in(&self, window: u32, slot: usize) -> bool {
        self.readers.reads(window, slot) || self.has(window, |here| here.ends) && self.is_read_at_end(slot)
    }

    fn is_read_at_end(&self, slot: usize) -> bool {
        self.gives == Some(slot) || self.readers.reads(self.last, slot)
    }

    fn block(&self, block: &Block, slot: usize) -> Does {
        let does = block
            .statements
            .iter()
            .map(|statement| self.statement(statement, slot));
        does.into_iter()
            .find(|does| *does != Does::Neither)
            .unwrap_or(Does::Neither)
    }

    fn statement(&self, statement: &Statement, slot: usize) -> Does {
        if let StatementKind::Change { plain, does } = &statement.kind {
            let first = plain
                .as_ref()
                .map_or(Does::Neither, |plain| self.statement(plain, slot));
            return match first {
                Does::Neither => self.block(does, slot),
                known => known,
            };
        }
        let mut reads = false;
        statement.each_expression(&mut |expr| reads |= expr.asks_for(slot));
        let is_it = |target: &Target| matches!(target, Target::Local(local) if *local == slot);
        match &statement.kind {
            _ if reads => Does::Reads,
            StatementKind::Set { target, .. } if is_it(target) => Does::Writes(statement.place),
            StatementKind::Add { target, .. } | StatementKind::Remove { target, .. } if is_it(target) => {
                Does::Reads
            }
            StatementKind::Stop if self.is_read_at_end(slot) => Does::Reads,
            StatementKind::If {
                then,
                otherwise: Some(otherwise),
                ..
            }
            | StatementKind::May {
                then,
                otherwise: Some(otherwise),
                ..
            } => self.either(then, otherwise, slot),
            _ => self.inner(statement, slot),
        }
    }

    /// The effect of two blocks of which one is done.
    fn either(&self, then: &Block, otherwise: &Block, slot: usize) -> Does {
        match (self.block(then, slot), self.block(otherwise, slot)) {
            (Does::Reads, _) | (_, Does::Reads) => Does::Reads,
            (Does::Writes(place), Does::Writes(_)) => Does::Writes(place),
            _ => Does::Neither,
        }
    }

    /// Blocks that need not be done.
    fn inner(&self, statement: &Statement, slot: usize) -> Does {
        let mut does = Does::Neither;
        statement.each_block(&mut |block| {
            if self.block(block, slot) == Does::Reads {
                does = Does::Reads;
            }
        });
        does
    }
}

fn stops(block: &Block) -> bool {
    let mut stops = false;
    block.walk(&mut |node| {
        stops |= matches!(
            node,
            Node::Statement(Statement {
                kind: StatementKind::Stop,
                ..
            })
        );
    });
    stops
}
