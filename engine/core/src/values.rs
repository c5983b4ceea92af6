//! Values with modifiers, permissions, and the derivations that explain them.
//!
//! A value: its base; if replacements apply, the one that its policy picks; then its modifiers, see `amounts`; then its
//! least and most. A permission: the statements of the highest level that has any
//! that applies; among them one that forbids wins; without any it is given.
//!
//! The verifier proves that no value and no permission asks for itself by whatever way; how deep questions go is bounded
//! by the interpreter besides.

use crate::amounts::{Amounts, Modified, Modifier, within};
use crate::sources::Reach;
use crate::state::Source;
use crate::world::World;
use cardwright_bytecode::pack::{
    Adjustment, EffectDef, FuncId, Id, Level, PermissionDef, Policy, Rule, RuleKind, SourceRef, ValueDef,
    cell,
};
use cardwright_vm::{Args, Machine};
use serde::{Deserialize, Serialize};

/// The derivation of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Derivation {
    /// The value's name.
    pub name: String,
    /// The value before any rule.
    pub base: i64,
    /// The contributions of rules, in the order of declaration.
    pub contributions: Vec<Contribution>,
    /// The replacement that counts.
    pub policy: Policy,
    /// Whether factors come after the additions.
    pub factors_last: bool,
    /// The sum of all additions, before their limits.
    pub sum: i64,
    /// The least that all additions together can come to.
    pub net_least: Option<i64>,
    /// The most that all additions together can come to.
    pub net_most: Option<i64>,
    /// The least that it can be.
    pub least: Option<i64>,
    /// The most that it can be.
    pub most: Option<i64>,
    /// The value.
    pub result: i64,
}

/// The contribution of one rule to a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// The rule.
    pub rule: Id<Rule>,
    /// The name of the rule, for people.
    pub name: String,
    /// The source from which it applies.
    pub source: Source,
    /// Its place in the content.
    pub written: SourceRef,
    /// Its operation.
    pub change: Adjustment,
    /// The amount, or the new value.
    pub amount: i64,
    /// The lower bound: this rule does not take the value below it.
    pub least: Option<i64>,
    /// The upper bound: this rule does not take the value above it.
    pub most: Option<i64>,
    /// Whether it counts: a replacement that another one beats does not.
    pub counts: bool,
}

/// The total of the rules about a value.
#[derive(Default)]
struct Total {
    replacement: Option<(Rank, i64)>,
    amounts: Amounts,
}

/// How strong a replacement is: what the policy asks for, then its level. Of equals the last one counts.
type Rank = (i64, Level);

/// The limits of a value, worked out.
struct Limits {
    least: Option<i64>,
    most: Option<i64>,
    net_least: Option<i64>,
    net_most: Option<i64>,
}

