//! Cards and rows that are made, each with the row of the data that it comes from, and what does not fit.

use crate::documents::{CardsDoc, Choice, RowsDoc, SkipDoc};
use crate::known;
use crate::known::{Known, Slot, differences};
use crate::mapping::{Mapping, Refused, Wrong};
use crate::report::{Difference, Namesake, Origin, Outcome, Problem, Skipped};
use crate::scope::{Scope, holds, id, text_of};
use crate::source::{Data, Row};
use crate::squads::letters;
use crate::take::{Put, Stood, Taker, short};
use crate::unmapped::Unnamed;
use crate::words::NewWords;
use cardwright_compiler::codes;
use cardwright_compiler::document::{CardDoc, Entries};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The bytes of facts with which a set is full: a document is read up to as many.
const FULL_AT_BYTES: usize = 16 << 20;
/// The number of errors after which no further rows are looked at.
const FULL_AT_PROBLEMS: usize = 100_000;

/// A card of the set.
#[derive(Clone, Debug)]
pub(crate) struct MadeCard {
    pub(crate) origin: Origin,
    pub(crate) kind: String,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) facts: Vec<(String, Put)>,
    pub(crate) is_todo: bool,
}

/// A row of the set's tables.
#[derive(Clone, Debug)]
pub(crate) struct MadeRow {
    pub(crate) origin: Origin,
    pub(crate) id: String,
    pub(crate) facts: Vec<(String, Put)>,
}

/// The result of a mapping, row by row.
#[derive(Debug, Default)]
pub(crate) struct Made {
    pub(crate) cards: Vec<MadeCard>,
    /// The rows by their records, in the order in which they are first named.
    pub(crate) rows: BTreeMap<String, Vec<MadeRow>>,
    /// The sets that have rows which the cards name.
    pub(crate) uses: BTreeSet<String>,
    /// A line that the mapping may get so that the set has all words of the data.
    pub(crate) new_words: Option<String>,
    outcome: Outcome,
}

impl Made {
    pub(crate) fn is_empty(&self) -> bool {
        self.cards.is_empty() && self.rows.is_empty()
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let rows = self
            .rows
            .iter()
            .map(|(record, rows)| (record.clone(), rows.len()));
        Outcome {
            cards: self.cards.len(),
            todo: self.cards.iter().filter(|card| card.is_todo).count(),
            rows: rows.collect(),
            ..self.outcome.clone()
        }
    }
}

/// The rows of a source by what one of their fields says.
type Index<'a> = HashMap<(&'a str, &'a str), HashMap<String, Vec<&'a Row>>>;

/// Makes cards and rows.
pub(crate) struct Maker<'a> {
    mapping: &'a Mapping,
    known: &'a Known<'a>,
    data: &'a Data,
    index: Index<'a>,
    /// The entries that are there already, by id: where they come from.
    ids: HashMap<String, Origin>,
    /// The rows that were made, by record and id: the how-many-eth each is.
    rows: HashMap<(String, String), usize>,
    /// How many rows were looked at.
    looked_at: usize,
    /// About how many bytes the set has so far.
    bytes: usize,
    unnamed: Unnamed<'a>,
    new_words: NewWords<'a>,
    made: Made,
}

impl<'a> Maker<'a> {
    /// A maker for a mapping whose names exist.
    pub(crate) fn of(mapping: &'a Mapping, known: &'a Known<'a>, data: &'a Data) -> Result<Self, Refused> {
        let mut wrong = Vec::new();
        let doc = &mapping.doc;
        for cards in &doc.cards {
            let slots = known.kind(&cards.kind);
            match slots {
                Ok(slots) => wrong.extend(unknown_facts("kind", &cards.kind.value, cards.choice(), &slots)),
                Err(unknown) => wrong.push(unknown),
            }
            wrong.extend(unknown_sources(mapping, cards.choice()));
        }
        for rows in &doc.rows {
            match known.record(&rows.record.value) {
                Some(slots) => {
                    wrong.extend(unknown_facts("record", &rows.record.value, rows.choice(), &slots));
                }
                None => {
                    let names = known.records().map(|record| record.name.as_str());
                    wrong.push(Wrong::name(codes::UNKNOWN_RECORD, "record", &rows.record, names));
                }
            }
            wrong.extend(unknown_sources(mapping, rows.choice()));
        }
        if !wrong.is_empty() {
            return Err(mapping.refuse_all(wrong));
        }
        let joins = doc.cards.iter().map(|cards| &cards.join);
        let joins = joins.chain(doc.rows.iter().map(|rows| &rows.join));
        Ok(Self {
            mapping,
            known,
            data,
            index: index(data, joins),
            ids: HashMap::new(),
            rows: HashMap::new(),
            looked_at: 0,
            bytes: 0,
            unnamed: Unnamed::of(doc),
            new_words: NewWords::of(doc),
            made: Made::default(),
        })
    }

