//! A program that is killed while it writes leaves the old file or the new one, never a part of one.

use crate::shop::{Shop, older};
use std::process::{Command, Stdio};
use std::time::Duration;

const SCENARIO: &str = "scenarios/sample/duel.yaml";
const WORDS: &str = "systems/sample/words.cw";
/// How often each call is killed, each time a little later.
const TIMES: u64 = 10;

/// Starts a call, and kills it after a while.
fn killed(shop: &Shop, call: &[&str], after: Duration) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(call)
        .current_dir(&shop.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    std::thread::sleep(after);
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().expect("it ends");
}

/// How long a call takes, and what it writes.
fn whole(shop: &Shop, call: &[&str], file: &str) -> (Duration, Vec<u8>) {
    let begun = std::time::Instant::now();
    shop.run(call).expect(0);
    let took = begun.elapsed();
    (
        took,
        std::fs::read(shop.folder.join(file)).expect("it was written"),
    )
}

#[test]
fn whoever_is_killed_while_writing_leaves_the_old_file_or_the_new() {
    let play = ["run", SCENARIO, "--agents", "default", "--quiet"];
    let with = |more: [&'static str; 2]| [&play[..], &more].concat();
    let calls: [(Vec<&str>, &str); 5] = [
        (vec!["build", SCENARIO, "-o", "duel.cwp"], "duel.cwp"),
        (with(["--replay", "game.json"]), "game.json"),
        (with(["--keep", "kept.json"]), "kept.json"),
        (with(["--draw", "table.svg"]), "table.svg"),
        (vec!["fmt"], WORDS),
    ];
    for (call, file) in calls {
        let shop = Shop::new();
        let path = shop.folder.join(file);
        let old = match file {
            WORDS => shop.text(WORDS).replace("deck hedge", "deck    hedge"),
            _ => older(file),
        };
        let put = || std::fs::write(&path, &old).expect("the folder is ours");
        put();
        let (took, new) = whole(&shop, &call, file);
        assert_ne!(new, old.as_bytes(), "{call:?}");
        for time in 0..TIMES {
            put();
            // The writing is at the end.
            killed(&shop, &call, took.mul_f64(0.5 + 0.06 * time as f64));
            let left = std::fs::read(&path).expect("it is there");
            let is_old = left == old.as_bytes();
            assert!(is_old || left == new, "{call:?}: {} bytes are left", left.len());
        }
    }
}

#[test]
fn an_export_that_was_killed_is_the_old_one_or_the_new() {
    let call = ["export", "--to", "json", "-o", "content"];
    let (old, new) = (
        Shop::new(),
        Shop::new().with("cards/sample/basic.yaml", "name: Billy", "name: William"),
    );
    let (took, _) = whole(&old, &call, "content/manifest.json");
    new.run(&call).expect(0);
    let files = |shop: &Shop| -> std::collections::BTreeMap<String, Vec<u8>> {
        let folder = std::fs::read_dir(shop.folder.join("content"))
            .expect("it is there")
            .flatten();
        let named = folder.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
        named
            .map(|(name, path)| (name, std::fs::read(path).unwrap_or_default()))
            .collect()
    };
    let (before, after) = (files(&old), files(&new));
    assert_ne!(before, after);
    let shop = Shop::new().with("cards/sample/basic.yaml", "name: Billy", "name: William");
    for time in 0..TIMES {
        let _ = std::fs::remove_dir_all(shop.folder.join("content"));
        std::fs::rename(old.folder.join("content"), shop.folder.join("content"))
            .expect("the folders are ours");
        killed(&shop, &call, took.mul_f64(0.6 + 0.05 * time as f64));
        let left = files(&shop);
        assert!(left == before || left == after, "{:?}", left.keys());
        old.run(&call).expect(0);
    }
}

#[test]
fn a_series_that_was_killed_goes_on() {
    let shop = Shop::new();
    let call = ["sim", SCENARIO, "--games", "400", "--lines", "games.jsonl"];
    let (took, new) = whole(&shop, &call, "games.jsonl");
    let sorted = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for time in 0..TIMES {
        let _ = std::fs::remove_file(shop.folder.join("games.jsonl"));
        killed(&shop, &call, took.mul_f64(0.1 * time as f64));
        let mut resumed = call.to_vec();
        if shop.folder.join("games.jsonl").exists() {
            resumed.push("--resume");
        }
        shop.run(&resumed).expect(0);
        let now = std::fs::read(shop.folder.join("games.jsonl")).expect("it is there");
        assert_eq!(sorted(&now), sorted(&new));
    }
}
