//! A player of one's own: the first option, wherever there is one. The others are agents of the core.

use cardwright::agents::{Agent, RandomAgent};
use cardwright::{Reply, Session, Viewer, Workshop};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
    let content = Workshop::open(sample.as_ref()).content("duel")?;
    let mut session = Session::new(&content, 7);
    let mut others = RandomAgent::new(7);
    let mut out = std::io::stdout().lock();
    while let Some(asked) = session.asked() {
        if asked.by != "north" {
            let decision = session.game().decision().ok_or("somebody is asked")?.clone();
            let answer = others.decide(session.game(), &decision);
            session.answer(&answer)?;
            continue;
        }
        let first = asked.options.iter().flatten().next();
        let reply = first.map_or(Reply::Options(Vec::new()), |first| {
            Reply::Option(first.id.clone())
        });
        // Not every first option is an answer: two may have to be chosen. Then nothing has changed, and why is told.
        if let Err(refused) = session.decide(&reply) {
            writeln!(out, "{}: {refused}", asked.prompt)?;
            session.decide(&asked.default.ok_or("a decision has a default")?)?;
        }
    }
    writeln!(out, "{:?}", session.ended(Viewer::Public))?;
    Ok(())
}
