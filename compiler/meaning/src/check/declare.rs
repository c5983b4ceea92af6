//! Declarations: types first, then fields, then signatures, then bodies, so that order in the files does not matter.

use super::defaults::FieldsOf;
use super::names::{Constant, Params};
use super::run_state::RunState;
use super::scope::Scope;
use super::uses::Meaning;
use super::{Compiler, Declarer, Unit};
use cardwright_bytecode::pack::{
    DieDef, FieldDef, FootprintDef, FunctionClass, Id, KindClass, KindDef, RecordDef, SlotDef, TokenDef,
    WordDef,
};
use cardwright_bytecode::ty::{KIND_DECK, KIND_GAME, KIND_PLAYER, WORD_FACE};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{Expr, FieldDecl, Footprint, Item, ItemKind, KindDecl, Name, Param, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// The most fields of a record, and the most parameters and variables of a procedure.
const MOST_FIELDS: usize = 64;
/// The most sides of a die.
const MOST_SIDES: i64 = 100;

impl Compiler<'_> {
    /// Runs something over all items of all units, with each unit's origin at hand.
    pub fn each_item(&mut self, units: &[Unit], mut visit: impl FnMut(&mut Self, &Item)) {
        for unit in units {
            self.turn_to(unit);
            for item in &unit.items {
                visit(self, item);
            }
        }
    }

    /// The board, names of types, and the dice.
    pub fn declare_types(&mut self, units: &[Unit]) {
        for name in units.iter().flat_map(|unit| unit.items.broken()) {
            self.mark_broken(name);
        }
        self.declare_board(units);
        self.each_item(units, Self::refuse_own);
        self.each_item(units, |this, item| match &item.kind {
            ItemKind::Word { name, open, words } => {
                this.declare_word(name, *open, words);
            }
            ItemKind::Record { name, open, .. } => {
                let base = Base::Row(index_u16(this.pack.records.len()));
                if this.declare_type(name, base) {
                    this.declare_open(base, *open);
                    this.pack.records.push(RecordDef {
                        name: name.text.clone(),
                        fields: Vec::new(),
                    });
                }
            }
            ItemKind::Piece(decl) => this.declare_kind(decl, KindClass::Piece),
            ItemKind::Card { decl, .. } => this.declare_kind(decl, KindClass::Card),
            ItemKind::Die { name, faces } => this.declare_die(name, faces),
            _ => {}
        });
    }

    fn declare_type(&mut self, name: &Name, base: Base) -> bool {
        let place = self.place(name.span);
        match self.names.types.add(&name.text, Ty::one(base), place) {
            Ok(()) => true,
            Err(earlier) => {
                self.duplicate("type", name, earlier);
                false
            }
        }
    }

    fn declare_word(&mut self, name: &Name, open: bool, words: &[Name]) {
        let word = index_u16(self.pack.words.len());
        if !self.declare_type(name, Base::Word(word)) {
            return;
        }
        self.declare_open(Base::Word(word), open);
        let mut list: Vec<String> = Vec::new();
        let mut places: HashMap<&str, Span> = HashMap::new();
        for entry in words {
            if let Some(&earlier) = places.get(entry.text.as_str()) {
                let place = self.place(earlier);
                self.duplicate("word", entry, place);
                continue;
            }
            self.add_constant(
                self.names.viewer(),
                &entry.text,
                Ty::one(Base::Word(word)),
                list.len(),
            );
            places.insert(&entry.text, entry.span);
            list.push(entry.text.clone());
        }
        self.pack.words.push(WordDef {
            name: name.text.clone(),
            words: list,
        });
    }

    /// Makes a bare name mean a word or row, to those who see its owner's names.
    pub fn add_constant(&mut self, owner: Declarer, name: &str, ty: Ty, value: usize) {
        let constant = Constant {
            ty,
            value: i64::try_from(value).unwrap_or(0),
        };
        self.names.add_constant(owner, name, constant);
    }

    fn declare_kind(&mut self, decl: &KindDecl, class: KindClass) {
        let kind = index_u16(self.pack.kinds.len());
        if self.declare_type(&decl.name, Base::Entity(kind)) {
            self.declare_open(Base::Entity(kind), decl.open);
            let templates = self.record_of_templates(&decl.name.text);
            self.pack.kinds.push(KindDef {
                name: decl.name.text.clone(),
                class,
                fields: Vec::new(),
                tokens: Vec::new(),
                footprint: None,
                templates,
                active: None,
            });
        }
    }

    fn declare_die(&mut self, name: &Name, faces: &[(Name, i64)]) {
        let place = self.place(name.span);
        if let Err(earlier) = self.names.dice.add(&name.text, self.pack.dice.len(), place) {
            self.duplicate("die", name, earlier);
            return;
        }
        let mut sides = Vec::new();
        for (face, count) in faces {
            let word = self.face_word(&face.text);
            if !(1..=MOST_SIDES).contains(count) {
                let message = format!("a face can be on 1 to {MOST_SIDES} sides, not on {count}");
                self.report(codes::TOO_LARGE, face.span, message);
                continue;
            }
            for _ in 0..*count {
                sides.push(word);
            }
        }
        if sides.is_empty() || sides.len() > usize::try_from(MOST_SIDES).unwrap_or(0) {
            let message = format!(
                "a die can have 1 to {MOST_SIDES} sides, but this one has {}",
                sides.len()
            );
            self.report(codes::TOO_LARGE, name.span, message);
        }
        self.pack.dice.push(DieDef {
            name: name.text.clone(),
            sides,
        });
    }

    fn face_word(&mut self, face: &str) -> u16 {
        let words = &mut self.pack.words[usize::from(WORD_FACE)].words;
        if let Some(at) = words.iter().position(|word| word == face) {
            return index_u16(at);
        }
        words.push(face.to_owned());
        let at = words.len() - 1;
        // Faces are words of one type, whoever declares the die.
        self.add_constant(Declarer::SYSTEM, face, Ty::FACE, at);
        index_u16(at)
    }

    /// Fields of records and kinds, and tokens.
    pub fn declare_fields(&mut self, units: &[Unit]) {
        self.each_item(units, |this, item| match &item.kind {
            ItemKind::Record { name, fields, .. } => this.record_fields(name, fields),
            ItemKind::Piece(decl) => this.kind_parts(decl),
            ItemKind::Player { fields } => this.kind_fields(KIND_PLAYER, fields),
            ItemKind::State {
                param,
                keys,
                per,
                default,
            } if keys.is_empty() => this.declare_state(param, per.as_ref(), default.as_ref()),
            ItemKind::Card { on, decl } => {
                this.kind_parts(decl);
                this.card_holders(on, &decl.name);
            }
            ItemKind::Board { .. } => this.board_parts(item),
            ItemKind::Token { name, on, limit, .. } => {
                this.declare_token(name, on, limit.map(|limit| limit.0))
            }
            _ => {}
        });
    }

    fn record_fields(&mut self, name: &Name, fields: &[FieldDecl]) {
        let Some(Base::Row(record)) = self.names.types.get(&name.text).map(|ty| ty.base) else {
            return;
        };
        let slots = self.record_slots(name, fields);
        for (at, slot) in slots.iter().enumerate() {
            let written = fields.iter().find(|field| field.name.text == slot.name);
            let default = written.and_then(|field| field.default.as_ref());
            self.declare_default(FieldsOf::Record(record), at, default);
        }
        self.pack.records[usize::from(record)].fields = slots;
    }

    /// The fields of a record as the pack has them.
    pub(super) fn record_slots(&mut self, name: &Name, fields: &[FieldDecl]) -> Vec<SlotDef> {
        let param = |field: &FieldDecl| Param {
            name: field.name.clone(),
            ty: field.ty.clone(),
            default: None,
        };
        let params: Vec<Param> = fields.iter().map(param).collect();
        super::signatures::slots(&self.params(name, &params))
    }

    fn kind_parts(&mut self, decl: &KindDecl) {
        let Some(Base::Entity(kind)) = self.names.types.get(&decl.name.text).map(|ty| ty.base) else {
            return;
        };
        self.kind_fields(kind, &decl.fields);
        self.declare_budget(kind, decl);
        self.declare_makes(kind, decl);
        self.pack.kinds[usize::from(kind)].footprint = decl
            .footprint
            .as_ref()
            .and_then(|footprint| self.footprint(kind, footprint));
    }

    /// Adds fields to a kind; those of players may be declared in several places.
    pub(super) fn kind_fields(&mut self, kind: u16, fields: &[FieldDecl]) {
        for field in fields {
            let place = self.place(field.name.span);
            let fields = Arc::make_mut(&mut self.names.fields);
            let known = fields.insert((kind, field.name.text.clone()), place);
            if let Some(earlier) = known {
                self.duplicate("field", &field.name, earlier);
                continue;
            }
            let Some(ty) = self.ty(&field.ty) else {
                self.mark_broken(&field.name.text);
                continue;
            };
            if field.state && !self.can_be_kept(&field.name, ty) {
                continue;
            }
            if !self.can_be_per_run(field) {
                continue;
            }
            if field.kept && !field.state {
                let message = format!(
                    "`{}` is not `state`, so it cannot be kept for the next game",
                    field.name.text
                );
                self.report(codes::FIXED, field.name.span, message).help =
                    Some("declare it `state kept`".to_owned());
                continue;
            }
            if field.kept && matches!(ty.base, Base::Pose | Base::Space | Base::Text) {
                let message = format!(
                    "`{}` has no meaning in another game, so it cannot be kept",
                    field.name.text
                );
                self.report(codes::ESCAPES, field.name.span, message);
                self.mark_broken(&field.name.text);
                continue;
            }
            let at = self.pack.kinds[usize::from(kind)].fields.len();
            self.declare_default(FieldsOf::Kind(kind), at, field.default.as_ref());
            let state = RunState::Field(kind, at);
            self.declare_per(state, &field.name, field.per.as_ref(), field.default.as_ref());
            self.pack.kinds[usize::from(kind)].fields.push(FieldDef {
                name: field.name.text.clone(),
                ty,
                state: field.state,
                secret: field.secret,
                kept: field.kept,
                per: None,
            });
        }
    }

    /// Whether a value of this type can lie in a field that changes.
    pub(super) fn can_be_kept(&mut self, name: &Name, ty: Ty) -> bool {
        let escapes = matches!(ty.base, Base::Pool | Base::Die);
        if escapes {
            self.mark_broken(&name.text);
            self.report(
                codes::ESCAPES,
                name.span,
                "dice exist only until the end of the procedure that rolled them, so a field cannot hold \
                 them",
            )
            .help = Some("store what they show instead: a number of faces, or a set of faces".to_owned());
        }
        !escapes
    }

    /// `state NAME: TYPE per PROCEDURE = EXPR`: a field of the entity that stands for the game.
    fn declare_state(&mut self, param: &Param, per: Option<&Name>, default: Option<&Expr>) {
        let name = &param.name;
        let Some(ty) = self.ty(&param.ty) else {
            self.mark_broken(&name.text);
            return;
        };
        if !self.can_be_kept(name, ty) {
            return;
        }
        let place = self.place(name.span);
        let fields = &mut self.pack.kinds[usize::from(KIND_GAME)].fields;
        let at = fields.len();
        match self.names.states.add(&name.text, at, place) {
            Ok(()) => {
                fields.push(FieldDef {
                    name: name.text.clone(),
                    ty,
                    state: true,
                    secret: false,
                    kept: false,
                    per: None,
                });
                self.declare_default(FieldsOf::Kind(KIND_GAME), at, default);
                self.declare_per(RunState::Field(KIND_GAME, at), name, per, default);
            }
            Err(earlier) => self.duplicate("state", name, earlier),
        }
    }

    fn footprint(&mut self, kind: u16, footprint: &Footprint) -> Option<FootprintDef> {
        match footprint {
            Footprint::Rectangle(width, length) => Some(FootprintDef::Rectangle(
                self.size_field(kind, width, Ty::LENGTH)?,
                self.size_field(kind, length, Ty::LENGTH)?,
            )),
            Footprint::Spaces(count, height) => {
                let count = self.size_field(kind, count, Ty::NUMBER)?;
                let height = match height {
                    Some(height) => Some(self.size_field(kind, height, Ty::NUMBER)?),
                    None => None,
                };
                Some(FootprintDef::Spaces(count, height))
            }
            Footprint::Circle(radius) => {
                Some(FootprintDef::Circle(self.size_field(kind, radius, Ty::LENGTH)?))
            }
        }
    }

    /// A field that gives a size: lengths on a flat table, numbers of spaces and levels elsewhere.
    fn size_field(&mut self, kind: u16, name: &Name, wanted: Ty) -> Option<u16> {
        self.note_field(name, Ty::one(Base::Entity(kind)), wanted);
        match self.kind_field(kind, &name.text) {
            Some((at, ty)) if ty == wanted => Some(index_u16(at)),
            Some((at, ty)) => {
                // One cause, one error: facts are read as what the field should be.
                self.pack.kinds[usize::from(kind)].fields[at].ty = wanted;
                let (wanted, found) = (self.type_name(wanted), self.a_type(ty));
                let message = format!("the size `{}` must be a {wanted}, but it is {found}", name.text);
                self.report(codes::WRONG_TYPE, name.span, message).help =
                    Some(format!("declare it `{}: {wanted}`", name.text));
                Some(index_u16(at))
            }
            None => {
                let fields = &self.pack.kinds[usize::from(kind)].fields;
                let known: Vec<String> = fields.iter().map(|field| field.name.clone()).collect();
                let what = format!("{} field", self.type_name(wanted));
                self.unknown(codes::UNKNOWN_FIELD, &what, name, &known);
                None
            }
        }
    }

    fn card_holders(&mut self, on: &[Name], name: &Name) {
        let Some(Base::Entity(kind)) = self.names.types.get(&name.text).map(|ty| ty.base) else {
            return;
        };
        let holders: Vec<u16> = on.iter().filter_map(|holder| self.kind_named(holder)).collect();
        if holders.len() < on.len() {
            self.mark_broken(&name.text);
        }
        if holders.is_empty() {
            self.mark_broken("you");
        }
        self.names.holders.insert(kind, holders);
    }

    pub(crate) fn kind_named(&mut self, name: &Name) -> Option<u16> {
        let found = match name.text.as_str() {
            "player" => Some(KIND_PLAYER),
            "deck" => Some(KIND_DECK),
            other => match self.names.types.get(other).map(|ty| ty.base) {
                Some(Base::Entity(kind)) => Some(kind),
                _ => None,
            },
        };
        if self.is_cursor(&name.text) {
            let kinds = self.pack.kinds.iter().map(|kind| kind.name.clone()).collect();
            self.see_names("kind", kinds);
            return None;
        }
        if found.is_none() {
            let known: Vec<String> = self.pack.kinds.iter().map(|kind| kind.name.clone()).collect();
            self.unknown(codes::UNKNOWN_KIND, "kind", name, &known);
        }
        self.note(name.span, None, |this| {
            let place = this.names.types.place(&name.text);
            found.map(|_| place.map_or(Meaning::Own, Meaning::At))
        });
        found
    }

    fn declare_token(&mut self, name: &Name, on: &[Name], limit: Option<i64>) {
        let place = self.place(name.span);
        let index = self.pack.tokens.len();
        if let Err(earlier) = self.names.tokens.add(&name.text, index, place) {
            self.duplicate("token", name, earlier);
            return;
        }
        self.pack.tokens.push(TokenDef {
            name: name.text.clone(),
            limit,
        });
        for holder in on {
            match self.kind_named(holder) {
                Some(kind) => self.pack.kinds[usize::from(kind)].tokens.push(index_u16(index)),
                None => self.mark_broken(&name.text),
            }
        }
    }

    /// Parameters with their types; one that has an error is passed over, and so are errors that follow from it.
    pub(crate) fn params(&mut self, owner: &Name, params: &[Param]) -> Params {
        let mut list: Vec<(String, Ty)> = Vec::new();
        if let Some(param) = params.get(MOST_FIELDS) {
            self.report(
                codes::TOO_LARGE,
                param.name.span,
                format!("there can be at most {MOST_FIELDS} of these"),
            );
        }
        for param in params {
            if list.iter().any(|(name, _)| *name == param.name.text) {
                let earlier = params.iter().find(|other| other.name.text == param.name.text);
                let place = self.place(earlier.map_or(param.name.span, |earlier| earlier.name.span));
                self.duplicate("parameter, variable or field", &param.name, place);
                self.mark_broken(&owner.text);
                continue;
            }
            match self.ty(&param.ty) {
                Some(ty) => list.push((param.name.text.clone(), ty)),
                None => {
                    self.mark_broken(&param.name.text);
                    self.mark_broken(&owner.text);
                }
            }
        }
        list.into()
    }

    /// Bodies of defines, values and `active when`.
    pub fn check_defines(&mut self, units: &[Unit]) {
        self.each_item(units, |this, item| this.check_param_defaults(item));
        self.each_item(units, |this, item| match &item.kind {
            ItemKind::Define {
                name, params, body, ..
            } => {
                let Some(sym) = this.names.defines.get(&name.text).cloned() else {
                    return;
                };
                // A second one of the name is no definition of the first.
                if this.names.defines.place(&name.text) != Some(this.place(name.span)) {
                    return;
                }
                let scope = this.pure_scope(name, &sym.params, params, sym.result);
                this.pure_body(scope, sym.function.number(), body, sym.result, item.span);
            }
            ItemKind::Value { .. } => this.check_value(item),
            ItemKind::Effect {
                name,
                params,
                lasts: Some(lasts),
                ..
            } => this.check_lasts(name, params, lasts),
            ItemKind::Movement { .. } => this.check_movement(item),
            ItemKind::Piece(decl) | ItemKind::Card { decl, .. } => this.check_active(decl, item.span),
            _ => {}
        });
    }

    fn check_value(&mut self, item: &Item) {
        let ItemKind::Value {
            name,
            params,
            base,
            factors_last,
            net_least,
            net_most,
            least,
            most,
            ..
        } = &item.kind
        else {
            return;
        };
        let Some(sym) = self.names.values.get(&name.text).cloned() else {
            return;
        };
        let ty = self.pack.values[sym.index].result;
        let scope = self.pure_scope(name, &sym.params, params, ty);
        let at = self.pack.values[sym.index].base;
        self.pure_body(scope, at.number(), base, ty, item.span);
        if *factors_last && !ty.is_quantity() {
            let message = format!("a {} cannot be multiplied", self.type_name(ty));
            self.report(codes::WRONG_TYPE, name.span, message).help =
                Some("remove `multiplied last`".to_owned());
        }
        let [net_least, net_most, least, most] = [net_least, net_most, least, most].map(|limit| {
            let limit = limit.as_ref()?;
            if !ty.is_quantity() {
                let message = format!("a {} cannot have limits", self.type_name(ty));
                self.report(codes::WRONG_TYPE, limit.span, message);
                return None;
            }
            let scope = self.pure_scope(name, &sym.params, params, ty);
            let at = self.reserve();
            self.pure_body(scope, at.number(), limit, ty, item.span);
            Some(at)
        });
        let value = &mut self.pack.values[sym.index];
        (value.net_least, value.net_most) = (net_least, net_most);
        (value.least, value.most) = (least, most);
    }

    fn check_lasts(&mut self, name: &Name, params: &[Param], lasts: &Expr) {
        let Some(sym) = self.names.effects.get(&name.text).cloned() else {
            return;
        };
        let scope = self.pure_scope(name, &sym.params, params, Ty::BOOL);
        let at = self.reserve();
        self.pure_body(scope, at.number(), lasts, Ty::BOOL, lasts.span);
        self.pack.effects[sym.index].lasts = Some(at);
    }

    pub(super) fn pure_scope(
        &mut self,
        name: &Name,
        params: &[(String, Ty)],
        written: &[Param],
        result: Ty,
    ) -> Scope {
        let mut scope = Scope::new(&name.text, FunctionClass::Pure, result);
        for (at, (param, ty)) in params.iter().enumerate() {
            let span = written.get(at).map_or(name.span, |param| param.name.span);
            scope.param(param, *ty, self.place(span));
        }
        scope
    }

    pub(super) fn pure_body(&mut self, mut scope: Scope, at: u32, body: &Expr, ty: Ty, span: Span) {
        let value = self.typed(&mut scope, body, ty);
        let function = self.giving(scope, value, span);
        self.define_function(Id::new(at), function);
    }

    fn check_active(&mut self, decl: &KindDecl, span: Span) {
        let Some(active) = &decl.active else { return };
        let Some(Base::Entity(kind)) = self.names.types.get(&decl.name.text).map(|ty| ty.base) else {
            return;
        };
        let ty = Ty::one(Base::Entity(kind));
        let name = format!("{} is active", decl.name.text);
        let mut scope = Scope::new(name, FunctionClass::Pure, Ty::BOOL);
        scope.param("here", ty, self.place(decl.name.span));
        let at = self.reserve();
        self.pure_body(scope, at.number(), active, Ty::BOOL, span);
        self.pack.kinds[usize::from(kind)].active = Some(at);
    }
}

/// A table index of 16 bits.
pub(crate) fn index_u16(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}
