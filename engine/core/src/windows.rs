//! Timing windows: which rules can be used, whose turn it is, what was done.
//!
//! ```text
//!   open: effects that last until now end; the clock of a procedure ticks in the window before it
//!     |
//!     v
//!   has a rule ended the run? -- the window closes
//!     |
//!   declined? -- run their `else` bodies, one after the other
//!     |
//!   candidates: rules of the window, from every source, not done, limit left, condition true
//!     |-- none: the window closes
//!     |-- one that is mandatory and nobody's: it runs
//!     '-- else the first player who has some (those whom the step names, the order of the content, seat order):
//!           one that is mandatory: it runs;  else he is asked which comes next, or passes
//! ```
//!
//! After each resolution everything is worked out anew. A rule is used at most once per source and opening.

use crate::answer::Answer;
use crate::copies::copied_by_field;
use crate::decision::{Ask, PASS, Pending};
use crate::events::Event;
use crate::game::{Game, Open};
use crate::limits::{MAX_OPTIONS, MAX_USES};
use crate::memory::FLEETING;
use crate::outcome::Outcome;
use crate::price;
use crate::sources::Reach;
use crate::state::{ProcedureRun, Source, Use, UseKey};
use crate::world::World;
use cardwright_bytecode::pack::{
    EntityId, FuncId, Gate, Home, Id, Limit, Moment, ProcedureDef, Rule, RuleKind, WindowDef,
};
use cardwright_vm::{Args, Bound, Call, Machine};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A window that is not done with.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OpenWindow {
    pub(crate) window: Id<WindowDef>,
    /// The first register of the procedure that opened it.
    pub(crate) context: u32,
    /// The number of frames when it opened.
    pub(crate) depth: usize,
    /// The players whom its step names, in their order; they come before all others.
    pub(crate) players: Vec<EntityId>,
    /// The abilities that were used or declined.
    pub(crate) done: Vec<(Id<Rule>, Source)>,
    /// Declined rules whose `else` has still to run.
    pub(crate) declined: Vec<(Id<Rule>, Source)>,
    /// If its abilities are gathered before it opens: those that were due then. No other comes.
    pub(crate) due: Option<Vec<(Id<Rule>, Source)>>,
    /// Whether it has not opened yet: what is due was gathered, and the order of the players is being found.
    pub(crate) waits: bool,
}

copied_by_field! {
    OpenWindow { window, context, depth, players, done, declined, due, waits }
}

impl OpenWindow {
    /// Whether an ability can come here at all.
    pub(crate) fn is_due(&self, rule: Id<Rule>, source: Source) -> bool {
        self.due.as_ref().is_none_or(|due| due.contains(&(rule, source)))
    }
}

/// A rule that can be used now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) rule: Id<Rule>,
    pub(crate) source: Source,
    /// The player who uses it; 0 if it happens by itself.
    pub(crate) player: EntityId,
    pub(crate) optional: bool,
}

/// The next step of a window.
enum Turn {
    Close,
    Run(Candidate),
    Ask(EntityId, Vec<Candidate>),
    /// More than one decision may have.
    TooMany,
}

impl Game {
    /// Opens a window; before any rule in it, what effects do that have ended.
    pub(crate) fn open_window(&mut self, window: Id<WindowDef>) {
        self.begin_window(window);
        // The last one stands topmost.
        for (function, args) in std::mem::take(&mut self.state.ended).into_iter().rev() {
            self.run_body(Call {
                function,
                args: &args,
                context: None,
            });
        }
    }

    fn begin_window(&mut self, window: Id<WindowDef>) {
        let content = Arc::clone(&self.content);
        let def = &content.pack.windows[window];
        let (mut world, machine) = self.parts();
        let context = machine.top().map_or(0, |frame| frame.base);
        world.tell_window(machine, def);
        world.expire_effects(machine, window, context);
        if def.step.is_none() && def.moment == Moment::Before {
            world.tick(machine, def.procedure);
        }
        if def.step.is_none() && def.moment == Moment::After {
            world.close_run(machine, def.procedure);
        }
        if content.index.of_window[window].is_empty() {
            self.note_end(window);
            return;
        }
        let due = def.gathers.then(|| self.gathered(window));
        let context = self.machine.top().map_or(0, |frame| frame.base);
        let players = self.named(def.priority, context);
        let depth = self.machine.depth();
        let open = OpenWindow {
            window,
            context,
            depth,
            players,
            done: Vec::new(),
            declined: Vec::new(),
            due,
            waits: false,
        };
        self.push_open(Open::Window(open));
    }

