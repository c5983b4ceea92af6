//! A scenario or case on whose table cards are put.
//!
//! What stands there is taken out of the document, so that it can be changed: a card takes the place of a piece of its kind, or is
//! added where documents of the game put cards of its kind. Everything else (rules, board, what is prepared and run) stays as the
//! document says it.
//!
//! Not here: how the table is played ([`super::play`]), and how it is written down again ([`super::text`]).

use super::catalog::{Card, Catalog};
use super::near::draw_together;
use cardwright_compiler::document::{At, CaseDoc, Entries, LooseCardDoc, PieceDoc, PlayerDoc, ScenarioDoc};
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Compiled, Project, compile_case, compile_scenario};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many copies of a card lie in a deck into which it is put.
const COPIES: u32 = 4;

/// The document that a stage comes from.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Scenario(Loaded<ScenarioDoc>),
    Case(Loaded<CaseDoc>),
}

/// What stands on a table.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) form: Form,
    pub(super) sets: Vec<At<String>>,
    pub(super) players: Vec<PlayerDoc>,
    pub(super) pieces: Vec<PieceDoc>,
    pub(super) decks: Entries<Entries<At<u32>>>,
    pub(super) cards: Vec<LooseCardDoc>,
    /// The pieces whose places are taken by cards.
    taken: BTreeSet<usize>,
    /// The decks that have only what was put there.
    filled: BTreeSet<String>,
    /// How many cards were added.
    added: usize,
}

impl Stage {
    /// The table of a scenario, with these sets instead of its own ones.
    pub(super) fn of_scenario(scenario: &Loaded<ScenarioDoc>, sets: &[String]) -> Self {
        let doc = &scenario.doc;
        Self {
            form: Form::Scenario(scenario.clone()),
            sets: named(sets, &doc.scenario),
            players: doc.players.clone(),
            pieces: doc.pieces.clone(),
            decks: doc.decks.clone(),
            cards: doc.cards.clone(),
            taken: BTreeSet::new(),
            filled: BTreeSet::new(),
            added: 0,
        }
    }

    /// The table of a case, with these sets instead of its own ones; what it has from a scenario is written out. Nothing, if it is a case of a
    /// library.
    pub(super) fn of_case(project: &Project, case: &Loaded<CaseDoc>, sets: &[String]) -> Option<Self> {
        let mut doc = CaseDoc::clone(&case.doc);
        if !doc.renamed.is_empty() {
            return None;
        }
        let begins =
            doc.players.is_empty() && doc.table.is_none() && doc.map.is_none() && doc.board.is_none();
        let scenario = doc
            .scenario
            .as_ref()
            .filter(|_| begins)
            .map(|id| id.value.clone());
        if let Some(id) = scenario {
            let mut all = project.scenarios.iter().map(|one| &one.doc);
            let is_it =
                |one: &&Arc<ScenarioDoc>| one.scenario.value == id && one.system.value == doc.system.value;
            let begun = ScenarioDoc::clone(all.find(is_it)?);
            doc.table = begun.table;
            doc.map = begun.map;
            doc.board = begun.board;
            doc.players = begun.players;
            doc.pieces = [begun.pieces, doc.pieces].concat();
            doc.cards = [begun.cards, doc.cards].concat();
            doc.decks = both(begun.decks, doc.decks);
        }
        let place = doc.case.clone();
        Some(Self {
            sets: named(sets, &place),
            players: std::mem::take(&mut doc.players),
            pieces: std::mem::take(&mut doc.pieces),
            decks: std::mem::take(&mut doc.decks),
            cards: std::mem::take(&mut doc.cards),
            form: Form::Case(Loaded {
                doc: Arc::new(doc),
                ..case.clone()
            }),
            taken: BTreeSet::new(),
            filled: BTreeSet::new(),
            added: 0,
        })
    }

    /// The same with its pieces nearer to one another.
    pub(super) fn drawn_together(&self) -> Self {
        let mut stage = self.clone();
        draw_together(&mut stage.pieces);
        stage
    }

