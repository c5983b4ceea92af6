//! The assembler: the code of a listing, read back.
//!
//! [`assemble`] takes the functions from a text, as the [disassembler](crate::disasm) shows them, and everything else from a
//! pack. For every pack whose functions have a line for each instruction, or no lines,
//! `assemble(&pack, &disassemble(&pack))` is the pack again.
//!
//! By hand it is enough to write numbers: names behind them, in brackets, and instruction numbers are comments. A label
//! is `L` and any number; it stands before the instruction that jumps with its name go to. What stands before the
//! first function is skipped: a listing tells there what is in the tables.
//!
//! Not here: any proof. What comes out is as untrusted as a file. A listing says nothing of questions: what comes out asks none.

use crate::isa::{Instr, OPS, OpInfo};
use crate::pack::{Function, FunctionClass, Id, Pack, SourceRef};
use crate::ty::{Base, KIND_DECK, KIND_PLAYER, Ty, WORD_FACE};
use std::collections::HashMap;

/// Why a text is no listing of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsmError {
    /// The line, from 1.
    pub line: usize,
    /// The mistake in that line.
    pub reason: String,
}

impl std::fmt::Display for AsmError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for AsmError {}

type Parsed<T> = Result<T, String>;

/// The pack with the functions of a listing instead of its own.
///
/// # Errors
/// The first line that is no heading, no registers and no instruction, or a jump to a label that is nowhere.
pub fn assemble(tables: &Pack, text: &str) -> Result<Pack, AsmError> {
    let mut reader = Reader::default();
    for (line, text) in (1..).zip(text.lines()) {
        reader.line(line, text.trim())?;
    }
    reader.arrive()?;
    let mut pack = tables.clone();
    pack.functions = reader.functions.into();
    Ok(pack)
}

/// The state of a reader of a listing, line by line.
#[derive(Default)]
struct Reader {
    functions: Vec<Function>,
    /// Labels of the function that is being read.
    labels: HashMap<String, usize>,
    /// Jumps to labels: the line, the instruction, the label.
    jumps: Vec<(usize, usize, String)>,
    source: SourceRef,
    with_lines: bool,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<(), AsmError> {
        let at = |reason| AsmError { line, reason };
        let headings = [
            ("pure function ", FunctionClass::Pure),
            ("effect function ", FunctionClass::Effect),
        ];
        for (words, class) in headings {
            if let Some(rest) = text.strip_prefix(words) {
                self.arrive()?;
                return self.heading(class, rest).map_err(at);
            }
        }
        if text.is_empty() || self.functions.is_empty() {
            return Ok(());
        }
        if text.starts_with("r0: ") {
            return self.registers(text).map_err(at);
        }
        self.instruction(line, text).map_err(at)
    }

    /// `11 "show" in 0 attack, 1 parameters -> number, without lines`
    fn heading(&mut self, class: FunctionClass, rest: &str) -> Parsed<()> {
        let (_, rest) = rest.split_once(' ').ok_or("a function has a number and a name")?;
        let (name, rest) = quoted(rest)?;
        let (context, rest) = match rest.strip_prefix(" in ") {
            Some(rest) => (Some(Id::new(leading(rest)?)), rest),
            None => (None, rest),
        };
        let (before, result) = rest
            .rsplit_once(" parameters -> ")
            .ok_or("`N parameters -> type` is missing")?;
        let params = before.rsplit(' ').next().unwrap_or_default();
        let (result, with_lines) = match result.strip_suffix(", without lines") {
            Some(result) => (result, false),
            None => (result, true),
        };
        self.functions.push(Function {
            name,
            class,
            params: leading(params)?,
            result: ty(result)?,
            registers: Vec::new(),
            context,
            code: Vec::new(),
            lines: Vec::new(),
            questions: Vec::new(),
        });
        self.source = SourceRef::default();
        self.with_lines = with_lines;
        Ok(())
    }

    /// `r0: kind-2(figure), r1: number`
    fn registers(&mut self, text: &str) -> Parsed<()> {
        let function = self.functions.last_mut().ok_or("registers before any function")?;
        for (number, register) in text.split(", ").enumerate() {
            let (name, wanted) = register.split_once(": ").ok_or("a register is `r0: type`")?;
            if name != format!("r{number}") {
                return Err(format!("here stands register r{number}, not `{name}`"));
            }
            function.registers.push(ty(wanted)?);
        }
        Ok(())
    }

    /// `L3: 3 add r0, r1, r2 ; 1:7:5-7:21 file`
    fn instruction(&mut self, line: usize, text: &str) -> Parsed<()> {
        let function = self
            .functions
            .last_mut()
            .ok_or("an instruction before any function")?;
        let place = function.code.len();
        let (text, comment) = text
            .split_once(';')
            .map_or((text, None), |(t, c)| (t, Some(c.trim())));
        let mut text = text.trim();
        if let Some((label, rest)) = text.split_once(':').filter(|(label, _)| is_label(label)) {
            if self.labels.insert(label.to_owned(), place).is_some() {
                return Err(format!("the label `{label}` stands twice in this function"));
            }
            text = rest.trim();
        }
        let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
        if word(text).parse::<usize>().is_ok() {
            text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        }
        let name = word(text);
        let info = OPS.iter().find(|info| info.name == name);
        let info = info.ok_or_else(|| format!("there is no operation `{name}`"))?;
        let (instr, label) = operands(info, text[name.len()..].trim())?;
        if let Some(label) = label {
            self.jumps.push((line, place, label));
        }
        function.code.push(instr);
        if let Some(comment) = comment {
            self.source = source(comment)?;
        }
        if self.with_lines {
            function.lines.push(self.source);
        }
        Ok(())
    }

