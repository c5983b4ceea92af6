//! Windows at changes, as clauses of time: `after a fall in your hit points to 2 or less`.

use super::clauses::conjuncts;
use super::english::with_article;
use super::moments::Role;
use super::nouns;
use super::{Scene, Wording, spaced};
use cardwright_bytecode::pack::SlotDef;
use cardwright_bytecode::ty::KIND_GAME;
use cardwright_bytecode::{Base, Ty};
use cardwright_trees::{Expr, ExprKind, Operation, Reading, WHOM, Watched, Way};

/// The details of the change that a rule means.
#[derive(Default)]
struct Meant {
    whom: Option<String>,
    role: Option<Role>,
    /// The value that it reaches.
    to: Option<String>,
    /// The spaces that it enters or leaves, with the verb.
    spaces: Option<(&'static str, String)>,
}

impl<'a> Wording<'a> {
    /// The clause for a change, and whether it happens to you; `None` if the window is not at a change.
    pub(super) fn change(
        &self,
        scene: Scene<'a>,
        window: u32,
        which: Option<&'a Expr>,
    ) -> Option<(String, Option<Role>)> {
        let (procedure, watched) = self.watched(window)?;
        let slots = &self.pack.procedures.get(procedure)?.slots;
        let mut parts = Vec::new();
        which.iter().for_each(|which| conjuncts(which, &mut parts));
        let mut meant = Meant::default();
        for part in parts {
            self.meant(scene, slots, part, &mut meant);
        }
        let role = meant.role;
        Some((self.event(procedure, watched, meant)?, role))
    }

    /// The clause for a change where one condition says both which change is meant and what must be so then;
    /// with the parts of the condition that are left.
    pub(super) fn change_where(
        &self,
        scene: Scene<'a>,
        window: u32,
        condition: &'a Expr,
    ) -> Option<(String, Vec<&'a Expr>)> {
        let (procedure, watched) = self.watched(window)?;
        let slots = &self.pack.procedures.get(procedure)?.slots;
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        let left = parts.split_off(which(slots, &parts));
        let mut meant = Meant::default();
        for part in parts {
            self.meant(scene, slots, part, &mut meant);
        }
        Some((self.event(procedure, watched, meant)?, left))
    }

    /// The clause for a change, whoever is concerned.
    pub(super) fn any_change(&self, window: u32) -> Option<String> {
        let (procedure, watched) = self.watched(window)?;
        self.event(procedure, watched, Meant::default())
    }

    fn watched(&self, window: u32) -> Option<(usize, Watched)> {
        let procedure = self.pack.windows.get(window as usize)?.procedure.place();
        Some((procedure, *self.program.changes.get(&procedure)?))
    }

    /// The words for a slot of a change.
    pub(super) fn of_change(&self, scene: Scene<'a>, slot: &SlotDef) -> Option<String> {
        let context = scene.function.context?.place();
        self.program.changes.get(&context)?;
        match (slot.name.as_str(), slot.ty.base) {
            (WHOM, Base::Entity(kind)) => Some(format!("that {}", self.kind(kind))),
            ("was", _) => Some("what it was before".to_owned()),
            ("now", _) => Some("what it is now".to_owned()),
            _ => None,
        }
    }

    /// Notes one of the conditions that say which changes a rule means.
    fn meant(&self, scene: Scene<'a>, slots: &[SlotDef], part: &'a Expr, meant: &mut Meant) {
        let ExprKind::Operation(operation, first, second) = &part.kind else {
            return;
        };
        let named = |expr: &Expr| named(slots, expr);
        match (named(first), operation) {
            (WHOM, Operation::Equal) => {
                let card = !scene.piece && nouns::is_here(scene, second);
                let is_role = card || self.is_you(scene, second);
                meant.role = is_role.then_some(Role { slot: 0, card });
                meant.whom = Some(match card {
                    true => "this card".to_owned(),
                    false => self.noun(scene, second),
                });
            }
            ("now", Operation::AtLeast) => meant.to = Some(format!("{} or more", self.noun(scene, second))),
            ("now", Operation::AtMost) => meant.to = Some(format!("{} or less", self.noun(scene, second))),
            ("now", Operation::Equal) => meant.to = Some(self.noun(scene, second)),
            _ => self.meant_spaces(scene, &named, (*operation, first), meant),
        }
    }