    /// The players who own pieces, in seat order; all players, if none does.
    pub(super) fn sides(&self) -> Vec<String> {
        let owns = |player: &&PlayerDoc| {
            let mut owners = self.pieces.iter().filter_map(|piece| piece.owner.as_ref());
            owners.any(|owner| owner.value == player.id.value)
        };
        let owning: Vec<String> = self
            .players
            .iter()
            .filter(owns)
            .map(|one| one.id.value.clone())
            .collect();
        match owning.is_empty() {
            true => self.players.iter().map(|one| one.id.value.clone()).collect(),
            false => owning,
        }
    }

    /// How many pieces of a kind there are whose places cards can take.
    pub(super) fn places(&self, catalog: &Catalog, kind: &str) -> usize {
        (0..self.pieces.len())
            .filter(|&at| self.is_place(catalog, at, kind))
            .count()
    }

    /// Where a card lies already: on which piece, or which piece it is.
    pub(super) fn place_of(&self, card: &str) -> Option<usize> {
        let mut pieces = self.pieces.iter();
        let has = |piece: &PieceDoc| {
            piece.template.value == card || piece.cards.iter().any(|held| held.value == card)
        };
        pieces.position(has).or_else(|| {
            let loose = self.cards.iter().find(|one| one.template.value == card)?;
            let holder = loose.holder.as_ref()?;
            self.pieces
                .iter()
                .position(|piece| piece.id.value == holder.value)
        })
    }

    /// Lets a piece stay what it is.
    pub(super) fn keep(&mut self, piece: usize) {
        self.taken.insert(piece);
    }

    /// The owner of a piece.
    pub(super) fn owner_of(&self, piece: usize) -> Option<&str> {
        let owner = self.pieces.get(piece)?.owner.as_ref()?;
        Some(&owner.value)
    }

    fn is_place(&self, catalog: &Catalog, at: usize, kind: &str) -> bool {
        let piece = &self.pieces[at];
        piece.owner.is_some()
            && !self.taken.contains(&at)
            && catalog.kind(&piece.template.value) == Some(kind)
    }

    /// Puts a card there for a player, on a piece that is given, if it fits.
    ///
    /// # Errors
    /// If nobody knows where such a card lies.
    pub(super) fn put(
        &mut self,
        catalog: &Catalog,
        card: &Card,
        (owner, on): (&str, Option<usize>),
    ) -> Result<(), String> {
        if catalog.is_piece(&card.kind) {
            return self.put_piece(catalog, card, owner);
        }
        let fits = |piece: &PieceDoc| {
            let kind = catalog.kind(&piece.template.value);
            kind.is_some_and(|kind| catalog.holds(&card.kind, kind))
        };
        let is_his = |piece: &PieceDoc| piece.owner.as_ref().is_some_and(|of| of.value == owner);
        let on = on.filter(|&at| fits(&self.pieces[at]));
        let his = || self.pieces.iter().position(|piece| is_his(piece) && fits(piece));
        let any = || {
            self.pieces
                .iter()
                .position(|piece| piece.owner.is_some() && fits(piece))
        };
        if let Some(holder) = on.or_else(his).or_else(any) {
            let piece = &self.pieces[holder];
            let (id, of) = (
                piece.id.value.clone(),
                piece.owner.as_ref().map(|of| of.value.clone()),
            );
            self.add(card, id, of.unwrap_or_else(|| owner.to_owned()));
            return Ok(());
        }
        if let Some(deck) = catalog.deck(&card.kind) {
            self.fill(deck, &card.id);
            return Ok(());
        }
        if catalog.is_held_by_players(&card.kind) {
            self.add(card, owner.to_owned(), owner.to_owned());
            return Ok(());
        }
        Err(format!(
            "no scenario or case has a `{}`, so its place is unknown",
            card.kind
        ))
    }

    fn put_piece(&mut self, catalog: &Catalog, card: &Card, owner: &str) -> Result<(), String> {
        let places = || (0..self.pieces.len()).filter(|&at| self.is_place(catalog, at, &card.kind));
        let his = places().find(|&at| self.owner_of(at) == Some(owner));
        let Some(at) = his.or_else(|| places().next()) else {
            return Err(format!("the table has no `{}` that it could replace", card.kind));
        };
        self.taken.insert(at);
        let piece = &mut self.pieces[at];
        let before = std::mem::replace(&mut piece.template.value, card.id.clone());
        piece.name = None;
        piece
            .facts
            .0
            .retain(|(fact, _)| catalog.is_state(&card.kind, &fact.value));
        let owner = piece.owner.as_ref().map(|owner| owner.value.clone());
        // What the old entry made besides, such as a card that a player has, is now what the new one makes.
        let made = |template: &str| {
            let rest = template.strip_prefix(before.as_str())?.strip_prefix('-')?;
            let other = format!("{}-{rest}", card.id);
            (catalog.entry(template) == before && catalog.kind(&other).is_some()).then_some(other)
        };
        let of_owner = |card: &&mut LooseCardDoc| card.owner.as_ref().map(|one| &one.value) == owner.as_ref();
        for loose in self.cards.iter_mut().filter(of_owner) {
            if let Some(other) = made(&loose.template.value) {
                loose.template.value = other;
                break;
            }
        }
        Ok(())
    }

