//! Statements: each is checked and becomes a typed tree. Choices are in `choice`.

use super::during::around_named;
use super::given::Callable;
use super::scope::Scope;
use super::{Compiler, names};
use cardwright_bytecode::pack::GAME;
use cardwright_bytecode::ty::KIND_GAME;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Span};
use cardwright_trees::{self as tree, Block, Expr, ExprKind, LocalId, Statement, StatementKind, Target};

/// The most that `take all` can mean.
const ALL_TOKENS: i64 = 1 << 30;

impl Compiler<'_> {
    /// The statements of a block, in a scope of their own. One with an error is missing.
    pub(crate) fn block(&mut self, scope: &mut Scope, block: &ast::Block) -> Block {
        let mark = scope.open();
        let statements = self.statements(scope, block);
        scope.close(mark);
        Block { statements }
    }

    /// The statements of a block; what they name stays known.
    pub(crate) fn statements(&mut self, scope: &mut Scope, block: &ast::Block) -> Vec<Statement> {
        let statements = block.statements.iter();
        statements
            .flat_map(|statement| self.statement(scope, statement))
            .collect()
    }

    /// The typed statements for a statement, mostly one; none where there was an error.
    fn statement(&mut self, scope: &mut Scope, statement: &ast::Statement) -> Vec<Statement> {
        if let Some(kinds) = self.making(scope, &statement.kind) {
            return self.placed(kinds, statement.span);
        }
        let kinds = match &statement.kind {
            ast::StatementKind::Finish { name, pattern } => self
                .finish(scope, name, pattern.as_ref(), statement.span)
                .unwrap_or_default(),
            kind => self.effect(scope, kind, statement.span).into_iter().collect(),
        };
        self.placed(kinds, statement.span)
    }

    fn placed(&self, kinds: Vec<StatementKind>, span: Span) -> Vec<Statement> {
        let place = self.place(span);
        let kinds = kinds.into_iter();
        kinds.map(|kind| Statement { kind, place }).collect()
    }

    fn effect(&mut self, scope: &mut Scope, kind: &ast::StatementKind, span: Span) -> Option<StatementKind> {
        use ast::StatementKind as Written;
        match kind {
            Written::Let { name, value } => self.let_(scope, name, value),
            Written::Set { target, value } => self.set(scope, target, value),
            Written::Add { target, value } => self.add(scope, target, value),
            Written::Remove { target, value } => self.remove(scope, target, value),
            Written::Give { amount, token, to } => {
                let (amount, to, token) = self.tokens(scope, Some(amount), (token, to), span)?;
                Some(StatementKind::Give { amount, to, token })
            }
            Written::Take { amount, token, from } => {
                let (amount, from, token) = self.tokens(scope, amount.as_ref(), (token, from), span)?;
                Some(StatementKind::Take { amount, from, token })
            }
            Written::If {
                condition,
                then,
                otherwise,
            } => self.if_(scope, condition, then, otherwise.as_ref()),
            Written::ForEach {
                name,
                set,
                order,
                body,
            } => self.for_each(scope, (name, set), order.as_ref(), body),
            Written::Repeat { times, body } => {
                let times = self.typed(scope, times, Ty::NUMBER)?;
                scope.enter_loop();
                let body = self.block(scope, body);
                scope.leave_loop();
                Some(StatementKind::Repeat { times, body })
            }
            Written::Choose { .. } | Written::ChooseOne { .. } | Written::May { .. } => {
                self.decision(scope, kind)
            }
            Written::ChoosePlace(choose) => self.choose_place(scope, choose),
            Written::Run { procedure, args } => match self.run(scope, procedure, args, span)?.kind {
                ExprKind::Run { procedure, arguments } => Some(StatementKind::Run { procedure, arguments }),
                _ => None,
            },
            Written::Offer {
                offer,
                args,
                to,
                most,
            } => match self.offer(scope, offer, args, (to, most.as_ref()), span)?.kind {
                ExprKind::Offer(offer) => Some(StatementKind::Offer(*offer)),
                _ => None,
            },
            Written::Start { effect, args, until } => self.start(scope, effect, args, until.as_ref(), span),
            Written::Lasting { until, lasts, rules } => {
                self.until_then(scope, (until.as_ref(), lasts.as_ref()), rules, span)
            }
            Written::Reveal { field, of } => self.reveal(scope, field, of),
            Written::End { outcome, winners } => {
                self.refuse_in_pure(scope, "end the game", outcome.span)?;
                let index = self.resolve(&names::OUTCOME, outcome)?;
                self.check_winners(outcome, index, winners.is_some())?;
                let winners = match winners {
                    Some(winners) => Some(self.winners(scope, winners)?),
                    None => None,
                };
                Some(StatementKind::End {
                    outcome: index,
                    winners,
                })
            }
            Written::Turn(turn) => self.turn(scope, turn),
            Written::Create(_) | Written::Finish { .. } => None,
            Written::Stop => Some(StatementKind::Stop),
            Written::Break if scope.in_loop() => Some(StatementKind::Break),
            Written::Break => {
                self.report(codes::NO_LOOP, span, "`break` is not inside a loop")
                    .help = Some("to leave the procedure or rule, write `stop`".to_owned());
                None
            }
            Written::Call { call, args } => self.do_(scope, call, args, span),
        }
    }

    /// `let`: its name lives as long as the block.
    fn let_(&mut self, scope: &mut Scope, name: &Name, value: &ast::Expr) -> Option<StatementKind> {
        let hides = self.check_shadow(scope, name);
        let Some(checked) = self.expr(scope, value, None) else {
            self.mark_broken(&name.text);
            return None;
        };
        if checked.ty == Ty::NOTHING {
            self.report(codes::WRONG_TYPE, value.span, "this gives no value")
                .help = gives_nothing(value);
            self.mark_broken(&name.text);
            return None;
        }
        let is_variable = scope.local(&name.text).is_some_and(|(_, local)| local.variable);
        if hides && (is_variable || scope.slot(&name.text).is_some()) {
            return None;
        }
        // What follows means the new name: that it hides another is one error.
        let local = scope.bind(&name.text, checked.ty, self.place(name.span));
        (!hides).then_some(StatementKind::Let {
            local,
            value: checked,
        })
    }

    fn set(&mut self, scope: &mut Scope, target: &ast::Target, value: &ast::Expr) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "set", value.span)?;
        let (target, ty) = self.target(scope, target)?;
        let value = self.typed(scope, value, ty)?;
        Some(StatementKind::Set { target, value })
    }

    fn add(&mut self, scope: &mut Scope, target: &ast::Target, value: &ast::Expr) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "add", value.span)?;
        let (target, ty) = self.target(scope, target)?;
        if ty.set {
            let value = self.those(scope, ty, value)?;
            return Some(StatementKind::Add { target, value });
        }
        let checked = self.typed(scope, value, ty)?;
        if !ty.is_quantity() {
            let message = format!(
                "`add` needs a number or a set, but this is a {}",
                self.type_name(ty)
            );
            self.report(codes::WRONG_TYPE, value.span, message);
            return None;
        }
        Some(StatementKind::Add {
            target,
            value: checked,
        })
    }

    /// `take EXPR from SET`
    fn remove(
        &mut self,
        scope: &mut Scope,
        target: &ast::Target,
        value: &ast::Expr,
    ) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "take", value.span)?;
        self.refuse_uncounted(scope, value)?;
        let (target, ty) = self.target(scope, target)?;
        if ty.set {
            let value = self.those(scope, ty, value)?;
            return Some(StatementKind::Remove { target, value });
        }
        let (message, help) = match ty.is_quantity() {
            true => (
                "`take` cannot be used with a number".to_owned(),
                "to subtract, write `add - N to ...`; to take tokens, write `take N TOKEN from ...`",
            ),
            false => (
                format!(
                    "members can be taken only from a set, but this is a {}",
                    self.type_name(ty)
                ),
                "declare it as a `set of` something, or name a token: `take 1 TOKEN from ...`",
            ),
        };
        self.report(codes::WRONG_TYPE, value.span, message).help = Some(help.to_owned());
        None
    }

    /// Refuses `take TOKEN from X`: how many is missing.
    fn refuse_uncounted(&mut self, scope: &Scope, value: &ast::Expr) -> Option<()> {
        let ast::ExprKind::Name(name) = &value.kind else {
            return Some(());
        };
        let is_else = scope.local(name).is_some() || scope.slot(name).is_some();
        if is_else || self.names.tokens.get(name).is_none() {
            return Some(());
        }
        let message = format!("this does not say how many {name} to take");
        self.report(codes::WRONG_TYPE, value.span, message).help = Some(format!(
            "write `take 1 {name} from ...`, or `take all {name} from ...`"
        ));
        None
    }

    /// The members that come into a set or leave it, one or several, as a set.
    fn those(&mut self, scope: &mut Scope, ty: Ty, value: &ast::Expr) -> Option<Expr> {
        let member = Ty::one(ty.base);
        let hint = match self.gives_several(scope, value, member) {
            true => ty,
            false => member,
        };
        let checked = self.expr(scope, value, Some(hint))?;
        if checked.ty.set {
            return self.fit(checked, ty, value.span);
        }
        let one = self.fit(checked, member, value.span)?;
        Some(self.node(ty, ExprKind::List(vec![one]), value.span))
    }

    /// Whether an expression is a set. Only where both branches of an `if` must be alike does it have to be known ahead.
    fn gives_several(&mut self, scope: &mut Scope, value: &ast::Expr, member: Ty) -> bool {
        match &value.kind {
            ast::ExprKind::List(_) => true,
            ast::ExprKind::If(_, then, _) => {
                let errors = self.diagnostics.len();
                let several = self.gives_several(scope, then, member)
                    || self
                        .expr(scope, then, Some(member))
                        .is_some_and(|then| then.ty.set);
                self.diagnostics.truncate(errors);
                several
            }
            _ => false,
        }
    }

    /// The target of `set`, `add` and `take`, and its type.
    pub(super) fn target(&mut self, scope: &mut Scope, target: &ast::Target) -> Option<(Target, Ty)> {
        match target {
            ast::Target::Variable(name) => self.variable(scope, name),
            ast::Target::Field(field, of) => self.changing_field(scope, field, of),
            ast::Target::Entry(name, args) => self.keyed_target(scope, name, args, name.span),
        }
    }

    /// The entity that holds the state of the game.
    pub(crate) fn the_game(&self, span: Span) -> Expr {
        self.constant(Ty::one(Base::Entity(KIND_GAME)), i64::from(GAME), span)
    }

    /// A variable, or a slot of the open procedure, that may change.
    fn variable(&mut self, scope: &Scope, name: &Name) -> Option<(Target, Ty)> {
        if self.is_cursor(&name.text) {
            self.see_values(scope, None);
            return None;
        }
        self.note_local(scope, &name.text, name.span);
        if let Some((at, local)) = scope.local(&name.text) {
            if !local.variable {
                let message = format!("`{}` cannot be changed", name.text);
                self.report(codes::FIXED, name.span, message).help =
                    Some("only a `var` of the procedure can be changed".to_owned());
                return None;
            }
            return Some((Target::Local(at), local.ty));
        }
        self.refuse_unshared(scope, &name.text, name.span)?;
        let Some((slot, ty)) = scope.slot(&name.text) else {
            if let Some(&field) = self.names.states.get(&name.text) {
                self.note_at(name, |names| names.states.place(&name.text));
                let ty = self.pack.kinds[usize::from(KIND_GAME)].fields[field].ty;
                return Some((Target::Field(self.the_game(name.span), field), ty));
            }
            let states = self.names.states.names();
            let known: Vec<String> = scope.local_names().chain(states).map(str::to_owned).collect();
            self.unknown(codes::UNKNOWN_NAME, "variable", name, &known);
            return None;
        };
        self.refuse_given(scope, slot, name)?;
        if belongs_to_run(ty) {
            let message = format!(
                "a rule cannot set `{}`: a set or pool made in a rule exists only until the end of the rule",
                name.text
            );
            self.report(codes::ESCAPES, name.span, message).help =
                Some("change the dice in place (`add-face`, `convert`, `cancel`, `reroll`)".to_owned());
            return None;
        }
        Some((Target::Slot(slot), ty))
    }

    /// Reports a name of the procedure whose window is open that rules see, but cannot set: only its result and its
    /// `var`s can be.
    fn refuse_given(&mut self, scope: &Scope, slot: usize, name: &Name) -> Option<()> {
        let procedure = scope.procedure()?;
        let known = self.names.procedures.all().find(|sym| sym.index == procedure);
        let settable = known.map_or(0..0, |sym| sym.params.len()..sym.params.len() + sym.variables);
        if settable.contains(&slot) {
            return Some(());
        }
        let procedure = &self.pack.procedures[procedure];
        let (message, help) = match known {
            None => (
                format!("`{}` describes the change, so it cannot be set", name.text),
                "use a new name: `let new = ...`".to_owned(),
            ),
            Some(_) => {
                let others = procedure.slots.get(settable).unwrap_or_default();
                let others = others.iter().filter(|slot| !belongs_to_run(slot.ty));
                let others: Vec<&str> = others.map(|slot| slot.name.as_str()).collect();
                let can = match others.is_empty() {
                    true => format!("rules cannot set any name of `{}`", procedure.name),
                    false => format!(
                        "of the names of `{}`, rules can set {}",
                        procedure.name,
                        others.join(", ")
                    ),
                };
                (
                    format!(
                        "`{}` is a parameter of `{}`, so rules cannot set it",
                        name.text, procedure.name
                    ),
                    format!(
                        "{can}; to let rules set more, declare a `var` in the system that begins with \
                    the value of the parameter"
                    ),
                )
            }
        };
        self.report(codes::FIXED, name.span, message).help = Some(help);
        None
    }

    fn changing_field(&mut self, scope: &mut Scope, field: &Name, of: &ast::Expr) -> Option<(Target, Ty)> {
        if let Some(around) = around_named(scope, of) {
            return self.refuse_set_of_run(&around, field);
        }
        let subject = self.expr(scope, of, None)?;
        let (kind, at, ty) = self.field_of(field, subject.ty)?;
        if !self.pack.kinds[usize::from(kind)].fields[at].state {
            let message = format!("`{}` is printed on the card, so it cannot be changed", field.text);
            self.report(codes::FIXED, field.span, message).help =
                Some("declare the field `state`, or use a `value` that rules can modify".to_owned());
            return None;
        }
        Some((Target::Field(subject, at), ty))
    }

    /// The kind of an entity, and the number and type of its field.
    fn field_of(&mut self, field: &Name, subject: Ty) -> Option<(u16, usize, Ty)> {
        let kind = match subject.base {
            Base::Entity(kind) => Some(kind),
            _ => None,
        };
        if self.is_cursor(&field.text) {
            self.see_fields(subject);
            return None;
        }
        let single = kind.filter(|_| !subject.set);
        let found = single.and_then(|kind| Some((kind, self.kind_field(kind, &field.text)?)));
        let Some((kind, (at, ty))) = found else {
            let fields = kind.map(|kind| self.pack.kinds[usize::from(kind)].fields.iter());
            let known: Vec<String> = fields
                .into_iter()
                .flatten()
                .map(|field| field.name.clone())
                .collect();
            let what = format!("field of a {}, called", self.type_name(subject));
            self.unknown(codes::UNKNOWN_FIELD, &what, field, &known);
            return None;
        };
        self.note_field(field, subject, ty);
        Some((kind, at, ty))
    }

    /// Amount, entity and token of `give` and `take`; no amount is all of them.
    pub(crate) fn tokens(
        &mut self,
        scope: &mut Scope,
        amount: Option<&ast::Expr>,
        (token, on): (&Name, &ast::Expr),
        span: Span,
    ) -> Option<(Expr, Expr, usize)> {
        self.refuse_in_pure(scope, "give or take", token.span)?;
        let amount = match amount {
            Some(amount) => self.typed(scope, amount, Ty::NUMBER),
            None => Some(self.constant(Ty::NUMBER, ALL_TOKENS, span)),
        };
        let subject = self.expr(scope, on, None)?;
        let token = self.carried_token(token, subject.ty, on.span)?;
        Some((amount?, subject, token))
    }

    fn if_(
        &mut self,
        scope: &mut Scope,
        condition: &ast::Expr,
        then: &ast::Block,
        otherwise: Option<&ast::Block>,
    ) -> Option<StatementKind> {
        let condition = self.typed(scope, condition, Ty::BOOL);
        let then = self.block(scope, then);
        let otherwise = otherwise.map(|block| self.block(scope, block));
        Some(StatementKind::If {
            condition: condition?,
            then,
            otherwise,
        })
    }

    fn for_each(
        &mut self,
        scope: &mut Scope,
        (name, set): (&Name, &ast::Expr),
        order: Option<&(ast::Expr, ast::Phrase)>,
        body: &ast::Block,
    ) -> Option<StatementKind> {
        self.check_shadow(scope, name);
        let set = self.set_of(scope, set)?;
        let member = Ty::one(set.ty.base);
        let order = match order {
            Some((by, prompt)) => Some(self.order(scope, by, prompt, member)?),
            None => None,
        };
        scope.enter_loop();
        let (member, body) = self.naming(scope, name, member, body);
        scope.leave_loop();
        Some(StatementKind::ForEach {
            set,
            order,
            member,
            body,
        })
    }

    /// A block in which a name is known.
    pub(crate) fn naming(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        ty: Ty,
        body: &ast::Block,
    ) -> (LocalId, Block) {
        let mark = scope.open();
        let local = scope.bind(&name.text, ty, self.place(name.span));
        let body = self.block(scope, body);
        scope.close(mark);
        (local, body)
    }

    /// `run PROCEDURE(args)`: its value is the procedure's result.
    pub(crate) fn run(
        &mut self,
        scope: &mut Scope,
        procedure: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        self.refuse_in_pure(scope, "run", span)?;
        let sym = self.resolve(&names::PROCEDURE, procedure)?;
        let callable = Callable::Procedure(sym.index);
        let arguments = self.arguments_of(scope, (callable, procedure), args, &sym.params, span)?;
        let kind = ExprKind::Run {
            procedure: sym.index,
            arguments,
        };
        Some(self.node(sym.gives, kind, span))
    }

    /// `offer OFFER(args) to EXPR`: its value is how many options were taken.
    pub(crate) fn offer(
        &mut self,
        scope: &mut Scope,
        offer: &Name,
        args: &[ast::Expr],
        (to, most): (&ast::Expr, Option<&ast::Expr>),
        span: Span,
    ) -> Option<Expr> {
        self.refuse_in_pure(scope, "offer", span)?;
        let sym = self.resolve(&names::OFFER, offer)?;
        let decider = self.typed(scope, to, Ty::PLAYER);
        let most = match most {
            Some(most) => self.typed(scope, most, Ty::NUMBER),
            None => Some(self.constant(Ty::NUMBER, 1, span)),
        };
        let arguments = self.arguments(scope, offer, args, &sym.params, span)?;
        let offer = tree::Offer {
            offer: sym.index,
            decider: decider?,
            most: most?,
            arguments,
        };
        Some(self.node(Ty::NUMBER, ExprKind::Offer(Box::new(offer)), span))
    }

    fn reveal(&mut self, scope: &mut Scope, field: &Name, of: &ast::Expr) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "reveal", field.span)?;
        let subject = self.expr(scope, of, None)?;
        let (kind, at, _) = self.field_of(field, subject.ty)?;
        if !self.pack.kinds[usize::from(kind)].fields[at].secret {
            let message = format!("`{}` is not secret, so there is nothing to reveal", field.text);
            self.report(codes::FIXED, field.span, message);
            return None;
        }
        Some(StatementKind::Reveal {
            of: subject,
            field: at,
        })
    }

    /// A core call with an effect.
    fn do_(
        &mut self,
        scope: &mut Scope,
        call: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<StatementKind> {
        let value = self.call(scope, call, args, span)?;
        if cardwright_bytecode::registry::Core::named(&call.text).is_none_or(|call| call.pure) {
            let message = format!(
                "`{}` only gives a {}, but the result is not used",
                call.text,
                self.type_name(value.ty)
            );
            self.report(codes::WRONG_TYPE, span, message);
        }
        Some(StatementKind::Do(value))
    }
}

/// Whether what a name holds lives no longer than the function that made it, so that no rule can put another one there.
pub(super) fn belongs_to_run(ty: Ty) -> bool {
    ty.set || matches!(ty.base, Base::Pool | Base::Die)
}

/// The advice about a procedure whose result is asked for, and that gives nothing.
fn gives_nothing(value: &ast::Expr) -> Option<String> {
    let ast::ExprKind::Run(procedure, _) = &value.kind else {
        return None;
    };
    let name = &procedure.text;
    Some(format!(
        "`{name}` has no result; add `gives NAME: TYPE` after its parameters. Or run it as a statement, and \
         use what it changes"
    ))
}
