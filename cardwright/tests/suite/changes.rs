//! What changes between two versions: each change is named, by its lasting id, and what it does to cases and games is told.

use crate::shop::{Answer, Shop, copy};
use serde_json::Value;
use std::process::Command;

const CARDS: &str = "cards/sample/basic.yaml";
const WORDS: &str = "systems/sample/words.cw";
const SCENARIO: &str = "scenarios/sample/duel.yaml";
const CASE: &str = "tests/conformance/sample/tricks.yaml";

/// A project in two versions: `before` beside the one that is worked on.
struct Versions {
    now: Shop,
    before: Shop,
}

impl Versions {
    fn of(before: Shop) -> Self {
        let now = Shop::empty();
        copy(&before.folder, &now.folder);
        Self { now, before }
    }

    fn new() -> Self {
        Self::of(Shop::new())
    }

    fn with(self, file: &str, find: &str, put: &str) -> Self {
        let Self { now, before } = self;
        Self {
            now: now.with(file, find, put),
            before,
        }
    }

    fn diff(&self, more: &[&str]) -> Answer {
        let before = self.before.folder.display().to_string();
        let call = [&["diff", &before, "."], more].concat();
        self.now.run(&call)
    }

    fn changes(&self) -> Vec<Value> {
        let answer = self.diff(&["--format", "json", "--games", "8"]).expect(0);
        answer.json()[0]["changes"].as_array().expect("a list").clone()
    }

    /// The names of all changes.
    fn names(&self) -> Vec<String> {
        let name = |change: &Value| change["name"].as_str().expect("a name").to_owned();
        self.changes().iter().map(name).collect()
    }

    fn change(&self, name: &str) -> Value {
        let found = self.changes().into_iter().find(|change| change["name"] == name);
        found.unwrap_or_else(|| panic!("no `{name}`, but {:?}", self.names()))
    }
}

/// A sample whose bells cost something.
fn with_costs() -> Shop {
    Shop::new()
        .with(WORDS, "  weight: number\n", "  weight: number\n  cost: number\n")
        .with(CARDS, "weight: 2, mood", "weight: 2, cost: 3, mood")
}

#[test]
fn a_cost_is_named_with_what_it_was_and_is() {
    let versions = Versions::of(with_costs()).with(CARDS, "cost: 3", "cost: 4");
    let change = versions.change("cost-changed sample/basic/brass-bell cost");
    assert_eq!((&change["before"], &change["after"]), (&"3".into(), &"4".into()));
    assert_eq!(
        (&change["level"], &change["title"]),
        (&"rules".into(), &"Brass Bell".into())
    );
}

/// Cards are numbered in a pack, and their numbers stand in the code of rules that name them.
#[test]
fn new_cards_change_no_card_that_names_another_one() {
    let named = Shop::new().with(
        CARDS,
        "when pusher is you and dizzy of you = no",
        "when pusher is you and (template of pusher is nanny or template of pusher is billy)",
    );
    let goats: String = (0..130)
        .map(|number| {
            format!(
                "  - id: a-{number:03}\n    kind: goat\n    name: Goat {number}\n    \
                 facts: {{ strength: 1, routes: [lane], base-width: 1in }}\n"
            )
        })
        .collect();
    let versions = Versions::of(named).with(CARDS, "  - id: billy\n", &format!("{goats}  - id: billy\n"));
    let names = versions.names();
    assert_eq!(
        names.iter().filter(|name| name.starts_with("card-new ")).count(),
        130
    );
    let others = |name: &&String| !name.contains("basic/a-");
    assert_eq!(names.iter().find(others), None);
}

#[test]
fn another_fact_is_named_and_the_games_that_notice_it_are_told() {
    let versions = Versions::new().with(CARDS, "strength: 2", "strength: 5");
    versions.change("fact-changed sample/basic/nanny strength");
    let game = versions.change("game-ends-otherwise sample/duel");
    let text = game["text"].as_str().expect("a text");
    for part in ["of 8 games part", "they part after decision", "in `push.roll`"] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let rolled = |side: &str| game[side].as_str().expect("a text").contains("horn");
    assert!(rolled("before") && rolled("after"), "{game}");
}

