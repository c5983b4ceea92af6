//! Actions: the fixes that an editor offers for a problem.

use crate::place::{Edit, Place};
use crate::problems::Problem;

/// A change that mends something.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// A description of the change.
    pub title: String,
    /// The changes.
    pub edits: Vec<Edit>,
    /// Whether it mends the problem for certain and changes nothing else.
    pub is_certain: bool,
    /// The problem.
    pub problem: Problem,
}

/// The changes that mend problems at a place.
#[must_use]
pub fn actions(problems: &[Problem], place: &Place) -> Vec<Action> {
    let touched = |problem: &&Problem| {
        let other = &problem.place;
        other.file == place.file && other.start <= place.end && place.start <= other.end
    };
    let fixes = problems.iter().filter(touched).filter_map(|problem| {
        let (edit, is_certain) = problem.fix.clone()?;
        Some(Action {
            title: title(&edit),
            edits: vec![edit],
            is_certain,
            problem: problem.clone(),
        })
    });
    fixes.collect()
}

fn title(edit: &Edit) -> String {
    let put = edit.put.trim();
    let is_insertion = edit.place.start == edit.place.end;
    match (put.lines().count(), is_insertion) {
        (0, _) => "Remove this".to_owned(),
        (1, true) => format!("Insert `{put}`"),
        (1, false) => format!("Write `{put}`"),
        _ => "Write the form in the help".to_owned(),
    }
}
