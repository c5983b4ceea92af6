//! Ids that documents declare are names of the language, so they are written as names are. What people call a thing is
//! one line: it stands in lists, questions and accounts.

use super::Documents;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::{At, BoardDoc, Document, DocumentKind, PieceDoc, PlayerDoc, Tables, place_of};
use crate::source::{FileId, Location};
use cardwright_dsl::{is_reserved, unseen};
use cardwright_files::unusable_name;

/// The mistakes in the ids of a document of this name, and whether one of them is no name; in a file that has no number yet.
pub(super) fn remarks(name: &str, document: &Document) -> (Vec<Diagnostic>, bool) {
    let file = FileId::default();
    let is_bad = |id: &&At<String>| !is_kebab_case(&id.value) || is_reserved(&id.value);
    let bad = ids(document).into_iter().filter(is_bad);
    let mut found: Vec<Diagnostic> = bad.map(|id| refusal(file, id)).collect();
    let is_ill_formed = !found.is_empty();
    let lines = titles(document).into_iter();
    found.extend(lines.filter_map(|(id, name)| refused_name(file, id, name)));
    let of_files = file_ids(document).into_iter();
    found.extend(of_files.filter_map(|id| refused_as_file(file, id)));
    found.extend(refused_file(file, name));
    (found, is_ill_formed)
}

impl Documents {
    /// What names something of a document by the id that it should have, or has, is no second error: nothing that rests on
    /// it is compiled.
    pub(super) fn note_ill_formed(&mut self, file: FileId, document: &Document) {
        let (kind, id, system) = match document {
            Document::System(doc) => (DocumentKind::System, &doc.system, None),
            Document::Library(doc) => (DocumentKind::Library, &doc.library, None),
            Document::CardSet(doc, _) => (DocumentKind::CardSet, &doc.set, Some(&doc.system)),
            Document::Overlay(doc, _) => (DocumentKind::Overlay, &doc.overlay, Some(&doc.system)),
            Document::Map(doc) => (DocumentKind::Map, &doc.map, Some(&doc.system)),
            Document::Scenario(doc) => (DocumentKind::Scenario, &doc.scenario, Some(&doc.system)),
            Document::Case(doc) => (DocumentKind::Case, &doc.case, Some(&doc.system)),
            Document::Phrasebook(doc) => (DocumentKind::Phrasebook, &doc.phrasebook, None),
            Document::Looks(doc) => (DocumentKind::Looks, &doc.looks, None),
        };
        let system = system.map(|system| system.value.as_str());
        self.unread.note(kind, &id.value, system);
        self.unread.note(kind, &kebab_case(&id.value), system);
        self.ill_formed.insert(file);
    }
}

/// A file whose name cannot be told in one line.
fn refused_file(file: FileId, name: &str) -> Option<Diagnostic> {
    name.chars().find(|letter| unseen(*letter).is_some())?;
    let place = Location {
        file,
        start: 0,
        end: 0,
    };
    let message = "the name of this file contains a line break or an invisible character";
    let help = "rename it: lowercase letters, digits and `-`, followed by `.yaml`";
    Some(Diagnostic::new(codes::BAD_NAME, place, message).help(help))
}

/// The ids that become names of files and folders: those of documents, and of cards, of which exports make pictures.
fn file_ids(document: &Document) -> Vec<&At<String>> {
    match document {
        Document::System(doc) => vec![&doc.system],
        Document::Library(doc) => vec![&doc.library],
        Document::CardSet(doc, _) => [&doc.set]
            .into_iter()
            .chain(doc.cards.iter().map(|card| &card.id))
            .collect(),
        Document::Overlay(doc, _) => vec![&doc.overlay],
        Document::Map(doc) => vec![&doc.map],
        Document::Scenario(doc) => vec![&doc.scenario],
        // What a case claims is a sentence, no id.
        Document::Case(_) => Vec::new(),
        // Its file has the name of its kind.
        Document::Phrasebook(_) | Document::Looks(_) => Vec::new(),
    }
}

/// An id that could not be the name of a file everywhere.
fn refused_as_file(file: FileId, id: &At<String>) -> Option<Diagnostic> {
    let why = unusable_name(&id.value)?;
    let letters: String = id.value.chars().take(40).collect();
    let message = format!("`{letters}` cannot be an id, because files are named after it: {why}");
    let help = "choose an id that can be the name of a file on every operating system";
    is_kebab_case(&id.value).then(|| Diagnostic::new(codes::BAD_NAME, place_of(file, id), message).help(help))
}

