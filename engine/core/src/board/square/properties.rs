//! Claims that hold on any board, tried on random ones, and sight against an independent reading of its rule.
//!
//! Not here: hand-computed cases; those stand next to what they test.

use proptest::prelude::*;

use super::drawn::at;
use super::*;

fn ground() -> impl Strategy<Value = Ground> {
    prop_oneof![
        8 => Just(Ground::Open),
        2 => Just(Ground::Filled),
        1 => Just(Ground::Solid),
        1 => (0u8..4).prop_map(|corner| Ground::Half(Way::CORNERS[usize::from(corner)])),
    ]
}

fn grid() -> impl Strategy<Value = Grid> {
    (2usize..7, 2usize..6).prop_flat_map(|(columns, rows)| {
        let squares = prop::collection::vec(ground(), columns * rows);
        let wall = (0..columns as i32, 0..rows as i32, 0u8..4).prop_map(|(x, y, side)| Wall {
            square: Square { x, y },
            side: Way::new(side * 2),
        });
        let walls = prop::collection::vec(wall, 0..8);
        (squares, walls).prop_filter_map("a board needs two places", move |(squares, walls)| {
            let plan = Plan {
                columns,
                squares,
                walls,
            };
            Grid::new(&plan).ok().filter(|grid| grid.places() >= 2)
        })
    })
}

fn pair() -> impl Strategy<Value = (Grid, usize, usize)> {
    (grid(), any::<usize>(), any::<usize>()).prop_map(|(grid, a, b)| {
        let (a, b) = (a % grid.places(), b % grid.places());
        (grid, a, b)
    })
}

/// Every piece of wall of a board, in twelfths of a square: sides that nothing passes, and diagonals.
fn pieces_of_wall(grid: &Grid) -> Vec<[(i64, i64); 2]> {
    let corner = |(x, y): (i32, i32)| (i64::from(x) * 12, i64::from(y) * 12);
    let mut pieces = Vec::new();
    for y in 0..grid.rows() {
        for x in 0..grid.columns() {
            let square = Square { x, y };
            let ends = Way::CORNERS.map(|way| corner(square.corner(way)));
            for (side, [from, to]) in [
                (Way::UP, [3, 0]),
                (Way::RIGHT, [0, 1]),
                (Way::DOWN, [1, 2]),
                (Way::LEFT, [2, 3]),
            ] {
                if !grid.is_side_open(square, side) {
                    pieces.push([ends[from], ends[to]]);
                }
            }
            match grid.ground(square) {
                Ground::Half(open) if open == Way::new(1) || open == Way::new(5) => {
                    pieces.push([ends[1], ends[3]])
                }
                Ground::Half(_) => pieces.push([ends[0], ends[2]]),
                _ => {}
            }
        }
    }
    pieces
}

fn turn(a: (i64, i64), b: (i64, i64), c: (i64, i64)) -> i64 {
    ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
}

/// Whether two closed segments have a point in common.
fn touch(a: [(i64, i64); 2], b: [(i64, i64); 2]) -> bool {
    let apart = |a: [(i64, i64); 2], b: [(i64, i64); 2]| {
        let overlap = |f: fn((i64, i64)) -> i64| {
            let (a, b) = (a.map(f), b.map(f));
            a[0].min(a[1]) <= b[0].max(b[1]) && b[0].min(b[1]) <= a[0].max(a[1])
        };
        !overlap(|p| p.0) || !overlap(|p| p.1)
    };
    let crossed = turn(a[0], a[1], b[0]) * turn(a[0], a[1], b[1]) <= 0
        && turn(b[0], b[1], a[0]) * turn(b[0], b[1], a[1]) <= 0;
    crossed && !apart(a, b)
}

/// Points inside the open part of a place, in twelfths of a square.
fn points(grid: &Grid, place: usize) -> Vec<(i64, i64)> {
    let square = grid.square(place);
    let inside = |&(x, y): &(i64, i64)| match grid.ground(square) {
        Ground::Half(open) => match open.number() {
            1 => x > y,
            3 => x + y > 12,
            5 => x < y,
            _ => x + y < 12,
        },
        _ => true,
    };
    let all = (1..12).flat_map(|x| (1..12).map(move |y| (x, y)));
    let moved = |(x, y)| (i64::from(square.x) * 12 + x, i64::from(square.y) * 12 + y);
    all.filter(inside).map(moved).collect()
}

