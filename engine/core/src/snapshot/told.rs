//! Events by names, as a viewer may know them.

use super::values::{Eyes, Value};
use crate::events::{Event, Part};
use crate::game::Game;
use crate::viewer::Viewer;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{EntityId, cell};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// The sort of event: `rolled`, `moved`, `field-set`.
    pub event: String,
    /// The plain sentence.
    pub text: String,
    /// The parts, by their names. A part that the viewer may not know is absent or `null`.
    pub about: BTreeMap<String, Value>,
}

impl Game {
    /// Events by names, as this viewer may know them now.
    #[must_use]
    pub fn told(&self, events: &[Event], viewer: Viewer) -> Vec<Told> {
        let eyes = Eyes::new(self, viewer);
        let tell = |event: &Event| {
            let seen = self.seen_by(event, viewer);
            let parts = seen.parts().into_iter();
            let about = parts.filter_map(|(name, part)| Some((name.to_owned(), eyes.part(part, viewer)?)));
            Told {
                event: seen.name().to_owned(),
                text: self.render(event, viewer),
                about: about.collect(),
            }
        };
        events.iter().map(tell).collect()
    }
}

impl Eyes<'_> {
    /// A part of an event; nothing if it has none of its kind, or it is not known which entity it
    /// is about.
    fn part(&self, part: Part<'_>, viewer: Viewer) -> Option<Value> {
        let pack = &self.game.content.pack;
        let field = |entity: EntityId, field: u32| {
            self.game
                .content
                .field(i64::from(entity), cell::HEADER + field as usize)
        };
        Some(match part {
            Part::Entity(entity) => self.entity(i64::from(entity)),
            Part::Players(players) => texts(players.iter().map(|&player| self.game.id_of(player))),
            Part::Procedure(procedure) => text(&pack.procedures.find(procedure)?.name),
            Part::Step(procedure, step) => text(pack.procedures.find(procedure)?.steps.get(step? as usize)?),
            Part::Text(words) => text(words),
            Part::Texts(words) => texts(words.iter().cloned()),
            Part::Truth(truth) => Value::Truth(truth),
            Part::Whole(number) => Value::Whole(number),
            Part::Drawn(0) => Value::Nothing,
            Part::Drawn(number) => Value::Whole(number),
            Part::Rule(rule, _) => text(pack.rules.find(rule).map_or("", |def| &def.name)),
            Part::Token(token) => text(pack.tokens.get(token as usize).map_or("", |def| &def.name)),
            Part::Die(die) => text(pack.dice.get(die as usize).map_or("", |def| &def.name)),
            Part::Faces(faces) => texts(faces.iter().map(|&face| self.game.labels().faces(&[face]))),
            Part::Field(entity, number) => text(&field(entity, number)?.name),
            Part::Value(entity, number, value, keeper) => {
                let ty = Ty::one(field(entity, number)?.ty.base);
                match keeper.is_none_or(|keeper| viewer.sees_as(keeper)) {
                    true => self.value(ty, value),
                    false => Value::Nothing,
                }
            }
            Part::Members(entity, number, members) => self.members(field(entity, number)?.ty, members),
            Part::Shown(entity, number, value, members) => match field(entity, number)?.ty {
                ty if ty.set => self.members(ty, members),
                ty => self.value(ty, value),
            },
            Part::State(state) => text(&pack.states.find(state)?.name),
            Part::Key(state, key) => {
                let keys = pack.states.find(state)?.keys.iter().zip(key);
                Value::Set(keys.map(|(part, &value)| self.value(part.ty, value)).collect())
            }
            Part::Entry(state, value) => self.value(pack.states.find(state)?.ty, value),
            Part::Effect(effect) => text(pack.effects.find(effect).map_or("", |def| &def.name)),
            Part::Args(effect, args) => {
                let params = pack.effects.find(effect).map_or(&[][..], |def| &def.params);
                let args = params.iter().zip(args);
                Value::Set(args.map(|(param, &value)| self.value(param.ty, value)).collect())
            }
            Part::Pose(packed) => Value::Place(self.place(packed)),
            Part::Outcome(outcome) => text(outcome.id(&self.game.content)),
            Part::Said(words) => Value::Text(self.game.labels().said(words)),
        })
    }
}

fn text(words: &str) -> Value {
    Value::Text(words.to_owned())
}

fn texts(words: impl Iterator<Item = String>) -> Value {
    Value::Set(words.map(Value::Text).collect())
}