    fn add(&mut self, card: &Card, holder: String, owner: String) {
        self.added += 1;
        let place = self.place();
        let at = |value: String| At {
            value,
            ..place.clone()
        };
        self.cards.push(LooseCardDoc {
            id: at(format!("put-{}", self.added)),
            template: at(card.id.clone()),
            owner: Some(at(owner)),
            holder: Some(at(holder)),
            face: None,
            tokens: Entries::default(),
            facts: Entries::default(),
        });
    }

    /// Puts copies of a card into a deck, which has nothing else but what is put there.
    fn fill(&mut self, deck: &str, card: &str) {
        let place = self.place();
        let name = |value: &str| At {
            value: value.to_owned(),
            ..place.clone()
        };
        let count = At {
            value: COPIES,
            start: place.start,
            end: place.end,
            file: place.file,
        };
        let is_first = self.filled.insert(deck.to_owned());
        let there = self.decks.0.iter_mut().find(|(id, _)| id.value == deck);
        match there {
            Some((_, cards)) if is_first => cards.0 = vec![(name(card), count)],
            Some((_, cards)) => cards.0.push((name(card), count)),
            None => self
                .decks
                .0
                .push((name(deck), Entries(vec![(name(card), count)]))),
        }
    }

    /// A place in the document for what is put there.
    fn place(&self) -> At<String> {
        match &self.form {
            Form::Scenario(scenario) => scenario.doc.scenario.clone(),
            Form::Case(case) => case.doc.case.clone(),
        }
    }

    /// The pack of the table.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(super) fn compiled(&self, project: &Project) -> Result<Compiled, String> {
        let compiled = match &self.form {
            Form::Scenario(scenario) => {
                let mut doc = ScenarioDoc::clone(&scenario.doc);
                doc.sets.clone_from(&self.sets);
                doc.players.clone_from(&self.players);
                doc.pieces.clone_from(&self.pieces);
                doc.decks.clone_from(&self.decks);
                doc.cards.clone_from(&self.cards);
                let doc = Arc::new(doc);
                compile_scenario(
                    project,
                    &Loaded {
                        doc,
                        ..scenario.clone()
                    },
                )
            }
            Form::Case(case) => {
                let mut doc = CaseDoc::clone(&case.doc);
                doc.sets.clone_from(&self.sets);
                doc.players.clone_from(&self.players);
                doc.pieces.clone_from(&self.pieces);
                doc.decks.clone_from(&self.decks);
                doc.cards.clone_from(&self.cards);
                let doc = Arc::new(doc);
                compile_case(project, &Loaded { doc, ..case.clone() })
            }
        };
        match compiled.pack.is_some() {
            true => Ok(compiled),
            false => Err(compiled.diagnostics.first().map_or_else(
                || "a document that it needs has errors".to_owned(),
                |first| first.message.clone(),
            )),
        }
    }
}

/// Names at a place of a document.
fn named(names: &[String], place: &At<String>) -> Vec<At<String>> {
    let at = |value: &String| At {
        value: value.clone(),
        ..place.clone()
    };
    names.iter().map(at).collect()
}

/// The decks of a scenario with what a case adds to them.
fn both(begun: Entries<Entries<At<u32>>>, more: Entries<Entries<At<u32>>>) -> Entries<Entries<At<u32>>> {
    let mut decks = begun;
    for (name, cards) in more.0 {
        match decks.0.iter_mut().find(|(there, _)| there.value == name.value) {
            Some((_, there)) => there.0.extend(cards.0),
            None => decks.0.push((name, cards)),
        }
    }
    decks
}
