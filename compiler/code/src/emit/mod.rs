//! From typed trees to the functions of a pack: registers, jumps, bytecode.
//!
//! The only thing that can go wrong here is that a function is too large.
//!
//! An expression is emitted into the register where its value is wanted ([`FunctionEmitter::into`]), as a branch where
//! only a jump depends on it ([`FunctionEmitter::unless`]), or not at all where a register holds it already
//! ([`FunctionEmitter::operand`]).
//!
//! | file | what lives there |
//! |---|---|
//! | `code` | a function under construction: registers, instructions, jumps that wait for their target |
//! | `expression`, `branch`, `set` | expressions: values, conditions, loops over sets |
//! | `question` | what conditions ask in the words of the text, for explanations |
//! | `statement`, `choice` | statements |

mod branch;
mod choice;
mod code;
mod expression;
mod question;
mod set;
mod statement;

use cardwright_bytecode::finish::{Finisher, Frame, exposed};
use cardwright_bytecode::pack::{self, FileHash, Pack, SourceRef};
use cardwright_bytecode::{Op, Ty};
use cardwright_documents::source::{FileId, Location, Sources};
use cardwright_trees::{Body, Function, Program, Step};
use code::Code;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// How many functions are worth a turn of their own on another core.
const FUNCTIONS_AT_ONCE: usize = 256;

/// Makes those functions of the pack that it does not have yet, and finishes them; its tables are complete. Gives the
/// places of functions that are too large.
pub(crate) fn functions(program: &Program, pack: &mut Pack, sources: &Sources) -> Vec<Location> {
    let first = pack.functions.len();
    rename(program, pack);
    let new = program.functions.tail(first);
    signatures(program, pack);
    let exposed = exposed(pack);
    let parts: Vec<Part> = new
        .par_chunks(FUNCTIONS_AT_ONCE)
        .zip(exposed[first..].par_chunks(FUNCTIONS_AT_ONCE))
        .map(|(functions, exposed)| Emitter::new(pack, sources).part(functions, exposed))
        .collect();
    let mut join = Join::of(pack);
    let mut too_large = Vec::new();
    pack.functions.truncate(first);
    for mut part in parts {
        join.part(pack, sources, &mut part);
        pack.functions.extend(part.functions);
        too_large.append(&mut part.too_large);
    }
    too_large
}

/// Gives a pack the functions that it does not have yet as their callers see them, without code.
pub(crate) fn signatures(program: &Program, pack: &mut Pack) {
    let new = program.functions.tail(pack.functions.len());
    pack.functions
        .extend(new.iter().map(|function| signature(function)));
}

/// The places of functions of one file that are too large. A pack that is asked for nothing else gets no code.
pub(crate) fn too_large(
    program: &Program,
    pack: &mut Pack,
    sources: &Sources,
    file: FileId,
) -> Vec<Location> {
    signatures(program, pack);
    let all = program.functions.tail(0).iter().zip(exposed(pack));
    let own = all.filter(|(function, _)| function.place.file == file);
    let (functions, exposed): (Vec<_>, Vec<_>) = own
        .map(|(function, exposed)| (Arc::clone(function), exposed))
        .unzip();
    Emitter::new(pack, sources).part(&functions, &exposed).too_large
}

/// Functions that have code may have got a name that tells them apart from new ones.
fn rename(program: &Program, pack: &mut Pack) {
    for at in 0..pack.functions.len() {
        let name = &program.functions[at].name;
        if pack.functions[at].name != *name {
            pack.functions[at].name.clone_from(name);
        }
    }
}

/// A function as its callers see it.
fn signature(function: &Function) -> pack::Function {
    pack::Function {
        name: String::new(),
        class: function.class,
        params: u8::try_from(function.params).unwrap_or(u8::MAX),
        result: function.result,
        registers: Vec::new(),
        context: function.context,
        code: Vec::new(),
        lines: Vec::new(),
        questions: Vec::new(),
    }
}

/// Functions that were made together. In their code, numbers of `big` and files of lines are those of the part until
/// [`Join`] gives them the pack's.
#[derive(Default)]
struct Part {
    functions: Vec<pack::Function>,
    /// Numbers that are too large for an instruction.
    constants: Vec<i64>,
    too_large: Vec<Location>,
}

