//! The card set of all pieces: an entry for each piece and each setting in which it may stand.

use super::form::{Form, Whole, around, facts};
use super::patched::Patched;
use super::piece::{Piece, pieces};
use super::rows_of;
use cardwright_code::link::{Bases, Beside, check_beside};
use cardwright_documents::document::{At, CardDoc, CardSetDoc, Entries, Fact, PhrasebookDoc, SetRules};
use cardwright_documents::project::{Documents, Loaded, System};
use cardwright_documents::rules::{Rules, declares_nothing};
use cardwright_documents::scalar::{Pieces, Scalar};
use cardwright_dsl::parse_items;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The beginning of the ids of entries that exist only here.
const PREFIX: &str = "row";

/// How many pieces there may be in all settings together, of one phrasebook.
pub(super) const MOST_TRIALS: usize = 50_000;
/// The most bytes of text in all settings together, of one phrasebook.
const MOST_TEXT: usize = 16 << 20;

/// The pieces of a row, each with what it is.
#[derive(Clone)]
pub(super) struct RowOfPieces {
    pub(super) pieces: Vec<(Piece, Option<Whole>)>,
}

/// A piece in one setting: one entry of the set.
#[derive(Clone)]
pub(super) struct Trial {
    pub(super) row: usize,
    pub(super) piece: usize,
    /// Its bytes in the text of the set.
    pub(super) range: Range<usize>,
}

/// All pieces of a phrasebook, and the text that they were put into.
pub(super) struct Trials {
    pub(super) rows: Vec<RowOfPieces>,
    pub(super) trials: Vec<Trial>,
    pub(super) text: Patched,
    /// Whether there were more.
    pub(super) is_full: bool,
    entries: Vec<Entry>,
}

/// An entry that is still to be made.
#[derive(Clone)]
struct Entry {
    /// The card whose kind and facts it takes.
    like: CardDoc,
    rules: Option<Range<usize>>,
}

/// A setting, with what it names.
struct Setting<'a> {
    on: &'a CardDoc,
    rule: Option<Patched>,
}

impl Trials {
    /// The pieces of a phrasebook. Settings that are not there or name nothing are passed over.
    pub(super) fn of(project: &Documents, system: &str, book: &Loaded<PhrasebookDoc>) -> Self {
        let source = project.sources.get(book.file).text.as_str();
        let settings = settings(project, system, book);
        let rows: Vec<_> = rows_of(&book.doc).collect();
        let read = rows.par_iter().map(|row| {
            let pieces = pieces(source, row).into_iter();
            let with_whole = pieces.map(|piece| {
                let whole = Whole::of(&piece.filled);
                (piece, whole)
            });
            RowOfPieces {
                pieces: with_whole.collect(),
            }
        });
        // What the document itself gives the set stands in the text where it stands in the document.
        let mut text = Patched::default();
        text.same(source, 0);
        text.instead("\n", source.len()..source.len());
        let mut trials = Self {
            rows: read.collect(),
            trials: Vec::new(),
            text,
            is_full: false,
            entries: Vec::new(),
        };
        let first = book.doc.settings.0.first().map(|(name, _)| name.value.as_str());
        for (at, row) in rows.iter().enumerate() {
            let named = row.settings.iter().map(|name| name.value.as_str());
            let named: Vec<&str> = named.chain(first.filter(|_| row.settings.is_empty())).collect();
            let of_row: Vec<&Setting<'_>> = named.iter().filter_map(|name| settings.get(name)).collect();
            trials.row(at, &of_row);
        }
        trials
    }

    /// The first trial of each piece among those that are sound.
    pub(super) fn only(&self, is_sound: impl Fn(usize) -> bool) -> Self {
        let mut pieces = BTreeSet::new();
        let all = self.trials.iter().zip(&self.entries).enumerate();
        let kept = all.filter(|(at, (trial, _))| is_sound(*at) && pieces.insert((trial.row, trial.piece)));
        let (trials, entries) = kept
            .map(|(_, (trial, entry))| (trial.clone(), entry.clone()))
            .unzip();
        Self {
            rows: self.rows.clone(),
            text: self.text.clone(),
            is_full: self.is_full,
            trials,
            entries,
        }
    }

