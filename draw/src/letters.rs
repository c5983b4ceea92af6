//! How wide texts are, and texts in lines. The letters are those of DejaVu Sans Condensed, which comes along.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};
use std::sync::OnceLock;

/// The families that SVG asks for: the one that was measured, and others about as wide.
pub(crate) const FAMILY: &str = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif";

struct Faces {
    regular: Option<FontRef<'static>>,
    bold: Option<FontRef<'static>>,
}

fn faces() -> &'static Faces {
    static FACES: OnceLock<Faces> = OnceLock::new();
    FACES.get_or_init(|| Faces {
        regular: FontRef::try_from_slice(dejavu::sans_condensed::regular()).ok(),
        bold: FontRef::try_from_slice(dejavu::sans_condensed::bold()).ok(),
    })
}

/// How wide a text is.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let Some(face) = face(bold) else {
        return text.chars().count() as f64 * size * 0.6;
    };
    // Widths at one size, so that they are the same share of every size.
    const EM: f32 = 100.0;
    let per_em = face.units_per_em().unwrap_or(2048.0);
    let height = face.height_unscaled();
    let scaled = face.as_scaled(PxScale::from(EM * height / per_em));
    let units: f32 = text
        .chars()
        .map(|letter| scaled.h_advance(face.glyph_id(letter)))
        .sum();
    f64::from(units) * size / f64::from(EM)
}

/// A letter as it is drawn.
#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) struct Glyph {
    /// Its number in the font.
    pub(crate) number: u32,
    /// The letter that it stands for.
    #[cfg(feature = "pdf")]
    pub(crate) letter: char,
    /// How far the next one is away, for letters of size 1.
    pub(crate) advance: f64,
}

/// The letters of a text as they are drawn.
#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) fn glyphs(text: &str, bold: bool) -> impl Iterator<Item = Glyph> {
    let face = face(bold);
    text.chars().map(move |letter| Glyph {
        number: face.map_or(0, |face| u32::from(face.glyph_id(letter).0)),
        #[cfg(feature = "pdf")]
        letter,
        advance: width(letter.encode_utf8(&mut [0; 4]), 1.0, bold),
    })
}

/// How far the letters of a font reach, for letters of size 1.
#[cfg(feature = "pdf")]
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) ascent: f64,
    pub(crate) descent: f64,
    /// How tall a capital letter is.
    pub(crate) capital: f64,
    /// Left, bottom, right and top, upward from the baseline.
    pub(crate) bounds: [f64; 4],
}

#[cfg(feature = "pdf")]
pub(crate) fn metrics(bold: bool) -> Metrics {
    let Some(face) = face(bold) else {
        return Metrics::default();
    };
    let per_em = f64::from(face.units_per_em().unwrap_or(2048.0));
    let share = |units: f32| f64::from(units) / per_em;
    let capital = face
        .outline(face.glyph_id('H'))
        .map_or(0.0, |outline| outline.bounds.height());
    let (ascent, descent) = (share(face.ascent_unscaled()), share(face.descent_unscaled()));
    Metrics {
        ascent,
        descent,
        capital: share(capital.abs()),
        bounds: [-1.0, descent, 2.0, ascent],
    }
}

/// How much of each pixel a letter covers, around its place on the baseline.
#[cfg(feature = "png")]
#[derive(Default)]
pub(crate) struct Covered {
    /// From its place to the left edge.
    pub(crate) left: f64,
    /// From the baseline to the upper edge.
    pub(crate) top: f64,
    /// How wide it is.
    pub(crate) width: usize,
    /// Row by row, from 0 to 255.
    pub(crate) covered: Vec<u8>,
}

/// A letter (its number in the font) in a size, so much of a pixel to the right.
#[cfg(feature = "png")]
pub(crate) fn covered(number: u32, bold: bool, size: f64, right: f64) -> Covered {
    let id = ab_glyph::GlyphId(u16::try_from(number).unwrap_or(0));
    #[expect(clippy::cast_possible_truncation, reason = "sizes of letters")]
    let (size, right) = (size as f32, right as f32);
    let outline = face(bold).and_then(|face| {
        let scale = PxScale::from(size * face.height_unscaled() / face.units_per_em().unwrap_or(2048.0));
        face.outline_glyph(id.with_scale_and_position(scale, ab_glyph::point(right, 0.0)))
    });
    let Some(outline) = outline else {
        return Covered::default();
    };
    let bounds = outline.px_bounds();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sizes of letters"
    )]
    let (width, height) = (bounds.width() as usize, bounds.height() as usize);
    let mut covered = vec![0; width * height];
    outline.draw(|x, y, share| {
        if let Some(pixel) = covered.get_mut(y as usize * width + x as usize) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
            let share = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            *pixel = share;
        }
    });
    Covered {
        left: f64::from(bounds.min.x),
        top: f64::from(bounds.min.y),
        width,
        covered,
    }
}

