//! The values of fields in a row and around it; conditions on rows; ids made from fields.

use crate::documents::{ConditionDoc, IdDoc};
use crate::mapping::Mapping;
use crate::source::Row;
use crate::take::Put;
use cardwright_compiler::document::Fact;
use serde_json::Value;
use std::borrow::Cow;

/// The most bytes of the text from which an id is made.
const MOST_ID_TEXT: usize = 1_000;

/// The scope of a field's name: the row or value at hand, and those around it.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    /// The fields of the row or value at hand.
    pub(crate) fields: &'a Row,
    /// Rows of other sources, whose fields have the names of these before them.
    pub(crate) joined: &'a [(&'a str, &'a Row)],
    /// The value that stands for a row, and the how-many-eth of its sort it is.
    pub(crate) it: Option<(&'a Value, usize)>,
    /// The scope around that value.
    pub(crate) around: Option<&'a Scope<'a>>,
}

impl<'a> Scope<'a> {
    /// The value of a field; `None` if it is missing, `null` or empty.
    pub(crate) fn get(&self, path: &str) -> Option<Cow<'a, Value>> {
        let own = match (path, self.it) {
            ("it", Some((it, _))) => Some(Cow::Borrowed(it)),
            ("nth", Some((_, nth))) => Some(Cow::Owned(Value::from(nth))),
            _ => self.own(path).map(Cow::Borrowed),
        };
        own.filter(|value| is_given(value))
            .or_else(|| self.around.and_then(|around| around.get(path)))
    }

    fn own(&self, path: &str) -> Option<&'a Value> {
        if let Some(value) = self.fields.get(path) {
            return Some(value);
        }
        let (first, rest) = path.split_once('.')?;
        let joined = self.joined.iter().find(|(name, _)| *name == first);
        match joined {
            Some((_, row)) => inside(row, rest),
            None => inside(self.fields, path),
        }
    }
}

/// The value at a path of names, or numbers from 0 for lists.
fn inside<'a>(row: &'a Row, path: &str) -> Option<&'a Value> {
    if let Some(value) = row.get(path) {
        return Some(value);
    }
    let mut names = path.split('.');
    let mut value = row.get(names.next()?)?;
    for name in names {
        value = match value {
            Value::Array(list) => list.get(name.parse::<usize>().ok()?)?,
            value => value.get(name)?,
        };
    }
    Some(value)
}

pub(crate) fn is_given(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        _ => true,
    }
}

/// A number, text, yes or no as a text; nothing for lists and objects.
pub(crate) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(yes) => Some(yes.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The meaning of a word for yes or no.
pub(crate) fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "true" | "y" | "1" => Some(true),
        "no" | "false" | "n" | "0" => Some(false),
        _ => None,
    }
}

/// Whether a value is what a mapping names; a list, if it has it.
pub(crate) fn is_or_has(value: &Value, named: &Fact) -> bool {
    match (value, named) {
        (Value::Array(list), _) => list.iter().any(|member| is_or_has(member, named)),
        (Value::Bool(yes), Fact::Bool(named)) => yes == named,
        (Value::Bool(yes), Fact::Text(named)) => yes_or_no(named) == Some(*yes),
        (_, Fact::Bool(named)) => text_of(value).is_some_and(|text| text == named.to_string()),
        (_, Fact::Number(named)) => text_of(value).is_some_and(|text| text == named.to_string()),
        (_, Fact::Text(named) | Fact::Unwhole(named)) => text_of(value).is_some_and(|text| text == *named),
        (_, Fact::List(named)) => named.iter().any(|one| is_or_has(value, &one.value)),
        (_, Fact::Map(_)) => false,
    }
}

/// Whether a condition holds of a row.
pub(crate) fn holds(mapping: &Mapping, condition: &ConditionDoc, scope: &Scope<'_>) -> bool {
    let fits = |pattern: &str, text: &str| mapping.pattern(pattern).is_some_and(|known| known.is_match(text));
    holds_where(condition, scope, &fits)
}

/// Whether a condition without patterns holds.
pub(crate) fn holds_plainly(condition: &ConditionDoc, scope: &Scope<'_>) -> bool {
    holds_where(condition, scope, &|_, _| false)
}

