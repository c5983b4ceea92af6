//! Values with modifiers, permissions, and the derivations that explain them.
//!
//! A value: its base; if replacements apply, the one of the highest level, of these the latest declared; then the
//! sum of the additions; then its least and most. A permission: the statements of the highest level that has any
//! that applies; among them one that forbids wins; without any it is given.
//!
//! The verifier proves that no value asks for itself. Should one do so nevertheless, it reads as its base, and a
//! permission as given; other chains of questions are bounded by the interpreter.

use crate::state::Source;
use crate::world::{Asked, World};
use cardwright_bytecode::pack::{Level, RuleKind, SourceRef, ValueDef};
use cardwright_vm::{Args, Machine};
use serde::{Deserialize, Serialize};

/// How a value came about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Derivation {
    /// The value's name.
    pub name: String,
    /// The value before any rule.
    pub base: i64,
    /// What rules contributed, in the order of declaration.
    pub contributions: Vec<Contribution>,
    /// The least that it can be.
    pub least: Option<i64>,
    /// The most that it can be.
    pub most: Option<i64>,
    /// The value.
    pub result: i64,
}

/// What one rule contributed to a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// Index into the pack's rules.
    pub rule: u32,
    /// What people call the rule.
    pub name: String,
    /// Where it applies from.
    pub source: Source,
    /// Where it is written.
    pub written: SourceRef,
    /// Whether it replaces the value instead of adding to it.
    pub replaces: bool,
    /// By how much, or with what.
    pub amount: i64,
    /// Whether it counts: a replacement that another one beats does not.
    pub counts: bool,
}

/// What the rules about a value come to.
#[derive(Default)]
struct Total {
    replacement: Option<(Level, i64)>,
    sum: i64,
}

impl World<'_> {
    /// A value, and how it came about if `derivation` is there to be filled.
    pub(crate) fn value_of(
        &mut self,
        machine: &mut Machine,
        value: u32,
        args: &Args,
        mut derivation: Option<&mut Derivation>,
    ) -> i64 {
        let content = self.content;
        let Some(def) = content.pack.values.get(value as usize) else {
            return 0;
        };
        let base = self.eval(machine, def.base, args, None);
        let asked = (Asked::Value(value), *args);
        if self.asking.contains(&asked) {
            return base;
        }
        self.asking.push(asked);
        let total = self.total(machine, value, args, derivation.as_deref_mut());
        let raw = total
            .replacement
            .map_or(base, |(_, amount)| amount)
            .saturating_add(total.sum);
        let [least, most] = [def.least, def.most].map(|f| f.map(|f| self.eval(machine, f, args, None)));
        self.asking.pop();
        let result = raw.min(most.unwrap_or(i64::MAX)).max(least.unwrap_or(i64::MIN));
        if let Some(derivation) = derivation {
            close(derivation, def, base, least, most, result);
        }
        result
    }

    fn total(
        &mut self,
        machine: &mut Machine,
        value: u32,
        args: &Args,
        mut derivation: Option<&mut Derivation>,
    ) -> Total {
        let content = self.content;
        let rules = content
            .index
            .of_value
            .get(value as usize)
            .map_or(&[][..], Vec::as_slice);
        let mut total = Total::default();
        for &number in rules {
            let Some(rule) = content.pack.rules.get(number as usize) else {
                continue;
            };
            let RuleKind::Modify {
                replace,
                condition,
                amount,
                ..
            } = rule.kind
            else {
                continue;
            };
            self.each_source(machine, rule.home, |world, machine, source, home| {
                let all = Args::of(home).and(args);
                if world.eval(machine, condition, &all, None) == 0 {
                    return;
                }
                let amount = world.eval(machine, amount, &all, None);
                if !replace {
                    total.sum = total.sum.saturating_add(amount);
                } else if total.replacement.is_none_or(|(level, _)| rule.level >= level) {
                    total.replacement = Some((rule.level, amount));
                }
                if let Some(derivation) = derivation.as_deref_mut() {
                    let (name, written) = (rule.name.clone(), rule.source);
                    let fact = Contribution {
                        rule: number,
                        name,
                        source,
                        written,
                        replaces: replace,
                        amount,
                        counts: !replace,
                    };
                    derivation.contributions.push(fact);
                    if replace && total.replacement == Some((rule.level, amount)) {
                        let last = derivation.contributions.len() - 1;
                        mark_winner(&mut derivation.contributions, last);
                    }
                }
            });
        }
        total
    }

    /// Whether a permission is given.
    pub(crate) fn is_permitted(&mut self, machine: &mut Machine, permission: u32, args: &Args) -> bool {
        let asked = (Asked::Permission(permission), *args);
        if self.asking.contains(&asked) {
            return true;
        }
        self.asking.push(asked);
        let content = self.content;
        let rules = content
            .index
            .of_permission
            .get(permission as usize)
            .map_or(&[][..], Vec::as_slice);
        let mut verdict: Option<(Level, bool)> = None;
        for &number in rules {
            let Some(rule) = content.pack.rules.get(number as usize) else {
                continue;
            };
            let RuleKind::Permit { allow, condition, .. } = rule.kind else {
                continue;
            };
            if verdict.is_some_and(|said| beaten(said, rule.level, allow)) {
                continue;
            }
            self.each_source(machine, rule.home, |world, machine, _, home| {
                if world.eval(machine, condition, &Args::of(home).and(args), None) != 0 {
                    verdict = Some(stronger(verdict, rule.level, allow));
                }
            });
        }
        self.asking.pop();
        verdict.is_none_or(|(_, allow)| allow)
    }
}

/// Whether one more statement cannot change what was said.
fn beaten((level, allowed): (Level, bool), by: Level, allow: bool) -> bool {
    by < level || (by == level && (!allowed || allow))
}

/// What two statements come to.
fn stronger(said: Option<(Level, bool)>, level: Level, allow: bool) -> (Level, bool) {
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
        .filter(|(_, fact)| fact.replaces)
    {
        fact.counts = place == winner;
    }
}

fn close(
    derivation: &mut Derivation,
    def: &ValueDef,
    base: i64,
    least: Option<i64>,
    most: Option<i64>,
    result: i64,
) {
    derivation.name.clone_from(&def.name);
    (
        derivation.base,
        derivation.least,
        derivation.most,
        derivation.result,
    ) = (base, least, most, result);
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
