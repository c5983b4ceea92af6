//! Cases that go on: behind what a case runs come rounds of the game, so that all cards that lie there can act.

use super::cards;
use super::table::chosen;
use super::text::section;
use cardwright_bytecode::pack::{Pack, ProcedureDef};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Program, Project};
use std::collections::BTreeMap;

/// How many rounds are played behind a case.
const ROUNDS: usize = 2;

/// Puts rounds behind the cases that are used as tables for the cards of some sets, if the system has a round that can be run.
pub(super) fn play_on(
    project: &mut Project,
    (system, sets): (&str, &[String]),
    (pack, program): (&Pack, &Program),
) {
    let round = pack.round.and_then(|round| pack.procedures.find(round));
    let is_plain = |round: &&ProcedureDef| {
        let function = program.function(round.function);
        function.is_some_and(|function| function.params == 0)
    };
    let Some(round) = round.filter(is_plain) else {
        return;
    };
    let texts = texts(project, system, sets, &round.name);
    project.update_all(texts.into_iter().map(|(name, text)| (name, Some(text))));
}

/// The texts of these cases, by the names of their files.
fn texts(project: &Project, system: &str, sets: &[String], round: &str) -> BTreeMap<String, String> {
    let cards = cards(project, system, sets);
    let chosen = chosen(project, system, &cards).into_values().flatten();
    let texts = chosen.filter_map(|case| {
        let file = project.sources.get(case.file);
        Some((file.name.clone(), text(&file.text, case, round)?))
    });
    texts.collect()
}

/// The text of a case with rounds behind what it runs.
fn text(text: &str, case: &Loaded<CaseDoc>, round: &str) -> Option<String> {
    let before = section(text, "when");
    let at = text.find(&before).filter(|_| !before.is_empty())?;
    let lines = case
        .doc
        .when
        .value
        .trim_end()
        .lines()
        .map(|line| format!("  {line}\n"));
    let rounds = (0..ROUNDS).map(|_| format!("  run {round}()\n"));
    let after: String = std::iter::once("when: |\n".to_owned())
        .chain(lines)
        .chain(rounds)
        .collect();
    Some(format!("{}{after}{}", &text[..at], &text[at + before.len()..]))
}
