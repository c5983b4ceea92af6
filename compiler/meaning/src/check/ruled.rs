//! Of which arguments a modifier, a replacement or a permission speaks: `modify agility(you) + 1`, `forbid target(any, you)`,
//! `replace controller of victim with charmer`.
//!
//! A comparison of an argument becomes a part of the condition, before that of `when`. A name for an argument
//! holds in the whole rule.

use super::Compiler;
use super::given::Callable;
use super::names::Params;
use super::rule::Shape;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::FunctionClass;
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, About, ExprKind, Meant, Name, Operator, Ruled, When};
use cardwright_trees::Callee;

impl Compiler<'_> {
    /// Gives a rule the parameters of what it is about; the condition with what is compared.
    pub(super) fn ruled(
        &mut self,
        shape: &mut Shape,
        (ruled, when): (&Ruled, &When),
        (params, callable): (&Params, Callable),
    ) -> Option<When> {
        let Some(about) = &ruled.about else {
            self.add_params(shape, params, &ruled.name)?;
            return Some(when.clone());
        };
        self.check_form(&ruled.name, about, callable);
        let places = self.meant_places((&ruled.name, callable), about, params)?;
        let mut named = self.names_meant(about, &places, params)?;
        hide_taken(shape, about, &places, &mut named);
        self.add_params(shape, &named, &ruled.name)?;
        let mut compared = Vec::new();
        for ((_, meant), &place) in about.args.iter().zip(&places) {
            if let Meant::Is(expr) = meant {
                compared.extend(self.compared(shape, &named[place], expr)?);
            }
        }
        if let When::If(when) = when {
            compared.push(when.clone());
        }
        let both = compared
            .into_iter()
            .reduce(|one, other| joined(Operator::And, one, other));
        Some(both.map_or_else(|| when.clone(), When::If))
    }

    /// Checks the form of a name with arguments: `of` for a name that reads like a field, parentheses for all
    /// else.
    fn check_form(&mut self, name: &Name, about: &About, callable: Callable) {
        let is_field = match callable {
            Callable::Value(value) => self.reads_like_a_field(Callee::Value(value)),
            _ => false,
        };
        let [(None, Meant::Is(subject))] = about.args.as_slice() else {
            return;
        };
        let text = self.text_at(subject.span).to_owned();
        match (is_field, about.of) {
            (true, false) => {
                let put = format!(" of {}", super::arguments::text_of_subject(&text, subject));
                let message = format!("`{}` is written with `of`, like a field", name.text);
                self.asked_otherwise(about.span, message, put);
            }
            (false, true) => {
                let put = format!("({})", super::arguments::inner_text(&text));
                let message = format!(
                    "`{}` is not a field, so its argument is written in parentheses",
                    name.text
                );
                self.asked_otherwise(about.span, message, put);
            }
            _ => {}
        }
    }

    /// For each argument the number of its parameter. Without names all are given, in their order; `any` is written, but for
    /// those that need not be given.
    fn meant_places(
        &mut self,
        (name, callable): (&Name, Callable),
        about: &About,
        params: &Params,
    ) -> Option<Vec<usize>> {
        let mut places: Vec<usize> = Vec::with_capacity(about.args.len());
        for (at, (label, _)) in about.args.iter().enumerate() {
            let place = match label {
                Some(label) => self.place_called(name, label, params)?,
                None if places.iter().enumerate().all(|(at, place)| at == *place) => at,
                None => {
                    let message = "this argument needs a name, because one before it is out of order";
                    self.report(codes::ARGUMENTS, about.span, message).help = Some(
                        "add the name, as in `NAME: VALUE`, or write the arguments in the order of the \
                        parameters"
                            .to_owned(),
                    );
                    return None;
                }
            };
            if let (true, Some(label)) = (places.contains(&place), label) {
                let message = format!("`{}` is given twice", label.text);
                self.report(codes::ARGUMENTS, label.span, message);
                return None;
            }
            places.push(place);
        }
        let has_names = about.args.iter().any(|(label, _)| label.is_some());
        let mut rest = places.len()..params.len();
        let all_known = has_names || rest.all(|at| self.default_of(callable, at).is_some());
        if places.len() > params.len() || !all_known {
            self.wrong_count(name, places.len(), params, about.span);
            if let Some(diagnostic) = self
                .diagnostics
                .last_mut()
                .filter(|last| last.code == codes::ARGUMENTS)
            {
                let help = diagnostic.help.take().unwrap_or_default();
                diagnostic.help = Some(format!(
                    "{help}; for an argument that can be anything, write `any`, or name only the other \
                     arguments"
                ));
            }
            return None;
        }
        Some(places)
    }

    /// The parameters with the names that the rule gives them.
    fn names_meant(&mut self, about: &About, places: &[usize], params: &Params) -> Option<Vec<(String, Ty)>> {
        let mut named = params.to_vec();
        for ((_, meant), &place) in about.args.iter().zip(places) {
            let Meant::Called(written, name) = meant else {
                continue;
            };
            let ty = self.ty(written)?;
            let (param, wanted) = &params[place];
            if ty != *wanted {
                let message = format!("`{param}` is {}, not {}", self.a_type(*wanted), self.a_type(ty));
                let put = self.type_name(*wanted);
                let diagnostic = self.report(codes::WRONG_TYPE, written.name.span, message);
                diagnostic.help = Some(format!("write `{put} {}`", name.text));
                return None;
            }
            let is_taken = |(at, other): (usize, &(String, Ty))| at != place && other.0 == name.text;
            if matches!(name.text.as_str(), "here" | "you") || named.iter().enumerate().any(is_taken) {
                let message = format!("`{}` already means something here", name.text);
                self.report(codes::SHADOWED, name.span, message).help =
                    Some("choose another name".to_owned());
                return None;
            }
            name.text.clone_into(&mut named[place].0);
        }
        Some(named)
    }

    /// The comparison of a parameter with what is meant; none where only its own name stands.
    fn compared(
        &mut self,
        shape: &Shape,
        (param, ty): &(String, Ty),
        expr: &ast::Expr,
    ) -> Option<Option<ast::Expr>> {
        if matches!(&expr.kind, ExprKind::Name(name) if name == param) {
            return Some(None);
        }
        let errors = self.diagnostics.len();
        let mut scope = self.rule_scope(shape, "condition", FunctionClass::Pure, *ty);
        if self.typed(&mut scope, expr, *ty).is_none() {
            let kind = self.type_name(*ty);
            if let (Some(diagnostic), ExprKind::Name(name)) = (self.diagnostics.get_mut(errors), &expr.kind)
                && diagnostic.code == codes::UNKNOWN_NAME
            {
                diagnostic.help = Some(format!(
                    "to give `{param}` this name in the rule, write `{kind} {name}`; for every {kind}, \
                     write `any`"
                ));
            }
            return None;
        }
        let span = expr.span;
        let named = ast::Expr {
            span,
            kind: ExprKind::Name(param.clone()),
        };
        Some(Some(joined(Operator::Equal, named, expr.clone())))
    }
}

/// Renames parameters of a value that have the name of something that the effect knows, where the rule says
/// itself that both are the same, or uses the name only to say which arguments it means.
fn hide_taken(shape: &Shape, about: &About, places: &[usize], named: &mut [(String, Ty)]) {
    for (at, (name, _)) in named.iter_mut().enumerate() {
        let given = about.args.iter().zip(places).find(|(_, place)| **place == at);
        let is_given = given.is_some_and(|((_, meant), _)| matches!(meant, Meant::Is(_)));
        if shape.has_param(name) && (is_given || shape.is_argument(name)) {
            *name = format!("(given {name})");
        }
    }
}

fn joined(operator: Operator, left: ast::Expr, right: ast::Expr) -> ast::Expr {
    let span = ast::Span {
        start: left.span.start.min(right.span.start),
        end: left.span.end.max(right.span.end),
    };
    let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
    ast::Expr { span, kind }
}
