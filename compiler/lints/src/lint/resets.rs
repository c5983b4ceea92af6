//! State that a procedure sets back in its first step, though a run of it can come within another one: the inner run takes away
//! what the outer one knows. State that belongs to runs (`per`) nests with them.

use super::Scene;
use crate::timing::Reach;
use cardwright_bytecode::Base;
use cardwright_bytecode::Op;
use cardwright_bytecode::pack::{Pack, ProcedureDef};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_trees::{
    Block, Body, Callee, Expr, ExprKind, Function, Node, Statement, StatementKind, Target,
};

/// Finds such statements in all procedures that are looked at.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    for procedure in &scene.pack.procedures {
        let Some(function) = scene.program.function(procedure.function) else {
            continue;
        };
        let Body::Steps { steps, .. } = &function.body else {
            continue;
        };
        let Some(first) = steps.first() else { continue };
        let mut resets = Vec::new();
        collect(scene, &first.body, &mut resets);
        if !resets.is_empty() && can_nest(scene.pack, procedure) {
            let told = resets.iter().map(|reset| reset.told(&procedure.name));
            found.extend(told);
        }
        let restored = restored(scene, function);
        found.extend(restored.iter().map(|reset| reset.restored(&procedure.name)));
    }
}

/// A statement that sets state back.
struct Reset<'a> {
    statement: &'a Statement,
    state: &'a str,
}

impl Reset<'_> {
    fn told(&self, procedure: &str) -> Diagnostic {
        let state = self.state;
        let message = format!(
            "each run of `{procedure}` resets `{state}`, so a run inside another one destroys the value of \
             the outer run"
        );
        Diagnostic::new(codes::RESET_BY_RUN, self.statement.place, message).help(format!(
            "declare it `{state}: ... state per {procedure}`, and remove this statement; if it is meant to \
             be about the last run, set `{state}` at the point in the run where its value is known"
        ))
    }

    fn restored(&self, procedure: &str) -> Diagnostic {
        let state = self.state;
        let message = format!("`{procedure}` restores `{state}` for the run around this one");
        Diagnostic::new(codes::RESET_BY_RUN, self.statement.place, message).help(format!(
            "declare it `{state}: ... state per {procedure}`; then each run has its own value, and nothing \
             has to be restored"
        ))
    }
}

/// The statements of a procedure that put back into state what an earlier one has kept of it.
fn restored<'a>(scene: &Scene<'a>, procedure: &'a Function) -> Vec<Reset<'a>> {
    let (mut kept, mut found) = (Vec::new(), Vec::new());
    procedure.walk(&mut |node| {
        let Node::Statement(statement) = node else { return };
        match &statement.kind {
            StatementKind::Let { local, value }
            | StatementKind::Set {
                target: Target::Local(local),
                value,
            } => kept.push((*local, value)),
            StatementKind::Set { target, value } => {
                let ExprKind::Local(local) = value.kind else {
                    return;
                };
                let is_back = kept
                    .iter()
                    .any(|(known, value)| *known == local && asks_for(value, target));
                let state = state_of_game(scene.pack, target);
                if let Some(state) = state.filter(|_| is_back && scene.is_own(statement.place)) {
                    found.push(Reset { statement, state });
                }
            }
            _ => {}
        }
    });
    found
}

/// Whether an expression is what a target holds.
fn asks_for(expr: &Expr, target: &Target) -> bool {
    match (&expr.kind, target) {
        (ExprKind::Field(of, at), Target::Field(to, cell)) => at == cell && of.kind == to.kind,
        (ExprKind::Call(Callee::State(at), keys), Target::Entry(to, args)) => {
            at == to
                && keys
                    .iter()
                    .map(|key| &key.kind)
                    .eq(args.iter().map(|arg| &arg.kind))
        }
        _ => false,
    }
}

/// The statements that set state back whatever the game is like: those of a block, and of its loops.
fn collect<'a>(scene: &Scene<'a>, block: &'a Block, resets: &mut Vec<Reset<'a>>) {
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Set { target, value } if is_null(value) => {
                let state = state_of_game(scene.pack, target).filter(|_| scene.is_own(statement.place));
                resets.extend(state.map(|state| Reset { statement, state }));
            }
            StatementKind::ForEach { body, .. } => collect(scene, body, resets),
            _ => {}
        }
    }
}

/// Whether an expression is what state begins with.
fn is_null(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(value) => *value == 0,
        ExprKind::List(members) => members.is_empty(),
        _ => false,
    }
}

/// The name of the state that a target changes, if it belongs to the whole game.
fn state_of_game<'a>(pack: &'a Pack, target: &Target) -> Option<&'a str> {
    match target {
        Target::Field(of, at) => {
            let Base::Entity(kind) = of.ty.base else {
                return None;
            };
            let field = pack.kinds.get(usize::from(kind))?.fields.get(*at)?;
            field.per.is_none().then_some(field.name.as_str())
        }
        Target::Entry(at, _) => {
            let state = pack.states.get(*at)?;
            state.per.is_none().then_some(state.name.as_str())
        }
        Target::Local(_) | Target::Slot(_) => None,
    }
}

/// Whether a run of a procedure can come within another one, by what its steps and the rules in its windows run.
fn can_nest(pack: &Pack, procedure: &ProcedureDef) -> bool {
    let reach = Reach::from(pack, [procedure.function]);
    let runs_it = |function: &cardwright_bytecode::pack::Function| {
        let mut code = function.code.iter();
        code.any(|instr| instr.op == Op::Call && instr.imm as u32 == procedure.function.number())
    };
    let mut functions = pack.functions.numbered();
    functions.any(|(number, function)| reach.has_function(number) && runs_it(function))
}
