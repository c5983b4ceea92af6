//! Every name of a tree, one after the other: so a library's names become those of the system that uses it.
//!
//! Texts for people (labels, prompts, titles) are no names.

use super::{
    Block, CostItem, Expr, ExprKind, Extension, FieldDecl, Footprint, Gate, Item, ItemKind, KindDecl, Name,
    Param, Pattern, Span, Statement, StatementKind, Step, Target, TypeRef, Until, When, Window,
};

/// What a name does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Others can name what it declares: a type, a field, a word, a procedure.
    Declares,
    /// It is a parameter, a variable, a step, a member of a set.
    Local,
    /// It names something.
    Uses,
}

/// Visits every name of some items and may change it.
pub fn each_name(items: &mut [Item], visit: &mut dyn FnMut(&mut String, Span, Site)) {
    let mut names = Names { visit };
    items.iter_mut().for_each(|item| names.item(item));
}

/// The same for the names of a block.
pub fn each_name_of_block(block: &mut Block, visit: &mut dyn FnMut(&mut String, Span, Site)) {
    Names { visit }.block(block);
}

/// The same for the names of an expression.
pub fn each_name_of_expr(expr: &mut Expr, visit: &mut dyn FnMut(&mut String, Span, Site)) {
    Names { visit }.expr(expr);
}

struct Names<'v> {
    visit: &'v mut dyn FnMut(&mut String, Span, Site),
}

