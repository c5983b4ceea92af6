//! For people in a terminal, through miette.

use super::excerpt::{Excerpt, visible};
use cardwright_documents::diagnostic::{self, Diagnostic};
use cardwright_documents::source::{Location, Sources};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, Report, Severity};

/// The most bytes of source that a mark in a message covers; the mark of a longer place covers its beginning.
const MOST_LABEL_BYTES: usize = 400;

/// The most diagnostics that people are shown at once.
pub(super) const MOST_SHOWN: usize = 200;

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
    for diagnostic in diagnostics.iter().take(MOST_SHOWN) {
        let report = report(sources, diagnostic);
        if handler.render_report(&mut text, report.as_ref()).is_err() {
            text.push_str(&visible(&diagnostic.message));
        }
        text.push('\n');
    }
    let more = diagnostics.len().saturating_sub(MOST_SHOWN);
    if more > 0 {
        text.push_str(&format!("and {more} more; `--format json` lists all\n"));
    }
    text
}

fn report(sources: &Sources, diagnostic: &Diagnostic) -> Report {
    let in_file = |place: &Location| place.file == diagnostic.place.file;
    let here = diagnostic.related.iter().map(|(place, _)| *place).filter(in_file);
    let places: Vec<Location> = std::iter::once(diagnostic.place).chain(here).collect();
    let excerpt = Excerpt::of(sources, &places);
    let mut labels = vec![label(&excerpt, diagnostic.place, &diagnostic.label, true)];
    let mut notes = Vec::new();
    for (place, text) in &diagnostic.related {
        if in_file(place) {
            labels.push(label(&excerpt, *place, text, false));
        } else {
            let (line, column) = sources.line_column(*place);
            let name = &sources.get(place.file).name;
            notes.push(visible(&format!("{text}: {name}:{line}:{column}")).into_owned());
        }
    }
    let mut shown = MietteDiagnostic::new(visible(&diagnostic.message))
        .with_code(format!("{} {}", diagnostic.code.id, diagnostic.code.name))
        .with_severity(match diagnostic.code.severity {
            diagnostic::Severity::Error => Severity::Error,
            diagnostic::Severity::Warning => Severity::Warning,
        })
        .with_labels(labels);
    let help = diagnostic.help.iter().map(|help| visible(help).into_owned());
    let help: Vec<String> = help.chain(notes).collect();
    if !help.is_empty() {
        shown = shown.with_help(help.join("\n"));
    }
    Report::new(shown).with_source_code(excerpt)
}

fn label(excerpt: &Excerpt, place: Location, text: &str, primary: bool) -> LabeledSpan {
    let span = excerpt.span(place, MOST_LABEL_BYTES);
    let text = (!text.is_empty()).then(|| visible(text).into_owned());
    if primary {
        LabeledSpan::new_primary_with_span(text, span)
    } else {
        LabeledSpan::new_with_span(text, span)
    }
}
