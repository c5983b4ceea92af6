//! The board itself: which squares are places, where walls are, and what meets in each corner.
//!
//! Not here: what follows from that for steps (`steps`) and lines (`crossing`, `trace`, `view`).

use std::fmt;

use super::count::Counts;
use super::steps::Steps;
use super::way::Way;

/// The most columns, and the most rows.
pub const MAX_SIDE: usize = 128;
/// The most places.
pub const MAX_PLACES: usize = 4_096;

/// A cell of the grid: column and row, from the upper left one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The column, from the left.
    pub x: i32,
    /// The row, from the top.
    pub y: i32,
}

impl Square {
    /// The square so many steps that way.
    pub fn towards(self, way: Way, steps: i32) -> Self {
        let (x, y) = way.step();
        Self {
            x: self.x + x * steps,
            y: self.y + y * steps,
        }
    }

    /// One of its corners, as a point of the grid.
    pub fn corner(self, corner: Way) -> (i32, i32) {
        let (x, y) = corner.corner();
        (self.x + x, self.y + y)
    }
}

/// The ground of a square: open, wall, or half of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Wall all through; nothing stands there.
    #[default]
    Filled,
    /// A place.
    Open,
    /// A diagonal wall fills one half; the half with this corner is a place.
    Half(Way),
    /// Filled, and yet a place: what moves through walls can be there for a while.
    Solid,
}

/// A wall along one side of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wall {
    /// A square that the wall bounds.
    pub square: Square,
    /// Its side: one of the four straight ways.
    pub side: Way,
}

/// The plan from which a board is built.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The number of columns, from left to right.
    pub columns: usize,
    /// The squares row by row; missing ones are filled.
    pub squares: Vec<Ground>,
    /// Walls between squares.
    pub walls: Vec<Wall>,
}

/// Why a plan is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridError {
    /// More columns or rows than [`MAX_SIDE`].
    TooWide,
    /// More places than [`MAX_PLACES`].
    TooManyPlaces,
    /// A wall that is not on a straight side of a square of the board.
    WallOutside,
    /// A half with a straight way as its corner.
    NoCorner,
}

impl fmt::Display for GridError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide => write!(out, "a board has at most {MAX_SIDE} columns and rows"),
            Self::TooManyPlaces => write!(out, "a board has at most {MAX_PLACES} places"),
            Self::WallOutside => out.write_str("a wall lies on no side of a square of the board"),
            Self::NoCorner => out.write_str("a diagonal wall leaves open a corner of its square"),
        }
    }
}

impl std::error::Error for GridError {}

/// A board of squares.
#[derive(Debug, Default)]
pub struct Grid {
    columns: i32,
    rows: i32,
    squares: Vec<Ground>,
    /// By square: bits of the four sides that carry a wall of their own.
    walls: Vec<u8>,
    /// The place of each square, counted from 0.
    numbers: Vec<Option<u16>>,
    places: Vec<Square>,
    /// By corner: the ways in which wall leads away from it.
    rays: Vec<u8>,
    pub(super) steps: Steps,
    pub(super) counts: Counts,
}

impl Grid {
    /// Builds the board.
    ///
    /// # Errors
    ///
    /// If the plan is larger than the limits or holds a wall that is on no square.
    pub fn new(plan: &Plan) -> Result<Self, GridError> {
        let columns = plan.columns;
        let rows = if columns == 0 {
            0
        } else {
            plan.squares.len().div_ceil(columns)
        };
        if columns > MAX_SIDE || rows > MAX_SIDE {
            return Err(GridError::TooWide);
        }
        let mut squares = plan.squares.clone();
        squares.resize(columns * rows, Ground::Filled);
        let straight = |ground: &Ground| matches!(ground, Ground::Half(way) if !way.is_diagonal());
        if squares.iter().any(straight) {
            return Err(GridError::NoCorner);
        }
        let mut grid = Self {
            columns: columns as i32,
            rows: rows as i32,
            walls: vec![0; squares.len()],
            numbers: vec![None; squares.len()],
            places: Vec::new(),
            rays: Vec::new(),
            squares,
            steps: Steps::default(),
            counts: Counts::default(),
        };
        grid.number()?;
        grid.wall_up(&plan.walls)?;
        grid.rays = grid.all_rays();
        grid.steps = Steps::of(&grid);
        grid.counts = Counts::of(grid.places.len());
        Ok(grid)
    }

    fn number(&mut self) -> Result<(), GridError> {
        for index in 0..self.squares.len() {
            if self.squares[index] == Ground::Filled {
                continue;
            }
            if self.places.len() == MAX_PLACES {
                return Err(GridError::TooManyPlaces);
            }
            self.numbers[index] = Some(self.places.len() as u16);
            let index = index as i32;
            self.places.push(Square {
                x: index % self.columns,
                y: index / self.columns,
            });
        }
        Ok(())
    }

    /// Every wall is kept on both squares that it lies between.
    fn wall_up(&mut self, walls: &[Wall]) -> Result<(), GridError> {
        for wall in walls {
            let known = self.index(wall.square).ok_or(GridError::WallOutside)?;
            if wall.side.is_diagonal() {
                return Err(GridError::WallOutside);
            }
            self.walls[known] |= wall.side.bit();
            if let Some(beyond) = self.index(wall.square.towards(wall.side, 1)) {
                self.walls[beyond] |= wall.side.back().bit();
            }
        }
        Ok(())
    }

