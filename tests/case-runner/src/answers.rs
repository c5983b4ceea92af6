//! How a case answers a question, and what it says about it: what is offered, what is not, who is asked, and what must
//! be true meanwhile.

use super::Run;
use cardwright_bytecode::pack::Pack;
use cardwright_compiler::document::{Afterwards, At, DecisionDoc, JOINED_BY, NOTHING};
use cardwright_core::{Answer, Decision, DecisionError, Game, Viewer};

/// The answer that declines an ability or an offer.
const PASS: &str = "pass";
/// The most options that are told where one is missing.
const MOST_TOLD: usize = 20;

impl Run<'_> {
    /// The answer that the case gives; the default, and mostly a failure, once it gives no more.
    pub(super) fn answer(&mut self, decision: &Decision) -> Answer {
        let case = self.case;
        let Some(given) = case.decisions.get(self.answered) else {
            self.unanswered(decision);
            return decision.default.clone();
        };
        let earlier = &case.decisions[..self.answered];
        let checks: usize = earlier.iter().map(|other| other.value.expect.len()).sum();
        self.answered += 1;
        for (at, text) in given.value.expect.iter().enumerate() {
            self.judge_check(checks + at, text);
        }
        self.judge_question(decision, &given.value);
        match given.value.takes.as_str() {
            "default" => decision.default.clone(),
            NOTHING => self.nothing(decision, given),
            labels => self.chosen(decision, given, labels),
        }
    }

    /// A question behind the last answer of the case.
    fn unanswered(&mut self, decision: &Decision) {
        if self.case.afterwards == Some(Afterwards::Defaults) || self.has_told_unanswered {
            return;
        }
        self.has_told_unanswered = true;
        let why = format!(
            "after its {} decisions, the case has no answer to `{}`: {}; add an answer, add `afterwards: \
             defaults`, or let `cardwright test --fill` write the answers",
            self.answered,
            decision.prompt,
            told(decision)
        );
        match self.case.decisions.last() {
            Some(last) => self.fail_at(last, why),
            None => self.fail_at(&self.case.when, why),
        }
    }

    /// Holds the question against what the case says of it, apart from the answer.
    fn judge_question(&mut self, decision: &Decision, given: &DecisionDoc) {
        let number = self.answered;
        if let Some(asks) = &given.asks
            && !self.game.asks_for(&asks.value)
        {
            let why = format!(
                "decision {number} asks `{}`, not `{}`",
                decision.prompt, asks.value
            );
            self.fail_at(asks, why);
        }
        if let Some(by) = &given.by {
            let asked = self.id_of(decision.by);
            if asked != by.value {
                self.fail_at(
                    by,
                    format!("decision {number} (`{}`) is made by `{asked}`", decision.prompt),
                );
            }
        }
        self.judge_leaving(decision, given);
        if decision.place.is_some() {
            return self.judge_places(given);
        }
        for label in given.offers.iter().filter(|label| label.value != NOTHING) {
            if find(&self.game, decision, &label.value).is_empty() {
                let why = format!(
                    "decision {number} (`{}`) does not offer `{}`; its options are: {}",
                    decision.prompt,
                    label.value,
                    told(decision)
                );
                self.fail_at(label, why);
            }
        }
        for label in given.refuses.iter().filter(|label| !is_leaving(&label.value)) {
            self.judge_refused(decision, label);
        }
    }

    /// Whether the question may be left without choosing anything, if the case says so: `nothing` under `offers` or `refuses`.
    /// An ability or offer is left by `pass`, which is an option like others; who refuses that refuses all leaving.
    fn judge_leaving(&mut self, decision: &Decision, given: &DecisionDoc) {
        let may = decision.least == 0 || decision.labelled(PASS).is_some();
        let offered = given.offers.iter().filter(|label| label.value == NOTHING);
        let refused = given.refuses.iter().filter(|label| is_leaving(&label.value));
        let wrong = match may {
            true => refused.map(|label| (label, "can be declined")).next(),
            false => offered.map(|label| (label, "cannot be declined")).next(),
        };
        if let Some((label, what)) = wrong {
            let (number, prompt) = (self.answered, &decision.prompt);
            self.fail_at(label, format!("decision {number} (`{prompt}`) {what}"));
        }
    }

    /// Places that must be legal, and places that must not be.
    fn judge_places(&mut self, given: &DecisionDoc) {
        for (label, wanted) in given
            .offers
            .iter()
            .map(|label| (label, true))
            .chain(given.refuses.iter().map(|label| (label, false)))
            .filter(|(label, wanted)| match wanted {
                true => label.value != NOTHING,
                false => !is_leaving(&label.value),
            })
        {
            let why = match (self.place(&label.value), wanted) {
                (Ok(_), true) | (Err(NoPlace::Refused(_)), false) => continue,
                (Ok(_), false) => format!("{} is a legal place", label.value),
                (Err(why), _) => why.to_string(),
            };
            self.fail_at(label, format!("decision {}: {why}", self.answered));
        }
    }

    /// The legal place that a text names.
    fn place(&self, text: &str) -> Result<Answer, NoPlace> {
        let answer = Answer::place_in(text).ok_or_else(|| NoPlace::Unread(text.to_owned()))?;
        match self.game.check(&answer) {
            Ok(()) => Ok(answer),
            Err(error) => Err(NoPlace::Refused(error)),
        }
    }

    /// Judges a label that the case marks as not offered: no option may have it, but one could. A misspelt
    /// label would be refused for ever.
    fn judge_refused(&mut self, decision: &Decision, label: &At<String>) {
        let number = self.answered;
        if !find(&self.game, decision, &label.value).is_empty() {
            let why = format!(
                "decision {number} (`{}`) offers `{}`",
                decision.prompt, label.value
            );
            self.fail_at(label, why);
        } else if !can_be_a_label(self.game.content().pack(), &label.value) {
            let why = format!("no option of this game can have the label `{}`", label.value);
            self.fail_at(label, why);
        }
    }

    fn id_of(&self, entity: u32) -> String {
        let entities = &self.game.content().pack().setup.entities;
        let found = (entity as usize).checked_sub(1).and_then(|at| entities.get(at));
        found.map_or_else(|| "nobody".to_owned(), |entity| entity.id.clone())
    }

    /// The answer that chooses none, where that can be given.
    fn nothing(&mut self, decision: &Decision, given: &At<DecisionDoc>) -> Answer {
        if decision.least == 0 {
            return Answer::nothing();
        }
        let pass = find(&self.game, decision, PASS);
        let help = match pass.is_empty() {
            true => "one of these must be chosen",
            false => "to decline, write `pass`",
        };
        let why = format!(
            "decision {} (`{}`) cannot be answered with `nothing`; its options are: {}; {help}",
            self.answered,
            decision.prompt,
            told(decision)
        );
        self.fail_at(given, why);
        decision.default.clone()
    }

    /// The options with these labels.
    fn chosen(&mut self, decision: &Decision, given: &At<DecisionDoc>, labels: &str) -> Answer {
        if decision.place.is_some() {
            return self.place(labels).unwrap_or_else(|why| {
                let why = format!("decision {} (`{}`): {why}", self.answered, decision.prompt);
                self.fail_at(given, why);
                decision.default.clone()
            });
        }
        let mut options = Vec::new();
        for label in labels.split(JOINED_BY) {
            let found = find(&self.game, decision, label);
            if let [option] = found[..] {
                options.push(option);
                continue;
            }
            let what = if found.is_empty() {
                "no option"
            } else {
                "more than one option"
            };
            let help = match label == PASS && decision.least == 0 {
                true => "; to choose none of them, write `nothing`",
                false => "",
            };
            let why = format!(
                "decision {} (`{}`) has {what} `{label}`; its options are: {}{help}",
                self.answered,
                decision.prompt,
                told(decision)
            );
            self.fail_at(given, why);
            return decision.default.clone();
        }
        if !decision.ordered {
            options.sort_unstable();
            options.dedup();
        }
        Answer::Options(options)
    }
}

