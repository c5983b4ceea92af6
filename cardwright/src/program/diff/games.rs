//! Games of scenarios with the same seeds on both contents: which of them part, and which end otherwise.
//!
//! Scenarios whose packs are the same are not played: their games cannot differ.

use super::levels::{Change, GAME_PARTS, GAME_RESULT};
use super::pairs::{Parting, Played, play as play_pair};
use super::report::Compared;
use super::setups::scenarios;
use super::sides::Pair;
use crate::series::Lineup;
use cardwright_compiler::compile_scenario;
use cardwright_core::Content;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Which games are played.
pub(crate) struct Plan {
    /// So many of each scenario.
    pub(crate) games: u64,
    /// The seed of the first.
    pub(crate) seed: u64,
    pub(crate) lineup: Lineup,
    /// How long all of them may take together.
    pub(crate) time: Duration,
}

impl Plan {
    /// The time that all games have begins.
    pub(super) fn clock(&self) -> Clock<'_> {
        Clock {
            plan: self,
            until: None,
        }
    }
}

/// The time that games have. It begins with the first game.
pub(super) struct Clock<'a> {
    plan: &'a Plan,
    until: Option<Instant>,
}

impl Clock<'_> {
    fn until(&mut self) -> Instant {
        *self.until.get_or_insert_with(|| Instant::now() + self.plan.time)
    }
}

/// What games came to.
#[derive(Default)]
pub(super) struct Games {
    pub(super) changes: Vec<Change>,
    /// By cards, in how many games they are.
    pub(super) having: BTreeMap<String, usize>,
    /// The cards that are in a game that parts.
    pub(super) noticed: BTreeSet<String>,
}

/// Plays the scenarios that both versions have.
pub(super) fn play(
    pair: &Pair<'_>,
    clock: &mut Clock<'_>,
    changed: &BTreeSet<String>,
    compared: &mut Compared,
) -> Games {
    let mut games = Games::default();
    if clock.plan.games == 0 {
        return games;
    }
    let (old, until) = (scenarios(&pair.old), clock.until());
    for (id, scenario) in scenarios(&pair.new) {
        let Some(before) = old.get(id) else { continue };
        let packs = (
            compile_scenario(pair.old.project, before).pack,
            compile_scenario(pair.new.project, scenario).pack,
        );
        let (Some(was), Some(is)) = packs else { continue };
        let contents = (Content::new(was), Content::new(is));
        let plan = clock.plan;
        if contents.0.hash() == contents.1.hash() || contents.1.players().is_empty() {
            compared.same_scenarios += 1;
            continue;
        }
        if [&contents.0, &contents.1]
            .iter()
            .any(|one| plan.lineup.fit(one).is_err())
        {
            compared.unplayed += plan.games;
            continue;
        }
        let played = series((&contents.0, &contents.1), plan, changed, until);
        compared.games += played.len();
        compared.unplayed += plan.games - played.len() as u64;
        let file = &pair.new.project.sources.get(scenario.file).name;
        let told = games.count(pair.id(), id, &played);
        games
            .changes
            .extend(told.map(|told| told.titled(&scenario.doc.title).in_file(Some(file))));
    }
    games
}

/// The games of a scenario by their seeds, as far as time allows.
fn series(
    contents: (&Arc<Content>, &Arc<Content>),
    plan: &Plan,
    changed: &BTreeSet<String>,
    until: Instant,
) -> Vec<(u64, Played)> {
    let seeds = (0..plan.games).map(|game| plan.seed.wrapping_add(game));
    let seeds: Vec<u64> = seeds.collect();
    let game = |seed: &u64| Some((*seed, play_pair(contents, &plan.lineup, *seed, changed, until)?));
    seeds.par_iter().filter_map(game).collect()
}

impl Games {
    /// Counts the games of a scenario, and tells of those that differ.
    fn count(&mut self, system: &str, id: &str, played: &[(u64, Played)]) -> Option<Change> {
        for (_, game) in played {
            for card in &game.cards {
                *self.having.entry(card.clone()).or_default() += 1;
            }
        }
        let parted: Vec<(u64, &Played, &Parting)> = played
            .iter()
            .filter_map(|(seed, game)| Some((*seed, game, game.parting.as_ref()?)))
            .collect();
        self.noticed
            .extend(parted.iter().flat_map(|(_, game, _)| game.cards.iter().cloned()));
        let ended: Vec<&(u64, &Played, &Parting)> = parted
            .iter()
            .filter(|(_, game, _)| game.endings.0 != game.endings.1)
            .collect();
        let (seed, game, parting) = ended.first().copied().or(parted.first())?;
        let sort = if ended.is_empty() { GAME_PARTS } else { GAME_RESULT };
        let counts = format!(
            "{} of {} games part, {} end otherwise",
            parted.len(),
            played.len(),
            ended.len()
        );
        let (was, is) = &game.endings;
        let end = if was == is {
            format!("both end {was}")
        } else {
            format!("it ended {was}, now {is}")
        };
        let text = format!("{counts}. Seed {seed}: {}; {end}", place(parting));
        let change = Change::new(sort, system, id).saying(text);
        Some(change.with_texts(&parting.before, &parting.after))
    }
}

/// Where games part, in words.
fn place(parting: &Parting) -> String {
    let mut text = format!("they part after decision {}", parting.decision);
    if !parting.step.is_empty() {
        text.push_str(&format!(", in `{}`", parting.step));
    }
    if !parting.rules.is_empty() {
        text.push_str(&format!(", with {}", parting.rules.join(", ")));
    }
    text
}
