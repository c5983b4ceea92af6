//! A game is told in the words of its content: what `tells` and `asks` say, to whom, and how it reads.

use crate::workshop::{Copy, compiled, played, project, sample, told};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Event, Game, LineKind, Status, Story, StoryLine, Viewer};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

const PLAY: &str = "systems/sample/play.cw";
const WORDS: &str = "systems/sample/words.cw";
const PUSH: &str = "procedure push (pusher: goat, pushed: goat) {";
/// How many decisions of a game its story is kept of.
const DECISIONS: usize = 60;

/// The lines of a story as they are read.
fn lines(story: &[StoryLine]) -> String {
    let mut text = String::new();
    for line in story {
        let _ = match line.kind {
            LineKind::Round => writeln!(text, "== {} ==", line.text),
            LineKind::Heading => writeln!(text, "{}", line.text),
            LineKind::Paragraph => writeln!(text, "{}{}", "  ".repeat(line.depth + 1), line.text),
        };
    }
    text
}

/// The story of a game of the sample with changed rules.
fn story_of(changes: &[(&str, &str, &str)]) -> String {
    let copy = changes
        .iter()
        .fold(Copy::of(&sample()), |copy, &(file, find, put)| {
            copy.with(file, find, put)
        });
    let content = compiled(&copy.project(), "duel");
    let game = played(&content, 1);
    lines(&Story::of(game.game(), game.game().events(), Viewer::Public))
}

#[test]
fn a_run_is_a_heading_and_what_is_told_in_it_stands_below() {
    let told = story_of(&[
        (
            PLAY,
            PUSH,
            "procedure push (pusher: goat, pushed: goat) tells \"{pusher} pushes {pushed}\" {",
        ),
        (
            PLAY,
            "  step suffer {",
            "  step suffer tells if hits = 0 then \"\" else \"{hits} of {push-of(pusher)} dice hit {pushed}\" {",
        ),
        (
            WORDS,
            "token apple on goat",
            "token apple on goat tells \"{it} had {was} and has {now}\"",
        ),
    ]);
    assert!(told.contains(" pushes "), "{told}");
    assert!(told.contains("Horn dice: "), "{told}");
    assert!(told.contains(" dice hit "), "{told}");
    assert!(told.contains(" had 0 and has 3."), "{told}");
    assert!(
        !told.contains("apple token"),
        "tokens with words are told by them alone:\n{told}"
    );
}

#[test]
fn an_empty_text_tells_nothing() {
    let silent = story_of(&[(WORDS, "token apple on goat", "token apple on goat tells \"\"")]);
    assert!(!silent.contains("apple"), "{silent}");
    let plain = story_of(&[]);
    assert!(plain.contains("gets 3 apple tokens"), "{plain}");
}

/// A step that tells nothing hides what it does itself, and nothing else.
#[test]
fn a_silent_step_hides_what_it_does() {
    let tricks = "  step tricks {";
    let bruises = |telling: &str| {
        let step = format!("  step stumble {telling} {{ give 1 bruise to pusher }}\n{tricks}");
        let told = story_of(&[(PLAY, tricks, &step)]);
        told.matches("bruise token").count()
    };
    let (all, others) = (bruises(""), bruises("tells \"\""));
    assert!(all > others && others > 0, "{all} of {others}");
}

/// Whether a secret text is empty tells nothing to who may not see what it rests on.
#[test]
fn a_secret_silence_is_no_hint() {
    let tricks = "  step tricks {";
    let bruises = |telling: &str| {
        let step = format!("  step stumble {telling} {{ give 1 bruise to pusher }}\n{tricks}");
        story_of(&[(PLAY, tricks, &step)]).matches("bruise token").count()
    };
    let secret = |then: &str, other: &str| {
        bruises(&format!(
            "tells if mood of plan of pusher is wild then \"{then}\" else \"{other}\""
        ))
    };
    assert_eq!(
        [
            secret("", ""),
            secret("", "it stumbles"),
            secret("it stumbles", "")
        ],
        [bruises(""); 3]
    );
}

/// Dice that the content shows in its own words are not shown twice; dice that change say which, and only if they do.
#[test]
fn dice_are_told_once() {
    let told = story_of(&[(
        PLAY,
        "  step roll { set dice to roll push-of(pusher) horn }",
        "  step roll tells \"{pusher} rolls: {dice}\" { set dice to roll 2 horn }\n  \
         step twist { turn all butt in dice to slip turn all butt in dice to slip }",
    )]);
    assert!(!told.contains("Horn dice: "), "{told}");
    let rolls: Vec<&str> = told.split(" rolls: ").skip(1).collect();
    assert!(!rolls.is_empty(), "{told}");
    for roll in rolls {
        let (faces, then) = roll.split_once(". ").unwrap_or((roll, ""));
        let is_changed = then.starts_with("Now the horn dice: ");
        assert_eq!(faces.contains("butt"), is_changed, "{told}");
    }
}

