//! Values, procedures, windows, effects, outcomes, and the rules about them.

use super::Lowering;
use crate::model::Span;
use crate::model::rules::{
    Active, Change, Cost, Declarations, Define, Effect, Gate, Home, Hook, Lend, Level, Limit, Modify, Moment,
    Movement, OfferOption, Outcome, Permit, Policy, Procedure, Reading, Rule, RuleDoes, Trigger, ValueDecl,
    Watched, Way, Window,
};
use crate::model::tree::{Body, Function};
use crate::names::{Ids, Sort, text};
use cardwright_bytecode::pack::{self, Id, RuleKind, SlotDef, Winners};
use cardwright_compiler::tree::{self, GateParts};

/// The declarations of a pack; for a scenario or case those that it adds. `told` tells a rule in plain words.
pub(crate) fn declarations(all: &Lowering<'_>, told: &dyn Fn(usize) -> String) -> Declarations {
    Declarations {
        defines: all.defines(),
        values: all.values(),
        permissions: all.permissions(),
        offers: all.offers(),
        procedures: all.procedures(),
        windows: all.windows(),
        effects: all.effects(),
        movements: all.movements(),
        active: all.active(),
        outcomes: all.outcomes(),
        rules: all.rules(told),
    }
}

impl Lowering<'_> {
    fn defines(&self) -> Vec<Define> {
        let defines = self.names.defines.iter();
        let own = defines.filter(|(function, id)| self.is_own(Sort::Define, id, Some(*function)));
        own.map(|(function, id)| Define {
            id: id.clone(),
            function: self.function(function),
        })
        .collect()
    }

    fn values(&self) -> Vec<ValueDecl> {
        let values = self.pack.values.iter().zip(&self.names.values);
        let own = values.filter(|(def, id)| self.is_own(Sort::Value, id, Some(def.base)));
        own.map(|(def, id)| ValueDecl {
            id: id.clone(),
            parameters: self.slots(&def.params),
            ty: self.names.ty(def.result),
            base: self.function(def.base),
            policy: match def.policy {
                pack::Policy::Level => Policy::Level,
                pack::Policy::Latest => Policy::Latest,
                pack::Policy::Highest => Policy::Highest,
                pack::Policy::Lowest => Policy::Lowest,
            },
            factors_last: def.factors_last,
            net_least: self.maybe(def.net_least),
            net_most: self.maybe(def.net_most),
            least: self.maybe(def.least),
            most: self.maybe(def.most),
        })
        .collect()
    }

    fn permissions(&self) -> Vec<Hook> {
        let defs = self.pack.permissions.iter().map(|def| &def.params[..]);
        self.hooks(Sort::Permission, defs, &self.names.permissions)
    }

    fn offers(&self) -> Vec<Hook> {
        let defs = self.pack.offers.iter().map(|def| &def.params[..]);
        self.hooks(Sort::Offer, defs, &self.names.offers)
    }

    fn hooks<'d>(&self, sort: Sort, params: impl Iterator<Item = &'d [SlotDef]>, ids: &Ids) -> Vec<Hook> {
        let own = params.zip(ids).filter(|(_, id)| self.is_own(sort, id, None));
        own.map(|(params, id)| Hook {
            id: id.clone(),
            parameters: self.slots(params),
        })
        .collect()
    }

    fn procedures(&self) -> Vec<Procedure> {
        let procedures = self.pack.procedures.iter().enumerate();
        let own = procedures.filter(|(at, def)| {
            self.is_own(Sort::Procedure, &self.names.procedures[*at], Some(def.function))
        });
        own.map(|(at, def)| Procedure {
            id: self.names.procedures[at].clone(),
            slots: self.slots(&def.slots),
            watches: self
                .program
                .changes
                .get(&at)
                .map(|watched| self.watched(*watched)),
            function: self.function(def.function),
        })
        .collect()
    }

    fn watched(&self, watched: tree::Watched) -> Watched {
        let names = self.names;
        let field = |kind: u16, field: usize| {
            let kind = self.pack.kinds.get(usize::from(kind));
            let field = kind.and_then(|kind| kind.fields.get(field));
            field.map(|field| field.name.clone())
        };
        let (reading, of) = match watched.reading {
            tree::Reading::Field(kind, at) => (Reading::Field, field(kind, at)),
            tree::Reading::Tokens(_, token) => (Reading::Tokens, Some(text(&names.tokens, token as u64))),
            tree::Reading::Holder(_) => (Reading::Holder, None),
            tree::Reading::Owner(_) => (Reading::Owner, None),
            tree::Reading::Face(_) => (Reading::Face, None),
            tree::Reading::Place(_) => (Reading::Place, None),
            tree::Reading::InPlay(_) => (Reading::InPlay, None),
            tree::Reading::Effect(effect) => (Reading::Effect, Some(text(&names.effects, effect as u64))),
        };
        Watched {
            reading,
            kind: watched.reading.kind().map(|kind| text(&names.kinds, kind)),
            of,
            way: match watched.way {
                tree::Way::Either => Way::Any,
                tree::Way::Up => Way::Up,
                tree::Way::Down => Way::Down,
            },
        }
    }

    fn windows(&self) -> Vec<Window> {
        let windows = self.pack.windows.iter().zip(&self.names.windows);
        let own = windows.filter(|(def, id)| self.is_own(Sort::Window, id, def.priority));
        own.map(|(def, id)| {
            let procedure = self.pack.procedures.find(def.procedure);
            let step = def.step.and_then(|step| procedure?.steps.get(step as usize));
            Window {
                id: id.clone(),
                procedure: text(&self.names.procedures, def.procedure),
                step: step.cloned(),
                moment: match def.moment {
                    pack::Moment::Before => Moment::Before,
                    pack::Moment::At => Moment::At,
                    pack::Moment::After => Moment::After,
                },
                priority: self.maybe(def.priority),
                gathers: def.gathers,
            }
        })
        .collect()
    }

    fn effects(&self) -> Vec<Effect> {
        let effects = self.pack.effects.iter().zip(&self.names.effects);
        let own =
            effects.filter(|(def, id)| self.is_own(Sort::Effect, id, def.lasts.into_iter().chain(def.ended)));
        own.map(|(def, id)| Effect {
            id: id.clone(),
            parameters: self.slots(&def.params),
            lasts: self.maybe(def.lasts),
            ended: self.maybe(def.ended),
        })
        .collect()
    }

    fn movements(&self) -> Vec<Movement> {
        let movements = self.pack.movements.iter().zip(&self.names.movements);
        let own = movements.filter(|(def, id)| self.is_own(Sort::Movement, id, Some(def.cost)));
        own.map(|(def, id)| Movement {
            id: id.clone(),
            mover: text(&self.names.kinds, def.mover),
            through_walls: def.through_walls,
            cost: self.function(def.cost),
            stops: self.function(def.stops),
            ends: self.function(def.ends),
        })
        .collect()
    }

    fn active(&self) -> Vec<Active> {
        let kinds = self.pack.kinds.iter().zip(&self.names.kinds);
        let asked = kinds.filter_map(|(kind, id)| Some((id, kind.active?)));
        let own = asked.filter(|(id, condition)| self.is_own(Sort::Kind, id, Some(*condition)));
        own.map(|(id, condition)| Active {
            kind: id.clone(),
            condition: self.function(condition),
        })
        .collect()
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let entities = &self.pack.setup.entities;
        let entity = |id: &u32| {
            let at = (*id as usize).checked_sub(1)?;
            entities.get(at).map(|entity| entity.id.clone())
        };
        let outcomes = self.pack.outcomes.iter().zip(&self.names.outcomes);
        let own = outcomes.filter(|(_, id)| self.is_own(Sort::Outcome, id, None));
        own.map(|(def, id)| Outcome {
            id: id.clone(),
            title: def.title.clone(),
            winners: match &def.winners {
                Winners::Fixed(winners) => Some(winners.iter().filter_map(entity).collect()),
                Winners::Named => None,
            },
        })
        .collect()
    }

    fn rules(&self, told: &dyn Fn(usize) -> String) -> Vec<Rule> {
        let all = self.pack.rules.iter().enumerate();
        let own = all.filter(|(at, rule)| {
            let (function, other) = match &rule.kind {
                RuleKind::Trigger { body, otherwise, .. } => (*body, *otherwise),
                RuleKind::OfferOption { body, .. } => (*body, None),
                RuleKind::Modify { condition, .. }
                | RuleKind::Permit { condition, .. }
                | RuleKind::Lend { condition, .. }
                | RuleKind::Build { condition } => (*condition, None),
            };
            let functions = [function].into_iter().chain(other);
            self.is_own(Sort::Rule, &self.names.rules[*at], functions)
        });
        own.map(|(at, rule)| self.rule(at, rule, told(at))).collect()
    }

    fn rule(&self, at: usize, rule: &pack::Rule, told: String) -> Rule {
        let place = self.program.rules.get(at).map(|rule| rule.place);
        Rule {
            id: self.names.rules[at].clone(),
            name: rule.name.clone(),
            level: match rule.level {
                pack::Level::Core => Level::System,
                pack::Level::Card => Level::Card,
                pack::Level::Scenario => Level::Scenario,
            },
            home: self.home(rule.home),
            does: self.rule_does(at, &rule.kind),
            text: told,
            file: place.map(|place| self.file(place)).unwrap_or_default(),
            at: place.map_or(Span("1:1-1:1".to_owned()), |place| self.span(place, place.file)),
        }
    }

    fn home(&self, home: pack::Home) -> Home {
        match home {
            pack::Home::Global => Home::Everywhere,
            pack::Home::Template(at) => {
                let card = self.pack.templates.find(at);
                Home::Card {
                    card: card.map(|card| card.id.clone()).unwrap_or_default(),
                }
            }
            pack::Home::Effect(at) => Home::Effect {
                effect: text(&self.names.effects, at),
            },
        }
    }

    fn rule_does(&self, at: usize, kind: &RuleKind) -> RuleDoes {
        match kind {
            RuleKind::Trigger {
                window,
                gate,
                body,
                otherwise,
                first,
            } => {
                let parts = self.program.gate(self.pack, at);
                RuleDoes::Trigger(Box::new(Trigger {
                    window: text(&self.names.windows, *window),
                    gate: self.gate(gate, parts.as_ref(), body.number()),
                    body: self.body(body.number(), parts.as_ref()),
                    otherwise: self.maybe(*otherwise),
                    first: first.map(|first| text(&self.names.rules, first)),
                    replaces: parts.is_some_and(|parts| parts.replaces),
                }))
            }
            RuleKind::OfferOption { offer, gate, body } => {
                let parts = self.program.gate(self.pack, at);
                RuleDoes::Option(Box::new(OfferOption {
                    offer: text(&self.names.offers, *offer),
                    gate: self.gate(gate, parts.as_ref(), body.number()),
                    body: self.body(body.number(), parts.as_ref()),
                }))
            }
            RuleKind::Modify {
                value,
                change,
                condition,
                amount,
                least,
                most,
            } => RuleDoes::Modify(Box::new(Modify {
                value: text(&self.names.values, *value),
                change: match change {
                    pack::Adjustment::Replace => Change::Replace,
                    pack::Adjustment::Add => Change::Add,
                    pack::Adjustment::Multiply => Change::Multiply,
                    pack::Adjustment::DivideUp => Change::DivideUp,
                    pack::Adjustment::Divide => Change::Divide,
                },
                condition: self.function(*condition),
                amount: self.function(*amount),
                least: self.maybe(*least),
                most: self.maybe(*most),
            })),
            RuleKind::Permit {
                permission,
                allow,
                condition,
            } => RuleDoes::Permit(Box::new(Permit {
                permission: text(&self.names.permissions, *permission),
                allow: *allow,
                condition: self.function(*condition),
            })),
            RuleKind::Lend {
                kind,
                from,
                to,
                condition,
            } => RuleDoes::Lend(Box::new(Lend {
                kind: text(&self.names.kinds, *kind),
                from: self.function(*from),
                to: self.function(*to),
                condition: self.function(*condition),
            })),
            RuleKind::Build { condition } => RuleDoes::Build {
                condition: Box::new(self.function(*condition)),
            },
        }
    }

    fn gate(&self, gate: &pack::Gate, parts: Option<&GateParts<'_>>, body: u32) -> Gate {
        let condition = self.program.function(gate.condition);
        let costs = |parts: &GateParts<'_>| -> Option<Vec<Cost>> {
            let (asks, pays) = (
                self.within(condition?),
                self.within(self.program.function(Id::new(body))?),
            );
            let items = parts.payable.iter().zip(parts.payments);
            let item = |(payable, pay): (&&tree::Expr, &tree::Statement)| Cost {
                payable: asks.expression(payable),
                pay: pays.statement(pay),
            };
            Some(items.map(item).collect())
        };
        let when = |parts: &GateParts<'_>| -> Option<Function> {
            let function = condition?;
            let value = self.within(function).expression(parts.when);
            Some(self.with_body(function, Body::Gives { value }))
        };
        Gate {
            condition: parts
                .and_then(when)
                .unwrap_or_else(|| self.function(gate.condition)),
            which: parts
                .and_then(|parts| parts.which)
                .and_then(|which| Some(self.within(condition?).expression(which))),
            costs: parts.and_then(costs).unwrap_or_default(),
            limit: gate.limit.map(|limit| Limit {
                times: u32::from(limit.times),
                per: limit.per.map(|per| text(&self.names.procedures, per)),
                apart: self.maybe(limit.apart),
                shared: limit.shared,
            }),
            never_within: gate.never_within,
            optional: gate.optional,
            decider: self.maybe(gate.decider),
        }
    }

    /// The body of a rule without its cost.
    fn body(&self, body: u32, parts: Option<&GateParts<'_>>) -> Function {
        match (parts, self.program.function(Id::new(body))) {
            (Some(parts), Some(function)) => {
                let statements = self.within(function).statements(parts.effects);
                self.with_body(function, Body::Does { statements })
            }
            _ => self.function(Id::new(body)),
        }
    }
}
