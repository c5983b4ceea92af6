//! A game as it stands, by names; what is asked, what chance gave, what happened.

use crate::model::play::{
    Answer, Chance, Choice, Decision, DecisionKind, Ending, Entity, Entry, Event, Means, PlaceAsked, Running,
    State,
};
use crate::model::{Pose, Value, Values};
use crate::names::{Names, pose, text};
use cardwright_bytecode::pack::{ChoiceStyle, EntityId, Pack, SlotDef, cell};
use cardwright_bytecode::{Base, Ty};
use cardwright_core::{self as core, Game};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The whole state.
pub(crate) fn state(game: &Game, names: &Names) -> State {
    let mut seen = Seen::default();
    seen.look(game, names);
    seen.state()
}

/// A state that is looked at again and again: what did not change is not worked out anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// For each entity of the pack, what it was made from, and how it was told; nothing while it is not in play.
    entities: Vec<Option<(Raw, Arc<Told>)>>,
    pub(crate) rest: Rest,
}

/// What an entity's words are made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Raw {
    cells: Vec<i64>,
    members: Vec<i64>,
    place: Option<u32>,
}

/// An entity by names, and as canonical JSON.
#[derive(Debug)]
struct Told {
    entity: Entity,
    json: String,
}

/// A state without its entities.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rest {
    pub(crate) round: i64,
    pub(crate) over: Option<Ending>,
    pub(crate) states: BTreeMap<String, Vec<Entry>>,
    pub(crate) effects: Vec<Running>,
}

/// What is not as it was when somebody looked last.
#[derive(Debug, Default)]
pub(crate) struct News {
    pub(crate) entities: Vec<Entity>,
    pub(crate) gone: Vec<String>,
}

impl Seen {
    /// Looks at a game; gives the entities that changed since the last look.
    pub(crate) fn look(&mut self, game: &Game, names: &Names) -> News {
        let pack = game.content().pack();
        let teller = Teller { game, names, pack };
        let count = pack.setup.entities.len();
        self.entities.resize_with(count, || None);
        let places = places(game, count);
        let mut news = News::default();
        for (at, known) in self.entities.iter_mut().enumerate() {
            let entity = (at + 1) as EntityId;
            if game.cell(entity, cell::IN_PLAY) != 1 {
                news.gone
                    .extend(known.take().map(|(_, told)| told.entity.id.clone()));
                continue;
            }
            let raw = teller.raw(entity, places[at]);
            if known.as_ref().is_some_and(|(earlier, _)| *earlier == raw) {
                continue;
            }
            let told = teller.entity(entity, places[at]);
            let json = canonical(&told);
            news.entities.push(told.clone());
            *known = Some((raw, Arc::new(Told { entity: told, json })));
        }
        self.rest = teller.rest();
        news
    }

    pub(crate) fn state(self) -> State {
        let Rest {
            round,
            over,
            states,
            effects,
        } = self.rest;
        let entities = self.entities.into_iter().flatten();
        State {
            round,
            over,
            entities: entities.map(|(_, told)| told.entity.clone()).collect(),
            states,
            effects,
        }
    }

    /// The hash of the state: see [`State`].
    pub(crate) fn hash(&self) -> String {
        let told = self.entities.iter().flatten();
        let mut entities: Vec<(&str, &str)> = told
            .map(|(_, told)| (told.entity.id.as_str(), told.json.as_str()))
            .collect();
        entities.sort_unstable();
        let entities: Vec<&str> = entities.into_iter().map(|(_, json)| json).collect();
        let Rest {
            round,
            over,
            states,
            effects,
        } = &self.rest;
        // The keys in their order.
        let json = format!(
            "{{\"effects\":{},\"entities\":[{}],\"over\":{},\"round\":{round},\"states\":{}}}",
            canonical(effects),
            entities.join(","),
            canonical(over),
            canonical(states)
        );
        crate::digest::sha256(json.as_bytes())
    }
}

/// A value as JSON without blanks, and with the keys of each object sorted.
pub(crate) fn canonical(value: &impl serde::Serialize) -> String {
    // Plain data with texts as keys can always be written.
    let value = serde_json::to_value(value).unwrap_or_default();
    let mut out = String::new();
    write_canonical(&value, &mut out);
    out
}

