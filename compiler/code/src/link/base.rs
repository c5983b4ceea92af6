//! A system with card sets, compiled for all scenarios and cases that play with them.

use super::{Linker, Stage, too_large};
use crate::emit;
use crate::secrets;
use cardwright_bytecode::pack::Table;
use cardwright_bytecode::verify::Foundation;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{CardSetDoc, place_of};
use cardwright_documents::project::Loaded;
use cardwright_documents::source::{Location, Origin, Sources};
use cardwright_meaning::check::{Compiler, Known};
use std::sync::{Arc, OnceLock};

/// A system with some of its card sets: declared and checked. Code is made of it when somebody wants to play.
#[derive(Default)]
pub struct Base {
    /// The tables and trees; functions have no code.
    pub(super) known: Known,
    /// The diagnostics of the check.
    pub(super) diagnostics: Vec<Diagnostic>,
    code: OnceLock<Coded>,
    sources: Sources,
    /// The place that names the system.
    place: Location,
}

/// The pack of a base with its code, and what is proved of it; or what is wrong with the code.
type Coded = Result<Foundation, Vec<Diagnostic>>;

impl Base {
    pub(crate) fn of(linker: &Linker<'_>, sets: &[&Loaded<CardSetDoc>]) -> Self {
        let sources = &linker.project.sources;
        let mut compiler = Compiler::new(sources, Origin::file(linker.system.file));
        let part = linker.common(&mut compiler, sets);
        linker.put(&mut compiler, part, Stage::FIRST);
        let (mut known, mut diagnostics) = compiler.into_known();
        if diagnostics.is_empty() {
            diagnostics.extend(secrets::told(&known.pack, &known.program, 0, None));
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.place);
        diagnostics.dedup();
        emit::signatures(&known.program, &mut known.pack);
        known.settle();
        Self {
            known,
            diagnostics,
            code: OnceLock::new(),
            sources: sources.clone(),
            place: place_of(linker.system.file, &linker.system.doc.system),
        }
    }

    /// The tables and trees, or the diagnostics if the check found any.
    pub(super) fn checked(&self) -> Result<&Known, &[Diagnostic]> {
        match self.diagnostics.as_slice() {
            [] => Ok(&self.known),
            wrong => Err(wrong),
        }
    }

    /// The pack with its code, and what is proved of it.
    pub(super) fn coded(&self) -> Result<&Foundation, &[Diagnostic]> {
        let known = self.checked()?;
        if self.code.get().is_none() {
            // Two threads may both make it: one that waited for the other could be the one that the other waits for.
            let made = self.code_of(known);
            drop(self.code.set(made));
        }
        match self.code.get() {
            Some(Ok(foundation)) => Ok(foundation),
            Some(Err(wrong)) => Err(wrong),
            None => Err(&[]),
        }
    }

    /// The tables and trees, with the pack that has code.
    pub(super) fn known_with(&self, foundation: &Foundation) -> Known {
        self.known.with_pack(foundation.pack().clone())
    }

    fn code_of(&self, known: &Known) -> Coded {
        let mut pack = known.pack.clone();
        pack.functions = Table::default();
        let places = emit::functions(&known.program, &mut pack, &self.sources);
        if !places.is_empty() {
            return Err(too_large(places));
        }
        Foundation::of(pack).map_err(|error| {
            let message = format!("the verifier rejected this: {error}");
            vec![Diagnostic::new(codes::REFUSED, self.place, message)]
        })
    }
}

/// A source of bases.
pub trait Bases {
    /// The base of a system with these card sets.
    fn base(&self, linker: &Linker<'_>, sets: &[&Loaded<CardSetDoc>]) -> Arc<Base>;
}
