//! Printed cards: what stands on a face, and its picture.
//!
//! ```text
//!   system, pack, looks  ->  Press  ->  Face, Back  ->  Scene
//! ```
//!
//! Lengths are tenths of a millimetre; a scene is as large as the card, with its bleed around it.
//!
//! | file | what lives there |
//! |---|---|
//! | `press` | the faces and backs of a system: facts by looks, texts by the compiler's telling |
//! | `sample` | one of each card in a game that nobody plays, for icons that a define chooses |
//! | `face`, `back` | from what stands on a card to a scene |
//! | `parts` | the parts of a face as shapes |
//! | `counter` | tokens, and pieces from above |
//! | `dial` | what stands on the dials of a piece |
//! | `text` | paragraphs in the largest size that has room |
//!
//! Not here: sheets of cards (`sheet`), how a card's rules are told (the compiler).

mod back;
mod counter;
mod dial;
mod face;
mod parts;
mod press;
mod sample;
mod text;

pub use back::Back;
pub use counter::Counter;
pub(crate) use counter::TOKEN;
pub use dial::{Dial, DialEntry};
pub use face::{Face, FaceLine, FaceStat, Unfit};
pub use press::Press;

/// Tenths of a millimetre in a thousandth of an inch.
pub(crate) const UNITS: f64 = 0.254;

/// A length of the looks (thousandths of an inch) in tenths of a millimetre.
#[expect(clippy::cast_precision_loss, reason = "sizes of cards and tables are small")]
pub(crate) fn units(length: i64) -> f64 {
    length as f64 * UNITS
}

/// The fields that give the size of a base.
pub(crate) fn footprint_fields(footprint: cardwright_bytecode::pack::FootprintDef) -> Vec<u16> {
    use cardwright_bytecode::pack::FootprintDef;
    match footprint {
        FootprintDef::Rectangle(width, length) => vec![width, length],
        FootprintDef::Circle(radius) => vec![radius],
        FootprintDef::Spaces(size, height) => std::iter::once(size).chain(height).collect(),
    }
}
