//! Readable listings of packs: what is in the tables, then each function.
//!
//! Any pack can be listed, verified or not. An operand is its number and then what it leads to, `?` if that is not
//! there. The code of a listing can be read back: see `asm`, which goes by the numbers and takes the names as comments.
//!
//! ```text
//! effect function 6 "body" in 0 attack, 1 parameters -> nothing
//!             r0: kind-2(figure), r1: number
//!           0  load-context  r1, 1 hits                           ; 1:1:5-1:9 figures.cw
//!   L2:     2  return        r0                                   ; 1:3:5-3:9 figures.cw
//! ```
//!
//! Behind `;` is where the line is, told when it changes: the number of the file's name among the texts, line, column.
//! A jump to no instruction is `@` and its number. Fields that an operation does not use are shown behind `!`, all
//! four of them, if one is not zero.

use crate::isa::{Instr, Op};
use crate::pack::{Function, FunctionClass, Pack, SlotDef, SourceRef, Until, cell};
use crate::registry::Core;
use crate::ty::{Base, Ty};
use std::collections::BTreeSet;

/// The listing of a pack.
#[must_use]
pub fn disassemble(pack: &Pack) -> String {
    let mut listing = Listing {
        look: Names { pack },
        out: String::new(),
    };
    listing.tables();
    (0..pack.functions.len()).for_each(|index| listing.function(index));
    listing.out
}

/// The listing of one function of a pack; empty if there is none.
#[must_use]
pub fn disassemble_function(pack: &Pack, index: usize) -> String {
    let mut listing = Listing {
        look: Names { pack },
        out: String::new(),
    };
    listing.function(index);
    listing.out
}

/// The text so far.
struct Listing<'a> {
    look: Names<'a>,
    out: String,
}

/// Finds names for numbers.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(crate) pack: &'a Pack,
}

impl Listing<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.out.push_str(text.as_ref().trim_end());
        self.out.push('\n');
    }

    fn tables(&mut self) {
        let look = self.look;
        let pack = look.pack;
        self.line(format!(
            "pack {}/{} {:?}",
            pack.title.system, pack.title.scenario, pack.title.name
        ));
        self.names("words", pack.words.iter().map(|word| word.name.clone()));
        self.names("records", pack.records.iter().map(|record| record.name.clone()));
        self.names("kinds", pack.kinds.iter().map(|kind| kind.name.clone()));
        self.names("tokens", pack.tokens.iter().map(|token| token.name.clone()));
        self.names("dice", pack.dice.iter().map(|die| die.name.clone()));
        self.names(
            "templates",
            pack.templates.iter().map(|template| template.id.clone()),
        );
        self.names(
            "procedures",
            pack.procedures.iter().map(|procedure| procedure.name.clone()),
        );
        self.names(
            "values",
            pack.values
                .iter()
                .map(|value| look.signature(&value.name, &value.params)),
        );
        self.names(
            "permissions",
            pack.permissions
                .iter()
                .map(|hook| look.signature(&hook.name, &hook.params)),
        );
        self.names(
            "offers",
            pack.offers
                .iter()
                .map(|hook| look.signature(&hook.name, &hook.params)),
        );
        self.names(
            "effects",
            pack.effects
                .iter()
                .map(|effect| look.signature(&effect.name, &effect.params)),
        );
        self.names("outcomes", pack.outcomes.iter().map(|outcome| outcome.id.clone()));
        self.names(
            "entities",
            pack.setup.entities.iter().map(|entity| entity.id.clone()),
        );
        self.names("rules", pack.rules.iter().map(|rule| format!("{:?}", rule.name)));
        self.line(format!(
            "main: {}",
            name(&pack.functions, pack.main.number(), |function| &function.name)
        ));
    }

    /// Writes one line for a table, unless it is empty.
    fn names(&mut self, table: &str, names: impl Iterator<Item = String>) {
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            let line = format!("{table} ({}): {}", names.len(), names.join(", "));
            self.line(line);
        }
    }

    fn function(&mut self, index: usize) {
        let look = self.look;
        let Some(function) = look.pack.functions.get(index) else {
            return;
        };
        self.line("");
        self.line(look.heading(index, function));
        self.line(look.registers(function));
        let labels: BTreeSet<i32> = function
            .code
            .iter()
            .filter(|instr| instr.op.jumps())
            .map(|i| i.imm)
            .collect();
        let mut line = SourceRef::default();
        for (pc, &instr) in function.code.iter().enumerate() {
            let label = if labels.contains(&(pc as i32)) {
                format!("L{pc}:")
            } else {
                String::new()
            };
            let text = format!("{label:>6} {pc:4}  {}", look.instr(function, instr));
            let source = function.lines.get(pc).copied().unwrap_or_default();
            let comment = if source == line {
                String::new()
            } else {
                look.source(source)
            };
            line = source;
            self.line(format!("{text:<64}{comment}"));
        }
    }
}

