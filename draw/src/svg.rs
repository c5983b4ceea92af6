//! A scene as SVG.
//!
//! Icons and patterns that are used stand once at the beginning; items refer to them. Nothing in the file can run or
//! reach out: colours are numbers, texts are escaped, outlines are path data.

use crate::letters::{self, FAMILY};
use crate::scene::{Anchor, Fill, Item, Paint, Scene, Shape, Stroke, Words};
use cardwright_compiler::looks::{Colour, Pattern};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The edge of letters is so much narrower than they are large.
pub(crate) const HALO: f64 = 4.5;

/// The mark by which a picture is known to be one of this program.
pub const MADE_BY: &str = "cardwright";

impl Scene {
    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut out = Writer(String::new());
        out.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" font-family="{FAMILY}" role="img" data-made-by="{MADE_BY}">"#,
            w = Number(self.width),
            h = Number(self.height),
        ));
        out.element("title", &self.title);
        out.put(format_args!("<defs>{}</defs>", self.definitions()));
        let (w, h) = (Number(self.width), Number(self.height));
        out.put(format_args!(
            r#"<rect width="{w}" height="{h}" fill="{}"/>"#,
            Hex(self.ground)
        ));
        for item in &self.items {
            item.write(&mut out);
        }
        out.put(format_args!("</svg>"));
        out.0
    }

    /// The icons and patterns that are used, for the beginning of a document.
    #[must_use]
    pub fn definitions(&self) -> String {
        let shapes = || self.items.iter().flat_map(|item| &item.shapes);
        let icons = shapes().filter_map(|shape| match shape {
            Shape::Icon { name, .. } => Some(name.as_str()),
            _ => None,
        });
        let icons: BTreeSet<&str> = icons.collect();
        let patterns = shapes().filter_map(pattern_of).collect::<BTreeSet<_>>();
        let mut out = Writer(String::new());
        for name in icons {
            let Some(icon) = self.icons.get(name) else {
                continue;
            };
            let [left, top, width, height] = icon.view.map(Number);
            out.put(format_args!(
                r#"<symbol id="icon-{name}" viewBox="{left} {top} {width} {height}">"#
            ));
            for outline in &icon.outlines {
                out.put(format_args!(r#"<path d="{outline}"/>"#));
            }
            out.put(format_args!("</symbol>"));
        }
        for (pattern, colour) in patterns {
            out.put(format_args!(
                "{}",
                Tile(pattern, Colour(colour.0, colour.1, colour.2))
            ));
        }
        out.0
    }
}

impl Item {
    /// The item as an SVG group.
    #[must_use]
    pub fn markup(&self) -> String {
        let mut out = Writer(String::new());
        self.write(&mut out);
        out.0
    }

    /// Its shapes alone, without group and place.
    #[must_use]
    pub fn inside(&self) -> String {
        let mut out = Writer(String::new());
        self.write_inside(&mut out);
        out.0
    }

    /// The `transform` of its group, as a browser moves it.
    #[must_use]
    pub fn transform(&self) -> String {
        let place = self.place;
        let mut transform = format!("translate({} {})", Number(place.x), Number(place.y));
        if place.turn != 0.0 {
            // Writing to a string does not fail.
            _ = write!(transform, " rotate({})", Number(place.turn));
        }
        transform
    }

    fn write(&self, out: &mut Writer) {
        out.put(format_args!(r#"<g class="{}" data-key=""#, self.role.name()));
        out.escaped(&self.key);
        out.put(format_args!(r#"" transform="{}">"#, self.transform()));
        self.write_inside(out);
        out.put(format_args!("</g>"));
    }

    fn write_inside(&self, out: &mut Writer) {
        if !self.title.is_empty() {
            out.element("title", &self.title);
        }
        self.shapes.iter().for_each(|shape| shape.write(out));
    }
}

impl Shape {
    fn write(&self, out: &mut Writer) {
        match self {
            Self::Rect {
                x,
                y,
                width,
                height,
                radius,
                paint,
            } => {
                let [x, y, width, height, radius] = [*x, *y, *width, *height, *radius].map(Number);
                out.put(format_args!(
                    r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"{}/>"#,
                    Painted(*paint)
                ));
            }
            Self::Circle { x, y, radius, paint } => {
                let [x, y, radius] = [*x, *y, *radius].map(Number);
                out.put(format_args!(
                    r#"<circle cx="{x}" cy="{y}" r="{radius}"{}/>"#,
                    Painted(*paint)
                ));
            }
            Self::Polygon { points, paint } => {
                out.put(format_args!(
                    r#"<polygon points="{}"{}/>"#,
                    Points(points),
                    Painted(*paint)
                ));
            }
            Self::Line { points, stroke } => out.put(format_args!(
                r#"<polyline points="{}" fill="none" stroke-linecap="round" stroke-linejoin="round"{}/>"#,
                Points(points),
                Edge(*stroke)
            )),
            Self::Ring {
                x,
                y,
                radius,
                from,
                sweep,
                stroke,
            } => ring(out, (*x, *y, *radius), (*from, *sweep), *stroke),
            Self::Text(words) => words.write(out),
            Self::Icon {
                name,
                x,
                y,
                size,
                colour,
            } => {
                let [left, top, size] = [x - size / 2.0, y - size / 2.0, *size].map(Number);
                out.put(format_args!(
                    r##"<use href="#icon-{name}" x="{left}" y="{top}" width="{size}" height="{size}" fill="{}"/>"##,
                    Hex(*colour)
                ));
            }
        }
    }
}

/// A part of a ring; all of it is a circle.
fn ring(out: &mut Writer, (x, y, radius): (f64, f64, f64), (from, sweep): (f64, f64), stroke: Stroke) {
    if sweep >= 359.9 {
        let [x, y, radius] = [x, y, radius].map(Number);
        out.put(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none"{}/>"#,
            Edge(stroke)
        ));
        return;
    }
    let point = |degrees: f64| {
        let angle = degrees.to_radians();
        (Number(x + radius * angle.sin()), Number(y - radius * angle.cos()))
    };
    let ((x1, y1), (x2, y2)) = (point(from), point(from + sweep));
    let large = u8::from(sweep > 180.0);
    let radius = Number(radius);
    out.put(format_args!(
        r#"<path d="M{x1} {y1}A{radius} {radius} 0 {large} 1 {x2} {y2}" fill="none"{}/>"#,
        Edge(stroke)
    ));
}

impl Words {
    fn write(&self, out: &mut Writer) {
        let anchor = match self.anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = if self.bold { r#" font-weight="bold""# } else { "" };
        let [x, y, size] = [self.x, self.y, self.size].map(Number);
        // Where another font stands in, the text still fits the room that was measured for it.
        let length = Number(letters::width(&self.text, self.size, self.bold));
        out.put(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}"{anchor}{weight} textLength="{length}" lengthAdjust="spacingAndGlyphs" fill="{}""#,
            Hex(self.colour)
        ));
        if let Some(halo) = self.halo {
            let width = Number(self.size / HALO);
            out.put(format_args!(
                r#" stroke="{}" stroke-width="{width}" stroke-linejoin="round" paint-order="stroke""#,
                Hex(halo)
            ));
        }
        out.put(format_args!(">"));
        out.escaped(&self.text);
        out.put(format_args!("</text>"));
    }
}

fn pattern_of(shape: &Shape) -> Option<(Pattern, (u8, u8, u8))> {
    let (Shape::Rect { paint, .. } | Shape::Circle { paint, .. } | Shape::Polygon { paint, .. }) = shape
    else {
        return None;
    };
    match paint.fill {
        Fill::Pattern(pattern, Colour(red, green, blue)) => Some((pattern, (red, green, blue))),
        _ => None,
    }
}

/// The SVG text so far.
struct Writer(String);

impl Writer {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        _ = self.0.write_fmt(text);
    }

    /// A text in which nothing is markup. What XML cannot hold is left out.
    fn escaped(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '&' => self.0.push_str("&amp;"),
                '"' => self.0.push_str("&quot;"),
                '\n' | '\t' => self.0.push(letter),
                '\u{fffe}' | '\u{ffff}' => {}
                letter if letter.is_control() => {}
                letter => self.0.push(letter),
            }
        }
    }

    fn element(&mut self, name: &str, text: &str) {
        self.put(format_args!("<{name}>"));
        self.escaped(text);
        self.put(format_args!("</{name}>"));
    }
}

