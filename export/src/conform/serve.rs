//! The reference runner: the core of this program behind the protocol. It reads one line, and answers with one.

use super::PROTOCOL;
use super::drive::Runner;
use super::session::{Session, read_answer};
use super::source::Source;
use crate::model::vector::{Ask, Comes, Reply, Start};
use crate::names::{Known, Names};
use cardwright_compiler::{Project, compile_system};
use cardwright_core::Content;
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
        let reply = match serde_json::from_str::<Ask>(line) {
            Ok(Ask::Bye) => return None,
            Ok(ask) => self.reply(ask),
            Err(error) => Reply::Fails {
                why: format!("this line cannot be understood: {error}"),
            },
        };
        Some(crate::json::line(&reply))
    }

    /// The answer to a question.
    pub fn reply(&mut self, ask: Ask) -> Reply {
        match ask {
            Ask::Hello { protocol } if protocol != PROTOCOL => Reply::Fails {
                why: format!("this runner speaks version {PROTOCOL} of the protocol, not {protocol}"),
            },
            Ask::Hello { .. } | Ask::Bye => Reply::Hello {
                protocol: PROTOCOL,
                runner: concat!("cardwright ", env!("CARGO_PKG_VERSION")).to_owned(),
            },
            Ask::Start { start } => match self.start(&start) {
                Ok(comes) => told(comes),
                Err(why) => Reply::Skips { why },
            },
            Ask::Decide { answer } => {
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

    fn start(&mut self, start: &Start) -> Result<Comes, String> {
        let Start {
            system,
            file,
            seed,
            forced_dice,
            forced_numbers,
            ..
        } = start;
        let project = self.project.borrow();
        let source = Source::named(project, system, file);
        let source =
            source.ok_or_else(|| format!("there is no case or scenario {file} of `{system}` here"))?;
        let known = known(&mut self.known, project, system)?;
        let played = source.played(project, known);
        let played = played.map_err(|_| format!("{file} has errors; `cardwright check` tells them"))?;
        let content = Content::new(played.pack);
        let mut session = Session::new(&content, played.names, *seed, forced_dice, forced_numbers);
        let comes = session.advance();
        self.session = Some(session);
        Ok(comes)
    }
}

/// What a system has, compiled when it is first asked for.
fn known<'a>(all: &'a mut BTreeMap<String, Known>, project: &Project, id: &str) -> Result<&'a Known, String> {
    if !all.contains_key(id) {
        let system = project.systems.get(id);
        let compiled = system.map(|system| compile_system(project, system));
        let compiled = compiled.ok_or_else(|| format!("there is no system `{id}` here"))?;
        let pack = compiled.pack.ok_or_else(|| format!("`{id}` has errors"))?;
        let names = Names::of_system(&pack, &compiled.program);
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
pub fn serve(project: &Project, lines: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let mut runner = Reference::new(project);
    for line in lines.lines() {
        let Some(reply) = runner.answer(&line?) else {
            return Ok(());
        };
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}
