//! Facts of cards in the lists of others: `SYSTEM/FILE`. What the form is, a document of content says.

use crate::content::{Book, SystemBook};
use crate::folder::Folder;
use crate::format::Format;
use crate::json::document;
use crate::model::facts::{Card, Row};
use crate::model::{Type, Value, Values};
use crate::options::Chosen;
use cardwright_import::lists::{List, Lists as Form};
use serde_json::{Map, Value as Json};

/// Lists in the form that a document says.
pub struct Lists {
    form: Form,
}

/// How deep rows stand within rows: no further, since they can lead in circles.
const DEEPEST: usize = 4;

impl Lists {
    /// Lists in this form.
    #[must_use]
    pub fn of(form: Form) -> Self {
        Self { form }
    }
}

impl Format for Lists {
    fn id(&self) -> &str {
        &self.form.doc.lists.value
    }

    fn version(&self) -> u32 {
        1
    }

    fn about(&self) -> &str {
        &self.form.doc.title
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        let id = &self.form.doc.system.value;
        for system in book.systems.iter().filter(|system| system.system.id == *id) {
            for (name, list) in &self.form.doc.files.0 {
                let path = format!("{id}/{}", name.value);
                let cards = cards(system, &list.kind.value)
                    .ok_or_else(|| format!("{}: there is no kind `{}`", self.form.name, list.kind.value))?;
                let told = List::of(list, &cards);
                let told = told.map_err(|why| format!("{}: {}: {why}", self.form.name, name.value))?;
                for (card, why) in told.left_out {
                    folder.leave_out(format!("{path}: {card}"), why);
                }
                folder.add(&path, document(&told.objects));
            }
        }
        Ok(())
    }
}

/// The cards of a kind, with rows in the place of their ids.
fn cards(system: &SystemBook<'_>, kind: &str) -> Option<Vec<Json>> {
    let kinds = &system.system.vocabulary.kinds;
    let fields = kinds.iter().find(|one| one.id == kind)?.fields.iter();
    let types: Vec<(&str, &Type)> = fields.map(|field| (field.name.as_str(), &field.ty)).collect();
    let cards = system.sets.iter().flat_map(|set| &set.cards);
    let of_kind = cards.filter(|card| card.kind == kind);
    Some(of_kind.map(|card| object(system, &types, card)).collect())
}

fn object(system: &SystemBook<'_>, types: &[(&str, &Type)], card: &Card) -> Json {
    let mut object = facts(system, types, &card.facts, DEEPEST);
    object.insert("id".to_owned(), card.id.as_str().into());
    object.insert("name".to_owned(), card.name.as_str().into());
    object.insert("text".to_owned(), card.text.clone().into());
    Json::Object(object)
}

fn facts(system: &SystemBook<'_>, types: &[(&str, &Type)], facts: &Values, deep: usize) -> Map<String, Json> {
    let fact = |(name, ty): &(&str, &Type)| {
        let value = facts.get(*name).unwrap_or(&Value::Null);
        ((*name).to_owned(), told(system, ty, value, deep))
    };
    types.iter().map(fact).collect()
}

fn told(system: &SystemBook<'_>, ty: &Type, value: &Value, deep: usize) -> Json {
    let base = ty.0.strip_prefix("set of ").unwrap_or(&ty.0);
    match (value, base.strip_prefix("row:")) {
        (Value::List(members), _) => {
            let members = members.iter();
            members.map(|member| told(system, ty, member, deep)).collect()
        }
        (Value::Name(id), Some(record)) if deep > 0 => row(system, record, id, deep - 1),
        // Plain data can always be told.
        (value, _) => serde_json::to_value(value).unwrap_or_default(),
    }
}

fn row(system: &SystemBook<'_>, record: &str, id: &str, deep: usize) -> Json {
    let records = &system.system.vocabulary.records;
    let Some(record) = records.iter().find(|one| one.id == record) else {
        return Json::Null;
    };
    let types: Vec<(&str, &Type)> = record
        .fields
        .iter()
        .map(|field| (field.name.as_str(), &field.ty))
        .collect();
    let Some(Row { cells, .. }) = record.rows.iter().find(|row| row.id == id) else {
        return Json::Null;
    };
    let mut object = facts(system, &types, cells, deep);
    object.insert("id".to_owned(), id.into());
    Json::Object(object)
}
