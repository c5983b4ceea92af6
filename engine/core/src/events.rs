//! Events: the record of a game, for accounts of play and for tests, and the log that keeps them.
//!
//! Events are no part of the state: recording can be switched off, and nothing else changes. One
//! table says of each event what it tells, part by part; how that reads stands in `sentences` for
//! people, in `snapshot` for programs.

use crate::limits::{MAX_EVENT_BYTES, MAX_EVENTS};
use crate::meter::Meter;
use crate::outcome::Outcome;
use crate::state::Source;
use cardwright_bytecode::pack::{EffectDef, EntityId, Id, ProcedureDef, Rule, StateDef, ToldOf, cell};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

macro_rules! events {
    ($($(#[$doc:meta])* $event:ident $name:literal {
        $($(#[$field_doc:meta])* $field:ident: $ty:ty $(= $told:literal $part:expr)?,)*
    })*) => {
        /// Something that happened.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Event {
            $($(#[$doc])* $event { $($(#[$field_doc])* $field: $ty,)* },)*
        }

        impl Event {
            /// The name of its sort: `rolled`, `moved`, `field-set`.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Self::$event { .. } => $name,)*
                }
            }

            /// Its parts, each with its name.
            #[expect(unused_variables, reason = "some fields are no parts of their own")]
            pub(crate) fn parts(&self) -> Vec<(&'static str, Part<'_>)> {
                match self {
                    $(Self::$event { $($field),* } => vec![$($(($told, $part),)?)*],)*
                }
            }
        }
    };
}

// Each event with its name, and behind each field what it tells under which name; sentences and
// snapshots are made from that.
events! {
    /// A step of a procedure began.
    StepBegan "step-began" {
        /// The procedure.
        procedure: Id<ProcedureDef> = "procedure" Part::Procedure(*procedure),
        /// Index into its steps.
        step: u32 = "step" Part::Step(*procedure, Some(*step)),
    }
    /// A step of a procedure is over, or, without a step, the whole procedure.
    StepEnded "step-ended" {
        /// The procedure.
        procedure: Id<ProcedureDef> = "procedure" Part::Procedure(*procedure),
        /// Index into its steps.
        step: Option<u32> = "step" Part::Step(*procedure, *step),
    }
    /// A player decided.
    Decided "decided" {
        /// The player.
        player: EntityId = "player" Part::Entity(*player),
        /// The question.
        prompt: String = "prompt" Part::Text(prompt),
        /// The labels of what was chosen.
        chosen: Vec<String> = "chosen" Part::Texts(chosen),
        /// Whether only he knows the answer.
        secret: bool = "secret" Part::Truth(*secret),
    }
    /// A rule did what it says.
    AbilityUsed "ability-used" {
        /// The rule.
        rule: Id<Rule> = "rule" Part::Rule(*rule, *source),
        /// The source from which the rule applies.
        source: Source = "carrier" Part::Entity(source.entity),
        /// The player who used it, or nobody.
        player: EntityId = "player" Part::Entity(*player),
    }
    /// A count of tokens changed.
    Tokens "tokens" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// Index into the pack's tokens.
        token: u32 = "token" Part::Token(*token),
        /// The number before.
        before: i64 = "before" Part::Whole(*before),
        /// The number after.
        after: i64 = "after" Part::Whole(*after),
    }
    /// A field changed.
    FieldSet "field-set" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// Its number among the fields of the kind.
        field: u32 = "field" Part::Field(*entity, *field),
        /// The value before.
        before: i64 = "before" Part::Value(*entity, *field, *before, *keeper),
        /// The value after.
        after: i64 = "after" Part::Value(*entity, *field, *after, *keeper),
        /// The only player who sees it, if it is a secret.
        keeper: Option<EntityId>,
    }
    /// The members of a set changed, or their order.
    MembersSet "members-set" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// Its number among the fields of the kind.
        field: u32 = "field" Part::Field(*entity, *field),
        /// The new members.
        came: Vec<i64> = "came" Part::Members(*entity, *field, came),
        /// The members that are gone.
        went: Vec<i64> = "went" Part::Members(*entity, *field, went),
        /// The only player who sees it, if it is a secret.
        keeper: Option<EntityId>,
    }
    /// The value of a state of the game for a key changed.
    EntrySet "entry-set" {
        /// The state.
        state: Id<StateDef> = "state" Part::State(*state),
        /// The key.
        key: Vec<i64> = "key" Part::Key(*state, key),
        /// The value before.
        before: i64 = "before" Part::Entry(*state, *before),
        /// The value after.
        after: i64 = "after" Part::Entry(*state, *after),
    }
    /// An entity was made.
    Made "made" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// The owner.
        owner: EntityId = "owner" Part::Entity(*owner),
    }
    /// A piece was put on the board.
    Placed "placed" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// Its packed pose.
        to: i64 = "to" Part::Pose(*to),
    }
    /// A piece on the board went elsewhere.
    Moved "moved" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// Its packed pose before.
        from: i64 = "from" Part::Pose(*from),
        /// Its packed pose now.
        to: i64 = "to" Part::Pose(*to),
    }
    /// A piece was taken off the board.
    Lifted "lifted" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
    }
    /// Dice were rolled.
    Rolled "rolled" {
        /// Index into the pack's dice.
        die: u32 = "die" Part::Die(*die),
        /// The faces shown.
        faces: Vec<u16> = "faces" Part::Faces(faces),
    }
    /// Chance gave a number.
    Drawn "drawn" {
        /// The highest possible number; 1 is the lowest.
        most: i64 = "most" Part::Whole(*most),
        /// The number; 0 if it is a secret.
        number: i64 = "number" Part::Drawn(*number),
    }
    /// A pool was modified.
    DiceChanged "dice-changed" {
        /// The sort of its dice: an index into the pack's dice.
        die: u32 = "die" Part::Die(*die),
        /// The faces of all its dice now.
        faces: Vec<u16> = "faces" Part::Faces(faces),
    }
    /// Results of a pool can no longer be changed.
    DiceLocked "dice-locked" {
        /// The faces of these dice.
        faces: Vec<u16> = "faces" Part::Faces(faces),
    }
    /// Dice can no longer be rolled again.
    DiceBarred "dice-barred" {
        /// The faces of these dice.
        faces: Vec<u16> = "faces" Part::Faces(faces),
    }
    /// An entity was laid on another.
    CardMoved "card-moved" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// The holder before.
        from: EntityId = "from" Part::Entity(*from),
        /// The holder now.
        to: EntityId = "to" Part::Entity(*to),
        /// Whether it lies face up.
        face_up: bool = "face-up" Part::Truth(*face_up),
    }
    /// An entity was turned over.
    Flipped "flipped" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// Whether it lies face up now.
        up: bool = "face-up" Part::Truth(*up),
    }
    /// The contents of an entity were put into random order.
    Shuffled "shuffled" {
        /// The holder.
        holder: EntityId = "holder" Part::Entity(*holder),
    }
    /// An entity left the game.
    Removed "removed" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
    }
    /// An entity came back into the game.
    Returned "returned" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
    }
    /// An entity was given to another player.
    OwnerChanged "owner-changed" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// The new owner.
        owner: EntityId = "owner" Part::Entity(*owner),
    }
    /// A lasting effect started.
    EffectStarted "effect-started" {
        /// Its number.
        number: u32 = "number" Part::Whole(i64::from(*number)),
        /// The effect.
        effect: Id<EffectDef> = "effect" Part::Effect(*effect),
        /// Its arguments.
        args: Vec<i64> = "args" Part::Args(*effect, args),
    }
    /// A lasting effect ended.
    EffectEnded "effect-ended" {
        /// Its number.
        number: u32 = "number" Part::Whole(i64::from(*number)),
        /// The effect.
        effect: Id<EffectDef> = "effect" Part::Effect(*effect),
        /// Its arguments.
        args: Vec<i64> = "args" Part::Args(*effect, args),
    }
    /// A secret field was shown to everyone.
    Revealed "revealed" {
        /// The entity.
        entity: EntityId = "thing" Part::Entity(*entity),
        /// Its number among the fields of the kind.
        field: u32 = "field" Part::Field(*entity, *field),
        /// The value.
        value: i64 = "value" Part::Shown(*entity, *field, *value, members),
        /// The members, if it is a set.
        members: Vec<i64>,
    }
    /// A text of the content about something that happened.
    Told "told" {
        /// The subject.
        of: ToldOf,
        /// The entity that changed, if it is told of a change.
        thing: EntityId = "thing" Part::Entity(*thing),
        /// The words; empty if there is nothing worth telling.
        words: Vec<Said> = "words" Part::Said(words),
        /// The players who may know it, if it rests on what not everybody may see.
        only: Option<Vec<EntityId>>,
    }
    /// The game ended.
    Ended "ended" {
        /// The outcome.
        outcome: Outcome = "outcome" Part::Outcome(*outcome),
        /// The winners, in seat order.
        winners: Vec<EntityId> = "winners" Part::Players(winners),
    }
}

