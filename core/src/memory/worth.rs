//! Which questions are worth remembering: those that cost clearly more than looking into the memory.
//!
//! What a question costs is guessed once from its code: every instruction counts once, those of a function with a loop a few times.

use super::FIRST_OF_CELLS;
use cardwright_bytecode::pack::{FunctionClass, Pack, Rule, RuleKind};
use cardwright_bytecode::registry::{CORE_CALLS, Core, CoreCall};
use cardwright_bytecode::{Base, Op, Ty};

/// What is worth remembering costs at least this, in fuel.
const LEAST: u64 = 20;
/// How often a loop is thought to run.
const TURNS: u64 = 6;
/// What a search over the board costs.
const SEARCH: u64 = 2_000;
/// What geometry costs.
const GEOMETRY: u64 = 100;
/// No guess goes above this.
const MOST: u64 = 1_000_000;

/// The numbers of all questions: functions, values, permissions, core calls, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Questions {
    values: u32,
    permissions: u32,
    calls: u32,
}

impl Questions {
    fn of(pack: &Pack) -> Self {
        let values = pack.functions.len() as u32;
        let permissions = values + pack.values.len() as u32;
        let calls = permissions + pack.permissions.len() as u32;
        Self {
            values,
            permissions,
            calls,
        }
    }

    pub(crate) fn value(self, value: u32) -> u32 {
        self.values + value
    }

    pub(crate) fn permission(self, permission: u32) -> u32 {
        self.permissions + permission
    }

    pub(crate) fn call(self, call: Core) -> u32 {
        self.calls + call as u32
    }
}

/// For each question, whether its answers are worth remembering.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worth {
    pub(crate) questions: Questions,
    worth: Vec<bool>,
}

impl Worth {
    pub(crate) fn of(pack: &Pack) -> Self {
        let mut prices = Prices::of(pack);
        let functions = (0..pack.functions.len()).map(|number| {
            let worth = prices.function(number) >= LEAST;
            worth && pack.functions.get(number).is_some_and(can_be_remembered)
        });
        let mut worth: Vec<bool> = functions.collect();
        worth.extend((0..pack.values.len()).map(|number| prices.value(number) >= LEAST));
        worth.extend((0..pack.permissions.len()).map(|number| prices.permission(number) >= LEAST));
        worth.extend(CORE_CALLS.iter().map(|call| call.pure && is_dear(call)));
        Self {
            questions: Questions::of(pack),
            worth,
        }
    }

    pub(crate) fn credits(&self) -> impl Iterator<Item = bool> + '_ {
        self.worth.iter().copied()
    }
}

/// Whether an answer of a function means the same later: it is pure, sees no slots of a procedure, and has to do with no dice.
fn can_be_remembered(function: &cardwright_bytecode::pack::Function) -> bool {
    let lasts = |ty: &Ty| !matches!(ty.base, Base::Pool | Base::Die);
    let mut params = function.registers.iter().take(usize::from(function.params));
    function.class == FunctionClass::Pure
        && function.context.is_none()
        && lasts(&function.result)
        && params.all(lasts)
}

/// Whether a core call searches or measures.
fn is_dear(call: &CoreCall) -> bool {
    price_of_call(call) >= GEOMETRY
}

fn price_of_call(call: &CoreCall) -> u64 {
    match call.call {
        Core::Reach | Core::Route | Core::Steps => SEARCH,
        Core::Sees
        | Core::HasLine
        | Core::HasLineFrom
        | Core::BlockedLines
        | Core::BlockedLinesByCorner
        | Core::BlockedLinesBySpace
        | Core::Burst
        | Core::Cone
        | Core::Line
        | Core::Swept
        | Core::SweptFrom
        | Core::SlideBack
        | Core::SlideOn
        | Core::SlideBackTogether
        | Core::TemplateCovers
        | Core::RulerOptions
        | Core::DistanceInArc => GEOMETRY,
        _ => Op::Core.fuel(),
    }
}

/// What functions are thought to cost.
struct Prices<'a> {
    pack: &'a Pack,
    functions: Vec<Option<u64>>,
    /// For each value and permission, the functions that its rules ask.
    of_values: Vec<Vec<u32>>,
    of_permissions: Vec<Vec<u32>>,
}

impl<'a> Prices<'a> {
    fn of(pack: &'a Pack) -> Self {
        let mut of_values = vec![Vec::new(); pack.values.len()];
        let mut of_permissions = vec![Vec::new(); pack.permissions.len()];
        for Rule { kind, .. } in pack.rules.iter() {
            match *kind {
                RuleKind::Modify {
                    value,
                    condition,
                    amount,
                    ..
                } => {
                    if let Some(of_value) = of_values.get_mut(value as usize) {
                        of_value.extend([condition, amount]);
                    }
                }
                RuleKind::Permit {
                    permission,
                    condition,
                    ..
                } => {
                    if let Some(of_permission) = of_permissions.get_mut(permission as usize) {
                        of_permission.push(condition);
                    }
                }
                _ => {}
            }
        }
        Self {
            pack,
            functions: vec![None; pack.functions.len()],
            of_values,
            of_permissions,
        }
    }

    fn function(&mut self, number: usize) -> u64 {
        if let Some(Some(price)) = self.functions.get(number) {
            return *price;
        }
        let Some(function) = self.pack.functions.get(number) else {
            return 0;
        };
        let (mut sum, mut has_loop) = (0_u64, false);
        for instr in &function.code {
            let index = usize::try_from(instr.imm).unwrap_or(usize::MAX);
            has_loop |= matches!(instr.op, Op::ForNext | Op::ForCount);
            sum += match instr.op {
                Op::Call if function.class == FunctionClass::Pure => self.function(index),
                Op::Value => self.value(index),
                Op::Can => self.permission(index),
                Op::Core => Core::from_number(instr.imm).map_or(0, price_of_call),
                _ => instr.op.fuel(),
            };
        }
        let price = sum.saturating_mul(if has_loop { TURNS } else { 1 }).min(MOST);
        if let Some(known) = self.functions.get_mut(number) {
            *known = Some(price);
        }
        price
    }

    fn value(&mut self, number: usize) -> u64 {
        let base = self
            .pack
            .values
            .get(number)
            .map_or(0, |def| self.function(def.base as usize));
        let rules = self.of_values.get(number).cloned().unwrap_or_default();
        self.all(base, &rules)
    }

    fn permission(&mut self, number: usize) -> u64 {
        let rules = self.of_permissions.get(number).cloned().unwrap_or_default();
        self.all(0, &rules)
    }

    fn all(&mut self, base: u64, rules: &[u32]) -> u64 {
        let rules = rules.iter().map(|&rule| self.function(rule as usize));
        let sum: u64 = rules.sum();
        (Op::Value.fuel() + base + sum).min(MOST)
    }
}

/// The column of the cell at each place.
pub(crate) fn columns(starts: &[u32], kinds: &[u16]) -> Vec<u8> {
    let mut numbers = std::collections::BTreeMap::new();
    let mut columns = Vec::new();
    for (bounds, &kind) in starts.windows(2).zip(kinds) {
        for cell in 0..bounds[1] - bounds[0] {
            let next = numbers.len();
            let number = *numbers.entry((kind, cell)).or_insert(next);
            let room = super::COLUMNS - usize::from(FIRST_OF_CELLS);
            columns.push((number % room) as u8 + FIRST_OF_CELLS);
        }
    }
    columns
}
