//! Facts of documents as values of the types that records and kinds ask for.

use crate::check::quantity::{measured, with_unit};
use crate::check::uses::Meaning;
use crate::check::{Compiler, Entry, FieldsOf, Target};
use cardwright_bytecode::board::SpaceDef;
use cardwright_bytecode::pack::{CONST_SET, ConstSet, RowDef, SlotDef};
use cardwright_bytecode::ty::decimal;
use cardwright_bytecode::verify::MAX_STORED_MEMBERS;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::nearest;
use cardwright_documents::document::{At, Entries, Fact, Tables, place_of};
use cardwright_documents::rules::Declarer;
use cardwright_documents::source::{FileId, Location};
use cardwright_dsl::measure::Unit;

/// The most rows of all tables together, and the most members of a set of facts.
const MOST_ROWS: usize = 20_000;

/// A slot that facts can fill.
pub struct Slot {
    /// The procedure to whose runs it belongs: nobody can give it.
    pub per: Option<String>,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Whether it must be given.
    pub required: bool,
    /// Whether it can change: then a set has only so many members.
    pub state: bool,
}

/// For each slot, where it is given.
pub fn given(file: FileId, slots: &[Slot], facts: &Entries<At<Fact>>) -> Vec<Option<Location>> {
    let place = |slot: &Slot| {
        let mut names = facts.0.iter().map(|(name, _)| name);
        let name = names.find(|name| name.value == slot.name)?;
        Some(place_of(file, name))
    };
    slots.iter().map(place).collect()
}

