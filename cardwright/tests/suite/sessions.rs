//! Games by names, as other programs play them: taken back only where that is fair, saved and gone on with.

use crate::shop::Shop;
use cardwright::agents::{Agent, RandomAgent};
use cardwright::{Event, NoUndo, Reply, Session, Viewer, Workshop};
use std::path::{Path, PathBuf};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/samples")
        .join(name)
}

/// A random game of each sample.
fn sessions() -> impl Iterator<Item = (Session, RandomAgent)> {
    ["good", "pitch", "hexes", "squares"]
        .into_iter()
        .flat_map(|name| {
            let workshop = Workshop::open(&sample(name));
            assert!(workshop.is_fine(), "{}", workshop.told());
            let scenario = workshop.scenarios().next().expect("there is one").to_owned();
            let content = workshop.content(&scenario).unwrap_or_else(|why| panic!("{why}"));
            (1..=3).map(move |seed| (Session::new(&content, seed), RandomAgent::new(seed)))
        })
}

fn shows(event: &Event) -> bool {
    matches!(
        event,
        Event::Rolled { .. } | Event::Drawn { .. } | Event::Revealed { .. } | Event::Flipped { up: true, .. }
    )
}

#[test]
fn a_decision_is_taken_back_exactly_and_only_if_nothing_was_shown_since() {
    let (mut fair, mut unfair) = (0, 0);
    for (mut session, mut agent) in sessions() {
        assert_eq!(session.undo(), Err(NoUndo::Nothing));
        for _ in 0..40 {
            let Some(decision) = session.game().decision().cloned() else {
                break;
            };
            let (hash, asked) = (session.hash(), session.asked());
            let answer = agent.decide(session.game(), &decision);
            session.answer(&answer).expect("agents answer legally");
            let (after, shown) = (session.hash(), session.raw_events().iter().any(shows));
            let other = session
                .game()
                .players()
                .iter()
                .find(|&&player| player != decision.by);
            if let Some(&other) = other {
                assert_eq!(session.undo_of(other), Err(NoUndo::NotYours));
            }
            match session.undo() {
                Ok(()) => {
                    assert!(!shown, "what was shown is not forgotten");
                    fair += 1;
                }
                Err(why) => {
                    assert_eq!(why, NoUndo::Shown);
                    session.take_back().expect("a judge may");
                    unfair += 1;
                }
            }
            assert_eq!((session.hash(), session.asked()), (hash, asked));
            session.answer(&answer).expect("it is as legal as before");
            assert_eq!(session.hash(), after);
        }
    }
    assert!(fair > 100 && unfair > 3, "{fair} fair, {unfair} unfair");
}

#[test]
fn a_saved_game_goes_on_and_a_damaged_one_is_refused() {
    for (mut session, mut agent) in sessions() {
        for _ in 0..10 {
            let Some(decision) = session.game().decision().cloned() else {
                break;
            };
            let answer = agent.decide(session.game(), &decision);
            session.answer(&answer).expect("agents answer legally");
        }
        let content = session.game().content();
        let mut saved = session.save().expect("it is played");
        let again = Session::resume(content, &saved).expect("it is the same game");
        assert_eq!((again.hash(), again.asked()), (session.hash(), session.asked()));
        saved.last[0] ^= 1;
        assert!(Session::resume(content, &saved).is_err());
    }
}

#[test]
fn every_option_is_an_answer_by_its_id() {
    for (mut session, mut agent) in sessions() {
        for _ in 0..30 {
            let Some(asked) = session.asked() else { break };
            let options = asked.options.expect("who is asked sees them");
            let mut ids: Vec<&str> = options.iter().map(|option| option.id.as_str()).collect();
            assert!(ids.iter().all(|id| !id.is_empty()), "{ids:?}");
            for id in &ids {
                if asked.least <= 1 {
                    session
                        .game()
                        .meant(&Reply::Option((*id).to_owned()))
                        .expect("it is an option");
                }
            }
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), options.len(), "each id once");
            let decision = session.game().decision().cloned().expect("somebody is asked");
            let answer = agent.decide(session.game(), &decision);
            let reply = session.game().reply_of(&answer);
            assert_eq!(session.game().meant(&reply), Ok(answer));
            session.decide(&reply).expect("agents answer legally");
        }
    }
}

