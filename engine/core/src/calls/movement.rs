//! Core calls about movements: the search is the board's, the questions on the way are content's.

use super::groups::{self, Stride};
use crate::board::reach::{self, Gait, Mover, Reach};
use crate::board::spaces::Stand;
use crate::limits::MAX_OPTIONS;
use crate::memory::{Said, Table};
use crate::world::World;
use cardwright_bytecode::pack::{FuncId, MovementDef};
use cardwright_vm::{Args, Bound, Machine};

/// A movement of one piece, asked of content.
struct Walk<'w, 'a> {
    asker: Asker<'w, 'a>,
    movement: &'a MovementDef,
    /// What is known about the costs of steps.
    costs: Table,
    /// What is known about where the move may end.
    ends: Table,
}

/// Who asks content about the steps of a piece.
struct Asker<'w, 'a> {
    world: &'w mut World<'a>,
    machine: &'w mut Machine,
    mover: i64,
}

impl Asker<'_, '_> {
    fn ask(&mut self, function: FuncId, (from, to): (Stand, Stand)) -> i64 {
        let args = [self.mover, from.pack(), to.pack()];
        self.world.eval(self.machine, function, &args, None)
    }

    /// The answer that is known, or else content's, which is known from then on.
    fn look_up(&mut self, table: &mut Table, function: FuncId, step: (Stand, Stand)) -> i64 {
        let memory = &mut self.world.state.memory;
        if let Some(value) = memory.recall_step(self.machine, table, step) {
            return value;
        }
        let note = memory.begin_note(self.machine);
        let value = self.ask(function, step);
        let looked = self.machine.looked_at_second();
        let memory = &mut self.world.state.memory;
        memory.keep_step(self.machine, table, step, note, Said { value, looked });
        value
    }
}

impl Walk<'_, '_> {
    /// Keeps what is known for the next search.
    fn end(self) {
        let Asker { world, mover, .. } = self.asker;
        let memory = &mut world.state.memory;
        memory.end_search(self.movement.cost, mover, self.costs);
        memory.end_search(self.movement.ends, mover, self.ends);
    }
}

impl Gait for Walk<'_, '_> {
    fn cost(&mut self, from: Stand, to: Stand) -> Option<u32> {
        let cost = self
            .asker
            .look_up(&mut self.costs, self.movement.cost, (from, to));
        // Once a limit is reached every answer is 0; a search that went on would go everywhere.
        if self.asker.machine.stopped().is_some() {
            return None;
        }
        u32::try_from(cost).ok()
    }

    fn stops(&mut self, from: Stand, to: Stand) -> bool {
        self.asker.ask(self.movement.stops, (from, to)) != 0
    }

    fn ends(&mut self, start: Stand, here: Stand) -> bool {
        let ends = self
            .asker
            .look_up(&mut self.ends, self.movement.ends, (start, here));
        ends != 0
    }

    fn too_dear(&mut self) {
        self.asker.machine.stop(Bound::Cost);
    }
}

/// The subject of a call about a movement: who moves, and from where.
struct Subject<'a> {
    mover: Mover<'a>,
    start: Stand,
}

/// The movement and the piece of a call; nothing if the piece is off the board, or of another kind.
fn begin<'w, 'a>(
    world: &'w mut World<'a>,
    machine: &'w mut Machine,
    args: &Args,
) -> Option<(Subject<'a>, Walk<'w, 'a>)> {
    let content = world.content;
    let movement = usize::try_from(args.at(0)).ok();
    let movement = movement.and_then(|number| content.pack.movements.get(number))?;
    let (board, mover) = (content.board.spaces()?, args.at(1));
    if content.index.kind(mover) != Some(movement.mover) {
        return None;
    }
    let start = world.stand_of(mover)?;
    let subject = Subject {
        mover: Mover {
            board,
            size: world.size_of(mover),
            through_walls: movement.through_walls,
        },
        start,
    };
    let memory = &mut world.state.memory;
    let [costs, ends] = [movement.cost, movement.ends].map(|question| memory.begin_search(question, mover));
    let walk = Walk {
        asker: Asker {
            world,
            machine,
            mover,
        },
        movement,
        costs,
        ends,
    };
    Some((subject, walk))
}

/// Calls whose answer is a set of standings.
pub(super) fn ways(
    world: &mut World<'_>,
    machine: &mut Machine,
    call: groups::Walk,
    args: &Args,
) -> Vec<i64> {
    let Some((subject, mut walk)) = begin(world, machine, args) else {
        return Vec::new();
    };
    let Subject { mover, start } = subject;
    let most = u32::try_from(args.at(2).clamp(0, i64::from(u32::MAX))).unwrap_or(u32::MAX);
    let mut stands = match call {
        groups::Walk::Steps => reach::steps(mover, start, most, &mut walk),
        groups::Walk::Route => {
            Reach::route(mover, start, mover.board.map().stand(args.at(3)), most, &mut walk)
        }
        groups::Walk::Reach => Reach::of(mover, start, most, &mut walk).ends(),
    };
    if stands.len() > MAX_OPTIONS {
        walk.asker.machine.stop(Bound::Places);
        stands.clear();
    }
    walk.end();
    stands.into_iter().map(Stand::pack).collect()
}

/// Calls about one step.
pub(super) fn step(world: &mut World<'_>, machine: &mut Machine, call: Stride, args: &Args) -> i64 {
    let begun = begin(world, machine, args);
    match call {
        Stride::StepCost => begun
            .and_then(|(subject, walk)| cost(subject, walk, args.at(2)))
            .map_or(-1, i64::from),
        Stride::StepStops => begun.map_or(0, |(subject, mut walk)| {
            let map = subject.mover.board.map();
            let stops = walk.stops(map.stand(args.at(2)), map.stand(args.at(3)));
            walk.end();
            i64::from(stops)
        }),
    }
}

/// The cost of the step from a piece's standing to another; `None` if it is not allowed.
fn cost(subject: Subject<'_>, mut walk: Walk<'_, '_>, to: i64) -> Option<u32> {
    let to = subject.mover.board.map().stand(to);
    let mut is_step = false;
    let mut visit = |stand: Stand| is_step |= stand == to;
    subject.mover.steps(subject.start, &mut visit);
    let cost = is_step.then(|| walk.cost(subject.start, to)).flatten();
    walk.end();
    cost
}
