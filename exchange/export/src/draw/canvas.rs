//! The pixels of a picture.

use super::font::{Fonts, Style, UNIT};
use super::palette::{FULL, Palette, Ramp};

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Area {
    /// What is left of it this far from its edges.
    pub(crate) fn inset(self, by: usize) -> Self {
        Self {
            left: self.left + by,
            top: self.top + by,
            width: self.width.saturating_sub(2 * by),
            height: self.height.saturating_sub(2 * by),
        }
    }
}

/// A picture that is being drawn.
#[derive(Clone)]
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// A picture of one colour.
    pub(crate) fn new(width: usize, height: usize, pixel: u8) -> Self {
        let pixels = vec![pixel; width * height];
        Self {
            width,
            height,
            pixels,
        }
    }

    pub(crate) fn area(&self) -> Area {
        Area {
            left: 0,
            top: 0,
            width: self.width,
            height: self.height,
        }
    }

    /// A part of a row; what lies beside the picture is not in it.
    fn row(&mut self, row: usize, left: usize, width: usize) -> &mut [u8] {
        let end = (left + width).min(self.width);
        match row < self.height && left < end {
            true => &mut self.pixels[row * self.width..][left..end],
            false => &mut [],
        }
    }

    pub(crate) fn fill(&mut self, area: Area, pixel: u8) {
        for row in area.top..area.top + area.height {
            self.row(row, area.left, area.width).fill(pixel);
        }
    }

    /// Covers all of it with what a place says.
    pub(crate) fn paint(&mut self, pixel: impl Fn(usize, usize) -> u8) {
        for (y, row) in self.pixels.chunks_exact_mut(self.width.max(1)).enumerate() {
            for (x, target) in row.iter_mut().enumerate() {
                *target = pixel(x, y);
            }
        }
    }

    /// Puts a picture onto this one.
    pub(crate) fn put(&mut self, other: &Self, left: usize, top: usize) {
        for (row, pixels) in (top..).zip(other.pixels.chunks_exact(other.width.max(1))) {
            let target = self.row(row, left, pixels.len());
            target.copy_from_slice(&pixels[..target.len()]);
        }
    }

    /// A plate with round corners. `pixel` gives the pixel for how much of it the plate covers, from 1 to [`FULL`].
    pub(crate) fn plate(&mut self, area: Area, radius: usize, pixel: impl Fn(u8) -> u8) {
        let columns: Vec<[i64; 4]> = (0..area.width).map(|x| far(x, area.width, radius)).collect();
        for y in 0..area.height {
            let far = far(y, area.height, radius);
            let row = self.row(area.top + y, area.left, area.width);
            for (target, column) in row.iter_mut().zip(&columns) {
                let covered = covered(column, &far, radius);
                if covered > 0 {
                    *target = pixel(covered);
                }
            }
        }
    }

    /// A triangle that points up, so high and twice as wide.
    pub(crate) fn arrow(&mut self, middle: usize, top: usize, height: usize, pixel: u8) {
        for row in 0..height {
            self.row(top + row, middle.saturating_sub(row), 2 * row + 1)
                .fill(pixel);
        }
    }

    /// A line of text that begins at a place.
    pub(crate) fn text(
        &mut self,
        fonts: &Fonts,
        (style, ramp): (Style, Ramp),
        (left, baseline): (usize, usize),
        text: &str,
    ) {
        let mut pen = i32::try_from(left).unwrap_or(0) * UNIT;
        for letter in text.chars() {
            fonts.glyph(style, letter, |glyph| {
                let left = (pen + UNIT / 2) / UNIT + glyph.left;
                let top = i32::try_from(baseline).unwrap_or(0) + glyph.top;
                self.letter(left, top, glyph.width, &glyph.steps, ramp);
            });
            pen += fonts.advance(style, letter);
        }
    }

    /// The same around a middle.
    pub(crate) fn centred(
        &mut self,
        fonts: &Fonts,
        style: (Style, Ramp),
        (middle, baseline): (usize, usize),
        text: &str,
    ) {
        let left = middle.saturating_sub(fonts.width(style.0, text) / 2);
        self.text(fonts, style, (left, baseline), text);
    }

    fn letter(&mut self, left: i32, top: i32, width: usize, steps: &[u8], ramp: Ramp) {
        for (row, steps) in (top..).zip(steps.chunks_exact(width.max(1))) {
            let (Ok(row), Ok(left)) = (usize::try_from(row), usize::try_from(left)) else {
                continue;
            };
            for (target, &step) in self.row(row, left, width).iter_mut().zip(steps) {
                // Letters may touch: the darker one holds.
                let is_letter = (ramp.ground()..=ramp.at(FULL)).contains(target);
                if step > 0 && (!is_letter || *target < ramp.at(step)) {
                    *target = ramp.at(step);
                }
            }
        }
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// Never, as far as is known: the sizes are our own.
    pub(crate) fn png(&self, palette: Palette) -> Result<Vec<u8>, String> {
        let told = |error: &dyn std::fmt::Display| format!("a picture cannot be written: {error}");
        let size = |size: usize| u32::try_from(size).map_err(|error| told(&error));
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, size(self.width)?, size(self.height)?);
        let (colours, opacities) = palette.entries();
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(colours);
        encoder.set_trns(opacities);
        encoder.set_compression(png::Compression::Fastest);
        let mut writer = encoder.write_header().map_err(|error| told(&error))?;
        writer
            .write_image_data(&self.pixels)
            .map_err(|error| told(&error))?;
        writer.finish().map_err(|error| told(&error))?;
        Ok(bytes)
    }
}

