//! Which points of a target the ground hides from an eye, remembered: the ground never changes, and games ask about
//! the same few pairs over and over.
//!
//! An answer is one word of a table: for which of the points it is known, which of them are clear, and whose they
//! are. A new question may take the place of an old one; so the table never grows, and nobody waits for anybody.
//! Remembered answers are exact, so an answer never depends on what was asked before or by which thread.
//!
//! Not here: the search (`sight`).

use super::sight::{Eye, Target};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bits for the points of one target.
const POINTS: u32 = 15;
/// Bits of a space; the highest number of a space is that of the last one, so 0 stands for it.
const SPACE: u32 = 12;
/// The most shapes of questions that are told apart: how high eye and target are, and how wide. A game has one for
/// each two of its sorts of pieces; further ones are not remembered.
pub const MAX_SHAPES: usize = 1 << (64 - 2 * POINTS - 2 * SPACE);
/// Words of the table.
const WORDS: usize = 1 << 15;
/// The number of places of a shape that are looked at.
const TRIES: usize = 8;

const _: () = assert!(POINTS == super::sight::POINTS);

/// The memory of the points of targets.
#[derive(Debug)]
pub(super) struct Glimpses {
    /// Heights and width of eye and target, at the places that their hash gives.
    shapes: Box<[OnceLock<[i64; 4]>]>,
    words: Box<[AtomicU64]>,
}

/// A question's place in the table, with what is known about its points.
pub(super) struct Known<'a> {
    word: Option<&'a AtomicU64>,
    key: u64,
    known: u64,
    clear: u64,
}

impl Glimpses {
    /// A memory that knows nothing.
    pub(super) fn new() -> Self {
        Self {
            shapes: (0..MAX_SHAPES).map(|_| OnceLock::new()).collect(),
            words: (0..WORDS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// The known points of a question.
    pub(super) fn of(&self, eye: Eye, target: Target) -> Known<'_> {
        let shape = self.shape([eye.up, target.low, target.high, target.width]);
        let space = |space: u16| u64::from(space) & ((1 << SPACE) - 1);
        let key = shape
            .map(|shape| (shape as u64) << (2 * SPACE) | space(eye.space) << SPACE | space(target.space));
        let word = key.and_then(|key| self.words.get(hash(key) as usize % WORDS));
        let (key, value) = (
            key.unwrap_or(0),
            word.map_or(0, |word| word.load(Ordering::Relaxed)),
        );
        let is_own = value >> (2 * POINTS) == key;
        let bits = |from: u32| {
            if is_own {
                value >> from & ((1 << POINTS) - 1)
            } else {
                0
            }
        };
        Known {
            word,
            key,
            known: bits(POINTS),
            clear: bits(0),
        }
    }

    /// The number of a shape; nothing if there are too many.
    fn shape(&self, shape: [i64; 4]) -> Option<usize> {
        let first = hash(shape.iter().fold(0, |all, &part| hash(all ^ part as u64))) as usize;
        (0..TRIES).find_map(|step| {
            let place = (first + step) % MAX_SHAPES;
            (*self.shapes[place].get_or_init(|| shape) == shape).then_some(place)
        })
    }
}

impl Known<'_> {
    /// Whether a point is clear of ground; `find` finds it out.
    pub(super) fn is_clear(&mut self, point: u32, find: impl FnOnce() -> bool) -> bool {
        let bit = 1 << point;
        if self.known & bit == 0 {
            self.known |= bit;
            self.clear |= if find() { bit } else { 0 };
            if let Some(word) = self.word {
                let value = self.key << (2 * POINTS) | self.known << POINTS | self.clear;
                word.store(value, Ordering::Relaxed);
            }
        }
        self.clear & bit != 0
    }

    /// Whether a point is known to be hidden.
    pub(super) fn is_hidden(&self, point: u32) -> bool {
        self.known & !self.clear & 1 << point != 0
    }
}

fn hash(key: u64) -> u64 {
    let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}
