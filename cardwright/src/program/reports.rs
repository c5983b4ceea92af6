//! Reports of `check` and `test` in the forms that CI systems read.
//!
//! SARIF, annotations and JSON are made of diagnostics alone, in the compiler crate; JUnit also lists what is fine.

use crate::program::output;
use cardwright_compiler::source::{FileId, SourceFile};
use cardwright_compiler::{
    Diagnostic, Severity, Sources, for_github, for_machines, for_people, for_scanners,
};
use clap::ValueEnum;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::Value;
use std::collections::BTreeMap;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    #[value(alias = "text")]
    Human,
    /// For programs
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for test reports
    Junit,
    /// GitHub workflow commands, which become annotations
    Github,
}

/// The files of a project, and what was found in them.
pub(crate) type Told<'a> = (&'a Sources, &'a [Diagnostic]);

/// Reports diagnostics in a form that is made of them alone; `false` if the form needs more. Several projects are one
/// report.
pub(crate) fn diagnostics(told: &[Told<'_>], format: ReportFormat) -> bool {
    let each = |told: &[Told<'_>], show: fn(&Sources, &[Diagnostic]) -> Value| -> Vec<Value> {
        told.iter().map(|(sources, found)| show(sources, found)).collect()
    };
    match format {
        ReportFormat::Human => told
            .iter()
            .filter(|(_, found)| !found.is_empty())
            .for_each(|(sources, found)| output::diagnostics(sources, found, output::Format::Text)),
        ReportFormat::Json => {
            let lists = each(told, for_machines).into_iter();
            let all = lists.flat_map(|list| list.as_array().cloned().unwrap_or_default());
            output::value(&all.collect());
        }
        ReportFormat::Sarif => {
            let mut logs = each(told, for_scanners).into_iter();
            let mut log = logs.next().unwrap_or_default();
            for mut other in logs {
                let runs = other["runs"]
                    .as_array_mut()
                    .map(std::mem::take)
                    .unwrap_or_default();
                if let Some(all) = log["runs"].as_array_mut() {
                    all.extend(runs);
                }
            }
            output::line(&format!("{log:#}"));
        }
        ReportFormat::Github => {
            let lines: String = told
                .iter()
                .map(|(sources, found)| for_github(sources, found))
                .collect();
            output::line(lines.trim_end());
        }
        ReportFormat::Junit => return false,
    }
    true
}

/// One line of a JUnit report.
pub(crate) struct Checked {
    /// The name of what was checked.
    pub(crate) name: String,
    /// The group that it belongs to.
    pub(crate) group: String,
    /// Why it is not fine: a short form, and everything.
    pub(crate) failure: Option<(String, String)>,
}

/// The results of checks as JUnit XML.
pub(crate) fn junit(title: &str, checked: Vec<Checked>) -> Result<String, String> {
    let mut report = Report::new(title);
    let mut suites: BTreeMap<String, TestSuite> = BTreeMap::new();
    for one in checked {
        let status = match one.failure {
            None => TestCaseStatus::success(),
            Some((message, description)) => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(message).set_description(description);
                status
            }
        };
        let mut case = TestCase::new(one.name, status);
        case.set_classname(one.group.clone());
        let suite = suites
            .entry(one.group)
            .or_insert_with_key(|group| TestSuite::new(group.clone()));
        suite.add_test_case(case);
    }
    report.add_test_suites(suites.into_values());
    report.to_string().map_err(|error| error.to_string())
}

/// Every file of a project as a line of a JUnit report: it fails if something in it counts.
pub(crate) fn files(
    sources: &Sources,
    found: &[Diagnostic],
    counts: impl Fn(&Diagnostic) -> bool,
) -> Vec<Checked> {
    let mut by_file: BTreeMap<FileId, Vec<Diagnostic>> = BTreeMap::new();
    for one in found.iter().filter(|one| counts(one)) {
        by_file.entry(one.place.file).or_default().push(one.clone());
    }
    let line = |(id, file): (FileId, &SourceFile)| {
        let here = by_file.get(&id).map_or(&[][..], Vec::as_slice);
        let group = file.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        Checked {
            name: file.name.clone(),
            group: group.to_owned(),
            failure: here.first().map(|first| {
                let message = format!("{} {}: {}", first.code.id, first.code.name, first.message);
                (message, for_people(sources, here, false))
            }),
        }
    };
    sources.iter().map(line).collect()
}

/// Whether a diagnostic makes the program end with an error.
pub(crate) fn is_fatal(diagnostic: &Diagnostic, deny_warnings: bool) -> bool {
    deny_warnings || diagnostic.code.severity == Severity::Error
}
