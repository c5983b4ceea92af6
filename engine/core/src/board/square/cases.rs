//! Boards small enough to check by eye: every rule of steps, counting, sight, cover and areas once.
//!
//! Not here: claims about any board (`properties`).

use super::drawn::{at, drawn, walled};
use super::*;

fn none() -> SquareSet {
    SquareSet::default()
}

fn squares(grid: &Grid, places: &[usize]) -> Vec<(i32, i32)> {
    let square = |&place: &usize| grid.square(place);
    places
        .iter()
        .map(square)
        .map(|square| (square.x, square.y))
        .collect()
}

fn ways(grid: &Grid, place: usize) -> Vec<u8> {
    let open = |way: &Way| grid.step(place, *way).is_some();
    Way::ALL.into_iter().filter(open).map(Way::number).collect()
}

#[test]
fn a_step_may_not_pass_a_corner_of_a_filled_square() {
    let grid = drawn(&["..", "#."]);
    assert_eq!(ways(&grid, at(&grid, 0, 0)), [2]);
    assert!(
        grid.are_adjacent(at(&grid, 0, 0), at(&grid, 1, 1)),
        "a corner does not part"
    );
    let between_two = drawn(&[".#", "#."]);
    assert!(!between_two.are_adjacent(0, 1));
}

#[test]
fn a_wall_parts_what_it_stands_between_and_its_end_stops_steps() {
    let grid = walled(&["...", "..."], &[(0, 0, 'r')]);
    let (west, east) = (at(&grid, 0, 0), at(&grid, 1, 0));
    assert!(!grid.are_adjacent(west, east));
    assert_eq!(
        ways(&grid, west),
        [4],
        "the wall ends at the corner of the diagonal step"
    );
    assert!(grid.are_adjacent(west, at(&grid, 1, 1)));
    assert_eq!(ways(&grid, east), [2, 3, 4]);
    let longer = walled(&["...", "..."], &[(0, 0, 'r'), (0, 1, 'r')]);
    assert!(
        !longer.are_adjacent(0, 4),
        "a straight wall parts squares across its middle"
    );
}

#[test]
fn the_open_corner_of_a_diagonal_wall_lets_a_step_pass() {
    // The middle square is cut from its upper left to its lower right corner; its upper right half is open.
    let grid = drawn(&["...", ".1.", "###"]);
    let (above, right) = (at(&grid, 1, 0), at(&grid, 2, 1));
    assert_eq!(grid.step(above, Way::new(3)), Some(right), "past the open corner");
    assert_eq!(
        grid.step(at(&grid, 1, 0), Way::new(5)),
        None,
        "past the end of the wall"
    );
    assert_eq!(
        ways(&grid, at(&grid, 1, 1)),
        [0, 1, 2],
        "out of the open half only"
    );
    assert!(!grid.are_adjacent(at(&grid, 0, 1), at(&grid, 1, 1)));
}

#[test]
fn a_step_may_go_along_a_diagonal_wall_that_goes_on() {
    let grid = drawn(&["1..", "#1.", "##1"]);
    assert_eq!(grid.step(at(&grid, 0, 0), Way::new(3)), Some(at(&grid, 1, 1)));
    let turned = drawn(&["1.", ".5"]);
    assert_eq!(
        turned.step(at(&turned, 0, 0), Way::new(3)),
        None,
        "not to its other side"
    );
    assert!(!turned.are_adjacent(at(&turned, 0, 0), at(&turned, 1, 1)));
}

#[test]
fn counting_begins_around_a_corner_and_then_goes_around_walls() {
    let grid = drawn(&["...", "#..", "..."]);
    let (a, around) = (at(&grid, 0, 0), at(&grid, 0, 2));
    assert_eq!(grid.count(a, at(&grid, 1, 1)), 1, "adjacent around the corner");
    // From the first square on, the corner below must be walked around.
    assert_eq!(grid.count(a, around), 3);
    let l_shape = drawn(&["...", "#..", "#.."]);
    assert_eq!(l_shape.count(at(&l_shape, 0, 0), at(&l_shape, 1, 2)), 2);
    assert_eq!(
        l_shape.count(at(&l_shape, 1, 2), at(&l_shape, 0, 0)),
        3,
        "the way back meets the corner last"
    );
    let apart = drawn(&[".#."]);
    assert_eq!(apart.count(0, 1), UNREACHED);
}

