//! Text in lines.

use super::font::{Fonts, Style, Weight};
use std::ops::RangeInclusive;

/// A space at which no line ends.
pub(crate) const NO_BREAK: char = '\u{a0}';

/// A text in lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) lines: Vec<String>,
    /// Whether all of it is there, and no word is broken.
    pub(crate) is_whole: bool,
}

/// A text in lines of this width, at most so many; the first one begins further right. What is left when all are full is left out, and
/// the last one says so with three dots.
pub(crate) fn wrapped(
    fonts: &Fonts,
    style: Style,
    text: &str,
    width: usize,
    indent: usize,
    most: usize,
) -> Lines {
    let space = fonts.width(style, " ");
    let mut lines = vec![String::new()];
    let (mut used, mut is_whole) = (indent, true);
    let breaks = |letter: char| letter.is_whitespace() && letter != NO_BREAK;
    for word in text.split(breaks).filter(|word| !word.is_empty()) {
        for (at, piece) in pieces(fonts, style, word, width).into_iter().enumerate() {
            is_whole &= at == 0;
            let long = fonts.width(style, piece);
            let is_first = lines.last().is_none_or(String::is_empty);
            let before = if is_first { 0 } else { space };
            if used + before + long > width && used > 0 {
                if lines.len() == most {
                    return cut(fonts, style, lines, width);
                }
                lines.push(String::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut() {
                if !line.is_empty() {
                    line.push(' ');
                    used += space;
                }
                line.push_str(piece);
                used += long;
            }
        }
    }
    Lines { lines, is_whole }
}

/// The lines that there is room for.
fn cut(fonts: &Fonts, style: Style, mut lines: Vec<String>, width: usize) -> Lines {
    if let Some(last) = lines.last_mut() {
        last.push('…');
        while fonts.width(style, last) > width && last.chars().count() > 1 {
            last.pop();
            last.pop();
            last.push('…');
        }
    }
    Lines {
        lines,
        is_whole: false,
    }
}

/// A word, in pieces if it is longer than a line.
fn pieces<'a>(fonts: &Fonts, style: Style, word: &'a str, width: usize) -> Vec<&'a str> {
    if fonts.width(style, word) <= width {
        return vec![word];
    }
    let mut pieces = Vec::new();
    let (mut from, mut used) = (0, 0);
    for (at, letter) in word.char_indices() {
        let long = fonts.width(style, letter.encode_utf8(&mut [0; 4]));
        if used + long > width && at > from {
            pieces.push(&word[from..at]);
            (from, used) = (at, 0);
        }
        used += long;
    }
    pieces.push(&word[from..]);
    pieces
}

/// A text in the largest of these sizes in which it is whole and no wider and higher than this; else in the smallest one, as much as there
/// is room for.
pub(crate) fn fitting(
    fonts: &Fonts,
    weight: Weight,
    sizes: RangeInclusive<usize>,
    text: &str,
    width: usize,
    height: usize,
) -> (Style, Lines) {
    let least = *sizes.start();
    let in_size = |size: usize| {
        let style = Style { weight, size };
        let most = (height / style.line()).max(1);
        (style, wrapped(fonts, style, text, width, 0, most))
    };
    let mut all = sizes.rev().map(in_size);
    let found = all.find(|(_, lines)| lines.is_whole);
    found.unwrap_or_else(|| in_size(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fonts() -> Fonts {
        Fonts::new().expect("the font is there")
    }

    #[test]
    fn no_line_is_wider_than_it_may_be_and_no_word_is_lost() {
        let (fonts, style) = (fonts(), Style::regular(12));
        let text = "When you push, as the dice are modified,  once per game, you may spend 1 apple.";
        let Lines { lines, is_whole } = wrapped(&fonts, style, text, 90, 40, 99);
        assert!(is_whole && lines.len() > 4, "{lines:?}");
        assert!(fonts.width(style, &lines[0]) <= 50);
        assert!(lines.iter().all(|line| fonts.width(style, line) <= 90));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&lines.join(" ")), words(text));
    }

    #[test]
    fn a_word_longer_than_a_line_is_broken_and_that_is_known() {
        let (fonts, style) = (fonts(), Style::regular(12));
        let Lines { lines, is_whole } = wrapped(&fonts, style, "Donaudampfschifffahrt", 40, 0, 99);
        assert!(!is_whole);
        assert_eq!(lines.concat(), "Donaudampfschifffahrt");
        assert!(lines.iter().all(|line| fonts.width(style, line) <= 40));
    }

    #[test]
    fn long_text_shrinks_and_then_is_cut() {
        let fonts = fonts();
        let fit = |text: &str| fitting(&fonts, Weight::Regular, 9..=15, text, 200, 60);
        let (style, lines) = fit("Short.");
        assert!(style.size == 15 && lines.is_whole);
        let (style, lines) = fit(&"A text of some words. ".repeat(8));
        assert!((9..15).contains(&style.size) && lines.is_whole, "{style:?}");
        let (style, lines) = fit(&"A text of some words. ".repeat(40));
        assert!(style.size == 9 && !lines.is_whole);
        assert!(lines.lines.len() * style.line() <= 60);
        assert!(
            lines.lines.last().is_some_and(|last| last.ends_with('…')),
            "{lines:?}"
        );
    }

    #[test]
    fn what_belongs_together_stays_in_a_line() {
        let (fonts, style) = (fonts(), Style::regular(12));
        let text = "red turn, white bank, green straight".replace("e b", "e\u{a0}b");
        let lines = wrapped(&fonts, style, &text, 90, 0, 9).lines;
        assert_eq!(lines, ["red turn,", "white\u{a0}bank,", "green straight"]);
    }

    #[test]
    fn nothing_is_one_empty_line() {
        assert_eq!(wrapped(&fonts(), Style::bold(9), " ", 9, 0, 1).lines, [""]);
    }
}
