//! Draws a board of squares: spaces in the colours of the legend, walls, zones, pieces with their tokens.
//!
//! Not here: names, colours and tokens of pieces (`drawing`).

use super::{Drawing, Picture, Scene};
use cardwright_bytecode::board::{BoardDef, SpaceDef};
use cardwright_bytecode::pack::{FootprintDef, Pack};
use cardwright_core::board::Board;
use cardwright_core::board::spaces::Stand;
use cardwright_core::board::square::{Grid, Ground, Square, SquareBoard, Way};
use std::collections::BTreeMap;
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle, SVG, Text, Title};

/// Units along the side of a square.
const SIDE: i32 = 100;
/// Units around the board.
const MARGIN: i32 = 50;
/// Letters of a name in a line on one space, and how far lines are apart.
const LETTERS: i32 = 9;
const NAME_LINE: i32 = 20;
/// What is filled, and walls.
const WALL: &str = "#3b3733";
/// Spaces whose letter has no colour.
const FLOOR: &str = "#f7f3e8";

/// The board with its pieces.
pub(super) fn board(scene: &Scene<'_>) -> Picture {
    let Board::Squares(board) = scene.game.content().board() else {
        return Picture {
            svg: SVG::new(),
            extent: (0, 0, 0, 0),
            space: 0,
        };
    };
    let grid = board.grid();
    let (width, height) = (grid.columns() * SIDE, grid.rows() * SIDE);
    let filled = Rectangle::new()
        .set("width", width)
        .set("height", height)
        .set("fill", WALL);
    let mut picture = SVG::new().add(filled);
    let def = &scene.pack.setup.board;
    for space in &def.spaces {
        picture = picture.add(floor(scene.pack, def, grid, space));
    }
    picture = picture.add(walls(grid)).add(labels(grid));
    let mut drawn = BTreeMap::new();
    // What is nobody's (a ball, an obstacle) comes last, so that it lies visibly upon who stands there.
    let (owned, others): (Vec<_>, Vec<_>) = scene.drawings().partition(Drawing::has_owner);
    let pieces = owned.iter().chain(&others);
    let pieces = pieces.filter_map(|drawing| piece(drawing, board, &mut drawn));
    let picture = pieces.fold(picture, SVG::add);
    Picture {
        svg: picture,
        extent: (-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN),
        space: SIDE,
    }
}

/// One space, with its terrain and zones as a title.
fn floor(pack: &Pack, board: &BoardDef, grid: &Grid, space: &SpaceDef) -> Group {
    let square = Square {
        x: i32::from(space.column),
        y: i32::from(space.row),
    };
    let symbol = board.symbols.get(usize::from(space.symbol));
    let colour = symbol.map_or("", |symbol| symbol.colour.as_str());
    let zones = zones(pack, board, space);
    let shape = Polygon::new()
        .set("points", outline(grid, square))
        .set("fill", if colour.is_empty() { FLOOR } else { colour })
        .set("stroke", "#b9b09c")
        .set("stroke-width", 2);
    let mut title = space.id();
    for part in terrain(pack, space).into_iter().chain(zones.clone()) {
        title = format!("{title}, {part}");
    }
    let group = Group::new().add(Title::new(title)).add(shape);
    if zones.is_empty() {
        return group;
    }
    let inset = 8;
    group.add(
        Rectangle::new()
            .set("x", square.x * SIDE + inset)
            .set("y", square.y * SIDE + inset)
            .set("width", SIDE - 2 * inset)
            .set("height", SIDE - 2 * inset)
            .set("fill", "none")
            .set("stroke", "#7a6f58")
            .set("stroke-width", 2)
            .set("stroke-dasharray", "6 6"),
    )
}

fn terrain(pack: &Pack, space: &SpaceDef) -> Option<String> {
    let row = pack.rows.get(usize::try_from(space.terrain).ok()?)?;
    (space.terrain > 0).then(|| row.id.clone())
}

fn zones(pack: &Pack, board: &BoardDef, space: &SpaceDef) -> Vec<String> {
    let words = board.zones.and_then(|zones| pack.words.get(usize::from(zones)));
    let words = words.map_or(&[][..], |words| words.words.as_slice());
    let has = |(bit, _): &(usize, &String)| space.zones >> bit & 1 == 1;
    words
        .iter()
        .enumerate()
        .filter(has)
        .map(|(_, word)| word.clone())
        .collect()
}

/// The corners of the open part of a square; of a whole square that is filled.
fn outline(grid: &Grid, square: Square) -> String {
    let is_open = |corner: &Way| match grid.ground(square) {
        Ground::Half(open) => *corner != open.back(),
        _ => true,
    };
    let corners = Way::CORNERS
        .into_iter()
        .filter(is_open)
        .map(|corner| square.corner(corner));
    let points = corners.map(|(x, y)| format!("{},{}", x * SIDE, y * SIDE));
    points.collect::<Vec<_>>().join(" ")
}

