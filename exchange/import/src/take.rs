//! From what a row says to a fact: the steps of a mapping, in their order.

use crate::documents::{GridDoc, RowDoc, Take, TakeDoc};
use crate::known::{Known, Slot, Ty};
use crate::mapping::Mapping;
use crate::scope::{Scope, id, is_or_has, slug, text_of, yes_or_no};
use crate::source::Row;
use cardwright_compiler::document::{At, Entries, Fact};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// The most values that one field may give.
pub(crate) const MOST_MEMBERS: usize = 4_096;

/// How many letters of a text are told of it.
const LETTERS_TOLD: usize = 200;

/// A fact as it is written into the set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Put {
    Number(i64),
    YesNo(bool),
    /// A word, an id, a text or a measure.
    Text(String),
    List(Vec<Put>),
}

impl Put {
    /// A fact of a document; nothing, if it is a row of its own.
    pub(crate) fn of(fact: &Fact) -> Option<Self> {
        Some(match fact {
            Fact::Number(number) => Self::Number(*number),
            Fact::Bool(yes) => Self::YesNo(*yes),
            Fact::Text(text) | Fact::Unwhole(text) => Self::Text(text.clone()),
            Fact::List(list) => {
                let members = list.iter().map(|member| Self::of(&member.value));
                Self::List(members.collect::<Option<_>>()?)
            }
            Fact::Map(_) => return None,
        })
    }
}

impl Put {
    /// About how many bytes it takes in a document.
    pub(crate) fn length(&self) -> usize {
        match self {
            Self::Number(_) | Self::YesNo(_) => 8,
            Self::Text(text) => text.len() + 4,
            Self::List(list) => list.iter().map(Self::length).sum(),
        }
    }
}

impl fmt::Display for Put {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::YesNo(true) => formatter.write_str("yes"),
            Self::YesNo(false) => formatter.write_str("no"),
            Self::Text(text) => formatter.write_str(text),
            Self::List(list) => {
                let members: Vec<String> = list.iter().map(Self::to_string).collect();
                write!(formatter, "[{}]", members.join(", "))
            }
        }
    }
}

/// A row of a record that a value stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stood {
    pub(crate) record: String,
    pub(crate) id: String,
    pub(crate) facts: Vec<(String, Put)>,
}

/// Takes facts from one row of a source.
pub(crate) struct Taker<'a> {
    pub(crate) mapping: &'a Mapping,
    pub(crate) known: &'a Known<'a>,
    /// The rows that values stood for.
    pub(crate) stood: Vec<Stood>,
    /// The errors: the field, and why.
    pub(crate) wrong: Vec<(String, String)>,
}

