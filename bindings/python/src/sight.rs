//! What a player may know of a game, as numbers: `numbers.Eyes` describes what stands where, and says the same in Python; a test
//! holds the two against each other.
//!
//! Fields, tokens and places are read where the game keeps them, so nothing is named that is only a number. Names are needed where
//! a number stands for a text: in the fingerprints of questions and options, and in buckets.

use crate::fingerprint::{bucket_of_die, bucket_of_effect, bucket_of_state, fingerprint};
use crate::turn::Turn;
use cardwright::{Content, Decision, Game, Value, Viewer};
use cardwright_bytecode::board::unpack_standing;
use cardwright_bytecode::pack::{EntityId, KindDef, Pack, cell};
use cardwright_bytecode::{Base, Ty};
use cardwright_core::board::plane::Pose;
use cardwright_core::{DecisionKind, View};
use std::collections::{BTreeMap, HashMap};

/// How many numbers an action's place has.
const OPTION: usize = 7;
/// How many numbers stand before the actions.
const HEAD: usize = 15;
/// How many numbers each of pools, effects and keyed states share.
pub(crate) const BUCKETS: usize = 32;
/// What each thing has before its fields.
const BASE: usize = 9;

/// A row: its number, from 1, and where it begins.
#[derive(Clone, Copy)]
struct Row {
    number: f32,
    at: usize,
}

/// Where everything stands for a content.
pub(crate) struct Sight {
    actions: usize,
    size: usize,
    /// For each entity its row, unless it is made in play.
    rows: Vec<Option<Row>>,
    /// For each kind the rows of things that are made in play.
    spare: Vec<Vec<Row>>,
    /// For each row of the pack its number among the rows of its record.
    values: Vec<f32>,
    /// The things and spaces that ids name.
    things: HashMap<String, EntityId>,
    spaces: HashMap<String, usize>,
    /// For each space its column and row.
    grid: Vec<(f32, f32)>,
    /// For each sort of dice the buckets of its faces.
    dice: Vec<Vec<usize>>,
    /// Whether places are those of a flat table.
    is_plane: bool,
}

/// A game at a question, as one player sees it.
struct Look<'a> {
    sight: &'a Sight,
    game: &'a Game,
    pack: &'a Pack,
    view: View,
    /// The rows of things that were made in play.
    made: BTreeMap<EntityId, Row>,
    /// How many things lie on each entity.
    held: Vec<f32>,
}

impl Sight {
    pub(crate) fn of(content: &Content, actions: usize) -> Self {
        let pack = content.pack();
        let entities = &pack.setup.entities;
        let width = |kind: u16| {
            let def = pack.kinds.get(usize::from(kind));
            def.map_or(BASE, |def| BASE + def.fields.len() + def.tokens.len())
        };
        let (mut at, mut number) = (HEAD + OPTION * (actions - 2) + 3 * BUCKETS, 0.0);
        let mut next = |kind: u16| {
            let row = Row {
                number: number + 1.0,
                at,
            };
            (at, number) = (at + width(kind), row.number);
            row
        };
        let rows = entities.iter().map(|def| (!def.later).then(|| next(def.kind)));
        let rows = rows.collect();
        let spare = (0_u16..).zip(&pack.kinds).map(|(kind, _)| {
            let later = entities.iter().filter(|def| def.later && def.kind == kind);
            later.map(|_| next(kind)).collect()
        });
        let spare = spare.collect();
        let size = at;
        let named = (1..).zip(entities).filter(|(_, def)| !def.later);
        let spaces = &pack.setup.board.spaces;
        Self {
            actions,
            size,
            rows,
            spare,
            values: row_numbers(pack),
            things: named.map(|(entity, def)| (def.id.clone(), entity)).collect(),
            spaces: (1..)
                .zip(spaces)
                .map(|(number, space)| (space.id(), number))
                .collect(),
            grid: spaces
                .iter()
                .map(|space| (f32::from(space.column), f32::from(space.row)))
                .collect(),
            dice: bucket_of_die(content),
            is_plane: content.board().spaces().is_none(),
        }
    }

