//! `test`: runs conformance cases.

use super::{Asked, Purpose, asked};
use crate::program::Ending;
use crate::program::output::{self, Format};
use crate::program::reports::{self, Checked, ReportFormat};
use cardwright_case_runner::{Failure, Report, run_case};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{
    Diagnostic, Project, Sources, codes, compile_case, side_by_side, source::Location,
};
use clap::Args;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

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

/// Compiles and runs cases, side by side; `keeps` what they have in common for somebody who goes on with it.
pub(crate) fn judge_all(project: &Project, cases: &[&Loaded<CaseDoc>], keeps: bool) -> Vec<Verdict> {
    side_by_side(project, cases.iter().copied(), keeps, |case| judge(project, case))
}

impl Test {
    pub(crate) fn run(self) -> Ending {
        let asked = match asked(&self.paths, Purpose::Use) {
            Ok(asked) => asked,
            Err(ending) => return ending,
        };
        let judged: Vec<Judged<'_>> = asked.iter().map(|one| self.judged(one)).collect();
        if judged
            .iter()
            .all(|one| one.cases.is_empty() && one.broken.is_empty())
        {
            return Ending::WrongCall("no case matches".to_owned());
        }
        match self.report(&judged) {
            Err(why) => Ending::WrongCall(why),
            Ok(()) if judged.iter().all(Judged::is_fine) => Ending::Fine,
            Ok(()) => Ending::Errors,
        }
    }

    /// The cases of one project that are asked for. A document that cannot be read keeps only those from being run that
    /// need it.
    fn judged<'a>(&self, asked: &'a Asked) -> Judged<'a> {
        let project = &asked.project;
        let cases: Vec<&Loaded<CaseDoc>> = project
            .cases
            .iter()
            .filter(|case| self.wants(asked, case))
            .collect();
        let mut verdicts = judge_all(project, &cases, false);
        let mut broken = asked.told(project.diagnostics.clone());
        broken.extend(common(&cases, &mut verdicts));
        Judged {
            verdicts,
            cases,
            broken,
            sources: asked.sources(),
        }
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
                    self.text(one);
                }
                output::line(&summary(judged));
            }
            ReportFormat::Json => judged.iter().for_each(Judged::json),
            ReportFormat::Junit => {
                let lines = judged.iter().flat_map(Judged::lines).collect();
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

    fn text(&self, judged: &Judged<'_>) {
        for (case, verdict) in judged.each() {
            self.case(&judged.sources, case, verdict);
        }
        if !judged.broken.is_empty() {
            output::diagnostics(&judged.sources, &judged.broken, Format::Text);
        }
    }

    fn case(&self, sources: &Sources, case: &Loaded<CaseDoc>, verdict: &Verdict) {
        let name = &sources.get(case.file).name;
        let claim = output::one_line(&case.doc.case.value);
        match verdict {
            // The errors of what it needs are told, and how many cases need it.
            Verdict::Refused(diagnostics) if diagnostics.is_empty() => {}
            Verdict::Refused(diagnostics) => {
                output::line(&format!("REFUSED {name}: {claim}"));
                output::diagnostics(sources, diagnostics, Format::Text);
            }
            Verdict::Ran(report) => {
                let word = if report.passed() { "ok" } else { "FAILED" };
                output::line(&format!("{word} {name}: {claim}"));
                if self.account || !report.passed() {
                    report
                        .account
                        .iter()
                        .for_each(|line| output::line(&format!("    {}", output::one_line(line))));
                }
                for failure in &report.failures {
                    let line = failure.at.map_or(String::new(), |(start, end)| {
                        let place = Location {
                            file: case.file,
                            start,
                            end,
                        };
                        format!("{}: ", sources.line_column(place).0)
                    });
                    output::line(&format!("  ! {line}{failure}"));
                }
            }
        }
    }
}

/// The cases of a project that were asked for, and what came of them.
struct Judged<'a> {
    sources: Cow<'a, Sources>,
    /// What is wrong with documents themselves.
    broken: Vec<Diagnostic>,
    cases: Vec<&'a Loaded<CaseDoc>>,
    verdicts: Vec<Verdict>,
}