#[test]
fn another_window_is_told_in_words_before_and_after() {
    let versions = Versions::new().with(CARDS, "at push.modify \"Ring", "before push.roll \"Ring");
    let versions = versions.with(CARDS, "add-face(dice, butt, 1)", "give 1 apple to you");
    let change = versions.change("rules-changed sample/basic/brass-bell");
    let told = |side: &str| change[side].as_str().expect("a text").to_lowercase();
    assert!(told("before").contains("modif"), "{change}");
    assert!(
        told("after").contains("before") && !told("before").contains("before"),
        "{change}"
    );
    assert!(
        versions.names().iter().any(|name| name.starts_with("game-")),
        "{:?}",
        versions.names()
    );
}

#[test]
fn a_condition_that_never_mattered_is_told_and_that_nothing_notices_it() {
    let versions = Versions::new().with(
        CARDS,
        "and dizzy of you = no",
        "and dizzy of you = no and strength of you < 99",
    );
    versions.change("rules-changed sample/basic/brass-bell");
    let silent = versions.change("unproven sample/basic/brass-bell");
    assert_eq!(silent["text"], "8 games have it, and all come to the same");
    assert!(!versions.names().iter().any(|name| name.starts_with("game-")));
}

#[test]
fn a_new_card_and_a_removed_one_are_told_with_all_that_they_say() {
    let entry =
        "\n  - id: tin-bell\n    kind: bell\n    name: Tin Bell\n    facts: { weight: 1, mood: wild }\n";
    let versions = Versions::new();
    let text = versions.now.text(CARDS);
    versions.now.write(CARDS, &format!("{}{entry}", text.trim_end()));
    let come = versions.change("card-new sample/basic/tin-bell");
    assert!(
        come["after"].as_str().expect("words").contains("Weight: 1"),
        "{come}"
    );
    assert_eq!(
        versions.change("unproven sample/basic/tin-bell")["text"],
        "no case and no game has it"
    );
    let gone = Versions {
        now: versions.before,
        before: versions.now,
    };
    let change = gone.change("card-gone sample/basic/tin-bell");
    assert_eq!(change["level"], "breaking");
    assert!(
        change["before"].as_str().expect("words").contains("Weight: 1"),
        "{change}"
    );
}

#[test]
fn a_card_under_another_id_is_renamed_and_not_gone() {
    let versions = Versions::new()
        .with(CARDS, "id: brass-bell", "id: bronze-bell")
        .with(SCENARIO, "[brass-bell]", "[bronze-bell]")
        .with(SCENARIO, "{ brass-bell: 2 }", "{ bronze-bell: 2 }");
    let change = versions.change("card-renamed sample/basic/brass-bell");
    assert_eq!(
        (&change["before"], &change["after"]),
        (&"brass-bell".into(), &"bronze-bell".into())
    );
    assert!(
        !versions
            .names()
            .iter()
            .any(|name| name.starts_with("card-gone") || name.starts_with("card-new"))
    );
}

#[test]
fn what_moves_in_the_file_is_no_change_and_other_layout_is_only_layout() {
    let layout = Versions::new().with(
        CARDS,
        "when pusher is you and dizzy",
        "when pusher is you\n          and dizzy",
    );
    assert_eq!(layout.names(), ["layout-only sample/basic/brass-bell"]);
    let entry = "  - id: billy\n    kind: goat\n    name: Billy\n    facts: { strength: 3, routes: [lane, curve], base-width: 1in }\n    reading: [base-width]\n    note: The size is ours.\n";
    let moved = Versions::new().with(CARDS, entry, "");
    let text = moved.now.text(CARDS);
    moved.now.write(CARDS, &format!("{text}{entry}"));
    assert_eq!(moved.names(), Vec::<String>::new());
    let answer = moved.diff(&[]).expect(0);
    assert!(answer.out.contains("Nothing changes."), "{}", answer.out);
    assert!(
        answer.out.contains("compared 1 system: 3 cards, 2 cases on both"),
        "{}",
        answer.out
    );
}

#[test]
fn cases_of_both_versions_run_on_both() {
    let versions = Versions::new().with(
        WORDS,
        "strength of g, at least 0",
        "1 + strength of g, at least 0",
    );
    let broken = versions.change("case-fails sample/tricks");
    assert!(
        broken["text"]
            .as_str()
            .expect("a text")
            .starts_with("it does not hold any more"),
        "{broken}"
    );
    // The case is written anew: the old claim fails on the new content, the new one on the old content.
    let versions = versions.with(CASE, "[butt, blank, blank]", "[butt, blank, blank, blank]");
    let changes = versions.changes();
    let of_case: Vec<&str> = changes
        .iter()
        .filter(|one| one["about"] == "tricks")
        .filter_map(|one| one["text"].as_str())
        .collect();
    assert!(
        of_case
            .iter()
            .any(|text| text.starts_with("as it was written before, it does not hold")),
        "{of_case:?}"
    );
    assert!(
        of_case
            .iter()
            .any(|text| text.starts_with("a new claim, which holds now")),
        "{of_case:?}"
    );
}

