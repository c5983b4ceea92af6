//! A table, with the answers of a game on it, as a case that somebody can keep.

use super::play::{Start, Table};
use super::stage::{Form, Stage};
use crate::written::{entry, quoted, takes};
use cardwright_compiler::Project;
use cardwright_compiler::document::{At, Entries, LooseCardDoc, PieceDoc, PlayerDoc};
use cardwright_core::Answer;

/// What a case says besides its table.
pub(super) struct Head<'a> {
    /// Lines of comment at the beginning.
    pub(super) comment: &'a str,
    /// The claim.
    pub(super) title: &'a str,
    /// The procedure of the whole game.
    pub(super) main: &'a str,
    pub(super) system: &'a str,
    pub(super) start: Start,
}

/// The text of a case in which this game is played again.
///
/// # Errors
/// If an answer has no label that tells it apart.
pub(super) fn written(
    project: &Project,
    (stage, table): (&Stage, &Table),
    head: &Head<'_>,
    answers: &[Answer],
) -> Result<String, String> {
    let mut text = String::new();
    for line in head.comment.lines() {
        text.push_str(&format!("# {line}\n"));
    }
    text.push_str(&format!(
        "case: {}\nsystem: {}\n",
        quoted(head.title),
        head.system
    ));
    text.push_str(&things(project, stage, head.main));
    if let Form::Case(case) = &stage.form
        && head.start.follows
    {
        text.push_str(&list(
            "dice",
            case.doc.dice.iter().map(|face| quoted(&face.value)),
        ));
    }
    text.push_str(&format!("seed: {}\n", head.start.seed));
    let decisions = decisions(table, head.start, answers)?;
    if decisions.is_empty() {
        // Nothing is asked before it fails: what is true at the start has to be expected instead.
        let mut owned = stage
            .pieces
            .iter()
            .filter_map(|piece| Some((&piece.id.value, piece.owner.as_ref()?)));
        if let Some((piece, owner)) = owned.next() {
            text.push_str(&format!("expect:\n  - owner of {piece} is {}\n", owner.value));
        }
    } else {
        text.push_str(&format!("decisions:\n{decisions}"));
    }
    text.push_str("afterwards: stop\n");
    Ok(text)
}

/// The answers, each with its question.
fn decisions(table: &Table, start: Start, answers: &[Answer]) -> Result<String, String> {
    let mut game = table.game(start);
    let mut text = String::new();
    for (number, answer) in answers.iter().enumerate() {
        game.advance();
        let Some(decision) = game.decision().cloned() else {
            return Err("the game is over before its last answer".to_owned());
        };
        let takes = takes(&game, &decision, answer).ok_or_else(|| {
            format!(
                "the answer to decision {} cannot be written: another option has the \
             same label",
                number + 1
            )
        })?;
        let by = game.id_of(decision.by);
        text.push_str(&entry(&by, &decision.prompt, &takes, number + 1 == answers.len()));
        game.decide(answer).map_err(|error| error.to_string())?;
    }
    Ok(text)
}

/// The sections that say what stands on the table, and what runs.
fn things(project: &Project, stage: &Stage, main: &str) -> String {
    let (file, scenario, when) = match &stage.form {
        Form::Scenario(scenario) => (
            scenario.file,
            Some(&scenario.doc.scenario.value),
            format!("when: run {main}()\n"),
        ),
        Form::Case(case) => (
            case.file,
            case.doc.scenario.as_ref().map(|id| &id.value),
            String::new(),
        ),
    };
    let own = &project.sources.get(file).text;
    let mut text = scenario.map_or_else(String::new, |id| format!("scenario: {id}\n"));
    text.push_str(&format!("sets: [{}]\n", named(&stage.sets).join(", ")));
    text.push_str(&board(project, stage, own));
    if matches!(stage.form, Form::Case(_)) {
        text.push_str(&section(own, "tables"));
    }
    text.push_str(&list("players", stage.players.iter().map(PlayerDoc::in_line)));
    text.push_str(&list("pieces", stage.pieces.iter().map(PieceDoc::in_line)));
    text.push_str(&decks(&stage.decks));
    text.push_str(&list("cards", stage.cards.iter().map(LooseCardDoc::in_line)));
    if matches!(stage.form, Form::Case(_)) {
        for key in ["rules", "given", "when"] {
            text.push_str(&section(own, key));
        }
    }
    text.push_str(&when);
    text
}

/// The board: where a case has it from a scenario, as that scenario says it.
fn board(project: &Project, stage: &Stage, own: &str) -> String {
    let (table, map) = match &stage.form {
        Form::Scenario(scenario) => (&scenario.doc.table, &scenario.doc.map),
        Form::Case(case) => (&case.doc.table, &case.doc.map),
    };
    if let Some(table) = table {
        return format!("table: {}\n", table.in_line());
    }
    if let Some(map) = map {
        return format!("map: {}\n", map.value);
    }
    let here = section(own, "board");
    let Form::Case(case) = &stage.form else {
        return here;
    };
    let begun = case.doc.scenario.as_ref().filter(|_| here.is_empty());
    let begun = begun.and_then(|id| {
        let mut scenarios = project.scenarios.iter();
        scenarios
            .find(|one| one.doc.scenario.value == id.value && one.doc.system.value == case.doc.system.value)
    });
    begun.map_or(here, |scenario| {
        section(&project.sources.get(scenario.file).text, "board")
    })
}

fn named(all: &[At<String>]) -> Vec<&str> {
    all.iter().map(|one| one.value.as_str()).collect()
}

fn list(name: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines.map(|line| format!("  - {line}\n")).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("{name}:\n{lines}"),
    }
}

fn decks(decks: &Entries<Entries<At<u32>>>) -> String {
    let deck = |(name, cards): &(At<String>, Entries<At<u32>>)| {
        let cards = cards.0.iter();
        let cards: Vec<String> = cards
            .map(|(card, count)| format!("{}: {}", card.value, count.value))
            .collect();
        format!("  {}: {{ {} }}\n", name.value, cards.join(", "))
    };
    let lines: String = decks.0.iter().map(deck).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("decks:\n{lines}"),
    }
}

/// A section of a document as it is written there, without the comments behind it; nothing, if there is none.
pub(super) fn section(text: &str, key: &str) -> String {
    let head = format!("{key}:");
    let is_part = |line: &&str| line.trim().is_empty() || line.starts_with([' ', '-']);
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&head));
    let Some(first) = lines.next() else {
        return String::new();
    };
    let part: Vec<&str> = std::iter::once(first).chain(lines.take_while(is_part)).collect();
    let end = part
        .iter()
        .rposition(|line| !line.trim().is_empty())
        .map_or(0, |last| last + 1);
    part[..end].iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::section;

    #[test]
    fn a_section_ends_before_the_next_key() {
        let text = "case: x\ngiven: |\n  a\n\n  b\n\n# about the rest\nwhen: |\n  c\n";
        assert_eq!(section(text, "given"), "given: |\n  a\n\n  b\n");
        assert_eq!(section(text, "when"), "when: |\n  c\n");
        assert_eq!(section(text, "rules"), "");
    }
}
