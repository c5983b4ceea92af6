//! The cases of a project that somebody asks for: what came of each, and how it is told to people and to programs.
//!
//! Not here: which cases are asked for, and where the lines go.

use crate::{Failure, Report, run_case, run_case_followed};
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::source::Location;
use cardwright_compiler::{
    Diagnostic, Project, Sources, codes, compile_case, for_machines, one_line, side_by_side,
};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

/// Why a case did not run that is fine itself.
const NEEDS_WHAT_IS_BROKEN: &str = "a document that it needs has errors";

/// The verdict on one case.
pub enum Verdict {
    /// It compiled and ran.
    Ran(Report),
    /// It did not compile; empty, if the errors lie in what several cases need and are told there.
    Refused(Vec<Diagnostic>),
}

impl Verdict {
    /// Compiles and runs a case.
    #[must_use]
    pub fn of(project: &Project, case: &Loaded<CaseDoc>) -> Self {
        Self::ran_by(project, case, run_case)
    }

    fn ran_by(
        project: &Project,
        case: &Loaded<CaseDoc>,
        run: impl FnOnce(VerifiedPack, &CaseDoc) -> Report,
    ) -> Self {
        let compiled = compile_case(project, case);
        match compiled.pack {
            Some(pack) => Self::Ran(run(pack, &case.doc)),
            None if does_not_hold(&compiled.diagnostics) => Self::Ran(Report {
                failures: compiled.diagnostics.into_iter().map(failure).collect(),
                ..Report::default()
            }),
            None => Self::Refused(compiled.diagnostics),
        }
    }

    /// Compiles and runs cases, side by side.
    #[must_use]
    pub fn of_all(project: &Project, cases: &[&Loaded<CaseDoc>]) -> Vec<Self> {
        side_by_side(project, cases.iter().copied(), |case| Self::of(project, case))
    }

    /// Compiles and runs cases, side by side, and notes which conditions they reach.
    #[must_use]
    pub fn of_all_followed(project: &Project, cases: &[&Loaded<CaseDoc>]) -> Vec<Self> {
        side_by_side(project, cases.iter().copied(), |case| {
            Self::ran_by(project, case, run_case_followed)
        })
    }

    /// Whether the case compiled and holds.
    #[must_use]
    pub fn passed(&self) -> bool {
        matches!(self, Self::Ran(report) if report.passed())
    }

    fn is_unrun(&self) -> bool {
        matches!(self, Self::Refused(found) if found.is_empty())
    }

    /// Why the case does not hold, each reason a text.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        match self {
            Self::Refused(_) if self.is_unrun() => vec![NEEDS_WHAT_IS_BROKEN.to_owned()],
            Self::Refused(found) => found.iter().map(|one| one.message.clone()).collect(),
            Self::Ran(report) => report.reasons(),
        }
    }
}

/// Whether a case was compiled up to what it says of facts that are refused, and that alone does not hold.
pub(crate) fn does_not_hold(found: &[Diagnostic]) -> bool {
    !found.is_empty() && found.iter().all(|one| one.code.id == codes::CASE_FAILED.id)
}

fn failure(found: Diagnostic) -> Failure {
    let at = Some((found.place.start, found.place.end));
    Failure {
        why: found.message,
        at,
    }
}

/// A thing that is told of cases, in order.
pub enum Told<'a> {
    /// A line of the result.
    Line(String),
    /// Diagnostics, for people.
    Diagnostics(&'a [Diagnostic]),
}

/// The cases of a project that were asked for, and what came of them.
pub struct Judged<'a> {
    /// The files, under the names by which they are told.
    pub sources: Cow<'a, Sources>,
    /// The errors of documents themselves, and those that several cases have in common.
    pub broken: Vec<Diagnostic>,
    cases: Vec<&'a Loaded<CaseDoc>>,
    verdicts: Vec<Verdict>,
}

impl<'a> Judged<'a> {
    /// Plays cases. A document that cannot be read keeps only those from being run that need it; `broken` are the errors of
    /// documents.
    #[must_use]
    pub fn of(
        project: &'a Project,
        cases: Vec<&'a Loaded<CaseDoc>>,
        mut broken: Vec<Diagnostic>,
        sources: Cow<'a, Sources>,
    ) -> Self {
        let mut verdicts = Verdict::of_all(project, &cases);
        broken.extend(common(&cases, &mut verdicts));
        Self {
            sources,
            broken,
            cases,
            verdicts,
        }
    }

