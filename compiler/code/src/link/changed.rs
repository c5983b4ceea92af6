//! The effect of a break on the content that a case has in common with others.
//!
//! System and card sets are compiled before and after the break and compared. If nothing but the code of some functions, or
//! the facts of some cards, is another one, a case that runs none of these functions and has none of these cards in play goes
//! on as before. Of whatever else is another one nobody knows who notices it.

use super::base::{Base, Bases};
use super::situation::{Situation, situation_of_case};
use super::{GameDoc, Linker};
use cardwright_bytecode::pack::{FuncId, Function, Id, Pack, Rule, SourceRef, Table, TemplateDef};
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_documents::document::CaseDoc;
use cardwright_documents::project::{Documents, Loaded};
use cardwright_documents::source::{FileId, Location};
use cardwright_meaning::check::Known;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The system and card sets that a case is added to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Common {
    system: FileId,
    /// The card sets, in their order.
    sets: Vec<FileId>,
}

/// The effect of a break on the cases that are added to the same system and card sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A difference that nobody can narrow down.
    Anything,
    /// A difference in these things alone.
    Only {
        /// The functions whose code is another one, by their numbers in the packs of the cases.
        functions: BTreeSet<FuncId>,
        /// The cards and pieces whose facts are others, likewise.
        templates: BTreeSet<Id<TemplateDef>>,
        /// Both of these, for packs in which the numbers mean something else.
        written: Written,
    },
}

/// Functions by where they are written, cards and pieces by their ids: the same in every pack of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// File, line and column.
    functions: BTreeSet<(String, u32, u32)>,
    templates: BTreeSet<String>,
}

impl Written {
    /// Some functions and templates of a pack.
    #[must_use]
    pub fn of(
        pack: &Pack,
        functions: impl Iterator<Item = FuncId>,
        templates: &BTreeSet<Id<TemplateDef>>,
    ) -> Self {
        let place = |function: FuncId| {
            let first = pack.functions.find(function)?.lines.first();
            let at = first.copied().unwrap_or_default();
            Some((pack.texts.get(at.file as usize)?.clone(), at.line, at.column))
        };
        let id = |template: &Id<TemplateDef>| Some(pack.templates.find(*template)?.id.clone());
        Self {
            functions: functions.filter_map(place).collect(),
            templates: templates.iter().filter_map(id).collect(),
        }
    }

    /// Whether both have something of the same.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        !self.functions.is_disjoint(&other.functions) || !self.templates.is_disjoint(&other.templates)
    }
}

impl Change {
    /// The change that makes no difference.
    fn none() -> Self {
        Self::Only {
            functions: BTreeSet::new(),
            templates: BTreeSet::new(),
            written: Written::default(),
        }
    }
}

impl Common {
    /// The content to which a case is added; `None` if that is not known.
    #[must_use]
    pub fn of(project: &Documents, case: &Loaded<CaseDoc>) -> Option<Self> {
        with_linker(project, case, Self::of_linker)
    }

    /// The content to which a scenario or case is added; `None` if that is not known.
    pub fn of_game(project: &Documents, game: GameDoc<'_>) -> Option<Self> {
        match game {
            GameDoc::Case(case) => Self::of(project, case),
            GameDoc::Scenario(scenario) => Self::of_linker(&Linker {
                project,
                system: project.systems.get(game.system())?,
                situation: &Situation::of_scenario(scenario),
            }),
        }
    }

    fn of_linker(linker: &Linker<'_>) -> Option<Self> {
        Some(Self {
            system: linker.system.file,
            sets: linker.sets().ok()?.iter().flat_map(|set| set.files()).collect(),
        })
    }

    /// Whether the pack of a case has all of this at its beginning, so that numbers mean the same in both. It has not if the
    /// case changes what its system declares.
    pub fn begins(
        project: &Documents,
        bases: &dyn Bases,
        case: &Loaded<CaseDoc>,
        pack: &VerifiedPack,
    ) -> bool {
        let base = with_linker(project, case, |linker| base_of(bases, linker));
        let begins = base.and_then(|base| {
            let known = base.coded().ok()?.pack();
            Some(begins_with_code(pack, known) && pack.templates.begins_with(&known.templates))
        });
        begins.unwrap_or(false)
    }
}

/// Whether a pack begins with the functions of another one. A case may call them by longer names, to tell them from its own.
fn begins_with_code(pack: &Pack, known: &Pack) -> bool {
    let is_same =
        |(one, other): (&Function, &Function)| (&one.code, &one.registers) == (&other.code, &other.registers);
    pack.functions.begins_with(&known.functions)
        || (known.functions.len() <= pack.functions.len()
            && pack.functions.iter().zip(&known.functions).all(is_same))
}

/// Documents, and who has their bases.
pub(crate) type Based<'a> = (&'a Documents, &'a dyn Bases);

/// The effect of a break at a place on a case, given by its number in the project before and after it.
pub fn changed(before: Based<'_>, after: Based<'_>, case: usize, place: Location) -> Change {
    change_of(before, after, case, place).unwrap_or(Change::Anything)
}

fn change_of(before: Based<'_>, after: Based<'_>, case: usize, place: Location) -> Option<Change> {
    let (old, new) = (before.0.cases.get(case)?, after.0.cases.get(case)?);
    let common = Common::of(before.0, old)?;
    if common != Common::of(after.0, new)? {
        return None;
    }
    let is_of_set = before.0.sets.values().any(|set| set.has(place.file));
    if is_of_set && !common.sets.contains(&place.file) {
        return Some(Change::none());
    }
    if is_situation(before.0, place.file) {
        return None;
    }
    let old = with_linker(before.0, old, |linker| base_of(before.1, linker))?;
    let new = with_linker(after.0, new, |linker| base_of(after.1, linker))?;
    let known = |base: &Base| Some(base.known_with(base.coded().ok()?));
    difference(&known(&old)?, &known(&new)?, place)
}

