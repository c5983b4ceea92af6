//! The syntax tree. Every node knows its bytes in the source it was parsed from.
//!
//! The tree says what was written, not what it means: names are not resolved, and `X of E` is one node
//! whether `X` turns out to be a field, a define or a core call.

/// Bytes `start..end` of a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A text in quotes, without the quotes.
pub type Quoted = Name;

/// A type as written: `set of NAME` or `NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRef {
    /// Whether it is `set of`.
    pub set: bool,
    /// The type's name.
    pub name: Name,
}

/// `NAME: TYPE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The parameter's name.
    pub name: Name,
    /// Its type.
    pub ty: TypeRef,
}

/// A declaration or a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The whole item.
    pub span: Span,
    /// What it is.
    pub kind: ItemKind,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `word NAME { a b c }`
    Word {
        /// The type's name.
        name: Name,
        /// Its words.
        words: Vec<Name>,
    },
    /// `record NAME { field: type ... }`
    Record {
        /// The type's name.
        name: Name,
        /// Its fields.
        fields: Vec<Param>,
    },
    /// `piece NAME { ... }`
    Piece(KindDecl),
    /// `card NAME on KIND, KIND { ... }`
    Card {
        /// The kinds that hold it; `you` is of the first.
        on: Vec<Name>,
        /// The rest.
        decl: KindDecl,
    },
    /// `token NAME on KIND, KIND limit N`
    Token {
        /// The token's name.
        name: Name,
        /// The kinds that carry it.
        on: Vec<Name>,
        /// The most on one entity.
        limit: Option<(i64, Span)>,
    },
    /// `die NAME { face n ... }`
    Die {
        /// The die's name.
        name: Name,
        /// Faces and on how many sides each is.
        faces: Vec<(Name, i64)>,
    },
    /// `deck NAME`
    Deck {
        /// The deck's name.
        name: Name,
    },
    /// `define NAME (params): TYPE = EXPR`
    Define {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
        /// The result's type.
        ty: TypeRef,
        /// The result.
        body: Expr,
    },
    /// `value NAME (params) = EXPR, at least EXPR, at most EXPR`
    Value {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
        /// The base.
        base: Expr,
        /// The least.
        least: Option<Expr>,
        /// The most.
        most: Option<Expr>,
    },
    /// `permission NAME (params)`
    Permission {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
    },
    /// `offer NAME (params)`
    Offer {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
    },
    /// `procedure NAME (params) { var ... step ... }`
    Procedure {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
        /// Variables.
        vars: Vec<Param>,
        /// Steps.
        steps: Vec<Step>,
    },
    /// `effect NAME (params) { rules }`
    Effect {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
        /// Its rules.
        rules: Vec<Item>,
    },
    /// `outcome NAME "Title" won by EXPR, EXPR`
    Outcome {
        /// The name.
        name: Name,
        /// The title.
        title: Quoted,
        /// The winners' names; `nobody` for a draw.
        winners: Vec<Name>,
    },
    /// `at|before|after PROCEDURE[.STEP] "Label" GATE { } else { }`
    Trigger {
        /// Before, at or after.
        moment: Moment,
        /// The procedure.
        procedure: Name,
        /// The step.
        step: Option<Name>,
        /// What people call it.
        label: Option<Quoted>,
        /// The gate.
        gate: Gate,
        /// What happens.
        body: Block,
        /// What happens if declined.
        otherwise: Option<Block>,
    },
    /// `OFFER "Label" GATE { }`
    Choice {
        /// The offer.
        offer: Name,
        /// What people call it.
        label: Quoted,
        /// The gate.
        gate: Gate,
        /// What happens.
        body: Block,
    },
    /// `modify VALUE + EXPR when EXPR` or `modify VALUE - EXPR ...`
    Modify {
        /// The value.
        value: Name,
        /// Whether the amount is taken away.
        minus: bool,
        /// The amount.
        amount: Expr,
        /// When.
        when: When,
    },
    /// `replace VALUE with EXPR when EXPR`
    Replace {
        /// The value.
        value: Name,
        /// The new value.
        with: Expr,
        /// When.
        when: When,
    },
    /// `forbid PERMISSION when EXPR` or `allow PERMISSION when EXPR`
    Permit {
        /// Whether it allows.
        allow: bool,
        /// The permission.
        permission: Name,
        /// When.
        when: When,
    },
}

