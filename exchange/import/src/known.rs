//! The known content of a project: the types of facts, rows of records, cards.

use crate::mapping::Wrong;
use crate::take::Put;
use cardwright_compiler::document::{At, CardDoc, Entries, Fact};
use cardwright_compiler::guide::{self, Guide};
use cardwright_compiler::{Project, codes, compile_system};
use std::collections::{BTreeMap, BTreeSet};

/// Facts as a document gives them.
type Facts = Entries<At<Fact>>;

/// Why nothing is known of a system.
pub(crate) enum Why {
    /// Its content has errors.
    Content,
    /// There is no such system.
    Wrong(Box<Wrong>),
}

/// The known content of one system.
pub(crate) struct Known<'a> {
    guide: Guide,
    cards: BTreeMap<&'a str, &'a CardDoc>,
    rows: BTreeMap<(&'a str, &'a str), Home<'a>>,
}

/// The home of a row: its document.
#[derive(Clone, Copy)]
struct Home<'a> {
    facts: &'a Facts,
    /// The set; nothing for the system and its libraries.
    set: Option<&'a str>,
}

/// The type of a fact, as far as it decides how the fact is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    Number,
    YesNo,
    /// A length or an angle.
    Measure,
    /// A word, a row or an entry, by its id.
    Named(String),
    Text,
}

/// A fact that can be given.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) ty: Ty,
    pub(crate) is_set: bool,
    /// The value if none is given.
    pub(crate) default: Option<String>,
}

impl<'a> Known<'a> {
    pub(crate) fn of(project: &'a Project, id: &At<String>) -> Result<Self, Why> {
        let Some(system) = project.systems.get(&id.value) else {
            let known = project.systems.keys().map(String::as_str);
            let wrong = Wrong::name(codes::UNKNOWN_SYSTEM, "system", id, known);
            return Err(Why::Wrong(Box::new(wrong)));
        };
        let compiled = compile_system(project, system);
        let guide = guide::guide(project, system, &compiled).ok_or(Why::Content)?;
        let mut known = Self {
            guide,
            cards: BTreeMap::new(),
            rows: BTreeMap::new(),
        };
        known.tables(&system.doc.tables, None);
        for (_, library) in &system.libraries {
            known.tables(&library.tables, None);
        }
        for ((of, set), loaded) in &project.sets {
            if *of == id.value {
                known.tables(&loaded.doc.tables, Some(set));
                let cards = loaded.doc.cards.iter();
                known
                    .cards
                    .extend(cards.map(|card| (card.id.value.as_str(), card)));
            }
        }
        Ok(known)
    }

    fn tables(&mut self, tables: &'a Entries<Entries<Facts>>, set: Option<&'a str>) {
        for (record, rows) in &tables.0 {
            for (id, facts) in &rows.0 {
                let key = (record.value.as_str(), id.value.as_str());
                self.rows.entry(key).or_insert(Home { facts, set });
            }
        }
    }

    /// The printed facts of a kind; nothing, if there is no such kind.
    pub(crate) fn kind(&self, name: &At<String>) -> Result<BTreeMap<&str, Slot>, Wrong> {
        let kinds = || self.guide.kinds.iter().chain(&self.guide.of_sets.kinds);
        let unknown = || {
            let known = self.guide.kinds.iter().map(|kind| kind.name.as_str());
            Wrong::name(codes::UNKNOWN_KIND, "kind", name, known)
        };
        let found = kinds().find(|kind| kind.name == name.value).ok_or_else(unknown)?;
        let made = found
            .makes
            .iter()
            .filter_map(|made| kinds().find(|kind| kind.name == made.0));
        let made = made.flat_map(|kind| &kind.facts);
        Ok(self.slots(found.facts.iter().chain(made)))
    }

    /// The facts of a record.
    pub(crate) fn record(&self, name: &str) -> Option<BTreeMap<&str, Slot>> {
        let mut records = self.records();
        let record = records.find(|record| record.name == name)?;
        Some(self.slots(record.facts.iter()))
    }

    /// All records.
    pub(crate) fn records(&self) -> impl Iterator<Item = &guide::Record> + Clone {
        self.guide.records.iter().chain(&self.guide.of_sets.records)
    }

    /// The words of a type.
    pub(crate) fn words(&self, ty: &str) -> impl Iterator<Item = &str> {
        let types = self.guide.words.iter().chain(&self.guide.of_sets.words);
        let of = types.filter(move |one| one.name == ty);
        of.flat_map(|one| one.words.iter().chain(one.added.iter().map(|(word, _)| word)))
            .map(String::as_str)
    }

