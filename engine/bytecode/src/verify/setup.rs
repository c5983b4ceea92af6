//! The entities at the start.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use super::kinds::few_members;
use super::tables::{check_player, each};
use super::types::{Check, check_value, entry, known, refuse};
use crate::board::Shape;
use crate::pack::{EntityDef, GAME, KindClass, KindDef, Pack, TokenDef, cell};
use crate::ty::KIND_GAME;

/// Checks every entity, then that nobody holds itself.
pub(super) fn check(pack: &Pack) -> Result<(), VerifyError> {
    one_game(&pack.setup.entities)?;
    each("entities", &pack.setup.entities, |entity| {
        entity_def(pack, entity)
    })?;
    no_ring(&pack.setup.entities)
        .map_err(|entity| Kind::HolderRing { entity: entity + 1 }.in_table("entities", entity))
}

/// The first entity is the game, and no other is.
fn one_game(entities: &[EntityDef]) -> Result<(), VerifyError> {
    let first = GAME as usize - 1;
    if entities.get(first).is_none_or(|entity| entity.kind != KIND_GAME) {
        let what = "entity 1, the game";
        return Err(Kind::Missing { what }.in_pack());
    }
    let mut others = entities.iter().enumerate().skip(first + 1);
    let second = others.find(|(_, entity)| entity.kind == KIND_GAME);
    second.map_or(Ok(()), |(index, _)| {
        let what = "the game as entity";
        Err(Kind::Duplicate {
            what,
            index: index + 1,
        }
        .in_table("entities", index))
    })
}

fn entity_def(pack: &Pack, entity: &EntityDef) -> Check {
    let kind = entry("kinds", &pack.kinds, entity.kind)?;
    if entity.later {
        return still_blank(entity, kind);
    }
    if let Some(index) = entity.template {
        let wanted = known(&pack.templates, index)?.kind;
        if wanted != entity.kind {
            return refuse(Kind::WrongKind {
                found: entity.kind,
                wanted,
            });
        }
    }
    let board = &pack.setup.board;
    if board.shape != Shape::Plane && entity.pose.is_some_and(|pose| !board.has_standing(pose)) {
        let (value, ty) = (entity.pose.unwrap_or(0), crate::Ty::POSE);
        return refuse(Kind::BadValue { value, ty });
    }
    check_player(pack, i64::from(entity.owner))?;
    check_value(pack, crate::Ty::THING, i64::from(entity.holder))?;
    entity
        .cells
        .iter()
        .try_for_each(|&(cell, value)| override_cell(pack, entity.kind, kind, cell, value))
}

/// Checks an entity that is made later: it says nothing but its kind, which is one of pieces or cards.
fn still_blank(entity: &EntityDef, kind: &KindDef) -> Check {
    let is_blank = entity.template.is_none()
        && entity.pose.is_none()
        && (entity.owner, entity.holder) == (0, 0)
        && entity.cells.is_empty();
    if is_blank && matches!(kind.class, KindClass::Piece | KindClass::Card) {
        return Ok(());
    }
    refuse(Kind::Missing {
        what: "a blank piece or card",
    })
}

fn override_cell(pack: &Pack, number: u16, kind: &KindDef, cell: u16, value: i64) -> Check {
    let bad_cell = Kind::BadCell {
        kind: number,
        cell: i32::from(cell),
        wanted: "field or token",
    };
    let Some(index) = usize::from(cell).checked_sub(cell::HEADER) else {
        return refuse(bad_cell);
    };
    if let Some(field) = kind.fields.get(index) {
        check_value(pack, field.ty, value)?;
        return few_members(pack, field, value);
    }
    match kind.tokens.get(index - kind.fields.len()) {
        Some(&token) => count_of(entry("tokens", &pack.tokens, token)?, value),
        None => refuse(bad_cell),
    }
}

fn count_of(token: &TokenDef, count: i64) -> Check {
    if count < 0 {
        return refuse(Kind::Negative {
            what: "the number of tokens",
            value: count,
        });
    }
    match token.limit {
        Some(limit) if count > limit => {
            let (found, limit) = (count as usize, limit as usize);
            refuse(Kind::TooMany {
                what: "tokens",
                found,
                limit,
            })
        }
        _ => Ok(()),
    }
}

/// Follows the holders of every entity upwards; an entity met before on another way is not followed again.
fn no_ring(entities: &[EntityDef]) -> Result<(), usize> {
    let mut met_by = vec![usize::MAX; entities.len()];
    for start in 0..entities.len() {
        let mut at = start;
        while met_by[at] == usize::MAX {
            met_by[at] = start;
            match (entities[at].holder as usize).checked_sub(1) {
                Some(holder) => at = holder,
                None => break,
            }
        }
        let arrived = entities[at].holder == 0;
        if !arrived && met_by[at] == start {
            return Err(at);
        }
    }
    Ok(())
}
