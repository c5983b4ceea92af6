//! The story of a game: what happened, in the words of its players, by round and activation.
//!
//! ```text
//!   a round begins           -> a heading
//!   a told run begins        -> a paragraph, or, where nothing else is told of, a heading
//!     what it tells, steps, changes, dice, cards  -> its sentences
//!     a told run within it   -> a paragraph below it
//!   it ends                  -> the paragraph is done
//! ```
//!
//! Sentences about one entity that follow one another become one: "A turns left and gets a token." What content does
//! not tell itself is told plainly, if players see it on the table; all else is bookkeeping, and is no part of a story.
//!
//! Not here: what is told (`tellings`), and the account of every event (`sentences`).

use crate::board::plane::Pose;
use crate::events::{Event, Said};
use crate::game::Game;
use crate::labels::{Labels, thousandths};
use crate::tellings::{has_words, joined};
use crate::viewer::Viewer;
use cardwright_bytecode::pack::{EntityId, Home, Id, ProcedureDef, Rule, ToldOf, cell};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The text before dice that have changed.
const NOW: &str = "now the ";

/// The most runs within one another that get paragraphs of their own.
const MOST_DEPTH: usize = 4;

/// The kind of a line of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// A round begins.
    Round,
    /// A part of a round begins.
    Heading,
    /// A telling of events.
    Paragraph,
}

/// A line of a story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoryLine {
    /// The kind.
    pub kind: LineKind,
    /// The depth within others.
    pub depth: usize,
    /// The round in which it happened; 0 before the first.
    pub round: u32,
    /// The text.
    pub text: String,
    /// The ids of what it is about, in the order in which it is told.
    pub about: Vec<String>,
}

/// Tells one viewer of a game, event by event.
#[derive(Clone, Debug)]
pub struct Story {
    viewer: Viewer,
    round: u32,
    /// The told runs that go on, the outermost last but one.
    runs: Vec<Run>,
    /// Sentences that are not told yet.
    sentences: Vec<Sentence>,
    /// The depth at which they lie.
    depth: usize,
    /// A heading below which nothing is told yet.
    heading: Option<StoryLine>,
    /// The dice that were rolled in the innermost told run: their sort, and the faces that they last showed.
    pools: Vec<(u32, Vec<u16>)>,
    /// The steps that go on, the innermost last.
    steps: Vec<Step>,
    /// The places to which pieces were last told to have gone.
    gone_to: BTreeMap<EntityId, String>,
    lines: Vec<StoryLine>,
}

/// A told run that goes on.
#[derive(Clone, Debug)]
struct Run {
    procedure: Id<ProcedureDef>,
    /// The form in which it appears in the story.
    part: RunPart,
    /// Whether something was told in it.
    has_lines: bool,
}

/// A step that goes on.
#[derive(Clone, Copy, Debug)]
struct Step {
    procedure: Id<ProcedureDef>,
    number: u32,
    /// The number of sentences that waited as it began.
    sentences: usize,
}

/// The form in which a told run appears in a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunPart {
    /// A run that told nothing as it began.
    Nothing,
    Heading,
    Paragraph,
}

/// A sentence, and what it begins with.
#[derive(Clone, Debug)]
struct Sentence {
    /// The entity that it is about, with its name, if it begins with that.
    subject: Option<(EntityId, String)>,
    /// The rest of the sentence.
    rest: String,
    about: Vec<EntityId>,
    /// The kind, which decides with which sentences it can be joined.
    kind: Kind,
    /// If it is told without words of the content: how many steps went on.
    step: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Told,
    /// A piece goes its way on spaces.
    Way,
    /// Pieces are placed: all that it is about.
    Placed,
    /// Something leaves the game.
    Gone,
    /// The faces of dice of a sort.
    Dice(u32),
    /// How a number or value of somebody has become another one: the last of several in a row says enough.
    Change(ToldOf),
    /// A change of the number of tokens of which the content tells nothing; with the number before.
    Tokens(u32, i64),
}

