//! What others can notice of a system and its card sets: everything but where it stands, and the rules of cards that declare nothing.

use cardwright_code::link::is_plain;
use cardwright_documents::document::{At, CardDoc, CardSetDoc, Entries, Fact, Tables};
use cardwright_documents::project::{Loaded, Part};
use cardwright_documents::rules::{Items, Rules};
use std::sync::Arc;

/// The part of a system without its games. Two are the same if nobody else can notice the difference.
#[derive(Clone, Debug)]
pub(super) struct Signature(pub(super) Part);

impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |one: &Loaded<CardSetDoc>, other: &Loaded<CardSetDoc>| same_set(one, other);
        self.0.is_same_but(&other.0, &is_same)
    }
}

impl Eq for Signature {}

/// Whether two states of a set are the same to others.
fn same_set(one: &Loaded<CardSetDoc>, other: &Loaded<CardSetDoc>) -> bool {
    if one.file != other.file {
        return false;
    }
    if Arc::ptr_eq(&one.doc, &other.doc) && Arc::ptr_eq(&one.rules, &other.rules) {
        return true;
    }
    let CardSetDoc {
        set,
        system,
        title,
        uses,
        shares,
        tables,
        phrases: _,
        rules,
        cards,
    } = &*one.doc;
    let doc = &*other.doc;
    let text = |rules: &Option<At<String>>| rules.as_ref().map(|text| text.value.clone());
    set.value == doc.set.value
        && system.value == doc.system.value
        && *title == doc.title
        && same_names(uses, &doc.uses)
        && same_names(shares, &doc.shares)
        && same_tables(tables, &doc.tables)
        && text(rules) == text(&doc.rules)
        && same_list(cards, &doc.cards, same_card)
        && same_list(&one.rules.cards, &other.rules.cards, same_rules)
}

fn same_rules(one: &Rules, other: &Rules) -> bool {
    let is_same = |one: &Items, other: &Items| one.is(other);
    is_same(&one.items, &other.items) || (is_plain(&one.items) && is_plain(&other.items))
}

/// Whether two cards are the same but for their rules and places.
fn same_card(one: &CardDoc, other: &CardDoc) -> bool {
    one.id.value == other.id.value
        && one.kind.value == other.kind.value
        && one.name == other.name
        && same_entries(&one.names, &other.names, |one, other| one.value == other.value)
        && same_entries(&one.facts, &other.facts, same_fact)
        && same_names(&one.reading, &other.reading)
        && one.rules.is_some() == other.rules.is_some()
}

fn same_names(one: &[At<String>], other: &[At<String>]) -> bool {
    same_list(one, other, |one, other| one.value == other.value)
}

fn same_tables(one: &Tables, other: &Tables) -> bool {
    same_entries(one, other, |one, other| {
        same_entries(one, other, |one, other| same_entries(one, other, same_fact))
    })
}

fn same_entries<T>(one: &Entries<T>, other: &Entries<T>, same: impl Fn(&T, &T) -> bool) -> bool {
    same_list(&one.0, &other.0, |one, other| {
        one.0.value == other.0.value && same(&one.1, &other.1)
    })
}

fn same_fact(one: &At<Fact>, other: &At<Fact>) -> bool {
    match (&one.value, &other.value) {
        (Fact::List(one), Fact::List(other)) => same_list(one, other, same_fact),
        (Fact::Map(one), Fact::Map(other)) => same_entries(one, other, same_fact),
        (one, other) => one == other,
    }
}

fn same_list<T>(one: &[T], other: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
}
