//! The meaning of each name where it stands, noted while it is checked: an editor asks, and nobody else pays.
//!
//! The look-ups note meanings by table and number, since that is what they know. Where all of these are declared is found
//! afterwards, from the declarations themselves ([`declared`]).

use super::cursor::Scene;
use super::names::Names;
use super::scope::Scope;
use super::{Compiler, Unit};
use crate::facts::Slot;
use cardwright_bytecode::pack::Pack;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::document::{At, Entries, Fact, Tables, place_of};
use cardwright_documents::source::{FileId, Location};
use cardwright_dsl::ast::{Extension, FieldDecl, ItemKind, Name, Param, Site, Span, each_name};
use std::collections::BTreeMap;

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// The thing that is declared at this place.
    At(Location),
    /// A word or row: its type and number.
    Constant(Base, i64),
    /// A field of a kind or record.
    Field(Base, String),
    /// A name of a procedure (an index into the pack's).
    Slot(usize, String),
    /// A step of a procedure.
    Step(usize, String),
    /// A parameter of what is declared at a place.
    Param(Location, String),
    /// A thing that every system has: a core call, a built-in type, `you`, `here`.
    Own,
}

/// A name that was met.
#[derive(Clone, Debug)]
pub struct Met {
    /// The place of the name.
    pub place: Location,
    /// The meaning.
    pub meaning: Meaning,
    /// The type of its value, if it has one.
    pub ty: Option<Ty>,
}

/// The notes of one compilation.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// The names that were met, in the order in which they were.
    pub met: Vec<Met>,
    /// Rows, and where each is declared.
    pub rows: Vec<(Meaning, Declared)>,
    /// The scene at the cursor, if there is one.
    pub scene: Option<Scene>,
}

impl Compiler<'_> {
    /// Notes what a name means, if somebody wants to know.
    pub(crate) fn note(
        &mut self,
        span: Span,
        ty: Option<Ty>,
        meaning: impl FnOnce(&Self) -> Option<Meaning>,
    ) {
        if self.uses.is_none() {
            return;
        }
        let Some(meaning) = meaning(self) else { return };
        let place = self.place(span);
        if let Some(uses) = &mut self.uses {
            uses.met.push(Met { place, meaning, ty });
        }
    }

    /// Notes a name that is looked up in a table which knows its place.
    pub(crate) fn note_at(&mut self, name: &Name, place: impl FnOnce(&Names) -> Option<Location>) {
        self.note(name.span, None, |this| place(&this.names).map(Meaning::At));
    }

    /// Notes a name that is a variable, a parameter or a name of the window.
    pub(crate) fn note_local(&mut self, scope: &Scope, name: &str, span: Span) {
        if self.uses.is_none() {
            return;
        }
        let local = scope.local(name).map(|(_, local)| (local.place, local.ty));
        let slot = scope.slot(name).map(|(_, ty)| ty);
        let (own, context) = (scope.own, scope.context());
        match (local, slot) {
            _ if matches!(name, "you" | "here") => {
                self.note(span, local.map(|one| one.1), |_| Some(Meaning::Own))
            }
            (Some((_, ty)), _) if own.is_some_and(|own| self.has_slot(own, name)) => {
                self.note(span, Some(ty), |_| Some(Meaning::Slot(own?, name.to_owned())));
            }
            (Some((place, ty)), _) => self.note(span, Some(ty), |_| Some(Meaning::At(place))),
            (None, Some(ty)) => self.note(span, Some(ty), |_| Some(Meaning::Slot(context?, name.to_owned()))),
            (None, None) => {}
        }
    }

    /// Notes a label before an argument.
    pub(crate) fn note_label(&mut self, callee: &Name, label: &Name, params: &[(String, Ty)]) {
        self.note(label.span, None, |this| {
            let owner = this.names.callable_with(&callee.text, params)?;
            Some(Meaning::Param(owner, label.text.clone()))
        });
    }

    /// Notes the value of a fact.
    pub(crate) fn note_fact(&mut self, place: Location, meaning: Option<Meaning>) {
        if let (Some(uses), Some(meaning)) = (&mut self.uses, meaning) {
            let ty = None;
            uses.met.push(Met { place, meaning, ty });
        }
    }

    /// Notes where the next row is declared.
    pub(crate) fn note_row(&mut self, place: Location, record: Base, id: &str) {
        let number = i64::try_from(self.pack.rows.len()).unwrap_or(0);
        if let Some(uses) = &mut self.uses {
            let declared = Declared {
                name: id.to_owned(),
                what: "row",
                place,
            };
            uses.rows.push((Meaning::Constant(record, number), declared));
        }
    }

    /// Notes the names of facts of a kind or record that people call `what`.
    pub(crate) fn note_facts(&mut self, file: FileId, facts: &Entries<At<Fact>>, slots: &[Slot], what: &str) {
        if self.uses.is_none() {
            return;
        }
        let Some(base) = self.names.types.get(what).map(|ty| ty.base) else {
            return;
        };
        for (name, _) in facts
            .0
            .iter()
            .filter(|(name, _)| slots.iter().any(|slot| slot.name == name.value))
        {
            self.note_fact(
                place_of(file, name),
                Some(Meaning::Field(base, name.value.clone())),
            );
        }
    }

    fn has_slot(&self, procedure: usize, name: &str) -> bool {
        let known = self.pack.procedures.get(procedure);
        known.is_some_and(|one| one.slots.iter().any(|slot| slot.name == name))
    }

    /// Notes a name that is called or asked for as a define, value, state or core call.
    pub(crate) fn note_call(&mut self, name: &Name, result: Ty) {
        self.note(name.span, Some(result), |this| {
            let names = &this.names;
            let defines = names.defines.place(&name.text);
            let place = defines
                .or_else(|| names.values.place(&name.text))
                .or_else(|| names.keyed.place(&name.text));
            Some(place.map_or(Meaning::Own, Meaning::At))
        });
    }

    /// Notes a field.
    pub(crate) fn note_field(&mut self, name: &Name, of: Ty, ty: Ty) {
        self.note(name.span, Some(ty), |_| {
            Some(Meaning::Field(of.base, name.text.clone()))
        });
    }
}

