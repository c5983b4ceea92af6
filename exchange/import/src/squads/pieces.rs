//! Pieces as a scenario writes them, and the text of a scenario in which some take the place of others.

use crate::take::Put;
use crate::text::{scalar, value};
use cardwright_compiler::Sources;
use cardwright_compiler::document::{PieceDoc, ScenarioDoc, read};
use std::collections::BTreeSet;
use std::ops::Range;

/// A piece of a squad, as a scenario has it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fitted {
    pub(super) id: String,
    pub(super) template: String,
    pub(super) name: Option<String>,
    pub(super) cards: Vec<String>,
    pub(super) facts: Vec<(String, Put)>,
}

impl Fitted {
    /// The line of a scenario's list of pieces.
    fn line(&self, indent: &str, owner: &str) -> String {
        let mut parts = vec![format!("id: {}", self.id), format!("template: {}", self.template)];
        parts.extend(self.name.iter().map(|name| format!("name: {}", scalar(name))));
        parts.push(format!("owner: {owner}"));
        if !self.cards.is_empty() {
            parts.push(format!("cards: [{}]", self.cards.join(", ")));
        }
        if !self.facts.is_empty() {
            let facts = self
                .facts
                .iter()
                .map(|(name, put)| format!("{name}: {}", value(put)));
            let facts: Vec<String> = facts.collect();
            parts.push(format!("facts: {{ {} }}", facts.join(", ")));
        }
        format!("{indent}- {{ {} }}\n", parts.join(", "))
    }

    fn is(&self, piece: &PieceDoc) -> bool {
        let cards: Vec<&str> = piece.cards.iter().map(|card| card.value.as_str()).collect();
        self.id == piece.id.value
            && self.template == piece.template.value
            && self.name == piece.name
            && self.cards == cards
            && self.facts.len() == piece.facts.0.len()
    }
}

/// How a scenario becomes another one.
#[derive(Clone, Copy)]
pub(super) struct Change<'a> {
    /// The id of the new one.
    pub(super) id: &'a str,
    /// The ids of the pieces that go.
    pub(super) gone: &'a BTreeSet<&'a str>,
    /// The player whose pieces they are, in place of his former ones.
    pub(super) owner: &'a str,
    /// The pieces of the squad.
    pub(super) squad: &'a [Fitted],
    /// The card sets that it uses besides.
    pub(super) sets: &'a [String],
}

impl Change<'_> {
    /// The text of the changed scenario. Comments stay.
    pub(super) fn of(self, text: &str, doc: &ScenarioDoc) -> Result<String, String> {
        replaced(text, doc, self)
    }
}

fn replaced(text: &str, doc: &ScenarioDoc, change: Change<'_>) -> Result<String, String> {
    let Change {
        id,
        gone,
        owner,
        squad,
        sets,
    } = change;
    let asks = "its list of pieces cannot be changed: write each piece on separate lines, with a hyphen \
     before it";
    let items: Vec<(&PieceDoc, Range<usize>)> = doc
        .pieces
        .iter()
        .map(|piece| Some((piece, item(text, piece)?)))
        .collect::<Option<_>>()
        .ok_or(asks)?;
    let last = items
        .last()
        .map(|(_, lines)| lines.clone())
        .ok_or("it has no pieces")?;
    let removed: Vec<&Range<usize>> = items
        .iter()
        .filter(|(piece, _)| gone.contains(piece.id.value.as_str()))
        .map(|(_, lines)| lines)
        .collect();
    let place = removed.first().map_or(last.end, |lines| lines.start);
    let indent: String = text[last.start..]
        .chars()
        .take_while(|letter| *letter == ' ')
        .collect();
    let mut out = String::new();
    let mut at = 0;
    let put: String = squad.iter().map(|piece| piece.line(&indent, owner)).collect();
    let name = doc.scenario.start..doc.scenario.end;
    let mut edits: Vec<(Range<usize>, &str)> = vec![(name, id), (place..place, &put)];
    edits.extend(removed.into_iter().map(|lines| (lines.clone(), "")));
    let more = more_sets(text, doc, sets);
    edits.extend(more.iter().map(|(at, more)| (*at..*at, more.as_str())));
    edits.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
    for (bytes, put) in edits {
        out.push_str(text.get(at..bytes.start).ok_or(asks)?);
        out.push_str(put);
        at = bytes.end;
    }
    out.push_str(text.get(at..).ok_or(asks)?);
    let mut sources = Sources::default();
    let file = sources.add("", out.clone());
    let now = read::<ScenarioDoc>(&sources, file);
    match now.is_ok_and(|now| is_as_meant(&now, doc, change)) {
        true => Ok(out),
        false => Err(asks.to_owned()),
    }
}

