//! Plain sentences for events, with names of the pack only, and what of an event each player may see.
//!
//! Nobody's secrets are in an account but the viewer's own.

use crate::content::Content;
use crate::events::{Event, Part, Said};
use crate::game::Game;
use crate::labels::{Labels, UNKNOWN_CARD};
use crate::outcome::Outcome;
use crate::viewer::Viewer;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{EntityId, Id, Moment, ProcedureDef, WindowDef, Winners};

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
            Event::Told {
                words,
                only: Some(only),
                ..
            } if !only.iter().any(|&player| viewer.sees_as(player)) => words.clear(),
            Event::Told { words, .. } => self.hide_unknown_words(words),
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

    /// Leaves names of cards that nobody knows out of what is told.
    fn hide_unknown_words(&self, words: &mut [Said]) {
        for word in words {
            if let Said::Entity(card) = word
                && self.state.is_unknown(&self.content, *card)
            {
                *word = Said::Words(UNKNOWN_CARD.to_owned());
            }
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
        let parts = event.parts();
        let mut sentence = String::new();
        let mut rest = self.form(event, viewer);
        while let Some((plain, (name, after))) = split(rest) {
            let part = parts.iter().find(|(part, _)| *part == name);
            debug_assert!(part.is_some(), "`{}` has no part `{name}`", event.name());
            sentence.push_str(plain);
            sentence.extend(part.map(|&(_, part)| self.part(part)));
            rest = after;
        }
        sentence + rest
    }

    /// The sentence for an event, with the names of its parts in braces.
    fn form(&self, event: &Event, viewer: Viewer) -> &'static str {
        let is_kept = |keeper: &Option<EntityId>| keeper.is_some_and(|keeper| !viewer.sees_as(keeper));
        match event {
            Event::StepBegan { .. } => "{procedure}.{step}",
            Event::StepEnded { step: Some(_), .. } => "{procedure}.{step} is over",
            Event::StepEnded { step: None, .. } => "{procedure} is over",
            Event::Decided {
                player, secret: true, ..
            } if !viewer.sees_as(*player) => "{player}: {prompt} (in secret)",
            Event::Decided { chosen, .. } if chosen.is_empty() => "{player}: {prompt} nothing",
            Event::Decided { .. } => "{player}: {prompt} {chosen}",
            Event::AbilityUsed { player: 0, .. } => "{rule}",
            Event::AbilityUsed { .. } => "{player} uses {rule}",
            Event::Tokens { .. } => "{thing}: {token} {before} to {after}",
            Event::FieldSet { keeper, .. } | Event::MembersSet { keeper, .. } if is_kept(keeper) => {
                "{thing}: {field} is set in secret"
            }
            Event::FieldSet { .. } => "{thing}: {field} {before} to {after}",
            Event::MembersSet { came, went, .. } => match (came.is_empty(), went.is_empty()) {
                (true, true) => "{thing}: {field} is put into another order",
                (true, false) => "{thing}: {field} no longer has {went}",
                (false, true) => "{thing}: {field} now has {came}",
                (false, false) => "{thing}: {field} now has {came}, no longer {went}",
            },
            Event::EntrySet { .. } => "{state}({key}): {before} to {after}",
            Event::Made { owner: 0, .. } => "{thing} is made",
            Event::Made { .. } => "{thing} is made for {owner}",
            Event::Placed { .. } => "{thing} is placed at {to}",
            Event::Moved { .. } => "{thing} moves from {from} to {to}",
            Event::Lifted { .. } => "{thing} is taken off the board",
            Event::Rolled { .. } => "{die} dice show {faces}",
            Event::Drawn { number: 0, .. } => "chance gives a number in secret",
            Event::Drawn { .. } => "chance gives {number} of {most}",
            Event::DiceChanged { .. } => "the dice now show {faces}",
            Event::DiceLocked { .. } => "{faces} can no longer be changed",
            Event::DiceBarred { .. } => "{faces} can no longer be rolled again",
            Event::CardMoved { from, face_up, .. } => match (face_up, from) {
                (true, 0) => "{thing} goes to {to}",
                (true, _) => "{thing} goes from {from} to {to}",
                (false, 0) => "a face-down card goes to {to}",
                (false, _) => "a face-down card goes from {from} to {to}",
            },
            Event::Flipped { up: true, .. } => "{thing} is turned face up",
            Event::Flipped { up: false, .. } => "{thing} is turned face down",
            Event::Shuffled { .. } => "{holder} is shuffled",
            Event::Removed { .. } => "{thing} leaves the game",
            Event::Returned { .. } => "{thing} returns to the game",
            Event::OwnerChanged { .. } => "{thing} now belongs to {owner}",
            Event::EffectStarted { .. } => "begins: {effect} ({args})",
            Event::EffectEnded { .. } => "ends: {effect} ({args})",
            Event::Revealed { .. } => "{thing} reveals {field}: {value}",
            Event::Told { only: Some(only), .. } if !only.iter().any(|&player| viewer.sees_as(player)) => "",
            Event::Told { .. } => "{words}",
            Event::Ended { outcome, winners } => match winners.len() {
                // Winners are told if the outcome itself does not fix them.
                _ if !self.leaves_winners_open(*outcome) => "the game ends: {outcome}",
                0 => "the game ends: {outcome}; nobody wins",
                1 => "the game ends: {outcome}; the winner is {winners}",
                _ => "the game ends: {outcome}; the winners are {winners}",
            },
        }
    }

    fn leaves_winners_open(&self, outcome: Outcome) -> bool {
        let def = match outcome {
            Outcome::Named(number) => self.content.pack.outcomes.find(number),
            _ => None,
        };
        def.is_some_and(|def| def.winners == Winners::Named)
    }

    /// A part of an event in words.
    pub(crate) fn part(&self, part: Part<'_>) -> String {
        let pack = &self.content.pack;
        match part {
            Part::Entity(entity) => self.name(entity),
            Part::Players(players) => {
                let names: Vec<String> = players.iter().map(|&player| self.name(player)).collect();
                names.join(", ")
            }
            Part::Procedure(procedure) => procedure_name(self.content, procedure).to_owned(),
            Part::Step(procedure, step) => step
                .map_or("", |step| step_of(self.content, procedure, step))
                .to_owned(),
            Part::Text(words) => words.to_owned(),
            Part::Texts(words) => words.join(", "),
            Part::Truth(truth) => self.value(Ty::BOOL, i64::from(truth)),
            Part::Whole(number) | Part::Drawn(number) => number.to_string(),
            Part::Rule(rule, source) => self.rule(rule, source),
            Part::Token(token) => pack
                .tokens
                .get(token as usize)
                .map_or("", |def| &def.name)
                .to_owned(),
            Part::Die(die) => pack.dice.get(die as usize).map_or("", |def| &def.name).to_owned(),
            Part::Faces(faces) => self.faces(faces),
            Part::Field(entity, field) => self.field_name(entity, field).to_owned(),
            Part::Value(entity, field, value, _) => self.field_value(entity, field, value),
            Part::Members(entity, field, members) => self.field_members(entity, field, members),
            Part::Shown(entity, field, value, members) => match self.names_set(entity, field) {
                true if members.is_empty() => "nothing".to_owned(),
                true => self.field_members(entity, field, members),
                false => self.field_value(entity, field, value),
            },
            Part::State(state) => pack.states.find(state).map_or("", |def| &def.name).to_owned(),
            Part::Key(state, key) => {
                let keys = pack.states.find(state).map_or(&[][..], |def| &def.keys);
                let key = keys
                    .iter()
                    .zip(key)
                    .map(|(part, &value)| self.value(part.ty, value));
                key.collect::<Vec<String>>().join(", ")
            }
            Part::Entry(state, value) => pack
                .states
                .find(state)
                .map_or_else(String::new, |def| self.value(def.ty, value)),
            Part::Effect(effect) => pack.effects.find(effect).map_or("", |def| &def.name).to_owned(),
            Part::Args(effect, args) => self.effect_args(effect, args).join(", "),
            Part::Pose(packed) => self.pose(packed),
            Part::Outcome(outcome) => outcome.title(self.content).to_owned(),
            Part::Said(words) => self.said(words),
        }
    }
}

/// The parts of a form: the text before the first name in braces, that name, and the text behind it.
fn split(form: &'static str) -> Option<(&'static str, (&'static str, &'static str))> {
    let (plain, rest) = form.split_once('{')?;
    Some((plain, rest.split_once('}')?))
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
        | Event::Told { thing: entity, .. }
        | Event::Revealed { entity, .. } => Some(entity),
        _ => None,
    }
}

fn procedure_name(content: &Content, procedure: Id<ProcedureDef>) -> &str {
    let procedure = content.pack.procedures.find(procedure);
    procedure.map_or("", |def| &def.name)
}

fn step_of(content: &Content, procedure: Id<ProcedureDef>, step: u32) -> &str {
    let def = content.pack.procedures.find(procedure);
    let step = def.and_then(|def| def.steps.get(step as usize));
    step.map_or("", String::as_str)
}

pub(crate) fn step_name(content: &Content, procedure: Id<ProcedureDef>, step: u32) -> String {
    let step = step_of(content, procedure, step);
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
