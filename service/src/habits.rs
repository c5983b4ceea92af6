//! Habits: the words that follow others in the rules of a project, so that the likeliest names come first.
//!
//! Counted are words by all their contexts (`contexts`), from one that says nothing to those that say most. A context that was
//! seen often says more than one that was seen rarely; so each is mixed with those that say less. The text that is being
//! written does not count itself.

use crate::blocks::blocks;
use crate::contexts::{Reader, SortOf, View, counted, hashed, joined};
use cardwright_compiler::Project;
use std::collections::{BTreeSet, HashMap};

/// How much each view says of the next word. Chosen on one half of some thousand words of the shipped cards, judged on the
/// other.
fn weight(view: View) -> f64 {
    match view {
        // Whatever has been written word for word is likeliest.
        View::Words => 0.55,
        // What the others see is seen here too, but oftener.
        View::Sorts => 0.25,
        // What stands as this argument elsewhere, whatever stands before it.
        View::Slot => 0.2,
        // What rules of this moment speak of: nothing else tells that where the last words are new.
        View::Moment => 0.4,
    }
}

/// How often a context has to be seen until it is believed as much as those that say less.
const DOUBT: f64 = 1.5;
/// How much the doubt grows with each different word that has followed: where many do, the next one may be new.
const DOUBT_OF_KIND: f64 = 0.5;

/// How often words follow contexts.
#[derive(Debug, Default)]
pub(crate) struct Habits {
    /// By a context and a word, or the sort of a word.
    counts: HashMap<u64, u32>,
    totals: HashMap<u64, Total>,
    words: BTreeSet<String>,
}

/// How often a context was seen.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    all: u32,
    /// How many different words have followed.
    kinds: u32,
}

/// The context that says nothing.
fn anywhere() -> u64 {
    hashed("anywhere")
}

/// Numbers of sorts differ from those of words.
fn hashed_sort(sort: &str) -> u64 {
    hashed(("sort", sort))
}

impl Habits {
    /// The habits of the rules of a system.
    pub(crate) fn of(project: &Project, system: &str, sort_of: SortOf<'_>) -> Self {
        let mut habits = Self::default();
        let is_of =
            |name: &str| name.split('/').any(|part| part == system) && !name.ends_with("phrasebook.yaml");
        let files = project
            .sources
            .iter()
            .filter(|(_, file)| file.is_read && is_of(&file.name));
        for (_, file) in files {
            for block in blocks(&file.name, &file.text) {
                habits.add(&block.text, sort_of);
            }
        }
        habits
    }

    /// The habits of one text.
    pub(crate) fn of_text(text: &str, sort_of: SortOf<'_>) -> Self {
        let mut habits = Self::default();
        habits.add(text, sort_of);
        habits
    }

    fn add(&mut self, text: &str, sort_of: SortOf<'_>) {
        let mut reader = Reader::new();
        for word in counted(text, sort_of) {
            let (itself, sort) = (hashed(word.itself.as_str()), hashed_sort(&word.sort));
            self.note(anywhere(), itself);
            for view in View::ALL {
                for context in reader.contexts(view) {
                    self.note(context, itself);
                    if view == View::Sorts {
                        *self.counts.entry(joined(context, sort)).or_default() += 1;
                    }
                }
            }
            reader.read(&word);
            if !self.words.contains(&word.itself) {
                self.words.insert(word.itself);
            }
        }
    }

    fn note(&mut self, context: u64, word: u64) {
        let count = self.counts.entry(joined(context, word)).or_default();
        *count += 1;
        let total = self.totals.entry(context).or_default();
        total.all += 1;
        total.kinds += u32::from(*count == 1);
    }

    fn count(&self, context: u64, word: u64) -> f64 {
        let count = self.counts.get(&joined(context, word));
        count.map_or(0.0, |count| f64::from(*count))
    }

    fn total(&self, context: u64) -> Total {
        self.totals.get(&context).copied().unwrap_or_default()
    }
}

/// A context that was seen elsewhere.
struct Known {
    context: u64,
    /// How often.
    all: f64,
    /// How much it is believed, from 0 to 1.
    trust: f64,
}

/// A place in a text, and the habits without those of the text itself.
pub(crate) struct Place<'a> {
    all: &'a Habits,
    own: Habits,
    sort_of: SortOf<'a>,
    /// The contexts by the views, from those that say least on.
    views: Vec<(View, Vec<Known>)>,
    /// The context of the last two words.
    pair: Option<u64>,
}

