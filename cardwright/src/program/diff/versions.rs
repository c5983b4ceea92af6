//! What a call names as a version: a folder, a git revision, or a folder in one.
//!
//! Not here: how git is asked.

use super::git::Repository;
use crate::embed::workshop::NOWHERE;
use crate::program::Ending;
use crate::program::commands::{root_around, whole_project, with_packages, wrong_path};
use cardwright_compiler::Project;
use cardwright_compiler::document::AsOf;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
        let (texts, home) = texts_and_home(name)?;
        // What the revision pins: among its own files, in `needs`, or in the store beside it.
        let project = Project::load_texts(Path::new(NOWHERE), texts, &home);
        Self::of_revision(name, project)
    }

    /// A revision whose packages are there: without them nothing could be compared.
    fn of_revision(name: &str, project: Project) -> Result<Self, Ending> {
        let errors = project.mount_errors().iter();
        let is_missing = errors.clone().any(|one| one.missing.is_some());
        let mut why: Vec<&str> = errors.map(|one| one.message.as_str()).collect();
        if project.hides_needs() {
            why.extend(project.diagnostics.iter().map(|one| one.message.as_str()));
        }
        let advice = match is_missing {
            true => format!("; run `cardwright fetch --at {name}`"),
            false => String::new(),
        };
        match why.is_empty() {
            true => Ok(Self {
                name: name.to_owned(),
                project,
            }),
            false => Err(Ending::WrongCall(format!(
                "`{name}` cannot be read: {}{advice}",
                why.join("; ")
            ))),
        }
    }

    /// The project around the working folder.
    pub(crate) fn here() -> Result<Self, Ending> {
        Ok(Self {
            name: "the working folder".to_owned(),
            project: with_packages(whole_project(&root_around(None)?))?,
        })
    }

    fn of_folder(folder: &Path) -> Result<Self, Ending> {
        if !folder.is_dir() {
            let why = "this is a file; name a folder with a project, or a git revision";
            return Err(wrong_path(folder, &why));
        }
        Ok(Self {
            name: folder.display().to_string(),
            project: with_packages(whole_project(&root_around(Some(folder))?))?,
        })
    }
}

/// The texts of a revision of the project in a folder.
pub(crate) fn texts_of(root: &Path, revision: &str) -> Result<BTreeMap<String, String>, Ending> {
    let repository = Repository { folder: root };
    let texts = repository
        .prefix()
        .and_then(|prefix| repository.texts(revision, &prefix));
    texts.map_err(Ending::WrongCall)
}

/// The texts that a revision, or a folder in one, has; and the folder beside which its packages lie.
fn texts_and_home(name: &str) -> Result<(BTreeMap<String, String>, PathBuf), Ending> {
    let Some((revision, folder)) = name.split_once(':') else {
        let root = root_around(None)?;
        return Ok((texts_of(&root, name)?, root));
    };
    let here = std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?;
    let repository = Repository { folder: &here };
    let home = repository.top().unwrap_or_else(|| here.clone()).join(folder);
    let texts = repository.texts(revision, folder).map_err(Ending::WrongCall)?;
    Ok((texts, home))
}
