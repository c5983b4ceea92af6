//! Squares with walls: grounds with patterns, zones outlined and named once, walls as thick lines.

use super::course::{self, Spot};
use super::hexes::{beside, of_legend, thin, title, zones};
use super::piece;
use super::sight::Sight;
use super::tags::{self, TagSize, Wanted};
use super::{Area, Shown};
use crate::letters;
use crate::scene::{Anchor, Item, Paint, Place, Role, Shape, Stroke, Words};
use crate::theme::{BLACK, WHITE, mixed, on};
use cardwright_bytecode::board::{BoardDef, SpaceDef};
use cardwright_bytecode::pack::{EntityId, FootprintDef};
use cardwright_compiler::looks::{Colour, Pattern};
use cardwright_core::board::Board as CoreBoard;
use cardwright_core::board::spaces::Stand;
use cardwright_core::board::square::{Grid, Ground, Square, Way};
use std::collections::{BTreeMap, BTreeSet};

/// Floor for which neither looks nor map give a colour.
const FLOOR: Colour = Colour(236, 228, 208);
/// Rock and walls.
const ROCK: Colour = Colour(58, 52, 48);
/// The width of the margin for the letters and numbers at the edges.
pub(super) const MARGIN: f64 = 20.0;

struct Board<'a> {
    def: &'a BoardDef,
    grid: &'a Grid,
    area: Area,
    side: f64,
}

impl Board<'_> {
    fn corner(&self, (x, y): (i32, i32)) -> (f64, f64) {
        (
            self.area.x + f64::from(x) * self.side,
            self.area.y + f64::from(y) * self.side,
        )
    }

    fn middle(&self, square: Square, size: i32) -> (f64, f64) {
        let (x, y) = self.corner((square.x, square.y));
        let half = f64::from(size.max(1)) * self.side / 2.0;
        (x + half, y + half)
    }
}

/// The board with its pieces, and the part of the picture that it takes.
pub(super) fn board(sight: &Sight<'_>, area: Area, shown: Shown<'_>) -> (Vec<Item>, Area) {
    let CoreBoard::Squares(core) = sight.game.content().board() else {
        return (Vec::new(), area);
    };
    let grid = core.grid();
    let side = (area.width - MARGIN) / f64::from(grid.columns().max(1));
    let inner = Area {
        x: area.x + MARGIN,
        y: area.y + MARGIN,
        width: area.width - MARGIN,
        height: f64::from(grid.rows()) * side,
    };
    let board = Board {
        def: &sight.pack.setup.board,
        grid,
        area: inner,
        side,
    };
    let mut items = vec![rock(inner)];
    items.extend(board.def.spaces.iter().map(|space| floor(sight, &board, space)));
    items.extend(zone_outlines(sight, &board));
    items.push(walls(&board));
    items.push(edges(&board, shown));
    let spot = |entity: EntityId, packed: i64| {
        let stand = Stand::unpack(packed);
        let square = grid.square(usize::from(stand.lead).checked_sub(1)?);
        let size = size_of(sight, entity);
        let (x, y) = board.middle(square, size);
        let radius = f64::from(size.max(1)) * side / 2.0 - side * 0.12;
        Some(Spot {
            place: Place::at(x, y),
            reach: (radius, radius),
            outline: Shape::Circle {
                x: 0.0,
                y: 0.0,
                radius,
                paint: Paint::default(),
            },
        })
    };
    items.extend(course::ghosts(sight, shown.recent, &spot));
    items.extend(pieces(sight, &board, &spot, shown));
    items.extend(course::lines(sight, &spot, &|_, _| None));
    let whole = Area {
        height: inner.height + MARGIN,
        ..area
    };
    (items, whole)
}

fn rock(area: Area) -> Item {
    let rect = |paint| Shape::Rect {
        x: area.x,
        y: area.y,
        width: area.width,
        height: area.height,
        radius: 0.0,
        paint,
    };
    Item {
        key: "rock".to_owned(),
        role: Role::Ground,
        title: String::new(),
        place: Place::default(),
        shapes: vec![
            rect(Paint::plain(ROCK)),
            rect(Paint::pattern(Pattern::Hatch, mixed(ROCK, WHITE, 0.14))),
        ],
    }
}

