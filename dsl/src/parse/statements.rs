//! Statements and blocks.

use super::Rule;
use super::builder::{Builder, Parts, only};
use super::nodes::Pair;
use crate::ast::{
    Block, ChoosePlace, Expr, Many, Moment, Pattern, Quoted, Region, Span, Statement, StatementKind, Target,
    Until, When, Window,
};

impl Builder<'_> {
    pub(super) fn block(&self, pair: Pair<'_>) -> Block {
        let span = self.span(pair);
        Block {
            span,
            statements: Parts::of(pair)
                .map(|statement| self.statement(statement))
                .collect(),
        }
    }

    pub(super) fn statement(&self, pair: Pair<'_>) -> Statement {
        let span = self.span(pair);
        let inner = only(pair);
        let rule = inner.as_rule();
        if rule == Rule::turn_statement {
            let kind = StatementKind::Turn(self.turn(span, Parts::of(inner)));
            return Statement { span, kind };
        }
        if rule == Rule::create {
            let kind = StatementKind::Create(self.create(span, Parts::of(inner)));
            return Statement { span, kind };
        }
        Statement {
            span,
            kind: self.statement_kind(rule, Parts::of(inner)),
        }
    }

    fn statement_kind(&self, rule: Rule, mut parts: Parts<'_>) -> StatementKind {
        let parts = &mut parts;
        match rule {
            Rule::let_statement => StatementKind::Let {
                name: self.name(parts.part()),
                value: self.assigned(parts.part()),
            },
            Rule::set_statement => StatementKind::Set {
                target: self.target(parts.part()),
                value: self.assigned(parts.part()),
            },
            Rule::add_statement => {
                let value = self.expr(parts.part());
                StatementKind::Add {
                    target: self.target(parts.part()),
                    value,
                }
            }
            Rule::give_statement => StatementKind::Give {
                amount: self.amount(parts.part()),
                token: self.name(parts.part()),
                to: self.expr(parts.part()),
            },
            Rule::take_statement => self.take_statement(parts),

            Rule::if_statement => self.if_statement(parts),
            Rule::for_statement => StatementKind::ForEach {
                name: self.name(parts.part()),
                set: self.expr(parts.part()),
                order: parts.maybe(Rule::chosen_order).map(|order| {
                    let mut parts = Parts::of(order);
                    (self.expr(parts.part()), self.phrase(parts.part()))
                }),
                body: self.block(parts.part()),
            },
            Rule::repeat_statement => StatementKind::Repeat {
                times: self.expr(parts.part()),
                body: self.block(parts.part()),
            },
            Rule::choose_one
            | Rule::choose_some
            | Rule::choose_place
            | Rule::choose
            | Rule::may_statement => self.decision(rule, parts),
            _ => self.action(rule, parts),
        }
    }

    fn take_statement(&self, parts: &mut Parts<'_>) -> StatementKind {
        let amount = parts.maybe(Rule::amount).map(|amount| self.amount(amount));
        match (amount, parts.maybe(Rule::target)) {
            (Some(value), Some(target)) => StatementKind::Remove {
                value,
                target: self.target(target),
            },
            (amount, _) => StatementKind::Take {
                amount,
                token: self.name(parts.part()),
                from: self.expr(parts.part()),
            },
        }
    }

    fn if_statement(&self, parts: &mut Parts<'_>) -> StatementKind {
        let condition = self.expr(parts.part());
        let then = self.block(parts.part());
        StatementKind::If {
            condition,
            then,
            otherwise: parts.next().map(|branch| self.else_branch(branch)),
        }
    }

    /// The branch after `else`: a block, or a block whose only statement is another `if`.
    fn else_branch(&self, pair: Pair<'_>) -> Block {
        if pair.as_rule() == Rule::block {
            return self.block(pair);
        }
        let span = self.span(pair);
        let kind = self.if_statement(&mut Parts::of(pair));
        Block {
            span,
            statements: vec![Statement { span, kind }],
        }
    }

    /// Statements that ask somebody.
    fn decision(&self, rule: Rule, parts: &mut Parts<'_>) -> StatementKind {
        match rule {
            Rule::choose_one => StatementKind::ChooseOne {
                by: self.expr(parts.part()),
                prompt: self.phrase(parts.part()),
                branches: parts.map(|branch| self.branch(branch)).collect(),
            },
            Rule::choose_place => StatementKind::ChoosePlace(Box::new(self.choose_place(parts))),
            Rule::may_statement => StatementKind::May {
                by: self.expr(parts.part()),
                prompt: self.phrase(parts.part()),
                body: self.block(parts.part()),
                otherwise: self.otherwise(parts),
            },
            _ => StatementKind::Choose {
                many: self.many(parts),
                name: self.name(parts.part()),
                from: self.expr(parts.part()),
                ordered: parts.has(Rule::in_order),
                by: self.expr(parts.part()),
                prompt: self.phrase(parts.part()),
                optional: parts.has(Rule::or_none),
                secret: parts.has(Rule::secretly),
                body: self.block(parts.part()),
                otherwise: self.otherwise(parts),
            },
        }
    }

    fn choose_place(&self, parts: &mut Parts<'_>) -> ChoosePlace {
        ChoosePlace {
            name: self.name(parts.part()),
            piece: self.expr(parts.part()),
            region: self.region(parts.part()),
            facing: self.facing(parts.part()),
            test: self.clause(parts, Rule::where_clause),
            by: self.expr(parts.part()),
            prompt: self.phrase(parts.part()),
            optional: parts.has(Rule::or_none),
            body: self.block(parts.part()),
            otherwise: self.block(only(parts.part())),
        }
    }

    fn region(&self, pair: Pair<'_>) -> Region {
        let is_within = pair.as_rule() == Rule::within;
        let mut parts = Parts::of(pair);
        if parts.has(Rule::whole_table) {
            return Region::Table;
        }
        if is_within {
            let distance = self.amount(parts.part());
            return Region::Within(Box::new([distance, self.expr(parts.part())]));
        }
        let mut parts = Parts::of(parts.part());
        let mut side = || self.expr(parts.part());
        Region::Inside(Box::new([side(), side(), side(), side()]))
    }

    fn facing(&self, pair: Pair<'_>) -> (Span, Option<Expr>) {
        let span = self.span(pair);
        let way = only(pair);
        (span, (way.as_rule() == Rule::expr).then(|| self.expr(way)))
    }

    fn many(&self, parts: &mut Parts<'_>) -> Option<Many> {
        if let Some(most) = parts.maybe(Rule::expr) {
            return Some(Many::UpTo(self.expr(most)));
        }
        if parts.has(Rule::any_number) {
            return Some(Many::AnyNumber);
        }
        let count = parts.maybe(Rule::exactly)?;
        Some(Many::Exactly(self.amount(count)))
    }

    fn branch(&self, pair: Pair<'_>) -> (Quoted, When, Block) {
        let mut parts = Parts::of(pair);
        (
            self.quoted(parts.part()),
            self.when(parts.part()),
            self.block(parts.part()),
        )
    }

    /// Statements without a block.
    fn action(&self, rule: Rule, parts: &mut Parts<'_>) -> StatementKind {
        match rule {
            Rule::run_statement => StatementKind::Run {
                procedure: self.name(parts.part()),
                args: self.maybe_args(parts),
            },
            Rule::offer_statement => StatementKind::Offer {
                offer: self.name(parts.part()),
                args: self.maybe_args(parts),
                to: self.expr(parts.part()),
                most: self.clause(parts, Rule::offer_times),
            },
            Rule::start_statement => StatementKind::Start {
                effect: self.name(parts.part()),
                args: self.maybe_args(parts),
                until: parts.maybe(Rule::until).map(|until| self.until(until)),
            },
            Rule::lasting_statement => self.lasting(parts),
            Rule::reveal_statement => StatementKind::Reveal {
                field: self.name(parts.part()),
                of: self.primary(parts.part()),
            },
            Rule::end_statement => StatementKind::End {
                outcome: self.name(parts.part()),
                winners: self.clause(parts, Rule::won_by),
            },
            Rule::finish_statement => StatementKind::Finish {
                name: self.name(parts.part()),
                pattern: parts.maybe(Rule::pattern).map(|pattern| self.pattern(pattern)),
            },
            Rule::break_statement => StatementKind::Break,
            Rule::stop_statement => StatementKind::Stop,
            _ => StatementKind::Call {
                call: self.name(parts.part()),
                args: self.maybe_args(parts),
            },
        }
    }

    fn lasting(&self, parts: &mut Parts<'_>) -> StatementKind {
        StatementKind::Lasting {
            until: parts.maybe(Rule::until).map(|until| self.until(until)),
            lasts: self.clause(parts, Rule::lasts),
            rules: parts.map(|rule| self.rule_item(rule)).collect(),
        }
    }

    fn until(&self, pair: Pair<'_>) -> Until {
        let mut parts = Parts::of(pair);
        let moment = self.moment(parts.part());
        let next = parts.has(Rule::next_run);
        let opens = self.opens(parts.part());
        Until {
            window: Window { moment, opens },
            next,
            times: parts
                .maybe(Rule::openings)
                .map(|openings| self.amount(only(openings))),
            when: self.clause(&mut parts, Rule::until_when),
            or: parts
                .many(Rule::or_until)
                .into_iter()
                .map(|other| self.until(other))
                .collect(),
        }
    }

    /// Arguments to compare with.
    pub(super) fn pattern(&self, pair: Pair<'_>) -> Pattern {
        let compared = |wild: Pair<'_>| {
            let inner = only(wild);
            (inner.as_rule() == Rule::expr).then(|| self.expr(inner))
        };
        Parts::of(pair).map(compared).collect()
    }

    pub(super) fn otherwise(&self, parts: &mut Parts<'_>) -> Option<Block> {
        parts
            .maybe(Rule::otherwise)
            .map(|otherwise| self.block(only(otherwise)))
    }

    fn target(&self, pair: Pair<'_>) -> Target {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.part());
        match parts.next() {
            Some(args) if args.as_rule() == Rule::args => Target::Entry(name, self.args(args)),
            Some(of) => Target::Field(name, self.primary(of)),
            None => Target::Variable(name),
        }
    }

    pub(super) fn moment(&self, pair: Pair<'_>) -> Moment {
        match self.text(pair) {
            "before" => Moment::Before,
            "at" => Moment::At,
            _ => Moment::After,
        }
    }
}