#[test]
fn a_story_begins_with_the_sides() {
    let told = story_of(&[]);
    let sides = told.find("The sides\n").expect("they are told");
    assert!(
        sides < told.find("== Round 1 ==").expect("there is a round"),
        "{told}"
    );
}

#[test]
fn a_question_says_whom_it_is_about() {
    let copy = Copy::of(&sample()).with(
        PLAY,
        "\"Which way?\"",
        "\"Which way goes {g}, which has {apple on g}?\"",
    );
    let content = compiled(&copy.project(), "duel");
    let mut game = Game::new(&content, 1);
    game.advance();
    let asked = game.decision().expect("a goat goes somewhere");
    assert!(asked.prompt.ends_with(", which has 3?"), "{}", asked.prompt);
    assert!(!asked.prompt.contains('{'), "{}", asked.prompt);
    assert!(game.asks_for("Which way goes {g}"));
    assert!(game.asks_for(&asked.prompt));
}

/// A story hides a value from those who may not see it; in a question it has no name.
#[test]
fn what_is_hidden_is_told_to_its_keeper_alone() {
    let step = "  step push {\n    for each g";
    let copy = Copy::of(&sample()).with(
        PLAY,
        step,
        "  step secrets tells \"the first goes {plan of first of everyone}\"\n  step push {\n    for each g",
    );
    let content = compiled(&copy.project(), "duel");
    let game = played(&content, 1);
    let events = game.game().events();
    let about_plans = |event: &&Event| matches!(event, Event::Told { .. });
    let tells = |viewer: Viewer| -> Vec<String> {
        let told = events.iter().filter(about_plans);
        told.map(|event| game.game().render(event, viewer)).collect()
    };
    let (public, judge) = (tells(Viewer::Public), tells(Viewer::Judge));
    assert!(!judge.is_empty() && judge.iter().all(|told| told.starts_with("the first goes ")));
    assert!(public.iter().all(String::is_empty), "{public:?}");
    let players = content.players();
    let knowing = players
        .iter()
        .filter(|&&player| tells(Viewer::Player(player)) == judge);
    assert_eq!(knowing.count(), 1);
}

#[test]
fn values_in_braces_are_told_and_nothing_else() {
    let (at, code, why) = told(
        &sample(),
        PLAY,
        "\"Nap\" when can rest(actor)",
        "\"Nap\" when \"{\" = \"x\" and can rest(actor)",
    );
    assert_eq!((at.as_str(), code), ("{", "syntax"), "{why}");
    let define = "define everyone: set of goat =";
    let put = "define title: text = \"{count of everyone} goats\" define everyone: set of goat =";
    let (at, code, why) = told(&sample(), WORDS, define, put);
    assert_eq!(
        (at.as_str(), code),
        ("{count of everyone} goats", "misplaced"),
        "{why}"
    );
    let (at, code, _) = told(
        &sample(),
        PLAY,
        PUSH,
        "procedure push (pusher: goat, pushed: goat) tells \"{pusherr} pushes\" {",
    );
    assert_eq!((at.as_str(), code), ("pusherr", "unknown-name"));
}

/// The stories of the shipped games as they are told: one scenario of each system.
#[test]
fn each_system_tells_its_game() {
    let mut first = BTreeMap::new();
    for scenario in &project().scenarios {
        let doc = &scenario.doc;
        let entry = first
            .entry(doc.system.value.clone())
            .or_insert_with(|| doc.scenario.value.clone());
        *entry = doc.scenario.value.clone().min(entry.clone());
    }
    for (system, scenario) in first {
        let content = compiled(project(), &scenario);
        insta::assert_snapshot!(format!("story_of_{system}"), lines(&story(&content)));
    }
}

/// The story of a game between random players, as far as a few decisions go.
fn story(content: &Arc<Content>) -> Vec<StoryLine> {
    let mut game = Game::new(content, 1);
    let mut agent = RandomAgent::new(1);
    for _ in 0..DECISIONS {
        if matches!(game.advance(), Status::Over(_)) {
            break;
        }
        let Some(decision) = game.decision().cloned() else {
            break;
        };
        let answer = agent.decide(&game, &decision);
        game.decide(&answer).expect("the agent's answer is legal");
    }
    Story::of(&game, game.events(), Viewer::Public)
}
