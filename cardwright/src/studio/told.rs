//! The story of an open game for each who may look, told as it happens: names are those of the moment.

use cardwright_core::{Event, Game, LineKind, Story, StoryLine, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A teller for each viewer.
pub(super) struct Tellers(BTreeMap<Viewer, Teller>);

struct Teller {
    story: Story,
    /// Each line with the number of decisions that were made before it was told.
    lines: Vec<(usize, StoryLine)>,
}

impl Tellers {
    /// The tellers for the players of a game, the public and a judge.
    pub(super) fn of(game: &Game) -> Self {
        let players = game.players().iter().map(|&player| Viewer::Player(player));
        let viewers = players.chain([Viewer::Public, Viewer::Judge]);
        let teller = |viewer| {
            let story = Story::new(viewer);
            let lines = Vec::new();
            (viewer, Teller { story, lines })
        };
        Self(viewers.map(teller).collect())
    }

    /// Hears the events since the last decision.
    pub(super) fn hear(&mut self, game: &Game, decisions: usize, events: &[Event]) {
        for teller in self.0.values_mut() {
            events.iter().for_each(|event| teller.story.hear(game, event));
            let lines = teller.story.pause(game);
            teller
                .lines
                .extend(lines.into_iter().map(|line| (decisions, line)));
        }
    }

    /// The lines that a viewer was told, from a line on.
    pub(super) fn lines(&self, viewer: Viewer, from: usize) -> Value {
        let lines = self.0.get(&viewer).map_or(&[][..], |teller| &teller.lines);
        let told = lines.iter().enumerate().skip(from);
        told.map(|(number, (decision, line))| told_line(number, *decision, line))
            .collect()
    }

    /// The lines that a viewer was told between two decisions.
    pub(super) fn after(&self, viewer: Viewer, decision: usize) -> Vec<Value> {
        let lines = self.0.get(&viewer).map_or(&[][..], |teller| &teller.lines);
        let own = lines.iter().enumerate().filter(|(_, (at, _))| *at == decision);
        own.map(|(number, (at, line))| told_line(number, *at, line))
            .collect()
    }
}

fn told_line(number: usize, decision: usize, line: &StoryLine) -> Value {
    json!({
        "number": number, "decision": decision, "depth": line.depth, "text": line.text,
        "heading": line.kind != LineKind::Paragraph, "about": line.about,
    })
}
