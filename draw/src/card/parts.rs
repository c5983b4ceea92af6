//! The parts of a face as shapes: its ground, the bar with the name, the line of its kind, the picture, numbers, text and foot.
//!
//! Not here: where they are (`face`).

use super::face::{Area, BAR, EDGE, FOOT, Face, FaceStat, GAP, KIND, Plan, SEAM, Unfit};
use super::text::one_line;
use crate::letters;
use crate::scene::{Anchor, Paint, Shape, Words};
use crate::theme::{BLACK, WHITE, mixed, on};
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::Colour;
use std::collections::BTreeMap;

/// How tall a row of numbers is.
const STATS: f64 = 70.0;
/// The most numbers in a row for each hundred tenths of a millimetre.
const STATS_PER_100: f64 = 0.86;
/// How large the letters of the name may be: at most, and at least.
const NAME: (f64, f64) = (42.0, 21.0);
/// The colour of the ground below text, and that of its letters.
const PAPER: Colour = Colour(252, 250, 244);
pub(super) const INK: Colour = Colour(28, 28, 32);

impl Face {
    /// The edge to the bleed, and the paper.
    pub(super) fn ground(&self, bleed: f64) -> Vec<Shape> {
        let (width, height) = self.size;
        let over = bleed.max(SEAM);
        vec![
            Shape::Rect {
                x: -over,
                y: -over,
                width: width + 2.0 * over,
                height: height + 2.0 * over,
                radius: 0.0,
                paint: Paint::plain(self.dark()),
            },
            Shape::Rect {
                x: EDGE,
                y: EDGE,
                width: self.inner(),
                height: height - EDGE * 1.5 - FOOT,
                radius: 18.0,
                paint: Paint::plain(PAPER),
            },
        ]
    }

    /// The bar with the name, and what stands before and behind it.
    pub(super) fn bar(&self, icons: &BTreeMap<String, Icon>) -> Result<Vec<Shape>, Unfit> {
        let mut shapes = vec![Shape::Rect {
            x: EDGE,
            y: EDGE,
            width: self.inner(),
            height: BAR + KIND,
            radius: 18.0,
            paint: Paint::plain(self.colour),
        }];
        let middle = EDGE + BAR / 2.0;
        let mut left = EDGE + GAP + 4.0;
        let mut right = self.size.0 - EDGE - GAP - 4.0;
        if let Some(stat) = &self.left {
            let (plate, width) = plated(stat, icons, (left - 6.0, middle), self.dark(), Anchor::Start);
            shapes.extend(plate);
            left += width;
        }
        if let Some(stat) = &self.right {
            let (plate, width) = plated(stat, icons, (right + 6.0, middle), self.dark(), Anchor::End);
            shapes.extend(plate);
            right -= width;
        }
        shapes.extend(self.name_lines(left, right - left, middle)?);
        Ok(shapes)
    }

    /// The name in one line, or in two.
    fn name_lines(&self, left: f64, room: f64, middle: f64) -> Result<Vec<Shape>, Unfit> {
        let line = |text: &str, size: f64, y: f64| {
            Shape::Text(Words {
                x: left,
                y,
                size,
                text: text.to_owned(),
                anchor: Anchor::Start,
                bold: true,
                colour: on(self.colour),
                halo: None,
            })
        };
        // A name of one line may be small; one of two lines smaller.
        if let Some(size) = one_line(&self.name, true, (NAME.0, 29.0), room) {
            return Ok(vec![line(&self.name, size, middle + size * 0.36)]);
        }
        let mut size = 31.0;
        while size >= NAME.1 {
            let lines = letters::lines(&self.name, size, true, room);
            if lines.len() <= 2 && lines.join(" ") == self.name {
                let first = middle + size * 0.36 - size * 0.56 * (lines.len() as f64 - 1.0);
                let lines = lines.iter().enumerate();
                return Ok(lines
                    .map(|(at, text)| line(text, size, first + size * 1.12 * at as f64))
                    .collect());
            }
            size -= 0.5;
        }
        Err(self.unfit("its name does not fit on two lines".to_owned()))
    }