    /// Makes everything.
    pub(crate) fn make(&mut self) {
        let doc = &self.mapping.doc;
        for rows in &doc.rows {
            self.rows(rows);
        }
        for cards in &doc.cards {
            self.cards(cards);
        }
        let outcome = &mut self.made.outcome;
        outcome.differences.sort();
        outcome.differences.dedup();
        outcome.known.sort();
        outcome.known.dedup();
        outcome.unmapped = self.unnamed.found();
        self.made.outcome.namesakes = self.namesakes();
        self.made.new_words = self.new_words.remedy();
    }

    /// New cards that are called as a card of the project is, which none of the rows became.
    fn namesakes(&self) -> Vec<Namesake> {
        let met: BTreeSet<&str> = self.made.outcome.known.iter().map(String::as_str).collect();
        let cards = self
            .known
            .cards()
            .filter(|card| !met.contains(card.id.value.as_str()));
        let mut named: HashMap<(&str, String), &CardDoc> = HashMap::new();
        for card in cards {
            named
                .entry((&card.kind.value, letters(&card.name)))
                .or_insert(card);
        }
        let namesake = |card: &MadeCard| {
            let name = letters(&card.name);
            // A name without such letters is like any other one without.
            let key = Some(name).filter(|name| !name.is_empty())?;
            let here = named.get(&(card.kind.as_str(), key))?;
            Some(Namesake {
                row: card.origin.clone(),
                id: card.id.clone(),
                here: here.id.value.clone(),
                name: here.name.clone(),
                differs: self.differing(here, card),
            })
        };
        self.made.cards.iter().filter_map(namesake).collect()
    }

    pub(crate) fn made(self) -> Made {
        self.made
    }

    /// The facts in which a card of the project and a new one differ.
    fn differing(&self, here: &CardDoc, there: &MadeCard) -> Vec<String> {
        let slots = self.known.kind(&here.kind).unwrap_or_default();
        let found = differences(&here.facts, &there.facts, &slots, &|_, _, _| false);
        found.into_iter().map(|(fact, ..)| fact).collect()
    }

    fn rows(&mut self, doc: &'a RowsDoc) {
        let slots = self.known.record(&doc.record.value).unwrap_or_default();
        let choice = doc.choice();
        for (at, row) in self.data.rows(&doc.each.value).iter().enumerate() {
            let origin = origin(choice, at, row);
            if self.is_full(&origin) {
                return;
            }
            let Some(joined) = self.begun(&origin, row, choice) else {
                continue;
            };
            let scope = whole(row, &joined);
            let mut taker = self.taker();
            let facts = taker.facts(&doc.facts, &slots, &scope);
            self.count(&facts);
            let id = id(self.mapping, &doc.id, &scope, &facts);
            let (mut stood, mut wrong) = (taker.stood, taker.wrong);
            match id {
                Ok(id) => stood.push(Stood {
                    record: doc.record.value.clone(),
                    id,
                    facts,
                }),
                Err(why) => wrong.push(("id".to_owned(), why)),
            }
            self.note(&origin, wrong);
            self.stand(&origin, stood, true);
        }
    }

    fn cards(&mut self, doc: &'a CardsDoc) {
        let slots = self.known.kind(&doc.kind).unwrap_or_default();
        let choice = doc.choice();
        let before = self.looked_at;
        for (at, row) in self.data.rows(&doc.each.value).iter().enumerate() {
            let origin = origin(choice, at, row);
            if self.is_full(&origin) {
                break;
            }
            if let Some(joined) = self.begun(&origin, row, choice) {
                self.card(doc, &slots, origin, &whole(row, &joined));
            }
        }
        self.made.outcome.of += self.looked_at - before;
    }

