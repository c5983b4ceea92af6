//! The state of a game: a plain value that can be cloned, compared, stored and hashed.
//!
//! Not here: what runs (the machine), what is open (windows, offers, the decision asked for), and anything
//! that can be computed from the pack.

use crate::board::spaces::{Stand, Under};
use crate::content::Content;
use crate::copies::copied_by_field;
use crate::memory::{EFFECTS, FLEETING, Memory, STORED, column_of_space};
use crate::occupancy::Occupancy;
use crate::outcome::Outcome;
use crate::run_memory::Shelf;
use crate::running::Running;
use crate::stored::Stored;
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::{
    Each, EffectDef, EntityDef, EntityId, FuncId, Id, ProcedureDef, Rule, StartDef, cell,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::Arc;

/// All that play changes.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The cells of all entities, one after the other.
    pub(crate) cells: Vec<i64>,
    /// The sets that stand in cells, which are 0 there, and what keyed states hold.
    pub(crate) stored: Stored,
    /// The dice pools alive; a pool's number is its place plus one.
    pub(crate) pools: Vec<Pool>,
    pub(crate) rng: ChaCha8Rng,
    /// Faces that the next dice show, before chance decides; for tests.
    pub(crate) forced: VecDeque<u16>,
    /// Numbers that come next in place of chance; for tests.
    pub(crate) forced_numbers: VecDeque<u32>,
    pub(crate) effects: Running,
    /// The number of the next effect.
    pub(crate) next_effect: u32,
    /// How often limited rules were used, sorted by what they count.
    pub(crate) uses: Vec<Use>,
    /// For each procedure, how many runs of it began.
    pub(crate) clocks: Each<ProcedureDef, u32>,
    /// The runs that are going on, outermost first, and perhaps some that ended since the last one began.
    pub(crate) runs: Vec<ProcedureRun>,
    /// The memory of runs within which another one has begun, outermost first; see `run_memory`.
    pub(crate) shelves: Vec<Shelf>,
    /// The abilities that must not come within themselves and are being carried out, outermost first, and perhaps
    /// some that came to an end since the last one began.
    pub(crate) deeds: Vec<Deed>,
    pub(crate) secrets: Secrets,
    pub(crate) over: Option<Outcome>,
    /// The winners, in seat order; nobody before the end.
    pub(crate) winners: Vec<EntityId>,
    /// How many effects started and entities moved or were turned over so far.
    pub(crate) moment: i64,
    /// The functions, with their arguments, that run when the next window opens, since effects have ended.
    /// None is left when somebody is asked.
    #[serde(skip)]
    pub(crate) ended: Vec<(FuncId, Vec<i64>)>,
    /// The entities on each space, as the cells say; see its module.
    #[serde(skip)]
    pub(crate) occupancy: Occupancy,
    /// The remembered answers to questions about this state; see its module.
    #[serde(skip)]
    pub(crate) memory: Memory,
}

/// A pool of dice, all of one sort; it may have none.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pool {
    /// The sort of its dice, and of those that are added: an index into the pack's dice.
    pub(crate) sort: u16,
    pub(crate) dice: Vec<Die>,
}

/// One die of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Die {
    /// The face that it shows, a word of type 0.
    pub(crate) face: u16,
    /// Whether it was rolled again.
    pub(crate) rerolled: bool,
    /// Whether it was added, not rolled.
    pub(crate) added: bool,
    /// Whether it can only be cancelled: an added result that its game does not take for a die.
    pub(crate) fixed: bool,
    /// Whether it was taken out of the pool. Its place stays, so that the others keep their numbers.
    pub(crate) gone: bool,
    /// Whether nothing changes its result any more.
    pub(crate) locked: bool,
    /// Whether nothing rolls it again any more: so it is with results that were added, unless as dice.
    pub(crate) barred: bool,
}

/// A running lasting effect.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Effect {
    /// The number among all that ever started.
    pub(crate) number: u32,
    /// The effect, in the pack.
    pub(crate) effect: Id<EffectDef>,
    pub(crate) args: Vec<i64>,
    /// How code started it, among the pack's starts: there stands what ends it.
    pub(crate) start: Id<StartDef>,
    /// How many openings of its window that count are left until it ends.
    pub(crate) left: i64,
    /// The time at which it started; see [`State::tick`].
    pub(crate) began: i64,
    /// Of which runs each of its ends speaks, in the order of the pack.
    pub(crate) runs: Vec<RunsMeant>,
}

