//! A game as it stands, by names, and its hash.
//!
//! `teller` tells entities and values, `decision` what is asked, `event` what chance gave and what happened.

mod decision;
mod event;
mod teller;

pub(crate) use teller::Teller;

use crate::model::play::{Ending, Entity, Entry, Running, State};
use crate::names::Names;
use cardwright_bytecode::pack::{EntityId, cell};
use cardwright_core::Game;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// A state that is looked at again and again: what did not change is not worked out anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// The numbers from which each entity of the pack was told last, and the telling; `None` while it is not
    /// in play.
    entities: Vec<Option<(Raw, Arc<Told>)>>,
    pub(crate) rest: Rest,
    /// The rest as canonical JSON.
    json: Option<RestJson>,
}

/// The parts of a state besides its entities, each as canonical JSON.
#[derive(Clone, Debug)]
struct RestJson {
    effects: String,
    over: String,
    states: String,
}

impl RestJson {
    fn of(rest: &Rest) -> Self {
        Self {
            effects: canonical(&rest.effects),
            over: canonical(&rest.over),
            states: canonical(&rest.states),
        }
    }
}

/// The numbers from which an entity is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Raw {
    cells: Vec<i64>,
    members: Vec<i64>,
    place: Option<u32>,
}

/// An entity by names, and as canonical JSON.
#[derive(Debug)]
struct Told {
    entity: Entity,
    json: String,
}

/// A state without its entities.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rest {
    pub(crate) round: i64,
    pub(crate) over: Option<Ending>,
    pub(crate) states: BTreeMap<String, Vec<Entry>>,
    pub(crate) effects: Vec<Running>,
}

/// The parts of a state that have changed since the last look.
#[derive(Debug, Default)]
pub(crate) struct News {
    pub(crate) entities: Vec<Entity>,
    pub(crate) gone: Vec<String>,
    /// The former rest of the state, if it changed.
    pub(crate) before: Option<Rest>,
}

impl Seen {
    /// Looks at a game; gives the entities that changed since the last look.
    pub(crate) fn look(&mut self, game: &Game, names: &Names) -> News {
        let pack = game.content().pack();
        let teller = Teller { game, names, pack };
        let count = pack.setup.entities.len();
        self.entities.resize_with(count, || None);
        let places = places(game, count);
        let mut news = News::default();
        // Looked at in one place: most of it is as it was.
        let mut raw = Raw::default();
        for (at, known) in self.entities.iter_mut().enumerate() {
            let entity = (at + 1) as EntityId;
            if game.cell(entity, cell::IN_PLAY) != 1 {
                news.gone
                    .extend(known.take().map(|(_, told)| told.entity.id.clone()));
                continue;
            }
            teller.raw(entity, places[at], &mut raw);
            if known.as_ref().is_some_and(|(earlier, _)| *earlier == raw) {
                continue;
            }
            let told = teller.entity(entity, places[at]);
            let json = canonical(&told);
            news.entities.push(told.clone());
            *known = Some((raw.clone(), Arc::new(Told { entity: told, json })));
        }
        let rest = teller.rest();
        if self.json.is_none() || rest != self.rest {
            self.json = Some(RestJson::of(&rest));
            news.before = Some(std::mem::replace(&mut self.rest, rest));
        }
        news
    }

    /// A game that is looked at for the first time.
    pub(crate) fn first(game: &Game, names: &Names) -> Self {
        let mut seen = Self::default();
        seen.look(game, names);
        seen
    }

    /// The whole state.
    pub(crate) fn state(self) -> State {
        let Rest {
            round,
            over,
            states,
            effects,
        } = self.rest;
        let entities = self.entities.into_iter().flatten();
        State {
            round,
            over,
            entities: entities.map(|(_, told)| told.entity.clone()).collect(),
            states,
            effects,
        }
    }

    /// The hash of the state: see [`State`].
    pub(crate) fn hash(&self) -> String {
        let told = self.entities.iter().flatten();
        let mut entities: Vec<(&str, &str)> = told
            .map(|(_, told)| (told.entity.id.as_str(), told.json.as_str()))
            .collect();
        entities.sort_unstable();
        let entities: Vec<&str> = entities.into_iter().map(|(_, json)| json).collect();
        let made;
        let RestJson {
            effects,
            over,
            states,
        } = match &self.json {
            Some(json) => json,
            None => {
                made = RestJson::of(&self.rest);
                &made
            }
        };
        let (entities, round) = (entities.join(","), self.rest.round);
        // The keys in their order.
        let json = format!(
            "{{\"effects\":{effects},\"entities\":[{entities}],\"over\":{over},\"round\":{round},\"states\":{states}}}"
        );
        crate::digest::sha256(json.as_bytes())
    }
}

/// A value as JSON without blanks, and with the keys of each object sorted.
pub(crate) fn canonical(value: &impl serde::Serialize) -> String {
    // Plain data with texts as keys can always be written.
    let value = serde_json::to_value(value).unwrap_or_default();
    let mut out = String::new();
    write_canonical(&value, &mut out);
    out
}

fn write_canonical(value: &serde_json::Value, out: &mut String) {
    match value {
        serde_json::Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        serde_json::Value::Object(fields) => {
            // Whatever order the map keeps.
            let mut fields: Vec<(&String, &serde_json::Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (at, (key, field)) in fields.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_text(key, out);
                out.push(':');
                write_canonical(field, out);
            }
            out.push('}');
        }
        serde_json::Value::String(text) => write_text(text, out),
        // Writing into a text never fails.
        plain => _ = write!(out, "{plain}"),
    }
}

fn write_text(text: &str, out: &mut String) {
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    match text.bytes().all(is_plain) {
        true => out.extend(["\"", text, "\""]),
        false => out.push_str(&crate::json::line(&text)),
    }
}

/// The place of each entity among the things of its holder, from the top.
fn places(game: &Game, count: usize) -> Vec<Option<u32>> {
    let mut held: Vec<(i64, i64, usize)> = Vec::new();
    for at in 0..count {
        let entity = (at + 1) as EntityId;
        let holder = game.cell(entity, cell::HOLDER);
        if holder > 0 && game.cell(entity, cell::IN_PLAY) == 1 {
            held.push((holder, game.cell(entity, cell::ORDER), at));
        }
    }
    held.sort_unstable_by(|one, other| other.cmp(one));
    let mut places = vec![None; count];
    for of_one in held.chunk_by(|one, other| one.0 == other.0) {
        for (place, (_, _, at)) in (0..).zip(of_one) {
            places[*at] = Some(place);
        }
    }
    places
}
