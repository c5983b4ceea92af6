//! Builds one function: registers with fixed types, code, jumps, scopes of local names.
//!
//! Temporary registers are given back when their statement ends and reused by type. Registers of loop heads
//! are never reused, so that the verifier sees at once that every loop is finite.

use crate::source::Place;
use cardwright_bytecode::pack::{FuncId, Function, FunctionClass, SourceRef};
use cardwright_bytecode::{Instr, Op, Ty};
use std::collections::BTreeMap;

/// The most registers that a function can have.
const MOST_REGISTERS: usize = 256;
/// The most instructions of one function.
const MOST_CODE: usize = 1 << 16;

/// A value in a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Val {
    pub(crate) reg: u8,
    pub(crate) ty: Ty,
}

/// A local name.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) val: Val,
    /// Whether `set` may change it.
    pub(crate) variable: bool,
    pub(crate) place: Place,
}

/// A jump whose target is not known yet.
#[must_use]
pub(crate) struct Patch(usize);

/// A function under construction.
pub(crate) struct Builder {
    pub(crate) name: String,
    pub(crate) class: FunctionClass,
    pub(crate) context: Option<u32>,
    pub(crate) line: SourceRef,
    /// Names of the procedure whose window is open: slot numbers are their places in the list.
    pub(crate) context_slots: Vec<(String, Ty)>,
    /// The kind of `you`, and whether it holds the card instead of being the rule's own entity.
    pub(crate) you: Option<(u16, bool)>,
    params: u8,
    result: Ty,
    registers: Vec<Ty>,
    free: BTreeMap<Vec<Ty>, Vec<u8>>,
    temporaries: Vec<(Vec<Ty>, u8)>,
    locals: Vec<Local>,
    scopes: Vec<(usize, usize)>,
    code: Vec<Instr>,
    lines: Vec<SourceRef>,
    too_large: bool,
    leave: Vec<Patch>,
}

impl Builder {
    pub(crate) fn new(name: String, class: FunctionClass, result: Ty) -> Self {
        Self {
            name,
            class,
            context: None,
            line: SourceRef::default(),
            context_slots: Vec::new(),
            you: None,
            params: 0,
            result,
            registers: Vec::new(),
            free: BTreeMap::new(),
            temporaries: Vec::new(),
            locals: Vec::new(),
            scopes: Vec::new(),
            code: Vec::new(),
            lines: Vec::new(),
            too_large: false,
            leave: Vec::new(),
        }
    }

    /// Adds a parameter; all parameters come before any other register.
    pub(crate) fn param(&mut self, name: &str, ty: Ty, place: Place) {
        let reg = self.fresh(&[ty]);
        self.params = self.params.saturating_add(1);
        self.locals.push(Local {
            name: name.to_owned(),
            val: Val { reg, ty },
            variable: false,
            place,
        });
    }

    /// Adds a variable that windows can reach.
    pub(crate) fn variable(&mut self, name: &str, ty: Ty, place: Place) {
        let reg = self.fresh(&[ty]);
        self.locals.push(Local {
            name: name.to_owned(),
            val: Val { reg, ty },
            variable: true,
            place,
        });
    }

    pub(crate) fn is_pure(&self) -> bool {
        self.class == FunctionClass::Pure
    }

    pub(crate) fn is_too_large(&self) -> bool {
        self.too_large
    }

    /// Consecutive registers that are never reused.
    pub(crate) fn fresh(&mut self, types: &[Ty]) -> u8 {
        let base = self.registers.len();
        if base + types.len() > MOST_REGISTERS {
            self.too_large = true;
            return 0;
        }
        self.registers.extend_from_slice(types);
        u8::try_from(base).unwrap_or(0)
    }

    /// Consecutive registers until the statement ends.
    pub(crate) fn block(&mut self, types: &[Ty]) -> u8 {
        let reused = self.free.get_mut(types).and_then(Vec::pop);
        let base = reused.unwrap_or_else(|| self.fresh(types));
        self.temporaries.push((types.to_vec(), base));
        base
    }

    /// One register until the statement ends.
    pub(crate) fn temp(&mut self, ty: Ty) -> u8 {
        self.block(&[ty])
    }

    pub(crate) fn temporaries(&self) -> usize {
        self.temporaries.len()
    }

    /// Gives back all temporaries made since `mark`.
    pub(crate) fn give_back(&mut self, mark: usize) {
        for (types, base) in self.temporaries.drain(mark..).rev() {
            self.free.entry(types).or_default().push(base);
        }
    }

    pub(crate) fn open_scope(&mut self) {
        self.scopes.push((self.locals.len(), self.temporaries.len()));
    }

    pub(crate) fn close_scope(&mut self) {
        if let Some((locals, temporaries)) = self.scopes.pop() {
            self.locals.truncate(locals);
            self.give_back(temporaries);
        }
    }

    /// Names a value until the scope closes.
    pub(crate) fn bind(&mut self, name: &str, val: Val, place: Place) {
        self.locals.push(Local {
            name: name.to_owned(),
            val,
            variable: false,
            place,
        });
    }

