//! `check`: what CI runs. Every system, card set, scenario and case is compiled and verified.

use super::project_at;
use crate::Ending;
use crate::output::{self, Format};
use cardwright_compiler::{Diagnostic, Project, compile_case, compile_scenario, compile_system};
use clap::Args;
use rayon::prelude::*;
use std::path::PathBuf;

/// Checks content and reports every error.
#[derive(Args)]
pub(crate) struct Check {
    /// A folder of the project, or documents; the whole project around the working folder if absent
    paths: Vec<PathBuf>,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Check {
    pub(crate) fn run(self) -> Ending {
        let mut project = match project_at(self.paths.first().map(PathBuf::as_path)) {
            Ok(project) => project,
            Err(ending) => return ending,
        };
        for path in self.paths.iter().filter(|path| path.is_file()) {
            if let Ok(path) = path.canonicalize() {
                project.load_file(&path);
            }
        }
        let found = self.wanted(&project, check(&project));
        if found.is_empty() {
            if self.format == Format::Json {
                output::line("[]");
            } else {
                output::line(&summary(&project));
            }
            return Ending::Fine;
        }
        output::diagnostics(&project.sources, &found, self.format);
        output::complain(&format!(
            "{} error{}",
            found.len(),
            if found.len() == 1 { "" } else { "s" }
        ));
        Ending::Errors
    }

    /// The errors in the given paths; all of them if those have none, since nothing compiles then.
    fn wanted(&self, project: &Project, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let paths: Vec<PathBuf> = self
            .paths
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        let inside = |diagnostic: &&Diagnostic| {
            let file = project
                .root()
                .join(&project.sources.get(diagnostic.place.file).name);
            paths.iter().any(|path| file.starts_with(path))
        };
        let wanted: Vec<Diagnostic> = found.iter().filter(inside).cloned().collect();
        if wanted.is_empty() { found } else { wanted }
    }
}

/// All that is wrong with a project, each error once, in the order of files and places.
pub(crate) fn check(project: &Project) -> Vec<Diagnostic> {
    let mut found = project.diagnostics.clone();
    let systems: Vec<_> = project.systems.values().collect();
    found.par_extend(
        systems
            .par_iter()
            .flat_map_iter(|system| compile_system(project, system).diagnostics),
    );
    found.par_extend(
        project
            .scenarios
            .par_iter()
            .flat_map_iter(|one| compile_scenario(project, one).diagnostics),
    );
    found.par_extend(
        project
            .cases
            .par_iter()
            .flat_map_iter(|one| compile_case(project, one).diagnostics),
    );
    found.sort_by(|a, b| (a.place, a.code.id, &a.message).cmp(&(b.place, b.code.id, &b.message)));
    found.dedup_by(|a, b| a.place == b.place && a.code == b.code && a.message == b.message);
    found
}

fn summary(project: &Project) -> String {
    let cards: usize = project.sets.values().map(|set| set.doc.cards.len()).sum();
    format!(
        "fine: {} systems, {} card sets with {cards} cards, {} scenarios, {} cases",
        project.systems.len(),
        project.sets.len(),
        project.scenarios.len(),
        project.cases.len()
    )
}
