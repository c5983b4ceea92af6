//! Procedures: steps in order, each with its three windows.

use super::scope::Scope;
use super::signatures::order_of;
use super::{Compiler, Unit};
use cardwright_bytecode::pack::{FunctionClass, Id, Moment};
use cardwright_bytecode::ty::KIND_PLAYER;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Item, ItemKind, Name, Param, Span, Step};
use cardwright_trees::{self as tree, Body, ENDED, ExprKind, Operation, REPLACED, StatementKind, Target};

impl Compiler<'_> {
    /// Checks the procedures of a unit.
    pub fn procedures(&mut self, unit: &Unit) {
        self.turn_to(unit);
        for item in &unit.items {
            if let ItemKind::Procedure {
                name,
                params,
                gives,
                tells,
                vars,
                steps,
            } = &item.kind
            {
                let variables: Vec<&Param> = params.iter().chain(gives).chain(vars).collect();
                self.procedure(item, name, &variables, steps);
                if let Some(at) = self.names.procedures.get(&name.text).map(|sym| sym.index) {
                    self.run_tells(at, tells.as_ref());
                }
            }
        }
    }

    fn procedure(&mut self, item: &Item, name: &Name, written: &[&Param], steps: &[Step]) {
        let Some(sym) = self.names.procedures.get(&name.text).cloned() else {
            return;
        };
        let mut scope = Scope::new(&name.text, FunctionClass::Effect, sym.gives);
        scope.own = Some(sym.index);
        // With the hidden slots: the rules that ask for them are checked by now.
        let slots = self.pack.procedures[sym.index].slots.clone();
        for (at, slot) in slots.iter().enumerate() {
            let written = written.iter().find(|param| param.name.text == slot.name);
            let place = self.place(written.map_or(name.span, |param| param.name.span));
            if at < sym.params.len() {
                scope.param(&slot.name, slot.ty, place);
            } else {
                scope.variable(&slot.name, slot.ty, place);
            }
        }
        let slot = |name: &str| slots.iter().position(|slot| slot.name == name);
        let before = self.window_index(sym.index, None, Moment::Before);
        let steps = steps.iter().enumerate();
        let steps = steps
            .map(|(at, step)| self.step(&mut scope, sym.index, at, step))
            .collect();
        let after = self.window_index(sym.index, None, Moment::After);
        let body = Body::Steps {
            // Declared right after the parameters.
            gives: (sym.gives != Ty::NOTHING).then_some(sym.params.len()),
            ended: slot(ENDED),
            replaced: slot(REPLACED),
            before,
            steps,
            after,
        };
        let function = scope.finish(body, self.place(item.span));
        self.define_function(sym.function, function);
    }

    fn step(&mut self, scope: &mut Scope, procedure: usize, at: usize, step: &Step) -> tree::Step {
        let moments = [Moment::Before, Moment::At, Moment::After];
        let windows = moments.map(|moment| self.window_index(procedure, Some(at), moment));
        let gathers = self.gathers(scope, procedure, windows[1], step);
        self.priority(procedure, windows, step);
        self.step_tells(procedure, at, step);
        tree::Step {
            windows,
            gathers,
            body: self.block(scope, &step.body),
            place: self.place(step.name.span),
        }
    }

    /// The statements of a step that gathers: it finds who has something due; if anybody has, a procedure may
    /// order them.
    fn gathers(&mut self, scope: &mut Scope, procedure: usize, at: u32, step: &Step) -> tree::Block {
        let run = match step.priority.as_slice() {
            [
                ast::Expr {
                    kind: ast::ExprKind::Run(procedure, args),
                    span,
                },
            ] => Some((procedure, args, *span)),
            _ => None,
        };
        let Some(due) = &step.gathers else {
            if let Some((procedure, _, span)) = run {
                let message = format!(
                    "the order of a step cannot use `run {}`: it is only worked out",
                    procedure.text
                );
                self.report(codes::NOT_PURE, span, message).help = Some(
                    "write `gathers` and a name before `priority`, or an expression without `run`".to_owned(),
                );
            }
            return tree::Block::default();
        };
        self.pack.windows[at as usize].gathers = true;
        let players = Ty::set(Base::Entity(KIND_PLAYER));
        let slots = &self.pack.procedures[procedure].slots;
        let slot = |name: &str| slots.iter().position(|slot| slot.name == name);
        let (Some(of_due), Some(of_order)) = (slot(&due.text), slot(&order_of(step))) else {
            return tree::Block::default();
        };
        let found = self.node(players, ExprKind::Gather(at), due.span);
        let mut statements = vec![self.set_local(of_due, found, due.span)];
        if let Some((name, args, span)) = run
            && let Some(order) = self.run(scope, name, args, span)
            && let Some(order) = self.fit(order, players, span)
        {
            let due = self.node(players, ExprKind::Local(of_due), span);
            let count = self.node(Ty::NUMBER, ExprKind::Count(Box::new(due)), span);
            let none = self.constant(Ty::NUMBER, 0, span);
            let ordered = self.set_local(of_order, order, span);
            statements.push(tree::Statement {
                kind: StatementKind::If {
                    condition: self.operation(Operation::More, count, none, span),
                    then: tree::Block {
                        statements: vec![ordered],
                    },
                    otherwise: None,
                },
                place: self.place(span),
            });
        }
        tree::Block { statements }
    }

    fn set_local(&self, local: usize, value: tree::Expr, span: Span) -> tree::Statement {
        tree::Statement {
            kind: StatementKind::Set {
                target: Target::Local(local),
                value,
            },
            place: self.place(span),
        }
    }

    /// The players in the order of their priority in a step's windows.
    fn priority(&mut self, procedure: usize, windows: [u32; 3], step: &Step) {
        let Some(first) = step.priority.first() else {
            return;
        };
        let name = format!("priority of {}", step.name.text);
        let players = Ty::set(Base::Entity(KIND_PLAYER));
        let mut scope = self.context_scope(name, FunctionClass::Pure, players, procedure);
        let order = match &first.kind {
            ast::ExprKind::Run(..) => {
                let slots = &self.pack.procedures[procedure].slots;
                let slot = slots.iter().position(|slot| slot.name == order_of(step));
                slot.map(|slot| self.node(players, ExprKind::Slot(slot), step.span))
            }
            _ => self.players_in_order(&mut scope, &step.priority, step.span),
        };
        let function = self.giving(scope, order, step.span);
        let function = self.add_function(function);
        for window in windows {
            self.pack.windows[window as usize].priority = Some(function);
        }
    }

    /// Players, and sets of them, one after the other.
    fn players_in_order(
        &mut self,
        scope: &mut Scope,
        written: &[ast::Expr],
        span: Span,
    ) -> Option<tree::Expr> {
        let players = Ty::set(Base::Entity(KIND_PLAYER));
        let mut order: Option<tree::Expr> = None;
        for one in written {
            let Some(next) = self.expr(scope, one, Some(Ty::PLAYER)) else {
                continue;
            };
            let next = match next.ty.set {
                true => self.fit(next, players, one.span),
                false => self
                    .fit(next, Ty::PLAYER, one.span)
                    .map(|player| self.node(players, ExprKind::List(vec![player]), one.span)),
            };
            let Some(next) = next else { continue };
            order = Some(match order {
                None => next,
                Some(before) => {
                    let kind = ExprKind::Union(Box::new(before), Box::new(next));
                    self.node(players, kind, span)
                }
            });
        }
        order
    }

    /// The scope of a function that sees the names of a procedure.
    pub(crate) fn context_scope(
        &mut self,
        name: String,
        class: FunctionClass,
        result: Ty,
        procedure: usize,
    ) -> Scope {
        let slots = &self.pack.procedures[procedure].slots;
        let shared = self.slots.entry(procedure);
        let slots = shared.or_insert_with(|| slots.as_slice().into()).clone();
        let mut scope = Scope::new(name, class, result);
        scope.set_context(Id::at(procedure), slots);
        scope
    }
}
