//! Errors in the rows of a phrasebook: pieces that do not compile, and names of missing things.

use super::form::{Form, Whole, facts};
use super::piece::{Piece, words};
use super::rows_of;
use super::trial::{MOST_TRIALS, Trials, card_named};
use cardwright_code::link::{Bases, Beside};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Diagnostic, listed};
use cardwright_documents::document::{At, PhrasebookDoc, RowOfPhrasesDoc, place_of};
use cardwright_documents::project::{Documents, Loaded, System};
use cardwright_documents::source::{FileId, Location};
use cardwright_lints::lint::lint_rules;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The diagnostics of the phrasebook of a system.
pub fn check(project: &Documents, bases: &dyn Bases, system: &System) -> Vec<Diagnostic> {
    let id = &system.doc.system.value;
    let Some(book) = project.phrasebooks.get(id) else {
        return Vec::new();
    };
    // The rows of a package name cases that are not here.
    if project.is_ill_formed(book.file) || !project.is_own(book.file) {
        return Vec::new();
    }
    let checked = Checked {
        project,
        bases,
        system: id,
        of: system,
        book,
    };
    let mut found = checked.names();
    let trials = Trials::of(project, id, book);
    if trials.is_full {
        let place = place_of(book.file, &book.doc.phrasebook);
        let message = format!(
            "this phrasebook has too many rows: the most is {MOST_TRIALS} pieces of code in all settings"
        );
        found.push(Diagnostic::new(codes::TOO_LARGE, place, message));
        return found;
    }
    if let Some(beside) = trials.run((project, bases), system, book) {
        found.extend(checked.tried(&trials, &beside));
    }
    found
}

struct Checked<'a> {
    project: &'a Documents,
    bases: &'a dyn Bases,
    system: &'a str,
    of: &'a System,
    book: &'a Loaded<PhrasebookDoc>,
}

impl<'a> Checked<'a> {
    fn file(&self) -> FileId {
        self.book.file
    }

    fn at(&self, range: Range<usize>) -> Location {
        let (file, start, end) = (self.file(), range.start, range.end);
        Location { file, start, end }
    }

    /// Names of settings, cards and cases that are not there, and ids that are there twice.
    fn names(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (_, setting) in &self.book.doc.settings.0 {
            found.extend(self.unknown_card(&setting.on));
        }
        let settings: Vec<String> = self
            .book
            .doc
            .settings
            .0
            .iter()
            .map(|one| one.0.value.clone())
            .collect();
        let mut ids: BTreeMap<&str, &At<String>> = BTreeMap::new();
        for row in rows_of(&self.book.doc) {
            if let Some(earlier) = ids.insert(&row.id.value, &row.id) {
                let message = format!("there is already a row `{}`", row.id.value);
                let place = place_of(self.file(), &row.id);
                let diagnostic = Diagnostic::new(codes::DUPLICATE_ROW, place, message);
                found.push(diagnostic.related(place_of(self.file(), earlier), "the other one is here"));
            }
            let unknown = row.settings.iter().filter(|name| !settings.contains(&name.value));
            for name in unknown {
                let message = format!("this phrasebook has no setting `{}`", name.value);
                let place = place_of(self.file(), name);
                let mut diagnostic = Diagnostic::new(codes::PHRASE_ROW, place, message);
                diagnostic.suggest(&name.value, &settings);
                let known = || format!("there is {}", listed(&settings));
                diagnostic.help.get_or_insert_with(known);
                found.push(diagnostic);
            }
            found.extend(row.cards.iter().filter_map(|card| self.unknown_card(card)));
            found.extend(self.unknown_cases(row));
            found.extend(self.idle_holes(row));
        }
        found
    }

    fn unknown_card(&self, id: &At<String>) -> Option<Diagnostic> {
        if card_named(self.project, self.system, &id.value).is_some() {
            return None;
        }
        let message = format!("no set of `{}` has a card `{}`", self.system, id.value);
        let sets = self.project.sets.iter().filter(|(key, _)| key.0 == self.system);
        let known = sets.flat_map(|(_, set)| set.doc.cards.iter().map(|card| card.id.value.as_str()));
        let place = place_of(self.file(), id);
        Some(Diagnostic::new(codes::UNKNOWN_TEMPLATE, place, message).suggesting(&id.value, known))
    }

    /// Cases are named by their files. Whether there is one, only somebody knows who has read all of them; and a project may
    /// have a system from elsewhere without any of its cases.
    fn unknown_cases(&self, row: &RowOfPhrasesDoc) -> Vec<Diagnostic> {
        let known: BTreeSet<&str> = self.cases().collect();
        if !self.project.is_whole() || known.is_empty() {
            return Vec::new();
        }
        let named = row.shows.iter().chain(&row.not);
        let unknown = named.filter(|name| !known.contains(name.value.as_str()));
        let told = unknown.map(|name| {
            let message = format!("there is no case `{}`", name.value);
            let place = place_of(self.file(), name);
            let mut found = Diagnostic::new(codes::PHRASE_ROW, place, message);
            found.suggest(&name.value, known.iter().copied());
            let help = || {
                format!(
                    "write the name of its file: `tests/conformance/{}/NAME.yaml`",
                    self.system
                )
            };
            found.help.get_or_insert_with(help);
            found
        });
        told.collect()
    }

