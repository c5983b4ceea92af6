//! One law of secrecy: whatever anybody can ask for takes a viewer, an explanation ends where something hidden decides, what
//! lies face down is known to nobody, and no secret is put where everybody is told of it.
//!
//! That nothing depends on what a viewer may not see is put to the test in `laws`, at decisions of all content.

use crate::workshop::{Copy, check, compiled, project, root, sample};
use cardwright::Telling;
use cardwright_compiler::{Severity, compile_scenario};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Choice, Content, Finding, Game, RuleWhy, Status, Verdict, Viewer, Why};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const PLAY: &str = "systems/sample/play.cw";
const WORDS: &str = "systems/sample/words.cw";
const CARDS: &str = "cards/sample/basic.yaml";
const DUEL: &str = "scenarios/sample/duel.yaml";

/// Questions before the goats push: the first is North's, the others are South's.
const QUESTIONS: &str = "
at round.push \"Ours\" always may by owner of first of everyone { set sky of first of everyone to calm }
at round.push \"Bare\" when mood of plan of rival-of(first of everyone) is calm
  may by owner of rival-of(first of everyone) { set sky of first of everyone to calm }
at round.push \"Behind\" when apple on first of everyone > 0 and mood of plan of rival-of(first of everyone) is calm
  may by owner of rival-of(first of everyone) { set sky of first of everyone to calm }
at round.push \"In a define\" when is-calm(rival-of(first of everyone))
  may by owner of rival-of(first of everyone) { set sky of first of everyone to calm }
at round.push \"In a value\" when daring(rival-of(first of everyone)) > 0
  may by owner of rival-of(first of everyone) { set sky of first of everyone to calm }
at round.push \"Open\" when apple on first of everyone > 90
  may by owner of rival-of(first of everyone) { set sky of first of everyone to calm }
define is-calm (who: goat): yes-no = mood of plan of who is calm
value daring (who: goat) = if is-calm(who) then 1 else 2, at least 0, at most 9
";

/// A card that lies face down on North's goat, another kind of card in the same deck, and rules of both for this window.
fn with_cards() -> Copy {
    let chime = "    rules: |\n      at round.push \"Chime\" always may { set sky of you to calm }\n";
    let bell = |id: &str, name: &str, mood: &str| {
        format!(
            "  - id: {id}\n    kind: bell\n    name: {name}\n    facts: {{ weight: 1, mood: {mood} }}\n{chime}"
        )
    };
    let cards = bell("tin-bell", "Tin Bell", "wild") + &bell("glass-bell", "Glass Bell", "sleepy");
    let copy = Copy::of(&sample())
        .with(WORDS, "card bell on goat {", "card bell on goat {\n  active when face-up(here)")
        .with(PLAY, "procedure push (", &format!("{QUESTIONS}\nprocedure push ("))
        .with(DUEL, "  hedge: { brass-bell: 2 }", "  hedge: { tin-bell: 2, glass-bell: 2 }")
        .with(
            DUEL,
            "decks:\n",
            "cards:\n  - { id: under, template: tin-bell, holder: first-goat, owner: north, face: down }\ndecks:\n",
        );
    let text = copy.text(CARDS);
    copy.write(CARDS, &format!("{}\n{cards}", text.trim_end()));
    copy
}

/// The game at North's question before the goats push.
fn at_the_push(content: &Arc<Content>, seed: u64) -> Game {
    let mut game = Game::new(content, seed);
    let mut agent = RandomAgent::new(seed);
    while let Status::Decision = game.advance() {
        let decision = game.decision().cloned().expect("a decision is waited for");
        if game.asks_for("round.push") {
            return game;
        }
        let answer = agent.decide(&game, &decision);
        game.decide(&answer).expect("the answer is legal");
    }
    panic!("nobody was asked before the push");
}

fn refused<'a>(why: &'a Why, name: &str) -> &'a RuleWhy {
    let found = why.refused.iter().find(|rule| rule.name.starts_with(name));
    found.unwrap_or_else(|| panic!("{name}: {:#?}", why.refused))
}

fn answers(findings: &[Finding]) -> Vec<Option<bool>> {
    findings.iter().map(|finding| finding.holds).collect()
}

