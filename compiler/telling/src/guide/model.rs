//! The guide to a system for card authors, as data: `--format json` writes it as it stands here.

use serde::Serialize;

/// Everything that cards of a system can name, in the order of its files.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Guide {
    /// The id of the system.
    pub system: String,
    /// The title for people.
    pub title: String,
    /// The shape of its board: `plane`, `hexes` or `squares`.
    pub board: String,
    /// The define that gives the players in the order in which they act at one moment; seat order if absent.
    pub order: Option<String>,
    /// A shipped card, taken apart line by line.
    pub example: Option<Example>,
    /// A card set with one entry of each kind and every fact that must be there. It compiles as it stands.
    pub sample_set: String,
    /// The case to start from, if the project has one for this game.
    pub sample_case: Option<SampleCase>,
    /// Kinds of pieces and cards.
    pub kinds: Vec<Kind>,
    /// The fields of players.
    pub player: Vec<Fact>,
    /// State of the whole game.
    pub state: Vec<Fact>,
    /// Records and their rows.
    pub records: Vec<Record>,
    /// Facts that entries of kinds and records may not have together.
    pub refused: Vec<Refused>,
    /// Word types.
    pub words: Vec<Words>,
    /// The meaning of the letters of maps.
    pub letters: Vec<Letter>,
    /// Sorts of tokens.
    pub tokens: Vec<Token>,
    /// Sorts of dice.
    pub dice: Vec<Die>,
    /// Decks.
    pub decks: Vec<Named>,
    /// The values, which rules may change.
    pub values: Vec<Value>,
    /// The permissions, which rules may forbid.
    pub permissions: Vec<Hook>,
    /// Questions that the system answers.
    pub defines: Vec<Define>,
    /// The offers, to which cards may add options.
    pub offers: Vec<Hook>,
    /// Procedures, each behind the one that runs it first.
    pub procedures: Vec<Procedure>,
    /// Lasting effects that cards may start.
    pub effects: Vec<Hook>,
    /// Ways to move on a board of spaces.
    pub movements: Vec<Named>,
    /// The outcomes of a game.
    pub outcomes: Vec<Named>,
    /// The core calls that the content of this system uses.
    pub calls: Vec<Call>,
    /// The entries of the shipped sets.
    pub sets: Vec<Set>,
    /// Whether the system has a phrasebook, which has a page of its own in the book.
    #[serde(skip)]
    pub has_abilities: bool,
    /// Kinds, records, words and tokens that shipped sets and their cards declare for themselves.
    #[serde(skip)]
    pub of_sets: OfSets,
}

/// See [`Guide::of_sets`].
#[derive(Clone, Debug, Default)]
pub struct OfSets {
    /// Kinds of pieces and cards.
    pub kinds: Vec<Kind>,
    /// Records.
    pub records: Vec<Record>,
    /// Word types.
    pub words: Vec<Words>,
    /// Sorts of tokens.
    pub tokens: Vec<Token>,
}

/// A case to copy.
#[derive(Clone, Debug, Serialize)]
pub struct SampleCase {
    /// The file, relative to the project.
    pub file: String,
    /// The text of the file.
    pub text: String,
}

/// A name with its type, or with whatever else is said of it, and its description.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its type; of an outcome its title, of a movement its parameters.
    #[serde(rename = "type")]
    pub ty: String,
    /// The default of a parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// A field of a kind, record, player or the game.
#[derive(Clone, Debug, Serialize)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// `printed`, or how it changes in play: `state`, `secret`, `kept`.
    pub given: String,
    /// Whether an entry must give it.
    pub required: bool,
    /// The default, if an entry does not give the fact.
    pub default: Option<String>,
    /// The set that has added it.
    pub added_by: Option<String>,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// A kind of piece or card.
#[derive(Clone, Debug, Serialize)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// `piece` or `card`.
    pub class: &'static str,
    /// The kinds that hold it.
    pub on: Vec<String>,
    /// The condition under which its rules apply, if not always.
    pub active: Option<String>,
    /// The number that can be made in a game, if it says so.
    pub made: Option<i64>,
    /// Whether sets may add fields.
    pub open: bool,
    /// The kinds of which each of its entries is one too, and the endings of their ids.
    pub makes: Vec<(String, String)>,
    /// Its fields.
    pub facts: Vec<Fact>,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// A record.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// Whether sets may add fields.
    pub open: bool,
    /// Its fields.
    pub facts: Vec<Fact>,
    /// The ids of the rows that the system has.
    pub rows: Vec<String>,
    /// The ids of the rows that the shipped sets add.
    pub of_sets: Vec<String>,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// Facts that entries of a kind or record may not have together.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// The kind or record.
    pub of: String,
    /// Why not.
    pub why: String,
    /// The condition that the facts must not meet.
    pub when: String,
}

