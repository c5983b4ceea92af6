//! The letters: DejaVu Sans Condensed, which comes with the program. Each is drawn once per size, by whoever needs it first.

use super::palette::FULL;
use ab_glyph::{Font, FontRef, GlyphId, PxScale, point};
use std::sync::OnceLock;

/// Widths of letters are counted in such parts of a pixel.
pub(super) const UNIT: i32 = 64;

/// The largest size of letters, in pixels.
pub(crate) const LARGEST: usize = 64;

/// Letters below this one are kept after they were drawn: those of European languages.
const KEPT: u32 = 0x250;

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// As in a text.
    Regular,
    /// As in a title.
    Bold,
}

/// Letters of one weight and size, which is at most [`LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) weight: Weight,
    pub(crate) size: usize,
}

impl Style {
    pub(crate) fn regular(size: usize) -> Self {
        let weight = Weight::Regular;
        Self { weight, size }
    }

    pub(crate) fn bold(size: usize) -> Self {
        let weight = Weight::Bold;
        Self { weight, size }
    }

    /// How far apart lines are.
    pub(crate) fn line(self) -> usize {
        (self.size * 6).div_ceil(5)
    }
}

/// A letter as pixels: how much of each it covers, from 0 to 15.
#[derive(Default)]
pub(super) struct Glyph {
    /// Where it begins, from the pen and from the baseline.
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: usize,
    pub(super) steps: Vec<u8>,
}

/// The letters of one weight.
struct Face {
    font: FontRef<'static>,
    /// For each letter that is kept, whether the font has it, and how wide it is.
    widths: Vec<Option<f32>>,
    per_em: f32,
    /// By size, then by letter.
    drawn: Vec<OnceLock<Vec<OnceLock<Glyph>>>>,
}

/// All letters.
pub(crate) struct Fonts {
    regular: Face,
    bold: Face,
}

impl Fonts {
    /// # Errors
    /// Never: the font comes with the program.
    pub(crate) fn new() -> Result<Self, String> {
        Ok(Self {
            regular: Face::of(dejavu::sans_condensed::regular())?,
            bold: Face::of(dejavu::sans_condensed::bold())?,
        })
    }

    fn face(&self, weight: Weight) -> &Face {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// The characters of a text that cannot be drawn, each once, in their order.
    pub(crate) fn lacks(&self, text: &str) -> Vec<char> {
        let all = text.chars().filter(|letter| !letter.is_whitespace());
        let mut lacking: Vec<char> = all
            .filter(|&letter| self.regular.width(letter).is_none())
            .collect();
        lacking.sort_unstable();
        lacking.dedup();
        lacking
    }

    /// How far the pen goes on after a letter, in parts of a pixel.
    pub(super) fn advance(&self, style: Style, letter: char) -> i32 {
        let face = self.face(style.weight);
        let width = face.width(letter).unwrap_or_else(|| face.unknown());
        // Small, and cut to a whole number: the same on all machines.
        (width * (style.size * 64) as f32 / face.per_em) as i32
    }

    /// How wide a text is, in pixels.
    pub(crate) fn width(&self, style: Style, text: &str) -> usize {
        let parts: i32 = text.chars().map(|letter| self.advance(style, letter)).sum();
        usize::try_from(parts / UNIT).unwrap_or(0) + usize::from(parts % UNIT > 0)
    }

    /// Hands out a letter; for one that the font lacks, the box that stands for it.
    pub(super) fn glyph(&self, style: Style, letter: char, take: impl FnOnce(&Glyph)) {
        let face = self.face(style.weight);
        let at = usize::try_from(u32::from(letter)).ok();
        let kept = at.filter(|_| u32::from(letter) < KEPT);
        match (kept, face.drawn.get(style.size)) {
            (Some(at), Some(size)) => {
                let size = size.get_or_init(|| face.widths.iter().map(|_| OnceLock::new()).collect());
                if let Some(place) = size.get(at) {
                    take(place.get_or_init(|| face.draw(style.size, letter)));
                }
            }
            _ => take(&face.draw(style.size.min(LARGEST), letter)),
        }
    }
}

impl Face {
    fn of(bytes: &'static [u8]) -> Result<Self, String> {
        let font = FontRef::try_from_slice(bytes).map_err(|error| error.to_string())?;
        let letters = (0..KEPT).map(|letter| char::from_u32(letter).unwrap_or_default());
        Ok(Self {
            widths: letters.map(|letter| width(&font, letter)).collect(),
            per_em: font.units_per_em().unwrap_or(2048.0),
            drawn: (0..=LARGEST).map(|_| OnceLock::new()).collect(),
            font,
        })
    }

    /// How wide a letter is, in units of the font; nothing, if it has none.
    fn width(&self, letter: char) -> Option<f32> {
        let at = usize::try_from(u32::from(letter)).ok();
        match at.and_then(|at| self.widths.get(at)) {
            Some(width) => *width,
            None => width(&self.font, letter),
        }
    }

    fn unknown(&self) -> f32 {
        self.font.h_advance_unscaled(GlyphId(0))
    }

    fn draw(&self, size: usize, letter: char) -> Glyph {
        let scale = PxScale::from(size as f32 * self.font.height_unscaled() / self.per_em);
        let glyph = self.font.glyph_id(letter);
        let Some(outline) = self
            .font
            .outline_glyph(glyph.with_scale_and_position(scale, point(0.0, 0.0)))
        else {
            return Glyph::default();
        };
        let bounds = outline.px_bounds();
        let (width, height) = (bounds.width() as usize, bounds.height() as usize);
        let mut steps = vec![0; width * height];
        outline.draw(|x, y, covered| {
            if let Some(step) = steps.get_mut(y as usize * width + x as usize) {
                *step = ((covered * f32::from(FULL) + 0.5) as u8).min(FULL);
            }
        });
        Glyph {
            left: bounds.min.x as i32,
            top: bounds.min.y as i32,
            width,
            steps,
        }
    }
}

fn width(font: &FontRef<'static>, letter: char) -> Option<f32> {
    let glyph = font.glyph_id(letter);
    (glyph != GlyphId(0)).then(|| font.h_advance_unscaled(glyph))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_font_lacks_is_told_and_has_a_box() {
        let fonts = Fonts::new().expect("the font is there");
        assert!(fonts.lacks("Zoë, Ω ★ naïve\n\tДа").is_empty());
        assert_eq!(fonts.lacks("b字a字\u{1F984}"), ['字', '\u{1F984}']);
        let mut dark = 0;
        fonts.glyph(Style::regular(20), '字', |glyph| {
            dark = glyph.steps.iter().filter(|&&step| step > 0).count()
        });
        assert!(dark > 20 && fonts.advance(Style::regular(20), '字') > 5 * UNIT);
    }

    #[test]
    fn letters_grow_with_their_size() {
        let fonts = Fonts::new().expect("the font is there");
        let [small, large] = [10, 40].map(|size| fonts.width(Style::regular(size), "Ring the bell"));
        assert!((small * 4).abs_diff(large) <= 4, "{small}, {large}");
        assert!(fonts.width(Style::bold(10), "Ring the bell") > small);
        for size in [LARGEST, LARGEST + 1] {
            fonts.glyph(Style::regular(size), 'M', |glyph| {
                assert!(glyph.width > 30 && glyph.width < 60)
            });
        }
    }
}
