//! Files, names and devices of any sort in a project or call are refused with a reason, or shown safely.

use crate::shop::Shop;
use std::fs::File;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SET: &str = "cards/sample/basic.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";
const SCENARIO: &str = "scenarios/sample/duel.yaml";
const FORMATS: [&str; 5] = ["human", "json", "sarif", "junit", "github"];

#[test]
fn what_is_wrong_beyond_any_column_is_told_in_every_form() {
    let far = " ".repeat(70_000);
    let rule = Shop::new().with(
        SET,
        "after push.suffer when pushed is you and",
        &format!("after push.suffer{far} when pushhed is you and"),
    );
    let key = Shop::new().with(SCENARIO, "title: A duel", &format!("titel: \"{far}\" # {far}\n#"));
    let case = Shop::new().with(CASE, "  - apple on one = 3", &format!("  -{far}apple on one = 4"));
    for (shop, verb) in [
        (&rule, "check"),
        (&rule, "test"),
        (&key, "check"),
        (&case, "test"),
    ] {
        for format in FORMATS {
            let answer = shop.run(&[verb, "--format", format]).expect(1);
            let told = answer.out.len() + answer.err.len();
            assert!(told > 100 && told < 1_000_000, "{verb} {format}: {told} bytes");
        }
    }
}

#[test]
fn names_with_characters_that_steer_are_shown_safely_in_every_form() {
    let shop = Shop::new().with(SET, "name: Billy", "name: \"Bil\\e[31mly\"");
    let odd = "tests/conformance/sample/a\u{1b}[2Jb\u{7}.yaml";
    let text = shop
        .text(CASE)
        .replace("case: a nap gives an apple", "case: \"a \\e[31m\\r\\u202enap\"");
    std::fs::write(
        shop.folder.join(odd),
        text.replace("apple on one = 3", "apple on one = 4"),
    )
    .expect("it is ours");
    let steers = |text: &str| {
        text.chars()
            .any(|letter| letter.is_control() && letter != '\n' || letter == '\u{202e}')
    };
    for verb in ["check", "test"] {
        for format in FORMATS {
            let answer = shop.run(&[verb, "--format", format]).expect(1);
            for told in [&answer.out, &answer.err] {
                assert!(!steers(told), "{verb} {format}: {told:?}");
            }
        }
    }
}

