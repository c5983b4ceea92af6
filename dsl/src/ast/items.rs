//! Declarations, rules, and the gates of rules.

use super::{Block, Expr, Name, Param, Phrase, Quoted, Span, TypeRef};

/// A declaration or a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The whole item.
    pub span: Span,
    /// Its form and its parts.
    pub kind: ItemKind,
}

/// The form of an item, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `word NAME { a b c }`
    Word {
        /// The type's name.
        name: Name,
        /// Whether others may add words.
        open: bool,
        /// Its words.
        words: Vec<Name>,
    },
    /// `extend word|record|piece|card NAME { ... }`: adds to what is open.
    Extend {
        /// The type, kind or record that is extended.
        name: Name,
        /// The additions.
        with: Extension,
    },
    /// `record NAME { field: type = EXPR ... }`
    Record {
        /// The type's name.
        name: Name,
        /// Whether others may add fields.
        open: bool,
        /// Its fields.
        fields: Vec<FieldDecl>,
    },
    /// `board hexes { terrain: RECORD  zone: WORD }`
    Board {
        /// The kind of spaces, such as `hexes`.
        shape: Name,
        /// The names and types of the data that each space carries.
        parts: Vec<Param>,
    },
    /// `movement NAME (params) through walls { cost EXPR when EXPR  stops when EXPR  ends when EXPR }`
    Movement {
        /// The name.
        name: Name,
        /// The mover, the space it leaves and the space it enters.
        params: Vec<Param>,
        /// The place of `through walls`, if walls do not stop it.
        through_walls: Option<Span>,
        /// The cost of a step, and the condition under which it may be taken.
        cost: Option<(Expr, When)>,
        /// The condition under which a move goes no farther after a step.
        stops: Option<When>,
        /// The condition under which a move may end on a space.
        ends: Option<When>,
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
    /// `player { ... }`: facts and state of players.
    Player {
        /// Its fields.
        fields: Vec<FieldDecl>,
    },
    /// `token NAME on KIND, KIND limit N tells EXPR`
    Token {
        /// The token's name.
        name: Name,
        /// The kinds that carry it.
        on: Vec<Name>,
        /// The most on one entity.
        limit: Option<(i64, Span)>,
        /// The phrase that is told when the number of tokens changes.
        tells: Option<Expr>,
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
    /// `state NAME (params): TYPE per PROCEDURE = EXPR`: one variable of the whole game, or a value for each key.
    State {
        /// Its name and type.
        param: Param,
        /// The parts of a key; empty if there is only one value.
        keys: Vec<Param>,
        /// The procedure each run of which has its own; the whole game, if absent.
        per: Option<Name>,
        /// The value at the start; the null value of its type if absent.
        default: Option<Expr>,
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
    /// `value NAME (params): TYPE = EXPR, latest wins, multiplied last, net at least EXPR, net at most EXPR, at least EXPR, at most EXPR`
    Value {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
        /// Its type; a number if absent.
        ty: Option<TypeRef>,
        /// The base.
        base: Expr,
        /// The replacement that wins.
        policy: Policy,
        /// Whether factors come after the sum of the modifiers.
        factors_last: bool,
        /// The least sum of the modifiers.
        net_least: Option<Expr>,
        /// The most.
        net_most: Option<Expr>,
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
    /// `offer NAME (params) asks EXPR`
    Offer {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
        /// The question that is put to the player who gets the offer.
        asks: Option<Expr>,
    },
    /// `procedure NAME (params) gives NAME: TYPE tells EXPR { var ... step ... }`
    Procedure {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
        /// The variable that is its result.
        gives: Option<Param>,
        /// The phrase that is told when a run begins.
        tells: Option<Expr>,
        /// Variables.
        vars: Vec<Param>,
        /// Steps.
        steps: Vec<Step>,
    },
    /// `effect NAME (params) while EXPR { rules }`
    Effect {
        /// The name.
        name: Name,
        /// Parameters.
        params: Vec<Param>,
        /// The condition while which it lasts.
        lasts: Option<Expr>,
        /// Its rules.
        rules: Vec<Item>,
    },
    /// `outcome NAME "Title" won by EXPR, EXPR`
    Outcome {
        /// The name.
        name: Name,
        /// The title.
        title: Quoted,
        /// The winners' names; `nobody` for a draw, `whoever` if they are given at the end.
        winners: Vec<Name>,
    },
    /// `refuse KIND "Why" when EXPR`: facts that cannot stand together in an entry of a kind or record.
    Refuse {
        /// The kind or record.
        of: Name,
        /// Why not.
        why: Quoted,
        /// The condition that must not hold for an entry's facts.
        when: Expr,
    },
    /// `build "Label" for NAME when EXPR`: what must be true of forces before a game.
    Build {
        /// The requirement in words, for the player whose force breaks it.
        label: Quoted,
        /// Each player, outside of cards and pieces.
        each: Option<Name>,
        /// The condition that each force must meet.
        when: When,
    },
    /// `at|before|after|instead of PROCEDURE[.STEP] or ... during PROCEDURE "Label" GATE { } else { }`
    Trigger {
        /// The windows in which the rule applies; at least one.
        windows: Vec<Window>,
        /// The procedure that must be running around the window.
        during: Option<During>,
        /// The title that players see.
        label: Option<Quoted>,
        /// The gate.
        gate: Gate,
        /// The statements to carry out.
        body: Block,
        /// The statements to carry out if the rule is declined.
        otherwise: Option<Block>,
    },
    /// `OFFER "Label" GATE { }`
    OfferOption {
        /// The offer.
        offer: Name,
        /// The title that players see.
        label: Quoted,
        /// The gate.
        gate: Gate,
        /// The statements to carry out.
        body: Block,
    },
    /// `modify VALUE + EXPR to at most EXPR when EXPR`, or with `-`, `*`, `/`
    Modify {
        /// The value.
        value: Ruled,
        /// The operation that combines the value with the amount.
        change: Adjustment,
        /// The amount.
        amount: Expr,
        /// The lower bound: this modifier does not take the value below it.
        least: Option<Expr>,
        /// The upper bound: this modifier does not take the value above it.
        most: Option<Expr>,
        /// The condition.
        when: When,
    },
    /// `replace VALUE with EXPR when EXPR`
    Replace {
        /// The value.
        value: Ruled,
        /// The new value.
        with: Expr,
        /// The condition.
        when: When,
    },
    /// `forbid PERMISSION when EXPR` or `allow PERMISSION when EXPR`
    Permit {
        /// Whether it allows.
        allow: bool,
        /// The permission.
        permission: Ruled,
        /// The condition.
        when: When,
    },
    /// `lend abilities of EXPR to EXPR when EXPR`
    Lend {
        /// The holder of the abilities that are lent.
        from: Expr,
        /// For whom they apply too.
        to: Expr,
        /// The condition.
        when: When,
    },
    /// `silence EXPR when EXPR`
    Silence {
        /// The holder of the rules that do not apply.
        whom: Expr,
        /// The condition.
        when: When,
    },
}

/// The parts that declarations of pieces and of cards have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct KindDecl {
    /// The kind's name.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<FieldDecl>,
    /// `footprint rectangle A B`, `footprint circle A` or `footprint spaces A tall B`.
    pub footprint: Option<Footprint>,
    /// `made at most N`: how many can be made in play.
    pub made: Option<(i64, Span)>,
    /// `active when EXPR`.
    pub active: Option<Expr>,
    /// `tells ""`: nothing is told of their comings and goings.
    pub untold: Option<Quoted>,
    /// Whether others may add fields.
    pub open: bool,
    /// `makes KIND as ENDING`: each entry is one of that kind too, under an id with that ending.
    pub makes: Vec<(Name, Option<Name>)>,
}

/// The additions to something that is declared as open.
#[derive(Clone, Debug, PartialEq)]
pub enum Extension {
    /// Words of a word type.
    Words(Vec<Name>),
    /// Fields of a record.
    Record(Vec<FieldDecl>),
    /// Fields of a kind of piece or card.
    Kind(Vec<FieldDecl>),
}

/// A field of a kind or record.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDecl {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: TypeRef,
    /// Whether it is `state`.
    pub state: bool,
    /// The procedure each run of which has its own: `per PROCEDURE`.
    pub per: Option<Name>,
    /// Whether it is `secret`.
    pub secret: bool,
    /// Whether it is `kept` from game to game of a campaign.
    pub kept: bool,
    /// The value if none is given: `= EXPR`.
    pub default: Option<Expr>,
    /// The phrase that is told when the field changes.
    pub tells: Option<Expr>,
}

/// The shape of a base; the names are fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Footprint {
    /// Width and length.
    Rectangle(Name, Name),
    /// Radius.
    Circle(Name),
    /// How many spaces, and how many levels tall.
    Spaces(Name, Option<Name>),
}

