//! Sheets of card pictures: ten cards wide and at most seven high, the last place kept for the back that hidden cards show.

use crate::content::SystemBook;
use crate::digest::sha256;
use crate::model::facts::Card;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// How many cards are in a row.
pub(super) const WIDTH: usize = 10;
/// How many rows the game takes.
pub(super) const HEIGHT: usize = 7;
/// The last place of a sheet is by custom that of the hidden card.
const CARDS: usize = WIDTH * HEIGHT - 1;

/// The index of card pictures: the sheet of each card, and its place there.
pub(super) struct Sheets<'a> {
    pictures: String,
    system: &'a str,
    sheets: Vec<Sheet<'a>>,
    cards: BTreeMap<&'a str, (usize, usize)>,
}

/// A sheet.
#[derive(Serialize)]
pub(super) struct Sheet<'a> {
    /// The number that all cards of the sheet have in common.
    pub(super) key: u32,
    set: &'a str,
    pub(super) kind: &'a str,
    pub(super) face: String,
    pub(super) back: String,
    columns: usize,
    pub(super) rows: usize,
    /// Its cards, from left to right, then from top to bottom.
    #[serde(serialize_with = "ids")]
    pub(super) cards: Vec<&'a Card>,
}

fn ids<S: Serializer>(cards: &[&Card], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(cards.iter().map(|card| &card.id))
}

/// A number that goes with a name in every version of an export.
pub(super) fn number(name: &str, most: u32) -> u32 {
    let digits = sha256(name.as_bytes());
    let number = u64::from_str_radix(&digits[..12], 16).unwrap_or_default();
    u32::try_from(number % u64::from(most)).unwrap_or_default() + 1
}

/// The largest key: times a hundred it still is a number for every program.
const MOST_KEYS: u32 = 9_000_000;

impl<'a> Sheets<'a> {
    pub(super) fn of(system: &'a SystemBook<'_>, pictures: &str) -> Self {
        let mut all = Self {
            pictures: pictures.to_owned(),
            system: &system.system.id,
            sheets: Vec::new(),
            cards: BTreeMap::new(),
        };
        let mut keys = BTreeSet::new();
        for set in &system.sets {
            for kind in &system.system.vocabulary.kinds {
                let cards: Vec<&Card> = set.cards.iter().filter(|card| card.kind == kind.id).collect();
                for (part, cards) in (1..).zip(cards.chunks(CARDS)) {
                    let name = format!("{}/{}-{}-{part}", all.system, set.id, kind.id);
                    let mut key = number(&name, MOST_KEYS);
                    while !keys.insert(key) {
                        key += 1;
                    }
                    let at = all.sheets.len();
                    let places = cards.iter().enumerate();
                    all.cards
                        .extend(places.map(|(place, card)| (card.id.as_str(), (at, place))));
                    all.sheets.push(Sheet {
                        key,
                        set: &set.id,
                        kind: &kind.id,
                        face: format!("{name}.png"),
                        back: format!("{}/back-{}.png", all.system, kind.id),
                        columns: WIDTH,
                        rows: (cards.len() + 1).div_ceil(WIDTH),
                        cards: cards.to_vec(),
                    });
                }
            }
        }
        all
    }

    /// The document that says what is where.
    pub(super) fn told(&self, system: &str) -> Value {
        json!({ "format": "cardwright/tts-sheets", "version": super::VERSION, "system": system, "sheets": self.sheets })
    }

    /// The sheet of a card, and its `CardID`.
    pub(super) fn card(&self, card: &str) -> Option<(&Sheet<'a>, u32)> {
        let (sheet, place) = *self.cards.get(card)?;
        let sheet = self.sheets.get(sheet)?;
        Some((sheet, sheet.key * 100 + u32::try_from(place).unwrap_or_default()))
    }

    /// The entry of `CustomDeck` for a sheet.
    pub(super) fn custom(&self, sheet: &Sheet<'_>) -> Value {
        json!({
            "FaceURL": self.picture(&sheet.face),
            "BackURL": self.picture(&sheet.back),
            "NumWidth": WIDTH,
            "NumHeight": sheet.rows,
            "BackIsHidden": true,
            "UniqueBack": false,
        })
    }

    /// All sheets.
    pub(super) fn all(&self) -> &[Sheet<'a>] {
        &self.sheets
    }

    /// The sheets of a set.
    pub(super) fn of_set<'s>(&'s self, set: &'s str) -> impl Iterator<Item = &'s Sheet<'a>> + 's {
        self.sheets.iter().filter(move |sheet| sheet.set == set)
    }

    /// The path of the picture of something of the system that is no card.
    pub(super) fn other(&self, what: &str, id: &str) -> String {
        format!("{}/{what}-{}.png", self.system, id.replace('/', "-"))
    }

    /// The address of a picture.
    pub(super) fn picture(&self, path: &str) -> String {
        format!("{}/{path}", self.pictures)
    }
}
