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
//! | `statement`, `choice` | statements |

mod branch;
mod choice;
mod code;
mod expression;
mod set;
mod statement;

use crate::source::{FileId, Place, Sources};
use crate::tree::{Body, Function, Program, Step};
use cardwright_bytecode::pack::{self, Pack, SourceRef};
use cardwright_bytecode::{Op, Ty};
use code::Code;
use std::collections::BTreeMap;

/// Makes the functions of the pack, whose tables are complete. Gives the places of functions that are too large.
pub(crate) fn functions(program: &Program, pack: &mut Pack, sources: &Sources) -> Vec<Place> {
    let mut emitter = Emitter {
        results: program.functions.iter().map(|function| function.result).collect(),
        pack,
        sources,
        files: BTreeMap::new(),
        too_large: Vec::new(),
    };
    let functions = program.functions.iter();
    let functions = functions.map(|function| emitter.function(function)).collect();
    let too_large = emitter.too_large;
    pack.functions = functions;
    too_large
}

/// What all functions of a pack share.
struct Emitter<'a> {
    pack: &'a mut Pack,
    /// What each function gives.
    results: Vec<Ty>,
    sources: &'a Sources,
    /// The texts of files' names.
    files: BTreeMap<FileId, u32>,
    too_large: Vec<Place>,
}

impl Emitter<'_> {
    fn function(&mut self, function: &Function) -> pack::Function {
        let mut emitter = FunctionEmitter {
            shared: self,
            code: Code::default(),
            registers: vec![0; function.locals.len()],
        };
        emitter.body(function);
        let code = emitter.code.finish(function.result);
        if code.too_large {
            self.too_large.push(function.place);
        }
        pack::Function {
            name: function.name.clone(),
            class: function.class,
            params: u8::try_from(function.params).unwrap_or(u8::MAX),
            result: function.result,
            registers: code.registers,
            context: function.context,
            code: code.code,
            lines: code.lines,
        }
    }

    /// Where a place is, for the debug tables.
    fn source_ref(&mut self, place: Place) -> SourceRef {
        let (line, column) = self.sources.line_column(place);
        SourceRef {
            file: self.file(place.file),
            line: small(line),
            column: small(column),
        }
    }

    fn file(&mut self, file: FileId) -> u32 {
        if let Some(&at) = self.files.get(&file) {
            return at;
        }
        let name = &self.sources.get(file).name;
        let texts = &mut self.pack.texts;
        let at = texts.iter().position(|text| text == name).unwrap_or_else(|| {
            texts.push(name.clone());
            texts.len() - 1
        });
        self.files.insert(file, small(at));
        small(at)
    }

    /// The index of a number that is too large for an instruction.
    fn big(&mut self, value: i64) -> usize {
        let constants = &mut self.pack.constants;
        let known = constants.iter().position(|&constant| constant == value);
        known.unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        })
    }
}

/// What a procedure asks after its windows: registers that rules in them set.
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
    fn at(&mut self, place: Place) {
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
