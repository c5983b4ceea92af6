//! Contexts: the words before a place, looked at in several ways. These are the last words, the sorts of the
//! last words, the argument of a call or the part of a statement that is being written, and the moment of the
//! rule.
//!
//! ```text
//! at chain.link when attacker is you { run suffer(you, |
//!    words: `you ,` · sorts: a variable and `,` · slot: second argument of `suffer` · moment: `chain.link`
//! ```
//!
//! A context is a number: the hash of what it says. Not here: how often words follow contexts (`habits`).

use cardwright_dsl::{Sort, lexemes};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many words before a place matter.
const BEFORE: usize = 5;
/// Stands for any number, and for any text.
const ANY: [&str; 2] = ["0", "\"\""];
/// Stands before the first word of a text, and behind a part of a statement that is over.
const START: &str = "\u{2}";
/// Words with which a part of a statement begins.
const HEADS: [&str; 36] = [
    "after", "allow", "and", "at", "before", "by", "choose", "cost", "define", "for", "forbid", "from",
    "give", "grant", "if", "let", "may", "modify", "or", "replace", "return", "roll", "run", "set", "spend",
    "start", "to", "until", "when", "where", "while", "with", "choosing", "end", "count", "never",
];
/// Words behind which the name stands of what a rule is about: a moment, a value, a permission.
const OPENERS: [&str; 8] = [
    "after", "allow", "at", "before", "during", "forbid", "modify", "replace",
];

/// A function that tells the sort of a name, as one letter.
pub(crate) type SortOf<'a> = &'a dyn Fn(&str) -> &'static str;

/// A way to look at what stands before a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The last words.
    Words,
    /// The last words, with all names of a sort taken for the same.
    Sorts,
    /// The argument of a call, or the part of a statement.
    Slot,
    /// The moment of the rule, or the value or permission that it is about.
    Moment,
}

impl View {
    pub(crate) const ALL: [Self; 4] = [Self::Words, Self::Sorts, Self::Slot, Self::Moment];
}

/// A word as it is counted: itself, and what stands for it and its like.
pub(crate) struct Counted {
    pub(crate) itself: String,
    pub(crate) sort: String,
}

/// The words of a text.
pub(crate) fn counted(text: &str, sort_of: SortOf<'_>) -> Vec<Counted> {
    let lexemes = lexemes(text).into_iter().filter(|one| one.sort != Sort::Comment);
    let counted = lexemes.map(|one| {
        let itself = &text[one.span.start..one.span.end];
        let (itself, sort) = match one.sort {
            Sort::Name => (itself, sort_of(itself)),
            Sort::Number => (ANY[0], ANY[0]),
            Sort::Text => (ANY[1], ANY[1]),
            Sort::Reserved | Sort::Word | Sort::Mark | Sort::Comment | Sort::Unknown => (itself, itself),
        };
        Counted {
            itself: itself.to_owned(),
            sort: sort.to_owned(),
        }
    });
    counted.collect()
}

/// The number of something that is said of a place. It is the same whenever the program runs.
pub(crate) fn hashed(said: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    said.hash(&mut hasher);
    hasher.finish()
}

