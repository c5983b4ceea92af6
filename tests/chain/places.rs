//! Choices of a place on the flat table: no list, so no limit of options; a region and a test instead.

use crate::workshop::{Copy, check, hexes, sample};
use cardwright_bytecode::pack::cell;
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{compile_scenario, compile_system, for_people};
use cardwright_core::agents::{Agent, Level, RandomAgent};
use cardwright_core::board::plane::Pose;
use cardwright_core::limits::MAX_OPTIONS;
use cardwright_core::{
    Answer, Content, Decision, DecisionError, DecisionKind, Game, History, Outcome, Recorder, Replay, Status,
};
use std::sync::Arc;

const PLAY: &str = "systems/sample/play.cw";
const BEGIN: &str = "  step graze {\n";
/// The first goat is put somewhere; the second one stands at 3 by 3 inches.
const REGION: &str = "inside (1 inches, 1 inches, 8 inches, 4 inches)";
const TEST: &str = "distance-to-point(nanny-goat, s) > 1 inches and x-of(s) > y-of(s)";

/// The sample, with a choice of a place as its first decision.
fn with(choice: &str) -> String {
    format!(
        "{BEGIN}    let billy-goat = first of everyone\n    let nanny-goat = rival-of(billy-goat)\n    choose s for billy-goat {choice}\n"
    )
}

fn content_of(choice: &str) -> Arc<Content> {
    let copy = Copy::of(&sample()).with(PLAY, BEGIN, &with(choice));
    let project = copy.project();
    let compiled = compile_scenario(&project, &project.scenarios[0]);
    let told = for_people(&project.sources, &compiled.diagnostics, false);
    Content::new(compiled.pack.unwrap_or_else(|| panic!("{told}")))
}

fn choice() -> Arc<Content> {
    content_of(&format!(
        "{REGION} facing any where {TEST} by owner of billy-goat \"Where?\" {{ place(billy-goat, s) }} else {{ stop }}"
    ))
}

fn asked(content: &Arc<Content>) -> (Game, Decision) {
    let mut game = Game::new(content, 1);
    assert_eq!(game.advance(), Status::Decision);
    let decision = game.decision().expect("somebody is asked").clone();
    (game, decision)
}

fn at(x: i32, y: i32, heading: i32) -> Answer {
    Answer::At(Pose::new(x, y, heading))
}

/// The pose of the first goat.
fn stands(game: &Game) -> Pose {
    let goat = (1..).find(|&entity| game.id_of(entity) == "first-goat");
    Pose::unpack(game.cell(goat.expect("there is a goat"), cell::POSE))
}

#[test]
fn more_places_can_be_chosen_than_a_list_has_options() {
    let (game, decision) = asked(&choice());
    assert!(matches!(decision.kind, DecisionKind::Place(_)));
    let steps = (0..100).flat_map(|x| (0..100).map(move |y| at(5_000 + 20 * x, 2_000 + 20 * y, 7 * x)));
    let legal = steps.filter(|answer| game.check(answer).is_ok()).count();
    assert!(legal > 2 * MAX_OPTIONS, "{legal}");
}

#[test]
fn what_is_not_legal_is_refused_with_a_reason_and_changes_nothing() {
    let (mut game, decision) = asked(&choice());
    let before = game.hash();
    let mut refused = |answer: &Answer| {
        let error = game.decide(answer).expect_err("it is not legal");
        assert_eq!(game.hash(), before);
        assert_eq!(game.decision(), Some(&decision));
        error
    };
    assert_eq!(refused(&at(8_900, 3_000, 0)), DecisionError::OutsideRegion);
    assert_eq!(refused(&at(-9_000, 999_999, -4)), DecisionError::OutsideRegion);
    assert_eq!(refused(&Answer::one(0)), DecisionError::PlaceWanted);
    assert!(matches!(
        refused(&Answer::nothing()),
        DecisionError::TooFew { .. }
    ));
    let told = |error: &DecisionError| error.to_string();
    let near = refused(&at(3_500, 3_000, 0));
    assert!(told(&near).contains("distance"), "{near}");
    let above = refused(&at(2_000, 4_000, 0));
    assert!(matches!(above, DecisionError::Forbidden { .. }), "{above}");
    assert!(told(&above).contains("play.cw:"), "{above}");
    assert_eq!(game.decide(&at(7_000, 2_000, 123_456)), Ok(()));
    game.advance();
    assert_eq!(stands(&game), Pose::new(7_000, 2_000, 123_456));
}

