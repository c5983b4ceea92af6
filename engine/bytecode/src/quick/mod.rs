//! Quick code: pure functions with the small ones that they call written into them, for playing many decisions.
//!
//! It is made beside the pack's own code when a game has gone on for a while, and nothing else changes: `why`, hashes and
//! stored games know only the pack's code. A function in its quick form gives the same answer for the same fuel:
//!
//! ```text
//!   each step has the price of what it stands for       call, its arguments and `return` become moves, or nothing
//!   it runs only where no limit is near                 `height`: how deep its questions go at most
//! ```
//!
//! A value that no rule changes is its base between its bounds; a permission that no rule speaks about is given, and one that
//! rules of one level can only forbid asks their conditions one after the other. Whether rules can apply in a game, and what is
//! left a call because its answers are remembered, the [`Advice`] says. Rules of effects apply only while these run, so many
//! functions have two quick forms: one for always, and a shorter one for while none of these effects runs.
//!
//! Quick code is code of the same instructions, so the verifier can prove it too: [`replaced`] makes a pack of it for tests.
//!
//! | file | what lives there |
//! |---|---|
//! | `writer` | one function: its own steps, and pieces of others between them |
//! | `polish` | jumps whose way is known; which arguments an answer came from |

mod polish;
mod writer;

use crate::isa::{Instr, Op};
use crate::pack::{Each, EffectDef, FuncId, FunctionClass, Id, Pack, PermissionDef, ValueDef};
use crate::ty::Ty;
use crate::verify::longest_chains;
use std::sync::Arc;
use writer::Writer;

/// The most steps of a function that is written into others.
const MOST_STEPS: usize = 64;
/// The most steps of a function with others written into it.
const FULL: usize = 1_200;
/// The most registers of such a function: some are left for a later use.
const MOST_REGISTERS: usize = 240;

/// A function in its quick form.
#[derive(Clone, Debug)]
pub struct Quick {
    /// Its code.
    pub code: Vec<Instr>,
    /// For each instruction, and for the end, what all before it cost.
    pub paid: Vec<u32>,
    /// The types of its registers.
    pub registers: Vec<Ty>,
    /// How many questions stand inside each other at most while it runs, itself included.
    pub height: u32,
    /// The effects none of which may run.
    pub effects: Vec<Id<EffectDef>>,
    /// The register that tells in the end whether the second argument was looked at; only of functions of movements.
    pub looked: Option<u8>,
}

/// Facts about a game besides its pack.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    /// For each value, the effects that could change it, if nothing else can.
    pub settled: Each<ValueDef, Option<Vec<Id<EffectDef>>>>,
    /// For each permission what forbids it, if nothing else can speak about it.
    pub forbidden: Each<PermissionDef, Option<Forbidden>>,
    /// For each function, whether its answers are remembered, so that it stays a call.
    pub remembered: Vec<bool>,
}

/// The rules and effects that can speak about a permission.
#[derive(Clone, Debug, Default)]
pub struct Forbidden {
    /// The conditions of rules that forbid it.
    pub conditions: Vec<FuncId>,
    /// The effects whose rules could speak about it.
    pub effects: Vec<Id<EffectDef>>,
}

/// The quick forms of a pack's functions; nothing where the pack's own code is as good.
#[must_use]
pub fn quick(pack: &Pack, advice: &Advice) -> Forms {
    let heights = longest_chains(pack);
    let [always, at_rest] = [false, true].map(|at_rest| forms(pack, advice, at_rest, &heights));
    // Where it is the same there is one.
    let at_rest = at_rest
        .into_iter()
        .map(|quick| quick.filter(|quick| !quick.effects.is_empty()));
    Forms {
        always,
        at_rest: at_rest.collect(),
    }
}

/// The quick forms of all functions of a pack.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// The forms that always give the right answer.
    pub always: Vec<Option<Quick>>,
    /// The forms that give it while certain effects do not run.
    pub at_rest: Vec<Option<Quick>>,
}

fn forms(pack: &Pack, advice: &Advice, at_rest: bool, heights: &[u32]) -> Vec<Option<Quick>> {
    let mut pieces = Pieces {
        pack,
        advice,
        at_rest,
        known: vec![Known::No; pack.functions.len()],
    };
    let mut watched = vec![false; pack.functions.len()];
    for function in pack.movements.iter().flat_map(|movement| movement.functions()) {
        if let Some(watched) = watched.get_mut(function.place()) {
            *watched = true;
        }
    }
    let numbers = 0..pack.functions.len();
    let quick = numbers
        .zip(heights)
        .zip(watched)
        .map(|((number, &height), watched)| {
            let piece = pieces.piece(FuncId::at(number))?;
            (piece.is_joined || watched).then(|| piece.finished(pack, height, watched))
        });
    quick.collect()
}

/// The pack with quick code in the place of its own: what the verifier says of it, it says of the quick code.
#[must_use]
pub fn replaced(pack: &Pack, quick: &[Option<Quick>]) -> Pack {
    let mut pack = pack.clone();
    for (number, quick) in quick.iter().enumerate() {
        if let Some(quick) = quick {
            let function = &mut pack.functions[number];
            (function.code, function.registers) = (quick.code.clone(), quick.registers.clone());
            function.lines.clear();
            function.questions.clear();
        }
    }
    pack
}

