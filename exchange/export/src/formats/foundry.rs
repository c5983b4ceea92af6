//! Foundry VTT: a module for each system, with packs of cards, journal entries and scenes.
//!
//! A pack is a LevelDB database, which Foundry opens, and beside it, in `sources`, the same documents as JSON, which version control
//! can compare and the official tool makes packs from.

mod database;
mod documents;
mod scenes;
mod tokens;

use super::counters::Counters;
use crate::content::{Book, SystemBook};
use crate::digest::sha256;
use crate::folder::Folder;
use crate::format::Format;
use crate::json::document;
use crate::model::play::Entity;
use crate::options::Chosen;
use cardwright_compiler::{Project, compile_system};
use cardwright_draw::Press;
use rayon::prelude::*;
use serde_json::{Value, json};

/// Modules for Foundry VTT.
pub(crate) struct Foundry;

const VERSION: u32 = 2;

/// A pack: its name, what people call it, the type of its documents, and what LevelDB calls their collection.
struct Pack {
    name: &'static str,
    label: &'static str,
    ty: &'static str,
    collection: &'static str,
    documents: fn(&Module<'_>) -> Vec<Value>,
}

const PACKS: [Pack; 3] = [
    Pack {
        name: "cards",
        label: "Cards",
        ty: "Cards",
        collection: "cards",
        documents: documents::decks,
    },
    Pack {
        name: "journal",
        label: "Card texts",
        ty: "JournalEntry",
        collection: "journal",
        documents: documents::journal,
    },
    Pack {
        name: "scenes",
        label: "Maps and scenarios",
        ty: "Scene",
        collection: "scenes",
        documents: scenes::all,
    },
];

impl Format for Foundry {
    fn id(&self) -> &'static str {
        "foundry"
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "one Foundry VTT module for each system: packs of cards, journal entries and scenes, as LevelDB and \
         as JSON"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        let files = book.systems.par_iter().map(|system| files(book.project, system));
        let files: Vec<Vec<(String, Vec<u8>)>> = files.collect::<Result<_, String>>()?;
        for (path, bytes) in files.into_iter().flatten() {
            folder.add(&path, bytes);
        }
        Ok(())
    }
}

/// The module of a system.
struct Module<'a> {
    system: &'a SystemBook<'a>,
    id: String,
    counters: Counters<'a>,
}

fn files(project: &Project, system: &SystemBook<'_>) -> Result<Vec<(String, Vec<u8>)>, String> {
    let compiled = compile_system(project, system.doc);
    let press = Press::of(project, system.doc, &compiled);
    let press = press.ok_or_else(|| format!("`{}` does not compile", system.system.id))?;
    let module = Module {
        system,
        id: format!("cardwright-{}", system.system.id),
        counters: Counters::of(press),
    };
    let id = &module.id;
    let mut files = vec![(format!("{id}/module.json"), document(&module.manifest()))];
    for (path, bytes) in tokens::pictures(&module)? {
        files.push((format!("{id}/{path}"), bytes));
    }
    for pack in &PACKS {
        let mut documents = (pack.documents)(&module);
        for one in &mut documents {
            database::add_keys(pack.collection, one);
        }
        let written = database::files(pack.collection, &documents);
        let written =
            written.map_err(|error| format!("the pack `{}` cannot be written: {error}", pack.name))?;
        for (name, bytes) in written {
            files.push((format!("{id}/packs/{}/{name}", pack.name), bytes));
        }
        for one in &documents {
            let name = one["_id"].as_str().unwrap_or_default();
            let path = format!("{id}/sources/{}/{name}.json", pack.name);
            files.push((path, format!("{one:#}\n").into_bytes()));
        }
    }
    Ok(files)
}

impl Module<'_> {
    fn manifest(&self) -> Value {
        let system = &self.system.system;
        let packs = PACKS.iter().map(|pack| {
            json!({
                "name": pack.name, "label": format!("{}: {}", system.title, pack.label), "type": pack.ty,
                "path": format!("packs/{}", pack.name),
            })
        });
        json!({
            "id": self.id,
            "title": format!("{} (Cardwright)", system.title),
            "description": format!("Cards and scenarios of {}, made from their rules by Cardwright.", system.title),
            "version": env!("CARGO_PKG_VERSION"),
            "compatibility": { "minimum": "12", "verified": "13" },
            "authors": [{ "name": "Cardwright" }],
            "packs": packs.collect::<Vec<Value>>(),
            "flags": { "cardwright": { "format": "cardwright/foundry", "version": VERSION, "system": system.id } },
        })
    }

    /// The display name of a piece.
    fn name_of<'e>(&'e self, piece: &'e Entity) -> &'e str {
        let cards = self.system.sets.iter().flat_map(|set| &set.cards);
        let card = cards
            .into_iter()
            .find(|card| piece.template.as_ref() == Some(&card.id));
        card.map_or(&piece.id, |card| &card.name)
    }

    /// The id of a document: sixteen letters and digits that go with what it is in every version.
    fn id_of(&self, what: &str) -> String {
        sha256(format!("{}/{what}", self.system.system.id).as_bytes())[..16].to_owned()
    }

    /// The flags of a document, which tell programs what thing of the content it is.
    fn flags(&self, about: Value) -> Value {
        json!({ self.id.as_str(): about })
    }
}
