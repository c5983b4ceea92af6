//! Ids: what stands for the numbers of a pack, and values by names.
//!
//! The names of a pack tell its declarations apart. Where several cards declare the same name, the compiler writes it with its owner,
//! `CARD/NAME`. A scenario with few sets may have only one of those; [`Names::of_play`] gives it the id that it has among all sets.
//!
//! Thousands of cases play with the same sets, and nearly all of each is what these have in common. So the ids of that are worked out
//! once ([`Common`]), and shared ([`Ids`]).

mod common;
mod naming;

pub(crate) use common::{Common, Known};

use crate::model::{PlanePose, Pose, SpacesPose, Type, Value};
use cardwright_bytecode::board::{Shape, SpaceDef, unpack_standing};
use cardwright_bytecode::pack::{CONST_SET, FuncId, Id, Pack, ProcedureDef, unpack_pose};
use cardwright_bytecode::{Base, Ty};
use cardwright_compiler::Program;
use naming::Naming;
use std::collections::BTreeMap;
use std::iter::Chain;
use std::ops::Index;
use std::slice::Iter;
use std::sync::Arc;

/// The ids of all tables of a pack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) words: Ids,
    pub(crate) records: Ids,
    pub(crate) kinds: Ids,
    pub(crate) states: Ids,
    pub(crate) tokens: Ids,
    pub(crate) dice: Ids,
    pub(crate) procedures: Ids,
    pub(crate) windows: Ids,
    pub(crate) offers: Ids,
    pub(crate) values: Ids,
    pub(crate) permissions: Ids,
    pub(crate) movements: Ids,
    pub(crate) effects: Ids,
    pub(crate) outcomes: Ids,
    pub(crate) rules: Ids,
    /// The functions that others call by name.
    pub(crate) defines: Defines,
}

/// The ids of a table: first those that all content with the same sets has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    common: Arc<Vec<String>>,
    own: Vec<String>,
}

/// The ids of functions, likewise; own ones come after the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Defines {
    common: Arc<BTreeMap<FuncId, String>>,
    own: BTreeMap<FuncId, String>,
}

/// The sort of thing that an id is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Sort {
    Word,
    Record,
    Kind,
    State,
    Token,
    Die,
    Procedure,
    Offer,
    Value,
    Permission,
    Movement,
    Effect,
    Outcome,
    Define,
    Rule,
    Window,
}

impl Ids {
    pub(crate) fn get(&self, at: usize) -> Option<&String> {
        match at.checked_sub(self.common.len()) {
            None => self.common.get(at),
            Some(at) => self.own.get(at),
        }
    }

    pub(crate) fn iter(&self) -> Chain<Iter<'_, String>, Iter<'_, String>> {
        self.common.iter().chain(&self.own)
    }
}

impl Index<usize> for Ids {
    type Output = String;

    fn index(&self, at: usize) -> &String {
        match at.checked_sub(self.common.len()) {
            None => &self.common[at],
            Some(at) => &self.own[at],
        }
    }
}

impl<'a> IntoIterator for &'a Ids {
    type Item = &'a String;
    type IntoIter = Chain<Iter<'a, String>, Iter<'a, String>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Defines {
    pub(crate) fn get(&self, function: FuncId) -> Option<&String> {
        self.common.get(&function).or_else(|| self.own.get(&function))
    }

    /// The functions with their ids, in the order of the functions.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (FuncId, &String)> {
        let all = self.common.iter().chain(&self.own);
        all.map(|(function, id)| (*function, id))
    }
}

impl Names {
    /// The ids of a system with all its sets.
    pub(crate) fn of_system(pack: &Pack, program: &Program) -> Self {
        let naming = Naming {
            pack,
            program,
            id: &|_, name| name.to_owned(),
            common: None,
        };
        naming.names().0
    }

    /// The ids of a scenario or case.
    pub(crate) fn of_play(pack: &Pack, program: &Program, known: &Known, common: &Common) -> Self {
        let naming = Naming {
            pack,
            program,
            id: &|sort, name| known.whole(sort, name, &common.owners),
            common: common.begins(pack, program).then_some(common),
        };
        naming.names().0
    }