    /// The cases, each with its verdict.
    pub fn each(&self) -> impl Iterator<Item = (&'a Loaded<CaseDoc>, &Verdict)> {
        self.cases.iter().copied().zip(&self.verdicts)
    }

    /// Whether nothing was asked for, and nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty() && self.broken.is_empty()
    }

    /// Whether all documents are fine and all cases hold.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.broken.is_empty() && self.passed() == self.cases.len()
    }

    fn passed(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.passed()).count()
    }

    /// How many cases did not run, because what they need has errors.
    fn unrun(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.is_unrun()).count()
    }

    /// How many documents have errors of their own.
    fn broken_documents(&self) -> usize {
        let files: BTreeSet<_> = self.broken.iter().map(|one| one.place.file).collect();
        files.len()
    }

    /// The failures: of a case each at the line that does not hold, else at the claim.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let cases = self.each().flat_map(|(case, verdict)| diagnostics(case, verdict));
        self.broken.iter().cloned().chain(cases).collect()
    }

    /// The result for programs: the errors of documents, if there are any, then each case.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        let broken = (!self.broken.is_empty()).then(|| for_machines(&self.sources, &self.broken));
        let case = |(case, verdict): (&Loaded<CaseDoc>, &Verdict)| {
            let proves: Vec<&str> = case.doc.proves.iter().map(|id| id.value.as_str()).collect();
            json!({
                "case": case.doc.case.value, "file": self.sources.get(case.file).name, "proves": proves,
                "passed": verdict.passed(), "failures": verdict.reasons(),
            })
        };
        broken.into_iter().chain(self.each().map(case)).collect()
    }

    /// The result for people; what happened is told of cases that do not hold, and of all if it is asked for.
    pub fn tell(&self, tells_all: bool, tell: &mut dyn FnMut(Told<'_>)) {
        for (case, verdict) in self.each() {
            self.tell_case(case, verdict, tells_all, tell);
        }
        if !self.broken.is_empty() {
            tell(Told::Diagnostics(&self.broken));
        }
    }

    fn tell_case(
        &self,
        case: &Loaded<CaseDoc>,
        verdict: &Verdict,
        tells_all: bool,
        tell: &mut dyn FnMut(Told<'_>),
    ) {
        let name = &self.sources.get(case.file).name;
        let claim = one_line(&case.doc.case.value);
        match verdict {
            // The errors of what it needs are told, and how many cases need it.
            Verdict::Refused(_) if verdict.is_unrun() => {}
            Verdict::Refused(found) => {
                tell(Told::Line(format!("REFUSED {name}: {claim}")));
                tell(Told::Diagnostics(found));
            }
            Verdict::Ran(report) => {
                let word = if report.passed() { "ok" } else { "FAILED" };
                tell(Told::Line(format!("{word} {name}: {claim}")));
                if tells_all || !report.passed() {
                    let account = report.account.iter();
                    account.for_each(|line| tell(Told::Line(format!("    {}", one_line(line)))));
                }
                for failure in &report.failures {
                    let line = failure.at.map_or(String::new(), |at| {
                        format!("{}: ", self.sources.line_column(place(case, at)).0)
                    });
                    tell(Told::Line(format!("  ! {line}{failure}")));
                }
            }
        }
    }
}

/// How many cases of several projects passed, failed and did not run.
#[must_use]
pub fn summary(judged: &[Judged<'_>]) -> String {
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
        1 => ", and 1 case that depends on errors did not run".to_owned(),
        n => format!(", and {n} cases that depend on errors did not run"),
    };
    format!("{passed} passed, {failed} failed{documents}{waiting}")
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

/// A place in a case's document, from its bytes.
fn place(case: &Loaded<CaseDoc>, (start, end): (usize, usize)) -> Location {
    let file = case.file;
    Location { file, start, end }
}

fn diagnostics(case: &Loaded<CaseDoc>, verdict: &Verdict) -> Vec<Diagnostic> {
    let claim = (case.doc.case.start, case.doc.case.end);
    let told = |failure: &Failure| {
        let message = format!("the case fails: {failure}");
        let at = place(case, failure.at.unwrap_or(claim));
        Diagnostic::new(codes::CASE_FAILED, at, message)
    };
    match verdict {
        Verdict::Refused(found) => found.clone(),
        Verdict::Ran(report) => report.failures.iter().map(told).collect(),
    }
}