fn holds_where(condition: &ConditionDoc, scope: &Scope<'_>, fits: &dyn Fn(&str, &str) -> bool) -> bool {
    condition.0.0.iter().all(|(field, test)| {
        let value = scope.get(&field.value);
        let is = |named: &Fact| value.as_ref().is_some_and(|value| is_or_has(value, named));
        let Fact::Map(tests) = &test.value else {
            return is(&test.value);
        };
        tests
            .0
            .iter()
            .all(|(name, named)| match (name.value.as_str(), &named.value) {
                ("not", named) => !is(named),
                ("given", Fact::Bool(given)) => *given == value.is_some(),
                ("given", Fact::Text(given)) => yes_or_no(given) == Some(value.is_some()),
                ("matches", Fact::Text(pattern)) => {
                    let text = value.as_ref().and_then(|value| text_of(value));
                    text.is_some_and(|text| fits(pattern, &text))
                }
                _ => false,
            })
    })
}

/// The id of something, made from fields and from the facts that were made of them.
pub(crate) fn id(
    mapping: &Mapping,
    id: &IdDoc,
    scope: &Scope<'_>,
    facts: &[(String, Put)],
) -> Result<String, String> {
    let rule = id.0.iter().find(|rule| holds(mapping, &rule.when, scope));
    let rule = rule.ok_or_else(|| "no entry of `id` in the mapping fits this row".to_owned())?;
    let mut name = String::new();
    let mut rest = rule.is.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let (field, after) = after
            .split_once('}')
            .ok_or_else(|| format!("`{}` has a `{{` without a `}}`", rule.is))?;
        name.push_str(before);
        name.push_str(&said(field, scope, facts)?);
        if name.len() > MOST_ID_TEXT {
            return Err(format!("the text of its id has more than {MOST_ID_TEXT} bytes"));
        }
        rest = after;
    }
    name.push_str(rest);
    let slug = slug(&name);
    if slug.is_empty() {
        return Err(format!("`{}` gives no id", crate::take::short(&name)));
    }
    match cardwright_files::unusable_name(&slug) {
        Some(why) => Err(format!("`{slug}` cannot be an id: {why}")),
        None => Ok(slug),
    }
}

fn said(field: &str, scope: &Scope<'_>, facts: &[(String, Put)]) -> Result<String, String> {
    if let Some(fact) = field.strip_prefix("facts.") {
        let found = facts.iter().find(|(name, _)| name == fact);
        return match found {
            Some((_, put)) => Ok(put.to_string()),
            None => Err(format!("its id needs the fact `{fact}`, which it does not have")),
        };
    }
    let value = scope.get(field);
    let text = value.and_then(|value| text_of(&value));
    text.ok_or_else(|| format!("its id needs the field `{field}`, which it does not have"))
}

/// A name as an id: small letters, digits and single hyphens. Apostrophes and quotation marks fall away.
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars() {
        match letter.to_ascii_lowercase() {
            letter if letter.is_ascii_alphanumeric() => slug.push(letter),
            '\'' | '"' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}' => {}
            _ if slug.ends_with('-') || slug.is_empty() => {}
            _ => slug.push('-'),
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(value: Value) -> Row {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn names_become_ids() {
        assert_eq!(slug("\"Backstabber\""), "backstabber");
        assert_eq!(slug("N'dru Suhlak"), "ndru-suhlak");
        assert_eq!(slug("TIE/fo  Fighter (Rear)"), "tie-fo-fighter-rear");
        assert_eq!(slug("?"), "");
    }

    #[test]
    fn a_field_is_looked_for_in_the_row_then_around_it() {
        let outer = row(json!({ "name": "Kid", "size": { "feet": 3 }, "a.b": 1, "list": ["x"] }));
        let other = row(json!({ "name": "hill" }));
        let joined = [("hills", &other)];
        let around = Scope {
            fields: &outer,
            joined: &joined,
            it: None,
            around: None,
        };
        let (inner, it) = (row(json!({ "name": "", "deep": true })), json!("it"));
        let scope = Scope {
            fields: &inner,
            joined: &[],
            it: Some((&it, 2)),
            around: Some(&around),
        };
        let says = |path: &str| scope.get(path).map(Cow::into_owned);
        assert_eq!(says("name"), Some(json!("Kid")));
        assert_eq!(says("size.feet"), Some(json!(3)));
        assert_eq!(says("a.b"), Some(json!(1)));
        assert_eq!(says("list.0"), Some(json!("x")));
        assert_eq!(says("hills.name"), Some(json!("hill")));
        assert_eq!((says("it"), says("nth")), (Some(json!("it")), Some(json!(2))));
        assert_eq!(says("none"), None);
    }
}
