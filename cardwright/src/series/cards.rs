//! What becomes of cards and options in games: on the table, open (an ability of it can be used), taken; and how much more often the
//! side wins that takes it.
//!
//! | step | meaning |
//! |---|---|
//! | on the table | a side has it in the game, at the beginning or at the end, or uses it |
//! | open | one of its abilities is among the options of a decision, or is used |
//! | taken | one of its abilities is used, by choice or because it must be |
//!
//! Only abilities are noticed that do something at a moment, and options of offers. What only changes values or permissions as long as it
//! lies there is on the table, and nothing more is known of it: to notice it would slow games down several times.

use super::rates::{Interval, Split};
use cardwright_bytecode::pack::{EntityId, Home, Id, Rule, RuleKind, cell};
use cardwright_core::{Content, Decision, Game};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most cards and options that a series counts.
pub const MOST_ITEMS: usize = 10_000;
/// The digits of what became of an item.
const STEPS: [u8; 4] = *b"0123";

/// A card, a piece, or an option that a game offers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// The id of the card; with `: ABILITY` behind it for one of several abilities; the name of an option.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The kind of the card, `ability` or `option`.
    pub kind: String,
    /// Whether it can be taken.
    pub acts: bool,
}

/// The cards and options of a game that are noticed.
#[derive(Debug, Default)]
pub(super) struct Watch {
    pub(super) items: Vec<Item>,
    /// The items of each template: its card.
    of_template: Vec<Option<usize>>,
    /// The items of each rule: its card, and itself, if it has a name of its own.
    of_rule: Vec<Vec<usize>>,
}

impl Watch {
    /// All that the games of some content may show.
    pub(super) fn of(content: &Content) -> Self {
        let mut watch = Self::default();
        watch.add_templates(content);
        for (place, rule) in content.pack().rules.iter().enumerate() {
            let items = watch.items_of(content, rule, Id::at(place));
            watch.of_rule.push(items);
        }
        watch
    }

    fn add(&mut self, id: &str, title: &str, kind: &str) -> usize {
        let known = self
            .items
            .iter()
            .position(|item| item.id == id && item.kind == kind);
        known.unwrap_or_else(|| {
            self.items.push(Item {
                id: id.to_owned(),
                title: title.to_owned(),
                kind: kind.to_owned(),
                acts: kind == OPTION || kind == ABILITY,
            });
            self.items.len() - 1
        })
    }

    /// Templates that are there from the beginning, or may come.
    fn add_templates(&mut self, content: &Content) {
        let pack = content.pack();
        let entities = &pack.setup.entities;
        let later: BTreeSet<u16> = entities
            .iter()
            .filter(|one| one.later)
            .map(|one| one.kind)
            .collect();
        let there: BTreeSet<usize> = entities
            .iter()
            .filter_map(|one| one.template)
            .map(Id::place)
            .collect();
        for (place, template) in pack.templates.iter().enumerate() {
            let is_meant = there.contains(&place) || later.contains(&template.kind);
            let kind = pack
                .kinds
                .get(usize::from(template.kind))
                .map_or("", |kind| &kind.name);
            let item = is_meant.then(|| self.add(&template.id, &template.name, kind));
            self.of_template.push(item);
        }
    }

    /// The items that a rule belongs to.
    fn items_of(&mut self, content: &Content, rule: &Rule, id: Id<Rule>) -> Vec<usize> {
        let is_option = matches!(rule.kind, RuleKind::OfferOption { .. });
        if !is_option && !matches!(rule.kind, RuleKind::Trigger { .. }) {
            return Vec::new();
        }
        // An ability that lives in several windows is called as its first part is.
        let first = content.pack().first_of(id);
        let name = content.pack().rules.find(first).map_or("", |rule| &rule.name);
        match rule.home {
            Home::Template(template) => {
                let (Some(card), Some(def)) = (
                    self.of_template.get(template.place()).copied().flatten(),
                    content.pack().templates.find(template),
                ) else {
                    return Vec::new();
                };
                self.items[card].acts = true;
                if name.is_empty() || *name == def.name {
                    return vec![card];
                }
                let id = format!("{}: {name}", def.id);
                let title = format!("{}: {name}", def.name);
                vec![card, self.add(&id, &title, ABILITY)]
            }
            Home::Global if is_option && !name.is_empty() => vec![self.add(name, name, OPTION)],
            Home::Global | Home::Effect(_) => Vec::new(),
        }
    }
}

