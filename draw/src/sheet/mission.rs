//! The page of a mission: what is played, who plays, with what, how it ends, and its own rules in words.

use super::flow::{self, Block};
use super::{Paper, sheet};
use crate::card::Press;
use crate::scene::Scene;
use cardwright_bytecode::pack::{EntityId, KindClass};
use std::collections::BTreeMap;

/// The sizes of titles and texts.
const TITLE: f64 = 40.0;
const TEXT: f64 = 32.0;
/// A bound that no count of a game reaches.
const UNREACHED: u64 = 10_000;

/// The pages of a mission; `rules` are its own rules, one paragraph each.
///
/// # Errors
/// If a text has no room.
pub(super) fn pages(
    press: &Press<'_>,
    paper: Paper,
    title: &str,
    rules: &[String],
) -> Result<Vec<Scene>, String> {
    let mut texts: Vec<(f64, bool, String)> = vec![(TEXT, false, press.title().to_owned())];
    let mut part = |name: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            texts.push((TITLE, true, name.to_owned()));
            texts.extend(lines.into_iter().map(|line| (TEXT, false, line)));
        }
    };
    part("Table", table(press));
    part("Forces", forces(press));
    part("How it ends", outcomes(press));
    let special = rules.iter().filter(|rule| !is_no_limit(rule));
    part("Special rules", special.cloned().collect());
    let blocks: Vec<Block> = flow::paragraphs(paper, &texts);
    let pages = flow::pages_of_text(paper, title, &blocks, press.icons())?;
    Ok(match pages.is_empty() {
        true => vec![sheet(
            (paper.width, paper.height),
            title.to_owned(),
            Vec::new(),
            press.icons(),
        )],
        false => pages,
    })
}

/// Whether a rule only sets a number that nobody counts: nothing, or more than any game reaches.
fn is_no_limit(rule: &str) -> bool {
    let sentence = rule.trim_end_matches('.');
    let number = sentence
        .rsplit_once(" is ")
        .map(|(_, number)| number.parse::<u64>());
    let is_uncounted = matches!(number, Some(Ok(number)) if number == 0 || number >= UNREACHED);
    is_uncounted && !sentence.contains(['.', ',', ':'])
}

/// How large the table is, or how many spaces the board has.
fn table(press: &Press<'_>) -> Vec<String> {
    let setup = &press.pack().setup;
    if setup.board.spaces.is_empty() {
        let (width, length) = (
            f64::from(setup.table.width) / 1000.0,
            f64::from(setup.table.length) / 1000.0,
        );
        return vec![format!("{width} by {length} inches.")];
    }
    let board = &setup.board;
    vec![format!(
        "{} columns and {} rows, {} spaces.",
        board.columns,
        board.rows,
        board.spaces.len()
    )]
}

/// Each player with his pieces, and the cards that these have.
fn forces(press: &Press<'_>) -> Vec<String> {
    let pack = press.pack();
    let entities = &pack.setup.entities;
    let class = |at: usize| {
        entities
            .get(at)
            .and_then(|entity| pack.kinds.get(usize::from(entity.kind)))
            .map(|kind| kind.class)
    };
    let mut lines = Vec::new();
    let players = (0..entities.len()).filter(|&at| class(at) == Some(KindClass::Player));
    let owners: Vec<(EntityId, String)> = players
        .map(|at| (EntityId::try_from(at + 1).unwrap_or(0), entities[at].name.clone()))
        .chain([(0, "On the table".to_owned())])
        .collect();
    for (owner, name) in owners {
        let mut things: BTreeMap<String, usize> = BTreeMap::new();
        let own = entities
            .iter()
            .enumerate()
            .filter(|(_, entity)| entity.owner == owner && !entity.later);
        let own = own.filter(|(at, _)| class(*at) == Some(KindClass::Piece));
        for (at, entity) in own {
            let number = EntityId::try_from(at + 1).unwrap_or(0);
            let held = entities.iter().filter(|card| card.holder == number && number > 0);
            let held: Vec<&str> = held.map(|card| card.name.as_str()).collect();
            let text = match held.is_empty() {
                true => entity.name.clone(),
                false => format!("{} ({})", entity.name, held.join(", ")),
            };
            *things.entry(text).or_default() += 1;
        }
        if !things.is_empty() {
            let things: Vec<String> = things
                .into_iter()
                .map(|(text, count)| {
                    if count > 1 {
                        format!("{count} × {text}")
                    } else {
                        text
                    }
                })
                .collect();
            lines.push(format!("{name}: {}.", things.join("; ")));
        }
    }
    lines
}

/// The outcomes that the pack knows.
fn outcomes(press: &Press<'_>) -> Vec<String> {
    let outcomes = press.pack().outcomes.iter();
    outcomes
        .map(|outcome| format!("{}.", outcome.title.trim_end_matches('.')))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_nobody_counts_are_no_special_rules() {
        for rule in ["The side's target points is 100000.", "The side's area pay is 0."] {
            assert!(is_no_limit(rule), "{rule}");
        }
        for rule in [
            "The side's target points is 300.",
            "Nobody can react.",
            "If there is a flag, the side's pay is 0.",
        ] {
            assert!(!is_no_limit(rule), "{rule}");
        }
    }
}
