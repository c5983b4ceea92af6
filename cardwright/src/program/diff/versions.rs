//! What a call names as a version: a folder, a git revision, or a folder in one.
//!
//! Not here: how git is asked.

use super::git::Repository;
use crate::embed::workshop::NOWHERE;
use crate::program::Ending;
use crate::program::commands::{outside_links, root_around, wrong_path};
use cardwright_compiler::Project;
use std::path::Path;

/// A version of a project.
pub(crate) struct Version {
    /// What the call names it.
    pub(crate) name: String,
    pub(crate) project: Project,
}

impl Version {
    /// The project in a folder or around it, or that of a revision: of the project around the working folder, or with `REV:PATH` of the
    /// folder in the repository.
    pub(crate) fn read(name: &str) -> Result<Self, Ending> {
        if Path::new(name).exists() {
            return Self::of_folder(Path::new(name));
        }
        let (texts, home) = match name.split_once(':') {
            Some((revision, folder)) => {
                let here = std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?;
                let repository = Repository { folder: &here };
                let home = repository.top().unwrap_or_else(|| here.clone()).join(folder);
                (repository.texts(revision, folder), home)
            }
            None => {
                let root = root_around(None)?;
                let repository = Repository { folder: &root };
                let texts = repository
                    .prefix()
                    .and_then(|prefix| repository.texts(name, &prefix));
                (texts, root)
            }
        };
        let texts = texts.map_err(Ending::WrongCall)?;
        Ok(Self {
            name: name.to_owned(),
            // Packages are pinned by their hashes: those that lie here now are those of the revision, or are refused.
            project: Project::load_texts(Path::new(NOWHERE), texts, &home),
        })
    }

    /// The project around the working folder.
    pub(crate) fn here() -> Result<Self, Ending> {
        Ok(Self {
            name: "the working folder".to_owned(),
            project: Project::load_linked(&root_around(None)?, outside_links()),
        })
    }

    fn of_folder(folder: &Path) -> Result<Self, Ending> {
        if !folder.is_dir() {
            let why = "this is a file; name a folder with a project, or a git revision";
            return Err(wrong_path(folder, &why));
        }
        Ok(Self {
            name: folder.display().to_string(),
            project: Project::load_linked(&root_around(Some(folder))?, outside_links()),
        })
    }
}