fn write_canonical(value: &serde_json::Value, out: &mut String) {
    match value {
        serde_json::Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        serde_json::Value::Object(fields) => {
            // Whatever order the map keeps.
            let fields: BTreeMap<&String, &serde_json::Value> = fields.iter().collect();
            out.push('{');
            for (at, (key, field)) in fields.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out.push_str(&serde_json::Value::String(key.clone()).to_string());
                out.push(':');
                write_canonical(field, out);
            }
            out.push('}');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

/// For each entity, where it lies among what its holder holds, from the top.
fn places(game: &Game, count: usize) -> Vec<Option<u32>> {
    let mut held: BTreeMap<i64, Vec<(i64, usize)>> = BTreeMap::new();
    for at in 0..count {
        let entity = (at + 1) as EntityId;
        let holder = game.cell(entity, cell::HOLDER);
        if holder > 0 && game.cell(entity, cell::IN_PLAY) == 1 {
            let order = game.cell(entity, cell::ORDER);
            held.entry(holder).or_default().push((order, at));
        }
    }
    let mut places = vec![None; count];
    for mut entities in held.into_values() {
        entities.sort_unstable_by(|one, other| other.cmp(one));
        for (place, (_, at)) in (0..).zip(entities) {
            places[at] = Some(place);
        }
    }
    places
}

/// Tells what a game knows by numbers.
pub(crate) struct Teller<'a> {
    pub(crate) game: &'a Game,
    pub(crate) names: &'a Names,
    pub(crate) pack: &'a Pack,
}

impl<'a> Teller<'a> {
    pub(crate) fn of(game: &'a Game, names: &'a Names) -> Self {
        Self {
            game,
            names,
            pack: game.content().pack(),
        }
    }

    fn raw(&self, entity: EntityId, place: Option<u32>) -> Raw {
        let kind = self.kind(entity);
        let (fields, tokens) = kind.map_or((&[][..], 0), |kind| (&kind.fields[..], kind.tokens.len()));
        let count = cell::HEADER + fields.len() + tokens;
        let mut members = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            if field.ty.set && field.state {
                let own = self.game.members(entity, at);
                members.push(own.len() as i64);
                members.extend(own);
            }
        }
        // Where it lies says more than the number by which it is sorted, and since when is no part of what is seen.
        let unseen = [cell::ORDER, cell::SINCE, cell::SHOWN];
        let cells = (0..count).filter(|cell| !unseen.contains(cell));
        Raw {
            cells: cells.map(|cell| self.game.cell(entity, cell)).collect(),
            members,
            place,
        }
    }

    fn kind(&self, entity: EntityId) -> Option<&'a cardwright_bytecode::pack::KindDef> {
        let kind = usize::try_from(self.game.cell(entity, cell::KIND)).ok()?;
        self.pack.kinds.get(kind)
    }

    pub(crate) fn id(&self, entity: EntityId) -> String {
        self.game.id_of(entity)
    }

    pub(crate) fn maybe_id(&self, entity: i64) -> Option<String> {
        let entity = EntityId::try_from(entity).ok().filter(|&entity| entity > 0)?;
        Some(self.id(entity))
    }

    fn entity(&self, entity: EntityId, place: Option<u32>) -> Entity {
        let cell_of = |cell| self.game.cell(entity, cell);
        let template = usize::try_from(cell_of(cell::TEMPLATE) - 1).ok();
        let template = template.and_then(|at| self.pack.templates.get(at));
        let kind = self.kind(entity);
        let fields = kind.map_or(&[][..], |kind| &kind.fields).iter().enumerate();
        let fields: Values = fields
            .filter(|(_, field)| field.state)
            .map(|(at, field)| (field.name.clone(), self.field(entity, at, field.ty)))
            .collect();
        let tokens = kind.map_or(&[][..], |kind| &kind.tokens).iter();
        let tokens = tokens.map(|&token| {
            let count = self.game.tokens(entity, usize::from(token));
            (text(&self.names.tokens, token), count)
        });
        Entity {
            id: self.id(entity),
            kind: text(
                &self.names.kinds,
                u64::try_from(cell_of(cell::KIND)).unwrap_or(u64::MAX),
            ),
            template: template.map(|template| template.id.clone()),
            owner: self.maybe_id(cell_of(cell::OWNER)),
            holder: self.maybe_id(cell_of(cell::HOLDER)),
            place,
            face_up: cell_of(cell::FACE_UP) == 1,
            at: self.game.pose(entity).and_then(|packed| pose(self.pack, packed)),
            fields,
            tokens: tokens.filter(|(_, count)| *count != 0).collect(),
        }
    }

    fn field(&self, entity: EntityId, field: usize, ty: Ty) -> Value {
        if ty.set {
            let members = self.game.members(entity, field);
            return Value::List(members.iter().map(|&member| self.one(ty.base, member)).collect());
        }
        self.one(ty.base, self.game.field(entity, field))
    }

    /// A value that is no set.
    pub(crate) fn one(&self, base: Base, value: i64) -> Value {
        match base {
            Base::Thing | Base::Entity(_) => self.maybe_id(value).map_or(Value::Null, Value::Name),
            base => self.names.plain(self.pack, base, value),
        }
    }

    fn each(&self, slots: &[SlotDef], values: &[i64]) -> Vec<Value> {
        let pairs = slots.iter().zip(values);
        pairs
            .map(|(slot, &value)| match slot.ty.set {
                true => self.names.value(self.pack, slot.ty, value),
                false => self.one(slot.ty.base, value),
            })
            .collect()
    }

    fn rest(&self) -> Rest {
        let mut states = BTreeMap::new();
        for (at, (def, id)) in (0..).zip(self.pack.states.iter().zip(&self.names.states)) {
            let entries = self.game.entries(at);
            let entries: Vec<Entry> = entries
                .map(|(key, value)| Entry {
                    key: self.each(&def.keys, key),
                    value: self.one(def.ty.base, value),
                })
                .collect();
            if !entries.is_empty() {
                states.insert(id.clone(), entries);
            }
        }
        let running = |(number, effect, arguments): (u32, u32, &[i64])| Running {
            number,
            effect: text(&self.names.effects, effect),
            arguments: self.effect_arguments(effect, arguments),
        };
        Rest {
            round: self.game.rounds(),
            over: self.game.outcome().map(|outcome| Ending {
                outcome: self.outcome(outcome),
                winners: self
                    .game
                    .winners()
                    .iter()
                    .map(|&winner| self.id(winner))
                    .collect(),
            }),
            states,
            effects: self.game.effects().map(running).collect(),
        }
    }

    fn outcome(&self, outcome: core::Outcome) -> String {
        match outcome {
            core::Outcome::Named(at) => text(&self.names.outcomes, at),
            other => other.id(self.game.content()).to_owned(),
        }
    }

    fn effect_arguments(&self, effect: u32, arguments: &[i64]) -> Vec<Value> {
        let def = self.pack.effects.get(effect as usize);
        self.each(def.map_or(&[][..], |def| &def.params), arguments)
    }

    /// What somebody is asked.
    pub(crate) fn decision(&self) -> Option<Decision> {
        let decision = self.game.decision()?;
        let options = decision.options.iter().enumerate();
        Some(Decision {
            by: self.id(decision.by),
            asks: decision.prompt.clone(),
            kind: match decision.kind {
                core::DecisionKind::Choose(_) => DecisionKind::Choose,
                core::DecisionKind::YesNo(_) => DecisionKind::YesNo,
                core::DecisionKind::Ability(_) => DecisionKind::Ability,
                core::DecisionKind::Offer(_) => DecisionKind::Offer,
                core::DecisionKind::Place(_) => DecisionKind::Place,
            },
            options: options
                .map(|(at, option)| Choice {
                    label: option.label.clone(),
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
                let choice = self.pack.choices.get(choice as usize);
                match choice.map(|choice| (choice.style, choice.ty.base)) {
                    Some((ChoiceStyle::Branch, _)) => Means::Branch {
                        label: option.label.clone(),
                    },
                    Some((_, Base::Die)) => Means::Die {
                        die: option.label.clone(),
                    },
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

    fn pose(&self, packed: i64) -> Pose {
        // A piece that is put somewhere stands somewhere.
        pose(self.pack, packed).unwrap_or(Pose::Spaces(crate::model::SpacesPose {
            space: "nowhere".to_owned(),
            trail: None,
            corner: None,
        }))
    }

    fn face(&self, face: u16) -> String {
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

    /// Something that happened.
    pub(crate) fn event(&self, event: &core::Event) -> Event {
        use core::Event as E;
        let id = |entity: &EntityId| self.id(*entity);
        let maybe = |entity: &EntityId| self.maybe_id(i64::from(*entity));
        match event {
            E::StepBegan { procedure, step } => Event::StepBegan {
                procedure: text(&self.names.procedures, *procedure),
                step: self.step(*procedure, *step),
            },
            E::StepEnded { procedure, step } => Event::StepEnded {
                procedure: text(&self.names.procedures, *procedure),
                step: step.map(|step| self.step(*procedure, step)),
            },
            E::WindowOpened { window } => Event::WindowOpened {
                window: text(&self.names.windows, *window),
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
            } => {
                let (field, ty) = self.field_of(*entity, *field);
                Event::FieldSet {
                    entity: id(entity),
                    field,
                    before: self.one(ty.base, *before),
                    after: self.one(ty.base, *after),
                }
            }
            E::MembersSet {
                entity,
                field,
                came,
                went,
                ..
            } => {
                let (field, ty) = self.field_of(*entity, *field);
                let told =
                    |members: &[i64]| members.iter().map(|&member| self.one(ty.base, member)).collect();
                Event::MembersSet {
                    entity: id(entity),
                    field,
                    came: told(came),
                    went: told(went),
                }
            }
            E::EntrySet {
                state,
                key,
                before,
                after,
            } => {
                let def = self.pack.states.get(*state as usize);
                let base = def.map_or(Base::Nothing, |def| def.ty.base);
                Event::EntrySet {
                    state: text(&self.names.states, *state),
                    key: self.each(def.map_or(&[][..], |def| &def.keys), key),
                    before: self.one(base, *before),
                    after: self.one(base, *after),
                }
            }
            E::Revealed {
                entity,
                field,
                value,
                members,
            } => {
                let (field, ty) = self.field_of(*entity, *field);
                let value = match ty.set {
                    true => Value::List(members.iter().map(|&member| self.one(ty.base, member)).collect()),
                    false => self.one(ty.base, *value),
                };
                Event::Revealed {
                    entity: id(entity),
                    field,
                    value,
                }
            }
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
