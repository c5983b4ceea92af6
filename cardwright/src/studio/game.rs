//! An open game: as it stands, as it stood, and its players.

use super::games::SeatKind;
use super::requests::PageReply;
use super::told::Tellers;
use super::view;
use crate::Session;
use crate::series::Thought;
use cardwright_compiler::looks::Looks;
use cardwright_core::agents::Agent;
use cardwright_core::{Answer, Content, Event, Replay, Reply, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How wide pictures are, and whether they are dark.
pub(super) type Size = (f64, bool);

/// How long agents decide in one go; a page asks again. Without a clock, so many decisions.
const GO: Duration = Duration::from_millis(400);
const GO_DECISIONS: usize = 12;

/// A game that is open.
pub(super) struct OpenGame {
    looks: Arc<Looks>,
    session: Session,
    seats: BTreeMap<u32, Seat>,
    tellers: Tellers,
    /// The events before each decision, and after the last.
    log: Vec<Vec<Event>>,
    /// The game as it stood after so many decisions, so that stepping through a game does not begin anew at each step.
    past: Option<(usize, Box<Session>)>,
}

enum Seat {
    Person,
    Agent(Box<dyn Agent + Send>),
}

impl OpenGame {
    pub(super) fn begin(
        content: &Arc<Content>,
        looks: Looks,
        seed: u64,
        kinds: BTreeMap<String, SeatKind>,
    ) -> Result<Self, String> {
        let session = Session::new(content, seed);
        let seats = seated(&session, kinds, seed)?;
        Ok(Self::of(session, looks, seats))
    }

    /// A recorded game, as far as it can be played with this content; and where and why it parts, if it does.
    pub(super) fn recorded(content: &Arc<Content>, looks: Looks, replay: &Replay) -> (Self, Option<Value>) {
        let mut game = Self::of(Session::new(content, replay.seed), looks, BTreeMap::new());
        let mut parted = None;
        for number in 0..replay.decisions.len() {
            let made = replay
                .answer(game.session.game(), number)
                .map_err(|drift| drift.to_string());
            let made = made.and_then(|answer| game.session.answer(&answer).map_err(|why| why.to_string()));
            if let Err(why) = made {
                parted = Some(json!({ "decision": number, "why": why }));
                break;
            }
            game.happened();
        }
        if parted.is_none() && !replay.ends_like(game.session.game()) {
            let why = "the game ended differently, because the content has changed since";
            parted = Some(json!({ "decision": game.decisions(), "why": why }));
        }
        (game, parted)
    }

    fn of(session: Session, looks: Looks, seats: BTreeMap<u32, Seat>) -> Self {
        let log = vec![session.raw_events().to_vec()];
        let mut tellers = Tellers::of(session.game());
        tellers.hear(session.game(), 0, session.raw_events());
        Self {
            tellers,
            looks: Arc::new(looks),
            session,
            seats,
            log,
            past: None,
        }
    }

    pub(super) fn content(&self) -> &Arc<Content> {
        self.session.game().content()
    }

    pub(super) fn looks(&self) -> Arc<Looks> {
        Arc::clone(&self.looks)
    }

    /// The game as it stands.
    pub(super) fn present(&self) -> &Session {
        &self.session
    }

    pub(super) fn decisions(&self) -> usize {
        self.session.decisions()
    }

    pub(super) fn is_over(&self) -> bool {
        self.session.game().outcome().is_some()
    }

    /// Whether the game may be shown to a viewer: while people play, to nobody as to one who is not among them.
    pub(super) fn may_see(&self, viewer: Viewer) -> bool {
        let has_people = self.seats.values().any(|seat| matches!(seat, Seat::Person));
        if !has_people || self.is_over() {
            return true;
        }
        match viewer {
            Viewer::Public => true,
            Viewer::Judge => false,
            Viewer::Player(player) => matches!(self.seats.get(&player), Some(Seat::Person)),
        }
    }

    /// The players' seats, by the ids of players: `human`, or `agent`.
    pub(super) fn seats(&self) -> Value {
        let game = self.session.game();
        let kind = |seat: &Seat| match seat {
            Seat::Person => "human",
            Seat::Agent(_) => "agent",
        };
        let seats = self.seats.iter();
        seats
            .map(|(&player, seat)| (game.id_of(player), json!(kind(seat))))
            .collect()
    }

    /// Whether an agent is asked.
    pub(super) fn has_more(&self) -> bool {
        let by = self.session.game().decision().map(|decision| decision.by);
        by.is_some_and(|by| matches!(self.seats.get(&by), Some(Seat::Agent(_))))
    }

    /// The answer that was given after so many decisions.
    pub(super) fn answer_at(&self, number: usize) -> Option<Answer> {
        self.replay().ok()?.decisions.get(number).cloned()
    }

    /// The event of the decision that was made after so many others.
    pub(super) fn decided_at(&self, number: usize) -> Option<Event> {
        let mut events = self.log.get(number + 1)?.iter();
        events
            .find(|event| matches!(event, Event::Decided { .. }))
            .cloned()
    }

    /// The game after so many decisions.
    pub(super) fn at(&mut self, number: usize) -> Result<&Session, String> {
        if number >= self.decisions() {
            return Ok(&self.session);
        }
        let replay = self.replay()?;
        let kept = self.past.take().filter(|(at, _)| *at <= number);
        let (mut at, mut session) = match kept {
            Some(kept) => kept,
            None => (0, Box::new(Session::new(self.content(), replay.seed))),
        };
        while at < number {
            let Some(answer) = replay.decisions.get(at) else {
                break;
            };
            session.answer(answer).map_err(|error| error.to_string())?;
            at += 1;
        }
        let (_, session) = self.past.insert((at, session));
        Ok(session)
    }

    /// A person decides; then agents go on for a while.
    pub(super) fn decide(&mut self, by: &str, reply: &PageReply) -> Result<(), String> {
        let asked = self.session.asked().ok_or("the game is over")?;
        if asked.by != by {
            return Err(format!("the decision belongs to `{}`, not to `{by}`", asked.by));
        }
        let reply = view::reply(self.session.game(), reply)?;
        self.session.decide(&reply).map_err(|error| error.to_string())?;
        self.happened();
        self.play_on().map(drop)
    }

    fn happened(&mut self) {
        self.tellers.hear(
            self.session.game(),
            self.session.decisions(),
            self.session.raw_events(),
        );
        self.log.push(self.session.raw_events().to_vec());
        self.past = None;
    }

    /// Lets agents decide for a while; whether one of them is asked next.
    pub(super) fn play_on(&mut self) -> Result<bool, String> {
        let begun = (!cfg!(target_family = "wasm")).then(Instant::now);
        for number in 0.. {
            let Some(decision) = self.session.game().decision().cloned() else {
                return Ok(false);
            };
            let Some(Seat::Agent(agent)) = self.seats.get_mut(&decision.by) else {
                return Ok(false);
            };
            let is_enough = begun.map_or(number >= GO_DECISIONS, |begun| begun.elapsed() > GO);
            if is_enough {
                return Ok(true);
            }
            let answer = agent.decide(self.session.game(), &decision);
            if self.session.answer(&answer).is_err() {
                // An agent that answers what is not legal has a fault of its own; the game goes on.
                self.session
                    .answer(&decision.default)
                    .map_err(|error| error.to_string())?;
            }
            self.happened();
        }
        Ok(true)
    }

    /// Takes back what somebody decided last, with what agents decided since, as far as nothing was shown.
    pub(super) fn undo(&mut self, by: &str) -> Result<(), String> {
        let player = self
            .session
            .game()
            .player(by)
            .ok_or_else(|| format!("there is no player `{by}`"))?;
        self.session.undo_of(player).map_err(|error| error.to_string())?;
        self.log.truncate(self.session.decisions() + 1);
        self.past = None;
        self.tell_again()
    }

    pub(super) fn replay(&self) -> Result<Replay, String> {
        self.session.save().map_err(|error| error.to_string())
    }

    /// A new game that begins like this one; whoever opens it plays all seats.
    pub(super) fn branch(&self, at: usize, kinds: BTreeMap<String, SeatKind>) -> Result<Self, String> {
        let replay = self.replay()?;
        let mut game = Self::of(
            Session::new(self.content(), replay.seed),
            Looks::clone(&self.looks),
            BTreeMap::new(),
        );
        for answer in replay.decisions.iter().take(at) {
            game.session.answer(answer).map_err(|error| error.to_string())?;
            game.happened();
        }
        let players = game.session.game().players().to_vec();
        game.seats = players.into_iter().map(|player| (player, Seat::Person)).collect();
        game.seats.extend(seated(&game.session, kinds, replay.seed)?);
        Ok(game)
    }

    /// The items that a decision would move, as its maker may know it before he decides.
    pub(super) fn preview(&self, viewer: Viewer, reply: &PageReply, size: Size) -> Result<Value, String> {
        let reply: Reply = view::reply(self.session.game(), reply)?;
        let mut imagined = self.session.imagine(viewer, 1);
        imagined.decide(&reply).map_err(|error| error.to_string())?;
        Ok(view::preview(&self.session, &imagined, &self.looks, viewer, size))
    }

    /// The story for a viewer, from a line on.
    pub(super) fn story(&self, viewer: Viewer, from: usize) -> Value {
        self.tellers.lines(viewer, from)
    }

    /// The lines that a viewer was told after so many decisions, before the next one.
    pub(super) fn told_after(&self, viewer: Viewer, decision: usize) -> Vec<Value> {
        self.tellers.after(viewer, decision)
    }

    /// Tells everything again, for a game of which something was taken back.
    fn tell_again(&mut self) -> Result<(), String> {
        let replay = self.replay()?;
        let mut session = Session::new(self.content(), replay.seed);
        let mut tellers = Tellers::of(session.game());
        tellers.hear(session.game(), 0, session.raw_events());
        for answer in &replay.decisions {
            session.answer(answer).map_err(|error| error.to_string())?;
            tellers.hear(session.game(), session.decisions(), session.raw_events());
        }
        self.tellers = tellers;
        Ok(())
    }
}

/// The seats, with agents whose play comes from the seed of the game.
fn seated(
    session: &Session,
    kinds: BTreeMap<String, SeatKind>,
    seed: u64,
) -> Result<BTreeMap<u32, Seat>, String> {
    let seat = |(number, (id, kind)): (u64, (String, SeatKind))| {
        let player = session.game().player(&id);
        let player = player.ok_or_else(|| format!("there is no player `{id}`"))?;
        let seat = match kind {
            SeatKind::Person => Seat::Person,
            SeatKind::Agent(kind) => {
                let own = seed.wrapping_mul(1_000_003).wrapping_add(number);
                Seat::Agent(kind.agent(own, Thought::default()))
            }
        };
        Ok((player, seat))
    };
    (1..).zip(kinds).map(seat).collect()
}
