//! Fields of the data that a mapping does not name: told once each, with how many rows have them.
//!
//! A field is named if a condition, an id, a join or a fact reads it, whether or not it does so for each row. Of an object, or a
//! list of objects, of which only some fields are named, the others are told: `weapon.ammo`.
//!
//! Not here: rows that the mapping does not take, and values that do not fit.

use crate::documents::{Choice, ConditionDoc, IdDoc, ImportDoc, RowDoc, Take, TakeDoc};
use crate::report::Unmapped;
use crate::scope::is_given;
use crate::source::Row;
use cardwright_compiler::document::Entries;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The most fields that are told.
pub(crate) const MOST_UNMAPPED: usize = 1_000;

/// The names of fields that are read, and those that are read in values which stand for rows, by the field with these values.
#[derive(Clone, Debug, Default)]
struct Names {
    own: BTreeSet<String>,
    rows: BTreeMap<String, Names>,
}

impl Names {
    fn of_choice(choice: Choice<'_>) -> Self {
        let mut names = Self::default();
        names.own.extend(choice.key.map(str::to_owned));
        names.condition(choice.when);
        let left_out = choice.skip.iter().chain(choice.notes);
        left_out.for_each(|skip| names.condition(&skip.when));
        let joins = choice.join.0.iter().flat_map(|(_, fields)| &fields.0);
        names.own.extend(joins.map(|(_, own)| own.clone()));
        names.id(choice.id);
        names.facts(choice.facts);
        names
    }

    fn of_row(row: &RowDoc) -> Self {
        let mut names = Self::default();
        names.id(&row.id);
        names.facts(&row.facts);
        names
    }

    fn condition(&mut self, condition: &ConditionDoc) {
        let fields = condition.0.0.iter();
        self.own.extend(fields.map(|(field, _)| field.value.clone()));
    }

    fn id(&mut self, id: &IdDoc) {
        for rule in &id.0 {
            self.condition(&rule.when);
            let parts = rule.is.split('{').skip(1);
            let fields = parts.filter_map(|part| part.split_once('}'));
            self.own.extend(fields.map(|(field, _)| field.to_owned()));
        }
    }

    fn facts(&mut self, facts: &Entries<Take>) {
        facts.0.iter().for_each(|(_, take)| self.take(&take.0));
    }

    fn take(&mut self, take: &TakeDoc) {
        self.own.extend(take.field.0.iter().cloned());
        let Some(row) = &take.row else { return };
        let inner = Self::of_row(row);
        // What a value does not say is looked for around it.
        self.own.extend(inner.own.iter().cloned());
        for field in &take.field.0 {
            self.rows.entry(field.clone()).or_default().add(inner.clone());
        }
    }

    fn add(&mut self, other: Self) {
        self.own.extend(other.own);
        for (field, names) in other.rows {
            self.rows.entry(field).or_default().add(names);
        }
    }

    /// The names of fields of a row that is joined below this name.
    fn below(&self, source: &str) -> Self {
        let rest = |name: &String| Some(name.strip_prefix(source)?.strip_prefix('.')?.to_owned());
        Self {
            own: self.own.iter().filter_map(rest).collect(),
            rows: self
                .rows
                .iter()
                .filter_map(|(name, names)| Some((rest(name)?, names.clone())))
                .collect(),
        }
    }

    fn has(&self, path: &str) -> bool {
        self.own.contains(path)
    }

    /// Whether fields of this field are named.
    fn has_below(&self, path: &str) -> bool {
        let below = format!("{path}.");
        let next = self.own.range(below.clone()..).next();
        self.rows.contains_key(path) || next.is_some_and(|name| name.starts_with(&below))
    }
}

/// A place in a row, as names see it that are read there or around it.
type Seen<'n> = Vec<(&'n Names, String)>;

/// Looks for fields that a mapping does not name.
pub(crate) struct Unnamed<'a> {
    /// The names of each source that the mapping has.
    names: BTreeMap<&'a str, Names>,
    /// The rows that were looked at, as a row may be joined to several.
    looked_at: HashSet<*const Row>,
    /// How many rows have a field, by source and field.
    found: BTreeMap<(&'a str, String), usize>,
}

