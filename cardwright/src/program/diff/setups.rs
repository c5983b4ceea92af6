//! Scenarios and maps: what stands on the table, by which further rules, and whose forces are legal.

use super::facts::key;
use super::levels::{
    Change, FORCE_ILLEGAL, FORCE_LEGAL, MAP_CHANGED, MAP_GONE, MAP_NEW, RULES_CHANGED, SCENARIO_BROKEN,
    SCENARIO_GONE, SCENARIO_NEW, SETUP_CHANGED, Sort,
};
use super::report::Compared;
use super::sides::{Pair, Side};
use crate::forces::breaches;
use cardwright_bytecode::pack::{EntityDef, EntityId, cell, unpack_pose};
use cardwright_bytecode::{Base, Pack};
use cardwright_compiler::document::{BoardDoc, MapDoc, ScenarioDoc};
use cardwright_compiler::project::Loaded;
use cardwright_compiler::wording::scenario_rules;
use cardwright_compiler::{Compiled, compile_scenario};
use std::collections::{BTreeMap, BTreeSet};

/// The scenarios and maps that are new, gone or other.
pub(super) fn changes(pair: &Pair<'_>, compared: &mut Compared) -> Vec<Change> {
    let (old, new) = (scenarios(&pair.old), scenarios(&pair.new));
    let mut changes = only(pair, (SCENARIO_GONE, SCENARIO_NEW), (&old, &new), |one| {
        (&one.doc.title, one.file)
    });
    for (id, scenario) in &new {
        if let Some(before) = old.get(id) {
            compared.scenarios += 1;
            let setup = Setup {
                pair,
                id,
                file: &pair.new.project.sources.get(scenario.file).name,
                title: &scenario.doc.title,
            };
            changes.extend(setup.changes(before, scenario));
        }
    }
    let (old, new) = (maps(&pair.old), maps(&pair.new));
    changes.extend(only(pair, (MAP_GONE, MAP_NEW), (&old, &new), |one| {
        (&one.doc.title, one.file)
    }));
    for (id, map) in &new {
        if old
            .get(id)
            .is_some_and(|before| drawn(&before.doc.board) != drawn(&map.doc.board))
        {
            let file = &pair.new.project.sources.get(map.file).name;
            let change = Change::new(MAP_CHANGED, pair.id(), *id).titled(&map.doc.title);
            changes.push(change.saying("its spaces").in_file(Some(file)));
        }
    }
    changes
}

/// The scenarios of a system by their ids.
pub(super) fn scenarios<'a>(side: &Side<'a>) -> BTreeMap<&'a str, &'a Loaded<ScenarioDoc>> {
    let id = side.id();
    let all = side
        .project
        .scenarios
        .iter()
        .filter(|one| one.doc.system.value == id);
    all.map(|one| (one.doc.scenario.value.as_str(), one)).collect()
}

fn maps<'a>(side: &Side<'a>) -> BTreeMap<&'a str, &'a Loaded<MapDoc>> {
    let id = side.id();
    let all = side.project.maps.iter().filter(|((system, _), _)| system == id);
    all.map(|((_, map), one)| (map.as_str(), one)).collect()
}

/// Documents by their ids.
type ById<'s, 'a, T> = BTreeMap<&'s str, &'a Loaded<T>>;

/// What only one version has.
fn only<'a, T>(
    pair: &Pair<'_>,
    (gone, come): (Sort, Sort),
    (old, new): (&ById<'_, 'a, T>, &ById<'_, 'a, T>),
    told: impl Fn(&'a Loaded<T>) -> (&'a String, cardwright_compiler::source::FileId),
) -> Vec<Change> {
    let change = |sort, id: &str, side: &Side<'_>, one: &'a Loaded<T>| {
        let (title, file) = told(one);
        let file = &side.project.sources.get(file).name;
        Change::new(sort, pair.id(), id).titled(title).in_file(Some(file))
    };
    let lost = old.iter().filter(|(id, _)| !new.contains_key(*id));
    let lost = lost.map(|(id, one)| change(gone, id, &pair.old, one));
    let found = new.iter().filter(|(id, _)| !old.contains_key(*id));
    lost.chain(found.map(|(id, one)| change(come, id, &pair.new, one)))
        .collect()
}

/// The drawing of a map, without blanks.
fn drawn(board: &BoardDoc) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let above: Vec<String> = board.above.iter().map(|one| words(&one.value)).collect();
    let zones = board.zones.0.iter().map(|(name, spaces)| {
        let spaces: Vec<&str> = spaces.iter().map(|one| one.value.as_str()).collect();
        format!("{} {}", name.value, spaces.join(" "))
    });
    let zones: Vec<String> = zones.collect();
    let legend: Vec<String> = board
        .legend
        .0
        .iter()
        .map(|(letter, _)| letter.value.clone())
        .collect();
    [
        words(&board.spaces.value),
        above.join("/"),
        zones.join("/"),
        legend.join("/"),
    ]
    .join("//")
}

/// A scenario that both versions have.
struct Setup<'p, 'a> {
    pair: &'p Pair<'a>,
    id: &'p str,
    file: &'p str,
    title: &'p str,
}

impl Setup<'_, '_> {
    fn change(&self, sort: Sort, about: &str) -> Change {
        let about = if about.is_empty() {
            self.id.to_owned()
        } else {
            format!("{} {about}", self.id)
        };
        Change::new(sort, self.pair.id(), about)
            .titled(self.title)
            .in_file(Some(self.file))
    }

