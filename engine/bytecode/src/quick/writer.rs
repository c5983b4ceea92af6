//! One function: its own steps, and pieces of others where it calls them.
//!
//! A piece gets registers of its own behind those of the function, side by side in their order, so that arguments stay
//! side by side. Where it only reads a parameter it reads the caller's register.

use super::{FULL, MOST_REGISTERS, Piece, Pieces, Step, is_straight, makes_set, only_answers};
use crate::isa::{Access, Instr, Op};
use crate::pack::{EffectDef, FuncId, Id, Pack, PermissionDef, ValueDef};
use crate::ty::Ty;
use crate::verify::operands::Operands;
use std::collections::HashMap;
use std::sync::Arc;

/// The target of a jump while a function is written.
#[derive(Clone, Copy)]
enum Target {
    /// An instruction of the pack's code.
    Old(usize),
    /// A step.
    New(usize),
}

pub(super) struct Writer<'p, 'a> {
    pieces: &'p mut Pieces<'a>,
    steps: Vec<Step>,
    /// For each step that jumps, where to.
    jumps: HashMap<usize, Target>,
    registers: Vec<Ty>,
    /// The first register of each piece; pieces of one function use the same ones, one after the other.
    blocks: HashMap<Block, u8>,
    /// A price that the next step has to bear.
    due: u32,
    has_loop: bool,
    sets: usize,
    is_joined: bool,
    effects: Vec<Id<EffectDef>>,
}

/// The purpose of a block of registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Block {
    Piece(FuncId),
    Result(Ty),
    Bound,
    Mark,
}

/// A question that is written out: the first register of its arguments, and the one for the answer.
#[derive(Clone, Copy)]
struct Asked {
    first: u8,
    to: u8,
}

impl<'p, 'a> Writer<'p, 'a> {
    pub(super) fn write(pieces: &'p mut Pieces<'a>, number: FuncId) -> Option<Piece> {
        let pack = pieces.pack;
        let function = pack
            .functions
            .get(number.place())
            .filter(|function| only_answers(function))?;
        let mut writer = Writer {
            pieces,
            steps: Vec::new(),
            jumps: HashMap::new(),
            registers: function.registers.clone(),
            blocks: HashMap::new(),
            due: 0,
            has_loop: false,
            sets: 0,
            is_joined: false,
            effects: Vec::new(),
        };
        let mut places = Vec::with_capacity(function.code.len());
        for &instr in &function.code {
            // What is due belongs to the way so far; nobody who jumps here pays it.
            writer.settle();
            places.push(writer.steps.len());
            if !writer.question(instr) {
                writer.own(instr);
            }
        }
        writer.settle();
        writer.link(&places);
        let params = usize::from(function.params);
        Some(Piece {
            own: own_params(pack, &writer.steps, params),
            steps: writer.steps,
            registers: writer.registers,
            params,
            result: function.result,
            has_loop: writer.has_loop,
            sets: writer.sets,
            is_joined: writer.is_joined,
            effects: writer.effects,
        })
    }