/// Puts parts together in their order, as if all functions had been made one after the other.
struct Join {
    constants: HashMap<i64, usize>,
    /// The texts of files' names.
    files: HashMap<FileId, u32>,
}

impl Join {
    fn of(pack: &Pack) -> Self {
        let constants = pack.constants.iter().enumerate().map(|(at, &value)| (value, at));
        Self {
            constants: constants.collect(),
            files: HashMap::new(),
        }
    }

    fn part(&mut self, pack: &mut Pack, sources: &Sources, part: &mut Part) {
        let constants: Vec<i32> = part
            .constants
            .iter()
            .map(|&value| self.constant(pack, value))
            .collect();
        let mut latest = None;
        for function in &mut part.functions {
            if !constants.is_empty() {
                let big = function.code.iter_mut().filter(|instr| instr.op == Op::Big);
                big.for_each(|instr| instr.imm = constants[instr.imm as usize]);
            }
            let questions = function.questions.iter_mut().map(|question| &mut question.place);
            for line in function.lines.iter_mut().chain(questions) {
                if latest.is_none_or(|(file, _)| file != line.file) {
                    latest = Some((line.file, self.file(pack, sources, FileId(line.file))));
                }
                line.file = latest.map_or(0, |(_, text)| text);
            }
        }
    }

    fn constant(&mut self, pack: &mut Pack, value: i64) -> i32 {
        let at = *self.constants.entry(value).or_insert_with(|| {
            pack.constants.push(value);
            pack.constants.len() - 1
        });
        i32::try_from(at).unwrap_or(i32::MAX)
    }

    fn file(&mut self, pack: &mut Pack, sources: &Sources, file: FileId) -> u32 {
        *self.files.entry(file).or_insert_with(|| {
            let name = &sources.get(file).name;
            let texts = &mut pack.texts;
            let at = texts.iter().position(|text| text == name);
            let at = small(at.unwrap_or_else(|| {
                texts.push(name.clone());
                texts.len() - 1
            }));
            if !pack.files.iter().any(|known| known.file == at) {
                let hash = sources.get(file).hash();
                pack.files.push(FileHash { file: at, hash });
            }
            at
        })
    }
}

/// The shared state of all functions of a part.
struct Emitter<'a> {
    pack: &'a Pack,
    sources: &'a Sources,
    finisher: Finisher,
    part: Part,
    /// The place that was looked up last, and its line and column.
    latest: (Location, SourceRef),
}

impl<'a> Emitter<'a> {
    fn new(pack: &'a Pack, sources: &'a Sources) -> Self {
        Self {
            pack,
            sources,
            finisher: Finisher::default(),
            part: Part::default(),
            latest: Default::default(),
        }
    }

    fn part(mut self, functions: &[Arc<Function>], exposed: &[usize]) -> Part {
        let mut code = Code::default();
        for (function, &exposed) in functions.iter().zip(exposed) {
            code = self.function(function, exposed, code);
        }
        self.part
    }

    /// Makes a function; gives back the memory in which it was made.
    fn function(&mut self, function: &Function, exposed: usize, mut code: Code) -> Code {
        code.clear();
        let mut emitter = FunctionEmitter {
            shared: self,
            code,
            registers: vec![0; function.locals.len()],
            chooser: None,
        };
        emitter.body(function);
        let mut code = emitter.code;
        code.end(function.result);
        if code.too_large {
            self.part.too_large.push(function.place);
        }
        let frame = Frame {
            registers: &code.registers,
            params: function.params,
            result: function.result,
            exposed,
        };
        self.finisher.function(self.pack, frame, &mut code.body);
        self.part.functions.push(pack::Function {
            name: function.name.clone(),
            registers: code.registers.clone(),
            code: code.body.instrs.clone(),
            lines: code.body.lines.clone(),
            questions: std::mem::take(&mut code.body.questions),
            ..signature(function)
        });
        code
    }

