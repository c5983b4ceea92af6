//! `lsp`: answers an editor, in the Language Server Protocol, on standard input and output. See `crate::lsp`.

use crate::lsp::{Event, STACK, event, events, talk};
use crate::program::{Ending, output};
use cardwright_files::{Frame, stdin_frames};
use clap::Args;
use lsp_server::Message;
use std::io::{self, BufWriter};
use std::sync::mpsc::SyncSender;

/// The longest message, in bytes: that of a file that is as long as one may be, with each of its letters escaped.
pub(crate) const MOST_MESSAGE: usize = 100 << 20;

/// Answers an editor.
#[derive(Args)]
pub(crate) struct Lsp {
    /// Talk over standard input and output; so far the only way, so editors may leave it out
    #[arg(long)]
    stdio: bool,
}

impl Lsp {
    pub(crate) fn run(self) -> Ending {
        let Self { stdio: _ } = self;
        let (send, events) = events();
        let reader = send.clone();
        let reading = std::thread::Builder::new()
            .name("lsp-reader".to_owned())
            .spawn(move || read(&reader));
        if let Err(error) = reading {
            return Ending::WrongCall(error.to_string());
        }
        let answering = std::thread::Builder::new()
            .name("lsp".to_owned())
            .stack_size(STACK)
            .spawn(move || talk(Box::new(write), send, &events));
        match answering.map(std::thread::JoinHandle::join) {
            Ok(Ok(true)) => Ending::Fine,
            // The editor has gone without a word, or the thread has told why it ended.
            Ok(Ok(false) | Err(_)) => Ending::Errors,
            Err(error) => Ending::WrongCall(error.to_string()),
        }
    }
}

/// Hands on what comes on standard input, until nothing comes any more.
fn read(to: &SyncSender<Event>) {
    let mut frames = stdin_frames(MOST_MESSAGE);
    loop {
        let event = match frames.next_frame() {
            Ok(Frame::Whole(bytes)) => event(&bytes),
            Ok(Frame::TooLong) => {
                output::complain(&format!(
                    "a message can have at most {MOST_MESSAGE} bytes; a longer one was ignored"
                ));
                continue;
            }
            Ok(Frame::Broken(why)) => {
                output::complain(&format!("error: {why}"));
                Event::End
            }
            Ok(Frame::End) => Event::End,
            Err(error) => {
                output::complain(&format!("error: standard input: {error}"));
                Event::End
            }
        };
        let is_end = matches!(event, Event::End);
        if to.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Writes a message to standard output.
fn write(message: &Message) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    message.write(&mut out)
}
