//! Paragraphs in lines, and the largest size in which they have room.

use crate::letters;
use crate::scene::{Anchor, Shape, Words};
use cardwright_compiler::looks::Colour;

/// How far lines are apart, in sizes of the letters.
const LEADING: f64 = 1.22;
/// How far paragraphs are apart, in sizes of the letters.
const APART: f64 = 0.42;

/// A paragraph: what it is about in bold letters, and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub(super) label: String,
    pub(super) text: String,
    /// Whether it matters less than others, and is smaller and fainter.
    pub(super) is_note: bool,
}

/// A part of a line in letters of one weight.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    x: f64,
    text: String,
    bold: bool,
}

/// Paragraphs in lines.
pub(super) struct Block {
    size: f64,
    lines: Vec<(f64, f64, bool, Vec<Run>)>,
    /// How tall all of them are together.
    pub(super) height: f64,
    /// Whether no word is wider than the block.
    pub(super) is_whole: bool,
}

impl Block {
    /// Paragraphs in a size, in lines no wider than this.
    pub(super) fn of(paragraphs: &[Paragraph], size: f64, width: f64) -> Self {
        let mut block = Self {
            size,
            lines: Vec::new(),
            height: 0.0,
            is_whole: true,
        };
        for paragraph in paragraphs {
            block.add(paragraph, width);
        }
        if !paragraphs.is_empty() {
            block.height -= size * APART;
        }
        block
    }

    fn add(&mut self, paragraph: &Paragraph, width: f64) {
        let size = if paragraph.is_note {
            self.size * 0.9
        } else {
            self.size
        };
        let label = paragraph.label.split_whitespace().map(|word| (word, true));
        let text = paragraph.text.split_whitespace().map(|word| (word, false));
        let mut line: Vec<Run> = Vec::new();
        let mut used = 0.0;
        for (word, bold) in label.chain(text) {
            let long = letters::width(word, size, bold);
            self.is_whole &= long <= width;
            let space = letters::width(" ", size, bold);
            if used > 0.0 && used + space + long > width {
                self.end(std::mem::take(&mut line), size, paragraph.is_note);
                used = 0.0;
            }
            let begins = if used > 0.0 { used + space } else { 0.0 };
            match line.last_mut().filter(|run| run.bold == bold) {
                Some(run) => {
                    run.text.push(' ');
                    run.text.push_str(word);
                }
                None => line.push(Run {
                    x: begins,
                    text: word.to_owned(),
                    bold,
                }),
            }
            used = begins + long;
        }
        self.end(line, size, paragraph.is_note);
        self.height += self.size * APART;
    }

    fn end(&mut self, line: Vec<Run>, size: f64, is_note: bool) {
        if !line.is_empty() {
            self.lines.push((self.height + size * 0.98, size, is_note, line));
            self.height += size * LEADING;
        }
    }

    /// The lines as shapes, from this corner.
    pub(super) fn shapes(&self, (left, top): (f64, f64), ink: Colour, faint: Colour) -> Vec<Shape> {
        let lines = self.lines.iter().flat_map(|(y, size, is_note, runs)| {
            let colour = if *is_note { faint } else { ink };
            runs.iter().map(move |run| {
                Shape::Text(Words {
                    x: left + run.x,
                    y: top + y,
                    size: *size,
                    text: run.text.clone(),
                    anchor: Anchor::Start,
                    bold: run.bold,
                    colour,
                    halo: None,
                })
            })
        });
        lines.collect()
    }
}

/// A text in one line in the largest of these sizes in which it has room; nothing if it has none in the least.
pub(super) fn one_line(text: &str, bold: bool, (most, least): (f64, f64), width: f64) -> Option<f64> {
    let natural = letters::width(text, most, bold);
    let size = if natural > width {
        most * width / natural
    } else {
        most
    };
    (size >= least).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(label: &str, text: &str) -> Paragraph {
        Paragraph {
            label: label.to_owned(),
            text: text.to_owned(),
            is_note: false,
        }
    }

    #[test]
    fn lines_are_no_wider_than_the_block_and_no_word_is_lost() {
        let text = "When you push, as the dice are modified, once per game, you may spend one apple.";
        let block = Block::of(&[paragraph("Push:", text)], 20.0, 200.0);
        assert!(block.is_whole && block.lines.len() > 3);
        let mut words = Vec::new();
        for (_, size, _, runs) in &block.lines {
            for run in runs {
                assert!(
                    run.x + letters::width(&run.text, *size, run.bold) <= 200.5,
                    "{run:?}"
                );
                words.extend(run.text.split(' ').map(str::to_owned));
            }
        }
        assert_eq!(words.join(" "), format!("Push: {text}"));
    }

    #[test]
    fn a_word_wider_than_the_block_is_known() {
        assert!(!Block::of(&[paragraph("", "Donaudampfschifffahrt")], 20.0, 80.0).is_whole);
    }

    #[test]
    fn a_line_shrinks_no_further_than_its_least_size() {
        assert_eq!(one_line("short", true, (40.0, 20.0), 500.0), Some(40.0));
        let size = one_line("a name of middling length", true, (40.0, 20.0), 400.0);
        assert!(size.is_some_and(|size| size < 40.0));
        assert_eq!(
            one_line("a name of middling length", true, (40.0, 20.0), 100.0),
            None
        );
    }
}
