//! Lines of bounded length from a stream.

use std::io::{self, BufRead, Read};

/// A line, as far as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text, without the end of the line. What is not UTF-8 is replaced.
    Text(String),
    /// It is longer than allowed, and was passed over.
    TooLong,
    /// There is none any more.
    End,
}

/// Reads lines that are at most so long.
#[derive(Debug)]
pub struct Lines<R> {
    from: R,
    most: usize,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most so many bytes.
    pub fn new(from: R, most: usize) -> Self {
        Self { from, most }
    }

    /// The next line. No more than the longest line is held in memory.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn next_line(&mut self) -> io::Result<Line> {
        let mut bytes = Vec::new();
        let room = self.most as u64 + 1;
        (&mut self.from).take(room).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(Line::End);
        }
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == room {
            self.pass_over()?;
            return Ok(Line::TooLong);
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Line::Text(text.trim_end_matches(['\r', '\n']).to_owned()))
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
    use super::{Line, Lines};

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
}
