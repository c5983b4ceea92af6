//! Lasting effects: starting them, asking for them, ending them.

use super::Compiler;
use super::change::Opening;
use super::given::Callable;
use super::names::{self, HookSym};
use super::scope::Scope;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Id, MAX_ENDS, MatchDef, StartDef, Until};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Pattern, Span};
use cardwright_trees::{Expr, ExprKind, StatementKind, WHOM};

impl Compiler<'_> {
    /// `start EFFECT(args) until ...`
    pub(crate) fn start(
        &mut self,
        scope: &mut Scope,
        effect: &Name,
        args: &[ast::Expr],
        until: Option<&ast::Until>,
        span: Span,
    ) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "start", span)?;
        let sym = self.resolve(&names::EFFECT, effect)?;
        let callable = Callable::Effect(sym.index);
        let mut arguments = self.arguments_of(scope, (callable, effect), args, &sym.params, span)?;
        let ends = self.ends(until, |checker, until| checker.until(until, &sym, None))?;
        if let Some(times) = until.and_then(|until| until.times.as_ref()) {
            arguments.push(self.typed(scope, times, Ty::NUMBER)?);
        }
        Some(self.started(sym.index, ends, arguments))
    }

    /// All that ends an effect.
    pub(super) fn ends(
        &mut self,
        until: Option<&ast::Until>,
        mut of: impl FnMut(&mut Self, &ast::Until) -> Option<Until>,
    ) -> Option<Vec<Until>> {
        let all = || until.into_iter().flat_map(ast::Until::all);
        if let Some(further) = all().nth(MAX_ENDS) {
            let message = format!("an effect can have at most {MAX_ENDS} ends");
            let span = further.window.name().span;
            self.report(codes::TOO_LARGE, span, message).help = Some(
                "end it with rules of the same card instead: `after PROCEDURE when ... { end NAME(...) \
                 }`"
                .to_owned(),
            );
            return None;
        }
        all().map(|until| of(self, until)).collect()
    }

    /// A way to start an effect.
    pub(super) fn started(&mut self, effect: usize, ends: Vec<Until>, arguments: Vec<Expr>) -> StatementKind {
        let effect = Id::at(effect);
        self.pack.starts.push(StartDef { effect, ends });
        StatementKind::Start {
            start: self.pack.starts.len() - 1,
            arguments,
        }
    }

    /// `until WINDOW when ...`. An effect without a name that keeps `you` gives its kind.
    pub(super) fn until(
        &mut self,
        until: &ast::Until,
        effect: &HookSym,
        you: Option<(u16, bool)>,
    ) -> Option<Until> {
        let span = until.window.name().span;
        let mut outer = Scope::new("", FunctionClass::Pure, Ty::NOTHING);
        for (param, ty) in effect.params.iter() {
            outer.param(param, *ty, self.place(span));
        }
        let opening = self.opening(&mut outer, &until.window)?;
        let asks = opening.which.is_some() || until.when.is_some();
        let condition = asks.then(|| self.until_condition(until, (effect, you), &opening));
        Some(Until {
            window: Id::new(opening.window),
            condition,
            counted: until.times.is_some(),
            next: until.next,
        })
    }

    /// Which openings count: sees the effect's parameters and the names of the window's procedure.
    fn until_condition(
        &mut self,
        until: &ast::Until,
        (effect, you): (&HookSym, Option<(u16, bool)>),
        opening: &Opening,
    ) -> FuncId {
        let span = until
            .when
            .as_ref()
            .map_or(until.window.name().span, |when| when.span);
        let name = format!("end of {}", self.pack.effects[effect.index].name);
        let procedure = self.pack.windows[opening.window as usize].procedure.place();
        let mut scope = self.context_scope(name, FunctionClass::Pure, Ty::BOOL, procedure);
        if let Some(named) = &opening.named {
            scope.rename_slot(WHOM, &named.text);
        }
        for (param, ty) in effect.params.iter() {
            scope.param(param, *ty, self.place(span));
        }
        scope.you = you;
        let parts = opening.which.iter().chain(&until.when);
        let parts: Vec<Option<Expr>> = parts.map(|part| self.typed(&mut scope, part, Ty::BOOL)).collect();
        let parts: Option<Vec<Expr>> = parts.into_iter().collect();
        let condition = parts.and_then(|parts| {
            parts.into_iter().reduce(|first, second| {
                let kind = ExprKind::And(Box::new(first), Box::new(second));
                self.node(Ty::BOOL, kind, span)
            })
        });
        let function = self.giving(scope, condition, span);
        self.add_function(function)
    }

    /// `end NAME`: the run of the procedure whose window is open, or `end EFFECT(args)`.
    pub(crate) fn finish(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        pattern: Option<&Pattern>,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        self.refuse_in_pure(scope, "end", span)?;
        if self.names.effects.get(&name.text).is_some() {
            let (matching, arguments) = self.matching(scope, name, pattern, span)?;
            return Some(vec![StatementKind::Finish { matching, arguments }]);
        }
        self.end_run(scope, name)
    }

    /// `running EFFECT(args)`
    pub(crate) fn running(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        pattern: Option<&Pattern>,
        span: Span,
    ) -> Option<Expr> {
        let (matching, arguments) = self.matching(scope, name, pattern, span)?;
        Some(self.node(Ty::BOOL, ExprKind::Running { matching, arguments }, span))
    }

    /// The instances of an effect that a pattern means.
    fn matching(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        pattern: Option<&Pattern>,
        span: Span,
    ) -> Option<(usize, Vec<Expr>)> {
        let sym = self.resolve(&names::EFFECT, name)?;
        let pattern: &[Option<ast::Expr>] = pattern.map_or(&[], Vec::as_slice);
        let callable = Callable::Effect(sym.index);
        let missing = (pattern.len()..sym.params.len()).all(|at| self.default_of(callable, at).is_some());
        if pattern.len() > sym.params.len() || !missing {
            self.wrong_count(name, pattern.len(), &sym.params, span);
            return None;
        }
        let mut any = 0;
        let mut arguments = Vec::new();
        for (at, (compared, (_, ty))) in pattern.iter().zip(sym.params.iter()).enumerate() {
            if let Some(compared) = compared {
                arguments.push(self.typed(scope, compared, *ty));
            } else {
                any |= 1 << at;
                arguments.push(Some(self.constant(*ty, 0, span)));
            }
        }
        for (at, (param, ty)) in sym.params.iter().enumerate().skip(pattern.len()) {
            let rests = self
                .default_of(callable, at)
                .is_some_and(|default| default.rests_on(any));
            if rests {
                let message = format!("the default of `{param}` depends on an argument that is `any`");
                self.report(codes::ARGUMENTS, span, message).help =
                    Some(format!("write an argument for `{param}`, too, or `any`"));
                return None;
            }
            let given = arguments.clone();
            arguments.push(self.by_default((callable, at), &given, (name, param, *ty), span));
        }
        let def = MatchDef {
            effect: Id::at(sym.index),
            any,
        };
        let known = self.pack.matches.iter().position(|known| *known == def);
        let matching = known.unwrap_or_else(|| {
            self.pack.matches.push(def);
            self.pack.matches.len() - 1
        });
        let arguments: Option<Vec<Expr>> = arguments.into_iter().collect();
        Some((matching, arguments?))
    }

    /// The player or players that `won by` names.
    pub(crate) fn winners(&mut self, scope: &mut Scope, winners: &ast::Expr) -> Option<Expr> {
        let span = winners.span;
        let checked = self.expr(scope, winners, Some(Ty::PLAYER))?;
        let players = Ty::set(Ty::PLAYER.base);
        if checked.ty.set {
            return self.fit(checked, players, span);
        }
        let one = self.fit(checked, Ty::PLAYER, span)?;
        let nobody = self.constant(Ty::PLAYER, 0, span);
        let one = self.node(players, ExprKind::List(vec![one]), span);
        let nobody = self.node(players, ExprKind::List(vec![nobody]), span);
        let kind = ExprKind::Without(Box::new(one), Box::new(nobody));
        Some(self.node(players, kind, span))
    }

    /// Refuses `won by` where the outcome has its own winners, and its absence where it has none.
    pub(crate) fn check_winners(&mut self, outcome: &Name, index: usize, given: bool) -> Option<()> {
        let named = matches!(
            self.pack.outcomes[index].winners,
            cardwright_bytecode::pack::Winners::Named
        );
        let (message, help) = match (named, given) {
            (true, false) => (
                format!("`{}` needs the winners to be named here", outcome.text),
                format!("write `end the game with {} won by ...`", outcome.text),
            ),
            (false, true) => (
                format!(
                    "the winner of `{}` is already part of its declaration",
                    outcome.text
                ),
                format!(
                    "remove `won by`, or declare `outcome {} \"...\" won by whoever`",
                    outcome.text
                ),
            ),
            _ => return Some(()),
        };
        self.report(codes::WINNERS, outcome.span, message).help = Some(help);
        None
    }
}
