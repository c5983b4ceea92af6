//! The hex board on maps made here: neighbours, distances, overhangs, pieces on two spaces, ways, sight.

use super::*;
use crate::board::reach::{self, Gait, Mover, Reach};
use cardwright_bytecode::board::{Shape, SpaceDef};
use proptest::prelude::*;

/// A board from cells (column, row, layer, level); upper spaces are one level thick.
pub(super) fn board(columns: u16, rows: u16, cells: &[(u16, u16, u8, i16)]) -> HexBoard {
    let mut spaces: Vec<SpaceDef> = cells
        .iter()
        .map(|&(column, row, layer, level)| SpaceDef {
            column,
            row,
            layer,
            level,
            underside: (layer > 0).then_some(level - 1),
            ..SpaceDef::default()
        })
        .collect();
    spaces.sort_by_key(|space| (space.row, space.column, space.layer));
    HexBoard::new(&BoardDef {
        shape: Shape::Hexes,
        columns,
        rows,
        spaces,
        ..BoardDef::default()
    })
}

/// A full board of one level.
fn field(columns: u16, rows: u16) -> HexBoard {
    let cells: Vec<_> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row, 0, 0)))
        .collect();
    board(columns, rows, &cells)
}

fn ids(board: &HexBoard, spaces: &[SpaceId]) -> Vec<String> {
    spaces.iter().map(|&space| board.map.def(space).id()).collect()
}

fn at(board: &HexBoard, id: &str) -> SpaceId {
    let found = (1..=board.map.count()).find(|&space| board.map.def(space).id() == id);
    found.expect("a space of this id")
}

#[test]
fn odd_rows_lie_half_a_space_to_the_right() {
    let board = field(3, 3);
    let beside = |id: &str| ids(&board, board.map.neighbours(at(&board, id)));
    assert_eq!(beside("b2"), ["c2", "c3", "b3", "a2", "b1", "c1"]);
    assert_eq!(beside("b1"), ["c1", "b2", "a2", "a1"]);
    assert_eq!(beside("a3"), ["b3", "a2"]);
}

#[test]
fn nowhere_has_no_neighbours_and_lies_at_no_distance() {
    let board = field(2, 2);
    assert!(board.map.neighbours(0).is_empty() && board.map.neighbours(99).is_empty());
    assert_eq!(
        [
            board.map.distance(0, 1),
            board.map.distance(1, 0),
            board.map.distance(1, 99)
        ],
        [None; 3]
    );
    assert_eq!(board.map.space(5), 0);
    assert_eq!(board.map.space(-1), 0);
}

#[test]
fn the_count_goes_round_a_void() {
    // Three apart straight over the void, five along the spaces.
    let board = board(
        4,
        3,
        &[
            (0, 0, 0, 0),
            (3, 0, 0, 0),
            (0, 1, 0, 0),
            (2, 1, 0, 0),
            (1, 2, 0, 0),
            (2, 2, 0, 0),
        ],
    );
    assert_eq!(board.map.distance(at(&board, "a1"), at(&board, "d1")), Some(5));
}

#[test]
fn an_overhang_is_a_second_space_with_air_below() {
    let board = board(2, 1, &[(0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 1, 5)]);
    let [open, below, above] = ["a1", "b1", "b1-2"].map(|id| at(&board, id));
    assert_eq!(board.map.ceiling(below), 4);
    assert_eq!(board.map.ceiling(above), super::super::spaces::OPEN_SKY);
    assert_eq!(board.map.neighbours(open), [below, above]);
    assert!(!board.map.are_neighbours(below, above));
    assert_eq!(board.map.distance(below, above), Some(2));
    assert_eq!(board.map.clearance(open, below), 4);
    assert_eq!(board.map.clearance(below, open), 4);
    assert_eq!(board.map.clearance(below, above), -1);
}

