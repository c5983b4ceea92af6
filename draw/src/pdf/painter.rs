//! Shapes and texts as the steps of a page.

use super::{Book, Tiles, fonts};
use crate::letters;
use crate::outline::{self, Ends, Pen, Step};
use crate::scene::{Anchor, Fill, Item, Paint, Place, Scene, Stroke, Words};
use crate::svg::HALO;
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::Colour;
use pdf_writer::types::ColorSpaceOperand;
use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Buf, Content, Name, Str};
use std::collections::BTreeMap;

/// From one system of coordinates to another: what PDF writes before `cm`.
pub(super) type Matrix = [f64; 6];

const OPAQUE: u16 = 1000;

/// Paints a page.
pub(super) struct Painter<'b> {
    book: &'b mut Book,
    icons: &'b BTreeMap<String, Icon>,
    content: Content,
    /// From the scene to the page.
    page: Matrix,
    /// From the item to the page.
    item: Matrix,
    opacity: u16,
}

impl<'b> Painter<'b> {
    pub(super) fn new(book: &'b mut Book, icons: &'b BTreeMap<String, Icon>, page: Matrix) -> Self {
        Self {
            book,
            icons,
            content: Content::new(),
            page,
            item: page,
            opacity: OPAQUE,
        }
    }

    pub(super) fn page(mut self, page: &Scene) -> Buf {
        self.content.transform(self.page.map(single));
        self.content.set_line_join(LineJoinStyle::RoundJoin);
        if page.ground != Colour(255, 255, 255) {
            let all = outline::rectangle((0.0, 0.0), (page.width, page.height), 0.0);
            self.path(&all, Paint::plain(page.ground), Ends::Flat);
        }
        page.items.iter().for_each(|item| self.item(item));
        self.content.finish()
    }

    fn item(&mut self, item: &Item) {
        let place = matrix(item.place);
        self.item = product(self.page, place);
        self.content.save_state();
        self.content.transform(place.map(single));
        self.opacity = OPAQUE;
        item.shapes.iter().for_each(|shape| self.shape(shape));
        self.content.restore_state();
        self.opacity = OPAQUE;
    }

    fn fill(&mut self, colour: Colour, opacity: f64) {
        self.shine(opacity);
        let [red, green, blue] = shares(colour);
        self.content.set_fill_rgb(red, green, blue);
    }

    fn stroke(&mut self, stroke: Stroke, ends: Ends) {
        let cap = match ends {
            Ends::Flat => LineCapStyle::ButtCap,
            Ends::Round => LineCapStyle::RoundCap,
        };
        self.shine(stroke.opacity);
        let [red, green, blue] = shares(stroke.colour);
        self.content.set_stroke_rgb(red, green, blue);
        self.content
            .set_line_width(coordinate(stroke.width))
            .set_line_cap(cap);
        let dash = coordinate(stroke.dash);
        let dashes = [dash, dash];
        self.content.set_dash_pattern(
            if dash > 0.0 { dashes.as_slice() } else { &[] }.iter().copied(),
            0.0,
        );
    }

    /// How much of what is below is covered.
    fn shine(&mut self, opacity: f64) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "0 to 1000"
        )]
        let thousandths = (opacity.clamp(0.0, 1.0) * f64::from(OPAQUE)).round() as u16;
        if thousandths != self.opacity {
            self.opacity = thousandths;
            let name = self.book.opacity(thousandths);
            self.content.set_parameters(Name(name.as_bytes()));
        }
    }

    fn show(&mut self, words: &Words, text: &[u8], (x, y): (f32, f32), mode: TextRenderingMode) {
        self.content.begin_text();
        self.content.set_text_rendering_mode(mode);
        self.content
            .set_font(Name(fonts::name(words.bold)), coordinate(words.size));
        // Scenes count downward, letters stand upright.
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, y]);
        self.content.show(Str(text)).end_text();
    }
}

