//! The files that `new` writes: all of them or none, and none over what is there.
//!
//! Not here: what is in them.

use super::new::{Done, refuse};
use super::sound::sound;
use super::{outside_links, wrong_path};
use crate::program::{names, output, write};
use cardwright_compiler::Project;
use std::path::{Path, PathBuf};

/// Files that are written together, or not at all.
pub(super) struct Files {
    root: PathBuf,
    files: Vec<(PathBuf, String)>,
    /// Files that are left as they are where they are there already.
    beside: Vec<(PathBuf, String)>,
}

impl Files {
    /// No files yet, for a project with this root.
    pub(super) fn under(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            files: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// One file more, by its name in the project.
    pub(super) fn with(mut self, name: String, text: String) -> Self {
        self.files.push((self.root.join(name), text));
        self
    }

    /// Files that are left as they are where they are there already.
    pub(super) fn beside(mut self, files: Vec<(String, String)>) -> Self {
        let placed = files.into_iter().map(|(name, text)| (self.root.join(name), text));
        self.beside = placed.collect();
        self
    }

    /// Writes all of them, if they check clean in a project; what was written goes again if one cannot be.
    pub(super) fn write_into(self, project: Project) -> Done {
        sound(project, &self.documents())?;
        self.write()
    }

    /// The names of the files in the project, and their texts.
    pub(super) fn documents(&self) -> Vec<(String, String)> {
        let name = |path: &PathBuf| {
            let name = path.strip_prefix(&self.root).unwrap_or(path);
            name.to_string_lossy().replace('\\', "/")
        };
        self.files
            .iter()
            .map(|(path, text)| (name(path), text.clone()))
            .collect()
    }

    /// Writes all of them; what was written goes again if one cannot be.
    pub(super) fn write(mut self) -> Done {
        let is_there = |path: &Path| path.symlink_metadata().is_ok();
        if let Some((taken, _)) = self.files.iter().find(|(path, _)| is_there(path)) {
            return refuse(format!("{} already exists", names::seen(taken)));
        }
        let (kept, beside): (Vec<_>, Vec<_>) = self.beside.into_iter().partition(|(path, _)| is_there(path));
        self.files.extend(beside);
        let home = write::named(&self.root.join("systems"));
        cardwright_files::folders(&self.root, &home).map_err(|error| wrong_path(&self.root, &error))?;
        cardwright_files::together(&self.files, &outside_links().place(&self.root))
            .map_err(|(path, error)| wrong_path(&path, &error))?;
        self.files
            .iter()
            .for_each(|(path, _)| output::line(&names::seen(path)));
        for (path, _) in kept {
            output::line(&format!(
                "{} already exists, and was not changed",
                names::seen(&path)
            ));
        }
        Ok(())
    }

    /// The places of the files.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().map(|(path, _)| path.clone()).collect()
    }
}