impl Story {
    /// The story for a viewer of a game that begins.
    #[must_use]
    pub fn new(viewer: Viewer) -> Self {
        Self {
            viewer,
            round: 0,
            runs: Vec::new(),
            sentences: Vec::new(),
            depth: 0,
            heading: None,
            pools: Vec::new(),
            steps: Vec::new(),
            gone_to: BTreeMap::new(),
            lines: Vec::new(),
        }
    }

    /// All that is told of these events, the last of a game.
    #[must_use]
    pub fn of(game: &Game, events: &[Event], viewer: Viewer) -> Vec<StoryLine> {
        let mut story = Self::new(viewer);
        let round = game.content().pack().round;
        let begins = |event: &&Event| matches!(event, Event::StepBegan { procedure, step: 0 } if round == Some(*procedure));
        let begun = events.iter().filter(begins).count() as u32;
        story.round = u32::try_from(game.rounds()).unwrap_or(0).saturating_sub(begun);
        for event in events {
            story.hear(game, event);
        }
        story.pause(game)
    }

    /// Hears of one event. `game` is the game in which it happened, then or later.
    pub fn hear(&mut self, game: &Game, event: &Event) {
        match event {
            Event::StepBegan { procedure, step } => self.begin_step(game, *procedure, *step),
            Event::StepEnded {
                procedure,
                step: None,
            } => self.end_run(game, *procedure),
            Event::StepEnded {
                procedure,
                step: Some(step),
            } => self.end_step(*procedure, *step),
            Event::Told {
                of: ToldOf::Step(procedure, step),
                words,
                only,
                ..
            } if words.is_empty() && self.is_told(only.as_deref()) => self.hush(*procedure, *step),
            Event::Told {
                of: ToldOf::Run(procedure),
                ..
            } => self.begin_run(game, event, *procedure),
            _ => self.add(game, event),
        }
    }

    /// The lines that are done.
    pub fn take(&mut self) -> Vec<StoryLine> {
        std::mem::take(&mut self.lines)
    }

    /// All that has been heard so far, as somebody is asked: what follows begins a new line.
    pub fn pause(&mut self, game: &Game) -> Vec<StoryLine> {
        self.end_paragraph(game);
        self.take()
    }

    fn begin_step(&mut self, game: &Game, procedure: Id<ProcedureDef>, step: u32) {
        self.steps.push(Step {
            procedure,
            number: step,
            sentences: self.sentences.len(),
        });
        if step == 0 && game.content().pack().round == Some(procedure) {
            self.end_paragraph(game);
            self.heading = None;
            if self.round == 0 {
                self.tell_sides(game);
            }
            self.round += 1;
            let text = format!("Round {}", self.round);
            let line = self.line(game, LineKind::Round, text, &[]);
            self.lines.push(line);
        }
    }

    /// Tells the sides: the pieces of each player, before the first round.
    fn tell_sides(&mut self, game: &Game) {
        let sides: Vec<StoryLine> = game
            .players()
            .iter()
            .filter_map(|&player| self.side(game, player))
            .collect();
        if !sides.is_empty() {
            let heading = self.line(game, LineKind::Heading, "The sides".into(), &[]);
            self.lines.push(heading);
        }
        self.lines.extend(sides);
    }

    /// A player with his pieces in the game; nothing, if he has none.
    fn side(&self, game: &Game, player: EntityId) -> Option<StoryLine> {
        let pieces = game.content().index.pieces.iter().copied();
        let is_own = |&piece: &EntityId| {
            game.cell(piece, cell::OWNER) == i64::from(player) && game.cell(piece, cell::IN_PLAY) == 1
        };
        let mut own: Vec<EntityId> = pieces.filter(is_own).collect();
        // What no token can ever lie on is scenery, as long as there is anything else.
        let is_marked = |piece: &EntityId| {
            let kind = game.content().index.kind(i64::from(*piece));
            let def = kind.and_then(|kind| game.content().pack().kinds.get(usize::from(kind)));
            def.is_some_and(|def| !def.tokens.is_empty())
        };
        if own.iter().any(is_marked) {
            own.retain(is_marked);
        }
        let names = labels(game);
        let called = |&piece: &EntityId| names.entity(i64::from(piece));
        let called: Vec<String> = own.iter().map(called).collect();
        let about = [&[player][..], &own].concat();
        let text = format!(
            "{}: {}.",
            capital(&names.entity(i64::from(player))),
            joined(&called)
        );
        (!own.is_empty()).then(|| self.line(game, LineKind::Paragraph, text, &about))
    }

