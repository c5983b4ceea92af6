//! Which pieces stand on which spaces: worked out when it is first asked for, mended with every move, and then only looked
//! up.
//!
//! It follows from the cells of the state, so neither hashes nor stored games know of it.

use crate::board::spaces::SpaceId;
use cardwright_bytecode::pack::EntityId;
use std::sync::OnceLock;

/// The pieces on each space.
#[derive(Debug, Default)]
pub(crate) struct Occupancy(OnceLock<Vec<(SpaceId, EntityId)>>);

impl Occupancy {
    /// A piece moved, or came, or went.
    pub(crate) fn note_move(&mut self, piece: EntityId, before: &[SpaceId], after: &[SpaceId]) {
        let Some(all) = self.0.get_mut() else { return };
        for &space in before {
            if let Ok(at) = all.binary_search(&(space, piece)) {
                all.remove(at);
            }
        }
        for &space in after {
            if let Err(at) = all.binary_search(&(space, piece)) {
                all.insert(at, (space, piece));
            }
        }
    }

    /// The pieces on a space by their numbers; `find` gives where all stand, in any order.
    pub(crate) fn on(
        &self,
        space: SpaceId,
        find: impl FnOnce() -> Vec<(SpaceId, EntityId)>,
    ) -> impl Iterator<Item = EntityId> + '_ {
        let all = self.0.get_or_init(|| {
            let mut all = find();
            all.sort_unstable();
            all
        });
        let from = all.partition_point(|&(at, _)| at < space);
        let there = all[from..].iter().take_while(move |&&(at, _)| at == space);
        there.map(|&(_, piece)| piece)
    }
}

impl Clone for Occupancy {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, from: &Self) {
        match (self.0.get_mut(), from.0.get()) {
            (Some(all), Some(others)) => all.clone_from(others),
            _ => self.0.clone_from(&from.0),
        }
    }
}

impl PartialEq for Occupancy {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Occupancy;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn moves_leave_what_looking_anew_would_find(moves in prop::collection::vec((0..5_u32, prop::collection::btree_set(1..6_u16, 0..3)), 0..30)) {
            let mut stands = vec![Vec::new(); 5];
            let mut known = Occupancy::default();
            assert_eq!(known.on(1, Vec::new).count(), 0);
            for (piece, spaces) in moves {
                let spaces: Vec<u16> = spaces.into_iter().collect();
                let before = std::mem::replace(&mut stands[piece as usize], spaces.clone());
                known.note_move(piece, &before, &spaces);
                for space in 1..6 {
                    let on: Vec<u32> = known.on(space, || unreachable!("it is known")).collect();
                    let expected = (0..5).filter(|&piece| stands[piece as usize].contains(&space));
                    prop_assert_eq!(on, expected.collect::<Vec<u32>>());
                }
            }
        }
    }
}
