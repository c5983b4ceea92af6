//! Overlays over card sets: which are in force, what they make of a set, and what is wrong with them.
//!
//! Whoever compiles, plays, draws or exports sees the sets with the changes in them. Each changed part keeps its place in the file of
//! the overlay. Not here: whether a fact or a rule of an overlay makes sense, which is found when the changed set is compiled.

use super::{Documents, Loaded};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::{AsOf, At, Ban, CardDoc, CardSetDoc, ChangeDoc, Date, OverlayDoc, SetRules, place_of};
use crate::rules::Rules;
use crate::source::{FileId, Location};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// An overlay of a project.
#[derive(Clone, Debug)]
pub struct Overlay {
    /// Its file.
    pub file: FileId,
    /// The day from which on it is in force.
    pub date: Date,
    /// Its document.
    pub doc: Arc<OverlayDoc>,
    /// The parsed rules of its cards.
    pub(super) rules: Arc<SetRules>,
}

impl Overlay {
    /// Whether this is the very same overlay, in the same file.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.file == other.file
            && Arc::ptr_eq(&self.doc, &other.doc)
            && Arc::ptr_eq(&self.rules, &other.rules)
    }

    /// The changes of a card.
    pub fn changes_of(&self, card: &str) -> impl Iterator<Item = &ChangeDoc> {
        self.doc
            .cards
            .iter()
            .filter(move |change| change.card.value == card)
    }
}

/// Whether an overlay changes some of the cards of a set of its system.
pub(super) fn changes_some_of(overlay: &OverlayDoc, set: &CardSetDoc) -> bool {
    let named: HashSet<&str> = overlay
        .cards
        .iter()
        .map(|change| change.card.value.as_str())
        .collect();
    overlay.system.value == set.system.value
        && set
            .cards
            .iter()
            .any(|card| named.contains(card.id.value.as_str()))
}

/// A set that was changed: the printed one, the overlays, and what these made of it.
#[derive(Clone, Debug)]
pub(super) struct Overlaid {
    printed: Loaded<CardSetDoc>,
    overlays: Vec<Overlay>,
    made: Loaded<CardSetDoc>,
}

impl Overlaid {
    fn is_of(&self, printed: &Loaded<CardSetDoc>, overlays: &[Overlay]) -> bool {
        self.printed.file == printed.file
            && Arc::ptr_eq(&self.printed.doc, &printed.doc)
            && Arc::ptr_eq(&self.printed.rules, &printed.rules)
            && self.overlays.len() == overlays.len()
            && self
                .overlays
                .iter()
                .zip(overlays)
                .all(|(one, other)| one.is(other))
    }
}

/// The part of a card that an overlay changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Changed {
    Fact(String),
    Rules,
    Ban,
}

impl Changed {
    fn told(&self) -> String {
        match self {
            Self::Fact(name) => format!("the fact `{name}`"),
            Self::Rules => "the rules".to_owned(),
            Self::Ban => "the ban".to_owned(),
        }
    }
}

impl Documents {
    /// The day for which cards are asked.
    #[must_use]
    pub fn as_of(&self) -> AsOf {
        self.library.as_of
    }

    /// Whether an overlay is in force on the day for which cards are asked.
    #[must_use]
    pub fn is_in_force(&self, overlay: &Overlay) -> bool {
        self.as_of().has(overlay.date)
    }

    /// The overlays of a system, in the order in which they come into force.
    pub fn overlays_of<'a>(&'a self, system: &'a str) -> impl DoubleEndedIterator<Item = &'a Overlay> {
        let overlays = self.overlays.iter();
        overlays.filter(move |one| one.doc.system.value == system)
    }

    /// All card sets as they were printed.
    pub fn printed_sets(&self) -> impl Iterator<Item = &Loaded<CardSetDoc>> {
        let sets = self.sets.iter();
        sets.map(|(key, set)| self.printed.get(key).unwrap_or(set))
    }

    /// A card of a system as it was printed.
    #[must_use]
    pub fn printed_card(&self, system: &str, id: &str) -> Option<&CardDoc> {
        let sets = self.printed_sets().filter(|set| set.doc.system.value == system);
        let mut cards = sets.flat_map(|set| &set.doc.cards);
        cards.find(|card| card.id.value == id)
    }