impl Names {
    /// The place of the declaration that is called with these parameters.
    fn callable_with(&self, name: &str, params: &[(String, Ty)]) -> Option<Location> {
        macro_rules! first {
            ($($table:ident),*) => {
                $(if self.$table.get(name).is_some_and(|sym| sym.params.starts_with(params) || params.starts_with(&sym.params)) {
                    return self.$table.place(name);
                })*
            };
        }
        first!(
            defines,
            values,
            keyed,
            procedures,
            effects,
            offers,
            permissions,
            movements
        );
        None
    }
}

/// The place of a declaration, and its words: `define`, `field`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// The word for what it is.
    pub what: &'static str,
    /// The place.
    pub place: Location,
}

/// The texts and documents in which names are declared.
#[derive(Default)]
pub struct Sites<'a> {
    /// The texts of rules.
    pub units: Vec<Unit>,
    /// The tables of documents, each with its file.
    pub tables: Vec<(FileId, &'a Tables)>,
    /// The ids of cards, each with its file.
    pub cards: Vec<(FileId, &'a At<String>)>,
}

/// The places where everything is declared that names can mean, by meaning.
pub fn declared(names: &mut Names, pack: &Pack, sites: &Sites<'_>) -> BTreeMap<Meaning, Declared> {
    let mut found = Finder {
        names,
        pack,
        found: BTreeMap::new(),
    };
    for unit in &sites.units {
        found.names.look_as(unit.owner);
        for item in &unit.items {
            found.item(unit, item.span, &item.kind);
        }
    }
    for unit in &sites.units {
        found.names.look_as(unit.owner);
        for item in &unit.items {
            found.seen_by_rules(unit, item.span, &item.kind);
        }
    }
    found.rows(sites);
    found.found
}

struct Finder<'a> {
    names: &'a mut Names,
    pack: &'a Pack,
    found: BTreeMap<Meaning, Declared>,
}

