//! The decision that is waited for, as players and agents see it: its prompt, its options, its default.

use crate::decision::{Ask, Decision, DecisionKind, DecisionOption, PASS, Pending};
use crate::game::Game;
use crate::labels::Labels;
use crate::state::Source;
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{ChoiceStyle, Id, Rule};
use cardwright_bytecode::{Base, Ty};

impl Game {
    /// Works out the texts of the decision that is waited for.
    pub(crate) fn describe(&mut self) {
        let Some(pending) = &self.pending else { return };
        let (prompt, labels) = if self.log.quiet {
            (String::new(), Vec::new())
        } else {
            self.texts(pending, Viewer::Player(pending.by))
        };
        let mut labels = labels.into_iter();
        let options = pending.values.iter();
        let options = options
            .map(|&value| DecisionOption {
                label: labels.next().unwrap_or_default(),
                value,
            })
            .collect();
        self.decision = Some(Decision {
            by: pending.by,
            prompt,
            options,
            least: pending.least,
            most: pending.most,
            default: pending.default.clone(),
            secret: pending.secret,
            ordered: self.is_about_order(&pending.ask),
            kind: kind_of(&pending.ask),
            place: self.place_of(&pending.ask),
        });
    }

    pub(crate) fn is_about_order(&self, ask: &Ask) -> bool {
        let Ask::Choose { choice, .. } = ask else {
            return false;
        };
        self.content.pack.choices[*choice].style == ChoiceStyle::Ordered
    }

    /// The question as a viewer may know it, and the labels of the options.
    pub(crate) fn texts(&self, pending: &Pending, viewer: Viewer) -> (String, Vec<String>) {
        (
            self.question(pending, viewer),
            self.option_labels(pending, &self.labels()),
        )
    }

    /// The labels of the options that there are now, with words and rows by their ids; for tests and other programs.
    #[must_use]
    pub fn written_labels(&self) -> Vec<String> {
        let labels = Labels {
            written: true,
            ..self.labels()
        };
        let pending = self.pending.as_ref();
        pending.map_or_else(Vec::new, |pending| self.option_labels(pending, &labels))
    }

    fn option_labels(&self, pending: &Pending, labels: &Labels<'_>) -> Vec<String> {
        let pack = &self.content.pack;
        match &pending.ask {
            Ask::Choose { choice, .. } => {
                let def = &pack.choices[*choice];
                let branch = |&value: &i64| {
                    usize::try_from(value)
                        .ok()
                        .and_then(|n| def.labels.get(n))
                        .cloned()
                };
                match def.style {
                    ChoiceStyle::Branch => pending
                        .values
                        .iter()
                        .map(|v| branch(v).unwrap_or_default())
                        .collect(),
                    _ => labels.members(Ty::one(def.ty.base), &pending.values),
                }
            }
            Ask::Place { .. } => Vec::new(),
            Ask::May { .. } => labels.members(Ty::one(Base::Bool), &pending.values),
            Ask::Ability { candidates, .. } | Ask::Offer { candidates, .. } => {
                self.rule_labels(candidates, &pending.values)
            }
        }
    }

    fn rule_labels(&self, candidates: &[(Id<Rule>, Source)], values: &[i64]) -> Vec<String> {
        let rules = self.labels().rules(candidates);
        let label = |&value: &i64| match usize::try_from(value) {
            Ok(place) => rules.get(place).cloned().unwrap_or_default(),
            Err(_) if value == PASS => "pass".into(),
            Err(_) => String::new(),
        };
        values.iter().map(label).collect()
    }
}

fn kind_of(ask: &Ask) -> DecisionKind {
    match ask {
        Ask::Choose { choice, .. } => DecisionKind::Choose(*choice),
        Ask::May { choice, .. } => DecisionKind::YesNo(*choice),
        Ask::Ability { window, .. } => DecisionKind::Ability(*window),
        Ask::Offer { offer, .. } => DecisionKind::Offer(*offer),
        Ask::Place { choice, .. } => DecisionKind::Place(*choice),
    }
}
