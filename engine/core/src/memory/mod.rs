//! A memory of answers: what pure functions, values, permissions and core calls gave, so that the same question about an
//! unchanged state is not worked out again.
//!
//! ```text
//!   every cell belongs to a column: a kind's field, or where a piece stands; the pieces on a space have a column; sets and
//!   keyed states have one, and running effects
//!   a read notes its column             a change gives its column a new moment
//!   an answer keeps                     the question with its arguments, the columns that were read, when, and what it cost
//!   it counts as long as                none of these columns has changed since
//! ```
//!
//! It is exact. Everything that a pure function can read goes through [`Memory::read`], everything that changes it through
//! [`Memory::change`]; what is too short-lived for a column (dice, limits) keeps an answer from being remembered. Whoever gets a
//! remembered answer pays the same fuel, and the machine must have room for what working it out needs: so games are the
//! same with and without, to the last unit of fuel. Which questions are worth it is for `worth` to say; a question whose
//! answers do not come again is given up.
//!
//! It follows from the state, so it is no part of it: copies begin without one, and neither hashes nor stored games know of it.

mod walks;
mod worth;

pub(crate) use walks::{Said, Table};
pub(crate) use worth::{Worth, columns};

use crate::board::spaces::SpaceId;
use crate::content::Content;
use crate::gaze::Gaze;
use crate::state::State;
use crate::world::World;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{CONST_SET, EffectDef, Id};
use cardwright_vm::{Height, Machine, Recall};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use walks::Walks;

/// How many columns are told apart; if a game has more, some share one.
pub(crate) const COLUMNS: usize = 256;
/// The columns of what stands in no cell: any change of the running effects, and what is stored.
pub(crate) const EFFECTS: u8 = 0;
pub(crate) const STORED: u8 = 1;
/// Not a column: what was read does not last. An answer that comes from it is not remembered.
pub(crate) const FLEETING: u8 = 2;
/// The columns of the effects of a sort begin here, and there are so many.
const FIRST_OF_EFFECTS: u8 = 3;
const OF_EFFECTS: usize = 24;
/// The columns of the pieces on a space.
const FIRST_OF_SPACES: u8 = FIRST_OF_EFFECTS + OF_EFFECTS as u8;
const OF_SPACES: u16 = 72;
/// The columns of where a piece stands.
const FIRST_OF_POSES: u8 = FIRST_OF_SPACES + OF_SPACES as u8;
const OF_POSES: usize = 40;
/// The columns of other cells begin here.
const FIRST_OF_CELLS: u8 = FIRST_OF_POSES + OF_POSES as u8;

/// The column of the pieces on a space.
pub(crate) fn column_of_space(space: SpaceId) -> u8 {
    FIRST_OF_SPACES + (space % OF_SPACES) as u8
}

/// The column of the running effects of a sort.
fn column_of_effect(effect: Id<EffectDef>) -> u8 {
    FIRST_OF_EFFECTS + (effect.place() % OF_EFFECTS) as u8
}

/// How many answers there is room for at first, and at most.
const FIRST_ROOM: usize = 1 << 8;
const FULL_ROOM: usize = 1 << 13;

/// The price of a look into the memory, measured in fuel.
const PRICE_OF_ASKING: i64 = 24;
/// The price of writing an answer down, besides.
const PRICE_OF_KEEPING: i64 = 24;
/// A question that cost so much more than it saved is given up.
const PATIENCE: i64 = 4_000;
/// The patience for a question that an earlier game with this content gave up.
const LITTLE_PATIENCE: i64 = 400;
/// The most that counts as saved, so that a question can be given up later.
const FULL_CREDIT: i64 = 20_000;

/// With larger sets, a question is not asked: only to look at them would take longer than its fuel stands for.
const LONGEST_KEY: usize = 512;

/// A set of columns, one bit for each.
type Columns = [u64; COLUMNS / 64];

/// The memory of one state; see the module.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    is_off: bool,
    /// The answers; there are none until the game goes on.
    answers: Option<Box<Answers>>,
    /// The gaze of a viewer, while something is computed for his eyes. A state that is watched remembers
    /// nothing.
    gaze: Option<Box<Gaze>>,
}

#[derive(Debug)]
struct Answers {
    /// The columns that were read since the innermost open question was asked.
    reads: [AtomicU64; COLUMNS / 64],
    /// Rises with every change.
    moment: u64,
    /// For each column, when it changed last.
    changed: [u64; COLUMNS],
    /// For each question, what the memory of its answers saved so far, in fuel.
    credit: Vec<i64>,
    /// Answers by the hash of their question; a new one takes the place of an old one.
    kept: Vec<Kept>,
    /// The number of answers.
    count: usize,
    /// Questions that are being worked out, innermost last.
    open: Vec<Asked>,
    /// The arguments of open questions, one after the other.
    keys: Vec<i64>,
    walks: Walks,
}

