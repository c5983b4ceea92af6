//! The price of work that grows with the state, in fuel. A unit stands for at most 100 ns;
//! `benches/benches/fuel.rs` measures it.
//! The compiler's bounds (`compiler/lints/src/costs`) follow from the same prices. The fixed price of an
//! instruction or a core call stands in its table.

/// A price for so many of something, of which so many cost a unit.
const fn each(count: usize, to_a_unit: usize) -> u64 {
    (count / to_a_unit) as u64
}

/// Asking entities one after the other where they are: one of a list.
pub(crate) const fn asking(entities: usize) -> u64 {
    each(entities, 4)
}

/// Looking through all entities for those that something holds.
pub(crate) const fn searching(entities: usize) -> u64 {
    each(entities, 8)
}

/// Doing something with each, or putting all into an order.
pub(crate) const fn one_by_one(members: usize) -> u64 {
    members as u64
}

/// Looking at dice of a pool.
pub(crate) const fn counting(dice: usize) -> u64 {
    each(dice, 16)
}

/// Changing dice of a pool, and telling what they show.
pub(crate) const fn changing(dice: usize) -> u64 {
    each(dice, 4)
}

/// Looking through all running effects, or those of a sort.
pub(crate) const fn looking_through(effects: usize) -> u64 {
    each(effects, 4)
}

/// Looking for the running effects of one sort, of which there are some.
pub(crate) const fn picking(effects: usize) -> u64 {
    each(effects, 64)
}

/// Comparing two sets.
pub(crate) const fn comparing(one: usize, other: usize) -> u64 {
    each(one + other, 2)
}

/// Finding out where everything stands, after one thing moved.
pub(crate) const fn finding_all(pieces: usize) -> u64 {
    each(pieces, 2)
}

/// Looking at what limited rules were used for, or at what was done in a window.
pub(crate) const fn looking_up(uses: usize) -> u64 {
    each(uses, 16)
}

/// Hiding a value, of so many that are known and from so many options: a list of secrets in order, and a copy of the options.
pub(crate) const fn hiding(secrets: usize, options: usize) -> u64 {
    each(secrets, 32) + each(options, 4)
}
