//! Core calls about boards of squares: sight, clear lines, areas, opposite sides. A *corner* is a pose whose
//! second number is not a space but the corner of the first: 1 upper right, 3 lower right, 5 lower left, 7 upper
//! left. A corner that a diagonal wall has cut off is nowhere, and nothing is seen from it.

use super::groups::{Area, Sight};
use crate::board::Board;
use crate::board::spaces::SpaceBoard;
use crate::board::square::{self, Corner, NO_LINE, SquareBoard, SquareSet, UNREACHED, Way};
use crate::limits::FAR;
use crate::world::World;
use cardwright_bytecode::board::{pack_standing, unpack_standing};
use cardwright_vm::{Args, Machine};

/// A question about the board of squares, with its arguments.
struct Ask<'a> {
    board: &'a SquareBoard,
    world: &'a World<'a>,
    machine: &'a Machine,
    args: &'a Args,
}

/// The price of one line on its way over the board.
const LINE: u64 = 16;
/// The price of a space or piece that may cover something, or at which an area begins.
const COVER: u64 = 4;

/// The price of the lines of a question, between each two spaces of two sets, and of the pieces that may
/// cover some.
fn lines(world: &World<'_>, machine: &Machine, call: Sight, args: &Args) -> u64 {
    let size = |argument: usize| size(world, machine, args, argument);
    match call {
        Sight::HasLine => size(0) * size(1) * LINE,
        Sight::HasLineFrom => size(1) * LINE,
        Sight::CornerOf => 0,
        Sight::BlockedLines => size(1) * 4 * LINE + size(2) * COVER,
        Sight::BlockedLinesByCorner | Sight::BlockedLinesBySpace => {
            size(0) * size(1) * 16 * LINE + size(2) * COVER
        }
        Sight::Flanks => size(0) * size(1) * size(2) * COVER,
    }
}

/// The price of the spaces at which an area begins.
fn begins(world: &World<'_>, machine: &Machine, call: Area, args: &Args) -> u64 {
    let size = size(world, machine, args, 0);
    match call {
        Area::CornersOf => size * size.max(COVER),
        Area::Burst => size * COVER,
        Area::Cone | Area::Line => 0,
    }
}

/// The number of members of a set that is an argument.
fn size(world: &World<'_>, machine: &Machine, args: &Args, argument: usize) -> u64 {
    machine.set(&world.content.pack, args.at(argument)).len() as u64
}

/// Questions whose answer is one value.
pub(super) fn one(world: &World<'_>, machine: &mut Machine, call: Sight, args: &Args) -> i64 {
    let Board::Squares(board) = &world.content.board else {
        return 0;
    };
    machine.charge(lines(world, machine, call, args));
    let ask = Ask {
        board,
        world,
        machine,
        args,
    };
    let grid = board.grid();
    let count = |count: u32| match count {
        NO_LINE => FAR,
        count => i64::from(count),
    };
    match call {
        Sight::HasLine => {
            let views = board.views(&ask.terrains(2));
            i64::from(views.sees_any(grid, &ask.places(0), &ask.places(1)))
        }
        Sight::HasLineFrom => {
            let opaque = board.of_terrains(&ask.terrains(2));
            let sees = |corner: Corner| {
                ask.places(1)
                    .iter()
                    .any(|&to| square::sees_from_corner(grid, corner, to, &opaque))
            };
            i64::from(ask.corner(0).is_some_and(sees))
        }
        Sight::CornerOf => {
            let corner = args.at(1).clamp(0, 7) as u8;
            let exists = ask
                .place(0)
                .and_then(|place| grid.corner(place, Way::new(corner)));
            exists.map_or(0, |_| pack_standing(args.at(0), i64::from(corner)))
        }
        Sight::BlockedLines => {
            let blocked = |corner| {
                let covering = ask.covering();
                square::blocked_from_corner(grid, corner, &ask.places(1), &covering)
            };
            // From nowhere no line is clear.
            ask.corner(0).map_or(FAR, |corner| count(blocked(corner)))
        }
        Sight::BlockedLinesByCorner => count(square::blocked_from_best_corner(
            grid,
            &ask.places(0),
            &ask.places(1),
            &ask.covering(),
        )),
        Sight::BlockedLinesBySpace => count(square::blocked_from_best_place(
            grid,
            &ask.places(0),
            &ask.places(1),
            &ask.covering(),
        )),
        Sight::Flanks => i64::from(square::flanks(
            grid,
            &ask.places(0),
            &ask.places(2),
            &ask.places(1),
        )),
    }
}

