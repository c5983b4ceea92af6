//! A system with card sets, compiled for all scenarios and cases that play with them.

use super::{Linker, Stage, function_too_large};
use crate::emit;
use crate::secrets;
use cardwright_bytecode::verify::Foundation;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{CardSetDoc, place_of};
use cardwright_documents::project::Loaded;
use cardwright_documents::source::Origin;
use cardwright_meaning::check::{Compiler, Known};
use std::sync::Arc;

/// A system with some of its card sets: declared, checked, made code of, and verified.
#[derive(Default)]
pub struct Base {
    pub(super) known: Known,
    /// What is proved of it; nothing if there is an error.
    pub(super) foundation: Option<Foundation>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

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
        if diagnostics.is_empty() {
            let too_large = emit::functions(&known.program, &mut known.pack, sources);
            diagnostics.extend(too_large.into_iter().map(function_too_large));
        }
        let mut foundation = None;
        if diagnostics.is_empty() {
            match Foundation::of(known.pack.clone()) {
                Ok(proved) => foundation = Some(proved),
                Err(error) => {
                    let place = place_of(linker.system.file, &linker.system.doc.system);
                    let message = format!("the verifier refused this: {error}");
                    diagnostics.push(Diagnostic::new(codes::REFUSED, place, message));
                }
            }
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.place);
        diagnostics.dedup();
        known.settle();
        Self {
            known,
            foundation,
            diagnostics,
        }
    }
}

/// Who has bases, or makes them.
pub trait Bases {
    /// The base of a system with these card sets.
    fn base(&self, linker: &Linker<'_>, sets: &[&Loaded<CardSetDoc>]) -> Arc<Base>;
}
