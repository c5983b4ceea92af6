//! Words that tell one thing from another of the same name, names for things, and whether something is there
//! at all.

use super::english::with_article;
use super::{Scene, Wording};
use cardwright_trees::{Expr, ExprKind, Operation};

impl<'a> Wording<'a> {
    /// Two nouns; where both are called the same, what tells one from the other.
    pub(super) fn apart(&self, scene: Scene<'a>, first: &Expr, second: &Expr) -> (String, String) {
        let (a, b) = (self.noun(scene, first), self.noun(scene, second));
        if a != b || a == "you" {
            return (a, b);
        }
        match (
            self.otherwise_called(scene, first),
            self.otherwise_called(scene, second),
        ) {
            (Some(other), _) => (other, b),
            // Who is known from before comes first: `that goat is the defender`.
            (None, Some(other)) => (other, a),
            (None, None) => (a, b),
        }
    }

    /// Another name for a thing whose name something else has, too.
    fn otherwise_called(&self, scene: Scene<'a>, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::As(inner, _) => self.otherwise_called(scene, inner),
            ExprKind::Local(local) => {
                scene.given.get(*local)?;
                Some(format!("that {}", self.sort(expr.ty)?))
            }
            ExprKind::RunSlot(procedure, _) => {
                let procedure = self.run_around(self.pack.procedures.get(*procedure)?);
                let one = ["a ", "an "]
                    .iter()
                    .find_map(|article| procedure.strip_prefix(article));
                let run = one.map_or(procedure.clone(), |one| format!("the {one}"));
                Some(format!("{} of {run}", self.noun(scene, expr)))
            }
            _ => None,
        }
    }

    /// From which entry of a set something is made: people know that by its name.
    pub(super) fn is_called(
        &self,
        scene: Scene<'a>,
        operation: Operation,
        first: &Expr,
        second: &Expr,
    ) -> Option<String> {
        let (ExprKind::Template(of), ExprKind::Constant(row)) = (&first.kind, &second.kind) else {
            return None;
        };
        let not = match operation {
            Operation::Equal => "",
            Operation::NotEqual => " not",
            _ => return None,
        };
        let (of, name) = (self.noun(scene, of), self.noun(scene, second));
        (*row > 0).then(|| format!("{of} is{not} called {name}"))
    }
}

/// Whether there is somebody: `there is a defender`, `there is no defender`.
pub(super) fn there_is(operation: Operation, who: &Expr, told: &str) -> String {
    let is_name = match &who.kind {
        ExprKind::As(inner, _) => matches!(inner.kind, ExprKind::Slot(_) | ExprKind::RunSlot(..)),
        kind => matches!(kind, ExprKind::Slot(_) | ExprKind::RunSlot(..)),
    };
    let is_there = operation == Operation::NotEqual;
    match told.strip_prefix("the ").filter(|_| is_name) {
        Some(one) if is_there => format!("there is {}", with_article(one)),
        Some(one) => format!("there is no {one}"),
        None => {
            let sort = ["that ", "the "].iter().find_map(|word| told.strip_prefix(word));
            let such = sort.map_or_else(|| told.to_owned(), |sort| format!("such {}", with_article(sort)));
            let no = sort.unwrap_or(told);
            if is_there {
                format!("there is {such}")
            } else {
                format!("there is no {no}")
            }
        }
    }
}
