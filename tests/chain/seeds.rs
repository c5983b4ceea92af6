//! Games of a real scenario between random players: they end, repeat, resume and replay exactly.

use crate::workshop::{SCENARIO, compiled, content, played, project, sample};
use cardwright_compiler::Project;
use cardwright_core::{Answer, Drift, FINGERPRINT_EVERY, Game, Outcome, Recorder, Replay, Saved, Status};
use rayon::prelude::*;
use std::collections::BTreeMap;

const SEEDS: u64 = 200;
/// How many decisions a long game has.
const LONG: usize = 100;
/// Seeds for what takes many games for each.
const FEW: u64 = 8;

/// Plays answers from where a game stands to its end.
fn go_on(mut game: Game, answers: &[Answer]) -> Game {
    for answer in answers {
        game.advance();
        game.decide(answer)
            .expect("the answer was legal in the first game");
    }
    assert!(matches!(game.advance(), Status::Over(_)));
    game
}

/// The first game of some length: with random players many are over at once.
fn long_game() -> Recorder {
    let long = |recorder: &Recorder| recorder.replay().decisions.len() >= LONG;
    (0..SEEDS)
        .map(|seed| played(content(), seed))
        .find(long)
        .expect("there is a long game")
}

#[test]
fn every_game_ends_as_its_content_says_and_the_same_seed_gives_the_same_game() {
    let outcomes: Vec<(Outcome, [u8; 32])> = (0..SEEDS)
        .into_par_iter()
        .map(|seed| {
            let (one, other) = (played(content(), seed), played(content(), seed));
            assert_eq!(
                one.game().hash(),
                other.game().hash(),
                "seed {seed} gives two games"
            );
            let outcome = one.outcome().expect("the game is over");
            assert!(
                matches!(outcome, Outcome::Named(_)),
                "seed {seed} ends with {}",
                outcome.id(content())
            );
            assert_eq!(
                one.game().events_lost(),
                0,
                "seed {seed}: the account is not whole"
            );
            (outcome, one.game().hash())
        })
        .collect();
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for (outcome, _) in &outcomes {
        *ends.entry(outcome.id(content())).or_default() += 1;
    }
    assert!(
        ends.len() >= 2,
        "{SEEDS} games of {SCENARIO} know only one end: {ends:?}"
    );
    let mut hashes: Vec<_> = outcomes.iter().map(|(_, hash)| hash).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(
        hashes.len(),
        outcomes.len(),
        "different seeds are different games"
    );
}

#[test]
fn the_content_has_one_hash_however_often_it_is_compiled() {
    let again = compiled(&Project::load(&crate::workshop::root()), SCENARIO);
    assert_eq!(again.hash(), content().hash());
    assert_eq!(compiled(project(), SCENARIO).hash(), content().hash());
}

#[test]
fn a_replay_gives_the_recorded_game_even_after_a_way_through_json() {
    (0..FEW).into_par_iter().for_each(|seed| {
        let recorder = played(content(), seed);
        let replay = recorder.replay();
        let text = serde_json::to_string(&replay).expect("a replay is plain data");
        let read: Replay = serde_json::from_str(&text).expect("what was written can be read");
        assert_eq!(read, replay);
        let game = read
            .run(content())
            .unwrap_or_else(|drift| panic!("seed {seed}: {drift}"));
        assert_eq!(game.hash(), recorder.game().hash());
        assert_eq!(game.outcome(), recorder.outcome());
    });
}

#[test]
fn a_replay_with_an_impossible_decision_is_refused_at_that_decision() {
    let replay = long_game().replay();
    let last = replay.decisions.len() - 1;
    for decision in [0, 1, last / 2, last] {
        for answer in [
            Answer::one(usize::MAX),
            Answer::Options(vec![1, 0]),
            Answer::Options(vec![0, 0]),
        ] {
            let mut changed = replay.clone();
            changed.decisions[decision] = answer;
            match changed.run(content()) {
                Err(Drift::Refused { decision: found, .. }) => assert_eq!(found, decision),
                other => panic!("decision {decision}: {:?}", other.map(|game| game.hash())),
            }
        }
    }
}

