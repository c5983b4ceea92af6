//! Facts of cards in the lists of others: the reverse of an import. A form ([`Lists`]) says which files there are, and what becomes
//! of each card.
//!
//! A card is an object of its facts, with `id`, `name` and `text`; in the place of a row's id stands an object of its fields. Who
//! makes these objects knows the content (`cardwright-export`).

use crate::documents::{ConditionDoc, EachDoc, GridDoc, ListDoc, ListsDoc, Made, Say, SayDoc};
use crate::mapping::{Refused, Text, Wrong};
use crate::scope::{Scope, holds_plainly, is_or_has, text_of};
use cardwright_compiler::codes;
use cardwright_compiler::document::{At, Entries, Fact};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// A form of lists.
pub struct Lists {
    /// Its document.
    pub doc: ListsDoc,
    /// Its file, as people call it.
    pub name: String,
}

/// A file of a form, made of the cards of its kind.
pub struct List {
    /// Its objects.
    pub objects: Vec<Value>,
    /// The ids of cards that are left out, and why.
    pub left_out: Vec<(String, String)>,
}

/// The numbers that stand for texts are smaller.
const NUMBERS: u64 = 1_000_000_000;

impl Lists {
    /// Whether a text is such a form, and no other document of `imports`.
    #[must_use]
    pub fn is_form(text: &str) -> bool {
        text.lines().any(|line| line.starts_with("lists:"))
    }

    /// Reads a form.
    ///
    /// # Errors
    /// If the form has errors; it returns all of them.
    pub fn read(name: &str, text: String) -> Result<Self, Refused> {
        let (doc, text) = Text::read::<ListsDoc>(name, text)?;
        let mut wrong = Vec::new();
        for (_, list) in &doc.files.0 {
            let by = list.each.iter().map(|each| &each.by);
            let members = || list.members.0.iter().map(|(name, _)| name.value.as_str());
            let strange = by.filter(|by| !members().any(|name| name == by.value));
            wrong.extend(strange.map(|by| Wrong::name(codes::YAML, "member", by, members())));
            for (name, say) in &list.members.0 {
                let faults = faults(say).into_iter();
                wrong.extend(
                    faults.map(|why| Wrong::at(codes::YAML, name, format!("`{}` {why}", name.value))),
                );
            }
        }
        match wrong.is_empty() {
            true => Ok(Self {
                doc,
                name: name.to_owned(),
            }),
            false => Err(text.refuse_all(wrong)),
        }
    }
}

fn has_map(fact: &Fact) -> bool {
    match fact {
        Fact::Map(_) => true,
        Fact::List(members) => members.iter().any(|member| has_map(&member.value)),
        _ => false,
    }
}

/// The faults of one member in a form.
fn faults(say: &Say) -> Vec<&'static str> {
    let mut found = Vec::new();
    for one in &say.0 {
        let sources = [
            !one.field.0.is_empty(),
            one.value.is_some(),
            !one.flags.0.is_empty(),
            !one.all.is_empty(),
        ];
        match sources.iter().filter(|is_there| **is_there).count() {
            0 => found.push("has no source: `field`, `value`, `flags` or `all` is missing"),
            1 => {}
            _ => found.push("has more than one source: write only one of `field`, `value`, `flags`, `all`"),
        }
        if one.value.as_ref().is_some_and(|value| has_map(&value.value)) {
            found.push(
                "has a map as its `value`: it must be a number, yes or no, a text, or a list of \
             these",
            );
        }
        found.extend(one.all.iter().flat_map(faults));
    }
    found
}

impl List {
    /// Carries out a form of a list.
    ///
    /// # Errors
    /// If the form asks for something that no card has.
    pub fn of(list: &ListDoc, cards: &[Value]) -> Result<Self, String> {
        let mut made = Self {
            objects: Vec::new(),
            left_out: Vec::new(),
        };
        let mut told = Vec::new();
        for card in cards {
            let mut skips = list.skip.iter();
            let skip = skips.find_map(|skip| match holds(&skip.when, card) {
                Ok(true) => Some(Ok(skip.why.clone())),
                Ok(false) => None,
                Err(why) => Some(Err(why)),
            });
            match skip.transpose()? {
                Some(why) => made.left_out.push((id_of(card), why)),
                None => told.push(card),
            }
        }
        let told: Vec<Value> = match &list.each {
            Some(each) => rows(list, each, &told)?,
            None => told.into_iter().cloned().collect(),
        };
        for one in &told {
            match object(list, one) {
                Ok(object) => made.objects.push(object),
                Err(Unsaid::Card(why)) => made.left_out.push((id_of(one), why)),
                Err(Unsaid::Form(why)) => return Err(why),
            }
        }
        Ok(made)
    }
}

