//! Files at the border: nothing outside the project is read or written through a link, nothing is waited for without end,
//! nothing of others is written over, and nothing is lost.

use crate::shop::{Answer, Shop};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SCENARIO: &str = "scenarios/sample/duel.yaml";
const SET: &str = "cards/sample/basic.yaml";
const SYSTEM: &str = "systems/sample/system.yaml";
/// A text in files of others, which must never be told.
const SECRET: &str = "xyzzy-plugh";

/// A folder beside the project with something of others.
fn others(text: &str) -> Shop {
    let shop = Shop::empty();
    fs::write(shop.folder.join("theirs"), text).expect("the folder is ours");
    shop
}

/// Puts a link in place of what lies there.
fn link(shop: &Shop, name: &str, target: &Path) {
    let path = shop.folder.join(name);
    let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is ours");
    symlink(target, path).expect("a link");
}

fn tells_no_secret(answer: &Answer, what: &str) {
    let told = format!("{}{}", answer.out, answer.err);
    assert!(!told.contains(SECRET), "{what}: {told}");
    assert!(!told.contains("plugh"), "{what}: {told}");
}

fn pipe(path: &Path) {
    let made = Command::new("mkfifo")
        .arg(path)
        .status()
        .expect("mkfifo is there");
    assert!(made.success());
}

#[test]
fn no_file_of_a_project_is_read_through_a_link_out_of_it() {
    let secret = format!("{SECRET}: [1, 2\nprocedure {SECRET}( {{ }} }}\n");
    let outside = others(&secret);
    let target = outside.folder.join("theirs");
    for name in [
        "systems/sample/words.cw",
        "systems/sample/play.cw",
        "systems/sample/rulebook.yaml",
        "systems/sample/system.yaml",
        "cardwright.toml",
        SET,
        SCENARIO,
        "cards/sample/more.yaml",
        "maps/sample/more.yaml",
        "libraries/more/library.yaml",
        "tests/conformance/sample/tricks.yaml",
    ] {
        let shop = Shop::new();
        link(&shop, name, &target);
        for call in [
            &["check"][..],
            &["check", SET],
            &["check", SYSTEM],
            &["check", "--format", "json"],
            &["test"],
            &["fmt", "--check"],
            &["run", SCENARIO, "--agents", "default"],
            &["explain", "sample"],
            &["schema", "--check"],
            &["export", "--to", "json", "-o", "out"],
        ] {
            let answer = shop.run(call);
            tells_no_secret(&answer, &format!("{name}: {call:?}"));
            if call == ["check"] {
                assert_ne!(answer.code, 0, "{name}");
                assert!(answer.err.contains("leads out of"), "{name}: {}", answer.err);
            }
        }
    }
}

#[test]
fn no_folder_of_a_project_is_read_through_a_link_out_of_it() {
    for name in [
        "cards",
        "cards/sample",
        "scenarios",
        "systems/sample",
        "tests",
        "imports",
    ] {
        let (shop, outside) = (Shop::new(), Shop::new().with(SET, "Billy", SECRET));
        fs::create_dir_all(outside.folder.join("imports/x")).expect("a folder");
        fs::write(
            outside.folder.join("imports/x/f.yaml"),
            format!("squads: {SECRET}\n"),
        )
        .expect("a form");
        if name == "imports" {
            fs::write(outside.folder.join(SET), shop.text(SET)).expect("a set");
        }
        link(&shop, name, &outside.folder.join(name));
        for call in [
            &["check"][..],
            &["export", "--to", "none", "-o", "out"],
            &["sim", "--games", "1"],
        ] {
            tells_no_secret(&shop.run(call), &format!("{name}: {call:?}"));
        }
        if name != "imports" {
            let answer = shop.run(&["check"]).expect(1);
            assert!(answer.err.contains("leads out of"), "{name}: {}", answer.err);
        }
    }
}

#[test]
fn a_refused_link_that_a_system_names_is_one_error() {
    let shop = Shop::new().with(SYSTEM, "[words.cw, play.cw]", "[words.cw, play.cw, evil.cw]");
    let outside = others("procedure (");
    link(&shop, "systems/sample/evil.cw", &outside.folder.join("theirs"));
    let answer = shop.run(&["check"]).expect(1);
    assert_eq!(answer.err.matches("leads out of").count(), 1, "{}", answer.err);
    let inside = "systems/sample/real.cw.txt";
    fs::write(shop.folder.join(inside), "").expect("the folder is ours");
    link(&shop, "systems/sample/evil.cw", &shop.folder.join(inside));
    shop.run(&["check"]).expect(0);
}

