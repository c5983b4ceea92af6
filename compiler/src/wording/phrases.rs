//! What a system says of its names: phrases with places for arguments.

use super::{Wording, possessive};
use crate::document::{CardSetDoc, Entries};
use crate::project::{Project, System};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The phrases with which a card is told: what stands nearest to it counts.
pub(super) fn of_card(project: &Project, system: &System, card: &str) -> BTreeMap<String, String> {
    let id = &system.doc.system.value;
    let sets = || project.sets.iter().filter(|((of, _), _)| of == id);
    let holds = |set: &CardSetDoc| set.cards.iter().any(|one| one.id.value == card);
    let own = sets().map(|(_, set)| &set.doc).find(|set| holds(set));
    let used = own.iter().flat_map(|set| &set.uses);
    let used = used.filter_map(|used| project.sets.get(&(id.clone(), used.value.clone())));
    let own_card = own.and_then(|set| set.cards.iter().find(|one| one.id.value == card));
    let layers = std::iter::once(&system.doc.phrases)
        .chain(used.map(|set| &set.doc.phrases))
        .chain(own.map(|set| &set.phrases))
        .chain(own_card.map(|card| &card.phrases));
    layers.flat_map(pairs).collect()
}

fn pairs(entries: &Entries<String>) -> impl Iterator<Item = (String, String)> + '_ {
    let pairs = entries.0.iter();
    pairs.map(|(key, phrase)| (key.value.clone(), phrase.clone()))
}

/// A key without the owners of its names: who declares a name is no part of what is said.
fn plain(key: &str) -> Cow<'_, str> {
    if !key.contains('/') {
        return Cow::Borrowed(key);
    }
    let words = key.split(' ').map(|word| word.rsplit('/').next().unwrap_or(word));
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

impl Wording<'_> {
    /// The phrase of a name without arguments.
    pub(super) fn phrase(&self, name: &str) -> Option<String> {
        self.phrases.get(&*plain(name)).cloned()
    }

    /// The most exact phrase of a name for these arguments, filled with them.
    pub(super) fn phrase_for(&self, name: &str, arguments: &[String]) -> Option<String> {
        let name = &*plain(name);
        let prefix = format!("{name} ");
        let exact = self
            .phrases
            .range(prefix.clone()..)
            .take_while(|(key, _)| key.starts_with(&prefix))
            .filter_map(|(key, phrase)| Some((exactness(&key[prefix.len()..], arguments)?, phrase)))
            .max_by_key(|(exactness, _)| *exactness);
        let phrase = exact.map(|(_, phrase)| phrase).or(self.phrases.get(name))?;
        Some(filled(phrase, arguments))
    }
}

/// How many arguments a pattern names, if it fits them: each of its words is an argument, or `*`.
fn exactness(pattern: &str, arguments: &[String]) -> Option<usize> {
    let words: Vec<&str> = pattern.split(' ').collect();
    let fits = |(word, argument): (&&str, &String)| {
        *word == "*" || *word == argument || word.replace('-', " ") == *argument
    };
    let all = words.len() == arguments.len() && words.iter().zip(arguments).all(fits);
    let named = words.iter().filter(|word| **word != "*").count();
    (all && named > 0).then_some(named)
}

/// A phrase with its arguments in their places; `{1}'s` becomes `your` where the argument is `you`, and an ending in
/// brackets is there unless the first argument is `you`.
pub(super) fn filled(phrase: &str, arguments: &[String]) -> String {
    let about_you = arguments.first().is_some_and(|first| first == "you");
    let mut text = String::with_capacity(phrase.len());
    let mut rest = phrase;
    while let Some((before, (ending, after))) = rest
        .split_once('[')
        .and_then(|(before, after)| Some((before, after.split_once(']')?)))
    {
        text.push_str(before);
        text.push_str(if about_you { "" } else { ending });
        rest = after;
    }
    text.push_str(rest);
    for (number, argument) in (1..).zip(arguments) {
        if argument == "it" {
            // `between you and it` is no second clause: these spaces become plain ones at the end.
            text = text.replace(&format!(" and {{{number}}}"), "\u{a0}and\u{a0}it");
        }
        text = text.replace(&format!("{{{number}}}'s"), &possessive(argument));
        text = text.replace(&format!("{{{number}}}"), argument);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{exactness, filled};

    #[test]
    fn phrases_take_their_arguments() {
        let you = ["you".to_owned(), "the target".to_owned()];
        let it = ["it".to_owned(), "you".to_owned()];
        assert_eq!(filled("{1}'s agility", &you), "your agility");
        assert_eq!(filled("{1} attack[s] {2}", &you), "you attack the target");
        assert_eq!(filled("{1} attack[s] {2}", &it), "it attacks you");
    }

    #[test]
    fn patterns_fit_what_they_name() {
        let arguments = ["you".to_owned(), "two words".to_owned(), "0".to_owned()];
        assert_eq!(exactness("* two-words 0", &arguments), Some(2));
        assert_eq!(exactness("* * 1", &arguments), None);
        assert_eq!(exactness("* *", &arguments), None);
        assert_eq!(exactness("-1", &["-1".to_owned()]), Some(1));
    }
}
