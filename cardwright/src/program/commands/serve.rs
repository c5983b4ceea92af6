//! `serve`: lets another program play. It asks in lines of JSON, and gets an answer to each.

use super::pack_at;
use crate::program::Ending;
use crate::{Host, Line, MOST_LINE};
use cardwright_core::Content;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// Lets another program play.
#[derive(Args)]
pub(crate) struct Serve {
    /// Scenario documents or packs; the first is played where a request names none
    #[arg(required = true)]
    scenarios: Vec<PathBuf>,
    /// Read requests from standard input and answer on standard output, one line each; so far the only way
    #[arg(long, required = true)]
    stdio: bool,
}

impl Serve {
    pub(crate) fn run(self) -> Ending {
        let mut contents = Vec::new();
        for path in &self.scenarios {
            match pack_at(path) {
                Ok(pack) => contents.push(Content::new(pack)),
                Err(ending) => return ending,
            }
        }
        let mut host = Host::new(contents);
        match serve(&mut host) {
            Ok(()) => Ending::Fine,
            // Nobody reads on.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Fine,
            Err(error) => Ending::WrongCall(error.to_string()),
        }
    }
}

/// Answers until the input ends, or `quit` is asked for.
fn serve(host: &mut Host) -> io::Result<()> {
    let mut lines = cardwright_files::stdin(MOST_LINE);
    while !host.is_done() {
        let answer = match lines.next_line()? {
            Line::End => break,
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => host.answer(&text),
            Line::TooLong => Host::too_long(),
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{}", cardwright_compiler::escaped(&answer))?;
        out.flush()?;
    }
    Ok(())
}
