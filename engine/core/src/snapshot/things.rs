//! The things on the table and beside it: players, pieces, cards and decks, with all that lies on them.

use super::values::{Eyes, Place, Value};
use crate::limits::MAX_HOLDERS;
use cardwright_bytecode::pack::{EntityId, FieldDef, KindClass, KindDef, cell};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A player, piece, card or deck, or what holds the state of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// Its id: that of the scenario, or, if it was made in play, its card's with a number.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// The id of the printed card or piece, if it is one.
    pub card: Option<String>,
    /// The player to whom it belongs.
    pub owner: Option<String>,
    /// The thing on which it lies.
    pub on: Option<String>,
    /// Whether it is in the game; false once it was removed.
    pub in_play: bool,
    /// Whether it lies face up.
    pub face_up: bool,
    /// The place on the board.
    pub at: Option<Place>,
    /// The printed facts, by the names of the fields.
    pub facts: BTreeMap<String, Value>,
    /// The state, which play changes, by the names of the fields.
    pub state: BTreeMap<String, Value>,
    /// The fields that are kept from the viewer.
    pub hidden: Vec<String>,
    /// How many tokens of each sort lie on it; sorts of which there are none are left out.
    pub tokens: BTreeMap<String, i64>,
    /// The contents, from the top.
    pub holds: Vec<Held>,
}

/// A thing that lies on another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Held {
    /// A thing that is known: its id.
    Known(String),
    /// A thing that is not known.
    Unknown(Box<Unknown>),
}

/// Cards that the viewer does not know, as many as lie one upon another and are alike to the viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unknown {
    /// Their kind.
    pub unknown: String,
    /// The deck from which they come: each is one of those that began there.
    pub deck: Option<String>,
    /// The number of such cards.
    pub count: usize,
    /// The player to whom they belong.
    pub owner: Option<String>,
    /// Whether they are in the game.
    pub in_play: bool,
    /// The place on the board.
    pub at: Option<Place>,
    /// The state, which play changes, as far as the viewer knows it.
    pub state: BTreeMap<String, Value>,
    /// The fields that are kept from the viewer.
    pub hidden: Vec<String>,
    /// The number of tokens of each sort on each.
    pub tokens: BTreeMap<String, i64>,
    /// The contents of each, from the top.
    pub holds: Vec<Held>,
}

/// All things, by their classes.
#[derive(Default)]
pub(super) struct Table {
    pub(super) game: Option<Thing>,
    pub(super) players: Vec<Thing>,
    pub(super) pieces: Vec<Thing>,
    pub(super) cards: Vec<Thing>,
    pub(super) decks: Vec<Thing>,
    pub(super) unknown: Vec<Unknown>,
}

/// The contents of all holders: holder, from the top, entity; sorted.
struct Lying(Vec<(EntityId, i64, EntityId)>);

impl Lying {
    fn on(&self, holder: EntityId) -> impl Iterator<Item = EntityId> {
        let from = self.0.partition_point(|lies| lies.0 < holder);
        let there = self.0[from..].iter().take_while(move |lies| lies.0 == holder);
        there.map(|lies| lies.2)
    }
}

