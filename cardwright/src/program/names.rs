//! The names of files in reports: relative to where the caller stands, or to the folder that the call names.

use cardwright_compiler::{Project, Sources};
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// The folder to which names are relative, without links; unset, that is the working folder.
static BASE: OnceLock<PathBuf> = OnceLock::new();

/// Sets for the whole run to which folder names are relative.
///
/// # Errors
/// The folder does not exist.
pub(crate) fn relative_to(folder: &Path) -> std::io::Result<()> {
    let _ = BASE.set(folder.canonicalize()?);
    Ok(())
}

/// The folder to which names are relative.
pub(crate) fn base() -> Option<PathBuf> {
    let here = || std::env::current_dir().and_then(|folder| folder.canonicalize());
    BASE.get().cloned().or_else(|| here().ok())
}

/// The files of a project under the names by which people and programs find them.
pub(crate) fn told(project: &Project) -> Cow<'_, Sources> {
    let Some((base, root)) = base().zip(project.root().canonicalize().ok()) else {
        return Cow::Borrowed(&project.sources);
    };
    if base == root {
        return Cow::Borrowed(&project.sources);
    }
    Cow::Owned(project.sources.renamed(|name| relative(&root, name, &base)))
}

/// A path as the caller would write it: relative, if it lies in the folder to which names are relative.
pub(crate) fn seen(path: &Path) -> String {
    let inner = base().and_then(|base| Some(path.strip_prefix(base).ok()?.to_path_buf()));
    let path = inner.as_deref().unwrap_or(path);
    path.to_string_lossy().replace('\\', "/")
}

/// A file of a project as seen from a folder above or in the project. One of a project elsewhere keeps its whole path.
fn relative(root: &Path, name: &str, base: &Path) -> String {
    let file = root.join(name);
    let path = if root.starts_with(base) || base.starts_with(root) {
        let all = file
            .components()
            .zip(base.components())
            .take_while(|(a, b)| a == b)
            .count();
        let up = base.components().skip(all).map(|_| Component::ParentDir);
        up.chain(file.components().skip(all)).collect()
    } else {
        file
    };
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::relative;
    use std::path::Path;

    #[test]
    fn names_lead_from_the_folder_to_the_file() {
        let root = Path::new("/home/ann/game");
        for (base, name) in [
            ("/home/ann", "game/cards/a.yaml"),
            ("/home/ann/game/cards", "a.yaml"),
            ("/home/ann/game/maps", "../cards/a.yaml"),
            ("/home/ben", "/home/ann/game/cards/a.yaml"),
        ] {
            assert_eq!(relative(root, "cards/a.yaml", Path::new(base)), name);
        }
    }
}
