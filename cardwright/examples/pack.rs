//! Loads a pack from bytes, plays half of a game, saves it, and goes on elsewhere.

use cardwright::{Replay, Session, Workshop};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
    // What `cardwright build` writes; a shipped game has only these bytes.
    let bytes = Workshop::open(sample.as_ref()).pack("duel", false)?;

    let content = cardwright::load(&bytes)?;
    let mut session = Session::new(&content, 7);
    for _ in 0..3 {
        let Some(asked) = session.asked() else { break };
        session.decide(&asked.default.ok_or("a decision has a default")?)?;
    }
    let saved = serde_json::to_string(&session.save()?)?;
    let saved: Replay = serde_json::from_str(&saved)?;
    let elsewhere = Session::resume(&cardwright::load(&bytes)?, &saved)?;
    assert_eq!(elsewhere.hash(), session.hash());

    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} bytes; after {} decisions {}",
        bytes.len(),
        elsewhere.decisions(),
        elsewhere.hash()
    )?;
    let refused = cardwright::load(&bytes[1..]);
    writeln!(out, "damaged: {}", refused.err().ok_or("it is refused")?)?;
    Ok(())
}