/// Of which runs of its window's procedure an end of an effect speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunsMeant {
    /// If only later runs count: how many had begun as the effect started.
    pub(crate) after: u32,
    /// If it lasts until a run is over that goes on as it starts: the number of that run, else 0. Runs within it do not count.
    pub(crate) own: u32,
}

/// The source from which a rule applies: an entity, a running effect, or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Source {
    /// The entity that carries the rule, or 0.
    pub entity: EntityId,
    /// The number of the effect that carries the rule, or 0.
    pub effect: u32,
}

/// One run of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProcedureRun {
    pub(crate) procedure: Id<ProcedureDef>,
    /// Its number among the runs of this procedure, from 1.
    pub(crate) number: u32,
    /// The number of frames up to its own.
    pub(crate) depth: u32,
    /// Whether the window after it has opened.
    pub(crate) closing: bool,
}

/// An ability that is being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deed {
    /// The ability: the rule of its first window.
    pub(crate) rule: Id<Rule>,
    pub(crate) source: Source,
    /// The function of its frame.
    pub(crate) function: FuncId,
    /// The number of frames up to its own.
    pub(crate) depth: u32,
}

/// The uses of a limited rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Use {
    pub(crate) key: UseKey,
    /// The limit's procedure.
    pub(crate) per: Option<Id<ProcedureDef>>,
    pub(crate) times: u16,
}

/// The key under which uses are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct UseKey {
    pub(crate) rule: Id<Rule>,
    pub(crate) source: Source,
    pub(crate) apart: i64,
    /// The run of the limit's procedure; 0 for the whole game.
    pub(crate) run: u32,
}

/// The choices behind secret cells: who chose, and from which options. Everybody knows these options, so that
/// looking ahead can guess fairly.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Secrets {
    /// For each player who chose secretly, what he was asked last.
    pub(crate) recent: Vec<Asked>,
    /// For entity and cell, who chose and from what, sorted by both.
    pub(crate) cells: Vec<Secret>,
    /// Secret answers in registers of code that still runs, in the order of the registers.
    pub(crate) answers: Vec<SecretAnswer>,
}

/// A secret choice that was asked.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) by: EntityId,
    /// The type of the options.
    pub(crate) base: Base,
    pub(crate) options: Options,
}

/// The options of a choice, and how many of them may be chosen.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Options {
    pub(crate) from: Shared,
    pub(crate) least: u32,
    pub(crate) most: u32,
}

/// Numbers that do not change, and that many hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shared(Arc<Vec<i64>>);

impl From<Vec<i64>> for Shared {
    fn from(numbers: Vec<i64>) -> Self {
        Self(Arc::new(numbers))
    }
}

impl Deref for Shared {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        &self.0
    }
}

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Shared {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::from)
    }
}

/// The origin of a secret cell.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Secret {
    pub(crate) entity: EntityId,
    pub(crate) cell: u32,
    /// The player who chose it, and so may see it; 0 if no secret choice says so.
    pub(crate) by: EntityId,
    pub(crate) options: Options,
}

/// A secret answer that code was handed: so long as it stands in a register, looking ahead must guess it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SecretAnswer {
    /// The player who knows it.
    pub(crate) by: EntityId,
    /// The register of the whole stack that got it.
    pub(crate) dest: u32,
    pub(crate) options: Options,
}

copied_by_field! {
    State {
        cells, stored, pools, rng, forced, forced_numbers, effects, next_effect, uses, clocks, runs, shelves, deeds,
        secrets, over, winners, moment, ended, occupancy, memory,
    }
    Pool { sort, dice }
    Effect { number, effect, args, start, left, began, runs }
    Secrets { recent, cells, answers }
    Asked { by, base, options }
    Options { from, least, most }
    Secret { entity, cell, by, options }
    SecretAnswer { by, dest, options }
}

