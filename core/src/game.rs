//! A game: content, state, the machine, and what is open; how it goes on from decision to decision.
//!
//! ```text
//!   advance ── runs code ── until ──┬─ a decision is pending   -> Status::Decision, then `decide`
//!      ^                            └─ the game is over        -> Status::Over
//!      └─ windows and offers that opened stand in `open`; whoever's frame depth is reached goes on first
//! ```
//!
//! A window or offer stands over the frame that opened it. It works while that frame is the topmost one; the
//! bodies that it runs are frames above. So nesting needs no recursion, and a game can stop and be stored anywhere.

use crate::content::Content;
use crate::decision::{Answer, Ask, Choice, Decision, DecisionError, DecisionKind, PASS, Pending};
use crate::events::{Event, Log};
use crate::labels::Labels;
use crate::limits::{FUEL_PER_DECISION, MAX_OPEN};
use crate::meter::{Measured, Outlay};
use crate::offers::OpenOffer;
use crate::outcome::Outcome;
use crate::sentences::window_name;
use crate::state::{Source, State};
use crate::values::Derivation;
use crate::windows::OpenWindow;
use crate::world::World;
use cardwright_bytecode::pack::{ChoiceStyle, EntityId, FuncId, Winners, cell};
use cardwright_bytecode::{Base, Ty};
use cardwright_vm::{Args, Bound, Call, Machine, Yield};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How much room is made at once for what is hashed besides cells; more is made when it is needed.
const ROOM_FOR_THE_REST: usize = 2048;

/// A game in play.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) content: Arc<Content>,
    pub(crate) state: State,
    pub(crate) machine: Machine,
    pub(crate) open: Vec<Open>,
    pub(crate) pending: Option<Pending>,
    pub(crate) decision: Option<Decision>,
    pub(crate) log: Log,
}

/// A game as it is stored: with the same content it can be gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    content: [u8; 32],
    state: State,
    machine: Machine,
    open: Vec<Open>,
    pending: Option<Pending>,
}

/// Why a stored game cannot be gone on with: it was played with other content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherContent;

impl std::fmt::Display for OtherContent {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "the game was played with other content")
    }
}

impl std::error::Error for OtherContent {}

/// A window or an offer that is not done with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Open {
    Window(OpenWindow),
    Offer(OpenOffer),
}

impl Open {
    /// How many frames there were when it opened.
    fn depth(&self) -> usize {
        match self {
            Self::Window(window) => window.depth,
            Self::Offer(offer) => offer.depth,
        }
    }
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Somebody has to decide; see [`Game::decision`].
    Decision,
    /// The game is over.
    Over(Outcome),
}

impl Game {
    /// A game before anything happened.
    #[must_use]
    pub fn new(content: &Arc<Content>, seed: u64) -> Self {
        let state = State::new(content, seed);
        let mut game = Self {
            content: Arc::clone(content),
            state,
            machine: Machine::new(),
            open: Vec::new(),
            pending: None,
            decision: None,
            log: Log::default(),
        };
        let call = Call {
            function: content.pack.main,
            args: &[],
            context: None,
        };
        game.run_body(call);
        game
    }

    /// The content that is played.
    #[must_use]
    pub fn content(&self) -> &Arc<Content> {
        &self.content
    }

