//! From picks to a scenario in which they take the place of what a player has there.

use super::picks::{MOST_THINGS, Unit};
use super::plan::{Own, PLAYER, Plan};
use cardwright_bytecode::board::Shape;
use cardwright_bytecode::pack::{FootprintDef, TemplateDef};
use cardwright_compiler::document::{At, Entries, LooseCardDoc, PieceDoc, PoseDoc, ScenarioDoc};
use cardwright_compiler::project::Loaded;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A scenario with a force that was picked.
pub(super) struct Made {
    pub(super) scenario: Loaded<ScenarioDoc>,
    /// The picked things, with the ids that they have in the game; `None` for those that cannot be there.
    pub(super) chosen: Vec<(Unit, Option<String>)>,
    /// Why something cannot be there.
    pub(super) problems: Vec<String>,
    /// How many starting places are left, if the scenario gives such.
    pub(super) room: Option<usize>,
}

impl Made {
    /// Whether the scenario has too few starting places for something more.
    pub(super) fn is_out_of_room(&self, plan: &Plan<'_>, def: &TemplateDef) -> bool {
        let pieces = match (plan.is_piece(def), self.room) {
            (_, None) => return false,
            (true, _) => 1,
            (false, _) => plan.brought(def).len(),
        };
        self.room.is_some_and(|room| pieces > room)
    }
}

struct Maker<'p, 'a> {
    plan: &'p Plan<'a>,
    own: Own<'a>,
    /// The pieces of the scenario that no pick has taken up.
    left: Vec<&'a PieceDoc>,
    /// The ids that are taken.
    ids: BTreeSet<String>,
    pieces: Vec<NewPiece<'a>>,
    cards: Vec<LooseCardDoc>,
    /// The card sets of what is there.
    sets: BTreeSet<&'a str>,
    problems: Vec<String>,
}

struct NewPiece<'a> {
    /// How picks name it; nothing for what came with a card.
    key: Option<String>,
    def: &'a TemplateDef,
    doc: PieceDoc,
    is_own: bool,
}

/// Makes the scenario in which a player has what these units say.
pub(super) fn made(plan: &Plan<'_>, units: &[Unit]) -> Made {
    let own = plan.own();
    let left = own.pieces.clone();
    let mut maker = Maker {
        plan,
        left,
        ids: ids_that_stay(plan, &own),
        own,
        pieces: Vec::new(),
        cards: Vec::new(),
        sets: BTreeSet::new(),
        problems: Vec::new(),
    };
    let mut chosen: Vec<(Unit, Option<String>)> = units.iter().map(|unit| (unit.clone(), None)).collect();
    for pieces in [true, false] {
        for (unit, id) in &mut chosen {
            let Some(def) = plan.printed(&unit.card) else {
                let unknown = format!("there is no card or piece `{}`", unit.card);
                if pieces && !maker.problems.contains(&unknown) {
                    maker.problems.push(unknown);
                }
                continue;
            };
            if plan.is_piece(def) == pieces {
                *id = maker.unit(unit, def);
            }
        }
    }
    let room = maker.stand();
    let (doc, problems) = maker.finish();
    Made {
        scenario: Loaded {
            doc: Arc::new(doc),
            ..plan.scenario.clone()
        },
        chosen,
        problems,
        room,
    }
}

/// The ids of what the force does not replace.
fn ids_that_stay(plan: &Plan<'_>, own: &Own<'_>) -> BTreeSet<String> {
    let doc = &plan.scenario.doc;
    let gone: BTreeSet<&str> = own
        .pieces
        .iter()
        .map(|piece| piece.id.value.as_str())
        .chain(own.cards.iter().map(|card| card.id.value.as_str()))
        .collect();
    let players = doc.players.iter().map(|player| &player.id);
    let pieces = doc.pieces.iter().map(|piece| &piece.id);
    let decks = doc.decks.0.iter().map(|(deck, _)| deck);
    let ids = players
        .chain(pieces)
        .chain(decks)
        .chain(doc.cards.iter().map(|card| &card.id));
    ids.filter(|id| !gone.contains(id.value.as_str()))
        .map(|id| id.value.clone())
        .collect()
}

