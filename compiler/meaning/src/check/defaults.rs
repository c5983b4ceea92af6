//! Defaults of facts: what a field is where an entry of the documents does not give it.
//!
//! A default is an expression over the other printed facts of the same entry. It is checked here and worked out by
//! [`reckon`](crate::reckon) as the documents are put together, so nothing of it is left in the pack but its value.
//!
//! So is what facts an entry may not have together: `refuse KIND "Why" when ...`.

use super::scope::Scope;
use super::{Compiler, Known, Unit};
use cardwright_bytecode::pack::{FuncId, FunctionClass};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::ty::{KIND_GAME, KIND_PLAYER};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_documents::source::Location;
use cardwright_dsl::ast::{self, Extension, FieldDecl, Item, ItemKind, Name, Quoted};
use cardwright_trees::graph::Graph;
use cardwright_trees::{Body, Callee, Expr, ExprKind, Function, LocalId, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The owner of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldsOf {
    /// A kind of piece, card or player.
    Kind(u16),
    /// A record.
    Record(u16),
}

/// The entry of the pack that the documents made: its index in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A card or piece as it is printed.
    Template(usize),
    /// A row of a table.
    Row(usize),
    /// A piece, card or player of a scenario or case.
    Entity(usize),
}

/// An entry of the documents that may leave facts to their defaults.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The entry in the pack.
    pub target: Target,
    /// The kind or record of its fields.
    pub owner: FieldsOf,
    /// The place of the entry.
    pub place: Location,
    /// For each field, where the documents give it.
    pub given: Vec<Option<Location>>,
}

/// Facts that an entry may not have together.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) owner: FieldsOf,
    /// Why not, for people.
    pub(crate) why: String,
    /// Yes if it has them; a local is the field of its number.
    pub(crate) condition: Arc<Function>,
}

/// The defaults of a pack's fields, and the entries that they are for.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// By owner and field; a local of a body is the field of its number. None until it is checked, or if it is wrong.
    pub(crate) bodies: BTreeMap<(FieldsOf, usize), Option<Arc<Function>>>,
    pub(crate) refusals: Vec<Refusal>,
    /// The entries whose facts are worked out at the end.
    pub entries: Vec<Entry>,
    /// For each template, which of its fields the documents give.
    pub printed: Arc<Vec<Vec<bool>>>,
    /// Whether one of them rests on all rows of a record, so that a further row can change it.
    pub asks_for_rows: bool,
}

impl Defaults {
    /// Whether a field may be left out.
    pub fn has(&self, owner: FieldsOf, field: usize) -> bool {
        self.bodies.contains_key(&(owner, field))
    }
}

impl Known {
    /// Whether the documents give the same facts of all cards and pieces.
    pub fn prints_like(&self, other: &Self) -> bool {
        self.defaults.printed == other.defaults.printed
    }

    /// Whether a default or refusal stands at a place, or calls one of these functions.
    pub fn reckons_with(&self, place: Location, functions: &BTreeSet<FuncId>) -> bool {
        let mut open: Vec<&Function> = Vec::new();
        let refusals = self.defaults.refusals.iter().map(|refusal| &refusal.condition);
        for body in self.defaults.bodies.values().flatten().chain(refusals) {
            // From the name of the field to where its default ends.
            let mut own = body.place;
            body.walk(&mut |node| {
                if let Node::Expr(expr) = node {
                    own.end = own.end.max(expr.place.end);
                }
            });
            if own.file == place.file && own.start < place.end && place.start < own.end {
                return true;
            }
            open.push(body);
        }
        let mut called = BTreeSet::new();
        while let Some(body) = open.pop() {
            body.walk(&mut |node| {
                if let Node::Expr(Expr {
                    kind: ExprKind::Call(Callee::Define(function), _),
                    ..
                }) = node
                    && called.insert(*function)
                {
                    open.extend(self.program.functions.get(function.place()));
                }
            });
        }
        functions.iter().any(|function| called.contains(function))
    }
}

/// A field as far as a default can name it.
struct Fact {
    name: String,
    ty: Ty,
    /// State changes in play, so nothing rests on it.
    printed: bool,
}

