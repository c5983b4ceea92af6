//! Kinds of entities, and the templates printed for them.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use super::tables::each;
use super::types::{Check, check_type, check_value, entry, known, lookup, refuse, same_count};
use super::{MAX_SECRET_FIELDS, MAX_STORED_MEMBERS};
use crate::pack::{CONST_SET, FieldDef, FootprintDef, KindClass, KindDef, Pack, TemplateDef};
use crate::ty::{Base, KIND_DECK, KIND_GAME, KIND_PLAYER, Ty};
use std::collections::HashSet;

/// Checks kinds and templates.
pub(super) fn check(pack: &Pack) -> Result<(), VerifyError> {
    each("kinds", &pack.kinds, |kind| kind_def(pack, kind))?;
    each("templates", &pack.templates, |template| {
        template_def(pack, template)
    })
}

/// The types of players, decks and the game name kinds 0, 1 and 2.
pub(super) fn first_kinds(pack: &Pack) -> Result<(), VerifyError> {
    reserved(pack).map_err(|kind| kind.in_pack())
}

fn reserved(pack: &Pack) -> Check {
    let class = |index: u16| pack.kinds.get(usize::from(index)).map(|kind| kind.class);
    if class(KIND_PLAYER) != Some(KindClass::Player) {
        return refuse(Kind::Missing {
            what: "kind 0, the player",
        });
    }
    if class(KIND_DECK) != Some(KindClass::Deck) {
        return refuse(Kind::Missing {
            what: "kind 1, the deck",
        });
    }
    if class(KIND_GAME) != Some(KindClass::Game) {
        return refuse(Kind::Missing {
            what: "kind 2, the game",
        });
    }
    only(pack, KIND_PLAYER, "the player as kind")?;
    only(pack, KIND_GAME, "the game as kind")
}

/// Checks that no other kind has the class of this one.
fn only(pack: &Pack, number: u16, what: &'static str) -> Check {
    let class = pack.kinds.get(usize::from(number)).map(|kind| kind.class);
    let mut kinds = pack.kinds.iter().enumerate();
    let second = kinds.find(|(index, kind)| *index != usize::from(number) && Some(kind.class) == class);
    second.map_or(Ok(()), |(index, _)| refuse(Kind::Duplicate { what, index }))
}

fn kind_def(pack: &Pack, kind: &KindDef) -> Check {
    kind.fields.iter().try_for_each(|field| {
        check_type(pack, field.ty)?;
        kept(field)?;
        of_a_run(pack, field)
    })?;
    if let Some(record) = kind.templates {
        entry("records", &pack.records, record)?;
    }
    secrets(kind)?;
    carried(pack, &kind.tokens)?;
    match kind.footprint {
        None => Ok(()),
        Some(FootprintDef::Circle(radius)) => length_field(kind, radius),
        Some(FootprintDef::Spaces(count, height)) => {
            length_field(kind, count)?;
            height.map_or(Ok(()), |height| length_field(kind, height))
        }
        Some(FootprintDef::Rectangle(width, length)) => {
            length_field(kind, width)?;
            length_field(kind, length)
        }
    }
}

/// Checks a field that is kept for the next game: it changes in this one, and its value means something
/// outside of it.
fn kept(field: &FieldDef) -> Check {
    if !field.kept {
        return Ok(());
    }
    if !field.state {
        return refuse(Kind::Misplaced {
            what: "only a field that can change is kept",
        });
    }
    if matches!(field.ty.base, Base::Pool | Base::Die) {
        return refuse(Kind::Misplaced {
            what: "a pool or a die cannot be kept",
        });
    }
    Ok(())
}

/// Checks a field that belongs to a run: it changes while the run goes on, and is gone with it; so it is
/// nobody's secret, and is not kept for the next game.
fn of_a_run(pack: &Pack, field: &FieldDef) -> Check {
    let Some(procedure) = field.per else {
        return Ok(());
    };
    known(&pack.procedures, procedure)?;
    if !field.state || field.secret || field.kept {
        return refuse(Kind::Misplaced {
            what: "what belongs to a run can change, is open, and is not kept",
        });
    }
    Ok(())
}

/// Checks the secret fields: one cell remembers by bits which of them were shown.
fn secrets(kind: &KindDef) -> Check {
    let fields = &kind.fields;
    if kind.class == KindClass::Game && fields.iter().any(|field| field.secret) {
        return refuse(Kind::Misplaced {
            what: "the game has no owner who could keep a secret",
        });
    }
    let last = fields
        .iter()
        .rposition(|field| field.secret)
        .map_or(0, |index| index + 1);
    if last <= MAX_SECRET_FIELDS {
        return Ok(());
    }
    refuse(Kind::TooMany {
        what: "fields up to the last secret one",
        found: last,
        limit: MAX_SECRET_FIELDS,
    })
}

fn carried(pack: &Pack, tokens: &[u16]) -> Check {
    let mut seen = HashSet::new();
    for &token in tokens {
        entry("tokens", &pack.tokens, token)?;
        if !seen.insert(token) {
            return refuse(Kind::Duplicate {
                what: "token",
                index: usize::from(token),
            });
        }
    }
    Ok(())
}

fn length_field(kind: &KindDef, field: u16) -> Check {
    let found = entry("fields", &kind.fields, field)?.ty;
    if found.is_quantity() {
        return Ok(());
    }
    refuse(Kind::WrongType {
        register: usize::from(field),
        found,
        wanted: Ty::NUMBER,
    })
}

fn template_def(pack: &Pack, template: &TemplateDef) -> Check {
    let kind = entry("kinds", &pack.kinds, template.kind)?;
    same_count("cells", template.cells.len(), kind.fields.len())?;
    check_value(pack, row_type(kind), i64::from(template.row))?;
    let mut cells = kind.fields.iter().zip(&template.cells);
    cells.try_for_each(|(field, &value)| {
        check_value(pack, field.ty, value)?;
        few_members(pack, field, value)
    })
}

/// A set that can change is copied into the state, which has room for so many members.
pub(super) fn few_members(pack: &Pack, field: &FieldDef, value: i64) -> Check {
    let set = lookup(&pack.sets, value.saturating_sub(CONST_SET));
    let found = set.map_or(0, |set| set.items.len());
    if !field.state || !field.ty.set || found <= MAX_STORED_MEMBERS {
        return Ok(());
    }
    refuse(Kind::TooMany {
        what: "members of a set that can change",
        found,
        limit: MAX_STORED_MEMBERS,
    })
}

/// The type of the rows that name a kind's templates; where there are none, nothing but 0 is a value of it.
fn row_type(kind: &KindDef) -> Ty {
    kind.templates
        .map_or(Ty::NOTHING, |record| Ty::one(Base::Row(record)))
}