/// The outlines of a text of size 1, from its place on the baseline.
#[cfg(feature = "png")]
pub(crate) fn outline(text: &str, bold: bool) -> crate::outline::Outline {
    use crate::outline::Step;
    use ab_glyph::OutlineCurve;
    let Some(face) = face(bold) else {
        return Vec::new();
    };
    let per_em = f64::from(face.units_per_em().unwrap_or(2048.0));
    let mut steps = Vec::new();
    let mut pen = 0.0;
    for glyph in glyphs(text, bold) {
        let at = |point: ab_glyph::Point| (pen + f64::from(point.x) / per_em, -f64::from(point.y) / per_em);
        let outline = face.outline(ab_glyph::GlyphId(u16::try_from(glyph.number).unwrap_or(0)));
        let mut last = None;
        for curve in outline.map(|outline| outline.curves).unwrap_or_default() {
            let (begin, step, end) = match curve {
                OutlineCurve::Line(from, to) => (from, Step::Line(at(to)), to),
                OutlineCurve::Quad(from, by, to) => (from, Step::Quad(at(by), at(to)), to),
                OutlineCurve::Cubic(from, out, into, to) => {
                    (from, Step::Cubic(at(out), at(into), at(to)), to)
                }
            };
            if last != Some(begin) {
                steps.extend(last.map(|_| Step::Close));
                steps.push(Step::Move(at(begin)));
            }
            steps.push(step);
            last = Some(end);
        }
        steps.extend(last.map(|_| Step::Close));
        pen += glyph.advance;
    }
    steps
}

fn face(bold: bool) -> Option<&'static FontRef<'static>> {
    let faces = faces();
    if bold {
        faces.bold.as_ref()
    } else {
        faces.regular.as_ref()
    }
}

/// The letters of texts that the font does not have, each once.
pub(crate) fn lacking<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<char> {
    let Some(face) = face(false) else {
        return Vec::new();
    };
    let mut lacking: Vec<char> = texts
        .flat_map(str::chars)
        .filter(|&letter| !letter.is_whitespace() && face.glyph_id(letter).0 == 0)
        .collect();
    lacking.sort_unstable();
    lacking.dedup();
    lacking
}

/// A text that is no wider than this, with an ellipsis where it was cut.
pub(crate) fn cut(text: &str, size: f64, bold: bool, room: f64) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        let longer = format!("{kept}{letter}…");
        if width(&longer, size, bold) > room {
            break;
        }
        kept.push(letter);
    }
    format!("{}…", kept.trim_end())
}

/// A text in lines that are no wider than this; words that are wider stand alone, and are cut.
pub(crate) fn lines(text: &str, size: f64, bold: bool, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|longer| width(longer, size, bold) <= room) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(cut(word, size, bold, room)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_are_wide() {
        assert!(width("WWW", 10.0, false) > 2.0 * width("iii", 10.0, false));
        assert!(width("name", 10.0, true) > width("name", 10.0, false));
        let (small, large) = (width("name", 10.0, false), width("name", 20.0, false));
        assert!((2.0 * small - large).abs() < 1e-6);
    }

    #[test]
    fn a_cut_text_fits_and_says_that_it_was_cut() {
        let text = "a rather long name of a piece";
        let cut = cut(text, 12.0, false, 60.0);
        assert!(cut.ends_with('…') && width(&cut, 12.0, false) <= 60.0, "{cut}");
        assert_eq!(super::cut("short", 12.0, false, 60.0), "short");
    }

    #[test]
    fn lines_keep_all_words() {
        let text = "one two three four five six";
        let lines = lines(text, 12.0, false, 50.0);
        assert!(lines.len() > 2);
        assert_eq!(lines.join(" "), text);
    }
}
