//! The flat table: bases with arcs, obstacles, a scale.

use super::course::{self, Spot};
use super::piece::{self, Base};
use super::sight::Sight;
use super::tags::{self, TagSize, Wanted};
use super::{Area, Shown};
use crate::scene::{Anchor, Item, Paint, Place, Role, Shape, Stroke, Words};
use crate::theme::{Theme, mixed, on};
use cardwright_bytecode::pack::{EntityId, FootprintDef};
use cardwright_compiler::looks::{Colour, Pattern};
use cardwright_core::board::plane::{Body, Footprint, Pose, distance};

/// A table of which the looks say nothing.
const TABLE: Colour = Colour(226, 220, 203);
/// The height of the room for the scale below the table.
pub(super) const SCALE: f64 = 18.0;
/// Thousandths of an inch.
const INCH: f64 = 1000.0;

/// The table on the picture.
struct Table {
    area: Area,
    /// Pixels for a thousandth of an inch.
    unit: f64,
    /// How long the table is, in thousandths of an inch.
    length: f64,
}

impl Table {
    /// North is up.
    fn point(&self, x: i32, y: i32) -> (f64, f64) {
        (
            self.area.x + f64::from(x) * self.unit,
            self.area.y + (self.length - f64::from(y)) * self.unit,
        )
    }

    fn place(&self, pose: Pose) -> Place {
        let centre = pose.centre();
        let (x, y) = self.point(centre.x, centre.y);
        let turn = f64::from(pose.heading) / 1000.0;
        Place { x, y, turn }
    }

    fn base(&self, footprint: Footprint) -> Base {
        let size = |length: i32| f64::from(length) * self.unit;
        match footprint {
            Footprint::Rectangle { width, length } => Base::Rectangle {
                width: size(width),
                length: size(length),
            },
            Footprint::Circle { radius } => Base::Circle { radius: size(radius) },
        }
    }
}

/// The table with its pieces, and the part of the picture that it takes.
pub(super) fn board(sight: &Sight<'_>, area: Area, shown: Shown<'_>) -> (Vec<Item>, Area) {
    if !sight.pack.kinds.iter().any(|kind| kind.footprint.is_some()) {
        // Nothing can stand on this table, so there is nothing to see on it.
        return (Vec::new(), area);
    }
    let size = sight.pack.setup.table;
    let (width, length) = (f64::from(size.width).max(1.0), f64::from(size.length).max(1.0));
    let unit = area.width / width;
    let table = Table {
        area: Area {
            height: length * unit,
            ..area
        },
        unit,
        length,
    };
    let fill = sight.looks.table.unwrap_or(TABLE);
    let mut items = vec![ground(sight, &table, fill)];
    let bodies: Vec<(EntityId, Body)> = bodies(sight);
    let spot = |entity: EntityId, packed: i64| {
        let body = footprint(sight, entity)?;
        let base = table.base(body);
        Some(Spot {
            place: table.place(Pose::unpack(packed)),
            reach: base.reach(),
            outline: base.shape(Paint::default()),
        })
    };
    items.extend(course::ghosts(sight, shown.recent, &spot));
    let mut wanted = Vec::new();
    let (scenery, owned): (Vec<_>, Vec<_>) = bodies
        .into_iter()
        .partition(|&(entity, _)| sight.is_scenery(entity));
    let letters = (table.unit * INCH * 0.42).clamp(9.0, 15.0);
    for (entity, body) in scenery.into_iter().chain(owned) {
        let (place, base) = (table.place(body.pose), table.base(body.footprint));
        items.push(piece::on_table(sight, entity, place, &base));
        let reach = base.reach();
        items.extend(piece::badges(
            sight,
            entity,
            (place.x, place.y),
            reach,
            letters * 0.95,
        ));
        wanted.push(Wanted {
            entity,
            body: piece::area((place.x, place.y), reach, place.turn),
            has_bars: true,
        });
    }
    let measure = |from: EntityId, to: EntityId| measured(sight, from, to);
    items.extend(course::lines(sight, &spot, &measure));
    let sizes = TagSize {
        letters,
        marks: letters * 1.35,
        bar: (letters * 0.42).max(4.0),
        room: letters * 9.0,
    };
    items.extend(tags::tags(sight, &wanted, table.area, sizes, shown.theme));
    items.push(scale(&table, shown.theme));
    let whole = Area {
        height: table.area.height + SCALE,
        ..table.area
    };
    (items, whole)
}

