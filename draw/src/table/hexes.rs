//! Hexes with height: columns of ground seen slightly from the front, so that each level stands out from the one below.

use super::course::{self, Spot};
use super::piece;
use super::sight::Sight;
use super::tags::{self, TagSize, Wanted};
use super::{Area, Shown};
use crate::scene::{Anchor, Item, Paint, Place, Role, Shape, Stroke, Words};
use crate::theme::{BLACK, WHITE, mixed, on};
use cardwright_bytecode::board::{BoardDef, SpaceDef, unpack_standing};
use cardwright_bytecode::pack::EntityId;
use cardwright_compiler::looks::{Colour, Pattern};
use std::collections::BTreeMap;

/// Ground for which neither looks nor map give a colour.
const GROUND: Colour = Colour(190, 184, 160);
/// How high a level is drawn, as a share of a hexagon's width.
const LIFT: f64 = 0.085;
/// The level above which ground is drawn no higher: trees and walls.
const HIGHEST: i16 = 8;
/// How much of a space a piece takes.
const DISC: f64 = 0.33;

/// From the left and from the top of the picture.
type Point = (f64, f64);

struct Board<'a> {
    def: &'a BoardDef,
    area: Area,
    /// How wide a hexagon is.
    wide: f64,
    /// How far its upper and lower corners are from its middle.
    tall: f64,
}

impl Board<'_> {
    /// The middle of a space, on its ground.
    fn middle(&self, space: &SpaceDef) -> (f64, f64) {
        let (column, row) = (f64::from(space.column), f64::from(space.row));
        let shift = f64::from(space.row % 2) * 0.5;
        let x = self.area.x + (column + shift + 0.5) * self.wide;
        let y = self.area.y + self.tall + row * 1.5 * self.tall;
        (x, y - self.lift(space.level))
    }

    fn lift(&self, level: i16) -> f64 {
        f64::from(level.min(HIGHEST)) * LIFT * self.wide
    }

    /// The middle of a piece's first space, and that of its second, if it has one.
    fn standing(&self, packed: i64) -> Option<(Point, Option<Point>)> {
        let (lead, trail) = unpack_standing(packed);
        let lead = self.def.space(lead)?;
        Some((
            self.middle(lead),
            self.def.space(trail).map(|space| self.middle(space)),
        ))
    }
}

/// How much further up a space of this level is drawn, in widths of a hexagon.
pub(super) fn lift(level: i64) -> f64 {
    let level = i16::try_from(level).unwrap_or(HIGHEST).min(HIGHEST);
    f64::from(level) * LIFT
}

/// The room above the rows for the highest ground.
pub(super) fn above(def: &BoardDef, wide: f64) -> f64 {
    let levels = def.spaces.iter().map(|space| space.level);
    lift(i64::from(levels.max().unwrap_or(0))) * wide
}

/// The room below the rows for the sides of the ground.
pub(super) fn edge(wide: f64) -> f64 {
    LIFT * wide
}

