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

use crate::answer::Answer;
use crate::content::Content;
use crate::copies::copied_by_variant;
use crate::decision::{Ask, Decision, DecisionError, Pending};
use crate::events::{Event, Log};
use crate::labels::Labels;
use crate::limits::{FUEL_PER_DECISION, MAX_OPEN};
use crate::meter::Outlay;
use crate::offers::OpenOffer;
use crate::outcome::Outcome;
use crate::state::{Deed, Source, State};
use crate::viewer::Viewer;
use crate::windows::OpenWindow;
use crate::world::World;
use cardwright_bytecode::pack::{EntityId, Id, Rule, RuleKind, Winners};
use cardwright_vm::{Bound, Call, Machine, Yield};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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

/// A window or an offer that is not done with.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Open {
    Window(OpenWindow),
    Offer(OpenOffer),
}

copied_by_variant!(Open { Window, Offer });

impl Open {
    /// Whether it has gathered what is due, but is not open yet.
    fn waits(&self) -> bool {
        matches!(self, Self::Window(window) if window.waits)
    }

    /// The number of frames when it opened.
    fn depth(&self) -> usize {
        match self {
            Self::Window(window) => window.depth,
            Self::Offer(offer) => offer.depth,
        }
    }
}

/// The state of a game: waiting for a decision, or over.
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

    /// The open decision; `None` if nobody has to decide.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// The outcome of the game, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.over
    }

    /// The winners, in seat order; nobody before the end, and in a draw.
    #[must_use]
    pub fn winners(&self) -> &[EntityId] {
        &self.state.winners
    }

    /// Plays on until somebody has to decide or the game is over.
    pub fn advance(&mut self) -> Status {
        self.content.note_decision(&self.state.memory);
        self.machine.refuel(FUEL_PER_DECISION);
        self.wake_memory();
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
        self.check(answer)?;
        let (Some(mut decision), Some(pending)) = (self.decision.take(), self.pending.take()) else {
            return Err(DecisionError::NothingAsked);
        };
        decision.secret |= !self.log.quiet && self.chooses_unseen(&pending);
        if !self.log.quiet {
            let prompt = self.question(&pending, Viewer::Public);
            let told = self.decided(decision, prompt, answer);
            self.log.note(|| told);
        }
        self.machine.refuel(FUEL_PER_DECISION);
        self.wake_memory();
        let chosen: Vec<i64> = answer
            .options()
            .iter()
            .filter_map(|&place| pending.values.get(place).copied())
            .collect();
        match pending.ask {
            Ask::Choose { choice, dest } => {
                self.answer_choice(choice, dest, chosen);
                if pending.secret {
                    self.keep_secret(choice, dest, &pending);
                }
            }
            Ask::May { dest, .. } => self.machine.answer(dest, chosen.first().copied().unwrap_or(0)),
            Ask::Ability { candidates, .. } => self.use_ability(pending.by, candidates, chosen),
            Ask::Offer { candidates, .. } => self.take_option(pending.by, candidates, chosen),
            Ask::Place { dest, .. } => self.answer_place(dest, answer.place()),
        }
        Ok(())
    }

    /// Answers are remembered from now on; not while it is noted which rules applied, since a remembered answer asks none.
    fn wake_memory(&mut self) {
        self.machine
            .run_plain(self.log.plain || self.log.applied.is_some());
        match self.log.applied {
            None => self.state.memory.wake(&self.content),
            Some(_) => self.state.memory.forget(),
        }
    }

    pub(crate) fn labels(&self) -> Labels<'_> {
        Labels {
            content: &self.content,
            state: &self.state,
            guarded: false,
            written: false,
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

    /// Goes on for one stretch: an open window or offer, or code until it stops.
    fn go_on(&mut self) {
        let depth = self.machine.depth();
        // What gathered and never opened its window.
        while self
            .open
            .last()
            .is_some_and(|open| open.waits() && open.depth() > depth)
        {
            self.open.pop();
        }
        match self.open.last() {
            Some(open) if open.depth() == depth && !open.waits() => match open {
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
            Yield::Gather { window, dest } => self.gather(window, dest),
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
            Yield::ChoosePlace {
                choice,
                dest,
                first,
                player,
            } => self.ask_place(choice, dest, first, player),
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
        self.state.ended.clear();
        self.pending = Some(pending);
        self.note_outlay(|outlay| outlay.decisions += 1);
    }

    /// The body of a rule, or its `else`, has begun.
    pub(crate) fn note_begun(&mut self, rule: Id<Rule>, source: Source) {
        self.note_deed(rule, source);
        let depth = self.machine.depth();
        if let Some(meter) = &mut self.log.meter {
            meter.begin(rule, depth);
        }
    }

    /// An ability that must not come within itself is being carried out.
    fn note_deed(&mut self, rule: Id<Rule>, source: Source) {
        let pack = &self.content.pack;
        let gate = match &pack.rules[rule].kind {
            RuleKind::Trigger { gate, .. } | RuleKind::OfferOption { gate, .. } => gate,
            _ => return,
        };
        let Some(frame) = self.machine.top().filter(|_| gate.never_within) else {
            return;
        };
        let deed = Deed {
            rule: pack.first_of(rule),
            source,
            function: frame.function,
            depth: self.machine.depth() as u32,
        };
        self.state.deeds.retain(|other| other.depth < deed.depth);
        self.state.deeds.push(deed);
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
        let winners = match outcome {
            Outcome::Named(number) => match &content.pack.outcomes[number].winners {
                Winners::Fixed(winners) => winners.iter().map(|&winner| i64::from(winner)).collect(),
                Winners::Named => Vec::new(),
            },
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
        self.log.note_end(|| Event::Ended {
            outcome,
            winners: players,
        });
    }

    /// The event for an answer; everybody reads the question, so it is told as the public may know it.
    fn decided(&self, decision: Decision, prompt: String, answer: &Answer) -> Event {
        let options = answer.options().iter();
        let chosen = options.filter_map(|&place| decision.options.get(place));
        let place = answer.place().map(|pose| self.labels().pose(pose.pack()));
        Event::Decided {
            player: decision.by,
            chosen: chosen.map(|option| option.label.clone()).chain(place).collect(),
            prompt,
            secret: decision.secret,
        }
    }

    /// Whether a limit was reached while conditions were worked out.
    pub(crate) fn is_stopped(&self) -> Option<Bound> {
        self.machine.stopped()
    }
}
