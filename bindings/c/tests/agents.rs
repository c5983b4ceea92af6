//! Agents, players, copies and viewers through the calls of C, from Rust: the same as in Rust itself.

use cardwright::series::{AgentKind, Thought};
use cardwright::{Content, Session, Workshop};
use cardwright_c::{
    CwAgent, CwContent, CwGame, cw_agent_answer, cw_agent_free, cw_agent_new, cw_content_free,
    cw_content_load, cw_content_players, cw_game_copy, cw_game_decide, cw_game_free, cw_game_hash,
    cw_game_imagine, cw_game_new, cw_game_save, cw_game_snapshot, cw_game_undo, cw_game_why, cw_text_free,
};
use serde_json::{Value, json};
use std::ffi::{CStr, c_char};
use std::path::Path;
use std::ptr;
use std::sync::Arc;

/// The result of a call, or the word of its error.
type Given = Result<String, String>;

/// Carries out a call that gives a text.
fn given(call: impl FnOnce(*mut *mut c_char) -> *mut c_char) -> Given {
    let mut error = ptr::null_mut();
    let text = call(&raw mut error);
    match text.is_null() {
        true => Err(word(error)),
        false => Ok(owned(text)),
    }
}

fn owned(text: *mut c_char) -> String {
    // SAFETY: it comes from a call, and is used no more.
    let owned = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
    // SAFETY: as above.
    unsafe { cw_text_free(text) };
    owned
}

fn word(error: *mut c_char) -> String {
    let told: Value = serde_json::from_str(&owned(error)).expect("errors are JSON");
    told["error"].as_str().expect("a word").to_owned()
}

/// A game that C plays.
struct Game(*mut CwGame);

impl Drop for Game {
    fn drop(&mut self) {
        // SAFETY: it comes from a call.
        unsafe { cw_game_free(self.0) };
    }
}

impl Game {
    fn hash(&self) -> String {
        // SAFETY: the game is there.
        given(|error| unsafe { cw_game_hash(self.0, error) }).expect("every game has one")
    }

    fn copy(&self) -> Self {
        // SAFETY: the game is there.
        Self(unsafe { cw_game_copy(self.0, ptr::null_mut()) })
    }

    fn imagine(&self, viewer: &str, seed: u64) -> Result<Self, String> {
        let mut error = ptr::null_mut();
        // SAFETY: the game and the name are there.
        let game =
            unsafe { cw_game_imagine(self.0, viewer.as_ptr().cast(), viewer.len(), seed, &raw mut error) };
        match game.is_null() {
            true => Err(word(error)),
            false => Ok(Self(game)),
        }
    }

    fn why(&self, viewer: &str) -> Given {
        // SAFETY: the game and the name are there.
        given(|error| unsafe { cw_game_why(self.0, viewer.as_ptr().cast(), viewer.len(), error) })
    }

    fn snapshot(&self, viewer: &str) -> Given {
        // SAFETY: the game and the name are there.
        given(|error| unsafe { cw_game_snapshot(self.0, viewer.as_ptr().cast(), viewer.len(), error) })
    }

    /// Whether an answer was legal.
    fn decide(&self, answer: &str) -> bool {
        // SAFETY: the game and the answer are there.
        unsafe { cw_game_decide(self.0, answer.as_ptr().cast(), answer.len(), ptr::null_mut()) }
    }

    /// The answer of an agent.
    fn answer(&self, agent: &Agent) -> Given {
        // SAFETY: both are there.
        given(|error| unsafe { cw_agent_answer(agent.0, self.0, error) })
    }
}

/// An agent of C.
struct Agent(*mut CwAgent);

impl Agent {
    fn of(kind: AgentKind, seed: u64, think: &str) -> Self {
        let kind = kind.name();
        let (kind, length) = (kind.as_ptr().cast(), kind.len());
        // SAFETY: both texts are there.
        let agent = unsafe {
            cw_agent_new(
                kind,
                length,
                seed,
                think.as_ptr().cast(),
                think.len(),
                ptr::null_mut(),
            )
        };
        assert!(!agent.is_null());
        Self(agent)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // SAFETY: it comes from a call.
        unsafe { cw_agent_free(self.0) };
    }
}

/// The content of a sample, in Rust and in C.
struct Sample(Arc<Content>, *mut CwContent);

impl Drop for Sample {
    fn drop(&mut self) {
        // SAFETY: it comes from a call.
        unsafe { cw_content_free(self.1) };
    }
}

impl Sample {
    fn of(sample: &str, scenario: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/samples")
            .join(sample);
        let pack = Workshop::open(&root)
            .pack(scenario, true)
            .unwrap_or_else(|why| panic!("{why}"));
        let content = cardwright::load(&pack).expect("it is sound");
        // SAFETY: the pack is there.
        Self(content, unsafe {
            cw_content_load(pack.as_ptr(), pack.len(), ptr::null_mut())
        })
    }

