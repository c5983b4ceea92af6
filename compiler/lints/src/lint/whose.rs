//! Rules of a card or piece that say nothing of whose: `after attack when hits > 2` on a card counts for the attacks of everybody.
//!
//! The subjects of a rule are the names of its window, value, permission or offer that hold a piece, card or
//! player. Neither its condition nor an `if` in its body asks for `here`, which stands behind `you` too, or
//! for a row that is the card's own, as `form is harpoon` on the card with the harpoon; and it does not say
//! `attacker is any goat` either, which is how one says that everybody's are meant.

use super::Scene;
use super::range::conjuncts;
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::{FuncId, Home, KindClass, Rule, RuleKind, SlotDef, TemplateDef};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Diagnostic, Fix};
use cardwright_documents::source::Location;
use cardwright_trees::{Body, Expr, ExprKind, Function, Node, Operation, StatementKind};
use std::collections::BTreeMap;

/// Looks at every rule of a card or piece.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let mut siblings: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        if let Home::Template(template) = rule.home {
            siblings.entry(template.number()).or_default().push(number);
        }
    }
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        if let (Home::Template(template), Some(place)) = (rule.home, scene.own_rule(number)) {
            let told = || {
                let card = scene.pack.templates.get(template.number() as usize)?;
                let siblings = siblings.get(&template.number())?;
                Asked::of(scene, rule)?.told(scene, (number, siblings), (card, place))
            };
            found.extend(told());
        }
    }
}

/// `here`, the first of what rules of a card are given.
const HERE: usize = 0;

/// The conditions of a rule, and the names that it is given.
struct Asked<'a> {
    condition: FuncId,
    body: Option<FuncId>,
    /// The names of its window, value, permission or offer.
    given: &'a [SlotDef],
}

impl<'a> Asked<'a> {
    fn of(scene: &Scene<'a>, rule: &'a Rule) -> Option<Self> {
        let pack = scene.pack;
        match &rule.kind {
            RuleKind::Trigger {
                window, gate, body, ..
            } => {
                let procedure = pack.procedures.find(pack.windows.find(*window)?.procedure)?;
                let given = scene.program.function(procedure.function)?.params;
                Some(Self {
                    condition: gate.condition,
                    body: Some(*body),
                    given: procedure.slots.get(..given)?,
                })
            }
            RuleKind::OfferOption { offer, gate, body } => Some(Self {
                condition: gate.condition,
                body: Some(*body),
                given: &pack.offers.find(*offer)?.params,
            }),
            RuleKind::Modify { value, condition, .. } => Some(Self {
                condition: *condition,
                body: None,
                given: &pack.values.find(*value)?.params,
            }),
            RuleKind::Permit {
                permission,
                condition,
                ..
            } => Some(Self {
                condition: *condition,
                body: None,
                given: &pack.permissions.find(*permission)?.params,
            }),
            RuleKind::Lend { .. } | RuleKind::Build { .. } => None,
        }
    }

    fn told(
        &self,
        scene: &Scene<'_>,
        (number, siblings): (usize, &[usize]),
        (card, place): (&TemplateDef, Location),
    ) -> Option<Diagnostic> {
        let subjects = || self.given.iter().filter(|slot| has_owner(scene, slot));
        subjects().next()?;
        let condition = scene.program.function(self.condition)?;
        let decides = asks_here(condition)
            || says_any(condition)
            || asks_own_row(scene, card, (number, siblings), condition)
            || self.body_decides(scene);
        if decides {
            return None;
        }
        let subject = subjects()
            .find(|slot| is_piece(scene, slot))
            .or(subjects().next())?;
        let name = &subject.name;
        let filter = filter(scene, subject, card.kind)?;
        let message = format!("this does not say whose `{name}` is meant, so it applies to everybody's");
        let help = format!(
            "write `when {filter}`; if it is meant to apply to everybody's, write `{}`",
            everybody(scene, subject)
        );
        let mut told = Diagnostic::new(codes::WHOSE, place, message).help(help);
        told.fix = self.fix(scene, number, &filter);
        Some(told)
    }

    fn body_decides(&self, scene: &Scene<'_>) -> bool {
        let Some(body) = self.body.and_then(|body| scene.program.function(body)) else {
            return false;
        };
        let mut decides = false;
        body.walk(&mut |node| {
            if let Node::Statement(statement) = node
                && let StatementKind::If { condition, .. } = &statement.kind
            {
                decides |= condition.asks_for(HERE);
            }
        });
        decides
    }

    /// The filter before what is asked already.
    fn fix(&self, scene: &Scene<'_>, number: usize, filter: &str) -> Option<Fix> {
        let when = match scene.program.gate(scene.pack, number) {
            Some(parts) => parts.when,
            None => match &scene.program.function(self.condition)?.body {
                Body::Gives(expr) => expr,
                _ => return None,
            },
        };
        let (place, put) = match &when.kind {
            // `always`
            ExprKind::Constant(1) => (when.place, format!("when {filter}")),
            // Brackets would be needed.
            ExprKind::Or(..) => return None,
            _ => (
                Location {
                    end: when.place.start,
                    ..when.place
                },
                format!("{filter} and "),
            ),
        };
        Some(Fix {
            place,
            put,
            certain: false,
        })
    }
}

