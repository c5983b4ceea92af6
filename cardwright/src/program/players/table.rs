//! How the table stands, as text: what `?` shows.

use cardwright_core::{Held, Place, Snapshot, Thing, Value};
use std::collections::BTreeMap;

/// The lines of the table as somebody sees it.
pub(super) fn lines(snapshot: &Snapshot) -> Vec<String> {
    let mut lines = Vec::new();
    if snapshot.round > 0 {
        lines.push(format!("round {}", snapshot.round));
    }
    lines.extend(
        snapshot
            .game
            .iter()
            .flat_map(own_state)
            .map(|state| format!("  {state}")),
    );
    for player in &snapshot.players {
        lines.push(described(player));
        let mine = |thing: &&Thing| thing.owner.as_ref() == Some(&player.id) && thing.in_play;
        let loose = |thing: &&Thing| mine(thing) && thing.on.is_none();
        for thing in snapshot
            .pieces
            .iter()
            .filter(mine)
            .chain(snapshot.cards.iter().filter(loose))
        {
            lines.push(format!("  {}", described(thing)));
        }
    }
    let others = snapshot.pieces.iter().chain(&snapshot.decks);
    let others =
        others.filter(|thing| thing.in_play && (thing.owner.is_none() || snapshot.decks.contains(thing)));
    lines.extend(others.map(described));
    for effect in &snapshot.effects {
        let about: Vec<String> = effect.about.values().map(value).collect();
        lines.push(format!("lasts: {} ({})", effect.effect, about.join(", ")));
    }
    for pool in &snapshot.pools {
        let faces: Vec<&str> = pool.iter().map(|die| die.face.as_str()).collect();
        lines.push(format!("dice: {}", faces.join(", ")));
    }
    lines
}

fn described(thing: &Thing) -> String {
    let mut parts: Vec<String> = thing.at.iter().map(place).collect();
    parts.extend(own_state(thing));
    let held: Vec<String> = thing.holds.iter().map(self::held).collect();
    if !held.is_empty() {
        parts.push(format!("holds {}", held.join(", ")));
    }
    if parts.is_empty() {
        return thing.name.clone();
    }
    format!("{}: {}", thing.name, parts.join("; "))
}

/// The state that play has changed: fields that are not at their null values, tokens, and fields that are
/// kept from the viewer.
fn own_state(thing: &Thing) -> Vec<String> {
    let mut parts: Vec<String> = thing
        .state
        .iter()
        .filter(|(_, now)| !is_null(now))
        .map(field)
        .collect();
    parts.extend(tokens(&thing.tokens));
    parts.extend(thing.hidden.iter().map(|field| format!("{field}: secret")));
    parts
}

fn field((name, now): (&String, &Value)) -> String {
    match now {
        Value::Truth(true) => name.clone(),
        now => format!("{name} {}", value(now)),
    }
}

fn tokens(tokens: &BTreeMap<String, i64>) -> impl Iterator<Item = String> {
    tokens.iter().map(|(token, count)| format!("{token} {count}"))
}

fn held(held: &Held) -> String {
    match held {
        Held::Known(id) => id.clone(),
        Held::Unknown(cards) => match (cards.count, &cards.unknown) {
            (1, kind) => format!("a face-down {kind}"),
            (count, kind) => format!("{count} × face-down {kind}"),
        },
    }
}

fn is_null(now: &Value) -> bool {
    matches!(now, Value::Nothing | Value::Truth(false) | Value::Whole(0)) || *now == Value::Set(Vec::new())
}

fn value(now: &Value) -> String {
    match now {
        Value::Nothing => "nothing".to_owned(),
        Value::Truth(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Whole(number) => number.to_string(),
        Value::Measure(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Set(members) => members.iter().map(value).collect::<Vec<_>>().join(", "),
        Value::Unknown { unknown } => format!("a face-down {unknown}"),
        Value::Place(at) => place(at),
    }
}

fn place(at: &Place) -> String {
    match at {
        Place::Table { x, y, facing } => format!("x {x}in, y {y}in, facing {facing}"),
        Place::Spaces { spaces } => spaces.join(" and "),
        Place::Corner { corner, of } => format!("{corner} corner of {of}"),
    }
}
