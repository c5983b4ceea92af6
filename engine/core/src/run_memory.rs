//! The memory of the runs of a procedure: fields, and states of the game, that are declared `per` it.
//!
//! ```text
//!   cells and entries always hold what belongs to the innermost run
//!   a run begins    what the run around it holds is put on a shelf, and is null from then on
//!   its frame goes  what it held is forgotten, and the topmost shelf is emptied again
//! ```
//!
//! So a read costs what it costs elsewhere, and nothing has to say which run it means. Outside of all runs there is a
//! lowest layer, which belongs to the game itself.
//!
//! Not here: which run an ability is in (`windows`), and variables of procedures, which stand in registers.

use crate::content::Index;
use crate::memory::STORED;
use crate::price;
use crate::stored::Entry;
use crate::world::World;
use cardwright_bytecode::pack::{Id, Pack, ProcedureDef, StateDef, cell};
use cardwright_vm::{Bound, Machine};
use serde::{Deserialize, Serialize};

/// The places of all that belongs to the runs of one procedure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Owned {
    /// Single values: entity and cell.
    cells: Vec<(i64, usize)>,
    /// Sets: entity and cell.
    sets: Vec<(i64, usize)>,
    /// States with keys.
    states: Vec<Id<StateDef>>,
}

/// The memory of the run around another one, as far as it is not null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shelf {
    /// The procedure of the run that began.
    pub(crate) procedure: Id<ProcedureDef>,
    /// How many frames there are up to the one of that run.
    pub(crate) depth: u32,
    pub(crate) cells: Vec<(i64, u32, i64)>,
    pub(crate) sets: Vec<(i64, u32, Vec<i64>)>,
    pub(crate) entries: Vec<Entry>,
}

impl Owned {
    fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.sets.is_empty() && self.states.is_empty()
    }

    /// The price of a look at all of it, in fuel.
    fn price(&self) -> u64 {
        price::asking(self.cells.len() + self.sets.len() + self.states.len())
    }
}

impl Shelf {
    /// The room that it takes, in numbers.
    fn room(&self) -> usize {
        let sets = self.sets.iter().map(|(_, _, members)| members.len() + 1);
        let entries = self.entries.iter().map(|entry| entry.key.len() + 1);
        self.cells.len() + sets.sum::<usize>() + entries.sum::<usize>()
    }
}

impl Index {
    /// Finds, for each procedure, where what belongs to its runs stands.
    pub(crate) fn add_owned(&mut self, pack: &Pack) {
        self.owned = pack.procedures.each(|_| Owned::default());
        for (kind, entities) in pack.kinds.iter().zip(&self.by_kind) {
            for (cell, field) in (cell::HEADER..).zip(&kind.fields) {
                let Some(procedure) = field.per else { continue };
                let owned = &mut self.owned[procedure];
                let list = match field.ty.set {
                    true => &mut owned.sets,
                    false => &mut owned.cells,
                };
                list.extend(entities.iter().map(|&entity| (i64::from(entity), cell)));
            }
        }
        for (state, def) in pack.states.numbered() {
            if let Some(procedure) = def.per {
                self.owned[procedure].states.push(state);
            }
        }
    }
}

impl World<'_> {
    /// A run of a procedure begins in the topmost frame: what the run around it holds is put on a shelf.
    pub(crate) fn shelve(&mut self, machine: &mut Machine, procedure: Id<ProcedureDef>) {
        let owned = &self.content.index.owned[procedure];
        if owned.is_empty() {
            return;
        }
        let depth = machine.depth() as u32;
        // Nothing verified begins twice in one frame; should it, the run before is over.
        self.unshelve(depth);
        machine.charge(owned.price());
        let shelf = self.take(owned, procedure, depth);
        if self.state.stored.reserve(shelf.room()).is_err() {
            machine.stop(Bound::Memory);
        }
        self.state.shelves.push(shelf);
    }

    /// The frames from this depth on are gone, and with them what their runs held. Gives the fuel that it costs.
    pub(crate) fn unshelve(&mut self, depth: u32) -> u64 {
        let mut work = 0;
        while let Some(shelf) = self.state.shelves.pop_if(|shelf| shelf.depth >= depth) {
            let owned = &self.content.index.owned[shelf.procedure];
            work += owned.price();
            self.take(owned, shelf.procedure, depth);
            self.state.stored.release(shelf.room());
            self.put_back(shelf);
        }
        work
    }

    /// Takes out what belongs to the innermost run; then all of it is null.
    fn take(&mut self, owned: &Owned, procedure: Id<ProcedureDef>, depth: u32) -> Shelf {
        let mut shelf = Shelf {
            procedure,
            depth,
            ..Shelf::default()
        };
        for &(entity, cell) in &owned.cells {
            let value = self.cell(entity, cell);
            if value != 0 {
                shelf.cells.push((entity, cell as u32, value));
                self.put(entity, cell, 0);
            }
        }
        for &(entity, cell) in &owned.sets {
            let members = self.members(entity, cell);
            if !members.is_empty() {
                shelf.sets.push((entity, cell as u32, members.to_vec()));
                // An empty set needs no room.
                _ = self.put_members(entity, cell, &[], None);
            }
        }
        for &state in &owned.states {
            self.state.memory.read(STORED);
            let entries = self.state.stored.entries_of(state);
            let entries: Vec<Entry> = entries
                .map(|(key, value)| Entry {
                    state,
                    key: key.to_vec(),
                    value,
                })
                .collect();
            for entry in &entries {
                // Nor does a null value.
                _ = self.put_entry(state, &entry.key, 0);
            }
            shelf.entries.extend(entries);
        }
        shelf
    }

    /// Puts back what a shelf holds. There is room for it: it was reserved.
    fn put_back(&mut self, shelf: Shelf) {
        for (entity, cell, value) in shelf.cells {
            self.put(entity, cell as usize, value);
        }
        for (entity, cell, members) in shelf.sets {
            _ = self.put_members(entity, cell as usize, &members, None);
        }
        for Entry { state, key, value } in shelf.entries {
            _ = self.put_entry(state, &key, value);
        }
    }
}