#[test]
fn a_place_is_no_answer_to_a_question_with_options() {
    let (mut game, decision) = asked(&choice());
    game.decide(&decision.default).expect("the default is legal");
    game.advance();
    assert!(game.decision().is_some_and(|decision| decision.place.is_none()));
    assert_eq!(game.decide(&at(1, 1, 1)), Err(DecisionError::OptionsWanted));
}

#[test]
fn whatever_agents_answer_is_legal_and_comes_from_their_seed() {
    let content = choice();
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let (mut game, decision) = asked(&content);
        let answer = RandomAgent::new(seed).decide(&game, &decision);
        assert_eq!(RandomAgent::new(seed).decide(&game, &decision), answer);
        game.decide(&answer).expect("the agent's answer is legal");
        game.advance();
        let Pose { x, y, heading } = stands(&game);
        assert!(x > y && (1_000..=9_000).contains(&x) && (1_000..=5_000).contains(&y));
        found.insert((x, y, heading));
    }
    assert!(found.len() > 250, "{}", found.len());
    let (game, decision) = asked(&content);
    let answer = Level::Novice.agent(4).decide(&game, &decision);
    assert_eq!(game.check(&answer), Ok(()));
}

#[test]
fn the_default_is_a_place_even_where_few_will_do() {
    // One corner of the finest grid: chance hardly finds it.
    let corner = "x-of(s) > 8 inches and y-of(s) > 4 inches and heading-of(s) = 315 degrees";
    let content = content_of(&format!(
        "{REGION} facing any where {corner} by owner of billy-goat \"Where?\" {{ place(billy-goat, s) }} else {{ stop }}"
    ));
    let (game, decision) = asked(&content);
    assert_eq!(game.check(&decision.default), Ok(()));
    let answer = RandomAgent::new(1).decide(&game, &decision);
    assert_eq!(game.check(&answer), Ok(()));
}

#[test]
fn where_no_place_is_found_nobody_is_asked() {
    for test in ["no", "x-of(s) > 20 inches"] {
        let content = content_of(&format!(
            "{REGION} facing 0 degrees where {test} by owner of billy-goat \"Where?\" {{ place(billy-goat, s) }} else {{ give 2 apple to billy-goat }}"
        ));
        let (game, decision) = asked(&content);
        assert!(decision.place.is_none());
        let goat = (1..).find(|&entity| game.id_of(entity) == "first-goat");
        assert_eq!(game.tokens(goat.expect("there is a goat"), 0), 5);
    }
}

#[test]
fn regions_and_facings_are_kept_to() {
    for (choice, legal, illegal) in [
        (
            "inside the table facing [90 degrees, 0]",
            at(9_000, 9_000, 90_000),
            at(9_000, 9_000, 1),
        ),
        (
            "within 2 inches of nanny-goat facing any",
            at(5_500, 3_000, 9),
            at(9_000, 9_000, 0),
        ),
        (
            "within (1 inches) of pose-at(11 inches, 6 inches, 0) facing pose-at(0, 6 inches, 0)",
            at(10_500, 6_000, 270_000),
            at(10_500, 6_000, 0),
        ),
    ] {
        let content = content_of(&format!(
            "{choice} by owner of billy-goat \"Where?\" or none {{ place(billy-goat, s) }} else {{ stop }}"
        ));
        let (game, decision) = asked(&content);
        assert_eq!(decision.default, Answer::nothing(), "{choice}");
        assert_eq!(game.check(&legal), Ok(()), "{choice}");
        assert!(game.check(&illegal).is_err(), "{choice}");
        for seed in 0..50 {
            let answer = RandomAgent::new(seed).decide(&game, &decision);
            assert_eq!(game.check(&answer), Ok(()), "{choice}: {answer:?}");
        }
    }
}