    fn pack(&self) -> &'a Pack {
        self.pieces.pack
    }

    /// A step of the function itself.
    fn own(&mut self, instr: Instr) {
        self.note(instr);
        if instr.op.jumps() {
            self.jumps
                .insert(self.steps.len(), Target::Old(instr.imm as usize));
        }
        self.push(instr, u32::from(is_straight(instr.op) || may_be_left(instr.op)));
    }

    fn note(&mut self, instr: Instr) {
        self.has_loop |= matches!(instr.op, Op::ForNext | Op::ForCount);
        self.sets += usize::from(makes_set(self.pieces.pack, instr));
    }

    fn push(&mut self, instr: Instr, price: u32) {
        if self.due > 0 && !is_straight(instr.op) {
            self.settle();
        }
        let price = price + std::mem::take(&mut self.due);
        self.steps.push(Step { instr, price });
    }

    /// Pays the price that is due by a step of its own.
    fn settle(&mut self) {
        if self.due > 0 {
            let price = std::mem::take(&mut self.due);
            let place = self.steps.len();
            self.jumps.insert(place, Target::New(place + 1));
            let instr = Instr::new(Op::Jump, 0, 0, 0, 0);
            self.steps.push(Step { instr, price });
        }
    }

    fn jump(&mut self, instr: Instr, price: u32, to: usize) {
        self.push(instr, price);
        self.jumps.insert(self.steps.len() - 1, Target::New(to));
    }

    /// Gives all jumps their targets.
    fn link(&mut self, places: &[usize]) {
        for (&step, &target) in &self.jumps {
            let target = match target {
                Target::Old(place) => places.get(place).copied().unwrap_or(usize::MAX),
                Target::New(place) => place,
            };
            self.steps[step].instr.imm = target as i32;
        }
    }

    /// Registers side by side for a purpose; nothing if there is no room.
    fn block(&mut self, block: Block, types: &[Ty]) -> Option<u8> {
        if let Some(&first) = self.blocks.get(&block) {
            return Some(first);
        }
        let first = self.registers.len();
        if first + types.len() > MOST_REGISTERS {
            return None;
        }
        self.registers.extend_from_slice(types);
        self.blocks.insert(block, first as u8);
        Some(first as u8)
    }

    /// Writes out a call or question, if that can be done.
    fn question(&mut self, instr: Instr) -> bool {
        let asked = Asked {
            first: instr.b,
            to: instr.a,
        };
        let price = instr.op.fuel() as u32;
        match instr.op {
            Op::Call => self.call(instr.id(), asked, price),
            Op::Value => self.value(instr.id(), asked, price),
            Op::Can => self.permission(instr.id(), asked, price),
            _ => false,
        }
    }

    /// The piece of a function, if it may be written here and has room.
    fn room_for(&mut self, number: FuncId) -> Option<(Arc<Piece>, u8)> {
        let piece = self.pieces.small(number)?;
        let marks = must_release(&piece);
        if self.steps.len() + piece.steps.len() > FULL
            || (marks && self.block(Block::Mark, &[Ty::NUMBER]).is_none())
        {
            return None;
        }
        let first = self.block(Block::Piece(number), &piece.registers)?;
        Some((piece, first))
    }

    fn call(&mut self, number: FuncId, asked: Asked, price: u32) -> bool {
        let Some((piece, first)) = self.room_for(number) else {
            return false;
        };
        self.due += price;
        self.splice(&piece, first, asked);
        true
    }

    /// The effects that must not run for something to be settled, if they may be thought not to.
    fn at_rest<'e>(&self, effects: Option<&'e Vec<Id<EffectDef>>>) -> Option<&'e [Id<EffectDef>]> {
        let effects = effects.map(Vec::as_slice)?;
        (self.pieces.at_rest || effects.is_empty()).then_some(effects)
    }

    fn needs(&mut self, effects: &[Id<EffectDef>]) {
        for &effect in effects {
            if !self.effects.contains(&effect) {
                self.effects.push(effect);
            }
        }
    }

    /// A value that no rule changes: its base between its bounds.
    fn value(&mut self, value: Id<ValueDef>, asked: Asked, price: u32) -> bool {
        let advice = self.pieces.advice;
        let settled = advice.settled.get(value).and_then(Option::as_ref);
        let Some(effects) = self.at_rest(settled) else {
            return false;
        };
        let def = &self.pack().values[value];
        let Some(base) = self.room_for(def.base) else {
            return false;
        };
        if def.least.is_none() && def.most.is_none() {
            self.needs(effects);
            self.due += price;
            self.splice(&base.0, base.1, asked);
            return true;
        }
        if def.result != Ty::NUMBER {
            return false;
        }
        let mut bounds = [None, None];
        for (bound, function) in bounds.iter_mut().zip([def.least, def.most]) {
            if let Some(function) = function {
                *bound = self.room_for(function);
                if bound.is_none() {
                    return false;
                }
            }
        }
        let (Some(result), Some(limit)) = (
            self.block(Block::Result(def.result), &[def.result]),
            self.block(Block::Bound, &[Ty::NUMBER, Ty::NUMBER]),
        ) else {
            return false;
        };
        self.needs(effects);
        self.due += price;
        self.splice(&base.0, base.1, Asked { to: result, ..asked });
        let [least, most] = bounds;
        if let Some((piece, first)) = &least {
            self.splice(piece, *first, Asked { to: limit, ..asked });
        }
        if let Some((piece, first)) = &most {
            let to = limit + 1;
            self.splice(piece, *first, Asked { to, ..asked });
            self.push(Instr::new(Op::Min, result, result, to, 0), 0);
        }
        if least.is_some() {
            self.push(Instr::new(Op::Max, result, result, limit, 0), 0);
        }
        self.push(Instr::new(Op::Move, asked.to, result, 0, 0), 0);
        true
    }

    /// A permission that rules can only forbid: none of their conditions holds.
    fn permission(&mut self, permission: Id<PermissionDef>, asked: Asked, price: u32) -> bool {
        let advice = self.pieces.advice;
        let Some(Some(forbidden)) = advice.forbidden.get(permission) else {
            return false;
        };
        let Some(effects) = self.at_rest(Some(&forbidden.effects)) else {
            return false;
        };
        let mut pieces = Vec::new();
        for &condition in &forbidden.conditions {
            match self.room_for(condition) {
                Some(piece) => pieces.push(piece),
                None => return false,
            }
        }
        let Some(answer) = self.block(Block::Result(Ty::BOOL), &[Ty::BOOL]) else {
            return false;
        };
        self.needs(effects);
        self.due += price;
        let mut refused = Vec::new();
        for (piece, first) in &pieces {
            self.splice(piece, *first, Asked { to: answer, ..asked });
            self.jump(Instr::new(Op::JumpIf, answer, 0, 0, 0), 0, 0);
            refused.push(self.steps.len() - 1);
        }
        self.push(Instr::new(Op::Const, asked.to, 0, 0, 1), 0);
        self.is_joined = true;
        if refused.is_empty() {
            return true;
        }
        let end = self.steps.len() + 2;
        self.jump(Instr::new(Op::Jump, 0, 0, 0, 0), 0, end);
        let no = self.steps.len();
        self.push(Instr::new(Op::Const, asked.to, 0, 0, 0), 0);
        for step in refused {
            self.jumps.insert(step, Target::New(no));
        }
        true
    }

    /// Writes a piece: its arguments stand where the caller put them, its result goes to a register of the caller.
    fn splice(&mut self, piece: &Piece, base: u8, asked: Asked) {
        self.is_joined = true;
        self.needs(&piece.effects);
        self.has_loop |= piece.has_loop;
        self.sets += if must_release(piece) { 0 } else { piece.sets };
        let at = |param: usize| asked.first.wrapping_add(param as u8);
        let is_own = |writer: &Self, param: usize| {
            piece.own[param] || writer.registers[usize::from(at(param))] != piece.registers[param]
        };
        let own: Vec<bool> = (0..piece.params).map(|param| is_own(self, param)).collect();
        for param in (0..piece.params).filter(|&param| own[param]) {
            self.push(Instr::new(Op::Move, base + param as u8, at(param), 0, 0), 0);
        }
        let mark = self
            .blocks
            .get(&Block::Mark)
            .copied()
            .filter(|_| must_release(piece));
        if let Some(mark) = mark {
            self.push(Instr::new(Op::Mark, mark, 0, 0, 0), 0);
        }
        let register = |register: u8| match own.get(usize::from(register)) {
            Some(false) => at(usize::from(register)),
            _ => base + register,
        };
        let mut places = Vec::with_capacity(piece.steps.len());
        let (mut jumps, mut returns) = (Vec::new(), Vec::new());
        for (number, step) in piece.steps.iter().enumerate() {
            // What is due belongs to the way so far.
            if number > 0 {
                self.settle();
            }
            places.push(self.steps.len());
            let mut instr = renamed(step.instr, base, register);
            if instr.op == Op::Return {
                self.push(Instr::new(Op::Move, asked.to, instr.a, 0, 0), step.price);
                if number + 1 < piece.steps.len() {
                    self.push(Instr::new(Op::Jump, 0, 0, 0, 0), 0);
                    returns.push(self.steps.len() - 1);
                }
                continue;
            }
            if instr.op.jumps() {
                instr.imm = 0;
            }
            self.push(instr, step.price);
            if instr.op.jumps() {
                jumps.push((self.steps.len() - 1, step.instr.imm as usize));
            }
        }
        let end = self.steps.len();
        for (step, target) in jumps {
            self.jumps.insert(step, Target::New(places[target]));
        }
        for step in returns {
            self.jumps.insert(step, Target::New(end));
        }
        if let Some(mark) = mark {
            self.push(Instr::new(Op::Release, mark, 0, 0, 0), 0);
        }
    }
}