#[test]
fn devices_and_sparse_files_are_refused_wherever_a_file_is_read() {
    let shop = Shop::new();
    for name in ["endless.cwp", "endless.json"] {
        symlink("/dev/zero", shop.folder.join(name)).expect("a link");
    }
    for name in ["sparse.cwp", "sparse.json", "sparse.yaml"] {
        let file = File::create(shop.folder.join(name)).expect("the folder is ours");
        file.set_len(3 << 30).expect("the file is ours");
    }
    let begun = Instant::now();
    for call in [
        &["verify", "endless.cwp"][..],
        &["disasm", "endless.cwp"],
        &["run", "endless.cwp", "--agents", "default"],
        &["sim", "endless.cwp", "--games", "1"],
        &["run", "sparse.cwp", "--agents", "default"],
        &["verify", "sparse.cwp"],
        &["run", SCENARIO, "--from", "endless.json"],
        &["run", SCENARIO, "--from", "sparse.json"],
        &["run", SCENARIO, "--agents", "default", "--kept", "endless.json"],
        &["run", SCENARIO, "--agents", "default", "--kept", "sparse.json"],
        &["sim", "--merge", "sparse.json"],
    ] {
        let answer = shop.run(call);
        assert!(
            answer.code > 0 && !answer.err.is_empty(),
            "{call:?}: {}",
            answer.err
        );
    }
    std::fs::rename(
        shop.folder.join("sparse.yaml"),
        shop.folder.join("cards/sample/sparse.yaml"),
    )
    .expect("it is ours");
    symlink("/dev/zero", shop.folder.join("cards/sample/zero.yaml")).expect("a link");
    let made = Command::new("mkfifo")
        .arg(shop.folder.join("cards/sample/pipe.yaml"))
        .status();
    assert!(made.expect("mkfifo is there").success());
    for call in [&["check"][..], &["check", "--outside-links"], &["fmt", "--check"]] {
        let answer = shop.run(call).expect(1);
        assert!(answer.err.contains("sparse.yaml"), "{call:?}: {}", answer.err);
    }
    assert!(
        begun.elapsed() < Duration::from_secs(120),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn numbers_beyond_all_that_can_be_counted_are_refused() {
    let large = "9223372036854775808";
    for (file, find, put) in [
        (SET, "strength: 3", format!("strength: {large}")),
        (SET, "strength: 3", format!("strength: -{large}9")),
        (SCENARIO, "bruise: 1", format!("bruise: {large}")),
        (SCENARIO, "brass-bell: 2", format!("brass-bell: {large}")),
        (SCENARIO, "x: 3in, y: 3in", format!("x: {large}in, y: 3in")),
        (SET, "weight: 2", "weight: 1e30".to_owned()),
        (SET, "weight: 2", "weight: .inf".to_owned()),
    ] {
        let answer = Shop::new().with(file, find, &put).run(&["check"]).expect(1);
        assert!(answer.err.ends_with("1 error\n"), "{put}: {}", answer.err);
        assert!(
            !answer.err.contains(&format!("write `{large}`")),
            "{put}: {}",
            answer.err
        );
    }
}

/// Every room of a game nearly full at once: 4,000 pools of 1,000 dice, sets with 2,053,600 members. That takes 107 MB of a release
/// build (176 MB with all events, which `run` keeps and prints); the system gives no
/// more than 500, addresses that the allocator only keeps for itself included.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_fills_every_room_needs_little_memory() {
    let fill = "  step graze {
    repeat 4000 times { let d = roll 1000 horn }
    repeat 6800 times { let s = all goat }
    let d = roll 1000 horn
    repeat 60000 times { turn all butt in d to slip turn all slip in d to butt }
";
    let goat = |at| format!("  - {{ id: more-{at}, template: billy, owner: north }}\n");
    let pieces: String = (0..300).map(goat).collect();
    let shop = Shop::new()
        .with("systems/sample/play.cw", "  step graze {\n", fill)
        .with(SCENARIO, "pieces:\n", &format!("pieces:\n{pieces}"));
    let limited = format!(
        "ulimit -v 500000; exec {} sim {SCENARIO} --games 1",
        env!("CARGO_BIN_EXE_cardwright")
    );
    let mut command = Command::new("sh");
    command
        .args(["-c", &limited])
        .current_dir(&shop.folder)
        .envs([("RAYON_NUM_THREADS", "1"), ("MIMALLOC_ARENA_RESERVE", "32768")]);
    let answer = command.output().expect("there is a shell");
    let told = String::from_utf8_lossy(&answer.stdout);
    assert!(told.contains("core-fuel-exhausted"), "{answer:?}");
}

#[test]
fn a_full_disk_at_standard_output_is_an_error_of_every_verb() {
    let shop = Shop::new();
    shop.run(&["build", SCENARIO, "-o", "duel.cwp"]).expect(0);
    for call in [
        &["check", "--format", "json"][..],
        &["check", "--format", "junit"],
        &["check", "--format", "github"],
        &["check", "--costs"],
        &["test", "--format", "json"],
        &["build", SCENARIO, "-o", "again.cwp"],
        &["build", SCENARIO, "-o", "-"],
        &["run", SCENARIO, "--agents", "default", "--quiet", "--draw", "-"],
        &["run", SCENARIO, "--agents", "default", "--format", "json"],
        &["run", "duel.cwp", "--agents", "default", "--why"],
        &["sim", SCENARIO, "--games", "2"],
        &["sim", SCENARIO, "--games", "2", "--format", "json"],
        &["disasm", "duel.cwp"],
        &["verify", "duel.cwp"],
        &["coverage", "--rules"],
        &["coverage", "--cards"],
        &["explain", "cw0104"],
        &["explain", "sample"],
        &["explain", "brass-bell"],
        &["explain", "--windows", "sample"],
        &["export", "--to", "json", "-o", "content"],
        &["export", "--list"],
        &["help", "run"],
    ] {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("the device is there");
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(call)
            .current_dir(&shop.folder)
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .expect("the program can be started");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{call:?}: {err}");
        assert!(err.contains("No space left"), "{call:?}: {err}");
    }
}