    fn end_step(&mut self, procedure: Id<ProcedureDef>, step: u32) {
        let is_it = |going: &Step| going.procedure == procedure && going.number == step;
        if let Some(place) = self.steps.iter().rposition(is_it) {
            self.steps.truncate(place);
        }
    }

    /// Whether what is told to these players alone, or to everybody, is told to this viewer. To others, that a text is empty must tell
    /// nothing either: it may rest on what they cannot see.
    fn is_told(&self, only: Option<&[EntityId]>) -> bool {
        only.is_none_or(|only| only.iter().any(|&player| self.viewer.sees_as(player)))
    }

    /// The content wants nothing told of what a step did itself. What runs within it told, stays.
    fn hush(&mut self, procedure: Id<ProcedureDef>, step: u32) {
        let is_it = |going: &Step| going.procedure == procedure && going.number == step;
        let Some(place) = self.steps.iter().rposition(is_it) else {
            return;
        };
        let first = self.steps[place].sentences;
        let mut number = 0;
        self.sentences.retain(|sentence| {
            number += 1;
            number <= first || sentence.step != Some(place + 1)
        });
    }

    fn begin_run(&mut self, game: &Game, event: &Event, procedure: Id<ProcedureDef>) {
        let said = self.said(game, event);
        if said.is_empty() {
            return self.push(procedure, RunPart::Nothing);
        }
        self.end_paragraph(game);
        let sentence = sentence(&labels(game), &said);
        // Who alone is named begins a paragraph: what he does follows.
        let is_outer = self.runs.iter().all(|run| run.part == RunPart::Nothing);
        let part = match is_outer && !sentence.is_bare() {
            true => RunPart::Heading,
            false => RunPart::Paragraph,
        };
        self.push(procedure, part);
        match part {
            RunPart::Heading => {
                let text = capital(&sentence.told());
                self.heading = Some(self.line(game, LineKind::Heading, text, &sentence.about));
            }
            _ => self.sentences.push(sentence),
        }
        self.pools.clear();
        self.depth = self.depth_now();
    }

    fn push(&mut self, procedure: Id<ProcedureDef>, part: RunPart) {
        self.runs.push(Run {
            procedure,
            part,
            has_lines: false,
        });
    }

    fn end_run(&mut self, game: &Game, procedure: Id<ProcedureDef>) {
        if let Some(run) = self.runs.pop_if(|run| run.procedure == procedure)
            && run.part != RunPart::Nothing
        {
            self.end_paragraph(game);
        }
    }

    fn depth_now(&self) -> usize {
        let mut paragraphs = self.runs.iter().filter(|run| run.part == RunPart::Paragraph);
        paragraphs.next_back();
        paragraphs.filter(|run| run.has_lines).count().min(MOST_DEPTH)
    }

    /// The words of the content for this viewer.
    fn said(&self, game: &Game, event: &Event) -> Vec<Said> {
        match game.seen_by(event, self.viewer) {
            Event::Told { words, .. } => words,
            _ => Vec::new(),
        }
    }

