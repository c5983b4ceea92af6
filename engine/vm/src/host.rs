//! The host: the services that the interpreter needs from the keeper of the state.
//!
//! The methods that may need to run code themselves (values, permissions, options, core calls) are handed the machine,
//! so that they can [`Machine::eval`] on the same stacks.

use crate::{Args, Bound, Machine};
use cardwright_bytecode::pack::{
    EffectDef, FuncId, Id, MatchDef, OfferDef, PermissionDef, StartDef, StateDef, ValueDef, WindowDef,
};
use cardwright_bytecode::registry::{Core, CoreCall, MAX_PARAMS};

/// The reply of a host that is asked whether it remembers an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recall {
    /// The remembered answer; fuel is paid, and a set is made anew.
    Known(i64),
    /// The host does not remember it, and waits for the answer: [`Host::remember`].
    Asked,
    /// The host does not want to know the answer.
    Not,
}

/// The holder of the game's state.
pub trait Host {
    /// Whether the host may remember what a function answers.
    fn listens_to(&self, _function: FuncId) -> bool {
        false
    }
    /// The answer that a pure function would give now, if the host remembers it.
    fn recall(&mut self, _machine: &mut Machine, _function: FuncId, _args: &[i64]) -> Recall {
        Recall::Not
    }
    /// The answer that the host waited for last.
    fn remember(&mut self, _machine: &mut Machine, _function: FuncId, _answer: i64) {}
    /// A cell of an entity; 0 if there is no such thing.
    fn get(&self, entity: i64, cell: i32) -> i64;
    /// Changes a cell of an entity; the fuel that it costs besides, as for all that follow.
    fn set(&mut self, entity: i64, cell: i32, value: i64) -> u64;
    /// The members of a set cell of an entity; none if there is no such thing.
    fn members(&self, entity: i64, cell: i32) -> &[i64];
    /// Changes a set cell of an entity.
    ///
    /// # Errors
    /// The limit that it would pass.
    fn set_members(&mut self, entity: i64, cell: i32, members: &[i64]) -> Result<u64, Bound>;
    /// Changes a secret cell of an entity to what a player chose.
    fn set_chosen(&mut self, entity: i64, cell: i32, value: i64, by: i64) -> u64;
    /// Changes a secret set cell of an entity to what a player chose.
    ///
    /// # Errors
    /// The limit that it would pass.
    fn set_chosen_members(&mut self, entity: i64, cell: i32, members: &[i64], by: i64) -> Result<u64, Bound>;
    /// The value of a state for a key; 0 if it has none.
    fn entry(&self, state: Id<StateDef>, key: &[i64]) -> i64;
    /// Changes what a state holds for a key.
    ///
    /// # Errors
    /// The limit that it would pass.
    fn set_entry(&mut self, state: Id<StateDef>, key: &[i64], value: i64) -> Result<(), Bound>;
    /// Puts tokens on an entity.
    fn give(&mut self, entity: i64, token: i32, count: i64);
    /// Takes tokens from an entity.
    fn take(&mut self, entity: i64, token: i32, count: i64);
    /// Every entity of a kind that is in play, and what looking for them costs.
    fn all(&self, kind: i32) -> (Vec<i64>, u64);
    /// Every entity of a kind that an entity holds, top first, and what looking for them costs.
    fn held(&self, holder: i64, kind: i32) -> (Vec<i64>, u64);
    /// Every entity of a kind that stands on a space, and what looking for them costs.
    fn standing(&self, space: i64, kind: i32) -> (Vec<i64>, u64);
    /// Every row of a record.
    fn rows(&self, record: i32) -> Vec<i64>;
    /// The result of a core call that needs no set, runs no code, and takes no longer the more there is; nothing if this one does, or
    /// may.
    fn at_once(&mut self, call: Core, args: &[i64; MAX_PARAMS]) -> Option<i64>;
    /// The result of a core call that is not answered at once.
    fn core(&mut self, machine: &mut Machine, call: &CoreCall, args: &Args) -> i64;
    /// A value with its modifiers.
    fn value(&mut self, machine: &mut Machine, value: Id<ValueDef>, args: &Args) -> i64;
    /// Whether a permission is given.
    fn can(&mut self, machine: &mut Machine, permission: Id<PermissionDef>, args: &Args) -> bool;
    /// How many options of an offer are open for a player now.
    fn options(&mut self, machine: &mut Machine, offer: Id<OfferDef>, player: i64, args: &Args) -> i64;
    /// Starts a lasting effect; whether there was room for it.
    fn start(&mut self, machine: &Machine, start: Id<StartDef>, args: &Args) -> bool;
    /// Ends every running effect that a match with these arguments means.
    fn finish(&mut self, machine: &mut Machine, matching: Id<MatchDef>, args: &Args);
    /// Whether an effect runs that a match with these arguments means.
    fn running(&mut self, machine: &mut Machine, matching: Id<MatchDef>, args: &Args) -> bool;
    /// An entity of a kind, made from the template of a row for a player; nobody if the row is no such template's, nothing if
    /// there is no room for one more.
    fn make(&mut self, kind: i32, row: i64, owner: i64) -> Option<i64>;
    /// A new pool of rolled dice, or the limit that it would pass.
    fn roll(&mut self, die: i32, count: i64) -> Result<i64, Bound>;
    /// Shows a secret cell to everyone.
    fn reveal(&mut self, entity: i64, cell: i32);
    /// Whether none of these effects runs.
    fn rests(&self, _effects: &[Id<EffectDef>]) -> bool {
        false
    }
    /// Opens and closes a window in which nothing can happen, if this is one.
    fn passes_window(&mut self, _machine: &mut Machine, _window: Id<WindowDef>) -> bool {
        false
    }
    /// The frame is gone up to which there were so many, and with it what belongs to its run; the fuel that it costs.
    fn leave(&mut self, _depth: u32) -> u64 {
        0
    }
    /// Notes that the step of a window begins.
    fn step(&mut self, window: Id<WindowDef>);
    /// The number of pools that are alive.
    fn pools(&self) -> u32;
    /// Forgets all pools made since `mark` but `kept`, and gives the kept one's number from now on.
    fn forget_pools(&mut self, mark: u32, kept: Option<i64>) -> i64;
}
