//! Parameters that need not be given: `procedure suffer (loser: skiff, amount: number = 1)`.
//!
//! A default is a pure function of the earlier parameters that it names. Where an argument is missing, the function is
//! called with those that are there; so an argument that a default asks for must be cheap and free of effects.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::FunctionClass;
use cardwright_bytecode::registry::Core;
use cardwright_documents::codes;
use cardwright_dsl::ast::{Item, ItemKind, Name, Param, Site, Span, each_name_of_expr};
pub(crate) use cardwright_trees::{Callable, GivenDefault};
use cardwright_trees::{Callee, Expr, ExprKind, Node, USUAL};

/// The most nodes of an argument that is asked again for the default of another one.
const MOST_ASKED_AGAIN: usize = 24;

impl Compiler<'_> {
    /// Keeps a place for the defaults of some parameters.
    pub(super) fn declare_defaults(
        &mut self,
        callable: Callable,
        written: &[Param],
        params: &[(String, Ty)],
    ) {
        if written.iter().all(|param| param.default.is_none()) || written.len() != params.len() {
            return;
        }
        let mut has_default = false;
        let mut all = Vec::with_capacity(written.len());
        for (at, param) in written.iter().enumerate() {
            let Some(default) = &param.default else {
                if has_default {
                    let message = format!(
                        "`{}` has no default, but a parameter before it has one",
                        param.name.text
                    );
                    self.report(codes::ARGUMENTS, param.name.span, message).help =
                        Some("move the parameters with a default to the end".to_owned());
                }
                all.push(None);
                continue;
            };
            has_default = true;
            let mut asks = Vec::new();
            let mut note = |name: &mut String, _: Span, site: Site| {
                let earlier = params[..at].iter().position(|(earlier, _)| earlier == name);
                asks.extend(earlier.filter(|_| site == Site::Uses));
            };
            each_name_of_expr(&mut default.clone(), &mut note);
            asks.sort_unstable();
            asks.dedup();
            let function = self.reserve();
            all.push(Some(GivenDefault { function, asks }));
        }
        self.program.defaults.insert(callable, all.into());
    }

    /// Refuses defaults of an offer and of state.
    pub(super) fn refuse_defaults(&mut self, params: &[Param]) {
        let first = params.iter().find_map(|param| param.default.as_ref());
        if let Some(default) = first {
            let message = "parameters of offers and of states cannot have defaults";
            self.report(codes::ARGUMENTS, default.span, message).help =
                Some("remove the default, and write the argument wherever the name is used".to_owned());
        }
    }

    /// Checks the defaults of an item's parameters.
    pub(super) fn check_param_defaults(&mut self, item: &Item) {
        let (callable, params, typed) = match &item.kind {
            ItemKind::Define { name, params, .. } => {
                let Some(sym) = self.names.defines.get(&name.text) else {
                    return;
                };
                (Callable::Define(sym.function), params, sym.params.clone())
            }
            ItemKind::Value { name, params, .. } => {
                let Some(sym) = self.names.values.get(&name.text) else {
                    return;
                };
                (Callable::Value(sym.index), params, sym.params.clone())
            }
            ItemKind::Permission { name, params } => {
                let Some(sym) = self.names.permissions.get(&name.text) else {
                    return;
                };
                (Callable::Permission(sym.index), params, sym.params.clone())
            }
            ItemKind::Effect { name, params, .. } => {
                let Some(sym) = self.names.effects.get(&name.text) else {
                    return;
                };
                (Callable::Effect(sym.index), params, sym.params.clone())
            }
            ItemKind::Procedure { name, params, .. } => {
                let Some(sym) = self.names.procedures.get(&name.text) else {
                    return;
                };
                (Callable::Procedure(sym.index), params, sym.params.clone())
            }
            _ => return,
        };
        let Some(defaults) = self.program.defaults.get(&callable).cloned() else {
            return;
        };
        for ((default, param), (name, ty)) in defaults.iter().zip(params).zip(typed.iter()) {
            let (Some(default), Some(written)) = (default, &param.default) else {
                continue;
            };
            let mut scope = Scope::new(format!("{USUAL}{name}"), FunctionClass::Pure, *ty);
            for &at in &default.asks {
                let (earlier, ty) = &typed[at];
                scope.param(earlier, *ty, self.place(params[at].name.span));
            }
            self.pure_body(scope, default.function.number(), written, *ty, written.span);
        }
    }

    /// The default of a parameter.
    pub(super) fn default_of(&self, callable: Callable, at: usize) -> Option<&GivenDefault> {
        self.program.defaults.get(&callable)?.get(at)?.as_ref()
    }

    /// The default of a parameter, for the earlier arguments.
    pub(super) fn by_default(
        &mut self,
        (callable, at): (Callable, usize),
        given: &[Option<Expr>],
        (name, param, ty): (&Name, &str, Ty),
        span: Span,
    ) -> Option<Expr> {
        let GivenDefault { function, asks } = self.default_of(callable, at)?.clone();
        let asked: Option<Vec<Expr>> = asks.iter().map(|&at| given.get(at).cloned().flatten()).collect();
        let asked = asked?;
        if asked.iter().any(|argument| !can_be_asked_again(argument)) {
            let message = format!(
                "the default of `{param}` would evaluate an argument of `{}` a second time",
                name.text
            );
            self.report(codes::ARGUMENTS, span, message).help = Some(format!(
                "write `{param}` too, or name that argument first: `let x = ...`"
            ));
            return None;
        }
        let kind = ExprKind::Call(Callee::Define(function), asked);
        Some(self.node(ty, kind, span))
    }
}

/// Whether an argument is small, and asking for it changes nothing.
fn can_be_asked_again(argument: &Expr) -> bool {
    let (mut nodes, mut is_pure) = (0, true);
    argument.walk(&mut |node| {
        let Node::Expr(expr) = node else { return };
        nodes += 1;
        is_pure &= match &expr.kind {
            ExprKind::Call(Callee::Core(core), _) => Core::row(*core).pure,
            ExprKind::Roll(..)
            | ExprKind::Pick(_)
            | ExprKind::Run { .. }
            | ExprKind::Offer(_)
            | ExprKind::Make { .. }
            | ExprKind::Gather(_) => false,
            _ => true,
        };
    });
    is_pure && nodes <= MOST_ASKED_AGAIN
}
