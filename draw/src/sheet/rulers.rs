//! Rulers and templates, true to scale: strips for range bands, and the ways along which pieces move.

use super::flow::{Block, words};
use crate::card::{Press, units};
use crate::scene::{Anchor, Paint, Shape, Stroke};
use crate::theme::mixed;
use cardwright_bytecode::pack::RowDef;
use cardwright_compiler::looks::{Colour, TemplatesLook};

const INK: Colour = Colour(28, 30, 36);
const PAPER: Colour = Colour(255, 255, 255);
/// Bands, from near to far.
const BANDS: [Colour; 4] = [
    Colour(198, 60, 52),
    Colour(224, 158, 40),
    Colour(70, 140, 80),
    Colour(60, 100, 160),
];
/// How wide a ruler is.
const RULER: f64 = 220.0;
/// The flap by which a part of a ruler is glued to the next.
const FLAP: f64 = 70.0;
/// How many corners a bent side has.
const STEPS: u32 = 24;

/// The range ruler in parts: one for each band, with a flap for the next.
pub(super) fn ruler(press: &Press<'_>) -> Vec<Block> {
    let bands = &press.looks().bands;
    let mut near = 0;
    let mut blocks = Vec::new();
    for (at, &far) in bands.iter().enumerate() {
        let is_last = at + 1 == bands.len();
        blocks.push(band(at, units(far - near), units(far), is_last));
        near = far;
    }
    blocks
}

fn band(at: usize, long: f64, reaches: f64, is_last: bool) -> Block {
    let colour = BANDS[at % BANDS.len()];
    let flap = if is_last { 0.0 } else { FLAP };
    let rect = |x: f64, width: f64, paint: Paint| Shape::Rect {
        x,
        y: 0.0,
        width,
        height: RULER,
        radius: 0.0,
        paint,
    };
    let number = (at + 1).to_string();
    let mut shapes = vec![
        rect(
            0.0,
            long,
            Paint::plain(mixed(colour, PAPER, 0.72)).edged(INK, 2.0),
        ),
        words(
            (long / 2.0, RULER / 2.0 + 42.0),
            120.0,
            &number,
            Anchor::Middle,
            true,
        ),
        words(
            (long / 2.0, RULER - 18.0),
            24.0,
            &format!("to {:.0} mm", reaches / 10.0),
            Anchor::Middle,
            false,
        ),
    ];
    if !is_last {
        shapes.push(rect(
            long,
            flap,
            Paint::plain(PAPER).edged(mixed(INK, PAPER, 0.5), 1.2),
        ));
        shapes.push(words(
            (long + flap / 2.0, RULER / 2.0 + 8.0),
            22.0,
            "glue",
            Anchor::Middle,
            false,
        ));
    }
    Block {
        width: long + flap,
        height: RULER,
        shapes,
        ..Block::default()
    }
}

/// The templates of the looks, each row once.
pub(super) fn templates(press: &Press<'_>) -> Vec<Block> {
    let looks = press.looks().templates.iter();
    let all = looks.flat_map(|look| {
        let rows = press
            .pack()
            .rows
            .iter()
            .filter(|row| row.record == look.record && !row.id.is_empty());
        rows.filter_map(|row| template(press, look, row))
    });
    all.collect()
}

fn template(press: &Press<'_>, look: &TemplatesLook, row: &RowDef) -> Option<Block> {
    let long = units(*row.cells.get(look.length)?);
    let bend = look
        .bend
        .and_then(|bend| row.cells.get(bend))
        .copied()
        .unwrap_or(0);
    #[expect(clippy::cast_precision_loss, reason = "thousandths of a degree")]
    let bend = (bend as f64 / 1000.0).to_radians();
    let width = units(look.width);
    if long <= 0.0 || width <= 0.0 {
        return None;
    }
    let name = press.row(look.record, &row.id);
    Some(way(long, bend, width, &name))
}

/// A way that begins at the bottom and leads upward, bending to the right.
fn way(long: f64, bend: f64, width: f64, name: &str) -> Block {
    let at = |share: f64, side: f64| {
        let angle = bend * share;
        let (x, y) = match bend.abs() < 1e-6 {
            true => (0.0, -long * share),
            false => {
                let radius = long / bend;
                (radius * (1.0 - angle.cos()), -radius * angle.sin())
            }
        };
        (x + side * angle.cos(), y + side * angle.sin())
    };
    let steps = if bend.abs() < 1e-6 { 1 } else { STEPS };
    let along = |side: f64| (0..=steps).map(move |step| at(f64::from(step) / f64::from(steps), side));
    let left: Vec<(f64, f64)> = along(-width / 2.0).collect();
    let mut outline = left;
    outline.extend(along(width / 2.0).collect::<Vec<_>>().into_iter().rev());
    let middle: Vec<(f64, f64)> = along(0.0).collect();
    let least = outline.iter().fold((f64::MAX, f64::MAX), |low, one| {
        (low.0.min(one.0), low.1.min(one.1))
    });
    let most = outline.iter().fold((f64::MIN, f64::MIN), |high, one| {
        (high.0.max(one.0), high.1.max(one.1))
    });
    let moved = |points: Vec<(f64, f64)>| -> Vec<(f64, f64)> {
        points
            .into_iter()
            .map(|(x, y)| (x - least.0, y - least.1))
            .collect()
    };
    let size = (20.0 * (width - 16.0) / crate::letters::width(name, 20.0, false)).min(24.0);
    let begin = (-least.0, -least.1);
    Block {
        width: most.0 - least.0,
        height: most.1 - least.1,
        shapes: vec![
            Shape::Polygon {
                points: moved(outline),
                paint: Paint::plain(Colour(236, 236, 230)).edged(INK, 2.0),
            },
            Shape::Line {
                points: moved(middle),
                stroke: Stroke {
                    dash: 14.0,
                    ..Stroke::plain(mixed(INK, PAPER, 0.45), 2.0)
                },
            },
            words((begin.0, begin.1 - 10.0), size, name, Anchor::Middle, false),
        ],
        ..Block::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(block: &Block) -> &[(f64, f64)] {
        match &block.shapes[0] {
            Shape::Polygon { points, .. } => points,
            _ => &[],
        }
    }

    #[test]
    fn a_straight_way_is_as_long_as_it_leads() {
        let block = way(1_000.0, 0.0, 200.0, "straight");
        let corners = corners(&block);
        assert_eq!(corners.len(), 4);
        let (first, last) = (corners[0], corners[1]);
        assert!(((first.1 - last.1) - 1_000.0).abs() < 1e-6 && (first.0 - last.0).abs() < 1e-6);
    }

    #[test]
    fn a_bent_way_has_its_length_along_the_middle() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let block = way(350.0 * quarter, quarter, 200.0, "turn");
        // The inner side has a radius of 250, the outer one of 450.
        let corners = corners(&block);
        let long = |points: &[(f64, f64)]| -> f64 {
            points
                .windows(2)
                .map(|two| (two[1].0 - two[0].0).hypot(two[1].1 - two[0].1))
                .sum()
        };
        let half = corners.len() / 2;
        assert!((long(&corners[..half]) - 450.0 * quarter).abs() < 1.0);
        assert!((long(&corners[half..]) - 250.0 * quarter).abs() < 1.0);
    }
}
