//! Texts of content in Markdown for a pull request: nothing in them can be Markdown or HTML, or call anybody.
//!
//! A [`Part`] is a list of bounded length under a title, and [`change`] a line of it about a change that `diff` tells: `diff` and
//! `comment` write both here.
//!
//! Not here: what changes (`diff`), and which reports a comment joins (`comment`).

use cardwright_compiler::one_line;
use serde_json::Value;
use std::fmt::Write;

/// The most letters of a text in a line.
const LINE_LETTERS: usize = 240;
/// The most letters of each of two texts that stand beside each other.
const SIDE_LETTERS: usize = 120;
/// How many letters are kept before and behind what differs.
const AROUND_LETTERS: usize = 32;
/// The most lines of a part.
const PART_LINES: usize = 20;
/// What stands for a part of a text that is left out.
const CUT: &str = "...";

/// A text in one line of bounded length, with nothing in it that Markdown reads.
pub(crate) fn cut(text: &str) -> String {
    plain(&beginning(&one_line(text), LINE_LETTERS))
}

/// The beginning of a text.
fn beginning(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}{CUT}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Two texts beside each other, each in one line of bounded length. Of long ones the start and the end that they have in common are
/// left out but for a few words, so that they never look alike.
pub(crate) fn both(before: &str, after: &str) -> [String; 2] {
    let lines = [one_line(before), one_line(after)];
    let is_short = |line: &String| line.chars().count() <= SIDE_LETTERS;
    if lines.iter().all(is_short) {
        return lines.map(|line| plain(&line));
    }
    let words: [Vec<&str>; 2] = [0, 1].map(|at| lines[at].split(' ').collect());
    let [old, new] = &words;
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - start;
    let ends = old.iter().rev().zip(new.iter().rev()).take(most);
    let end = ends.take_while(|(old, new)| old == new).count();
    words.map(|words| plain(&between(&words, start, words.len() - end)))
}

/// The words of a text from one to another, and a few before and behind them.
fn between(words: &[&str], start: usize, end: usize) -> String {
    let near = |words: &mut dyn Iterator<Item = &&str>| {
        let lengths = words.scan(0, |sum, word| {
            *sum += word.chars().count() + 1;
            Some(*sum)
        });
        lengths.take_while(|&sum| sum <= AROUND_LETTERS).count()
    };
    let from = start - near(&mut words[..start].iter().rev());
    let to = end + near(&mut words[end..].iter());
    let middle = words[from..end].join(" ");
    let short = beginning(&middle, SIDE_LETTERS);
    let is_whole = short == middle;
    let mut text = String::new();
    if from > 0 {
        text.push_str(CUT);
        text.push(' ');
    }
    text.push_str(&short);
    if is_whole {
        for word in &words[end..to] {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        if to < words.len() {
            text.push(' ');
            text.push_str(CUT);
        }
    }
    text
}

/// A part of a text for a pull request: lines under a title, the gravest first.
pub(crate) struct Part<'a> {
    pub(crate) title: &'a str,
    lines: Vec<Line>,
}

/// A line of a part.
struct Line {
    /// How far up it stands: grave lines first.
    weight: u8,
    text: String,
}

impl<'a> Part<'a> {
    pub(crate) fn new(title: &'a str) -> Self {
        let lines = Vec::new();
        Self { title, lines }
    }

