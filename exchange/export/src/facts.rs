//! From the tables of a pack to words, records, kinds, cards and boards by names.

use crate::model::facts::{
    Card, Class, CoreCall, CoreCalls, CoreParameter, Die, Field, Footprint, Kind, Record, Row, Shape, Space,
    Spaces, State, Token, Vocabulary, Wall, Words,
};
use crate::model::{Slot, Value, Values, document};
use crate::names::{Names, text};
use cardwright_bytecode::board::{self, BoardDef, Fill, SpaceDef};
use cardwright_bytecode::pack::{FootprintDef, KindClass, KindDef, Pack, RecordDef, SlotDef, TemplateDef};
use cardwright_bytecode::registry::CORE_CALLS;
use cardwright_bytecode::{Base, Ty};
use std::collections::{HashMap, HashSet};

/// The nouns that a pack declares.
pub(crate) fn vocabulary(pack: &Pack, names: &Names) -> Vocabulary {
    vocabulary_but(pack, names, &Rows::new(), 0)
}

/// The ids of rows by their records.
pub(crate) type Rows = HashMap<String, HashSet<String>>;

/// The rows of a vocabulary.
pub(crate) fn rows(vocabulary: &Vocabulary) -> Rows {
    let ids = |record: &Record| record.rows.iter().map(|row| row.id.clone()).collect();
    let records = vocabulary.records.iter();
    records.map(|record| (record.id.clone(), ids(record))).collect()
}

/// The vocabulary without the rows that are `known`, and without the first `first` rows of the pack.
pub(crate) fn vocabulary_but(pack: &Pack, names: &Names, known: &Rows, first: usize) -> Vocabulary {
    let words = pack.words.iter().zip(&names.words);
    let records = pack.records.iter().enumerate();
    let mut rows: HashMap<u16, Vec<Row>> = HashMap::new();
    // The very first row stands for none.
    for row in pack.rows.iter().skip(first.max(1)) {
        let Some(def) = pack.records.get(usize::from(row.record)) else {
            continue;
        };
        let record = names
            .records
            .get(usize::from(row.record))
            .map_or("", String::as_str);
        if known.get(record).is_some_and(|rows| rows.contains(&row.id)) {
            continue;
        }
        rows.entry(row.record).or_default().push(Row {
            id: row.id.clone(),
            cells: cells(pack, names, def, &row.cells),
        });
    }
    let is_of_templates = |record: usize| {
        pack.kinds
            .iter()
            .any(|kind| kind.templates.is_some_and(|at| usize::from(at) == record))
    };
    let record = |(at, def): (usize, &RecordDef)| Record {
        id: names.records[at].clone(),
        fields: slots(names, &def.fields),
        rows: match is_of_templates(at) {
            true => Vec::new(),
            false => u16::try_from(at)
                .ok()
                .and_then(|at| rows.remove(&at))
                .unwrap_or_default(),
        },
    };
    Vocabulary {
        words: words
            .map(|(def, id)| Words {
                id: id.clone(),
                words: def.words.clone(),
            })
            .collect(),
        records: records.map(record).collect(),
        kinds: pack
            .kinds
            .iter()
            .zip(&names.kinds)
            .map(|(def, id)| kind(def, id, names))
            .collect(),
        states: (pack.states.iter().zip(&names.states))
            .map(|(def, id)| State {
                id: id.clone(),
                keys: slots(names, &def.keys),
                ty: names.ty(def.ty),
                per: names.run(def.per),
            })
            .collect(),
        tokens: (pack.tokens.iter().zip(&names.tokens))
            .map(|(def, id)| Token {
                id: id.clone(),
                limit: def.limit,
            })
            .collect(),
        dice: (pack.dice.iter().zip(&names.dice))
            .map(|(def, id)| Die {
                id: id.clone(),
                sides: def.sides.iter().map(|&face| face_of(pack, face)).collect(),
            })
            .collect(),
    }
}

/// The word of a face.
pub(crate) fn face_of(pack: &Pack, face: u16) -> String {
    let faces = pack.words.first();
    let face = faces.and_then(|faces| faces.words.get(usize::from(face)));
    face.cloned().unwrap_or_default()
}

fn slots(names: &Names, slots: &[SlotDef]) -> Vec<Slot> {
    let slot = |slot: &SlotDef| Slot {
        name: slot.name.clone(),
        ty: names.ty(slot.ty),
    };
    slots.iter().map(slot).collect()
}

fn cells(pack: &Pack, names: &Names, def: &RecordDef, cells: &[i64]) -> Values {
    let fields = def.fields.iter().zip(cells);
    fields
        .map(|(field, &cell)| (field.name.clone(), names.value(pack, field.ty, cell)))
        .collect()
}

pub(crate) fn class_of(class: KindClass) -> Class {
    match class {
        KindClass::Player => Class::Player,
        KindClass::Deck => Class::Deck,
        KindClass::Piece => Class::Piece,
        KindClass::Card => Class::Card,
        KindClass::Game => Class::Game,
    }
}

