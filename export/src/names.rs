//! Ids: what stands for the numbers of a pack, and values by names.
//!
//! The names of a pack tell its declarations apart. Where several cards declare the same name, the compiler writes it with its owner,
//! `CARD/NAME`. A scenario with few sets may have only one of those; [`Names::of_play`] gives it the id that it has among all sets.

use crate::model::{PlanePose, Pose, SpacesPose, Type, Value};
use cardwright_bytecode::board::{Shape, SpaceDef, unpack_standing};
use cardwright_bytecode::pack::{CONST_SET, FuncId, Home, Moment, Pack, RuleKind, unpack_pose};
use cardwright_bytecode::ty::WORD_FACE;
use cardwright_bytecode::{Base, Ty};
use cardwright_compiler::Program;
use cardwright_compiler::tree::{Callee, ExprKind, Node};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The ids of all tables of a pack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) words: Vec<String>,
    pub(crate) records: Vec<String>,
    pub(crate) kinds: Vec<String>,
    pub(crate) states: Vec<String>,
    pub(crate) tokens: Vec<String>,
    pub(crate) dice: Vec<String>,
    pub(crate) procedures: Vec<String>,
    pub(crate) windows: Vec<String>,
    pub(crate) offers: Vec<String>,
    pub(crate) values: Vec<String>,
    pub(crate) permissions: Vec<String>,
    pub(crate) movements: Vec<String>,
    pub(crate) effects: Vec<String>,
    pub(crate) outcomes: Vec<String>,
    pub(crate) rules: Vec<String>,
    /// The functions that others call by name.
    pub(crate) defines: BTreeMap<FuncId, String>,
}

/// The ids of a system with all its sets, by the names without owners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    ids: BTreeMap<Sort, HashSet<String>>,
    owned: BTreeMap<Sort, HashMap<String, Vec<String>>>,
}

/// What an id is an id of.
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

impl Known {
    pub(crate) fn of(names: &Names) -> Self {
        let mut known = Self::default();
        for (sort, ids) in names.tables() {
            for id in ids {
                if let Some((_, bare)) = id.rsplit_once('/') {
                    let owned = known.owned.entry(sort).or_default();
                    owned.entry(bare.to_owned()).or_default().push(id.clone());
                }
                known.ids.entry(sort).or_default().insert(id);
            }
        }
        known
    }

    pub(crate) fn has(&self, sort: Sort, id: &str) -> bool {
        self.ids.get(&sort).is_some_and(|ids| ids.contains(id))
    }

    /// The id among all sets of what is called so where only some are in use.
    fn whole(&self, sort: Sort, name: &str, owners: &BTreeSet<String>) -> String {
        if self.has(sort, name) {
            return name.to_owned();
        }
        let all = self.owned.get(&sort).and_then(|owned| owned.get(name));
        let all = all.into_iter().flatten();
        let mut own = all.filter(|id| {
            let owner = id.split_once('/').map_or("", |(owner, _)| owner);
            owners.contains(owner)
        });
        own.next().cloned().unwrap_or_else(|| name.to_owned())
    }
}

impl Names {
    /// The ids of a system with all its sets.
    pub(crate) fn of_system(pack: &Pack, program: &Program) -> Self {
        Self::with(pack, program, &|_, name| name.to_owned())
    }

    /// The ids of a scenario or case that plays with the sets and cards of these ids.
    pub(crate) fn of_play(pack: &Pack, program: &Program, known: &Known, owners: &BTreeSet<String>) -> Self {
        Self::with(pack, program, &|sort, name| known.whole(sort, name, owners))
    }

    fn with(pack: &Pack, program: &Program, id: &dyn Fn(Sort, &str) -> String) -> Self {
        let mut names = Self {
            words: pack.words.iter().map(|def| id(Sort::Word, &def.name)).collect(),
            records: pack
                .records
                .iter()
                .map(|def| id(Sort::Record, &def.name))
                .collect(),
            kinds: pack.kinds.iter().map(|def| id(Sort::Kind, &def.name)).collect(),
            states: pack.states.iter().map(|def| id(Sort::State, &def.name)).collect(),
            tokens: pack.tokens.iter().map(|def| id(Sort::Token, &def.name)).collect(),
            dice: pack.dice.iter().map(|def| id(Sort::Die, &def.name)).collect(),
            procedures: pack
                .procedures
                .iter()
                .map(|def| id(Sort::Procedure, &def.name))
                .collect(),
            offers: pack.offers.iter().map(|def| id(Sort::Offer, &def.name)).collect(),
            values: pack.values.iter().map(|def| id(Sort::Value, &def.name)).collect(),
            permissions: pack
                .permissions
                .iter()
                .map(|def| id(Sort::Permission, &def.name))
                .collect(),
            movements: pack
                .movements
                .iter()
                .map(|def| id(Sort::Movement, &def.name))
                .collect(),
            effects: pack
                .effects
                .iter()
                .map(|def| id(Sort::Effect, &def.name))
                .collect(),
            outcomes: pack
                .outcomes
                .iter()
                .map(|def| id(Sort::Outcome, &def.id))
                .collect(),
            ..Self::default()
        };
        if let Some(face) = names.words.get_mut(usize::from(WORD_FACE)) {
            "face".clone_into(face);
        }
        names.windows = windows(pack, &names.procedures);
        names.defines = defines(program, id);
        names.rules = rules(pack, &names);
        names
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
        let copied = |(sort, ids): (Sort, &Vec<String>)| (sort, ids.clone());
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
        all.push((Sort::Define, defines.values().cloned().collect()));
        all
    }

