//! Calls: defines, values, permissions and core calls, and their arguments.

use super::Compiler;
use super::arguments::{inner_text, text_of_subject};
use super::given::Callable;
use super::names::{self, Params};
use super::scope::Scope;
use super::uses::Meaning;
use cardwright_bytecode::registry::{CORE_CALLS, Core, CoreCall};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Span};
use cardwright_trees::{Callee, Expr, ExprKind, Operation};

/// The signature of something that an expression can call.
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
            || self.names.keyed.get(name).is_some()
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
        if let Some(state) = self.names.keyed.get(name) {
            return Some(Signature {
                callee: Callee::State(state.index),
                params: state.params.clone(),
                result: self.pack.states[state.index].ty,
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
        if matches!(name.text.as_str(), "max" | "min") {
            self.note(name.span, None, |_| Some(Meaning::Own));
        }
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
            let what = "define, value or core call";
            if let Some(help) = self.asked_in_another_way(&name.text) {
                let message = format!("there is no {what} `{}`", name.text);
                self.report(codes::UNKNOWN_NAME, name.span, message).help = Some(help);
                return None;
            }
            let known: Vec<String> = self.callable_names();
            self.unknown(codes::UNKNOWN_NAME, what, name, &known);
            return None;
        };
        self.note_call(name, signature.result);
        if !signature.pure {
            self.refuse_in_pure(scope, &name.text, name.span)?;
        }
        if signature.callee == Callee::Core(Core::Convert) {
            self.refuse_convert(args, span);
        }
        if let [subject] = args
            && self.reads_like_a_field(signature.callee)
        {
            let put = format!(
                "{} of {}",
                name.text,
                text_of_subject(self.text_at(subject.span), subject)
            );
            let put = match self.text_at(span).starts_with('(') {
                true => format!("({put})"),
                false => put,
            };
            let message = format!("`{}` is written with `of`, like a field", name.text);
            self.asked_otherwise(span, message, put);
        }
        let with_number = self.with_movement(signature.callee, &mut signature.params, args)?;
        let args = with_number.as_deref().unwrap_or(args);
        let arguments = match signature.callee {
            Callee::Define(function) => {
                let callable = Callable::Define(function);
                self.arguments_of(scope, (callable, name), args, &signature.params, span)?
            }
            Callee::Value(value) => {
                let callable = Callable::Value(value);
                self.arguments_of(scope, (callable, name), args, &signature.params, span)?
            }
            _ => self.arguments(scope, name, args, &signature.params, span)?,
        };
        Some(self.called(&signature, arguments, span))
    }

    /// `NAME of EXPR`, where the expression is checked already.
    pub(crate) fn call_of(
        &mut self,
        scope: &Scope,
        name: &Name,
        (subject, of): (Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        if self.names.ambiguous.contains(&name.text) {
            return None;
        }
        let signature = self.signature(&name.text)?;
        self.note_call(name, signature.result);
        if !signature.pure {
            self.refuse_in_pure(scope, &name.text, name.span)?;
        }
        let [(_, ty)] = &*signature.params else {
            if self.names.broken.contains(&name.text) {
                return None;
            }
            let count = signature.params.len();
            let message = format!("`{}` needs {count} arguments, not one", name.text);
            let help = match count {
                0 => format!("write it without an argument: `{}`", name.text),
                _ => format!("write the arguments in parentheses: `{}(...)`", name.text),
            };
            self.report(codes::ARGUMENTS, name.span, message).help = Some(help);
            return None;
        };
        if !self.reads_like_a_field(signature.callee) {
            let put = format!("{}({})", name.text, inner_text(self.text_at(of.span)));
            let message = format!(
                "`{}` is not a field, so its argument is written in parentheses",
                name.text
            );
            self.asked_otherwise(span, message, put);
            return None;
        }
        let subject = self.fit(subject, *ty, of.span)?;
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
        let callable = Callable::Permission(permission.index);
        let arguments = self.arguments_of(scope, (callable, name), args, &permission.params, span)?;
        let kind = ExprKind::Call(Callee::Permission(permission.index), arguments);
        Some(self.node(Ty::BOOL, kind, span))
    }

    /// The names of everything that can be called, for a help, as long as helps are given.
    pub(crate) fn callable_names(&self) -> Vec<String> {
        if !self.suggests() {
            return Vec::new();
        }
        let core = CORE_CALLS.iter().filter(|call| self.is_core_call(call.name));
        let core = core.map(|call| call.name);
        self.names
            .defines
            .names()
            .chain(self.names.values.names())
            .chain(self.names.keyed.names())
            .chain(core)
            .map(str::to_owned)
            .collect()
    }

    /// Reports something with an effect in a condition or value.
    pub(crate) fn refuse_in_pure(&mut self, scope: &Scope, what: &str, span: Span) -> Option<()> {
        if scope.is_pure() {
            let message = format!("`{what}` changes the game, so it cannot be used in a condition or value");
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
            format!("`{}` takes {wanted} argument{plural}, not {found}", name.text)
        };
        self.report(codes::ARGUMENTS, span, message).help =
            Some(format!("`{}({})`", name.text, list.join(", ")));
    }
}