/// A square: its ground, and the marks on it.
fn floor(sight: &Sight<'_>, board: &Board<'_>, space: &SpaceDef) -> Item {
    let square = Square {
        x: i32::from(space.column),
        y: i32::from(space.row),
    };
    let look = sight.looks.terrain.get(&space.terrain);
    let fill = look
        .and_then(|look| look.fill)
        .or_else(|| of_legend(board.def, space))
        .unwrap_or(FLOOR);
    let points = outline(board, square);
    let mut shapes = vec![Shape::Polygon {
        points: points.clone(),
        paint: Paint {
            stroke: Some(thin(mixed(fill, BLACK, 0.5))),
            ..Paint::plain(fill)
        },
    }];
    let pattern = look.map_or(Pattern::Plain, |look| look.pattern);
    if pattern != Pattern::Plain {
        shapes.push(Shape::Polygon {
            points,
            paint: Paint::pattern(pattern, mixed(fill, on(fill), 0.35)),
        });
    }
    let icon = look.and_then(|look| look.icon.clone());
    if let Some(name) = icon.filter(|name| sight.looks.icons.contains_key(name)) {
        let (x, y) = board.middle(square, 1);
        shapes.push(Shape::Icon {
            name,
            x,
            y,
            size: board.side * 0.7,
            colour: mixed(fill, on(fill), 0.45),
        });
    }
    Item {
        key: format!("space:{}", space.id()),
        role: Role::Space,
        title: title(sight, board.def, space),
        place: Place::default(),
        shapes,
    }
}

/// The corners of the open part of a square.
fn outline(board: &Board<'_>, square: Square) -> Vec<(f64, f64)> {
    let is_open = |corner: &Way| match board.grid.ground(square) {
        Ground::Half(open) => *corner != open.back(),
        _ => true,
    };
    let corners = Way::CORNERS.into_iter().filter(is_open);
    corners
        .map(|corner| board.corner(square.corner(corner)))
        .collect()
}

/// The edges of zones, each zone once, with its name in its middle.
fn zone_outlines(sight: &Sight<'_>, board: &Board<'_>) -> Vec<Item> {
    let mut members: BTreeMap<usize, (String, BTreeSet<(i32, i32)>)> = BTreeMap::new();
    for space in &board.def.spaces {
        for (zone, name) in zones(sight, board.def, space) {
            let entry = members.entry(zone).or_insert_with(|| (name, BTreeSet::new()));
            entry.1.insert((i32::from(space.column), i32::from(space.row)));
        }
    }
    let spaces = board.def.spaces.len();
    // A zone of nearly all spaces outlines nothing.
    let told = members
        .into_iter()
        .filter(|(_, (_, squares))| squares.len() * 2 < spaces);
    told.map(|(zone, (name, squares))| zone_outline(sight, board, zone, &name, &squares))
        .collect()
}

fn zone_outline(
    sight: &Sight<'_>,
    board: &Board<'_>,
    zone: usize,
    name: &str,
    squares: &BTreeSet<(i32, i32)>,
) -> Item {
    let colour = sight
        .looks
        .zones
        .get(&zone)
        .and_then(|look| look.colour)
        .unwrap_or(Colour(90, 80, 60));
    let inset = board.side * 0.06;
    let mut shapes = Vec::new();
    for &(x, y) in squares {
        let (left, top) = board.corner((x, y));
        let (right, bottom) = (left + board.side, top + board.side);
        let sides = [
            ((x, y - 1), (left, top + inset), (right, top + inset)),
            ((x, y + 1), (left, bottom - inset), (right, bottom - inset)),
            ((x - 1, y), (left + inset, top), (left + inset, bottom)),
            ((x + 1, y), (right - inset, top), (right - inset, bottom)),
        ];
        let outer = sides
            .into_iter()
            .filter(|(beyond, _, _)| !squares.contains(beyond));
        shapes.extend(outer.map(|(_, from, to)| Shape::Line {
            points: vec![from, to],
            stroke: Stroke {
                dash: 5.0,
                opacity: 0.95,
                ..Stroke::plain(colour, 1.8)
            },
        }));
    }
    for part in parts(squares) {
        shapes.extend(zone_name(board, name, &part, colour));
    }
    Item {
        key: format!("zone:{zone}"),
        role: Role::Zone,
        title: name.to_owned(),
        place: Place::default(),
        shapes,
    }
}

