//! Calls: defines, values, permissions and core calls, and their arguments.

use super::Compiler;
use super::names::{self, Params};
use super::scope::Scope;
use crate::codes;
use crate::tree::{Callee, Expr, ExprKind, Operation};
use cardwright_bytecode::registry::{CORE_CALLS, Core, CoreCall};
use cardwright_bytecode::{Base, Ty};
use cardwright_dsl::ast::{self, Name, Span};

/// Something that an expression can call.
struct Signature {
    callee: Callee,
    params: Params,
    result: Ty,
    pure: bool,
}

impl Compiler<'_> {
    /// Whether a define, value or core call has this name.
    pub(crate) fn is_callable(&self, name: &str) -> bool {
        self.names.defines.get(name).is_some()
            || self.names.values.get(name).is_some()
            || self.is_core_call(name)
    }

    /// The type of the first parameter of what is called so.
    pub(crate) fn first_parameter(&self, name: &str) -> Option<Ty> {
        Some(self.signature(name)?.params.first()?.1)
    }

    fn signature(&self, name: &str) -> Option<Signature> {
        if let Some(define) = self.names.defines.get(name) {
            return Some(Signature {
                callee: Callee::Define(define.function),
                params: define.params.clone(),
                result: define.result,
                pure: true,
            });
        }
        if let Some(value) = self.names.values.get(name) {
            return Some(Signature {
                callee: Callee::Value(value.index),
                params: value.params.clone(),
                result: self.pack.values[value.index].result,
                pure: true,
            });
        }
        self.core_signature(Core::named(name)?)
    }

    /// `NAME(args)`
    pub(crate) fn call(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        match (name.text.as_str(), args) {
            ("max", [left, right]) => return self.quantities(scope, Operation::Max, (left, right), span),
            ("min", [left, right]) => return self.quantities(scope, Operation::Min, (left, right), span),
            _ if self.names.ambiguous.contains(&name.text) => return None,
            _ => {}
        }
        let Some(mut signature) = self.signature(&name.text) else {
            if self.refuse_other_board(name) {
                return None;
            }
            let known: Vec<String> = self.callable_names();
            self.unknown(codes::UNKNOWN_NAME, "define, value or core call", name, &known);
            return None;
        };
        if !signature.pure {
            self.refuse_in_pure(scope, &name.text, name.span)?;
        }
        let with_number = self.with_movement(signature.callee, &mut signature.params, args)?;
        let args = with_number.as_deref().unwrap_or(args);
        let arguments = self.arguments(scope, name, args, &signature.params, span)?;
        Some(self.called(&signature, arguments, span))
    }

    /// `NAME of EXPR`, where the expression is checked already.
    pub(crate) fn call_of(
        &mut self,
        scope: &Scope,
        name: &Name,
        (subject, of): (Expr, Span),
        span: Span,
    ) -> Option<Expr> {
        if self.names.ambiguous.contains(&name.text) {
            return None;
        }
        let signature = self.signature(&name.text)?;
        if !signature.pure {
            self.refuse_in_pure(scope, &name.text, name.span)?;
        }
        let [(_, ty)] = &*signature.params else {
            if self.names.broken.contains(&name.text) {
                return None;
            }
            let count = signature.params.len();
            let message = format!("`{}` takes {count} arguments, not one", name.text);
            self.report(codes::ARGUMENTS, name.span, message);
            return None;
        };
        let subject = self.fit(subject, *ty, of)?;
        Some(self.called(&signature, vec![subject], span))
    }

    fn called(&self, signature: &Signature, arguments: Vec<Expr>, span: Span) -> Expr {
        let mut any = signature.params.iter().zip(&arguments);
        let any = any.find(|((_, ty), _)| ty.base == Base::Quantity);
        let result = match (signature.result.base, any) {
            (Base::Quantity, Some((_, argument))) => argument.ty,
            _ => signature.result,
        };
        let arguments = self.about_the_bearer(signature.callee, arguments, span);
        let kind = ExprKind::Call(signature.callee, arguments);
        self.node(result, kind, span)
    }

    /// A core call with one entity, made by the compiler.
    pub(crate) fn thing_call(&self, call: Core, thing: Expr, result: Ty, span: Span) -> Expr {
        self.node(result, ExprKind::Call(Callee::Core(call), vec![thing]), span)
    }

    /// `can NAME(args)`
    pub(crate) fn can(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let permission = self.resolve(&names::PERMISSION, name)?;
        let arguments = self.arguments(scope, name, args, &permission.params, span)?;
        let kind = ExprKind::Call(Callee::Permission(permission.index), arguments);
        Some(self.node(Ty::BOOL, kind, span))
    }

    pub(crate) fn callable_names(&self) -> Vec<String> {
        let core = CORE_CALLS.iter().filter(|call| self.is_core_call(call.name));
        let core = core.map(|call| call.name);
        self.names
            .defines
            .names()
            .chain(self.names.values.names())
            .chain(core)
            .map(str::to_owned)
            .collect()
    }

    /// Reports something with an effect in a condition or value.
    pub(crate) fn refuse_in_pure(&mut self, scope: &Scope, what: &str, span: Span) -> Option<()> {
        if scope.is_pure() {
            let message = format!("`{what}` changes the game, so it cannot stand in a condition or value");
            self.report(codes::NOT_PURE, span, message);
            return None;
        }
        Some(())
    }

    /// A core call as this board has it; nothing if the board does not have it.
    fn core_signature(&self, call: &CoreCall) -> Option<Signature> {
        let (params, result) = self.on_this_board(call)?;
        Some(Signature {
            callee: Callee::Core(call.call),
            params,
            result,
            pure: call.pure,
        })
    }

    /// Arguments that fit the parameters.
    pub(crate) fn arguments(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        args: &[ast::Expr],
        params: &[(String, Ty)],
        span: Span,
    ) -> Option<Vec<Expr>> {
        if args.len() != params.len() {
            self.wrong_count(name, args.len(), params, span);
            return None;
        }
        let values: Vec<Option<Expr>> = args
            .iter()
            .zip(params)
            .map(|(arg, param)| self.argument(scope, name, arg, param))
            .collect();
        let values = values.into_iter().collect::<Option<Vec<Expr>>>()?;
        self.one_dimension(values, params, args)
    }

    /// The arguments, those that may be any quantity all of one dimension.
    fn one_dimension(
        &mut self,
        mut values: Vec<Expr>,
        params: &[(String, Ty)],
        args: &[ast::Expr],
    ) -> Option<Vec<Expr>> {
        let free: Vec<usize> = (0..params.len())
            .filter(|&at| params[at].1.base == Base::Quantity)
            .collect();
        let types = free.iter().map(|&at| values[at].ty);
        let Some(ty) = types
            .clone()
            .find(|ty| *ty != Ty::NUMBER)
            .or(types.clone().next())
        else {
            return Some(values);
        };
        for &at in &free {
            let value = std::mem::replace(&mut values[at], self.constant(ty, 0, args[at].span));
            values[at] = self.fit(value, ty, args[at].span)?;
        }
        Some(values)
    }

    /// An argument; if it has the wrong type, the error says for which parameter, and where that is declared.
    fn argument(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        arg: &ast::Expr,
        (param, ty): &(String, Ty),
    ) -> Option<Expr> {
        let errors = self.diagnostics.len();
        let value = self.typed(scope, arg, *ty);
        let at = self.place(arg.span);
        let declared = self.names.owners(&name.text).first().map(|one| one.1);
        let wanted = self.type_name(*ty);
        if let Some(diagnostic) = self.diagnostics.get_mut(errors)
            && diagnostic.code == codes::WRONG_TYPE
            && diagnostic.place == at
        {
            diagnostic.message = format!(
                "`{}` takes a {wanted} as `{param}`, but {}",
                name.text, diagnostic.label
            );
            let label = format!("`{}` is declared here", name.text);
            diagnostic.related.extend(declared.map(|place| (place, label)));
        }
        value
    }

    pub(crate) fn wrong_count(&mut self, name: &Name, found: usize, params: &[(String, Ty)], span: Span) {
        if self.names.broken.contains(&name.text) {
            return;
        }
        let list: Vec<String> = params
            .iter()
            .map(|(name, ty)| format!("{name}: {}", self.type_name(*ty)))
            .collect();
        let wanted = params.len();
        let message = {
            let plural = if wanted == 1 { "" } else { "s" };
            format!(
                "`{}` takes {wanted} argument{plural}, here are {found}",
                name.text
            )
        };
        self.report(codes::ARGUMENTS, span, message).help =
            Some(format!("`{}({})`", name.text, list.join(", ")));
    }
}
