//! Rules text as it was parsed: once for each text, however many packs it goes into.

use crate::document::At;
use crate::scalar::{Pieces, Scalar};
use crate::source::{FileId, Origin};
use cardwright_bytecode::pack::Level;
use cardwright_dsl::ast::{Item, ItemKind, Name, each_name};
use cardwright_dsl::{Fault, parse_items};
use std::sync::Arc;

/// The items of a text, shared by all who read them.
#[derive(Clone, Debug, Default)]
pub struct Items(Arc<Vec<Item>>, Arc<Vec<String>>);

impl Items {
    /// Items that were made from others.
    pub(crate) fn of(items: Vec<Item>) -> Self {
        Self(Arc::new(items), Arc::default())
    }

    /// The names of declarations that could not be read: to use them is no second error.
    pub fn broken(&self) -> &[String] {
        &self.1
    }

    /// Whether these are the very same, not only equal.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<'a> IntoIterator for &'a Items {
    type Item = &'a Item;
    type IntoIter = std::slice::Iter<'a, Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A parsed text.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The items of the text.
    pub items: Items,
    /// The mistakes in the text, at its bytes.
    pub faults: Arc<Vec<Fault>>,
    /// Where its bytes are in the file.
    pub pieces: Pieces,
    /// The file, if that is another one than the file of the document: an overlay has given it this text.
    pub file: Option<FileId>,
}

impl Rules {
    /// The rules in a text that stands alone.
    pub fn of(text: &str) -> Self {
        let (items, faults) = parse_items(text);
        let broken = faults.iter().filter_map(|fault| fault.declares.clone());
        Self {
            items: Items(Arc::new(items), Arc::new(broken.collect())),
            faults: Arc::new(faults),
            pieces: Pieces::default(),
            file: None,
        }
    }

    /// Where the text stands, which is a part of the document in this file.
    #[must_use]
    pub fn origin(&self, file: FileId) -> Origin {
        Origin::within(self.file.unwrap_or(file), self.pieces.clone())
    }

    /// The rules of a scalar in a document.
    pub fn of_scalar(source: &str, text: &At<String>) -> Self {
        Self::of(&text.value).moved(source, text)
    }

    /// Changes every name.
    pub fn rename(&mut self, change: &mut dyn FnMut(&mut String)) {
        let mut items = Vec::clone(&self.items.0);
        each_name(&mut items, &mut |name, _, _| change(name));
        let mut broken = Vec::clone(&self.items.1);
        broken.iter_mut().for_each(change);
        self.items = Items(Arc::new(items), Arc::new(broken));
    }

    /// These rules where the same text stands elsewhere.
    pub(crate) fn moved(&self, source: &str, text: &At<String>) -> Self {
        Self {
            pieces: Scalar::of(source, text).pieces,
            ..self.clone()
        }
    }
}

/// Parsed text with what is needed to point into it.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Where the text comes from.
    pub origin: Origin,
    /// Its items.
    pub items: Items,
    /// Whether its rules are those of a system, a card or a scenario.
    pub level: Level,
    /// The card or piece whose rules these are.
    pub template: Option<usize>,
    /// Whose names these are.
    pub owner: Declarer,
}

impl Unit {
    /// Whether this is the very same text, which was parsed once.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.items.is(&other.items) && self.origin.file_id() == other.origin.file_id()
    }
}

/// Who declares names: a number that whoever puts a pack together gives out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Declarer(pub u32);

impl Declarer {
    /// The system, and what stands in no rules.
    pub const SYSTEM: Self = Self(0);
    /// The scenario or case at hand.
    pub const SITUATION: Self = Self(1);
}

/// The name that a declaration declares, if it is there to be used by others.
pub fn declared(item: &ItemKind) -> Option<(&'static str, &Name)> {
    Some(match item {
        ItemKind::Word { name, .. } => ("word type", name),
        ItemKind::Record { name, .. } => ("record", name),
        ItemKind::Piece(decl) => ("kind of piece", &decl.name),
        ItemKind::Card { decl, .. } => ("kind of card", &decl.name),
        ItemKind::Token { name, .. } => ("token", name),
        ItemKind::Die { name, .. } => ("die", name),
        ItemKind::Deck { name } => ("deck", name),
        ItemKind::Define { name, .. } => ("define", name),
        ItemKind::Value { name, .. } => ("value", name),
        ItemKind::Permission { name, .. } => ("permission", name),
        ItemKind::Offer { name, .. } => ("offer", name),
        ItemKind::Procedure { name, .. } => ("procedure", name),
        ItemKind::Effect { name, .. } => ("effect", name),
        ItemKind::Movement { name, .. } => ("movement", name),
        _ => return None,
    })
}

/// Whether nobody else can name anything of an item.
pub fn declares_nothing(item: &ItemKind) -> bool {
    matches!(
        item,
        ItemKind::Trigger { .. }
            | ItemKind::OfferOption { .. }
            | ItemKind::Modify { .. }
            | ItemKind::Replace { .. }
            | ItemKind::Permit { .. }
            | ItemKind::Lend { .. }
            | ItemKind::Silence { .. }
            | ItemKind::Build { .. }
    )
}
