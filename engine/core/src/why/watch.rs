//! A pure function, watched while the ordinary interpreter runs it: which of its questions were answered how, and with which
//! values of the names in them.
//!
//! The pack's debug section says what the questions are and where their answers lie (`cardwright_bytecode::pack::question`). What
//! was asked on the way to an answer stands inside of it: what a define asked, how a value came about, what rules said about a
//! permission. A pack without questions tells these alone. Nothing of this costs anything while nobody asks why.

use super::found::Noted;
use super::level::{Called, Level};
use super::{Finding, Location};
use crate::labels::Labels;
use crate::limits::FUEL_PER_DECISION;
use crate::values::Derivation;
use crate::world::World;
use cardwright_bytecode::pack::{Answer, Id, Question, SlotDef, SourceRef};
use cardwright_bytecode::{Instr, Op, Ty};
use cardwright_vm::{Args, Call, Machine, Yield};

/// The most instructions that are watched; the answer is then taken from an ordinary run.
const MOST_STEPS: usize = 200_000;

/// The text of a question whose own text is not there.
const HIDDEN: &str = "something hidden";

/// The answer of a pure function, and the findings that decided it.
pub(super) struct Watched {
    pub(super) value: i64,
    pub(super) findings: Vec<Finding>,
    /// Whether the answer comes from what is hidden from the viewer. The last finding then says where.
    pub(super) hidden: bool,
}

/// Carries a pure function out.
pub(super) fn watch(world: &mut World<'_>, machine: &mut Machine, call: Call<'_>) -> Watched {
    let content = world.content;
    let floor = machine.depth();
    if machine.call(&content.pack, world, call).is_err() {
        return Watched {
            value: 0,
            findings: Vec::new(),
            hidden: false,
        };
    }
    let function = &content.pack.functions[call.function];
    let holds_answers = world.reads_answers(call.function, call.context);
    let mut watcher = Watcher {
        world,
        machine,
        levels: vec![Level::of(function, None)],
        hidden: holds_answers,
    };
    let value = watcher.run(floor);
    let hidden = watcher.hidden;
    let whole = watcher.levels.drain(..).next();
    Watched {
        value,
        findings: whole.map_or_else(Vec::new, |level| level.found.closed()),
        hidden,
    }
}

/// The instruction that comes next.
#[derive(Clone, Copy)]
struct Here {
    instr: Instr,
    pc: u32,
    place: SourceRef,
    /// Its frame's first register.
    base: u32,
}

struct Watcher<'a, 'w> {
    world: &'a mut World<'w>,
    machine: &'a mut Machine,
    levels: Vec<Level<'w>>,
    /// Whether something hidden from the viewer was read. Nothing is found from then on.
    hidden: bool,
}