/// Why something is not said.
enum Unsaid {
    /// The form asks for what no card has.
    Form(String),
    /// The form has no way to say it of this card.
    Card(String),
}

type Said = Result<Value, Unsaid>;

impl From<String> for Unsaid {
    fn from(why: String) -> Self {
        Self::Form(why)
    }
}

fn id_of(card: &Value) -> String {
    card["id"].as_str().unwrap_or_default().to_owned()
}

/// The rows that cards have in a fact, each with its cards.
fn rows(list: &ListDoc, each: &EachDoc, cards: &[&Value]) -> Result<Vec<Value>, String> {
    let mut rows: Vec<(Value, Value)> = Vec::new();
    let by = list
        .members
        .0
        .iter()
        .find(|(name, _)| name.value == each.by.value);
    for card in cards {
        let mut row = at(card, &each.fact.value)?;
        if !row.is_object() {
            return Err(format!("`{}` is not a row of `{}`", each.fact.value, id_of(card)));
        }
        row["cards"] = Value::Array(vec![(*card).clone()]);
        let key = match by.map(|(_, say)| said(say, &row)) {
            Some(Err(Unsaid::Form(why))) => return Err(why),
            key => key.and_then(Result::ok).unwrap_or_default(),
        };
        match rows.iter_mut().find(|(known, _)| *known == key) {
            Some((_, earlier)) => earlier["cards"]
                .as_array_mut()
                .into_iter()
                .for_each(|cards| cards.push((*card).clone())),
            None => rows.push((key, row)),
        }
    }
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// All members of an object.
fn object(list: &ListDoc, card: &Value) -> Said {
    let mut object = Map::new();
    for (name, say) in &list.members.0 {
        match said(say, card)? {
            Value::Null => {}
            value => _ = object.insert(name.value.clone(), value),
        }
    }
    Ok(Value::Object(object))
}

/// The value of a member; null if it is not there.
fn said(say: &Say, card: &Value) -> Said {
    for one in &say.0 {
        if !holds(&one.when, card)? {
            continue;
        }
        let value = one_said(one, card)?;
        if !is_nothing(&value) {
            return Ok(value);
        }
    }
    Ok(Value::Null)
}

fn is_nothing(value: &Value) -> bool {
    value.is_null() || value == ""
}

fn one_said(say: &SayDoc, card: &Value) -> Said {
    let mut value = begun(say, card)?;
    if let Some(pattern) = &say.say {
        value = each(value, &|value| filled(pattern, &say.tables, value))?;
    }
    if let Some(grid) = &say.grid {
        value = lines(grid, &say.tables, &value)?;
    }
    value = each(value, &|value| Ok(called(&say.table, value)))?;
    value = each(value, &|value| Ok(made(say.made, value)))?;
    if say.once
        && let Value::Array(members) = &mut value
    {
        let mut seen = BTreeSet::new();
        members.retain(|member| seen.insert(member.to_string()));
    }
    if say.only
        && let Value::Array(members) = &value
    {
        value = match members.as_slice() {
            [] => Value::Null,
            [one] => one.clone(),
            several => {
                let why = format!("only one is allowed, but there are {}", several.len());
                return Err(Unsaid::Card(why));
            }
        };
    }
    if let (Some(between), Value::Array(members)) = (&say.join, &value) {
        let members: Vec<String> = members.iter().filter_map(text_of).collect();
        value = Value::String(members.join(between.as_str()));
    }
    let is_skipped = say.skip.iter().any(|skip| is_or_has(&value, skip));
    Ok(if is_skipped { Value::Null } else { value })
}

/// The value from which a member begins, before its table and the like.
fn begun(say: &SayDoc, card: &Value) -> Said {
    if let Some(value) = &say.value {
        return Ok(plain(&value.value));
    }
    if !say.all.is_empty() {
        let mut all = Vec::new();
        for part in &say.all {
            match said(part, card)? {
                Value::Array(members) => all.extend(members),
                Value::Null => {}
                one => all.push(one),
            }
        }
        return Ok(Value::Array(all));
    }
    if !say.flags.0.is_empty() {
        let mut all = Vec::new();
        for (fact, name) in &say.flags.0 {
            if at(card, &fact.value)? == true {
                all.push(Value::String(name.clone()));
            }
        }
        return Ok(Value::Array(all));
    }
    for field in &say.field.0 {
        let value = at(card, field)?;
        if !is_nothing(&value) {
            return Ok(value);
        }
    }
    Ok(Value::Null)
}

/// The value at a path of facts; for a set those of its members.
fn at(value: &Value, path: &str) -> Result<Value, String> {
    let (name, rest) = match path.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (path, None),
    };
    match value {
        Value::Null => Ok(Value::Null),
        Value::Array(members) => {
            let mut all = Vec::new();
            for member in members {
                match at(member, path)? {
                    Value::Array(members) => all.extend(members),
                    one => all.push(one),
                }
            }
            Ok(Value::Array(all))
        }
        value => {
            let inner = value
                .get(name)
                .ok_or_else(|| format!("there is no fact `{name}`"))?;
            rest.map_or_else(|| Ok(inner.clone()), |rest| at(inner, rest))
        }
    }
}

