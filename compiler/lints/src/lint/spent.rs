//! Rules of a card that wait for what only a rule of the same card brings about that discards the card: by then it has no rules.
//!
//! ```text
//! at attack.roll "Duck" ... may cost { discard here } { set aimed of here to yes }
//! after attack.roll when aimed of here { ... }          never acts
//! ```

use super::Scene;
use super::range::conjuncts;
use cardwright_bytecode::pack::{FuncId, Home, RuleKind};
use cardwright_bytecode::registry::Core;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_trees::{
    Block, Body, Callee, Expr, ExprKind, Node, Operation, Statement, StatementKind, Target,
};
use std::collections::{BTreeMap, BTreeSet};

/// A thing that one rule asks for, and others set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Memory {
    /// A field of the card itself.
    OfCard(usize),
    /// A state of the game.
    OfGame(usize),
}

/// Looks at every card with a rule that discards it.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let removers = removers(scene);
    let mut rules: BTreeMap<u32, Vec<(usize, FuncId)>> = BTreeMap::new();
    for (number, card, body) in rules_of_cards(scene) {
        rules.entry(card).or_default().push((number, body));
    }
    let setters = setters(scene);
    for (card, rules) in &rules {
        let leaving = rules
            .iter()
            .filter(|(number, body)| discards_itself(scene, &removers, *number, *body));
        for (_, leaves) in leaving {
            let only_there = set_only_in(scene, &setters, *card, *leaves);
            if only_there.is_empty() {
                continue;
            }
            let others = rules.iter().filter(|(_, body)| body != leaves);
            found.extend(others.filter_map(|(number, _)| waits(scene, *number, &only_there)));
        }
    }
}

/// The rules of windows that stand on cards and pieces: number, card, body.
fn rules_of_cards<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = (usize, u32, FuncId)> + 'a {
    let rules = scene.pack.rules.iter().enumerate();
    rules.filter_map(|(number, rule)| match (rule.home, &rule.kind) {
        (Home::Template(card), RuleKind::Trigger { body, .. } | RuleKind::OfferOption { body, .. }) => {
            Some((number, card.number(), *body))
        }
        _ => None,
    })
}

/// The procedures that take what they are given out of play, each with the number of that parameter.
fn removers(scene: &Scene<'_>) -> BTreeSet<(usize, usize)> {
    let mut removers = BTreeSet::new();
    for (number, procedure) in scene.pack.procedures.iter().enumerate() {
        let Some(function) = scene.program.function(procedure.function) else {
            continue;
        };
        function.walk(&mut |node| {
            if let Node::Expr(expr) = node
                && let Some(ExprKind::Local(local)) = removed(expr)
                && *local < function.params
            {
                removers.insert((number, *local));
            }
        });
    }
    removers
}

/// The thing that a call takes out of play.
fn removed(expr: &Expr) -> Option<&ExprKind> {
    match &expr.kind {
        ExprKind::Call(Callee::Core(Core::Remove), given) => Some(&given.first()?.kind),
        _ => None,
    }
}

/// Whether a rule takes its own card out of play whatever happens: by its cost, or by a statement that stands in no other.
fn discards_itself(
    scene: &Scene<'_>,
    removers: &BTreeSet<(usize, usize)>,
    number: usize,
    body: FuncId,
) -> bool {
    let Some(Body::Does(Block { statements })) = scene.program.function(body).map(|function| &function.body)
    else {
        return false;
    };
    let costs = scene.program.rules.get(number).map_or(0, |rule| rule.costs);
    statements.iter().enumerate().any(|(at, statement)| {
        let mut removes = false;
        let mut look = |expr: &Expr| removes |= removes_here(removers, expr);
        match &statement.kind {
            StatementKind::Run { procedure, arguments } => {
                removes = is_given_here(removers, *procedure, arguments);
            }
            // `cost { run bury(here) if ... }` asks whether it was paid.
            StatementKind::If { condition, .. } if at < costs => each(condition, &mut look),
            StatementKind::Do(expr) | StatementKind::Let { value: expr, .. } => each(expr, &mut look),
            StatementKind::Change { does, .. } => does.walk(&mut |node| {
                if let Node::Expr(expr) = node {
                    look(expr);
                }
            }),
            _ => {}
        }
        removes
    })
}

