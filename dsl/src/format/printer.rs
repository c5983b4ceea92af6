//! Writes lines: on one line if it fits, otherwise braces and gate clauses get lines of their own.

use super::comments::Comments;
use super::layout::{Braces, Inline, Line, Node};
use crate::parse::tokens::{Token, Tokens};

/// The longest line, unless one token is longer.
const WIDTH: usize = 100;
/// Spaces per level.
const INDENT: usize = 2;

/// The canonical text of these lines.
pub(super) fn print(tokens: &Tokens<'_>, lines: &[Line]) -> String {
    let comments = Comments::of(&tokens.all);
    let mut printer = Printer {
        source: tokens.source,
        tokens: &tokens.all,
        comments,
        out: String::with_capacity(tokens.source.len() + tokens.source.len() / 8),
        ended: true,
    };
    for (index, line) in lines.iter().enumerate() {
        printer.line(line, 0, index == 0);
    }
    printer.comments_before(tokens.all.len(), 0, lines.is_empty());
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer<'s> {
    source: &'s str,
    tokens: &'s [Token],
    comments: Comments,
    out: String,
    /// Whether nothing more may stand on the current line.
    ended: bool,
}

/// How a line that does not fit is broken.
#[derive(Clone, Copy)]
struct Broken {
    level: usize,
    /// Whether gate clauses, the body and `else` begin lines.
    clauses: bool,
}