/// Whether a condition holds; each fact that it names must be there.
fn holds(condition: &ConditionDoc, card: &Value) -> Result<bool, String> {
    let mut fields = Map::new();
    for (field, _) in &condition.0.0 {
        fields.insert(field.value.clone(), at(card, &field.value)?);
    }
    let scope = Scope {
        fields: &fields,
        joined: &[],
        it: None,
        around: None,
    };
    Ok(holds_plainly(condition, &scope))
}

/// The value, or each member of a list.
fn each(value: Value, change: &dyn Fn(&Value) -> Result<Value, String>) -> Result<Value, String> {
    match value {
        Value::Array(members) => members.iter().map(change).collect(),
        Value::Null => Ok(Value::Null),
        one => change(&one),
    }
}

/// A text with facts of a value in it.
fn filled(pattern: &str, tables: &Entries<Entries<At<Fact>>>, value: &Value) -> Result<Value, String> {
    let (mut text, mut rest) = (String::new(), pattern);
    while let Some((before, after)) = rest.split_once('{') {
        let (fact, after) = after
            .split_once('}')
            .ok_or_else(|| format!("`{pattern}` has a `{{` without a `}}`"))?;
        text.push_str(before);
        text.push_str(&text_of(&named(tables, fact, value)?).unwrap_or_default());
        rest = after;
    }
    text.push_str(rest);
    Ok(Value::String(text))
}

/// A fact of a value, as it is called.
fn named(tables: &Entries<Entries<At<Fact>>>, fact: &str, value: &Value) -> Result<Value, String> {
    let value = at(value, fact)?;
    let table = tables.0.iter().find(|(name, _)| name.value == fact);
    Ok(table.map_or(value.clone(), |(_, table)| called(table, &value)))
}

/// The word that a table has for a value; the value itself, if the table has none.
fn called(table: &Entries<At<Fact>>, value: &Value) -> Value {
    let text = text_of(value);
    let mut known = table.0.iter();
    let known = known.find(|(name, _)| text.as_ref() == Some(&name.value));
    known.map_or_else(|| value.clone(), |(_, fact)| plain(&fact.value))
}

/// A list of lists of numbers, each as long as it must be.
fn lines(grid: &GridDoc, tables: &Entries<Entries<At<Fact>>>, value: &Value) -> Result<Value, String> {
    let mut lines: Vec<Vec<Value>> = Vec::new();
    for one in value.as_array().into_iter().flatten() {
        let number = |fact: &str| -> Result<usize, String> {
            let number = named(tables, fact, one)?;
            let small = number.as_u64().and_then(|number| usize::try_from(number).ok());
            let small = small.filter(|number| *number < 100);
            small.ok_or_else(|| format!("{number} of `{fact}` is not a position in a list"))
        };
        let (line, column) = (number(&grid.line)?, number(&grid.column)?);
        if lines.len() <= line {
            lines.resize(line + 1, Vec::new());
        }
        if lines[line].len() <= column {
            lines[line].resize(column + 1, Value::from(0));
        }
        lines[line][column] = named(tables, &grid.cell, one)?;
    }
    Ok(lines.into_iter().map(Value::Array).collect())
}

fn made(made: Option<Made>, value: &Value) -> Value {
    let text = || text_of(value).unwrap_or_default();
    match made {
        None => value.clone(),
        Some(Made::Letters) => Value::String(crate::squads::letters(&text())),
        Some(Made::Number) => {
            let digest = Sha256::digest(text().as_bytes());
            let number = digest
                .iter()
                .take(7)
                .fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
            Value::from(number % NUMBERS)
        }
    }
}

fn plain(fact: &Fact) -> Value {
    match fact {
        Fact::Number(number) => Value::from(*number),
        Fact::Bool(yes) => Value::from(*yes),
        Fact::Text(text) | Fact::Unwhole(text) => Value::from(text.as_str()),
        Fact::List(members) => members.iter().map(|member| plain(&member.value)).collect(),
        Fact::Map(_) => Value::Null,
    }
}
