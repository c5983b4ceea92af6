//! Texts of content in Markdown for a pull request: nothing in them can be Markdown or HTML, or call anybody.

use cardwright_compiler::one_line;

/// The most letters of a text in a line.
const LINE_LETTERS: usize = 240;

/// A text in one line of bounded length, with nothing in it that Markdown reads.
pub(crate) fn cut(text: &str) -> String {
    let line = one_line(text);
    let mut short: String = line.chars().take(LINE_LETTERS).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    plain(&short)
}

/// A text between backticks.
pub(crate) fn code(text: &str) -> String {
    one_line(text).replace('`', "'")
}

/// A text in which Markdown and HTML read nothing.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // Nobody is called by a card.
            '@' => out.push_str("&#64;"),
            '\\' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                out.push('\\');
                out.push(letter);
            }
            _ => out.push(letter),
        }
    }
    out
}