/// Whether a document says how games begin: that is no part of what cases have in common.
fn is_situation(project: &Documents, file: FileId) -> bool {
    project.scenarios.iter().any(|one| one.file == file) || project.maps.values().any(|one| one.file == file)
}

fn with_linker<T>(
    project: &Documents,
    case: &Loaded<CaseDoc>,
    give: impl FnOnce(&Linker<'_>) -> Option<T>,
) -> Option<T> {
    let system = project.systems.get(&case.doc.system.value)?;
    let situation = situation_of_case(project, case).ok()?;
    give(&Linker {
        project,
        system,
        situation: &situation,
    })
}

fn base_of(bases: &dyn Bases, linker: &Linker<'_>) -> Option<Arc<Base>> {
    Some(bases.base(linker, &linker.sets().ok()?))
}

/// The difference of two bases; `None` if nobody knows who notices it.
fn difference(before: &Known, after: &Known, place: Location) -> Option<Change> {
    if !is_same_besides(&before.pack, &after.pack) || !before.prints_like(after) {
        return None;
    }
    let functions = others(&before.pack.functions, &after.pack.functions, is_code_of)?;
    let templates = others(&before.pack.templates, &after.pack.templates, is_print_of)?;
    // What is nowhere in the packs matters to cases in a way that cannot be seen here.
    let is_seen = !functions.is_empty() || !templates.is_empty();
    // What defaults come to stands in the cases themselves.
    (is_seen && !before.reckons_with(place, &functions)).then(|| Change::Only {
        written: Written::of(&before.pack, functions.iter().copied(), &templates),
        functions,
        templates,
    })
}

/// The entries that are others; nothing if they are others in more than `only` allows.
fn others<T: PartialEq>(
    before: &Table<T>,
    after: &Table<T>,
    only: fn(&T, &T) -> Option<bool>,
) -> Option<BTreeSet<Id<T>>> {
    if before.len() != after.len() {
        return None;
    }
    let mut found = BTreeSet::new();
    for ((id, one), other) in before.numbered().zip(after) {
        if only(one, other)? {
            found.insert(id);
        }
    }
    Some(found)
}

/// Whether the code of a function is another one; nothing if it has another name or other parameters.
fn is_code_of(one: &Function, other: &Function) -> Option<bool> {
    let Function {
        name,
        class,
        params,
        result,
        registers,
        context,
        code,
        lines: _,
        questions: _,
    } = one;
    let is_same = (name, class, params, result, context)
        == (
            &other.name,
            &other.class,
            &other.params,
            &other.result,
            &other.context,
        );
    is_same.then(|| (registers, code) != (&other.registers, &other.code))
}

/// Whether the facts of a card or piece are others; nothing if more is.
fn is_print_of(one: &TemplateDef, other: &TemplateDef) -> Option<bool> {
    let TemplateDef {
        id,
        name,
        kind,
        cells,
        row,
    } = one;
    let is_same = (id, name, kind, row) == (&other.id, &other.name, &other.kind, &other.row);
    is_same.then(|| *cells != other.cells)
}

/// Whether two packs are the same besides functions, templates, and where anything stands in its source. Every table is named
/// here, so that a new one cannot be forgotten.
fn is_same_besides(one: &Pack, other: &Pack) -> bool {
    let Pack {
        title,
        texts,
        constants,
        sets,
        words,
        records,
        rows,
        kinds,
        states,
        tokens,
        dice,
        templates: _,
        functions: _,
        procedures,
        windows,
        offers,
        values,
        permissions,
        movements,
        effects,
        starts,
        matches,
        outcomes,
        choices,
        tellings,
        said,
        rules,
        setup,
        main,
        score,
        order,
        round,
        controller,
        use_abilities,
        checks,
        files: _,
    } = one;
    (main, score, order, round, controller, use_abilities)
        == (
            &other.main,
            &other.score,
            &other.order,
            &other.round,
            &other.controller,
            &other.use_abilities,
        )
        && *texts == other.texts
        && *constants == other.constants
        && *sets == other.sets
        && *rows == other.rows
        && *words == other.words
        && *records == other.records
        && *kinds == other.kinds
        && *states == other.states
        && *tokens == other.tokens
        && *dice == other.dice
        && *procedures == other.procedures
        && *windows == other.windows
        && *offers == other.offers
        && *values == other.values
        && *permissions == other.permissions
        && *movements == other.movements
        && *effects == other.effects
        && *starts == other.starts
        && *matches == other.matches
        && *outcomes == other.outcomes
        && *choices == other.choices
        && *tellings == other.tellings
        && *said == other.said
        && *setup == other.setup
        && *title == other.title
        && *checks == other.checks
        && rules.len() == other.rules.len()
        && rules
            .iter()
            .zip(&other.rules)
            .all(|(one, other)| is_same_rule(one, other))
}

fn is_same_rule(one: &Rule, other: &Rule) -> bool {
    let bare = |rule: &Rule| Rule {
        source: SourceRef::default(),
        ..rule.clone()
    };
    one == other || (one.source != other.source && bare(one) == bare(other))
}
