//! Content from documents: what is wrong with them, and packs of what is right.

use cardwright_bytecode::container;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::project::{Links, Question};
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{
    Compiled, Diagnostic, Project, Severity, compile_scenario, compile_system, for_machines, for_people,
    review,
};
use cardwright_core::Content;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The folder of a project that is in memory: no folder has this name, so that nothing comes from a disk.
pub(crate) const NOWHERE: &str = "cardwright: in memory, not in a folder";

/// A project of documents.
///
/// ```no_run
/// use cardwright::{Session, Workshop};
///
/// let workshop = Workshop::open("my-game".as_ref());
/// if !workshop.is_fine() {
///     println!("{}", workshop.told());
/// }
/// let content = workshop.content("first-clash")?;
/// let session = Session::new(&content, 1);
/// # Ok::<(), cardwright::NotPlayable>(())
/// ```
#[derive(Debug)]
pub struct Workshop {
    home: Home,
    /// The whole project, read when it is first needed.
    project: OnceLock<Project>,
    /// Its errors and warnings, looked for when they are first needed.
    found: OnceLock<Vec<Diagnostic>>,
}

/// The home of the documents.
#[derive(Debug)]
enum Home {
    Folder(PathBuf),
    Memory,
}

/// Why a scenario cannot be played, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPlayable(pub String);

impl std::fmt::Display for NotPlayable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NotPlayable {}

impl Workshop {
    /// The project in a folder, which has `systems/`. Documents are read when they are needed: for a scenario only those on which
    /// it rests.
    #[must_use]
    pub fn open(folder: &Path) -> Self {
        Self {
            home: Home::Folder(folder.to_path_buf()),
            project: OnceLock::new(),
            found: OnceLock::new(),
        }
    }

    /// A project that is in memory: for each document its path, with `/`, and its text.
    ///
    /// ```
    /// # use cardwright::Workshop;
    /// let files = [("systems/mine/system.yaml".to_owned(), "system: mine\n".to_owned())];
    /// let workshop = Workshop::of_files(files.into());
    /// assert!(!workshop.is_fine(), "a system needs more than that");
    /// println!("{}", workshop.told());
    /// ```
    #[must_use]
    pub fn of_files(files: BTreeMap<String, String>) -> Self {
        Self {
            home: Home::Memory,
            project: OnceLock::from(Project::load_with(Path::new(NOWHERE), files)),
            found: OnceLock::new(),
        }
    }

    fn project(&self) -> &Project {
        let folder = match &self.home {
            Home::Folder(folder) => folder.as_path(),
            Home::Memory => Path::new(NOWHERE),
        };
        self.project.get_or_init(|| Project::load(folder))
    }

    fn found(&self) -> &[Diagnostic] {
        self.found.get_or_init(|| review(self.project()))
    }

    /// The part of the project that the scenario needs, if only the folder of one system has a file of its
    /// name.
    fn part(&self, scenario: &str) -> Option<Project> {
        let (Home::Folder(folder), None) = (&self.home, self.project.get()) else {
            return None;
        };
        if Path::new(scenario).file_name() != Some(scenario.as_ref()) {
            return None;
        }
        let root = folder.canonicalize().ok()?;
        let systems = cardwright_files::entries(&root.join("scenarios")).ok()?;
        let files = systems.map(|system| system.path.join(format!("{scenario}.yaml")));
        let mut files = files.filter(|file| file.is_file());
        let (file, None) = (files.next()?, files.next()) else {
            return None;
        };
        let file = file.canonicalize().ok()?;
        Some(Project::load_for(&root, Links::Inside, Question::Game(&file)))
    }

    /// Whether nothing is an error.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.found()
            .iter()
            .all(|one| one.code.severity != Severity::Error)
    }

    /// The errors and warnings, for people.
    #[must_use]
    pub fn told(&self) -> String {
        for_people(&self.project().sources, self.found(), false)
    }

    /// The errors and warnings, for programs: as `cardwright check --format json` prints them.
    #[must_use]
    pub fn diagnostics(&self) -> Value {
        for_machines(&self.project().sources, self.found())
    }

    /// The ids of the scenarios.
    pub fn scenarios(&self) -> impl Iterator<Item = &str> {
        self.project()
            .scenarios
            .iter()
            .map(|one| one.doc.scenario.value.as_str())
    }

    /// A scenario, ready to be played.
    ///
    /// # Errors
    /// If there is no such scenario, or it has errors.
    pub fn content(&self, scenario: &str) -> Result<Arc<Content>, NotPlayable> {
        self.compiled(scenario).map(Content::new)
    }

    /// The pack of a scenario, which [`load`](crate::load) takes: with or without the lines of its sources.
    ///
    /// # Errors
    /// If there is no such scenario, or it has errors.
    pub fn pack(&self, scenario: &str, with_lines: bool) -> Result<Vec<u8>, NotPlayable> {
        let pack = self.compiled(scenario)?;
        Ok(container::encode(&pack, with_lines))
    }

    fn compiled(&self, scenario: &str) -> Result<VerifiedPack, NotPlayable> {
        let of_part = self
            .part(scenario)
            .and_then(|part| Some(compiled_in(&part, scenario)?.pack));
        match of_part.flatten() {
            Some(pack) => Ok(pack),
            // Why it cannot be played is told with knowledge of the whole project.
            None => self.compiled_with_all(scenario),
        }
    }

    fn compiled_with_all(&self, scenario: &str) -> Result<VerifiedPack, NotPlayable> {
        let project = self.project();
        let compiled = compiled_in(project, scenario).ok_or_else(|| {
            let known: Vec<&str> = self.scenarios().collect();
            NotPlayable(format!(
                "there is no scenario `{scenario}`; the scenarios are: {}",
                known.join(", ")
            ))
        })?;
        compiled.pack.ok_or_else(|| {
            let found = self.found().iter().cloned();
            let all: Vec<Diagnostic> = found.chain(compiled.diagnostics).collect();
            NotPlayable(for_people(&project.sources, &all, false))
        })
    }

    /// A card's rules as plain text; nothing if there is no such card, or its system has errors.
    #[must_use]
    pub fn explain(&self, card: &str) -> Option<String> {
        let project = self.project();
        let mut systems = project.systems.values();
        systems.find_map(|system| {
            let compiled = compile_system(project, system);
            card_text(project, system, &compiled, card)
        })
    }

    /// A text of the language in its canonical layout.
    ///
    /// ```
    /// # use cardwright::Workshop;
    /// assert_eq!(Workshop::format("word  slot{elite}").as_deref(), Ok("word slot { elite }\n"));
    /// ```
    ///
    /// # Errors
    /// The faults of the text, one line each.
    pub fn format(text: &str) -> Result<String, String> {
        cardwright_dsl::format_items_within(text, cardwright_dsl::WIDTH).map_err(|faults| {
            let line = |at: usize| {
                text.as_bytes()
                    .iter()
                    .take(at)
                    .filter(|&&byte| byte == b'\n')
                    .count()
                    + 1
            };
            let told = faults
                .iter()
                .map(|fault| format!("line {}: {}", line(fault.span.start), fault.message));
            told.collect::<Vec<_>>().join("\n")
        })
    }
}

/// A scenario of a project, compiled; nothing, if there is none.
fn compiled_in(project: &Project, scenario: &str) -> Option<Compiled> {
    let mut scenarios = project.scenarios.iter();
    let found = scenarios.find(|one| one.doc.scenario.value == scenario)?;
    Some(compile_scenario(project, found))
}