    fn card(&mut self, doc: &CardsDoc, slots: &BTreeMap<&str, Slot>, origin: Origin, scope: &Scope<'_>) {
        let mut taker = self.taker();
        let facts = taker.facts(&doc.facts, slots, scope);
        self.count(&facts);
        self.new_words.look(self.known, slots, &facts);
        let text = Slot {
            ty: known::Ty::Text,
            is_set: false,
            default: None,
        };
        let name = taker.fact(&doc.name.0, &text, scope);
        let (stood, mut wrong) = (taker.stood, taker.wrong);
        let name = match name {
            Ok(Some(name)) => name.to_string(),
            Ok(None) => {
                wrong.push(("name".to_owned(), "it has none".to_owned()));
                String::new()
            }
            Err(why) => {
                wrong.push(("name".to_owned(), why));
                String::new()
            }
        };
        let id = id(self.mapping, &doc.id, scope, &facts);
        let id = id.and_then(|id| match self.ids.insert(id.clone(), origin.clone()) {
            Some(other) => Err(format!(
                "`{id}` is also the id of {other}; change `id` in the mapping so that the two differ"
            )),
            None => Ok(id),
        });
        let id = id
            .map_err(|why| wrong.push(("id".to_owned(), why)))
            .unwrap_or_default();
        let known = self.known.card(&id);
        if let Some(other) = known.filter(|card| card.kind.value != doc.kind.value) {
            let why = format!(
                "in this project, `{id}` is already the id of {}, a {}; change `id` in the mapping",
                other.name, other.kind.value
            );
            wrong.push(("id".to_owned(), why));
        }
        let is_fine = wrong.is_empty();
        self.note(&origin, wrong);
        let differs = known.map(|card| {
            differences(&card.facts, &facts, slots, &|record, here, there| {
                self.alike(&stood, record, here, there)
            })
        });
        self.stand(&origin, stood, known.is_none());
        if let Some(differs) = differs.filter(|_| is_fine) {
            self.differ(&id, differs);
            self.made.outcome.known.push(id);
        } else if is_fine {
            let is_todo = doc
                .todo
                .as_ref()
                .is_none_or(|todo| holds(self.mapping, todo, scope));
            self.made.cards.push(MadeCard {
                origin,
                kind: doc.kind.value.clone(),
                id,
                name,
                facts: given(facts, slots),
                is_todo,
            });
        }
    }