#[test]
fn big_blocks_go_around_corners_whole() {
    let grid = drawn(&["....", "..#.", "....", "...."]);
    let block = Block {
        place: at(&grid, 0, 0),
        size: 2,
    };
    assert!(fits(&grid, block));
    assert!(!fits(
        &grid,
        Block {
            place: at(&grid, 1, 0),
            size: 2
        }
    ));
    let steps: Vec<_> = step_options(&grid, block)
        .map(|step| grid.square(step.place))
        .collect();
    assert_eq!(steps, [Square { x: 0, y: 1 }]);
    // A wall inside: between its two lower squares.
    let walls = walled(&["...", "...", "..."], &[(0, 1, 'r')]);
    assert!(!fits(&walls, Block { place: 0, size: 2 }));
    assert!(fits(
        &walls,
        Block {
            place: at(&walls, 1, 1),
            size: 2
        }
    ));
    // A cut-off outer corner is no wall inside.
    let cut = drawn(&["3..", "...", "..."]);
    assert!(fits(&cut, Block { place: 0, size: 3 }));
    assert!(!fits(&drawn(&["1..", "...", "..."]), Block { place: 0, size: 3 }));
    assert_eq!(placements(&cut, 2, &(0..9).collect()).len(), 4);
    assert_eq!(placements(&cut, 4, &(0..9).collect()), []);
}

#[test]
fn pushes_lead_farther_and_pulls_nearer() {
    let grid = drawn(&[".....", ".....", "....."]);
    let (source, target) = (
        [at(&grid, 0, 1)],
        Block {
            place: at(&grid, 2, 1),
            size: 1,
        },
    );
    let at_squares = |steps: Vec<Block>| -> Vec<(i32, i32)> {
        let mut found: Vec<_> = steps
            .iter()
            .map(|step| grid.square(step.place))
            .map(|s| (s.x, s.y))
            .collect();
        found.sort_unstable();
        found
    };
    assert_eq!(
        at_squares(farther_steps(&grid, target, &source)),
        [(3, 0), (3, 1), (3, 2)]
    );
    assert_eq!(
        at_squares(nearer_steps(&grid, target, &source)),
        [(1, 0), (1, 1), (1, 2)]
    );
    // A big source is measured from its nearest square.
    let big = Block {
        place: at(&grid, 0, 0),
        size: 2,
    }
    .places(&grid);
    assert_eq!(
        at_squares(farther_steps(&grid, target, &big)),
        [(3, 0), (3, 1), (3, 2)]
    );
    let sets = [
        vec![at(&grid, 4, 0)],
        vec![at(&grid, 2, 0)],
        vec![at(&grid, 2, 2), at(&grid, 3, 2)],
    ];
    assert_eq!(nearest(&grid, &source, &sets), [1, 2]);
}

#[test]
fn sight_may_not_touch_a_wall() {
    let grid = drawn(&["...", ".#.", "..."]);
    let views = Views::new(&grid, none());
    let sees = |a: (i32, i32), b: (i32, i32)| views.sees(&grid, at(&grid, a.0, a.1), at(&grid, b.0, b.1));
    assert!(sees((0, 0), (2, 1)));
    assert!(sees((0, 0), (1, 2)));
    assert!(
        !sees((0, 1), (2, 1)),
        "every line goes through or touches the middle"
    );
    assert!(!sees((0, 0), (2, 2)));
    let pinched = drawn(&[".#", "#."]);
    assert!(!Views::new(&pinched, none()).sees(&pinched, 0, 1));
    let along = walled(&["..", ".."], &[(0, 0, 'r'), (0, 1, 'r')]);
    assert!(!Views::new(&along, none()).sees(&along, 0, 3));
    let end = walled(&["..", ".."], &[(0, 0, 'r')]);
    let past = Views::new(&end, none());
    assert!(!past.sees(&end, 0, 1) && past.sees(&end, 0, 3) && past.sees(&end, 1, 2));
}

