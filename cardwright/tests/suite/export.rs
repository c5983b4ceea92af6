//! `export` and `conform` as their callers see them.

use crate::shop::Shop;
use std::fs;

#[test]
fn the_formats_are_listed() {
    let answer = Shop::empty().run(&["export", "--list"]).expect(0);
    for format in [
        "json", "jsonl", "vectors", "sqlite", "csv", "lua", "ron", "unity", "godot", "tts", "foundry",
    ] {
        assert!(
            answer
                .out
                .lines()
                .any(|line| line.starts_with(&format!("{format} "))),
            "{}",
            answer.out
        );
    }
}

#[test]
fn options_of_formats_are_listed_and_mean_something() {
    let shop = Shop::new();
    let list = shop.run(&["export", "--list"]).expect(0);
    assert!(
        list.out.contains("--option godot.format=...") && list.out.contains("(3, 2); `3`, if absent"),
        "{}",
        list.out
    );
    let call = ["export", "--to", "godot", "-o", "out", "--option"];
    shop.run(&[&call[..], &["godot.format=2"]].concat()).expect(0);
    assert!(shop.text("out/sample/tables.tres").contains("format=2]"));
    assert!(
        shop.text("out/manifest.json")
            .contains("\"options\":{\"format\":\"2\"}")
    );
    let answer = shop.run(&[&call[..], &["godot.format=7"]].concat()).expect(2);
    assert!(answer.err.contains("cannot be `7`"), "{}", answer.err);
}

#[test]
fn an_export_is_written_and_written_anew() {
    let shop = Shop::new();
    for _ in 0..2 {
        let answer = shop.run(&["export", "--to", "json", "-o", "out"]).expect(0);
        assert!(
            answer.out.starts_with("out: ") && answer.out.contains(" 0 left out"),
            "{}",
            answer.out
        );
    }
    assert!(shop.text("out/sample/rules.json").contains("Ring the bell"));
    assert!(shop.text("out/manifest.json").contains("cardwright/manifest"));
}

#[test]
fn everything_has_a_folder_for_each_format() {
    let shop = Shop::new();
    shop.run(&["export", "--to", "all", "sample", "-o", "deep/out"])
        .expect(0);
    for file in [
        "json/sample/system.json",
        "sqlite/cardwright.sqlite",
        "manifest.json",
    ] {
        assert!(shop.folder.join("deep/out").join(file).is_file(), "{file}");
    }
}

#[test]
fn a_wrong_call_says_what_to_write() {
    let shop = Shop::new();
    let told = |arguments: &[&str], code: i32, part: &str| {
        let answer = shop.run(arguments).expect(code);
        assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
        assert!(!shop.folder.join("out").exists(), "{arguments:?}");
    };
    told(&["export", "--to", "jsn", "-o", "out"], 2, "did you mean `json`?");
    told(
        &["export", "--to", "json", "duell", "-o", "out"],
        2,
        "did you mean `duel`?",
    );
    told(&["export", "--to", "json"], 2, "--output");
    told(&["conform", "nowhere", "--", "true"], 2, "nowhere");
}

#[test]
fn what_is_no_export_is_not_replaced() {
    let shop = Shop::new();
    let answer = shop.run(&["export", "--to", "json", "-o", "cards"]).expect(2);
    assert!(answer.err.contains("it is not an export"), "{}", answer.err);
    assert!(shop.text("cards/sample/basic.yaml").contains("billy"));
}

#[test]
fn content_with_errors_is_not_exported() {
    let shop = Shop::new().with("cards/sample/basic.yaml", "strength: 3", "strenth: 3");
    let answer = shop.run(&["export", "--to", "json", "-o", "out"]).expect(1);
    assert!(
        answer.err.contains("strenth") && answer.err.contains("nothing was exported"),
        "{}",
        answer.err
    );
    assert!(!shop.folder.join("out").exists());
}

#[test]
fn the_reference_runner_plays_alike_and_a_liar_does_not() {
    let shop = Shop::new();
    shop.run(&["export", "--to", "vectors", "-o", "out"]).expect(0);
    let program = env!("CARGO_BIN_EXE_cardwright");
    let answer = shop
        .run(&["conform", "out", "--", program, "conform", "--serve"])
        .expect(0);
    assert!(
        answer.out.contains(" played alike, 0 differed, 0 skipped"),
        "{}",
        answer.out
    );
    if cfg!(unix) {
        let lie = format!("{program} conform --serve | sed -u 's/\"face\":\"butt\"/\"face\":\"slip\"/'");
        let answer = shop.run(&["conform", "out", "--", "sh", "-c", &lie]).expect(1);
        assert!(answer.out.contains("at chance["), "{}", answer.out);
        let answer = shop.run(&["conform", "out", "--", "true"]).expect(2);
        assert!(answer.err.contains("the runner"), "{}", answer.err);
    }
}

#[test]
fn a_file_of_vectors_that_is_damaged_is_refused_with_its_line() {
    let shop = Shop::new();
    shop.run(&["export", "--to", "vectors", "-o", "out"]).expect(0);
    let file = shop.folder.join("out/sample/cases.jsonl");
    let text = shop
        .text("out/sample/cases.jsonl")
        .replacen("\"steps\"", "\"step\"", 1);
    fs::write(&file, text).expect("it can be written");
    let answer = shop
        .run(&["conform", "out/sample/cases.jsonl", "--", "true"])
        .expect(2);
    assert!(answer.err.contains("line 1"), "{}", answer.err);
}