/// An answer.
#[derive(Clone, Debug, Default)]
struct Kept {
    /// The number of the question plus one; 0 if there is none.
    question: u32,
    key: Vec<i64>,
    known: Known,
    value: i64,
    /// If the answer is a set of its own, its members.
    members: Option<Vec<i64>>,
}

/// What an answer came from, and what it cost.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The latest moment at which it was known to be right.
    moment: u64,
    reads: Columns,
    fuel: u64,
    height: Height,
}

/// A question that is being worked out.
#[derive(Clone, Copy, Debug)]
struct Asked {
    question: u32,
    hash: u64,
    /// The start of its key in `keys`.
    key: usize,
    note: Note,
}

/// How things stood when a question was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note {
    /// The columns that were read before it, since the question around it was asked.
    reads: Columns,
    fuel: u64,
    height: Height,
    /// The machine's peak before it.
    peak: Height,
}

impl Memory {
    /// Whether answers are remembered from now on.
    pub(crate) fn turn(&mut self, on: bool) {
        self.is_off = !on;
        self.answers = None;
    }

    /// The game goes on: there is a memory from now on, and no question is open.
    pub(crate) fn wake(&mut self, content: &Content) {
        if self.is_off {
            return;
        }
        match &mut self.answers {
            Some(answers) => answers.forget_open(0),
            None => self.answers = Some(Box::new(Answers::new(content))),
        }
    }

    /// Whether answers are remembered.
    pub(crate) fn is_awake(&self) -> bool {
        self.answers.is_some()
    }

    /// Whether both are switched on, or both off.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.is_off == other.is_off
    }

    /// Forgets all answers.
    pub(crate) fn forget(&mut self) {
        self.answers = None;
    }

    /// Notes a look at a column.
    #[inline]
    pub(crate) fn read(&self, column: u8) {
        if let Some(answers) = &self.answers {
            let word = &answers.reads[usize::from(column) / 64 % (COLUMNS / 64)];
            word.store(word.load(Relaxed) | 1 << (column % 64), Relaxed);
        }
    }

    /// Notes a look at the cell at a place, which belongs to a column.
    #[inline]
    pub(crate) fn read_cell(&self, column: u8, place: usize) {
        match (&self.answers, &self.gaze) {
            (Some(_), _) => self.read(column),
            (None, Some(gaze)) => gaze.read(place),
            (None, None) => {}
        }
    }

    /// From now on it is noted whether something hidden is read.
    pub(crate) fn watch_for(&mut self, gaze: Option<Gaze>) {
        self.answers = None;
        self.gaze = gaze.map(Box::new);
    }

    /// The gaze of the viewer, if something is computed for his eyes.
    pub(crate) fn gaze(&self) -> Option<&Gaze> {
        self.gaze.as_deref()
    }

    /// Notes a change in a column.
    #[inline]
    pub(crate) fn change(&mut self, column: u8) {
        if let Some(answers) = &mut self.answers {
            answers.moment += 1;
            answers.changed[usize::from(column) % COLUMNS] = answers.moment;
        }
    }

    /// Notes a look at the running effects of a sort.
    #[inline]
    pub(crate) fn read_effect(&self, effect: Id<EffectDef>) {
        self.read(column_of_effect(effect));
    }

    /// Notes that one of a sort begins or ends.
    pub(crate) fn change_effect(&mut self, effect: Id<EffectDef>) {
        self.change(EFFECTS);
        self.change(column_of_effect(effect));
    }

    /// The state becomes another one: whatever differs changes.
    pub(crate) fn note_differences(&mut self, content: &Content, before: &State, after: &State) {
        if self.answers.is_none() {
            return;
        }
        for (place, (one, other)) in before.cells.iter().zip(&after.cells).enumerate() {
            if one == other {
                continue;
            }
            self.change(content.index.column(place));
            if let Some(piece) = content.index.piece_at(place) {
                for state in [before, after] {
                    for &space in state.spaces_under(content, piece).iter() {
                        self.change(column_of_space(space));
                    }
                }
            }
        }
        let (ones, others) = (&before.effects, &after.effects);
        for place in 0..ones.len().max(others.len()) {
            let (one, other) = (ones.get(place), others.get(place));
            if one != other {
                one.into_iter()
                    .chain(other)
                    .for_each(|effect| self.change_effect(effect.effect));
            }
        }
        if before.stored != after.stored {
            self.change(STORED);
        }
    }

    /// Whether the answers to a question may be remembered.
    #[inline]
    pub(crate) fn listens_to(&self, question: u32) -> bool {
        let credit = self
            .answers
            .as_ref()
            .and_then(|answers| answers.credit.get(question as usize));
        credit.is_some_and(|&credit| credit > 0)
    }
}