/// A part of what is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// Words as they are.
    Words(String),
    /// An entity, by its name.
    Entity(EntityId),
}

/// One thing that an event says, with what is needed to find its words.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'e> {
    /// An entity, or nobody.
    Entity(EntityId),
    Players(&'e [EntityId]),
    Procedure(Id<ProcedureDef>),
    Step(Id<ProcedureDef>, Option<u32>),
    Text(&'e str),
    Texts(&'e [String]),
    Truth(bool),
    Whole(i64),
    /// A number that chance gave; 0 if it is a secret.
    Drawn(i64),
    Rule(Id<Rule>, Source),
    Token(u32),
    Die(u32),
    Faces(&'e [u16]),
    /// A field of an entity.
    Field(EntityId, u32),
    /// A value of a field, and who alone sees it.
    Value(EntityId, u32, i64, Option<EntityId>),
    /// Members of a field that is a set.
    Members(EntityId, u32, &'e [i64]),
    /// The value of a field, or its members if it is a set.
    Shown(EntityId, u32, i64, &'e [i64]),
    State(Id<StateDef>),
    /// A key of a state.
    Key(Id<StateDef>, &'e [i64]),
    /// The value of a state.
    Entry(Id<StateDef>, i64),
    Effect(Id<EffectDef>),
    /// The arguments of an effect.
    Args(Id<EffectDef>, &'e [i64]),
    /// A packed pose.
    Pose(i64),
    Outcome(Outcome),
    /// The words of a telling.
    Said(&'e [Said]),
}

/// A result of chance: all that is needed to play the same game with another generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chance {
    /// A die was rolled, or rolled again.
    Die {
        /// Index into the pack's dice.
        die: u32,
        /// The face that it shows.
        face: u16,
    },
    /// A number was drawn.
    Number {
        /// The highest possible number; 1 is the lowest.
        most: i64,
        /// The number.
        number: i64,
    },
    /// The contents of an entity were put into random order.
    Order {
        /// The holder.
        holder: EntityId,
        /// The new order, top first.
        entities: Vec<EntityId>,
    },
}

/// The events of a game, as far as they are recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// Shared with copies of the game until one of them records something more.
    pub(crate) events: Arc<Vec<Event>>,
    /// The size of the events, in bytes.
    pub(crate) bytes: usize,
    /// Whether nothing is recorded; decisions then carry no labels.
    pub(crate) quiet: bool,
    /// The number of events there was no room for.
    pub(crate) lost: u64,
    /// How many numbers `random` gave that nobody had forced.
    pub(crate) unforced: u64,
    /// Forced faces that the dice which showed them do not have: die and face.
    pub(crate) misfits: Vec<(u16, u16)>,
    /// For each rule of the pack, whether it ever applied; kept only if somebody wants to know.
    pub(crate) applied: Option<Vec<bool>>,
    /// Whether functions never run in their quick forms.
    pub(crate) plain: bool,
    /// The results of chance; kept only if somebody wants to know.
    pub(crate) chance: Option<Vec<Chance>>,
    /// Measures abilities, if somebody asked for it.
    pub(crate) meter: Option<Meter>,
    /// The abilities that were used, each with the player who used it; kept only if somebody wants to know.
    pub(crate) uses: Option<BTreeSet<(Id<Rule>, EntityId, EntityId)>>,
}

impl Log {
    /// Records that a rule applied: did what it says, changed a value, or spoke about a permission.
    pub(crate) fn note_rule(&mut self, rule: Id<Rule>) {
        let applied = self.applied.as_mut();
        if let Some(slot) = applied.and_then(|applied| applied.get_mut(rule.place())) {
            *slot = true;
        }
    }

    /// Records that an ability is used, and by whom. Unlike [`Self::note_rule`] this says nothing of what only changes values, so
    /// games are as quick with it.
    pub(crate) fn note_use_of(&mut self, rule: Id<Rule>, source: Source, player: EntityId) {
        self.note_rule(rule);
        if let Some(uses) = &mut self.uses {
            uses.insert((rule, source.entity, player));
        }
        self.note(|| Event::AbilityUsed { rule, source, player });
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

    /// Makes the last random number a secret: it went straight into a secret field.
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
    /// The size of the event, in bytes.
    fn bytes(&self) -> usize {
        let held = match self {
            Self::Decided { prompt, chosen, .. } => {
                let labels = chosen.iter().map(|label| label.len() + size_of::<String>());
                prompt.len() + labels.sum::<usize>()
            }
            Self::MembersSet { came, went, .. } => size_of_val(&came[..]) + size_of_val(&went[..]),
            Self::EntrySet { key, .. } => size_of_val(&key[..]),
            Self::Rolled { faces, .. }
            | Self::DiceChanged { faces, .. }
            | Self::DiceLocked { faces }
            | Self::DiceBarred { faces } => size_of_val(&faces[..]),
            Self::EffectStarted { args, .. } | Self::EffectEnded { args, .. } => size_of_val(&args[..]),
            Self::Revealed { members, .. } => size_of_val(&members[..]),
            Self::Ended { winners, .. } => size_of_val(&winners[..]),
            Self::Told { words, .. } => words.iter().map(Said::bytes).sum(),
            _ => 0,
        };
        size_of::<Self>() + held
    }
}

impl Said {
    fn bytes(&self) -> usize {
        let held = match self {
            Self::Words(words) => words.len(),
            Self::Entity(_) => 0,
        };
        size_of::<Self>() + held
    }
}

/// The field number of a cell that is a field.
pub(crate) fn field_number(cell: usize) -> Option<u32> {
    cell.checked_sub(cell::HEADER).map(|field| field as u32)
}