    fn game(&self, seed: u64) -> Game {
        // SAFETY: the content is there.
        Game(unsafe { cw_game_new(self.1, seed, ptr::null_mut()) })
    }

    fn players(&self) -> Vec<String> {
        // SAFETY: the content is there.
        let players = given(|error| unsafe { cw_content_players(self.1, error) }).expect("a list");
        serde_json::from_str(&players).expect("a list of ids")
    }
}

fn samples() -> [Sample; 2] {
    [Sample::of("good", "duel"), Sample::of("pitch", "harvest-day")]
}

#[test]
fn agents_play_the_games_that_they_play_in_rust() {
    for sample in samples() {
        for kind in AgentKind::ALL {
            let (game, own) = (sample.game(5), Agent::of(kind, 9, "20"));
            let mut session = Session::new(&sample.0, 5);
            let mut agent = kind.agent(9, "20".parse::<Thought>().expect("a budget"));
            let mut decisions = 0;
            while let Some(decision) = session.game().decision().filter(|_| decisions < 40) {
                let answer = agent.decide(session.game(), decision);
                let told = game.answer(&own).expect("somebody is asked");
                assert_eq!(
                    told,
                    json!(session.game().reply_of(&answer)).to_string(),
                    "{}",
                    kind.name()
                );
                assert!(game.decide(&told));
                session.answer(&answer).expect("it is legal");
                decisions += 1;
            }
            assert!(decisions > 3);
            assert_eq!(game.hash(), session.hash(), "{}", kind.name());
        }
    }
}

#[test]
fn nobody_answers_once_a_game_is_over() {
    let sample = Sample::of("good", "duel");
    let (game, agent) = (sample.game(2), Agent::of(AgentKind::Random, 1, "1"));
    while let Ok(answer) = game.answer(&agent) {
        assert!(game.decide(&answer));
    }
    assert_eq!(game.answer(&agent), Err("nothing-asked".to_owned()));
}

#[test]
fn players_are_listed_in_seat_order_and_each_may_look() {
    for sample in samples() {
        let ids: Vec<String> = sample.0.player_ids().map(str::to_owned).collect();
        let (game, players) = (sample.game(1), sample.players());
        assert!(players.len() > 1);
        assert_eq!(players, ids);
        for player in &players {
            let seen = game.snapshot(player).expect("a player may look");
            let session = Session::new(&sample.0, 1);
            let viewer = session.viewer(player).expect("a viewer");
            assert_eq!(seen, json!(session.snapshot(viewer)).to_string());
        }
    }
}

#[test]
fn why_tells_a_viewer_no_more_than_he_may_know() {
    let sample = Sample::of("good", "duel");
    let (game, session) = (sample.game(3), Session::new(&sample.0, 3));
    let asked = session
        .game()
        .id_of(session.game().decision().expect("somebody").by);
    let mut told = 0;
    for player in sample.players() {
        let why: Value = serde_json::from_str(&game.why(&player).expect("a viewer")).expect("JSON");
        let options = why["options"].as_array().expect("a list").len();
        assert_eq!(options > 0, player == asked, "{player}: {why}");
        told += usize::from(options > 0);
    }
    assert_eq!(told, 1);
    assert_eq!(game.why("nobody"), Err("unknown-viewer".to_owned()));
}

#[test]
fn a_copy_goes_on_apart_with_the_same_past() {
    for sample in samples() {
        let (game, agent) = (sample.game(4), Agent::of(AgentKind::Random, 2, "1"));
        assert!(game.decide(&game.answer(&agent).expect("somebody is asked")));
        let (copy, before) = (game.copy(), game.hash());
        assert_eq!(copy.hash(), before);
        assert!(copy.decide(&copy.answer(&agent).expect("somebody is asked")));
        assert_ne!(copy.hash(), before);
        assert_eq!(game.hash(), before);
        drop(game);
        // SAFETY: the game is there.
        assert!(unsafe { cw_game_undo(copy.0, true, ptr::null_mut()) });
        assert_eq!(copy.hash(), before);
    }
}

#[test]
fn an_imagined_game_looks_the_same_to_its_viewer_and_has_no_past() {
    let sample = Sample::of("good", "duel");
    let game = sample.game(6);
    for player in sample.players() {
        let guess = game.imagine(&player, 8).expect("a viewer");
        assert_eq!(guess.snapshot(&player), game.snapshot(&player));
        assert_ne!(guess.hash(), game.hash(), "its dice to come are others");
        // SAFETY: the game is there.
        let saved = given(|error| unsafe { cw_game_save(guess.0, error) });
        assert_eq!(saved, Err("imagined".to_owned()));
    }
    assert_eq!(game.imagine("nobody", 1).err(), Some("unknown-viewer".to_owned()));
}
