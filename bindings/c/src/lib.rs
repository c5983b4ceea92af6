//! Cardwright for C, and for whatever can call C. The header is `include/cardwright.h`, and `docs/embedding.md` shows a game.
//!
//! Every call checks its pointers and lengths, and no panic crosses the border. What cannot be checked stands in the
//! header: that a pointer which is not null is one that a call gave and that was not freed since.
//!
//! | file | what lives there |
//! |---|---|
//! | `lib` | the calls about content and games |
//! | `agent` | the calls about players that are programs |
//! | `border` | pointers, texts, errors, panics |
//! | `conform` | the runner of conformance vectors |

mod agent;
mod border;
#[cfg(feature = "conform")]
pub mod conform;

pub use agent::{CwAgent, cw_agent_answer, cw_agent_free, cw_agent_new};

use border::{Problem, bytes, call, text, utf8};
use cardwright::{Content, MOST_LINE, Replay, Reply, Session, Viewer};
use serde_json::{Value, json};
use std::ffi::c_char;
use std::ptr;
use std::sync::Arc;

/// The version of these calls. It grows when a call goes or means something else.
pub const CW_VERSION: u32 = 1;

/// The most bytes of a pack.
const MOST_PACK: usize = 64 << 20;

/// Content, ready to be played. Several games, also in several threads, can be played with one.
pub struct CwContent(Arc<Content>);

/// A game. One thread at a time may use it.
pub struct CwGame(Session);

/// The version of the library: the `CW_VERSION` of the header that it was made with.
#[unsafe(no_mangle)]
pub extern "C" fn cw_version() -> u32 {
    CW_VERSION
}