    /// The word type of this name, if sets may add words to it.
    pub(crate) fn open_words(&self, ty: &str) -> Option<&guide::Words> {
        let mut types = self.guide.words.iter().chain(&self.guide.of_sets.words);
        types.find(|one| one.name == ty && one.open)
    }

    fn slots<'g>(&'g self, facts: impl Iterator<Item = &'g guide::Fact>) -> BTreeMap<&'g str, Slot> {
        let slot = |fact: &'g guide::Fact| {
            let (is_set, ty) = match fact.ty.strip_prefix("set of ") {
                Some(member) => (true, member),
                None => (false, fact.ty.as_str()),
            };
            let slot = Slot {
                ty: self.ty(ty),
                is_set,
                default: fact.default.clone(),
            };
            (fact.name.as_str(), slot)
        };
        facts.map(slot).collect()
    }

    fn ty(&self, name: &str) -> Ty {
        match name {
            "number" => Ty::Number,
            "yes-no" => Ty::YesNo,
            "length" | "angle" => Ty::Measure,
            "text" => Ty::Text,
            name => Ty::Named(name.strip_prefix("template of ").unwrap_or(name).to_owned()),
        }
    }

    /// The card of this id.
    pub(crate) fn card(&self, id: &str) -> Option<&'a CardDoc> {
        self.cards.get(id).copied()
    }

    /// All cards, by their ids.
    pub(crate) fn cards(&self) -> impl Iterator<Item = &'a CardDoc> {
        self.cards.values().copied()
    }

    /// Whether a record has a row of this id.
    pub(crate) fn has_row(&self, record: &str, id: &str) -> bool {
        let mut records = self.records();
        let found = records.find(|one| one.name == record);
        found.is_some_and(|one| one.rows.iter().chain(&one.of_sets).any(|row| row == id))
    }

    /// The facts of a row, if it stands in a table, and the set that has it.
    pub(crate) fn row(&self, record: &str, id: &str) -> Option<(&'a Facts, Option<&'a str>)> {
        self.rows.get(&(record, id)).map(|home| (home.facts, home.set))
    }

    /// The sets of these rows, but for those that are named already.
    pub(crate) fn sets_of<'r>(&self, rows: impl Iterator<Item = (&'r str, &'r str)>) -> BTreeSet<String> {
        let sets = rows.filter_map(|(record, id)| self.row(record, id)?.1);
        sets.map(str::to_owned).collect()
    }
}

/// The facts in which a document differs from the data: the fact, its value here, its value there. Rows of
/// two names with the same facts are no difference: `alike` tells of a record and two ids whether they are.
pub(crate) fn differences(
    here: &Facts,
    there: &[(String, Put)],
    slots: &BTreeMap<&str, Slot>,
    alike: &dyn Fn(&str, &str, &str) -> bool,
) -> Vec<(String, String, String)> {
    let differs = |(name, put): &(String, Put)| {
        let slot = slots.get(name.as_str());
        let here = said(here, name, slot)?;
        let there = put.to_string();
        let of_rows = || match slot.map(|slot| &slot.ty) {
            Some(Ty::Named(record)) => pair_up(&here, &there, |one, other| alike(record, one, other)),
            _ => false,
        };
        (!is_same(&here, &there) && !of_rows()).then(|| (name.clone(), here.clone(), there.clone()))
    };
    there.iter().filter_map(differs).collect()
}

/// The value of a fact in a document, or its default.
pub(crate) fn said(facts: &Facts, name: &str, slot: Option<&Slot>) -> Option<String> {
    match facts.0.iter().find(|(one, _)| one.value == name) {
        Some((_, fact)) => Some(Put::of(&fact.value)?.to_string()),
        None => slot?.default.clone(),
    }
}

/// Whether the members of two facts go together two and two.
fn pair_up(one: &str, other: &str, alike: impl Fn(&str, &str) -> bool) -> bool {
    let members = |text: &str| -> Vec<String> {
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        inner.unwrap_or(text).split(", ").map(str::to_owned).collect()
    };
    let (ones, mut others) = (members(one), members(other));
    let mut pairs = ones.iter().map(|one| {
        let at = others.iter().position(|other| one == other || alike(one, other));
        at.map(|at| others.swap_remove(at))
    });
    pairs.all(|pair| pair.is_some()) && others.is_empty()
}

/// Whether two facts are the same, written in whatever order their members have.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let members = |text: &str| {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        let mut members: Vec<String> = inner.split(", ").map(str::to_owned).collect();
        members.sort();
        Some(members)
    };
    one == other || members(one).is_some_and(|one| members(other) == Some(one))
}
