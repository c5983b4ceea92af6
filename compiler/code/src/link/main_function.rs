//! The function that plays: a system's main procedure, or a case's statements; and what a case expects.

use super::Linker;
use cardwright_bytecode::pack::{CheckDef, Id};
use cardwright_bytecode::ty::KIND_PLAYER;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::document::{At, CaseDoc, place_of};
use cardwright_documents::project::{from_fault, put};
use cardwright_documents::rules::Declarer;
use cardwright_documents::ways;
use cardwright_dsl::ast::{Expr, each_name_of_block, each_name_of_expr};
use cardwright_dsl::{parse_block, parse_expr};
use cardwright_meaning::check::{Compiler, FunctionMaker};
use cardwright_trees::{self as tree, Body, ExprKind};

impl Linker<'_> {
    /// A case's main function and checks, instead of the system's.
    pub(crate) fn main_function(&self, compiler: &mut Compiler<'_>) {
        if let Some(case) = self.situation.case {
            compiler.names.look_as(Declarer::SITUATION);
            self.case_functions(compiler, case);
        }
    }

    /// Sets the pack's main function, its score, the order of its players, and what its rounds are.
    pub(crate) fn system_functions(&self, compiler: &mut Compiler<'_>) {
        compiler.names.look_as(Declarer::SYSTEM);
        self.system_main(compiler);
        self.score(compiler);
        self.order(compiler);
        self.ways(compiler);
        self.round(compiler);
    }

    fn round(&self, compiler: &mut Compiler<'_>) {
        let Some(round) = &self.system.doc.round else {
            return;
        };
        match compiler.names.procedures.get(&round.value) {
            Some(sym) => compiler.pack.round = Some(Id::at(sym.index)),
            None => {
                let known: Vec<String> = compiler.names.procedures.names().map(str::to_owned).collect();
                let message = format!("there is no procedure `{}`", round.value);
                compiler
                    .report_at(codes::SETTING, place_of(self.system.file, round), message)
                    .suggest(&round.value, known);
            }
        }
    }

    fn ways(&self, compiler: &mut Compiler<'_>) {
        let faults: Vec<ways::Fault<'_>> = ways::ways(&self.system.doc, &compiler.pack)
            .filter_map(Result::err)
            .collect();
        for fault in faults {
            let place = place_of(self.system.file, fault.at);
            compiler
                .report_at(codes::SETTING, place, fault.message)
                .suggest(fault.wrong, fault.known);
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
                let message = format!(
                    "a game cannot start with `{}`, because it has parameters",
                    main.value
                );
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

    fn order(&self, compiler: &mut Compiler<'_>) {
        let Some(order) = &self.system.doc.order else {
            return;
        };
        let players = Ty::set(Base::Entity(KIND_PLAYER));
        match compiler.names.defines.get(&order.value) {
            Some(sym) if sym.params.is_empty() && sym.result == players => {
                compiler.pack.order = Some(sym.function);
            }
            _ => {
                let fits = |name: &&str| {
                    compiler
                        .names
                        .defines
                        .get(name)
                        .is_some_and(|sym| sym.result == players)
                };
                let known = compiler.names.defines.names().filter(fits);
                let known: Vec<String> = known.map(str::to_owned).collect();
                let message = format!(
                    "there is no define `{}` without parameters that gives a set of players",
                    order.value
                );
                compiler
                    .report_at(codes::SETTING, place_of(self.system.file, order), message)
                    .suggest(&order.value, known);
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
        let cut = self.cut_at_commas(compiler, case);
        for text in case.expectations().filter(|text| !cut.contains(&text.start)) {
            self.check(compiler, case, text);
        }
        self.proven(compiler, case);
        self.expects_something(compiler, case);
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
            self.asks_nothing(compiler, text);
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
            let message = format!("there is no rule `{}` in the ledger", id.value);
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
