//! Libraries: content that kindred systems share.
//!
//! A library says in files of its own what it needs. A system that uses it gets the library's items as if they were
//! written in it: their names are replaced in the tree by those of the system, so places stay those of the library's
//! files. Replacing is by name alone, which is sound because a name that is replaced means one thing in its library, and
//! the name that stands for it means nothing else there.
//!
//! Whether a system has what a library needs is looked at in [`needs`](super::needs); the cases of libraries are in
//! [`stage`](super::stage).

use super::needs::{Declared, head, misfit, named};
use super::{Documents, System};
use crate::codes;
use crate::diagnostic::{Diagnostic, nearest};
use crate::document::{At, DocumentKind, LibraryDoc, UseDoc, place_of};
use crate::rules::{Declarer, Items, Unit};
use crate::source::{FileId, Location};
use cardwright_bytecode::pack::Level;
use cardwright_dsl::ast::{Item, Site, each_name};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The names that those of a library have in a system; those that stay as they are do not stand here.
pub(super) type Renaming = BTreeMap<String, String>;

/// A library and its parsed files.
#[derive(Clone, Debug)]
pub struct SharedLibrary {
    /// Its document's file.
    pub file: FileId,
    /// Its document.
    pub doc: Arc<LibraryDoc>,
    /// The declarations that a system must have.
    pub needs: Vec<Unit>,
    /// The declarations that a system gets unless it has its own.
    pub defaults: Vec<Unit>,
    /// The declarations that a system gets.
    pub(crate) shared: Vec<Unit>,
}

impl SharedLibrary {
    /// All its files of the language.
    pub(crate) fn units(&self) -> impl Iterator<Item = &Unit> {
        self.needs.iter().chain(&self.defaults).chain(&self.shared)
    }

    /// Whether a file is one of its own.
    #[must_use]
    pub fn has(&self, file: FileId) -> bool {
        self.file == file || self.units().any(|unit| unit.origin.file_id() == file)
    }

    /// Where names begin to mean something in it.
    fn sites(&self) -> BTreeMap<String, Vec<(Site, Location)>> {
        let mut sites: BTreeMap<String, Vec<(Site, Location)>> = BTreeMap::new();
        for unit in self.units() {
            let mut items: Vec<Item> = unit.items.into_iter().cloned().collect();
            each_name(&mut items, &mut |name, span, site| {
                if matches!(site, Site::Declares | Site::Local) {
                    let place = unit.origin.place(span);
                    sites.entry(name.clone()).or_default().push((site, place));
                }
            });
        }
        sites
    }

    /// As if it were a system: what it shares with examples of what it needs.
    pub fn alone(&self) -> System {
        let mut doc = crate::document::SystemDoc::default();
        doc.system.clone_from(&self.doc.library);
        doc.title.clone_from(&self.doc.title);
        let units: Vec<Unit> = self.units().cloned().collect();
        System {
            file: self.file,
            doc: Arc::new(doc),
            own: units.len(),
            units,
            libraries: vec![(self.file, self.doc.clone())],
            ledger: Arc::default(),
        }
    }
}

/// A library as a system uses it.
pub(super) struct Use<'a> {
    pub(super) doc: &'a UseDoc,
    pub(super) library: SharedLibrary,
    pub(super) names: Renaming,
}

impl Use<'_> {
    /// A name of the system as the library writes it.
    fn written<'n>(&'n self, name: &'n str) -> &'n str {
        let mut names = self.names.iter();
        let found = names.find(|(_, given)| given.as_str() == name);
        found.map_or(name, |(own, _)| own.as_str())
    }

    /// Where the system says what it has for a name of the library.
    fn place(&self, file: FileId, name: &str) -> Location {
        let mut given = self.doc.with.0.iter();
        let given = given.find(|(_, given)| given.value == name);
        place_of(file, given.map_or(&self.doc.library, |(_, given)| given))
    }
}

