//! Ids that documents declare are names of the language, so they are written as names are.

use super::Project;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::{At, BoardDoc, Document, Tables};
use crate::facts::place_of;
use crate::source::FileId;

impl Project {
    /// Reports the ids of a document that are no names.
    pub(super) fn report_ids(&mut self, file: FileId, document: &Document) {
        let bad = ids(document).into_iter().filter(|id| !is_kebab_case(&id.value));
        let found: Vec<Diagnostic> = bad.map(|id| refusal(file, id)).collect();
        self.diagnostics.extend(found);
    }
}

fn refusal(file: FileId, id: &At<String>) -> Diagnostic {
    let message = format!("`{}` cannot be an id", id.value);
    let mut diagnostic = Diagnostic::new(codes::BAD_NAME, place_of(file, id), message);
    let near = kebab_case(&id.value);
    diagnostic.help = Some(if is_kebab_case(&near) {
        diagnostic.put(near.clone(), false);
        format!(
            "an id begins with a small letter; small letters, digits and single `-` follow: write `{near}`"
        )
    } else {
        "an id begins with a small letter; small letters, digits and single `-` follow: `ring-bells`"
            .to_owned()
    });
    diagnostic
}

/// The ids that a document declares.
fn ids(document: &Document) -> Vec<&At<String>> {
    match document {
        Document::System(doc) => [&doc.system].into_iter().chain(rows(&doc.tables)).collect(),
        Document::Library(doc) => [&doc.library].into_iter().chain(rows(&doc.tables)).collect(),
        Document::CardSet(doc, _) => {
            let cards = doc.cards.iter().map(|card| &card.id);
            [&doc.set]
                .into_iter()
                .chain(cards)
                .chain(rows(&doc.tables))
                .collect()
        }
        Document::Map(doc) => [&doc.map].into_iter().chain(zones(Some(&doc.board))).collect(),
        Document::Scenario(doc) => {
            let players = doc.players.iter().map(|player| &player.id);
            let pieces = doc.pieces.iter().map(|piece| &piece.id);
            let cards = doc.cards.iter().map(|card| &card.id);
            let own = [&doc.scenario]
                .into_iter()
                .chain(players)
                .chain(pieces)
                .chain(cards);
            own.chain(rows(&doc.tables))
                .chain(zones(doc.board.as_ref()))
                .collect()
        }
        // What a case claims is a sentence, no id.
        Document::Case(doc) => {
            let players = doc.players.iter().map(|player| &player.id);
            let pieces = doc.pieces.iter().map(|piece| &piece.id);
            let cards = doc.cards.iter().map(|card| &card.id);
            let own = players.chain(pieces).chain(cards);
            own.chain(rows(&doc.tables))
                .chain(zones(doc.board.as_ref()))
                .collect()
        }
    }
}

fn rows(tables: &Tables) -> impl Iterator<Item = &At<String>> {
    tables
        .0
        .iter()
        .flat_map(|(_, rows)| rows.0.iter().map(|(id, _)| id))
}

fn zones(board: Option<&BoardDoc>) -> impl Iterator<Item = &At<String>> {
    board
        .into_iter()
        .flat_map(|board| board.zones.0.iter().map(|(id, _)| id))
}

/// Whether a text is small letters and digits with single `-` between them, and begins with a letter.
fn is_kebab_case(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.starts_with(|letter: char| letter.is_ascii_lowercase()) && text.split('-').all(is_part)
}

/// The id that a text was most likely meant to be.
fn kebab_case(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter(|letter| !matches!(letter, '\'' | '’' | '"'))
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect();
    let parts = plain.split('-').filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::{is_kebab_case, kebab_case};

    #[test]
    fn ids_are_kebab_case() {
        for id in ["a", "tin-bell", "t-65-b"] {
            assert!(is_kebab_case(id), "{id}");
        }
        for id in [
            "", "Fire", "tin_bell", "-a", "a-", "a--b", "3-goats", "zéhir", "a b",
        ] {
            assert!(!is_kebab_case(id), "{id}");
        }
        assert_eq!(kebab_case("Zehir's Tongue_2"), "zehirs-tongue-2");
    }
}