impl<'a> Judged<'a> {
    fn each(&self) -> impl Iterator<Item = (&'a Loaded<CaseDoc>, &Verdict)> {
        self.cases.iter().copied().zip(&self.verdicts)
    }

    /// How many documents have errors of their own.
    fn broken_documents(&self) -> usize {
        let files: BTreeSet<_> = self.broken.iter().map(|one| one.place.file).collect();
        files.len()
    }

    /// How many cases did not run, because what they need has errors.
    fn unrun(&self) -> usize {
        let is_unrun = |verdict: &&Verdict| matches!(verdict, Verdict::Refused(found) if found.is_empty());
        self.verdicts.iter().filter(is_unrun).count()
    }

    fn passed(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.passed()).count()
    }

    fn is_fine(&self) -> bool {
        self.broken.is_empty() && self.passed() == self.cases.len()
    }

    fn json(&self) {
        if !self.broken.is_empty() {
            output::value(&cardwright_compiler::for_machines(&self.sources, &self.broken));
        }
        for (case, verdict) in self.each() {
            output::value(&json(&self.sources.get(case.file).name, case, verdict));
        }
    }

    /// The lines of a JUnit report: the documents with errors, and each case.
    fn lines(&self) -> Vec<Checked> {
        let mut lines = reports::files(&self.sources, &self.broken, |_| true);
        lines.retain(|line| line.failure.is_some());
        lines.extend(
            self.each()
                .map(|(case, verdict)| checked(&self.sources, case, verdict)),
        );
        lines
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let cases = self.each().flat_map(|(case, verdict)| diagnostics(case, verdict));
        self.broken.iter().cloned().chain(cases).collect()
    }
}

/// Takes the errors out of verdicts that lie in no case, but in what several cases need: each of them once.
fn common(cases: &[&Loaded<CaseDoc>], verdicts: &mut [Verdict]) -> Vec<Diagnostic> {
    let mut common: Vec<Diagnostic> = Vec::new();
    let mut known = HashSet::new();
    for (case, verdict) in cases.iter().zip(verdicts) {
        let Verdict::Refused(found) = verdict else {
            continue;
        };
        for one in found.extract_if(.., |one| one.place.file != case.file) {
            if known.insert((one.place, one.code.id, one.message.clone())) {
                common.push(one);
            }
        }
    }
    common
}

/// How many cases of all passed, failed and did not run.
fn summary(judged: &[Judged<'_>]) -> String {
    let passed: usize = judged.iter().map(Judged::passed).sum();
    let unrun: usize = judged.iter().map(Judged::unrun).sum();
    let broken: usize = judged.iter().map(Judged::broken_documents).sum();
    let all: usize = judged.iter().map(|one| one.cases.len()).sum();
    let failed = all - passed - unrun;
    let documents = match broken {
        0 => String::new(),
        1 => "; 1 document has errors".to_owned(),
        n => format!("; {n} documents have errors"),
    };
    let waiting = match unrun {
        0 => String::new(),
        1 => ", and 1 case that needs what has errors did not run".to_owned(),
        n => format!(", and {n} cases that need what has errors did not run"),
    };
    format!("{passed} passed, {failed} failed{documents}{waiting}")
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

/// Compiles and runs a case.
pub(crate) fn judge(project: &Project, case: &Loaded<CaseDoc>) -> Verdict {
    let compiled = compile_case(project, case);
    match compiled.pack {
        Some(pack) => Verdict::Ran(run_case(pack, &case.doc)),
        None => Verdict::Refused(compiled.diagnostics),
    }
}

fn json(name: &str, case: &Loaded<CaseDoc>, verdict: &Verdict) -> serde_json::Value {
    let proves: Vec<&str> = case.doc.proves.iter().map(|id| id.value.as_str()).collect();
    let failures: Vec<String> = match verdict {
        Verdict::Refused(diagnostics) if diagnostics.is_empty() => {
            vec!["a document that it needs has errors".to_owned()]
        }
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