    /// The rows that are joined to one; nothing, if it is not looked at, left out, or one of them is missing.
    fn begun<'j>(
        &mut self,
        origin: &Origin,
        row: &'j Row,
        choice: Choice<'j>,
    ) -> Option<Vec<(&'j str, &'j Row)>>
    where
        'a: 'j,
    {
        let (joined, missing) = self.joined(row, choice.join);
        let scope = whole(row, &joined);
        if !holds(self.mapping, choice.when, &scope) {
            return None;
        }
        self.looked_at += 1;
        let fits = |skip: &&SkipDoc| holds(self.mapping, &skip.when, &scope);
        let told = |skip: &SkipDoc| Skipped {
            row: origin.clone(),
            why: skip.why.clone(),
        };
        if let Some(skip) = choice.skip.iter().find(fits) {
            self.made.outcome.skipped.push(told(skip));
            return None;
        }
        let notes: Vec<Skipped> = choice.notes.iter().filter(fits).map(told).collect();
        self.made.outcome.notes.extend(notes);
        if let Some(missing) = missing {
            self.note(origin, vec![missing]);
            return None;
        }
        self.unnamed.look(&choice.each.value, row);
        for (source, row) in &joined {
            self.unnamed.look(source, row);
        }
        Some(joined)
    }

    /// The rows that are joined to one, and what is wrong if one of them is missing.
    #[allow(
        clippy::type_complexity,
        reason = "a list, and a field with what is wrong with it"
    )]
    fn joined<'j>(
        &self,
        row: &'j Row,
        join: &'j Entries<Entries<String>>,
    ) -> (Vec<(&'j str, &'j Row)>, Option<(String, String)>)
    where
        'a: 'j,
    {
        let alone = whole(row, &[]);
        let (mut joined, mut missing) = (Vec::new(), None);
        for (source, fields) in &join.0 {
            for (field, own) in &fields.0 {
                let said = alone.get(own).and_then(|said| text_of(&said)).unwrap_or_default();
                let rows = self.index.get(&(source.value.as_str(), field.value.as_str()));
                let rows = rows
                    .and_then(|rows| rows.get(&said))
                    .map_or(&[][..], Vec::as_slice);
                if let [one] = rows {
                    joined.push((source.value.as_str(), *one));
                    continue;
                }
                let (count, source, field) = (rows.len(), &source.value, &field.value);
                let why = format!(
                    "{count} rows of `{source}` have the {field} `{}`, but there must be exactly one",
                    short(&said)
                );
                missing = Some((own.clone(), why));
            }
        }
        (joined, missing)
    }

    /// Whether no more is made: the set is longer than a document that is read, or too much is wrong.
    fn is_full(&mut self, origin: &Origin) -> bool {
        let problems = &mut self.made.outcome.problems;
        if self.bytes <= FULL_AT_BYTES && problems.len() <= FULL_AT_PROBLEMS {
            return false;
        }
        let why = match self.bytes > FULL_AT_BYTES {
            true => {
                format!("the set would have more than {FULL_AT_BYTES} bytes; make several sets, with `when`")
            }
            false => "there are too many problems; the remaining rows were not read".to_owned(),
        };
        problems.push(Problem {
            row: Some(origin.clone()),
            field: "the set".to_owned(),
            why,
        });
        true
    }

    /// Counts what facts take.
    fn count(&mut self, facts: &[(String, Put)]) {
        let bytes = facts.iter().map(|(name, put)| name.len() + put.length());
        self.bytes += bytes.sum::<usize>();
    }

    fn taker(&self) -> Taker<'a> {
        Taker {
            mapping: self.mapping,
            known: self.known,
            stood: Vec::new(),
            wrong: Vec::new(),
        }
    }

    fn note(&mut self, origin: &Origin, wrong: Vec<(String, String)>) {
        let problems = wrong.into_iter().map(|(field, why)| Problem {
            row: Some(origin.clone()),
            field,
            why,
        });
        self.made.outcome.problems.extend(problems);
    }

    fn differ(&mut self, what: &str, differences: Vec<(String, String, String)>) {
        let differences = differences.into_iter().map(|(fact, here, there)| Difference {
            what: what.to_owned(),
            fact,
            here,
            there,
        });
        self.made.outcome.differences.extend(differences);
    }

    /// Whether a row of the project says what a row says for which a value stood.
    fn alike(&self, stood: &[Stood], record: &str, here: &str, there: &str) -> bool {
        let row = self.known.row(record, here);
        let other = stood.iter().find(|row| row.record == record && row.id == there);
        let (Some((row, _)), Some(other)) = (row, other) else {
            return false;
        };
        let slots = self.known.record(record).unwrap_or_default();
        let is_same = |(name, put): &(String, Put)| {
            let here = known::said(row, name, slots.get(name.as_str()));
            here.is_some_and(|here| known::is_same(&here, &put.to_string()))
        };
        other.facts.iter().all(is_same)
    }

    /// Adds the rows that values stood for, each once, if what names them is new.
    fn stand(&mut self, origin: &Origin, stood: Vec<Stood>, is_new: bool) {
        let mut differ = Vec::new();
        for Stood { record, id, facts } in &stood {
            if let Some((here, _)) = self.known.row(record, id) {
                let slots = self.known.record(record).unwrap_or_default();
                let differs = differences(here, facts, &slots, &|record, here, there| {
                    self.alike(&stood, record, here, there)
                });
                differ.push((format!("{record} {id}"), differs));
            }
        }
        for (what, differs) in differ {
            self.differ(&what, differs);
        }
        for Stood { record, id, facts } in stood {
            let slots = self.known.record(&record).unwrap_or_default();
            if !is_new {
                continue;
            }
            if self.known.has_row(&record, &id) {
                let rows = std::iter::once((record.as_str(), id.as_str()));
                self.made.uses.extend(self.known.sets_of(rows));
                continue;
            }
            self.new_words.look(self.known, &slots, &facts);
            let facts = given(facts, &slots);
            let rows = self.made.rows.entry(record.clone()).or_default();
            let due = rows.len();
            let at = *self.rows.entry((record.clone(), id.clone())).or_insert(due);
            match rows.get(at) {
                Some(row)
                    if lacking(&row.facts, &facts)
                        .or(lacking(&facts, &row.facts))
                        .is_none() => {}
                Some(row) => {
                    let differs = lacking(&row.facts, &facts).or(lacking(&facts, &row.facts));
                    let fact =
                        differs.map_or_else(String::new, |(name, _)| format!(" with another `{name}`"));
                    let why = format!(
                        "`{id}` is also the id of a {record} of {}{fact}; change its `id` so that the two \
                         differ",
                        row.origin
                    );
                    self.note(origin, vec![(record, why)]);
                }
                None => rows.push(MadeRow {
                    origin: origin.clone(),
                    id,
                    facts,
                }),
            }
        }
    }
}

