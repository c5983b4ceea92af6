//! Plain sentences for events, with names of the pack only, and what of an event each player may see.
//!
//! Nobody's secrets are in an account but the viewer's own.

use crate::content::Content;
use crate::events::Event;
use crate::game::Game;
use crate::labels::Labels;
use crate::outcome::Outcome;
use crate::state::Source;
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{EntityId, Id, Moment, ProcedureDef, Rule, StateDef, WindowDef, Winners};

impl Game {
    /// The plain sentence for an event as this viewer may know it.
    #[must_use]
    pub fn render(&self, event: &Event, viewer: Viewer) -> String {
        self.guarded_labels(viewer).sentence(event, viewer)
    }

    /// An event without what this viewer may not see: secret answers, secret values (0 instead), and which card it
    /// was that nobody knows (nobody instead).
    #[must_use]
    pub fn seen_by(&self, event: &Event, viewer: Viewer) -> Event {
        let mut seen = event.clone();
        if viewer.sees_all() {
            return seen;
        }
        match &mut seen {
            Event::Decided {
                player,
                chosen,
                secret: true,
                ..
            } if !viewer.sees_as(*player) => chosen.clear(),
            Event::FieldSet {
                before,
                after,
                keeper: Some(keeper),
                ..
            } if !viewer.sees_as(*keeper) => (*before, *after) = (0, 0),
            Event::MembersSet {
                came,
                went,
                keeper: Some(keeper),
                ..
            } if !viewer.sees_as(*keeper) => (*came, *went) = (Vec::new(), Vec::new()),
            _ => {}
        }
        self.hide_unknown_members(&mut seen);
        if let Event::FieldSet {
            entity,
            field,
            before,
            after,
            ..
        } = &mut seen
            && self.labels().names_entities(*entity, *field)
        {
            self.hide_unknown(before);
            self.hide_unknown(after);
        }
        if let Event::EffectStarted { effect, args, .. } | Event::EffectEnded { effect, args, .. } = &mut seen
        {
            let def = self.content.pack.effects.find(*effect);
            let params = def.map_or(&[][..], |def| &def.params);
            let entities = params
                .iter()
                .zip(args)
                .filter(|(param, _)| param.ty.base.is_entity());
            entities.for_each(|(_, value)| self.hide_unknown(value));
        }
        if let Some(entity) = subject(&mut seen)
            && self.state.is_unknown(&self.content, *entity)
        {
            *entity = 0;
        }
        seen
    }

    /// Makes cards that nobody knows nobody in a set, and in what a state holds.
    fn hide_unknown_members(&self, event: &mut Event) {
        match event {
            Event::MembersSet {
                entity,
                field,
                came,
                went,
                ..
            } if self.labels().names_entities(*entity, *field) => {
                came.iter_mut()
                    .chain(went)
                    .for_each(|member| self.hide_unknown(member));
            }
            Event::EntrySet {
                state,
                key,
                before,
                after,
            } => {
                let Some(def) = self.content.pack.states.find(*state) else {
                    return;
                };
                let types = def.keys.iter().map(|key| key.ty).chain([def.ty, def.ty]);
                let values = key.iter_mut().chain([before, after]);
                let entities = types.zip(values).filter(|(ty, _)| ty.base.is_entity());
                entities.for_each(|(_, value)| self.hide_unknown(value));
            }
            _ => {}
        }
    }

    /// Makes a card that nobody knows nobody (0).
    fn hide_unknown(&self, entity: &mut i64) {
        if EntityId::try_from(*entity).is_ok_and(|card| self.state.is_unknown(&self.content, card)) {
            *entity = 0;
        }
    }

    fn guarded_labels(&self, viewer: Viewer) -> Labels<'_> {
        Labels {
            guarded: !viewer.sees_all(),
            ..self.labels()
        }
    }
}

