//! `test`: runs conformance cases.

use super::project_at;
use crate::Ending;
use crate::output::{self, Format};
use crate::reports::{self, Checked, ReportFormat};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Diagnostic, Project, codes, compile_case, source::Location};
use cardwright_conformance::{Failure, Report, run_case};
use clap::Args;
use rayon::prelude::*;
use std::path::PathBuf;

/// Runs conformance cases.
#[derive(Args)]
pub(crate) struct Test {
    /// Case documents or folders; all cases of the project if absent
    paths: Vec<PathBuf>,
    /// Run only cases whose claim or file contains this
    #[arg(long)]
    filter: Option<String>,
    /// Show what happened in each case
    #[arg(long)]
    account: bool,
    /// How to report
    #[arg(long, value_enum, default_value = "human")]
    format: ReportFormat,
}

/// What came of one case.
pub(crate) enum Verdict {
    Ran(Report),
    Refused(Vec<Diagnostic>),
}

impl Verdict {
    /// Whether the case compiled and holds.
    pub(crate) fn passed(&self) -> bool {
        matches!(self, Self::Ran(report) if report.passed())
    }
}

/// Compiles and runs cases, side by side.
pub(crate) fn judge_all(project: &Project, cases: &[&Loaded<CaseDoc>]) -> Vec<Verdict> {
    cases.par_iter().map(|case| judge(project, case)).collect()
}

impl Test {
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
        if !project.diagnostics.is_empty() {
            return broken(&project, self.format);
        }
        let chosen: Vec<&Loaded<CaseDoc>> = project
            .cases
            .iter()
            .filter(|case| self.wants(&project, case))
            .collect();
        if chosen.is_empty() {
            return Ending::WrongCall("no case matches".to_owned());
        }
        let verdicts = judge_all(&project, &chosen);
        self.report(&project, &chosen, &verdicts)
    }

    fn wants(&self, project: &Project, case: &Loaded<CaseDoc>) -> bool {
        let name = &project.sources.get(case.file).name;
        let in_paths = self.paths.is_empty()
            || self.paths.iter().any(|path| {
                let shown = path.to_string_lossy().replace('\\', "/");
                name.contains(shown.trim_start_matches("./").trim_end_matches('/'))
            });
        let filter = self.filter.as_deref();
        in_paths && filter.is_none_or(|text| name.contains(text) || case.doc.case.value.contains(text))
    }

    fn report(&self, project: &Project, cases: &[&Loaded<CaseDoc>], verdicts: &[Verdict]) -> Ending {
        let failed = verdicts.iter().filter(|verdict| !verdict.passed()).count();
        let judged = || cases.iter().copied().zip(verdicts);
        match self.format {
            ReportFormat::Human => {
                judged().for_each(|(case, verdict)| self.text(project, case, verdict));
                output::line(&format!("{} passed, {failed} failed", cases.len() - failed));
            }
            ReportFormat::Json => judged().for_each(|(case, verdict)| {
                let name = &project.sources.get(case.file).name;
                output::line(&json(name, case, verdict).to_string());
            }),
            ReportFormat::Junit => {
                let checked = judged().map(|(case, verdict)| checked(project, case, verdict));
                match reports::junit("cardwright test", checked.collect()) {
                    Ok(text) => output::line(&text),
                    Err(why) => return Ending::WrongCall(why),
                }
            }
            ReportFormat::Sarif | ReportFormat::Github => {
                let found: Vec<Diagnostic> = judged()
                    .flat_map(|(case, verdict)| diagnostics(case, verdict))
                    .collect();
                reports::diagnostics(&project.sources, &found, self.format);
            }
        }
        if failed == 0 { Ending::Fine } else { Ending::Errors }
    }

    fn text(&self, project: &Project, case: &Loaded<CaseDoc>, verdict: &Verdict) {
        let name = &project.sources.get(case.file).name;
        let claim = &case.doc.case.value;
        match verdict {
            Verdict::Refused(diagnostics) => {
                output::line(&format!("REFUSED {name}: {claim}"));
                output::diagnostics(&project.sources, diagnostics, Format::Text);
            }
            Verdict::Ran(report) => {
                let word = if report.passed() { "ok" } else { "FAILED" };
                output::line(&format!("{word} {name}: {claim}"));
                if self.account || !report.passed() {
                    report
                        .account
                        .iter()
                        .for_each(|line| output::line(&format!("    {line}")));
                }
                for failure in &report.failures {
                    let line = failure.at.map_or(String::new(), |(start, end)| {
                        let place = Location {
                            file: case.file,
                            start,
                            end,
                        };
                        format!("{}: ", project.sources.line_column(place).0)
                    });
                    output::line(&format!("  ! {line}{failure}"));
                }
            }
        }
    }
}

/// Nothing is run while a document of the project cannot be read.
fn broken(project: &Project, format: ReportFormat) -> Ending {
    let found = &project.diagnostics;
    if !reports::diagnostics(&project.sources, found, format) {
        let files = reports::files(&project.sources, found, |_| true);
        match reports::junit("cardwright test", files) {
            Ok(text) => output::line(&text),
            Err(why) => return Ending::WrongCall(why),
        }
    }
    Ending::Errors
}

/// What is wrong with a case: each failure at the line that is not kept, else at the claim.
fn diagnostics(case: &Loaded<CaseDoc>, verdict: &Verdict) -> Vec<Diagnostic> {
    let claim = &case.doc.case;
    let place = Location {
        file: case.file,
        start: claim.start,
        end: claim.end,
    };
    match verdict {
        Verdict::Refused(diagnostics) => diagnostics.clone(),
        Verdict::Ran(report) if report.passed() => Vec::new(),
        Verdict::Ran(report) => {
            let told = |failure: &Failure| {
                let (start, end) = failure.at.unwrap_or((place.start, place.end));
                let place = Location { start, end, ..place };
                Diagnostic::new(
                    codes::CASE_FAILED,
                    place,
                    format!("the case does not hold: {failure}"),
                )
            };
            report.failures.iter().map(told).collect()
        }
    }
}

fn checked(project: &Project, case: &Loaded<CaseDoc>, verdict: &Verdict) -> Checked {
    let failure = match verdict {
        Verdict::Refused(found) => Some(cardwright_compiler::for_people(&project.sources, found, false)),
        Verdict::Ran(report) if report.passed() => None,
        Verdict::Ran(report) => Some([report.reasons().join("\n"), report.account.join("\n")].join("\n\n")),
    };
    Checked {
        name: case.doc.case.value.clone(),
        group: project.sources.get(case.file).name.clone(),
        failure: failure.map(|why| (why.lines().next().unwrap_or("").to_owned(), why)),
    }
}

fn judge(project: &Project, case: &Loaded<CaseDoc>) -> Verdict {
    let compiled = compile_case(project, case);
    match compiled.pack {
        Some(pack) => Verdict::Ran(run_case(pack, &case.doc)),
        None => Verdict::Refused(compiled.diagnostics),
    }
}

fn json(name: &str, case: &Loaded<CaseDoc>, verdict: &Verdict) -> serde_json::Value {
    let proves: Vec<&str> = case.doc.proves.iter().map(|id| id.value.as_str()).collect();
    let failures: Vec<String> = match verdict {
        Verdict::Ran(report) => report.reasons(),
        Verdict::Refused(diagnostics) => diagnostics
            .iter()
            .map(|diagnostic| diagnostic.message.clone())
            .collect(),
    };
    let passed = verdict.passed();
    serde_json::json!({
        "case": case.doc.case.value, "file": name, "proves": proves, "passed": passed, "failures": failures,
    })
}
