//! `check --watch` answers whenever something changes, and ends when it is told to.

use crate::shop::Shop;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const SET: &str = "cards/sample/basic.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";
/// Far more than an answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, watching.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn of(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["check", "--watch", "--format", "json"])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let out = child.stdout.take().expect("it has an output");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    /// The messages of the next answer that is complete, and how many lines came before it.
    fn answer(&self) -> (Vec<String>, usize) {
        for before in 0.. {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer comes");
            let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            if answer["complete"] == true {
                let found = answer["diagnostics"].as_array().cloned().unwrap_or_default();
                let message = |one: &Value| one["message"].as_str().unwrap_or_default().to_owned();
                return (found.iter().map(message).collect(), before);
            }
        }
        unreachable!("there is no end of numbers")
    }

    /// Answers come until one is as it should be: a slow file system may tell of one change twice.
    fn until(&self, is_right: impl Fn(&[String]) -> bool) {
        while !is_right(&self.answer().0) {}
    }

    fn stop(&mut self) -> ExitStatus {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.is_ok_and(|sent| sent.success()));
        self.child.wait().expect("the program ends")
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
    }
}

#[test]
fn watch_answers_to_changes_in_a_package_of_this_machine() {
    let game = Shop::new();
    let text = game.text(SET);
    game.write("cardwright.toml", "[package]\nname = \"goats\"\n");
    let shop = Shop::empty();
    let need = format!("[needs]\ngoats = {{ path = {:?} }}\n", game.folder);
    shop.write("cardwright.toml", &need);
    let mut watching = Watching::of(&shop.folder);
    assert_eq!(watching.answer().0, Vec::<String>::new());
    game.write(
        SET,
        &text.replace("add-face(dice, butt, 1)", "add-face(dice, but, 1)"),
    );
    watching.until(|found| found.len() == 1 && found[0].contains("the package `goats` has 2 errors"));
    game.write(SET, &text);
    watching.until(<[String]>::is_empty);
    // What it says of itself counts, too.
    game.write("cardwright.toml", "[package]\nname = \"sheep\"\n");
    watching.until(|found| found.len() == 1);
    game.write("cardwright.toml", "[package]\nname = \"goats\"\n");
    watching.until(<[String]>::is_empty);
    assert_eq!(watching.stop().code(), Some(0));
}

/// Writes a file as editors do that want no half file to be seen.
fn write_beside(shop: &Shop, file: &str, text: &str) {
    let beside = format!("{file}.tmp");
    shop.write(&beside, text);
    std::fs::rename(shop.folder.join(beside), shop.folder.join(file)).expect("it can be renamed");
}

#[test]
fn watch_answers_to_each_change_and_ends_cleanly() {
    let shop = Shop::new();
    let (set, case) = (shop.text(SET), shop.text(CASE));
    let mut watching = Watching::of(&shop.folder);
    assert_eq!(watching.answer().0, Vec::<String>::new());

    // A slip in a card, and its end, by an editor that writes beside the file.
    shop.write(
        SET,
        &set.replace("add-face(dice, butt, 1)", "add-face(dice, but, 1)"),
    );
    watching.until(|found| found.len() == 1 && found[0].contains("`but`"));
    write_beside(&shop, SET, &set);
    watching.until(<[String]>::is_empty);

    // A case that names what is not there.
    shop.write(CASE, &case.replace("apple on one", "aple on one"));
    watching.until(|found| !found.is_empty() && found.iter().all(|one| one.contains("aple")));
    shop.write(CASE, &case);
    watching.until(<[String]>::is_empty);

    // A folder appears with a document in it, then another one beside it, and both go.
    let extra = "set: extra\nsystem: sample\ntitle: [\n";
    shop.write("cards/sample/more/extra.yaml", extra);
    watching.until(|found| found.len() == 1);
    shop.write("cards/sample/more/second.yaml", &extra.replace("extra", "second"));
    watching.until(|found| found.len() == 2);
    std::fs::remove_dir_all(shop.folder.join("cards/sample/more")).expect("it can be removed");
    watching.until(<[String]>::is_empty);

    // A folder of content that was not there before.
    shop.write("maps/sample/odd.yaml", "map: [\n");
    watching.until(|found| found.len() == 1);

    assert_eq!(watching.stop().code(), Some(0));
}

#[test]
fn what_editors_leave_behind_wakes_nobody() {
    let shop = Shop::new();
    let mut watching = Watching::of(&shop.folder);
    watching.answer();
    for file in [
        "cards/sample/.basic.yaml.swp",
        "cards/sample/basic.yaml~",
        "notes/todo.yaml",
    ] {
        shop.write(file, "set: [");
    }
    // The same text again is no change.
    shop.write(SET, &shop.text(SET));
    let silence = watching.lines.recv_timeout(Duration::from_millis(1500));
    assert!(silence.is_err(), "{silence:?}");
    assert_eq!(watching.stop().code(), Some(0));
}

#[test]
fn watch_goes_with_the_whole_project_only() {
    let shop = Shop::new();
    shop.run(&["check", "--watch", SET]).expect(2);
    let answer = shop.run(&["check", "--watch", "--format", "sarif"]).expect(2);
    assert!(answer.err.contains("`human` and `json`"), "{}", answer.err);
}
