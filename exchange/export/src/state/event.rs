//! What chance gave, and what happened.

use super::Teller;
use crate::model::play::{Chance, Event};
use crate::model::{Pose, SpacesPose, Value};
use crate::names::{pose, text};
use cardwright_bytecode::pack::EntityId;
use cardwright_bytecode::{Base, Ty};
use cardwright_core as core;

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

    /// What chance gave.
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

    fn step(&self, procedure: u32, step: u32) -> String {
        let procedure = self.pack.procedures.get(procedure as usize);
        let step = procedure.and_then(|procedure| procedure.steps.get(step as usize));
        step.cloned().unwrap_or_default()
    }

    fn field_of(&self, entity: EntityId, field: u32) -> (String, Ty) {
        let kind = self.kind(entity);
        let field = kind.and_then(|kind| kind.fields.get(field as usize));
        field.map_or((String::new(), Ty::NOTHING), |field| {
            (field.name.clone(), field.ty)
        })
    }

    fn field_set(&self, entity: EntityId, field: u32, [before, after]: [i64; 2]) -> Event {
        let (field, ty) = self.field_of(entity, field);
        Event::FieldSet {
            entity: self.id(entity),
            field,
            before: self.one(ty.base, before),
            after: self.one(ty.base, after),
        }
    }

    fn members_set(&self, entity: EntityId, field: u32, came: &[i64], went: &[i64]) -> Event {
        let (field, ty) = self.field_of(entity, field);
        Event::MembersSet {
            entity: self.id(entity),
            field,
            came: self.members(ty.base, came),
            went: self.members(ty.base, went),
        }
    }

    fn entry_set(&self, state: u32, key: &[i64], [before, after]: [i64; 2]) -> Event {
        let def = self.pack.states.get(state as usize);
        let base = def.map_or(Base::Nothing, |def| def.ty.base);
        Event::EntrySet {
            state: text(&self.names.states, state),
            key: self.each(def.map_or(&[][..], |def| &def.keys), key),
            before: self.one(base, before),
            after: self.one(base, after),
        }
    }

    fn revealed(&self, entity: EntityId, field: u32, value: i64, members: &[i64]) -> Event {
        let (field, ty) = self.field_of(entity, field);
        Event::Revealed {
            entity: self.id(entity),
            field,
            value: match ty.set {
                true => Value::List(self.members(ty.base, members)),
                false => self.one(ty.base, value),
            },
        }
    }

    fn members(&self, base: Base, members: &[i64]) -> Vec<Value> {
        members.iter().map(|&member| self.one(base, member)).collect()
    }

    /// Something that happened.
    pub(crate) fn event(&self, event: &core::Event) -> Event {
        use core::Event as E;
        let id = |entity: &EntityId| self.id(*entity);
        let maybe = |entity: &EntityId| self.maybe_id(i64::from(*entity));
        match event {
            E::StepBegan { procedure, step } => Event::StepBegan {
                procedure: text(&self.names.procedures, *procedure),
                step: self.step(procedure.number(), *step),
            },
            E::StepEnded { procedure, step } => Event::StepEnded {
                procedure: text(&self.names.procedures, *procedure),
                step: step.map(|step| self.step(procedure.number(), step)),
            },
            E::Decided {
                player,
                prompt,
                chosen,
                ..
            } => Event::Decided {
                player: id(player),
                asks: prompt.clone(),
                chosen: chosen.clone(),
            },
            E::AbilityUsed { rule, source, player } => Event::AbilityUsed {
                rule: text(&self.names.rules, *rule),
                entity: maybe(&source.entity),
                player: maybe(player),
            },
            E::Placed { entity, to } => Event::Placed {
                entity: id(entity),
                to: self.pose(*to),
            },
            E::Moved { entity, from, to } => Event::Moved {
                entity: id(entity),
                from: self.pose(*from),
                to: self.pose(*to),
            },
            E::Lifted { entity } => Event::Lifted { entity: id(entity) },
            E::Rolled { die, faces } => Event::Rolled {
                die: text(&self.names.dice, *die),
                faces: self.faces(faces),
            },
            E::Drawn { most, number } => Event::Drawn {
                most: *most,
                number: *number,
            },
            E::DiceChanged { faces } => Event::DiceChanged {
                faces: self.faces(faces),
            },
            E::DiceLocked { faces } => Event::DiceLocked {
                faces: self.faces(faces),
            },
            E::DiceBarred { faces } => Event::DiceBarred {
                faces: self.faces(faces),
            },
            E::EffectStarted { number, effect, args } => Event::EffectStarted {
                number: *number,
                effect: text(&self.names.effects, *effect),
                arguments: self.effect_arguments(*effect, args),
            },
            E::EffectEnded { number, effect, args } => Event::EffectEnded {
                number: *number,
                effect: text(&self.names.effects, *effect),
                arguments: self.effect_arguments(*effect, args),
            },
            E::Ended { outcome, winners } => Event::Ended {
                outcome: self.outcome(*outcome),
                winners: winners.iter().map(id).collect(),
            },
            E::Tokens {
                entity,
                token,
                before,
                after,
            } => Event::Tokens {
                entity: id(entity),
                token: text(&self.names.tokens, *token),
                before: *before,
                after: *after,
            },
            E::FieldSet {
                entity,
                field,
                before,
                after,
                ..
            } => self.field_set(*entity, *field, [*before, *after]),
            E::MembersSet {
                entity,
                field,
                came,
                went,
                ..
            } => self.members_set(*entity, *field, came, went),
            E::EntrySet {
                state,
                key,
                before,
                after,
            } => self.entry_set(state.number(), key, [*before, *after]),
            E::Revealed {
                entity,
                field,
                value,
                members,
            } => self.revealed(*entity, *field, *value, members),
            E::Made { entity, owner } => Event::Made {
                entity: id(entity),
                owner: maybe(owner),
            },
            E::CardMoved {
                entity,
                from,
                to,
                face_up,
            } => Event::CardMoved {
                entity: id(entity),
                from: maybe(from),
                to: maybe(to),
                face_up: *face_up,
            },
            E::Flipped { entity, up } => Event::Flipped {
                entity: id(entity),
                up: *up,
            },
            E::Shuffled { holder } => Event::Shuffled { holder: id(holder) },
            E::Returned { entity } => Event::Returned { entity: id(entity) },
            E::OwnerChanged { entity, owner } => Event::OwnerChanged {
                entity: id(entity),
                owner: maybe(owner),
            },
            E::Removed { entity } => Event::Removed { entity: id(entity) },
        }
    }
}
