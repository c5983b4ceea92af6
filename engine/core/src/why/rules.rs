//! The rules of a window or an offer: which can be used, and for which reason each other cannot.

use super::watch::{Watched, watch};
use super::{Finding, LimitWhy, Location, RuleWhy, Statement, Verdict};
use crate::labels::Labels;
use crate::offers::OpenOffer;
use crate::state::Source;
use crate::values::stronger;
use crate::windows::{Applied, OpenWindow};
use crate::world::World;
use cardwright_bytecode::pack::{
    EffectDef, EntityId, FuncId, Gate, Home, Id, Level, Limit, PermissionDef, Rule, RuleKind, TemplateDef,
};
use cardwright_vm::{Args, Call, Machine};

/// The source from which a rule would apply, if any.
enum Carrier {
    /// A source, with the home's arguments.
    Active(Source, Args),
    /// A source from which it does not apply, with the reason.
    Not(Source, Verdict, Watched),
}

/// A rule, and the arguments with which it is asked.
struct Asked<'a> {
    number: Id<Rule>,
    rule: &'a Rule,
    gate: &'a Gate,
    /// The arguments after the home's.
    args: &'a [i64],
    context: Option<u32>,
}

fn nothing() -> Watched {
    Watched {
        value: 0,
        findings: Vec::new(),
        hidden: false,
    }
}

