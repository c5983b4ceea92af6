//! The view of a player, and fair guesses of the rest.
//!
//! Hidden from a player are secret fields of others' entities that were not shown, and face-down cards that began
//! the game in a deck of different cards and whose face nobody has seen since they were last shuffled. Whoever chooses
//! among such cards may look at them while he chooses. [`Game::imagine`] gives a
//! game in which all that is hidden is drawn anew: an agent that looks ahead in it learns nothing it may not know.
//!
//! A secret field is drawn from the options that its owner chose from, which everybody knows. Those that nobody
//! chose, but content set, change places with their kin: the same hidden field of the owner's entities of that kind.

use crate::content::Content;
use crate::decision::{Ask, Pending};
use crate::events::{Log, field_number};
use crate::game::Game;
use crate::state::{Options, SecretAnswer, State, draw, shuffle};
use crate::viewer::Viewer;
use crate::world::{KNOWN_BIT, field_bit};
use cardwright_bytecode::pack::{ChoiceStyle, EntityId, FieldDef, Function, cell};
use cardwright_bytecode::{Base, Instr, Op};
use cardwright_vm::Machine;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The things that a player does not see.
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

/// A card, and how it lies: the numbers and members in its cells.
type Lying = (EntityId, Vec<(i64, Vec<i64>)>);

/// The parts of a game that somebody looks at.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub(crate) content: &'a Content,
    pub(crate) state: &'a State,
    pub(crate) machine: &'a Machine,
    /// The open question; `None` while code runs.
    pub(crate) asked: Option<&'a Pending>,
}

impl Sight<'_> {
    /// The things that a viewer does not see now; empty if he sees all.
    pub(crate) fn view(&self, viewer: Viewer) -> View {
        let mut view = View::default();
        if viewer.sees_all() {
            return view;
        }
        let offered = self.asked.filter(|pending| viewer.sees_as(pending.by));
        let offered = offered.map_or(&[][..], |pending| offered_entities(self.content, pending));
        let count = self.content.pack().setup.entities.len() as EntityId;
        for entity in 1..=count {
            view.hidden_fields.extend(self.secrets_of(entity, viewer));
            if self.state.is_unknown(self.content, entity) && !offered.contains(&i64::from(entity)) {
                view.hidden_cards.push(entity);
            }
        }
        view
    }

    fn secrets_of(&self, entity: EntityId, viewer: Viewer) -> impl Iterator<Item = (EntityId, u32)> {
        let (content, state) = (self.content, self.state);
        let kind = content.index.kind(i64::from(entity));
        let kind = kind.and_then(|kind| content.pack().kinds.get(usize::from(kind)));
        let fields = kind.map_or(&[][..], |kind| &kind.fields);
        let shown = state.cell(content, i64::from(entity), cell::SHOWN);
        let hidden = move |&(field, def): &(u32, &FieldDef)| {
            def.secret
                && shown & field_bit(field) == 0
                && !viewer.sees_as(state.keeper(content, entity, cell::HEADER + field as usize))
        };
        let secret = (0..).zip(fields).filter(hidden);
        secret.map(move |(field, _)| (entity, field))
    }
}

/// The entities among which somebody chooses: he may look at what he chooses from.
fn offered_entities<'a>(content: &Content, pending: &'a Pending) -> &'a [i64] {
    let Ask::Choose { choice, .. } = pending.ask else {
        return &[];
    };
    let def = &content.pack.choices[choice];
    let is_entity = def.ty.base.is_entity() && def.style != ChoiceStyle::Branch;
    if is_entity { &pending.values } else { &[] }
}

