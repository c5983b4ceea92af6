//! Which word follows which in the rules that a project has: so the likeliest names come first.
//!
//! Counted are words behind the one, two and three before them, once as they are and once with all names taken for the same.
//! The text that is being written does not count itself.

use crate::blocks::blocks;
use cardwright_compiler::Project;
use cardwright_dsl::{Sort, lexemes};
use std::collections::{HashMap, HashSet};

/// How many words before one matter.
const BEFORE: usize = 3;
/// Stands for any number, and for any text.
const ANY: [&str; 2] = ["0", "\"\""];

/// Stands before the first word of a text.
const START: &str = "\u{2}";

/// What sort of thing a name is: one letter for each.
pub(crate) type SortOf<'a> = &'a dyn Fn(&str) -> &'static str;

/// How often words follow others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Habits {
    counts: HashMap<Vec<u32>, HashMap<u32, u32>>,
    numbers: HashMap<String, u32>,
    /// The numbers of sorts of names.
    sorts: HashSet<u32>,
}

/// A word as it is counted: itself, and what stands for it and its like.
struct Counted {
    itself: String,
    sort: String,
}

fn counted(text: &str, sort_of: SortOf<'_>) -> Vec<Counted> {
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
    let start = Counted {
        itself: START.to_owned(),
        sort: START.to_owned(),
    };
    std::iter::once(start).chain(counted).collect()
}

impl Habits {
    /// The habits of the rules of a system.
    pub(crate) fn of(project: &Project, system: &str, sort_of: SortOf<'_>) -> Self {
        let mut habits = Self::default();
        let is_of =
            |name: &str| name.split('/').any(|part| part == system) && !name.ends_with("phrasebook.yaml");
        let files = project
            .sources
            .iter()
            .filter(|(_, file)| file.is_read && is_of(&file.name));
        for (_, file) in files {
            for block in blocks(&file.name, &file.text) {
                habits.add(&block.text, sort_of);
            }
        }
        habits
    }

    /// The habits of one text.
    pub(crate) fn of_text(text: &str, sort_of: SortOf<'_>) -> Self {
        let mut habits = Self::default();
        habits.add(text, sort_of);
        habits
    }

    fn number(&mut self, word: &str) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(word.to_owned()).or_insert(next)
    }

    fn add(&mut self, text: &str, sort_of: SortOf<'_>) {
        let words = counted(text, sort_of);
        let numbers: Vec<(u32, u32)> = words
            .iter()
            .map(|word| (self.number(&word.itself), self.number(&word.sort)))
            .collect();
        self.sorts
            .extend(numbers.iter().filter(|one| one.0 != one.1).map(|one| one.1));
        for (at, &(word, sort)) in numbers.iter().enumerate() {
            for length in 0..=BEFORE.min(at) {
                let before = numbers.get(at - length..at).unwrap_or_default();
                let itself = before.iter().map(|one| one.0).collect();
                let sorts: Vec<u32> = before.iter().map(|one| one.1).collect();
                *self.counts.entry(itself).or_default().entry(word).or_default() += 1;
                if length > 0 {
                    let sorts = marked(sorts);
                    let of_sorts = self.counts.entry(sorts).or_default();
                    *of_sorts.entry(word).or_default() += 1;
                    if sort != word {
                        *of_sorts.entry(sort).or_default() += 1;
                    }
                }
            }
        }
    }

    fn count(&self, before: &[&str], is_sorts: bool, word: &str) -> (u32, u32) {
        let numbers: Option<Vec<u32>> = before.iter().map(|one| self.numbers.get(*one).copied()).collect();
        let key = numbers.map(|numbers| if is_sorts { marked(numbers) } else { numbers });
        let Some(all) = key.and_then(|key| self.counts.get(&key)) else {
            return (0, 0);
        };
        let one = self.numbers.get(word).and_then(|word| all.get(word));
        // Names are counted twice: as they are, and as their sort.
        let words = all.iter().filter(|(word, _)| !self.sorts.contains(*word));
        (one.copied().unwrap_or(0), words.map(|(_, count)| count).sum())
    }
}

/// Keys of sorts differ from those of words.
fn marked(mut sorts: Vec<u32>) -> Vec<u32> {
    sorts.push(u32::MAX);
    sorts
}