/// `step NAME gathers NAME priority EXPR, EXPR asks EXPR tells EXPR { }`
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The whole step.
    pub span: Span,
    /// The name.
    pub name: Name,
    /// The name of the players whose abilities are due, if those are gathered before anybody is asked.
    pub gathers: Option<Name>,
    /// Players in the order of priority; or one run of a procedure that gives them.
    pub priority: Vec<Expr>,
    /// The question that is put to a player who can use an ability in one of the step's windows.
    pub asks: Option<Expr>,
    /// The phrase that is told once the step is done.
    pub tells: Option<Expr>,
    /// The statements of the step.
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
    /// `instead of`; only of rules.
    InsteadOf,
}

/// A window by its names.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Before, at, after, or instead of.
    pub moment: Moment,
    /// The event at which it opens.
    pub opens: Opens,
}

/// The event at which a window opens.
#[derive(Clone, Debug, PartialEq)]
pub enum Opens {
    /// A moment in the run of a procedure.
    Run {
        /// The procedure.
        procedure: Name,
        /// The step; the whole procedure if absent.
        step: Option<Name>,
    },
    /// A change.
    Change(Box<Change>),
}

/// A change of the state of the game, whatever makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The whole text of the change.
    pub span: Span,
    /// The quantity that is watched: a field, a token, or a property that the game gives to everything;
    /// absent if the thing itself is watched.
    pub reading: Option<Name>,
    /// Whether tokens are counted (`on`), not a field read (`of`).
    pub token: bool,
    /// The subject: a kind, if it has a name in the rule; an entity; state of the game; an effect.
    pub whom: Name,
    /// Its name in the rule, if it is any one of a kind.
    pub name: Option<Name>,
    /// The way in which it changes.
    pub verb: Verb,
    /// The value that it changes to or reaches, or the place that it enters or leaves.
    pub object: Option<Expr>,
}