/// The walls between squares, and the cuts of diagonal ones.
fn walls(grid: &Grid) -> Group {
    let mut group = Group::new()
        .set("stroke", WALL)
        .set("stroke-width", 12)
        .set("stroke-linecap", "round");
    for square in (0..grid.rows()).flat_map(|y| (0..grid.columns()).map(move |x| Square { x, y })) {
        // Each wall is kept on both of its squares; the upper and the left side are enough, but at the far edges.
        for side in [Way::UP, Way::LEFT] {
            if grid.has_wall(square, side) {
                group = group.add(line(square, side.turned(7), side.turned(1)));
            }
        }
        if let Ground::Half(open) = grid.ground(square) {
            group = group.add(line(square, open.turned(2), open.turned(6)));
        }
    }
    group
}

fn line(square: Square, from: Way, to: Way) -> Line {
    let ((x1, y1), (x2, y2)) = (square.corner(from), square.corner(to));
    Line::new()
        .set("x1", x1 * SIDE)
        .set("y1", y1 * SIDE)
        .set("x2", x2 * SIDE)
        .set("y2", y2 * SIDE)
}

/// Letters above the columns and numbers left of the rows, as in the ids of spaces.
fn labels(grid: &Grid) -> Group {
    let mut group = Group::new()
        .set("font-size", 28)
        .set("text-anchor", "middle")
        .set("fill", "#6b6459");
    let label = |text: String, x: i32, y: i32| Text::new(text).set("x", x).set("y", y);
    for column in 0..grid.columns() {
        let id = SpaceDef {
            column: u16::try_from(column).unwrap_or(0),
            ..SpaceDef::default()
        }
        .id();
        let letters = id.trim_end_matches('1').to_owned();
        group = group.add(label(letters, column * SIDE + SIDE / 2, -14));
    }
    for row in 0..grid.rows() {
        group = group.add(label((row + 1).to_string(), -24, row * SIDE + SIDE / 2 + 10));
    }
    group
}

/// Where a piece's disc lies: its middle and radius.
struct Spot {
    x: i32,
    y: i32,
    radius: i32,
}

/// A disc over all squares of a piece; for who stands on a space with others, a small one in a corner.
fn spot(square: Square, size: i32, others: usize) -> Spot {
    let side = size.max(1) * SIDE;
    let (x, y) = (square.x * SIDE + side / 2, square.y * SIDE + side / 2);
    let Some((right, down)) = super::corner(others) else {
        let radius = side / 2 - 10;
        return Spot { x, y, radius };
    };
    let aside = side / 2 - SIDE / 4;
    Spot {
        x: x + right * aside,
        y: y + down * aside,
        radius: SIDE / 4 - 4,
    }
}

/// A piece where it stands: a disc, its name and its tokens. `drawn` counts the pieces that were drawn on each space.
fn piece(drawing: &Drawing<'_>, board: &SquareBoard, drawn: &mut BTreeMap<usize, usize>) -> Option<Group> {
    let stand = Stand::unpack(drawing.pose()?);
    let size = match drawing.pack.kinds.get(drawing.kind())?.footprint {
        Some(FootprintDef::Spaces(field, _)) => drawing.field(field),
        _ => 1,
    };
    let lead = usize::from(stand.lead).checked_sub(1)?;
    let square = board.grid().square(lead);
    let others = drawn.entry(lead).or_insert(0);
    let Spot { x, y, radius } = spot(square, size, *others);
    let is_small = *others > 0;
    *others += 1;
    let disc = Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", radius)
        .set("fill", drawing.colour())
        .set("opacity", if is_small { 1.0 } else { 0.8 })
        .set("stroke", "#ffffff")
        .set("stroke-width", 3);
    let label = |text: String, down: i32, colour: &str| {
        Text::new(text)
            .set("x", x)
            .set("y", y + down)
            .set("font-size", if is_small { 12 } else { 20 })
            .set("text-anchor", "middle")
            .set("fill", colour.to_owned())
            .set("stroke", "#222222")
            .set("stroke-width", 4)
            .set("paint-order", "stroke")
    };
    let mut group = Group::new().add(drawing.title()).add(disc);
    let names = drawing.short_name(size.max(1) * LETTERS);
    let first = 6 - NAME_LINE / 2 * i32::try_from(names.len().saturating_sub(1)).unwrap_or(0);
    for (number, line) in (0..).zip(names) {
        group = group.add(label(line, first + number * NAME_LINE, "#ffffff"));
    }
    let tokens = drawing.tokens();
    Some(if tokens.is_empty() {
        group
    } else {
        group.add(label(tokens, 38, "#ffe9b0"))
    })
}
