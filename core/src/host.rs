//! The world as the interpreter's host.

use crate::calls;
use crate::events::Event;
use crate::limits::{MAX_DICE, MAX_POOLS};
use crate::world::World;
use cardwright_bytecode::registry::{Core, CoreCall, MAX_PARAMS};
use cardwright_vm::{Args, Bound, Host, Machine};

impl Host for World<'_> {
    fn get(&self, entity: i64, cell: i32) -> i64 {
        usize::try_from(cell).map_or(0, |cell| self.cell(entity, cell))
    }

    fn set(&mut self, entity: i64, cell: i32, value: i64) {
        if let Ok(cell) = usize::try_from(cell) {
            self.put(entity, cell, value);
        }
    }

    fn members(&self, entity: i64, cell: i32) -> &[i64] {
        usize::try_from(cell).map_or(&[], |cell| self.members(entity, cell))
    }

    fn set_members(&mut self, entity: i64, cell: i32, members: &[i64]) -> Result<(), Bound> {
        usize::try_from(cell).map_or(Ok(()), |cell| self.put_members(entity, cell, members, None))
    }

    fn set_chosen(&mut self, entity: i64, cell: i32, value: i64, by: i64) {
        if let Ok(cell) = usize::try_from(cell) {
            self.put_by(entity, cell, value, Some(by));
        }
    }

    fn set_chosen_members(&mut self, entity: i64, cell: i32, members: &[i64], by: i64) -> Result<(), Bound> {
        usize::try_from(cell).map_or(Ok(()), |cell| self.put_members(entity, cell, members, Some(by)))
    }

    fn entry(&self, state: i32, key: &[i64]) -> i64 {
        u32::try_from(state).map_or(0, |state| self.state.stored.entry(state, key))
    }

    fn set_entry(&mut self, state: i32, key: &[i64], value: i64) -> Result<(), Bound> {
        u32::try_from(state).map_or(Ok(()), |state| self.put_entry(state, key, value))
    }

    fn give(&mut self, entity: i64, token: i32, count: i64) {
        self.change_tokens(entity, token, count.max(0));
    }

    fn take(&mut self, entity: i64, token: i32, count: i64) {
        self.change_tokens(entity, token, count.max(0).saturating_neg());
    }

    fn all(&self, kind: i32) -> Vec<i64> {
        let entities = usize::try_from(kind)
            .ok()
            .and_then(|kind| self.content.index.by_kind.get(kind));
        let entities = entities
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|&entity| i64::from(entity));
        entities.filter(|&entity| self.in_play(entity)).collect()
    }

    fn held(&self, holder: i64, kind: i32) -> Vec<i64> {
        let entities = usize::try_from(kind)
            .ok()
            .and_then(|kind| self.content.index.by_kind.get(kind));
        self.top_first(holder, entities.map_or(&[], Vec::as_slice))
    }

    fn standing(&self, space: i64, kind: i32) -> Vec<i64> {
        let Ok(kind) = u16::try_from(kind) else {
            return Vec::new();
        };
        let mut there = self.on_space(space);
        there.retain(|&piece| self.content.index.kind(piece) == Some(kind));
        there
    }

    fn rows(&self, record: i32) -> Vec<i64> {
        let rows = usize::try_from(record)
            .ok()
            .and_then(|record| self.content.index.rows.get(record));
        rows.cloned().unwrap_or_default()
    }

    fn at_once(&mut self, call: Core, args: &[i64; MAX_PARAMS]) -> Option<i64> {
        calls::at_once(self, call, args)
    }

    fn core(&mut self, machine: &mut Machine, call: &CoreCall, args: &Args) -> i64 {
        calls::at_length(self, machine, call.call, args)
    }

    fn value(&mut self, machine: &mut Machine, value: u32, args: &Args) -> i64 {
        self.value_of(machine, value, args, None)
    }

    fn can(&mut self, machine: &mut Machine, permission: u32, args: &Args) -> bool {
        self.is_permitted(machine, permission, args)
    }

    fn options(&mut self, machine: &mut Machine, offer: u32, player: i64, args: &Args) -> i64 {
        if self.is_player(player) {
            self.open_options(machine, offer, args).len() as i64
        } else {
            0
        }
    }

    fn start(&mut self, start: u32, args: &Args) -> bool {
        self.start_effect(start, args)
    }

    fn finish(&mut self, matching: u32, args: &Args) {
        self.finish_effects(matching, args);
    }

    fn running(&mut self, machine: &mut Machine, matching: u32, args: &Args) -> bool {
        self.is_running(machine, matching, args)
    }

    fn make(&mut self, kind: i32, row: i64, owner: i64) -> Option<i64> {
        self.make_entity(u16::try_from(kind).ok()?, row, owner)
    }

    fn roll(&mut self, die: i32, count: i64) -> Result<i64, Bound> {
        if self.state.pools.len() >= MAX_POOLS {
            return Err(Bound::Pools);
        }
        let sort = u16::try_from(die).unwrap_or(0);
        let count = usize::try_from(count.max(0)).unwrap_or(usize::MAX);
        if count > MAX_DICE {
            return Err(Bound::Dice);
        }
        let dice: Vec<_> = (0..count).map(|_| self.rolled(sort)).collect();
        let faces = dice.iter().map(|die| die.face).collect();
        self.state.pools.push(dice);
        self.log.note(|| Event::Rolled {
            die: u32::from(sort),
            faces,
        });
        Ok(self.state.pools.len() as i64)
    }

    fn reveal(&mut self, entity: i64, cell: i32) {
        if let Ok(cell) = usize::try_from(cell) {
            self.show(entity, cell);
        }
    }

    fn step(&mut self, window: i32) {
        let window = usize::try_from(window)
            .ok()
            .and_then(|at| self.content.pack.windows.get(at));
        if let Some((procedure, step)) = window.and_then(|window| Some((window.procedure, window.step?))) {
            self.log.note(|| Event::StepBegan { procedure, step });
        }
    }

    fn pools(&self) -> u32 {
        self.state.pools.len() as u32
    }

    fn forget_pools(&mut self, mark: u32, kept: Option<i64>) -> i64 {
        let mark = mark as usize;
        let place = kept.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let place = place.filter(|&place| place >= mark && place < self.state.pools.len());
        let Some(place) = place else {
            self.state.pools.truncate(mark);
            return kept.unwrap_or(0);
        };
        self.state.pools.swap(mark, place);
        self.state.pools.truncate(mark + 1);
        mark as i64 + 1
    }
}
