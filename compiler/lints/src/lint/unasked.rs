//! Rules about what nobody asks, and questions about what nothing ever makes so.
//!
//! A rule that modifies a value does nothing if no rule, step or other value asks for it. A token that nothing gives, state that
//! nothing sets and an effect that nothing starts answer every question with 0 or no. The system and all its scenarios are
//! looked at together: what one of them does counts for all. So does what a case makes so: a system may have something for cards
//! that are still to come, and show with a case that it works.

use super::texts::words;
use super::{Scene, Whole};
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::{Pack, RuleKind, cell};
use cardwright_bytecode::registry::{CONTROLLER, USE_ABILITIES};
use cardwright_bytecode::ty::KIND_GAME;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_trees::{Callee, Expr, ExprKind, Node, Statement, StatementKind, Target};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The sort of a named thing that is asked for, or given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Value,
    Permission,
    Token,
    State,
    Effect,
}

type Named<'a> = (Sort, &'a str);

/// Finds both.
pub(super) fn check(
    whole: &Whole<'_>,
    system: &Scene<'_>,
    scenarios: &[Scene<'_>],
    found: &mut Vec<Diagnostic>,
) {
    let scenes = || std::iter::once(system).chain(scenarios);
    let mut asked: BTreeMap<Named<'_>, Location> = BTreeMap::new();
    let mut made: BTreeSet<Named<'_>> = BTreeSet::new();
    // What the core itself asks.
    let built_in = [
        (Sort::Value, CONTROLLER.name),
        (Sort::Permission, USE_ABILITIES.name),
    ];
    for scene in scenes() {
        made.extend(set_up(scene.pack));
        for function in &scene.program.functions {
            function.walk(&mut |node| match node {
                Node::Expr(expr) => {
                    if let Some(name) = asks(scene.pack, expr) {
                        asked.entry(name).or_insert(expr.place);
                    }
                }
                Node::Statement(statement) => made.extend(makes(scene.pack, statement)),
            });
        }
    }
    let is_asked = |name: &Named<'_>| asked.contains_key(name) || built_in.contains(name);
    let mut told: BTreeSet<Named<'_>> = BTreeSet::new();
    for scene in scenes() {
        for (number, rule) in scene.pack.rules.iter().enumerate() {
            let name = rules_upon(scene.pack, &rule.kind).filter(|name| !is_asked(name));
            if let Some((name, place)) = name.zip(scene.own_rule(number))
                && told.insert(name)
            {
                found.push(unasked(name, place));
            }
        }
    }
    // How the state of a game begins is known only of scenarios.
    let is_known = |sort: Sort| sort != Sort::State || !scenarios.is_empty();
    let never = asked
        .iter()
        .filter(|(name, _)| is_known(name.0) && !made.contains(*name))
        .filter_map(|(name, place)| Some((name.1.as_bytes(), never_made(*name, *place)?)));
    let never: Vec<(&[u8], Diagnostic)> = never.collect();
    let in_cases = named_in_cases(whole, &never.iter().map(|one| one.0).collect());
    let never = never.into_iter().filter(|(name, _)| !in_cases.contains(name));
    found.extend(never.map(|one| one.1));
}

/// Which of some names cases name: what a case makes so is there for cards and scenarios that are still to come.
fn named_in_cases<'n>(whole: &Whole<'_>, names: &HashSet<&'n [u8]>) -> HashSet<&'n [u8]> {
    if names.is_empty() {
        return HashSet::new();
    }
    let system = &whole.system.doc.system.value;
    let cases = whole.project.cases.par_iter();
    let cases = cases.filter(|one| one.doc.system.value == *system);
    // A case names many things often, and few of these.
    let named = cases.flat_map_iter(|case| {
        let text = &whole.project.sources.get(case.file).text;
        words(text).filter_map(|word| names.get(word).copied())
    });
    named.collect()
}

fn unasked((sort, name): Named<'_>, place: Location) -> Diagnostic {
    let (what, example) = match sort {
        Sort::Permission => ("permission", format!("can {name}(...)")),
        _ => ("value", format!("{name}(...)")),
    };
    let message = format!("this rule does nothing: nothing uses the {what} `{name}`");
    let help = format!("use it in a step, rule or value: `{example}`; or remove the rule");
    Diagnostic::new(codes::NEVER_APPLIES, place, message).help(help)
}

fn never_made((sort, name): Named<'_>, place: Location) -> Option<Diagnostic> {
    let (message, example) = match sort {
        Sort::Token => (
            format!("there is never a `{name}`: nothing gives this token"),
            format!("give 1 {name} to ..."),
        ),
        Sort::State => (
            format!("`{name}` never changes: nothing sets it"),
            format!("set {name} to ..."),
        ),
        Sort::Effect => (
            format!("`{name}` never runs: nothing starts this effect"),
            format!("start {name}(...) until ..."),
        ),
        Sort::Value | Sort::Permission => return None,
    };
    let help = format!("write `{example}` in a rule or step, or remove this");
    Some(Diagnostic::new(codes::NEVER_MADE, place, message).help(help))
}

/// The thing that an expression asks for.
fn asks<'p>(pack: &'p Pack, expr: &Expr) -> Option<Named<'p>> {
    match &expr.kind {
        ExprKind::Call(Callee::Value(value), _) => {
            let def = pack.values.get(*value)?;
            Some((Sort::Value, &def.name))
        }
        ExprKind::Call(Callee::Permission(permission), _) => {
            let def = pack.permissions.get(*permission)?;
            Some((Sort::Permission, &def.name))
        }
        ExprKind::Call(Callee::State(state), _) => Some((Sort::State, &pack.states.get(*state)?.name)),
        ExprKind::Tokens(_, token) => Some((Sort::Token, &pack.tokens.get(*token)?.name)),
        ExprKind::Field(of, field) => Some((Sort::State, state(pack, of, *field)?)),
        ExprKind::Running { matching, .. } => {
            let matching = pack.matches.get(*matching)?;
            Some((Sort::Effect, &pack.effects.find(matching.effect)?.name))
        }
        _ => None,
    }
}

