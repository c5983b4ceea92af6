//! Scenes as pages of a PDF file, with the letters that they use embedded.
//!
//! The file says no time and no machine, so the same pages give the same bytes. Letters stand where the scene has measured them.
//!
//! | file | what lives there |
//! |---|---|
//! | this one | the file: pages, and what they share |
//! | `painter` | shapes and texts as the steps of a page |
//! | `fonts` | the letters that are used, embedded |

mod fonts;
mod painter;

use crate::outline;
use crate::scene::Scene;
use crate::svg::{MADE_BY, tile};
use cardwright_compiler::looks::{Colour, Pattern};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use fonts::EmbeddedFont;
use painter::{Matrix, Painter, coordinate};
use pdf_writer::types::{LineCapStyle, PaintType, TilingType};
use pdf_writer::writers::Resources;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use std::collections::BTreeSet;
use std::io::Write;

/// The most pages of a file.
pub const MOST_PAGES: usize = 2_000;

/// The pages as a PDF file. A unit of the scenes is so many points (72 an inch) long.
///
/// # Errors
/// If there are too many pages, a page has no size, or the file cannot be made.
pub fn pdf(pages: &[Scene], unit: f64, title: &str) -> Result<Vec<u8>, String> {
    if pages.len() > MOST_PAGES {
        return Err(format!(
            "there are {} pages; the most is {MOST_PAGES}",
            pages.len()
        ));
    }
    let mut book = Book::default();
    let mut sheets = Vec::new();
    for page in pages {
        let size = (page.width * unit, page.height * unit);
        if !(size.0 > 0.0 && size.1 > 0.0) {
            return Err("a page has no size".to_owned());
        }
        // A scene counts from its upper left corner, a page from its lower left one.
        let place = [unit, 0.0, 0.0, -unit, 0.0, size.1];
        let content = Painter::new(&mut book, &page.icons, place).page(page);
        sheets.push(Sheet {
            size,
            content: packed(&content)?,
        });
    }
    book.file(&sheets, title)
}

/// A page that is painted.
struct Sheet {
    size: (f64, f64),
    /// Its steps, compressed.
    content: Vec<u8>,
}

/// The resources that the pages of a file share.
#[derive(Default)]
struct Book {
    regular: EmbeddedFont,
    bold: EmbeddedFont,
    tiles: Vec<Tiles>,
    /// How much of what is below covers a fill or a stroke, in thousandths.
    opacities: BTreeSet<u16>,
}

/// A pattern in a colour, at a place of a page.
#[derive(Clone, Copy, PartialEq)]
struct Tiles {
    pattern: Pattern,
    colour: Colour,
    place: Matrix,
}

/// The numbers of objects, one after another.
struct Numbers(i32);

impl Numbers {
    const fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

impl Book {
    fn font(&mut self, bold: bool) -> &mut EmbeddedFont {
        if bold { &mut self.bold } else { &mut self.regular }
    }

    /// The name of a pattern, the same for the same one.
    fn tiles(&mut self, tiles: Tiles) -> String {
        let known = self.tiles.iter().position(|one| *one == tiles);
        let at = known.unwrap_or_else(|| {
            self.tiles.push(tiles);
            self.tiles.len() - 1
        });
        pattern_name(at)
    }

    fn opacity(&mut self, thousandths: u16) -> String {
        self.opacities.insert(thousandths);
        opacity_name(thousandths)
    }

    fn file(&self, sheets: &[Sheet], title: &str) -> Result<Vec<u8>, String> {
        let mut pdf = Pdf::new();
        let mut numbers = Numbers(0);
        let (catalog, tree, info) = (numbers.next(), numbers.next(), numbers.next());
        pdf.catalog(catalog).pages(tree);
        let mut about = pdf.document_info(info);
        about
            .title(TextStr(title))
            .creator(TextStr(MADE_BY))
            .producer(TextStr(MADE_BY));
        about.finish();
        let resources = self.resources(&mut pdf, &mut numbers)?;
        let pages: Vec<Ref> = sheets
            .iter()
            .map(|sheet| {
                let (page, content) = (numbers.next(), numbers.next());
                let mut written = pdf.page(page);
                written.parent(tree).contents(content);
                written.media_box(Rect::new(
                    0.0,
                    0.0,
                    coordinate(sheet.size.0),
                    coordinate(sheet.size.1),
                ));
                written.finish();
                pdf.stream(content, &sheet.content).filter(Filter::FlateDecode);
                page
            })
            .collect();
        let mut all = pdf.pages(tree);
        all.count(i32::try_from(pages.len()).unwrap_or(i32::MAX));
        all.kids(pages);
        all.pair(Name(b"Resources"), resources);
        all.finish();
        Ok(pdf.finish())
    }