    pub(super) fn kind_line(&self) -> Result<Vec<Shape>, Unfit> {
        let ground = mixed(self.colour, BLACK, 0.35);
        let top = EDGE + BAR;
        let room = self.inner() - 2.0 * GAP - 8.0;
        let size = one_line(&self.line, false, (23.0, 14.0), room);
        let size = size.ok_or_else(|| self.unfit("the line below its name does not fit".to_owned()))?;
        Ok(vec![
            Shape::Rect {
                x: EDGE,
                y: top,
                width: self.inner(),
                height: KIND,
                radius: 0.0,
                paint: Paint::plain(ground),
            },
            Shape::Text(Words {
                x: EDGE + GAP + 4.0,
                y: top + KIND / 2.0 + size * 0.36,
                size,
                text: self.line.clone(),
                anchor: Anchor::Start,
                bold: false,
                colour: on(ground),
                halo: None,
            }),
        ])
    }

    /// The silhouette before discs of the card's colour.
    pub(super) fn picture(&self, icons: &BTreeMap<String, Icon>, area: Area) -> Vec<Shape> {
        if area.height < 40.0 {
            return Vec::new();
        }
        let (x, y) = (area.x + area.width / 2.0, area.y + area.height / 2.0);
        let least = area.width.min(area.height);
        let disc = |share: f64, tint: f64| Shape::Circle {
            x,
            y,
            radius: least * share,
            paint: Paint::plain(mixed(self.colour, WHITE, tint)),
        };
        let mut shapes = vec![
            Shape::Rect {
                x: area.x,
                y: area.y,
                width: area.width,
                height: area.height,
                radius: 0.0,
                paint: Paint::plain(mixed(self.colour, WHITE, 0.8)),
            },
            disc(0.485, 0.7),
            disc(0.4, 0.58),
        ];
        if let Some(name) = self.icon.as_ref().filter(|name| icons.contains_key(*name)) {
            shapes.push(Shape::Icon {
                name: name.clone(),
                x,
                y,
                size: least * 0.74,
                colour: mixed(self.colour, BLACK, 0.68),
            });
        }
        shapes
    }

    fn stats_in_row(&self, width: f64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "cards are small"
        )]
        let most = (width / 100.0 * STATS_PER_100).floor().max(1.0) as usize;
        // Rows are about as long as each other.
        let rows = self.stats.len().div_ceil(most).max(1);
        self.stats.len().div_ceil(rows).max(1)
    }

    pub(super) fn stats_height(&self, width: f64) -> f64 {
        let rows = self.stats.len().div_ceil(self.stats_in_row(width));
        match rows {
            0 => 0.0,
            rows => STATS * rows as f64 + GAP * 0.7,
        }
    }

    pub(super) fn stat_rows(&self, icons: &BTreeMap<String, Icon>, area: Area) -> Vec<Shape> {
        if self.stats.is_empty() {
            return Vec::new();
        }
        let mut shapes = vec![Shape::Rect {
            x: area.x,
            y: area.y,
            width: area.width,
            height: area.height,
            radius: 0.0,
            paint: Paint::plain(mixed(self.colour, BLACK, 0.35)),
        }];
        let rows = self.stats.chunks(self.stats_in_row(area.width)).enumerate();
        for (row, stats) in rows {
            let width = (area.width - 10.0) / stats.len() as f64;
            for (column, stat) in stats.iter().enumerate() {
                let cell = Area {
                    x: area.x + 5.0 + width * column as f64 + 4.0,
                    y: area.y + GAP * 0.5 + STATS * row as f64 + 3.0,
                    width: width - 8.0,
                    height: STATS - 6.0,
                };
                shapes.extend(cell_of(stat, icons, cell, self.colour));
            }
        }
        shapes
    }

    /// The line at the foot: the source of the card.
    pub(super) fn foot(&self) -> Vec<Shape> {
        let room = self.inner() - 2.0 * GAP;
        // It says nothing about the game; a long one is small.
        let size = one_line(&self.foot, false, (15.0, 4.0), room).unwrap_or(4.0);
        vec![Shape::Text(Words {
            x: self.size.0 / 2.0,
            y: self.size.1 - EDGE * 0.5 - FOOT / 2.0 + size * 0.36,
            size,
            text: self.foot.clone(),
            anchor: Anchor::Middle,
            bold: false,
            colour: mixed(self.colour, WHITE, 0.6),
            halo: None,
        })]
    }
}

