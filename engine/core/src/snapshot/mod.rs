//! A game as data for other programs: everything by names, and only what one viewer may see.
//!
//! [`Game::snapshot`] says how the game stands, [`Game::asked`] what is asked, [`Game::told`] what happened. Ids are those
//! of documents; lengths are inches, angles degrees, spaces are called as maps call them. Nothing here is an index.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod` | [`Snapshot`] and its parts, as data |
//! | `values` | [`Value`], [`Place`]: values of a game by names, as a viewer may know them |
//! | `things` | players, pieces, cards, and what lies on them |
//! | `asked` | [`Asked`]: a decision with ids, and answers by these ids |
//! | `told` | [`Told`]: events by names |
//!
//! Hidden things are left out before anything is named: whatever a viewer may not know can be changed, and
//! the snapshot stays the same. Not here: registers of running code, and how rules were used up.

mod asked;
mod things;
mod told;
mod values;

pub use asked::{Asked, Choice, PlaceWanted, Refused, Reply};
pub use things::{Held, Thing, Unknown};
pub use told::Told;
pub use values::{Place, Value};

use crate::game::{Game, Open};
use crate::sentences::window_name;
use crate::view::View;
use crate::viewer::Viewer;
use cardwright_bytecode::Op;
use cardwright_bytecode::pack::EntityId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use values::Eyes;

/// The version of the shape of a [`Snapshot`]. It grows when a key goes, is renamed, or means something else.
pub const SNAPSHOT_FORMAT: u32 = 1;

/// The state of a game, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// [`SNAPSHOT_FORMAT`].
    pub format: u32,
    /// The system's id.
    pub system: String,
    /// The scenario's id.
    pub scenario: String,
    /// Which player looks; nothing for the public and for a judge.
    pub viewer: Option<String>,
    /// How many rounds have begun; 0 if the system has no rounds.
    pub round: i64,
    /// The procedures that run, the outermost first, each with its step, as `PROCEDURE.STEP`.
    pub running: Vec<String>,
    /// The timing windows and offers that are open, the outermost first.
    pub open: Vec<String>,
    /// The holder of the state of the whole game.
    pub game: Option<Thing>,
    /// The players, in seat order.
    pub players: Vec<Thing>,
    /// The pieces, on the board or not.
    pub pieces: Vec<Thing>,
    /// The cards whose faces the viewer knows.
    pub cards: Vec<Thing>,
    /// Piles.
    pub decks: Vec<Thing>,
    /// Cards of which the viewer knows no face, and that lie on nothing.
    pub unknown: Vec<Unknown>,
    /// The entries of keyed states of the game.
    pub states: Vec<Entry>,
    /// The dice pools there are, the oldest first.
    pub pools: Vec<Vec<Die>>,
    /// The lasting effects, the oldest first.
    pub effects: Vec<Lasting>,
    /// The open question. The options are there only for the player who is asked, and for a judge.
    pub decision: Option<Asked>,
    /// The end of the game, if it is over.
    pub outcome: Option<Ended>,
}

/// The value of a state of the game for one key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The state's name.
    pub state: String,
    /// The parts of the key.
    pub key: Vec<Value>,
    /// The value.
    pub value: Value,
}

/// A die of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// Its sort.
    pub die: String,
    /// The face that it shows.
    pub face: String,
    /// Whether it was rolled again.
    pub rerolled: bool,
    /// Whether it was added, not rolled.
    pub added: bool,
    /// Whether nothing changes its result any more.
    pub locked: bool,
}

/// A running effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lasting {
    /// The number among all that ever started.
    pub number: u32,
    /// Its name.
    pub effect: String,
    /// The arguments, by the names of its parameters.
    pub about: BTreeMap<String, Value>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The outcome's id; one that begins with `core-` comes from a limit.
    pub outcome: String,
    /// The title for people.
    pub title: String,
    /// The ids of those who won, in seat order.
    pub winners: Vec<String>,
    /// Whether content reached a limit, which no finished content does.
    pub fault: bool,
}

impl Game {
    /// How the game stands, as this viewer may know it: by names, and nothing that is hidden from the viewer.
    ///
    /// ```
    /// # fn look(game: &cardwright_core::Game) {
    /// use cardwright_core::Viewer;
    /// let snapshot = game.snapshot(Viewer::Public);
    /// for piece in &snapshot.pieces {
    ///     println!("{} of {:?} at {:?}", piece.name, piece.owner, piece.at);
    /// }
    /// # }
    /// ```
    #[must_use]
    pub fn snapshot(&self, viewer: Viewer) -> Snapshot {
        let eyes = Eyes::new(self, viewer);
        let title = &self.content.pack.title;
        let table = eyes.table();
        Snapshot {
            format: SNAPSHOT_FORMAT,
            system: title.system.clone(),
            scenario: title.scenario.clone(),
            viewer: match viewer {
                Viewer::Player(player) => Some(self.id_of(player)),
                Viewer::Judge | Viewer::Public => None,
            },
            round: self.rounds(),
            running: self.running(),
            open: self.open.iter().map(|open| self.name_of_open(open)).collect(),
            game: table.game,
            players: table.players,
            pieces: table.pieces,
            cards: table.cards,
            decks: table.decks,
            unknown: table.unknown,
            states: eyes.states(),
            pools: self
                .state
                .pools
                .iter()
                .map(|pool| self.named_dice(pool))
                .collect(),
            effects: eyes.effects(),
            decision: self.asked(viewer),
            outcome: self.ended(viewer),
        }
    }