/// The kinds of items that are no cards.
const OPTION: &str = "option";
const ABILITY: &str = "ability";

/// How far the items of one game came, for each seat.
pub(super) struct Noticed<'a> {
    watch: &'a Watch,
    players: Vec<EntityId>,
    /// For each seat and item the furthest step.
    steps: Vec<Vec<u8>>,
}

impl<'a> Noticed<'a> {
    pub(super) fn begin(watch: &'a Watch, game: &mut Game) -> Self {
        game.note_uses();
        let players = game.players().to_vec();
        let steps = vec![vec![0; watch.items.len()]; players.len()];
        let mut noticed = Self {
            watch,
            players,
            steps,
        };
        noticed.look(game);
        noticed
    }

    /// Notes the items that are on the table now.
    fn look(&mut self, game: &Game) {
        let entities = &game.content().pack().setup.entities;
        for entity in 1..=EntityId::try_from(entities.len()).unwrap_or(0) {
            let template = cell::template(game.cell(entity, cell::TEMPLATE));
            let item = template.and_then(|template| *self.watch.of_template.get(template.place())?);
            let is_there = game.cell(entity, cell::IN_PLAY) == 1;
            if let (Some(item), true, Some(owner)) = (item, is_there, owner(game, entity)) {
                self.mark(&[item], owner, 1);
            }
        }
        self.spread_to_abilities();
        // What the game itself offers is there for everybody.
        for (item, _) in self
            .watch
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| item.kind == OPTION)
        {
            self.steps
                .iter_mut()
                .for_each(|steps| steps[item] = steps[item].max(1));
        }
    }

    /// The abilities of a card lie there with it.
    fn spread_to_abilities(&mut self) {
        for items in &self.watch.of_rule {
            if let [card, ability] = items.as_slice() {
                for steps in &mut self.steps {
                    steps[*ability] = steps[*ability].max(u8::from(steps[*card] > 0));
                }
            }
        }
    }

    fn mark(&mut self, items: &[usize], player: EntityId, step: u8) {
        let seat = self.players.iter().position(|&one| one == player);
        let Some(steps) = seat.and_then(|seat| self.steps.get_mut(seat)) else {
            return;
        };
        items.iter().for_each(|&item| steps[item] = steps[item].max(step));
    }

    /// Notes the items that a decision opens.
    pub(super) fn asked(&mut self, game: &Game, decision: &Decision) {
        for option in 0..decision.options.len() {
            if let Some((rule, _)) = game.rule_of_option(option) {
                self.mark_rule(rule, decision.by, 2);
            }
        }
    }

    /// Notes the items that were used since the last decision.
    pub(super) fn used(&mut self, game: &mut Game) {
        for (rule, _, player) in game.take_uses() {
            self.mark_rule(rule, player, 3);
        }
    }

    fn mark_rule(&mut self, rule: Id<Rule>, player: EntityId, step: u8) {
        let watch = self.watch;
        if let Some(items) = watch.of_rule.get(rule.place()) {
            self.mark(items, player, step);
        }
    }

    /// How far everything came: a text for each seat, with a digit for each item.
    pub(super) fn end(mut self, game: &Game) -> Vec<String> {
        self.look(game);
        let digit = |&step: &u8| char::from(STEPS[usize::from(step.min(3))]);
        let text = |steps: &Vec<u8>| steps.iter().map(digit).collect();
        self.steps.iter().map(text).collect()
    }
}

/// Who owns an entity, or what holds it.
fn owner(game: &Game, entity: EntityId) -> Option<EntityId> {
    let mut at = entity;
    for _ in 0..game.content().pack().setup.entities.len() {
        let owner = EntityId::try_from(game.cell(at, cell::OWNER)).ok()?;
        if owner != 0 {
            return Some(owner);
        }
        at = EntityId::try_from(game.cell(at, cell::HOLDER))
            .ok()
            .filter(|&one| one != 0)?;
    }
    None
}

/// Whether texts can be what became of so many items.
pub(super) fn fits(used: &[String], seats: usize, items: usize) -> bool {
    let is_text = |text: &String| text.len() == items && text.bytes().all(|digit| STEPS.contains(&digit));
    match items {
        0 => used.is_empty(),
        _ => used.len() == seats && used.iter().all(is_text),
    }
}