#[test]
fn a_step_of_a_piece_on_two_spaces_draws_its_rear_along_and_it_can_turn_about() {
    let board = field(3, 1);
    let [a, b, c] = ["a1", "b1", "c1"].map(|id| at(&board, id));
    let mut found = Vec::new();
    board.steps(Stand { lead: b, trail: a }, 2, &mut |stand| {
        found.push((stand.lead, stand.trail))
    });
    assert_eq!(found, [(a, b), (c, b)]);
    assert!(board.fits(Stand { lead: a, trail: b }, 2) && !board.fits(Stand { lead: a, trail: c }, 2));
    assert!(!board.fits(Stand::on(a), 2) && !board.fits(Stand { lead: a, trail: b }, 1));
}

proptest! {
    #[test]
    fn distances_are_those_of_a_metric(
        cells in proptest::collection::btree_set((0_u16..7, 0_u16..7), 1..40),
        picks in proptest::collection::vec(any::<u16>(), 3),
    ) {
        let cells: Vec<_> = cells.into_iter().map(|(column, row)| (column, row, 0, 0)).collect();
        let board = board(7, 7, &cells);
        let count = board.map.count();
        let [a, b, c] = [0, 1, 2].map(|n: usize| picks[n] % count + 1);
        let distance = |from, to| board.map.distance(from, to);
        prop_assert_eq!(distance(a, b), distance(b, a));
        prop_assert_eq!(distance(a, a), Some(0));
        prop_assert_eq!(distance(a, b) == Some(1), board.map.are_neighbours(a, b));
        if let (Some(ab), Some(bc)) = (distance(a, b), distance(b, c)) {
            prop_assert!(distance(a, c).is_some_and(|ac| ac <= ab + bc));
        }
        prop_assert_eq!(board.map.within(a, 2).contains(&b), distance(a, b).is_some_and(|d| d <= 2));
    }
}

/// Walks on the level of a board: one for a step and one for each level up, at most `most` levels up.
struct Climber<'a> {
    board: &'a HexBoard,
    most: i32,
    wet: SpaceId,
}

impl Gait for Climber<'_> {
    fn cost(&mut self, from: Stand, to: Stand) -> Option<u32> {
        if to.lead == from.trail {
            return Some(0);
        }
        let rise = self.board.map.level(to.lead) - self.board.map.level(from.lead);
        (rise <= self.most).then(|| 1 + rise.max(0).unsigned_abs())
    }

    fn stops(&mut self, _: Stand, to: Stand) -> bool {
        to.lead == self.wet && (to.trail == 0 || to.trail == self.wet)
    }

    fn ends(&mut self, _: Stand, here: Stand) -> bool {
        here.trail == 0 || self.board.map.level(here.lead) == self.board.map.level(here.trail)
    }
}

/// Boards of one layer with levels from 0 to 5.
fn hilly() -> impl Strategy<Value = Vec<(u16, u16, u8, i16)>> {
    proptest::collection::btree_map((0_u16..6, 0_u16..6), 0_i16..6, 2..36).prop_map(|cells| {
        let cells = cells.into_iter();
        cells
            .map(|((column, row), level)| (column, row, 0, level))
            .collect()
    })
}

