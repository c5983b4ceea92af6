//! The pictures of an export to Tabletop Simulator: every save finds its own, cards can be told apart, and nothing is lost in silence.

use crate::kit::{exported, exported_with, json, sample, shipped, small};
use cardwright_export::Folder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A card's cell on a sheet, for a card of the common size.
const CARD: (usize, usize) = (409, 573);

/// A picture as colours with their opacity.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Picture {
    fn of(folder: &Folder, path: &str) -> Self {
        let bytes = folder.files().get(path);
        let bytes = bytes.unwrap_or_else(|| panic!("there is no {path}"));
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder
            .read_info()
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        let size = reader.output_buffer_size().expect("it fits into memory");
        let mut pixels = vec![0; size];
        let info = reader.next_frame(&mut pixels).expect("it is whole");
        let (pixels, rest) = pixels.as_chunks::<4>();
        assert!(rest.is_empty());
        Self {
            width: info.width as usize,
            height: info.height as usize,
            pixels: pixels.to_vec(),
        }
    }

    /// The cell of a card.
    fn cell(&self, place: usize) -> Vec<[u8; 4]> {
        let (left, top) = (place % 10 * CARD.0, place / 10 * CARD.1);
        let row = |row: usize| &self.pixels[(top + row) * self.width + left..][..CARD.0];
        (0..CARD.1).flat_map(row).copied().collect()
    }

    fn hash(&self) -> String {
        let digest = Sha256::digest(self.pixels.as_flattened());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The pictures that an export's saves name.
fn named(folder: &Folder, within: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in folder.files().keys() {
        let is_save = path.contains("/sets/") || path.contains("/scenarios/");
        if path.starts_with(within) && path.ends_with(".json") && is_save {
            addresses(&json(folder, path), &mut found);
        }
    }
    found
}

fn addresses(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if ["FaceURL", "BackURL", "ImageURL"].contains(&name.as_str()) {
                    found.insert(field.as_str().expect("a text").to_owned());
                }
                addresses(field, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| addresses(item, found)),
        _ => {}
    }
}

fn drawn<'a>(folder: &'a Folder, within: &'a str) -> impl Iterator<Item = &'a str> {
    let paths = folder.files().keys();
    paths.filter_map(move |path| path.strip_prefix(within)?.strip_suffix(".png"))
}

#[test]
fn every_picture_that_a_save_names_is_there_and_no_other() {
    let named = named(shipped(), "tts/");
    let named: BTreeSet<&str> = named
        .iter()
        .map(|address| {
            let path = address.strip_prefix("file:///C:/cardwright/");
            path.and_then(|path| path.strip_suffix(".png")).expect(address)
        })
        .collect();
    let drawn: BTreeSet<&str> = drawn(shipped(), "tts/pictures/").collect();
    assert!(drawn.len() > 150, "only {}", drawn.len());
    assert_eq!(named, drawn);
}

/// The sheets that the exports of the shipped content list.
fn sheets() -> Vec<Value> {
    let paths = shipped().files().keys();
    let paths = paths.filter(|path| path.ends_with("sheets.json"));
    let all = paths.flat_map(|path| {
        json(shipped(), path)["sheets"]
            .as_array()
            .cloned()
            .expect("a list")
    });
    all.collect()
}

#[test]
fn a_sheet_is_ten_cards_wide_and_its_last_place_is_the_hidden_card() {
    for sheet in sheets() {
        let name = sheet["face"].as_str().expect("a text");
        let number = |field: &str| sheet[field].as_u64().expect("a number") as usize;
        let (columns, rows) = (number("columns"), number("rows"));
        let cards = sheet["cards"].as_array().expect("a list").len();
        assert!(
            columns == 10 && (1..=7).contains(&rows) && cards < columns * rows,
            "{name}"
        );
        let picture = Picture::of(shipped(), &format!("tts/pictures/{name}"));
        let size = (picture.width, picture.height);
        assert_eq!(size, (columns * CARD.0, rows * CARD.1), "{name}");
        let back = sheet["back"].as_str().expect("a text");
        let back = Picture::of(shipped(), &format!("tts/pictures/{back}"));
        assert!(back.pixels == picture.cell(columns * rows - 1), "{name}");
    }
}

