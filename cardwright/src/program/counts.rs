//! Counts with their nouns, in the words of people: `1 case`, `2 cases`, `2 abilities`.
//!
//! Not here: the plurals of nouns that content declares (`cardwright_compiler::wording`).

/// A count with its noun, of which the plural is regular.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let many = match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    };
    format!("{count} {}", if count == 1 { noun } else { &many })
}

/// A count with its noun or words that differ otherwise: `1 case holds`, `2 cases hold`.
pub(crate) fn one_or_many(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::{counted, one_or_many};

    #[test]
    fn one_thing_has_another_noun_than_none_or_several() {
        let told = [0, 1, 2].map(|count| counted(count, "card"));
        assert_eq!(told, ["0 cards", "1 card", "2 cards"]);
        assert_eq!(counted(2, "executed ability"), "2 executed abilities");
        assert_eq!(counted(2, "day"), "2 days");
        assert_eq!(one_or_many(1, "is", "are"), "1 is");
    }
}