/// Loads a pack, which `cardwright build` writes. Any bytes are either proved sound or refused.
///
/// Gives null if the pack is refused. `error` may be null; else it gets null or why, as JSON with `error` (one word) and
/// `text`, to be freed with `cw_text_free`. So it is with all calls that have an `error`.
///
/// # Safety
/// `pack` points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_content_load(
    pack: *const u8,
    length: usize,
    error: *mut *mut c_char,
) -> *mut CwContent {
    let work = || {
        // SAFETY: the caller's promise.
        let pack = unsafe { bytes(pack, length, MOST_PACK, "the pack") }?;
        let content = cardwright::load(pack).map_err(|why| Problem::new("unsound", why.to_string()))?;
        Ok(Box::into_raw(Box::new(CwContent(content))))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Frees content. Games that are played with it stay as they are.
///
/// # Safety
/// `content` is null or comes from `cw_content_load`, and is used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_content_free(content: *mut CwContent) {
    if !content.is_null() {
        let work = || {
            // SAFETY: the caller's promise.
            drop(unsafe { Box::from_raw(content) });
            Ok(())
        };
        // SAFETY: nobody wants the error.
        unsafe { call(ptr::null_mut(), work) };
    }
}

/// The ids of the players in seat order, as a list of JSON. Each of them is a viewer, as are `public` and `judge`.
///
/// # Safety
/// `content` is null or comes from `cw_content_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_content_players(
    content: *const CwContent,
    error: *mut *mut c_char,
) -> *mut c_char {
    let work = || {
        // SAFETY: the caller's promise.
        let content = unsafe { content.as_ref() }.ok_or_else(|| Problem::null("the content"))?;
        let players: Vec<&str> = content.0.player_ids().collect();
        Ok(text(json!(players).to_string()))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Begins a game, and plays up to its first question. The seed is all of its chance.
///
/// # Safety
/// `content` is null or comes from `cw_content_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_new(
    content: *const CwContent,
    seed: u64,
    error: *mut *mut c_char,
) -> *mut CwGame {
    let work = || {
        // SAFETY: the caller's promise.
        let content = unsafe { content.as_ref() }.ok_or_else(|| Problem::null("the content"))?;
        Ok(Box::into_raw(Box::new(CwGame(Session::new(&content.0, seed)))))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Goes on with a game that `cw_game_save` gave: its decisions are made again, and checked.
///
/// # Safety
/// `content` is null or comes from `cw_content_load`; `saved` points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_load(
    content: *const CwContent,
    saved: *const c_char,
    length: usize,
    error: *mut *mut c_char,
) -> *mut CwGame {
    let work = || {
        // SAFETY: the caller's promise.
        let content = unsafe { content.as_ref() }.ok_or_else(|| Problem::null("the content"))?;
        // SAFETY: the caller's promise.
        let saved = unsafe { utf8(saved, length, MOST_LINE, "the saved game") }?;
        let saved: Replay =
            serde_json::from_str(saved).map_err(|why| Problem::new("not-json", why.to_string()))?;
        let session = Session::resume(&content.0, &saved);
        let session = session.map_err(|why| Problem::new("other-game", why.to_string()))?;
        Ok(Box::into_raw(Box::new(CwGame(session))))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Another game that stands where this one does, with the same past. Both go on apart, and each is freed.
///
/// # Safety
/// `game` is null or comes from a call that gives games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_copy(game: *const CwGame, error: *mut *mut c_char) -> *mut CwGame {
    let work = || {
        // SAFETY: the caller's promise.
        let game = unsafe { game.as_ref() }.ok_or_else(|| Problem::null("the game"))?;
        Ok(Box::into_raw(Box::new(CwGame(game.0.clone()))))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// A game that a viewer cannot tell from this one: what is hidden from him, and all dice to come, are drawn from the seed.
/// For `judge` only the dice to come are others. This is what a search plays in. It cannot be saved, and nothing is taken
/// back in it.
///
/// # Safety
/// `game` is null or comes from a call that gives games; `viewer` points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_imagine(
    game: *const CwGame,
    viewer: *const c_char,
    length: usize,
    seed: u64,
    error: *mut *mut c_char,
) -> *mut CwGame {
    let work = || {
        // SAFETY: the caller's promise.
        let game = unsafe { game.as_ref() }.ok_or_else(|| Problem::null("the game"))?;
        // SAFETY: the caller's promise.
        let name = unsafe { utf8(viewer, length, MOST_LINE, "the viewer") }?;
        let imagined = game.0.imagine(viewer_of(&game.0, name)?, seed);
        Ok(Box::into_raw(Box::new(CwGame(imagined))))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Frees a game.
///
/// # Safety
/// `game` is null or comes from a call that gives games, and is used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_free(game: *mut CwGame) {
    if !game.is_null() {
        let work = || {
            // SAFETY: the caller's promise.
            drop(unsafe { Box::from_raw(game) });
            Ok(())
        };
        // SAFETY: nobody wants the error.
        unsafe { call(ptr::null_mut(), work) };
    }
}

/// The open question, as JSON, as the player who is asked sees it; `null` once the game is over. A null
/// pointer only for a null game.
///
/// All texts that calls give are freed with `cw_text_free`.
///
/// # Safety
/// `game` is null or comes from a call that gives games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_decision(game: *const CwGame, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { told(game, error, |session| Ok(json!(session.asked()))) }
}

/// How the game ended, as JSON; `null` while it goes on.
///
/// # Safety
/// `game` is null or comes from a call that gives games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_outcome(game: *const CwGame, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { told(game, error, |session| Ok(json!(session.ended(Viewer::Public)))) }
}

/// Answers the question, and plays on to the next one or to the end; whether the answer was legal. If not, nothing has
/// changed, and `error` says why. The answer is JSON: a list of ids of options, or an object with `x`, `y` and `facing`. A
/// null pointer takes the default.
///
/// # Safety
/// `game` as for `cw_game_decision`; `answer` is null or points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_decide(
    game: *mut CwGame,
    answer: *const c_char,
    length: usize,
    error: *mut *mut c_char,
) -> bool {
    let work = || {
        // SAFETY: the caller's promise.
        let game = unsafe { game.as_mut() }.ok_or_else(|| Problem::null("the game"))?;
        let reply: Reply = if answer.is_null() {
            let asked = game.0.asked().and_then(|asked| asked.default);
            asked.ok_or_else(|| Problem::new("nothing-asked", "the game is over"))?
        } else {
            // SAFETY: the caller's promise.
            let answer = unsafe { utf8(answer, length, MOST_LINE, "the answer") }?;
            serde_json::from_str(answer).map_err(|why| Problem::new("not-an-answer", why.to_string()))?
        };
        let made = game.0.decide(&reply);
        made.map_err(|why| Problem::new(why.code(), why.to_string()))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.is_some()
}

/// Takes the last decision back; whether it did. With `unfair` also over what was rolled, drawn or shown since.
///
/// # Safety
/// `game` is null or comes from a call that gives games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_undo(game: *mut CwGame, unfair: bool, error: *mut *mut c_char) -> bool {
    let work = || {
        // SAFETY: the caller's promise.
        let game = unsafe { game.as_mut() }.ok_or_else(|| Problem::null("the game"))?;
        let undone = if unfair { game.0.take_back() } else { game.0.undo() };
        undone.map_err(|why| Problem::new(why.code(), why.to_string()))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.is_some()
}

/// How the game stands, as JSON, as a viewer may know it: a player's id, `public` or `judge`.
///
/// # Safety
/// `game` is null or comes from a call that gives games; `viewer` points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_snapshot(
    game: *const CwGame,
    viewer: *const c_char,
    length: usize,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe {
        told_to(game, viewer, length, error, |session, viewer| {
            json!(session.snapshot(viewer)).to_string()
        })
    }
}

/// The events since the last decision, as JSON, as a viewer may know them.
///
/// # Safety
/// `game` is null or comes from a call that gives games; `viewer` points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_events(
    game: *const CwGame,
    viewer: *const c_char,
    length: usize,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe {
        told_to(game, viewer, length, error, |session, viewer| {
            session.events_as_json(viewer)
        })
    }
}

/// Why the options are there, and why other rules are refused, as JSON, as a viewer may know it: options are for who is
/// asked, and for a judge. `null` once the game is over.
///
/// # Safety
/// `game` is null or comes from a call that gives games; `viewer` points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_why(
    game: *const CwGame,
    viewer: *const c_char,
    length: usize,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe {
        told_to(game, viewer, length, error, |session, viewer| {
            json!(session.why(viewer)).to_string()
        })
    }
}