    /// Gathers the abilities of a window that are due, before it opens; the players who have some go to a register.
    pub(crate) fn gather(&mut self, window: Id<WindowDef>, dest: u32) {
        let content = Arc::clone(&self.content);
        if content.index.of_window[window].is_empty() {
            let nobody = self.machine.give_set(Vec::new());
            return self.machine.answer(dest, nobody);
        }
        let (mut world, machine) = self.parts();
        let mut open = OpenWindow {
            window,
            context: machine.top().map_or(0, |frame| frame.base),
            depth: machine.depth(),
            players: Vec::new(),
            done: Vec::new(),
            declined: Vec::new(),
            due: None,
            waits: true,
        };
        let candidates = world.candidates(machine, &open);
        let is_due = |player: &&EntityId| candidates.iter().any(|candidate| candidate.player == **player);
        let players = content.players().iter().filter(is_due);
        let players = self
            .machine
            .give_set(players.map(|&player| i64::from(player)).collect());
        self.machine.answer(dest, players);
        let due = candidates
            .iter()
            .map(|candidate| (candidate.rule, candidate.source));
        open.due = Some(due.collect());
        self.gathered(window);
        self.push_open(Open::Window(open));
    }

    /// Takes back what was gathered for a window that is to open.
    fn gathered(&mut self, window: Id<WindowDef>) -> Vec<(Id<Rule>, Source)> {
        let depth = self.machine.depth();
        match self.open.last() {
            Some(Open::Window(open)) if open.waits && open.window == window && open.depth == depth => {}
            _ => return Vec::new(),
        }
        match self.open.pop() {
            Some(Open::Window(open)) => open.due.unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// The window after a step, or after a procedure, ends it.
    fn note_end(&mut self, window: Id<WindowDef>) {
        let content = Arc::clone(&self.content);
        let def = &content.pack.windows[window];
        if def.moment == Moment::After {
            let (procedure, step) = (def.procedure, def.step);
            self.parts().0.log.note(|| Event::StepEnded { procedure, step });
        }
    }

    /// The players whom a step names, in their order.
    fn named(&mut self, priority: Option<FuncId>, context: u32) -> Vec<EntityId> {
        let mut order = Vec::new();
        for player in priority.map_or_else(Vec::new, |priority| self.players_of(priority, Some(context))) {
            if self.content.players().contains(&player) && !order.contains(&player) {
                order.push(player);
            }
        }
        order
    }

    fn players_of(&mut self, function: FuncId, context: Option<u32>) -> Vec<EntityId> {
        let content = Arc::clone(&self.content);
        let (mut world, machine) = self.parts();
        let args = &[];
        let call = Call {
            function,
            args,
            context,
        };
        let players = machine.eval_set(&content.pack, &mut world, call).into_iter();
        players
            .filter_map(|player| EntityId::try_from(player).ok())
            .collect()
    }

    /// The players in the order in which they act: those whom the step names, then as the content says, then by seats.
    /// The content is asked only if two others have something to use, as it is then.
    fn in_order(&mut self, named: &[EntityId], candidates: &[Candidate]) -> Vec<EntityId> {
        let mut order = named.to_vec();
        let others = candidates.iter().map(|candidate| candidate.player);
        let mut others = others.filter(|player| *player != 0 && !named.contains(player));
        let first = others.next();
        if let Some(function) = self.content.pack.order
            && others.any(|player| Some(player) != first)
        {
            order.extend(self.players_of(function, None));
        }
        order.extend(self.content.players());
        order
    }

    /// One stretch of the topmost window.
    pub(crate) fn work_window(&mut self) {
        let Some(Open::Window(mut open)) = self.open.pop() else {
            return;
        };
        if self.is_ended(&open) {
            return self.note_end(open.window);
        }
        if !open.declined.is_empty() {
            let (rule, source) = open.declined.remove(0);
            let context = open.context;
            self.open.push(Open::Window(open));
            return self.run_otherwise(rule, source, context);
        }
        let (mut world, machine) = self.parts();
        let candidates = world.candidates(machine, &open);
        let players = self.in_order(&open.players, &candidates);
        if self.is_stopped().is_some() {
            return;
        }
        match turn(&players, candidates) {
            // The window is not put back.
            Turn::Close => self.note_end(open.window),
            Turn::Run(candidate) => {
                open.done.push((candidate.rule, candidate.source));
                let context = open.context;
                self.open.push(Open::Window(open));
                self.resolve(candidate.rule, candidate.source, candidate.player, context);
            }
            Turn::TooMany => {
                self.open.push(Open::Window(open));
                self.end(Outcome::of_bound(Bound::Options));
            }
            Turn::Ask(player, candidates) => {
                let window = open.window;
                self.open.push(Open::Window(open));
                self.ask_ability(window, player, &candidates);
            }
        }
    }

    /// Whether a rule has ended the run whose window this is. In the one after the procedure the run is over anyway.
    fn is_ended(&self, open: &OpenWindow) -> bool {
        let pack = &self.content.pack;
        let def = &pack.windows[open.window];
        let ended = pack.procedures[def.procedure].ended;
        let is_last = def.step.is_none() && def.moment == Moment::After;
        !is_last && ended.is_some_and(|slot| self.machine.register(open.context.saturating_add(slot)) != 0)
    }

    fn ask_ability(&mut self, window: Id<WindowDef>, by: EntityId, candidates: &[Candidate]) {
        let mut values: Vec<i64> = (0..candidates.len() as i64).collect();
        let mut default = Answer::one(0);
        if candidates.iter().all(|candidate| candidate.optional) {
            default = Answer::one(values.len());
            values.push(PASS);
        }
        let candidates = candidates
            .iter()
            .map(|candidate| (candidate.rule, candidate.source))
            .collect();
        let ask = Ask::Ability { window, candidates };
        self.pending = Some(Pending {
            by,
            values,
            least: 1,
            most: 1,
            default,
            secret: false,
            ask,
        });
    }

    /// Does what a player answered about the abilities he can use.
    pub(crate) fn use_ability(
        &mut self,
        player: EntityId,
        candidates: Vec<(Id<Rule>, Source)>,
        chosen: Vec<i64>,
    ) {
        let content = Arc::clone(&self.content);
        let Some(Open::Window(open)) = self.open.last_mut() else {
            return;
        };
        let context = open.context;
        let place = chosen.first().and_then(|&value| usize::try_from(value).ok());
        if let Some(&(rule, source)) = place.and_then(|place| candidates.get(place)) {
            open.done.push((rule, source));
            return self.resolve(rule, source, player, context);
        }
        let has_else = |rule: Id<Rule>| {
            matches!(
                content.pack.rules[rule].kind,
                RuleKind::Trigger {
                    otherwise: Some(_),
                    ..
                }
            )
        };
        open.declined
            .extend(candidates.iter().copied().filter(|&(rule, _)| has_else(rule)));
        open.done.extend(candidates);
    }

    /// Runs what a rule says.
    fn resolve(&mut self, rule: Id<Rule>, source: Source, player: EntityId, context: u32) {
        let content = Arc::clone(&self.content);
        let def = &content.pack.rules[rule];
        let RuleKind::Trigger { gate, body, .. } = &def.kind else {
            return;
        };
        let (mut world, machine) = self.parts();
        let Some(args) = world.home_args(def.home, source) else {
            return;
        };
        world.note_use(
            machine,
            &Applied {
                rule,
                source,
                gate,
                args: &args,
                context: Some(context),
            },
        );
        world.log.note_use_of(rule, source, player);
        self.run_body(Call {
            function: *body,
            args: &args,
            context: Some(context),
        });
        self.note_begun(rule, source);
    }

    fn run_otherwise(&mut self, rule: Id<Rule>, source: Source, context: u32) {
        let content = Arc::clone(&self.content);
        let def = &content.pack.rules[rule];
        let RuleKind::Trigger {
            otherwise: Some(function),
            ..
        } = def.kind
        else {
            return;
        };
        let (world, _) = self.parts();
        let Some(args) = world.home_args(def.home, source) else {
            return;
        };
        self.run_body(Call {
            function,
            args: &args,
            context: Some(context),
        });
        self.note_begun(rule, source);
    }
}

/// A rule with what its gate is asked about.
pub(crate) struct Applied<'a> {
    pub(crate) rule: Id<Rule>,
    pub(crate) source: Source,
    pub(crate) gate: &'a Gate,
    pub(crate) args: &'a Args,
    pub(crate) context: Option<u32>,
}

impl World<'_> {
    /// Opens and closes a window in which no rule lives, while no effect runs that could end.
    pub(crate) fn pass_window(&mut self, machine: &mut Machine, window: Id<WindowDef>) -> bool {
        let content = self.content;
        if !content.index.of_window[window].is_empty()
            || !self.state.effects.is_empty()
            || !self.state.ended.is_empty()
            || self.log.meter.is_some()
        {
            return false;
        }
        let def = &content.pack.windows[window];
        self.tell_window(machine, def);
        if def.step.is_none() && def.moment == Moment::Before {
            self.tick(machine, def.procedure);
        }
        if def.step.is_none() && def.moment == Moment::After {
            self.close_run(machine, def.procedure);
        }
        if def.moment == Moment::After {
            let (procedure, step) = (def.procedure, def.step);
            self.log.note(|| Event::StepEnded { procedure, step });
        }
        true
    }

