//! Which types exist in a pack, and which numbers are values of them.

use super::error::VerifyErrorKind;
use crate::pack::{CONST_SET, Entry, Id, Pack, Table};
use crate::ty::{Base, Ty};

/// The result of a check; its caller knows the place. The error is boxed, since most checks succeed and then
/// nothing has to be carried.
pub(super) type Check<T = ()> = Result<T, Box<VerifyErrorKind>>;

/// The check fails.
#[cold]
pub(super) fn refuse<T>(kind: VerifyErrorKind) -> Check<T> {
    Err(Box::new(kind))
}

/// The entry of a table, or the error that there is none.
pub(super) fn entry<'a, T>(table: &'static str, entries: &'a [T], index: impl Into<i64>) -> Check<&'a T> {
    let index = index.into();
    match usize::try_from(index).ok().and_then(|index| entries.get(index)) {
        Some(found) => Ok(found),
        None => no_entry(table, index, entries.len()),
    }
}

/// The entry of an id, or the error that there is none.
pub(super) fn known<T: Entry>(table: &Table<T>, id: Id<T>) -> Check<&T> {
    match table.find(id) {
        Some(found) => Ok(found),
        None => no_entry(T::TABLE, i64::from(id.number()), table.len()),
    }
}

#[cold]
fn no_entry<T>(table: &'static str, index: i64, length: usize) -> Check<T> {
    refuse(VerifyErrorKind::OutOfRange { table, index, length })
}

/// Checks that two counts are the same.
pub(super) fn same_count(what: &'static str, found: usize, wanted: usize) -> Check {
    if found == wanted {
        Ok(())
    } else {
        refuse(VerifyErrorKind::WrongCount { what, found, wanted })
    }
}

/// Checks that a type exists.
pub(super) fn check_type(pack: &Pack, ty: Ty) -> Check {
    let exists = match ty.base {
        Base::Nothing => !ty.set,
        Base::Quantity => false,
        Base::Word(index) => usize::from(index) < pack.words.len(),
        Base::Row(index) => usize::from(index) < pack.records.len(),
        Base::Entity(index) => usize::from(index) < pack.kinds.len(),
        _ => true,
    };
    if exists {
        Ok(())
    } else {
        refuse(VerifyErrorKind::UnknownType { ty })
    }
}

/// Checks that a number is a value of a type. Zero is one of every type.
pub(super) fn check_value(pack: &Pack, ty: Ty, value: i64) -> Check {
    let valid = value == 0
        || if ty.set {
            is_const_set(pack, ty, value)
        } else {
            is_value(pack, ty.base, value)
        };
    if valid {
        Ok(())
    } else {
        refuse(VerifyErrorKind::BadValue { value, ty })
    }
}

fn is_const_set(pack: &Pack, ty: Ty, handle: i64) -> bool {
    lookup(&pack.sets, handle.saturating_sub(CONST_SET)).is_some_and(|set| set.ty.fits(ty))
}

fn is_value(pack: &Pack, base: Base, value: i64) -> bool {
    match base {
        Base::Number | Base::Length | Base::Angle | Base::Pose => true,
        Base::Bool => value == 1,
        Base::Text => lookup(&pack.texts, value).is_some(),
        Base::Word(word) => pack
            .words
            .get(usize::from(word))
            .is_some_and(|word| lookup(&word.words, value).is_some()),
        Base::Row(record) => lookup(&pack.rows, value).is_some_and(|row| row.record == record),
        Base::Thing => entity_kind(pack, value).is_some(),
        Base::Entity(kind) => entity_kind(pack, value) == Some(kind),
        Base::Space => pack.setup.board.space(value).is_some(),
        Base::Nothing | Base::Quantity | Base::Pool | Base::Die => false,
    }
}

/// The kind of the entity with this number.
pub(super) fn entity_kind(pack: &Pack, entity: i64) -> Option<u16> {
    lookup(&pack.setup.entities, entity.checked_sub(1)?).map(|entity| entity.kind)
}

pub(super) fn lookup<T>(table: &[T], index: i64) -> Option<&T> {
    table.get(usize::try_from(index).ok()?)
}