proptest! {
    #[test]
    fn with_more_to_spend_a_piece_reaches_no_less_and_each_route_is_made_of_steps_it_can_pay(
        cells in hilly(), from in any::<u16>(), wet in any::<u16>(), most in 0_u32..12, size in 1_u8..3,
    ) {
        let board = board(6, 6, &cells);
        let count = board.map.count();
        let (lead, wet) = (from % count + 1, wet % count + 1);
        let mut start = None;
        board.stands(lead, size, &mut |stand| start = start.or(Some(stand)));
        prop_assume!(start.is_some());
        let start = start.unwrap_or_default();
        let mut gait = Climber { board: &board, most: 2, wet };
        let mover = Mover { board: &board, size, through_walls: false };
        let less = Reach::of(mover, start, most, &mut gait).ends();
        let more = Reach::of(mover, start, most + 1, &mut gait).ends();
        prop_assert!(less.iter().all(|stand| more.contains(stand)));
        let steps = reach::steps(mover, start, most + 1, &mut gait);
        for &to in &more {
            prop_assert!(board.fits(to, size) && gait.ends(start, to) && to != start);
            let (mut here, mut cost, route) = (start, 0, Reach::route(mover, start, to, most + 1, &mut gait));
            prop_assert!(steps.contains(&route[0]));
            for (at, &next) in route.iter().enumerate() {
                let mut is_step = false;
                board.steps(here, size, &mut |stand| is_step |= stand == next);
                prop_assert!(is_step);
                prop_assert!(at + 1 == route.len() || !gait.stops(here, next));
                cost += gait.cost(here, next).unwrap_or(1_000);
                here = next;
            }
            prop_assert!(here == to && cost <= most + 1);
            let cheaper = cost.checked_sub(1).map(|most| Reach::of(mover, start, most, &mut gait).ends());
            prop_assert!(!cheaper.is_some_and(|ends| ends.contains(&to)), "the route is the cheapest");
        }
    }

    #[test]
    fn a_point_sees_a_point_as_well_as_the_other_way_round(
        cells in hilly(), picks in proptest::collection::vec(any::<u16>(), 4), ups in [0_i64..6_000, 0_i64..6_000],
    ) {
        let board = board(6, 6, &cells);
        let [a, b, c, d] = [0, 1, 2, 3].map(|n: usize| picks[n] % board.map.count() + 1);
        let point = |space, up| Target { space, low: up, high: up, width: 0 };
        let screens = [c, d].map(|space| Screen { space, tall: 3_000 });
        let there = board.sees(Eye { space: a, up: ups[0] }, point(b, ups[1]), &screens);
        let back = board.sees(Eye { space: b, up: ups[1] }, point(a, ups[0]), &screens);
        prop_assert_eq!(there, back);
        let from_above = board.sees(Eye { space: a, up: 6_000 }, point(b, 6_000), &[]);
        let past_one = board.sees(Eye { space: a, up: ups[0] }, point(b, ups[1]), &screens[..1]);
        prop_assert!(from_above);
        prop_assert!(!there || past_one);
    }
}

proptest! {
    #[test]
    fn what_was_asked_before_changes_no_answer(
        cells in hilly(), asked in proptest::collection::vec((any::<[u16; 4]>(), 0_i64..4, 0_i64..3), 1..24),
    ) {
        let make = || board(6, 6, &cells);
        let used = make();
        for (picks, up, high) in asked {
            let [a, b, c, d] = picks.map(|pick| pick % used.map.count() + 1);
            let eye = Eye { space: a, up: up * 1_500 };
            let target = Target { space: b, low: 0, high: high * 2_000, width: high * 400 };
            let screens = [c, d].map(|space| Screen { space, tall: 3_000 });
            for screens in [&screens[..], &[], &screens[..1]] {
                prop_assert_eq!(used.sees(eye, target, screens), make().sees(eye, target, screens));
            }
        }
    }
}

#[test]
fn ground_hides_by_its_level_and_a_line_along_its_top_is_clear() {
    let row: Vec<_> = [0, 0, 4, 0, 0]
        .iter()
        .zip(0..)
        .map(|(&level, column)| (column, 0, 0, level))
        .collect();
    let board = board(5, 1, &row);
    let sees = |eye: i64, low: i64, high: i64| {
        let target = Target {
            space: 5,
            low,
            high,
            width: 0,
        };
        board.sees(Eye { space: 1, up: eye }, target, &[])
    };
    assert!(!sees(3_999, 3_999, 3_999) && sees(4_000, 4_000, 4_000));
    assert!(!sees(3_000, 0, 4_000) && sees(5_000, 0, 4_000));
    assert!(!sees(0, 0, 0) && sees(1_000_000, 0, 4_000));
}

#[test]
fn a_body_hides_what_is_behind_it_but_not_what_stands_beside() {
    let board = field(5, 3);
    let sees = |to: &str, width| {
        let target = Target {
            space: at(&board, to),
            low: 0,
            high: 2_000,
            width,
        };
        let screen = Screen {
            space: at(&board, "c2"),
            tall: 3_000,
        };
        board.sees(
            Eye {
                space: at(&board, "a2"),
                up: 2_000,
            },
            target,
            &[screen],
        )
    };
    assert!(!sees("e2", 0) && !sees("e2", 1_000));
    assert!(sees("e2", 4_000));
    assert!(sees("e1", 0) && sees("e3", 0));
}