/// The words before a place, and the habits without those of the text itself.
pub(crate) struct Place<'a> {
    all: &'a Habits,
    own: Habits,
    before: Vec<Counted>,
    sort_of: SortOf<'a>,
}

impl<'a> Place<'a> {
    /// A place behind a text; `own` is the text that does not count.
    pub(crate) fn new(all: &'a Habits, own: &str, before: &str, sort_of: SortOf<'a>) -> Self {
        let mut before = counted(before, sort_of);
        let first = before.len().saturating_sub(BEFORE);
        Self {
            all,
            own: Habits::of_text(own, sort_of),
            before: before.split_off(first),
            sort_of,
        }
    }

    /// How likely a word is to follow here, from 0 to 1.
    pub(crate) fn likelihood(&self, word: &str) -> f64 {
        self.mixed(word, false) * 0.7 + self.mixed(word, true) * 0.3
    }

    /// How likely a name of the same sort as this one is to follow here, from 0 to 1.
    pub(crate) fn likelihood_of_sort(&self, name: &str) -> f64 {
        self.mixed((self.sort_of)(name), true)
    }

    /// What the longest words before say of a word, with a little of what shorter ones say.
    fn mixed(&self, word: &str, is_sorts: bool) -> f64 {
        let mut likelihood = 0.0;
        for length in 0..=self.before.len() {
            let before = self.before.get(self.before.len() - length..).unwrap_or_default();
            let words: Vec<&str> = before
                .iter()
                .map(|one| {
                    if is_sorts {
                        one.sort.as_str()
                    } else {
                        one.itself.as_str()
                    }
                })
                .collect();
            let (seen, all) = self.counts(&words, is_sorts && length > 0, word);
            // The more often something was seen, the more it says.
            let trust = f64::from(all) / (f64::from(all) + 2.0);
            let share = if all == 0 {
                0.0
            } else {
                f64::from(seen) / f64::from(all)
            };
            likelihood = trust * share + (1.0 - trust) * likelihood;
        }
        likelihood
    }

    /// All words that have followed the last two words before the place.
    pub(crate) fn followers(&self) -> Vec<String> {
        let last = self.before.len().saturating_sub(2);
        let before = self.before.get(last..).unwrap_or_default().iter();
        let numbers: Option<Vec<u32>> = before
            .map(|one| self.all.numbers.get(&one.itself).copied())
            .collect();
        let Some(all) = numbers.and_then(|numbers| self.all.counts.get(&numbers)) else {
            return Vec::new();
        };
        let words = self
            .all
            .numbers
            .iter()
            .filter(|(_, number)| all.contains_key(number));
        let words = words.map(|(word, _)| word.clone());
        words.filter(|word| self.likelihood(word) > 0.0).collect()
    }

    /// How often a word has followed others, and how often any has.
    fn counts(&self, before: &[&str], is_sorts: bool, word: &str) -> (u32, u32) {
        let (one, all) = self.all.count(before, is_sorts, word);
        let (own, own_all) = self.own.count(before, is_sorts, word);
        (one.saturating_sub(own), all.saturating_sub(own_all))
    }
}

#[cfg(test)]
mod tests {
    use super::{Habits, Place};

    fn sort_of(name: &str) -> &'static str {
        if name.starts_with('v') { "\u{1}v" } else { "\u{1}n" }
    }

    #[test]
    fn what_often_follows_is_likelier() {
        let all = Habits::of_text("a is you and b is you and c is them", &sort_of);
        let place = Place::new(&all, "", "when d is", &sort_of);
        assert!(place.likelihood("you") > place.likelihood("them"));
        assert!(place.likelihood("them") > place.likelihood("nobody"));
    }

    #[test]
    fn a_sort_is_known_where_the_name_is_new() {
        let all = Habits::of_text("run va(you) run vb(you) give na run vc(you)", &sort_of);
        let place = Place::new(&all, "", "run", &sort_of);
        assert!(place.likelihood_of_sort("vnew") > place.likelihood_of_sort("nnew"));
    }

    #[test]
    fn a_text_does_not_count_itself() {
        let text = "run alone(you)";
        let all = Habits::of_text(text, &sort_of);
        assert!(Place::new(&all, text, "run", &sort_of).likelihood("alone") < f64::EPSILON);
        assert!(Place::new(&all, "", "run", &sort_of).likelihood("alone") > 0.0);
    }
}
