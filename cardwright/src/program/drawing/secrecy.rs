//! What a player may not see changes nothing that is drawn for him.

use super::table;
use cardwright_compiler::{Project, compile_scenario};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Game, Status, Viewer};
use std::path::Path;

/// How many decisions of each game are made, and how many lie between two looks.
const DECISIONS: usize = 120;
const BETWEEN: usize = 15;

#[test]
fn two_games_that_a_player_cannot_tell_apart_are_drawn_alike() {
    let project = Project::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let (mut looks, mut differ) = (0, 0);
    for scenario in &project.scenarios {
        let content = Content::new(compile_scenario(&project, scenario).pack.expect("it is sound"));
        let mut game = Game::new(&content, 5);
        let mut agent = RandomAgent::new(5);
        for decision in 0..DECISIONS {
            let (Status::Decision, Some(asked)) = (game.advance(), game.decision().cloned()) else {
                break;
            };
            for &viewer in content.players().iter().filter(|_| decision % BETWEEN == 0) {
                let other = game.disguise(Viewer::Player(viewer), decision as u64);
                looks += 1;
                differ += usize::from(other.hash() != game.hash());
                assert_eq!(
                    table(&game, Viewer::Player(viewer)),
                    table(&other, Viewer::Player(viewer)),
                    "{}, decision {decision}, player {viewer}",
                    scenario.doc.scenario.value
                );
            }
            let answer = agent.decide(&game, &asked);
            game.decide(&answer).expect("agents answer what is legal");
        }
    }
    // Where nothing is hidden, nothing could leak.
    assert!(looks > 300 && differ > 100, "{differ} of {looks} games differ");
}