/// How many points a pixel is wide, twice, so that the middle of a point is a whole number.
const PIXEL: i64 = 8;

/// How far the four points of a pixel in a row lie outside of the part of a plate between its round corners.
fn far(at: usize, size: usize, radius: usize) -> [i64; 4] {
    let [at, size, radius] = [at, size, radius].map(|number| i64::try_from(number).unwrap_or(0) * PIXEL);
    [1, 3, 5, 7].map(|point| (radius - at - point).max(at + point - size + radius).max(0))
}

/// How much of a pixel lies within a plate: sixteen points of it are looked at.
fn covered(x: &[i64; 4], y: &[i64; 4], radius: usize) -> u8 {
    let radius = i64::try_from(radius).unwrap_or(0) * PIXEL;
    let is_within = |x: i64, y: i64| x * x + y * y <= radius * radius;
    // Nearly all pixels lie wholly within or without.
    if is_within(x[0].max(x[3]), y[0].max(y[3])) {
        return FULL;
    }
    if !is_within(x[0].min(x[3]), y[0].min(y[3])) {
        return 0;
    }
    let points = x.iter().flat_map(|&x| y.iter().map(move |&y| (x, y)));
    let points = points.filter(|&(x, y)| is_within(x, y)).count();
    u8::try_from(points).unwrap_or(FULL).min(FULL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beside_the_picture_is_not_drawn() {
        let mut canvas = Canvas::new(4, 3, 0);
        let area = Area {
            left: 3,
            top: 2,
            width: 9,
            height: 9,
        };
        canvas.fill(area, 7);
        canvas.put(&Canvas::new(9, 9, 5), 2, 2);
        canvas.put(&Canvas::new(9, 9, 6), 9, 0);
        assert_eq!(canvas.pixels, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5]);
    }

    #[test]
    fn a_plate_has_round_corners() {
        let mut canvas = Canvas::new(20, 20, 0);
        canvas.plate(canvas.area(), 10, |step| step);
        let corner = [0, 19, 380, 399].map(|at| canvas.pixels[at]);
        assert_eq!(corner, [0; 4]);
        let inside = canvas.pixels.iter().filter(|&&pixel| pixel == FULL).count();
        assert!((270..320).contains(&inside), "{inside}");
        let mirrored: Vec<u8> = canvas.pixels.iter().rev().copied().collect();
        assert!(canvas.pixels == mirrored);
    }

    #[test]
    fn letters_that_touch_keep_what_is_darker() {
        let fonts = Fonts::new().expect("the font is there");
        let style = Style::bold(30);
        let mut canvas = Canvas::new(60, 40, Ramp::Text.ground());
        canvas.text(&fonts, (style, Ramp::Text), (2, 32), "W");
        let dark = |canvas: &Canvas| canvas.pixels.iter().map(|&pixel| u32::from(pixel)).sum::<u32>();
        let once = dark(&canvas);
        canvas.text(&fonts, (style, Ramp::Text), (2, 32), "W");
        assert_eq!(dark(&canvas), once);
    }
}
