//! Movements: how a kind of piece steps from space to space, as three pure functions that the core asks.

use super::Compiler;
use super::names::{self, MovementSym, Params};
use cardwright_bytecode::board::Shape;
use cardwright_bytecode::pack::MovementDef;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{Expr, ExprKind, Item, ItemKind, Name, Param, Span, When};
use cardwright_trees::Callee;

impl Compiler<'_> {
    pub(super) fn declare_movement(&mut self, name: &Name, params: &[Param], through_walls: Option<Span>) {
        self.refuse_defaults(params);
        let params = self.params(name, params);
        let types: Vec<Ty> = params.iter().map(|param| param.1).collect();
        let (kind, mover) = match types.as_slice() {
            &[mover, Ty::POSE, Ty::POSE] => match mover.base {
                Base::Entity(kind) if !mover.set => (kind, mover),
                _ => return self.no_movement(name),
            },
            _ => return self.no_movement(name),
        };
        if !self.has_spaces() {
            let message = "a movement needs spaces, but this game is played on a flat table";
            self.report(codes::BOARD, name.span, message);
        } else if let Some(span) = through_walls.filter(|_| self.pack.setup.board.shape != Shape::Squares) {
            self.report(codes::BOARD, span, "only boards of squares have walls");
        }
        let def = MovementDef {
            name: name.text.clone(),
            mover: kind,
            through_walls: through_walls.is_some(),
            cost: self.reserve(),
            stops: self.reserve(),
            ends: self.reserve(),
        };
        let index = self.pack.movements.len();
        let place = self.place(name.span);
        let sym = MovementSym { index, mover, params };
        match self.names.movements.add(&name.text, sym, place) {
            Ok(()) => self.pack.movements.push(def),
            Err(earlier) => self.duplicate("movement", name, earlier),
        }
    }

    fn no_movement(&mut self, name: &Name) {
        if !self.names.broken.contains(&name.text) {
            let message = "a movement must have three parameters: a piece and two poses";
            self.report(codes::ARGUMENTS, name.span, message).help = Some(format!(
                "`movement {} (mover: KIND, here: pose, there: pose)`",
                name.text
            ));
        }
        self.mark_broken(&name.text);
    }

    /// The three functions of a movement.
    pub(super) fn check_movement(&mut self, item: &Item) {
        let ItemKind::Movement {
            name,
            params,
            through_walls: _,
            cost,
            stops,
            ends,
        } = &item.kind
        else {
            return;
        };
        let Some(sym) = self.names.movements.get(&name.text).cloned() else {
            return;
        };
        let Some(def) = self.pack.movements.get(sym.index).cloned() else {
            return;
        };
        let parts = [
            (
                def.cost,
                Ty::NUMBER,
                cost.as_ref().map(allowed_cost),
                "cost 1 always",
            ),
            (
                def.stops,
                Ty::BOOL,
                stops.as_ref().map(condition),
                "stops when no",
            ),
            (def.ends, Ty::BOOL, ends.as_ref().map(condition), "ends always"),
        ];
        for (at, ty, body, example) in parts {
            let Some(body) = body else {
                let clause = example.split(' ').next().unwrap_or(example);
                let message = format!("the movement `{}` has no clause `{clause}`", name.text);
                self.report(codes::NO_CONDITION, name.span, message).help =
                    Some(format!("for example `{example}`"));
                continue;
            };
            let scope = self.pure_scope(name, &sym.params, params, ty);
            self.pure_body(scope, at.number(), &body, ty, item.span);
        }
    }

    /// For a core call about a movement: the arguments with the movement's number instead of its name. The type of
    /// what moves becomes that of the second parameter.
    pub(super) fn with_movement(
        &mut self,
        callee: Callee,
        params: &mut Params,
        args: &[Expr],
    ) -> Option<Option<Vec<Expr>>> {
        let Callee::Core(call) = callee else {
            return Some(None);
        };
        let (true, [movement, rest @ ..]) = (call.row().asks_movements(), args) else {
            return Some(None);
        };
        let ExprKind::Name(text) = &movement.kind else {
            let message = "expected the name of a movement";
            self.report(codes::WRONG_TYPE, movement.span, message);
            return None;
        };
        let name = Name {
            text: text.clone(),
            span: movement.span,
        };
        let sym = self.resolve(&names::MOVEMENT, &name)?;
        let of_mover = |(at, (name, ty)): (usize, &(String, Ty))| {
            let ty = if at == 1 { sym.mover } else { *ty };
            (name.clone(), ty)
        };
        *params = params.iter().enumerate().map(of_mover).collect();
        let number = Expr {
            span: movement.span,
            kind: ExprKind::Number(i64::try_from(sym.index).unwrap_or(0)),
        };
        let all = std::iter::once(number).chain(rest.iter().cloned());
        Some(Some(all.collect()))
    }
}

/// The condition of a clause.
fn condition(when: &When) -> Expr {
    match when {
        When::If(expr) => expr.clone(),
        When::Always(span) => Expr {
            span: *span,
            kind: ExprKind::Bool(true),
        },
    }
}

/// The cost if the step may be taken, else -1.
fn allowed_cost((cost, when): &(Expr, When)) -> Expr {
    let When::If(condition) = when else {
        return cost.clone();
    };
    let at_cost = |kind| {
        Box::new(Expr {
            span: cost.span,
            kind,
        })
    };
    let refused = at_cost(ExprKind::Negate(at_cost(ExprKind::Number(1))));
    let kind = ExprKind::If(Box::new(condition.clone()), Box::new(cost.clone()), refused);
    *at_cost(kind)
}