/// A word type.
#[derive(Clone, Debug, Serialize)]
pub struct Words {
    /// Its name.
    pub name: String,
    /// Whether sets may add words.
    pub open: bool,
    /// The words of the system, in order.
    pub words: Vec<String>,
    /// Words that shipped sets add, and which set does.
    pub added: Vec<(String, String)>,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// A sort of token.
#[derive(Clone, Debug, Serialize)]
pub struct Token {
    /// Its name.
    pub name: String,
    /// The kinds that carry it.
    pub on: Vec<String>,
    /// The most on one entity.
    pub limit: Option<i64>,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// A sort of die.
#[derive(Clone, Debug, Serialize)]
pub struct Die {
    /// Its name.
    pub name: String,
    /// Its faces, and on how many sides each is.
    pub faces: Vec<(String, i64)>,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// A value.
#[derive(Clone, Debug, Serialize)]
pub struct Value {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Named>,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The value before any rule.
    pub base: String,
    /// Its limits, as they are written.
    pub limits: Vec<String>,
    /// The replacement that wins, if it says so.
    pub policy: Option<&'static str>,
    /// The comment at its declaration.
    pub says: Option<String>,
    /// A shipped rule that changes it.
    pub shown: Option<Shown>,
}

/// A permission, offer or effect.
#[derive(Clone, Debug, Serialize)]
pub struct Hook {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Named>,
    /// The condition while which an effect lasts.
    pub lasts: Option<String>,
    /// Of an effect: its declaration, if that is short.
    pub rules: Option<String>,
    /// The comment at its declaration.
    pub says: Option<String>,
    /// The steps in which an offer is made.
    pub made_in: Vec<String>,
    /// A shipped rule about it, or a statement that starts it.
    pub shown: Option<Shown>,
}

/// A define.
#[derive(Clone, Debug, Serialize)]
pub struct Define {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Named>,
    /// The type of its answer.
    #[serde(rename = "type")]
    pub ty: String,
    /// The expression of the answer.
    pub answer: String,
    /// The number of times that cards of shipped sets ask it.
    pub asked: usize,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// A procedure.
#[derive(Clone, Debug, Serialize)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Named>,
    /// Its result.
    pub gives: Option<Named>,
    /// Its variables, its result included: rules in its windows can `set` them, but for dice and sets.
    pub vars: Vec<Named>,
    /// The steps in which its names are set and read.
    pub uses: Vec<Uses>,
    /// Its steps in order.
    pub steps: Vec<Step>,
    /// The things that run it: steps, options of offers, rules of the system.
    pub run_by: Vec<String>,
    /// The comment at its declaration.
    pub says: Option<String>,
    /// Shipped rules that live in its windows.
    pub shown: Vec<Shown>,
    /// A shipped card that runs it.
    pub run_shown: Option<Shown>,
}

/// In which steps of a procedure one of its names is set and read.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Uses {
    /// The name.
    pub name: String,
    /// The steps that set it, in order.
    pub set_in: Vec<String>,
    /// The steps that read it, in order.
    pub read_in: Vec<String>,
}

/// A letter of maps.
#[derive(Clone, Debug, Serialize)]
pub struct Letter {
    /// The letter.
    pub letter: String,
    /// The row of the terrain record.
    pub terrain: Option<String>,
    /// The level of such spaces where the drawing gives none.
    pub level: Option<u32>,
    /// Whether such spaces are wall all through.
    pub wall: bool,
    /// The zones that such spaces belong to.
    pub zones: Vec<String>,
}

/// A step.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// The procedures that it runs, in order.
    pub runs: Vec<String>,
    /// The offers that it makes.
    pub offers: Vec<String>,
    /// The names of the procedure that it sets.
    pub sets: Vec<String>,
    /// The questions to players.
    pub asks: Vec<String>,
    /// The priority, as it is written; the order of the system if absent.
    pub priority: Option<String>,
    /// The name of the players who have something due, if it gathers.
    pub gathers: Option<String>,
    /// Whether it does nothing itself.
    pub empty: bool,
    /// The condition that it asks before all else, as it is written.
    pub only_if: Option<Asked>,
    /// The comment at its declaration.
    pub says: Option<String>,
}

/// A condition with which a step begins.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// The condition, as it is written.
    pub condition: String,
    /// Whether the step does nothing where it is so; else it does nothing where it is not so.
    pub stops: bool,
}

/// A piece of shipped content.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The text, as it is written.
    pub text: String,
    /// The id of the card whose it is; none if it is the system's.
    pub card: Option<String>,
}

/// A core call.
#[derive(Clone, Debug, Serialize)]
pub struct Call {
    /// The call as it is written: name, parameters, result.
    pub call: String,
    /// Whether it changes nothing.
    pub pure: bool,
    /// The meaning.
    pub says: &'static str,
}

/// A shipped set.
#[derive(Clone, Debug, Serialize)]
pub struct Set {
    /// Its id.
    pub id: String,
    /// The title for people.
    pub title: String,
    /// The ids of its entries, by kind.
    pub entries: Vec<(String, Vec<String>)>,
}

/// A shipped card, taken apart.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// Its id.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Its file.
    pub file: String,
    /// The whole entry as it is written.
    pub text: String,
    /// Its lines, each with what it says.
    pub lines: Vec<(String, String)>,
    /// The text of `cardwright explain`.
    pub told: String,
}

impl Set {
    /// The entries of a set of cards, by kind.
    pub(super) fn of(set: &cardwright_documents::document::CardSetDoc) -> Self {
        let mut entries: Vec<(String, Vec<String>)> = Vec::new();
        for card in &set.cards {
            match entries.iter_mut().find(|(kind, _)| *kind == card.kind.value) {
                Some((_, ids)) => ids.push(card.id.value.clone()),
                None => entries.push((card.kind.value.clone(), vec![card.id.value.clone()])),
            }
        }
        Self {
            id: set.set.value.clone(),
            title: set.title.clone(),
            entries,
        }
    }
}