impl Compiler<'_> {
    /// Makes the names of all rows known, so that rows can refer to each other.
    pub fn declare_rows(&mut self, file: FileId, tables: &Tables) -> Vec<(usize, u16)> {
        let mut declared = Vec::new();
        for (record_name, rows) in &tables.0 {
            let record = match self.names.types.get(&record_name.value).map(|ty| ty.base) {
                Some(Base::Row(record)) => record,
                _ => {
                    let known: Vec<String> = self
                        .pack
                        .records
                        .iter()
                        .map(|record| record.name.clone())
                        .collect();
                    let message = format!("there is no record `{}`", record_name.value);
                    if !self.names.broken.contains(&record_name.value) {
                        self.report_at(codes::UNKNOWN_RECORD, place_of(file, record_name), message)
                            .suggest(&record_name.value, known);
                    }
                    rows.0.iter().for_each(|(id, _)| self.mark_broken(&id.value));
                    continue;
                }
            };
            for (id, facts) in &rows.0 {
                self.declare_row(place_of(file, id), record, &id.value);
                declared.push((self.pack.rows.len() - 1, record));
                self.declare_rows_of_row(file, &id.value, record, facts);
            }
        }
        declared
    }

    /// Makes a row known; its number, if there is room for it.
    pub(crate) fn declare_row(&mut self, place: Location, record: u16, id: &str) -> Option<usize> {
        let ty = Ty::one(Base::Row(record));
        if self.names.constant(id, ty).is_some() {
            let message = format!("there is already a row `{id}` of this record");
            self.report_at(codes::DUPLICATE_ROW, place, message);
        }
        if self.pack.rows.len() >= MOST_ROWS {
            let message = format!("the tables have more than {MOST_ROWS} rows");
            self.report_at(codes::TOO_LARGE, place, message);
            return None;
        }
        self.add_constant(Declarer::SYSTEM, id, ty, self.pack.rows.len());
        self.note_row(place, ty.base, id);
        self.pack.rows.push(RowDef {
            record,
            id: id.to_owned(),
            cells: Vec::new(),
        });
        Some(self.pack.rows.len() - 1)
    }

    /// Fills the rows that were declared.
    pub fn fill_rows(&mut self, file: FileId, tables: &Tables, declared: &[(usize, u16)]) {
        let known = |this: &Self, name: &str| this.pack.records.iter().any(|record| record.name == name);
        let rows = tables
            .0
            .iter()
            .filter(|(name, _)| known(self, &name.value))
            .flat_map(|(_, rows)| &rows.0);
        let rows: Vec<_> = rows.collect();
        for ((id, facts), &(row, record)) in rows.into_iter().zip(declared) {
            let slots = self.slots_of_record(record);
            let what = self.pack.records[usize::from(record)].name.clone();
            let cells = self.facts(file, facts, &slots, place_of(file, id), &what);
            self.pack.rows[row].cells = cells;
            self.defaults.entries.push(Entry {
                target: Target::Row(row),
                owner: FieldsOf::Record(record),
                place: place_of(file, id),
                given: given(file, &slots, facts),
            });
        }
    }

    pub(crate) fn slots_of_record(&self, record: u16) -> Vec<Slot> {
        let fields = self.pack.records[usize::from(record)].fields.iter();
        let slot = |(at, field): (usize, &SlotDef)| Slot {
            name: field.name.clone(),
            ty: field.ty,
            required: !self.defaults.has(FieldsOf::Record(record), at),
            state: false,
            per: None,
        };
        fields.enumerate().map(slot).collect()
    }

    /// One value for each slot; what is missing or too much is reported.
    pub fn facts(
        &mut self,
        file: FileId,
        facts: &Entries<At<Fact>>,
        slots: &[Slot],
        owner: Location,
        what: &str,
    ) -> Vec<i64> {
        let mut meant = Vec::new();
        self.note_facts(file, facts, slots, what);
        for (name, _) in &facts.0 {
            if !slots.iter().any(|slot| slot.name == name.value) && !self.names.broken.contains(&name.value) {
                let message = format!("a {what} has no fact `{}`", name.value);
                meant.extend(nearest(&name.value, slots.iter().map(|slot| &slot.name)));
                self.report_at(codes::UNKNOWN_FACT, place_of(file, name), message)
                    .suggest(&name.value, slots.iter().map(|slot| &slot.name));
            }
        }
        let value = |slot: &Slot| {
            let is_misspelt = meant.contains(&slot.name);
            self.slot(file, facts, slot, (!is_misspelt).then_some(owner), what)
        };
        slots.iter().map(value).collect()
    }

    fn slot(
        &mut self,
        file: FileId,
        facts: &Entries<At<Fact>>,
        slot: &Slot,
        missed: Option<Location>,
        what: &str,
    ) -> i64 {
        if let Some((name, fact)) = facts.0.iter().find(|(name, _)| name.value == slot.name) {
            if let (Fact::List(items), true) = (&fact.value, slot.state)
                && items.len() > MAX_STORED_MEMBERS
            {
                let (name, count) = (&slot.name, items.len());
                let message = format!(
                    "`{name}` can change in play, so it can have at most {MAX_STORED_MEMBERS} members, not \
                     {count}"
                );
                self.report_at(codes::TOO_LARGE, place_of(file, fact), message);
                return 0;
            }
            if let Some(run) = &slot.per {
                let message = format!(
                    "`{}` exists only during a run of `{run}`, so it cannot have a value at the start",
                    slot.name
                );
                self.report_at(codes::FIXED, place_of(file, name), message).help =
                    Some("remove it, and set it during the run".to_owned());
                return 0;
            }
            return self.fact_within(file, name, fact, slot.ty).unwrap_or(0);
        }
        // Where it is missed; nowhere, if a misspelt fact is told of.
        if let Some(owner) = missed.filter(|_| slot.required) {
            let message = format!("this {what} has no `{}`", slot.name);
            let help = format!("add `{}: ...`, {}", slot.name, self.a_type(slot.ty));
            self.report_at(codes::MISSING_FACT, owner, message).help = Some(help);
        }
        0
    }

    /// A fact as a value of a type.
    pub fn fact(&mut self, file: FileId, fact: &At<Fact>, ty: Ty) -> Option<i64> {
        let place = place_of(file, fact);
        match (&fact.value, ty.set) {
            (Fact::List(items), true) => {
                let member = Ty::one(ty.base);
                let items: Vec<i64> = items
                    .iter()
                    .map(|item| self.fact(file, item, member).unwrap_or(0))
                    .collect();
                if items.is_empty() {
                    return Some(0);
                }
                self.pack.sets.push(ConstSet { ty, items });
                Some(CONST_SET + i64::try_from(self.pack.sets.len() - 1).unwrap_or(0))
            }
            (Fact::List(_), false) | (_, true) => self.wrong_fact(place, ty),
            (Fact::Number(n), false) if ty == Ty::NUMBER || *n == 0 && ty.is_quantity() => Some(*n),
            (Fact::Number(n), false) => self.unmeasured(place, *n, ty),
            (Fact::Unwhole(text), false) => self.unwhole(place, text, ty),
            (Fact::Bool(yes), false) if ty == Ty::BOOL => Some(i64::from(*yes)),
            (Fact::Text(text), false) => self.text_fact(place, text, ty),
            _ => self.wrong_fact(place, ty),
        }
    }

    fn text_fact(&mut self, place: Location, text: &str, ty: Ty) -> Option<i64> {
        match ty.base {
            Base::Number | Base::Length | Base::Angle => match measure(text) {
                Some((found, n)) if found == ty => Some(n),
                Some((found, n)) => self.mismeasured(place, (found, n), ty),
                None => self.unreadable(place, text, ty),
            },
            Base::Bool if text == "yes" => Some(1),
            Base::Bool if text == "no" => Some(0),
            Base::Text => Some(i64::try_from(self.text(text)).unwrap_or(0)),
            Base::Word(_) | Base::Row(_) | Base::Space => self.constant_fact(place, text, ty),
            Base::Thing | Base::Entity(_) => self.entity_fact(place, text, ty),
            _ => self.wrong_fact(place, ty),
        }
    }

    /// A word, row or space by its name.
    pub fn constant_fact(&mut self, place: Location, text: &str, ty: Ty) -> Option<i64> {
        let found = self.names.constant(text, ty);
        self.note_fact(place, found.map(|value| Meaning::Constant(ty.base, value)));
        if found.is_none() && !self.names.broken.contains(text) {
            let known: Vec<String> = match ty.base {
                Base::Word(word) => self.seen_words(word),
                Base::Row(record) => {
                    let rows = self
                        .pack
                        .rows
                        .iter()
                        .filter(|row| row.record == record && !row.id.is_empty());
                    rows.map(|row| row.id.clone()).collect()
                }
                Base::Space => self.pack.setup.board.spaces.iter().map(SpaceDef::id).collect(),
                _ => Vec::new(),
            };
            let few =
                (!known.is_empty() && known.len() <= 12).then(|| format!("one of {}", known.join(", ")));
            let message = format!("there is no {} `{text}`", self.type_name(ty));
            let add = self.how_to_add(text, ty.base);
            let diagnostic = self.report_at(codes::UNKNOWN_CHOICE, place, message);
            diagnostic.help = add.or(few);
            diagnostic.suggest(text, known);
        }
        found
    }

    /// An entity of the scenario by its id, or `nobody`.
    fn entity_fact(&mut self, place: Location, text: &str, ty: Ty) -> Option<i64> {
        if text == "nobody" {
            return Some(0);
        }
        let fits = |found: Ty| ty == Ty::THING || found == ty;
        let found = self.names.entities.get(text);
        if let Some(entity) = found.filter(|entity| fits(entity.ty)) {
            let value = entity.value;
            self.note_fact(place, self.names.entities.place(text).map(Meaning::At));
            return Some(value);
        }
        if !self.names.broken.contains(text) {
            let entities = &self.names.entities;
            let known = entities
                .names()
                .filter(|name| entities.get(name).is_some_and(|entity| fits(entity.ty)));
            let known: Vec<String> = known.map(str::to_owned).collect();
            let message = format!("there is no {} `{text}`", self.type_name(ty));
            self.report_at(codes::UNKNOWN_CHOICE, place, message)
                .suggest(text, known);
        }
        None
    }

    /// Reports a number without a unit where something else is asked for.
    fn unmeasured(&mut self, place: Location, n: i64, ty: Ty) -> Option<i64> {
        let Some(meant) = with_unit(n, ty).map(|meant| meant.in_documents) else {
            return self.wrong_fact(place, ty);
        };
        let message = format!("expected {}, but `{n}` has no unit", self.a_type(ty));
        let diagnostic = self.report_at(codes::WRONG_FACT, place, message);
        diagnostic.help = Some(format!("write `{meant}`"));
        diagnostic.put(meant, false);
        None
    }

    /// Reports a text that is no number, length or angle; it may be one but for how the unit is written.
    fn unreadable(&mut self, place: Location, text: &str, ty: Ty) -> Option<i64> {
        if let (Ty::NUMBER, Ok(number)) = (ty, text.trim().parse::<i64>()) {
            let message = "expected a number, but text in quotes is not a number";
            let diagnostic = self.report_at(codes::WRONG_FACT, place, message);
            diagnostic.help = Some(format!("write `{number}`, without quotes"));
            diagnostic.put(number.to_string(), true);
            return None;
        }
        let close: String = text.split_whitespace().collect();
        let end = close.find(|c: char| c.is_ascii_alphabetic() || c == '"');
        let (number, unit) = close.split_at(end.unwrap_or(close.len()));
        let short = match unit {
            "in" | "inch" | "inches" | "\"" => "in",
            "deg" | "degree" | "degrees" => "deg",
            other => other,
        };
        let put = format!("{number}{short}");
        if measure(&put).is_none_or(|(found, _)| found != ty) {
            return self.wrong_fact(place, ty);
        }
        let message = format!("expected {}, but `{text}` is not written as one", self.a_type(ty));
        let diagnostic = self.report_at(codes::WRONG_FACT, place, message);
        diagnostic.help = Some(format!("write `{put}`"));
        diagnostic.put(put, false);
        None
    }

    /// Reports a number with decimals, or one too large.
    fn unwhole(&mut self, place: Location, text: &str, ty: Ty) -> Option<i64> {
        let unit = match ty {
            Ty::LENGTH => "in",
            Ty::ANGLE => "deg",
            _ => "",
        };
        let put = format!("{text}{unit}");
        if measure(&put).is_some() {
            let message = format!("expected {}, but `{text}` has no unit", self.a_type(ty));
            let diagnostic = self.report_at(codes::WRONG_FACT, place, message);
            diagnostic.help = Some(format!("write `{put}`"));
            diagnostic.put(put, false);
            return None;
        }
        if !ty.is_quantity() {
            return self.wrong_fact(place, ty);
        }
        let written = self.sources.get(place.file).text.get(place.start..place.end);
        let Unwhole { message, help, put } = unwhole(written.unwrap_or(text));
        let diagnostic = self.report_at(codes::WRONG_FACT, place, message);
        diagnostic.help = Some(help);
        if let Some(put) = put {
            diagnostic.put(put, false);
        }
        None
    }

    /// Reports a number with a unit of something else.
    fn mismeasured(&mut self, place: Location, (found, n): (Ty, i64), ty: Ty) -> Option<i64> {
        let (wanted, found) = (self.a_type(ty), self.a_type(found));
        let message = format!("expected {wanted}, but this is {found}");
        let bare = decimal(n);
        let help = match ty {
            Ty::NUMBER if !bare.contains('.') => Some(format!("write `{bare}`, without a unit")),
            _ => None,
        };
        let diagnostic = self.report_at(codes::WRONG_FACT, place, message);
        let put = help.as_ref().map(|_| bare);
        diagnostic.help = help;
        if let Some(put) = put {
            diagnostic.put(put, false);
        }
        None
    }

    pub(crate) fn wrong_fact(&mut self, place: Location, ty: Ty) -> Option<i64> {
        let message = format!("expected {}", self.a_type(ty));
        let help = match ty {
            Ty::NUMBER => Some("write a whole number".to_owned()),
            Ty::LENGTH => Some("write a length such as `3in`, `2.5in` or `40mm`".to_owned()),
            Ty::ANGLE => Some("write an angle such as `45deg`".to_owned()),
            Ty::BOOL => Some("write `yes` or `no`".to_owned()),
            _ if ty.set => Some("write a list: `[a, b]`".to_owned()),
            _ => None,
        };
        self.report_at(codes::WRONG_FACT, place, message).help = help;
        None
    }
}

