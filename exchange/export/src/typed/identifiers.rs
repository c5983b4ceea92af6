//! Identifiers: names for ids where only letters, digits and `_` may stand. The same id has the same name in
//! every version, unless two would be called alike.

use super::{HEAD, Sort, Typed};
use std::collections::BTreeSet;

/// How a programming language calls things.
pub(crate) struct Language {
    /// The words that it keeps for itself, and names that would be in the way.
    pub(crate) reserved: &'static [&'static str],
    /// The prefix of the names of types.
    pub(crate) prefix: String,
    /// How members are written.
    pub(crate) member: fn(&str) -> String,
    /// How the words of a type are written.
    pub(crate) word: fn(&str) -> String,
}

/// The names of everything in a system, in the order of the types.
pub(crate) struct Called {
    /// The types of words, and each word.
    pub(crate) words: Vec<(String, Vec<String>)>,
    /// The classes, and the members of each.
    pub(crate) classes: Vec<(String, Vec<String>)>,
    /// For each class, the list in a file that holds its objects.
    pub(crate) lists: Vec<String>,
}

impl Language {
    /// The names of everything in a system.
    pub(crate) fn called(&self, typed: &Typed<'_>) -> Called {
        let words = typed.words.iter().map(|words| (words.id.as_str(), "word"));
        let classes = typed.classes.iter().map(|class| match class.sort {
            Sort::Row => (class.id, "row"),
            Sort::Card => (class.id, "card"),
        });
        let types = words.chain(classes);
        let types = types.map(|(id, what)| pascal(&format!("{} {id} {what}", self.prefix)));
        let mut types = distinct(types, self.reserved).into_iter();
        let list = |sort: Sort| {
            let head = HEAD.iter().map(|(name, _)| (self.member)(name));
            let classes = typed.of_sort(sort).map(|(_, class)| (self.member)(class.id));
            distinct(head.chain(classes), self.reserved).split_off(HEAD.len())
        };
        Called {
            words: (typed.words.iter())
                .map(|words| {
                    let own = words.words.iter().map(|word| (self.word)(word));
                    (types.next().unwrap_or_default(), distinct(own, self.reserved))
                })
                .collect(),
            classes: (typed.classes.iter())
                .map(|class| {
                    let own = class.members.iter().map(|member| (self.member)(&member.name));
                    (types.next().unwrap_or_default(), distinct(own, self.reserved))
                })
                .collect(),
            lists: [list(Sort::Row), list(Sort::Card)].concat(),
        }
    }
}

/// The parts of an id, in small letters.
fn parts(id: &str) -> Vec<String> {
    let parts = id.split(|letter: char| !letter.is_ascii_alphanumeric());
    let parts: Vec<String> = parts
        .filter(|part| !part.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    match parts.first() {
        None => vec!["sign".to_owned()],
        Some(first) if first.starts_with(|letter: char| letter.is_ascii_digit()) => {
            [vec!["n".to_owned()], parts].concat()
        }
        Some(_) => parts,
    }
}

fn capital(part: &str) -> String {
    let (first, rest) = part.split_at(part.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// `base-width` as `BaseWidth`.
pub(crate) fn pascal(id: &str) -> String {
    parts(id).iter().map(|part| capital(part)).collect()
}

/// `base-width` as `baseWidth`.
pub(crate) fn camel(id: &str) -> String {
    let parts = parts(id);
    let rest: String = parts[1..].iter().map(|part| capital(part)).collect();
    parts[0].clone() + &rest
}

/// `base-width` as `base_width`.
pub(crate) fn snake(id: &str) -> String {
    parts(id).join("_")
}

/// `base-width` as `BASE_WIDTH`.
pub(crate) fn shouted(id: &str) -> String {
    snake(id).to_ascii_uppercase()
}

/// Names without those that the language keeps for itself, each once: `type` becomes `type_`, a second `a` becomes `a_2`.
pub(crate) fn distinct(names: impl IntoIterator<Item = String>, reserved: &[&str]) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut name = |wanted: String| {
        let wanted = match reserved.contains(&wanted.as_str()) {
            true => wanted + "_",
            false => wanted,
        };
        let mut name = wanted.clone();
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        name
    };
    names.into_iter().map(&mut name).collect()
}

#[cfg(test)]
mod tests {
    use super::{camel, distinct, pascal, snake};

    #[test]
    fn ids_become_names() {
        assert_eq!(
            [pascal("base-width"), camel("base-width"), snake("luke/aim")],
            ["BaseWidth", "baseWidth", "luke_aim"]
        );
        assert_eq!([pascal("2-hexes"), snake("+")], ["N2Hexes", "sign"]);
    }

    #[test]
    fn names_are_distinct_and_no_words_of_the_language() {
        let names = ["a", "type", "a", "a_2"].map(str::to_owned);
        assert_eq!(distinct(names, &["type"]), ["a", "type_", "a_2", "a_2_2"]);
    }
}
