//! What a call names as a version: a folder, a git revision, or a folder in one.
//!
//! Not here: how git is asked.

use super::git::Repository;
use crate::embed::workshop::NOWHERE;
use crate::program::Ending;
use crate::program::commands::{root_around, whole_project, wrong_path};
use cardwright_compiler::Project;
use cardwright_compiler::document::AsOf;
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
    /// `@DAY` behind it asks for the cards of that day; alone it means the project around the working folder.
    pub(crate) fn read(name: &str) -> Result<Self, Ending> {
        if Path::new(name).exists() {
            return Self::of_folder(Path::new(name));
        }
        let day = name.rsplit_once('@');
        if let Some((of, day)) = day.and_then(|(of, day)| Some((of, day.parse::<AsOf>().ok()?))) {
            let version = match of {
                "" => Self::here()?,
                of => Self::read(of)?,
            };
            return Ok(Self {
                name: name.to_owned(),
                project: version.project.on(day),
            });
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
            project: whole_project(&root_around(None)?),
        })
    }

    fn of_folder(folder: &Path) -> Result<Self, Ending> {
        if !folder.is_dir() {
            let why = "this is a file; name a folder with a project, or a git revision";
            return Err(wrong_path(folder, &why));
        }
        Ok(Self {
            name: folder.display().to_string(),
            project: whole_project(&root_around(Some(folder))?),
        })
    }
}
