//! The phrases of a system for its names, with places for arguments.

use super::english::{as_many, plural, singular, with_article};
use super::{Wording, possessive};
use cardwright_documents::document::{CardSetDoc, Entries};
use cardwright_documents::project::{Documents, System};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The phrases with which a card is told: what stands nearest to it counts.
pub(super) fn of_card(project: &Documents, system: &System, card: &str) -> BTreeMap<String, String> {
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

/// The phrases with which the rules of sets are told, the nearest last, with those of the sets that they use.
pub(super) fn of_sets(
    project: &Documents,
    system: &System,
    sets: &[&CardSetDoc],
) -> BTreeMap<String, String> {
    let id = &system.doc.system.value;
    let used = sets.iter().flat_map(|set| &set.uses);
    let used = used.filter_map(|used| project.sets.get(&(id.clone(), used.value.clone())));
    let layers = std::iter::once(&system.doc.phrases)
        .chain(used.map(|set| &set.doc.phrases))
        .chain(sets.iter().map(|set| &set.phrases));
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
        let (pattern, phrase) = self.most_exact(name, arguments)?;
        Some(filled(phrase, &without_signs(pattern, arguments)))
    }

    /// Whether the most exact phrase of a name says what an argument is: in its text, or by what it is for. Nothing, if
    /// there is no phrase, or only one that is left out.
    pub(super) fn says(&self, name: &str, arguments: &[String], at: usize) -> Option<bool> {
        let (pattern, phrase) = self.most_exact(name, arguments)?;
        let is_named = pattern
            .split(' ')
            .nth(at)
            .is_some_and(|word| word != "*" && !word.is_empty());
        let number = at + 1;
        let is_said = is_named
            || phrase.contains(&format!("{{{number}}}"))
            || phrase.contains(&format!("{{-{number}}}"));
        (!phrase.is_empty()).then_some(is_said)
    }

    /// The most exact phrase of a name for these arguments, with what it says that they are.
    fn most_exact<'s>(&'s self, name: &str, arguments: &[String]) -> Option<(&'s str, &'s str)> {
        let name = &*plain(name);
        let prefix = format!("{name} ");
        let exact = self
            .phrases
            .range(prefix.clone()..)
            .take_while(|(key, _)| key.starts_with(&prefix))
            .filter_map(|(key, phrase)| {
                let pattern = &key[prefix.len()..];
                Some((exactness(pattern, arguments)?, (pattern, phrase)))
            })
            .max_by_key(|(exactness, _)| *exactness);
        match exact {
            Some((_, (pattern, phrase))) => Some((pattern, phrase.as_str())),
            None => Some(("", self.phrases.get(name)?.as_str())),
        }
    }
}

/// The word of a pattern that stands for any number below 0.
const NEGATIVE: &str = "-*";

/// How exactly a pattern names its arguments, if it fits them: each of its words is an argument, `-*` for a number below
/// 0, or `*` for any. What is named counts more than a number of which only the sign is.
fn exactness(pattern: &str, arguments: &[String]) -> Option<usize> {
    let words: Vec<&str> = pattern.split(' ').collect();
    let fits = |(word, argument): (&&str, &String)| match *word {
        "*" => true,
        NEGATIVE => below_zero(argument).is_some(),
        // Rows are told with capital letters.
        word => word == argument || word.replace('-', " ").eq_ignore_ascii_case(argument),
    };
    let all = words.len() == arguments.len() && words.iter().zip(arguments).all(fits);
    let weight = |word: &&str| match *word {
        "*" => 0,
        NEGATIVE => 1,
        _ => 2,
    };
    let named = words.iter().map(weight).sum();
    (all && named > 0).then_some(named)
}

/// The arguments, those without their sign of which a pattern says that they are below 0.
fn without_signs(pattern: &str, arguments: &[String]) -> Vec<String> {
    if pattern.is_empty() {
        return arguments.to_vec();
    }
    let words = pattern.split(' ').zip(arguments);
    let plain = words.map(|(word, argument)| match below_zero(argument) {
        Some(number) if word == NEGATIVE => number.to_owned(),
        _ => argument.clone(),
    });
    plain.collect()
}

/// A number below 0 without its sign; a measure keeps its unit.
fn below_zero(argument: &str) -> Option<&str> {
    let number = argument.strip_prefix('-')?;
    // Of a sum the sign belongs to its first part alone.
    let is_sum = [" plus ", " minus ", " times "]
        .iter()
        .any(|word| number.contains(word));
    (number.starts_with(|digit: char| digit.is_ascii_digit()) && !is_sum).then_some(number)
}

