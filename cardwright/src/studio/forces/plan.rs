//! The plan of a force: the scenario in which somebody builds it, the things that may be picked, and the
//! force that the scenario has.

use super::picks::{ForcePick, key, picks};
use crate::studio::project::names;
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::{KindClass, Pack, TemplateDef};
use cardwright_bytecode::ty::KIND_PLAYER;
use cardwright_compiler::document::{LooseCardDoc, PieceDoc, ScenarioDoc};
use cardwright_compiler::looks::{Fact, ForceLook, PickLook, Reading, looks_in};
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Project, compile_system};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of players.
pub(super) const PLAYER: usize = KIND_PLAYER as usize;

/// A scenario, the player whose force is built, and the tables of its system with all card sets.
pub(super) struct Plan<'a> {
    pub(super) project: &'a Project,
    pub(super) scenario: &'a Loaded<ScenarioDoc>,
    pub(super) player: &'a str,
    pub(super) pack: &'a Pack,
    pub(super) force: &'a ForceLook,
    by_id: BTreeMap<&'a str, &'a TemplateDef>,
}

/// The force that a scenario has, which picks replace.
#[derive(Default)]
pub(super) struct Own<'a> {
    pub(super) pieces: Vec<&'a PieceDoc>,
    pub(super) cards: Vec<&'a LooseCardDoc>,
}

