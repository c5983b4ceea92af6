//! Scenes as pages of a PDF file, with the letters that they use embedded.
//!
//! The file says no time and no machine, so the same pages give the same bytes. Letters stand where the scene has measured them.

use crate::letters;
use crate::outline::{self, Outline, Step};
use crate::scene::{Anchor, Fill, Item, Paint, Scene, Shape, Stroke, Words};
use crate::svg::{HALO, MADE_BY, tile};
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::{Colour, Pattern};
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{
    Fill as Filled, LineCap, LineJoin, Pattern as Tiles, Stroke as Stroked, StrokeDash,
};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use std::collections::BTreeMap;

/// The most pages of a file.
pub const MOST_PAGES: usize = 2_000;

/// The pages as a PDF file. A unit of the scenes is so many points (72 an inch) long.
///
/// # Errors
/// If there are too many pages, a page has no size, or the file cannot be made.
pub fn pdf(pages: &[Scene], unit: f64, title: &str) -> Result<Vec<u8>, String> {
    if pages.len() > MOST_PAGES {
        return Err(format!("these are {} pages; the most is {MOST_PAGES}", pages.len()));
    }
    let mut document = Document::new_with(SerializeSettings {
        enable_tagging: false,
        ..SerializeSettings::default()
    });
    let fonts = Fonts::new()?;
    for page in pages {
        let size = PageSettings::from_wh(single(page.width * unit), single(page.height * unit));
        let mut sheet = document.start_page_with(size.ok_or("a page has no size")?);
        let mut surface = sheet.surface();
        let unit = single(unit);
        surface.push_transform(&Transform::from_scale(unit, unit));
        let mut painter = Painter {
            surface: &mut surface,
            fonts: &fonts,
            icons: &page.icons,
        };
        painter.page(page);
        surface.pop();
        surface.finish();
        sheet.finish();
    }
    let metadata = Metadata::new().title(title.to_owned()).creator(MADE_BY.to_owned());
    document.set_metadata(metadata.producer(MADE_BY.to_owned()));
    document.finish().map_err(|error| format!("the file cannot be made: {error:?}"))
}

struct Fonts {
    regular: Font,
    bold: Font,
}

impl Fonts {
    fn new() -> Result<Self, String> {
        let font = |bytes: &'static [u8]| Font::new(bytes.into(), 0).ok_or("the font cannot be read");
        Ok(Self {
            regular: font(dejavu::sans_condensed::regular())?,
            bold: font(dejavu::sans_condensed::bold())?,
        })
    }
}

struct Painter<'s, 'd> {
    surface: &'s mut Surface<'d>,
    fonts: &'s Fonts,
    icons: &'s BTreeMap<String, Icon>,
}

impl Painter<'_, '_> {
    fn page(&mut self, page: &Scene) {
        if page.ground != Colour(255, 255, 255) {
            let all = outline::rectangle((0.0, 0.0), (page.width, page.height), 0.0);
            self.path(&all, Paint::plain(page.ground), LineCap::Butt);
        }
        page.items.iter().for_each(|item| self.item(item));
    }

