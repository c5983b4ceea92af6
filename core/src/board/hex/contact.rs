//! Touching in three dimensions: pieces on neighbouring spaces whose levels are not too far apart.
//!
//! Not here: whose enemy a piece is, and what leaving a contact costs; content says.

use super::map::HexMap;
use super::space::{Space, Stand};

/// Whether two pieces touch: they stand on neighbouring spaces, and the upper one's base is fewer levels above
/// the lower one's than the lower one is tall.
pub fn adjacent(map: &HexMap, a: &Stand, b: &Stand) -> bool {
    let touch = |(from, to): (Space, Space)| {
        let (Some(from_level), Some(to_level)) = (map.level(from), map.level(to)) else {
            return false;
        };
        let lower = if from_level < to_level { a.height } else { b.height };
        let apart = (from_level - to_level).abs();
        map.are_neighbours(from, to) && (apart == 0 || apart < lower)
    };
    let mut pairs = a.spaces().flat_map(|from| b.spaces().map(move |to| (from, to)));
    pairs.any(touch)
}

/// The positions in `others` of the pieces that touch this one.
pub fn contacts(map: &HexMap, piece: &Stand, others: &[Stand]) -> Vec<usize> {
    let touching = others.iter().enumerate().filter(|(_, other)| adjacent(map, piece, other));
    touching.map(|(position, _)| position).collect()
}

/// The positions in `others` of the pieces that touched this one before a step and do not after it.
pub fn broken_contacts(map: &HexMap, before: &Stand, after: &Stand, others: &[Stand]) -> Vec<usize> {
    let broken = |other: &Stand| adjacent(map, before, other) && !adjacent(map, after, other);
    let left = others.iter().enumerate().filter(|(_, other)| broken(other));
    left.map(|(position, _)| position).collect()
}

/// How many levels the first piece's base is above the second's, negative if below; 0 off the map.
pub fn level_difference(map: &HexMap, a: Space, b: Space) -> i32 {
    match (map.level(a), map.level(b)) {
        (Some(a), Some(b)) => a - b,
        _ => 0,
    }
}

/// 1 for the higher, 2 if higher by at least `great` levels, the same negative for the lower, 0 at one level.
pub fn height_advantage(difference: i32, great: i32) -> i32 {
    let size = if difference.saturating_abs() >= great { 2 } else { 1 };
    difference.signum() * size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::hex::text::tests::GROUND;

    fn touch(upper: i32, lower: i32, lower_height: i32) -> bool {
        let map = HexMap::parse(&format!("{upper}g {lower}g"), &GROUND).expect("a map");
        let above = Stand::single(Space::new(0, 0), 1);
        let below = Stand::single(Space::new(1, 0), lower_height);
        assert_eq!(adjacent(&map, &above, &below), adjacent(&map, &below, &above));
        adjacent(&map, &above, &below)
    }

    // Source: the examples of HS-ENG-005; HS-ENG-007.
    #[test]
    fn the_lower_piece_must_be_taller_than_the_step() {
        assert!(!touch(5, 0, 4) && !touch(4, 0, 4) && touch(3, 0, 4));
        assert!(touch(7, 7, 0));
    }

    // Source: HS-ENG-004.
    #[test]
    fn a_piece_on_two_spaces_touches_by_either() {
        let map = HexMap::parse("0g 0g 0g 0g", &GROUND).expect("a map");
        let double = Stand { trail: Some(Space::new(1, 0)), ..Stand::single(Space::new(0, 0), 4) };
        let one = |column| Stand::single(Space::new(column, 0), 4);
        assert!(adjacent(&map, &double, &one(2)) && !adjacent(&map, &double, &one(3)));
        assert_eq!(contacts(&map, &one(2), &[one(0), double, one(3)]), [1, 2]);
    }

    // Source: the example of HS-ENG-015.
    #[test]
    fn only_contacts_that_a_step_ends_are_broken() {
        let map = HexMap::parse("0g 0g 0g 0g", &GROUND).expect("a map");
        let one = |column| Stand::single(Space::new(column, 0), 4);
        let map_two_rows = HexMap::parse("0g 0g 0g\n 0g 0g 0g", &GROUND).expect("a map");
        assert_eq!(broken_contacts(&map, &one(1), &one(2), &[one(0), one(3)]), [0]);
        let near = Stand::single(Space::new(1, 0), 4);
        let after = Stand::single(Space::new(1, 1), 4);
        let before = Stand::single(Space::new(0, 1), 4);
        assert_eq!(broken_contacts(&map_two_rows, &before, &after, &[one(0), near]), [0]);
    }

    // Source: HS-ENG-017.
    #[test]
    fn stepping_up_can_break_a_contact() {
        let map = HexMap::parse("0g 0g 4g\n .. .. ..", &GROUND).expect("a map");
        let one = |column| Stand::single(Space::new(column, 0), 4);
        assert!(adjacent(&map, &one(0), &one(1)) && !adjacent(&map, &one(1), &one(2)));
    }

    // Source: the examples of HS-HGT-001 and HS-HGT-002; HS-HGT-005.
    #[test]
    fn the_higher_base_has_the_advantage() {
        assert_eq!([0, 1, 9, 10, 25].map(|difference| height_advantage(difference, 10)), [0, 1, 1, 2, 2]);
        assert_eq!(height_advantage(-10, 10), -2);
        assert_eq!(height_advantage(i32::MIN, 10), -2);
        let map = HexMap::parse("2g 1w", &GROUND).expect("a map");
        assert_eq!(level_difference(&map, Space::new(0, 0), Space::new(1, 0)), 1);
        assert_eq!(level_difference(&map, Space::new(1, 0), Space::new(0, 0)), -1);
    }
}