impl Printer<'_> {
    /// A whole line with the comments before it.
    fn line(&mut self, line: &Line, level: usize, first: bool) {
        let Some(head) = first_token(line) else { return };
        let comments = self.comments_before(head, level, first);
        self.blank(head, first && !comments);
        self.new_line(level);
        match self.flat(line, true) {
            Some(text) if level * INDENT + text.chars().count() <= WIDTH => {
                self.out.push_str(&text);
                self.comment_after(last_token(line));
            }
            _ => self.broken(line, level),
        }
    }

    fn broken(&mut self, line: &Line, level: usize) {
        let body = line
            .iter()
            .position(|node| matches!(node, Node::Braces(braces) if !is_cost(braces)));
        let header = self.flat(&line[..body.unwrap_or(line.len())], true);
        let fits = header.is_some_and(|text| level * INDENT + text.chars().count() + 2 <= WIDTH);
        let clauses = !fits && line.iter().any(|node| matches!(node, Node::Clause));
        let broken = Broken { level, clauses };
        for (index, node) in line.iter().enumerate() {
            match node {
                Node::Word(token, space) => self.word(line, index, *token, *space, level),
                Node::Clause if clauses => self.new_line(level + 1),
                Node::Else if clauses => self.new_line(level),
                Node::Clause | Node::Else => {}
                Node::Braces(braces) => self.braces(braces, broken),
            }
        }
    }

    /// One token of a broken line, on a further line if what belongs to it no longer fits.
    fn word(&mut self, line: &[Node], index: usize, token: usize, space: bool, level: usize) {
        let is_head = index == 0;
        if !is_head {
            self.inner_comments(token, level + 2);
        }
        let is_else = index > 0 && matches!(line[index - 1], Node::Else);
        if self.ended {
            self.new_line(if is_else { level } else { level + 2 });
        } else if !is_head && self.may_break(line, index) && !self.has_room(&line[index..]) {
            self.new_line(level + 2);
        } else if space && !self.out.ends_with([' ', '\n']) {
            self.out.push(' ');
        }
        self.push(token);
    }

    /// Whether a long line may go on below from this token on.
    fn may_break(&self, line: &[Node], index: usize) -> bool {
        let Node::Word(token, _) = line[index] else {
            return false;
        };
        let after_comma = matches!(line[index - 1], Node::Word(before, _) if self.text(before) == ",");
        after_comma
            || ["and", "or", "then", "else", "where", "from", "to", "by", "won"].contains(&self.text(token))
    }

    /// Whether the tokens up to the next place for a break fit on the current line.
    fn has_room(&self, rest: &[Node]) -> bool {
        let mut width = self.column() + 1;
        for index in 0..rest.len() {
            let Node::Word(token, space) = rest[index] else {
                break;
            };
            if index > 0 && self.may_break(rest, index) {
                break;
            }
            width += self.text(token).chars().count() + usize::from(space && index > 0);
        }
        width <= WIDTH
    }

    fn braces(&mut self, braces: &Braces, broken: Broken) {
        let own_line = broken.clauses && !is_cost(braces) && !self.after_else();
        if self.ended || own_line || !self.comments.before(braces.open).is_empty() {
            self.inner_comments(braces.open, broken.level);
            self.new_line(broken.level);
        } else {
            self.out.push(' ');
        }
        if (is_cost(braces) || broken.clauses)
            && let Some(text) = self.flat_braces(braces)
            && self.column() + text.chars().count() <= WIDTH
        {
            self.out.push_str(&text);
            return self.comment_after(Some(braces.close));
        }
        self.tall_braces(
            braces,
            broken.level + usize::from(is_cost(braces) && broken.clauses),
        );
    }

    fn tall_braces(&mut self, braces: &Braces, level: usize) {
        self.push(braces.open);
        for (index, line) in braces.lines.iter().enumerate() {
            self.line(line, level + 1, index == 0);
        }
        self.comments_before(braces.close, level + 1, braces.lines.is_empty());
        self.new_line(level);
        self.push(braces.close);
    }

    /// The nodes on one line, if no comment or brace stands against it.
    fn flat(&self, nodes: &[Node], whole: bool) -> Option<String> {
        let mut text = String::new();
        for (index, node) in nodes.iter().enumerate() {
            let is_last = whole && index + 1 == nodes.len();
            match node {
                Node::Word(token, space) => {
                    self.is_free(*token, index == 0, is_last).then_some(())?;
                    text.push_str(if *space && !text.is_empty() { " " } else { "" });
                    text.push_str(self.text(*token));
                }
                Node::Braces(braces) => {
                    self.is_free(braces.open, false, false).then_some(())?;
                    self.is_free(braces.close, false, is_last).then_some(())?;
                    text.push(' ');
                    text.push_str(&self.flat_braces(braces)?);
                }
                Node::Clause | Node::Else => {}
            }
        }
        Some(text)
    }

    fn flat_braces(&self, braces: &Braces) -> Option<String> {
        let has_comment =
            self.comments.after(braces.open).is_some() || !self.comments.before(braces.close).is_empty();
        if has_comment || !may_be_flat(braces) {
            return None;
        }
        let gap = if let Inline::Always(spaces) = braces.inline {
            spaces
        } else {
            1
        };
        let mut text = String::from("{ ");
        for line in &braces.lines {
            let head = first_token(line)?;
            self.comments.before(head).is_empty().then_some(())?;
            text.push_str(&self.flat(line, false)?);
            text.push_str(&" ".repeat(gap));
        }
        text.truncate(text.trim_end().len());
        text.push_str(" }");
        Some(text)
    }

    /// Whether no comment stands at a token, but for places where one may.
    fn is_free(&self, token: usize, before_allowed: bool, after_allowed: bool) -> bool {
        (before_allowed || self.comments.before(token).is_empty())
            && (after_allowed || self.comments.after(token).is_none())
    }

    // ---- writing

    fn text(&self, token: usize) -> &str {
        self.tokens[token].text(self.source)
    }

    fn column(&self) -> usize {
        self.out[self.out.rfind('\n').map_or(0, |end| end + 1)..]
            .chars()
            .count()
    }

    fn after_else(&self) -> bool {
        self.out.ends_with("else")
    }

    fn push(&mut self, token: usize) {
        self.out.push_str(self.tokens[token].text(self.source));
        self.comment_after(Some(token));
    }

    /// Begins a line, unless the current one is empty.
    fn new_line(&mut self, level: usize) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.push_str(&" ".repeat(level * INDENT));
        self.ended = false;
    }

    /// Keeps a blank line before a token or comment, unless it is the first between its braces.
    fn blank(&mut self, token: usize, first: bool) {
        let wanted = self.tokens.get(token).is_some_and(|token| token.breaks > 1);
        if wanted && !first && !self.out.is_empty() {
            self.out.truncate(self.out.trim_end_matches([' ', '\n']).len());
            self.out.push_str("\n\n");
        }
    }

    /// The comments on lines of their own before a token; whether there were any.
    fn comments_before(&mut self, token: usize, level: usize, first: bool) -> bool {
        let comments = self.comments.before(token).to_vec();
        for (index, comment) in comments.iter().enumerate() {
            self.blank(*comment, first && index == 0);
            self.new_line(level);
            self.out.push_str(self.tokens[*comment].text(self.source));
            self.ended = true;
        }
        !comments.is_empty()
    }

    /// Comments between two tokens of one line.
    fn inner_comments(&mut self, token: usize, level: usize) {
        for comment in self.comments.before(token).to_vec() {
            self.new_line(level);
            self.out.push_str(self.tokens[comment].text(self.source));
            self.ended = true;
        }
    }

    fn comment_after(&mut self, token: Option<usize>) {
        if let Some(comment) = token.and_then(|token| self.comments.after(token)) {
            self.out.push_str("  ");
            self.out.push_str(self.tokens[comment].text(self.source));
            self.ended = true;
        }
    }
}

fn is_cost(braces: &Braces) -> bool {
    braces.inline == Inline::Cost
}

fn may_be_flat(braces: &Braces) -> bool {
    let has_braces = |line: &Line| line.iter().any(|node| matches!(node, Node::Braces(_)));
    match braces.inline {
        Inline::Always(_) | Inline::Cost => true,
        Inline::Short => braces.lines.len() <= 1 && !braces.lines.iter().any(has_braces),
        Inline::Never => braces.lines.is_empty(),
    }
}

fn first_token(nodes: &[Node]) -> Option<usize> {
    nodes.iter().find_map(|node| match node {
        Node::Word(token, _) => Some(*token),
        Node::Braces(braces) => Some(braces.open),
        Node::Clause | Node::Else => None,
    })
}

fn last_token(nodes: &[Node]) -> Option<usize> {
    nodes.iter().rev().find_map(|node| match node {
        Node::Word(token, _) => Some(*token),
        Node::Braces(braces) => Some(braces.close),
        Node::Clause | Node::Else => None,
    })
}