    /// How many numbers an observation has.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// What a player may know now; all numbers are 0 before.
    pub(crate) fn see(&self, game: &Game, turn: &Turn, decisions: u64, player: EntityId, seen: &mut [f32]) {
        let look = Look::of(self, game, player);
        look.head(turn, decisions, player, seen);
        look.options(turn, player, seen);
        look.shared(seen);
        look.things(seen);
        for number in seen.iter_mut().filter(|number| !number.is_finite()) {
            *number = if number.is_nan() {
                0.0
            } else {
                number.clamp(f32::MIN, f32::MAX)
            };
        }
    }
}

/// For each row of the pack its number among the rows of its record, from 1.
fn row_numbers(pack: &Pack) -> Vec<f32> {
    let mut counts: BTreeMap<u16, f32> = BTreeMap::new();
    let mut number = |record| {
        let count = counts.entry(record).or_default();
        *count += 1.0;
        *count
    };
    // The first row stands for none.
    let rows = pack.rows.iter().skip(1).map(|row| number(row.record));
    std::iter::once(0.0).chain(rows).collect()
}

/// Thousandths as people read them.
fn measure(thousandths: i64) -> f32 {
    (thousandths as f64 / 1_000.0) as f32
}

fn place_in<T: Copy>(table: &[T], number: i64) -> Option<T> {
    table.get(usize::try_from(number).ok()?).copied()
}

impl<'a> Look<'a> {
    fn of(sight: &'a Sight, game: &'a Game, player: EntityId) -> Self {
        let pack: &Pack = game.content().pack();
        let mut look = Self {
            sight,
            game,
            pack,
            view: game.view(Viewer::Player(player)),
            made: BTreeMap::new(),
            held: vec![0.0; pack.setup.entities.len() + 1],
        };
        let mut taken = vec![0; pack.kinds.len()];
        for (entity, def) in (1..).zip(&pack.setup.entities) {
            let holder = game.cell(entity, cell::HOLDER);
            if let Some(held) = usize::try_from(holder)
                .ok()
                .and_then(|holder| look.held.get_mut(holder))
            {
                *held += 1.0;
            }
            if !def.later || !look.knows(entity) {
                continue;
            }
            let kind = usize::from(def.kind);
            let spare = sight.spare.get(kind).zip(taken.get_mut(kind));
            if let Some((rows, taken)) = spare {
                look.made.extend(rows.get(*taken).map(|&row| (entity, row)));
                *taken += 1;
            }
        }
        look
    }

    /// Whether there is such a thing, and the player knows it.
    fn knows(&self, entity: EntityId) -> bool {
        let def = entity
            .checked_sub(1)
            .and_then(|at| self.pack.setup.entities.get(at as usize));
        def.is_some_and(|def| !def.later || self.game.cell(entity, cell::TEMPLATE) != 0)
            && self.view.knows_card(entity)
    }

    fn row(&self, entity: EntityId) -> Option<Row> {
        let at = entity.checked_sub(1)? as usize;
        match self.sight.rows.get(at)? {
            Some(row) => Some(*row),
            None => self.made.get(&entity).copied(),
        }
    }

    /// The row of an entity that a cell names; 0 for nobody and what the player does not know.
    fn row_number(&self, value: i64) -> f32 {
        let known = EntityId::try_from(value)
            .ok()
            .filter(|&entity| self.view.knows_card(entity));
        known
            .and_then(|entity| self.row(entity))
            .map_or(0.0, |row| row.number)
    }

    /// The number of a seat, from 1; 0 for who is no player.
    fn seat(&self, player: i64) -> f32 {
        let seats = self.game.players().iter();
        let seat = seats.zip(1_u8..).find(|(one, _)| i64::from(**one) == player);
        seat.map_or(0.0, |(_, seat)| f32::from(seat))
    }

