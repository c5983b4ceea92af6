//! Questions to a game from outside, and the changes that tests and tools make in it. Nothing here changes
//! what happens, but for chance that is forced.

use crate::decision::{Ask, DecisionKind};
use crate::dice_number::DieNumber;
use crate::events::{Chance, Event};
use crate::game::Game;
use crate::labels::Labels;
use crate::limits::FUEL_PER_DECISION;
use crate::meter::Measured;
use crate::state::{Pool, Source};
use crate::values::Derivation;
use crate::viewer::Viewer;
use crate::world::World;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{
    ChoiceStyle, EffectDef, EntityId, FuncId, Id, ProcedureDef, Rule, StateDef, ValueDef, cell,
};
use cardwright_vm::{Args, Machine};
use std::sync::Arc;

/// A pure question to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Inquiry {
    /// A function, such as a define.
    Define(FuncId),
    /// A value with its modifiers.
    Value(Id<ValueDef>),
}

impl Game {
    /// The result of a pure function without arguments, such as a check.
    #[must_use]
    pub fn evaluate(&self, function: FuncId, args: &[i64]) -> i64 {
        self.on_a_copy(|world, machine| world.eval(machine, function, args, None))
    }

    /// Like [`Self::evaluate`]; the rules that apply to the answer are [applied](Self::applied_rules) ones.
    pub fn evaluate_watched(&mut self, function: FuncId, args: &[i64]) -> i64 {
        let applied = self.log.applied.take();
        let (answer, applied) = self.on_a_copy(|world, machine| {
            world.log.applied = applied;
            let answer = world.eval(machine, function, args, None);
            (answer, world.log.applied.take())
        });
        self.log.applied = applied;
        answer
    }

    /// Which limit ended the game, and, for a judge, at which line of the content: which line ran may follow from what is
    /// hidden. Nothing if none did.
    #[must_use]
    pub fn fault(&self, viewer: Viewer) -> Option<String> {
        let outcome = self.outcome().filter(|outcome| outcome.is_fault())?;
        let title = outcome.title(&self.content);
        Some(match self.line().filter(|_| viewer.sees_all()) {
            Some(line) => format!("{title}, at {line}"),
            None => title.to_owned(),
        })
    }

    /// The line whose code ran last, as `file:line:column`.
    fn line(&self) -> Option<String> {
        let (pack, frame) = (&self.content.pack, self.machine.top()?);
        let source = pack.functions[frame.function]
            .lines
            .get((frame.pc as usize).saturating_sub(1))?;
        let file = pack.texts.get(source.file as usize).filter(|_| source.line > 0)?;
        Some(format!("{file}:{}:{}", source.line, source.column))
    }

    /// How well a player stands, if the content says so.
    #[must_use]
    pub fn score(&self, player: EntityId) -> Option<i64> {
        let function = self.content.pack.score?;
        Some(self.evaluate(function, &[i64::from(player)]))
    }

    /// The score of a player, computed in this game itself: quicker, for a game that is thrown away
    /// afterwards; 0 without a score.
    pub(crate) fn score_here(&mut self, player: EntityId) -> i64 {
        let Some(function) = self.content.pack.score else {
            return 0;
        };
        let (mut world, machine) = self.parts();
        world.eval(machine, function, &[i64::from(player)], None)
    }

    /// A value, and how it comes about; nothing, if something decides that is hidden from the viewer.
    #[must_use]
    pub fn explain_value(&self, value: Id<ValueDef>, args: &[i64], viewer: Viewer) -> Option<Derivation> {
        let straight = self.put_straight(viewer);
        straight.for_eyes(viewer, |world, machine| {
            let mut derivation = Derivation::default();
            world.value_of(machine, value, &Args::of(args), Some(&mut derivation));
            (!world.has_looked()).then_some(derivation)
        })
    }

