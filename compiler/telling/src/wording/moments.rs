//! Windows, as clauses of time: `after you attack`, `when the dice are modified`.

use super::clauses::conjuncts;
use super::english::is_clause;
use super::{Scene, Wording, both, nouns, possessive, spaced};
use cardwright_bytecode::pack::{Home, Moment, ProcedureDef, Until};
use cardwright_trees::{Body, Expr, ExprKind, Operation};

/// A name of the procedure at hand of which the time already says who it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role {
    /// Its number among the procedure's.
    pub(super) slot: usize,
    /// Whether it is this card; else it is you.
    pub(super) card: bool,
}

/// The run that must go on around a window, in words.
pub(super) enum Around {
    /// A clause for the part that you play in it: `you attack`.
    Yours(String),
    /// A noun: `an attack`.
    Any(String),
}

impl<'a> Wording<'a> {
    /// The run that must go on around the window. What says so is taken out of the conditions, and so is what says which
    /// part you play in it, if the system has a phrase for that.
    pub(super) fn around(&self, scene: Scene<'a>, conditions: &mut Vec<&'a Expr>) -> Option<Around> {
        let (at, number) = conditions
            .iter()
            .enumerate()
            .find_map(|(at, part)| match part.kind {
                ExprKind::InRun(procedure) => Some((at, procedure)),
                _ => None,
            })?;
        let procedure = self.pack.procedures.get(number)?;
        conditions.remove(at);
        let part = |part: &Expr| {
            let ExprKind::Operation(Operation::Equal, first, second) = &part.kind else {
                return None;
            };
            let of = |slot: &Expr, other: &Expr| match slot.kind {
                ExprKind::RunSlot(of, slot) if of == number && self.is_you(scene, other) => Some(slot),
                _ => None,
            };
            let slot = of(first, second).or_else(|| of(second, first))?;
            let slot = &procedure.slots.get(slot)?.name;
            self.phrase(&format!("{} as {slot}", procedure.name))
        };
        let told = conditions
            .iter()
            .enumerate()
            .find_map(|(at, condition)| Some((at, part(condition)?)));
        Some(match told {
            Some((at, phrase)) => {
                conditions.remove(at);
                Around::Yours(phrase)
            }
            None => Around::Any(self.run_around(procedure)),
        })
    }

    /// When a window is. If the system has a phrase for the part that the conditions say you, or this card, play in it,
    /// that condition is taken out, and the phrase says it.
    pub(super) fn moment(
        &self,
        scene: Scene<'a>,
        window: u32,
        which: Option<&'a Expr>,
        conditions: &mut Vec<&'a Expr>,
    ) -> (String, Option<Role>) {
        if let Some((event, role)) = self.change(scene, window, which) {
            return (format!("after {event}"), role);
        }
        let roles = conditions
            .iter()
            .enumerate()
            .filter_map(|(at, part)| Some((at, self.role(scene, part)?)));
        let told = roles
            .filter_map(|(at, role)| Some((at, role, self.window_as(window, role)?)))
            .next();
        match told {
            Some((at, role, moment)) => {
                conditions.remove(at);
                (moment, Some(role))
            }
            None => self.due(scene, window, conditions),
        }
    }

    /// A window, whoever is concerned. In one without words something falls due, and a condition says what; the system may
    /// have a phrase for that (`moment what = fall`) as you, or this card, play a part in it (`moment what = fall as victim`).
    fn due(&self, scene: Scene<'a>, window: u32, conditions: &mut Vec<&'a Expr>) -> (String, Option<Role>) {
        let plain = self.window(window);
        if !plain.is_empty() {
            return (plain, None);
        }
        let found = conditions.iter().enumerate().find_map(|(what, part)| {
            let key = self.what_falls_due(scene, part)?;
            let mut roles = conditions.iter().enumerate();
            roles.find_map(|(at, part)| {
                let role = self.role(scene, part)?;
                let phrase = self.phrase(&format!("{key} as {}", self.slot_name(scene, role.slot)?))?;
                Some((what, at, phrase, role))
            })
        });
        let Some((what, at, phrase, role)) = found else {
            return (plain, None);
        };
        conditions.remove(what.max(at));
        conditions.remove(what.min(at));
        (format!("when {phrase}"), Some(role))
    }

    /// The key of the phrase for what a condition says that falls due.
    fn what_falls_due(&self, scene: Scene<'a>, part: &Expr) -> Option<String> {
        let ExprKind::Operation(Operation::Equal, first, second) = &part.kind else {
            return None;
        };
        let (ExprKind::Slot(slot), ExprKind::Constant(n)) = (&first.kind, &second.kind) else {
            return None;
        };
        let procedure = self.pack.procedures.find(scene.function.context?)?;
        let name = self.slot_name(scene, *slot)?;
        Some(format!(
            "{} {name} = {}",
            procedure.name,
            self.written(second.ty, *n)
        ))
    }

