//! Cases of libraries: each runs in every system that uses the library, on the stage that the system names.

use super::shared::Use;
use super::{Documents, Loaded, System};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::{At, CaseDoc, DocumentKind, library_of, place_of};
use crate::source::{FileId, Location};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Documents {
    /// The cases of a library are cases of each system that uses it.
    pub(super) fn add_cases(&mut self, system: &System, of: &Use<'_>) {
        let id = &of.library.doc.library.value;
        let cases = self.library_cases.clone();
        let own = cases
            .iter()
            .filter(|case| library_of(&self.sources.get(case.file).name) == Some(id.as_str()));
        let own: Vec<&Loaded<CaseDoc>> = own.collect();
        let Some(first) = own.first() else { return };
        // What a package and a system of another package make of one another is the business of their authors.
        if !self.is_own(system.file) && !self.is_own(of.library.file) {
            return;
        }
        let Some(stage) = &of.doc.stage else {
            let place = place_of(system.file, &of.doc.library);
            let message = format!("the library `{id}` has cases, but no scenario is given to start them");
            let help = "add `stage: SCENARIO` below, with a scenario that has the players and pieces used in the \
                 cases";
            let diagnostic = Diagnostic::new(codes::LIBRARY_CASE, place, message);
            let first = Location {
                file: first.file,
                start: 0,
                end: 0,
            };
            self.diagnostics
                .push(diagnostic.related(first, "the first case is here").help(help));
            return;
        };
        let scenarios = self.scenarios.iter().map(|one| &one.doc);
        let known = scenarios.filter(|doc| doc.system.value == system.doc.system.value);
        let known: Vec<String> = known.map(|doc| doc.scenario.value.clone()).collect();
        if !known.contains(&stage.value) {
            if !self.is_unread(DocumentKind::Scenario, &stage.value) {
                let message = format!("there is no scenario `{}` in this system", stage.value);
                let place = place_of(system.file, stage);
                let diagnostic = Diagnostic::new(codes::UNKNOWN_SCENARIO, place, message);
                self.diagnostics.push(diagnostic.suggesting(&stage.value, known));
            }
            return;
        }
        let names = of.names.clone().into_iter().collect();
        let of_system = (
            system.doc.system.value.clone(),
            system.doc.ledger.clone(),
            stage.value.clone(),
            names,
        );
        for case in own {
            let name = self.sources.get(case.file).name.clone();
            let key = (name, of_system.clone());
            let doc = match self.library.staged.get(&key) {
                Some((from, made)) if Arc::ptr_eq(from, &case.doc) => made.clone(),
                _ => {
                    let made = Arc::new(staged(&case.doc, system, &stage.value, of));
                    self.library.staged.insert(key, (case.doc.clone(), made.clone()));
                    made
                }
            };
            self.cases.push(Loaded {
                file: case.file,
                doc,
                rules: Arc::default(),
            });
        }
    }

    /// Cases of a library say nothing that only one system could have.
    pub(super) fn add_library_case(&mut self, file: FileId, doc: Arc<CaseDoc>) {
        let own: [(&str, bool); 8] = [
            ("system", !doc.system.value.is_empty()),
            ("scenario", doc.scenario.is_some()),
            ("sets", !doc.sets.is_empty()),
            (
                "table",
                doc.table.is_some() || doc.map.is_some() || doc.board.is_some(),
            ),
            ("players", !doc.players.is_empty()),
            ("pieces", !doc.pieces.is_empty()),
            ("cards", !doc.cards.is_empty() || !doc.decks.0.is_empty()),
            ("tables", !doc.tables.0.is_empty()),
        ];
        if let Some((key, _)) = own.iter().find(|one| one.1) {
            let place = place_of(file, &doc.case);
            let message = format!(
                "a case of a library starts from the stage of each system, so it cannot have \
                `{key}`"
            );
            let help = "under `given:`, write what differs from the stage";
            self.diagnostics
                .push(Diagnostic::new(codes::LIBRARY_CASE, place, message).help(help));
            return;
        }
        let rules = Arc::default();
        self.library_cases.push(Loaded { file, doc, rules });
    }

    /// Cases that would never run, and rules that no system could prove with them.
    pub(super) fn refuse_cases_of_none(&mut self) {
        let mut found = Vec::new();
        let mut unused = BTreeSet::new();
        for case in &self.library_cases {
            let name = &self.sources.get(case.file).name;
            let Some(id) = library_of(name).filter(|id| self.library.extent.knows_users_of(id)) else {
                continue;
            };
            // A library of a package has cases for systems that are not here.
            if !self.is_own(case.file) {
                continue;
            }
            let Some(library) = self.libraries.get(id) else {
                if !self.is_unread(DocumentKind::Library, id) {
                    let place = place_of(case.file, &case.doc.case);
                    let message = format!("there is no library `{id}`, so this case never runs");
                    found.push(Diagnostic::new(codes::UNKNOWN_LIBRARY, place, message));
                }
                continue;
            };
            let users: Vec<&str> = self.users(library).collect();
            if users.is_empty() && unused.insert(id) {
                let place = place_of(library.file, &library.doc.library);
                let message = format!("no system uses the library `{id}`, so its cases never run");
                let help = format!("write `uses: [{{ library: {id} }}]` in the document of a system");
                found.push(Diagnostic::new(codes::LIBRARY_CASE, place, message).help(help));
            }
            let ledgers: Vec<&str> = users
                .iter()
                .map(|id| self.systems[*id].doc.ledger.as_str())
                .collect();
            let proves = |ledger: &&str, rule: &str| {
                rule.strip_prefix(*ledger)
                    .is_some_and(|rest| rest.starts_with('-'))
            };
            for rule in &case.doc.proves {
                if !users.is_empty() && !ledgers.iter().any(|ledger| proves(ledger, &rule.value)) {
                    let message = format!(
                        "no system that uses the library has a rule `{}` in its ledger",
                        rule.value
                    );
                    let help = format!("the ledgers are {}", ledgers.join(", "));
                    let diagnostic = Diagnostic::new(codes::UNKNOWN_RULE, place_of(case.file, rule), message);
                    found.push(diagnostic.help(help));
                }
            }
        }
        self.diagnostics.extend(found);
    }
}

/// A case of a library as one of a system.
fn staged(case: &CaseDoc, system: &System, stage: &str, of: &Use<'_>) -> CaseDoc {
    let mut doc = case.clone();
    doc.case.value = format!("{} ({})", doc.case.value, system.doc.system.value);
    doc.system.value.clone_from(&system.doc.system.value);
    doc.scenario = Some(At {
        value: stage.to_owned(),
        ..At::default()
    });
    doc.renamed.clone_from(&of.names);
    let prefix = format!("{}-", system.doc.ledger);
    doc.proves.retain(|rule| rule.value.starts_with(&prefix));
    doc
}
