//! Counting spaces: along the spaces there are, round voids, whatever their levels.
//!
//! Not here: movement, which levels and pieces hinder (`reach`).

use std::collections::VecDeque;

use super::map::HexMap;
use super::space::{Space, Stand};

/// No way leads there.
const NEVER: u16 = u16::MAX;

impl HexMap {
    /// How many steps along spaces lead from one space to another; `None` if none do.
    ///
    /// Two spaces one above the other are two apart: the count goes out and back.
    pub fn distance(&self, a: Space, b: Space) -> Option<i32> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        let steps = self.distances_from(a)[usize::from(b)];
        (steps != NEVER).then_some(i32::from(steps))
    }

    /// The distance between the nearest spaces of two pieces.
    pub fn distance_between(&self, a: &Stand, b: &Stand) -> Option<i32> {
        let pairs = a.spaces().flat_map(|from| b.spaces().map(move |to| (from, to)));
        pairs.filter_map(|(from, to)| self.distance(from, to)).min()
    }

    /// The spaces at most this far away, the space itself included, by layer, row and column.
    pub fn spaces_within(&self, from: Space, distance: i32) -> Vec<Space> {
        let Some(from) = self.number(from) else {
            return Vec::new();
        };
        let near = |steps: u16| steps != NEVER && i32::from(steps) <= distance;
        let tiles = self.distances_from(from).iter().zip(&self.tiles);
        tiles.filter(|(steps, _)| near(**steps)).map(|(_, tile)| tile.space).collect()
    }

    fn distances_from(&self, from: u16) -> &[u16] {
        self.distances[usize::from(from)].get_or_init(|| self.counted_from(from))
    }

    fn counted_from(&self, from: u16) -> Box<[u16]> {
        let mut steps = vec![NEVER; self.tiles.len()];
        steps[usize::from(from)] = 0;
        let mut open = VecDeque::from([from]);
        while let Some(here) = open.pop_front() {
            let next = steps[usize::from(here)] + 1;
            for &beside in self.beside(here) {
                let known = &mut steps[usize::from(beside)];
                if *known == NEVER {
                    *known = next;
                    open.push_back(beside);
                }
            }
        }
        steps.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::hex::text::tests::GROUND;

    fn map(text: &str) -> HexMap {
        HexMap::parse(text, &GROUND).expect("a map")
    }

    // Source: HS-BRNG-006 (3 straight over the void, 5 along the spaces), HS-RNG-007.
    #[test]
    fn the_count_goes_round_a_void() {
        let map = map("0g .. .. 0g\n  0g .. .. 0g\n0g 0g 0g 0g");
        assert_eq!(map.distance(Space::new(0, 0), Space::new(3, 0)), Some(6));
        let bridge = HexMap::parse("0g .. .. 0g\n  0g 0g 0g ..", &GROUND).expect("a map");
        assert_eq!(bridge.distance(Space::new(0, 0), Space::new(3, 0)), Some(4));
    }

    // Source: HS-BRNG-006.
    #[test]
    fn three_apart_over_a_void_is_five_along_the_spaces() {
        let map = map("0g .. .. 0g\n .. .. .. ..\n.. 0g 0g ..");
        assert_eq!(map.distance(Space::new(0, 0), Space::new(3, 0)), None);
        let map = HexMap::parse("0g .. .. 0g\n 0g .. 0g ..\n.. 0g 0g ..", &GROUND).expect("a map");
        assert_eq!(map.distance(Space::new(0, 0), Space::new(3, 0)), Some(5));
    }

    // Source: HS-BRNG-005, HS-RNG-006.
    #[test]
    fn levels_add_nothing() {
        assert_eq!(map("0g 99g 3g").distance(Space::new(0, 0), Space::new(2, 0)), Some(2));
    }

    // Source: HS-BRNG-004, HS-RNG-005, HS-RNG-012.
    #[test]
    fn a_piece_on_two_spaces_counts_from_the_nearer() {
        let map = map("0g 0g 0g 0g 0g 0g");
        let single = Stand::single(Space::new(5, 0), 4);
        let double = Stand { trail: Some(Space::new(1, 0)), ..Stand::single(Space::new(0, 0), 4) };
        assert_eq!(map.distance_between(&double, &single), Some(4));
        assert_eq!(map.distance_between(&single, &double), Some(4));
    }

    #[test]
    fn an_area_ends_at_its_distance() {
        let map = map("0g 0g 0g\n 0g 0g 0g\n0g 0g 0g\nlayer\n.. .. ..\n .. 5g ..\n.. .. ..");
        let middle = Space::new(1, 1);
        assert_eq!(map.spaces_within(middle, 0), [middle]);
        assert_eq!(map.spaces_within(middle, 1).len(), 7);
        assert_eq!(map.distance(middle, middle.on_layer(1)), Some(2));
        assert!(map.spaces_within(middle, -1).is_empty() && map.spaces_within(Space::new(9, 9), 3).is_empty());
    }
}