fn refusal(file: FileId, id: &At<String>) -> Diagnostic {
    if is_reserved(&id.value) {
        let message = format!("`{}` cannot be an id: it is a word of the language", id.value);
        let help = format!(
            "choose another id, such as `the-{}`; rules could not refer to this one",
            id.value
        );
        return Diagnostic::new(codes::BAD_NAME, place_of(file, id), message).help(help);
    }
    let message = format!("`{}` cannot be an id", id.value);
    let near = kebab_case(&id.value);
    let mut diagnostic = Diagnostic::new(codes::BAD_NAME, place_of(file, id), message);
    let rule = "an id is a lowercase letter, followed by lowercase letters, digits and single `-`";
    diagnostic.help = Some(match is_kebab_case(&near) {
        true => format!("write `{near}` here and wherever the id is used; {rule}"),
        false => format!("{rule}, as in `ring-bells`"),
    });
    if is_kebab_case(&near) {
        diagnostic.put(near, false);
    }
    diagnostic
}

/// A title that is no single line of letters, as a mistake.
fn refused_name(file: FileId, id: &At<String>, name: &str) -> Option<Diagnostic> {
    let (what, help) = match name.chars().find_map(|letter| Some((letter, unseen(letter)?))) {
        None if name.trim().is_empty() => (
            "is empty".to_owned(),
            "write the name that people will read after the colon",
        ),
        None => return None,
        Some(('\n' | '\r', _)) => (
            "has more than one line".to_owned(),
            "write it on one line, after the colon; a text after `|` always ends with a line break",
        ),
        Some((letter, called)) => (
            format!(
                "contains an invisible character: {called} (U+{:04X})",
                u32::from(letter)
            ),
            "write the name again, in quotes, without this character",
        ),
    };
    let message = format!("the name of `{}` {what}", id.value);
    Some(Diagnostic::new(codes::BAD_NAME, place_of(file, id), message).help(help))
}

/// The titles of the things that a document declares, each with its id.
fn titles(document: &Document) -> Vec<(&At<String>, &str)> {
    let mut names: Vec<(&At<String>, &str)> = Vec::new();
    match document {
        Document::System(doc) => names.push((&doc.system, &doc.title)),
        Document::Library(doc) => names.push((&doc.library, &doc.title)),
        Document::Overlay(doc, _) => names.push((&doc.overlay, &doc.title)),
        Document::Map(doc) => names.push((&doc.map, &doc.title)),
        Document::Phrasebook(doc) => names.push((&doc.phrasebook, &doc.title)),
        Document::Looks(_) => {}
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
        Document::Overlay(doc, _) => vec![&doc.overlay],
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
        Document::Looks(doc) => vec![&doc.looks],
        Document::Phrasebook(doc) => {
            let rows = doc.sections.iter().flat_map(|section| &section.rows);
            [&doc.phrasebook]
                .into_iter()
                .chain(rows.map(|row| &row.id))
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

/// The id that a text was most likely meant to be: capitals begin a new word, and letters lose their marks.
fn kebab_case(text: &str) -> String {
    let mut plain = String::new();
    let mut before = ' ';
    for letter in text.chars() {
        let begins_word = letter.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit());
        if begins_word {
            plain.push('-');
        }
        before = letter;
        match letter {
            '\'' | '’' | '"' => {}
            _ if letter.is_ascii_alphanumeric() => plain.push(letter.to_ascii_lowercase()),
            _ => plain.push_str(without_marks(letter).unwrap_or("-")),
        }
    }
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    let id = parts.join("-");
    match id.starts_with(|letter: char| letter.is_ascii_digit()) {
        true => format!("the-{id}"),
        false => id,
    }
}

/// A letter of a European language as it is written where there are only the letters of English.
fn without_marks(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à'..='ã' | 'À'..='Ã' | 'ā' | 'ă' | 'ą' | 'å' | 'Å' => "a",
        'ä' | 'Ä' | 'æ' | 'Æ' => "ae",
        'ç' | 'Ç' | 'ć' | 'č' | 'Č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'È'..='Ë' | 'ē' | 'ę' | 'ě' => "e",
        'ğ' => "g",
        'ì'..='ï' | 'Ì'..='Ï' | 'ī' | 'ı' => "i",
        'ł' | 'Ł' => "l",
        'ñ' | 'Ñ' | 'ń' | 'ň' => "n",
        'ò'..='õ' | 'Ò'..='Õ' | 'ō' | 'ő' => "o",
        'ö' | 'Ö' | 'ø' | 'Ø' | 'œ' | 'Œ' => "oe",
        'ř' => "r",
        'ś' | 'ş' | 'š' | 'Š' => "s",
        'ß' => "ss",
        'ť' | 'ţ' => "t",
        'ù'..='û' | 'Ù'..='Û' | 'ū' | 'ů' | 'ű' => "u",
        'ü' | 'Ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' | 'Ž' => "z",
        _ => return None,
    })
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
        for (text, id) in [
            ("Zehir's Tongue_2", "zehirs-tongue-2"),
            ("TinBell", "tin-bell"),
            ("BÄRLI", "baerli"),
            ("3po", "the-3po"),
            ("HWK290Pilot", "hwk290-pilot"),
        ] {
            assert_eq!(kebab_case(text), id, "{text}");
        }
    }
}
