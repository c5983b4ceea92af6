//! Documents that were read but have no place in a project yet: so that all of them can be read at once.

use super::remainder::{Remainder, remainder};
use super::{
    At, CardSetDoc, CaseDoc, DocumentKind, LibraryDoc, LooksDoc, MOST_DOCUMENT_BYTES, MapDoc, OverlayDoc,
    PhrasebookDoc, ScenarioDoc, SystemDoc, kind_of_file,
};
use crate::diagnostic::Diagnostic;
use crate::rules::Rules;
use crate::source::{FileId, Location, SourceFile};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::sync::Arc;

/// How many rules texts are worth a turn of their own on another core.
const TEXTS_AT_ONCE: usize = 16;

/// A file and the document that it holds.
#[derive(Clone, Debug)]
pub(crate) struct Ahead {
    pub(crate) file: Arc<SourceFile>,
    pub(crate) kind: Option<DocumentKind>,
    /// Nothing if the text is no such document; reading it in its place tells why.
    pub(crate) document: Option<Document>,
    /// What is left of a card set that cannot be read as a whole.
    pub(crate) remains: Option<Arc<Remains>>,
}

/// The parsed rules of a set.
#[derive(Clone, Debug, Default)]
pub struct SetRules {
    /// Those of the set itself.
    pub own: Rules,
    /// Those of each card, in their order.
    pub cards: Vec<Rules>,
}

/// A document of any kind.
#[derive(Clone, Debug)]
pub(crate) enum Document {
    System(Arc<SystemDoc>),
    Library(Arc<LibraryDoc>),
    /// With its parsed rules.
    CardSet(Arc<CardSetDoc>, Arc<SetRules>),
    /// With its parsed rules, which are those of its cards.
    Overlay(Arc<OverlayDoc>, Arc<SetRules>),
    Map(Arc<MapDoc>),
    Scenario(Arc<ScenarioDoc>),
    Case(Arc<CaseDoc>),
    Phrasebook(Arc<PhrasebookDoc>),
    Looks(Arc<LooksDoc>),
}

impl Ahead {
    /// Reads a file. Rules that its document has had `before` are not parsed once more.
    pub(crate) fn of(file: SourceFile, before: Option<&Document>) -> Self {
        let text = &file.text;
        let kind = kind_of_file(&file.name, text);
        let document = kind.and_then(|kind| match kind {
            DocumentKind::System => read(text).map(Document::System),
            DocumentKind::Library => read(text).map(Document::Library),
            DocumentKind::CardSet => parse::<CardSetDoc>(text).map(|set| {
                let set = Arc::new(set.settled());
                let rules = rules(text, &set, &parsed(before));
                Document::CardSet(set, rules)
            }),
            DocumentKind::Overlay => parse::<OverlayDoc>(text).map(|overlay| {
                let overlay = Arc::new(overlay.settled());
                let texts = overlay.cards.iter().map(|card| card.rules.as_ref());
                let cards = rules_of(text, texts.collect(), &parsed(before));
                let own = Rules::default();
                Document::Overlay(overlay, Arc::new(SetRules { own, cards }))
            }),
            DocumentKind::Phrasebook => read(text).map(Document::Phrasebook),
            DocumentKind::Looks => read(text).map(Document::Looks),
            DocumentKind::Map => read(text).map(Document::Map),
            DocumentKind::Scenario => read(text).map(Document::Scenario),
            DocumentKind::Case => {
                parse::<CaseDoc>(text).map(|case| Document::Case(Arc::new(case.named(&file.name))))
            }
        });
        let is_broken_set = document.is_none() && kind == Some(DocumentKind::CardSet);
        let remains = is_broken_set.then(|| Remains::of_set(text)).flatten();
        Self {
            remains: remains.map(Arc::new),
            file: Arc::new(file),
            kind,
            document,
        }
    }
}

/// What is left of a card set that cannot be read as a whole, and the mistakes in it.
#[derive(Debug)]
pub(crate) struct Remains {
    /// The mistakes, in a file that has no number yet.
    mistakes: Vec<Diagnostic>,
    pub(crate) set: Arc<CardSetDoc>,
    pub(crate) rules: Arc<SetRules>,
    /// The text of what is left out.
    pub(crate) left_out: String,
}

impl Remains {
    /// What is left of a card set; nothing if that makes no sense.
    fn of_set(text: &str) -> Option<Self> {
        if text.len() > MOST_DOCUMENT_BYTES {
            return None;
        }
        let Remainder {
            mistakes,
            set,
            left_out,
        } = remainder(FileId::default(), text);
        let set = Arc::new(set?.settled());
        Some(Self {
            mistakes,
            rules: rules(text, &set, &HashMap::new()),
            set,
            left_out,
        })
    }

    /// The mistakes, in the file of this number.
    pub(crate) fn mistakes(&self, file: FileId) -> Vec<Diagnostic> {
        let mut mistakes = self.mistakes.clone();
        mistakes
            .iter_mut()
            .for_each(|one| one.move_to(&|place| Location { file, ..place }));
        mistakes
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Option<T> {
    let fits = text.len() <= MOST_DOCUMENT_BYTES;
    fits.then(|| super::yaml::from_str(text).ok())?
}

fn read<T: DeserializeOwned>(text: &str) -> Option<Arc<T>> {
    parse(text).map(Arc::new)
}

/// The parsed rules of the cards of a set or an overlay by their texts.
fn parsed(before: Option<&Document>) -> HashMap<&str, &Rules> {
    let (texts, rules): (Vec<_>, _) = match before {
        Some(Document::CardSet(set, rules)) => (set.cards.iter().map(|card| &card.rules).collect(), rules),
        Some(Document::Overlay(overlay, rules)) => {
            (overlay.cards.iter().map(|card| &card.rules).collect(), rules)
        }
        _ => return HashMap::new(),
    };
    let cards = texts.into_iter().zip(&rules.cards);
    let texts = cards.filter_map(|(text, rules)| Some((text.as_ref()?.value.as_str(), rules)));
    texts.collect()
}

/// The rules of a set and of each card.
fn rules(source: &str, set: &CardSetDoc, parsed: &HashMap<&str, &Rules>) -> Arc<SetRules> {
    let own = set.rules.as_ref().map(|text| Rules::of_scalar(source, text));
    let texts = set.cards.iter().map(|card| card.rules.as_ref());
    Arc::new(SetRules {
        own: own.unwrap_or_default(),
        cards: rules_of(source, texts.collect(), parsed),
    })
}

/// The rules of each card that has some.
fn rules_of(source: &str, texts: Vec<Option<&At<String>>>, parsed: &HashMap<&str, &Rules>) -> Vec<Rules> {
    let texts = texts.into_par_iter().with_min_len(TEXTS_AT_ONCE);
    let rules = texts.map(|text| match text {
        Some(text) => match parsed.get(text.value.as_str()) {
            Some(rules) => rules.moved(source, text),
            None => Rules::of_scalar(source, text),
        },
        None => Rules::default(),
    });
    rules.collect()
}