    /// The ban of a card of a system, if an overlay in force bans it. A thing of another kind that a card makes, whose id begins with
    /// that of the card, is banned with it.
    #[must_use]
    pub fn ban_of(&self, system: &str, id: &str) -> Option<&Ban> {
        let sets = || self.sets.iter().filter(|((of, _), _)| of == system);
        if sets().all(|(_, set)| set.doc.overlays.is_empty()) {
            return None;
        }
        let cards = || sets().flat_map(|(_, set)| &set.doc.cards);
        let makes = |card: &str| id.strip_prefix(card).is_some_and(|rest| rest.starts_with('-'));
        match cards().find(|card| card.id.value == id) {
            Some(card) => card.ban.as_deref(),
            None => cards()
                .filter(|card| makes(&card.id.value))
                .find_map(|card| card.ban.as_deref()),
        }
    }

    pub(super) fn add_overlay(&mut self, overlay: Loaded<OverlayDoc>) {
        let Loaded { file, doc, rules } = overlay;
        let is_same = |one: &&Overlay| {
            one.doc.system.value == doc.system.value && one.doc.overlay.value == doc.overlay.value
        };
        if let Some(earlier) = self.overlays.iter().find(is_same) {
            let earlier = place_of(earlier.file, &earlier.doc.overlay);
            return self.second("overlay", file, &doc.overlay, earlier);
        }
        match doc.date.value.parse() {
            Ok(date) => self.overlays.push(Overlay {
                file,
                date,
                doc,
                rules,
            }),
            Err(why) => {
                let found = Diagnostic::new(codes::OVERLAY, place_of(file, &doc.date), why);
                let help = "write the first day on which it applies, such as `2026-09-01`";
                self.diagnostics.push(found.help(help));
            }
        }
    }

    /// Puts the changes of the overlays in force into the sets.
    pub(super) fn apply_overlays(&mut self) {
        self.overlays.sort_by(|one, other| {
            (one.date, &one.doc.overlay.value).cmp(&(other.date, &other.doc.overlay.value))
        });
        // Who plays or reads does not ask whether all is in order, and not all cards are there.
        if self.library.extent.tells_strays {
            let found: Vec<Diagnostic> = self
                .overlays
                .iter()
                .flat_map(|one| self.refused_changes(one))
                .collect();
            self.diagnostics.extend(found);
            self.diagnostics.extend(conflicts(&self.overlays));
        }
        let in_force = |one: &&Overlay| self.is_in_force(one) && !self.is_ill_formed(one.file);
        let in_force: Vec<Overlay> = self.overlays.iter().filter(in_force).cloned().collect();
        let mut before = std::mem::take(&mut self.library.overlaid);
        for (key, set) in &mut self.sets {
            let of_set = |one: &&Overlay| changes_some_of(&one.doc, &set.doc);
            let overlays: Vec<Overlay> = in_force.iter().filter(of_set).cloned().collect();
            if overlays.is_empty() {
                continue;
            }
            let known = before.remove(key).filter(|known| known.is_of(set, &overlays));
            let known = known.unwrap_or_else(|| Overlaid {
                made: overlaid(set, &overlays),
                printed: set.clone(),
                overlays,
            });
            let printed = std::mem::replace(set, known.made.clone());
            self.printed.insert(key.clone(), printed);
            self.library.overlaid.insert(key.clone(), known);
        }
    }

