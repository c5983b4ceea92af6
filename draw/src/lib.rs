//! Pictures of games: a scene of shapes, texts and icons from what a viewer may see of a game, and SVG and PNG from that.
//!
//! ```text
//!   Game, Viewer, Looks  ->  table::Sight   what this viewer may know, by the names of the looks
//!                        ->  Scene          items with a key, a role, a place and shapes
//!                        ->  svg, png, page (JSON for a browser, which changes only what has changed)
//!   System, Looks        ->  card::Press    what stands on the faces and backs of cards
//!                        ->  Scene, Scenes  a card; sheets of paper
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
//! | `pdf` | scenes as pages for paper |
//! | `outline` | the outlines of shapes, for pixels and pages |
//! | `table` | the table of a game |
//! | `card` | faces and backs of printed cards, tokens, pieces from above |
//! | `sheet` | cards and what else a game needs on sheets of paper |
//!
//! Not here: what is hidden from whom (`cardwright-core`), the names of looks (`cardwright-compiler`), files.

mod card;
mod letters;
#[cfg(any(feature = "png", feature = "pdf"))]
mod outline;
mod page;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod png;
mod scene;
mod sheet;
mod svg;
mod table;
mod theme;

pub use card::{Back, Counter, Dial, DialEntry, Face, FaceLine, FaceStat, Press, Unfit};
pub use page::{PageItem, PageScene};
#[cfg(feature = "pdf")]
pub use pdf::{MOST_PAGES, pdf};
#[cfg(feature = "png")]
pub use png::{Pixels, png};
pub use scene::{Anchor, Fill, Item, Paint, Place, Role, Scene, Shape, Stroke, Words};
pub use sheet::{Paper, SheetCard, Sheets, UNIT};
pub use svg::MADE_BY;
pub use table::{Ground, Shown, Table, Thing, ThingBadge, ThingBar, ThingMark, lift};
pub use theme::Theme;