#[test]
fn a_test_may_read_names_around_it_and_names_of_the_window() {
    let copy = Copy::of(&sample()).with(
        "scenarios/sample/duel.yaml",
        "  at game.dusk always",
        "  before push.roll when pusher is first-goat {
    let room = 2 inches
    choose s for pushed within 4 inches of pusher facing any
      where distance-to-point(pusher, s) > room and x-of(s) > x-of(pose-of(pushed))
      by owner of pushed \"Shoved where?\" { place(pushed, s) } else { stop }
  }\n\n  at game.dusk always",
    );
    let project = copy.project();
    let compiled = compile_scenario(&project, &project.scenarios[0]);
    let told = for_people(&project.sources, &compiled.diagnostics, false);
    let content = Content::new(compiled.pack.unwrap_or_else(|| panic!("{told}")));
    let mut recorder = Recorder::new(&content, 3);
    let (mut agent, mut places) = (RandomAgent::new(3), 0);
    while recorder.advance() == Status::Decision {
        let decision = recorder.game().decision().expect("asked").clone();
        places += usize::from(decision.place.is_some());
        let answer = agent.decide(recorder.game(), &decision);
        recorder.decide(&answer).expect("it is legal");
    }
    assert!(places > 1, "{places}");
}

#[test]
fn undo_store_and_replay_go_through_a_choice_of_a_place() {
    let content = choice();
    let mut recorder = Recorder::new(&content, 9);
    let mut agent = RandomAgent::new(9);
    while recorder.advance() == Status::Decision {
        let decision = recorder.game().decision().expect("asked").clone();
        let answer = agent.decide(recorder.game(), &decision);
        recorder.decide(&answer).expect("it is legal");
    }
    let replay = recorder.replay();
    let text = serde_json::to_string(&replay).expect("plain data");
    assert!(text.contains("\"heading\":"), "{text}");
    let read: Replay = serde_json::from_str(&text).expect("what was just written");
    assert_eq!(read, replay);
    assert_eq!(read.run(&content).map(|game| game.hash()), Ok(replay.last));
    let (mut game, _) = asked(&content);
    let stored = serde_json::to_string(&game.save()).expect("plain data");
    let stored = serde_json::from_str(&stored).expect("what was just written");
    let mut other = Game::restore(&content, stored).expect("the same content");
    assert_eq!(other.decision(), game.decision());
    let (before, mut history) = (game.hash(), History::new());
    let answer = at(7_000, 2_000, 45_000);
    history.mark(&game);
    for game in [&mut game, &mut other] {
        game.decide(&answer).expect("it is legal");
        game.advance();
    }
    assert_eq!(game.hash(), other.hash());
    let after = game.hash();
    assert!(history.undo(&mut game));
    assert_eq!(game.hash(), before);
    assert!(game.decide(&at(0, 0, 0)).is_err());
    game.decide(&answer).expect("it is legal again");
    game.advance();
    assert_eq!(game.hash(), after);
}

#[test]
fn a_test_has_the_fuel_of_a_decision_and_no_more() {
    let numbers: Vec<String> = (0..150).map(|number| number.to_string()).collect();
    let slow = "count of (members a of many where count of (members b of many where count of (members c of many where count of (members d of many where a + b + c + d < 0) > 0) > 0) > 0) > 0";
    let words = format!(
        "define many: set of number = [{}]\ndefine slow: yes-no = {slow}\n",
        numbers.join(", ")
    );
    let content = |test: &str| {
        let choice = format!(
            "{REGION} facing any where {test} by owner of billy-goat \"Where?\" {{ place(billy-goat, s) }} else {{ stop }}"
        );
        let copy = Copy::of(&sample()).with(PLAY, BEGIN, &with(&choice));
        copy.write(PLAY, &format!("{}\n{words}", copy.text(PLAY)));
        let project = copy.project();
        let compiled = compile_scenario(&project, &project.scenarios[0]);
        let told = for_people(&project.sources, &compiled.diagnostics, false);
        Content::new(compiled.pack.unwrap_or_else(|| panic!("{told}")))
    };
    let (mut game, decision) = asked(&content("x-of(s) < 2 inches or slow"));
    let before = game.hash();
    assert_eq!(game.decide(&at(7_000, 2_000, 0)), Err(DecisionError::TestTooLong));
    assert_eq!(game.hash(), before);
    assert_eq!(game.decide(&decision.default), Ok(()));
    // Nobody is asked while no place is found, and none is within reach.
    let mut game = Game::new(&content("slow and no"), 1);
    assert_eq!(game.advance(), Status::Over(Outcome::FuelExhausted));
}