    /// What somebody has to decide now.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.over
    }

    /// Who won, in seat order; nobody before the end, and in a draw.
    #[must_use]
    pub fn winners(&self) -> &[EntityId] {
        &self.state.winners
    }

    /// Plays on until somebody has to decide or the game is over.
    pub fn advance(&mut self) -> Status {
        self.machine.refuel(FUEL_PER_DECISION);
        loop {
            if let Some(outcome) = self.state.over {
                return Status::Over(outcome);
            }
            if self.pending.is_some() {
                self.describe();
                return Status::Decision;
            }
            self.go_on();
            if let Some(bound) = self.machine.stopped() {
                self.end(Outcome::of_bound(bound));
            }
        }
    }

    /// Answers the decision that is asked. [`Self::advance`] then plays on.
    ///
    /// # Errors
    /// If the answer is not legal; nothing has changed then.
    pub fn decide(&mut self, answer: &Answer) -> Result<(), DecisionError> {
        let decision = self.decision.as_ref().ok_or(DecisionError::NothingAsked)?;
        decision.check(answer)?;
        let (Some(mut decision), Some(pending)) = (self.decision.take(), self.pending.take()) else {
            return Err(DecisionError::NothingAsked);
        };
        decision.secret |= !self.log.quiet && self.chooses_unseen(&pending);
        self.log.note(|| decided(decision, answer));
        self.machine.refuel(FUEL_PER_DECISION);
        let chosen: Vec<i64> = answer
            .0
            .iter()
            .filter_map(|&place| pending.values.get(place).copied())
            .collect();
        match pending.ask {
            Ask::Choose { choice, dest } => {
                self.answer_choice(choice, dest, chosen);
                if pending.secret {
                    self.keep_secret(dest, pending);
                }
            }
            Ask::May { dest, .. } => self.machine.answer(dest, chosen.first().copied().unwrap_or(0)),
            Ask::Ability { candidates, .. } => self.use_ability(pending.by, candidates, chosen),
            Ask::Offer { candidates, .. } => self.take_option(pending.by, candidates, chosen),
        }
        Ok(())
    }

    /// What identifies everything that can matter from now on; the same on every machine.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        let mut bytes = Vec::with_capacity(self.state.cells.len() * 2 + ROOM_FOR_THE_REST);
        bytes.extend(self.content.hash());
        let state = self.state.write_cells(&mut bytes);
        let rest = (state, &self.machine, &self.open, &self.pending);
        // Writing plain data into memory cannot fail; should it ever, all such games share one hash.
        let bytes = postcard::to_extend(&rest, bytes).unwrap_or_default();
        *blake3::hash(&bytes).as_bytes()
    }

    /// The game as it can be stored.
    #[must_use]
    pub fn save(&self) -> Saved {
        Saved {
            content: self.content.hash(),
            state: self.state.clone(),
            machine: self.machine.clone(),
            open: self.open.clone(),
            pending: self.pending.clone(),
        }
    }

    /// Goes on with a stored game, without the events so far.
    ///
    /// # Errors
    /// If it was played with other content.
    pub fn restore(content: &Arc<Content>, saved: Saved) -> Result<Self, OtherContent> {
        if saved.content != content.hash() {
            return Err(OtherContent);
        }
        let Saved {
            state,
            machine,
            open,
            pending,
            ..
        } = saved;
        let content = Arc::clone(content);
        let mut game = Self {
            content,
            state,
            machine,
            open,
            pending,
            decision: None,
            log: Log::default(),
        };
        game.describe();
        Ok(game)
    }

    /// The result of a pure function without arguments, such as a check.
    #[must_use]
    pub fn evaluate(&self, function: FuncId, args: &[i64]) -> i64 {
        self.aside(|world, machine| world.eval(machine, function, args, None))
    }

    /// How well a player stands, if the content says so.
    #[must_use]
    pub fn score(&self, player: EntityId) -> Option<i64> {
        let function = self.content.pack.score?;
        Some(self.evaluate(function, &[i64::from(player)]))
    }

    /// The same, quicker, in a game that is thrown away afterwards.
    pub(crate) fn score_here(&mut self, player: EntityId) -> i64 {
        let Some(function) = self.content.pack.score else {
            return 0;
        };
        let (mut world, machine) = self.parts();
        world.eval(machine, function, &[i64::from(player)], None)
    }

    /// A value, and how it comes about.
    #[must_use]
    pub fn explain_value(&self, value: u32, args: &[i64]) -> Derivation {
        let mut derivation = Derivation::default();
        self.aside(|world, machine| world.value_of(machine, value, &Args::of(args), Some(&mut derivation)));
        derivation
    }

    /// Asks something of a copy, so that not even an unsound answer can change the game.
    pub(crate) fn aside<T>(&self, ask: impl FnOnce(&mut World<'_>, &mut Machine) -> T) -> T {
        let (mut state, mut machine) = (self.state.clone(), self.machine.clone());
        machine.refuel(FUEL_PER_DECISION);
        let mut log = Log {
            quiet: true,
            ..Log::default()
        };
        let mut world = World {
            content: &self.content,
            state: &mut state,
            log: &mut log,
        };
        ask(&mut world, &mut machine)
    }

    /// How many rounds have begun, if the content says what a round is.
    #[must_use]
    pub fn rounds(&self) -> i64 {
        let clock = self
            .content
            .pack
            .round
            .and_then(|round| self.state.clocks.get(round as usize));
        clock.map_or(0, |&clock| i64::from(clock))
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

    /// How many tokens of a sort lie on an entity.
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

    /// How much of [`FUEL_PER_DECISION`] the last stretch of play has left.
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

    /// How many events there was no room for.
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

    /// What abilities cost since [`Self::measure`]. A game that was undone meanwhile counts what was undone, too.
    #[must_use]
    pub fn measured(&self) -> Measured {
        let meter = self.log.meter.clone();
        meter.map(Measured::from).unwrap_or_default()
    }

    /// The rules (indexes into the pack's) that applied since [`Self::watch_rules`]: did what they say, changed a
    /// value, or spoke about a permission.
    pub fn applied_rules(&self) -> impl Iterator<Item = u32> + '_ {
        let applied = self.log.applied.as_deref().unwrap_or_default();
        let numbered = (0..).zip(applied);
        numbered.filter(|(_, applied)| **applied).map(|(rule, _)| rule)
    }

    /// Switches recording on or off. Without it decisions carry no texts, and nothing else changes.
    pub fn record(&mut self, on: bool) {
        self.log.quiet = !on;
        self.describe();
    }

    /// A value of a type, as people call it.
    #[must_use]
    pub fn label(&self, ty: Ty, value: i64) -> String {
        self.labels().value(ty, value)
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

    pub(crate) fn labels(&self) -> Labels<'_> {
        Labels {
            content: &self.content,
            state: &self.state,
        }
    }

    pub(crate) fn parts(&mut self) -> (World<'_>, &mut Machine) {
        let world = World {
            content: &self.content,
            state: &mut self.state,
            log: &mut self.log,
        };
        (world, &mut self.machine)
    }

    /// One stretch: an open window or offer goes on, or code runs until it stops.
    fn go_on(&mut self) {
        let depth = self.machine.depth();
        match self.open.last() {
            Some(open) if open.depth() == depth => match open {
                Open::Window(_) => self.work_window(),
                Open::Offer(_) => self.work_offer(),
            },
            _ if depth == 0 => self.end(Outcome::Finished),
            _ => self.run(),
        }
    }

    fn run(&mut self) {
        let content = Arc::clone(&self.content);
        self.note_outlay(|_| {});
        let (mut world, machine) = self.parts();
        let (depth, before) = (machine.depth(), machine.fuel());
        let stop = machine.run(&content.pack, &mut world);
        let fuel = before.saturating_sub(machine.fuel());
        if let Some(meter) = &mut self.log.meter {
            let windows = u64::from(matches!(stop, Yield::Window(_)));
            meter.spend(depth, |outlay| {
                outlay.fuel += fuel;
                outlay.windows += windows;
            });
        }
        match stop {
            Yield::Window(window) => self.open_window(window),
            Yield::Offer {
                offer,
                args,
                player,
                most,
                dest,
            } => self.open_offer(offer, args, player, most, dest),
            Yield::Choose {
                choice,
                dest,
                set,
                player,
                most,
            } => self.ask_choice(choice, dest, set, player, most),
            Yield::May { choice, dest, player } => self.ask_may(choice, dest, player),
            Yield::End(outcome) => self.end(Outcome::Named(outcome)),
            Yield::EndWith { outcome, winners } => self.end_with(Outcome::Named(outcome), &winners),
            Yield::Returned(_) => {}
            Yield::OutOfFuel => self.end(Outcome::FuelExhausted),
            Yield::Bound(bound) => self.end(Outcome::of_bound(bound)),
        }
    }

    /// Begins a function whose end brings the game back to what is open.
    pub(crate) fn run_body(&mut self, call: Call<'_>) {
        let content = Arc::clone(&self.content);
        let (world, machine) = self.parts();
        if let Err(bound) = machine.call(&content.pack, &world, call) {
            self.end(Outcome::of_bound(bound));
        }
    }

    /// The ability whose code stands topmost has asked somebody.
    pub(crate) fn ask(&mut self, pending: Pending) {
        self.pending = Some(pending);
        self.note_outlay(|outlay| outlay.decisions += 1);
    }

    /// The body of a rule has begun.
    pub(crate) fn note_begun(&mut self, rule: u32) {
        let depth = self.machine.depth();
        if let Some(meter) = &mut self.log.meter {
            meter.begin(rule, depth);
        }
    }

    fn note_outlay(&mut self, add: impl FnOnce(&mut Outlay)) {
        let depth = self.machine.depth();
        if let Some(meter) = &mut self.log.meter {
            meter.spend(depth, add);
        }
    }

    pub(crate) fn push_open(&mut self, open: Open) {
        if self.open.len() >= MAX_OPEN {
            self.end(Outcome::WindowsExceeded);
        } else {
            self.open.push(open);
        }
    }

    /// The game is over; whoever the outcome names wins.
    pub(crate) fn end(&mut self, outcome: Outcome) {
        let content = Arc::clone(&self.content);
        let def = match outcome {
            Outcome::Named(number) => content.pack.outcomes.get(number as usize),
            _ => None,
        };
        let winners = match def.map(|def| &def.winners) {
            Some(Winners::Fixed(winners)) => winners.iter().map(|&winner| i64::from(winner)).collect(),
            _ => Vec::new(),
        };
        self.end_with(outcome, &winners);
    }

    /// The game is over, and these players win.
    fn end_with(&mut self, outcome: Outcome, winners: &[i64]) {
        if self.state.over.is_some() {
            return;
        }
        let mut players = self.content.players().to_vec();
        players.retain(|&player| winners.contains(&i64::from(player)));
        self.state.over = Some(outcome);
        self.pending = None;
        self.state.winners.clone_from(&players);
        self.log.note(|| Event::Ended {
            outcome,
            winners: players,
        });
    }

    /// Whether a limit was reached while conditions were worked out.
    pub(crate) fn is_stopped(&self) -> Option<Bound> {
        self.machine.stopped()
    }

    /// Works out the texts of the decision that is waited for.
    pub(crate) fn describe(&mut self) {
        let Some(pending) = &self.pending else { return };
        let (prompt, labels) = if self.log.quiet {
            (String::new(), Vec::new())
        } else {
            self.texts(pending)
        };
        let mut labels = labels.into_iter();
        let options = pending.values.iter();
        let options = options
            .map(|&value| Choice {
                label: labels.next().unwrap_or_default(),
                value,
            })
            .collect();
        self.decision = Some(Decision {
            by: pending.by,
            prompt,
            options,
            least: pending.least,
            most: pending.most,
            default: pending.default.clone(),
            secret: pending.secret,
            kind: kind_of(&pending.ask),
        });
    }

    pub(crate) fn texts(&self, pending: &Pending) -> (String, Vec<String>) {
        let (pack, labels) = (&self.content.pack, self.labels());
        match &pending.ask {
            Ask::Choose { choice, .. } => {
                let Some(def) = pack.choices.get(*choice as usize) else {
                    return Default::default();
                };
                let branch = |&value: &i64| {
                    usize::try_from(value)
                        .ok()
                        .and_then(|n| def.labels.get(n))
                        .cloned()
                };
                let texts = match def.style {
                    ChoiceStyle::Branch => pending
                        .values
                        .iter()
                        .map(|v| branch(v).unwrap_or_default())
                        .collect(),
                    _ => labels.members(Ty::one(def.ty.base), &pending.values),
                };
                (def.prompt.clone(), texts)
            }
            Ask::May { choice, .. } => {
                let prompt = pack.choices.get(*choice as usize).map_or("", |def| &def.prompt);
                (
                    prompt.into(),
                    labels.members(Ty::one(Base::Bool), &pending.values),
                )
            }
            Ask::Ability { window, candidates } => {
                let prompt = format!("ability to use {}:", window_name(&self.content, *window));
                (prompt, self.rule_labels(candidates, &pending.values))
            }
            Ask::Offer { offer, candidates } => {
                let name = pack.offers.get(*offer as usize).map_or("", |def| &def.name);
                (format!("{name}:"), self.rule_labels(candidates, &pending.values))
            }
        }
    }

    fn rule_labels(&self, candidates: &[(u32, Source)], values: &[i64]) -> Vec<String> {
        let rules = self.labels().rules(candidates);
        let label = |&value: &i64| match usize::try_from(value) {
            Ok(place) => rules.get(place).cloned().unwrap_or_default(),
            Err(_) if value == PASS => "pass".into(),
            Err(_) => String::new(),
        };
        values.iter().map(label).collect()
    }
}

fn kind_of(ask: &Ask) -> DecisionKind {
    match ask {
        Ask::Choose { choice, .. } => DecisionKind::Choose(*choice),
        Ask::May { choice, .. } => DecisionKind::YesNo(*choice),
        Ask::Ability { window, .. } => DecisionKind::Ability(*window),
        Ask::Offer { offer, .. } => DecisionKind::Offer(*offer),
    }
}

fn decided(decision: Decision, answer: &Answer) -> Event {
    let options = answer.0.iter().filter_map(|&place| decision.options.get(place));
    let chosen = options.map(|option| option.label.clone()).collect();
    Event::Decided {
        player: decision.by,
        prompt: decision.prompt,
        chosen,
        secret: decision.secret,
    }
}
