//! How YAML writes a text: behind `|`, behind `>`, in quotes, or plainly.

use super::At;
use super::lines::line_of;
use std::ops::Range;

/// How a text is written, as far as that changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextStyle {
    /// Its lines stay.
    Plain,
    /// Its lines are joined, because a `>` at this byte begins it.
    Folded(usize),
    /// Its lines are joined, because it stands in quotes.
    QuotedLines,
    /// It stands in one line without quotes, and a comment follows it there.
    Commented(Range<usize>),
}

/// How a text of a document is written.
pub(crate) fn text_style(source: &str, text: &At<String>) -> TextStyle {
    // A text that is not given has no place.
    let (Some(before), Some(written)) = (source.get(..text.start), source.get(text.start..text.end)) else {
        return TextStyle::Plain;
    };
    if text.end == 0 {
        return TextStyle::Plain;
    }
    let head = before.trim_end();
    if head.len() < before.len() && before[head.len()..].contains('\n') {
        let line = line_of(source, head.len());
        let sign = source[line.clone()].trim_end_matches(|sign: char| "+-123456789".contains(sign));
        match sign.chars().next_back() {
            Some('>') => return TextStyle::Folded(line.start + sign.len() - 1),
            Some('|') => return TextStyle::Plain,
            _ => {}
        }
    }
    if written.starts_with(['"', '\'']) {
        return match written.contains('\n') {
            true => TextStyle::QuotedLines,
            false => TextStyle::Plain,
        };
    }
    let rest = source[text.end..].split('\n').next().unwrap_or("");
    let comment = rest.trim_start();
    match comment.starts_with('#') && comment.len() < rest.len() {
        true => {
            let start = text.end + rest.len() - comment.len();
            TextStyle::Commented(start..start + comment.trim_end().len())
        }
        false => TextStyle::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Entries;

    fn style(source: &str) -> TextStyle {
        let texts: Entries<At<String>> = serde_yaml::from_str(source).expect("it is YAML");
        text_style(source, &texts.0[0].1)
    }

    #[test]
    fn what_yaml_does_to_lines_is_known() {
        assert_eq!(style("a: |\n  b\n  c\n"), TextStyle::Plain);
        assert_eq!(style("a: |- # note\n  \"b\"\n"), TextStyle::Plain);
        assert_eq!(style("a: >\n  # b\n  c\n"), TextStyle::Folded(3));
        assert_eq!(style("a: >-  # note\n\n  b\n  c\n"), TextStyle::Folded(3));
        assert_eq!(style("a: \"b\n  c\"\n"), TextStyle::QuotedLines);
        assert_eq!(style("a: \"b # c\"\n"), TextStyle::Plain);
        assert_eq!(style("a: b # c\n"), TextStyle::Commented(5..8));
        assert_eq!(style("a: b\n  c\n"), TextStyle::Plain);
        assert_eq!(style("a:\n  b > # c\n"), TextStyle::Commented(9..12));
    }
}
