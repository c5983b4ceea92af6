//! `--where PATH` and `--where PATH:LINE`: a file or folder of a project, or a line of a file.

use super::wrong_path;
use crate::program::Ending;
use cardwright_compiler::Sources;
use cardwright_compiler::source::Location;
use std::path::Path;

/// Where somebody looks.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// The name in the project.
    name: String,
    line: Option<usize>,
}

impl Spot {
    /// The place that a call means, as seen from the working folder or from the project's folder.
    pub(crate) fn of(asked: &str, root: &Path) -> Result<Self, Ending> {
        let (path, line) = match asked.rsplit_once(':') {
            Some((path, line)) if line.parse::<usize>().is_ok() => (path, line.parse().ok()),
            _ => (asked, None),
        };
        let found = Path::new(path)
            .canonicalize()
            .or_else(|error| root.join(path).canonicalize().map_err(|_| error));
        let found = found.map_err(|error| wrong_path(Path::new(path), &error))?;
        let root = root.canonicalize().map_err(|error| wrong_path(root, &error))?;
        let Ok(inside) = found.strip_prefix(&root) else {
            return Err(Ending::WrongCall(format!("{path} is not in the project")));
        };
        let name = inside.to_string_lossy().replace('\\', "/");
        Ok(Self { name, line })
    }

    /// Whether a place lies there.
    pub(crate) fn has(&self, sources: &Sources, place: Location) -> bool {
        let name = &sources.get(place.file).name;
        let rest = name.strip_prefix(&self.name);
        let is_inside =
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || self.name.is_empty());
        is_inside && self.line.is_none_or(|line| sources.line_column(place).0 == line)
    }
}