fn each(expr: &Expr, look: &mut impl FnMut(&Expr)) {
    expr.walk(&mut |node| {
        if let Node::Expr(expr) = node {
            look(expr);
        }
    });
}

fn removes_here(removers: &BTreeSet<(usize, usize)>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Run { procedure, arguments } => is_given_here(removers, *procedure, arguments),
        _ => removed(expr).is_some_and(|what| *what == ExprKind::Local(0)),
    }
}

fn is_given_here(removers: &BTreeSet<(usize, usize)>, procedure: usize, given: &[Expr]) -> bool {
    let mut given = given.iter().enumerate();
    given.any(|(at, expr)| expr.kind == ExprKind::Local(0) && removers.contains(&(procedure, at)))
}

/// For each memory the one function that sets it; nothing, if several do.
fn setters(scene: &Scene<'_>) -> BTreeMap<Memory, Option<FuncId>> {
    let mut setters: BTreeMap<Memory, Option<FuncId>> = BTreeMap::new();
    for (number, function) in (0..).zip(&scene.program.functions) {
        let own = FuncId::new(number);
        function.walk(&mut |node| {
            if let Node::Statement(statement) = node
                && let Some(memory) = set(statement)
            {
                let known = setters.entry(memory).or_insert(Some(own));
                *known = known.filter(|known| *known == own);
            }
        });
    }
    setters
}

/// The things that one rule of a card sets, and nothing else in the game.
fn set_only_in(
    scene: &Scene<'_>,
    setters: &BTreeMap<Memory, Option<FuncId>>,
    card: u32,
    leaves: FuncId,
) -> BTreeSet<Memory> {
    let begins_open = |memory: &Memory| match memory {
        Memory::OfCard(field) => {
            let card = scene.pack.templates.get(card as usize);
            let kind = card.and_then(|card| scene.pack.kinds.get(usize::from(card.kind)));
            kind.and_then(|kind| kind.fields.get(*field))
                .is_some_and(|field| field.state)
        }
        Memory::OfGame(_) => true,
    };
    let mut only_there = BTreeSet::new();
    if let Some(function) = scene.program.function(leaves) {
        function.walk(&mut |node| {
            if let Node::Statement(statement) = node {
                let memory = set(statement).filter(|memory| setters.get(memory) == Some(&Some(leaves)));
                only_there.extend(memory.filter(begins_open));
            }
        });
    }
    only_there
}

fn set(statement: &Statement) -> Option<Memory> {
    match &statement.kind {
        StatementKind::Set { target, .. } | StatementKind::Add { target, .. } => match target {
            Target::Field(_, field) => Some(Memory::OfCard(*field)),
            Target::Entry(state, _) => Some(Memory::OfGame(*state)),
            Target::Local(_) | Target::Slot(_) => None,
        },
        _ => None,
    }
}

/// A rule that asks for what only the rule makes so that discards the card.
fn waits(scene: &Scene<'_>, number: usize, only_there: &BTreeSet<Memory>) -> Option<Diagnostic> {
    scene.own_rule(number)?;
    let mut parts = Vec::new();
    conjuncts(scene.program.gate(scene.pack, number)?.when, &mut parts);
    let waits = parts
        .into_iter()
        .find(|part| asked(part).is_some_and(|memory| only_there.contains(&memory)))?;
    let message = "this never acts: the rule that makes this true also discards the card, and then its rules do not \
         apply";
    let help = "use an effect, which stays in force: in that rule, write `until after WINDOW { ... }` with \
    this rule in the block";
    Some(Diagnostic::new(codes::GONE, waits.place, message).help(help))
}

/// The thing that must have been set for a condition to hold.
fn asked(part: &Expr) -> Option<Memory> {
    match &part.kind {
        ExprKind::Field(of, field) if of.kind == ExprKind::Local(0) => Some(Memory::OfCard(*field)),
        ExprKind::Call(Callee::State(state), _) => Some(Memory::OfGame(*state)),
        ExprKind::Operation(Operation::Equal, one, other) if !other.is_constant(0) => asked(one),
        ExprKind::Operation(Operation::More, one, other) if other.is_constant(0) => asked(one),
        _ => None,
    }
}
