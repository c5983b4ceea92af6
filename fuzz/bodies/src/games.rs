//! Games: what is done to one between two decisions, replays, and games that were stored.

use crate::sample::{CHANGED, DUEL};
use crate::script::Script;
use cardwright_core::board::plane::Pose;
use cardwright_core::{Answer, Drift, Game, History, Recorder, Replay, Saved, Status, Viewer};
use std::sync::LazyLock;

/// How long a stored game is played on.
const MOST_DECISIONS: usize = 40;

/// Answers, legal and not, with undo, copies, stored games and guesses in between: the laws hold. Whether an
/// answer was taken.
pub(crate) fn decisions(data: &[u8]) -> bool {
    let mut script = Script::new(data);
    let mut game = Game::new(&DUEL, u64::from(script.byte()));
    let mut history = History::new();
    let mut marks = Vec::new();
    let mut answered = false;
    while !script.is_over() {
        if matches!(game.advance(), Status::Over(_)) {
            break;
        }
        match script.byte() % 12 {
            0 => {
                history.mark(&game);
                marks.push(game.hash());
            }
            1 => {
                let was = marks.pop();
                assert_eq!(history.undo(&mut game), was.is_some());
                assert!(was.is_none_or(|was| was == game.hash()), "undo leads elsewhere");
            }
            2 => game = kept(&game),
            3 => same_from_here(&game, &game.clone()),
            4 => look(&game, &mut script),
            _ => answered |= answer(&mut game, &mut script),
        }
    }
    answered
}

/// Stores a game and goes on with what was stored.
fn kept(game: &Game) -> Game {
    let saved = game.save();
    let json = serde_json::to_string(&saved).expect("a stored game can be written");
    let read: Saved = serde_json::from_str(&json).expect("what was written can be read");
    assert_eq!(read, saved);
    let back = Game::restore(&DUEL, read).expect("what was stored can be gone on with");
    assert_eq!(back.hash(), game.hash());
    back
}

/// Two games that are alike stay so.
fn same_from_here(one: &Game, other: &Game) {
    let mut games = [one.clone(), other.clone()];
    for _ in 0..3 {
        for game in &mut games {
            if let (Status::Decision, Some(decision)) = (game.advance(), game.decision().cloned()) {
                game.decide(&decision.default).expect("the default is legal");
            }
        }
        assert_eq!(games[0].hash(), games[1].hash());
    }
}

/// A law: the questions that a player may ask of a game leave it unchanged.
fn look(game: &Game, script: &mut Script<'_>) {
    let before = game.hash();
    let players = game.content().players();
    let viewer = players[script.below(players.len())];
    let seen = game.snapshot(Viewer::Player(viewer));
    assert_eq!(
        seen,
        game.imagine(viewer, script.number())
            .snapshot(Viewer::Player(viewer))
    );
    let _ = (
        game.why(Viewer::Player(viewer)),
        game.why(Viewer::Judge),
        game.asked(Viewer::Public),
        game.hash_for(Viewer::Player(viewer)),
    );
    assert_eq!(game.hash(), before);
}

/// Answers as the script says; what is refused changes nothing. Whether it was taken.
fn answer(game: &mut Game, script: &mut Script<'_>) -> bool {
    let before = game.hash();
    let given = answer_of(script);
    let taken = game.decide(&given).is_ok();
    assert!(
        taken || game.hash() == before,
        "a refused answer changed the game"
    );
    taken
}

fn answer_of(script: &mut Script<'_>) -> Answer {
    match script.byte() % 8 {
        0 => Answer::nothing(),
        1 => Answer::Options(
            (0..script.byte() % 4)
                .map(|_| usize::from(script.byte()))
                .collect(),
        ),
        2 => {
            let [x, y, heading] = [(); 3].map(|()| script.number() as i32);
            Answer::At(Pose { x, y, heading })
        }
        _ => Answer::one(usize::from(script.byte() % 6)),
    }
}

/// A replay of the small game.
static REPLAY: LazyLock<String> = LazyLock::new(|| {
    let mut recorder = Recorder::new(&DUEL, 3);
    while let Status::Decision = recorder.advance() {
        let decision = recorder.game().decision().cloned().expect("somebody is asked");
        let last = decision.options.len().saturating_sub(1);
        let answer = Answer::one(last);
        let answered = recorder.decide(&answer).is_ok();
        if !answered {
            recorder.decide(&decision.default).expect("the default is legal");
        }
    }
    serde_json::to_string(&recorder.replay()).expect("a replay can be written")
});

