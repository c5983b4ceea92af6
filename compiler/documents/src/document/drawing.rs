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
//! On squares `|` between two cells is a wall between them, and a line of one `-` or `.` for each column has a wall
//! under every cell above a `-`. A slash beside a letter is a diagonal wall across the square: `g/` leaves the upper
//! left half open, `/g` the lower right one, `g\` the lower left one, `\g` the upper right one.
//!
//! ```text
//! g   g | g   g/
//! .   -   -   .
//! g   g   g   g
//! ```
//!
//! Not here: what a letter stands for, and how large a board may be.

use cardwright_dsl::ast::Span;

/// A drawn space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Where it stands in the drawing.
    pub span: Span,
    /// The level that is written.
    pub level: Option<u32>,
    /// The level of the underside that is written.
    pub underside: Option<u32>,
    /// The corner of the half that a diagonal wall leaves open: one of [`CORNERS`](cardwright_bytecode::board::CORNERS).
    pub half: Option<u8>,
    /// The letters.
    pub letter: String,
}

/// One line: where its cells stand, with nothing for no space.
#[derive(Clone, Debug)]
pub struct Row {
    /// Where it stands in the drawing.
    pub span: Span,
    /// Its cells from left to right; none where there is no space.
    pub cells: Vec<Option<Cell>>,
    /// Where walls stand left of a cell, by its place in the row; after the last cell, right of it.
    pub walls: Vec<(usize, Span)>,
    /// Under which cells walls lie.
    pub under: Vec<(usize, Span)>,
}

/// A cell that makes no sense, and why.
pub(crate) type Misdrawn = (Span, &'static str);

/// The rows of a drawing, or the first cell that makes no sense.
pub fn rows(drawing: &str) -> Result<Vec<Row>, Misdrawn> {
    let mut rows: Vec<Row> = Vec::new();
    let mut start = 0;
    for line in drawing.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let span = Span {
            start: start + indent,
            end: start + line.trim_end().len(),
        };
        let words: Vec<(usize, &str)> = words(line).map(|(at, word)| (start + at, word)).collect();
        if let Some(under) = walls_under(&words) {
            match rows.last_mut() {
                Some(row) if under.columns == row.cells.len() && row.under.is_empty() => {
                    row.under = under.walls
                }
                Some(_) => {
                    return Err((
                        span,
                        "a line of walls has one `-` or `.` for each column, and a row has at most one such \
                         line below it",
                    ));
                }
                None => return Err((span, "a line of walls must follow a row of spaces")),
            }
        } else if !words.is_empty() {
            rows.push(row(span, &words)?);
        }
        start += line.len();
    }
    Ok(rows)
}

/// A line of walls under a row.
struct Under {
    columns: usize,
    walls: Vec<(usize, Span)>,
}

/// What a line says about walls under the row before it; nothing if it is a row itself.
fn walls_under(words: &[(usize, &str)]) -> Option<Under> {
    let is_mark = |&(_, word): &(usize, &str)| word == "-" || word == ".";
    let walls: Vec<(usize, Span)> = words
        .iter()
        .enumerate()
        .filter(|(_, word)| word.1 == "-")
        .map(|(column, &(start, _))| {
            (
                column,
                Span {
                    start,
                    end: start + 1,
                },
            )
        })
        .collect();
    let columns = words.len();
    (!walls.is_empty() && words.iter().all(is_mark)).then_some(Under { columns, walls })
}

fn row(span: Span, words: &[(usize, &str)]) -> Result<Row, Misdrawn> {
    let (mut cells, mut walls) = (Vec::new(), Vec::new());
    for &(start, word) in words {
        if word == "|" {
            walls.push((
                cells.len(),
                Span {
                    start,
                    end: start + 1,
                },
            ));
        } else {
            cells.push(cell(start, word)?);
        }
    }
    let under = Vec::new();
    Ok(Row {
        span,
        cells,
        walls,
        under,
    })
}

/// Words with the byte at which each begins; a `|` is a word of its own even without blanks.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = move |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let words = line.split_whitespace().flat_map(|word| word.split_inclusive('|'));
    let parted = words.flat_map(|word| match word.strip_suffix('|') {
        Some(rest) => [rest, &word[rest.len()..]],
        None => [word, ""],
    });
    parted
        .filter(|word| !word.is_empty())
        .map(move |word| (start(word), word))
}

/// A cell without its slash, and the corner of the half that the slash leaves open.
fn unslashed(text: &str) -> (&str, Option<u8>) {
    let slashes = [('/', 7, 3), ('\\', 5, 1)];
    for (slash, before, after) in slashes {
        if let Some(rest) = text.strip_suffix(slash) {
            return (rest, Some(before));
        }
        if let Some(rest) = text.strip_prefix(slash) {
            return (rest, Some(after));
        }
    }
    (text, None)
}

fn cell(start: usize, text: &str) -> Result<Option<Cell>, Misdrawn> {
    let span = Span {
        start,
        end: start + text.len(),
    };
    if text.bytes().all(|byte| byte == b'.') {
        return Ok(None);
    }
    let (text, half) = unslashed(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (level, rest) = text.split_at(digits(text));
    let (underside, letter) = match rest.strip_prefix(':') {
        Some(rest) => {
            let (underside, letter) = rest.split_at(digits(rest));
            if level.is_empty() || underside.is_empty() {
                return Err((span, "`:` separates two levels, as in `6:4g`"));
            }
            (underside, letter)
        }
        None => ("", rest),
    };
    if letter.contains(['/', '\\']) {
        return Err((
            span,
            "a square can have one diagonal wall: write one slash, before or after its letter",
        ));
    }
    if letter.is_empty() {
        return Err((
            span,
            "a cell is a level and a letter of the legend, such as `2g`, or dots if there is no space",
        ));
    }
    Ok(Some(Cell {
        span,
        level: number(level, span)?,
        underside: number(underside, span)?,
        half,
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
    fn walls_stand_between_cells_under_them_and_across_them() {
        let rows = rows("g|g | g/\n.  -  .\n\\g g\\ /g\n").expect("a drawing");
        let places = |walls: &[(usize, Span)]| walls.iter().map(|wall| wall.0).collect::<Vec<_>>();
        assert_eq!(places(&rows[0].walls), [1, 2]);
        assert_eq!(places(&rows[0].under), [1]);
        let halves = |row: &Row| {
            row.cells
                .iter()
                .flatten()
                .map(|cell| cell.half)
                .collect::<Vec<_>>()
        };
        assert_eq!(halves(&rows[0]), [None, None, Some(7)]);
        assert_eq!(halves(&rows[1]), [Some(1), Some(5), Some(3)]);
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_place() {
        let place = |text: &str| rows(text).map(|_| ()).map_err(|(span, _)| (span.start, span.end));
        assert_eq!(place("0g\n  12 0g"), Err((5, 7)));
        assert_eq!(place("0g 1000g"), Err((3, 8)));
        assert_eq!(place(":4g"), Err((0, 3)));
        assert_eq!(place("4:g"), Err((0, 3)));
        assert_eq!(place("99999999999999g"), Err((0, 15)));
        assert_eq!(place("g g\n- . ."), Err((4, 9)));
        assert_eq!(place("- .\ng g"), Err((0, 3)));
        assert_eq!(place("g /g\\"), Err((2, 5)));
        assert_eq!(place(""), Ok(()));
    }
}
