//! The worst costs of an ability: fuel, decisions, random draws and windows that it opens.
//!
//! The bound is of the ability itself: its body, the procedures that it runs, and the values and permissions that it
//! asks for, with all rules that change them. What other abilities do in the windows and offers that it opens is
//! theirs, and has its own bound; how many windows it opens is said.
//!
//! Loops are bounded by what exists: a loop over pieces goes round as often as there can be pieces, which the
//! scenarios of the system say ([`Maxima`]). Where nothing says how many (a number that no declaration limits, dice
//! in a pool, running effects), [`Assume`] does; which of its lines were needed is part of the answer.
//!
//! The bytecode is looked at, not the text: what is bounded is what runs. [`paths`] finds the dearest way through a
//! function, [`amounts`] how large a set or number in a register can be, [`endings`] what runs as effects end.

mod amounts;
mod endings;
mod paths;

use cardwright_bytecode::board::MAX_LAYERS;
use cardwright_bytecode::pack::{FuncId, Function, Home, Id, PLACES_TRIED, Pack, Rule, RuleKind, cell};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Instr, Op};
use cardwright_documents::settings::{Assume, Budget};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The most poses that a core call offers; more end the game.
const MOST_POSES: u64 = 4_096;
/// The most steps from one position: to each side and layer, and a turn on the spot.
const MOST_STEPS_OF_A_STANDING: u64 = 6 * MAX_LAYERS as u64 + 1;

/// What a game runs between two decisions, in fuel. A bound above it bounds nothing: the game ends before.
pub const MOST_FUEL: u64 = 20_000_000;

/// A worst case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Fuel, as the instruction table prices it.
    #[serde(serialize_with = "told")]
    pub fuel: u64,
    /// Decisions that it asks for itself.
    #[serde(serialize_with = "told")]
    pub decisions: u64,
    /// Random numbers: one for each die, for each card of a shuffled deck.
    #[serde(serialize_with = "told")]
    pub draws: u64,
    /// Windows that it opens.
    #[serde(serialize_with = "told")]
    pub windows: u64,
}

/// A bound in words; each decision, random number and window takes fuel, so that all have the same end.
#[must_use]
pub fn bound(n: u64) -> String {
    match n {
        0..=MOST_FUEL => n.to_string(),
        _ => "unbounded".to_owned(),
    }
}

/// A bound for programs: a number, or the word for none.
pub fn told<S: serde::Serializer>(n: &u64, to: S) -> Result<S::Ok, S::Error> {
    match *n {
        n @ 0..=MOST_FUEL => to.serialize_u64(n),
        n => to.serialize_str(&bound(n)),
    }
}

impl Cost {
    /// The parts that are above a budget: the name, how much it has, how much it may.
    pub fn above(&self, budget: &Budget) -> impl Iterator<Item = (&'static str, u64, u64)> + use<> {
        let all = [
            ("fuel", self.fuel, budget.fuel),
            ("decisions", self.decisions, budget.decisions),
            ("draws", self.draws, budget.draws),
            ("windows", self.windows, budget.windows),
        ];
        let over =
            |(name, is, may): (_, u64, Option<u64>)| may.filter(|&may| is > may).map(|may| (name, is, may));
        all.into_iter().filter_map(over)
    }

    fn fuel(fuel: u64) -> Self {
        Self {
            fuel,
            ..Self::default()
        }
    }

    fn each(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            fuel: join(self.fuel, other.fuel),
            decisions: join(self.decisions, other.decisions),
            draws: join(self.draws, other.draws),
            windows: join(self.windows, other.windows),
        }
    }

    /// The cost of one after the other.
    fn and(self, other: Self) -> Self {
        self.each(other, u64::saturating_add)
    }

    /// The cost of the dearer one, part by part.
    pub fn or(self, other: Self) -> Self {
        self.each(other, u64::max)
    }

    fn times(self, n: u64) -> Self {
        self.each(self, |cost, _| cost.saturating_mul(n))
    }
}