#[test]
fn an_explanation_ends_where_something_hidden_decides_and_says_so() {
    let content = compiled(&with_cards().project(), "duel");
    let game = at_the_push(&content, 3);
    let north = game
        .decision()
        .map(|decision| decision.by)
        .expect("North is asked");
    let why = game.why(Viewer::Player(north)).expect("a decision is waited for");
    for (name, told) in [
        ("Bare", vec![None]),
        ("Behind", vec![Some(true), None]),
        ("In a define", vec![None]),
        ("In a value", vec![None]),
    ] {
        let rule = refused(&why, name);
        assert_eq!(
            (answers(&rule.condition), &rule.verdict),
            (told, &Verdict::Hidden),
            "{name}"
        );
        let last = rule.condition.last().expect("there is one");
        let bare =
            last.statements.is_empty() && last.value.is_none() && !answers(&last.inside).contains(&None);
        assert!(bare && !last.text.contains(" ("), "{name}: {last:?}");
        assert!(last.at.is_known(), "{name}");
    }
    let open = refused(&why, "Open");
    assert_eq!(
        (answers(&open.condition), &open.verdict),
        (vec![Some(false)], &Verdict::ConditionNo)
    );
    // Who sees all is told all.
    let judged = game.why(Viewer::Judge).expect("a decision is waited for");
    let hidden = judged
        .refused
        .iter()
        .filter(|rule| rule.verdict == Verdict::Hidden);
    assert_eq!(hidden.count(), 0);
    assert!(!answers(&refused(&judged, "Bare").condition).contains(&None));
}

#[test]
fn cards_that_lie_face_down_are_explained_alike_wherever_they_lie() {
    let content = compiled(&with_cards().project(), "duel");
    let game = at_the_push(&content, 3);
    let north = game
        .decision()
        .map(|decision| decision.by)
        .expect("North is asked");
    let why = game.why(Viewer::Player(north)).expect("a decision is waited for");
    let chimes = why.refused.iter().filter(|rule| rule.name.starts_with("Chime"));
    let chimes: Vec<_> = chimes.map(|rule| (&rule.verdict, rule.condition.len())).collect();
    assert_eq!(chimes, vec![(&Verdict::FaceDown, 0); 5]);
    let judged = game.why(Viewer::Judge).expect("a decision is waited for");
    let verdicts: BTreeSet<String> = judged
        .refused
        .iter()
        .filter(|rule| rule.name.starts_with("Chime"))
        .map(|rule| format!("{:?}", rule.verdict))
        .collect();
    assert_eq!(verdicts, BTreeSet::from(["Inactive".into(), "OutOfPlay".into()]));
}

#[test]
fn who_is_not_asked_is_told_who_is() {
    let content = compiled(&with_cards().project(), "duel");
    let game = at_the_push(&content, 3);
    let south = game.player("south").expect("South plays");
    for viewer in [Viewer::Player(south), Viewer::Public] {
        let why = game.why(viewer).expect("that somebody is asked is no secret");
        assert!(
            why.by == "North" && why.options.is_empty() && why.refused.is_empty(),
            "{why:?}"
        );
    }
}

#[test]
fn a_card_that_a_scenario_lays_face_down_is_known_to_nobody() {
    let content = compiled(&with_cards().project(), "duel");
    for seed in 1..6 {
        let game = at_the_push(&content, seed);
        let viewers = game.players().iter().map(|&player| Viewer::Player(player));
        for viewer in viewers.chain([Viewer::Public]) {
            let seen = Telling::Snapshot.of(&game, &[], viewer).to_string();
            assert!(
                !seen.contains("\"under\"") && !seen.contains("tin-bell"),
                "{seen}"
            );
            assert_eq!(game.view(viewer).hidden_cards.len(), 5);
        }
        assert!(
            Telling::Snapshot
                .of(&game, &[], Viewer::Judge)
                .to_string()
                .contains("\"under\"")
        );
    }
}

#[test]
fn all_that_can_be_asked_is_the_same_whatever_is_hidden() {
    let content = compiled(&with_cards().project(), "duel");
    let mut differ = 0;
    for seed in 1..20 {
        let game = at_the_push(&content, seed);
        let events = game.events();
        let viewers = game.players().iter().map(|&player| Viewer::Player(player));
        for viewer in viewers.chain([Viewer::Public]) {
            for other in 0..8 {
                let mut other = game.disguise(viewer, other);
                other.record(true);
                differ += usize::from(other.hash() != game.hash());
                for telling in Telling::ALL {
                    let [mine, theirs] = [&game, &other].map(|game| telling.of(game, events, viewer));
                    assert_eq!(mine, theirs, "{viewer:?}: {}", telling.name());
                }
            }
        }
    }
    assert!(differ > 200, "{differ} disguises differ from their games");
}

