//! `test`: plays conformance cases, and tells which hold.

use super::Ending;
use super::asked::Asked;
use super::printed::{Printed, ReportFormat};
use cardwright_case_runner::{Judged, Told, summary};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Diagnostic, Sources};

/// The options of `test`: which cases are played, and how they are told.
pub(super) struct Test {
    /// A part of the claims or files to run.
    pub(super) filter: Option<String>,
    /// Whether what happened is told of cases that hold, too.
    pub(super) tells_all: bool,
    pub(super) format: ReportFormat,
}

impl Test {
    pub(super) fn run(&self, asked: &[Asked], out: &mut Printed) -> Ending {
        let judged: Vec<Judged<'_>> = asked.iter().map(|one| self.judged(one)).collect();
        if judged.iter().all(Judged::is_empty) {
            return Ending::WrongCall("no case matches".to_owned());
        }
        self.report(&judged, out);
        match judged.iter().all(Judged::is_fine) {
            true => Ending::Fine,
            false => Ending::Errors,
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
                    one.tell(self.tells_all, &mut |told| match told {
                        Told::Line(line) => out.line(&line),
                        Told::Diagnostics(found) => out.diagnostics(&one.sources, found),
                    });
                }
                out.line(&summary(judged));
            }
            ReportFormat::Json => judged
                .iter()
                .flat_map(Judged::values)
                .for_each(|one| out.value(&one)),
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
}
