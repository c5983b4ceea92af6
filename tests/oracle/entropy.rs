//! The source of generated programs: a list of numbers, each of which decides one thing.
//!
//! The list is what proptest makes and shrinks. A shorter list and smaller numbers give a smaller program, since
//! 0 (and the end of the list) always means the simplest alternative.

/// A list of decisions.
pub(crate) struct Entropy<'a> {
    numbers: &'a [u16],
    at: usize,
}

impl<'a> Entropy<'a> {
    pub(crate) fn new(numbers: &'a [u16]) -> Self {
        Self { numbers, at: 0 }
    }

    /// The number of one of `count` alternatives; 0 at the end of the list.
    pub(crate) fn pick(&mut self, count: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(number) % count.max(1)
    }

    /// An alternative of these.
    pub(crate) fn one<'b, T>(&mut self, alternatives: &'b [T]) -> &'b T {
        let at = self.pick(alternatives.len());
        &alternatives[at]
    }

    /// Yes in one of `count` cases.
    pub(crate) fn rarely(&mut self, count: usize) -> bool {
        self.pick(count) == count - 1
    }

    /// How much of the list is left.
    pub(crate) fn is_used_up(&self) -> bool {
        self.at >= self.numbers.len()
    }
}
