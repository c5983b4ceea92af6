//! A form of squads, and what of a project it speaks of.

use crate::documents::{Fields, SquadPiecesDoc, SquadsDoc};
use crate::known::{Known, Slot, Ty};
use crate::mapping::{Refused, Text, Wrong};
use cardwright_compiler::document::{At, CardDoc, Entries, Fact};
use cardwright_compiler::{Project, codes};
use std::collections::{BTreeMap, BTreeSet};

/// A form of squads.
pub struct Form {
    /// Its document.
    pub doc: SquadsDoc,
    /// Its file, as people call it.
    pub name: String,
    text: Text,
}

/// A form with what it speaks of in a project.
pub struct Ready<'a> {
    pub(super) doc: &'a SquadsDoc,
    pub(super) project: &'a Project,
    pub(super) pieces: Vec<Printed<'a>>,
    pub(super) cards: Vec<Printed<'a>>,
}

/// A card or piece, and what it is called in squads.
pub(super) struct Printed<'a> {
    pub(super) set: &'a str,
    pub(super) doc: &'a CardDoc,
    /// The first is written, all are read.
    pub(super) ids: Vec<String>,
}

impl Form {
    /// Whether a text is a form, and no other mapping.
    #[must_use]
    pub fn is_form(text: &str) -> bool {
        text.lines().any(|line| line.starts_with("squads:"))
    }

    /// Reads a form.
    ///
    /// # Errors
    /// If the form has errors; it returns all of them.
    pub fn read(name: &str, text: String) -> Result<Self, Refused> {
        let (doc, text) = Text::read::<SquadsDoc>(name, text)?;
        let name = name.to_owned();
        let form = Self { doc, name, text };
        let wrong = form.unclear();
        match wrong.is_empty() {
            true => Ok(form),
            false => Err(form.text.refuse_all(wrong)),
        }
    }

    /// Names that are missing, and names that mean two things.
    fn unclear(&self) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        let members = &self.doc.members;
        let members = [
            ("side", &members.side),
            ("pieces", &members.pieces),
            ("id", &members.id),
            ("cards", &members.cards),
            ("cost", &members.cost),
            ("name", &members.name),
            ("own", &members.own),
        ];
        for (member, _) in members.iter().filter(|(_, names)| names.0.is_empty()) {
            let message = format!("`members` gives no name for `{member}`");
            wrong.push(Wrong::at(codes::YAML, &self.doc.squads, message));
        }
        let tables = [
            &self.doc.pieces.ids,
            &self.doc.pieces.sorts,
            &self.doc.cards.ids,
            &self.doc.sides,
            &self.doc.groups,
        ];
        for (key, _) in tables
            .iter()
            .flat_map(|table| &table.0)
            .filter(|(_, names)| names.0.is_empty())
        {
            let message = format!("`{}` has no name here", key.value);
            wrong.push(Wrong::at(codes::YAML, key, message));
        }
        for table in [&self.doc.sides, &self.doc.groups] {
            let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
            for (key, names) in &table.0 {
                for name in &names.0 {
                    if let Some(other) = seen.insert(name, &key.value) {
                        let message = format!("`{name}` is also the name of `{other}`");
                        wrong.push(Wrong::at(codes::YAML, key, message));
                    }
                }
            }
        }
        wrong
    }

    /// The form with what it speaks of in a project.
    ///
    /// # Errors
    /// If it names something that the project has not, or the content of its system has errors.
    pub fn of<'a>(&'a self, project: &'a Project) -> Result<Ready<'a>, Refused> {
        let doc = &self.doc;
        let known = Known::of(project, &doc.system).map_err(|why| self.text.refuse(why))?;
        let mut wrong = Vec::new();
        let mut pieces = vec![(&doc.pieces.side, Some(&doc.sides)), (&doc.pieces.cost, None)];
        pieces.extend(doc.pieces.sort.iter().map(|sort| (sort, None)));
        let cards = [(&doc.cards.group, Some(&doc.groups)), (&doc.cards.cost, None)];
        wrong.extend(unknown(&known, &doc.pieces.kind, &pieces));
        wrong.extend(unknown(&known, &doc.cards.kind, &cards));
        let ready = Ready {
            doc,
            project,
            pieces: printed(
                project,
                &doc.system.value,
                &doc.pieces.kind.value,
                &doc.pieces.ids,
            ),
            cards: printed(project, &doc.system.value, &doc.cards.kind.value, &doc.cards.ids),
        };
        let skipped = doc.pieces.skip.0.iter().map(|(id, _)| id);
        let together = doc.together.iter().flat_map(|two| [&two.one, &two.other]);
        let pieces = doc
            .pieces
            .ids
            .0
            .iter()
            .map(|(id, _)| id)
            .chain(skipped)
            .chain(together);
        let cards = doc.cards.ids.0.iter().map(|(id, _)| id);
        if wrong.is_empty() {
            wrong.extend(missing(&doc.pieces.kind.value, pieces, &ready.pieces));
            wrong.extend(missing(&doc.cards.kind.value, cards, &ready.cards));
            wrong.extend(ready.unknown_sorts());
        }
        match wrong.is_empty() {
            true => Ok(ready),
            false => Err(self.text.refuse_all(wrong)),
        }
    }
}

