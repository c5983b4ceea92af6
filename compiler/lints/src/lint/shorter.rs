//! Rules that the language says shorter: a rule that asks in its gate whether a set has a member, and begins
//! with a choice from the very same set, is one with `choosing`.
//!
//! It is told only where both mean the same. A cost between gate and body can empty the set; then statements behind the
//! choice happen in one form and not in the other, and so the rule is left alone if it has both.

use super::Whole;
use super::texts::{Text, of_rules, texts};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Diagnostic, Fix};
use cardwright_documents::rules::Rules;
use cardwright_documents::source::{FileId, Location};
use cardwright_dsl::ast::{
    Block, Expr, ExprKind, Gate, Item, ItemKind, Operator, SetQuestion, Site, Span, Statement, StatementKind,
    When, each_name_of_block,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// Looks at every rule of the system, its sets and its scenarios.
pub(super) fn check(whole: &Whole<'_>, found: &mut Vec<Diagnostic>) {
    let mut look = |text: &Text<'_>| {
        for item in text.items {
            each_rule(item, &mut |gate, body| {
                found.extend(shorter(whole, text, gate, body))
            });
        }
    };
    texts(whole).iter().for_each(&mut look);
    let is_own = |file: FileId| whole.scenarios.iter().any(|(own, _)| *own == file);
    for scenario in &whole.project.scenarios {
        if let Some(text) = scenario.doc.rules.as_ref().filter(|_| is_own(scenario.file)) {
            let source = &whole.project.sources.get(scenario.file).text;
            let rules = Rules::of_scalar(source, text);
            look(&of_rules(scenario.file, &rules, None));
        }
    }
}

/// The gate and the body of each rule of an item.
fn each_rule(item: &Item, look: &mut impl FnMut(&Gate, &Block)) {
    match &item.kind {
        ItemKind::Trigger { gate, body, .. } | ItemKind::OfferOption { gate, body, .. } => look(gate, body),
        ItemKind::Effect { rules, .. } => rules.iter().for_each(|rule| each_rule(rule, look)),
        _ => {}
    }
}

/// A choice of one from a set, as `choosing` makes it.
struct Choice<'a> {
    name: &'a str,
    from: Span,
    /// The text from the name to the end of the question.
    clause: Span,
    statement: Span,
    body: &'a Block,
}

fn choice(statement: &Statement) -> Option<Choice<'_>> {
    match &statement.kind {
        StatementKind::Choose {
            many: None,
            ordered: false,
            optional: false,
            secret: false,
            otherwise: None,
            name,
            from,
            prompt,
            body,
            ..
        } => Some(Choice {
            name: &name.text,
            from: from.span,
            clause: Span {
                start: name.span.start,
                // With its closing quote.
                end: prompt.span.end + 1,
            },
            statement: statement.span,
            body,
        }),
        _ => None,
    }
}

fn shorter(whole: &Whole<'_>, text: &Text<'_>, gate: &Gate, body: &Block) -> Option<Diagnostic> {
    let (None, Some(When::If(condition))) = (&gate.choosing, &gate.when) else {
        return None;
    };
    let (first, behind) = body.statements.split_first()?;
    let choice = choice(first)?;
    let written = |span: Span| text.written(whole, span).split_whitespace();
    let is_same = |span: Span| written(span).eq(written(choice.from));
    let mut parts = Vec::new();
    conjuncts(condition, &mut parts);
    let at = parts.iter().position(|part| match &part.kind {
        ExprKind::Question(SetQuestion::Any, set) => is_same(set.span),
        _ => false,
    })?;
    let can_be_emptied = !gate.cost.is_empty() && !behind.is_empty();
    if can_be_emptied || (!behind.is_empty() && names_meet(&choice, behind)) {
        return None;
    }
    let asked = text.place(parts[at].span);
    let message = "the gate tests whether a set has members, and the rule then begins with a choice from the set: \
         `choosing` does both";
    let mut diagnostic = Diagnostic::new(codes::SAID_TWICE, text.place(choice.clause), message)
        .related(asked, "the set is tested here")
        .help(format!(
            "remove the test, write `choosing {}` after the condition, and keep what happens to `{}` in the \
             body",
            written(choice.clause).collect::<Vec<_>>().join(" "),
            choice.name,
        ));
    diagnostic.fix = put(whole, text, (condition, &parts, at), (&choice, body));
    Some(diagnostic)
}

