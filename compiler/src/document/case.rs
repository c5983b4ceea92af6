//! The conformance case: a scenario with expectations, and with an answer to each question that a player is asked.
//!
//! A case in `tests/conformance/<system>/<any folders>/<name>.yaml` need say neither its system nor what it claims:
//! both are read from where it lies.

use super::fact::{At, Entries, Tables};
use super::map::BoardDoc;
use super::scenario::{LooseCardDoc, PieceDoc, PlayerDoc, TableDoc};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::json;
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
    let (library, rest) = file.strip_prefix("libraries/")?.split_once('/')?;
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
    /// What is answered, one entry for each decision, in the order in which players are asked.
    #[serde(default)]
    pub decisions: Vec<At<DecisionDoc>>,
    /// What happens with questions behind the last one in `decisions`; without this, nobody may be asked any more.
    #[serde(default)]
    pub afterwards: Option<Afterwards>,
    /// Labels of the rules about building that the forces do not keep at the start, all of them, in any order; not asked if
    /// absent.
    #[serde(default)]
    pub illegal: Option<Vec<At<String>>>,
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
    /// Options that must be offered.
    pub offers: Vec<At<String>>,
    /// Options that must not be offered.
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
    /// The label of the option taken, or a list of them; or `nothing`, or `default`.
    takes: Taken,
    /// Options that must be offered.
    #[serde(default)]
    offers: Vec<At<String>>,
    /// Options that must not be offered.
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

/// The labels of the options taken, joined.
struct Taken(String);

impl DecisionDoc {
    fn of(taken: Taken) -> Self {
        Self {
            takes: taken.0,
            ..Self::default()
        }
    }
}

struct TakenVisitor;

impl<'de> Visitor<'de> for TakenVisitor {
    type Value = Taken;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the label of an option, or a list of them")
    }

    fn visit_str<E: Error>(self, label: &str) -> Result<Taken, E> {
        Ok(Taken(label.to_owned()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Taken, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Taken, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_bool<E: Error>(self, answer: bool) -> Result<Taken, E> {
        self.visit_str(if answer { "yes" } else { "no" })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut labels: A) -> Result<Taken, A::Error> {
        let mut all: Vec<String> = Vec::new();
        while let Some(Taken(label)) = labels.next_element()? {
            all.push(label);
        }
        Ok(Taken(match all.is_empty() {
            true => NOTHING.to_owned(),
            false => all.join(JOINED_BY),
        }))
    }
}

impl<'de> Deserialize<'de> for Taken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TakenVisitor)
    }
}

impl JsonSchema for Taken {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Taken".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let label = json!({ "type": ["string", "integer", "boolean"] });
        json_schema!({ "anyOf": [label, { "type": "array", "items": label }] })
    }
}

struct DecisionVisitor;

impl<'de> Visitor<'de> for DecisionVisitor {
    type Value = DecisionDoc;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the label of an option, a list of them, or `takes:` with what else is held to")
    }

    fn visit_str<E: Error>(self, label: &str) -> Result<DecisionDoc, E> {
        TakenVisitor.visit_str(label).map(DecisionDoc::of)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<DecisionDoc, E> {
        TakenVisitor.visit_i64(number).map(DecisionDoc::of)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<DecisionDoc, E> {
        TakenVisitor.visit_u64(number).map(DecisionDoc::of)
    }

    fn visit_bool<E: Error>(self, answer: bool) -> Result<DecisionDoc, E> {
        TakenVisitor.visit_bool(answer).map(DecisionDoc::of)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, labels: A) -> Result<DecisionDoc, A::Error> {
        TakenVisitor.visit_seq(labels).map(DecisionDoc::of)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<DecisionDoc, A::Error> {
        let long = Long::deserialize(MapAccessDeserializer::new(map))?;
        Ok(DecisionDoc {
            takes: long.takes.0,
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
            "description": "What is taken: the label of an option, its id, a list of them, `nothing`, `default`; or `takes:` with what else is held to.",
            "anyOf": [generator.subschema_for::<Taken>(), long],
        })
    }
}

/// What happens with questions that a case does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Afterwards {
    /// Each is answered by its default.
    Defaults,
}

/// Faces are texts; numbers may be written without quotes.
fn throws(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "type": ["string", "integer"] } })
}