impl Game {
    /// The things that a viewer does not see now; empty if he sees all.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        self.sight().view(viewer)
    }

    /// The secrets that a player has chosen and nobody has been shown: entities and cells.
    pub(crate) fn hidden_by(&self, player: EntityId) -> Vec<(EntityId, u32)> {
        let kept = self
            .state
            .secrets
            .cells
            .iter()
            .filter(|secret| secret.by == player);
        let kept = kept.map(|secret| (secret.entity, secret.cell));
        kept.filter(|&field| self.is_hidden(field)).collect()
    }

    /// Whether a cell of an entity has not been shown since it was chosen in secret.
    pub(crate) fn is_hidden(&self, (entity, cell): (EntityId, u32)) -> bool {
        let shown = self.state.cell(&self.content, i64::from(entity), cell::SHOWN);
        field_number(cell as usize).is_some_and(|field| shown & field_bit(field) == 0)
    }

    pub(crate) fn sight(&self) -> Sight<'_> {
        Sight {
            content: &self.content,
            state: &self.state,
            machine: &self.machine,
            asked: self.pending.as_ref(),
        }
    }

    /// Whether somebody chooses among cards that nobody else knows: then his answer is his alone.
    pub(crate) fn chooses_unseen(&self, pending: &Pending) -> bool {
        let unknown = |&entity: &i64| {
            EntityId::try_from(entity).is_ok_and(|entity| self.state.is_unknown(&self.content, entity))
        };
        offered_entities(&self.content, pending).iter().any(unknown)
    }

    /// A game that this player cannot tell from the real one: what is hidden from him, and all dice to come, are
    /// drawn from `seed`. It records nothing.
    #[must_use]
    pub fn imagine(&self, player: EntityId, seed: u64) -> Game {
        self.imagine_for(Viewer::Player(player), seed)
    }

    /// A game that this viewer cannot tell from the real one, as [`Game::imagine`] makes it. A judge knows
    /// all but the dice to come.
    #[must_use]
    pub fn imagine_for(&self, viewer: Viewer, seed: u64) -> Game {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = self.changed_unseen(viewer, &mut rng, true);
        game.state.forced.clear();
        game.state.forced_numbers.clear();
        game.state.rng = ChaCha8Rng::seed_from_u64(rng.next_u64());
        game
    }

    /// A copy of the game in which everything hidden from this viewer is drawn from `seed`. Chance stays as
    /// it is. Until something hidden is shown, the viewer is told the same in it and may do the same: a law
    /// for tests.
    #[must_use]
    pub fn disguise(&self, viewer: Viewer, seed: u64) -> Game {
        self.changed_unseen(viewer, &mut ChaCha8Rng::seed_from_u64(seed), self.log.quiet)
    }

    /// A copy of the game in which the cards that this viewer cannot tell apart lie in the order of their
    /// numbers: results that are computed in it do not depend on which of them lies where.
    pub(crate) fn put_straight(&self, viewer: Viewer) -> Game {
        let mut game = self.unseen_copy(true);
        let hidden = self.view(viewer).hidden_cards;
        let places = game.guess_cards(hidden, &mut |lying| {
            lying.sort_by(|one, other| one.1.cmp(&other.1))
        });
        game.determinize(&places);
        game
    }

    fn unseen_copy(&self, quiet: bool) -> Game {
        Self {
            content: Arc::clone(&self.content),
            state: self.state.clone(),
            machine: self.machine.clone(),
            open: self.open.clone(),
            pending: self.pending.clone(),
            decision: self.decision.clone(),
            log: Log {
                quiet,
                ..Log::default()
            },
        }
    }

    fn changed_unseen(&self, viewer: Viewer, rng: &mut ChaCha8Rng, quiet: bool) -> Game {
        let mut game = self.unseen_copy(quiet);
        let view = self.view(viewer);
        game.guess_fields(&view, rng);
        game.guess_answers(viewer, rng);
        let places = game.guess_cards(view.hidden_cards, &mut |lying| shuffle(rng, lying));
        game.determinize(&places);
        game.describe();
        game
    }

    fn guess_fields(&mut self, view: &View, rng: &mut ChaCha8Rng) {
        let mut unchosen = Vec::new();
        for &(entity, field) in &view.hidden_fields {
            let place = cell::HEADER + field as usize;
            let secret = self.state.secrets.of(entity, place as u32);
            let Some(secret) = secret.filter(|secret| !secret.options.from.is_empty()) else {
                unchosen.push((place, entity));
                continue;
            };
            let options = &secret.options;
            if self.content.holds_set(i64::from(entity), place) {
                let guess = options.guess(rng, false);
                self.put_members_unseen(entity, place, &guess);
            } else if let Some(&guess) = options.from.get(draw(rng, options.from.len() as u64) as usize) {
                self.state.put(&self.content, i64::from(entity), place, guess);
            }
        }
        self.guess_unchosen(unchosen, rng);
    }

    fn put_members_unseen(&mut self, entity: EntityId, cell: usize, members: &[i64]) {
        if let Some(place) = self.content.index.place(i64::from(entity), cell) {
            // They were members of a set that fitted, or were as few options as can be chosen.
            _ = self.state.stored.put_members(place, members);
        }
    }

    /// Draws anew what others answered in secret and running code still holds: the register that got the answer, and
    /// the registers of its frame that code moves it to. What code worked out from an answer is not known here;
    /// content stores a secret answer in a secret field before it does anything else with it.
    fn guess_answers(&mut self, viewer: Viewer, rng: &mut ChaCha8Rng) {
        let answers = std::mem::take(&mut self.state.secrets.answers);
        for answer in answers.iter().filter(|answer| !viewer.sees_as(answer.by)) {
            self.guess_answer(answer, rng);
        }
        self.state.secrets.answers = answers;
    }

    fn guess_answer(&mut self, answer: &SecretAnswer, rng: &mut ChaCha8Rng) {
        let frames = self.machine.frames();
        let Some(at) = frames.iter().rposition(|frame| frame.base <= answer.dest) else {
            return;
        };
        let (base, is_top) = (frames[at].base, at + 1 == frames.len());
        let function = &self.content.pack.functions[frames[at].function];
        let Ok(local) = u8::try_from(answer.dest - base) else {
            return;
        };
        let Some(style) = self.content.style_of_secret(function, local) else {
            return;
        };
        let copies = copies_of(&function.code, local);
        let chosen = answer.options.guess(rng, style == ChoiceStyle::Ordered);
        let whether = i64::from(!chosen.is_empty());
        let what = match style {
            ChoiceStyle::Any | ChoiceStyle::Ordered if is_top => self.machine.give_set(chosen),
            // A set made now would go with the topmost frame, before the frame that looks at it.
            ChoiceStyle::Any | ChoiceStyle::Ordered => 0,
            _ => chosen.first().copied().unwrap_or(0),
        };
        self.machine.answer(answer.dest + 1, whether);
        for register in copies {
            self.machine.answer(base + u32::from(register), what);
        }
    }

    /// Lets the hidden values of each field that nobody chose change places among entities of one kind and owner. A field
    /// that holds nothing goes on doing so: that a field was set is told to everybody, only its value is kept.
    fn guess_unchosen(&mut self, mut secrets: Vec<(usize, EntityId)>, rng: &mut ChaCha8Rng) {
        let group = |game: &Self, &(place, entity): &(usize, EntityId)| {
            (
                place,
                game.content.index.kind(i64::from(entity)),
                game.state.keeper(&game.content, entity, place),
                game.holds_nothing(entity, place),
            )
        };
        secrets.sort_by_key(|secret| (group(self, secret), secret.1));
        let mut rest = secrets.as_slice();
        while let Some(first) = rest.first() {
            let own = group(self, first);
            let (kin, others) = rest.split_at(rest.partition_point(|secret| group(self, secret) == own));
            let mut values: Vec<(i64, Vec<i64>)> = kin
                .iter()
                .map(|&(place, entity)| self.content_of(entity, place))
                .collect();
            shuffle(rng, &mut values);
            for (&(place, entity), (value, members)) in kin.iter().zip(values) {
                self.state.put(&self.content, i64::from(entity), place, value);
                self.put_members_unseen(entity, place, &members);
            }
            rest = others;
        }
    }

    /// Lets the unknown cards of each deck and kind change places; gives for each card which one is there now.
    fn guess_cards(
        &mut self,
        mut hidden: Vec<EntityId>,
        arrange: &mut impl FnMut(&mut Vec<Lying>),
    ) -> BTreeMap<EntityId, EntityId> {
        let mut places = BTreeMap::new();
        let group = |game: &Self, card: EntityId| {
            (
                game.content.home_deck(card),
                game.content.index.kind(i64::from(card)),
            )
        };
        hidden.sort_by_key(|&card| (group(self, card), card));
        let mut rest = hidden.as_slice();
        while let Some(&first) = rest.first() {
            let own = group(self, first);
            let end = rest.partition_point(|&card| group(self, card) == own);
            let (cards, others) = rest.split_at(end);
            self.permute(cards, arrange, &mut places);
            rest = others;
        }
        places
    }

    fn permute(
        &mut self,
        cards: &[EntityId],
        arrange: &mut impl FnMut(&mut Vec<Lying>),
        places: &mut BTreeMap<EntityId, EntityId>,
    ) {
        let cells = self.places_of_circumstance(cards.first().copied().unwrap_or(0));
        let circumstance = |card: EntityId| {
            let contents = cells.iter().map(|&place| self.content_of(card, place));
            (card, contents.collect::<Vec<_>>())
        };
        let mut circumstances: Vec<Lying> = cards.iter().map(|&card| circumstance(card)).collect();
        arrange(&mut circumstances);
        for (&card, (before, values)) in cards.iter().zip(circumstances) {
            places.insert(before, card);
            for (&place, (value, members)) in cells.iter().zip(values) {
                self.state.put(&self.content, i64::from(card), place, value);
                self.put_members_unseen(card, place, &members);
            }
        }
    }

    /// A cell's number, and its members if it holds a set that can change.
    /// Whether a cell holds nothing where it could hold an entity or a row.
    fn holds_nothing(&self, entity: EntityId, cell: usize) -> bool {
        let field = self.content.field(i64::from(entity), cell);
        let can_be_open = field.is_some_and(|field| {
            !field.ty.set && matches!(field.ty.base, Base::Row(_) | Base::Thing | Base::Entity(_))
        });
        can_be_open && self.cell(entity, cell) == 0
    }

    fn content_of(&self, entity: EntityId, cell: usize) -> (i64, Vec<i64>) {
        let members = self.state.members(&self.content, i64::from(entity), cell);
        (self.cell(entity, cell), members.to_vec())
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

impl Options {
    /// Some of them, as many as can be chosen; in any order where the order is chosen too, otherwise in their own.
    fn guess(&self, rng: &mut ChaCha8Rng, is_ordered: bool) -> Vec<i64> {
        let count = u64::from(self.most).saturating_sub(u64::from(self.least)) + 1;
        let wanted = self.least as usize + draw(rng, count) as usize;
        let mut chosen = self.from.to_vec();
        shuffle(rng, &mut chosen);
        chosen.truncate(wanted);
        if is_ordered {
            return chosen;
        }
        let mut members = self.from.to_vec();
        members.retain(|member| chosen.contains(member));
        members
    }
}

impl State {
    /// Whether nobody knows which card this is, wherever it lies.
    pub(crate) fn is_unknown(&self, content: &Content, entity: EntityId) -> bool {
        let cell = |cell| self.cell(content, i64::from(entity), cell);
        content.home_deck(entity).is_some() && cell(cell::FACE_UP) == 0 && cell(cell::SHOWN) & KNOWN_BIT == 0
    }
}

/// A register, and the registers that code moves it to.
pub(crate) fn copies_of(code: &[Instr], register: u8) -> Vec<u8> {
    let mut copies = vec![register];
    let mut done = 0;
    while let Some(&from) = copies.get(done) {
        let moves = code
            .iter()
            .filter(|instr| instr.op == Op::Move && instr.b == from);
        for to in moves.map(|instr| instr.a) {
            if !copies.contains(&to) {
                copies.push(to);
            }
        }
        done += 1;
    }
    copies
}

impl Content {
    /// The deck in which an entity began the game, if that hides which one it is.
    pub(crate) fn home_deck(&self, entity: EntityId) -> Option<EntityId> {
        self.index.home_decks.get(entity as usize).copied().flatten()
    }

    /// How the secret choice is asked whose answer a register of a function gets.
    pub(crate) fn style_of_secret(&self, function: &Function, register: u8) -> Option<ChoiceStyle> {
        let choices = function
            .code
            .iter()
            .filter(|instr| instr.op == Op::Choose && instr.a == register);
        choices
            .map(|instr| &self.pack.choices[instr.id()])
            .find(|choice| choice.secret)
            .map(|choice| choice.style)
    }
}