#[test]
fn a_case_that_is_gone_is_told_as_gone_and_not_as_one_that_fails() {
    let versions = Versions::new();
    std::fs::remove_file(versions.now.folder.join(CASE)).expect("it is there");
    let gone = versions.change("case-gone sample/tricks");
    assert_eq!(
        (&gone["level"], &gone["text"]),
        (&"rules".into(), &"as it was written, it would hold".into())
    );
    // Together with its card.
    let versions =
        versions
            .with(CARDS, "id: nanny", "id: granny")
            .with(SCENARIO, "template: nanny", "template: granny");
    let versions = versions.with(
        "tests/conformance/sample/two-windows-one-limit.yaml",
        "template: nanny",
        "template: granny",
    );
    assert_eq!(
        versions.change("case-gone sample/tricks")["text"],
        "as it was written, it would not compile"
    );
    let names = versions.names();
    assert!(
        !names.contains(&"case-fails sample/tricks".to_owned()),
        "{names:?}"
    );
}

#[test]
fn a_case_that_is_written_otherwise_and_holds_on_both_versions_is_told() {
    let versions = Versions::new().with(CASE, "  - apple on one = 3\n", "");
    let change = versions.change("case-changed sample/tricks");
    assert_eq!(
        (&change["level"], &change["before"], &change["after"]),
        (&"text".into(), &"- apple on one = 3".into(), &"".into())
    );
    // Comments are no change.
    let versions = Versions::new().with(CASE, "decisions:", "# What is answered.\ndecisions:");
    assert_eq!(versions.names(), Vec::<String>::new());
}

#[test]
fn a_change_of_a_cost_needs_no_proof() {
    let versions = Versions::of(with_costs()).with(CARDS, "cost: 3", "cost: 4");
    assert_eq!(versions.names(), ["cost-changed sample/basic/brass-bell cost"]);
    let versions = versions.with(CARDS, "weight: 2", "weight: 20");
    let names = versions.names();
    let is_noticed = |name: &String| name.starts_with("unproven") || name.starts_with("game-");
    assert!(names.iter().any(is_noticed), "{names:?}");
}

#[test]
fn long_texts_are_cut_around_what_differs_alike_for_diff_and_comment() {
    let versions = Versions::new().with(CARDS, "set dizzy of you to yes", "set dizzy of you to no");
    let change = versions.change("rules-changed sample/basic/brass-bell");
    assert!(change["before"].as_str().expect("a text").len() > 120, "{change}");
    let bullet = |text: &str| {
        let mut lines = text.lines();
        let found = lines.find(|line| line.contains("`rules-changed sample/basic/brass-bell`"));
        found.expect("a line").to_owned()
    };
    let told = bullet(&versions.diff(&["--format", "markdown"]).expect(0).out);
    let (before, after) = told.split_once(" → ").expect("two sides");
    assert!(before.contains("— ... ") && after.starts_with("... "), "{told}");
    assert!(told.len() < 300, "{told}");
    let json = versions.diff(&["--format", "json"]).expect(0).out;
    versions.now.write("diff.json", &json);
    let comment = versions.now.run(&["comment", "diff.json"]).expect(0).out;
    assert_eq!(bullet(&comment), told);
}

#[test]
fn names_that_go_and_forces_that_become_illegal_are_breaking() {
    let lost = Versions::new().with(
        WORDS,
        "token apple on goat\n",
        "token apple on goat\ntoken plum on goat\n",
    );
    let lost = Versions {
        now: lost.before,
        before: lost.now,
    };
    assert_eq!(lost.change("name-gone sample/token plum")["level"], "breaking");
    let rule = "value push-of (g: goat)";
    let build = "build \"No strong goats\" for p\n  when count of (all goat where owner of it is p and strength of it > 2) < 1\n\n";
    let versions = Versions::new().with(WORDS, rule, &format!("{build}{rule}"));
    let change = versions.change("force-illegal sample/duel");
    assert!(
        change["text"]
            .as_str()
            .expect("a text")
            .contains("No strong goats"),
        "{change}"
    );
}

