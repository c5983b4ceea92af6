//! Owners of names, and who can use which name.
//!
//! Names that a system declares are seen by everybody. Those of a card are its own, and those in the `rules`
//! of a set are seen by the cards of that set; names that the set lists under `shares` are seen by the sets
//! that list it under `uses`, and by scenarios and cases that play with it. Names of a scenario or case are
//! its own.
//!
//! A name of somebody else is written with its owner, `OWNER/NAME`: by a set or card only if it sees the name anyway,
//! by a scenario or case always, since a case must be able to look into a card.

use super::Compiler;
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::FuncId;
use cardwright_bytecode::ty::KIND_GAME;
use cardwright_documents::rules::Declarer;
use std::collections::{BTreeMap, BTreeSet};

/// The standing of a declarer of names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Standing {
    System,
    Situation,
    Set {
        /// The ids of the sets that it uses.
        uses: BTreeSet<String>,
        /// The names that it gives to others.
        shares: BTreeSet<String>,
    },
    Card {
        /// Its set.
        of: Declarer,
    },
}

/// All who declare names in one pack.
#[derive(Clone, Debug)]
pub struct Scopes {
    all: Vec<(String, Standing)>,
    /// Sets and cards by their ids; a set and a card may have the same one.
    ids: BTreeMap<String, Vec<Declarer>>,
}

impl Default for Scopes {
    fn default() -> Self {
        Self {
            all: vec![
                (String::new(), Standing::System),
                (String::new(), Standing::Situation),
            ],
            ids: BTreeMap::new(),
        }
    }
}

impl Scopes {
    /// Adds a set.
    pub fn set(&mut self, id: &str, uses: BTreeSet<String>, shares: BTreeSet<String>) -> Declarer {
        self.add(id, Standing::Set { uses, shares })
    }

    /// Adds a card of a set.
    pub fn card(&mut self, id: &str, of: Declarer) -> Declarer {
        self.add(id, Standing::Card { of })
    }

