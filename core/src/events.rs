//! What happened, for accounts of play and for tests: events, the log that keeps them, and their sentences.
//!
//! Events are no part of the state: recording can be switched off, and nothing else changes. Sentences use
//! names of the pack only.

use crate::content::Content;
use crate::labels::Labels;
use crate::limits::MAX_EVENTS;
use crate::outcome::Outcome;
use crate::state::Source;
use cardwright_bytecode::pack::{EntityId, Moment, Winners, cell};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A step of a procedure began.
    StepBegan {
        /// Index into the pack's procedures.
        procedure: u32,
        /// Index into its steps.
        step: u32,
    },
    /// A step of a procedure is over, or, without a step, the whole procedure.
    StepEnded {
        /// Index into the pack's procedures.
        procedure: u32,
        /// Index into its steps.
        step: Option<u32>,
    },
    /// A timing window opened in which rules live.
    WindowOpened {
        /// Index into the pack's windows.
        window: u32,
    },
    /// A player decided.
    Decided {
        /// Who.
        player: EntityId,
        /// The question.
        prompt: String,
        /// The labels of what was chosen.
        chosen: Vec<String>,
        /// Whether only he knows the answer.
        secret: bool,
    },
    /// A rule did what it says.
    AbilityUsed {
        /// Index into the pack's rules.
        rule: u32,
        /// Where it applies from.
        source: Source,
        /// Who used it, or nobody.
        player: EntityId,
    },
    /// A count of tokens changed.
    Tokens {
        /// On which entity.
        entity: EntityId,
        /// Index into the pack's tokens.
        token: u32,
        /// How many there were.
        before: i64,
        /// How many there are.
        after: i64,
    },
    /// A field changed.
    FieldSet {
        /// Of which entity.
        entity: EntityId,
        /// Its number among the fields of the kind.
        field: u32,
        /// What it was.
        before: i64,
        /// What it is.
        after: i64,
        /// Whether only the owner sees it.
        secret: bool,
    },
    /// A piece was put on the board.
    Placed {
        /// Which one.
        entity: EntityId,
        /// Its packed pose.
        to: i64,
    },
    /// A piece on the board went elsewhere.
    Moved {
        /// Which one.
        entity: EntityId,
        /// Its packed pose before.
        from: i64,
        /// Its packed pose now.
        to: i64,
    },
    /// A piece was taken off the board.
    Lifted {
        /// Which one.
        entity: EntityId,
    },
    /// Dice were rolled.
    Rolled {
        /// Index into the pack's dice.
        die: u32,
        /// What they show.
        faces: Vec<u16>,
    },
    /// A pool was modified.
    DiceChanged {
        /// What its dice show now.
        faces: Vec<u16>,
    },
    /// Results of a pool can no longer be changed.
    DiceLocked {
        /// What these dice show.
        faces: Vec<u16>,
    },
    /// An entity was laid on another.
    CardMoved {
        /// Which one.
        entity: EntityId,
        /// What held it.
        from: EntityId,
        /// What holds it.
        to: EntityId,
        /// Whether it lies face up.
        face_up: bool,
    },
    /// An entity was turned over.
    Flipped {
        /// Which one.
        entity: EntityId,
        /// Whether it lies face up now.
        up: bool,
    },
    /// What an entity holds was put into random order.
    Shuffled {
        /// What holds it.
        holder: EntityId,
    },
    /// An entity left the game.
    Removed {
        /// Which one.
        entity: EntityId,
    },
    /// An entity came back into the game.
    Returned {
        /// Which one.
        entity: EntityId,
    },
    /// An entity was given to another player.
    OwnerChanged {
        /// Which one.
        entity: EntityId,
        /// The new owner.
        owner: EntityId,
    },
    /// A lasting effect started.
    EffectStarted {
        /// Its number.
        number: u32,
        /// Index into the pack's effects.
        effect: u32,
        /// Its arguments.
        args: Vec<i64>,
    },
    /// A lasting effect ended.
    EffectEnded {
        /// Its number.
        number: u32,
        /// Index into the pack's effects.
        effect: u32,
        /// Its arguments.
        args: Vec<i64>,
    },
    /// A secret field was shown to everyone.
    Revealed {
        /// Of which entity.
        entity: EntityId,
        /// Its number among the fields of the kind.
        field: u32,
        /// What it is.
        value: i64,
    },
    /// The game ended.
    Ended {
        /// How.
        outcome: Outcome,
        /// Who won, in seat order.
        winners: Vec<EntityId>,
    },
}

/// The events of a game, as far as they are recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
    /// Nothing is recorded, and decisions carry no labels.
    pub(crate) quiet: bool,
    /// How many events there was no room for.
    pub(crate) lost: u64,
}

impl Log {
    /// Records an event, made only if it is recorded.
    pub(crate) fn note(&mut self, event: impl FnOnce() -> Event) {
        if self.quiet {
            return;
        }
        if self.events.len() >= MAX_EVENTS {
            self.lost += 1;
            return;
        }
        self.events.push(event());
    }
}

