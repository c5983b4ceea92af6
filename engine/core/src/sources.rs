//! The sources from which a rule applies now: its entities, those that it is lent to, the running instances
//! of its effect.
//!
//! ```text
//!   an entity's rules apply     in play, its kind's `active when`, and nothing silences it
//!   it is lent more             what is printed on others of its kind; while its own rules would apply
//!   rules that silence          apply although their own entity is silenced: who silences whom is so always settled
//!   rules that lend             are never lent; so what is lent is not handed on
//! ```
//!
//! An effect that an ability has started goes on whatever becomes of the entity.

use crate::price;
use crate::state::Source;
use crate::world::World;
use cardwright_bytecode::pack::{EntityId, FuncId, Home, Id, Rule, RuleKind, TemplateDef};
use cardwright_vm::{Args, Call, Machine};

/// The rules that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All rules that do not silence or lend.
    Whole,
    /// Rules that lend: only from entities on which they are printed.
    Printed,
    /// Rules that silence: likewise only from entities on which they are printed, and nothing silences them.
    Unsilenced,
}

impl World<'_> {
    /// Whether the rules of an entity apply now.
    pub(crate) fn rules_apply(&mut self, machine: &mut Machine, entity: i64, reach: Reach) -> bool {
        if !self.stands_in_play(entity) || (reach != Reach::Unsilenced && self.is_silenced(machine, entity)) {
            return false;
        }
        match self.kind(entity).and_then(|kind| kind.active) {
            None => true,
            Some(active) => self.eval(machine, active, &[entity], None) != 0,
        }
    }

    /// Whether something keeps the rules of an entity from applying.
    pub(crate) fn is_silenced(&mut self, machine: &mut Machine, entity: i64) -> bool {
        let content = self.content;
        let Some(permission) = content.pack.use_abilities else {
            return false;
        };
        // Most games silence nobody.
        !content.index.of_permission[permission].is_empty()
            && !self.is_permitted(machine, permission, &Args::of(&[entity]))
    }

    /// Calls `visit` for every place that a rule with this home applies from, with the home's arguments.
    pub(crate) fn each_source(
        &mut self,
        machine: &mut Machine,
        home: Home,
        reach: Reach,
        mut visit: impl FnMut(&mut Self, &mut Machine, Source, &[i64]),
    ) {
        match home {
            Home::Global => visit(self, machine, Source::default(), &[]),
            Home::Template(template) => {
                let content = self.content;
                let printed = &content.index.by_template[template];
                machine.charge(price::one_by_one(printed.len()));
                for &entity in printed {
                    if self.carries(machine, entity, template, reach) {
                        visit(self, machine, Source { entity, effect: 0 }, &[i64::from(entity)]);
                    }
                }
                if reach != Reach::Whole {
                    return;
                }
                for entity in self.borrowers(machine, template) {
                    if self.rules_apply(machine, i64::from(entity), reach) {
                        visit(self, machine, Source { entity, effect: 0 }, &[i64::from(entity)]);
                    }
                }
            }
            Home::Effect(effect) => {
                self.state.memory.read_effect(effect);
                machine.charge(price::picking(self.state.effects.count(effect)));
                let mut next = self.state.effects.first(effect);
                while let Some(place) = next {
                    next = self.state.effects.after(place);
                    if !self.lasts(machine, place) {
                        continue;
                    }
                    let Some(running) = self.state.effects.get(place) else {
                        continue;
                    };
                    let (source, args) = (
                        Source {
                            entity: 0,
                            effect: running.number,
                        },
                        Args::of(&running.args),
                    );
                    visit(self, machine, source, &args);
                }
            }
        }
    }

    /// The entities that what is printed on a card or piece is lent to, in the order of the scenario.
    pub(crate) fn borrowers(&mut self, machine: &mut Machine, template: Id<TemplateDef>) -> Vec<EntityId> {
        let mut borrowers: Vec<EntityId> = Vec::new();
        for (_, entity) in self.loans(machine, template) {
            if !borrowers.contains(&entity) {
                borrowers.push(entity);
            }
        }
        borrowers.sort_unstable();
        borrowers
    }

    /// Which rules lend what is printed on a card or piece, and to whom; not to another copy of it.
    pub(crate) fn loans(
        &mut self,
        machine: &mut Machine,
        template: Id<TemplateDef>,
    ) -> Vec<(Id<Rule>, EntityId)> {
        let content = self.content;
        let kind = content.pack.templates[template].kind;
        let lending = content.index.lending.get(usize::from(kind));
        let mut loans = Vec::new();
        for &number in lending.map_or(&[][..], Vec::as_slice) {
            let rule = &content.pack.rules[number];
            let RuleKind::Lend {
                from, to, condition, ..
            } = rule.kind
            else {
                continue;
            };
            self.each_source(machine, rule.home, Reach::Printed, |world, machine, _, home| {
                if world.eval(machine, condition, home, None) == 0 {
                    return;
                }
                let lenders = world.eval_set(machine, from, home);
                if !lenders.iter().any(|&lender| world.has_template(lender, template)) {
                    return;
                }
                let to = world.eval_set(machine, to, home);
                let to = to
                    .into_iter()
                    .filter(|&entity| !world.has_template(entity, template));
                loans.extend(to.filter_map(|entity| Some((number, EntityId::try_from(entity).ok()?))));
            });
        }
        loans.retain(|&(_, entity)| entity != 0);
        loans
    }

    fn has_template(&self, entity: i64, template: Id<TemplateDef>) -> bool {
        use cardwright_bytecode::pack::cell;
        self.cell(entity, cell::TEMPLATE) == cell::of_template(template)
    }

    fn eval_set(&mut self, machine: &mut Machine, function: FuncId, args: &[i64]) -> Vec<i64> {
        let content = self.content;
        let call = Call {
            function,
            args,
            context: None,
        };
        machine.eval_set(&content.pack, self, call)
    }
}
