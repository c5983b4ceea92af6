//! Breaks of declarations, rules and their gates.

use super::BreakKind::{Fixed, Number, Order, Part, Turned};
use super::statements::weight;
use super::{Finder, Put};
use crate::ast::{
    About, Block, CostItem, Expr, ExprKind, Extension, FieldDecl, Gate, Item, ItemKind, KindDecl, Meant,
    Name, Param, Ruled, Span, Step, TypeRef, When,
};

impl Finder<'_> {
    pub(super) fn items(&mut self, items: &[Item]) {
        items.iter().for_each(|item| self.item(item));
    }

    fn item(&mut self, item: &Item) {
        self.node(item.span);
        let span = item.span;
        match &item.kind {
            ItemKind::Word { .. }
            | ItemKind::Board { .. }
            | ItemKind::Deck { .. }
            | ItemKind::Offer { .. }
            | ItemKind::Outcome { .. } => {}
            ItemKind::Extend { with, .. } => self.extension(with),
            ItemKind::Refuse { when, .. } => self.condition(when),
            ItemKind::Record { fields, .. } | ItemKind::Player { fields } => self.fields(fields, span.end),
            ItemKind::Piece(kind) | ItemKind::Card { decl: kind, .. } => self.kind(kind, span.end),
            ItemKind::Token { limit, .. } => {
                if let Some((_, limit)) = limit {
                    self.numbers_in(*limit);
                }
            }
            ItemKind::Die { .. } => self.numbers_in(span),
            ItemKind::State {
                param, per, default, ..
            } => {
                self.per_run(param.ty.name.span, per.as_ref());
                self.exprs(default);
            }
            ItemKind::Define { ty, body, .. } => self.result(Some(ty), body),
            ItemKind::Value {
                ty,
                base,
                net_least,
                net_most,
                least,
                most,
                ..
            } => {
                self.result(ty.as_ref(), base);
                let limits = [net_least, net_most, least, most].into_iter().flatten();
                self.limits(limits);
            }
            ItemKind::Permission { name, .. } => {
                let forbidden = format!(" forbid {} always", name.text);
                self.put(span, vec![Put::Source(span), Put::Words(forbidden)], Fixed);
            }
            ItemKind::Procedure { vars, steps, .. } => {
                self.params(vars);
                self.steps(steps);
            }
            ItemKind::Effect { lasts, rules, .. } => {
                lasts.iter().for_each(|lasts| self.condition(lasts));
                self.items(rules);
            }
            ItemKind::Movement {
                cost, stops, ends, ..
            } => {
                if let Some((cost, when)) = cost {
                    self.expr(cost);
                    self.when(when);
                }
                stops.iter().chain(ends).for_each(|when| self.when(when));
            }
            _ => self.rule(item),
        }
    }

    /// Breaks an item that acts: it can be left out as a whole.
    fn rule(&mut self, item: &Item) {
        let span = item.span;
        let since = self.found.len();
        self.leave_out(span);
        if is_broken_within(item) {
            self.large(since);
        }
        if let ItemKind::OfferOption { offer: name, .. }
        | ItemKind::Permit {
            permission: Ruled { name, .. },
            ..
        } = &item.kind
        {
            self.uses(since, name);
        }
        match &item.kind {
            ItemKind::Build { when, .. } => self.when(when),
            ItemKind::Trigger {
                gate,
                body,
                otherwise,
                ..
            } => {
                self.moment(span);
                self.gate(gate, body);
                self.block(body);
                otherwise.iter().for_each(|block| self.block(block));
            }
            ItemKind::OfferOption { gate, body, .. } => {
                self.gate(gate, body);
                self.block(body);
            }
            ItemKind::Modify {
                value,
                amount,
                least,
                most,
                when,
                ..
            } => {
                self.ruled(value);
                self.exprs([amount]);
                self.limits(least.iter().chain(most));
                self.when(when);
            }
            ItemKind::Replace { value, with, when } => {
                self.ruled(value);
                self.expr(with);
                self.when(when);
            }
            ItemKind::Permit {
                allow,
                permission,
                when,
            } => {
                let (from, to) = if *allow {
                    ("allow", "forbid")
                } else {
                    ("forbid", "allow")
                };
                let since = self.found.len();
                self.first_word(span, from, to, Turned);
                self.large(since);
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

    fn moment(&mut self, span: Span) {
        self.first_word(span, "before", "after", Order);
        self.first_word(span, "after", "before", Order);
    }

    fn first_word(&mut self, span: Span, from: &str, to: &str, kind: super::BreakKind) {
        if self.text(span).starts_with(from) {
            let end = span.start + from.len();
            self.words(Span { end, ..span }, to, kind);
        }
    }

    fn ruled(&mut self, ruled: &Ruled) {
        let Some(About { of: false, args, .. }) = &ruled.about else {
            return;
        };
        for (_, meant) in args {
            if let Meant::Is(expr) = meant {
                self.words(expr.span, "any", Part);
                self.expr(expr);
            }
        }
    }

    /// Each clause of a gate is left out; conditions are fixed.
    fn gate(&mut self, gate: &Gate, body: &Block) {
        let asked = match &gate.when {
            Some(When::If(condition)) => {
                self.condition(condition);
                condition.span.end
            }
            Some(When::Always(span)) => span.end,
            None => return,
        };
        let asked = gate.choosing.as_ref().map_or(asked, |choosing| {
            self.expr(&choosing.from);
            self.exprs(&choosing.by);
            choosing.span.end
        });
        let cost = (!gate.cost.is_empty()).then(|| self.between(asked, body.span.start, "cost {"));
        let cost = cost.flatten().map(|word| word.start);
        let may = gate.may.as_ref().map(|may| may.span);
        if gate.limit.is_some() {
            let end = may.map(|may| may.start).or(cost).unwrap_or(body.span.start);
            self.clause(asked, end);
        }
        if let Some(may) = may {
            let by = gate.may.as_ref().and_then(|may| may.by.as_ref());
            let end = by.map_or(may.end, |by| by.span.end.max(may.end));
            self.clause(may.start, end);
        }
        if let Some(cost) = cost {
            self.clause(cost, body.span.start);
        }
        gate.cost.iter().for_each(|item| self.cost(item));
    }

    /// Leaves out what stands here behind comments, if there is no comment in it.
    fn clause(&mut self, mut start: usize, end: usize) {
        while let Some(after) = self.text(Span { start, end }).trim_start().strip_prefix('#') {
            start = after.find('\n').map_or(end, |line| end - after.len() + line);
        }
        let span = Span { start, end };
        let text = self.text(span);
        if text.contains('#') {
            return;
        }
        let (lead, whole) = (text.len() - text.trim_start().len(), text.trim().len());
        self.leave_out(Span {
            start: start + lead,
            end: start + lead + whole,
        });
    }

    fn cost(&mut self, item: &CostItem) {
        match item {
            CostItem::Spend { amount, from: of, .. } | CostItem::Place { amount, on: of, .. } => {
                self.exprs([amount, of]);
            }
            CostItem::Discard { card } => self.expr(card),
            CostItem::Run { args, possible, .. } => {
                self.exprs(args);
                self.condition(possible);
            }
        }
    }

    fn extension(&mut self, with: &Extension) {
        match with {
            Extension::Words(_) => {}
            Extension::Record(fields) | Extension::Kind(fields) => {
                self.exprs(fields.iter().filter_map(|field| field.default.as_ref()));
            }
        }
    }

    /// The fields of a kind: what they are by default, and whether they are secret.
    fn fields(&mut self, fields: &[FieldDecl], end: usize) {
        for (at, field) in fields.iter().enumerate() {
            self.exprs(&field.default);
            self.per_run(field.ty.name.span, field.per.as_ref());
            let end = fields.get(at + 1).map_or(end, |next| next.name.span.start);
            let word = self.between(field.ty.name.span.end, end, "secret");
            if let Some(word) = word.filter(|_| field.secret) {
                self.leave_out(word);
            }
        }
    }

    /// `per PROCEDURE` behind a type: without it all runs share one state.
    fn per_run(&mut self, ty: Span, per: Option<&Name>) {
        let Some(per) = per else { return };
        let word = self.between(ty.end, per.span.start, "per ");
        if let Some(Span { start, .. }) = word {
            let end = per.span.end;
            self.leave_out(Span { start, end });
        }
    }

    fn kind(&mut self, kind: &KindDecl, end: usize) {
        self.fields(&kind.fields, end);
        kind.active.iter().for_each(|active| self.condition(active));
        if let Some((_, made)) = &kind.made {
            self.numbers_in(*made);
        }
    }

    fn params(&mut self, params: &[Param]) {
        self.exprs(params.iter().filter_map(|param| param.default.as_ref()));
    }

    fn steps(&mut self, steps: &[Step]) {
        for (at, step) in steps.iter().enumerate() {
            self.node(step.span);
            self.step(step);
            let since = self.found.len();
            if let Some(next) = steps.get(at + 1) {
                let both = Span {
                    start: step.span.start,
                    end: next.span.end,
                };
                let between = Span {
                    start: step.span.end,
                    end: next.span.start,
                };
                let put = [next.span, between, step.span].map(Put::Source);
                if !self.text(between).contains('#') {
                    self.put(both, put.to_vec(), Order);
                } else {
                    let break_line = Put::Words("\n".to_owned());
                    let put = vec![Put::Source(next.span), break_line, Put::Source(step.span)];
                    self.put(both, put, Order);
                }
                self.large(since);
            }
        }
    }

    fn step(&mut self, step: &Step) {
        self.priority(step);
        self.exprs(&step.priority);
        if step.body.statements.is_empty() {
            return;
        }
        if step.body.statements.len() > 1 {
            let empty = vec![Put::Words("{ }".to_owned())];
            let since = self.found.len();
            self.take_away(step.body.span, empty, weight(&step.body));
            self.large(since);
        }
        self.block(&step.body);
    }

    /// Breaks the priority of a step: the order is reversed or left out, and abilities are not gathered.
    fn priority(&mut self, step: &Step) {
        let (Some(first), Some(last)) = (step.priority.first(), step.priority.last()) else {
            return;
        };
        if step.priority.len() > 1 {
            let comma = || Put::Words(", ".to_owned());
            let turned = step
                .priority
                .iter()
                .rev()
                .flat_map(|one| [Put::Source(one.span), comma()]);
            let mut turned: Vec<Put> = turned.collect();
            turned.pop();
            let all = Span {
                start: first.span.start,
                end: last.span.end,
            };
            self.put(all, turned, Order);
        }
        if let Some(word) = self.between(step.name.span.end, first.span.start, "priority") {
            self.clause(word.start, last.span.end);
        }
        if let Some(name) = &step.gathers
            && let Some(word) = self.between(step.name.span.end, name.span.start, "gathers")
        {
            self.clause(word.start, name.span.end);
        }
    }

    /// Breaks the result of a define or a value.
    fn result(&mut self, ty: Option<&TypeRef>, body: &Expr) {
        match ty {
            Some(ty) if ty.set && !ty.template => {
                let nothing = format!("(all {} x where no)", ty.name.text);
                self.whole(body, &[&nothing]);
            }
            Some(TypeRef {
                name: Name { text, .. },
                template: false,
                ..
            }) if text == "yes-no" => self.condition(body),
            Some(ty) if ty.name.text != "number" => {
                self.whole(body, &["nobody", "0"]);
                if let ExprKind::Call(_, args) = &body.kind {
                    let names = args.iter().filter(|arg| matches!(arg.kind, ExprKind::Name(_)));
                    names.for_each(|name| self.around(name.span, "(0 - ", name.span, ")", Turned));
                }
            }
            _ => {
                let since = self.found.len();
                if self.text(body.span) != "0" {
                    self.words(body.span, "0", Fixed);
                }
                self.around(body.span, "((", body.span, ") + 1)", Number);
                let until = self.found.len();
                self.expr(body);
                self.large_if_more(since, until);
            }
        }
    }

    /// A result becomes another one, as a whole if nothing in it can be broken.
    fn whole(&mut self, body: &Expr, others: &[&str]) {
        let since = self.found.len();
        others
            .iter()
            .for_each(|other| self.words(body.span, other, Fixed));
        let until = self.found.len();
        self.expr(body);
        self.large_if_more(since, until);
    }

    /// Limits of a number, each behind its words: they are left out, or lie elsewhere.
    fn limits<'e>(&mut self, limits: impl Iterator<Item = &'e Expr>) {
        for limit in limits {
            let before = self.source.get(..limit.span.start).unwrap_or("");
            if let Some(start) = ["to at ", "net at ", "at "].iter().find_map(|words| {
                let at = before.rfind(words)?;
                (before.len() - at < 16).then_some(at)
            }) {
                let lead = before[..start].trim_end();
                let start = lead.strip_suffix(',').map_or(start, str::len);
                let end = limit.span.end;
                self.leave_out(Span { start, end });
            }
            self.expr(limit);
        }
    }
}

/// Whether a rule has a condition that is fixed, or statements that are left out one by one.
fn is_broken_within(item: &Item) -> bool {
    let has_condition = |when: &When| matches!(when, When::If(_));
    match &item.kind {
        ItemKind::Trigger { body, .. } | ItemKind::OfferOption { body, .. } => !body.statements.is_empty(),
        ItemKind::Build { when, .. }
        | ItemKind::Modify { when, .. }
        | ItemKind::Replace { when, .. }
        | ItemKind::Permit { when, .. }
        | ItemKind::Lend { when, .. }
        | ItemKind::Silence { when, .. } => has_condition(when),
        _ => false,
    }
}
