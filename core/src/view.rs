//! What a player sees, and fair guesses of the rest.
//!
//! Hidden from a player are secret fields of others' entities that were not shown, and face-down cards that began
//! the game in a deck and whose face nobody has seen since they were last shuffled. [`Game::imagine`] gives a
//! game in which all that is hidden is drawn anew: an agent that looks ahead in it learns nothing it may not know.
//!
//! A secret field is drawn from the options that its owner chose from, which everybody knows. Those that nobody
//! chose, but content set, change places with their kin: the same hidden field of the owner's entities of that kind.

use crate::events::Log;
use crate::game::Game;
use crate::state::{draw, shuffle};
use crate::world::{KNOWN_BIT, field_bit};
use cardwright_bytecode::pack::{EntityId, KindClass, cell};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// What a player does not see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Entity and field number of each secret that is kept from the player, sorted.
    pub hidden_fields: Vec<(EntityId, u32)>,
    /// The cards of which the player knows where they lie, but not which is which; sorted.
    pub hidden_cards: Vec<EntityId>,
}

impl View {
    /// Whether the player sees a field of an entity.
    #[must_use]
    pub fn sees_field(&self, entity: EntityId, field: u32) -> bool {
        self.hidden_fields.binary_search(&(entity, field)).is_err()
    }

    /// Whether the player knows which card this is.
    #[must_use]
    pub fn knows_card(&self, entity: EntityId) -> bool {
        self.hidden_cards.binary_search(&entity).is_err()
    }
}

impl Game {
    /// What a player does not see now.
    #[must_use]
    pub fn view(&self, player: EntityId) -> View {
        let mut view = View::default();
        let count = self.content.pack().setup.entities.len() as EntityId;
        for entity in 1..=count {
            view.hidden_fields.extend(self.secrets_of(entity, player));
            if self.is_unknown(entity) {
                view.hidden_cards.push(entity);
            }
        }
        view
    }