impl Finder<'_> {
    fn add(&mut self, unit: &Unit, meaning: Option<Meaning>, what: &'static str, name: &Name) {
        let place = unit.origin.place(name.span);
        let declared = Declared {
            name: name.text.clone(),
            what,
            place,
        };
        for meaning in meaning.into_iter().chain([Meaning::At(place)]) {
            self.found.entry(meaning).or_insert_with(|| declared.clone());
        }
    }

    /// The rows of tables, and those that templates have.
    fn rows(&mut self, sites: &Sites<'_>) {
        let mut places: BTreeMap<&str, Vec<(Option<&str>, Location)>> = BTreeMap::new();
        for (file, tables) in &sites.tables {
            for (record, rows) in &tables.0 {
                for (id, _) in &rows.0 {
                    let place = (Some(record.value.as_str()), place_of(*file, id));
                    places.entry(&id.value).or_default().push(place);
                }
            }
        }
        for (file, id) in &sites.cards {
            let place = place_of(*file, id);
            places.entry(&id.value).or_default().push((None, place));
        }
        for (number, row) in self.pack.rows.iter().enumerate() {
            let record = self.pack.records.get(usize::from(row.record));
            let record = record.map(|record| record.name.as_str());
            let Some(all) = places.get(row.id.as_str()) else {
                continue;
            };
            let own = all.iter().find(|(of, _)| of.is_some() && *of == record);
            let Some((of, place)) = own.or_else(|| all.iter().find(|(of, _)| of.is_none())) else {
                continue;
            };
            let what = if of.is_some() { "row" } else { "entry" };
            let declared = Declared {
                name: row.id.clone(),
                what,
                place: *place,
            };
            let number = i64::try_from(number).unwrap_or(0);
            let meaning = Meaning::Constant(Base::Row(row.record), number);
            for meaning in [meaning, Meaning::At(*place)] {
                self.found.entry(meaning).or_insert_with(|| declared.clone());
            }
        }
        for (id, place) in places
            .iter()
            .flat_map(|(id, all)| all.iter().map(move |one| (id, one.1)))
        {
            let (name, what) = ((*id).to_owned(), "entry");
            let declared = Declared { name, what, place };
            self.found.entry(Meaning::At(place)).or_insert(declared);
        }
    }

    fn base(&self, name: &Name) -> Option<Base> {
        Some(self.names.types.get(&name.text)?.base)
    }

    fn params(&mut self, unit: &Unit, of: &Name, params: &[Param]) {
        let owner = unit.origin.place(of.span);
        for param in params {
            let meaning = Meaning::Param(owner, param.name.text.clone());
            self.add(unit, Some(meaning), "parameter", &param.name);
        }
    }

    fn fields(&mut self, unit: &Unit, of: Option<Base>, fields: &[FieldDecl]) {
        for field in fields {
            let meaning = of.map(|of| Meaning::Field(of, field.name.text.clone()));
            self.add(unit, meaning, "field", &field.name);
        }
    }

    fn words(&mut self, unit: &Unit, of: Option<Base>, words: &[Name]) {
        let Some(Base::Word(at)) = of else { return };
        let all = self
            .pack
            .words
            .get(usize::from(at))
            .map_or(&[][..], |def| &def.words);
        for word in words {
            let number = all.iter().position(|one| *one == word.text);
            let number = number.and_then(|number| i64::try_from(number).ok());
            let meaning = number.map(|number| Meaning::Constant(Base::Word(at), number));
            self.add(unit, meaning, "word", word);
        }
    }

    fn item(&mut self, unit: &Unit, span: Span, item: &ItemKind) {
        match item {
            ItemKind::Word { name, words, .. } => {
                let of = self.base(name);
                self.add(unit, None, "word type", name);
                self.words(unit, of, words);
            }
            ItemKind::Extend { name, with } => {
                let of = self.base(name);
                match with {
                    Extension::Words(words) => self.words(unit, of, words),
                    Extension::Record(fields) | Extension::Kind(fields) => self.fields(unit, of, fields),
                }
            }
            ItemKind::Record { name, fields, .. } => {
                let of = self.base(name);
                self.add(unit, None, "record", name);
                self.fields(unit, of, fields);
            }
            ItemKind::Piece(decl) | ItemKind::Card { decl, .. } => {
                let of = self.base(&decl.name);
                self.add(unit, None, "kind", &decl.name);
                self.fields(unit, of, &decl.fields);
            }
            ItemKind::Player { fields } => {
                let of = Base::Entity(cardwright_bytecode::ty::KIND_PLAYER);
                self.fields(unit, Some(of), fields);
            }
            ItemKind::Token { name, .. } => self.add(unit, None, "token", name),
            ItemKind::Deck { name } => self.add(unit, None, "deck", name),
            ItemKind::Outcome { name, .. } => self.add(unit, None, "outcome", name),
            ItemKind::Die { name, faces } => {
                self.add(unit, None, "die", name);
                let faces: Vec<Name> = faces.iter().map(|face| face.0.clone()).collect();
                self.words(unit, Some(Ty::FACE.base), &faces);
            }
            ItemKind::State { param, keys, .. } => {
                self.add(unit, None, "state", &param.name);
                self.params(unit, &param.name, keys);
            }
            ItemKind::Define { name, params, .. } => self.callable(unit, "define", name, params),
            ItemKind::Value { name, params, .. } => self.callable(unit, "value", name, params),
            ItemKind::Permission { name, params } => self.callable(unit, "permission", name, params),
            ItemKind::Offer { name, params, .. } => self.callable(unit, "offer", name, params),
            ItemKind::Movement { name, params, .. } => self.callable(unit, "movement", name, params),
            ItemKind::Effect { name, params, .. } => self.callable(unit, "effect", name, params),
            ItemKind::Procedure {
                name,
                params,
                gives,
                tells: _,
                vars,
                steps,
            } => {
                self.callable(unit, "procedure", name, params);
                let index = self.names.procedures.get(&name.text).map(|sym| sym.index);
                let gathered = steps.iter().filter_map(|step| step.gathers.as_ref());
                let others = params.iter().chain(gives).chain(vars).map(|param| &param.name);
                for slot in others.chain(gathered) {
                    let meaning = index.map(|index| Meaning::Slot(index, slot.text.clone()));
                    self.add(unit, meaning, "variable", slot);
                }
                for step in steps {
                    let meaning = index.map(|index| Meaning::Step(index, step.name.text.clone()));
                    self.add(unit, meaning, "step", &step.name);
                }
            }
            ItemKind::Board { .. }
            | ItemKind::Refuse { .. }
            | ItemKind::Build { .. }
            | ItemKind::Trigger { .. }
            | ItemKind::OfferOption { .. }
            | ItemKind::Modify { .. }
            | ItemKind::Replace { .. }
            | ItemKind::Permit { .. }
            | ItemKind::Lend { .. }
            | ItemKind::Silence { .. } => {}
        }
        self.locals(unit, item, span);
    }

    fn callable(&mut self, unit: &Unit, what: &'static str, name: &Name, params: &[Param]) {
        self.add(unit, None, what, name);
        self.params(unit, name, params);
    }

    /// The parameters that rules see, and write none of: those of what each is about, and of the effect it belongs to.
    fn seen_by_rules(&mut self, unit: &Unit, span: Span, item: &ItemKind) {
        let ItemKind::Effect {
            name, params, rules, ..
        } = item
        else {
            return self.rule(unit, span, item);
        };
        let owner = unit.origin.place(name.span);
        for rule in rules {
            self.rule(unit, rule.span, &rule.kind);
            let place = unit.origin.place(rule.span);
            for param in params {
                let meaning = Meaning::Param(place, param.name.text.clone());
                let known = Meaning::Param(owner, param.name.text.clone());
                self.same(meaning, &known);
            }
        }
    }

    /// The parameters of what a rule is about.
    fn rule(&mut self, unit: &Unit, span: Span, item: &ItemKind) {
        let (names, place) = (&self.names, unit.origin.place(span));
        let (owner, params) = match item {
            ItemKind::Modify { value, .. } | ItemKind::Replace { value, .. } => {
                let name = &value.name.text;
                (
                    names.values.place(name),
                    names.values.get(name).map(|sym| sym.params.clone()),
                )
            }
            ItemKind::Permit { permission, .. } => {
                let name = &permission.name.text;
                (
                    names.permissions.place(name),
                    names.permissions.get(name).map(|sym| sym.params.clone()),
                )
            }
            ItemKind::OfferOption { offer, .. } => {
                let name = &offer.text;
                (
                    names.offers.place(name),
                    names.offers.get(name).map(|sym| sym.params.clone()),
                )
            }
            _ => return,
        };
        let (Some(owner), Some(params)) = (owner, params) else {
            return;
        };
        for (param, _) in params.iter() {
            let known = Meaning::Param(owner, param.clone());
            self.same(Meaning::Param(place, param.clone()), &known);
        }
    }

    /// Two meanings of one declaration.
    fn same(&mut self, meaning: Meaning, known: &Meaning) {
        if let Some(declared) = self.found.get(known).cloned() {
            self.found.entry(meaning).or_insert(declared);
        }
    }

    /// Variables, members and other names that only an item itself sees.
    fn locals(&mut self, unit: &Unit, item: &ItemKind, span: Span) {
        let kind = item.clone();
        let mut items = [cardwright_dsl::ast::Item { span, kind }];
        let mut found = Vec::new();
        each_name(&mut items, &mut |text, span, site| {
            if site == Site::Local {
                let text = text.clone();
                found.push(Name { text, span });
            }
        });
        for name in found {
            self.add(unit, None, "variable", &name);
        }
    }
}