fn kind(def: &KindDef, id: &str, names: &Names) -> Kind {
    let field = |at: u16| {
        let field = def.fields.get(usize::from(at));
        field.map(|field| field.name.clone()).unwrap_or_default()
    };
    let fields = def.fields.iter();
    Kind {
        id: id.to_owned(),
        class: class_of(def.class),
        fields: fields
            .map(|field| Field {
                name: field.name.clone(),
                ty: names.ty(field.ty),
                state: field.state,
                secret: field.secret,
                kept: field.kept,
                per: names.run(field.per),
            })
            .collect(),
        tokens: def
            .tokens
            .iter()
            .map(|&token| text(&names.tokens, token))
            .collect(),
        footprint: def.footprint.map(|footprint| match footprint {
            FootprintDef::Rectangle(width, length) => Footprint::Rectangle {
                width: field(width),
                length: field(length),
            },
            FootprintDef::Circle(radius) => Footprint::Circle {
                radius: field(radius),
            },
            FootprintDef::Spaces(size, height) => Footprint::Spaces {
                size: field(size),
                height: height.map(field),
            },
        }),
        templates: def.templates.map(|record| text(&names.records, record)),
    }
}

/// The facts of an entry: its printed fields, and the values with which its state fields begin.
pub(crate) fn card(pack: &Pack, names: &Names, def: &TemplateDef) -> Option<Card> {
    let kind = pack.kinds.get(usize::from(def.kind))?;
    let facts = kind.fields.iter().zip(&def.cells);
    Some(Card {
        id: def.id.clone(),
        name: def.name.clone(),
        kind: text(&names.kinds, def.kind),
        class: class_of(kind.class),
        facts: facts
            .map(|(field, &cell)| (field.name.clone(), names.value(pack, field.ty, cell)))
            .collect(),
        text: Vec::new(),
        facts_only: false,
        rules: Vec::new(),
    })
}

pub(crate) fn shape_of(shape: board::Shape) -> Shape {
    match shape {
        board::Shape::Plane => Shape::Plane,
        board::Shape::Hexes => Shape::Hexes,
        board::Shape::Squares => Shape::Squares,
    }
}

/// The spaces of a board; nothing on a flat table.
pub(crate) fn spaces(pack: &Pack) -> Option<Spaces> {
    let board = &pack.setup.board;
    if board.shape == board::Shape::Plane {
        return None;
    }
    Some(Spaces {
        shape: shape_of(board.shape),
        columns: u32::from(board.columns),
        rows: u32::from(board.rows),
        spaces: board.spaces.iter().map(|def| space(pack, board, def)).collect(),
        walls: (board.walls.iter())
            .map(|wall| Wall {
                from: [wall.from.0, wall.from.1].map(u32::from),
                to: [wall.to.0, wall.to.1].map(u32::from),
            })
            .collect(),
    })
}

fn space(pack: &Pack, board: &BoardDef, def: &SpaceDef) -> Space {
    let zones = board.zones.and_then(|zones| pack.words.get(usize::from(zones)));
    let zones = zones.map_or(&[][..], |zones| &zones.words).iter().enumerate();
    let own = zones.filter(|(at, _)| *at < board::MAX_ZONES && def.zones >> at & 1 == 1);
    let row = pack.rows.get(def.terrain as usize).filter(|_| def.terrain > 0);
    Space {
        id: def.id(),
        column: u32::from(def.column) + 1,
        row: u32::from(def.row) + 1,
        layer: u32::from(def.layer) + 1,
        level: i64::from(def.level),
        underside: def.underside.map(i64::from),
        wall: match def.fill {
            Fill::Open => None,
            Fill::Whole => Some("whole".to_owned()),
            Fill::Half(1) => Some("upper right".to_owned()),
            Fill::Half(3) => Some("lower right".to_owned()),
            Fill::Half(5) => Some("lower left".to_owned()),
            Fill::Half(_) => Some("upper left".to_owned()),
        },
        terrain: row.map_or(Value::Null, |row| Value::Name(row.id.clone())),
        zones: own.map(|(_, zone)| zone.clone()).collect(),
    }
}

/// The core calls, and what every system has without declaring it.
pub(crate) fn core_calls() -> CoreCalls {
    let call = |row: &cardwright_bytecode::registry::CoreCall| CoreCall {
        id: row.name.to_owned(),
        parameters: row.params.iter().map(|&(name, ty)| parameter(name, ty)).collect(),
        result: written(row.result),
        pure: row.pure,
        boards: row.boards.name().to_owned(),
        says: row.doc.to_owned(),
    };
    CoreCalls {
        document: document::CORE_CALLS.head(),
        calls: CORE_CALLS.iter().map(call).collect(),
    }
}

fn parameter(name: &str, ty: Ty) -> CoreParameter {
    // A movement is a number to the machine, and a name in the tree.
    let ty = match name {
        "movement" => "movement".to_owned(),
        _ => written(ty),
    };
    CoreParameter {
        name: name.to_owned(),
        ty,
    }
}

fn written(ty: Ty) -> String {
    let base = match ty.base {
        Base::Entity(_) => format!("entity:{}", ty.base),
        Base::Word(_) => format!("word:{}", ty.base),
        Base::Row(_) => format!("row:{}", ty.base),
        other => other.to_string(),
    };
    if ty.set { format!("set of {base}") } else { base }
}
