//! Short games on a table with some cards, and the laws that hold in every game.
//!
//! | law | how it is put to the test |
//! |---|---|
//! | [`Law::Runs`] | the game never ends because content reached a limit |
//! | [`Law::Answerable`] | an answer that is offered is accepted |
//! | [`Law::Hidden`] | at some decisions: what a player may not see is changed, and his view stays the same |
//! | [`Law::Replayed`] | the same answers in a new game, now with questions remembered, give the same hashes |
//! | [`Law::Undone`] | at each of its decisions: do, undo, do; the same hashes |
//! | [`Law::Restored`] | in the middle it is stored as text and restored, and goes on to the same hashes |
//! | [`Law::Sound`] | the program does not panic |

use super::catalog::Catalog;
use super::eager::{Eager, Scripted};
use super::stage::{Form, Stage};
use cardwright_bytecode::pack::{EntityId, Id, Rule, cell};
use cardwright_compiler::Project;
use cardwright_core::agents::Agent;
use cardwright_core::{Answer, Content, Decision, DecisionKind, Game, History, Saved, Status, Viewer};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// At every so manieth decision it is asked whether secrets are kept.
const HIDDEN_EVERY: usize = 7;

/// Something that holds in every game, whatever the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Content does not reach a limit.
    Runs,
    /// What is offered is accepted.
    Answerable,
    /// Going back restores everything.
    Undone,
    /// Secrets are kept.
    Hidden,
    /// The same answers give the same game.
    Replayed,
    /// A stored game goes on as it would have.
    Restored,
    /// The program does not panic.
    Sound,
}

impl Law {
    /// The law by a name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Answerable => "answerable",
            Self::Undone => "undone",
            Self::Hidden => "hidden",
            Self::Replayed => "replayed",
            Self::Restored => "restored",
            Self::Sound => "sound",
        }
    }
}

/// A law that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Breach {
    pub(super) law: Law,
    /// What happened, in words.
    pub(super) what: String,
}

fn breach<T>(law: Law, what: impl Into<String>) -> Result<T, Breach> {
    Err(Breach {
        law,
        what: what.into(),
    })
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// What chance gives, and what is answered.
    pub(super) seed: u64,
    /// Whether dice and answers are at first those of the case from which the table comes.
    pub(super) follows: bool,
}

/// What a case gives: the dice, the numbers of `random`, and the answers.
#[derive(Clone, Debug, Default)]
struct Given {
    faces: Vec<u16>,
    numbers: Vec<u32>,
    answers: Vec<String>,
}

impl Given {
    fn of(stage: &Stage, content: &Content) -> Self {
        let Form::Case(case) = &stage.form else {
            return Self::default();
        };
        let words = &content.pack().words[0].words;
        let mut given = Self::default();
        for face in &case.doc.dice {
            let place = words.iter().position(|word| *word == face.value);
            match (face.value.parse(), place.and_then(|at| u16::try_from(at).ok())) {
                (Ok(number), _) => given.numbers.push(number),
                (Err(_), Some(face)) => given.faces.push(face),
                (Err(_), None) => {}
            }
        }
        let answers = case.doc.decisions.iter();
        given.answers = answers.map(|decision| decision.value.takes.clone()).collect();
        given
    }
}

/// A table with the cards that are tried on it.
pub(super) struct Table {
    pub(super) content: Arc<Content>,
    /// For each rule, the number of the card in hand to which it belongs.
    owners: Vec<Option<usize>>,
    /// For each template, the same.
    templates: Vec<Option<usize>>,
    given: Given,
}

