//! Canonical JSON: everything that content says, and the rules as a typed tree, with schemas.

use crate::content::Book;
use crate::facts::core_calls;
use crate::folder::Folder;
use crate::format::Format;
use crate::json::document;
use crate::options::Chosen;
use crate::schema::{OF_JSON, schemas};
use rayon::prelude::*;

/// Canonical JSON.
pub(crate) struct Json;

impl Format for Json {
    fn id(&self) -> &'static str {
        "json"
    }

    fn version(&self) -> u32 {
        1
    }

    fn about(&self) -> &'static str {
        "everything as JSON with schemas: facts, cards with texts, scenarios, and the rules as a typed tree"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        for (path, text) in schemas(OF_JSON) {
            folder.add(&path, text);
        }
        folder.add("core-calls.json", document(&core_calls()));
        let files: Vec<(String, Vec<u8>)> = book.systems.par_iter().flat_map(files).collect();
        for (path, bytes) in files {
            folder.add(&path, bytes);
        }
        Ok(())
    }
}

fn files(book: &crate::content::SystemBook<'_>) -> Vec<(String, Vec<u8>)> {
    let id = &book.system.id;
    let mut files = vec![
        (format!("{id}/system.json"), document(&book.system)),
        (format!("{id}/rules.json"), document(&book.rules)),
        (format!("{id}/windows.json"), document(&book.windows)),
    ];
    for set in &book.sets {
        files.push((format!("{id}/cards/{}.json", set.id), document(set)));
    }
    for map in &book.maps {
        files.push((format!("{id}/maps/{}.json", map.id), document(map)));
    }
    for scenario in &book.scenarios {
        files.push((format!("{id}/scenarios/{}.json", scenario.id), document(scenario)));
    }
    files
}
