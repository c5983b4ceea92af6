//! A text that is put together from pieces of a file, and where its bytes come from there.

use std::ops::Range;

/// Text with the places of its bytes in another one.
#[derive(Clone, Debug, Default)]
pub(super) struct Patched {
    pub(super) text: String,
    seams: Vec<Seam>,
}

/// The beginning of a part of the text, with the bytes that it comes from.
#[derive(Clone, Debug)]
struct Seam {
    at: usize,
    from: Range<usize>,
    /// Whether the bytes stand there as they stand here.
    is_same: bool,
}

impl Patched {
    /// Adds text that stands in the file as it is.
    pub(super) fn same(&mut self, text: &str, from: usize) {
        self.add(text, from..from + text.len(), true);
    }

    /// Adds text that stands for something else in the file.
    pub(super) fn instead(&mut self, text: &str, from: Range<usize>) {
        self.add(text, from, false);
    }

    fn add(&mut self, text: &str, from: Range<usize>, is_same: bool) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len();
        self.seams.push(Seam { at, from, is_same });
        self.text.push_str(text);
    }

    /// Adds another text with its places.
    pub(super) fn join(&mut self, other: &Self) {
        let shift = self.text.len();
        let seams = other.seams.iter().cloned();
        self.seams.extend(seams.map(|seam| Seam {
            at: seam.at + shift,
            ..seam
        }));
        self.text.push_str(&other.text);
    }

    /// A part of it.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        let mut part = Self::default();
        for (number, seam) in self.seams.iter().enumerate() {
            let end = self.seams.get(number + 1).map_or(self.text.len(), |next| next.at);
            let (start, end) = (seam.at.max(range.start), end.min(range.end));
            if start >= end {
                continue;
            }
            match seam.is_same {
                true => part.same(&self.text[start..end], seam.from.start + (start - seam.at)),
                false => part.instead(&self.text[start..end], seam.from.clone()),
            }
        }
        part
    }

    /// The place in the file of some bytes of the text.
    pub(super) fn place(&self, range: Range<usize>) -> Range<usize> {
        let start = self.byte(range.start, false);
        let end = self.byte(range.end.max(range.start + 1) - 1, true);
        start..end.max(start)
    }

    fn byte(&self, at: usize, is_last: bool) -> usize {
        let number = self.seams.partition_point(|seam| seam.at <= at);
        let Some(seam) = self.seams.get(number.max(1) - 1) else {
            return 0;
        };
        match (seam.is_same, is_last) {
            (true, _) => (seam.from.start + (at - seam.at) + usize::from(is_last)).min(seam.from.end),
            (false, true) => seam.from.end,
            (false, false) => seam.from.start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Patched;

    #[test]
    fn bytes_lead_back_to_where_they_come_from() {
        let mut text = Patched::default();
        text.same("run suffer(", 100);
        text.instead("defender", 200..201);
        text.same(", 1)", 112);
        assert_eq!(text.text, "run suffer(defender, 1)");
        assert_eq!(text.place(4..10), 104..110);
        assert_eq!(text.place(11..19), 200..201);
        assert_eq!(text.place(21..22), 114..115);
        let part = text.part(4..23);
        assert_eq!(part.text, "suffer(defender, 1)");
        assert_eq!(part.place(0..6), 104..110);
        assert_eq!(part.place(7..9), 200..201);
    }
}
