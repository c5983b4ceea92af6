//! The output of the program: results to standard output, everything else to standard error.
//!
//! Nothing that content says can steer a terminal: such characters are shown by pictures of them. What cannot be printed
//! is told at the end, by [`failure`].

use cardwright_compiler::{Diagnostic, Sources, escaped, for_machines, for_people, visible};
use clap::ValueEnum;
use indicatif::ProgressBar;
use serde_json::Value;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// When reports for people have colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How much is told to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loudness {
    /// Only errors.
    Quiet,
    /// Also warnings, notes and progress.
    Usual,
    /// Also what was read, and how long it took.
    Verbose,
}

/// How the call wants to be told.
static MANNER: OnceLock<(Colour, Loudness)> = OnceLock::new();

/// Sets for the whole run how people are told.
pub(crate) fn set_manner(colour: Colour, loudness: Loudness) {
    let _ = MANNER.set((colour, loudness));
}

fn manner() -> (Colour, Loudness) {
    MANNER.get().copied().unwrap_or((Colour::Auto, Loudness::Usual))
}

/// Whether what goes to a terminal, or elsewhere, has colours.
pub(crate) fn has_colour(is_terminal: bool) -> bool {
    match manner().0 {
        Colour::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        Colour::Always => true,
        Colour::Never => false,
    }
}

/// Whether only errors are told.
pub(crate) fn is_quiet() -> bool {
    manner().1 == Loudness::Quiet
}

/// A line about what is fine; not for who asked to hear only of errors.
pub(crate) fn remark(text: &str) {
    if !is_quiet() {
        complain(text);
    }
}

/// A line about how something was done, for who wants to know.
pub(crate) fn detail(text: &str) {
    if manner().1 == Loudness::Verbose {
        complain(text);
    }
}

/// A bar that shows progress.
pub(crate) fn bar(length: u64) -> ProgressBar {
    match is_quiet() {
        true => ProgressBar::hidden(),
        false => ProgressBar::new(length),
    }
}

/// Why something could not be printed: the first reason.
static FAILURE: OnceLock<io::Error> = OnceLock::new();

/// A line of the result, or several.
pub(crate) fn line(text: &str) {
    note(writeln!(io::stdout().lock(), "{}", visible(text)));
}

/// A value of the result, on a line of its own.
pub(crate) fn value(value: &Value) {
    let text = value.to_string();
    note(writeln!(io::stdout().lock(), "{}", escaped(&text)));
}

/// A line that is not part of the result.
pub(crate) fn complain(text: &str) {
    // Where errors are told, nobody can be told of an error.
    let _ = writeln!(io::stderr().lock(), "{}", visible(text));
}

/// Remembers why something was not printed. A closed pipe is no error: nobody reads on.
pub(crate) fn note(printed: io::Result<()>) {
    if let Err(error) = printed
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = FAILURE.set(error);
    }
}

/// Why not everything was printed.
pub(crate) fn failure() -> Option<String> {
    note(io::stdout().lock().flush());
    FAILURE.get().map(|error| format!("standard output: {error}"))
}

/// Diagnostics: to standard error for people, to standard output for programs.
pub(crate) fn diagnostics(sources: &Sources, diagnostics: &[Diagnostic], format: Format) {
    match format {
        Format::Text => {
            let colour = has_colour(io::stderr().is_terminal());
            // It is made visible already, and its colours are meant.
            let text = for_people(sources, diagnostics, colour);
            let _ = writeln!(io::stderr().lock(), "{}", text.trim_end());
        }
        Format::Json => value(&for_machines(sources, diagnostics)),
    }
}
