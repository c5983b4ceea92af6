//! The sense of a rule: its gate and its code by names alone. Two packs give the same text for a rule that does the same, whatever
//! else is in them, and whatever numbers their tables give to what it names.
//!
//! Where something is written, and how, is no part of it. What a rule calls by a name of its own is told by that name: what
//! stands behind the name is a sense for itself.
//!
//! It is told of packs that are sound: those have no calls without end.
//!
//! Not here: listings for people (`disasm`), and what a rule says in English (the compiler).

use crate::disasm::Names;
use crate::isa::{Instr, Op};
use crate::pack::{
    CONST_SET, ChoiceDef, FuncId, Function, Gate, Home, Id, Limit, Pack, Rule, RuleKind, StartDef,
};
use crate::ty::{Base, Ty};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What stands for the card or piece whose rule it is: it may get another id.
const ITSELF: &str = "itself";

/// The senses of what a pack has.
#[derive(Clone, Debug)]
pub struct Senses<'a> {
    pack: &'a Pack,
    /// How many functions have each name.
    times: BTreeMap<&'a str, usize>,
}

impl<'a> Senses<'a> {
    /// Those of a pack.
    #[must_use]
    pub fn of(pack: &'a Pack) -> Self {
        let mut times = BTreeMap::new();
        for function in &pack.functions {
            *times.entry(function.name.as_str()).or_default() += 1;
        }
        Self { pack, times }
    }

    /// The functions that have a name of their own, with their numbers.
    pub fn named(&self) -> impl Iterator<Item = (&'a str, FuncId)> + '_ {
        let all = self.pack.functions.numbered();
        let named = all.filter(|(_, function)| self.has_own_name(function));
        named.map(|(id, function)| (function.name.as_str(), id))
    }

    fn has_own_name(&self, function: &Function) -> bool {
        !function.name.is_empty() && self.times.get(function.name.as_str()) == Some(&1)
    }

    /// The sense of a function.
    #[must_use]
    pub fn function(&self, function: FuncId) -> String {
        let mut text = Text::of(self, "");
        text.body(function);
        text.out
    }

    /// The sense of a rule, without its name.
    #[must_use]
    pub fn rule(&self, rule: &Rule) -> String {
        let own = match rule.home {
            Home::Template(template) => self.pack.templates.find(template).map_or("", |one| &one.id),
            Home::Global | Home::Effect(_) => "",
        };
        let mut text = Text::of(self, own);
        text.rule(rule);
        text.out
    }
}

/// A sense as far as it is told.
struct Text<'a> {
    senses: &'a Senses<'a>,
    own: &'a str,
    out: String,
    /// The functions that are told already, or are being told.
    told: BTreeSet<FuncId>,
}

impl<'a> Text<'a> {
    fn of(senses: &'a Senses<'a>, own: &'a str) -> Self {
        Self {
            senses,
            own,
            out: String::new(),
            told: BTreeSet::new(),
        }
    }

