//! Choices that code asks for: what needs no decision is answered at once, the rest becomes one.

use crate::answer::Answer;
use crate::decision::{Ask, Pending};
use crate::game::Game;
use crate::limits::MAX_OPTIONS;
use crate::outcome::Outcome;
use crate::state::{Asked, Options, SecretAnswer};
use cardwright_bytecode::pack::{ChoiceDef, ChoiceStyle, EntityId, FuncId, Id};
use cardwright_vm::Bound;

impl Game {
    /// Asks a player to choose from a set.
    pub(crate) fn ask_choice(&mut self, choice: Id<ChoiceDef>, dest: u32, set: i64, player: i64, most: i64) {
        let def = &self.content.pack.choices[choice];
        let (style, secret) = (def.style, def.secret);
        let values = self.machine.set(&self.content.pack, set).to_vec();
        let (least, most, default) = bounds(def, values.len(), most);
        // Where all must be chosen there is nothing to choose, but their order.
        let is_in_order = style == ChoiceStyle::Ordered && values.len() > 1;
        let forced = most == 0 || (least == values.len() && !is_in_order);
        let by = self.decider(player);
        if forced || by.is_none() {
            if let Some(by) = by.filter(|_| secret) {
                self.remember_options(by, choice, Options::of(&values, least, most));
            }
            let chosen = default
                .options()
                .iter()
                .filter_map(|&place| values.get(place).copied())
                .collect();
            return self.answer_choice(choice, dest, chosen);
        }
        if values.len() > MAX_OPTIONS {
            return self.end(Outcome::of_bound(Bound::Options));
        }
        let by = by.unwrap_or(0);
        let ask = Ask::Choose { choice, dest };
        self.ask(Pending {
            by,
            values,
            least,
            most,
            default,
            secret,
            ask,
        });
    }

    /// Asks a player yes or no; no if there is nobody to ask.
    pub(crate) fn ask_may(&mut self, choice: Id<ChoiceDef>, dest: u32, player: i64) {
        let Some(by) = self.decider(player) else {
            return self.machine.answer(dest, 0);
        };
        let secret = self.content.pack.choices[choice].secret;
        let (values, default, ask) = (vec![1, 0], Answer::one(1), Ask::May { choice, dest });
        self.ask(Pending {
            by,
            values,
            least: 1,
            most: 1,
            default,
            secret,
            ask,
        });
    }

    /// Hands the code what was chosen.
    pub(crate) fn answer_choice(&mut self, choice: Id<ChoiceDef>, dest: u32, chosen: Vec<i64>) {
        let style = self.content.pack.choices[choice].style;
        let whether = i64::from(!chosen.is_empty());
        let what = if style.is_of_many() {
            self.machine.give_set(chosen)
        } else {
            chosen.first().copied().unwrap_or(0)
        };
        self.machine.answer(dest, what);
        self.machine.answer(dest.saturating_add(1), whether);
    }

    /// Remembers from what a player chose secretly, and which register holds the answer.
    pub(crate) fn keep_secret(&mut self, choice: Id<ChoiceDef>, dest: u32, pending: &Pending) {
        let registers = |function: FuncId| self.content.pack.functions[function].registers.len() as u32;
        let top = self.machine.top();
        let room = top.map_or(0, |top| top.base.saturating_add(registers(top.function)));
        let answers = &mut self.state.secrets.answers;
        // Registers above the running frame's went with their frames.
        answers.retain(|answer| answer.dest < room && answer.dest != dest);
        let place = answers.partition_point(|answer| answer.dest < dest);
        let options = Options::of(&pending.values, pending.least, pending.most);
        let answer = SecretAnswer {
            by: pending.by,
            dest,
            options: options.clone(),
        };
        answers.insert(place, answer);
        self.remember_options(pending.by, choice, options);
    }

    /// Keeps from what a player chose secretly.
    pub(crate) fn remember_options(&mut self, by: EntityId, choice: Id<ChoiceDef>, options: Options) {
        let base = self.content.pack.choices[choice].ty.base;
        let recent = &mut self.state.secrets.recent;
        let asked = Asked { by, base, options };
        match recent.iter_mut().find(|known| known.by == by) {
            Some(known) => *known = asked,
            None => recent.push(asked),
        }
    }

    /// The player who is asked; nobody if it is no player.
    pub(crate) fn decider(&mut self, player: i64) -> Option<EntityId> {
        let (world, _) = self.parts();
        world.is_player(player).then_some(player as EntityId)
    }
}

impl Options {
    fn of(from: &[i64], least: usize, most: usize) -> Self {
        Self {
            from: from.to_vec().into(),
            least: least as u32,
            most: most as u32,
        }
    }
}

/// Least, most and default of a choice among so many options.
fn bounds(def: &ChoiceDef, count: usize, most: i64) -> (usize, usize, Answer) {
    match def.style {
        ChoiceStyle::Any | ChoiceStyle::Ordered => {
            let most = usize::try_from(most).unwrap_or(0).min(count);
            let least = if def.optional { 0 } else { most };
            (least, most, Answer::Options((0..least).collect()))
        }
        _ if count == 0 => (0, 0, Answer::nothing()),
        _ if def.optional => (0, 1, Answer::nothing()),
        _ => (1, 1, Answer::one(0)),
    }
}