impl World<'_> {
    /// The rules of an open window, for the player who is asked.
    pub(super) fn window_rules(
        &mut self,
        machine: &mut Machine,
        open: &OpenWindow,
        by: EntityId,
        candidates: &[(Id<Rule>, Source)],
    ) -> Vec<RuleWhy> {
        let content = self.content;
        let rules = content.index.of_window.get(open.window);
        let mut all = Vec::new();
        for &number in rules.map_or(&[][..], Vec::as_slice) {
            let Some(rule) = content.pack.rules.find(number) else {
                continue;
            };
            let RuleKind::Trigger { gate, .. } = &rule.kind else {
                continue;
            };
            let context = Some(open.context);
            let asked = Asked {
                number,
                rule,
                gate,
                args: &[],
                context,
            };
            for mut why in self.judged(machine, &asked) {
                if why.verdict == Verdict::Hidden && candidates.contains(&(number, why.source)) {
                    why.verdict = Verdict::Usable;
                }
                if open.done.contains(&(number, why.source)) {
                    why.verdict = Verdict::Done;
                } else if why.verdict == Verdict::Usable && !open.is_due(number, why.source) {
                    why.verdict = Verdict::NotDue;
                } else if why.verdict == Verdict::Usable {
                    why.verdict = self.turn_of(machine, &asked, why.source, by, candidates);
                }
                all.push(why);
            }
        }
        all
    }

    /// The rules of an open offer.
    pub(super) fn offer_rules(
        &mut self,
        machine: &mut Machine,
        open: &OpenOffer,
        candidates: &[(Id<Rule>, Source)],
    ) -> Vec<RuleWhy> {
        let content = self.content;
        let rules = content.index.of_offer.get(open.offer);
        let mut all = Vec::new();
        for &number in rules.map_or(&[][..], Vec::as_slice) {
            let Some(rule) = content.pack.rules.find(number) else {
                continue;
            };
            let RuleKind::OfferOption { gate, .. } = &rule.kind else {
                continue;
            };
            let asked = Asked {
                number,
                rule,
                gate,
                args: &open.args,
                context: None,
            };
            for mut why in self.judged(machine, &asked) {
                let offered = candidates.contains(&(number, why.source));
                if why.verdict == Verdict::Hidden && offered {
                    why.verdict = Verdict::Usable;
                } else if why.verdict == Verdict::Usable && !offered {
                    why.verdict = Verdict::TooMany;
                }
                all.push(why);
            }
        }
        all
    }

    /// A rule from every place that it could apply from.
    fn judged(&mut self, machine: &mut Machine, asked: &Asked<'_>) -> Vec<RuleWhy> {
        let carriers = self.carriers(machine, asked.rule.home);
        carriers
            .into_iter()
            .map(|carrier| self.judge(machine, asked, carrier))
            .collect()
    }

    fn judge(&mut self, machine: &mut Machine, asked: &Asked<'_>, carrier: Carrier) -> RuleWhy {
        let (source, home) = match carrier {
            Carrier::Active(source, home) => (source, home),
            Carrier::Not(source, verdict, watched) => {
                return self.answer(asked, source, verdict, watched, None);
            }
        };
        let args = home.and(asked.args);
        self.look_afresh();
        let mut watched = watch(
            self,
            machine,
            Call {
                function: asked.gate.condition,
                args: &args,
                context: asked.context,
            },
        );
        if watched.hidden {
            return self.answer(asked, source, Verdict::Hidden, watched, None);
        }
        if watched.value == 0 && watched.findings.iter().all(|finding| finding.holds == Some(true)) {
            // Such as `not A`, whose part `A` is a yes.
            let last = watched.findings.last().map(|finding| finding.at.clone());
            let at = last.unwrap_or_else(|| Location::of(self.content, asked.rule.source));
            watched
                .findings
                .push(Finding::plain("all of this together".to_owned(), at, false));
        }
        let lent = self.lent_by(machine, asked.rule, source);
        if self.has_looked() {
            return self.answer(asked, source, Verdict::Hidden, watched, None);
        }
        watched.findings.splice(0..0, lent);
        let applied = Applied {
            rule: asked.number,
            source,
            gate: asked.gate,
            args: &args,
            context: asked.context,
        };
        let limit = asked
            .gate
            .limit
            .map(|limit| self.limit_why(machine, limit, &applied));
        if self.has_looked() {
            return self.answer(asked, source, Verdict::Hidden, watched, None);
        }
        let verdict = if watched.value == 0 {
            Verdict::ConditionNo
        } else if limit.as_ref().is_some_and(|limit| limit.used >= limit.times) {
            Verdict::LimitUsedUp
        } else if asked.gate.never_within && self.is_within_itself(machine, asked.number, source) {
            Verdict::WithinItself
        } else {
            Verdict::Usable
        };
        self.answer(asked, source, verdict, watched, limit)
    }

    fn answer(
        &self,
        asked: &Asked<'_>,
        source: Source,
        verdict: Verdict,
        watched: Watched,
        limit: Option<LimitWhy>,
    ) -> RuleWhy {
        let labels = Labels {
            written: false,
            content: self.content,
            state: &*self.state,
            guarded: self.is_watched(),
        };
        RuleWhy {
            rule: asked.number,
            name: labels.rule(asked.number, source),
            source,
            at: Location::of(self.content, asked.rule.source),
            verdict,
            condition: watched.findings,
            limit,
        }
    }

    /// Whether the player who is asked can use a rule whose condition holds, or who else, or nobody.
    fn turn_of(
        &mut self,
        machine: &mut Machine,
        asked: &Asked<'_>,
        source: Source,
        by: EntityId,
        candidates: &[(Id<Rule>, Source)],
    ) -> Verdict {
        if candidates.contains(&(asked.number, source)) {
            return Verdict::Usable;
        }
        let Some(args) = self.home_args(asked.rule.home, source) else {
            return Verdict::NotRunning;
        };
        let applied = Applied {
            rule: asked.number,
            source,
            gate: asked.gate,
            args: &args,
            context: asked.context,
        };
        self.look_afresh();
        let user = self.user(machine, asked.rule, &applied);
        if self.has_looked() {
            return Verdict::Hidden;
        }
        match user {
            0 if asked.gate.optional => Verdict::NobodyDecides,
            0 => Verdict::ByItself,
            player if player == by => Verdict::TooMany,
            player => {
                let labels = Labels {
                    written: false,
                    content: self.content,
                    state: &*self.state,
                    guarded: false,
                };
                Verdict::OtherPlayer(labels.entity(i64::from(player)))
            }
        }
    }

    fn limit_why(&mut self, machine: &mut Machine, limit: Limit, applied: &Applied<'_>) -> LimitWhy {
        let procedures = &self.content.pack.procedures;
        let per = limit.per.and_then(|per| procedures.find(per));
        let per = per.map_or("game", |per| &per.name).to_owned();
        LimitWhy {
            used: self.times_used(machine, limit, applied),
            times: limit.times,
            per,
        }
    }

    /// Every place that a rule with this home could apply from.
    fn carriers(&mut self, machine: &mut Machine, home: Home) -> Vec<Carrier> {
        match home {
            Home::Global => vec![Carrier::Active(Source::default(), Args::none())],
            Home::Template(template) => self.entities_with(machine, template),
            Home::Effect(effect) => {
                let places = 0..self.state.effects.len();
                let carriers = places.filter_map(|place| self.running_at(machine, place, effect));
                or_none(carriers.collect(), Verdict::NotRunning)
            }
        }
    }

    /// A running instance of an effect.
    fn running_at(&mut self, machine: &mut Machine, place: usize, effect: Id<EffectDef>) -> Option<Carrier> {
        let running = self.state.effects.get(place).filter(|one| one.effect == effect)?;
        let (number, args) = (running.number, Args::of(&running.args));
        let source = Source {
            entity: 0,
            effect: number,
        };
        self.look_afresh();
        let lasts = self.lasts(machine, place);
        if self.has_looked() {
            Some(Carrier::Not(source, Verdict::Hidden, nothing()))
        } else if lasts {
            Some(Carrier::Active(source, args))
        } else {
            Some(Carrier::Not(source, Verdict::NotRunning, nothing()))
        }
    }

    fn entities_with(&mut self, machine: &mut Machine, template: Id<TemplateDef>) -> Vec<Carrier> {
        let content = self.content;
        let entities = content.index.by_template.get(template);
        let entities = entities.map_or(&[][..], Vec::as_slice);
        let entities: Vec<EntityId> = entities
            .iter()
            .copied()
            .filter(|&entity| self.is_unseen(entity) || self.is_of(entity, template))
            .collect();
        self.look_afresh();
        let mut borrowers = self.borrowers(machine, template);
        let lent_unseen = self.has_looked();
        if lent_unseen {
            borrowers.clear();
        }
        let carriers = entities.iter().chain(&borrowers);
        let mut carriers: Vec<Carrier> = carriers.map(|&entity| self.carrier_of(machine, entity)).collect();
        if lent_unseen {
            carriers.push(Carrier::Not(Source::default(), Verdict::Hidden, nothing()));
        }
        or_none(carriers, Verdict::NobodyHasIt)
    }

    /// The statements that silence an entity, as findings.
    fn silenced_by(&mut self, machine: &mut Machine, entity: i64) -> Watched {
        let mut statements = Vec::new();
        if let Some(permission) = self.content.pack.use_abilities {
            self.statements(machine, permission, &Args::of(&[entity]), &mut statements);
        }
        let silences = statements.into_iter().filter(|said| said.decides && !said.allows);
        let findings =
            silences.map(|said| Finding::plain(format!("silenced by {}", said.name), said.at, false));
        Watched {
            findings: findings.collect(),
            ..nothing()
        }
    }

    /// Which rules lend a rule to what it applies from; none, if it is printed there.
    fn lent_by(&mut self, machine: &mut Machine, rule: &Rule, source: Source) -> Vec<Finding> {
        let Home::Template(template) = rule.home else {
            return Vec::new();
        };
        let loans = self.loans(machine, template);
        let content = self.content;
        let lent = loans.into_iter().filter(|loan| loan.1 == source.entity);
        let lending = lent.filter_map(|(number, _)| content.pack.rules.find(number));
        let findings = lending.map(|lending| {
            let text = format!("lent by {}", lending.name);
            Finding::plain(text, Location::of(content, lending.source), true)
        });
        findings.collect()
    }

    fn carrier_of(&mut self, machine: &mut Machine, entity: EntityId) -> Carrier {
        let source = Source { entity, effect: 0 };
        if self.is_unseen(entity) {
            return Carrier::Not(source, Verdict::FaceDown, nothing());
        }
        self.look_afresh();
        let carrier = self.known_carrier(machine, source);
        match carrier {
            Carrier::Not(source, _, watched) if watched.hidden => {
                Carrier::Not(source, Verdict::Hidden, watched)
            }
            _ if self.has_looked() => Carrier::Not(source, Verdict::Hidden, nothing()),
            carrier => carrier,
        }
    }

    fn known_carrier(&mut self, machine: &mut Machine, source: Source) -> Carrier {
        let number = i64::from(source.entity);
        if !self.stands_in_play(number) {
            return Carrier::Not(source, Verdict::OutOfPlay, nothing());
        }
        if self.is_silenced(machine, number) {
            return Carrier::Not(source, Verdict::Silenced, self.silenced_by(machine, number));
        }
        let active: Option<FuncId> = self.kind(number).and_then(|kind| kind.active);
        if let Some(function) = active {
            let call = Call {
                function,
                args: &[number],
                context: None,
            };
            let watched = watch(self, machine, call);
            if watched.value == 0 || watched.hidden {
                return Carrier::Not(source, Verdict::Inactive, watched);
            }
        }
        Carrier::Active(source, Args::of(&[number]))
    }

    /// Whether a permission is given, and what every rule that applies says about it.
    pub(super) fn statements(
        &mut self,
        machine: &mut Machine,
        permission: Id<PermissionDef>,
        args: &Args,
        statements: &mut Vec<Statement>,
    ) -> bool {
        let content = self.content;
        let given = self.is_permitted(machine, permission, args);
        let rules = content.index.of_permission.get(permission);
        let mut verdict: Option<(Level, bool)> = None;
        let mut levels = Vec::new();
        for &number in rules.map_or(&[][..], Vec::as_slice) {
            let Some(rule) = content.pack.rules.find(number) else {
                continue;
            };
            let RuleKind::Permit { allow, condition, .. } = rule.kind else {
                continue;
            };
            let reach = self.reach_of(permission);
            self.each_source(machine, rule.home, reach, |world, machine, source, home| {
                if world.eval(machine, condition, &Args::of(home).and(args), None) == 0 {
                    return;
                }
                verdict = Some(stronger(verdict, rule.level, allow));
                levels.push((rule.level, allow));
                let labels = Labels {
                    written: false,
                    content,
                    state: &*world.state,
                    guarded: world.is_watched(),
                };
                statements.push(Statement {
                    name: labels.rule(number, source),
                    at: Location::of(content, rule.source),
                    allows: allow,
                    decides: false,
                });
            });
        }
        for (statement, said) in statements.iter_mut().zip(levels) {
            statement.decides = verdict == Some(said);
        }
        given
    }
}

fn or_none(carriers: Vec<Carrier>, verdict: Verdict) -> Vec<Carrier> {
    if carriers.is_empty() {
        vec![Carrier::Not(Source::default(), verdict, nothing())]
    } else {
        carriers
    }
}
