//! Pictures of games: a scene of shapes, texts and icons from what a viewer may see of a game, and SVG and PNG from that.
//!
//! ```text
//!   Game, Viewer, Looks  ->  table::Sight   what this viewer may know, by the names of the looks
//!                        ->  Scene          items with a key, a role, a place and shapes
//!                        ->  svg, png, page (JSON for a browser, which changes only what has changed)
//! ```
//!
//! How things look is content: the looks of a system (`looks.yaml`). A game without looks is drawn plainly.
//!
//! | module | what lives there |
//! |---|---|
//! | `scene` | shapes, items, scenes |
//! | `theme` | light and dark, and colours that can be read |
//! | `letters` | how wide texts are, and texts in lines |
//! | `svg`, `png`, `page` | a scene as a file, and for a page |
//! | `table` | the table of a game |
//!
//! Not here: what is hidden from whom (`cardwright-core`), the names of looks (`cardwright-compiler`), files.

mod letters;
mod page;
#[cfg(feature = "png")]
mod png;
mod scene;
mod svg;
mod table;
mod theme;

pub use page::{PageItem, PageScene};
#[cfg(feature = "png")]
pub use png::png;
pub use scene::{Anchor, Fill, Item, Paint, Place, Role, Scene, Shape, Stroke, Words};
pub use svg::MADE_BY;
pub use table::{Shown, Table, Thing, ThingBadge, ThingBar, ThingMark};
pub use theme::Theme;
