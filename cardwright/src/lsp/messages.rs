//! From bytes to messages.

use super::session::Event;
use lsp_server::{ErrorCode, RequestId, Response};
use serde_json::Value;

/// The event that bytes stand for. A message that makes no sense is answered if it can be.
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
