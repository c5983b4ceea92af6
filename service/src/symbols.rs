//! The symbols of a file, as an outline, and those of a whole project, as a list to search.
//!
//! Both are read from the text, so that they are there while it is broken.

use crate::blocks::{Block, BlockSort, blocks};
use crate::place::Place;
use crate::workspace::Workspace;
use cardwright_dsl::ast::{Item, ItemKind, Moment, Name, Opens, Span, Window};
use std::ops::Range;

/// The most symbols that one search gives.
pub(crate) const MOST_SYMBOLS: usize = 500;

/// The longest name that is found by some of its letters.
const MOST_NAME: usize = 40;

/// The sort of thing that a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolSort {
    /// A document: a set, a system, a scenario, a case.
    Document,
    /// An entry of a document: a card, a piece.
    Entry,
    /// A row of a table.
    Row,
    /// A type of words.
    Words,
    /// A record, or a kind of piece or card.
    Kind,
    /// A token, die, deck or state.
    Thing,
    /// A define, value, permission or movement.
    Question,
    /// A procedure or offer.
    Procedure,
    /// A step of a procedure.
    Step,
    /// An effect.
    Effect,
    /// An outcome.
    Outcome,
    /// A rule.
    Rule,
}

/// A symbol: something that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Further words about it, shortly.
    pub detail: String,
    /// Its sort.
    pub sort: SymbolSort,
    /// The whole of its declaration.
    pub place: Place,
    /// The name in the declaration.
    pub name_place: Place,
    /// The symbols that it consists of.
    pub inside: Vec<Symbol>,
}

/// The symbols of a file, in the order of its text.
#[must_use]
pub fn file_symbols(workspace: &Workspace, name: &str) -> Vec<Symbol> {
    workspace
        .text(name)
        .map_or_else(Vec::new, |text| of_text(name, text))
}

/// The symbols of a project whose names have the letters of `asked` in their order; of many the first ones.
#[must_use]
pub fn project_symbols(workspace: &Workspace, asked: &str) -> Vec<Symbol> {
    let asked: Vec<char> = asked.chars().flat_map(char::to_lowercase).collect();
    let mut found = Vec::new();
    for (_, file) in workspace
        .project()
        .sources
        .iter()
        .filter(|(_, file)| file.is_read)
    {
        for symbol in of_text(&file.name, &file.text) {
            collect(symbol, &asked, &mut found);
        }
        if found.len() >= MOST_SYMBOLS {
            break;
        }
    }
    found.truncate(MOST_SYMBOLS);
    found
}

fn collect(mut symbol: Symbol, asked: &[char], found: &mut Vec<Symbol>) {
    let inside = std::mem::take(&mut symbol.inside);
    if symbol.sort != SymbolSort::Rule && has_in_order(&symbol.name, asked) {
        found.push(symbol);
    }
    inside.into_iter().for_each(|one| collect(one, asked, found));
}

fn has_in_order(name: &str, asked: &[char]) -> bool {
    // Sentences have all letters in any order.
    if name.len() > MOST_NAME {
        let asked: String = asked.iter().collect();
        return name.to_lowercase().contains(&asked);
    }
    let mut letters = name.chars().flat_map(char::to_lowercase);
    asked.iter().all(|wanted| letters.any(|letter| letter == *wanted))
}

fn of_text(name: &str, text: &str) -> Vec<Symbol> {
    let blocks = blocks(name, text);
    if name.ends_with(".cw") {
        return blocks.iter().flat_map(|block| of_block(name, block)).collect();
    }
    let mut symbols = entries(name, text, &blocks);
    for block in &blocks {
        let inside = of_block(name, block);
        put_inside(&mut symbols, block.bytes.start, inside);
    }
    symbols
}

/// Puts symbols into the innermost one around a byte.
fn put_inside(symbols: &mut Vec<Symbol>, at: usize, inside: Vec<Symbol>) {
    match symbols.iter_mut().rev().find(|one| one.place.touches(at)) {
        Some(around) => put_inside(&mut around.inside, at, inside),
        None => symbols.extend(inside),
    }
}

fn of_block(name: &str, block: &Block) -> Vec<Symbol> {
    match block.sort {
        BlockSort::Items => {
            let items = cardwright_dsl::parse_items(&block.text).0;
            items
                .iter()
                .filter_map(|item| of_item(name, block, item))
                .collect()
        }
        BlockSort::Statements => Vec::new(),
    }
}

/// A maker of the symbols of one block.
struct Maker<'a> {
    file: &'a str,
    block: &'a Block,
    whole: Span,
}

impl Maker<'_> {
    fn place(&self, span: Span) -> Place {
        Place::new(
            self.file,
            self.block.place(span.start)..self.block.place(span.end),
        )
    }

    fn named(&self, sort: SymbolSort, what: &str, name: &Name) -> Option<Symbol> {
        Some(Symbol {
            name: name.text.clone(),
            detail: what.to_owned(),
            sort,
            place: self.place(self.whole),
            name_place: self.place(name.span),
            inside: Vec::new(),
        })
    }

    fn rule(&self, head: String, at: Span) -> Option<Symbol> {
        Some(Symbol {
            name: head,
            detail: String::new(),
            sort: SymbolSort::Rule,
            place: self.place(self.whole),
            name_place: self.place(at),
            inside: Vec::new(),
        })
    }
}

