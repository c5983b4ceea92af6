//! The gate of an ability: condition, limit, leave, cost.
//!
//! The requirements of a cost become part of the condition; paying it becomes the first part of the body. So
//! a cost that cannot be paid leaves nothing changed.

use super::Compiler;
use super::rule::Shape;
use super::scope::Scope;
use super::uses::Meaning;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Gate, Id, Limit};
use cardwright_bytecode::registry::Core;
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, CostItem, Expr, LimitClause, Name, Span, When};
use cardwright_trees::{self as tree, ExprKind, Operation, Statement, StatementKind};

/// The largest number in `times per`.
const MOST_TIMES: i64 = 1000;

impl Compiler<'_> {
    /// A checked gate. `span` is the rule's head, for what is missing.
    /// A rule that stands instead of a step is open only while no other one was used: `replaces` is the slot that says so.
    pub(crate) fn gate(
        &mut self,
        gate: &ast::Gate,
        shape: &Shape,
        replaces: Option<usize>,
        span: Span,
    ) -> Gate {
        let condition = self.gate_condition(gate, shape, replaces, span);
        let limit = gate.limit.as_ref().and_then(|limit| self.limit(limit, shape));
        let decider = gate
            .may
            .as_ref()
            .and_then(|may| may.by.as_ref())
            .map(|by| self.pure_of(shape, "decider", by, Ty::PLAYER));
        if gate.may.as_ref().is_some_and(|may| may.by.is_none()) && !shape.has_owner() {
            let at = gate.may.as_ref().map_or(span, |may| may.span);
            self.report(codes::NO_DECIDER, at, "this does not say who decides")
                .help =
                Some("write `may by` and a player, for example `may by owner of attacker`".to_owned());
        }
        Gate {
            condition,
            limit,
            never_within: gate.never_within,
            optional: gate.may.is_some(),
            decider,
        }
    }

    fn gate_condition(
        &mut self,
        gate: &ast::Gate,
        shape: &Shape,
        replaces: Option<usize>,
        span: Span,
    ) -> FuncId {
        let mut scope = self.rule_scope(shape, "condition", FunctionClass::Pure, Ty::BOOL);
        let when = match &gate.when {
            Some(when) => self.open(&mut scope, gate, when),
            None => {
                self.report(
                    codes::NO_CONDITION,
                    span,
                    "this rule does not say when it applies",
                )
                .help = Some("write `when ...`, or `always` if there is no condition".to_owned());
                None
            }
        };
        let when = match shape.around() {
            Some(around) => when.map(|when| {
                let goes_on = self.node(Ty::BOOL, ExprKind::InRun(around.procedure), span);
                let kind = ExprKind::And(Box::new(goes_on), Box::new(when));
                self.node(Ty::BOOL, kind, span)
            }),
            None => when,
        };
        let when = match shape.which() {
            Some(which) => self
                .typed(&mut scope, which, Ty::BOOL)
                .zip(when)
                .map(|(which, when)| {
                    let kind = ExprKind::And(Box::new(which), Box::new(when));
                    self.node(Ty::BOOL, kind, span)
                }),
            None => when,
        };
        self.refuse_double_costs(&gate.cost);
        let free = replaces.map(|slot| {
            let replaced = self.node(Ty::BOOL, ExprKind::Slot(slot), span);
            self.node(Ty::BOOL, ExprKind::Not(Box::new(replaced)), span)
        });
        let mut condition = match (free, when) {
            (Some(free), Some(when)) => {
                let kind = ExprKind::And(Box::new(free), Box::new(when));
                Some(self.node(Ty::BOOL, kind, span))
            }
            (_, when) => when,
        };
        for item in &gate.cost {
            let payable = self.payable(&mut scope, item);
            condition = condition.zip(payable).map(|(rest, item)| {
                let kind = ExprKind::And(Box::new(rest), Box::new(item));
                self.node(Ty::BOOL, kind, span)
            });
        }
        let function = self.giving(scope, condition, span);
        self.add_function(function)
    }

    /// Each item of a cost is checked alone, so two that take from one heap could pass together and not be payable.
    fn refuse_double_costs(&mut self, cost: &[CostItem]) {
        let mut earlier: Vec<&Name> = Vec::new();
        for item in cost {
            let (CostItem::Spend { token, .. } | CostItem::Place { token, .. }) = item else {
                continue;
            };
            if let Some(other) = earlier.iter().find(|other| other.text == token.text) {
                let place = self.place(other.span);
                let message = format!(
                    "the cost has `{}` twice, and each item would be checked on its own",
                    token.text
                );
                let diagnostic = self.report(codes::COST, token.span, message);
                diagnostic
                    .related
                    .push((place, "the other one is here".to_owned()));
                diagnostic.help = Some("write one item with the whole number".to_owned());
            }
            earlier.push(token);
        }
    }

    /// `when` or `always` as a value.
    pub(crate) fn when(&mut self, scope: &mut Scope, when: &When) -> Option<tree::Expr> {
        match when {
            When::If(condition) => self.typed(scope, condition, Ty::BOOL),
            When::Always(span) => Some(self.constant(Ty::BOOL, 1, *span)),
        }
    }

    /// Whether an item of a cost can be paid.
    fn payable(&mut self, scope: &mut Scope, item: &CostItem) -> Option<tree::Expr> {
        match item {
            CostItem::Run { possible, .. } => self.typed(scope, possible, Ty::BOOL),
            CostItem::Spend { amount, token, from } => {
                let span = through(amount.span, from.span);
                let (amount, held, _) = self.counted(scope, amount, token, from)?;
                Some(self.operation(Operation::AtMost, amount, held, span))
            }
            CostItem::Place { amount, token, on } => {
                let span = through(amount.span, on.span);
                let (amount, held, index) = self.counted(scope, amount, token, on)?;
                let Some(limit) = self.pack.tokens[index].limit else {
                    return Some(self.constant(Ty::BOOL, 1, token.span));
                };
                let after = self.operation(Operation::Add, held, amount, token.span);
                let limit = self.constant(Ty::NUMBER, limit, token.span);
                Some(self.operation(Operation::AtMost, after, limit, span))
            }
            CostItem::Discard { card } => {
                let thing = self.typed(scope, card, Ty::THING)?;
                Some(self.thing_call(Core::InPlay, thing, Ty::BOOL, card.span))
            }
        }
    }

    /// An amount, how many tokens there are, and their sort.
    fn counted(
        &mut self,
        scope: &mut Scope,
        amount: &Expr,
        token: &Name,
        on: &Expr,
    ) -> Option<(tree::Expr, tree::Expr, usize)> {
        let amount = self.typed(scope, amount, Ty::NUMBER);
        let subject = self.expr(scope, on, None)?;
        let index = self.carried_token(token, subject.ty, on.span)?;
        let kind = ExprKind::Tokens(Box::new(subject), index);
        Some((amount?, self.node(Ty::NUMBER, kind, token.span), index))
    }

    /// Pays an item of a cost.
    pub(crate) fn payment(&mut self, scope: &mut Scope, item: &CostItem) -> Option<Statement> {
        let (kind, span) = match item {
            CostItem::Run { procedure, args, .. } => {
                (self.procedure_pays(scope, procedure, args)?, procedure.span)
            }
            CostItem::Spend { amount, token, from } => {
                let (amount, from, sort) = self.tokens(scope, Some(amount), (token, from), token.span)?;
                let kind = StatementKind::Take {
                    amount,
                    from,
                    token: sort,
                };
                (kind, token.span)
            }
            CostItem::Place { amount, token, on } => {
                let (amount, to, sort) = self.tokens(scope, Some(amount), (token, on), token.span)?;
                let kind = StatementKind::Give {
                    amount,
                    to,
                    token: sort,
                };
                (kind, token.span)
            }
            CostItem::Discard { card } => {
                let thing = self.typed(scope, card, Ty::THING)?;
                let call = self.thing_call(Core::Remove, thing, Ty::NOTHING, card.span);
                (StatementKind::Do(call), card.span)
            }
        };
        let place = self.place(span);
        Some(Statement { kind, place })
    }

    /// A cost that a procedure pays: if it was not paid as meant, nothing more of the ability happens.
    fn procedure_pays(
        &mut self,
        scope: &mut Scope,
        procedure: &Name,
        args: &[Expr],
    ) -> Option<StatementKind> {
        let span = procedure.span;
        let paid = self.run(scope, procedure, args, span)?;
        if paid.ty != Ty::BOOL {
            let message = format!("`{}` does not report whether the cost was paid", procedure.text);
            self.report(codes::COST, span, message).help = Some(format!(
                "declare it `procedure {} (...) gives paid: yes-no`",
                procedure.text
            ));
            return None;
        }
        let place = self.place(span);
        let stop = Statement {
            kind: StatementKind::Stop,
            place,
        };
        let unpaid = self.node(Ty::BOOL, ExprKind::Not(Box::new(paid)), span);
        Some(StatementKind::If {
            condition: unpaid,
            then: tree::Block {
                statements: vec![stop],
            },
            otherwise: None,
        })
    }

    fn limit(&mut self, limit: &LimitClause, shape: &Shape) -> Option<Limit> {
        let per = if limit.per.text == "game" {
            self.note(limit.per.span, None, |_| Some(Meaning::Own));
            None
        } else if let Some(index) = self.names.procedures.get(&limit.per.text).map(|sym| sym.index) {
            self.note_at(&limit.per, |names| names.procedures.place(&limit.per.text));
            Some(Id::at(index))
        } else {
            let known: Vec<String> = self
                .names
                .procedures
                .names()
                .filter(|name| *name != "game")
                .chain(["game"])
                .map(str::to_owned)
                .collect();
            self.unknown(codes::UNKNOWN_NAME, "procedure", &limit.per, &known);
            return None;
        };
        let apart = limit
            .apart
            .as_ref()
            .map(|apart| self.pure_of(shape, "limit", apart, Ty::THING));
        if limit.shared && !shape.has_owner() {
            self.report(
                codes::SHARED,
                limit.per.span,
                "only copies of a card or piece can share a limit",
            )
            .help = Some("remove `shared`: this rule exists only once".to_owned());
            return None;
        }
        let times = u16::try_from(limit.times).ok();
        let Some(times) = times.filter(|_| (1..=MOST_TIMES).contains(&limit.times)) else {
            let message = format!("a limit can be 1 to {MOST_TIMES} times, not {}", limit.times);
            self.report(codes::TOO_LARGE, limit.per.span, message).help =
                Some("if there is no limit, remove the clause".to_owned());
            return None;
        };
        Some(Limit {
            times,
            per,
            apart,
            shared: limit.shared,
        })
    }

    /// A pure function of a rule that gives one expression.
    pub(crate) fn pure_of(&mut self, shape: &Shape, what: &str, expr: &Expr, ty: Ty) -> FuncId {
        let mut scope = self.rule_scope(shape, what, FunctionClass::Pure, ty);
        let value = self.typed(&mut scope, expr, ty);
        let function = self.giving(scope, value, expr.span);
        self.add_function(function)
    }
}

/// From the start of one span to the end of another: a question about a cost is quoted with what it takes and from whom.
fn through(first: Span, last: Span) -> Span {
    Span {
        start: first.start,
        end: last.end,
    }
}
