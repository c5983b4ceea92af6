//! The meaning of every name: the symbol tables of one compilation.
//!
//! Names live in separate namespaces (types, tokens, procedures, ...), because the grammar always tells
//! which one is meant; only expression names share one. Whose a name is, and who sees it, is in
//! [`owners`](super::owners).

use super::owners::{Scopes, split};
use cardwright_bytecode::pack::FuncId;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Code;
use cardwright_documents::rules::Declarer;
use cardwright_documents::source::Location;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Parameters: names and types.
pub(crate) type Params = Arc<[(String, Ty)]>;

/// A table of names of one namespace. Which of them can be named depends on who looks: see [`Scopes`].
#[derive(Clone, Debug)]
pub struct SymbolTable<T> {
    /// Shared by the many that add nothing to what a system declares.
    entries: Arc<BTreeMap<String, Vec<Entry<T>>>>,
    /// The names that several declare.
    several: Arc<BTreeSet<String>>,
    scopes: Arc<Scopes>,
    /// The declarer from whose view names are looked up.
    viewer: Declarer,
}

/// The meaning of a name of one owner.
#[derive(Clone, Debug)]
struct Entry<T> {
    owner: Declarer,
    value: T,
    place: Location,
}

impl<T> Default for SymbolTable<T> {
    fn default() -> Self {
        Self {
            entries: Arc::default(),
            several: Arc::default(),
            scopes: Arc::default(),
            viewer: Declarer::default(),
        }
    }
}

impl<T: Clone> SymbolTable<T> {
    /// Adds a name of whoever looks; or gives the place where a name is declared that it would hide, or be hidden by.
    pub fn add(&mut self, name: &str, value: T, place: Location) -> Result<(), Location> {
        self.add_of(self.viewer, name, value, place)
    }

    /// Adds a name of any owner; or gives the place where a name is declared that it would hide, or be hidden
    /// by.
    pub fn add_of(&mut self, owner: Declarer, name: &str, value: T, place: Location) -> Result<(), Location> {
        let scopes = &self.scopes;
        let entries = Arc::make_mut(&mut self.entries);
        let entries = entries.entry(name.to_owned()).or_default();
        let meets = |entry: &&Entry<T>| {
            scopes.sees(owner, entry.owner, name) || scopes.sees(entry.owner, owner, name)
        };
        if let Some(earlier) = entries.iter().find(meets) {
            return Err(earlier.place);
        }
        entries.push(Entry { owner, value, place });
        if entries.len() > 1 && !self.several.contains(name) {
            Arc::make_mut(&mut self.several).insert(name.to_owned());
        }
        Ok(())
    }

    /// The meaning of a name for the viewer; `None` if it is not known, or if several owners mean different
    /// things by it.
    pub fn get(&self, name: &str) -> Option<&T> {
        let mut found = self.found(name);
        let first = found.next()?;
        found.next().is_none().then_some(&first.value)
    }

