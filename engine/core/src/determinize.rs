//! Cards that changed places: whatever refers to the card that was somewhere now refers to the one that is there.
//!
//! Entities are numbers everywhere: in cells, registers, sets, what is open, what is asked. Types say which numbers
//! are entities.

use crate::decision::{Ask, Pending};
use crate::game::{Game, Open};
use crate::state::Source;
use crate::stored::Entry;
use cardwright_bytecode::pack::{EntityId, Id, Rule, SlotDef, cell};
use cardwright_bytecode::{Base, Pack, Ty};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// For each card that changed places, which one is where it was.
type Renumbering = BTreeMap<EntityId, EntityId>;

fn now(renumbering: &Renumbering, entity: i64) -> i64 {
    let found = EntityId::try_from(entity)
        .ok()
        .and_then(|entity| renumbering.get(&entity));
    found.map_or(entity, |&entity| i64::from(entity))
}

fn is_entity(ty: Ty) -> bool {
    matches!(ty.base, Base::Thing | Base::Entity(_))
}

fn sources(renumbering: &Renumbering, list: &mut [(Id<Rule>, Source)]) {
    for (_, source) in list {
        source.entity = now(renumbering, i64::from(source.entity)) as EntityId;
    }
}

fn arguments(renumbering: &Renumbering, params: &[SlotDef], args: &mut [i64]) {
    for (param, value) in params.iter().zip(args) {
        if is_entity(param.ty) && !param.ty.set {
            *value = now(renumbering, *value);
        }
    }
}

fn renumber(renumbering: &Renumbering, pack: &Pack, entry: &mut Entry) {
    let def = &pack.states[entry.state];
    arguments(renumbering, &def.keys, &mut entry.key);
    if is_entity(def.ty) {
        entry.value = now(renumbering, entry.value);
    }
}

impl Game {
    /// Lets everything refer to the cards that are now where others were.
    pub(crate) fn determinize(&mut self, renumbering: &Renumbering) {
        if renumbering.iter().all(|(before, after)| before == after) {
            return;
        }
        self.state.memory.forget();
        self.determinize_cells(renumbering);
        self.determinize_entries(renumbering);
        self.determinize_shelves(renumbering);
        self.determinize_tables(renumbering);
        self.determinize_machine(renumbering);
        self.determinize_open(renumbering);
    }

    fn determinize_cells(&mut self, renumbering: &Renumbering) {
        let content = Arc::clone(&self.content);
        let count = content.pack.setup.entities.len() as i64;
        for entity in 1..=count {
            let kind = content.index.kind(entity).map(usize::from);
            let kind = kind.and_then(|kind| content.pack.kinds.get(kind));
            let fields = (cell::HEADER..).zip(kind.map_or(&[][..], |kind| &kind.fields));
            let fields = fields.filter(|(_, field)| is_entity(field.ty));
            let (sets, single): (Vec<_>, Vec<_>) = fields.partition(|(_, field)| field.ty.set);
            for (cell, _) in sets {
                self.determinize_members(renumbering, entity, cell);
            }
            for cell in single.into_iter().map(|(cell, _)| cell).chain([cell::HOLDER]) {
                let value = self.state.cell(&self.content, entity, cell);
                self.state
                    .put(&self.content, entity, cell, now(renumbering, value));
            }
        }
    }

    fn determinize_members(&mut self, renumbering: &Renumbering, entity: i64, cell: usize) {
        let Some(place) = self.content.index.place(entity, cell) else {
            return;
        };
        let stored = &mut self.state.stored;
        if stored.members(place).is_empty() {
            return;
        }
        let members: Vec<i64> = stored
            .members(place)
            .iter()
            .map(|&member| now(renumbering, member))
            .collect();
        // There are as many as before.
        _ = stored.put_members(place, &members);
    }

    fn determinize_entries(&mut self, renumbering: &Renumbering) {
        let pack = &self.content.pack;
        let stored = &mut self.state.stored;
        stored.change_entries(|entry| renumber(renumbering, pack, entry));
    }

    fn determinize_shelves(&mut self, renumbering: &Renumbering) {
        let content = &self.content;
        let kind = |ty: Option<Ty>| ty.is_some_and(is_entity);
        for shelf in &mut self.state.shelves {
            for (entity, cell, value) in &mut shelf.cells {
                let field = content.field(*entity, *cell as usize);
                if kind(field.map(|field| field.ty)) {
                    *value = now(renumbering, *value);
                }
                *entity = now(renumbering, *entity);
            }
            for (entity, cell, members) in &mut shelf.sets {
                let field = content.field(*entity, *cell as usize);
                if kind(field.map(|field| field.ty)) {
                    members
                        .iter_mut()
                        .for_each(|member| *member = now(renumbering, *member));
                }
                *entity = now(renumbering, *entity);
            }
            for entry in &mut shelf.entries {
                renumber(renumbering, &content.pack, entry);
            }
        }
    }

    fn determinize_tables(&mut self, renumbering: &Renumbering) {
        let state = &mut self.state;
        for effect in state.effects.iter_mut() {
            let def = &self.content.pack.effects[effect.effect];
            arguments(renumbering, &def.params, &mut effect.args);
        }
        for used in &mut state.uses {
            let key = &mut used.key;
            key.source.entity = now(renumbering, i64::from(key.source.entity)) as EntityId;
            key.apart = now(renumbering, key.apart);
        }
        state.uses.sort_by_key(|used| used.key);
        for secret in &mut state.secrets.cells {
            secret.entity = now(renumbering, i64::from(secret.entity)) as EntityId;
        }
        state
            .secrets
            .cells
            .sort_by_key(|secret| (secret.entity, secret.cell));
    }

    fn determinize_machine(&mut self, renumbering: &Renumbering) {
        let mut sets = BTreeSet::new();
        let mut registers = Vec::new();
        for frame in self.machine.frames() {
            let types = &self.content.pack.functions[frame.function].registers;
            for (register, ty) in (frame.base..).zip(types).filter(|(_, ty)| is_entity(**ty)) {
                let value = self.machine.register(register);
                if ty.set {
                    sets.insert(value);
                } else {
                    registers.push((register, now(renumbering, value)));
                }
            }
        }
        for (register, value) in registers {
            self.machine.answer(register, value);
        }
        for set in sets {
            self.machine.change_set(set, |member| now(renumbering, member));
        }
    }

    fn determinize_open(&mut self, renumbering: &Renumbering) {
        for open in &mut self.open {
            match open {
                Open::Window(window) => {
                    sources(renumbering, &mut window.done);
                    sources(renumbering, &mut window.declined);
                    window.due.iter_mut().for_each(|due| sources(renumbering, due));
                }
                Open::Offer(offer) => {
                    let def = &self.content.pack.offers[offer.offer];
                    arguments(renumbering, &def.params, &mut offer.args);
                }
            }
        }
        let Some(Pending { values, ask, .. }) = &mut self.pending else {
            return;
        };
        match ask {
            Ask::Ability { candidates, .. } | Ask::Offer { candidates, .. } => {
                sources(renumbering, candidates)
            }
            // What is asked stands in registers.
            Ask::May { .. } | Ask::Place { .. } => {}
            Ask::Choose { choice, .. } => {
                if is_entity(self.content.pack.choices[*choice].ty) {
                    values
                        .iter_mut()
                        .for_each(|value| *value = now(renumbering, *value));
                }
            }
        }
    }
}
