//! Systems with card sets, compiled once for all scenarios and cases that play with them.

use super::{Linker, Stage, function_too_large};
use crate::analysis::secrets;
use crate::check::{Compiler, Known};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::CardSetDoc;
use crate::emit;
use crate::facts::place_of;
use crate::project::Loaded;
use crate::source::{FileId, Origin};
use cardwright_bytecode::verify::Foundation;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A system with some of its card sets: declared, checked, made code of, and verified.
pub(crate) struct Base {
    pub(super) known: Known,
    /// What is proved of it; nothing if there is an error.
    pub(super) foundation: Option<Foundation>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Base {
    fn of(linker: &Linker<'_>, sets: &[&Loaded<CardSetDoc>]) -> Self {
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

/// A system's document, and the card sets in use in their order.
pub(super) type Key = (FileId, Vec<FileId>);

/// The bases of a project that were compiled so far. A copy begins anew.
#[derive(Default)]
pub(crate) struct Bases(Mutex<HashMap<Key, Arc<Base>>>);

impl Bases {
    /// What tells the base of a system with these card sets from others.
    pub(super) fn key(linker: &Linker<'_>, sets: &[&Loaded<CardSetDoc>]) -> Key {
        (linker.system.file, sets.iter().map(|set| set.file).collect())
    }

    /// The base of a system with these card sets. While one is made the others can be asked for; so if two threads want the
    /// same new one, both make it, and it is the same.
    pub(super) fn get(&self, linker: &Linker<'_>, sets: &[&Loaded<CardSetDoc>]) -> Arc<Base> {
        let key = Self::key(linker, sets);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(base) = known().get(&key) {
            return base.clone();
        }
        let base = Arc::new(Base::of(linker, sets));
        known().entry(key).or_insert(base).clone()
    }

    /// Nobody will ask for it soon.
    pub(super) fn forget(&self, key: &Key) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let base = known.remove(key);
        drop(known);
        // Taking it apart takes a while, and others need not wait for that.
        drop(base);
    }
}

impl Clone for Bases {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for Bases {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Bases")
    }
}
