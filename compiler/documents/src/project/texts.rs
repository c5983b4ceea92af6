//! Texts of the language as YAML writes them: what YAML does to a text before the language sees it must not change what it says.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::{At, Document};
use crate::scalar::{Scalar, Style};
use crate::source::{FileId, Location};
use cardwright_dsl::{parse_block, parse_expr, parse_items};
use std::ops::Range;

/// The sort of a text of the language.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Rules,
    Statements,
    Expression,
}

impl Sort {
    fn of_rules(text: &Option<At<String>>) -> Option<(Self, &At<String>)> {
        text.as_ref().map(|text| (Self::Rules, text))
    }

    /// Whether a text is a whole one of the language.
    fn reads(self, text: &str) -> bool {
        match self {
            Self::Rules => parse_items(text).1.is_empty(),
            Self::Statements => parse_block(text).1.is_empty(),
            Self::Expression => parse_expr(text).is_ok(),
        }
    }
}

/// The mistakes in the texts of the language in a document: those whose lines YAML joins, or of which it cuts off a part; in a file that
/// has no number yet.
pub(super) fn remarks(source: &str, document: &Document) -> Vec<Diagnostic> {
    let texts = texts(document).into_iter();
    let found = texts.filter_map(|(sort, text)| refusal(FileId::default(), source, sort, text));
    found.collect()
}

fn refusal(file: FileId, source: &str, sort: Sort, text: &At<String>) -> Option<Diagnostic> {
    let at = |bytes: Range<usize>| Location {
        file,
        start: bytes.start,
        end: bytes.end,
    };
    match Scalar::of(source, text).style {
        Style::Folded(sign) => {
            let message = "after `>`, YAML joins all lines into one, so a comment hides everything after it";
            let mut found = Diagnostic::new(codes::YAML, at(sign..sign + 1), message)
                .help("write `|` instead, which keeps the lines as they are");
            found.put("|", true);
            Some(found)
        }
        Style::Quoted => {
            let is_of_lines = source.get(text.start..text.end)?.contains(['\n', '\r']);
            is_of_lines.then(|| {
                let message = "in quotes, YAML joins all lines into one, so a comment hides everything \
                after it";
                Diagnostic::new(codes::YAML, at(text.start..text.end), message)
                    .help("write `|` instead of the quotes, and the lines of the text below it")
            })
        }
        Style::Plain => {
            let comment = comment_behind(source, text.end)?;
            let behind = source[comment.clone()].trim_start_matches('#');
            let whole = format!("{} {}", text.value, behind);
            let is_meant = !behind.trim().is_empty() && sort.reads(&text.value) && sort.reads(&whole);
            is_meant.then(|| {
                let message =
                    "a `#` begins a comment here, so the rest of the line does not belong to the rules";
                Diagnostic::new(codes::YAML, at(comment), message).help(
                    "if it belongs to the rules, remove the `#`; otherwise, write the comment on a \
                    separate line",
                )
            })
        }
        Style::Literal => None,
    }
}

/// The comment that follows in the line of a plain text, which ends at this byte.
fn comment_behind(source: &str, end: usize) -> Option<Range<usize>> {
    let rest = source.get(end..)?.split(['\n', '\r']).next().unwrap_or("");
    let comment = rest.trim_start_matches([' ', '\t']);
    let is_comment = comment.starts_with('#') && comment.len() < rest.len();
    let start = end + rest.len() - comment.len();
    is_comment.then(|| start..start + comment.trim_end().len())
}

/// The texts of the language in a document.
fn texts(document: &Document) -> Vec<(Sort, &At<String>)> {
    let rules = Sort::of_rules;
    match document {
        Document::CardSet(doc, _) => {
            let of_cards = doc.cards.iter().filter_map(|card| rules(&card.rules));
            rules(&doc.rules).into_iter().chain(of_cards).collect()
        }
        Document::Overlay(doc, _) => doc.cards.iter().filter_map(|card| rules(&card.rules)).collect(),
        Document::Scenario(doc) => rules(&doc.rules).into_iter().collect(),
        Document::Case(doc) => {
            let statements = doc.given.iter().chain([&doc.when]);
            let statements = statements.map(|text| (Sort::Statements, text));
            let expectations = doc.expectations().map(|text| (Sort::Expression, text));
            rules(&doc.rules)
                .into_iter()
                .chain(statements)
                .chain(expectations)
                .collect()
        }
        Document::Phrasebook(doc) => {
            let settings = doc.settings.0.iter().map(|(_, setting)| &setting.rule);
            let all = settings.chain([&doc.rules]);
            all.filter_map(rules).collect()
        }
        Document::System(_) | Document::Library(_) | Document::Map(_) | Document::Looks(_) => Vec::new(),
    }
}
