//! `check`: every system, card set, scenario and case is compiled, and every error is told.

use super::Ending;
use super::asked::Asked;
use super::forces;
use super::printed::{Printed, ReportFormat};
use cardwright_compiler::{Diagnostic, Project, Severity, Sources, count, review_with};
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
            out.line(&summary(&one.project));
            users(one).iter().for_each(|line| out.line(line));
        }
    }
    out.report(&told, format);
    asked
        .iter()
        .filter_map(not_looked_at)
        .for_each(|line| out.complain(&line));
    let found = found.concat();
    if !found.is_empty() {
        out.complain(&counted(&found));
    }
}

/// What is wrong with that which is asked for. One faulty document does not keep others from being
/// looked at.
fn found_in(asked: &mut Asked) -> Vec<Diagnostic> {
    let told = asked.told(review_with(&asked.project, &forces::breaches));
    match asked.puts_aside(&told) {
        true => found_in(asked),
        false => told,
    }
}

/// What was not looked at because of errors elsewhere.
fn not_looked_at(asked: &Asked) -> Option<String> {
    let aside: Vec<String> = asked.aside.iter().map(|name| format!("`{name}`")).collect();
    (!aside.is_empty()).then(|| {
        format!(
            "not looked at: what depends on it, because of errors in {}; `cardwright check` tells them",
            aside.join(", ")
        )
    })
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

/// For each library that is asked for by name, the systems that use it: they were checked with it.
fn users(asked: &Asked) -> Vec<String> {
    let project = &asked.project;
    let libraries = project.libraries.iter().filter(|(_, library)| {
        let mut files = project.sources.iter().filter(|(id, _)| library.has(*id));
        !asked.wanted.is_empty() && files.any(|(_, file)| asked.wants(&file.name))
    });
    let line = |(id, library): (&String, _)| {
        let users: Vec<&str> = project.users(library).collect();
        match users.as_slice() {
            [] => format!("the library `{id}` is used by no system"),
            users => format!("the library `{id}` is used by {}", users.join(", ")),
        }
    };
    libraries.map(line).collect()
}

/// What is there, if nothing is wrong with it.
fn summary(project: &Project) -> String {
    let cards: usize = project.sets.values().map(|set| set.doc.cards.len()).sum();
    let libraries = match project.libraries.len() {
        0 => String::new(),
        count => format!("{}, ", so_many(count, "library", "libraries")),
    };
    format!(
        "fine: {}, {libraries}{} with {}, {}, {}",
        so_many(project.systems.len(), "system", "systems"),
        so_many(project.sets.len(), "card set", "card sets"),
        so_many(cards, "card", "cards"),
        so_many(project.scenarios.len(), "scenario", "scenarios"),
        so_many(project.cases.len(), "case", "cases")
    )
}

fn so_many(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