    /// The mistakes in the changes of an overlay, each on its own.
    fn refused_changes(&self, overlay: &Overlay) -> Vec<Diagnostic> {
        let system = &overlay.doc.system.value;
        let cards = || {
            let sets = self.sets_and_remains(system).into_iter();
            sets.flat_map(|set| set.doc.cards.iter().map(|card| card.id.value.as_str()))
        };
        // One of an unknown system changes nothing, and that is told.
        let is_known = self.systems.contains_key(system);
        let known: BTreeSet<&str> = cards().collect();
        let lost = self.lost(system).unwrap_or_default();
        let mut seen: BTreeMap<&str, Location> = BTreeMap::new();
        let mut found = Vec::new();
        for change in &overlay.doc.cards {
            let id = &change.card;
            let place = place_of(overlay.file, id);
            if is_known && !known.contains(id.value.as_str()) && !lost.contains(&id.value) {
                let message = format!("no set of `{system}` has a card `{}`", id.value);
                let unknown = Diagnostic::new(codes::UNKNOWN_TEMPLATE, place, message);
                found.push(unknown.suggesting(&id.value, cards()));
            }
            if let Some(earlier) = seen.insert(&id.value, place) {
                let message = format!("the overlay changes `{}` twice", id.value);
                let twice = Diagnostic::new(codes::OVERLAY, place, message);
                found.push(
                    twice
                        .related(earlier, "the first entry is here")
                        .help("combine the two entries"),
                );
            }
            if change.facts.0.is_empty()
                && change.rules.is_none()
                && change.banned.is_none()
                && !change.is_todo
            {
                let message = format!("this entry changes nothing about `{}`", id.value);
                let help = "write what changes: `facts: { cost: 4 }`, `banned: yes` or `rules: |`";
                found.push(Diagnostic::new(codes::OVERLAY, place, message).help(help));
            }
        }
        found
    }

    /// Leaves out the overlays that change none of the sets.
    pub(super) fn leave_out_overlays(&mut self) {
        let files: BTreeSet<FileId> = self
            .sets
            .values()
            .flat_map(|set| set.doc.overlays.clone())
            .collect();
        self.overlays.retain(|one| files.contains(&one.file));
        let sets = &self.sets;
        self.printed.retain(|key, _| sets.contains_key(key));
    }
}

/// Overlays of one day that change the same: nobody knows which of them counts.
fn conflicts(overlays: &[Overlay]) -> Vec<Diagnostic> {
    let mut known: BTreeMap<(&str, Date, &str, Changed), (FileId, Location)> = BTreeMap::new();
    let mut found = Vec::new();
    for overlay in overlays {
        for change in &overlay.doc.cards {
            for (what, place) in parts(overlay.file, change) {
                let key = (
                    overlay.doc.system.value.as_str(),
                    overlay.date,
                    change.card.value.as_str(),
                    what,
                );
                let told = key.3.told();
                let Some((_, earlier)) = known.get(&key).filter(|known| known.0 != overlay.file) else {
                    known.insert(key, (overlay.file, place));
                    continue;
                };
                let message = format!(
                    "two overlays dated {} change {told} of `{}`",
                    overlay.date, change.card.value
                );
                let twice = Diagnostic::new(codes::OVERLAY, place, message);
                let twice = twice.related(*earlier, "the other change is here");
                found.push(twice.help("give one of them a later date, or remove one of the changes"));
            }
        }
    }
    found
}

/// The thing that a change changes, and where it stands.
fn parts(file: FileId, change: &ChangeDoc) -> Vec<(Changed, Location)> {
    let facts = change.facts.0.iter();
    let facts = facts.map(|(name, _)| (Changed::Fact(name.value.clone()), place_of(file, name)));
    let rules = change
        .rules
        .as_ref()
        .map(|rules| (Changed::Rules, place_of(file, rules)));
    let ban = change
        .banned
        .as_ref()
        .map(|ban| (Changed::Ban, place_of(file, ban)));
    facts.chain(rules).chain(ban).collect()
}

/// A set as overlays make it.
fn overlaid(printed: &Loaded<CardSetDoc>, overlays: &[Overlay]) -> Loaded<CardSetDoc> {
    let mut doc = CardSetDoc::clone(&printed.doc);
    let mut rules = SetRules::clone(&printed.rules);
    let ids = doc.cards.iter().enumerate();
    let numbers: BTreeMap<String, usize> = ids.map(|(at, card)| (card.id.value.clone(), at)).collect();
    for overlay in overlays {
        doc.overlays.push(overlay.file);
        for (change, parsed) in overlay.doc.cards.iter().zip(&overlay.rules.cards) {
            let Some(&at) = numbers.get(&change.card.value) else {
                continue;
            };
            let Some((card, rules)) = doc.cards.get_mut(at).zip(rules.cards.get_mut(at)) else {
                continue;
            };
            put(overlay, change, card);
            if change.rules.is_some() || change.is_todo {
                *rules = Rules {
                    file: Some(overlay.file),
                    ..parsed.clone()
                };
            }
        }
    }
    Loaded {
        file: printed.file,
        doc: Arc::new(doc),
        rules: Arc::new(rules),
    }
}

