//! A player that is another program. It is told what happens and asked what to do, each in a line of JSON on its standard
//! input; it answers on its standard output. What it writes to standard error is shown.

use super::{How, Move, gone};
use crate::program::end_with_us;
use crate::{Line, MOST_LINE, PROTOCOL, Reply, Session, Telling, Viewer};
use cardwright_files::{Lost, Partner};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How many answers to one question can be refused.
const MOST_REFUSALS: usize = 20;
/// A request of a program that plays.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Said {
    Decide { answer: Reply },
    Snapshot,
    Why,
}

/// A program that plays.
pub(super) struct Program {
    player: u32,
    partner: Partner,
    patience: Duration,
    /// Set once a line could not be handed over; then it is asked nothing any more.
    lost: Option<How>,
}

impl Program {
    /// Starts a command.
    pub(super) fn begin(player: u32, command: &str, patience: Duration) -> Result<Self, String> {
        let words = shlex::split(command).ok_or("a quotation mark is never closed")?;
        let (name, arguments) = words.split_first().ok_or("there is no command")?;
        let partner = Partner::start(name, arguments, MOST_LINE).map_err(|error| error.to_string())?;
        end_with_us();
        Ok(Self {
            player,
            partner,
            patience,
            lost: None,
        })
    }

    pub(super) fn tell_begin(&mut self, session: &Session) {
        let game = session.game();
        let title = &game.content().pack().title;
        let players: Vec<String> = game.players().iter().map(|&player| game.id_of(player)).collect();
        self.say(json!({
            "say": "begin", "protocol": PROTOCOL, "you": game.id_of(self.player), "players": players,
            "scenario": title.scenario, "title": title.name, "system": title.system,
        }));
    }

    pub(super) fn tell_events(&mut self, session: &Session) {
        // Those of a long game come in several lines.
        for events in session.events_in_parts(Viewer::Player(self.player)) {
            self.say(json!({ "say": "events", "events": events }));
        }
    }

    pub(super) fn tell_undone(&mut self) {
        self.say(json!({ "say": "undone" }));
    }

    pub(super) fn tell_over(&mut self, session: &Session) {
        self.say(json!({ "say": "over", "outcome": session.game().ended(Viewer::Player(self.player)) }));
    }

    /// Asks until there is a legal answer.
    pub(super) fn decide(&mut self, session: &Session) -> Move {
        match self.answer(session) {
            Ok(made) => made,
            Err(how) => gone(session, self.player, how),
        }
    }

    fn answer(&mut self, session: &Session) -> Result<Move, How> {
        let until = Instant::now() + self.patience;
        let asked = json!(session.asked());
        self.say(json!({ "say": "decide", "decision": asked }));
        for _ in 0..=MOST_REFUSALS {
            let (error, text) = loop {
                if let Some(how) = self.lost {
                    return Err(how);
                }
                let line = self.hear(until)?;
                match self.understood(session, line) {
                    Ok(Some(made)) => return Ok(made),
                    Ok(None) => {}
                    Err(refused) => break refused,
                }
            };
            self.say(json!({ "say": "refused", "error": error, "text": text, "decision": asked }));
        }
        Err(How::Unruly)
    }

    /// The answer in a line; nothing if it asked for something that it was told; why it is refused.
    fn understood(&mut self, session: &Session, line: Line) -> Result<Option<Move>, (&'static str, String)> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => {
                return Err(("line-too-long", format!("a line has more than {MOST_LINE} bytes")));
            }
            Line::End => return Ok(None),
        };
        let said: Value = serde_json::from_str(&text).map_err(|error| ("not-json", error.to_string()))?;
        let said: Said =
            serde_json::from_value(said).map_err(|error| ("unknown-request", error.to_string()))?;
        match said {
            Said::Decide { answer } => match session.game().meant(&answer) {
                Ok(answer) => return Ok(Some(Move::Answer(answer))),
                Err(refused) => return Err((refused.code(), refused.to_string())),
            },
            Said::Snapshot => self.tell(session, Telling::Snapshot),
            Said::Why => self.tell(session, Telling::Why),
        }
        Ok(None)
    }

    /// Tells the program what it may know.
    fn tell(&mut self, session: &Session, what: Telling) {
        let viewer = Viewer::Player(self.player);
        let told = what.of(session.game(), session.raw_events(), viewer);
        self.say(json!({ "say": what.name(), what.name(): told }));
    }

    fn hear(&mut self, until: Instant) -> Result<Line, How> {
        self.partner.hear(until).map_err(how)
    }

    /// Hands a line over; a program that does not read for too long is lost.
    fn say(&mut self, line: Value) {
        if self.lost.is_none() {
            self.lost = self.partner.say(line.to_string(), self.patience).err().map(how);
        }
    }
}

/// How a program is gone that nothing comes from any more.
const fn how(lost: Lost) -> How {
    match lost {
        Lost::Died => How::Died,
        Lost::Silent => How::Silent,
    }
}