/// Whether a name holds one piece, card or player.
fn has_owner(scene: &Scene<'_>, slot: &SlotDef) -> bool {
    class_of(scene, slot)
        .is_some_and(|class| matches!(class, KindClass::Piece | KindClass::Card | KindClass::Player))
}

fn is_piece(scene: &Scene<'_>, slot: &SlotDef) -> bool {
    class_of(scene, slot) == Some(KindClass::Piece)
}

fn class_of(scene: &Scene<'_>, slot: &SlotDef) -> Option<KindClass> {
    match slot.ty.base {
        Base::Entity(kind) if !slot.ty.set => Some(scene.pack.kinds.get(usize::from(kind))?.class),
        _ => None,
    }
}

/// The likely question: a card is about who holds it, a piece about itself, else about what belongs to the same player.
fn filter(scene: &Scene<'_>, subject: &SlotDef, own: u16) -> Option<String> {
    let (name, own_class) = (&subject.name, scene.pack.kinds.get(usize::from(own))?.class);
    let is_own = subject.ty.base == Base::Entity(own);
    Some(match class_of(scene, subject)? {
        KindClass::Player => format!("{name} is owner of here"),
        KindClass::Card if is_own => format!("{name} is here"),
        KindClass::Piece if is_own || own_class == KindClass::Card => format!("{name} is you"),
        _ => format!("owner of {name} is owner of here"),
    })
}

fn everybody(scene: &Scene<'_>, subject: &SlotDef) -> String {
    let kind = match subject.ty.base {
        Base::Entity(kind) => scene
            .pack
            .kinds
            .get(usize::from(kind))
            .map(|kind| kind.name.as_str()),
        _ => None,
    };
    format!("{} is any {}", subject.name, kind.unwrap_or("piece"))
}

fn asks_here(function: &Function) -> bool {
    match &function.body {
        Body::Gives(expr) => expr.asks_for(HERE),
        _ => false,
    }
}

/// Whether a condition asks for a row that the card names as a fact, or in another of its rules.
fn asks_own_row(
    scene: &Scene<'_>,
    card: &TemplateDef,
    (number, siblings): (usize, &[usize]),
    condition: &Function,
) -> bool {
    let facts = rows_in_facts(scene, card);
    parts_of(condition).iter().any(|part| match &part.kind {
        ExprKind::Operation(Operation::Equal, _, row) => {
            let (Base::Row(_), ExprKind::Constant(at)) = (row.ty.base, &row.kind) else {
                return false;
            };
            let mut others = siblings.iter().filter(|other| **other != number);
            facts.contains(&(row.ty.base, *at)) || others.any(|other| names(scene, *other, row))
        }
        _ => false,
    })
}

/// The rows that are facts of a card or piece.
fn rows_in_facts(scene: &Scene<'_>, card: &TemplateDef) -> Vec<(Base, i64)> {
    let Some(kind) = scene.pack.kinds.get(usize::from(card.kind)) else {
        return Vec::new();
    };
    let facts = kind.fields.iter().zip(&card.cells);
    let rows = facts.filter(|(field, _)| !field.ty.set && matches!(field.ty.base, Base::Row(_)));
    rows.map(|(field, at)| (field.ty.base, *at)).collect()
}

/// Whether a rule names a row, in its condition or in what it does.
fn names(scene: &Scene<'_>, rule: usize, row: &Expr) -> bool {
    let functions = match &scene.pack.rules[rule].kind {
        RuleKind::Trigger { gate, body, .. } | RuleKind::OfferOption { gate, body, .. } => {
            vec![gate.condition, *body]
        }
        RuleKind::Modify {
            condition, amount, ..
        } => vec![*condition, *amount],
        RuleKind::Permit { condition, .. } => vec![*condition],
        RuleKind::Lend { .. } | RuleKind::Build { .. } => Vec::new(),
    };
    let mut found = false;
    for function in functions
        .into_iter()
        .filter_map(|function| scene.program.function(function))
    {
        function.walk(&mut |node| {
            found |= matches!(node, Node::Expr(expr) if expr.ty == row.ty && expr.kind == row.kind);
        });
    }
    found
}

fn parts_of(condition: &Function) -> Vec<&Expr> {
    let mut parts = Vec::new();
    if let Body::Gives(expr) = &condition.body {
        conjuncts(expr, &mut parts);
    }
    parts
}

/// Whether a condition says `attacker is any goat`.
fn says_any(condition: &Function) -> bool {
    parts_of(condition).iter().any(|part| match &part.kind {
        ExprKind::Operation(Operation::NotEqual, one, other) => {
            other.is_constant(0)
                && matches!(
                    one.kind,
                    ExprKind::Local(_) | ExprKind::Slot(_) | ExprKind::As(..)
                )
        }
        _ => false,
    })
}