    /// A run of a procedure begins in the topmost frame: what can be used once in each is new again.
    fn tick(&mut self, machine: &mut Machine, procedure: Id<ProcedureDef>) {
        let clock = &mut self.state.clocks[procedure];
        *clock = clock.saturating_add(1);
        let run = ProcedureRun {
            procedure,
            number: *clock,
            depth: machine.depth() as u32,
            closing: false,
        };
        self.state.runs.retain(|other| other.depth < run.depth);
        self.state.runs.push(run);
        self.shelve(machine, procedure);
        // What was used in runs that ended counts no longer.
        machine.charge(price::looking_up(self.state.uses.len()));
        let runs = self.state.runs.iter().filter(|run| run.procedure == procedure);
        let mut going_on: Vec<u32> = runs.map(|run| run.number).collect();
        going_on.sort_unstable();
        let goes_on = |number| going_on.binary_search(&number).is_ok();
        self.state
            .uses
            .retain(|used| used.per != Some(procedure) || goes_on(used.key.run));
    }

    /// The rules that can be used in a window now, in the order of declaration.
    fn candidates(&mut self, machine: &mut Machine, open: &OpenWindow) -> Vec<Candidate> {
        let content = self.content;
        let rules = &content.index.of_window[open.window];
        let mut candidates = Vec::new();
        for &number in rules {
            let rule = &content.pack.rules[number];
            let RuleKind::Trigger { gate, .. } = &rule.kind else {
                continue;
            };
            self.each_source(
                machine,
                rule.home,
                Reach::Whole,
                |world, machine, source, home| {
                    let looked_at = open.done.len() + open.due.as_ref().map_or(0, Vec::len);
                    machine.charge(price::looking_up(looked_at));
                    if !open.is_due(number, source) {
                        return;
                    }
                    let args = &Args::of(home);
                    let applied = Applied {
                        rule: number,
                        source,
                        gate,
                        args,
                        context: Some(open.context),
                    };
                    if open.done.contains(&(number, source)) || !world.is_usable(machine, &applied) {
                        return;
                    }
                    let player = world.user(machine, rule, &applied);
                    // An ability that nobody can decide on is not used.
                    if player != 0 || !gate.optional {
                        candidates.push(Candidate {
                            rule: number,
                            source,
                            player,
                            optional: gate.optional,
                        });
                    }
                },
            );
        }
        candidates
    }