    fn all_rays(&self) -> Vec<u8> {
        let corners = (0..=self.rows).flat_map(|y| (0..=self.columns).map(move |x| (x, y)));
        corners.map(|corner| self.rays_from(corner)).collect()
    }

    fn rays_from(&self, (x, y): (i32, i32)) -> u8 {
        let blocked = |way: &Way| {
            if way.is_diagonal() {
                // The square in that quarter; its corner here is the one opposite to the quarter.
                let square = quarter((x, y), *way);
                return match self.ground(square) {
                    Ground::Half(open) => open == way.turned(2) || open == way.turned(6),
                    _ => false,
                };
            }
            // The edge that leads this way has a square on its left and one on its right.
            let [left, right] = [way.turned(7), way.turned(1)].map(|side| quarter((x, y), side));
            (self.inside(left) || self.inside(right)) && !self.is_side_open(left, way.turned(2))
        };
        Way::ALL
            .iter()
            .filter(|way| blocked(way))
            .fold(0, |rays, way| rays | way.bit())
    }

    /// The number of columns, from left to right.
    pub fn columns(&self) -> i32 {
        self.columns
    }

    /// The number of rows, from top to bottom.
    pub fn rows(&self) -> i32 {
        self.rows
    }

    /// How many places there are; they are numbered from 0, row by row.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// The square of a place; the upper left square for a number that is no place's.
    pub fn square(&self, place: usize) -> Square {
        self.places.get(place).copied().unwrap_or_default()
    }

    /// The place on a square.
    pub fn place(&self, square: Square) -> Option<usize> {
        self.numbers[self.index(square)?].map(usize::from)
    }

    /// The ground of a square; filled outside the board.
    pub fn ground(&self, square: Square) -> Ground {
        self.index(square)
            .map_or(Ground::Filled, |index| self.squares[index])
    }

    /// Whether something can pass through this side of a square: neither square is filled there, and no wall
    /// stands between.
    pub fn is_side_open(&self, square: Square, side: Way) -> bool {
        let beyond = square.towards(side, 1);
        !self.is_filled_at(square, side)
            && !self.is_filled_at(beyond, side.back())
            && !self.has_wall(square, side)
    }

    /// Whether a wall of its own stands on this side of a square.
    pub fn has_wall(&self, square: Square, side: Way) -> bool {
        self.index(square)
            .is_some_and(|index| self.walls[index] & side.bit() != 0)
    }

    /// The ways in which wall leads away from a corner, as bits.
    pub(super) fn rays(&self, (x, y): (i32, i32)) -> u8 {
        let inside = (0..=self.columns).contains(&x) && (0..=self.rows).contains(&y);
        if inside {
            let index = (y * (self.columns + 1) + x) as usize;
            self.rays.get(index).copied().unwrap_or(0)
        } else {
            0
        }
    }

    /// The ways in which wall that can be touched leads away from a corner, as bits: the rays without those
    /// between two filled squares or halves.
    pub(super) fn faces(&self, corner: (i32, i32)) -> u8 {
        let inner = |way: &Way| {
            let [left, right] = [way.turned(7), way.turned(1)].map(|side| quarter(corner, side));
            !way.is_diagonal()
                && self.is_filled_at(left, way.turned(2))
                && self.is_filled_at(right, way.turned(6))
        };
        let hidden = Way::ALL.iter().filter(|way| inner(way));
        hidden.fold(self.rays(corner), |faces, way| faces & !way.bit())
    }

    /// Whether the part of a square at this side, or at this corner, is filled.
    pub(super) fn is_filled_at(&self, square: Square, at: Way) -> bool {
        match self.ground(square) {
            Ground::Filled | Ground::Solid => true,
            Ground::Open => false,
            Ground::Half(open) => Part::of(open, at) == Part::Filled,
        }
    }

    /// The place on a square, unless it is filled.
    pub(super) fn open_place(&self, square: Square) -> Option<usize> {
        self.place(square)
            .filter(|_| self.ground(square) != Ground::Solid)
    }

    fn inside(&self, square: Square) -> bool {
        (0..self.columns).contains(&square.x) && (0..self.rows).contains(&square.y)
    }

    fn index(&self, square: Square) -> Option<usize> {
        self.inside(square)
            .then(|| (square.y * self.columns + square.x) as usize)
    }
}

/// On which side of a diagonal wall a side or a corner of its square lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// On the side of the place.
    Open,
    /// At an end of the wall.
    End,
    /// In the filled half.
    Filled,
}

impl Part {
    /// The side on which `at`, a side or a corner, lies in a square that has its open corner at `open`.
    pub(super) fn of(open: Way, at: Way) -> Self {
        match at.turned(8 - open.number()).number() {
            0 | 1 | 7 => Self::Open,
            2 | 6 => Self::End,
            _ => Self::Filled,
        }
    }
}

/// The square in one of the four quarters around a corner.
pub(super) fn quarter((x, y): (i32, i32), way: Way) -> Square {
    let (columns, rows) = way.corner();
    Square {
        x: x + columns - 1,
        y: y + rows - 1,
    }
}