    fn found<'a, 'n>(&'a self, written: &'n str) -> impl Iterator<Item = &'a Entry<T>> + use<'a, 'n, T> {
        let (owner, name) = split(written);
        let entries = self.entries.get(name).map_or(&[][..], Vec::as_slice);
        entries
            .iter()
            .filter(move |entry| self.scopes.can_name(self.viewer, entry.owner, (owner, name)))
    }

    /// Everything in the table, whoever sees it.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.entries.values().flatten().map(|entry| &entry.value)
    }

    /// The entries that sets and cards declare.
    pub(crate) fn of_sets(&self) -> impl Iterator<Item = &T> {
        let entries = self.entries.values().flatten();
        let others = [Declarer::SYSTEM, Declarer::SITUATION];
        let own = entries.filter(move |entry| !others.contains(&entry.owner));
        own.map(|entry| &entry.value)
    }

    /// The place where a name is declared.
    pub(crate) fn place(&self, name: &str) -> Option<Location> {
        self.found(name).next().map(|entry| entry.place)
    }

    /// The names that can be written without their owner.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let known = self.entries.iter().filter(|(name, entries)| {
            entries
                .iter()
                .any(|entry| self.scopes.sees(self.viewer, entry.owner, name))
        });
        known.map(|(name, _)| name.as_str())
    }

    /// The declarers of a name, wherever they are.
    fn owners(&self, name: &str) -> impl Iterator<Item = (Declarer, Location)> {
        let entries = self.entries.get(name).map_or(&[][..], Vec::as_slice);
        entries.iter().map(|entry| (entry.owner, entry.place))
    }

    fn declared_by(&self, owner: Declarer) -> impl Iterator<Item = &str> {
        let is_own = move |entries: &[Entry<T>]| entries.iter().any(|entry| entry.owner == owner);
        let own = self.entries.iter().filter(move |(_, entries)| is_own(entries));
        own.map(|(name, _)| name.as_str())
    }

    /// Names that several have declared, each with whose it is: told apart, they stand with their owner.
    pub(crate) fn told_apart(&self) -> impl Iterator<Item = (String, &T)> {
        self.several.iter().flat_map(move |name| {
            let entries = self.entries.get(name).into_iter().flatten();
            entries.map(move |entry| (self.scopes.qualified(entry.owner, name), &entry.value))
        })
    }
}

/// A pure function with a name.
#[derive(Clone, Debug)]
pub struct DefineSym {
    /// Its parameters.
    pub params: Params,
    /// The type of what it gives.
    pub result: Ty,
    /// Its function.
    pub function: FuncId,
}

/// A value, permission, offer or effect: index into the pack's table, and parameters.
#[derive(Clone, Debug)]
pub(crate) struct HookSym {
    pub(crate) index: usize,
    pub(crate) params: Params,
}

/// A movement: index into the pack's table, who moves, and parameters.
#[derive(Clone, Debug)]
pub(crate) struct MovementSym {
    pub(crate) index: usize,
    pub(crate) mover: Ty,
    pub(crate) params: Params,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct ProcedureSym {
    /// The index into the pack's procedures.
    pub index: usize,
    /// Its parameters.
    pub params: Params,
    /// The names of its steps, in their order.
    pub steps: Arc<[String]>,
    /// The type of its result; nothing, if it has none.
    pub(crate) gives: Ty,
    /// How many of its names rules can set: those right behind the parameters.
    pub(crate) variables: usize,
    /// The function that is its body.
    pub function: FuncId,
}

/// A word or row that a bare name can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Its type.
    pub ty: Ty,
    /// Its number among the words or rows of the type.
    pub value: i64,
}