impl Labels<'_> {
    fn name(&self, entity: EntityId) -> String {
        self.entity(i64::from(entity))
    }

    fn sentence(&self, event: &Event, viewer: Viewer) -> String {
        match event {
            Event::StepBegan { .. } | Event::StepEnded { .. } => self.timing(event),
            Event::Decided { .. } => self.decided(event, viewer),
            Event::AbilityUsed { rule, source, player } => self.used(*rule, *source, *player),
            Event::Tokens { .. }
            | Event::FieldSet { .. }
            | Event::MembersSet { .. }
            | Event::EntrySet { .. }
            | Event::Revealed { .. } => self.change(event, viewer),
            Event::Rolled { die, faces } => {
                let die = self.content.pack.dice.get(*die as usize);
                let die = die.map_or("", |def| &def.name);
                format!("{die} dice show {}", self.faces(faces))
            }
            Event::Drawn { number: 0, .. } => "chance gives a number in secret".into(),
            Event::Drawn { most, number } => format!("chance gives {number} of {most}"),
            Event::DiceChanged { faces } => format!("the dice now show {}", self.faces(faces)),
            Event::EffectStarted { effect, args, .. } => format!("begins: {}", self.effect(*effect, args)),
            Event::EffectEnded { effect, args, .. } => format!("ends: {}", self.effect(*effect, args)),
            Event::DiceLocked { faces } => format!("{} can no longer be changed", self.faces(faces)),
            Event::DiceBarred { faces } => format!("{} can no longer be rolled again", self.faces(faces)),
            Event::Ended { outcome, winners } => self.ended(*outcome, winners),
            _ => self.motion(event),
        }
    }

    fn timing(&self, event: &Event) -> String {
        match event {
            Event::StepBegan { procedure, step } => step_name(self.content, *procedure, *step),
            Event::StepEnded { procedure, step } => {
                let name = match step {
                    Some(step) => step_name(self.content, *procedure, *step),
                    None => procedure_name(self.content, *procedure).to_owned(),
                };
                format!("{name} is over")
            }
            _ => String::new(),
        }
    }

    fn decided(&self, event: &Event, viewer: Viewer) -> String {
        let Event::Decided {
            player,
            prompt,
            chosen,
            secret,
        } = event
        else {
            return String::new();
        };
        let name = self.name(*player);
        if *secret && !viewer.sees_as(*player) {
            format!("{name}: {prompt} (in secret)")
        } else if chosen.is_empty() {
            format!("{name}: {prompt} nothing")
        } else {
            format!("{name}: {prompt} {}", chosen.join(", "))
        }
    }

    fn used(&self, rule: Id<Rule>, source: Source, player: EntityId) -> String {
        let what = self.rule(rule, source);
        if player == 0 {
            what
        } else {
            format!("{} uses {what}", self.name(player))
        }
    }

    /// Tokens and fields of an entity.
    fn change(&self, event: &Event, viewer: Viewer) -> String {
        match event {
            Event::Tokens {
                entity,
                token,
                before,
                after,
            } => {
                let token = self.content.pack.tokens.get(*token as usize);
                let token = token.map_or("", |def| &def.name);
                format!("{}: {token} {before} to {after}", self.name(*entity))
            }
            Event::FieldSet {
                entity,
                field,
                before,
                after,
                keeper,
            } => {
                let (name, field_name) = (self.name(*entity), self.field_name(*entity, *field));
                if keeper.is_some_and(|keeper| !viewer.sees_as(keeper)) {
                    return format!("{name}: {field_name} is set in secret");
                }
                let [before, after] = [before, after].map(|value| self.field_value(*entity, *field, *value));
                format!("{name}: {field_name} {before} to {after}")
            }
            Event::MembersSet {
                entity,
                field,
                came,
                went,
                keeper,
            } => {
                let (name, field_name) = (self.name(*entity), self.field_name(*entity, *field));
                if keeper.is_some_and(|keeper| !viewer.sees_as(keeper)) {
                    return format!("{name}: {field_name} is set in secret");
                }
                let [came, went] = [came, went].map(|members| self.field_members(*entity, *field, members));
                match (came.is_empty(), went.is_empty()) {
                    (true, true) => format!("{name}: {field_name} is put into another order"),
                    (true, false) => format!("{name}: {field_name} no longer has {went}"),
                    (false, true) => format!("{name}: {field_name} now has {came}"),
                    (false, false) => format!("{name}: {field_name} now has {came}, no longer {went}"),
                }
            }
            Event::EntrySet {
                state,
                key,
                before,
                after,
            } => self.entry_set(*state, key, [*before, *after]),
            Event::Revealed {
                entity,
                field,
                value,
                members,
            } => {
                let (name, field_name) = (self.name(*entity), self.field_name(*entity, *field));
                let value = match self.names_set(*entity, *field) {
                    true if members.is_empty() => "nothing".to_owned(),
                    true => self.field_members(*entity, *field, members),
                    false => self.field_value(*entity, *field, *value),
                };
                format!("{name} reveals {field_name}: {value}")
            }
            _ => String::new(),
        }
    }

    /// `owed(Red, Blue) 0 to 3`
    fn entry_set(&self, state: Id<StateDef>, key: &[i64], values: [i64; 2]) -> String {
        let Some(def) = self.content.pack.states.find(state) else {
            return String::new();
        };
        let key: Vec<String> = def
            .keys
            .iter()
            .zip(key)
            .map(|(part, &value)| self.value(part.ty, value))
            .collect();
        let [before, after] = values.map(|value| self.value(def.ty, value));
        format!("{}({}): {before} to {after}", def.name, key.join(", "))
    }

    /// Entities that come, go and lie elsewhere.
    fn motion(&self, event: &Event) -> String {
        match event {
            Event::Made { entity, owner: 0 } => format!("{} is made", self.name(*entity)),
            Event::Made { entity, owner } => {
                format!("{} is made for {}", self.name(*entity), self.name(*owner))
            }
            Event::Placed { entity, to } => format!("{} is placed at {}", self.name(*entity), self.pose(*to)),
            Event::Moved { entity, from, to } => {
                let (from, to) = (self.pose(*from), self.pose(*to));
                format!("{} moves from {from} to {to}", self.name(*entity))
            }
            Event::Lifted { entity } => format!("{} is taken off the board", self.name(*entity)),
            Event::CardMoved {
                entity,
                from,
                to,
                face_up,
            } => {
                let (card, to) = (self.moved_card(*entity, *face_up), self.name(*to));
                if *from == 0 {
                    format!("{card} goes to {to}")
                } else {
                    format!("{card} goes from {} to {to}", self.name(*from))
                }
            }
            Event::Flipped { entity, up } => {
                let side = if *up { "up" } else { "down" };
                format!("{} is turned face {side}", self.name(*entity))
            }
            Event::Shuffled { holder } => format!("{} is shuffled", self.name(*holder)),
            Event::Removed { entity } => format!("{} leaves the game", self.name(*entity)),
            Event::Returned { entity } => format!("{} returns to the game", self.name(*entity)),
            Event::OwnerChanged { entity, owner } => {
                format!("{} now belongs to {}", self.name(*entity), self.name(*owner))
            }
            _ => String::new(),
        }
    }

    /// Winners are told if the outcome itself does not fix them.
    fn ended(&self, outcome: Outcome, winners: &[EntityId]) -> String {
        let title = outcome.title(self.content);
        let def = match outcome {
            Outcome::Named(number) => self.content.pack.outcomes.find(number),
            _ => None,
        };
        if def.is_none_or(|def| def.winners != Winners::Named) {
            return format!("the game ends: {title}");
        }
        let names: Vec<String> = winners.iter().map(|&winner| self.name(winner)).collect();
        match names.as_slice() {
            [] => format!("the game ends: {title}; nobody wins"),
            [one] => format!("the game ends: {title}; {one} wins"),
            several => format!("the game ends: {title}; {} win", several.join(", ")),
        }
    }

    fn moved_card(&self, card: EntityId, face_up: bool) -> String {
        if face_up {
            self.name(card)
        } else {
            "a face-down card".into()
        }
    }
}

