//! Messages in and out, each of a bounded length.

use crate::program::output;
use cardwright_files::{Frame, stdin_frames};
use lsp_server::{ErrorCode, Message, RequestId, Response};
use serde_json::Value;
use std::io::{self, BufWriter};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::session::Event;

/// The longest message, in bytes: that of a file that is as long as one may be, with each of its letters escaped.
pub(super) const MOST_MESSAGE: usize = 100 << 20;
/// How many messages wait at most; an editor that sends more waits itself.
pub(super) const MOST_WAITING: usize = 1000;

/// Where what happens is put, and where it is taken from.
pub(crate) fn events() -> (SyncSender<Event>, Receiver<Event>) {
    sync_channel(MOST_WAITING)
}

/// Hands on what comes on standard input, until nothing comes any more.
pub(super) fn read(to: &SyncSender<Event>) {
    let mut frames = stdin_frames(MOST_MESSAGE);
    loop {
        let event = match frames.next_frame() {
            Ok(Frame::Whole(bytes)) => event(&bytes),
            Ok(Frame::TooLong) => {
                output::complain(&format!(
                    "a message has at most {MOST_MESSAGE} bytes; one was passed over"
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

/// What bytes say; what makes no sense is answered if it can be.
pub(crate) fn event(bytes: &[u8]) -> Event {
    match serde_json::from_slice(bytes) {
        Ok(message) => Event::Message(message),
        Err(error) => Event::Nonsense(refusal(bytes, &error)),
    }
}

fn refusal(bytes: &[u8], error: &serde_json::Error) -> Option<Response> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let id: RequestId = serde_json::from_value(value.get("id")?.clone()).ok()?;
    let code = ErrorCode::InvalidRequest as i32;
    Some(Response::new_err(id, code, error.to_string()))
}

/// Writes a message to standard output.
pub(super) fn write(message: &Message) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    message.write(&mut out)
}
