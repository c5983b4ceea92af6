//! Sets: how many there are, and what holds of their members.

use super::english::{is_adjective, plural, singular, with_article};
use super::{Wording, of_whom, spaced};
use cardwright_bytecode::Ty;
use cardwright_trees::Operation;

impl Wording<'_> {
    /// A set whose name says of what sort its members are, with the noun that this needs: `your goats ready for milk`.
    pub(super) fn members_named(&self, name: &str, arguments: &[String], ty: Ty) -> Option<String> {
        let words = spaced(name.strip_suffix("-of").unwrap_or(name));
        let many = plural(&self.sort(ty).filter(|_| ty.set)?);
        if self.phrase_for(name, arguments).is_some() {
            return None;
        }
        let linked = [" for ", " to ", " by ", " at ", " in "]
            .iter()
            .find_map(|link| words.split_once(link));
        let (head, is_linked) = linked.map_or((words.as_str(), false), |(head, _)| (head, true));
        let last = head.rsplit(' ').next().unwrap_or("");
        let told = match is_linked {
            _ if !is_adjective(last) => return None,
            true => format!("{many} {words}"),
            false => format!("{words} {many}"),
        };
        Some(match arguments {
            [one] => of_whom(&told, one),
            _ => self.named(&told, arguments),
        })
    }
}

pub(super) fn how_many(operation: Operation, n: i64, set: &str) -> String {
    // `every die` is told of one, `the dice` and `your dice` of many.
    let one = set.strip_prefix("every ");
    // `the dice` are told without their article, but not `the ape's dice`.
    let bare = set.strip_prefix("the ").filter(|bare| {
        let first = bare.split(' ').next().unwrap_or("");
        !first.ends_with("'s") && !first.ends_with("s'")
    });
    let many = bare.unwrap_or(set);
    // What somebody has is told of him.
    if let Some((who, verb, what)) = bare.is_none().then(|| whose(set)).flatten() {
        return format!("{who} {verb} {}", amount(operation, n, what));
    }
    let many = many.strip_prefix("those of ").unwrap_or(many);
    let of = if one.is_none() && many == set || set.starts_with("those of ") {
        "of "
    } else {
        ""
    };
    let set = one.unwrap_or(many);
    match (operation, n) {
        (Operation::More, 0) | (Operation::AtLeast, 1) | (Operation::NotEqual, 0) => match one {
            Some(one) => format!("there is {}", with_article(one)),
            None => format!("there are any {of}{many}"),
        },
        (Operation::Equal | Operation::AtMost, 0) | (Operation::Less, 1) => match one {
            Some(one) => format!("there is no {one}"),
            None if of.is_empty() => format!("there are no {many}"),
            None => format!("there are none of {many}"),
        },
        (Operation::More, n) => format!("there are more than {n} {of}{}", plural(set)),
        (Operation::AtLeast, n) => format!("there are {n} or more {of}{}", plural(set)),
        (Operation::Less, n) => format!("there are fewer than {n} {of}{}", plural(set)),
        (Operation::AtMost, n) => format!("there are {n} or fewer {of}{}", plural(set)),
        (_, 1) => format!(
            "there is 1 {of}{}",
            if of.is_empty() { singular(set) } else { plural(set) }
        ),
        (_, n) => format!("there are {n} {of}{}", plural(set)),
    }
}

/// The owner of a set, the verb, and the things, where the set's name says so: `your dice` are dice that you
/// have.
fn whose(set: &str) -> Option<(&str, &str, &str)> {
    if let Some(what) = set.strip_prefix("your ") {
        return Some(("you", "have", what));
    }
    let at = set.find("'s ")?;
    let (who, what) = (&set[..at], &set[at + "'s ".len()..]);
    let is_simple = ["the ", "that ", "this "]
        .iter()
        .any(|word| who.starts_with(word))
        && ![" of ", " that ", " to ", " and "]
            .iter()
            .any(|word| who.contains(word));
    is_simple.then_some((who, "has", what))
}

/// The words for so many of the things that somebody has.
fn amount(operation: Operation, n: i64, what: &str) -> String {
    match (operation, n) {
        (Operation::More, 0) | (Operation::AtLeast, 1) | (Operation::NotEqual, 0) => format!("any {what}"),
        (Operation::Equal | Operation::AtMost, 0) | (Operation::Less, 1) => format!("no {what}"),
        (Operation::More, n) => format!("more than {n} {what}"),
        (Operation::AtLeast, n) => format!("{n} or more {what}"),
        (Operation::Less, n) => format!("fewer than {n} {what}"),
        (Operation::AtMost, n) => format!("{n} or fewer {what}"),
        (_, 1) => format!("exactly 1 {}", singular(what)),
        (_, n) => format!("{n} {what}"),
    }
}

/// A set of which each member is described by what holds of it: `a card that is face up and whose cost is 1`.
pub(super) fn described(set: &str, clauses: &[String]) -> String {
    let is_many = !(set.starts_with("every ") || set.starts_with("a ") || set.starts_with("an "));
    let mut told: Vec<(Link, String)> = clauses.iter().map(|clause| relative(clause, is_many)).collect();
    // What is said of the member itself comes first.
    told.sort_by_key(|(link, _)| matches!(link, Link::Object | Link::Any));
    let mut text = set.to_owned();
    // Where the set is itself described, this is one thing more that holds of its members.
    let is_described = [" that ", " whose "].iter().any(|word| set.contains(word));
    let mut before = None;
    for (link, rest) in told {
        let and = if before.is_some() || is_described {
            " and"
        } else {
            ""
        };
        // `that is red and is big`, but `whose cost is 1 and whose size is 2`.
        match before == Some(link) && link != Link::Owner {
            true => text.push_str(&format!("{and} {rest}")),
            false => text.push_str(&format!("{and} {} {rest}", link.word())),
        }
        before = Some(link);
    }
    text
}

