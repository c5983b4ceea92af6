//! A question that is answered by numbered actions, one at a time: what `cardwright/numbers.py` calls steps.
//!
//! ```text
//!   0 ... A-3   the options of this page, or some legal places
//!   A-2         further: the next page
//!   A-1         done: nothing more is chosen
//! ```
//!
//! Where several options are chosen they are taken one after another, in ascending order unless their order matters. So every answer
//! is reached in exactly one way. `numbers.Steps` says the same in Python; a test holds the two against each other.

use cardwright::{Answer, Decision, Game};

/// The fewest actions: an option, further, done.
pub(crate) const LEAST_ACTIONS: usize = 3;

/// How many actions there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// All of them, at least [`LEAST_ACTIONS`].
    pub(crate) actions: usize,
    /// Those that are places, if a place is asked for.
    pub(crate) places: usize,
}

/// How far the answer to the open question has come. Places are drawn only when somebody looks at them or takes one: most of them
/// nobody ever sees.
#[derive(Debug)]
pub(crate) struct Turn {
    size: Size,
    pub(crate) chosen: Vec<usize>,
    pub(crate) page: usize,
    /// Places come from this number, so that the game's own chance does not show.
    seed: u64,
}

impl Turn {
    /// Nothing is asked.
    pub(crate) fn none(size: Size) -> Self {
        Self {
            size,
            chosen: Vec::new(),
            page: 0,
            seed: 0,
        }
    }

    /// The beginning of an answer to the open question, after so many decisions.
    pub(crate) fn new(decision: &Decision, decisions: u64, size: Size) -> Self {
        let mut turn = Self {
            seed: decisions,
            ..Self::none(size)
        };
        turn.turn_to_legal(decision);
        turn
    }

    /// The places that can be chosen.
    pub(crate) fn places(&self, game: &Game) -> Vec<Answer> {
        game.some_places(self.seed, 0..self.size.places)
    }

    fn further(&self) -> usize {
        self.size.actions - 2
    }

    fn done(&self) -> usize {
        self.size.actions - 1
    }

    /// The options that can be taken now, on all pages.
    fn open<'a>(&'a self, decision: &'a Decision) -> impl Iterator<Item = usize> + 'a {
        let (count, chosen) = (decision.options.len(), self.chosen.len());
        let range = if decision.place.is_some() {
            0..self.size.places
        } else if chosen >= decision.most {
            0..0
        } else if decision.ordered {
            0..count
        } else {
            let still = decision.least.saturating_sub(chosen).max(1);
            let first = self.chosen.last().map_or(0, |&last| last + 1);
            first..(count + 1).saturating_sub(still)
        };
        range.filter(|option| !decision.ordered || !self.chosen.contains(option))
    }

    /// The page after this one that has an option; after the last one the first.
    fn next_page(&self, decision: &Decision) -> Option<usize> {
        let pages = || self.open(decision).map(|option| option / self.further());
        pages()
            .filter(|&page| page > self.page)
            .min()
            .or_else(|| pages().min())
    }

    fn is_here(&self, option: usize) -> bool {
        option / self.further() == self.page
    }

    fn turn_to_legal(&mut self, decision: &Decision) {
        if !self.open(decision).any(|option| self.is_here(option)) {
            self.page = self.next_page(decision).unwrap_or(self.page);
        }
    }

    /// The actions that take an option, each with its option.
    pub(crate) fn shown<'a>(&'a self, decision: &'a Decision) -> impl Iterator<Item = (usize, usize)> + 'a {
        let first = self.page * self.further();
        let here = self.open(decision).filter(|&option| self.is_here(option));
        here.map(move |option| (option - first, option))
    }

    /// For each action, whether it can be taken now.
    pub(crate) fn mask(&self, decision: &Decision, mask: &mut [u8]) {
        mask.fill(0);
        let (mut is_open, mut is_elsewhere) = (false, false);
        for option in self.open(decision) {
            is_open = true;
            match self.is_here(option) {
                true => mask[option % self.further()] = 1,
                false => is_elsewhere = true,
            }
        }
        mask[self.further()] = u8::from(is_elsewhere);
        let is_enough = match decision.place {
            Some(_) => decision.least == 0 || !is_open,
            None => self.chosen.len() >= decision.least,
        };
        mask[self.done()] = u8::from(is_enough);
    }

    /// Takes an action that the mask allows; gives the answer once it is whole.
    pub(crate) fn act(&mut self, game: &Game, decision: &Decision, action: usize) -> Option<Answer> {
        if action == self.done() {
            return Some(match decision.place {
                Some(_) if decision.least > 0 => decision.default.clone(),
                Some(_) => Answer::nothing(),
                None => Answer::Options(std::mem::take(&mut self.chosen)),
            });
        }
        if action == self.further() {
            self.page = self.next_page(decision).unwrap_or(self.page);
            return None;
        }
        if decision.place.is_some() {
            let place = game.some_places(self.seed, action..action + 1).pop();
            return Some(place.unwrap_or_else(|| decision.default.clone()));
        }
        self.chosen.push(self.page * self.further() + action);
        if self.chosen.len() == decision.most {
            return Some(Answer::Options(std::mem::take(&mut self.chosen)));
        }
        self.turn_to_legal(decision);
        None
    }
}