/// The thing that a statement gives, starts or sets.
fn makes<'p>(pack: &'p Pack, statement: &Statement) -> Option<Named<'p>> {
    match &statement.kind {
        StatementKind::Give { token, .. } => Some((Sort::Token, &pack.tokens.get(*token)?.name)),
        StatementKind::Start { start, .. } => {
            let start = pack.starts.get(*start)?;
            Some((Sort::Effect, &pack.effects.find(start.effect)?.name))
        }
        StatementKind::Set { target, .. } | StatementKind::Add { target, .. } => match target {
            Target::Field(of, field) => Some((Sort::State, state(pack, of, *field)?)),
            Target::Entry(state, _) => Some((Sort::State, &pack.states.get(*state)?.name)),
            Target::Local(_) | Target::Slot(_) => None,
        },
        StatementKind::Change {
            plain: Some(plain), ..
        } => makes(pack, plain),
        _ => None,
    }
}

/// The name of a state of the game.
fn state<'p>(pack: &'p Pack, of: &Expr, field: usize) -> Option<&'p str> {
    let is_game = of.ty.base == Base::Entity(KIND_GAME);
    let field = pack.kinds.get(usize::from(KIND_GAME))?.fields.get(field)?;
    is_game.then_some(field.name.as_str())
}

/// The things that are there from the start.
fn set_up(pack: &Pack) -> Vec<Named<'_>> {
    let mut made = Vec::new();
    for entity in &pack.setup.entities {
        let Some(kind) = pack.kinds.get(usize::from(entity.kind)) else {
            continue;
        };
        for (at, _) in entity.cells.iter().filter(|(_, value)| *value != 0) {
            let Some(at) = usize::from(*at).checked_sub(cell::HEADER) else {
                continue;
            };
            let token = at
                .checked_sub(kind.fields.len())
                .and_then(|at| pack.tokens.get(usize::from(*kind.tokens.get(at)?)));
            made.extend(token.map(|token| (Sort::Token, token.name.as_str())));
            let field = kind.fields.get(at).filter(|_| entity.kind == KIND_GAME);
            made.extend(field.map(|field| (Sort::State, field.name.as_str())));
        }
    }
    made
}

/// The value or permission that a rule is about.
fn rules_upon<'p>(pack: &'p Pack, kind: &RuleKind) -> Option<Named<'p>> {
    match kind {
        RuleKind::Modify { value, .. } => Some((Sort::Value, &pack.values.find(*value)?.name)),
        RuleKind::Permit { permission, .. } => {
            Some((Sort::Permission, &pack.permissions.find(*permission)?.name))
        }
        _ => None,
    }
}