impl Table {
    /// A table on which these cards lie already, by their entries.
    ///
    /// # Errors
    /// If it does not compile.
    pub(super) fn of(
        project: &Project,
        catalog: &Catalog,
        stage: &Stage,
        hand: &[&str],
    ) -> Result<Self, String> {
        let compiled = stage.compiled(project)?;
        let Some(pack) = compiled.pack else {
            return Err("it does not compile".to_owned());
        };
        let in_hand = |entry: &str| hand.iter().position(|card| *card == entry);
        let owner = |rule: &Rule| in_hand(catalog.owner(rule, &pack, &compiled.program)?);
        let owners = pack.rules.iter().map(owner).collect();
        let templates = pack.templates.iter().map(|def| in_hand(catalog.entry(&def.id)));
        let templates = templates.collect();
        let content = Content::new(pack);
        Ok(Self {
            given: Given::of(stage, &content),
            content,
            owners,
            templates,
        })
    }

    /// A new game.
    pub(super) fn game(&self, start: Start) -> Game {
        let mut game = Game::new(&self.content, start.seed);
        if start.follows {
            game.force_dice(self.given.faces.iter().copied());
            game.force_numbers(self.given.numbers.iter().copied());
        }
        game
    }

    /// The answers of the case from which the table comes.
    pub(super) fn answers(&self) -> &[String] {
        &self.given.answers
    }

    /// Whether the table comes from a case that gives dice or answers.
    pub(super) fn is_given(&self) -> bool {
        let Given {
            faces,
            numbers,
            answers,
        } = &self.given;
        !(faces.is_empty() && numbers.is_empty() && answers.is_empty())
    }

    /// Whether an option of a decision comes from a card in hand, or stands for one.
    pub(super) fn is_favourite(&self, game: &Game, decision: &Decision, option: usize) -> bool {
        if let Some((rule, _)) = game.rule_of_option(option) {
            return self.owner(rule).is_some();
        }
        let DecisionKind::Choose(choice) = decision.kind else {
            return false;
        };
        let def = &self.content.pack().choices[choice];
        let value = decision.options.get(option).map(|option| option.value);
        let entity = value.filter(|_| def.ty.base.is_entity() && def.labels.is_empty());
        let entity = entity.and_then(|value| EntityId::try_from(value).ok());
        let template = entity.and_then(|entity| cell::template(game.cell(entity, cell::TEMPLATE)));
        template.is_some_and(|template| self.templates.get(template.place()).copied().flatten().is_some())
    }

    fn owner(&self, rule: Id<Rule>) -> Option<usize> {
        self.owners.get(rule.place()).copied().flatten()
    }

    /// The cards in hand that did something in a game.
    fn acted(&self, game: &Game) -> BTreeSet<usize> {
        game.applied_rules().filter_map(|rule| self.owner(rule)).collect()
    }
}

/// A game that was played.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    pub(super) answers: Vec<Answer>,
    /// The cards in hand whose abilities did something, by their numbers there.
    pub(super) acted: BTreeSet<usize>,
    /// The first law that was broken. It shows after the last answer.
    pub(super) breach: Option<Breach>,
}

/// Plays a game of at most so many decisions, in which the cards in hand act as often as they can.
pub(super) fn played(table: &Table, start: Start, most: usize) -> Played {
    guarded(table, start, &mut Eager::new(table, start), most)
}

/// Plays a game again with given answers, and the default where one is not legal.
pub(super) fn played_again(table: &Table, start: Start, answers: &[Answer]) -> Played {
    guarded(table, start, &mut Scripted::new(answers), answers.len())
}

fn guarded(table: &Table, start: Start, agent: &mut dyn Agent, most: usize) -> Played {
    let mut played = Played::default();
    // Whatever is broken by a panic is thrown away: the game is made here, and content does not change.
    let done = catch_unwind(AssertUnwindSafe(|| {
        play(table, start, (agent, most), &mut played)
    }));
    played.breach = match done {
        Ok(Ok(())) => None,
        Ok(Err(breach)) => Some(breach),
        Err(_) => Some(Breach {
            law: Law::Sound,
            what: "the program panicked".to_owned(),
        }),
    };
    played
}

