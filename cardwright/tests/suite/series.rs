//! A series of games cut into shards, interrupted, gone on with, and joined again.

use crate::shop::{Answer, Shop};
use serde_json::Value;
use std::process::Command;

const SCENARIO: &str = "scenarios/sample/duel.yaml";
const GAMES: &[&str] = &["sim", SCENARIO, "--games", "11", "--seed", "5"];

fn run(shop: &Shop, parts: &[&[&str]]) -> Answer {
    shop.run(&parts.concat())
}

/// Three shards in files of their own.
fn in_shards(shop: &Shop, call: &[&str]) {
    for number in ["1", "2", "3"] {
        let (shard, file) = (format!("{number}/3"), format!("{number}.jsonl"));
        run(shop, &[call, &["--shard", &shard, "--lines", &file]]).expect(0);
    }
}

#[test]
fn shards_join_to_the_report_of_one_run() {
    let shop = Shop::new();
    for more in [&[][..], &["--agents", "random,default", "--swap"]] {
        let call = [GAMES, more].concat();
        in_shards(&shop, &call);
        for format in ["text", "json"] {
            let one = run(&shop, &[&call, &["--format", format]]).expect(0);
            let merge = [
                "sim", "--merge", "3.jsonl", "1.jsonl", "2.jsonl", "--format", format,
            ];
            assert_eq!(shop.run(&merge).expect(0).out, one.out);
        }
        for number in [1, 2, 3] {
            std::fs::remove_file(shop.folder.join(format!("{number}.jsonl"))).expect("it is there");
        }
    }
}

#[test]
fn a_file_is_the_same_whatever_the_number_of_threads() {
    let shop = Shop::new();
    let texts = ["1", "3"].map(|threads| {
        let file = format!("{threads}.jsonl");
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(GAMES)
            .args(["--lines", &file])
            .current_dir(&shop.folder)
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .expect("the program can be started");
        Answer::of(&output).expect(0);
        shop.text(&file)
    });
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0].lines().count(), 12);
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let shop = Shop::new();
    in_shards(&shop, GAMES);
    let other = [
        (
            &["sim", SCENARIO, "--games", "11", "--seed", "6", "--shard", "3/3"][..],
            "seed.jsonl",
        ),
        (
            &["sim", SCENARIO, "--games", "11", "--seed", "5", "--shard", "3/4"],
            "four.jsonl",
        ),
        (
            &[
                "sim", SCENARIO, "--games", "11", "--seed", "5", "--agents", "default", "--shard", "3/3",
            ],
            "default.jsonl",
        ),
    ];
    for (call, file) in other {
        run(&shop, &[call, &["--lines", file]]).expect(0);
    }
    let shop = shop
        .with(SCENARIO, "on the hill", "on a hill")
        .with(SCENARIO, "y: 3in }", "y: 4in }");
    run(&shop, &[GAMES, &["--shard", "3/3", "--lines", "content.jsonl"]]).expect(0);
    let refused = |files: &[&str]| run(&shop, &[&["sim", "--merge"], files]).expect(2).err;
    let told = [
        refused(&["1.jsonl", "3.jsonl"]),
        refused(&["1.jsonl", "2.jsonl"]),
        refused(&["1.jsonl", "2.jsonl", "3.jsonl", "2.jsonl"]),
        refused(&["1.jsonl", "2.jsonl", "seed.jsonl"]),
        refused(&["1.jsonl", "2.jsonl", "four.jsonl"]),
        refused(&["1.jsonl", "2.jsonl", "default.jsonl"]),
        refused(&["1.jsonl", "2.jsonl", "content.jsonl"]),
        refused(&["1.jsonl", "2.jsonl", SCENARIO]),
    ];
    insta::assert_snapshot!(told.concat());
}

#[test]
fn an_interrupted_run_goes_on_with_the_games_that_it_has() {
    let shop = Shop::new();
    let whole = run(&shop, &[GAMES, &["--lines", "whole.jsonl"]]).expect(0);
    let text = shop.text("whole.jsonl");
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    // In the midst of the header, after it, in the midst of a line, after some lines, and at the end.
    for kept in [0, 20, ends[0], ends[3] + 5, ends[6], ends[10] + 1, text.len()] {
        std::fs::write(shop.folder.join("half.jsonl"), &text[..kept]).expect("it can be written");
        let resumed = run(&shop, &[GAMES, &["--lines", "half.jsonl", "--resume"]]).expect(0);
        assert_eq!(
            (resumed.out, shop.text("half.jsonl")),
            (whole.out.clone(), text.clone()),
            "{kept}"
        );
    }
    let new = run(&shop, &[GAMES, &["--lines", "new.jsonl", "--resume"]]).expect(0);
    assert_eq!((new.out, shop.text("new.jsonl")), (whole.out, text));
}

