//! Which word follows which in the rules that a project has: so the likeliest names come first.
//!
//! Counted are words behind the one, two and three before them, once as they are and once with all names taken for the same.
//! The text that is being written does not count itself.

use crate::blocks::blocks;
use cardwright_compiler::Project;
use cardwright_dsl::{Sort, lexemes};
use std::collections::HashMap;

/// How many words before one matter.
const BEFORE: usize = 3;
/// Stands for any name, any number, any text.
const ANY: [&str; 3] = ["\u{1}", "0", "\"\""];

/// How often words follow others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Habits {
    counts: HashMap<Vec<u32>, HashMap<u32, u32>>,
    numbers: HashMap<String, u32>,
}

/// A word as it is counted: itself, and what stands for it and its like.
struct Counted {
    itself: String,
    sort: String,
}

fn counted(text: &str) -> Vec<Counted> {
    let lexemes = lexemes(text).into_iter().filter(|one| one.sort != Sort::Comment);
    let counted = lexemes.map(|one| {
        let itself = &text[one.span.start..one.span.end];
        let (itself, sort) = match one.sort {
            Sort::Name => (itself, ANY[0]),
            Sort::Number => (ANY[1], ANY[1]),
            Sort::Text => (ANY[2], ANY[2]),
            Sort::Reserved | Sort::Word | Sort::Mark | Sort::Comment | Sort::Unknown => (itself, itself),
        };
        Counted {
            itself: itself.to_owned(),
            sort: sort.to_owned(),
        }
    });
    counted.collect()
}

impl Habits {
    /// The habits of the rules of a system.
    pub(crate) fn of(project: &Project, system: &str) -> Self {
        let mut habits = Self::default();
        let is_of = |name: &str| name.split('/').any(|part| part == system) && !name.ends_with("phrasebook.yaml");
        let files = project.sources.iter().filter(|(_, file)| file.is_read && is_of(&file.name));
        for (_, file) in files {
            for block in blocks(&file.name, &file.text) {
                habits.add(&block.text);
            }
        }
        habits
    }

    /// The habits of one text.
    pub(crate) fn of_text(text: &str) -> Self {
        let mut habits = Self::default();
        habits.add(text);
        habits
    }

    fn number(&mut self, word: &str) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(word.to_owned()).or_insert(next)
    }

    fn add(&mut self, text: &str) {
        let words = counted(text);
        let numbers: Vec<(u32, u32)> = words
            .iter()
            .map(|word| (self.number(&word.itself), self.number(&word.sort)))
            .collect();
        for (at, &(word, _)) in numbers.iter().enumerate() {
            for length in 0..=BEFORE.min(at) {
                let before = numbers.get(at - length..at).unwrap_or_default();
                let itself = before.iter().map(|one| one.0).collect();
                let sorts: Vec<u32> = before.iter().map(|one| one.1).collect();
                *self.counts.entry(itself).or_default().entry(word).or_default() += 1;
                if length > 0 {
                    let sorts = marked(sorts);
                    *self.counts.entry(sorts).or_default().entry(word).or_default() += 1;
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
        (one.copied().unwrap_or(0), all.values().sum())
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
}

impl<'a> Place<'a> {
    /// A place behind a text; `own` is the text that does not count.
    pub(crate) fn new(all: &'a Habits, own: &str, before: &str) -> Self {
        let mut before = counted(before);
        let first = before.len().saturating_sub(BEFORE);
        Self {
            all,
            own: Habits::of_text(own),
            before: before.split_off(first),
        }
    }

    /// How likely a word is to follow here, from 0 to 1.
    pub(crate) fn likelihood(&self, word: &str) -> f64 {
        const WEIGHTS: [f64; 4] = [0.02, 0.13, 0.25, 0.35];
        const OF_SORTS: [f64; 4] = [0.0, 0.03, 0.07, 0.15];
        let mut sum = 0.0;
        for length in 0..=self.before.len() {
            let before = self.before.get(self.before.len() - length..).unwrap_or_default();
            let itself: Vec<&str> = before.iter().map(|one| one.itself.as_str()).collect();
            let sorts: Vec<&str> = before.iter().map(|one| one.sort.as_str()).collect();
            sum += WEIGHTS[length] * self.share(&itself, false, word);
            if length > 0 {
                sum += OF_SORTS[length] * self.share(&sorts, true, word);
            }
        }
        sum
    }

    /// All words that have followed the last two words before the place.
    pub(crate) fn followers(&self) -> Vec<String> {
        let last = self.before.len().saturating_sub(2);
        let before = self.before.get(last..).unwrap_or_default().iter();
        let numbers: Option<Vec<u32>> = before.map(|one| self.all.numbers.get(&one.itself).copied()).collect();
        let Some(all) = numbers.and_then(|numbers| self.all.counts.get(&numbers)) else {
            return Vec::new();
        };
        let words = self.all.numbers.iter().filter(|(_, number)| all.contains_key(number));
        let words = words.map(|(word, _)| word.clone());
        words.filter(|word| self.likelihood(word) > 0.0).collect()
    }

    fn share(&self, before: &[&str], is_sorts: bool, word: &str) -> f64 {
        let (one, all) = self.all.count(before, is_sorts, word);
        let (own, own_all) = self.own.count(before, is_sorts, word);
        let (one, all) = (one.saturating_sub(own), all.saturating_sub(own_all));
        if all == 0 { 0.0 } else { f64::from(one) / (f64::from(all) + 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Habits, Place};

    #[test]
    fn what_often_follows_is_likelier() {
        let all = Habits::of_text("a is you and b is you and c is them");
        let place = Place::new(&all, "", "when d is");
        assert!(place.likelihood("you") > place.likelihood("them"));
        assert!(place.likelihood("them") > place.likelihood("nobody"));
    }

    #[test]
    fn a_text_does_not_count_itself() {
        let text = "run alone(you)";
        let all = Habits::of_text(text);
        assert_eq!(Place::new(&all, text, "run").likelihood("alone"), 0.0);
        assert!(Place::new(&all, "", "run").likelihood("alone") > 0.0);
    }
}