/// Questions whose answer is a set.
pub(super) fn several(world: &World<'_>, machine: &mut Machine, call: Area, args: &Args) -> Vec<i64> {
    let Board::Squares(board) = &world.content.board else {
        return Vec::new();
    };
    machine.charge(begins(world, machine, call, args));
    let ask = Ask {
        board,
        world,
        machine,
        args,
    };
    let grid = board.grid();
    let found = match call {
        Area::CornersOf => return ask.corners(),
        Area::Burst => {
            let most = args.at(1).clamp(-1, i64::from(UNREACHED) - 1);
            let near = |most| square::burst(grid, &board.views(&ask.terrains(2)), &ask.places(0), most);
            u16::try_from(most).map_or(Vec::new(), near)
        }
        Area::Cone => {
            let towards = Way::new(args.at(1).rem_euclid(8) as u8);
            let length = args.at(2).clamp(0, square::MAX_SIDE as i64) as u16;
            let opaque = board.of_terrains(&ask.terrains(3));
            let cone = |corner| square::cone(grid, corner, towards, length, &opaque);
            ask.corner(0).map_or(Vec::new(), cone)
        }
        Area::Line => {
            let ends = ask.corner(0).zip(ask.place(1));
            ends.map_or(Vec::new(), |(corner, target)| square::line(grid, corner, target))
        }
    };
    found.into_iter().map(|place| place as i64 + 1).collect()
}

impl Ask<'_> {
    fn place(&self, argument: usize) -> Option<usize> {
        let space = self.board.map().space(self.args.at(argument));
        usize::from(space).checked_sub(1)
    }

    fn set(&self, argument: usize) -> impl Iterator<Item = i64> + '_ {
        let set = self.machine.set(&self.world.content.pack, self.args.at(argument));
        set.iter().copied()
    }

    fn places(&self, argument: usize) -> Vec<usize> {
        self.board.places(self.set(argument))
    }

    fn terrains(&self, argument: usize) -> Vec<u32> {
        self.set(argument)
            .filter_map(|terrain| u32::try_from(terrain).ok())
            .collect()
    }

    /// The spaces under the third argument's pieces, and those of the fourth one's terrains.
    fn covering(&self) -> SquareSet {
        let mut covering = self.board.of_terrains(&self.terrains(3));
        for piece in self.set(2) {
            let under = self.world.under(piece);
            let places = self.board.places(under.iter().map(|&space| i64::from(space)));
            places.into_iter().for_each(|place| covering.add(place));
        }
        covering
    }

    fn corner(&self, argument: usize) -> Option<Corner> {
        let (space, corner) = unpack_standing(self.args.at(argument));
        let place = usize::from(self.board.map().space(space)).checked_sub(1)?;
        self.board
            .grid()
            .corner(place, Way::new(u8::try_from(corner).ok()?))
    }

    /// Every corner of the first argument's spaces, each point of the grid once.
    fn corners(&self) -> Vec<i64> {
        let (grid, mut seen, mut found) = (self.board.grid(), Vec::new(), Vec::new());
        for place in self.places(0) {
            for way in Way::CORNERS {
                let Some(Corner { x, y, .. }) = grid.corner(place, way) else {
                    continue;
                };
                if !seen.contains(&(x, y)) {
                    seen.push((x, y));
                    found.push(pack_standing(place as i64 + 1, i64::from(way.number())));
                }
            }
        }
        found
    }
}