/// The way in which something changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    /// `changes`
    Changes,
    /// `rises`
    Rises,
    /// `falls`
    Falls,
    /// `turns`
    Turns,
    /// `moves`
    Moves,
    /// `enters`
    Enters,
    /// `leaves`
    Leaves,
    /// `starts`
    Starts,
    /// `ends`
    Ends,
}

impl Verb {
    const ALL: [(Self, &'static str); 9] = [
        (Self::Changes, "changes"),
        (Self::Rises, "rises"),
        (Self::Falls, "falls"),
        (Self::Turns, "turns"),
        (Self::Moves, "moves"),
        (Self::Enters, "enters"),
        (Self::Leaves, "leaves"),
        (Self::Starts, "starts"),
        (Self::Ends, "ends"),
    ];

    /// The verb that is written so.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|(_, other)| *other == word)
            .map(|found| found.0)
    }

    /// The word that is written for the verb.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL
            .into_iter()
            .find(|(verb, _)| *verb == self)
            .map_or("", |found| found.1)
    }
}

impl Window {
    /// The first of its names, for what is wrong with it.
    #[must_use]
    pub fn name(&self) -> &Name {
        match &self.opens {
            Opens::Run { procedure, .. } => procedure,
            Opens::Change(change) => change.reading.as_ref().unwrap_or(&change.whom),
        }
    }
}

