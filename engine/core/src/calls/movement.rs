//! Core calls about movements: the search is the board's, the questions on the way are content's.

use super::groups::{self, Stride};
use crate::board::reach::{self, Gait, Mover, Reach};
use crate::board::spaces::Stand;
use crate::limits::MAX_OPTIONS;
use crate::world::World;
use cardwright_bytecode::pack::{FuncId, MovementDef};
use cardwright_vm::{Args, Bound, Machine};

/// A movement of one piece, asked of content.
struct Walk<'w, 'a> {
    world: &'w mut World<'a>,
    machine: &'w mut Machine,
    movement: &'a MovementDef,
    mover: i64,
    /// For each space, what a step on to it costs, if it was seen that this is so wherever the step comes from.
    costs: Vec<Option<Known>>,
    /// For each space, whether the move may end there.
    ends: Vec<Option<Known>>,
}

/// An answer that holds for the whole search, and what it cost.
#[derive(Clone, Copy)]
struct Known {
    answer: i64,
    fuel: u64,
}

impl Walk<'_, '_> {
    fn ask(&mut self, function: FuncId, from: Stand, to: Stand) -> i64 {
        let args = [self.mover, from.pack(), to.pack()];
        self.world.eval(self.machine, function, &args, None)
    }

    /// The known answer for a standing on one space; it costs as much as computing it did.
    fn recall(machine: &mut Machine, known: &[Option<Known>], to: Stand) -> Option<i64> {
        let place = Some(usize::from(to.lead)).filter(|_| to.trail == 0)?;
        let known = known.get(place).copied().flatten()?;
        let is_paid = machine.stopped().is_none() && known.fuel <= machine.fuel();
        is_paid.then(|| {
            machine.charge(known.fuel);
            known.answer
        })
    }

    /// Notes an answer about a standing on one space.
    fn keep(known: &mut Vec<Option<Known>>, to: Stand, new: Known) {
        let place = usize::from(to.lead);
        if to.trail != 0 {
            return;
        }
        if known.len() <= place {
            known.resize(place + 1, None);
        }
        known[place] = Some(new);
    }
}

impl Gait for Walk<'_, '_> {
    fn cost(&mut self, from: Stand, to: Stand) -> Option<u32> {
        if let Some(cost) = Self::recall(self.machine, &self.costs, to) {
            return u32::try_from(cost).ok();
        }
        let before = self.machine.fuel();
        // Once a limit is reached every answer is 0; a search that went on would go everywhere.
        let cost = self.ask(self.movement.cost, from, to);
        if self.machine.stopped().is_some() {
            return None;
        }
        if !self.machine.looked_at_second() {
            let fuel = before - self.machine.fuel();
            Self::keep(&mut self.costs, to, Known { answer: cost, fuel });
        }
        u32::try_from(cost).ok()
    }

    fn stops(&mut self, from: Stand, to: Stand) -> bool {
        self.ask(self.movement.stops, from, to) != 0
    }

    fn ends(&mut self, start: Stand, here: Stand) -> bool {
        // A search has one start.
        if let Some(ends) = Self::recall(self.machine, &self.ends, here) {
            return ends != 0;
        }
        let before = self.machine.fuel();
        let answer = self.ask(self.movement.ends, start, here);
        if self.machine.stopped().is_none() {
            let fuel = before - self.machine.fuel();
            Self::keep(&mut self.ends, here, Known { answer, fuel });
        }
        answer != 0
    }

    fn too_dear(&mut self) {
        self.machine.stop(Bound::Cost);
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
    let walk = Walk {
        world,
        machine,
        movement,
        mover,
        costs: Vec::new(),
        ends: Vec::new(),
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
        walk.machine.stop(Bound::Places);
        stands.clear();
    }
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
            i64::from(walk.stops(map.stand(args.at(2)), map.stand(args.at(3))))
        }),
    }
}

/// The cost of the step from a piece's standing to another; `None` if it is not allowed.
fn cost(subject: Subject<'_>, mut walk: Walk<'_, '_>, to: i64) -> Option<u32> {
    let to = subject.mover.board.map().stand(to);
    let mut is_step = false;
    let mut visit = |stand: Stand| is_step |= stand == to;
    subject.mover.steps(subject.start, &mut visit);
    if is_step {
        walk.cost(subject.start, to)
    } else {
        None
    }
}