    /// The number of the trial that a byte of the text belongs to.
    pub(super) fn number_at(&self, byte: usize) -> Option<usize> {
        let at = self.trials.partition_point(|trial| trial.range.end < byte);
        (self.trials.get(at)?.range.start <= byte).then_some(at)
    }

    /// The trial that a byte of the text belongs to.
    pub(super) fn at(&self, byte: usize) -> Option<&Trial> {
        self.trials.get(self.number_at(byte)?)
    }

    /// Puts the pieces of a row into its settings.
    fn row(&mut self, row: usize, settings: &[&Setting<'_>]) {
        let pieces = &self.rows[row].pieces;
        let declares: Vec<bool> = pieces.iter().map(declares).collect();
        for piece in 0..declares.len() {
            let Some(whole) = self.rows[row].pieces[piece].1.clone() else {
                continue;
            };
            // What one piece of a row declares the others name.
            let mut before = Patched::default();
            for (other, _) in declares
                .iter()
                .enumerate()
                .filter(|(other, is)| **is && *other != piece)
            {
                before.join(&self.rows[row].pieces[other].0.filled);
                before.instead("\n", 0..0);
            }
            for setting in settings {
                for text in around(&whole, setting.rule.as_ref()) {
                    self.put((row, piece), whole.form, (&before, &text), setting);
                }
            }
        }
    }

    fn put(
        &mut self,
        (row, piece): (usize, usize),
        form: Form,
        (before, text): (&Patched, &Patched),
        setting: &Setting<'_>,
    ) {
        let start = self.text.text.len();
        self.is_full |= self.trials.len() >= MOST_TRIALS || start > MOST_TEXT;
        if self.is_full {
            return;
        }
        if form != Form::Facts {
            self.text.join(before);
        }
        self.text.join(text);
        let range = start..self.text.text.len();
        self.text.instead("\n", 0..0);
        let mut like = setting.on.clone();
        like.facts
            .0
            .iter_mut()
            .for_each(|(_, fact)| name_rows(&mut fact.value));
        let rules = (form != Form::Facts).then(|| range.clone());
        if rules.is_none() {
            replace_facts(&mut like, &text.text, start);
        }
        self.entries.push(Entry { like, rules });
        self.trials.push(Trial { row, piece, range });
    }

    /// Checks all of them together; nothing, if the system or a set has errors.
    pub(super) fn run(
        &self,
        (project, bases): (&Documents, &dyn Bases),
        system: &System,
        loaded: &Loaded<PhrasebookDoc>,
    ) -> Option<Beside> {
        let (book, file_of_book) = (&loaded.doc, loaded.file);
        let mut sources = project.sources.clone();
        let id = &book.phrasebook.value;
        let file = sources.add(format!("the rows of {id}"), self.text.text.clone());
        let at = |value: &str, range: &Range<usize>| At {
            file: None,
            value: value.to_owned(),
            start: range.start,
            end: range.end,
        };
        let part = |range: &Range<usize>| at(&self.text.text[range.clone()], range);
        let read = |range: &Range<usize>| Rules {
            pieces: Pieces::verbatim(range.clone()),
            ..Rules::of(&self.text.text[range.clone()])
        };
        let cards = self.entries.iter().zip(&self.trials).enumerate();
        let cards = cards.map(|(number, (entry, trial))| CardDoc {
            id: at(&format!("{PREFIX}-{number}"), &trial.range),
            kind: at(&entry.like.kind.value, &trial.range),
            names: Entries::default(),
            reading: Vec::new(),
            phrases: Entries::default(),
            rules: entry.rules.as_ref().map(part),
            is_todo: false,
            ..entry.like.clone()
        });
        let parsed = self.entries.par_iter();
        let parsed = parsed.map(|entry| entry.rules.as_ref().map(read).unwrap_or_default());
        let source = &project.sources.get(file_of_book).text;
        let own = book.rules.as_ref().map(|rules| Rules::of_scalar(source, rules));
        let rules = SetRules {
            own: own.unwrap_or_default(),
            cards: parsed.collect(),
        };
        let doc = CardSetDoc {
            set: at("(rows)", &(0..0)),
            system: book.phrasebook.clone(),
            title: book.title.clone(),
            uses: book.uses.clone(),
            shares: Vec::new(),
            tables: book.tables.clone(),
            phrases: Entries::default(),
            rules: book.rules.clone(),
            cards: cards.collect(),
            overlays: Vec::new(),
        };
        let (doc, rules) = (Arc::new(doc), Arc::new(rules));
        check_beside(project, bases, system, &sources, &Loaded { file, doc, rules })
    }
}

/// Whether a piece declares something and does nothing else.
fn declares((_, whole): &(Piece, Option<Whole>)) -> bool {
    let rule = whole.as_ref().filter(|whole| whole.form == Form::Rule);
    let items = |whole: &Whole| parse_items(&whole.code.text).0;
    rule.is_some_and(|whole| items(whole).iter().all(|item| !declares_nothing(&item.kind)))
}

/// A scalar of a file with its places.
fn scalar(source: &str, text: &At<String>) -> Patched {
    let pieces = Scalar::of(source, text).pieces;
    let (mut out, mut at) = (Patched::default(), 0);
    for line in text.value.split_inclusive('\n') {
        out.same(line, pieces.place(at..at).start);
        at += line.len();
    }
    out
}

/// The settings of a phrasebook by their names.
fn settings<'a>(
    project: &'a Documents,
    system: &str,
    book: &'a Loaded<PhrasebookDoc>,
) -> BTreeMap<&'a str, Setting<'a>> {
    let source = &project.sources.get(book.file).text;
    let all = book.doc.settings.0.iter();
    let found = all.filter_map(|(name, setting)| {
        let on = card_named(project, system, &setting.on.value)?;
        let rule = setting.rule.as_ref().map(|rule| scalar(source, rule));
        Some((name.value.as_str(), Setting { on, rule }))
    });
    found.collect()
}