#[test]
fn files_that_cannot_be_gone_on_with_stay_as_they_are() {
    let shop = Shop::new();
    run(&shop, &[GAMES, &["--lines", "games.jsonl"]]).expect(0);
    let text = shop.text("games.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let put = |name: &str, lines: &[&str]| {
        std::fs::write(shop.folder.join(name), lines.join("\n") + "\n").expect("it can be written");
    };
    put("swapped.jsonl", &[lines[0], lines[2], lines[1]]);
    put("doubled.jsonl", &[lines[0], lines[1], lines[1]]);
    put(
        "changed.jsonl",
        &[lines[0], &lines[1].replace("\"seed\":5", "\"seed\":6")],
    );
    put("broken.jsonl", &[lines[0], "{}", lines[2]]);
    put("more.jsonl", &[&lines[..], &lines[11..]].concat());
    let version = lines[0].replace("\"sim\":3", "\"sim\":2");
    put("version.jsonl", &[&version]);
    let resume = |more: &[&str], file: &str| run(&shop, &[GAMES, more, &["--lines", file]]).expect(2).err;
    let told = [
        resume(&[], "games.jsonl"),
        resume(&["--resume", "--swap"], "games.jsonl"),
        resume(&["--resume", "--shard", "1/2"], "games.jsonl"),
        resume(&["--resume"], "swapped.jsonl"),
        resume(&["--resume"], "doubled.jsonl"),
        resume(&["--resume"], "changed.jsonl"),
        resume(&["--resume"], "broken.jsonl"),
        resume(&["--resume"], "more.jsonl"),
        resume(&["--resume"], "version.jsonl"),
        resume(&["--resume"], SCENARIO),
    ];
    insta::assert_snapshot!(told.concat());
    assert_eq!(shop.text("games.jsonl"), text);
    assert_eq!(shop.text("swapped.jsonl").lines().count(), 3);
}

#[test]
fn a_shard_that_is_not_finished_is_not_merged() {
    let shop = Shop::new();
    run(&shop, &[GAMES, &["--lines", "games.jsonl"]]).expect(0);
    let text = shop.text("games.jsonl");
    std::fs::write(shop.folder.join("games.jsonl"), &text[..text.len() - 3]).expect("it can be written");
    let refused = shop.run(&["sim", "--merge", "games.jsonl"]).expect(2).err;
    assert!(
        refused.contains("has 10 of the 11 games of shard 1/1; continue with `--resume`"),
        "{refused}"
    );
}

// Limit: MOST_LINE in cardwright/src/series/lines.rs
#[test]
fn no_line_is_read_beyond_its_limit() {
    let shop = Shop::new();
    run(&shop, &[GAMES, &["--lines", "games.jsonl"]]).expect(0);
    let text = shop.text("games.jsonl");
    let (header, rest) = text.split_once('\n').expect("lines");
    for (length, code) in [(1 << 20, 0), ((1 << 20) + 1, 2)] {
        let spaces = " ".repeat(length - header.len());
        std::fs::write(
            shop.folder.join("games.jsonl"),
            format!("{header}{spaces}\n{rest}"),
        )
        .expect("it can be written");
        let merged = shop.run(&["sim", "--merge", "games.jsonl"]).expect(code);
        assert_eq!(
            merged.err.contains("a line has more than 1048576 bytes"),
            code == 2
        );
    }
}

#[test]
fn calls_that_make_no_sense_are_refused() {
    let shop = Shop::new();
    let calls: [&[&str]; 6] = [
        &[SCENARIO, "--shard", "0/3", "--lines", "a"],
        &[SCENARIO, "--shard", "4/3", "--lines", "a"],
        &[SCENARIO, "--shard", "1/3"],
        &[SCENARIO, "--resume"],
        &[SCENARIO, "--think", "soon"],
        &[SCENARIO, "--think", "0ms"],
    ];
    for call in calls {
        run(&shop, &[&["sim"], call]).expect(2);
        assert!(!shop.folder.join("a").exists(), "{call:?}");
    }
}

#[test]
fn games_that_go_by_the_clock_say_so() {
    let shop = Shop::new();
    for (think, repeatable) in [("1ms", false), ("20", true)] {
        let call = [
            "sim", SCENARIO, "--games", "2", "--agents", "search", "--think", think,
        ];
        let text = shop.run(&call).expect(0).out;
        assert_eq!(
            text.contains("`--think 1ms` depends on the clock"),
            !repeatable,
            "{text}"
        );
        let report = shop
            .run(&[&call[..], &["--format", "json"]].concat())
            .expect(0)
            .out;
        let report: Value = serde_json::from_str(&report).expect("JSON");
        assert_eq!(
            (&report[0]["repeatable"], &report[0]["think"]),
            (&repeatable.into(), &think.into())
        );
    }
}

#[test]
fn whoever_changes_seats_sits_at_each_as_often() {
    let shop = Shop::new();
    let call = [
        "sim",
        SCENARIO,
        "--games",
        "8",
        "--agents",
        "search,default",
        "--think",
        "20",
        "--swap",
    ];
    let report = shop
        .run(&[&call[..], &["--format", "json"]].concat())
        .expect(0)
        .out;
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let seats = shop
        .run(&[&call[..], &["--lines", "games.jsonl"]].concat())
        .expect(0);
    assert!(seats.out.contains("seeds 1 to 4"), "{}", seats.out);
    let mut wins = [0, 0];
    for (game, line) in shop.text("games.jsonl").lines().skip(1).enumerate() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(line["seed"], game / 2 + 1);
        for (seat, player) in ["north", "south"].iter().enumerate() {
            let won = line["winners"]
                .as_array()
                .expect("a list")
                .iter()
                .any(|winner| winner == player);
            wins[(seat + game) % 2] += u64::from(won);
        }
    }
    let told = report[0]["agents"].as_array().expect("a list");
    let told: Vec<&Value> = told.iter().map(|agent| &agent["wins"]).collect();
    assert_eq!(told, [&Value::from(wins[0]), &wins[1].into()]);
    assert!(
        report[0]["agents"]
            .as_array()
            .expect("a list")
            .iter()
            .all(|agent| agent["games"] == 8)
    );
}
