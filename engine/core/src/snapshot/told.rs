//! Events by names, as a viewer may know them.

use super::values::{Eyes, Value};
use crate::events::Event;
use crate::game::Game;
use crate::viewer::Viewer;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{EffectDef, EntityId, FieldDef, Id, SlotDef};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// What sort of event it is: `rolled`, `moved`, `field-set`.
    pub event: String,
    /// The plain sentence.
    pub text: String,
    /// What it is about, by names. What the viewer may not know is absent or `null`.
    pub about: BTreeMap<String, Value>,
}

/// What an event is about, while it is put together.
struct About<'a> {
    eyes: Eyes<'a>,
    viewer: Viewer,
    parts: BTreeMap<String, Value>,
}

impl Game {
    /// Events by names, as this viewer may know them now.
    #[must_use]
    pub fn told(&self, events: &[Event], viewer: Viewer) -> Vec<Told> {
        let mut about = About {
            eyes: Eyes::new(self, viewer),
            viewer,
            parts: BTreeMap::new(),
        };
        let tell = |event: &Event| {
            let (seen, text) = (self.seen_by(event, viewer), self.render(event, viewer));
            about.add(&seen);
            Told {
                event: name(&seen).to_owned(),
                text,
                about: std::mem::take(&mut about.parts),
            }
        };
        events.iter().map(tell).collect()
    }
}

fn name(event: &Event) -> &'static str {
    match event {
        Event::StepBegan { .. } => "step-began",
        Event::StepEnded { .. } => "step-ended",
        Event::Decided { .. } => "decided",
        Event::AbilityUsed { .. } => "ability-used",
        Event::Tokens { .. } => "tokens",
        Event::FieldSet { .. } => "field-set",
        Event::MembersSet { .. } => "members-set",
        Event::EntrySet { .. } => "entry-set",
        Event::Made { .. } => "made",
        Event::Placed { .. } => "placed",
        Event::Moved { .. } => "moved",
        Event::Lifted { .. } => "lifted",
        Event::Rolled { .. } => "rolled",
        Event::Drawn { .. } => "drawn",
        Event::DiceChanged { .. } => "dice-changed",
        Event::DiceLocked { .. } => "dice-locked",
        Event::DiceBarred { .. } => "dice-barred",
        Event::CardMoved { .. } => "card-moved",
        Event::Flipped { .. } => "flipped",
        Event::Shuffled { .. } => "shuffled",
        Event::Removed { .. } => "removed",
        Event::Returned { .. } => "returned",
        Event::OwnerChanged { .. } => "owner-changed",
        Event::EffectStarted { .. } => "effect-started",
        Event::EffectEnded { .. } => "effect-ended",
        Event::Revealed { .. } => "revealed",
        Event::Ended { .. } => "ended",
    }
}

