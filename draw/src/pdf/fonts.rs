//! The letters that the pages use, embedded.

use super::{Numbers, packed};
use crate::letters;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;

const SYSTEM: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};
/// The thickness of upright stems, which readers need only if they replace the font.
const STEM: (f32, f32) = (80.0, 140.0);

/// The name by which pages call a font.
pub(super) const fn name(bold: bool) -> &'static [u8] {
    if bold { b"F1" } else { b"F0" }
}

/// A font of which the pages use some letters.
#[derive(Default)]
pub(super) struct EmbeddedFont {
    /// From the letters of the font to those of the file.
    kept: GlyphRemapper,
    /// The letter that each glyph stands for, and its width in thousandths of its size.
    letters: BTreeMap<u16, (char, f32)>,
}

impl EmbeddedFont {
    pub(super) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// A text as the pages write it; its letters are embedded.
    pub(super) fn used(&mut self, text: &str, bold: bool) -> Vec<u8> {
        let mut written = Vec::new();
        for glyph in letters::glyphs(text, bold) {
            let number = self.kept.remap(u16::try_from(glyph.number).unwrap_or(0));
            let width = super::coordinate(glyph.advance * 1000.0);
            self.letters.entry(number).or_insert((glyph.letter, width));
            written.extend(number.to_be_bytes());
        }
        written
    }

    /// Writes the font with the letters that are used.
    pub(super) fn embed(&self, pdf: &mut Pdf, numbers: &mut Numbers, bold: bool) -> Result<Ref, String> {
        let data = if bold {
            dejavu::sans_condensed::bold()
        } else {
            dejavu::sans_condensed::regular()
        };
        let part = subsetter::subset(data, 0, &self.kept)
            .map_err(|error| format!("the font cannot be embedded: {error}"))?;
        let called = self.called(bold);
        let called = Name(called.as_bytes());
        let (font, cid, descriptor) = (numbers.next(), numbers.next(), numbers.next());
        let (unicode, file) = (numbers.next(), numbers.next());
        pdf.type0_font(font)
            .base_font(called)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(unicode);
        let mut written = pdf.cid_font(cid);
        written
            .subtype(CidFontType::Type2)
            .base_font(called)
            .system_info(SYSTEM);
        written.font_descriptor(descriptor).default_width(0.0);
        written.cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = written.widths();
        for (number, (_, width)) in &self.letters {
            widths.same(*number, *number, *width);
        }
        widths.finish();
        written.finish();
        describe(pdf, descriptor, called, file, bold);
        pdf.cmap(unicode, &self.unicode());
        let length = i32::try_from(part.len()).unwrap_or(i32::MAX);
        let bytes = packed(&part)?;
        pdf.stream(file, &bytes)
            .filter(Filter::FlateDecode)
            .pair(Name(b"Length1"), length);
        Ok(font)
    }

    /// The name of the font, with six letters before it that differ from part to part of a font.
    fn called(&self, bold: bool) -> String {
        let mut sum: u64 = 0;
        for glyph in self.kept.remapped_gids() {
            sum = sum.wrapping_mul(31).wrapping_add(u64::from(glyph) + 1);
        }
        let mut tag = String::new();
        for _ in 0..6 {
            tag.push(char::from(b'A' + u8::try_from(sum % 26).unwrap_or(0)));
            sum /= 26;
        }
        format!("{tag}+DejaVuSansCondensed{}", if bold { "-Bold" } else { "" })
    }

    /// The map from glyphs to letters, so that texts can be searched and copied.
    fn unicode(&self) -> Vec<u8> {
        let mut map = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
        for (number, (letter, _)) in &self.letters {
            map.pair(*number, *letter);
        }
        map.finish().to_vec()
    }
}

fn describe(pdf: &mut Pdf, id: Ref, called: Name<'_>, file: Ref, bold: bool) {
    let metrics = letters::metrics(bold);
    let [left, bottom, right, top] = metrics.bounds.map(|side| super::coordinate(side * 1000.0));
    let mut written = pdf.font_descriptor(id);
    written.name(called).flags(FontFlags::SYMBOLIC).italic_angle(0.0);
    written.bbox(Rect::new(left, bottom, right, top));
    written.ascent(super::coordinate(metrics.ascent * 1000.0));
    written.descent(super::coordinate(metrics.descent * 1000.0));
    written.cap_height(super::coordinate(metrics.capital * 1000.0));
    written
        .stem_v(if bold { STEM.1 } else { STEM.0 })
        .font_file2(file);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_letter_is_kept_once() {
        let mut font = EmbeddedFont::default();
        let text = font.used("noon", false);
        assert_eq!(font.letters.len(), 2);
        assert_eq!((&text[..2], &text[2..4]), (&text[6..], &text[4..6]));
    }

    #[test]
    fn a_part_of_a_font_has_the_font_s_name_behind_six_letters() {
        let mut font = EmbeddedFont::default();
        font.used("noon", true);
        let called = font.called(true);
        assert!(
            called.ends_with("+DejaVuSansCondensed-Bold") && called.find('+') == Some(6),
            "{called}"
        );
    }
}
