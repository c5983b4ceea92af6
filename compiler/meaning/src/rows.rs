//! Rows that stand within an entry: where a row is asked for, its facts may stand instead of its id.
//!
//! The id of such a row is that of the entry and of the fact, as `nanny-route`. Where a set of rows is asked for, a map
//! names each of them. They can be named elsewhere as the rows of `tables` can, so all are known before any is filled.
use crate::check::{Compiler, Entry, FieldsOf, Target};
use crate::facts::given;
use cardwright_bytecode::pack::{CONST_SET, ConstSet};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::document::{At, CardDoc, Entries, Fact, place_of};
use cardwright_documents::rules::Declarer;
use cardwright_documents::source::{FileId, Location};
use std::collections::HashMap;

/// The rows that stand within entries.
#[derive(Default)]
pub(crate) struct Within {
    /// By the place of the name that they stand behind.
    rows: HashMap<(FileId, usize), usize>,
    /// Rows whose cells are not known yet.
    empty: Vec<Empty>,
}

/// A row that is to be filled.
struct Empty {
    file: FileId,
    /// The declarer from whose view the names in its facts are looked up.
    owner: Declarer,
    row: usize,
    record: u16,
    place: Location,
    facts: Entries<At<Fact>>,
}

impl Compiler<'_> {
    /// Makes the rows known that stand within an entry of a set.
    pub fn declare_rows_of(&mut self, file: FileId, card: &CardDoc) {
        let Some(Base::Entity(kind)) = self.names.types.get(&card.kind.value).map(|ty| ty.base) else {
            return;
        };
        let made = self.names.companions.get(&kind).cloned().unwrap_or_default();
        for (name, fact) in &card.facts.0 {
            let mut kinds = std::iter::once(kind).chain(made.iter().map(|made| made.0));
            let field = kinds.find_map(|kind| self.kind_field(kind, &name.value));
            if let Some((_, ty)) = field {
                self.declare_within(file, &card.id.value, name, fact, ty);
            }
        }
    }

    /// Makes the rows known that stand within a row.
    pub(crate) fn declare_rows_of_row(
        &mut self,
        file: FileId,
        id: &str,
        record: u16,
        facts: &Entries<At<Fact>>,
    ) {
        for (name, fact) in &facts.0 {
            let fields = &self.pack.records[usize::from(record)].fields;
            let field = fields.iter().find(|field| field.name == name.value);
            if let Some(ty) = field.map(|field| field.ty) {
                self.declare_within(file, id, name, fact, ty);
            }
        }
    }

    /// Makes the row or rows known that one fact of an entry is.
    fn declare_within(&mut self, file: FileId, entry: &str, name: &At<String>, fact: &At<Fact>, ty: Ty) {
        let (Fact::Map(facts), Some(record)) = (&fact.value, self.record_of(ty)) else {
            return;
        };
        if !ty.set {
            let id = format!("{entry}-{}", name.value);
            self.declare_one(file, (id, name), record, facts);
            return;
        }
        for (id, row) in &facts.0 {
            if let Fact::Map(facts) = &row.value {
                self.declare_one(file, (id.value.clone(), id), record, facts);
            }
        }
    }

    /// The record of whose rows a type is; templates are entries of sets, so they cannot stand elsewhere.
    fn record_of(&self, ty: Ty) -> Option<u16> {
        match ty.base {
            Base::Row(record) if !self.is_of_templates(record) => Some(record),
            _ => None,
        }
    }

    fn declare_one(
        &mut self,
        file: FileId,
        (id, name): (String, &At<String>),
        record: u16,
        facts: &Entries<At<Fact>>,
    ) {
        let place = place_of(file, name);
        let Some(row) = self.declare_row(place, record, &id) else {
            return;
        };
        self.within.rows.insert((file, name.start), row);
        self.within.empty.push(Empty {
            file,
            owner: self.names.viewer(),
            row,
            record,
            place,
            facts: facts.clone(),
        });
        self.declare_rows_of_row(file, &id, record, facts);
    }

    /// The row or set of rows that a fact is whose map stands behind a name.
    pub(crate) fn fact_within(
        &mut self,
        file: FileId,
        name: &At<String>,
        fact: &At<Fact>,
        ty: Ty,
    ) -> Option<i64> {
        let Fact::Map(facts) = &fact.value else {
            return self.fact(file, fact, ty);
        };
        if self.record_of(ty).is_none() {
            return self.wrong_fact(place_of(file, name), ty);
        }
        if !ty.set {
            return self.row_within(file, name);
        }
        let mut items = Vec::new();
        for (id, row) in &facts.0 {
            if !matches!(row.value, Fact::Map(_)) {
                self.wrong_fact(place_of(file, row), Ty::one(ty.base));
                return None;
            }
            items.push(self.row_within(file, id)?);
        }
        if items.is_empty() {
            return Some(0);
        }
        self.pack.sets.push(ConstSet { ty, items });
        Some(CONST_SET + i64::try_from(self.pack.sets.len() - 1).unwrap_or(0))
    }

    fn row_within(&mut self, file: FileId, name: &At<String>) -> Option<i64> {
        let row = self.within.rows.get(&(file, name.start)).copied();
        if row.is_none() {
            let message = "a new row can be written only in an entry of a card set or of `tables`";
            self.report_at(codes::WRONG_FACT, place_of(file, name), message)
                .help = Some("write the row under `tables`, and write its id here".to_owned());
        }
        row.and_then(|row| i64::try_from(row).ok())
    }

    /// Fills the rows that stand within entries.
    pub fn fill_rows_within(&mut self) {
        for empty in std::mem::take(&mut self.within.empty) {
            self.names.look_as(empty.owner);
            let slots = self.slots_of_record(empty.record);
            let what = self.pack.records[usize::from(empty.record)].name.clone();
            let cells = self.facts(empty.file, &empty.facts, &slots, empty.place, &what);
            self.pack.rows[empty.row].cells = cells;
            self.defaults.entries.push(Entry {
                target: Target::Row(empty.row),
                owner: FieldsOf::Record(empty.record),
                place: empty.place,
                given: given(empty.file, &slots, &empty.facts),
            });
        }
    }
}
