//! Charts as SVG. Their places are percentages of the width that a page has for them, so texts stay as large as they are on any screen, and
//! colours are those of the page, light or dark.

use super::page::escaped;
use crate::series::Interval;
use std::fmt::Write;

/// A stretch of numbers that a chart shows.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// All shares.
    pub(super) const SHARES: Self = Self {
        low: 0.0,
        high: 100.0,
    };

    /// As far below 0 as above, so that all of these differences are on it.
    pub(super) fn of_differences(all: impl Iterator<Item = Interval>) -> Self {
        let far = all.fold(1.0_f64, |far, one| far.max(one.low.abs()).max(one.high.abs()));
        Self { low: -far, high: far }
    }

    /// Where a number is, in percent of the width.
    fn at(self, value: f64) -> f64 {
        (100.0 * (value - self.low) / (self.high - self.low)).clamp(0.0, 100.0)
    }
}

/// A figure as a dot, its interval as a whisker, and perhaps a line at a number to compare with.
pub(super) fn whisker(figure: Interval, scale: Scale, line: Option<f64>, label: &str) -> String {
    let [dot, low, high] = [figure.percent, figure.low, figure.high].map(|one| scale.at(one));
    let mark = line.map(|line| {
        let x = scale.at(line);
        format!("<line class=\"mark\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"0\" y2=\"100%\"/>")
    });
    format!(
        "<svg class=\"whisker\" role=\"img\" aria-label=\"{}\">\
         <line class=\"ground\" x1=\"0\" x2=\"100%\" y1=\"50%\" y2=\"50%\"/>{}\
         <line class=\"reach\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"50%\" y2=\"50%\"/>\
         <circle class=\"dot\" cx=\"{dot:.2}%\" cy=\"50%\" r=\"3.5\"/></svg>",
        escaped(label),
        mark.unwrap_or_default()
    )
}

/// The height of a histogram, and of its columns, in pixels.
const HEIGHT: f64 = 160.0;
const HIGHEST: f64 = 130.0;

/// Columns: the first number, the last one, and how many games have these.
pub(super) fn histogram(columns: &[(u64, u64, u64)], label: &str) -> String {
    let most = columns.iter().map(|column| column.2).max().unwrap_or(0).max(1);
    let each = 100.0 / columns.len().max(1) as f64;
    let mut svg = format!(
        "<svg class=\"histogram\" role=\"img\" aria-label=\"{}\" height=\"{HEIGHT}\">",
        escaped(label)
    );
    for (place, (from, to, games)) in columns.iter().enumerate() {
        #[allow(clippy::cast_precision_loss, reason = "a height is a fraction")]
        let height = HIGHEST * *games as f64 / most as f64;
        let stretch = if from == to {
            from.to_string()
        } else {
            format!("{from} to {to}")
        };
        let _ = write!(
            svg,
            "<rect class=\"column\" x=\"{:.2}%\" y=\"{:.1}\" width=\"{:.2}%\" height=\"{height:.1}\"><title>{stretch}: {games}</title></rect>",
            each * (place as f64 + 0.08),
            HIGHEST + 4.0 - height,
            each * 0.84
        );
    }
    let _ = write!(
        svg,
        "<line class=\"ground\" x1=\"0\" x2=\"100%\" y1=\"{0}\" y2=\"{0}\"/>",
        HIGHEST + 4.5
    );
    // The ends and the middle, so that no two numbers are ever on one another.
    let middle = columns.len() / 2;
    let places = [
        (0, "start", 0.0),
        (middle, "middle", each * (middle as f64 + 0.5)),
        (columns.len().saturating_sub(1), "end", 100.0),
    ];
    for (place, anchor, x) in places {
        if let Some((from, to, _)) = columns.get(place) {
            let number = if anchor == "end" { to } else { from };
            let _ = write!(
                svg,
                "<text x=\"{x:.2}%\" y=\"{:.0}\" text-anchor=\"{anchor}\">{number}</text>",
                HEIGHT - 6.0
            );
        }
    }
    svg.push_str("</svg>");
    svg
}