/// A phrase with its arguments in their places; `{1}'s` becomes `your` where the argument is `you`, `a {1}` becomes
/// `an elf`, `{1} more` of a number below 0 so many `fewer`, and an ending in brackets is there unless the first argument
/// is `you`. A place `{-2}` says that nobody needs to read that argument.
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
    for number in 1..=arguments.len() {
        text = text.replace(&format!("{{-{number}}}"), "");
    }
    for (number, argument) in (1..).zip(arguments) {
        text = of_one(&text, number, argument);
        text = turned_round(&text, number, argument);
        text = counted(&text, number, argument);
        if argument == "it" {
            // `between you and it` is no second clause: these spaces become plain ones at the end.
            text = text.replace(&format!(" and {{{number}}}"), "\u{a0}and\u{a0}it");
        }
        if let Some(fewer) = below_zero(argument) {
            text = text.replace(&format!("{{{number}}} more"), &format!("{fewer} fewer"));
        }
        text = text.replace(&format!("up to {{{number}}} of "), &up_to(argument, arguments));
        text = with_articles(&text, number, argument);
        text = text.replace(&format!("{{{number}}}'s"), &possessive(argument));
        text = text.replace(&format!("{{{number}}}"), argument);
    }
    text
}

/// `{1}'s size` of somebody for whom it takes several words: `the size of the ape that moves`.
fn turned_round(text: &str, number: usize, argument: &str) -> String {
    const ENDS: [&str; 10] = [
        " is ",
        " has ",
        " against ",
        " on ",
        " that ",
        " when ",
        " for ",
        " with ",
        " within ",
        " to ",
    ];
    let is_long = [" that ", " of ", " whose ", " with "]
        .iter()
        .any(|word| argument.contains(word));
    let Some(what) = text.strip_prefix(&format!("{{{number}}}'s ")).filter(|_| is_long) else {
        return text.to_owned();
    };
    let end = ENDS
        .iter()
        .filter_map(|word| what.find(word))
        .min()
        .unwrap_or(what.len());
    format!("the {} of {{{number}}}{}", &what[..end], &what[end..])
}

/// `one of {1}` of what is one thing anyway.
fn of_one(text: &str, number: usize, argument: &str) -> String {
    let is_named = ["the ", "that ", "this "]
        .iter()
        .any(|word| argument.starts_with(word));
    let is_one = ["you", "it"].contains(&argument) || (is_named && plural(argument) != argument);
    match is_one && !argument.contains(" and ") {
        true => text.replace(&format!("one of {{{number}}}"), &format!("{{{number}}}")),
        false => text.to_owned(),
    }
}

/// The phrase with a counted noun: one `square` in `{1} squares` of 1, and `as many squares as ...` of a
/// number that is itself computed.
fn counted(text: &str, number: usize, argument: &str) -> String {
    let is_reckoned = [
        "the number of ",
        "the smaller of ",
        "the larger of ",
        "that number",
    ]
    .iter()
    .any(|word| argument.starts_with(word))
        || [" plus ", " minus ", " times "]
            .iter()
            .any(|word| argument.contains(word));
    let place = format!("{{{number}}} ");
    let Some((before, after)) = text.split_once(&place).filter(|_| is_reckoned || argument == "1") else {
        return text.to_owned();
    };
    if let Some(rest) = after.strip_prefix("damage").filter(|_| is_reckoned) {
        return format!("{before}as much damage as {argument}{rest}");
    }
    let Some(end) = end_of_plural(after) else {
        return text.to_owned();
    };
    let (noun, rest) = after.split_at(end);
    match argument {
        "1" => format!("{before}1 {}{rest}", singular(noun)),
        _ => format!("{before}{}{rest}", as_many(noun, argument)),
    }
}

/// The end of a plural that begins a text, of at most three words: `attack dice`, `squares`.
fn end_of_plural(text: &str) -> Option<usize> {
    const OTHERS: [&str; 20] = [
        "of", "fewer", "and", "or", "to", "times", "less", "on", "in", "at", "with", "for", "from", "by",
        "as", "that", "damage", "higher", "lower", "more.",
    ];
    let mut at = 0;
    for word in text.split(' ').take(3) {
        let bare = word.trim_end_matches([',', '.', ';', ')']);
        if OTHERS.contains(&bare) || bare.contains(['{', '(']) {
            return None;
        }
        if singular(bare) != bare {
            return Some(at + bare.len());
        }
        at += word.len() + 1;
    }
    None
}

/// Up to so many of a set, which is another argument: as many as there are is any number.
fn up_to(count: &str, arguments: &[String]) -> String {
    let all = count.strip_prefix("the number of ");
    match all.filter(|set| arguments.iter().any(|one| plural(one) == *set)) {
        Some(_) => "any number of ".to_owned(),
        None => format!("up to {count} of "),
    }
}