/// The parts of a game that are given without a viewer, and why that is right.
const OPEN: &[(&str, &[&str])] = &[
    (
        "begins, goes on, is kept: no telling",
        &[
            "new",
            "advance",
            "decide",
            "record",
            "remember",
            "run_quick",
            "watch_rules",
            "note_uses",
            "measure",
            "note_chance",
            "force_dice",
            "force_numbers",
            "restore",
            "save",
            "quick",
            "resume",
            "resume_quick",
            "answer",
            "undo",
            "undo_of",
            "take_back",
            "replay",
            "game_mut",
            "game",
        ],
    ),
    (
        "everybody sees it",
        &[
            "content",
            "players",
            "player",
            "outcome",
            "winners",
            "rounds",
            "decisions",
            // Dice lie open.
            "pools",
        ],
    ),
    (
        "numbers of the whole state, for agents and tools, which are trusted with all of it: `imagine` is for those that are not",
        &[
            "cell",
            "field",
            "members",
            "entries",
            "tokens",
            "pose",
            "effects",
            "evaluate",
            "evaluate_watched",
            "score",
            "imagine",
            "die",
            "hash",
            "chance_mark",
            "looks_at_unseen",
            "rule_of_option",
        ],
    ),
    (
        "what happened, as it is kept: `told`, `render` and `seen_by` tell it to a viewer",
        &["events", "take_events", "raw_events"],
    ),
    (
        "the question as who is asked sees it, for his answer",
        &[
            "decision",
            "asked",
            "check",
            "meant",
            "reply_of",
            "asks_for",
            "written_labels",
            "written_question",
            "some_places",
        ],
    ),
    (
        "what a view shows that somebody was given",
        &["states_and_effects"],
    ),
    (
        "what tests forced, and what content costs",
        &[
            "fuel_left",
            "events_lost",
            "measured",
            "applied_rules",
            "take_uses",
            "take_chance",
            "forced_left",
            "unforced_numbers",
            "misfits",
        ],
    ),
    (
        "forces are built before a game, by who owns them; what is kept goes to the next game",
        &["breaches", "culprits", "each_breach", "joined", "kept"],
    ),
    (
        "the id that content gives a number; where that number lies, only what takes a viewer tells",
        &["id_of"],
    ),
];

/// The functions that take a viewer: each is told through a [`Telling`], or is put to the test in `laws` by
/// itself.
const TOLD: &[&str] = &[
    "asked",
    "snapshot",
    "told",
    "events",
    "story",
    "why",
    "hash_for",
    "ended",
    "fault",
    "render",
    "seen_by",
    "label",
    "view",
    "disguise",
    // Another game, in which what the viewer may not see is drawn anew.
    "imagine",
    "imagine_for",
    "explain_value",
    "why_so",
    "id_of_option",
    // What pictures are made of, for a viewer: `drawn` holds these against each other.
    "answers",
    "slots_of",
    // Parts of what `asked` tells: `parts_of_a_question_are_those_of_the_whole`.
    "prompt",
    "ids_of_options",
    // The events again: some at a time, and as one text.
    "events_in_parts",
    "events_as_json",
    // Which viewer has this name.
    "viewer",
];

/// The public functions of games and sessions: their names, and whether they take a viewer.
fn functions(text: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut inside = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line {
            "impl Game {" | "impl Session {" | "impl Recorder {" => inside = true,
            "}" => inside = false,
            _ => {}
        }
        let Some(rest) = line.strip_prefix("    pub fn ").filter(|_| inside) else {
            continue;
        };
        let mut signature = rest.to_owned();
        while !signature.ends_with('{') {
            signature += lines.next().expect("a function has a body");
        }
        let name = rest.split(['(', '<']).next().expect("a function has a name");
        found.push((name.to_owned(), signature.contains("Viewer")));
    }
    found
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).expect("it can be read")
}

/// Checks that two lists are the same: everything found is listed, and everything listed is found.
fn same(found: &BTreeSet<String>, listed: &BTreeSet<String>, what: &str) {
    let new: Vec<_> = found.difference(listed).collect();
    assert!(new.is_empty(), "{what}: {new:?}");
    let gone: Vec<_> = listed.difference(found).collect();
    assert!(gone.is_empty(), "these are gone: {gone:?}");
}

