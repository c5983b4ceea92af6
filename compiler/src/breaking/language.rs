//! Breaks and comments of files of the language, and of `rules:` in documents.

use super::{Break, Found, FoundBreak};
use cardwright_documents::document::At;
use cardwright_documents::source::{FileId, Location, Origin};
use cardwright_dsl::ast::{Item, ItemKind};
use cardwright_dsl::breaks::{Put, breaks, notes};
use cardwright_dsl::parse_items;

impl Found<'_> {
    pub(super) fn language_file(&mut self, file: FileId) {
        let text = self.project.sources.get(file).text.clone();
        self.language(&text, &Origin::file(file));
    }

    /// The rules of a document.
    pub(super) fn scalar(&mut self, file: FileId, rules: &At<String>) {
        let source = &self.project.sources.get(file).text;
        let origin = Origin::scalar(file, source, rules);
        self.language(&rules.value, &origin);
    }

    fn language(&mut self, text: &str, origin: &Origin) {
        let (items, faults) = parse_items(text);
        if !faults.is_empty() {
            return;
        }
        let source = &self.project.sources.get(origin.file_id()).text;
        for item in &items {
            self.declared(item, origin);
        }
        for one in breaks(text, &items) {
            let mut with = String::new();
            for part in &one.put {
                match part {
                    Put::Words(words) => with.push_str(words),
                    Put::Source(span) => with.push_str(slice(source, origin.place(*span))),
                }
            }
            let place = origin.place(one.span);
            if slice(source, place) == with {
                continue;
            }
            let kind = one.kind;
            let way = Break { place, with, kind };
            self.breaks.push(FoundBreak {
                way,
                taken: one.taken,
                of: one.of,
                is_large: one.is_large,
                is_fact: false,
            });
        }
        for note in notes(text, &items) {
            let rules = self.rules_in(&text[note.span.start..note.span.end]);
            self.scope(origin.place(note.about), rules);
        }
    }
}

impl Found<'_> {
    /// Notes declarations that a reading can be about, and those that have no content of their own but their
    /// uses.
    fn declared(&mut self, item: &Item, origin: &Origin) {
        let place = origin.place(item.span);
        match &item.kind {
            ItemKind::Die { name, .. } => self.dice.push((name.text.clone(), place)),
            ItemKind::Define { name, .. } => self.defines.push((name.text.clone(), place)),
            ItemKind::Permission { name, .. }
            | ItemKind::Token { name, .. }
            | ItemKind::Offer { name, .. }
            | ItemKind::Outcome { name, .. } => self.used.push((name.text.clone(), place)),
            _ => {}
        }
    }
}

fn slice(source: &str, place: Location) -> &str {
    source.get(place.start..place.end).unwrap_or("")
}
