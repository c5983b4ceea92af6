//! Modifiers and replacements of values.

use super::Compiler;
use super::given::Callable;
use super::names::{self, HookSym};
use super::rule::Shape;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{Adjustment, FuncId, FunctionClass, Id, RuleKind};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Item, ItemKind, Ruled, When};
use cardwright_trees::ExprKind;

/// The context of an amount: its rule, and the type that it must have.
struct Asked<'a> {
    shape: &'a Shape,
    item: &'a Item,
    ty: Ty,
}

impl Compiler<'_> {
    /// `modify VALUE + EXPR to at least EXPR when EXPR`
    pub(super) fn modify(&mut self, mut shape: Shape, item: &Item) -> Option<()> {
        let ItemKind::Modify {
            value,
            change: written,
            amount,
            least,
            most,
            when,
        } = &item.kind
        else {
            return None;
        };
        let (sym, condition) = self.changed(&mut shape, (value, when), item)?;
        let (result, value) = (self.pack.values[sym.index].result, &value.name);
        if !result.is_quantity() {
            let message = format!(
                "`{}` is a {}, and only a number can be modified",
                value.text,
                self.type_name(result)
            );
            self.report(codes::WRONG_TYPE, value.span, message).help =
                Some(format!("write `replace {} with ...`", value.text));
            return None;
        }
        let change = change_of(*written);
        let ty = if change.is_factor() { Ty::NUMBER } else { result };
        let asked = Asked {
            shape: &shape,
            item,
            ty,
        };
        let minus = *written == ast::Adjustment::Minus;
        let (amount, known) = self.amount_of(&asked, amount, minus);
        if let Some(known) = known.filter(|_| change == Adjustment::Add) {
            self.refuse_idle_bound(known, (least.as_ref(), most.as_ref()));
        }
        let asked = Asked { ty: result, ..asked };
        let [least, most] = [least, most].map(|bound| {
            let bound = bound.as_ref()?;
            Some(self.amount_of(&asked, bound, false).0)
        });
        let kind = RuleKind::Modify {
            value: Id::at(sym.index),
            change,
            condition,
            amount,
            least,
            most,
        };
        let name = self.rule_name(None, &shape, item);
        self.add_rule(&shape, name, kind, item);
        Some(())
    }

    /// `replace VALUE with EXPR when EXPR`
    pub(super) fn replace(
        &mut self,
        mut shape: Shape,
        about: (&Ruled, &When),
        with: &ast::Expr,
        item: &Item,
    ) -> Option<()> {
        let (sym, condition) = self.changed(&mut shape, about, item)?;
        let asked = Asked {
            shape: &shape,
            item,
            ty: self.pack.values[sym.index].result,
        };
        let kind = RuleKind::Modify {
            value: Id::at(sym.index),
            change: Adjustment::Replace,
            condition,
            amount: self.amount_of(&asked, with, false).0,
            least: None,
            most: None,
        };
        let name = self.rule_name(None, &shape, item);
        self.add_rule(&shape, name, kind, item);
        Some(())
    }

    /// The value that a rule changes, and when it does.
    fn changed(
        &mut self,
        shape: &mut Shape,
        (value, when): (&Ruled, &When),
        item: &Item,
    ) -> Option<(HookSym, FuncId)> {
        let sym = self.resolve(&names::VALUE, &value.name)?;
        let callable = Callable::Value(sym.index);
        let when = self.ruled(shape, (value, when), (&sym.params, callable))?;
        Some((sym, self.when_function(shape, &when, item.span)))
    }

    /// The function of an amount, and what it gives if that is known.
    fn amount_of(&mut self, asked: &Asked<'_>, written: &ast::Expr, minus: bool) -> (FuncId, Option<i64>) {
        let mut scope = self.rule_scope(asked.shape, "amount", FunctionClass::Pure, asked.ty);
        let mut amount = self.typed(&mut scope, written, asked.ty);
        if minus {
            amount = amount.map(|amount| self.negative(amount, written.span));
        }
        let known = amount.as_ref().and_then(|amount| match amount.kind {
            ExprKind::Constant(n) => Some(n),
            _ => None,
        });
        let function = self.giving(scope, amount, asked.item.span);
        (self.add_function(function), known)
    }

    /// A bound on the side to which the modifier never goes.
    fn refuse_idle_bound(&mut self, amount: i64, (least, most): (Option<&ast::Expr>, Option<&ast::Expr>)) {
        let (idle, (way, written, other)) = match amount >= 0 {
            true => (least, ("larger", "to at least", "to at most")),
            false => (most, ("smaller", "to at most", "to at least")),
        };
        let Some(idle) = idle else { return };
        let message = format!("this rule only makes the value {way}, so `{written}` has no effect");
        self.report(codes::WRONG_BOUND, idle.span, message).help = Some(format!(
            "write `{other} ...`; to limit the value itself, add the bound to its declaration: `, at least \
             ...`"
        ));
    }
}

fn change_of(written: ast::Adjustment) -> Adjustment {
    match written {
        ast::Adjustment::Plus | ast::Adjustment::Minus => Adjustment::Add,
        ast::Adjustment::Times => Adjustment::Multiply,
        ast::Adjustment::Divide => Adjustment::Divide,
        ast::Adjustment::DivideUp => Adjustment::DivideUp,
    }
}
