//! Counters: the pieces and tokens on a table, each a picture of its own, for formats that lay tables.

use cardwright_draw::{Counter, Pixels, Press, Scene};
use std::collections::BTreeMap;

/// Tenths of a millimetre in an inch.
const INCH: f64 = 254.0;

/// The pictures that are needed, by their paths.
pub(super) type Signs<'a> = BTreeMap<String, Sign<'a>>;

/// A piece or token of which a picture is wanted, by its id.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign<'a> {
    /// A sort of token.
    Token(&'a str),
    /// A piece that is made from a card.
    Piece(&'a str),
    /// A piece of a kind that is made from none.
    Kind(&'a str),
}

impl<'a> Sign<'a> {
    /// Its sort, as the names of files have it.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Token(_) => "token",
            Self::Piece(_) | Self::Kind(_) => "piece",
        }
    }

    /// The id of the sort, card or kind.
    pub(super) fn id(&self) -> &'a str {
        match self {
            Self::Token(id) | Self::Piece(id) | Self::Kind(id) => id,
        }
    }
}

/// An artist for the pieces and tokens of a system.
pub(super) struct Counters<'a> {
    pub(super) press: Press<'a>,
    /// The places of cards among those of the press.
    pub(super) cards: BTreeMap<&'a str, usize>,
}

impl<'a> Counters<'a> {
    pub(super) fn of(press: Press<'a>) -> Self {
        let cards = press.pack().templates.iter().enumerate();
        let cards = cards.map(|(at, def)| (def.id.as_str(), at)).collect();
        Self { press, cards }
    }

    fn counter(&self, sign: Sign<'_>) -> Counter {
        match sign {
            Sign::Token(sort) => self.press.token(sort),
            Sign::Kind(kind) => self.press.piece_of_kind(kind),
            Sign::Piece(card) => {
                let piece = self.cards.get(card).and_then(|&at| self.press.piece(at));
                piece.unwrap_or_else(|| self.press.piece_of_kind(card))
            }
        }
    }

    /// The picture of a piece or token.
    pub(super) fn scene(&self, sign: Sign<'_>) -> Scene {
        self.counter(sign).scene(&self.press)
    }

    /// How wide and long a piece is, in inches.
    pub(super) fn size(&self, sign: Sign<'_>) -> (f64, f64) {
        let counter = self.counter(sign);
        (counter.width / INCH, counter.height / INCH)
    }

    /// The number of spaces that a piece covers, as its card has it; `None` on a flat table.
    #[cfg(feature = "foundry")]
    pub(super) fn spaces(&self, sign: Sign<'_>) -> Option<i64> {
        let Sign::Piece(card) = sign else { return None };
        let def = self.press.pack().templates.get(*self.cards.get(card)?)?;
        let kind = self.press.pack().kinds.get(usize::from(def.kind))?;
        let cardwright_bytecode::pack::FootprintDef::Spaces(size, _) = kind.footprint? else {
            return None;
        };
        def.cells.get(usize::from(size)).copied()
    }
}

/// A picture with nothing behind it as a PNG, so many pixels at its longest.
///
/// # Errors
/// If it is too large.
pub(super) fn png(scene: &Scene, most: f64) -> Result<Vec<u8>, String> {
    // A little less, since a part of a pixel becomes a whole one.
    let scale = single((most - 0.5) / scene.width.max(scene.height));
    Pixels::without_ground(scene, scale)?.png()
}

#[expect(clippy::cast_possible_truncation, reason = "scales are small")]
fn single(number: f64) -> f32 {
    number as f32
}
