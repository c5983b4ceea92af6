//! The thin host: tokens on entities and one pool of dice, with the few functions that the measured ability calls.
//!
//! The interpreter gets it as its [`Host`], Lua and rhai as registered functions, so that all three pay the same
//! for what is not their own work.

use cardwright_bytecode::pack::{Id, MatchDef, OfferDef, PermissionDef, StartDef, StateDef, ValueDef, WindowDef};
use cardwright_bytecode::registry::{Core, CoreCall, MAX_PARAMS};
use cardwright_vm::{Args, Bound, Host, Machine};

/// The face that the ability turns.
pub const EYE: i64 = 1;
/// The face that it turns it to.
pub const HIT: i64 = 2;
/// How many dice an attack rolls.
pub const DICE: usize = 5;

/// Tokens and dice.
#[derive(Clone, Debug, Default)]
pub struct Table {
    tokens: [i64; 16],
    dice: Vec<i64>,
}

impl Table {
    /// Dice that all show the eye, and one token.
    pub fn ready(&mut self, entity: i64, face: i64) {
        self.roll(DICE, face);
        self.change(entity, 1);
    }

    /// A new pool that shows one face.
    pub fn roll(&mut self, count: usize, face: i64) {
        self.dice.clear();
        self.dice.resize(count, face);
    }

    /// How many tokens lie on an entity.
    #[must_use]
    pub fn tokens(&self, entity: i64) -> i64 {
        usize::try_from(entity)
            .ok()
            .and_then(|at| self.tokens.get(at))
            .copied()
            .unwrap_or(0)
    }

    /// Adds tokens, never below none.
    pub fn change(&mut self, entity: i64, by: i64) {
        if let Some(count) = usize::try_from(entity)
            .ok()
            .and_then(|at| self.tokens.get_mut(at))
        {
            *count = count.saturating_add(by).max(0);
        }
    }

    /// How many dice show a face.
    #[must_use]
    pub fn faces(&self, face: i64) -> i64 {
        self.dice.iter().filter(|&&die| die == face).count() as i64
    }

    /// How many dice there are.
    #[must_use]
    pub fn dice_in(&self) -> i64 {
        self.dice.len() as i64
    }

    /// Turns up to so many dice from one face to another.
    pub fn convert(&mut self, from: i64, to: i64, most: i64) -> i64 {
        let most = usize::try_from(most).unwrap_or(0);
        let wanted = self.dice.iter_mut().filter(|die| **die == from).take(most);
        wanted.map(|die| *die = to).count() as i64
    }
}

/// The dice are the only pool, whatever its number; every cell that is read counts the entity's tokens.
impl Host for Table {
    fn get(&self, entity: i64, _: i32) -> i64 {
        self.tokens(entity)
    }

    fn set(&mut self, _: i64, _: i32, _: i64) -> u64 {
        0
    }

    fn members(&self, _: i64, _: i32) -> &[i64] {
        &[]
    }

    fn set_members(&mut self, _: i64, _: i32, _: &[i64]) -> Result<u64, Bound> {
        Ok(0)
    }

    fn set_chosen(&mut self, _: i64, _: i32, _: i64, _: i64) -> u64 {
        0
    }
    fn set_chosen_members(&mut self, _: i64, _: i32, _: &[i64], _: i64) -> Result<u64, Bound> {
        Ok(0)
    }

    fn entry(&self, _: Id<StateDef>, _: &[i64]) -> i64 {
        0
    }

    fn set_entry(&mut self, _: Id<StateDef>, _: &[i64], _: i64) -> Result<(), Bound> {
        Ok(())
    }

    fn give(&mut self, entity: i64, _: i32, count: i64) {
        self.change(entity, count);
    }

    fn take(&mut self, entity: i64, _: i32, count: i64) {
        self.change(entity, count.saturating_neg());
    }

    fn all(&self, _: i32) -> (Vec<i64>, u64) {
        (Vec::new(), 0)
    }

    fn held(&self, _: i64, _: i32) -> (Vec<i64>, u64) {
        (Vec::new(), 0)
    }

    fn standing(&self, _: i64, _: i32) -> (Vec<i64>, u64) {
        (Vec::new(), 0)
    }

    fn rows(&self, _: i32) -> Vec<i64> {
        Vec::new()
    }

    fn at_once(&mut self, call: Core, args: &[i64; MAX_PARAMS]) -> Option<i64> {
        match call {
            Core::CountFace => Some(self.faces(args[1])),
            Core::DiceIn => Some(self.dice_in()),
            Core::Convert => Some(self.convert(args[1], args[2], args[3])),
            _ => None,
        }
    }

    fn core(&mut self, _: &mut Machine, call: &CoreCall, _: &Args) -> i64 {
        unreachable!("the measured ability does not call {}", call.name)
    }

    fn value(&mut self, _: &mut Machine, _: Id<ValueDef>, _: &Args) -> i64 {
        0
    }

    fn can(&mut self, _: &mut Machine, _: Id<PermissionDef>, _: &Args) -> bool {
        true
    }

    fn options(&mut self, _: &mut Machine, _: Id<OfferDef>, _: i64, _: &Args) -> i64 {
        0
    }

    fn start(&mut self, _: &Machine, _: Id<StartDef>, _: &Args) -> bool {
        true
    }

    fn finish(&mut self, _: &mut Machine, _: Id<MatchDef>, _: &Args) {}

    fn running(&mut self, _: &mut Machine, _: Id<MatchDef>, _: &Args) -> bool {
        false
    }

    fn make(&mut self, _: i32, _: i64, _: i64) -> Option<i64> {
        None
    }

    fn roll(&mut self, _: i32, _: i64) -> Result<i64, Bound> {
        Ok(1)
    }

    fn reveal(&mut self, _: i64, _: i32) {}

    fn step(&mut self, _: Id<WindowDef>) {}

    fn pools(&self) -> u32 {
        1
    }

    fn forget_pools(&mut self, _: u32, kept: Option<i64>) -> i64 {
        kept.unwrap_or(0)
    }
}