impl Names<'_> {
    fn signature(&self, name: &str, params: &[SlotDef]) -> String {
        let params: Vec<String> = params
            .iter()
            .map(|param| format!("{}: {}", param.name, self.ty(param.ty)))
            .collect();
        format!("{name}({})", params.join(", "))
    }

    fn heading(&self, index: usize, function: &Function) -> String {
        let class = match function.class {
            FunctionClass::Pure => "pure",
            FunctionClass::Effect => "effect",
        };
        let context = function.context.map_or(String::new(), |procedure| {
            let name = name(&self.pack.procedures, procedure.number(), |procedure| {
                &procedure.name
            });
            format!(" in {procedure} {}", plain(&name))
        });
        let result = self.typed(function.result);
        let lines = if function.lines.is_empty() {
            ", without lines"
        } else {
            ""
        };
        format!(
            "{class} function {index} {:?}{context}, {} parameters -> {result}{lines}",
            function.name, function.params
        )
    }

    fn registers(&self, function: &Function) -> String {
        let registers = function.registers.iter().enumerate();
        let registers: Vec<String> = registers
            .map(|(index, &ty)| format!("r{index}: {}", self.typed(ty)))
            .collect();
        format!("            {}", registers.join(", "))
    }

    /// The first of several instructions of one line says where that line is.
    fn source(&self, source: SourceRef) -> String {
        let file = self
            .pack
            .texts
            .get(source.file as usize)
            .map_or("?", |text| text.as_str());
        let SourceRef {
            file: number,
            line,
            column,
            end_line,
            end_column,
        } = source;
        let file = plain(file);
        format!("; {number}:{line}:{column}-{end_line}:{end_column} {file}")
    }

    fn instr(&self, function: &Function, instr: Instr) -> String {
        let info = instr.op.info();
        let operands: Vec<String> = info
            .operands
            .chars()
            .map(|operand| match operand {
                'a' => format!("r{}", instr.a),
                'b' => format!("r{}", instr.b),
                'c' => format!("r{}", instr.c),
                's' => instr.small().to_string(),
                'n' => instr.c.to_string(),
                '>' if usize::try_from(instr.imm).is_ok_and(|target| target < function.code.len()) => {
                    format!("L{}", instr.imm)
                }
                '>' => format!("@{}", instr.imm),
                _ => self.numbered(function, instr),
            })
            .collect();
        let unused = if uses_every_field(instr) {
            String::new()
        } else {
            format!(" ! {} {} {} {}", instr.a, instr.b, instr.c, instr.imm)
        };
        format!("{:<14}{}{unused}", info.name, operands.join(", "))
    }

    /// The plain operand: its number, and what it leads to.
    fn numbered(&self, function: &Function, instr: Instr) -> String {
        let (number, name) = (instr.imm.to_string(), self.operand(function, instr));
        if name == number {
            number
        } else {
            format!("{number} {}", plain(&name))
        }
    }

    /// The thing that the plain operand refers to, as text.
    pub(crate) fn operand(&self, function: &Function, instr: Instr) -> String {
        let (pack, index) = (self.pack, instr.imm);
        match instr.op {
            Op::Const => self.constant(function, instr.a, index),
            Op::EqI => self.constant(function, instr.b, index),
            Op::Big => pack
                .constants
                .get(index as usize)
                .map_or("?".to_owned(), i64::to_string),
            Op::LoadContext | Op::StoreContext => self.context_slot(function, index),
            Op::InRun => name(&pack.procedures, index as u32, |procedure| &procedure.name),
            Op::LoadRun => self.run_slot(index, instr.c),
            Op::Call => name(&pack.functions, index as u32, |function| &function.name),
            Op::Core => Core::from_number(index).map_or("?", |call| call.name).to_owned(),
            Op::Value => name(&pack.values, index as u32, |value| &value.name),
            Op::Can => name(&pack.permissions, index as u32, |hook| &hook.name),
            Op::Offer | Op::Options => name(&pack.offers, index as u32, |hook| &hook.name),
            Op::Field => self.record_field(function, instr),
            Op::Get | Op::GetSet => self.cell(function, instr.b, index),
            Op::Entry | Op::SetEntry => name(&pack.states, index as u32, |state| &state.name),
            Op::Set | Op::SetSet | Op::SetSecret | Op::Reveal => self.cell(function, instr.a, index),
            Op::Give | Op::Take => name(&pack.tokens, index as u32, |token| &token.name),
            Op::All | Op::Held | Op::Standing | Op::As | Op::Make => {
                name(&pack.kinds, index as u32, |kind| &kind.name)
            }
            Op::Rows => name(&pack.records, index as u32, |record| &record.name),
            Op::Roll => name(&pack.dice, index as u32, |die| &die.name),
            Op::End | Op::EndWith => name(&pack.outcomes, index as u32, |outcome| &outcome.id),
            Op::Window | Op::Gather | Op::Step => self.window(index),
            Op::Start => self.start(index),
            Op::FinishEffect | Op::Running => self.matching(index),
            Op::Choose | Op::ChoosePlace | Op::May => pack
                .choices
                .get(index as usize)
                .map_or("?".to_owned(), |choice| format!("{:?}", choice.prompt)),
            _ => index.to_string(),
        }
    }

    /// A constant as its register's type reads it.
    pub(crate) fn constant(&self, function: &Function, register: u8, number: i32) -> String {
        let (pack, value) = (self.pack, number as u32);
        let base = match function.registers.get(usize::from(register)) {
            Some(ty) if !ty.set => ty.base,
            _ => Base::Number,
        };
        match base {
            Base::Bool => (if value == 0 { "no" } else { "yes" }).to_owned(),
            Base::Text => pack
                .texts
                .get(value as usize)
                .map_or("?".to_owned(), |text| format!("{text:?}")),
            Base::Word(word) => pack
                .words
                .get(usize::from(word))
                .map_or("?".to_owned(), |def| name(&def.words, value, |word| word)),
            Base::Row(_) if value != 0 => name(&pack.rows, value, |row| &row.id),
            Base::Thing | Base::Entity(_) if value == 0 => "nobody".to_owned(),
            Base::Thing | Base::Entity(_) => name(&pack.setup.entities, value - 1, |entity| &entity.id),
            _ => number.to_string(),
        }
    }

    fn context_slot(&self, function: &Function, slot: i32) -> String {
        let procedure = function
            .context
            .and_then(|procedure| self.pack.procedures.find(procedure));
        procedure.map_or("?".to_owned(), |procedure| {
            name(&procedure.slots, slot as u32, |slot| &slot.name)
        })
    }

    fn run_slot(&self, procedure: i32, slot: u8) -> String {
        let procedure = self.pack.procedures.get(procedure as usize);
        procedure.map_or("?".to_owned(), |procedure| {
            let slot = name(&procedure.slots, slot.into(), |slot| &slot.name);
            format!("{slot} of {}", procedure.name)
        })
    }

    fn record_field(&self, function: &Function, instr: Instr) -> String {
        let record = match function.registers.get(usize::from(instr.b)) {
            Some(Ty {
                base: Base::Row(record),
                ..
            }) => self.pack.records.get(usize::from(*record)),
            _ => None,
        };
        record.map_or("?".to_owned(), |record| {
            name(&record.fields, instr.imm as u32, |field| &field.name)
        })
    }

    /// A field or token of the kind of entity in a register.
    fn cell(&self, function: &Function, entity: u8, cell: i32) -> String {
        let kind = match function.registers.get(usize::from(entity)) {
            Some(Ty {
                base: Base::Entity(kind),
                ..
            }) => self.pack.kinds.get(usize::from(*kind)),
            _ => None,
        };
        let index = usize::try_from(cell)
            .ok()
            .and_then(|cell| cell.checked_sub(cell::HEADER));
        let (Some(kind), Some(index)) = (kind, index) else {
            return "?".to_owned();
        };
        if let Some(field) = kind.fields.get(index) {
            return field.name.clone();
        }
        let token = kind.tokens.get(index - kind.fields.len());
        token.map_or("?".to_owned(), |&token| {
            name(&self.pack.tokens, u32::from(token), |token| &token.name)
        })
    }

    pub(crate) fn window(&self, index: i32) -> String {
        let Some(window) = self.pack.windows.get(index as usize) else {
            return "?".to_owned();
        };
        let Some(procedure) = self.pack.procedures.find(window.procedure) else {
            return "?".to_owned();
        };
        let moment = format!("{:?}", window.moment).to_lowercase();
        match window.step {
            None => format!("{moment} {}", procedure.name),
            Some(step) => format!(
                "{moment} {}.{}",
                procedure.name,
                name(&procedure.steps, step, |step| step)
            ),
        }
    }

    fn start(&self, index: i32) -> String {
        let Some(start) = self.pack.starts.get(index as usize) else {
            return "?".to_owned();
        };
        let effect = name(&self.pack.effects, start.effect.number(), |effect| &effect.name);
        let ends: Vec<String> = start.ends.iter().map(|until| self.until(until)).collect();
        match ends.is_empty() {
            true => effect,
            false => format!("{effect} until {}", ends.join(" or ")),
        }
    }

    fn until(&self, until: &Until) -> String {
        let condition = until.condition.map_or(String::new(), |condition| {
            let condition = name(&self.pack.functions, condition.number(), |function| {
                &function.name
            });
            format!(" when {condition}")
        });
        let next = if until.next { "next " } else { "" };
        let times = if until.counted { ", counted" } else { "" };
        let window = self.window(until.window.number() as i32);
        format!("{next}{window}{condition}{times}")
    }

    /// An effect, with `any` for each argument that is not compared.
    fn matching(&self, index: i32) -> String {
        let found = self.pack.matches.get(index as usize);
        let effect = found.and_then(|found| self.pack.effects.find(found.effect));
        let (Some(found), Some(effect)) = (found, effect) else {
            return "?".to_owned();
        };
        let argument = |(number, param): (usize, &SlotDef)| match found.any.checked_shr(number as u32) {
            Some(bits) if bits & 1 == 1 => "any".to_owned(),
            _ => param.name.clone(),
        };
        let arguments: Vec<String> = effect.params.iter().enumerate().map(argument).collect();
        format!("{}({})", effect.name, arguments.join(", "))
    }

    /// A type by its number, with its name in the pack.
    fn typed(&self, ty: Ty) -> String {
        let (number, name) = (ty.to_string(), self.ty(Ty::one(ty.base)));
        if Ty::one(ty.base).to_string() == name {
            number
        } else {
            let name: String = name
                .chars()
                .map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' })
                .collect();
            format!("{number}({name})")
        }
    }

    /// A type by the names of the pack.
    pub(crate) fn ty(&self, ty: Ty) -> String {
        let pack = self.pack;
        let base = match ty.base {
            Base::Word(index) => name(&pack.words, u32::from(index), |word| &word.name),
            Base::Row(index) => name(&pack.records, u32::from(index), |record| &record.name),
            Base::Entity(index) => name(&pack.kinds, u32::from(index), |kind| &kind.name),
            base => base.to_string(),
        };
        if ty.set { format!("set of {base}") } else { base }
    }
}

/// Whether the listing shows every field that is not zero.
fn uses_every_field(instr: Instr) -> bool {
    let operands = instr.op.info().operands;
    let shown = |letters: &[char], value: bool| !value || operands.contains(letters);
    shown(&['a'], instr.a != 0)
        && shown(&['b'], instr.b != 0)
        && shown(&['c', 's', 'n'], instr.c != 0)
        && shown(&['i', '>'], instr.imm != 0)
}

/// A name without the characters that begin something else in a line.
fn plain(name: &str) -> String {
    name.replace([';', '!', '\n', '\r'], ",")
}

fn name<T>(table: &[T], index: u32, name: impl Fn(&T) -> &String) -> String {
    table
        .get(index as usize)
        .map_or("?", |entry| name(entry))
        .to_owned()
}
