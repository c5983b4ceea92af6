//! Areas: the places within a distance, in a quarter circle, on a line.
//!
//! Not here: who stands in them, and whom an effect spares.

use super::grid::Grid;
use super::square_set::SquareSet;
use super::trace::{Corner, trace};
use super::view::sees_from_corner;
use super::views::Views;
use super::way::Way;

/// The places at most so far from some places that a line from one of those reaches; those themselves included.
pub fn burst(grid: &Grid, views: &Views, from: &[usize], most: u16) -> Vec<usize> {
    let near = |&place: &usize| grid.count_between(from, &[place]) <= most;
    let reached = |&place: &usize| from.iter().any(|&from| views.sees(grid, from, place));
    (0..grid.places()).filter(near).filter(reached).collect()
}

/// The places in a quarter circle around a corner that a line from the corner reaches.
///
/// A diagonal direction gives the quarter between two straight ones; a straight one gives the quarter whose sides
/// are diagonal. A square belongs to it if its middle lies inside, on the edge included, at most `length` squares
/// away.
pub fn cone(grid: &Grid, from: Corner, towards: Way, length: u16, opaque: &SquareSet) -> Vec<usize> {
    let (x, y) = towards.step();
    let inside = |&place: &usize| {
        let square = grid.square(place);
        // From the corner to the middle, in half squares.
        let (across, down) = (2 * (square.x - from.x) + 1, 2 * (square.y - from.y) + 1);
        let ahead = across * x + down * y;
        let aside = across * y - down * x;
        let reach = 2 * i32::from(length);
        ahead >= aside.abs() && across * across + down * down <= reach * reach
    };
    let places = (0..grid.places()).filter(inside);
    places
        .filter(|&place| sees_from_corner(grid, from, place, opaque))
        .collect()
}

/// The places whose inside is entered by the line from a corner to that corner of a target place that is farthest
/// from it, in order, as far as wall lets it go.
pub fn line(grid: &Grid, from: Corner, target: usize) -> Vec<usize> {
    let square = grid.square(target);
    let far = |&(x, y): &(i32, i32)| (x - from.x).pow(2) + (y - from.y).pow(2);
    let corners = Way::CORNERS.map(|corner| square.corner(corner));
    let end = corners.into_iter().max_by_key(far).unwrap_or_default();
    let mut places = Vec::new();
    trace(grid, from, end, |place| {
        places.push(place);
        true
    });
    places
}
