//! Lines of bounded length from a stream.

use std::io::{self, BufRead, Read, StdinLock};

/// A line, as far as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text, without the end of the line. What is not UTF-8 is replaced.
    Text(String),
    /// The line is longer than allowed, and was passed over.
    TooLong,
    /// There is no line any more.
    End,
}

/// A line as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A line with its end, which is not among the bytes.
    Whole(Vec<u8>),
    /// The last one, without an end.
    Open(Vec<u8>),
    /// The line is longer than allowed, and was passed over.
    TooLong,
    /// There is no line any more.
    End,
}

/// Reads lines that are at most so long.
#[derive(Debug)]
pub struct Lines<R> {
    from: R,
    most: usize,
    /// How many bytes the whole lines had that were read.
    read: u64,
}

/// The lines of standard input.
#[must_use]
pub fn stdin(most: usize) -> Lines<StdinLock<'static>> {
    Lines::new(io::stdin().lock(), most)
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most so many bytes.
    pub fn new(from: R, most: usize) -> Self {
        Self { from, most, read: 0 }
    }

    /// How many bytes all whole lines together had that were read so far.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.read
    }

    /// The next line as text. No more than the longest line is held in memory.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn next_line(&mut self) -> io::Result<Line> {
        Ok(match self.next_cut()? {
            Cut::Whole(bytes) | Cut::Open(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                Line::Text(text.trim_end_matches('\r').to_owned())
            }
            Cut::TooLong => Line::TooLong,
            Cut::End => Line::End,
        })
    }

    /// The next line as bytes, and whether it has an end.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn next_cut(&mut self) -> io::Result<Cut> {
        let mut bytes = Vec::new();
        let room = self.most as u64 + 1;
        let count = (&mut self.from).take(room).read_until(b'\n', &mut bytes)?;
        if bytes.pop_if(|last| *last == b'\n').is_some() {
            self.read += count as u64;
            return Ok(Cut::Whole(bytes));
        }
        if count as u64 == room {
            self.pass_over()?;
            return Ok(Cut::TooLong);
        }
        Ok(match count {
            0 => Cut::End,
            _ => Cut::Open(bytes),
        })
    }

    /// The next bytes, of which there are so many; nothing if the stream ends before. Memory grows with what comes.
    pub(crate) fn bytes_of_length(&mut self, length: u64) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let count = (&mut self.from).take(length).read_to_end(&mut bytes)?;
        Ok((count as u64 == length).then_some(bytes))
    }

    /// Passes over so many bytes; whether there were so many.
    pub(crate) fn pass_over_bytes(&mut self, length: u64) -> io::Result<bool> {
        let mut left = length;
        while left > 0 {
            let here = self.from.fill_buf()?.len();
            let used = usize::try_from(left).map_or(here, |left| left.min(here));
            if used == 0 {
                return Ok(false);
            }
            self.from.consume(used);
            left -= used as u64;
        }
        Ok(true)
    }

    fn pass_over(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.from.fill_buf()?;
            let (used, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.from.consume(used);
            if ended {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cut, Line, Lines};

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_the_next_is_read() {
        let text = "abcd\nabcde\r\n\nabcdefghijk\nxy";
        let mut lines = Lines::new(text.as_bytes(), 5);
        let mut all = Vec::new();
        loop {
            match lines.next_line().expect("memory can be read") {
                Line::End => break,
                line => all.push(line),
            }
        }
        let told = |text: &str| Line::Text(text.to_owned());
        assert_eq!(
            all,
            [told("abcd"), Line::TooLong, told(""), Line::TooLong, told("xy")]
        );
    }

    #[test]
    fn a_last_line_without_an_end_is_told_and_not_counted() {
        let mut lines = Lines::new("ab\ncd".as_bytes(), 5);
        let mut next = || lines.next_cut().expect("memory can be read");
        assert_eq!(next(), Cut::Whole(b"ab".to_vec()));
        assert_eq!(next(), Cut::Open(b"cd".to_vec()));
        assert_eq!(next(), Cut::End);
        assert_eq!(lines.bytes(), 3);
    }
}
