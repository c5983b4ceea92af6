//! Statements.

use super::builder::{Builder, Val};
use super::names;
use super::{Compiler, small};
use crate::codes;
use cardwright_bytecode::pack::{ChoiceDef, ChoiceStyle, StartDef, cell};
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_dsl::ast::{Block, Expr, Moment, Name, Quoted, Span, Statement, StatementKind, Target, When};

/// The most that `take all` can mean.
const ALL_TOKENS: i64 = 1 << 30;

impl Compiler<'_> {
    /// The statements of a block, in a scope of their own.
    pub(crate) fn block(&mut self, b: &mut Builder, block: &Block) {
        b.open_scope();
        for statement in &block.statements {
            self.statement(b, statement);
        }
        b.close_scope();
    }

    pub(crate) fn statement(&mut self, b: &mut Builder, statement: &Statement) {
        b.line = self.source_ref(statement.span);
        if let StatementKind::Let { name, value } = &statement.kind {
            self.let_(b, name, value);
            return;
        }
        let mark = b.temporaries();
        self.effect(b, &statement.kind, statement.span);
        b.give_back(mark);
    }

    /// `let`: its register lives as long as the block.
    fn let_(&mut self, b: &mut Builder, name: &Name, value: &Expr) -> Option<()> {
        let hides = self.check_shadow(b, name);
        let Some(val) = self.expr(b, value, None) else {
            self.is_broken(&name.text);
            return None;
        };
        if val.ty == Ty::NOTHING {
            self.report(codes::WRONG_TYPE, value.span, "this gives no value");
            self.is_broken(&name.text);
            return None;
        }
        let reg = b.temp(val.ty);
        b.emit(Op::Move, reg, val.reg, 0, 0);
        let place = self.place(name.span);
        if !hides {
            b.bind(&name.text, Val { reg, ty: val.ty }, place);
        }
        Some(())
    }

    /// Reports a name that hides another.
    pub(crate) fn check_shadow(&mut self, b: &Builder, name: &Name) -> bool {
        if let Some(place) = b.local(&name.text).map(|local| local.place) {
            let message = format!("`{}` is already a name here", name.text);
            self.report(codes::SHADOWED, name.span, message)
                .related
                .push((place, "the other one is here".to_owned()));
            true
        } else if b.context_slot(&name.text).is_some() {
            let message = format!(
                "`{}` is already a name of the procedure whose window this is",
                name.text
            );
            self.report(codes::SHADOWED, name.span, message);
            true
        } else {
            false
        }
    }

    fn effect(&mut self, b: &mut Builder, kind: &StatementKind, span: Span) -> Option<()> {
        match kind {
            StatementKind::Let { .. } => Some(()),
            StatementKind::Set { target, value } => self.set(b, target, value, None),
            StatementKind::Add { target, value } => self.set(b, target, value, Some(Op::Add)),
            StatementKind::Give { amount, token, to } => self.tokens(b, Op::Give, Some(amount), token, to),
            StatementKind::Take { amount, token, from } => {
                self.tokens(b, Op::Take, amount.as_ref(), token, from)
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.typed(b, condition, Ty::BOOL);
                self.if_(b, condition, then, otherwise.as_ref())
            }
            StatementKind::ForEach { name, set, body } => self.for_each(b, name, set, body),
            StatementKind::Repeat { times, body } => self.repeat(b, times, body),
            StatementKind::Choose {
                most,
                name,
                from,
                by,
                prompt,
                optional,
                secret,
                body,
                otherwise,
            } => {
                let choice = Asked {
                    prompt,
                    optional: *optional,
                    secret: *secret,
                    by,
                    from,
                };
                match most {
                    Some(most) => self.choose_any(b, &choice, most, name, body),
                    None => self.choose(b, &choice, name, body, otherwise.as_ref()),
                }
            }
            StatementKind::ChooseOne { by, prompt, branches } => self.choose_one(b, by, prompt, branches),
            StatementKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => self.may(b, by, prompt, body, otherwise.as_ref()),
            StatementKind::Run { procedure, args } => self.run(b, procedure, args, span),
            StatementKind::Offer {
                offer,
                args,
                to,
                most,
            } => self.offer(b, offer, args, (to, most.as_ref()), span),
            StatementKind::Start { effect, args, until } => self.start(b, effect, args, until.as_ref(), span),
            StatementKind::Reveal { field, of } => self.reveal(b, field, of),
            StatementKind::End { outcome } => self.end(b, outcome),
            StatementKind::Stop => {
                b.stop();
                Some(())
            }
            StatementKind::Call { call, args } => {
                let val = self.call(b, call, args, span)?;
                if cardwright_bytecode::registry::Core::named(&call.text).is_none_or(|call| call.pure) {
                    let message = format!(
                        "`{}` only gives a {}, which nothing uses",
                        call.text,
                        self.type_name(val.ty)
                    );
                    self.report(codes::WRONG_TYPE, span, message);
                }
                Some(())
            }
        }
    }

    fn set(&mut self, b: &mut Builder, target: &Target, value: &Expr, op: Option<Op>) -> Option<()> {
        self.refuse_in_pure(b, "set", value.span)?;
        match target {
            Target::Variable(name) => self.set_variable(b, name, value, op),
            Target::Field(field, of) => self.set_field(b, field, of, value, op),
        }
    }

    fn set_variable(&mut self, b: &mut Builder, name: &Name, value: &Expr, op: Option<Op>) -> Option<()> {
        if let Some(local) = b.local(&name.text).cloned() {
            if !local.variable {
                let message = format!("`{}` cannot be changed", name.text);
                self.report(codes::FIXED, name.span, message).help =
                    Some("only a `var` of the procedure can change".to_owned());
                return None;
            }
            let val = self.changed(b, local.val, value, op)?;
            b.emit(Op::Move, local.val.reg, val.reg, 0, 0);
            return Some(());
        }
        let Some((slot, ty)) = b.context_slot(&name.text) else {
            let known: Vec<String> = b.local_names().map(str::to_owned).collect();
            self.unknown(codes::UNKNOWN_NAME, "variable", name, &known);
            return None;
        };
        if ty.set || matches!(ty.base, Base::Pool | Base::Die) {
            let message = format!(
                "`{}` belongs to the procedure and would outlive what this rule makes",
                name.text
            );
            self.report(codes::ESCAPES, name.span, message).help =
                Some("change the dice in place (`add-face`, `convert`, `cancel`, `reroll`)".to_owned());
            return None;
        }
        let old = b.temp(ty);
        if op.is_some() {
            b.emit_index(Op::LoadContext, old, 0, 0, slot);
        }
        let val = self.changed(b, Val { reg: old, ty }, value, op)?;
        b.emit_index(Op::StoreContext, val.reg, 0, 0, slot);
        Some(())
    }

    /// The new value: as it is, or added to the old one.
    fn changed(&mut self, b: &mut Builder, old: Val, value: &Expr, op: Option<Op>) -> Option<Val> {
        let val = self.typed(b, value, old.ty)?;
        let Some(op) = op else { return Some(val) };
        if old.ty != Ty::NUMBER {
            let message = format!(
                "only a number can be added to, but this is a {}",
                self.type_name(old.ty)
            );
            self.report(codes::WRONG_TYPE, value.span, message);
            return None;
        }
        Some(self.op(b, op, old, val, Ty::NUMBER))
    }

    fn set_field(
        &mut self,
        b: &mut Builder,
        field: &Name,
        of: &Expr,
        value: &Expr,
        op: Option<Op>,
    ) -> Option<()> {
        let subject = self.expr(b, of, None)?;
        let (at, ty) = self.field_of(field, subject)?;
        let Base::Entity(kind) = subject.ty.base else {
            return None;
        };
        if !self.pack.kinds[usize::from(kind)].fields[at].state {
            let message = format!("`{}` is printed on the card, so it cannot be changed", field.text);
            self.report(codes::FIXED, field.span, message).help =
                Some("declare it `state`, or write a `value` that rules modify".to_owned());
            return None;
        }
        let old = b.temp(ty);
        if op.is_some() {
            b.emit_index(Op::Get, old, subject.reg, 0, cell::HEADER + at);
        }
        let val = self.changed(b, Val { reg: old, ty }, value, op)?;
        b.emit_index(Op::Set, subject.reg, val.reg, 0, cell::HEADER + at);
        Some(())
    }

    /// The number and type of a field of an entity in a register.
    fn field_of(&mut self, field: &Name, subject: Val) -> Option<(usize, Ty)> {
        let found = match (subject.ty.base, subject.ty.set) {
            (Base::Entity(kind), false) => self.kind_field(kind, &field.text),
            _ => None,
        };
        if found.is_none() {
            let known: Vec<String> = match subject.ty.base {
                Base::Entity(kind) => self.pack.kinds[usize::from(kind)]
                    .fields
                    .iter()
                    .map(|field| field.name.clone())
                    .collect(),
                _ => Vec::new(),
            };
            let what = format!("field of a {}, called", self.type_name(subject.ty));
            self.unknown(codes::UNKNOWN_FIELD, &what, field, &known);
        }
        found
    }

    /// `give` and `take`; no amount is all of them.
    pub(crate) fn tokens(
        &mut self,
        b: &mut Builder,
        op: Op,
        amount: Option<&Expr>,
        token: &Name,
        on: &Expr,
    ) -> Option<()> {
        self.refuse_in_pure(b, "give or take", token.span)?;
        let amount = match amount {
            Some(amount) => self.typed(b, amount, Ty::NUMBER),
            None => Some(self.constant(b, Ty::NUMBER, ALL_TOKENS)),
        };
        let subject = self.expr(b, on, None)?;
        let (index, _) = self.token_cell(token, subject, on.span)?;
        b.emit_index(op, subject.reg, amount?.reg, 0, index);
        Some(())
    }

    fn if_(
        &mut self,
        b: &mut Builder,
        condition: Option<Val>,
        then: &Block,
        otherwise: Option<&Block>,
    ) -> Option<()> {
        let condition = condition.unwrap_or(Val { reg: 0, ty: Ty::BOOL });
        let to_else = b.jump_if_not(condition.reg);
        self.block(b, then);
        if let Some(otherwise) = otherwise {
            let to_end = b.jump();
            b.arrive(to_else);
            self.block(b, otherwise);
            b.arrive(to_end);
        } else {
            b.arrive(to_else);
        }
        Some(())
    }

    fn for_each(&mut self, b: &mut Builder, name: &Name, set: &Expr, body: &Block) -> Option<()> {
        self.check_shadow(b, name);
        let span = set.span;
        let set = self.expr(b, set, None)?;
        let set = self.want_set(set, span)?;
        let place = self.place(name.span);
        b.open_scope();
        let (head, item) = b.loop_over(set);
        b.bind(&name.text, item, place);
        self.block(b, body);
        b.again(&head);
        b.end_loop(head);
        b.close_scope();
        Some(())
    }

    fn repeat(&mut self, b: &mut Builder, times: &Expr, body: &Block) -> Option<()> {
        let times = self.typed(b, times, Ty::NUMBER)?;
        let head = b.loop_times(times.reg);
        self.block(b, body);
        b.again(&head);
        b.end_loop(head);
        Some(())
    }

    fn choice(&mut self, prompt: &Quoted, style: ChoiceStyle, ty: Ty) -> ChoiceDef {
        ChoiceDef {
            prompt: prompt.text.clone(),
            style,
            ty,
            optional: false,
            secret: false,
            labels: Vec::new(),
        }
    }

    fn add_choice(&mut self, choice: ChoiceDef) -> usize {
        self.pack.choices.push(choice);
        self.pack.choices.len() - 1
    }

    fn choose(
        &mut self,
        b: &mut Builder,
        asked: &Asked<'_>,
        name: &Name,
        body: &Block,
        otherwise: Option<&Block>,
    ) -> Option<()> {
        self.check_shadow(b, name);
        let (set, player) = self.asked(b, asked)?;
        let member = Ty::one(set.ty.base);
        let mut choice = self.choice(asked.prompt, ChoiceStyle::One, member);
        (choice.optional, choice.secret) = (asked.optional, asked.secret);
        let choice = self.add_choice(choice);
        let base = b.block(&[member, Ty::BOOL]);
        b.emit_index(Op::Choose, base, set.reg, player.reg, choice);
        let place = self.place(name.span);
        b.open_scope();
        let to_else = b.jump_if_not(base.saturating_add(1));
        b.bind(
            &name.text,
            Val {
                reg: base,
                ty: member,
            },
            place,
        );
        self.block(b, body);
        b.close_scope();
        if let Some(otherwise) = otherwise {
            let to_end = b.jump();
            b.arrive(to_else);
            self.block(b, otherwise);
            b.arrive(to_end);
        } else {
            b.arrive(to_else);
        }
        Some(())
    }

    fn choose_any(
        &mut self,
        b: &mut Builder,
        asked: &Asked<'_>,
        most: &Expr,
        name: &Name,
        body: &Block,
    ) -> Option<()> {
        self.check_shadow(b, name);
        let most = self.typed(b, most, Ty::NUMBER);
        let (set, player) = self.asked(b, asked)?;
        let mut choice = self.choice(asked.prompt, ChoiceStyle::Any, Ty::one(set.ty.base));
        (choice.optional, choice.secret) = (true, asked.secret);
        let choice = self.add_choice(choice);
        let base = b.block(&[set.ty, Ty::NUMBER]);
        b.emit(Op::Move, base.saturating_add(1), most?.reg, 0, 0);
        b.emit_index(Op::Choose, base, set.reg, player.reg, choice);
        let place = self.place(name.span);
        b.open_scope();
        b.bind(
            &name.text,
            Val {
                reg: base,
                ty: set.ty,
            },
            place,
        );
        self.block(b, body);
        b.close_scope();
        Some(())
    }

    /// The set to choose from and the player who chooses.
    fn asked(&mut self, b: &mut Builder, asked: &Asked<'_>) -> Option<(Val, Val)> {
        self.refuse_in_pure(b, "choose", asked.prompt.span)?;
        let set = self.expr(b, asked.from, None);
        let player = self.typed(b, asked.by, Ty::PLAYER);
        let set = self.want_set(set?, asked.from.span)?;
        Some((set, player?))
    }

    fn choose_one(
        &mut self,
        b: &mut Builder,
        by: &Expr,
        prompt: &Quoted,
        branches: &[(Quoted, When, Block)],
    ) -> Option<()> {
        self.refuse_in_pure(b, "choose", prompt.span)?;
        let player = self.typed(b, by, Ty::PLAYER)?;
        let open = Val {
            reg: b.temp(Ty::set(Base::Number)),
            ty: Ty::set(Base::Number),
        };
        b.emit(Op::ListNew, open.reg, 0, 0, 0);
        let mut choice = self.choice(prompt, ChoiceStyle::Branch, Ty::NUMBER);
        for (at, (label, when, _)) in branches.iter().enumerate() {
            choice.labels.push(label.text.clone());
            let number = self.constant(b, Ty::NUMBER, i64::try_from(at).unwrap_or(0));
            match when {
                When::Always(_) => b.emit(Op::ListPush, open.reg, number.reg, 0, 0),
                When::If(condition) => {
                    let condition = self.typed(b, condition, Ty::BOOL)?;
                    let skip = b.jump_if_not(condition.reg);
                    b.emit(Op::ListPush, open.reg, number.reg, 0, 0);
                    b.arrive(skip);
                }
            }
        }
        let choice = self.add_choice(choice);
        let base = b.block(&[Ty::NUMBER, Ty::BOOL]);
        b.emit_index(Op::Choose, base, open.reg, player.reg, choice);
        let nothing = b.jump_if_not(base.saturating_add(1));
        let mut ends = Vec::new();
        for (at, (_, _, body)) in branches.iter().enumerate() {
            let number = self.constant(b, Ty::NUMBER, i64::try_from(at).unwrap_or(0));
            let is_it = self.op(
                b,
                Op::Eq,
                Val {
                    reg: base,
                    ty: Ty::NUMBER,
                },
                number,
                Ty::BOOL,
            );
            let next = b.jump_if_not(is_it.reg);
            self.block(b, body);
            ends.push(b.jump());
            b.arrive(next);
        }
        for end in ends {
            b.arrive(end);
        }
        b.arrive(nothing);
        Some(())
    }

    fn may(
        &mut self,
        b: &mut Builder,
        by: &Expr,
        prompt: &Quoted,
        body: &Block,
        otherwise: Option<&Block>,
    ) -> Option<()> {
        self.refuse_in_pure(b, "may", prompt.span)?;
        let player = self.typed(b, by, Ty::PLAYER)?;
        let mut choice = self.choice(prompt, ChoiceStyle::YesNo, Ty::BOOL);
        choice.optional = true;
        let choice = self.add_choice(choice);
        let answer = Val {
            reg: b.temp(Ty::BOOL),
            ty: Ty::BOOL,
        };
        b.emit_index(Op::May, answer.reg, 0, player.reg, choice);
        self.if_(b, Some(answer), body, otherwise)
    }

    fn run(&mut self, b: &mut Builder, procedure: &Name, args: &[Expr], span: Span) -> Option<()> {
        self.refuse_in_pure(b, "run", span)?;
        let sym = self.sought(&names::PROCEDURE, procedure)?;
        let base = self.arguments(b, procedure, args, &sym.params, span)?;
        let nothing = b.temp(Ty::NOTHING);
        b.emit_index(Op::Call, nothing, base, 0, sym.function as usize);
        Some(())
    }

    fn offer(
        &mut self,
        b: &mut Builder,
        offer: &Name,
        args: &[Expr],
        (to, most): (&Expr, Option<&Expr>),
        span: Span,
    ) -> Option<()> {
        self.refuse_in_pure(b, "offer", span)?;
        let sym = self.sought(&names::OFFER, offer)?;
        let player = self.typed(b, to, Ty::PLAYER);
        let most = match most {
            Some(most) => self.typed(b, most, Ty::NUMBER),
            None => Some(self.constant(b, Ty::NUMBER, 1)),
        };
        let base = self.arguments(b, offer, args, &sym.params, span)?;
        b.emit_index(Op::Offer, base, player?.reg, most?.reg, sym.index);
        Some(())
    }

    fn start(
        &mut self,
        b: &mut Builder,
        effect: &Name,
        args: &[Expr],
        until: Option<&(Moment, Name, Option<Name>)>,
        span: Span,
    ) -> Option<()> {
        self.refuse_in_pure(b, "start", span)?;
        let sym = self.sought(&names::EFFECT, effect)?;
        let base = self.arguments(b, effect, args, &sym.params, span)?;
        let until = match until {
            Some((moment, procedure, step)) => Some(self.window(*moment, procedure, step.as_ref())?),
            None => None,
        };
        self.pack.starts.push(StartDef {
            effect: small(sym.index),
            until,
        });
        b.emit_index(Op::Start, base, 0, 0, self.pack.starts.len() - 1);
        Some(())
    }

    fn reveal(&mut self, b: &mut Builder, field: &Name, of: &Expr) -> Option<()> {
        self.refuse_in_pure(b, "reveal", field.span)?;
        let subject = self.expr(b, of, None)?;
        let (at, _) = self.field_of(field, subject)?;
        let Base::Entity(kind) = subject.ty.base else {
            return None;
        };
        if !self.pack.kinds[usize::from(kind)].fields[at].secret {
            let message = format!("`{}` is not secret, so there is nothing to reveal", field.text);
            self.report(codes::FIXED, field.span, message);
            return None;
        }
        b.emit_index(Op::Reveal, subject.reg, 0, 0, cell::HEADER + at);
        Some(())
    }

    fn end(&mut self, b: &mut Builder, outcome: &Name) -> Option<()> {
        self.refuse_in_pure(b, "end the game", outcome.span)?;
        let at = self.sought(&names::OUTCOME, outcome)?;
        b.emit_index(Op::End, 0, 0, 0, at);
        Some(())
    }
}

/// What every sort of `choose` says.
struct Asked<'a> {
    prompt: &'a Quoted,
    optional: bool,
    secret: bool,
    by: &'a Expr,
    from: &'a Expr,
}
