//! What every name means: the symbol tables of one compilation.
//!
//! Names live in separate namespaces (types, tokens, procedures, ...), because the grammar always tells
//! which one is meant; only expression names share one.

use crate::codes;
use crate::diagnostic::Code;
use crate::source::Location;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::FuncId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Parameters: names and types.
pub(crate) type Params = Arc<[(String, Ty)]>;

/// A table of names of one namespace.
#[derive(Clone, Debug)]
pub(crate) struct SymbolTable<T> {
    entries: BTreeMap<String, (T, Location)>,
}

impl<T> Default for SymbolTable<T> {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
        }
    }
}

impl<T> SymbolTable<T> {
    /// Adds a name, or gives the place where it is already declared.
    pub(crate) fn add(&mut self, name: &str, value: T, place: Location) -> Result<(), Location> {
        if let Some((_, earlier)) = self.entries.get(name) {
            return Err(*earlier);
        }
        self.entries.insert(name.to_owned(), (value, place));
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.entries.get(name).map(|entry| &entry.0)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

/// A pure function with a name.
#[derive(Clone, Debug)]
pub(crate) struct DefineSym {
    pub(crate) params: Params,
    pub(crate) result: Ty,
    pub(crate) function: FuncId,
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
pub(crate) struct ProcedureSym {
    pub(crate) index: usize,
    pub(crate) params: Params,
    pub(crate) steps: Arc<[String]>,
    /// The type of its result; nothing, if it has none.
    pub(crate) gives: Ty,
    pub(crate) function: FuncId,
}

/// A word or row that a bare name can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Constant {
    pub(crate) ty: Ty,
    pub(crate) value: i64,
}

/// All symbol tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Words, records, kinds and built-in types.
    pub(crate) types: SymbolTable<Ty>,
    /// Tokens: index into the pack's table.
    pub(crate) tokens: SymbolTable<usize>,
    pub(crate) dice: SymbolTable<usize>,
    pub(crate) templates: SymbolTable<usize>,
    pub(crate) entities: SymbolTable<Constant>,
    /// State of the game: field of the kind that holds it.
    pub(crate) states: SymbolTable<usize>,
    pub(crate) defines: SymbolTable<DefineSym>,
    pub(crate) values: SymbolTable<HookSym>,
    pub(crate) permissions: SymbolTable<HookSym>,
    pub(crate) offers: SymbolTable<HookSym>,
    pub(crate) effects: SymbolTable<HookSym>,
    pub(crate) movements: SymbolTable<MovementSym>,
    pub(crate) procedures: SymbolTable<ProcedureSym>,
    pub(crate) outcomes: SymbolTable<usize>,
    /// Where the fields of kinds are declared.
    pub(crate) fields: BTreeMap<(u16, String), Location>,
    /// Words and row ids: all that a bare name can mean.
    pub(crate) constants: BTreeMap<String, Vec<Constant>>,
    /// Names whose declaration has an error: their use is no second error.
    pub(crate) broken: BTreeSet<String>,
    /// Core calls whose names a define or value takes: which of both a call means is not known.
    pub(crate) ambiguous: BTreeSet<String>,
    /// For kinds that say it: how many can be made in a game.
    pub(crate) budgets: BTreeMap<u16, i64>,
    /// The kinds of which some are made.
    pub(crate) makes: BTreeSet<u16>,
    /// For card kinds: the kinds that can hold them.
    pub(crate) holders: BTreeMap<u16, Vec<u16>>,
}

impl Names {
    /// The word or row of this name and type.
    pub(crate) fn constant(&self, name: &str, ty: Ty) -> Option<i64> {
        let all = self.constants.get(name)?;
        all.iter()
            .find(|constant| constant.ty == ty)
            .map(|constant| constant.value)
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
