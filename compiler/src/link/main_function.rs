//! The function that plays: a system's main procedure, or a case's statements; and what a case expects.

use super::Linker;
use crate::check::{Compiler, Declarer, FunctionMaker};
use crate::codes;
use crate::document::{At, CaseDoc, DecisionDoc};
use crate::facts::place_of;
use crate::project::{from_fault, put};
use crate::source::Location;
use crate::tree::{self, Body, ExprKind};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::CheckDef;
use cardwright_dsl::ast::{Expr, each_name_of_block, each_name_of_expr};
use cardwright_dsl::{parse_block, parse_expr};

/// How many more parentheses a text opens than it closes; those in its own texts do not count.
fn open_parentheses(text: &str) -> i32 {
    let outside = text.split('"').step_by(2);
    let letters = outside.flat_map(str::chars);
    letters
        .map(|letter| match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        })
        .sum()
}

impl Linker<'_> {
    /// A case's main function and checks, instead of the system's.
    pub(crate) fn main_function(&self, compiler: &mut Compiler<'_>) {
        if let Some(case) = self.situation.case {
            compiler.names.look_as(Declarer::SITUATION);
            self.case_functions(compiler, case);
        }
    }

    /// Sets the pack's main function, its score, and what its rounds are.
    pub(crate) fn system_functions(&self, compiler: &mut Compiler<'_>) {
        compiler.names.look_as(Declarer::SYSTEM);
        self.system_main(compiler);
        self.score(compiler);
        self.round(compiler);
    }

    fn round(&self, compiler: &mut Compiler<'_>) {
        let Some(round) = &self.system.doc.round else {
            return;
        };
        match compiler.names.procedures.get(&round.value) {
            Some(sym) => compiler.pack.round = u32::try_from(sym.index).ok(),
            None => {
                let known: Vec<String> = compiler.names.procedures.names().map(str::to_owned).collect();
                let message = format!("there is no procedure `{}`", round.value);
                compiler
                    .report_at(codes::SETTING, place_of(self.system.file, round), message)
                    .suggest(&round.value, known);
            }
        }
    }

    fn system_main(&self, compiler: &mut Compiler<'_>) {
        let main = &self.system.doc.main;
        // A library on its own plays no game.
        if self
            .project
            .libraries
            .values()
            .any(|library| library.file == self.system.file)
        {
            return;
        }
        let place = place_of(self.system.file, main);
        match compiler.names.procedures.get(&main.value).cloned() {
            Some(sym) if sym.params.is_empty() => compiler.pack.main = sym.function,
            Some(_) => {
                let message = format!("`{}` has parameters, so no game can start with it", main.value);
                compiler.report_at(codes::MAIN_PARAMETERS, place, message);
            }
            None => {
                let known: Vec<String> = compiler.names.procedures.names().map(str::to_owned).collect();
                let message = format!("there is no procedure `{}`", main.value);
                compiler
                    .report_at(codes::SETTING, place, message)
                    .suggest(&main.value, known);
            }
        }
    }

    fn score(&self, compiler: &mut Compiler<'_>) {
        let Some(score) = &self.system.doc.score else {
            return;
        };
        let fits = |params: &[(String, Ty)], result| {
            matches!(params, [(_, ty)] if *ty == Ty::PLAYER) && result == Ty::NUMBER
        };
        match compiler.names.defines.get(&score.value) {
            Some(sym) if fits(&sym.params, sym.result) => compiler.pack.score = Some(sym.function),
            _ => {
                let known: Vec<String> = compiler.names.defines.names().map(str::to_owned).collect();
                let message = format!(
                    "there is no define `{}` that gives a number for a player",
                    score.value
                );
                compiler
                    .report_at(codes::UNKNOWN_SCORE, place_of(self.system.file, score), message)
                    .suggest(&score.value, known);
            }
        }
    }

    fn case_functions(&self, compiler: &mut Compiler<'_>, case: &CaseDoc) {
        let mut maker = FunctionMaker::effect("case");
        for text in case.given.iter().chain([&case.when]) {
            compiler.origin = self.origin(self.situation.file, text);
            let (mut block, faults) = parse_block(&text.value);
            if !faults.is_empty() {
                let origin = compiler.origin.clone();
                compiler
                    .diagnostics
                    .extend(faults.into_iter().map(|fault| from_fault(&origin, fault)));
                return;
            }
            each_name_of_block(&mut block, &mut |name, _, _| put(&case.renamed, name));
            maker.statements(compiler, &block);
        }
        compiler.pack.main = maker.finish(compiler);
        let cut = self.cut_at_commas(compiler, &case.expect);
        for text in case.expectations().filter(|text| !cut.contains(&text.start)) {
            self.check(compiler, case, text);
        }
        self.proven(compiler, case);
        self.expects_something(compiler, case);
    }

    /// Expectations that YAML has cut in pieces: in `[a, f(b, c)]` it knows the brackets and the commas, not the parentheses.
    /// Gives where the pieces begin.
    fn cut_at_commas(&self, compiler: &mut Compiler<'_>, texts: &[At<String>]) -> Vec<usize> {
        let mut cut = Vec::new();
        let mut rest = texts;
        while let [first, after @ ..] = rest {
            rest = after;
            let mut depth = open_parentheses(&first.value);
            let mut pieces = vec![first];
            while depth > 0
                && let [next, after @ ..] = rest
            {
                depth += open_parentheses(&next.value);
                pieces.push(next);
                rest = after;
            }
            let [_, .., last] = pieces.as_slice() else {
                continue;
            };
            if depth != 0 {
                continue;
            }
            let whole = pieces.iter().map(|piece| piece.value.as_str());
            let whole = whole.collect::<Vec<_>>().join(", ");
            let (start, end) = (first.start, last.end);
            let place = Location {
                file: self.situation.file,
                start,
                end,
            };
            let message = "in a list in brackets YAML ends an entry at each comma, so this is cut in pieces";
            compiler.report_at(codes::YAML, place, message).help = Some(format!(
                "write each expectation in a line of its own: `- {whole}`"
            ));
            cut.extend(pieces.iter().map(|piece| piece.start));
        }
        cut
    }

    /// A case that expects nothing shows nothing.
    fn expects_something(&self, compiler: &mut Compiler<'_>, case: &CaseDoc) {
        let holds = |one: &At<DecisionDoc>| {
            let more = &one.value;
            more.asks.is_some() || !more.offers.is_empty() || !more.refuses.is_empty()
        };
        for event in case.events.iter().filter(|event| event.value.trim().is_empty()) {
            let place = place_of(self.situation.file, event);
            compiler
                .report_at(
                    codes::EXPECTS_NOTHING,
                    place,
                    "this event is empty, so any event is one",
                )
                .help =
                Some("write the line of the account that must come, as `cardwright run` shows it".to_owned());
        }
        let nothing = case.expectations().next().is_none() && !case.decisions.iter().any(holds);
        if nothing && case.events.is_empty() && case.illegal.is_none() {
            let place = place_of(self.situation.file, &case.case);
            compiler
                .report_at(
                    codes::EXPECTS_NOTHING,
                    place,
                    "this case expects nothing, so it cannot fail",
                )
                .help =
                Some("write under `expect:` what must be true at the end: `- hits of one = 2`".to_owned());
        }
    }

    fn check(&self, compiler: &mut Compiler<'_>, case: &CaseDoc, text: &At<String>) {
        compiler.origin = self.origin(self.situation.file, text);
        let mut expr: Expr = match parse_expr(&text.value) {
            Ok(expr) => expr,
            Err(fault) => {
                let origin = compiler.origin.clone();
                compiler.diagnostics.push(from_fault(&origin, fault));
                return;
            }
        };
        each_name_of_expr(&mut expr, &mut |name, _, _| put(&case.renamed, name));
        let function = FunctionMaker::expression(compiler, "check", &expr, Ty::BOOL);
        let made = compiler.program.function(function).map(|made| &made.body);
        if matches!(made, Some(Body::Gives(expr)) if expr.ty == Ty::BOOL && is_known_before(expr)) {
            let message = format!("`{}` asks nothing of the game, so it cannot fail", text.value);
            compiler
                .report_at(
                    codes::EXPECTS_NOTHING,
                    place_of(self.situation.file, text),
                    message,
                )
                .help = Some("write what must be true of the game: `- hits of one = 2`".to_owned());
        }
        compiler.pack.checks.push(CheckDef {
            text: text.value.clone(),
            function,
        });
    }

    /// The rules that a case proves must be in the ledger.
    fn proven(&self, compiler: &mut Compiler<'_>, case: &CaseDoc) {
        if self.system.ledger.is_empty() {
            return;
        }
        for id in case
            .proves
            .iter()
            .filter(|id| !self.system.ledger.contains_key(&id.value))
        {
            let message = format!("the ledger has no rule `{}`", id.value);
            compiler
                .report_at(codes::UNKNOWN_RULE, place_of(self.situation.file, id), message)
                .suggest(&id.value, self.system.ledger.keys());
        }
    }
}

/// Whether an answer is the same in every game: nothing in it is asked of the state.
fn is_known_before(expr: &tree::Expr) -> bool {
    let is_plain = matches!(
        expr.kind,
        ExprKind::Constant(_)
            | ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Operation(..)
            | ExprKind::If(..)
    );
    is_plain && expr.parts().into_iter().all(is_known_before)
}