/// The entity that an event is about, where it can be a card that nobody knows.
fn subject(event: &mut Event) -> Option<&mut EntityId> {
    match event {
        Event::Tokens { entity, .. }
        | Event::FieldSet { entity, .. }
        | Event::MembersSet { entity, .. }
        | Event::CardMoved { entity, .. }
        | Event::Flipped { entity, .. }
        | Event::Made { entity, .. }
        | Event::Removed { entity }
        | Event::Returned { entity }
        | Event::OwnerChanged { entity, .. }
        | Event::Revealed { entity, .. } => Some(entity),
        _ => None,
    }
}

fn procedure_name(content: &Content, procedure: Id<ProcedureDef>) -> &str {
    let procedure = content.pack.procedures.find(procedure);
    procedure.map_or("", |def| &def.name)
}

fn step_name(content: &Content, procedure: Id<ProcedureDef>, step: u32) -> String {
    let steps = content.pack.procedures.find(procedure).map(|def| &def.steps);
    let step = steps
        .and_then(|steps| steps.get(step as usize))
        .map_or("", String::as_str);
    format!("{}.{step}", procedure_name(content, procedure))
}

/// A window as content writes it.
pub(crate) fn window_name(content: &Content, window: Id<WindowDef>) -> String {
    let Some(def) = content.pack.windows.find(window) else {
        return String::new();
    };
    let moment = match def.moment {
        Moment::Before => "before",
        Moment::At => "at",
        Moment::After => "after",
    };
    match def.step {
        Some(step) => format!("{moment} {}", step_name(content, def.procedure, step)),
        None => format!("{moment} {}", procedure_name(content, def.procedure)),
    }
}
