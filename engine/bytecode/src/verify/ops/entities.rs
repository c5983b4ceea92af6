//! Cells and tokens of entities, whose kind is known from the register's type; and the way to such a type.

use crate::isa::{Instr, Op};
use crate::pack::{FieldDef, KindClass, KindDef, cell};
use crate::ty::{Base, Ty};
use crate::verify::error::VerifyErrorKind as Kind;
use crate::verify::scope::Scope;
use crate::verify::types::{Check, entry, refuse};

/// `get`, `set`, `get-set`, `set-set`, `set-secret`, `reveal`. A field that changes and holds a set is no number of a
/// register: its members are copied, out and in.
pub(super) fn field(scope: &Scope, instr: Instr) -> Check {
    let reads = matches!(instr.op, Op::Get | Op::GetSet);
    let number = scope.kind_of(if reads { instr.b } else { instr.a })?;
    let kind = entry("kinds", &scope.pack.kinds, number)?;
    let bad = |wanted| Kind::BadCell {
        kind: number,
        cell: instr.imm,
        wanted,
    };
    let field = match cell_of(kind, instr.imm) {
        Some(Cell::Token) if instr.op == Op::Get => return scope.gives(instr.a, Ty::NUMBER),
        Some(Cell::Field(field)) => Some(field),
        _ => None,
    };
    let copied = field.is_some_and(|field| field.state && field.ty.set);
    match (instr.op, field) {
        (Op::Get, Some(field)) if !copied => scope.gives(instr.a, field.ty),
        (Op::Get, _) => refuse(bad("field or token")),
        (Op::GetSet, Some(field)) if copied => scope.gives(instr.a, field.ty),
        (Op::SetSet, Some(field)) if copied => scope.takes(instr.b, field.ty),
        (Op::GetSet | Op::SetSet, _) => refuse(bad("set that can change")),
        (Op::Set, Some(field)) if field.state && !copied => scope.takes(instr.b, field.ty),
        (Op::Set, _) => refuse(bad("field that can change")),
        (Op::SetSecret, Some(field)) if field.state && field.secret => {
            scope.takes(instr.c, Ty::PLAYER)?;
            scope.takes(instr.b, field.ty)
        }
        (Op::Reveal, Some(field)) if field.secret => Ok(()),
        _ => refuse(bad("secret field")),
    }
}

/// `entry`, `set-entry`: keys from b on, the value in a.
pub(super) fn entry_of(scope: &Scope, instr: Instr) -> Check {
    let state = entry("states", &scope.pack.states, instr.imm)?;
    scope.arguments_for(instr.b, &state.keys)?;
    match instr.op {
        Op::Entry => scope.gives(instr.a, state.ty),
        _ => scope.takes(instr.a, state.ty),
    }
}

/// A cell behind the header.
enum Cell<'a> {
    Field(&'a FieldDef),
    Token,
}

fn cell_of(kind: &KindDef, cell: i32) -> Option<Cell<'_>> {
    let index = usize::try_from(cell).ok()?.checked_sub(cell::HEADER)?;
    if let Some(field) = kind.fields.get(index) {
        return Some(Cell::Field(field));
    }
    (index - kind.fields.len() < kind.tokens.len()).then_some(Cell::Token)
}

/// `give`, `take`: the kind has a cell for the token.
pub(super) fn token(scope: &Scope, instr: Instr) -> Check {
    scope.takes(instr.b, Ty::NUMBER)?;
    entry("tokens", &scope.pack.tokens, instr.imm)?;
    let kind = scope.kind_of(instr.a)?;
    let carried = &entry("kinds", &scope.pack.kinds, kind)?.tokens;
    if carried.iter().any(|&token| i32::from(token) == instr.imm) {
        return Ok(());
    }
    refuse(Kind::TokenNotCarried {
        kind,
        token: instr.imm,
    })
}

/// `as`: an entity whose kind is looked at once, here.
pub(super) fn narrow(scope: &Scope, instr: Instr) -> Check {
    entry("kinds", &scope.pack.kinds, instr.imm)?;
    scope.takes(instr.b, Ty::THING)?;
    scope.gives(instr.a, Ty::one(Base::Entity(instr.imm as u16)))
}

/// `make`, `template`: the kind's templates are rows of a record of their own.
pub(super) fn template(scope: &Scope, instr: Instr) -> Check {
    let number = match instr.op {
        Op::Make => instr.imm,
        _ => i32::from(scope.kind_of(instr.b)?),
    };
    let kind = entry("kinds", &scope.pack.kinds, number)?;
    let Some(record) = kind.templates else {
        return refuse(Kind::Missing {
            what: "a record of templates",
        });
    };
    let row = Ty::one(Base::Row(record));
    if instr.op == Op::Template {
        return scope.gives(instr.a, row);
    }
    if !matches!(kind.class, KindClass::Piece | KindClass::Card) {
        return refuse(Kind::Missing {
            what: "a kind of pieces or cards",
        });
    }
    scope.takes(instr.b, row)?;
    scope.takes(instr.c, Ty::PLAYER)?;
    scope.gives(instr.a, Ty::one(Base::Entity(number as u16)))
}
