//! The layout of a content: the things that snapshots tell of, with their kinds and fields.

use crate::fingerprint::said;
use cardwright::Content;
use cardwright_bytecode::pack::{KindClass, KindDef, Pack};
use cardwright_bytecode::{Base, Ty};
use serde_json::{Value, json};

/// See the module. Everything stands in the order of the pack, which is the same on every machine.
pub(crate) fn layout(content: &Content) -> Value {
    let pack = content.pack();
    let entities = &pack.setup.entities;
    let kind = |number: u16| pack.kinds.get(usize::from(number)).map_or("", |def| &def.name);
    let things = entities.iter().filter(|def| !def.later);
    let things: Vec<Value> = things
        .map(|def| json!({ "id": def.id, "kind": kind(def.kind) }))
        .collect();
    let kinds: Vec<Value> = (0_u16..)
        .zip(&pack.kinds)
        .map(|(number, def)| {
            let later = entities.iter().filter(|one| one.later && one.kind == number);
            kind_told(pack, def, later.count())
        })
        .collect();
    let board = &pack.setup.board;
    let spaces = board.spaces.iter();
    let spaces = spaces.map(|space| json!({ "id": space.id(), "x": space.column, "y": space.row }));
    let table = &pack.setup.table;
    json!({
        "things": things,
        "kinds": kinds,
        "board": board.shape.to_string(),
        "spaces": spaces.collect::<Vec<_>>(),
        "table": { "width": f64::from(table.width) / 1000.0, "length": f64::from(table.length) / 1000.0 },
    })
}

/// A kind, and how many things of it can be made in play.
fn kind_told(pack: &Pack, def: &KindDef, later: usize) -> Value {
    let class = match def.class {
        KindClass::Player => "player",
        KindClass::Deck => "deck",
        KindClass::Piece => "piece",
        KindClass::Card => "card",
        KindClass::Game => "game",
    };
    let fields = def.fields.iter().map(|field| {
        let (of, values) = type_told(pack, field.ty);
        // Snapshots call words as people do.
        let said = values.iter().map(|value| match of {
            "word" => said(pack, value),
            _ => (*value).to_owned(),
        });
        let said: Vec<String> = said.collect();
        json!({
            "name": field.name, "type": of, "set": field.ty.set, "state": field.state,
            "values": values, "said": said,
        })
    });
    let token = |&sort: &u16| {
        pack.tokens
            .get(usize::from(sort))
            .map(|token| token.name.as_str())
    };
    json!({
        "kind": def.name, "class": class, "later": later,
        "fields": fields.collect::<Vec<_>>(),
        "tokens": def.tokens.iter().filter_map(token).collect::<Vec<_>>(),
    })
}

/// The sort of value of a type, and the values that there are if they are words or rows.
fn type_told(pack: &Pack, ty: Ty) -> (&'static str, Vec<&str>) {
    match ty.base {
        Base::Number | Base::Quantity => ("number", Vec::new()),
        Base::Length => ("length", Vec::new()),
        Base::Angle => ("angle", Vec::new()),
        Base::Bool => ("truth", Vec::new()),
        Base::Word(word) => {
            let words = pack.words.get(usize::from(word));
            let words = words.map_or(&[][..], |def| &def.words);
            ("word", words.iter().map(String::as_str).collect())
        }
        Base::Row(record) => {
            let rows = pack.rows.iter().skip(1).filter(|row| row.record == record);
            ("row", rows.map(|row| row.id.as_str()).collect())
        }
        Base::Thing | Base::Entity(_) => ("thing", Vec::new()),
        Base::Space => ("space", Vec::new()),
        Base::Pose => ("place", Vec::new()),
        Base::Nothing | Base::Text | Base::Pool | Base::Die => ("other", Vec::new()),
    }
}