/// Whether what is named beside the choice would then stand in one block with what is named in it.
fn names_meet(choice: &Choice<'_>, behind: &[Statement]) -> bool {
    let mut inside: BTreeSet<String> = locals(&choice.body.statements);
    inside.insert(choice.name.to_owned());
    !inside.is_disjoint(&locals(behind))
}

fn locals(statements: &[Statement]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut block = Block {
        span: Span { start: 0, end: 0 },
        statements: statements.to_vec(),
    };
    each_name_of_block(&mut block, &mut |name, _, site| {
        if site == Site::Local {
            names.insert(name.clone());
        }
    });
    names
}

/// The parts that are joined by `and`.
fn conjuncts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(Operator::And, first, second) => {
            conjuncts(first, parts);
            conjuncts(second, parts);
        }
        _ => parts.push(expr),
    }
}

/// The rule with `choosing`, from its condition to the end of its body; none where a note would be lost.
fn put(
    whole: &Whole<'_>,
    text: &Text<'_>,
    (condition, parts, at): (&Expr, &[&Expr], usize),
    (choice, body): (&Choice<'_>, &Block),
) -> Option<Fix> {
    let place = |span: Span| text.place(span);
    let file = place(body.span).file;
    let all = whole.project.sources.get(file).text.as_str();
    let (when, inner) = (place(condition.span), place(choice.body.span));
    let asked = match parts.len() {
        // `when` goes with the only question.
        1 => all.get(..when.start)?.trim_end().strip_suffix("when")?.len()..when.end,
        _ => without(
            all,
            at,
            &parts.iter().map(|part| place(part.span)).collect::<Vec<_>>(),
        )?,
    };
    // Behind the brackets in which the condition may stand.
    let behind = all.get(when.end..)?;
    let brackets = behind.trim_start_matches(|one: char| one == ')' || one.is_whitespace());
    let brackets = behind.get(..behind.len() - brackets.len())?.rfind(')');
    let gate = when.end + brackets.map_or(0, |last| last + 1);
    let clause = place(choice.clause);
    let clause = format!(" choosing {}", all.get(clause.start..clause.end)?);
    // With the blanks beside the braces, which would leave empty lines.
    let after = all.get(inner.start + 1..inner.end - 1)?;
    let begins = inner.start + 1 + (after.len() - after.trim_start().len());
    let ends = (inner.start + 1 + after.trim_end().len()).max(begins);
    let edits = [
        (asked.clone(), if parts.len() == 1 { "always" } else { "" }),
        (gate..gate, clause.as_str()),
        (place(choice.statement).start..begins, ""),
        (ends..inner.end, ""),
    ];
    let whole = Location {
        file,
        start: when.start.min(asked.start),
        end: place(body.span).end,
    };
    let mut put = String::new();
    let mut done = whole.start;
    for (taken, given) in edits {
        // The clause itself stands in the rule again; a note in what else is taken would be lost.
        if all.get(taken.clone())?.contains('#') {
            return None;
        }
        put.push_str(all.get(done..taken.start)?);
        put.push_str(given);
        done = taken.end;
    }
    put.push_str(all.get(done..whole.end)?);
    Some(Fix {
        place: whole,
        put,
        certain: true,
    })
}

/// The bytes of a part and of the `and` on one side of it.
fn without(all: &str, at: usize, parts: &[Location]) -> Option<Range<usize>> {
    let part = parts.get(at)?;
    if let Some(before) = at.checked_sub(1).and_then(|before| parts.get(before)) {
        let gap = all.get(before.end..part.start)?;
        let and = gap.rfind("and")?;
        let is_bare = gap.get(and + "and".len()..)?.trim().is_empty();
        return is_bare.then_some(before.end + and..part.end);
    }
    let gap = all.get(part.end..parts.get(at + 1)?.start)?;
    let rest = gap.trim_start().strip_prefix("and")?.trim_start();
    Some(part.start..part.end + gap.len() - rest.len())
}
