//! The verifier: what it lets through runs without checks.
//!
//! # What is proved
//!
//! - **Operands.** Every register exists and has the type that the instruction needs; every table index exists;
//!   every cell is a field or token of the entity's kind; arguments fit signatures; results fit registers.
//!   A register has one type for ever, so this is a check of each instruction by itself.
//! - **Definite assignment.** Every read of a register lies behind a write on every way: see [`assigned`]. Registers begin
//!   as zero all the same, a valid value of every type, so that a stored game is equal everywhere.
//! - **Control.** Jumps stay inside the function and code cannot run off its end. Only a jump to a loop head goes
//!   backwards. A loop, and the code between the reset of its index and its head, is entered only at its top;
//!   between, nothing but the head writes its index or its list or limit; and a list can grow only before
//!   anything else can hold it. So every loop ends. The argument is in [`regions`].
//! - **Calls.** Neither functions nor the values, permissions, options of offers, running effects and conditions that
//!   pure code reads can come back to themselves: the depth of such calls is bounded by their number. No call
//!   by the core has more than [`MAX_ARGUMENTS`], so none is dropped.
//! - **Purity.** Functions that answer questions leave the state alone and never stop.
//! - **Contexts.** Slots of a procedure are read and written only by code that runs in one of its windows, with
//!   the types of its registers.
//! - **Tables.** Every index in every table exists, values in rows, templates, sets and entities are valid for
//!   their types, holders form no ring, and every function has the signature that its place asks for.
//! - **Board.** Spaces are in order, each has a row of the board's terrain, and core calls are of this board.
//! - **Sets.** `release` forgets only what its own function marked.
//!
//! # What is not proved
//!
//! - That a loop is *short*: `for-count` may count to any number. Fuel bounds it.
//! - That windows and offers do not open each other for ever: a nesting budget bounds them at run time.
//! - That a set is still alive when it is used: a handle that was kept beyond its `release` may mean nothing, or
//!   another set, perhaps of other members. Whoever reads a member, a cell or a row has to look it up with a
//!   check and give the null value if it is not there. The same holds for old pools and dice.
//! - The members of the set that a branch is chosen from: labels have to be looked up with a check.
//! - That a pose is sensible: every number is one. A space that the core gives exists, or is nowhere.
//!
//! The work grows in line with the size of the pack; [`verify_counting`] shows it.

pub(crate) mod assigned;
mod board;
mod calls;
mod display;
mod error;
mod foundation;
mod function;
mod kinds;
pub(crate) mod operands;
mod ops;
pub mod regions;
mod rules;
mod scope;
mod seen;
mod setup;
mod signatures;
mod tables;
mod types;

pub(crate) use calls::longest_chains;
pub use error::{Site, VerifyError, VerifyErrorKind};
pub use foundation::Foundation;
pub use seen::{Answered, Seen};

use crate::pack::{Id, Pack, ProcedureDef};
use crate::parallel::both;
use crate::quick::{Advice, Forms, quick};
use std::ops::{Deref, Range};
use std::sync::OnceLock;

/// The most registers of a function: their numbers are bytes.
pub const MAX_REGISTERS: usize = 256;
/// The most arguments that the core packs for one call: those of a rule's home and of what the rule is about together.
pub const MAX_ARGUMENTS: usize = 24;
/// The most members of a set that the state holds.
pub const MAX_STORED_MEMBERS: usize = 1_024;
/// How many instructions are worth a thread of their own.
const CODE_AT_ONCE: usize = 1 << 16;
/// Fields from this number on cannot be secret: the header cell that remembers what was shown has a bit for each.
pub const MAX_SECRET_FIELDS: usize = 63;

/// A pack that can be run without checks. It is made with a proof only, and nothing changes it.
#[derive(Clone, Debug)]
pub struct VerifiedPack {
    pack: Pack,
    /// The quick forms of its functions, once somebody made them.
    quick: OnceLock<Forms>,
    /// Which of its functions have run, if somebody wants to know.
    seen: OnceLock<Seen>,
}

/// Quick forms follow from the pack.
impl PartialEq for VerifiedPack {
    fn eq(&self, other: &Self) -> bool {
        self.pack == other.pack
    }
}

impl Deref for VerifiedPack {
    type Target = Pack;

    fn deref(&self) -> &Pack {
        &self.pack
    }
}

/// The proof that a pack runs without checks.
pub(crate) struct Proof(());

