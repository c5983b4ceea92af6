//! `test`: runs conformance cases.

use super::project_at;
use crate::Ending;
use crate::output::{self, Format};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Diagnostic, Project, compile_case};
use cardwright_conformance::{Report, run_case};
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
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
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
            output::diagnostics(&project.sources, &project.diagnostics, Format::Text);
            return Ending::Errors;
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
        let mut failed = 0;
        for (case, verdict) in cases.iter().zip(verdicts) {
            let name = &project.sources.get(case.file).name;
            let passed = verdict.passed();
            failed += usize::from(!passed);
            if self.format == Format::Json {
                output::line(&json(name, case, verdict).to_string());
            } else {
                self.text(project, name, case, verdict);
            }
        }
        if self.format == Format::Text {
            output::line(&format!("{} passed, {failed} failed", cases.len() - failed));
        }
        if failed == 0 { Ending::Fine } else { Ending::Errors }
    }

    fn text(&self, project: &Project, name: &str, case: &Loaded<CaseDoc>, verdict: &Verdict) {
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
                report
                    .failures
                    .iter()
                    .for_each(|why| output::line(&format!("  ! {why}")));
            }
        }
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
        Verdict::Ran(report) => report.failures.clone(),
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