    fn tables(&self) -> Vec<(Sort, Vec<String>)> {
        let Self {
            words,
            records,
            kinds,
            states,
            tokens,
            dice,
            procedures,
            windows,
            offers,
            values,
            permissions,
            movements,
            effects,
            outcomes,
            rules,
            defines,
        } = self;
        let copied = |(sort, ids): (Sort, &Ids)| (sort, ids.iter().cloned().collect());
        let tables = [
            (Sort::Word, words),
            (Sort::Record, records),
            (Sort::Kind, kinds),
            (Sort::State, states),
            (Sort::Token, tokens),
            (Sort::Die, dice),
            (Sort::Procedure, procedures),
            (Sort::Window, windows),
            (Sort::Offer, offers),
            (Sort::Value, values),
            (Sort::Permission, permissions),
            (Sort::Movement, movements),
            (Sort::Effect, effects),
            (Sort::Outcome, outcomes),
            (Sort::Rule, rules),
        ];
        let mut all: Vec<_> = tables.into_iter().map(copied).collect();
        all.push((Sort::Define, defines.iter().map(|(_, id)| id.clone()).collect()));
        all
    }

    /// A type by names.
    /// The procedure to whose runs something belongs.
    pub(crate) fn run(&self, procedure: Option<Id<ProcedureDef>>) -> Option<String> {
        self.procedures.get(procedure?.place()).cloned()
    }

    pub(crate) fn ty(&self, ty: Ty) -> Type {
        let base = match ty.base {
            Base::Word(at) => format!("word:{}", text(&self.words, at)),
            Base::Row(at) => format!("row:{}", text(&self.records, at)),
            Base::Entity(at) => format!("entity:{}", text(&self.kinds, at)),
            Base::Quantity => "number".to_owned(),
            other => other.to_string(),
        };
        Type(if ty.set { format!("set of {base}") } else { base })
    }

    /// A value of a type that stands in a pack: its entities are those of the setup.
    pub(crate) fn value(&self, pack: &Pack, ty: Ty, value: i64) -> Value {
        if ty.set {
            let set = usize::try_from(value.saturating_sub(CONST_SET)).ok();
            let set = set.and_then(|at| pack.sets.get(at));
            let items = set.map_or(&[][..], |set| &set.items);
            let member = Ty::one(ty.base);
            return Value::List(items.iter().map(|&item| self.value(pack, member, item)).collect());
        }
        match ty.base {
            Base::Thing | Base::Entity(_) => {
                let at = usize::try_from(value).ok().and_then(|at| at.checked_sub(1));
                let entity = at.and_then(|at| pack.setup.entities.get(at));
                entity.map_or(Value::Null, |entity| Value::Name(entity.id.clone()))
            }
            base => self.plain(pack, base, value),
        }
    }

    /// A value that is neither a set nor an entity.
    pub(crate) fn plain(&self, pack: &Pack, base: Base, value: i64) -> Value {
        let at = usize::try_from(value).ok();
        let named = |name: Option<&String>| name.map_or(Value::Null, |name| Value::Name(name.clone()));
        match base {
            Base::Number | Base::Length | Base::Angle | Base::Quantity => Value::Number(value),
            Base::Bool => Value::YesNo(value != 0),
            Base::Text => named(at.and_then(|at| pack.texts.get(at))),
            Base::Word(word) => {
                let words = pack.words.get(usize::from(word));
                named(words.and_then(|def| def.words.get(at?)))
            }
            Base::Row(_) => {
                let row = at.filter(|&at| at > 0).and_then(|at| pack.rows.get(at));
                row.map_or(Value::Null, |row| Value::Name(row.id.clone()))
            }
            Base::Pose => pose(pack, value).map_or(Value::Null, Value::Pose),
            Base::Space => space(pack, value).map_or(Value::Null, Value::Name),
            Base::Nothing | Base::Pool | Base::Die | Base::Thing | Base::Entity(_) => Value::Null,
        }
    }
}

/// The text of this number.
pub(crate) fn text<N: Into<u64>>(table: &Ids, at: N) -> String {
    let at = usize::try_from(at.into()).ok();
    at.and_then(|at| table.get(at)).cloned().unwrap_or_default()
}

fn space(pack: &Pack, value: i64) -> Option<String> {
    pack.setup.board.space(value).map(SpaceDef::id)
}

/// A packed pose; nothing for no place on spaces.
pub(crate) fn pose(pack: &Pack, packed: i64) -> Option<Pose> {
    if pack.setup.board.shape == Shape::Plane {
        let (x, y, heading) = unpack_pose(packed);
        return Some(Pose::Plane(PlanePose { x, y, heading }));
    }
    let (lead, second) = unpack_standing(packed);
    let is_corner = pack.setup.board.shape == Shape::Squares && second != 0;
    Some(Pose::Spaces(SpacesPose {
        space: space(pack, lead)?,
        trail: if is_corner { None } else { space(pack, second) },
        corner: is_corner.then_some(second),
    }))
}