impl<'a> Unnamed<'a> {
    pub(crate) fn of(doc: &'a ImportDoc) -> Self {
        let mut names: BTreeMap<&'a str, Names> = BTreeMap::new();
        for (source, about) in &doc.sources.0 {
            let unused = about.0.unused.iter().cloned();
            names.entry(&source.value).or_default().own.extend(unused);
        }
        let mut add = |choice: Choice<'a>, all: Names| {
            for (source, fields) in &choice.join.0 {
                let joined = names.entry(&source.value).or_default();
                joined.add(all.below(&source.value));
                joined
                    .own
                    .extend(fields.0.iter().map(|(field, _)| field.value.clone()));
            }
            names.entry(&choice.each.value).or_default().add(all);
        };
        for rows in &doc.rows {
            add(rows.choice(), Names::of_choice(rows.choice()));
        }
        for cards in &doc.cards {
            let mut all = Names::of_choice(cards.choice());
            all.take(&cards.name.0);
            cards.todo.iter().for_each(|todo| all.condition(todo));
            add(cards.choice(), all);
        }
        Self {
            names,
            looked_at: HashSet::new(),
            found: BTreeMap::new(),
        }
    }

    /// Counts the fields of a row that nobody names.
    pub(crate) fn look(&mut self, source: &str, row: &Row) {
        let Some((&source, names)) = self.names.get_key_value(source) else {
            return;
        };
        if !self.looked_at.insert(std::ptr::from_ref(row)) {
            return;
        }
        let mut unnamed = BTreeSet::new();
        for (field, value) in row {
            look_at(value, field, &vec![(names, field.clone())], &mut unnamed);
        }
        for field in unnamed {
            let is_full = self.found.len() >= MOST_UNMAPPED;
            let key = (source, field);
            match self.found.get_mut(&key) {
                Some(rows) => *rows += 1,
                None if is_full => {}
                None => drop(self.found.insert(key, 1)),
            }
        }
    }

    pub(crate) fn found(&self) -> Vec<Unmapped> {
        let found = self.found.iter();
        let found = found.map(|((source, field), rows)| Unmapped {
            source: (*source).to_owned(),
            field: field.clone(),
            rows: *rows,
        });
        found.collect()
    }
}

/// Adds what nobody names of a value to a list.
fn look_at(value: &Value, told: &str, seen: &Seen<'_>, unnamed: &mut BTreeSet<String>) {
    if !is_given(value) || unnamed.len() >= MOST_UNMAPPED {
        return;
    }
    let has_below = seen.iter().any(|(names, path)| names.has_below(path));
    match value {
        Value::Object(fields) if has_below => {
            for (name, value) in fields {
                look_at(value, &format!("{told}.{name}"), &within(seen, name), unnamed);
            }
        }
        Value::Array(list) if has_below => {
            for member in list
                .iter()
                .filter(|member| member.is_object() || member.is_array())
            {
                look_at(member, told, seen, unnamed);
            }
        }
        _ if seen.iter().any(|(names, path)| names.has(path)) => {}
        _ => drop(unnamed.insert(told.to_owned())),
    }
}

