//! The small game that is changed.

use cardwright_bytecode::container::encode;
use cardwright_compiler::{Project, compile_scenario};
use cardwright_core::Content;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The documents that inputs change, by their names in the project.
pub(crate) const DOCUMENTS: [&str; 8] = [
    "systems/sample/play.cw",
    "systems/sample/words.cw",
    "systems/sample/system.yaml",
    "systems/sample/rulebook.yaml",
    "cards/sample/basic.yaml",
    "scenarios/sample/duel.yaml",
    "tests/conformance/sample/tricks.yaml",
    "tests/conformance/sample/two-windows-one-limit.yaml",
];

/// The project of the small game.
pub(crate) static SAMPLE: LazyLock<Project> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/samples/good");
    Project::load(&root)
});

/// The text of a document of the small game.
pub(crate) fn text(document: usize) -> &'static str {
    static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let read =
            |name: &&str| std::fs::read_to_string(SAMPLE.root().join(name)).expect("the sample is there");
        DOCUMENTS.iter().map(read).collect()
    });
    TEXTS.get(document).map_or("", String::as_str)
}

/// The scenario of the small game.
pub(crate) static DUEL: LazyLock<Arc<Content>> = LazyLock::new(|| content(&SAMPLE));

/// The scenario of the small game, as a file.
pub(crate) static DUEL_FILE: LazyLock<Vec<u8>> = LazyLock::new(|| encode(DUEL.pack(), true));

/// The small game after its rules have changed: the same questions, other answers.
pub(crate) static CHANGED: LazyLock<Arc<Content>> = LazyLock::new(|| {
    let mut project = SAMPLE.clone();
    let text = text(0).replace("give 3 apple to g", "give 2 apple to g");
    project.update(DOCUMENTS[0], Some(text));
    content(&project)
});

fn content(project: &Project) -> Arc<Content> {
    let compiled = compile_scenario(project, &project.scenarios[0]);
    Content::new(compiled.pack.expect("the sample is sound"))
}
