//! Phrases that are told and asked: `tells`, `asks`, and the values in questions.
//!
//! Each value between braces becomes a pure function of its own, so that it is worked out only when somebody is told. Those of
//! a clause get what the clause gets; those of a question get what they read of the code around it.

use super::place::captured;
use super::scope::Scope;
use super::{Compiler, Unit};
use cardwright_bytecode::pack::{FuncId, FunctionClass, Id, PhraseDef, ProcedureDef, TellingDef, ToldOf};
use cardwright_bytecode::ty::KIND_PLAYER;
use cardwright_bytecode::verify::MAX_ARGUMENTS;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Extension, FieldDecl, ItemKind, Name, Phrase, Quoted, Step};
use cardwright_trees::{Expr, ExprKind, LocalId};
use std::collections::BTreeSet;

/// The name for the thing in a telling of a field or a token.
const IT: &str = "it";
/// The name for the value before the change.
const WAS: &str = "was";
/// The name for the value after the change.
const NOW: &str = "now";

impl Compiler<'_> {
    /// Checks the tellings of fields and tokens, and the questions of offers. A procedure's own tellings are
    /// checked together with the procedure.
    pub fn tellings(&mut self, units: &[Unit]) {
        self.each_item(units, |this, item| match &item.kind {
            ItemKind::Token { name, tells, .. } => this.token_tells(name, tells.as_ref()),
            ItemKind::Offer { name, params, asks } => this.offer_asks(name, params, asks.as_ref()),
            ItemKind::Piece(decl) | ItemKind::Card { decl, .. } => {
                let ty = this.names.types.get(&decl.name.text).map(|ty| ty.base);
                this.fields_tell(ty, &decl.fields);
                this.kind_untold(ty, decl.untold.as_ref());
            }
            ItemKind::Player { fields } => this.fields_tell(Some(Base::Entity(KIND_PLAYER)), fields),
            ItemKind::Extend {
                name,
                with: Extension::Kind(fields),
            } => {
                let ty = this.names.types.get(&name.text).map(|ty| ty.base);
                this.fields_tell(ty, fields);
            }
            _ => {}
        });
    }

    fn fields_tell(&mut self, of: Option<Base>, fields: &[FieldDecl]) {
        let Some(Base::Entity(kind)) = of else { return };
        for field in fields {
            let Some(tells) = &field.tells else { continue };
            let known = &self.pack.kinds[usize::from(kind)].fields;
            let Some(at) = known.iter().position(|known| known.name == field.name.text) else {
                continue;
            };
            let ty = known[at].ty;
            if !field.state || ty.set {
                let message = format!(
                    "`{}` cannot have `tells`, because it is not a single value that changes",
                    field.name.text
                );
                let help = "write `tells` at the procedure that changes it";
                self.report(codes::MISPLACED, tells.span, message).help = Some(help.to_owned());
                continue;
            }
            let it = Ty::one(Base::Entity(kind));
            let scope = self.change_scope(&field.name, it, ty);
            self.telling(scope, ToldOf::Field(kind, at as u32), tells);
        }
    }

    /// Of the comings and goings of a kind, nothing is told.
    fn kind_untold(&mut self, of: Option<Base>, untold: Option<&Quoted>) {
        let (Some(Base::Entity(kind)), Some(untold)) = (of, untold) else {
            return;
        };
        if !untold.text.is_empty() {
            let message = "a kind can have only an empty text: `tells \"\"`";
            let help = "write the text at the procedures that add and remove its pieces or cards";
            self.report(codes::MISPLACED, untold.span, message).help = Some(help.to_owned());
            return;
        }
        let empty = ast::Expr {
            span: untold.span,
            kind: ast::ExprKind::Text(String::new()),
        };
        let scope = Scope::new("told", FunctionClass::Pure, Ty::TEXT);
        self.telling(scope, ToldOf::Kind(kind), &empty);
    }

    fn token_tells(&mut self, name: &Name, tells: Option<&ast::Expr>) {
        let (Some(tells), Some(&token)) = (tells, self.names.tokens.get(&name.text)) else {
            return;
        };
        let scope = self.change_scope(name, Ty::THING, Ty::NUMBER);
        self.telling(scope, ToldOf::Tokens(token as u32), tells);
    }

    fn offer_asks(&mut self, name: &Name, params: &[ast::Param], asks: Option<&ast::Expr>) {
        let (Some(asks), Some(offer)) = (asks, self.names.offers.get(&name.text).cloned()) else {
            return;
        };
        let scope = self.pure_scope(name, &offer.params, params, Ty::TEXT);
        self.telling(scope, ToldOf::Offer(Id::at(offer.index)), asks);
    }

    /// Checks the telling of a procedure.
    pub(super) fn run_tells(&mut self, procedure: usize, tells: Option<&ast::Expr>) {
        if let Some(tells) = tells {
            let scope = self.context_scope("told".into(), FunctionClass::Pure, Ty::TEXT, procedure);
            self.telling(scope, ToldOf::Run(procedure_id(procedure)), tells);
        }
    }

    /// Checks the telling of a step, and the question in its windows.
    pub(super) fn step_tells(&mut self, procedure: usize, at: usize, step: &Step) {
        let (id, at) = (procedure_id(procedure), at as u32);
        let clauses = [
            (ToldOf::Step(id, at), &step.tells),
            (ToldOf::Asked(id, at), &step.asks),
        ];
        for (of, clause) in clauses {
            if let Some(clause) = clause {
                let scope = self.context_scope("told".into(), FunctionClass::Pure, Ty::TEXT, procedure);
                self.telling(scope, of, clause);
            }
        }
    }

    /// The scope of what is told of a change.
    fn change_scope(&mut self, name: &Name, it: Ty, was: Ty) -> Scope {
        let place = self.place(name.span);
        let mut scope = Scope::new(format!("told of {}", name.text), FunctionClass::Pure, Ty::TEXT);
        scope.param(IT, it, place);
        scope.param(WAS, was, place);
        scope.param(NOW, was, place);
        scope
    }

    fn telling(&mut self, mut scope: Scope, of: ToldOf, clause: &ast::Expr) {
        scope.phrases = Some(Vec::new());
        let text = self.typed(&mut scope, clause, Ty::TEXT);
        let phrases = scope.phrases.take().unwrap_or_default();
        let function = self.giving(scope, text, clause.span);
        let text = self.add_function(function);
        self.pack.tellings.push(TellingDef { of, text, phrases });
    }

    /// A text with values in it, in a clause.
    pub(crate) fn phrase(&mut self, scope: &mut Scope, phrase: &Phrase) -> Option<Expr> {
        if scope.phrases.is_none() {
            let message = "values in braces are allowed only after `tells`, after `asks`, and in questions";
            let help = "for a brace, write `{{`";
            self.report(codes::MISPLACED, phrase.span, message).help = Some(help.to_owned());
            return None;
        }
        let mut parts = Vec::new();
        for part in &phrase.parts {
            let own = scope.beside();
            parts.push(self.part(own, part)?);
        }
        let at = self.text(&phrase.text);
        let found = scope.phrases.get_or_insert_default();
        let text = at as u32;
        if found.iter().all(|known| known.text != text) {
            found.push(PhraseDef { text, parts });
        }
        Some(self.constant(Ty::TEXT, i64::from(text), phrase.span))
    }

    /// The function that gives a value in a text.
    fn part(&mut self, mut own: Scope, part: &ast::Expr) -> Option<FuncId> {
        let value = self.expr(&mut own, part, None)?;
        if value.ty == Ty::NOTHING {
            let message = "this gives no value, so a text cannot show it";
            self.report(codes::WRONG_TYPE, part.span, message);
            return None;
        }
        own.set_result(value.ty);
        let function = self.giving(own, Some(value), part.span);
        Some(self.add_function(function))
    }

    /// The values in a question: what gives them, and what these functions get.
    pub(super) fn values_asked(&mut self, scope: &mut Scope, prompt: &Phrase) -> (Vec<FuncId>, Vec<Expr>) {
        if prompt.parts.is_empty() {
            return Default::default();
        }
        let Some(read) = self.read_in(scope, prompt) else {
            return Default::default();
        };
        let known = self.diagnostics.len();
        let mut parts = Vec::new();
        for part in &prompt.parts {
            let mut own = scope.inside("what is asked".into(), FunctionClass::Pure, Ty::NOTHING);
            let place = self.place(part.span);
            for &local in &read {
                own.param(scope.name_of(local), scope.type_of(local), place);
            }
            parts.extend(self.part(own, part));
        }
        self.diagnostics.truncate(known);
        let read = read.into_iter().map(|local| Expr {
            ty: scope.type_of(local),
            kind: ExprKind::Local(local),
            place: self.place(prompt.span),
        });
        (parts, read.collect())
    }

    /// The names around a question that its values read.
    fn read_in(&mut self, scope: &mut Scope, prompt: &Phrase) -> Option<BTreeSet<LocalId>> {
        let (mut read, first_own) = (BTreeSet::new(), scope.count());
        for part in &prompt.parts {
            let value = self.expr(scope, part, None)?;
            read.extend(captured(&value, first_own));
        }
        if read.len() > MAX_ARGUMENTS {
            let message = format!(
                "this question uses {} names from the code around it; the most is {MAX_ARGUMENTS}",
                read.len()
            );
            self.report(codes::TOO_LARGE, prompt.span, message);
            return None;
        }
        Some(read)
    }
}

fn procedure_id(procedure: usize) -> Id<ProcedureDef> {
    Id::at(procedure)
}
