//! A scene as pixels, and as a PNG file, drawn with the letters that come along.
//!
//! Shapes are filled by tiny-skia. Letters are drawn once for each size and quarter of a pixel, and then laid down.

use crate::letters;
use crate::outline::{self, Ends, Pen, Step};
use crate::scene::{Anchor, Fill, Item, Paint, Place, Scene, Stroke, Words};
use crate::svg::{HALO, MADE_BY, tile};
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::{Colour, Pattern};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint as Filled, Path, PathBuilder, Pattern as Tiles, Pixmap,
    Shader, SpreadMode, Stroke as Stroked, StrokeDash, Transform,
};

/// The most pixels that a picture is wide or tall.
const MOST_PIXELS: u32 = 8_192;
/// The most letters that are remembered; then all are forgotten.
const MOST_LETTERS: usize = 20_000;
/// Letters stand on quarters of a pixel.
const QUARTERS: f64 = 4.0;

/// The picture as a PNG file, so many times as large as the scene.
///
/// # Errors
/// If the picture would be too large.
pub fn png(scene: &Scene, scale: f32) -> Result<Vec<u8>, String> {
    Pixels::of(scene, scale)?.png()
}

/// A picture of pixels.
#[derive(Clone, Debug)]
pub struct Pixels(Pixmap);

impl Pixels {
    /// A scene on its ground, so many times as large.
    ///
    /// # Errors
    /// If the picture would be too large.
    pub fn of(scene: &Scene, scale: f32) -> Result<Self, String> {
        let mut pixels = Self::clear(scene, scale)?;
        let Colour(red, green, blue) = scene.ground;
        pixels.0.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        pixels.paint(scene, scale);
        Ok(pixels)
    }

    /// A scene with nothing behind it.
    ///
    /// # Errors
    /// If the picture would be too large.
    pub fn without_ground(scene: &Scene, scale: f32) -> Result<Self, String> {
        let mut pixels = Self::clear(scene, scale)?;
        pixels.paint(scene, scale);
        Ok(pixels)
    }

    /// A picture of one colour.
    ///
    /// # Errors
    /// If it would be too large.
    pub fn plain(width: u32, height: u32, Colour(red, green, blue): Colour) -> Result<Self, String> {
        let mut pixels = Self::empty(width, height)?;
        pixels.0.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        Ok(pixels)
    }

    fn clear(scene: &Scene, scale: f32) -> Result<Self, String> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "sizes of pictures"
        )]
        let pixels = |side: f64| (side as f32 * scale).ceil().clamp(0.0, u32::MAX as f32) as u32;
        Self::empty(pixels(scene.width), pixels(scene.height))
    }

    fn empty(width: u32, height: u32) -> Result<Self, String> {
        if width.max(height) > MOST_PIXELS {
            return Err(format!(
                "the picture would have {width} by {height} pixels; the most is {MOST_PIXELS} in each \
                 direction"
            ));
        }
        Pixmap::new(width, height)
            .map(Self)
            .ok_or_else(|| "the picture has no size".to_owned())
    }

    /// How wide it is.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.0.width()
    }

    /// How tall it is.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.height()
    }

    /// Puts another picture onto this one, in place of what was there. What sticks out is cut off.
    pub fn put(&mut self, other: &Self, left: u32, top: u32) {
        const BYTES: usize = 4;
        let (wide, other_wide) = (self.0.width() as usize, other.0.width() as usize);
        let (left, top) = (left as usize, top as usize);
        if left >= wide {
            return;
        }
        let width = other_wide.min(wide - left) * BYTES;
        let rows = self.0.data_mut().chunks_exact_mut(wide * BYTES).skip(top);
        for (target, source) in rows.zip(other.0.data().chunks_exact(other_wide * BYTES)) {
            target[left * BYTES..left * BYTES + width].copy_from_slice(&source[..width]);
        }
    }

    /// The file, with a line that says who made it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn png(self) -> Result<Vec<u8>, String> {
        encoded(self.0).map_err(|error| format!("the picture cannot be written: {error}"))
    }

    fn paint(&mut self, scene: &Scene, scale: f32) {
        let mut painter = Painter {
            pixmap: &mut self.0,
            icons: &scene.icons,
            scale,
            place: Place::default(),
        };
        scene.items.iter().for_each(|item| painter.item(item));
    }
}