/// The place behind the last card set of a scenario, and the text that is put there so that the scenario uses
/// more of them.
fn more_sets(text: &str, doc: &ScenarioDoc, sets: &[String]) -> Option<(usize, String)> {
    if sets.is_empty() {
        return None;
    }
    let Some(last) = doc.sets.last() else {
        let line = text.get(doc.scenario.end..)?.find('\n')?;
        let more = format!("sets: [{}]\n", sets.join(", "));
        return Some((doc.scenario.end + line + 1, more));
    };
    let line = text.get(..last.start)?.rfind('\n').map_or(0, |at| at + 1);
    let before = text.get(line..last.start)?;
    let more = |before: &str| sets.iter().map(|set| format!("{before}{set}")).collect();
    Some(match before.trim() {
        "-" => (last.end, more(&format!("\n{before}"))),
        _ => (last.end, more(", ")),
    })
}

/// Whether the pieces and sets are now those that were meant: the others as before, and the squad in one piece.
fn is_as_meant(now: &ScenarioDoc, before: &ScenarioDoc, change: Change<'_>) -> bool {
    let Change { gone, squad, .. } = change;
    let sets = before.sets.iter().map(|set| &set.value).chain(change.sets);
    let has_sets = now.sets.iter().map(|set| &set.value).eq(sets);
    let stays = before
        .pieces
        .iter()
        .filter(|piece| !gone.contains(piece.id.value.as_str()));
    let stays: Vec<&str> = stays.map(|piece| piece.id.value.as_str()).collect();
    let (new, old): (Vec<&PieceDoc>, Vec<&PieceDoc>) = now
        .pieces
        .iter()
        .partition(|piece| squad.iter().any(|fitted| fitted.id == piece.id.value));
    let old: Vec<&str> = old.iter().map(|piece| piece.id.value.as_str()).collect();
    let is_new = new.len() == squad.len() && squad.iter().zip(new).all(|(fitted, piece)| fitted.is(piece));
    old == stays && is_new && has_sets
}

/// The bytes of the lines of a piece: from its hyphen to the next line that is no part of it.
fn item(text: &str, piece: &PieceDoc) -> Option<Range<usize>> {
    let list = list_start(text)?;
    let dash = text
        .get(list..)?
        .lines()
        .find(|line| line.trim_start().starts_with("- "))?;
    let deep = indentation(dash);
    let (mut start, mut at) = (None, list);
    for line in text.get(list..)?.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        let is_item = indentation(line) == deep && line.trim_start().starts_with("- ");
        if at > piece.id.start && !is_blank && indentation(line) <= deep {
            return Some(start?..at);
        }
        if is_item {
            start = Some(at);
        }
        at += line.len();
    }
    (text.ends_with('\n') && at > piece.id.start).then_some(start?..at)
}

/// The byte behind the line `pieces:`.
fn list_start(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let rest = line.strip_prefix("pieces:");
        if rest.is_some_and(|rest| rest.trim().is_empty() || rest.trim().starts_with('#')) {
            return Some(at);
        }
    }
    None
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}