/// The paper under the text, and the text.
pub(super) fn text_box(plan: &Plan, colour: Colour) -> Vec<Shape> {
    let area = plan.text;
    // Text that does not fill its box stands in the middle.
    let spare = (area.height - plan.block.height - 2.0 * GAP).max(0.0) / 2.0;
    let faint = mixed(INK, colour, 0.35);
    plan.block
        .shapes((area.x + GAP, area.y + GAP + spare), INK, faint)
}

/// How wide a number is in its plate.
fn text_size(text: &str, most: f64, room: f64) -> f64 {
    one_line(text, true, (most, 10.0), room).unwrap_or(10.0)
}

/// A number on a plate with its icon, at the left or right end of the bar; with how much room it takes.
fn plated(
    stat: &FaceStat,
    icons: &BTreeMap<String, Icon>,
    (x, middle): (f64, f64),
    ground: Colour,
    anchor: Anchor,
) -> (Vec<Shape>, f64) {
    let size = text_size(&stat.text, 40.0, 130.0);
    let icon = stat.icon.as_ref().filter(|name| icons.contains_key(*name));
    let with_icon = if icon.is_some() { 32.0 } else { 0.0 };
    let width = (letters::width(&stat.text, size, true) + with_icon + 28.0).max(58.0);
    let left = if anchor == Anchor::End { x - width } else { x };
    let ink = mixed(stat.colour.unwrap_or(WHITE), WHITE, 0.55);
    let mut shapes = vec![Shape::Rect {
        x: left,
        y: middle - 28.0,
        width,
        height: 56.0,
        radius: 16.0,
        paint: Paint::plain(ground),
    }];
    if let Some(name) = icon {
        shapes.push(Shape::Icon {
            name: name.clone(),
            x: left + 14.0 + 13.0,
            y: middle,
            size: 29.0,
            colour: ink,
        });
    }
    shapes.push(Shape::Text(Words {
        x: left + with_icon + (width - with_icon) / 2.0,
        y: middle + size * 0.36,
        size,
        text: stat.text.clone(),
        anchor: Anchor::Middle,
        bold: true,
        colour: ink,
        halo: None,
    }));
    (shapes, width + 10.0)
}

/// A number with its icon, and what it is called below.
fn cell_of(stat: &FaceStat, icons: &BTreeMap<String, Icon>, area: Area, colour: Colour) -> Vec<Shape> {
    let own = stat.colour.unwrap_or(colour);
    let ink = mixed(own, BLACK, 0.42);
    let icon = stat.icon.as_ref().filter(|name| icons.contains_key(*name));
    let with_icon = if icon.is_some() { 38.0 } else { 0.0 };
    let size = text_size(&stat.text, 38.0, area.width - with_icon - 10.0);
    let width = letters::width(&stat.text, size, true) + with_icon;
    let left = area.x + (area.width - width) / 2.0;
    let upper = area.y + area.height * 0.36;
    let label = one_line(&stat.name, false, (15.5, 8.0), area.width - 6.0).unwrap_or(8.0);
    let mut shapes = vec![Shape::Rect {
        x: area.x,
        y: area.y,
        width: area.width,
        height: area.height,
        radius: 12.0,
        paint: Paint::plain(mixed(own, PAPER, 0.86)),
    }];
    if let Some(name) = icon {
        shapes.push(Shape::Icon {
            name: name.clone(),
            x: left + 16.0,
            y: upper,
            size: 33.0,
            colour: ink,
        });
    }
    let words = |x: f64, y: f64, size: f64, text: &str, bold: bool, colour: Colour| {
        Shape::Text(Words {
            x,
            y,
            size,
            text: text.to_owned(),
            anchor: Anchor::Middle,
            bold,
            colour,
            halo: None,
        })
    };
    let middle = left + with_icon + (width - with_icon) / 2.0;
    shapes.push(words(middle, upper + size * 0.36, size, &stat.text, true, ink));
    let below = area.y + area.height - 7.0;
    shapes.push(words(
        area.x + area.width / 2.0,
        below,
        label,
        &stat.name,
        false,
        mixed(INK, own, 0.25),
    ));
    shapes
}
