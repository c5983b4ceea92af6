//! The files of the language that a system or a library names.

use super::find::LIBRARIES;
use super::{Documents, from_fault, lies_within};
use crate::codes;
use crate::diagnostic::{Diagnostic, nearest};
use crate::document::{At, place_of};
use crate::rules::{Declarer, Unit};
use crate::source::{FileId, Origin};
use cardwright_bytecode::pack::Level;
use std::path::Path;

impl Documents {
    /// The language files that a system or library names.
    pub(super) fn units(&mut self, file: FileId, names: &[At<String>], folder: &Path) -> Vec<Unit> {
        let mut units = Vec::new();
        for name in names {
            if !lies_within(&name.value) {
                let of = self.owner_of_files(file);
                let message = format!("`{}` must be a file in the folder of the {of}", name.value);
                self.diagnostics
                    .push(Diagnostic::new(codes::FILE, place_of(file, name), message));
                continue;
            }
            match self.library.language(&folder.join(&name.value)) {
                Ok((text, rules)) => {
                    let origin = Origin::file(self.sources.share(text));
                    let faults = rules.faults.iter().cloned();
                    self.diagnostics
                        .extend(faults.map(|fault| from_fault(&origin, fault)));
                    units.push(Unit {
                        origin,
                        items: rules.items,
                        level: Level::Core,
                        template: None,
                        owner: Declarer::SYSTEM,
                    });
                }
                Err(error) => {
                    let diagnostic = self.unread_language(file, names, name, folder, &error);
                    self.diagnostics.push(diagnostic);
                }
            }
        }
        units
    }

    /// The document that names files of the language, in words.
    fn owner_of_files(&self, file: FileId) -> &'static str {
        let is_library = self.sources.get(file).name.starts_with(LIBRARIES);
        if is_library { "library" } else { "system" }
    }

    /// Why a file that a system names is not read; what it may have meant.
    fn unread_language(
        &mut self,
        file: FileId,
        names: &[At<String>],
        name: &At<String>,
        folder: &Path,
        error: &str,
    ) -> Diagnostic {
        let place = place_of(file, name);
        let path = folder.join(&name.value);
        if self.library.is_there(&path) {
            // A refused link is told of here, where it is named, and nowhere else.
            self.meant.insert(path);
            let message = format!("`{}` cannot be read: {error}", name.value);
            return Diagnostic::new(codes::FILE, place, message);
        }
        let named = |path: &&str| names.iter().any(|file| file.value == *path);
        let files = self.library.language_files().iter();
        let others = files.filter_map(|path| path.strip_prefix(folder).ok()?.to_str());
        let near = nearest(&name.value, others.filter(|path| !named(path)));
        let of = self.owner_of_files(file);
        let message = format!("there is no file `{}` in the folder of the {of}", name.value);
        let diagnostic = Diagnostic::new(codes::FILE, place, message);
        let Some(near) = near else { return diagnostic };
        self.meant.insert(folder.join(&near));
        diagnostic.suggesting(&name.value, [near])
    }
}