/// An instruction with its price. What `straight` leaves to others pays for itself.
#[derive(Clone, Copy, Debug)]
struct Step {
    instr: Instr,
    price: u32,
}

/// A function as it is written into others.
#[derive(Debug)]
struct Piece {
    steps: Vec<Step>,
    registers: Vec<Ty>,
    params: usize,
    result: Ty,
    /// Parameters that it writes, or hands on among other arguments: they need registers of its own.
    own: Vec<bool>,
    has_loop: bool,
    /// How many of its steps make sets that stay until it ends.
    sets: usize,
    /// Whether anything was written into it.
    is_joined: bool,
    /// The effects none of which may run.
    effects: Vec<Id<EffectDef>>,
}

impl Piece {
    fn finished(&self, pack: &Pack, height: u32, watched: bool) -> Quick {
        let (steps, registers, looked) = polish::finished(pack, self, watched);
        let mut paid = vec![0];
        for step in &steps {
            paid.push(paid.last().copied().unwrap_or(0) + step.price);
        }
        Quick {
            code: steps.into_iter().map(|step| step.instr).collect(),
            paid,
            registers,
            height,
            effects: self.effects.clone(),
            looked,
        }
    }
}

#[derive(Clone)]
enum Known {
    No,
    Never,
    Piece(Arc<Piece>),
}

/// The pieces made so far.
struct Pieces<'a> {
    pack: &'a Pack,
    advice: &'a Advice,
    /// Whether effects may be thought not to run.
    at_rest: bool,
    known: Vec<Known>,
}

impl Pieces<'_> {
    /// A function with others written into it; nothing if it is not one that only answers. No function leads back to itself,
    /// so this ends.
    fn piece(&mut self, number: FuncId) -> Option<Arc<Piece>> {
        match self.known.get(number.place())? {
            Known::Never => return None,
            Known::Piece(piece) => return Some(Arc::clone(piece)),
            Known::No => {}
        }
        let piece = Writer::write(self, number).map(Arc::new);
        self.known[number.place()] = piece
            .as_ref()
            .map_or(Known::Never, |piece| Known::Piece(Arc::clone(piece)));
        piece
    }

    /// A function that may be written into others.
    fn small(&mut self, number: FuncId) -> Option<Arc<Piece>> {
        let remembered = self
            .advice
            .remembered
            .get(number.place())
            .copied()
            .unwrap_or(false);
        let piece = self.piece(number)?;
        let gives_one = match piece.result.set {
            true => piece.sets == 0 || self.gives_its_only_set(&piece),
            false => piece.result != Ty::NOTHING,
        };
        let is_small = piece.steps.len() <= MOST_STEPS;
        (gives_one && is_small && !(remembered && piece.has_loop)).then_some(piece)
    }
}

impl Pieces<'_> {
    /// Whether a function makes one set and gives that: then nothing is left behind where it is written into another.
    fn gives_its_only_set(&self, piece: &Piece) -> bool {
        let instrs = || piece.steps.iter().map(|step| step.instr);
        let maker = instrs().find(|&instr| makes_set(self.pack, instr));
        let gives = |made: Instr| {
            let mut returns = instrs().filter(|instr| instr.op == Op::Return);
            returns.all(|instr| instr.a == made.a)
        };
        piece.sets == 1 && !piece.has_loop && maker.is_some_and(gives)
    }
}

/// Whether a function only answers, and knows nothing of who called it.
fn only_answers(function: &crate::pack::Function) -> bool {
    function.class == FunctionClass::Pure && function.context.is_none()
}

/// Whether the dispatch loop always carries out an instruction itself, so that its step can have any price.
fn is_straight(op: Op) -> bool {
    matches!(
        op,
        Op::Const
            | Op::Big
            | Op::Move
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Div
            | Op::Min
            | Op::Max
            | Op::AddI
            | Op::MulI
            | Op::DivI
            | Op::Eq
            | Op::Ne
            | Op::Lt
            | Op::Le
            | Op::EqI
            | Op::LtI
            | Op::GtI
            | Op::Not
            | Op::Field
            | Op::Get
            | Op::Template
            | Op::As
            | Op::ListLen
            | Op::ListAt
            | Op::ForNext
            | Op::ForCount
            | Op::ListPush
            | Op::Mark
            | Op::Release
            | Op::Return
    ) || op.jumps()
}

/// Whether an instruction makes a set.
fn makes_set(pack: &Pack, instr: Instr) -> bool {
    match instr.op {
        Op::All | Op::Held | Op::Rows | Op::Standing | Op::ListNew | Op::GetSet | Op::Sort => true,
        Op::Call => pack
            .functions
            .get(instr.imm as usize)
            .is_none_or(|function| function.result.set),
        Op::Core => crate::registry::Core::from_number(instr.imm).is_none_or(|call| call.result.set),
        Op::Value => pack
            .values
            .get(instr.imm as usize)
            .is_none_or(|value| value.result.set),
        Op::Entry => true,
        _ => false,
    }
}
