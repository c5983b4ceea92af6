//! Procedures: steps in order, each with its three windows.

use super::builder::{Builder, Val};
use super::{Compiler, Unit};
use cardwright_bytecode::pack::{FunctionClass, Moment};
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_dsl::ast::{Expr, Item, ItemKind, Name, Param, Step};

impl Compiler<'_> {
    /// Lowers the procedures of a unit.
    pub(crate) fn procedures(&mut self, unit: &Unit) {
        self.origin = unit.origin.clone();
        for item in &unit.items {
            if let ItemKind::Procedure {
                name,
                params,
                vars,
                steps,
            } = &item.kind
            {
                self.procedure(item, name, (params, vars), steps);
            }
        }
    }

    fn procedure(&mut self, item: &Item, name: &Name, (params, vars): (&[Param], &[Param]), steps: &[Step]) {
        let Some(sym) = self.names.procedures.get(&name.text).cloned() else {
            return;
        };
        let mut b = Builder::new(name.text.clone(), FunctionClass::Effect, Ty::NOTHING);
        b.line = self.source_ref(name.span);
        for (at, (slot, ty)) in sym.slots.iter().enumerate() {
            let span = params
                .iter()
                .chain(vars)
                .find(|param| param.name.text == *slot)
                .map_or(name.span, |param| param.name.span);
            let place = self.place(span);
            if at < sym.params.len() {
                b.param(slot, *ty, place);
            } else {
                b.variable(slot, *ty, place);
            }
        }
        self.open_window(&mut b, sym.index, None, Moment::Before);
        for (at, step) in steps.iter().enumerate() {
            b.line = self.source_ref(step.name.span);
            self.priority(sym.index, at, step);
            let at_window = self.window_index(sym.index, Some(at), Moment::At);
            b.emit_index(Op::Step, 0, 0, 0, at_window as usize);
            self.open_window(&mut b, sym.index, Some(at), Moment::Before);
            self.open_window(&mut b, sym.index, Some(at), Moment::At);
            self.block(&mut b, &step.body);
            self.open_window(&mut b, sym.index, Some(at), Moment::After);
        }
        b.arrive_stops();
        self.open_window(&mut b, sym.index, None, Moment::After);
        self.define_function(sym.function, b, None, item.span);
    }

    fn open_window(&mut self, b: &mut Builder, procedure: usize, step: Option<usize>, moment: Moment) {
        let window = self.window_index(procedure, step, moment);
        b.emit_index(Op::Window, 0, 0, 0, window as usize);
    }

    /// The players in the order of their priority in a step's windows.
    fn priority(&mut self, procedure: usize, at: usize, step: &Step) {
        if step.priority.is_empty() {
            return;
        }
        let name = format!("priority of {}", step.name.text);
        let mut b = self.context_function(name, FunctionClass::Pure, Ty::set(Base::Entity(0)), procedure);
        let list = Val {
            reg: b.fresh(&[Ty::set(Base::Entity(0))]),
            ty: Ty::set(Base::Entity(0)),
        };
        b.emit(Op::ListNew, list.reg, 0, 0, 0);
        for player in &step.priority {
            self.push_player(&mut b, list, player);
        }
        let function = self.add_function(b, Some(list), step.span);
        for moment in [Moment::Before, Moment::At, Moment::After] {
            let window = self.window_index(procedure, Some(at), moment);
            self.pack.windows[window as usize].priority = Some(function);
        }
    }

    fn push_player(&mut self, b: &mut Builder, list: Val, player: &Expr) {
        if let Some(player) = self.typed(b, player, Ty::PLAYER) {
            b.emit(Op::ListPush, list.reg, player.reg, 0, 0);
        }
    }

    /// A function that sees the names of a procedure.
    pub(crate) fn context_function(
        &self,
        name: String,
        class: FunctionClass,
        result: Ty,
        procedure: usize,
    ) -> Builder {
        let mut b = Builder::new(name, class, result);
        b.context = Some(super::small(procedure));
        let slots = &self.pack.procedures[procedure].slots;
        b.context_slots = slots.iter().map(|slot| (slot.name.clone(), slot.ty)).collect();
        b
    }
}
