//! English as such: nouns, their plurals and owners, opposites, sentences.

/// A name with spaces for hyphens.
pub(super) fn spaced(name: &str) -> String {
    // Whose a name is, is no part of what is said.
    let name = name.rsplit('/').next().unwrap_or(name);
    name.replace('-', " ")
}

/// An id as a name: `light-of-the-north` is `Light of the North`.
pub(super) fn headline(id: &str) -> String {
    const SMALL: [&str; 13] = [
        "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to",
    ];
    let words = spaced(id);
    let words: Vec<String> = words
        .split(' ')
        .enumerate()
        .map(|(at, word)| match at > 0 && SMALL.contains(&word) {
            true => word.to_owned(),
            false => capital(word),
        })
        .collect();
    words.join(" ")
}

/// A thing that somebody or something has: `its terrain`, `the ape's terrain`, `the terrain of the ape's
/// space`.
pub(super) fn of_whom(what: &str, whose: &str) -> String {
    match whose.contains(" of ") || whose.contains("'s ") {
        true => format!("the {what} of {whose}"),
        false => format!("{} {what}", possessive(whose)),
    }
}

/// A noun without its article.
pub(super) fn bare(noun: &str) -> &str {
    let named = ["a ", "an ", "the "]
        .iter()
        .find_map(|article| noun.strip_prefix(article));
    // What is a sentence keeps it.
    named.filter(|name| name.split(' ').count() < 6).unwrap_or(noun)
}