#[test]
fn a_level_fails_and_an_excuse_with_a_reason_lets_it_pass() {
    let versions = Versions::of(with_costs()).with(CARDS, "cost: 3", "cost: 4");
    versions.diff(&["--fail-on", "rules"]).expect(1);
    versions.diff(&["--fail-on", "breaking"]).expect(0);
    versions.now.write(
        "meant.txt",
        "cost-changed sample/basic/*\n    It was too cheap.\nset-gone sample/old\n    It is out of print.\n\
         rule-lost sample/SMP-001\n    `coverage` tells this one.\n",
    );
    let answer = versions
        .diff(&["--fail-on", "rules", "--excuses", "meant.txt"])
        .expect(0);
    assert!(
        answer.out.contains("excused: It was too cheap."),
        "{}",
        answer.out
    );
    assert!(
        answer
            .out
            .contains("meant.txt:3: nothing is excused by `set-gone sample/old`"),
        "{}",
        answer.out
    );
    assert!(!answer.out.contains("SMP-001"), "{}", answer.out);
    versions.now.write("meant.txt", "cost-changed sample/basic/*\n");
    let answer = versions.diff(&["--excuses", "meant.txt"]).expect(2);
    assert!(answer.err.contains("the reason is missing"), "{}", answer.err);
}

#[test]
fn what_does_not_compile_is_told_and_nothing_compared_is_a_wrong_call() {
    let versions = Versions::new().with(CARDS, "when pusher is you", "when pushr is you");
    let answer = versions.diff(&[]).expect(1);
    assert!(answer.out.contains("does-not-compile"), "{}", answer.out);
    let other = Versions {
        now: Shop::of("claims"),
        before: Shop::new(),
    };
    let answer = other.diff(&[]).expect(2);
    assert!(answer.err.contains("nothing was compared"), "{}", answer.err);
    let answer = versions.diff(&["--system", "smaple"]).expect(2);
    assert!(
        answer.err.contains("neither version has a system `smaple`"),
        "{}",
        answer.err
    );
}

#[test]
fn a_part_for_a_pull_request_has_at_most_20_lines() {
    let versions = Versions::new();
    let text = versions.now.text(CARDS);
    let entry = |number: usize| {
        format!(
            "\n  - id: bell-{number}\n    kind: bell\n    name: \"<b>@bell</b> {number}\"\n    facts: {{ weight: {number}, mood: wild }}"
        )
    };
    let many: String = (1..30).map(entry).collect();
    versions.now.write(CARDS, &format!("{}{many}\n", text.trim_end()));
    let answer = versions.diff(&["--format", "markdown"]).expect(0);
    let parts: Vec<&str> = answer.out.split("#### ").skip(1).collect();
    for part in &parts {
        let lines = part.lines().filter(|line| line.starts_with("- ")).count();
        assert_eq!(lines, 20, "{part}");
        assert!(part.contains("- and 10 more"), "{part}");
    }
    assert_eq!(parts.len(), 2, "{}", answer.out);
    assert!(
        !answer.out.contains("<b>") && !answer.out.contains("@bell"),
        "{}",
        answer.out
    );
}

/// A repository with one commit of the sample, and a change that is not committed.
fn repository() -> Shop {
    let shop = Shop::empty();
    copy(&Shop::new().folder, &shop.folder.join("games"));
    git(&shop, &["init", "-q"]);
    git(&shop, &["add", "."]);
    commit(&shop, "one");
    shop.with(&format!("games/{CARDS}"), "weight: 2", "weight: 7")
}

pub(crate) fn commit(shop: &Shop, message: &str) {
    let who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"];
    git(
        shop,
        &[&who[..], &["commit", "-q", "--allow-empty", "-m", message]].concat(),
    );
}

