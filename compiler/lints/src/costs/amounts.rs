//! How large a set or a number in a register can be.
//!
//! A set has at most as many members as there are things of its type. A number is followed back, within its
//! function, to what wrote the register: a register that several instructions write holds the largest of them.

use super::{Costs, MOST_POSES};
use cardwright_bytecode::isa::Access;
use cardwright_bytecode::pack::{FieldDef, Function, cell};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Instr, Op, Ty};

/// How many steps a number is followed back.
const MOST_FOLLOWED_BACK: usize = 12;
/// How many instructions back the last write of a register is looked for.
const NEAR: usize = 24;

impl Costs<'_> {
    /// The most members of the set in a register.
    pub(super) fn set(&self, function: &Function, register: u8) -> u64 {
        let ty = function.registers.get(usize::from(register)).copied();
        let ty = ty.unwrap_or(Ty::NOTHING);
        // The empty set is written where some way reads the register before it writes it.
        let is_empty = |instr: &Instr| instr.op == Op::Const && instr.imm == 0;
        let printed = writes(function, register)
            .all(|instr| matches!(instr.op, Op::Get | Op::Field) || is_empty(&instr));
        let is_given = register < function.params || self.is_slot(function, register);
        if printed && !is_given && (ty.base.is_quantity() || matches!(ty.base, Base::Row(_) | Base::Word(_)))
        {
            return self.longest_printed(ty);
        }
        self.members(ty)
    }

    fn longest_printed(&self, ty: Ty) -> u64 {
        let sets = self.pack.sets.iter().filter(|set| set.ty == ty);
        sets.map(|set| set.items.len() as u64).max().unwrap_or(0)
    }

    /// The number of things of a type that there can be.
    fn members(&self, ty: Ty) -> u64 {
        let pack = self.pack;
        match ty.base {
            Base::Entity(kind) => {
                let kind = pack.kinds.get(usize::from(kind));
                kind.map_or(0, |kind| self.maxima.of_kind(&kind.name))
            }
            Base::Thing => self.maxima.entities,
            Base::Row(record) => {
                let rows = pack.rows.iter().filter(|row| row.record == record);
                rows.count() as u64
            }
            Base::Word(word) => pack
                .words
                .get(usize::from(word))
                .map_or(0, |def| def.words.len() as u64),
            Base::Die => self.dice(),
            Base::Pose => MOST_POSES,
            Base::Space => self.maxima.spaces,
            Base::Bool => 2,
            _ => self.unlimited().max(self.longest_printed(ty)),
        }
    }

    /// The most that the number in a register can be, as a count.
    pub(super) fn number(&self, function: &Function, pc: usize, register: u8) -> u64 {
        match self.most(function, pc, register, MOST_FOLLOWED_BACK) {
            Some(most) => u64::try_from(most).unwrap_or(0),
            None => self.unlimited(),
        }
    }

    /// How many dice a roll of the number in a register has.
    pub(super) fn rolled(&self, function: &Function, pc: usize, register: u8) -> u64 {
        match self.most(function, pc, register, MOST_FOLLOWED_BACK) {
            Some(most) => u64::try_from(most).unwrap_or(0),
            None => self.dice(),
        }
    }

    fn unlimited(&self) -> u64 {
        self.need(
            "number",
            self.assume.number,
            "for a number that no declaration limits",
        );
        self.assume.number
    }

    pub(super) fn dice(&self) -> u64 {
        self.need("dice", self.assume.dice, "dice in one pool");
        self.assume.dice
    }

    /// The most that the number in a register can be before an instruction; none if nothing says so.
    fn most(&self, function: &Function, pc: usize, register: u8, steps: usize) -> Option<i64> {
        let steps = steps.checked_sub(1)?;
        if self.is_procedure(function) && self.is_slot(function, register) {
            return None;
        }
        if let Some(at) = just_written(function, pc, register) {
            return self.written(function, at, steps);
        }
        if register < function.params {
            return None;
        }
        let mut most = None;
        for at in (0..function.code.len()).filter(|&at| writes_to(function.code[at], register)) {
            let one = self.written(function, at, steps)?;
            most = Some(most.map_or(one, |most: i64| most.max(one)));
        }
        most
    }

    /// Slots of a procedure are also written by rules in its windows.
    fn is_slot(&self, function: &Function, register: u8) -> bool {
        let procedure = self.procedure(function);
        procedure.is_some_and(|def| usize::from(register) < def.slots.len())
    }

    fn is_procedure(&self, function: &Function) -> bool {
        self.procedure(function).is_some()
    }

    fn procedure(&self, function: &Function) -> Option<&cardwright_bytecode::pack::ProcedureDef> {
        self.pack.procedures.iter().find(|def| {
            let own = self.pack.functions.find(def.function);
            own.is_some_and(|own| std::ptr::eq(own, function))
        })
    }

    /// The number in a register before an instruction, if the text itself says it.
    fn exact(&self, function: &Function, pc: usize, register: u8, steps: usize) -> Option<i64> {
        let steps = steps.checked_sub(1)?;
        let at = just_written(function, pc, register)?;
        let instr = function.code[at];
        let part = |register| self.exact(function, at, register, steps);
        match instr.op {
            Op::Const => Some(i64::from(instr.imm)),
            Op::Big => self.pack.constants.get(instr.imm as usize).copied(),
            Op::Move => part(instr.b),
            Op::Add => Some(part(instr.b)?.saturating_add(part(instr.c)?)),
            Op::Sub => Some(part(instr.b)?.saturating_sub(part(instr.c)?)),
            Op::Mul => Some(part(instr.b)?.saturating_mul(part(instr.c)?)),
            Op::AddI => Some(part(instr.b)?.saturating_add(i64::from(instr.imm))),
            Op::MulI => Some(part(instr.b)?.saturating_mul(i64::from(instr.imm))),
            Op::Min => Some(part(instr.b)?.min(part(instr.c)?)),
            Op::Max => Some(part(instr.b)?.max(part(instr.c)?)),
            Op::Call => self.exact_result(instr.imm as usize, steps),
            _ => None,
        }
    }

    /// The constant result of a function, if its text itself gives it: a define that is a setting.
    fn exact_result(&self, function: usize, steps: usize) -> Option<i64> {
        let function = self.pack.functions.get(function)?;
        let mut returns = (0..)
            .zip(&function.code)
            .filter(|(_, instr)| instr.op == Op::Return);
        let (pc, last) = returns.next()?;
        let only = returns.next().is_none();
        only.then(|| self.exact(function, pc, last.a, steps))?
    }

    fn written(&self, function: &Function, at: usize, steps: usize) -> Option<i64> {
        let instr = function.code[at];
        if let Some(n) = self.exact(function, at + 1, instr.a, steps) {
            return Some(n);
        }
        let most = |register| self.most(function, at, register, steps);
        let size = |n: u64| i64::try_from(n).ok();
        match instr.op {
            Op::Const => Some(i64::from(instr.imm)),
            Op::Big => self.pack.constants.get(instr.imm as usize).copied(),
            Op::Move => most(instr.b),
            Op::Add => Some(most(instr.b)?.saturating_add(most(instr.c)?)),
            Op::AddI => Some(most(instr.b)?.saturating_add(i64::from(instr.imm))),
            Op::MulI if instr.imm >= 0 => Some(most(instr.b)?.max(0).saturating_mul(i64::from(instr.imm))),
            Op::DivI if instr.imm > 0 => Some(most(instr.b)?.max(0) / i64::from(instr.imm)),
            Op::Min => match (most(instr.b), most(instr.c)) {
                (Some(b), Some(c)) => Some(b.min(c)),
                (b, c) => b.or(c),
            },
            Op::Max => Some(most(instr.b)?.max(most(instr.c)?)),
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::EqI | Op::LtI | Op::GtI => Some(1),
            Op::Not | Op::Can | Op::ListHas => Some(1),
            Op::ListLen => size(self.set(function, instr.b)),
            Op::Get => self.cell_most(instr.imm as usize),
            Op::Field => self.column_most(function, instr),
            Op::Value => self.value_most(instr.imm as usize),
            Op::Call => self.result_most(instr.imm as usize, steps),
            Op::Core => match Core::from_number(instr.imm)?.call {
                Core::DiceIn | Core::CountFace | Core::Convert | Core::Cancel => size(self.dice()),
                Core::HalfDown | Core::HalfUp => Some(most(instr.b)?.max(0)),
                Core::Random => most(instr.b),
                _ => None,
            },
            _ => None,
        }
    }

    /// The most that a cell can hold in an entity of any kind: the printed numbers, or a token's limit.
    fn cell_most(&self, cell: usize) -> Option<i64> {
        let place = cell.checked_sub(cell::HEADER)?;
        let mut most = 0;
        for (number, kind) in self.pack.kinds.iter().enumerate() {
            let one = match kind.fields.get(place) {
                Some(FieldDef { state: true, .. }) => return None,
                Some(_) => self.printed_most(number, place),
                None => match kind.tokens.get(place - kind.fields.len()) {
                    Some(&token) => self.pack.tokens.get(usize::from(token))?.limit?,
                    None => 0,
                },
            };
            most = most.max(one);
        }
        Some(most)
    }

    fn printed_most(&self, kind: usize, field: usize) -> i64 {
        let templates = self.pack.templates.iter();
        let templates = templates.filter(|template| usize::from(template.kind) == kind);
        let cells = templates.filter_map(|template| template.cells.get(field).copied());
        let name = self.pack.kinds.get(kind).map(|kind| kind.name.clone());
        let cell = u16::try_from(cell::HEADER + field).ok();
        let changed = name
            .zip(cell)
            .and_then(|place| self.maxima.numbers.get(&place).copied());
        cells.chain(changed).max().unwrap_or(0).max(0)
    }

    fn column_most(&self, function: &Function, instr: Instr) -> Option<i64> {
        let Base::Row(record) = function.registers.get(usize::from(instr.b))?.base else {
            return None;
        };
        let rows = self.pack.rows.iter().filter(|row| row.record == record);
        let cells = rows.filter_map(|row| row.cells.get(instr.imm as usize).copied());
        Some(cells.max().unwrap_or(0).max(0))
    }

    /// A value is at most its `at most`, if that is a number; or its `at least`, which beats it.
    fn value_most(&self, value: usize) -> Option<i64> {
        let def = self.pack.values.get(value)?;
        let most = self.result_most(def.most?.place(), MOST_FOLLOWED_BACK)?;
        match def.least {
            Some(least) => Some(self.result_most(least.place(), MOST_FOLLOWED_BACK)?.max(most)),
            None => Some(most),
        }
    }

    /// The most that a function gives.
    fn result_most(&self, function: usize, steps: usize) -> Option<i64> {
        let steps = steps.checked_sub(1)?;
        let function = self.pack.functions.get(function)?;
        let mut most = None;
        for (pc, instr) in function.code.iter().enumerate() {
            if instr.op != Op::Return {
                continue;
            }
            let one = self.most(function, pc, instr.a, steps)?;
            most = Some(most.map_or(one, |most: i64| most.max(one)));
        }
        most
    }
}

