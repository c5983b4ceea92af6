//! The project under test, changed copies of projects, and games with random players.

use cardwright_compiler::{Diagnostic, Project, compile_scenario};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Recorder, Status, Viewer};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// The most decisions of a game; far more than any scenario of the project needs.
const MOST_DECISIONS: usize = 20_000;

/// The scenario that is played where any real one will do.
pub(crate) const SCENARIO: &str = "in-for-a-penny";

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests lie in the repository")
        .to_path_buf()
}

/// The sample project: a small game that exists only here.
pub(crate) fn sample() -> PathBuf {
    root().join("tests/samples/good")
}

/// The sample of rules at changes: the same small game.
pub(crate) fn changes() -> PathBuf {
    root().join("tests/samples/changes")
}

/// The sample of a board of hexes.
pub(crate) fn hexes() -> PathBuf {
    root().join("tests/samples/hexes")
}

/// The sample of a board of squares.
pub(crate) fn squares() -> PathBuf {
    root().join("tests/samples/squares")
}

/// The sample that was written from the documentation alone: a game with a ball, as its designer would.
pub(crate) fn pitch() -> PathBuf {
    root().join("tests/samples/pitch")
}

/// All content of the repository.
pub(crate) fn project() -> &'static Project {
    static PROJECT: LazyLock<Project> = LazyLock::new(|| Project::load(&root()));
    &PROJECT
}

/// A scenario of the repository, ready to be played.
pub(crate) fn content() -> &'static Arc<Content> {
    static CONTENT: LazyLock<Arc<Content>> = LazyLock::new(|| compiled(project(), SCENARIO));
    &CONTENT
}

/// A scenario of a project, ready to be played.
pub(crate) fn compiled(project: &Project, scenario: &str) -> Arc<Content> {
    let found = project
        .scenarios
        .iter()
        .find(|one| one.doc.scenario.value == scenario);
    let compiled = compile_scenario(project, found.expect("the scenario exists"));
    let told = cardwright_compiler::for_people(&project.sources, &compiled.diagnostics, false);
    Content::new(
        compiled
            .pack
            .unwrap_or_else(|| panic!("{scenario} does not compile:\n{told}")),
    )
}

/// The diagnostics of a project, each once, as `cardwright check` tells them.
pub(crate) fn check(project: &Project) -> Vec<Diagnostic> {
    cardwright_compiler::review(project)
}

/// A copy of a project in a folder of its own, which goes away with it.
pub(crate) struct Copy {
    folder: PathBuf,
}

impl Copy {
    /// The documents of a project.
    pub(crate) fn of(root: &Path) -> Self {
        let all = [
            "systems",
            "libraries",
            "cards",
            "maps",
            "scenarios",
            "tests/conformance",
        ];
        Self::parts(root, all)
    }

    /// Some folders of a project.
    pub(crate) fn parts<'a>(root: &Path, parts: impl IntoIterator<Item = &'a str>) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("cardwright-chain-{}-{number}", std::process::id()));
        for part in parts {
            copy_folder(&root.join(part), &folder.join(part));
        }
        Self { folder }
    }

    /// The copy with one text of a file replaced; it must stand there exactly once.
    pub(crate) fn with(self, file: &str, find: &str, put: &str) -> Self {
        let text = self.text(file);
        assert_eq!(
            text.matches(find).count(),
            1,
            "{file}: `{find}` must be there once"
        );
        self.write(file, &text.replacen(find, put, 1));
        self
    }

    pub(crate) fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.folder.join(file);
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{file}: {error}"));
        std::fs::write(path, text).unwrap_or_else(|error| panic!("{file}: {error}"));
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    pub(crate) fn project(&self) -> Project {
        Project::load(&self.folder)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // A folder that stays behind harms nobody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn copy_folder(from: &Path, to: &Path) {
    let Ok(entries) = std::fs::read_dir(from) else {
        return;
    };
    std::fs::create_dir_all(to).expect("the temporary folder can be written");
    for entry in entries.flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("the temporary folder can be written");
        }
    }
}

/// A game between random players, from its beginning to its end; every answer and every default must be legal.
pub(crate) fn played(content: &Arc<Content>, seed: u64) -> Recorder {
    let seats = (0..).zip(content.players());
    let mut agents: Vec<RandomAgent> = seats
        .map(|(seat, _)| RandomAgent::new(seed * 31 + seat))
        .collect();
    let mut recorder = Recorder::new(content, seed);
    for _ in 0..MOST_DECISIONS {
        if let Status::Over(_) = recorder.advance() {
            return recorder;
        }
        let decision = recorder
            .game()
            .decision()
            .cloned()
            .expect("a status of decision has one");
        assert_eq!(
            recorder.game().check(&decision.default),
            Ok(()),
            "seed {seed}: the default of `{}`",
            decision.prompt
        );
        let seat = content.players().iter().position(|&player| player == decision.by);
        let seat =
            seat.unwrap_or_else(|| panic!("seed {seed}: nobody who plays is asked `{}`", decision.prompt));
        let answer = agents[seat].decide(recorder.game(), &decision);
        recorder
            .decide(&answer)
            .unwrap_or_else(|error| panic!("seed {seed}: `{}`: {error}", decision.prompt));
    }
    panic!("seed {seed}: the game is not over after {MOST_DECISIONS} decisions");
}

/// The events of a game, in words.
pub(crate) fn account(recorder: &Recorder) -> Vec<String> {
    let game = recorder.game();
    game.events()
        .iter()
        .map(|event| game.render(event, Viewer::Public))
        .collect()
}

/// Plays random games of a sample's scenario: each ends, and the same seed gives the same game.
pub(crate) fn ends_and_repeats(sample: &Path, scenario: &str) {
    let content = compiled(&Project::load(sample), scenario);
    for seed in 1..=20 {
        let game = played(&content, seed);
        assert_eq!(game.game().hash(), played(&content, seed).game().hash());
    }
}

/// The one error of a changed project: the underlined text, its code, and its message.
pub(crate) fn told(sample: &Path, file: &str, find: &str, put: &str) -> (String, &'static str, String) {
    let copy = Copy::of(sample).with(file, find, put);
    let project = copy.project();
    let found = check(&project);
    let [error] = found.as_slice() else {
        panic!("`{put}` for `{find}`: {found:#?}");
    };
    let text = &project.sources.get(error.place.file).text;
    let underlined = text[error.place.start..error.place.end].to_owned();
    (underlined, error.code.name, error.message.clone())
}