    fn slot_name(&self, scene: Scene<'a>, slot: usize) -> Option<&'a str> {
        let procedure = self.pack.procedures.find(scene.function.context?)?;
        procedure.slots.get(slot).map(|slot| slot.name.as_str())
    }

    /// The part of which a condition says that you, or this card, play it.
    fn role(&self, scene: Scene<'a>, part: &Expr) -> Option<Role> {
        let ExprKind::Operation(Operation::Equal, first, second) = &part.kind else {
            return None;
        };
        let of = |slot: &Expr, other: &Expr| {
            let ExprKind::Slot(slot) = slot.kind else {
                return None;
            };
            let card = !scene.piece && nouns::is_here(scene, other);
            (card || self.is_you(scene, other)).then_some(Role { slot, card })
        };
        of(first, second).or_else(|| of(second, first))
    }

    fn window_as(&self, window: u32, role: Role) -> Option<String> {
        let def = self.pack.windows.get(window as usize)?;
        let procedure = self.pack.procedures.find(def.procedure)?;
        let slot = &procedure.slots.get(role.slot)?.name;
        let moment = word(def.moment);
        let whole = self.phrase(&format!("{} as {slot}", procedure.name));
        let Some(step) = def.step.and_then(|step| procedure.steps.get(step as usize)) else {
            return Some(format!("{moment} {}", whole?));
        };
        if let Some(phrase) = self.phrase(&format!("{}.{step} as {slot}", procedure.name)) {
            return Some(format!("{moment} {phrase}"));
        }
        let window = match def.moment {
            Moment::At => self.window(window).replacen("when ", "as ", 1),
            _ => self.window(window),
        };
        Some(format!("when {}, {window}", whole?))
    }

    /// The words for the moment of a window, whoever is concerned.
    pub(super) fn window(&self, window: u32) -> String {
        let Some(def) = self.pack.windows.get(window as usize) else {
            return String::new();
        };
        let Some(procedure) = self.pack.procedures.find(def.procedure) else {
            return String::new();
        };
        if let Some(event) = self.any_change(window) {
            return format!("after {event}");
        }
        let (moment, noun) = (word(def.moment), self.procedure(procedure));
        let Some(step) = def.step.and_then(|step| procedure.steps.get(step as usize)) else {
            return format!("{moment} {noun}");
        };
        match self.phrase(&format!("{}.{step}", procedure.name)) {
            Some(phrase) if phrase.is_empty() => phrase,
            Some(phrase) => format!("{moment} {phrase}"),
            None => {
                let moment = if def.moment == Moment::At { "in" } else { moment };
                let of = if is_clause(&noun) { "when" } else { "of" };
                format!("{moment} the {} step {of} {noun}", spaced(step))
            }
        }
    }

    /// Until when an effect lasts: the window that ends it, what must be so there, and how often it must come.
    pub(super) fn until(&self, until: Until, home: Home, times: Option<&str>) -> String {
        let scene = until.condition.and_then(|condition| self.scene(home, condition));
        let told = match scene.map(|scene| (scene, &scene.function.body)) {
            Some((scene, Body::Gives(condition))) => self.until_where(scene, until, condition),
            _ => self.until_window(until.window.number(), until.next),
        };
        match times {
            Some(times) => format!("{told}, {}", nth(times)),
            None => told,
        }
    }

    /// Until a run that is yours, or somebody else's, if the system has words for it.
    fn until_yours(&self, scene: Scene<'a>, until: Until, condition: &'a Expr) -> Option<String> {
        let (slot, whose) = match self.role(scene, condition).filter(|role| !role.card) {
            Some(role) => (role.slot, "your".to_owned()),
            None => self.slot_of_somebody(scene, condition)?,
        };
        let def = self.pack.windows.find(until.window)?;
        let procedure = self.pack.procedures.find(def.procedure)?;
        let slot = &procedure.slots.get(slot)?.name;
        let whole = self.phrase(&format!("{} as {slot}", procedure.name))?;
        let yours = whole.strip_prefix("your ")?;
        match (def.step, def.moment) {
            (None, Moment::After) if until.next => Some(format!("until the end of {whose} next {yours}")),
            (None, Moment::After) => Some(format!("until the end of {whose} {yours}")),
            (Some(step), _) if whose == "your" && !until.next => {
                let step = procedure.steps.get(step as usize)?;
                let phrase = self.phrase(&format!("{}.{step} as {slot}", procedure.name))?;
                Some(format!("until {phrase}"))
            }
            _ => None,
        }
    }

    /// The name of a procedure of which a condition says whom it means, and the owner's form of that.
    fn slot_of_somebody(&self, scene: Scene<'a>, condition: &Expr) -> Option<(usize, String)> {
        let ExprKind::Operation(Operation::Equal, first, second) = &condition.kind else {
            return None;
        };
        match (&first.kind, &second.kind) {
            (ExprKind::Slot(slot), ExprKind::Local(_)) => {
                Some((*slot, possessive(&self.noun(scene, second))))
            }
            (ExprKind::Local(_), ExprKind::Slot(slot)) => Some((*slot, possessive(&self.noun(scene, first)))),
            _ => None,
        }
    }

    /// Until something that you do, where one of the conditions says so and the system has words for it: with the others.
    fn until_you(
        &self,
        scene: Scene<'a>,
        until: Until,
        conditions: &[&'a Expr],
    ) -> Option<(String, Vec<&'a Expr>)> {
        let def = self.pack.windows.find(until.window)?;
        let procedure = self.pack.procedures.find(def.procedure)?;
        if def.step.is_some() || def.moment == Moment::After {
            return None;
        }
        let mut parts = Vec::new();
        conditions
            .iter()
            .for_each(|condition| conjuncts(condition, &mut parts));
        let of_you = |part: &Expr| {
            let ExprKind::Operation(Operation::Equal, first, second) = &part.kind else {
                return None;
            };
            let slot = match (&first.kind, &second.kind) {
                (ExprKind::Slot(slot), _) if self.noun(scene, second) == "you" => slot,
                (_, ExprKind::Slot(slot)) if self.noun(scene, first) == "you" => slot,
                _ => return None,
            };
            let name = &procedure.slots.get(*slot)?.name;
            let phrase = self.phrase(&format!("{} as {name}", procedure.name))?;
            phrase.starts_with("you ").then_some(phrase)
        };
        let (at, told) = parts
            .iter()
            .enumerate()
            .find_map(|(at, part)| Some((at, of_you(part)?)))?;
        parts.remove(at);
        Some((format!("until {told}"), parts))
    }

    fn until_where(&self, scene: Scene<'a>, until: Until, condition: &'a Expr) -> String {
        if let Some(told) = self.until_yours(scene, until, condition) {
            return told;
        }
        let (told, left) = match self.change_where(scene, until.window.number(), condition) {
            Some((event, left)) => (format!("until {event}"), left),
            None => (
                self.until_window(until.window.number(), until.next),
                vec![condition],
            ),
        };
        let (told, left) = match self.until_you(scene, until, &left) {
            Some((told, left)) => (told, left),
            None => (told, left),
        };
        let left: Vec<String> = self.told(scene, &left);
        match left.is_empty() {
            true => told,
            false => format!("{told} in which {}", both(&left)),
        }
    }

    /// Until when something lasts that ends in a window.
    fn until_window(&self, window: u32, next: bool) -> String {
        let def = self.pack.windows.get(window as usize);
        let procedure = def.and_then(|def| self.pack.procedures.find(def.procedure));
        let (Some(def), Some(procedure)) = (def, procedure) else {
            return String::new();
        };
        if let Some(event) = self.any_change(window) {
            return format!("until {event}");
        }
        let noun = self.procedure(procedure);
        let Some(step) = def.step.and_then(|step| procedure.steps.get(step as usize)) else {
            if is_clause(&noun) {
                let moment = if def.moment == Moment::After { "after " } else { "" };
                let next = if next { "the next time that " } else { "" };
                return format!("until {moment}{next}{noun}");
            }
            let one = noun.strip_prefix("a ").or_else(|| noun.strip_prefix("an "));
            return match (def.moment, one) {
                (Moment::After, Some(one)) if next => format!("until the end of the next {one}"),
                (Moment::After, _) => format!("until the end of the {}", one.unwrap_or(&noun)),
                (_, Some(one)) => format!("until the next {one}"),
                (_, None) => format!("until the {noun}"),
            }
            .replace("the the ", "the ");
        };
        let noun = match noun.strip_prefix("a ").or_else(|| noun.strip_prefix("an ")) {
            Some(one) if next => format!("the next {one}"),
            _ => noun,
        };
        match (self.phrase(&format!("{}.{step}", procedure.name)), def.moment) {
            (Some(phrase), _) if next => format!("until {phrase} in {noun}"),
            (Some(phrase), _) => format!("until {phrase}"),
            (None, moment) => {
                let end = if moment == Moment::After {
                    "end of the "
                } else {
                    ""
                };
                let of = if is_clause(&noun) { "when" } else { "of" };
                format!("until the {end}{} step {of} {noun}", spaced(step))
            }
        }
    }

    /// The name of a procedure for people. A phrase with places for arguments is about something else of its
    /// name.
    pub(super) fn procedure(&self, def: &ProcedureDef) -> String {
        let phrase = self.phrase(&def.name).filter(|phrase| !phrase.contains('{'));
        phrase
            .or_else(|| self.phrase(&format!("during {}", def.name)))
            .unwrap_or_else(|| spaced(&def.name))
    }

    /// The name of a procedure that goes on around something.
    pub(super) fn run_around(&self, def: &ProcedureDef) -> String {
        let phrase = self.phrase(&format!("during {}", def.name));
        phrase.unwrap_or_else(|| self.procedure(def))
    }
}

fn word(moment: Moment) -> &'static str {
    match moment {
        Moment::Before => "before",
        Moment::At => "when",
        Moment::After => "after",
    }
}

/// Which opening it is that counts: `the second time`.
fn nth(times: &str) -> String {
    match times {
        "1" => "the first time".to_owned(),
        "2" => "the second time".to_owned(),
        "3" => "the third time".to_owned(),
        _ => format!("the {times}th time"),
    }
}
