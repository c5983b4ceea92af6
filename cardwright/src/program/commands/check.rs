//! `check`: what CI runs. Every system, card set, scenario and case is compiled and verified.

use super::fix::mend;
use super::watch::watch;
use super::{Asked, Purpose, as_of, asked};
use crate::forces;
use crate::program::packages::bring::Bringing;
use crate::program::reports::{self, ReportFormat, is_fatal};
use crate::program::{Ending, output};
use cardwright_compiler::document::AsOf;
use cardwright_compiler::project::asks_for_whole;
use cardwright_compiler::{
    Costs, Diagnostic, Sources, bound, costs, counted, earlier_errors, not_looked_at, review_with, whole,
};
use clap::{Args, ValueEnum};
use std::borrow::Cow;
use std::fmt::Write;
use std::path::PathBuf;

/// Checks content and reports every error.
#[derive(Args)]
pub(crate) struct Check {
    /// Folders or files of one or more projects; the whole project around the working folder if absent
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
    /// Refuse packages that are not those of `cardwright.lock`, file for file
    #[arg(long, conflicts_with = "watch")]
    locked: bool,
    /// Go on, and check again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["paths", "costs", "deny"])]
    watch: bool,
    /// Write the fixes that are certain into the files of the project, and check again
    #[arg(long, conflicts_with_all = ["costs", "watch"])]
    fix: bool,
    /// With `--fix`: tell what would be fixed, and change nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

/// How often fixes are written and the content is checked again.
const ROUNDS: usize = 8;

/// The findings that can be made to count as errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
}

impl Check {
    pub(crate) fn run(self) -> Ending {
        if self.watch {
            return watch(self.format);
        }
        let mut asked = match asked(&self.paths, Purpose::Check) {
            Ok(asked) => asked,
            Err(ending) => return ending,
        };
        if self.locked && !asked.iter().all(is_locked) {
            return Ending::Errors;
        }
        if self.costs {
            let asked: Vec<Asked> = asked.iter().map(Asked::whole).collect();
            return self.show_costs(&asked);
        }
        let mut found: Vec<Vec<Diagnostic>> = asked.iter_mut().map(found_in).collect();
        if self.fix
            && let Err(ending) = self.fixed(&mut asked, &mut found)
        {
            return ending;
        }
        if let Err(why) = self.report(&asked, &found) {
            return Ending::WrongCall(why);
        }
        let is_fatal = found
            .iter()
            .flatten()
            .any(|one| is_fatal(one, self.deny.is_some()));
        // The program ends here: to give thousands of documents back one by one would take longer than to read them.
        std::mem::forget(asked);
        match is_fatal {
            true => Ending::Errors,
            false => Ending::Fine,
        }
    }

    /// Writes the certain fixes, and checks again: what is mended may show what else can be.
    fn fixed(&self, asked: &mut Vec<Asked>, found: &mut Vec<Vec<Diagnostic>>) -> Result<(), Ending> {
        for _ in 0..ROUNDS {
            let mut mended = 0;
            for (one, found) in asked.iter().zip(found.iter()) {
                mended += mend(one, found, self.dry_run)?;
            }
            if mended == 0 || self.dry_run {
                return Ok(());
            }
            *asked = super::asked(&self.paths, Purpose::Check)?;
            *found = asked.iter_mut().map(found_in).collect();
        }
        Ok(())
    }

    /// The findings that people are told; only errors, if they asked for that.
    fn told_to_people(&self, found: &[Diagnostic]) -> Vec<Diagnostic> {
        let is_told = |one: &&Diagnostic| !output::is_quiet() || is_fatal(one, self.deny.is_some());
        found.iter().filter(is_told).cloned().collect()
    }

    fn report(&self, asked: &[Asked], found: &[Vec<Diagnostic>]) -> Result<(), String> {
        if self.format == ReportFormat::Human && output::is_quiet() {
            let sources = asked.iter().map(Asked::sources);
            let errors = found.iter().map(|found| self.told_to_people(found));
            let errors: Vec<_> = sources.zip(errors).collect();
            let told: Vec<_> = errors
                .iter()
                .map(|(sources, found)| (sources.as_ref(), found.as_slice()))
                .collect();
            reports::diagnostics(&told, self.format);
            return Ok(());
        }
        let sources: Vec<Cow<'_, Sources>> = asked.iter().map(Asked::sources).collect();
        let told: Vec<_> = sources
            .iter()
            .map(AsRef::as_ref)
            .zip(found.iter().map(Vec::as_slice))
            .collect();
        if self.format == ReportFormat::Human {
            let fine = asked.iter().zip(found).filter(|(_, found)| found.is_empty());
            fine.for_each(|(one, _)| {
                output::line(&whole(&one.project));
                one.users().iter().for_each(|line| output::line(line));
            });
        }
        if !reports::diagnostics(&told, self.format) {
            let fatal = |one: &Diagnostic| is_fatal(one, self.deny.is_some());
            let files = told
                .iter()
                .flat_map(|(sources, found)| reports::files(sources, found, fatal));
            output::line(&reports::junit("cardwright check", files.collect())?);
        }
        asked
            .iter()
            .filter_map(|one| not_looked_at(&one.aside))
            .for_each(|line| output::complain(&line));
        let found = found.concat();
        if !found.is_empty() {
            output::remark(&counted(&found));
        }
        Ok(())
    }

    fn show_costs(&self, asked: &[Asked]) -> Ending {
        for one in asked {
            let costs = costs(&one.project);
            match self.format {
                ReportFormat::Human => output::line(table(&costs).trim_end()),
                ReportFormat::Json => output::value(&serde_json::json!(costs)),
                _ => return Ending::WrongCall("costs are shown as `human` or `json`".to_owned()),
            }
        }
        Ending::Fine
    }
}

/// Whether the packages of a project are those of its lock; if not, it is told why.
fn is_locked(asked: &Asked) -> bool {
    let root = asked.project.root();
    let verified = Bringing::into_project(root).map(Bringing::verified);
    let wrong = match verified {
        Ok(Ok(())) => return true,
        Ok(Err(wrong)) => wrong,
        Err(Ending::WrongCall(why)) => vec![why],
        // It is told already.
        Err(_) => return false,
    };
    wrong
        .iter()
        .for_each(|why| output::complain(&format!("error: {why}")));
    false
}

/// The diagnostics of what is asked for. One faulty document does not keep others from being looked at.
fn found_in(asked: &mut Asked) -> Vec<Diagnostic> {
    let found = review_with(&asked.project, &forces::breaches);
    if !asked.project.is_whole() && asks_for_whole(&found) {
        *asked = asked.whole();
        return found_in(asked);
    }
    let mut told = asked.told(found);
    // Who asks for a day asks for no other.
    if as_of() == AsOf::Newest {
        let earlier = earlier_errors(&mut asked.project, &told);
        told.extend(asked.told(earlier));
    }
    match asked.puts_aside(&told) {
        true => found_in(asked),
        false => told,
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
            bound(row.used.fuel),
            bound(row.asked),
            bound(row.used.decisions),
            bound(row.used.draws),
            bound(row.used.windows),
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
