//! The result: for people, for pull requests (Markdown), for programs (JSON).

use super::levels::{Change, Level, Part};
use super::versions::Version;
use crate::program::counts::{counted, one_or_many};
use crate::program::markdown::{self, plain};
use cardwright_compiler::one_line;
use serde_json::{Value, json};
use std::fmt::Write;

/// The parts of a report, and what they are called.
const PARTS: [(Part, &str); 3] = [
    (Part::Table, "What changes on the table"),
    (Part::Play, "What plays otherwise"),
    (Part::Unproven, "What no case and no game notices"),
];

/// How much was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    /// Systems that differ, and those that are the same.
    pub(crate) systems: usize,
    pub(crate) same: usize,
    /// Cards that both versions have.
    pub(crate) cards: usize,
    /// Cases that ran on both.
    pub(crate) cases: usize,
    /// Scenarios that both have.
    pub(crate) scenarios: usize,
    /// Those of them whose packs are the same.
    pub(crate) same_scenarios: usize,
    /// Games that were played on both.
    pub(crate) games: usize,
    /// Kept games that were tried.
    pub(crate) replays: usize,
    /// Games for which there was no time, or whose scenario has too few players.
    pub(crate) unplayed: u64,
}

impl Compared {
    /// Whether there was anything to compare: also what is the same was looked at.
    pub(crate) fn is_nothing(&self) -> bool {
        self.systems + self.same == 0
    }

    pub(crate) fn line(&self) -> String {
        let mut text = format!(
            "compared {}: {}, {} on both, {}",
            counted(self.systems, "system"),
            counted(self.cards, "card"),
            counted(self.cases, "case"),
            counted(self.games, "game")
        );
        if self.replays > 0 {
            let _ = write!(text, ", {}", counted(self.replays, "replay"));
        }
        if self.same > 0 {
            let _ = write!(
                text,
                "; {} the same",
                one_or_many(self.same, "system is", "systems are")
            );
        }
        if self.same_scenarios > 0 {
            let _ = write!(
                text,
                "; {} the same pack",
                one_or_many(self.same_scenarios, "scenario has", "scenarios have")
            );
        }
        if self.unplayed > 0 {
            let unplayed = usize::try_from(self.unplayed).unwrap_or(usize::MAX);
            let _ = write!(text, "; not played: {}", counted(unplayed, "game"));
        }
        text
    }

    fn json(&self) -> Value {
        json!({
            "systems": self.systems, "same": self.same, "cards": self.cards, "cases": self.cases,
            "scenarios": self.scenarios, "same_scenarios": self.same_scenarios, "games": self.games,
            "replays": self.replays, "unplayed": self.unplayed,
        })
    }
}

/// The result of a comparison.
pub(crate) struct Report {
    before: String,
    after: String,
    pub(crate) changes: Vec<Change>,
    pub(crate) compared: Compared,
    /// Excuses that excuse nothing.
    pub(crate) unused: Vec<String>,
}

impl Report {
    pub(super) fn of(before: &Version, after: &Version) -> Self {
        Self {
            before: before.name.clone(),
            after: after.name.clone(),
            changes: Vec::new(),
            compared: Compared::default(),
            unused: Vec::new(),
        }
    }

    /// Puts the changes into the order of parts, systems and ids.
    pub(super) fn in_order(&mut self) {
        let place = |change: &Change| {
            // Cases first, then games.
            let is_game = change.sort.id.starts_with("game");
            let about = change.about.clone();
            (
                change.sort.part,
                change.system.clone(),
                is_game,
                about,
                change.sort.id,
            )
        };
        self.changes.sort_by_key(place);
    }