    /// The results of pure functions and values, each for some arguments; `None` for a result that depends on
    /// something hidden from the viewer. One look at the game serves all of them.
    #[must_use]
    pub fn answers(&self, questions: &[(Inquiry, Vec<i64>)], viewer: Viewer) -> Vec<Option<i64>> {
        let straight = self.put_straight(viewer);
        straight.for_eyes(viewer, |world, machine| {
            let answer = |(inquiry, args): &(Inquiry, Vec<i64>)| {
                world.look_afresh();
                machine.refuel(FUEL_PER_DECISION);
                let answer = match *inquiry {
                    Inquiry::Define(function) => world.eval(machine, function, args, None),
                    Inquiry::Value(value) => world.value_of(machine, value, &Args::of(args), None),
                };
                (!world.has_looked()).then_some(answer)
            };
            questions.iter().map(answer).collect()
        })
    }

    /// The dice pools that there are, the oldest first: of each die its sort and its face (a word of type 0).
    #[must_use]
    pub fn pools(&self) -> Vec<Vec<(usize, u16)>> {
        let dice = |pool: &Pool| {
            let there = pool.dice.iter().filter(|die| !die.gone);
            there.map(|die| (usize::from(pool.sort), die.face)).collect()
        };
        self.state.pools.iter().map(dice).collect()
    }

    /// The parameters and variables of the innermost run of a procedure: a number for each slot, in their
    /// order. `None` if none runs, or while running code holds an answer that this viewer does not know.
    #[must_use]
    pub fn slots_of(&self, procedure: Id<ProcedureDef>, viewer: Viewer) -> Option<Vec<i64>> {
        let def = self.content.pack.procedures.find(procedure)?;
        // Slots may hold what somebody has answered in secret, or what was worked out from it.
        if !viewer.sees_all() && self.sight().holds_answers(viewer) {
            return None;
        }
        let frames = self.machine.frames().iter();
        let frame = frames.rev().find(|frame| frame.function == def.function)?;
        let registers = frame.base..;
        Some(
            registers
                .take(def.slots.len())
                .map(|place| self.machine.register(place))
                .collect(),
        )
    }

    /// Asks something of a copy, so that not even an unsound answer can change the game.
    pub(crate) fn on_a_copy<T>(&self, ask: impl FnOnce(&mut World<'_>, &mut Machine) -> T) -> T {
        self.for_eyes(Viewer::Judge, ask)
    }

    /// How many rounds have begun, if the content says what a round is.
    #[must_use]
    pub fn rounds(&self) -> i64 {
        let round = self.content.pack.round;
        round.map_or(0, |round| i64::from(self.state.clocks[round]))
    }

    /// The players in seat order.
    #[must_use]
    pub fn players(&self) -> &[EntityId] {
        self.content.players()
    }

    /// A cell of an entity: see `cardwright_bytecode::pack::cell`; 0 if there is no such cell.
    #[must_use]
    pub fn cell(&self, entity: EntityId, cell: usize) -> i64 {
        self.state.cell(&self.content, i64::from(entity), cell)
    }

    /// A field of an entity, by its number.
    #[must_use]
    pub fn field(&self, entity: EntityId, field: usize) -> i64 {
        self.cell(entity, cell::HEADER.saturating_add(field))
    }

    /// The members of the set in a field of an entity, whether it can change or not; none if it holds no set.
    #[must_use]
    pub fn members(&self, entity: EntityId, field: usize) -> &[i64] {
        let (number, cell) = (i64::from(entity), cell::HEADER.saturating_add(field));
        if self.content.holds_set(number, cell) {
            return self.state.members(&self.content, number, cell);
        }
        match self.content.field(number, cell) {
            Some(field) if field.ty.set => self.content.constant_set(self.cell(entity, cell)),
            _ => &[],
        }
    }

    /// The entries of a state: its keys, ascending, with the value of each.
    pub fn entries(&self, state: Id<StateDef>) -> impl Iterator<Item = (&[i64], i64)> {
        self.state.stored.entries_of(state)
    }

    /// The number of tokens of a sort on an entity.
    #[must_use]
    pub fn tokens(&self, entity: EntityId, token: usize) -> i64 {
        let token = i32::try_from(token).unwrap_or(-1);
        self.content
            .index
            .token_cell(i64::from(entity), token)
            .map_or(0, |cell| self.cell(entity, cell))
    }

    /// An entity's packed pose, if it stands on the board.
    #[must_use]
    pub fn pose(&self, entity: EntityId) -> Option<i64> {
        (self.cell(entity, cell::PLACED) == 1).then(|| self.cell(entity, cell::POSE))
    }

    /// How much of [`FUEL_PER_DECISION`](crate::limits::FUEL_PER_DECISION) the last stretch of play has left.
    #[must_use]
    pub fn fuel_left(&self) -> u64 {
        self.machine.fuel()
    }

    /// The events recorded so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.log.events
    }

