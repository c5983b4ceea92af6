//! Drawing small pictures: rectangles, plates with round corners, and text, each in one colour and its shades.
//!
//! There is no font of the machine in it and no floating point that differs between machines, so the same content gives the same
//! bytes everywhere.
//!
//! | file | what lives there |
//! |---|---|
//! | `canvas` | the pixels, what can be put onto them, and PNG |
//! | `font` | the letters, each drawn once per size |
//! | `palette` | the colours of a picture |
//! | `wrap` | text in lines |
//!
//! Not here: what a picture shows (the formats).

mod canvas;
mod font;
mod palette;
mod wrap;

pub(crate) use canvas::{Area, Canvas};
pub(crate) use font::{Fonts, Style, Weight};
pub(crate) use palette::{Palette, Ramp};
pub(crate) use wrap::{NO_BREAK, fitting, wrapped};
