//! What is told of packages. Their warnings, and what is wrong in them on their own, are the business of their authors: a
//! project is told in one line, at its need, that a package has errors.
//!
//! Not here: which packages there are, see [`crate::packages`].

use super::Documents;
use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::packages::{MountError, split};
use crate::settings::SETTINGS_FILE;
use crate::source::{FileId, Location};
use cardwright_files::Place;
use std::collections::BTreeMap;
use std::path::PathBuf;

impl Documents {
    /// The package of a file; nothing if it is the project's own.
    #[must_use]
    pub fn package_of(&self, file: FileId) -> Option<&str> {
        split(&self.sources.get(file).name).map(|(package, _)| package)
    }

    /// Whether a file is the project's own, and no package's.
    #[must_use]
    pub fn is_own(&self, file: FileId) -> bool {
        self.package_of(file).is_none()
    }

    /// The path of a file of this name.
    #[must_use]
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.library.file(name).0
    }

    /// Where a file of this name may lie once links are followed.
    #[must_use]
    pub fn place_of(&self, name: &str) -> &Place {
        self.library.file(name).1
    }

    /// The ids of the systems that the project and its packages have folders of, in order. Only folders are read.
    #[must_use]
    pub fn ids_of_systems(&self) -> Vec<String> {
        self.library.names_in(super::find::FOLDERS[0]).unwrap_or_default()
    }

    /// The names of its packages and the folders in which they lie.
    pub fn packages(&self) -> impl Iterator<Item = (&str, &std::path::Path)> {
        let mounts = self.library.mounts.all.iter();
        mounts.map(|mount| (mount.name.as_str(), mount.folder.as_path()))
    }

    /// Why its packages cannot be had. Nothing else is known of the project then.
    #[must_use]
    pub fn mount_errors(&self) -> &[MountError] {
        &self.library.mounts.errors
    }

    /// Whether its settings name needs, and cannot be read. Nothing else is known of the project then.
    #[must_use]
    pub fn hides_needs(&self) -> bool {
        self.library.hides_needs
    }

    /// Reports the packages that cannot be had; whether there are any. Then nothing else is said: everything could be in them.
    pub(super) fn report_mounts(&mut self) -> bool {
        let errors = self.library.mounts.errors.clone();
        if errors.is_empty() && !self.library.hides_needs {
            return false;
        }
        self.load_settings();
        let Some(file) = self.sources.named(SETTINGS_FILE) else {
            return false;
        };
        for error in errors {
            let place = Location {
                file,
                start: error.place.start,
                end: error.place.end,
            };
            let found = Diagnostic::new(codes::PACKAGE, place, error.message);
            self.diagnostics.push(found.maybe_help(error.help));
        }
        true
    }

    /// The two providers of what these files declare, in words, if they are not the same.
    pub(super) fn providers(&self, file: FileId, earlier: FileId) -> Option<(String, String)> {
        let told = |file| match self.package_of(file) {
            Some(package) => format!("the package `{package}`"),
            None => "this project".to_owned(),
        };
        let (one, other) = (told(earlier), told(file));
        (one != other).then_some((one, other))
    }

    /// The diagnostics that the project is told: its own as they are, warnings of packages not at all, their errors in one line a package.
    #[must_use]
    pub fn told_of_own(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mounts = &self.library.mounts;
        if mounts.all.is_empty() || !mounts.errors.is_empty() {
            return found;
        }
        // The lines about packages are made anew, so that what was found later is among their errors.
        found.retain(|one| one.code != codes::PACKAGE);
        found.extend(self.of_packages.iter().cloned());
        let mut own = Vec::new();
        let mut others: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        for one in found {
            match self.package_of(one.place.file).map(str::to_owned) {
                None => own.push(one),
                Some(package) if one.code.severity == Severity::Error => {
                    others.entry(package).or_default().push(one)
                }
                Some(_) => {}
            }
        }
        own.extend(
            others
                .into_iter()
                .map(|(package, errors)| self.in_one_line(&package, errors)),
        );
        own
    }

    /// Puts what was found of the documents into the words of the project, once everything is in its place.
    pub(super) fn tell_of_mounts(&mut self) {
        let found = std::mem::take(&mut self.diagnostics);
        let clashes: Vec<Diagnostic> = self.clashes.iter().map(|clash| self.at_need(clash)).collect();
        let is_of_package = |one: &Diagnostic| !self.is_own(one.place.file);
        let of_packages: Vec<Diagnostic> = found.iter().filter(|one| is_of_package(one)).cloned().collect();
        self.diagnostics = self.told_of_own(found);
        self.diagnostics.extend(clashes);
        self.of_packages = of_packages;
    }

    /// A clash of two providers is told at the need, if the second one is no file of the project.
    fn at_need(&self, clash: &Diagnostic) -> Diagnostic {
        let mut told = clash.clone();
        if let Some(package) = self.package_of(clash.place.file) {
            told = told.related(clash.place, "one of them is here");
            told.place = self.need_of(package);
        }
        told.maybe_help(Some(
            "remove one of the two packages from `[needs]`, or remove the document from this \
             project"
                .to_owned(),
        ))
    }

    fn in_one_line(&self, package: &str, errors: Vec<Diagnostic>) -> Diagnostic {
        let message = match errors.len() {
            1 => format!("the package `{package}` has an error"),
            count => format!("the package `{package}` has {count} errors"),
        };
        let told = Diagnostic::new(codes::PACKAGE, self.need_of(package), message);
        match errors
            .into_iter()
            .min_by_key(|one| (one.place.file, one.place.start))
        {
            Some(first) => told.related(first.place, format!("the first one: {}", first.message)),
            None => told,
        }
    }

    /// The place where the project names a package that it needs; or the one that brings it, if another package needs it.
    #[must_use]
    pub fn need_of(&self, package: &str) -> Location {
        let file = self.sources.named(SETTINGS_FILE).unwrap_or_default();
        let mount = self.library.mounts.named(package);
        let span = mount.map(|mount| mount.asked.clone()).unwrap_or_default();
        Location {
            file,
            start: span.start,
            end: span.end,
        }
    }
}
