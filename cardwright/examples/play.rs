//! Plays a game from documents, and tells it: `cargo run -p cardwright --example play [FOLDER SCENARIO SEED]`.

use cardwright::{Session, Viewer, Workshop};
use std::io::Write;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
    let folder = words.first().map_or_else(|| PathBuf::from(sample), PathBuf::from);
    let scenario = words.get(1).map_or("duel", String::as_str);
    let seed = words.get(2).map_or(Ok(7), |seed| seed.parse())?;

    let workshop = Workshop::open(&folder);
    let content = workshop.content(scenario)?;
    let mut session = Session::new(&content, seed);
    let mut out = std::io::stdout().lock();
    loop {
        for told in session.events(Viewer::Public) {
            writeln!(out, "  {}", told.text)?;
        }
        let Some(asked) = session.asked() else { break };
        writeln!(out, "{}: {}", asked.by, asked.prompt)?;
        session.decide(&asked.default.ok_or("a decision has a default")?)?;
    }
    let ended = session.ended(Viewer::Public).ok_or("it is over")?;
    writeln!(
        out,
        "{}, won by {:?}, {}",
        ended.title,
        ended.winners,
        session.hash()
    )?;
    Ok(())
}
