//! The members of a squad's JSON, each by one of its names.

use super::form::letters;
use crate::documents::Fields;
use cardwright_compiler::document::Entries;
use serde_json::{Map, Value};

/// An object of the JSON.
pub(super) type Object = Map<String, Value>;

/// A member, by whichever of its names it has; nothing if it is not there or `null`.
pub(super) fn member<'v>(object: &'v Object, names: &Fields) -> Option<&'v Value> {
    let mut found = names.0.iter().filter_map(|name| object.get(name));
    found.find(|value| !value.is_null())
}

/// A member that is a text.
pub(super) fn text<'v>(object: &'v Object, names: &Fields) -> Result<&'v str, String> {
    let name = first(names);
    match member(object, names) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("its `{name}` is not a text")),
        None => Err(format!("it has no `{name}`")),
    }
}

/// A member that is a list.
pub(super) fn list<'v>(object: &'v Object, names: &Fields) -> Result<&'v [Value], String> {
    let name = first(names);
    match member(object, names) {
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(format!("its `{name}` is not a list")),
        None => Err(format!("it has no `{name}`")),
    }
}

/// A member that is a whole number, if it is there.
pub(super) fn number(object: &Object, names: &Fields) -> Result<Option<i64>, String> {
    match member(object, names) {
        None => Ok(None),
        Some(value) => match whole(value) {
            Some(number) => Ok(Some(number)),
            None => Err(format!("its `{}` is not a whole number", first(names))),
        },
    }
}

/// A whole number, which some programs write as a text.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_i64(),
    }
}

/// The member that this program keeps below its own name.
pub(super) fn own<'v>(object: &'v Object, names: &Fields, own: &str) -> Option<&'v Object> {
    member(object, names)?.get(own)?.as_object()
}

/// The word that a name stands for: a name that is written just so, else one of the same letters and digits.
pub(super) fn word<'n>(names: &'n Entries<Fields>, name: &str) -> Option<&'n str> {
    let (exact, plain) = (name, letters(name));
    let that = |is: &dyn Fn(&str) -> bool| {
        let mut all = names.0.iter();
        let found = all.find(|(_, names)| names.0.iter().any(|one| is(one)));
        found.map(|(word, _)| word.value.as_str())
    };
    that(&|one| one == exact).or_else(|| that(&|one| letters(one) == plain))
}

/// All names that there are.
pub(super) fn all(names: &Entries<Fields>) -> impl Iterator<Item = &str> + Clone {
    names.0.iter().flat_map(|(_, names)| &names.0).map(String::as_str)
}

/// The members that nobody knows.
pub(super) fn unknown<'v>(object: &'v Object, known: &[&Fields], others: &[&str]) -> Vec<&'v str> {
    let is_known = |name: &str| {
        let by_name = known.iter().any(|names| names.0.iter().any(|one| one == name));
        by_name || others.contains(&name)
    };
    let names = object.keys().map(String::as_str);
    names.filter(|name| !is_known(name)).collect()
}

/// The name that is written.
pub(super) fn first(names: &Fields) -> &str {
    names.0.first().map_or("", String::as_str)
}