/// The instructions that write a register.
fn writes(function: &Function, register: u8) -> impl Iterator<Item = Instr> + '_ {
    let code = function.code.iter().copied();
    code.filter(move |instr| writes_to(*instr, register))
}

/// The instruction that wrote a register last, if it stands shortly before another one and no jump leads between.
fn just_written(function: &Function, pc: usize, register: u8) -> Option<usize> {
    let code = &function.code;
    for at in (pc.saturating_sub(NEAR)..pc).rev() {
        let reached = code
            .iter()
            .any(|instr| instr.op.jumps() && instr.imm as usize == at + 1);
        if reached || matches!(code[at].op, Op::Jump | Op::Return) {
            return None;
        }
        if writes_to(code[at], register) {
            return Some(at);
        }
    }
    None
}

fn writes_to(instr: Instr, register: u8) -> bool {
    let access = instr.op.access();
    let mut written = [instr.a, instr.b, instr.c].into_iter().zip(Access::WRITES);
    let further = match instr.op {
        Op::Choose | Op::ChoosePlace => register == instr.a.wrapping_add(1),
        // Whether there is a result depends on what is called.
        Op::Call | Op::Core => register == instr.a,
        _ => false,
    };
    further || written.any(|(one, flag)| one == register && access.has(flag))
}