    /// How the game ended, by names, as this viewer may know it; nothing while it goes on.
    #[must_use]
    pub fn ended(&self, viewer: Viewer) -> Option<Ended> {
        let outcome = self.outcome()?;
        Some(Ended {
            outcome: outcome.id(&self.content).to_owned(),
            title: self
                .fault(viewer)
                .unwrap_or_else(|| outcome.title(&self.content).to_owned()),
            winners: self.winners().iter().map(|&winner| self.id_of(winner)).collect(),
            fault: outcome.is_fault(),
        })
    }

    /// The entries of keyed states and the lasting effects, as a [`Snapshot`] has them for whoever has this [view](Game::view).
    #[must_use]
    pub fn states_and_effects(&self, view: &View) -> (Vec<Entry>, Vec<Lasting>) {
        let view = view.clone();
        let eyes = Eyes { game: self, view };
        (eyes.states(), eyes.effects())
    }

    /// The player with this id.
    #[must_use]
    pub fn player(&self, id: &str) -> Option<EntityId> {
        let mut players = self.players().iter().copied();
        players.find(|&player| self.id_of(player) == id)
    }

    /// The procedures of the frames, each with the step that began last before the place where it stands.
    fn running(&self) -> Vec<String> {
        let pack = &self.content.pack;
        let named = |frame: &cardwright_vm::Frame| {
            let mut procedures = pack.procedures.numbered();
            let (number, def) = procedures.find(|(_, def)| def.function == frame.function)?;
            let function = &pack.functions[frame.function];
            let done = function.code.get(..frame.pc as usize).unwrap_or_default();
            let mut steps = done.iter().rev().filter(|instr| instr.op == Op::Step);
            let step = steps.find_map(|instr| {
                let window = &pack.windows[instr.id()];
                let step = window.step.filter(|_| window.procedure == number)?;
                def.steps.get(step as usize)
            });
            Some(step.map_or_else(|| def.name.clone(), |step| format!("{}.{step}", def.name)))
        };
        self.machine.frames().iter().filter_map(named).collect()
    }

    fn name_of_open(&self, open: &Open) -> String {
        match open {
            Open::Window(window) => window_name(&self.content, window.window),
            Open::Offer(offer) => self.content.pack.offers[offer.offer].name.clone(),
        }
    }

    fn named_dice(&self, pool: &crate::state::Pool) -> Vec<Die> {
        let def = self.content.pack.dice.get(usize::from(pool.sort));
        let sort = def.map_or("", |def| &def.name);
        let there = pool.dice.iter().filter(|die| !die.gone);
        let named = there.map(|die| Die {
            die: sort.to_owned(),
            face: self.labels().faces(&[die.face]),
            rerolled: die.rerolled,
            added: die.added,
            locked: die.locked || die.fixed,
        });
        named.collect()
    }
}

impl Eyes<'_> {
    fn states(&self) -> Vec<Entry> {
        let mut all = Vec::new();
        for (number, def) in self.game.content.pack.states.numbered() {
            let entries = self.game.entries(number).map(|(key, value)| {
                let parts = def.keys.iter().zip(key);
                Entry {
                    state: def.name.clone(),
                    key: parts.map(|(part, &value)| self.value(part.ty, value)).collect(),
                    value: self.value(def.ty, value),
                }
            });
            let mut entries: Vec<Entry> = entries.collect();
            // Cards that nobody can tell apart stand in an order of their own, which nobody may see.
            entries.sort_by_cached_key(|entry| format!("{entry:?}"));
            all.extend(entries);
        }
        all
    }

    fn effects(&self) -> Vec<Lasting> {
        let lasting = self.game.state.effects.iter().map(|effect| {
            let def = &self.game.content.pack.effects[effect.effect];
            let params = def.params.iter().zip(&effect.args);
            Lasting {
                number: effect.number,
                effect: def.name.clone(),
                about: params
                    .map(|(param, &value)| (param.name.clone(), self.value(param.ty, value)))
                    .collect(),
            }
        });
        lasting.collect()
    }
}
