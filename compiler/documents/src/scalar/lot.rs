//! Scalars of every style by lot, for tests: one text, written in one of the ways that YAML has.

/// What falls by lot, the same for the same seed.
pub(crate) struct Lot(u64);

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Plain,
    Single,
    Double,
    Literal,
    Folded,
}

impl Lot {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % most.max(1)
    }

    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn blanks(&mut self, most: usize) -> String {
        " ".repeat(self.below(most + 1))
    }

    /// A text behind a key that stands so many blanks from the edge, with the end of its last line.
    pub(crate) fn scalar(&mut self, how: Written, key: usize, text: &str) -> String {
        let mut written = String::new();
        if self.once_in(8) {
            written.push_str("!!str ");
        }
        match how {
            Written::Literal => self.block('|', key, text, &mut written),
            Written::Folded => self.block('>', key, text, &mut written),
            Written::Plain => self.flow(key, text, &mut written, |_, letter| letter.to_string()),
            Written::Single => {
                written.push('\'');
                let letter = |_: &mut Self, letter: char| match letter {
                    '\'' => "''".to_owned(),
                    letter => letter.to_string(),
                };
                self.flow(key, text, &mut written, letter);
                written.push('\'');
            }
            Written::Double => {
                written.push('"');
                self.flow(key, text, &mut written, Self::escaped);
                written.push('"');
            }
        }
        if how == Written::Literal || how == Written::Folded {
            return written;
        }
        if self.once_in(3) {
            written.push_str(" # behind");
        }
        written + "\n"
    }

    fn block(&mut self, sign: char, key: usize, text: &str, written: &mut String) {
        let deeper = 1 + self.below(5);
        written.push(sign);
        let chomp = self.one(&["", "", "-", "+"]);
        let says_indent = text.starts_with(' ') || self.once_in(4);
        match (says_indent, self.once_in(2)) {
            (true, true) => written.push_str(&format!("{deeper}{chomp}")),
            (true, false) => written.push_str(&format!("{chomp}{deeper}")),
            (false, _) => written.push_str(chomp),
        }
        if self.once_in(4) {
            written.push_str("  # it's a \"note | >");
        }
        written.push('\n');
        for _ in 0..self.one(&[0, 0, 1, 3]) {
            let blanks = self.blanks(key);
            written.push_str(&format!("{blanks}\n"));
        }
        for line in text.split('\n') {
            let indent = " ".repeat(key + deeper);
            match line.is_empty() {
                true => written.push_str(&self.blanks(key + deeper)),
                false => written.push_str(&format!("{indent}{line}")),
            }
            written.push('\n');
        }
        for _ in 0..self.one(&[0, 0, 0, 2]) {
            written.push('\n');
        }
    }

    /// The letters of a text, with breaks of lines that YAML takes for a blank.
    fn flow(
        &mut self,
        key: usize,
        text: &str,
        written: &mut String,
        letter: impl Fn(&mut Self, char) -> String,
    ) {
        let mut before = ' ';
        let mut rest = text.chars().peekable();
        while let Some(next) = rest.next() {
            let is_between = next == ' ' && before != ' ' && rest.peek().is_some_and(|after| *after != ' ');
            if is_between && self.once_in(4) {
                let (behind, before) = (self.blanks(2), " ".repeat(key + 1 + self.below(4)));
                written.push_str(&format!("{behind}\n{before}"));
            } else {
                written.push_str(&letter(self, next));
            }
            before = next;
        }
    }

    fn escaped(&mut self, letter: char) -> String {
        let number = u32::from(letter);
        match letter {
            '"' | '\\' => format!("\\{letter}"),
            '\n' => "\\n".to_owned(),
            _ if self.once_in(12) => match number {
                0..=0xff => format!("\\x{number:02X}"),
                0x100..=0xffff => format!("\\u{number:04x}"),
                _ => format!("\\U{number:08X}"),
            },
            // A break of lines that is none for YAML.
            letter if letter != ' ' && self.once_in(30) => format!("\\\n      {letter}"),
            letter => letter.to_string(),
        }
    }
}
