//! Procedures: steps in order, each with its three windows.

use super::scope::Scope;
use super::{Compiler, Unit, small};
use crate::tree::{self, Body, ENDED, ExprKind, REPLACED};
use cardwright_bytecode::pack::{FunctionClass, Moment};
use cardwright_bytecode::ty::KIND_PLAYER;
use cardwright_bytecode::{Base, Ty};
use cardwright_dsl::ast::{Item, ItemKind, Name, Param, Step};

impl Compiler<'_> {
    /// Checks the procedures of a unit.
    pub(crate) fn procedures(&mut self, unit: &Unit) {
        self.turn_to(unit);
        for item in &unit.items {
            if let ItemKind::Procedure {
                name,
                params,
                gives,
                vars,
                steps,
            } = &item.kind
            {
                let variables: Vec<&Param> = params.iter().chain(gives).chain(vars).collect();
                self.procedure(item, name, &variables, steps);
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
        self.priority(procedure, windows, step);
        tree::Step {
            windows,
            body: self.block(scope, &step.body),
            place: self.place(step.name.span),
        }
    }

    /// The players in the order of their priority in a step's windows.
    fn priority(&mut self, procedure: usize, windows: [u32; 3], step: &Step) {
        if step.priority.is_empty() {
            return;
        }
        let name = format!("priority of {}", step.name.text);
        let players = Ty::set(Base::Entity(KIND_PLAYER));
        let mut scope = self.context_scope(name, FunctionClass::Pure, players, procedure);
        let priority = step.priority.iter();
        let members = priority
            .filter_map(|player| self.typed(&mut scope, player, Ty::PLAYER))
            .collect();
        let list = self.node(players, ExprKind::List(members), step.span);
        let function = self.giving(scope, Some(list), step.span);
        let function = self.add_function(function);
        for window in windows {
            self.pack.windows[window as usize].priority = Some(function);
        }
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
        scope.set_context(small(procedure), slots);
        scope
    }
}
