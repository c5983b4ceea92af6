//! The board of squares: places with walls between and across them, counted, seen and measured exactly.
//!
//! A *square* is one cell of the grid, by column and row, both from 0; rows run downwards. A *place* is a square
//! on which something can stand, by number. A *corner* is a point where squares meet; corner (0, 0) is the upper
//! left one of the board, and the lower right corner of square (x, y) is corner (x + 1, y + 1). A square without
//! a place is filled: it is wall all through. A diagonal wall fills the half of its square that it cuts off.
//!
//! All arithmetic is on whole numbers, so every answer is the same on every machine. Nothing here changes after
//! a [`Grid`] is built; what is asked often is answered from tables that fill themselves ([`Views`], distances).
//!
//! | file | what lives there |
//! |---|---|
//! | `square_set` | [`SquareSet`]: a set of places |
//! | `way` | [`Way`]: the eight directions |
//! | `grid` | [`Grid`]: squares, walls, what meets in a corner |
//! | `steps` | which places are adjacent, and which one step leads to |
//! | `count` | distances counted along places |
//! | `crossing` | the squares and corners that a straight line meets, in order |
//! | `view` | whether a line from anywhere in one place reaches another without touching a wall |
//! | `views` | [`Views`]: the same, remembered |
//! | `trace` | lines from corner to corner, clear or not |
//! | `cover` | how many lines between two sets of places are not clear |
//! | `area` | bursts, cones, lines |
//! | `block` | pieces of several squares: where they fit and step |
//! | `board` | [`SquareBoard`]: all this behind the interface of every board of spaces |
//! | `flank` | who stands on opposite sides |
//!
//! Not here: who stands where, what terrain means, and any rule.

mod area;
mod block;
mod board;
#[cfg(test)]
mod cases;
mod count;
mod cover;
mod crossing;
#[cfg(test)]
mod drawn;
mod flank;
mod grid;
#[cfg(test)]
mod properties;
mod square_set;
mod steps;
mod trace;
mod view;
mod views;
mod way;

pub use area::{burst, cone, line};
pub use block::{Block, exists, fits, placements, step_options, step_options_through};
pub use board::{MAX_SIZE, MAX_VIEWS, SquareBoard};
pub use count::{UNREACHED, farther_steps, nearer_steps, nearest};
pub use cover::{NO_LINE, blocked_from_best_corner, blocked_from_best_place, blocked_from_corner};
pub use flank::flanks;
pub use grid::{Grid, GridError, Ground, MAX_PLACES, MAX_SIDE, Plan, Square, Wall};
pub use square_set::SquareSet;
pub use trace::Corner;
pub use view::sees_from_corner;
pub use views::Views;
pub use way::Way;
