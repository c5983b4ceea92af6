//! Additions of others to a system's open vocabulary: words of its word types, fields of its records and
//! kinds.

use super::defaults::FieldsOf;
use super::{Compiler, Unit};
use cardwright_bytecode::ty::WORD_FACE;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{Extension, FieldDecl, ItemKind, KindDecl, Name};

impl Compiler<'_> {
    /// Remembers what is open.
    pub(super) fn declare_open(&mut self, base: Base, open: bool) {
        if open {
            self.names.open.insert(base);
        }
    }

    /// Adds words to open word types, when all types are known.
    pub fn extend_words(&mut self, units: &[Unit]) {
        self.each_item(units, |this, item| {
            if let ItemKind::Extend {
                name,
                with: Extension::Words(words),
            } = &item.kind
            {
                this.add_words(name, words);
            }
        });
    }

    /// A word that two sets add is one word, which both see; within one list it stands once.
    fn add_words(&mut self, name: &Name, words: &[Name]) {
        let Some(Ty {
            base: Base::Word(word),
            ..
        }) = self.extended(
            name,
            "word type",
            |base| matches!(base, Base::Word(word) if *word != WORD_FACE),
        )
        else {
            words.iter().for_each(|word| self.mark_broken(&word.text));
            return;
        };
        for (at, entry) in words.iter().enumerate() {
            if let Some(earlier) = words[..at].iter().find(|earlier| earlier.text == entry.text) {
                let place = self.place(earlier.span);
                self.duplicate("word", entry, place);
                continue;
            }
            let ty = Ty::one(Base::Word(word));
            if self.names.constant(&entry.text, ty).is_some() {
                continue;
            }
            let known = &mut self.pack.words[usize::from(word)].words;
            let at = known.iter().position(|known| *known == entry.text);
            let at = at.unwrap_or_else(|| {
                known.push(entry.text.clone());
                known.len() - 1
            });
            self.add_constant(self.names.viewer(), &entry.text, ty, at);
        }
    }

    /// The words of a type that whoever looks can name: of an open one, others may have added some.
    pub(crate) fn seen_words(&self, word: u16) -> Vec<String> {
        let ty = Ty::one(Base::Word(word));
        let words = self.pack.words[usize::from(word)].words.iter();
        let seen = words.filter(|word| self.names.constant(word, ty).is_some());
        seen.cloned().collect()
    }

    /// The text that adds a new word, if its type is open.
    pub(crate) fn how_to_add(&self, text: &str, base: Base) -> Option<String> {
        let Base::Word(word) = base else { return None };
        let name = &self.pack.words[usize::from(word)].name;
        let is_name = text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        (self.names.open.contains(&base) && is_name)
            .then(|| format!("to add it, write `extend word {name} {{ {text} }}` in the `rules:`"))
    }

    /// Adds fields to open records and kinds, when all of their own are known.
    pub fn extend_fields(&mut self, units: &[Unit]) {
        self.each_item(units, |this, item| {
            let ItemKind::Extend { name, with } = &item.kind else {
                return;
            };
            match with {
                Extension::Words(_) => {}
                Extension::Record(fields) => {
                    let found = this.extended(name, "record", |base| matches!(base, Base::Row(_)));
                    if let Some(Base::Row(record)) = found.map(|ty| ty.base) {
                        let fields = this.with_defaults(fields);
                        this.add_record_fields(name, record, &fields);
                    }
                }
                Extension::Kind(fields) => {
                    let found = this.extended(name, "kind", |base| matches!(base, Base::Entity(_)));
                    if let Some(Base::Entity(kind)) = found.map(|ty| ty.base) {
                        let fields = this.with_defaults(fields);
                        this.kind_fields(kind, &fields);
                    }
                }
            }
        });
    }

    /// The type that is added to, if it exists and is open.
    fn extended(&mut self, name: &Name, what: &str, fits: impl Fn(&Base) -> bool) -> Option<Ty> {
        let found = self.names.types.get(&name.text).copied();
        let Some(ty) = found.filter(|ty| fits(&ty.base)) else {
            let names = self.names.types.names();
            let is_one = |name: &&str| self.names.types.get(name).is_some_and(|ty| fits(&ty.base));
            let known: Vec<String> = names.filter(is_one).map(str::to_owned).collect();
            self.unknown(codes::UNKNOWN_KIND, what, name, &known);
            return None;
        };
        self.note_at(name, |names| names.types.place(&name.text));
        if !self.names.open.contains(&ty.base) {
            let message = format!(
                "`{}` is closed, so nothing can be added to it outside its declaration",
                name.text
            );
            let help = format!("make it open in its declaration: `{} open {{ ... }}`", name.text);
            self.report(codes::CLOSED, name.span, message).help = Some(help);
            return None;
        }
        Some(ty)
    }

    /// The added fields that entries written without them can do without.
    fn with_defaults(&mut self, fields: &[FieldDecl]) -> Vec<FieldDecl> {
        let mut sound = Vec::new();
        for field in fields {
            if field.state || field.default.is_some() {
                sound.push(field.clone());
                continue;
            }
            let name = &field.name;
            let message = format!(
                "`{}` needs a default, because existing entries do not give it",
                name.text
            );
            let help = format!(
                "write `{}: {} = ...`, or make it `state`",
                name.text, field.ty.name.text
            );
            self.report(codes::NO_DEFAULT, name.span, message).help = Some(help);
            self.mark_broken(&name.text);
        }
        sound
    }

    fn add_record_fields(&mut self, name: &Name, record: u16, fields: &[FieldDecl]) {
        let at = usize::from(record);
        let mut new = Vec::new();
        for field in fields {
            let known = &self.pack.records[at].fields;
            if known.iter().any(|known| known.name == field.name.text) {
                let place = self.place(field.name.span);
                self.duplicate("field", &field.name, place);
                continue;
            }
            new.push(field.clone());
        }
        let slots = self.record_slots(name, &new);
        let first = self.pack.records[at].fields.len();
        for (place, slot) in slots.iter().enumerate() {
            let written = new.iter().find(|field| field.name.text == slot.name);
            let default = written.and_then(|field| field.default.as_ref());
            self.declare_default(FieldsOf::Record(record), first + place, default);
        }
        self.pack.records[at].fields.extend(slots);
    }

    /// `makes KIND as ENDING`
    pub(super) fn declare_makes(&mut self, kind: u16, decl: &KindDecl) {
        for (made, ending) in &decl.makes {
            let Some(other) = self.kind_named(made) else {
                continue;
            };
            if other == kind || self.pack.kinds[usize::from(other)].templates.is_none() {
                let message = format!(
                    "an entry of `{}` cannot also be a `{}`",
                    decl.name.text, made.text
                );
                self.report(codes::WRONG_TYPE, made.span, message).help =
                    Some("name another kind of piece or card".to_owned());
                continue;
            }
            let ending = ending.as_ref().unwrap_or(made).text.clone();
            self.names
                .companions
                .entry(kind)
                .or_default()
                .push((other, ending));
        }
    }
}
