//! Breaks of facts in documents: numbers, words and lists; and the comments there.
//!
//! Documents are read here by their lines: what a line begins are the deeper lines below it. A comment is about what begins
//! below it; one above the first key is about the whole document; if a blank line follows it is a heading, about all that
//! follows up to the next heading. Texts for people, ids and phrases are never broken.

use super::{Break, Found, FoundBreak};
use cardwright_documents::document::place_of;
use cardwright_documents::source::{FileId, Location};
use cardwright_dsl::breaks::BreakKind;
use std::collections::{BTreeMap, BTreeSet};

/// Keys whose values no game asks about.
const TEXTS: [&str; 22] = [
    "id", "kind", "name", "title", "note", "why", "sure", "reading", "system", "set", "map", "scenario",
    "library", "ledger", "main", "round", "score", "order", "of", "template", "stage", "colour",
];
/// Keys below which nothing is broken.
const SUBTREES: [&str; 6] = ["phrases", "readings", "uses", "names", "files", "shares"];
/// The number of other words that are tried for a word.
const OTHER_WORDS: usize = 2;

/// A line of a document.
struct Line<'s> {
    start: usize,
    text: &'s str,
    indent: usize,
    kind: LineKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Blank,
    Comment,
    /// A key, a member of a list, or what goes on with one.
    Plain,
    /// Inside a text of several lines.
    Text,
}

/// `key: value` as it stands in a line.
#[derive(Clone)]
struct Pair<'s> {
    key: &'s str,
    /// The first byte of the value, and the value itself.
    start: usize,
    value: &'s str,
}

impl Found<'_> {
    /// A YAML document: its rules, facts and comments.
    pub(super) fn document(&mut self, file: FileId) {
        for rules in rules_of(self, file) {
            self.scalar(file, &rules);
        }
        let text = self.project.sources.get(file).text.clone();
        let lines = lines(&text);
        self.facts(file, &lines);
        for (place, comment) in comments(&lines) {
            let (start, end) = place;
            let rules = self.rules_in(&comment);
            self.scope(Location { file, start, end }, rules);
        }
    }

    fn facts(&mut self, file: FileId, lines: &[Line<'_>]) {
        let pairs = pairs(lines);
        let mut words: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for pair in &pairs {
            if is_word(pair.value) {
                words.entry(pair.key).or_default().insert(pair.value);
            }
        }
        for pair in &pairs {
            let known = words.get(pair.key);
            for (start, end, with, kind) in breaks_of(pair, known) {
                let place = Location { file, start, end };
                self.breaks.push(FoundBreak {
                    way: Break { place, with, kind },
                    taken: 0,
                    of: None,
                    is_large: false,
                    is_fact: true,
                });
            }
        }
    }

    /// Finds the text of readings: rows of a record, one row, one field of these, or a die.
    pub(super) fn readings(&mut self) {
        let files = super::content_of(self.project, self.system);
        for reading in &self.system.doc.readings {
            let rules = self.rules_in(&reading.rules.join(" "));
            if rules.is_empty() {
                continue;
            }
            let (of, field) = match reading.of.value.split_once('.') {
                Some((of, field)) => (of, Some(field)),
                None => (reading.of.value.as_str(), None),
            };
            let dice = self.dice.iter().filter(|(name, _)| name == of);
            let mut places: Vec<Location> = dice.map(|(_, place)| *place).collect();
            for &file in &files {
                let source = self.project.sources.get(file);
                if !source.name.ends_with(".cw") {
                    let lines = lines(&source.text);
                    let found = places_of(&lines, of, field);
                    places.extend(found.map(|(start, end)| Location { file, start, end }));
                }
            }
            self.read.push((rules, places));
        }
    }
}