impl VerifiedPack {
    /// The pack to which the proof belongs.
    pub(crate) fn new(pack: Pack, Proof(()): Proof) -> Self {
        Self {
            pack,
            quick: OnceLock::new(),
            seen: OnceLock::new(),
        }
    }

    /// Makes the quick forms of the functions, unless there are some already; from now on the interpreter may use them.
    /// Not of a pack that is watched: functions that are written into others do not run.
    pub fn quicken(&self, advice: &Advice) {
        if self.seen().is_none() {
            self.quick.get_or_init(|| quick(&self.pack, advice));
        }
    }

    /// From now on the interpreter notes which functions run. To be called before any game with this pack begins.
    pub fn watch(&self) {
        self.seen.get_or_init(|| Seen::of(self.pack.functions.len()));
    }

    /// The same, and from now on the interpreter also notes how questions are answered. It then runs instruction by instruction.
    pub fn watch_answers(&self) {
        let questions = self
            .pack
            .functions
            .iter()
            .map(|function| function.questions.len());
        self.seen.get_or_init(|| Seen::with_answers(questions));
    }

    /// Which functions have run since [`Self::watch`].
    #[inline]
    #[must_use]
    pub fn seen(&self) -> Option<&Seen> {
        self.seen.get()
    }

    /// The quick forms of its functions, once they are made.
    #[inline]
    #[must_use]
    pub fn quick(&self) -> Option<&Forms> {
        self.quick.get()
    }

    /// The pack, which is then no longer known to be safe.
    #[must_use]
    pub fn into_pack(self) -> Pack {
        self.pack
    }
}

/// Proves that a pack can be run without checks.
///
/// # Errors
/// The first thing that could not be proved, tables before code.
pub fn verify(pack: Pack) -> Result<VerifiedPack, VerifyError> {
    verify_counting(pack).0
}

/// [`verify`], with the number of steps that the checks of code took; it grows in line with the code.
pub fn verify_counting(pack: Pack) -> (Result<VerifiedPack, VerifyError>, u64) {
    let mut steps = 0;
    let proof = prove_counting(&pack, &mut steps);
    (proof.map(|proof| VerifiedPack::new(pack, proof)), steps)
}

/// Proves that a pack can be run without checks.
pub(crate) fn prove(pack: &Pack) -> Result<Proof, VerifyError> {
    prove_counting(pack, &mut 0)
}

fn prove_counting(pack: &Pack, steps: &mut u64) -> Result<Proof, VerifyError> {
    prove_from(pack, 0, &[], steps).map(|_| Proof(()))
}

/// Proves a pack of whose functions those before `first` are proved, and make these calls. Gives the calls of all.
fn prove_from(
    pack: &Pack,
    first: usize,
    proved: &[calls::Call],
    steps: &mut u64,
) -> Result<Vec<calls::Call>, VerifyError> {
    kinds::first_kinds(pack)?;
    tables::check(pack)?;
    kinds::check(pack)?;
    board::check(pack)?;
    setup::check(pack)?;
    let procedures = scope::procedures_of_functions(pack)?;
    let new = functions(pack, &procedures, first..pack.functions.len(), steps)?;
    let calls = [proved, &new].concat();
    rules::check(pack)?;
    calls::check(pack, &calls, steps)?;
    Ok(calls)
}

/// Checks some functions, many of them on several threads; gives the calls that they make. The first function that
/// fails is told, whichever is found first.
fn functions(
    pack: &Pack,
    procedures: &[Option<Id<ProcedureDef>>],
    range: Range<usize>,
    steps: &mut u64,
) -> Result<Vec<calls::Call>, VerifyError> {
    let size: usize = pack.functions.tail(range.start)[..range.len()]
        .iter()
        .map(|function| function.code.len())
        .sum();
    if size > CODE_AT_ONCE && range.len() > 1 {
        let half = range.start + range.len() / 2;
        let part = |range: Range<usize>| {
            let mut steps = 0;
            (functions(pack, procedures, range, &mut steps), steps)
        };
        let (second, first) = both(true, || part(half..range.end), || part(range.start..half));
        *steps += first.1 + second.1;
        let mut calls = first.0?;
        calls.append(&mut second.0?);
        return Ok(calls);
    }
    let mut work = function::Work::default();
    let mut checked = range.map(|index| function::check(pack, index, procedures[index], &mut work));
    let checked = checked.try_for_each(|checked| checked);
    *steps += work.steps;
    checked.map(|()| work.calls)
}