    fn add(&mut self, game: &Game, event: &Event) {
        let sentence = match event {
            Event::Told { of, .. } => {
                let said = self.said(game, event);
                let kind = match of {
                    ToldOf::Field(..) | ToldOf::Tokens(_) => Kind::Change(*of),
                    _ => Kind::Told,
                };
                (!said.is_empty()).then(|| Sentence {
                    kind,
                    ..sentence(&labels(game), &said)
                })
            }
            _ => self.plain(game, event).map(|sentence| Sentence {
                step: Some(self.steps.len()),
                ..sentence
            }),
        };
        let Some(sentence) = sentence else { return };
        self.forget_what_is_in(game, &sentence);
        if self.sentences.is_empty() {
            self.depth = self.depth_now();
        }
        match self.sentences.last_mut() {
            Some(last) if last.goes_on_as(&sentence) => *last = sentence,
            Some(last)
                if last.kind == Kind::Placed
                    && sentence.kind == Kind::Placed
                    && last.rest == sentence.rest =>
            {
                last.about.extend(sentence.about);
            }
            _ => self.sentences.push(sentence),
        }
    }

    /// Forgets a sentence that tells again what the content has just told in its own words: dice, and a
    /// departure from the game.
    fn forget_what_is_in(&mut self, game: &Game, told: &Sentence) {
        if told.step.is_some() {
            return;
        }
        let dice = self.pools.last().map(|(_, faces)| labels(game).faces(faces));
        let is_in = |last: &mut Sentence| match last.kind {
            Kind::Dice(_) => dice.is_some_and(|dice| told.rest.contains(&dice)),
            Kind::Gone => last.is_of(told),
            _ => false,
        };
        self.sentences.pop_if(is_in);
    }

    /// Whether a sentence tells something new: a way that ends where the last one did, does not.
    fn goes_on(&mut self, sentence: &Sentence) -> bool {
        let (Kind::Way, Some((entity, _))) = (sentence.kind, &sentence.subject) else {
            return true;
        };
        let before = self.gone_to.insert(*entity, sentence.rest.clone());
        before.as_ref() != Some(&sentence.rest)
    }

    fn end_paragraph(&mut self, game: &Game) {
        let mut sentences = std::mem::take(&mut self.sentences);
        sentences.retain(|sentence| self.goes_on(sentence));
        for step in &mut self.steps {
            step.sentences = 0;
        }
        if sentences.is_empty() {
            return;
        }
        let mut about = Vec::new();
        for entity in sentences.iter().flat_map(|sentence| &sentence.about) {
            if !about.contains(entity) {
                about.push(*entity);
            }
        }
        let text = paragraph(&labels(game), &sentences);
        if text.is_empty() {
            return;
        }
        let line = self.line(game, LineKind::Paragraph, text, &about);
        self.lines.extend(self.heading.take());
        self.lines.push(line);
        if let Some(run) = self.runs.iter_mut().rfind(|run| run.part == RunPart::Paragraph) {
            run.has_lines = true;
        }
        self.depth = self.depth_now();
    }

    fn line(&self, game: &Game, kind: LineKind, text: String, about: &[EntityId]) -> StoryLine {
        StoryLine {
            kind,
            depth: if kind == LineKind::Paragraph {
                self.depth
            } else {
                0
            },
            round: self.round,
            text,
            about: about.iter().map(|&entity| game.id_of(entity)).collect(),
        }
    }
}

/// How things are called; cards that nobody knows have no names.
fn labels(game: &Game) -> Labels<'_> {
    Labels {
        guarded: true,
        ..game.labels()
    }
}

/// A sentence from what is said.
fn sentence(labels: &Labels<'_>, said: &[Said]) -> Sentence {
    let entities = said.iter().filter_map(|said| match said {
        Said::Entity(entity) => Some(*entity),
        Said::Words(_) => None,
    });
    let about: BTreeSet<EntityId> = entities.clone().collect();
    let (subject, rest) = match said {
        [Said::Entity(first), rest @ ..] => (Some((*first, labels.said(&said[..1]))), rest),
        rest => (None, rest),
    };
    let mut in_order = Vec::with_capacity(about.len());
    in_order.extend(entities.filter({
        let mut left = about;
        move |entity| left.remove(entity)
    }));
    Sentence {
        subject,
        rest: labels.said(rest),
        about: in_order,
        kind: Kind::Told,
        step: None,
    }
}