/// The parts of a zone that do not touch each other.
fn parts(squares: &BTreeSet<(i32, i32)>) -> Vec<BTreeSet<(i32, i32)>> {
    let mut left = squares.clone();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut part, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some((x, y)) = open.pop() {
            for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if left.remove(&next) {
                    part.insert(next);
                    open.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The name in the middle of a part of a zone, in the row that is nearest to it, if it fits.
fn zone_name(board: &Board<'_>, name: &str, part: &BTreeSet<(i32, i32)>, colour: Colour) -> Option<Shape> {
    let count = i32::try_from(part.len()).ok().filter(|&count| count > 0)?;
    let mean = part.iter().map(|(_, y)| y).sum::<i32>() / count;
    let row = part.iter().map(|&(_, y)| y).min_by_key(|y| (y - mean).abs())?;
    let columns: Vec<i32> = part.iter().filter(|(_, y)| *y == row).map(|&(x, _)| x).collect();
    let (left, right) = (columns.first()?, columns.last()?);
    let (from, top) = board.corner((*left, row));
    let (to, _) = board.corner((right + 1, row));
    let size = (board.side * 0.28).clamp(8.0, 13.0);
    Some(Shape::Text(Words {
        x: (from + to) / 2.0,
        y: top + board.side * 0.62,
        size,
        text: letters::cut(name, size, true, to - from - 4.0),
        anchor: Anchor::Middle,
        bold: true,
        colour,
        halo: Some(WHITE),
    }))
}

/// Walls between squares, and the cuts of diagonal ones.
fn walls(board: &Board<'_>) -> Item {
    let grid = board.grid;
    let stroke = Stroke::plain(ROCK, (board.side * 0.12).max(2.0));
    let line = |square: Square, from: Way, to: Way| Shape::Line {
        points: vec![board.corner(square.corner(from)), board.corner(square.corner(to))],
        stroke,
    };
    let mut shapes = Vec::new();
    let squares = (0..grid.rows()).flat_map(|y| (0..grid.columns()).map(move |x| Square { x, y }));
    for square in squares {
        // Each wall is kept on both of its squares; the upper and the left side are enough, but at the far edges.
        let sides = [Way::UP, Way::LEFT]
            .into_iter()
            .filter(|&side| grid.has_wall(square, side));
        shapes.extend(sides.map(|side| line(square, side.turned(7), side.turned(1))));
        if let Ground::Half(open) = grid.ground(square) {
            shapes.push(line(square, open.turned(2), open.turned(6)));
        }
    }
    Item {
        key: "walls".to_owned(),
        role: Role::Wall,
        title: String::new(),
        place: Place::default(),
        shapes,
    }
}

/// Letters above the columns and numbers left of the rows, as in the ids of spaces.
fn edges(board: &Board<'_>, shown: Shown<'_>) -> Item {
    let size = (board.side * 0.36).clamp(7.0, 11.0);
    let words = |text: String, x: f64, y: f64| {
        Shape::Text(Words {
            x,
            y,
            size,
            text,
            anchor: Anchor::Middle,
            bold: false,
            colour: shown.theme.faint,
            halo: None,
        })
    };
    let column = |number: i32| {
        let id = SpaceDef {
            column: u16::try_from(number).unwrap_or(0),
            ..SpaceDef::default()
        };
        let letters = id.id().trim_end_matches('1').to_owned();
        let (x, _) = board.corner((number, 0));
        words(letters, x + board.side / 2.0, board.area.y - 6.0)
    };
    let row = |number: i32| {
        let (_, y) = board.corner((0, number));
        words(
            (number + 1).to_string(),
            board.area.x - 10.0,
            y + board.side / 2.0 + size * 0.36,
        )
    };
    let columns = (0..board.grid.columns()).map(column);
    Item {
        key: "edges".to_owned(),
        role: Role::Caption,
        title: String::new(),
        place: Place::default(),
        shapes: columns.chain((0..board.grid.rows()).map(row)).collect(),
    }
}

fn size_of(sight: &Sight<'_>, entity: EntityId) -> i32 {
    match sight.kind(entity).and_then(|kind| kind.footprint) {
        Some(FootprintDef::Spaces(field, _)) => {
            i32::try_from(sight.game.field(entity, usize::from(field))).unwrap_or(1)
        }
        _ => 1,
    }
}

/// The pieces, large ones first, with their tags.
fn pieces(sight: &Sight<'_>, board: &Board<'_>, spot: course::SpotOf<'_>, shown: Shown<'_>) -> Vec<Item> {
    let mut standing: Vec<(i32, EntityId)> = Vec::new();
    for entity in sight.in_play() {
        if sight.game.pose(entity).is_some() {
            let is_scenery = i32::from(sight.is_scenery(entity));
            standing.push((is_scenery * 100 - size_of(sight, entity), entity));
        }
    }
    standing.sort_unstable();
    let mut drawn: BTreeMap<u16, usize> = BTreeMap::new();
    let (mut items, mut wanted) = (Vec::new(), Vec::new());
    for (_, entity) in standing {
        let Some(packed) = sight.game.pose(entity) else {
            continue;
        };
        let Some(at) = spot(entity, packed) else { continue };
        let others = drawn.entry(Stand::unpack(packed).lead).or_default();
        let (x, y, radius) = beside(*others, (at.place.x, at.place.y), at.reach.0);
        *others += 1;
        items.push(piece::on_space(sight, entity, (x, y), radius, None));
        let size = (board.side * 0.24).max(7.0);
        items.extend(piece::badges(
            sight,
            entity,
            (x, y),
            (radius * 0.8, radius * 0.8),
            size,
        ));
        wanted.push(Wanted {
            entity,
            body: Area::around(x, y, radius * 2.3, radius * 2.3),
            has_bars: false,
        });
    }
    let letters = (board.side * 0.26).clamp(7.5, 12.0);
    let size = TagSize {
        letters,
        marks: letters * 1.3,
        bar: 4.0,
        room: board.side * 2.2,
    };
    items.extend(tags::tags(sight, &wanted, board.area, size, shown.theme));
    items
}