/// The file. A picture without anything behind it keeps that; others are a quarter smaller.
fn encoded(pixmap: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (pixmap.width(), pixmap.height());
    let is_whole = pixmap.pixels().iter().all(|pixel| pixel.is_opaque());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(if is_whole {
        png::ColorType::Rgb
    } else {
        png::ColorType::Rgba
    });
    encoder.set_depth(png::BitDepth::Eight);
    // Large plain areas: what is repeated is found without a filter, and quickly. Half as large as what filters make of it.
    encoder.set_deflate_compression(png::DeflateCompression::Level(1));
    encoder.set_filter(png::Filter::NoFilter);
    encoder.add_text_chunk("Software".to_owned(), MADE_BY.to_owned())?;
    let mut writer = encoder.write_header()?;
    match is_whole {
        true => {
            let pixels = pixmap.data().as_chunks::<4>().0;
            let colours: Vec<[u8; 3]> = pixels
                .iter()
                .map(|[red, green, blue, _]| [*red, *green, *blue])
                .collect();
            writer.write_image_data(colours.as_flattened())?;
        }
        false => writer.write_image_data(&pixmap.take_demultiplied())?,
    }
    writer.finish()?;
    Ok(bytes)
}

struct Painter<'p> {
    pixmap: &'p mut Pixmap,
    icons: &'p BTreeMap<String, Icon>,
    scale: f32,
    /// The place of the item that is painted.
    place: Place,
}

impl Painter<'_> {
    fn item(&mut self, item: &Item) {
        self.place = item.place;
        item.shapes.iter().for_each(|shape| self.shape(shape));
    }

    /// From the item to pixels.
    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale, self.scale)
            .pre_translate(single(self.place.x), single(self.place.y))
            .pre_concat(Transform::from_rotate(single(self.place.turn)))
    }

    /// Fills a path with a pattern, of which one tile is drawn and laid again and again.
    fn tiles(&mut self, path: &Path, pattern: Pattern, colour: Colour) {
        let (size, lines, spots) = tile(pattern);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "tiles are small"
        )]
        let pixels = (single(size) * self.scale).ceil().clamp(1.0, 2_048.0) as u32;
        let Some(mut drawn) = Pixmap::new(pixels, pixels) else {
            return;
        };
        #[expect(clippy::cast_precision_loss, reason = "tiles are small")]
        let larger = pixels as f32 / single(size);
        let transform = Transform::from_scale(larger, larger);
        if let Some(lines) = path_of(&outline::parsed(&lines)) {
            let stroke = stroke_of(Stroke::plain(colour, 1.0), Ends::Flat);
            drawn.stroke_path(&lines, &filled(colour, 1.0), &stroke, transform, None);
        }
        if let Some(spots) = path_of(&outline::parsed(&spots)) {
            drawn.fill_path(&spots, &filled(colour, 1.0), FillRule::Winding, transform, None);
        }
        let smaller = Transform::from_scale(1.0 / larger, 1.0 / larger);
        let shader: Shader<'_> = Tiles::new(
            drawn.as_ref(),
            SpreadMode::Repeat,
            FilterQuality::Bilinear,
            1.0,
            smaller,
        );
        let paint = Filled {
            shader,
            anti_alias: true,
            ..Filled::default()
        };
        let transform = self.transform();
        self.pixmap
            .fill_path(path, &paint, FillRule::Winding, transform, None);
    }

    /// The outlines of letters: their edge, and their inside if they are turned.
    fn outlined(&mut self, words: &Words, left: f64, is_turned: bool) {
        let outline = letters::outline(&words.text, words.bold);
        let Some(path) = path_of(&outline) else {
            return;
        };
        let size = single(words.size);
        let own = Transform::from_row(size, 0.0, 0.0, size, single(left), single(words.y));
        let transform = self.transform().pre_concat(own);
        if let Some(halo) = words.halo {
            let stroke = Stroked {
                width: single(1.0 / HALO),
                line_join: LineJoin::Round,
                ..Stroked::default()
            };
            self.pixmap
                .stroke_path(&path, &filled(halo, 1.0), &stroke, transform, None);
        }
        if is_turned {
            self.pixmap.fill_path(
                &path,
                &filled(words.colour, 1.0),
                FillRule::Winding,
                transform,
                None,
            );
        }
    }

    /// Letters that stand upright, each laid down as it was drawn once.
    fn laid(&mut self, words: &Words, left: f64) {
        let scale = f64::from(self.scale);
        let size = words.size * scale;
        let baseline = ((self.place.y + words.y) * scale).round();
        let mut pen = (self.place.x + left) * scale;
        for glyph in letters::glyphs(&words.text, words.bold) {
            let quarters = (pen * QUARTERS).round();
            let begin = (quarters / QUARTERS).floor();
            let key = LetterKey {
                number: glyph.number,
                bold: words.bold,
                size: size.to_bits(),
                // From nothing to three quarters.
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "below four"
                )]
                quarter: (quarters - begin * QUARTERS) as u8,
            };
            LETTERS.with_borrow_mut(|letters| {
                if letters.len() >= MOST_LETTERS {
                    letters.clear();
                }
                let letter = letters.entry(key).or_insert_with(|| Letter::of(key, size));
                letter.lay(self.pixmap, (begin, baseline), words.colour);
            });
            pen += glyph.advance * size;
        }
    }
}

