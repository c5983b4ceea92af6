//! The output of a verb, in its order: results to standard output, everything else to standard error.
//!
//! Nothing that content says can steer a terminal: such characters are shown by pictures of them.

use crate::border::{Failed, thrown};
use cardwright_compiler::{
    Diagnostic, Sources, escaped, for_github, for_machines, for_people, for_scanners, visible,
};
use serde::Serialize;
use serde_json::Value;

/// A text for one of the streams.
#[derive(Serialize)]
pub(super) struct Part {
    stream: Stream,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Stream {
    Stdout,
    Stderr,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportFormat {
    Human,
    Json,
    Sarif,
    Github,
}

impl ReportFormat {
    pub(super) fn of(word: &str) -> Result<Self, Failed> {
        match word {
            "human" => Ok(Self::Human),
            "json" => Ok(Self::Json),
            "sarif" => Ok(Self::Sarif),
            "github" => Ok(Self::Github),
            _ => Err(thrown("unknown-format", &format!("there is no format `{word}`"))),
        }
    }
}

/// Texts for standard output and standard error.
pub(super) struct Printed {
    parts: Vec<Part>,
    has_colours: bool,
}

impl Printed {
    pub(super) fn new(has_colours: bool) -> Self {
        Self {
            parts: Vec::new(),
            has_colours,
        }
    }

    pub(super) fn parts(self) -> Vec<Part> {
        self.parts
    }

    /// A line of the result, or several.
    pub(super) fn line(&mut self, text: &str) {
        self.put(Stream::Stdout, &visible(text));
    }

    /// A line that is not part of the result.
    pub(super) fn complain(&mut self, text: &str) {
        self.put(Stream::Stderr, &visible(text));
    }

    /// A value of the result, on a line of its own.
    pub(super) fn value(&mut self, value: &Value) {
        self.put(Stream::Stdout, &escaped(&value.to_string()));
    }

    /// Diagnostics for people, on standard error.
    pub(super) fn diagnostics(&mut self, sources: &Sources, found: &[Diagnostic]) {
        // It is made visible already, and its colours are meant.
        let text = for_people(sources, found, self.has_colours);
        self.put(Stream::Stderr, text.trim_end());
    }

    /// The diagnostics of several projects as one report.
    pub(super) fn report(&mut self, told: &[(&Sources, &[Diagnostic])], format: ReportFormat) {
        match format {
            ReportFormat::Human => told
                .iter()
                .filter(|(_, found)| !found.is_empty())
                .for_each(|(sources, found)| self.diagnostics(sources, found)),
            ReportFormat::Json => {
                let lists = told.iter().map(|(sources, found)| for_machines(sources, found));
                let all = lists.flat_map(|list| list.as_array().cloned().unwrap_or_default());
                self.value(&all.collect());
            }
            ReportFormat::Sarif => {
                let logs = told.iter().map(|(sources, found)| for_scanners(sources, found));
                self.line(&format!("{:#}", one_log(logs)));
            }
            ReportFormat::Github => {
                let lines = told.iter().map(|(sources, found)| for_github(sources, found));
                self.line(lines.collect::<String>().trim_end());
            }
        }
    }

    fn put(&mut self, stream: Stream, text: &str) {
        let last = self.parts.last_mut().filter(|last| last.stream == stream);
        match last {
            Some(part) => {
                part.text.push_str(text);
                part.text.push('\n');
            }
            None => {
                let text = format!("{text}\n");
                self.parts.push(Part { stream, text });
            }
        }
    }
}

/// The runs of several SARIF logs in one.
fn one_log(mut logs: impl Iterator<Item = Value>) -> Value {
    let mut log = logs.next().unwrap_or_default();
    for mut other in logs {
        let more = other["runs"]
            .as_array_mut()
            .map(std::mem::take)
            .unwrap_or_default();
        if let Some(runs) = log["runs"].as_array_mut() {
            runs.extend(more);
        }
    }
    log
}
