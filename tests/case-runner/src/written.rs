//! A moment of a game as a case: how the scenario starts, the seed, every answer up to there, and what is true then.

use crate::answers::find;
use cardwright_compiler::document::{JOINED_BY, NOTHING};
use cardwright_core::board::plane::Pose;
use cardwright_core::{Answer, Content, Decision, Game, Replay, Viewer};
use std::fmt::Write;
use std::sync::Arc;

/// The most counts of tokens that are expected.
const MOST_EXPECTED: usize = 40;
/// The most letters of a question that stand beside its answer.
const MOST_LETTERS: usize = 160;

/// A moment of a recorded game.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The id of the scenario that is played.
    pub scenario: &'a str,
    /// The procedure of the whole game, which its system runs.
    pub main: &'a str,
    /// The claim of the case.
    pub title: &'a str,
    /// The game.
    pub replay: &'a Replay,
    /// The number of decisions after which the moment is.
    pub at: usize,
}

impl Moment<'_> {
    /// The text of a case that comes to this moment and stops there.
    ///
    /// # Errors
    /// If the game is asked nothing before that moment, if it cannot be played with this content up to there, or an answer cannot be told apart from others by its label.
    pub fn written(&self, content: &Arc<Content>) -> Result<String, String> {
        if self.at.min(self.replay.decisions.len()) == 0 {
            return Err("there is no decision yet; a case needs at least one answer".to_owned());
        }
        let mut game = Game::new(content, self.replay.seed);
        game.advance();
        let start = counts(&game);
        let mut answers = String::new();
        for (number, answer) in self.replay.decisions.iter().take(self.at).enumerate() {
            let decision = game
                .decision()
                .cloned()
                .ok_or_else(|| format!("the game is over after {number} decisions"))?;
            let takes = takes(&game, &decision, answer).ok_or_else(|| {
                format!(
                    "the answer to decision {number} cannot be written: another option \
                 has the same label"
                )
            })?;
            let by = game.id_of(decision.by);
            let is_last = number + 1 == self.at.min(self.replay.decisions.len());
            answers.push_str(&entry(&by, &decision.prompt, &takes, is_last));
            game.decide(answer).map_err(|error| error.to_string())?;
            game.advance();
        }
        Ok(self.text(&answers, &expectations(&start, &counts(&game))))
    }

    fn text(&self, answers: &str, expectations: &str) -> String {
        let mut text = format!(
            "# From a game, after {} decisions.\ncase: {}\nscenario: {}\nwhen: run {}()\nseed: {}\n",
            self.at,
            quoted(self.title),
            self.scenario,
            self.main,
            self.replay.seed
        );
        if !answers.is_empty() {
            text.push_str("decisions:\n");
            text.push_str(answers);
        }
        text.push_str("afterwards: stop\n");
        if !expectations.is_empty() {
            text.push_str("expect:\n");
            text.push_str(expectations);
        }
        text
    }
}

/// An answer with its question beside it. The last one is held to its question, so that a case can fail of which nothing else is known.
pub(super) fn entry(by: &str, prompt: &str, takes: &str, is_last: bool) -> String {
    let words: Vec<&str> = prompt.split_whitespace().collect();
    let question: String = words.join(" ").chars().take(MOST_LETTERS).collect();
    match is_last {
        false => format!("  # {by}: {question}\n  - {}\n", quoted(takes)),
        true => format!(
            "  - by: {by}\n    asks: {}\n    takes: {}\n",
            quoted(&question),
            quoted(takes)
        ),
    }
}

/// How a case writes an answer, so that it is found again and means nothing else.
pub(super) fn takes(game: &Game, decision: &Decision, answer: &Answer) -> Option<String> {
    let options = match answer {
        Answer::At(pose) => return Some(place(*pose)),
        Answer::Options(options) if options.is_empty() => return Some(NOTHING.to_owned()),
        Answer::Options(options) => options,
    };
    let written = game.written_labels();
    let label = |&option: &usize| {
        let id = game.id_of_option(option, Viewer::Judge);
        let names = [
            id.as_ref(),
            written.get(option),
            decision.options.get(option).map(|one| &one.label),
        ];
        let is_sure = |name: &&String| {
            let is_word = [NOTHING, "default"].contains(&name.as_str()) || name.contains(JOINED_BY);
            !is_word && find(game, decision, name) == [option]
        };
        names.into_iter().flatten().find(is_sure).cloned()
    };
    let labels: Option<Vec<String>> = options.iter().map(label).collect();
    Some(labels?.join(JOINED_BY))
}

/// A place as a case writes it, to a thousandth of an inch and degree.
fn place(pose: Pose) -> String {
    let thousandths = |number: i32| {
        let (sign, number) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
        let part = format!("{:03}", number % 1000);
        match part.trim_end_matches('0') {
            "" => format!("{sign}{}", number / 1000),
            part => format!("{sign}{}.{part}", number / 1000),
        }
    };
    let Pose { x, y, heading } = pose;
    format!(
        "{}in, {}in, {}deg",
        thousandths(x),
        thousandths(y),
        thousandths(heading)
    )
}

/// How many tokens each piece and player of the scenario has: what an expectation says, and the count.
fn counts(game: &Game) -> Vec<(String, i64)> {
    let pack = game.content().pack();
    let mut counts = Vec::new();
    for (number, entity) in (1..).zip(&pack.setup.entities) {
        // What a piece holds has an id that no document writes.
        let is_held = pack.setup.entities.iter().any(|other| {
            let own = entity.id.strip_prefix(other.id.as_str());
            own.is_some_and(|rest| rest.starts_with('-')) && entity.holder > 0
        });
        if is_held {
            continue;
        }
        for (token, sort) in pack.tokens.iter().enumerate() {
            let count = game.tokens(number, token);
            counts.push((format!("{} on {}", sort.name, entity.id), count));
        }
    }
    counts
}

/// The lines for `expect`: the counts that have changed since the start.
fn expectations(start: &[(String, i64)], now: &[(String, i64)]) -> String {
    let mut text = String::new();
    let changed = start.iter().zip(now).filter(|(before, after)| before != after);
    for (_, (what, count)) in changed.take(MOST_EXPECTED) {
        // Writing into a text cannot fail.
        let _ = writeln!(text, "  - {what} = {count}");
    }
    text
}

/// A text that YAML reads as this text.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || " -'()/".contains(letter);
    let is_word = text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(is_plain)
        && text.trim() == text
        && !["yes", "no", "true", "false", "null", "on", "off", "y", "n"]
            .contains(&text.to_lowercase().as_str());
    match is_word {
        true => text.to_owned(),
        false => serde_json::Value::from(text).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_are_written() {
        for (x, y, heading) in [(18_000, 4_500, 90_000), (-1, 0, 359_999), (12_345, -20, 7)] {
            let pose = Pose::new(x, y, heading);
            assert_eq!(Answer::place_in(&place(pose)), Some(Answer::At(pose)));
        }
    }

    #[test]
    fn what_yaml_would_read_otherwise_stands_in_quotes() {
        assert_eq!(quoted("Joan's turn"), "Joan's turn");
        assert_eq!(quoted("yes"), "\"yes\"");
        assert_eq!(quoted("a: b"), "\"a: b\"");
        assert_eq!(quoted("3"), "\"3\"");
        assert_eq!(quoted("say \"no\""), "\"say \\\"no\\\"\"");
    }
}