impl World<'_> {
    /// A value, and how it came about if `derivation` is there to be filled.
    pub(crate) fn value_of(
        &mut self,
        machine: &mut Machine,
        value: Id<ValueDef>,
        args: &Args,
        mut derivation: Option<&mut Derivation>,
    ) -> i64 {
        let content = self.content;
        let def = &content.pack.values[value];
        let base = self.eval(machine, def.base, args, None);
        if derivation.is_none() && [def.net_least, def.net_most] == [None; 2] && self.is_at_rest(value) {
            let limits = [def.least, def.most];
            if limits == [None; 2] {
                return base;
            }
            let limits = limits.map(|limit| limit.map(|limit| self.eval(machine, limit, args, None)));
            return within(base, limits);
        }
        let total = self.total(machine, value, args, derivation.as_deref_mut());
        let mut limit = |function: Option<FuncId>| function.map(|f| self.eval(machine, f, args, None));
        let limits = Limits {
            least: limit(def.least),
            most: limit(def.most),
            net_least: limit(def.net_least),
            net_most: limit(def.net_most),
        };
        let raw = total.replacement.map_or(base, |(_, amount)| amount);
        let net = [limits.net_least, limits.net_most];
        let Modified { result, sum } = total.amounts.applied(raw, net, def.factors_last);
        let result = within(result, [limits.least, limits.most]);
        if let Some(derivation) = derivation {
            close(derivation, def, base, sum, &limits, result);
        }
        result
    }

    /// Whether no rule can change a value now: all about it belong to effects, and none of these runs.
    fn is_at_rest(&self, value: Id<ValueDef>) -> bool {
        match &self.content.index.effects_of_value[value] {
            Some(effects) => effects.is_empty() || self.none_runs(effects),
            None => false,
        }
    }

    /// Whether none of these effects runs.
    pub(crate) fn none_runs(&self, effects: &[Id<EffectDef>]) -> bool {
        !effects.iter().any(|&effect| {
            self.state.memory.read_effect(effect);
            self.state.effects.has(effect)
        })
    }

    /// How strong a replacement is that applies from `source`.
    fn rank(&self, policy: Policy, level: Level, source: Source, amount: i64) -> Rank {
        let first = match policy {
            Policy::Level => 0,
            Policy::Latest => self.began(source),
            Policy::Highest => amount,
            // Unlike the negative, this exists for every number.
            Policy::Lowest => !amount,
        };
        (first, level)
    }

    /// The time at which the rules of a source began to apply.
    fn began(&self, source: Source) -> i64 {
        match self.state.effect(source.effect) {
            Some(effect) => effect.began,
            None => self.cell(i64::from(source.entity), cell::SINCE),
        }
    }

    fn total(
        &mut self,
        machine: &mut Machine,
        value: Id<ValueDef>,
        args: &Args,
        mut derivation: Option<&mut Derivation>,
    ) -> Total {
        let content = self.content;
        let rules = &content.index.of_value[value];
        let policy = content.pack.values[value].policy;
        let mut total = Total::default();
        for &number in rules {
            let rule = &content.pack.rules[number];
            let RuleKind::Modify {
                change,
                condition,
                amount,
                least,
                most,
                ..
            } = rule.kind
            else {
                continue;
            };
            self.each_source(
                machine,
                rule.home,
                Reach::Whole,
                |world, machine, source, home| {
                    let all = Args::of(home).and(args);
                    if world.eval(machine, condition, &all, None) == 0 {
                        return;
                    }
                    let amount = world.eval(machine, amount, &all, None);
                    let [least, most] =
                        [least, most].map(|bound| bound.map(|bound| world.eval(machine, bound, &all, None)));
                    world.log.note_rule(number);
                    let replaces = change == Adjustment::Replace;
                    let rank = world.rank(policy, rule.level, source, amount);
                    let wins = replaces && total.replacement.is_none_or(|(best, _)| rank >= best);
                    if wins {
                        total.replacement = Some((rank, amount));
                    } else if !replaces {
                        total.amounts.take(Modifier {
                            change,
                            amount,
                            least,
                            most,
                        });
                    }
                    if let Some(derivation) = derivation.as_deref_mut() {
                        let (name, written) = (rule.name.clone(), rule.source);
                        let fact = Contribution {
                            rule: number,
                            name,
                            source,
                            written,
                            change,
                            amount,
                            least,
                            most,
                            counts: !replaces,
                        };
                        derivation.contributions.push(fact);
                        if wins {
                            let last = derivation.contributions.len() - 1;
                            mark_winner(&mut derivation.contributions, last);
                        }
                    }
                },
            );
        }
        total
    }

    /// The reach of rules about a permission: those about the use of abilities are not themselves silenced,
    /// nor lent.
    pub(crate) fn reach_of(&self, permission: Id<PermissionDef>) -> Reach {
        match self.content.pack.use_abilities == Some(permission) {
            true => Reach::Unsilenced,
            false => Reach::Whole,
        }
    }

    /// Whether a permission is given.
    pub(crate) fn is_permitted(
        &mut self,
        machine: &mut Machine,
        permission: Id<PermissionDef>,
        args: &Args,
    ) -> bool {
        let content = self.content;
        let rules = &content.index.of_permission[permission];
        let reach = self.reach_of(permission);
        let mut verdict: Option<(Level, bool)> = None;
        for &number in rules {
            let rule = &content.pack.rules[number];
            let RuleKind::Permit { allow, condition, .. } = rule.kind else {
                continue;
            };
            if verdict.is_some_and(|said| beaten(said, rule.level, allow)) {
                continue;
            }
            self.each_source(machine, rule.home, reach, |world, machine, _, home| {
                if world.eval(machine, condition, &Args::of(home).and(args), None) != 0 {
                    verdict = Some(stronger(verdict, rule.level, allow));
                    world.log.note_rule(number);
                }
            });
        }
        verdict.is_none_or(|(_, allow)| allow)
    }
}

/// Whether one more statement cannot change what was said.
fn beaten((level, allowed): (Level, bool), by: Level, allow: bool) -> bool {
    by < level || (by == level && (!allowed || allow))
}

/// The stronger of two statements about a permission.
pub(crate) fn stronger(said: Option<(Level, bool)>, level: Level, allow: bool) -> (Level, bool) {
    match said {
        Some(said) if beaten(said, level, allow) => said,
        _ => (level, allow),
    }
}

/// Makes one replacement the only one that counts.
fn mark_winner(contributions: &mut [Contribution], winner: usize) {
    for (place, fact) in contributions
        .iter_mut()
        .enumerate()
        .filter(|(_, fact)| fact.change == Adjustment::Replace)
    {
        fact.counts = place == winner;
    }
}

fn close(derivation: &mut Derivation, def: &ValueDef, base: i64, sum: i64, limits: &Limits, result: i64) {
    let contributions = std::mem::take(&mut derivation.contributions);
    *derivation = Derivation {
        name: def.name.clone(),
        base,
        contributions,
        policy: def.policy,
        factors_last: def.factors_last,
        sum,
        net_least: limits.net_least,
        net_most: limits.net_most,
        least: limits.least,
        most: limits.most,
        result,
    };
}

#[cfg(test)]
mod tests {
    use super::stronger;
    use cardwright_bytecode::pack::Level::{Card, Core, Scenario};

    #[test]
    fn the_higher_level_wins_whatever_it_says() {
        assert_eq!(stronger(Some((Core, false)), Card, true), (Card, true));
        assert_eq!(stronger(Some((Scenario, true)), Card, false), (Scenario, true));
    }

    #[test]
    fn on_one_level_forbidding_beats_allowing_in_either_order() {
        assert_eq!(stronger(Some((Card, true)), Card, false), (Card, false));
        assert_eq!(stronger(Some((Card, false)), Card, true), (Card, false));
    }
}
