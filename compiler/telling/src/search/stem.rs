//! English words without their endings: the algorithm of M. F. Porter (1980), so that `attacks`, `attacked` and `attacking` are one.

/// A word in small letters without its endings. What is not made of the letters a to z stays.
pub(super) fn stem(word: &str) -> String {
    let mut word = word.to_ascii_lowercase();
    if word.len() <= 2 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word;
    }
    plural(&mut word);
    past(&mut word);
    if ends(&word, "y") && has_vowel(&word[..word.len() - 1]) {
        swap(&mut word, "y", "i");
    }
    longest(&mut word, &SECOND, 0);
    longest(&mut word, &THIRD, 0);
    fourth(&mut word);
    last(&mut word);
    word
}

const SECOND: [(&str, &str); 20] = [
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("abli", "able"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
];

const THIRD: [(&str, &str); 7] = [
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
];

const FOURTH: [&str; 18] = [
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ou", "ism", "ate",
    "iti", "ous", "ive", "ize",
];

fn ends(word: &str, end: &str) -> bool {
    word.ends_with(end)
}

fn swap(word: &mut String, end: &str, put: &str) {
    word.truncate(word.len() - end.len());
    word.push_str(put);
}

/// Whether the letter at a place is a vowel; `y` is one behind a consonant.
fn is_vowel(word: &[u8], at: usize) -> bool {
    match word[at] {
        b'a' | b'e' | b'i' | b'o' | b'u' => true,
        b'y' => at > 0 && !is_vowel(word, at - 1),
        _ => false,
    }
}

fn has_vowel(word: &str) -> bool {
    (0..word.len()).any(|at| is_vowel(word.as_bytes(), at))
}

/// How often consonants follow vowels: the length of a word in syllables, or nearly.
fn measure(word: &str) -> usize {
    let word = word.as_bytes();
    let turns = (1..word.len()).filter(|&at| is_vowel(word, at - 1) && !is_vowel(word, at));
    turns.count()
}

/// Whether a word ends in consonant, vowel, consonant, the last one not `w`, `x` or `y`.
fn is_short(word: &str) -> bool {
    let bytes = word.as_bytes();
    let Some(last) = bytes.len().checked_sub(1).filter(|&last| last >= 2) else {
        return false;
    };
    let closes = !is_vowel(bytes, last) && !matches!(bytes[last], b'w' | b'x' | b'y');
    closes && is_vowel(bytes, last - 1) && !is_vowel(bytes, last - 2)
}

fn plural(word: &mut String) {
    if ends(word, "sses") {
        swap(word, "sses", "ss");
    } else if ends(word, "ies") {
        swap(word, "ies", "i");
    } else if ends(word, "s") && !ends(word, "ss") {
        swap(word, "s", "");
    }
}

fn past(word: &mut String) {
    if ends(word, "eed") {
        if measure(&word[..word.len() - 3]) > 0 {
            swap(word, "eed", "ee");
        }
        return;
    }
    let end = ["ed", "ing"]
        .into_iter()
        .find(|end| ends(word, end) && has_vowel(&word[..word.len() - end.len()]));
    let Some(end) = end else { return };
    swap(word, end, "");
    let bytes = word.as_bytes();
    let is_double = bytes.len() > 1
        && bytes[bytes.len() - 1] == bytes[bytes.len() - 2]
        && !is_vowel(bytes, bytes.len() - 1);
    if ["at", "bl", "iz"].iter().any(|end| ends(word, end)) {
        word.push('e');
    } else if is_double && !ends(word, "l") && !ends(word, "s") && !ends(word, "z") {
        word.pop();
    } else if measure(word) == 1 && is_short(word) {
        word.push('e');
    }
}

/// Replaces the ending of a list that a word has, if what is before it is long enough.
fn longest(word: &mut String, endings: &[(&str, &str)], least: usize) {
    let found = endings
        .iter()
        .filter(|(end, _)| ends(word, end))
        .max_by_key(|(end, _)| end.len());
    if let Some((end, put)) = found
        && measure(&word[..word.len() - end.len()]) > least
    {
        swap(word, end, put);
    }
}

fn fourth(word: &mut String) {
    let found = FOURTH
        .iter()
        .filter(|end| ends(word, end))
        .max_by_key(|end| end.len());
    if let Some(end) = found {
        if measure(&word[..word.len() - end.len()]) > 1 {
            swap(word, end, "");
        }
    } else if ends(word, "ion") {
        let before = &word[..word.len() - 3];
        if measure(before) > 1 && (ends(before, "s") || ends(before, "t")) {
            swap(word, "ion", "");
        }
    }
}

fn last(word: &mut String) {
    if ends(word, "e") {
        let before = &word[..word.len() - 1];
        let length = measure(before);
        if length > 1 || (length == 1 && !is_short(before)) {
            word.pop();
        }
    }
    if ends(word, "ll") && measure(word) > 1 {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn words_lose_their_endings_as_porter_says() {
        let words = [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("cats", "cat"),
            ("feed", "feed"),
            ("agreed", "agre"),
            ("plastered", "plaster"),
            ("motoring", "motor"),
            ("sing", "sing"),
            ("conflated", "conflat"),
            ("hopping", "hop"),
            ("falling", "fall"),
            ("filing", "file"),
            ("happy", "happi"),
            ("sky", "sky"),
            ("relational", "relat"),
            ("vietnamization", "vietnam"),
            ("triplicate", "triplic"),
            ("hopefulness", "hope"),
            ("adjustment", "adjust"),
            ("adoption", "adopt"),
            ("probate", "probat"),
            ("rate", "rate"),
            ("controlling", "control"),
        ];
        for (word, short) in words {
            assert_eq!(stem(word), short, "{word}");
        }
    }

    #[test]
    fn the_words_of_cards_come_together() {
        for all in [
            ["attack", "attacks", "attacked", "attacking"],
            ["destroy", "destroys", "destroyed", "destroying"],
            ["move", "moves", "moved", "moving"],
        ] {
            let stems: Vec<String> = all.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{stems:?}");
        }
    }

    #[test]
    fn what_is_no_english_word_stays() {
        assert_eq!(stem("20"), "20");
        assert_eq!(stem("it"), "it");
        assert_eq!(stem("Élan"), "Élan");
    }
}