    /// The column and row of a space.
    fn on_grid(&self, space: i64) -> (f32, f32) {
        let at = space.checked_sub(1);
        at.and_then(|at| place_in(&self.sight.grid, at))
            .unwrap_or_default()
    }

    fn place(&self, entity: EntityId) -> [f32; 3] {
        match self.game.pose(entity) {
            None => [0.0; 3],
            Some(packed) if self.sight.is_plane => place_on_table(Pose::unpack(packed)),
            Some(packed) => {
                let (x, y) = self.on_grid(unpack_standing(packed).0);
                [x, y, 0.0]
            }
        }
    }

    fn head(&self, turn: &Turn, decisions: u64, player: EntityId, seen: &mut [f32]) {
        seen[0] = self.game.rounds() as f32;
        seen[13] = decisions as f32;
        seen[14] = f32::from(u8::from(self.game.outcome().is_some()));
        let Some(decision) = self.game.decision() else {
            return;
        };
        seen[2] = self.seat(i64::from(decision.by));
        seen[3 + kind_number(decision)] = 1.0;
        if decision.by != player {
            return;
        }
        seen[1] = 1.0;
        seen[8] = decision.least as f32;
        seen[9] = decision.most as f32;
        seen[10] = turn.chosen.len() as f32;
        seen[11] = turn.page as f32;
        let prompt = self.game.prompt(Viewer::Player(player));
        seen[12] = fingerprint(&prompt.unwrap_or_default());
    }

    fn options(&self, turn: &Turn, player: EntityId, seen: &mut [f32]) {
        let Some(decision) = self.game.decision().filter(|decision| decision.by == player) else {
            return;
        };
        let ids = self
            .game
            .ids_of_options(Viewer::Player(player))
            .unwrap_or_default();
        let made: Vec<(String, EntityId)> = match decision.place {
            Some(_) => Vec::new(),
            None => self
                .made
                .keys()
                .map(|&entity| (self.game.id_of(entity), entity))
                .collect(),
        };
        let places = turn.places(self.game);
        for (action, option) in turn.shown(decision) {
            let at = HEAD + OPTION * action;
            let own = &mut seen[at..at + OPTION];
            own[0] = 1.0;
            if let Some(place) = places.get(option).and_then(|place| place.place()) {
                own[3..6].copy_from_slice(&place_on_table(place));
            } else if let Some(id) = ids.get(option) {
                self.option(id, &made, own);
            }
        }
    }

    fn option(&self, id: &str, made: &[(String, EntityId)], own: &mut [f32]) {
        let about = id.split('/').next().unwrap_or_default();
        let own_of = made
            .iter()
            .find(|(name, _)| name == about)
            .map(|(_, entity)| *entity);
        let thing = self.sight.things.get(about).copied().or(own_of);
        own[1] = thing
            .and_then(|thing| self.row(thing))
            .map_or(0.0, |row| row.number);
        own[2] = id.trim().parse().unwrap_or(0.0);
        if let Some(&space) = self.sight.spaces.get(id) {
            let (x, y) = self.on_grid(space as i64);
            own[2..5].copy_from_slice(&[space as f32, x, y]);
        } else if let Some(thing) = thing.filter(|&thing| self.knows(thing)) {
            own[3..6].copy_from_slice(&self.place(thing));
        }
        own[6] = fingerprint(id);
    }

    fn shared(&self, seen: &mut [f32]) {
        let first = HEAD + OPTION * (self.sight.actions - 2);
        let (pools, rest) = seen[first..first + 3 * BUCKETS].split_at_mut(BUCKETS);
        let (lasting, kept) = rest.split_at_mut(BUCKETS);
        for (sort, face) in self.game.pools().into_iter().flatten() {
            let faces = self.sight.dice.get(sort);
            if let Some(&bucket) = faces.and_then(|faces| faces.get(usize::from(face))) {
                pools[bucket] += 1.0;
            }
        }
        let (states, effects) = self.game.states_and_effects(&self.view);
        for effect in &effects {
            lasting[bucket_of_effect(effect)] += 1.0;
        }
        for state in &states {
            let value = self.told(&state.value);
            kept[bucket_of_state(state)] += if value == 0.0 { 1.0 } else { value };
        }
    }