/// Does something with what is known of a player's force in a scenario.
///
/// # Errors
/// If the scenario has no such player, its system has errors, nothing says how a force is built, or it cannot be done.
pub(super) fn with_plan<T>(
    project: &Project,
    scenario: &Loaded<ScenarioDoc>,
    player: &str,
    work: impl FnOnce(&Plan<'_>) -> Result<T, String>,
) -> Result<T, String> {
    let doc = &scenario.doc;
    if !doc.players.iter().any(|one| one.id.value == player) {
        return Err(format!(
            "there is no player `{player}` in `{}`",
            doc.scenario.value
        ));
    }
    let id = &doc.system.value;
    let system = project
        .systems
        .get(id)
        .ok_or_else(|| format!("there is no system `{id}`"))?;
    let compiled = compile_system(project, system);
    let pack = compiled.pack.as_ref();
    let pack = pack.ok_or_else(|| format!("the system `{id}` or one of its card sets has errors"))?;
    let looks = looks_in(project, doc, pack);
    let force = looks.force.as_ref().ok_or_else(|| {
        format!(
            "forces of `{id}` cannot be built yet: write `force:` with its `kinds` in \
         systems/{id}/looks.yaml"
        )
    })?;
    let by_id = pack.templates.iter().map(|def| (def.id.as_str(), def)).collect();
    work(&Plan {
        project,
        scenario,
        player,
        pack,
        force,
        by_id,
    })
}

impl<'a> Plan<'a> {
    /// A printed card or piece by its id.
    pub(super) fn printed(&self, id: &str) -> Option<&'a TemplateDef> {
        self.by_id.get(id).copied()
    }

    /// The entry of the looks for the kind of a card or piece, if it may be picked.
    pub(super) fn pick_of(&self, def: &TemplateDef) -> Option<&'a PickLook> {
        self.force.of(usize::from(def.kind))
    }

    pub(super) fn is_piece(&self, def: &TemplateDef) -> bool {
        let kind = self.pack.kinds.get(usize::from(def.kind));
        kind.is_some_and(|kind| kind.class == KindClass::Piece)
    }

    /// The game's own name of a kind.
    pub(super) fn kind_name(&self, kind: usize) -> &'a str {
        self.pack.kinds.get(kind).map_or("", |kind| kind.name.as_str())
    }

    /// Whether picks replace things of this kind: they are picked, or come with what is.
    fn is_replaced(&self, template: &str) -> bool {
        let Some(def) = self.printed(template) else {
            return false;
        };
        let kind = usize::from(def.kind);
        let brought = self.force.kinds.iter().filter_map(|pick| pick.brings.as_ref());
        self.pick_of(def).is_some() || brought.into_iter().any(|brings| brings.kind == kind)
    }

    /// The player's force in the scenario. Things that its rules or other things name stay, whatever is
    /// picked.
    pub(super) fn own(&self) -> Own<'a> {
        let doc: &'a ScenarioDoc = &self.scenario.doc;
        let is_his = |owner: Option<&str>| owner == Some(self.player);
        let mut own = Own::default();
        let pieces = doc.pieces.iter().filter(|piece| {
            is_his(piece.owner.as_ref().map(|owner| owner.value.as_str()))
                && self.is_replaced(&piece.template.value)
        });
        own.pieces = pieces.collect();
        let ids: BTreeSet<&str> = own.pieces.iter().map(|piece| piece.id.value.as_str()).collect();
        let others = doc
            .pieces
            .iter()
            .filter(|piece| !ids.contains(piece.id.value.as_str()));
        let facts = others.flat_map(|piece| &piece.facts.0);
        let facts = facts.chain(doc.players.iter().flat_map(|player| &player.facts.0));
        let mut told: Vec<String> = facts.map(|(_, fact)| fact.value.to_string()).collect();
        told.extend(doc.rules.iter().map(|rules| rules.value.clone()));
        let is_named = |id: &str| told.iter().any(|text| names(text, id));
        own.pieces.retain(|piece| !is_named(&piece.id.value));
        let holds =
            |holder: &str| holder == self.player || own.pieces.iter().any(|piece| piece.id.value == holder);
        let cards = doc.cards.iter().filter(|card| {
            let holder = card.holder.as_ref().is_some_and(|holder| holds(&holder.value));
            holder && self.is_replaced(&card.template.value) && !is_named(&card.id.value)
        });
        own.cards = cards.collect();
        own
    }

    /// The picks that make the force that the scenario has.
    pub(super) fn own_picks(&self) -> Vec<ForcePick> {
        let own = self.own();
        let is_picked = |id: &str| self.printed(id).is_some_and(|def| self.pick_of(def).is_some());
        let mut units = Vec::new();
        let mut keys: BTreeMap<&str, String> = BTreeMap::new();
        for piece in own.pieces.iter().filter(|piece| is_picked(&piece.template.value)) {
            let card = &piece.template.value;
            let number = units.iter().filter(|(other, _)| other == card).count() + 1;
            keys.insert(&piece.id.value, key(card, number));
            units.push((card.clone(), None));
        }
        for piece in &own.pieces {
            let on = keys.get(piece.id.value.as_str());
            let cards = piece.cards.iter().filter(|card| is_picked(&card.value));
            units.extend(cards.map(|card| (card.value.clone(), on.cloned())));
        }
        for card in own.cards.iter().filter(|card| is_picked(&card.template.value)) {
            let holder = card
                .holder
                .as_ref()
                .and_then(|holder| keys.get(holder.value.as_str()));
            units.push((card.template.value.clone(), holder.cloned()));
        }
        picks(units.into_iter())
    }

    /// Why nobody may pick something, if an overlay in force bans it.
    pub(super) fn ban_of(&self, template: &TemplateDef) -> Option<String> {
        let ban = self
            .project
            .ban_of(&self.scenario.doc.system.value, &template.id)?;
        Some(ban.told())
    }

    /// The card set in which something is printed.
    pub(super) fn set_of(&self, template: &str) -> Option<&'a str> {
        let system = &self.scenario.doc.system.value;
        let sets = self.project.sets.iter().filter(|(of, _)| of.0 == *system);
        let cards = sets.flat_map(|(of, set)| {
            set.doc
                .cards
                .iter()
                .map(move |card| (of.1.as_str(), &card.id.value))
        });
        // An entry may make things of other kinds, whose ids begin with its own.
        let is_of = |card: &str| {
            template
                .strip_prefix(card)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let of = cards
            .filter(|(_, card)| is_of(card))
            .max_by_key(|(_, card)| card.len());
        of.map(|(set, _)| set)
    }

    /// The card sets of `wanted` with all that they use, but for those that the scenario has.
    pub(super) fn more_sets(&self, wanted: BTreeSet<&'a str>) -> BTreeSet<&'a str> {
        let doc = &self.scenario.doc;
        let mut more = BTreeSet::new();
        let mut wanted: Vec<&'a str> = wanted.into_iter().collect();
        while let Some(set) = wanted.pop() {
            if doc.sets.iter().any(|there| there.value == set) || !more.insert(set) {
                continue;
            }
            let loaded = self.project.sets.get(&(doc.system.value.clone(), set.to_owned()));
            let uses = loaded.into_iter().flat_map(|loaded| &loaded.doc.uses);
            wanted.extend(uses.map(|set| set.value.as_str()));
        }
        more
    }

    /// All card sets of the system.
    pub(super) fn all_sets(&self) -> BTreeSet<&'a str> {
        let system = &self.scenario.doc.system.value;
        let sets = self.project.sets.keys().filter(|(of, _)| of == system);
        sets.map(|(_, set)| set.as_str()).collect()
    }

    /// The pieces that come with a card, each as often as it comes.
    pub(super) fn brought(&self, card: &TemplateDef) -> Vec<&'a TemplateDef> {
        let Some(brings) = self.pick_of(card).and_then(|pick| pick.brings.as_ref()) else {
            return Vec::new();
        };
        let count = brings
            .count
            .as_ref()
            .map_or(Some(1), |count| self.on_print(count, card));
        let count = usize::try_from(count.unwrap_or(0)).unwrap_or(0);
        let wanted = card.cells.get(brings.same.0);
        let found = self
            .by_id
            .values()
            .find(|def| usize::from(def.kind) == brings.kind && def.cells.get(brings.same.1) == wanted);
        found.map_or_else(Vec::new, |def| vec![*def; count.min(super::picks::MOST_THINGS)])
    }

    /// A fact as it is printed.
    fn on_print(&self, fact: &Fact, def: &TemplateDef) -> Option<i64> {
        let steps = match &fact.reading {
            Reading::Constant(value) => return Some(*value),
            Reading::Fields(steps) => steps,
            Reading::Tokens(_) | Reading::Define(_) | Reading::Value(_) => return None,
        };
        let (first, rest) = steps.split_first()?;
        let field = self
            .pack
            .kinds
            .get(usize::from(def.kind))?
            .fields
            .get(usize::from(*first))?;
        let (mut base, mut value) = (field.ty.base, *def.cells.get(usize::from(*first))?);
        for step in rest {
            let Base::Row(record) = base else { return None };
            let field = self
                .pack
                .records
                .get(usize::from(record))?
                .fields
                .get(usize::from(*step))?;
            let row = self.pack.rows.get(usize::try_from(value).ok()?)?;
            base = field.ty.base;
            value = row.cells.get(usize::from(*step)).copied().unwrap_or(0);
        }
        Some(value)
    }
}