/// The game as it can be stored, as JSON: its seed and decisions. `cardwright run --from` plays it, too.
///
/// # Safety
/// `game` is null or comes from a call that gives games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_save(game: *const CwGame, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe {
        told(game, error, |session| {
            let saved = session.save();
            let saved = saved.map_err(|why| Problem::new(why.code(), why.to_string()))?;
            Ok(json!(saved))
        })
    }
}

/// The hash of everything that can matter from now on, as 64 hexadecimal digits; the same on every machine.
///
/// # Safety
/// `game` is null or comes from a call that gives games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_game_hash(game: *const CwGame, error: *mut *mut c_char) -> *mut c_char {
    let work = || {
        // SAFETY: the caller's promise.
        let game = unsafe { game.as_ref() }.ok_or_else(|| Problem::null("the game"))?;
        Ok(text(game.0.hash()))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Frees a text that a call gave.
///
/// # Safety
/// `given` is null or comes from a call, and is used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_text_free(given: *mut c_char) {
    border::free(given);
}

/// Tells C something about a game as JSON.
///
/// # Safety
/// `game` is null or a game; `error` is null or may be written.
unsafe fn told(
    game: *const CwGame,
    error: *mut *mut c_char,
    tell: impl FnOnce(&Session) -> Result<Value, Problem>,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe {
        said(game, error, |session| {
            tell(session).map(|value| value.to_string())
        })
    }
}

/// Tells C something about a game that is text already.
///
/// # Safety
/// `game` is null or comes from a call that gives games; `error` is null or may be written.
unsafe fn said(
    game: *const CwGame,
    error: *mut *mut c_char,
    tell: impl FnOnce(&Session) -> Result<String, Problem>,
) -> *mut c_char {
    let work = || {
        // SAFETY: the caller's promise.
        let game = unsafe { game.as_ref() }.ok_or_else(|| Problem::null("the game"))?;
        Ok(text(tell(&game.0)?))
    };
    // SAFETY: the caller's promise.
    unsafe { call(error, work) }.unwrap_or(ptr::null_mut())
}

/// Tells C something about a game as text, as a viewer may know it.
///
/// # Safety
/// `game` is null or comes from a call that gives games; the viewer's name is null or so many bytes; `error`
/// is null or may be written.
unsafe fn told_to(
    game: *const CwGame,
    viewer: *const c_char,
    length: usize,
    error: *mut *mut c_char,
    tell: impl FnOnce(&Session, Viewer) -> String,
) -> *mut c_char {
    let named = |session: &Session| {
        // SAFETY: the caller's promise.
        let name = unsafe { utf8(viewer, length, MOST_LINE, "the viewer") }?;
        Ok(tell(session, viewer_of(session, name)?))
    };
    // SAFETY: the caller's promise.
    unsafe { said(game, error, named) }
}

fn viewer_of(session: &Session, name: &str) -> Result<Viewer, Problem> {
    let viewer = session.viewer(name);
    viewer.ok_or_else(|| Problem::new("unknown-viewer", format!("there is no viewer `{name}`")))
}