/// The sums of what became of each item.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    all: Vec<Use>,
}

#[derive(Clone, Debug, Default)]
struct Use {
    /// In how many games it reached each step, with any side: on the table, open, taken.
    games: [u64; 3],
    /// Sides to which it was open, by whether they took it.
    taken: Split,
}

impl Uses {
    pub(super) fn new(items: usize) -> Self {
        Self {
            all: vec![Use::default(); items],
        }
    }

    /// Counts a game: what became of each item at each seat, and who won.
    pub(super) fn count(&mut self, seed: u64, used: &[String], won: &[bool]) {
        let mut furthest = vec![0; self.all.len()];
        for (steps, &won) in used.iter().zip(won) {
            for ((item, step), furthest) in self.all.iter_mut().zip(steps.bytes()).zip(&mut furthest) {
                let step = step.saturating_sub(STEPS[0]);
                *furthest = step.max(*furthest);
                if step > 1 {
                    item.taken.count(seed, step == 3, won);
                }
            }
        }
        for (item, furthest) in self.all.iter_mut().zip(furthest) {
            for (step, games) in (1..).zip(&mut item.games) {
                *games += u64::from(furthest >= step);
            }
        }
    }

    /// How far those came that were on the table.
    pub(super) fn report(&self, items: &[Item]) -> Vec<CardUse> {
        let items = items.iter().zip(&self.all).filter(|(_, one)| one.games[0] > 0);
        items.map(|(item, one)| one.report(item)).collect()
    }
}

impl Use {
    fn report(&self, item: &Item) -> CardUse {
        let [table, open, taken] = self.games;
        let [with, with_won, without, without_won] = self.taken.counts();
        let wins = |games: u64, wins: u64| Wins { games, wins };
        CardUse {
            item: item.clone(),
            games: table,
            open,
            taken,
            won_with: wins(with, with_won),
            won_without: wins(without, without_won),
            difference: self.taken.difference(),
        }
    }
}

/// How far a card or option came, in all games together.
#[derive(Clone, Debug, Serialize)]
pub struct CardUse {
    /// Which one it is.
    #[serde(flatten)]
    pub item: Item,
    /// In how many games it was on the table.
    pub games: u64,
    /// In how many it was open to somebody.
    pub open: u64,
    /// In how many somebody took it.
    pub taken: u64,
    /// The sides that took it.
    pub won_with: Wins,
    /// The sides to which it was open and that did not take it.
    pub won_without: Wins,
    /// How much more often the former won.
    pub difference: Option<Interval>,
}

/// The sides of games, and how many of them won.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Wins {
    /// How many there were.
    pub games: u64,
    /// How many won.
    pub wins: u64,
}

impl CardUse {
    /// Whether it could be taken, and never was open.
    #[must_use]
    pub fn is_never_open(&self) -> bool {
        self.item.acts && self.open == 0
    }

    /// Whether it was open, and never taken.
    #[must_use]
    pub fn is_never_taken(&self) -> bool {
        self.open > 0 && self.taken == 0
    }

    /// A line for people.
    fn line(&self, width: usize) -> String {
        let Item { title, acts, .. } = &self.item;
        if !acts {
            return format!("    {title:<width$} {:>7} {:>7} {:>7}", self.games, "-", "-");
        }
        let share = |wins: Wins| match wins.games {
            0 => "-".to_owned(),
            games => format!("{:.1} %", 100.0 * real(wins.wins) / real(games)),
        };
        let difference = self.difference.map_or("-".to_owned(), |one| one.difference());
        format!(
            "    {title:<width$} {:>7} {:>7} {:>7} {:>8} {:>8}  {difference}",
            self.games,
            self.open,
            self.taken,
            share(self.won_with),
            share(self.won_without)
        )
    }
}

#[allow(clippy::cast_precision_loss, reason = "a share is a fraction")]
fn real(count: u64) -> f64 {
    count as f64
}

/// The longest title that a table for people keeps in its column.
const WIDEST: usize = 40;
/// The most titles of a list for people.
const MOST_TITLES: usize = 30;

/// The head of the table for people.
const HEAD: &str = "cards and options, by games:";

