//! `test`: runs conformance cases; with `--pairs`, games of cards by twos.

use super::pairs::Pairs;
use super::{Asked, Purpose, asked};
use crate::program::output::{self, Format};
use crate::program::reports::{self, Checked, ReportFormat};
use crate::program::{Ending, write};
use cardwright_case_runner::{Filled, Judged, Told, Verdict, filled, summary};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Diagnostic, Project, Sources, compile_case};
use clap::Args;
use std::path::PathBuf;

/// How the line of a case begins that holds.
const FINE: &str = "ok ";

/// Runs conformance cases.
#[derive(Args)]
pub(crate) struct Test {
    /// Case documents or folders of one or more projects; all cases of the project if absent
    paths: Vec<PathBuf>,
    /// Run only cases whose claim or file contains this
    #[arg(long)]
    filter: Option<String>,
    /// Show what happened in each case
    #[arg(long)]
    account: bool,
    /// Write into each case the dice and answers that it lacks: what chance gives, and what is taken by default
    #[arg(long, requires = "paths", conflicts_with_all = ["account", "format"])]
    fill: bool,
    /// How to report
    #[arg(long, value_enum, default_value = "human")]
    format: ReportFormat,
    #[command(flatten)]
    pairs: Pairs,
}

impl Test {
    pub(crate) fn run(self) -> Ending {
        if let Some(set) = self.pairs.asked() {
            return self.pairs.run(set, &self.paths, self.format);
        }
        let asked = match asked(&self.paths, Purpose::Use) {
            Ok(asked) => asked,
            Err(ending) => return ending,
        };
        if self.fill {
            return self.filled(&asked).unwrap_or_else(|ending| ending);
        }
        let judged: Vec<Judged<'_>> = asked.iter().map(|one| self.judged(one)).collect();
        if judged.iter().all(Judged::is_empty) {
            return Ending::WrongCall("no case matches".to_owned());
        }
        match self.report(&judged) {
            Err(why) => Ending::WrongCall(why),
            Ok(()) if judged.iter().all(Judged::is_fine) => Ending::Fine,
            Ok(()) => Ending::Errors,
        }
    }

    /// The cases of one project that are asked for.
    fn judged<'a>(&self, asked: &'a Asked) -> Judged<'a> {
        let project = &asked.project;
        let cases = project.cases.iter();
        let cases = cases.filter(|case| self.wants(asked, case)).collect();
        let broken = asked.told(project.diagnostics.clone());
        Judged::of(project, cases, broken, asked.sources())
    }

    /// Writes into each case that is asked for what it lacks.
    fn filled(&self, asked: &[Asked]) -> Result<Ending, Ending> {
        let (mut seen, mut is_fine) = (false, true);
        for one in asked {
            for case in one.project.cases.iter().filter(|case| self.wants(one, case)) {
                seen = true;
                let file = one.project.sources.get(case.file);
                let name = &file.name;
                match fill(&one.project, case) {
                    Err(why) => {
                        is_fine = false;
                        output::complain(&format!("{name}: {why}"));
                    }
                    Ok(Filled { text: None, .. }) => output::line(&format!("{name}: nothing is missing")),
                    Ok(Filled {
                        text: Some(text),
                        dice,
                        answers,
                    }) => {
                        let mark = if file.has_mark { "\u{feff}" } else { "" };
                        let root = one.project.root();
                        write::within(root, &root.join(name), format!("{mark}{text}").as_bytes())?;
                        let told = format!("{dice} dice and {answers} answers are filled in");
                        output::line(&format!(
                            "{name}: {told}; look whether they are what the rules say"
                        ));
                    }
                }
            }
        }
        Ok(match (seen, is_fine) {
            (false, _) => Ending::WrongCall("no case matches".to_owned()),
            (true, true) => Ending::Fine,
            (true, false) => Ending::Errors,
        })
    }

    fn wants(&self, asked: &Asked, case: &Loaded<CaseDoc>) -> bool {
        let name = &asked.project.sources.get(case.file).name;
        let filter = self.filter.as_deref();
        let fits = filter.is_none_or(|text| name.contains(text) || case.doc.case.value.contains(text));
        fits && asked.wants(name)
    }

    fn report(&self, judged: &[Judged<'_>]) -> Result<(), String> {
        match self.format {
            ReportFormat::Human => {
                for one in judged {
                    one.tell(self.account, &mut |told| match told {
                        Told::Line(line) if output::is_quiet() && line.starts_with(FINE) => {}
                        Told::Line(line) => output::line(&line),
                        Told::Diagnostics(found) => output::diagnostics(&one.sources, found, Format::Text),
                    });
                }
                if !output::is_quiet() || !judged.iter().all(Judged::is_fine) {
                    output::line(&summary(judged));
                }
            }
            ReportFormat::Json => judged
                .iter()
                .flat_map(Judged::values)
                .for_each(|one| output::value(&one)),
            ReportFormat::Junit => {
                let lines = judged.iter().flat_map(lines).collect();
                output::line(&reports::junit("cardwright test", lines)?);
            }
            ReportFormat::Sarif | ReportFormat::Github => {
                let found: Vec<Vec<Diagnostic>> = judged.iter().map(Judged::diagnostics).collect();
                let told = judged.iter().zip(&found);
                let told: Vec<_> = told
                    .map(|(one, found)| (one.sources.as_ref(), found.as_slice()))
                    .collect();
                reports::diagnostics(&told, self.format);
            }
        }
        Ok(())
    }
}

/// A case with what it lacks.
fn fill(project: &Project, case: &Loaded<CaseDoc>) -> Result<Filled, String> {
    let compiled = compile_case(project, case);
    let pack = compiled.pack.ok_or_else(|| {
        let first = compiled.diagnostics.first().map(|one| one.message.clone());
        first.unwrap_or_else(|| "a document that it needs has errors".to_owned())
    })?;
    filled(pack, &case.doc, &project.sources.get(case.file).text)
}

/// The lines of a JUnit report: the documents with errors, and each case.
fn lines(judged: &Judged<'_>) -> Vec<Checked> {
    let mut lines = reports::files(&judged.sources, &judged.broken, |_| true);
    lines.retain(|line| line.failure.is_some());
    let cases = judged.each();
    lines.extend(cases.map(|(case, verdict)| checked(&judged.sources, case, verdict)));
    lines
}

fn checked(sources: &Sources, case: &Loaded<CaseDoc>, verdict: &Verdict) -> Checked {
    let failure = match verdict {
        Verdict::Refused(found) if found.is_empty() => Some("a document that it needs has errors".to_owned()),
        Verdict::Refused(found) => Some(cardwright_compiler::for_people(sources, found, false)),
        Verdict::Ran(report) if report.passed() => None,
        Verdict::Ran(report) => Some([report.reasons().join("\n"), report.account.join("\n")].join("\n\n")),
    };
    Checked {
        name: case.doc.case.value.clone(),
        group: sources.get(case.file).name.clone(),
        failure: failure.map(|why| (why.lines().next().unwrap_or("").to_owned(), why)),
    }
}
