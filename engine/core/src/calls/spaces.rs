//! Core calls about spaces. What is off the board stands nowhere, is next to nothing, and is far from everything. Nobody
//! stands nowhere, wherever one asks how he would stand.

use super::groups::{Ground, Several};
use crate::board::Board;
use crate::board::hex::{Eye, Screen, Target};
use crate::board::spaces::{OPEN_SKY, SpaceBoard, SpaceId, Stand, Under};
use crate::limits::{FAR, MAX_OPTIONS};
use crate::memory::column_of_space;
use crate::price;
use crate::world::World;
use cardwright_bytecode::pack::{EntityId, FootprintDef, cell};
use cardwright_bytecode::registry::MAX_PARAMS;
use cardwright_vm::{Args, Bound, Machine};
use std::collections::BTreeSet;

/// The price of the spaces under a pose, and of finding who stands there.
const PASSING: u64 = 4;
/// The price of trying one space: each way to stand there.
const STANDING: u64 = 16;
/// The price of a piece that a line could pass.
const SCREENING: u64 = 4;

/// Questions whose answer is one value.
pub(super) fn one(world: &World<'_>, call: Ground, args: &[i64; MAX_PARAMS]) -> i64 {
    let Some(board) = world.content.board.spaces() else {
        return 0;
    };
    let [a, b, c, d, e, ..] = *args;
    let map = board.map();
    let space = |value| map.space(value);
    let def = || map.def(space(a));
    match call {
        Ground::SpaceOf => world.stand_of(a).map_or(0, |stand| i64::from(stand.lead)),
        Ground::Standing => {
            let (lead, trail) = (space(a), space(b));
            Stand { lead, trail }.pack()
        }
        Ground::LeadOf => i64::from(map.stand(a).lead),
        Ground::TrailOf => i64::from(map.stand(a).trail),
        Ground::FitsAt => yes(world.fits_at(a, map.stand(b))),
        Ground::OverlapsOn => {
            let (here, there) = (world.under_at(a, map.stand(b)), world.under(c));
            yes(a != c && here.iter().any(|space| there.contains(space)))
        }
        Ground::InZone => yes(def().zones >> (b & 63) & 1 == 1 && (0..64).contains(&b)),
        Ground::Terrain => i64::from(def().terrain),
        Ground::Level => i64::from(def().level),
        Ground::Ceiling => levels(map.ceiling(space(a))),
        Ground::Column => counted(space(a), def().column),
        Ground::Row => counted(space(a), def().row),
        Ground::Nowhere => 0,
        Ground::Clearance => levels(map.clearance(space(a), space(b))),
        Ground::AreNeighbours => yes(board.adjacent(space(a), space(b))),
        Ground::StepsBetween => board.distance(space(a), space(b)).map_or(FAR, i64::from),
        Ground::Adjacent => yes(adjacent(board, &world.under(a), &world.under(b), c, d)),
        Ground::AdjacentAt => {
            let here = world.under_at(a, map.stand(b));
            yes(adjacent(board, &here, &world.under(c), d, e))
        }
    }
}

/// Questions whose answer is a set.
pub(super) fn several(world: &World<'_>, machine: &mut Machine, call: Several, args: &Args) -> Vec<i64> {
    let Some(board) = world.content.board.spaces() else {
        return Vec::new();
    };
    let (a, b) = (args.at(0), args.at(1));
    let map = board.map();
    match call {
        Several::SpacesOf => values(&world.under(a)),
        Several::SpacesAt => values(&world.under_at(a, map.stand(b))),
        Several::Spaces => (1..=map.count()).map(i64::from).collect(),
        Several::SpacesIn => {
            let of_zone = |space: &SpaceId| (0..64).contains(&a) && map.def(*space).zones >> a & 1 == 1;
            (1..=map.count()).filter(of_zone).map(i64::from).collect()
        }
        Several::Neighbours => values(map.neighbours(map.space(a))),
        Several::SpacesWithin => values(&board.within(map.space(a), b)),
        Several::StepsFrom if world.kind(a).is_none() => Vec::new(),
        Several::StepsFrom => {
            let mut found = Vec::new();
            let size = world.size_of(a);
            board.steps(map.stand(b), size, &mut |stand| {
                if board.fits(stand, size) {
                    found.push(stand.pack());
                }
            });
            found
        }
        Several::PiecesOn => world.on_space(a),
        Several::PiecesAt => world.in_the_way(a, map.stand(b)),
        Several::Passed => {
            let way = machine.set(&world.content.pack, b).to_vec();
            machine.charge(PASSING * way.len() as u64);
            let (mut found, mut known) = (Vec::new(), BTreeSet::new());
            for pose in way {
                let there = world.in_the_way(a, map.stand(pose));
                machine.charge(price::one_by_one(there.len()));
                found.extend(there.into_iter().filter(|&piece| known.insert(piece)));
            }
            found
        }
        Several::Standings => {
            let among = machine.set(&world.content.pack, b);
            let kin = world.content.index.pieces.len();
            machine.charge(STANDING * among.len() as u64 + price::finding_all(kin));
            let among = machine.set(&world.content.pack, b).iter();
            let among: Vec<SpaceId> = among.map(|&value| map.space(value)).collect();
            let mut found = world.standings(board, a, &among);
            if found.len() > MAX_OPTIONS {
                machine.stop(Bound::Places);
                found.clear();
            }
            found
        }
    }
}