/// How a member is what a relative clause speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// `that is red`
    Subject,
    /// `whose cost is 1`
    Owner,
    /// `that you see`
    Object,
    /// `for which ...`
    Any,
}

impl Link {
    fn word(self) -> &'static str {
        match self {
            Self::Subject | Self::Object => "that",
            Self::Owner => "whose",
            Self::Any => "for which",
        }
    }
}

/// A clause about `it` as a relative clause.
fn relative(clause: &str, is_many: bool) -> (Link, String) {
    const AGREE: [(&str, &str); 10] = [
        ("is ", "are "),
        ("has ", "have "),
        ("does ", "do "),
        ("was ", "were "),
        ("belongs ", "belong "),
        ("counts ", "count "),
        ("lies ", "lie "),
        ("shows ", "show "),
        ("stands ", "stand "),
        ("touches ", "touch "),
    ];
    let is_denied = clause.starts_with("it is not so that ");
    if let Some(rest) = clause.strip_prefix("it ").filter(|_| !is_denied) {
        let rest = rest.replace(" or it ", " or ").replace(" or its ", " or whose ");
        let agreed = AGREE.iter().find(|(one, _)| is_many && rest.starts_with(one));
        return match agreed {
            Some((one, many)) => (Link::Subject, format!("{many}{}", several(&rest[one.len()..]))),
            None => (Link::Subject, rest),
        };
    }
    if let Some(rest) = clause.strip_prefix("its ") {
        let rest = rest
            .replace(" or its ", " or whose ")
            .replace(" or it ", " or that ");
        return (Link::Owner, rest);
    }
    // `the stone is near it` is said as `that the stone is near`.
    let names_it = clause
        .split([' ', '\u{a0}'])
        .filter(|word| matches!(*word, "it" | "its"))
        .count();
    match clause.strip_suffix(" it") {
        Some(rest) if names_it == 1 && !clause.contains(" or ") && !clause.starts_with("there ") => {
            (Link::Object, rest.to_owned())
        }
        _ => (Link::Any, clause.to_owned()),
    }
}

/// The plural of words for one thing: `your enemy` are `your enemies`, `a bank` are `banks`.
fn several(what: &str) -> String {
    let of_you = ["a ", "an "]
        .iter()
        .find_map(|article| what.strip_prefix(article)?.strip_suffix(" of you"));
    if let Some(noun) = of_you {
        return format!("your {}", plural(noun));
    }
    if let Some(set) = what.strip_prefix("one of ") {
        return format!("among {set}");
    }
    let is_noun = |noun: &str| !noun.is_empty() && !noun.contains(' ');
    if let Some(noun) = what.strip_prefix("your ").filter(|noun| is_noun(noun)) {
        return format!("your {}", plural(noun));
    }
    let one = what.strip_prefix("a ").or_else(|| what.strip_prefix("an "));
    one.filter(|noun| is_noun(noun))
        .map_or_else(|| what.to_owned(), plural)
}

#[cfg(test)]
mod tests {
    use super::{described, how_many};
    use cardwright_trees::Operation;

    fn parts(clauses: &[&str]) -> Vec<String> {
        clauses.iter().map(|clause| (*clause).to_owned()).collect()
    }

    #[test]
    fn members_are_described() {
        assert_eq!(
            described("every card", &parts(&["its cost is 1", "it is not red"])),
            "every card whose cost is 1 and that is not red"
        );
        assert_eq!(
            described("every card", &parts(&["it is face up", "it is red"])),
            "every card that is face up and is red"
        );
        assert_eq!(
            described("your cards", &parts(&["you can rest", "it is red"])),
            "your cards that are red and for which you can rest"
        );
        assert_eq!(
            described("your cards", &parts(&["you see it", "it is red"])),
            "your cards that are red and that you see"
        );
        assert_eq!(
            described("every card", &parts(&["it is not so that you rest or it is red"])),
            "every card for which it is not so that you rest or it is red"
        );
        assert_eq!(
            described("every card", &parts(&["its cost is 1", "its size is 2"])),
            "every card whose cost is 1 and whose size is 2"
        );
        assert_eq!(
            described("the apes", &parts(&["it is your enemy", "it counts as red"])),
            "the apes that are your enemies and count as red"
        );
        assert_eq!(
            described("the apes that sleep", &parts(&["it is an enemy of you"])),
            "the apes that sleep and that are your enemies"
        );
        assert_eq!(
            described("every card", &parts(&["you are next to it"])),
            "every card that you are next to"
        );
        assert_eq!(
            described("every card", &parts(&["the gap of you\u{a0}and\u{a0}it is 1"])),
            "every card for which the gap of you\u{a0}and\u{a0}it is 1"
        );
    }

    #[test]
    fn sets_are_counted_as_one_or_many() {
        assert_eq!(how_many(Operation::More, 0, "every ape"), "there is an ape");
        assert_eq!(how_many(Operation::More, 0, "the apes"), "there are any apes");
        assert_eq!(how_many(Operation::Equal, 0, "your apes"), "you have no apes");
        assert_eq!(
            how_many(Operation::More, 0, "the goat's dice that are red"),
            "the goat has any dice that are red"
        );
        assert_eq!(
            how_many(Operation::More, 0, "those of your apes that rest"),
            "there are any of your apes that rest"
        );
        assert_eq!(
            how_many(Operation::AtLeast, 2, "every ape"),
            "there are 2 or more apes"
        );
    }
}