/// What piece and card declarations share.
#[derive(Clone, Debug, PartialEq)]
pub struct KindDecl {
    /// The kind's name.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<FieldDecl>,
    /// `footprint rectangle A B` or `footprint circle A`.
    pub footprint: Option<Footprint>,
    /// `active when EXPR`.
    pub active: Option<Expr>,
}

/// A field of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDecl {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: TypeRef,
    /// Whether it is `state`.
    pub state: bool,
    /// Whether it is `secret`.
    pub secret: bool,
}

/// The shape of a base; the names are fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Footprint {
    /// Width and length.
    Rectangle(Name, Name),
    /// Radius.
    Circle(Name),
}

/// `step NAME priority EXPR, EXPR { }`
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The whole step.
    pub span: Span,
    /// The name.
    pub name: Name,
    /// Players in the order of priority.
    pub priority: Vec<Expr>,
    /// What it does.
    pub body: Block,
}

/// Before, at or after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// `before`
    Before,
    /// `at`
    At,
    /// `after`
    After,
}

/// `when EXPR` or `always`.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// `when EXPR`
    If(Expr),
    /// `always`
    Always(Span),
}

/// The gate of an ability.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The condition; absence is for the compiler to refuse.
    pub when: Option<When>,
    /// How often.
    pub limit: Option<LimitClause>,
    /// Whether it may be declined, and by whom.
    pub may: Option<May>,
    /// Its cost.
    pub cost: Vec<CostItem>,
}

/// `once per NAME for EXPR`
#[derive(Clone, Debug, PartialEq)]
pub struct LimitClause {
    /// 1 for `once`, 2 for `twice`, else `N times per`.
    pub times: i64,
    /// The procedure, or `game`.
    pub per: Name,
    /// Counted apart for this.
    pub apart: Option<Expr>,
}

/// `may` or `may by EXPR`.
#[derive(Clone, Debug, PartialEq)]
pub struct May {
    /// Where `may` stands.
    pub span: Span,
    /// Who decides.
    pub by: Option<Expr>,
}

/// One item of a cost.
#[derive(Clone, Debug, PartialEq)]
pub enum CostItem {
    /// `spend N TOKEN from E`
    Spend {
        /// How many.
        amount: Expr,
        /// Which token.
        token: Name,
        /// From whom.
        from: Expr,
    },
    /// `place N TOKEN on E`
    Place {
        /// How many.
        amount: Expr,
        /// Which token.
        token: Name,
        /// On what.
        on: Expr,
    },
    /// `discard E`
    Discard {
        /// The card.
        card: Expr,
    },
}

/// `{ statements }`
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The braces and all between.
    pub span: Span,
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The whole statement.
    pub span: Span,
    /// What it is.
    pub kind: StatementKind,
}

/// What `set` and `add` change.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A variable.
    Variable(Name),
    /// `FIELD of EXPR`
    Field(Name, Expr),
}

