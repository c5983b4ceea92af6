//! Players that are programs: what each would answer. Not here: that the answer is given, which `cw_game_decide` does.

use crate::CwGame;
use crate::border::{Problem, call, text, utf8};
use cardwright::agents::Agent;
use cardwright::series::{AgentKind, Thought};
use serde_json::json;
use std::ffi::c_char;
use std::ptr;

/// The most bytes of the name of a kind, and of how much is thought.
const MOST_WORD: usize = 64;

/// A player that is a program. One thread at a time may use it.
pub struct CwAgent(Box<dyn Agent + Send>);

/// A player that is a program: `random`, `novice`, `club`, `expert`, `search` or `default`. The seed is all of its chance, and the same seed gives
/// the same play.
///
/// `think` says how much `search` may think about a decision: `500` imagined decisions, or a time (`20ms`). A null pointer
/// leaves that to the library.
///
/// # Safety
/// `kind` points at `kind_length` bytes; `think` is null or points at `think_length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_agent_new(
    kind: *const c_char,
    kind_length: usize,
    seed: u64,
    think: *const c_char,
    think_length: usize,
    error: *mut *mut c_char,
) -> *mut CwAgent {
    let work = || {
        // SAFETY: the caller's promise.
        let kind = unsafe { utf8(kind, kind_length, MOST_WORD, "the kind of agent") }?;
        let kind: AgentKind = kind
            .parse()
            .map_err(|why: String| Problem::new("unknown-agent", why))?;
        let thought = match think.is_null() {
            true => Thought::default(),
            false => {
                // SAFETY: the caller's promise.
                let think = unsafe { utf8(think, think_length, MOST_WORD, "the budget") }?;
                think
                    .parse()
                    .map_err(|why: String| Problem::new("wrong-budget", why))?
            }
        };
        Ok(Box::into_raw(Box::new(CwAgent(kind.agent(seed, thought)))))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Frees an agent.
///
/// # Safety
/// `agent` is null or comes from `cw_agent_new`, and is used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_agent_free(agent: *mut CwAgent) {
    if !agent.is_null() {
        let work = || {
            // SAFETY: the caller's promise.
            drop(unsafe { Box::from_raw(agent) });
            Ok(())
        };
        // SAFETY: nobody wants the error.
        unsafe { call(ptr::null_mut(), work) };
    }
}

/// The answer of an agent to the question of a game, as JSON for `cw_game_decide`. The agent looks at no more
/// than the player who is asked may know. The game stays as it is.
///
/// # Safety
/// `agent` is null or comes from `cw_agent_new`; `game` is null or comes from a call that gives games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_agent_answer(
    agent: *mut CwAgent,
    game: *const CwGame,
    error: *mut *mut c_char,
) -> *mut c_char {
    let work = || {
        // SAFETY: the caller's promise.
        let agent = unsafe { agent.as_mut() }.ok_or_else(|| Problem::null("the agent"))?;
        // SAFETY: the caller's promise.
        let game = unsafe { game.as_ref() }.ok_or_else(|| Problem::null("the game"))?;
        let game = game.0.game();
        let decision = game.decision();
        let decision = decision.ok_or_else(|| Problem::new("nothing-asked", "the game is over"))?;
        let answer = agent.0.decide(game, decision);
        Ok(text(json!(game.reply_of(&answer)).to_string()))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}