/// All symbol tables.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Words, records, kinds and built-in types.
    pub types: SymbolTable<Ty>,
    /// Tokens: index into the pack's table.
    pub tokens: SymbolTable<usize>,
    pub(crate) dice: SymbolTable<usize>,
    /// Printed cards and pieces: index into the pack's table.
    pub templates: SymbolTable<usize>,
    /// The pieces, cards and players of a scenario or case.
    pub entities: SymbolTable<Constant>,
    /// State of the game: field of the kind that holds it.
    pub(crate) states: SymbolTable<usize>,
    /// States with keys.
    pub(crate) keyed: SymbolTable<HookSym>,
    /// Pure functions.
    pub defines: SymbolTable<DefineSym>,
    pub(crate) values: SymbolTable<HookSym>,
    pub(crate) permissions: SymbolTable<HookSym>,
    pub(crate) offers: SymbolTable<HookSym>,
    pub(crate) effects: SymbolTable<HookSym>,
    pub(crate) movements: SymbolTable<MovementSym>,
    /// Procedures.
    pub procedures: SymbolTable<ProcedureSym>,
    pub(crate) outcomes: SymbolTable<usize>,
    /// The places where the fields of kinds are declared.
    pub(crate) fields: Arc<BTreeMap<(u16, String), Location>>,
    /// The procedures to whose runs fields of kinds belong.
    pub(crate) of_runs: BTreeMap<(u16, usize), String>,
    /// Words and row ids: all that a bare name can mean, and whose they are.
    constants: Arc<BTreeMap<String, Vec<(Declarer, Constant)>>>,
    /// Names whose declaration has an error: their use is no second error.
    pub broken: BTreeSet<String>,
    /// Core calls whose names a define or value takes: which of both a call means is not known.
    pub(crate) ambiguous: BTreeSet<String>,
    /// The changes that rules watch, with the procedure (index into the pack's) that runs at each.
    pub(crate) changes: BTreeMap<cardwright_trees::Watched, usize>,
    /// The procedure that runs after effects are ended, if rules watch the end of some.
    pub(crate) ended: Option<usize>,
    /// For kinds that say it: how many can be made in a game.
    pub budgets: BTreeMap<u16, i64>,
    /// The kinds of which some are made.
    pub makes: BTreeSet<u16>,
    /// Word types, records and kinds to which others may add.
    pub(crate) open: BTreeSet<Base>,
    /// For kinds: the kinds of which their entries are entries too, and the endings of their ids.
    pub companions: BTreeMap<u16, Vec<(u16, String)>>,
    /// For card kinds: the kinds that can hold them.
    pub holders: BTreeMap<u16, Vec<u16>>,
}

macro_rules! tables {
    ($($table:ident),*) => {
        impl Names {
            /// Says who there is to declare names.
            pub fn set_scopes(&mut self, scopes: Scopes) {
                let scopes = Arc::new(scopes);
                $(self.$table.scopes = scopes.clone();)*
            }

            /// From now on names are declared by an owner, and mean what they mean to it.
            pub fn look_as(&mut self, viewer: Declarer) {
                $(self.$table.viewer = viewer;)*
            }

            /// The names of any namespace that somebody declares.
            pub fn declared_by(&self, owner: Declarer) -> BTreeSet<String> {
                let mut found: BTreeSet<String> = BTreeSet::new();
                $(found.extend(self.$table.declared_by(owner).map(str::to_owned));)*
                let words = self.constants.iter();
                let words = words.filter(|(_, all)| all.iter().any(|one| one.0 == owner));
                found.extend(words.map(|(name, _)| name.clone()));
                found
            }

            /// Whether a name of any namespace is known to somebody.
            pub fn knows(&self, name: &str) -> bool {
                self.constants.contains_key(name) $(|| self.$table.entries.contains_key(name))*
                    || self.fields.keys().any(|field| field.1 == name)
            }

            /// The declarers of a name in any namespace, with the places.
            pub(crate) fn owners(&self, name: &str) -> Vec<(Declarer, Location)> {
                let mut found = Vec::new();
                $(found.extend(self.$table.owners(name));)*
                found
            }
        }
    };
}

tables!(
    types,
    tokens,
    dice,
    templates,
    entities,
    states,
    keyed,
    defines,
    values,
    permissions,
    offers,
    effects,
    movements,
    procedures,
    outcomes
);

impl Names {
    /// Whether something has a parameter of this name.
    pub fn has_parameter(&self, name: &str) -> bool {
        let defines = self.defines.all().map(|one| &one.params);
        let hooks = [&self.values, &self.permissions, &self.offers, &self.effects];
        let hooks = hooks
            .into_iter()
            .flat_map(SymbolTable::all)
            .map(|one| &one.params);
        let procedures = self.procedures.all().map(|one| &one.params);
        let mut all = defines.chain(hooks).chain(procedures);
        all.any(|params| params.iter().any(|param| param.0 == name))
    }

    /// The declarers of names, and who sees whose.
    pub fn scopes(&self) -> &Scopes {
        &self.types.scopes
    }

    /// The declarer from whose view names are looked up.
    pub(crate) fn viewer(&self) -> Declarer {
        self.types.viewer
    }

