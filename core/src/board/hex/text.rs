//! The written form of a map.
//!
//! ```text
//! 0g  0g  1g  ..
//!   0g  0w  12r 0g
//! layer
//! ..  ..  6:4g ..
//!   ..  ..  ..  ..
//! ```
//!
//! Each line is a row, odd rows (the second, the fourth, ...) lie half a space to the right, and indentation
//! is only for the eye. A cell is a level and a letter; dots are a void. After the line `layer`, a second set
//! of rows of the same size lays spaces above the first. Such a space is one level thick, or reaches down to
//! the level after the colon. Blank lines mean nothing.
//!
//! Not here: what a letter stands for; the caller says.

use std::fmt::{self, Write as _};

use super::map::{HexMap, MAX_LAYERS, MAX_LEVEL, MAX_SIDE, MAX_SPACES, OPEN_SKY, Symbol, Tile};
use super::space::Space;

/// The line that begins the next layer.
const LAYER: &str = "layer";

/// What is wrong with a written map, and where. Lines and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// What is wrong.
    pub fault: TextFault,
}

/// What is wrong with a written map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// There is no row, or no space in any.
    Empty,
    /// More rows or cells than [`MAX_SIDE`].
    TooLarge,
    /// More layers than [`MAX_LAYERS`].
    TooManyLayers,
    /// More spaces than [`MAX_SPACES`].
    TooManySpaces,
    /// The row is not as long as the first one.
    RowLength {
        /// Cells of the first row.
        expected: usize,
        /// Cells of this row.
        found: usize,
    },
    /// The layer does not have as many rows as the first one.
    LayerRows {
        /// Rows of the first layer.
        expected: usize,
        /// Rows of this layer.
        found: usize,
    },
    /// The cell is neither dots nor a level and a letter.
    Cell,
    /// The level is above [`MAX_LEVEL`].
    Level,
    /// No symbol has this letter.
    Letter(char),
    /// The underside is not below the level.
    Underside,
    /// The space does not lie above what is below it.
    Buried,
}

impl fmt::Display for TextError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}, column {}: {}", self.line, self.column, self.fault)
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFault::Empty => write!(out, "the map has no spaces"),
            TextFault::TooLarge => write!(out, "the map has more than {MAX_SIDE} rows or columns"),
            TextFault::TooManyLayers => write!(out, "the map has more than {MAX_LAYERS} layers"),
            TextFault::TooManySpaces => write!(out, "the map has more than {MAX_SPACES} spaces"),
            TextFault::RowLength { expected, found } => {
                write!(out, "the row has {found} cells where the first row has {expected}")
            }
            TextFault::LayerRows { expected, found } => {
                write!(out, "the layer has {found} rows where the first layer has {expected}")
            }
            TextFault::Cell => write!(out, "a cell is a level and a letter, such as `2g`, or dots for a void"),
            TextFault::Level => write!(out, "the level is above {MAX_LEVEL}"),
            TextFault::Letter(letter) => write!(out, "no terrain has the letter `{letter}`"),
            TextFault::Underside => write!(out, "the underside is not below the level"),
            TextFault::Buried => write!(out, "the space does not lie above the space below it"),
        }
    }
}

impl std::error::Error for TextError {}

impl HexMap {
    /// Reads a map.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with the text.
    pub fn parse(text: &str, legend: &[Symbol]) -> Result<Self, TextError> {
        let mut reader = Reader::new(legend);
        for (number, line) in text.lines().enumerate() {
            reader.line(number + 1, line)?;
        }
        reader.finish(text.lines().count().max(1))
    }

