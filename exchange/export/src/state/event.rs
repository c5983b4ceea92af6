//! Results of chance, and events.

use super::Teller;
use crate::model::play::{Chance, Event};
use crate::model::{Pose, SpacesPose, Value};
use crate::names::{pose, text};
use cardwright_bytecode::pack::{EntityId, Id, ProcedureDef, StateDef};
use cardwright_bytecode::{Base, Ty};
use cardwright_core as core;

/// An event of the core as the event of the same name here: its fields, then what each part is made
/// of.
macro_rules! named {
    ($event:ident => $($name:ident { $($fields:tt)* } { $($parts:tt)* })*) => {
        match $event {
            $(core::Event::$name { $($fields)* } => Some(Event::$name { $($parts)* }),)*
            // It says in words what other events say.
            core::Event::Told { .. } => None,
        }
    };
}

impl Teller<'_> {
    fn pose(&self, packed: i64) -> Pose {
        // A piece that is put somewhere stands somewhere.
        pose(self.pack, packed).unwrap_or(Pose::Spaces(SpacesPose {
            space: "nowhere".to_owned(),
            trail: None,
            corner: None,
        }))
    }

    pub(super) fn face(&self, face: u16) -> String {
        crate::facts::face_of(self.pack, face)
    }

    fn faces(&self, faces: &[u16]) -> Vec<String> {
        faces.iter().map(|&face| self.face(face)).collect()
    }

    /// A result of chance by names.
    pub(crate) fn chance(&self, chance: &core::Chance) -> Chance {
        match chance {
            core::Chance::Die { die, face } => Chance::Die {
                die: text(&self.names.dice, *die),
                face: self.face(*face),
            },
            core::Chance::Number { most, number } => Chance::Number {
                most: *most,
                number: *number,
            },
            core::Chance::Order { holder, entities } => Chance::Order {
                holder: self.id(*holder),
                entities: entities.iter().map(|&entity| self.id(entity)).collect(),
            },
        }
    }

    fn step(&self, procedure: Id<ProcedureDef>, step: u32) -> String {
        let procedure = self.pack.procedures.find(procedure);
        let step = procedure.and_then(|procedure| procedure.steps.get(step as usize));
        step.cloned().unwrap_or_default()
    }

    /// The name and the type of an entity's field.
    fn field_of(&self, entity: EntityId, field: u32) -> (&str, Ty) {
        let kind = self.kind(entity);
        let field = kind.and_then(|kind| kind.fields.get(field as usize));
        field.map_or(("", Ty::NOTHING), |field| (&field.name, field.ty))
    }

    /// A value of a field, or a member of one that is a set.
    fn held(&self, entity: EntityId, field: u32, value: i64) -> Value {
        self.one(self.field_of(entity, field).1.base, value)
    }

    fn members(&self, entity: EntityId, field: u32, members: &[i64]) -> Vec<Value> {
        let member = |&member| self.held(entity, field, member);
        members.iter().map(member).collect()
    }

    fn entry(&self, state: Id<StateDef>, value: i64) -> Value {
        let def = self.pack.states.find(state);
        self.one(def.map_or(Base::Nothing, |def| def.ty.base), value)
    }

    fn key(&self, state: Id<StateDef>, key: &[i64]) -> Vec<Value> {
        let def = self.pack.states.find(state);
        self.each(def.map_or(&[][..], |def| &def.keys), key)
    }

    /// An event by names; `None` if it is only told.
    pub(crate) fn event(&self, event: &core::Event) -> Option<Event> {
        let names = self.names;
        let id = |&entity: &EntityId| self.id(entity);
        let maybe = |&entity: &EntityId| self.maybe_id(i64::from(entity));
        let field = |&entity: &EntityId, &field: &u32| self.field_of(entity, field).0.to_owned();
        named! { event =>
            StepBegan { procedure, step } {
                procedure: text(&names.procedures, *procedure), step: self.step(*procedure, *step),
            }
            StepEnded { procedure, step } {
                procedure: text(&names.procedures, *procedure),
                step: step.map(|step| self.step(*procedure, step)),
            }
            Decided { player, prompt, chosen, .. } {
                player: id(player), asks: prompt.clone(), chosen: chosen.clone(),
            }
            AbilityUsed { rule, source, player } {
                rule: text(&names.rules, *rule), entity: maybe(&source.entity),
                player: maybe(player),
            }
            Tokens { entity, token, before, after } {
                entity: id(entity), token: text(&names.tokens, *token),
                before: *before, after: *after,
            }
            FieldSet { entity, field: at, before, after, .. } {
                entity: id(entity), field: field(entity, at),
                before: self.held(*entity, *at, *before), after: self.held(*entity, *at, *after),
            }
            MembersSet { entity, field: at, came, went, .. } {
                entity: id(entity), field: field(entity, at),
                came: self.members(*entity, *at, came), went: self.members(*entity, *at, went),
            }
            EntrySet { state, key, before, after } {
                state: text(&names.states, *state), key: self.key(*state, key),
                before: self.entry(*state, *before), after: self.entry(*state, *after),
            }
            Revealed { entity, field: at, value, members } {
                entity: id(entity), field: field(entity, at),
                value: match self.field_of(*entity, *at).1.set {
                    true => Value::List(self.members(*entity, *at, members)),
                    false => self.held(*entity, *at, *value),
                },
            }
            Made { entity, owner } { entity: id(entity), owner: maybe(owner) }
            Placed { entity, to } { entity: id(entity), to: self.pose(*to) }
            Moved { entity, from, to } {
                entity: id(entity), from: self.pose(*from), to: self.pose(*to),
            }
            Lifted { entity } { entity: id(entity) }
            Rolled { die, faces } { die: text(&names.dice, *die), faces: self.faces(faces) }
            Drawn { most, number } { most: *most, number: *number }
            DiceChanged { die, faces } { die: text(&names.dice, *die), faces: self.faces(faces) }
            DiceLocked { faces } { faces: self.faces(faces) }
            DiceBarred { faces } { faces: self.faces(faces) }
            CardMoved { entity, from, to, face_up } {
                entity: id(entity), from: maybe(from), to: maybe(to), face_up: *face_up,
            }
            Flipped { entity, up } { entity: id(entity), up: *up }
            Shuffled { holder } { holder: id(holder) }
            Removed { entity } { entity: id(entity) }
            Returned { entity } { entity: id(entity) }
            OwnerChanged { entity, owner } { entity: id(entity), owner: maybe(owner) }
            EffectStarted { number, effect, args } {
                number: *number, effect: text(&names.effects, *effect),
                arguments: self.effect_arguments(*effect, args),
            }
            EffectEnded { number, effect, args } {
                number: *number, effect: text(&names.effects, *effect),
                arguments: self.effect_arguments(*effect, args),
            }
            Ended { outcome, winners } {
                outcome: self.outcome(*outcome), winners: winners.iter().map(id).collect(),
            }
        }
    }
}
