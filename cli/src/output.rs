//! Where the program prints: results to standard output, everything else to standard error.

use cardwright_compiler::{Diagnostic, Sources, for_machines, for_people};
use clap::ValueEnum;
use std::io::{IsTerminal, Write};

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// A line of the result. A closed pipe is no error: nobody reads on.
pub(crate) fn line(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// A line that is not part of the result.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Diagnostics: to standard error for people, to standard output for programs.
pub(crate) fn diagnostics(sources: &Sources, diagnostics: &[Diagnostic], format: Format) {
    match format {
        Format::Text => {
            let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            complain(for_people(sources, diagnostics, colour).trim_end());
        }
        Format::Json => line(&for_machines(sources, diagnostics).to_string()),
    }
}
