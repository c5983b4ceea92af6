//! `pack --source`: an archive of a package, for others to need.
//!
//! Not here: packs of bytecode, which `build` makes.

use super::{outside_links, project_at, wrong_path};
use crate::program::packages::archive::packed;
use crate::program::{Ending, output};
use cardwright_compiler::packages::{Part, is_licence, package_files, tree_hash};
use cardwright_compiler::{Depth, Project, Severity, review_to, so_many};
use cardwright_files::Place;
use clap::Args;
use std::path::PathBuf;

/// Makes an archive of a package for others to need.
#[derive(Args)]
pub(crate) struct Pack {
    /// Pack the documents: others need them. (A pack of bytecode is made by `build`.)
    #[arg(long, required = true)]
    source: bool,
    /// A folder of the project; the one around the working folder if absent
    path: Option<PathBuf>,
    /// The package, if the folder has several
    #[arg(long, value_name = "NAME")]
    package: Option<String>,
    /// The file to write; `NAME-VERSION.tar.gz` in the working folder if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Pack {
    pub(crate) fn run(self) -> Ending {
        self.packed().unwrap_or_else(|ending| ending)
    }

    fn packed(&self) -> Result<Ending, Ending> {
        let project = project_at(self.path.as_deref())?;
        let (name, part) = self.part(&project)?;
        let found = review_to(&project, Depth::Games, &|_, _, _| Vec::new());
        let errors: Vec<_> = found
            .into_iter()
            .filter(|one| one.code.severity == Severity::Error)
            .collect();
        if !errors.is_empty() {
            output::diagnostics(&project.sources, &errors, output::Format::Text);
            return Ok(Ending::Errors);
        }
        let place = outside_links().place(project.root());
        let files = package_files(project.root(), &part, &place).map_err(Ending::WrongCall)?;
        if !files.keys().any(|name| is_licence(name)) {
            return Err(Ending::WrongCall(
                "a package says what one may do with it: write a file `LICENSE` beside `cardwright.toml`"
                    .to_owned(),
            ));
        }
        let bytes = packed(&files).map_err(|error| Ending::WrongCall(error.to_string()))?;
        let version = project
            .settings
            .package
            .as_ref()
            .and_then(|package| package.version.as_deref());
        let version = version.map_or(String::new(), |version| format!("-{version}"));
        let path = self
            .output
            .clone()
            .unwrap_or_else(|| PathBuf::from(format!("{name}{version}.tar.gz")));
        cardwright_files::whole(&path, &Place::Named, &bytes).map_err(|error| wrong_path(&path, &error))?;
        output::line(&format!(
            "{}: {}, {} bytes",
            path.display(),
            so_many(files.len(), "file", "files"),
            bytes.len()
        ));
        output::line(&format!("hash of the files: {}", tree_hash(&files)));
        output::line(&format!(
            "hash of the archive: b3:{}",
            blake3::hash(&bytes).to_hex()
        ));
        Ok(Ending::Fine)
    }

    /// The package that is meant.
    fn part(&self, project: &Project) -> Result<(String, Part), Ending> {
        let settings = &project.settings;
        let whole = settings
            .package
            .as_ref()
            .map(|package| (package.name.clone(), Part::Whole));
        let parts = settings
            .packages
            .iter()
            .map(|(name, part)| (name.clone(), Part::of(part)));
        let all: Vec<(String, Part)> = whole.into_iter().chain(parts).collect();
        let names = || {
            all.iter()
                .map(|(name, _)| name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        match &self.package {
            Some(asked) => {
                let found = all.iter().find(|(name, _)| name == asked).cloned();
                found.ok_or_else(|| {
                    Ending::WrongCall(format!(
                        "there is no package `{asked}` here; there is {}",
                        names()
                    ))
                })
            }
            None if all.len() == 1 => Ok(all[0].clone()),
            None if all.is_empty() => Err(Ending::WrongCall(
                "this is no package: write `[package]` and `name = \"...\"` in `cardwright.toml`".to_owned(),
            )),
            None => Err(Ending::WrongCall(format!(
                "say which one by `--package`: {}",
                names()
            ))),
        }
    }
}
