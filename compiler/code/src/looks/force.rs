//! How a force is built, with every name found in the pack.
//!
//! Not here: what is legal (rules `build` of the system), and who picks (the studio).

use super::fact::Refused;
use super::found::Finder;
use super::{Badge, Fact, Reading};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::KindClass;
use cardwright_bytecode::ty::KIND_PLAYER;
use cardwright_documents::document::{At, BringsDoc, ForceDoc, PickDoc};
use std::collections::BTreeSet;

/// The building of a force.
#[derive(Clone, Debug)]
pub struct ForceLook {
    /// The kinds from which may be picked, in the order of the document.
    pub kinds: Vec<PickLook>,
    /// The cost of a player's force.
    pub total: Option<Fact>,
    /// The highest cost that a force may have.
    pub limit: Option<Fact>,
    /// The limit that stands for none.
    pub unlimited_at: Option<i64>,
    /// Card sets from which nothing is offered.
    pub without_sets: BTreeSet<String>,
}

/// A kind of which something may be picked.
#[derive(Clone, Debug)]
pub struct PickLook {
    /// The kind's number.
    pub kind: usize,
    /// The kinds of pieces for which a card may be picked; that of players among them.
    pub on: Vec<usize>,
    /// The cost of one.
    pub cost: Option<Fact>,
    /// The facts that are shown of each.
    pub facts: Vec<Badge>,
    /// The pieces that come with it.
    pub brings: Option<Brings>,
}

/// Pieces that come with a card.
#[derive(Clone, Debug)]
pub struct Brings {
    /// Their kind.
    pub kind: usize,
    /// The field of the card, and that of the piece, which are the same.
    pub same: (usize, usize),
    /// The number of pieces; one if absent.
    pub count: Option<Fact>,
}

impl ForceLook {
    /// The look of a kind, if it may be picked.
    #[must_use]
    pub fn of(&self, kind: usize) -> Option<&PickLook> {
        self.kinds.iter().find(|pick| pick.kind == kind)
    }
}

impl Finder<'_> {
    pub(super) fn force(&mut self, doc: &ForceDoc) -> ForceLook {
        let player = usize::from(KIND_PLAYER);
        let kinds = self.named("kind", &doc.kinds, Self::kinds, Self::pick);
        let names = self.kinds();
        let place = |kind: usize| {
            let named = names.iter().find(|(at, _)| *at == kind);
            let is_it = |(name, _): &(At<String>, PickDoc)| named.is_some_and(|(_, one)| *one == name.value);
            doc.kinds.0.iter().position(is_it)
        };
        let mut kinds: Vec<PickLook> = kinds.into_values().flatten().collect();
        kinds.sort_by_key(|pick| place(pick.kind));
        let mut number = |fact: &Option<At<String>>| {
            let fact = fact.as_ref()?;
            self.fact_of(player, fact, &[Ty::NUMBER])
        };
        let (total, limit) = (number(&doc.total), number(&doc.limit));
        if let Some(none) = doc.unlimited_at.as_ref().filter(|_| doc.limit.is_none()) {
            let at = At {
                value: none.value.to_string(),
                start: none.start,
                end: none.end,
                file: none.file,
            };
            self.fault(
                &at,
                "this needs a `limit`: it is the value of the limit that means there is \
            none"
                    .to_owned(),
            );
        }
        ForceLook {
            kinds,
            total,
            limit,
            unlimited_at: doc.unlimited_at.as_ref().map(|none| none.value),
            without_sets: doc.without_sets.iter().map(|set| set.value.clone()).collect(),
        }
    }

    fn pick(&mut self, kind: usize, doc: &PickDoc) -> Option<PickLook> {
        let on = doc.on.iter().filter_map(|on| self.kind_named(on)).collect();
        let cost = doc.cost.as_ref();
        let cost = cost.and_then(|cost| self.fact_of(kind, cost, &[Ty::NUMBER]));
        let brings = doc.brings.as_ref().and_then(|brings| self.brings(kind, brings));
        let facts = doc
            .facts
            .iter()
            .filter_map(|fact| self.badge(kind, fact))
            .collect();
        Some(PickLook {
            kind,
            on,
            cost,
            facts,
            brings,
        })
    }

    /// A kind of pieces, or that of players.
    fn kind_named(&mut self, name: &At<String>) -> Option<usize> {
        let fits = |class: KindClass| matches!(class, KindClass::Piece | KindClass::Player);
        let kinds = self.pack.kinds.iter().enumerate();
        let known: Vec<(usize, String)> = kinds
            .filter(|(_, kind)| fits(kind.class))
            .map(|(at, kind)| (at, kind.name.clone()))
            .collect();
        let found = known.iter().find(|(_, one)| *one == name.value);
        if let Some((at, _)) = found {
            return Some(*at);
        }
        let message = format!("there is no kind of piece or player `{}`", name.value);
        let known = known.into_iter().map(|(_, name)| name).collect();
        self.refuse(name, Refused::new(message, &name.value, known));
        None
    }

    fn brings(&mut self, card: usize, doc: &BringsDoc) -> Option<Brings> {
        let kind = self.kind_named(&doc.kind)?;
        let count = doc.count.as_ref();
        let count = count.map(|count| self.printed_number(card, count));
        let same = (
            self.place_of_field(card, &doc.same)?,
            self.place_of_field(kind, &doc.same)?,
        );
        Some(Brings {
            kind,
            same,
            count: match count {
                Some(count) => Some(count?),
                None => None,
            },
        })
    }

    /// A number that is printed: what comes with a card is known before anybody plays.
    fn printed_number(&mut self, kind: usize, text: &At<String>) -> Option<Fact> {
        let fact = self.fact_of(kind, text, &[Ty::NUMBER])?;
        if matches!(fact.reading, Reading::Constant(_) | Reading::Fields(_)) {
            return Some(fact);
        }
        let message = format!(
            "`{}` is not printed on the card: write a number or a field",
            text.value
        );
        self.fault(text, message);
        None
    }

    /// The number of a field, which a kind has.
    pub(super) fn place_of_field(&mut self, kind: usize, name: &At<String>) -> Option<usize> {
        let def = self.pack.kinds.get(kind)?;
        let found = def.fields.iter().position(|field| field.name == name.value);
        if found.is_none() {
            let message = format!("`{}` has no field `{}`", def.name, name.value);
            let known = def.fields.iter().map(|field| field.name.clone()).collect();
            self.refuse(name, Refused::new(message, &name.value, known));
        }
        found
    }
}
