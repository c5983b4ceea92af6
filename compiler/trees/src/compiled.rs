//! A pack with its trees, or what is wrong.

use super::Program;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_documents::diagnostic::Diagnostic;

/// The result of a compilation: a pack if there was no error.
#[derive(Debug, Default)]
pub struct Compiled {
    /// The verified pack; none without a diagnostic means that the project's own diagnostics say why.
    pub pack: Option<VerifiedPack>,
    /// The typed trees of the pack's functions and rules; empty if there is no pack.
    pub program: Program,
    /// The errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// A compilation without a pack, with the reasons.
    #[must_use]
    pub fn refused(diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            diagnostics,
            ..Self::default()
        }
    }
}