impl<'a> Place<'a> {
    /// A place behind a text; `own` is the text that does not count.
    pub(crate) fn new(all: &'a Habits, own: &str, before: &str, sort_of: SortOf<'a>) -> Self {
        let mut reader = Reader::new();
        counted(before, sort_of).iter().for_each(|word| reader.read(word));
        let words = reader.contexts(View::Words);
        let mut place = Self {
            all,
            own: Habits::of_text(own, sort_of),
            sort_of,
            views: Vec::new(),
            pair: words.get(1).or(words.first()).copied(),
        };
        for view in View::ALL {
            let contexts = std::iter::once(anywhere()).chain(reader.contexts(view));
            let known = contexts.filter_map(|context| place.known(context)).collect();
            place.views.push((view, known));
        }
        place
    }

    fn known(&self, context: u64) -> Option<Known> {
        let total = self.all.total(context);
        let all = f64::from(total.all) - f64::from(self.own.total(context).all);
        let doubt = DOUBT + DOUBT_OF_KIND * f64::from(total.kinds);
        (all > 0.0).then(|| Known {
            context,
            all,
            trust: all / (all + doubt),
        })
    }

    /// How often a word has followed a context elsewhere.
    fn count(&self, context: u64, word: u64) -> f64 {
        let count = self.all.count(context, word);
        if count > 0.0 {
            (count - self.own.count(context, word)).max(0.0)
        } else {
            0.0
        }
    }

    /// How often a word is used elsewhere.
    pub(crate) fn uses(&self, word: &str) -> f64 {
        self.count(anywhere(), hashed(word))
    }

    /// How likely a word is to follow here: the higher, the likelier.
    pub(crate) fn likelihood(&self, word: &str) -> f64 {
        let word = hashed(word);
        let views = self.views.iter();
        views
            .map(|(view, known)| weight(*view) * self.mixed(known, word))
            .sum()
    }

    /// How likely a name of the same sort as this one is to follow here, from 0 to 1.
    pub(crate) fn likelihood_of_sort(&self, name: &str) -> f64 {
        let sort = hashed_sort((self.sort_of)(name));
        let sorts = self.views.iter().find(|(view, _)| *view == View::Sorts);
        sorts.map_or(0.0, |(_, known)| self.mixed(known, sort))
    }

    /// The likelihood of a word in these contexts: the more often a context was seen, the more it counts.
    fn mixed(&self, contexts: &[Known], word: u64) -> f64 {
        contexts.iter().fold(0.0, |likelihood, known| {
            let share = self.count(known.context, word) / known.all;
            known.trust * share + (1.0 - known.trust) * likelihood
        })
    }

    /// All words that have followed the last two words before the place, as far as they are used elsewhere.
    pub(crate) fn followers(&self) -> Vec<String> {
        let Some(pair) = self.pair else { return Vec::new() };
        let words = self.all.words.iter();
        let follows = words.filter(|word| self.all.count(pair, hashed(word.as_str())) > 0.0);
        let used = follows.filter(|word| self.uses(word) > 0.0);
        used.cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Habits, Place};

    fn sort_of(name: &str) -> &'static str {
        if name.starts_with('v') { "\u{1}v" } else { "\u{1}n" }
    }

    #[test]
    fn what_often_follows_is_likelier() {
        let all = Habits::of_text("a is you and b is you and c is them", &sort_of);
        let place = Place::new(&all, "", "when d is", &sort_of);
        assert!(place.likelihood("you") > place.likelihood("them"));
        assert!(place.likelihood("them") > place.likelihood("nobody"));
        assert_eq!(place.followers(), [""; 0]);
        let place = Place::new(&all, "", "when c is", &sort_of);
        assert_eq!(place.followers(), ["them"]);
    }

    #[test]
    fn a_sort_is_known_where_the_name_is_new() {
        let all = Habits::of_text("run va(you) run vb(you) give na run vc(you)", &sort_of);
        let place = Place::new(&all, "", "run", &sort_of);
        assert!(place.likelihood_of_sort("vnew") > place.likelihood_of_sort("nnew"));
    }

    #[test]
    fn a_text_does_not_count_itself() {
        let text = "run alone(you)";
        let all = Habits::of_text(text, &sort_of);
        assert!(Place::new(&all, text, "run", &sort_of).likelihood("alone") < f64::EPSILON);
        assert!(Place::new(&all, "", "run", &sort_of).likelihood("alone") > 0.0);
    }

    #[test]
    fn what_the_same_moment_and_the_same_argument_have_elsewhere_is_likelier() {
        let rules = "at hurt.heal when na is nb { run give(you, nc) } at move.end when nd is ne { run nf }";
        let all = Habits::of_text(rules, &sort_of);
        let place = Place::new(&all, "", "before hurt.heal always { set x to", &sort_of);
        assert!(place.likelihood("nc") > place.likelihood("nf"));
        let place = Place::new(&all, "", "if yes { run give(them,", &sort_of);
        assert!(place.likelihood("nc") > place.likelihood("nd"));
    }
}