    /// Writes the map; reading it gives the same map.
    pub fn to_text(&self) -> String {
        let mut cells = vec![String::from(".."); self.columns * self.rows * self.layers];
        for tile in &self.tiles {
            let Space { layer, row, column } = tile.space;
            let at = (layer as usize * self.rows + row as usize) * self.columns + column as usize;
            cells[at] = written(tile);
        }
        let width = cells.iter().map(String::len).max().unwrap_or(0) + 1;
        let mut text = String::new();
        for (number, row) in cells.chunks(self.columns.max(1)).enumerate() {
            if number > 0 && number % self.rows == 0 {
                text.push_str("layer\n");
            }
            let indent = if number % self.rows % 2 == 1 { width / 2 } else { 0 };
            let line = row.iter().fold(" ".repeat(indent), |mut line, cell| {
                // Writing to a string does not fail.
                let _ = write!(line, "{cell:<width$}");
                line
            });
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

fn written(tile: &Tile) -> String {
    let Tile { level, letter, .. } = tile;
    match tile.underside {
        Some(underside) if tile.space.layer == 0 || underside != level - 1 => format!("{level}:{underside}{letter}"),
        _ => format!("{level}{letter}"),
    }
}

/// Reads line by line; knows how large the map has become.
struct Reader<'a> {
    legend: &'a [Symbol],
    columns: usize,
    /// Rows of the first layer, once it is complete.
    rows: Option<usize>,
    row: usize,
    layer: usize,
    tiles: Vec<Tile>,
    /// The level of the highest space so far at each place, by row and column.
    tops: Vec<Option<i32>>,
}

impl<'a> Reader<'a> {
    fn new(legend: &'a [Symbol]) -> Self {
        Self {
            legend,
            columns: 0,
            rows: None,
            row: 0,
            layer: 0,
            tiles: Vec::new(),
            tops: Vec::new(),
        }
    }

    fn line(&mut self, line: usize, text: &str) -> Result<(), TextError> {
        let error = |fault| TextError { line, column: 1, fault };
        if text.trim() == LAYER {
            return self.next_layer().map_err(error);
        }
        let cells = text.split_whitespace().count();
        if cells == 0 {
            return Ok(());
        }
        if self.columns == 0 {
            self.columns = cells;
        }
        self.check_row(cells).map_err(error)?;
        if self.layer == 0 {
            self.tops.resize((self.row + 1) * self.columns, None);
        }
        for (number, (column, cell)) in words(text).enumerate() {
            let fault = |fault| TextError { line, column, fault };
            self.cell(number, cell).map_err(fault)?;
        }
        self.row += 1;
        Ok(())
    }

    fn check_row(&self, cells: usize) -> Result<(), TextFault> {
        let (expected, rows) = (self.columns, self.rows.unwrap_or(MAX_SIDE));
        if cells > MAX_SIDE || self.row >= MAX_SIDE {
            Err(TextFault::TooLarge)
        } else if cells != expected {
            Err(TextFault::RowLength { expected, found: cells })
        } else if self.row >= rows {
            Err(TextFault::LayerRows { expected: rows, found: self.row + 1 })
        } else {
            Ok(())
        }
    }

    fn next_layer(&mut self) -> Result<(), TextFault> {
        self.end_layer()?;
        if self.layer + 1 >= MAX_LAYERS {
            return Err(TextFault::TooManyLayers);
        }
        self.layer += 1;
        self.row = 0;
        Ok(())
    }

    fn end_layer(&mut self) -> Result<(), TextFault> {
        let expected = *self.rows.get_or_insert(self.row);
        match self.row {
            0 => Err(TextFault::Empty),
            found if found != expected => Err(TextFault::LayerRows { expected, found }),
            _ => Ok(()),
        }
    }

    fn cell(&mut self, column: usize, cell: &str) -> Result<(), TextFault> {
        if cell.chars().all(|c| c == '.') {
            return Ok(());
        }
        let (level, underside, letter) = cell_parts(cell)?;
        let symbol = self.legend.iter().find(|symbol| symbol.letter == letter);
        let symbol = symbol.ok_or(TextFault::Letter(letter))?;
        let underside = underside.or((self.layer > 0).then_some(level - 1));
        if underside.is_some_and(|underside| underside >= level) {
            return Err(TextFault::Underside);
        }
        // The reader made room for this row when it read the first layer.
        let top = &mut self.tops[self.row * self.columns + column];
        let buried = match (*top, underside) {
            (Some(top), Some(underside)) => underside <= top,
            (Some(_), None) => true,
            (None, _) => false,
        };
        if buried {
            return Err(TextFault::Buried);
        }
        *top = Some(level);
        if self.tiles.len() >= MAX_SPACES {
            return Err(TextFault::TooManySpaces);
        }
        self.tiles.push(Tile {
            space: Space {
                layer: self.layer as i32,
                row: self.row as i32,
                column: column as i32,
            },
            level,
            underside,
            ceiling: OPEN_SKY,
            terrain: symbol.terrain,
            attributes: symbol.attributes,
            letter,
        });
        Ok(())
    }

    fn finish(mut self, last_line: usize) -> Result<HexMap, TextError> {
        let ended = self.end_layer();
        let fault = ended.err().or(self.tiles.is_empty().then_some(TextFault::Empty));
        match (fault, self.rows) {
            (Some(fault), _) => Err(TextError {
                line: last_line,
                column: 1,
                fault,
            }),
            (None, rows) => {
                let rows = rows.unwrap_or(0);
                Ok(HexMap::new(self.columns, rows, self.layer + 1, self.tiles))
            }
        }
    }
}

/// Words with the column each begins at, counted in characters from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    text.split(char::is_whitespace).filter_map(move |word| {
        let start = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

/// Level, underside and letter of a cell such as `5g` or `5:3g`.
fn cell_parts(cell: &str) -> Result<(i32, Option<i32>, char), TextFault> {
    let mut rest = cell.chars();
    let letter = rest.next_back().filter(|c| !c.is_ascii_digit()).ok_or(TextFault::Cell)?;
    let (level, underside) = match rest.as_str().split_once(':') {
        Some((level, underside)) => (level, Some(underside)),
        None => (rest.as_str(), None),
    };
    Ok((number(level)?, underside.map(number).transpose()?, letter))
}

fn number(digits: &str) -> Result<i32, TextFault> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return Err(TextFault::Cell);
    }
    let value = digits.parse().map_err(|_| TextFault::Level)?;
    if value > MAX_LEVEL { Err(TextFault::Level) } else { Ok(value) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Entering it ends a move, and a drop onto it is no fall.
    pub(in crate::board::hex) const WET: u32 = 1;
    /// Nobody can stand on it.
    pub(in crate::board::hex) const BLOCKED: u32 = 2;

    pub(in crate::board::hex) const GROUND: [Symbol; 4] = [
        Symbol { letter: 'g', terrain: 0, attributes: 0 },
        Symbol { letter: 'w', terrain: 1, attributes: WET },
        Symbol { letter: 'r', terrain: 2, attributes: 0 },
        Symbol { letter: 'x', terrain: 3, attributes: BLOCKED },
    ];

    fn fault(text: &str) -> (usize, usize, TextFault) {
        let error = HexMap::parse(text, &GROUND).expect_err("a faulty map");
        (error.line, error.column, error.fault)
    }

    #[test]
    fn a_map_survives_writing_and_reading() {
        let text = "0g   0g   1g   ..\n  0g   0w   12r  0g\nlayer\n..   ..   6:4g ..\n  ..   ..   ..   7g\n";
        let map = HexMap::parse(text, &GROUND).expect("a map");
        assert_eq!(map.to_text(), text);
        assert_eq!(HexMap::parse(&map.to_text(), &GROUND), Ok(map));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        assert_eq!(fault(""), (1, 1, TextFault::Empty));
        assert_eq!(fault(".. ..\n"), (1, 1, TextFault::Empty));
        assert_eq!(fault("0g 0z"), (1, 4, TextFault::Letter('z')));
        assert_eq!(fault("0g\n  g"), (2, 3, TextFault::Cell));
        assert_eq!(fault("0g 12"), (1, 4, TextFault::Cell));
        assert_eq!(fault("0g -1g"), (1, 4, TextFault::Cell));
        assert_eq!(fault("1000g"), (1, 1, TextFault::Level));
        assert_eq!(fault("99999999999g"), (1, 1, TextFault::Level));
        assert_eq!(fault("0g 0g\n\n0g"), (3, 1, TextFault::RowLength { expected: 2, found: 1 }));
    }

    #[test]
    fn faults_of_layers_are_told_with_their_place() {
        assert_eq!(fault("3g\nlayer\n4g"), (3, 1, TextFault::Buried));
        assert_eq!(fault("3g\nlayer\n9:9g"), (3, 1, TextFault::Underside));
        assert_eq!(fault("3g\nlayer\n9g\n9g"), (4, 1, TextFault::LayerRows { expected: 1, found: 2 }));
        assert_eq!(fault("3g\nlayer\n"), (2, 1, TextFault::Empty));
        assert_eq!(fault("0g\nlayer\n3g\nlayer\n6g\nlayer\n9g\nlayer\n12g"), (8, 1, TextFault::TooManyLayers));
    }

    #[test]
    fn a_map_just_small_enough_is_read_and_one_row_more_is_not() {
        let row = "0g ".repeat(MAX_SIDE) + "\n";
        assert!(HexMap::parse(&row.repeat(MAX_SIDE), &GROUND).is_ok());
        assert_eq!(fault(&row.repeat(MAX_SIDE + 1)).2, TextFault::TooLarge);
        assert_eq!(fault(&"0g ".repeat(MAX_SIDE + 1)).2, TextFault::TooLarge);
        let upper = ".. ".repeat(MAX_SIDE - 1) + "9g\n" + &(".. ".repeat(MAX_SIDE) + "\n").repeat(MAX_SIDE - 1);
        let text = row.repeat(MAX_SIDE) + "layer\n" + &upper;
        assert_eq!(fault(&text).2, TextFault::TooManySpaces);
    }

    #[test]
    fn an_error_reads_as_a_sentence() {
        let error = HexMap::parse("0g 0z", &GROUND).expect_err("a faulty map");
        assert_eq!(error.to_string(), "line 1, column 4: no terrain has the letter `z`");
    }
}