    /// Whether something is as grave as a gate allows no more.
    pub(crate) fn fails(&self, level: Level) -> bool {
        self.changes.iter().any(|change| change.fails(level))
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("{} -> {}\n", self.before, self.after);
        for (part, title) in PARTS {
            let changes: Vec<&Change> = self.of_part(part);
            if changes.is_empty() {
                continue;
            }
            let _ = write!(out, "\n{title}\n");
            let mut last = "";
            for change in changes {
                if change.system != last {
                    let _ = write!(out, "\n  {}\n", change.system);
                    last = &change.system;
                }
                lines(change, &mut out);
            }
        }
        for unused in &self.unused {
            let _ = write!(out, "\nwarning: {unused}");
        }
        if self.changes.is_empty() {
            out.push_str("\nNothing changes.\n");
        }
        let _ = write!(out, "\n{}", self.summary());
        out
    }

    fn of_part(&self, part: Part) -> Vec<&Change> {
        self.changes
            .iter()
            .filter(|change| change.sort.part == part)
            .collect()
    }

    /// How many changes of each level there are, and how much was compared.
    fn summary(&self) -> String {
        let of = |level: Level| {
            self.changes
                .iter()
                .filter(|one| one.sort.level == level && one.excuse.is_none())
                .count()
        };
        let excused = self.changes.iter().filter(|one| one.excuse.is_some()).count();
        let mut text = format!(
            "{} breaking, {} of rules, {} of text",
            of(Level::Breaking),
            of(Level::Rules),
            of(Level::Text)
        );
        if excused > 0 {
            let _ = write!(text, ", {excused} excused");
        }
        format!("{text}; {}", self.compared.line())
    }

    /// For a pull request: three parts of bounded length.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!(
            "### {} → {}\n\n{}\n",
            plain(&self.before),
            plain(&self.after),
            plain(&self.summary())
        );
        if self.changes.is_empty() {
            out.push_str("\nNothing changes.\n");
        }
        for (part, title) in PARTS {
            let mut lines = markdown::Part::new(title);
            for change in self.of_part(part) {
                let change = value(change);
                lines.say(markdown::weight(&change), markdown::change(&change));
            }
            if !lines.is_empty() {
                out.push_str(&lines.text(""));
            }
        }
        for unused in &self.unused {
            let _ = write!(out, "\n> {}\n", plain(unused));
        }
        out
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        json!({
            "before": self.before, "after": self.after, "compared": self.compared.json(),
            "changes": self.changes.iter().map(value).collect::<Vec<_>>(), "unused_excuses": self.unused,
        })
    }
}

/// A change for programs.
fn value(change: &Change) -> Value {
    json!({
        "id": change.sort.id, "level": change.sort.level, "part": change.sort.part, "name": change.name(),
        "system": change.system, "about": change.about, "title": change.title, "text": change.text,
        "before": change.before, "after": change.after, "file": change.file, "excuse": change.excuse,
    })
}

/// A change for people.
fn lines(change: &Change, out: &mut String) {
    let title = if change.title.is_empty() {
        String::new()
    } else {
        format!(" \"{}\"", one_line(&change.title))
    };
    let about = if change.about.is_empty() {
        &change.system
    } else {
        &change.about
    };
    let _ = write!(
        out,
        "    {:<8} {} {about}{title}",
        change.sort.level.name(),
        change.sort.id
    );
    let says = says_more(change);
    match (&change.before, &change.after) {
        (Some(before), Some(after)) if !says && is_short(before) && is_short(after) => {
            let _ = writeln!(out, ": {before} -> {after}");
        }
        (before, after) => {
            if says {
                let _ = write!(out, ": {}", one_line(&change.text));
            }
            out.push('\n');
            let sides = [("before", before), ("after", after)];
            for (side, text) in sides {
                let text = text.as_deref().map(one_line);
                if let Some(text) = text.filter(|text| !text.is_empty()) {
                    let _ = writeln!(out, "             {side:>6}: {text}");
                }
            }
        }
    }
    if let Some(why) = &change.excuse {
        let _ = writeln!(out, "             excused: {}", one_line(why));
    }
}

/// Whether there is something to say besides the ids.
fn says_more(change: &Change) -> bool {
    !change.text.is_empty() && !change.about.ends_with(&change.text)
}

/// The longest text that stands in a line beside another.
const SHORT: usize = 40;

fn is_short(text: &str) -> bool {
    text.chars().count() <= SHORT && !text.is_empty()
}
