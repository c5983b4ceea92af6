//! Places: the folders in which files may lie, and the real path behind links.

use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};

/// How many links may lead to one another.
const MOST_LINKS: usize = 40;

/// The rule on where a file or folder may lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Inside this folder, once all links are followed. Only files: no pipes, no devices.
    Inside(PathBuf),
    /// Any place to which links lead. Only files.
    #[default]
    Anywhere,
    /// The path as the caller gave it: anything, also pipes and devices.
    Named,
}

/// Something lies outside of where it may lie.
#[derive(Debug)]
pub struct Outside {
    /// The folder in which it may lie.
    pub home: PathBuf,
    /// The real path of the file, without links.
    pub target: PathBuf,
}

impl fmt::Display for Outside {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "a link leads out of {}, to {}; to allow this, use `--outside-links`",
            self.home.display(),
            self.target.display()
        )
    }
}

impl std::error::Error for Outside {}

impl Place {
    /// Inside a folder, which may be reached by links itself.
    #[must_use]
    pub fn inside(folder: &Path) -> Self {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        Self::Inside(folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf()))
    }

    /// The real path of something that exists, without links.
    ///
    /// # Errors
    /// If there is nothing, or it lies outside.
    pub fn real(&self, path: &Path) -> io::Result<PathBuf> {
        let real = path.canonicalize()?;
        self.allows(&real)?;
        Ok(real)
    }

    /// The real path of something that need not exist yet; its folder must be there.
    ///
    /// # Errors
    /// If there is no such folder, or it would lie outside.
    pub fn target(&self, path: &Path) -> io::Result<PathBuf> {
        let target = followed(path)?;
        if let Self::Inside(_) = self {
            let name = target
                .file_name()
                .ok_or_else(|| io::Error::other("it has no name"))?;
            let folder = folder_of(&target);
            if !folder.is_dir() {
                let why = format!("there is no folder `{}`", folder.display());
                return Err(io::Error::other(why));
            }
            self.allows(&folder.canonicalize()?.join(name))?;
        }
        Ok(target)
    }

    /// The nearest folder around a path that is there must lie inside.
    #[cfg(feature = "write")]
    pub(crate) fn holds_folder(&self, folder: &Path) -> io::Result<()> {
        let mut missing = folder;
        loop {
            match followed(missing)?.canonicalize() {
                Ok(real) => return self.allows(&real),
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                Err(error) if missing.is_symlink() => return Err(error),
                Err(_) => missing = folder_of(missing),
            }
        }
    }

    /// Whether a path without links may be used.
    fn allows(&self, real: &Path) -> io::Result<()> {
        match self {
            Self::Inside(home) if !real.starts_with(home) => Err(io::Error::other(Outside {
                home: home.clone(),
                target: real.to_path_buf(),
            })),
            Self::Inside(_) | Self::Anywhere | Self::Named => Ok(()),
        }
    }
}

/// The end of a chain of links. It need not exist.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..=MOST_LINKS {
        if !path.is_symlink() {
            return Ok(path);
        }
        let next = std::fs::read_link(&path)?;
        path = folder_of(&path).join(next);
    }
    Err(io::Error::other("its links form a circle"))
}

/// The folder in which a file lies.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) => Path::new("."),
        None if path.components().any(|part| part == Component::ParentDir) => Path::new(".."),
        None => path,
    }
}