    /// A type by names.
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
pub(crate) fn text<N: Into<u64>>(table: &[String], at: N) -> String {
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

fn windows(pack: &Pack, procedures: &[String]) -> Vec<String> {
    let window = |def: &cardwright_bytecode::pack::WindowDef| {
        let procedure = text(procedures, def.procedure);
        let step = def.step.and_then(|step| {
            let steps = pack.procedures.find(def.procedure)?;
            steps.steps.get(step as usize)
        });
        let moment = match def.moment {
            Moment::Before => "before",
            Moment::At => "at",
            Moment::After => "after",
        };
        match step {
            Some(step) => format!("{moment} {procedure}.{step}"),
            None => format!("{moment} {procedure}"),
        }
    };
    pack.windows.iter().map(window).collect()
}

/// Whatever is called by name, in the order of the functions; of equal names each further one has a number.
fn defines(program: &Program, id: &dyn Fn(Sort, &str) -> String) -> BTreeMap<FuncId, String> {
    let mut called = BTreeSet::new();
    for function in &program.functions {
        function.walk(&mut |node| {
            if let Node::Expr(expr) = node
                && let ExprKind::Call(Callee::Define(define), _) = expr.kind
            {
                called.insert(define);
            }
        });
    }
    let mut counts = BTreeMap::new();
    let named = called.into_iter().filter_map(|at| {
        let name = &program.function(at)?.name;
        Some((at, counted(&mut counts, id(Sort::Define, name))))
    });
    named.collect()
}

/// An id that nothing before it has.
fn counted(counts: &mut BTreeMap<String, usize>, id: String) -> String {
    let count = counts.entry(id.clone()).or_default();
    *count += 1;
    match *count {
        1 => id,
        count => format!("{id}#{count}"),
    }
}

/// Where a rule lives, then what it is about, and what people call it, unless it is called after just that.
fn rules(pack: &Pack, names: &Names) -> Vec<String> {
    let mut counts = BTreeMap::new();
    let id = |rule: &cardwright_bytecode::pack::Rule| {
        let home = match rule.home {
            Home::Global => {
                let file = pack.texts.get(rule.source.file as usize);
                whose(file.map_or("", String::as_str))
            }
            Home::Template(at) => {
                let card = pack.templates.find(at);
                card.map(|card| card.id.clone()).unwrap_or_default()
            }
            Home::Effect(at) => format!("effect {}", text(&names.effects, at)),
        };
        let (verb, about) = match &rule.kind {
            RuleKind::Trigger { window, .. } => ("", text(&names.windows, *window)),
            RuleKind::OfferOption { offer, .. } => ("offer ", text(&names.offers, *offer)),
            RuleKind::Modify { value, .. } => ("modify ", text(&names.values, *value)),
            RuleKind::Permit { permission, .. } => ("permit ", text(&names.permissions, *permission)),
            RuleKind::Lend { .. } => ("lend", String::new()),
            RuleKind::Build { .. } => ("build", String::new()),
        };
        match rule.name.as_str() {
            name if name.is_empty() || !about.is_empty() && name.ends_with(&format!(", {about}")) => {
                format!("{home}: {verb}{about}")
            }
            name => format!("{home}: {verb}{about}: {name}"),
        }
    };
    let rules = pack.rules.iter();
    rules.map(|rule| counted(&mut counts, id(rule))).collect()
}

/// Whose a rule is that is always there, by the file in which it is written. A system may move it from file to file.
fn whose(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = name.strip_suffix(".yaml").unwrap_or(name);
    match file.split('/').next() {
        Some("systems" | "libraries") if !file.contains("/cases/") => "system".to_owned(),
        Some("cards") => format!("set {name}"),
        Some("scenarios") => format!("scenario {name}"),
        _ => format!("case {name}"),
    }
}
