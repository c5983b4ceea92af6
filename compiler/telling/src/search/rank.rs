//! Texts, ranked by how well they answer a question: BM25 over the stems of their words.

use super::stem::stem;
use std::collections::{BTreeMap, BTreeSet};

/// How soon more of the same word counts no more.
const SATURATION: f64 = 1.2;
/// How much long texts count less.
const LENGTH: f64 = 0.75;
/// How much a question counts that stands in a text as it is asked, for each of its words.
const IN_ONE: f64 = 1.5;

/// Texts to be looked through.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    texts: Vec<Text>,
    /// The number of texts in which each word stands.
    known: BTreeMap<String, usize>,
}

#[derive(Clone, Debug)]
struct Text {
    /// How often each word stands there; in a heading it counts more.
    counts: BTreeMap<String, f64>,
    /// The words of the headings in their order, each behind a blank.
    headings: Vec<String>,
    length: f64,
}

/// The stems of the words of a text. `attack-dice` is two words, and so is `attack.roll`.
fn stems(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(stem)
}

fn in_order(text: &str) -> String {
    stems(text).map(|word| format!(" {word}")).collect::<String>() + " "
}

impl Texts {
    /// Adds a text with headings, of which each word counts as much as several.
    pub(super) fn add(&mut self, headings: &[&str], weight: f64, body: &str) {
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for heading in headings {
            let words: BTreeSet<String> = stems(heading).collect();
            for word in words {
                let count = counts.entry(word).or_default();
                *count = count.max(weight);
            }
        }
        for word in stems(body) {
            *counts.entry(word).or_default() += 1.0;
        }
        for word in counts.keys() {
            *self.known.entry(word.clone()).or_default() += 1;
        }
        let length = counts.values().sum();
        let headings = headings.iter().map(|heading| in_order(heading)).collect();
        self.texts.push(Text {
            counts,
            headings,
            length,
        });
    }

    /// The numbers of the texts that have words of a question, with how well they answer it, the best first.
    pub(super) fn ranked(&self, question: &str) -> Vec<(usize, f64)> {
        let asked: BTreeSet<String> = stems(question).collect();
        let whole = in_order(question);
        let usual = self.texts.iter().map(|text| text.length).sum::<f64>() / self.texts.len().max(1) as f64;
        let mut found: Vec<(usize, f64)> = Vec::new();
        for (at, text) in self.texts.iter().enumerate() {
            let mut score = 0.0;
            for word in &asked {
                if let Some(count) = text.counts.get(word) {
                    let damped = 1.0 - LENGTH + LENGTH * text.length / usual.max(1.0);
                    score += self.rarity(word) * count * (SATURATION + 1.0) / (count + SATURATION * damped);
                }
            }
            if score == 0.0 {
                continue;
            }
            if text.headings.iter().any(|heading| heading.contains(&whole)) {
                score += IN_ONE * asked.len() as f64;
            }
            found.push((at, score));
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found
    }

    /// How much a word says: more, the fewer texts have it.
    fn rarity(&self, word: &str) -> f64 {
        let all = self.texts.len() as f64;
        let with = self.known.get(word).copied().unwrap_or(0) as f64;
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::Texts;

    fn best(texts: &[(&str, &str)], question: &str) -> Vec<usize> {
        let mut all = Texts::default();
        texts
            .iter()
            .for_each(|(heading, body)| all.add(&[heading], 3.0, body));
        all.ranked(question).into_iter().map(|one| one.0).collect()
    }

    #[test]
    fn the_text_with_the_rarest_words_comes_first() {
        let texts = [
            ("when it attacks", "attack, attack, attack"),
            ("when it is hit", "attack"),
            ("it moves", "nothing else"),
        ];
        assert_eq!(best(&texts, "if it was hit")[0], 1);
        assert_eq!(best(&texts, "attacking")[0], 0);
        assert!(best(&texts, "zebra").is_empty());
    }

    #[test]
    fn a_question_that_stands_there_as_it_is_comes_first() {
        let texts = [("it is when hit", "hit when it is"), ("when it is hit", "")];
        assert_eq!(best(&texts, "when it is hit")[0], 1);
    }
}