impl Sentence {
    /// One that content does not tell itself.
    fn of(labels: &Labels<'_>, subject: EntityId, rest: String, others: &[EntityId]) -> Self {
        let about = std::iter::once(subject).chain(others.iter().copied());
        Self {
            subject: Some((subject, labels.said(&[Said::Entity(subject)]))),
            rest,
            about: about.filter(|entity| *entity > 0).collect(),
            kind: Kind::Told,
            step: None,
        }
    }

    /// One about nobody in particular.
    fn plain(text: String) -> Self {
        Self {
            subject: None,
            rest: text,
            about: Vec::new(),
            kind: Kind::Told,
            step: None,
        }
    }

    fn told(&self) -> String {
        match &self.subject {
            Some((_, name)) => format!("{name}{}", self.rest),
            None => self.rest.clone(),
        }
    }

    /// Whether it names somebody and says nothing of him.
    fn is_bare(&self) -> bool {
        self.subject.is_some() && self.rest.trim().is_empty()
    }

    /// Whether another one is about the same.
    fn is_of(&self, other: &Self) -> bool {
        let subject = |sentence: &Self| sentence.subject.as_ref().map(|subject| subject.0);
        subject(self) == subject(other)
    }

    /// Whether another one tells how the same way goes on.
    fn goes_on_as(&self, next: &Self) -> bool {
        match (self.kind, next.kind) {
            (Kind::Way, Kind::Way) => self.is_of(next),
            (Kind::Dice(one), Kind::Dice(other)) => {
                one == other && self.rest.starts_with(NOW) && next.rest.starts_with(NOW)
            }
            (Kind::Change(one), Kind::Change(other)) => one == other && self.is_of(next),
            _ => false,
        }
    }
}

/// Sentences as one paragraph: those about one entity that follow one another become one.
fn paragraph(labels: &Labels<'_>, sentences: &[Sentence]) -> String {
    let subject = |sentence: &Sentence| sentence.subject.as_ref().map(|subject| subject.0);
    let joins = |one: &Sentence, next: &Sentence| {
        let same = subject(one).is_some() && subject(one) == subject(next);
        let is_free = one.kind != Kind::Placed && next.kind != Kind::Placed;
        same && is_free && !one.rest.contains([':', ';', '.'])
    };
    let told = sentences.chunk_by(joins).map(|same| together(labels, same));
    let told: Vec<String> = told
        .filter(|text| !text.is_empty())
        .map(|text| finished(&text))
        .collect();
    told.join(" ")
}

/// Sentences about one entity as one.
fn together(labels: &Labels<'_>, same: &[Sentence]) -> String {
    match same {
        [] => String::new(),
        [placed] if placed.kind == Kind::Placed => {
            let names = placed
                .about
                .iter()
                .map(|&entity| labels.entity(i64::from(entity)));
            let names: Vec<String> = names.collect();
            let verb = if names.len() == 1 { "is" } else { "are" };
            format!("{} {verb}{}", joined(&names), placed.rest)
        }
        [first, ..] => {
            let name = first.subject.as_ref().map_or("", |subject| subject.1.as_str());
            let said = same.iter().map(|sentence| sentence.rest.trim().to_owned());
            let said: Vec<String> = said.filter(|rest| !rest.is_empty()).collect();
            match said.is_empty() {
                // Who it is, and then something about others: a beginning without an end.
                true => String::new(),
                false if first.rest.starts_with('\'') => format!("{name}{}", joined(&said)),
                false => format!("{name} {}", joined(&said)),
            }
        }
    }
}

/// A sentence with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.trim().chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// A sentence with a capital letter and a full stop.
fn finished(text: &str) -> String {
    let mut sentence = capital(text);
    if !sentence.ends_with(['.', '!', '?', ':']) {
        sentence.push('.');
    }
    sentence
}