    /// Whether a rule's condition holds and its limit is not used up.
    pub(crate) fn is_usable(&mut self, machine: &mut Machine, applied: &Applied<'_>) -> bool {
        if applied.gate.never_within && self.is_within_itself(machine, applied.rule, applied.source) {
            return false;
        }
        let before = machine.fuel();
        let holds = self.eval(machine, applied.gate.condition, applied.args, applied.context) != 0;
        if let Some(meter) = &mut self.log.meter {
            meter.ask(applied.rule, before.saturating_sub(machine.fuel()));
        }
        holds
            && applied
                .gate
                .limit
                .is_none_or(|limit| self.is_left(machine, limit, applied))
    }

    /// Whether an ability is being carried out from this source.
    pub(crate) fn is_within_itself(&self, machine: &Machine, rule: Id<Rule>, source: Source) -> bool {
        let rule = self.content.pack.first_of(rule);
        self.state.memory.read(FLEETING);
        self.state.deeds.iter().any(|deed| {
            deed.rule == rule
                && deed.source == source
                && function_at(machine, deed.depth) == Some(deed.function)
        })
    }

    fn is_left(&mut self, machine: &mut Machine, limit: Limit, applied: &Applied<'_>) -> bool {
        self.times_used(machine, limit, applied) < limit.times
    }

