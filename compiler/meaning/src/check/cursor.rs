//! The scene at a cursor: the type that is asked for there, and the names that can be meant.
//!
//! A text with a name at the cursor that nobody declares ([`CURSOR`]) is checked as any other. The look-up that meets it notes
//! what it knows, so that there is no second checker.

use super::Compiler;
use super::names::SymbolTable;
use super::scope::Scope;
use super::uses::Uses;
use cardwright_bytecode::registry::CORE_CALLS;
use cardwright_bytecode::ty::KIND_GAME;
use cardwright_bytecode::{Base, Ty};
use std::collections::BTreeMap;

/// The name at the cursor.
pub const CURSOR: &str = "zz-cursor-zz";

/// A name that can be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The sort of thing.
    pub what: &'static str,
    /// Its type as a designer writes it; empty, if it has none.
    pub ty: String,
    /// Whether that is what is asked for; whatever is asked for, if nothing is.
    pub fits: bool,
    /// The parameters that it takes, as a designer writes them.
    pub params: Vec<String>,
}

/// The type and the names in reach of a cursor.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The type that is asked for; empty, if any is.
    pub wanted: String,
    /// The names in reach.
    pub names: BTreeMap<String, Seen>,
}

impl Compiler<'_> {
    /// Whether this is the name at the cursor.
    pub(crate) fn is_cursor(&self, name: &str) -> bool {
        self.uses.is_some() && name == CURSOR
    }

    fn scene(&mut self, wanted: Option<Ty>) -> Option<&mut Scene> {
        let told = wanted.map_or_else(String::new, |ty| self.type_name(ty));
        let uses: &mut Uses = self.uses.as_deref_mut()?;
        let scene = uses.scene.get_or_insert_with(Scene::default);
        if scene.wanted.is_empty() {
            scene.wanted = told;
        }
        Some(scene)
    }

    fn see(&mut self, wanted: Option<Ty>, all: Vec<(String, &'static str, Option<Ty>, Vec<String>)>) {
        let seen: Vec<(String, Seen)> = all
            .into_iter()
            .map(|(name, what, ty, params)| {
                let fits = match (ty, wanted) {
                    (Some(ty), Some(wanted)) => ty.fits(wanted) || ty.is_quantity() && wanted.is_quantity(),
                    _ => true,
                };
                let ty = ty.map_or_else(String::new, |ty| self.type_name(ty));
                (
                    name,
                    Seen {
                        what,
                        ty,
                        fits,
                        params,
                    },
                )
            })
            .collect();
        if let Some(scene) = self.scene(wanted) {
            for (name, one) in seen {
                scene.names.entry(name).or_insert(one);
            }
        }
    }

    /// The cursor stands where a name of a table is asked for.
    pub(crate) fn see_table<T: Clone>(
        &mut self,
        what: &'static str,
        table: impl Fn(&Self) -> &SymbolTable<T>,
    ) {
        let names: Vec<String> = table(self).names().map(str::to_owned).collect();
        self.see_names(what, names);
    }

    /// The cursor stands where one of some names is asked for.
    pub(crate) fn see_names(&mut self, what: &'static str, names: Vec<String>) {
        let plain = |name| (name, what, None, Vec::new());
        self.see(None, names.into_iter().map(plain).collect());
    }

    /// The cursor stands where a value is asked for.
    pub(crate) fn see_values(&mut self, scope: &Scope, wanted: Option<Ty>) {
        let mut all: Vec<(String, &'static str, Option<Ty>, Vec<String>)> = Vec::new();
        for (name, ty) in scope.typed_names() {
            all.push((name.to_owned(), "variable", Some(ty), Vec::new()));
        }
        if let Some((kind, _)) = scope.you {
            let ty = Ty::one(Base::Entity(kind));
            all.push(("you".to_owned(), "variable", Some(ty), Vec::new()));
        }
        let names = &self.names;
        for name in names.states.names() {
            let field = names.states.get(name);
            let ty = field.map(|&at| self.pack.kinds[usize::from(KIND_GAME)].fields[at].ty);
            all.push((name.to_owned(), "state", ty, Vec::new()));
        }
        for name in names.entities.names() {
            all.push((
                name.to_owned(),
                "piece",
                names.entities.get(name).map(|one| one.ty),
                Vec::new(),
            ));
        }
        all.extend(self.callables());
        for name in names.constant_names() {
            let types: Vec<Ty> = names.constants(name).map(|one| one.ty).collect();
            let meant = types
                .iter()
                .find(|ty| wanted.is_none_or(|wanted| ty.fits(wanted)));
            all.push((
                name.to_owned(),
                "word",
                meant.or(types.first()).copied(),
                Vec::new(),
            ));
        }
        all.extend(self.openers());
        self.see(wanted, all);
    }

    /// Everything that can be called, with its sort, its result and its parameters.
    fn callables(&self) -> Vec<(String, &'static str, Option<Ty>, Vec<String>)> {
        let names = &self.names;
        let told = |params: &[(String, Ty)]| -> Vec<String> {
            params
                .iter()
                .map(|(name, ty)| format!("{name}: {}", self.type_name(*ty)))
                .collect()
        };
        let mut all = Vec::new();
        for name in names.defines.names() {
            if let Some(sym) = names.defines.get(name) {
                all.push((name.to_owned(), "define", Some(sym.result), told(&sym.params)));
            }
        }
        for name in names.values.names() {
            if let Some(sym) = names.values.get(name) {
                let ty = self.pack.values.get(sym.index).map(|value| value.result);
                all.push((name.to_owned(), "value", ty, told(&sym.params)));
            }
        }
        for name in names.keyed.names() {
            if let Some(sym) = names.keyed.get(name) {
                let ty = self.pack.states.get(sym.index).map(|state| state.ty);
                all.push((name.to_owned(), "state", ty, told(&sym.params)));
            }
        }
        for call in CORE_CALLS {
            if let Some((params, result)) = self.on_this_board(call) {
                all.push((call.name.to_owned(), "core call", Some(result), told(&params)));
            }
        }
        all
    }

    /// Names with which a longer expression begins: fields before `of`, tokens before `on`, faces before `in`, kinds.
    fn openers(&self) -> Vec<(String, &'static str, Option<Ty>, Vec<String>)> {
        let mut all = Vec::new();
        for kind in &self.pack.kinds {
            let fields = kind.fields.iter();
            all.extend(fields.map(|field| (field.name.clone(), "field", Some(field.ty), Vec::new())));
        }
        for record in &self.pack.records {
            let fields = record.fields.iter();
            all.extend(fields.map(|field| (field.name.clone(), "field", Some(field.ty), Vec::new())));
        }
        for name in self.names.tokens.names() {
            all.push((name.to_owned(), "token", Some(Ty::NUMBER), Vec::new()));
        }
        all
    }

    /// The cursor stands before `of SUBJECT`.
    pub(crate) fn see_fields(&mut self, subject: Ty) {
        let fields: Vec<(String, Ty)> = match subject.base {
            Base::Entity(kind) => {
                let fields = self.pack.kinds[usize::from(kind)].fields.iter();
                fields.map(|field| (field.name.clone(), field.ty)).collect()
            }
            Base::Row(record) => {
                let fields = self.pack.records[usize::from(record)].fields.iter();
                fields.map(|field| (field.name.clone(), field.ty)).collect()
            }
            _ => Vec::new(),
        };
        let fields = fields
            .into_iter()
            .map(|(name, ty)| (name, "field", Some(ty), Vec::new()));
        let all = fields.chain(self.callables()).collect();
        self.see(None, all);
    }
}