/// Puts a change into a card.
fn put(overlay: &Overlay, change: &ChangeDoc, card: &mut CardDoc) {
    let file = overlay.file;
    card.is_overlaid = true;
    for (name, fact) in &change.facts.0 {
        let new = (name.clone().within(file), fact.clone().fact_within(file));
        match card
            .facts
            .0
            .iter_mut()
            .find(|(known, _)| known.value == name.value)
        {
            Some(known) => *known = new,
            None => card.facts.0.push(new),
        }
    }
    if change.rules.is_some() || change.is_todo {
        card.rules = change.rules.clone().map(|rules| rules.within(file));
        card.is_todo = change.is_todo;
    }
    if let Some(banned) = &change.banned {
        card.ban = banned.value.then(|| Arc::new(ban(overlay, change, banned)));
    }
}

fn ban(overlay: &Overlay, change: &ChangeDoc, banned: &At<bool>) -> Ban {
    Ban {
        overlay: overlay.doc.overlay.value.clone(),
        title: overlay.doc.title.clone(),
        date: overlay.date,
        why: change.why.clone(),
        place: place_of(overlay.file, banned),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Documents, Folder};
    use crate::document::{AsOf, CardDoc};
    use std::collections::BTreeMap;
    use std::path::Path;

    const SYSTEM: &str = "system: goats\ntitle: Goats\nledger: GTS\nmain: game\nround: game\nfiles: []\n";
    const SET: &str = "set: basic\nsystem: goats\ntitle: Two goats\ncards:\n  - id: billy\n    kind: goat\n    name: Billy\n    facts: { strength: 3, routes: [lane] }\n  - id: nanny\n    kind: goat\n    name: Nanny\n    rules: |\n      modify push + 1 always\n";

    fn folder(overlays: &[(&str, &str)]) -> Folder {
        let mut texts = BTreeMap::from([
            ("systems/goats/system.yaml".to_owned(), SYSTEM.to_owned()),
            ("cards/goats/basic.yaml".to_owned(), SET.to_owned()),
        ]);
        let head = |name: &str, rest: &str| format!("overlay: {name}\nsystem: goats\ntitle: A list\n{rest}");
        texts.extend(
            overlays
                .iter()
                .map(|(name, rest)| (format!("cards/goats/{name}.yaml"), head(name, rest))),
        );
        Folder::load_with(Path::new("/nowhere/at/all"), texts)
    }

    fn card<'a>(documents: &'a Documents, id: &str) -> &'a CardDoc {
        let mut cards = documents.sets.values().flat_map(|set| &set.doc.cards);
        cards.find(|card| card.id.value == id).expect("the set has it")
    }

    fn fact(documents: &Documents, id: &str, name: &str) -> Option<String> {
        let facts = card(documents, id).facts.0.iter();
        facts
            .filter(|(known, _)| known.value == name)
            .map(|(_, fact)| fact.value.to_string())
            .next()
    }

    fn told(documents: &Documents) -> Vec<String> {
        let found = documents.diagnostics.iter();
        let told = found.map(|one| {
            let file = documents.sources.get(one.place.file);
            format!(
                "{}:{}: {}",
                file.name,
                file.line_column(one.place.start).0,
                one.message
            )
        });
        told.filter(|one| one.contains("cards/")).collect()
    }

    const FIRST: (&str, &str) = (
        "earlier",
        "date: 2026-01-01\ncards: [{ card: billy, facts: { strength: 4 } }]\n",
    );

    #[test]
    fn what_is_in_force_is_in_the_sets_and_stands_in_its_own_file() {
        let second = "date: 2026-02-01\ncards: [{ card: billy, facts: { strength: 5, horns: [2, 3] } }]\n";
        let mut folder = folder(&[("later", second), FIRST]);
        let strength = |folder: &Folder| fact(folder.documents(), "billy", "strength");
        assert_eq!(told(folder.documents()), Vec::<String>::new());
        assert_eq!(strength(&folder).as_deref(), Some("5"));
        assert_eq!(
            fact(folder.documents(), "billy", "routes").as_deref(),
            Some("[lane]")
        );
        assert_eq!(
            fact(folder.documents(), "billy", "horns").as_deref(),
            Some("[2, 3]")
        );
        for (day, is) in [
            ("printed", "3"),
            ("2025-12-31", "3"),
            ("2026-01-31", "4"),
            ("2026-02-01", "5"),
        ] {
            folder.set_as_of(day.parse().expect("it is a day"));
            assert_eq!(strength(&folder).as_deref(), Some(is), "{day}");
        }
        let documents = folder.documents();
        let (name, fact) = &card(documents, "billy").facts.0[0];
        let file = documents.sources.named("cards/goats/later.yaml");
        assert!(file.is_some() && name.file == file && fact.file == file);
        let printed = documents.printed_card("goats", "billy").expect("it is printed");
        assert_eq!(printed.facts.0[0].1.value.to_string(), "3");
    }

    #[test]
    fn a_text_is_replaced_with_what_is_parsed_of_it() {
        let rules = "date: 2026-01-01\ncards:\n  - card: nanny\n    rules: |\n      modify push + 2 always\n";
        let mut folder = folder(&[("rules", rules)]);
        let documents = folder.documents();
        let set = documents.sets.values().next().expect("there is one");
        let file = documents.sources.named("cards/goats/rules.yaml");
        assert_eq!(set.rules.cards[1].file, file);
        let place = set.rules.cards[1]
            .origin(set.file)
            .place(cardwright_dsl::ast::Span { start: 0, end: 6 });
        let text = &documents.sources.get(place.file).text;
        assert_eq!(
            (Some(place.file), &text[place.start..place.end]),
            (file, "modify")
        );
        folder.set_as_of(AsOf::Printed);
        let set = folder.documents().sets.values().next().expect("there is one");
        assert_eq!(set.rules.cards[1].file, None);
    }

    #[test]
    fn a_set_is_made_once_as_long_as_nothing_of_it_changes() {
        let mut folder = folder(&[FIRST]);
        let made = |folder: &Folder| {
            std::sync::Arc::clone(&folder.documents().sets.values().next().expect("one").doc)
        };
        let before = made(&folder);
        folder.update("scenarios/goats/other.yaml", Some("scenario: other\n".to_owned()));
        assert!(std::sync::Arc::ptr_eq(&before, &made(&folder)));
        let other = "overlay: earlier\nsystem: goats\ntitle: A list\ndate: 2026-01-01\ncards: [{ card: billy, banned: yes }]\n";
        folder.update("cards/goats/earlier.yaml", Some(other.to_owned()));
        assert!(!std::sync::Arc::ptr_eq(&before, &made(&folder)));
        assert!(folder.documents().ban_of("goats", "billy").is_some());
        assert!(folder.documents().ban_of("goats", "billy-s-bell").is_some());
        assert!(folder.documents().ban_of("goats", "nanny").is_none());
    }

    #[test]
    fn what_cannot_be_put_over_the_cards_is_told() {
        for (rest, says) in [
            (
                "date: 2026-02-30\ncards: []\n",
                "cards/goats/a.yaml:4: the day `2026-02-30` does not exist",
            ),
            (
                "date: 2026-01-01\ncards: [{ card: bily, banned: yes }]\n",
                "cards/goats/a.yaml:5: no set of `goats` has a card `bily`",
            ),
            (
                "date: 2026-01-01\ncards: [{ card: billy, banned: yes }, { card: billy, facts: { horns: 2 } }]\n",
                "cards/goats/a.yaml:5: the overlay changes `billy` twice",
            ),
            (
                "date: 2026-01-01\ncards: [{ card: billy, why: no reason }]\n",
                "cards/goats/a.yaml:5: this entry changes nothing about `billy`",
            ),
        ] {
            assert_eq!(told(folder(&[("a", rest)]).documents()), [says]);
        }
        let same = "date: 2026-01-01\ncards: [{ card: billy, facts: { horns: 2, strength: 9 } }]\n";
        assert_eq!(
            told(folder(&[FIRST, ("later", same)]).documents()),
            ["cards/goats/later.yaml:5: two overlays dated 2026-01-01 change the fact `strength` of `billy`"]
        );
        let later = same.replace("01-01", "01-02");
        assert!(told(folder(&[FIRST, ("later", later.as_str())]).documents()).is_empty());
    }
}
