//! The pack: verified code and the tables it refers to. This is what the compiler makes, the container
//! stores, the verifier proves and the rules core plays.
//!
//! All indexes are `u32` into the table that the field's documentation names, unless a type says otherwise.
//! The pack holds facts of content; it does not know what state a game is in.

use crate::board::BoardDef;
use crate::isa::Instr;
use crate::ty::Ty;
use serde::{Deserialize, Serialize};

/// An index into [`Pack::functions`].
pub type FuncId = u32;
/// An entity's number: 0 is nobody; the entities of [`Setup::entities`] follow from 1.
pub type EntityId = u32;
/// The entity that holds the state of the whole game: the first of every setup, and the only one of its kind.
pub const GAME: EntityId = 1;

/// Header cells of every entity, before its fields and tokens.
pub mod cell {
    /// The entity's kind.
    pub const KIND: usize = 0;
    /// Its template plus one; 0 if it has none.
    pub const TEMPLATE: usize = 1;
    /// The owning player's entity number.
    pub const OWNER: usize = 2;
    /// The entity that holds it, or 0.
    pub const HOLDER: usize = 3;
    /// Where it lies among what its holder holds: the largest number is on top.
    pub const ORDER: usize = 4;
    /// 1 if face up.
    pub const FACE_UP: usize = 5;
    /// 1 if in the game.
    pub const IN_PLAY: usize = 6;
    /// The packed pose; meaningful only if `PLACED` is 1.
    pub const POSE: usize = 7;
    /// 1 if it stands on the board.
    pub const PLACED: usize = 8;
    /// One bit for each field: set if the secret field has been shown.
    pub const SHOWN: usize = 9;
    /// When it came to where it lies, or was last turned over: a count of all that began; 0 from the start.
    pub const SINCE: usize = 10;
    /// How many header cells there are: field number `n` is cell `HEADER + n`, then the tokens follow.
    pub const HEADER: usize = 11;
}

/// Everything that a game needs besides a seed and decisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pack {
    /// The system's id and the scenario's id and title.
    pub title: Title,
    /// Texts that content refers to; text 0 is empty.
    pub texts: Vec<String>,
    /// Numbers that do not fit an instruction.
    pub constants: Vec<i64>,
    /// Sets known when compiling; a run-time set handle `CONST_SET + n` means set `n`.
    pub sets: Vec<ConstSet>,
    /// Word types; number 0 holds all die faces.
    pub words: Vec<WordDef>,
    /// Record types.
    pub records: Vec<RecordDef>,
    /// Rows of records; row 0 is the null row of record 0 with no cells (reads give 0).
    pub rows: Vec<RowDef>,
    /// Kinds of entities; 0 is the player, 1 the deck, 2 the game itself.
    pub kinds: Vec<KindDef>,
    /// Sorts of tokens.
    pub tokens: Vec<TokenDef>,
    /// Sorts of dice.
    pub dice: Vec<DieDef>,
    /// Printed cards and pieces.
    pub templates: Vec<TemplateDef>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Procedures.
    pub procedures: Vec<ProcedureDef>,
    /// Timing windows.
    pub windows: Vec<WindowDef>,
    /// Offers of a choice.
    pub offers: Vec<HookDef>,
    /// Values with modifiers.
    pub values: Vec<ValueDef>,
    /// Permissions.
    pub permissions: Vec<HookDef>,
    /// Ways to move on a board of spaces.
    pub movements: Vec<MovementDef>,
    /// Lasting effects.
    pub effects: Vec<EffectDef>,
    /// Ways in which code starts a lasting effect.
    pub starts: Vec<StartDef>,
    /// Ways in which code looks for running effects.
    pub matches: Vec<MatchDef>,
    /// Outcomes of the game.
    pub outcomes: Vec<OutcomeDef>,
    /// Choices that code asks for.
    pub choices: Vec<ChoiceDef>,
    /// Rules, in the order of declaration.
    pub rules: Vec<Rule>,
    /// The table, and the entities at the start.
    pub setup: Setup,
    /// The function that plays the game: no parameters.
    pub main: FuncId,
    /// How well a player (its parameter) stands, for agents that look ahead.
    pub score: Option<FuncId>,
    /// The procedure (index into [`Pack::procedures`]) whose runs are the game's rounds.
    pub round: Option<u32>,
    /// What a conformance case expects to be true at the end.
    pub checks: Vec<CheckDef>,
}

