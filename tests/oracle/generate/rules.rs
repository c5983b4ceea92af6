//! Generated rules and their gates.

use super::{Callable, Generator, Procedure, SETS, Scope, T};
use std::fmt::Write;

impl Generator<'_> {
    /// A rule; `owned` if it belongs to a card or piece.
    pub(super) fn rule(&mut self, home: &Scope, owned: bool) -> String {
        match self.entropy.pick(9) {
            0 | 1 => self.modify(home),
            2 => self.permit(home),
            3 => self.option(home, owned),
            4 if self.entropy.rarely(2) => self.lend(home),
            5 if self.entropy.rarely(2) => self.silence(home),
            6 => self.at_change(home, owned),
            _ => self.trigger(home, owned),
        }
    }

    fn modify(&mut self, home: &Scope) -> String {
        let at = self.entropy.pick(self.values.len());
        let Callable { name, params, .. } = self.values[at].clone();
        let (about, params) = self.about(&params, home, at);
        let name = name + &about;
        let scope = Scope {
            pure: true,
            values: Some(at),
            ..home.clone().with(&params, |_| false)
        };
        let result = self.values[at].result;
        let when = self.when(&scope);
        if !result.is_quantity() {
            return format!("replace {name} with {} {when}\n", self.expr(result, &scope, 2));
        }
        let amount = match self.entropy.pick(7) {
            0 | 1 => format!("+ {}", self.expr(result, &scope, 2)),
            2 | 3 => format!("- {}", self.expr(result, &scope, 2)),
            4 => format!("* ({})", self.expr(T::Number, &scope, 1)),
            5 => {
                let rounded = *self.entropy.one(&["", " rounded up"]);
                format!("/ ({}){rounded}", self.expr(T::Number, &scope, 1))
            }
            _ => return format!("replace {name} with {} {when}\n", self.expr(result, &scope, 2)),
        };
        if self.entropy.pick(2) == 0 {
            return format!("modify {name} {amount} {when}\n");
        }
        // A written number goes one way only, and takes only the bound on that side; a sum may go both.
        let sum = match amount.starts_with(['+', '-']) {
            true => format!(" + {}", self.expr(result, &scope, 1)),
            false => String::new(),
        };
        let words: &[&str] = &["to at least", "to at most"];
        let first = self.entropy.pick(3);
        let mut bounds = String::new();
        for word in if first == 2 { words } else { &words[first..=first] } {
            let _ = write!(bounds, " {word} {}", self.expr(result, &scope, 1));
        }
        format!("modify {name} {amount}{sum}{bounds} {when}\n")
    }

    fn permit(&mut self, home: &Scope) -> String {
        let (about, params) = self.about(&[("pm".to_owned(), T::Mug)], home, self.values.len());
        let scope = Scope {
            pure: true,
            values: Some(self.values.len()),
            ..home.clone().with(&params, |_| false)
        };
        let word = *self.entropy.one(&["forbid", "allow"]);
        format!("{word} pour{about} {}\n", self.when(&scope))
    }

    /// Which arguments a rule is about, and the parameters with the names that it gives them.
    fn about(&mut self, params: &[(String, T)], home: &Scope, values: usize) -> (String, Vec<(String, T)>) {
        let mut named = params.to_vec();
        if params.is_empty() || self.entropy.pick(2) == 0 {
            return (String::new(), named);
        }
        let scope = Scope {
            pure: true,
            values: Some(values),
            ..home.clone()
        };
        let labels = self.entropy.pick(2) == 0;
        let mut all = Vec::new();
        for (at, (param, ty)) in params.iter().enumerate() {
            let meant = match self.entropy.pick(4) {
                0 if labels && !(all.is_empty() && at + 1 == params.len()) => continue,
                0 => "any".to_owned(),
                1 => {
                    let name = self.name("called");
                    named[at].0.clone_from(&name);
                    format!("{} {name}", ty.text())
                }
                _ => self.expr(*ty, &scope, 2),
            };
            all.push(match labels {
                true => format!("{param}: {meant}"),
                false => meant,
            });
        }
        (format!("({})", all.join(", ")), named)
    }

    /// A rule that lends abilities. It asks for nothing that could depend on it.
    fn lend(&mut self, home: &Scope) -> String {
        let scope = self.settled(home);
        let sort = *self.entropy.one(&[T::Mug, T::Lid]);
        let (from, to) = (self.expr(sort, &scope, 1), self.expr(sort, &scope, 1));
        format!("lend abilities of {from} to {to} {}\n", self.when(&scope))
    }

    fn silence(&mut self, home: &Scope) -> String {
        let scope = self.settled(home);
        let sort = *self.entropy.one(&[T::Mug, T::Lid]);
        let whom = self.expr(sort, &scope, 1);
        format!("silence {whom} {}\n", self.when(&scope))
    }

    fn settled(&self, home: &Scope) -> Scope {
        Scope {
            pure: true,
            values: Some(0),
            ..home.clone()
        }
    }

    fn when(&mut self, scope: &Scope) -> String {
        match self.entropy.pick(3) {
            0 => "always".to_owned(),
            _ => format!("when {}", self.expr(T::Bool, scope, 3)),
        }
    }

    fn option(&mut self, home: &Scope, owned: bool) -> String {
        let scope = Scope {
            no_offers: true,
            in_rule: true,
            ..home.clone().with(&[("om".to_owned(), T::Mug)], |_| false)
        };
        let label = self.name("Deed");
        let (gate, scope) = self.gate(&scope, owned, None);
        format!("deed \"{label}\" {gate}{}\n", self.block(&scope, 2, 1))
    }

    fn trigger(&mut self, home: &Scope, owned: bool) -> String {
        let at = self.entropy.pick(self.procedures.len());
        let Procedure {
            name,
            params,
            slots,
            steps,
            ..
        } = self.procedures[at].clone();
        // What a procedure was given stays as it is; its own names rules may change.
        let own = &slots[params.len()..];
        let window = self.window(&name, &steps);
        let scope = Scope {
            procedures: at,
            in_rule: true,
            // The game itself ends only with an outcome.
            window: (name != "game").then(|| name.clone()),
            ..home.clone().with(&params, |_| false).with(own, T::lasts)
        };
        let (during, scope) = self.during(Some(at), scope);
        let may = self.entropy.pick(3) == 1;
        let label = self.name("Rule");
        let (gate, inner) = self.gate(&scope, owned, Some(may));
        let body = self.block(&inner, 3, 2);
        let otherwise = match may && self.entropy.pick(2) == 1 {
            true => format!(" else {}", self.block(&scope, 2, 0)),
            false => String::new(),
        };
        // Only what somebody may decline has a label that is read.
        let label = if may {
            format!(" \"{label}\"")
        } else {
            String::new()
        };
        format!("{window}{during}{label} {gate}{body}{otherwise}\n")
    }

    /// A run around the window of a procedure, or around a change; and the names with those of that run.
    pub(super) fn during(&mut self, inner: Option<usize>, scope: Scope) -> (String, Scope) {
        if !self.entropy.rarely(3) {
            return (String::new(), scope);
        }
        let at = self.entropy.pick(self.procedures.len());
        if inner == Some(at) {
            return (String::new(), scope);
        }
        let Procedure { name, slots, .. } = self.procedures[at].clone();
        // Some are called what they are, others get a name.
        let (text, run) = match self.entropy.pick(2) {
            0 => (format!(" during {name}"), name),
            _ => {
                let run = self.name("run");
                (format!(" during {name} as {run}"), run)
            }
        };
        let names: Vec<(String, T)> = slots
            .iter()
            .map(|(slot, ty)| (format!("({slot} of {run})"), *ty))
            .collect();
        (text, scope.with(&names, |_| false))
    }

    /// A window of a procedure, or several of which each is replaced or none.
    fn window(&mut self, name: &str, steps: &[String]) -> String {
        let of_step = self.entropy.pick(2) == 1;
        let moments: &[&str] = if of_step {
            &["before", "at", "after", "instead of"]
        } else {
            &["before", "after"]
        };
        let moment = *self.entropy.one(moments);
        let step = match of_step {
            true => format!(".{}", self.entropy.one(steps)),
            false => String::new(),
        };
        let mut text = format!("{moment} {name}{step}");
        if moment != "instead of" && self.entropy.rarely(3) {
            // One that the first cannot be.
            let second = if moment == "after" { "before" } else { "after" };
            let _ = write!(text, " or {second} {name}");
            if self.entropy.pick(2) == 1 {
                let _ = write!(text, ".{}", self.entropy.one(steps));
            }
        }
        text
    }

    /// A gate, and what the body knows with it; an option has no `may`.
    fn gate(&mut self, scope: &Scope, owned: bool, trigger: Option<bool>) -> (String, Scope) {
        let pure = Scope {
            pure: true,
            ..scope.clone()
        };
        let may = trigger == Some(true);
        let by = may && (!owned || self.entropy.pick(2) == 1);
        let mut text = self.when(&pure);
        let decides = by || (owned && trigger.is_some());
        let (choosing, inner) = self.choosing(&pure, scope, decides);
        text.push_str(&choosing);
        if self.entropy.pick(2) == 1 {
            let times = *self.entropy.one(&["once", "twice", "3 times"]);
            let per = match self.entropy.pick(2) {
                0 => "game".to_owned(),
                _ => self.entropy.one(&self.procedures.clone()).name.clone(),
            };
            let _ = write!(text, " {times} per {per}");
            if owned && self.entropy.rarely(3) {
                text.push_str(" shared");
            }
            if self.entropy.rarely(3) {
                let _ = write!(text, " for {}", self.expr(T::Mug, &pure, 1));
            }
        }
        if self.entropy.rarely(3) {
            text.push_str(" never within itself");
        }
        if may {
            text.push_str(" may");
            if by {
                let _ = write!(text, " by {}", self.expr(T::Player, &pure, 2));
            }
        }
        text.push_str(&self.cost(&pure));
        text.push(' ');
        (text, inner)
    }

    /// From what the gate lets somebody choose; by whom, it need not say where the rule says who decides.
    fn choosing(&mut self, pure: &Scope, scope: &Scope, decides: bool) -> (String, Scope) {
        if !self.entropy.rarely(4) {
            return (String::new(), scope.clone());
        }
        let ty = *self.entropy.one(&SETS);
        let (name, set) = (self.name("c"), self.expr(ty, pure, 2));
        let by = match decides && self.entropy.pick(2) == 1 {
            true => String::new(),
            false => format!(" by {}", self.expr(T::Player, pure, 1)),
        };
        let inner = scope.clone().with(&[(name.clone(), ty.member())], |_| false);
        (format!(" choosing {name} from ({set}){by} \"Which?\""), inner)
    }

    fn cost(&mut self, scope: &Scope) -> String {
        let (amount, mug) = (self.entropy.pick(3), self.expr(T::Mug, scope, 1));
        match self.entropy.pick(7) {
            6 => self.cost_by_procedure(scope),
            0 => format!(" cost {{ spend {amount} drop from {mug} }}"),
            1 => format!(" cost {{ place {amount} drop on {mug} spend 1 chip from {mug} }}"),
            2 => format!(" cost {{ discard {} }}", self.expr(T::Lid, scope, 1)),
            _ => String::new(),
        }
    }

    /// A cost that a procedure pays.
    fn cost_by_procedure(&mut self, scope: &Scope) -> String {
        let known = &self.procedures[..scope.procedures.min(self.procedures.len())];
        let pays: Vec<Procedure> = known
            .iter()
            .filter(|procedure| procedure.gives == Some(T::Bool))
            .cloned()
            .collect();
        if pays.is_empty() || self.runs_left == 0 {
            return String::new();
        }
        self.runs_left -= 1;
        let Procedure { name, params, .. } = self.entropy.one(&pays).clone();
        let arguments = self.passed(&name, &params, scope, 1);
        let possible = self.expr(T::Bool, scope, 2);
        format!(" cost {{ run {name}({arguments}) if {possible} }}")
    }
}
