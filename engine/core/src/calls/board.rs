//! Core calls of every board: the distance of two pieces, and putting a piece somewhere.

use super::groups::Put;
use crate::board::Board;
use crate::board::plane::Pose;
use crate::board::spaces::Stand;
use crate::events::Event;
use crate::price;
use crate::world::World;
use cardwright_bytecode::pack::{EntityId, cell};
use cardwright_vm::{Args, Machine};

/// Does what a call says that changes who stands where.
pub(super) fn put(world: &mut World<'_>, machine: &mut Machine, call: Put, args: &Args) -> i64 {
    match call {
        Put::Place => world.place(args.at(0), args.at(1)),
        Put::Lift => world.lift(args.at(0)),
    }
    forget_places(world, machine);
    0
}

/// Charges for finding all places anew, on boards of spaces.
pub(super) fn forget_places(world: &World<'_>, machine: &mut Machine) {
    if world.content.board.spaces().is_some() {
        machine.charge(price::finding_all(world.content.index.pieces.len()));
    }
}

impl World<'_> {
    pub(super) fn distance(&self, a: i64, b: i64) -> Option<i64> {
        match &self.content.board {
            Board::Plane(_) => self.plane_distance(a, b),
            Board::Hexes(_) | Board::Squares(_) => self.steps_apart(a, b),
        }
    }

    /// Puts a piece on the board; nowhere is off the board.
    fn place(&mut self, entity: i64, to: i64) {
        let to = match &self.content.board {
            Board::Plane(_) => Pose::unpack(to).pack(),
            Board::Hexes(_) | Board::Squares(_) => {
                let stand = Stand::unpack(to);
                if !self.exists_at(entity, stand) {
                    return self.lift(entity);
                }
                stand.pack()
            }
        };
        let from = (self.cell(entity, cell::PLACED) == 1).then(|| self.cell(entity, cell::POSE));
        self.put(entity, cell::POSE, to);
        self.put(entity, cell::PLACED, 1);
        let entity = entity as EntityId;
        match from {
            Some(from) if from != to => self.log.note(|| Event::Moved { entity, from, to }),
            Some(_) => {}
            None => self.log.note(|| Event::Placed { entity, to }),
        }
    }
}