#[test]
fn opaque_squares_stop_lines_through_them_but_not_to_them() {
    let grid = drawn(&["....."]);
    let views = Views::new(&grid, [1, 2].into_iter().collect());
    assert!(views.sees(&grid, 0, 1));
    assert!(!views.sees(&grid, 0, 2));
    assert!(!views.sees(&grid, 0, 3));
    // Between two opaque squares that share only a corner a line through the corner is free.
    let crossing = drawn(&["..", ".."]);
    let crack = Views::new(&crossing, [0, 3].into_iter().collect());
    assert!(crack.sees(&crossing, 1, 2));
}

#[test]
fn a_corner_neighbour_around_a_wall_has_cover() {
    let grid = drawn(&["..", "#."]);
    let (a, b) = ([at(&grid, 0, 0)], [at(&grid, 1, 1)]);
    assert!(blocked_from_best_place(&grid, &a, &b, &none()) > 0);
    assert_eq!(blocked_from_best_place(&grid, &a, &[at(&grid, 1, 0)], &none()), 0);
    let wall = walled(&["..", ".."], &[(0, 0, 'r')]);
    assert!(blocked_from_best_place(&wall, &[0], &[3], &none()) > 0);
    assert_eq!(
        blocked_from_best_place(&wall, &[2], &[3], &none()),
        0,
        "along the open side"
    );
}

#[test]
fn one_corner_is_chosen_against_all_corners_of_the_target() {
    // A filled square beside the straight way: the near corner sees all, the far one does not.
    let grid = drawn(&["......", "..#...", "......"]);
    let (from, to) = ([at(&grid, 0, 0)], [at(&grid, 5, 0)]);
    assert_eq!(blocked_from_best_corner(&grid, &from, &to, &none()), 0);
    assert!(blocked_from_best_place(&grid, &[at(&grid, 0, 1)], &[at(&grid, 5, 1)], &none()) > 0);
    let low = grid.corner(at(&grid, 0, 1), Way::new(3)).expect("a corner");
    assert_eq!(
        blocked_from_corner(&grid, low, &[at(&grid, 5, 1)], &none()),
        2,
        "the two upper ones"
    );
    // Covering places count only where a line goes through them, not along them.
    let covering: SquareSet = [at(&grid, 3, 0)].into_iter().collect();
    assert_eq!(
        blocked_from_best_corner(&grid, &from, &to, &covering),
        2,
        "the far side runs along the border"
    );
    assert_eq!(
        blocked_from_best_corner(&grid, &from, &[at(&grid, 3, 0)], &covering),
        1,
        "in cover itself"
    );
    // All squares of a big target count.
    let big = Block {
        place: at(&grid, 4, 0),
        size: 2,
    }
    .places(&grid);
    assert!(blocked_from_best_corner(&grid, &from, &big, &none()) > 0);
    assert_eq!(
        blocked_from_best_place(&grid, &from, &big, &none()),
        0,
        "one of its squares is enough here"
    );
}

#[test]
fn beside_a_diagonal_wall_only_the_open_half_counts() {
    let grid = drawn(&["1...", "#1..", "##1.", "...."]);
    let (a, b) = ([at(&grid, 0, 0)], [at(&grid, 2, 2)]);
    assert_eq!(grid.corners(a[0]).count(), 3);
    assert_eq!(
        blocked_from_best_place(&grid, &a, &b, &none()),
        0,
        "along the wall neither has cover"
    );
    assert_eq!(blocked_from_best_place(&grid, &b, &a, &none()), 0);
    let around = [at(&grid, 2, 3)];
    assert!(blocked_from_best_place(&grid, &a, &around, &none()) > 0);
    assert!(blocked_from_best_place(&grid, &around, &a, &none()) > 0);
}