/// The plain sentence for an event.
pub(crate) fn sentence(event: &Event, labels: &Labels<'_>) -> String {
    let content = labels.content;
    let name = |entity: EntityId| labels.entity(i64::from(entity));
    match event {
        Event::StepBegan { procedure, step } => step_name(content, *procedure, *step),
        Event::StepEnded { procedure, step } => {
            let name = step.map(|step| step_name(content, *procedure, step));
            let procedure = content.pack.procedures.get(*procedure as usize);
            let name = name.unwrap_or_else(|| procedure.map_or(String::new(), |def| def.name.clone()));
            format!("{name} is over")
        }
        Event::WindowOpened { window } => window_name(content, *window),
        Event::Decided {
            player,
            prompt,
            secret: true,
            ..
        } => format!("{}: {prompt} (in secret)", name(*player)),
        Event::Decided {
            player,
            prompt,
            chosen,
            ..
        } if chosen.is_empty() => {
            format!("{}: {prompt} nothing", name(*player))
        }
        Event::Decided {
            player,
            prompt,
            chosen,
            ..
        } => {
            format!("{}: {prompt} {}", name(*player), chosen.join(", "))
        }
        Event::AbilityUsed { rule, source, player } => used(labels, *rule, *source, *player),
        Event::Tokens {
            entity,
            token,
            before,
            after,
        } => {
            let token = content
                .pack
                .tokens
                .get(*token as usize)
                .map_or("", |def| &def.name);
            format!("{}: {token} {before} to {after}", name(*entity))
        }
        Event::FieldSet {
            entity,
            field,
            secret: true,
            ..
        } => {
            format!(
                "{}: {} is set in secret",
                name(*entity),
                labels.field_name(*entity, *field)
            )
        }
        Event::FieldSet {
            entity,
            field,
            before,
            after,
            ..
        } => {
            let [before, after] = [before, after].map(|value| labels.field_value(*entity, *field, *value));
            format!(
                "{}: {} {before} to {after}",
                name(*entity),
                labels.field_name(*entity, *field)
            )
        }
        Event::Placed { entity, to } => format!("{} is placed at {}", name(*entity), labels.pose(*to)),
        Event::Moved { entity, from, to } => {
            format!(
                "{} moves from {} to {}",
                name(*entity),
                labels.pose(*from),
                labels.pose(*to)
            )
        }
        Event::Lifted { entity } => format!("{} is taken off the board", name(*entity)),
        Event::DiceLocked { faces } => format!("{} can no longer be changed", labels.faces(faces)),
        Event::Rolled { die, faces } => {
            let die = content.pack.dice.get(*die as usize).map_or("", |def| &def.name);
            format!("{die} dice show {}", labels.faces(faces))
        }
        Event::DiceChanged { faces } => format!("the dice now show {}", labels.faces(faces)),
        Event::CardMoved {
            entity,
            from,
            to,
            face_up,
        } => {
            let (card, to) = (
                if *face_up {
                    name(*entity)
                } else {
                    "a face-down card".into()
                },
                name(*to),
            );
            if *from == 0 {
                format!("{card} goes to {to}")
            } else {
                format!("{card} goes from {} to {to}", name(*from))
            }
        }
        Event::Flipped { entity, up } => {
            format!(
                "{} is turned face {}",
                name(*entity),
                if *up { "up" } else { "down" }
            )
        }
        Event::Shuffled { holder } => format!("{} is shuffled", name(*holder)),
        Event::Removed { entity } => format!("{} leaves the game", name(*entity)),
        Event::Returned { entity } => format!("{} returns to the game", name(*entity)),
        Event::OwnerChanged { entity, owner } => format!("{} now belongs to {}", name(*entity), name(*owner)),
        Event::EffectStarted { effect, args, .. } => format!("begins: {}", labels.effect(*effect, args)),
        Event::EffectEnded { effect, args, .. } => format!("ends: {}", labels.effect(*effect, args)),
        Event::Revealed { entity, field, value } => {
            let value = labels.field_value(*entity, *field, *value);
            format!(
                "{} reveals {}: {value}",
                name(*entity),
                labels.field_name(*entity, *field)
            )
        }
        Event::Ended { outcome, winners } => ended(labels, *outcome, winners),
    }
}

/// Winners are told if the outcome itself does not fix them.
fn ended(labels: &Labels<'_>, outcome: Outcome, winners: &[EntityId]) -> String {
    let title = outcome.title(labels.content);
    let def = match outcome {
        Outcome::Named(number) => labels.content.pack.outcomes.get(number as usize),
        _ => None,
    };
    if def.is_none_or(|def| def.winners != Winners::Named) {
        return format!("the game ends: {title}");
    }
    let names: Vec<String> = winners
        .iter()
        .map(|&winner| labels.entity(i64::from(winner)))
        .collect();
    match names.as_slice() {
        [] => format!("the game ends: {title}; nobody wins"),
        [one] => format!("the game ends: {title}; {one} wins"),
        several => format!("the game ends: {title}; {} win", several.join(", ")),
    }
}

fn used(labels: &Labels<'_>, rule: u32, source: Source, player: EntityId) -> String {
    let what = labels.rule(rule, source);
    if player == 0 {
        what
    } else {
        format!("{} uses {what}", labels.entity(i64::from(player)))
    }
}

fn step_name(content: &Content, procedure: u32, step: u32) -> String {
    let procedure = content.pack.procedures.get(procedure as usize);
    let step = procedure
        .and_then(|def| def.steps.get(step as usize))
        .map_or("", String::as_str);
    format!("{}.{step}", procedure.map_or("", |def| &def.name))
}

/// A window as content writes it.
pub(crate) fn window_name(content: &Content, window: u32) -> String {
    let Some(def) = content.pack.windows.get(window as usize) else {
        return String::new();
    };
    let moment = match def.moment {
        Moment::Before => "before",
        Moment::At => "at",
        Moment::After => "after",
    };
    let procedure = content.pack.procedures.get(def.procedure as usize);
    let name = procedure.map_or("", |def| &def.name);
    match def.step.and_then(|step| procedure?.steps.get(step as usize)) {
        Some(step) => format!("{moment} {name}.{step}"),
        None => format!("{moment} {name}"),
    }
}

/// The field number of a cell that is a field.
pub(crate) fn field_number(cell: usize) -> Option<u32> {
    cell.checked_sub(cell::HEADER).map(|field| field as u32)
}