impl Story {
    /// The sentence for an event of which the content tells nothing itself; `None` if it is bookkeeping.
    fn plain(&mut self, game: &Game, event: &Event) -> Option<Sentence> {
        let event = game.seen_by(event, self.viewer);
        let names = labels(game);
        let name = |entity: EntityId| names.said(&[Said::Entity(entity)]);
        let about = |subject, rest: String| Some(Sentence::of(&names, subject, rest, &[]));
        if is_untold(game, &event) {
            return None;
        }
        match &event {
            Event::Tokens {
                entity,
                token,
                before,
                after,
            } => (!has_words(game.content(), ToldOf::Tokens(*token)))
                .then(|| self.tokens(game, &names, (*entity, *token), (*before, *after))),
            Event::AbilityUsed { rule, source, .. } => used(game, &names, *rule, source.entity),
            Event::Placed { entity, to } => Some(Sentence {
                kind: Kind::Placed,
                ..Sentence::of(&names, *entity, format!(" placed{}", place(game, *to)), &[])
            }),
            Event::Moved { entity, from, to } => self.moved(game, *entity, (*from, *to)),
            Event::Rolled { die, faces } if !faces.is_empty() => {
                self.pools.push((*die, faces.clone()));
                let dice = dice_name(game, &names, *die);
                Some(Sentence {
                    kind: Kind::Dice(*die),
                    ..Sentence::plain(format!("{dice}: {}", names.faces(faces)))
                })
            }
            Event::DiceChanged { die, faces } => self.changed(game, *die, faces),
            Event::CardMoved {
                entity,
                from,
                to,
                face_up,
            } => Some(dealt(game, &names, (*entity, *face_up), (*from, *to))),
            Event::Flipped { .. } if self.round == 0 => None,
            Event::Flipped { entity, up } => {
                let way = if *up { "up" } else { "down" };
                about(*entity, format!(" is turned face {way}"))
            }
            Event::Removed { entity } => match holder_in_play(game, *entity) {
                // What lay on something goes with it.
                Some(false) => None,
                Some(true) => about(*entity, " is discarded".into()),
                None => Some(Sentence {
                    kind: Kind::Gone,
                    ..Sentence::of(&names, *entity, " leaves the game".into(), &[])
                }),
            },
            Event::Returned { entity } => about(*entity, " returns to the game".into()),
            Event::Made { entity, .. } => about(*entity, " comes into play".into()),
            // Before the first round they are dealt out.
            Event::OwnerChanged { .. } if self.round == 0 => None,
            Event::OwnerChanged { entity, owner } => {
                about(*entity, format!(" now belongs to {}", name(*owner)))
            }
            Event::Revealed { entity, field, .. } => self.revealed(game, &event, *entity, *field),
            Event::Ended { winners, .. } => {
                let ends = game.render(&event, self.viewer);
                let names = winners.iter().map(|&player| names.entity(i64::from(player)));
                let names: Vec<String> = names.filter(|name| !ends.contains(name.as_str())).collect();
                Some(Sentence::plain(match names.len() {
                    0 => ends,
                    1 => format!("{ends}; the winner is {}", joined(&names)),
                    _ => format!("{ends}; the winners are {}", joined(&names)),
                }))
            }
            Event::StepBegan { .. }
            | Event::StepEnded { .. }
            | Event::Decided { .. }
            | Event::FieldSet { .. }
            | Event::MembersSet { .. }
            | Event::EntrySet { .. }
            | Event::Lifted { .. }
            | Event::Rolled { .. }
            | Event::Drawn { .. }
            | Event::DiceLocked { .. }
            | Event::DiceBarred { .. }
            | Event::Shuffled { .. }
            | Event::EffectStarted { .. }
            | Event::EffectEnded { .. }
            | Event::Told { .. } => None,
        }
    }

