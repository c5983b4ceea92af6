//! Explanations of refusals: the part of a rule that refuses is quoted as it is written, with the values of
//! the names in it.

use crate::workshop::{Copy, compiled, project, sample};
use cardwright_bytecode::Pack;
use cardwright_bytecode::container::{encode, load};
use cardwright_compiler::compile_scenario;
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Finding, Game, Status, Viewer, Why};
use std::fmt::Write as _;
use std::sync::Arc;

const PLAY: &str = "systems/sample/play.cw";
const GLARE: &str = "trick \"Glare\" when";

/// Options of a goat with every form of condition.
const TRICKS: &str = "
define is-strong (who: goat): yes-no =
  strength of who > 2
  and not dizzy of who   # a comment is left out
define fullest: number = highest apple on g for g in everyone
trick \"Both\" when strength of actor >= 2 and apple on actor > 5 { give 1 apple to actor }
trick \"Either\" when strength of actor = 9 or apple on actor = 0 { give 1 apple to actor }
trick \"Denied\" when not apple on actor > 1 { give 1 apple to actor }
trick \"Denied twice\" when not (apple on actor > 1 and strength of actor > 1) { give 1 apple to actor }
trick \"Crowd\" when count of (members g of everyone where apple on g > strength of g) > 2 { give 1 apple to actor }
trick \"Any\" when count of (members g of everyone where apple on g > strength of actor + 5) > 0 { give 1 apple to actor }
trick \"Sum\" when standing(owner of actor) - 1 < fullest { give 1 apple to actor }
trick \"Pushed\" when push-of(rival-of(actor)) > strength of actor + 2 { give 1 apple to actor }
trick \"Choice\" when (if is-strong(actor) then 9 else 2) < 3 { give 1 apple to actor }
trick \"Strong\" when is-strong(rival-of(actor)) { give 1 apple to actor }
trick \"Member\" when actor is in (members g of everyone where apple on g > 5) { give 1 apple to actor }
trick \"Tired\" when not can rest(actor) { give 1 apple to actor }
";

/// A game of the sample with these tricks, at the first decision among them.
fn at_tricks(content: &Arc<Content>) -> Game {
    let mut game = Game::new(content, 1);
    let mut agent = RandomAgent::new(1);
    while let Status::Decision = game.advance() {
        let why = game.why(Viewer::Judge).expect("a decision is waited for");
        if !why.refused.is_empty() {
            return game;
        }
        let decision = game.decision().cloned().expect("a decision is waited for");
        let answer = agent.decide(&game, &decision);
        game.decide(&answer).expect("the answer is legal");
    }
    panic!("nobody was offered a trick");
}

fn tricks() -> Arc<Content> {
    let copy = Copy::of(&sample()).with(PLAY, GLARE, &format!("{TRICKS}{GLARE}"));
    compiled(&copy.project(), "duel")
}

fn tell(told: &mut String, findings: &[Finding], depth: usize) {
    for finding in findings {
        let answer = match finding.holds {
            Some(true) => "yes",
            Some(false) => "no",
            None => "hidden",
        };
        let indent = "  ".repeat(depth);
        let _ = writeln!(told, "{indent}{answer}: {}", finding.text);
        for said in &finding.statements {
            let _ = writeln!(told, "{indent}  said by {}", said.name);
        }
        tell(told, &finding.inside, depth + 1);
    }
}

/// Every rule with what its condition came to.
fn told(why: &Why) -> String {
    let mut told = String::new();
    let offered = why.options.iter().filter_map(|option| option.rule.as_ref());
    for rule in offered.chain(&why.refused) {
        let _ = writeln!(told, "{}: {:?}", rule.name, rule.verdict);
        tell(&mut told, &rule.condition, 1);
    }
    told
}

#[test]
fn conditions_are_quoted_with_the_values_of_their_names() {
    let game = at_tricks(&tricks());
    insta::assert_snapshot!(told(&game.why(Viewer::Judge).expect("a decision is waited for")));
}

#[test]
fn a_pack_without_its_debug_section_tells_what_was_asked_by_name() {
    let content = tricks();
    let bare = load(&encode(content.pack(), false)).expect("it is sound");
    let (full, bare) = (at_tricks(&content), at_tricks(&Content::new(bare)));
    assert_eq!(full.hash(), bare.hash());
    let why = bare.why(Viewer::Judge).expect("a decision is waited for");
    let verdicts = |why: &Why| -> Vec<_> {
        let refused = why.refused.iter();
        refused
            .map(|rule| (rule.name.clone(), rule.verdict.clone()))
            .collect()
    };
    assert_eq!(
        verdicts(&full.why(Viewer::Judge).expect("the same decision")),
        verdicts(&why)
    );
    insta::assert_snapshot!(told(&why));
}

#[test]
fn a_pack_read_from_its_file_explains_like_the_one_that_was_built() {
    let content = tricks();
    let read = load(&encode(content.pack(), true)).expect("it is sound");
    assert_eq!(**content.pack(), *read);
    assert_eq!(
        at_tricks(&content).why(Viewer::Judge),
        at_tricks(&Content::new(read)).why(Viewer::Judge)
    );
}

/// The questions of a pack, with the functions in which they stand.
fn questions(pack: &Pack) -> impl Iterator<Item = (&str, &cardwright_bytecode::pack::Question)> {
    let functions = pack.functions.iter();
    functions.flat_map(|function| function.questions.iter().map(|one| (function.name.as_str(), one)))
}

#[test]
fn what_is_quoted_stands_in_the_source_where_it_says() {
    let mut count = 0;
    for scenario in &project().scenarios {
        let compiled = compile_scenario(project(), scenario).pack;
        let pack = compiled.expect("all scenarios compile");
        for (function, question) in questions(&pack) {
            let name = &pack.texts[question.place.file as usize];
            let file = project().sources.named(name).expect("the file was read");
            let text = &project().sources.get(file).text;
            let line = text
                .lines()
                .nth(question.place.line as usize - 1)
                .unwrap_or_default();
            let column = question.place.column as usize - 1;
            let there: String = line.chars().skip(column).collect();
            let first = question.text.split([' ', '…']).next().unwrap_or_default();
            assert!(
                there.starts_with(first) && !first.is_empty(),
                "{function}: `{}` is not at {name}:{}: `{there}`",
                question.text,
                question.place.line
            );
            count += 1;
        }
    }
    assert!(count > 5_000, "{count} questions are enough to be sure");
}
