//! Forces: what a player brings to a scenario, picked by somebody at a page and judged by the system's own rules of building.
//!
//! Picks become a scenario, which is compiled and asked what its rules say of it; so whatever is called legal here is what is played.
//! An offer is tried in copies of a game, because there are hundreds of cards: such a thing joins as it is
//! printed, without what setting up might do to it.
//!
//! | file | what lives there |
//! |---|---|
//! | `picks` | what a page writes of a force |
//! | `plan` | what may be picked, and what a scenario has of it |
//! | `made` | from picks to a scenario |
//! | `trial` | what the rules say of a force, and of one thing more |
//! | `offer` | what may be picked, and where it fits |
//! | `random` | a legal force at random |
//! | `text` | a scenario with forces as the text of a file |
//!
//! Not here: how a force is built, which is content (`force` of looks), and what is legal (rules `build` of a system).

mod made;
mod offer;
mod picks;
mod plan;
mod random;
mod text;
mod trial;

pub(super) use picks::ForcePick;

use super::Studio;
use super::games::scenario_named;
use cardwright_compiler::Project;
use cardwright_compiler::document::ScenarioDoc;
use cardwright_compiler::project::Loaded;
use cardwright_core::Viewer;
use cardwright_draw::Table;
use made::{Made, made};
use offer::Entry;
use picks::units;
use plan::{Plan, with_plan};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use trial::Trial;

/// Forces by the ids of players.
pub(super) type Forces = BTreeMap<String, Vec<ForcePick>>;

/// The things that may be picked in a scenario by a player, and what is told of each; worked out once, until
/// a file changes.
pub(super) type Offers = BTreeMap<(String, String), Arc<Vec<Entry>>>;

/// The most pieces of a force for which is tried what may join it: each card is tried on each piece, by all rules.
const MOST_TRIED: usize = 24;
/// The most scenarios and players whose offers are remembered.
const MOST_OFFERS: usize = 16;

impl Studio {
    /// A force as far as it is built: what it costs, what is wrong with it, and what may join.
    pub(super) fn force(
        &mut self,
        scenario: &str,
        player: &str,
        chosen: Option<&[ForcePick]>,
    ) -> Result<Value, String> {
        let offers = &mut self.offers;
        let loaded = scenario_named(&self.project, scenario)?;
        with_plan(&self.project, loaded, player, |plan| {
            let own = plan.own_picks();
            let picks = chosen.unwrap_or(&own);
            let force = made(plan, &units(picks)?);
            let entries = entries_of(offers, plan, scenario)?;
            let mut shown = shown(plan, &force, &entries);
            shown["picks"] = json!(picks);
            shown["own"] = json!(own);
            Ok(shown)
        })
    }

    /// A legal force at random.
    pub(super) fn random_force(&mut self, scenario: &str, player: &str, seed: u64) -> Result<Value, String> {
        let offers = &mut self.offers;
        let loaded = scenario_named(&self.project, scenario)?;
        with_plan(&self.project, loaded, player, |plan| {
            let entries = entries_of(offers, plan, scenario)?;
            let empty = empty(plan, random::BLANKS)?;
            let picks = random::random(plan, &empty, &entries, seed)?;
            Ok(json!(picks))
        })
    }

    /// Writes a scenario with forces as a file of the project.
    pub(super) fn keep_force(&mut self, scenario: &str, forces: &Forces, id: &str) -> Result<Value, String> {
        let loaded = scenario_named(&self.project, scenario)?;
        let system = loaded.doc.system.value.clone();
        let file = format!("scenarios/{system}/{id}.yaml");
        if !text::is_id(id) {
            return Err(format!(
                "`{id}` is not an id: write lowercase letters, digits and hyphens, such as `my-skirmish`"
            ));
        }
        let ids = self.project.scenarios.iter();
        let mut of_system = ids.filter(|one| one.doc.system.value == system);
        if of_system.any(|one| one.doc.scenario.value == id) || self.project.text_of(&file).is_some() {
            return Err(format!("there is already a scenario `{id}`; choose another id"));
        }
        let made = with_forces(&self.project, loaded, forces)?;
        let written = text::written(&self.project, loaded, &made, id)?;
        self.write(&file, written, None)?;
        Ok(json!({ "file": file, "scenario": format!("{system}/{id}") }))
    }
}

