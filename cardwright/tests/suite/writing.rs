//! How the program writes: whole files or nothing, never in place of a link, pipe or device, and never in silence.

use crate::shop::{Shop, older};
use std::fs::{File, Permissions};
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

const SCENARIO: &str = "scenarios/sample/duel.yaml";
const WORDS: &str = "systems/sample/words.cw";

fn run(file: &str, option: &str, shop: &Shop) -> i32 {
    let call = ["run", SCENARIO, "--agents", "random", "--quiet", option, file];
    shop.run(&call).code
}

/// Everything in a folder that no one asked for.
fn leftovers(shop: &Shop) -> Vec<String> {
    let entries = std::fs::read_dir(&shop.folder)
        .expect("the folder is ours")
        .flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".part")).collect()
}

#[test]
fn every_writer_keeps_links_and_modes() {
    let shop = Shop::new();
    for (option, file) in [
        ("--draw", "table.svg"),
        ("--replay", "game.json"),
        ("--keep", "kept.json"),
    ] {
        let (real, link) = (shop.folder.join(format!("real-{file}")), shop.folder.join(file));
        std::fs::write(&real, older(file)).expect("the folder is ours");
        std::fs::set_permissions(&real, Permissions::from_mode(0o640)).expect("the file is ours");
        symlink(&real, &link).expect("a link");
        assert_eq!(run(file, option, &shop), 0, "{option}");
        assert!(link.is_symlink(), "{option}");
        assert_ne!(
            std::fs::read_to_string(&real).expect("it is there"),
            older(file),
            "{option}"
        );
        let mode = real.metadata().expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{option}");
    }
    symlink("other.cwp", shop.folder.join("pack.cwp")).expect("a link");
    shop.run(&["build", SCENARIO, "-o", "pack.cwp"]).expect(0);
    assert!(shop.folder.join("pack.cwp").is_symlink() && shop.folder.join("other.cwp").is_file());
    assert_eq!(leftovers(&shop), [""; 0]);
}

#[test]
fn formatting_keeps_links_and_modes_and_leaves_what_is_outside() {
    let shop = Shop::new().with(WORDS, "deck hedge", "deck    hedge");
    let file = shop.folder.join(WORDS);
    std::fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("the file is ours");
    shop.run(&["fmt"]).expect(0);
    let mode = file.metadata().expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let (shop, other) = (
        Shop::new().with(WORDS, "deck hedge", "deck    hedge"),
        Shop::new(),
    );
    let target = other.folder.join("outside.cw");
    std::fs::rename(shop.folder.join(WORDS), &target).expect("the folders are ours");
    symlink(&target, shop.folder.join(WORDS)).expect("a link");
    let before = std::fs::read_to_string(&target).expect("it is there");
    shop.run(&["fmt"]);
    assert_eq!(std::fs::read_to_string(&target).expect("it is there"), before);
    shop.run(&["fmt", "--outside-links"]).expect(0);
    assert_ne!(std::fs::read_to_string(&target).expect("it is there"), before);
    assert!(shop.folder.join(WORDS).is_symlink());
}

#[test]
fn a_new_file_has_the_mode_of_all_new_files() {
    let shop = Shop::new();
    shop.run(&["build", SCENARIO, "-o", "new.cwp"]).expect(0);
    let ours = shop.folder.join("ours");
    File::create(&ours).expect("the folder is ours");
    let mode = |path: &std::path::Path| path.metadata().expect("it is there").permissions().mode();
    assert_eq!(mode(&shop.folder.join("new.cwp")), mode(&ours));
}

