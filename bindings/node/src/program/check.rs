//! `check`: every system, card set, scenario and case is compiled, and every error is told.

use super::Ending;
use super::asked::Asked;
use super::forces;
use super::printed::{Printed, ReportFormat};
use cardwright_compiler::{Diagnostic, Severity, Sources, counted, not_looked_at, review_with, whole};
use std::borrow::Cow;

pub(super) fn run(
    mut asked: Vec<Asked>,
    format: ReportFormat,
    deny_warnings: bool,
    out: &mut Printed,
) -> Ending {
    let found: Vec<Vec<Diagnostic>> = asked.iter_mut().map(found_in).collect();
    report(&asked, &found, format, out);
    let is_fatal = |one: &Diagnostic| deny_warnings || one.code.severity == Severity::Error;
    let has_fatal = found.iter().flatten().any(is_fatal);
    // The module ends here: to give thousands of documents back one by one would take longer than
    // to read them.
    std::mem::forget(asked);
    match has_fatal {
        true => Ending::Errors,
        false => Ending::Fine,
    }
}

fn report(asked: &[Asked], found: &[Vec<Diagnostic>], format: ReportFormat, out: &mut Printed) {
    let sources: Vec<Cow<'_, Sources>> = asked.iter().map(Asked::sources).collect();
    let told = sources.iter().map(AsRef::as_ref);
    let told: Vec<(&Sources, &[Diagnostic])> = told.zip(found.iter().map(Vec::as_slice)).collect();
    if format == ReportFormat::Human {
        let fine = asked.iter().zip(found).filter(|(_, found)| found.is_empty());
        for (one, _) in fine {
            out.line(&whole(&one.project));
            one.users().iter().for_each(|line| out.line(line));
        }
    }
    out.report(&told, format);
    asked
        .iter()
        .filter_map(|one| not_looked_at(&one.aside))
        .for_each(|line| out.complain(&line));
    let found = found.concat();
    if !found.is_empty() {
        out.complain(&counted(&found));
    }
}

/// The diagnostics for the parts that are asked for. One faulty document does not keep others from being
/// looked at.
fn found_in(asked: &mut Asked) -> Vec<Diagnostic> {
    let told = asked.told(review_with(&asked.project, &forces::breaches));
    match asked.puts_aside(&told) {
        true => found_in(asked),
        false => told,
    }
}