/// Why a number is no whole one, and what to write instead if that is known.
struct Unwhole {
    message: String,
    help: String,
    put: Option<String>,
}

/// The reason why a number, as it is written, is no whole one, with the help.
fn unwhole(written: &str) -> Unwhole {
    let instead = |message: String, put: String| Unwhole {
        message,
        help: format!("write `{put}`"),
        put: Some(put),
    };
    let without = |message: String, help: String| Unwhole {
        message,
        help,
        put: None,
    };
    let (sign, digits) = match written.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", written),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && digits.starts_with('0') {
        let bare = digits.trim_start_matches('0');
        let bare = if bare.is_empty() { "0" } else { bare };
        let message = format!("`{written}` begins with a `0`, which YAML parsers read in different ways");
        return instead(message, format!("{sign}{bare}"));
    }
    if is_number {
        let help = format!("the largest number is {}", i64::MAX);
        return without(format!("the number `{written}` is too large"), help);
    }
    // Up to here each whole number is one of these.
    let is_whole = |number: &f64| number.fract() == 0.0 && number.abs() < 9e15;
    match written.parse::<f64>().ok().filter(is_whole) {
        Some(number) => {
            let message = format!("`{written}` is not written as a whole number");
            instead(message, format!("{number:.0}"))
        }
        None => {
            let message = format!("`{written}` is not a whole number");
            without(message, "write a whole number".to_owned())
        }
    }
}