/// Whether a point over one space sees a target over another.
pub(super) fn sees(world: &World<'_>, machine: &mut Machine, args: &Args) -> i64 {
    let Board::Hexes(board) = &world.content.board else {
        return 0;
    };
    machine.charge(SCREENING * machine.set(&world.content.pack, args.at(6)).len() as u64);
    let space = |place: usize| board.map().space(args.at(place));
    let eye = Eye {
        space: space(0),
        up: args.at(1),
    };
    let target = Target {
        space: space(2),
        low: args.at(3),
        high: args.at(4),
        width: args.at(5),
    };
    let mut screens = Vec::new();
    for &piece in machine.set(&world.content.pack, args.at(6)) {
        let tall = world.tall(piece).saturating_mul(1_000);
        screens.extend(world.under(piece).iter().map(|&space| Screen { space, tall }));
    }
    yes(board.sees(eye, target, &screens))
}

/// The least distance from one set of spaces to another.
pub(super) fn between(world: &World<'_>, machine: &mut Machine, args: &Args) -> i64 {
    let Some(board) = world.content.board.spaces() else {
        return FAR;
    };
    let [from, to] = [0, 1].map(|argument| machine.set(&world.content.pack, args.at(argument)).len());
    machine.charge(from as u64 * to as u64);
    let [from, to] = [0, 1].map(|argument| machine.set(&world.content.pack, args.at(argument)));
    let space = |value: i64| board.map().space(value);
    let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
    let least = pairs
        .filter_map(|(a, b)| board.distance(space(a), space(b)))
        .min();
    least.map_or(FAR, i64::from)
}

/// Whether a space of one list touches one of another, at most so many levels below and above.
fn adjacent(board: &dyn SpaceBoard, here: &Under, there: &Under, below: i64, above: i64) -> bool {
    let map = board.map();
    here.iter().any(|&from| {
        there.iter().any(|&to| {
            let higher = i64::from(map.level(to) - map.level(from));
            higher <= above && higher.saturating_neg() <= below && board.adjacent(from, to)
        })
    })
}