impl Documents {
    pub(super) fn add_library(&mut self, file: FileId, doc: Arc<LibraryDoc>, path: &Path) {
        let folder = path.parent().unwrap_or(Path::new("."));
        self.system_folders.push((folder.to_path_buf(), file));
        let errors = self.diagnostics.len();
        self.check_folder(file, &doc.library, folder);
        let mut read = |names: &[At<String>]| self.units(file, names, folder);
        let (needs, defaults, shared) = (read(&doc.needs), read(&doc.defaults), read(&doc.files));
        let library = SharedLibrary {
            file,
            doc,
            needs,
            defaults,
            shared,
        };
        self.refuse_rules(&library);
        let id = library.doc.library.value.clone();
        if self.diagnostics.len() > errors {
            self.unread.note(DocumentKind::Library, &id, None);
        }
        if let Some(earlier) = self.libraries.get(&id) {
            let earlier = place_of(earlier.file, &earlier.doc.library);
            return self.second("library", file, &library.doc.library, earlier);
        }
        self.libraries.insert(id, library);
    }

    fn check_folder(&mut self, file: FileId, id: &At<String>, folder: &Path) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        if name != id.value.as_str() {
            let message = format!(
                "the document is in the folder `{name}`, but its library is `{}`",
                id.value
            );
            let diagnostic = Diagnostic::new(codes::WRONG_FOLDER, place_of(file, id), message);
            let help = format!("rename the folder to `libraries/{}`", id.value);
            self.diagnostics.push(diagnostic.help(help));
        }
    }

    /// A system can only be asked for what it declares under a name.
    fn refuse_rules(&mut self, library: &SharedLibrary) {
        for unit in library.needs.iter().chain(&library.defaults) {
            let is_default = !library.needs.iter().any(|one| one.is(unit));
            for item in &unit.items {
                if named(&item.kind).is_none() {
                    let message = match is_default {
                        true => "a default must be a named declaration, so that a system can declare its own",
                        false => "a library can need only named declarations, and this is not one",
                    };
                    let place = unit.origin.place(item.span);
                    let help = "move it to a file that the library lists under `files:`";
                    let diagnostic = Diagnostic::new(codes::NEEDS_RULE, place, message);
                    self.diagnostics.push(diagnostic.help(help));
                }
            }
        }
    }

    /// Gives every system the libraries that it uses, and their cases.
    pub(super) fn use_libraries(&mut self) {
        let ids: Vec<String> = self.systems.keys().cloned().collect();
        for id in ids {
            let Some(mut system) = self.systems.remove(&id) else {
                continue;
            };
            let errors = self.diagnostics.len();
            let doc = system.doc.clone();
            if !self.use_all(&mut system, &doc.uses) || self.diagnostics.len() > errors {
                self.unread.note(DocumentKind::System, &id, None);
            }
            self.systems.insert(id, system);
        }
        self.refuse_cases_of_none();
    }

    /// Whether all libraries can be used as they are.
    fn use_all(&mut self, system: &mut System, uses: &[UseDoc]) -> bool {
        let mut all = Vec::new();
        let mut whole = true;
        for (at, doc) in uses.iter().enumerate() {
            if let Some(earlier) = uses[..at]
                .iter()
                .find(|one| one.library.value == doc.library.value)
            {
                let earlier = place_of(system.file, &earlier.library);
                let message = format!("the system already uses the library `{}`", doc.library.value);
                let place = place_of(system.file, &doc.library);
                let diagnostic = Diagnostic::new(codes::DUPLICATE_NAME, place, message);
                self.diagnostics
                    .push(diagnostic.related(earlier, "the other one is here"));
                continue;
            }
            whole &= !self.is_unread(DocumentKind::Library, &doc.library.value);
            if let Some(one) = self.used(system.file, doc) {
                all.push(one);
            }
        }
        let own = system.units.len();
        for one in &all {
            let units = one.library.shared.iter();
            let units: Vec<Unit> = units.map(|unit| self.renamed(unit, one, |_| true)).collect();
            system.units.extend(units);
            system.libraries.push((one.library.file, one.library.doc.clone()));
        }
        system.own = own;
        self.fill(system, &all);
        for one in &all {
            self.add_cases(system, one);
        }
        whole
    }

    fn used<'a>(&mut self, file: FileId, doc: &'a UseDoc) -> Option<Use<'a>> {
        let id = &doc.library;
        let Some(library) = self.libraries.get(&id.value).cloned() else {
            if !self.is_unread(DocumentKind::Library, &id.value) {
                let message = format!("there is no library `{}`", id.value);
                let diagnostic = Diagnostic::new(codes::UNKNOWN_LIBRARY, place_of(file, id), message);
                let mut diagnostic = diagnostic.suggesting(&id.value, self.libraries.keys());
                if diagnostic.help.is_none() {
                    let known: Vec<String> = self.libraries.keys().map(|id| format!("`{id}`")).collect();
                    diagnostic.help = Some(match known.as_slice() {
                        [] => format!("create `libraries/{}/library.yaml`", id.value),
                        known => format!("the libraries here are {}", known.join(", ")),
                    });
                }
                self.diagnostics.push(diagnostic);
            }
            return None;
        };
        let names = self.names_given(file, doc, &library);
        Some(Use { doc, library, names })
    }

    /// The names that a system has for those of a library, as far as that makes sense.
    fn names_given(&mut self, file: FileId, doc: &UseDoc, library: &SharedLibrary) -> Renaming {
        let mut names = Renaming::new();
        if doc.with.0.is_empty() {
            return names;
        }
        let sites = library.sites();
        let id = &library.doc.library.value;
        for (name, given) in &doc.with.0 {
            let known = sites.get(&name.value).map_or(&[][..], Vec::as_slice);
            let diagnostic = match known {
                [] => {
                    let message = format!("the library `{id}` has no name `{}`", name.value);
                    let declared = sites
                        .iter()
                        .filter(|(_, all)| all.iter().all(|one| one.0 == Site::Declares));
                    Diagnostic::new(codes::LIBRARY_NAME, place_of(file, name), message)
                        .suggesting(&name.value, declared.map(|(name, _)| name))
                }
                [(Site::Declares, _)] => match sites.get(&given.value) {
                    Some(taken) if given.value != name.value && !is_given(doc, &given.value) => {
                        let message = format!(
                            "the library `{id}` already uses the name `{}` for something else",
                            given.value
                        );
                        let diagnostic = Diagnostic::new(codes::LIBRARY_NAME, place_of(file, given), message);
                        let help = format!("give your `{}` another name", given.value);
                        related(diagnostic, taken).help(help)
                    }
                    _ => {
                        names.insert(name.value.clone(), given.value.clone());
                        continue;
                    }
                },
                several => {
                    let message = format!(
                        "`{}` cannot be renamed: in the library `{id}`, it is the name of {}",
                        name.value,
                        if several.len() > 1 {
                            "several things"
                        } else {
                            "a part of a declaration"
                        }
                    );
                    let diagnostic = Diagnostic::new(codes::LIBRARY_NAME, place_of(file, name), message);
                    related(diagnostic, several)
                }
            };
            self.diagnostics.push(diagnostic);
        }
        names
    }

    /// The items of a library's file that are wanted, with the names of a system. The same ones as long as nothing changes.
    fn renamed(&mut self, unit: &Unit, of: &Use<'_>, wants: impl Fn(&Item) -> bool) -> Unit {
        let wanted: Vec<bool> = unit.items.into_iter().map(wants).collect();
        let file = self.sources.get(unit.origin.file_id()).name.clone();
        let names: Vec<_> = of.names.clone().into_iter().collect();
        let key = (file, names, wanted);
        let items = match self.library.instances.get(&key) {
            Some((from, items)) if from.is(&unit.items) => items.clone(),
            _ => {
                let wanted = unit.items.into_iter().zip(&key.2).filter(|one| *one.1);
                let mut items: Vec<Item> = wanted.map(|one| one.0.clone()).collect();
                rename(&mut items, &of.names);
                let items = Items::of(items);
                let kept = (unit.items.clone(), items.clone());
                self.library.instances.insert(key, kept);
                items
            }
        };
        Unit {
            origin: unit.origin.clone(),
            items,
            level: Level::Core,
            template: None,
            owner: Declarer::SYSTEM,
        }
    }

    /// Looks whether a system has what its libraries need, and adds what it leaves to them.
    fn fill(&mut self, system: &mut System, all: &[Use<'_>]) {
        let (file, own) = (system.file, std::mem::take(&mut system.units));
        let mut declared = Declared::of(&own);
        let mut added = Vec::new();
        for one in all {
            for unit in &one.library.defaults {
                let whole = self.renamed(unit, one, |_| true);
                let is_left: Vec<bool> = whole
                    .items
                    .into_iter()
                    .map(|item| self.is_left(&whole, item, one, &declared))
                    .collect();
                let at = std::cell::Cell::new(0);
                added.push(self.renamed(unit, one, |_| {
                    at.set(at.get() + 1);
                    is_left[at.get() - 1]
                }));
            }
        }
        declared.add(&added);
        for one in all {
            for unit in &one.library.needs {
                let whole = self.renamed(unit, one, |_| true);
                for item in &whole.items {
                    self.check_need(file, &whole, item, one, &declared);
                }
            }
        }
        system.units = own;
        system.units.extend(added);
    }

    /// Whether a system leaves a declaration to the library; one of its own must fit.
    fn is_left(&mut self, unit: &Unit, item: &Item, of: &Use<'_>, declared: &Declared<'_>) -> bool {
        let Some(found) = declared.of_sort(&item.kind) else {
            return true;
        };
        if let Err(why) = misfit(&item.kind, &found.kind) {
            self.report_misfit(unit, item, of, (found.place, &why));
        }
        false
    }

    fn check_need(&mut self, file: FileId, unit: &Unit, item: &Item, of: &Use<'_>, declared: &Declared<'_>) {
        let Some(need) = named(&item.kind) else { return };
        let id = &of.library.doc.library.value;
        let here = unit.origin.place(need.span);
        let Some(found) = declared.of_sort(&item.kind) else {
            let place = of.place(file, need.name);
            let other = declared.of_name(need.name);
            let message = match other {
                Some((what, _)) => format!(
                    "the library `{id}` needs a {} `{}`, but here that is a {what}",
                    need.what, need.name
                ),
                None => format!(
                    "the library `{id}` needs a {} `{}`, which this system does not declare",
                    need.what, need.name
                ),
            };
            let mut diagnostic = Diagnostic::new(codes::NEED_MISSING, place, message);
            diagnostic = diagnostic.related(here, "it is needed here");
            if let Some((_, place)) = other {
                diagnostic = diagnostic.related(place, "this is declared here instead");
            }
            let known = declared.names(&item.kind);
            let written = of.written(need.name);
            if is_given(of.doc, written) {
                diagnostic = diagnostic.suggesting(need.name, known);
            } else if let Some(near) = nearest(need.name, known) {
                let help = format!("did you mean `{near}`? write `{written}: {near}` under `with:`");
                diagnostic = diagnostic.help(help);
            }
            if diagnostic.help.is_none() {
                let help = format!(
                    "declare `{}`, or give the name that it has here under `with:`: `{written}: NAME`",
                    head(&item.kind)
                );
                diagnostic = diagnostic.help(help);
            }
            self.diagnostics.push(diagnostic);
            return;
        };
        if let Err(why) = misfit(&item.kind, &found.kind) {
            self.report_misfit(unit, item, of, (found.place, &why));
        }
    }

    fn report_misfit(&mut self, unit: &Unit, item: &Item, of: &Use<'_>, (place, why): (Location, &str)) {
        let Some(need) = named(&item.kind) else { return };
        let id = &of.library.doc.library.value;
        let message = format!(
            "`{}` does not fit the needs of the library `{id}`: {why}",
            need.name
        );
        let diagnostic = Diagnostic::new(codes::NEED_UNFIT, place, message);
        let diagnostic = diagnostic.related(
            unit.origin.place(need.span),
            "the library needs it in this \
        form",
        );
        self.diagnostics
            .push(diagnostic.help(format!("declare it as `{}`", head(&item.kind))));
    }

    /// The systems that use a library.
    pub fn users<'a>(&'a self, library: &'a SharedLibrary) -> impl Iterator<Item = &'a str> {
        let users = self.systems.iter();
        let users = users.filter(|(_, system)| system.libraries.iter().any(|one| one.0 == library.file));
        users.map(|(id, _)| id.as_str())
    }
}

/// Whether a system says what it has for a name of its library.
fn is_given(doc: &UseDoc, name: &str) -> bool {
    doc.with.0.iter().any(|(given, _)| given.value == name)
}

fn related(diagnostic: Diagnostic, sites: &[(Site, Location)]) -> Diagnostic {
    let few = sites.iter().take(3);
    few.fold(diagnostic, |diagnostic, (_, place)| {
        diagnostic.related(*place, "the library uses the name here")
    })
}

/// Gives names of a library those of a system.
fn rename(items: &mut [Item], names: &Renaming) {
    each_name(items, &mut |name, _, _| put(names, name));
}

/// The name of a system for one of a library.
pub fn put(names: &Renaming, name: &mut String) {
    if let Some(given) = names.get(name.as_str()) {
        name.clone_from(given);
    }
}
