//! Printed cards in words, part by part: for whoever draws them.
//!
//! Not here: a card as one text (`card`).

use super::english::{bare, capital};
use super::facts::{FactWords, Facts};
use super::{TO_BE_WRITTEN, Wording, phrases};
use cardwright_bytecode::pack::{CONST_SET, Pack, TemplateDef};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::project::{Documents, System};
use cardwright_trees::Compiled;
use std::collections::BTreeMap;

/// The printed cards of a system in words.
pub struct CardTeller<'a> {
    project: &'a Documents,
    system: &'a System,
    compiled: &'a Compiled,
    pack: &'a Pack,
    phrases: BTreeMap<String, String>,
}

/// A printed card in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardWords {
    /// The facts of its entry, each with its field.
    pub facts: Vec<FactWords>,
    /// Its rules, one paragraph each.
    pub rules: Vec<String>,
    /// The paragraphs about names in the rules that the card or its set has for itself, one each.
    pub notes: Vec<String>,
}

impl<'a> CardTeller<'a> {
    /// The cards of a system; none, if it does not compile.
    #[must_use]
    pub fn of(project: &'a Documents, system: &'a System, compiled: &'a Compiled) -> Option<Self> {
        Some(Self {
            project,
            system,
            compiled,
            pack: compiled.pack.as_ref()?,
            phrases: phrases::of_card(project, system, ""),
        })
    }

    /// The system's pack.
    #[must_use]
    pub fn pack(&self) -> &'a Pack {
        self.pack
    }

    /// A card (an index into the pack's) in words.
    #[must_use]
    pub fn card(&self, template: usize) -> CardWords {
        let (Some(def), Ok(number)) = (self.pack.templates.get(template), u32::try_from(template)) else {
            return CardWords::default();
        };
        let phrases = phrases::of_card(self.project, self.system, &def.id);
        let wording = Wording::new(self.pack, &self.compiled.program, &phrases);
        let mut rules = wording.card(number);
        let told = rules.join("\n");
        let mut notes = wording.own_words(number, &told);
        let all = Facts::new(wording, self.project, self.system);
        let facts = all.of_card_apart(&def.id);
        let known: Vec<&str> = facts.iter().map(|fact| fact.text.as_str()).collect();
        notes.extend(all.of_rows(&def.id, &told, &known.join("\n")));
        if self.project.is_todo(&self.system.doc.system.value, &def.id) {
            rules.push(TO_BE_WRITTEN.to_owned());
        }
        CardWords { facts, rules, notes }
    }

    /// The name of a kind for people.
    #[must_use]
    pub fn kind(&self, kind: usize) -> String {
        let name = self.pack.kinds.get(kind).map_or("", |kind| kind.name.as_str());
        capital(bare(&self.wording().word(name)))
    }

    /// A value that a card prints, in words; nothing for what is empty or not there.
    #[must_use]
    pub fn value(&self, ty: Ty, value: i64) -> Option<String> {
        if !ty.set {
            return self.one(ty.base, value);
        }
        let set = usize::try_from(value.saturating_sub(CONST_SET)).ok();
        let items = set
            .and_then(|set| self.pack.sets.get(set))
            .map_or(&[][..], |set| &set.items);
        let members: Vec<String> = items.iter().filter_map(|&item| self.one(ty.base, item)).collect();
        (!members.is_empty()).then(|| members.join(", "))
    }

    fn one(&self, base: Base, value: i64) -> Option<String> {
        let at = usize::try_from(value).ok()?;
        match base {
            Base::Number | Base::Length | Base::Angle | Base::Quantity => Some(base.written(value)),
            Base::Bool => (value != 0).then(|| "yes".to_owned()),
            Base::Text => self.pack.texts.get(at).filter(|text| !text.is_empty()).cloned(),
            Base::Word(word) => {
                let word = self.pack.words.get(usize::from(word))?.words.get(at)?;
                Some(bare(&self.wording().word(word)).to_owned())
            }
            Base::Row(record) if at > 0 => {
                let row = self.pack.rows.get(at)?;
                Some(self.row(usize::from(record), at, &row.id))
            }
            _ => None,
        }
    }

    /// A row: a card by its name, another one by what people call it.
    fn row(&self, record: usize, at: usize, id: &str) -> String {
        let is_card = |def: &&TemplateDef| usize::try_from(def.row) == Ok(at);
        match self.pack.templates.iter().find(is_card) {
            Some(card) => card.name.clone(),
            None => bare(&self.wording().row_called(record, id)).to_owned(),
        }
    }

    fn wording(&self) -> Wording<'_> {
        Wording::new(self.pack, &self.compiled.program, &self.phrases)
    }

    /// The name of a row of a record for people.
    #[must_use]
    pub fn row_called(&self, record: u16, id: &str) -> String {
        bare(&self.wording().row_called(usize::from(record), id)).to_owned()
    }

    /// The name of anything for people, with a capital letter.
    #[must_use]
    pub fn word(&self, name: &str) -> String {
        capital(bare(&self.wording().word(name)))
    }
}
