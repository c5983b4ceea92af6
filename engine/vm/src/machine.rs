//! The machine: frames, registers and sets, how frames come and go, and how pure functions are evaluated on top.
//!
//! Frame life: [`Machine::call`] pushes a frame whose registers begin at 0 but for the parameters; `return` pops it,
//! forgets the sets and pools made in it (a returned one is kept), and writes the result into the caller's
//! register. A *barrier* frame was pushed by the host; when it returns, the machine stops with
//! [`Yield::Returned`], so that the host goes on with what it was doing.
//!
//! A rule that writes a set or pool into its procedure's slots lets it outlive the rule's frame: the marks of
//! all frames above the procedure rise past it (see `pin`).

use crate::Host;
use crate::begin::{Beginning, Begun, Given};
use crate::code::{Code, Form};
use crate::height::Height;
use crate::host::Recall;
use crate::registers::Registers;
use crate::sets::Arena;
use cardwright_bytecode::pack::{ChoiceDef, FuncId, Id, OfferDef, OutcomeDef, WindowDef};
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_bytecode::{Base, Pack, Ty};
use serde::{Deserialize, Serialize};

/// The most frames alive at once.
pub const MAX_FRAMES: usize = 256;
/// The most sets alive at once.
pub const MAX_SETS: usize = 65_536;
/// The most members of all sets alive together: 16 MB.
pub const MAX_SET_MEMBERS: usize = 1 << 21;
/// The most evaluations inside evaluations (a value's condition asks a value, whose condition asks ...).
pub const MAX_NESTING: u32 = 48;

/// Why the machine stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Yield {
    /// A timing window opens; the procedure's frame is the topmost.
    Window(Id<WindowDef>),
    /// The abilities of a timing window that are due now are gathered, before it opens.
    Gather {
        /// The window.
        window: Id<WindowDef>,
        /// The register for the players whose abilities are due.
        dest: u32,
    },
    /// Somebody is offered a choice among rules.
    Offer {
        /// The offer.
        offer: Id<OfferDef>,
        /// The offer's arguments.
        args: Vec<i64>,
        /// The player who chooses.
        player: i64,
        /// The highest number of options.
        most: i64,
        /// The register for the number of options that were taken.
        dest: u32,
    },
    /// Somebody chooses from a set; the answer goes to `dest` (what) and `dest + 1` (whether).
    Choose {
        /// The choice.
        choice: Id<ChoiceDef>,
        /// The register for the answer.
        dest: u32,
        /// The set's handle.
        set: i64,
        /// The player who chooses.
        player: i64,
        /// The highest number of members, where several can be chosen.
        most: i64,
    },
    /// Somebody chooses a place; the answer goes to `dest` (the pose) and `dest + 1` (whether). The frame keeps the
    /// arguments until then.
    ChoosePlace {
        /// The choice.
        choice: Id<ChoiceDef>,
        /// The register for the answer.
        dest: u32,
        /// The register of the whole stack with the first argument.
        first: u32,
        /// The player who chooses.
        player: i64,
    },
    /// Somebody answers yes or no; the answer goes to `dest`.
    May {
        /// The choice.
        choice: Id<ChoiceDef>,
        /// The register for the answer.
        dest: u32,
        /// The player who answers.
        player: i64,
    },
    /// The game ends with this outcome, whose winners are fixed.
    End(Id<OutcomeDef>),
    /// The game ends with this outcome; the code names the winners.
    EndWith {
        /// The outcome.
        outcome: Id<OutcomeDef>,
        /// The winners.
        winners: Vec<i64>,
    },
    /// A barrier frame, or the bottom frame, returned this.
    Returned(i64),
    /// The fuel is used up.
    OutOfFuel,
    /// A limit was reached.
    Bound(Bound),
}