    /// The number of uses of a limited rule so far.
    pub(crate) fn times_used(&mut self, machine: &mut Machine, limit: Limit, applied: &Applied<'_>) -> u16 {
        let key = self.use_key(machine, limit, applied);
        self.state.memory.read(FLEETING);
        let uses = &self.state.uses;
        let used = uses.binary_search_by_key(&key, |used| used.key);
        used.ok()
            .and_then(|place| uses.get(place))
            .map_or(0, |used| used.times)
    }

    /// Counts a use of a rule, if it is limited.
    pub(crate) fn note_use(&mut self, machine: &mut Machine, applied: &Applied<'_>) {
        let Some(limit) = applied.gate.limit else { return };
        machine.charge(price::looking_up(self.state.uses.len()));
        let key = self.use_key(machine, limit, applied);
        let uses = &mut self.state.uses;
        match uses.binary_search_by_key(&key, |used| used.key) {
            Err(_) if uses.len() >= MAX_USES => machine.stop(Bound::Memory),
            Err(place) => uses.insert(
                place,
                Use {
                    key,
                    per: limit.per,
                    times: 1,
                },
            ),
            Ok(place) => {
                if let Some(used) = uses.get_mut(place) {
                    used.times = used.times.saturating_add(1);
                }
            }
        }
    }

    fn use_key(&mut self, machine: &mut Machine, limit: Limit, applied: &Applied<'_>) -> UseKey {
        let apart = limit.apart.map_or(0, |function| {
            self.eval(machine, function, applied.args, applied.context)
        });
        let source = if limit.shared {
            // All copies that one player owns count together.
            let owner = self.owner(i64::from(applied.source.entity));
            Source {
                entity: EntityId::try_from(owner).unwrap_or(0),
                effect: 0,
            }
        } else {
            applied.source
        };
        UseKey {
            rule: self.content.pack.first_of(applied.rule),
            source,
            apart,
            run: limit.per.map_or(0, |procedure| self.run_of(machine, procedure)),
        }
    }

    /// In which run of a procedure the game is: the innermost that is going on, else the last one.
    pub(crate) fn run_of(&self, machine: &Machine, procedure: Id<ProcedureDef>) -> u32 {
        let running = self.running(machine, procedure);
        running.map_or(self.state.clocks[procedure], |run| run.number)
    }

    /// The innermost run of a procedure that is going on.
    pub(crate) fn running(&self, machine: &Machine, procedure: Id<ProcedureDef>) -> Option<ProcedureRun> {
        self.state.memory.read(FLEETING);
        let goes_on = |run: &&ProcedureRun| self.goes_on(machine, procedure, run);
        self.state.runs.iter().rev().find(goes_on).copied()
    }