    /// Fonts, patterns and opacities: all pages name them alike.
    fn resources(&self, pdf: &mut Pdf, numbers: &mut Numbers) -> Result<Ref, String> {
        let fonts = [&self.regular, &self.bold].into_iter().zip([false, true]);
        let fonts = fonts.filter(|(font, _)| !font.is_empty());
        let fonts = fonts.map(|(font, bold)| Ok((fonts::name(bold), font.embed(pdf, numbers, bold)?)));
        let fonts = fonts.collect::<Result<Vec<_>, String>>()?;
        let patterns = self.tiles.iter().map(|tiles| tiles.write(pdf, numbers.next()));
        let patterns: Vec<Ref> = patterns.collect();
        let id = numbers.next();
        let mut resources = pdf.indirect(id).start::<Resources<'_>>();
        resources
            .fonts()
            .pairs(fonts.into_iter().map(|(name, font)| (Name(name), font)));
        let mut named = resources.patterns();
        for (at, pattern) in patterns.into_iter().enumerate() {
            named.pair(Name(pattern_name(at).as_bytes()), pattern);
        }
        named.finish();
        let mut states = resources.ext_g_states();
        for thousandths in &self.opacities {
            let share = f32::from(*thousandths) / 1000.0;
            let mut state = states.insert(Name(opacity_name(*thousandths).as_bytes())).dict();
            state.pair(Name(b"ca"), share).pair(Name(b"CA"), share);
        }
        states.finish();
        resources.finish();
        Ok(id)
    }
}

impl Tiles {
    /// A tile that is laid again and again, with nothing between its lines.
    fn write(&self, pdf: &mut Pdf, id: Ref) -> Ref {
        let (size, lines, spots) = tile(self.pattern);
        let side = coordinate(size);
        let mut content = Content::new();
        let [red, green, blue] = painter::shares(self.colour);
        content
            .set_stroke_rgb(red, green, blue)
            .set_fill_rgb(red, green, blue);
        content.set_line_width(1.0).set_line_cap(LineCapStyle::ButtCap);
        if painter::trace(&mut content, &outline::parsed(&lines)) {
            content.stroke();
        }
        if painter::trace(&mut content, &outline::parsed(&spots)) {
            content.fill_nonzero();
        }
        let content = content.finish();
        let mut pattern = pdf.tiling_pattern(id, &content);
        pattern
            .paint_type(PaintType::Colored)
            .tiling_type(TilingType::ConstantSpacing);
        pattern
            .bbox(Rect::new(0.0, 0.0, side, side))
            .x_step(side)
            .y_step(side);
        pattern.matrix(self.place.map(painter::single));
        pattern.resources();
        id
    }
}

fn pattern_name(at: usize) -> String {
    format!("P{at}")
}

fn opacity_name(thousandths: u16) -> String {
    format!("O{thousandths}")
}

/// Compresses a stream.
fn packed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("the file cannot be written: {error}");
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).map_err(failed)?;
    encoder.finish().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Anchor, Item, Paint, Place, Role, Shape, Stroke, Words};
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

    // Limit: MOST_PAGES in draw/src/pdf/mod.rs
    #[test]
    fn too_many_pages_are_refused() {
        let pages = vec![page(); MOST_PAGES + 1];
        assert!(pdf(&pages, 0.1, "many").is_err());
    }

    #[test]
    fn a_page_without_size_is_refused() {
        assert!(pdf(&[Scene { width: 0.0, ..page() }], 0.1, "none").is_err());
    }

    #[test]
    fn pages_share_their_patterns_and_letters() {
        let count = |pages: &[Scene], part: &str| {
            let bytes = pdf(pages, 0.1, "pages").expect("it is made");
            String::from_utf8_lossy(&bytes).matches(part).count()
        };
        for part in ["/PatternType", "/FontFile2", "/Type /Font\n"] {
            assert_eq!(
                count(&[page()], part),
                count(&[page(), page(), page()], part),
                "{part}"
            );
        }
        assert_eq!(count(&[page(), page()], "/Type /Page\n"), 2);
    }
}
