//! Rules: values and permissions, windows, offers and choices, limits, lasting effects.
//!
//! Written from the book's account of them.

use crate::amounts::{added, multiplied};
use crate::oracle::Running;
use crate::oracle::{Asked, Flow, Halt, Locals, Oracle, plain};
use crate::table::Table;
use crate::value::Value;
use cardwright_bytecode::pack::{
    Adjustment, ChoiceStyle, FuncId, Gate, Home, Id, Level, Limit, Moment, Policy, RuleKind, Until,
    WindowDef, cell,
};
use cardwright_compiler::tree::Body;
use cardwright_core::limits::{MAX_EFFECTS, MAX_OPEN, MAX_OPTIONS};
use cardwright_core::{Answer, DecisionKind, Event, Outcome, Source};
use cardwright_vm::Bound;
use std::collections::BTreeSet;

/// A use of a limited rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Use {
    rule: usize,
    source: Source,
    apart: i64,
    run: u32,
}

/// A rule that can be used now.
#[derive(Clone, Debug)]
struct Candidate {
    rule: usize,
    source: Source,
    player: i64,
    optional: bool,
}

/// The value of passing.
const PASS: i64 = -1;

impl Oracle<'_> {
    /// Every place that a rule with this home applies from, with the home's arguments.
    fn sources(&mut self, home: Home) -> Flow<Vec<(Source, Vec<Value>)>> {
        let mut sources = self.printed_sources(home, true)?;
        let Home::Template(template) = home else {
            return Ok(sources);
        };
        let pack = self.pack;
        let mut borrowers = BTreeSet::new();
        for rule in &pack.rules {
            let RuleKind::Lend {
                kind,
                from,
                to,
                condition,
            } = rule.kind
            else {
                continue;
            };
            if kind != pack.templates[template].kind {
                continue;
            }
            for (_, home) in self.printed_sources(rule.home, true)? {
                if !self.holds(condition, &home, None)? {
                    continue;
                }
                let is_of = |table: &Table, entity: i64| {
                    table.cell(entity, cell::TEMPLATE) == cell::of_template(template)
                };
                let from = self.run(from, home.clone(), None)?.members();
                if !from.iter().any(|one| is_of(&self.table, one.number())) {
                    continue;
                }
                let to = self.run(to, home, None)?.members();
                let others = to.iter().map(Value::number);
                borrowers.extend(others.filter(|&one| one != 0 && !is_of(&self.table, one)));
            }
        }
        for number in borrowers {
            if self.rules_apply(number, true)? {
                let source = Source {
                    entity: number as u32,
                    effect: 0,
                };
                sources.push((source, vec![Value::Number(number)]));
            }
        }
        Ok(sources)
    }

    /// The places on which a rule is printed; what says who is silenced is itself not silenced.
    fn printed_sources(&mut self, home: Home, silent: bool) -> Flow<Vec<(Source, Vec<Value>)>> {
        let mut sources = Vec::new();
        match home {
            Home::Global => sources.push((Source::default(), Vec::new())),
            Home::Template(template) => {
                let pack = self.pack;
                for number in 1..=pack.setup.entities.len() as i64 {
                    let is_of = self.table.cell(number, cell::TEMPLATE) == cell::of_template(template);
                    if is_of && self.rules_apply(number, silent)? {
                        let source = Source {
                            entity: number as u32,
                            effect: 0,
                        };
                        sources.push((source, vec![Value::Number(number)]));
                    }
                }
            }
            Home::Effect(effect) => {
                for at in 0..self.effects.len() {
                    if self.effects[at].effect != effect || !self.lasts(at)? {
                        continue;
                    }
                    let running = &self.effects[at];
                    let source = Source {
                        entity: 0,
                        effect: running.number,
                    };
                    sources.push((source, running.arguments.clone()));
                }
            }
        }
        Ok(sources)
    }

    fn rules_apply(&mut self, entity: i64, silent: bool) -> Flow<bool> {
        if !self.table.stands_in_play(entity) {
            return Ok(false);
        }
        let leave = self.pack.use_abilities.filter(|_| silent);
        if let Some(leave) = leave
            && !self.can(leave.place(), &[Value::Number(entity)])?
        {
            return Ok(false);
        }
        let kind = self.table.kind(entity).map(|kind| &self.pack.kinds[kind]);
        match kind.and_then(|kind| kind.active) {
            None => Ok(true),
            Some(active) => self.holds(active, &[Value::Number(entity)], None),
        }
    }

    fn holds(&mut self, condition: FuncId, arguments: &[Value], context: Option<&Locals>) -> Flow<bool> {
        Ok(self.run(condition, arguments.to_vec(), context)?.is_yes())
    }

    fn amount(&mut self, function: FuncId, arguments: &[Value]) -> Flow<i64> {
        Ok(self.run(function, arguments.to_vec(), None)?.number())
    }

    /// A value: base, replacement, factors and additions, limits.
    pub(crate) fn value(&mut self, value: usize, arguments: &[Value]) -> Flow<i64> {
        let pack = self.pack;
        let def = &pack.values[value];
        let mut result = self.amount(def.base, arguments)?;
        let mut replaced: Option<(i64, Level)> = None;
        let mut applying = Vec::new();
        for rule in &pack.rules {
            let RuleKind::Modify {
                value: of,
                change,
                condition,
                amount,
                least,
                most,
            } = rule.kind
            else {
                continue;
            };
            if of.place() != value {
                continue;
            }
            for (source, home) in self.sources(rule.home)? {
                let all = [home.as_slice(), arguments].concat();
                if !self.holds(condition, &all, None)? {
                    continue;
                }
                let amount = self.amount(amount, &all)?;
                if change != Adjustment::Replace {
                    let mut bounds = [None, None];
                    for (bound, function) in bounds.iter_mut().zip([least, most]) {
                        *bound = function.map(|function| self.amount(function, &all)).transpose()?;
                    }
                    applying.push((change, amount, bounds));
                    continue;
                }
                let strength = match def.policy {
                    Policy::Level => 0,
                    Policy::Latest => self.began(source),
                    Policy::Highest => amount,
                    Policy::Lowest => !amount,
                };
                if replaced.is_none_or(|best| best <= (strength, rule.level)) {
                    (result, replaced) = (amount, Some((strength, rule.level)));
                }
            }
        }
        if !def.factors_last {
            result = multiplied(result, &applying);
        }
        let mut sum = added(result, &applying);
        if let Some(most) = def.net_most {
            sum = sum.min(self.amount(most, arguments)?);
        }
        if let Some(least) = def.net_least {
            sum = sum.max(self.amount(least, arguments)?);
        }
        result = result.saturating_add(sum);
        if def.factors_last {
            result = multiplied(result, &applying);
        }
        if let Some(most) = def.most {
            result = result.min(self.amount(most, arguments)?);
        }
        if let Some(least) = def.least {
            result = result.max(self.amount(least, arguments)?);
        }
        Ok(result)
    }

    /// The time at which the rules of a source began to apply.
    fn began(&self, source: Source) -> i64 {
        let running = self
            .effects
            .iter()
            .find(|running| running.number == source.effect);
        running.map_or_else(
            || self.table.cell(i64::from(source.entity), cell::SINCE),
            |running| running.began,
        )
    }

    /// Whether a permission is given: the highest level that says anything; there, forbidding wins.
    pub(crate) fn can(&mut self, permission: usize, arguments: &[Value]) -> Flow<bool> {
        let pack = self.pack;
        let mut said: Vec<(Level, bool)> = Vec::new();
        for rule in &pack.rules {
            let RuleKind::Permit {
                permission: about,
                allow,
                condition,
            } = rule.kind
            else {
                continue;
            };
            if about.place() != permission {
                continue;
            }
            let sources = match pack.use_abilities == Some(about) {
                true => self.printed_sources(rule.home, false)?,
                false => self.sources(rule.home)?,
            };
            for (_, home) in sources {
                if self.holds(condition, &[home.as_slice(), arguments].concat(), None)? {
                    said.push((rule.level, allow));
                }
            }
        }
        let highest = said.iter().map(|&(level, _)| level).max();
        Ok(!said
            .iter()
            .any(|&(level, allow)| Some(level) == highest && !allow))
    }

    /// Starts a lasting effect.
    pub(crate) fn start(&mut self, start: usize, arguments: Vec<Value>) -> Flow<()> {
        let def = &self.pack.starts[start];
        if self.effects.len() >= MAX_EFFECTS {
            return Err(Halt::Over(Outcome::BoundReached(Bound::Effects)));
        }
        let params = self.pack.effects[def.effect].params.len();
        let mut arguments = arguments;
        let left = arguments
            .split_off(params)
            .first()
            .map_or(1, |count| count.number().max(1));
        let ends = def.ends.iter();
        let ends = ends.map(|&until| (until, self.own_run(until))).collect();
        self.table.moment += 1;
        self.effects_started += 1;
        let number = self.effects_started;
        self.table.events.push(Event::EffectStarted {
            number,
            effect: def.effect,
            args: plain(&arguments),
        });
        self.effects.push(Running {
            number,
            effect: def.effect,
            arguments,
            ends,
            left,
            began: self.table.moment,
            runs_before: self.runs.clone(),
        });
        Ok(())
    }

    /// Ends the effects that last no longer, or whose window opens for the last time.
    fn end_effects(&mut self, window: Id<WindowDef>, context: &Locals) -> Flow<()> {
        let mut ended = Vec::new();
        for at in 0..self.effects.len() {
            self.look()?;
            if !self.lasts(at)? || self.is_due(at, window, context)? {
                ended.push(self.effects[at].number);
            }
        }
        for running in self
            .effects
            .iter()
            .filter(|running| ended.contains(&running.number))
        {
            self.table.events.push(Event::EffectEnded {
                number: running.number,
                effect: running.effect,
                args: plain(&running.arguments),
            });
            let function = self.pack.effects[running.effect].ended;
            let arguments = || running.arguments.clone();
            self.ended
                .extend(function.map(|function| (function, arguments())));
        }
        self.effects.retain(|running| !ended.contains(&running.number));
        Ok(())
    }

    fn lasts(&mut self, at: usize) -> Flow<bool> {
        let Running {
            effect, arguments, ..
        } = self.effects[at].clone();
        match self.pack.effects[effect].lasts {
            Some(lasts) => self.holds(lasts, &arguments, None),
            None => Ok(true),
        }
    }

    fn is_due(&mut self, at: usize, window: Id<WindowDef>, context: &Locals) -> Flow<bool> {
        let ends = self.effects[at].ends.clone();
        for (number, (until, own_run)) in ends.into_iter().enumerate() {
            if until.window == window && self.has_come(at, until, own_run, context)? {
                if number > 0 {
                    return Ok(true);
                }
                self.effects[at].left -= 1;
                if self.effects[at].left <= 0 {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether an opening of its window counts for one end of an effect.
    fn has_come(&mut self, at: usize, until: Until, own_run: Option<u32>, context: &Locals) -> Flow<bool> {
        let arguments = self.effects[at].arguments.clone();
        let def = &self.pack.windows[until.window];
        // Before a procedure its run has not begun: it is always a later one.
        if until.next && !(def.step.is_none() && def.moment == Moment::Before) {
            let started = self.effects[at].runs_before[def.procedure.place()];
            let now = self.going_on.iter().rev().find(|run| run.0 == def.procedure);
            if now.is_none_or(|run| run.1 <= started) {
                return Ok(false);
            }
        }
        let runs = || self.going_on.iter().filter(|run| run.0 == def.procedure);
        if let Some(own) = own_run
            && runs().any(|run| run.1 == own)
            && runs().next_back().is_some_and(|run| run.1 != own)
        {
            return Ok(false);
        }
        match until.condition {
            Some(condition) => self.holds(condition, &arguments, Some(context)),
            None => Ok(true),
        }
    }

    /// The run that goes on whose end is meant by `until after P`.
    fn own_run(&self, until: Until) -> Option<u32> {
        let def = &self.pack.windows[until.window];
        if def.step.is_some() || def.moment != Moment::After {
            return None;
        }
        if until.next || until.counted || until.condition.is_some() {
            return None;
        }
        let run = self.going_on.iter().rev().find(|run| run.0 == def.procedure)?;
        (!self.closing.contains(&(run.0, run.1))).then_some(run.1)
    }

    /// Opens a timing window of the procedure with these locals, and is done when nobody can do more in it.
    pub(crate) fn window(&mut self, window: Id<WindowDef>, context: &Locals) -> Flow<()> {
        let def = &self.pack.windows[window];
        let procedure = def.procedure;
        self.end_effects(window, context)?;
        if def.step.is_none() && def.moment == Moment::Before {
            self.runs[procedure.place()] += 1;
            self.going_on
                .push((procedure, self.runs[procedure.place()], context.clone()));
            let held = self.table.begin_run(procedure);
            self.shelves.push((procedure, held));
        }
        if def.step.is_none() && def.moment == Moment::After {
            let run = self.going_on.iter().rev().find(|run| run.0 == procedure);
            self.closing.extend(run.map(|run| (run.0, run.1)));
        }
        if self.rules_of(window).is_empty() {
            self.over(window);
            return self.run_ended();
        }
        let due = match self.due.last() {
            Some((waiting, _)) if def.gathers && *waiting == window => self.due.pop().map(|(_, due)| due),
            _ => None,
        };
        if due.is_some() {
            self.open -= 1;
        }
        let due = def.gathers.then(|| due.unwrap_or_default());
        let named = self.named_first(def.priority, context)?;
        self.open_one()?;
        self.run_ended()?;
        self.work(window, &named, due.as_deref(), context)?;
        self.open -= 1;
        self.over(window);
        Ok(())
    }

    /// Runs the functions that watch the end of effects, for those that have ended.
    fn run_ended(&mut self) -> Flow<()> {
        for (function, arguments) in std::mem::take(&mut self.ended) {
            self.run(function, arguments, None)?;
        }
        Ok(())
    }

    fn open_one(&mut self) -> Flow<()> {
        if self.open >= MAX_OPEN {
            return Err(Halt::Over(Outcome::WindowsExceeded));
        }
        self.open += 1;
        Ok(())
    }

    fn over(&mut self, window: Id<WindowDef>) {
        let def = &self.pack.windows[window];
        if def.moment == Moment::After {
            let (procedure, step) = (def.procedure, def.step);
            self.table.events.push(Event::StepEnded { procedure, step });
        }
    }

    fn rules_of(&self, window: Id<WindowDef>) -> Vec<usize> {
        let lives_here =
            |kind: &RuleKind| matches!(kind, RuleKind::Trigger { window: of, .. } if *of == window);
        let rules = self.pack.rules.iter().enumerate();
        rules
            .filter(|(_, rule)| lives_here(&rule.kind))
            .map(|(at, _)| at)
            .collect()
    }

    /// The players whom a step names, as its window opens.
    fn named_first(&mut self, priority: Option<FuncId>, context: &Locals) -> Flow<Vec<i64>> {
        let Some(priority) = priority else {
            return Ok(Vec::new());
        };
        let named = self.run(priority, Vec::new(), Some(context))?;
        Ok(named.members().iter().map(Value::number).collect())
    }

    /// The players in the order in which they act now: those whom the step names, as the content says, by
    /// seats.
    fn in_order(&mut self, named: &[i64]) -> Flow<Vec<i64>> {
        let mut order = named.to_vec();
        if let Some(of_all) = self.pack.order {
            let next = self.run(of_all, Vec::new(), None)?;
            order.extend(next.members().iter().map(Value::number));
        }
        order.extend(self.table.players());
        Ok(order)
    }

    /// The players whose abilities are due in a window that is not open yet.
    pub(crate) fn gather(&mut self, window: Id<WindowDef>, context: &Locals) -> Flow<Value> {
        if self.rules_of(window).is_empty() {
            return Ok(Value::set(Vec::new()));
        }
        let candidates = self.candidates(window, &[], context)?;
        let is_due = |player: &i64| candidates.iter().any(|candidate| candidate.player == *player);
        let players = self.table.players().into_iter().filter(is_due);
        let players = players.map(Value::Number).collect();
        let due = candidates
            .iter()
            .map(|candidate| (candidate.rule, candidate.source));
        let due = due.collect();
        self.open_one()?;
        self.due.push((window, due));
        Ok(Value::set(players))
    }

    fn work(
        &mut self,
        window: Id<WindowDef>,
        named: &[i64],
        due: Option<&[(usize, Source)]>,
        context: &Locals,
    ) -> Flow<()> {
        let mut done: Vec<(usize, Source)> = Vec::new();
        while !self.is_ended(window, context) {
            let mut candidates = self.candidates(window, &done, context)?;
            candidates.retain(|one| due.is_none_or(|due| due.contains(&(one.rule, one.source))));
            let own = candidates.iter().find(|candidate| candidate.player == 0).cloned();
            let players = self.in_order(named)?;
            let turn = players
                .iter()
                .find(|&&player| candidates.iter().any(|candidate| candidate.player == player));
            if let Some(own) = own {
                done.push((own.rule, own.source));
                self.resolve(&own, context)?;
                continue;
            }
            let Some(&player) = turn else { return Ok(()) };
            candidates.retain(|candidate| candidate.player == player);
            too_many(candidates.len() + 1)?;
            let used = match candidates.as_slice() {
                [only] if !only.optional => Some(only.clone()),
                _ => self.ask_ability(window, player, &candidates)?,
            };
            if let Some(used) = used {
                done.push((used.rule, used.source));
                self.resolve(&used, context)?;
            } else {
                done.extend(candidates.iter().map(|declined| (declined.rule, declined.source)));
                for declined in &candidates {
                    if self.is_ended(window, context) {
                        break;
                    }
                    self.decline(declined, context)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a rule has ended the run in whose window it stands; after the whole run that means nothing any more.
    fn is_ended(&self, window: Id<WindowDef>, context: &Locals) -> bool {
        let procedure = &self.pack.procedures[self.pack.windows[window].procedure];
        match self.program.functions[procedure.function.place()].body {
            Body::Steps {
                ended: Some(ended),
                after,
                ..
            } => after != window.number() && context.borrow()[ended].is_yes(),
            _ => false,
        }
    }

    fn candidates(
        &mut self,
        window: Id<WindowDef>,
        done: &[(usize, Source)],
        context: &Locals,
    ) -> Flow<Vec<Candidate>> {
        let pack = self.pack;
        let mut candidates = Vec::new();
        for rule in self.rules_of(window) {
            let RuleKind::Trigger { gate, .. } = &pack.rules[rule].kind else {
                continue;
            };
            for (source, home) in self.sources(pack.rules[rule].home)? {
                self.look()?;
                if done.contains(&(rule, source))
                    || !self.is_usable(rule, source, gate, &home, Some(context))?
                {
                    continue;
                }
                let player = self.user(rule, source, gate, &home, context)?;
                if player != 0 || !gate.optional {
                    candidates.push(Candidate {
                        rule,
                        source,
                        player,
                        optional: gate.optional,
                    });
                }
            }
        }
        Ok(candidates)
    }

    fn is_usable(
        &mut self,
        rule: usize,
        source: Source,
        gate: &Gate,
        arguments: &[Value],
        context: Option<&Locals>,
    ) -> Flow<bool> {
        let ability = (self.pack.first_of(Id::new(rule as u32)), source);
        if gate.never_within && self.carried_out.contains(&ability) {
            return Ok(false);
        }
        if !self.holds(gate.condition, arguments, context)? {
            return Ok(false);
        }
        let Some(limit) = gate.limit else { return Ok(true) };
        let this = self.use_of(rule, source, limit, arguments, context)?;
        let used = self.uses.iter().filter(|used| **used == this).count();
        Ok(used < usize::from(limit.times))
    }

    fn use_of(
        &mut self,
        rule: usize,
        source: Source,
        limit: Limit,
        arguments: &[Value],
        context: Option<&Locals>,
    ) -> Flow<Use> {
        let apart = match limit.apart {
            Some(apart) => self.run(apart, arguments.to_vec(), context)?.number(),
            None => 0,
        };
        let run = limit.per.map_or(0, |procedure| {
            let innermost = self.going_on.iter().rev().find(|run| run.0 == procedure);
            innermost.map_or(self.runs[procedure.place()], |run| run.1)
        });
        let mut source = source;
        if limit.shared {
            source.entity = self.table.owner(i64::from(source.entity)) as u32;
        }
        Ok(Use {
            rule: self.pack.first_of(Id::new(rule as u32)).place(),
            source,
            apart,
            run,
        })
    }

    fn count_use(
        &mut self,
        rule: usize,
        source: Source,
        gate: &Gate,
        arguments: &[Value],
        context: Option<&Locals>,
    ) -> Flow<()> {
        if let Some(limit) = gate.limit {
            let used = self.use_of(rule, source, limit, arguments, context)?;
            self.uses.push(used);
        }
        Ok(())
    }

    fn user(
        &mut self,
        rule: usize,
        source: Source,
        gate: &Gate,
        arguments: &[Value],
        context: &Locals,
    ) -> Flow<i64> {
        let player = match gate.decider {
            Some(decider) => self.run(decider, arguments.to_vec(), Some(context))?.number(),
            None if matches!(self.pack.rules[rule].home, Home::Template(_)) => {
                let bearer = Value::Number(self.table.bearer(i64::from(source.entity)));
                match self.pack.controller {
                    Some(value) => self.value(value.place(), &[bearer])?,
                    None => self.table.owner(i64::from(source.entity)),
                }
            }
            None => 0,
        };
        Ok(if self.table.is_player(player) { player } else { 0 })
    }

    fn ask_ability(
        &mut self,
        window: Id<WindowDef>,
        player: i64,
        candidates: &[Candidate],
    ) -> Flow<Option<Candidate>> {
        let mut options: Vec<Option<i64>> = (0..candidates.len() as i64).map(Some).collect();
        let may_pass = candidates.iter().all(|candidate| candidate.optional);
        if may_pass {
            options.push(Some(PASS));
        }
        let default = Answer::one(if may_pass { candidates.len() } else { 0 });
        let asked = Asked {
            by: player,
            kind: DecisionKind::Ability(window),
            options,
            least: 1,
            most: 1,
            default,
            secret: false,
            ordered: false,
            place: None,
        };
        let answer = self.ask(&asked)?;
        Ok(candidates.get(answer.options()[0]).cloned())
    }

    pub(crate) fn ask(&mut self, asked: &Asked) -> Flow<Answer> {
        self.table.decided = true;
        self.players.answer(asked).ok_or(Halt::Unanswered)
    }

    /// The home's arguments of a rule, if it still applies from there.
    fn home(&self, candidate: &Candidate) -> Option<Vec<Value>> {
        match self.pack.rules[candidate.rule].home {
            Home::Global => Some(Vec::new()),
            Home::Template(_) => Some(vec![Value::Number(i64::from(candidate.source.entity))]),
            Home::Effect(_) => {
                let running = self
                    .effects
                    .iter()
                    .find(|running| running.number == candidate.source.effect);
                running.map(|running| running.arguments.clone())
            }
        }
    }

    fn resolve(&mut self, candidate: &Candidate, context: &Locals) -> Flow<()> {
        let pack = self.pack;
        let RuleKind::Trigger { gate, body, .. } = &pack.rules[candidate.rule].kind else {
            return Ok(());
        };
        let Some(home) = self.home(candidate) else {
            return Ok(());
        };
        self.count_use(candidate.rule, candidate.source, gate, &home, Some(context))?;
        self.note_use(candidate);
        self.carry_out(candidate, *body, home, Some(context))
    }

    /// Runs what an ability says, or its `else`.
    fn carry_out(
        &mut self,
        candidate: &Candidate,
        body: FuncId,
        arguments: Vec<Value>,
        context: Option<&Locals>,
    ) -> Flow<()> {
        let ability = (
            self.pack.first_of(Id::new(candidate.rule as u32)),
            candidate.source,
        );
        self.carried_out.push(ability);
        self.run(body, arguments, context)?;
        self.carried_out.pop();
        Ok(())
    }

    fn note_use(&mut self, candidate: &Candidate) {
        self.table.events.push(Event::AbilityUsed {
            rule: Id::new(candidate.rule as u32),
            source: candidate.source,
            player: candidate.player as u32,
        });
    }

    fn decline(&mut self, candidate: &Candidate, context: &Locals) -> Flow<()> {
        let RuleKind::Trigger {
            otherwise: Some(otherwise),
            ..
        } = self.pack.rules[candidate.rule].kind
        else {
            return Ok(());
        };
        let Some(home) = self.home(candidate) else {
            return Ok(());
        };
        self.carry_out(candidate, otherwise, home, Some(context))
    }

    /// Offers options to a player until he passes, has taken enough, or there are none.
    /// Gives how many he took.
    pub(crate) fn offer(&mut self, offer: usize, player: i64, most: i64, arguments: &[Value]) -> Flow<i64> {
        if !self.table.is_player(player) {
            return Ok(0);
        }
        let mut count = 0;
        self.open_one()?;
        for _ in 0..most.max(0) {
            let candidates = self.options(offer, player, arguments)?;
            if candidates.is_empty() {
                break;
            }
            let options = (0..candidates.len() as i64).chain([PASS]).map(Some).collect();
            let asked = Asked {
                by: player,
                kind: DecisionKind::Offer(Id::new(offer as u32)),
                options,
                least: 1,
                most: 1,
                default: Answer::one(candidates.len()),
                secret: false,
                ordered: false,
                place: None,
            };
            let answer = self.ask(&asked)?;
            let Some(taken) = candidates.get(answer.options()[0]) else {
                break;
            };
            self.take(taken, arguments)?;
            count += 1;
        }
        self.open -= 1;
        Ok(count)
    }

    /// How many options of an offer are open to a player.
    pub(crate) fn count_options(&mut self, offer: usize, player: i64, arguments: &[Value]) -> Flow<i64> {
        if !self.table.is_player(player) {
            return Ok(0);
        }
        Ok(self.options(offer, player, arguments)?.len() as i64)
    }

    /// Whether a running effect is what a match means.
    fn matches(&self, running: &Running, matching: usize, arguments: &[Value]) -> bool {
        let def = self.pack.matches[matching];
        let same = |(at, (one, other)): (usize, (&Value, &Value))| def.any >> at & 1 == 1 || one == other;
        running.effect == def.effect && running.arguments.iter().zip(arguments).enumerate().all(same)
    }

    /// Whether an effect runs that a match means, and still lasts.
    pub(crate) fn is_running(&mut self, matching: usize, arguments: &[Value]) -> Flow<bool> {
        for at in 0..self.effects.len() {
            if self.matches(&self.effects[at], matching, arguments) && self.lasts(at)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Ends every running effect that a match means.
    pub(crate) fn finish(&mut self, matching: usize, arguments: &[Value]) {
        let (ended, left) = std::mem::take(&mut self.effects)
            .into_iter()
            .partition(|running| self.matches(running, matching, arguments));
        self.effects = left;
        for running in ended {
            self.table.events.push(Event::EffectEnded {
                number: running.number,
                effect: running.effect,
                args: plain(&running.arguments),
            });
            let function = self.pack.effects[running.effect].ended;
            self.ended
                .extend(function.map(|function| (function, running.arguments)));
        }
    }

    fn options(&mut self, offer: usize, player: i64, arguments: &[Value]) -> Flow<Vec<Candidate>> {
        let pack = self.pack;
        let mut options = Vec::new();
        for (rule, def) in pack.rules.iter().enumerate() {
            let RuleKind::OfferOption { offer: of, gate, .. } = &def.kind else {
                continue;
            };
            if of.place() != offer {
                continue;
            }
            for (source, home) in self.sources(def.home)? {
                let all = [home.as_slice(), arguments].concat();
                if self.is_usable(rule, source, gate, &all, None)? {
                    options.push(Candidate {
                        rule,
                        source,
                        player,
                        optional: true,
                    });
                }
            }
        }
        too_many(options.len() + 1)?;
        Ok(options)
    }

    fn take(&mut self, candidate: &Candidate, arguments: &[Value]) -> Flow<()> {
        let pack = self.pack;
        let RuleKind::OfferOption { gate, body, .. } = &pack.rules[candidate.rule].kind else {
            return Ok(());
        };
        let Some(home) = self.home(candidate) else {
            return Ok(());
        };
        let all = [home.as_slice(), arguments].concat();
        self.count_use(candidate.rule, candidate.source, gate, &all, None)?;
        self.note_use(candidate);
        self.carry_out(candidate, *body, all, None)
    }

    /// Lets a player choose from a set.
    pub(crate) fn choose(
        &mut self,
        choice: usize,
        options: &[Value],
        player: i64,
        most: Option<i64>,
    ) -> Flow<Vec<Value>> {
        let def = &self.pack.choices[choice];
        let ordered = def.style == ChoiceStyle::Ordered;
        let most = match most {
            Some(most) => usize::try_from(most).unwrap_or(0).min(options.len()),
            None => options.len().min(1),
        };
        let may_decline = def.optional;
        let least = if may_decline { 0 } else { most };
        let default: Vec<usize> = (0..least).collect();
        let is_free = most > 0 && (may_decline || options.len() > most || (ordered && options.len() > 1));
        if !is_free || !self.table.is_player(player) {
            return Ok(default.into_iter().map(|at| options[at].clone()).collect());
        }
        too_many(options.len())?;
        let numbers = options.iter().map(|option| match option {
            Value::Number(n) => Some(*n),
            _ => None,
        });
        let asked = Asked {
            by: player,
            kind: DecisionKind::Choose(Id::new(choice as u32)),
            options: numbers.collect(),
            least,
            most,
            default: Answer::Options(default),
            secret: def.secret,
            ordered,
            place: None,
        };
        let answer = self.ask(&asked)?;
        let chosen = answer.options().iter();
        Ok(chosen.map(|&at| options[at].clone()).collect())
    }

    /// Asks a player yes or no.
    pub(crate) fn may(&mut self, choice: usize, player: i64) -> Flow<bool> {
        if !self.table.is_player(player) {
            return Ok(false);
        }
        let asked = Asked {
            by: player,
            kind: DecisionKind::YesNo(Id::new(choice as u32)),
            options: vec![Some(1), Some(0)],
            least: 1,
            most: 1,
            default: Answer::one(1),
            secret: self.pack.choices[choice].secret,
            ordered: false,
            place: None,
        };
        Ok(self.ask(&asked)? == Answer::one(0))
    }
}

/// A decision among so many options is none.
fn too_many(options: usize) -> Flow<()> {
    if options > MAX_OPTIONS {
        return Err(Halt::Over(Outcome::BoundReached(Bound::Options)));
    }
    Ok(())
}