    pub(crate) fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    pub(crate) fn local_names(&self) -> impl Iterator<Item = &str> {
        self.locals
            .iter()
            .map(|local| local.name.as_str())
            .chain(self.context_slots.iter().map(|slot| slot.0.as_str()))
    }

    pub(crate) fn context_slot(&self, name: &str) -> Option<(usize, Ty)> {
        let at = self.context_slots.iter().position(|slot| slot.0 == name)?;
        Some((at, self.context_slots[at].1))
    }

    pub(crate) fn emit(&mut self, op: Op, a: u8, b: u8, c: u8, imm: i32) {
        if self.code.len() >= MOST_CODE {
            self.too_large = true;
            return;
        }
        self.code.push(Instr::new(op, a, b, c, imm));
        self.lines.push(self.line);
    }

    /// Emits an operation whose operand is an index of a table.
    pub(crate) fn emit_index(&mut self, op: Op, a: u8, b: u8, c: u8, index: usize) {
        self.emit(op, a, b, c, i32::try_from(index).unwrap_or(i32::MAX));
    }

    pub(crate) fn here(&self) -> usize {
        self.code.len()
    }

    /// A jump ahead, to be patched.
    pub(crate) fn jump(&mut self) -> Patch {
        self.emit(Op::Jump, 0, 0, 0, 0);
        Patch(self.code.len().saturating_sub(1))
    }

    /// A jump ahead if the register is no.
    pub(crate) fn jump_if_not(&mut self, reg: u8) -> Patch {
        self.emit(Op::JumpIfNot, reg, 0, 0, 0);
        Patch(self.code.len().saturating_sub(1))
    }

    /// Lets the jump arrive here.
    pub(crate) fn arrive(&mut self, patch: Patch) {
        let target = i32::try_from(self.code.len()).unwrap_or(i32::MAX);
        if let Some(instr) = self.code.get_mut(patch.0) {
            instr.imm = target;
        }
    }

    /// A loop over a set: gives the head and the register of the member.
    pub(crate) fn loop_over(&mut self, set: Val) -> (Loop, Val) {
        let member = Ty::one(set.ty.base);
        let list = self.fresh(&[set.ty]);
        let index = self.fresh(&[Ty::NUMBER]);
        let item = self.temp(member);
        self.emit(Op::Move, list, set.reg, 0, 0);
        self.emit(Op::Const, index, 0, 0, 0);
        let head = self.here();
        self.emit(Op::ForNext, list, index, item, 0);
        (
            Loop { head },
            Val {
                reg: item,
                ty: member,
            },
        )
    }

    /// A loop that runs so many times.
    pub(crate) fn loop_times(&mut self, times: u8) -> Loop {
        let limit = self.fresh(&[Ty::NUMBER]);
        let index = self.fresh(&[Ty::NUMBER]);
        self.emit(Op::Move, limit, times, 0, 0);
        self.emit(Op::Const, index, 0, 0, 0);
        let head = self.here();
        self.emit(Op::ForCount, limit, index, 0, 0);
        Loop { head }
    }

    /// Jumps back to the loop's head.
    pub(crate) fn again(&mut self, which: &Loop) {
        let head = i32::try_from(which.head).unwrap_or(i32::MAX);
        self.emit(Op::Jump, 0, 0, 0, head);
    }

    /// Ends the loop: its head leaves to here.
    pub(crate) fn end_loop(&mut self, which: Loop) {
        self.arrive(Patch(which.head));
    }

    /// `stop`: a jump to where the function leaves.
    pub(crate) fn stop(&mut self) {
        let patch = self.jump();
        self.leave.push(patch);
    }

    /// Lets every `stop` so far arrive here.
    pub(crate) fn arrive_stops(&mut self) {
        for patch in std::mem::take(&mut self.leave) {
            self.arrive(patch);
        }
    }

    /// Ends the function with a result (any register if it gives nothing).
    pub(crate) fn finish(mut self, result: Option<Val>) -> Function {
        self.arrive_stops();
        if self.registers.is_empty() {
            self.registers.push(self.result);
        }
        self.emit(Op::Return, result.map_or(0, |val| val.reg), 0, 0, 0);
        Function {
            name: self.name,
            class: self.class,
            params: self.params,
            result: self.result,
            registers: self.registers,
            context: self.context,
            code: self.code,
            lines: self.lines,
        }
    }
}

/// A loop under construction.
#[must_use]
pub(crate) struct Loop {
    head: usize,
}

/// A function that is not lowered yet, so that others can call it.
pub(crate) fn reserve(functions: &mut Vec<Function>) -> FuncId {
    functions.push(Function {
        name: String::new(),
        class: FunctionClass::Pure,
        params: 0,
        result: Ty::NOTHING,
        registers: Vec::new(),
        context: None,
        code: Vec::new(),
        lines: Vec::new(),
    });
    FuncId::try_from(functions.len() - 1).unwrap_or(FuncId::MAX)
}
