//! What a system declares for its card sets, scenarios and cases, and for programs that read exports: by name, with types.

use super::levels::{Change, NAME_GONE, NAME_NEW, NAME_RETYPED};
use super::sides::Pair;
use cardwright_bytecode::pack::{Pack, SlotDef};
use cardwright_bytecode::{Base, Ty};
use std::collections::BTreeMap;

/// The names that are new, gone, or of another type.
pub(super) fn changes(pair: &Pair<'_>) -> Vec<Change> {
    let (old, new) = (declared(&pair.old.alone), declared(&pair.new.alone));
    let mut changes = Vec::new();
    for (name, ty) in &old {
        match new.get(name) {
            None => changes.push(Change::new(NAME_GONE, pair.id(), name.as_str())),
            Some(now) if now != ty => {
                let change = Change::new(NAME_RETYPED, pair.id(), name.as_str());
                changes.push(change.with_texts(ty, now));
            }
            Some(_) => {}
        }
    }
    let come = new.keys().filter(|name| !old.contains_key(*name));
    changes.extend(come.map(|name| Change::new(NAME_NEW, pair.id(), name.as_str())));
    changes
}

/// All that a system declares, with its types as text.
fn declared(pack: &Pack) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut put = |what: &str, name: &str, ty: String| {
        all.insert(format!("{what} {name}"), ty);
    };
    for word in &pack.words {
        word.words
            .iter()
            .for_each(|one| put("word", &format!("{}.{one}", word.name), String::new()));
    }
    for record in &pack.records {
        put("record", &record.name, String::new());
        let fields = record.fields.iter();
        fields.for_each(|one| {
            put(
                "field",
                &format!("{}.{}", record.name, one.name),
                typed(pack, one.ty),
            )
        });
    }
    for kind in &pack.kinds {
        put("kind", &kind.name, format!("{:?}", kind.class).to_lowercase());
        let fields = kind.fields.iter();
        fields.for_each(|one| {
            put(
                "field",
                &format!("{}.{}", kind.name, one.name),
                typed(pack, one.ty),
            )
        });
    }
    pack.tokens
        .iter()
        .for_each(|one| put("token", &one.name, String::new()));
    pack.dice
        .iter()
        .for_each(|one| put("die", &one.name, String::new()));
    for one in &pack.states {
        put(
            "state",
            &one.name,
            format!("{}: {}", slots(pack, &one.keys), typed(pack, one.ty)),
        );
    }
    for one in &pack.procedures {
        put("procedure", &one.name, String::new());
        one.steps
            .iter()
            .for_each(|step| put("step", &format!("{}.{step}", one.name), String::new()));
        let own = one.slots.iter();
        own.for_each(|slot| {
            put(
                "slot",
                &format!("{}.{}", one.name, slot.name),
                typed(pack, slot.ty),
            )
        });
    }
    for one in &pack.values {
        put(
            "value",
            &one.name,
            format!("{}: {}", slots(pack, &one.params), typed(pack, one.result)),
        );
    }
    pack.permissions
        .iter()
        .for_each(|one| put("permission", &one.name, slots(pack, &one.params)));
    pack.offers
        .iter()
        .for_each(|one| put("offer", &one.name, slots(pack, &one.params)));
    pack.effects
        .iter()
        .for_each(|one| put("effect", &one.name, slots(pack, &one.params)));
    pack.outcomes
        .iter()
        .for_each(|one| put("outcome", &one.id, String::new()));
    all
}

fn slots(pack: &Pack, slots: &[SlotDef]) -> String {
    let told: Vec<String> = slots
        .iter()
        .map(|slot| format!("{}: {}", slot.name, typed(pack, slot.ty)))
        .collect();
    format!("({})", told.join(", "))
}

/// A type by the names of its pack.
fn typed(pack: &Pack, ty: Ty) -> String {
    let name = match ty.base {
        Base::Word(at) => pack.words.get(usize::from(at)).map(|one| &one.name),
        Base::Row(at) => pack.records.get(usize::from(at)).map(|one| &one.name),
        Base::Entity(at) => pack.kinds.get(usize::from(at)).map(|one| &one.name),
        _ => None,
    };
    let name = name.cloned().unwrap_or_else(|| Ty::one(ty.base).to_string());
    if ty.set { format!("set of {name}") } else { name }
}