pub(crate) fn git(shop: &Shop, arguments: &[&str]) {
    let ran = Command::new("git")
        .args(arguments)
        .current_dir(&shop.folder)
        .output()
        .expect("git is there");
    assert!(
        ran.status.success(),
        "git {arguments:?}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn a_revision_is_read_without_touching_the_work_tree() {
    let shop = repository();
    std::fs::write(
        shop.folder.join(".git/hooks/post-checkout"),
        "#!/bin/sh\ntouch touched\n",
    )
    .expect("a hook");
    let inside = shop.folder.join("games");
    let run = |folder: &std::path::Path, call: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(call)
            .current_dir(folder)
            .output();
        Answer::of(&output.expect("it runs"))
    };
    for (folder, call) in [
        (&inside, &["diff"][..]),
        (&inside, &["diff", "HEAD"]),
        (&inside, &["diff", "HEAD:games", "."]),
        (&shop.folder, &["diff", "HEAD:games", "games"]),
    ] {
        let answer = run(folder, call).expect(0);
        assert!(
            answer
                .out
                .contains("fact-changed basic/brass-bell weight \"Brass Bell\": 2 -> 7"),
            "{call:?}: {}",
            answer.out
        );
    }
    assert!(shop.text(&format!("games/{CARDS}")).contains("weight: 7"));
    assert!(!shop.folder.join("touched").exists());
    for (call, told) in [
        (["diff", "nowhere"], "git knows no revision `nowhere`"),
        (["diff", "HEAD:cards"], "has no folder `cards`"),
        (["diff", "HEAD:games/cards"], "has no project games/cards"),
    ] {
        let answer = run(&inside, &call).expect(2);
        assert!(answer.err.contains(told), "{call:?}: {}", answer.err);
    }
}

#[test]
fn a_shallow_clone_without_the_revision_says_what_to_fetch() {
    let shop = repository();
    git(&shop, &["add", "."]);
    commit(&shop, "two");
    let from = format!("file://{}", shop.folder.display());
    let clone = Shop::empty();
    git(&clone, &["clone", "-q", "--depth", "1", &from, "clone"]);
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["diff", "HEAD~1"])
        .current_dir(clone.folder.join("clone/games"))
        .output();
    let answer = Answer::of(&output.expect("it runs")).expect(2);
    assert!(answer.err.contains("fetch-depth: 0"), "{}", answer.err);
}

/// A game of the sample that is kept.
fn kept(versions: &Versions) {
    let call = [
        "run",
        SCENARIO,
        "--agents",
        "random",
        "--seed",
        "3",
        "--quiet",
        "--replay",
        "kept.json",
    ];
    versions.before.run(&call).expect(0);
    let text = versions.before.text("kept.json");
    versions.now.write("kept.json", &text);
}

#[test]
fn a_kept_game_goes_on_with_content_that_plays_the_same() {
    let versions =
        Versions::of(with_costs())
            .with(CARDS, "cost: 3", "cost: 4")
            .with(CARDS, "name: Nanny", "name: Nan");
    kept(&versions);
    let then = versions
        .before
        .run(&["run", SCENARIO, "--from", "kept.json", "--quiet"])
        .expect(0);
    let now = versions
        .now
        .run(&["run", SCENARIO, "--from", "kept.json", "--quiet"])
        .expect(0);
    assert!(
        now.err
            .contains("the content has changed since then, but the game has the same result"),
        "{}",
        now.err
    );
    let besides_hash = |out: &str| {
        out.lines()
            .filter(|line| !line.starts_with("hash"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(besides_hash(&then.out), besides_hash(&now.out));
    let answer = versions
        .diff(&["--replay", "kept.json", "--fail-on", "breaking"])
        .expect(0);
    assert!(answer.out.contains(", 1 replay"), "{}", answer.out);
}

#[test]
fn a_kept_game_that_goes_otherwise_says_at_which_decision() {
    let versions = Versions::new().with(
        "systems/sample/play.cw",
        "      choose r from routes of g by owner of g \"Which way?\" secretly { set plan of g to r }",
        "      choose r from routes of g by rival-owner(g) \"Whither?\" secretly { set plan of g to r }",
    );
    let versions = versions.with(
        WORDS,
        "define everyone",
        "define rival-owner (g: goat): player = owner of rival-of(g)\ndefine everyone",
    );
    kept(&versions);
    let answer = versions
        .now
        .run(&["run", SCENARIO, "--from", "kept.json", "--quiet"])
        .expect(1);
    let told =
        "at decision 0 `north` is asked \"Which way?\" in the replay, but now `south` is asked \"Whither?\"";
    assert!(answer.err.contains(told), "{}", answer.err);
    let change = versions
        .diff(&["--replay", "kept.json", "--fail-on", "breaking"])
        .expect(1);
    assert!(
        change.out.contains("breaking replay-parts duel kept.json"),
        "{}",
        change.out
    );
    assert!(change.out.contains(told), "{}", change.out);
}
