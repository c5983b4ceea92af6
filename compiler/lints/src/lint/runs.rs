//! In which run of a procedure something happens: what a function is given, told by the names of the procedure around it.
//!
//! A rule in a window knows the names of the run by itself. An option knows what it was offered with, and a procedure what it
//! was run with. If every offer of one and every run of the other stands in one procedure and hands on its parameters, then what
//! they are called there is known too. Parameters stay as they are; a `var` may be another by the end of the run, so it is not
//! followed.

use cardwright_bytecode::pack::{FuncId, Id, Pack, RuleKind};
use cardwright_trees::{Body, Expr, ExprKind, LocalId, Node, Offer, Program, Statement, StatementKind};
use std::collections::BTreeMap;

/// The number of procedures that may lie between.
const DEEPEST: usize = 4;

/// The slot in the run around it, a parameter of the procedure, for each local of a function that stands for
/// one.
pub(super) type Around = BTreeMap<LocalId, usize>;

/// The parameters of the procedure that the locals of a function stand for, if the function is always carried
/// out in a run of that procedure.
pub(super) fn around(pack: &Pack, program: &Program, function: FuncId, procedure: u32) -> Option<Around> {
    deeper(pack, program, function, procedure, 0)
}

/// How many of the slots of a procedure are parameters.
pub(super) fn parameters(pack: &Pack, program: &Program, procedure: u32) -> usize {
    let def = pack.procedures.get(procedure as usize);
    let function = def.and_then(|def| program.function(def.function));
    function.map_or(0, |function| function.params)
}

/// An expression of a function in the names of the run around it.
pub(super) fn told(expr: &Expr, around: &Around) -> Expr {
    let mut told = expr.clone();
    rename(&mut told, around);
    told
}

fn rename(expr: &mut Expr, around: &Around) {
    if let ExprKind::Local(local) = expr.kind {
        if let Some(slot) = around.get(&local) {
            expr.kind = ExprKind::Slot(*slot);
        }
        return;
    }
    let part = |part: &mut Box<Expr>| rename(part, around);
    match &mut expr.kind {
        ExprKind::Field(of, _) | ExprKind::Tokens(of, _) | ExprKind::As(of, _) | ExprKind::Not(of) => {
            part(of)
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Operation(_, a, b) => {
            rename(a, around);
            rename(b, around);
        }
        ExprKind::Call(_, parts) => parts.iter_mut().for_each(|one| rename(one, around)),
        _ => {}
    }
}

fn deeper(pack: &Pack, program: &Program, function: FuncId, procedure: u32, depth: usize) -> Option<Around> {
    let def = program.function(function)?;
    if def.context == Some(Id::new(procedure)) {
        return Some(Around::new());
    }
    if pack.procedures.get(procedure as usize)?.function == function {
        return Some((0..def.params).map(|at| (at, at)).collect());
    }
    if depth == DEEPEST {
        return None;
    }
    let (sites, first) = sites(pack, program, function)?;
    let mut all: Option<Around> = None;
    for (from, arguments) in sites {
        let of_site = deeper(pack, program, from, procedure, depth + 1)?;
        let params = parameters(pack, program, procedure);
        let given = arguments.iter().enumerate().filter_map(|(at, argument)| {
            let slot = match told(argument, &of_site).kind {
                ExprKind::Slot(slot) if slot < params => slot,
                _ => return None,
            };
            Some((first + at, slot))
        });
        let given: Around = given.collect();
        all = Some(match all {
            None => given,
            Some(mut all) => {
                all.retain(|local, slot| given.get(local) == Some(slot));
                all
            }
        });
    }
    all
}

/// Functions from which one is set off, with what they hand to it.
type Sites<'a> = Vec<(FuncId, &'a [Expr])>;

/// The places where an option is offered or a procedure run, with the arguments; and the first local that
/// they set.
fn sites<'a>(pack: &Pack, program: &'a Program, function: FuncId) -> Option<(Sites<'a>, usize)> {
    let option = pack.rules.iter().find_map(|rule| match rule.kind {
        RuleKind::OfferOption { offer, body, .. } if body == function => Some(offer),
        _ => None,
    });
    let procedure = pack.procedures.iter().position(|def| def.function == function);
    let mut sites: Sites<'a> = Vec::new();
    for (from, other) in (0..).map(FuncId::new).zip(&program.functions) {
        if matches!(other.body, Body::Gives(_)) {
            continue;
        }
        other.walk(&mut |node| {
            let arguments = match (node, option, procedure) {
                (Node::Statement(statement), Some(option), _) => offered(statement, option.number()),
                (Node::Expr(expr), Some(option), _) => match &expr.kind {
                    ExprKind::Offer(offer) => of_offer(offer, option.number()),
                    _ => None,
                },
                (Node::Statement(statement), None, Some(wanted)) => match &statement.kind {
                    StatementKind::Run { procedure, arguments } if *procedure == wanted => {
                        Some(arguments.as_slice())
                    }
                    _ => None,
                },
                (Node::Expr(expr), None, Some(wanted)) => match &expr.kind {
                    ExprKind::Run { procedure, arguments } if *procedure == wanted => {
                        Some(arguments.as_slice())
                    }
                    _ => None,
                },
                _ => None,
            };
            sites.extend(arguments.map(|arguments| (from, arguments)));
        });
    }
    let params = program.function(function)?.params;
    let first = sites.first().map_or(0, |(_, given)| given.len());
    // What an option lives with comes before what it is offered with.
    let first = params.checked_sub(first)?;
    (!sites.is_empty()).then_some((sites, first))
}

fn offered(statement: &Statement, option: u32) -> Option<&[Expr]> {
    match &statement.kind {
        StatementKind::Offer(offer) => of_offer(offer, option),
        _ => None,
    }
}

fn of_offer(offer: &Offer, option: u32) -> Option<&[Expr]> {
    (offer.offer == option as usize).then_some(offer.arguments.as_slice())
}
