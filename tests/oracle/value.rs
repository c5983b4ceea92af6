//! Values as the oracle has them: sets and pools are themselves, not handles of arenas.

use cardwright_bytecode::{Base, Ty};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A value of any type.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A number, yes-no, text, word, row, entity or pose.
    Number(i64),
    /// A set.
    Set(Rc<Vec<Value>>),
    /// A pool of dice; none is the null pool.
    Pool(Option<Pool>),
    /// A die of a pool, by its place; none is the null die.
    Die(Option<(Pool, usize)>),
}

/// The dice of a pool, all of one sort. A die that was taken out keeps its place.
pub(crate) type Pool = Rc<RefCell<Dice>>;

/// See [`Pool`].
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    /// Index into the pack's dice.
    pub(crate) sort: usize,
    pub(crate) dice: Vec<Die>,
}

impl Deref for Dice {
    type Target = Vec<Die>;

    fn deref(&self) -> &Vec<Die> {
        &self.dice
    }
}

impl DerefMut for Dice {
    fn deref_mut(&mut self) -> &mut Vec<Die> {
        &mut self.dice
    }
}

/// A die.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Die {
    /// The face that it shows.
    pub(crate) face: u16,
    /// Whether it was rolled again.
    pub(crate) rerolled: bool,
    /// Whether it can only be cancelled.
    pub(crate) fixed: bool,
    /// Whether nothing changes it any more.
    pub(crate) locked: bool,
    /// Whether nothing rolls it again any more.
    pub(crate) barred: bool,
    /// Whether it was taken out.
    pub(crate) gone: bool,
}

impl Value {
    /// The null value of a type.
    pub(crate) fn null(ty: Ty) -> Self {
        match ty {
            Ty { set: true, .. } => Self::set(Vec::new()),
            Ty { base: Base::Pool, .. } => Self::Pool(None),
            Ty { base: Base::Die, .. } => Self::Die(None),
            _ => Self::Number(0),
        }
    }

    pub(crate) fn set(members: Vec<Self>) -> Self {
        Self::Set(Rc::new(members))
    }

    pub(crate) fn flag(yes: bool) -> Self {
        Self::Number(i64::from(yes))
    }

    pub(crate) fn numbers(numbers: impl IntoIterator<Item = i64>) -> Self {
        Self::set(numbers.into_iter().map(Self::Number).collect())
    }

    pub(crate) fn number(&self) -> i64 {
        match self {
            Self::Number(n) => *n,
            other => panic!("{other:?} is no number"),
        }
    }

    pub(crate) fn is_yes(&self) -> bool {
        self.number() != 0
    }

    pub(crate) fn members(&self) -> Rc<Vec<Self>> {
        match self {
            Self::Set(members) => Rc::clone(members),
            other => panic!("{other:?} is no set"),
        }
    }

    pub(crate) fn pool(&self) -> Option<Pool> {
        match self {
            Self::Pool(pool) => pool.clone(),
            other => panic!("{other:?} is no pool"),
        }
    }

    pub(crate) fn die(&self) -> Option<(Pool, usize)> {
        match self {
            Self::Die(die) => die.clone(),
            other => panic!("{other:?} is no die"),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Pool(Some(one)), Self::Pool(Some(other))) => Rc::ptr_eq(one, other),
            (Self::Pool(None), Self::Pool(None)) | (Self::Die(None), Self::Die(None)) => true,
            (Self::Die(Some(one)), Self::Die(Some(other))) => {
                one.1 == other.1 && Rc::ptr_eq(&one.0, &other.0)
            }
            _ => false,
        }
    }
}