#[test]
fn a_list_of_places_is_told_the_new_form() {
    let wrong =
        "let spots = placements(billy-goat, 0, 0, 1 inches, 1 inches, 1 inches)\n    choose s from spots";
    let put = with("").replace("choose s for billy-goat", wrong) + "by owner of billy-goat \"?\" { stop }\n";
    let found = check(&Copy::of(&sample()).with(PLAY, BEGIN, &put).project());
    let help = found.first().and_then(|one| one.help.clone()).unwrap_or_default();
    assert!(help.contains("choose NAME for PIECE inside"), "{help}");
}

/// The messages of the compiler on a choice.
fn told(choice: &str) -> String {
    let project = Copy::of(&sample()).with(PLAY, BEGIN, &with(choice)).project();
    let found = check(&project);
    let told = found.iter().map(|one| {
        let help = one
            .help
            .as_ref()
            .map_or(String::new(), |help| format!(" ({help})"));
        format!("{}{help}", one.message)
    });
    told.collect::<Vec<_>>().join("; ")
}

#[test]
fn mistakes_are_told() {
    let rest = "by owner of billy-goat \"Where?\" { place(billy-goat, s) } else { stop }";
    let told = |choice: &str| told(&format!("{choice} {rest}"));
    insta::assert_snapshot!(
        [
            told("inside (1, 1 inches, 8 inches, 4 inches) facing any"),
            told("within 3 inches of 4 facing any"),
            told("inside the table facing yes"),
            told("inside the table facing any where 3"),
            told("inside the table facing any where billy-gaot is nanny-goat"),
        ]
        .join("\n")
    );
}

#[test]
fn a_board_of_spaces_is_told_to_choose_from_a_set() {
    let copy = Copy::of(&hexes());
    let file = "systems/crag/play.cw";
    let begin = "  step ";
    let text = copy.text(file);
    let (before, after) = text.split_once(begin).expect("it has steps");
    let put = format!(
        "{before}  step wrong {{ choose s for first of all goat inside the table facing any by first of all player \"?\" {{ stop }} else {{ stop }} }}\n{begin}{after}"
    );
    copy.write(file, &put);
    let found = check(&copy.project());
    assert!(
        found.iter().any(|one| one.message.contains("played on spaces")),
        "{:?}",
        found.iter().map(|one| &one.message).collect::<Vec<_>>()
    );
}

#[test]
fn a_choice_of_a_place_is_told() {
    let rule = "modify push-of + 1 when g is you and bruise on you > 0";
    let put = "after push when pusher is you { choose s for pushed within 2 inches of you facing any where not touching(you, pushed) and s is not pose-of(you) by owner of you \"Where?\" { place(pushed, s) } else { give 1 apple to you } }";
    let copy = Copy::of(&sample()).with("cards/sample/basic.yaml", rule, put);
    let project = copy.project();
    let errors = for_people(&project.sources, &check(&project), false);
    assert_eq!(errors, "");
    let system = &project.systems["sample"];
    let compiled = compile_system(&project, system);
    let text = card_text(&project, system, &compiled, "nanny").expect("the card compiles");
    insta::assert_snapshot!(text.lines().last().unwrap_or_default().trim());
}
