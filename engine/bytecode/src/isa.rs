//! The instruction set: one table, from which encoding, decoding, the disassembler, the fuel price and
//! the reference page come.
//!
//! Every instruction is eight bytes: operation, three register numbers, and a 32-bit operand. Jump targets
//! are indexes into the code of the same function, counted from its first instruction.

use crate::pack::Id;

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instr {
    /// The operation.
    pub op: Op,
    /// First register operand, mostly the destination.
    pub a: u8,
    /// Second register operand.
    pub b: u8,
    /// Third register operand.
    pub c: u8,
    /// Number, jump target, or index into a table of the pack.
    pub imm: i32,
}

/// The size of an encoded instruction in bytes.
pub const INSTR_BYTES: usize = 8;

macro_rules! instructions {
    ($($op:ident = $code:literal, $name:literal, $operands:literal, $reads:literal, $writes:literal, $fuel:literal, $doc:literal;)*) => {
        /// An operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Op {
            $(#[doc = $doc] $op = $code,)*
        }

        /// All operations, in the order of their codes.
        pub const OPS: &[OpInfo] = &[
            $(OpInfo { op: Op::$op, name: $name, operands: $operands, reads: $reads, writes: $writes, fuel: $fuel, doc: $doc,
                access: Access::of($operands, $reads, $writes) },)*
        ];

        /// The flags of all operations side by side: they are asked for most often.
        const ACCESS: [Access; OPS.len()] = [$(Access::of($operands, $reads, $writes),)*];

        // The table is read by code, so a row's place has to be its code.
        const _: () = {
            let mut place = 0;
            while place < OPS.len() {
                assert!(OPS[place].op as usize == place);
                place += 1;
            }
        };

        impl Op {
            /// The operation with this code.
            #[must_use]
            pub const fn from_code(code: u8) -> Option<Self> {
                match code {
                    $($code => Some(Self::$op),)*
                    _ => None,
                }
            }

            /// The row of the table for this operation.
            #[must_use]
            pub const fn info(self) -> &'static OpInfo {
                &OPS[self as usize]
            }

            /// The cost of one execution, in fuel.
            #[inline]
            #[must_use]
            pub const fn fuel(self) -> u64 {
                OPS[self as usize].fuel as u64
            }

            /// Whether the operand is a jump target.
            #[must_use]
            pub const fn jumps(self) -> bool {
                self.access().has(Access::JUMPS)
            }

            /// The ways in which it uses its operands, as flags.
            #[must_use]
            pub const fn access(self) -> Access {
                ACCESS[self as usize]
            }
        }
    };
}

/// The table's row for one operation.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// The operation.
    pub op: Op,
    /// Its name in disassembly.
    pub name: &'static str,
    /// Which operands it uses, in order: `a`, `b`, `c` are registers; `i` is the plain operand; `>` a jump target;
    /// `s` a small number from -128 to 127 in the place of `c`; `n` one from 0 to 255.
    pub operands: &'static str,
    /// Which registers it reads: `*` are arguments, from `b` on, or from `a` on if `b` is a register of its own; `?` is
    /// read in some cases only (the result of a function that has one, the register behind `a` of a choice of many).
    pub reads: &'static str,
    /// Which registers it writes: `+` is the register behind `a`; `?` is `a` if there is a result.
    pub writes: &'static str,
    /// The cost of one execution, in fuel.
    pub fuel: u32,
    /// The meaning, as a sentence for the reference.
    pub doc: &'static str,
    /// The operands, reads and writes as flags.
    pub access: Access,
}

/// The ways in which an operation uses its operands, as flags; made from the letters of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access(u32);

impl Access {
    /// It reads `a`, `b`, `c`.
    pub const READS: [Self; 3] = [Self(1), Self(1 << 1), Self(1 << 2)];
    /// It writes `a`, `b`, `c`.
    pub const WRITES: [Self; 3] = [Self(1 << 3), Self(1 << 4), Self(1 << 5)];
    /// `a`, `b`, `c` name registers, even if they are not always read or written.
    pub const NAMES: [Self; 3] = [Self(1 << 6), Self(1 << 7), Self(1 << 8)];
    /// It reads arguments or, in some cases, a register; or it writes a result or a second register.
    pub const VARIES: Self = Self(1 << 9);
    /// The operand is a jump target.
    pub const JUMPS: Self = Self(1 << 10);

