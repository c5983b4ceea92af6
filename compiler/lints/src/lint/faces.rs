//! Dice that are turned to a face which they do not have: `turn all blank in dice to fire`, where `fire` is on other dice.

use super::Scene;
use cardwright_bytecode::pack::{FuncId, Id, ProcedureDef};
use cardwright_bytecode::registry::Core;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_trees::{Callee, Expr, ExprKind, Function, Node, Statement, StatementKind, Target};
use std::collections::{BTreeMap, BTreeSet};

/// A name of a procedure that holds dice.
type Place = (Id<ProcedureDef>, usize);

/// Looks at everything that turns dice whose sort is known.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let sorts = Sorts::of(scene);
    let functions = (0..).zip(&scene.program.functions);
    for (number, function) in functions.filter(|(_, function)| scene.is_own(function.place)) {
        let own = sorts.procedures.get(&FuncId::new(number)).copied();
        function.walk(&mut |node| {
            if let Node::Expr(Expr {
                kind: ExprKind::Call(Callee::Core(Core::Convert), given),
                place,
                ..
            }) = node
                && let [pool, _, to, _] = given.as_slice()
                && let ExprKind::Constant(face) = to.kind
                && let Some(dice) = sorts.rolled_into(own, function, pool)
            {
                let told = told(scene, &dice, face);
                found.extend(
                    told.map(|(message, help)| {
                        Diagnostic::new(codes::STRANGE_FACE, *place, message).help(help)
                    }),
                );
            }
        });
    }
}

fn told(scene: &Scene<'_>, dice: &BTreeSet<usize>, face: i64) -> Option<(String, String)> {
    let dice: Vec<_> = dice.iter().filter_map(|die| scene.pack.dice.get(*die)).collect();
    let has = |sides: &[u16]| sides.iter().any(|side| i64::from(*side) == face);
    if dice.is_empty() || dice.iter().any(|die| has(&die.sides)) {
        return None;
    }
    let faces = scene.pack.words.first()?;
    let name = |face: i64| faces.words.get(usize::try_from(face).ok()?).map(String::as_str);
    let of: Vec<&str> = dice.iter().map(|die| die.name.as_str()).collect();
    let there: BTreeSet<&str> = dice
        .iter()
        .flat_map(|die| &die.sides)
        .filter_map(|side| name(i64::from(*side)))
        .collect();
    let there: Vec<String> = there.iter().map(|face| format!("`{face}`")).collect();
    let message = format!("no {} has the face `{}`", of.join(" or "), name(face)?);
    Some((message, format!("there is {}", there.join(", "))))
}

/// Which dice are rolled into the names of procedures.
struct Sorts {
    /// The procedures by their functions.
    procedures: BTreeMap<FuncId, Id<ProcedureDef>>,
    /// Nothing where it cannot be said. What a procedure is given is not here: it may be any dice.
    rolled: BTreeMap<Place, Option<BTreeSet<usize>>>,
}

impl Sorts {
    fn of(scene: &Scene<'_>) -> Self {
        let mut sorts = Self {
            procedures: procedures(scene),
            rolled: BTreeMap::new(),
        };
        for (number, function) in (0..).zip(&scene.program.functions) {
            let own = sorts.procedures.get(&FuncId::new(number)).copied();
            function.walk(&mut |node| {
                if let Node::Statement(statement) = node {
                    sorts.note(own, function, statement);
                }
            });
        }
        sorts
    }

    fn note(&mut self, own: Option<Id<ProcedureDef>>, function: &Function, statement: &Statement) {
        let StatementKind::Set { target, value } = &statement.kind else {
            return;
        };
        let place = match target {
            Target::Local(local) => own.map(|procedure| (procedure, *local)),
            Target::Slot(slot) => function.context.map(|procedure| (procedure, *slot)),
            _ => None,
        };
        let Some(place) = place else { return };
        let known = self.rolled.entry(place).or_insert_with(|| Some(BTreeSet::new()));
        match (value_rolled(value), known) {
            (Some(die), Some(dice)) => _ = dice.insert(die),
            (_, known) => *known = None,
        }
    }

    /// The sorts of dice that an expression can hold, if that is known.
    fn rolled_into(
        &self,
        own: Option<Id<ProcedureDef>>,
        function: &Function,
        pool: &Expr,
    ) -> Option<BTreeSet<usize>> {
        match pool.kind {
            ExprKind::Roll(_, die) => Some(BTreeSet::from([die])),
            ExprKind::Slot(slot) => self.rolled.get(&(function.context?, slot))?.clone(),
            ExprKind::Local(local) => {
                let_rolled(function, local).or_else(|| self.rolled.get(&(own?, local))?.clone())
            }
            _ => None,
        }
    }
}

fn value_rolled(value: &Expr) -> Option<usize> {
    match value.kind {
        ExprKind::Roll(_, die) => Some(die),
        _ => None,
    }
}

/// The dice of a name that a `let` gives.
fn let_rolled(function: &Function, wanted: usize) -> Option<BTreeSet<usize>> {
    let mut dice = None;
    function.walk(&mut |node| {
        if let Node::Statement(Statement {
            kind: StatementKind::Let { local, value },
            ..
        }) = node
            && *local == wanted
        {
            dice = value_rolled(value).map(|die| BTreeSet::from([die]));
        }
    });
    dice
}

fn procedures(scene: &Scene<'_>) -> BTreeMap<FuncId, Id<ProcedureDef>> {
    let all = scene.pack.procedures.iter().enumerate();
    all.map(|(number, def)| (def.function, Id::at(number))).collect()
}