/// Whether the dispatch loop carries out an instruction itself, but not always.
fn may_be_left(op: Op) -> bool {
    matches!(op, Op::Core | Op::ListNew | Op::ListHas)
}

/// Whether a piece makes sets that must be gone when it ends.
fn must_release(piece: &Piece) -> bool {
    piece.sets > 0 && !piece.result.set
}

/// An instruction with other registers.
fn renamed(instr: Instr, base: u8, register: impl Fn(u8) -> u8) -> Instr {
    let access = instr.op.access();
    let mut renamed = instr;
    for (flag, (slot, old)) in Access::NAMES.into_iter().zip([
        (&mut renamed.a, instr.a),
        (&mut renamed.b, instr.b),
        (&mut renamed.c, instr.c),
    ]) {
        if access.has(flag) {
            *slot = register(old);
        }
    }
    if has_arguments(instr.op) {
        renamed.b = base.wrapping_add(instr.b);
    }
    renamed
}

/// Whether arguments stand from `b` on.
fn has_arguments(op: Op) -> bool {
    matches!(
        op,
        Op::Call | Op::Core | Op::Value | Op::Can | Op::Running | Op::Options | Op::Entry
    )
}

/// Parameters that need registers of the function's own: it writes them, or they stand among other arguments.
fn own_params(pack: &Pack, steps: &[Step], params: usize) -> Vec<bool> {
    let mut own = vec![false; params];
    let mut note = |register: usize| {
        if let Some(own) = own.get_mut(register) {
            *own = true;
        }
    };
    for step in steps {
        let operands = Operands::of(pack, step.instr);
        operands.each_written(&mut note);
        if has_arguments(step.instr.op) {
            operands.each_read(&mut note);
        }
    }
    own
}
