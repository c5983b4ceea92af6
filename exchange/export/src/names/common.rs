//! The names of a system with all its sets, and the common part of all content with the same sets.

use super::naming::{Counts, Naming};
use super::{Names, Sort};
use cardwright_bytecode::pack::Pack;
use cardwright_compiler::{Program, Project, compile_common};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The ids of a system with all its sets, by the names without owners.
#[derive(Debug, Default)]
pub(crate) struct Known {
    ids: BTreeMap<Sort, HashSet<String>>,
    owned: BTreeMap<Sort, HashMap<String, Vec<String>>>,
    /// The common parts that were found so far, by the sets.
    common: Mutex<HashMap<Vec<String>, Arc<Common>>>,
}

/// The common part of all content with some sets, and its ids.
#[derive(Debug)]
pub(crate) struct Common {
    pub(super) pack: Pack,
    pub(super) program: Program,
    pub(super) owners: BTreeSet<String>,
    pub(super) names: Names,
    pub(super) counts: Counts,
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

    /// The common part of all content with these sets; `None` if it has errors.
    pub(crate) fn common(&self, project: &Project, system: &str, sets: &[String]) -> Option<Arc<Common>> {
        let known = || self.common.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(common) = known().get(sets) {
            return Some(Arc::clone(common));
        }
        let (pack, program) = compile_common(project, project.systems.get(system)?, sets)?;
        let mut owners: BTreeSet<String> = sets.iter().cloned().collect();
        for set in sets {
            let set = project.sets.get(&(system.to_owned(), set.clone()));
            let cards = set.into_iter().flat_map(|set| &set.doc.cards);
            owners.extend(cards.map(|card| card.id.value.clone()));
        }
        let common = Arc::new(Common::of(pack, program, self, owners));
        Some(Arc::clone(known().entry(sets.to_vec()).or_insert(common)))
    }

    pub(crate) fn has(&self, sort: Sort, id: &str) -> bool {
        self.ids.get(&sort).is_some_and(|ids| ids.contains(id))
    }

    /// The id among all sets of what is called so where only some are in use.
    pub(super) fn whole(&self, sort: Sort, name: &str, owners: &BTreeSet<String>) -> String {
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

impl Common {
    /// The common part of content with some sets. It belongs to these owners: the sets and their cards.
    fn of(pack: Pack, program: Program, known: &Known, owners: BTreeSet<String>) -> Self {
        let (names, counts) = Naming {
            pack: &pack,
            program: &program,
            id: &|sort, name| known.whole(sort, name, &owners),
            common: None,
        }
        .names();
        Self {
            pack,
            program,
            owners,
            names,
            counts,
        }
    }

    /// How many of the rows of some content, the first ones, are these.
    pub(crate) fn rows(&self, pack: &Pack) -> usize {
        match pack.rows.begins_with(&self.pack.rows) {
            true => self.pack.rows.len(),
            false => 0,
        }
    }

    /// Whether content begins with this, entry by entry. Entries that are shared are not looked at.
    pub(super) fn begins(&self, pack: &Pack, program: &Program) -> bool {
        let common = &self.pack;
        is_begun(&common.words, &pack.words, |def| &def.name)
            && is_begun(&common.records, &pack.records, |def| &def.name)
            && is_begun(&common.kinds, &pack.kinds, |def| &def.name)
            && is_begun(&common.tokens, &pack.tokens, |def| &def.name)
            && is_begun(&common.dice, &pack.dice, |def| &def.name)
            && pack.texts.begins_with(&common.texts)
            && pack.states.begins_with(&common.states)
            && pack.templates.begins_with(&common.templates)
            && pack.procedures.begins_with(&common.procedures)
            && pack.windows.begins_with(&common.windows)
            && pack.offers.begins_with(&common.offers)
            && pack.values.begins_with(&common.values)
            && pack.permissions.begins_with(&common.permissions)
            && pack.movements.begins_with(&common.movements)
            && pack.effects.begins_with(&common.effects)
            && pack.outcomes.begins_with(&common.outcomes)
            && pack.rules.begins_with(&common.rules)
            && program.functions.begins_with(&self.program.functions)
    }
}

/// Whether a list begins with things that are called as those of another one.
fn is_begun<D>(by: &[D], list: &[D], name: fn(&D) -> &String) -> bool {
    by.len() <= list.len() && by.iter().zip(list).all(|(one, other)| name(one) == name(other))
}

#[cfg(test)]
mod tests {
    use super::{Known, Names, Naming};
    use cardwright_compiler::{Project, compile_case, compile_system};
    use std::path::Path;

    #[test]
    fn what_is_common_is_called_as_if_it_were_not() {
        let project = Project::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/samples/good"));
        let mut shared = 0;
        for case in &project.cases {
            let (Some(system), compiled) = (
                project.systems.get(&case.doc.system.value),
                compile_case(&project, case),
            ) else {
                continue;
            };
            let all = compile_system(&project, system);
            let (Some(all_pack), Some(pack)) = (&all.pack, compiled.pack) else {
                continue;
            };
            let known = Known::of(&Names::of_system(all_pack, &all.program));
            let sets: Vec<String> = case.doc.sets.iter().map(|set| set.value.clone()).collect();
            let id = &system.doc.system.value;
            let common = known.common(&project, id, &sets).expect("it has no errors");
            let alone = Naming {
                pack: &pack,
                program: &compiled.program,
                id: &|sort, name| known.whole(sort, name, &common.owners),
                common: None,
            };
            let names = Names::of_play(&pack, &compiled.program, &known, &common);
            assert_eq!(names.tables(), alone.names().0.tables());
            shared += usize::from(common.begins(&pack, &compiled.program));
        }
        assert!(shared > 0, "no case shares anything");
    }
}