impl Compiler<'_> {
    /// Makes known that a field has a default.
    pub(super) fn declare_default(&mut self, owner: FieldsOf, field: usize, default: Option<&ast::Expr>) {
        if default.is_some() {
            self.defaults.bodies.insert((owner, field), None);
        }
    }

    /// Checks all defaults and refusals, when everything that they can name is known.
    pub fn check_defaults(&mut self, units: &[Unit]) {
        let mut names = BTreeMap::new();
        self.each_item(units, |this, item| this.defaults_of(item, &mut names));
        self.refuse_cycles(&names);
        self.each_item(units, |this, item| {
            if let ItemKind::Refuse { of, why, when } = &item.kind {
                this.check_refusal(of, why, when);
            }
        });
    }

    fn check_refusal(&mut self, of: &Name, why: &Quoted, when: &ast::Expr) {
        let Some(owner) = self.owner_named(of) else {
            let kinds = self.pack.kinds.iter().map(|kind| kind.name.as_str());
            let records = self.pack.records.iter().map(|record| record.name.as_str());
            let known: Vec<String> = kinds.chain(records).map(str::to_owned).collect();
            self.unknown(codes::UNKNOWN_NAME, "kind or record", of, &known);
            return;
        };
        self.note_at(of, |names| names.types.place(&of.text));
        let ty = Ty::BOOL;
        if let Some(condition) = self.over_facts(owner, of, when, ty) {
            let function = Arc::new(condition);
            self.defaults.refusals.push(Refusal {
                owner,
                why: why.text.clone(),
                condition: function,
            });
        }
    }

    fn defaults_of(&mut self, item: &Item, names: &mut BTreeMap<(FieldsOf, usize), Location>) {
        let (owner, fields): (FieldsOf, &[FieldDecl]) = match &item.kind {
            ItemKind::Record { name, fields, .. } => match self.owner_named(name) {
                Some(owner) => (owner, fields),
                None => return,
            },
            ItemKind::Piece(decl) | ItemKind::Card { decl, .. } => match self.owner_named(&decl.name) {
                Some(owner) => (owner, &decl.fields),
                None => return,
            },
            ItemKind::Extend {
                name,
                with: Extension::Record(fields) | Extension::Kind(fields),
            } => match self.owner_named(name) {
                Some(owner) => (owner, fields),
                None => return,
            },
            ItemKind::Player { fields } => (FieldsOf::Kind(KIND_PLAYER), fields),
            ItemKind::State { param, default, .. } => {
                let at = self.names.states.get(&param.name.text).copied();
                if let (Some(at), Some(default)) = (at, default) {
                    self.check_default(FieldsOf::Kind(KIND_GAME), at, &param.name, default, names);
                }
                return;
            }
            _ => return,
        };
        for field in fields {
            let at = self
                .facts_of(owner)
                .iter()
                .position(|fact| fact.name == field.name.text);
            if let (Some(at), Some(default)) = (at, &field.default) {
                self.check_default(owner, at, &field.name, default, names);
            }
        }
    }

    fn owner_named(&self, name: &Name) -> Option<FieldsOf> {
        match self.names.types.get(&name.text)?.base {
            Base::Entity(kind) => Some(FieldsOf::Kind(kind)),
            Base::Row(record) => Some(FieldsOf::Record(record)),
            _ => None,
        }
    }

    fn facts_of(&self, owner: FieldsOf) -> Vec<Fact> {
        match owner {
            FieldsOf::Kind(kind) => {
                let fields = self.pack.kinds[usize::from(kind)].fields.iter();
                let fact = |field: &cardwright_bytecode::pack::FieldDef| Fact {
                    name: field.name.clone(),
                    ty: field.ty,
                    printed: !field.state,
                };
                fields.map(fact).collect()
            }
            FieldsOf::Record(record) => {
                let fields = self.pack.records[usize::from(record)].fields.iter();
                let fact = |field: &cardwright_bytecode::pack::SlotDef| Fact {
                    name: field.name.clone(),
                    ty: field.ty,
                    printed: true,
                };
                fields.map(fact).collect()
            }
        }
    }

    fn check_default(
        &mut self,
        owner: FieldsOf,
        field: usize,
        name: &Name,
        default: &ast::Expr,
        names: &mut BTreeMap<(FieldsOf, usize), Location>,
    ) {
        let ty = self.facts_of(owner)[field].ty;
        if let Some(function) = self.over_facts(owner, name, default, ty) {
            names.insert((owner, field), function.place);
            self.defaults
                .bodies
                .insert((owner, field), Some(Arc::new(function)));
        }
    }

    /// An expression over the printed facts of an entry: those are its first locals. It stands behind a name.
    fn over_facts(&mut self, owner: FieldsOf, name: &Name, expr: &ast::Expr, ty: Ty) -> Option<Function> {
        let place = self.place(name.span);
        let mut scope = Scope::new(&name.text, FunctionClass::Pure, ty);
        for fact in &self.facts_of(owner) {
            match fact.printed {
                true => _ = scope.bind(&fact.name, fact.ty, place),
                false => _ = scope.unnamed(&fact.name, fact.ty, place),
            }
        }
        let value = self.typed(&mut scope, expr, ty)?;
        if let Some((what, at)) = self.asks_the_game(&value) {
            let message = format!(
                "defaults of facts are worked out before a game, when there is no {what} \
            yet"
            );
            self.report_at(codes::NOT_PURE, at, message).help =
                Some("use only other facts of the same entry, rows, words and numbers".to_owned());
            return None;
        }
        Some(scope.finish(Body::Gives(value), place))
    }

    /// The first part of an expression, or of a define that it calls, that only a game can answer.
    fn asks_the_game(&self, value: &Expr) -> Option<(&'static str, Location)> {
        let mut seen = BTreeSet::new();
        let mut open = Vec::new();
        let mut found = None;
        value.walk(&mut |node| {
            let Node::Expr(expr) = node else { return };
            match self.needs(expr) {
                Some(what) if found.is_none() => found = Some((what, expr.place)),
                _ => open.extend(called(expr).map(|function| (function, expr.place))),
            }
        });
        while let (None, Some((function, place))) = (found, open.pop()) {
            if !seen.insert(function) {
                continue;
            }
            self.program.functions[function as usize].walk(&mut |node| {
                let Node::Expr(expr) = node else { return };
                match self.needs(expr) {
                    Some(what) if found.is_none() => found = Some((what, place)),
                    _ => open.extend(called(expr).map(|function| (function, place))),
                }
            });
        }
        found
    }

    /// The part of an expression that is not known before a game; templates have their facts only when all
    /// defaults are known.
    fn needs(&self, expr: &Expr) -> Option<&'static str> {
        match &expr.kind {
            ExprKind::Cell(row, _) => match row.ty.base {
                Base::Row(record) if self.is_of_templates(record) => Some("template with facts"),
                _ => None,
            },
            _ => needs(expr),
        }
    }

    /// Reports defaults that rest on themselves, one of each cycle.
    fn refuse_cycles(&mut self, names: &BTreeMap<(FieldsOf, usize), Location>) {
        let fields: Vec<(FieldsOf, usize)> = names.keys().copied().collect();
        let place_of = |field: (FieldsOf, usize)| fields.binary_search(&field).ok();
        let mut edges = Vec::new();
        for (at, &(owner, field)) in fields.iter().enumerate() {
            let Some(Some(body)) = self.defaults.bodies.get(&(owner, field)) else {
                continue;
            };
            let count = self.facts_of(owner).len();
            body.walk(&mut |node| {
                if let Some(used) = local(node).filter(|&used| used < count) {
                    edges.extend(place_of((owner, used)).map(|next| (at, next)));
                }
            });
        }
        let cycles = Graph::new(fields.len(), &edges).components(|_| false);
        let mut told = BTreeSet::new();
        for (at, field) in fields.iter().enumerate() {
            if let Some(cycle) = cycles.cycle_of(at)
                && told.insert(cycle)
            {
                let message = "this default depends on itself, directly or through other defaults";
                self.report_at(codes::RECURSION, names[field], message).help =
                    Some("remove one of these defaults, so that the entries give that fact".to_owned());
            }
        }
    }
}