    /// Takes the events recorded so far out of the game.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.log.take()
    }

    /// The number of events there was no room for.
    #[must_use]
    pub fn events_lost(&self) -> u64 {
        self.log.lost
    }

    /// From now on remembers which rules apply; see [`Self::applied_rules`].
    pub fn watch_rules(&mut self) {
        let count = self.content.pack.rules.len();
        self.log.applied.get_or_insert_with(|| vec![false; count]);
    }

    /// From now on measures what abilities cost; see [`Self::measured`].
    pub fn measure(&mut self) {
        self.log.meter.get_or_insert_default();
    }

    /// The costs of abilities since [`Self::measure`]. A game that was undone meanwhile counts the undone
    /// part, too.
    #[must_use]
    pub fn measured(&self) -> Measured {
        let meter = self.log.meter.clone();
        meter.map(Measured::from).unwrap_or_default()
    }

    /// The rules that applied since [`Self::watch_rules`]: did what they say, changed a
    /// value, or spoke about a permission.
    pub fn applied_rules(&self) -> impl Iterator<Item = Id<Rule>> + '_ {
        let applied = self.log.applied.as_deref().unwrap_or_default();
        let numbered = applied.iter().enumerate();
        numbered
            .filter(|(_, applied)| **applied)
            .map(|(rule, _)| Id::at(rule))
    }

    /// From now on remembers which abilities are used; see [`Self::take_uses`].
    pub fn note_uses(&mut self) {
        self.log.uses.get_or_insert_default();
    }

    /// Takes out which abilities were used since [`Self::note_uses`], or since this was asked last: each rule, the entity that
    /// carries it (0 if none does), and the player who used it, once.
    pub fn take_uses(&mut self) -> impl Iterator<Item = (Id<Rule>, EntityId, EntityId)> + use<> {
        let uses = self.log.uses.as_mut().map(std::mem::take);
        uses.unwrap_or_default().into_iter()
    }

    /// From now on remembers what chance gives; see [`Self::take_chance`].
    pub fn note_chance(&mut self) {
        self.log.chance.get_or_insert_default();
    }

    /// Takes out what chance gave since [`Self::note_chance`], or since this was asked last.
    pub fn take_chance(&mut self) -> Vec<Chance> {
        self.log.chance.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The die that a value of this type means: its place in its pool, from 0, and what it shows, a word of type 0.
    #[must_use]
    pub fn die(&self, value: i64) -> (usize, u16) {
        let DieNumber { pool, place } = DieNumber::unpack(value);
        let face = self.state.pool(pool).get(place).map_or(0, |die| die.face);
        (place, face)
    }

    /// The running effects in the order in which they started: number, effect, arguments.
    pub fn effects(&self) -> impl Iterator<Item = (u32, Id<EffectDef>, &[i64])> {
        let effects = self.state.effects.iter();
        effects.map(|effect| (effect.number, effect.effect, effect.args.as_slice()))
    }

    /// The rule for which an option of the current decision stands, and where it applies from.
    #[must_use]
    pub fn rule_of_option(&self, option: usize) -> Option<(Id<Rule>, Source)> {
        let pending = self.pending.as_ref()?;
        let (Ask::Ability { candidates, .. } | Ask::Offer { candidates, .. }) = &pending.ask else {
            return None;
        };
        let place = usize::try_from(*pending.values.get(option)?).ok()?;
        candidates.get(place).copied()
    }

    /// Switches the memory of answers on or off, as it is at the beginning: a game is the same with and without, to the last
    /// unit of fuel, and takes longer without.
    pub fn remember(&mut self, on: bool) {
        self.state.memory.turn(on);
    }

    /// Remembers the answers that another game with the same content remembers, as far as they hold here.
    pub(crate) fn remember_like(&mut self, other: Self) {
        if Arc::ptr_eq(&self.content, &other.content) && self.state.memory.is_like(&other.state.memory) {
            let mut state = other.state;
            let mut memory = std::mem::take(&mut state.memory);
            memory.note_differences(&self.content, &state, &self.state);
            self.state.memory = memory;
        }
    }

    /// Whether functions run in their quick forms once there are some, as at the beginning: a game is the same with and
    /// without, to the last unit of fuel, and takes longer without.
    pub fn run_quick(&mut self, on: bool) {
        self.log.plain = !on;
    }

    /// Switches recording on or off. Without it decisions carry no texts, and nothing else changes.
    pub fn record(&mut self, on: bool) {
        self.log.quiet = !on;
        self.describe();
    }

    /// A value of a type, as the viewer calls it: a card that nobody knows has no name but for a judge.
    #[must_use]
    pub fn label(&self, ty: Ty, value: i64, viewer: Viewer) -> String {
        let labels = Labels {
            guarded: !viewer.sees_all(),
            ..self.labels()
        };
        labels.value(ty, value)
    }

    /// Makes the next dice show these faces (words of type 0), whatever chance says. For tests.
    pub fn force_dice(&mut self, faces: impl IntoIterator<Item = u16>) {
        self.state.forced.extend(faces);
    }

    /// Makes the next numbers that chance gives these ones, or the closest that are asked for. For tests.
    pub fn force_numbers(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.state.forced_numbers.extend(numbers);
    }

    /// How many forced faces no die has shown, and how many forced numbers chance has not given yet.
    #[must_use]
    pub fn forced_left(&self) -> usize {
        self.state.forced.len() + self.state.forced_numbers.len()
    }

    /// How many numbers `random` gave by chance, since none was forced for them.
    #[must_use]
    pub fn unforced_numbers(&self) -> u64 {
        self.log.unforced
    }

    /// Forced faces that the dice which showed them do not have, as people call both.
    #[must_use]
    pub fn misfits(&self) -> Vec<(&str, String)> {
        let dice = &self.content.pack.dice;
        let named = |&(die, face): &(u16, u16)| {
            let die = dice.get(usize::from(die)).map_or("", |def| def.name.as_str());
            (die, self.labels().faces(&[face]))
        };
        self.log.misfits.iter().map(named).collect()
    }

    /// An entity's id; what was made in play has its template's with a number. Empty if there is no such entity.
    #[must_use]
    pub fn id_of(&self, entity: EntityId) -> String {
        self.labels().entity_id(i64::from(entity)).unwrap_or_default()
    }

    /// The entity for which an option of the current decision stands, by its id; for who is asked, and for a judge.
    #[must_use]
    pub fn id_of_option(&self, option: usize, viewer: Viewer) -> Option<String> {
        let (decision, pack) = (self.decision.as_ref()?, &self.content.pack);
        if !viewer.sees_as(decision.by) {
            return None;
        }
        let DecisionKind::Choose(choice) = decision.kind else {
            return None;
        };
        let def = &pack.choices[choice];
        if def.style == ChoiceStyle::Branch || !def.ty.base.is_entity() {
            return None;
        }
        self.labels().entity_id(decision.options.get(option)?.value)
    }
}
