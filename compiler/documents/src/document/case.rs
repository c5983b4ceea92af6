//! The conformance case: a scenario with expectations, and with an answer to each question that a player is asked.
//!
//! A case in `tests/conformance/<system>/<any folders>/<name>.yaml` need say neither its system nor what it claims:
//! both are read from where it lies.

use super::fact::{At, Entries, Tables};
use super::map::BoardDoc;
use super::scenario::{LooseCardDoc, PieceDoc, PlayerDoc, TableDoc};
use crate::packages::within;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The folder of the cases, in which each system has a folder of its own.
pub(super) const FOLDER: &str = "tests/conformance/";

/// Whether a file is a case of a library: `libraries/<library>/cases/<any folders>/<name>.yaml`.
pub(crate) fn is_of_library(file: &str) -> bool {
    library_of(file).is_some()
}

/// The library of a case.
pub(crate) fn library_of(file: &str) -> Option<&str> {
    let (library, rest) = within(file).strip_prefix("libraries/")?.split_once('/')?;
    rest.starts_with("cases/").then_some(library)
}

/// A conformance case: a situation, what happens, and what must be true afterwards.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseDoc {
    /// What the case claims; the name of its file if absent.
    #[serde(default)]
    pub case: At<String>,
    /// The id of its system; the name of the folder in `tests/conformance` if absent.
    #[serde(default)]
    pub system: At<String>,
    /// The ledger rules that it proves, if it proves some.
    #[serde(default)]
    pub proves: Vec<At<String>>,
    /// The card sets in use, beside those of the scenario from which it starts.
    #[serde(default)]
    pub sets: Vec<At<String>>,
    /// The size of a flat table; a board with `players`, or neither.
    #[serde(default)]
    pub table: Option<TableDoc>,
    /// The map, if the system's board has spaces.
    #[serde(default)]
    pub map: Option<At<String>>,
    /// The spaces, instead of a map.
    #[serde(default)]
    pub board: Option<BoardDoc>,
    /// Rows of the system's records.
    #[serde(default)]
    pub tables: Tables,
    /// The players; without them and `table` the case starts as its scenario does.
    #[serde(default)]
    pub players: Vec<PlayerDoc>,
    /// The pieces.
    #[serde(default)]
    pub pieces: Vec<PieceDoc>,
    /// What lies in each deck.
    #[serde(default)]
    pub decks: Entries<Entries<At<u32>>>,
    /// Cards that no piece holds yet.
    #[serde(default)]
    pub cards: Vec<LooseCardDoc>,
    /// Declarations and rules of the case.
    #[serde(default)]
    pub rules: Option<At<String>>,
    /// A scenario whose rules, tables and areas the case plays under. A case that gives no `table` and no
    /// `players` has the scenario's, and its sets, pieces, cards and decks, to which it may add its own.
    #[serde(default)]
    pub scenario: Option<At<String>>,
    /// Statements that set the situation up.
    #[serde(default)]
    pub given: Option<At<String>>,
    /// Statements that are put to the test; without them only the situation is looked at.
    #[serde(default)]
    pub when: At<String>,
    /// Faces that the dice show, in order; after them dice are an error of the case. Numbers are what `random`
    /// gives, in order.
    #[serde(default)]
    #[schemars(schema_with = "throws")]
    pub dice: Vec<At<String>>,
    /// The seed from which chance gives what `dice` does not, and by which decks are shuffled, as in a game of this seed.
    #[serde(default)]
    pub seed: Option<u64>,
    /// What is answered, one entry for each decision, in the order in which players are asked.
    #[serde(default)]
    pub decisions: Vec<At<DecisionDoc>>,
    /// What happens at the first question behind the last one in `decisions`; without this, nobody may be asked any more.
    #[serde(default)]
    pub afterwards: Option<Afterwards>,
    /// Labels of the rules about building that the forces do not keep at the start, all of them, in any order; not asked if
    /// absent.
    #[serde(default)]
    pub illegal: Option<Vec<At<String>>>,
    /// What the `refuse` declarations say that speak against facts of the case's own pieces and rows, all of them, in any order;
    /// `[]`, if none may speak. Without this such facts are an error.
    #[serde(default)]
    pub refused: Option<Vec<At<String>>>,
    /// Expressions that must be true at the end.
    #[serde(default)]
    pub expect: Vec<At<String>>,
    /// Lines of the account that must appear, in this order.
    #[serde(default)]
    pub events: Vec<At<String>>,
    /// Of a case of a library: what the library's names are called in the system that runs it.
    #[serde(skip)]
    pub renamed: BTreeMap<String, String>,
}

