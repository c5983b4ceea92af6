//! The code that pages show: each block of the language or of YAML is held by a test, or says that it is a fragment.
//! Then it can be read, and so can the rules in it.
//!
//! What stands behind the language of a block says how it is held: `cw items` and the like are those of the reference
//! (`book`). A path is that of a document: one of this repository, which the block replaces here, or one of a new project
//! (`pages`, of the program's tests). A `fragment` is read here. A block without a word is held by the test of its page.

use crate::workshop::{Copy, check, root};
use cardwright_compiler::{Severity, for_people};
use cardwright_dsl::{parse_block, parse_expr, parse_items};
use serde_json::Value;
use std::path::Path;

/// Pages, or folders of them, whose blocks without a word are held, and by which test.
const HELD: [(&str, &str); 7] = [
    ("README.md", "cookbook"),
    ("docs/boards.md", "boards"),
    ("docs/cookbook/", "cookbook"),
    ("docs/expressiveness.md", "expressiveness"),
    ("docs/imports.md", "facts, of the imports"),
    ("docs/own-game.md", "own_game, of the program"),
    ("docs/tutorial.md", "tutorial, of the program"),
];
/// Words for which `book` compiles a block.
const OF_THE_REFERENCE: [&str; 3] = ["items", "statements", "expressions"];
/// The pages whose blocks may name files.
const WITH_FILES: [&str; 3] = ["docs/documents.md", "docs/looks.md", "docs/phrasebooks.md"];

struct Block {
    /// The page and the line.
    place: String,
    language: String,
    /// What stands behind the language.
    word: String,
    text: String,
}

/// The blocks of a page, without the blanks that they have in a list.
fn blocks(name: &str, page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(Block, usize)> = None;
    for (number, line) in page.lines().enumerate() {
        let blanks = line.len() - line.trim_start().len();
        match (line.trim_start().strip_prefix("```"), open.as_mut()) {
            (Some(info), None) => {
                let (language, word) = info.split_once(' ').unwrap_or((info, ""));
                let block = Block {
                    place: format!("{name}:{}", number + 1),
                    language: language.to_owned(),
                    word: word.to_owned(),
                    text: String::new(),
                };
                open = Some((block, blanks));
            }
            (Some(_), Some(_)) => blocks.extend(open.take().map(|(block, _)| block)),
            (None, Some((block, indent))) => {
                block.text.push_str(line.get(*indent..).unwrap_or_default());
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{name}: a block does not end");
    blocks
}

fn pages_in(folder: &Path, name: &str, into: &mut Vec<Block>) {
    let entries = std::fs::read_dir(folder).expect("the pages are there").flatten();
    for entry in entries {
        let (path, file) = (
            entry.path(),
            format!("{name}{}", entry.file_name().to_string_lossy()),
        );
        if path.is_dir() {
            pages_in(&path, &format!("{file}/"), into);
        } else if file.ends_with(".md") {
            let page = std::fs::read_to_string(&path).expect("the page can be read");
            into.extend(blocks(&file, &page));
        }
    }
}

/// The blocks of the language and of YAML on all pages.
fn all() -> Vec<Block> {
    let mut all = Vec::new();
    pages_in(&root().join("docs"), "docs/", &mut all);
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is one");
    all.extend(blocks("README.md", &readme));
    all.retain(|block| ["cw", "yaml"].contains(&block.language.as_str()));
    all
}

/// Whether this is a piece of the language: declarations and rules, statements, or an expression.
fn is_readable(text: &str) -> bool {
    parse_items(text).1.is_empty() || parse_block(text).1.is_empty() || parse_expr(text).is_ok()
}

/// The texts of rules anywhere in a document.
fn rules(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(keys) => {
            for (key, value) in keys {
                match value.as_str() {
                    Some(text) if ["rules", "given", "when"].contains(&key.as_str()) => {
                        into.push(text.to_owned());
                    }
                    _ => rules(value, into),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| rules(value, into)),
        _ => {}
    }
}

/// What is wrong with a fragment.
fn complaint(block: &Block) -> Option<String> {
    if block.language == "cw" {
        return (!is_readable(&block.text)).then(|| format!("{}: this is no code", block.place));
    }
    let document: Value = match serde_yaml::from_str(&block.text) {
        Ok(document) => document,
        Err(error) => return Some(format!("{}: {error}", block.place)),
    };
    let mut texts = Vec::new();
    rules(&document, &mut texts);
    let wrong = texts
        .iter()
        .find(|text| text.as_str() != "todo" && !is_readable(text));
    wrong.map(|text| format!("{}: these are no rules: {text}", block.place))
}

/// Whether a test holds this block, or it is a fragment.
fn is_known(block: &Block) -> bool {
    let page = block.place.rsplit_once(':').map_or("", |(page, _)| page);
    match block.word.as_str() {
        "" => HELD.iter().any(|(held, _)| page.starts_with(held)),
        "fragment" => true,
        word if word.contains('/') => WITH_FILES.contains(&page),
        word => page == "docs/language.md" && OF_THE_REFERENCE.contains(&word),
    }
}

#[test]
fn each_block_of_a_page_is_held_by_a_test_or_is_a_fragment() {
    let all = all();
    let unknown = all.iter().filter(|block| !is_known(block));
    let unknown: Vec<&str> = unknown.map(|block| block.place.as_str()).collect();
    assert!(
        unknown.is_empty(),
        "no test compiles these; add one, or write `fragment` behind the language: {unknown:?}"
    );
    assert!(all.len() > 150, "only {} blocks", all.len());
}

#[test]
fn each_fragment_can_be_read() {
    let all = all();
    let fragments = all.iter().filter(|block| block.word == "fragment");
    let complaints: Vec<String> = fragments.filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_document_as_a_page_shows_it_can_take_the_place_of_the_real_one() {
    let all = all();
    let shown: Vec<&Block> = all
        .iter()
        .filter(|block| block.word.contains('/') && root().join(&block.word).is_file())
        .collect();
    assert!(!shown.is_empty(), "no page shows a document of this repository");
    let copy = Copy::of(&root());
    shown
        .iter()
        .for_each(|block| copy.write(&block.word, &block.text));
    let project = copy.project();
    let mut found = check(&project);
    found.retain(|one| {
        let file = &project.sources.get(one.place.file).name;
        one.code.severity == Severity::Error && shown.iter().any(|block| block.word == *file)
    });
    assert!(
        found.is_empty(),
        "{}",
        for_people(&project.sources, &found, false)
    );
}

#[test]
fn what_is_no_code_is_told() {
    let page = "```cw fragment\nat noon {\n```\n\n- a\n  ```yaml fragment\n  rules: no rule\n  ```\n";
    let told: Vec<String> = blocks("page.md", page).iter().filter_map(complaint).collect();
    assert_eq!(
        told,
        [
            "page.md:1: this is no code",
            "page.md:6: these are no rules: no rule"
        ]
    );
}