impl Names<'_> {
    fn name(&mut self, name: &mut Name, site: Site) {
        (self.visit)(&mut name.text, name.span, site);
    }

    fn used(&mut self, name: &mut Name) {
        self.name(name, Site::Uses);
    }

    fn local(&mut self, name: &mut Name) {
        self.name(name, Site::Local);
    }

    fn ty(&mut self, ty: &mut TypeRef) {
        self.used(&mut ty.name);
    }

    fn param(&mut self, param: &mut Param) {
        self.local(&mut param.name);
        self.ty(&mut param.ty);
    }

    fn params(&mut self, params: &mut [Param]) {
        params.iter_mut().for_each(|param| self.param(param));
    }

    fn fields(&mut self, fields: &mut [FieldDecl]) {
        for field in fields {
            self.name(&mut field.name, Site::Declares);
            self.ty(&mut field.ty);
            self.exprs(&mut field.default);
        }
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e mut Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn when(&mut self, when: &mut When) {
        match when {
            When::If(expr) => self.expr(expr),
            When::Always(_) => {}
        }
    }

    fn window(&mut self, window: &mut Window) {
        self.used(&mut window.procedure);
        window.step.iter_mut().for_each(|step| self.used(step));
    }

    fn item(&mut self, item: &mut Item) {
        match &mut item.kind {
            ItemKind::Word { name, words, .. } => {
                self.name(name, Site::Declares);
                words.iter_mut().for_each(|word| self.name(word, Site::Declares));
            }
            ItemKind::Extend { name, with } => {
                self.used(name);
                match with {
                    Extension::Words(words) => {
                        words.iter_mut().for_each(|word| self.name(word, Site::Declares));
                    }
                    Extension::Record(fields) | Extension::Kind(fields) => self.fields(fields),
                }
            }
            ItemKind::Record { name, fields, .. } => {
                self.name(name, Site::Declares);
                self.fields(fields);
            }
            ItemKind::Board { parts, .. } => self.params(parts),
            ItemKind::Movement {
                name,
                params,
                cost,
                stops,
                ends,
                ..
            } => {
                self.name(name, Site::Declares);
                self.params(params);
                if let Some((cost, when)) = cost {
                    self.expr(cost);
                    self.when(when);
                }
                stops.iter_mut().chain(ends).for_each(|when| self.when(when));
            }
            ItemKind::Piece(decl) => self.kind(decl),
            ItemKind::Card { on, decl } => {
                on.iter_mut().for_each(|holder| self.used(holder));
                self.kind(decl);
            }
            ItemKind::Player { fields } => self.fields(fields),
            ItemKind::Token { name, on, .. } => {
                self.name(name, Site::Declares);
                on.iter_mut().for_each(|holder| self.used(holder));
            }
            ItemKind::Die { name, faces } => {
                self.name(name, Site::Declares);
                faces
                    .iter_mut()
                    .for_each(|(face, _)| self.name(face, Site::Declares));
            }
            ItemKind::Deck { name } => self.name(name, Site::Declares),
            ItemKind::State { param, default } => {
                self.name(&mut param.name, Site::Declares);
                self.ty(&mut param.ty);
                self.exprs(default);
            }
            ItemKind::Define {
                name,
                params,
                ty,
                body,
            } => {
                self.name(name, Site::Declares);
                self.params(params);
                self.ty(ty);
                self.expr(body);
            }
            ItemKind::Value {
                name,
                params,
                ty,
                base,
                net_least,
                net_most,
                least,
                most,
                ..
            } => {
                self.name(name, Site::Declares);
                self.params(params);
                ty.iter_mut().for_each(|ty| self.ty(ty));
                self.expr(base);
                for limit in [net_least, net_most, least, most] {
                    self.exprs(limit);
                }
            }
            ItemKind::Permission { name, params } | ItemKind::Offer { name, params } => {
                self.name(name, Site::Declares);
                self.params(params);
            }
            ItemKind::Procedure {
                name,
                params,
                gives,
                vars,
                steps,
            } => {
                self.name(name, Site::Declares);
                self.params(params);
                gives.iter_mut().for_each(|param| self.param(param));
                self.params(vars);
                steps.iter_mut().for_each(|step| self.step(step));
            }
            ItemKind::Effect {
                name,
                params,
                lasts,
                rules,
            } => {
                self.name(name, Site::Declares);
                self.params(params);
                self.exprs(lasts);
                rules.iter_mut().for_each(|rule| self.item(rule));
            }
            ItemKind::Outcome { name, winners, .. } => {
                self.name(name, Site::Declares);
                winners.iter_mut().for_each(|winner| self.used(winner));
            }
            ItemKind::Build { .. }
            | ItemKind::Trigger { .. }
            | ItemKind::OfferOption { .. }
            | ItemKind::Modify { .. }
            | ItemKind::Replace { .. }
            | ItemKind::Permit { .. }
            | ItemKind::Lend { .. }
            | ItemKind::Silence { .. } => self.rule(&mut item.kind),
        }
    }

    /// What is no declaration.
    fn rule(&mut self, rule: &mut ItemKind) {
        match rule {
            ItemKind::Build { each, when, .. } => {
                each.iter_mut().for_each(|name| self.local(name));
                self.when(when);
            }
            ItemKind::Trigger {
                windows,
                gate,
                body,
                otherwise,
                ..
            } => {
                windows.iter_mut().for_each(|window| self.window(window));
                self.gate(gate);
                self.block(body);
                self.blocks(otherwise);
            }
            ItemKind::OfferOption {
                offer, gate, body, ..
            } => {
                self.used(offer);
                self.gate(gate);
                self.block(body);
            }
            ItemKind::Modify {
                value, amount, when, ..
            } => {
                self.used(value);
                self.expr(amount);
                self.when(when);
            }
            ItemKind::Replace { value, with, when } => {
                self.used(value);
                self.expr(with);
                self.when(when);
            }
            ItemKind::Permit { permission, when, .. } => {
                self.used(permission);
                self.when(when);
            }
            ItemKind::Lend { from, to, when } => {
                self.exprs([from, to]);
                self.when(when);
            }
            ItemKind::Silence { whom, when } => {
                self.expr(whom);
                self.when(when);
            }
            _ => {}
        }
    }

    fn kind(&mut self, decl: &mut KindDecl) {
        self.name(&mut decl.name, Site::Declares);
        self.fields(&mut decl.fields);
        match &mut decl.footprint {
            Some(Footprint::Rectangle(width, length)) => {
                self.used(width);
                self.used(length);
            }
            Some(Footprint::Circle(radius)) => self.used(radius),
            Some(Footprint::Spaces(size, tall)) => {
                self.used(size);
                tall.iter_mut().for_each(|tall| self.used(tall));
            }
            None => {}
        }
        self.exprs(&mut decl.active);
        for (kind, ending) in &mut decl.makes {
            self.used(kind);
            ending.iter_mut().for_each(|ending| self.local(ending));
        }
    }

    fn step(&mut self, step: &mut Step) {
        self.local(&mut step.name);
        step.gathers.iter_mut().for_each(|name| self.local(name));
        self.exprs(&mut step.priority);
        self.block(&mut step.body);
    }

    fn gate(&mut self, gate: &mut Gate) {
        gate.when.iter_mut().for_each(|when| self.when(when));
        if let Some(limit) = &mut gate.limit {
            self.used(&mut limit.per);
            self.exprs(&mut limit.apart);
        }
        if let Some(may) = &mut gate.may {
            self.exprs(&mut may.by);
        }
        for item in &mut gate.cost {
            match item {
                CostItem::Spend {
                    amount,
                    token,
                    from: whom,
                }
                | CostItem::Place {
                    amount,
                    token,
                    on: whom,
                } => {
                    self.used(token);
                    self.exprs([amount, whom]);
                }
                CostItem::Discard { card } => self.expr(card),
                CostItem::Run {
                    procedure,
                    args,
                    possible,
                } => {
                    self.used(procedure);
                    self.exprs(args);
                    self.expr(possible);
                }
            }
        }
    }

    fn block(&mut self, block: &mut Block) {
        for statement in &mut block.statements {
            self.statement(statement);
        }
    }

    fn blocks<'b>(&mut self, blocks: impl IntoIterator<Item = &'b mut Block>) {
        blocks.into_iter().for_each(|block| self.block(block));
    }

    fn target(&mut self, target: &mut Target) {
        match target {
            Target::Variable(name) => self.used(name),
            Target::Field(name, of) => {
                self.used(name);
                self.expr(of);
            }
        }
    }

    fn until(&mut self, until: &mut Until) {
        self.used(&mut until.procedure);
        until.step.iter_mut().for_each(|step| self.used(step));
        self.exprs(until.times.iter_mut().chain(&mut until.when));
    }

    fn pattern(&mut self, pattern: &mut Pattern) {
        self.exprs(pattern.iter_mut().flatten());
    }

    fn statement(&mut self, statement: &mut Statement) {
        match &mut statement.kind {
            StatementKind::Let { name, value } => {
                self.local(name);
                self.expr(value);
            }
            StatementKind::Set { target, value } | StatementKind::Add { target, value } => {
                self.target(target);
                self.expr(value);
            }
            StatementKind::Give { amount, token, to } => {
                self.used(token);
                self.exprs([amount, to]);
            }
            StatementKind::Take { amount, token, from } => {
                self.used(token);
                self.exprs(amount);
                self.expr(from);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.block(then);
                self.blocks(otherwise);
            }
            StatementKind::ForEach { name, set, body } => {
                self.local(name);
                self.expr(set);
                self.block(body);
            }
            StatementKind::Repeat { times, body } => {
                self.expr(times);
                self.block(body);
            }
            StatementKind::Choose {
                most,
                name,
                from,
                by,
                body,
                otherwise,
                ..
            } => {
                self.local(name);
                self.exprs(most);
                self.exprs([from, by]);
                self.block(body);
                self.blocks(otherwise);
            }
            StatementKind::ChooseOne { by, branches, .. } => {
                self.expr(by);
                for (_, when, body) in branches {
                    self.when(when);
                    self.block(body);
                }
            }
            StatementKind::May {
                by, body, otherwise, ..
            } => {
                self.expr(by);
                self.block(body);
                self.blocks(otherwise);
            }
            StatementKind::Run {
                procedure: name,
                args,
            }
            | StatementKind::Call { call: name, args } => {
                self.used(name);
                self.exprs(args);
            }
            StatementKind::Offer {
                offer,
                args,
                to,
                most,
            } => {
                self.used(offer);
                self.exprs(args);
                self.expr(to);
                self.exprs(most);
            }
            StatementKind::Start { effect, args, until } => {
                self.used(effect);
                self.exprs(args);
                until.iter_mut().for_each(|until| self.until(until));
            }
            StatementKind::Reveal { field, of } => {
                self.used(field);
                self.expr(of);
            }
            StatementKind::End { outcome, winners } => {
                self.used(outcome);
                self.exprs(winners);
            }
            StatementKind::Finish { name, pattern } => {
                self.used(name);
                pattern.iter_mut().for_each(|pattern| self.pattern(pattern));
            }
            StatementKind::Break | StatementKind::Stop => {}
            StatementKind::Create(expr) => self.expr(expr),
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Number(_)
            | ExprKind::Measure(..)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Nobody => {}
            ExprKind::Name(text) => (self.visit)(text, span, Site::Uses),
            ExprKind::Call(name, args) | ExprKind::Can(name, args) | ExprKind::Run(name, args) => {
                self.used(name);
                self.exprs(args);
            }
            // The name of a parameter is a use of it.
            ExprKind::Argument(name, of)
            | ExprKind::Of(name, of)
            | ExprKind::On(name, of)
            | ExprKind::In(name, of) => {
                self.used(name);
                self.expr(of);
            }
            ExprKind::Running(name, pattern) => {
                self.used(name);
                pattern.iter_mut().for_each(|pattern| self.pattern(pattern));
            }
            ExprKind::Options(name, args, whom) => {
                self.used(name);
                self.exprs(args);
                self.expr(whom);
            }
            ExprKind::Roll(count, die) => {
                self.expr(count);
                self.used(die);
            }
            ExprKind::Offer {
                offer,
                args,
                to,
                most,
            } => {
                self.used(offer);
                self.exprs(args);
                self.expr(to);
                self.exprs(most.iter_mut().map(|most| &mut **most));
            }
            ExprKind::Create {
                template,
                on,
                at,
                owner,
            } => {
                self.exprs([&mut **template, &mut **owner]);
                self.exprs(on.iter_mut().chain(at).map(|one| &mut **one));
            }
            ExprKind::Not(of) | ExprKind::Negate(of) | ExprKind::Question(_, of) => self.expr(of),
            ExprKind::Binary(_, one, two) | ExprKind::FirstSome(one, two) => {
                self.exprs([&mut **one, &mut **two]);
            }
            ExprKind::IsAny { of, kind, .. } => {
                self.expr(of);
                self.used(kind);
            }
            ExprKind::List(members) => self.exprs(members),
            ExprKind::If(one, two, three) => self.exprs([&mut **one, &mut **two, &mut **three]),
            ExprKind::All {
                of,
                name,
                on,
                condition,
                ..
            } => {
                self.used(of);
                name.iter_mut().for_each(|name| self.local(name));
                self.exprs(on.iter_mut().chain(condition).map(|one| &mut **one));
            }
            ExprKind::Sort { name, set, by: value }
            | ExprKind::Members {
                name,
                set,
                condition: value,
            }
            | ExprKind::Fold { name, set, value, .. } => {
                self.local(name);
                self.exprs([&mut **set, &mut **value]);
            }
        }
    }
}
