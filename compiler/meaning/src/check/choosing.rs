//! `choosing NAME from SET by WHO "prompt"` in a gate: made from what the language has anyway.
//!
//! The condition asks last whether the set has a member, and the body stands within a `choose` from the same set. So
//! nothing behind the checker knows the clause. The set is checked twice, once for each, and what is wrong with it is
//! told once.

use super::Compiler;
use super::rule::Shape;
use super::scope::Scope;
use cardwright_bytecode::Ty;
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Block, Choosing, Gate, Name, SetQuestion, Span, Statement, When};
use cardwright_trees::{self as tree, ExprKind};
use std::collections::BTreeSet;

impl Compiler<'_> {
    /// The condition of a gate, and that there is something to choose from.
    pub(super) fn open(&mut self, scope: &mut Scope, gate: &Gate, when: &When) -> Option<tree::Expr> {
        let condition = self.when(scope, when);
        let Some(choosing) = &gate.choosing else {
            return condition;
        };
        let asked = Span {
            start: choosing.span.start,
            end: choosing.from.span.end,
        };
        let any = self.question(scope, SetQuestion::Any, &choosing.from, asked);
        let When::If(written) = when else {
            return any;
        };
        let (condition, any) = condition.zip(any)?;
        let whole = Span {
            start: written.span.start,
            ..asked
        };
        let both = ExprKind::And(Box::new(condition), Box::new(any));
        Some(self.node(Ty::BOOL, both, whole))
    }

    /// The body within the choice that its gate names.
    pub(super) fn within_choice(
        &mut self,
        gate: &Gate,
        shape: &Shape,
        is_option: bool,
        body: &Block,
    ) -> Option<Block> {
        let choosing = gate.choosing.as_ref()?;
        let by = self.chooser(choosing, gate, shape, is_option);
        let choose = ast::StatementKind::Choose {
            many: None,
            ordered: false,
            name: choosing.name.clone(),
            from: choosing.from.clone(),
            by,
            prompt: choosing.prompt.clone(),
            optional: false,
            secret: false,
            body: body.clone(),
            otherwise: None,
        };
        Some(Block {
            span: body.span,
            statements: vec![Statement {
                span: choosing.span,
                kind: choose,
            }],
        })
    }

    /// The player who chooses: the one that the clause names, else whoever decides about the rule, as `may`
    /// asks him.
    fn chooser(&mut self, choosing: &Choosing, gate: &Gate, shape: &Shape, is_option: bool) -> ast::Expr {
        let span = choosing.span;
        let may = gate.may.as_ref();
        let named = choosing.by.as_ref().or(may.and_then(|may| may.by.as_ref()));
        if let Some(by) = named {
            return by.clone();
        }
        if shape.has_owner() && !is_option {
            return who_decides(span);
        }
        // A `may` that names nobody is told by itself.
        if may.is_none() || is_option {
            let message = match is_option {
                true => "this does not say who chooses: an option can be offered to any player",
                false => "this does not say who chooses",
            };
            let set = choosing.from.span;
            let help = "write `by` and a player after the set, for example `by controller of actor`";
            self.report(codes::NO_DECIDER, set, message).help = Some(help.to_owned());
        }
        let kind = ast::ExprKind::Nobody;
        ast::Expr { span, kind }
    }

    /// Forgets what was told since `again` of places of which the same was told since `first`.
    pub(super) fn told_once(&mut self, first: usize, again: usize) {
        let told: BTreeSet<_> = self.diagnostics[first..again]
            .iter()
            .map(|one| (one.code.id, one.place))
            .collect();
        let mut at = 0;
        self.diagnostics.retain(|one| {
            at += 1;
            at <= again || !told.contains(&(one.code.id, one.place))
        });
    }
}

/// `controller of here`
pub(super) fn who_decides(span: Span) -> ast::Expr {
    let name = |text: &str| Name {
        text: text.to_owned(),
        span,
    };
    let here = ast::Expr {
        span,
        kind: ast::ExprKind::Name("here".to_owned()),
    };
    let kind = ast::ExprKind::Of(name("controller"), Box::new(here));
    ast::Expr { span, kind }
}