impl<'a> Maker<'_, 'a> {
    fn at<T>(&self, value: T) -> At<T> {
        let name = &self.plan.scenario.doc.scenario;
        At {
            value,
            start: name.start,
            end: name.end,
            file: name.file,
        }
    }

    fn problem(&mut self, problem: String) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Puts one thing there; the id that it has.
    fn unit(&mut self, unit: &Unit, def: &'a TemplateDef) -> Option<String> {
        let Some(pick) = self.plan.pick_of(def) else {
            let kind = self.plan.kind_name(usize::from(def.kind));
            self.problem(format!(
                "{} is of the kind `{kind}`, which cannot be picked for a force",
                def.name
            ));
            return None;
        };
        if self.plan.is_piece(def) {
            if unit.on.is_some() {
                self.problem(format!("{} is a piece, so it cannot be on something", def.name));
                return None;
            }
            return self.piece(def, Some(unit.key.clone()));
        }
        let Some(on) = &unit.on else {
            if !pick.on.contains(&PLAYER) {
                let kinds: Vec<&str> = pick.on.iter().map(|&kind| self.plan.kind_name(kind)).collect();
                self.problem(format!(
                    "{} must be on a `{}` of the force",
                    def.name,
                    kinds.join("` or `")
                ));
                return None;
            }
            return self.loose(def);
        };
        let Some(place) = self
            .pieces
            .iter()
            .position(|piece| piece.key.as_ref() == Some(on))
        else {
            self.problem(format!("there is no `{on}` in the force for {}", def.name));
            return None;
        };
        if !pick.on.contains(&usize::from(self.pieces[place].def.kind)) {
            let (kind, other) = (usize::from(def.kind), usize::from(self.pieces[place].def.kind));
            let (kind, other) = (self.plan.kind_name(kind), self.plan.kind_name(other));
            self.problem(format!("a `{kind}` cannot be picked for a `{other}`"));
            return None;
        }
        self.on(def, place)
    }

    fn is_full(&mut self) -> bool {
        let is_full = self.pieces.len() + self.cards.len() >= MOST_THINGS;
        if is_full {
            self.problem(format!("a force can have at most {MOST_THINGS} things"));
        }
        is_full
    }

    /// An id that nothing has yet. Pieces are numbered from the first one on: where several have one name, pictures write the number.
    fn fresh(&mut self, template: &str, is_piece: bool) -> String {
        let ids = (1..).map(|number: usize| match (number, is_piece) {
            (1, false) => template.to_owned(),
            (number, _) => format!("{template}-{number}"),
        });
        // What the scenario itself calls its pieces is kept for them.
        let own = &self.own;
        let is_free = |id: &String| {
            !self.ids.contains(id)
                && own.pieces.iter().all(|piece| piece.id.value != *id)
                && own.cards.iter().all(|card| card.id.value != *id)
        };
        let id = ids.into_iter().find(is_free).unwrap_or_default();
        self.ids.insert(id.clone());
        id
    }

    fn uses(&mut self, def: &TemplateDef) {
        self.sets.extend(self.plan.set_of(&def.id));
    }

    fn piece(&mut self, def: &'a TemplateDef, key: Option<String>) -> Option<String> {
        if self.is_full() {
            return None;
        }
        self.uses(def);
        let own = self.left.iter().position(|piece| piece.template.value == def.id);
        let is_own = own.is_some();
        let doc = match own {
            Some(own) => {
                let mut doc = self.left.remove(own).clone();
                let plan = self.plan;
                let stays = |card: &At<String>| {
                    plan.printed(&card.value)
                        .is_none_or(|def| plan.pick_of(def).is_none())
                };
                doc.cards.retain(stays);
                self.ids.insert(doc.id.value.clone());
                doc
            }
            None => {
                let id = self.fresh(&def.id, true);
                PieceDoc {
                    id: self.at(id),
                    template: self.at(def.id.clone()),
                    name: None,
                    owner: Some(self.at(self.plan.player.to_owned())),
                    cards: Vec::new(),
                    tokens: Entries::default(),
                    facts: Entries::default(),
                    at: None,
                    face: None,
                }
            }
        };
        let id = doc.id.value.clone();
        self.pieces.push(NewPiece {
            key,
            def,
            doc,
            is_own,
        });
        Some(id)
    }

    /// A card that the player has, with the pieces that come with it.
    fn loose(&mut self, def: &'a TemplateDef) -> Option<String> {
        if self.is_full() {
            return None;
        }
        self.uses(def);
        let is_it = |card: &&LooseCardDoc| {
            let is_his = card
                .holder
                .as_ref()
                .is_some_and(|holder| holder.value == self.plan.player);
            card.template.value == def.id && is_his && !self.ids.contains(&card.id.value)
        };
        let own = self.own.cards.iter().copied().find(|card| is_it(card)).cloned();
        let doc = own.unwrap_or_else(|| {
            let id = self.fresh(&def.id, false);
            self.new_card(id, def)
        });
        let id = doc.id.value.clone();
        self.ids.insert(id.clone());
        self.cards.push(doc);
        let brought = self.plan.brought(def);
        let wants = self.plan.pick_of(def).is_some_and(|pick| pick.brings.is_some());
        if wants && brought.is_empty() {
            self.problem(format!("there is no piece that comes with {}", def.name));
        }
        for piece in brought {
            self.piece(piece, None)?;
        }
        Some(id)
    }

    fn new_card(&self, id: String, def: &TemplateDef) -> LooseCardDoc {
        LooseCardDoc {
            id: self.at(id),
            template: self.at(def.id.clone()),
            owner: Some(self.at(self.plan.player.to_owned())),
            holder: Some(self.at(self.plan.player.to_owned())),
            face: None,
            tokens: Entries::default(),
            facts: Entries::default(),
        }
    }

    /// A card that a piece has.
    fn on(&mut self, def: &TemplateDef, place: usize) -> Option<String> {
        if self.is_full() {
            return None;
        }
        self.uses(def);
        let holder = &self.pieces[place].doc.id.value;
        let is_it = |card: &&LooseCardDoc| {
            let lies_there = card.holder.as_ref().is_some_and(|on| on.value == *holder);
            card.template.value == def.id && lies_there && !self.ids.contains(&card.id.value)
        };
        if let Some(own) = self.own.cards.iter().copied().find(|card| is_it(card)).cloned() {
            let id = own.id.value.clone();
            self.ids.insert(id.clone());
            self.cards.push(own);
            return Some(id);
        }
        let card = self.at(def.id.clone());
        let doc = &mut self.pieces[place].doc;
        let copies = doc.cards.iter().filter(|other| other.value == card.value).count();
        doc.cards.push(card);
        // As the compiler calls the cards of a piece.
        Some(match copies {
            0 => format!("{}-{}", doc.id.value, def.id),
            copies => format!("{}-{}-{}", doc.id.value, def.id, copies + 1),
        })
    }

    /// Gives new pieces the places of those that are not there any more, in their order.
    ///
    /// How many places are left, if the scenario gives any.
    fn stand(&mut self) -> Option<usize> {
        let places = self.own.pieces.iter().filter(|piece| piece.at.is_some()).count();
        if places == 0 {
            return None;
        }
        let mut free: Vec<PoseDoc> = self.left.iter().filter_map(|piece| piece.at.clone()).collect();
        let mut without: Vec<usize> = (0..self.pieces.len())
            .filter(|&at| !self.pieces[at].is_own)
            .collect();
        // Long ones first: a short one can stand where a long one could.
        without.sort_by_key(|&at| !self.is_long(self.pieces[at].def));
        for at in without {
            let is_long = self.is_long(self.pieces[at].def);
            let fits = |pose: &&PoseDoc| !is_long || pose.trail.is_some();
            let best = free.iter().position(|pose| pose.trail.is_some() == is_long);
            let place = best.or_else(|| free.iter().position(|pose| fits(&pose)));
            match place {
                Some(place) => {
                    let mut pose = free.remove(place);
                    if !is_long {
                        pose.trail = None;
                    }
                    self.pieces[at].doc.at = Some(pose);
                }
                None => {
                    let name = self.pieces[at].def.name.clone();
                    let sort = if is_long { " for two spaces" } else { "" };
                    self.problem(format!(
                        "the scenario has {places} starting places, and none{sort} is left for {name}"
                    ));
                }
            }
        }
        Some(free.len())
    }

    /// Whether a piece takes up two hexes.
    fn is_long(&self, def: &TemplateDef) -> bool {
        let pack = self.plan.pack;
        let footprint = pack
            .kinds
            .get(usize::from(def.kind))
            .and_then(|kind| kind.footprint);
        match footprint {
            Some(FootprintDef::Spaces(size, _)) if pack.setup.board.shape == Shape::Hexes => {
                def.cells.get(usize::from(size)).is_some_and(|&size| size > 1)
            }
            _ => false,
        }
    }

    fn finish(self) -> (ScenarioDoc, Vec<String>) {
        let mut doc = ScenarioDoc::clone(&self.plan.scenario.doc);
        let gone: BTreeSet<&str> = self
            .own
            .pieces
            .iter()
            .map(|piece| piece.id.value.as_str())
            .collect();
        let first = doc
            .pieces
            .iter()
            .position(|piece| gone.contains(piece.id.value.as_str()));
        let first = first.unwrap_or(doc.pieces.len());
        let mut before = doc.pieces;
        let after = before.split_off(first);
        let stays = |piece: &PieceDoc| !gone.contains(piece.id.value.as_str());
        before.extend(self.pieces.iter().map(|piece| piece.doc.clone()));
        before.extend(after.into_iter().filter(stays));
        doc.pieces = before;
        let gone_cards: BTreeSet<&str> = self.own.cards.iter().map(|card| card.id.value.as_str()).collect();
        // What lies on a piece that is gone goes with it.
        let lies = |card: &LooseCardDoc| {
            let on_gone = card.holder.as_ref().is_some_and(|on| {
                gone.contains(on.value.as_str())
                    && !self.pieces.iter().any(|piece| piece.doc.id.value == on.value)
            });
            !on_gone && !gone_cards.contains(card.id.value.as_str())
        };
        doc.cards.retain(lies);
        doc.cards.extend(self.cards.iter().cloned());
        let more = self.plan.more_sets(self.sets.clone());
        doc.sets
            .extend(more.into_iter().map(|set| self.at(set.to_owned())));
        (doc, self.problems)
    }
}
