//! Lines, groups and braces, found in the grammar's pairs.

use crate::parse::{Builder, Children, Pair, Rule, is_word, some, tightness};

/// The nodes of one line, if they fit on it: an item, a step, a statement, a field.
pub(super) type Line = Vec<Node>;

/// A part of a line.
#[derive(Debug)]
pub(super) enum Node {
    /// A token, and whether a space stands before it.
    Word(usize, bool),
    /// Nodes that stay on one line if they fit; if not, the line is broken at each break of the group.
    Group(Vec<Node>),
    /// A break of a group: if the group is broken, the rest goes on a new line, one level deeper.
    Break,
    /// The end of a broken group: its closing bracket goes on a line of its own.
    Close,
    /// A clause of a gate; it gets a line of its own if the gate is long.
    Clause(Vec<Node>),
    /// `else` begins.
    Else,
    /// `{ ... }`
    Braces(Braces),
}

/// Braces and the lines between them.
#[derive(Debug)]
pub(super) struct Braces {
    /// The token `{`.
    pub(super) open: usize,
    /// The lines between the braces.
    pub(super) lines: Vec<Line>,
    /// The token `}`.
    pub(super) close: usize,
    /// The condition for standing on one line.
    pub(super) inline: Inline,
}

/// The condition under which braces stand on one line, if they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inline {
    /// With any number of parts, so many spaces between them.
    Always(usize),
    /// A gate's cost: on the gate's line.
    Cost,
    /// With at most one part, which has no braces itself.
    Short,
    /// Never, unless they are empty.
    Never,
}

/// The line of an item.
pub(super) fn line(builder: &Builder<'_>, pair: Pair<'_>) -> Line {
    let mut reader = Reader::new(builder);
    reader.read(pair, Rule::item);
    reader.line
}

struct Reader<'b, 't> {
    builder: &'b Builder<'t>,
    line: Line,
    /// Whether the next token stands close to the one before.
    tight: bool,
}

impl<'b, 't> Reader<'b, 't> {
    fn new(builder: &'b Builder<'t>) -> Reader<'b, 't> {
        Reader {
            builder,
            line: Vec::new(),
            tight: true,
        }
    }

    /// Adds the tokens of a pair. Those that are no part of its own belong to it.
    fn read(&mut self, pair: Pair<'_>, parent: Rule) {
        let kind = pair.as_rule();
        if pair.into_inner().is_empty() && is_word(kind) {
            return self.word(pair.range().start, parent);
        }
        if parent != Rule::gate && goes_on_below(kind) {
            self.line.push(Node::Break);
        }
        let from = self.line.len();
        match kind {
            Rule::expr => self.operation(&mut pair.into_inner(), 0),
            Rule::conditional => self.conditional(pair),
            _ => self.parts(pair),
        }
        if parent == Rule::gate {
            let clause = self.line.split_off(from);
            self.line.push(Node::Clause(clause));
        } else if is_group(kind) {
            self.group(from);
        }
    }

    fn parts(&mut self, pair: Pair<'_>) {
        let (kind, range) = (pair.as_rule(), pair.range());
        let mut next = range.start;
        let mut braces = None;
        for part in pair.into_inner() {
            let within = part.range();
            (next..within.start).for_each(|token| self.word(token, kind));
            next = within.end;
            match (part.as_rule(), &mut braces) {
                (Rule::p_open, _) => braces = Some((self.builder.place_among_all(within.start), Vec::new())),
                (Rule::p_close, found) => {
                    let Some((open, lines)) = found.take() else {
                        continue;
                    };
                    self.line.push(Node::Braces(Braces {
                        open,
                        lines,
                        close: self.builder.place_among_all(within.start),
                        inline: inline(kind),
                    }));
                    self.tight = false;
                }
                (_, Some((_, lines))) => lines.push(self.inner_line(part, kind)),
                (_, None) => self.read(part, kind),
            }
        }
        (next..range.end).for_each(|token| self.word(token, kind));
    }

    fn inner_line(&self, pair: Pair<'_>, parent: Rule) -> Line {
        let mut reader = Reader::new(self.builder);
        reader.read(pair, parent);
        reader.line
    }

    /// A value and what follows it, as long as the operators bind tighter than `than`: operands of operators that bind
    /// equally tightly stand beside one another, and the line is broken before each of these operators.
    fn operation(&mut self, parts: &mut Children<'_>, than: u8) {
        let from = self.line.len();
        self.operand(parts);
        while let Some(infix) = parts.peek().filter(|infix| self.tightness(*infix) > than) {
            let tightness = self.tightness(infix);
            self.group(from);
            while let Some(infix) = parts.peek().filter(|infix| self.tightness(*infix) == tightness) {
                parts.next();
                if matches!(infix.as_rule(), Rule::is_any | Rule::is_yours) {
                    self.parts(infix);
                    continue;
                }
                self.line.push(Node::Break);
                self.parts(infix);
                let operand = self.line.len();
                self.operation(parts, tightness);
                self.group(operand);
            }
        }
    }

    /// `if A then B else if C then D else E`: each condition with its answer beside the next ones.
    fn conditional(&mut self, pair: Pair<'_>) {
        let from = self.line.len();
        let mut is_last = false;
        // The word `if`.
        self.word(pair.range().start, Rule::conditional);
        for part in pair.into_inner() {
            if part.as_rule() == Rule::k_else {
                self.group(from);
                self.line.push(Node::Break);
                is_last = true;
            }
            match chained(part).filter(|_| is_last) {
                Some(next) => self.conditional(next),
                None => self.read(part, Rule::conditional),
            }
        }
    }