/// Whether one of very many lines is free: what is found so is truly seen.
fn glimpses(grid: &Grid, a: usize, b: usize) -> bool {
    let walls = pieces_of_wall(grid);
    let ends = points(grid, b);
    points(grid, a).into_iter().any(|from| {
        ends.iter()
            .any(|&to| !walls.iter().any(|&wall| touch([from, to], wall)))
    })
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn steps_lead_back_and_are_adjacent((grid, a, b) in pair()) {
        prop_assert_eq!(grid.are_adjacent(a, b), grid.are_adjacent(b, a));
        for way in Way::ALL {
            if let Some(to) = grid.step(a, way) {
                prop_assert_eq!(grid.step(to, way.back()), Some(a));
                prop_assert_eq!(grid.adjacent(a, way), Some(to));
            }
        }
    }

    #[test]
    fn no_count_is_less_than_the_squares_apart((grid, a, b) in pair()) {
        let (from, to) = (grid.square(a), grid.square(b));
        let apart = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
        prop_assert!(u32::from(grid.count(a, b)) >= apart);
        prop_assert_eq!(grid.count(a, b) == 1, grid.are_adjacent(a, b));
        // One way counts around the corner first, the other last.
        let (out, back) = (grid.count(a, b), grid.count(b, a));
        prop_assert!(out == UNREACHED || back == UNREACHED || out.abs_diff(back) <= 2 * grid.places() as u16);
    }

    #[test]
    fn clear_lines_are_clear_both_ways((grid, a, b) in pair(), covering in prop::collection::vec(any::<bool>(), 42)) {
        let covering: SquareSet = (0..grid.places()).filter(|&place| covering[place] && place != a && place != b).collect();
        let there = blocked_from_best_place(&grid, &[a], &[b], &covering);
        prop_assert_eq!(there, blocked_from_best_place(&grid, &[b], &[a], &covering));
        prop_assert!(there >= blocked_from_best_place(&grid, &[a], &[b], &SquareSet::default()));
        let is_solid = |place: usize| grid.ground(grid.square(place)) == Ground::Solid;
        let (none, few) = (is_solid(a) || is_solid(b), there <= 16);
        prop_assert!(none && there == NO_LINE || !none && few);
    }

    #[test]
    fn flanking_and_single_blocks_agree_with_squares((grid, a, b) in pair()) {
        let target = [b];
        for c in 0..grid.places() {
            prop_assert_eq!(flanks(&grid, &[a], &[c], &target), flanks(&grid, &[c], &[a], &target));
        }
        let steps: Vec<usize> = Way::ALL.iter().filter_map(|&way| grid.step(a, way)).collect();
        let moved: Vec<usize> = step_options(&grid, Block { place: a, size: 1 }).map(|b| b.place).collect();
        prop_assert_eq!(steps, moved);
    }

    #[test]
    fn big_blocks_step_back_the_way_they_came(grid in grid(), size in 2u8..4) {
        let all: SquareSet = (0..grid.places()).collect();
        for block in placements(&grid, size, &all) {
            prop_assert_eq!(block.places(&grid).len(), usize::from(size) * usize::from(size));
            for step in step_options(&grid, block) {
                prop_assert!(step_options(&grid, step).any(|back| back == block));
            }
        }
    }

    #[test]
    fn a_line_goes_from_place_to_place((grid, a, b) in pair()) {
        for corner in grid.corners(a) {
            let end = grid.square(b);
            let diagonal = (end.x - corner.x).abs() == (end.y - corner.y).abs()
                || (2 * end.x + 1 - 2 * corner.x).abs() == (2 * end.y + 1 - 2 * corner.y).abs();
            let places = line(&grid, corner, b);
            // Along a diagonal wall a line passes a square without entering it.
            prop_assert!(diagonal || places.windows(2).all(|two| grid.are_adjacent(two[0], two[1])), "{places:?}");
        }
    }

    #[test]
    fn more_opacity_never_shows_more((grid, a, b) in pair(), opaque in prop::collection::vec(any::<bool>(), 42)) {
        let opaque: SquareSet = (0..grid.places()).filter(|&place| opaque[place]).collect();
        let (clear, hazy) = (Views::new(&grid, SquareSet::default()), Views::new(&grid, opaque));
        prop_assert!(clear.sees(&grid, a, b) || !hazy.sees(&grid, a, b));
        prop_assert_eq!(hazy.sees(&grid, a, b), hazy.sees(&grid, b, a));
        for corner in grid.corners(a) {
            prop_assert!(sees_from_corner(&grid, corner, b, &SquareSet::default()) || !sees_from_corner(&grid, corner, b, hazy.opaque()));
        }
    }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn what_any_line_shows_is_seen((grid, a, b) in pair()) {
        let views = Views::new(&grid, SquareSet::default());
        let glimpsed = glimpses(&grid, a, b);
        prop_assert!(views.sees(&grid, a, b) || !glimpsed);
    }

    #[test]
    fn the_search_is_the_same_both_ways((grid, a, b) in pair()) {
        let none = SquareSet::default();
        prop_assert_eq!(view::sees(&grid, a, b, &none), view::sees(&grid, b, a, &none));
    }
}

/// On small boards every free bundle of lines is wide enough for the many lines to find it, so the two readings
/// must agree on nearly every pair; where they differ, the search must have found a narrow bundle.
#[test]
fn sight_and_very_many_lines_agree_on_a_small_board() {
    let grid = drawn::drawn(&["..#..", ".3#5.", ".....", "#.1.#", "....."]);
    let views = Views::new(&grid, SquareSet::default());
    let mut narrow = Vec::new();
    for a in 0..grid.places() {
        for b in a + 1..grid.places() {
            let (seen, glimpsed) = (views.sees(&grid, a, b), glimpses(&grid, a, b));
            assert!(seen || !glimpsed, "{:?} {:?}", grid.square(a), grid.square(b));
            if seen && !glimpsed {
                narrow.push((grid.square(a), grid.square(b)));
            }
        }
    }
    assert!(narrow.len() <= 4, "{narrow:?}");
    assert!(!views.sees(&grid, at(&grid, 1, 0), at(&grid, 3, 0)));
}

#[test]
fn boards_have_a_largest_size() {
    let plan = |columns: usize, rows: usize| Plan {
        columns,
        squares: vec![Ground::Open; columns * rows],
        walls: Vec::new(),
    };
    assert!(Grid::new(&plan(64, 64)).is_ok_and(|grid| grid.places() == MAX_PLACES));
    assert_eq!(Grid::new(&plan(64, 65)).err(), Some(GridError::TooManyPlaces));
    assert!(Grid::new(&plan(MAX_SIDE, 1)).is_ok());
    assert_eq!(Grid::new(&plan(MAX_SIDE + 1, 1)).err(), Some(GridError::TooWide));
    assert_eq!(Grid::new(&plan(1, MAX_SIDE + 1)).err(), Some(GridError::TooWide));
    assert!(Grid::new(&Plan::default()).is_ok_and(|grid| grid.places() == 0));
}