    /// The names of the files of all cases of the system.
    fn cases(&self) -> impl Iterator<Item = &str> {
        let own = self.project.cases.iter();
        let own = own.filter(|case| case.doc.system.value == self.system);
        own.filter_map(|case| {
            let name = &self.project.sources.get(case.file).name;
            name.rsplit('/').next()?.strip_suffix(".yaml")
        })
    }

    /// Examples for what does not stand in the code.
    fn idle_holes(&self, row: &RowOfPhrasesDoc) -> Vec<Diagnostic> {
        let text = &row.write.value;
        let used: BTreeSet<&str> = words(text).into_iter().map(|range| &text[range]).collect();
        let idle = row
            .with
            .0
            .iter()
            .filter(|(name, _)| !used.contains(name.value.as_str()));
        let told = idle.map(|(name, _)| {
            let message = format!("`{}` does not occur in the code of the row", name.value);
            Diagnostic::new(codes::PHRASE_ROW, place_of(self.file(), name), message)
        });
        told.collect()
    }

    /// The diagnostics of the pieces, from their trials.
    fn tried(&self, trials: &Trials, beside: &Beside) -> Vec<Diagnostic> {
        let mut of_trials: Vec<Vec<&Diagnostic>> = trials.trials.iter().map(|_| Vec::new()).collect();
        let mut found = Vec::new();
        for one in &beside.diagnostics {
            match trials.number_at(one.place.start) {
                Some(at) => of_trials[at].push(one),
                None => found.push(self.moved(trials, one)),
            }
        }
        // An error of what all rows share makes others.
        if !found.is_empty() {
            return found;
        }
        found.extend(self.warned(&trials.only(|at| of_trials[at].is_empty())));
        let mut tries: BTreeMap<(usize, usize), Vec<&Vec<&Diagnostic>>> = BTreeMap::new();
        for (trial, errors) in trials.trials.iter().zip(&of_trials) {
            tries.entry((trial.row, trial.piece)).or_default().push(errors);
        }
        for (at, row) in rows_of(&self.book.doc).enumerate() {
            let pieces = &trials.rows[at].pieces;
            if pieces.is_empty() {
                let place = place_of(self.file(), &row.write);
                let message = "this row contains no code to compile";
                let help = "write at least one whole piece of code between single backticks";
                found.push(Diagnostic::new(codes::PHRASE_ROW, place, message).help(help));
            }
            for (number, (piece, whole)) in pieces.iter().enumerate() {
                let tried = tries.get(&(at, number)).map_or(&[][..], Vec::as_slice);
                found.extend(self.wrong(trials, beside, (row, piece, whole.as_ref()), tried));
            }
            found.extend(self.foreign_cards(beside, row, pieces));
        }
        found
    }

    /// Warnings about pieces that are whole rules as they are written, and cannot be meant.
    fn warned(&self, trials: &Trials) -> Vec<Diagnostic> {
        let Some(beside) = trials.run((self.project, self.bases), self.of, self.book) else {
            return Vec::new();
        };
        let (pack, program) = (&beside.known.pack, &beside.known.program);
        let told = lint_rules(pack, program, beside.file).into_iter();
        let of_whole = told.filter_map(|one| {
            let trial = trials.at(one.place.start)?;
            let row = rows_of(&self.book.doc).nth(trial.row)?;
            let (piece, whole) = trials.rows.get(trial.row)?.pieces.get(trial.piece)?;
            let is_rule = whole.as_ref().is_some_and(|whole| whole.form == Form::Rule);
            let is_whole = !piece.written.contains("...") && trials.text.text.contains(&piece.written);
            (is_rule && is_whole).then(|| self.of_piece(trials, (row, piece), &one))
        });
        of_whole.collect()
    }

