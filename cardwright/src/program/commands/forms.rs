//! The forms that lie in the project: documents in `imports/` that begin with `squads:` or `lists:`.

use super::{outside_links, wrong_path};
use crate::program::Ending;
use cardwright_files::Place;
use cardwright_import::Refused;
use cardwright_import::lists::Lists;
use cardwright_import::squads::Form;
use std::path::{Path, PathBuf};

/// The most bytes of a mapping.
pub(super) const MOST_MAPPING_BYTES: u64 = 4 << 20;

/// The text of a mapping or form.
pub(super) fn text_of(path: &Path, place: &Place) -> Result<String, Ending> {
    cardwright_files::text(path, place, MOST_MAPPING_BYTES).map_err(|error| wrong_path(path, &error))
}

/// A form: of squads, or of lists.
pub(super) enum Found {
    Squads(Box<Form>),
    Lists(Lists),
}

impl Found {
    /// Its file, as people call it.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Squads(form) => &form.name,
            Self::Lists(form) => &form.name,
        }
    }
}

/// All forms of a project, in the order of their files.
pub(super) fn forms(root: &Path) -> Result<Vec<Found>, Ending> {
    let mut forms = Vec::new();
    let place = outside_links().place(root);
    let folders = files(&root.join("imports"), &place)?;
    let mut all = Vec::new();
    for folder in folders.iter().filter(|path| path.is_dir()) {
        all.extend(files(folder, &place)?);
    }
    for path in all {
        if path.extension().is_none_or(|end| end != "yaml") {
            continue;
        }
        let text = text_of(&path, &place)?;
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if Form::is_form(&text) {
            let form = Form::read(&name, text).map_err(refused)?;
            forms.push(Found::Squads(Box::new(form)));
        } else if Lists::is_form(&text) {
            forms.push(Found::Lists(Lists::read(&name, text).map_err(refused)?));
        }
    }
    Ok(forms)
}

/// The entries of a folder; none, if it is not one.
fn files(folder: &Path, place: &Place) -> Result<Vec<PathBuf>, Ending> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let real = place.real(folder).map_err(|error| wrong_path(folder, &error))?;
    let entries = cardwright_files::entries(&real).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| folder.join(entry.name)).collect();
    files.sort();
    Ok(files)
}

/// Tells why a mapping or form is not carried out.
pub(super) fn refused(why: Refused) -> Ending {
    match why {
        Refused::Mapping(found) => {
            let (sources, found) = *found;
            crate::program::output::diagnostics(&sources, &found, crate::program::output::Format::Text);
            Ending::Errors
        }
        Refused::Source(why) => Ending::WrongCall(why),
        Refused::Content => {
            crate::program::output::complain(
                "nothing was imported: the content of the system has errors; run `cardwright check`",
            );
            Ending::Errors
        }
    }
}
