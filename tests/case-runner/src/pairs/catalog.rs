//! The cards of a game: which of them have abilities, and where the documents of the game put cards of their kinds.

use super::meeting::{Reader, Threads, awaited};
use cardwright_bytecode::pack::{FuncId, Home, KindClass, Pack, Rule, RuleKind};
use cardwright_compiler::document::{At, Entries, LooseCardDoc, PieceDoc, PlayerDoc};
use cardwright_compiler::{Program, Project};
use std::collections::{BTreeMap, BTreeSet};

/// A card or piece with abilities.
#[derive(Clone, Debug)]
pub(super) struct Card {
    /// Its set.
    pub(super) set: String,
    /// The id of its entry.
    pub(super) id: String,
    /// The name of its kind.
    pub(super) kind: String,
    /// All that its abilities touch.
    pub(super) threads: Threads,
}

/// What is known of the cards of a game before any is played.
pub(super) struct Catalog {
    /// The cards that have abilities.
    pub(super) cards: Vec<Card>,
    /// How many entries have none.
    pub(super) plain: usize,
    /// The functions that run if what some card waits for comes about.
    pub(super) awaited: BTreeSet<FuncId>,
    /// For each template, the name of its kind.
    kinds: BTreeMap<String, String>,
    /// For each template that an entry makes besides its own, that entry.
    made: BTreeMap<String, String>,
    /// The kinds that stand on the board.
    pieces: BTreeSet<String>,
    /// For each kind, the facts that play changes.
    states: BTreeMap<String, BTreeSet<String>>,
    /// For each kind, the kinds that hold such a thing in some document.
    holders: BTreeMap<String, BTreeSet<String>>,
    /// For each kind, the deck in which such a thing lies in some document.
    decks: BTreeMap<String, String>,
    /// The name of the kind of players.
    player: String,
}

/// What a scenario or case puts on the table.
struct Things<'a> {
    players: &'a [PlayerDoc],
    pieces: Vec<&'a PieceDoc>,
    cards: &'a [LooseCardDoc],
    decks: &'a Entries<Entries<At<u32>>>,
}

impl Catalog {
    /// The catalog of some sets of a system, for whose pack and trees it is.
    pub(super) fn of(
        project: &Project,
        system: &str,
        sets: &[String],
        (pack, program): (&Pack, &Program),
    ) -> Self {
        let entries = entries(project, system);
        let made = made(pack, &entries);
        let name = |kind: u16| pack.kinds.get(usize::from(kind)).map_or("", |kind| &kind.name);
        let mut kinds: BTreeMap<String, String> = entries.into_iter().collect();
        kinds.extend(
            pack.templates
                .iter()
                .map(|def| (def.id.clone(), name(def.kind).to_owned())),
        );
        let is_piece = |kind: &&cardwright_bytecode::pack::KindDef| kind.class == KindClass::Piece;
        let states = pack.kinds.iter().map(|kind| {
            let fields = kind.fields.iter().filter(|field| field.state);
            (
                kind.name.clone(),
                fields.map(|field| field.name.clone()).collect(),
            )
        });
        let mut catalog = Self {
            cards: Vec::new(),
            plain: 0,
            awaited: BTreeSet::new(),
            kinds,
            made,
            pieces: pack
                .kinds
                .iter()
                .filter(is_piece)
                .map(|kind| kind.name.clone())
                .collect(),
            states: states.collect(),
            holders: BTreeMap::new(),
            decks: BTreeMap::new(),
            player: name(0).to_owned(),
        };
        catalog.note_cards(project, system, sets, (pack, program));
        catalog.note_habits(project, system);
        catalog
    }

    /// The name of a template's kind.
    pub(super) fn kind(&self, template: &str) -> Option<&str> {
        self.kinds.get(template).map(String::as_str)
    }

    /// Whether things of a kind stand on the board.
    pub(super) fn is_piece(&self, kind: &str) -> bool {
        self.pieces.contains(kind)
    }

    /// Whether play changes this fact of a kind.
    pub(super) fn is_state(&self, kind: &str, fact: &str) -> bool {
        self.states.get(kind).is_some_and(|states| states.contains(fact))
    }

    /// Whether something of a kind (first) may lie on something of another one.
    pub(super) fn holds(&self, kind: &str, holder: &str) -> bool {
        self.holders.get(kind).is_some_and(|kinds| kinds.contains(holder))
    }

    /// Whether players hold things of a kind.
    pub(super) fn is_held_by_players(&self, kind: &str) -> bool {
        self.holds(kind, &self.player)
    }

    /// The deck for things of a kind.
    pub(super) fn deck(&self, kind: &str) -> Option<&str> {
        self.decks.get(kind).map(String::as_str)
    }

    /// The entry by which a template is made.
    pub(super) fn entry<'a>(&'a self, template: &'a str) -> &'a str {
        self.made.get(template).map_or(template, String::as_str)
    }