impl Eyes<'_> {
    /// Everything that is in the game, or was.
    pub(super) fn table(&self) -> Table {
        let lying = self.lying();
        let mut table = Table::default();
        for (number, def) in (1..).zip(&self.game.content.pack.setup.entities) {
            // What content may make later, and has not made yet, is nothing.
            if def.later && self.cell(number, cell::TEMPLATE) == 0 {
                continue;
            }
            if !self.view.knows_card(number) {
                if self.cell(number, cell::HOLDER) == 0 {
                    table.unknown.push(self.unknown(number, &lying, 0));
                }
                continue;
            }
            let thing = self.thing(number, &lying);
            match self.kind(number).map(|kind| kind.class) {
                Some(KindClass::Game) => table.game = Some(thing),
                Some(KindClass::Player) => table.players.push(thing),
                Some(KindClass::Piece) => table.pieces.push(thing),
                Some(KindClass::Deck) => table.decks.push(thing),
                Some(KindClass::Card) | None => table.cards.push(thing),
            }
        }
        // Which of them is which is not known, so their order must not say so.
        table.unknown.sort_by_cached_key(|unknown| format!("{unknown:?}"));
        table.unknown = merged(std::mem::take(&mut table.unknown));
        table
    }

    fn cell(&self, entity: EntityId, cell: usize) -> i64 {
        self.game.cell(entity, cell)
    }

    fn kind(&self, entity: EntityId) -> Option<&KindDef> {
        let kind = self.game.content.index.kind(i64::from(entity))?;
        self.game.content.pack.kinds.get(usize::from(kind))
    }

    fn lying(&self) -> Lying {
        let count = self.game.content.pack.setup.entities.len() as EntityId;
        let lies = |entity| {
            let holder = EntityId::try_from(self.cell(entity, cell::HOLDER)).unwrap_or(0);
            let from_top = self.cell(entity, cell::ORDER).saturating_neg();
            (holder > 0).then_some((holder, from_top, entity))
        };
        let mut all: Vec<_> = (1..=count).filter_map(lies).collect();
        all.sort_unstable();
        Lying(all)
    }

    fn thing(&self, entity: EntityId, lying: &Lying) -> Thing {
        let number = i64::from(entity);
        let template = self.cell(entity, cell::TEMPLATE).checked_sub(1);
        let template = template.and_then(|template| usize::try_from(template).ok());
        let template = template.and_then(|template| self.game.content.pack.templates.get(template));
        let (state, hidden) = self.state(entity);
        Thing {
            id: self.id(number).unwrap_or_default(),
            name: self.game.labels().entity(number),
            kind: self.kind_name(entity),
            card: template.map(|template| template.id.clone()),
            owner: self.id(self.cell(entity, cell::OWNER)),
            on: self.id(self.cell(entity, cell::HOLDER)),
            in_play: self.cell(entity, cell::IN_PLAY) == 1,
            face_up: self.cell(entity, cell::FACE_UP) == 1,
            at: self.standing(entity),
            facts: self.facts(entity),
            state,
            hidden,
            tokens: self.tokens(entity),
            holds: self.holds(entity, lying, 0),
        }
    }

    fn unknown(&self, entity: EntityId, lying: &Lying, deep: usize) -> Unknown {
        let (state, hidden) = self.state(entity);
        let home = self.game.content.index.home_decks.get(entity as usize);
        let home = home.copied().flatten().unwrap_or(0);
        Unknown {
            unknown: self.kind_name(entity),
            deck: self.id(i64::from(home)),
            count: 1,
            owner: self.id(self.cell(entity, cell::OWNER)),
            in_play: self.cell(entity, cell::IN_PLAY) == 1,
            at: self.standing(entity),
            state,
            hidden,
            tokens: self.tokens(entity),
            holds: self.holds(entity, lying, deep + 1),
        }
    }

    fn holds(&self, holder: EntityId, lying: &Lying, deep: usize) -> Vec<Held> {
        if deep > MAX_HOLDERS {
            return Vec::new();
        }
        let held = lying.on(holder).map(|entity| match self.id(i64::from(entity)) {
            Some(id) => Held::Known(id),
            None => Held::Unknown(Box::new(self.unknown(entity, lying, deep))),
        });
        let mut all: Vec<Held> = Vec::new();
        for one in held {
            match (all.last_mut(), one) {
                (Some(Held::Unknown(last)), Held::Unknown(one)) if last.is_like(&one) => last.count += 1,
                (_, one) => all.push(one),
            }
        }
        all
    }

    fn fields(&self, entity: EntityId) -> impl Iterator<Item = (u32, &FieldDef)> {
        let fields = self.kind(entity).map_or(&[][..], |kind| &kind.fields);
        (0..).zip(fields)
    }

    fn field(&self, entity: EntityId, number: u32, def: &FieldDef) -> Value {
        match def.ty.set {
            true => self.members(def.ty, self.game.members(entity, number as usize)),
            false => self.value(def.ty, self.game.field(entity, number as usize)),
        }
    }

    fn facts(&self, entity: EntityId) -> BTreeMap<String, Value> {
        let printed = self.fields(entity).filter(|(_, def)| !def.state);
        let seen = printed.filter(|&(number, _)| self.view.sees_field(entity, number));
        let named = seen.map(|(number, def)| (def.name.clone(), self.field(entity, number, def)));
        named.collect()
    }

    /// The state, which play changes, and the names of all fields that are kept from the viewer.
    fn state(&self, entity: EntityId) -> (BTreeMap<String, Value>, Vec<String>) {
        let (seen, hidden): (Vec<_>, Vec<_>) = self
            .fields(entity)
            .partition(|&(number, _)| self.view.sees_field(entity, number));
        let named = seen.into_iter().filter(|(_, def)| def.state);
        let named = named.map(|(number, def)| (def.name.clone(), self.field(entity, number, def)));
        let hidden = hidden.into_iter().map(|(_, def)| def.name.clone());
        (named.collect(), hidden.collect())
    }

    fn tokens(&self, entity: EntityId) -> BTreeMap<String, i64> {
        let sorts = self.kind(entity).map_or(&[][..], |kind| &kind.tokens);
        let counted = sorts.iter().filter_map(|&sort| {
            let def = self.game.content.pack.tokens.get(usize::from(sort))?;
            let count = self.game.tokens(entity, usize::from(sort));
            (count != 0).then(|| (def.name.clone(), count))
        });
        counted.collect()
    }
}

impl Unknown {
    /// Whether the viewer cannot tell them apart, but for where they lie.
    fn is_like(&self, other: &Self) -> bool {
        let one = Self {
            count: self.count,
            ..other.clone()
        };
        one == *self
    }
}

/// Alike ones that follow each other, as one.
fn merged(all: Vec<Unknown>) -> Vec<Unknown> {
    let mut merged: Vec<Unknown> = Vec::new();
    for one in all {
        match merged.last_mut() {
            Some(last) if last.is_like(&one) => last.count += 1,
            _ => merged.push(one),
        }
    }
    merged
}