    /// Whether this is a run of the procedure, and goes on.
    pub(crate) fn goes_on(&self, machine: &Machine, procedure: Id<ProcedureDef>, run: &ProcedureRun) -> bool {
        let function = Some(self.content.pack.procedures[procedure].function);
        run.procedure == procedure && function_at(machine, run.depth) == function
    }

    /// The window after the innermost run of a procedure opens.
    fn close_run(&mut self, machine: &Machine, procedure: Id<ProcedureDef>) {
        let depth = machine.depth() as u32;
        let own = |run: &&mut ProcedureRun| run.procedure == procedure && run.depth == depth;
        if let Some(run) = self.state.runs.iter_mut().rev().find(own) {
            run.closing = true;
        }
    }

    /// The player who uses a rule: its decider, or whoever decides for the entity that carries it; 0 for
    /// nobody.
    pub(crate) fn user(&mut self, machine: &mut Machine, rule: &Rule, applied: &Applied<'_>) -> EntityId {
        let player = match applied.gate.decider {
            Some(decider) => self.eval(machine, decider, applied.args, applied.context),
            None if matches!(rule.home, Home::Template(_)) => {
                self.controller(machine, i64::from(applied.source.entity))
            }
            None => 0,
        };
        if self.is_player(player) {
            player as EntityId
        } else {
            0
        }
    }
}

/// The function of the frame up to which there are so many.
fn function_at(machine: &Machine, depth: u32) -> Option<FuncId> {
    let place = (depth as usize).checked_sub(1)?;
    machine.frames().get(place).map(|frame| frame.function)
}

/// The next step of a window with these candidates: the first player who has one is asked.
fn turn(players: &[EntityId], mut candidates: Vec<Candidate>) -> Turn {
    if let Some(&own) = candidates.iter().find(|candidate| candidate.player == 0) {
        return Turn::Run(own);
    }
    let has_some = |player: &&EntityId| candidates.iter().any(|candidate| candidate.player == **player);
    let Some(&player) = players.iter().find(has_some) else {
        return Turn::Close;
    };
    candidates.retain(|candidate| candidate.player == player);
    // One more is to pass.
    if candidates.len() >= MAX_OPTIONS {
        return Turn::TooMany;
    }
    match candidates[..] {
        [only] if !only.optional => Turn::Run(only),
        _ => Turn::Ask(player, candidates),
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, MAX_OPTIONS, Turn, turn};
    use crate::state::Source;
    use cardwright_bytecode::pack::Id;

    fn candidate(rule: u32, player: u32, optional: bool) -> Candidate {
        Candidate {
            rule: Id::new(rule),
            source: Source::default(),
            player,
            optional,
        }
    }

    #[test]
    fn what_happens_by_itself_comes_first_in_order_of_declaration() {
        let candidates = vec![
            candidate(0, 1, false),
            candidate(1, 0, false),
            candidate(2, 0, false),
        ];
        assert!(matches!(
            turn(&[1, 2], candidates),
            Turn::Run(Candidate { rule, .. }) if rule == Id::new(1)
        ));
    }

    #[test]
    fn the_first_player_in_priority_uses_his_only_mandatory_ability_unasked() {
        let candidates = vec![candidate(0, 1, false), candidate(1, 2, false)];
        assert!(matches!(
            turn(&[2, 1], candidates),
            Turn::Run(Candidate { rule, .. }) if rule == Id::new(1)
        ));
    }

    #[test]
    fn an_optional_ability_is_asked_for() {
        let Turn::Ask(player, candidates) = turn(&[1, 2], vec![candidate(0, 2, true)]) else {
            panic!("asks")
        };
        assert_eq!((player, candidates.len()), (2, 1));
    }

    #[test]
    fn more_abilities_than_a_decision_has_options_are_none() {
        let of = |count: usize| turn(&[1], vec![candidate(0, 1, true); count]);
        assert!(matches!(of(MAX_OPTIONS - 1), Turn::Ask(1, _)));
        assert!(matches!(of(MAX_OPTIONS), Turn::TooMany));
    }

    #[test]
    fn without_candidates_the_window_closes() {
        assert!(matches!(turn(&[1, 2], Vec::new()), Turn::Close));
    }
}
