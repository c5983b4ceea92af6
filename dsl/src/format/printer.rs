//! Writes lines: on one line if it fits, otherwise broken from the outside in. Braces and gate clauses get lines of
//! their own first, then clauses of a statement, then operands of the operator that binds loosest, last arguments.

use super::comments::Comments;
use super::layout::{Braces, Inline, Line, Node};
use crate::parse::tokens::{Token, Tokens};

/// Spaces per level.
const INDENT: usize = 2;

/// The canonical text of these lines, none longer than the width unless one token is.
pub(super) fn print(tokens: &Tokens<'_>, lines: &[Line], width: usize) -> String {
    let comments = Comments::of(&tokens.all);
    let mut printer = Printer {
        source: tokens.source,
        tokens: &tokens.all,
        comments,
        out: String::with_capacity(tokens.source.len() + tokens.source.len() / 8),
        ended: true,
        begun: None,
        width,
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
    /// The token before which the comments are written already.
    begun: Option<usize>,
    /// The longest line.
    width: usize,
}

/// Nodes beside one another, and how they are written.
#[derive(Clone, Copy)]
struct Layout {
    /// The level of the line on which they begin.
    level: usize,
    /// Whether they get their breaks.
    broken: bool,
    /// How much must have room after them on their last line.
    after: usize,
    /// Whether all groups stand deeper; otherwise only those after the first break.
    operands: bool,
}

impl Printer<'_> {
    /// A whole line with the comments before it.
    fn line(&mut self, line: &Line, level: usize, first: bool) {
        let Some(head) = first_token(line) else { return };
        let comments = self.comments_before(head, level, first);
        self.blank(head, first && !comments);
        self.new_line(level);
        match self.flat(line, true) {
            Some(text) if self.has_room(&text, 0) => {
                self.out.push_str(&text);
                self.comment_after(last_token(line));
            }
            _ => {
                self.begun = Some(head);
                self.broken(line, level);
            }
        }
    }

    /// A line with braces, each with what stands before them; or one that is too long.
    fn broken(&mut self, mut line: &[Node], level: usize) {
        let mut clauses = false;
        while !line.is_empty() {
            let body = line
                .iter()
                .position(|node| matches!(node, Node::Braces(braces) if !is_cost(braces)));
            let (header, rest) = line.split_at(body.unwrap_or(line.len()));
            let after = if body.is_some() { 2 } else { 0 };
            let fits = self
                .flat(header, true)
                .is_some_and(|text| self.has_room(&text, after));
            clauses |= !fits && header.iter().any(|node| matches!(node, Node::Clause(_)));
            self.header(header, level, !fits, clauses);
            if let [Node::Braces(braces), ..] = rest {
                self.braces(braces, level, !fits || clauses);
            }
            line = rest.get(1..).unwrap_or_default();
        }
    }

    /// Prints the header of a line: all that stands before its braces, or the whole line if it has none.
    fn header(&mut self, header: &[Node], level: usize, broken: bool, clauses: bool) {
        let mut header = header;
        if let [Node::Else, rest @ ..] = header {
            header = rest;
            let Some(head) = first_token(rest) else { return };
            self.inner_comments(head, level);
            self.begun = Some(head);
            if clauses || self.ended {
                self.new_line(level);
            }
        }
        self.nodes(
            header,
            Layout {
                level,
                broken,
                after: 0,
                operands: false,
            },
        );
    }

    fn nodes(&mut self, nodes: &[Node], layout: Layout) {
        let level = layout.level;
        let mut deeper = layout.operands && nodes.iter().any(|node| matches!(node, Node::Break));
        for (index, node) in nodes.iter().enumerate() {
            match node {
                Node::Word(token, space) => self.word(*token, *space, level),
                Node::Break if layout.broken => {
                    self.new_line(level + 1);
                    deeper = true;
                }
                Node::Close if layout.broken => self.new_line(level),
                Node::Clause(clause) if layout.broken => {
                    if index == 0 || !self.goes_beside(&nodes[index - 1], clause) {
                        self.new_line(level + 1);
                    }
                    self.part(clause, level + 1, 0);
                }
                Node::Clause(clause) => self.nodes(clause, layout),
                Node::Group(group) if layout.broken => {
                    let after = self.lead(&nodes[index + 1..], layout);
                    self.part(group, level + usize::from(deeper), after);
                }
                Node::Group(group) => self.nodes(group, layout),
                Node::Braces(braces) => self.braces(braces, level, false),
                Node::Break | Node::Close | Node::Else => {}
            }
        }
    }

    /// Whether a clause of a gate stands on the line of the one before: `once per turn may cost { ... }`. What has to be
    /// true and what is chosen stand alone.
    fn goes_beside(&self, before: &Node, clause: &[Node]) -> bool {
        let is_short = |nodes: &[Node]| {
            first_token(nodes).is_some_and(|token| !matches!(self.text(token), "when" | "choosing"))
        };
        let Node::Clause(before) = before else {
            return false;
        };
        let is_free = first_token(clause).is_some_and(|token| self.comments.before(token).is_empty());
        let fits = || {
            self.flat(clause, true)
                .is_some_and(|text| self.has_room(&text, 0))
        };
        is_short(before) && is_short(clause) && is_free && !self.ended && fits()
    }

    /// A part of a broken line: on one line if it fits.
    fn part(&mut self, nodes: &[Node], level: usize, after: usize) {
        let broken = !self
            .flat(nodes, true)
            .is_some_and(|text| self.has_room(&text, after));
        self.nodes(
            nodes,
            Layout {
                level,
                broken,
                after,
                operands: true,
            },
        );
    }

    /// The width of what follows up to the next place where the line may be broken.
    fn lead(&self, nodes: &[Node], layout: Layout) -> usize {
        let (width, ended) = self.first_width(nodes);
        if ended { width } else { width + layout.after }
    }

    /// The width of these nodes up to the first break, and whether there is one.
    fn first_width(&self, nodes: &[Node]) -> (usize, bool) {
        let mut width = 0;
        for node in nodes {
            match node {
                Node::Word(token, space) => width += usize::from(*space) + self.text(*token).chars().count(),
                Node::Group(group) => {
                    let (part, ended) = self.first_width(group);
                    width += part;
                    if ended {
                        return (width, true);
                    }
                }
                _ => return (width, true),
            }
        }
        (width, false)
    }

    /// One token of a broken line; after a comment on a further line.
    fn word(&mut self, token: usize, space: bool, level: usize) {
        if self.begun.take() != Some(token) {
            self.inner_comments(token, level + 1);
        }
        if self.ended {
            self.new_line(level + 1);
        } else if space && !self.out.ends_with([' ', '\n']) {
            self.out.push(' ');
        }
        self.push(token);
    }

    fn braces(&mut self, braces: &Braces, level: usize, own_line: bool) {
        let own_line = own_line && !self.after_else();
        if self.ended || own_line || !self.comments.before(braces.open).is_empty() {
            self.inner_comments(braces.open, level);
            self.new_line(level);
        } else {
            self.out.push(' ');
        }
        if (is_cost(braces) || own_line)
            && let Some(text) = self.flat_braces(braces)
            && self.has_room(&text, 0)
        {
            self.out.push_str(&text);
            return self.comment_after(Some(braces.close));
        }
        self.tall_braces(braces, level);
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
        let edges = if whole {
            (first_token(nodes), last_token(nodes))
        } else {
            (None, None)
        };
        self.write_flat(nodes, edges, &mut text).then_some(text)
    }

    /// Writes the nodes on one line; whether that may be. No comment may stand before or after their tokens, but
    /// before the first and after the last of these edges.
    fn write_flat(&self, nodes: &[Node], edges: (Option<usize>, Option<usize>), text: &mut String) -> bool {
        nodes.iter().all(|node| match node {
            Node::Word(token, space) => {
                text.push_str(if *space && !text.is_empty() { " " } else { "" });
                text.push_str(self.text(*token));
                self.is_free(*token, edges)
            }
            Node::Group(nodes) | Node::Clause(nodes) => self.write_flat(nodes, edges, text),
            Node::Braces(braces) => {
                text.push(' ');
                let is_free = self.is_free(braces.open, edges) && self.is_free(braces.close, edges);
                let inner = self.flat_braces(braces).filter(|_| is_free);
                text.push_str(inner.as_deref().unwrap_or_default());
                inner.is_some()
            }
            Node::Break | Node::Close | Node::Else => true,
        })
    }

    fn flat_braces(&self, braces: &Braces) -> Option<String> {
        let has_comment =
            self.comments.after(braces.open).is_some() || !self.comments.before(braces.close).is_empty();
        if has_comment || !self.may_be_flat(braces) {
            return None;
        }
        let gap = match braces.inline {
            Inline::Always(spaces) => spaces,
            // Nothing else stands between the items.
            Inline::Cost => 2,
            Inline::Short | Inline::Never => 1,
        };
        let mut text = String::from("{ ");
        for line in &braces.lines {
            text.push_str(&self.flat(line, false)?);
            text.push_str(&" ".repeat(gap));
        }
        text.truncate(text.trim_end().len());
        text.push_str(" }");
        Some(text)
    }

    fn may_be_flat(&self, braces: &Braces) -> bool {
        let has_braces = |line: &Line| line.iter().any(|node| matches!(node, Node::Braces(_)));
        // An effect without a name is all that its rule does.
        let begins_effect = |line: &Line| first_token(line).is_some_and(|token| self.text(token) == "until");
        match braces.inline {
            Inline::Always(_) | Inline::Cost => true,
            Inline::Short => {
                braces.lines.len() <= 1
                    && braces
                        .lines
                        .iter()
                        .all(|line| !has_braces(line) || begins_effect(line))
            }
            Inline::Never => braces.lines.is_empty(),
        }
    }

    /// Whether no comment stands at a token, but before the first and after the last of these edges.
    fn is_free(&self, token: usize, (first, last): (Option<usize>, Option<usize>)) -> bool {
        (first == Some(token) || self.comments.before(token).is_empty())
            && (last == Some(token) || self.comments.after(token).is_none())
    }

    /// Whether a text and so much after it have room on the current line.
    fn has_room(&self, text: &str, after: usize) -> bool {
        let gap = usize::from(!self.out.ends_with([' ', '\n', '(', '[']) && !self.out.is_empty());
        self.column() + gap + text.chars().count() + after <= self.width
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

fn first_token(nodes: &[Node]) -> Option<usize> {
    nodes.iter().find_map(|node| match node {
        Node::Word(token, _) => Some(*token),
        Node::Group(nodes) | Node::Clause(nodes) => first_token(nodes),
        Node::Braces(braces) => Some(braces.open),
        Node::Break | Node::Close | Node::Else => None,
    })
}

fn last_token(nodes: &[Node]) -> Option<usize> {
    nodes.iter().rev().find_map(|node| match node {
        Node::Word(token, _) => Some(*token),
        Node::Group(nodes) | Node::Clause(nodes) => last_token(nodes),
        Node::Braces(braces) => Some(braces.close),
        Node::Break | Node::Close | Node::Else => None,
    })
}