    /// The card to which a rule of a pack belongs, by its entry.
    pub(super) fn owner<'a>(&'a self, rule: &Rule, pack: &'a Pack, program: &Program) -> Option<&'a str> {
        if matches!(rule.kind, RuleKind::Build { .. }) {
            return None;
        }
        let template = match rule.home {
            Home::Template(template) => template.place(),
            Home::Effect(effect) => (*program.unnamed.get(&effect.place())?)?,
            Home::Global => return None,
        };
        pack.templates.get(template).map(|def| self.entry(&def.id))
    }

    fn note_cards(
        &mut self,
        project: &Project,
        system: &str,
        sets: &[String],
        (pack, program): (&Pack, &Program),
    ) {
        let mut rules: BTreeMap<String, Vec<&Rule>> = BTreeMap::new();
        for rule in &pack.rules {
            if let Some(owner) = self.owner(rule, pack, program) {
                rules.entry(owner.to_owned()).or_default().push(rule);
            }
        }
        let reader = Reader::of(pack, program);
        for set in sets {
            let Some(loaded) = project.sets.get(&(system.to_owned(), set.clone())) else {
                continue;
            };
            for card in &loaded.doc.cards {
                let id = &card.id.value;
                let Some(rules) = rules.get(id) else {
                    self.plain += 1;
                    continue;
                };
                let threads = reader.threads(rules.iter().copied());
                self.awaited.extend(awaited(&threads, pack));
                self.cards.push(Card {
                    set: set.clone(),
                    id: id.clone(),
                    kind: card.kind.value.clone(),
                    threads,
                });
            }
        }
    }

    fn note_habits(&mut self, project: &Project, system: &str) {
        let scenarios = project.scenarios.iter().map(|one| &one.doc);
        for doc in scenarios.clone().filter(|doc| doc.system.value == system) {
            self.note_things(&Things {
                players: &doc.players,
                pieces: doc.pieces.iter().collect(),
                cards: &doc.cards,
                decks: &doc.decks,
            });
        }
        let cases = project.cases.iter().map(|one| &one.doc);
        for doc in cases.filter(|doc| doc.system.value == system) {
            let begun = doc.scenario.as_ref().filter(|_| doc.players.is_empty());
            let begun = begun.and_then(|id| {
                let mut scenarios = scenarios.clone().filter(|one| one.system.value == system);
                scenarios.find(|one| one.scenario.value == id.value)
            });
            let there = begun.map_or(&[][..], |scenario| &scenario.pieces);
            self.note_things(&Things {
                players: begun.map_or(&doc.players, |scenario| &scenario.players),
                pieces: there.iter().chain(&doc.pieces).collect(),
                cards: &doc.cards,
                decks: &doc.decks,
            });
        }
    }

    fn note_things(&mut self, things: &Things<'_>) {
        let mut held: Vec<(&str, &str)> = Vec::new();
        for piece in &things.pieces {
            held.extend(
                piece
                    .cards
                    .iter()
                    .map(|card| (card.value.as_str(), piece.template.value.as_str())),
            );
        }
        let mut by_players = Vec::new();
        for card in things.cards {
            let Some(holder) = card.holder.as_ref().map(|holder| &holder.value) else {
                continue;
            };
            let piece = things.pieces.iter().find(|piece| piece.id.value == *holder);
            match piece {
                Some(piece) => held.push((&card.template.value, &piece.template.value)),
                None if things.players.iter().any(|player| player.id.value == *holder) => {
                    by_players.push(card.template.value.as_str());
                }
                None => {}
            }
        }
        let held = held
            .into_iter()
            .filter_map(|(card, holder)| Some((self.kind(card)?, self.kind(holder)?)));
        let by_players = by_players
            .into_iter()
            .filter_map(|card| Some((self.kind(card)?, self.player.as_str())));
        let held = held
            .chain(by_players)
            .map(|(kind, holder)| (kind.to_owned(), holder.to_owned()));
        for (kind, holder) in held.collect::<Vec<_>>() {
            self.holders.entry(kind).or_default().insert(holder);
        }
        for (deck, cards) in &things.decks.0 {
            for (card, _) in &cards.0 {
                if let Some(kind) = self.kinds.get(&card.value) {
                    self.decks
                        .entry(kind.clone())
                        .or_insert_with(|| deck.value.clone());
                }
            }
        }
    }
}

/// All entries of a system's sets, with the names of their kinds.
fn entries(project: &Project, system: &str) -> Vec<(String, String)> {
    let sets = project.sets.iter().filter(|((of, _), _)| of == system);
    let cards = sets.flat_map(|(_, set)| &set.doc.cards);
    cards
        .map(|card| (card.id.value.clone(), card.kind.value.clone()))
        .collect()
}

/// The templates that entries make besides their own, which begin with their ids.
fn made(pack: &Pack, entries: &[(String, String)]) -> BTreeMap<String, String> {
    let known: BTreeSet<&str> = entries.iter().map(|(id, _)| id.as_str()).collect();
    let templates = pack.templates.iter().map(|def| def.id.as_str());
    let made = templates.filter(|id| !known.contains(id)).filter_map(|id| {
        let ends = id.match_indices('-').map(|(at, _)| &id[..at]);
        let entry = ends.rev().find(|start| known.contains(start))?;
        Some((id.to_owned(), entry.to_owned()))
    });
    made.collect()
}