/// How many entities there can be, from the scenarios of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Maxima {
    /// For each kind: how many, and in which scenario or case.
    pub kinds: BTreeMap<String, (u64, String)>,
    /// For each printed card or piece: how many.
    templates: BTreeMap<String, u64>,
    /// For each field of a kind that setups change: the largest number.
    numbers: BTreeMap<(String, u16), i64>,
    /// The number of entities of all kinds together.
    entities: u64,
    /// The spaces of a board.
    spaces: u64,
}

/// For each kind, how many can be made in play.
fn made_later(pack: &Pack) -> BTreeMap<u16, u64> {
    let mut later = BTreeMap::new();
    for entity in pack.setup.entities.iter().filter(|entity| entity.later) {
        *later.entry(entity.kind).or_default() += 1;
    }
    later
}

impl Maxima {
    /// Takes what a scenario or case has into account.
    pub fn note(&mut self, pack: &Pack) {
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        let mut templates: BTreeMap<&str, u64> = BTreeMap::new();
        for entity in &pack.setup.entities {
            if let Some(kind) = pack.kinds.get(usize::from(entity.kind)) {
                *kinds.entry(&kind.name).or_default() += 1;
                for &(cell, number) in &entity.cells {
                    let most = self.numbers.entry((kind.name.clone(), cell)).or_default();
                    *most = number.max(*most);
                }
            }
            if let Some(template) = entity.template.and_then(|at| pack.templates.find(at)) {
                *templates.entry(&template.id).or_default() += 1;
            }
        }
        for (kind, later) in made_later(pack) {
            let of_kind = pack.templates.iter().filter(|template| template.kind == kind);
            of_kind.for_each(|template| *templates.entry(&template.id).or_default() += later);
        }
        for (kind, count) in kinds {
            let known = self.kinds.entry(kind.to_owned()).or_default();
            if count > known.0 {
                *known = (count, pack.title.scenario.clone());
            }
        }
        for (template, count) in templates {
            let known = self.templates.entry(template.to_owned()).or_default();
            *known = count.max(*known);
        }
        self.entities = self.entities.max(pack.setup.entities.len() as u64);
        self.spaces = self.spaces.max(pack.setup.board.spaces.len() as u64);
    }

    /// Takes what others have noted into account, who came later.
    pub fn absorb(&mut self, later: &Self) {
        for (kind, count) in &later.kinds {
            let known = self.kinds.entry(kind.clone()).or_default();
            if count.0 > known.0 {
                known.clone_from(count);
            }
        }
        for (template, count) in &later.templates {
            let known = self.templates.entry(template.clone()).or_default();
            *known = *count.max(known);
        }
        for (cell, number) in &later.numbers {
            let most = self.numbers.entry(cell.clone()).or_default();
            *most = *number.max(most);
        }
        self.entities = self.entities.max(later.entities);
        self.spaces = self.spaces.max(later.spaces);
    }

    fn of_kind(&self, kind: &str) -> u64 {
        self.kinds.get(kind).map_or(1, |known| known.0)
    }
}

/// The worst case of one ability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AbilityCost {
    /// Index into the pack's rules.
    pub rule: usize,
    /// The cost of its use, or of declining it.
    pub used: Cost,
    /// Fuel for asking once whether it can be used.
    pub asked: u64,
}

impl AbilityCost {
    fn or(self, other: &Self) -> Self {
        Self {
            rule: self.rule,
            used: self.used.or(other.used),
            asked: self.asked.max(other.asked),
        }
    }
}

/// The worst case of every ability of a pack, and the assumptions that were needed.
#[must_use]
pub fn ability_costs(pack: &Pack, maxima: &Maxima, assume: Assume) -> (Vec<AbilityCost>, BTreeSet<String>) {
    let costs = Costs {
        pack,
        maxima,
        assume,
        functions: RefCell::new(vec![None; pack.functions.len()]),
        needed: RefCell::default(),
    };
    let abilities = pack.rules.iter().enumerate();
    let mut rows: Vec<AbilityCost> = Vec::new();
    for cost in abilities.filter_map(|(rule, def)| costs.ability(rule, def)) {
        // The rules of an ability with several windows are one row.
        let first = pack.first_of(Id::at(cost.rule)).place();
        match rows
            .iter_mut()
            .find(|row| row.rule == first && first != cost.rule)
        {
            Some(row) => *row = row.clone().or(&cost),
            None => rows.push(cost),
        }
    }
    (rows, costs.needed.into_inner())
}