impl State {
    /// The state before anything happened.
    pub(crate) fn new(content: &Content, seed: u64) -> Self {
        let mut state = Self {
            cells: vec![0; content.index.cells()],
            stored: Stored::default(),
            pools: Vec::new(),
            rng: ChaCha8Rng::seed_from_u64(seed),
            forced: VecDeque::new(),
            forced_numbers: VecDeque::new(),
            effects: Running::default(),
            next_effect: 1,
            uses: Vec::new(),
            clocks: Each::of(content.pack.procedures.len(), 0),
            runs: Vec::new(),
            shelves: Vec::new(),
            deeds: Vec::new(),
            secrets: Secrets::default(),
            over: None,
            ended: Vec::new(),
            winners: Vec::new(),
            moment: 0,
            occupancy: Occupancy::default(),
            memory: Memory::default(),
        };
        let total = content.pack.setup.entities.len() as i64;
        for (number, entity) in (1..).zip(&content.pack.setup.entities) {
            state.set_up(content, number, total - number, entity);
        }
        state
    }

    /// Fills an entity's cells. What is listed first lies on top.
    fn set_up(&mut self, content: &Content, number: i64, order: i64, entity: &EntityDef) {
        let header = [
            (cell::KIND, i64::from(entity.kind)),
            (cell::TEMPLATE, entity.template.map_or(0, cell::of_template)),
            (cell::OWNER, i64::from(entity.owner)),
            (cell::HOLDER, i64::from(entity.holder)),
            (cell::ORDER, order),
            (cell::FACE_UP, i64::from(entity.face_up)),
            (cell::IN_PLAY, i64::from(!entity.later)),
            (cell::POSE, entity.pose.unwrap_or(0)),
            (cell::PLACED, i64::from(entity.pose.is_some())),
        ];
        let template = entity.template.map(|template| &content.pack.templates[template]);
        let printed = template
            .filter(|template| template.kind == entity.kind)
            .map_or(&[][..], |t| &t.cells);
        let fields = printed
            .iter()
            .enumerate()
            .map(|(field, &value)| (cell::HEADER + field, value));
        let special = entity
            .cells
            .iter()
            .map(|&(cell, value)| (usize::from(cell), value));
        for (cell, value) in header.into_iter().chain(fields).chain(special) {
            self.begin_with(content, number, cell, value);
        }
    }

    /// Fills a cell with what is printed or given: of a set that can change, the members are copied.
    pub(crate) fn begin_with(&mut self, content: &Content, entity: i64, cell: usize, value: i64) {
        if !content.holds_set(entity, cell) {
            return self.put(content, entity, cell, value);
        }
        if let Some(place) = content.index.place(entity, cell) {
            // Longer sets than can be stored do not compile; should one come, it begins empty.
            let members = content.constant_set(value);
            _ = self.stored.put_members(place, members);
            self.memory.change(STORED);
        }
    }

    /// The members of the set in a cell; none if there is no such cell.
    pub(crate) fn members(&self, content: &Content, entity: i64, cell: usize) -> &[i64] {
        let place = content.index.place(entity, cell);
        if let Some(place) = place {
            self.memory.read_cell(STORED, place);
        }
        place.map_or(&[], |place| self.stored.members(place))
    }