impl About<'_> {
    fn put(&mut self, name: &str, value: Value) {
        self.parts.insert(name.to_owned(), value);
    }

    fn text(&mut self, name: &str, text: impl Into<String>) {
        self.put(name, Value::Text(text.into()));
    }

    fn entity(&mut self, name: &str, entity: EntityId) {
        let value = self.eyes.entity(i64::from(entity));
        self.put(name, value);
    }

    fn place(&mut self, name: &str, packed: i64) {
        let value = Value::Place(self.eyes.place(packed));
        self.put(name, value);
    }

    fn faces(&mut self, name: &str, faces: &[u16]) {
        let labels = self.eyes.game.labels();
        let face = |&face: &u16| Value::Text(labels.faces(&[face]));
        let value = Value::Set(faces.iter().map(face).collect());
        self.put(name, value);
    }

    fn texts(&mut self, name: &str, texts: impl Iterator<Item = String>) {
        self.put(name, Value::Set(texts.map(Value::Text).collect()));
    }

    fn add(&mut self, event: &Event) {
        match event {
            Event::StepBegan { .. } | Event::StepEnded { .. } => self.timing(event),
            Event::Decided { .. } | Event::AbilityUsed { .. } | Event::Ended { .. } => self.doing(event),
            Event::Tokens { .. }
            | Event::FieldSet { .. }
            | Event::MembersSet { .. }
            | Event::Revealed { .. }
            | Event::EntrySet { .. } => self.change(event),
            Event::Rolled { .. }
            | Event::Drawn { .. }
            | Event::DiceChanged { .. }
            | Event::DiceLocked { .. }
            | Event::DiceBarred { .. } => self.chance(event),
            Event::EffectStarted { number, effect, args } | Event::EffectEnded { number, effect, args } => {
                self.effect(*number, *effect, args);
            }
            _ => self.motion(event),
        }
    }

    fn timing(&mut self, event: &Event) {
        let pack = &self.eyes.game.content.pack;
        match event {
            Event::StepBegan { procedure, .. } | Event::StepEnded { procedure, .. } => {
                let step = match event {
                    Event::StepBegan { step, .. } => Some(*step),
                    Event::StepEnded { step, .. } => *step,
                    _ => None,
                };
                let Some(def) = pack.procedures.find(*procedure) else {
                    return;
                };
                self.text("procedure", def.name.clone());
                if let Some(step) = step.and_then(|step| def.steps.get(step as usize)) {
                    self.text("step", step.clone());
                }
            }
            _ => {}
        }
    }

    fn doing(&mut self, event: &Event) {
        let game = self.eyes.game;
        match event {
            Event::Decided {
                player,
                prompt,
                chosen,
                secret,
            } => {
                self.entity("player", *player);
                self.text("prompt", prompt.clone());
                self.texts("chosen", chosen.iter().cloned());
                self.put("secret", Value::Truth(*secret));
            }
            Event::AbilityUsed { rule, source, player } => {
                let def = game.content.pack.rules.find(*rule);
                self.text("rule", def.map_or("", |def| &def.name));
                self.entity("carrier", source.entity);
                self.entity("player", *player);
            }
            Event::Ended { outcome, winners } => {
                self.text("outcome", outcome.id(&game.content));
                self.texts("winners", winners.iter().map(|&winner| game.id_of(winner)));
            }
            _ => {}
        }
    }

    /// The field of an entity; nothing if it is not known which entity it is.
    fn field(&self, entity: EntityId, field: u32) -> Option<FieldDef> {
        let kind = self.eyes.game.content.index.kind(i64::from(entity))?;
        let kind = self.eyes.game.content.pack.kinds.get(usize::from(kind))?;
        kind.fields.get(field as usize).cloned()
    }

    fn change(&mut self, event: &Event) {
        match event {
            Event::Tokens {
                entity,
                token,
                before,
                after,
            } => {
                self.entity("thing", *entity);
                let def = self.eyes.game.content.pack.tokens.get(*token as usize);
                let token = def.map_or_else(String::new, |def| def.name.clone());
                self.text("token", token);
                self.put("before", Value::Whole(*before));
                self.put("after", Value::Whole(*after));
            }
            Event::FieldSet {
                entity,
                field,
                before,
                after,
                keeper,
            } => {
                self.entity("thing", *entity);
                let known = keeper.is_none_or(|keeper| self.viewer.sees_as(keeper));
                if let Some(def) = self.field(*entity, *field) {
                    self.text("field", def.name);
                    let both = [before, after].map(|&value| self.eyes.value(Ty::one(def.ty.base), value));
                    let [before, after] = if known {
                        both
                    } else {
                        [Value::Nothing, Value::Nothing]
                    };
                    self.put("before", before);
                    self.put("after", after);
                }
            }
            Event::MembersSet {
                entity,
                field,
                came,
                went,
                ..
            } => {
                self.entity("thing", *entity);
                if let Some(def) = self.field(*entity, *field) {
                    self.text("field", def.name);
                    let (came, went) = (self.eyes.members(def.ty, came), self.eyes.members(def.ty, went));
                    self.put("came", came);
                    self.put("went", went);
                }
            }
            Event::Revealed {
                entity,
                field,
                value,
                members,
            } => {
                self.entity("thing", *entity);
                if let Some(def) = self.field(*entity, *field) {
                    self.text("field", def.name);
                    let shown = match def.ty.set {
                        true => self.eyes.members(def.ty, members),
                        false => self.eyes.value(def.ty, *value),
                    };
                    self.put("value", shown);
                }
            }
            Event::EntrySet {
                state,
                key,
                before,
                after,
            } => {
                let Some(def) = self.eyes.game.content.pack.states.find(*state).cloned() else {
                    return;
                };
                self.text("state", def.name);
                let key = def.keys.iter().zip(key);
                let key = key
                    .map(|(part, &value)| self.eyes.value(part.ty, value))
                    .collect();
                let [before, after] = [before, after].map(|&value| self.eyes.value(def.ty, value));
                self.put("key", Value::Set(key));
                self.put("before", before);
                self.put("after", after);
            }
            _ => {}
        }
    }

    fn chance(&mut self, event: &Event) {
        match event {
            Event::Rolled { die, faces } => {
                let def = self.eyes.game.content.pack.dice.get(*die as usize);
                let die = def.map_or_else(String::new, |def| def.name.clone());
                self.text("die", die);
                self.faces("faces", faces);
            }
            Event::DiceChanged { faces } | Event::DiceLocked { faces } | Event::DiceBarred { faces } => {
                self.faces("faces", faces)
            }
            Event::Drawn { most, number } => {
                self.put("most", Value::Whole(*most));
                let number = match number {
                    0 => Value::Nothing,
                    number => Value::Whole(*number),
                };
                self.put("number", number);
            }
            _ => {}
        }
    }

    fn effect(&mut self, number: u32, effect: Id<EffectDef>, args: &[i64]) {
        let def = self.eyes.game.content.pack.effects.find(effect);
        let (name, params): (String, Vec<SlotDef>) =
            def.map_or_else(Default::default, |def| (def.name.clone(), def.params.clone()));
        self.put("number", Value::Whole(i64::from(number)));
        self.text("effect", name);
        let args = params.iter().zip(args);
        let args = args
            .map(|(param, &value)| self.eyes.value(param.ty, value))
            .collect();
        self.put("args", Value::Set(args));
    }

    fn motion(&mut self, event: &Event) {
        match event {
            Event::Placed { entity, to } => {
                self.entity("thing", *entity);
                self.place("to", *to);
            }
            Event::Moved { entity, from, to } => {
                self.entity("thing", *entity);
                self.place("from", *from);
                self.place("to", *to);
            }
            Event::CardMoved {
                entity,
                from,
                to,
                face_up,
            } => {
                self.entity("thing", *entity);
                self.entity("from", *from);
                self.entity("to", *to);
                self.put("face-up", Value::Truth(*face_up));
            }
            Event::Flipped { entity, up } => {
                self.entity("thing", *entity);
                self.put("face-up", Value::Truth(*up));
            }
            Event::Shuffled { holder } => self.entity("holder", *holder),
            Event::Made { entity, owner } | Event::OwnerChanged { entity, owner } => {
                self.entity("thing", *entity);
                self.entity("owner", *owner);
            }
            Event::Lifted { entity } | Event::Removed { entity } | Event::Returned { entity } => {
                self.entity("thing", *entity);
            }
            _ => {}
        }
    }
}