#[test]
fn a_result_is_not_written_over_content() {
    let shop = Shop::new();
    let before = shop.text(SCENARIO);
    for call in [
        &["build", SCENARIO, "-o", SCENARIO][..],
        &[
            "run", SCENARIO, "--quiet", "--agents", "default", "--draw", SCENARIO,
        ],
        &[
            "run", SCENARIO, "--quiet", "--agents", "default", "--replay", SCENARIO,
        ],
    ] {
        let answer = shop.run(call).expect(2);
        assert!(answer.err.contains("it is content"), "{}", answer.err);
        assert_eq!(shop.text(SCENARIO), before);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_standard_output_leads_to_may_be_a_pipe() {
    let shop = Shop::new();
    let answer = shop.run(&[
        "run",
        SCENARIO,
        "--quiet",
        "--agents",
        "default",
        "--draw",
        "/dev/stdout",
    ]);
    assert!(answer.expect(0).out.contains("</svg>"));
}

#[test]
fn a_pipe_and_a_device_are_written_to() {
    let shop = Shop::new();
    let pipe = shop.folder.join("pipe");
    let made = Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .expect("mkfifo is there");
    assert!(made.success());
    let path = pipe.clone();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|mut pipe| pipe.read_to_end(&mut bytes))
            .map(|_| bytes)
    });
    shop.run(&["build", SCENARIO, "-o", "pipe"]).expect(0);
    let bytes = reader.join().expect("it reads").expect("the pipe can be read");
    assert!(bytes.len() > 1000);
    assert!(!pipe.metadata().expect("it is there").is_file());
    shop.run(&["build", SCENARIO, "-o", "/dev/null"]).expect(0);
    let answer = shop.run(&["build", SCENARIO, "-o", "/dev/full"]).expect(2);
    assert!(answer.err.contains("No space left"), "{}", answer.err);
}

#[test]
fn a_failure_leaves_the_old_file_and_nothing_else() {
    let shop = Shop::new();
    std::fs::create_dir(shop.folder.join("folder.cwp")).expect("the folder is ours");
    shop.run(&["build", SCENARIO, "-o", "folder.cwp"]).expect(2);
    shop.run(&["build", SCENARIO, "-o", "nowhere/new.cwp"]).expect(2);
    std::fs::write(shop.folder.join("old.cwp"), older("old.cwp")).expect("the folder is ours");
    std::fs::set_permissions(shop.folder.join("old.cwp"), Permissions::from_mode(0o444)).expect("it is ours");
    let answer = shop.run(&["build", SCENARIO, "-o", "old.cwp"]).expect(2);
    assert!(answer.err.contains("it is read-only"), "{}", answer.err);
    assert_eq!(shop.text("old.cwp"), older("old.cwp"));
    assert_eq!(leftovers(&shop), [""; 0]);
}

// Limit: MOST_LINKS in files/src/place.rs
#[test]
fn links_to_links_are_followed_up_to_their_limit() {
    let builds = |links: usize| {
        let shop = Shop::new();
        for link in 0..links {
            symlink(format!("{}", link + 1), shop.folder.join(link.to_string())).expect("a link");
        }
        shop.run(&["build", SCENARIO, "-o", "0"]).code
    };
    assert_eq!(builds(40), 0);
    assert_eq!(builds(41), 2);
}

fn with_output(shop: &Shop, arguments: &[&str], output: Stdio) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(arguments)
        .current_dir(&shop.folder)
        .stdout(output)
        .output()
        .expect("the program can be started");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), err)
}

#[test]
fn a_full_disk_at_standard_output_is_an_error_and_a_closed_pipe_is_none() {
    let shop = Shop::new();
    for call in [
        &["check"][..],
        &["--help"],
        &["--version"],
        &["test"],
        &["explain"],
        &["run", SCENARIO, "--agents", "random"],
        &["check", "--format", "sarif"],
    ] {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("the device is there");
        let (code, err) = with_output(&shop, call, full.into());
        assert_eq!(code, 2, "{call:?}: {err}");
        assert!(err.contains("standard output: No space left"), "{call:?}: {err}");
        let mut reader = Command::new("true")
            .stdin(Stdio::piped())
            .spawn()
            .expect("`true` is there");
        let pipe = reader.stdin.take().expect("it was asked for");
        reader.wait().expect("it ends");
        let (code, err) = with_output(&shop, call, pipe.into());
        assert_eq!((code, err.as_str()), (0, ""), "{call:?}");
    }
}
