//! Charges: the breaks that concern each rule of a ledger.
//!
//! A comment is about what begins below it or on its line. All breaks there concern the rules that the comment names, but
//! for what a comment within names otherwise: what is closest to the line decides. Smallest breaks come first. Larger ones
//! count only if there is nothing smaller, and what concerns the rule loosely only if there is nothing else at all.

use super::{Break, Found, Scope};
use cardwright_documents::source::Location;
use std::collections::{BTreeMap, BTreeSet};

/// The most statements that a break removes; to remove more would be to remove more than one rule.
const MOST_TAKEN: usize = 8;

/// The nearness of a break to a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// The break changes one thing at the place that names the rule.
    Small,
    /// The break changes more at once, of which smaller breaks try each part.
    Large,
    /// The break is nearer to another comment, a use elsewhere, a reading or a fact beside rules.
    Loose,
}

/// The numbers of the breaks that concern a rule, each group smallest first. A group is tried only if no break of those
/// before it compiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Charges {
    /// The breaks of one thing at the place that names the rule.
    pub small: Vec<usize>,
    /// The breaks of several things at once.
    pub large: Vec<usize>,
    /// Breaks to which the place that names the rule is only a rough guide.
    pub loose: Vec<usize>,
}

impl Charges {
    /// The breaks, the nearest first.
    pub fn all(&self) -> impl Iterator<Item = usize> + '_ {
        let groups = self.small.iter().chain(&self.large).chain(&self.loose);
        groups.copied()
    }

    /// Whether there is no break.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// Keeps only these breaks.
    pub fn retain(&mut self, is_meant: &dyn Fn(usize) -> bool) {
        for group in [&mut self.small, &mut self.large, &mut self.loose] {
            group.retain(|&way| is_meant(way));
        }
    }

    fn of(ways: &BTreeMap<usize, Nearness>, breaks: &[super::FoundBreak]) -> Self {
        let group = |wanted: Nearness| {
            let own = ways.iter().filter(|(_, nearness)| **nearness == wanted);
            let mut own: Vec<usize> = own.map(|(&way, _)| way).collect();
            own.sort_by_key(|&way| (length(&breaks[way].way), way));
            own
        };
        Self {
            small: group(Nearness::Small),
            large: group(Nearness::Large),
            loose: group(Nearness::Loose),
        }
    }
}

fn length(way: &Break) -> usize {
    way.place.end - way.place.start
}

/// The breaks of each rule, each with its greatest nearness.
type Ways = BTreeMap<String, BTreeMap<usize, Nearness>>;

fn note(ways: &mut Ways, rule: &str, way: usize, nearness: Nearness) {
    let own = ways.entry(rule.to_owned()).or_default();
    let known = own.entry(way).or_insert(nearness);
    *known = nearness.min(*known);
}

impl Found<'_> {
    /// The breaks of each rule that content names. They are in the order of their places from here on.
    pub(super) fn charges(&mut self) -> BTreeMap<String, Charges> {
        self.breaks
            .sort_by_key(|one| (one.way.place.file, one.way.place.start, one.way.place.end));
        let breaks = &mut self.breaks;
        breaks.dedup_by(|one, other| one.way.place == other.way.place && one.way.with == other.way.with);
        let mut ways = Ways::new();
        for scope in &self.scopes {
            self.scope_charges(scope, &mut ways);
        }
        self.use_charges(&mut ways);
        self.reading_charges(&mut ways);
        let of = |(rule, ways): (String, BTreeMap<usize, Nearness>)| (rule, Charges::of(&ways, &self.breaks));
        ways.into_iter().map(of).collect()
    }

    /// Charges rules with the breaks in the text of a comment that names them.
    fn scope_charges(&self, scope: &Scope, ways: &mut Ways) {
        let nested: Vec<&Scope> = self
            .scopes
            .iter()
            .filter(|inner| inner.is_inside(scope))
            .collect();
        let inside: Vec<usize> = self.breaks_in(scope.place);
        let has_rules = inside.iter().any(|&way| !self.breaks[way].is_fact);
        for rule in &scope.rules {
            ways.entry(rule.clone()).or_default();
            // A comment further in says it closer.
            if nested.iter().any(|inner| inner.names(rule)) {
                continue;
            }
            for &way in &inside {
                let one = &self.breaks[way];
                let is_of_another = nested.iter().any(|inner| inner.holds(one.way.place));
                let nearness = match one.is_large {
                    _ if is_of_another || (has_rules && one.is_fact) => Nearness::Loose,
                    true => Nearness::Large,
                    false => Nearness::Small,
                };
                note(ways, rule, way, nearness);
            }
        }
    }

    /// The breaks at a place that take away no more than one rule.
    fn breaks_in(&self, place: Location) -> Vec<usize> {
        let from = (place.file, place.start);
        let at = |one: &super::FoundBreak| (one.way.place.file, one.way.place.start);
        let first = self.breaks.partition_point(|one| at(one) < from);
        let rest = self.breaks.iter().enumerate().skip(first);
        let here =
            rest.take_while(|(_, one)| one.way.place.file == place.file && one.way.place.start < place.end);
        let whole = here.filter(|(_, one)| one.way.place.end <= place.end && one.taken <= MOST_TAKEN);
        whole.map(|(way, _)| way).collect()
    }

    /// Charges the rules of a declaration with the breaks of everything that uses it.
    fn use_charges(&self, ways: &mut Ways) {
        for (name, place) in &self.used {
            let scopes = self.scopes.iter().filter(|scope| scope.place == *place);
            for rule in scopes.flat_map(|scope| &scope.rules) {
                let uses = self.breaks.iter().enumerate();
                let uses = uses.filter(|(_, one)| one.of.as_ref() == Some(name));
                uses.for_each(|(way, _)| note(ways, rule, way, Nearness::Loose));
            }
        }
    }

    /// Charges the rules of a reading with the breaks of the text that it names.
    fn reading_charges(&self, ways: &mut Ways) {
        for (rules, places) in &self.read {
            let is_read = |place: Location| {
                places
                    .iter()
                    .any(|read| read.file == place.file && read.start <= place.start && place.end <= read.end)
            };
            let read = self.breaks.iter().enumerate();
            let read: BTreeSet<usize> = read
                .filter(|(_, one)| is_read(one.way.place))
                .map(|(way, _)| way)
                .collect();
            for rule in rules {
                ways.entry(rule.clone()).or_default();
                read.iter()
                    .for_each(|&way| note(ways, rule, way, Nearness::Loose));
            }
        }
    }
}