impl World<'_> {
    /// How a piece stands; nothing if it is off the board.
    pub(crate) fn stand_of(&self, entity: i64) -> Option<Stand> {
        let placed = self.cell(entity, cell::PLACED) == 1 && self.in_play(entity);
        placed.then(|| Stand::unpack(self.cell(entity, cell::POSE)))
    }

    /// How large a piece is: 1 if its kind does not say.
    pub(crate) fn size_of(&self, entity: i64) -> u8 {
        match self.kind(entity).and_then(|kind| kind.footprint) {
            Some(FootprintDef::Spaces(field, _)) => {
                let size = self.cell(entity, cell::HEADER + usize::from(field));
                u8::try_from(size.max(1)).unwrap_or(u8::MAX)
            }
            _ => 1,
        }
    }

    /// How many levels tall a piece is: 0 if its kind does not say.
    fn tall(&self, entity: i64) -> i64 {
        match self.kind(entity).and_then(|kind| kind.footprint) {
            Some(FootprintDef::Spaces(_, Some(field))) => {
                self.cell(entity, cell::HEADER + usize::from(field))
            }
            _ => 0,
        }
    }

    /// Whether a piece can stand so.
    fn fits_at(&self, entity: i64, stand: Stand) -> bool {
        let size = self.size_of(entity);
        let board = self
            .content
            .board
            .spaces()
            .filter(|_| self.kind(entity).is_some());
        board.is_some_and(|board| board.fits(stand, size))
    }

    /// Whether a piece can be there, if only on its way through walls.
    pub(super) fn exists_at(&self, entity: i64, stand: Stand) -> bool {
        let size = self.size_of(entity);
        let exists = |board: &dyn SpaceBoard| {
            let count = board.map().count();
            stand.lead <= count && stand.trail <= count && board.exists(stand, size)
        };
        self.content.board.spaces().is_some_and(exists)
    }

    fn under_at(&self, entity: i64, stand: Stand) -> Under {
        let size = self.size_of(entity);
        let board = self
            .content
            .board
            .spaces()
            .filter(|_| self.kind(entity).is_some());
        board.map_or_else(Under::default, |board| board.under(stand, size))
    }

    /// The spaces under a piece.
    pub(crate) fn under(&self, entity: i64) -> Under {
        self.stand_of(entity)
            .map_or_else(Under::default, |stand| self.under_at(entity, stand))
    }

    /// The pieces that stand on a space, by their numbers.
    pub(crate) fn on_space(&self, space: i64) -> Vec<i64> {
        SpaceId::try_from(space).map_or(Vec::new(), |space| {
            self.standing_on(space).map(i64::from).collect()
        })
    }

    fn standing_on(&self, space: SpaceId) -> impl Iterator<Item = EntityId> + '_ {
        self.state.memory.read(column_of_space(space));
        self.state.occupancy.on(space, || {
            let mut all = Vec::new();
            for &piece in &self.content.index.pieces {
                let under = match self.state.memory.gaze() {
                    Some(_) => self.under(i64::from(piece)),
                    None => self.state.spaces_under(self.content, i64::from(piece)),
                };
                all.extend(under.iter().map(|&space| (space, piece)));
            }
            all
        })
    }

    /// The other pieces on the spaces under a piece that stands so, each once.
    fn in_the_way(&self, entity: i64, stand: Stand) -> Vec<i64> {
        let mut found: Vec<i64> = Vec::new();
        for &space in self.under_at(entity, stand).iter() {
            for piece in self.standing_on(space).map(i64::from) {
                if piece != entity && !found.contains(&piece) {
                    found.push(piece);
                }
            }
        }
        found
    }

    /// The least number of steps between spaces of two pieces.
    pub(super) fn steps_apart(&self, a: i64, b: i64) -> Option<i64> {
        let board = self.content.board.spaces()?;
        let (here, there) = (self.under(a), self.under(b));
        let pairs = here
            .iter()
            .flat_map(|&from| there.iter().map(move |&to| (from, to)));
        pairs
            .filter_map(|(from, to)| board.distance(from, to))
            .min()
            .map(i64::from)
    }

    /// Every way in which a piece can stand on some spaces, on one level and on no space of a piece of its kind.
    fn standings(&self, board: &dyn SpaceBoard, entity: i64, among: &[SpaceId]) -> Vec<i64> {
        if self.kind(entity).is_none() {
            return Vec::new();
        }
        let (map, size) = (board.map(), self.size_of(entity));
        let mut free = vec![false; usize::from(map.count()) + 1];
        for &space in among {
            free[usize::from(space)] = space > 0;
        }
        let kind = self.content.index.kind(entity);
        let kin = kind.and_then(|kind| self.content.index.by_kind.get(usize::from(kind)));
        let others = kin
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|&other| i64::from(other));
        for other in others.filter(|&other| other != entity) {
            for &space in self.under(other).iter() {
                if let Some(slot) = free.get_mut(usize::from(space)) {
                    *slot = false;
                }
            }
        }
        let mut found = Vec::new();
        for &lead in among {
            board.stands(lead, size, &mut |stand| {
                let under = board.under(stand, size);
                let is_free = |space: &SpaceId| free.get(usize::from(*space)) == Some(&true);
                let flat = under.iter().all(|&space| map.level(space) == map.level(lead));
                if found.len() <= MAX_OPTIONS && flat && under.iter().all(is_free) && board.fits(stand, size)
                {
                    found.push(stand.pack());
                }
            });
        }
        found
    }
}

fn values(spaces: &[SpaceId]) -> Vec<i64> {
    spaces.iter().map(|&space| i64::from(space)).collect()
}

/// A column or row counted from 1; 0 if there is no such space.
fn counted(space: SpaceId, place: u16) -> i64 {
    if space > 0 { i64::from(place) + 1 } else { 0 }
}

/// A number of levels, or the open sky.
fn levels(levels: i32) -> i64 {
    if levels == OPEN_SKY {
        FAR
    } else {
        i64::from(levels)
    }
}

fn yes(answer: bool) -> i64 {
    i64::from(answer)
}
