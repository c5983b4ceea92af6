//! Permissions in words: what somebody can or cannot do, whose abilities he has, and which he loses.

use super::clauses::conjuncts;
use super::{Scene, Wording, opposite, somebody, spaced};
use cardwright_bytecode::pack::{FuncId, Home, Id, PermissionDef};
use cardwright_trees::{Body, Expr, ExprKind, Operation};

impl<'a> Wording<'a> {
    pub(super) fn permit(
        &self,
        home: Home,
        permission: Id<PermissionDef>,
        allow: bool,
        condition: FuncId,
    ) -> Option<String> {
        let def = self.pack.permissions.find(permission)?;
        let Body::Gives(when) = &self.program.function(condition)?.body else {
            return None;
        };
        let scene = self.scene(home, condition)?;
        if Some(permission) == self.pack.use_abilities
            && !allow
            && let Some(told) = self.silence(scene, when)
        {
            return Some(told);
        }
        let own = scene.function.params - def.params.len();
        let tell = |scene: Scene<'a>| {
            let arguments = (own..scene.function.params).map(|local| self.local(scene, local));
            let arguments: Vec<String> = arguments.collect();
            // A phrase may leave the permission out where it is asked; a rule about it says what it is.
            let said = self.permitted(&def.name, &arguments);
            if said.is_empty() {
                can(&def.name, &arguments)
            } else {
                said
            }
        };
        let forbidden = |scene: Scene<'a>| {
            let arguments: Vec<String> = (own..scene.function.params)
                .map(|local| self.local(scene, local))
                .collect();
            let said = self.phrase_for(&format!("not {}", def.name), &arguments);
            said.filter(|said| !said.is_empty())
                .unwrap_or_else(|| opposite(&tell(scene)))
        };
        let (scene, rest) = self.of_you(scene, when, own, tell);
        let said = if allow { tell(scene) } else { forbidden(scene) };
        // Of whom no condition speaks, that is anybody; where one speaks of somebody who has to do with him, he is not.
        let is_asked = rest
            .iter()
            .any(|part| (own..scene.function.params).any(|param| part.asks_for(param)));
        let whoever = (!def.params.is_empty()).then(|| self.local(scene, own));
        let whoever = whoever.filter(|who| !is_asked && who.starts_with("the "));
        let said = whoever.and_then(|who| anybody(&said, &who)).unwrap_or(said);
        Some(self.while_so(
            scene,
            said.replacen("anybody else cannot ", "nobody else can ", 1),
            &rest,
        ))
    }

    /// The sentence for a rule that lends abilities.
    pub(super) fn lend(&self, home: Home, lending: [FuncId; 2], condition: FuncId) -> Option<String> {
        let [from, to] = lending.map(|function| {
            let scene = self.scene(home, function)?;
            let Body::Gives(some) = &scene.function.body else {
                return None;
            };
            Some(match &some.kind {
                ExprKind::List(members) if members.len() == 1 => self.noun(scene, members.first()?),
                _ => self.noun(scene, some),
            })
        });
        let (from, to) = (from?, to?);
        let have = if to == "you" { "have" } else { "has" };
        let scene = self.scene(home, condition)?;
        let Body::Gives(when) = &scene.function.body else {
            return None;
        };
        let mut conditions = Vec::new();
        conjuncts(when, &mut conditions);
        Some(self.while_so(scene, format!("{to} {have} the abilities of {from}"), &conditions))
    }

    /// The sentence for a rule that takes abilities away, if that is what it forbids.
    fn silence(&self, scene: Scene<'a>, when: &'a Expr) -> Option<String> {
        let mut conditions = Vec::new();
        conjuncts(when, &mut conditions);
        let silenced = scene.function.params.checked_sub(1)?;
        let is_silenced = |expr: &Expr| matches!(expr.kind, ExprKind::Local(local) if local == silenced);
        let whom = match &conditions.first()?.kind {
            ExprKind::Operation(Operation::Equal, one, whom) if is_silenced(one) => whom,
            ExprKind::Has(whom, one) if is_silenced(one) => whom,
            _ => return None,
        };
        let whom = self.noun(scene, whom);
        let lose = if whom == "you" { "lose" } else { "loses" };
        conditions.remove(0);
        Some(self.while_so(scene, format!("{whom} {lose} all abilities"), &conditions))
    }

    fn permitted(&self, name: &str, arguments: &[String]) -> String {
        self.phrase_for(name, arguments)
            .unwrap_or_else(|| can(name, arguments))
    }
}

/// A sentence about a parameter, turned into one about anybody.
fn anybody(said: &str, who: &str) -> Option<String> {
    if let Some(rest) = said.strip_prefix(&format!("{who} cannot ")) {
        return Some(format!("nobody can {rest}"));
    }
    let rest = said.strip_prefix(&format!("{who} can "))?;
    Some(format!("any {} can {rest}", who.strip_prefix("the ")?))
}

/// A permission for which the system has no words.
pub(super) fn can(name: &str, arguments: &[String]) -> String {
    match somebody(arguments).as_slice() {
        [] => format!("it is allowed to {}", spaced(name)),
        [one] => format!("{one} can {}", spaced(name)),
        [one, others @ ..] => format!("{one} can {} ({})", spaced(name), others.join(", ")),
    }
}