#[test]
fn a_replay_with_another_legal_decision_drifts_soon_after_it() {
    let replay = long_game().replay();
    let mut game = Game::new(content(), replay.seed);
    let mut drifts = 0;
    for (at, answer) in replay.decisions.iter().enumerate() {
        game.advance();
        let decision = game.decision().expect("the recorded game asks here").clone();
        let legal = |other: &Answer| other != answer && game.check(other).is_ok();
        let other = (0..decision.options.len())
            .map(Answer::one)
            .chain([Answer::nothing()])
            .find(legal);
        if let (Some(other), true) = (other, at % 4 == 0) {
            let mut changed = replay.clone();
            changed.decisions[at] = other;
            match changed.run(content()) {
                // Two ways to the same place: the game is the same in the end.
                Ok(game) => assert_eq!(game.hash(), replay.last),
                Err(Drift::Fingerprint { decision }) => {
                    assert!(
                        decision > at && decision <= at + FINGERPRINT_EVERY,
                        "changed {at}, seen {decision}"
                    );
                    drifts += 1;
                }
                Err(Drift::Refused { decision, .. }) => {
                    assert!(decision > at, "changed {at}, seen {decision}");
                    drifts += 1;
                }
                Err(Drift::End) => drifts += 1,
                Err(Drift::OtherContent | Drift::Asked { .. } | Drift::Gone { .. }) => {
                    panic!("the content is the same")
                }
            }
        }
        game.decide(answer)
            .expect("the answer was legal in the first game");
    }
    assert!(drifts >= 20, "only {drifts} changes were seen");
}

#[test]
fn a_replay_that_was_cut_or_reseeded_or_belongs_to_other_content_drifts_by_name() {
    let replay = long_game().replay();
    let mut cut = replay.clone();
    cut.decisions.pop();
    assert_eq!(cut.run(content()).err(), Some(Drift::End));

    let mut longer = replay.clone();
    longer.decisions.push(Answer::nothing());
    assert!(matches!(
        longer.run(content()).err(),
        Some(Drift::Refused { .. } | Drift::Fingerprint { .. })
    ));

    let reseeded = Replay {
        seed: replay.seed + 1,
        ..replay.clone()
    };
    assert_eq!(
        reseeded.run(content()).err(),
        Some(Drift::Fingerprint { decision: 0 })
    );

    let other = compiled(&Project::load(&sample()), "duel");
    assert_eq!(replay.run(&other).err(), Some(Drift::OtherContent));
}

#[test]
fn a_stored_game_and_a_clone_go_on_to_the_same_end_from_every_tenth_decision() {
    (0..FEW).into_par_iter().for_each(|seed| {
        let recorder = played(content(), seed);
        let answers = recorder.replay().decisions;
        let mut game = Game::new(content(), seed);
        for (at, answer) in answers.iter().enumerate() {
            game.advance();
            if at % 10 == 0 {
                let text = serde_json::to_string(&game.save()).expect("a stored game is plain data");
                let saved: Saved = serde_json::from_str(&text).expect("what was written can be read");
                assert_eq!(saved, game.save(), "seed {seed}, decision {at}");
                let restored = Game::restore(content(), saved).expect("the content is the same");
                assert_eq!(
                    restored.hash(),
                    game.hash(),
                    "seed {seed}, decision {at}: right after restoring"
                );
                assert_eq!(
                    restored.decision(),
                    game.decision(),
                    "seed {seed}, decision {at}: what is asked"
                );
                for (way, one) in [("restored", restored), ("cloned", game.clone())] {
                    let end = go_on(one, &answers[at..]);
                    assert_eq!(
                        end.hash(),
                        recorder.game().hash(),
                        "seed {seed}, decision {at}: {way}"
                    );
                }
            }
            game.decide(answer)
                .expect("the answer was legal in the first game");
        }
        let end = go_on(game, &[]);
        assert_eq!(
            end.hash(),
            recorder.game().hash(),
            "seed {seed}: playing on a clone changed the game"
        );
    });
}

#[test]
fn a_stored_game_is_refused_by_other_content() {
    let other = compiled(&Project::load(&sample()), "duel");
    let saved = Game::new(content(), 1).save();
    assert!(Game::restore(&other, saved).is_err());
}

#[test]
fn recording_events_does_not_change_the_game() {
    let recorder = played(content(), 4);
    let mut quiet = Game::new(content(), 4);
    quiet.record(false);
    let end = go_on(quiet, &recorder.replay().decisions);
    assert_eq!(end.hash(), recorder.game().hash());
    assert!(end.events().is_empty());
}

#[test]
fn a_refused_answer_changes_nothing() {
    let mut game = Game::new(content(), 6);
    game.advance();
    let before = (game.hash(), game.decision().cloned());
    for wrong in [
        Answer::one(usize::MAX),
        Answer::Options(vec![0, 0]),
        Answer::Options((0..1000).collect()),
    ] {
        assert!(game.decide(&wrong).is_err());
        assert_eq!((game.hash(), game.decision().cloned()), before);
    }
}

#[test]
fn every_game_of_the_sample_ends_as_its_content_says() {
    let sample = compiled(&Project::load(&sample()), "duel");
    (0..SEEDS).into_par_iter().for_each(|seed| {
        let outcome = played(&sample, seed).outcome().expect("the game is over");
        assert!(
            matches!(outcome, Outcome::Named(_)),
            "seed {seed} ends with {}",
            outcome.id(&sample)
        );
    });
}
