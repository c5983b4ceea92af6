//! Ids that documents declare are names of the language, so they are written as names are. What people call a thing is
//! one line: it stands in lists, questions and accounts.

use super::Project;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::{At, BoardDoc, Document, PieceDoc, PlayerDoc, Tables};
use crate::facts::place_of;
use crate::source::{FileId, Location};
use cardwright_dsl::is_reserved;

impl Project {
    /// Reports the ids of a document that are no names.
    pub(super) fn report_ids(&mut self, file: FileId, document: &Document) {
        let is_bad = |id: &&At<String>| !is_kebab_case(&id.value) || is_reserved(&id.value);
        let bad = ids(document).into_iter().filter(is_bad);
        let mut found: Vec<Diagnostic> = bad.map(|id| refusal(file, id)).collect();
        let lines = titles(document).into_iter();
        found.extend(lines.filter_map(|(id, name)| refused_name(file, id, name)));
        found.extend(refused_file(file, &self.sources.get(file).name));
        self.diagnostics.extend(found);
    }
}

/// A file whose name cannot be told in one line.
fn refused_file(file: FileId, name: &str) -> Option<Diagnostic> {
    name.chars().find(|letter| letter.is_control())?;
    let place = Location {
        file,
        start: 0,
        end: 0,
    };
    let message = "the name of this file has a line end or another character that cannot be seen";
    let help = "rename it: small letters, digits, `-`, and `.yaml` behind them";
    Some(Diagnostic::new(codes::BAD_NAME, place, message).help(help))
}

fn refusal(file: FileId, id: &At<String>) -> Diagnostic {
    if is_reserved(&id.value) {
        let message = format!("`{}` cannot be an id: it is a word of the language", id.value);
        let help = format!(
            "rules could not name it; choose another id, such as `the-{}`",
            id.value
        );
        return Diagnostic::new(codes::BAD_NAME, place_of(file, id), message).help(help);
    }
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

/// What people would call something, if that is no single line of letters.
fn refused_name(file: FileId, id: &At<String>, name: &str) -> Option<Diagnostic> {
    let letter = name.chars().find(|letter| letter.is_control())?;
    let (what, help) = match letter {
        '\n' | '\r' => (
            "has more than one line",
            "write it behind the colon in one line; a text behind `|` ends with a line end",
        ),
        _ => (
            "has a character that cannot be seen",
            "write it anew in quotes, with letters and blanks only",
        ),
    };
    let message = format!("the name of `{}` {what}, and a name is one line", id.value);
    Some(Diagnostic::new(codes::BAD_NAME, place_of(file, id), message).help(help))
}

/// What people call the things that a document declares, each with its id.
fn titles(document: &Document) -> Vec<(&At<String>, &str)> {
    let mut names: Vec<(&At<String>, &str)> = Vec::new();
    match document {
        Document::System(doc) => names.push((&doc.system, &doc.title)),
        Document::Library(doc) => names.push((&doc.library, &doc.title)),
        Document::Map(doc) => names.push((&doc.map, &doc.title)),
        Document::CardSet(doc, _) => {
            names.push((&doc.set, &doc.title));
            names.extend(doc.cards.iter().map(|card| (&card.id, card.name.as_str())));
            let further = doc.cards.iter().flat_map(|card| &card.names.0);
            names.extend(further.map(|(kind, name)| (kind, name.value.as_str())));
        }
        Document::Scenario(doc) => {
            names.push((&doc.scenario, &doc.title));
            names.extend(people(&doc.players, &doc.pieces));
        }
        Document::Case(doc) => {
            names.push((&doc.case, &doc.case.value));
            names.extend(people(&doc.players, &doc.pieces));
        }
    }
    names
}

fn people<'a>(
    players: &'a [PlayerDoc],
    pieces: &'a [PieceDoc],
) -> impl Iterator<Item = (&'a At<String>, &'a str)> {
    let players = players.iter().map(|player| (&player.id, player.name.as_str()));
    let pieces = pieces
        .iter()
        .filter_map(|piece| Some((&piece.id, piece.name.as_deref()?)));
    players.chain(pieces)
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
