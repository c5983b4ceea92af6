//! A pure function, carried out one instruction after the other, with everything noted that decides its answer.
//!
//! The interpreter itself does the work, one instruction at a time. Only what asks the core (a
//! value, a permission, a core call) is asked here, so that its own derivation can be kept. Nothing of this costs
//! anything while nobody asks why.

use super::{Finding, Location};
use crate::labels::Labels;
use crate::limits::FUEL_PER_DECISION;
use crate::values::Derivation;
use crate::world::World;
use cardwright_bytecode::isa::Access;
use cardwright_bytecode::pack::{Function, Id, SourceRef, cell};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Instr, Op, Ty};
use cardwright_vm::{Args, Call, Host, Machine, Yield};
use std::collections::BTreeMap;

/// The most instructions that are followed; the answer is then taken from an ordinary run.
const MOST_STEPS: usize = 200_000;
/// The most findings kept of one function; the rest is left out, and counted.
const MOST_FINDINGS: usize = 24;
/// The longest text of where a number comes from; a longer one is shown as the number alone.
const MOST_TEXT: usize = 100;

/// What a pure function answered, and what decided it.
pub(super) struct Traced {
    pub(super) value: i64,
    pub(super) findings: Vec<Finding>,
}

/// A function that is being followed.
struct Level {
    /// The caller's register that gets its result, and how the call reads.
    dest: u32,
    text: String,
    at: Location,
    is_question: bool,
    findings: Vec<Finding>,
    left_out: usize,
}

struct Tracer<'a, 'w> {
    world: &'a mut World<'w>,
    machine: &'a mut Machine,
    levels: Vec<Level>,
    /// Where the values of registers come from, in words.
    origins: BTreeMap<u32, String>,
}

/// Carries a pure function out.
pub(super) fn trace(world: &mut World<'_>, machine: &mut Machine, call: Call<'_>) -> Traced {
    let content = world.content;
    let floor = machine.depth();
    if machine.call(&content.pack, world, call).is_err() {
        return Traced {
            value: 0,
            findings: Vec::new(),
        };
    }
    let mut tracer = Tracer {
        world,
        machine,
        levels: vec![Level::new(0, String::new(), Location::default(), false)],
        origins: BTreeMap::new(),
    };
    let value = tracer.run(floor);
    let whole = tracer.levels.drain(..).next();
    Traced {
        value,
        findings: whole.map_or_else(Vec::new, Level::closed),
    }
}

impl Level {
    fn new(dest: u32, text: String, at: Location, is_question: bool) -> Self {
        Self {
            dest,
            text,
            at,
            is_question,
            findings: Vec::new(),
            left_out: 0,
        }
    }

    fn add(&mut self, finding: Finding) {
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(finding);
        } else {
            self.left_out += 1;
        }
    }

    fn closed(mut self) -> Vec<Finding> {
        if self.left_out > 0 {
            let text = format!("{} more questions", self.left_out);
            self.findings.push(Finding::plain(text, self.at, true));
        }
        self.findings
    }
}

/// The instruction that comes next.
#[derive(Clone, Copy)]
struct Here<'w> {
    function: &'w Function,
    instr: Instr,
    at: SourceRef,
    /// Its frame's first register.
    base: u32,
}

