//! The packages that a project provides: whether `[packages]` in its settings lists only what the folder has.
//!
//! Whoever needs such a package would get less than its author meant, and would be told of it too late.

use super::Documents;
use super::find::{FOLDERS, LIBRARIES, names_in};
use crate::codes;
use crate::diagnostic::{Diagnostic, listed, nearest};
use crate::settings::SETTINGS_FILE;
use crate::source::{FileId, Location};
use toml::Spanned;

impl Documents {
    /// Reports systems, libraries and parts in `[packages]` that do not exist.
    pub(super) fn report_parts(&mut self) {
        let Some(file) = self.sources.named(SETTINGS_FILE) else {
            return;
        };
        let parts = &self.settings.packages;
        // The names in folders that are links are not known.
        let systems = self.own_names(FOLDERS[0], self.systems.keys());
        let libraries = self.own_names(LIBRARIES, self.libraries.keys());
        let names = Some(parts.keys().cloned().collect());
        let mut found = Vec::new();
        for part in parts.values() {
            let lists = [
                ("system", &part.systems, &systems),
                ("library", &part.libraries, &libraries),
                ("part", &part.needs, &names),
            ];
            for (what, listed, known) in lists {
                let Some(known) = known else { continue };
                let unknown = listed.iter().filter(|one| !known.contains(one.get_ref()));
                found.extend(unknown.map(|one| not_there(file, what, one, known)));
            }
        }
        self.diagnostics.extend(found);
    }

    /// The names in a folder of the project itself, and those that were read without folders.
    fn own_names<'a>(&self, content: &str, read: impl Iterator<Item = &'a String>) -> Option<Vec<String>> {
        let mut names = names_in(self.root(), content)?;
        if names.is_empty() {
            names.extend(read.cloned());
        }
        Some(names)
    }
}

fn not_there(file: FileId, what: &str, name: &Spanned<String>, known: &[String]) -> Diagnostic {
    let span = name.span();
    let place = Location {
        file,
        start: span.start,
        end: span.end,
    };
    let name = name.get_ref();
    let help = match nearest(name, known) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None => Some(format!("there is {}", listed(known))),
    };
    Diagnostic::new(
        codes::SETTINGS,
        place,
        format!("there is no {what} `{name}` here"),
    )
    .maybe_help(help)
}
