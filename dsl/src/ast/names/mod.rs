//! Every name of a tree, one after the other: so a library's names become those of the system that uses it.
//!
//! Texts for people (labels, prompts, titles) are no names; values in them have some.

mod code;

use super::{
    Block, CostItem, Expr, Extension, FieldDecl, Footprint, Gate, Item, ItemKind, KindDecl, Meant, Name,
    Opens, Param, Ruled, Span, Step, TypeRef, When, Window,
};

/// The role of a name at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Others can name what it declares: a type, a field, a word, a procedure.
    Declares,
    /// It is a parameter, a variable, a step, a member of a set.
    Local,
    /// It names something.
    Uses,
    /// It is not written, but meant: `you` in `is yours` and `all other`, `here` in a `may` that names nobody.
    Implied,
}

/// Visits every name of some items and may change it.
pub fn each_name(items: &mut [Item], visit: &mut dyn FnMut(&mut String, Span, Site)) {
    let mut names = Names { visit };
    items.iter_mut().for_each(|item| names.item(item));
}

/// Visits every name of a block and may change it.
pub fn each_name_of_block(block: &mut Block, visit: &mut dyn FnMut(&mut String, Span, Site)) {
    Names { visit }.block(block);
}

/// Visits every name of an expression and may change it.
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
        self.exprs(&mut param.default);
    }

    fn params(&mut self, params: &mut [Param]) {
        params.iter_mut().for_each(|param| self.param(param));
    }

    fn fields(&mut self, fields: &mut [FieldDecl]) {
        for field in fields {
            self.name(&mut field.name, Site::Declares);
            self.ty(&mut field.ty);
            self.per(&mut field.per);
            self.exprs(field.default.iter_mut().chain(&mut field.tells));
        }
    }

    /// The procedure whose runs each have a state of their own.
    fn per(&mut self, per: &mut Option<Name>) {
        if let Some(procedure) = per {
            self.used(procedure);
        }
    }

    /// A name that is meant and not written.
    fn implied(&mut self, name: &str, span: Span) {
        (self.visit)(&mut name.to_owned(), span, Site::Implied);
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
        match &mut window.opens {
            Opens::Run { procedure, step } => {
                self.used(procedure);
                step.iter_mut().for_each(|step| self.used(step));
            }
            Opens::Change(change) => {
                self.exprs(&mut change.object);
                change.reading.iter_mut().for_each(|name| self.used(name));
                self.used(&mut change.whom);
                change.name.iter_mut().for_each(|name| self.local(name));
            }
        }
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
            ItemKind::Refuse { of, when, .. } => {
                self.used(of);
                self.exprs([when]);
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
            ItemKind::Token { name, on, tells, .. } => {
                self.name(name, Site::Declares);
                on.iter_mut().for_each(|holder| self.used(holder));
                self.exprs(tells);
            }
            ItemKind::Die { name, faces } => {
                self.name(name, Site::Declares);
                faces
                    .iter_mut()
                    .for_each(|(face, _)| self.name(face, Site::Declares));
            }
            ItemKind::Deck { name } => self.name(name, Site::Declares),
            ItemKind::State {
                param,
                keys,
                per,
                default,
            } => {
                self.name(&mut param.name, Site::Declares);
                self.ty(&mut param.ty);
                self.params(keys);
                self.per(per);
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
            ItemKind::Permission { name, params } => {
                self.name(name, Site::Declares);
                self.params(params);
            }
            ItemKind::Offer { name, params, asks } => {
                self.name(name, Site::Declares);
                self.params(params);
                self.exprs(asks);
            }
            ItemKind::Procedure {
                name,
                params,
                gives,
                tells,
                vars,
                steps,
            } => {
                self.name(name, Site::Declares);
                self.params(params);
                gives.iter_mut().for_each(|param| self.param(param));
                self.exprs(tells);
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

    /// Visits the names of the items that are rules, not declarations.
    fn rule(&mut self, rule: &mut ItemKind) {
        match rule {
            ItemKind::Build { each, when, .. } => {
                each.iter_mut().for_each(|name| self.local(name));
                self.when(when);
            }
            ItemKind::Trigger {
                windows,
                during,
                gate,
                body,
                otherwise,
                ..
            } => {
                windows.iter_mut().for_each(|window| self.window(window));
                if let Some(during) = during {
                    self.used(&mut during.procedure);
                    during.called.iter_mut().for_each(|name| self.local(name));
                }
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
                value,
                change: _,
                amount,
                least,
                most,
                when,
            } => {
                self.ruled(value);
                self.expr(amount);
                self.exprs(least.iter_mut().chain(most));
                self.when(when);
            }
            ItemKind::Replace { value, with, when } => {
                self.ruled(value);
                self.expr(with);
                self.when(when);
            }
            ItemKind::Permit { permission, when, .. } => {
                self.ruled(permission);
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

    fn ruled(&mut self, ruled: &mut Ruled) {
        self.used(&mut ruled.name);
        for (label, meant) in ruled.about.iter_mut().flat_map(|about| &mut about.args) {
            label.iter_mut().for_each(|label| self.used(label));
            match meant {
                Meant::Any => {}
                Meant::Called(ty, name) => {
                    self.ty(ty);
                    self.local(name);
                }
                Meant::Is(expr) => self.expr(expr),
            }
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
        self.exprs(step.asks.iter_mut().chain(&mut step.tells));
        self.block(&mut step.body);
    }

    fn gate(&mut self, gate: &mut Gate) {
        gate.when.iter_mut().for_each(|when| self.when(when));
        if let Some(choosing) = &mut gate.choosing {
            self.local(&mut choosing.name);
            self.expr(&mut choosing.from);
            self.exprs(&mut choosing.by);
            self.exprs(&mut choosing.prompt.parts);
        }
        if let Some(limit) = &mut gate.limit {
            self.used(&mut limit.per);
            self.exprs(&mut limit.apart);
        }
        if let Some(may) = &mut gate.may {
            match &mut may.by {
                Some(by) => self.expr(by),
                None => self.implied("here", may.span),
            }
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
}
