//! The texts of the language in a file: all of a `.cw` file, or the blocks of a document.
//!
//! ```yaml
//! rules: |
//!   modify push-of + 1 always     # a block: lines that are indented below `rules: |`
//! ```
//!
//! Blocks are found by their lines alone, so they are there in a document that YAML cannot read, as it is while somebody
//! types. Not here: rules in one line, and what blocks mean.

use std::ops::Range;

/// The grammar of a text of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockSort {
    /// Declarations and rules.
    Items,
    /// Statements.
    Statements,
}

/// The keys below which the language stands, and what stands there.
const KEYS: [(&str, BlockSort); 3] = [
    ("rules", BlockSort::Items),
    ("given", BlockSort::Statements),
    ("when", BlockSort::Statements),
];

/// A text of the language.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) sort: BlockSort,
    /// Its text, without the indentation of a block.
    pub(crate) text: String,
    /// The bytes of the file in which it stands.
    pub(crate) bytes: Range<usize>,
    /// The beginnings of its lines, each as a byte of the text and a byte of the file.
    lines: Vec<(usize, usize)>,
    /// The key below which it stands; empty for a whole file.
    pub(crate) key: String,
    /// The id of the entry that it belongs to, if it is an entry's.
    pub(crate) home: Option<String>,
}

impl Block {
    fn whole(text: &str) -> Self {
        Self {
            sort: BlockSort::Items,
            text: text.to_owned(),
            bytes: 0..text.len(),
            lines: vec![(0, 0)],
            key: String::new(),
            home: None,
        }
    }

    /// The byte of the file that is this byte of the text.
    pub(crate) fn place(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|&(start, _)| start <= at).max(1) - 1;
        let (start, place) = self.lines.get(line).copied().unwrap_or_default();
        place + (at - start)
    }

    /// The byte of the text that is this byte of the file; nothing if that is none of the block's. In the indentation of a
    /// line it is the line's beginning.
    pub(crate) fn inside(&self, at: usize) -> Option<usize> {
        if !(self.bytes.start..=self.bytes.end).contains(&at) {
            return None;
        }
        let line = self.lines.partition_point(|&(_, place)| place <= at).max(1) - 1;
        let (start, place) = self.lines.get(line).copied().unwrap_or_default();
        let end = self.lines.get(line + 1).map_or(self.text.len(), |next| next.0);
        Some((start + at.saturating_sub(place)).min(end))
    }
}

/// The texts of the language in a file of this name.
pub(crate) fn blocks(name: &str, text: &str) -> Vec<Block> {
    if name.ends_with(".cw") {
        return vec![Block::whole(text)];
    }
    let lines = lines(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&(_, line)) = lines.get(at) {
        at += 1;
        if let Some((column, key, sort)) = head(line) {
            let rest = lines.get(at..).unwrap_or_default();
            let count = rest
                .iter()
                .take_while(|(_, line)| is_inside(line, column))
                .count();
            let own = block(sort, rest.get(..count).unwrap_or_default(), text);
            let above = lines.get(..at).unwrap_or_default();
            found.extend(own.map(|block| Block {
                key: key.to_owned(),
                home: entry(above, column),
                ..block
            }));
            at += count;
        }
    }
    found
}

/// The text of the language at a byte of a file, and the byte of that text.
pub(crate) fn block_at(name: &str, text: &str, at: usize) -> Option<(Block, usize)> {
    let mut all = blocks(name, text).into_iter();
    all.find_map(|block| block.inside(at).map(|inside| (block, inside)))
}

/// The lines of a text with their ends, and where they begin.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let at = start;
        start += line.len();
        (at, line)
    });
    lines.collect()
}

/// The column of the key of a line that begins a block, the key, and what stands in the block.
fn head(line: &str) -> Option<(usize, &str, BlockSort)> {
    let bare = line.trim_start_matches([' ', '-']);
    let column = line.len() - bare.len();
    let (key, rest) = bare.split_once(':')?;
    let sort = KEYS.iter().find(|(known, _)| *known == key)?.1;
    let key = bare.get(..key.len())?;
    let rest = rest.strip_prefix(' ')?.trim_start();
    let mark = rest.strip_prefix(['|', '>'])?;
    let mark = mark.trim_start_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    let is_end = mark.trim().is_empty() || mark.trim_start().starts_with('#');
    is_end.then_some((column, key, sort))
}

