//! The texts of a system that declare something: its own, those of its card sets, and those of the cards.

use super::Whole;
use cardwright_documents::rules::{Items, Rules, Unit};
use cardwright_documents::source::{FileId, Location, Origin};
use cardwright_dsl::ast::{Name, Span};

/// A text with declarations.
pub(super) struct Text<'a> {
    origin: Origin,
    pub(super) items: &'a Items,
    /// The card whose rules these are: nobody else sees what they declare.
    pub(super) card: Option<&'a str>,
    /// The card or set that declares: its id stands before a name that several declare.
    owner: Option<&'a str>,
}

/// All texts of a system and its sets.
pub(super) fn texts<'a>(whole: &'a Whole<'_>) -> Vec<Text<'a>> {
    let mut texts: Vec<Text<'a>> = whole.system.units.iter().map(of_unit).collect();
    let system = &whole.system.doc.system.value;
    for ((_, id), set) in whole.project.sets.iter().filter(|((of, _), _)| of == system) {
        let of_set = of_rules(set.file, &set.rules.own, None);
        texts.push(Text {
            owner: Some(id),
            ..of_set
        });
        for (card, rules) in set.doc.cards.iter().zip(&set.rules.cards) {
            texts.push(of_rules(set.file, rules, Some(&card.id.value)));
        }
    }
    texts
}

fn of_unit(unit: &Unit) -> Text<'_> {
    Text {
        origin: unit.origin.clone(),
        items: &unit.items,
        card: None,
        owner: None,
    }
}

/// The rules of a document.
pub(super) fn of_rules<'a>(file: FileId, rules: &'a Rules, card: Option<&'a str>) -> Text<'a> {
    Text {
        origin: rules.origin(file),
        items: &rules.items,
        card,
        owner: card,
    }
}

impl Text<'_> {
    pub(super) fn place(&self, span: Span) -> Location {
        self.origin.place(span)
    }

    /// The names that a declaration of this text can have in the pack: its name alone, or with its owner
    /// before it.
    pub(super) fn names_in_pack(&self, name: &str) -> impl Iterator<Item = String> {
        let qualified = self.owner.map(|owner| format!("{owner}/{name}"));
        [name.to_owned()].into_iter().chain(qualified)
    }

    /// Whether a name stands in its file: what a system calls otherwise than its library does is used there under the
    /// library's name.
    pub(super) fn is_as_written(&self, whole: &Whole<'_>, name: &Name) -> bool {
        self.written(whole, name.span) == name.text
    }

    /// The number of times that a name stands in a part of the text.
    pub(super) fn times(&self, whole: &Whole<'_>, span: Span, name: &str) -> usize {
        let words = words(self.written(whole, span));
        words.filter(|word| *word == name.as_bytes()).count()
    }

    /// The number of times that a name stands in the whole text.
    pub(super) fn times_in_all(&self, whole: &Whole<'_>, name: &str) -> usize {
        let items = self.items.into_iter();
        items.map(|item| self.times(whole, item.span, name)).sum()
    }

    /// A part of the text as it stands in its file.
    pub(super) fn written<'w>(&self, whole: &'w Whole<'_>, span: Span) -> &'w str {
        let place = self.place(span);
        let text = &whole.project.sources.get(place.file).text;
        text.get(place.start..place.end).unwrap_or_default()
    }
}

/// The words of a text, without comments.
pub(super) fn words(text: &str) -> impl Iterator<Item = &[u8]> {
    let code = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(line).as_bytes());
    code.flat_map(|line| line.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-'))
        .map(trimmed)
        .filter(|word| !word.is_empty())
}

/// A word without the dashes around it.
fn trimmed(word: &[u8]) -> &[u8] {
    let is_letter = |byte: &u8| *byte != b'-';
    let start = word.iter().position(is_letter).unwrap_or(word.len());
    let end = word.iter().rposition(is_letter).map_or(start, |last| last + 1);
    &word[start..end]
}
