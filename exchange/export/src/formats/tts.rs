//! Tabletop Simulator: a saved object for each card set and each scenario.
//!
//! A set is a bag with a deck for each kind of card and a script that puts cards onto the table by id. A scenario is its table at
//! the start: its board, pieces where they stand, decks in their order, tokens on what they lie on, and a bag of each sort of token. Pictures
//! are named by their addresses, which are an option, and drawn; `sheets.json` says which card belongs where on which sheet.

mod layout;
mod object;
mod pictures;
mod scenario;
mod script;
mod sheets;

use super::counters::Signs;
use crate::content::{Book, SystemBook};
use crate::folder::Folder;
use crate::format::Format;
use crate::json::document;
use crate::model::facts::{Card, Cards};
use crate::options::{Chosen, FormatOption};
use cardwright_compiler::compile_system;
use object::{Place, Save, deck, in_bag};
use pictures::Artist;
use serde_json::Value;
use sheets::Sheets;

/// Saved objects of Tabletop Simulator.
pub(crate) struct Tts;

const VERSION: u32 = 3;

const PICTURES: &str = "pictures";
const DRAW: &str = "draw";

const OPTIONS: &[FormatOption] = &[
    FormatOption {
        name: PICTURES,
        about: "the address of the folder with the pictures, with `http://`, `https://` or `file:///`",
        default: "file:///C:/cardwright",
        values: &[],
    },
    FormatOption {
        name: DRAW,
        about: "whether to draw the pictures; write `no` if you have your own",
        default: "yes",
        values: &["yes", "no"],
    },
];

impl Format for Tts {
    fn id(&self) -> &'static str {
        "tts"
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "saved objects of Tabletop Simulator: card sets as decks with a script, scenarios as prepared tables"
    }

    fn options(&self) -> &'static [FormatOption] {
        OPTIONS
    }

    fn export(&self, book: &Book<'_>, chosen: &Chosen, folder: &mut Folder) -> Result<(), String> {
        let address = address(chosen)?;
        for system in &book.systems {
            let sheets = Sheets::of(system, address);
            let mut signs = Signs::new();
            let compiled = compile_system(book.project, system.doc);
            let artist = Artist::of(book.project, system, &compiled)?;
            let id = &system.system.id;
            folder.add(&format!("{id}/sheets.json"), document(&sheets.told(id)));
            for set in &system.sets {
                let script = script::of(system, set, &sheets);
                let save = of_set(system, set, &sheets, &script);
                folder.add(&format!("{id}/sets/{}.lua", set.id), script);
                folder.add(&format!("{id}/sets/{}.json", set.id), document(&save));
            }
            for one in &system.scenarios {
                let save = scenario::save(system, one, &sheets, &artist, &mut signs);
                folder.add(&format!("{id}/scenarios/{}.json", one.id), document(&save));
            }
            if chosen.get(DRAW) == "yes" {
                artist.draw(system, &sheets, &signs, folder)?;
            }
        }
        Ok(())
    }
}

/// The address of the folder of pictures.
fn address(chosen: &Chosen) -> Result<&str, String> {
    let address = chosen.get(PICTURES).trim_end_matches('/');
    let schemes = ["http://", "https://", "file:///"];
    match schemes.iter().any(|scheme| address.starts_with(scheme)) {
        true => Ok(address),
        false => Err(format!(
            "`tts.{PICTURES}` is `{address}`, which is not an address; write it as in \
             `https://example.org/cards`"
        )),
    }
}

/// A set: a bag of decks.
fn of_set(system: &SystemBook<'_>, set: &Cards, sheets: &Sheets<'_>, script: &str) -> Value {
    let mut save = Save::new(&system.system.id, &set.id, &set.title);
    let kinds = system.system.vocabulary.kinds.iter();
    let mut decks = Vec::new();
    for kind in kinds {
        let cards = set.cards.iter().filter(|card| card.kind == kind.id);
        let cards: Vec<(&str, &Card)> = cards.map(|card| (card.id.as_str(), card)).collect();
        decks.extend(deck(&mut save, sheets, &kind.id, &cards, &Place::default()));
    }
    let bag = in_bag(&mut save, &set.title, decks, script);
    save.add(bag);
    save.finish()
}
