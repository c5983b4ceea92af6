//! Things of different sizes on pages: from left to right in rows, page after page.

use super::{MARGIN, Paper, sheet};
use crate::letters;
use crate::scene::{Anchor, Item, Place, Role, Scene, Shape, Words};
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::Colour;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How far things are apart.
const APART: f64 = 30.0;
/// How far lines of a text are apart.
const LINES_APART: f64 = 6.0;
/// How tall the title of a page is.
const HEAD: f64 = 90.0;
const INK: Colour = Colour(28, 30, 36);
const FAINT: Colour = Colour(98, 102, 112);

/// A block: a picture that lies on a page as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Its shapes, from its upper left corner.
    pub(super) shapes: Vec<Shape>,
    /// Shapes around points of it, each turned around its point.
    pub(super) turned: Vec<(Place, Vec<Shape>)>,
}

/// A text in one line.
pub(super) fn words((x, y): (f64, f64), size: f64, text: &str, anchor: Anchor, bold: bool) -> Shape {
    Shape::Text(Words {
        x,
        y,
        size,
        text: text.to_owned(),
        anchor,
        bold,
        colour: if bold { INK } else { FAINT },
        halo: None,
    })
}

/// Pages with a title and these things on them.
///
/// # Errors
/// If one is larger than a page.
pub(super) fn pages(
    paper: Paper,
    title: &str,
    blocks: &[Block],
    icons: &Arc<BTreeMap<String, Icon>>,
) -> Result<Vec<Scene>, String> {
    laid(paper, title, (blocks, APART), icons)
}

/// Pages of lines of text, which stand close to each other.
///
/// # Errors
/// If one is larger than a page.
pub(super) fn pages_of_text(
    paper: Paper,
    title: &str,
    blocks: &[Block],
    icons: &Arc<BTreeMap<String, Icon>>,
) -> Result<Vec<Scene>, String> {
    laid(paper, title, (blocks, LINES_APART), icons)
}

fn laid(
    paper: Paper,
    title: &str,
    (blocks, apart): (&[Block], f64),
    icons: &Arc<BTreeMap<String, Icon>>,
) -> Result<Vec<Scene>, String> {
    let (left, top) = (MARGIN, MARGIN + HEAD);
    let (right, bottom) = (paper.width - MARGIN, paper.height - MARGIN);
    let mut pages: Vec<Vec<Item>> = Vec::new();
    let (mut x, mut y, mut tallest) = (left, top, 0.0_f64);
    for (at, block) in blocks.iter().enumerate() {
        if block.width > right - left || block.height > bottom - top {
            return Err(format!(
                "{title}: a part of {:.0} by {:.0} mm does not fit on the paper",
                block.width / 10.0,
                block.height / 10.0
            ));
        }
        if x > left && x + block.width > right {
            (x, y, tallest) = (left, y + tallest + apart, 0.0);
        }
        if pages.is_empty() || y + block.height > bottom {
            pages.push(vec![head(title)]);
            (x, y, tallest) = (left, top, 0.0);
        }
        if let Some(page) = pages.last_mut() {
            page.extend(items(block, at, (x, y)));
        }
        x += block.width + apart;
        tallest = tallest.max(block.height);
    }
    let size = (paper.width, paper.height);
    Ok(pages
        .into_iter()
        .map(|items| sheet(size, title.to_owned(), items, icons))
        .collect())
}

/// A block at its place on a page.
fn items(block: &Block, at: usize, (x, y): (f64, f64)) -> impl Iterator<Item = Item> {
    let part = |key: String, place: Place, shapes: &[Shape]| Item {
        key,
        role: Role::Panel,
        title: String::new(),
        place,
        shapes: shapes.to_vec(),
    };
    let own = part(format!("part:{at}"), Place::at(x, y), &block.shapes);
    let turned = block
        .turned
        .iter()
        .enumerate()
        .map(move |(number, (place, shapes))| {
            let place = Place {
                x: x + place.x,
                y: y + place.y,
                turn: place.turn,
            };
            part(format!("part:{at}:{number}"), place, shapes)
        });
    std::iter::once(own).chain(turned)
}

fn head(title: &str) -> Item {
    Item {
        key: "head".to_owned(),
        role: Role::Caption,
        title: String::new(),
        place: Place::default(),
        shapes: vec![words((MARGIN, MARGIN + 46.0), 40.0, title, Anchor::Start, true)],
    }
}

/// Texts as blocks: titles and paragraphs in the width of a page, split where a page ends.
pub(super) fn paragraphs(paper: Paper, texts: &[(f64, bool, String)]) -> Vec<Block> {
    let width = paper.width - 2.0 * MARGIN;
    let mut blocks = Vec::new();
    for (size, bold, text) in texts {
        for (at, line) in letters::lines(text, *size, *bold, width).iter().enumerate() {
            // A title stands apart from what is before it, a text a little; lines of one text stand together.
            let above = match (at, *bold) {
                (0, true) => size * 0.9,
                (0, false) => size * 0.32,
                _ => 0.0,
            };
            let mut shape = words((0.0, above + size), *size, line, Anchor::Start, *bold);
            if let Shape::Text(words) = &mut shape {
                words.colour = INK;
            }
            blocks.push(Block {
                width,
                height: (above + size * 1.05).max(1.0),
                shapes: vec![shape],
                ..Block::default()
            });
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(width: f64, height: f64) -> Block {
        Block {
            width,
            height,
            ..Block::default()
        }
    }

    #[test]
    fn nothing_lies_upon_another_or_off_the_page() {
        let blocks: Vec<Block> = (0..60)
            .map(|at| block(200.0 + f64::from(at % 7) * 90.0, 150.0 + f64::from(at % 5) * 80.0))
            .collect();
        let pages = pages(Paper::A4, "parts", &blocks, &Arc::default()).expect("there is room");
        assert!(pages.len() > 1);
        let mut first = 0;
        for page in &pages {
            let items = &page.items[1..];
            let areas: Vec<(f64, f64, f64, f64)> = items
                .iter()
                .zip(&blocks[first..])
                .map(|(item, block)| (item.place.x, item.place.y, block.width, block.height))
                .collect();
            first += items.len();
            for (at, one) in areas.iter().enumerate() {
                assert!(
                    one.0 + one.2 <= page.width - MARGIN + 1e-6
                        && one.1 + one.3 <= page.height - MARGIN + 1e-6
                );
                for other in &areas[at + 1..] {
                    let apart = one.0 + one.2 <= other.0
                        || other.0 + other.2 <= one.0
                        || one.1 + one.3 <= other.1
                        || other.1 + other.3 <= one.1;
                    assert!(apart, "{one:?} {other:?}");
                }
            }
        }
        assert_eq!(first, blocks.len());
    }

    #[test]
    fn what_is_larger_than_the_paper_is_an_error() {
        assert!(pages(Paper::A4, "parts", &[block(2_500.0, 10.0)], &Arc::default()).is_err());
    }
}
