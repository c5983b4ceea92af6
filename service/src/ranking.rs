//! The order of offers: the likeliest of all names and words that can be written at a place comes first.
//!
//! A name is likely as far as it follows what stands before (`habits`), and as far as names of its sort do. What the text has
//! already is likelier; what is not of the type that is asked for is less likely.

use crate::completion::Offer;
use crate::habits::Place;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The weights of an offer's chances, besides how often it follows the words before.
mod weights {
    /// The share of its sort that all names of a sort have together.
    pub(super) const SORT: f64 = 0.25;
    /// The least share of its sort that a name has which the text has already, or the facts of the card: it is about that.
    pub(super) const SPOKEN: f64 = 0.15;
    /// A word of the language that has never followed can stand here all the same.
    pub(super) const WORD: f64 = 0.002;
    /// The weight of labels and steps: there are few, and they are asked for where nothing else can stand.
    pub(super) const LABEL: f64 = 0.3;
    /// How often a name counts that was never used: somebody will be the first.
    pub(super) const NEW: f64 = 0.5;
    /// The factor for a name of another type, which begins a comparison only rarely.
    pub(super) const UNFIT: f64 = 0.05;
    /// A variable of another type does so more often: `when attacker is you`.
    pub(super) const UNFIT_VARIABLE: f64 = 0.2;
    /// The gain for each earlier use in the text, up to the third.
    pub(super) const BEFORE: f64 = 0.4;
    /// The gain for a name that only the text behind the place has.
    pub(super) const BEHIND: f64 = 1.0;
    /// A name that goes on otherwise than the letters that were typed has them somewhere.
    pub(super) const NOT_BEGUN: f64 = 0.2;
}

/// The sort of a name, and whether it is of the type that is asked for.
type Sort = (&'static str, bool);

/// The names that stand around a place.
pub(crate) struct Around {
    /// Those in its text before the place.
    pub(crate) before: Vec<String>,
    /// Those in its text behind the place.
    pub(crate) behind: Vec<String>,
    /// Those in the facts of its card.
    pub(crate) of_card: Vec<String>,
}

/// Gives the offers their chances.
pub(crate) struct Ranking<'a> {
    place: &'a Place<'a>,
    sort_of: &'a dyn Fn(&str) -> &'static str,
    /// How often the text has a name before the place.
    before: HashMap<&'a str, usize>,
    /// The names that it has behind.
    behind: HashSet<&'a str>,
    of_card: HashSet<&'a str>,
    /// How often the names of a sort are used elsewhere, all together.
    uses: HashMap<Sort, f64>,
    /// How many labels and steps there are.
    labels: usize,
}

impl<'a> Ranking<'a> {
    /// Offers at a place.
    pub(crate) fn new(
        place: &'a Place<'a>,
        sort_of: &'a dyn Fn(&str) -> &'static str,
        offers: &BTreeMap<String, Offer>,
        around: &'a Around,
    ) -> Self {
        let mut ranking = Self {
            place,
            sort_of,
            before: HashMap::new(),
            behind: around.behind.iter().map(String::as_str).collect(),
            of_card: around.of_card.iter().map(String::as_str).collect(),
            uses: HashMap::new(),
            labels: offers.values().filter(|one| is_label(one)).count(),
        };
        for name in &around.before {
            *ranking.before.entry(name).or_default() += 1;
        }
        for (name, offer) in offers.iter().filter(|(_, offer)| offer.what != "word") {
            let uses = place.uses(name) + weights::NEW;
            *ranking.uses.entry(ranking.sort(name, offer)).or_default() += uses;
        }
        ranking
    }

    fn sort(&self, name: &str, offer: &Offer) -> Sort {
        // A variable may have the name of something else.
        let name = if offer.what == "variable" { "" } else { name };
        ((self.sort_of)(name), offer.fits)
    }

    /// The chances of an offer, where some letters of it are there.
    pub(crate) fn score(&self, name: &str, offer: &Offer, typed: &str) -> f64 {
        let fits = match (offer.fits, offer.what) {
            (true, _) => 1.0,
            (false, "variable") => weights::UNFIT_VARIABLE,
            (false, _) => weights::UNFIT,
        };
        let begun = if name.starts_with(typed) {
            1.0
        } else {
            weights::NOT_BEGUN
        };
        // What has followed so far has proved that it can stand here, whatever is asked for.
        (self.place.likelihood(name) + self.of_sort(name, offer) * fits) * self.spoken(name) * begun
    }

    /// How much likelier a name is because the text has it already.
    fn spoken(&self, name: &str) -> f64 {
        let uses = self.before.get(name).copied().unwrap_or(0);
        if uses > 0 {
            return 1.0 + uses.min(3) as f64 * weights::BEFORE;
        }
        1.0 + if self.behind.contains(name) {
            weights::BEHIND
        } else {
            0.0
        }
    }

    /// The chances that an offer has because of its sort: most, if it is used often and few others can stand here.
    fn of_sort(&self, name: &str, offer: &Offer) -> f64 {
        if offer.what == "word" {
            return weights::WORD;
        }
        if is_label(offer) {
            return weights::LABEL / self.labels.max(1) as f64;
        }
        let sort = self.sort(name, offer);
        let all = self.uses.get(&sort).copied().unwrap_or(1.0);
        let likelihood = self
            .place
            .likelihood_of_sort(if offer.what == "variable" { "" } else { name });
        let of_uses = weights::SORT * (self.place.uses(name) + weights::NEW) / all;
        let is_spoken =
            self.before.contains_key(name) || self.behind.contains(name) || self.of_card.contains(name);
        let share = if is_spoken {
            of_uses.max(weights::SPOKEN)
        } else {
            of_uses
        };
        likelihood * share
    }
}

fn is_label(offer: &Offer) -> bool {
    matches!(offer.what, "label" | "step")
}
