//! Generated rules at changes.

use super::{Callable, Generator, Scope, T};
use std::fmt::Write;

/// The readings that can change, with their owners and their types; `OF` is the owner.
const READINGS: [(&str, T, T); 9] = [
    ("level of OF", T::Mug, T::Number),
    ("reach of OF", T::Mug, T::Length),
    ("drop on OF", T::Mug, T::Number),
    ("chip on OF", T::Player, T::Number),
    ("colour of OF", T::Mug, T::Hue),
    ("mate of OF", T::Mug, T::Mug),
    ("wet of OF", T::Mug, T::Bool),
    ("holder of OF", T::Lid, T::Thing),
    ("owner of OF", T::Mug, T::Player),
];

impl Generator<'_> {
    /// A rule at a change: each once in a game, so that no two set each other off for ever.
    pub(super) fn at_change(&mut self, home: &Scope, owned: bool) -> String {
        let (mut text, names) = self.change(home);
        let scope = Scope {
            procedures: 0,
            no_effects: true,
            no_offers: true,
            ..home.clone().with(&names, |_| false)
        };
        let (during, scope) = self.during(None, scope);
        text.push_str(&during);
        let may = self.entropy.pick(3) == 1;
        let label = self.name("Change");
        let pure = Scope {
            pure: true,
            ..scope.clone()
        };
        let when = match self.entropy.pick(2) {
            0 => "always".to_owned(),
            _ => format!("when {}", self.expr(T::Bool, &pure, 2)),
        };
        if may {
            let _ = write!(text, " \"{label}\"");
        }
        let _ = write!(text, " {when} once per game");
        if may {
            let _ = write!(text, " may");
            if !owned {
                let _ = write!(text, " by {}", self.expr(T::Player, &pure, 1));
            }
        }
        format!("{text} {}\n", self.block(&scope, 2, 1))
    }

    /// The head of a rule at a change, and the names that it has.
    fn change(&mut self, home: &Scope) -> (String, Vec<(String, T)>) {
        match self.entropy.pick(8) {
            0 => self.end_of_effect(),
            1 => self.lid_changes(),
            2 if self.states.iter().any(|state| state.1 == T::Number) => {
                let state = self.states.iter().find(|state| state.1 == T::Number);
                let name = state.map_or_else(String::new, |state| state.0.clone());
                let text = format!("after {name} {}", self.verb(T::Number, home));
                (text, read(T::Number))
            }
            _ => {
                let (reading, kind, ty) = *self.entropy.one(&READINGS);
                let (of, mut names) = self.whom(kind, home);
                names.extend(read(ty));
                let text = format!("after {} {}", reading.replace("OF", &of), self.verb(ty, home));
                (text, names)
            }
        }
    }

    /// Any one of a kind; or, if the rule has one, an entity with a name.
    fn whom(&mut self, kind: T, home: &Scope) -> (String, Vec<(String, T)>) {
        let known: Vec<String> = home
            .known
            .iter()
            .filter(|known| known.ty == kind && !known.changes)
            .map(|known| known.name.clone())
            .collect();
        if !known.is_empty() && self.entropy.pick(2) == 1 {
            return (self.entropy.one(&known).clone(), Vec::new());
        }
        let name = self.name("w");
        (format!("{} {name}", kind.text()), vec![(name, kind)])
    }

    fn verb(&mut self, ty: T, home: &Scope) -> String {
        let pure = Scope {
            pure: true,
            values: Some(0),
            ..home.clone()
        };
        match self.entropy.pick(4) {
            0 if ty.is_quantity() => "rises".to_owned(),
            1 if ty.is_quantity() => "falls".to_owned(),
            2 if ty.is_quantity() => {
                let verb = *self.entropy.one(&["rises", "falls"]);
                format!("{verb} to {}", self.expr(ty, &pure, 1))
            }
            3 if ty == T::Hue => format!("changes to {}", self.expr(ty, &pure, 1)),
            _ => "changes".to_owned(),
        }
    }

    fn end_of_effect(&mut self) -> (String, Vec<(String, T)>) {
        let Callable { name, params, .. } = self.entropy.one(&self.effects.clone()).clone();
        let verb = *self.entropy.one(&["starts", "ends", "ends"]);
        (format!("after {name} {verb}"), params)
    }

    fn lid_changes(&mut self) -> (String, Vec<(String, T)>) {
        let name = self.name("w");
        let verb = *self.entropy.one(&["turns", "leaves play", "enters play"]);
        (format!("after lid {name} {verb}"), vec![(name, T::Lid)])
    }
}

fn read(ty: T) -> Vec<(String, T)> {
    vec![("was".to_owned(), ty), ("now".to_owned(), ty)]
}
