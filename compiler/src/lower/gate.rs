//! The gate of an ability: condition, limit, leave, cost.
//!
//! What a cost asks for becomes part of the condition; paying it becomes the first part of the body. So a cost
//! that cannot be paid leaves nothing changed.

use super::builder::{Builder, Val};
use super::rule::Shape;
use super::{Compiler, small};
use crate::codes;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Gate, Limit};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Op, Ty};
use cardwright_dsl::ast::{self, CostItem, Expr, LimitClause, Name, Span, When};

/// How often at the most a `times per` can say.
const MOST_TIMES: i64 = 1000;

impl Compiler<'_> {
    /// Lowers a gate. `span` is the rule's head, for what is missing.
    pub(crate) fn gate(&mut self, gate: &ast::Gate, shape: &Shape, span: Span) -> Gate {
        let condition = self.gate_condition(gate, shape, span);
        let limit = gate.limit.as_ref().and_then(|limit| self.limit(limit, shape));
        let decider = gate
            .may
            .as_ref()
            .and_then(|may| may.by.as_ref())
            .map(|by| self.pure_of(shape, "decider", by, Ty::PLAYER));
        if gate.may.as_ref().is_some_and(|may| may.by.is_none()) && !shape.has_owner() {
            let at = gate.may.as_ref().map_or(span, |may| may.span);
            self.report(codes::NO_DECIDER, at, "nobody is named who may decide this")
                .help =
                Some("write `may by` and a player, for example `may by owner of attacker`".to_owned());
        }
        Gate {
            condition,
            limit,
            optional: gate.may.is_some(),
            decider,
        }
    }

    fn gate_condition(&mut self, gate: &ast::Gate, shape: &Shape, span: Span) -> FuncId {
        let mut b = self.rule_function(shape, "condition", FunctionClass::Pure, Ty::BOOL);
        let when = match &gate.when {
            Some(when) => self.when(&mut b, when),
            None => {
                self.report(codes::NO_CONDITION, span, "this rule does not say when")
                    .help = Some("write `when ...`, or `always` if there is no condition".to_owned());
                None
            }
        };
        let result = Val {
            reg: b.fresh(&[Ty::BOOL]),
            ty: Ty::BOOL,
        };
        if let Some(when) = when {
            b.emit(Op::Move, result.reg, when.reg, 0, 0);
        }
        let mut exits = Vec::new();
        self.refuse_double_costs(&gate.cost);
        for item in &gate.cost {
            exits.push(b.jump_if_not(result.reg));
            if let Some(payable) = self.payable(&mut b, item) {
                b.emit(Op::Move, result.reg, payable.reg, 0, 0);
            }
        }
        for exit in exits {
            b.arrive(exit);
        }
        self.add_function(b, Some(result), span)
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
                    "the cost has `{}` twice, and each item would be checked without the other",
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
    pub(crate) fn when(&mut self, b: &mut Builder, when: &When) -> Option<Val> {
        match when {
            When::If(condition) => self.typed(b, condition, Ty::BOOL),
            When::Always(_) => Some(self.constant(b, Ty::BOOL, 1)),
        }
    }

    /// Whether an item of a cost can be paid.
    fn payable(&mut self, b: &mut Builder, item: &CostItem) -> Option<Val> {
        match item {
            CostItem::Spend { amount, token, from } => {
                let amount = self.typed(b, amount, Ty::NUMBER);
                let subject = self.expr(b, from, None)?;
                let (_, cell) = self.token_cell(token, subject, from.span)?;
                let count = Val {
                    reg: b.temp(Ty::NUMBER),
                    ty: Ty::NUMBER,
                };
                b.emit_index(Op::Get, count.reg, subject.reg, 0, cell);
                Some(self.op(b, Op::Le, amount?, count, Ty::BOOL))
            }
            CostItem::Place { amount, token, on } => {
                let amount = self.typed(b, amount, Ty::NUMBER);
                let subject = self.expr(b, on, None)?;
                let (index, cell) = self.token_cell(token, subject, on.span)?;
                let Some(limit) = self.pack.tokens[index].limit else {
                    return Some(self.constant(b, Ty::BOOL, 1));
                };
                let count = Val {
                    reg: b.temp(Ty::NUMBER),
                    ty: Ty::NUMBER,
                };
                b.emit_index(Op::Get, count.reg, subject.reg, 0, cell);
                let after = self.op(b, Op::Add, count, amount?, Ty::NUMBER);
                let limit = self.constant(b, Ty::NUMBER, limit);
                Some(self.op(b, Op::Le, after, limit, Ty::BOOL))
            }
            CostItem::Discard { card } => {
                let card_val = self.typed(b, card, Ty::THING)?;
                Some(self.thing_call(b, Core::InPlay, card_val, Ty::BOOL))
            }
        }
    }

    /// Pays an item of a cost.
    pub(crate) fn pay(&mut self, b: &mut Builder, item: &CostItem) {
        match item {
            CostItem::Spend { amount, token, from } => {
                self.tokens(b, Op::Take, Some(amount), token, from);
            }
            CostItem::Place { amount, token, on } => {
                self.tokens(b, Op::Give, Some(amount), token, on);
            }
            CostItem::Discard { card } => {
                if let Some(card) = self.typed(b, card, Ty::THING) {
                    self.thing_call(b, Core::Remove, card, Ty::NOTHING);
                }
            }
        }
    }

    /// A core call with one entity.
    pub(crate) fn thing_call(&mut self, b: &mut Builder, call: Core, thing: Val, result: Ty) -> Val {
        let base = b.block(&[Ty::THING]);
        b.emit(Op::Move, base, thing.reg, 0, 0);
        let reg = b.temp(result);
        b.emit_index(Op::Core, reg, base, 0, call as usize);
        Val { reg, ty: result }
    }

    fn limit(&mut self, limit: &LimitClause, shape: &Shape) -> Option<Limit> {
        let per = if limit.per.text == "game" {
            None
        } else if let Some(sym) = self.names.procedures.get(&limit.per.text) {
            Some(small(sym.index))
        } else {
            let known: Vec<String> = self
                .names
                .procedures
                .names()
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
        let times = u16::try_from(limit.times.clamp(1, MOST_TIMES)).unwrap_or(1);
        Some(Limit { times, per, apart })
    }

    /// A pure function of a rule that gives one expression.
    pub(crate) fn pure_of(&mut self, shape: &Shape, what: &str, expr: &Expr, ty: Ty) -> FuncId {
        let mut b = self.rule_function(shape, what, FunctionClass::Pure, ty);
        let val = self.typed(&mut b, expr, ty);
        self.add_function(b, val, expr.span)
    }
}