/// The number of two things that are said together, in this order.
pub(crate) fn joined(one: u64, other: u64) -> u64 {
    (one.rotate_left(5) ^ other).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// A parenthesis, bracket or brace that is open.
struct Open {
    is_brace: bool,
    /// The word before it.
    callee: String,
    commas: usize,
}

/// Reads words one after another, and says what stands before the next one.
pub(crate) struct Reader {
    words: Vec<u64>,
    sorts: Vec<u64>,
    last: String,
    open: Vec<Open>,
    head: String,
    moment: String,
    /// Whether the name of the moment may go on.
    is_naming: bool,
}

impl Reader {
    /// A reader at the beginning of a text.
    pub(crate) fn new() -> Self {
        Self {
            words: vec![hashed(START)],
            sorts: vec![hashed(START)],
            last: START.to_owned(),
            open: Vec::new(),
            head: START.to_owned(),
            moment: String::new(),
            is_naming: false,
        }
    }

    /// Goes on by a word.
    pub(crate) fn read(&mut self, word: &Counted) {
        let itself = word.itself.as_str();
        self.read_moment(itself);
        match itself {
            "(" | "[" | "{" => self.open.push(Open {
                is_brace: itself == "{",
                callee: self.last.clone(),
                commas: 0,
            }),
            ")" | "]" | "}" => _ = self.open.pop(),
            "," => self.open.last_mut().into_iter().for_each(|open| open.commas += 1),
            _ => {}
        }
        if itself == "}" {
            START.clone_into(&mut self.head);
        } else if HEADS.contains(&itself) && self.open.last().is_none_or(|open| open.is_brace) {
            itself.clone_into(&mut self.head);
        }
        self.words.push(hashed(itself));
        self.sorts.push(hashed(word.sort.as_str()));
        itself.clone_into(&mut self.last);
    }

    fn read_moment(&mut self, word: &str) {
        if OPENERS.contains(&self.last.as_str()) {
            word.clone_into(&mut self.moment);
            self.is_naming = true;
        } else if self.is_naming && self.last == "." {
            self.moment.push('.');
            self.moment.push_str(word);
            self.is_naming = false;
        } else {
            self.is_naming &= word == ".";
        }
    }

    /// The contexts of the next word, from those that say least on.
    pub(crate) fn contexts(&self, view: View) -> Vec<u64> {
        match view {
            View::Words => endings(&self.words, "words"),
            View::Sorts => endings(&self.sorts, "sorts"),
            View::Slot => self.with_last(self.slot()),
            View::Moment if self.moment.is_empty() => Vec::new(),
            View::Moment => self.with_last(hashed(("moment", &self.moment))),
        }
    }

    /// A context alone, and together with the last word.
    fn with_last(&self, context: u64) -> Vec<u64> {
        vec![context, joined(context, hashed(self.last.as_str()))]
    }

    fn slot(&self) -> u64 {
        match self.open.last().filter(|open| !open.is_brace) {
            Some(open) => {
                let is_first = ["(", "[", ",", ":"].contains(&self.last.as_str());
                let start = if is_first { self.last.as_str() } else { "" };
                hashed(("slot", &open.callee, open.commas, start))
            }
            None => hashed(("slot", &self.head)),
        }
    }
}

/// The contexts of the last word, of the last two, and so on.
fn endings(words: &[u64], view: &str) -> Vec<u64> {
    let mut context = hashed(view);
    let last = words.iter().rev().take(BEFORE);
    last.map(|word| {
        context = joined(context, *word);
        context
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::{Reader, View, counted};

    fn contexts(text: &str, view: View) -> Vec<u64> {
        let mut reader = Reader::new();
        let words = counted(text, &|_| "\u{1}n");
        words.iter().for_each(|word| reader.read(word));
        reader.contexts(view)
    }

    #[test]
    fn the_same_argument_of_the_same_call_is_the_same_slot() {
        let first = |text| contexts(text, View::Slot).first().copied();
        assert_eq!(first("run hit(a, "), first("if x { run hit(b(c), "));
        assert_ne!(first("run hit(a, "), first("run hit("));
        assert_ne!(first("run hit(a, "), first("run miss(a, "));
        assert_eq!(first("at a.b when "), first("after c when x is y when "));
        assert_ne!(first("at a.b when "), first("at a.b when x { run "));
    }

    #[test]
    fn a_rule_has_a_moment_as_soon_as_it_is_named() {
        assert!(contexts("at ", View::Moment).is_empty());
        let context = |text| contexts(text, View::Moment).first().copied();
        assert_eq!(context("at a.b when x is "), context("after a.b "));
        assert_ne!(context("at a.b when x is "), context("at a when x is "));
        assert_eq!(context("forbid rest always at a.b "), context("at a.b "));
    }

    #[test]
    fn sorts_are_alike_where_names_differ() {
        assert_eq!(contexts("run a(b", View::Sorts), contexts("run c(d", View::Sorts));
        assert_ne!(contexts("run a(b", View::Words), contexts("run c(d", View::Words));
    }
}