impl Pen for Painter<'_> {
    fn path(&mut self, outline: &[Step], paint: Paint, ends: Ends) {
        let Some(path) = path_of(outline) else {
            return;
        };
        let transform = self.transform();
        match paint.fill {
            Fill::Nothing => {}
            Fill::Plain(colour, opacity) => {
                self.pixmap.fill_path(
                    &path,
                    &filled(colour, opacity),
                    FillRule::Winding,
                    transform,
                    None,
                );
            }
            Fill::Pattern(pattern, colour) => self.tiles(&path, pattern, colour),
        }
        if let Some(stroke) = paint.stroke {
            let filled = filled(stroke.colour, stroke.opacity);
            self.pixmap
                .stroke_path(&path, &filled, &stroke_of(stroke, ends), transform, None);
        }
    }

    fn words(&mut self, words: &Words) {
        let width = letters::width(&words.text, words.size, words.bold);
        let left = match words.anchor {
            Anchor::Start => words.x,
            Anchor::Middle => words.x - width / 2.0,
            Anchor::End => words.x - width,
        };
        let is_turned = self.place.turn != 0.0;
        if words.halo.is_some() || is_turned {
            self.outlined(words, left, is_turned);
        }
        if !is_turned {
            self.laid(words, left);
        }
    }

    fn icon(&mut self, name: &str, (x, y): (f64, f64), size: f64, colour: Colour) {
        let Some(icon) = self.icons.get(name) else {
            return;
        };
        let [left, top, width, height] = icon.view;
        let scale = size / width.max(height);
        let corner = (
            x - width * scale / 2.0 - left * scale,
            y - height * scale / 2.0 - top * scale,
        );
        let own = Transform::from_row(
            single(scale),
            0.0,
            0.0,
            single(scale),
            single(corner.0),
            single(corner.1),
        );
        let transform = self.transform().pre_concat(own);
        // Each outline for itself: where two lie upon each other, none is a hole in the other.
        for text in &icon.outlines {
            if let Some(path) = path_of(&outline::parsed(text)) {
                self.pixmap
                    .fill_path(&path, &filled(colour, 1.0), FillRule::Winding, transform, None);
            }
        }
    }
}

thread_local! {
    static LETTERS: RefCell<HashMap<LetterKey, Letter>> = RefCell::default();
}

/// A letter in a size, on a quarter of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct LetterKey {
    number: u32,
    bold: bool,
    size: u64,
    quarter: u8,
}

/// How much of each pixel a letter covers.
struct Letter {
    left: f64,
    top: f64,
    width: usize,
    covered: Vec<u8>,
}

impl Letter {
    fn of(key: LetterKey, size: f64) -> Self {
        let quarter = f64::from(key.quarter) / QUARTERS;
        let drawn = letters::covered(key.number, key.bold, size, quarter);
        Self {
            left: drawn.left,
            top: drawn.top,
            width: drawn.width,
            covered: drawn.covered,
        }
    }

    /// Lays it over pixels that let nothing shine through, or over nothing.
    fn lay(&self, pixmap: &mut Pixmap, (begin, baseline): (f64, f64), Colour(red, green, blue): Colour) {
        let (wide, tall) = (i64::from(pixmap.width()), i64::from(pixmap.height()));
        #[expect(clippy::cast_possible_truncation, reason = "places in a picture")]
        let (left, top) = ((begin + self.left) as i64, (baseline + self.top) as i64);
        let data = pixmap.data_mut().as_chunks_mut::<4>().0;
        for (row, covered) in (top..).zip(self.covered.chunks_exact(self.width.max(1))) {
            if !(0..tall).contains(&row) {
                continue;
            }
            for (column, &share) in (left..).zip(covered) {
                if share == 0 || !(0..wide).contains(&column) {
                    continue;
                }
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "it lies in the picture"
                )]
                let pixel = &mut data[(row * wide + column) as usize];
                let own = [red, green, blue, 255];
                for (target, source) in pixel.iter_mut().zip(own) {
                    *target = mixed(*target, source, share);
                }
            }
        }
    }
}