impl Taker<'_> {
    /// The facts of an entry; those that do not fit are noted.
    pub(crate) fn facts(
        &mut self,
        takes: &Entries<Take>,
        slots: &BTreeMap<&str, Slot>,
        scope: &Scope<'_>,
    ) -> Vec<(String, Put)> {
        let mut facts = Vec::new();
        for (name, take) in &takes.0 {
            let Some(slot) = slots.get(name.value.as_str()) else {
                let near = cardwright_compiler::did_you_mean(&name.value, slots.keys().copied());
                let why = format!("there is no such fact; {}", near.unwrap_or_default());
                self.wrong
                    .push((name.value.clone(), why.trim_end_matches("; ").to_owned()));
                continue;
            };
            match self.fact(&take.0, slot, scope) {
                Ok(Some(put)) => facts.push((name.value.clone(), put)),
                Ok(None) => {}
                Err(why) => self.wrong.push((name.value.clone(), why)),
            }
        }
        facts
    }

    /// A fact; `None` if the row does not give it.
    pub(crate) fn fact(
        &mut self,
        take: &TakeDoc,
        slot: &Slot,
        scope: &Scope<'_>,
    ) -> Result<Option<Put>, String> {
        let constant =
            |fact: &Option<At<Fact>>| fact.as_ref().map(|fact| named(&fact.value, slot)).transpose();
        if take.value.is_some() {
            return constant(&take.value);
        }
        let said = take.field.0.iter().find_map(|field| scope.get(field));
        if let Some(has) = &take.has {
            let has = said.is_some_and(|said| is_or_has(&said, &has.value));
            return Ok(Some(Put::YesNo(has)));
        }
        let Some(said) = said else {
            return constant(&take.default);
        };
        let members = members(take, &said)?;
        let left_out = |member: &Value| take.skip.iter().any(|skip| is_or_has(member, skip));
        let members: Vec<Value> = members.into_iter().filter(|member| !left_out(member)).collect();
        if members.is_empty() && (take.default.is_some() || !slot.is_set) {
            return constant(&take.default);
        }
        if !slot.is_set && members.len() > 1 {
            return Err(format!(
                "it has {} values, but there must be exactly one",
                members.len()
            ));
        }
        let mut list: Vec<Put> = Vec::new();
        let (mut counts, mut known) = (HashMap::new(), HashSet::new());
        for member in &members {
            let count: &mut usize = counts.entry(member.to_string()).or_default();
            *count += 1;
            let nth = *count;
            let puts = match self.member(take, slot, member, nth, scope)? {
                Put::List(several) if slot.is_set => several,
                one => vec![one],
            };
            for put in puts {
                if !known.insert(put.clone()) {
                    return Err(format!(
                        "`{put}` occurs twice; to make two rows of it, use `row`, with `{{nth}}` in its id"
                    ));
                }
                list.push(put);
            }
        }
        match slot.is_set {
            true => Ok(Some(Put::List(list))),
            false => Ok(list.pop()),
        }
    }

    fn member(
        &mut self,
        take: &TakeDoc,
        slot: &Slot,
        member: &Value,
        nth: usize,
        scope: &Scope<'_>,
    ) -> Result<Put, String> {
        let mut groups = Row::new();
        let mut value = member.clone();
        if let Some(pattern) = &take.pattern {
            let text = text_of(member).ok_or_else(|| "a pattern needs a text".to_owned())?;
            let pattern = self.mapping.pattern(&pattern.value);
            let found = pattern.and_then(|pattern| pattern.captures(&text).map(|found| (pattern, found)));
            let (pattern, found) =
                found.ok_or_else(|| format!("`{}` does not fit the pattern", short(&text)))?;
            for name in pattern.capture_names().flatten() {
                if let Some(group) = found.name(name) {
                    groups.insert(name.to_owned(), Value::from(group.as_str()));
                }
            }
            let first = found.get(1).or_else(|| found.get(0));
            value = Value::from(first.map_or("", |group| group.as_str()));
        }
        if let Some(row) = &take.row {
            let fields = match member {
                Value::Object(fields) => fields,
                _ => &groups,
            };
            let scope = Scope {
                fields,
                joined: &[],
                it: Some((member, nth)),
                around: Some(scope),
            };
            return self.row(row, slot, &scope);
        }
        let text = text_of(&value);
        let in_table = |key: &str| match &value {
            Value::Bool(yes) => yes_or_no(key) == Some(*yes),
            _ => text.as_deref() == Some(key),
        };
        match take.table.0.iter().find(|(key, _)| in_table(&key.value)) {
            Some((_, fact)) => named(&fact.value, slot),
            None => converted(&value, &slot.ty, take.unit.as_deref()),
        }
    }

    /// The row that a value stands for.
    fn row(&mut self, row: &RowDoc, slot: &Slot, scope: &Scope<'_>) -> Result<Put, String> {
        let Ty::Named(record) = &slot.ty else {
            return Err("it is not a row of a record".to_owned());
        };
        let known = self.known;
        let slots = known
            .record(record)
            .ok_or_else(|| "it is not a row of a record".to_owned())?;
        let before = self.wrong.len();
        let facts = self.facts(&row.facts, &slots, scope);
        // What is wrong in it says where it is.
        for (field, _) in &mut self.wrong[before..] {
            *field = format!("{record}.{field}");
        }
        let id = id(self.mapping, &row.id, scope, &facts)?;
        self.stood.push(Stood {
            record: record.clone(),
            id: id.clone(),
            facts,
        });
        Ok(Put::Text(id))
    }
}