/// The article before an argument as its sound has it.
fn with_articles(text: &str, number: usize, argument: &str) -> String {
    let mut text = text.to_owned();
    let told = with_article(argument);
    for article in ["a", "an"] {
        let place = format!("{article} {{{number}}}");
        text = text.replace(&format!(" {place}"), &format!(" {told}"));
        if let Some(rest) = text.strip_prefix(&place) {
            text = format!("{told}{rest}");
        }
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
    fn a_number_below_zero_is_so_many_fewer() {
        let of = |number: &str| filled("{1} more dice", &[number.to_owned()]);
        assert_eq!(of("-2"), "2 fewer dice");
        assert_eq!(of("2"), "2 more dice");
        assert_eq!(
            of("-1 minus the number of goats"),
            "as many more dice as -1 minus the number of goats"
        );
    }

    #[test]
    fn one_thing_is_no_plural() {
        let of = |phrase: &str, number: &str| filled(phrase, &[number.to_owned()]);
        assert_eq!(
            of("within {1} clear squares of it", "1"),
            "within 1 clear square of it"
        );
        assert_eq!(of("roll {1} more dice", "1"), "roll 1 more die");
        assert_eq!(of("{1} of them", "1"), "1 of them");
        assert_eq!(of("move up to {1} squares.", "2"), "move up to 2 squares.");
    }

    #[test]
    fn what_is_reckoned_stands_behind_what_is_counted() {
        let of = |phrase: &str, number: &str| filled(phrase, &[number.to_owned()]);
        assert_eq!(
            of("deal up to {1} wounds", "the number of hits"),
            "deal up to as many wounds as there are hits"
        );
        assert_eq!(
            of("roll {1} more dice", "1 plus 2"),
            "roll as many more dice as 1 plus 2"
        );
        assert_eq!(
            of("take {1} damage", "that number"),
            "take as much damage as that number"
        );
    }

    #[test]
    fn one_thing_is_not_one_of_itself() {
        let of = |set: &str| filled("attack one of {1}", &[set.to_owned()]);
        assert_eq!(of("the ape that moves"), "attack the ape that moves");
        assert_eq!(of("the apes on the hill"), "attack one of the apes on the hill");
        assert_eq!(of("your apes"), "attack one of your apes");
    }

    #[test]
    fn long_owners_stand_behind() {
        let long = ["the ape that moves".to_owned(), "you".to_owned()];
        assert_eq!(filled("{1}'s size", &long), "the size of the ape that moves");
        assert_eq!(
            filled("{1}'s reach against {2}", &long),
            "the reach of the ape that moves against you"
        );
    }

    #[test]
    fn what_nobody_needs_to_read_is_left_out() {
        assert_eq!(filled("rest{-1}", &["you".to_owned()]), "rest");
    }

    #[test]
    fn articles_are_as_the_argument_sounds() {
        let elf = ["it".to_owned(), "elf".to_owned()];
        let orc = ["orc".to_owned(), "used card".to_owned()];
        assert_eq!(filled("{1} is a {2}", &elf), "it is an elf");
        assert_eq!(filled("an {1} and an {2}", &orc), "an orc and a used card");
        assert_eq!(
            filled("a {1} has extra {2}s", &orc),
            "an orc has extra used cards"
        );
        assert_eq!(filled("a {1}'s turn", &orc), "an orc's turn");
    }

    #[test]
    fn as_many_as_there_are_is_any_number() {
        let all = ["the number of red dice".to_owned(), "red dice".to_owned()];
        let two = ["2".to_owned(), "red dice".to_owned()];
        assert_eq!(
            filled("turn up to {1} of {2}", &all),
            "turn any number of red dice"
        );
        assert_eq!(filled("turn up to {1} of {2}", &two), "turn up to 2 of red dice");
    }

    #[test]
    fn patterns_fit_what_they_name() {
        let arguments = ["you".to_owned(), "two words".to_owned(), "0".to_owned()];
        assert_eq!(exactness("* two-words 0", &arguments), Some(4));
        assert_eq!(exactness("* * 1", &arguments), None);
        assert_eq!(exactness("* *", &arguments), None);
        assert_eq!(exactness("-1", &["-1".to_owned()]), Some(2));
        assert_eq!(exactness("-*", &["-1".to_owned()]), Some(1));
        assert_eq!(exactness("-*", &["1".to_owned()]), None);
        assert_eq!(exactness("-*", &["-well".to_owned()]), None);
    }
}