#[test]
fn whatever_tells_of_a_game_takes_a_viewer_and_is_under_the_law() {
    let mut files = Vec::new();
    sources(&root().join("engine/core/src"), &mut files);
    sources(&root().join("cardwright/src/embed"), &mut files);
    let found: Vec<(String, bool)> = files.iter().flat_map(|file| functions(&read(file))).collect();
    let of = |viewer: bool| -> BTreeSet<String> {
        let found = found.iter().filter(|(_, takes)| *takes == viewer);
        found.map(|(name, _)| name.clone()).collect()
    };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let open = OPEN.iter().flat_map(|(_, open)| names(open)).collect();
    same(
        &of(false),
        &open,
        "these tell without a viewer; let them take one",
    );
    let told = names(TOLD).into_iter().collect();
    same(
        &of(true),
        &told,
        "add these to `Telling`, or to what `laws` compares, and then here",
    );
}

#[test]
fn parts_of_a_question_are_those_of_the_whole() {
    for scenario in project().scenarios.iter().step_by(6) {
        let content = Content::new(compile_scenario(project(), scenario).pack.expect("it compiles"));
        let (mut game, mut chance) = (Game::new(&content, 5), RandomAgent::new(5));
        for _ in 0..40 {
            game.advance();
            let Some(decision) = game.decision().cloned() else {
                break;
            };
            let players = content.players().iter().map(|&player| Viewer::Player(player));
            for viewer in players.chain([Viewer::Public, Viewer::Judge]) {
                let asked = game.asked(viewer).expect("somebody is asked");
                assert_eq!(game.prompt(viewer), Some(asked.prompt));
                let ids =
                    |options: Vec<Choice>| options.into_iter().map(|option| option.id).collect::<Vec<_>>();
                assert_eq!(game.ids_of_options(viewer), asked.options.map(ids));
            }
            let answer = chance.decide(&game, &decision);
            game.decide(&answer).expect("the answer is legal");
        }
    }
}

#[test]
fn a_function_that_tells_without_a_viewer_is_seen() {
    let text = "impl Game {\n    /// Tells.\n    pub fn gossip(\n        &self,\n    ) -> String {\n    }\n    \
                pub fn fair(&self, viewer: Viewer) -> String {\n    }\n}\nimpl Other {\n    pub fn more(&self) {\n    }\n}";
    assert_eq!(
        functions(text),
        [("gossip".to_owned(), false), ("fair".to_owned(), true)]
    );
}

/// The variants of an enum in a source file, in small letters.
fn variants(text: &str, of: &str) -> BTreeSet<String> {
    let from = text
        .split_once(&format!("enum {of} {{\n"))
        .expect("the enum is there")
        .1;
    let body = from.split("\n}").next().expect("it ends");
    let names = body.lines().filter_map(|line| line.strip_prefix("    "));
    let names = names.filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
    let name = |line: &str| {
        line.split(|letter: char| !letter.is_ascii_alphanumeric())
            .next()
            .map(str::to_lowercase)
    };
    names.filter_map(name).collect()
}

#[test]
fn requests_of_programs_do_something_or_are_tellings() {
    let tellings = |names: &[&str]| -> Vec<String> {
        let known = Telling::ALL.iter().map(|telling| telling.name());
        let known: BTreeSet<&str> = known.collect();
        assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
        names.iter().map(|&name| name.to_owned()).collect()
    };
    let does = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let hosts = does(&["hello", "new", "decide", "let", "undo", "save", "load", "quit"]);
    let hosts = hosts.into_iter().chain(tellings(&[
        "decision", "snapshot", "events", "story", "why", "hash",
    ]));
    let protocol = read(root().join("cardwright/src/embed/protocol.rs"));
    same(
        &variants(&protocol, "Request"),
        &hosts.collect(),
        "answer these through `Telling`",
    );
    let seats = does(&["decide"])
        .into_iter()
        .chain(tellings(&["snapshot", "why"]));
    let program = read(root().join("cardwright/src/program/players/program.rs"));
    same(
        &variants(&program, "Said"),
        &seats.collect(),
        "answer these through `Telling`",
    );
}