impl<'w> Watcher<'_, 'w> {
    /// Runs until the function returns; its answer.
    fn run(&mut self, floor: usize) -> i64 {
        for _ in 0..MOST_STEPS {
            let Some(here) = self.here() else { break };
            self.arrive(here);
            self.listen(here);
            if self.is_cut(here) {
                break;
            }
            self.machine.refuel(FUEL_PER_DECISION);
            let content = self.world.content;
            match self.machine.run_one(&content.pack, self.world) {
                Some(Yield::Returned(value)) => {
                    self.is_cut(here);
                    return value;
                }
                Some(_) => return 0,
                None => {}
            }
            if self.is_cut(here) {
                break;
            }
            let depth = floor + self.levels.len();
            if self.machine.depth() > depth {
                self.enter(here);
            } else if self.machine.depth() == depth {
                self.go_on(here);
            }
            while self.machine.depth() < floor + self.levels.len() && self.levels.len() > 1 {
                self.leave();
            }
        }
        // Too long to be watched, or not for the viewer: whatever is left runs unwatched.
        self.machine.refuel(FUEL_PER_DECISION);
        let content = self.world.content;
        match self.machine.run(&content.pack, self.world) {
            Yield::Returned(value) => value,
            _ => 0,
        }
    }

    /// Whether what is found ends here: something hidden was read. The outermost question that asked for it stands last.
    fn is_cut(&mut self, here: Here) -> bool {
        self.hidden |= self.world.has_looked();
        if !self.hidden {
            return false;
        }
        self.levels.truncate(2);
        let called = self.levels.get(1).and_then(|level| level.called.as_ref());
        let at = called.map_or(here.place, |called| called.place);
        let Some(level) = self.levels.first_mut() else {
            return true;
        };
        let question = level.unanswered();
        let place = question.map_or(at, |question| question.place);
        let text = question.map_or_else(|| HIDDEN.to_owned(), |question| question.text.to_string());
        let finding = Finding::hidden(text, Location::of(self.world.content, place));
        level.found.answer(place, finding);
        true
    }

    fn here(&self) -> Option<Here> {
        let frame = self.machine.top()?;
        let function = self.levels.last()?.function;
        let pc = frame.pc as usize;
        Some(Here {
            instr: *function.code.get(pc)?,
            pc: frame.pc,
            place: function.lines.get(pc).copied().unwrap_or_default(),
            base: frame.base,
        })
    }

    /// Reads what lies in registers as control arrives.
    fn arrive(&mut self, here: Here) {
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        level.begin(here.pc);
        for (question, name, register) in level.named_at(here.pc) {
            let value = self.machine.register(here.base + u32::from(register));
            level.values.insert((question, name), value);
        }
        for (number, question) in level.asked_at(here.pc) {
            if let Answer::Register(register) = question.answer {
                let answer = self.machine.register(here.base + u32::from(register));
                self.answer(number, question, answer != 0);
            }
        }
    }

    /// Reads the answer that lies in where control goes on.
    fn go_on(&mut self, here: Here) {
        let next = self.machine.top().map(|frame| i64::from(frame.pc));
        let target = i64::from(here.instr.imm);
        // A jump to the next instruction would say nothing.
        let Some(level) = self.levels.last().filter(|_| target != i64::from(here.pc) + 1) else {
            return;
        };
        for (number, question) in level.asked_at(here.pc) {
            if let Answer::Jump(answer) = question.answer {
                self.answer(number, question, answer == (next == Some(target)));
            }
        }
    }

    /// Notes a question that was answered; nothing if control came here without asking it.
    fn answer(&mut self, number: usize, question: &Question, holds: bool) {
        let begun = self
            .levels
            .last_mut()
            .and_then(|level| level.begun.get_mut(number));
        if !begun.is_some_and(std::mem::take) {
            return;
        }
        let text = self.told(number, question);
        let finding = Finding::plain(text, self.place(question.place), holds);
        if let Some(level) = self.levels.last_mut() {
            level.found.answer(question.place, finding);
        }
    }

    /// A question with the values of the names in it.
    fn told(&mut self, number: usize, question: &Question) -> String {
        let Some(level) = self.levels.last_mut() else {
            return String::new();
        };
        let function = level.function;
        let read = |(name, named)| Some((named, level.values.remove(&(number, name))?));
        let values = question.named.iter().copied().enumerate().filter_map(read);
        let values: Vec<_> = values.collect();
        let told = values.into_iter().filter_map(|(named, value)| {
            let ty = *function.registers.get(usize::from(named.register))?;
            let (name, label) = (question.name(named), self.label(ty, value));
            (name != label).then(|| format!("{name} {} {label}", verb(ty)))
        });
        let told: Vec<String> = told.collect();
        match told.is_empty() {
            true => question.text.to_string(),
            false => format!("{} ({})", question.text, told.join(", ")),
        }
    }

    /// How a value that is asked next comes about, or what rules say about a permission.
    fn listen(&mut self, here: Here) {
        let pack = &self.world.content.pack;
        let number = usize::try_from(here.instr.imm).unwrap_or(usize::MAX);
        let params = match here.instr.op {
            Op::Value => pack.values.get(number).map(|def| &def.params),
            Op::Can => pack.permissions.get(number).map(|def| &def.params),
            _ => return,
        };
        let Some(params) = params else { return };
        let first = here.base + u32::from(here.instr.b);
        let values = (first..).zip(params);
        let values: Vec<i64> = values.map(|(place, _)| self.machine.register(place)).collect();
        let (args, shown) = (Args::of(&values), self.shown(first, &tys(params)));
        let mut finding = Finding::plain(String::new(), self.place(here.place), true);
        self.machine.refuel(FUEL_PER_DECISION);
        if here.instr.op == Op::Can {
            let id = Id::new(number as u32);
            let statements = &mut finding.statements;
            finding.holds = Some(self.world.statements(self.machine, id, &args, statements));
            finding.text = format!("can {}({shown})", pack.permissions[id].name);
        } else {
            let mut derivation = Derivation::default();
            let id = Id::new(number as u32);
            let value = self
                .world
                .value_of(self.machine, id, &args, Some(&mut derivation));
            if derivation.contributions.is_empty() && pack.values[id].result != Ty::BOOL {
                return;
            }
            finding.text = format!("{}({shown}) is {value}", derivation.name);
            finding.value = Some(derivation);
        }
        self.note(here.place, finding);
    }

    /// A call of another function begins.
    fn enter(&mut self, here: Here) {
        let content = self.world.content;
        let Some(frame) = self.machine.top() else { return };
        let (function, base) = (&content.pack.functions[frame.function], frame.base);
        let params = function.registers.get(..usize::from(function.params));
        let called = Called {
            dest: here.base + u32::from(here.instr.a),
            place: here.place,
            text: format!(
                "{}({})",
                function.name,
                self.shown(base, params.unwrap_or_default())
            ),
            result: function.result,
        };
        self.levels.push(Level::of(function, Some(called)));
    }

    /// The innermost call has returned.
    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        let Some(called) = level.called else { return };
        let inside = level.found.closed();
        let value = self.machine.register(called.dest);
        let is_question = called.result == Ty::BOOL;
        if inside.is_empty() && !is_question {
            return;
        }
        let text = match is_question {
            true => called.text,
            false => {
                let label = self.label(called.result, value);
                format!("{} {} {label}", called.text, verb(called.result))
            }
        };
        let mut finding = Finding::plain(text, self.place(called.place), !is_question || value != 0);
        finding.inside = inside;
        self.note(called.place, finding);
    }

    fn note(&mut self, place: SourceRef, finding: Finding) {
        if let Some(level) = self.levels.last_mut() {
            level.found.add(Noted {
                place,
                is_question: false,
                finding,
            });
        }
    }

    /// A value in words.
    fn label(&self, ty: Ty, value: i64) -> String {
        if ty.set {
            let count = self.machine.set(&self.world.content.pack, value).len();
            let members = if count == 1 { "member" } else { "members" };
            return format!("{count} {members}");
        }
        let labels = Labels {
            written: false,
            content: self.world.content,
            state: &*self.world.state,
            guarded: self.world.is_watched(),
        };
        labels.value(ty, value)
    }

    /// Arguments in words.
    fn shown(&self, first: u32, params: &[Ty]) -> String {
        let places = (first..).zip(params);
        let shown: Vec<String> = places
            .map(|(place, &ty)| self.label(ty, self.machine.register(place)))
            .collect();
        shown.join(", ")
    }

    fn place(&self, at: SourceRef) -> Location {
        Location::of(self.world.content, at)
    }
}

/// The verb between a name and its value.
fn verb(ty: Ty) -> &'static str {
    if ty.set { "has" } else { "is" }
}

fn tys(params: &[SlotDef]) -> Vec<Ty> {
    params.iter().map(|param| param.ty).collect()
}
