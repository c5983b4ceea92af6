//! The account of a game: who did what in which step, and how it ended. Everything is named by the content.

use crate::program::output;
use crate::series::UNFINISHED;
use cardwright_bytecode::pack::{Id, ProcedureDef};
use cardwright_core::{Content, Event, Game, Viewer};
use serde_json::{Value, json};

/// Tells a game to people: each step in which something happens is a heading, what happens is indented below it.
pub(crate) struct Teller {
    /// The steps that are going on, the innermost last: procedure and heading.
    steps: Vec<(Id<ProcedureDef>, String)>,
    /// The heading that was printed last.
    printed: String,
    round: u32,
    /// Who is told: a player, or the public.
    viewer: Viewer,
}

impl Default for Teller {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            printed: String::new(),
            round: 0,
            viewer: Viewer::Public,
        }
    }
}

impl Teller {
    /// Tells a game to one of its players: only what this player may see.
    pub(crate) fn for_player(player: u32) -> Self {
        Self {
            viewer: Viewer::Player(player),
            ..Self::default()
        }
    }

    fn sentence(&self, game: &Game, event: &Event) -> String {
        cardwright_compiler::one_line(&self.told(game, event))
    }

    fn told(&self, game: &Game, event: &Event) -> String {
        game.render(event, self.viewer)
    }

    /// An event for programs.
    pub(crate) fn json(&self, game: &Game, event: &Event) -> Value {
        let text = self.told(game, event);
        match self.viewer {
            Viewer::Public => json!({ "event": event, "text": text }),
            viewer => json!({ "event": game.seen_by(event, viewer), "text": text }),
        }
    }

    /// Tells one event.
    pub(crate) fn tell(&mut self, game: &Game, event: &Event) {
        match event {
            Event::StepBegan { procedure, step } => self.begin(game, event, *procedure, *step),
            Event::StepEnded { procedure, .. } => {
                if self.steps.last().is_some_and(|(open, _)| open == procedure) {
                    self.steps.pop();
                }
            }
            _ => {
                self.heading();
                output::line(&format!("    {}", self.sentence(game, event)));
            }
        }
    }

    fn begin(&mut self, game: &Game, event: &Event, procedure: Id<ProcedureDef>, step: u32) {
        if step == 0 && game.content().pack().round == Some(procedure) {
            self.round += 1;
            output::line(&format!("\n== round {} ==", self.round));
        }
        self.steps.push((
            procedure,
            cardwright_compiler::one_line(&game.render(event, self.viewer)),
        ));
    }

    fn heading(&mut self) {
        if let Some((_, step)) = self.steps.last()
            && *step != self.printed
        {
            output::line(step);
            self.printed.clone_from(step);
        }
    }
}

/// How a game ended.
pub(crate) struct Summary {
    outcome: String,
    title: String,
    winners: Vec<String>,
    rounds: i64,
    decisions: usize,
    hash: String,
}

/// A player's id.
pub(crate) fn player(content: &Content, player: u32) -> String {
    let entities = &content.pack().setup.entities;
    let entity = (player as usize)
        .checked_sub(1)
        .and_then(|place| entities.get(place));
    entity.map_or(String::new(), |entity| entity.id.clone())
}

/// The id and the title of a game's outcome, and who won.
pub(crate) fn ended(game: &Game) -> ((String, String), Vec<String>) {
    let content = game.content();
    let (id, title) = game.outcome().map_or(UNFINISHED, |outcome| {
        (outcome.id(content), outcome.title(content))
    });
    let winners = game.winners().iter();
    let winners = winners.map(|&winner| player(content, winner)).collect();
    ((id.to_owned(), title.to_owned()), winners)
}

/// Sums a game up.
pub(crate) fn summary(game: &Game, decisions: usize, hash: &str, viewer: Viewer) -> Summary {
    let ((outcome, title), winners) = ended(game);
    let title = game.fault(viewer).unwrap_or(title);
    Summary {
        outcome,
        title,
        winners,
        rounds: game.rounds(),
        decisions,
        hash: hash.to_owned(),
    }
}

impl Summary {
    /// The game did not come to an end of its own.
    pub(crate) fn ended_by(&mut self, outcome: &str, title: String) {
        self.outcome = outcome.to_owned();
        self.title = title;
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let winners = if self.winners.is_empty() {
            "nobody".to_owned()
        } else {
            cardwright_compiler::one_line(&self.winners.join(", "))
        };
        format!(
            "outcome: {} ({})\nwinner: {winners}\nrounds: {}, decisions: {}\nhash: {}",
            cardwright_compiler::one_line(&self.outcome),
            cardwright_compiler::one_line(&self.title),
            self.rounds,
            self.decisions,
            self.hash
        )
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let winner = match self.winners.as_slice() {
            [one] => Value::from(one.as_str()),
            _ => Value::Null,
        };
        json!({
            "outcome": self.outcome, "title": self.title, "winner": winner, "winners": self.winners,
            "rounds": self.rounds, "decisions": self.decisions, "hash": self.hash,
        })
    }
}