fn ground(sight: &Sight<'_>, table: &Table, fill: Colour) -> Item {
    let area = table.area;
    let rect = |paint| Shape::Rect {
        x: area.x,
        y: area.y,
        width: area.width,
        height: area.height,
        radius: 3.0,
        paint,
    };
    let mut shapes = vec![rect(Paint::plain(fill).edged(mixed(fill, on(fill), 0.4), 1.0))];
    if sight.looks.table_pattern != Pattern::Plain {
        let ink = mixed(fill, on(fill), 0.28);
        shapes.push(rect(Paint::pattern(sight.looks.table_pattern, ink)));
    }
    Item {
        key: "table".to_owned(),
        role: Role::Ground,
        title: String::new(),
        place: Place::default(),
        shapes,
    }
}

/// The bases of all things that stand on the table.
fn bodies(sight: &Sight<'_>) -> Vec<(EntityId, Body)> {
    let standing = sight.in_play().into_iter().filter_map(|entity| {
        let pose = Pose::unpack(sight.game.pose(entity)?);
        Some((entity, Body::new(pose, footprint(sight, entity)?)))
    });
    standing.collect()
}

fn footprint(sight: &Sight<'_>, entity: EntityId) -> Option<Footprint> {
    let field = |number: u16| i32::try_from(sight.game.field(entity, usize::from(number))).unwrap_or(0);
    match sight.kind(entity)?.footprint? {
        FootprintDef::Rectangle(width, length) => Some(Footprint::Rectangle {
            width: field(width),
            length: field(length),
        }),
        FootprintDef::Circle(radius) => Some(Footprint::Circle {
            radius: field(radius),
        }),
        FootprintDef::Spaces(..) => None,
    }
}

/// How far two pieces are apart: in range bands where the looks give some, else in inches.
fn measured(sight: &Sight<'_>, from: EntityId, to: EntityId) -> Option<String> {
    let body = |entity| {
        Some(Body::new(
            Pose::unpack(sight.game.pose(entity)?),
            footprint(sight, entity)?,
        ))
    };
    let gap = i64::from(distance(&body(from)?, &body(to)?));
    let bands = &sight.looks.bands;
    let band = bands.iter().position(|&reach| gap <= reach);
    Some(match (band, bands.is_empty()) {
        (Some(band), _) => format!("range {}", band + 1),
        (None, false) => "out of range".to_owned(),
        (None, true) => format!("{:.1} in", gap as f64 / INCH),
    })
}

/// A scale below the table.
fn scale(table: &Table, theme: Theme) -> Item {
    let inches = if table.length > 60.0 * INCH { 6.0 } else { 3.0 };
    let width = inches * INCH * table.unit;
    let (x, y) = (table.area.x + 2.0, table.area.bottom() + 12.0);
    let ink = theme.faint;
    let shapes = vec![
        Shape::Line {
            points: vec![(x, y - 4.0), (x, y), (x + width, y), (x + width, y - 4.0)],
            stroke: Stroke::plain(ink, 1.2),
        },
        Shape::Text(Words {
            x: x + width + 6.0,
            y,
            size: 11.0,
            text: format!("{inches} in"),
            anchor: Anchor::Start,
            bold: false,
            colour: ink,
            halo: None,
        }),
    ];
    Item {
        key: "scale".to_owned(),
        role: Role::Caption,
        title: String::new(),
        place: Place::default(),
        shapes,
    }
}