    /// None of the spaces before, or after: which of both says whether they are entered or left.
    fn meant_spaces(
        &self,
        scene: Scene<'a>,
        named: &impl Fn(&Expr) -> &'a str,
        (operation, counted): (Operation, &'a Expr),
        meant: &mut Meant,
    ) {
        if let (Operation::Equal, ExprKind::Count(rest)) = (operation, &counted.kind)
            && let ExprKind::Without(some, spaces) = &rest.kind
        {
            let spaces = match &spaces.kind {
                ExprKind::List(only) if only.len() == 1 => &only[0],
                ExprKind::Call(_, zone) if zone.len() == 1 => &zone[0],
                _ => spaces,
            };
            let verb = if named(some) == "was" { "enter" } else { "leave" };
            meant.spaces = Some((verb, self.noun(scene, spaces)));
        }
    }

    fn event(&self, procedure: usize, watched: Watched, meant: Meant) -> Option<String> {
        let kind = watched.reading.kind().filter(|&kind| kind != KIND_GAME);
        let whom = meant.whom.or_else(|| Some(with_article(&self.kind(kind?))));
        let args: Vec<String> = whom.clone().into_iter().collect();
        let whom = whom.unwrap_or_default();
        let (is, ending) = if whom == "you" { ("are", "") } else { ("is", "s") };
        let to = |link: &str| {
            meant
                .to
                .as_ref()
                .map_or(String::new(), |to| format!("{link}{to}"))
        };
        Some(match (watched.reading, watched.way) {
            (Reading::Field(kind, field), way) => {
                let name = self.named(&self.field(Ty::one(Base::Entity(kind)), field), &args);
                let how = match way {
                    Way::Either => "a change of",
                    Way::Up => "a rise in",
                    Way::Down => "a fall in",
                };
                format!("{how} {name}{}", to(" to "))
            }
            (Reading::Tokens(_, token), way) => {
                let token = with_article(&format!("{} token", self.token(token)));
                match way {
                    Way::Up if whom == "you" => format!("you receive {token}{}", to(" and have ")),
                    Way::Up => format!("{token} is placed on {whom}{}", to(", which then has ")),
                    Way::Down => format!("{token} is removed from {whom}{}", to(", which leaves ")),
                    Way::Either => format!("{token} is placed on or removed from {whom}"),
                }
            }
            (Reading::Holder(_), _) => format!("{whom} {is} laid on something else"),
            (Reading::Owner(_), _) => format!("{whom} get{ending} another owner"),
            (Reading::Face(_), _) => format!("{whom} {is} turned over"),
            (Reading::Place(_), _) => match meant.spaces {
                Some((verb, spaces)) => format!("{whom} {verb}{ending} {spaces}"),
                None => format!("{whom} move{ending}"),
            },
            (Reading::InPlay(_), Way::Up) => format!("{whom} enter{ending} play"),
            (Reading::InPlay(_), _) => format!("{whom} leave{ending} play"),
            (Reading::Effect(_), _) => spaced(&self.pack.procedures.get(procedure)?.name),
        })
    }
}

fn named<'s>(slots: &'s [SlotDef], expr: &Expr) -> &'s str {
    match expr.kind {
        ExprKind::Slot(slot) => slots.get(slot).map_or("", |slot| slot.name.as_str()),
        _ => "",
    }
}

/// How many parts of a condition, from the first on, say which change is meant: of whom; then what it reaches, as one
/// part or as what it was and what it is now, or which spaces are entered or left, always two parts.
fn which(slots: &[SlotDef], parts: &[&Expr]) -> usize {
    let compared = |at: usize| match parts.get(at).map(|part| &part.kind) {
        Some(ExprKind::Operation(operation, first, second)) => Some((*operation, &**first, &**second)),
        _ => None,
    };
    let says = |at: usize, name: &str| compared(at).filter(|(_, first, _)| named(slots, first) == name);
    let is_counted = |at: usize| {
        compared(at).is_some_and(|(_, first, _)| match &first.kind {
            ExprKind::Count(rest) => matches!(&rest.kind, ExprKind::Without(some, _)
                if matches!(named(slots, some), "was" | "now")),
            _ => false,
        })
    };
    let whom = says(0, WHOM).is_some_and(|(operation, ..)| operation == Operation::Equal);
    let first = usize::from(whom);
    let crosses = match (says(first, "was"), says(first + 1, "now")) {
        // One text gives both parts, so even its places are the same.
        (Some((_, _, was)), Some((_, _, now))) => was == now,
        _ => false,
    };
    let becomes = says(first, "now").is_some_and(|(operation, ..)| operation == Operation::Equal);
    match () {
        () if crosses || (is_counted(first) && is_counted(first + 1)) => first + 2,
        () if becomes => first + 1,
        () => first,
    }
}
