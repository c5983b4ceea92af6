//! An export comes onto the disk as a whole or not at all, and replaces nothing but an export.

use crate::kit::{exported, json, sample, shipped, small};
use cardwright_export::Place;
use cardwright_export::{Folder, MANIFEST_FILE, WriteError};
use std::fs;
use std::path::Path;

fn empty() -> tempfile::TempDir {
    tempfile::tempdir().expect("the temporary folder can be written")
}

/// Every file below a folder.
fn files(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    entries
        .map(|entry| {
            if entry.path().is_dir() {
                files(&entry.path())
            } else {
                1
            }
        })
        .sum()
}

fn beside(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn an_export_is_written_and_replaced_as_a_whole() {
    let (place, folder) = (empty(), small());
    let target = place.path().join("out");
    folder.write(&target, &Place::Named).expect("there is room");
    assert_eq!(files(&target), folder.files().len());
    fs::write(target.join("old.txt"), "from before").expect("it can be written");
    folder
        .write(&target, &Place::Named)
        .expect("an export is replaced");
    assert_eq!(files(&target), folder.files().len());
    assert_eq!(beside(place.path()), ["out"], "nothing is left beside it");
    for (path, bytes) in folder.files() {
        assert_eq!(fs::read(target.join(path)).ok().as_ref(), Some(bytes), "{path}");
    }
}

#[test]
fn what_is_no_export_stays() {
    let place = empty();
    let target = place.path().join("mine");
    fs::create_dir(&target).expect("it can be made");
    small()
        .write(&target, &Place::Named)
        .expect("an empty folder is replaced");
    for manifest in ["", "{}", "{ \"document\": { \"format\": \"something/else\" } }"] {
        let target = place.path().join("theirs");
        fs::create_dir_all(&target).expect("it can be made");
        fs::write(target.join("letter.txt"), "dear").expect("it can be written");
        fs::write(target.join(MANIFEST_FILE), manifest).expect("it can be written");
        assert!(matches!(
            small().write(&target, &Place::Named),
            Err(WriteError::NoExport(_))
        ));
        assert_eq!(beside(&target), ["letter.txt", MANIFEST_FILE]);
    }
    let file = place.path().join("file");
    fs::write(&file, "text").expect("it can be written");
    assert!(matches!(
        small().write(&file, &Place::Named),
        Err(WriteError::File(_))
    ));
    assert_eq!(beside(place.path()), ["file", "mine", "theirs"]);
}

#[cfg(unix)]
#[test]
fn a_link_is_no_place_for_an_export() {
    let place = empty();
    let target = place.path().join("link");
    std::os::unix::fs::symlink(place.path().join("elsewhere"), &target).expect("it can be made");
    assert!(matches!(
        small().write(&target, &Place::Named),
        Err(WriteError::Link(_))
    ));
    assert_eq!(beside(place.path()), ["link"]);
}

#[test]
fn after_a_failure_everything_is_as_it_was() {
    let place = empty();
    let target = place.path().join("out");
    small().write(&target, &Place::Named).expect("there is room");
    let mut impossible = Folder::default();
    impossible.add("a", "file");
    impossible.add("a/b", "no file can lie in a file");
    assert!(matches!(
        impossible.write(&target, &Place::Named),
        Err(WriteError::Failed(..))
    ));
    assert_eq!(files(&target), small().files().len());
    assert_eq!(beside(place.path()), ["out"]);
}

#[test]
fn the_manifest_names_every_file_with_its_hash() {
    let folder = exported(&sample("good"), "json", &[]);
    let manifest = json(&folder, MANIFEST_FILE);
    let listed = manifest["files"].as_array().expect("a list");
    assert_eq!(listed.len() + 1, folder.files().len());
    for file in listed {
        let bytes = &folder.files()[file["path"].as_str().expect("a path")];
        assert_eq!(file["bytes"], bytes.len());
        assert_eq!(file["sha256"].as_str().map(str::len), Some(64));
    }
    assert_eq!(manifest["formats"][0]["id"], "json");
    assert!(
        manifest["content"]["sample"]
            .as_str()
            .is_some_and(|hash| hash.len() == 64)
    );
}

#[test]
fn nothing_of_the_shipped_content_is_left_out() {
    assert_eq!(shipped().left_out(), []);
}
