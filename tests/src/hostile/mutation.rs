//! Seeds of content, damaged: by words for texts, by bytes for files. The same seed gives the same input everywhere.

/// A small generator of numbers.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// A generator that begins with this number.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A number below a limit; 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit.max(1)
    }
}

/// What texts are damaged with.
const ODD: [&str; 24] = [
    "{",
    "}",
    "(",
    ")",
    "\"",
    "#",
    "é",
    "A_b ",
    "9x ",
    "\t",
    "\r\n",
    ": ",
    "- ",
    "|\n",
    "&a ",
    "*a ",
    "[",
    "]",
    "~",
    "999999999999999 ",
    "-1",
    "\u{feff}",
    "not ",
    " of ",
];

/// A text with a few words taken out, moved, doubled or put in.
#[must_use]
pub fn mutated_text(seed: &str, seeded: &mut Seeded) -> Vec<u8> {
    let mut words: Vec<&str> = seed
        .split_inclusive([' ', '\n', '(', ')', '"', '.', ':'])
        .collect();
    for _ in 0..=seeded.below(3) {
        let (at, other) = (seeded.below(words.len()), seeded.below(words.len()));
        match seeded.below(5) {
            _ if words.is_empty() => break,
            0 => drop(words.remove(at)),
            1 => words.swap(at, other),
            2 => words.insert(at, words[other]),
            3 => words[at] = words[other],
            _ => words.insert(at, ODD[seeded.below(ODD.len())]),
        }
    }
    words.concat().into_bytes()
}

/// A file with a few bytes changed, or cut off.
#[must_use]
pub fn mutated_bytes(seed: &[u8], seeded: &mut Seeded) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=seeded.below(4) {
        let at = seeded.below(bytes.len());
        match seeded.below(8) {
            _ if bytes.is_empty() => break,
            0 => bytes.truncate(at),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, u8::try_from(seeded.below(256)).unwrap_or(0)),
            3 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][seeded.below(5)],
            _ => bytes[at] ^= 1 << seeded.below(8),
        }
    }
    bytes
}