/// The operation of a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, rounded down
    Divide,
    /// `/ ... rounded up`
    DivideUp,
}

/// Which replacement of a value wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The default: the highest level, then the latest.
    Level,
    /// `latest wins`
    Latest,
    /// `highest wins`
    Highest,
    /// `lowest wins`
    Lowest,
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
    /// From what somebody chooses as the rule is carried out.
    pub choosing: Option<Choosing>,
    /// The limit of its uses.
    pub limit: Option<LimitClause>,
    /// `never within itself`: not while this very ability is being carried out.
    pub never_within: bool,
    /// Whether it may be declined, and by whom.
    pub may: Option<May>,
    /// Its cost.
    pub cost: Vec<CostItem>,
}

/// `choosing NAME from SET by WHO "prompt"`: the body stands within this choice, and nothing is open to choose it from
/// while the set is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Choosing {
    /// The place of the clause in the source.
    pub span: Span,
    /// The name of what was chosen.
    pub name: Name,
    /// The set to choose from.
    pub from: Expr,
    /// The player who chooses; whoever decides about the rule if absent.
    pub by: Option<Expr>,
    /// The question.
    pub prompt: Phrase,
}

/// The subject of a modifier, a replacement or a permission: `NAME(skiff s, any, to: EXPR)` or `NAME of
/// EXPR`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruled {
    /// The value or permission.
    pub name: Name,
    /// The arguments that are meant; all if absent.
    pub about: Option<About>,
}

/// The arguments that are meant.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The place in the source.
    pub span: Span,
    /// Whether `of` stands there, with one argument.
    pub of: bool,
    /// Each with the name of its parameter, if it has that before it.
    pub args: Vec<(Option<Name>, Meant)>,
}

/// The values of a parameter that are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Meant {
    /// `any`
    Any,
    /// `KIND NAME`: any, and in the rule it is called so.
    Called(TypeRef, Name),
    /// This value.
    Is(Expr),
}

/// `once per NAME shared for EXPR`
#[derive(Clone, Debug, PartialEq)]
pub struct LimitClause {
    /// 1 for `once`, 2 for `twice`, else `N times per`.
    pub times: i64,
    /// The procedure, or `game`.
    pub per: Name,
    /// Whether all copies of the card count together.
    pub shared: bool,
    /// Counted apart for this.
    pub apart: Option<Expr>,
}

/// `during PROCEDURE as NAME`
#[derive(Clone, Debug, PartialEq)]
pub struct During {
    /// The procedure.
    pub procedure: Name,
    /// The name of the run within the rule; the procedure's own name if absent.
    pub called: Option<Name>,
}

impl During {
    /// The name of the run within the rule.
    #[must_use]
    pub fn name(&self) -> &Name {
        self.called.as_ref().unwrap_or(&self.procedure)
    }
}

/// `may` or `may by EXPR`.
#[derive(Clone, Debug, PartialEq)]
pub struct May {
    /// The place of `may` in the source.
    pub span: Span,
    /// The player who decides; absent without `by`.
    pub by: Option<Expr>,
}

/// One item of a cost.
#[derive(Clone, Debug, PartialEq)]
pub enum CostItem {
    /// `spend N TOKEN from E`
    Spend {
        /// The number of tokens.
        amount: Expr,
        /// The token.
        token: Name,
        /// The holder of the tokens.
        from: Expr,
    },
    /// `place N TOKEN on E`
    Place {
        /// The number of tokens.
        amount: Expr,
        /// The token.
        token: Name,
        /// The entity on which they are placed.
        on: Expr,
    },
    /// `discard E`
    Discard {
        /// The card.
        card: Expr,
    },
    /// `run PROCEDURE(args) if EXPR`
    Run {
        /// The procedure; it gives whether the cost was paid.
        procedure: Name,
        /// Its arguments.
        args: Vec<Expr>,
        /// Whether it can be paid.
        possible: Expr,
    },
}