#[test]
fn every_card_has_a_picture_of_its_own() {
    let mut count = 0;
    for sheet in sheets() {
        let name = sheet["face"].as_str().expect("a text");
        let picture = Picture::of(shipped(), &format!("tts/pictures/{name}"));
        let mut seen = BTreeSet::new();
        for (place, card) in sheet["cards"].as_array().expect("a list").iter().enumerate() {
            let cell = picture.cell(place);
            let changes = cell.windows(2).filter(|two| two[0] != two[1]).count();
            assert!(changes > 1000, "{name}: {card} is blank");
            let digest = Sha256::digest(cell.as_flattened());
            assert!(seen.insert(digest), "{name}: {card} looks like one before it");
            count += 1;
        }
    }
    assert!(count > 500, "only {count}");
}

/// A snapshot of hashes: if a machine draws other pixels, it fails there.
#[test]
fn the_sample_is_drawn_so() {
    let all = drawn(small(), "tts/");
    let all = all.map(|path| {
        let picture = Picture::of(small(), &format!("tts/{path}.png"));
        let Picture { width, height, .. } = picture;
        format!("{path} {width}x{height} {}", picture.hash())
    });
    insta::assert_snapshot!("pictures", all.collect::<Vec<String>>().join("\n"));
}

#[test]
fn the_same_content_gives_the_same_pictures() {
    let again = exported(&sample("good"), "tts", &[]);
    let mut count = 0;
    for (path, bytes) in again.files().iter().filter(|(path, _)| path.ends_with(".png")) {
        assert!(
            small().files().get(&format!("tts/{path}")) == Some(bytes),
            "{path}"
        );
        count += 1;
    }
    assert!(count > 3);
}

#[test]
fn pieces_and_tokens_are_round_or_have_a_base_and_nothing_around() {
    let (mut count, mut bases) = (0, 0);
    for path in drawn(shipped(), "tts/").filter(|path| path.contains("/piece-") || path.contains("/token-")) {
        let picture = Picture::of(shipped(), &format!("tts/{path}.png"));
        // A base fills its picture up to the corners, but for a part of the last pixel; a disc does not.
        let corner = picture.pixels[0][3];
        let is_base = corner > 127 && path.contains("/piece-");
        assert!(corner == 0 || is_base, "{path}: {corner}");
        bases += usize::from(is_base);
        let left = picture.pixels[picture.width * (picture.height / 2) + 12];
        assert_eq!(left[3], 255, "{path} has a hole");
        let longest = picture.width.max(picture.height);
        assert!([128, 256].contains(&longest), "{path} is {longest} long");
        count += 1;
    }
    assert!(
        count > 50 && bases > 20 && bases < count,
        "{bases} bases of {count}"
    );
}

#[test]
fn whoever_has_pictures_of_their_own_gets_none() {
    let own = ["tts.draw=no", "tts.pictures=https://example.org/cards"];
    let folder = exported_with(&sample("good"), "tts", &[], &own);
    assert_eq!(drawn(&folder, "").next(), None);
    let named = named(&folder, "");
    assert!(named.contains("https://example.org/cards/sample/basic-goat-1.png"));
}

/// The first sample with another name of a card.
fn changed(name: &str) -> Folder {
    let place = tempfile::tempdir().expect("the temporary folder can be written");
    copy(&sample("good"), place.path());
    let set = place.path().join("cards/sample/basic.yaml");
    let text = fs::read_to_string(&set).expect("it is there");
    let text = text.replace("name: Billy", &format!("name: \"{name}\""));
    fs::write(set, text).expect("it can be written");
    exported(place.path(), "tts", &[])
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("it can be read");
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy(&path, &target),
            false => fs::copy(&path, &target).map(|_| ()).expect("it can be copied"),
        }
    }
}

#[test]
fn characters_that_the_font_lacks_are_told() {
    let told = changed("Bi字ly 字");
    let told: Vec<(&str, &str)> = told
        .left_out()
        .iter()
        .map(|one| (one.what.as_str(), one.why.as_str()))
        .collect();
    assert_eq!(told, [("picture of card `sample/billy`", "the font has no `字`")]);
    assert_eq!(
        small()
            .left_out()
            .iter()
            .filter(|one| one.what.starts_with("picture"))
            .count(),
        0
    );
}

#[test]
fn a_name_that_does_not_fit_is_told() {
    let told = changed(&"Billy the goat ".repeat(12));
    let told: Vec<&str> = told.left_out().iter().map(|one| one.what.as_str()).collect();
    assert_eq!(told, ["picture of card `sample/billy`"]);
}

#[test]
fn all_that_the_shipped_cards_say_is_on_their_pictures() {
    let told = shipped().left_out().iter();
    let told: Vec<_> = told.filter(|one| one.what.starts_with("picture of")).collect();
    assert!(told.is_empty(), "{told:#?}");
}
