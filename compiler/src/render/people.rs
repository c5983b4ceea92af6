//! For people in a terminal, through miette.

use crate::diagnostic::{self, Diagnostic};
use crate::source::{Location, Sources};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report, Severity,
};

/// The most source lines that one rendered place may span.
const MOST_LABEL_BYTES: usize = 400;

/// Diagnostics as people read them in a terminal.
#[must_use]
pub fn for_people(sources: &Sources, diagnostics: &[Diagnostic], colour: bool) -> String {
    let theme = if colour {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(110)
        .with_links(false);
    let mut text = String::new();
    for diagnostic in diagnostics {
        let report = report(sources, diagnostic);
        if handler.render_report(&mut text, report.as_ref()).is_err() {
            text.push_str(&diagnostic.message);
        }
        text.push('\n');
    }
    text
}

fn report(sources: &Sources, diagnostic: &Diagnostic) -> Report {
    let file = sources.get(diagnostic.place.file);
    let mut labels = vec![label(sources, diagnostic.place, &diagnostic.label, true)];
    let mut notes = Vec::new();
    for (place, text) in &diagnostic.related {
        if place.file == diagnostic.place.file {
            labels.push(label(sources, *place, text, false));
        } else {
            let (line, column) = sources.line_column(*place);
            notes.push(format!(
                "{text}: {}:{line}:{column}",
                sources.get(place.file).name
            ));
        }
    }
    let mut shown = MietteDiagnostic::new(diagnostic.message.clone())
        .with_code(format!("{} {}", diagnostic.code.id, diagnostic.code.name))
        .with_severity(match diagnostic.code.severity {
            diagnostic::Severity::Error => Severity::Error,
            diagnostic::Severity::Warning => Severity::Warning,
        })
        .with_labels(labels);
    let help: Vec<String> = diagnostic.help.iter().cloned().chain(notes).collect();
    if !help.is_empty() {
        shown = shown.with_help(help.join("\n"));
    }
    Report::new(shown).with_source_code(NamedSource::new(&file.name, file.text.clone()))
}

fn label(sources: &Sources, place: Location, text: &str, primary: bool) -> LabeledSpan {
    let length = sources.get(place.file).text.len();
    let start = place.start.min(length);
    let end = place.end.clamp(start, length).min(start + MOST_LABEL_BYTES);
    let text = (!text.is_empty()).then(|| text.to_owned());
    if primary {
        LabeledSpan::new_primary_with_span(text, (start, end - start))
    } else {
        LabeledSpan::new_with_span(text, (start, end - start))
    }
}
