//! Lasting effects: how they start, which of them last, and what ends them.
//!
//! An instance ends for good when its window has opened often enough, when a window opens while its definition says
//! that it does not last, or when code finishes it. Between windows an instance that does not last is still
//! there, but its rules do not apply and nobody finds it running.

use crate::events::Event;
use crate::limits::MAX_EFFECTS;
use crate::price;
use crate::state::{Effect, ProcedureRun, RunsMeant};
use crate::world::World;
use cardwright_bytecode::pack::{Id, MatchDef, Moment, StartDef, Until, WindowDef};
use cardwright_vm::{Args, Machine};

impl World<'_> {
    /// Starts a lasting effect, if there is room. Behind its arguments stands the number of openings, if it is counted.
    pub(crate) fn start_effect(&mut self, machine: &Machine, start: Id<StartDef>, args: &[i64]) -> bool {
        let pack = &self.content.pack;
        let def = &pack.starts[start];
        if self.state.effects.len() >= MAX_EFFECTS {
            return false;
        }
        let params = pack.effects[def.effect].params.len();
        let meant = |&until: &Until| RunsMeant {
            after: self.runs_to_pass(until),
            own: self.own_run(machine, until),
        };
        let runs = def.ends.iter().map(meant).collect();
        let (args, count) = args.split_at(params.min(args.len()));
        let number = self.state.next_effect;
        self.state.next_effect = number.wrapping_add(1).max(1);
        let began = self.state.tick();
        self.state.memory.change_effect(def.effect);
        self.state.effects.push(Effect {
            number,
            effect: def.effect,
            args: args.to_vec(),
            start,
            left: count.first().map_or(1, |&count| count.max(1)),
            began,
            runs,
        });
        self.log.note(|| Event::EffectStarted {
            number,
            effect: def.effect,
            args: args.to_vec(),
        });
        true
    }

    /// A window opens: ends the effects whose time is over. All are asked before any ends.
    pub(crate) fn expire_effects(&mut self, machine: &mut Machine, window: Id<WindowDef>, context: u32) {
        machine.charge(price::looking_through(self.state.effects.len()));
        let mut ended = Vec::new();
        for place in 0..self.state.effects.len() {
            if !self.lasts(machine, place) || self.is_due(machine, place, window, context) {
                ended.push(place);
            }
        }
        if ended.is_empty() {
            return;
        }
        self.end_effects(machine, |place, _| ended.binary_search(&place).is_ok());
    }

    /// Whether something ends an effect as a window opens.
    fn is_due(&mut self, machine: &mut Machine, place: usize, window: Id<WindowDef>, context: u32) -> bool {
        let Some(start) = self.state.effects.get(place).map(|effect| effect.start) else {
            return false;
        };
        let content = self.content;
        let ends = content.pack.starts[start].ends.iter().enumerate();
        let mut ends = ends.filter(|(_, until)| until.window == window);
        ends.any(|(end, until)| self.has_come(machine, place, end, *until, context))
    }

    /// Counts an opening of a window that ends an effect; whether it was the last. Only the first of its ends is counted.
    fn has_come(
        &mut self,
        machine: &mut Machine,
        place: usize,
        end: usize,
        until: Until,
        context: u32,
    ) -> bool {
        let window = until.window;
        let Some(effect) = self.state.effects.get(place) else {
            return false;
        };
        let RunsMeant { after, own } = effect.runs.get(end).copied().unwrap_or_default();
        if until.next && !self.is_in_later_run(machine, window, after) {
            return false;
        }
        if own > 0 && self.is_within_run(machine, window, own) {
            return false;
        }
        let args = Args::of(&effect.args);
        let counts = until
            .condition
            .is_none_or(|condition| self.eval(machine, condition, &args, Some(context)) != 0);
        match self.state.effects.get_mut(place) {
            Some(_) if counts && end > 0 => true,
            Some(effect) if counts => {
                effect.left = effect.left.saturating_sub(1);
                effect.left <= 0
            }
            _ => false,
        }
    }

    /// How many runs of its window's procedure do not end an effect that starts now.
    fn runs_to_pass(&self, until: Until) -> u32 {
        let procedure = self.content.pack.windows[until.window].procedure;
        if until.next {
            self.state.clocks[procedure]
        } else {
            0
        }
    }

    /// Whether the window that opens belongs to a run that is not among the first so many of its procedure.
    fn is_in_later_run(&self, machine: &Machine, window: Id<WindowDef>, after_run: u32) -> bool {
        let def = &self.content.pack.windows[window];
        // As the window before a procedure opens, its run is not counted yet.
        let begins = def.step.is_none() && def.moment == Moment::Before;
        begins || self.run_of(machine, def.procedure) > after_run
    }

    /// Of which run that goes on the end is meant; 0 if there is none, or if it says which runs count.
    fn own_run(&self, machine: &Machine, until: Until) -> u32 {
        let def = &self.content.pack.windows[until.window];
        let ends_run = def.step.is_none() && def.moment == Moment::After;
        if !ends_run || until.next || until.counted || until.condition.is_some() {
            return 0;
        }
        let run = self.running(machine, def.procedure);
        run.filter(|run| !run.closing).map_or(0, |run| run.number)
    }

    /// Whether the window that opens belongs to a run that goes on within this one.
    fn is_within_run(&self, machine: &Machine, window: Id<WindowDef>, own_run: u32) -> bool {
        let procedure = self.content.pack.windows[window].procedure;
        let goes_on = |run: &ProcedureRun| run.number == own_run && self.goes_on(machine, procedure, run);
        self.run_of(machine, procedure) != own_run && self.state.runs.iter().any(goes_on)
    }

    /// Whether the rules of the running effect at this place apply now.
    pub(crate) fn lasts(&mut self, machine: &mut Machine, place: usize) -> bool {
        let content = self.content;
        let Some(effect) = self.state.effects.get(place) else {
            return false;
        };
        self.state.memory.read_effect(effect.effect);
        let Some(lasts) = content.pack.effects[effect.effect].lasts else {
            return true;
        };
        let args = Args::of(&effect.args);
        self.eval(machine, lasts, &args, None) != 0
    }

    /// Ends every running effect that a match means.
    pub(crate) fn finish_effects(&mut self, machine: &mut Machine, matching: Id<MatchDef>, args: &[i64]) {
        let def = self.content.pack.matches[matching];
        self.end_effects(machine, |_, effect| means(def, args, effect));
    }

    /// Whether an effect runs, and lasts, that a match means.
    pub(crate) fn is_running(&mut self, machine: &mut Machine, matching: Id<MatchDef>, args: &[i64]) -> bool {
        let def = self.content.pack.matches[matching];
        self.state.memory.read_effect(def.effect);
        machine.charge(price::looking_through(self.state.effects.count(def.effect)));
        let mut at = self.state.effects.first(def.effect);
        while let Some(place) = at {
            let found = self.state.effects.get(place);
            if found.is_some_and(|effect| means(def, args, effect)) && self.lasts(machine, place) {
                return true;
            }
            at = self.state.effects.after(place);
        }
        false
    }

    fn end_effects(&mut self, machine: &mut Machine, is_over: impl Fn(usize, &Effect) -> bool) {
        let all = self.state.effects.take();
        machine.charge(price::looking_through(all.len()));
        let before = all.len();
        for (place, effect) in all.into_iter().enumerate() {
            if !is_over(place, &effect) {
                self.state.effects.push(effect);
                continue;
            }
            self.state.memory.change_effect(effect.effect);
            if let Some(function) = self.content.pack.effects[effect.effect].ended {
                self.state.ended.push((function, effect.args.clone()));
            }
            self.log.note(|| Event::EffectEnded {
                number: effect.number,
                effect: effect.effect,
                args: effect.args,
            });
        }
        machine.charge(price::one_by_one(before - self.state.effects.len()));
    }
}

/// Whether a match with these arguments means a running effect.
fn means(def: MatchDef, args: &[i64], effect: &Effect) -> bool {
    let is_any = |number: usize| {
        def.any
            .checked_shr(number as u32)
            .is_some_and(|bits| bits & 1 == 1)
    };
    effect.effect == def.effect
        && effect
            .args
            .iter()
            .enumerate()
            .all(|(number, own)| is_any(number) || args.get(number) == Some(own))
}
