//! The page of the studio is committed as it was built, so that nobody needs node for the program. Beside it stands from which
//! sources it was built; a source that differs, is new or is gone means that the page is not fresh.

use crate::workshop::root;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// The sources that the page was built from, and the hash of each.
fn built_from() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join("cardwright/page/sources.txt")).expect("it is there");
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once("  ").expect("a hash and a name"));
    pairs
        .map(|(hash, name)| (name.to_owned(), hash.to_owned()))
        .collect()
}

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            let name = path
                .strip_prefix(root().join("studio/page"))
                .expect("it lies in there");
            found.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
}

#[test]
fn the_built_page_is_that_of_its_sources() {
    let built = built_from();
    let mut names = Vec::new();
    sources(&root().join("studio/page/src"), &mut names);
    assert!(names.len() > 20, "{}", names.len());
    for name in &names {
        let bytes = std::fs::read(root().join("studio/page").join(name)).expect("it can be read");
        let hash = Sha256::digest(&bytes);
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            built.get(name),
            Some(&hash),
            "{name} is not what the page was built from: `npm run build` in studio/page"
        );
    }
    let gone = built
        .keys()
        .find(|name| name.starts_with("src/") && !names.contains(name));
    assert!(gone.is_none(), "{gone:?} is gone: `npm run build` in studio/page");
}
