//! Entities and values of a game by names.

use super::{Raw, Rest};
use crate::model::play::{Ending, Entity, Entry, Running};
use crate::model::{Value, Values};
use crate::names::{Names, pose, text};
use cardwright_bytecode::pack::{EffectDef, EntityId, Id, Pack, SlotDef, cell};
use cardwright_bytecode::{Base, Ty};
use cardwright_core::{self as core, Game};
use std::collections::BTreeMap;

/// Tells what a game knows by numbers.
pub(crate) struct Teller<'a> {
    pub(crate) game: &'a Game,
    pub(crate) names: &'a Names,
    pub(crate) pack: &'a Pack,
}

impl<'a> Teller<'a> {
    pub(crate) fn of(game: &'a Game, names: &'a Names) -> Self {
        Self {
            game,
            names,
            pack: game.content().pack(),
        }
    }

    /// Reads the numbers of an entity into `raw`, in place of its former content.
    pub(super) fn raw(&self, entity: EntityId, place: Option<u32>, raw: &mut Raw) {
        let kind = self.kind(entity);
        let (fields, tokens) = kind.map_or((&[][..], 0), |kind| (&kind.fields[..], kind.tokens.len()));
        let count = cell::HEADER + fields.len() + tokens;
        raw.members.clear();
        for (at, field) in fields.iter().enumerate() {
            if field.ty.set && field.state {
                let own = self.game.members(entity, at);
                raw.members.push(own.len() as i64);
                raw.members.extend(own);
            }
        }
        // Where it lies says more than the number by which it is sorted, and since when is no part of what is seen.
        let unseen = [cell::ORDER, cell::SINCE, cell::SHOWN];
        let cells = (0..count).filter(|cell| !unseen.contains(cell));
        raw.cells.clear();
        raw.cells.extend(cells.map(|cell| self.game.cell(entity, cell)));
        raw.place = place;
    }

    pub(super) fn kind(&self, entity: EntityId) -> Option<&'a cardwright_bytecode::pack::KindDef> {
        let kind = usize::try_from(self.game.cell(entity, cell::KIND)).ok()?;
        self.pack.kinds.get(kind)
    }

    pub(crate) fn id(&self, entity: EntityId) -> String {
        self.game.id_of(entity)
    }

    pub(crate) fn maybe_id(&self, entity: i64) -> Option<String> {
        let entity = EntityId::try_from(entity).ok().filter(|&entity| entity > 0)?;
        Some(self.id(entity))
    }

    pub(super) fn entity(&self, entity: EntityId, place: Option<u32>) -> Entity {
        let cell_of = |cell| self.game.cell(entity, cell);
        let template = usize::try_from(cell_of(cell::TEMPLATE) - 1).ok();
        let template = template.and_then(|at| self.pack.templates.get(at));
        let kind = self.kind(entity);
        let fields = kind.map_or(&[][..], |kind| &kind.fields).iter().enumerate();
        let fields: Values = fields
            .filter(|(_, field)| field.state)
            .map(|(at, field)| (field.name.clone(), self.field(entity, at, field.ty)))
            .collect();
        let tokens = kind.map_or(&[][..], |kind| &kind.tokens).iter();
        let tokens = tokens.map(|&token| {
            let count = self.game.tokens(entity, usize::from(token));
            (text(&self.names.tokens, token), count)
        });
        Entity {
            id: self.id(entity),
            kind: text(
                &self.names.kinds,
                u64::try_from(cell_of(cell::KIND)).unwrap_or(u64::MAX),
            ),
            template: template.map(|template| template.id.clone()),
            owner: self.maybe_id(cell_of(cell::OWNER)),
            holder: self.maybe_id(cell_of(cell::HOLDER)),
            place,
            face_up: cell_of(cell::FACE_UP) == 1,
            at: self.game.pose(entity).and_then(|packed| pose(self.pack, packed)),
            fields,
            tokens: tokens.filter(|(_, count)| *count != 0).collect(),
        }
    }

    pub(super) fn field(&self, entity: EntityId, field: usize, ty: Ty) -> Value {
        if ty.set {
            let members = self.game.members(entity, field);
            return Value::List(members.iter().map(|&member| self.one(ty.base, member)).collect());
        }
        self.one(ty.base, self.game.field(entity, field))
    }

    /// A value that is no set.
    pub(crate) fn one(&self, base: Base, value: i64) -> Value {
        match base {
            Base::Thing | Base::Entity(_) => self.maybe_id(value).map_or(Value::Null, Value::Name),
            base => self.names.plain(self.pack, base, value),
        }
    }

    pub(super) fn each(&self, slots: &[SlotDef], values: &[i64]) -> Vec<Value> {
        let pairs = slots.iter().zip(values);
        pairs
            .map(|(slot, &value)| match slot.ty.set {
                true => self.names.value(self.pack, slot.ty, value),
                false => self.one(slot.ty.base, value),
            })
            .collect()
    }

    pub(super) fn rest(&self) -> Rest {
        let mut states = BTreeMap::new();
        for (at, (def, id)) in (0..).zip(self.pack.states.iter().zip(&self.names.states)) {
            let entries = self.game.entries(Id::new(at));
            let entries: Vec<Entry> = entries
                .map(|(key, value)| Entry {
                    key: self.each(&def.keys, key),
                    value: self.one(def.ty.base, value),
                })
                .collect();
            if !entries.is_empty() {
                states.insert(id.clone(), entries);
            }
        }
        let running = |(number, effect, arguments): (u32, Id<EffectDef>, &[i64])| Running {
            number,
            effect: text(&self.names.effects, effect),
            arguments: self.effect_arguments(effect, arguments),
        };
        Rest {
            round: self.game.rounds(),
            over: self.game.outcome().map(|outcome| Ending {
                outcome: self.outcome(outcome),
                winners: self
                    .game
                    .winners()
                    .iter()
                    .map(|&winner| self.id(winner))
                    .collect(),
            }),
            states,
            effects: self.game.effects().map(running).collect(),
        }
    }

    pub(super) fn outcome(&self, outcome: core::Outcome) -> String {
        match outcome {
            core::Outcome::Named(at) => text(&self.names.outcomes, at),
            other => other.id(self.game.content()).to_owned(),
        }
    }

    pub(super) fn effect_arguments(&self, effect: Id<EffectDef>, arguments: &[i64]) -> Vec<Value> {
        let def = self.pack.effects.find(effect);
        self.each(def.map_or(&[][..], |def| &def.params), arguments)
    }
}