/// Whether a text means that nothing is chosen.
fn is_leaving(label: &str) -> bool {
    label == NOTHING || label == PASS
}

/// Why a text names no place that can be chosen.
enum NoPlace {
    /// The text is no place.
    Unread(String),
    /// The place is not legal.
    Refused(DecisionError),
}

impl std::fmt::Display for NoPlace {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unread(text) => {
                write!(out, "`{text}` is not a place; write it as in `18in, 4in, 90deg`")
            }
            Self::Refused(error) => write!(out, "{error}"),
        }
    }
}

/// The labels of a decision's options, or where a piece can be put.
fn told(decision: &Decision) -> String {
    if let Some(place) = &decision.place {
        return place.told();
    }
    let labels = decision.options.iter().map(|option| option.label.as_str());
    let labels: Vec<&str> = labels.take(MOST_TOLD).collect();
    labels.join(" | ")
}

/// Whether something in a game could be told by these words: an ability, a branch, an entity, a word, a number, a space.
fn can_be_a_label(pack: &Pack, label: &str) -> bool {
    // As where an option is taken, a part of its label will do.
    let is = |text: &String| !label.is_empty() && text.contains(label);
    let is_space = || {
        let letters = label.trim_end_matches(|letter: char| letter.is_ascii_digit());
        letters.len() < label.len()
            && letters
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '-')
    };
    ["pass", "yes", "no"].contains(&label)
        || pack.rules.iter().any(|rule| is(&rule.name))
        || pack.choices.iter().any(|choice| choice.labels.iter().any(is))
        || pack
            .setup
            .entities
            .iter()
            .any(|entity| is(&entity.id) || is(&entity.name))
        || pack.words.iter().any(|words| words.words.iter().any(is))
        || pack.rows.iter().any(|row| is(&row.id))
        || is_space()
        || is_die(label)
}

/// Whether this is the label of a die, `die 2: hit`, or the beginning of one.
fn is_die(label: &str) -> bool {
    let number = label.strip_prefix("die ").and_then(|rest| rest.split(':').next());
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit()))
}

/// The option with this label, or that stands for the entity with this id, the word or row of this name, or else those whose labels contain it.
pub(super) fn find(game: &Game, decision: &Decision, label: &str) -> Vec<usize> {
    let by_id = || {
        (0..decision.options.len())
            .find(|&option| game.id_of_option(option, Viewer::Judge).as_deref() == Some(label))
    };
    let written = game.written_labels();
    let by_name = || written.iter().position(|written| written == label);
    if let Some(exact) = decision.labelled(label).or_else(by_id).or_else(by_name) {
        return vec![exact];
    }
    // An id means what is called so, and nothing whose label happens to have these letters.
    let mut entities = game.content().pack().setup.entities.iter();
    let is_id = entities.any(|entity| entity.id == label);
    let options = decision.options.iter().enumerate();
    let near = options.filter(|(at, option)| {
        let is_near =
            option.label.contains(label) || written.get(*at).is_some_and(|written| written.contains(label));
        is_near && !(is_id && game.id_of_option(*at, Viewer::Judge).is_some())
    });
    near.map(|(at, _)| at).collect()
}
