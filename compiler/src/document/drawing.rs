//! The drawn form of a board: rows of cells with blanks between them.
//!
//! ```text
//! 0g  0g  1g  ..
//!   0g  0w  12r 0g
//! ```
//!
//! A cell is a level and a letter (or several) of the legend; the level may be left out. Dots are no space.
//! `6:4g` also says at which level the ground under the space ends. Empty lines mean nothing.
//!
//! Not here: what a letter stands for, and how large a board may be.

use cardwright_dsl::ast::Span;

/// A drawn space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Where it stands in the drawing.
    pub(crate) span: Span,
    /// The level that is written.
    pub(crate) level: Option<u32>,
    /// The level of the underside that is written.
    pub(crate) underside: Option<u32>,
    /// The letters.
    pub(crate) letter: String,
}

/// One line: where its cells stand, with nothing for no space.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) span: Span,
    pub(crate) cells: Vec<Option<Cell>>,
}

/// A cell that makes no sense, and why.
pub(crate) type Misdrawn = (Span, &'static str);

/// The rows of a drawing, or the first cell that makes no sense.
pub(crate) fn rows(drawing: &str) -> Result<Vec<Row>, Misdrawn> {
    let mut rows = Vec::new();
    let mut start = 0;
    for line in drawing.split_inclusive('\n') {
        let mut cells = Vec::new();
        for (at, text) in words(line) {
            cells.push(cell(start + at, text)?);
        }
        if !cells.is_empty() {
            let indent = line.len() - line.trim_start().len();
            let span = Span {
                start: start + indent,
                end: start + line.trim_end().len(),
            };
            rows.push(Row { span, cells });
        }
        start += line.len();
    }
    Ok(rows)
}

/// Words with the byte at which each begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = move |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace().map(move |word| (start(word), word))
}

fn cell(start: usize, text: &str) -> Result<Option<Cell>, Misdrawn> {
    let span = Span {
        start,
        end: start + text.len(),
    };
    if text.bytes().all(|byte| byte == b'.') {
        return Ok(None);
    }
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (level, rest) = text.split_at(digits(text));
    let (underside, letter) = match rest.strip_prefix(':') {
        Some(rest) => {
            let (underside, letter) = rest.split_at(digits(rest));
            if level.is_empty() || underside.is_empty() {
                return Err((span, "`:` stands between two levels, as in `6:4g`"));
            }
            (underside, letter)
        }
        None => ("", rest),
    };
    if letter.is_empty() {
        return Err((
            span,
            "a cell is a level and a letter of the legend, such as `2g`, or dots for no space",
        ));
    }
    Ok(Some(Cell {
        span,
        level: number(level, span)?,
        underside: number(underside, span)?,
        letter: letter.to_owned(),
    }))
}

fn number(digits: &str, span: Span) -> Result<Option<u32>, Misdrawn> {
    if digits.is_empty() {
        return Ok(None);
    }
    let number = digits.parse().ok().filter(|&level| level <= 999_u32);
    number.map(Some).ok_or((span, "the highest level is 999"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Vec<Vec<String>> {
        let show = |cell: &Option<Cell>| match cell {
            None => "-".to_owned(),
            Some(cell) => format!("{:?}/{:?}{}", cell.level, cell.underside, cell.letter)
                .replace("Some(", "")
                .replace(')', ""),
        };
        let rows = rows(text).expect("a drawing");
        rows.iter()
            .map(|row| row.cells.iter().map(show).collect())
            .collect()
    }

    #[test]
    fn a_cell_is_levels_and_letters() {
        assert_eq!(
            drawn("0g Gr ..\n\n  12r 6:4x-y .\n"),
            [["0/Noneg", "None/NoneGr", "-"], ["12/Noner", "6/4x-y", "-"]]
        );
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_place() {
        let place = |text: &str| rows(text).map(|_| ()).map_err(|(span, _)| (span.start, span.end));
        assert_eq!(place("0g\n  12 0g"), Err((5, 7)));
        assert_eq!(place("0g 1000g"), Err((3, 8)));
        assert_eq!(place(":4g"), Err((0, 3)));
        assert_eq!(place("4:g"), Err((0, 3)));
        assert_eq!(place("99999999999999g"), Err((0, 15)));
        assert_eq!(place(""), Ok(()));
    }
}
