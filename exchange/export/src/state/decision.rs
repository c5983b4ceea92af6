//! Questions to players, and their answers.

use super::Teller;
use crate::model::Value;
use crate::model::play::{Answer, Choice, Decision, DecisionKind, Means, PlaceAsked};
use crate::names::{pose, text};
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::ChoiceStyle;
use cardwright_core as core;

impl Teller<'_> {
    /// The question that is open; `None` if the game is over.
    pub(crate) fn decision(&self) -> Option<Decision> {
        let decision = self.game.decision()?;
        let labels = self.game.written_labels();
        let options = decision.options.iter().enumerate();
        Some(Decision {
            by: self.id(decision.by),
            asks: self.game.written_question(),
            kind: match decision.kind {
                core::DecisionKind::Choose(_) => DecisionKind::Choose,
                core::DecisionKind::YesNo(_) => DecisionKind::YesNo,
                core::DecisionKind::Ability(_) => DecisionKind::Ability,
                core::DecisionKind::Offer(_) => DecisionKind::Offer,
                core::DecisionKind::Place(_) => DecisionKind::Place,
            },
            options: options
                .map(|(at, option)| Choice {
                    label: labels.get(at).cloned().unwrap_or_default(),
                    means: self.means(decision.kind, at, option),
                })
                .collect(),
            least: decision.least,
            most: decision.most,
            ordered: decision.ordered,
            secret: decision.secret,
            default: self.answer(&decision.default),
            place: decision.place.as_ref().map(|place| PlaceAsked {
                piece: self.id(place.piece),
                region: place.told(),
            }),
        })
    }

    fn means(&self, kind: core::DecisionKind, at: usize, option: &core::DecisionOption) -> Means {
        match kind {
            core::DecisionKind::Ability(_) | core::DecisionKind::Offer(_) => {
                let Some((rule, source)) = self.game.rule_of_option(at) else {
                    return Means::Pass;
                };
                Means::Rule {
                    rule: text(&self.names.rules, rule),
                    entity: self.maybe_id(i64::from(source.entity)),
                    effect: Some(source.effect).filter(|&effect| effect > 0),
                }
            }
            core::DecisionKind::YesNo(_) | core::DecisionKind::Place(_) => Means::Value {
                value: Value::YesNo(option.value != 0),
            },
            core::DecisionKind::Choose(choice) => {
                let choice = self.pack.choices.find(choice);
                match choice.map(|choice| (choice.style, choice.ty.base)) {
                    Some((ChoiceStyle::Branch, _)) => Means::Branch {
                        label: option.label.clone(),
                    },
                    Some((_, Base::Die)) => {
                        let (place, face) = self.game.die(option.value);
                        Means::Die {
                            die: place + 1,
                            shows: self.face(face),
                        }
                    }
                    Some((_, base)) => Means::Value {
                        value: self.one(base, option.value),
                    },
                    None => Means::Pass,
                }
            }
        }
    }

    pub(crate) fn answer(&self, answer: &core::Answer) -> Answer {
        match answer.place() {
            Some(place) => match pose(self.pack, place.pack()) {
                Some(at) => Answer::Place { at },
                None => Answer::Options { options: Vec::new() },
            },
            None => Answer::Options {
                options: answer.options().to_vec(),
            },
        }
    }
}
