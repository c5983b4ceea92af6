//! Exports of the sample and of the shipped content, made once.

use cardwright_compiler::Project;
use cardwright_export::{Book, FORMATS, Folder, Options, export, format_named, parts};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The root of the repository, which is a project itself.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A sample project.
pub(crate) fn sample(name: &str) -> PathBuf {
    root().join("tests/samples").join(name)
}

/// The export of a project in one format, or in `all`.
pub(crate) fn exported(project: &Path, format: &str, what: &[&str]) -> Folder {
    exported_with(project, format, what, &[])
}

/// The export of a project, with options.
pub(crate) fn exported_with(project: &Path, format: &str, what: &[&str], options: &[&str]) -> Folder {
    exported_of(&Project::load(project), format, what, options)
}

/// The export of a project that is read already, with options.
pub(crate) fn exported_of(project: &Project, format: &str, what: &[&str], options: &[&str]) -> Folder {
    assert_eq!(project.diagnostics, []);
    let what: Vec<String> = what.iter().map(|&what| what.to_owned()).collect();
    let parts = parts(project, &what).expect("the names are known");
    let book = Book::of(project, parts).expect("the content has no errors");
    let formats = match format_named(format) {
        Some(format) => vec![format],
        None => FORMATS.to_vec(),
    };
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    let options = Options::read(&options, &formats).expect("the options are known");
    export(&book, &formats, &options, &what).expect("every format can be written")
}

/// The export of the whole shipped content, in all formats.
pub(crate) fn shipped() -> &'static Folder {
    static SHIPPED: OnceLock<Folder> = OnceLock::new();
    SHIPPED.get_or_init(|| exported(&root(), "all", &[]))
}

/// The export of the first sample, in all formats.
pub(crate) fn small() -> &'static Folder {
    static SMALL: OnceLock<Folder> = OnceLock::new();
    SMALL.get_or_init(|| exported(&sample("good"), "all", &[]))
}

/// The files of one format that end so, by their paths in its folder.
pub(crate) fn files(format: &str, ending: &str) -> Vec<&'static str> {
    let files = shipped().files().keys();
    let files = files.filter_map(|path| path.strip_prefix(format)?.strip_prefix('/'));
    let files: Vec<&str> = files.filter(|path| path.ends_with(ending)).collect();
    assert!(!files.is_empty(), "{format} has no {ending}");
    files
}

/// Writes the files of one format.
pub(crate) fn write(format: &str, folder: &Path) {
    write_of(shipped(), &format!("{format}/"), folder);
}

/// Writes the files of an export whose paths begin so, without that.
pub(crate) fn write_of(export: &Folder, beginning: &str, folder: &Path) {
    for (path, bytes) in export.files() {
        let Some(path) = path.strip_prefix(beginning) else {
            continue;
        };
        let target = folder.join(path);
        fs::create_dir_all(target.parent().expect("it has a folder")).expect("it can be made");
        fs::write(target, bytes).expect("it can be written");
    }
}

pub(crate) fn pascal(id: &str) -> String {
    let parts = id.split('-').map(|part| part[..1].to_uppercase() + &part[1..]);
    parts.collect()
}

/// A file of an export as text.
pub(crate) fn text<'a>(folder: &'a Folder, path: &str) -> &'a str {
    let bytes = folder
        .files()
        .get(path)
        .unwrap_or_else(|| panic!("there is no {path}"));
    std::str::from_utf8(bytes).expect("it is text")
}

/// A file of an export as JSON.
pub(crate) fn json(folder: &Folder, path: &str) -> Value {
    serde_json::from_str(text(folder, path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Formats whose JSON is made for a program that has a form of its own for it.
const OF_OTHERS: [&str; 4] = ["unity/", "godot/", "tts/", "foundry/"];

/// Every JSON document of an export, the lines of JSON Lines one by one, with where it stands and the name of its schema.
pub(crate) fn documents(folder: &Folder) -> Vec<(String, String, Value)> {
    let mut documents = Vec::new();
    for (path, bytes) in folder.files() {
        let lines = path.ends_with(".jsonl");
        let others = OF_OTHERS.iter().any(|format| path.starts_with(format));
        if others || path.contains("schemas/") || !(lines || path.ends_with(".json")) {
            continue;
        }
        let text = std::str::from_utf8(bytes).expect("it is text");
        let parts: Vec<&str> = if lines { text.lines().collect() } else { vec![text] };
        for (number, part) in (1..).zip(parts) {
            let value: Value = serde_json::from_str(part).unwrap_or_else(|error| panic!("{path}: {error}"));
            let format = value["document"]["format"].as_str().unwrap_or_default();
            let schema = format.strip_prefix("cardwright/").unwrap_or_default().to_owned();
            documents.push((format!("{path}:{number}"), schema, value));
        }
    }
    documents
}
