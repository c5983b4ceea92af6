//! Arguments: by their places or by names, and how one thing is asked about.

use super::given::Callable;
use super::scope::Scope;
use super::{Compiler, small};
use cardwright_bytecode::pack::Id;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_dsl::ast::{self, ExprKind, Name, Span};
use cardwright_trees::{Callee, Expr};

/// The text after `of`: in parentheses unless it is one value.
pub(super) fn text_of_subject(text: &str, subject: &ast::Expr) -> String {
    let is_one = !matches!(
        subject.kind,
        ExprKind::Binary(..)
            | ExprKind::Not(_)
            | ExprKind::Negate(_)
            | ExprKind::IsAny { .. }
            | ExprKind::IsYours { .. }
    );
    match is_one {
        true => text.to_owned(),
        false => format!("({})", inner_text(text)),
    }
}

/// A text without the parentheses around all of it.
pub(super) fn inner_text(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.unwrap_or(text)
}

impl Compiler<'_> {
    /// Whether something is asked with `of`, as a field is: who decides, and core calls whose one parameter is called so.
    pub(super) fn reads_like_a_field(&self, callee: Callee) -> bool {
        match callee {
            Callee::Core(call) => matches!(call.row().params, [("of", _)]),
            Callee::Value(value) => self.pack.controller == Some(Id::new(small(value))),
            _ => false,
        }
    }

    /// Arguments that fit the parameters, in the order of these.
    pub(crate) fn arguments(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        args: &[ast::Expr],
        params: &[(String, Ty)],
        span: Span,
    ) -> Option<Vec<Expr>> {
        let ordered = self.ordered(scope, name, args, params)?;
        if args.len() != params.len() {
            self.see_arguments(scope, name, args, params);
            self.wrong_count(name, args.len(), params, span);
            return None;
        }
        let ordered: Vec<&ast::Expr> = ordered.into_iter().flatten().collect();
        let values: Vec<Option<Expr>> = ordered
            .iter()
            .zip(params)
            .map(|(arg, param)| self.argument(scope, name, arg, param))
            .collect();
        let values = values.into_iter().collect::<Option<Vec<Expr>>>()?;
        self.one_dimension(values, params, &ordered)
    }

    /// The arguments of a call whose parameters may have defaults.
    pub(super) fn arguments_of(
        &mut self,
        scope: &mut Scope,
        (callable, name): (Callable, &Name),
        args: &[ast::Expr],
        params: &[(String, Ty)],
        span: Span,
    ) -> Option<Vec<Expr>> {
        let ordered = self.ordered(scope, name, args, params)?;
        let is_known = |(at, arg): (usize, &Option<&ast::Expr>)| {
            arg.is_some() || self.default_of(callable, at).is_some()
        };
        if args.len() > params.len() || !ordered.iter().enumerate().all(is_known) {
            self.see_arguments(scope, name, args, params);
            self.wrong_count(name, args.len(), params, span);
            return None;
        }
        let mut values: Vec<Option<Expr>> = Vec::with_capacity(params.len());
        for (at, (arg, param)) in ordered.into_iter().zip(params).enumerate() {
            let value = match arg {
                Some(arg) => self.argument(scope, name, arg, param),
                None => self.by_default((callable, at), &values, (name, &param.0, param.1), span),
            };
            values.push(value);
        }
        values.into_iter().collect()
    }

    /// Looks at too many or too few arguments, if a cursor may be in one of them.
    fn see_arguments(&mut self, scope: &mut Scope, name: &Name, args: &[ast::Expr], params: &[(String, Ty)]) {
        if self.uses.is_some() {
            for (arg, param) in args.iter().zip(params) {
                self.argument(scope, name, arg, param);
            }
        }
    }

    /// The argument of each parameter that is given one.
    fn ordered<'e>(
        &mut self,
        scope: &Scope,
        name: &Name,
        args: &'e [ast::Expr],
        params: &[(String, Ty)],
    ) -> Option<Vec<Option<&'e ast::Expr>>> {
        let places = self.places(name, args, params)?;
        let mut ordered = vec![None; params.len()];
        for (arg, place) in args.iter().zip(places) {
            let Some(at) = ordered.get_mut(place) else {
                continue;
            };
            *at = Some(match &arg.kind {
                ExprKind::Argument(_, value) => value,
                _ => {
                    if params.len() > 1 && !scope.is_line {
                        self.check_bare(arg, &params[place].0);
                    }
                    arg
                }
            });
        }
        Some(ordered)
    }

    /// The arguments, those that may be any quantity all of one dimension.
    fn one_dimension(
        &mut self,
        mut values: Vec<Expr>,
        params: &[(String, Ty)],
        args: &[&ast::Expr],
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
        if matches!(&arg.kind, ExprKind::Name(name) if self.is_cursor(name)) {
            self.see_names("label", vec![param.clone()]);
        }
        let errors = self.diagnostics.len();
        let value = self.typed(scope, arg, *ty);
        let at = self.place(arg.span);
        let is_wrong = |one: &Diagnostic| one.code == codes::WRONG_TYPE && one.place == at;
        if self.diagnostics.get(errors).is_some_and(is_wrong) {
            let declared = self.names.owners(&name.text).first().map(|one| one.1);
            let wanted = self.type_name(*ty);
            let diagnostic = &mut self.diagnostics[errors];
            diagnostic.message = format!(
                "`{}` takes a {wanted} as `{param}`, but {}",
                name.text, diagnostic.label
            );
            let label = format!("`{}` is declared here", name.text);
            diagnostic.related.extend(declared.map(|place| (place, label)));
        }
        value
    }

    /// For each argument the number of its parameter. One without a name is for the parameter at its own place, as
    /// long as all before it are at theirs.
    fn places(&mut self, name: &Name, args: &[ast::Expr], params: &[(String, Ty)]) -> Option<Vec<usize>> {
        let mut places: Vec<usize> = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            let place = match &arg.kind {
                ExprKind::Argument(label, _) => self.place_called(name, label, params)?,
                _ if places.iter().enumerate().all(|(at, place)| at == *place) => at,
                _ => {
                    let message = "this argument needs a name, because one before it is out of order";
                    self.report(codes::ARGUMENTS, arg.span, message).help = Some(
                        "add the name, as in `NAME: VALUE`, or write the arguments in the order of the \
                        parameters"
                            .to_owned(),
                    );
                    return None;
                }
            };
            if places.contains(&place) {
                let message = format!("`{}` is given twice", params[place].0);
                self.report(codes::ARGUMENTS, arg.span, message);
                return None;
            }
            places.push(place);
        }
        Some(places)
    }

    pub(super) fn place_called(
        &mut self,
        name: &Name,
        label: &Name,
        params: &[(String, Ty)],
    ) -> Option<usize> {
        let found = params.iter().position(|(param, _)| *param == label.text);
        if found.is_none() {
            let known: Vec<String> = params.iter().map(|(param, _)| param.clone()).collect();
            let what = format!("parameter of `{}` called", name.text);
            self.unknown(codes::ARGUMENTS, &what, label, &known);
        }
        self.note_label(name, label, params);
        found
    }

    /// Reports `yes`, `no` and `nobody` that stand alone among several arguments.
    fn check_bare(&mut self, arg: &ast::Expr, param: &str) {
        let word = match arg.kind {
            ExprKind::Bool(true) => "yes",
            ExprKind::Bool(false) => "no",
            ExprKind::Nobody => "nobody",
            _ => return,
        };
        let put = format!("{param}: {word}");
        let diagnostic = self.report(
            codes::BARE_ARGUMENT,
            arg.span,
            format!("it is unclear what `{word}` means here without a name"),
        );
        diagnostic.help = Some(format!("write `{put}`"));
        diagnostic.put(put, true);
    }

    /// A named argument where nothing has parameters with names.
    pub(super) fn stray_label(
        &mut self,
        scope: &mut Scope,
        label: &Name,
        value: &ast::Expr,
        wanted: Option<Ty>,
    ) -> Option<Expr> {
        self.report(
            codes::ARGUMENTS,
            label.span,
            format!("there is no parameter `{}` here", label.text),
        )
        .help = Some("remove the name".to_owned());
        self.expr(scope, value, wanted)
    }

    /// Reports what is asked with `of` instead of parentheses, or the other way round.
    pub(super) fn asked_otherwise(&mut self, span: Span, message: String, put: String) {
        let diagnostic = self.report(codes::ASKED_OTHERWISE, span, message);
        diagnostic.help = Some(format!("write `{put}`"));
        diagnostic.put(put, true);
    }

    /// The source of a span.
    pub(super) fn text_at(&self, span: Span) -> &str {
        let place = self.place(span);
        let text = &self.sources.get(place.file).text;
        text.get(place.start..place.end).unwrap_or_default()
    }
}
