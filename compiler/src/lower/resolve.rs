//! What a bare name in an expression means, and how types are named and compared.
//!
//! The order: local names, the open procedure's names, entities, defines and values without parameters, then
//! words and rows, found by the type that is asked for.

use super::builder::{Builder, Val};
use super::{Compiler, Constant};
use crate::codes;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::ty::{KIND_DECK, KIND_PLAYER};
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_dsl::ast::{Expr, ExprKind, Name, Span, TypeRef};

impl Compiler<'_> {
    /// The type that is written.
    pub(crate) fn ty(&mut self, written: &TypeRef) -> Option<Ty> {
        let base = self.base(&written.name)?;
        Some(Ty {
            base,
            set: written.set,
        })
    }

    fn base(&mut self, name: &Name) -> Option<Base> {
        let built_in = match name.text.as_str() {
            "number" => Some(Base::Number),
            "yes-no" => Some(Base::Bool),
            "text" => Some(Base::Text),
            "thing" => Some(Base::Thing),
            "pool" => Some(Base::Pool),
            "die" => Some(Base::Die),
            "pose" => Some(Base::Pose),
            "face" => Some(Ty::FACE.base),
            "player" => Some(Base::Entity(KIND_PLAYER)),
            "deck" => Some(Base::Entity(KIND_DECK)),
            other => self.names.types.get(other).map(|ty| ty.base),
        };
        if built_in.is_none() {
            const BUILT_IN: [&str; 10] = [
                "number", "yes-no", "text", "thing", "pool", "die", "pose", "face", "player", "deck",
            ];
            let known: Vec<String> = self
                .names
                .types
                .names()
                .chain(BUILT_IN)
                .map(str::to_owned)
                .collect();
            self.unknown(codes::UNKNOWN_KIND, "type", name, &known);
        }
        built_in
    }

    /// A constant in a register.
    pub(crate) fn constant(&mut self, b: &mut Builder, ty: Ty, value: i64) -> Val {
        let reg = b.temp(ty);
        self.load(b, reg, value);
        Val { reg, ty }
    }

    /// Loads a number into a register.
    pub(crate) fn load(&mut self, b: &mut Builder, reg: u8, value: i64) {
        if let Ok(small) = i32::try_from(value) {
            b.emit(Op::Const, reg, 0, 0, small);
            return;
        }
        let known = self.pack.constants.iter().position(|&constant| constant == value);
        let at = known.unwrap_or_else(|| {
            self.pack.constants.push(value);
            self.pack.constants.len() - 1
        });
        b.emit_index(Op::Big, reg, 0, 0, at);
    }

    /// Whether a name can only be a word or a row, so that its type comes from its surroundings.
    pub(crate) fn is_bare_constant(&self, b: &Builder, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else {
            return matches!(expr.kind, ExprKind::Nobody);
        };
        name != "you"
            && b.local(name).is_none()
            && b.context_slot(name).is_none()
            && self.names.entities.get(name).is_none()
            && self.names.defines.get(name).is_none()
            && self.names.values.get(name).is_none()
            && self.names.constants.contains_key(name)
    }

    /// A bare name.
    pub(crate) fn name(
        &mut self,
        b: &mut Builder,
        name: &str,
        span: Span,
        wanted: Option<Ty>,
    ) -> Option<Val> {
        if let Some(local) = b.local(name) {
            return Some(local.val);
        }
        if let (true, Some(you)) = (name == "you", b.you) {
            return self.you(b, you);
        }
        if let Some((slot, ty)) = b.context_slot(name) {
            let reg = b.temp(ty);
            b.emit_index(Op::LoadContext, reg, 0, 0, slot);
            return Some(Val { reg, ty });
        }
        if let Some(constant) = wanted.and_then(|ty| self.names.constant(name, ty).map(|value| (ty, value))) {
            return Some(self.constant(b, constant.0, constant.1));
        }
        if let Some(&Constant { ty, value }) = self.names.entities.get(name) {
            return Some(self.constant(b, ty, value));
        }
        let call = Name {
            text: name.to_owned(),
            span,
        };
        if self.is_callable(name) {
            return self.call(b, &call, &[], span);
        }
        self.constant_by_name(b, &call)
    }

    /// `you`: the piece itself, or the piece that holds the card.
    fn you(&mut self, b: &mut Builder, (kind, holds): (u16, bool)) -> Option<Val> {
        let here = b.local("here")?.val;
        if !holds {
            return Some(here);
        }
        let holder = self.thing_call(b, Core::Holder, here, Ty::THING);
        let ty = Ty::one(Base::Entity(kind));
        let reg = b.temp(ty);
        b.emit_index(Op::As, reg, holder.reg, 0, usize::from(kind));
        Some(Val { reg, ty })
    }

    fn constant_by_name(&mut self, b: &mut Builder, name: &Name) -> Option<Val> {
        match self.names.constants.get(&name.text).map(Vec::as_slice) {
            Some(&[one]) => Some(self.constant(b, one.ty, one.value)),
            Some(several) => {
                let types: Vec<String> = several
                    .iter()
                    .map(|one| format!("a {}", self.type_name(one.ty)))
                    .collect();
                let message = format!("`{}` could be {}", name.text, types.join(" or "));
                self.report(codes::AMBIGUOUS_NAME, name.span, message).help =
                    Some("compare it with something of one of these types".to_owned());
                None
            }
            None => {
                let known = self.expression_names(b);
                self.unknown(codes::UNKNOWN_NAME, "name", name, &known);
                None
            }
        }
    }

    fn expression_names(&self, b: &Builder) -> Vec<String> {
        b.local_names()
            .chain(self.names.entities.names())
            .chain(self.names.defines.names())
            .chain(self.names.values.names())
            .chain(self.names.constants.keys().map(String::as_str))
            .map(str::to_owned)
            .collect()
    }

    /// Makes a value fit a type, or reports that it does not.
    pub(crate) fn fit(&mut self, b: &mut Builder, val: Val, wanted: Ty, span: Span) -> Option<Val> {
        if val.ty.fits(wanted) {
            return Some(val);
        }
        if let (Base::Thing, false, Base::Entity(kind), false) =
            (val.ty.base, val.ty.set, wanted.base, wanted.set)
        {
            let reg = b.temp(wanted);
            b.emit_index(Op::As, reg, val.reg, 0, usize::from(kind));
            return Some(Val { reg, ty: wanted });
        }
        let message = format!(
            "a {} is asked for here, but this is a {}",
            self.type_name(wanted),
            self.type_name(val.ty)
        );
        let label = format!("this is a {}", self.type_name(val.ty));
        let help = (wanted == Ty::BOOL && val.ty == Ty::NUMBER)
            .then(|| "compare it, for example `... > 0`".to_owned());
        let diagnostic = self.report(codes::WRONG_TYPE, span, message);
        (diagnostic.label, diagnostic.help) = (label, help);
        None
    }
}