/// The board with its pieces, and the part of the picture that it takes.
pub(super) fn board(sight: &Sight<'_>, area: Area, shown: Shown<'_>) -> (Vec<Item>, Area) {
    let def = &sight.pack.setup.board;
    let wide = area.width / (f64::from(def.columns.max(1)) + 0.5);
    let tall = wide / 3f64.sqrt();
    let above = above(def, wide);
    let board = Board {
        def,
        area: Area {
            y: area.y + above,
            ..area
        },
        wide,
        tall,
    };
    let height = above + tall * (1.5 * f64::from(def.rows) + 0.5) + edge(wide);
    let whole = Area { height, ..area };
    let mut spaces: Vec<&SpaceDef> = def.spaces.iter().collect();
    spaces.sort_by_key(|space| (space.row, space.column, space.layer));
    let mut items: Vec<Item> = spaces.iter().map(|space| column(sight, &board, space)).collect();
    let spot = |_: EntityId, packed: i64| {
        let ((x, y), _) = board.standing(packed)?;
        let radius = wide * DISC;
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
    items.extend(zone_edges(sight, &board));
    items.extend(course::ghosts(sight, shown.recent, &spot));
    items.extend(pieces(sight, &board, whole, shown));
    items.extend(course::lines(sight, &spot, &|_, _| None));
    (items, whole)
}

/// A space: the sides of its column that can be seen, and its ground.
fn column(sight: &Sight<'_>, board: &Board<'_>, space: &SpaceDef) -> Item {
    let (x, y) = board.middle(space);
    let tall = board.tall;
    let look = sight.looks.terrain.get(&space.terrain);
    let fill = look
        .and_then(|look| look.fill)
        .or_else(|| of_legend(board.def, space))
        .unwrap_or(GROUND);
    // Higher ground is lighter, as on maps.
    let fill = mixed(fill, WHITE, f64::from(space.level.clamp(0, HIGHEST)) * 0.035);
    let underside = space.underside.unwrap_or(0);
    let depth = board.lift(space.level) - board.lift(underside.min(space.level)) + LIFT * board.wide * 0.6;
    let points = hexagon((x, y), board.wide, tall);
    let side = |from: usize, to: usize, shade: f64| {
        let (one, other) = (points[from], points[to]);
        Shape::Polygon {
            points: vec![one, other, (other.0, other.1 + depth), (one.0, one.1 + depth)],
            paint: Paint::plain(mixed(fill, BLACK, shade)).edged(mixed(fill, BLACK, 0.6), 0.4),
        }
    };
    let mut shapes = vec![side(2, 3, 0.42), side(4, 3, 0.55)];
    let edge = mixed(fill, BLACK, 0.35);
    shapes.push(Shape::Polygon {
        points: points.clone(),
        paint: Paint::plain(fill).edged(edge, 0.8),
    });
    let pattern = look.map_or(Pattern::Plain, |look| look.pattern);
    if pattern != Pattern::Plain {
        shapes.push(Shape::Polygon {
            points,
            paint: Paint::pattern(pattern, mixed(fill, on(fill), 0.3)),
        });
    }
    shapes.extend(words(sight, board, space, fill));
    Item {
        key: format!("space:{}", space.id()),
        role: Role::Space,
        title: title(sight, board.def, space),
        place: Place::default(),
        shapes,
    }
}

/// The spaces of each zone, marked by rings in its colour; a zone of nearly all spaces marks nothing.
fn zone_edges(sight: &Sight<'_>, board: &Board<'_>) -> Vec<Item> {
    let mut members: BTreeMap<usize, (String, Vec<&SpaceDef>)> = BTreeMap::new();
    for space in &board.def.spaces {
        for (zone, name) in zones(sight, board.def, space) {
            members
                .entry(zone)
                .or_insert_with(|| (name, Vec::new()))
                .1
                .push(space);
        }
    }
    let all = board.def.spaces.len();
    let told = members
        .into_iter()
        .filter(|(_, (_, spaces))| spaces.len() * 2 < all);
    let drawn = told.map(|(zone, (name, spaces))| {
        let look = sight.looks.zones.get(&zone);
        let colour = look.and_then(|look| look.colour).unwrap_or(Colour(90, 80, 60));
        let ring = |space: &&SpaceDef| Shape::Polygon {
            points: hexagon(board.middle(space), board.wide * 0.84, board.tall * 0.84),
            paint: Paint {
                stroke: Some(Stroke {
                    opacity: 0.85,
                    ..Stroke::plain(colour, 1.6)
                }),
                ..Paint::default()
            },
        };
        Item {
            key: format!("zone:{zone}"),
            role: Role::Zone,
            title: name,
            place: Place::default(),
            shapes: spaces.iter().map(ring).collect(),
        }
    });
    drawn.collect()
}

/// The level of a space and its icon.
fn words(sight: &Sight<'_>, board: &Board<'_>, space: &SpaceDef, fill: Colour) -> Vec<Shape> {
    let (x, y) = board.middle(space);
    let ink = mixed(fill, on(fill), 0.5);
    let mut shapes = Vec::new();
    let icon = sight
        .looks
        .terrain
        .get(&space.terrain)
        .and_then(|look| look.icon.clone());
    if let Some(name) = icon.filter(|name| sight.looks.icons.contains_key(name)) {
        shapes.push(Shape::Icon {
            name,
            x,
            y,
            size: board.wide * 0.6,
            colour: ink,
        });
    }
    let size = board.wide * 0.2;
    if space.level > 0 && size >= 5.0 {
        shapes.push(Shape::Text(Words {
            x,
            y: y - board.tall * 0.5,
            size,
            text: space.level.to_string(),
            anchor: Anchor::Middle,
            bold: false,
            colour: ink,
            halo: None,
        }));
    }
    shapes
}

/// The colour that the map gives, if it is one.
pub(super) fn of_legend(def: &BoardDef, space: &SpaceDef) -> Option<Colour> {
    let symbol = def.symbols.get(usize::from(space.symbol))?;
    let digits = symbol
        .colour
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some(Colour(part(0)?, part(2)?, part(4)?))
}

/// The title of a space: its id, level, terrain and zones.
pub(super) fn title(sight: &Sight<'_>, def: &BoardDef, space: &SpaceDef) -> String {
    let mut parts = vec![space.id()];
    if space.level != 0 {
        parts.push(format!("level {}", space.level));
    }
    let named = sight
        .looks
        .terrain
        .get(&space.terrain)
        .and_then(|look| look.name.clone());
    let row = usize::try_from(space.terrain).ok().filter(|&row| row > 0);
    let row = row
        .and_then(|row| sight.pack.rows.get(row))
        .map(|row| row.id.clone());
    parts.extend(named.or(row).filter(|name| !name.is_empty()));
    parts.extend(zones(sight, def, space).into_iter().map(|(_, name)| name));
    parts.join(", ")
}

/// The zones of a space that are drawn: numbers and names.
pub(super) fn zones(sight: &Sight<'_>, def: &BoardDef, space: &SpaceDef) -> Vec<(usize, String)> {
    let words = def
        .zones
        .and_then(|zones| sight.pack.words.get(usize::from(zones)));
    let words = words.map_or(&[][..], |words| &words.words);
    let own = words
        .iter()
        .enumerate()
        .filter(|(bit, _)| space.zones >> bit & 1 == 1);
    let named = own.filter_map(|(bit, word)| {
        let look = sight.looks.zones.get(&bit);
        if look.is_some_and(|look| look.unseen) {
            return None;
        }
        let name = look.and_then(|look| look.name.clone());
        Some((bit, name.unwrap_or_else(|| word.clone())))
    });
    named.collect()
}

/// The pieces, from the rear to the front, with their tags.
fn pieces(sight: &Sight<'_>, board: &Board<'_>, whole: Area, shown: Shown<'_>) -> Vec<Item> {
    let mut standing: Vec<(i64, EntityId)> = Vec::new();
    for entity in sight.in_play() {
        if let Some(packed) = sight.game.pose(entity) {
            let lead = unpack_standing(packed).0;
            let row = board.def.space(lead).map_or(0, |space| i64::from(space.row));
            // What is nobody's comes last, small in a corner of whoever stands there, so that both are seen.
            standing.push((2 * row + i64::from(sight.is_scenery(entity)), entity));
        }
    }
    standing.sort_unstable();
    let mut drawn: BTreeMap<i64, usize> = BTreeMap::new();
    let (mut items, mut wanted) = (Vec::new(), Vec::new());
    for (_, entity) in standing {
        let Some(packed) = sight.game.pose(entity) else {
            continue;
        };
        let Some(((x, y), tail)) = board.standing(packed) else {
            continue;
        };
        let others = drawn.entry(unpack_standing(packed).0).or_default();
        let (x, y, radius) = beside(*others, (x, y), board.wide * DISC);
        *others += 1;
        items.push(piece::on_space(
            sight,
            entity,
            (x, y),
            radius,
            tail.filter(|_| *others == 1),
        ));
        items.extend(piece::badges(
            sight,
            entity,
            (x, y),
            (radius, radius),
            radius * 0.62,
        ));
        wanted.push(Wanted {
            entity,
            body: Area::around(x, y, radius * 2.4, radius * 2.4),
            has_bars: false,
        });
    }
    let letters = (board.wide * 0.22).clamp(7.5, 12.0);
    let size = TagSize {
        letters,
        marks: letters * 1.3,
        bar: 4.0,
        room: board.wide * 1.5,
    };
    items.extend(tags::tags(sight, &wanted, whole, size, shown.theme));
    items
}

/// The middle and radius of a piece on a space where others were drawn before it: small, towards a corner.
pub(super) fn beside(others: usize, (x, y): (f64, f64), radius: f64) -> (f64, f64, f64) {
    let Some(number) = others.checked_sub(1) else {
        return (x, y, radius);
    };
    let (right, down) = [(1.0, -1.0), (1.0, 1.0), (-1.0, -1.0), (-1.0, 1.0)][number % 4];
    (x + right * radius * 0.85, y + down * radius * 0.85, radius * 0.5)
}

/// A thin edge that tells two spaces apart.
pub(super) fn thin(colour: Colour) -> Stroke {
    Stroke {
        opacity: 0.5,
        ..Stroke::plain(colour, 0.7)
    }
}

/// The corners of a hex that stands on a point, from the upper one clockwise; `tall` is from its middle to that one.
pub(crate) fn hexagon((x, y): (f64, f64), wide: f64, tall: f64) -> Vec<(f64, f64)> {
    let half = wide / 2.0;
    let corners = [
        (0.0, -tall),
        (half, -tall / 2.0),
        (half, tall / 2.0),
        (0.0, tall),
        (-half, tall / 2.0),
        (-half, -tall / 2.0),
    ];
    corners.map(|(right, down)| (x + right, y + down)).to_vec()
}