/// A part of a colour, so much of it covered by another one.
fn mixed(below: u8, above: u8, share: u8) -> u8 {
    let (below, above, share) = (u32::from(below), u32::from(above), u32::from(share));
    let sum = below * (255 - share) + above * share;
    #[expect(clippy::cast_possible_truncation, reason = "at most 255")]
    let mixed = ((sum + 127) / 255) as u8;
    mixed
}

/// Lengths of pictures are far below where this loses anything that can be seen.
#[expect(clippy::cast_possible_truncation, reason = "lengths of a picture")]
fn single(length: f64) -> f32 {
    length as f32
}

fn filled(Colour(red, green, blue): Colour, opacity: f64) -> Filled<'static> {
    let mut paint = Filled {
        anti_alias: true,
        ..Filled::default()
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
    paint.set_color_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}

fn stroke_of(stroke: Stroke, ends: Ends) -> Stroked {
    let dash = single(stroke.dash);
    let (line_cap, line_join) = match ends {
        Ends::Flat => (LineCap::Butt, LineJoin::Miter),
        Ends::Round => (LineCap::Round, LineJoin::Round),
    };
    Stroked {
        width: single(stroke.width),
        line_cap,
        line_join,
        dash: (dash > 0.0)
            .then(|| StrokeDash::new(vec![dash; 2], 0.0))
            .flatten(),
        ..Stroked::default()
    }
}

/// The path of an outline; nothing, if it is empty.
fn path_of(outline: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let point = |(x, y): outline::Point| (single(x), single(y));
    for step in outline {
        match *step {
            Step::Move(to) => {
                let (x, y) = point(to);
                path.move_to(x, y);
            }
            Step::Line(to) => {
                let (x, y) = point(to);
                path.line_to(x, y);
            }
            Step::Quad(by, to) => {
                let [by, to] = [by, to].map(point);
                path.quad_to(by.0, by.1, to.0, to.1);
            }
            Step::Cubic(out, into, to) => {
                let [a, b, c] = [out, into, to].map(point);
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
    use crate::scene::Role;
    use crate::scene::Shape;
    use std::sync::Arc;

    fn scene(shapes: Vec<Shape>) -> Scene {
        Scene {
            width: 60.0,
            height: 40.0,
            ground: Colour(255, 255, 255),
            title: String::new(),
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

    fn words(text: &str) -> Shape {
        Shape::Text(Words {
            x: 30.0,
            y: 30.0,
            size: 24.0,
            text: text.to_owned(),
            anchor: Anchor::Middle,
            bold: true,
            colour: Colour(0, 0, 0),
            halo: None,
        })
    }

    fn dark(pixels: &Pixels) -> usize {
        pixels
            .0
            .pixels()
            .iter()
            .filter(|pixel| pixel.red() < 128 && pixel.alpha() > 128)
            .count()
    }

    #[test]
    fn letters_are_dark_where_they_are_and_nowhere_else() {
        let pixels = Pixels::of(&scene(vec![words("M")]), 1.0).expect("it is small");
        assert!((60..400).contains(&dark(&pixels)), "{}", dark(&pixels));
        let larger = Pixels::of(&scene(vec![words("M")]), 3.0).expect("it is small");
        assert!((dark(&larger) as f64 / dark(&pixels) as f64 - 9.0).abs() < 1.5);
    }

    #[test]
    fn letters_that_stick_out_are_cut() {
        let mut shape = words("MMMMMMMM");
        if let Shape::Text(words) = &mut shape {
            words.y = 2.0;
        }
        assert!(Pixels::of(&scene(vec![shape]), 1.0).is_ok());
    }

    #[test]
    fn a_picture_without_ground_shines_through() {
        let pixels = Pixels::without_ground(&scene(vec![words("M")]), 1.0).expect("it is small");
        assert_eq!(pixels.0.pixels()[0].alpha(), 0);
        assert!(dark(&pixels) > 60);
    }

    #[test]
    fn a_picture_is_put_onto_another() {
        let red = Pixels::plain(10, 10, Colour(255, 0, 0)).expect("it is small");
        let mut all = Pixels::plain(16, 16, Colour(0, 0, 0)).expect("it is small");
        all.put(&red, 12, 8);
        all.put(&red, 30, 0);
        let red = all.0.pixels().iter().filter(|pixel| pixel.red() == 255).count();
        assert_eq!(red, 4 * 8);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert!(png(&scene(Vec::new()), 200.0).is_err());
        assert!(Pixels::plain(0, 4, Colour(0, 0, 0)).is_err());
    }
}