/// A number with at most two digits behind the point, so that all machines write the same.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // No picture has a part that lies at minus nothing, or nowhere.
        match rounded.is_finite() && rounded != 0.0 {
            true => write!(out, "{rounded}"),
            false => out.write_str("0"),
        }
    }
}

struct Hex(Colour);

impl std::fmt::Display for Hex {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Colour(red, green, blue) = self.0;
        write!(out, "#{red:02x}{green:02x}{blue:02x}")
    }
}

struct Points<'a>(&'a [(f64, f64)]);

impl std::fmt::Display for Points<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, &(x, y)) in self.0.iter().enumerate() {
            let gap = if number > 0 { " " } else { "" };
            write!(out, "{gap}{},{}", Number(x), Number(y))?;
        }
        Ok(())
    }
}

struct Edge(Stroke);

impl std::fmt::Display for Edge {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stroke = self.0;
        write!(
            out,
            r#" stroke="{}" stroke-width="{}""#,
            Hex(stroke.colour),
            Number(stroke.width)
        )?;
        if stroke.opacity < 1.0 {
            write!(out, r#" stroke-opacity="{}""#, Number(stroke.opacity))?;
        }
        if stroke.dash > 0.0 {
            let dash = Number(stroke.dash);
            write!(out, r#" stroke-dasharray="{dash} {dash}""#)?;
        }
        Ok(())
    }
}

struct Painted(Paint);

impl std::fmt::Display for Painted {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.fill {
            Fill::Nothing => write!(out, r#" fill="none""#)?,
            Fill::Plain(colour, opacity) => {
                write!(out, r#" fill="{}""#, Hex(colour))?;
                if opacity < 1.0 {
                    write!(out, r#" fill-opacity="{}""#, Number(opacity))?;
                }
            }
            Fill::Pattern(pattern, colour) => write!(out, r#" fill="url(#{})""#, TileName(pattern, colour))?,
        }
        match self.0.stroke {
            Some(stroke) => write!(out, "{}", Edge(stroke)),
            None => Ok(()),
        }
    }
}

struct TileName(Pattern, Colour);

impl std::fmt::Display for TileName {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = format!("{:?}", self.0).to_lowercase();
        let Colour(red, green, blue) = self.1;
        write!(out, "tile-{name}-{red:02x}{green:02x}{blue:02x}")
    }
}

/// A pattern: how large its tile is, what is drawn as lines on it, and what is filled.
pub(crate) fn tile(pattern: Pattern) -> (f64, String, String) {
    let lines = |size: f64, lines: &str| (size, lines.to_owned(), String::new());
    match pattern {
        Pattern::Plain => lines(8.0, ""),
        Pattern::Waves => lines(16.0, "M0 5q4 -4 8 0t8 0M0 13q4 -4 8 0t8 0"),
        Pattern::Hatch => lines(8.0, "M-2 2l4 -4M0 8l8 -8M6 10l4 -4"),
        Pattern::Cross => lines(8.0, "M0 0l8 8M0 8l8 -8"),
        Pattern::Bricks => lines(16.0, "M0 .5h16M0 8.5h16M4 .5v8M12 8.5v8"),
        Pattern::Cracks => lines(
            64.0,
            "M4 10l9 6l3 9l-5 8M16 25l11 3l4 10M50 4l-6 8l3 9l-9 6M47 21l10 4M8 50l10 -4l8 6l2 9M40 44l8 6l-3 8M48 50l10 -5",
        ),
        Pattern::Tufts => (
            96.0,
            scattered(96.0, 14, 3, |x, y, large| {
                format!(
                    "M{x} {y}l-{w} -{h}M{x} {y}v-{t}M{x} {y}l{w} -{h}",
                    w = large,
                    h = large * 2,
                    t = large * 2 + 1
                )
            }),
            String::new(),
        ),
        Pattern::Dots => (64.0, String::new(), scattered(64.0, 26, 2, spot)),
        Pattern::Stars => (320.0, String::new(), scattered(320.0, 42, 3, spot)),
    }
}

fn spot(x: u64, y: u64, size: u64) -> String {
    let size = size as f64 * 0.6;
    format!("M{x} {y}h{size}v{size}h-{size}z")
}

/// Marks scattered over a tile, each of one of some sizes, most of them small. The same marks everywhere.
fn scattered(side: f64, count: u64, sizes: u64, mark: impl Fn(u64, u64, u64) -> String) -> String {
    // A generator of a few lines: pictures must not change with a crate.
    let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut draw = |most: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % most.max(1)
    };
    // Nothing sticks out of the tile, where it would be cut.
    let room = (side - 12.0).max(1.0) as u64;
    let mut marks = String::new();
    for _ in 0..count {
        let (x, y) = (6 + draw(room), 6 + draw(room));
        let size = 1 + draw(sizes) * draw(2);
        marks.push_str(&mark(x, y, size));
    }
    marks
}

struct Tile(Pattern, Colour);

impl std::fmt::Display for Tile {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (size, lines, filled) = tile(self.0);
        let (size, colour) = (Number(size), Hex(self.1));
        write!(
            out,
            r#"<pattern id="{}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">"#,
            TileName(self.0, self.1)
        )?;
        if !lines.is_empty() {
            write!(
                out,
                r#"<path d="{lines}" fill="none" stroke="{colour}" stroke-width="1"/>"#
            )?;
        }
        if !filled.is_empty() {
            write!(out, r#"<path d="{filled}" fill="{colour}"/>"#)?;
        }
        write!(out, "</pattern>")
    }
}