/// A limit that stops a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// [`MAX_FRAMES`].
    Frames,
    /// [`MAX_SETS`].
    Sets,
    /// [`MAX_NESTING`].
    Nesting,
    /// The host's limit of dice pools.
    Pools,
    /// The host's limit of lasting effects.
    Effects,
    /// The entities of a kind that can be made in a game.
    Entities,
    /// The host's limit of dice in one pool.
    Dice,
    /// The host's limit of options of one decision.
    Options,
    /// The host's limit of places that one core call finds.
    Places,
    /// The host's limit of what a way can cost.
    Cost,
    /// The host's limit of members of a set that lasts.
    Members,
    /// The host's limit of keys of a state.
    Entries,
    /// [`MAX_SET_MEMBERS`], or what the host has room for in all sets and states together.
    Memory,
    /// No limit: a function that must not stop wanted to. The verifier excludes it.
    Impure,
    /// The fuel was used up while a pure function ran.
    Fuel,
}

/// One running function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The function.
    pub function: FuncId,
    /// The next instruction.
    pub pc: u32,
    /// Its first register.
    pub base: u32,
    /// The first register of the procedure whose window is open.
    pub context: Option<u32>,
    /// The caller's register that gets the result.
    pub result: u32,
    /// How many sets were alive when it began (more, once sets were pinned).
    pub sets_mark: u32,
    /// How many pools were alive when it began (more, once pools were pinned).
    pub pools_mark: u32,
    /// Whether the host pushed it.
    pub barrier: bool,
    /// In which form its function runs. No frame runs a quick one while somebody is asked.
    #[serde(skip)]
    pub(crate) form: Form,
}

/// A call for which a frame is pushed.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The function.
    pub function: FuncId,
    /// The values of its parameters.
    pub args: &'a [i64],
    /// The first register of the procedure whose window is open.
    pub context: Option<u32>,
}

/// An interpreter's whole state.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Machine {
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Registers,
    pub(crate) sets: Arena,
    #[serde(skip)]
    pub(crate) fuel: u64,
    #[serde(skip)]
    pub(crate) nesting: u32,
    #[serde(skip)]
    pub(crate) stopped: Option<Bound>,
    /// The depths of the frames whose results the host waits for, to remember them.
    #[serde(skip)]
    pub(crate) asked: Vec<u32>,
    #[serde(skip)]
    pub(crate) peak: Height,
    /// Whether only the pack's own code runs.
    #[serde(skip)]
    pub(crate) is_plain: bool,
    /// Whether the last answer may depend on the second argument.
    #[serde(skip)]
    pub(crate) looked: bool,
}

/// A copy into a machine that was used before lives in that one's buffers.
impl Clone for Machine {
    fn clone(&self) -> Self {
        Self {
            frames: self.frames.clone(),
            registers: self.registers.clone(),
            sets: self.sets.clone(),
            asked: Vec::new(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            frames,
            registers,
            sets,
            fuel,
            nesting,
            stopped,
            asked: _,
            peak,
            is_plain,
            looked: _,
        } = source;
        self.asked.clear();
        self.frames.clone_from(frames);
        self.registers.clone_from(registers);
        self.sets.clone_from(sets);
        (self.fuel, self.nesting, self.stopped, self.peak) = (*fuel, *nesting, *stopped, *peak);
        self.is_plain = *is_plain;
    }
}

impl PartialEq for Machine {
    /// Fuel is no part of what a machine is.
    fn eq(&self, other: &Self) -> bool {
        self.frames == other.frames && self.registers == other.registers && self.sets == other.sets
    }
}

impl Machine {
    /// A machine that runs nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Allows this much fuel from now on, and forgets a limit reached before.
    pub fn refuel(&mut self, fuel: u64) {
        self.fuel = fuel;
        self.stopped = None;
        self.asked.clear();
    }

    /// The fuel that is left.
    #[must_use]
    pub fn fuel(&self) -> u64 {
        self.fuel
    }