    /// The word or row of this name and type.
    pub(crate) fn constant(&self, name: &str, ty: Ty) -> Option<i64> {
        let mut all = self.constants(name);
        all.find(|constant| constant.ty == ty)
            .map(|constant| constant.value)
    }

    /// The words and rows of this name, each once.
    pub(crate) fn constants<'a>(&'a self, written: &'a str) -> impl Iterator<Item = Constant> + 'a {
        let (owner, name) = split(written);
        let all = self.constants.get(name).map_or(&[][..], Vec::as_slice);
        let seen = move |one: &(Declarer, Constant)| match owner {
            None => self.sees_constant(name, one),
            Some(_) => self.scopes().can_name(self.viewer(), one.0, (owner, name)),
        };
        let new = move |at: usize, one: &(Declarer, Constant)| {
            !all[..at]
                .iter()
                .any(|earlier| earlier.1 == one.1 && seen(earlier))
        };
        all.iter()
            .enumerate()
            .filter(move |&(at, one)| seen(one) && new(at, one))
            .map(|(_, one)| one.1)
    }

    /// Whether who looks can write a word or row without its owner. What sets add to an open word type is one word, whoever
    /// adds it, so a scenario or case has those of all sets that it plays with.
    fn sees_constant(&self, name: &str, (owner, constant): &(Declarer, Constant)) -> bool {
        let is_added = self.viewer() == Declarer::SITUATION && self.open.contains(&constant.ty.base);
        is_added || self.scopes().sees(self.viewer(), *owner, name)
    }

    /// The names of all words and rows.
    pub(crate) fn constant_names(&self) -> impl Iterator<Item = &str> {
        let known = self.constants.iter();
        known
            .filter(move |(name, all)| all.iter().any(|one| self.sees_constant(name, one)))
            .map(|(name, _)| name.as_str())
    }

    /// Whether somebody declares a name.
    pub fn declares(&self, owner: Declarer, name: &str) -> bool {
        let words = self.constants.get(name).map_or(&[][..], Vec::as_slice);
        self.owners(name).iter().any(|one| one.0 == owner) || words.iter().any(|one| one.0 == owner)
    }

    /// Makes a bare name mean a word or row, to those who see its owner's names.
    pub(crate) fn add_constant(&mut self, owner: Declarer, name: &str, constant: Constant) {
        let constants = Arc::make_mut(&mut self.constants);
        let all = constants.entry(name.to_owned()).or_default();
        all.push((owner, constant));
    }
}

/// A namespace that code refers to: where they are, what people call one, and the error if there is none.
pub(crate) struct Namespace<T: 'static> {
    pub(crate) table: fn(&Names) -> &SymbolTable<T>,
    pub(crate) what: &'static str,
    pub(crate) code: &'static Code,
}

macro_rules! namespaces {
    ($($name:ident: $ty:ty = $table:ident, $what:literal, $code:ident;)*) => {
        $(pub(crate) const $name: Namespace<$ty> =
            Namespace { table: |names| &names.$table, what: $what, code: codes::$code };)*
    };
}

namespaces! {
    TOKEN: usize = tokens, "token", UNKNOWN_TOKEN;
    DIE: usize = dice, "die", UNKNOWN_NAME;
    VALUE: HookSym = values, "value", UNKNOWN_NAME;
    PERMISSION: HookSym = permissions, "permission", UNKNOWN_NAME;
    OFFER: HookSym = offers, "offer", UNKNOWN_NAME;
    MOVEMENT: MovementSym = movements, "movement", UNKNOWN_NAME;
    EFFECT: HookSym = effects, "effect", UNKNOWN_NAME;
    PROCEDURE: ProcedureSym = procedures, "procedure", UNKNOWN_NAME;
    WINDOW: ProcedureSym = procedures, "procedure", UNKNOWN_WINDOW;
    OUTCOME: usize = outcomes, "outcome", UNKNOWN_NAME;
}
