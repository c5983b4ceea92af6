//! The reference runner: the core of this program behind the protocol. It reads one line, and answers with one.

use super::drive::Runner;
use super::session::{Session, read_answer};
use super::source::Source;
use super::{MOST_LINE, PROTOCOL};
use crate::model::play::Answer;
use crate::model::vector::{Ask, Comes, Reply};
use crate::names::{Known, Names};
use crate::state::Seen;
use cardwright_compiler::{Project, compile_system};
use cardwright_files::{Line as Read, Lines};
use serde::Deserialize;
use serde::de::Error as _;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// See the module. It plays the cases and scenarios of a project, which is its own (an `Arc`, say) or somebody else's.
pub struct Reference<P> {
    project: P,
    known: BTreeMap<String, Known>,
    session: Option<Session>,
}

impl<P: Borrow<Project>> Reference<P> {
    /// A runner with the content of a project.
    #[must_use]
    pub fn new(project: P) -> Self {
        Self {
            project,
            known: BTreeMap::new(),
            session: None,
        }
    }

    /// The answer to a line; nothing if it says goodbye.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let reply = match Heard::of_line(line) {
            Ok(Heard::Bye) => return None,
            Ok(heard) => self.respond(heard),
            Err(error) => Reply::Fails {
                why: format!("this line cannot be understood: {error}"),
            },
        };
        Some(crate::json::line(&reply))
    }

    /// The answer to a question.
    pub fn reply(&mut self, ask: Ask) -> Reply {
        self.respond(ask.into())
    }

    fn respond(&mut self, heard: Heard) -> Reply {
        match heard {
            Heard::Hello(protocol) if protocol != PROTOCOL => Reply::Fails {
                why: format!("this runner uses version {PROTOCOL} of the protocol, not {protocol}"),
            },
            Heard::Hello(_) | Heard::Bye => Reply::Hello {
                protocol: PROTOCOL,
                runner: concat!("cardwright ", env!("CARGO_PKG_VERSION")).to_owned(),
            },
            Heard::Start(start) => match self.start(&start) {
                Ok(comes) => told(comes),
                Err(why) => Reply::Skips { why },
            },
            Heard::Decide(answer) => {
                let Some(session) = &mut self.session else {
                    let why = "nothing was started".to_owned();
                    return Reply::Fails { why };
                };
                match read_answer(&answer).and_then(|answer| session.decide(&answer)) {
                    Ok(()) => told(session.advance()),
                    Err(why) => Reply::Fails { why },
                }
            }
        }
    }

    fn start(&mut self, start: &Begun) -> Result<Comes, String> {
        let Begun {
            system,
            file,
            seed,
            forced_dice,
            forced_numbers,
        } = start;
        let project = self.project.borrow();
        let source = Source::named(project, system, file);
        let source =
            source.ok_or_else(|| format!("there is no case or scenario {file} of `{system}` here"))?;
        let known = known(&mut self.known, project, system)?;
        let played = source.played(project, known);
        let played = played.map_err(|_| format!("{file} has errors; run `cardwright check`"))?;
        let mut session = Session::new(
            &played.content,
            played.names,
            Seen::default(),
            *seed,
            forced_dice,
            forced_numbers,
        );
        let comes = session.advance();
        self.session = Some(session);
        Ok(comes)
    }
}

/// A line that this runner reads. The rules in a start are skipped: this runner has them itself.
enum Heard {
    Hello(u32),
    Start(Begun),
    Decide(Answer),
    Bye,
}

/// The part of a start that this runner needs.
#[derive(Deserialize)]
struct Begun {
    system: String,
    file: String,
    seed: u64,
    forced_dice: Vec<String>,
    forced_numbers: Vec<u32>,
}

/// A line, whatever it asks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    ask: String,
    protocol: Option<u32>,
    start: Option<Begun>,
    answer: Option<Answer>,
}

impl Heard {
    fn of_line(line: &str) -> Result<Self, serde_json::Error> {
        let Line {
            ask,
            protocol,
            start,
            answer,
        } = serde_json::from_str(line)?;
        let missing = serde_json::Error::missing_field;
        match ask.as_str() {
            "hello" => protocol.map(Self::Hello).ok_or_else(|| missing("protocol")),
            "start" => start.map(Self::Start).ok_or_else(|| missing("start")),
            "decide" => answer.map(Self::Decide).ok_or_else(|| missing("answer")),
            "bye" => Ok(Self::Bye),
            other => Err(serde_json::Error::unknown_variant(
                other,
                &["hello", "start", "decide", "bye"],
            )),
        }
    }
}

impl From<Ask> for Heard {
    fn from(ask: Ask) -> Self {
        match ask {
            Ask::Hello { protocol } => Self::Hello(protocol),
            Ask::Start { start } => Self::Start(Begun {
                system: start.system,
                file: start.file,
                seed: start.seed,
                forced_dice: start.forced_dice,
                forced_numbers: start.forced_numbers,
            }),
            Ask::Decide { answer } => Self::Decide(answer),
            Ask::Bye => Self::Bye,
        }
    }
}

/// The names of a system, which is compiled when it is first asked for.
fn known<'a>(all: &'a mut BTreeMap<String, Known>, project: &Project, id: &str) -> Result<&'a Known, String> {
    if !all.contains_key(id) {
        let system = project.systems.get(id);
        let compiled = system.map(|system| compile_system(project, system));
        let compiled = compiled.ok_or_else(|| format!("there is no system `{id}` here"))?;
        let pack = compiled
            .pack
            .as_ref()
            .ok_or_else(|| format!("`{id}` has errors"))?;
        let names = Names::of_system(pack, &compiled.program);
        all.insert(id.to_owned(), Known::of(&names));
    }
    all.get(id)
        .ok_or_else(|| format!("there is no system `{id}` here"))
}

fn told(comes: Comes) -> Reply {
    Reply::Comes {
        comes: Box::new(comes),
    }
}

impl<P: Borrow<Project>> Runner for Reference<P> {
    fn ask(&mut self, ask: &Ask) -> Result<Reply, String> {
        Ok(self.reply(ask.clone()))
    }
}

/// Answers line by line until there is no more, or `bye`.
///
/// # Errors
/// If lines cannot be read or written.
pub fn serve(project: &Project, mut lines: Lines<impl BufRead>, mut out: impl Write) -> io::Result<()> {
    let mut runner = Reference::new(project);
    loop {
        let reply = match lines.next_line()? {
            Read::End => return Ok(()),
            Read::Text(line) => runner.answer(&line),
            Read::TooLong => {
                let why = format!("a line has more than {MOST_LINE} bytes");
                Some(crate::json::line(&Reply::Fails { why }))
            }
        };
        let Some(reply) = reply else {
            return Ok(());
        };
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
}
