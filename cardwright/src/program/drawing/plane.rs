//! The flat table: bases with their facing, arcs, tokens and names.
//!
//! Arcs are found in the content: rows of a record with the number fields `centre` and `width` that a piece's facts
//! lead to, directly or through one more row.

use super::{Drawing, Picture, Scene};
use cardwright_bytecode::pack::{CONST_SET, FootprintDef};
use cardwright_bytecode::{Base, Ty};
use cardwright_core::board::plane::{Body, Footprint, Point, Pose};
use std::collections::BTreeSet;
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle, SVG, Text};

/// Thousandths of an inch around the table.
const MARGIN: i32 = 1500;
/// How far arcs are drawn from the centre of a base.
const ARC_LENGTH: f64 = 3000.0;

/// The table with its pieces.
pub(super) fn table(scene: &Scene<'_>) -> Picture {
    let size = scene.pack.setup.table;
    let board = Rectangle::new()
        .set("width", size.width)
        .set("height", size.length)
        .set("fill", "#f7f3e8")
        .set("stroke", "#555")
        .set("stroke-width", 60);
    let pieces = scene.drawings().filter_map(|piece| piece.on_table());
    let picture = pieces.fold(SVG::new().add(board), SVG::add);
    Picture {
        svg: picture,
        extent: (
            -MARGIN,
            -MARGIN,
            size.width + 2 * MARGIN,
            size.length + 2 * MARGIN,
        ),
        space: size.width,
    }
}

impl Drawing<'_> {
    /// The piece on the table; nothing if it is not there.
    fn on_table(&self) -> Option<Group> {
        let pose = Pose::unpack(self.pose()?);
        let body = Body::new(pose, self.footprint()?);
        let colour = self.colour();
        let mut group = Group::new().add(self.title());
        for arc in self.arcs() {
            group = group.add(self.ray(pose, arc.0 - arc.1 / 2, colour)).add(self.ray(
                pose,
                arc.0 + arc.1 / 2,
                colour,
            ));
        }
        group = match body.footprint {
            Footprint::Circle { radius } => {
                let (x, y) = self.flip(pose.centre());
                group.add(
                    Circle::new()
                        .set("cx", x)
                        .set("cy", y)
                        .set("r", radius)
                        .set("fill", colour)
                        .set("opacity", 0.7),
                )
            }
            Footprint::Rectangle { .. } => {
                let corners: Vec<String> = body.corners().map(|corner| self.point(corner)).to_vec();
                let base = Polygon::new()
                    .set("points", corners.join(" "))
                    .set("fill", colour)
                    .set("opacity", 0.7);
                group.add(base).add(self.facing(&body))
            }
        };
        let (x, y) = self.flip(pose.centre());
        let label = |text: String, down: i32| {
            Text::new(text)
                .set("x", x)
                .set("y", y + down)
                .set("font-size", 520)
                .set("text-anchor", "middle")
        };
        group = group.add(label(self.short_name(i32::MAX).join(" "), 1600));
        let tokens = self.tokens();
        Some(if tokens.is_empty() {
            group
        } else {
            group.add(label(tokens, 2200).set("fill", "#444"))
        })
    }

    fn footprint(&self) -> Option<Footprint> {
        Some(match self.pack.kinds.get(self.kind())?.footprint? {
            FootprintDef::Rectangle(width, length) => Footprint::Rectangle {
                width: self.field(width),
                length: self.field(length),
            },
            FootprintDef::Spaces(..) => return None,
            FootprintDef::Circle(radius) => Footprint::Circle {
                radius: self.field(radius),
            },
        })
    }

    /// A triangle from the middle of the base to the middle of its front edge.
    fn facing(&self, body: &Body) -> Polygon {
        let (centre, front) = (body.pose.centre(), body.front_centre());
        let (ahead_x, ahead_y) = (front.x - centre.x, front.y - centre.y);
        let side = |sign: i32| Point {
            x: centre.x - sign * ahead_y / 2,
            y: centre.y + sign * ahead_x / 2,
        };
        let points = [front, side(1), side(-1)].map(|point| self.point(point));
        Polygon::new()
            .set("points", points.join(" "))
            .set("fill", "#ffffff")
    }

    /// Centres and widths of the arcs that the piece's facts lead to.
    fn arcs(&self) -> BTreeSet<(i64, i64)> {
        let mut arcs = BTreeSet::new();
        let Some(kind) = self.pack.kinds.get(self.kind()) else {
            return arcs;
        };
        for (at, field) in kind.fields.iter().enumerate().filter(|(_, field)| !field.state) {
            self.follow(field.ty, self.game.field(self.entity, at), 2, &mut arcs);
        }
        arcs
    }

    fn follow(&self, ty: Ty, value: i64, depth: usize, arcs: &mut BTreeSet<(i64, i64)>) {
        if ty.set {
            let set = usize::try_from(value - CONST_SET)
                .ok()
                .and_then(|at| self.pack.sets.get(at));
            for &item in set.map_or(&[][..], |set| &set.items) {
                self.follow(Ty::one(ty.base), item, depth, arcs);
            }
            return;
        }
        let Base::Row(record) = ty.base else { return };
        let Some(row) = usize::try_from(value).ok().and_then(|at| self.pack.rows.get(at)) else {
            return;
        };
        let fields = &self.pack.records[usize::from(record)].fields;
        let named = |name: &str| {
            let at = fields
                .iter()
                .position(|field| field.name == name && field.ty == Ty::ANGLE)?;
            row.cells.get(at).copied()
        };
        if let (Some(centre), Some(width)) = (named("centre"), named("width")) {
            if width < 360_000 {
                arcs.insert((centre, width));
            }
        } else if depth > 0 {
            for (field, &cell) in fields.iter().zip(&row.cells) {
                self.follow(field.ty, cell, depth - 1, arcs);
            }
        }
    }

    /// A line from the centre in a direction relative to the facing (thousandths of a degree).
    #[allow(clippy::cast_precision_loss)]
    fn ray(&self, pose: Pose, direction: i64, colour: &str) -> Line {
        let angle = ((i64::from(pose.heading) + direction) as f64 / 1000.0).to_radians();
        let (x, y) = self.flip(pose.centre());
        let line = Line::new()
            .set("x1", x)
            .set("y1", y)
            .set("stroke", colour)
            .set("stroke-width", 40);
        line.set("stroke-dasharray", "150 150")
            .set("x2", (f64::from(x) + ARC_LENGTH * angle.sin()).round())
            .set("y2", (f64::from(y) - ARC_LENGTH * angle.cos()).round())
    }

    /// North is up in a drawing.
    fn flip(&self, point: Point) -> (i32, i32) {
        (point.x, self.pack.setup.table.length - point.y)
    }

    fn point(&self, point: Point) -> String {
        let (x, y) = self.flip(point);
        format!("{x},{y}")
    }
}