fn is_set(function: &Function, register: u8) -> bool {
    let ty = function.registers.get(usize::from(register));
    ty.is_some_and(|ty| ty.set)
}

/// The state of a computation of costs.
struct Costs<'a> {
    pack: &'a Pack,
    maxima: &'a Maxima,
    assume: Assume,
    functions: RefCell<Vec<Option<Cost>>>,
    needed: RefCell<BTreeSet<String>>,
}

impl Costs<'_> {
    fn ability(&self, rule: usize, def: &Rule) -> Option<AbilityCost> {
        let (gate, body, otherwise) = match &def.kind {
            RuleKind::Trigger {
                gate,
                body,
                otherwise,
                ..
            } => (gate, *body, *otherwise),
            RuleKind::OfferOption { gate, body, .. } => (gate, *body, None),
            _ => return None,
        };
        let declined = otherwise.map_or(Cost::default(), |function| self.function(function));
        Some(AbilityCost {
            rule,
            used: self.function(body).or(declined),
            asked: self.function(gate.condition).fuel,
        })
    }

    /// The worst case of one run of a function. The verifier proves that calls never come back to where they began.
    fn function(&self, id: FuncId) -> Cost {
        let at = id.place();
        if let Some(known) = self.functions.borrow().get(at).copied().flatten() {
            return known;
        }
        let Some(function) = self.pack.functions.get(at) else {
            return Cost::default();
        };
        let cost = paths::dearest(self, function);
        if let Some(place) = self.functions.borrow_mut().get_mut(at) {
            *place = Some(cost);
        }
        cost
    }

    /// The worst case of one instruction and all that it makes run.
    fn instruction(&self, function: &Function, pc: usize) -> Cost {
        let instr = function.code[pc];
        let index = instr.imm as usize;
        let more = match instr.op {
            Op::Call => self.function(instr.id()),
            Op::Value => self.value(index),
            Op::Can => self.permission(index),
            Op::Options => self.options(index),
            Op::Running => self.running(index),
            // The interpreter charges for what it copies and compares.
            Op::All | Op::Rows | Op::GetSet => Cost::fuel(self.set(function, instr.a) / 4),
            Op::Standing => Cost::fuel(self.maxima.entities / 4),
            Op::Held => {
                let held = self.set(function, instr.a);
                Cost::fuel(held + held / 4)
            }
            Op::Sort => Cost::fuel(self.set(function, instr.b)),
            Op::SetSet if is_set(function, instr.b) => {
                Cost::fuel(self.set(function, instr.b)).and(self.hidden(1))
            }
            // What was there before is compared, and the options that the set was chosen from.
            Op::SetSecret if is_set(function, instr.b) => {
                let members = self.set(function, instr.b);
                Cost::fuel(members).and(self.hidden(members))
            }
            Op::Set | Op::SetSecret if self.is_secret(instr.imm as usize) => self.hidden(1),
            Op::ListHas => Cost::fuel(self.set(function, instr.b) / 8),
            Op::Core => self.core(function, instr),
            Op::Choose | Op::May => Cost {
                decisions: 1,
                ..Cost::default()
            },
            Op::ChoosePlace => self.place(index),
            Op::Offer => Cost {
                decisions: self.number(function, pc, instr.c),
                ..Cost::default()
            },
            Op::Roll => {
                let draws = self.rolled(function, pc, instr.b);
                Cost {
                    draws,
                    ..Cost::fuel(draws)
                }
            }
            Op::Window => self.endings(index).and(Cost {
                windows: 1,
                ..Cost::default()
            }),
            Op::FinishEffect => {
                let effect = self
                    .pack
                    .matches
                    .get(index)
                    .map_or(0, |found| found.effect.place());
                // All that run are looked through twice, and each of this sort may end.
                let sorts = self.pack.effects.len() as u64;
                let looked_through = self.instances().saturating_mul(sorts) / 2;
                self.ending(effect)
                    .and(Cost::fuel(looked_through.saturating_add(self.instances())))
            }
            _ => Cost::default(),
        };
        Cost::fuel(u64::from(instr.op.info().fuel)).and(more)
    }

    /// Before somebody is asked for a place, one is looked for: each that is looked at costs a unit, and the test.
    fn place(&self, choice: usize) -> Cost {
        let place = self.pack.choices.get(choice).and_then(|choice| choice.place);
        let test = place.and_then(|place| place.test);
        let test = test.map_or(Cost::default(), |test| self.function(test));
        Cost {
            decisions: 1,
            ..test.and(Cost::fuel(1)).times(PLACES_TRIED)
        }
    }

    fn core(&self, function: &Function, instr: Instr) -> Cost {
        let Some(call) = Core::from_number(instr.imm) else {
            return Cost::default();
        };
        Cost::fuel(call.price).and(self.growth(function, instr, call.call))
    }

    /// The core's charge for the things that a call looks at; see `engine/core/src/price.rs`.
    fn growth(&self, function: &Function, instr: Instr, call: Core) -> Cost {
        let draws = |draws| Cost {
            draws,
            ..Cost::default()
        };
        let all = self.maxima.entities;
        let set = |argument: u8| self.set(function, instr.b.wrapping_add(argument));
        let lines = |pairs: u64, line: u64| Cost::fuel(pairs.saturating_mul(line));
        match call {
            Core::Random => draws(1),
            Core::MoveTo => Cost::fuel(all / 8),
            Core::Shuffle => draws(all).and(Cost::fuel(all + all / 4)),
            Core::Remove => Cost::fuel(2 * all + all / 8).and(self.found_anew()),
            Core::ReturnToGame => Cost::fuel(all / 8).and(self.found_anew()),
            Core::Place | Core::Lift => self.found_anew(),
            Core::CountFace | Core::DiceIn => Cost::fuel(self.dice() / 16),
            Core::DiceOf | Core::Rerollable | Core::Turnable | Core::Convert | Core::Cancel | Core::Turn => {
                Cost::fuel(self.dice() / 4)
            }
            Core::AddFace | Core::AddTurnable | Core::AddDie => Cost::fuel(self.dice() / 2),
            Core::Reroll => draws(set(0)).and(Cost::fuel(set(0) + self.dice() / 4)),
            Core::Lock | Core::BarReroll => Cost::fuel(set(0) + self.dice() / 4),
            Core::SlideBack => lines(set(3), 8),
            Core::SlideOn => lines(set(2).saturating_add(set(3)), 8),
            Core::SlideBackTogether => lines(set(0).saturating_mul(set(3)), 8),
            Core::Sees => lines(set(6), 4),
            Core::DistanceBetween => lines(set(0).saturating_mul(set(1)), 1),
            Core::HasLine => lines(set(0).saturating_mul(set(1)), 16),
            Core::HasLineFrom => lines(set(1), 16),
            Core::BlockedLines => lines(set(1), 64).and(lines(set(2), 4)),
            Core::BlockedLinesByCorner | Core::BlockedLinesBySpace => {
                lines(set(0).saturating_mul(set(1)), 256).and(lines(set(2), 4))
            }
            Core::Flanks => lines(set(0).saturating_mul(set(1)).saturating_mul(set(2)), 4),
            Core::CornersOf => lines(set(0), set(0).max(4)).and(Cost::fuel(MOST_POSES)),
            Core::Burst => lines(set(0), 4).and(Cost::fuel(self.maxima.spaces)),
            Core::Cone | Core::Line => Cost::fuel(self.maxima.spaces),
            // The core charges for each pose.
            Core::RulerOptions => Cost::fuel(MOST_POSES),
            Core::DistinctRulers => lines(set(0).saturating_mul(set(3)), 4).and(Cost::fuel(set(0))),
            Core::Standings => Cost::fuel(self.standings().min(MOST_POSES))
                .and(lines(set(1), 16))
                .and(Cost::fuel(all / 2)),
            Core::PiecesOn | Core::PiecesAt => Cost::fuel(all),
            Core::StepsFrom => Cost::fuel(MOST_STEPS_OF_A_STANDING),
            Core::Passed => lines(set(1), 4 + all.min(16)).and(Cost::fuel(all)),
            Core::SpacesOf
            | Core::SpacesAt
            | Core::Spaces
            | Core::SpacesIn
            | Core::Neighbours
            | Core::SpacesWithin => Cost::fuel(self.maxima.spaces),
            Core::Reach | Core::Route | Core::Steps | Core::StepCost | Core::StepStops => self.movement(call),
            _ => Cost::default(),
        }
    }

    /// On a board of spaces, who stands where is found out anew after a move.
    fn found_anew(&self) -> Cost {
        Cost::fuel(if self.maxima.spaces > 0 {
            self.maxima.entities / 2
        } else {
            0
        })
    }

    /// Whether a field with this cell is secret, of whatever kind.
    fn is_secret(&self, cell: usize) -> bool {
        let field = cell.checked_sub(cell::HEADER);
        field.is_some_and(|field| {
            let fields = self.pack.kinds.iter().filter_map(|kind| kind.fields.get(field));
            fields.into_iter().any(|field| field.secret)
        })
    }

    /// The cost of hiding so many values: looking through the secrets, and the options that they may have
    /// come from.
    fn hidden(&self, values: u64) -> Cost {
        let fields = self.pack.kinds.iter().map(|kind| kind.fields.len()).max();
        let secrets = self.maxima.entities.saturating_mul(fields.unwrap_or(0) as u64);
        Cost::fuel(secrets / 32 + MOST_POSES / 4 + values)
    }

    /// A movement's functions are asked by the core. Each standing is looked at at most twice: a way that halted there
    /// and one that goes on. Which movement it is does not matter much, so the dearest one counts.
    fn movement(&self, call: Core) -> Cost {
        let dearest = self.pack.movements.iter().fold(Cost::default(), |most, def| {
            let (cost, stops) = (self.function(def.cost), self.function(def.stops));
            let looked_at = self
                .function(def.ends)
                .and(cost.and(stops).times(MOST_STEPS_OF_A_STANDING));
            let search = looked_at.times(self.standings().saturating_mul(2));
            most.or(match call {
                Core::StepCost => cost,
                Core::StepStops => stops,
                Core::Steps => search.and(cost).and(stops).times(MOST_STEPS_OF_A_STANDING),
                _ => search,
            })
        });
        match call {
            Core::StepCost | Core::StepStops => dearest,
            // The core charges for each standing that it gives.
            _ => dearest.and(Cost::fuel(self.standings().min(MOST_POSES))),
        }
    }

    /// How many ways there are to stand on the spaces: on one, or on two next to each other.
    fn standings(&self) -> u64 {
        self.maxima.spaces.saturating_mul(MOST_STEPS_OF_A_STANDING)
    }

    /// A value asks its base, its limits, and every rule that modifies it, from every place that the rule applies from.
    fn value(&self, value: usize) -> Cost {
        let Some(def) = self.pack.values.get(value) else {
            return Cost::default();
        };
        let limits = [Some(def.base), def.least, def.most, def.net_least, def.net_most];
        let limits = limits.into_iter().flatten();
        let own = limits.fold(Cost::default(), |sum, function| sum.and(self.function(function)));
        self.pack.rules.iter().fold(own, |sum, rule| match rule.kind {
            RuleKind::Modify {
                value: of,
                condition,
                amount,
                least,
                most,
                ..
            } if of.place() == value => {
                let asked = [Some(condition), Some(amount), least, most].into_iter().flatten();
                let once = asked.fold(Cost::default(), |sum, function| sum.and(self.function(function)));
                sum.and(self.of_all_places(rule.home, once))
            }
            _ => sum,
        })
    }

    /// The cost of looking through all running effects, and of asking those that are meant whether they last.
    fn running(&self, matching: usize) -> Cost {
        let effect = self.pack.matches.get(matching).map(|def| def.effect.place());
        let def = effect.and_then(|effect| self.pack.effects.get(effect));
        let lasts = def
            .and_then(|def| def.lasts)
            .map(|function| self.function(function));
        let sorts = self.pack.effects.len() as u64;
        let looked_through = Cost::fuel(self.instances().saturating_mul(sorts) / 4);
        lasts
            .unwrap_or_default()
            .times(self.instances())
            .and(looked_through)
    }

    /// The number of instances of one effect that can run at once.
    fn instances(&self) -> u64 {
        self.need("effects", self.assume.effects, "running instances of one effect");
        self.assume.effects
    }

    /// How many options an offer has is found by asking each rule of it.
    fn options(&self, offer: usize) -> Cost {
        self.pack
            .rules
            .iter()
            .fold(Cost::default(), |sum, rule| match &rule.kind {
                RuleKind::OfferOption { offer: of, gate, .. } if of.place() == offer => {
                    let apart = gate.limit.and_then(|limit| limit.apart);
                    let asked = [Some(gate.condition), apart].into_iter().flatten();
                    let once = asked.fold(Cost::default(), |sum, function| sum.and(self.function(function)));
                    sum.and(self.of_all_places(rule.home, once))
                }
                _ => sum,
            })
    }

    fn permission(&self, permission: usize) -> Cost {
        self.statements(permission, |home, once| self.of_all_places(home, once))
    }

    /// Every rule about a permission, from every place that it applies from.
    fn statements(&self, permission: usize, of_places: impl Fn(Home, Cost) -> Cost) -> Cost {
        self.pack
            .rules
            .iter()
            .fold(Cost::default(), |sum, rule| match rule.kind {
                RuleKind::Permit {
                    permission: of,
                    condition,
                    ..
                } if of.place() == permission => sum.and(of_places(rule.home, self.function(condition))),
                _ => sum,
            })
    }

    /// A rule of a card is asked for each card in play, and each that it is lent to; first whether it applies there.
    fn of_all_places(&self, home: Home, once: Cost) -> Cost {
        let Home::Template(template) = home else {
            return self.of_own_places(home, once);
        };
        let Some(kind) = self.pack.templates.find(template).map(|def| def.kind) else {
            return once;
        };
        let applies = self.silence().and(once);
        let own = self.of_own_places(home, applies);
        let lending = self.pack.rules.iter().filter_map(|rule| match rule.kind {
            RuleKind::Lend {
                kind: of,
                from,
                to,
                condition,
            } if of == kind => {
                let functions = [from, to, condition].map(|function| self.function(function));
                let asked = functions.into_iter().fold(self.silence(), Cost::and);
                Some(self.of_own_places(rule.home, asked))
            }
            _ => None,
        });
        let lending: Vec<Cost> = lending.collect();
        if lending.is_empty() {
            return own;
        }
        let name = self.pack.kinds.get(usize::from(kind)).map_or("", |def| &def.name);
        let all = applies.and(self.active(kind)).times(self.maxima.of_kind(name));
        lending.into_iter().fold(own.and(all), Cost::and)
    }

    /// Asking whether an entity is silenced; nothing, if nothing ever is.
    fn silence(&self) -> Cost {
        self.pack.use_abilities.map_or(Cost::default(), |permission| {
            self.statements(permission.place(), |home, once| self.of_own_places(home, once))
        })
    }

    /// Asking whether an entity of a kind is active.
    fn active(&self, kind: u16) -> Cost {
        let active = self
            .pack
            .kinds
            .get(usize::from(kind))
            .and_then(|kind| kind.active);
        active.map_or(Cost::default(), |function| self.function(function))
    }

    /// The cost of a rule at its own sources, without silencing and lending; `once` is the cost at each.
    fn of_own_places(&self, home: Home, once: Cost) -> Cost {
        // Looking at a place costs a unit, and to find the effects of one sort goes through those of all.
        let once = once.and(Cost::fuel(1 + self.pack.effects.len() as u64 / 64));
        match home {
            Home::Global => once,
            Home::Template(template) => {
                let Some(def) = self.pack.templates.find(template) else {
                    return once;
                };
                let count = self.maxima.templates.get(&def.id).copied().unwrap_or(1);
                once.and(self.active(def.kind)).times(count)
            }
            Home::Effect(effect) => {
                let lasts = self.pack.effects.find(effect).and_then(|def| def.lasts);
                let once = once.and(lasts.map_or(Cost::default(), |function| self.function(function)));
                once.times(self.instances())
            }
        }
    }

    fn need(&self, key: &str, amount: u64, what: &str) {
        let line = format!("at most {amount} {what} (`assume.{key}`)");
        self.needed.borrow_mut().insert(line);
    }
}
