//! Fills a case in: writes the dice that are rolled and the answers that are missing into its text.

use crate::written::{quoted, takes};
use crate::{Run, SEED};
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::document::{At, CaseDoc};
use cardwright_core::{Content, Event, Game, Status};

/// The result of filling a case in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The new text; nothing if the case lacks nothing.
    pub text: Option<String>,
    /// How many faces and numbers were added.
    pub dice: usize,
    /// How many answers were added.
    pub answers: usize,
}

/// The things that a run of a case lacked.
#[derive(Default)]
struct Lacking {
    dice: Vec<String>,
    answers: Vec<String>,
}

/// The text of a case with the dice and answers that it lacks: what chance gives with its seed, and the default of each question.
///
/// # Errors
/// If the game does not come to an end, or an answer has no label that tells it apart.
pub fn filled(pack: VerifiedPack, case: &CaseDoc, text: &str) -> Result<Filled, String> {
    let lacking = lacking(pack, case)?;
    let (dice, answers) = (lacking.dice.len(), lacking.answers.len());
    let returns = text.contains("\r\n");
    let mut new = text.to_owned();
    // The list that stands further behind comes first, so that the places of the other one hold.
    let mut lists = [
        ("dice", ends(&case.dice), lacking.dice),
        ("decisions", ends(&case.decisions), lacking.answers),
    ];
    lists.sort_by_key(|(_, ends, _)| std::cmp::Reverse(ends.map(|(start, _)| start)));
    for (key, ends, more) in lists {
        if !more.is_empty() {
            new = added(&new, key, ends, &more)?;
        }
    }
    if returns {
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    Ok(Filled {
        text: (dice + answers > 0).then_some(new),
        dice,
        answers,
    })
}

/// The first byte of the last entry of a list, and the first byte behind it.
fn ends<T>(list: &[At<T>]) -> Option<(usize, usize)> {
    list.last().map(|last| (last.start, last.end))
}

/// Plays a case with chance and defaults where it says nothing.
fn lacking(pack: VerifiedPack, case: &CaseDoc) -> Result<Lacking, String> {
    let content = Content::new(pack);
    let mut run = Run::of(Game::new(&content, case.seed.unwrap_or(SEED)), case);
    run.force_dice();
    let mut lacking = Lacking::default();
    for _ in 0..crate::MOST_DECISIONS {
        if let Status::Over(_) = run.game.advance() {
            break;
        }
        if run.ends_here() {
            break;
        }
        let Some(decision) = run.game.decision().cloned() else {
            break;
        };
        let is_missing = run.answered == case.decisions.len();
        let answer = run.answer(&decision);
        if is_missing && case.afterwards.is_none() {
            let label = takes(&run.game, &decision, &answer).ok_or_else(|| {
                format!(
                    "the default of `{}` cannot be written: another option has the same \
                 label",
                    decision.prompt
                )
            })?;
            lacking.answers.push(label);
        }
        run.game.decide(&answer).map_err(|error| error.to_string())?;
    }
    if run.game.outcome().is_none() && !run.ends_here() {
        return Err("the case does not end".to_owned());
    }
    if case.seed.is_none() {
        lacking.dice = chance(&run.game, case);
    }
    Ok(lacking)
}

/// The faces and numbers of a game behind those that the case gives.
fn chance(game: &Game, case: &CaseDoc) -> Vec<String> {
    let words = &game.content().pack().words[0].words;
    let (mut faces, mut numbers) = (Vec::new(), Vec::new());
    for event in game.events() {
        match event {
            Event::Rolled { faces: shown, .. } => {
                let names = shown.iter().filter_map(|&face| words.get(usize::from(face)));
                faces.extend(names.cloned());
            }
            Event::Drawn { number, .. } => numbers.push(number.to_string()),
            _ => {}
        }
    }
    let is_number = |face: &&At<String>| face.value.parse::<u32>().is_ok();
    let given = case.dice.iter().filter(is_number).count();
    let rest = faces.split_off((case.dice.len() - given).min(faces.len()));
    rest.into_iter().chain(numbers.into_iter().skip(given)).collect()
}

/// A text with more entries at the end of a list, or with the list.
fn added(text: &str, key: &str, ends: Option<(usize, usize)>, more: &[String]) -> Result<String, String> {
    let Some((start, end)) = ends else {
        return with_list(text, key, more);
    };
    let (before, after) = (&text[..end], &text[end..]);
    let line = before[..start].rfind('\n').map_or(0, |at| at + 1);
    let head = &text[line..start];
    let new = match head.trim_start().starts_with("- ") {
        // A list in lines: behind the last line of the last entry.
        true => {
            let indent = &head[..head.len() - head.trim_start().len()];
            let (rest, after) = after.split_at(after.find('\n').unwrap_or(after.len()));
            let lines: String = more
                .iter()
                .map(|one| format!("\n{indent}- {}", quoted(one)))
                .collect();
            format!("{before}{rest}{lines}{after}")
        }
        false => {
            let entries: String = more.iter().map(|one| format!(", {}", quoted(one))).collect();
            format!("{before}{entries}{after}")
        }
    };
    Ok(new)
}

/// A text with a list that it has not, or that is empty: before what is expected, or at its end.
fn with_list(text: &str, key: &str, more: &[String]) -> Result<String, String> {
    let entries: String = more.iter().map(|one| format!("  - {}\n", quoted(one))).collect();
    let list = format!("{key}:\n{entries}");
    let (mut new, mut is_put) = (String::new(), false);
    for line in text.split_inclusive('\n') {
        if line.starts_with(&format!("{key}:")) {
            let rest = line[key.len() + 1..].trim();
            if !rest.is_empty() && rest != "[]" {
                return Err(format!("`{key}` has no entry, and is not written as `{key}: []`"));
            }
            continue;
        }
        let is_before = ["expect:", "events:"].iter().any(|key| line.starts_with(key));
        if is_before && !is_put {
            is_put = true;
            new.push_str(&list);
        }
        new.push_str(line);
    }
    if !is_put {
        if !new.ends_with('\n') {
            new.push('\n');
        }
        new.push_str(&list);
    }
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn more() -> Vec<String> {
        vec!["hit".to_owned(), "3".to_owned()]
    }

    #[test]
    fn a_list_that_is_not_there_comes_before_what_is_expected() {
        let text = "when: run x()\nexpect: [a = 1]\n";
        let new = added(text, "dice", None, &more()).expect("it can be added");
        assert_eq!(new, "when: run x()\ndice:\n  - hit\n  - \"3\"\nexpect: [a = 1]\n");
        assert_eq!(
            added("when: run x()", "dice", None, &more()).expect("it can be added"),
            "when: run x()\ndice:\n  - hit\n  - \"3\"\n"
        );
    }

    #[test]
    fn an_empty_list_is_filled() {
        let new = added("dice: []\nexpect: []\n", "dice", None, &more()).expect("it can be added");
        assert_eq!(new, "dice:\n  - hit\n  - \"3\"\nexpect: []\n");
        assert!(added("dice: &x []\n", "dice", None, &more()).is_err());
    }

    #[test]
    fn a_list_grows_at_its_end_in_the_form_that_it_has() {
        let text = "dice: [miss] # one\n";
        let start = text.find("miss").expect("it is there");
        let new = added(text, "dice", Some((start, start + 4)), &more()).expect("it can be added");
        assert_eq!(new, "dice: [miss, hit, \"3\"] # one\n");
        let text = "dice:\n  - miss # one\nexpect: []\n";
        let start = text.find("miss").expect("it is there");
        let new = added(text, "dice", Some((start, start + 4)), &more()).expect("it can be added");
        assert_eq!(new, "dice:\n  - miss # one\n  - hit\n  - \"3\"\nexpect: []\n");
    }
}
