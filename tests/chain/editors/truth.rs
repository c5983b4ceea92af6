//! Which words of a text are names and which are words of the language, as the parser reads them.

use cardwright_dsl::ast::{Site, each_name};
use cardwright_dsl::parse_items;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The words outside of comments and texts: where each begins and how long it is (in UTF-16), and
/// whether it is one of the language.
pub(super) fn words(text: &str) -> Vec<Value> {
    let (mut items, faults) = parse_items(text);
    assert!(faults.is_empty(), "{faults:?}");
    let mut names = BTreeSet::new();
    each_name(&mut items, &mut |_, span, site| {
        // A name in brackets has their place, and `nobody` is called one where it wins.
        let in_brackets = text[span.start..].find(|letter| letter != '(').unwrap_or(0);
        if site != Site::Implied && &text[span.start..span.end] != "nobody" {
            names.insert(span.start + in_brackets);
        }
    });
    let (mut read, mut place, mut before) = (0, 0, "");
    let told = spans(text).into_iter().map(|(start, end)| {
        let word = &text[start..end];
        let is_label = text[end..].trim_start().starts_with(':');
        // The form of a board is no name to the parser: it is one of the core's.
        let is_name = is_label || before == "board" || names.contains(&start);
        place += utf16(&text[read..start]);
        (read, before) = (start, word);
        json!([place, utf16(word), !is_name])
    });
    told.collect()
}

fn utf16(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The words outside of comments and texts; a name with its owner is one.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let until = |belongs: &dyn Fn(u8) -> bool| {
            let rest = &bytes[at + 1..];
            at + 1 + rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len())
        };
        at = match bytes[at] {
            b'#' => until(&|byte| byte != b'\n'),
            b'"' => until(&|byte| byte != b'"') + 1,
            b'a'..=b'z' => {
                let mut end = until(&|byte| {
                    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'/'
                });
                while bytes[end - 1] == b'-' || bytes[end - 1] == b'/' {
                    end -= 1;
                }
                found.push((at, end));
                end
            }
            _ => at + 1,
        };
    }
    found
}
