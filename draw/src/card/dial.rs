//! The dials of a piece: what stands on them, as the looks say.
//!
//! Not here: how they are laid out on paper (`sheet`).

use super::Press;
use cardwright_bytecode::pack::{CONST_SET, RowDef};
use cardwright_compiler::looks::{ByField, Colour, DialLook};

/// The colour of what has none.
const INK: Colour = Colour(28, 30, 36);

/// A dial of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Dial {
    /// The display name of the piece.
    pub piece: String,
    /// The display name of the dial.
    pub name: String,
    /// The icon of the piece.
    pub icon: Option<String>,
    /// The entries on it, clockwise.
    pub entries: Vec<DialEntry>,
}

/// An entry that can be chosen on a dial.
#[derive(Clone, Debug, PartialEq)]
pub struct DialEntry {
    /// Its display name.
    pub name: String,
    /// The number that is written.
    pub number: Option<i64>,
    /// The icon.
    pub icon: Option<String>,
    /// The colour of both.
    pub colour: Colour,
}

impl Dial {
    /// Whether another one has the same wheel.
    #[must_use]
    pub fn is_same_wheel(&self, other: &Self) -> bool {
        self.name == other.name && self.entries == other.entries
    }
}

impl Press<'_> {
    /// The dials of a piece (an index into the pack's templates); none where nothing can be chosen.
    #[must_use]
    pub fn dials(&self, piece: usize) -> Vec<Dial> {
        let def = self.pack().templates.get(piece);
        let look = def.and_then(|def| self.looks().things.get(&usize::from(def.kind)));
        let looks = look.map_or(&[][..], |look| &look.dials).iter();
        let dials = looks.filter_map(|look| {
            Some(Dial {
                piece: def?.name.clone(),
                name: look.name.clone(),
                icon: self.icon_of(piece),
                entries: self.on_dial(look, piece),
            })
        });
        dials.filter(|dial| !dial.entries.is_empty()).collect()
    }

    fn on_dial(&self, look: &DialLook, piece: usize) -> Vec<DialEntry> {
        let set = self.value_of(&look.show, piece).unwrap_or(0);
        let set = usize::try_from(set.saturating_sub(CONST_SET)).ok();
        let set = set.and_then(|set| self.pack().sets.get(set));
        let rows = set.map_or(&[][..], |set| &set.items).iter();
        let rows = rows.filter_map(|&row| self.pack().rows.get(usize::try_from(row).ok()?));
        rows.map(|row| self.dial_entry(look, row)).collect()
    }

    fn dial_entry(&self, look: &DialLook, row: &RowDef) -> DialEntry {
        let icon = look.icons.as_ref().and_then(|by| self.by_word(by, row));
        let colour = look.colours.as_ref().and_then(|by| self.by_word(by, row));
        let icon = icon.or(look.icon.as_ref());
        DialEntry {
            name: self.row(look.record, &row.id),
            number: look.number.and_then(|field| row.cells.get(field)).copied(),
            icon: icon.filter(|name| self.icons().contains_key(*name)).cloned(),
            colour: colour.copied().or(look.colour).unwrap_or(INK),
        }
    }

    /// The entry of a per-word table for the word in its field of a row; `None` if the field is no word or
    /// the table has no entry for it.
    fn by_word<'b, T>(&self, by: &'b ByField<T>, row: &RowDef) -> Option<&'b T> {
        let word = usize::try_from(*row.cells.get(by.field)?).ok()?;
        by.of
            .get(self.pack().words.get(usize::from(by.word))?.words.get(word)?)
    }
}