    /// Writes all cells in a short form of their own, as they are most of what is hashed; gives the rest of the state.
    ///
    /// A number from 0 to 254 is one byte; any other is 255 and its eight bytes.
    pub(crate) fn write_cells<'a>(&'a self, out: &mut Vec<u8>) -> impl Serialize + use<'a> {
        let Self {
            cells,
            stored,
            pools,
            rng,
            forced,
            forced_numbers,
            effects,
            next_effect,
            uses,
            clocks,
            runs,
            shelves,
            deeds,
            secrets,
            over,
            winners,
            moment,
            ended: _,
            occupancy: _,
            memory: _,
        } = self;
        out.extend((cells.len() as u64).to_le_bytes());
        for &cell in cells {
            match u8::try_from(cell) {
                Ok(small) if small < u8::MAX => out.push(small),
                _ => {
                    out.push(u8::MAX);
                    out.extend(cell.to_le_bytes());
                }
            }
        }
        (
            (stored, pools),
            rng,
            (forced, forced_numbers),
            effects,
            next_effect,
            uses,
            clocks,
            (runs, shelves, deeds),
            secrets,
            over,
            winners,
            moment,
        )
    }

    /// A cell; 0 if there is no such cell.
    pub(crate) fn cell(&self, content: &Content, entity: i64, cell: usize) -> i64 {
        let Some(place) = content.index.place(entity, cell) else {
            return 0;
        };
        self.memory.read_cell(content.index.column(place), place);
        self.cells.get(place).copied().unwrap_or(0)
    }

    /// The one place where cells change.
    pub(crate) fn put(&mut self, content: &Content, entity: i64, cell: usize, value: i64) {
        let Some(place) = content.index.place(entity, cell) else {
            return;
        };
        if self.cells.get(place).is_none_or(|&slot| slot == value) {
            return;
        }
        self.memory.change(content.index.column(place));
        if content.index.is_about_place(entity, cell) {
            let before = self.spaces_under(content, entity);
            self.cells[place] = value;
            let after = self.spaces_under(content, entity);
            self.note_move(entity, &before, &after);
        } else {
            self.cells[place] = value;
        }
    }

    /// A piece stood on some spaces, and stands on others.
    fn note_move(&mut self, piece: i64, before: &Under, after: &Under) {
        if before[..] == after[..] {
            return;
        }
        for &space in before.iter().chain(after.iter()) {
            self.memory.change(column_of_space(space));
        }
        self.occupancy.note_move(piece as EntityId, before, after);
    }

    /// The spaces under a piece; a look that no answer depends on.
    pub(crate) fn spaces_under(&self, content: &Content, piece: i64) -> Under {
        let Some(board) = content.board.spaces() else {
            return Under::default();
        };
        let cell = |cell: usize| {
            let place = content.index.place(piece, cell);
            place
                .and_then(|place| self.cells.get(place))
                .copied()
                .unwrap_or(0)
        };
        if cell(cell::PLACED) != 1 || cell(cell::IN_PLAY) != 1 {
            return Under::default();
        }
        let size = content.index.size_cell(piece).map_or(1, cell);
        let size = u8::try_from(size.max(1)).unwrap_or(u8::MAX);
        board.under(Stand::unpack(cell(cell::POSE)), size)
    }

    /// A pool's dice; no dice if there is no such pool.
    pub(crate) fn pool(&self, number: i64) -> &[Die] {
        let place = usize::try_from(number)
            .ok()
            .and_then(|number| number.checked_sub(1));
        self.memory.read(FLEETING);
        place
            .and_then(|place| self.pools.get(place))
            .map_or(&[], |pool| pool.dice.as_slice())
    }

    /// A pool's dice, to be changed.
    pub(crate) fn pool_mut(&mut self, number: i64) -> Option<&mut Vec<Die>> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        self.pools.get_mut(place).map(|pool| &mut pool.dice)
    }

    /// The sort of a pool's dice; the first one if there is no such pool.
    pub(crate) fn sort_of(&self, number: i64) -> u16 {
        let place = usize::try_from(number)
            .ok()
            .and_then(|number| number.checked_sub(1));
        place
            .and_then(|place| self.pools.get(place))
            .map_or(0, |pool| pool.sort)
    }

    /// The next moment: what begins then is later than all that began before.
    pub(crate) fn tick(&mut self) -> i64 {
        self.moment = self.moment.saturating_add(1);
        self.moment
    }

    /// A running effect.
    pub(crate) fn effect(&self, number: u32) -> Option<&Effect> {
        if number == 0 {
            return None;
        }
        let effect = self.effects.numbered(number);
        match effect {
            Some(effect) => self.memory.read_effect(effect.effect),
            None => self.memory.read(EFFECTS),
        }
        effect
    }

    /// A number from 0 to `count - 1`, each as likely; 0 if there is none.
    pub(crate) fn random(&mut self, count: u64) -> u64 {
        draw(&mut self.rng, count)
    }
}

/// A number from 0 to `count - 1`, each as likely; 0 if there is none.
pub(crate) fn draw(rng: &mut ChaCha8Rng, count: u64) -> u64 {
    if count <= 1 {
        return 0;
    }
    // Numbers in the incomplete last stretch would make the first ones more likely.
    let fair = u64::MAX - u64::MAX % count;
    loop {
        let number = rng.next_u64();
        if number < fair {
            return number % count;
        }
    }
}

/// Puts a list into random order.
pub(crate) fn shuffle<T>(rng: &mut ChaCha8Rng, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        let other = draw(rng, last as u64 + 1) as usize;
        list.swap(last, other);
    }
}
