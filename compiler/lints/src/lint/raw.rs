//! Raw changes on cards, for which their system has a proper way (`ways:`): `give 1 bruise to X` where a
//! procedure `hurt` asks whom it concerns.

use super::Whole;
use cardwright_bytecode::Base;
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::{FuncId, Id, ProcedureDef, RuleKind};
use cardwright_bytecode::registry::Core;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::{FileId, Location};
use cardwright_documents::ways::{Act, Way, ways};
use cardwright_trees::{
    Block, Body, Callable, Callee, Expr, ExprKind, Node, Program, Statement, StatementKind,
};
use std::collections::BTreeSet;

/// Looks at every rule of a set or scenario. Procedures of sets are left alone: they are ways themselves.
pub(super) fn check(whole: &Whole<'_>, found: &mut Vec<Diagnostic>) {
    if whole.system.doc.ways.0.is_empty() {
        return;
    }
    let id = &whole.system.doc.system.value;
    let of_sets = whole.project.sets.iter().filter(|((of, _), _)| of == id);
    let sets: BTreeSet<FileId> = of_sets.flat_map(|(_, set)| set.files()).collect();
    let scenarios = whole
        .scenarios
        .iter()
        .map(|(file, compiled)| (BTreeSet::from([*file]), *compiled));
    for (files, compiled) in std::iter::once((sets, whole.compiled)).chain(scenarios) {
        let Some(pack) = compiled.pack.as_deref() else {
            continue;
        };
        let acts = Acts {
            pack,
            program: &compiled.program,
            ways: ways(&whole.system.doc, pack).flatten().collect(),
        };
        for number in 0..pack.rules.len() {
            let rule = compiled.program.rules.get(number);
            if rule.is_some_and(|rule| files.contains(&rule.place.file)) {
                acts.of_rule(number, found);
            }
        }
    }
}

struct Acts<'a> {
    pack: &'a Pack,
    program: &'a Program,
    ways: Vec<Way>,
}

impl<'a> Acts<'a> {
    fn of_rule(&self, number: usize, found: &mut Vec<Diagnostic>) {
        let Some(parts) = self.program.gate(self.pack, number) else {
            return;
        };
        for payment in parts.payments {
            self.of_statement(payment, true, found);
        }
        for effect in parts.effects {
            self.of_statement(effect, false, found);
        }
        if let RuleKind::Trigger {
            otherwise: Some(otherwise),
            ..
        } = self.pack.rules[number].kind
        {
            let block = self.block(otherwise);
            block.iter().for_each(|one| self.of_statement(one, false, found));
        }
    }

    fn block(&self, function: FuncId) -> &'a [Statement] {
        match self.program.function(function).map(|function| &function.body) {
            Some(Body::Does(Block { statements })) => statements,
            _ => &[],
        }
    }

    fn of_statement(&self, statement: &Statement, pays: bool, found: &mut Vec<Diagnostic>) {
        statement.walk(&mut |node| {
            let act = match node {
                Node::Statement(statement) => token_act(statement, pays).map(|act| (act, statement.place)),
                Node::Expr(expr) => removal(expr).map(|act| (act, expr.place)),
            };
            if let Some((act, place)) = act
                && let Some(way) = self.ways.iter().find(|way| way.act == act)
            {
                found.extend(self.told(way, pays, place));
            }
        });
    }

    fn told(&self, way: &Way, pays: bool, place: Location) -> Option<Diagnostic> {
        let procedure = self.pack.procedures.find(way.procedure)?;
        let name = &procedure.name;
        let (what, verb) = match way.act {
            Act::Spend(token) => (self.token(token), "spent"),
            Act::Take(token) => (self.token(token), "taken away"),
            Act::Give(token) => (self.token(token), "given"),
            Act::Remove(kind) => (self.kind(kind), "removed"),
        };
        let message = format!(
            "in this game, {what} is {verb} with `{name}`, so that rules of other cards can apply; here, \
             they cannot"
        );
        let run = format!("run {name}({})", self.needed(way.procedure));
        let help = match pays {
            true => {
                format!(
                    "write `cost {{ {run} if ... }}`; after `if`, write the condition under which it \
                can be paid"
                )
            }
            false => format!("write `{run}`"),
        };
        Some(Diagnostic::new(codes::RAW, place, message).help(help))
    }

    fn token(&self, token: usize) -> &str {
        self.pack.tokens.get(token).map_or("it", |one| one.name.as_str())
    }

    fn kind(&self, kind: u16) -> &str {
        let kind = self.pack.kinds.get(usize::from(kind));
        kind.map_or("it", |one| one.name.as_str())
    }

    /// The names of the parameters that have to be given.
    fn needed(&self, procedure: Id<ProcedureDef>) -> String {
        let Some(def) = self.pack.procedures.find(procedure) else {
            return String::new();
        };
        let count = self
            .program
            .function(def.function)
            .map_or(0, |function| function.params);
        let defaults = self.program.defaults.get(&Callable::Procedure(procedure.place()));
        let has_default = |at: usize| defaults.and_then(|all| all.get(at)).is_some_and(Option::is_some);
        let given = def.slots.iter().take(count).enumerate();
        let needed = given.filter(|(at, _)| !has_default(*at));
        let names: Vec<&str> = needed.map(|(_, slot)| slot.name.as_str()).collect();
        names.join(", ")
    }
}

/// The act of a statement on tokens.
fn token_act(statement: &Statement, pays: bool) -> Option<Act> {
    match statement.kind {
        StatementKind::Take { token, .. } if pays => Some(Act::Spend(token)),
        StatementKind::Take { token, .. } => Some(Act::Take(token)),
        StatementKind::Give { token, .. } => Some(Act::Give(token)),
        _ => None,
    }
}

/// The removal of a piece or card whose kind is known.
fn removal(expr: &Expr) -> Option<Act> {
    let ExprKind::Call(Callee::Core(Core::Remove), arguments) = &expr.kind else {
        return None;
    };
    match arguments.first()?.ty.base {
        Base::Entity(kind) => Some(Act::Remove(kind)),
        _ => None,
    }
}