/// A table for people, and what never was open or never taken.
pub(super) fn lines(cards: &[CardUse]) -> Vec<String> {
    let width = cards.iter().map(|card| card.item.title.chars().count()).max();
    // A title is two letters further in than the words above.
    let width = width.unwrap_or(0).min(WIDEST).max(HEAD.len() - 2);
    let head = format!(
        "  {HEAD:<head$} {:>7} {:>7} {:>7} {:>8} {:>8}  difference",
        "table",
        "open",
        "taken",
        "won with",
        "without",
        head = width + 2
    );
    let mut lines = vec![head];
    lines.extend(cards.iter().map(|card| card.line(width).trim_end().to_owned()));
    lines.extend(named(cards, CardUse::is_never_open, "never open"));
    lines.extend(named(cards, CardUse::is_never_taken, "open, but never taken"));
    lines
}

/// The titles of some cards, if there are any.
fn named(cards: &[CardUse], is_meant: fn(&CardUse) -> bool, what: &str) -> Option<String> {
    let meant = cards.iter().filter(|card| is_meant(card));
    let titles: Vec<&str> = meant.map(|card| card.item.title.as_str()).collect();
    let more = match titles.len().saturating_sub(MOST_TITLES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let first = titles.get(..MOST_TITLES).unwrap_or(&titles).join(", ");
    (!titles.is_empty()).then(|| format!("  {what}: {first}{more}"))
}

/// Refuses content with more cards and options than are counted.
///
/// # Errors
/// If there are more.
pub(super) fn few_enough(items: &[Item]) -> Result<(), String> {
    match items.len() <= MOST_ITEMS {
        true => Ok(()),
        false => Err(format!(
            "`--cards` counts at most {MOST_ITEMS} cards and options, but the game has {}",
            items.len()
        )),
    }
}

/// The titles of items that occur twice get their ids, to tell them apart.
pub(super) fn told_apart(items: &mut [Item]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for item in items.iter() {
        *counts.entry(item.title.clone()).or_default() += 1;
    }
    for item in items {
        if item.title.is_empty() {
            item.title.clone_from(&item.id);
        } else if counts.get(&item.title).is_some_and(|&count| count > 1) {
            item.title = format!("{} ({})", item.title, item.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(count: usize) -> Vec<Item> {
        let item = |number: usize| Item {
            id: number.to_string(),
            title: "Goat".to_owned(),
            kind: "goat".to_owned(),
            acts: true,
        };
        (0..count).map(item).collect()
    }

    // Limit: MOST_ITEMS in cardwright/src/series/cards.rs
    #[test]
    fn so_many_cards_are_counted_and_no_more() {
        assert_eq!(few_enough(&items(MOST_ITEMS)), Ok(()));
        let refused = few_enough(&items(MOST_ITEMS + 1)).expect_err("too many");
        assert!(
            refused.contains("at most 10000") && refused.contains("has 10001"),
            "{refused}"
        );
    }

    // Limit: MOST_TITLES in cardwright/src/series/cards.rs
    #[test]
    fn a_list_for_people_has_so_many_titles() {
        let list = |count: usize| {
            let uses = Uses {
                all: vec![
                    Use {
                        games: [1, 0, 0],
                        ..Use::default()
                    };
                    count
                ],
            };
            named(&uses.report(&items(count)), CardUse::is_never_open, "never open").unwrap_or_default()
        };
        assert_eq!(list(0), "");
        assert_eq!(list(2), "  never open: Goat, Goat");
        assert!(!list(MOST_TITLES).contains("more"));
        assert!(list(MOST_TITLES + 1).ends_with("Goat and 1 more"));
    }

    #[test]
    fn namesakes_are_told_apart() {
        let mut all = items(2);
        all[1].title = "Billy".to_owned();
        all.extend(items(1));
        told_apart(&mut all);
        let titles: Vec<&str> = all.iter().map(|item| item.title.as_str()).collect();
        assert_eq!(titles, ["Goat (0)", "Billy", "Goat (0)"]);
    }

    #[test]
    fn texts_of_other_lengths_or_digits_do_not_fit() {
        let texts = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        assert!(fits(&texts(&["012", "333"]), 2, 3) && fits(&[], 2, 0));
        for wrong in [
            &["012"][..],
            &["012", "33"],
            &["012", "334"],
            &["012", "33é"],
            &[],
        ] {
            assert!(!fits(&texts(wrong), 2, 3), "{wrong:?}");
        }
    }
}