fn of_item(file: &str, block: &Block, item: &Item) -> Option<Symbol> {
    use SymbolSort as Sort;
    let whole = item.span;
    let maker = Maker { file, block, whole };
    match &item.kind {
        ItemKind::Word { name, .. } => maker.named(Sort::Words, "word", name),
        ItemKind::Extend { name, .. } => maker.named(Sort::Words, "extend", name),
        ItemKind::Record { name, .. } => maker.named(Sort::Kind, "record", name),
        ItemKind::Board { shape, .. } => maker.named(Sort::Thing, "board", shape),
        ItemKind::Movement { name, .. } => maker.named(Sort::Question, "movement", name),
        ItemKind::Piece(decl) => maker.named(Sort::Kind, "piece", &decl.name),
        ItemKind::Card { decl, .. } => maker.named(Sort::Kind, "card", &decl.name),
        ItemKind::Player { .. } => maker.rule("player".to_owned(), whole),
        ItemKind::Token { name, .. } => maker.named(Sort::Thing, "token", name),
        ItemKind::Die { name, .. } => maker.named(Sort::Thing, "die", name),
        ItemKind::Deck { name } => maker.named(Sort::Thing, "deck", name),
        ItemKind::State { param, .. } => maker.named(Sort::Thing, "state", &param.name),
        ItemKind::Define { name, .. } => maker.named(Sort::Question, "define", name),
        ItemKind::Value { name, .. } => maker.named(Sort::Question, "value", name),
        ItemKind::Permission { name, .. } => maker.named(Sort::Question, "permission", name),
        ItemKind::Offer { name, .. } => maker.named(Sort::Procedure, "offer", name),
        ItemKind::Procedure { name, steps, .. } => {
            let mut symbol = maker.named(Sort::Procedure, "procedure", name)?;
            let steps = steps.iter().filter_map(|step| {
                let whole = step.span;
                Maker { file, block, whole }.named(Sort::Step, "step", &step.name)
            });
            symbol.inside = steps.collect();
            Some(symbol)
        }
        ItemKind::Effect { name, rules, .. } => {
            let mut symbol = maker.named(Sort::Effect, "effect", name)?;
            symbol.inside = rules
                .iter()
                .filter_map(|rule| of_item(file, block, rule))
                .collect();
            Some(symbol)
        }
        ItemKind::Outcome { name, .. } => maker.named(Sort::Outcome, "outcome", name),
        ItemKind::Refuse { why, .. } => maker.rule(why.text.clone(), why.span),
        ItemKind::Build { label, .. } => maker.rule(label.text.clone(), label.span),
        ItemKind::Trigger { windows, label, .. } => match label {
            Some(label) => maker.rule(label.text.clone(), label.span),
            None => maker.rule(windows.first().map_or_else(String::new, head), head_span(item)),
        },
        ItemKind::OfferOption { label, .. } => maker.rule(label.text.clone(), label.span),
        ItemKind::Modify { value, .. } => maker.rule(format!("modify {}", value.name.text), value.name.span),
        ItemKind::Replace { value, .. } => {
            maker.rule(format!("replace {}", value.name.text), value.name.span)
        }
        ItemKind::Permit {
            allow, permission, ..
        } => {
            let word = if *allow { "allow" } else { "forbid" };
            maker.rule(format!("{word} {}", permission.name.text), permission.name.span)
        }
        ItemKind::Lend { .. } => maker.rule("lend abilities".to_owned(), head_span(item)),
        ItemKind::Silence { .. } => maker.rule("silence".to_owned(), head_span(item)),
    }
}

/// The first letters of an item.
fn head_span(item: &Item) -> Span {
    let start = item.span.start;
    Span { start, end: start }
}

fn head(window: &Window) -> String {
    let moment = match window.moment {
        Moment::Before => "before",
        Moment::At => "at",
        Moment::After => "after",
        Moment::InsteadOf => "instead of",
    };
    match &window.opens {
        Opens::Run { procedure, step } => {
            let step = step
                .as_ref()
                .map_or_else(String::new, |step| format!(".{}", step.text));
            format!("{moment} {}{step}", procedure.text)
        }
        Opens::Change(change) => format!("{moment} a change of {}", change.whom.text),
    }
}

/// A line of a document with a key.
struct Line<'a> {
    at: usize,
    end: usize,
    column: usize,
    is_entry: bool,
    key: &'a str,
    value: Range<usize>,
}