    /// The number of a value that is told by names.
    fn told(&self, value: &Value) -> f32 {
        match value {
            Value::Nothing => 0.0,
            Value::Truth(yes) => f32::from(u8::from(*yes)),
            Value::Whole(number) => *number as f32,
            Value::Measure(number) => *number as f32,
            Value::Set(members) => members.len() as f32,
            Value::Unknown { .. } => -1.0,
            Value::Place(_) => 1.0,
            Value::Text(text) => {
                let made = || {
                    self.made
                        .keys()
                        .copied()
                        .find(|&entity| self.game.id_of(entity) == *text)
                };
                let thing = self.sight.things.get(text).copied().or_else(made);
                match thing.and_then(|thing| self.row(thing)) {
                    Some(row) => row.number,
                    None => self.sight.spaces.get(text).map_or(0.0, |&space| space as f32),
                }
            }
        }
    }

    fn things(&self, seen: &mut [f32]) {
        for (entity, def) in (1..).zip(&self.pack.setup.entities) {
            let kind = self.pack.kinds.get(usize::from(def.kind));
            if let Some((row, kind)) = self.row(entity).filter(|_| self.knows(entity)).zip(kind) {
                let width = BASE + kind.fields.len() + kind.tokens.len();
                self.thing(entity, kind, &mut seen[row.at..row.at + width]);
            }
        }
    }

    fn thing(&self, entity: EntityId, kind: &KindDef, own: &mut [f32]) {
        let cell = |number| self.game.cell(entity, number);
        own[0] = 1.0;
        own[1] = f32::from(u8::from(cell(cell::IN_PLAY) == 1));
        own[2] = f32::from(u8::from(cell(cell::FACE_UP) == 1));
        own[3] = self.seat(cell(cell::OWNER));
        own[4] = self.row_number(cell(cell::HOLDER));
        own[5..8].copy_from_slice(&self.place(entity));
        own[8] = self.held.get(entity as usize).copied().unwrap_or_default();
        let (fields, tokens) = own[BASE..].split_at_mut(kind.fields.len());
        for ((number, def), own) in (0..).zip(&kind.fields).zip(fields) {
            *own = match self.view.sees_field(entity, number) {
                true => self.field(entity, number as usize, def.ty),
                false => -1.0,
            };
        }
        for (&sort, own) in kind.tokens.iter().zip(tokens) {
            *own = self.game.tokens(entity, usize::from(sort)) as f32;
        }
    }

    fn field(&self, entity: EntityId, number: usize, ty: Ty) -> f32 {
        if ty.set {
            return self.game.members(entity, number).len() as f32;
        }
        let value = self.game.field(entity, number);
        match ty.base {
            Base::Number | Base::Quantity | Base::Space => value as f32,
            Base::Length | Base::Angle => measure(value),
            Base::Bool => f32::from(u8::from(value != 0)),
            Base::Word(_) => value as f32 + 1.0,
            Base::Row(_) => place_in(&self.sight.values, value).unwrap_or_default(),
            Base::Thing | Base::Entity(_) => match EntityId::try_from(value) {
                Ok(thing) if thing > 0 && !self.view.knows_card(thing) => -1.0,
                _ => self.row_number(value),
            },
            Base::Pose => 1.0,
            Base::Nothing | Base::Text | Base::Pool | Base::Die => 0.0,
        }
    }
}

fn place_on_table(Pose { x, y, heading }: Pose) -> [f32; 3] {
    [x, y, heading].map(|number| measure(i64::from(number)))
}

/// The number of a sort of question.
fn kind_number(decision: &Decision) -> usize {
    match decision.kind {
        DecisionKind::Choose(_) => 0,
        DecisionKind::YesNo(_) => 1,
        DecisionKind::Ability(_) => 2,
        DecisionKind::Offer(_) => 3,
        DecisionKind::Place(_) => 4,
    }
}
