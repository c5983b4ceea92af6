//! How ids come about.

use super::{Common, Defines, Ids, Names, Sort, text};
use cardwright_bytecode::pack::{FuncId, Home, Moment, Pack, Rule, RuleKind, WindowDef};
use cardwright_bytecode::ty::WORD_FACE;
use cardwright_compiler::Program;
use cardwright_compiler::tree::{Callee, ExprKind, Function, Node};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// How often names were wanted as ids.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) defines: HashMap<String, usize>,
    pub(super) rules: HashMap<String, usize>,
}

/// The input of naming: content whose things get ids.
pub(super) struct Naming<'a> {
    pub(super) pack: &'a Pack,
    pub(super) program: &'a Program,
    pub(super) id: &'a dyn Fn(Sort, &str) -> String,
    /// The part with which the content begins, whose ids are known.
    pub(super) common: Option<&'a Common>,
}

impl Naming<'_> {
    pub(super) fn names(&self) -> (Names, Counts) {
        let pack = self.pack;
        let face = usize::from(WORD_FACE);
        let mut names = Names {
            words: self.ids(
                |names| &names.words,
                pack.words.iter().enumerate(),
                |(at, def)| match at {
                    at if at == face => "face".to_owned(),
                    _ => (self.id)(Sort::Word, &def.name),
                },
            ),
            records: self.ids(
                |names| &names.records,
                pack.records.iter(),
                |def| (self.id)(Sort::Record, &def.name),
            ),
            kinds: self.ids(
                |names| &names.kinds,
                pack.kinds.iter(),
                |def| (self.id)(Sort::Kind, &def.name),
            ),
            states: self.ids(
                |names| &names.states,
                pack.states.iter(),
                |def| (self.id)(Sort::State, &def.name),
            ),
            tokens: self.ids(
                |names| &names.tokens,
                pack.tokens.iter(),
                |def| (self.id)(Sort::Token, &def.name),
            ),
            dice: self.ids(
                |names| &names.dice,
                pack.dice.iter(),
                |def| (self.id)(Sort::Die, &def.name),
            ),
            procedures: self.ids(
                |names| &names.procedures,
                pack.procedures.iter(),
                |def| (self.id)(Sort::Procedure, &def.name),
            ),
            offers: self.ids(
                |names| &names.offers,
                pack.offers.iter(),
                |def| (self.id)(Sort::Offer, &def.name),
            ),
            values: self.ids(
                |names| &names.values,
                pack.values.iter(),
                |def| (self.id)(Sort::Value, &def.name),
            ),
            permissions: self.ids(
                |names| &names.permissions,
                pack.permissions.iter(),
                |def| (self.id)(Sort::Permission, &def.name),
            ),
            movements: self.ids(
                |names| &names.movements,
                pack.movements.iter(),
                |def| (self.id)(Sort::Movement, &def.name),
            ),
            effects: self.ids(
                |names| &names.effects,
                pack.effects.iter(),
                |def| (self.id)(Sort::Effect, &def.name),
            ),
            outcomes: self.ids(
                |names| &names.outcomes,
                pack.outcomes.iter(),
                |def| (self.id)(Sort::Outcome, &def.id),
            ),
            ..Names::default()
        };
        names.windows = self.ids(
            |names| &names.windows,
            pack.windows.iter(),
            |def| window(pack, &names.procedures, def),
        );
        let mut counts = Counts::default();
        names.defines = self.defines(&mut counts.defines);
        let known = self.common.map(|common| &common.counts.rules);
        names.rules = self.ids(
            |names| &names.rules,
            pack.rules.iter(),
            |rule| counted(&mut counts.rules, known, self::rule(pack, &names, rule)),
        );
        (names, counts)
    }

    /// The ids of a table.
    fn ids<D>(
        &self,
        table: fn(&Names) -> &Ids,
        entries: impl Iterator<Item = D>,
        id: impl FnMut(D) -> String,
    ) -> Ids {
        match self.common.map(|common| table(&common.names)) {
            Some(known) => Ids {
                common: Arc::clone(&known.common),
                own: entries.skip(known.common.len()).map(id).collect(),
            },
            None => Ids {
                common: Arc::new(entries.map(id).collect()),
                own: Vec::new(),
            },
        }
    }

    /// The ids of functions that are called by name, in the order of the functions; of equal names each
    /// further one has a number.
    fn defines(&self, counts: &mut HashMap<String, usize>) -> Defines {
        let Some(common) = self.common else {
            let called = called(&self.program.functions);
            return Defines {
                common: Arc::new(self.counted(counts, None, called)),
                own: BTreeMap::new(),
            };
        };
        let first = common.program.functions.len();
        let known = &common.names.defines.common;
        let mut own = called(self.program.functions.tail(first));
        own.retain(|function| !known.contains_key(function));
        if own.first().is_none_or(|function| function.place() >= first) {
            return Defines {
                common: Arc::clone(known),
                own: self.counted(counts, Some(&common.counts.defines), own),
            };
        }
        // Something is called that nobody else calls: those behind it may have other numbers.
        own.extend(known.keys());
        Defines {
            common: Arc::new(self.counted(&mut HashMap::new(), None, own)),
            own: BTreeMap::new(),
        }
    }

    fn counted(
        &self,
        counts: &mut HashMap<String, usize>,
        known: Option<&HashMap<String, usize>>,
        called: BTreeSet<FuncId>,
    ) -> BTreeMap<FuncId, String> {
        let named = called.into_iter().filter_map(|at| {
            let name = &self.program.function(at)?.name;
            Some((at, counted(counts, known, (self.id)(Sort::Define, name))))
        });
        named.collect()
    }
}

fn window(pack: &Pack, procedures: &Ids, def: &WindowDef) -> String {
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
}

/// The functions that these functions call by name.
fn called(functions: &[Arc<Function>]) -> BTreeSet<FuncId> {
    let mut called = BTreeSet::new();
    for function in functions {
        function.walk(&mut |node| {
            if let Node::Expr(expr) = node
                && let ExprKind::Call(Callee::Define(define), _) = expr.kind
            {
                called.insert(define);
            }
        });
    }
    called
}

/// An id that nothing before it has, nor anything that is known.
fn counted(
    counts: &mut HashMap<String, usize>,
    known: Option<&HashMap<String, usize>>,
    id: String,
) -> String {
    let before = || {
        known
            .and_then(|known| known.get(&id))
            .copied()
            .unwrap_or_default()
    };
    let count = counts.entry(id.clone()).or_insert_with(before);
    *count += 1;
    match *count {
        1 => id,
        count => format!("{id}#{count}"),
    }
}

/// The id of a rule: its home, its subject, and its name, unless the name is made of just that.
fn rule(pack: &Pack, names: &Names, rule: &Rule) -> String {
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
}

/// The owner of a rule that always applies, by the file in which it is written. A system may move it from
/// file to file.
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