impl Memory {
    /// A question is asked.
    pub(crate) fn begin_note(&mut self, machine: &mut Machine) -> Note {
        let note = Note {
            reads: self
                .answers
                .as_mut()
                .map_or(Columns::default(), |answers| answers.take_reads()),
            fuel: machine.fuel(),
            height: machine.height(),
            peak: machine.peak(),
        };
        machine.peak_from(note.height);
        note
    }

    /// What the answer came from, and what it cost.
    fn end_note(&mut self, machine: &mut Machine, note: Note) -> Known {
        let (mut reads, mut moment) = (Columns::default(), 0);
        if let Some(answers) = &mut self.answers {
            reads = answers.take_reads();
            answers.add_reads(note.reads);
            answers.add_reads(reads);
            moment = answers.moment;
        }
        let peak = machine.peak();
        machine.peak_from(peak.most(note.peak));
        Known {
            moment,
            reads,
            fuel: note.fuel.saturating_sub(machine.fuel()),
            height: peak.above(note.height),
        }
    }
}

impl Known {
    /// Whether it came from what does not last.
    fn is_fleeting(&self) -> bool {
        self.reads[usize::from(FLEETING) / 64] >> (FLEETING % 64) & 1 == 1
    }

    /// Whether the machine has room for what working it out takes. Where a limit is near, it is worked out: it may be reached.
    fn has_room(&self, machine: &Machine) -> bool {
        self.fuel <= machine.fuel() && machine.height().plus(self.height).is_allowed()
    }

    /// Lets the machine pay for it.
    fn charge(&self, machine: &mut Machine) {
        machine.charge(self.fuel);
        machine.peak_from(machine.peak().most(machine.height().plus(self.height)));
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            is_off: self.is_off,
            answers: None,
            gaze: None,
        }
    }
}

impl PartialEq for Memory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Answers {
    fn new(content: &Content) -> Self {
        Self {
            reads: Default::default(),
            moment: 0,
            changed: [0; COLUMNS],
            credit: (0_usize..)
                .zip(content.index.worth.credits())
                .map(|(question, worth)| match worth {
                    true if content.pace.was_given_up(question) => LITTLE_PATIENCE,
                    true => PATIENCE,
                    false => 0,
                })
                .collect(),
            kept: Vec::new(),
            count: 0,
            open: Vec::new(),
            keys: Vec::new(),
            walks: Walks::default(),
        }
    }

    /// Questions that will not be answered any more are closed.
    fn forget_open(&mut self, left: usize) {
        if let Some(asked) = self.open.get(left) {
            self.keys.truncate(asked.key);
            self.open.truncate(left);
        }
    }

    /// Takes the columns that were read so far; from now on none is.
    fn take_reads(&mut self) -> Columns {
        self.reads.each_mut().map(|word| std::mem::take(word.get_mut()))
    }

    fn add_reads(&mut self, more: Columns) {
        for (word, more) in self.reads.iter_mut().zip(more) {
            *word.get_mut() |= more;
        }
    }

    /// The place of the answer to the question whose key stands last among the keys.
    fn place(&self, hash: u64) -> usize {
        hash as usize & self.kept.len().wrapping_sub(1)
    }

    /// Whether nothing that an answer comes from has changed; then this is known for now.
    fn is_right(&mut self, place: usize) -> bool {
        let Some(mut known) = self.kept.get(place).map(|kept| kept.known) else {
            return false;
        };
        let is_right = self.is_right_now(&mut known);
        self.kept[place].known.moment = known.moment;
        is_right
    }

    fn is_right_now(&self, known: &mut Known) -> bool {
        if known.moment != self.moment {
            for (word, &reads) in known.reads.iter().enumerate() {
                let mut left = reads;
                while left != 0 {
                    let column = word * 64 + left.trailing_zeros() as usize;
                    if self.changed[column % COLUMNS] > known.moment {
                        return false;
                    }
                    left &= left - 1;
                }
            }
            known.moment = self.moment;
        }
        true
    }

