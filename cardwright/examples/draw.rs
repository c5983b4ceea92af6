//! Draws a flat table with letters, from a snapshot: what a program needs to show a game.

use cardwright::{Place, Session, Viewer, Workshop};
use std::io::Write;

/// How many inches a letter is wide and tall.
const WIDE: f64 = 0.5;
const TALL: f64 = 1.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
    let content = Workshop::open(sample.as_ref()).content("duel")?;
    let session = Session::new(&content, 7);
    let snapshot = session.snapshot(Viewer::Public);
    let mut rows = vec![vec!['.'; 24]; 12];
    for piece in &snapshot.pieces {
        if let Some(Place::Table { x, y, .. }) = piece.at {
            let (column, row) = ((x / WIDE) as usize, (y / TALL) as usize);
            let letter = piece.name.chars().next().unwrap_or('?');
            if let Some(place) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
                *place = letter;
            }
        }
    }
    let mut out = std::io::stdout().lock();
    // South is below.
    for row in rows.iter().rev() {
        writeln!(out, "{}", row.iter().collect::<String>())?;
    }
    for piece in &snapshot.pieces {
        writeln!(
            out,
            "{} of {:?}: {:?}, tokens {:?}",
            piece.name, piece.owner, piece.state, piece.tokens
        )?;
    }
    Ok(())
}