#[test]
fn snapshots_are_the_same_after_they_were_written_and_read() {
    for (session, _) in sessions() {
        for viewer in [Viewer::Judge, Viewer::Public] {
            let snapshot = session.snapshot(viewer);
            let text = serde_json::to_string(&snapshot).expect("plain data");
            let read: cardwright::Snapshot = serde_json::from_str(&text).expect("it was written so");
            assert_eq!(read, snapshot);
        }
    }
}

#[test]
fn a_project_may_be_in_memory() {
    let folder = sample("good");
    let mut files = std::collections::BTreeMap::new();
    read(&folder, &folder, &mut files);
    let workshop = Workshop::of_files(files.clone());
    assert!(workshop.is_fine(), "{}", workshop.told());
    let there = Workshop::open(&folder);
    assert_eq!(workshop.pack("duel", false), there.pack("duel", false));
    assert!(workshop.explain("brass-bell").is_some());
    let why = workshop.content("nowhere").expect_err("there is none");
    assert!(why.to_string().contains("duel"), "{why}");
    let duel = files.get_mut("scenarios/sample/duel.yaml").expect("it is there");
    *duel = duel.replace("template: billy", "template: bily");
    let broken = Workshop::of_files(files);
    assert!(!broken.is_fine() && broken.told().contains("did you mean `billy`"));
    assert_eq!(broken.diagnostics()[0]["code"], "cw0201");
    assert!(broken.content("duel").is_err());
}

#[test]
fn a_workshop_reads_for_a_scenario_only_what_that_needs() {
    let shop = Shop::empty();
    let folder = &shop.folder;
    crate::shop::copy(&sample("good"), folder);
    let workshop = Workshop::open(folder);
    let other = folder.join("scenarios/sample/other.yaml");
    std::fs::write(&other, "scenario: other\n").expect("it can be written");
    // It has read nothing yet, and for the one scenario it does not read the other.
    let whole = Workshop::open(&sample("good"));
    assert!(whole.is_fine(), "{}", whole.told());
    assert_eq!(workshop.pack("duel", true), whole.pack("duel", true));
    std::fs::remove_file(&other).expect("it is there");
    assert!(workshop.is_fine(), "{}", workshop.told());
    for name in ["nowhere", "../sample/duel", "", "duel.yaml"] {
        let fresh = Workshop::open(folder);
        let why = fresh.content(name).expect_err("there is none");
        assert!(why.to_string().contains("the scenarios are: duel"), "{why}");
    }
}

#[test]
fn what_a_part_cannot_answer_the_whole_project_answers() {
    let shop = Shop::empty();
    let folder = &shop.folder;
    crate::shop::copy(&sample("good"), folder);
    let scenarios = folder.join("scenarios/sample");
    let duel = std::fs::read_to_string(scenarios.join("duel.yaml")).expect("a scenario");
    std::fs::write(
        scenarios.join("evening.yaml"),
        duel.replace("scenario: duel", "scenario: morning"),
    )
    .expect("it can be written");
    let broken = duel
        .replace("scenario: duel", "scenario: broken")
        .replace("billy", "bily");
    std::fs::write(scenarios.join("broken.yaml"), broken).expect("it can be written");
    let workshop = Workshop::open(folder);
    assert!(
        workshop.content("morning").is_ok(),
        "its file is called otherwise"
    );
    let why = workshop.content("broken").expect_err("it has an error");
    assert!(why.to_string().contains("did you mean `billy`"), "{why}");
}

fn read(root: &Path, folder: &Path, into: &mut std::collections::BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).expect("the sample is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            read(root, &path, into);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let name = path.strip_prefix(root).expect("it lies there");
            into.insert(name.to_string_lossy().replace('\\', "/"), text);
        }
    }
}