    /// Whether this flag is set.
    #[must_use]
    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    const fn of(operands: &str, reads: &str, writes: &str) -> Self {
        let mut flags = 0;
        let mut register = 0;
        while register < 3 {
            let letter = b'a' + register as u8;
            if contains(reads, letter) {
                flags |= Self::READS[register].0;
            }
            if contains(writes, letter) {
                flags |= Self::WRITES[register].0;
            }
            // The `b` of a call only says where arguments would begin.
            let arguments = letter == b'b' && contains(reads, b'*') && !contains(reads, b'b');
            if contains(operands, letter) && !arguments {
                flags |= Self::NAMES[register].0;
            }
            register += 1;
        }
        if contains(reads, b'*') || contains(reads, b'?') || contains(writes, b'?') || contains(writes, b'+')
        {
            flags |= Self::VARIES.0;
        }
        if contains(operands, b'>') {
            flags |= Self::JUMPS.0;
        }
        Self(flags)
    }
}

const fn contains(letters: &str, letter: u8) -> bool {
    let letters = letters.as_bytes();
    let mut place = 0;
    while place < letters.len() {
        if letters[place] == letter {
            return true;
        }
        place += 1;
    }
    false
}

instructions! {
    Const = 0, "const", "ai", "", "a", 1, "a = operand";
    Big = 1, "big", "ai", "", "a", 1, "a = constant number operand of the pack";
    Move = 2, "move", "ab", "b", "a", 1, "a = b";
    Add = 3, "add", "abc", "bc", "a", 1, "a = b + c, saturating";
    Sub = 4, "sub", "abc", "bc", "a", 1, "a = b - c, saturating";
    Mul = 5, "mul", "abc", "bc", "a", 1, "a = b * c, saturating";
    Div = 6, "div", "abc", "bc", "a", 1, "a = b / c rounded down; 0 when c is 0";
    Min = 7, "min", "abc", "bc", "a", 1, "a = the smaller of b and c";
    Max = 8, "max", "abc", "bc", "a", 1, "a = the larger of b and c";
    Eq = 9, "eq", "abc", "bc", "a", 1, "a = whether b equals c";
    Ne = 10, "ne", "abc", "bc", "a", 1, "a = whether b differs from c";
    Lt = 11, "lt", "abc", "bc", "a", 1, "a = whether b is less than c";
    Le = 12, "le", "abc", "bc", "a", 1, "a = whether b is at most c";
    Not = 13, "not", "ab", "b", "a", 1, "a = not b";
    Jump = 14, "jump", ">", "", "", 1, "go on at the target, which lies ahead, or at a loop head";
    JumpIfNot = 15, "jump-if-not", "a>", "a", "", 1, "go on at the target, which lies ahead, if a is no";
    LoadContext = 16, "load-context", "ai", "", "a", 1, "a = slot operand of the procedure whose window is open";
    StoreContext = 17, "store-context", "ai", "a", "", 1, "slot operand of the procedure whose window is open = a";
    Call = 18, "call", "abi", "*", "?", 2, "a = the result of function operand with arguments b, b+1, ... (a is left alone if there is none)";
    Return = 19, "return", "a", "?", "", 1, "leave the function with result a";
    Core = 20, "core", "abi", "*", "?", 4, "a = core call operand with arguments b, b+1, ...";
    Value = 21, "value", "abi", "*", "a", 8, "a = value operand, modifiers included, with arguments b, b+1, ...";
    Can = 22, "can", "abi", "*", "a", 8, "a = whether permission operand is given, with arguments b, b+1, ...";
    Field = 23, "field", "abi", "b", "a", 1, "a = field operand of row b";
    Get = 24, "get", "abi", "b", "a", 1, "a = cell operand of entity b";
    Set = 25, "set", "abi", "ab", "", 2, "cell operand of entity a = b";
    Give = 26, "give", "abi", "ab", "", 2, "put b tokens of sort operand on entity a, up to the sort's limit";
    Take = 27, "take", "abi", "ab", "", 2, "take up to b tokens of sort operand from entity a";
    All = 28, "all", "ai", "", "a", 4, "a = every entity of kind operand that is in play";
    Held = 29, "held", "abi", "b", "a", 4, "a = every entity of kind operand held by entity b, top first";
    Rows = 30, "rows", "ai", "", "a", 4, "a = every row of record operand";
    ListNew = 31, "list-new", "a", "", "a", 1, "a = a new empty set";
    ListPush = 32, "list-push", "ab", "ab", "", 1, "add b to the end of set a, which list-new made in this function";
    ListLen = 33, "list-len", "ab", "b", "a", 1, "a = how many members set b has";
    ListAt = 34, "list-at", "abc", "bc", "a", 1, "a = member number c of set b, counted from 0; the null value if there is none";
    ListHas = 35, "list-has", "abc", "bc", "a", 2, "a = whether set b has the member c";
    Mark = 36, "mark", "a", "", "a", 1, "a = how many sets are alive";
    Release = 37, "release", "a", "a", "", 1, "forget all sets made since mark a";
    ForNext = 38, "for-next", "abc>", "ab", "bc", 1, "if set a has a member number b: c = it, b = b + 1; else go on at the target";
    ForCount = 39, "for-count", "ab>", "ab", "b", 1, "if b is less than a: b = b + 1; else go on at the target";
    Window = 40, "window", "i", "", "", 8, "open timing window operand and resolve what lives in it";
    Offer = 41, "offer", "abci", "*bc", "c", 8, "offer choice operand (arguments a, a+1, ...) to player b, at most c times; c = how many options were taken";
    Choose = 42, "choose", "abci", "bc?", "a+", 8, "ask player c to choose from set b as choice operand says, with a+2, a+3, ... told in the question: a = what, a+1 = whether";
    May = 43, "may", "aci", "c?", "a", 8, "ask player c the yes-or-no question of choice operand, with a+1, a+2, ... told in it: a = the answer";
    Start = 44, "start", "ai", "*", "", 8, "start lasting effect as start operand says, with arguments a, a+1, ..., then the number of openings if it is counted";
    Roll = 45, "roll", "abi", "b", "a", 4, "a = a new pool of b dice of sort operand, rolled";
    Reveal = 46, "reveal", "ai", "a", "", 2, "show secret cell operand of entity a to everyone";
    End = 47, "end", "i", "", "", 1, "end the game with outcome operand, whose winners are fixed";
    Step = 48, "step", "i", "", "", 1, "note that the step of window operand begins";
    As = 49, "as", "abi", "b", "a", 1, "a = entity b if it is of kind operand, else nobody";
    EndWith = 50, "end-with", "ai", "a", "", 1, "end the game with outcome operand; the players of set a win";
    FinishEffect = 51, "finish-effect", "ai", "*", "", 8, "end every running effect that match operand with arguments a, a+1, ... means";
    Running = 52, "running", "abi", "*", "a", 8, "a = whether an effect runs that match operand with arguments b, b+1, ... means";
    Options = 53, "options", "abci", "*c", "a", 8, "a = how many options of offer operand (arguments b, b+1, ...) are open for player c now";
    AddI = 54, "add-i", "abi", "b", "a", 1, "a = b + operand, saturating";
    MulI = 55, "mul-i", "abi", "b", "a", 1, "a = b * operand, saturating";
    DivI = 56, "div-i", "abi", "b", "a", 1, "a = b / operand rounded down; 0 when the operand is 0";
    EqI = 57, "eq-i", "abi", "b", "a", 1, "a = whether b is the operand";
    LtI = 58, "lt-i", "abi", "b", "a", 1, "a = whether b is less than the operand";
    GtI = 59, "gt-i", "abi", "b", "a", 1, "a = whether b is greater than the operand";
    JumpIf = 60, "jump-if", "a>", "a", "", 1, "go on at the target, which lies ahead, if a is yes";
    JumpEq = 61, "jump-eq", "ab>", "ab", "", 1, "go on at the target, which lies ahead, if a equals b";
    JumpNe = 62, "jump-ne", "ab>", "ab", "", 1, "go on at the target, which lies ahead, if a differs from b";
    JumpLt = 63, "jump-lt", "ab>", "ab", "", 1, "go on at the target, which lies ahead, if a is less than b";
    JumpLe = 64, "jump-le", "ab>", "ab", "", 1, "go on at the target, which lies ahead, if a is at most b";
    JumpEqI = 65, "jump-eq-i", "as>", "a", "", 1, "go on at the target, which lies ahead, if a is the small number";
    JumpNeI = 66, "jump-ne-i", "as>", "a", "", 1, "go on at the target, which lies ahead, if a is not the small number";
    JumpLeI = 67, "jump-le-i", "as>", "a", "", 1, "go on at the target, which lies ahead, if a is at most the small number";
    JumpGtI = 68, "jump-gt-i", "as>", "a", "", 1, "go on at the target, which lies ahead, if a is greater than the small number";
    Sort = 69, "sort", "abc", "bc", "a", 8, "a = the members of set b in ascending order of the numbers of set c, place by place; members with equal numbers stay in order";
    Standing = 70, "standing", "abi", "b", "a", 4, "a = every entity of kind operand that stands on space b";
    Make = 71, "make", "abci", "bc", "a", 8, "a = an entity of kind operand that is made from the template of row b and belongs to player c; nobody if b is the null row";
    Template = 72, "template", "ab", "b", "a", 1, "a = the row of the template of entity b; the null row if it has none";
    Gather = 73, "gather", "ai", "", "a", 8, "a = the players with abilities due in timing window operand: when it opens, only those that are due now come";
    GetSet = 74, "get-set", "abi", "b", "a", 4, "a = a new set of the members of set cell operand of entity b, which can change";
    SetSet = 75, "set-set", "abi", "ab", "", 4, "set cell operand of entity a = the members of set b";
    SetSecret = 76, "set-secret", "abci", "abc", "", 4, "secret cell operand of entity a = b, a set or not, as player c chose: c may see it, not the owner of a";
    Entry = 77, "entry", "abi", "*", "a", 4, "a = what state operand holds for the keys b, b+1, ...; the null value if nothing";
    SetEntry = 78, "set-entry", "abi", "a*", "", 4, "state operand holds a for the keys b, b+1, ...";
    ChoosePlace = 79, "choose-place", "abci", "*c", "a+", 8, "ask player c for a place as choice operand says, with arguments b, b+1, ..., the last of them told in the question: a = the pose, a+1 = whether";
    InRun = 80, "in-run", "ai", "", "a", 4, "a = whether a run of procedure operand goes on";
    LoadRun = 81, "load-run", "ani", "", "a", 4, "a = slot of that number of the innermost run of procedure operand that goes on; the null value if none does";
}

