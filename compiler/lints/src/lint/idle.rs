//! Text that does nothing: statements that come after the end, effects that end as they start, rules with
//! nothing in their blocks.

use super::Scene;
use super::range::same;
use cardwright_bytecode::pack::{Adjustment, RuleKind};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_trees::{Block, Body, Expr, Function, Statement, StatementKind};

/// Looks at every block and every rule of a scene.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    for function in scene
        .program
        .functions
        .iter()
        .filter(|one| scene.is_own(one.place))
    {
        each_block(function, &mut |block| {
            found.extend(after_the_end(block));
            found.extend(ended_at_once(scene, block));
            found.extend(block.statements.iter().filter_map(of_nothing));
        });
    }
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        found.extend(changes_nothing(scene, number, &rule.kind));
    }
}

/// Every block of a function, outer ones first.
fn each_block<'a>(function: &'a Function, look: &mut impl FnMut(&'a Block)) {
    match &function.body {
        Body::Gives(_) => {}
        Body::Does(block) => inner_blocks(block, look),
        Body::Steps { steps, .. } => steps.iter().for_each(|step| inner_blocks(&step.body, look)),
    }
}

fn inner_blocks<'a>(block: &'a Block, look: &mut impl FnMut(&'a Block)) {
    look(block);
    for statement in &block.statements {
        statement.each_block(&mut |inner| inner_blocks(inner, look));
    }
}

/// A statement behind one that leaves its block.
fn after_the_end(block: &Block) -> Option<Diagnostic> {
    let pair = block
        .statements
        .windows(2)
        .find(|pair| leaves(&pair[0]).is_some())?;
    let (word, what) = leaves(&pair[0])?;
    let message = format!("this is never reached: `{word}` before it ends {what}");
    let diagnostic = Diagnostic::new(codes::NEVER_REACHED, pair[1].place, message);
    let help = format!("move it before `{word}`, put `{word}` in an `if`, or remove it");
    Some(
        diagnostic
            .related(pair[0].place, format!("`{word}` is here"))
            .help(help),
    )
}

/// The word of a statement that leaves its block, and what it leaves.
fn leaves(statement: &Statement) -> Option<(&'static str, &'static str)> {
    match statement.kind {
        StatementKind::Stop => Some(("stop", "the rule or procedure")),
        StatementKind::Break => Some(("break", "the loop")),
        StatementKind::End { .. } => Some(("end the game", "the game")),
        _ => None,
    }
}

/// `start e(x) until ...`, and right behind it `end e(x)`.
fn ended_at_once(scene: &Scene<'_>, block: &Block) -> Option<Diagnostic> {
    block.statements.windows(2).find_map(|pair| {
        let started = written(&pair[0]);
        let StatementKind::Start { start, arguments } = &started.kind else {
            return None;
        };
        let StatementKind::Finish {
            matching,
            arguments: compared,
        } = &written(&pair[1]).kind
        else {
            return None;
        };
        let def = scene.pack.starts.get(*start)?;
        let matching = scene.pack.matches.get(*matching)?;
        let is_meant = |at: usize, given: &Expr| {
            matching.any & (1 << at) != 0 || compared.get(at).is_some_and(|one| same(one, given))
        };
        let all_meant = compared
            .iter()
            .enumerate()
            .all(|(at, _)| arguments.get(at).is_some_and(|given| is_meant(at, given)));
        if def.effect != matching.effect || !all_meant {
            return None;
        }
        let effect = &scene.pack.effects.find(def.effect)?.name;
        let message = format!("`{effect}` never does anything: the next statement ends it");
        let diagnostic = Diagnostic::new(codes::ENDS_AT_ONCE, started.place, message);
        let help = "remove `end`, because `until ...` ends the effect; or write `end` before `start`";
        Some(diagnostic.related(pair[1].place, "it ends here").help(help))
    })
}

/// A statement that gives, takes or adds nothing.
fn of_nothing(statement: &Statement) -> Option<Diagnostic> {
    let (amount, what) = match &written(statement).kind {
        StatementKind::Give { amount, .. } => (amount, "gives no token"),
        StatementKind::Take { amount, .. } => (amount, "takes no token"),
        StatementKind::Add { value, .. } => (value, "adds nothing"),
        _ => return None,
    };
    let diagnostic = Diagnostic::new(codes::NEVER_ACTS, statement.place, format!("this {what}"));
    amount
        .is_constant(0)
        .then(|| diagnostic.help("write another number, or remove the statement"))
}

/// A statement as it is written.
fn written(statement: &Statement) -> &Statement {
    match &statement.kind {
        StatementKind::Change {
            plain: Some(plain), ..
        } => plain,
        _ => statement,
    }
}

/// A rule that does nothing when its moment comes, or a modifier that adds nothing.
fn changes_nothing(scene: &Scene<'_>, number: usize, kind: &RuleKind) -> Option<Diagnostic> {
    let place = scene.own_rule(number)?;
    let (message, help) = match kind {
        RuleKind::Trigger { otherwise: None, .. } => {
            let parts = scene.program.gate(scene.pack, number)?;
            let does_nothing = parts.effects.is_empty() && parts.payments.is_empty() && !parts.replaces;
            does_nothing.then_some((
                "this rule does nothing: its block is empty",
                "write what happens between `{` and `}`, or remove the rule",
            ))?
        }
        RuleKind::Modify { change, amount, .. } => {
            let Body::Gives(amount) = &scene.program.function(*amount)?.body else {
                return None;
            };
            let idle = match change {
                Adjustment::Add => 0,
                Adjustment::Multiply | Adjustment::Divide | Adjustment::DivideUp => 1,
                Adjustment::Replace => return None,
            };
            amount.is_constant(idle).then_some((
                "this rule changes nothing: the value stays as it is",
                "write another number, or remove the rule",
            ))?
        }
        _ => return None,
    };
    Some(Diagnostic::new(codes::NEVER_ACTS, place, message).help(help))
}