    fn item(&mut self, item: &Item) {
        let place = item.place;
        self.surface.push_transform(&Transform::from_translate(single(place.x), single(place.y)));
        self.surface.push_transform(&Transform::from_rotate(single(place.turn)));
        item.shapes.iter().for_each(|shape| self.shape(shape));
        self.surface.pop();
        self.surface.pop();
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect {
                x,
                y,
                width,
                height,
                radius,
                paint,
            } => self.path(&outline::rectangle((*x, *y), (*width, *height), *radius), *paint, LineCap::Butt),
            Shape::Circle { x, y, radius, paint } => {
                self.path(&outline::circle((*x, *y), *radius), *paint, LineCap::Butt);
            }
            Shape::Polygon { points, paint } => {
                self.path(&outline::line(points, true), *paint, LineCap::Butt);
            }
            Shape::Line { points, stroke } => {
                self.path(&outline::line(points, false), stroked(*stroke), LineCap::Round);
            }
            Shape::Ring {
                x,
                y,
                radius,
                from,
                sweep,
                stroke,
            } => {
                let outline = outline::arc((*x, *y), *radius, *from, *sweep);
                self.path(&outline, stroked(*stroke), LineCap::Butt);
            }
            Shape::Text(words) => self.words(words),
            Shape::Icon {
                name,
                x,
                y,
                size,
                colour,
            } => self.icon(name, (*x, *y), *size, *colour),
        }
    }

    fn path(&mut self, outline: &Outline, paint: Paint, cap: LineCap) {
        let Some(path) = path_of(outline) else {
            return;
        };
        let fill = match paint.fill {
            Fill::Nothing => None,
            Fill::Plain(colour, opacity) => Some(filled(colour, opacity)),
            Fill::Pattern(pattern, colour) => Some(self.tiles(pattern, colour)),
        };
        let stroke = paint.stroke.map(|own| stroke(own, cap));
        // A path with neither would be painted black.
        if fill.is_some() || stroke.is_some() {
            self.surface.set_fill(fill);
            self.surface.set_stroke(stroke);
            self.surface.draw_path(&path);
        }
    }

    /// A pattern, with nothing between its lines.
    fn tiles(&mut self, pattern: Pattern, colour: Colour) -> Filled {
        let (size, lines, spots) = tile(pattern);
        let mut builder = self.surface.stream_builder();
        let mut surface = builder.surface();
        let parts = [
            (lines, Paint { fill: Fill::Nothing, stroke: Some(Stroke::plain(colour, 1.0)) }),
            (spots, Paint::plain(colour)),
        ];
        for (text, paint) in parts {
            if let Some(path) = path_of(&outline::parsed(&text)) {
                surface.set_fill(match paint.fill {
                    Fill::Plain(colour, opacity) => Some(filled(colour, opacity)),
                    _ => None,
                });
                surface.set_stroke(paint.stroke.map(|own| stroke(own, LineCap::Butt)));
                surface.draw_path(&path);
            }
        }
        surface.finish();
        let side = single(size);
        Filled {
            paint: Tiles {
                stream: builder.finish(),
                transform: Transform::identity(),
                width: side,
                height: side,
            }
            .into(),
            ..Filled::default()
        }
    }

    fn icon(&mut self, name: &str, (x, y): (f64, f64), size: f64, colour: Colour) {
        let Some(icon) = self.icons.get(name) else {
            return;
        };
        let [left, top, width, height] = icon.view;
        let scale = size / width.max(height);
        let corner = (x - width * scale / 2.0 - left * scale, y - height * scale / 2.0 - top * scale);
        let place = Transform::from_row(single(scale), 0.0, 0.0, single(scale), single(corner.0), single(corner.1));
        self.surface.push_transform(&place);
        // Each outline for itself: where two lie upon each other, none is a hole in the other.
        for text in &icon.outlines {
            if let Some(path) = path_of(&outline::parsed(text)) {
                self.surface.set_fill(Some(filled(colour, 1.0)));
                self.surface.set_stroke(None);
                self.surface.draw_path(&path);
            }
        }
        self.surface.pop();
    }

    fn words(&mut self, words: &Words) {
        let width = letters::width(&words.text, words.size, words.bold);
        let left = match words.anchor {
            Anchor::Start => words.x,
            Anchor::Middle => words.x - width / 2.0,
            Anchor::End => words.x - width,
        };
        let font = if words.bold { &self.fonts.bold } else { &self.fonts.regular };
        let glyphs: Vec<KrillaGlyph> = letters::glyphs(&words.text, words.bold)
            .map(|glyph| KrillaGlyph {
                glyph_id: GlyphId::new(glyph.number),
                text_range: glyph.bytes,
                x_advance: single(glyph.advance),
                x_offset: 0.0,
                y_offset: 0.0,
                y_advance: 0.0,
                location: None,
            })
            .collect();
        let at = Point::from_xy(single(left), single(words.y));
        if let Some(halo) = words.halo {
            self.surface.set_fill(None);
            self.surface.set_stroke(Some(stroke(Stroke::plain(halo, words.size / HALO), LineCap::Round)));
            self.surface.draw_glyphs(at, &glyphs, font.clone(), &words.text, single(words.size), true);
        }
        self.surface.set_fill(Some(filled(words.colour, 1.0)));
        self.surface.set_stroke(None);
        self.surface.draw_glyphs(at, &glyphs, font.clone(), &words.text, single(words.size), false);
    }
}