    /// The diagnostics of a piece: the fewest errors that it has in any setting.
    fn wrong(
        &self,
        trials: &Trials,
        beside: &Beside,
        (row, piece, whole): (&RowOfPhrasesDoc, &Piece, Option<&Whole>),
        tried: &[&Vec<&Diagnostic>],
    ) -> Vec<Diagnostic> {
        let place = self.at(piece.place.clone());
        let told =
            |message: String, help: &str| vec![Diagnostic::new(codes::PHRASE_ROW, place, message).help(help)];
        let Some(whole) = whole else {
            let message = format!("`{}` is not valid code", piece.written);
            let help = "write a fragment between double backticks: it is shown, but not compiled";
            return told(message, help);
        };
        let is_fine = match whole.form {
            Form::Word => true,
            Form::Name => self.knows(beside, &whole.code.text),
            Form::Facts => {
                let given = facts(&whole.code.text).unwrap_or_default();
                given.0.iter().all(|(name, _)| is_argument(beside, &name.value))
            }
            Form::Rule | Form::Moment | Form::Gate | Form::Statement | Form::Question => false,
        };
        if is_fine || tried.iter().any(|errors| errors.is_empty()) {
            return Vec::new();
        }
        match tried.iter().min_by_key(|errors| errors.len()) {
            Some(errors) => errors
                .iter()
                .map(|one| self.of_piece(trials, (row, piece), one))
                .collect(),
            None => {
                let message = format!("`{}` fits no setting of this row", piece.written);
                let help = "a statement needs a setting whose rule has `{ CODE }`, a question `when CODE` or `{ CODE }`: \
                            name one with `in:`";
                told(message, help)
            }
        }
    }

    /// Whether a name is one of the system, or a step of a procedure.
    fn knows(&self, beside: &Beside, name: &str) -> bool {
        let names = &beside.known.names;
        match name.split_once('.') {
            None => names.knows(name),
            Some((procedure, step)) => {
                let found = names.procedures.get(procedure);
                found.is_some_and(|one| one.steps.iter().any(|other| other == step))
            }
        }
    }

    /// A diagnostic moved to its place in a piece; an error that lies around the piece is told of the whole
    /// piece.
    fn of_piece(
        &self,
        trials: &Trials,
        (row, piece): (&RowOfPhrasesDoc, &Piece),
        one: &Diagnostic,
    ) -> Diagnostic {
        let mut moved = self.moved(trials, one);
        let examples = row.with.0.iter().map(|(_, example)| example.start..example.end);
        let mut known = examples.chain([piece.place.clone()]);
        let is_within = known.any(|at| at.start <= moved.place.start && moved.place.end <= at.end);
        if !is_within {
            let around = std::mem::replace(&mut moved.place, self.at(piece.place.clone()));
            moved
                .related
                .push((around, "it is compiled together with this".to_owned()));
        }
        moved
    }

    /// A diagnostic moved to the file of the phrasebook.
    fn moved(&self, trials: &Trials, one: &Diagnostic) -> Diagnostic {
        let is_here = |place: &Location| place.file == one.place.file;
        let place = |place: Location| self.at(trials.text.place(place.start..place.end));
        let mut moved = one.clone();
        let related = one.related.iter().cloned();
        moved.related = related
            .map(|(at, label)| (if is_here(&at) { place(at) } else { at }, label))
            .collect();
        moved.place = place(one.place);
        moved.fix = None;
        if one.code == codes::UNKNOWN_NAME && one.help.is_none() {
            let help = "if it is a placeholder, add an example: `with: { NAME: EXAMPLE }`";
            moved.help = Some(help.to_owned());
        }
        moved
    }

    /// Cards that are said to use a row and have none of its pieces.
    fn foreign_cards(
        &self,
        beside: &Beside,
        row: &RowOfPhrasesDoc,
        pieces: &[(Piece, Option<Whole>)],
    ) -> Vec<Diagnostic> {
        if row.cards.is_empty() {
            return Vec::new();
        }
        let shapes: Vec<BTreeSet<&str>> = pieces
            .iter()
            .map(|(piece, _)| shape(piece, beside))
            .filter(|shape| !shape.is_empty())
            .collect();
        let mut found = Vec::new();
        for card in &row.cards {
            let Some(doc) = card_named(self.project, self.system, &card.value) else {
                continue;
            };
            let rules = doc.rules.as_ref().map_or("", |rules| &rules.value);
            let mut has: BTreeSet<&str> = words(rules).into_iter().map(|range| &rules[range]).collect();
            has.extend(doc.facts.0.iter().map(|(name, _)| name.value.as_str()));
            if !shapes.iter().any(|shape| shape.is_subset(&has)) {
                let message = format!("the rules of `{}` contain no code of this row", card.value);
                let help = "list cards that use all names of one of the pieces of code";
                let place = place_of(self.file(), card);
                found.push(Diagnostic::new(codes::PHRASE_ROW, place, message).help(help));
            }
        }
        found
    }
}

/// The names of the system in a piece: a card that says the same has them too.
fn shape<'p>(piece: &'p Piece, beside: &Beside) -> BTreeSet<&'p str> {
    let text = &piece.written;
    let all = words(text).into_iter().map(|range| &text[range]);
    all.filter(|word| beside.known.names.knows(word)).collect()
}

/// Whether a name is a field of a record, or a parameter of something: then it stands with a value in rows or calls.
fn is_argument(beside: &Beside, name: &str) -> bool {
    let pack = &beside.known.pack;
    let of_records = pack.records.iter().flat_map(|record| &record.fields);
    let is_field = of_records.map(|field| &field.name).any(|field| field == name);
    is_field || beside.known.names.has_parameter(name)
}
