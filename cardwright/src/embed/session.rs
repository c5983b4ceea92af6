//! A game by names: it always stands at a question, or is over.

use cardwright_core::{
    Answer, Asked, Content, DecisionError, Drift, Ended, Event, Game, Recorder, Refused, Replay, Reply,
    Snapshot, Story, StoryLine, Told, View, Viewer, Why,
};
use serde::Serializer;
use std::sync::Arc;

/// How many events are told at a time.
const EVENTS_AT_A_TIME: usize = 256;

/// A game that is played by names.
///
/// ```
/// use cardwright::{Reply, Session, Viewer};
/// # let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
/// # let content = cardwright::Workshop::open(sample.as_ref()).content("duel")?;
/// let mut session = Session::new(&content, 7);
/// let asked = session.asked().expect("somebody is asked");
/// let options = asked.options.expect("who is asked sees the options");
/// let reply = Reply::Option(options[0].id.clone());
/// session.decide(&reply)?;
/// for told in session.events(Viewer::Public) {
///     println!("{}", told.text);
/// }
/// let saved = session.save()?;
/// let again = Session::resume(&content, &saved)?;
/// assert_eq!(again.hash(), session.hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    table: Table,
    seed: u64,
    /// The decisions that were made: by whom, and whether there is a fair way back over each.
    made: Vec<Made>,
    /// The events since the last decision.
    events: Vec<Event>,
    /// Whether nothing is told.
    quick: bool,
}

/// The game, with its past or without.
#[derive(Clone, Debug)]
enum Table {
    Kept(Box<Recorder>),
    Imagined(Box<Game>),
}

impl Table {
    fn game(&self) -> &Game {
        match self {
            Self::Kept(recorder) => recorder.game(),
            Self::Imagined(game) => game,
        }
    }

    fn game_mut(&mut self) -> &mut Game {
        match self {
            Self::Kept(recorder) => recorder.game_mut(),
            Self::Imagined(game) => game,
        }
    }

    fn decide(&mut self, answer: &Answer) -> Result<(), DecisionError> {
        match self {
            Self::Kept(recorder) => recorder.decide(answer),
            Self::Imagined(game) => game.decide(answer),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Made {
    by: u32,
    fair: bool,
}

/// Why a decision is not taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoUndo {
    /// Nothing was decided yet.
    Nothing,
    /// Another player decided last.
    NotYours,
    /// Something was rolled, drawn or shown since.
    Shown,
    /// A quick session does not know what was shown.
    Quick,
    /// An imagined game has no past.
    Imagined,
}

impl NoUndo {
    /// A word for programs, which stays as it is.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Nothing => "nothing-to-undo",
            Self::NotYours => "not-yours",
            Self::Shown => "shown-since",
            Self::Quick => "quick",
            Self::Imagined => Imagined.code(),
        }
    }
}

impl std::fmt::Display for NoUndo {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Nothing => "there is no decision to take back",
            Self::NotYours => "another player has decided since",
            Self::Shown => "something has been rolled, drawn or revealed since",
            Self::Quick => "a quick game does not record what was revealed",
            Self::Imagined => return Imagined.fmt(out),
        })
    }
}

impl std::error::Error for NoUndo {}

/// Why an imagined game is not kept and takes nothing back: its past would tell what is hidden in the real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imagined;

impl Imagined {
    /// A word for programs, which stays as it is.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "imagined"
    }
}

impl std::fmt::Display for Imagined {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("an imagined game has no history that could be saved or taken back")
    }
}

impl std::error::Error for Imagined {}

impl Session {
    /// A new game, played up to its first question. The seed is all of its chance.
    #[must_use]
    pub fn new(content: &Arc<Content>, seed: u64) -> Self {
        Self::begun(content, seed, false)
    }