    fn changes(&self, before: &Loaded<ScenarioDoc>, after: &Loaded<ScenarioDoc>) -> Vec<Change> {
        let old = compile_scenario(self.pair.old.project, before);
        let new = compile_scenario(self.pair.new.project, after);
        let (Some(old_pack), Some(new_pack)) = (&old.pack, &new.pack) else {
            let first = new.diagnostics.first().map_or("", |one| &one.message);
            let is_new = old.pack.is_some() && new.pack.is_none();
            return is_new
                .then(|| self.change(SCENARIO_BROKEN, "").saying(first))
                .into_iter()
                .collect();
        };
        let mut changes = self.standing(old_pack, new_pack);
        changes.extend(self.rules((before, &old), (after, &new)));
        let illegal = |pack, scenario| -> BTreeSet<String> {
            breaches(scenario, pack)
                .into_iter()
                .map(|one| one.message)
                .collect()
        };
        let (was, is) = (illegal(old_pack, before), illegal(new_pack, after));
        let told = |all: Vec<&String>| all.into_iter().cloned().collect::<Vec<_>>().join("; ");
        let broken: Vec<&String> = is.difference(&was).collect();
        let mended: Vec<&String> = was.difference(&is).collect();
        if !broken.is_empty() {
            changes.push(self.change(FORCE_ILLEGAL, "").saying(told(broken)));
        }
        if !mended.is_empty() {
            changes.push(self.change(FORCE_LEGAL, "").saying(told(mended)));
        }
        changes
    }

    /// Its own rules in words.
    fn rules(
        &self,
        old: (&Loaded<ScenarioDoc>, &Compiled),
        new: (&Loaded<ScenarioDoc>, &Compiled),
    ) -> Option<Change> {
        let words = |side: &Side<'_>, (scenario, compiled): (&Loaded<ScenarioDoc>, &Compiled)| {
            scenario_rules(side.project, side.system, compiled, scenario).unwrap_or_default()
        };
        let (old, new) = (words(&self.pair.old, old), words(&self.pair.new, new));
        (old != new).then(|| {
            let change = self.change(RULES_CHANGED, "").saying("rules of the scenario");
            change.with_texts(old.join(" "), new.join(" "))
        })
    }

    /// What stands on the table at the start.
    fn standing(&self, old: &Pack, new: &Pack) -> Vec<Change> {
        let (before, after) = (things(old), things(new));
        let ids: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let others = ids.into_iter().filter(|id| before.get(*id) != after.get(*id));
        let told = |things: &BTreeMap<String, String>, id| {
            things.get(id).cloned().unwrap_or_else(|| "not there".to_owned())
        };
        others
            .map(|id| {
                self.change(SETUP_CHANGED, id)
                    .with_texts(told(&before, id), told(&after, id))
            })
            .collect()
    }
}

/// Who and what is there at the start, by ids: as what, whose, and where.
fn things(pack: &Pack) -> BTreeMap<String, String> {
    let entities = &pack.setup.entities;
    let id = |entity: EntityId| {
        let place = usize::try_from(entity).ok().and_then(|at| at.checked_sub(1));
        place.and_then(|at| entities.get(at)).map(|one| one.id.as_str())
    };
    let told = |entity: &EntityDef| {
        let template = entity.template.and_then(|template| pack.templates.find(template));
        let mut words = vec![template.map_or("", |one| one.id.as_str()).to_owned()];
        words.extend(id(entity.owner).map(|owner| format!("of {owner}")));
        words.extend(id(entity.holder).map(|holder| format!("on {holder}")));
        words.extend(entity.pose.map(|pose| place(pack, pose)));
        words.extend((!entity.face_up).then(|| "face down".to_owned()));
        let cells = entity
            .cells
            .iter()
            .filter(|(at, _)| usize::from(*at) >= cell::HEADER);
        words.extend(cells.map(|(at, value)| field(pack, entity, *at, *value)));
        words.retain(|word| !word.is_empty());
        words.join(", ")
    };
    let named = entities.iter().filter(|one| !one.later && !one.id.is_empty());
    named.map(|one| (one.id.clone(), told(one))).collect()
}

/// A place: on a flat table in inches and degrees, else the number of a space.
fn place(pack: &Pack, pose: i64) -> String {
    if pack.setup.table.width == 0 {
        return format!("at space {pose}");
    }
    let (x, y, heading) = unpack_pose(pose);
    let [x, y] = [x, y].map(|length| Base::Length.written(length));
    format!("at {x} {y} facing {}", Base::Angle.written(heading))
}

/// A field or a count of tokens, with its value.
fn field(pack: &Pack, entity: &EntityDef, at: u16, value: i64) -> String {
    let kind = pack.kinds.get(usize::from(entity.kind));
    let place = usize::from(at).checked_sub(cell::HEADER);
    let Some((kind, place)) = kind.zip(place) else {
        return format!("state: {value}");
    };
    if let Some(field) = kind.fields.get(place) {
        return format!("{}: {}", field.name, key(pack, field.ty, value));
    }
    let token = kind.tokens.get(place - kind.fields.len());
    let token = token.and_then(|token| pack.tokens.get(usize::from(*token)));
    format!("{}: {value}", token.map_or("state", |token| &token.name))
}
