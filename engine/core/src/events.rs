//! What happened, for accounts of play and for tests: events, and the log that keeps them.
//!
//! Events are no part of the state: recording can be switched off, and nothing else changes. How they read
//! stands in `sentences`.

use crate::limits::{MAX_EVENT_BYTES, MAX_EVENTS};
use crate::meter::Meter;
use crate::outcome::Outcome;
use crate::state::Source;
use cardwright_bytecode::pack::{EffectDef, EntityId, Id, ProcedureDef, Rule, StateDef, cell};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A step of a procedure began.
    StepBegan {
        /// Which procedure.
        procedure: Id<ProcedureDef>,
        /// Index into its steps.
        step: u32,
    },
    /// A step of a procedure is over, or, without a step, the whole procedure.
    StepEnded {
        /// Which procedure.
        procedure: Id<ProcedureDef>,
        /// Index into its steps.
        step: Option<u32>,
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
        /// Which rule.
        rule: Id<Rule>,
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
        /// If it is a secret, who alone sees it.
        keeper: Option<EntityId>,
    },
    /// The members of a set changed, or their order.
    MembersSet {
        /// Of which entity.
        entity: EntityId,
        /// Its number among the fields of the kind.
        field: u32,
        /// Who is there now and was not.
        came: Vec<i64>,
        /// Who was there and is not now.
        went: Vec<i64>,
        /// If it is a secret, who alone sees it.
        keeper: Option<EntityId>,
    },
    /// What a state of the game holds for a key changed.
    EntrySet {
        /// Which state.
        state: Id<StateDef>,
        /// The key.
        key: Vec<i64>,
        /// What it was.
        before: i64,
        /// What it is.
        after: i64,
    },
    /// An entity was made.
    Made {
        /// Which one.
        entity: EntityId,
        /// Whose it is.
        owner: EntityId,
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
    /// Chance gave a number.
    Drawn {
        /// From 1 to this one.
        most: i64,
        /// Which; 0 if it is a secret.
        number: i64,
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
    /// Dice can no longer be rolled again.
    DiceBarred {
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
        /// Which effect.
        effect: Id<EffectDef>,
        /// Its arguments.
        args: Vec<i64>,
    },
    /// A lasting effect ended.
    EffectEnded {
        /// Its number.
        number: u32,
        /// Which effect.
        effect: Id<EffectDef>,
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
        /// If it is a set, its members.
        members: Vec<i64>,
    },
    /// The game ended.
    Ended {
        /// How.
        outcome: Outcome,
        /// Who won, in seat order.
        winners: Vec<EntityId>,
    },
}

/// What chance gave: what is needed to play the same game with another generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chance {
    /// A die was rolled, or rolled again.
    Die {
        /// Index into the pack's dice.
        die: u32,
        /// What it shows.
        face: u16,
    },
    /// A number was drawn.
    Number {
        /// From 1 to this one.
        most: i64,
        /// Which.
        number: i64,
    },
    /// What an entity holds was put into random order.
    Order {
        /// What holds it.
        holder: EntityId,
        /// What it holds now, top first.
        entities: Vec<EntityId>,
    },
}

/// The events of a game, as far as they are recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// Shared with copies of the game until one of them records something more.
    pub(crate) events: Arc<Vec<Event>>,
    /// How many bytes they take.
    pub(crate) bytes: usize,
    /// Nothing is recorded, and decisions carry no labels.
    pub(crate) quiet: bool,
    /// How many events there was no room for.
    pub(crate) lost: u64,
    /// How many numbers `random` gave that nobody had forced.
    pub(crate) unforced: u64,
    /// Forced faces that the dice which showed them do not have: die and face.
    pub(crate) misfits: Vec<(u16, u16)>,
    /// For each rule of the pack, whether it ever applied; kept only if somebody wants to know.
    pub(crate) applied: Option<Vec<bool>>,
    /// Whether functions never run in their quick forms.
    pub(crate) plain: bool,
    /// What chance gave; kept only if somebody wants to know.
    pub(crate) chance: Option<Vec<Chance>>,
    /// Measures abilities, if somebody asked for it.
    pub(crate) meter: Option<Meter>,
}

