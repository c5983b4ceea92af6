//! Messages from a stream, each with its length before it, as editors send them.
//!
//! ```text
//! Content-Length: 17\r\n
//! \r\n
//! {"method":"exit"}
//! ```

use super::lines::{Cut, Lines};
use std::io::{self, BufRead, StdinLock};

/// The longest line before a message, in bytes.
const MOST_HEAD: usize = 4096;
/// The most lines before a message.
const MOST_HEADS: usize = 32;

/// A message, as far as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Its bytes.
    Whole(Vec<u8>),
    /// The message is longer than allowed, and was passed over.
    TooLong,
    /// Bytes that begin no message, so nothing behind them can be read; the text says why.
    Broken(String),
    /// There is no message any more; the last one may have been cut off.
    End,
}

/// Reads messages that are at most so long.
#[derive(Debug)]
pub struct Frames<R> {
    lines: Lines<R>,
    most: usize,
}

/// The messages of standard input.
#[must_use]
pub fn stdin_frames(most: usize) -> Frames<StdinLock<'static>> {
    Frames::new(io::stdin().lock(), most)
}

impl<R: BufRead> Frames<R> {
    /// Messages of at most so many bytes.
    pub fn new(from: R, most: usize) -> Self {
        let lines = Lines::new(from, MOST_HEAD);
        Self { lines, most }
    }

    /// The next message. No more than the longest one is held in memory, and no more than has come.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn next_frame(&mut self) -> io::Result<Frame> {
        let length = match self.length()? {
            Ok(length) => length,
            Err(frame) => return Ok(frame),
        };
        if usize::try_from(length).is_ok_and(|length| length <= self.most) {
            let bytes = self.lines.bytes_of_length(length)?;
            return Ok(bytes.map_or(Frame::End, Frame::Whole));
        }
        let is_whole = self.lines.pass_over_bytes(length)?;
        Ok(if is_whole { Frame::TooLong } else { Frame::End })
    }

    /// The length of the next message; or why there is none.
    fn length(&mut self) -> io::Result<Result<u64, Frame>> {
        let mut length = None;
        for _ in 0..MOST_HEADS {
            let line = match self.lines.next_cut()? {
                Cut::Whole(line) => line,
                Cut::Open(_) | Cut::End => return Ok(Err(Frame::End)),
                Cut::TooLong => {
                    let why = format!("a header line of a message has more than {MOST_HEAD} bytes");
                    return Ok(Err(Frame::Broken(why)));
                }
            };
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end_matches('\r');
            match (line.is_empty(), length) {
                (true, Some(length)) => return Ok(Ok(length)),
                (true, None) => {
                    return Ok(Err(Frame::Broken("a message has no `Content-Length`".to_owned())));
                }
                (false, _) => {}
            }
            let Some((name, value)) = line.split_once(':') else {
                return Ok(Err(Frame::Broken(format!(
                    "`{line}` is not a header line of a message"
                ))));
            };
            if name.eq_ignore_ascii_case("content-length") {
                let Ok(value) = value.trim().parse() else {
                    return Ok(Err(Frame::Broken(format!("`{}` is not a length", value.trim()))));
                };
                length = Some(value);
            }
        }
        let why = format!("a message has more than {MOST_HEADS} header lines");
        Ok(Err(Frame::Broken(why)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Frames, MOST_HEAD, MOST_HEADS};

    fn all(text: &str, most: usize) -> Vec<Frame> {
        let mut frames = Frames::new(text.as_bytes(), most);
        let mut found = Vec::new();
        loop {
            let frame = frames.next_frame().expect("memory can be read");
            let is_last = matches!(frame, Frame::End | Frame::Broken(_));
            found.push(frame);
            if is_last {
                return found;
            }
        }
    }

    fn whole(text: &str) -> Frame {
        Frame::Whole(text.as_bytes().to_vec())
    }

    fn is_broken(text: &str) -> bool {
        matches!(all(text, 9)[..], [Frame::Broken(_)])
    }

    #[test]
    fn messages_come_one_after_the_other() {
        let text = "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]";
        assert_eq!(all(text, 9), [whole("{}"), whole("[1]"), Frame::End]);
    }

    #[test]
    fn a_message_that_is_too_long_is_passed_over_and_the_next_is_read() {
        let text = "Content-Length: 4\r\n\r\nabcdContent-Length: 3\r\n\r\nabc";
        assert_eq!(all(text, 3), [Frame::TooLong, whole("abc"), Frame::End]);
        assert_eq!(all(text, 4)[0], whole("abcd"));
    }

    #[test]
    fn half_a_message_is_the_end_whatever_length_it_gives() {
        assert_eq!(all("", 9), [Frame::End]);
        assert_eq!(all("Content-Len", 9), [Frame::End]);
        assert_eq!(all("Content-Length: 5\r\n", 9), [Frame::End]);
        assert_eq!(all("Content-Length: 5\r\n\r\nab", 9), [Frame::End]);
        assert_eq!(
            all("Content-Length: 18446744073709551615\r\n\r\nab", usize::MAX),
            [Frame::End]
        );
        assert_eq!(
            all("Content-Length: 18446744073709551615\r\n\r\nab", 9),
            [Frame::End]
        );
    }

    #[test]
    fn what_begins_no_message_is_told() {
        assert!(is_broken("{}\r\n"));
        assert!(is_broken("\r\n"));
        assert!(is_broken("Content-Length: -1\r\n\r\n"));
        assert!(is_broken("Content-Length: 99999999999999999999\r\n\r\n"));
    }

    // Limit: MOST_HEAD in files/src/frames.rs
    // Limit: MOST_HEADS in files/src/frames.rs
    #[test]
    fn lines_before_a_message_are_bounded() {
        let head = |length: usize| format!("{}\r\nContent-Length: 0\r\n\r\n", "x:".repeat(length / 2));
        assert_eq!(all(&head(MOST_HEAD - 2), 9)[0], whole(""));
        assert!(is_broken(&head(MOST_HEAD + 2)));
        let heads = |count: usize| format!("{}Content-Length: 0\r\n\r\n", "x: y\r\n".repeat(count));
        assert_eq!(all(&heads(MOST_HEADS - 2), 9)[0], whole(""));
        assert!(is_broken(&heads(MOST_HEADS - 1)));
    }
}
