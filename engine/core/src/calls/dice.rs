//! Core calls about dice pools. A die that was taken out keeps its place, so that the others keep their numbers.

use super::groups::{Modify, Pick, Tally};
use crate::dice_number::DieNumber;
use crate::events::{Chance, Event};
use crate::limits::MAX_DICE;
use crate::price;
use crate::state::Die;
use crate::world::World;
use cardwright_vm::{Args, Bound, Machine};

/// The calls that give dice of a pool.
pub(super) fn some(world: &World<'_>, machine: &mut Machine, call: Pick, args: &Args) -> Vec<i64> {
    let pool = args.at(0);
    machine.charge(price::changing(world.state.pool(pool).len()));
    match call {
        Pick::Rerollable => world.rerollable(pool),
        Pick::Turnable => world.turnable(pool),
        Pick::DiceOf => world.dice_of(pool),
    }
}

/// The calls that count dice of a pool.
pub(super) fn count(world: &World<'_>, machine: &mut Machine, call: Tally, args: &Args) -> i64 {
    let pool = args.at(0);
    machine.charge(price::counting(world.state.pool(pool).len()));
    match call {
        Tally::CountFace => world.count_face(pool, args.at(1)),
        Tally::DiceIn => world.dice_in(pool),
    }
}

/// How many dice a call looks at that changes some: those of a set one by one.
fn looked_at(world: &World<'_>, machine: &Machine, call: Modify, args: &Args) -> u64 {
    match call {
        Modify::Reroll | Modify::Lock | Modify::BarReroll => {
            let dice = machine.set(&world.content.pack, args.at(0));
            let pool = dice.first().map_or(0, |&die| DieNumber::unpack(die).pool);
            price::one_by_one(dice.len()) + price::changing(world.state.pool(pool).len())
        }
        Modify::Turn => {
            let DieNumber { pool, .. } = DieNumber::unpack(args.at(0));
            price::changing(world.state.pool(pool).len())
        }
        Modify::Convert | Modify::Cancel | Modify::AddFace | Modify::AddTurnable | Modify::AddDie => {
            price::changing(world.state.pool(args.at(0)).len())
        }
    }
}

/// The calls that change dice.
pub(super) fn change(world: &mut World<'_>, machine: &mut Machine, call: Modify, args: &Args) -> i64 {
    let [a, b, c, d] = [args.at(0), args.at(1), args.at(2), args.at(3)];
    machine.charge(looked_at(world, machine, call, args));
    match call {
        Modify::Convert => return world.convert(a, b, c, d),
        Modify::Cancel => return world.cancel(a, b, c),
        Modify::AddFace | Modify::AddTurnable | Modify::AddDie => world.add(machine, call, args),
        Modify::Reroll => world.reroll(machine.set(&world.content.pack, args.at(0))),
        Modify::Turn => world.turn(args.at(0), args.at(1)),
        Modify::Lock => world.lock(machine.set(&world.content.pack, args.at(0))),
        Modify::BarReroll => world.bar_reroll(machine.set(&world.content.pack, args.at(0))),
    }
    0
}