impl Ready<'_> {
    /// Sorts that the form names, and that no piece is of.
    fn unknown_sorts(&self) -> Vec<Wrong> {
        let SquadPiecesDoc { sort, sorts, .. } = &self.doc.pieces;
        let of_pieces = self.pieces.iter().filter_map(|one| one.word(sort.as_ref()?));
        let there: BTreeSet<&str> = of_pieces.collect();
        let named = sorts.0.iter().map(|(id, _)| id);
        let strange = named.filter(|id| !there.contains(id.value.as_str()));
        let what = sort.as_ref().map_or("sort", |sort| sort.value.as_str());
        strange
            .map(|id| Wrong::name(codes::UNKNOWN_CHOICE, what, id, there.iter().copied()))
            .collect()
    }
}

/// A fact that a form names, and the names for its words.
type Named<'d> = (&'d At<String>, Option<&'d Entries<Fields>>);

/// A kind that there is not, facts that it has not, and words that these have not.
fn unknown(known: &Known<'_>, kind: &At<String>, facts: &[Named<'_>]) -> Vec<Wrong> {
    match known.kind(kind) {
        Ok(slots) => {
            let of_fact = |fact: &Named<'_>| unknown_words(known, kind, &slots, *fact);
            facts.iter().flat_map(of_fact).collect()
        }
        Err(wrong) => vec![wrong],
    }
}

fn unknown_words(
    known: &Known<'_>,
    kind: &At<String>,
    slots: &BTreeMap<&str, Slot>,
    (fact, words): Named<'_>,
) -> Vec<Wrong> {
    let Some(Slot { ty, .. }) = slots.get(fact.value.as_str()) else {
        let what = format!("fact of the kind `{}` called", kind.value);
        let known = slots.keys().copied();
        return vec![Wrong::name(codes::UNKNOWN_FACT, &what, fact, known)];
    };
    let (Some(words), Ty::Named(ty)) = (words, ty) else {
        return Vec::new();
    };
    let there: BTreeSet<&str> = known.words(ty).collect();
    let strange = words
        .0
        .iter()
        .filter(|(word, _)| !there.contains(word.value.as_str()));
    strange
        .map(|(word, _)| Wrong::name(codes::UNKNOWN_CHOICE, ty, word, there.iter().copied()))
        .collect()
}

/// The cards of a kind that are named, and that there are not.
fn missing<'n>(kind: &str, named: impl Iterator<Item = &'n At<String>>, there: &[Printed<'_>]) -> Vec<Wrong> {
    let is_there = |id: &str| there.iter().any(|one| one.doc.id.value == id);
    let all = || there.iter().map(|one| one.doc.id.value.as_str());
    named
        .filter(|id| !is_there(&id.value))
        .map(|id| Wrong::name(codes::UNKNOWN_TEMPLATE, kind, id, all()))
        .collect()
}

fn printed<'a>(project: &'a Project, system: &str, kind: &str, ids: &Entries<Fields>) -> Vec<Printed<'a>> {
    let sets = project.sets.iter().filter(|((of, _), _)| of == system);
    let cards =
        sets.flat_map(|((_, set), loaded)| loaded.doc.cards.iter().map(move |doc| (set.as_str(), doc)));
    let of_kind = cards.filter(|(_, doc)| doc.kind.value == kind);
    of_kind
        .map(|(set, doc)| {
            let named = ids.0.iter().find(|(id, _)| id.value == doc.id.value);
            let ids = named.map_or_else(|| vec![letters(&doc.name)], |(_, ids)| ids.0.clone());
            Printed { set, doc, ids }
        })
        .collect()
}

impl Printed<'_> {
    /// A word or id that is one of its facts.
    pub(super) fn word(&self, fact: &At<String>) -> Option<&str> {
        match self.fact(fact) {
            Some(Fact::Text(word)) => Some(word),
            _ => None,
        }
    }

    /// A fact of the card, as it is printed.
    pub(super) fn fact(&self, fact: &At<String>) -> Option<&Fact> {
        fact_of(&self.doc.facts, fact)
    }
}

/// A fact of a document.
pub(super) fn fact_of<'f>(facts: &'f Entries<At<Fact>>, fact: &At<String>) -> Option<&'f Fact> {
    let found = facts.0.iter().find(|(name, _)| name.value == fact.value);
    found.map(|(_, fact)| &fact.value)
}

/// The letters and digits of a name, small: what most things are called in squads.
pub(crate) fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_an_id_of_its_letters_and_digits() {
        assert_eq!(letters("\"Fel's Wrath\""), "felswrath");
        assert_eq!(letters("CR90 Corvette (Fore)"), "cr90corvettefore");
    }

    #[test]
    fn a_form_is_told_by_its_first_key() {
        assert!(Form::is_form("# A form.\nsquads: lists\n"));
        assert!(!Form::is_form("import: herd\nsystem: sample\n"));
    }
}
