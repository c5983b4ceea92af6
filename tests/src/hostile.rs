//! What must hold for any input at all: nothing panics, hangs or takes all memory, and what is told points into the
//! text that was given.
//!
//! The functions take bytes and return whether the input got to the end of its way (a text without faults, a pack
//! that was played, ...). `fuzz/` gives them what a fuzzer makes up; `tests/chain/fuzzing.rs` gives them mutations of
//! real content from fixed seeds, and asserts that enough of those got to the end.

use cardwright_bytecode::container::load;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::{
    Diagnostic, Project, Sources, compile_case, compile_scenario, compile_system, for_people,
};
use cardwright_core::agents::{Agent, RandomAgent, play};
use cardwright_core::{Content, Game, Replay};
use cardwright_dsl::{Fault, format_items, parse_block, parse_expr, parse_items};
use std::path::Path;
use std::sync::{Arc, LazyLock};

mod mutation;

pub use mutation::{Seeded, mutated_bytes, mutated_text};

/// How long a game is played.
const MOST_DECISIONS: usize = 40;
/// The names that texts get in the sample project; the kind of a document is told by its first key.
const DOCUMENT: &str = "cards/sample/hostile.yaml";
const LANGUAGE: &str = "systems/sample/play.cw";

/// The small game of the tests.
static SAMPLE: LazyLock<Project> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/good");
    Project::load(&root)
});

/// The scenario of the small game.
static DUEL: LazyLock<Arc<Content>> = LazyLock::new(|| {
    let compiled = compile_scenario(&SAMPLE, &SAMPLE.scenarios[0]);
    Content::new(compiled.pack.expect("the sample is sound"))
});

/// The content that [`replay_file`] plays.
#[must_use]
pub fn duel() -> &'static Arc<Content> {
    &DUEL
}

/// Text for [`parser`] and [`formatter`].
fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// The parser reads any text, and points into it. Whether it is a sound file.
#[must_use]
pub fn parser(data: &[u8]) -> bool {
    let source = text(data);
    let (_, faults) = parse_items(&source);
    let (_, of_block) = parse_block(&source);
    let of_expr = parse_expr(&source).err();
    for Fault { span, .. } in faults.iter().chain(&of_block).chain(&of_expr) {
        assert!(
            source.get(span.start..span.end).is_some(),
            "{span:?} in {source:?}"
        );
    }
    faults.is_empty()
}

/// What the parser accepts, the formatter lays out, and its result stays as it is. Whether it was accepted.
#[must_use]
pub fn formatter(data: &[u8]) -> bool {
    let source = text(data);
    let sound = parse_items(&source).1.is_empty();
    match format_items(&source) {
        Ok(once) => {
            assert!(sound, "laid out in spite of faults: {source:?}");
            assert_eq!(format_items(&once).as_ref(), Ok(&once), "not stable: {source:?}");
        }
        Err(faults) => assert!(!sound, "{faults:?} in {source:?}"),
    }
    sound
}

/// A document of any kind, beside the small game. Whether nothing is wrong with it.
#[must_use]
pub fn document(data: &[u8]) -> bool {
    let project = with(DOCUMENT, data);
    let mut found = project.diagnostics.clone();
    for system in project.systems.values() {
        found.extend(compile_system(&project, system).diagnostics);
    }
    for scenario in &project.scenarios {
        found.extend(compile_scenario(&project, scenario).diagnostics);
    }
    for case in &project.cases {
        found.extend(compile_case(&project, case).diagnostics);
    }
    hold(&project.sources, &found);
    found.is_empty()
}

/// The language file of a system: if it compiles, the scenario is played. Whether it was.
#[must_use]
pub fn compiled(data: &[u8]) -> bool {
    let project = with(LANGUAGE, data);
    let compiled = compile_scenario(&project, &project.scenarios[0]);
    hold(&project.sources, &project.diagnostics);
    hold(&project.sources, &compiled.diagnostics);
    let played = compiled.pack.is_some();
    if let Some(pack) = compiled.pack {
        assert!(project.diagnostics.is_empty() && compiled.diagnostics.is_empty());
        playable(pack);
    }
    played
}

/// Bytes as a pack: refused with a reason, or played. Whether it was played.
#[must_use]
pub fn pack(data: &[u8]) -> bool {
    match load(data) {
        Ok(pack) => playable(pack),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    load(data).is_ok()
}

/// A replay file of the small game: refused, or run to where it differs. Whether it could be read.
#[must_use]
pub fn replay_file(data: &[u8]) -> bool {
    let Ok(replay) = serde_json::from_slice::<Replay>(data) else {
        return false;
    };
    let pinned = Replay {
        content: DUEL.hash(),
        ..replay.clone()
    };
    for replay in [replay, pinned] {
        match replay.run(&DUEL) {
            Ok(game) => assert_eq!(game.hash(), replay.last),
            Err(drift) => assert!(!drift.to_string().is_empty()),
        }
    }
    true
}

/// The small game with one file more, or another text for one.
fn with(name: &str, data: &[u8]) -> Project {
    let mut project = SAMPLE.clone();
    project.update(name, Some(text(data)));
    project
}

/// What is told points into the text it is told of, and can be shown.
fn hold(sources: &Sources, found: &[Diagnostic]) {
    for diagnostic in found {
        let places = diagnostic.related.iter().map(|(place, _)| *place);
        for place in places.chain([diagnostic.place]) {
            let text = &sources.get(place.file).text;
            assert!(
                text.get(place.start..place.end).is_some(),
                "{diagnostic:?} in {text:?}"
            );
        }
    }
    let few = &found[..found.len().min(4)];
    assert!(few.is_empty() || !for_people(sources, few, false).is_empty());
}

/// Plays a pack for a while.
fn playable(pack: VerifiedPack) {
    let content = Content::new(pack);
    let seats = (0..).zip(content.players());
    let mut agents: Vec<Box<dyn Agent>> = seats
        .map(|(seat, _)| Box::new(RandomAgent::new(seat)) as Box<dyn Agent>)
        .collect();
    let mut game = Game::new(&content, 1);
    let outcome = play(&mut game, &mut agents, MOST_DECISIONS);
    let events = game.take_events();
    events.iter().for_each(|event| drop(game.render(event)));
    drop(outcome.map(|outcome| outcome.title(&content).to_owned()));
    let _ = game.hash();
    let _ = game.why();
}
