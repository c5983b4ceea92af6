//! Words of the data that the system has not, where sets may add some: what the mapping says so that they are words.
//!
//! Not here: other words that are unknown, which are the compiler's to tell.

use crate::documents::ImportDoc;
use crate::known::{Known, Slot, Ty};
use crate::take::Put;
use std::collections::{BTreeMap, BTreeSet};

/// The most words that are proposed.
const MOST_NEW_WORDS: usize = 200;

/// Looks for words that a mapping does not add, by their types.
pub(crate) struct NewWords<'a> {
    doc: &'a ImportDoc,
    /// Words that neither the system nor the mapping has, by their type. A word that another set adds is added again.
    new: BTreeMap<String, BTreeSet<String>>,
    count: usize,
}

impl<'a> NewWords<'a> {
    pub(crate) fn of(doc: &'a ImportDoc) -> Self {
        Self {
            doc,
            new: BTreeMap::new(),
            count: 0,
        }
    }

    /// Looks at the words among facts.
    pub(crate) fn look(&mut self, known: &Known<'_>, slots: &BTreeMap<&str, Slot>, facts: &[(String, Put)]) {
        for (name, put) in facts {
            let ty = slots.get(name.as_str()).map(|slot| &slot.ty);
            if let Some(Ty::Named(ty)) = ty
                && known.open_words(ty).is_some()
            {
                self.words(known, ty, put);
            }
        }
    }

    fn words(&mut self, known: &Known<'_>, ty: &str, put: &Put) {
        match put {
            Put::Text(word) => self.word(known, ty, word),
            Put::List(list) => list.iter().for_each(|put| self.words(known, ty, put)),
            Put::Number(_) | Put::YesNo(_) => {}
        }
    }

    fn word(&mut self, known: &Known<'_>, ty: &str, word: &str) {
        let Some(words) = known.open_words(ty) else { return };
        let own = self.doc.words.0.iter().filter(|(name, _)| name.value == ty);
        let is_added = own.flat_map(|(_, words)| words).any(|own| own.value == word);
        if is_added || words.words.iter().any(|known| known == word) {
            return;
        }
        if self.count < MOST_NEW_WORDS {
            let is_new = self.new.entry(ty.to_owned()).or_default().insert(word.to_owned());
            self.count += usize::from(is_new);
        }
    }

    /// A hint at a line for the mapping, if there are new words.
    pub(crate) fn remedy(&self) -> Option<String> {
        let types = self.new.iter().map(|(ty, words)| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            format!("{ty}: [{}]", words.join(", "))
        });
        let types: Vec<String> = types.collect();
        let words = types.join(", ");
        let why = || format!("if these words are correct, let the set add them: `words: {{ {words} }}`");
        (!types.is_empty()).then(why)
    }
}
