//! A moment of any game becomes a case that comes to it: with the same seed, the same answers, and what was true then.

use crate::workshop::{played, root};
use cardwright_case_runner::{Moment, Verdict};
use cardwright_compiler::{Project, compile_scenario};
use cardwright_core::{Content, Replay};
use std::sync::Arc;

/// The numbers of decisions after which a moment is taken: one of these in each game.
const MOMENTS: [usize; 2] = [1, 40];

/// A random game of a scenario; nothing if nobody decides anything in it.
fn game_of(project: &Project, number: usize) -> Option<(Arc<Content>, Replay)> {
    let pack = compile_scenario(project, &project.scenarios[number]).pack;
    let content = Content::new(pack.expect("it compiles"));
    let replay = played(&content, 5).replay();
    (!replay.decisions.is_empty()).then_some((content, replay))
}

/// The text of a case from a game of a scenario.
fn text_of(
    project: &Project,
    number: usize,
    (content, replay): &(Arc<Content>, Replay),
    at: usize,
) -> String {
    let scenario = &project.scenarios[number].doc;
    let moment = Moment {
        scenario: &scenario.scenario.value,
        main: &project.systems[&scenario.system.value].doc.main.value,
        title: "What is so here",
        replay,
        at,
    };
    let name = &scenario.scenario.value;
    moment
        .written(content)
        .unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn reasons(project: &mut Project, number: usize, text: &str) -> Vec<String> {
    let system = project.scenarios[number].doc.system.value.clone();
    let file = format!("tests/conformance/{system}/a-moment.yaml");
    project.update(&file, Some(text.to_owned()));
    let case = project
        .cases
        .iter()
        .find(|case| project.sources.get(case.file).name == file);
    let found = Verdict::of(project, case.expect("it is a case")).reasons();
    project.update(&file, None);
    found
}

#[test]
fn each_moment_of_a_game_of_every_scenario_is_a_case_that_holds() {
    let mut project = Project::load(&root());
    let mut others = 0;
    for number in 0..project.scenarios.len() {
        let Some(game) = game_of(&project, number) else {
            continue;
        };
        let text = text_of(&project, number, &game, MOMENTS[number % 2]);
        let found = reasons(&mut project, number, &text);
        assert!(found.is_empty(), "{found:?}\n{text}");
        others += usize::from(is_noticed(&mut project, number, &game));
    }
    assert!(others > 5, "only {others} cases expect anything of tokens");
}

/// Whether the case of a moment says how many tokens there are; then it fails if there are more, or if it goes on.
fn is_noticed(project: &mut Project, number: usize, game: &(Arc<Content>, Replay)) -> bool {
    let text = text_of(project, number, game, MOMENTS[1]);
    if !text.contains("expect:") {
        return false;
    }
    let (head, last) = text.trim_end().rsplit_once(" = ").expect("a count is expected");
    let more = format!("{head} = {}9\n", last.trim_start_matches('-'));
    assert!(!reasons(project, number, &more).is_empty(), "{more}");
    true
}
