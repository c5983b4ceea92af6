//! `test`: plays conformance cases, and tells which hold.

use super::Ending;
use super::asked::Asked;
use super::printed::{Printed, ReportFormat, one_line};
use cardwright_case_runner::{Failure, Report, run_case};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::source::Location;
use cardwright_compiler::{Diagnostic, Project, Sources, codes, compile_case, for_machines, side_by_side};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

/// Which cases are played, and how they are told.
pub(super) struct Test {
    /// What the claim or the file contains.
    pub(super) filter: Option<String>,
    /// Whether what happened is told of cases that hold, too.
    pub(super) tells_all: bool,
    pub(super) format: ReportFormat,
}

/// What came of one case.
enum Verdict {
    Ran(Report),
    Refused(Vec<Diagnostic>),
}

impl Verdict {
    fn of(project: &Project, case: &Loaded<CaseDoc>) -> Self {
        let compiled = compile_case(project, case);
        match compiled.pack {
            Some(pack) => Self::Ran(run_case(pack, &case.doc)),
            None => Self::Refused(compiled.diagnostics),
        }
    }

    /// Whether the case compiled and holds.
    fn passed(&self) -> bool {
        matches!(self, Self::Ran(report) if report.passed())
    }
}

impl Test {
    pub(super) fn run(&self, asked: &[Asked], out: &mut Printed) -> Ending {
        let judged: Vec<Judged<'_>> = asked.iter().map(|one| self.judged(one)).collect();
        let is_empty = |one: &Judged<'_>| one.cases.is_empty() && one.broken.is_empty();
        if judged.iter().all(is_empty) {
            return Ending::WrongCall("no case matches".to_owned());
        }
        self.report(&judged, out);
        match judged.iter().all(Judged::is_fine) {
            true => Ending::Fine,
            false => Ending::Errors,
        }
    }

    /// The cases of one project that are asked for. A document that cannot be read keeps only those
    /// from being run that need it.
    fn judged<'a>(&self, asked: &'a Asked) -> Judged<'a> {
        let project = &asked.project;
        let cases = project.cases.iter();
        let cases: Vec<&Loaded<CaseDoc>> = cases.filter(|case| self.wants(asked, case)).collect();
        let all = cases.iter().copied();
        let mut verdicts = side_by_side(project, all, false, |case| Verdict::of(project, case));
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

    fn report(&self, judged: &[Judged<'_>], out: &mut Printed) {
        match self.format {
            ReportFormat::Human => {
                for one in judged {
                    self.text(one, out);
                }
                out.line(&summary(judged));
            }
            ReportFormat::Json => judged.iter().for_each(|one| one.json(out)),
            ReportFormat::Sarif | ReportFormat::Github => {
                let found: Vec<Vec<Diagnostic>> = judged.iter().map(Judged::diagnostics).collect();
                let told = judged.iter().zip(&found);
                let told: Vec<(&Sources, &[Diagnostic])> = told
                    .map(|(one, found)| (one.sources.as_ref(), found.as_slice()))
                    .collect();
                out.report(&told, self.format);
            }
        }
    }

    fn text(&self, judged: &Judged<'_>, out: &mut Printed) {
        for (case, verdict) in judged.each() {
            self.case(&judged.sources, case, verdict, out);
        }
        if !judged.broken.is_empty() {
            out.diagnostics(&judged.sources, &judged.broken);
        }
    }

    fn case(&self, sources: &Sources, case: &Loaded<CaseDoc>, verdict: &Verdict, out: &mut Printed) {
        let name = &sources.get(case.file).name;
        let claim = one_line(&case.doc.case.value);
        match verdict {
            // The errors of what it needs are told, and how many cases need it.
            Verdict::Refused(found) if found.is_empty() => {}
            Verdict::Refused(found) => {
                out.line(&format!("REFUSED {name}: {claim}"));
                out.diagnostics(sources, found);
            }
            Verdict::Ran(report) => {
                let word = if report.passed() { "ok" } else { "FAILED" };
                out.line(&format!("{word} {name}: {claim}"));
                if self.tells_all || !report.passed() {
                    let account = report.account.iter();
                    account.for_each(|line| out.line(&format!("    {}", one_line(line))));
                }
                for failure in &report.failures {
                    let line = failure.at.map_or(String::new(), |at| {
                        format!("{}: ", sources.line_column(place(case, at)).0)
                    });
                    out.line(&format!("  ! {line}{failure}"));
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

    fn json(&self, out: &mut Printed) {
        if !self.broken.is_empty() {
            out.value(&for_machines(&self.sources, &self.broken));
        }
        for (case, verdict) in self.each() {
            out.value(&told(&self.sources.get(case.file).name, case, verdict));
        }
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let cases = self.each().flat_map(|(case, verdict)| diagnostics(case, verdict));
        self.broken.iter().cloned().chain(cases).collect()
    }
}

/// Bytes of a case's document.
fn place(case: &Loaded<CaseDoc>, (start, end): (usize, usize)) -> Location {
    let file = case.file;
    Location { file, start, end }
}

/// Takes the errors out of verdicts that lie in no case, but in what several cases need: each of
/// them once.
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
    let claim = (case.doc.case.start, case.doc.case.end);
    let told = |failure: &Failure| {
        let message = format!("the case does not hold: {failure}");
        let at = place(case, failure.at.unwrap_or(claim));
        Diagnostic::new(codes::CASE_FAILED, at, message)
    };
    match verdict {
        Verdict::Refused(found) => found.clone(),
        Verdict::Ran(report) => report.failures.iter().map(told).collect(),
    }
}

fn told(name: &str, case: &Loaded<CaseDoc>, verdict: &Verdict) -> Value {
    let proves: Vec<&str> = case.doc.proves.iter().map(|id| id.value.as_str()).collect();
    let failures: Vec<String> = match verdict {
        Verdict::Refused(found) if found.is_empty() => {
            vec!["a document that it needs has errors".to_owned()]
        }
        Verdict::Ran(report) => report.reasons(),
        Verdict::Refused(found) => found.iter().map(|one| one.message.clone()).collect(),
    };
    json!({
        "case": case.doc.case.value, "file": name, "proves": proves,
        "passed": verdict.passed(), "failures": failures,
    })
}
