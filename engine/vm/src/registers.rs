//! The registers of all frames, one after the other.
//!
//! Behind the topmost frame's first register there is always room for every register that an instruction can name,
//! so a frame is seen as an array of fixed size, and reading register `a: u8` of it needs no check.

use crate::MAX_ARGS;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Every register that an instruction can name, and the arguments that can follow it.
pub(crate) const WINDOW: usize = 256 + MAX_ARGS;

/// The number of registers that most functions have.
const FEW: usize = 8;

/// The registers that instructions of one frame see.
pub(crate) type Window = [i64; WINDOW];

/// The registers in use, and room behind them whose contents mean nothing.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    cells: Vec<i64>,
    /// The number of registers in use.
    len: usize,
}

impl Registers {
    /// Adds registers that hold 0; the place of the first.
    #[inline]
    pub(crate) fn push(&mut self, count: usize) -> usize {
        let base = self.len;
        self.len += count;
        self.reserve(base);
        // Most functions have few registers, and clearing a few too many is quicker than counting them.
        let room = self.cells.get_mut(base..).unwrap_or_default();
        match room.first_chunk_mut::<FEW>() {
            Some(few) if count <= FEW => *few = [0; FEW],
            _ => room.iter_mut().take(count).for_each(|cell| *cell = 0),
        }
        base
    }

    /// Adds registers that hold anything; the place of the first.
    #[inline]
    pub(crate) fn push_unset(&mut self, count: usize) -> usize {
        let base = self.len;
        self.len += count;
        self.reserve(base);
        base
    }

    /// Gives back the registers from a place on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// The number of registers in use.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, place: usize) -> i64 {
        self.used().get(place).copied().unwrap_or(0)
    }

    pub(crate) fn set(&mut self, place: usize, value: i64) {
        if place < self.len
            && let Some(slot) = self.cells.get_mut(place)
        {
            *slot = value;
        }
    }

    /// Copies values into the registers from a place on.
    pub(crate) fn fill(&mut self, place: usize, values: &[i64]) {
        let slots = self.cells.get_mut(place..self.len).unwrap_or_default();
        slots
            .iter_mut()
            .zip(values)
            .for_each(|(slot, value)| *slot = *value);
    }

    /// Fills so many registers from a place on with values, and with 0 where there are fewer.
    #[inline]
    pub(crate) fn give(&mut self, place: usize, count: usize, values: &[i64]) {
        let slots = self.cells.get_mut(place..self.len).unwrap_or_default();
        let values = values.iter().copied().chain(std::iter::repeat(0));
        slots
            .iter_mut()
            .take(count)
            .zip(values)
            .for_each(|(slot, value)| *slot = value);
    }

    /// Copies registers into others that lie behind them.
    #[inline]
    pub(crate) fn hand_over(&mut self, from: usize, to: usize, count: usize) {
        let Some((before, behind)) = self.cells.split_at_mut_checked(to) else {
            return;
        };
        let source = before.get(from..).unwrap_or_default().iter().take(count);
        behind
            .iter_mut()
            .zip(source)
            .for_each(|(slot, value)| *slot = *value);
    }

    /// The window of the frame that begins at a place, and all registers below it.
    #[inline]
    pub(crate) fn window(&mut self, base: usize) -> Option<(&[i64], &mut Window)> {
        self.reserve(base);
        let (below, rest) = self.cells.split_at_mut_checked(base)?;
        Some((below, rest.first_chunk_mut()?))
    }

    /// Arguments that begin at a place.
    pub(crate) fn arguments(&self, place: usize) -> Option<&[i64; MAX_ARGS]> {
        self.cells.get(place..)?.first_chunk()
    }

    fn reserve(&mut self, base: usize) {
        if self.cells.len() < base + WINDOW {
            self.cells.resize(base + 2 * WINDOW, 0);
        }
    }

    fn used(&self) -> &[i64] {
        self.cells.get(..self.len).unwrap_or_default()
    }
}

/// Only what is used is copied: the room comes back when code runs, and one that there is already stays.
impl Clone for Registers {
    fn clone(&self) -> Self {
        Self {
            cells: self.used().to_vec(),
            len: self.len,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let used = source.used();
        match self.cells.get_mut(..used.len()) {
            Some(cells) => cells.copy_from_slice(used),
            None => self.cells.clone_from(&source.cells),
        }
        self.len = used.len();
    }
}

impl PartialEq for Registers {
    fn eq(&self, other: &Self) -> bool {
        self.used() == other.used()
    }
}

impl Serialize for Registers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.used().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Registers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cells = Vec::deserialize(deserializer)?;
        let len = cells.len();
        Ok(Self { cells, len })
    }
}

#[cfg(test)]
mod tests {
    use super::Registers;

    #[test]
    fn fresh_registers_are_zero_whatever_was_there_before() {
        let mut registers = Registers::default();
        registers.push(2);
        registers.set(1, 7);
        registers.truncate(1);
        assert_eq!(registers.push(1), 1);
        assert_eq!(registers.get(1), 0);
    }

    #[test]
    fn room_is_no_part_of_what_registers_are() {
        let mut used = Registers::default();
        used.push(3);
        used.set(2, 9);
        used.truncate(2);
        let mut fresh = Registers::default();
        fresh.push(2);
        assert_eq!(used, fresh);
        assert_eq!(used.clone(), fresh);
        assert_eq!(used.get(2), 0, "registers given back are gone");
    }

    #[test]
    fn registers_keep_their_room_when_others_are_put_into_them() {
        let mut source = Registers::default();
        source.push(2);
        source.set(1, 7);
        let mut copy = Registers::default();
        copy.push(900);
        copy.set(5, 3);
        let room = copy.cells.len();
        copy.clone_from(&source);
        assert_eq!((&copy, copy.cells.len()), (&source, room));
        assert_eq!(copy.push(4), 2);
        assert_eq!(copy.get(5), 0);
        let mut small = Registers::default();
        small.clone_from(&source);
        assert_eq!(small, source);
    }
}