/// The values of what a field says.
fn members(take: &TakeDoc, said: &Value) -> Result<Vec<Value>, String> {
    let list = match (&take.grid, &take.split, said) {
        (Some(grid), _, said) => cells(grid, said)?,
        (_, Some(split), said) => {
            let text = text_of(said).ok_or_else(|| "`split` needs a text".to_owned())?;
            let parts = text.split(split.as_str()).map(str::trim);
            let parts = parts.filter(|part| !part.is_empty()).map(Value::from);
            parts.take(MOST_MEMBERS + 1).collect()
        }
        (_, _, Value::Array(list)) => list.clone(),
        (_, _, said) => vec![said.clone()],
    };
    if list.len() > MOST_MEMBERS {
        return Err(format!(
            "it has {} values; the most is {MOST_MEMBERS}",
            list.len()
        ));
    }
    let Some(item) = &take.item else {
        return Ok(list);
    };
    let count = i64::try_from(list.len()).unwrap_or(i64::MAX);
    let at = if item.value > 0 {
        item.value - 1
    } else {
        count + item.value
    };
    let found = usize::try_from(at).ok().and_then(|at| list.get(at));
    let found = found.ok_or_else(|| {
        format!(
            "it has {count} values, but the mapping uses number {}",
            item.value
        )
    })?;
    Ok(vec![found.clone()])
}

/// The cells of a list of lists that are not zero or empty.
fn cells(grid: &GridDoc, said: &Value) -> Result<Vec<Value>, String> {
    let wrong = || "`grid` needs a list of lists".to_owned();
    let mut cells = Vec::new();
    for (line, row) in said.as_array().ok_or_else(wrong)?.iter().enumerate() {
        for (column, cell) in row.as_array().ok_or_else(wrong)?.iter().enumerate() {
            let is_empty = cell.is_null() || text_of(cell).is_some_and(|text| text.is_empty() || text == "0");
            if !is_empty && cells.len() <= MOST_MEMBERS {
                let mut fields = Row::new();
                fields.insert(grid.line.clone(), Value::from(line));
                fields.insert(grid.column.clone(), Value::from(column));
                fields.insert(grid.cell.clone(), cell.clone());
                cells.push(Value::Object(fields));
            }
        }
    }
    Ok(cells)
}

/// A text as it is told: the beginning of a long one.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(LETTERS_TOLD) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A fact that the mapping names.
fn named(fact: &Fact, slot: &Slot) -> Result<Put, String> {
    let put = Put::of(fact).ok_or_else(|| "a mapping cannot give rows as facts".to_owned())?;
    Ok(match (put, &slot.ty) {
        (Put::Text(text), Ty::YesNo) => match yes_or_no(&text) {
            Some(yes) => Put::YesNo(yes),
            None => Put::Text(text),
        },
        (put, _) => put,
    })
}

/// A value as a fact of a type.
fn converted(value: &Value, ty: &Ty, unit: Option<&str>) -> Result<Put, String> {
    let text = text_of(value).ok_or_else(|| match value {
        Value::Object(_) => "it has fields; name one of them, or use `row`".to_owned(),
        _ => "it is a list inside a list".to_owned(),
    })?;
    match ty {
        Ty::Number => {
            let whole = text.strip_suffix(".0").unwrap_or(&text).parse::<i64>();
            whole
                .map(Put::Number)
                .map_err(|_| format!("`{}` is not a whole number", short(&text)))
        }
        Ty::YesNo => {
            let yes = yes_or_no(&text).ok_or_else(|| format!("`{}` is neither yes nor no", short(&text)))?;
            Ok(Put::YesNo(yes))
        }
        Ty::Measure => measure(&text, unit),
        Ty::Named(what) => match slug(&text) {
            slug if slug.is_empty() => Err(format!("`{}` gives no {what}", short(&text))),
            slug => Ok(Put::Text(slug)),
        },
        Ty::Text => Ok(Put::Text(text)),
    }
}

/// A length or an angle.
fn measure(text: &str, unit: Option<&str>) -> Result<Put, String> {
    match (text.parse::<f64>(), unit) {
        (Ok(0.0), _) => Ok(Put::Number(0)),
        (Ok(_), Some(unit)) => Ok(Put::Text(format!("{text}{unit}"))),
        (Ok(_), None) => Err(format!("`{text}` has no unit; add `unit: mm`, `in` or `deg`")),
        (Err(_), _) => Ok(Put::Text(text.split_whitespace().collect())),
    }
}