    fn secrets_of(&self, entity: EntityId, player: EntityId) -> impl Iterator<Item = (EntityId, u32)> + '_ {
        let owner = self.cell(entity, cell::OWNER);
        let foreign = owner != i64::from(player) && entity != player;
        let shown = self.cell(entity, cell::SHOWN);
        let kind = self.content.index.kind(i64::from(entity));
        let kind = kind
            .filter(|_| foreign)
            .and_then(|kind| self.content.pack().kinds.get(usize::from(kind)));
        let fields = kind.map_or(&[][..], |kind| &kind.fields);
        let secret = (0..)
            .zip(fields)
            .filter(move |(field, def)| def.secret && shown & field_bit(*field) == 0);
        secret.map(move |(field, _)| (entity, field))
    }

    /// Whether nobody knows which card this is.
    fn is_unknown(&self, entity: EntityId) -> bool {
        self.home_deck(entity).is_some()
            && self.cell(entity, cell::FACE_UP) == 0
            && self.cell(entity, cell::SHOWN) & KNOWN_BIT == 0
            && self.cell(entity, cell::IN_PLAY) == 1
    }

    /// The deck in which an entity began the game.
    fn home_deck(&self, entity: EntityId) -> Option<EntityId> {
        let entities = &self.content.pack().setup.entities;
        let holder = entities.get(entity.checked_sub(1)? as usize)?.holder;
        let kind = self.content.index.kind(i64::from(holder))?;
        let class = self.content.pack().kinds.get(usize::from(kind))?.class;
        (class == KindClass::Deck).then_some(holder)
    }

    /// A game that this player cannot tell from the real one: what is hidden from him, and all dice to come, are
    /// drawn from `seed`. It records nothing.
    #[must_use]
    pub fn imagine(&self, player: EntityId, seed: u64) -> Game {
        let mut game = Self {
            content: Arc::clone(&self.content),
            state: self.state.clone(),
            machine: self.machine.clone(),
            open: self.open.clone(),
            pending: self.pending.clone(),
            decision: self.decision.clone(),
            log: Log {
                quiet: true,
                ..Log::default()
            },
        };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let view = self.view(player);
        game.guess_fields(&view, &mut rng);
        game.guess_cards(view.hidden_cards, &mut rng);
        game.state.forced.clear();
        game.state.rng = ChaCha8Rng::seed_from_u64(rng.next_u64());
        game
    }

    fn guess_fields(&mut self, view: &View, rng: &mut ChaCha8Rng) {
        let mut unchosen = Vec::new();
        for &(entity, field) in &view.hidden_fields {
            let place = cell::HEADER + field as usize;
            let secrets = &self.state.secrets.options;
            let Ok(entry) = secrets.binary_search_by_key(&(entity, place as u32), |entry| (entry.0, entry.1))
            else {
                unchosen.push((place, entity));
                continue;
            };
            let options = &secrets[entry].2;
            if let Some(&guess) = options.get(draw(rng, options.len() as u64) as usize) {
                self.state.put(&self.content, i64::from(entity), place, guess);
            }
        }
        self.guess_unchosen(unchosen, rng);
    }

    /// Lets the hidden values of each field that nobody chose change places among entities of one kind and owner.
    fn guess_unchosen(&mut self, mut secrets: Vec<(usize, EntityId)>, rng: &mut ChaCha8Rng) {
        let group = |game: &Self, &(place, entity): &(usize, EntityId)| {
            (
                place,
                game.content.index.kind(i64::from(entity)),
                game.cell(entity, cell::OWNER),
            )
        };
        secrets.sort_by_key(|secret| (group(self, secret), secret.1));
        let mut rest = secrets.as_slice();
        while let Some(first) = rest.first() {
            let own = group(self, first);
            let (kin, others) = rest.split_at(rest.partition_point(|secret| group(self, secret) == own));
            let mut values: Vec<i64> = kin
                .iter()
                .map(|&(place, entity)| self.cell(entity, place))
                .collect();
            shuffle(rng, &mut values);
            for (&(place, entity), value) in kin.iter().zip(values) {
                self.state.put(&self.content, i64::from(entity), place, value);
            }
            rest = others;
        }
    }

    /// Lets the unknown cards of each deck and kind change places.
    fn guess_cards(&mut self, mut hidden: Vec<EntityId>, rng: &mut ChaCha8Rng) {
        let group =
            |game: &Self, card: EntityId| (game.home_deck(card), game.content.index.kind(i64::from(card)));
        hidden.sort_by_key(|&card| (group(self, card), card));
        let mut rest = hidden.as_slice();
        while let Some(&first) = rest.first() {
            let own = group(self, first);
            let end = rest.partition_point(|&card| group(self, card) == own);
            let (cards, others) = rest.split_at(end);
            self.permute(cards, rng);
            rest = others;
        }
    }

    fn permute(&mut self, cards: &[EntityId], rng: &mut ChaCha8Rng) {
        let cells = self.places_of_circumstance(cards.first().copied().unwrap_or(0));
        let circumstance = |game: &Self, card: EntityId| -> Vec<i64> {
            cells.iter().map(|&place| game.cell(card, place)).collect()
        };
        let mut circumstances: Vec<Vec<i64>> = cards.iter().map(|&card| circumstance(self, card)).collect();
        shuffle(rng, &mut circumstances);
        for (&card, values) in cards.iter().zip(circumstances) {
            for (&place, value) in cells.iter().zip(values) {
                self.state.put(&self.content, i64::from(card), place, value);
            }
        }
    }

    /// The cells that say how a card lies, not which card it is: all but kind, template and printed fields.
    fn places_of_circumstance(&self, card: EntityId) -> Vec<usize> {
        let kind = self.content.index.kind(i64::from(card)).map_or(0, usize::from);
        let Some(kind) = self.content.pack().kinds.get(kind) else {
            return Vec::new();
        };
        let header = cell::OWNER..cell::HEADER;
        let states = kind
            .fields
            .iter()
            .enumerate()
            .filter(|(_, def)| def.state)
            .map(|(n, _)| cell::HEADER + n);
        let first_token = cell::HEADER + kind.fields.len();
        header
            .chain(states)
            .chain(first_token..first_token + kind.tokens.len())
            .collect()
    }
}