#[test]
fn lines_begin_on_their_own_side_of_a_wall() {
    let grid = walled(&["..", "..", ".."], &[(0, 0, 'r'), (0, 1, 'r')]);
    let middle = |place| {
        grid.corners(place)
            .find(|corner| (corner.x, corner.y) == (1, 1))
            .expect("a corner")
    };
    let (left, right) = (middle(at(&grid, 0, 0)), middle(at(&grid, 1, 0)));
    assert!(!sees_from_corner(&grid, left, at(&grid, 1, 1), &none()));
    assert!(sees_from_corner(&grid, right, at(&grid, 1, 1), &none()));
    assert_eq!(line(&grid, left, at(&grid, 1, 2)), [0_usize; 0]);
    assert_eq!(
        squares(&grid, &line(&grid, left, at(&grid, 0, 2))),
        [(0, 1), (0, 2)]
    );
}

#[test]
fn a_line_enters_squares_but_not_those_it_touches() {
    let grid = drawn(&["....", "....", "...."]);
    let corner = grid.corner(at(&grid, 0, 0), Way::new(3)).expect("a corner");
    assert_eq!(
        squares(&grid, &line(&grid, corner, at(&grid, 2, 2))),
        [(1, 1), (2, 2)],
        "through corners"
    );
    assert_eq!(
        squares(&grid, &line(&grid, corner, at(&grid, 3, 1))),
        [(1, 1), (2, 1), (3, 1)]
    );
    assert_eq!(
        squares(&grid, &line(&grid, corner, at(&grid, 2, 0))),
        [(1, 0), (2, 0)]
    );
    let stopped = drawn(&["....", "..#.", "...."]);
    let corner = stopped.corner(at(&stopped, 0, 1), Way::new(1)).expect("a corner");
    assert_eq!(
        squares(&stopped, &line(&stopped, corner, at(&stopped, 3, 1))),
        [(1, 1)],
        "cut short"
    );
}

#[test]
fn bursts_and_cones_reach_what_a_line_reaches() {
    let grid = drawn(&[".....", "..#..", "....."]);
    let views = Views::new(&grid, none());
    let from = [at(&grid, 1, 1)];
    let found = squares(&grid, &burst(&grid, &views, &from, 2));
    assert!(found.contains(&(3, 0)) && !found.contains(&(3, 1)), "{found:?}");
    assert!(!found.contains(&(4, 0)), "too far");
    let open = drawn(&["....", "....", "....", "...."]);
    let corner = open.corner(at(&open, 0, 0), Way::new(3)).expect("a corner");
    let diagonal = squares(&open, &cone(&open, corner, Way::new(3), 3, &none()));
    assert_eq!(
        diagonal,
        [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3)]
    );
    let straight = squares(&open, &cone(&open, corner, Way::DOWN, 3, &none()));
    assert_eq!(
        straight,
        [(0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3)]
    );
}

#[test]
fn flankers_stand_on_opposite_sides_or_corners() {
    let grid = drawn(&[".....", ".....", ".....", ".....", "....."]);
    let one = |x, y| [at(&grid, x, y)];
    let target = one(1, 1);
    assert!(flanks(&grid, &one(0, 1), &one(2, 1), &target));
    assert!(flanks(&grid, &one(0, 0), &one(2, 2), &target));
    assert!(!flanks(&grid, &one(0, 0), &one(2, 1), &target));
    assert!(!flanks(&grid, &one(0, 1), &one(1, 2), &target));
    let big = Block {
        place: at(&grid, 1, 1),
        size: 2,
    }
    .places(&grid);
    assert!(
        flanks(&grid, &one(0, 1), &one(3, 2), &big),
        "opposite sides of the whole space"
    );
    assert!(flanks(&grid, &one(0, 0), &one(3, 3), &big));
    assert!(!flanks(&grid, &one(0, 0), &one(3, 2), &big));
    // Any square of a big flanker counts.
    let flanker = Block {
        place: at(&grid, 2, 1),
        size: 2,
    }
    .places(&grid);
    assert!(flanks(&grid, &one(0, 2), &flanker, &one(1, 2)));
}