/// Lengths of pages are far below where this loses anything that can be seen.
#[expect(clippy::cast_possible_truncation, reason = "lengths of a page")]
fn single(length: f64) -> f32 {
    length as f32
}

fn filled(colour: Colour, opacity: f64) -> Filled {
    Filled {
        paint: rgb::Color::new(colour.0, colour.1, colour.2).into(),
        opacity: NormalizedF32::new(single(opacity.clamp(0.0, 1.0))).unwrap_or(NormalizedF32::ONE),
        ..Filled::default()
    }
}

fn stroked(stroke: Stroke) -> Paint {
    Paint {
        fill: Fill::Nothing,
        stroke: Some(stroke),
    }
}

fn stroke(stroke: Stroke, line_cap: LineCap) -> Stroked {
    let Filled { paint, opacity, .. } = filled(stroke.colour, stroke.opacity);
    let dash = (stroke.dash > 0.0).then(|| StrokeDash {
        array: vec![single(stroke.dash); 2],
        offset: 0.0,
    });
    Stroked {
        paint,
        width: single(stroke.width),
        opacity,
        line_cap,
        line_join: LineJoin::Round,
        dash,
        ..Stroked::default()
    }
}

/// The path of an outline; nothing, if it is empty.
fn path_of(outline: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let single = |(x, y): (f64, f64)| (single(x), single(y));
    for step in outline {
        match *step {
            Step::Move(to) => {
                let (x, y) = single(to);
                path.move_to(x, y);
            }
            Step::Line(to) => {
                let (x, y) = single(to);
                path.line_to(x, y);
            }
            Step::Quad(by, to) => {
                let [by, to] = [by, to].map(single);
                path.quad_to(by.0, by.1, to.0, to.1);
            }
            Step::Cubic(out, into, to) => {
                let [a, b, c] = [out, into, to].map(single);
                path.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1);
            }
            Step::Close => path.close(),
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Place, Role};
    use std::sync::Arc;

    fn page() -> Scene {
        let words = Words {
            x: 200.0,
            y: 100.0,
            size: 40.0,
            text: "Bread & butter".to_owned(),
            anchor: Anchor::Middle,
            bold: false,
            colour: Colour(0, 0, 0),
            halo: Some(Colour(255, 255, 255)),
        };
        let shapes = vec![
            Shape::Rect {
                x: 10.0,
                y: 10.0,
                width: 300.0,
                height: 60.0,
                radius: 8.0,
                paint: Paint::pattern(Pattern::Hatch, Colour(200, 0, 0)),
            },
            Shape::Ring {
                x: 200.0,
                y: 200.0,
                radius: 50.0,
                from: 10.0,
                sweep: 200.0,
                stroke: Stroke::plain(Colour(0, 0, 200), 4.0),
            },
            Shape::Text(words),
        ];
        Scene {
            width: 2_100.0,
            height: 2_970.0,
            ground: Colour(255, 255, 255),
            title: "page".to_owned(),
            items: vec![Item {
                key: "all".to_owned(),
                role: Role::Panel,
                title: String::new(),
                place: Place::default(),
                shapes,
            }],
            icons: Arc::default(),
        }
    }

    #[test]
    fn the_same_pages_give_the_same_bytes() {
        let pages = [page(), page()];
        let once = pdf(&pages, 0.1, "two pages").expect("it is made");
        assert!(once.starts_with(b"%PDF-"));
        assert_eq!(once, pdf(&pages, 0.1, "two pages").expect("it is made"));
    }

    #[test]
    fn too_many_pages_are_refused() {
        let pages = vec![page(); MOST_PAGES + 1];
        assert!(pdf(&pages, 0.1, "many").is_err());
    }
}