    /// Uses fuel for work that grows with what there is. If there is not so much, the machine stops at its next chance.
    pub fn charge(&mut self, fuel: u64) {
        match self.fuel.checked_sub(fuel) {
            Some(left) => self.fuel = left,
            None => {
                self.fuel = 0;
                self.stop(Bound::Fuel);
            }
        }
    }

    /// Makes the machine stop with this at its next chance.
    pub fn stop(&mut self, bound: Bound) {
        self.stopped.get_or_insert(bound);
    }

    /// The limit that was reached since the last refuelling.
    #[must_use]
    pub fn stopped(&self) -> Option<Bound> {
        self.stopped
    }

    /// The number of frames that are alive.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The running frame.
    #[must_use]
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// The frames, outermost first.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Whether all frames lie on the registers that there are, one behind the other. `sizes` gives the number of registers and of
    /// instructions of a function. A machine that was stored comes from outside; play takes this for granted.
    pub fn fits(&self, sizes: impl Fn(FuncId) -> Option<(usize, usize)>) -> bool {
        let mut least = 0;
        let fits = |frame: &Frame| {
            let Some((registers, code)) = sizes(frame.function) else {
                return false;
            };
            let base = frame.base as usize;
            let is_behind = least <= base && base + registers <= self.registers.len();
            least = base;
            is_behind
                && frame.pc as usize <= code
                && frame
                    .context
                    .is_none_or(|context| (context as usize) < self.registers.len())
        };
        self.frames.len() <= MAX_FRAMES && self.frames.iter().all(fits)
    }

    /// Register number `place` of the whole stack.
    #[must_use]
    pub fn register(&self, place: u32) -> i64 {
        self.registers.get(place as usize)
    }

    /// Writes an answer into register number `place` of the whole stack.
    pub fn answer(&mut self, place: u32, value: i64) {
        self.registers.set(place as usize, value);
    }

    /// Begins a function on top; when it returns, the machine stops.
    ///
    /// # Errors
    /// If too many frames are alive.
    pub fn call(&mut self, pack: &VerifiedPack, host: &impl Host, call: Call<'_>) -> Result<(), Bound> {
        self.enter(&Code::of(pack), host, call)
    }

    #[inline]
    pub(crate) fn enter(&mut self, pack: &Code<'_>, host: &impl Host, call: Call<'_>) -> Result<(), Bound> {
        let base = self.push(pack, host.pools(), call.function, call.context, None)?;
        pack.note(call.function);
        let count = usize::from(pack.functions[call.function].params).min(call.args.len());
        if count > 0 {
            self.registers.fill(base as usize, &call.args[..count]);
        }
        Ok(())
    }

    /// The result of a pure function, run on top of what is running. Gives 0 and makes the machine stop if a
    /// limit is reached. A returned set stays alive until the running frame releases it.
    pub fn eval(&mut self, pack: &VerifiedPack, host: &mut impl Host, call: Call<'_>) -> i64 {
        self.evaluate(&Code::of(pack), host, call)
    }

    pub(crate) fn evaluate(&mut self, pack: &Code<'_>, host: &mut impl Host, call: Call<'_>) -> i64 {
        if self.stopped.is_some() {
            return 0;
        }
        if self.nesting >= MAX_NESTING {
            self.stop(Bound::Nesting);
            return 0;
        }
        let recall = match host.listens_to(call.function) {
            true => host.recall(self, call.function, call.args),
            false => Recall::Not,
        };
        if let Recall::Known(value) = recall {
            self.looked = true;
            return value;
        }
        self.peak.nesting = self.peak.nesting.max(self.nesting + 1);
        let beginning = Beginning {
            function: call.function,
            given: Given::Values(call.args),
            context: call.context,
            result: None,
            is_passing: true,
        };
        let floor = self.frames.len();
        match self.begin(pack, host, beginning) {
            Err(bound) => {
                self.stop(bound);
                return 0;
            }
            Ok(Begun::Returned(value)) => {
                if recall == Recall::Asked {
                    host.remember(self, call.function, value);
                }
                return value;
            }
            Ok(Begun::Running) => {}
        }
        if recall == Recall::Asked {
            self.asked.push(self.frames.len() as u32);
        }
        self.nesting += 1;
        let outcome = self.execute(pack, host);
        self.nesting -= 1;
        self.settle(host, floor, outcome)
    }

