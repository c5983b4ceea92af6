//! The instruction set: one table, from which encoding, decoding, the disassembler, the fuel price and
//! the reference page come.
//!
//! Every instruction is eight bytes: operation, three register numbers, and a 32-bit operand. Jump targets
//! are indexes into the code of the same function, counted from its first instruction.

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instr {
    /// What to do.
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
    ($($op:ident = $code:literal, $name:literal, $operands:literal, $fuel:literal, $doc:literal;)*) => {
        /// An operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Op {
            $(#[doc = $doc] $op = $code,)*
        }

        /// All operations, in the order of their codes.
        pub const OPS: &[OpInfo] = &[
            $(OpInfo { op: Op::$op, name: $name, operands: $operands, fuel: $fuel, doc: $doc },)*
        ];

        impl Op {
            /// The operation with this code.
            #[must_use]
            pub const fn from_code(code: u8) -> Option<Self> {
                match code {
                    $($code => Some(Self::$op),)*
                    _ => None,
                }
            }

            /// What the table says of this operation.
            #[must_use]
            pub const fn info(self) -> &'static OpInfo {
                match self {
                    $(Self::$op => &OpInfo { op: Op::$op, name: $name, operands: $operands, fuel: $fuel, doc: $doc },)*
                }
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
    /// Which operands it uses, in order: `a`, `b`, `c` are registers; `i` is the plain operand; `>` a jump target.
    pub operands: &'static str,
    /// What one execution costs.
    pub fuel: u32,
    /// What it does.
    pub doc: &'static str,
}

instructions! {
    Const = 0, "const", "ai", 1, "a = operand";
    Big = 1, "big", "ai", 1, "a = constant number operand of the pack";
    Move = 2, "move", "ab", 1, "a = b";
    Add = 3, "add", "abc", 1, "a = b + c, saturating";
    Sub = 4, "sub", "abc", 1, "a = b - c, saturating";
    Mul = 5, "mul", "abc", 1, "a = b * c, saturating";
    Div = 6, "div", "abc", 1, "a = b / c rounded down; 0 when c is 0";
    Min = 7, "min", "abc", 1, "a = the smaller of b and c";
    Max = 8, "max", "abc", 1, "a = the larger of b and c";
    Eq = 9, "eq", "abc", 1, "a = whether b equals c";
    Ne = 10, "ne", "abc", 1, "a = whether b differs from c";
    Lt = 11, "lt", "abc", 1, "a = whether b is less than c";
    Le = 12, "le", "abc", 1, "a = whether b is at most c";
    Not = 13, "not", "ab", 1, "a = not b";
    Jump = 14, "jump", ">", 1, "go on at the target, which lies ahead, or at a loop head";
    JumpIfNot = 15, "jump-if-not", "a>", 1, "go on at the target, which lies ahead, if a is no";
    LoadContext = 16, "load-context", "ai", 1, "a = slot operand of the procedure whose window is open";
    StoreContext = 17, "store-context", "ai", 1, "slot operand of the procedure whose window is open = a";
    Call = 18, "call", "abi", 2, "a = the result of function operand with arguments b, b+1, ... (a is left alone if there is none)";
    Return = 19, "return", "a", 1, "leave the function with result a";
    Core = 20, "core", "abi", 4, "a = core call operand with arguments b, b+1, ...";
    Value = 21, "value", "abi", 8, "a = value operand, modifiers included, with arguments b, b+1, ...";
    Can = 22, "can", "abi", 8, "a = whether permission operand is given, with arguments b, b+1, ...";
    Field = 23, "field", "abi", 1, "a = field operand of row b";
    Get = 24, "get", "abi", 1, "a = cell operand of entity b";
    Set = 25, "set", "abi", 2, "cell operand of entity a = b";
    Give = 26, "give", "abi", 2, "put b tokens of sort operand on entity a, up to the sort's limit";
    Take = 27, "take", "abi", 2, "take up to b tokens of sort operand from entity a";
    All = 28, "all", "ai", 4, "a = every entity of kind operand that is in play";
    Held = 29, "held", "abi", 4, "a = every entity of kind operand held by entity b, top first";
    Rows = 30, "rows", "ai", 4, "a = every row of record operand";
    ListNew = 31, "list-new", "a", 1, "a = a new empty set";
    ListPush = 32, "list-push", "ab", 1, "add b to the end of set a, which list-new made in this function";
    ListLen = 33, "list-len", "ab", 1, "a = how many members set b has";
    ListAt = 34, "list-at", "abc", 1, "a = member number c of set b, counted from 0; the null value if there is none";
    ListHas = 35, "list-has", "abc", 2, "a = whether set b has the member c";
    Mark = 36, "mark", "a", 1, "a = how many sets are alive";
    Release = 37, "release", "a", 1, "forget all sets made since mark a";
    ForNext = 38, "for-next", "abc>", 1, "if set a has a member number b: c = it, b = b + 1; else go on at the target";
    ForCount = 39, "for-count", "ab>", 1, "if b is less than a: b = b + 1; else go on at the target";
    Window = 40, "window", "i", 8, "open timing window operand and resolve what lives in it";
    Offer = 41, "offer", "abci", 8, "offer choice operand (arguments a, a+1, ...) to player b, at most c times; c = how many options were taken";
    Choose = 42, "choose", "abci", 8, "ask player c to choose from set b as choice operand says: a = what, a+1 = whether";
    May = 43, "may", "aci", 8, "ask player c the yes-or-no question of choice operand: a = the answer";
    Start = 44, "start", "ai", 8, "start lasting effect as start operand says, with arguments a, a+1, ..., then the number of openings if it is counted";
    Roll = 45, "roll", "abi", 4, "a = a new pool of b dice of sort operand, rolled";
    Reveal = 46, "reveal", "ai", 2, "show secret cell operand of entity a to everyone";
    End = 47, "end", "i", 1, "end the game with outcome operand, whose winners are fixed";
    Step = 48, "step", "i", 1, "note that the step of window operand begins";
    As = 49, "as", "abi", 1, "a = entity b if it is of kind operand, else nobody";
    EndWith = 50, "end-with", "ai", 1, "end the game with outcome operand; the players of set a win";
    FinishEffect = 51, "finish-effect", "ai", 8, "end every running effect that match operand with arguments a, a+1, ... means";
    Running = 52, "running", "abi", 8, "a = whether an effect runs that match operand with arguments b, b+1, ... means";
    Options = 53, "options", "abci", 8, "a = how many options of offer operand (arguments b, b+1, ...) are open for player c now";
    Sort = 54, "sort", "abc", 8, "a = the members of set b in ascending order of the numbers of set c, place by place; members with equal numbers stay in order";
}

impl Instr {
    /// An instruction from its parts.
    #[must_use]
    pub const fn new(op: Op, a: u8, b: u8, c: u8, imm: i32) -> Self {
        Self { op, a, b, c, imm }
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
