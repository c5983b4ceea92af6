//! For GitHub Actions: workflow commands, which become annotations of a change's lines.

use super::lines_columns;
use super::people::MOST_SHOWN;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Sources;

/// Diagnostics as workflow commands, one a line.
#[must_use]
pub fn for_github(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let shown = diagnostics.iter().take(MOST_SHOWN);
    let mut lines: String = shown.map(|one| command(sources, one)).collect();
    let more = diagnostics.len().saturating_sub(MOST_SHOWN);
    if more > 0 {
        lines.push_str(&format!(
            "::notice title=cardwright::and {more} more; `--format json` lists all\n"
        ));
    }
    lines
}

fn command(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let [(line, column), (end_line, end_column)] = lines_columns(sources, diagnostic.place);
    let text = match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    format!(
        "::{} file={},line={line},col={column},endLine={end_line},endColumn={end_column},title={}::{}\n",
        diagnostic.code.severity.name(),
        property(&sources.get(diagnostic.place.file).name),
        property(&format!("{} {}", diagnostic.code.id, diagnostic.code.name)),
        data(&text),
    )
}

/// The text of a message, with the characters escaped that would end it.
fn data(text: &str) -> String {
    super::visible(text)
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The text of a property, with the characters escaped that would end it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("50 %\nof: it"), "50 %25%0Aof: it");
        assert_eq!(property("a:b,c"), "a%3Ab%2Cc");
    }
}