    /// The line and column of a place, for the debug tables; with the number of the file in the sources.
    fn source_ref(&mut self, place: Location) -> SourceRef {
        if self.latest.0 != place || self.latest.1.line == 0 {
            self.latest = (place, self.sources.reference(place, place.file.0));
        }
        self.latest.1
    }

    /// The index of a number that is too large for an instruction.
    fn big(&mut self, value: i64) -> usize {
        let constants = &mut self.part.constants;
        let known = constants.iter().position(|&constant| constant == value);
        known.unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        })
    }
}

/// The registers that a procedure asks after its windows, and that rules in them set.
struct Asked {
    ended: Option<u8>,
    replaced: Option<u8>,
}

/// One function on its way from tree to code.
struct FunctionEmitter<'e, 'a> {
    shared: &'e mut Emitter<'a>,
    code: Code,
    /// The register of each local, once it has one.
    registers: Vec<u8>,
    /// In a block of a choice that is made in secret: the register that holds who chose.
    chooser: Option<u8>,
}

impl FunctionEmitter<'_, '_> {
    fn body(&mut self, function: &Function) {
        let slots = self.slots(function);
        for (at, local) in function.locals.iter().enumerate().take(slots) {
            self.registers[at] = self.code.temp(local.ty);
        }
        self.at(function.place);
        match &function.body {
            Body::Gives(expr) => self.give(expr),
            Body::Does(block) => {
                self.block(block);
                self.code.arrive_stops();
                self.return_nothing();
            }
            Body::Steps {
                gives,
                ended,
                replaced,
                before,
                steps,
                after,
            } => {
                let asked = Asked {
                    ended: ended.map(|local| self.registers[local]),
                    replaced: replaced.map(|local| self.registers[local]),
                };
                self.window(*before);
                self.stop_if_ended(&asked);
                steps.iter().for_each(|step| self.step(step, &asked));
                self.at(function.place);
                self.code.arrive_stops();
                self.window(*after);
                match gives {
                    Some(local) => self.code.emit(Op::Return, self.registers[*local], 0, 0, 0),
                    None => self.return_nothing(),
                }
            }
        }
    }

    /// How many locals have the first registers: parameters, and the variables of a procedure.
    fn slots(&self, function: &Function) -> usize {
        let variables = function.locals.iter().skip(function.params);
        function.params + variables.take_while(|local| local.variable).count()
    }

    fn step(&mut self, step: &Step, asked: &Asked) {
        let [before, at, after] = step.windows;
        self.at(step.place);
        self.code.emit_index(Op::Step, 0, 0, 0, at as usize);
        if let Some(replaced) = asked.replaced {
            self.code.emit(Op::Const, replaced, 0, 0, 0);
        }
        self.window(before);
        self.stop_if_ended(asked);
        let replaced = asked.replaced.map(|replaced| self.jump_if(replaced));
        self.block(&step.gathers);
        self.at(step.place);
        self.window(at);
        self.stop_if_ended(asked);
        self.block(&step.body);
        self.at(step.place);
        self.window(after);
        self.stop_if_ended(asked);
        self.code.arrive(replaced);
    }

    /// Leaves the procedure if a rule in the window has ended this run.
    fn stop_if_ended(&mut self, asked: &Asked) {
        let Some(ended) = asked.ended else { return };
        let goes_on = self.code.jump_if_not(ended);
        self.code.stop();
        self.code.arrive([goes_on]);
    }

    /// A jump ahead if the register is yes.
    fn jump_if(&mut self, register: u8) -> code::Patch {
        let no = self.code.jump_if_not(register);
        let yes = self.code.jump();
        self.code.arrive([no]);
        yes
    }

    fn window(&mut self, window: u32) {
        self.code.emit_index(Op::Window, 0, 0, 0, window as usize);
    }

    fn return_nothing(&mut self) {
        self.code.emit(Op::Return, 0, 0, 0, 0);
    }

    /// Lets what is emitted next come from this place.
    fn at(&mut self, place: Location) {
        self.code.line = self.shared.source_ref(place);
    }

    fn pack(&self) -> &Pack {
        self.shared.pack
    }
}

/// A table index as the pack stores it.
fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The type of what a set holds.
fn member(set: Ty) -> Ty {
    Ty::one(set.base)
}
