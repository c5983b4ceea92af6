//! A force as the system's own rules see it, and what they would say of one thing more.

use super::made::Made;
use super::picks::MOST_THINGS;
use super::plan::{PLAYER, Plan};
use cardwright_bytecode::pack::{EntityId, Id, TemplateDef, cell};
use cardwright_compiler::document::At;
use cardwright_compiler::looks::{Fact, ForceLook, Looks, Reading, looks_in};
use cardwright_compiler::{Compiled, Diagnostic, Severity, compile_scenario, compile_with_blanks};
use cardwright_core::{Breach, Content, Game, Inquiry, Recruit, Viewer};
use cardwright_draw::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most problems that are told of a force.
const MOST_PROBLEMS: usize = 12;

/// A game that begins with a force.
pub(super) struct Trial {
    pub(super) game: Game,
    pub(super) looks: Looks,
    pub(super) player: EntityId,
    breaches: BTreeSet<Breach>,
    /// The cards of the force that are banned.
    banned: Vec<String>,
    templates: BTreeMap<String, Id<TemplateDef>>,
    /// The cost of the force. `limit` is the most that it may cost.
    pub(super) total: Option<i64>,
    pub(super) limit: Option<i64>,
}

/// A game in which one thing more has joined the force.
pub(super) struct Joined {
    pub(super) game: Game,
    /// Its number; those of what came with it follow in the game.
    pub(super) entity: EntityId,
    /// The words of the first rule that does not allow it; nothing if it fits.
    pub(super) refusal: Option<String>,
    /// The cost of the force with it, if it fits.
    pub(super) total: Option<i64>,
}

impl Trial {
    /// A game with a force as it is played.
    pub(super) fn played(plan: &Plan<'_>, made: &Made) -> Result<Self, Vec<String>> {
        Self::of(plan, made, compile_scenario(plan.project, &made.scenario))
    }

    /// A game with a force and all card sets, in which so many things more can be tried of each kind.
    pub(super) fn with_blanks(plan: &Plan<'_>, made: &Made, count: usize) -> Result<Self, Vec<String>> {
        let mut scenario = made.scenario.clone();
        let mut doc = (*scenario.doc).clone();
        let sets = plan.all_sets();
        let name = doc.scenario.clone();
        let missing = sets
            .into_iter()
            .filter(|set| doc.sets.iter().all(|there| there.value != *set));
        let missing: Vec<At<String>> = missing
            .map(|set| At {
                value: set.to_owned(),
                start: name.start,
                end: name.end,
                file: name.file,
            })
            .collect();
        doc.sets.extend(missing);
        scenario.doc = Arc::new(doc);
        let blanks = blanks(plan, count);
        Self::of(plan, made, compile_with_blanks(plan.project, &scenario, &blanks))
    }

    fn of(plan: &Plan<'_>, made: &Made, compiled: Compiled) -> Result<Self, Vec<String>> {
        let Some(pack) = compiled.pack else {
            return Err(wrong(&compiled.diagnostics));
        };
        let looks = looks_in(plan.project, &made.scenario.doc, &pack);
        let templates = pack.templates.numbered().map(|(id, def)| (def.id.clone(), id));
        let templates = templates.collect();
        // No die is thrown before the first decision, so any seed will do.
        let game = Game::new(&Content::new(pack), 0);
        let player = game.player(plan.player);
        let player = player.ok_or_else(|| vec![format!("there is no player `{}`", plan.player)])?;
        let mut trial = Self {
            game,
            looks,
            player,
            breaches: BTreeSet::new(),
            banned: Vec::new(),
            templates,
            total: None,
            limit: None,
        };
        trial.breaches = trial.his_breaches(&trial.game);
        trial.banned = trial.banned_in(plan);
        trial.total = trial.total_in(&trial.game);
        trial.limit = trial.limit_of();
        Ok(trial)
    }

    fn force(&self) -> Option<&ForceLook> {
        self.looks.force.as_ref()
    }

    /// The cost of a player's force in a game.
    fn total_in(&self, game: &Game) -> Option<i64> {
        self.number(game, self.force()?.total.as_ref()?)
    }

    fn limit_of(&self) -> Option<i64> {
        let force = self.force()?;
        let limit = self.number(&self.game, force.limit.as_ref()?)?;
        (Some(limit) != force.unlimited_at).then_some(limit)
    }

    /// A fact of the player.
    fn number(&self, game: &Game, fact: &Fact) -> Option<i64> {
        let inquiry = match fact.reading {
            Reading::Define(function) => Inquiry::Define(function),
            Reading::Value(value) => Inquiry::Value(value),
            Reading::Constant(_) | Reading::Fields(_) | Reading::Tokens(_) => {
                return Table::of(game, &self.looks, Viewer::Judge).value(fact, self.player);
            }
        };
        let question = (inquiry, vec![i64::from(self.player)]);
        game.answers(&[question], Viewer::Judge).pop().flatten()
    }

    /// The rules that the player's own force does not keep.
    fn his_breaches(&self, game: &Game) -> BTreeSet<Breach> {
        game.each_breach()
            .filter(|breach| self.is_his(game, breach))
            .collect()
    }

    /// The cards and pieces of the player's own force that are banned, in words.
    fn banned_in(&self, plan: &Plan<'_>) -> Vec<String> {
        let pack = self.game.content().pack();
        let own = pack
            .setup
            .entities
            .iter()
            .filter(|entity| entity.owner == self.player);
        let told = own.filter_map(|entity| {
            let template = pack.templates.find(entity.template?)?;
            Some(format!("{}: {}", template.name, plan.ban_of(template)?))
        });
        told.collect()
    }

