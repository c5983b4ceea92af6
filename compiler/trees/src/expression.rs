//! Expressions: what is asked.
//!
//! An expression may be evaluated in any order of its parts but one: an effect (a roll, a core call that changes
//! the game) comes where the text has it, and the right side of `and`, `or` and the branches of `if` are evaluated only
//! if they are needed.

use super::LocalId;
use cardwright_bytecode::pack::FuncId;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::source::Location;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The type of its value.
    pub ty: Ty,
    /// The form, with its parts.
    pub kind: ExprKind,
    /// The place in the source.
    pub place: Location,
}

/// The form of an expression, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A value known from the text: a number, 0 or 1, the index of a text, word or row, an entity's number.
    Constant(i64),
    /// The value of a local name.
    Local(LocalId),
    /// The value of a slot of the procedure whose window is open.
    Slot(usize),
    /// The result of a call.
    Call(Callee, Vec<Expr>),
    /// A printed or changing field of an entity; the null value if it is nobody.
    Field(Box<Expr>, usize),
    /// How many tokens of this sort lie on an entity; 0 if it is nobody.
    Tokens(Box<Expr>, usize),
    /// The row of the template from which an entity is made; the null row if it is nobody.
    Template(Box<Expr>),
    /// A new entity of a kind; nobody, if its template is the null row.
    Make {
        /// Its kind.
        kind: u16,
        /// The row of its template.
        template: Box<Expr>,
        /// The player whose it is.
        owner: Box<Expr>,
    },
    /// A field of a row; the null value for the null row.
    Cell(Box<Expr>, usize),
    /// A new pool of so many dice of this sort, rolled.
    Roll(Box<Expr>, usize),
    /// The entity if it is of this kind, else nobody.
    As(Box<Expr>, u16),
    /// Not.
    Not(Box<Expr>),
    /// And; the second is asked only if the first is yes.
    And(Box<Expr>, Box<Expr>),
    /// Whether a run of a procedure (index into the pack's) goes on.
    InRun(usize),
    /// A slot (second) of the innermost run of a procedure (first) that goes on; the null value if none does.
    RunSlot(usize, usize),
    /// Or; the second is asked only if the first is no.
    Or(Box<Expr>, Box<Expr>),
    /// An operation on two values.
    Operation(Operation, Box<Expr>, Box<Expr>),
    /// The second if the first is yes, else the third.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Every entity of a kind that is in play, in the order of their numbers.
    All(u16),
    /// Every entity of a kind that an entity holds, top first.
    Held(u16, Box<Expr>),
    /// Every entity of a kind that stands on a space.
    Standing(u16, Box<Expr>),
    /// Every row of a record.
    Rows(u16),
    /// The set of these members.
    List(Vec<Expr>),
    /// The members of a set for which the condition holds, in its order.
    Filter {
        /// The member's name in the condition.
        member: LocalId,
        /// The set.
        set: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// One number from a number of each member; 0 for the empty set.
    Fold {
        /// The kind of fold.
        fold: Fold,
        /// The member's name in the value.
        member: LocalId,
        /// The set.
        set: Box<Expr>,
        /// The number of each member.
        value: Box<Expr>,
    },
    /// The number of members of a set.
    Count(Box<Expr>),
    /// The first member of a set; the null value if it is empty.
    First(Box<Expr>),
    /// The first so many (first) members of a set (second).
    FirstSome(Box<Expr>, Box<Expr>),
    /// The members of the first set, then those of the second that the first has not.
    Union(Box<Expr>, Box<Expr>),
    /// The members of the first set that the second has not.
    Without(Box<Expr>, Box<Expr>),
    /// The members of a set in ascending order of a number of each; those with the same number stay in order.
    Sort {
        /// The member's name in the number.
        member: LocalId,
        /// The set.
        set: Box<Expr>,
        /// The number of each member.
        by: Box<Expr>,
    },
    /// A member of a set, each as likely; the null value if it is empty. Changes the game, as every draw does.
    Pick(Box<Expr>),
    /// Runs a procedure; its value is the procedure's result.
    Run {
        /// Index into the pack's procedures.
        procedure: usize,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// Offers a choice among rules; its value is how many were taken.
    Offer(Box<Offer>),
    /// How many options of an offer are open to a player now.
    Options {
        /// Index into the pack's offers.
        offer: usize,
        /// The player to whom it is made.
        decider: Box<Expr>,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// Whether an instance of an effect is running that matches.
    Running {
        /// Index into the pack's matches.
        matching: usize,
        /// The effect's arguments; those that are not compared are null values.
        arguments: Vec<Expr>,
    },
    /// The players whose abilities are due in a window (index into the pack's), which then has only those.
    Gather(u32),
    /// Whether a set (first) has a member (second).
    Has(Box<Expr>, Box<Expr>),
}

/// An offer of a choice among rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Index into the pack's offers.
    pub offer: usize,
    /// The player who decides.
    pub decider: Expr,
    /// The highest number of times.
    pub most: Expr,
    /// Its arguments.
    pub arguments: Vec<Expr>,
}

/// The target of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A define.
    Define(FuncId),
    /// A value with its modifiers (index into the pack's).
    Value(usize),
    /// A permission (index into the pack's): whether it is given.
    Permission(usize),
    /// The value of a state (index into the pack's) for the key that the arguments are.
    State(usize),
    /// A core call.
    Core(Core),
}