impl CaseDoc {
    /// Fills in what the document leaves to the name of its file.
    #[must_use]
    pub fn named(mut self, file: &str) -> Self {
        let within = file.rsplit_once(FOLDER).map_or("", |(_, rest)| rest);
        if self.system.value.is_empty()
            && let Some((system, _)) = within.split_once('/')
        {
            system.clone_into(&mut self.system.value);
        }
        if self.case.value.is_empty() {
            let name = file.rsplit('/').next().unwrap_or(file);
            self.case.value = name.trim_end_matches(".yaml").replace('-', " ");
        }
        self
    }

    /// All expectations in the order in which they are compiled: those in the midst, then those at the end.
    pub fn expectations(&self) -> impl Iterator<Item = &At<String>> {
        let midst = self.decisions.iter().flat_map(|decision| &decision.value.expect);
        midst.chain(&self.expect)
    }
}

/// What joins the labels of several options that are taken.
pub const JOINED_BY: &str = " + ";
/// What takes none.
pub const NOTHING: &str = "nothing";

/// One decision of a case: a text that says what is taken, or more about the question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecisionDoc {
    /// Labels of the options taken, joined by ` + `; or `nothing`, or `default`.
    pub takes: String,
    /// Options that must be offered; `nothing`, if the question may be left.
    pub offers: Vec<At<String>>,
    /// Options that must not be offered; `nothing`, if the question cannot be declined.
    pub refuses: Vec<At<String>>,
    /// A part of the question.
    pub asks: Option<At<String>>,
    /// The id of the player who is asked.
    pub by: Option<At<String>>,
    /// Expressions that must be true when the question is asked.
    pub expect: Vec<At<String>>,
}

/// The long form.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Long {
    /// Labels of the options taken, joined by ` + `; or `nothing`, or `default`.
    takes: String,
    /// Options that must be offered; `nothing`, if the question may be left.
    #[serde(default)]
    offers: Vec<At<String>>,
    /// Options that must not be offered; `nothing`, if the question cannot be declined.
    #[serde(default)]
    refuses: Vec<At<String>>,
    /// A part of the question.
    #[serde(default)]
    asks: Option<At<String>>,
    /// The id of the player who is asked.
    #[serde(default)]
    by: Option<At<String>>,
    /// Expressions that must be true when the question is asked.
    #[serde(default)]
    expect: Vec<At<String>>,
}

struct DecisionVisitor;

impl<'de> Visitor<'de> for DecisionVisitor {
    type Value = DecisionDoc;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "the label of an option, a list of labels, or a map with `takes:` and further \
        checks",
        )
    }

    fn visit_str<E: Error>(self, takes: &str) -> Result<DecisionDoc, E> {
        Ok(DecisionDoc {
            takes: takes.to_owned(),
            ..DecisionDoc::default()
        })
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<DecisionDoc, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<DecisionDoc, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_bool<E: Error>(self, answer: bool) -> Result<DecisionDoc, E> {
        self.visit_str(if answer { "yes" } else { "no" })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut labels: A) -> Result<DecisionDoc, A::Error> {
        let mut all: Vec<String> = Vec::new();
        while let Some(label) = labels.next_element()? {
            all.push(label);
        }
        match all.is_empty() {
            true => self.visit_str(NOTHING),
            false => self.visit_str(&all.join(JOINED_BY)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<DecisionDoc, A::Error> {
        let long = Long::deserialize(MapAccessDeserializer::new(map))?;
        Ok(DecisionDoc {
            takes: long.takes,
            offers: long.offers,
            refuses: long.refuses,
            asks: long.asks,
            by: long.by,
            expect: long.expect,
        })
    }
}

impl<'de> Deserialize<'de> for DecisionDoc {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DecisionVisitor)
    }
}

impl JsonSchema for DecisionDoc {
    fn schema_name() -> Cow<'static, str> {
        "DecisionDoc".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let long = generator.subschema_for::<Long>();
        json_schema!({
            "description": "The answer: the label or id of an option, a list of these, `nothing`, or \
             `default`; or a map with `takes:` and further checks.",
            "anyOf": [{ "type": ["string", "integer", "boolean"] }, { "type": "array", "items": { "type": ["string", "integer", "boolean"] } }, long],
        })
    }
}

/// What happens with questions that a case does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Afterwards {
    /// It and each that follows is answered by its default.
    Defaults,
    /// The case ends there, in the middle of what happens.
    Stop,
}

/// Faces are texts; numbers may be written without quotes.
fn throws(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "type": ["string", "integer"] } })
}
