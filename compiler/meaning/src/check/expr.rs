//! Expressions: each is checked and becomes a typed tree.

use super::Compiler;
use super::during::around_named;
use super::names;
use super::quantity::{agrees, measured};
use super::scope::Scope;
use super::spoken::Turning;
use super::uses::Meaning;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Operator, Span};
use cardwright_trees::{Callee, Expr, ExprKind, Operation};

impl Compiler<'_> {
    /// An expression of a known type.
    pub(crate) fn typed(&mut self, scope: &mut Scope, expr: &ast::Expr, ty: Ty) -> Option<Expr> {
        let value = self.expr(scope, expr, Some(ty))?;
        self.fit(value, ty, expr.span)
    }

    /// An expression, whose type may be helped by what is wanted.
    pub(crate) fn expr(&mut self, scope: &mut Scope, expr: &ast::Expr, wanted: Option<Ty>) -> Option<Expr> {
        let span = expr.span;
        let wanted = wanted.filter(|ty| ty.base != Base::Quantity);
        match &expr.kind {
            ast::ExprKind::Number(n) => {
                let number = self.constant(Ty::NUMBER, *n, span);
                Some(wanted.map_or(number.clone(), |ty| number.zero_as(ty)))
            }
            ast::ExprKind::Measure(dimension, n) => Some(self.constant(measured(*dimension), *n, span)),
            ast::ExprKind::Bool(yes) => Some(self.constant(Ty::BOOL, i64::from(*yes), span)),
            ast::ExprKind::Text(text) => {
                let at = i64::try_from(self.text(text)).unwrap_or(0);
                Some(self.constant(Ty::TEXT, at, span))
            }
            ast::ExprKind::Phrase(phrase) => self.phrase(scope, phrase),
            ast::ExprKind::Nobody => {
                let ty = wanted
                    .filter(|ty| (ty.base.is_entity() || ty.base == Base::Space) && !ty.set)
                    .unwrap_or(Ty::THING);
                Some(self.constant(ty, 0, span))
            }
            ast::ExprKind::Name(name) => self.name(scope, name, span, wanted),
            ast::ExprKind::Call(name, args) => self.call(scope, name, args, span),
            ast::ExprKind::Argument(label, value) => self.stray_label(scope, label, value, wanted),
            ast::ExprKind::Of(name, of) => self.of(scope, name, of, span),
            ast::ExprKind::On(token, on) => self.tokens_on(scope, token, on, span),
            ast::ExprKind::In(face, pool) => self.faces_in(scope, face, pool, span),
            ast::ExprKind::Can(name, args) => self.can(scope, name, args, span),
            ast::ExprKind::Running(effect, pattern) => self.running(scope, effect, pattern.as_ref(), span),
            ast::ExprKind::Options(offer, args, to) => self.options(scope, offer, (args, to), span),
            ast::ExprKind::Run(procedure, args) => self.run(scope, procedure, args, span),
            ast::ExprKind::Offer {
                offer,
                args,
                to,
                most,
            } => self.offer(scope, offer, args, (to, most.as_deref()), span),
            ast::ExprKind::IsAny { of, negated, kind } => self.is_any(scope, of, (kind, *negated), span),
            ast::ExprKind::IsYours { of, negated } => self.is_yours(scope, (of, *negated), span),
            ast::ExprKind::Showing(dice, face) => self.showing(scope, (dice, face), span),
            ast::ExprKind::Turn {
                amount,
                from,
                pool,
                to,
            } => {
                let turning = Turning {
                    amount: amount.as_deref(),
                    faces: (from, to),
                    pool,
                };
                self.turned(scope, turning, span)
            }
            ast::ExprKind::List(members) => self.list(scope, members, span, wanted),
            ast::ExprKind::Sort { name, set, by } => self.sort(scope, name, (set, by), span),
            ast::ExprKind::FirstSome(count, set) => self.first_some(scope, count, set, span),
            ast::ExprKind::Create { .. } => {
                self.refuse_in_pure(scope, "create", span)?;
                None
            }
            ast::ExprKind::Roll(count, die) => self.roll(scope, count, die, span),
            ast::ExprKind::Not(inner) => {
                let inner = self.typed(scope, inner, Ty::BOOL)?;
                Some(self.node(Ty::BOOL, ExprKind::Not(Box::new(inner)), span))
            }
            ast::ExprKind::Negate(inner) => {
                let inner = self.quantity(scope, inner)?;
                Some(self.negative(inner, span))
            }
            ast::ExprKind::Binary(operator, left, right) => {
                self.binary(scope, *operator, (left, right), span)
            }
            ast::ExprKind::If(condition, then, otherwise) => {
                self.either(scope, condition, (then, otherwise), span, wanted)
            }
            ast::ExprKind::All {
                other,
                templates,
                of,
                name,
                on,
                condition,
            } => {
                let member = name.as_ref();
                self.all(
                    scope,
                    (of, *templates, *other),
                    member,
                    (on.as_deref(), condition.as_deref()),
                    span,
                )
            }
            ast::ExprKind::Members {
                other,
                name,
                set,
                condition,
            } => self.members(scope, (name, *other), (set, condition), span),
            ast::ExprKind::Question(question, set) => self.question(scope, *question, set, span),
            ast::ExprKind::Fold {
                fold,
                value,
                name,
                set,
            } => self.fold(scope, *fold, value, (name, set), span),
        }
    }

    /// The quantity with the other sign.
    pub(crate) fn negative(&self, value: Expr, span: Span) -> Expr {
        if let ExprKind::Constant(n) = value.kind {
            return self.constant(value.ty, 0_i64.saturating_sub(n), span);
        }
        let zero = self.constant(value.ty, 0, span);
        self.operation(Operation::Subtract, zero, value, span)
    }

    /// One operation on two values that go together.
    pub(crate) fn operation(&self, operation: Operation, left: Expr, right: Expr, span: Span) -> Expr {
        let ty = match operation {
            _ if operation.compares() => Ty::BOOL,
            Operation::Multiply if left.ty == Ty::NUMBER => right.ty,
            Operation::Divide if left.ty == right.ty => Ty::NUMBER,
            _ => left.ty,
        };
        let kind = ExprKind::Operation(operation, Box::new(left), Box::new(right));
        self.node(ty, kind, span)
    }

    fn binary(
        &mut self,
        scope: &mut Scope,
        operator: Operator,
        (left, right): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let operation = match operator {
            Operator::Plus | Operator::Minus => {
                return self.sum(scope, operator == Operator::Plus, (left, right), span);
            }
            Operator::And | Operator::Or => return self.logic(scope, operator, (left, right), span),
            Operator::Equal => return self.compare(scope, Operation::Equal, (left, right), span),
            Operator::NotEqual => return self.compare(scope, Operation::NotEqual, (left, right), span),
            Operator::IsIn => return self.is_in(scope, left, right, span),
            Operator::Less => Operation::Less,
            Operator::AtMost => Operation::AtMost,
            Operator::More => Operation::More,
            Operator::AtLeast => Operation::AtLeast,
            Operator::Times => Operation::Multiply,
            Operator::Divide => Operation::Divide,
        };
        self.quantities(scope, operation, (left, right), span)
    }

    /// The sum or difference of two quantities, or of two sets.
    fn sum(
        &mut self,
        scope: &mut Scope,
        plus: bool,
        (left, right): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let first = self.expr(scope, left, None);
        if let Some(set) = first.as_ref().filter(|first| first.ty.set) {
            let ty = set.ty;
            let second = Box::new(self.typed(scope, right, ty)?);
            let first = Box::new(first?);
            let kind = match plus {
                true => ExprKind::Union(first, second),
                false => ExprKind::Without(first, second),
            };
            return Some(self.node(ty, kind, span));
        }
        let first = first.and_then(|first| match first.ty.is_quantity() {
            true => Some(first),
            false => self.fit(first, Ty::NUMBER, left.span),
        });
        let second = self.quantity(scope, right);
        let operation = match plus {
            true => Operation::Add,
            false => Operation::Subtract,
        };
        self.combined(operation, (first?, left.span), (second?, right.span), span)
    }

    /// `EXPR is any KIND`
    fn is_any(
        &mut self,
        scope: &mut Scope,
        of: &ast::Expr,
        (kind, negated): (&Name, bool),
        span: Span,
    ) -> Option<Expr> {
        let subject = self.expr(scope, of, None)?;
        let wanted = self.kind_named(kind)?;
        let ty = Ty::one(Base::Entity(wanted));
        if subject.ty != Ty::THING && subject.ty != ty {
            let message = format!("a {} can never be a {}", self.type_name(subject.ty), kind.text);
            self.report(codes::WRONG_TYPE, span, message);
            return None;
        }
        let narrowed = self.narrowed(subject, wanted, span);
        let nobody = self.constant(ty, 0, span);
        let operation = match negated {
            true => Operation::Equal,
            false => Operation::NotEqual,
        };
        Some(self.operation(operation, narrowed, nobody, span))
    }

    /// `options of OFFER(args) for EXPR`
    fn options(
        &mut self,
        scope: &mut Scope,
        offer: &Name,
        (args, to): (&[ast::Expr], &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let sym = self.resolve(&names::OFFER, offer)?;
        let decider = self.typed(scope, to, Ty::PLAYER);
        let arguments = self.arguments(scope, offer, args, &sym.params, span)?;
        let kind = ExprKind::Options {
            offer: sym.index,
            decider: Box::new(decider?),
            arguments,
        };
        Some(self.node(Ty::NUMBER, kind, span))
    }

    fn logic(
        &mut self,
        scope: &mut Scope,
        operator: Operator,
        (left, right): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let left = self.typed(scope, left, Ty::BOOL);
        let right = self.typed(scope, right, Ty::BOOL);
        let (left, right) = (Box::new(left?), Box::new(right?));
        let kind = match operator {
            Operator::Or => ExprKind::Or(left, right),
            _ => ExprKind::And(left, right),
        };
        Some(self.node(Ty::BOOL, kind, span))
    }

    /// Two expressions of one type; a bare word takes its type from the other side.
    fn pair(&mut self, scope: &mut Scope, left: &ast::Expr, right: &ast::Expr) -> Option<(Expr, Expr)> {
        if self.is_bare_constant(scope, left) && !self.is_bare_constant(scope, right) {
            let second = self.expr(scope, right, None)?;
            let first = self.expr(scope, left, Some(second.ty))?;
            return Some((first, second));
        }
        let first = self.expr(scope, left, None)?;
        let second = self.expr(scope, right, Some(first.ty))?;
        Some((first, second))
    }

    fn compare(
        &mut self,
        scope: &mut Scope,
        operation: Operation,
        (left, right): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let (first, second) = self.pair(scope, left, right)?;
        if first.ty.is_quantity() && second.ty.is_quantity() {
            return self.combined(operation, (first, left.span), (second, right.span), span);
        }
        let comparable = !first.ty.set && (agrees(first.ty, second.ty) || agrees(second.ty, first.ty));
        if first.ty.set && second.ty.set {
            self.report(codes::WRONG_TYPE, span, "two sets cannot be compared")
                .help = Some("use `count of`, `is in`, or `any of (members ... where ...)`".to_owned());
            return None;
        }
        if !comparable {
            let (one, other) = (self.a_type(first.ty), self.a_type(second.ty));
            self.report(
                codes::WRONG_TYPE,
                span,
                format!("{one} can never be equal to {other}"),
            );
            return None;
        }
        Some(self.operation(operation, first, second, span))
    }

    fn is_in(&mut self, scope: &mut Scope, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let set = self.expr(scope, right, None)?;
        let set = self.want_set(set, right.span)?;
        let member = Ty::one(set.ty.base);
        let item = self.expr(scope, left, Some(member))?;
        let fits = !item.ty.set && (agrees(item.ty, member) || agrees(member, item.ty));
        if !fits {
            let (one, other) = (self.a_type(item.ty), self.a_type(set.ty));
            self.report(
                codes::WRONG_TYPE,
                left.span,
                format!("{one} can never be in {other}"),
            );
            return None;
        }
        let kind = ExprKind::Has(Box::new(set), Box::new(item));
        Some(self.node(Ty::BOOL, kind, span))
    }

    fn either(
        &mut self,
        scope: &mut Scope,
        condition: &ast::Expr,
        (then, otherwise): (&ast::Expr, &ast::Expr),
        span: Span,
        wanted: Option<Ty>,
    ) -> Option<Expr> {
        let condition = self.typed(scope, condition, Ty::BOOL)?;
        let first = self.expr(scope, then, wanted);
        let ty = wanted.or(first.as_ref().map(|value| value.ty))?;
        let second = self.expr(scope, otherwise, Some(ty));
        // A written `0` takes the dimension of the other branch.
        let ty = match (&first, &second) {
            (Some(first), Some(second)) if wanted.is_none() => first.clone().zero_as(second.ty).ty,
            _ => ty,
        };
        let first = first.and_then(|value| self.fit(value, ty, then.span));
        let second = second.and_then(|value| self.fit(value, ty, otherwise.span));
        let kind = ExprKind::If(Box::new(condition), Box::new(first?), Box::new(second?));
        Some(self.node(ty, kind, span))
    }

    /// `NAME of EXPR`: a field, or what the core knows of everything.
    fn of(&mut self, scope: &mut Scope, name: &Name, of: &ast::Expr, span: Span) -> Option<Expr> {
        if let Some(around) = around_named(scope, of) {
            return self.of_run(&around, name, span);
        }
        // `random` takes a number or a set.
        let hint = self.first_parameter(&name.text).filter(|_| name.text != "random");
        let subject = self.expr(scope, of, hint)?;
        if name.text == "random" && subject.ty.set {
            self.refuse_in_pure(scope, "random", name.span)?;
            let member = Ty::one(subject.ty.base);
            return Some(self.node(member, ExprKind::Pick(Box::new(subject)), span));
        }
        if self.is_cursor(&name.text) {
            self.see_fields(subject.ty);
            return None;
        }
        let field = self.field_named(subject.ty, &name.text);
        // A field of the thing at hand is meant before a core call that asks about something else.
        let other = field.is_some() && hint.is_some_and(|hint| !agrees(subject.ty, hint));
        let callable = self.is_callable(&name.text) && !(other && self.is_core_call(&name.text));
        match (field, callable) {
            (Some(field), false) => {
                self.note_field(name, subject.ty, field.1);
                Some(self.field(field, subject, span))
            }
            (Some(_), true) => {
                let message = format!(
                    "`{}` is both a field of {} and a define, value or core call",
                    name.text,
                    self.type_name(subject.ty)
                );
                self.report(codes::AMBIGUOUS_NAME, name.span, message);
                None
            }
            (None, true) => self.call_of(scope, name, (subject, of), span),
            (None, false) => {
                if let Some(template) = self.template_of(&subject, name, span) {
                    self.note(name.span, None, |_| Some(Meaning::Own));
                    return Some(template);
                }
                if self.refuse_other_board(name) {
                    return None;
                }
                let known = self.field_names(subject.ty);
                let ty = self.type_name(subject.ty);
                let what = format!("field, define or value for a {ty}, called");
                let errors = self.diagnostics.len();
                self.unknown(codes::UNKNOWN_FIELD, &what, name, &known);
                let fields = self.own_fields(subject.ty);
                if let Some(diagnostic) = self.diagnostics.get_mut(errors)
                    && diagnostic.help.is_none()
                    && !fields.is_empty()
                {
                    diagnostic.help = Some(format!("the fields of a {ty} are {}", super::listed(&fields)));
                }
                None
            }
        }
    }

    fn field_names(&self, ty: Ty) -> Vec<String> {
        let fields = self.own_fields(ty).into_iter();
        fields.chain(self.callable_names()).collect()
    }

    /// The fields of an entity or row.
    fn own_fields(&self, ty: Ty) -> Vec<String> {
        match ty.base {
            Base::Entity(kind) => self.pack.kinds[usize::from(kind)]
                .fields
                .iter()
                .map(|f| f.name.clone())
                .collect(),
            Base::Row(record) => self.pack.records[usize::from(record)]
                .fields
                .iter()
                .map(|f| f.name.clone())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The number and type of a field of an entity or row.
    fn field_named(&self, of: Ty, name: &str) -> Option<(usize, Ty)> {
        match of {
            Ty {
                base: Base::Entity(kind),
                set: false,
            } => self.kind_field(kind, name),
            Ty {
                base: Base::Row(record),
                set: false,
            } => {
                let fields = &self.pack.records[usize::from(record)].fields;
                let at = fields.iter().position(|field| field.name == name)?;
                Some((at, fields[at].ty))
            }
            _ => None,
        }
    }

    fn field(&self, (at, ty): (usize, Ty), of: Expr, span: Span) -> Expr {
        let kind = match of.ty.base {
            Base::Row(_) => ExprKind::Cell(Box::new(of), at),
            _ => ExprKind::Field(Box::new(of), at),
        };
        self.node(ty, kind, span)
    }

    /// The number and type of a kind's field.
    pub(crate) fn kind_field(&self, kind: u16, name: &str) -> Option<(usize, Ty)> {
        let fields = &self.pack.kinds[usize::from(kind)].fields;
        let at = fields.iter().position(|field| field.name == name)?;
        Some((at, fields[at].ty))
    }

    /// The index of a token that the kind of the subject can carry.
    pub(crate) fn carried_token(&mut self, token: &Name, subject: Ty, span: Span) -> Option<usize> {
        let index = self.resolve(&names::TOKEN, token)?;
        let (Base::Entity(kind), false) = (subject.base, subject.set) else {
            let message = format!(
                "this must be an entity of a known kind, because tokens are on it, but it is a {}",
                self.type_name(subject)
            );
            let each = format!(
                "write a loop: `for each x in {} {{ ... x ... }}`",
                self.text_at(span)
            );
            self.report(codes::WRONG_TYPE, span, message).help = subject.set.then_some(each);
            return None;
        };
        let def = &self.pack.kinds[usize::from(kind)];
        if def.tokens.iter().any(|&carried| usize::from(carried) == index) {
            return Some(index);
        }
        if !self.names.broken.contains(&token.text) {
            let (kind, message) = (
                def.name.clone(),
                format!("a {} cannot have `{}` tokens", def.name, token.text),
            );
            self.report(codes::TOKEN_NOT_CARRIED, token.span, message).help =
                Some(format!("declare it: `token {} on {kind}`", token.text));
        }
        None
    }

    fn tokens_on(&mut self, scope: &mut Scope, token: &Name, on: &ast::Expr, span: Span) -> Option<Expr> {
        let subject = self.expr(scope, on, None)?;
        let token = self.carried_token(token, subject.ty, on.span)?;
        Some(self.node(Ty::NUMBER, ExprKind::Tokens(Box::new(subject), token), span))
    }

    fn faces_in(&mut self, scope: &mut Scope, face: &Name, pool: &ast::Expr, span: Span) -> Option<Expr> {
        let pool = self.typed(scope, pool, Ty::POOL);
        let face = self.face(scope, face);
        let kind = ExprKind::Call(Callee::Core(Core::CountFace), vec![pool?, face?]);
        Some(self.node(Ty::NUMBER, kind, span))
    }

    pub(super) fn face(&mut self, scope: &Scope, name: &Name) -> Option<Expr> {
        if let Some(value) = self.names.constant(&name.text, Ty::FACE) {
            self.note(name.span, Some(Ty::FACE), |_| {
                Some(Meaning::Constant(Ty::FACE.base, value))
            });
            return Some(self.constant(Ty::FACE, value, name.span));
        }
        if self.is_cursor(&name.text) {
            let faces = self.pack.words[0].words.clone();
            self.see_names("face", faces);
            return None;
        }
        self.note_local(scope, &name.text, name.span);
        let local = scope.local_value(&name.text, self.place(name.span));
        if let Some(local) = local.filter(|value| value.ty == Ty::FACE) {
            return Some(local);
        }
        let known = self.pack.words[0].words.clone();
        self.unknown(codes::UNKNOWN_NAME, "die face", name, &known);
        None
    }

    fn roll(&mut self, scope: &mut Scope, count: &ast::Expr, die: &Name, span: Span) -> Option<Expr> {
        self.refuse_in_pure(scope, "roll", die.span)?;
        let count = self.typed(scope, count, Ty::NUMBER);
        let die = self.resolve(&names::DIE, die)?;
        Some(self.node(Ty::POOL, ExprKind::Roll(Box::new(count?), die), span))
    }
}