impl<'w> Tracer<'_, 'w> {
    /// Runs until the function returns; its answer.
    fn run(&mut self, floor: usize) -> i64 {
        for _ in 0..MOST_STEPS {
            let Some(here) = self.here() else { break };
            let depth = self.machine.depth();
            if let Some(value) = self.one(here) {
                return value;
            }
            if self.machine.depth() == depth {
                self.note(here);
            }
            while self.machine.depth() < floor + self.levels.len() && self.levels.len() > 1 {
                self.leave();
            }
        }
        // Too long to be followed, or stopped at a limit: whatever is left runs unwatched.
        self.machine.refuel(FUEL_PER_DECISION);
        let content = self.world.content;
        match self.machine.run(&content.pack, self.world) {
            Yield::Returned(value) => value,
            _ => 0,
        }
    }

    fn here(&self) -> Option<Here<'w>> {
        let content = self.world.content;
        let frame = self.machine.top()?;
        let function = content.pack.functions.find(frame.function)?;
        let instr = *function.code.get(frame.pc as usize)?;
        let at = function.lines.get(frame.pc as usize).copied().unwrap_or_default();
        Some(Here {
            function,
            instr,
            at,
            base: frame.base,
        })
    }

    /// Carries one instruction out; the answer if it was the last one.
    fn one(&mut self, here: Here<'w>) -> Option<i64> {
        match here.instr.op {
            Op::Value | Op::Can | Op::Core | Op::Running | Op::Options => {
                self.ask(here);
                None
            }
            op => {
                if op == Op::Call {
                    self.enter(here);
                }
                self.machine.refuel(FUEL_PER_DECISION);
                let content = self.world.content;
                match self.machine.run_one(&content.pack, self.world)? {
                    Yield::Returned(value) => Some(value),
                    _ => Some(0),
                }
            }
        }
    }

    /// Asks the core what an instruction asks, and keeps how the answer came about.
    fn ask(&mut self, here: Here<'w>) {
        let pack = &self.world.content.pack;
        let number = usize::try_from(here.instr.imm).unwrap_or(usize::MAX);
        let params: Vec<Ty> = match here.instr.op {
            Op::Value => pack.values.get(number).map(|def| tys(&def.params)),
            Op::Can => pack.permissions.get(number).map(|def| tys(&def.params)),
            Op::Options => pack.offers.get(number).map(|def| tys(&def.params)),
            Op::Running => pack
                .matches
                .get(number)
                .and_then(|one| pack.effects.find(one.effect))
                .map(|def| tys(&def.params)),
            _ => {
                Core::from_number(here.instr.imm).map(|call| call.params.iter().map(|(_, ty)| *ty).collect())
            }
        }
        .unwrap_or_default();
        let first = here.base + u32::from(here.instr.b);
        let values: Vec<i64> = (first..)
            .zip(&params)
            .map(|(place, _)| self.machine.register(place))
            .collect();
        let args = Args::of(&values);
        self.machine.refuel(FUEL_PER_DECISION);
        let (name, answer, mut finding) = self.answer(here, number, &args);
        let shown = self.shown(first, &params);
        let text = format!("{name}({shown})");
        let dest = here.base + u32::from(here.instr.a);
        self.machine.answer(dest, answer);
        self.machine.skip();
        finding.text = text.clone();
        finding.holds = answer != 0;
        self.set_origin(dest, text);
        let derived = finding
            .value
            .as_ref()
            .is_some_and(|value| !value.contributions.is_empty());
        if self.is_question(here) || derived {
            if finding.value.is_some() {
                finding.text = format!("{} is {answer}", finding.text);
                finding.holds = true;
            }
            self.add(finding);
        }
    }

    fn answer(&mut self, here: Here<'w>, number: usize, args: &Args) -> (String, i64, Finding) {
        let content = self.world.content;
        let pack = &content.pack;
        let mut finding = Finding::plain(String::new(), self.place(here.at), true);
        match here.instr.op {
            Op::Value => {
                let mut derivation = Derivation::default();
                let value =
                    self.world
                        .value_of(self.machine, Id::new(number as u32), args, Some(&mut derivation));
                let name = derivation.name.clone();
                finding.value = Some(derivation);
                (name, value, finding)
            }
            Op::Can => {
                let given = self.world.statements(
                    self.machine,
                    Id::new(number as u32),
                    args,
                    &mut finding.statements,
                );
                let name = pack.permissions.get(number).map_or("", |def| &def.name);
                (format!("can {name}"), i64::from(given), finding)
            }
            Op::Running => {
                let runs = self.world.running(self.machine, Id::new(number as u32), args);
                let effect = pack.matches.get(number).map(|one| one.effect.place());
                let effect = effect.and_then(|effect| pack.effects.get(effect));
                let name = effect.map_or("", |def| &def.name);
                (format!("running {name}"), i64::from(runs), finding)
            }
            Op::Options => {
                let player = self.machine.register(here.base + u32::from(here.instr.c));
                let count = self
                    .world
                    .options(self.machine, Id::new(number as u32), player, args);
                let name = pack.offers.get(number).map_or("", |def| &def.name);
                (format!("options of {name}"), count, finding)
            }
            _ => {
                let Some(call) = Core::from_number(here.instr.imm) else {
                    return (String::new(), 0, finding);
                };
                let value = crate::calls::call(self.world, self.machine, call.call, args);
                (call.name.to_owned(), value, finding)
            }
        }
    }

    /// A call of another function begins.
    fn enter(&mut self, here: Here<'w>) {
        let functions = &self.world.content.pack.functions;
        let callee = usize::try_from(here.instr.imm).ok();
        let Some(callee) = callee.and_then(|number| functions.get(number)) else {
            return;
        };
        let first = here.base + u32::from(here.instr.b);
        let params = callee
            .registers
            .get(..usize::from(callee.params))
            .unwrap_or_default();
        let text = format!("{}({})", callee.name, self.shown(first, params));
        let dest = here.base + u32::from(here.instr.a);
        // The callee's parameters read as the caller's arguments.
        let base = here.base + here.function.registers.len() as u32;
        for place in 0..params.len() as u32 {
            match self.origins.get(&(first + place)).cloned() {
                Some(text) => self.origins.insert(base + place, text),
                None => self.origins.remove(&(base + place)),
            };
        }
        let level = Level::new(dest, text, self.place(here.at), callee.result == Ty::BOOL);
        self.levels.push(level);
    }

    /// The innermost call has returned.
    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        let value = self.machine.register(level.dest);
        self.set_origin(level.dest, level.text.clone());
        let (text, at, is_question) = (level.text.clone(), level.at.clone(), level.is_question);
        let inside = level.closed();
        if is_question || !inside.is_empty() {
            let mut finding = Finding::plain(text, at, !is_question || value != 0);
            finding.inside = inside;
            self.add(finding);
        }
    }

    /// Notes what an instruction that was carried out means.
    fn note(&mut self, here: Here<'w>) {
        let Instr { op, a, b, c, imm } = here.instr;
        let [a, b, c] = [a, b, c].map(|register| here.base + u32::from(register));
        if op.jumps() {
            self.note_jump(here);
            return;
        }
        let sign = match op {
            Op::Eq => "=",
            Op::Ne => "is not",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            _ => "",
        };
        let text = match op {
            Op::Value | Op::Can | Op::Core | Op::Running | Op::Options | Op::Call => return,
            Op::Move => self.origins.get(&b).cloned(),
            Op::EqI => Some(self.compared(here, b, "=", imm.into())),
            Op::LtI => Some(self.compared(here, b, "<", imm.into())),
            Op::GtI => Some(self.compared(here, b, ">", imm.into())),
            Op::AddI if imm < 0 => Some(self.compared(here, b, "-", -i64::from(imm))),
            Op::AddI => Some(self.compared(here, b, "+", imm.into())),
            Op::MulI => Some(self.compared(here, b, "*", imm.into())),
            Op::DivI => Some(self.compared(here, b, "/", imm.into())),
            Op::Not if !self.is_short_cut(here) => Some(format!("not {}", self.operand(here, b))),
            Op::Get | Op::GetSet => Some(self.cell_text(here, imm, b)),
            Op::Entry => self.entry_text(imm, b),
            Op::Field => self.field_text(here, imm, b),
            Op::LoadContext => self.slot_text(here, imm),
            Op::InRun => self.run_text(imm).map(|run| format!("during {run}")),
            Op::LoadRun => self.run_slot_text(imm, here.instr.c),
            Op::ListLen => Some(format!("count of {}", self.operand(here, b))),
            Op::ListHas => Some(format!(
                "{} is in {}",
                self.operand(here, c),
                self.operand(here, b)
            )),
            _ if !sign.is_empty() => Some(format!(
                "{} {sign} {}",
                self.operand(here, b),
                self.operand(here, c)
            )),
            _ => None,
        };
        if !op.access().has(Access::WRITES[0]) {
            return;
        }
        let is_test = matches!(
            op,
            Op::Not
                | Op::Eq
                | Op::Ne
                | Op::Lt
                | Op::Le
                | Op::EqI
                | Op::LtI
                | Op::GtI
                | Op::ListHas
                | Op::InRun
                | Op::Get
                | Op::Entry
                | Op::Field
        );
        let is_slot = matches!(op, Op::LoadContext | Op::LoadRun);
        match text {
            Some(text) if text.len() <= MOST_TEXT => {
                if (is_test || is_slot) && self.is_question(here) {
                    let holds = self.machine.register(a) != 0;
                    self.add(Finding::plain(text.clone(), self.place(here.at), holds));
                }
                self.set_origin(a, text);
            }
            Some(text) if is_test && self.is_question(here) => {
                let holds = self.machine.register(a) != 0;
                self.add(Finding::plain(text, self.place(here.at), holds));
                self.origins.remove(&a);
            }
            _ => {
                self.origins.remove(&a);
            }
        }
    }

    /// Notes a jump that compares by itself: it is a test, and its answer is where code goes on.
    fn note_jump(&mut self, here: Here<'w>) {
        let Instr { op, a, b, c, .. } = here.instr;
        let [a, b, c] = [a, b, c].map(|register| here.base + u32::from(register));
        if op == Op::ForNext {
            self.origins.remove(&c);
        }
        let jumped = self
            .machine
            .top()
            .is_some_and(|top| i64::from(top.pc) == i64::from(here.instr.imm));
        let small = here.instr.small();
        // How it reads as the test that is passed by a jump, and as the one that is passed by going on.
        let (if_jumped, otherwise) = match op {
            Op::JumpEq | Op::JumpEqI => ("=", "is not"),
            Op::JumpNe | Op::JumpNeI => ("is not", "="),
            Op::JumpLt => ("<", ">="),
            Op::JumpLe | Op::JumpLeI => ("<=", ">"),
            Op::JumpGtI => (">", "<="),
            _ => return,
        };
        let is_alternative = jumps_over_tests(here);
        let sign = if is_alternative { if_jumped } else { otherwise };
        let text = match op {
            Op::JumpEq | Op::JumpNe | Op::JumpLt | Op::JumpLe => {
                format!("{} {sign} {}", self.operand(here, a), self.operand(here, b))
            }
            _ => self.compared(here, a, sign, small),
        };
        self.add(Finding::plain(
            text,
            self.place(here.at),
            jumped == is_alternative,
        ));
    }

    /// A register and a number of its type, in words.
    fn compared(&self, here: Here<'w>, register: u32, sign: &str, number: i64) -> String {
        let number = self.labels().value(self.type_of(here, register), number);
        format!("{} {sign} {number}", self.operand(here, register))
    }

    /// Whether an instruction gives a yes or no.
    fn is_question(&self, here: Here<'w>) -> bool {
        self.type_of(here, here.base + u32::from(here.instr.a)) == Ty::BOOL
    }

    /// Whether a negation only serves an `or`: it is jumped on at once, and nobody wrote it.
    fn is_short_cut(&self, here: Here<'w>) -> bool {
        let next = self.here().map(|next| next.instr);
        next.is_some_and(|next| next.op == Op::JumpIfNot && next.a == here.instr.a)
    }

    fn type_of(&self, here: Here<'w>, register: u32) -> Ty {
        let local = register.checked_sub(here.base).map(|local| local as usize);
        local
            .and_then(|local| here.function.registers.get(local))
            .copied()
            .unwrap_or(Ty::NUMBER)
    }

    /// A register in words: where its value comes from, and what it is.
    fn operand(&self, here: Here<'w>, register: u32) -> String {
        let ty = self.type_of(here, register);
        let value = self.machine.register(register);
        let label = if ty.set {
            let count = self.machine.set(&self.world.content.pack, value).len();
            format!("{count} members")
        } else {
            self.labels().value(ty, value)
        };
        match self.origins.get(&register) {
            Some(origin) if *origin != label => format!("{origin} [{label}]"),
            _ => label,
        }
    }

    /// Arguments in words.
    fn shown(&self, first: u32, params: &[Ty]) -> String {
        let labels = self.labels();
        let shown: Vec<String> = (first..)
            .zip(params)
            .map(|(place, &ty)| labels.value(ty, self.machine.register(place)))
            .collect();
        shown.join(", ")
    }

    fn cell_text(&self, here: Here<'w>, number: i32, register: u32) -> String {
        let entity = self.machine.register(register);
        let name = self.labels().value(self.type_of(here, register), entity);
        let place = usize::try_from(number).unwrap_or(usize::MAX);
        let Some(kind) = self.world.kind(entity) else {
            return format!("something of {name}");
        };
        let field = place.checked_sub(cell::HEADER);
        if let Some(field) = field.and_then(|field| kind.fields.get(field)) {
            return format!("{} of {name}", field.name);
        }
        let token = field.and_then(|field| kind.tokens.get(field.checked_sub(kind.fields.len())?));
        let token = token.and_then(|&token| self.world.content.pack.tokens.get(usize::from(token)));
        match token {
            Some(token) => format!("{} on {name}", token.name),
            None => format!("something of {name}"),
        }
    }

    fn field_text(&self, here: Here<'w>, number: i32, register: u32) -> Option<String> {
        let pack = &self.world.content.pack;
        let row = pack
            .rows
            .get(usize::try_from(self.machine.register(register)).ok()?)?;
        let record = pack.records.get(usize::from(row.record))?;
        let field = record.fields.get(usize::try_from(number).ok()?)?;
        Some(format!("{} of {}", field.name, self.operand(here, register)))
    }

    /// `owed(Red, Blue)`
    fn entry_text(&self, number: i32, register: u32) -> Option<String> {
        let states = &self.world.content.pack.states;
        let state = states.get(usize::try_from(number).ok()?)?;
        let key = self.shown(register, &tys(&state.keys));
        Some(format!("{}({key})", state.name))
    }

    fn slot_text(&self, here: Here<'w>, number: i32) -> Option<String> {
        let procedures = &self.world.content.pack.procedures;
        let procedure = procedures.get(here.function.context?.place())?;
        let slot = procedure.slots.get(usize::try_from(number).ok()?)?;
        Some(slot.name.clone())
    }

    fn run_text(&self, procedure: i32) -> Option<String> {
        let procedures = &self.world.content.pack.procedures;
        let procedure = procedures.get(usize::try_from(procedure).ok()?)?;
        Some(procedure.name.clone())
    }

    fn run_slot_text(&self, procedure: i32, slot: u8) -> Option<String> {
        let procedures = &self.world.content.pack.procedures;
        let procedure = procedures.get(usize::try_from(procedure).ok()?)?;
        let slot = procedure.slots.get(usize::from(slot))?;
        Some(format!("{} of {}", slot.name, procedure.name))
    }

    fn set_origin(&mut self, register: u32, text: String) {
        if text.len() <= MOST_TEXT {
            self.origins.insert(register, text);
        } else {
            self.origins.remove(&register);
        }
    }

    fn add(&mut self, finding: Finding) {
        if let Some(level) = self.levels.last_mut() {
            level.add(finding);
        }
    }

    fn place(&self, at: SourceRef) -> Location {
        Location::of(self.world.content, at)
    }

    fn labels(&self) -> Labels<'_> {
        Labels {
            content: self.world.content,
            state: &*self.world.state,
            guarded: false,
        }
    }
}

/// Whether a jump is taken if one of several alternatives holds: right before its target stands the last one, which leads
/// further if it fails. Other jumps are taken if what was asked does not hold.
fn jumps_over_tests(here: Here<'_>) -> bool {
    let target = usize::try_from(here.instr.imm).unwrap_or(0);
    let last = target
        .checked_sub(1)
        .and_then(|last| here.function.code.get(last));
    let is_loop = |op| matches!(op, Op::Jump | Op::ForNext | Op::ForCount);
    last.is_some_and(|last| last.op.jumps() && !is_loop(last.op) && last.imm > here.instr.imm)
}

fn tys(params: &[cardwright_bytecode::pack::SlotDef]) -> Vec<Ty> {
    params.iter().map(|param| param.ty).collect()
}