    fn tightness(&self, infix: Pair<'_>) -> u8 {
        match infix.as_rule() {
            Rule::is_any | Rule::is_yours => tightness::IS_ANY,
            _ => tightness::of(self.builder.operator(infix)),
        }
    }

    /// A value with the `not` and `-` before it.
    fn operand(&mut self, parts: &mut Children<'_>) {
        let first = some(parts.next());
        self.parts(first);
        if first.as_rule() != Rule::prefix {
            return;
        }
        let is_not = self.builder.token_text(first.range().start) == "not";
        let operand = self.line.len();
        self.operation(parts, if is_not { tightness::NOT } else { tightness::NEGATE });
        self.group(operand);
    }

    /// Makes what was read since then stay together as long as it fits.
    fn group(&mut self, from: usize) {
        let has_breaks = self.line[from..]
            .iter()
            .any(|node| matches!(node, Node::Break | Node::Close));
        if has_breaks {
            let group = self.line.split_off(from);
            self.line.push(Node::Group(group));
        }
    }

    /// Adds a token that belongs to a node of this rule.
    fn word(&mut self, token: usize, owner: Rule) {
        let text = self.builder.token_text(token);
        if text == "else" && matches!(owner, Rule::otherwise | Rule::if_statement) {
            self.line.push(Node::Else);
        }
        let is_bracket = has_brackets(owner);
        match text {
            ")" | "]" if is_bracket => self.line.push(Node::Close),
            _ if breaks_before(owner, text) => self.line.push(Node::Break),
            _ => {}
        }
        let is_close = matches!(text, ")" | "]" | "," | ":" | ".");
        let is_call = text == "(" && matches!(owner, Rule::args | Rule::pattern | Rule::about);
        self.line.push(Node::Word(
            self.builder.place_among_all(token),
            !(self.tight || is_close || is_call),
        ));
        self.tight = matches!(text, "(" | "[" | ".") || (text == "-" && owner == Rule::prefix);
        if (is_bracket && matches!(text, "(" | "[" | ",")) || breaks_after(owner, text) {
            self.line.push(Node::Break);
        }
    }
}

/// The conditional that is all of an expression.
fn chained(expr: Pair<'_>) -> Option<Pair<'_>> {
    let mut operands = expr.into_inner();
    let primary = operands.next().filter(|first| first.as_rule() == Rule::primary)?;
    let form = primary.into_inner().next()?;
    (operands.is_empty() && form.as_rule() == Rule::conditional).then_some(form)
}

/// Whether the parts between the brackets of this rule get lines of their own, if they do not fit on one.
fn has_brackets(owner: Rule) -> bool {
    matches!(
        owner,
        Rule::args
            | Rule::pattern
            | Rule::about
            | Rule::params
            | Rule::bounds
            | Rule::listed
            | Rule::parenthesised
    )
}

/// Whether a long line may go on below before this word.
fn breaks_before(owner: Rule, word: &str) -> bool {
    match owner {
        Rule::choose | Rule::choose_some | Rule::choosing => matches!(word, "from" | "by"),
        Rule::choose_place => word == "by",
        Rule::add_statement | Rule::give_statement | Rule::turn_statement => word == "to",
        Rule::take_statement | Rule::spend => word == "from",
        Rule::place => word == "on",
        Rule::pay => word == "if",
        Rule::for_statement => word == "in",
        Rule::start_statement => word == "until",
        Rule::offer_statement => word == "to",
        Rule::replace => word == "with",
        Rule::outcome_item => word == "won",
        Rule::conditional => word == "then",
        Rule::sorted => word == "by",
        Rule::fold | Rule::options => word == "for",
        _ => false,
    }
}

/// Whether a long line may go on below after this word or mark.
fn breaks_after(owner: Rule, mark: &str) -> bool {
    match owner {
        Rule::define_item | Rule::value_item | Rule::let_statement => mark == "=",
        Rule::set_statement => mark == "to",
        Rule::known_names | Rule::priority | Rule::net_least | Rule::net_most => mark == ",",
        Rule::at_least | Rule::at_most | Rule::wins | Rule::factors_last => mark == ",",
        _ => false,
    }
}

/// Whether a long line may go on below before a part of this rule.
fn goes_on_below(kind: Rule) -> bool {
    matches!(
        kind,
        Rule::when
            | Rule::until_when
            | Rule::refuse_when
            | Rule::or_until
            | Rule::chosen_order
            | Rule::to_least
            | Rule::to_most
            | Rule::where_clause
            | Rule::inside
            | Rule::within
            | Rule::facing
            | Rule::offer_times
            | Rule::won_by
            | Rule::priority
            | Rule::asks
            | Rule::tells
    )
}

/// Whether parts of this rule stay together as long as they fit.
fn is_group(kind: Rule) -> bool {
    matches!(
        kind,
        Rule::expr
            | Rule::conditional
            | Rule::all
            | Rule::members
            | Rule::fold
            | Rule::sorted
            | Rule::options
            | Rule::roll
            | Rule::until
            | Rule::priority
    ) || has_brackets(kind)
}

/// When the braces of this rule may stand on one line.
fn inline(kind: Rule) -> Inline {
    match kind {
        Rule::word_item | Rule::extend_word => Inline::Always(1),
        Rule::cost => Inline::Cost,
        Rule::record_item | Rule::extend_record | Rule::board_item | Rule::die_item => Inline::Always(2),
        Rule::procedure_item | Rule::movement_item | Rule::choose_one => Inline::Never,
        _ => Inline::Short,
    }
}
