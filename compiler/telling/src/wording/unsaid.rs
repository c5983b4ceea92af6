//! Arguments that a phrase leaves out. It is written for the ordinary case; what a rule gives beside that is told behind it,
//! with the name of the parameter: `your agility (against: the attacker)`.

use super::{Scene, Wording, spaced};
use cardwright_bytecode::Ty;
use cardwright_trees::{Body, Callable, Callee, Expr, ExprKind, GivenDefault, USUAL};

impl<'a> Wording<'a> {
    /// The unsaid arguments of a call or a question.
    pub(super) fn unsaid_of(
        &self,
        scene: Scene<'a>,
        key: &str,
        callee: Callee,
        arguments: &[Expr],
    ) -> String {
        let callable = match callee {
            Callee::Define(function) => Callable::Define(function),
            Callee::Value(value) => Callable::Value(value),
            Callee::Permission(permission) => Callable::Permission(permission),
            Callee::State(_) | Callee::Core(_) => return String::new(),
        };
        self.unsaid(scene, key, (callable, 0), arguments)
    }

    /// The unsaid arguments of an effect that is looked for.
    pub(super) fn unsaid_of_match(
        &self,
        scene: Scene<'a>,
        key: &str,
        matching: usize,
        arguments: &[Expr],
    ) -> String {
        let Some(def) = self.pack.matches.get(matching) else {
            return String::new();
        };
        let callable = Callable::Effect(def.effect.place());
        self.unsaid(scene, key, (callable, def.any), arguments)
    }

    /// The unsaid arguments: those that the phrase of a key leaves out, and that differ from their defaults.
    /// The bits of `any` mark arguments that may be anything.
    pub(super) fn unsaid(
        &self,
        scene: Scene<'a>,
        key: &str,
        (callable, any): (Callable, u32),
        arguments: &[Expr],
    ) -> String {
        let Some(defaults) = self.program.defaults.get(&callable) else {
            return String::new();
        };
        let told: Vec<String> = arguments.iter().map(|one| self.noun(scene, one)).collect();
        let meant = |at: usize| at >= u32::BITS as usize || any >> at & 1 == 0;
        let parts = arguments.iter().zip(defaults.iter()).enumerate();
        let parts = parts.filter(|(at, _)| meant(*at) && self.says(key, &told, *at) == Some(false));
        let parts: Vec<String> = parts
            .filter_map(|(at, (argument, default))| {
                let default = default.as_ref()?;
                let is_usual = self.is_usual(scene, default, argument, &told, at);
                (!is_usual).then(|| self.given_apart(scene, default, argument, &told[at]))
            })
            .collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!(" ({})", parts.join(", ")),
        }
    }

    /// Whether an argument is what it would be if nobody gave it.
    fn is_usual(
        &self,
        scene: Scene<'a>,
        default: &GivenDefault,
        argument: &Expr,
        told: &[String],
        at: usize,
    ) -> bool {
        if let ExprKind::Call(Callee::Define(function), _) = argument.kind
            && function == default.function
        {
            return true;
        }
        let Some(function) = self.program.function(default.function) else {
            return true;
        };
        let Body::Gives(usual) = &function.body else {
            return true;
        };
        if let (ExprKind::Constant(one), ExprKind::Constant(other)) = (&usual.kind, &argument.kind) {
            return one == other;
        }
        let asked = default.asks.iter().filter_map(|&asked| told.get(asked).cloned());
        let given: Vec<String> = asked.collect();
        let this: Wording<'_> = *self;
        let inner = Scene {
            function,
            given: &given,
            you: None,
            role: None,
            same: [None; 2],
            fixed: [None; 2],
            others: None,
            it: None,
            effect: None,
            piece: scene.piece,
        };
        told.get(at).is_some_and(|told| this.noun(inner, usual) == *told)
    }

    /// An argument with the name of its parameter.
    fn given_apart(&self, scene: Scene<'a>, default: &GivenDefault, argument: &Expr, told: &str) -> String {
        let function = self.program.function(default.function);
        let name = function.and_then(|function| function.name.strip_prefix(USUAL));
        let name = spaced(name.unwrap_or_default());
        match (&argument.kind, argument.ty) {
            (ExprKind::Constant(0), Ty::BOOL) => format!("not {name}"),
            (ExprKind::Constant(_), Ty::BOOL) => name,
            (_, Ty::BOOL) => format!("{name} if {}", self.clause(scene, argument)),
            _ => format!("{name}: {told}"),
        }
    }
}