    fn earn(&mut self, question: u32, fuel: i64) {
        if let Some(credit) = self.credit.get_mut(question as usize) {
            *credit = (*credit + fuel).min(FULL_CREDIT);
        }
    }

    /// Makes room for one more answer.
    fn make_room(&mut self) {
        let room = self.kept.len();
        if room == 0 || (self.count * 2 > room && room < FULL_ROOM) {
            let larger = (room * 4).clamp(FIRST_ROOM, FULL_ROOM);
            let before = std::mem::replace(&mut self.kept, vec![Kept::default(); larger]);
            self.count = 0;
            for kept in before.into_iter().filter(|kept| kept.question > 0) {
                let place = self.place(hash(kept.question - 1, &kept.key));
                self.count += usize::from(self.kept[place].question == 0);
                self.kept[place] = kept;
            }
        }
    }
}

/// A quick hash; which answers lose their places is all that it decides.
fn hash(question: u32, key: &[i64]) -> u64 {
    let first = mixed(0, u64::from(question) + 1);
    let hash = key.iter().fold(first, |hash, &word| mixed(hash, word as u64));
    hash ^ hash >> 29
}

/// A hash of one word more.
#[inline]
pub(crate) fn mixed(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}

impl World<'_> {
    /// The earlier answer to a question, if it still holds. Otherwise, if [`Recall::Asked`], the caller
    /// computes the answer and hands it to [`Self::keep_answer`].
    pub(crate) fn recalled(
        &mut self,
        machine: &mut Machine,
        question: u32,
        params: impl Iterator<Item = Ty>,
        args: &[i64],
    ) -> Recall {
        let Some(answers) = self.state.memory.answers.as_deref_mut() else {
            return Recall::Not;
        };
        if machine.stopped().is_some() {
            return Recall::Not;
        }
        let start = answers.keys.len();
        for (ty, &arg) in params.zip(args) {
            if ty.set {
                let members = machine.set(&self.content.pack, arg);
                if members.len() > LONGEST_KEY {
                    answers.keys.truncate(start);
                    return Recall::Not;
                }
                answers.keys.push(members.len() as i64);
                answers.keys.extend_from_slice(members);
            } else {
                answers.keys.push(arg);
            }
        }
        let hash = hash(question, &answers.keys[start..]);
        let place = answers.place(hash);
        let found = answers
            .kept
            .get(place)
            .is_some_and(|kept| kept.question == question + 1 && kept.key == answers.keys[start..]);
        if found && answers.is_right(place) {
            let (kept, known) = (&answers.kept[place], answers.kept[place].known);
            if known.has_room(machine) {
                known.charge(machine);
                let value = kept
                    .members
                    .as_ref()
                    .map_or(kept.value, |members| machine.give_set(members.clone()));
                answers.add_reads(known.reads);
                answers.keys.truncate(start);
                answers.earn(question, known.fuel as i64 - PRICE_OF_ASKING);
                return Recall::Known(value);
            }
        }
        answers.earn(question, -PRICE_OF_ASKING - PRICE_OF_KEEPING);
        let note = self.state.memory.begin_note(machine);
        if let Some(answers) = &mut self.state.memory.answers {
            answers.open.push(Asked {
                question,
                hash,
                key: start,
                note,
            });
        }
        Recall::Asked
    }

    /// The answer to the innermost open question.
    pub(crate) fn keep_answer(&mut self, machine: &mut Machine, value: i64, ty: Ty) {
        let open = self
            .state
            .memory
            .answers
            .as_mut()
            .and_then(|answers| answers.open.pop());
        let Some(asked) = open else { return };
        let known = self.state.memory.end_note(machine, asked.note);
        let Some(answers) = self.state.memory.answers.as_deref_mut() else {
            return;
        };
        let is_new_set = ty.set && value == i64::from(asked.note.height.sets) + 1;
        // A set that was there before may be gone when somebody asks again.
        let lasts = !ty.set || is_new_set || value >= CONST_SET;
        if machine.stopped().is_none() && !known.is_fleeting() && lasts {
            answers.make_room();
            let place = answers.place(asked.hash);
            let kept = &mut answers.kept[place];
            answers.count += usize::from(kept.question == 0);
            kept.question = asked.question + 1;
            kept.key.clear();
            kept.key.extend_from_slice(&answers.keys[asked.key..]);
            (kept.known, kept.value) = (known, value);
            kept.members = is_new_set.then(|| machine.set(&self.content.pack, value).to_vec());
        }
        answers.keys.truncate(asked.key);
    }
}