#[test]
fn nothing_is_written_through_a_folder_that_is_a_link_out() {
    let plays = ["run", SCENARIO, "--agents", "default", "--quiet"];
    let with = |more: [&'static str; 2]| [&plays[..], &more].concat();
    let calls: Vec<(&str, Vec<&str>)> = vec![
        ("cards/other", vec!["new", "system", "other"]),
        ("systems", vec!["new", "system", "other"]),
        ("cards/sample", vec!["new", "set", "more", "--system", "sample"]),
        ("libraries", vec!["new", "library", "more", "--system", "sample"]),
        ("schemas", vec!["schema"]),
        ("schemas/sample", vec!["schema"]),
        ("out", vec!["export", "--to", "json", "-o", "out/json"]),
        ("out", vec!["build", SCENARIO, "-o", "out/duel.cwp"]),
        ("out", with(["--keep", "out/kept.json"])),
        ("out", with(["--replay", "out/game.json"])),
        ("out", with(["--draw", "out/table.svg"])),
        (
            "out",
            vec!["sim", SCENARIO, "--games", "2", "--lines", "out/games.jsonl"],
        ),
        (
            "out",
            vec![
                "sim",
                SCENARIO,
                "--games",
                "2",
                "--resume",
                "--lines",
                "out/games.jsonl",
            ],
        ),
    ];
    for (folder, call) in calls {
        let (shop, outside) = (Shop::new(), Shop::empty());
        if folder == "systems" {
            crate::shop::copy(&shop.folder.join("systems"), &outside.folder);
        }
        let before = fs::read_dir(&outside.folder).expect("it is ours").count();
        link(&shop, folder, &outside.folder);
        let answer = shop.run(&call);
        let after = fs::read_dir(&outside.folder).expect("it is ours").count();
        assert_eq!(before, after, "{call:?}");
        assert_ne!(answer.code, 0, "{call:?}");
        if folder != "systems" {
            let allowed = [&call[..], &["--outside-links"]].concat();
            shop.run(&allowed).expect(0);
            assert_ne!(
                fs::read_dir(&outside.folder).expect("it is ours").count(),
                before,
                "{call:?}"
            );
        }
    }
}

#[test]
fn no_result_is_written_over_what_is_no_older_one_of_its_kind() {
    let play = ["run", SCENARIO, "--agents", "default", "--quiet"];
    let with = |option: &'static str, file: &'static str| [&play[..], &[option, file]].concat();
    let results = [
        (with("--keep", "f"), true),
        (with("--replay", "f"), true),
        (with("--draw", "f"), true),
        (vec!["build", SCENARIO, "-o", "f"], true),
        (vec!["sim", SCENARIO, "--games", "2", "--lines", "f"], false),
        (
            vec!["sim", SCENARIO, "--games", "2", "--resume", "--lines", "f"],
            true,
        ),
        (vec!["sim", SCENARIO, "--games", "2", "--report", "f"], true),
        (vec!["export", "--to", "json", "-o", "f"], true),
    ];
    let foreign = [
        "[budget]\nfuel = 5\n",
        "no line end",
        "{\"sim\":4,",
        "{}\n",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- cardwright --></svg>",
        "{\"kept\":{},\"mine\":1}",
    ];
    for (call, may_be_repeated) in results {
        let shop = Shop::new();
        let file = shop.folder.join("f");
        for text in foreign {
            fs::write(&file, text).expect("the folder is ours");
            shop.run(&call).expect(2);
            assert_eq!(shop.text("f"), text, "{call:?}");
        }
        fs::remove_file(&file).expect("it is ours");
        shop.run(&call).expect(0);
        shop.run(&call).expect(if may_be_repeated { 0 } else { 2 });
    }
    let shop = Shop::new();
    shop.run(&["schema", "--folder", "s"]).expect(0);
    fs::write(shop.folder.join("s/cards.schema.json"), "mine").expect("the folder is ours");
    shop.run(&["schema", "--folder", "s"]).expect(2);
    assert_eq!(shop.text("s/cards.schema.json"), "mine");
    fs::write(shop.folder.join("duel.cwp"), "mine").expect("the folder is ours");
    shop.run(&["build", SCENARIO]).expect(2);
    assert_eq!(shop.text("duel.cwp"), "mine");
}

#[test]
fn a_kept_line_that_was_changed_is_refused() {
    let play = ["sim", SCENARIO, "--games", "4", "--lines", "games.jsonl"];
    let shop = Shop::new();
    shop.run(&play).expect(0);
    let text = shop.text("games.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let second: serde_json::Value = serde_json::from_str(lines[2]).expect("JSON");
    for (key, put) in [
        ("rounds", serde_json::json!(77)),
        ("decisions", serde_json::json!(77)),
        ("hash", serde_json::json!("00".repeat(32))),
        ("outcome", serde_json::json!("unfinished")),
        ("winners", serde_json::json!([])),
        ("fault", serde_json::json!("none")),
    ] {
        let mut changed = second.clone();
        if changed[key] == put {
            continue;
        }
        changed[key] = put;
        let all = text.replace(lines[2], &changed.to_string());
        fs::write(shop.folder.join("games.jsonl"), &all).expect("the folder is ours");
        for call in [
            &[&play[..], &["--resume"]].concat()[..],
            &["sim", "--merge", "games.jsonl"],
        ] {
            let answer = shop.run(call).expect(2);
            assert!(
                answer.err.contains("games.jsonl:3: the line has been changed"),
                "{}",
                answer.err
            );
        }
        assert_eq!(shop.text("games.jsonl"), all);
    }
}

#[test]
fn nothing_waits_for_a_pipe_to_which_nobody_writes() {
    let shop = Shop::new();
    shop.run(&["schema"]).expect(0);
    fs::create_dir(shop.folder.join("out")).expect("the folder is ours");
    for name in [
        "schemas/cards.schema.json",
        "out/manifest.json",
        "cardwright.toml",
        "given",
    ] {
        let _ = fs::remove_file(shop.folder.join(name));
        pipe(&shop.folder.join(name));
    }
    let begun = Instant::now();
    shop.run(&["schema", "--check"]).expect(1);
    shop.run(&["export", "--to", "json", "-o", "out"]);
    let answer = shop.run(&["check"]).expect(1);
    assert!(answer.err.contains("it is not a file"), "{}", answer.err);
    assert!(begun.elapsed() < Duration::from_secs(20));
    fs::remove_file(shop.folder.join("cardwright.toml")).expect("it is ours");
    let begun = Instant::now();
    let answer = shop.run(&["run", SCENARIO, "--from", "given"]).expect(2);
    assert!(answer.err.contains("nothing arrived from it"), "{}", answer.err);
    assert!(begun.elapsed() < Duration::from_secs(40));
}

fn vectors(shop: &Shop) -> String {
    shop.run(&["export", "--to", "vectors", "-o", "out"]).expect(0);
    let folder = shop.folder.join("out/sample");
    let files = fs::read_dir(folder).expect("vectors").flatten();
    let mut files: Vec<_> = files
        .map(|one| one.path())
        .filter(|one| one.ends_with("cases.jsonl"))
        .collect();
    files.sort();
    let file = files.pop().expect("vectors of cases");
    file.strip_prefix(&shop.folder)
        .expect("it is ours")
        .display()
        .to_string()
}

/// The program itself as a runner, by a shell.
fn runner() -> String {
    format!("exec {} conform --serve", env!("CARGO_BIN_EXE_cardwright"))
}

#[test]
fn a_damaged_head_skips_nothing_in_silence() {
    let shop = Shop::new();
    let file = vectors(&shop);
    let text = shop.text(&file);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 1);
    let call = ["conform", &file, "--", "sh", "-c", &runner()];
    shop.run(&call).expect(0);
    for at in [0, lines.len() - 1] {
        for (find, put) in [
            ("cardwright/vector", "cardwright/vectr"),
            ("cardwright/vector", "cardwright/rules"),
        ] {
            let mut damaged: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            damaged[at] = damaged[at].replacen(find, put, 1);
            fs::write(shop.folder.join(&file), damaged.join("\n")).expect("the folder is ours");
            for path in [file.as_str(), "out"] {
                let call = ["conform", path, "--", "sh", "-c", &runner()];
                let answer = shop.run(&call).expect(2);
                assert!(answer.err.contains(": line "), "{}", answer.err);
            }
        }
    }
}

#[test]
fn links_that_lead_in_a_circle_are_not_followed() {
    let shop = Shop::new();
    vectors(&shop);
    symlink("..", shop.folder.join("out/sample/again")).expect("a link");
    symlink("cases.jsonl", shop.folder.join("out/sample/twice.jsonl")).expect("a link");
    let call = ["conform", "out", "--", "sh", "-c", &runner()];
    let once = shop.run(&call).expect(0).out;
    fs::remove_file(shop.folder.join("out/sample/again")).expect("it is ours");
    fs::remove_file(shop.folder.join("out/sample/twice.jsonl")).expect("it is ours");
    assert_eq!(shop.run(&call).expect(0).out, once);
}

#[test]
fn a_runner_is_ended_with_all_that_it_has_started() {
    let shop = Shop::new();
    let file = vectors(&shop);
    let mark = format!("{}.5", 1000 + std::process::id());
    for script in [
        // It does not answer; what it has started does not end; it has closed its output; it writes without end.
        format!("sleep {mark}"),
        format!("sleep {mark} & wait"),
        format!("exec >&-; sleep {mark}"),
        format!("sleep {mark} & yes"),
        format!("sleep {mark} & tr '\\0' x < /dev/zero"),
    ] {
        let call = ["conform", &file, "--patience", "2", "--", "sh", "-c", &script];
        let begun = Instant::now();
        assert_ne!(shop.run(&call).code, 0, "{script}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{script}");
        assert!(!is_running(&mark), "{script}");
    }
}

#[test]
fn ctrl_c_ends_a_runner_too() {
    let shop = Shop::new();
    let file = vectors(&shop);
    let mark = format!("{}.7", 1000 + std::process::id());
    let child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args([
            "conform",
            &file,
            "--",
            "sh",
            "-c",
            &format!("sleep {mark} & wait"),
        ])
        .current_dir(&shop.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn();
    let mut child = child.expect("the program can be started");
    let until = Instant::now() + Duration::from_secs(20);
    while !is_running(&mark) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    let told = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(told.expect("kill is there").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    std::thread::sleep(Duration::from_millis(200));
    assert!(!is_running(&mark));
}

/// Whether something sleeps so long.
fn is_running(seconds: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("this is Linux").flatten();
    let mut lines = processes.filter_map(|one| fs::read(one.path().join("cmdline")).ok());
    let wanted = format!("sleep\0{seconds}\0");
    lines.any(|line| line == wanted.as_bytes())
}

// Limit: MOST_LINE in exchange/export/src/conform/mod.rs
#[test]
fn the_reference_runner_takes_no_line_without_end() {
    let shop = Shop::new();
    let hello = "{\"ask\":\"hello\",\"protocol\":1}\n";
    let answer = shop.run_with(
        &["conform", "--serve"],
        &format!("{}\n{hello}", "x".repeat((16 << 20) + 1)),
    );
    assert!(
        answer.out.contains("a line has more than 16777216 bytes"),
        "{}",
        &answer.out[..200]
    );
    assert!(answer.expect(0).out.contains("cardwright "));
}

#[test]
fn what_new_writes_checks_clean_or_is_not_written() {
    let shop = Shop::new();
    let before = shop.text(SET);
    let hostile = [
        "null", "yes", "no", "true", "false", "on", "off", "y", "n", "con", "nul", "aux", "prn", "com1",
        "lpt9", "goat", "sample", "billy", "kid", "e5", "x-1e5", "north", "inf", "nan",
    ];
    let long = "a".repeat(101);
    let reserved = cardwright_dsl::reserved().iter().copied();
    for id in reserved.chain(hostile).chain([long.as_str(), &"a".repeat(300)]) {
        fs::write(shop.folder.join(SET), &before).expect("the folder is ours");
        let answer = shop.run(&["new", "card", id, "--set", SET]);
        match answer.code {
            0 => drop(shop.run(&["check"]).expect(0)),
            _ => assert_eq!(shop.text(SET), before, "{id}"),
        }
    }
    fs::write(shop.folder.join(SET), &before).expect("the folder is ours");
    for id in ["if", "con", "null", "goat", "sample", &long] {
        for call in [
            &["new", "project", id][..],
            &["new", "system", id],
            &["new", "set", id, "--system", "sample"],
            &["new", "library", id, "--system", "sample"],
            &["new", "scenario", id, "--like", SCENARIO],
            &["new", "case", id, "--scenario", SCENARIO],
        ] {
            let shop = Shop::new();
            if shop.run(call).code == 0 {
                let there = match call[1] {
                    "project" => shop.inside(id),
                    _ => shop,
                };
                there.run(&["check"]).expect(0);
            } else {
                shop.run(&["check"]).expect(0);
                assert!(!shop.folder.join(id).exists(), "{call:?}");
            }
        }
    }
    let claim = "two lines\nwhen: |\n  no statement";
    shop.run(&["new", "case", claim, "--scenario", SCENARIO])
        .expect(0);
    shop.run(&["check"]).expect(0);
}

#[test]
fn ids_that_no_file_can_have_everywhere_are_refused() {
    for id in ["con", "nul", "aux", "prn", "com7", "lpt1", &"a".repeat(300)] {
        for (file, find, put) in [
            (SET, "set: basic", format!("set: {id}")),
            (SET, "id: billy", format!("id: {id}")),
            (SCENARIO, "scenario: duel", format!("scenario: {id}")),
        ] {
            let answer = Shop::new().with(file, find, &put).run(&["check"]).expect(1);
            assert!(
                answer.err.contains("files are named after it"),
                "{id}: {}",
                answer.err
            );
        }
    }
}
