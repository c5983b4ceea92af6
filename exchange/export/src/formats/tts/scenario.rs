//! The table of a scenario at its start.

use super::layout::Layout;
use super::object::{Place, Save, board, deck, piece, supply, token};
use super::pictures::Artist;
use super::sheets::Sheets;
use crate::content::SystemBook;
use crate::formats::counters::{Sign, Signs};
use crate::model::facts::{Card, Class, Kind};
use crate::model::play::Entity;
use crate::model::scenario::Scenario;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How far apart things lie that do not stand on the board.
const APART: f64 = 3.0;
/// How far above the table things are put onto the board: a little higher than it is thick.
const SURFACE: f64 = 0.15;

/// The table; what lies on it besides cards comes to the pictures that are needed.
pub(super) fn save<'a>(
    system: &'a SystemBook<'_>,
    scenario: &'a Scenario,
    sheets: &Sheets<'_>,
    artist: &Artist<'_>,
    signs: &mut Signs<'a>,
) -> Value {
    let cards = system.sets.iter().flat_map(|set| &set.cards);
    let kinds = system
        .system
        .vocabulary
        .kinds
        .iter()
        .chain(&scenario.play.vocabulary.kinds);
    let mut table = Table {
        layout: Layout::of(system, &scenario.play),
        cards: cards.map(|card| (card.id.as_str(), card)).collect(),
        kinds: kinds.map(|kind| (kind.id.as_str(), kind)).collect(),
        sheets,
        artist,
        signs,
        save: Save::new(&system.system.id, &scenario.id, &scenario.title),
        aside: 0,
        surface: 0.0,
    };
    table.ground(&scenario.id);
    table.lay(&scenario.play.start.entities);
    table.save.finish()
}

struct Table<'a, 's> {
    layout: Layout<'a>,
    cards: BTreeMap<&'a str, &'a Card>,
    kinds: BTreeMap<&'a str, &'a Kind>,
    sheets: &'s Sheets<'s>,
    artist: &'s Artist<'s>,
    signs: &'s mut Signs<'a>,
    save: Save,
    /// How many things lie beside the board.
    aside: u32,
    /// How high the board's surface is above the table.
    surface: f64,
}

impl<'a> Table<'a, '_> {
    /// The board, if there is a picture of it.
    fn ground(&mut self, scenario: &str) {
        let Some(ground) = self.artist.grounds.get(scenario) else {
            return;
        };
        let (place, size) = self.layout.board(ground);
        let picture = self.sheets.picture(&self.sheets.other("board", scenario));
        let board = board(&mut self.save, &picture, &place, size);
        self.save.add(board);
        self.surface = SURFACE;
    }

    fn lay(&mut self, entities: &'a [Entity]) {
        let mut sorts = BTreeSet::new();
        for entity in entities {
            sorts.extend(entity.tokens.keys());
            let place = match self.class(entity) {
                Some(Class::Piece) => self.piece(entity),
                Some(Class::Deck) => self.pile(entity, entities),
                Some(Class::Card) if !self.is_in_pile(entity, entities) => self.card(entity),
                _ => continue,
            };
            self.tokens(entity, &place);
        }
        for sort in sorts {
            let place = self.next_aside();
            let picture = self.pictured(Sign::Token(sort));
            let supply = supply(&mut self.save, sort, &picture, &place);
            self.save.add(supply);
        }
    }

    fn class(&self, entity: &Entity) -> Option<Class> {
        self.kinds.get(entity.kind.as_str()).map(|kind| kind.class)
    }

    /// The address of a picture that is needed.
    fn pictured(&mut self, sign: Sign<'a>) -> String {
        let path = self.sheets.other(sign.what(), sign.id());
        let address = self.sheets.picture(&path);
        self.signs.insert(path, sign);
        address
    }

    /// The next place beside the board: rows of ten before its south edge.
    fn next_aside(&mut self) -> Place {
        let (row, column) = (self.aside / 10, self.aside % 10);
        self.aside += 1;
        Place {
            x: (f64::from(column) - 4.5) * APART,
            z: -self.layout.south() - (f64::from(row) + 1.0) * APART,
            ..Place::default()
        }
    }

    fn piece(&mut self, entity: &'a Entity) -> Place {
        let stands = entity.at.as_ref().and_then(|pose| self.layout.place(pose));
        let stands = stands.map(|place| Place {
            y: place.y + self.surface,
            ..place
        });
        let place = stands.unwrap_or_else(|| self.next_aside());
        let template = entity.template.as_deref();
        let card = template.and_then(|template| self.cards.get(template));
        let name = card.map_or(entity.id.as_str(), |card| card.name.as_str());
        let sign = template.map_or(Sign::Kind(&entity.kind), Sign::Piece);
        let picture = self.pictured(sign);
        let size = self.artist.counters.size(sign);
        let piece = piece(&mut self.save, name, &entity.id, &picture, &place, size);
        self.save.add(piece);
        place
    }

    fn is_in_pile(&self, entity: &Entity, all: &[Entity]) -> bool {
        let holder = entity.holder.as_ref();
        let holder = holder.and_then(|holder| all.iter().find(|one| one.id == *holder));
        holder.and_then(|holder| self.class(holder)) == Some(Class::Deck)
    }

    /// Lays down the cards of a deck, the top first, and returns its place.
    fn pile(&mut self, pile: &Entity, all: &'a [Entity]) -> Place {
        let place = Place {
            face_down: true,
            ..self.next_aside()
        };
        let held = all
            .iter()
            .filter(|entity| entity.holder.as_ref() == Some(&pile.id));
        let mut held: Vec<&Entity> = held.collect();
        held.sort_by_key(|entity| entity.place);
        let cards = held.iter().filter_map(|entity| self.printed(entity));
        let cards: Vec<(&str, &Card)> = cards.collect();
        let object = deck(&mut self.save, self.sheets, &pile.id, &cards, &place);
        object.into_iter().for_each(|object| self.save.add(object));
        place
    }

    fn card(&mut self, entity: &'a Entity) -> Place {
        let place = Place {
            face_down: !entity.face_up,
            ..self.next_aside()
        };
        let card = self.printed(entity);
        let card: Vec<(&str, &Card)> = card.into_iter().collect();
        let object = deck(&mut self.save, self.sheets, &entity.id, &card, &place);
        object.into_iter().for_each(|object| self.save.add(object));
        place
    }

    fn printed(&self, entity: &'a Entity) -> Option<(&'a str, &'a Card)> {
        let card = self.cards.get(entity.template.as_deref()?)?;
        Some((&entity.id, card))
    }

    /// The tokens that lie on something, beside it.
    fn tokens(&mut self, entity: &'a Entity, place: &Place) {
        for (at, (sort, count)) in (1..).zip(&entity.tokens) {
            let beside = Place {
                x: place.x + f64::from(at) * 0.6,
                face_down: false,
                ..*place
            };
            let picture = self.pictured(Sign::Token(sort));
            let about = format!("{sort} on {}", entity.id);
            let tokens = token(&mut self.save, sort, &about, *count, &picture, &beside);
            self.save.add(tokens);
        }
    }
}
