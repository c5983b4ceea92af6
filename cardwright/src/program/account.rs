//! The account of a game for people and programs: its story, or every event; and how it ended. Everything is named by the
//! content.

use crate::program::output::{self, Format};
use crate::series::UNFINISHED;
use cardwright_bytecode::pack::{Id, ProcedureDef};
use cardwright_core::{Content, Event, Game, LineKind, Story, StoryLine, Viewer};
use serde_json::{Value, json};

/// Tells a game to people.
pub(crate) struct Teller {
    /// The story in the words of players.
    story: Story,
    /// Every event, if somebody wants to know.
    detail: Option<Detail>,
    /// The viewer: a player, or the public.
    viewer: Viewer,
    /// Whether somebody reads along who is asked: then nothing waits until it is complete.
    is_read_along: bool,
}

/// Every event: each step in which something happens is a heading, what happens is indented below it.
#[derive(Default)]
struct Detail {
    /// The steps that are going on, the innermost last: procedure and heading.
    steps: Vec<(Id<ProcedureDef>, String)>,
    /// The heading that was printed last.
    printed: String,
    round: u32,
}

impl Teller {
    /// Tells a game to a player or the public: only what this viewer may see. In detail, it tells every event.
    pub(crate) fn new(player: Option<u32>, in_detail: bool, is_read_along: bool) -> Self {
        let viewer = player.map_or(Viewer::Public, Viewer::Player);
        Self {
            story: Story::new(viewer),
            detail: in_detail.then(Detail::default),
            viewer,
            is_read_along,
        }
    }

    /// Tells some events to people.
    pub(crate) fn tell(&mut self, game: &Game, events: &[Event]) {
        if let Some(detail) = &mut self.detail {
            events
                .iter()
                .for_each(|event| detail.tell(game, event, self.viewer));
            return;
        }
        for line in self.lines(game, events) {
            tell_line(&line);
        }
    }

    /// Tells some events to programs, and what they are in the story.
    pub(crate) fn tell_json(&mut self, game: &Game, events: &[Event]) {
        for event in events {
            output::value(&self.json(game, event));
        }
        for line in self.lines(game, events) {
            output::value(&json!({ "story": line }));
        }
    }

    fn lines(&mut self, game: &Game, events: &[Event]) -> Vec<StoryLine> {
        events.iter().for_each(|event| self.story.hear(game, event));
        match self.is_read_along || game.outcome().is_some() {
            true => self.story.pause(game),
            false => self.story.take(),
        }
    }

    /// Tells what is not complete yet, since nothing follows.
    pub(crate) fn end(&mut self, game: &Game, format: Format) {
        for line in self.story.pause(game) {
            match format {
                Format::Text if self.detail.is_none() => tell_line(&line),
                Format::Text => {}
                Format::Json => output::value(&json!({ "story": line })),
            }
        }
    }

    fn json(&self, game: &Game, event: &Event) -> Value {
        let text = game.render(event, self.viewer);
        match self.viewer {
            Viewer::Public => json!({ "event": event, "text": text }),
            viewer => json!({ "event": game.seen_by(event, viewer), "text": text }),
        }
    }
}

fn tell_line(line: &StoryLine) {
    let text = cardwright_compiler::one_line(&line.text);
    output::line(&match line.kind {
        LineKind::Round => format!("\n== {text} =="),
        LineKind::Heading => format!("\n{text}"),
        LineKind::Paragraph => format!("{}{text}", "  ".repeat(line.depth + 1)),
    });
}

impl Detail {
    fn tell(&mut self, game: &Game, event: &Event, viewer: Viewer) {
        match event {
            Event::StepBegan { procedure, step } => self.begin(game, event, (*procedure, *step), viewer),
            Event::StepEnded { procedure, .. } => {
                if self.steps.last().is_some_and(|(open, _)| open == procedure) {
                    self.steps.pop();
                }
            }
            // It says in other words what other events say.
            Event::Told { .. } => {}
            _ => {
                self.heading();
                let sentence = cardwright_compiler::one_line(&game.render(event, viewer));
                output::line(&format!("    {sentence}"));
            }
        }
    }

    fn begin(
        &mut self,
        game: &Game,
        event: &Event,
        (procedure, step): (Id<ProcedureDef>, u32),
        viewer: Viewer,
    ) {
        if step == 0 && game.content().pack().round == Some(procedure) {
            self.round += 1;
            output::line(&format!("\n== round {} ==", self.round));
        }
        let heading = cardwright_compiler::one_line(&game.render(event, viewer));
        self.steps.push((procedure, heading));
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

    /// The account for people.
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

    /// The account for programs.
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
