//! Warnings that are meant are left out of a review, and entries that allow nothing are reported.
//!
//! Not here: what an entry may say, see `cardwright_documents::allowed`.

use cardwright_documents::allowed::{Allow, place};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Diagnostic, Severity};
use cardwright_documents::settings::SETTINGS_FILE;
use cardwright_documents::source::{FileId, Sources};

/// Without the allowed warnings; and with the entries that allow nothing, if everything was looked for and nothing is wrong: what
/// has an error may be silent about its warnings.
pub(crate) fn without_allowed(
    allow: &[Allow],
    sources: &Sources,
    mut found: Vec<Diagnostic>,
    is_everything: bool,
) -> Vec<Diagnostic> {
    let mut is_used = vec![false; allow.len()];
    found.retain(|one| {
        let fitting = allow.iter().zip(&mut is_used);
        let mut fitting = fitting.filter(|(allow, _)| fits(allow, sources, one));
        let first = fitting.next().map(|(_, used)| *used = true);
        fitting.for_each(|(_, used)| *used = true);
        first.is_none()
    });
    let has_error = found.iter().any(|one| one.code.severity == Severity::Error);
    let Some(file) = sources
        .named(SETTINGS_FILE)
        .filter(|_| is_everything && !has_error)
    else {
        return found;
    };
    let unused = allow.iter().zip(is_used).filter(|(_, is_used)| !is_used);
    found.extend(unused.map(|(allow, _)| in_vain(allow, file)));
    found
}

/// Whether an entry is about a diagnostic.
fn fits(allow: &Allow, sources: &Sources, found: &Diagnostic) -> bool {
    let path = allow.path.get_ref().trim_end_matches('/');
    let rest = sources.get(found.place.file).name.strip_prefix(path);
    found.code.severity == Severity::Warning
        && found.code.id == allow.code.get_ref()
        && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The warning that an entry allows nothing.
fn in_vain(allow: &Allow, file: FileId) -> Diagnostic {
    let (code, path) = (allow.code.get_ref(), allow.path.get_ref());
    let message = format!("there is no warning `{code}` in `{path}`, so this entry allows nothing");
    let help = format!("remove this entry from {SETTINGS_FILE}");
    Diagnostic::new(codes::UNUSED_ALLOW, place(file, &allow.code), message).help(help)
}