    /// Lets the jumps of the function that was read arrive at their labels.
    fn arrive(&mut self) -> Result<(), AsmError> {
        for (line, place, label) in self.jumps.drain(..) {
            let target = self
                .labels
                .get(&label)
                .and_then(|&target| i32::try_from(target).ok());
            let reason = format!("there is no label `{label}` in this function");
            let target = target.ok_or(AsmError { line, reason })?;
            if let Some(instr) = self
                .functions
                .last_mut()
                .and_then(|function| function.code.get_mut(place))
            {
                instr.imm = target;
            }
        }
        self.labels.clear();
        Ok(())
    }
}

/// The instruction with these operands, and the label that it jumps to.
fn operands(info: &OpInfo, text: &str) -> Parsed<(Instr, Option<String>)> {
    let (text, fields) = text.split_once(" !").map_or((text, None), |(t, f)| (t, Some(f)));
    let count = info.operands.len();
    let given: Vec<&str> = text
        .splitn(count.max(1), ',')
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .collect();
    if given.len() != count {
        return Err(format!(
            "`{}` has {count} operands, here are {}",
            info.name,
            given.len()
        ));
    }
    let (mut instr, mut label) = (Instr::new(info.op, 0, 0, 0, 0), None);
    for (letter, operand) in info.operands.chars().zip(given) {
        match letter {
            'a' => instr.a = register(operand)?,
            'b' => instr.b = register(operand)?,
            'c' => instr.c = register(operand)?,
            's' => instr.c = leading::<i8>(operand)? as u8,
            'n' => instr.c = leading::<u8>(operand)?,
            '>' if is_label(operand) => label = Some(operand.to_owned()),
            '>' => {
                instr.imm = leading(
                    operand
                        .strip_prefix('@')
                        .ok_or("a target is a label, or @ and a number")?,
                )?
            }
            _ => instr.imm = leading(operand)?,
        }
    }
    if let Some(fields) = fields {
        let wrong = || "behind `!` stand the four fields".to_owned();
        let numbers: Vec<i32> = fields.split_whitespace().map(leading).collect::<Parsed<_>>()?;
        let [a, b, c, imm] = numbers[..] else {
            return Err(wrong());
        };
        let byte = |number: i32| u8::try_from(number).map_err(|_| wrong());
        let target = if label.is_some() { instr.imm } else { imm };
        instr = Instr::new(info.op, byte(a)?, byte(b)?, byte(c)?, target);
    }
    Ok((instr, label))
}

fn is_label(text: &str) -> bool {
    text.strip_prefix('L')
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

fn register(text: &str) -> Parsed<u8> {
    let number = text.strip_prefix('r').and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("`{text}` is no register"))
}

/// The number at the start of a text; the name behind it is a comment.
fn leading<T: std::str::FromStr>(text: &str) -> Parsed<T> {
    let number = text.split_whitespace().next().unwrap_or_default();
    let number = number.trim_end_matches(',');
    number
        .parse()
        .map_err(|_| format!("`{number}` is no number that fits here"))
}

/// `1:7:5-7:21 file`
fn source(comment: &str) -> Parsed<SourceRef> {
    let place = comment.split_whitespace().next().unwrap_or_default();
    let numbers: Vec<u32> = place.split([':', '-']).map(leading).collect::<Parsed<_>>()?;
    match numbers[..] {
        [file, line, column, end_line, end_column] => Ok(SourceRef {
            file,
            line,
            column,
            end_line,
            end_column,
        }),
        _ => Err("a source is `file:line:column-line:column`, all numbers".to_owned()),
    }
}

/// `set of kind-2(figure)`
fn ty(text: &str) -> Parsed<Ty> {
    let (text, set) = text
        .strip_prefix("set of ")
        .map_or((text, false), |text| (text, true));
    let text = text.split_once('(').map_or(text, |(number, _)| number);
    let numbered = |word: &str| text.strip_prefix(word).and_then(|number| number.parse().ok());
    let base = match text {
        "nothing" => Base::Nothing,
        "number" => Base::Number,
        "length" => Base::Length,
        "angle" => Base::Angle,
        "yes-no" => Base::Bool,
        "text" => Base::Text,
        "face" => Base::Word(WORD_FACE),
        "thing" => Base::Thing,
        "player" => Base::Entity(KIND_PLAYER),
        "deck" => Base::Entity(KIND_DECK),
        "pool" => Base::Pool,
        "die" => Base::Die,
        "pose" => Base::Pose,
        _ => numbered("word-")
            .map(Base::Word)
            .or(numbered("record-").map(Base::Row))
            .or(numbered("kind-").map(Base::Entity))
            .ok_or_else(|| format!("there is no type `{text}`"))?,
    };
    Ok(Ty { base, set })
}

/// A name in quotes, as Rust writes it, and what follows.
fn quoted(text: &str) -> Parsed<(String, &str)> {
    let unclosed = || "a name in quotes is missing".to_owned();
    let mut rest = text.strip_prefix('"').ok_or_else(unclosed)?.chars();
    let mut name = String::new();
    loop {
        match rest.next().ok_or_else(unclosed)? {
            '"' => return Ok((name, rest.as_str())),
            '\\' => name.push(escaped(&mut rest)?),
            plain => name.push(plain),
        }
    }
}

fn escaped(rest: &mut std::str::Chars<'_>) -> Parsed<char> {
    Ok(match rest.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('0') => '\0',
        Some('u') => {
            let text = rest.as_str();
            let (digits, after) = text
                .strip_prefix('{')
                .and_then(|text| text.split_once('}'))
                .ok_or("`\\u` needs digits in braces")?;
            *rest = after.chars();
            let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            code.ok_or_else(|| format!("`{digits}` is no character"))?
        }
        Some(other) => other,
        None => return Err("a name ends with a backslash".to_owned()),
    })
}