/// The id of the entry whose key stands in this column, at the end of some lines: the one on the line of the `-`.
fn entry(lines: &[(usize, &str)], column: usize) -> Option<String> {
    if column == 0 {
        return None;
    }
    for (_, line) in lines.iter().rev() {
        let bare = line.trim_start_matches([' ', '-', '{']);
        let is_same = line.len() - bare.len() <= column;
        if let (true, Some(id)) = (is_same, bare.strip_prefix("id:")) {
            let id = id.trim().split([',', ' ', '#', '}']).next()?;
            return Some(id.trim_matches(['"', '\'']).to_owned());
        }
        if is_same && line.trim_start().starts_with("- ") {
            return None;
        }
    }
    None
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_inside(line: &str, column: usize) -> bool {
    line.trim().is_empty() || indent_of(line) > column
}

/// The block of these lines; nothing if there are none.
fn block(sort: BlockSort, lines: &[(usize, &str)], source: &str) -> Option<Block> {
    let (first, (last, last_line)) = (lines.first()?.0, *lines.last()?);
    let indents = |is_blank: bool| {
        let lines = lines.iter().map(|(_, line)| line);
        let lines = lines.filter(move |line| line.trim().is_empty() == is_blank);
        lines.map(|line| indent_of(line))
    };
    // Where nothing is written yet, the blanks are where somebody begins.
    let indent = indents(false).min().or_else(|| indents(true).max())?;
    let mut text = String::new();
    let mut starts = Vec::new();
    for &(at, line) in lines {
        let gone = indent_of(line).min(indent);
        starts.push((text.len(), at + gone));
        text.push_str(line.get(gone..).unwrap_or_default());
    }
    Some(Block {
        sort,
        text,
        bytes: first..(last + last_line.trim_end_matches(['\n', '\r']).len()).min(source.len()),
        lines: starts,
        key: String::new(),
        home: None,
    })
}

#[cfg(test)]
mod tests {
    use super::{block_at, blocks};

    const SET: &str = "set: a\r\ncards:\r\n  - id: b\r\n    rules: |  # what it does\r\n      one\r\n\r\n        two\r\n    kind: c\r\n  - rules: >-\r\n      three\r\n";

    #[test]
    fn blocks_lose_their_indentation_and_keep_their_places() {
        let all = blocks("cards/a.yaml", SET);
        let texts: Vec<&str> = all.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["one\r\n\r\n  two\r\n", "three\r\n"]);
        for block in &all {
            for (at, letter) in block.text.char_indices() {
                let place = block.place(at);
                if place > block.bytes.end {
                    continue;
                }
                assert!(SET[place..].starts_with(letter), "{at}");
                assert_eq!(block.inside(place), Some(at));
            }
        }
    }

    #[test]
    fn a_block_in_which_nothing_is_written_yet_is_one() {
        let text = "cards:\n  - id: b\n    rules: |\n      \n\n  - id: c\n    rules: |\n";
        let all = blocks("cards/a.yaml", text);
        assert_eq!(all.len(), 1);
        assert_eq!(
            (all[0].text.as_str(), all[0].home.as_deref()),
            ("\n\n", Some("b"))
        );
        let at = text.find("      \n").unwrap_or_default() + 6;
        assert_eq!((all[0].inside(at), all[0].place(0)), (Some(0), at));
    }

    #[test]
    fn blocks_know_their_entry() {
        let all = blocks("cards/a.yaml", SET);
        let homes: Vec<Option<&str>> = all.iter().map(|one| one.home.as_deref()).collect();
        assert_eq!(homes, [Some("b"), None]);
        let flow = "cards:\n  - { id: x, kind: y }\nrules: |\n  one\n";
        assert_eq!(blocks("cards/a.yaml", flow)[0].home, None);
    }

    #[test]
    fn a_byte_outside_of_blocks_is_in_none() {
        assert!(block_at("cards/a.yaml", SET, SET.find("kind").unwrap_or_default()).is_none());
        assert!(block_at("cards/a.yaml", SET, usize::MAX).is_none());
        let (block, at) =
            block_at("cards/a.yaml", SET, SET.find("wo").unwrap_or_default()).expect("it is inside");
        assert!(block.text[at..].starts_with("wo"));
    }

    #[test]
    fn a_document_that_yaml_cannot_read_has_blocks() {
        let all = blocks("cards/a.yaml", "cards: [\n  - rules: |\n      one\n");
        assert_eq!(all.len(), 1);
        assert_eq!(blocks("systems/a/b.cw", "one\n").len(), 1);
    }
}
