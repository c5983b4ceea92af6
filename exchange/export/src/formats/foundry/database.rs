//! Packs as LevelDB: each document, and each that it embeds, under a key of its own; a parent lists the ids of what it embeds.

use rusty_leveldb::env::Env;
use rusty_leveldb::{DB, MemEnv, Options, Status, in_memory};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::rc::Rc;

/// The collections that documents of a collection embed.
const EMBEDDED: [(&str, &[&str]); 3] = [
    ("cards", &["cards"]),
    ("journal", &["pages"]),
    ("scenes", &["walls", "drawings", "tokens"]),
];

fn embedded(collection: &str) -> &'static [&'static str] {
    let found = EMBEDDED.iter().find(|(name, _)| *name == collection);
    found.map_or(&[], |(_, embedded)| embedded)
}

fn id(document: &Value) -> String {
    document["_id"].as_str().unwrap_or_default().to_owned()
}

/// Gives a document, and those that it embeds, the keys that the official tool expects in files.
pub(super) fn add_keys(collection: &str, document: &mut Value) {
    let own = id(document);
    document["_key"] = format!("!{collection}!{own}").into();
    for embedded in embedded(collection) {
        for one in document[*embedded].as_array_mut().into_iter().flatten() {
            one["_key"] = format!("!{collection}.{embedded}!{own}.{}", id(one)).into();
        }
    }
}

/// Keys with values: what stands in the database.
fn entries(collection: &str, documents: &[Value]) -> BTreeMap<String, Value> {
    let mut entries = BTreeMap::new();
    let mut add = |mut document: Value| {
        let key = document.as_object_mut().and_then(|fields| fields.remove("_key"));
        if let Some(Value::String(key)) = key {
            entries.insert(key, document);
        }
    };
    for document in documents {
        let mut parent = document.clone();
        for embedded in embedded(collection) {
            let children = parent[*embedded].take();
            let children = children.as_array().cloned().unwrap_or_default();
            parent[*embedded] = children.iter().map(id).collect();
            children.into_iter().for_each(&mut add);
        }
        add(parent);
    }
    entries
}

/// The files that a program which opens the database makes by itself.
const NOT_EXPORTED: [&str; 3] = ["LOG", "LOG.old", "LOCK"];

/// The bytes that are kept before anything is sorted into tables. All documents have room there, so the same
/// documents give the same bytes.
const BUFFER: usize = 1 << 28;

/// The files of a database.
pub(super) fn files(collection: &str, documents: &[Value]) -> Result<Vec<(String, Vec<u8>)>, Status> {
    let folder = Path::new("cardwright-pack");
    let environment: Rc<Box<dyn Env>> = Rc::new(Box::new(MemEnv::new()));
    let options = Options {
        env: Rc::clone(&environment),
        write_buffer_size: BUFFER,
        ..in_memory()
    };
    let mut database = DB::open(folder, options)?;
    for (key, value) in entries(collection, documents) {
        database.put(key.as_bytes(), value.to_string().as_bytes())?;
    }
    database.close()?;
    let mut files = Vec::new();
    for child in environment.children(folder)? {
        let name = child.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        if NOT_EXPORTED.contains(&name.as_str()) {
            continue;
        }
        let mut bytes = Vec::new();
        let mut file = environment.open_sequential_file(&folder.join(&name))?;
        #[allow(
            clippy::disallowed_methods,
            reason = "it lies in memory, and was just written there"
        )]
        file.read_to_end(&mut bytes)?;
        files.push((name, bytes));
    }
    files.sort();
    Ok(files)
}
