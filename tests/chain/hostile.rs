//! Damaged packs of a real scenario: whatever the bytes, they are refused with a reason, or played without a panic.
//!
//! Nothing here catches a panic: one fails the test.

use crate::workshop::content;
use cardwright_bytecode::container::{decode, encode, load};
use cardwright_core::Content;
use rayon::prelude::*;

/// The bytes of a file that are the hash of the content.
const HASH: std::ops::Range<usize> = 8..40;
/// The byte at which the section table begins, and the size of an entry.
const TABLE: usize = 44;
const ENTRY: usize = 12;
/// How many positions of a file are damaged.
const POSITIONS: usize = 1500;
const PATTERNS: [u8; 5] = [0x01, 0x02, 0x40, 0x80, 0xff];

/// The fate of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Refused,
    Played,
}

/// Loads and plays.
fn survive(bytes: &[u8]) -> Fate {
    let Ok(pack) = load(bytes) else {
        return Fate::Refused;
    };
    cardwright_fuzzing::play(pack);
    Fate::Played
}

fn file(with_debug: bool) -> Vec<u8> {
    encode(content().pack(), with_debug)
}

fn main_section(file: &[u8]) -> std::ops::Range<usize> {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
    let (offset, length) = (word(TABLE + 4), word(TABLE + 8));
    offset..offset + length
}

/// The file with the hash corrected, so that damage reaches the decoder and the verifier.
fn rehashed(mut file: Vec<u8>) -> Vec<u8> {
    let hash = blake3::hash(&file[main_section(&file)]);
    file[HASH].copy_from_slice(hash.as_bytes());
    file
}

/// Positions spread over a range.
fn spread(range: std::ops::Range<usize>, count: usize) -> impl Iterator<Item = usize> {
    let step = (range.len() / count).max(1);
    range.step_by(step)
}

#[test]
fn the_undamaged_file_is_the_content() {
    for with_debug in [true, false] {
        let pack = load(&file(with_debug)).expect("what was encoded can be loaded");
        assert_eq!(Content::new(pack).hash(), content().hash());
        assert_eq!(survive(&file(with_debug)), Fate::Played);
    }
}

#[test]
fn every_damage_of_header_and_table_is_refused() {
    let file = file(true);
    let end = main_section(&file).start;
    assert_eq!(end, TABLE + 2 * ENTRY);
    for at in 0..end {
        for pattern in PATTERNS {
            let mut damaged = file.clone();
            damaged[at] ^= pattern;
            assert!(decode(&damaged).is_err(), "byte {at} ^ {pattern:#x}");
        }
    }
}

#[test]
fn damage_behind_the_header_is_refused_by_the_hashes() {
    let file = file(true);
    let main = main_section(&file);
    spread(main.end..file.len(), 300)
        .chain(spread(main.clone(), 300))
        .collect::<Vec<_>>()
        .par_iter()
        .for_each(|&at| {
            let mut damaged = file.clone();
            damaged[at] ^= PATTERNS[at % PATTERNS.len()];
            let fate = survive(&damaged);
            assert_eq!(fate, Fate::Refused, "byte {at} got past the hash of its section");
        });
}

#[test]
fn a_debug_section_with_damage_and_right_hashes_is_refused_or_explains() {
    let file = file(true);
    // The hash of the main section, then the section's own.
    let own = main_section(&file).end + 32;
    let first = own + 32;
    let positions: Vec<usize> = spread(first..file.len(), POSITIONS).collect();
    let played: usize = positions
        .par_iter()
        .map(|&at| {
            let mut damaged = file.clone();
            damaged[at] ^= PATTERNS[at % PATTERNS.len()];
            let hash = *blake3::hash(&damaged[first..]).as_bytes();
            damaged[own..first].copy_from_slice(&hash);
            usize::from(survive(&damaged) == Fate::Played)
        })
        .sum();
    assert!(
        played > positions.len() / 50,
        "only {played} of {} went deep",
        positions.len()
    );
}

#[test]
fn a_file_with_damage_and_a_right_hash_is_refused_or_played() {
    let file = file(false);
    let positions: Vec<usize> = spread(main_section(&file), POSITIONS).collect();
    assert!(positions.len() >= POSITIONS);
    let played: usize = positions
        .par_iter()
        .map(|&at| {
            let mut damaged = file.clone();
            damaged[at] ^= PATTERNS[at % PATTERNS.len()];
            usize::from(survive(&rehashed(damaged)) == Fate::Played)
        })
        .sum();
    assert!(
        played > positions.len() / 50,
        "only {played} of {} went deep",
        positions.len()
    );
}

#[test]
fn a_file_with_much_damage_is_refused_or_played() {
    let file = file(false);
    let main = main_section(&file);
    (0..300_usize).into_par_iter().for_each(|round| {
        let mut damaged = file.clone();
        for hit in 0..3 {
            let at = main.start + (round * 7919 + hit * 104_729) % main.len();
            damaged[at] = damaged[at].wrapping_add(1 + u8::try_from(hit).unwrap_or(0));
        }
        survive(&rehashed(damaged));
    });
}

#[test]
fn a_truncated_file_is_refused() {
    let file = file(true);
    (0..file.len()).step_by(97).for_each(|length| {
        assert_eq!(
            survive(&file[..length]),
            Fate::Refused,
            "the first {length} bytes"
        );
    });
}

#[test]
fn a_truncated_main_section_with_a_right_hash_and_length_is_refused() {
    let file = file(false);
    let main = main_section(&file);
    spread(1..main.len(), 300).for_each(|length| {
        let mut short = file[..main.start + length].to_vec();
        let length = u32::try_from(length).expect("a pack is small");
        short[TABLE + 8..TABLE + 12].copy_from_slice(&length.to_le_bytes());
        assert_eq!(
            survive(&rehashed(short)),
            Fate::Refused,
            "{length} bytes of the main section"
        );
    });
}

#[test]
fn a_longer_file_is_refused() {
    for with_debug in [true, false] {
        let mut longer = file(with_debug);
        longer.push(0);
        assert_eq!(survive(&longer), Fate::Refused);
    }
}

#[test]
fn random_bytes_are_refused() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut byte = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state.to_be_bytes()[0]
    };
    let real = file(false);
    for round in 0..500_usize {
        let noise: Vec<u8> = (0..round * 3).map(|_| byte()).collect();
        assert_eq!(survive(&noise), Fate::Refused);
        // The same behind a header that holds.
        let mut dressed = real[..main_section(&real).start].to_vec();
        let length = u32::try_from(noise.len()).expect("short");
        dressed[TABLE + 8..TABLE + 12].copy_from_slice(&length.to_le_bytes());
        dressed.extend(&noise);
        assert_eq!(survive(&rehashed(dressed)), Fate::Refused);
    }
}
