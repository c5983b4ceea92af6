//! The errors of the verifier: the property that could not be proved, its place, and why it matters.

use crate::isa::Op;
use crate::pack::{Id, ProcedureDef};
use crate::ty::Ty;

/// The first thing that could not be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The place.
    pub place: Site,
    /// The property, with the details.
    pub kind: VerifyErrorKind,
}

/// A place in a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// The pack as a whole.
    Pack,
    /// An entry of a table.
    Table {
        /// The table.
        table: &'static str,
        /// Its entry.
        index: usize,
    },
    /// A function.
    Function {
        /// Its index.
        index: usize,
        /// Its name.
        name: String,
        /// The instruction, unless it is the function as a whole.
        pc: Option<usize>,
    },
}

/// A property that could not be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyErrorKind {
    /// An index leads nowhere; following it would read outside of the table.
    OutOfRange {
        /// The table.
        table: &'static str,
        /// The index.
        index: i64,
        /// The number of entries in the table.
        length: usize,
    },
    /// A type names a word, record or kind that does not exist, or is a set of nothing.
    UnknownType {
        /// The type.
        ty: Ty,
    },
    /// A value is none of its type; instructions trust the type.
    BadValue {
        /// The value.
        value: i64,
        /// The type.
        ty: Ty,
    },
    /// Two things that are read side by side have different lengths.
    WrongCount {
        /// The things that are counted.
        what: &'static str,
        /// The number that was found.
        found: usize,
        /// The number that there should be.
        wanted: usize,
    },
    /// A question, which explains code to people, does not fit the code.
    WrongQuestion {
        /// The mistake.
        what: &'static str,
    },
    /// More than the representation can hold.
    TooMany {
        /// The things of which there are too many.
        what: &'static str,
        /// The number that was found.
        found: usize,
        /// The most that can be.
        limit: usize,
    },
    /// Something that must be there is missing, such as the empty text 0, which is every fresh text register.
    Missing {
        /// The missing thing.
        what: &'static str,
    },
    /// A name or index stands twice where one is meant.
    Duplicate {
        /// The thing that stands twice.
        what: &'static str,
        /// Its index.
        index: usize,
    },
    /// A number is below zero where it counts something.
    Negative {
        /// The things that it counts.
        what: &'static str,
        /// The number.
        value: i64,
    },
    /// An entity is of another kind than its place or its template asks for.
    WrongKind {
        /// The entity's kind.
        found: u16,
        /// The kind asked for.
        wanted: u16,
    },
    /// Something stands where it has no meaning.
    Misplaced {
        /// The thing, and where it can stand.
        what: &'static str,
    },
    /// Values of this type have no order, or no sum, by which rules about them could be weighed.
    Unordered {
        /// The thing that needs an order or a sum.
        what: &'static str,
        /// The type.
        ty: Ty,
    },
    /// Holders form a ring; whoever follows them upwards would never arrive.
    HolderRing {
        /// An entity of the ring.
        entity: usize,
    },
    /// Things that the core looks up by their order are not in it.
    NotInOrder {
        /// The things that are out of order.
        what: &'static str,
    },
    /// A core call asks about another board than the pack's, or about something that this board does not declare.
    WrongBoard {
        /// The call.
        call: &'static str,
        /// The pack's board.
        shape: crate::board::Shape,
    },

    /// A function has no code.
    NoCode,
    /// The last instruction goes on behind the end of the code.
    RunsOffTheEnd {
        /// The last operation.
        last: Op,
    },
    /// A register does not exist.
    NoSuchRegister {
        /// The register.
        register: usize,
        /// The number of registers.
        registers: usize,
    },
    /// A register is read that not every way to here has written.
    ReadBeforeWritten {
        /// The register.
        register: usize,
    },
    /// A register has the wrong type; the bits in it would be taken for something else.
    WrongType {
        /// The register.
        register: usize,
        /// The type of what is there.
        found: Ty,
        /// The type of what should be there.
        wanted: Ty,
    },
    /// A register should hold something of this sort.
    NotA {
        /// The sort that is expected.
        wanted: &'static str,
        /// The register.
        register: usize,
        /// Its type.
        found: Ty,
    },
    /// Two values can never be the same; comparing them would compare unrelated numbers.
    Incomparable {
        /// The one.
        left: Ty,
        /// The other.
        right: Ty,
    },
    /// A cell is no field of the entity's kind that code may use so; header cells have core calls of their own.
    BadCell {
        /// The kind.
        kind: u16,
        /// The cell.
        cell: i32,
        /// The kind of cell that is expected.
        wanted: &'static str,
    },
    /// A kind cannot carry this token, so there is no cell that counts it.
    TokenNotCarried {
        /// The kind.
        kind: u16,
        /// The token.
        token: i32,
    },
    /// A choice is asked in another way than it is declared, so the answer would arrive in the wrong form.
    WrongStyle {
        /// The choice.
        choice: usize,
        /// The style asked for.
        wanted: &'static str,
    },

    /// A game ends with an outcome whose winners are named elsewhere, so there would be none, or two lists of them.
    WrongEnd {
        /// The outcome.
        outcome: usize,
        /// The operation that ends the game.
        op: Op,
    },

    /// A jump leaves the function.
    BadTarget {
        /// The target, as an index of an instruction.
        target: i32,
        /// The length of the code, in instructions.
        length: usize,
    },
    /// A jump goes backwards, but not to a loop head, so nothing bounds how often.
    BackwardJump {
        /// The target, as an index of an instruction.
        target: usize,
    },
    /// A jump leads into the middle of code that has to be entered at its top.
    JumpInto {
        /// The target, as an index of an instruction.
        target: usize,
    },
    /// A loop that has come to its end goes on inside of itself, and so never ends.
    LoopNotLeft {
        /// The instruction at which it goes on.
        target: usize,
    },
    /// A loop's index is not set to 0 on the way to the loop, so the loop may begin anywhere.
    IndexNotReset {
        /// The index register.
        register: u8,
    },
    /// Something else writes a register that a loop, a set being built or a mark relies on.
    RegisterDisturbed {
        /// The register.
        register: u8,
        /// The instruction that relies on it.
        relied_on_at: usize,
    },
    /// A window opens while a loop, a set being built or a mark relies on a slot that rules in the window can write.
    SlotExposed {
        /// The register of the slot.
        register: u8,
    },
    /// A set is extended that this code did not just make; somebody may be walking through it.
    PushWithoutNew {
        /// The set's register.
        register: u8,
    },
    /// Sets are forgotten that were not marked on the way here; they may belong to a caller.
    ReleaseWithoutMark {
        /// The mark's register.
        register: u8,
    },

    /// A pure function changes the state or asks somebody; conditions are evaluated when nobody may be asked.
    Impure {
        /// The operation.
        op: Op,
    },
    /// A function runs in a context that it does not get here, so its slots would be somebody else's.
    WrongContext {
        /// The procedure it needs.
        found: Option<Id<ProcedureDef>>,
        /// The procedure there is.
        wanted: Option<Id<ProcedureDef>>,
    },
    /// A window is opened outside of its procedure, so its rules would find other slots than theirs.
    ForeignWindow {
        /// The window.
        window: usize,
    },
    /// Calls come back to where they began; nothing would bound their depth.
    Recursion {
        /// The chain of calls; the first is also the last.
        path: Vec<String>,
    },
    /// A function is used where one of other parameters is called.
    WrongParams {
        /// Name of the function.
        function: String,
        /// Its parameters.
        found: Vec<Ty>,
        /// The arguments it would get.
        wanted: Vec<Ty>,
    },
    /// A function is used where another result is expected.
    WrongResult {
        /// Name of the function.
        function: String,
        /// Its result.
        found: Ty,
        /// The expected result.
        wanted: Ty,
    },
    /// A function that may change the state is used as a question.
    NotPure {
        /// Name of the function.
        function: String,
    },
}

impl std::error::Error for VerifyError {}

impl VerifyErrorKind {
    /// This error, in an entry of a table.
    pub(super) fn in_table(self, table: &'static str, index: usize) -> VerifyError {
        VerifyError {
            place: Site::Table { table, index },
            kind: self,
        }
    }

    /// This error, in the pack as a whole.
    pub(super) fn in_pack(self) -> VerifyError {
        VerifyError {
            place: Site::Pack,
            kind: self,
        }
    }
}
