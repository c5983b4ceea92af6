//! The projects that are open, and what was told of them.

use super::start::YamlProblems;
use cardwright_service::{Problem, Reviewed, Workspace, is_of_schemas, moved};
use gen_lsp_types::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The time without typing after which everything is reviewed.
pub(super) const QUIET: Duration = Duration::from_millis(300);

/// A project that is open.
pub(super) struct Room {
    pub(super) workspace: Workspace,
    /// The problems that are known at once, by files.
    first: BTreeMap<String, Vec<Problem>>,
    /// The problems that only the complete review finds, with the places that they have now.
    rest: Vec<Problem>,
    /// Files whose texts have changed since it was looked what is known at once.
    touched: BTreeSet<String>,
    /// The problems that the editor shows, by names of files.
    shown: BTreeMap<String, Vec<Diagnostic>>,
    /// The time of the next complete review, by the clock of the world.
    due: Option<Duration>,
    /// Whether one goes on.
    pub(super) is_reviewing: bool,
}

/// Whether two problems are one, though a review may know more help.
fn is_same(one: &Problem, other: &Problem) -> bool {
    one.place == other.place && one.code == other.code && one.message == other.message
}

impl Room {
    pub(super) fn new(workspace: Workspace, now: Duration) -> Self {
        Self {
            workspace,
            first: BTreeMap::new(),
            rest: Vec::new(),
            touched: BTreeSet::new(),
            shown: BTreeMap::new(),
            due: Some(now + QUIET),
            is_reviewing: false,
        }
    }

    /// Lets a text stand for a file; whether the project takes it.
    pub(super) fn edit(&mut self, name: &str, text: &str, now: Duration) -> bool {
        let before = self.workspace.text(name).map(str::to_owned);
        if !self.workspace.edit(name, text.to_owned()) {
            return false;
        }
        self.touched.insert(name.to_owned());
        if let Some(before) = before.filter(|before| before != text) {
            self.rest = moved(std::mem::take(&mut self.rest), name, &before, text);
        }
        self.due = Some(now + QUIET);
        true
    }

    /// Lets a file be again what is on the disk.
    pub(super) fn close(&mut self, name: &str, now: Duration) {
        self.workspace.close(name);
        self.changed(now);
    }

    /// Takes note that the project is another one.
    pub(super) fn changed(&mut self, now: Duration) {
        self.due = Some(now + QUIET);
    }

    /// Looks what is known at once of files that have changed.
    pub(super) fn refresh(&mut self) {
        for name in std::mem::take(&mut self.touched) {
            let found = self.workspace.errors_in(&name);
            self.rest
                .retain(|one| !found.iter().any(|other| is_same(one, other)));
            self.first.insert(name, found);
        }
    }

    /// The time of the next review; `None` while one goes on.
    pub(super) fn due(&self) -> Option<Duration> {
        self.due.filter(|_| !self.is_reviewing)
    }

    /// Takes note that a review begins.
    pub(super) fn begun(&mut self) {
        (self.due, self.is_reviewing) = (None, true);
    }

    /// Takes over what a review has found; whether it is about the project as it is now.
    pub(super) fn reviewed(&mut self, generation: u64, reviewed: Option<Reviewed>) -> bool {
        self.is_reviewing = false;
        let Some(Reviewed { problems, told }) = reviewed else {
            return false;
        };
        told.into_iter().for_each(|told| self.workspace.take_told(told));
        if generation != self.workspace.generation() {
            return false;
        }
        self.first.clear();
        self.rest = problems;
        let open: Vec<String> = self.workspace.open_files().map(str::to_owned).collect();
        for name in open {
            let known = self.workspace.errors_in(&name);
            let is_known = |one: &mut Problem| known.iter().any(|other| is_same(one, other));
            let first = self.rest.extract_if(.., is_known).collect();
            self.first.insert(name, first);
        }
        true
    }

    /// The problems that are known.
    pub(super) fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.first.values().flatten().chain(&self.rest)
    }

    /// The problems of files, as far as they are told.
    pub(super) fn told(&self, yaml: YamlProblems) -> BTreeMap<&str, Vec<&Problem>> {
        let mut by_file: BTreeMap<&str, Vec<&Problem>> = BTreeMap::new();
        let is_told = |one: &&Problem| yaml == YamlProblems::All || !is_of_schemas(one.code);
        for problem in self.problems().filter(is_told) {
            by_file.entry(&problem.place.file).or_default().push(problem);
        }
        for problems in by_file.values_mut() {
            problems.sort_by_key(|one| (one.place.start, one.place.end));
        }
        by_file
    }

    /// The files of which the editor shows something else than this, each with what it should show.
    pub(super) fn news(&mut self, now: BTreeMap<String, Vec<Diagnostic>>) -> Vec<(String, Vec<Diagnostic>)> {
        let gone = self.shown.keys().filter(|name| !now.contains_key(*name));
        let gone = gone.map(|name| (name.clone(), Vec::new()));
        let new = now
            .iter()
            .filter(|(name, shown)| self.shown.get(*name) != Some(*shown));
        let news = gone
            .chain(new.map(|(name, shown)| (name.clone(), shown.clone())))
            .collect();
        self.shown = now;
        news
    }
}