impl Instr {
    /// An instruction from its parts.
    #[must_use]
    pub const fn new(op: Op, a: u8, b: u8, c: u8, imm: i32) -> Self {
        Self { op, a, b, c, imm }
    }

    /// The small number in the place of `c`.
    #[must_use]
    pub const fn small(self) -> i64 {
        self.c as i8 as i64
    }

    /// The entry of a table that the operand names.
    #[inline]
    #[must_use]
    pub const fn id<T>(self) -> Id<T> {
        Id::new(self.imm as u32)
    }

    /// The eight bytes of this instruction.
    #[must_use]
    pub fn encode(self) -> [u8; INSTR_BYTES] {
        let imm = self.imm.to_le_bytes();
        [
            self.op as u8,
            self.a,
            self.b,
            self.c,
            imm[0],
            imm[1],
            imm[2],
            imm[3],
        ]
    }

    /// The instruction in these bytes, unless its operation does not exist.
    #[must_use]
    pub fn decode(bytes: [u8; INSTR_BYTES]) -> Option<Self> {
        let [code, a, b, c, i0, i1, i2, i3] = bytes;
        let op = Op::from_code(code)?;
        Some(Self {
            op,
            a,
            b,
            c,
            imm: i32::from_le_bytes([i0, i1, i2, i3]),
        })
    }
}
