//! A legal force at random: things join as long as the rules allow it and points are left, and what came of it is judged as it would
//! be played.

use super::made::made;
use super::offer::{Entry, Holder, places};
use super::picks::{ForcePick, Unit, key, picks, units};
use super::plan::Plan;
use super::trial::{Joined, Trial};

/// How often a force is begun anew that came out illegal.
const MOST_TRIES: u64 = 32;
/// How many things in a row may be refused before a force counts as full.
const MOST_REFUSED: usize = 40;
/// The most things that are picked at random.
const MOST_PICKED: usize = 40;
/// How many blanks there are of each kind.
pub(super) const BLANKS: usize = 44;
/// The most that a force costs where nothing limits it and the scenario has none.
const UNLIMITED: i64 = 100;
/// How much of the points goes to what stands on its own, in hundredths.
const FIRST: i64 = 75;

/// A row of numbers that look random (`SplitMix64`), the same for the same seed.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count.max(1)).unwrap_or(1);
        usize::try_from(self.next() % count).unwrap_or(0)
    }
}

/// A legal force that costs no more than it may; where nothing limits that, no more than what the scenario has.
///
/// # Errors
/// If none was found within the tries.
pub(super) fn random(
    plan: &Plan<'_>,
    empty: &Trial,
    entries: &[Entry],
    seed: u64,
) -> Result<Vec<ForcePick>, String> {
    let own = made(plan, &units(&plan.own_picks())?);
    let own = Trial::played(plan, &own).ok().and_then(|own| own.total);
    let own = own.filter(|&own| own > 0);
    let budget = empty.limit.or(own).unwrap_or(UNLIMITED);
    let mut last = String::new();
    for number in 0..MOST_TRIES {
        let chance = Chance(seed.wrapping_mul(MOST_TRIES).wrapping_add(number));
        let picked = picked(plan, empty, entries, (chance, budget));
        let force = made(plan, &units(&picked)?);
        let wrong = match force.problems.is_empty() {
            true => Trial::played(plan, &force).map_or_else(|wrong| wrong, |trial| trial.problems()),
            false => force.problems.clone(),
        };
        match wrong.first() {
            None if !picked.is_empty() => return Ok(picked),
            None => "nothing fits".clone_into(&mut last),
            Some(wrong) => last.clone_from(wrong),
        }
    }
    Err(format!("no legal force was found in {MOST_TRIES} tries: {last}"))
}

/// Things that join one by one: first what stands on its own, then what lies on it.
fn picked(
    plan: &Plan<'_>,
    empty: &Trial,
    entries: &[Entry],
    (mut chance, budget): (Chance, i64),
) -> Vec<ForcePick> {
    let heads = |entry: &&Entry| {
        plan.printed(&entry.card)
            .is_some_and(|def| stands_alone(plan, def))
    };
    let first: Vec<&Entry> = entries.iter().filter(heads).collect();
    let rest: Vec<&Entry> = entries.iter().filter(|entry| !heads(entry)).collect();
    let goal = if rest.is_empty() {
        budget
    } else {
        budget * FIRST / 100
    };
    let mut force = Force {
        plan,
        empty,
        now: None,
        units: Vec::new(),
        holders: Vec::new(),
    };
    force.fill(&first, &mut chance, goal);
    // What is dearest is had on its own.
    if force.units.is_empty() {
        force.fill(&first, &mut chance, budget);
    }
    force.fill(&rest, &mut chance, budget);
    picks(force.units.into_iter().map(|unit| (unit.card, unit.on)))
}

/// Whether it is a piece, or a card that brings some.
fn stands_alone(plan: &Plan<'_>, def: &cardwright_bytecode::pack::TemplateDef) -> bool {
    plan.is_piece(def) || plan.pick_of(def).is_some_and(|pick| pick.brings.is_some())
}

struct Force<'p, 'a> {
    plan: &'p Plan<'a>,
    empty: &'p Trial,
    now: Option<Joined>,
    units: Vec<Unit>,
    holders: Vec<Holder>,
}

impl Force<'_, '_> {
    /// Lets things join until points or things run out.
    fn fill(&mut self, entries: &[&Entry], chance: &mut Chance, goal: i64) {
        let mut refused = 0;
        while refused < MOST_REFUSED && self.units.len() < MOST_PICKED && !entries.is_empty() {
            let entry = entries[chance.below(entries.len())];
            match self.take(entry, chance, goal) {
                Some(()) => refused = 0,
                None => refused += 1,
            }
        }
    }

    fn take(&mut self, entry: &Entry, chance: &mut Chance, goal: i64) -> Option<()> {
        let def = self.plan.printed(&entry.card)?;
        // What costs nothing would join without end.
        if entry.cost <= 0 {
            return None;
        }
        let places = places(self.plan, self.empty, &self.holders, def);
        let (on, holder) = places.get(chance.below(places.len()))?.clone();
        let joined = match &self.now {
            Some(now) => self.empty.join_after(now, self.plan, def, holder)?,
            None => self.empty.join(self.plan, def, holder)?,
        };
        let fits = joined.refusal.is_none() && joined.total.is_none_or(|total| total <= goal);
        if !fits {
            return None;
        }
        let number = self.units.iter().filter(|unit| unit.card == entry.card).count() + 1;
        let key = key(&entry.card, number);
        let on = Some(on).filter(|on| !on.is_empty());
        self.units.push(Unit {
            card: entry.card.clone(),
            key: key.clone(),
            on,
        });
        // What the scenario could not place is taken back.
        if !made(self.plan, &self.units).problems.is_empty() {
            self.units.pop();
            return None;
        }
        if self.plan.is_piece(def) {
            self.holders.push(Holder {
                kind: usize::from(def.kind),
                key,
                entity: joined.entity,
            });
        }
        self.now = Some(joined);
        Some(())
    }
}
