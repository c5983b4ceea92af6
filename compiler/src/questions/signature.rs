//! The signature of a system and its card sets: everything that others can notice, but not its places, nor
//! the rules of cards that declare nothing.

use cardwright_code::link::is_plain;
use cardwright_documents::document::{At, CardDoc, CardSetDoc, Entries, Fact, Tables};
use cardwright_documents::project::{Loaded, Part};
use cardwright_documents::rules::Items;
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

/// A card, and what is parsed of its rules.
type OfCard<'a> = (&'a CardDoc, &'a Items);

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
        overlays,
    } = &*one.doc;
    let doc = &*other.doc;
    let text = |rules: &Option<At<String>>| rules.as_ref().map(|text| text.value.clone());
    set.value == doc.set.value
        && system.value == doc.system.value
        && *title == doc.title
        && *overlays == doc.overlays
        && same_names(uses, &doc.uses)
        && same_names(shares, &doc.shares)
        && same_tables(tables, &doc.tables)
        && text(rules) == text(&doc.rules)
        && same_list(cards, &doc.cards, same_card)
        && one.rules.cards.len() == other.rules.cards.len()
        && with_rules(one).zip(with_rules(other)).all(same_rules)
}

/// The cards of a set, with what is parsed of their rules.
fn with_rules(set: &Loaded<CardSetDoc>) -> impl Iterator<Item = OfCard<'_>> {
    let items = set.rules.cards.iter().map(|rules| &rules.items);
    set.doc.cards.iter().zip(items)
}

/// Whether the rules of a card declare the same. A document with a mistake is read as a whole, and so are rules that have not changed.
fn same_rules(((card, items), (other, other_items)): (OfCard<'_>, OfCard<'_>)) -> bool {
    let text = |card: &CardDoc| card.rules.as_ref().map(|text| text.value.clone());
    items.is(other_items) || (is_plain(items) && is_plain(other_items)) || text(card) == text(other)
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
