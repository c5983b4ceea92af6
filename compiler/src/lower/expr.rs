//! Expressions: each is checked and emitted into a register.

use super::Compiler;
use super::builder::{Builder, Val};
use super::names;
use super::names::Params;
use crate::codes;
use cardwright_bytecode::pack::cell;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_dsl::ast::{Expr, ExprKind, Name, Operator, Span};

/// Something that an expression can call.
struct Callee {
    op: Op,
    index: usize,
    params: Params,
    result: Ty,
    pure: bool,
}

impl Compiler<'_> {
    /// An expression of a known type.
    pub(crate) fn typed(&mut self, b: &mut Builder, expr: &Expr, ty: Ty) -> Option<Val> {
        let val = self.expr(b, expr, Some(ty))?;
        self.fit(b, val, ty, expr.span)
    }

    /// An expression, whose type may be helped by what is wanted.
    pub(crate) fn expr(&mut self, b: &mut Builder, expr: &Expr, wanted: Option<Ty>) -> Option<Val> {
        b.line = self.source_ref(expr.span);
        match &expr.kind {
            ExprKind::Number(n) => Some(self.constant(b, Ty::NUMBER, *n)),
            ExprKind::Bool(yes) => Some(self.constant(b, Ty::BOOL, i64::from(*yes))),
            ExprKind::Text(text) => {
                let at = self.text(text);
                Some(self.constant(b, Ty::TEXT, i64::try_from(at).unwrap_or(0)))
            }
            ExprKind::Nobody => {
                let ty = wanted
                    .filter(|ty| ty.base.is_entity() && !ty.set)
                    .unwrap_or(Ty::THING);
                Some(self.constant(b, ty, 0))
            }
            ExprKind::Name(name) => self.name(b, name, expr.span, wanted),
            ExprKind::Call(name, args) => self.call(b, name, args, expr.span),
            ExprKind::Of(name, of) => self.of(b, name, of),
            ExprKind::On(token, on) => self.tokens_on(b, token, on),
            ExprKind::In(face, pool) => self.faces_in(b, face, pool),
            ExprKind::Can(name, args) => self.can(b, name, args, expr.span),
            ExprKind::Roll(count, die) => self.roll(b, count, die),
            ExprKind::Not(inner) => self.unary(b, Op::Not, inner, Ty::BOOL),
            ExprKind::Negate(inner) => self.negate(b, inner),
            ExprKind::Binary(operator, left, right) => self.binary(b, *operator, left, right, expr.span),
            ExprKind::If(condition, then, otherwise) => self.either(b, condition, then, otherwise, wanted),
            ExprKind::All {
                of,
                name,
                on,
                condition,
            } => self.all(b, of, name.as_ref(), on.as_deref(), condition.as_deref()),
            ExprKind::Members { name, set, condition } => self.members(b, name, set, condition),
            ExprKind::Question(question, set) => self.question(b, *question, set),
            ExprKind::Fold {
                fold,
                value,
                name,
                set,
            } => self.fold(b, *fold, value, name, set),
        }
    }

    fn unary(&mut self, b: &mut Builder, op: Op, inner: &Expr, ty: Ty) -> Option<Val> {
        let val = self.typed(b, inner, ty)?;
        let reg = b.temp(ty);
        b.emit(op, reg, val.reg, 0, 0);
        Some(Val { reg, ty })
    }

    fn negate(&mut self, b: &mut Builder, inner: &Expr) -> Option<Val> {
        let val = self.typed(b, inner, Ty::NUMBER)?;
        let zero = self.constant(b, Ty::NUMBER, 0);
        Some(self.op(b, Op::Sub, zero, val, Ty::NUMBER))
    }

    /// One operation on two registers.
    pub(crate) fn op(&mut self, b: &mut Builder, op: Op, left: Val, right: Val, ty: Ty) -> Val {
        let reg = b.temp(ty);
        b.emit(op, reg, left.reg, right.reg, 0);
        Val { reg, ty }
    }

    fn binary(
        &mut self,
        b: &mut Builder,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<Val> {
        match operator {
            Operator::And | Operator::Or => self.short_cut(b, operator, left, right),
            Operator::Equal => self.compare(b, Op::Eq, left, right, span),
            Operator::NotEqual => self.compare(b, Op::Ne, left, right, span),
            Operator::IsIn => self.is_in(b, left, right),
            Operator::Less => self.order(b, Op::Lt, left, right, false),
            Operator::AtMost => self.order(b, Op::Le, left, right, false),
            Operator::More => self.order(b, Op::Lt, left, right, true),
            Operator::AtLeast => self.order(b, Op::Le, left, right, true),
            Operator::Plus => self.arithmetic(b, Op::Add, left, right),
            Operator::Minus => self.arithmetic(b, Op::Sub, left, right),
            Operator::Times => self.arithmetic(b, Op::Mul, left, right),
            Operator::Divide => self.arithmetic(b, Op::Div, left, right),
        }
    }

    fn arithmetic(&mut self, b: &mut Builder, op: Op, left: &Expr, right: &Expr) -> Option<Val> {
        let (left, right) = (self.typed(b, left, Ty::NUMBER), self.typed(b, right, Ty::NUMBER));
        Some(self.op(b, op, left?, right?, Ty::NUMBER))
    }

    fn order(&mut self, b: &mut Builder, op: Op, left: &Expr, right: &Expr, swap: bool) -> Option<Val> {
        let (left, right) = (self.typed(b, left, Ty::NUMBER), self.typed(b, right, Ty::NUMBER));
        let (left, right) = (left?, right?);
        let (first, second) = if swap { (right, left) } else { (left, right) };
        Some(self.op(b, op, first, second, Ty::BOOL))
    }

    fn short_cut(&mut self, b: &mut Builder, operator: Operator, left: &Expr, right: &Expr) -> Option<Val> {
        let result = b.temp(Ty::BOOL);
        let first = self.typed(b, left, Ty::BOOL);
        if let Some(first) = first {
            b.emit(Op::Move, result, first.reg, 0, 0);
        }
        let test = if operator == Operator::Or {
            let inverse = b.temp(Ty::BOOL);
            b.emit(Op::Not, inverse, result, 0, 0);
            inverse
        } else {
            result
        };
        let skip = b.jump_if_not(test);
        let second = self.typed(b, right, Ty::BOOL);
        if let Some(second) = second {
            b.emit(Op::Move, result, second.reg, 0, 0);
        }
        b.arrive(skip);
        first?;
        second?;
        Some(Val {
            reg: result,
            ty: Ty::BOOL,
        })
    }

    /// Two expressions of one type; a bare word takes its type from the other side.
    fn pair(&mut self, b: &mut Builder, left: &Expr, right: &Expr) -> Option<(Val, Val)> {
        if self.is_bare_constant(b, left) && !self.is_bare_constant(b, right) {
            let second = self.expr(b, right, None)?;
            let first = self.expr(b, left, Some(second.ty))?;
            return Some((first, second));
        }
        let first = self.expr(b, left, None)?;
        let second = self.expr(b, right, Some(first.ty))?;
        Some((first, second))
    }

    fn compare(&mut self, b: &mut Builder, op: Op, left: &Expr, right: &Expr, span: Span) -> Option<Val> {
        let (first, second) = self.pair(b, left, right)?;
        let comparable = !first.ty.set && (first.ty.fits(second.ty) || second.ty.fits(first.ty));
        if first.ty.set && second.ty.set {
            self.report(codes::WRONG_TYPE, span, "two sets cannot be compared as a whole")
                .help = Some("ask `count of`, `is in`, or `any of (members ... where ...)`".to_owned());
            return None;
        }
        if !comparable {
            let (one, other) = (self.type_name(first.ty), self.type_name(second.ty));
            self.report(
                codes::WRONG_TYPE,
                span,
                format!("a {one} is compared with a {other}, so they can never be equal"),
            );
            return None;
        }
        Some(self.op(b, op, first, second, Ty::BOOL))
    }

    fn is_in(&mut self, b: &mut Builder, left: &Expr, right: &Expr) -> Option<Val> {
        let set = self.expr(b, right, None)?;
        let set = self.want_set(set, right.span)?;
        let item = self.expr(b, left, Some(Ty::one(set.ty.base)))?;
        let fits = !item.ty.set && (item.ty.base.fits(set.ty.base) || set.ty.base.fits(item.ty.base));
        if !fits {
            let (one, other) = (self.type_name(item.ty), self.type_name(set.ty));
            self.report(
                codes::WRONG_TYPE,
                left.span,
                format!("a {one} can never be in a {other}"),
            );
            return None;
        }
        Some(self.op(b, Op::ListHas, set, item, Ty::BOOL))
    }

    fn either(
        &mut self,
        b: &mut Builder,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        wanted: Option<Ty>,
    ) -> Option<Val> {
        let condition = self.typed(b, condition, Ty::BOOL)?;
        let to_else = b.jump_if_not(condition.reg);
        let first = self.expr(b, then, wanted);
        let ty = wanted.or(first.map(|val| val.ty));
        let result = b.temp(ty.unwrap_or(Ty::NUMBER));
        let first = match (first, ty) {
            (Some(val), Some(ty)) => self.fit(b, val, ty, then.span),
            _ => None,
        };
        if let Some(val) = first {
            b.emit(Op::Move, result, val.reg, 0, 0);
        }
        let to_end = b.jump();
        b.arrive(to_else);
        let second = ty.and_then(|ty| self.typed(b, otherwise, ty));
        if let Some(val) = second {
            b.emit(Op::Move, result, val.reg, 0, 0);
        }
        b.arrive(to_end);
        first?;
        second?;
        Some(Val { reg: result, ty: ty? })
    }

    /// Whether a define, value or core call has this name.
    pub(crate) fn is_callable(&self, name: &str) -> bool {
        self.callee(name).is_some()
    }

    fn callee(&self, name: &str) -> Option<Callee> {
        if let Some(define) = self.names.defines.get(name) {
            let (params, index) = (define.params.clone(), define.function as usize);
            return Some(Callee {
                op: Op::Call,
                index,
                params,
                result: define.result,
                pure: true,
            });
        }
        if let Some(value) = self.names.values.get(name) {
            let (params, index) = (value.params.clone(), value.index);
            return Some(Callee {
                op: Op::Value,
                index,
                params,
                result: Ty::NUMBER,
                pure: true,
            });
        }
        let call = Core::named(name)?;
        let params = call
            .params
            .iter()
            .map(|&(name, ty)| (name.to_owned(), ty))
            .collect();
        Some(Callee {
            op: Op::Core,
            index: call.call as usize,
            params,
            result: call.result,
            pure: call.pure,
        })
    }

    /// `NAME(args)`
    pub(crate) fn call(&mut self, b: &mut Builder, name: &Name, args: &[Expr], span: Span) -> Option<Val> {
        match (name.text.as_str(), args) {
            ("max", [left, right]) => return self.arithmetic(b, Op::Max, left, right),
            ("min", [left, right]) => return self.arithmetic(b, Op::Min, left, right),
            _ => {}
        }
        let Some(callee) = self.callee(&name.text) else {
            let known: Vec<String> = self.callable_names();
            self.unknown(codes::UNKNOWN_NAME, "define, value or core call", name, &known);
            return None;
        };
        if !callee.pure {
            self.refuse_in_pure(b, &name.text, name.span)?;
        }
        let base = self.arguments(b, name, args, &callee.params, span)?;
        Some(Self::emit_call(b, &callee, base))
    }

    /// `NAME of EXPR`, where the expression is already in a register.
    fn call_of(&mut self, b: &mut Builder, name: &Name, subject: Val, of: Span) -> Option<Val> {
        let callee = self.callee(&name.text)?;
        if !callee.pure {
            self.refuse_in_pure(b, &name.text, name.span)?;
        }
        let [(_, ty)] = callee.params.as_slice() else {
            if self.names.broken.contains(&name.text) {
                return None;
            }
            let message = format!("`{}` takes {} arguments, not one", name.text, callee.params.len());
            self.report(codes::ARGUMENTS, name.span, message);
            return None;
        };
        let subject = self.fit(b, subject, *ty, of)?;
        let base = b.block(&[*ty]);
        b.emit(Op::Move, base, subject.reg, 0, 0);
        Some(Self::emit_call(b, &callee, base))
    }

    fn emit_call(b: &mut Builder, callee: &Callee, base: u8) -> Val {
        let reg = b.temp(callee.result);
        b.emit_index(callee.op, reg, base, 0, callee.index);
        Val {
            reg,
            ty: callee.result,
        }
    }

    fn callable_names(&self) -> Vec<String> {
        let core = cardwright_bytecode::registry::CORE_CALLS
            .iter()
            .map(|call| call.name);
        self.names
            .defines
            .names()
            .chain(self.names.values.names())
            .chain(core)
            .map(str::to_owned)
            .collect()
    }

    /// Reports something with an effect in a condition or value.
    pub(crate) fn refuse_in_pure(&mut self, b: &Builder, what: &str, span: Span) -> Option<()> {
        if b.is_pure() {
            let message = format!("`{what}` changes the game, so it cannot stand in a condition or value");
            self.report(codes::NOT_PURE, span, message);
            return None;
        }
        Some(())
    }

    /// Arguments in consecutive registers; gives the first.
    pub(crate) fn arguments(
        &mut self,
        b: &mut Builder,
        name: &Name,
        args: &[Expr],
        params: &Params,
        span: Span,
    ) -> Option<u8> {
        if args.len() != params.len() {
            if self.names.broken.contains(&name.text) {
                return None;
            }
            let list: Vec<String> = params
                .iter()
                .map(|(name, ty)| format!("{name}: {}", self.type_name(*ty)))
                .collect();
            let message = format!(
                "`{}` takes {} arguments, here are {}",
                name.text,
                params.len(),
                args.len()
            );
            self.report(codes::ARGUMENTS, span, message).help =
                Some(format!("`{}({})`", name.text, list.join(", ")));
            return None;
        }
        let vals: Vec<Option<Val>> = args
            .iter()
            .zip(params)
            .map(|(arg, (_, ty))| self.typed(b, arg, *ty))
            .collect();
        let types: Vec<Ty> = params.iter().map(|param| param.1).collect();
        let base = if types.is_empty() { 0 } else { b.block(&types) };
        for (at, val) in vals.into_iter().enumerate() {
            b.emit(
                Op::Move,
                base.saturating_add(u8::try_from(at).unwrap_or(0)),
                val?.reg,
                0,
                0,
            );
        }
        Some(base)
    }

    /// `NAME of EXPR`: a field, or a call with one argument.
    fn of(&mut self, b: &mut Builder, name: &Name, of: &Expr) -> Option<Val> {
        let hint = self
            .callee(&name.text)
            .and_then(|callee| callee.params.first().map(|param| param.1));
        let subject = self.expr(b, of, hint)?;
        let field = self.field(b, name, subject);
        let callable = self.is_callable(&name.text);
        match (field, callable) {
            (Some(field), false) => Some(field),
            (Some(_), true) => {
                let message = format!(
                    "`{}` is both a field of {} and a define, value or core call",
                    name.text,
                    self.type_name(subject.ty)
                );
                self.report(codes::AMBIGUOUS_NAME, name.span, message);
                None
            }
            (None, true) => self.call_of(b, name, subject, of.span),
            (None, false) => {
                let known = self.field_names(subject.ty);
                let what = format!(
                    "field, define or value for a {}, called",
                    self.type_name(subject.ty)
                );
                self.unknown(codes::UNKNOWN_FIELD, &what, name, &known);
                None
            }
        }
    }

    fn field_names(&self, ty: Ty) -> Vec<String> {
        let fields: Vec<String> = match ty.base {
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
        };
        fields.into_iter().chain(self.callable_names()).collect()
    }

    fn field(&mut self, b: &mut Builder, name: &Name, subject: Val) -> Option<Val> {
        if subject.ty.set {
            return None;
        }
        match subject.ty.base {
            Base::Entity(kind) => {
                let (at, ty) = self.kind_field(kind, &name.text)?;
                let reg = b.temp(ty);
                b.emit_index(Op::Get, reg, subject.reg, 0, cell::HEADER + at);
                Some(Val { reg, ty })
            }
            Base::Row(record) => {
                let fields = &self.pack.records[usize::from(record)].fields;
                let at = fields.iter().position(|field| field.name == name.text)?;
                let ty = fields[at].ty;
                let reg = b.temp(ty);
                b.emit_index(Op::Field, reg, subject.reg, 0, at);
                Some(Val { reg, ty })
            }
            _ => None,
        }
    }

    /// The number and type of a kind's field.
    pub(crate) fn kind_field(&self, kind: u16, name: &str) -> Option<(usize, Ty)> {
        let fields = &self.pack.kinds[usize::from(kind)].fields;
        let at = fields.iter().position(|field| field.name == name)?;
        Some((at, fields[at].ty))
    }

    /// The index of a token and the cell of its count on a kind of entity.
    pub(crate) fn token_cell(&mut self, token: &Name, subject: Val, span: Span) -> Option<(usize, usize)> {
        let index = self.sought(&names::TOKEN, token)?;
        let (Base::Entity(kind), false) = (subject.ty.base, subject.ty.set) else {
            let message = format!(
                "tokens lie on an entity of a known kind, but this is a {}",
                self.type_name(subject.ty)
            );
            self.report(codes::WRONG_TYPE, span, message);
            return None;
        };
        let def = &self.pack.kinds[usize::from(kind)];
        let place = def
            .tokens
            .iter()
            .position(|&carried| usize::from(carried) == index);
        if place.is_none() && !self.names.broken.contains(&token.text) {
            let (kind, message) = (
                def.name.clone(),
                format!("a {} carries no `{}` tokens", def.name, token.text),
            );
            self.report(codes::TOKEN_NOT_CARRIED, token.span, message).help =
                Some(format!("declare it: `token {} on {kind}`", token.text));
        }
        let fields = self.pack.kinds[usize::from(kind)].fields.len();
        Some((index, cell::HEADER + fields + place?))
    }

    fn tokens_on(&mut self, b: &mut Builder, token: &Name, on: &Expr) -> Option<Val> {
        let subject = self.expr(b, on, None)?;
        let (_, cell) = self.token_cell(token, subject, on.span)?;
        let reg = b.temp(Ty::NUMBER);
        b.emit_index(Op::Get, reg, subject.reg, 0, cell);
        Some(Val { reg, ty: Ty::NUMBER })
    }

    fn faces_in(&mut self, b: &mut Builder, face: &Name, pool: &Expr) -> Option<Val> {
        let pool = self.typed(b, pool, Ty::POOL);
        let face = self.face(b, face);
        let base = b.block(&[Ty::POOL, Ty::FACE]);
        b.emit(Op::Move, base, pool?.reg, 0, 0);
        b.emit(Op::Move, base.saturating_add(1), face?.reg, 0, 0);
        let reg = b.temp(Ty::NUMBER);
        b.emit_index(Op::Core, reg, base, 0, Core::CountFace as usize);
        Some(Val { reg, ty: Ty::NUMBER })
    }

    fn face(&mut self, b: &mut Builder, name: &Name) -> Option<Val> {
        if let Some(value) = self.names.constant(&name.text, Ty::FACE) {
            return Some(self.constant(b, Ty::FACE, value));
        }
        if let Some(local) = b
            .local(&name.text)
            .map(|local| local.val)
            .filter(|val| val.ty == Ty::FACE)
        {
            return Some(local);
        }
        let known = self.pack.words[0].words.clone();
        self.unknown(codes::UNKNOWN_NAME, "die face", name, &known);
        None
    }

    fn can(&mut self, b: &mut Builder, name: &Name, args: &[Expr], span: Span) -> Option<Val> {
        let permission = self.sought(&names::PERMISSION, name)?;
        let base = self.arguments(b, name, args, &permission.params, span)?;
        let reg = b.temp(Ty::BOOL);
        b.emit_index(Op::Can, reg, base, 0, permission.index);
        Some(Val { reg, ty: Ty::BOOL })
    }

    fn roll(&mut self, b: &mut Builder, count: &Expr, die: &Name) -> Option<Val> {
        self.refuse_in_pure(b, "roll", die.span)?;
        let count = self.typed(b, count, Ty::NUMBER);
        let die_index = self.sought(&names::DIE, die)?;
        let reg = b.temp(Ty::POOL);
        b.emit_index(Op::Roll, reg, count?.reg, 0, die_index);
        Some(Val { reg, ty: Ty::POOL })
    }
}
