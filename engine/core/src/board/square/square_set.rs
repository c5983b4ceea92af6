//! A set of places, one bit each.
//!
//! Not here: what the places are like (`grid`).

/// A set of places of one board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SquareSet {
    words: Vec<u64>,
}

impl SquareSet {
    /// Whether a place belongs to the set.
    pub fn has(&self, place: usize) -> bool {
        let word = self.words.get(place / 64).copied().unwrap_or(0);
        word >> (place % 64) & 1 == 1
    }

    /// Adds a place.
    pub fn add(&mut self, place: usize) {
        let word = place / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (place % 64);
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The places, lowest number first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |(index, &word): (usize, &u64)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| index * 64 + bit)
        };
        self.words.iter().enumerate().flat_map(bits)
    }
}

impl FromIterator<usize> for SquareSet {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Self {
        let mut set = Self::default();
        for place in places {
            set.add(place);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_added_in_order() {
        let set: SquareSet = [130, 3, 64].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 130]);
        assert!(set.has(64) && !set.has(65) && !set.has(9_999));
        assert!(SquareSet::default().is_empty() && !set.is_empty());
    }
}
