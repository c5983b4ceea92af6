//! Rules of a ledger that a text names.

use cardwright_documents::project::Simulate;
use std::collections::BTreeMap;

/// The rules that a text names, each once, in their order. `HS-ATK-001 to HS-ATK-004` names those between, too.
pub(super) fn named(text: &str, ledger: &BTreeMap<String, Simulate>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    for (at, word) in words.iter().enumerate() {
        if !ledger.contains_key(*word) {
            continue;
        }
        if at >= 2
            && words[at - 1] == "to"
            && let Some(chapter) = word.rfind('-').map(|end| &word[..=end])
            && words[at - 2].starts_with(chapter)
        {
            let between = ledger.range(words[at - 2].to_owned()..=(*word).to_owned());
            found.extend(between.map(|(id, _)| id.clone()));
        }
        found.push((*word).to_owned());
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|rule| seen.insert(rule.clone()));
    found
}
