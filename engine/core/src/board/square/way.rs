//! The eight directions, and where among them a straight line points.
//!
//! Not here: what lies that way (`grid`).

/// One of the eight directions, clockwise from the top of the board: 0 is up, 1 up and right, 2 right.
///
/// Odd directions are diagonal; they also name the four corners of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way(u8);

const COLUMNS: [i32; 8] = [0, 1, 1, 1, 0, -1, -1, -1];
const ROWS: [i32; 8] = [-1, -1, 0, 1, 1, 1, 0, -1];

impl Way {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];
    /// The four diagonal ones, as corners of a square: upper right, lower right, lower left, upper left.
    pub const CORNERS: [Self; 4] = [Self(1), Self(3), Self(5), Self(7)];
    /// Towards the top of the board.
    pub const UP: Self = Self(0);
    /// Towards the right.
    pub const RIGHT: Self = Self(2);
    /// Towards the bottom.
    pub const DOWN: Self = Self(4);
    /// Towards the left.
    pub const LEFT: Self = Self(6);

    /// A direction by its number; numbers beyond 7 go round.
    pub const fn new(number: u8) -> Self {
        Self(number % 8)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The direction turned by so many eighths of a turn clockwise.
    pub const fn turned(self, eighths: u8) -> Self {
        Self((self.0 + eighths % 8) % 8)
    }

    /// The other way.
    pub const fn back(self) -> Self {
        self.turned(4)
    }

    /// Whether it is diagonal.
    pub const fn is_diagonal(self) -> bool {
        self.0 % 2 == 1
    }

    /// Columns and rows gained by one step.
    pub const fn step(self) -> (i32, i32) {
        (COLUMNS[self.0 as usize], ROWS[self.0 as usize])
    }

    /// The direction as one bit of a set of directions.
    pub const fn bit(self) -> u8 {
        1 << self.0
    }

    /// For a corner of a square: columns and rows from the square's upper left corner to it.
    pub const fn corner(self) -> (i32, i32) {
        let (columns, rows) = self.step();
        ((columns + 1) / 2, (rows + 1) / 2)
    }

    /// The single step that leads by so many columns and rows, at most one of each.
    pub fn of_step(columns: i32, rows: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.step() == (columns, rows))
    }
}

/// In which of 16 sectors a line points, clockwise from the top: twice the number of the [`Way`] that it follows
/// exactly, or the odd number between two ways.
pub(super) fn sector(columns: i64, rows: i64) -> u8 {
    let after = |way: Way| {
        let (x, y) = way.step();
        // Above 0 if the line points clockwise of this way, by less than half a turn.
        i64::from(x) * rows - i64::from(y) * columns
    };
    let ahead = |way: Way| {
        let (x, y) = way.step();
        i64::from(x) * columns + i64::from(y) * rows > 0
    };
    for way in Way::ALL {
        if after(way) == 0 && ahead(way) {
            return 2 * way.number();
        }
        if after(way) > 0 && after(way.turned(1)) < 0 && ahead(way) {
            return 2 * way.number() + 1;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_go_round_clockwise() {
        let lines = [
            (0, -3),
            (1, -3),
            (2, -2),
            (5, -1),
            (4, 0),
            (3, 1),
            (1, 1),
            (1, 2),
            (0, 9),
            (-1, 2),
            (-1, 1),
            (-3, 1),
            (-1, 0),
            (-3, -2),
            (-2, -2),
            (-1, -7),
        ];
        let found: Vec<u8> = lines.iter().map(|&(x, y)| sector(x, y)).collect();
        assert_eq!(found, (0..16).collect::<Vec<_>>());
    }

    #[test]
    fn corners_lie_around_the_square() {
        let corners = Way::CORNERS.map(Way::corner);
        assert_eq!(corners, [(1, 0), (1, 1), (0, 1), (0, 0)]);
        assert_eq!(Way::of_step(-1, 1), Some(Way::new(5)));
        assert_eq!(Way::of_step(0, 0), None);
    }
}
