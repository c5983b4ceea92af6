//! Hexes: columns of ground shaded by level, spaces that lie above others a little smaller, pieces as discs.
//!
//! A piece on two spaces is a bar with a mark at its leading end. Pieces are drawn from the lowest level up, so
//! that what stands above hides what stands below, as it would on the table.

use super::{Drawing, Picture, Scene};
use cardwright_bytecode::board::{SpaceDef, unpack_standing};
use std::collections::BTreeMap;
use svg::node::element::{Circle, Group, Line, Polygon, SVG, Text, Title};

/// Half the width of a hexagon.
const HALF: i32 = 500;
/// Half its height: 2 / √3 of half its width.
const TALL: i32 = 577;
/// Around the board.
const MARGIN: i32 = 700;
/// How much smaller a space is drawn for each space below it, in percent.
const SMALLER: i32 = 14;
/// Radius of a piece, of one beside others on its space, and how far aside that one lies.
const LARGE: i32 = 290;
const SMALL: i32 = 130;
const ASIDE: i32 = 230;
/// Letters of a name in a line, and how far lines are apart.
const LETTERS: i32 = 11;
const NAME_LINE: i32 = 180;
/// Where no colour is given.
const GROUND: &str = "#cfc9b4";
/// Levels by which ground is darkest.
const DARKEST: i32 = 16;

/// The board with its pieces.
pub(super) fn board(scene: &Scene<'_>) -> Picture {
    let def = &scene.pack.setup.board;
    let (width, height) = (
        (2 * i32::from(def.columns) + 1) * HALF,
        (i32::from(def.rows) * 3 + 1) * TALL / 2,
    );
    let mut spaces: Vec<&SpaceDef> = def.spaces.iter().collect();
    spaces.sort_by_key(|space| (space.layer, space.row, space.column));
    let mut picture = SVG::new();
    for space in spaces {
        let symbol = def.symbols.get(usize::from(space.symbol));
        let colour = symbol.map_or("", |symbol| symbol.colour.as_str());
        picture = picture.add(ground(space, if colour.is_empty() { GROUND } else { colour }));
    }
    let mut pieces: Vec<(i16, bool, Drawing<'_>)> = scene
        .drawings()
        .filter_map(|piece| {
            let (lead, _) = unpack_standing(piece.pose()?);
            Some((def.space(lead)?.level, !piece.has_owner(), piece))
        })
        .collect();
    // What is nobody's comes last on its level, so that it lies visibly upon who stands there.
    pieces.sort_by_key(|(level, is_nobodys, piece)| (*level, *is_nobodys, piece.entity));
    let mut drawn = BTreeMap::new();
    for (_, _, piece) in pieces {
        if let Some(group) = piece.on_spaces(&mut drawn) {
            picture = picture.add(group);
        }
    }
    Picture {
        svg: picture,
        extent: (-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN),
        space: 2 * HALF,
    }
}

/// The middle of a space.
fn middle(space: &SpaceDef) -> (i32, i32) {
    let (column, row) = (i32::from(space.column), i32::from(space.row));
    ((2 * column + row % 2 + 1) * HALF, (3 * row + 2) * TALL / 2)
}

/// A space with its level and its name.
fn ground(space: &SpaceDef, colour: &str) -> Group {
    let (x, y) = middle(space);
    let size = 100 - SMALLER * i32::from(space.layer);
    let corner = |(across, down): (i32, i32)| {
        format!(
            "{},{}",
            x + across * HALF * size / 100,
            y + down * TALL * size / 200
        )
    };
    let corners = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map(corner);
    let level = i32::from(space.level);
    let shade = f64::from(level.min(DARKEST)) / f64::from(DARKEST) * 0.55;
    let hexagon = |fill: &str| Polygon::new().set("points", corners.join(" ")).set("fill", fill);
    let mut group = Group::new()
        .add(Title::new(format!("{}, level {level}", space.id())))
        .add(hexagon(colour).set("stroke", "#444").set("stroke-width", 14))
        .add(hexagon("#000").set("opacity", shade));
    let label = |text: String, down: i32, size: i32| {
        Text::new(text)
            .set("x", x)
            .set("y", y + down)
            .set("font-size", size)
            .set("text-anchor", "middle")
            .set("fill", if level > DARKEST / 2 { "#eee" } else { "#333" })
    };
    if level > 0 {
        group = group.add(label(level.to_string(), -TALL / 2, 190));
    }
    group.add(label(space.id(), TALL * 7 / 10, 130).set("opacity", 0.6))
}

impl Drawing<'_> {
    /// The piece on the board; small in a corner where others were drawn. `drawn` counts the pieces on each space.
    fn on_spaces(&self, drawn: &mut BTreeMap<i64, usize>) -> Option<Group> {
        let board = &self.pack.setup.board;
        let (lead, trail) = unpack_standing(self.pose()?);
        let others = [lead, trail].map(|space| drawn.get(&space).copied().unwrap_or(0));
        let corner = super::corner(others[0].max(others[1]));
        for space in [lead, trail].into_iter().filter(|&space| space > 0) {
            *drawn.entry(space).or_insert(0) += 1;
        }
        let lead = board.space(lead)?;
        let (x, y) = middle(lead);
        let (right, down) = corner.unwrap_or_default();
        let (x, y) = (x + right * ASIDE, y + down * ASIDE);
        let colour = self.colour();
        let mut group = Group::new().add(self.title());
        if let Some(trail) = board.space(trail) {
            let (far_x, far_y) = middle(trail);
            group = group.add(
                Line::new()
                    .set("x1", x)
                    .set("y1", y)
                    .set("x2", far_x)
                    .set("y2", far_y)
                    .set("stroke", colour)
                    .set("stroke-width", 480)
                    .set("stroke-linecap", "round")
                    .set("opacity", 0.85),
            );
        }
        group = group.add(
            Circle::new()
                .set("cx", x)
                .set("cy", y)
                .set("r", if corner.is_some() { SMALL } else { LARGE })
                .set("fill", colour)
                .set("stroke", "#fff")
                .set("stroke-width", 30)
                .set("opacity", 0.9),
        );
        let label = |text: String, down: i32, size: i32| {
            Text::new(text)
                .set("x", x)
                .set("y", y + down)
                .set("font-size", if corner.is_some() { size * 2 / 3 } else { size })
                .set("text-anchor", "middle")
                .set("fill", "#fff")
                .set("stroke", "#222")
                .set("stroke-width", 40)
                .set("paint-order", "stroke")
        };
        let names = self.short_name(LETTERS);
        let first = 40 - NAME_LINE / 2 * i32::try_from(names.len().saturating_sub(1)).unwrap_or(0);
        for (number, line) in (0..).zip(names) {
            group = group.add(label(line, first + number * NAME_LINE, 190));
        }
        let tokens = self.tokens();
        Some(if tokens.is_empty() {
            group
        } else {
            group.add(label(tokens, 330, 150))
        })
    }
}
