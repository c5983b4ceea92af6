//! Every limit of the core, by name. Reaching one ends the game with a named outcome, where its line says
//! nothing else. Those of the interpreter are in the `vm` crate: `MAX_FRAMES`, `MAX_SETS`,
//! `MAX_SET_MEMBERS`, `MAX_NESTING`.

/// The fuel that content may burn between two decisions.
pub const FUEL_PER_DECISION: u64 = 20_000_000;
/// The most windows and offers open at once.
pub const MAX_OPEN: usize = 64;
/// The most dice pools alive at once.
pub const MAX_POOLS: usize = 4_096;
/// The most dice in one pool.
pub const MAX_DICE: usize = 1_000;
/// The most lasting effects running at once.
pub const MAX_EFFECTS: usize = 4_096;
/// The most members of a set that the state holds.
pub const MAX_MEMBERS: usize = cardwright_bytecode::verify::MAX_STORED_MEMBERS;
/// The most keys for which one state of the game holds a value.
pub const MAX_ENTRIES: usize = 4_096;
/// How many numbers all sets and keyed states of the state take together: 8 MB.
pub const MAX_STORED: usize = 1 << 20;
/// The most uses of limited rules that are counted apart from one another.
pub const MAX_USES: usize = 8_192;
/// The most events kept; later ones are counted and dropped, but for how the game ended.
pub const MAX_EVENTS: usize = 1_000_000;
/// The most bytes that the events kept take; later ones are counted and dropped, but for how the game ended.
pub const MAX_EVENT_BYTES: usize = 96 << 20;
/// The most options of one decision, and the most places that one core call lists.
pub const MAX_OPTIONS: usize = 4_096;
/// The most holders followed from an entity outwards; beyond, it counts as held by nobody.
pub const MAX_HOLDERS: usize = 64;
/// The distance to what does not stand on the board, and to what an arc does not contain.
pub const FAR: i64 = 1_000_000;
