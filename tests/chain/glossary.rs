//! `docs/glossary.md` says in its last column where the code has a word: the file is there, and so is the name.

use crate::workshop::root;

/// The least number of words that the glossary explains.
const LEAST_WORDS: usize = 50;

#[test]
fn every_word_of_the_glossary_is_where_it_says() {
    let page = std::fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary is there");
    let rows: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
        .collect();
    let mut missing = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for row in &rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [word, _, place] = cells[..] else {
            missing.push(format!("a row has not three cells: {row}"));
            continue;
        };
        words.push(word);
        let mut named = place.split('`').filter(|part| !part.trim().is_empty());
        let (file, name) = (named.next().unwrap_or(""), named.next().unwrap_or(""));
        let text = std::fs::read_to_string(root().join(file)).unwrap_or_default();
        let is_edge =
            |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
        let is_there = text.match_indices(name).any(|(at, _)| {
            is_edge(text[..at].chars().next_back()) && is_edge(text[at + name.len()..].chars().next())
        });
        if name.is_empty() || !is_there {
            missing.push(format!("{word}: `{name}` is not in {file}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(words.len() >= LEAST_WORDS, "only {} words", words.len());
    assert!(words.is_sorted(), "the words are in the order of the alphabet");
}

#[test]
fn the_language_page_lists_the_words_that_cannot_be_names() {
    let page = std::fs::read_to_string(root().join("docs/language.md")).expect("the page is there");
    let list = page.split("These words of the language cannot be names").nth(1);
    let list = list.and_then(|rest| rest.split("All other words can").next());
    let words = list.expect("the list is there").split('`').skip(1).step_by(2);
    assert_eq!(words.collect::<Vec<_>>(), cardwright_dsl::reserved());
}