/// A replay with other answers, or a damaged file; against its game and against one whose rules have changed. Whether it
/// could be read.
pub(crate) fn replay(data: &[u8]) -> bool {
    let mut script = Script::new(data);
    let read = match script.byte() % 4 {
        2 => serde_json::from_slice::<Replay>(script.clone().rest()).ok(),
        1 => serde_json::from_slice::<Replay>(&script.changed_bytes(REPLAY.as_bytes())).ok(),
        _ => Some(altered(&mut script)),
    };
    let Some(replay) = read else {
        return false;
    };
    for content in [&*DUEL, &*CHANGED] {
        let pinned = Replay {
            content: content.hash(),
            ..replay.clone()
        };
        for replay in [&replay, &pinned] {
            match replay.run(content) {
                Ok(game) => assert_eq!(game.hash(), replay.last),
                Err(drift) => {
                    assert!(!drift.to_string().is_empty());
                    assert_eq!(drift == Drift::OtherContent, replay.content != content.hash());
                }
            }
            // By names it is tried on any content: it ends, one way or the other.
            drop(replay.run_on(content));
        }
    }
    true
}

/// The replay with other answers, other fingerprints or another seed.
fn altered(script: &mut Script<'_>) -> Replay {
    let mut replay: Replay = serde_json::from_str(&REPLAY).expect("it is a replay");
    while !script.is_over() {
        let sort = script.byte() % 6;
        let at = script.below(replay.decisions.len());
        match sort {
            0 => replay.decisions.truncate(at),
            1 => replay.decisions.insert(at, answer_of(script)),
            2 => replay.seed = u64::from(script.byte()),
            3 => replay.fingerprints.truncate(usize::from(script.byte())),
            4 => replay.last[0] ^= script.byte(),
            _ if at < replay.decisions.len() => replay.decisions[at] = answer_of(script),
            _ => {}
        }
    }
    replay
}

/// A game of which each input gets a copy, stored in the middle of an attack.
static STORED: LazyLock<String> = LazyLock::new(|| {
    let mut game = Game::new(&DUEL, 3);
    for _ in 0..5 {
        if let (Status::Decision, Some(decision)) = (game.advance(), game.decision().cloned()) {
            game.decide(&decision.default).expect("the default is legal");
        }
    }
    serde_json::to_string(&game.save()).expect("a stored game can be written")
});

/// A stored game with a damaged file: refused, or played on. Whether it was.
pub(crate) fn stored(data: &[u8]) -> bool {
    let mut script = Script::new(data);
    let json = match script.byte() % 3 {
        0 => script.changed_bytes(STORED.as_bytes()),
        _ => numbers_changed(&STORED, &mut script).into_bytes(),
    };
    let Ok(saved) = serde_json::from_slice::<Saved>(&json) else {
        return false;
    };
    let Ok(mut game) = Game::restore(&DUEL, saved) else {
        return false;
    };
    for _ in 0..MOST_DECISIONS {
        let (Status::Decision, Some(decision)) = (game.advance(), game.decision().cloned()) else {
            break;
        };
        let _ = (game.snapshot(Viewer::Public), game.why(Viewer::Judge));
        // A damaged game may ask what nobody can answer, but says so.
        if game.decide(&decision.default).is_err() {
            break;
        }
    }
    let _ = game.hash();
    true
}

/// The text with some of its numbers changed.
fn numbers_changed(text: &str, script: &mut Script<'_>) -> String {
    let is_start = |at: usize| {
        let bytes = text.as_bytes();
        bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit())
    };
    let starts: Vec<usize> = (0..text.len()).filter(|&at| is_start(at)).collect();
    let mut changes: Vec<(usize, i64)> = Vec::new();
    while !script.is_over() {
        let at = starts[script.below(starts.len())];
        changes.push((
            at,
            match script.byte() {
                255 => i64::from(script.byte()) << 24,
                254 => -i64::from(script.byte()),
                small => i64::from(small),
            },
        ));
    }
    changes.sort_unstable();
    changes.dedup_by_key(|(at, _)| *at);
    let mut out = text.to_owned();
    for (at, number) in changes.into_iter().rev() {
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        out.replace_range(at..at + digits, &number.to_string());
    }
    out
}