    /// The members of the set that a pure function gives.
    pub fn eval_set(&mut self, pack: &VerifiedPack, host: &mut impl Host, call: Call<'_>) -> Vec<i64> {
        let mark = self.sets.len();
        let handle = self.eval(pack, host, call);
        let members = self.set(pack, handle).to_vec();
        self.sets.truncate(mark);
        members
    }

    /// The result of an evaluation, after what a stopped one left behind is cleared away.
    fn settle(&mut self, host: &mut impl Host, floor: usize, outcome: Yield) -> i64 {
        match outcome {
            Yield::Returned(value) => return value,
            Yield::OutOfFuel => self.stop(Bound::Fuel),
            Yield::Bound(bound) => self.stop(bound),
            _ => self.stop(Bound::Impure),
        }
        while self.frames.len() > floor {
            self.pop(host, None);
        }
        self.asked.retain(|&depth| depth as usize <= floor);
        0
    }

    /// Pushes a frame whose registers are 0; its first register.
    #[inline]
    pub(crate) fn push(
        &mut self,
        pack: &Pack,
        pools_mark: u32,
        function: FuncId,
        context: Option<u32>,
        result: Option<u32>,
    ) -> Result<u32, Bound> {
        if self.frames.len() >= MAX_FRAMES {
            return Err(Bound::Frames);
        }
        let base = self.registers.push(pack.functions[function].registers.len()) as u32;
        self.stack(Frame {
            function,
            pc: 0,
            base,
            context,
            result: result.unwrap_or(0),
            sets_mark: self.sets.len() as u32,
            pools_mark,
            barrier: result.is_none(),
            form: Form::Plain,
        });
        Ok(base)
    }

    /// Puts a frame on top whose registers are there.
    pub(crate) fn stack(&mut self, frame: Frame) {
        self.frames.push(frame);
        self.peak.frames = self.peak.frames.max(self.frames.len() as u32);
    }

    /// Pops the topmost frame; with the type of its result, keeps and gives the result in `value`.
    #[inline]
    pub(crate) fn pop(&mut self, host: &mut impl Host, result: Option<(Ty, i64)>) -> (Option<Frame>, i64) {
        let Some(frame) = self.frames.pop() else {
            return (None, 0);
        };
        let work = host.leave(self.frames.len() as u32 + 1);
        if work > 0 {
            self.charge(work);
        }
        self.registers.truncate(frame.base as usize);
        let (ty, value) = result.unwrap_or((Ty::NOTHING, 0));
        let pool = (matches!(ty.base, Base::Pool) && !ty.set).then_some(value);
        let kept = host.forget_pools(frame.pools_mark, pool);
        if ty.set {
            let kept = self.forget_sets(frame.sets_mark, value);
            return (Some(frame), kept);
        }
        self.sets.truncate(frame.sets_mark as usize);
        let value = match ty.base {
            Base::Nothing => 0,
            Base::Pool => kept,
            _ => value,
        };
        (Some(frame), value)
    }

    /// Lets a set or pool outlive the frames above the one whose registers begin at `context`.
    pub(crate) fn pin(&mut self, context: u32, ty: Ty, value: i64, pools: u32) {
        let sets = if ty.set {
            u32::try_from(value).unwrap_or(0).min(self.sets.len() as u32)
        } else {
            0
        };
        let pools = if matches!(ty.base, Base::Pool | Base::Die) {
            pools
        } else {
            0
        };
        for frame in self
            .frames
            .iter_mut()
            .rev()
            .take_while(|frame| frame.base > context)
        {
            frame.sets_mark = frame.sets_mark.max(sets);
            frame.pools_mark = frame.pools_mark.max(pools);
        }
    }
}