fn play(
    table: &Table,
    start: Start,
    (agent, most): (&mut dyn Agent, usize),
    played: &mut Played,
) -> Result<(), Breach> {
    let mut game = table.game(start);
    game.watch_rules();
    let mut hashes = Vec::new();
    loop {
        let is_over = matches!(game.advance(), Status::Over(_));
        played.acted = table.acted(&game);
        if is_over || played.answers.len() == most {
            break;
        }
        let Some(decision) = game.decision().cloned() else {
            break;
        };
        if played.answers.len() % HIDDEN_EVERY == HIDDEN_EVERY - 1 {
            keeps_secrets(&game)?;
        }
        let answer = agent.decide(&game, &decision);
        played.answers.push(answer.clone());
        hashes.push(given(&mut game, &answer)?);
    }
    if let Some(fault) = game.fault(Viewer::Judge) {
        return breach(Law::Runs, fault);
    }
    repeats(table, start, &played.answers, &hashes)
}

fn given(game: &mut Game, answer: &Answer) -> Result<[u8; 32], Breach> {
    if let Err(error) = game.decide(answer) {
        return breach(Law::Answerable, format!("an offered answer is refused: {error}"));
    }
    game.advance();
    Ok(game.hash())
}

/// Changes what each player may not see, and compares what he sees.
fn keeps_secrets(game: &Game) -> Result<(), Breach> {
    let mut start = game.clone();
    start.take_events();
    for &player in start.players() {
        let viewer = Viewer::Player(player);
        let mut other = start.disguise(viewer, 0);
        if other.hash() == start.hash() {
            continue;
        }
        other.record(true);
        if other.view(viewer) != start.view(viewer) {
            let who = start.id_of(player);
            return breach(
                Law::Hidden,
                format!("`{who}` sees something that should be hidden from that player"),
            );
        }
    }
    Ok(())
}

/// Plays the same answers in a new game, each of them twice with undo between, and stores and restores the game in the middle.
pub(super) fn repeats(
    table: &Table,
    start: Start,
    answers: &[Answer],
    hashes: &[[u8; 32]],
) -> Result<(), Breach> {
    let mut game = table.game(start);
    game.record(false);
    game.advance();
    let mut history = History::new();
    let middle = answers.len() / 2;
    for (number, (answer, hash)) in answers.iter().zip(hashes).enumerate() {
        if number == middle {
            game = restored(&game)?;
        }
        let law = if number < middle {
            Law::Replayed
        } else {
            Law::Restored
        };
        let before = game.hash();
        history.mark(&game);
        let told = |what: &str| format!("{what} decision {}", number + 1);
        if game.decide(answer).is_err() {
            return breach(law, told("another answer is legal at"));
        }
        game.advance();
        if game.hash() != *hash {
            return breach(law, told("the game differs after"));
        }
        if !history.undo(&mut game) || game.hash() != before {
            return breach(Law::Undone, told("undo does not restore the earlier state"));
        }
        if given(&mut game, answer)? != *hash {
            return breach(
                Law::Undone,
                told("after undo, the same answer has a different result at"),
            );
        }
    }
    Ok(())
}

/// A game as it comes back from a file.
fn restored(game: &Game) -> Result<Game, Breach> {
    let text = serde_json::to_vec(&game.save());
    let saved = text.and_then(|text| serde_json::from_slice::<Saved>(&text));
    let saved = match saved {
        Ok(saved) => saved,
        Err(error) => return breach(Law::Restored, format!("the stored game cannot be read: {error}")),
    };
    match Game::restore(game.content(), saved) {
        Ok(mut restored) => {
            restored.record(false);
            Ok(restored)
        }
        Err(error) => breach(Law::Restored, error.to_string()),
    }
}

/// The hashes of a game behind each of its answers.
#[cfg(test)]
pub(super) fn hashes(table: &Table, start: Start, answers: &[Answer]) -> Vec<[u8; 32]> {
    let mut game = table.game(start);
    game.advance();
    let after = answers
        .iter()
        .map(|answer| given(&mut game, answer).expect("it is legal"));
    after.collect()
}