impl Pen for Painter<'_> {
    fn path(&mut self, outline: &[Step], paint: Paint, ends: Ends) {
        match paint.fill {
            Fill::Nothing => {}
            Fill::Plain(colour, opacity) => {
                self.fill(colour, opacity);
                if trace(&mut self.content, outline) {
                    self.content.fill_nonzero();
                }
            }
            Fill::Pattern(pattern, colour) => {
                let place = self.item;
                let name = self.book.tiles(Tiles {
                    pattern,
                    colour,
                    place,
                });
                self.shine(1.0);
                self.content.set_fill_color_space(ColorSpaceOperand::Pattern);
                self.content.set_fill_pattern([], Name(name.as_bytes()));
                if trace(&mut self.content, outline) {
                    self.content.fill_nonzero();
                }
            }
        }
        if let Some(stroke) = paint.stroke {
            self.stroke(stroke, ends);
            if trace(&mut self.content, outline) {
                self.content.stroke();
            }
        }
    }

    fn words(&mut self, words: &Words) {
        let width = letters::width(&words.text, words.size, words.bold);
        let left = match words.anchor {
            Anchor::Start => words.x,
            Anchor::Middle => words.x - width / 2.0,
            Anchor::End => words.x - width,
        };
        let text = self.book.font(words.bold).used(&words.text, words.bold);
        let place = (coordinate(left), coordinate(words.y));
        if let Some(halo) = words.halo {
            self.stroke(Stroke::plain(halo, words.size / HALO), Ends::Round);
            self.show(words, &text, place, TextRenderingMode::Stroke);
        }
        self.fill(words.colour, 1.0);
        self.show(words, &text, place, TextRenderingMode::Fill);
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
        self.content.save_state();
        let place = [scale, 0.0, 0.0, scale, corner.0, corner.1];
        self.content.transform(place.map(single));
        let opacity = self.opacity;
        self.fill(colour, 1.0);
        // Each outline for itself: where two lie upon each other, none is a hole in the other.
        for text in &icon.outlines {
            if trace(&mut self.content, &outline::parsed(text)) {
                self.content.fill_nonzero();
            }
        }
        self.content.restore_state();
        self.opacity = opacity;
    }
}

/// Lengths of pages are far below where this loses anything that can be seen.
#[expect(clippy::cast_possible_truncation, reason = "lengths of a page")]
pub(super) fn single(length: f64) -> f32 {
    length as f32
}

/// A coordinate in thousandths: what is finer cannot be seen, and makes files larger.
pub(super) fn coordinate(length: f64) -> f32 {
    single((length * 1000.0).round() / 1000.0)
}

/// The shares of red, green and blue.
pub(super) fn shares(Colour(red, green, blue): Colour) -> [f32; 3] {
    [red, green, blue].map(|share| coordinate(f64::from(share) / 255.0))
}

/// Turned clockwise, then moved.
fn matrix(place: Place) -> Matrix {
    let (sin, cos) = place.turn.to_radians().sin_cos();
    [cos, sin, -sin, cos, place.x, place.y]
}

/// The product of two matrices: it leads from the inner coordinates to those around the outer ones.
fn product(outer: Matrix, inner: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = outer;
    let through = |x: f64, y: f64| (a * x + c * y, b * x + d * y);
    let (first, second) = (through(inner[0], inner[1]), through(inner[2], inner[3]));
    let corner = through(inner[4], inner[5]);
    [first.0, first.1, second.0, second.1, corner.0 + e, corner.1 + f]
}

/// Begins a path along an outline; whether there is one.
pub(super) fn trace(content: &mut Content, outline: &[Step]) -> bool {
    let rounded = |(x, y): (f64, f64)| (coordinate(x), coordinate(y));
    let mut pen = (0.0, 0.0);
    for step in outline {
        match *step {
            Step::Move(to) => {
                let (x, y) = rounded(to);
                content.move_to(x, y);
                pen = to;
            }
            Step::Line(to) => {
                let (x, y) = rounded(to);
                content.line_to(x, y);
                pen = to;
            }
            Step::Quad(by, to) => {
                // A curve with one handle is one whose two handles are two thirds of the way to it.
                let toward = |end: (f64, f64)| {
                    (
                        end.0 + (by.0 - end.0) * 2.0 / 3.0,
                        end.1 + (by.1 - end.1) * 2.0 / 3.0,
                    )
                };
                curve(content, [toward(pen), toward(to), to].map(rounded));
                pen = to;
            }
            Step::Cubic(out, into, to) => {
                curve(content, [out, into, to].map(rounded));
                pen = to;
            }
            Step::Close => {
                content.close_path();
            }
        }
    }
    !outline.is_empty()
}

fn curve(content: &mut Content, [out, into, to]: [(f32, f32); 3]) {
    content.cubic_to(out.0, out.1, into.0, into.1, to.0, to.1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_within_a_place_is_turned_and_moved_by_both() {
        let outer = matrix(Place {
            x: 10.0,
            y: 20.0,
            turn: 90.0,
        });
        let [_, _, _, _, x, y] = product(outer, matrix(Place::at(3.0, 0.0)));
        assert!((x - 10.0).abs() < 1e-9 && (y - 23.0).abs() < 1e-9);
    }

    #[test]
    fn nothing_is_no_path() {
        let mut content = Content::new();
        assert!(!trace(&mut content, &[]));
        assert!(trace(&mut content, &outline::circle((5.0, 5.0), 2.0)));
        let written = content.finish();
        let written = String::from_utf8_lossy(&written);
        assert_eq!(written.matches(" c").count(), 4);
    }
}