    pub(crate) fn say(&mut self, weight: u8, text: String) {
        self.lines.push(Line { weight, text });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The part: its title and its first lines, or what is said if there are none.
    pub(crate) fn text(mut self, nothing: &str) -> String {
        let mut out = format!("\n#### {}\n\n", self.title);
        // The order of the reports stays among equals.
        self.lines.sort_by_key(|line| std::cmp::Reverse(line.weight));
        if self.lines.is_empty() {
            let _ = writeln!(out, "{nothing}");
        }
        let shown = match self.lines.len() > PART_LINES {
            true => PART_LINES - 1,
            false => self.lines.len(),
        };
        for line in self.lines.iter().take(shown) {
            let _ = writeln!(out, "- {}", line.text);
        }
        if self.lines.len() > shown {
            let _ = writeln!(out, "- and {} more", self.lines.len() - shown);
        }
        out
    }
}

/// How far up a change of a report of `diff` stands.
pub(crate) fn weight(change: &Value) -> u8 {
    match (change["excuse"].is_null(), word(&change["level"])) {
        (true, "breaking") => 3,
        (true, "rules") => 2,
        (true, _) => 1,
        (false, _) => 0,
    }
}

/// A change of a report of `diff`, in a line.
pub(crate) fn change(change: &Value) -> String {
    let title = word(&change["title"]);
    let name = code(word(&change["name"]));
    let mut text = match title.is_empty() {
        true => format!("`{name}`"),
        false => format!("**{}** `{name}`", cut(title)),
    };
    let said = word(&change["text"]);
    if !said.is_empty() && !word(&change["about"]).ends_with(said) {
        let _ = write!(text, ": {}", cut(said));
    }
    text.push_str(&sides(&change["before"], &change["after"]));
    if word(&change["level"]) == "breaking" {
        text.push_str(" **(breaking)**");
    }
    text.push_str(&excuse(&change["excuse"]));
    text
}

/// What something was, and what it is.
fn sides(before: &Value, after: &Value) -> String {
    match (before.as_str(), after.as_str()) {
        (Some(before), Some(after)) if before.is_empty() && after.is_empty() => String::new(),
        (Some(""), Some(after)) => format!(" — new: {}", cut(after)),
        (Some(before), Some("")) => format!(" — gone: {}", cut(before)),
        (Some(before), Some(after)) => {
            let [before, after] = both(before, after);
            format!(" — {before} → {after}")
        }
        (Some(before), None) if !before.is_empty() => format!(" — was: {}", cut(before)),
        (None, Some(after)) if !after.is_empty() => format!(" — {}", cut(after)),
        _ => String::new(),
    }
}

/// Why something is meant.
pub(crate) fn excuse(why: &Value) -> String {
    why.as_str()
        .map_or_else(String::new, |why| format!(" _excused: {}_", cut(why)))
}

/// A text of a report; empty if it is none.
pub(crate) fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A text between backticks.
pub(crate) fn code(text: &str) -> String {
    one_line(text).replace('`', "'")
}

/// A text in which Markdown and HTML read nothing.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // Nobody is called by a card.
            '@' => out.push_str("&#64;"),
            '\\' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                out.push('\\');
                out.push(letter);
            }
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::both;

    #[test]
    fn short_texts_stand_whole() {
        assert_eq!(both("3 of <x>", "4"), ["3 of &lt;x&gt;", "4"]);
    }

    #[test]
    fn long_texts_show_what_differs_and_a_few_words_around_it() {
        let text = |word: &str| {
            let many = "one of the many words that stay ".repeat(10);
            format!("{many}before {word} behind {many}end")
        };
        let told = both(&text("two"), &text("three"));
        assert_eq!(
            told,
            [
                "... the many words that stay before two behind one of the many words ...",
                "... the many words that stay before three behind one of the many words ...",
            ]
        );
    }

    #[test]
    fn what_comes_in_or_goes_at_an_end_is_shown() {
        let start = "a word ".repeat(40);
        let told = both(&start, &format!("{start}and more"));
        assert_ne!(told[0], told[1]);
        assert!(
            told[1].ends_with("and more") && told[1].starts_with("..."),
            "{told:?}"
        );
        let told = both(&format!("{start}x"), &format!("first {start}x"));
        assert!(told[1].starts_with("first a word"), "{told:?}");
        assert_ne!(told[0], told[1]);
    }

    #[test]
    fn what_differs_at_length_is_cut_behind_its_beginning() {
        let told = both(&"old ".repeat(200), &"new ".repeat(200));
        for (told, start) in told.iter().zip(["old", "new"]) {
            assert!(
                told.starts_with(start) && told.ends_with("...") && told.len() < 140,
                "{told}"
            );
        }
    }
}