impl World<'_> {
    /// A newly rolled die of a sort.
    pub(crate) fn rolled(&mut self, sort: u16) -> Die {
        Die {
            face: self.rolled_face(sort),
            rerolled: false,
            added: false,
            fixed: false,
            gone: false,
            locked: false,
            barred: false,
        }
    }

    fn rolled_face(&mut self, sort: u16) -> u16 {
        let face = self.thrown(sort);
        self.log.note_chance(|| Chance::Die {
            die: u32::from(sort),
            face,
        });
        face
    }

    fn thrown(&mut self, sort: u16) -> u16 {
        self.log.note_draws(1);
        let sides = self
            .content
            .pack
            .dice
            .get(usize::from(sort))
            .map_or(&[][..], |def| &def.sides);
        if let Some(face) = self.state.forced.pop_front() {
            if !sides.contains(&face) {
                self.log.misfits.push((sort, face));
            }
            return face;
        }
        let side = self.state.random(sides.len() as u64) as usize;
        sides.get(side).copied().unwrap_or(0)
    }

    fn die(&self, number: i64) -> Option<Die> {
        let DieNumber { pool, place } = DieNumber::unpack(number);
        self.state.pool(pool).get(place).copied().filter(|die| !die.gone)
    }

    fn numbers(&self, pool: i64, wanted: impl Fn(&Die) -> bool) -> Vec<i64> {
        let dice = self.state.pool(pool).iter().enumerate();
        let wanted = dice.filter(|(_, die)| !die.gone && wanted(die));
        wanted
            .map(|(place, _)| DieNumber { pool, place }.pack())
            .collect()
    }

    pub(super) fn count_face(&self, pool: i64, face: i64) -> i64 {
        self.state
            .pool(pool)
            .iter()
            .filter(|die| !die.gone && i64::from(die.face) == face)
            .count() as i64
    }

    pub(super) fn dice_in(&self, pool: i64) -> i64 {
        self.state.pool(pool).iter().filter(|die| !die.gone).count() as i64
    }

    pub(super) fn dice_of(&self, pool: i64) -> Vec<i64> {
        self.numbers(pool, |_| true)
    }

    pub(super) fn rerollable(&self, pool: i64) -> Vec<i64> {
        self.numbers(pool, can_be_rerolled)
    }

    pub(super) fn turnable(&self, pool: i64) -> Vec<i64> {
        self.numbers(pool, |die| !die.fixed)
    }

    pub(super) fn face_of(&self, die: i64) -> i64 {
        self.die(die).map_or(0, |die| i64::from(die.face))
    }

    /// Adds results to a pool that can only be cancelled, or be turned as well, or dice that are rolled again, too.
    fn add(&mut self, machine: &mut Machine, call: Modify, args: &Args) {
        let [pool, face, count] = [args.at(0), args.at(1), args.at(2)];
        let (Ok(face), Some(dice)) = (u16::try_from(face), self.state.pool_mut(pool)) else {
            return;
        };
        let room = MAX_DICE.saturating_sub(dice.len());
        let count = usize::try_from(count.max(0)).unwrap_or(usize::MAX);
        if count > room {
            return machine.stop(Bound::Dice);
        }
        machine.charge(price::changing(count));
        dice.extend(std::iter::repeat_n(
            Die {
                face,
                rerolled: false,
                added: true,
                fixed: call == Modify::AddFace,
                gone: false,
                locked: false,
                barred: call != Modify::AddDie,
            },
            count,
        ));
        self.note_dice(pool, count > 0);
    }

    pub(super) fn convert(&mut self, pool: i64, from: i64, to: i64, most: i64) -> i64 {
        let Ok(to) = u16::try_from(to) else { return 0 };
        self.change(pool, from, most, |die| !die.fixed, |die| die.face = to)
    }

    pub(super) fn cancel(&mut self, pool: i64, face: i64, most: i64) -> i64 {
        self.change(pool, face, most, |_| true, |die| die.gone = true)
    }

    /// Changes up to `most` dice that show a face; how many.
    fn change(
        &mut self,
        pool: i64,
        face: i64,
        most: i64,
        wanted: impl Fn(&Die) -> bool,
        change: impl Fn(&mut Die),
    ) -> i64 {
        let most = usize::try_from(most).unwrap_or(0);
        let Some(dice) = self.state.pool_mut(pool) else {
            return 0;
        };
        let matching = dice
            .iter_mut()
            .filter(|die| !die.gone && !die.locked && i64::from(die.face) == face && wanted(die));
        let changed = matching.take(most).map(change).count();
        self.note_dice(pool, changed > 0);
        changed as i64
    }

    /// Rolls dice again: those that were not yet rolled again.
    fn reroll(&mut self, numbers: &[i64]) {
        for &number in numbers {
            let DieNumber { pool, place } = DieNumber::unpack(number);
            if !self.die(number).is_some_and(|die| can_be_rerolled(&die)) {
                continue;
            }
            let face = self.rolled_face(self.state.sort_of(pool));
            if let Some(die) = self.state.pool_mut(pool).and_then(|dice| dice.get_mut(place)) {
                (die.face, die.rerolled) = (face, true);
            }
        }
        let pool = numbers
            .first()
            .map_or(0, |&number| DieNumber::unpack(number).pool);
        self.note_dice(pool, !numbers.is_empty());
    }

    fn turn(&mut self, number: i64, face: i64) {
        let DieNumber { pool, place } = DieNumber::unpack(number);
        let die = self
            .state
            .pool_mut(pool)
            .and_then(|dice| dice.get_mut(place))
            .filter(|die| !die.gone && !die.locked && !die.fixed);
        let (Some(die), Ok(face)) = (die, u16::try_from(face)) else {
            return;
        };
        die.face = face;
        self.note_dice(pool, true);
    }

    /// Lets nothing change these results any more.
    fn lock(&mut self, numbers: &[i64]) {
        let faces = self.marked(numbers, |die| &mut die.locked);
        if !faces.is_empty() {
            self.log.note(|| Event::DiceLocked { faces });
        }
    }

    /// Lets nothing roll these dice again.
    fn bar_reroll(&mut self, numbers: &[i64]) {
        let faces = self.marked(numbers, |die| &mut die.barred);
        if !faces.is_empty() {
            self.log.note(|| Event::DiceBarred { faces });
        }
    }

    /// Gives dice a mark; what those show that did not have it.
    fn marked(&mut self, numbers: &[i64], mark: impl Fn(&mut Die) -> &mut bool) -> Vec<u16> {
        let mut faces = Vec::new();
        for &number in numbers {
            let DieNumber { pool, place } = DieNumber::unpack(number);
            let die = self.state.pool_mut(pool).and_then(|dice| dice.get_mut(place));
            if let Some(die) = die.filter(|die| !die.gone)
                && !std::mem::replace(mark(die), true)
            {
                faces.push(die.face);
            }
        }
        faces
    }

    fn note_dice(&mut self, pool: i64, changed: bool) {
        if !changed || self.log.quiet {
            return;
        }
        let faces = self
            .state
            .pool(pool)
            .iter()
            .filter(|die| !die.gone)
            .map(|die| die.face)
            .collect();
        let die = u32::from(self.state.sort_of(pool));
        self.log.note(|| Event::DiceChanged { die, faces });
    }
}

/// A die is rolled again once; a result that may not change or is barred from it, never.
fn can_be_rerolled(die: &Die) -> bool {
    !die.rerolled && !die.locked && !die.barred
}
