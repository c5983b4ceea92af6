//! The world as the interpreter's host.

use crate::calls;
use crate::events::Event;
use crate::limits::{MAX_DICE, MAX_POOLS};
use crate::memory::STORED;
use crate::price;
use crate::state::Pool;
use crate::world::World;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{
    EffectDef, EntityId, FuncId, Id, MatchDef, OfferDef, PermissionDef, StartDef, StateDef, ValueDef,
    WindowDef,
};
use cardwright_bytecode::registry::{Core, CoreCall, MAX_PARAMS};
use cardwright_vm::{Args, Bound, Host, Machine, Recall};

impl Host for World<'_> {
    fn listens_to(&self, function: FuncId) -> bool {
        self.state.memory.listens_to(function.number())
    }

    fn recall(&mut self, machine: &mut Machine, function: FuncId, args: &[i64]) -> Recall {
        let params = self.content.pack.functions[function].registers.iter().copied();
        self.recalled(machine, function.number(), params, args)
    }

    fn remember(&mut self, machine: &mut Machine, function: FuncId, answer: i64) {
        self.keep_answer(machine, answer, self.content.pack.functions[function].result);
    }

    fn get(&self, entity: i64, cell: i32) -> i64 {
        usize::try_from(cell).map_or(0, |cell| self.cell(entity, cell))
    }

    fn set(&mut self, entity: i64, cell: i32, value: i64) -> u64 {
        usize::try_from(cell).map_or(0, |cell| self.put_by(entity, cell, value, None))
    }

    fn members(&self, entity: i64, cell: i32) -> &[i64] {
        usize::try_from(cell).map_or(&[], |cell| self.members(entity, cell))
    }

    fn set_members(&mut self, entity: i64, cell: i32, members: &[i64]) -> Result<u64, Bound> {
        usize::try_from(cell).map_or(Ok(0), |cell| self.put_members(entity, cell, members, None))
    }

    fn set_chosen(&mut self, entity: i64, cell: i32, value: i64, by: i64) -> u64 {
        usize::try_from(cell).map_or(0, |cell| self.put_by(entity, cell, value, Some(by)))
    }

    fn set_chosen_members(&mut self, entity: i64, cell: i32, members: &[i64], by: i64) -> Result<u64, Bound> {
        usize::try_from(cell).map_or(Ok(0), |cell| self.put_members(entity, cell, members, Some(by)))
    }

    fn entry(&self, state: Id<StateDef>, key: &[i64]) -> i64 {
        self.state.memory.read(STORED);
        self.state.stored.entry(state, key)
    }

    fn set_entry(&mut self, state: Id<StateDef>, key: &[i64], value: i64) -> Result<(), Bound> {
        self.put_entry(state, key, value)
    }

    fn give(&mut self, entity: i64, token: i32, count: i64) {
        self.change_tokens(entity, token, count.max(0));
    }

    fn take(&mut self, entity: i64, token: i32, count: i64) {
        self.change_tokens(entity, token, count.max(0).saturating_neg());
    }

    fn all(&self, kind: i32) -> (Vec<i64>, u64) {
        let entities = self.of_kind(kind);
        let all = entities.iter().map(|&entity| i64::from(entity));
        let all = all.filter(|&entity| self.in_play(entity)).collect();
        (all, price::asking(entities.len()))
    }

    fn held(&self, holder: i64, kind: i32) -> (Vec<i64>, u64) {
        let entities = self.of_kind(kind);
        let held = self.top_first(holder, entities);
        let work = price::asking(entities.len()) + price::one_by_one(held.len());
        (held, work)
    }

    fn standing(&self, space: i64, kind: i32) -> (Vec<i64>, u64) {
        let Ok(kind) = u16::try_from(kind) else {
            return (Vec::new(), 0);
        };
        let mut there = self.on_space(space);
        let work = price::asking(there.len());
        there.retain(|&piece| self.content.index.kind(piece) == Some(kind));
        (there, work)
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
        let question = self.content.index.worth.questions.call(call.call);
        let params = call.params.iter().map(|param| param.1);
        self.once(machine, question, params, args, call.result, |world, machine| {
            calls::call(world, machine, call.call, args)
        })
    }

    fn value(&mut self, machine: &mut Machine, value: Id<ValueDef>, args: &Args) -> i64 {
        let question = self.content.index.worth.questions.value(value);
        let params = self.content.pack.values[value]
            .params
            .iter()
            .map(|param| param.ty);
        self.once(machine, question, params, args, Ty::NUMBER, |world, machine| {
            world.value_of(machine, value, args, None)
        })
    }

    fn can(&mut self, machine: &mut Machine, permission: Id<PermissionDef>, args: &Args) -> bool {
        let question = self.content.index.worth.questions.permission(permission);
        let params = self.content.pack.permissions[permission].params.iter();
        let params = params.map(|param| param.ty);
        let answer = self.once(machine, question, params, args, Ty::BOOL, |world, machine| {
            i64::from(world.is_permitted(machine, permission, args))
        });
        answer != 0
    }

    fn options(&mut self, machine: &mut Machine, offer: Id<OfferDef>, player: i64, args: &Args) -> i64 {
        if self.is_player(player) {
            self.open_options(machine, offer, args).len() as i64
        } else {
            0
        }
    }

    fn start(&mut self, machine: &Machine, start: Id<StartDef>, args: &Args) -> bool {
        self.start_effect(machine, start, args)
    }

    fn finish(&mut self, machine: &mut Machine, matching: Id<MatchDef>, args: &Args) {
        self.finish_effects(machine, matching, args);
    }

    fn running(&mut self, machine: &mut Machine, matching: Id<MatchDef>, args: &Args) -> bool {
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
        self.state.pools.push(Pool { sort, dice });
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

    fn rests(&self, effects: &[Id<EffectDef>]) -> bool {
        self.none_runs(effects)
    }

    fn passes_window(&mut self, machine: &mut Machine, window: Id<WindowDef>) -> bool {
        self.pass_window(machine, window)
    }

    #[inline]
    fn leave(&mut self, depth: u32) -> u64 {
        match self.state.shelves.last() {
            Some(shelf) if shelf.depth >= depth => self.unshelve(depth),
            _ => 0,
        }
    }

    fn step(&mut self, window: Id<WindowDef>) {
        let window = &self.content.pack.windows[window];
        if let Some(step) = window.step {
            let procedure = window.procedure;
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

impl World<'_> {
    /// The entities of a kind, in play or not.
    fn of_kind(&self, kind: i32) -> &[EntityId] {
        let entities = usize::try_from(kind)
            .ok()
            .and_then(|kind| self.content.index.by_kind.get(kind));
        entities.map_or(&[], Vec::as_slice)
    }

    /// The answer to a question, worked out unless it is remembered.
    fn once(
        &mut self,
        machine: &mut Machine,
        question: u32,
        params: impl Iterator<Item = Ty>,
        args: &[i64],
        result: Ty,
        work_out: impl FnOnce(&mut Self, &mut Machine) -> i64,
    ) -> i64 {
        if !self.state.memory.listens_to(question) {
            return work_out(self, machine);
        }
        match self.recalled(machine, question, params, args) {
            Recall::Known(answer) => answer,
            Recall::Not => work_out(self, machine),
            Recall::Asked => {
                let answer = work_out(self, machine);
                self.keep_answer(machine, answer, result);
                answer
            }
        }
    }
}
