//! The function that plays: a system's main procedure, or a case's statements; and what a case expects.

use super::Linker;
use crate::check::{Compiler, Declarer, FunctionMaker};
use crate::codes;
use crate::document::{At, CaseDoc};
use crate::facts::place_of;
use crate::project::from_fault;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::CheckDef;
use cardwright_dsl::ast::Expr;
use cardwright_dsl::{parse_block, parse_expr};

impl Linker<'_> {
    /// Sets the pack's main function, its score, and its checks.
    pub(crate) fn main_function(&self, compiler: &mut Compiler<'_>) {
        if let Some(case) = self.situation.case {
            compiler.names.look_as(Declarer::SITUATION);
            self.case_functions(compiler, case);
        }
        compiler.names.look_as(Declarer::SYSTEM);
        if self.situation.case.is_none() {
            self.system_main(compiler);
        }
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
            let (block, faults) = parse_block(&text.value);
            if !faults.is_empty() {
                let origin = compiler.origin.clone();
                compiler
                    .diagnostics
                    .extend(faults.into_iter().map(|fault| from_fault(&origin, fault)));
                return;
            }
            maker.statements(compiler, &block);
        }
        compiler.pack.main = maker.finish(compiler);
        for text in case.expectations() {
            self.check(compiler, text);
        }
        self.proven(compiler, case);
    }

    fn check(&self, compiler: &mut Compiler<'_>, text: &At<String>) {
        compiler.origin = self.origin(self.situation.file, text);
        let expr: Expr = match parse_expr(&text.value) {
            Ok(expr) => expr,
            Err(fault) => {
                let origin = compiler.origin.clone();
                compiler.diagnostics.push(from_fault(&origin, fault));
                return;
            }
        };
        let function = FunctionMaker::expression(compiler, "check", &expr, Ty::BOOL);
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
