//! Decks of cards, and journal entries with their texts.

use super::Module;
use crate::formats::csv;
use crate::model::facts::{Card, Cards, Kind};
use serde_json::{Value, json};
use std::fmt::Write;

/// Pictures that every Foundry has.
const CARD: &str = "icons/svg/card-hand.svg";

/// The decks: one of each kind for each set.
pub(super) fn decks(module: &Module<'_>) -> Vec<Value> {
    let mut decks = Vec::new();
    for set in &module.system.sets {
        for kind in &module.system.system.vocabulary.kinds {
            let cards = set.cards.iter().filter(|card| card.kind == kind.id);
            let cards: Vec<&Card> = cards.collect();
            if !cards.is_empty() {
                decks.push(deck(module, set, kind, &cards));
            }
        }
    }
    decks
}

fn deck(module: &Module<'_>, set: &Cards, kind: &Kind, cards: &[&Card]) -> Value {
    let id = module.id_of(&format!("deck {}/{}", set.id, kind.id));
    let cards = cards.iter().enumerate().map(|(at, card)| {
        json!({
            "_id": module.id_of(&format!("card {}", card.id)),
            "name": card.name,
            "description": paragraphs(card),
            "type": "base",
            "suit": kind.id,
            "value": null,
            "back": { "name": "", "text": "", "img": null },
            "faces": [{ "name": card.name, "text": paragraphs(card), "img": CARD }],
            "face": 0,
            "drawn": false,
            "origin": id,
            "width": null,
            "height": null,
            "rotation": 0,
            "sort": at,
            "flags": module.flags(json!({
                "card": card.id, "kind": card.kind, "facts": card.facts, "text": card.text,
            })),
        })
    });
    json!({
        "_id": id,
        "name": format!("{}: {}", set.title, kind.id),
        "type": "deck",
        "description": "",
        "img": CARD,
        "cards": cards.collect::<Vec<Value>>(),
        "width": null,
        "height": null,
        "rotation": 0,
        "displayCount": true,
        "folder": null,
        "sort": 0,
        "ownership": { "default": 0 },
        "flags": module.flags(json!({ "set": set.id, "kind": kind.id })),
    })
}

/// The journal: an entry for each set, with a page for each card.
pub(super) fn journal(module: &Module<'_>) -> Vec<Value> {
    let entry = |set: &Cards| {
        let pages = set.cards.iter().enumerate().map(|(at, card)| {
            json!({
                "_id": module.id_of(&format!("page {}", card.id)),
                "name": card.name,
                "type": "text",
                "title": { "show": true, "level": 1 },
                "text": { "format": 1, "content": facts(module, card) + &paragraphs(card) },
                "sort": at,
                "ownership": { "default": -1 },
                "flags": module.flags(json!({ "card": card.id })),
            })
        });
        json!({
            "_id": module.id_of(&format!("journal {}", set.id)),
            "name": set.title,
            "pages": pages.collect::<Vec<Value>>(),
            "folder": null,
            "sort": 0,
            "ownership": { "default": 0 },
            "flags": module.flags(json!({ "set": set.id })),
        })
    };
    module.system.sets.iter().map(entry).collect()
}

/// The printed facts of a card as a table of HTML. Writing into a text never fails.
fn facts(module: &Module<'_>, card: &Card) -> String {
    let kinds = &module.system.system.vocabulary.kinds;
    let kind = kinds.iter().find(|kind| kind.id == card.kind);
    let mut out = String::new();
    for field in kind
        .map_or(&[][..], |kind| &kind.fields)
        .iter()
        .filter(|field| !field.state)
    {
        let fact = card.facts.get(&field.name);
        let fact = fact.map(|fact| csv::text(&field.ty, fact)).unwrap_or_default();
        let _ = write!(
            out,
            "<tr><th>{}</th><td>{}</td></tr>",
            escaped(&field.name),
            escaped(&fact)
        );
    }
    match out.is_empty() {
        true => out,
        false => format!("<table><tbody>{out}</tbody></table>"),
    }
}

/// The text of a card, as HTML.
fn paragraphs(card: &Card) -> String {
    card.text
        .iter()
        .map(|text| format!("<p>{}</p>", escaped(text)))
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