    /// The sentence for dice that have changed. Dice that are taken away are cancelled: their result is told.
    fn changed(&mut self, game: &Game, die: u32, faces: &[u16]) -> Option<Sentence> {
        let is_it = |(sort, shown): &&mut (u32, Vec<u16>)| *sort == die && shown.len() == faces.len();
        let (_, shown) = self.pools.iter_mut().rfind(is_it)?;
        if shown == faces {
            return None;
        }
        faces.clone_into(shown);
        let names = labels(game);
        let dice = dice_name(game, &names, die);
        Some(Sentence {
            kind: Kind::Dice(die),
            ..Sentence::plain(format!("{NOW}{dice}: {}", names.faces(faces)))
        })
    }

    /// More or fewer tokens. What comes and goes one by one is told as one.
    fn tokens(
        &mut self,
        game: &Game,
        names: &Labels<'_>,
        (entity, token): (EntityId, u32),
        (before, after): (i64, i64),
    ) -> Sentence {
        let before = match self.sentences.last() {
            Some(Sentence {
                kind: Kind::Tokens(same, before),
                about,
                ..
            }) if *same == token && about == &[entity] => *before,
            _ => before,
        };
        if matches!(self.sentences.last(), Some(last) if last.kind == Kind::Tokens(token, before) && last.about == [entity])
        {
            self.sentences.pop();
        }
        Sentence {
            kind: Kind::Tokens(token, before),
            ..Sentence::of(
                names,
                entity,
                more_or_fewer(game, names, token, (before, after)),
                &[],
            )
        }
    }

    fn moved(&self, game: &Game, entity: EntityId, (from, to): (i64, i64)) -> Option<Sentence> {
        let names = labels(game);
        if game.content().board.spaces().is_some() {
            let rest = format!(" moves to {}", names.pose(to));
            return Some(Sentence {
                kind: Kind::Way,
                ..Sentence::of(&names, entity, rest, &[])
            });
        }
        // Content tells of a move by its own measures; where it does not, by how far it goes.
        let is_told = self
            .sentences
            .iter()
            .any(|sentence| sentence.about.contains(&entity));
        (!is_told).then(|| {
            let rest = format!(" moves {}", distance(from, to));
            Sentence::of(&names, entity, rest, &[])
        })
    }

    fn revealed(&self, game: &Game, event: &Event, entity: EntityId, field: u32) -> Option<Sentence> {
        let kind = game.content().index.kind(i64::from(entity))?;
        let is_told = has_words(game.content(), ToldOf::Field(kind, field));
        let field = game
            .content()
            .field(i64::from(entity), cell::HEADER + field as usize)?;
        let names = labels(game);
        let shown = event.parts().into_iter().find(|(name, _)| *name == "value");
        let shown = shown.map_or(String::new(), |(_, part)| names.part(part));
        let rest = format!(" shows {}: {shown}", names.spoken(&field.name));
        (!is_told).then(|| Sentence::of(&names, entity, rest, &[]))
    }
}

/// Whether it tells of a coming or going of which the content wants nothing told.
fn is_untold(game: &Game, event: &Event) -> bool {
    let entity = match event {
        Event::Placed { entity, .. }
        | Event::Moved { entity, .. }
        | Event::CardMoved { entity, .. }
        | Event::Flipped { entity, .. }
        | Event::Removed { entity }
        | Event::Returned { entity }
        | Event::Made { entity, .. }
        | Event::OwnerChanged { entity, .. } => *entity,
        _ => return false,
    };
    let kind = game.content().index.kind(i64::from(entity));
    kind.is_some_and(|kind| has_words(game.content(), ToldOf::Kind(kind)))
}

/// The name of dice of a sort for people: `horn dice` for the dice `horn` or `horn-die`, unless the content
/// says it.
fn dice_name(game: &Game, names: &Labels<'_>, die: u32) -> String {
    let pack = game.content().pack();
    let id = pack.dice.get(die as usize).map_or("", |die| die.name.as_str());
    match pack.said.get(id) {
        Some(said) => said.clone(),
        None => format!("{} dice", names.spoken(id.strip_suffix("-die").unwrap_or(id))),
    }
}

