//! Texts as numbers that are the same everywhere: CRC-32, as Python's `zlib` has it.

use crate::sight::BUCKETS;
use cardwright::{Content, Entry, Lasting, Place, Value};
use cardwright_bytecode::pack::Pack;
use std::fmt::Write as _;

/// A number between 0 and 1 for a text.
pub(crate) fn fingerprint(text: &str) -> f32 {
    (f64::from(crc32fast::hash(text.as_bytes())) / 4_294_967_296.0) as f32
}

fn bucket(text: &str) -> usize {
    crc32fast::hash(text.as_bytes()) as usize % BUCKETS
}

/// What people call a word.
pub(crate) fn said(pack: &Pack, word: &str) -> String {
    let said = pack.said.get(word).cloned();
    said.unwrap_or_else(|| word.replace('-', " "))
}

/// For each sort of dice the buckets of the faces that dice can show.
pub(crate) fn bucket_of_die(content: &Content) -> Vec<Vec<usize>> {
    let pack: &Pack = content.pack();
    let faces = pack.words.first().map_or(&[][..], |def| &def.words);
    let shown: Vec<String> = faces.iter().map(|face| said(pack, face)).collect();
    let sort = |die: &str| {
        let told = |face: &String| list(&[&Value::Text(die.to_owned()), &Value::Text(face.clone())]);
        shown.iter().map(|face| bucket(&told(face))).collect()
    };
    pack.dice.iter().map(|def| sort(&def.name)).collect()
}

pub(crate) fn bucket_of_effect(effect: &Lasting) -> usize {
    let mut text = list(&[&Value::Text(effect.effect.clone())]);
    text.pop();
    text.push_str(", {");
    let mut comma = "";
    for (name, value) in &effect.about {
        text.push_str(comma);
        string(name, &mut text);
        text.push_str(": ");
        json(value, &mut text);
        comma = ", ";
    }
    text.push_str("}]");
    bucket(&text)
}

pub(crate) fn bucket_of_state(state: &Entry) -> usize {
    let mut text = list(&[&Value::Text(state.state.clone())]);
    text.pop();
    text.push_str(", ");
    json_list(state.key.iter(), &mut text);
    text.push(']');
    bucket(&text)
}

fn list(values: &[&Value]) -> String {
    let mut text = String::new();
    json_list(values.iter().copied(), &mut text);
    text
}

/// A value as Python's `json.dumps` with sorted keys writes it.
fn json(value: &Value, out: &mut String) {
    match value {
        Value::Nothing => out.push_str("null"),
        Value::Truth(yes) => out.push_str(if *yes { "true" } else { "false" }),
        // Memory can be written to.
        Value::Whole(number) => _ = write!(out, "{number}"),
        Value::Measure(number) => _ = write!(out, "{number:?}"),
        Value::Text(text) => string(text, out),
        Value::Set(members) => json_list(members.iter(), out),
        Value::Unknown { unknown } => {
            out.push_str("{\"unknown\": ");
            string(unknown, out);
            out.push('}');
        }
        Value::Place(place) => json_place(place, out),
    }
}

fn json_list<'a>(values: impl Iterator<Item = &'a Value>, out: &mut String) {
    out.push('[');
    let mut comma = "";
    for value in values {
        out.push_str(comma);
        json(value, out);
        comma = ", ";
    }
    out.push(']');
}

fn json_place(place: &Place, out: &mut String) {
    match place {
        Place::Table { x, y, facing } => {
            _ = write!(out, "{{\"facing\": {facing:?}, \"x\": {x:?}, \"y\": {y:?}}}");
        }
        Place::Spaces { spaces } => {
            out.push_str("{\"spaces\": [");
            let mut comma = "";
            for space in spaces {
                out.push_str(comma);
                string(space, out);
                comma = ", ";
            }
            out.push_str("]}");
        }
        Place::Corner { corner, of } => {
            out.push_str("{\"corner\": ");
            string(corner, out);
            out.push_str(", \"of\": ");
            string(of, out);
            out.push('}');
        }
    }
}

/// A text in quotes, with everything but ASCII escaped.
fn string(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(letter),
            _ => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
}