    fn add(&mut self, id: &str, standing: Standing) -> Declarer {
        let owner = Declarer(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push((id.to_owned(), standing));
        self.ids.entry(id.to_owned()).or_default().push(owner);
        owner
    }

    /// The set of this id.
    pub fn set_named(&self, id: &str) -> Option<Declarer> {
        let mut all = self.ids.get(id)?.iter().copied();
        all.find(|owner| matches!(self.standing(*owner), Standing::Set { .. }))
    }

    /// The card of this id.
    pub fn card_named(&self, id: &str) -> Option<Declarer> {
        let all = self.ids.get(id)?.iter().copied();
        all.into_iter().find(|owner| self.set_of(*owner).is_some())
    }

    fn standing(&self, owner: Declarer) -> &Standing {
        let at = usize::try_from(owner.0).unwrap_or(usize::MAX);
        self.all.get(at).map_or(&Standing::System, |one| &one.1)
    }

    /// The id of a set or card.
    pub(crate) fn id(&self, owner: Declarer) -> &str {
        let at = usize::try_from(owner.0).unwrap_or(usize::MAX);
        self.all.get(at).map_or("", |one| one.0.as_str())
    }

    /// The set of a card.
    pub(crate) fn set_of(&self, owner: Declarer) -> Option<Declarer> {
        match self.standing(owner) {
            Standing::Card { of } => Some(*of),
            _ => None,
        }
    }

    /// The title of an owner, for people.
    pub(crate) fn title(&self, owner: Declarer) -> String {
        match self.standing(owner) {
            Standing::System => "the system".to_owned(),
            Standing::Situation => "the scenario or case".to_owned(),
            Standing::Set { .. } => format!("the set `{}`", self.id(owner)),
            Standing::Card { .. } => format!("the card `{}`", self.id(owner)),
        }
    }

    /// Whether somebody can write a name of an owner without saying whose it is.
    pub(crate) fn sees(&self, viewer: Declarer, owner: Declarer, name: &str) -> bool {
        if owner == viewer || owner == Declarer::SYSTEM {
            return true;
        }
        let set = self.set_of(viewer).unwrap_or(viewer);
        if owner == set {
            return true;
        }
        let Standing::Set { shares, .. } = self.standing(owner) else {
            return false;
        };
        let uses = match self.standing(set) {
            Standing::Situation => true,
            Standing::Set { uses, .. } => uses.contains(self.id(owner)),
            Standing::System | Standing::Card { .. } => false,
        };
        uses && shares.contains(name)
    }

    /// Whether somebody can write a name of an owner in this way: alone, or behind the id of its owner.
    pub(crate) fn can_name(
        &self,
        viewer: Declarer,
        owner: Declarer,
        (id, name): (Option<&str>, &str),
    ) -> bool {
        match id {
            None => self.sees(viewer, owner, name),
            Some(id) => {
                let looks_inside = viewer == Declarer::SITUATION;
                self.is_named(owner, id) && (looks_inside || self.sees(viewer, owner, name))
            }
        }
    }

    fn is_named(&self, owner: Declarer, id: &str) -> bool {
        !matches!(self.standing(owner), Standing::System | Standing::Situation) && self.id(owner) == id
    }

    /// A name with its owner before it.
    pub(crate) fn qualified(&self, owner: Declarer, name: &str) -> String {
        match self.id(owner) {
            "" => name.to_owned(),
            id => format!("{id}/{name}"),
        }
    }

    /// The advice for somebody who wants to write a name of an owner; `None` if that cannot be.
    pub(crate) fn way_to(&self, viewer: Declarer, owner: Declarer, name: &str) -> Option<String> {
        let set = self.set_of(viewer).unwrap_or(viewer);
        Some(match (self.standing(viewer), self.standing(owner)) {
            (Standing::Card { .. } | Standing::Set { .. }, Standing::Card { of }) if *of == set => format!(
                "declare it in the `rules:` of the set `{}`, where all its cards see it",
                self.id(set)
            ),
            (Standing::Card { .. } | Standing::Set { .. }, Standing::Card { of }) => format!(
                "declare it in the `rules:` of the set `{}`, list it there under `shares:`, and list that set under \
                 `uses:` here",
                self.id(*of)
            ),
            (Standing::Card { .. } | Standing::Set { .. }, Standing::Set { shares, .. }) => {
                let id = self.id(owner);
                match shares.contains(name) {
                    true => format!("write `uses: [{id}]` at the top of this set"),
                    false => format!(
                        "write `shares: [{name}]` at the top of the set `{id}`, and `uses: [{id}]` at the top of this set"
                    ),
                }
            }
            _ => return None,
        })
    }

    /// Several whose names somebody sees at once, as a help: which of them can be meant.
    pub(crate) fn choice(&self, owners: &[Declarer], name: &str) -> String {
        let all: Vec<String> = owners
            .iter()
            .map(|&owner| format!("`{}`", self.qualified(owner, name)))
            .collect();
        format!("write {}", all.join(" or "))
    }
}

/// A name as it is written: the id of its owner, if it is given, and the name itself.
pub(crate) fn split(written: &str) -> (Option<&str>, &str) {
    match written.split_once('/') {
        Some((owner, name)) => (Some(owner), name),
        None => (None, written),
    }
}

/// Gives an entry a name. One that has it already stays shared with other packs.
macro_rules! call {
    ($entry:expr, $name:expr) => {
        let name = $name;
        if $entry != name {
            $entry = name;
        }
    };
}

impl Compiler<'_> {
    /// Gives what several have declared by one name the names that tell them apart: those that are read in accounts,
    /// explanations and disassembly.
    pub fn tell_apart(&mut self) {
        let (names, pack) = (&self.names, &mut self.pack);
        for (name, ty) in names.types.told_apart() {
            match ty.base {
                Base::Word(at) => pack.words[usize::from(at)].name = name,
                Base::Row(at) => pack.records[usize::from(at)].name = name,
                Base::Entity(at) => pack.kinds[usize::from(at)].name = name,
                _ => {}
            }
        }
        for (name, &at) in names.tokens.told_apart() {
            pack.tokens[at].name = name;
        }
        for (name, &at) in names.dice.told_apart() {
            pack.dice[at].name = name;
        }
        for (name, &at) in names.states.told_apart() {
            pack.kinds[usize::from(KIND_GAME)].fields[at].name = name;
        }
        for (name, sym) in names.keyed.told_apart() {
            call!(pack.states[sym.index].name, name);
        }
        for (name, &at) in names.outcomes.told_apart() {
            call!(pack.outcomes[at].id, name);
        }
        for (name, sym) in names.permissions.told_apart() {
            call!(pack.permissions[sym.index].name, name);
        }
        for (name, sym) in names.offers.told_apart() {
            call!(pack.offers[sym.index].name, name);
        }
        for (name, sym) in names.effects.told_apart() {
            call!(pack.effects[sym.index].name, name);
        }
        for (name, sym) in names.movements.told_apart() {
            call!(pack.movements[sym.index].name, name);
        }
        let functions = &mut self.program.functions;
        let mut call = |function: FuncId, name: String| {
            let function = function.place();
            if functions.get(function).is_some_and(|known| known.name != name) {
                functions[function].name = name;
            }
        };
        for (name, sym) in names.values.told_apart() {
            call!(pack.values[sym.index].name, name.clone());
            call(pack.values[sym.index].base, name);
        }
        for (name, sym) in names.procedures.told_apart() {
            call!(pack.procedures[sym.index].name, name.clone());
            call(sym.function, name);
        }
        for (name, sym) in names.defines.told_apart() {
            call(sym.function, name);
        }
    }

    /// Notes what sets and cards declare for themselves.
    pub fn note_own(&mut self) {
        let defines = self.names.defines.of_sets().map(|sym| sym.function);
        let procedures = self.names.procedures.of_sets().map(|sym| sym.function);
        self.program.own = defines.chain(procedures).collect();
    }
}
