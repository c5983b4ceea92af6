//! Rules in plain words, to be shown behind their heads.

use crate::hover::sentences;
use crate::names::systems_of;
use crate::workspace::Workspace;
use std::ops::Range;

/// A sentence and the byte behind which it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The byte.
    pub at: usize,
    /// The sentence.
    pub text: String,
}

/// The rules of some bytes of a file in plain words. None, while the system does not compile.
#[must_use]
pub fn hints(workspace: &Workspace, file: &str, bytes: Range<usize>) -> Vec<Hint> {
    let system = systems_of(workspace.project(), file).into_iter().next();
    let told = system.and_then(|system| workspace.told(&system));
    let (Some(told), Some(text)) = (told, workspace.text(file)) else {
        return Vec::new();
    };
    if told.generation != workspace.generation() {
        return Vec::new();
    }
    let all = sentences(&told, file).into_iter();
    let shown = all.filter(|(place, _)| place.start < bytes.end && bytes.start < place.end);
    let hints = shown.map(|(place, sentence)| {
        let rule = text.get(place.bytes()).unwrap_or_default();
        let head = rule.find('\n').unwrap_or(rule.len());
        Hint {
            at: place.start + rule.get(..head).unwrap_or_default().trim_end().len(),
            text: sentence.lines().next().unwrap_or_default().to_owned(),
        }
    });
    hints.collect()
}