fn local(node: Node<'_>) -> Option<LocalId> {
    match node {
        Node::Expr(Expr {
            kind: ExprKind::Local(local),
            ..
        }) => Some(*local),
        _ => None,
    }
}

fn called(expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Call(Callee::Define(function), _) => Some(function.number()),
        _ => None,
    }
}

/// The part of a game that an expression itself asks for; `None` if facts are enough.
fn needs(expr: &Expr) -> Option<&'static str> {
    match &expr.kind {
        ExprKind::Constant(_)
        | ExprKind::Local(_)
        | ExprKind::Cell(..)
        | ExprKind::Not(_)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Operation(..)
        | ExprKind::If(..)
        | ExprKind::Rows(_)
        | ExprKind::List(_)
        | ExprKind::Filter { .. }
        | ExprKind::Fold { .. }
        | ExprKind::Count(_)
        | ExprKind::First(_)
        | ExprKind::FirstSome(..)
        | ExprKind::Union(..)
        | ExprKind::Without(..)
        | ExprKind::Sort { .. }
        | ExprKind::Has(..)
        | ExprKind::Call(Callee::Define(_) | Callee::Core(Core::Abs | Core::Remainder), _) => None,
        ExprKind::Call(Callee::Value(_), _) => Some("value with its modifiers"),
        ExprKind::Call(Callee::Permission(_), _) => Some("permission"),
        ExprKind::Call(Callee::State(_), _) => Some("state of the game"),
        ExprKind::Template(_) | ExprKind::Make { .. } => Some("piece or card in play"),
        ExprKind::Field(..) | ExprKind::As(..) => Some("piece or card with fields"),
        ExprKind::Tokens(..) => Some("token"),
        ExprKind::Roll(..) | ExprKind::Pick(_) => Some("chance"),
        ExprKind::All(_) | ExprKind::Held(..) | ExprKind::Standing(..) => Some("piece or card in play"),
        ExprKind::Running { .. } => Some("effect"),
        ExprKind::Call(Callee::Core(_), _)
        | ExprKind::Slot(_)
        | ExprKind::InRun(_)
        | ExprKind::RunSlot(..)
        | ExprKind::Run { .. }
        | ExprKind::Offer(_)
        | ExprKind::Gather(_)
        | ExprKind::Options { .. } => Some("game to ask"),
    }
}
