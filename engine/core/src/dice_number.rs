//! How a die is one number: its pool, and its place in the pool.

/// Bits for the place; a pool's places are far fewer.
const PLACE_BITS: u32 = 16;

/// The die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DieNumber {
    /// The pool's number.
    pub(crate) pool: i64,
    /// Its place in the pool.
    pub(crate) place: usize,
}

impl DieNumber {
    /// The die as one number.
    pub(crate) fn pack(self) -> i64 {
        (self.pool << PLACE_BITS) | (self.place as i64 & ((1 << PLACE_BITS) - 1))
    }

    /// The die that a number means; 0 means one of no pool.
    pub(crate) fn unpack(number: i64) -> Self {
        Self {
            pool: number >> PLACE_BITS,
            place: (number & ((1 << PLACE_BITS) - 1)) as usize,
        }
    }
}