    /// A [new](Self::new) game that is several times as fast: there are no events, and [`undo`](Self::undo)
    /// does not know what would be fair ([`take_back`](Self::take_back) goes on working). For whoever plays
    /// many games, by the numbers of options ([`answer`](Self::answer)).
    ///
    /// ```
    /// use cardwright::{Answer, Session};
    /// # let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
    /// # let content = cardwright::Workshop::open(sample.as_ref()).content("duel")?;
    /// let mut session = Session::quick(&content, 7);
    /// while let Some(decision) = session.game().decision() {
    ///     let answer = match decision.most {
    ///         1 if !decision.options.is_empty() => Answer::one(0),
    ///         _ => decision.default.clone(),
    ///     };
    ///     session.answer(&answer)?;
    /// }
    /// # let mut again = Session::new(&content, 7);
    /// # for answer in &session.save()?.decisions {
    /// #     again.answer(answer)?;
    /// # }
    /// # assert_eq!(session.hash(), again.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn quick(content: &Arc<Content>, seed: u64) -> Self {
        Self::begun(content, seed, true)
    }

    fn begun(content: &Arc<Content>, seed: u64, quick: bool) -> Self {
        let mut session = Self {
            table: Table::Kept(Box::new(Recorder::new(content, seed))),
            seed,
            made: Vec::new(),
            events: Vec::new(),
            quick,
        };
        session.table.game_mut().record(!quick);
        session.advance();
        session
    }

    /// A game that this viewer cannot tell from the real one: what is hidden from him, and all dice to come, are drawn
    /// from `seed`. For a judge only the dice to come are others. It goes on like any other game, and knows nothing of
    /// the real one that the viewer does not: so it cannot be [saved](Self::save), and nothing is taken back in it.
    ///
    /// ```
    /// use cardwright::{Session, Viewer};
    /// # let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
    /// # let content = cardwright::Workshop::open(sample.as_ref()).content("duel")?;
    /// let session = Session::new(&content, 7);
    /// let me = session.game().players()[0];
    /// let mut guess = session.imagine(Viewer::Player(me), 1);
    /// while let Some(asked) = guess.asked() {
    ///     guess.decide(&asked.default.expect("there is one"))?;
    /// }
    /// assert!(guess.save().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn imagine(&self, viewer: Viewer, seed: u64) -> Self {
        let mut game = self.game().imagine_for(viewer, seed);
        game.record(!self.quick);
        Self {
            table: Table::Imagined(Box::new(game)),
            seed,
            made: self.made.clone(),
            events: Vec::new(),
            quick: self.quick,
        }
    }

    /// Whether the game is an imagined one.
    #[must_use]
    pub const fn is_imagined(&self) -> bool {
        matches!(self.table, Table::Imagined(_))
    }

    /// Goes on with a saved game: its decisions are made again, and checked. On content that has changed since it goes on, too, if it
    /// comes to the same. A game that a quick session has saved has no names for that, and needs the very same content.
    ///
    /// # Errors
    /// If the game does not come to the same with this content.
    pub fn resume(content: &Arc<Content>, saved: &Replay) -> Result<Self, Drift> {
        Self::resumed(content, saved, false)
    }

    /// Goes on with a saved game as a [quick](Self::quick) one.
    ///
    /// # Errors
    /// If the game was played with other content, or does not come to the same.
    pub fn resume_quick(content: &Arc<Content>, saved: &Replay) -> Result<Self, Drift> {
        Self::resumed(content, saved, true)
    }

    fn resumed(content: &Arc<Content>, saved: &Replay, quick: bool) -> Result<Self, Drift> {
        saved.run_on(content)?;
        let mut session = Self::begun(content, saved.seed, quick);
        for decision in 0..saved.decisions.len() {
            let answer = saved.answer(session.game(), decision)?;
            let made = session.answer(&answer);
            made.map_err(|error| match error {
                Refused::Illegal(error) => Drift::Refused { decision, error },
                Refused::UnknownOption { .. } | Refused::NoSuchPlace => Drift::End,
            })?;
        }
        session.events.clear();
        Ok(session)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.table.game()
    }

    /// How many decisions were made.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.made.len()
    }

    /// The open question, as the player who is asked sees it; `None` once the game is over.
    #[must_use]
    pub fn asked(&self) -> Option<Asked> {
        self.game().asked(Viewer::Player(self.game().decision()?.by))
    }

    /// Why the decision that is asked is as it is, as somebody may know it; nothing once the game is over.
    #[must_use]
    pub fn why(&self, viewer: Viewer) -> Option<Why> {
        self.game().why(viewer)
    }

    /// How the game ended, as somebody may know it; nothing while it goes on.
    #[must_use]
    pub fn ended(&self, viewer: Viewer) -> Option<Ended> {
        self.game().ended(viewer)
    }

    /// How the game stands, as somebody may know it.
    #[must_use]
    pub fn snapshot(&self, viewer: Viewer) -> Snapshot {
        self.game().snapshot(viewer)
    }

    /// The viewer of this name: a player's id, `public` or `judge`.
    #[must_use]
    pub fn viewer(&self, name: &str) -> Option<Viewer> {
        match self.game().player(name) {
            Some(player) => Some(Viewer::Player(player)),
            None if name == "public" => Some(Viewer::Public),
            None if name == "judge" => Some(Viewer::Judge),
            None => None,
        }
    }

    /// The events since the last decision was made, or since the beginning, as a viewer may know them.
    #[must_use]
    pub fn events(&self, viewer: Viewer) -> Vec<Told> {
        self.game().told(&self.events, viewer)
    }

    /// The [events](Self::events), some at a time: all of a long game at once would take many times the
    /// memory of the game.
    pub fn events_in_parts(&self, viewer: Viewer) -> impl Iterator<Item = Vec<Told>> + '_ {
        let parts = self.events.chunks(EVENTS_AT_A_TIME);
        parts.map(move |part| self.game().told(part, viewer))
    }

    /// The [events](Self::events) as one list of JSON.
    #[must_use]
    pub fn events_as_json(&self, viewer: Viewer) -> String {
        let mut text = Vec::new();
        let all = serde_json::Serializer::new(&mut text).collect_seq(self.events_in_parts(viewer).flatten());
        // What is told is numbers and texts, and memory can be written to.
        debug_assert!(all.is_ok());
        String::from_utf8(text).unwrap_or_default()
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The story since the last decision, in the words of the players, as a viewer may know it.
    #[must_use]
    pub fn story(&self, viewer: Viewer) -> Vec<StoryLine> {
        Story::of(self.game(), &self.events, viewer)
    }

    /// The [events](Self::events) as the rules core has them.
    #[must_use]
    pub fn raw_events(&self) -> &[Event] {
        &self.events
    }

    /// Answers the question, and plays on to the next one or to the end.
    ///
    /// # Errors
    /// If the reply names no option, or the rules do not allow it; nothing has changed then.
    pub fn decide(&mut self, reply: &Reply) -> Result<(), Refused> {
        let answer = self.game().meant(reply)?;
        self.answer(&answer)
    }

    /// Answers the question with an answer of the rules core, such as an agent gives, and plays on.
    ///
    /// # Errors
    /// If the answer is not legal; nothing has changed then.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), Refused> {
        let game = self.game();
        let by = game.decision().map_or(0, |decision| decision.by);
        if self.quick {
            self.table.decide(answer)?;
            self.table.game_mut().advance();
            self.made.push(Made { by, fair: false });
            return Ok(());
        }
        let secret = game.decision().is_some_and(|decision| decision.secret);
        let (chance, views) = (game.chance_mark(), self.views());
        self.table.decide(answer)?;
        self.advance();
        let game = self.game();
        let fair = game.chance_mark() == chance
            && !game.looks_at_unseen()
            && !self.events.iter().any(|event| is_news(event, by, secret))
            && !self
                .views()
                .iter()
                .zip(&views)
                .any(|(now, before)| shows_more(now, before));
        self.made.push(Made { by, fair });
        Ok(())
    }

    /// Takes the last decision back, whoever made it, if that is fair: nothing was rolled, drawn or shown since.
    ///
    /// # Errors
    /// If there is none, or it is not fair.
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        match self.made.last() {
            None => Err(NoUndo::Nothing),
            Some(_) if self.is_imagined() => Err(NoUndo::Imagined),
            Some(_) if self.quick => Err(NoUndo::Quick),
            Some(made) if !made.fair => Err(NoUndo::Shown),
            Some(_) => self.take_back(),
        }
    }

    /// Takes the last decision back if this player made it and it is fair.
    ///
    /// # Errors
    /// If there is none, another player made it, or it is not fair.
    pub fn undo_of(&mut self, player: u32) -> Result<(), NoUndo> {
        match self.made.last() {
            Some(made) if made.by != player => Err(NoUndo::NotYours),
            _ => self.undo(),
        }
    }

    /// Takes the last decision back, fair or not: for judges and tests.
    ///
    /// # Errors
    /// If there is none.
    pub fn take_back(&mut self) -> Result<(), NoUndo> {
        if self.made.is_empty() {
            return Err(NoUndo::Nothing);
        }
        let before = self.save().map_err(|Imagined| NoUndo::Imagined)?;
        self.made.pop();
        let content = Arc::clone(self.game().content());
        let mut recorder = Recorder::new(&content, before.seed);
        recorder.game_mut().record(false);
        recorder.advance();
        for answer in before.decisions.iter().take(self.made.len()) {
            // They were legal before, and the same game comes to the same questions.
            if recorder.decide(answer).is_err() {
                break;
            }
            recorder.advance();
        }
        recorder.game_mut().record(!self.quick);
        self.table = Table::Kept(Box::new(recorder));
        self.events.clear();
        Ok(())
    }

    /// The game as it can be stored: its seed and decisions, with fingerprints. What `run --replay` writes.
    ///
    /// # Errors
    /// If the game is [imagined](Self::imagine).
    pub fn save(&self) -> Result<Replay, Imagined> {
        match &self.table {
            Table::Kept(recorder) => Ok(recorder.replay()),
            Table::Imagined(_) => Err(Imagined),
        }
    }

    /// The hash of everything that can matter from now on; the same on every machine.
    #[must_use]
    pub fn hash(&self) -> String {
        super::hex(&self.game().hash())
    }

    fn advance(&mut self) {
        let game = self.table.game_mut();
        game.advance();
        self.events = game.take_events();
    }

    /// The view of each player, and that of somebody at the table who is none.
    fn views(&self) -> Vec<View> {
        let game = self.game();
        let players = game.players().iter().copied();
        players
            .chain([u32::MAX])
            .map(|player| game.view(Viewer::Player(player)))
            .collect()
    }
}

/// Whether somebody sees now what he did not see before.
fn shows_more(now: &View, before: &View) -> bool {
    let fields = before
        .hidden_fields
        .iter()
        .any(|&(entity, field)| now.sees_field(entity, field));
    fields || before.hidden_cards.iter().any(|&card| now.knows_card(card))
}

/// Whether an event tells somebody something that nobody can forget. What a player chose in secret is no news to him.
fn is_news(event: &Event, by: u32, secret: bool) -> bool {
    match event {
        Event::Revealed { .. }
        | Event::Rolled { .. }
        | Event::Drawn { .. }
        | Event::Shuffled { .. }
        | Event::Flipped { up: true, .. }
        | Event::CardMoved { face_up: true, .. } => true,
        Event::FieldSet {
            keeper: Some(keeper), ..
        }
        | Event::MembersSet {
            keeper: Some(keeper), ..
        } => !(secret && *keeper == by),
        _ => false,
    }
}