    fn names(&self) -> Names<'a> {
        Names {
            pack: self.senses.pack,
        }
    }

    fn say(&mut self, text: impl std::fmt::Display) {
        // Writing into memory cannot fail.
        let _ = writeln!(self.out, "{text}");
    }

    fn rule(&mut self, rule: &Rule) {
        let pack = self.senses.pack;
        self.say(format_args!("{:?}", rule.level));
        match &rule.kind {
            RuleKind::Trigger {
                window,
                gate,
                body,
                otherwise,
                ..
            } => {
                self.say(format_args!(
                    "trigger {}",
                    self.names().window(window.number() as i32)
                ));
                self.gate(gate);
                self.parts(&[Some(*body), *otherwise]);
            }
            RuleKind::OfferOption { offer, gate, body } => {
                let name = pack.offers.find(*offer).map_or("", |offer| &offer.name);
                self.say(format_args!("offer {name}"));
                self.gate(gate);
                self.parts(&[Some(*body)]);
            }
            RuleKind::Modify {
                value,
                change,
                condition,
                amount,
                least,
                most,
            } => {
                let name = pack.values.find(*value).map_or("", |value| &value.name);
                self.say(format_args!("modify {name} {change:?}"));
                self.parts(&[Some(*condition), Some(*amount), *least, *most]);
            }
            RuleKind::Permit {
                permission,
                allow,
                condition,
            } => {
                let name = pack.permissions.find(*permission).map_or("", |one| &one.name);
                self.say(format_args!("permit {name} {allow}"));
                self.parts(&[Some(*condition)]);
            }
            RuleKind::Lend {
                kind,
                from,
                to,
                condition,
            } => {
                let name = pack.kinds.get(usize::from(*kind)).map_or("", |kind| &kind.name);
                self.say(format_args!("lend {name}"));
                self.parts(&[Some(*from), Some(*to), Some(*condition)]);
            }
            RuleKind::Build { condition } => {
                self.say("build");
                self.parts(&[Some(*condition)]);
            }
        }
    }

    fn gate(&mut self, gate: &Gate) {
        let Gate {
            condition,
            limit,
            never_within,
            optional,
            decider,
        } = gate;
        self.say(format_args!("gate {never_within} {optional}"));
        if let Some(limit) = limit {
            self.limit(limit);
        }
        self.parts(&[Some(*condition), *decider]);
    }

    fn limit(&mut self, limit: &Limit) {
        let Limit {
            times,
            per,
            apart,
            shared,
        } = limit;
        let per = per.and_then(|per| self.senses.pack.procedures.find(per));
        let per = per.map_or("game", |per| &per.name);
        self.say(format_args!("limit {times} {per} {shared}"));
        self.parts(&[*apart]);
    }

    /// Functions that belong to what is told: their code is part of it.
    fn parts(&mut self, functions: &[Option<FuncId>]) {
        for function in functions {
            match function {
                Some(function) => self.body(*function),
                None => self.say("none"),
            }
        }
    }

    fn body(&mut self, id: FuncId) {
        let Some(function) = self.senses.pack.functions.find(id) else {
            return self.say("?");
        };
        if !self.told.insert(id) {
            return self.say("again");
        }
        let registers: Vec<String> = function.registers.iter().map(|ty| self.names().ty(*ty)).collect();
        let head = format!(
            "{:?} {} {}",
            function.class,
            function.params,
            self.names().ty(function.result)
        );
        self.say(format_args!("{head} {}", registers.join(" ")));
        for instr in &function.code {
            self.instr(function, *instr);
        }
        self.told.remove(&id);
    }

    fn instr(&mut self, function: &Function, instr: Instr) {
        let Instr { op, a, b, c, imm } = instr;
        let operand = self.operand(function, instr);
        let c = match op {
            Op::JumpEqI | Op::JumpNeI => self.names().constant(function, a, i32::from(c as i8)),
            _ => c.to_string(),
        };
        self.say(format_args!("{} {a} {b} {c} {operand}", op.info().name));
        let pack = self.senses.pack;
        match op {
            Op::Call => self.called(Id::new(imm as u32)),
            Op::Start => self.start(pack.starts.get(imm as usize)),
            Op::Choose | Op::ChoosePlace | Op::May => self.choice(pack.choices.get(imm as usize)),
            _ => {}
        }
    }

    /// What a function calls that has no name of its own is part of it.
    fn called(&mut self, id: FuncId) {
        let function = self.senses.pack.functions.find(id);
        if function.is_some_and(|function| !self.senses.has_own_name(function)) {
            self.body(id);
        }
    }

    fn start(&mut self, start: Option<&StartDef>) {
        let conditions = start.into_iter().flat_map(|start| &start.ends);
        let conditions: Vec<Option<FuncId>> = conditions.map(|until| until.condition).collect();
        self.parts(&conditions);
    }

    fn choice(&mut self, choice: Option<&ChoiceDef>) {
        let Some(choice) = choice else {
            return self.say("?");
        };
        let ChoiceDef {
            prompt: _,
            parts,
            style,
            ty,
            optional,
            secret,
            labels,
            place,
        } = choice;
        let ty = self.names().ty(*ty);
        self.say(format_args!(
            "choice {style:?} {ty} {optional} {secret} {}",
            labels.len()
        ));
        let test = place.map(|place| {
            self.say(format_args!("place {:?} {:?}", place.region, place.facing));
            place.test
        });
        let parts: Vec<Option<FuncId>> = parts.iter().copied().map(Some).collect();
        self.parts(&parts);
        self.parts(&[test.flatten()]);
    }

    /// What the plain operand leads to, by its name.
    fn operand(&self, function: &Function, instr: Instr) -> String {
        let pack = self.senses.pack;
        let ty = function.registers.get(usize::from(instr.a)).copied();
        let told = match (instr.op, ty) {
            (Op::Big, Some(ty)) if ty.set => self.set(ty, instr.imm),
            // The question's words are no part of what it does.
            (Op::Choose | Op::ChoosePlace | Op::May, _) => String::new(),
            (Op::Call, _) => {
                let called = pack.functions.find(Id::new(instr.imm as u32));
                let called = called.filter(|function| self.senses.has_own_name(function));
                called.map_or_else(String::new, |function| function.name.clone())
            }
            _ => match self.names().operand(function, instr) {
                // What has no name is its number: the cells that all things have.
                name if name == "?" => instr.imm.to_string(),
                name => name,
            },
        };
        match !self.own.is_empty() && told == self.own {
            true => ITSELF.to_owned(),
            false => told,
        }
    }

    /// The members of a set that is known when compiling.
    fn set(&self, ty: Ty, constant: i32) -> String {
        let pack = self.senses.pack;
        let handle = pack.constants.get(constant as usize).copied().unwrap_or_default();
        let set = usize::try_from(handle.saturating_sub(CONST_SET)).ok();
        let items = set.and_then(|set| pack.sets.get(set)).map(|set| &set.items);
        let items: Vec<String> = items
            .into_iter()
            .flatten()
            .map(|&item| self.item(ty, item))
            .collect();
        items.join("+")
    }

    /// A member of a set that is known when compiling.
    fn item(&self, ty: Ty, item: i64) -> String {
        let pack = self.senses.pack;
        let at = usize::try_from(item).ok();
        let name = match (ty.base, at) {
            (Base::Word(word), Some(at)) => {
                let words = pack.words.get(usize::from(word)).map(|word| &word.words);
                words.and_then(|words| words.get(at)).cloned()
            }
            (Base::Row(_), Some(at)) => pack.rows.get(at).map(|row| row.id.clone()),
            (Base::Thing | Base::Entity(_), Some(at)) if at > 0 => {
                pack.setup.entities.get(at - 1).map(|entity| entity.id.clone())
            }
            _ => None,
        };
        name.unwrap_or_else(|| item.to_string())
    }
}