/// A length (`3in`, `2.5in`, `40mm`) or an angle (`45deg`): its type, and it in thousandths.
fn measure(text: &str) -> Option<(Ty, i64)> {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = Unit::of_documents(unit)?;
    let (sign, number) = match number.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, number),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || whole.len() > 6 || part.len() > 3 || !digits(part) {
        return None;
    }
    let part = format!("{part:0<3}");
    let thousandths = whole.parse::<i64>().ok()? * 1000 + part.parse::<i64>().ok()?;
    Some((measured(unit.dimension()), unit.thousandths(sign * thousandths)))
}

#[cfg(test)]
mod tests {
    use super::measure;
    use cardwright_bytecode::Ty;

    #[test]
    fn lengths_and_angles_are_thousandths() {
        assert_eq!(measure("3in"), Some((Ty::LENGTH, 3000)));
        assert_eq!(measure("2.5in"), Some((Ty::LENGTH, 2500)));
        assert_eq!(measure("-45deg"), Some((Ty::ANGLE, -45_000)));
        assert_eq!(measure("0.125in"), Some((Ty::LENGTH, 125)));
        assert_eq!(measure("40mm"), Some((Ty::LENGTH, 1575)));
    }

    #[test]
    fn numbers_that_are_not_whole_are_told_as_they_are_written() {
        let put = |written| super::unwhole(written).put;
        assert_eq!(put("012").as_deref(), Some("12"));
        assert_eq!(put("-08").as_deref(), Some("-8"));
        assert_eq!(put("00").as_deref(), Some("0"));
        assert_eq!(put("3.0").as_deref(), Some("3"));
        assert_eq!(put("1e2").as_deref(), Some("100"));
        assert_eq!(put("99999999999999999999"), None);
        assert_eq!(put("2.5"), None);
        let large = super::unwhole("99999999999999999999").message;
        assert!(large.contains("too large"), "{large}");
    }

    #[test]
    fn other_texts_are_no_measures() {
        for text in [
            "3",
            "in",
            "3 in",
            "1.2345in",
            "9999999in",
            "+3in",
            "3.in.",
            "--3in",
            "3.in",
            "3inches",
        ] {
            assert_eq!(measure(text), None, "{text}");
        }
    }
}