/// A scenario in which players have forces that were picked.
///
/// # Errors
/// If a force is not legal, or cannot be there.
pub(super) fn with_forces(
    project: &Project,
    scenario: &Loaded<ScenarioDoc>,
    forces: &Forces,
) -> Result<Loaded<ScenarioDoc>, String> {
    let mut now = scenario.clone();
    for (player, picks) in forces {
        now = with_plan(project, &now, player, |plan| Ok(made(plan, &units(picks)?)))
            .and_then(|made| without_problems(player, made.problems.clone()).map(|()| made.scenario))?;
    }
    // All of them together: what one has can count for another.
    for player in forces.keys() {
        let problems = with_plan(project, &now, player, |plan| {
            let force = made(plan, &units(&plan.own_picks())?);
            let force = Made {
                scenario: now.clone(),
                ..force
            };
            Ok(Trial::played(plan, &force).map_or_else(|wrong| wrong, |trial| trial.problems()))
        })?;
        without_problems(player, problems)?;
    }
    Ok(now)
}

fn without_problems(player: &str, problems: Vec<String>) -> Result<(), String> {
    match problems.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "the force of `{player}` is not legal: {}",
            problems.join("; ")
        )),
    }
}

/// A game in which the player has nothing yet, and in which so many things of each kind can be tried.
fn empty(plan: &Plan<'_>, blanks: usize) -> Result<Trial, String> {
    let nothing = made(plan, &[]);
    Trial::with_blanks(plan, &nothing, blanks)
        .map_err(|wrong| format!("this scenario needs its own force: {}", wrong.join("; ")))
}

/// The things that may be picked, as they are remembered, or worked out now.
fn entries_of(offers: &mut Offers, plan: &Plan<'_>, scenario: &str) -> Result<Arc<Vec<Entry>>, String> {
    let name = (scenario.to_owned(), plan.player.to_owned());
    if let Some(known) = offers.get(&name) {
        return Ok(Arc::clone(known));
    }
    let entries = Arc::new(offer::entries(plan, &empty(plan, 1)?));
    if offers.len() >= MOST_OFFERS {
        offers.clear();
    }
    offers.insert(name, Arc::clone(&entries));
    Ok(entries)
}

fn shown(plan: &Plan<'_>, force: &Made, entries: &[Entry]) -> Value {
    let mut problems = force.problems.clone();
    let played = Trial::played(plan, force);
    let costs = costs(force, played.as_ref().ok(), entries);
    let sum: i64 = costs.iter().sum();
    let (points, limit) = match &played {
        Ok(played) => (played.total.unwrap_or(sum), played.limit),
        Err(_) => (sum, None),
    };
    problems.extend(played.map_or_else(|wrong| wrong, |played| played.problems()));
    let chosen = force.chosen.iter().zip(&costs).map(|((unit, _), cost)| {
        let name = plan
            .printed(&unit.card)
            .map_or(unit.card.as_str(), |def| &def.name);
        json!({ "card": unit.card, "key": unit.key, "name": name, "on": unit.on, "cost": cost })
    });
    let is_piece = |card: &str| plan.printed(card).is_some_and(|def| plan.is_piece(def));
    let pieces = force.chosen.iter().filter(|(unit, _)| is_piece(&unit.card));
    let offered = match pieces.count() > MOST_TRIED {
        true => offer::not_now(
            plan,
            entries,
            "the force is too large to test what fits; remove something first",
        ),
        false => match Trial::with_blanks(plan, force, 1) {
            Ok(trial) => offer::offered(plan, force, &trial, entries),
            Err(_) => offer::not_now(
                plan,
                entries,
                "the force cannot be tested as it is; remove something first",
            ),
        },
    };
    json!({
        "points": points, "limit": limit, "problems": problems,
        "chosen": chosen.collect::<Vec<_>>(), "offered": offered,
    })
}

/// The cost of each thing of a force where it is; as printed, while the force cannot be played.
fn costs(force: &Made, played: Option<&Trial>, entries: &[Entry]) -> Vec<i64> {
    let table = played.map(|played| (played, Table::of(&played.game, &played.looks, Viewer::Judge)));
    let there = |id: &str| {
        let (played, table) = table.as_ref()?;
        let entity = played.entity(id)?;
        // Kinds have other numbers with other card sets, so it is asked by what the game has.
        let kind = played.game.cell(entity, cardwright_bytecode::pack::cell::KIND);
        let pick = played.looks.force.as_ref()?.of(usize::try_from(kind).ok()?)?;
        table.value(pick.cost.as_ref()?, entity)
    };
    let printed = |card: &str| {
        entries
            .iter()
            .find(|entry| entry.card == card)
            .map_or(0, |entry| entry.cost)
    };
    let costs = force.chosen.iter().map(|(unit, id)| {
        let now = id.as_deref().and_then(there);
        now.unwrap_or_else(|| printed(&unit.card))
    });
    costs.collect()
}
