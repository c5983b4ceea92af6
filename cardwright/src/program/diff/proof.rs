//! Changed cards whose change no case and no game notices.

use super::cases::Tried;
use super::facts::Touched;
use super::games::Games;
use super::levels::{Change, UNPROVEN};
use super::sides::Pair;
use crate::program::counts::counted;
use std::collections::BTreeMap;

/// The cards that are changed, and that play as before wherever they were compared.
pub(super) fn missing(
    pair: &Pair<'_>,
    touched: &BTreeMap<String, Touched>,
    tried: &Tried,
    played: &Games,
) -> Vec<Change> {
    let is_noticed = |id: &String| tried.noticed.contains(id) || played.noticed.contains(id);
    let silent = touched
        .iter()
        .filter(|(id, card)| card.is_there && card.needs_proof && !is_noticed(id));
    let told = silent.map(|(id, card)| {
        let count = |of: &BTreeMap<String, usize>| of.get(id).copied().unwrap_or(0);
        let text = match (count(&tried.having), count(&played.having)) {
            (0, 0) => "no case and no game has it".to_owned(),
            (1, 0) => "1 case has it, and comes to the same".to_owned(),
            (0, 1) => "1 game has it, and comes to the same".to_owned(),
            (cases, games) => format!("{} have it, and all come to the same", in_words(cases, games)),
        };
        let change = Change::new(UNPROVEN, pair.id(), card.about.as_str());
        change.titled(&card.title).saying(text).in_file(Some(&card.file))
    });
    told.collect()
}

fn in_words(cases: usize, games: usize) -> String {
    match (cases, games) {
        (cases, 0) => counted(cases, "case"),
        (0, games) => counted(games, "game"),
        (cases, games) => format!("{} and {}", counted(cases, "case"), counted(games, "game")),
    }
}