/// The words for tokens that somebody gets or loses.
fn more_or_fewer(game: &Game, names: &Labels<'_>, token: u32, (before, after): (i64, i64)) -> String {
    let def = game.content().pack().tokens.get(token as usize);
    let token = def.map_or(String::new(), |def| names.spoken(&def.name));
    let token = token.strip_suffix(" token").unwrap_or(&token);
    let count = (after - before).abs();
    let plural = if count == 1 { "" } else { "s" };
    match after > before {
        true => format!(" gets {count} {token} token{plural}"),
        false if after == 0 => format!(" loses {count} {token} token{plural}"),
        false => format!(" loses {count} {token} token{plural}, {after} left"),
    }
}

/// An ability of a card or piece that is used, by its name. Those of the game itself are told by what they do.
fn used(game: &Game, names: &Labels<'_>, rule: Id<Rule>, carrier: EntityId) -> Option<Sentence> {
    let def = game.content().pack().rules.find(rule)?;
    if def.name.is_empty() || !matches!(def.home, Home::Template(_)) {
        return None;
    }
    let own = names.said(&[Said::Entity(carrier)]);
    // A card that was thrown away for it lies in a deck by now.
    let holder = game.cell(carrier, cell::HOLDER) as EntityId;
    let is_away = game.content().is_deck(holder);
    let bearer = if is_away { 0 } else { holder };
    let is_own = own.starts_with(&def.name);
    Some(match (bearer, is_own) {
        (0, true) if is_away => Sentence::of(names, carrier, " is used".into(), &[]),
        (0, true) => Sentence::of(names, carrier, " uses its own ability".into(), &[]),
        (0, false) => Sentence::of(names, carrier, format!(" uses {}", def.name), &[]),
        (bearer, true) => Sentence::of(names, bearer, format!(" uses {}", def.name), &[carrier]),
        (bearer, false) => Sentence::of(names, bearer, format!(" uses {} ({own})", def.name), &[carrier]),
    })
}

/// Whether what a card lies on is in the game; nothing, if it lies on nothing.
fn holder_in_play(game: &Game, card: EntityId) -> Option<bool> {
    let holder = game.cell(card, cell::HOLDER) as EntityId;
    (holder > 0).then(|| game.cell(holder, cell::IN_PLAY) == 1)
}

/// A card that is dealt, laid or thrown away.
fn dealt(
    game: &Game,
    names: &Labels<'_>,
    (card, face_up): (EntityId, bool),
    (from, to): (EntityId, EntityId),
) -> Sentence {
    let name = |entity: EntityId| names.said(&[Said::Entity(entity)]);
    let is_deck = |entity: EntityId| game.content().is_deck(entity);
    let what = match face_up {
        true => name(card),
        false => "a face-down card".to_owned(),
    };
    let whence = match from {
        0 => String::new(),
        from => format!(" from {}", name(from)),
    };
    match to {
        0 => Sentence::plain(format!("{what} is laid aside")),
        to if is_deck(to) => Sentence::plain(format!("{what} goes to {}", name(to))),
        to => Sentence::of(names, to, format!(" gets {what}{whence}"), &[]),
    }
}

/// On spaces, where; on the plane, coordinates say nothing to players.
fn place(game: &Game, packed: i64) -> String {
    match game.content().board.spaces() {
        Some(_) => format!(" at {}", labels(game).pose(packed)),
        None => String::new(),
    }
}

/// How far a move on the plane goes, from point to point.
fn distance(from: i64, to: i64) -> String {
    let [from, to] = [from, to].map(Pose::unpack);
    let [across, up] = [to.x - from.x, to.y - from.y].map(i64::from);
    let length = (across * across + up * up).isqrt();
    format!(
        "{}in",
        thousandths(i32::try_from(length / 100 * 100).unwrap_or(i32::MAX))
    )
}

#[cfg(test)]
mod tests {
    use super::finished;

    #[test]
    fn a_sentence_ends_once() {
        assert_eq!(finished("all is well!"), "All is well!");
        assert_eq!(finished("all is well"), "All is well.");
    }
}