impl Log {
    /// Records that a rule applied: did what it says, changed a value, or spoke about a permission.
    pub(crate) fn note_rule(&mut self, rule: Id<Rule>) {
        let applied = self.applied.as_mut();
        if let Some(slot) = applied.and_then(|applied| applied.get_mut(rule.place())) {
            *slot = true;
        }
    }

    /// Chance was asked for so many numbers.
    pub(crate) fn note_draws(&mut self, count: u64) {
        if let Some(meter) = &mut self.meter {
            meter.draw(count);
        }
    }

    /// Records what chance gave, made only if somebody wants to know.
    pub(crate) fn note_chance(&mut self, chance: impl FnOnce() -> Chance) {
        if let Some(noted) = &mut self.chance {
            noted.push(chance());
        }
    }

    /// Records an event, made only if it is recorded.
    pub(crate) fn note(&mut self, event: impl FnOnce() -> Event) {
        if self.quiet {
            return;
        }
        if self.events.len() >= MAX_EVENTS || self.bytes >= MAX_EVENT_BYTES {
            self.lost += 1;
            return;
        }
        self.push(event());
    }

    /// Records how the game ended, however much was recorded before.
    pub(crate) fn note_end(&mut self, event: impl FnOnce() -> Event) {
        if !self.quiet {
            self.push(event());
        }
    }

    fn push(&mut self, event: Event) {
        self.bytes += event.bytes();
        Arc::make_mut(&mut self.events).push(event);
    }

    /// What chance gave last becomes a secret: it went straight into a secret field.
    pub(crate) fn hide_draw(&mut self) {
        if matches!(self.events.last(), Some(Event::Drawn { .. }))
            && let Some(Event::Drawn { number, .. }) = Arc::make_mut(&mut self.events).last_mut()
        {
            *number = 0;
        }
    }

    /// Keeps so many events, the earliest.
    pub(crate) fn forget(&mut self, kept: usize) {
        if let Some(forgotten) = self.events.get(kept..).filter(|events| !events.is_empty()) {
            let bytes: usize = forgotten.iter().map(Event::bytes).sum();
            self.bytes = self.bytes.saturating_sub(bytes);
            Arc::make_mut(&mut self.events).truncate(kept);
        }
    }

    /// Takes out what was recorded.
    pub(crate) fn take(&mut self) -> Vec<Event> {
        self.bytes = 0;
        Arc::unwrap_or_clone(std::mem::take(&mut self.events))
    }
}

impl Event {
    /// How many bytes it takes.
    fn bytes(&self) -> usize {
        let held = match self {
            Self::Decided { prompt, chosen, .. } => {
                let labels = chosen.iter().map(|label| label.len() + size_of::<String>());
                prompt.len() + labels.sum::<usize>()
            }
            Self::MembersSet { came, went, .. } => size_of_val(&came[..]) + size_of_val(&went[..]),
            Self::EntrySet { key, .. } => size_of_val(&key[..]),
            Self::Rolled { faces, .. }
            | Self::DiceChanged { faces }
            | Self::DiceLocked { faces }
            | Self::DiceBarred { faces } => size_of_val(&faces[..]),
            Self::EffectStarted { args, .. } | Self::EffectEnded { args, .. } => size_of_val(&args[..]),
            Self::Revealed { members, .. } => size_of_val(&members[..]),
            Self::Ended { winners, .. } => size_of_val(&winners[..]),
            _ => 0,
        };
        size_of::<Self>() + held
    }
}

/// The field number of a cell that is a field.
pub(crate) fn field_number(cell: usize) -> Option<u32> {
    cell.checked_sub(cell::HEADER).map(|field| field as u32)
}
