//! The board of hexes: spaces with levels, pieces on one space or on two.
//!
//! Rows run from left to right; odd rows (the second, the fourth, ...) lie half a space to the right. A piece of
//! size 2 stands on two neighbouring spaces, of which one leads.
//!
//! | file | what lives there |
//! |---|---|
//! | `sight` | whether a point sees a target |
//! | `glimpses` | what the ground lets it see, remembered |
//!
//! Not here: what a step costs, who may stand where, and any rule.

#[cfg(test)]
mod tests;

mod glimpses;
mod sight;

pub use glimpses::MAX_SHAPES;
pub use sight::{Eye, Screen, Target};

use super::spaces::{SpaceBoard, SpaceId, SpaceMap, Stand, Under};
use cardwright_bytecode::board::BoardDef;
use glimpses::Glimpses;
use std::sync::Arc;

/// The six places beside one in an even row, clockwise from the right; odd rows shift the rows above and below.
const BESIDE: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)];

/// A board of hexes.
#[derive(Clone, Debug)]
pub struct HexBoard {
    map: SpaceMap,
    /// The highest level of any space.
    highest: i16,
    /// The points that the ground is known to hide; shared by all games on this board.
    glimpses: Arc<Glimpses>,
}

impl HexBoard {
    /// The board of a pack.
    #[must_use]
    pub fn new(board: &BoardDef) -> Self {
        Self {
            map: SpaceMap::new(board, beside),
            highest: board.spaces.iter().map(|space| space.level).max().unwrap_or(0),
            glimpses: Arc::new(Glimpses::new()),
        }
    }
}

fn beside(column: i32, row: i32, visit: &mut dyn FnMut(i32, i32)) {
    for (across, down) in BESIDE {
        let shift = if down == 0 { 0 } else { row.rem_euclid(2) };
        visit(column + across + shift, row + down);
    }
}

impl SpaceBoard for HexBoard {
    fn map(&self) -> &SpaceMap {
        &self.map
    }

    fn under(&self, stand: Stand, size: u8) -> Under {
        let mut under = Under::default();
        under.push(stand.lead);
        if size > 1 {
            under.push(stand.trail);
        }
        under
    }

    fn fits(&self, stand: Stand, size: u8) -> bool {
        match size {
            0 | 1 => stand.lead > 0 && stand.trail == 0,
            2 => self.map.are_neighbours(stand.lead, stand.trail),
            _ => false,
        }
    }

    fn stands(&self, lead: SpaceId, size: u8, visit: &mut dyn FnMut(Stand)) {
        match size {
            0 | 1 => visit(Stand::on(lead)),
            2 => {
                for &trail in self.map.neighbours(lead) {
                    visit(Stand { lead, trail });
                }
            }
            _ => {}
        }
    }

    fn steps(&self, stand: Stand, size: u8, visit: &mut dyn FnMut(Stand)) {
        let double = size == 2;
        if double {
            visit(Stand {
                lead: stand.trail,
                trail: stand.lead,
            });
        }
        for &lead in self.map.neighbours(stand.lead) {
            if lead != stand.trail {
                let trail = if double { stand.lead } else { 0 };
                visit(Stand { lead, trail });
            }
        }
    }
}
