//! How JSON is written here: readable, and so that a change of content is a small difference of lines.
//!
//! A document's own fields stand on lines of their own, and so does each entry of a list in it; an entry is one line, whatever it
//! holds.

use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// How deep objects are broken into lines.
const DEEPEST: usize = 4;

/// A document as JSON.
pub(crate) fn document(value: &impl Serialize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Lines::default());
    // Plain data with texts as keys can always be written.
    _ = value.serialize(&mut serializer);
    out.push(b'\n');
    out
}

/// A value on one line.
pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// See the module.
#[derive(Default)]
struct Lines {
    /// For each open list or object, whether it is broken into lines.
    broken: Vec<bool>,
    /// Whether it is a list that is open; nothing in it is broken.
    in_list: bool,
    /// Whether something stands in the innermost one.
    filled: bool,
}

impl Lines {
    fn open(&mut self) {
        let breaks = !self.in_list && self.broken.len() < DEEPEST;
        self.broken.push(breaks);
        self.filled = false;
    }

    fn close(&mut self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        if self.broken.pop() == Some(true) && self.filled {
            self.new_line(out)?;
        }
        self.filled = true;
        Ok(())
    }

    fn next(&mut self, out: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        match self.broken.last() {
            Some(true) => self.new_line(out),
            _ => Ok(()),
        }
    }

    fn new_line(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        out.write_all(b"\n")?;
        self.broken.iter().try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open();
        self.in_list |= self.broken.last() == Some(&true);
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        if self.broken.last() == Some(&true) {
            self.in_list = false;
        }
        self.close(out)?;
        out.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open();
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)?;
        out.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.broken.last() == Some(&true) {
            b": "
        } else {
            b":"
        })
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::document;
    use serde_json::json;

    #[test]
    fn an_entry_of_a_list_is_one_line() {
        let value = json!({ "a": { "b": [{ "c": [1, 2] }, {}], "d": [] }, "e": {} });
        let text = String::from_utf8(document(&value)).expect("JSON is text");
        let wanted = "{\n  \"a\": {\n    \"b\": [\n      {\"c\":[1,2]},\n      {}\n    ],\n    \"d\": []\n  },\n  \"e\": {}\n}\n";
        assert_eq!(text, wanted);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).ok(), Some(value));
    }
}