/// Handles at or above this mean constant sets.
pub const CONST_SET: i64 = 1 << 32;

/// Who made the pack's content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Title {
    /// The system's id.
    pub system: String,
    /// The scenario's or case's id.
    pub scenario: String,
    /// What people call it.
    pub name: String,
}

/// A set known when compiling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstSet {
    /// The set's type.
    pub ty: Ty,
    /// Its members.
    pub items: Vec<i64>,
}

/// A word type and its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WordDef {
    /// The type's name.
    pub name: String,
    /// The words; a value is an index into them.
    pub words: Vec<String>,
}

/// A named, typed slot of a record, kind or procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotDef {
    /// The slot's name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
}

/// A record type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordDef {
    /// The type's name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<SlotDef>,
}

/// One row of a record: a fact that never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowDef {
    /// Index into [`Pack::records`].
    pub record: u16,
    /// Its id in the document.
    pub id: String,
    /// One value for each field.
    pub cells: Vec<i64>,
}

/// What sort of entity a kind describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KindClass {
    /// A player.
    Player,
    /// An ordered pile.
    Deck,
    /// Something on the board.
    Piece,
    /// Something held by another entity.
    Card,
    /// What holds the state of the whole game.
    Game,
}

/// A kind of entity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KindDef {
    /// The kind's name.
    pub name: String,
    /// Its class.
    pub class: KindClass,
    /// Its fields.
    pub fields: Vec<FieldDef>,
    /// The token sorts it can carry (indexes into [`Pack::tokens`]); their counts follow the fields.
    pub tokens: Vec<u16>,
    /// The shape of its base.
    pub footprint: Option<FootprintDef>,
    /// Whether the rules of an entity (its parameter) apply now; always, if absent.
    pub active: Option<FuncId>,
}

/// One field of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldDef {
    /// The field's name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Whether code may change it.
    pub state: bool,
    /// Whether only the owner sees it until it is revealed.
    pub secret: bool,
    /// Whether its value at the end of the game is kept for the next game.
    pub kept: bool,
}

/// Which fields give the size of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FootprintDef {
    /// A rectangle: field numbers of width (side to side) and length (front to back).
    Rectangle(u16, u16),
    /// A circle: field number of the radius.
    Circle(u16),
    /// Spaces: field numbers of how many (on hexes in all, 1 or 2; on squares along each side), and of how many
    /// levels it is tall.
    Spaces(u16, Option<u16>),
}

/// A sort of token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TokenDef {
    /// Its name.
    pub name: String,
    /// The most that one entity can carry.
    pub limit: Option<i64>,
}

/// A sort of die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DieDef {
    /// Its name.
    pub name: String,
    /// Its sides: each a face (a word of type 0).
    pub sides: Vec<u16>,
}

/// A printed piece or card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TemplateDef {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Index into [`Pack::kinds`].
    pub kind: u16,
    /// One value for each field of the kind.
    pub cells: Vec<i64>,
}

/// What a function may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FunctionClass {
    /// Reads only, never stops: conditions, values, amounts.
    Pure,
    /// May change the state, ask and open windows.
    Effect,
}

/// A function. Its parameters are its first registers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Its name, for people.
    pub name: String,
    /// What it may do.
    pub class: FunctionClass,
    /// How many of the registers are parameters.
    pub params: u8,
    /// The type of its result.
    pub result: Ty,
    /// One fixed type for each register.
    pub registers: Vec<Ty>,
    /// The procedure (index into [`Pack::procedures`]) whose slots it may read and write as context.
    pub context: Option<u32>,
    /// Its code.
    #[serde(with = "crate::container::code")]
    pub code: Vec<Instr>,
    /// For each instruction, where it comes from.
    pub lines: Vec<SourceRef>,
}

/// A place in a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRef {
    /// Index of the file's name in [`Pack::texts`].
    pub file: u32,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// A procedure: a function whose first registers (parameters, then variables) rules in its windows can reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProcedureDef {
    /// Its name; `once per NAME` counts its runs.
    pub name: String,
    /// Its function.
    pub function: FuncId,
    /// Parameters and variables, in register order.
    pub slots: Vec<SlotDef>,
    /// Names of its steps.
    pub steps: Vec<String>,
}

/// Where in a step a window lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Moment {
    /// Before the step.
    Before,
    /// As the step begins.
    At,
    /// After the step.
    After,
}