pub(super) fn possessive(noun: &str) -> String {
    match noun {
        "you" => "your".to_owned(),
        "it" => "its".to_owned(),
        _ if noun.ends_with('s') => format!("{noun}'"),
        _ => format!("{noun}'s"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A whole paragraph: `you is` becomes `you are`, sentences begin with a capital and end with a full stop.
pub(super) fn polished(text: &str) -> String {
    const AGREE: [(&str, &str); 17] = [
        ("is", "are"),
        ("has", "have"),
        ("does", "do"),
        ("was", "were"),
        ("attacks", "attack"),
        ("belongs", "belong"),
        ("carries", "carry"),
        ("counts", "count"),
        ("defends", "defend"),
        ("faces", "face"),
        ("holds", "hold"),
        ("lies", "lie"),
        ("moves", "move"),
        ("overlaps", "overlap"),
        ("sees", "see"),
        ("stands", "stand"),
        ("touches", "touch"),
    ];
    // In `the distance to you is 3` it is not you who is.
    const BEHIND: [&str; 8] = ["of", "to", "on", "from", "at", "with", "near", "against"];
    let mut words: Vec<&str> = text.split_whitespace().collect();
    for at in 1..words.len() {
        let (you, before) = (words[at - 1], at.checked_sub(2).map_or("", |at| words[at]));
        let right = AGREE.iter().find(|(wrong, _)| *wrong == words[at]);
        // Nor in `the distance between it and you is 3`.
        let is_between = before == "and" && words[at.saturating_sub(9)..at].contains(&"between");
        let is_behind = BEHIND.contains(&before) || is_between;
        if let (true, false, Some((_, right))) = (you == "you", is_behind, right) {
            words[at] = right;
        }
    }
    let text = yours(&words).join(" ").replace(" the the ", " the ");
    let text = [",", ".", ";"]
        .iter()
        .fold(text, |text, mark| text.replace(&format!(" {mark}"), mark));
    let sentences: Vec<String> = text
        .trim()
        .trim_end_matches('.')
        .split(". ")
        .map(capital)
        .collect();
    let text = sentences.join(". ");
    if text.is_empty() || text.ends_with(['!', '?']) {
        text
    } else {
        format!("{text}.")
    }
}

/// `an enemy of you` is `your enemy`, `the spaces of you` are `your spaces`.
fn yours<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let mut told = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match (*word, words.get(at + 1), words.get(at + 2), words.get(at + 3)) {
            (article @ ("a" | "an" | "the"), Some(what), Some(&"of"), Some(you))
                if you.trim_end_matches([',', '.', ';']) == "you"
                    && (article != "the" || what.ends_with('s')) =>
            {
                told.extend(["your", what]);
                // What stands behind `you` goes to the end of the noun.
                if let Some(mark) = you.strip_prefix("you").filter(|mark| !mark.is_empty()) {
                    told.push(mark);
                }
                at += 4;
            }
            _ => {
                told.push(word);
                at += 1;
            }
        }
    }
    told
}

/// A sentence as a part of another.
pub(super) fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// A noun with `a`, or `an`.
pub(super) fn with_article(noun: &str) -> String {
    let sound_of_noun = noun.to_ascii_lowercase();
    const NO_VOWEL: [&str; 10] = [
        "us", "unic", "unif", "unio", "uniq", "unis", "unit", "univ", "one", "eu",
    ];
    const SILENT: [&str; 3] = ["hono", "hour", "heir"];
    let begins = |starts: &[&str]| starts.iter().any(|start| sound_of_noun.starts_with(start));
    // `a unit` and `a used card`, but `an umbrella`.
    let is_vowel = sound_of_noun.starts_with(['a', 'e', 'i', 'o', 'u']) && !begins(&NO_VOWEL);
    let is_vowel = is_vowel || begins(&SILENT);
    let article = if is_vowel { "an" } else { "a" };
    format!("{article} {noun}")
}

/// A noun for one thing of its sort, with `a`, or `an`; one that has an article or owner keeps it.
pub(super) fn one_of(noun: &str) -> String {
    let is_told = ["the ", "a ", "an ", "that ", "this ", "your ", "its "]
        .iter()
        .any(|word| noun.starts_with(word));
    if is_told {
        noun.to_owned()
    } else {
        with_article(noun)
    }
}

/// A moment at which something else happens instead: `before a card is dealt` becomes `instead of a card being dealt`.
pub(super) fn instead(moment: &str) -> String {
    let Some(what) = moment.strip_prefix("before ") else {
        // `when you roll, before the dice are read`
        return match moment.split_once(", before ") {
            Some((when, what)) => format!("{when}, {}", instead(&format!("before {what}"))),
            None => moment.replacen("before", "instead of", 1),
        };
    };
    let doing = what.strip_prefix("you ").and_then(|deed| deed.split_once(' '));
    let being = match doing {
        _ if what.contains(" when ") => what.to_owned(),
        None if what.starts_with("you ") => present_participle(&what["you ".len()..]),
        Some((verb, rest)) if verb != "are" => format!("{} {rest}", present_participle(verb)),
        _ if is_clause(what) => what
            .replacen(" is ", " being ", 1)
            .replacen(" are ", " being ", 1),
        _ => somebody_doing(what),
    };
    format!("instead of {being}")
}

/// `a goat eats hay` becomes `a goat eating hay`. A noun, in which nobody does anything, stays.
fn somebody_doing(what: &str) -> String {
    let mut words: Vec<String> = what.split(' ').map(str::to_owned).collect();
    let begins = ["a", "an"].contains(&words.first().map_or("", String::as_str));
    let verb = words
        .iter_mut()
        .skip(2)
        .find_map(|word| Some((bare_verb(word)?, word)));
    if let (true, Some((bare, word))) = (begins, verb) {
        *word = present_participle(&bare);
    }
    words.join(" ")
}

/// `check` becomes `checking`, `move` `moving`, `spin` `spinning`.
fn present_participle(verb: &str) -> String {
    let is_vowel = |letter: char| "aeiou".contains(letter);
    let letters: Vec<char> = verb.chars().collect();
    let stem = match letters[..] {
        [.., 'i', 'e'] => return format!("{}ying", verb.trim_end_matches("ie")),
        [.., before, 'e'] if !is_vowel(before) => verb.trim_end_matches('e').to_owned(),
        [.., before, vowel, last]
            if !is_vowel(before)
                && is_vowel(vowel)
                && !is_vowel(last)
                && !"wxy".contains(last)
                && letters.iter().filter(|letter| is_vowel(**letter)).count() == 1 =>
        {
            format!("{verb}{last}")
        }
        _ => verb.to_owned(),
    };
    format!("{stem}ing")
}

/// Whether this is a clause and no noun: `a card is dealt`, `you attack`.
pub(super) fn is_clause(text: &str) -> bool {
    text.starts_with("you ") || [" is ", " are "].iter().any(|verb| text.contains(verb))
}

/// More than one of it, in English.
pub(super) fn plural(noun: &str) -> String {
    let noun = noun.strip_prefix("every ").unwrap_or(noun);
    let (first, rest) = match [
        " that ",
        " adjacent to ",
        " next to ",
        " beside ",
        " near ",
        " inside ",
        " with ",
        " whose ",
        " for which ",
        " on ",
        " of ",
        " at ",
        " within ",
    ]
    .iter()
    .filter_map(|word| noun.find(word))
    .min()
    {
        Some(at) => noun.split_at(at),
        None => (noun, ""),
    };
    let many = match first {
        _ if first.ends_with("die") => format!("{}dice", first.trim_end_matches("die")),
        _ if first.ends_with('s') || first.ends_with("dice") => first.to_owned(),
        _ if first.ends_with("ero") => format!("{first}es"),
        _ if first.ends_with('y') && !first.ends_with("ey") => format!("{}ies", first.trim_end_matches('y')),
        _ => format!("{first}s"),
    };
    format!("{many}{rest}")
}

/// The words for so many of a noun, where the number is itself computed.
pub(super) fn as_many(noun: &str, count: &str) -> String {
    let is_sum = [" plus ", " minus ", " times "]
        .iter()
        .any(|sign| count.contains(sign));
    match count.strip_prefix("the number of ").filter(|_| !is_sum) {
        Some(those) => {
            let those = those.strip_prefix("the ").unwrap_or(those);
            format!("as many {noun} as there are {those}")
        }
        None => format!("as many {noun} as {count}"),
    }
}

/// Sentences as one, each part behind a semicolon.
pub(super) fn one_sentence(text: &str) -> String {
    const BEGINNINGS: [&str; 3] = ["; If ", "; Then ", "; Otherwise "];
    let text = text.replace(". ", "; ");
    BEGINNINGS
        .iter()
        .fold(text, |text, word| text.replace(word, &word.to_lowercase()))
}

/// The singular of a noun; a word that is no plural stays.
pub(super) fn singular(noun: &str) -> String {
    const ALIKE: [&str; 6] = ["ss", "us", "is", "its", "as", "'"];
    match noun {
        _ if noun == "dice" || noun.ends_with(" dice") => format!("{}die", noun.trim_end_matches("dice")),
        _ if ALIKE.iter().any(|end| noun.ends_with(end)) => noun.to_owned(),
        _ if noun.ends_with("ies") && noun.len() > 4 => format!("{}y", noun.trim_end_matches("ies")),
        _ => noun.strip_suffix('s').unwrap_or(noun).to_owned(),
    }
}

/// Whether a noun is spoken of as several: `your hit points`, but not `the number of hits` or `the target's status`.
pub(super) fn is_many(noun: &str) -> bool {
    let last = noun.rsplit(' ').next().unwrap_or("");
    let is_plural = last.ends_with('s')
        && !["ss", "us", "is", "'s", "s'"]
            .iter()
            .any(|end| last.ends_with(end));
    is_plural && noun.contains(' ') && !noun.contains(" of ") && !noun.starts_with("the total")
}

/// Verbs and their opposites.
const VERBS: [(&str, &str); 16] = [
    (" applies ", " does not apply "),
    (" belongs ", " does not belong "),
    (" counts as ", " does not count as "),
    (" lies ", " does not lie "),
    (" overlaps ", " does not overlap "),
    (" sees ", " does not see "),
    (" stands ", " does not stand "),
    (" touches ", " does not touch "),
    (" was ", " was not "),
    (" is ", " is not "),
    (" are ", " are not "),
    (" has a ", " has no "),
    (" has an ", " has no "),
    (" can ", " cannot "),
    (" may ", " may not "),
    (" has ", " does not have "),
];

/// The opposite of a clause.
pub(super) fn opposite(clause: &str) -> String {
    if clause.is_empty() {
        return String::new();
    }
    let joined = clause.contains(" and ") || (clause.contains(" or ") && !is_choice_of_nouns(clause));
    if let (false, Some(not)) = (joined, it_does_not(clause)) {
        return not;
    }
    let first = VERBS
        .iter()
        .flat_map(|(verb, not)| clause.match_indices(verb).map(move |(at, _)| (at, verb, not)))
        .filter(|(at, verb, _)| {
            let tells_more = is_of_description(verb) && clause[..*at].contains(" that ");
            !tells_more && !describes(clause, *at)
        })
        .min_by_key(|(at, verb, _)| (*at, usize::MAX - verb.len()));
    match first {
        Some((at, verb, not)) if !joined => {
            let rest = &clause[at + verb.len()..];
            // `has moved` is `has not moved`.
            let is_past = *verb == " has " && rest.split(' ').next().is_some_and(|word| word.ends_with("ed"));
            let not = if is_past { " has not " } else { not };
            let twice = format!("{}{not}{rest}", &clause[..at]);
            twice.replacen(" is not not ", " is ", 1)
        }
        _ => format!("it is not so that {clause}"),
    }
}

/// Whether a verb behind `that` most likely tells more of somebody: `the goat that the ape sees is big`.
fn is_of_description(verb: &str) -> bool {
    !["is", "are", "has", "can", "may"].contains(&verb.split_whitespace().next().unwrap_or(""))
}

/// Whether `or` stands between nouns at the end alone: `it can eat hay or grass` is denied as a whole.
fn is_choice_of_nouns(clause: &str) -> bool {
    let verbs = VERBS
        .iter()
        .flat_map(|(verb, _)| clause.match_indices(verb).map(|(at, _)| at));
    let places: std::collections::BTreeSet<usize> = verbs.collect();
    let only = places.first().copied().filter(|_| places.len() == 1);
    only.is_some_and(|at| clause[at..].starts_with(" can ") && clause.find(" or ").is_some_and(|or| or > at))
}

/// Whether the verb at a place belongs to the description of somebody: `the goat whose turn it is`, `the goat that is dizzy`.
fn describes(clause: &str, verb: usize) -> bool {
    let before = format!("{} ", &clause[..verb]);
    // `the who` is a name.
    let is_of_one = !before.ends_with("the who ")
        && [" that ", " who ", " which "]
            .iter()
            .any(|word| before.ends_with(word));
    let is_first_of_whose = before.rfind(" whose ").is_some_and(|from| {
        let since = &before[from..];
        VERBS.iter().all(|(verb, _)| !since.contains(verb))
    });
    is_of_one || is_first_of_whose
}

/// `it belongs to you` becomes `it does not belong to you`; nothing, if what stands behind `it` is no such verb.
fn it_does_not(clause: &str) -> Option<String> {
    const OTHERS: [&str; 6] = ["is", "has", "was", "does", "always", "as"];
    let rest = clause.strip_prefix("it ")?;
    let verb = rest.split(' ').next().filter(|verb| !OTHERS.contains(verb))?;
    Some(format!("it does not {}{}", bare_verb(verb)?, &rest[verb.len()..]))
}

/// `eats` becomes `eat`; nothing, if that is no verb of somebody else.
fn bare_verb(verb: &str) -> Option<String> {
    let stem = verb
        .strip_suffix('s')
        .filter(|stem| !stem.ends_with(['s', 'u', '\'']))?;
    Some(match stem.strip_suffix('e') {
        Some(hiss) if ["ss", "ch", "sh", "x", "o"].iter().any(|end| hiss.ends_with(end)) => hiss.to_owned(),
        Some(many) if many.ends_with('i') => format!("{}y", many.trim_end_matches('i')),
        _ => stem.to_owned(),
    })
}

/// Clauses one after the other, in which what all of them are about is named once: `the ape is red and it is big`. People
/// keep their names.
pub(super) fn with_pronouns(clauses: Vec<String>) -> Vec<String> {
    let Some(about) = clauses
        .first()
        .and_then(|clause| about_whom(clause))
        .map(str::to_owned)
    else {
        return clauses;
    };
    // Where somebody else has been spoken of, only his name says who is meant; then `it` is clear again.
    let mut is_clear = false;
    let told = clauses.into_iter().enumerate().map(|(at, clause)| {
        let told = said_of_it(&clause, &about).or_else(|| done_to_it(&clause, &about));
        let was_clear = is_clear;
        is_clear = at == 0 || told.is_some() || (was_clear && clause.starts_with("you "));
        told.filter(|_| was_clear).unwrap_or(clause)
    });
    told.collect()
}

/// The clause that begins with somebody, or with what he has, with a pronoun in his place.
fn said_of_it(clause: &str, about: &str) -> Option<String> {
    let of_it = |rest: &str| {
        let (its, another) = (format!("{about}'s "), format!("{about} that "));
        match rest.contains(&another) {
            true => rest.to_owned(),
            false => rest.replace(&its, "its ").replace(about, "it"),
        }
    };
    // `the size of the ape that moves`
    if let Some((what, rest)) = clause.strip_prefix("the ").and_then(|of| of.split_once(" of "))
        && let Some(rest) = rest.strip_prefix(about).filter(|rest| rest.starts_with(' '))
        && !what.contains(' ')
    {
        return Some(format!("its {what}{}", of_it(rest)));
    }
    let rest = clause.strip_prefix(about)?;
    // `the ape that ...` is another one than `the ape`.
    if rest.starts_with(" that ") || rest.starts_with(" of ") || rest.starts_with(" whose ") {
        return None;
    }
    if let Some(rest) = rest.strip_prefix(' ') {
        return Some(format!("it {}", of_it(rest)));
    }
    let rest = rest.strip_prefix("'s ").or_else(|| rest.strip_prefix("' "))?;
    Some(format!("its {}", of_it(rest)))
}

/// The clause with `it` for its object, if you do it to somebody already spoken of and nobody else is named.
fn done_to_it(clause: &str, about: &str) -> Option<String> {
    let rest = clause.strip_prefix("you ")?;
    let others = rest.replacen(about, "", 1);
    let is_alone = !["the ", "that ", "this ", " it", "your "]
        .iter()
        .any(|word| others.contains(word));
    let (before, after) = rest.split_once(about)?;
    (is_alone && after.is_empty()).then(|| format!("you {before}it"))
}

/// The subject of a clause, if the clause begins with a person or something of his.
fn about_whom(clause: &str) -> Option<&str> {
    if let Some(other) = clause
        .strip_prefix("you are not the ")
        .filter(|other| !other.contains(" of "))
    {
        let at = clause.len() - other.len() - "the ".len();
        return Some(&clause[at..]);
    }
    const PEOPLE: [&str; 6] = ["player", "owner", "controller", "opponent", "who", "side"];
    let is_named = ["the ", "that "].iter().any(|word| clause.starts_with(word));
    let verbs = VERBS.iter().flat_map(|(verb, not)| [*verb, *not]);
    let verbs = verbs.chain([" would ", " must ", " had "]);
    let end = verbs
        .flat_map(|verb| clause.match_indices(verb).map(|(at, _)| at))
        .filter(|at| !describes(clause, *at))
        .min()?;
    let subject = &clause[..end];
    let subject = ["'s ", "s' "]
        .iter()
        .filter_map(|of| subject.find(of))
        .min()
        .map_or(subject, |at| {
            let is_of_many = subject[at..].starts_with("s'");
            &subject[..at + usize::from(is_of_many)]
        });
    let is_simple = ![" and ", " or ", " of ", " whose ", " to ", " in ", " on ", ","]
        .iter()
        .any(|word| subject.contains(word));
    let last = subject.rsplit(' ').next().unwrap_or("");
    (is_named && is_simple && !PEOPLE.contains(&last)).then_some(subject)
}

/// Words that say of what sort the things are that they are said of: they need a noun.
pub(super) fn is_adjective(word: &str) -> bool {
    const PLAIN: [&str; 8] = ["ready", "free", "open", "fit", "due", "worthy", "near", "alive"];
    PLAIN.contains(&word) || ["able", "ible"].iter().any(|end| word.ends_with(end))
}

/// Whether the last word of a name says how its arguments follow: `range-between`, `spaces-at`.
pub(super) fn leads_on(words: &str) -> bool {
    const LINKS: [&str; 13] = [
        "between", "from", "to", "with", "at", "on", "near", "against", "within", "beside", "behind",
        "around", "for",
    ];
    words.rsplit(' ').next().is_some_and(|last| LINKS.contains(&last))
}

#[cfg(test)]
mod tests {
    use super::{headline, instead, listed, opposite, polished, with_article, with_pronouns};

    #[test]
    fn articles_go_by_the_sound() {
        let told = [
            "elf",
            "unit",
            "uninjured ape",
            "used card",
            "hourglass",
            "one-eyed ape",
        ]
        .map(with_article);
        let right = [
            "an elf",
            "a unit",
            "an uninjured ape",
            "a used card",
            "an hourglass",
            "a one-eyed ape",
        ];
        assert_eq!(told, right);
    }

    #[test]
    fn what_does_not_happen_is_a_noun() {
        for (moment, told) in [
            ("before you check for apples", "instead of checking for apples"),
            ("before you move a goat", "instead of moving a goat"),
            ("before you spin it", "instead of spinning it"),
            ("before you move", "instead of moving"),
            (
                "when you roll, before a die is read",
                "when you roll, instead of a die being read",
            ),
            ("before you deal it a card", "instead of dealing it a card"),
            ("before you see it", "instead of seeing it"),
            ("before a card is dealt", "instead of a card being dealt"),
            ("before the roll step", "instead of the roll step"),
            ("before a big goat eats hay", "instead of a big goat eating hay"),
        ] {
            assert_eq!(instead(moment), told);
        }
    }

    #[test]
    fn paragraphs_are_sentences() {
        assert_eq!(
            polished("if you is ready, rest. then go"),
            "If you are ready, rest. Then go."
        );
        assert_eq!(
            polished("if the gap to you is 3, you has won"),
            "If the gap to you is 3, you have won."
        );
        assert_eq!(
            polished("if it is an enemy of you, leave the spaces of you"),
            "If it is your enemy, leave your spaces."
        );
        assert_eq!(
            polished("if the gap between it and you is 3, rest"),
            "If the gap between it and you is 3, rest."
        );
        assert_eq!(
            polished("when you touches a goat, put it where you stands"),
            "When you touch a goat, put it where you stand."
        );
    }

    #[test]
    fn whom_several_clauses_are_about_is_named_once() {
        let told = |clauses: &[&str]| {
            let clauses = clauses.iter().map(|clause| (*clause).to_owned());
            with_pronouns(clauses.collect()).join(" and ")
        };
        assert_eq!(
            told(&[
                "the ape that moves is red",
                "the ape that moves' size is 2",
                "the ape that moves cannot rest"
            ]),
            "the ape that moves is red and its size is 2 and it cannot rest"
        );
        assert_eq!(
            told(&["the ape is red", "you are next to the ape", "the ape rests"]),
            "the ape is red and you are next to it and it rests"
        );
        assert_eq!(
            told(&["the ape is red", "the goat is next to the ape", "the ape rests"]),
            "the ape is red and the goat is next to the ape and the ape rests"
        );
        assert_eq!(
            told(&["that player is first", "that player has a card"]),
            "that player is first and that player has a card"
        );
    }

    #[test]
    fn ids_are_names() {
        assert_eq!(headline("light-of-the-north"), "Light of the North");
        assert_eq!(headline("set/big-stick"), "Big Stick");
    }

    #[test]
    fn lists_have_one_and() {
        assert_eq!(
            listed(&["a".to_owned(), "b".to_owned(), "c".to_owned()]),
            "a, b and c"
        );
    }

    #[test]
    fn opposites_turn_the_first_verb() {
        assert_eq!(opposite("you can rest"), "you cannot rest");
        assert_eq!(opposite("the target is dizzy"), "the target is not dizzy");
        assert_eq!(opposite("it has an apple token"), "it has no apple token");
        assert_eq!(opposite("a is b or c is d"), "it is not so that a is b or c is d");
        assert_eq!(
            opposite("the ape can eat hay or grass"),
            "the ape cannot eat hay or grass"
        );
        assert_eq!(opposite("it belongs to you"), "it does not belong to you");
        assert_eq!(opposite("it misses"), "it does not miss");
        assert_eq!(opposite("it carries a bell"), "it does not carry a bell");
        assert_eq!(opposite("it moves"), "it does not move");
        assert_eq!(opposite("the ape counts as red"), "the ape does not count as red");
        assert_eq!(opposite("the ape has moved"), "the ape has not moved");
        assert_eq!(
            opposite("the goat whose turn it is can rest"),
            "the goat whose turn it is cannot rest"
        );
        assert_eq!(
            opposite("the goat that the ape sees is big"),
            "the goat that the ape sees is not big"
        );
        assert_eq!(
            opposite("it is the goat whose turn it is"),
            "it is not the goat whose turn it is"
        );
        assert_eq!(
            opposite("the goat that is dizzy has a bell"),
            "the goat that is dizzy has no bell"
        );
    }
}