/// The declarations around a procedure that does `BODY` with a secret choice `r`: all that it could leak to.
const NOSY: &str = "
state told-way (whose: goat): route
state last-way: route
state whispers: number
effect rumour (whose: goat, way: route) {}
effect humour (whose: goat, how: mood) {}
define humour-of (way: route): mood = mood of way
procedure gossip (whose: goat, way: route) { step tell { start rumour(whose, way) until the game ends } }
procedure hand-on (whose: goat, way: route) { step pass { run gossip(whose, way) } }
procedure note (whose: goat, way: route) { step keep { set plan of whose to way } }
procedure nosy (about: goat, asker: player) {
  var kept: route
  var many: set of route
  step ask { BODY }
}
";

fn nosy(body: &str) -> (Vec<String>, Vec<String>) {
    let copy = Copy::of(&sample()).with(
        WORDS,
        "  sky: weather state\n",
        "  sky: weather state\n  guess: route state\n  heard: mood state secret\n",
    );
    let text = copy.text(PLAY);
    copy.write(PLAY, &format!("{text}\n{}", NOSY.replace("BODY", body)));
    let project = copy.project();
    let (mut told, mut others) = (Vec::new(), Vec::new());
    for one in check(&project) {
        if one.code.name == "tells-a-secret" {
            let text = &project.sources.get(one.place.file).text;
            told.push(text[one.place.start..one.place.end].to_owned());
        } else if one.code.severity == Severity::Error {
            others.push(format!("{}: {}", one.code.name, one.message));
        }
    }
    (told, others)
}

fn chosen(deeds: &str) -> String {
    format!("choose r from routes of about by asker \"Which?\" secretly {{ set plan of about to r {deeds} }}")
}

#[test]
fn a_secret_is_put_nowhere_where_everybody_is_told() {
    let bodies = [
        ("start rumour(about, r) until the game ends", "r"),
        ("start humour(about, mood of r) until the game ends", "r"),
        ("start humour(about, humour-of(r)) until the game ends", "r"),
        ("end rumour(about, r)", "r"),
        ("set guess of about to r", "r"),
        ("set last-way to r", "r"),
        ("set told-way(about) to r", "r"),
        ("add (count of [r]) to whispers", "r"),
        ("give (count of [r]) apple to about", "r"),
        ("take (if mood of r is calm then 1 else 2) apple from about", "r"),
        ("let s = r start rumour(about, s) until the game ends", "s"),
        ("set kept to r set last-way to kept", "kept"),
        ("add r to many for each s in many { set last-way to s }", "s"),
        ("set last-way to first of many add r to many", "many"),
        ("run gossip(about, r)", "r"),
        ("run hand-on(about, r)", "r"),
        ("let done = r run hand-on(about, done)", "done"),
    ];
    for (deeds, named) in bodies {
        let (told, others) = nosy(&chosen(deeds));
        assert_eq!((told, others), (vec![named.to_owned()], Vec::new()), "{deeds}");
    }
    let several = "choose up to 2 some from routes of about by asker \"Which?\" secretly { for each s in some { set last-way to s } }";
    assert_eq!(nosy(several).0, ["s"]);
    let open = "choose g from everyone by asker \"Whom?\" secretly { give 1 apple to g }";
    assert_eq!(nosy(open).0, ["g"]);
}

#[test]
fn a_secret_field_is_put_nowhere_before_it_is_revealed() {
    for (deeds, named) in [
        (
            "start rumour(about, plan of about) until the game ends",
            "plan of about",
        ),
        ("set guess of about to plan of about", "plan of about"),
        ("set last-way to first of [plan of about]", "plan of about"),
        (
            "start humour(about, mood of plan of about) until the game ends",
            "plan of about",
        ),
    ] {
        assert_eq!(nosy(deeds), (vec![named.to_owned()], Vec::new()), "{deeds}");
        assert_eq!(
            nosy(&format!("reveal plan of about {deeds}")),
            (Vec::new(), Vec::new()),
            "{deeds}"
        );
    }
}

#[test]
fn a_secret_may_be_kept_asked_for_and_handed_on() {
    for deeds in [
        "",
        "set heard of about to mood of r",
        "if mood of r is calm { give 1 apple to about }",
        "set kept to r add r to many",
        "run note(about, r)",
        "reveal plan of about start rumour(about, plan of about) until the game ends",
    ] {
        assert_eq!(nosy(&chosen(deeds)), (Vec::new(), Vec::new()), "{deeds}");
    }
    let openly = chosen("start rumour(about, r) until the game ends").replace(" secretly", "");
    assert_eq!(nosy(&openly), (Vec::new(), Vec::new()));
}
