//! The looks of systems, with the icons that they name.

use super::Documents;
use super::find::{ICON, ICONS};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::{Icon, LooksDoc, place_of};
use crate::source::{FileId, Location};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The most icons that the looks of a system may name.
pub(crate) const MOST_ICONS: usize = 1_000;

/// How a system looks.
#[derive(Clone, Debug)]
pub struct LoadedLooks {
    /// The file of the document.
    pub file: FileId,
    /// The document.
    pub doc: Arc<LooksDoc>,
    /// The icons that it names and that could be read, by their names.
    pub icons: Arc<BTreeMap<String, Icon>>,
}

impl PartialEq for LoadedLooks {
    /// Documents are the same if nothing was read anew; icons are compared, as they are read with each.
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file && Arc::ptr_eq(&self.doc, &other.doc) && self.icons == other.icons
    }
}

impl Documents {
    pub(super) fn add_looks(&mut self, file: FileId, doc: Arc<LooksDoc>, path: &Path) {
        if let Some(earlier) = self.looks.get(&doc.looks.value) {
            let earlier = place_of(earlier.file, &earlier.doc.looks);
            self.second("looks", file, &doc.looks, earlier);
            return;
        }
        let folder = path.parent().unwrap_or(Path::new(".")).join(ICONS);
        let icons = Arc::new(self.icons_of(file, &doc, &folder));
        let looks = LoadedLooks { file, doc, icons };
        self.looks.insert(looks.doc.looks.value.clone(), looks);
    }

    /// The icons that looks name. One that cannot be read is told where it is named, one that is no icon in its own file.
    fn icons_of(&mut self, file: FileId, doc: &LooksDoc, folder: &Path) -> BTreeMap<String, Icon> {
        let names = doc.icons();
        if names.len() > MOST_ICONS {
            let place = place_of(file, &doc.looks);
            let message = format!("the looks use {} icons; the most is {MOST_ICONS}", names.len());
            self.diagnostics
                .push(Diagnostic::new(codes::TOO_LARGE, place, message));
            return BTreeMap::new();
        }
        let mut icons = BTreeMap::new();
        for name in names {
            match self.icon_named(name, folder) {
                Ok(Some(icon)) => drop(icons.insert(name.to_owned(), icon)),
                Ok(None) => {}
                Err(why) => self.report_icon(file, doc, name, &why),
            }
        }
        icons
    }

    /// An icon; nothing if its own file has an error, which is told.
    fn icon_named(&mut self, name: &str, folder: &Path) -> Result<Option<Icon>, String> {
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err("the name of an icon can contain only the letters a to z, digits and `-`".to_owned());
        }
        let (source, icon) = self.library.icon(&folder.join(format!("{name}{ICON}")))?;
        match icon.as_ref() {
            Ok(icon) => Ok(Some(icon.clone())),
            Err(why) => {
                let file = self.sources.share(source);
                let place = Location {
                    file,
                    start: 0,
                    end: 0,
                };
                self.diagnostics
                    .push(Diagnostic::new(codes::LOOKS, place, why.clone()));
                Ok(None)
            }
        }
    }

    fn report_icon(&mut self, file: FileId, doc: &LooksDoc, name: &str, why: &str) {
        let Some(named) = doc.icons_named().find(|icon| icon.value == name) else {
            return;
        };
        let message = format!("the icon `{name}` cannot be read: {why}");
        let help = format!("save it as `{ICONS}/{name}{ICON}` beside this document, or name another icon");
        self.diagnostics
            .push(Diagnostic::new(codes::LOOKS, place_of(file, named), message).help(help));
    }
}