/// The entry of a system with this id.
pub(super) fn card_named<'a>(project: &'a Documents, system: &str, id: &str) -> Option<&'a CardDoc> {
    let sets = project.sets.iter().filter(|(key, _)| key.0 == system);
    let mut cards = sets.flat_map(|(_, set)| &set.doc.cards);
    cards.find(|card| card.id.value == id)
}

/// Gives an entry the facts of a piece, in the place of those that it has.
fn replace_facts(card: &mut CardDoc, code: &str, start: usize) {
    let Some(given) = facts(code) else { return };
    for (mut name, mut fact) in given.0 {
        shift(&mut name, start);
        shift_fact(&mut fact, start);
        card.facts
            .0
            .retain(|(known, _): &(At<String>, At<Fact>)| known.value != name.value);
        card.facts.0.push((name, fact));
    }
}

/// Moves a place in facts that were read by themselves, with a brace before them.
fn shift<T>(at: &mut At<T>, start: usize) {
    at.start = (at.start + start).saturating_sub(1);
    at.end = (at.end + start).saturating_sub(1);
}

fn shift_fact(fact: &mut At<Fact>, start: usize) {
    shift(fact, start);
    match &mut fact.value {
        Fact::List(all) => all.iter_mut().for_each(|one| shift_fact(one, start)),
        Fact::Map(all) => {
            for (name, one) in &mut all.0 {
                shift(name, start);
                shift_fact(one, start);
            }
        }
        Fact::Number(_) | Fact::Unwhole(_) | Fact::Bool(_) | Fact::Text(_) => {}
    }
}

/// Rows that an entry writes itself are there already: whatever is like it names them.
fn name_rows(fact: &mut Fact) {
    let Fact::Map(all) = fact else { return };
    let is_row = |one: &(At<String>, At<Fact>)| matches!(one.1.value, Fact::Map(_));
    if all.0.iter().all(is_row) {
        let names = std::mem::take(&mut all.0).into_iter();
        let named = names.map(|(name, _)| At {
            start: name.start,
            end: name.end,
            file: name.file,
            value: Fact::Text(name.value),
        });
        *fact = Fact::List(named.collect());
    }
}
