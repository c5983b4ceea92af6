//! Modifiers and replacements of a value, as sentences.

use super::{Scene, Wording, opposite};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{Adjustment, FuncId, Home};
use cardwright_trees::{Body, Expr, ExprKind};

impl<'a> Wording<'a> {
    pub(super) fn modifier(
        &self,
        home: Home,
        (value, change): (u32, Adjustment),
        (condition, amount): (FuncId, FuncId),
        bounds: [Option<FuncId>; 2],
    ) -> Option<String> {
        let def = self.pack.values.get(value as usize)?;
        let (when, by) = (self.given(condition)?, self.given(amount)?);
        let scene = self.scene(home, condition)?;
        let own = scene.function.params - def.params.len();
        let tell = |scene: Scene<'a>| {
            let arguments = (own..scene.function.params).map(|local| self.local(scene, local));
            arguments.collect::<Vec<_>>()
        };
        let (scene, rest) = self.of_you(scene, when, own, |scene| self.named(&def.name, &tell(scene)));
        let noun = |function: FuncId, expr: &'a Expr| {
            let own = self.scene(home, function)?;
            Some(self.noun(
                Scene {
                    you: scene.you,
                    same: scene.same,
                    fixed: scene.fixed,
                    ..own
                },
                expr,
            ))
        };
        let subject = self.named(&def.name, &tell(scene));
        if let (Adjustment::Replace, ExprKind::Constant(n)) = (change, &by.kind)
            && let Some(told) = self.phrase_for(&format!("{} is {n}", def.name), &tell(scene))
        {
            return Some(self.while_so(scene, told, &rest));
        }
        if let (Adjustment::Replace, ExprKind::Constant(n), Ty::BOOL) = (change, &by.kind, by.ty) {
            let so = self.is_so(&def.name, &tell(scene));
            let so = if *n == 0 { opposite(&so) } else { so };
            return Some(self.while_so(scene, so, &rest));
        }
        if let (Adjustment::Replace, Ty::BOOL) = (change, by.ty) {
            let so = self.phrase_for(&format!("{} is 1", def.name), &tell(scene));
            let so = so.unwrap_or_else(|| self.is_so(&def.name, &tell(scene)));
            let only = self.scene(home, amount).map(|own| Scene {
                you: scene.you,
                same: scene.same,
                fixed: scene.fixed,
                ..own
            })?;
            return Some(self.while_so(scene, format!("{so} only if {}", self.clause(only, by)), &rest));
        }
        let mut text = match (change, by.below_zero()) {
            (Adjustment::Add, Some(n)) => format!("{subject} is reduced by {n}"),
            _ => self.changed(subject, change, by, noun(amount, by)?),
        };
        for (word, bound) in ["least", "most"].into_iter().zip(bounds) {
            if let Some(bound) = bound {
                text.push_str(&format!(", to at {word} {}", noun(bound, self.given(bound)?)?));
            }
        }
        Some(self.while_so(scene, text, &rest))
    }

    fn changed(&self, subject: String, change: Adjustment, by: &Expr, amount: String) -> String {
        let is_two = matches!(by.kind, ExprKind::Constant(2));
        match change {
            Adjustment::Replace => format!("{subject} is {amount}"),
            Adjustment::Add => format!("{subject} is increased by {amount}"),
            Adjustment::Multiply if is_two => format!("{subject} is doubled"),
            Adjustment::Multiply => format!("{subject} is multiplied by {amount}"),
            Adjustment::Divide if is_two => format!("{subject} is halved"),
            Adjustment::Divide => format!("{subject} is divided by {amount}"),
            Adjustment::DivideUp if is_two => format!("{subject} is halved, rounded up"),
            Adjustment::DivideUp => format!("{subject} is divided by {amount}, rounded up"),
        }
    }

    /// The expression that a function gives.
    fn given(&self, function: FuncId) -> Option<&'a Expr> {
        match &self.program.function(function)?.body {
            Body::Gives(expr) => Some(expr),
            Body::Does(_) | Body::Steps { .. } => None,
        }
    }
}