/// A field of a value.
fn within<'n>(seen: &Seen<'n>, name: &str) -> Seen<'n> {
    let further = seen
        .iter()
        .map(|(names, path)| (*names, format!("{path}.{name}")));
    let rows = seen.iter().filter_map(|(names, path)| names.rows.get(path));
    further
        .chain(rows.map(|names| (names, name.to_owned())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_compiler::Sources;
    use cardwright_compiler::document::read;
    use serde_json::json;

    /// The fields of rows of its source `goats` that a mapping does not name, each with how many rows have
    /// it.
    fn unnamed(rest: &str, rows: &[Value]) -> Vec<(String, usize)> {
        let head = "import: herd\nsystem: sample\nset: herd\ntitle: goats\n";
        let mut sources = Sources::default();
        let file = sources.add("herd.yaml", format!("{head}{rest}"));
        let doc = read::<ImportDoc>(&sources, file).unwrap_or_else(|why| panic!("{why:?}"));
        let mut looking = Unnamed::of(&doc);
        let rows: Vec<&Row> = rows.iter().filter_map(Value::as_object).collect();
        rows.iter().for_each(|row| looking.look("goats", row));
        let found = looking.found().into_iter();
        found.map(|one| (one.field, one.rows)).collect()
    }

    const CARDS: &str = "sources: { goats: goats.json }\ncards:\n  - kind: goat\n    each: goats\n    id: \"{name}\"\n    name: name\n";

    #[test]
    fn a_field_is_named_by_whatever_reads_it() {
        let mapping = format!(
            "{CARDS}    key: number\n    when: {{ sort: goat }}\n    skip: [{{ when: {{ old: yes }}, why: it is }}]\n    todo: {{ text: {{ given: yes }} }}\n    facts: {{ horns: [long, short] }}\n"
        );
        let row = json!({ "name": "Kid", "number": 1, "sort": "goat", "old": "no", "text": "", "long": 1, "short": 2,
            "milk": 3, "wool": "", "bell": null });
        assert_eq!(unnamed(&mapping, &[row]), [("milk".to_owned(), 1)]);
    }

    #[test]
    fn each_field_is_told_once_with_its_rows() {
        let rows = [
            json!({ "name": "Kid", "milk": 1, "wool": 2 }),
            json!({ "name": "Nan", "milk": 2 }),
        ];
        assert_eq!(
            unnamed(CARDS, &rows),
            [("milk".to_owned(), 2), ("wool".to_owned(), 1)]
        );
        let quiet = CARDS.replace(
            "goats: goats.json",
            "goats: { file: goats.json, unused: [milk, wool] }",
        );
        assert_eq!(unnamed(&quiet, &rows), []);
    }

    #[test]
    fn of_objects_the_fields_are_told_that_nobody_names() {
        let mapping = format!("{CARDS}    facts: {{ feet: size.feet, whole: place }}\n");
        let row = json!({ "name": "Kid", "size": { "feet": 3, "hands": 9 }, "place": { "x": 1 }, "herd": { "x": 1 } });
        let told = [("herd".to_owned(), 1), ("size.hands".to_owned(), 1)];
        assert_eq!(unnamed(&mapping, &[row]), told);
    }

    #[test]
    fn of_values_that_stand_for_rows_the_fields_are_told_that_nobody_names() {
        let mapping = format!(
            "{CARDS}    facts: {{ bells: {{ field: bells, row: {{ id: \"{{tone}}-{{owner}}\", facts: {{ tone: tone, maker: {{ field: maker, row: {{ id: \"{{name}}\" }} }} }} }} }} }}\n"
        );
        let bell = json!({ "tone": "a", "weight": 2, "maker": { "name": "Ann", "age": 50 } });
        let row = json!({ "name": "Kid", "owner": "Ben", "bells": [bell, { "tone": "b", "weight": 1 }] });
        let told = [("bells.maker.age".to_owned(), 1), ("bells.weight".to_owned(), 1)];
        assert_eq!(unnamed(&mapping, &[row]), told);
    }

    #[test]
    fn fields_of_joined_rows_are_named_with_their_source() {
        let mapping = "sources: { goats: goats.json, hills: hills.json }\ncards:\n  - kind: goat\n    each: hills\n    join: { goats: { name: goat } }\n    id: \"{goats.tag}\"\n    name: name\n    facts: { milk: goats.yield.milk }\n";
        let row = json!({ "name": "Kid", "tag": 3, "yield": { "milk": 1, "wool": 2 }, "goat": 1 });
        let told = [("goat".to_owned(), 1), ("yield.wool".to_owned(), 1)];
        assert_eq!(unnamed(mapping, &[row]), told);
    }

    // Limit: MOST_UNMAPPED in exchange/import/src/unmapped.rs
    #[test]
    fn no_more_fields_are_told_than_the_most() {
        let row = |count: usize| {
            let fields = (0..count).map(|at| (format!("f{at}"), json!(1)));
            Value::Object(fields.chain([("name".to_owned(), json!("Kid"))]).collect())
        };
        let told = |count: usize| unnamed(CARDS, &[row(count)]).len();
        assert_eq!(told(MOST_UNMAPPED - 1), MOST_UNMAPPED - 1);
        assert_eq!(told(MOST_UNMAPPED + 9), MOST_UNMAPPED);
        assert_eq!(unnamed(CARDS, &[row(900), row(1_500)]).len(), MOST_UNMAPPED);
    }
}
