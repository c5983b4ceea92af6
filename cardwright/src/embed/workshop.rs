//! Content from documents: what is wrong with them, and packs of what is right.

use cardwright_bytecode::container;
use cardwright_compiler::wording::card_text;
use cardwright_compiler::{
    Compiled, Diagnostic, Project, Severity, compile_scenario, compile_system, for_machines, for_people,
    review,
};
use cardwright_core::Content;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Where a project lies that is in memory: no folder has this name, so that nothing comes from a disk.
const NOWHERE: &str = "cardwright: in memory, not in a folder";

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
    project: Project,
    found: Vec<Diagnostic>,
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
    /// The project in a folder, which has `systems/`.
    #[must_use]
    pub fn open(folder: &Path) -> Self {
        Self::of(Project::load(folder))
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
        Self::of(Project::load_with(Path::new(NOWHERE), files))
    }

    fn of(project: Project) -> Self {
        let found = review(&project);
        Self { project, found }
    }

    /// Whether nothing is an error.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.found.iter().all(|one| one.code.severity != Severity::Error)
    }

    /// All that is wrong, for people.
    #[must_use]
    pub fn told(&self) -> String {
        for_people(&self.project.sources, &self.found, false)
    }

    /// All that is wrong, for programs: what `cardwright check --format json` prints.
    #[must_use]
    pub fn diagnostics(&self) -> Value {
        for_machines(&self.project.sources, &self.found)
    }

    /// The ids of the scenarios.
    pub fn scenarios(&self) -> impl Iterator<Item = &str> {
        self.project
            .scenarios
            .iter()
            .map(|one| one.doc.scenario.value.as_str())
    }

    /// A scenario, ready to be played.
    ///
    /// # Errors
    /// If there is no such scenario, or it has errors.
    pub fn content(&self, scenario: &str) -> Result<Arc<Content>, NotPlayable> {
        let (pack, told) = self.compiled(scenario)?;
        match pack.pack {
            Some(pack) => Ok(Content::new(pack)),
            None => Err(NotPlayable(told)),
        }
    }

    /// The pack of a scenario, which [`load`](crate::load) takes: with or without the lines of its sources.
    ///
    /// # Errors
    /// If there is no such scenario, or it has errors.
    pub fn pack(&self, scenario: &str, with_lines: bool) -> Result<Vec<u8>, NotPlayable> {
        let (pack, told) = self.compiled(scenario)?;
        match pack.pack {
            Some(pack) => Ok(container::encode(&pack, with_lines)),
            None => Err(NotPlayable(told)),
        }
    }

    fn compiled(&self, scenario: &str) -> Result<(Compiled, String), NotPlayable> {
        let mut scenarios = self.project.scenarios.iter();
        let found = scenarios.find(|one| one.doc.scenario.value == scenario);
        let found = found.ok_or_else(|| {
            let known: Vec<&str> = self.scenarios().collect();
            NotPlayable(format!(
                "there is no scenario `{scenario}`, only: {}",
                known.join(", ")
            ))
        })?;
        let compiled = compile_scenario(&self.project, found);
        let all: Vec<Diagnostic> = self
            .found
            .iter()
            .cloned()
            .chain(compiled.diagnostics.clone())
            .collect();
        let told = for_people(&self.project.sources, &all, false);
        Ok((compiled, told))
    }

    /// A card's rules as plain text; nothing if there is no such card, or its system has errors.
    #[must_use]
    pub fn explain(&self, card: &str) -> Option<String> {
        let mut systems = self.project.systems.values();
        systems.find_map(|system| {
            let compiled = compile_system(&self.project, system);
            card_text(&self.project, system, &compiled, card)
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
    /// What is wrong with the text, one line each.
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