/// The facts that are not what they would be anyway.
fn given(facts: Vec<(String, Put)>, slots: &BTreeMap<&str, Slot>) -> Vec<(String, Put)> {
    let is_default = |(name, put): &(String, Put)| {
        let default = slots.get(name.as_str()).and_then(|slot| slot.default.as_ref());
        default.is_some_and(|default| *default == put.to_string())
    };
    facts.into_iter().filter(|fact| !is_default(fact)).collect()
}

/// A fact that others lack, in whatever order its members are written.
fn lacking<'f>(facts: &[(String, Put)], others: &'f [(String, Put)]) -> Option<&'f (String, Put)> {
    let is_there = |other: &(String, Put)| {
        let same = |fact: &(String, Put)| {
            fact.0 == other.0 && known::is_same(&fact.1.to_string(), &other.1.to_string())
        };
        facts.iter().any(same)
    };
    others.iter().find(|other| !is_there(other))
}

fn whole<'r>(row: &'r Row, joined: &'r [(&'r str, &'r Row)]) -> Scope<'r> {
    Scope {
        fields: row,
        joined,
        it: None,
        around: None,
    }
}

fn origin(choice: Choice<'_>, at: usize, row: &Row) -> Origin {
    let key = choice
        .key
        .and_then(|key| whole(row, &[]).get(key).and_then(|said| text_of(&said)));
    Origin {
        source: choice.each.value.clone(),
        row: at + 1,
        key,
    }
}

fn index<'a>(data: &'a Data, joins: impl Iterator<Item = &'a Entries<Entries<String>>>) -> Index<'a> {
    let mut index = Index::new();
    for (source, fields) in joins.flat_map(|join| &join.0) {
        for (field, _) in &fields.0 {
            let mut rows: HashMap<String, Vec<&Row>> = HashMap::new();
            for row in data.rows(&source.value) {
                let said = whole(row, &[]).get(&field.value).and_then(|said| text_of(&said));
                rows.entry(said.unwrap_or_default()).or_default().push(row);
            }
            index.insert((source.value.as_str(), field.value.as_str()), rows);
        }
    }
    index
}

fn unknown_facts(what: &str, owner: &str, choice: Choice<'_>, slots: &BTreeMap<&str, Slot>) -> Vec<Wrong> {
    let unknown = choice
        .facts
        .0
        .iter()
        .filter(|(name, _)| !slots.contains_key(name.value.as_str()));
    let wrong = unknown.map(|(name, _)| {
        let what = format!("fact of the {what} `{owner}` called");
        Wrong::name(codes::UNKNOWN_FACT, &what, name, slots.keys().copied())
    });
    wrong.collect()
}

fn unknown_sources(mapping: &Mapping, Choice { each, join, .. }: Choice<'_>) -> Vec<Wrong> {
    let known = || mapping.files().map(|(name, _)| name);
    let known: Vec<&str> = known().collect();
    let named = std::iter::once(each).chain(join.0.iter().map(|(source, _)| source));
    let unknown = named.filter(|name| !known.contains(&name.value.as_str()));
    unknown
        .map(|name| Wrong::name(codes::UNKNOWN_CHOICE, "source", name, known.iter().copied()))
        .collect()
}