/// The texts of the language in a document. Those that overlays in force replace are not among them: nobody plays with them.
fn rules_of(found: &Found<'_>, file: FileId) -> Vec<cardwright_documents::document::At<String>> {
    let project = found.project;
    let mut rules = Vec::new();
    for set in project.sets.values().filter(|set| set.has(file)) {
        let all = set.doc.cards.iter().map(|card| &card.rules);
        let all = all.chain([&set.doc.rules]).flatten();
        rules.extend(all.filter(|one| place_of(set.file, *one).file == file).cloned());
    }
    for scenario in project.scenarios.iter().filter(|one| one.file == file) {
        rules.extend(scenario.doc.rules.clone());
    }
    rules
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    // The indentation of the key whose text of several lines goes on.
    let mut key: Option<usize> = None;
    for line in text.split('\n') {
        let code = line.trim_end();
        let indent = code.len() - code.trim_start().len();
        let is_inside = key.is_some_and(|key| code.is_empty() || indent > key);
        let kind = match code.trim_start().chars().next() {
            _ if is_inside => LineKind::Text,
            None => LineKind::Blank,
            Some('#') => LineKind::Comment,
            Some(_) => LineKind::Plain,
        };
        if !is_inside {
            let opens = [": |", ": >", ": |-", ": >-", ": |+", ": >+"];
            let is_open = kind == LineKind::Plain && opens.iter().any(|end| code.ends_with(end));
            // The keys of a member of a list stand behind its dash.
            let dash = if code.trim_start().starts_with("- ") { 2 } else { 0 };
            key = is_open.then_some(indent + dash);
        }
        found.push(Line {
            start,
            text: code,
            indent,
            kind,
        });
        start += line.len() + 1;
    }
    found
}

/// The comments of a document, each with what it is about.
fn comments(lines: &[Line<'_>]) -> Vec<((usize, usize), String)> {
    let mut found = Vec::new();
    let first = lines.iter().position(|line| line.kind == LineKind::Plain);
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        if line.kind == LineKind::Plain
            && let Some(comment) = behind(line.text)
        {
            found.push((below(lines, at), comment.to_owned()));
        }
        if line.kind != LineKind::Comment {
            at += 1;
            continue;
        }
        let mut next = at;
        let mut comment = String::new();
        while next < lines.len() && lines[next].kind == LineKind::Comment {
            comment.push_str(lines[next].text);
            comment.push('\n');
            next += 1;
        }
        let code = (next..lines.len()).find(|&at| lines[at].kind == LineKind::Plain);
        if let Some(code) = code {
            let about = match code {
                _ if Some(code) == first => (0, lines.last().map_or(0, |line| line.start + line.text.len())),
                _ if lines[next].kind == LineKind::Blank => part(lines, code, line.indent),
                _ => below(lines, code),
            };
            found.push((about, comment));
        }
        at = next;
    }
    found
}

/// A line with all that is deeper below it.
fn below(lines: &[Line<'_>], at: usize) -> (usize, usize) {
    let indent = lines[at].indent;
    let mut end = lines[at].start + lines[at].text.len();
    for line in &lines[at + 1..] {
        match line.kind {
            LineKind::Blank => continue,
            LineKind::Text => {}
            _ if line.indent <= indent => break,
            _ => {}
        }
        end = line.start + line.text.len();
    }
    (lines[at].start, end)
}

/// The part under a heading: all up to the next heading, or to where its level ends.
fn part(lines: &[Line<'_>], from: usize, level: usize) -> (usize, usize) {
    let mut end = lines[from].start;
    for (at, line) in lines.iter().enumerate().skip(from) {
        let after = || lines[at..].iter().find(|line| line.kind != LineKind::Comment);
        let is_heading = line.kind == LineKind::Comment
            && line.indent == level
            && after().is_none_or(|line| line.kind == LineKind::Blank);
        if is_heading || (line.kind == LineKind::Plain && line.indent < level) {
            break;
        }
        end = line.start + line.text.len();
    }
    (lines[from].start, end)
}

/// The comment behind what stands in a line.
fn behind(line: &str) -> Option<&str> {
    let mut quote = None;
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (Some(open), letter) if open == letter => quote = None,
            (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(letter),
            (None, '#') if before == ' ' => return Some(&line[at..]),
            _ => {}
        }
        before = letter;
    }
    None
}

/// All values of a document, but for those that no game asks about.
fn pairs<'s>(lines: &[Line<'s>]) -> Vec<Pair<'s>> {
    let mut found = Vec::new();
    // Below a key with this indentation nothing is broken.
    let mut passed_over: Option<usize> = None;
    for line in lines.iter().filter(|line| line.kind == LineKind::Plain) {
        if passed_over.is_some_and(|indent| line.indent > indent) {
            continue;
        }
        let key = line.text.trim_start().split(':').next().unwrap_or("");
        passed_over = SUBTREES.contains(&key).then_some(line.indent);
        if passed_over.is_none() {
            pairs_in(line, &mut found);
        }
    }
    found
}

