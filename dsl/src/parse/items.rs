//! Declarations and rules.

use super::builder::{Builder, Parts, only};
use super::expressions::integer;
use super::nodes::Pair;
use super::{Fault, FaultKind, Rule};
use crate::ast::{
    About, Adjustment, Block, Change, Choosing, CostItem, During, Expr, ExprKind, Extension, FieldDecl,
    Footprint, Gate, Item, ItemKind, KindDecl, LimitClause, May, Meant, Moment, Name, Opens, Param, Policy,
    Ruled, Span, Step, TypeRef, Verb, When, Window,
};

impl Builder<'_> {
    pub(crate) fn item(&mut self, pair: Pair<'_>) -> Item {
        let span = self.span(pair);
        let inner = only(pair);
        let rule = inner.as_rule();
        Item {
            span,
            kind: self.item_kind(rule, Parts::of(inner)),
        }
    }

    /// A rule, where nothing is declared.
    pub(super) fn rule_item(&self, pair: Pair<'_>) -> Item {
        let span = self.span(pair);
        let inner = only(pair);
        let rule = inner.as_rule();
        let parts = &mut Parts::of(inner);
        let kind = match rule {
            Rule::build_item => self.build(parts),
            _ => self.rule(rule, parts),
        };
        Item { span, kind }
    }

    fn item_kind(&mut self, rule: Rule, mut parts: Parts<'_>) -> ItemKind {
        let parts = &mut parts;
        match rule {
            Rule::build_item => self.build(parts),
            Rule::trigger
            | Rule::choice
            | Rule::modify
            | Rule::replace
            | Rule::permit
            | Rule::lend
            | Rule::silence => self.rule(rule, parts),
            Rule::procedure_item
            | Rule::effect_item
            | Rule::define_item
            | Rule::value_item
            | Rule::permission_item
            | Rule::offer_item
            | Rule::movement_item => self.with_params(rule, parts),
            _ => self.noun(rule, parts),
        }
    }

    /// Declarations without parameters.
    fn noun(&mut self, rule: Rule, parts: &mut Parts<'_>) -> ItemKind {
        match rule {
            Rule::player_item => {
                return ItemKind::Player {
                    fields: parts.map(|field| self.field(field)).collect(),
                };
            }
            Rule::extend_item => return self.extend(parts.part()),
            Rule::refuse_item => {
                return ItemKind::Refuse {
                    of: self.name(parts.part()),
                    why: self.quoted(parts.part()),
                    when: self.expr(only(parts.part())),
                };
            }
            Rule::state_item => {
                let name = self.name(parts.part());
                let keys = parts.maybe(Rule::params);
                return ItemKind::State {
                    keys: keys.map_or_else(Vec::new, |keys| self.params(keys)),
                    param: Param {
                        name,
                        ty: self.type_ref(parts.part()),
                        default: None,
                    },
                    per: self.per_run(parts),
                    default: self.clause(parts, Rule::by_default),
                };
            }
            _ => {}
        }
        let name = self.name(parts.part());
        match rule {
            Rule::word_item => ItemKind::Word {
                name,
                open: parts.has(Rule::open),
                words: self.all_names(parts),
            },
            Rule::record_item => ItemKind::Record {
                name,
                open: parts.has(Rule::open),
                fields: parts.map(|field| self.field(field)).collect(),
            },
            Rule::board_item => ItemKind::Board {
                shape: name,
                parts: parts.map(|part| self.param(part)).collect(),
            },
            Rule::piece_item => ItemKind::Piece(self.kind_decl(name, parts)),
            Rule::card_item => {
                let on = self.all_names(&mut Parts::of(parts.part()));
                ItemKind::Card {
                    on,
                    decl: self.kind_decl(name, parts),
                }
            }
            Rule::token_item => ItemKind::Token {
                name,
                on: self.all_names(&mut Parts::of(parts.part())),
                limit: parts.maybe(Rule::most_of).map(|most| {
                    let limit = only(most);
                    (integer(self.text(limit)), self.span(limit))
                }),
                tells: self.clause(parts, Rule::tells),
            },
            Rule::die_item => ItemKind::Die {
                name,
                faces: parts.map(|face| self.die_face(face)).collect(),
            },
            Rule::deck_item => ItemKind::Deck { name },
            _ => ItemKind::Outcome {
                name,
                title: self.quoted(parts.part()),
                winners: self.all_names(parts),
            },
        }
    }

    fn with_params(&mut self, rule: Rule, parts: &mut Parts<'_>) -> ItemKind {
        let name = self.name(parts.part());
        let params = parts
            .maybe(Rule::params)
            .map_or_else(Vec::new, |params| self.params(params));
        match rule {
            Rule::procedure_item => ItemKind::Procedure {
                name,
                params,
                gives: parts.maybe(Rule::gives).map(|gives| self.param(only(gives))),
                tells: self.clause(parts, Rule::tells),
                vars: parts
                    .many(Rule::variable)
                    .into_iter()
                    .map(|var| self.param(only(var)))
                    .collect(),
                steps: parts.map(|step| self.step(step)).collect(),
            },
            Rule::effect_item => ItemKind::Effect {
                name,
                params,
                lasts: self.clause(parts, Rule::lasts),
                rules: parts.map(|rule| self.item(rule)).collect(),
            },
            Rule::define_item => ItemKind::Define {
                name,
                params,
                ty: self.type_ref(parts.part()),
                body: self.expr(parts.part()),
            },
            Rule::value_item => ItemKind::Value {
                name,
                params,
                ty: parts
                    .maybe(Rule::result)
                    .map(|result| self.type_ref(only(result))),
                base: self.expr(parts.part()),
                policy: parts
                    .maybe(Rule::wins)
                    .map_or(Policy::Level, |wins| self.policy(wins)),
                factors_last: parts.has(Rule::factors_last),
                net_least: self.clause(parts, Rule::net_least),
                net_most: self.clause(parts, Rule::net_most),
                least: self.clause(parts, Rule::at_least),
                most: self.clause(parts, Rule::at_most),
            },
            Rule::movement_item => self.movement(name, params, parts),
            Rule::permission_item => ItemKind::Permission { name, params },
            _ => ItemKind::Offer {
                name,
                params,
                asks: self.clause(parts, Rule::asks),
            },
        }
    }

    fn build(&self, parts: &mut Parts<'_>) -> ItemKind {
        ItemKind::Build {
            label: self.quoted(parts.part()),
            each: parts.maybe(Rule::each_player).map(|each| self.name(only(each))),
            when: self.when(parts.part()),
        }
    }

    /// `, latest wins`
    fn policy(&self, pair: Pair<'_>) -> Policy {
        match self.tokens.text(pair.first() + 1) {
            "latest" => Policy::Latest,
            "highest" => Policy::Highest,
            _ => Policy::Lowest,
        }
    }

    fn movement(&mut self, name: Name, params: Vec<Param>, parts: &mut Parts<'_>) -> ItemKind {
        let (mut through_walls, mut cost, mut stops, mut ends) = (None, None, None, None);
        for part in parts {
            match part.as_rule() {
                Rule::through => through_walls = Some(self.span(part)),
                Rule::step_cost if cost.is_some() => self.twice(part, "cost"),
                Rule::step_cost => {
                    let mut parts = Parts::of(part);
                    cost = Some((self.expr(parts.part()), self.when(parts.part())));
                }
                Rule::step_stops if stops.is_some() => self.twice(part, "stops"),
                Rule::step_stops => stops = Some(self.when(only(part))),
                Rule::step_ends if ends.is_some() => self.twice(part, "ends"),
                _ => ends = Some(self.when(only(part))),
            }
        }
        ItemKind::Movement {
            name,
            params,
            through_walls,
            cost,
            stops,
            ends,
        }
    }

    fn all_names(&self, parts: &mut Parts<'_>) -> Vec<Name> {
        parts.map(|name| self.name(name)).collect()
    }

    fn params(&self, pair: Pair<'_>) -> Vec<Param> {
        let given = |pair: Pair<'_>| {
            let mut parts = Parts::of(pair);
            let param = self.param(parts.part());
            Param {
                default: self.clause(&mut parts, Rule::by_default),
                ..param
            }
        };
        Parts::of(pair).map(given).collect()
    }

    fn param(&self, pair: Pair<'_>) -> Param {
        let mut parts = Parts::of(pair);
        Param {
            name: self.name(parts.part()),
            ty: self.type_ref(parts.part()),
            default: None,
        }
    }

    fn type_ref(&self, pair: Pair<'_>) -> TypeRef {
        let mut parts = Parts::of(pair);
        TypeRef {
            set: parts.has(Rule::set_of),
            template: parts.has(Rule::template_of),
            name: self.name(parts.part()),
        }
    }

    fn die_face(&self, pair: Pair<'_>) -> (Name, i64) {
        let mut parts = Parts::of(pair);
        (self.name(parts.part()), integer(self.text(parts.part())))
    }

    fn step(&self, pair: Pair<'_>) -> Step {
        let span = self.span(pair);
        let mut parts = Parts::of(pair);
        let name = self.name(parts.part());
        let gathers = parts.maybe(Rule::gathers).map(|gathers| self.name(only(gathers)));
        let priority = parts.maybe(Rule::priority).map_or_else(Vec::new, |priority| {
            Parts::of(priority).map(|one| self.assigned(one)).collect()
        });
        let asks = self.clause(&mut parts, Rule::asks);
        let tells = self.clause(&mut parts, Rule::tells);
        let windows_only = Block {
            span: Span {
                start: span.end,
                end: span.end,
            },
            statements: Vec::new(),
        };
        let body = parts
            .maybe(Rule::block)
            .map_or(windows_only, |block| self.block(block));
        Step {
            span,
            name,
            gathers,
            priority,
            asks,
            tells,
            body,
        }
    }

    fn kind_decl(&mut self, name: Name, parts: &mut Parts<'_>) -> KindDecl {
        let mut decl = KindDecl {
            name,
            fields: Vec::new(),
            footprint: None,
            made: None,
            active: None,
            untold: None,
            open: parts.has(Rule::open),
            makes: Vec::new(),
        };
        for part in parts {
            match part.as_rule() {
                Rule::footprint if decl.footprint.is_some() => self.twice(part, "footprint"),
                Rule::footprint => decl.footprint = Some(self.footprint(only(part))),
                Rule::made if decl.made.is_some() => self.twice(part, "made"),
                Rule::made => {
                    let most = only(part);
                    decl.made = Some((integer(self.text(most)), self.span(most)));
                }
                Rule::active if decl.active.is_some() => self.twice(part, "active"),
                Rule::active => decl.active = Some(self.expr(only(part))),
                Rule::untold if decl.untold.is_some() => self.twice(part, "tells"),
                Rule::untold => decl.untold = Some(self.quoted(only(part))),
                Rule::makes => decl.makes.push(self.makes(part)),
                _ => decl.fields.push(self.field(part)),
            }
        }
        decl
    }

    fn makes(&self, pair: Pair<'_>) -> (Name, Option<Name>) {
        let mut parts = Parts::of(pair);
        let kind = self.name(parts.part());
        (
            kind,
            parts.maybe(Rule::ending).map(|ending| self.name(only(ending))),
        )
    }

    fn extend(&self, pair: Pair<'_>) -> ItemKind {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let name = self.name(parts.part());
        let with = match rule {
            Rule::extend_word => Extension::Words(self.all_names(&mut parts)),
            Rule::extend_record => Extension::Record(parts.map(|field| self.field(field)).collect()),
            _ => Extension::Kind(parts.map(|field| self.field(field)).collect()),
        };
        ItemKind::Extend { name, with }
    }

    fn twice(&mut self, pair: Pair<'_>, word: &str) {
        let fault = Fault::at(
            self.span(pair),
            format!("`{word}` occurs twice in one declaration"),
        );
        let fault = fault.kind(FaultKind::Twice).help("keep one of them");
        self.faults.borrow_mut().push(fault);
    }

    fn footprint(&self, pair: Pair<'_>) -> Footprint {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let first = self.name(parts.part());
        match rule {
            Rule::rectangle => Footprint::Rectangle(first, self.name(parts.part())),
            Rule::circle => Footprint::Circle(first),
            _ => {
                let tall = parts.maybe(Rule::tall);
                Footprint::Spaces(first, tall.map(|tall| self.name(only(tall))))
            }
        }
    }

    fn field(&self, pair: Pair<'_>) -> FieldDecl {
        let mut parts = Parts::of(pair);
        let Param { name, ty, .. } = self.param(parts.part());
        FieldDecl {
            name,
            ty,
            state: parts.has(Rule::state),
            per: self.per_run(&mut parts),
            secret: parts.has(Rule::secret),
            kept: parts.has(Rule::kept),
            default: self.clause(&mut parts, Rule::by_default),
            tells: self.clause(&mut parts, Rule::tells),
        }
    }

    /// The procedure each run of which has a state of its own.
    fn per_run(&self, parts: &mut Parts<'_>) -> Option<Name> {
        parts.maybe(Rule::per_run).map(|per| self.name(only(per)))
    }

    // ---- rules

    fn rule(&self, rule: Rule, parts: &mut Parts<'_>) -> ItemKind {
        match rule {
            Rule::trigger => self.trigger(parts),
            Rule::choice => ItemKind::OfferOption {
                offer: self.name(parts.part()),
                label: self.quoted(parts.part()),
                gate: self.gate(parts.part()),
                body: self.block(parts.part()),
            },
            Rule::modify => self.modify(parts),
            Rule::replace => ItemKind::Replace {
                value: self.ruled(parts.part()),
                with: self.expr(parts.part()),
                when: self.when(parts.part()),
            },
            Rule::lend => ItemKind::Lend {
                from: self.expr(parts.part()),
                to: self.expr(parts.part()),
                when: self.when(parts.part()),
            },
            Rule::silence => ItemKind::Silence {
                whom: self.expr(parts.part()),
                when: self.when(parts.part()),
            },
            _ => ItemKind::Permit {
                allow: parts.has(Rule::allow),
                permission: self.ruled(parts.part()),
                when: self.when(parts.part()),
            },
        }
    }

    /// A value or permission with the arguments that are meant.
    fn ruled(&self, pair: Pair<'_>) -> Ruled {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.part());
        let about = parts.next().map(|about| {
            let of = about.as_rule() == Rule::about_one;
            let args = match of {
                true => vec![(None, Meant::Is(self.primary(only(about))))],
                false => Parts::of(about).map(|meant| self.meant(meant)).collect(),
            };
            let span = self.span(about);
            About { span, of, args }
        });
        Ruled { name, about }
    }

    fn meant(&self, pair: Pair<'_>) -> (Option<Name>, Meant) {
        let mut parts = Parts::of(pair);
        let label = parts.maybe(Rule::label).map(|label| self.name(label));
        let meant = parts.part();
        let meant = match meant.as_rule() {
            Rule::anything => Meant::Any,
            Rule::named_so => {
                let mut parts = Parts::of(meant);
                Meant::Called(self.type_ref(parts.part()), self.name(parts.part()))
            }
            _ => Meant::Is(self.expr(meant)),
        };
        (label, meant)
    }

    fn modify(&self, parts: &mut Parts<'_>) -> ItemKind {
        let value = self.ruled(parts.part());
        let mark = parts.part();
        let is_factor = mark.as_rule() == Rule::factor;
        let amount = match (is_factor, parts.maybe(Rule::minus)) {
            (true, None) => self.primary(parts.part()),
            (true, Some(minus)) => {
                let of = self.primary(parts.part());
                let span = Span {
                    start: self.span(minus).start,
                    end: of.span.end,
                };
                let kind = ExprKind::Negate(Box::new(of));
                Expr { span, kind }
            }
            (false, _) => self.expr(parts.part()),
        };
        let change = match self.tokens.text(mark.first()) {
            "+" => Adjustment::Plus,
            "-" => Adjustment::Minus,
            "*" => Adjustment::Times,
            _ if parts.has(Rule::rounded_up) => Adjustment::DivideUp,
            _ => Adjustment::Divide,
        };
        ItemKind::Modify {
            value,
            change,
            amount,
            least: self.clause(parts, Rule::to_least),
            most: self.clause(parts, Rule::to_most),
            when: self.when(parts.part()),
        }
    }

    fn trigger(&self, parts: &mut Parts<'_>) -> ItemKind {
        let windows = parts.many(Rule::when_in);
        ItemKind::Trigger {
            windows: windows.into_iter().map(|pair| self.when_in(pair)).collect(),
            during: parts.maybe(Rule::during).map(|during| self.during(during)),
            label: parts.maybe(Rule::quoted).map(|label| self.quoted(label)),
            gate: self.gate(parts.part()),
            body: self.block(parts.part()),
            otherwise: self.otherwise(parts),
        }
    }

    fn during(&self, pair: Pair<'_>) -> During {
        let mut parts = Parts::of(pair);
        During {
            procedure: self.name(parts.part()),
            called: parts
                .maybe(Rule::called)
                .map(|called| self.name(Parts::of(called).part())),
        }
    }

    fn when_in(&self, pair: Pair<'_>) -> Window {
        let mut parts = Parts::of(pair);
        let moment = match parts.has(Rule::instead) {
            true => Moment::InsteadOf,
            false => self.moment(parts.part()),
        };
        let opens = self.opens(parts.part());
        Window { moment, opens }
    }

    /// A procedure and perhaps one of its steps; or a change.
    pub(super) fn opens(&self, pair: Pair<'_>) -> Opens {
        if pair.as_rule() == Rule::change {
            return Opens::Change(Box::new(self.change(pair)));
        }
        let mut parts = Parts::of(pair);
        Opens::Run {
            procedure: self.name(parts.part()),
            step: parts.next().map(|step| self.name(step)),
        }
    }

    fn change(&self, pair: Pair<'_>) -> Change {
        let span = self.span(pair);
        let mut parts = Parts::of(pair);
        let first = parts.part();
        let (reading, token, whom) = match first.as_rule() {
            Rule::change_of => {
                let mut of = Parts::of(first);
                let reading = self.name(of.part());
                let token = of.has(Rule::on_whom);
                (Some(reading), token, of.part())
            }
            _ => (None, false, first),
        };
        let mut whom = Parts::of(whom);
        let (whom, name) = (self.name(whom.part()), whom.next().map(|name| self.name(name)));
        // A word of the grammar's own list, so it is one of these.
        let verb = Verb::named(self.text(parts.part())).unwrap_or(Verb::Changes);
        let object = parts.next().map(|object| match object.as_rule() {
            Rule::to_what => self.expr(only(object)),
            _ => self.expr(object),
        });
        Change {
            span,
            reading,
            token,
            whom,
            name,
            verb,
            object,
        }
    }

    pub(super) fn when(&self, pair: Pair<'_>) -> When {
        let span = self.span(pair);
        match Parts::of(pair).next() {
            Some(condition) => When::If(self.expr(condition)),
            None => When::Always(span),
        }
    }

    fn gate(&self, pair: Pair<'_>) -> Gate {
        let mut parts = Parts::of(pair);
        Gate {
            when: parts.maybe(Rule::when).map(|when| self.when(when)),
            choosing: parts
                .maybe(Rule::choosing)
                .map(|choosing| self.choosing(choosing)),
            limit: parts.maybe(Rule::limit).map(|limit| self.limit(limit)),
            never_within: parts.has(Rule::not_within),
            may: parts.maybe(Rule::may).map(|may| self.may(may)),
            cost: parts
                .maybe(Rule::cost)
                .map_or_else(Vec::new, |cost| self.cost(cost)),
        }
    }

    fn choosing(&self, pair: Pair<'_>) -> Choosing {
        let span = self.span(pair);
        let mut parts = Parts::of(pair);
        let (name, from) = (self.name(parts.part()), self.expr(parts.part()));
        Choosing {
            span,
            name,
            from,
            by: parts.maybe(Rule::expr).map(|by| self.expr(by)),
            prompt: self.phrase(parts.part()),
        }
    }

    fn limit(&self, pair: Pair<'_>) -> LimitClause {
        let mut parts = Parts::of(pair);
        let times = parts.part();
        LimitClause {
            times: match times.as_rule() {
                Rule::once => 1,
                Rule::twice => 2,
                _ => integer(self.text(times)),
            },
            per: self.name(parts.part()),
            shared: parts.has(Rule::shared),
            apart: self.clause(&mut parts, Rule::apart),
        }
    }

    fn may(&self, pair: Pair<'_>) -> May {
        let span = self.token_span(pair.first());
        May {
            span,
            by: Parts::of(pair).next().map(|by| self.expr(by)),
        }
    }

    fn cost(&self, pair: Pair<'_>) -> Vec<CostItem> {
        Parts::of(pair).map(|item| self.cost_item(item)).collect()
    }

    fn cost_item(&self, pair: Pair<'_>) -> CostItem {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        match rule {
            Rule::discard => CostItem::Discard {
                card: self.expr(parts.part()),
            },
            Rule::pay => CostItem::Run {
                procedure: self.name(parts.part()),
                args: self.maybe_args(&mut parts),
                possible: self.expr(parts.part()),
            },
            Rule::spend => CostItem::Spend {
                amount: self.amount(parts.part()),
                token: self.name(parts.part()),
                from: self.expr(parts.part()),
            },
            _ => CostItem::Place {
                amount: self.amount(parts.part()),
                token: self.name(parts.part()),
                on: self.expr(parts.part()),
            },
        }
    }
}
