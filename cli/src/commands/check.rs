//! `check`: what CI runs. Every system, card set, scenario and case is compiled and verified.

use super::project_at;
use crate::reports::{self, ReportFormat, is_fatal};
use crate::{Ending, forces, output};
use cardwright_compiler::{Costs, Diagnostic, Project, costs, count, review};
use clap::{Args, ValueEnum};
use std::fmt::Write;
use std::path::PathBuf;

/// Checks content and reports every error.
#[derive(Args)]
pub(crate) struct Check {
    /// A folder of the project, or documents; the whole project around the working folder if absent
    paths: Vec<PathBuf>,
    /// How to report
    #[arg(long, value_enum, default_value = "human")]
    format: ReportFormat,
    /// Show what every ability costs at worst, instead of checking
    #[arg(long)]
    costs: bool,
    /// What counts as an error besides errors
    #[arg(long, value_enum)]
    deny: Option<Deny>,
}

/// What can be made to count as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
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
        if self.costs {
            return self.show_costs(&project);
        }
        let mut found = review(&project);
        if count(&found).0 == 0 {
            found.extend(forces::breaches(&project));
        }
        let found = self.wanted(&project, found);
        if let Err(why) = self.report(&project, &found) {
            return Ending::WrongCall(why);
        }
        match found.iter().any(|one| is_fatal(one, self.deny.is_some())) {
            true => Ending::Errors,
            false => Ending::Fine,
        }
    }

    fn report(&self, project: &Project, found: &[Diagnostic]) -> Result<(), String> {
        let human = self.format == ReportFormat::Human;
        if human && found.is_empty() {
            output::line(&summary(project));
        } else if !reports::diagnostics(&project.sources, found, self.format) {
            let fatal = |one: &Diagnostic| is_fatal(one, self.deny.is_some());
            let files = reports::files(&project.sources, found, fatal);
            output::line(&reports::junit("cardwright check", files)?);
        }
        if !found.is_empty() {
            output::complain(&counted(found));
        }
        Ok(())
    }

    fn show_costs(&self, project: &Project) -> Ending {
        let costs = costs(project);
        match self.format {
            ReportFormat::Human => output::line(table(&costs).trim_end()),
            ReportFormat::Json => output::line(&serde_json::json!(costs).to_string()),
            _ => return Ending::WrongCall("costs are shown as `human` or `json`".to_owned()),
        }
        Ending::Fine
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

/// How much was found, in words.
fn counted(found: &[Diagnostic]) -> String {
    let words = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    match count(found) {
        (errors, 0) => words(errors, "error"),
        (0, warnings) => words(warnings, "warning"),
        (errors, warnings) => format!("{}, {}", words(errors, "error"), words(warnings, "warning")),
    }
}

/// The worst cases as a table, the dearest first, with what they rest on.
fn table(costs: &Costs) -> String {
    let mut text = format!(
        "{:>9} {:>9} {:>9} {:>5} {:>7}  ability\n",
        "fuel", "to ask", "decisions", "draws", "windows"
    );
    let mut rows: Vec<_> = costs.abilities.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.used.fuel));
    for row in rows {
        let _ = writeln!(
            text,
            "{:>9} {:>9} {:>9} {:>5} {:>7}  {} ({}:{})",
            row.used.fuel,
            row.asked,
            row.used.decisions,
            row.used.draws,
            row.used.windows,
            row.name,
            row.file,
            row.line
        );
    }
    text.push_str("\nThese bounds rest on:\n");
    for line in &costs.assumptions {
        let _ = writeln!(text, "- {line}");
    }
    text
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
