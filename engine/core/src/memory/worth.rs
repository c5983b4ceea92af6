//! Which questions are worth remembering: those that cost clearly more than looking into the memory.
//!
//! The cost of a question is guessed once from its code: every instruction counts once, those of a function
//! with a loop a few times.

use super::{FIRST_OF_CELLS, FIRST_OF_POSES, OF_POSES};
use cardwright_bytecode::pack::{
    Each, FuncId, Function, FunctionClass, Id, Pack, PermissionDef, Rule, RuleKind, ValueDef, cell,
};
use cardwright_bytecode::registry::{CORE_CALLS, Core, CoreCall};
use cardwright_bytecode::{Base, Op, Ty};

/// The least cost of a question that is worth remembering, in fuel.
const LEAST: u64 = 20;
/// The guessed number of runs of a loop.
const TURNS: u64 = 6;
/// The guessed cost of a search over the board.
const SEARCH: u64 = 2_000;
/// The guessed cost of geometry.
const GEOMETRY: u64 = 100;
/// The highest guess.
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

    pub(crate) fn value(self, value: Id<ValueDef>) -> u32 {
        self.values + value.number()
    }

    pub(crate) fn permission(self, permission: Id<PermissionDef>) -> u32 {
        self.permissions + permission.number()
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
        let functions = pack
            .functions
            .numbered()
            // Most functions cannot be remembered, so that nobody asks for their price.
            .map(|(number, def)| can_be_remembered(def) && prices.function(number) >= LEAST);
        let mut worth: Vec<bool> = functions.collect();
        worth.extend(
            pack.values
                .numbered()
                .map(|(value, _)| prices.value(value) >= LEAST),
        );
        worth.extend(
            pack.permissions
                .numbered()
                .map(|(one, _)| prices.permission(one) >= LEAST),
        );
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
        | Core::DistinctRulers
        | Core::DistanceInArc => GEOMETRY,
        _ => Op::Core.fuel(),
    }
}

/// The guessed costs of functions.
struct Prices<'a> {
    pack: &'a Pack,
    functions: Each<Function, Option<u64>>,
    values: Each<ValueDef, Option<u64>>,
    permissions: Each<PermissionDef, Option<u64>>,
    /// For each value and permission, the functions that its rules ask.
    of_values: Each<ValueDef, Vec<FuncId>>,
    of_permissions: Each<PermissionDef, Vec<FuncId>>,
}

impl<'a> Prices<'a> {
    fn of(pack: &'a Pack) -> Self {
        let mut of_values = pack.values.each(|_| Vec::new());
        let mut of_permissions = pack.permissions.each(|_| Vec::new());
        for Rule { kind, .. } in pack.rules.iter() {
            match *kind {
                RuleKind::Modify {
                    value,
                    condition,
                    amount,
                    ..
                } => of_values[value].extend([condition, amount]),
                RuleKind::Permit {
                    permission,
                    condition,
                    ..
                } => of_permissions[permission].push(condition),
                _ => {}
            }
        }
        Self {
            pack,
            functions: pack.functions.each(|_| None),
            values: pack.values.each(|_| None),
            permissions: pack.permissions.each(|_| None),
            of_values,
            of_permissions,
        }
    }

    fn function(&mut self, number: FuncId) -> u64 {
        if let Some(price) = self.functions[number] {
            return price;
        }
        let function = &self.pack.functions[number];
        let (mut sum, mut has_loop) = (0_u64, false);
        for instr in &function.code {
            has_loop |= matches!(instr.op, Op::ForNext | Op::ForCount);
            sum += match instr.op {
                Op::Call if function.class == FunctionClass::Pure => self.function(instr.id()),
                Op::Value => self.value(instr.id()),
                Op::Can => self.permission(instr.id()),
                Op::Core => Core::from_number(instr.imm).map_or(0, price_of_call),
                _ => instr.op.fuel(),
            };
        }
        let price = sum.saturating_mul(if has_loop { TURNS } else { 1 }).min(MOST);
        self.functions[number] = Some(price);
        price
    }

    fn value(&mut self, number: Id<ValueDef>) -> u64 {
        if let Some(price) = self.values[number] {
            return price;
        }
        let base = self.function(self.pack.values[number].base);
        let asked = std::mem::take(&mut self.of_values[number]);
        let price = self.all(base, &asked);
        self.values[number] = Some(price);
        price
    }

    fn permission(&mut self, number: Id<PermissionDef>) -> u64 {
        if let Some(price) = self.permissions[number] {
            return price;
        }
        let asked = std::mem::take(&mut self.of_permissions[number]);
        let price = self.all(0, &asked);
        self.permissions[number] = Some(price);
        price
    }

    fn all(&mut self, base: u64, asked: &[FuncId]) -> u64 {
        let prices = asked.iter().map(|&function| self.function(function));
        let sum: u64 = prices.sum();
        (Op::Value.fuel() + base + sum).min(MOST)
    }
}

/// The column of the cell at each place.
pub(crate) fn columns(starts: &[u32], kinds: &[u16]) -> Vec<u8> {
    let room = super::COLUMNS - usize::from(FIRST_OF_CELLS);
    // All of a kind have as many cells.
    let (mut firsts, mut next) = (std::collections::BTreeMap::new(), 0);
    let mut columns = Vec::with_capacity(starts.last().map_or(0, |end| *end as usize));
    for (entity, (bounds, &kind)) in starts.windows(2).zip(kinds).enumerate() {
        let cells = (bounds[1] - bounds[0]) as usize;
        let first = *firsts.entry(kind).or_insert(next);
        next = next.max(first + cells);
        columns.extend((0..cells).map(|number| match number {
            cell::POSE => FIRST_OF_POSES + (entity % OF_POSES) as u8,
            _ => FIRST_OF_CELLS + ((first + number) % room) as u8,
        }));
    }
    columns
}
