//! Offers for a force: all cards and pieces that may be picked, with the places that each fits, or the rule
//! that it would break.

use super::made::Made;
use super::plan::{PLAYER, Plan};
use super::trial::Trial;
use cardwright_bytecode::pack::{EntityId, TemplateDef};
use cardwright_core::Viewer;
use cardwright_draw::{Table, Thing};
use serde_json::{Value, json};

/// A card or piece that may be picked, as it is told of.
#[derive(Clone, Debug)]
pub(in crate::studio) struct Entry {
    pub(super) card: String,
    pub(super) cost: i64,
    facts: Vec<(String, String)>,
}

/// The entries that may be picked, and what is told of each, from a game without the player's force.
pub(super) fn entries(plan: &Plan<'_>, empty: &Trial) -> Vec<Entry> {
    let candidates = candidates(plan);
    candidates
        .iter()
        .filter_map(|def| entry(plan, empty, def))
        .collect()
}

/// The cards and pieces that may be picked: kind by kind in the order of the document, within a kind by name.
fn candidates<'a>(plan: &Plan<'a>) -> Vec<&'a TemplateDef> {
    let sets = &plan.scenario.doc.sets;
    let is_left_out = |def: &TemplateDef| {
        let set = plan.set_of(&def.id).unwrap_or_default();
        plan.force.without_sets.contains(set) && sets.iter().all(|one| one.value != set)
    };
    let place = |def: &TemplateDef| {
        plan.force
            .kinds
            .iter()
            .position(|pick| pick.kind == usize::from(def.kind))
    };
    let all = plan.pack.templates.iter();
    let mut found: Vec<&TemplateDef> = all
        .filter(|def| place(def).is_some() && !is_left_out(def))
        .collect();
    found.sort_by_key(|def| (place(def), &def.name, &def.id));
    found
}

fn entry(plan: &Plan<'_>, empty: &Trial, def: &TemplateDef) -> Option<Entry> {
    let pick = empty.looks.force.as_ref()?.of(usize::from(def.kind))?;
    let holder = if pick.on.contains(&PLAYER) {
        empty.player
    } else {
        0
    };
    let joined = empty.join(plan, def, holder)?;
    let table = Table::of(&joined.game, &empty.looks, Viewer::Judge);
    let cost = pick
        .cost
        .as_ref()
        .and_then(|cost| table.value(cost, joined.entity));
    let mut facts = facts(&table.thing(joined.entity));
    for fact in &pick.facts {
        let told = table.words(&fact.show, joined.entity);
        facts.extend(told.map(|told| (fact.name.clone(), told)));
    }
    Some(Entry {
        card: def.id.clone(),
        cost: cost.unwrap_or(0),
        facts,
    })
}

/// The numbers and words of a thing, as the table tells them of one that has lost nothing.
fn facts(thing: &Thing) -> Vec<(String, String)> {
    let bars = thing
        .bars
        .iter()
        .map(|bar| (bar.name.clone(), bar.most.max(bar.now).to_string()));
    let badges = thing
        .badges
        .iter()
        .map(|badge| (badge.name.clone(), badge.text.clone()));
    bars.chain(badges).collect()
}

/// The offers for a force, with the places that each fits now.
pub(super) fn offered(plan: &Plan<'_>, made: &Made, trial: &Trial, entries: &[Entry]) -> Vec<Value> {
    let holders = holders(plan, made, trial);
    let told = entries.iter().filter_map(|entry| {
        let def = plan.printed(&entry.card)?;
        let fitting = match made.is_out_of_room(plan, def) {
            true => Fitting::never("the scenario has no starting place left for it"),
            false => fitting(plan, trial, &holders, def),
        };
        Some(told(plan, entry, def, &fitting))
    });
    told.collect()
}

/// The offers while nothing can be tried, with the reason.
pub(super) fn not_now(plan: &Plan<'_>, entries: &[Entry], why: &str) -> Vec<Value> {
    let fitting = Fitting::never(why);
    let told = entries
        .iter()
        .filter_map(|entry| Some(told(plan, entry, plan.printed(&entry.card)?, &fitting)));
    told.collect()
}

fn told(plan: &Plan<'_>, entry: &Entry, def: &TemplateDef, fitting: &Fitting) -> Value {
    json!({
        "card": entry.card, "name": def.name, "kind": plan.kind_name(usize::from(def.kind)).replace('-', " "),
        "cost": entry.cost, "facts": entry.facts, "fits": fitting.fits, "why": fitting.why,
    })
}

/// The pieces of a force: their kinds, how picks name them, and their numbers.
pub(super) struct Holder {
    pub(super) kind: usize,
    pub(super) key: String,
    pub(super) entity: EntityId,
}

pub(super) fn holders(plan: &Plan<'_>, made: &Made, trial: &Trial) -> Vec<Holder> {
    let pieces = made.chosen.iter().filter_map(|(unit, id)| {
        let def = plan.printed(&unit.card).filter(|def| plan.is_piece(def))?;
        Some(Holder {
            kind: usize::from(def.kind),
            key: unit.key.clone(),
            entity: trial.entity(id.as_ref()?)?,
        })
    });
    pieces.collect()
}

struct Fitting {
    fits: Vec<String>,
    why: Option<String>,
}

impl Fitting {
    fn never(why: &str) -> Self {
        Self {
            fits: Vec::new(),
            why: Some(why.to_owned()),
        }
    }
}

/// The places that a thing fits, or the reason why it fits nowhere.
fn fitting(plan: &Plan<'_>, trial: &Trial, holders: &[Holder], def: &TemplateDef) -> Fitting {
    let places = places(plan, trial, holders, def);
    let (mut fits, mut why) = (Vec::new(), None);
    for (key, holder) in &places {
        match trial.join(plan, def, *holder) {
            Some(joined) if joined.refusal.is_none() => fits.push(key.clone()),
            Some(joined) => why = why.or(joined.refusal),
            None => why = why.or(Some("the force is full".to_owned())),
        }
    }
    if places.is_empty() {
        let on = plan.pick_of(def).map_or(&[][..], |pick| &pick.on);
        let kinds: Vec<&str> = on.iter().map(|&kind| plan.kind_name(kind)).collect();
        why = Some(format!(
            "there is no {} in the force yet",
            kinds.join(" or ").replace('-', " ")
        ));
    }
    let why = why.filter(|_| fits.is_empty());
    Fitting { fits, why }
}

/// The places to which a thing could go, whether it may or not: by name, and the number of the entity that
/// would hold it.
pub(super) fn places(
    plan: &Plan<'_>,
    trial: &Trial,
    holders: &[Holder],
    def: &TemplateDef,
) -> Vec<(String, EntityId)> {
    if plan.is_piece(def) {
        return vec![(String::new(), 0)];
    }
    let on = plan.pick_of(def).map_or(&[][..], |pick| &pick.on);
    let own = on.contains(&PLAYER).then(|| (String::new(), trial.player));
    let pieces = holders.iter().filter(|holder| on.contains(&holder.kind));
    own.into_iter()
        .chain(pieces.map(|holder| (holder.key.clone(), holder.entity)))
        .collect()
}
