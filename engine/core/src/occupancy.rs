//! Which pieces stand on which spaces: worked out when it is asked for after a change, and then only looked up.
//!
//! It follows from the cells of the state, so it is no part of it: copies begin without one, and neither hashes nor
//! stored games know of it.

use crate::board::spaces::SpaceId;
use cardwright_bytecode::pack::EntityId;
use std::sync::OnceLock;

/// The pieces on each space.
#[derive(Debug, Default)]
pub(crate) struct Occupancy(OnceLock<Vec<(SpaceId, EntityId)>>);

impl Occupancy {
    /// A piece moved, or came, or went.
    pub(crate) fn forget(&mut self) {
        self.0.take();
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
        Self::default()
    }
}

impl PartialEq for Occupancy {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