/// A timing window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowDef {
    /// Index into [`Pack::procedures`].
    pub procedure: u32,
    /// Index into its steps; the whole procedure if absent.
    pub step: Option<u32>,
    /// Before, at or after.
    pub moment: Moment,
    /// Gives the players in the order of their priority (a set of players, procedure as context); seat order if absent.
    pub priority: Option<FuncId>,
}

/// An offer or a permission: a name and parameters that rules about it see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HookDef {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<SlotDef>,
}

/// Which one counts of the replacements of a value that apply at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Policy {
    /// The one of the highest level; of these, the one declared last.
    #[default]
    Level,
    /// The one that began last, whatever its level: an effect when it started, a rule of an entity when that came to
    /// where it lies, any other with the game; of those that began together, as by level.
    Latest,
    /// The highest number, or the last word in the order of declaration.
    Highest,
    /// The lowest number, or the first word.
    Lowest,
}

/// A value: base, then replacements, then modifiers, then limits. All its functions take its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueDef {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<SlotDef>,
    /// Its type. Only a number has modifiers that add, and limits.
    pub result: Ty,
    /// The value before any rule.
    pub base: FuncId,
    /// Which replacement counts.
    pub policy: Policy,
    /// The least that all additions together can come to.
    pub net_least: Option<FuncId>,
    /// The most that all additions together can come to.
    pub net_most: Option<FuncId>,
    /// The least it can be, after all modifiers.
    pub least: Option<FuncId>,
    /// The most it can be, after all modifiers.
    pub most: Option<FuncId>,
}

/// A way to move on a board of spaces. Its functions are pure and take who moves, and two standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovementDef {
    /// Its name.
    pub name: String,
    /// The kind (index into [`Pack::kinds`]) of what moves.
    pub mover: u16,
    /// What the step from the first standing to the second costs; below 0 if it is not allowed.
    pub cost: FuncId,
    /// Whether a move goes no farther after that step.
    pub stops: FuncId,
    /// Whether a move that began at the first standing may end at the second.
    pub ends: FuncId,
}

impl MovementDef {
    /// All its functions.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> + use<> {
        [self.cost, self.stops, self.ends].into_iter()
    }
}

/// A lasting effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectDef {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<SlotDef>,
    /// Whether an instance (its arguments) still lasts; pure. While it gives no, the rules of the instance do not apply;
    /// if it gives no as any window opens, the instance ends for good.
    pub lasts: Option<FuncId>,
}

/// A way in which code starts a lasting effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartDef {
    /// Index into [`Pack::effects`].
    pub effect: u32,
    /// What ends it; it lasts if absent.
    pub until: Option<Until>,
}

/// The openings of a window that end a lasting effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Until {
    /// Index into [`Pack::windows`].
    pub window: u32,
    /// Which openings count (the effect's arguments, the window's procedure as context); pure; all, if absent.
    pub condition: Option<FuncId>,
    /// Whether a number follows the effect's arguments: how many openings that count end it. Below 1 counts as 1.
    pub counted: bool,
}

/// Which running instances of an effect code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchDef {
    /// Index into [`Pack::effects`].
    pub effect: u32,
    /// Bit `n` is set if argument number `n` is not compared: any will do.
    pub any: u32,
}

/// An outcome of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeDef {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// Who wins.
    pub winners: Winners,
}

/// Who wins with an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Winners {
    /// These players; `end` names the outcome.
    Fixed(Vec<EntityId>),
    /// Whom the code names as it ends the game with `end-with`.
    Named,
}

/// How a choice is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChoiceStyle {
    /// One member of a set.
    One,
    /// Any number of members up to the number in register a+1.
    Any,
    /// Yes or no; the default is no.
    YesNo,
    /// One of the labels; the set holds indexes into them.
    Branch,
}

/// A choice that code asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceDef {
    /// The question.
    pub prompt: String,
    /// How it is asked.
    pub style: ChoiceStyle,
    /// The type of the set's members.
    pub ty: Ty,
    /// Whether the decider may choose nothing, which is then the default.
    pub optional: bool,
    /// Whether only the decider learns the answer.
    pub secret: bool,
    /// Labels of the branches.
    pub labels: Vec<String>,
}

/// Which rules win: a scenario's over a card's over the system's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// The system's rules.
    Core,
    /// Rules of cards and pieces.
    Card,
    /// The scenario's rules.
    Scenario,
}