/// An operation on two values. Arithmetic saturates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient rounded down; 0 when dividing by 0.
    Divide,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// Whether they are the same number, word, row, entity, ...
    Equal,
    /// Whether they differ.
    NotEqual,
    /// Whether the first is less.
    Less,
    /// Whether the first is at most the second.
    AtMost,
    /// Whether the first is more.
    More,
    /// Whether the first is at least the second.
    AtLeast,
}

impl Operation {
    /// The comparison that is yes when this one is no; nothing if this is none.
    #[must_use]
    pub fn opposite(self) -> Option<Self> {
        Some(match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::AtLeast,
            Self::AtLeast => Self::Less,
            Self::More => Self::AtMost,
            Self::AtMost => Self::More,
            _ => return None,
        })
    }

    /// The comparison with its sides exchanged; any other operation is returned as it is.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::More => Self::Less,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            other => other,
        }
    }
}

/// The kind of a fold over a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The least.
    Lowest,
    /// The greatest.
    Highest,
    /// The sum, saturating after each member.
    Sum,
}

impl Operation {
    /// Whether it gives yes or no instead of a number.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(
            self,
            Self::Equal | Self::NotEqual | Self::Less | Self::AtMost | Self::More | Self::AtLeast
        )
    }
}

impl Expr {
    /// Whether it is this constant.
    #[must_use]
    pub fn is_constant(&self, value: i64) -> bool {
        self.kind == ExprKind::Constant(value)
    }

    /// The expression as a quantity of this type, if it is a written `0`, which any dimension takes;
    /// otherwise unchanged.
    #[must_use]
    pub fn zero_as(mut self, ty: Ty) -> Self {
        let is_zero = self.ty == Ty::NUMBER && self.is_constant(0);
        if is_zero && ty.is_quantity() && ty.base != Base::Quantity {
            self.ty = ty;
        }
        self
    }

    /// The number without its sign, if it is known and below 0.
    #[must_use]
    pub fn below_zero(&self) -> Option<i64> {
        match &self.kind {
            ExprKind::Constant(n) if *n < 0 => Some(n.saturating_neg()),
            ExprKind::Operation(Operation::Subtract, first, second) if first.is_constant(0) => {
                match second.kind {
                    ExprKind::Constant(n) => Some(n),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The procedure (index into the pack's) of which a run must go on, if this is the condition of such a rule.
    #[must_use]
    pub fn run_around(&self) -> Option<usize> {
        match &self.kind {
            ExprKind::And(first, _) => match first.kind {
                ExprKind::InRun(procedure) => Some(procedure),
                _ => None,
            },
            _ => None,
        }
    }
}
