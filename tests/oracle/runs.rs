//! The state of runs: each run begins with none of it, and the run around it finds its own again.
//!
//! Written from `docs/language.md`, without a look into the rules core: all of it is copied as a run begins, and copied back
//! as it ends.

use crate::table::Table;
use crate::value::Value;
use cardwright_bytecode::pack::{Id, ProcedureDef, cell};

/// The state that belongs to the run around another one.
#[derive(Default)]
pub(crate) struct Held {
    fields: Vec<(i64, usize, i64)>,
    sets: Vec<(i64, usize, Vec<Value>)>,
    entries: Vec<(usize, Vec<Value>, i64)>,
}

impl Table<'_> {
    /// A run of a procedure begins: what belongs to such runs is null. Gives what it was.
    pub(crate) fn begin_run(&mut self, procedure: Id<ProcedureDef>) -> Held {
        let mut held = Held::default();
        for (kind, def) in self.pack.kinds.iter().enumerate() {
            for (field, def) in def.fields.iter().enumerate() {
                if def.per != Some(procedure) {
                    continue;
                }
                for entity in 1..self.entities.len() as i64 {
                    if self.kind(entity) == Some(kind) {
                        self.hold(&mut held, entity, field, def.ty.set);
                    }
                }
            }
        }
        for &(entity, field, _) in &held.fields {
            self.set_field(entity, field, 0, 0);
        }
        for (entity, field, _) in &held.sets {
            self.set_members(*entity, *field, Vec::new(), 0);
        }
        let states = self.pack.states.iter().enumerate();
        let own: Vec<usize> = states
            .filter(|(_, def)| def.per == Some(procedure))
            .map(|(at, _)| at)
            .collect();
        let entries = self
            .entries
            .iter()
            .filter(|((at, _), value)| own.contains(at) && **value != 0);
        let entries = entries.map(|((at, key), &value)| {
            let key = key.iter().map(|&part| Value::Number(part)).collect();
            (*at, key, value)
        });
        held.entries = entries.collect();
        for (state, key, _) in &held.entries {
            self.set_entry(*state, key, 0);
        }
        held
    }

    fn hold(&self, held: &mut Held, entity: i64, field: usize, is_set: bool) {
        if is_set {
            let members = self.sets.get(&(entity, field)).cloned().unwrap_or_default();
            if !members.is_empty() {
                held.sets.push((entity, field, members));
            }
            return;
        }
        let value = self.cell(entity, cell::HEADER + field);
        if value != 0 {
            held.fields.push((entity, field, value));
        }
    }

    /// A run of a procedure is over: the run around it has again what it held.
    pub(crate) fn end_run(&mut self, procedure: Id<ProcedureDef>, held: Held) {
        // What the run itself held is gone.
        self.begin_run(procedure);
        for (entity, field, value) in held.fields {
            self.set_field(entity, field, value, 0);
        }
        for (entity, field, members) in held.sets {
            self.set_members(entity, field, members, 0);
        }
        for (state, key, value) in held.entries {
            self.set_entry(state, &key, value);
        }
    }
}