/// What a statement is. A tree has few of them, and a box would only hide the pattern.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `let NAME = EXPR`
    Let {
        /// The name.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `set TARGET to EXPR`
    Set {
        /// What changes.
        target: Target,
        /// The new value.
        value: Expr,
    },
    /// `add EXPR to TARGET`
    Add {
        /// What changes.
        target: Target,
        /// By how much.
        value: Expr,
    },
    /// `give EXPR TOKEN to EXPR`
    Give {
        /// How many.
        amount: Expr,
        /// Which token.
        token: Name,
        /// To whom.
        to: Expr,
    },
    /// `take EXPR TOKEN from EXPR`; no amount is `all`.
    Take {
        /// How many.
        amount: Option<Expr>,
        /// Which token.
        token: Name,
        /// From whom.
        from: Expr,
    },
    /// `if EXPR { } else { }`; `else if` is a nested `If` in a block.
    If {
        /// The condition.
        condition: Expr,
        /// If yes.
        then: Block,
        /// If no.
        otherwise: Option<Block>,
    },
    /// `for each NAME in EXPR { }`
    ForEach {
        /// The member.
        name: Name,
        /// The set.
        set: Expr,
        /// What is done.
        body: Block,
    },
    /// `repeat EXPR times { }`
    Repeat {
        /// How often.
        times: Expr,
        /// What is done.
        body: Block,
    },
    /// `choose NAME from EXPR by EXPR "prompt" ...`
    Choose {
        /// `up to EXPR`: any number of members.
        most: Option<Expr>,
        /// The name of what was chosen.
        name: Name,
        /// From what.
        from: Expr,
        /// Who.
        by: Expr,
        /// The question.
        prompt: Quoted,
        /// `or none`
        optional: bool,
        /// `secretly`
        secret: bool,
        /// What is done with it.
        body: Block,
        /// What is done if nothing was chosen.
        otherwise: Option<Block>,
    },
    /// `choose one by EXPR "prompt" { "Label" when EXPR { } ... }`
    ChooseOne {
        /// Who.
        by: Expr,
        /// The question.
        prompt: Quoted,
        /// The branches.
        branches: Vec<(Quoted, When, Block)>,
    },
    /// `may by EXPR "prompt" { } else { }`
    May {
        /// Who.
        by: Expr,
        /// The question.
        prompt: Quoted,
        /// If yes.
        body: Block,
        /// If no.
        otherwise: Option<Block>,
    },
    /// `run PROCEDURE(args)`
    Run {
        /// The procedure.
        procedure: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `offer OFFER(args) to EXPR at most EXPR times`
    Offer {
        /// The offer.
        offer: Name,
        /// Its arguments.
        args: Vec<Expr>,
        /// To whom.
        to: Expr,
        /// How many times; once if absent.
        most: Option<Expr>,
    },
    /// `start EFFECT(args) until MOMENT PROCEDURE.STEP` or `until the game ends`
    Start {
        /// The effect.
        effect: Name,
        /// Its arguments.
        args: Vec<Expr>,
        /// The window that ends it; absent for `until the game ends`.
        until: Option<(Moment, Name, Option<Name>)>,
    },
    /// `reveal FIELD of EXPR`
    Reveal {
        /// The field.
        field: Name,
        /// Whose.
        of: Expr,
    },
    /// `end the game with OUTCOME`
    End {
        /// The outcome.
        outcome: Name,
    },
    /// `stop`
    Stop,
    /// `CALL(args)`
    Call {
        /// The core call.
        call: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: ExprKind,
}

/// Operators between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=` or `is`
    Equal,
    /// `is not`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `is in`
    IsIn,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, rounded down
    Divide,
}

/// Questions about a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetQuestion {
    /// `count of`
    Count,
    /// `any of`
    Any,
    /// `none of`
    None,
    /// `first of`
    First,
}

/// What a fold over a set gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// `lowest`
    Lowest,
    /// `highest`
    Highest,
    /// `sum of`
    Sum,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number; inches and degrees are already thousandths.
    Number(i64),
    /// `yes` or `no`
    Bool(bool),
    /// A text.
    Text(String),
    /// `nobody`
    Nobody,
    /// A name.
    Name(String),
    /// `NAME(args)`
    Call(Name, Vec<Expr>),
    /// `NAME of EXPR`
    Of(Name, Box<Expr>),
    /// `TOKEN on EXPR`
    On(Name, Box<Expr>),
    /// `FACE in EXPR`
    In(Name, Box<Expr>),
    /// `can PERMISSION(args)`
    Can(Name, Vec<Expr>),
    /// `roll EXPR DIE`
    Roll(Box<Expr>, Name),
    /// `not EXPR`
    Not(Box<Expr>),
    /// `- EXPR`
    Negate(Box<Expr>),
    /// `EXPR op EXPR`
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `if EXPR then EXPR else EXPR`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `all KIND NAME on EXPR where EXPR`; the name is `it` if absent.
    All {
        /// Kind or record.
        of: Name,
        /// The member's name in `where`.
        name: Option<Name>,
        /// The holder.
        on: Option<Box<Expr>>,
        /// The condition.
        condition: Option<Box<Expr>>,
    },
    /// `members NAME of EXPR where EXPR`
    Members {
        /// The member's name.
        name: Name,
        /// The set.
        set: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// `count of SET` and the like.
    Question(SetQuestion, Box<Expr>),
    /// `lowest EXPR for NAME in SET` and the like.
    Fold {
        /// Which.
        fold: Fold,
        /// What of each member.
        value: Box<Expr>,
        /// The member's name.
        name: Name,
        /// The set.
        set: Box<Expr>,
    },
}