/// The documents, entries and rows in a file, by its lines.
fn entries(name: &str, text: &str, blocks: &[Block]) -> Vec<Symbol> {
    let lines = keyed_lines(text, blocks);
    let Some(first) = lines.first() else {
        return Vec::new();
    };
    let last = lines.last().map_or(text.len(), |line| line.end);
    let mut whole = symbol(
        name,
        text,
        SymbolSort::Document,
        first,
        first.at..last.max(text.trim_end().len()),
    );
    whole.detail = first.key.to_owned();
    if name.starts_with("tests/") && first.key != "case" {
        let file = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".yaml");
        whole.name = file.replace('-', " ");
        "case".clone_into(&mut whole.detail);
    }
    let mut section = "";
    for (at, line) in lines.iter().enumerate() {
        if line.column == 0 && !line.is_entry {
            section = line.key;
        }
        let sort = match (line.key, line.is_entry) {
            ("id", true) => SymbolSort::Entry,
            (_, false) if section == "tables" && line.column > 2 => SymbolSort::Row,
            _ => continue,
        };
        let end = end_of(&lines, at, text);
        let mut one = symbol(name, text, sort, line, line.at..end);
        if sort == SymbolSort::Row {
            line.key.clone_into(&mut one.name);
        }
        section.clone_into(&mut one.detail);
        whole.inside.push(one);
    }
    vec![whole]
}

/// The end of an entry: before the next line that is not indented deeper.
fn end_of(lines: &[Line<'_>], at: usize, text: &str) -> usize {
    let Some(line) = lines.get(at) else {
        return text.len();
    };
    let next = lines.iter().skip(at + 1).find(|next| match next.is_entry {
        true => next.column <= line.column,
        false => next.column < line.column || next.column == line.column && !line.is_entry,
    });
    let end = next.map_or(text.len(), |next| next.at);
    let inside = text.get(line.at..end).unwrap_or_default();
    line.at + inside.trim_end().len()
}

fn symbol(file: &str, text: &str, sort: SymbolSort, line: &Line<'_>, bytes: Range<usize>) -> Symbol {
    let value = text.get(line.value.clone()).unwrap_or_default();
    let shown = if value.is_empty() { line.key } else { value };
    Symbol {
        name: shown.trim_matches(['"', '\'']).to_owned(),
        detail: String::new(),
        sort,
        place: Place::new(file, bytes),
        name_place: Place::new(file, line.value.clone()),
        inside: Vec::new(),
    }
}

fn keyed_lines<'t>(text: &'t str, blocks: &[Block]) -> Vec<Line<'t>> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let is_of_block = blocks
            .iter()
            .any(|block| (block.bytes.start..block.bytes.end).contains(&start));
        if !is_of_block {
            found.extend(keyed(start, line));
        }
    }
    found
}

fn keyed(at: usize, line: &str) -> Option<Line<'_>> {
    let bare = line.trim_start_matches([' ', '-', '{']);
    let column = line.len() - bare.len();
    let lead = line.get(..column)?;
    let (key, value) = bare.split_once(':')?;
    let is_key = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if key.is_empty()
        || !key.chars().all(is_key)
        || !value.starts_with([' ', '\n', '\r']) && !value.is_empty()
    {
        return None;
    }
    let skipped = value.len() - value.trim_start_matches(' ').len();
    let start = at + column + key.len() + 1 + skipped;
    let value = value.trim_start_matches(' ');
    let ends = if lead.contains('{') {
        &[',', '}', '#'][..]
    } else {
        &['#'][..]
    };
    let length = value.find(ends).unwrap_or(value.len());
    let value = value.get(..length).unwrap_or_default().trim_end();
    Some(Line {
        at: at + (lead.len() - lead.trim_start_matches(' ').len()),
        end: at + line.trim_end().len(),
        column,
        is_entry: lead.contains('-'),
        key,
        value: start..start + value.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::{MOST_NAME, MOST_SYMBOLS, has_in_order, of_text, project_symbols};
    use crate::tests::trial::sample;

    #[test]
    fn a_broken_document_has_an_outline() {
        let text =
            "set: a\ncards: [\n  - id: b\n    rules: |\n      modify x + 1 always\n  - { id: c, kind: d }\n";
        let all = of_text("cards/s/a.yaml", text);
        let names: Vec<&str> = all[0].inside.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["b", "c"]);
        assert_eq!(all[0].inside[0].inside[0].name, "modify x");
    }

    // Limit: MOST_NAME in service/src/symbols.rs
    #[test]
    fn sentences_are_found_by_their_words_alone() {
        let asked: Vec<char> = "ac".chars().collect();
        assert!(has_in_order(&format!("ab{}", "c".repeat(MOST_NAME - 2)), &asked));
        assert!(!has_in_order(&format!("ab{}", "c".repeat(MOST_NAME - 1)), &asked));
        assert!(has_in_order(&format!("ac{}", "c".repeat(MOST_NAME)), &asked));
    }

    // Limit: MOST_SYMBOLS in service/src/symbols.rs
    #[test]
    fn so_many_symbols_are_found_and_no_more() {
        let mut workspace = sample("good");
        let mut text = workspace
            .text("systems/sample/words.cw")
            .expect("the file is there")
            .to_owned();
        for number in 0..=MOST_SYMBOLS {
            text.push_str(&format!("token zzq{number} on goat\n"));
        }
        assert!(workspace.edit("systems/sample/words.cw", text));
        assert_eq!(project_symbols(&workspace, "zzq").len(), MOST_SYMBOLS);
        assert_eq!(project_symbols(&workspace, "zzq499").len(), 1);
    }
}
