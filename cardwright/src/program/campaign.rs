//! Campaigns: the values of `kept` fields, which one game leaves for the next, as a file.
//!
//! The file names entities by their ids and fields by their names, so that people can read and correct it. Those who sit a
//! game out keep what they have: their entries go from file to file.

use crate::program::commands::{read_text, wrong_path};
use crate::program::{Ending, output, write};
use cardwright_bytecode::pack::{CONST_SET, ConstSet, EntityDef, FieldDef, cell};
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_bytecode::{Base, Pack, verify};
use cardwright_core::{Game, Kept};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Kept values: of an entity's id, of a field's name.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Campaign {
    kept: BTreeMap<String, BTreeMap<String, Value>>,
}

impl Campaign {
    /// Reads a file that [`Campaign::write`] wrote, or a person.
    pub(crate) fn read(path: &Path) -> Result<Self, Ending> {
        let text = read_text(path)?;
        serde_json::from_str(&text).map_err(|error| wrong_path(path, &error))
    }

    /// The pack of a game that begins with what was kept. Fails at a field that is not kept, or a value that it cannot have.
    pub(crate) fn carry(&self, pack: VerifiedPack, path: &Path) -> Result<VerifiedPack, Ending> {
        let mut pack = pack.into_pack();
        let mut entities = std::mem::take(&mut pack.setup.entities);
        for (id, fields) in &self.kept {
            let Some(place) = entities.iter().position(|entity| entity.id == *id) else {
                output::complain(&format!(
                    "nothing in this scenario has the id `{id}`; its kept values stay \
                 in the file"
                ));
                continue;
            };
            for (name, value) in fields {
                let found = cell_of(&mut pack, &entities, place, name, value);
                let (number, value) =
                    found.map_err(|why| wrong_path(path, &format!("`{name}` of `{id}`: {why}")))?;
                let cells = &mut entities[place].cells;
                cells.retain(|(earlier, _)| *earlier != number);
                cells.push((number, value));
                cells.sort_unstable();
            }
        }
        pack.setup.entities = entities;
        verify(pack).map_err(|error| wrong_path(path, &error))
    }

    /// Takes over what is kept at the end of a game, and writes it.
    pub(crate) fn write(mut self, game: &Game, path: &Path) -> Result<(), Ending> {
        for kept in game.kept() {
            let fields = self.kept.entry(kept.id.to_owned()).or_default();
            match value_of(game, &kept) {
                Some(value) => fields.insert(kept.field.to_owned(), value),
                None => fields.remove(kept.field),
            };
        }
        let mut text =
            serde_json::to_string_pretty(&self).map_err(|error| Ending::WrongCall(error.to_string()))?;
        text.push('\n');
        write::result(path, write::Kind::Kept, text.as_bytes())
    }
}

/// A kept value as the file says it, of a set a list; nothing for what means nobody, or no row, and for an empty set.
fn value_of(game: &Game, kept: &Kept<'_>) -> Option<Value> {
    if !kept.ty.set {
        return one_value(game, kept.ty.base, kept.value);
    }
    let members = kept.members.iter();
    let members: Vec<Value> = members
        .filter_map(|&member| one_value(game, kept.ty.base, member))
        .collect();
    (!members.is_empty()).then_some(Value::Array(members))
}

fn one_value(game: &Game, base: Base, value: i64) -> Option<Value> {
    let pack = game.content().pack();
    let place = usize::try_from(value).ok();
    match base {
        Base::Number => Some(value.into()),
        Base::Length | Base::Angle => Some(base.written(value).into()),
        Base::Bool => Some((value != 0).into()),
        Base::Word(word) => {
            let words = &pack.words.get(usize::from(word))?.words;
            words.get(place?).map(|word| word.as_str().into())
        }
        Base::Row(_) => {
            let id = &pack.rows.get(place?)?.id;
            (!id.is_empty()).then(|| id.as_str().into())
        }
        _ => {
            let entity = pack.setup.entities.get(place?.checked_sub(1)?)?;
            Some(entity.id.as_str().into())
        }
    }
}

/// The cell of an entity that a field's name means, and the value that the file gives it.
fn cell_of(
    pack: &mut Pack,
    entities: &[EntityDef],
    place: usize,
    name: &str,
    value: &Value,
) -> Result<(u16, i64), String> {
    let kind = pack.kinds.get(usize::from(entities[place].kind));
    let fields = kind.map_or(&[][..], |kind| &kind.fields);
    let is_meant = |field: &&FieldDef| field.kept && field.name == name;
    let (number, field) = (cell::HEADER..)
        .zip(fields)
        .find(|(_, field)| is_meant(field))
        .ok_or("it is not a `kept` field")?;
    let ty = field.ty;
    let number = u16::try_from(number).map_err(|error| error.to_string())?;
    if !ty.set {
        return Ok((number, read(pack, entities, ty.base, value)?));
    }
    let members = value
        .as_array()
        .ok_or_else(|| format!("{value} is not a list, but the field holds a set"))?;
    let members = members.iter().map(|member| read(pack, entities, ty.base, member));
    let items = members.collect::<Result<Vec<i64>, String>>()?;
    pack.sets.push(ConstSet { ty, items });
    let place = i64::try_from(pack.sets.len() - 1).map_err(|error| error.to_string())?;
    Ok((number, CONST_SET + place))
}

/// A value of a type as the file gives it.
fn read(pack: &Pack, entities: &[EntityDef], base: Base, value: &Value) -> Result<i64, String> {
    let text = value.as_str().unwrap_or_default();
    let position = |found: Option<usize>| found.and_then(|place| i64::try_from(place).ok());
    let found = match base {
        Base::Number => value.as_i64(),
        Base::Length | Base::Angle => base.read(text),
        Base::Bool => value.as_bool().map(i64::from),
        Base::Word(word) => {
            let words = pack.words.get(usize::from(word)).map(|def| &def.words);
            position(words.and_then(|words| words.iter().position(|word| word == text)))
        }
        Base::Row(record) => {
            let mut rows = pack.rows.iter();
            position(rows.position(|row| row.record == record && row.id == text))
        }
        Base::Entity(kind) => entity_of(entities, |entity| entity.id == text && entity.kind == kind),
        _ => entity_of(entities, |entity| entity.id == text),
    };
    found.ok_or_else(|| format!("{value} is not a possible value of the field"))
}

fn entity_of(entities: &[EntityDef], is_meant: impl Fn(&EntityDef) -> bool) -> Option<i64> {
    let place = entities.iter().position(is_meant)?;
    i64::try_from(place + 1).ok()
}
