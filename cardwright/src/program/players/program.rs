//! A player that is another program. It is told what happens and asked what to do, each in a line of JSON on its standard
//! input; it answers on its standard output. What it writes to standard error is shown.
//!
//! Two threads carry the lines, so that a program that neither reads nor writes holds nothing up but its own time.

use super::{How, Move, gone};
use crate::{Line, Lines, MOST_LINE, PROTOCOL, Reply, Session, Telling, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How many answers to one question can be refused.
const MOST_REFUSALS: usize = 20;
/// How many lines can wait for the program, or from it.
const ROOM_FOR_LINES: usize = 256;
/// How long a program may take to end after the game, and how often one looks.
const FAREWELL: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(5);

/// What a program may say.
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
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
    patience: Duration,
    /// Set once a line could not be handed over; then it is asked nothing any more.
    lost: Option<How>,
}

impl Program {
    /// Starts a command.
    pub(super) fn begin(player: u32, command: &str, patience: Duration) -> Result<Self, String> {
        let words = shlex::split(command).ok_or("a quotation mark is not closed")?;
        let (name, arguments) = words.split_first().ok_or("there is no command")?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no standard input or output".to_owned());
        };
        let (to, lines) = sync_channel::<String>(ROOM_FOR_LINES);
        thread::spawn(move || {
            for line in lines {
                if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        let (heard, from) = sync_channel(ROOM_FOR_LINES);
        thread::spawn(move || {
            let mut lines = Lines::new(BufReader::new(output), MOST_LINE);
            while let Ok(line) = lines.next_line() {
                if line == Line::End || heard.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            player,
            child,
            to: Some(to),
            from,
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
        let events = session.events(Viewer::Player(self.player));
        if !events.is_empty() {
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
            Line::TooLong => return Err(("line-too-long", format!("a line has at most {MOST_LINE} bytes"))),
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
        let left = until.saturating_duration_since(Instant::now());
        self.from.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => How::Silent,
            RecvTimeoutError::Disconnected => How::Died,
        })
    }

    /// Hands a line over; a program that does not read for too long is lost.
    fn say(&mut self, line: Value) {
        let until = Instant::now() + self.patience;
        let mut line = line.to_string();
        while let (Some(to), None) = (&self.to, self.lost) {
            match to.try_send(line) {
                Ok(()) => return,
                Err(TrySendError::Disconnected(_)) => self.lost = Some(How::Died),
                Err(TrySendError::Full(_)) if Instant::now() > until => self.lost = Some(How::Silent),
                Err(TrySendError::Full(back)) => {
                    line = back;
                    thread::sleep(LOOK);
                    continue;
                }
            }
            return;
        }
    }
}

impl Drop for Program {
    /// Its input ends; should it not end then, it is ended.
    fn drop(&mut self) {
        self.to = None;
        let wait = if self.lost.is_some() {
            Duration::ZERO
        } else {
            FAREWELL
        };
        let until = Instant::now() + wait;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= until {
                // It may have ended just now.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            thread::sleep(LOOK);
        }
    }
}