/// Where a rule lives; its functions take the home's parameters first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Home {
    /// Always there; no parameters.
    Global,
    /// With each active entity of a template (index into [`Pack::templates`]); the parameter is that entity.
    Template(u32),
    /// With each running instance of an effect (index into [`Pack::effects`]); the parameters are its arguments.
    Effect(u32),
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// What people call it.
    pub name: String,
    /// Which rules it wins against.
    pub level: Level,
    /// Where it lives.
    pub home: Home,
    /// What it does.
    pub kind: RuleKind,
    /// Where it is written.
    pub source: SourceRef,
}

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RuleKind {
    /// Does something in a window.
    Trigger {
        /// Index into [`Pack::windows`].
        window: u32,
        /// When, how often, by whose leave.
        gate: Gate,
        /// What happens; home parameters, procedure as context.
        body: FuncId,
        /// What happens if the decider declines.
        otherwise: Option<FuncId>,
    },
    /// Adds an option to an offer.
    Choice {
        /// Index into [`Pack::offers`].
        offer: u32,
        /// When and how often.
        gate: Gate,
        /// What happens; home parameters, then the offer's.
        body: FuncId,
    },
    /// Changes a value.
    Modify {
        /// Index into [`Pack::values`].
        value: u32,
        /// Whether the amount is the new value instead of an addition.
        replace: bool,
        /// Whether it applies; home parameters, then the value's.
        condition: FuncId,
        /// By how much, or to what; same parameters.
        amount: FuncId,
    },
    /// Gives or denies a permission.
    Permit {
        /// Index into [`Pack::permissions`].
        permission: u32,
        /// Whether it gives.
        allow: bool,
        /// Whether it applies; home parameters, then the permission's.
        condition: FuncId,
    },
    /// Says what must be true of the forces at the start. It lives with a template, or everywhere: then it is asked
    /// about each player.
    Build {
        /// Whether the forces keep it; pure. Home parameters, or, without a home, one player.
        condition: FuncId,
    },
}

/// The one gate of every ability: condition, limit, whose leave. Costs are part of the condition
/// (can they be paid?) and of the body (pay them first).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// Whether it can be used; pure.
    pub condition: FuncId,
    /// How often.
    pub limit: Option<Limit>,
    /// Whether the decider may decline.
    pub optional: bool,
    /// Who decides (pure, gives a player); the source's owner if absent.
    pub decider: Option<FuncId>,
}

/// How often a rule may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// How many times.
    pub times: u16,
    /// In each run of this procedure; in the whole game if absent.
    pub per: Option<u32>,
    /// Counted separately for what this pure function gives (an entity).
    pub apart: Option<FuncId>,
    /// Whether it is counted together for all entities of the rule's template that one player owns; only rules that
    /// live with a template.
    pub shared: bool,
}

/// The size of the flat table; nothing on a board of spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDef {
    /// From west to east, thousandths of an inch.
    pub width: i32,
    /// From south to north.
    pub length: i32,
}

/// How a game starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The flat table's size.
    pub table: TableDef,
    /// The kind of board, and its spaces.
    pub board: BoardDef,
    /// The entities: number 1 is the first of these.
    pub entities: Vec<EntityDef>,
}

/// An entity at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntityDef {
    /// Its id in the scenario.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Index into [`Pack::kinds`].
    pub kind: u16,
    /// Index into [`Pack::templates`].
    pub template: Option<u32>,
    /// Owning player, or 0.
    pub owner: EntityId,
    /// Holding entity, or 0.
    pub holder: EntityId,
    /// Whether it lies face up.
    pub face_up: bool,
    /// Its packed pose, if it stands on the board.
    pub pose: Option<i64>,
    /// Cells that differ from the template's: cell number (header included) and value.
    pub cells: Vec<(u16, i64)>,
}

/// An expectation of a conformance case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckDef {
    /// As it is written.
    pub text: String,
    /// Pure, gives yes or no.
    pub function: FuncId,
}

/// A pose as one number: 20 bits of x, 20 of y (two's complement), 20 of heading, from the top.
///
/// Coordinates are thousandths of an inch, limited to what 20 bits hold; the heading is thousandths of a degree,
/// clockwise, taken round the full turn.
#[must_use]
pub fn pack_pose(x: i64, y: i64, heading: i64) -> i64 {
    const FAR: i64 = 500_000;
    const FIELD: i64 = (1 << 20) - 1;
    let (x, y) = (x.clamp(-FAR, FAR) & FIELD, y.clamp(-FAR, FAR) & FIELD);
    (x << 40) | (y << 20) | heading.rem_euclid(360_000)
}