fn pairs_in<'s>(line: &Line<'s>, found: &mut Vec<Pair<'s>>) {
    let text = match behind(line.text) {
        Some(comment) => &line.text[..line.text.len() - comment.len()],
        None => line.text,
    };
    let mut at = 0;
    while let Some(colon) = text[at..].find(':') {
        let colon = at + colon;
        at = colon + 1;
        let is_key_letter =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let key = text[..colon].rsplit(|letter| !is_key_letter(letter)).next();
        let key = key.unwrap_or("").trim_start_matches('-');
        let rest = text[at..].trim_start();
        if key.is_empty() || rest.len() == text[at..].len() {
            continue;
        }
        let start = text.len() - rest.len();
        let length = match rest.chars().next() {
            Some('[') => rest.find(']').map_or(0, |end| end + 1),
            Some('{') => 0,
            Some(quote @ ('"' | '\'')) => {
                at = start + 1 + rest[1..].find(quote).map_or(0, |end| end + 1);
                0
            }
            _ => rest.find([',', '}', ']']).unwrap_or(rest.len()),
        };
        let value = rest[..length].trim_end();
        at = at.max(start + length);
        if !value.is_empty() && !TEXTS.contains(&key) {
            found.push(Pair {
                key,
                start: line.start + start,
                value,
            });
        }
    }
}

fn is_word(value: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    value.starts_with(|letter: char| letter.is_ascii_lowercase()) && value.chars().all(is_letter)
}

type FactBreak = (usize, usize, String, BreakKind);

fn breaks_of(pair: &Pair<'_>, words: Option<&BTreeSet<&str>>) -> Vec<FactBreak> {
    let whole = |with: &str, kind| (pair.start, pair.start + pair.value.len(), with.to_owned(), kind);
    match pair.value {
        "yes" => vec![whole("no", BreakKind::Fixed)],
        "no" => vec![whole("yes", BreakKind::Fixed)],
        list if list.starts_with('[') => members(pair),
        word if is_word(word) => {
            let Some(words) = words else { return Vec::new() };
            let after = words.iter().filter(|other| **other > word);
            let before = words.iter().filter(|other| **other < word);
            let others = after.chain(before).take(OTHER_WORDS);
            others.map(|other| whole(other, BreakKind::Turned)).collect()
        }
        number => numbers(pair.start, number),
    }
}

/// Each member of a list is left out.
fn members(pair: &Pair<'_>) -> Vec<FactBreak> {
    let inner = &pair.value[1..pair.value.len() - 1];
    let mut found = Vec::new();
    let mut start = 0;
    for member in inner.split(',') {
        let end = start + member.len();
        // With the comma behind it, or that before the last one.
        let (from, to) = match (end < inner.len(), start > 0) {
            (true, _) => (start, end + 1),
            (false, true) => (start - 1, end),
            (false, false) => (start, end),
        };
        if !member.trim().is_empty() {
            let begin = pair.start + 1;
            found.push((begin + from, begin + to, String::new(), BreakKind::Part));
        }
        start = end + 1;
    }
    found
}

/// A number or measure is one more, or one less.
fn numbers(start: usize, value: &str) -> Vec<FactBreak> {
    let unsigned = value.strip_prefix('-').unwrap_or(value);
    let digits = unsigned.find(|letter: char| !letter.is_ascii_digit());
    let digits = &unsigned[..digits.unwrap_or(unsigned.len())];
    let Ok(number) = digits.parse::<i64>() else {
        return Vec::new();
    };
    let start = start + value.len() - unsigned.len();
    let put = |number: i64| (start, start + digits.len(), number.to_string(), BreakKind::Number);
    let less = (number > 0).then(|| put(number - 1));
    std::iter::once(put(number.saturating_add(1)))
        .chain(less)
        .collect()
}

/// The places in a document that declare the subject of a reading, as pairs of bytes.
fn places_of<'a>(
    lines: &'a [Line<'a>],
    of: &'a str,
    field: Option<&'a str>,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let begins = move |line: &Line<'_>| {
        let text = line.text.trim_start();
        let rest = text.strip_prefix("- id: ").unwrap_or(text);
        let rest = rest.strip_prefix(of);
        line.kind == LineKind::Plain && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    let found = lines.iter().enumerate().filter(move |(_, line)| begins(line));
    let places = found.map(|(at, _)| below(lines, at));
    let all = pairs(lines);
    places.flat_map(move |(start, end)| match field {
        None => vec![(start, end)],
        Some(field) => {
            let own = all.iter().filter(|pair| pair.key == field);
            let inside = own.filter(|pair| start <= pair.start && pair.start < end);
            inside
                .map(|pair| (pair.start, pair.start + pair.value.len()))
                .collect()
        }
    })
}