    fn is_his(&self, game: &Game, breach: &Breach) -> bool {
        breach.entity == self.player || game.cell(breach.entity, cell::OWNER) == i64::from(self.player)
    }

    /// The problems of the force as it is, in the words of the rules' labels.
    pub(super) fn problems(&self) -> Vec<String> {
        let told = self
            .breaches
            .iter()
            .map(|breach| self.told(&self.game, breach, true));
        let mut problems: Vec<String> = Vec::new();
        for problem in self.banned.iter().cloned().chain(told) {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        if problems.is_empty() && self.is_dear(self.total) {
            problems.extend(self.dear(self.total));
        }
        problems.truncate(MOST_PROBLEMS);
        problems
    }

    fn is_dear(&self, total: Option<i64>) -> bool {
        total.zip(self.limit).is_some_and(|(total, limit)| total > limit)
    }

    fn dear(&self, total: Option<i64>) -> Option<String> {
        let (total, limit) = total.zip(self.limit)?;
        Some(format!("{total} points are more than the limit of {limit}"))
    }

    fn told(&self, game: &Game, breach: &Breach, with_name: bool) -> String {
        let rule = game.content().pack().rules.find(breach.rule);
        let rule = rule.map_or("", |rule| rule.name.as_str());
        match with_name && breach.entity != self.player {
            true => format!(
                "{}: {rule}",
                crate::studio::view::name(game, breach.entity, Viewer::Judge)
            ),
            false => rule.to_owned(),
        }
    }

    /// The number of something in the game, by its id.
    pub(super) fn entity(&self, id: &str) -> Option<EntityId> {
        let entities = &self.game.content().pack().setup.entities;
        let place = entities.iter().position(|entity| entity.id == id)?;
        EntityId::try_from(place + 1).ok()
    }

    /// The result if a thing joined the force, with the things that come with it; `None` if no blank is left
    /// for it.
    pub(super) fn join(&self, plan: &Plan<'_>, def: &TemplateDef, holder: EntityId) -> Option<Joined> {
        self.join_to(&self.game, &self.breaches, self.total, plan, def, holder)
    }

    /// The result if a thing joined after others.
    pub(super) fn join_after(
        &self,
        before: &Joined,
        plan: &Plan<'_>,
        def: &TemplateDef,
        holder: EntityId,
    ) -> Option<Joined> {
        let breaches = self.his_breaches(&before.game);
        self.join_to(&before.game, &breaches, before.total, plan, def, holder)
    }

    fn join_to(
        &self,
        game: &Game,
        before: &BTreeSet<Breach>,
        cost_before: Option<i64>,
        plan: &Plan<'_>,
        def: &TemplateDef,
        holder: EntityId,
    ) -> Option<Joined> {
        let recruit = |def: &TemplateDef, holder: EntityId| {
            Some(Recruit {
                template: *self.templates.get(&def.id)?,
                owner: self.player,
                holder,
            })
        };
        let mut recruits = vec![recruit(def, holder)?];
        for piece in plan.brought(def) {
            recruits.push(recruit(piece, 0)?);
        }
        let (game, numbers) = game.joined(&recruits)?;
        // The first rule that says no is enough, and the others take time.
        let is_new = |breach: &Breach| !before.contains(breach) && self.is_his(&game, breach);
        let unkept = || game.each_breach().find(is_new);
        let unkept = || unkept().map(|breach| self.told(&game, &breach, false));
        let refusal = plan.ban_of(def).or_else(unkept);
        let total = match refusal {
            None => self.total_in(&game),
            Some(_) => None,
        };
        // The rule about the limit is broken already, so it cannot be broken anew.
        let is_too_dear = self.is_dear(total) && total > cost_before;
        let refusal = refusal.or_else(|| self.dear(total).filter(|_| is_too_dear));
        Some(Joined {
            game,
            entity: *numbers.first()?,
            refusal,
            total,
        })
    }
}

/// The blanks: `count` of each kind that may be picked, and of each that comes with one.
fn blanks(plan: &Plan<'_>, count: usize) -> Vec<(String, usize)> {
    let mut blanks: BTreeMap<usize, usize> = BTreeMap::new();
    for pick in plan.force.kinds.iter().filter(|pick| pick.kind != PLAYER) {
        *blanks.entry(pick.kind).or_default() += count;
        if let Some(brings) = &pick.brings {
            let cards = plan
                .pack
                .templates
                .iter()
                .filter(|def| usize::from(def.kind) == pick.kind);
            let most = cards.map(|def| plan.brought(def).len()).max().unwrap_or(0);
            *blanks.entry(brings.kind).or_default() += (count * most).min(MOST_THINGS);
        }
    }
    let named = blanks
        .into_iter()
        .map(|(kind, count)| (plan.kind_name(kind).to_owned(), count));
    named.collect()
}

/// Why something cannot be played.
fn wrong(diagnostics: &[Diagnostic]) -> Vec<String> {
    let errors = diagnostics
        .iter()
        .filter(|one| one.code.severity == Severity::Error);
    let mut told: Vec<String> = errors
        .map(|one| one.message.clone())
        .take(MOST_PROBLEMS)
        .collect();
    if told.is_empty() {
        told.push("something that the scenario needs has errors".to_owned());
    }
    told
}
